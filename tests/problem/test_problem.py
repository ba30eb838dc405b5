"""Declaring problems: what is refused and how, prior weights, and what counts as one-to-one."""

from __future__ import annotations

import re
from collections.abc import Hashable
from contextlib import AbstractContextManager
from decimal import Decimal
from fractions import Fraction

import pytest

from deduce import (
    Belief,
    DeduceError,
    Log,
    Problem,
    ProblemError,
    Statement,
    all_different,
    among,
    exactly,
    fact,
    table,
    where,
)
from deduce.errors import did_you_mean, nearest
from deduce.problem.weights import Weight

PIECES = ["Rocket", "King", "Crab"]
DOMAINS: dict[Hashable, list[int]] = {"A": [1, 2], "B": [1, 2, 3]}


def refused(message: str) -> AbstractContextManager[pytest.ExceptionInfo[ProblemError]]:
    return pytest.raises(ProblemError, match=re.escape(message))


def test_every_error_of_a_problem_is_a_value_error() -> None:
    """Whoever only knows Python catches a wrong declaration as a ValueError."""
    assert issubclass(ProblemError, DeduceError)
    assert issubclass(DeduceError, ValueError)


def test_no_unknowns() -> None:
    """A problem about nothing is refused."""
    with refused("a problem needs at least one unknown"):
        Problem({})
    with refused("a problem needs at least one unknown"):
        Problem.one_to_one([], [])


def test_no_values() -> None:
    """An unknown without values is named."""
    with refused("'B' has no values; give it at least one"):
        Problem({"A": [1], "B": []})


def test_a_value_twice() -> None:
    """A value that stands twice for one unknown is named with it."""
    with refused("'A' has the value '2' twice; list every value once"):
        Problem({"A": [1, 2, 2]})
    with refused("'A' has the value 'Crab' twice"):
        Problem.one_to_one("AB", ["King", "Crab", "Crab"])


def test_a_text_for_values() -> None:
    """A text in the place of a list of values is refused."""
    with refused("the values of A must be a list, not the text 'Crab'"):
        Problem({"A": "Crab"})


def test_an_unknown_twice() -> None:
    """An unknown that is declared twice is named."""
    with refused("unknown 'A' is declared twice; declare every unknown once"):
        Problem.one_to_one("ABA", PIECES)


def test_more_unknowns_than_values() -> None:
    """Unknowns that cannot all differ are counted against the values."""
    with refused("4 unknowns cannot have different values out of 3; add values or remove unknowns"):
        Problem.one_to_one("ABCD", PIECES)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (fact("Z", 1), "there is no unknown 'Z'; known are: A, B"),
        (fact("A", 3), "'A' has no value 3; known are: 1, 2"),
        (fact("B", 33), "'B' has no value 33; did you mean 3?"),
        (all_different("AC"), "there is no unknown 'C'; known are: A, B"),
        (where(max, "AC"), "there is no unknown 'C'"),
        (table("AB", [(1, 1), (3, 1)]), "'A' has no value 3"),
        (exactly(1, [fact("A", 1), fact("B", 4)]), "'B' has no value 4"),
        ("A is 1", "'A is 1' is not a statement; write for example fact(unknown, value)"),
    ],
)
def test_a_rule_that_names_strangers(rule: Statement, message: str) -> None:
    """A rule on what is not declared is cited, by its name where it has one."""
    with refused(f"rule {str(rule)!r}: {message}"):
        Problem(DOMAINS, [rule])
    with refused(f"rule 'of the house': {message}"):
        Problem(DOMAINS, {"of the house": rule})


def test_nearest() -> None:
    """What was probably meant, or nothing."""
    assert nearest("Kamino", ["Zoe", "Kasimo"]) == "Kasimo"
    assert nearest("zoe", ["ZOE"]) == "ZOE"
    assert nearest("Kamino", ["Zoe"]) is None
    assert nearest(3, []) is None


def test_did_you_mean() -> None:
    """A name that is misspelt, or in the wrong case, is answered with what was meant."""
    with refused("there is no unknown 'Kamino'; did you mean 'Kasimo'?"):
        Problem({"Kasimo": [1], "Zoe": [1]}, [fact("Kamino", 1)])
    with refused("did you mean 'ZOE'?"):
        Problem({"Kasimo": [1], "ZOE": [1]}, [fact("zoe", 1)])
    with refused("'A' has no value 'Rockett'; did you mean 'Rocket'?"):
        Problem.one_to_one("ABC", PIECES, [fact("A", "Rockett")])
    many: dict[Hashable, list[int]] = {f"card {number}": [1] for number in range(20)}
    with refused(
        "known are: card 0, card 1, card 2, card 3, card 4, card 5, card 6, card 7, card 8, "
        "card 9, card 10, card 11, ..."
    ):
        Problem(many, [fact("xyz", 1)])


