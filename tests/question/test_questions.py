"""What questions are worth, against the worlds one by one."""

from __future__ import annotations

import math
from collections.abc import Hashable
from contextlib import AbstractContextManager
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import entropy, mutual_information, weighted_worlds
from deduce import (
    Belief,
    ContradictionError,
    DeduceError,
    Log,
    Problem,
    ProblemError,
    Question,
    QuestionError,
    Rating,
    all_different,
    all_of,
    fact,
    pair_questions,
    rank_questions,
    review,
    slips,
)
from strategies import (
    a_fact,
    consistent,
    consistent_general_logs,
    consistent_one_to_one_logs,
    general_logs,
    questions,
)

PIECES = ["rook", "king", "crab"]

Worlds = list[tuple[dict[object, object], Fraction]]
"""Worlds with their probabilities."""


def shares_of(log: Log) -> Worlds:
    worlds = weighted_worlds(log)
    total = sum(weight for _, weight in worlds)
    return [(world, weight / total) for world, weight in worlds]


def true_answer(question: Question, world: dict[object, object]) -> str:
    (answer,) = [name for name, said in question.answers.items() if said.holds(world)]
    return answer


def chance(question: Question, true: str, heard: str) -> Fraction:
    """How likely an answer is heard where another (or the same) is true."""
    if question.noise:
        return question.noise[true].get(heard, Fraction(0))
    return Fraction(true == heard)


def heard_with(question: Question, worlds: Worlds) -> dict[str, Worlds]:
    """For each answer that can be heard, the worlds with their probabilities once it was."""
    found = {}
    for answer in question.answers:
        left = [
            (world, share * chance(question, true_answer(question, world), answer)) for world, share in worlds
        ]
        total = sum(share for _, share in left)
        if total:
            found[answer] = [(world, share / total) for world, share in left if share]
    return found


def learned(before: Worlds, after: Worlds) -> float:
    """How much was learned in bits: on average afterwards, how much likelier each world became."""
    prior = {repr(world): share for world, share in before}
    return sum(float(share) * math.log2(share / prior[repr(world)]) for world, share in after)


def certain_in(worlds: Worlds) -> dict[object, object]:
    first = worlds[0][0]
    return {
        unknown: value
        for unknown, value in first.items()
        if all(world[unknown] == value for world, _ in worlds)
    }


def check_numbers(rating: Rating, worlds: Worlds) -> None:
    """Check everything about a rating that does not depend on the other questions."""
    question = rating.question
    true: dict[str, Fraction] = dict.fromkeys(question.answers, Fraction(0))
    joint: dict[tuple[str, str], Fraction] = {}
    for place, (world, share) in enumerate(worlds):
        answer = true_answer(question, world)
        true[answer] += share
        for heard in question.answers:
            joint[str(place), heard] = share * chance(question, answer, heard)
    assert rating.truths == true
    assert rating.probabilities == {
        answer: sum((joint[str(n), answer] for n in range(len(worlds))), Fraction(0))
        for answer in question.answers
    }
    assert rating.bits == pytest.approx(mutual_information(joint), abs=1e-9)
    after = heard_with(question, worlds)
    gains = {answer: learned(worlds, left) for answer, left in after.items()}
    assert rating.worst_bits == pytest.approx(min(gains.values()), abs=1e-9)
    assert gains[rating.worst_answer] == pytest.approx(min(gains.values()), abs=1e-9)
    known = certain_in(worlds)
    assert rating.settles == {
        answer: {u: v for u, v in certain_in(left).items() if u not in known}
        for answer, left in after.items()
    }
    assert rating.is_useless == (mutual_information(joint) < 1e-9)


def labels(question: Question, worlds: Worlds) -> list[str]:
    return [true_answer(question, world) for world, _ in worlds]


def gives_away(one: list[str], other: list[str]) -> bool:
    """Tell whether the answer to one question always gives away the answer to another."""
    image: dict[str, str] = {}
    return all(image.setdefault(a, b) == b for a, b in zip(one, other, strict=True))


