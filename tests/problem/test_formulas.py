"""Formulas, facts and deals: known answers, words, remainders, refusals."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import (
    Belief,
    Log,
    Problem,
    ProblemError,
    Statement,
    among,
    any_of,
    at_least,
    drawn,
    exactly,
    fact,
    how_many,
    iff,
    implies,
    none_of,
    pair_questions,
    prove,
    same,
    says,
    term,
    xor,
)
from deduce.belief.patience import Allowance
from deduce.problem.statements import ALWAYS, NEVER

KINDS = ["knight", "knave"]
a, b, c = fact("A", 1), fact("B", 1), fact("C", 1)


def island(*names: str) -> Problem:
    return Problem(dict.fromkeys(names, tuple(KINDS)))


def knave(name: str) -> Statement:
    return fact(name, "knave")


def test_smullyan_26_to_28() -> None:
    """Three of the first puzzles of Raymond Smullyan's "What Is the Name of This Book?" (1978)."""
    # B says that A says that A is a knave; C says that B lies.
    log = Log(island("A", "B", "C")).append(says("B", says("A", knave("A")))).append(says("C", knave("B")))
    assert Belief(log).certain == {"B": "knave", "C": "knight"}
    # A: all of us are knaves. B: exactly one of us is a knight.
    trio = Log(island("A", "B", "C"))
    knights = [fact(name, "knight") for name in "ABC"]
    said = trio.append(says("A", none_of(*knights))).append(says("B", exactly(1, knights)))
    assert Belief(said).certain == {"A": "knave", "B": "knight", "C": "knave"}
    # A: at least one of us is a knave.
    pair = Log(island("A", "B")).append(says("A", any_of(knave("A"), knave("B"))))
    assert Belief(pair).certain == {"A": "knight", "B": "knave"}


def test_normals_say_anything() -> None:
    """Smullyan 39: A "I am normal", B "that is true", C "I am not normal"; one of each kind."""
    people = Problem.one_to_one("ABC", ["knight", "knave", "normal"])
    said = [
        says("A", fact("A", "normal"), liar="knave"),
        says("B", fact("A", "normal"), liar="knave"),
        says("C", ~fact("C", "normal"), liar="knave"),
    ]
    assert Belief(Log(people).append(said[0]).append(said[1]).append(said[2])).certain == {
        "A": "knave",
        "B": "normal",
        "C": "knight",
    }


def test_a_statement_about_itself_is_a_contradiction() -> None:
    log = Log(island("A")).append(says("A", knave("A")))
    assert Belief(log).count == 0


def test_facts_beside_numbers() -> None:
    """True and 1 are the same to Python; everybody is still called as declared."""
    did = ["Ann did it", "Ben did it", "Cleo did it"]
    problem = Problem(
        {**dict.fromkeys(did, (True, False)), "how many": range(4)},
        [term("how many") == how_many(map(fact, did)), iff(fact("Ann did it"), ~fact("Ben did it"))],
    )
    log = Log(problem).append(term("how many") >= 2, "more than one").append(~fact("Ben did it"))
    belief = Belief(log)
    assert belief.certain == {"Ann did it": True, "Ben did it": False, "Cleo did it": True, "how many": 2}
    assert [type(value) for value in belief.certain.values()] == [bool, bool, bool, int]
    assert str(belief.world(0)) == "World(Ann did it=True, Ben did it=False, Cleo did it=True, how many=2)"
    assert repr(belief.probabilities["Ann did it"]) == "{True: Fraction(1, 1)}"
    assert repr(Belief(Log(problem)).possible["how many"]) == "(1, 2)"
    assert repr(Belief(Log(problem)).possible["Ann did it"]) == "(True, False)"
    assert str(prove(log, "Cleo did it", True)).endswith("so Cleo did it.")  # noqa: FBT003 - a value


