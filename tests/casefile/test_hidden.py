"""Unknowns of a case file that only help to say something, wherever somebody could meet them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from common import ROOT
from deduce import Belief, CaseFileError, parse_case
from deduce.puzzle.candidates import candidate_lines
from deduce.puzzle.puzzle import Puzzle
from deduce_cli.main import app

STORM = ROOT / "examples" / "storm.toml"
ONE = """
[[unknowns]]
names = ["Ann", "Ben"]
values = [1, 2, 3]
[[unknowns]]
facts = ["it rains"]
hidden = true
[[entry]]
where = "Ann == 3 and Ben == 2"
"""


def run(*arguments: object) -> str:
    return CliRunner().invoke(app, list(map(str, arguments))).output


def test_worlds_and_chances_are_those_of_what_is_shown() -> None:
    """Three worlds with sun and one with rain are four to be told apart."""
    belief = Belief(parse_case(STORM.read_text(encoding="utf-8")).log)
    assert belief.problem.hidden == {"weather"}
    assert belief.count == 4
    assert belief.probability("Ann", "home") == Fraction(3, 5)
    assert belief.probability("weather", "rain") == Fraction(1, 5)


def test_facts_can_be_hidden_too() -> None:
    """What is not hidden is shown."""
    assert parse_case(ONE).problem.hidden == {"it rains"}
    assert parse_case(ONE.replace("true", "false")).problem.hidden == set()
    assert Belief(parse_case(ONE).log).count == 1
    assert Belief(parse_case(ONE.replace("true", "false")).log).count == 2


def test_answers_leave_it_out() -> None:
    """Neither what is certain, nor what is open, nor what is asked names it; a proof and the document do."""
    shown = run("solve", STORM, "--ask", "--given", "Ann is out")
    assert "hidden unknowns: 1)" in shown
    assert "weather" not in shown
    proved = run("solve", STORM, "--given", "Ann is out", "--why", "weather is sun")
    assert "weather is sun by the rules alone." in proved
    document = json.loads(run("solve", STORM, "--json", "--given", "Ann is out", "--worlds", "9"))
    assert document["hidden"] == ["weather"]
    assert document["certain"] == {"Ann": "out", "weather": "sun"}
    assert [found["world"] for found in document["most_probable"]] == [
        {"Ann": "out", "Ben": "home"},
        {"Ann": "out", "Ben": "out"},
    ]


def test_a_puzzle_does_not_ask_for_it(tmp_path: Path) -> None:
    """It has one solution if all the rest is settled, also where its clues are rules."""
    file = tmp_path / "case.toml"
    for text in (ONE, ONE.replace("[[entry]]", "[[rule]]")):
        puzzle = Puzzle.of(parse_case(text))
        assert puzzle.asks == ("Ann", "Ben")
        assert puzzle.is_unique
        left = {name: frozenset(values) for name, values in puzzle.log.problem.domains.items()}
        assert not any("rains" in line for line in candidate_lines(left, puzzle.log, 80))
        file.write_text(text, encoding="utf-8")
        assert "One solution." in run("puzzle", "check", file)
    file.write_text(ONE.replace("hidden = true", ""), encoding="utf-8")
    assert "Not one solution but 2; still open: it rains." in run("puzzle", "check", file)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            ONE.replace("= true", "= 1"),
            "line 7: unknowns 2: hidden is 1; it must be true or false",
        ),
        (
            ONE.replace("[1, 2, 3]", "[1, 2, 3]\nhidden = true"),
            "all unknowns are hidden",
        ),
        (
            ONE.replace("hidden =", "hiden ="),
            "has the unknown key 'hiden'; did you mean 'hidden'?",
        ),
        (
            '[puzzle]\nasks = ["Ann", "it rains"]\n' + ONE,
            "line 2, column 16: 'it rains' is hidden, so nobody is asked for it; leave it out",
        ),
        (
            ONE + '[[question]]\nfact = "it rains"\n',
            "question 1: question 'it rains?' is about 'it rains', which is hidden",
        ),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(CaseFileError) as error:
        parse_case(text)
    assert message in str(error.value)