def check_dominated(ratings: list[Rating], asked: list[Question], worlds: Worlds) -> None:
    """Check which questions are dominated, by the partitions of the worlds that they make.

    A question that is answered truthfully dominates all whose partition is not finer than its own,
    and of two with the same partition the one that stands earlier, or the only one without noise.
    A noisy question only dominates its own repetitions.
    """
    made = [labels(question, worlds) for question in asked]
    place = {id(question): number for number, question in enumerate(asked)}
    for rating in ratings:
        told = place[id(rating.question)]
        if len(set(made[told])) < 2:
            continue
        dominating = set()
        for telling, question in enumerate(asked):
            if telling == told or not gives_away(made[telling], made[told]):
                continue
            same = gives_away(made[told], made[telling])
            if question.noise:
                if question == asked[told] and telling < told:
                    dominating.add(telling)
            elif not same or telling < told or asked[told].noise:
                dominating.add(telling)
        if rating.dominated_by is None:
            assert not dominating, (rating.question, [asked[number] for number in dominating])
        else:
            assert place[id(rating.dominated_by)] in dominating


def check_all(log: Log, asked: list[Question]) -> None:
    worlds = shares_of(log)
    ratings = rank_questions(Belief(log), asked)
    assert sorted(map(id, asked)) == sorted(id(rating.question) for rating in ratings)
    for rating in ratings:
        check_numbers(rating, worlds)
    check_dominated(ratings, asked, worlds)
    order = [(r.is_useless, r.dominated_by is not None, -r.bits) for r in ratings]
    assert order == sorted(order)


@settings(max_examples=200)
@given(st.data())
def test_questions_in_one_to_one_problems(data: st.DataObject) -> None:
    """Every number about every question is what the worlds say."""
    log = data.draw(consistent_one_to_one_logs(4, 4))
    check_all(log, data.draw(st.lists(questions(log.problem), min_size=1, max_size=6)))


@settings(max_examples=200)
@given(st.data())
def test_questions_in_general_problems(data: st.DataObject) -> None:
    """The same with any rules and any entries."""
    log = data.draw(consistent_general_logs(2))
    check_all(log, data.draw(st.lists(questions(log.problem), min_size=1, max_size=6)))


@settings(max_examples=80)
@given(st.data())
def test_questions_with_priors_and_soft_entries(data: st.DataObject) -> None:
    """The same where worlds weigh more or less."""
    log = consistent(data.draw(general_logs()))
    if weighted_worlds(log):
        check_all(log, data.draw(st.lists(questions(log.problem), min_size=1, max_size=4)))


@settings(max_examples=60)
@given(consistent_one_to_one_logs(4, 4))
def test_questions_about_pairs(log: Log) -> None:
    """The ready questions are about every pair that is open, and none of them is useless."""
    belief = Belief(log)
    worlds = shares_of(log)
    ready = pair_questions(belief)
    assert [question.text for question in ready] == [
        f"{unknown} is {value}?"
        for unknown in log.problem.unknowns
        for value in log.problem.domains[unknown]
        if 0 < sum(world[unknown] == value for world, _ in worlds) < len(worlds)
    ]
    assert not any(rating.is_useless for rating in rank_questions(belief, ready))
    check_all(log, ready)


def two_dice() -> Log:
    return Log(Problem({"red": range(1, 5), "blue": range(1, 5)}))


def test_noise_never_dominates_the_truth() -> None:
    """The same question is worth less with noise, wherever it stands in the list."""
    clear = Question.yes_no(fact("red", 1), "clear")
    noisy = Question.yes_no(fact("red", 1), "noisy", wrong="1/10")
    for asked in ([clear, noisy], [noisy, clear]):
        first, second = rank_questions(Belief(two_dice()), asked)
        assert first.question is clear
        assert first.dominated_by is None
        assert second.dominated_by is clear
        assert first.bits > second.bits > 0


