"""Every example is run as a reader would run it, and must come to the facts that are known.

Programs are run by themselves, case files by ``deduce solve``. Each one is run twice, with different
seeds for the order of sets, and must print the same both times.
"""

import functools
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from deduce import Belief, read_case

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
PROGRAMS = sorted(path.name for path in EXAMPLES.glob("*.py"))
CASES = sorted(path.name for path in EXAMPLES.glob("*.toml"))
MOST_LINES = 59
TIME_LIMIT = 120

SUSPECTS = {"Scarlet", "Green", "Mustard", "Plum", "Peacock", "White"}
WEAPONS = {"knife", "rope", "pipe", "wrench", "pistol", "candlestick"}
ROOMS = {"hall", "study", "kitchen", "library", "lounge", "ballroom", "cellar", "attic", "garden"}
DEAL = {
    "in the envelope": {"Peacock", "wrench", "hall"},
    "Ann's": {"pistol", "pipe", "cellar"},
    "Ben's": {"Scarlet", "Mustard", "ballroom"},
    "Cleo's": {"Plum", "knife", "attic"},
    "Dan's": {"candlestick", "kitchen", "lounge"},
    "Eve's": {"White", "Green", "study"},
    "Finn's": {"rope", "library", "garden"},
}
HOUSES = {
    1: {"Norwegian", "yellow", "water", "fox", "go"},
    2: {"Ukrainian", "blue", "tea", "horse", "whist"},
    3: {"Englishman", "red", "milk", "snails", "chess"},
    4: {"Spaniard", "ivory", "juice", "dog", "dominoes"},
    5: {"Japanese", "green", "coffee", "zebra", "darts"},
}


