"""Many questions at once: rated on the ways that are left, with the same numbers as by counting answers."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from functools import partial
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import entropy, weighted_worlds
from deduce import (
    Belief,
    Log,
    Problem,
    ProblemError,
    Question,
    QuestionError,
    Rating,
    SoFar,
    fact,
    rank_questions,
    review,
    table,
    weighted,
    where,
)
from deduce.question import refining
from strategies import consistent, general_logs, questions


def counted(log: Log, asked: list[Question]) -> list[Rating]:
    """Rate questions by having the engine count the worlds with each answer."""
    with mock.patch("deduce.question.rating.ways_asked_about", return_value=None):
        return rank_questions(Belief(log), asked)


@settings(max_examples=60)
@given(st.data())
def test_the_same_numbers_as_by_counting(data: st.DataObject) -> None:
    """Going through the ways that are left gives every number that counting gives, to the last digit."""
    log = consistent(data.draw(general_logs()))
    if not weighted_worlds(log):
        return
    asked = data.draw(st.lists(questions(log.problem), min_size=1, max_size=4))
    ours, theirs = rank_questions(Belief(log), asked), counted(log, asked)
    by_question = {id(rating.question): rating for rating in theirs}
    for rating in ours:
        other = by_question[id(rating.question)]
        assert rating.truths == other.truths
        assert list(rating.truths) == list(other.truths)
        assert rating.probabilities == other.probabilities
        assert (rating.bits, rating.worst_bits) == (other.bits, other.worst_bits)
        assert rating.worst_answer == other.worst_answer
        assert rating.is_useless == other.is_useless
        assert (rating.dominated_by is None) == (other.dominated_by is None)


@settings(max_examples=60)
@given(st.data())
def test_ways_are_the_worlds_without_the_rest(data: st.DataObject) -> None:
    """The ways in which some unknowns can be, and how likely each is, against brute force."""
    log = consistent(data.draw(general_logs()))
    worlds = weighted_worlds(log)
    names = data.draw(st.lists(st.sampled_from(log.problem.unknowns), min_size=1, unique=True))
    ways = Belief(log).ways(names)
    assert tuple(ways.columns) == tuple(names)
    expected: dict[tuple[object, ...], Fraction] = {}
    for world, weight in worlds:
        way = tuple(world[name] for name in names)
        expected[way] = expected.get(way, Fraction(0)) + weight
    rows = list(zip(*ways.columns.values(), strict=True))
    assert len(rows) == len(ways) == len(expected)
    total = sum(expected.values())
    shares = {row: Fraction(weight, ways.total) for row, weight in zip(rows, ways.weights, strict=True)}
    assert shares == {way: weight / total for way, weight in expected.items()}


def dice(sides: int = 9) -> Problem:
    """Three dice, one of them loaded, two of them more often alike than not."""
    alike: dict[tuple[int, int], int] = {
        (a, b): 3 if a == b else 1 for a in range(sides) for b in range(sides)
    }
    loaded: dict[Hashable, dict[Hashable, Fraction]] = {"c": {0: Fraction(5, 2)}}
    domains = dict.fromkeys("abc", range(sides))
    return Problem(domains, [weighted("ab", alike), where(lambda a, c: a + c > 3, "ac")], priors=loaded)


def made_up(rng: random.Random) -> list[tuple[str, Any]]:
    """Functions of three numbers, many of which tell the same as others or less."""
    found: list[tuple[str, Any]] = []
    for number in range(40):
        a, b, c = (rng.choice([0, 0, 1, 2]) for _ in range(3))
        modulus = rng.choice([2, 4, 8, 30])
        if rng.random() < 0.2 and found:
            (_, other), shift = rng.choice(found), rng.randrange(5)
            found.append((f"{number}", lambda x, y, z, o=other, s=shift: o(x, y, z) * 7 + s))
        else:
            found.append((f"{number}", lambda x, y, z, n=(a, b, c, modulus): _mixed(x, y, z, *n)))
    return found


def _mixed(x: Any, y: Any, z: Any, a: int, b: int, c: int, modulus: int) -> Any:
    return (a * x + b * y + c * z) % modulus


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("columns", [False, True])
def test_what_makes_what_pointless_among_many(seed: int, *, columns: bool) -> None:
    """A question is pointless exactly if another gives it away, also with very many ways."""
    problem = dice()
    log = Log(problem)
    asked = [
        Question.by(problem, function, "abc", name, columns=columns)
        for name, function in made_up(random.Random(seed))
    ]
    worlds = weighted_worlds(log)
    total = sum(weight for _, weight in worlds)
    assert len(worlds) > 10 * refining.WITNESSES
    made: dict[str, list[str]] = {}
    for name, function in made_up(random.Random(seed)):
        made[name] = [str(function(*world.values())) for world, _ in worlds]
    order = [question.text for question in asked]
    dominated = 0
    for rating in rank_questions(Belief(log), asked):
        mine = made[rating.question.text]
        shares: dict[str, Fraction] = {}
        for answer, (_, weight) in zip(mine, worlds, strict=True):
            shares[answer] = shares.get(answer, Fraction(0)) + weight / total
        assert {answer: share for answer, share in rating.truths.items() if share} == shares
        assert rating.bits == pytest.approx(entropy(shares.values()), abs=1e-9)
        if len(shares) < 2:
            assert rating.is_useless
            continue
        telling = [
            name
            for name, theirs in made.items()
            if name != rating.question.text
            and len(set(zip(theirs, mine, strict=True))) == len(set(theirs))
            and (len(set(theirs)) > len(set(mine)) or order.index(name) < order.index(rating.question.text))
        ]
        dominated += bool(telling)
        assert (rating.dominated_by is not None) == bool(telling)
        if rating.dominated_by is not None:
            assert rating.dominated_by.text in telling
    assert dominated > 5


def test_of_very_many_questions_only_the_most_telling_are_compared() -> None:
    """Questions that split the ways alike are found all the same."""
    problem = dice()
    functions = made_up(random.Random(5))
    asked = [Question.by(problem, function, "abc", name) for name, function in functions]
    log = Log(problem)
    every = {r.question.text: r.dominated_by for r in rank_questions(Belief(log), asked)}
    with mock.patch.object(refining, "MOST_COMPARED", 1):
        few = {r.question.text: r.dominated_by for r in rank_questions(Belief(log), asked)}
    fewer = [name for name, left in few.items() if left is None and every[name] is not None]
    assert fewer
    for name, dominating in few.items():
        if dominating is not None:
            assert every[name] is not None
    worlds = [tuple(world.values()) for world, _ in weighted_worlds(log)]
    splits = {name: [str(function(*world)) for world in worlds] for name, function in functions}
    for name in fewer:
        for other, theirs in splits.items():
            pairs = set(zip(splits[name], theirs, strict=True))
            same = len(pairs) == len(set(theirs)) == len(set(splits[name]))
            assert other == name or not same or few[other] is not None


# --- Mastermind --------------------------------------------------------------------------------------------


def pins(guess: tuple[int, ...], *code: int) -> tuple[int, int]:
    """Return how many pegs are right, and how many only in another place."""
    black = sum(peg == hidden for peg, hidden in zip(guess, code, strict=True))
    return black, (Counter(guess) & Counter(code)).total() - black


def pins_of_many(guess: tuple[int, ...], *code: Any) -> Any:
    """Return the same for many codes at once, as one number."""
    black = sum(peg == hidden for peg, hidden in zip(code, guess, strict=True))
    both = sum(np.minimum(guess.count(colour), sum(peg == colour for peg in code)) for colour in set(guess))
    return 10 * black + both - black


def test_mastermind_with_thousands_of_codes() -> None:
    """A hundred guesses at 32,768 codes; with tables written out this would take minutes and gigabytes."""
    problem = Problem({f"peg {number}": range(8) for number in range(5)})
    codes = list(itertools.product(range(8), repeat=5))
    guesses = codes[::331]
    asked = [
        Question.by(problem, partial(pins_of_many, guess), problem.unknowns, str(guess), columns=True)
        for guess in guesses
    ]
    ratings = rank_questions(Belief(Log(problem)), asked)
    assert len(ratings) == len(guesses) == 99
    for rating in (ratings[0], ratings[-1]):
        guess = guesses[asked.index(rating.question)]
        counts = Counter(pins(guess, *code) for code in codes)
        assert {answer: int(share * len(codes)) for answer, share in rating.probabilities.items()} == {
            str(10 * black + white): count for (black, white), count in counts.items()
        }
        assert rating.bits == pytest.approx(
            entropy([Fraction(count, len(codes)) for count in counts.values()])
        )


def test_a_game_of_mastermind_goes_on() -> None:
    """The statement of an answer that was heard leaves the codes that fit, with either kind of function."""
    problem = Problem({f"peg {number}": range(4) for number in range(3)})
    codes = list(itertools.product(range(4), repeat=3))
    hidden, first, second = (3, 1, 2), (0, 1, 2), (3, 2, 2)
    for function, columns in ((pins, False), (pins_of_many, True)):
        log, left = Log(problem), codes
        for guess in (first, second):
            question = Question.by(problem, partial(function, guess), problem.unknowns, "?", columns=columns)
            black, white = pins(guess, *hidden)
            heard = str(10 * black + white) if columns else str((black, white))
            log = log.append(question.answers[heard])
            left = [code for code in left if pins(guess, *code) == (black, white)]
            assert [tuple(world.values()) for world in Belief(log).worlds()] == left
            (rating,) = rank_questions(Belief(log), [question])
            assert rating.is_useless
            assert [answer for answer, share in rating.truths.items() if share] == [heard]


def test_a_function_is_only_asked_about_what_is_left() -> None:
    """Nothing is asked about worlds that are out, nor twice about what a question does not depend on."""
    problem = Problem(dict.fromkeys("abcd", range(10)))
    log = Log(problem).append(fact("a", 3)).append(where(lambda b, c: b + c == 1, "bc"))
    seen: list[tuple[int, int]] = []

    def parity(a: int, b: int) -> int:
        seen.append((a, b))
        return (a + b) % 2

    (rating,) = rank_questions(Belief(log), [Question.by(problem, parity, "ab", "odd?")])
    assert rating.bits == 1
    assert sorted(seen) == [(3, 0), (3, 1)]
    assert set(rating.truths) == {"0", "1"}
    assert len(seen) == 102


def test_answers_that_read_alike_are_one_answer() -> None:
    """1, 1.0, True and "1" are told apart as they read, in small and in large numbers of ways."""
    problem = Problem({"a": range(4), "b": range(3)})
    kinds = [1, 1.0, True, "1"]
    question = Question.by(problem, lambda a, b: kinds[a] if b < 2 else (kinds[a],), "ab", "?")
    (rating,) = rank_questions(Belief(Log(problem)), [question])
    expected = Counter(str(kinds[a] if b < 2 else (kinds[a],)) for a in range(4) for b in range(3))
    assert rating.truths == {answer: Fraction(count, 12) for answer, count in expected.items()}
    assert set(question.answers) == set(expected)


def test_columns_of_texts_and_other_values() -> None:
    """A function of columns gets texts, whole numbers or any objects, and may answer with texts."""
    problem = Problem({"word": ["ab", "ac", "bc"], "thing": [(1, 2), None], "size": [1, 2**70]})
    asked = [
        Question.by(problem, lambda word: np.where(word == "ac", "yes", "no"), ["word"], "1", columns=True),
        Question.by(
            problem,
            lambda thing, size: [str(a) + str(b > 1) for a, b in zip(thing, size, strict=True)],
            ["thing", "size"],
            "2",
            columns=True,
        ),
    ]
    first, second = sorted(rank_questions(Belief(Log(problem)), asked), key=lambda r: r.question.text)
    assert first.truths == {"yes": Fraction(1, 3), "no": Fraction(2, 3)}
    assert set(second.truths) == {"(1, 2)True", "(1, 2)False", "NoneTrue", "NoneFalse"}
    assert second.bits == 2


def test_more_than_a_byte_of_answers() -> None:
    """Hundreds of answers to one question, and dominance among such questions."""
    problem = Problem({"a": range(30), "b": range(30)})
    asked = [
        Question.by(problem, lambda a, b: a + 30 * b, "ab", "all", columns=True),
        Question.by(problem, lambda a, b: b + 30 * a, "ab", "all again"),
        Question.by(problem, lambda a, b: (a * 30 + b) // 2, "ab", "half", columns=True),
    ]
    ratings = rank_questions(Belief(Log(problem)), asked[::-1])
    assert [rating.question.text for rating in ratings] == ["all again", "all", "half"]
    assert [rating.dominated_by and rating.dominated_by.text for rating in ratings] == [
        None,
        "all again",
        "all again",
    ]
    assert ratings[0].bits == pytest.approx(math.log2(900))


def test_a_question_with_too_many_combinations_to_write_out() -> None:
    """Words of five letters: twelve million combinations, of which only three are words."""
    words = ["crane", "slate", "stale"]
    letters = [f"letter {number}" for number in range(1, 6)]
    alphabet = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    problem = Problem(dict.fromkeys(letters, alphabet), [table(letters, [tuple(word) for word in words])])
    question = Question.by(
        problem, lambda *word: "".join(word).startswith("s"), letters, "Does it begin with s?"
    )
    (rating,) = rank_questions(Belief(Log(problem)), [question])
    assert rating.bits == pytest.approx(entropy([Fraction(1, 3), Fraction(2, 3)]))
    assert rating.truths["True"] == Fraction(2, 3)
    with pytest.raises(ProblemError, match=r"'Does it begin with s\?' have 11,881,376 combinations to try"):
        _ = question.answers["True"]


def test_functions_that_fail() -> None:
    """A function that fails or returns something else is named with what it was asked."""
    problem = Problem({"a": range(3), "b": range(3)})
    for function, columns, message in [
        (lambda a, b: 1 // (a - b), False, r"question '\?' cannot be answered for the values 0, 0: .*zero"),
        (lambda a, b: [][a + b], True, r"question '\?' cannot be answered for whole columns"),
        (
            lambda a, b: a[:4] + b[:4],
            True,
            r"takes 9 values of each .* of the shape \(4,\); it must return one",
        ),
        (lambda a, _: sum(a), True, r"takes 9 values of each unknown at once, but .* of the shape \(\)"),
    ]:
        question = Question.by(problem, function, "ab", "?", columns=columns)
        with pytest.raises(ProblemError, match=message):
            rank_questions(Belief(Log(problem)), [question])
        with pytest.raises(ProblemError, match=message):
            _ = question.answers["1"]
    larger = Question.by(problem, lambda a, b: f"{a > b}", "ab", "larger?")
    with pytest.raises(
        QuestionError, match=r"^question 'larger\?' has no answer 'true'; did you mean 'True'\?$"
    ):
        _ = larger.answers["true"]
    assert "true" not in larger.answers
    assert larger.answers.get("true") is None
    with pytest.raises(ProblemError, match=r"Question\.by names 'a' twice"):
        Question.by(problem, max, ["a", "a"], "?")
    with pytest.raises(ProblemError, match=r"Question\.by names no unknown"):
        Question.by(problem, max, [], "?")
    stranger = Question.by(problem, lambda a, b: a < b, "ab", "?")
    with pytest.raises(QuestionError, match="there is no unknown 'a'"):
        rank_questions(Belief(Log(Problem({"c": range(3)}))), [stranger])


def test_what_was_rated_until_now_is_told() -> None:
    """Whoever stops it has the questions that were rated until then, in order."""
    problem = Problem(dict.fromkeys("abc", range(4)))
    asked = [Question.by(problem, lambda a, b, c, k=k: (a + k * b + c) % 5, "abc", f"{k}") for k in range(6)]
    found: list[list[Rating]] = []

    def stop(so_far: SoFar[Rating]) -> None:
        found.append(so_far.found)
        if so_far.done >= 0.25:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rank_questions(Belief(Log(problem)), asked, progress=stop)
    assert [len(ratings) for ratings in found] == [1, 2, 3]


def test_a_review_by_functions() -> None:
    """What was on offer is rated on what was left each time."""
    problem = Problem(dict.fromkeys("ab", range(4)))
    total = Question.by(problem, lambda a, b: a + b, "ab", "sum", columns=True)
    log = Log(problem).append(total.answers["3"], "sum: 3").append(fact("a", 0))
    first, second = review(log, lambda _: [total])
    assert first.bits == pytest.approx(2)
    assert first.best is not None
    assert first.best.question is total
    assert first.best.bits == pytest.approx(entropy([Fraction(n, 16) for n in (1, 2, 3, 4, 3, 2, 1)]))
    assert second.best is None
    assert second.bits == pytest.approx(2)


def test_values_that_are_the_same_to_python_but_not_to_a_reader() -> None:
    """1 and True are called as each unknown calls them."""
    problem = Problem({"number": [0, 1], "flag": [False, True]})
    one = Question.by(problem, lambda flag: flag, ["flag"], "one")
    both = Question.by(problem, lambda number, flag: (number, flag), ["number", "flag"], "both")
    for question in (one, both):
        (rating,) = rank_questions(Belief(Log(problem)), [question])
        assert set(rating.truths) == set(question.answers)
        assert rating.truths == dict.fromkeys(question.answers, Fraction(1, len(question.answers)))
    assert set(one.answers) == {"False", "True"}
    assert set(both.answers) == {"(0, False)", "(0, True)", "(1, False)", "(1, True)"}