def test_the_earlier_of_two_equal_questions_stays() -> None:
    """Of questions that split the worlds alike, the first in the list dominates the others."""
    problem = two_dice().problem
    value = Question.value_of(problem, "red")
    asked = [
        Question.by(problem, lambda red: (3 * red) % 5, ["red"], "threefold"),
        value,
        Question.by(problem, lambda red: -red, ["red"], "below zero"),
        Question.yes_no(fact("red", 2)),
        Question.yes_no(~fact("red", 2)),
    ]
    log = Log(problem).append(weights={"red": {1: "1/7", 2: "1/3", 3: "1/11", 4: "2/13"}})
    for shift in range(len(asked)):
        turned = asked[shift:] + asked[:shift]
        check_all(log, turned)
    ratings = rank_questions(Belief(log), asked)
    assert [rating.dominated_by for rating in ratings] == [None, *[asked[0]] * 4]


def test_equal_questions_whose_numbers_are_added_in_another_order() -> None:
    """Which of two equal questions stays does not hang on how numbers are rounded."""
    problem = Problem({"A": range(7)})
    for number in range(1, 40):
        weights: dict[Hashable, Fraction] = {
            value: Fraction(1, 1 + (number * (value + 3) ** 3) % 101) for value in range(7)
        }
        log = Log(problem).append(weights={"A": weights})
        orders = [Question.by(problem, lambda a, k=k: (k * a) % 7, ["A"], f"{k}") for k in range(1, 7)]
        for rating in rank_questions(Belief(log), orders):
            assert rating.dominated_by is (None if rating.question is orders[0] else orders[0])


def test_what_an_answer_with_noise_settles() -> None:
    """An answer that leaves two of three truths settles what both of them have in common."""
    log = Log(Problem.one_to_one("AB", PIECES[:2]))
    problem = log.problem
    log = Log(Problem(problem.domains))
    answers = {
        "both": all_of(fact("A", "rook"), fact("B", "rook")),
        "one": all_of(fact("A", "rook"), fact("B", "king")),
        "none": fact("A", "king"),
    }
    half = Fraction(1, 2)
    noise = {
        "both": {"both": half, "one": half},
        "one": {"one": Fraction(1)},
        "none": {"none": Fraction(1)},
    }
    (rating,) = rank_questions(Belief(log), [Question("?", answers, noise)])
    assert rating.settles == {
        "both": {"A": "rook", "B": "rook"},
        "one": {"A": "rook"},
        "none": {"A": "king"},
    }


def test_a_question_that_is_almost_never_answered_yes() -> None:
    """The worth of a question is known however unlikely one of its answers is."""
    tiny = Fraction(1, 10**400)
    problem = Problem({"A": [0, 1], "B": [0, 1]}, priors={"A": {1: tiny}})
    for wrong in (0, "1/10"):
        question = Question.yes_no(fact("A", 1), wrong=wrong)
        (rating,) = rank_questions(Belief(Log(problem)), [question])
        assert rating.truths["yes"] == tiny / (1 + tiny)
        assert rating.bits == pytest.approx(0, abs=1e-9)
    log = Log(problem).append(fact("A", 1), "a miracle")
    assert review(log)[0].bits == pytest.approx(400 * math.log2(10))


def test_questions_by_hand() -> None:
    """Three pieces: which question is worth what."""
    log = Log(Problem.one_to_one("ABC", PIECES))
    whole = Question.value_of(log.problem, "A")
    part = Question.yes_no(fact("A", "rook"), "Is A the rook?")
    idle = Question.yes_no(all_different("AB"), "Do they differ?")
    first, second, third = rank_questions(Belief(log), [idle, part, whole])
    assert (first.question, second.question, third.question) == (whole, part, idle)
    assert first.bits == pytest.approx(math.log2(3))
    assert list(first.probabilities) == PIECES
    assert second.bits == pytest.approx(entropy([Fraction(1, 3), Fraction(2, 3)]))
    assert second.worst_answer == "no"
    assert second.worst_bits == pytest.approx(math.log2(1.5))
    assert second.dominated_by is whole
    assert second.settles == {"yes": {"A": "rook"}, "no": {}}
    assert third.is_useless
    assert third.bits == 0
    assert not first.is_useless