def run(*command: str, seed: int = 0) -> str:
    environment = {
        name: value for name, value in os.environ.items() if name not in {"CLICOLOR_FORCE", "FORCE_COLOR"}
    }
    environment |= {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONHASHSEED": str(seed), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        check=False,
        cwd=ROOT,
        encoding="utf-8",
        env=environment,
        stdin=subprocess.DEVNULL,
        timeout=TIME_LIMIT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@functools.cache
def printed(program: str, seed: int = 0) -> str:
    return run(f"examples/{program}", seed=seed)


@functools.cache
def solved_text(case: str, *options: str, seed: int = 0) -> str:
    command = ("-c", "from deduce_cli.main import main; main()", "solve", f"examples/{case}")
    return run(*command, "--json", *options, seed=seed)


def solved(case: str, *options: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(solved_text(case, *options))
    assert found["format"] == "deduce.solve/1"
    assert found["consistent"]
    return found


def chances(line: str) -> dict[str, Fraction]:
    """Read ``  weapon: wrench 1/2, rope 1/2``."""
    pairs = (pair.rsplit(" ", 1) for pair in line.partition(": ")[2].split(", "))
    return {name: Fraction(chance) for name, chance in pairs}


def matches(pattern: str, text: str) -> list[Any]:
    """What a pattern finds, line by line."""
    return re.findall(pattern, text, re.MULTILINE)


# --- All examples --------------------------------------------------------------------------------


def test_there_are_examples() -> None:
    assert {"clue.py", "confusion_sheet.py", "guess_who.py", "mastermind.py", "zebra.py"} <= set(PROGRAMS)
    assert {"clue.toml", "confusion.toml", "potluck.toml", "zebra.toml"} <= set(CASES)


@pytest.mark.parametrize("program", PROGRAMS)
def test_program_is_short(program: str) -> None:
    text = (EXAMPLES / program).read_text(encoding="utf-8")
    assert text.startswith('"""'), "an example starts by saying what it shows"
    assert len(text.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("program", PROGRAMS)
def test_program_prints_the_same_again(program: str) -> None:
    assert printed(program).strip()
    assert printed(program) == printed(program, seed=1)


@pytest.mark.parametrize("case", CASES)
def test_case_prints_the_same_again(case: str) -> None:
    assert solved_text(case) == solved_text(case, seed=1)


@pytest.mark.parametrize("case", CASES)
def test_case_is_solved(case: str) -> None:
    found = solved(case)
    assert found["worlds"] >= 1
    assert found["not_counted"] is None
    for unknown, row in found["fractions"].items():
        assert sum(map(Fraction, row.values())) == 1, unknown
        assert list(row) == found["possible"][unknown]


# --- Zebra ---------------------------------------------------------------------------------------


def test_zebra_program() -> None:
    text = printed("zebra.py")
    assert "1 world is left:" in text
    houses = {int(n): set(names.split()) for n, names in matches(r"^  house (\d): (.*)$", text)}
    assert houses == HOUSES
    assert text.endswith("so zebra is 5.\n")


def test_zebra_program_explains_every_step() -> None:
    steps = matches(r"^(\d+)\. (.*)\.$", printed("zebra.py"))
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    said = " ".join(f"{sentence};" for _, sentence in steps)
    for house, names in HOUSES.items():
        for name in names:
            assert f"{name} is {house};" in said


def test_zebra_case() -> None:
    found = solved("zebra.toml")
    assert found["worlds"] == 1
    assert found["certain"] == {name: str(house) for house, names in HOUSES.items() for name in names}
    assert [entry["id"] for entry in found["entries"]] == [str(number) for number in range(2, 16)]


def test_zebra_needs_every_clue() -> None:
    (why,) = solved("zebra.toml", "--why", "zebra is 5")["why"]
    assert why["proof"]["holds"]
    assert set(why["proof"]["entries"]) <= {str(number) for number in range(2, 16)}
    assert why["steps"][-1]["conclusions"][-1] == "zebra is 5"


# --- Mastermind ----------------------------------------------------------------------------------


def test_mastermind_program() -> None:
    text = printed("mastermind.py")
    assert re.findall(r"(\d+) codes are left", text) == ["256", "55", "9"]
    assert len(matches(r"^  possible: ", text)) == 9
    taught = [float(bits) for bits in re.findall(r"That taught (\S+) bits", text)]
    assert sum(taught) == pytest.approx(7.17, abs=0.02), "from 1296 codes to 9 it is log2(144) bits"
    first, *_, last = matches(r"^Next guess (.*)$", text)
    assert first == "green blue red blue: 3.170 bits, at worst 3.170 bits"
    assert last == "red red orange orange: useless, at worst 0.000 bits"


# --- Guess Who -----------------------------------------------------------------------------------


def test_guess_who_program() -> None:
    text = printed("guess_who.py")
    assert text.startswith("4 people are left: Ada Cleo Fritz Ines\n")
    assert matches(r"^  (.*\?) useless$", text) == ["bald?", "glasses?"]
    assert "moustache? 0.811 bits, no better than beard?" in text
    slips = [Fraction(chance) for chance in matches(r"^  a slip in .*: (\S+); ", text)]
    assert len(slips) == 6
    assert slips[0] == max(slips) == Fraction(3649, 4029)
    assert text.endswith("Without the slip it is Fritz\n")


# --- Clue ----------------------------------------------------------------------------------------


def test_clue_program() -> None:
    text = printed("clue.py")
    assert text.startswith("28 entries leave 35,400 worlds.")
    for kind, cards in (("suspect", SUSPECTS), ("weapon", WEAPONS), ("room", ROOMS)):
        (line,) = matches(rf"^  {kind}: .*$", text)
        row = chances(line)
        assert row.keys() <= cards
        assert sum(row.values()) == 1
    assert "weapon: wrench 1\n" in text
    assert "so wrench is in the envelope." in text
    bits = [float(value) for value in matches(r"^Suggest .*: (\S+) bits$", text)]
    assert len(bits) == 3
    assert bits == sorted(bits, reverse=True)


def test_clue_case() -> None:
    found = solved("clue.toml", "--why", "wrench is in the envelope", "--ask")
    assert found["worlds"] == 35_400
    hidden = {
        card: Fraction(row["in the envelope"])
        for card, row in found["fractions"].items()
        if "in the envelope" in row
    }
    for cards in (SUSPECTS, WEAPONS, ROOMS):
        assert sum(chance for card, chance in hidden.items() if card in cards) == 1
    assert hidden["Peacock"] == Fraction(737, 4425)
    (why,) = found["why"]
    assert why["proof"]["kind"] == "solver"
    assert why["proof"]["entries"] == ["1", "6", "11", "17", "18", "19", "25", "27"]
    first, *_ = found["questions"]
    assert first["question"] == "Does Ben have one of Mustard, rope, study?"
    assert first["bits"] == pytest.approx(0.999, abs=0.001)
    assert [rating["useless"] for rating in found["questions"]] == [False, False, False, True, True]


def test_clue_case_and_program_tell_the_same() -> None:
    found = solved("clue.toml")["fractions"]
    for line in matches(r"^  (?:suspect|weapon|room): .*$", printed("clue.py")):
        for card, chance in chances(line).items():
            assert Fraction(found[card]["in the envelope"]) == chance


def test_clue_game_fits_the_deal_that_it_was_made_from() -> None:
    case = read_case(EXAMPLES / "clue.toml")
    world = {card: place for place, cards in DEAL.items() for card in cards}
    assert all(rule.statement.holds(world) for rule in case.problem.rules)
    assert all(entry.statement.holds(world) for entry in case.log)


# --- Confusion -----------------------------------------------------------------------------------


def sheets() -> list[dict[str, str]]:
    """The drawn sheets: a row of marks for each letter."""
    rows = matches(r"^([A-Z])((?:   ?[xO.]){12})$", printed("confusion_sheet.py"))
    marks = [(letter, "".join(row.split())) for letter, row in rows]
    return [dict(marks[:12]), dict(marks[12:])]


def test_cf_sheet_2_own_pieces() -> None:
    own, _ = sheets()
    assert "".join(own) == "ACEHKLNOPSTV"
    assert own.pop("H") == "xxxxxxxxOxxx"
    assert set(own.values()) == {"........x..."}


def test_cf_sheet_2_opponents_pieces() -> None:
    _, theirs = sheets()
    assert theirs.pop("L") == "...xxxxxxxxx"
    assert set(theirs.values()) == {"............"}


def test_cf_sheet_2_in_words() -> None:
    text = printed("confusion_sheet.py")
    assert "H is Crab, so nobody else is" in text
    assert "so L is not Crab." in text
    assert "L can be Rocket (1/3), Probe (1/3), Chickenfoot (1/3)" in text
    assert "L forward 1? tells nothing" in text


def test_cf_sheet_2_answer_by_answer() -> None:
    case = read_case(EXAMPLES / "confusion.toml")
    numbers = {name: number for number, name in enumerate(case.problem.values, 1)}
    left = [
        [numbers[value] for value in Belief(case.log.at(count)).possible["H"]]
        for count in range(len(case.log) + 1)
    ]
    assert left == [list(range(1, 13)), [8, 9, 10, 11, 12], [8, 9], [9]]


def test_advise_program() -> None:
    """Five options by rank, and a difference that its parts add up to."""
    text = printed("advise.py")
    ranked = matches(r"^(\d)\. [A-Z].*: ([\d.]+)% to win, yes \d+%$", text)
    assert [rank for rank, _ in ranked] == list("12345")
    assert all(0 < float(value) < 100 for _, value in ranked)
    (difference,) = matches(r"is worth ([+-][\d.]+) points", text)
    parts = matches(r"^  \w+ ([+-][\d.]+)$", text)
    assert len(parts) == 4
    assert float(difference) == pytest.approx(sum(map(float, parts)), abs=0.21)


def test_confusion_case() -> None:
    found = solved("confusion.toml", "--steps", "--ask")
    assert found["certain"] == {"H": "Crab"}
    assert found["worlds"] == 39_916_800
    assert all("Crab" not in values for letter, values in found["possible"].items() if letter != "H")
    assert len(found["steps"]) == 2
    assert found["questions"][-1]["useless"]
