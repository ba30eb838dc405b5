"""Terms: puzzles, words, remainders, refusals (what they are worth stands with all other statements)."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from deduce import (
    Belief,
    Log,
    Problem,
    ProblemError,
    Statement,
    Term,
    all_different,
    at,
    between,
    conflicts,
    distance,
    drawn,
    fact,
    how_many,
    left_of,
    max_of,
    min_of,
    next_to,
    number,
    prove,
    same,
    sum_of,
    term,
    terms,
)
from deduce.belief.cpsat import Encoding
from deduce.belief.diagram import DiagramEngine
from deduce.belief.situation import Situation
from deduce.problem.statements import ALWAYS, NEVER, Among

SMALL = {name: [1, 2, 3] for name in "abc"}
a, b, c = term("a"), term("b"), term("c")


def cryptarithm(*words: str) -> Problem:
    """The last number is the sum of the others; no number begins with 0."""
    rules = [sum_of(number(*word) for word in words[:-1]) == number(*words[-1])]
    letters = dict.fromkeys("".join(words))
    rules += [~fact(letter, 0) for letter in dict.fromkeys(word[0] for word in words)]
    return Problem.one_to_one(letters, range(10), rules)


@pytest.mark.parametrize(
    ("words", "solutions"),
    [
        ("SEND MORE MONEY", [(9567, 1085, 10652)]),
        ("DONALD GERALD ROBERT", [(526485, 197485, 723970)]),
        ("THREE THREE TWO TWO ONE ELEVEN", [(84611, 84611, 803, 803, 391, 171219)]),
    ],
)
def test_cryptarithms(words: str, solutions: list[tuple[int, ...]]) -> None:
    """Two million combinations and more; the published solutions, and no other."""
    parts = words.split()
    worlds = Belief(Log(cryptarithm(*parts)), "diagram").worlds()
    assert [
        tuple(int("".join(str(world[letter]) for letter in word)) for word in parts) for world in worlds
    ] == solutions


def test_a_sum_makes_a_small_diagram() -> None:
    """What weighs most is decided first, and what cannot be made up for any more is given up at once."""
    situation = Situation.of(Log(cryptarithm("SEND", "MORE", "MONEY")))
    layers = DiagramEngine(situation).diagram.layers
    assert sum(len(layer.nodes) for layer in layers) < 100


def test_a_sum_makes_a_small_model() -> None:
    """A hundred million combinations of eight digits take no literal for each."""
    problem = Problem({name: range(10) for name in "abcdefgh"}, [sum_of("abcdefgh") == 36])
    encoding = Encoding(Situation.of(Log(problem)))
    assert len(encoding.model.proto.variables) < 100
    assert len(encoding.model.proto.constraints) < 100


def test_magic_squares() -> None:
    """There is one of nine fields, turned and mirrored."""
    lines = ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"]
    square = Problem.one_to_one("abcdefghi", range(1, 10), [sum_of(line) == 15 for line in lines])
    belief = Belief(Log(square))
    assert belief.count == 8
    assert belief.certain == {"e": 5}


def test_changing_a_dollar() -> None:
    """There are 292 ways to change a dollar."""
    worth = {"penny": 1, "nickel": 5, "dime": 10, "quarter": 25, "half": 50}
    coins = {coin: range(100 // cents + 1) for coin, cents in worth.items()}
    change = sum_of(cents * term(coin) for coin, cents in worth.items()) == 100
    assert Belief(Log(Problem(coins, [change]))).count == 292


def test_queens() -> None:
    """There are 92 ways to put eight queens on a board such that none attacks another."""
    rows = range(8)
    apart = [distance(one, other) != other - one for one, other in itertools.combinations(rows, 2)]
    assert Belief(Log(Problem(dict.fromkeys(rows, rows), [all_different(rows), *apart]))).count == 92


def test_the_zebra() -> None:
    """Who has the zebra? The puzzle of 1962, with its places as numbers."""
    people = ["English", "Spanish", "Ukrainian", "Norwegian", "Japanese"]
    colours = ["red", "green", "ivory", "yellow", "blue"]
    drinks = ["coffee", "tea", "milk", "juice", "water"]
    smokes = ["Old Gold", "Kools", "Chesterfields", "Lucky Strike", "Parliaments"]
    pets = ["dog", "snails", "fox", "horse", "zebra"]
    groups = [people, colours, drinks, smokes, pets]
    rules = [all_different(group) for group in groups]
    alike = [
        "English red",
        "Spanish dog",
        "coffee green",
        "Ukrainian tea",
        "Kools yellow",
        "Japanese Parliaments",
    ]
    rules += [same(*pair.split()) for pair in alike]
    rules += [same("Old Gold", "snails"), same("Lucky Strike", "juice"), left_of("ivory", "green", by=1)]
    rules += [term("milk") == 3, term("Norwegian") == 1, next_to("Norwegian", "blue")]
    rules += [next_to("Chesterfields", "fox"), next_to("Kools", "horse")]
    log = Log(Problem({name: range(1, 6) for group in groups for name in group}, rules))
    belief = Belief(log)
    assert belief.count == 1
    assert belief.certain["Japanese"] == belief.certain["zebra"]
    assert belief.certain["Norwegian"] == belief.certain["water"]
    assert Belief(log, "cp-sat").certain == belief.certain
    assert prove(log, "zebra", 5).entries == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (a < b, b > a),
        (a < b, a <= b - 1),
        (a == b, b == a),
        (a - b == 2, 2 + b == a),
        (2 * a + 2 * b <= 7, a + b <= 3),
        (2 * a + 2 * b >= 7, a + b >= 4),
        (abs(a - b) == 1, (a - b).among([1, -1])),
        (distance("a", "b") != 1, ~next_to("b", "a")),
        (~(a <= b), a > b),
        (a != b, ~(b == a)),
        (3 * a == 2 * b + a, a == b),
        (distance("b", "a") != 1, ~next_to("b", "a")),
    ],
)
def test_what_says_the_same_is_the_same(one: Statement, other: Statement) -> None:
    assert one == other


def decided(**values: int) -> dict[Any, frozenset[Any]]:
    return {name: frozenset((values[name],) if name in values else (1, 2, 3)) for name in "abc"}


@pytest.mark.parametrize(
    ("statement", "one", "other"),
    [
        (a + b + c == 6, {"a": 1, "b": 2}, {"a": 2, "b": 1}),
        (a + b + c == 6, {"a": 1}, {"b": 1}),
        (a * b + c <= 7, {"a": 1, "b": 3}, {"a": 3, "b": 1}),
        (at([0, a, a + 2], "c") == 3, {"c": 2, "a": 1}, {"c": 1, "a": 3}),
        ((a + b + c) % 2 == 0, {"a": 1}, {"a": 3}),
    ],
)
def test_equal_remainders_are_equal_objects(
    statement: Statement, one: dict[str, int], other: dict[str, int]
) -> None:
    """So that a diagram shares its nodes, and every pair of unknowns is open in the same way."""
    first, second = statement.under(decided(**one)), statement.under(decided(**other))
    if one.keys() != other.keys():
        assert str(first).replace("b", "a") == str(second).replace("b", "a")
    else:
        assert first == second
        assert hash(first) == hash(second)


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        (a + b <= 6, ALWAYS),
        (a + b <= 1, NEVER),
        (2 * a + 4 * b == 7, NEVER),
        (a * b >= 1, ALWAYS),
        (abs(a - b) <= 2, ALWAYS),
        (a + 0 * b == 2, Among("a", frozenset((2,)))),
        (a * a == 4, Among("a", frozenset((2,)))),
        (a - a == 0, ALWAYS),
        (sum_of([]) == 0, ALWAYS),
        (how_many([]) == 1, NEVER),
    ],
)
def test_what_is_decided_is_told(statement: Statement, left: Statement) -> None:
    assert statement.under(decided()) == left


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (number(*"SEND") + number(*"MORE") == number(*"MONEY"), "SEND + MORE == MONEY"),
        (number("ten", "one") > 12, "number(ten, one) > 12"),
        (terms(["Clubb", "clerk"])["Clubb"] == term("clerk") + 10, "Clubb == clerk + 10"),
        (2 * (a + b) - (c - 1) <= -a, "2 * (a + b) - (c - 1) <= -a"),
        (~(a < 2), "a >= 2"),
        (~~(a < 2), "a < 2"),
        (abs(a - b) ** 2 != 4, "abs(a - b) ** 2 != 4"),
        ((a + b) // 2 == c % 2, "(a + b) // 2 == c % 2"),
        (min_of("ab") < max_of([b, c]), "min(a, b) < max(b, c)"),
        (at([1, a], "b") == 1, "(1, a)[b] == 1"),
        (at({1: a, 2: 5}, "b") == 1, "(1: a, 2: 5)[b] == 1"),
        (how_many([fact("a", 1), fact("b", 1)]) == 1, "how many of (a is 1; b is 1) == 1"),
        (between("a", "b", "c"), "b is between a and c"),
        (~between("a", "b", "c"), "b is not between a and c"),
        (left_of("a", "b", by=2), "a is 2 left of b"),
        ((a + b).among([4, 2]), "a + b is one of 2, 4"),
        (~(a + b).among([4, 2]), "a + b is none of 2, 4"),
        ((a - 2 * b + 3 * c <= 5).under({"z": frozenset((1,))}), "a + 3 * c <= 2 * b + 5"),
        ((a + b + c <= 6).under(decided(a=1)), "2 <= b + c <= 5"),
        ((a + b - c != 1).under({"a": frozenset((1,))}), "b != c"),
        ((a * b - c == 1).under({"c": frozenset((1,))}), "a * b == 2"),
        ((abs(a + b - 4) + c == 2).under({"c": frozenset((1,))}), "a + b is one of 3, 5"),
        (((a + b) % 2 + (a - b) // 2 == c).under({"c": frozenset((1,))}), "(a + b) % 2 + (a - b) // 2 == 1"),
    ],
)
def test_words(said: Statement, words: str) -> None:
    """As it was written; of a remainder, with what is taken away on the other side."""
    assert str(said) == words


@pytest.mark.parametrize(
    "said", [a < b, abs(a - 2) == b, max_of("ab") == 1, at({1: b, 2: 3, 3: c}, "a") == 1]
)
def test_nothing_left(said: Statement) -> None:
    """Where an unknown has no value left, as in a contradiction, nothing holds."""
    none: frozenset[Any] = frozenset()
    assert said.under({"a": none}) == said.under({**decided(), "a": none}) == NEVER
    log = Log(Problem(SMALL, [said])).append(fact("a", 1)).append(fact("a", 2))
    for engine in ("diagram", "cp-sat", "enumeration"):
        assert Belief(log, engine).count == 0  # type: ignore[arg-type]
    assert conflicts(log)


def test_a_term_shows_what_it_is() -> None:
    assert repr(a + 2 * b) == "Term(a + 2 * b)"
    assert str(sum([a, b])) == "a + b"
    assert str(1 - a) == "1 - a"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: a == "red",
            "'red' is neither a term nor a whole number; the number that an unknown has is term",
        ),
        (lambda: a + 1.5, r"1\.5 is neither a term nor a whole number"),
        (lambda: a < "b", "'b' is neither a term nor a whole number"),
        (lambda: a % 0, "a % 0: the divisor must be a whole number from 1 to"),
        (lambda: a // b, r"a // Term\(b\): the divisor must be a whole number"),
        (lambda: a**11, r"a \*\* 11: the power must be a whole number from 1 to 10"),
        (number, "number has no digits; name at least one unknown"),
        (lambda: number("a", base=1), "number: the base is 1; it must be a whole number from 2"),
        (lambda: min_of([]), "min_of names no unknown"),
        (lambda: at([], "a"), "at: the row for 'a' is empty"),
        (lambda: at(["x"], "a"), "'x' is neither a term nor a whole number"),  # type: ignore[list-item]
        (lambda: at(5, "a"), "the row of at must be a list, not 5"),  # type: ignore[arg-type]
        (lambda: terms(5), "terms must be a list, not 5"),  # type: ignore[arg-type]
        (lambda: sum_of(5), "the terms of a sum must be a list, not 5"),  # type: ignore[arg-type]
        (lambda: how_many([1]), "1 is not a statement; write for example fact"),  # type: ignore[list-item]
        (lambda: how_many([drawn("a", {1: 2})]), "says how likely worlds are, so it cannot be a part"),
        (lambda: a.among([b]), r"Term\(b\): it must be a whole number"),  # type: ignore[list-item]
        (lambda: left_of("a", "b", by=1.5), r"left_of: 1\.5 must be a whole number"),  # type: ignore[arg-type]
        (lambda: Problem(SMALL, [term("d") == 1]), "there is no unknown 'd'"),
        (lambda: Problem({"a": ["red"]}, [a == 1]), "'a' can be 'red', which is no whole number"),
        (lambda: Problem({"a": [1.0]}, [a == 1]), r"'a' can be 1\.0, which is no whole number"),
        (lambda: Problem({"a": ["red"], "b": [1]}, [fact("b", 1) | (a == 1)]), "which is no whole number"),
        (lambda: Problem({"a": ["red"], "b": [1]}, [how_many([a == 1]) == b]), "which is no whole number"),
        (
            lambda: Problem(SMALL, [at([1, 2, 3], "a") == 1]),
            "nothing for 3, which 'a' can be; it has 0, 1, 2",
        ),
        (lambda: a + 10**5000, "can be at most 1,000,000,000,000,000,000"),
        (lambda: a * 10**10 * 10**10, "what a term is multiplied by, can be at most"),
        (
            lambda: Problem({"a": [1, 10**9], "b": [1, 10**9]}, [a * b == 3]),
            r"a \* b can get further from 0 than 1,000,000,000,000,000",
        ),
        (lambda: Problem(SMALL, [how_many([fact("a", 4)]) == 1]), "'a' has no value 4"),
    ],
)
def test_what_makes_no_sense(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        make()


@pytest.mark.parametrize("make", [lambda: 1 < a < 3, lambda: a in (b, c), lambda: bool(a), lambda: {a}])
def test_what_python_would_take_for_a_truth_value(make: Callable[[], object]) -> None:
    """A term or a statement is no truth value, and a term no member of a set."""
    with pytest.raises(TypeError, match=r"combine statements with|compare it, such as a != 0|unhashable"):
        make()


def test_terms_are_made_by_functions() -> None:
    assert isinstance(a + 1, Term)
    assert str(terms("ab")["b"]) == "b"


def test_what_is_never_true_counts_as_none() -> None:
    """Also among other statements that are counted, once these are settled."""
    a, b = term("a"), term("b")
    statement = how_many([between(a, b, b), all_different("ab"), a == b]) == 1
    domains = {"a": frozenset([6]), "b": frozenset([6])}
    assert statement.under(domains).holds({})
    assert Belief(Log(Problem({"a": [6, 0, 3], "b": [6, 0, 3]}, [statement]))).count == 9