def test_texts_of_questions() -> None:
    """Questions speak the user's words, or their own."""
    problem = two_dice().problem
    assert Question.yes_no(fact("red", 1)).text == "red is 1?"
    assert Question.yes_no(fact("red", 1), "a one?").text == "a one?"
    assert Question.value_of(problem, "red").text == "What is red?"
    assert Question.value_of(problem, "red", "red?").text == "red?"
    assert list(Question.value_of(problem, "red").answers) == ["1", "2", "3", "4"]
    total = Question.by(problem, lambda a, b: "high" if a + b > 5 else "low", ["red", "blue"], "sum?")
    assert list(total.answers) == ["high", "low"]
    assert str(total.answers["low"]) == "sum? low"


def refused(message: str) -> AbstractContextManager[pytest.ExceptionInfo[QuestionError]]:
    return pytest.raises(QuestionError, match=message)


def test_answers_that_overlap_or_leave_gaps() -> None:
    """Exactly one answer must be true in every world that is left, and only there."""
    log = Log(Problem.one_to_one("ABC", PIECES))
    overlapping = Question("?", {"a": fact("A", "rook"), "b": ~fact("A", "king")})
    gaping = Question("?", {"a": fact("A", "rook"), "b": fact("A", "king")})
    both = Question("?", {"a": fact("A", "rook"), "b": fact("A", "rook"), "c": fact("A", "king")})
    for wrong in (overlapping, gaping, both):
        with refused("exactly one of its answers must be true in every world"):
            rank_questions(Belief(log), [wrong])
    certain = Belief(log.append(~fact("A", "crab")))
    rank_questions(certain, [gaping])
    for wrong in (overlapping, both):
        with refused("exactly one of its answers must be true in every world"):
            rank_questions(certain, [wrong])


@settings(max_examples=100)
@given(st.data())
def test_answers_are_checked_against_the_worlds(data: st.DataObject) -> None:
    """A question is refused exactly if some world that is left has no answer or several."""
    log = data.draw(consistent_one_to_one_logs(3, 3))
    unknown = data.draw(st.sampled_from(log.problem.unknowns))
    names = st.sampled_from(["a", "b"])
    answers = data.draw(st.dictionaries(names, st.sampled_from(log.problem.domains[unknown]), min_size=1))
    other = data.draw(questions(log.problem))
    said = {name: fact(unknown, value) for name, value in answers.items()}
    question = Question("?", {**said, **{f"other {k}": v for k, v in other.answers.items()}})
    merged = Question("?", said)
    for asked in (question, merged):
        right = all(
            sum(statement.holds(world) for statement in asked.answers.values()) == 1
            for world, _ in shares_of(log)
        )
        try:
            rank_questions(Belief(log), [asked])
        except QuestionError:
            assert not right
        else:
            assert right


def test_questions_that_are_wrong_in_themselves() -> None:
    """A question about strangers, without answers or with noise that does not add up is refused."""
    log = Log(Problem.one_to_one("ABC", PIECES))
    half = Fraction(1, 2)
    rook = fact("A", "rook")
    answers = {"yes": rook, "no": ~rook}
    sure = {"no": Fraction(1)}
    for message, wrong in [
        ("there is no unknown 'Z'", Question.yes_no(fact("Z", "rook"))),
        ("'A' has no value 'rok'; did you mean 'rook'", Question.yes_no(fact("A", "rok"))),
        ("has no answers", Question("?", {})),
        ("must have a row for each answer", Question("?", answers, {"yes": {"yes": Fraction(1)}})),
        ("must add up to 1", Question("?", answers, {"yes": {"yes": half}, "no": sure})),
        (
            "must give each answer",
            Question("?", answers, {"yes": {"maybe": Fraction(1)}, "no": sure}),
        ),
        (
            "must give each answer a probability",
            Question("?", answers, {"yes": {"yes": Fraction(2), "no": Fraction(-1)}, "no": sure}),
        ),
    ]:
        with refused(message):
            rank_questions(Belief(log), [Question.value_of(log.problem, "A"), wrong])
    with pytest.raises(ProblemError, match=r"how often the answer is wrong is 1\.5; .* from 0 to 1"):
        Question.yes_no(rook, wrong=1.5)
    with pytest.raises(ProblemError, match="there is no unknown 'Z'"):
        Question.value_of(log.problem, "Z")
    with pytest.raises(ProblemError, match="there is no unknown 'Z'"):
        Question.by(log.problem, len, ["Z"], "?")