def test_unknowns_and_values_are_checked_by_name() -> None:
    """What other parts check about names is checked here, once."""
    problem = Problem(DOMAINS)
    problem.check_value("B", 3)
    problem.check(fact("A", 1) | fact("B", 3))
    with refused("there is no unknown 'C'"):
        problem.check_unknown("C")
    with refused("'A' has no value 3"):
        problem.check_value("A", 3)


@pytest.mark.parametrize(
    "weight",
    [
        -1,
        -0.5,
        "-1/2",
        float("nan"),
        float("inf"),
        -float("inf"),
        True,
        False,
        "much",
        "",
        "1/0",
        None,
        [1],
        "nan",
        "inf",
    ],
)
def test_a_weight_that_is_none(weight: Weight) -> None:
    """A weight must be a number that is finite and not negative; the message says of what."""
    expected = f"prior weight of A for 1 is {weight}"
    shown = f"prior weight of A for 1 is {weight!r}"
    with pytest.raises(ProblemError, match="must be a number that is 0 or more") as raised:
        Problem(DOMAINS, priors={"A": {1: weight}})
    assert str(raised.value).startswith((expected, shown))


def test_a_decimal_that_is_no_number() -> None:
    """A decimal number is read as it stands; one that is not finite is refused like any other."""
    tenth = Problem(DOMAINS, priors={"A": {1: Decimal("0.1")}})  # type: ignore[dict-item]
    assert tenth.priors["A"][1] == Fraction(1, 10)
    for number in (Decimal("NaN"), Decimal("Infinity")):
        with refused("must be a number that is 0 or more"):
            Problem(DOMAINS, priors={"A": {1: number}})  # type: ignore[dict-item]


def test_weights_that_leave_nothing() -> None:
    """Weights that rule out every value of an unknown are refused."""
    with refused("every prior weight of A is 0; at least one value must stay possible"):
        Problem(DOMAINS, priors={"A": {1: 0, 2: "0"}})


def test_weights_of_strangers() -> None:
    """Weights of an unknown or a value that is not declared are refused."""
    with refused("there is no unknown 'C'"):
        Problem(DOMAINS, priors={"C": {1: 1}})
    with refused("'A' has no value 3"):
        Problem(DOMAINS, priors={"A": {3: 1}})


def test_what_is_not_listed_weighs_one() -> None:
    """A value that the weights leave out weighs 1, and only proportions matter."""
    problem = Problem(DOMAINS, priors={"B": {3: 2}})
    assert problem.priors == {"B": {1: Fraction(1), 2: Fraction(1), 3: Fraction(2)}}
    belief = Belief(Log(problem))
    assert belief.probabilities["B"] == {1: Fraction(1, 4), 2: Fraction(1, 4), 3: Fraction(1, 2)}
    assert belief.probabilities["A"] == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    tenfold = Belief(Log(Problem(DOMAINS, priors={"B": {1: 10, 2: "10", 3: 20.0}})))
    assert dict(tenfold.probabilities) == dict(belief.probabilities)


@pytest.mark.parametrize(
    ("weight", "number"),
    [
        (0.1, Fraction(1, 10)),
        ("0.1", Fraction(1, 10)),
        ("1/10", Fraction(1, 10)),
        (Fraction(1, 10), Fraction(1, 10)),
        (1e-3, Fraction(1, 1000)),
        ("1e-3", Fraction(1, 1000)),
        (3, Fraction(3)),
        (1e100, Fraction(10) ** 100),
    ],
)
def test_weights_are_exact(weight: Weight, number: Fraction) -> None:
    """A weight is the number that it prints as, exactly; also a float."""
    assert Problem(DOMAINS, priors={"A": {1: weight}}).priors["A"][1] == number


def test_a_weight_of_zero_rules_a_value_out() -> None:
    """A value of weight 0 is impossible from the start; its worlds are not counted."""
    problem = Problem.one_to_one("ABC", PIECES, priors={"A": {"Crab": 0}})
    belief = Belief(Log(problem))
    assert belief.count == 4
    assert belief.possible["A"] == ("Rocket", "King")
    assert problem.values_of(problem.start[0]) == ("Rocket", "King")