def test_facts() -> None:
    problem = Problem.facts(["it rains", "it pours"], [implies(fact("it pours"), fact("it rains"))])
    assert Belief(Log(problem)).count == 3
    assert Belief(Log(problem).append(fact("it pours"))).certain == {"it rains": True, "it pours": True}
    assert str(problem.rules[0].statement) == "not: it pours or it rains"
    assert [question.text for question in pair_questions(Belief(Log(problem)))] == ["it rains?", "it pours?"]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (fact("it rains"), "it rains"),
        (~fact("it rains"), "not: it rains"),
        (fact("it rains", False), "not: it rains"),  # noqa: FBT003 - a value
        (~~fact("it rains"), "it rains"),
        (fact("A", 1), "A is 1"),
        (iff(a, b), "A is 1 exactly if B is 1"),
        (~iff(a, b), "either A is 1 or B is 1"),
        (xor(a, b), "either A is 1 or B is 1"),
        (xor(a, b, c), "an odd number of (A is 1; B is 1; C is 1)"),
        (~xor(a, b, c), "an even number of (A is 1; B is 1; C is 1)"),
        (iff(a, b & c), "A is 1 exactly if (B is 1 and C is 1)"),
        (says("Ann", a | b), "Ann says: A is 1 or B is 1"),
        (same("A", "B", "C"), "A, B and C are the same"),
        (~same("A", "B"), "not (A and B are the same)"),
    ],
)
def test_words(said: Statement, words: str) -> None:
    assert str(said) == words


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (iff(a, a), ALWAYS),
        (xor(a, a), NEVER),
        (iff(a, ALWAYS), a),
        (iff(a, NEVER), ~a),
        (xor(a, b, b), a),
        (iff(~same("A", "B"), c), xor(same("A", "B"), c)),
        (~~iff(a, b), iff(a, b)),
    ],
)
def test_the_simplest_form(said: Statement, left: Statement) -> None:
    assert said == left


@pytest.mark.parametrize("values", [{2, 3}, range(2, 4), (2, 3), frozenset((3, 2)), {2: "x", 3: "y"}])
def test_values_in_any_shape(values: Any) -> None:
    assert among("A", values) == among("A", [2, 3])


def test_remainders_are_small() -> None:
    """Of a long parity only the rest and whether it must be odd; of the same, nobody else's values."""
    names = "ABCDEFGH"
    parity = xor(*(fact(name, 1) for name in names))
    domains = {name: frozenset((0, 1)) for name in names}

    def after(*values: int) -> Statement:
        return parity.under({**domains, **{n: frozenset((v,)) for n, v in zip(names, values, strict=False)}})

    left = {after(*values) for values in itertools.product((0, 1), repeat=6)}
    assert left == {xor(fact("G", 1), fact("H", 1)), iff(fact("G", 1), fact("H", 1))}
    alike = same("A", "B", "C").under({"A": frozenset((1,)), "B": frozenset((1, 2)), "C": frozenset((1, 3))})
    assert alike == (fact("B", 1) & fact("C", 1))
    apart = same("A", "B").under({"A": frozenset((1, 2)), "B": frozenset((3,))})
    assert apart == NEVER


@given(
    st.lists(st.frozensets(st.integers(0, 4), min_size=1), min_size=4, max_size=4),
    st.permutations("ABCD"),
    st.integers(2, 4),
    st.booleans(),
)
def test_many_that_are_the_same(
    domains: list[frozenset[int]], order: list[str], size: int, is_tied: bool
) -> None:
    """Alone and together with something else, they are as often the same as when all is tried."""
    problem = Problem(
        dict(zip("ABCD", map(sorted, domains), strict=True)),
        [
            same(*order[:size]),
            *([at_least(1, [fact("A", min(domains[0])), fact("D", max(domains[3]))])] * is_tied),
        ],
    )
    expected = [
        world
        for world in itertools.product(*map(sorted, domains))
        if len({world["ABCD".index(name)] for name in order[:size]}) == 1
        and (not is_tied or world[0] == min(domains[0]) or world[3] == max(domains[3]))
    ]
    belief = Belief(Log(problem))
    assert belief.count == len(expected)
    assert {tuple(world.values()) for world in belief.worlds()} == set(expected)