def test_values_that_read_alike_have_answers_of_their_own() -> None:
    """The number 1 and the text "1" are two values, so asking for the value has two answers."""
    problem = Problem({"A": [1, "1", 2]})
    (rating,) = rank_questions(Belief(Log(problem)), [Question.value_of(problem, "A")])
    assert rating.bits == pytest.approx(math.log2(3))


def test_no_world_left() -> None:
    """Where no world is left there is nothing to ask."""
    log = Log(Problem.one_to_one("AB", PIECES)).append(fact("A", "rook")).append(fact("B", "rook"))
    with pytest.raises(ContradictionError):
        rank_questions(Belief(log), [Question.yes_no(fact("A", "king"))])
    assert pair_questions(Belief(log)) == []


def check_review(log: Log) -> None:
    """Check what each entry taught against the worlds before and after."""
    lessons = review(log)
    assert [lesson.entry for lesson in lessons] == list(log)
    for number, (entry, lesson) in enumerate(zip(log, lessons, strict=True)):
        before, after = shares_of(log.at(number)), shares_of(log.at(number + 1))
        assert lesson.bits == pytest.approx(learned(before, after), abs=1e-9)
        best = max(
            (
                entropy([share, 1 - share])
                for unknown, values in log.problem.domains.items()
                for value in values
                if 0 < (share := sum((p for w, p in before if w[unknown] == value), Fraction(0))) < 1
            ),
            default=None,
        )
        assert (lesson.best is None) == (best is None)
        if lesson.best is not None:
            assert lesson.best.bits == pytest.approx(best, abs=1e-9)
        if not entry.is_hard:
            assert lesson.expected is None
            assert lesson.regret is None
            continue
        share = sum((p for world, p in before if entry.statement.holds(world)), Fraction(0))
        expected = entropy([share, 1 - share])
        assert lesson.expected == pytest.approx(expected, abs=1e-9)
        if best is None:
            assert lesson.regret is None
        else:
            assert lesson.regret == pytest.approx(max(best - expected, 0), abs=1e-9)


@settings(max_examples=60)
@given(consistent_one_to_one_logs(3, 5))
def test_reviews_of_one_to_one_logs(log: Log) -> None:
    """What entries taught, what asking was worth and what was best is what the worlds say."""
    check_review(log)


@settings(max_examples=60)
@given(consistent_general_logs(4))
def test_reviews_of_general_logs(log: Log) -> None:
    """The same with any rules and any entries."""
    check_review(log)


def test_a_review_with_questions_of_ones_own() -> None:
    """The best question is the best of those that were on offer."""
    log = Log(Problem.one_to_one("ABC", PIECES)).append(fact("A", "rook"))
    log = log.append(fact("B", "king"), model=slips("1/10")).append(~fact("B", "king"))
    lessons = review(log, lambda belief: [Question.value_of(belief.problem, "B")])
    assert all(lesson.best is not None and lesson.best.question.text == "What is B?" for lesson in lessons)
    assert lessons[0].regret == pytest.approx(math.log2(3) - entropy([Fraction(1, 3), Fraction(2, 3)]))
    assert lessons[0].bits == pytest.approx(math.log2(3))
    assert lessons[1].regret is None
    assert lessons[1].bits == pytest.approx(1 - entropy([Fraction(1, 10), Fraction(9, 10)]))
    assert lessons[2].bits == pytest.approx(math.log2(10))
    assert lessons[2].regret == 0
    none = review(log, lambda _: [])
    assert all(lesson.best is None and lesson.regret is None for lesson in none)


def test_a_review_of_a_contradiction() -> None:
    """An entry that leaves no world, hard or soft, is named."""
    log = Log(Problem.one_to_one("AB", PIECES[:2])).append(fact("A", "rook"))
    with pytest.raises(ContradictionError, match="entry 2 leaves no world"):
        review(log.append(fact("A", "king")))
    with pytest.raises(ContradictionError):
        review(log.append(weights={"A": {"rook": 0}}))
    with pytest.raises(DeduceError):
        review(log.append(fact("A", "king")).append(a_fact(log.problem)))