def test_rules_on_one_unknown_count_from_the_start() -> None:
    """A rule on one unknown narrows it from the start, and is not a tie between unknowns."""
    problem = Problem.one_to_one("ABC", PIECES, [~fact("A", "Crab"), among("B", ["King"])])
    assert [problem.values_of(mask) for mask in problem.start] == [
        ("Rocket", "King"),
        ("King",),
        ("Rocket", "King", "Crab"),
    ]
    assert [rule.name for rule in problem.joint_rules] == ["all different"]
    assert problem.is_one_to_one


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (Problem.one_to_one("ABC", PIECES), True),
        (Problem.one_to_one("ABC", [*PIECES, "Wimp"]), True),
        (Problem.one_to_one("A", PIECES), True),
        (Problem({"A": [1, 2]}), True),
        (Problem({"A": [1, 2]}, [~fact("A", 1)]), True),
        (Problem(DOMAINS, [all_different("AB")]), True),
        (Problem(DOMAINS, [all_different("BA"), fact("B", 3)]), True),
        (Problem.one_to_one("ABC", PIECES, [fact("A", "Crab")]), True),
        (Problem.one_to_one("AB", [1, 2], [where(lambda a, b: a < b, "AB")]), False),
        (Problem(DOMAINS), False),
        (Problem({**DOMAINS, "C": [1]}, [all_different("AB")]), False),
        (Problem({**DOMAINS, "C": [1]}, [all_different("AB"), all_different("BC")]), False),
        (Problem(DOMAINS, [~all_different("AB")]), False),
        (Problem({"A": [1, 2]}, [exactly(2, [fact("A", 1)])]), False),
    ],
)
def test_is_one_to_one(problem: Problem, *, expected: bool) -> None:
    """A problem is one-to-one if all unknowns differ and nothing else ties them together."""
    assert problem.is_one_to_one is expected
    count = sum(
        all(rule.statement.holds(dict(world)) for rule in problem.rules)
        for world in Belief(Log(problem), "enumeration").worlds()
    )
    assert Belief(Log(problem)).count == count


def test_rules_that_read_alike_all_count() -> None:
    """Two rules with the same words are still two rules."""
    rules = [where(lambda a, b: a < b, "AB"), where(lambda a, b: a + b == 3, "AB")]
    values = [0, 1, 2, 3]
    assert str(rules[0]) == str(rules[1])
    assert Belief(Log(Problem(dict.fromkeys("AB", values), rules))).count == 2
    assert Belief(Log(Problem.one_to_one("AB", values, rules))).count == 2


def test_no_rule_can_replace_that_all_differ() -> None:
    """Whatever name a further rule of a one-to-one problem has, the unknowns still differ."""
    problem = Problem.one_to_one("AB", [1, 2], {"all different": ~fact("A", 1)})
    assert Belief(Log(problem)).count == 1
    assert len(problem.rules) == 2


@pytest.mark.parametrize(
    ("problem", "shown"),
    [
        (Problem({"A": [1]}), "Problem(1 unknown, 1 value)"),
        (Problem(DOMAINS), "Problem(2 unknowns, 3 values)"),
        (Problem(DOMAINS, [fact("A", 1)]), "Problem(2 unknowns, 3 values, 1 rule)"),
        (
            Problem(DOMAINS, [fact("A", 1), fact("B", 1)], priors={"A": {1: 2}, "B": {1: 2}}),
            "Problem(2 unknowns, 3 values, 2 rules, 2 priors)",
        ),
        (Problem.one_to_one("ABC", PIECES), "Problem(3 unknowns, 3 values, one-to-one)"),
        (
            Problem.one_to_one("ABC", PIECES, [fact("A", "Crab")], priors={"A": {"King": 2}}),
            "Problem(3 unknowns, 3 values, one-to-one, 1 more rule, 1 prior)",
        ),
    ],
)
def test_repr(problem: Problem, shown: str) -> None:
    """A problem shows what it consists of."""
    assert repr(problem) == shown


def test_what_was_declared_can_be_read() -> None:
    """A problem keeps its title, its unknowns and values in order, and its rules by name."""
    rule = where(lambda a, b: a < b, "AB", "rising")
    problem = Problem(DOMAINS, [rule], title="two cards")
    assert problem.title == "two cards"
    assert problem.unknowns == ("A", "B")
    assert problem.values == (1, 2, 3)
    assert problem.domains == {"A": (1, 2), "B": (1, 2, 3)}
    assert [(found.name, found.statement) for found in problem.rules] == [("rising", rule)]
    assert Problem(DOMAINS, {"up": rule}).rules[0].name == "up"
    assert Problem.one_to_one("AB", [1, 2]).rules[0].name == "all different"


def test_names_that_a_terminal_would_obey_are_written_out() -> None:
    """Also where a message lists what is known."""
    assert did_you_mean("zzzzzz", ["a\u2066b", "é x", "c\x1b[2J"]) == r"known are: a\u2066b, é x, c\x1b[2J"
    with pytest.raises(ProblemError, match=r"known are: Spr\\u2066inkler, Wimp"):
        Problem({"H": ["Spr\u2066inkler", "Wimp"]}, [fact("H", "Crab")])