def test_hundreds_that_are_the_same() -> None:
    """Twice as many take some twice the steps to count, and not four times."""
    steps = []
    for count in (200, 400, 800):
        names = [f"x{number}" for number in range(count)]
        allowance = Allowance(10**9)
        belief = Belief(Log(Problem(dict.fromkeys(names, range(8)), [same(*names)])), allowance=allowance)
        assert belief.count == 8
        steps.append(10**9 - allowance.left)
    assert steps[1] < 3 * steps[0]
    assert steps[2] < 3 * steps[1]


def test_a_deal_weighs_the_copies() -> None:
    """Two cards of three reds and two blues: 3/10 for two reds, not 1/4 as if all worlds weighed the same."""
    bag = Problem.deal({"red": 3, "blue": 2}, {"Ann": 2}, title="a bag")
    belief = Belief(Log(bag))
    both = fact("Ann 1", "red") & fact("Ann 2", "red")
    assert bag.unknowns == ("Ann 1", "Ann 2")
    assert belief.probability_of(both) == Fraction(3, 10)
    assert bag.rules[0].name == "the deal"
    equal = Problem(dict.fromkeys(bag.unknowns, ("red", "blue")))
    assert Belief(Log(equal)).probability_of(both) == Fraction(1, 4)


def test_a_deal_like_any_other() -> None:
    """Against all orders of the pack."""
    bag = Problem.deal(
        {"R": 3, "B": 2, "G": 1}, {"Ann": 2, "Ben": 1}, [fact("Ben 1", "R") | fact("Ben 1", "B")]
    )
    orders = [deal[:3] for deal in itertools.permutations("RRRBBG") if deal[2] != "G"]
    share = Fraction(sum(deal[:2] == ("R", "B") for deal in orders), len(orders))
    assert Belief(Log(bag)).probability_of(fact("Ann 1", "R") & fact("Ann 2", "B")) == share


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: iff(a, 1), "1 is not a statement; write for example fact"),  # type: ignore[arg-type]
        (lambda: xor(a, drawn("A", {1: 1})), "says how likely worlds are, so it cannot be a part"),
        (lambda: says("A", "B lies"), "'B lies' is not a statement"),  # type: ignore[arg-type]
        (lambda: says("A", b, honest="x", liar="x"), "x is named as both honest and liar; name two kinds"),
        (lambda: Problem({"A": [1], "B": [1]}, [says("A", b)]), "'A' has no value 'knight'"),
        (lambda: same("A", "A"), "same names 'A' twice"),
        (lambda: Problem({"A": [1]}, [same("A", "B")]), "there is no unknown 'B'"),
        (lambda: Problem({"A": ["x"]}, [iff(term("A") == 1, a)]), "'A' has no value 1"),
        (
            lambda: Problem({"A": ["x"]}, [xor(term("A") == 1, fact("A", "x"))]),
            "'x', which is no whole number",
        ),
        (lambda: Problem.facts(["rain", "rain"]), "unknown 'rain' is declared twice"),
        (lambda: Problem.facts([]), "a problem needs at least one unknown"),
        (lambda: Problem.facts(["rain"], [fact("snow")]), "there is no unknown 'snow'"),
        (lambda: Problem.deal({"R": 1}, {"Ann": 2}), "2 draws cannot come from a supply of 1"),
        (lambda: Problem.deal({"R": 1}, {"Ann": 0}), "deal: 'Ann' has 0 cards; the number of cards must be"),
        (lambda: Problem.deal({"R": 1}, {}), r"deal: the hands are \{\}; they must be a mapping"),
        (lambda: Problem.deal({"R": 1}, ["Ann"]), "deal: the hands are .'Ann'.; they must be"),  # type: ignore[arg-type]
        (lambda: Problem.deal([1], {"Ann": 1}), "the supply of drawn is"),  # type: ignore[arg-type]
    ],
)
def test_what_makes_no_sense(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        make()
