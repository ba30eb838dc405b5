"""Answer models in case files that depend on who speaks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deduce import AnswerModel, Belief, CaseFileError, Log, Problem, fact, parse_case

VILLAGE = """
format = "deduce.case/1"
[[unknowns]]
names = ["Ann", "Ben"]
values = ["wolf", "fool", "farmer"]
[model.lies]
when_true = 0
when_false = 1
[model.anything]
slips = 0.5
"""
WORD = """
[model.word]
when_true = "9/10"
when_false = "1/10"
depends_on = "Ann"
by_value = { wolf = "lies", fool = "anything" }
"""
SAID = """
[[entry]]
fact = "Ben is wolf"
model = "word"
"""


def test_a_word_that_depends_on_who_speaks() -> None:
    """The same as in Python, and the same as by hand."""
    case = parse_case(VILLAGE + WORD + SAID)
    lies = AnswerModel("lies", 0, 1)
    anything = AnswerModel("anything", "1/2", "1/2")
    word = AnswerModel("word", "9/10", "1/10", depends_on="Ann", by_value={"wolf": lies, "fool": anything})
    roles = ["wolf", "fool", "farmer"]
    log = Log(Problem({"Ann": roles, "Ben": roles})).append(fact("Ben", "wolf"), model=word)
    weights = {"wolf": (0, 2), "fool": (Fraction(1, 2), 1), "farmer": (Fraction(9, 10), Fraction(2, 10))}
    accused = sum(pair[0] for pair in weights.values()) / Fraction(sum(map(sum, weights.values())))
    assert Belief(case.log).probability("Ben", "wolf") == accused == Belief(log).probability("Ben", "wolf")
    assert case.log.models == ("word",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("depends_on = 'Ann'", "model.word: depends_on needs by_value"),
        ("by_value = { wolf = 'lies' }", "by_value needs depends_on, the unknown whose values they are"),
        (
            "depends_on = 'Anne'\nby_value = { wolf = 'lies' }",
            "there is no unknown 'Anne'; did you mean 'Ann'?",
        ),
        ("depends_on = 'Ann'\nby_value = { wof = 'lies' }", "'Ann' has no value 'wof'; did you mean 'wolf'?"),
        (
            "depends_on = 'Ann'\nby_value = { wolf = 'lie' }",
            "by_value names 'lie', but no model above is called so; did you mean 'lies'?",
        ),
        ("depends_on = 'Ann'\nby_value = { wolf = ['lies'] }", "by_value names ['lies'], but no model above"),
        ("depends_on = 'Ann'\nby_value = 'lies'", "by_value"),
        (
            "depends_on = 'Ann'\nby_value = { wolf = 'word' }",
            "by_value names 'word', but no model above is called so",
        ),
    ],
)
def test_what_is_wrong_with_it_has_its_place(text: str, message: str) -> None:
    """The line is named, and what is missing."""
    with pytest.raises(CaseFileError) as raised:
        parse_case(f"{VILLAGE}[model.word]\n{text}\n")
    assert message.removeprefix("model.word: ") in str(raised.value)
    assert raised.value.line in {12, 13, 14}


def test_exceptions_beside_facts_and_numbers() -> None:
    """To Python 1 is the same as true; in a file they are two values."""
    case = parse_case(
        """
[[unknowns]]
facts = ["it rains"]
[[unknowns]]
names = ["a"]
values = [1, 2]
[model.shy]
exceptions = { 1 = "1/3" }
[[entry]]
fact = "a is 2"
model = "shy"
"""
    )
    assert Belief(case.log).probability("a", 1) == Fraction(1, 4)
