"""The Napoleonic chapters on the command line: a period of two players, piped and at a terminal."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from command_line import WIDE
from common import ROOT
from deduce_cli.main import app
from pseudo_terminal import Terminal

PERIOD = ROOT / "examples" / "napoleonic_period.txt"
BATTLE = ROOT / "examples" / "napoleonic_battle.txt"
QUESTIONS = 4
"""How much is asked before a battle begins."""
SECRET = re.compile(r"(?<=:)[0-9A-Z]{5}-[0-9A-Z]{5}|(?<=salt=)[0-9a-f]{32}|(?<=key=)[0-9a-f]{64}")
"""Codes, salts and keys, which are others each time."""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No sheet is kept in the real data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def run(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["napoleonic", *map(str, arguments)], input=typed)


def played(path: Path) -> Result:
    typed = PERIOD.read_text(encoding="utf-8")
    return CliRunner(env=WIDE).invoke(app, ["napoleonic", "table", str(path)], input=typed)


def entries(path: Path) -> list[str]:
    """What stands in a record, without what is secret."""
    rows = path.read_text(encoding="utf-8").splitlines()
    return [SECRET.sub("", row) for row in rows if row[:1].isdigit()]


def test_a_period_of_two_players(tmp_path: Path) -> None:
    """A hidden charge, a counter-charge that meets it, an evade, and a charge that stops because of it."""
    path = tmp_path / "period.txt"
    done = played(path)
    assert done.exit_code == 0
    for said in (
        "line 2 of the sheet: write a unit and what it does",
        "nobody measures before a charge (NAP-CHARGE-10)",
        "3: said aloud: which unit charges, not at whom (NAP-CHARGE-8)",
        "'chagre' makes no sense behind e2; did you mean 'charge'?",
        "it starts in the quarter after the one in which the enemy's charge begins (NAP-COUNTER-6)",
        "3: charge e4, as it was sealed.",
        "e2: stopping a charge is over, now unformed (NAP-CHARGE-44, NAP-CHARGE-45)",
        "7 is unformed (NAP-EVADE-9): it re-forms before it begins anything (NAP-STATE-4)",
        "French P1H1 is as it was sealed: 3 charge e4; 7 evade.",
        "English P1H1 is as it was sealed: e2 charge 7.",
    ):
        assert said in done.output
    replayed = run("replay", path, "--json")
    assert replayed.exit_code == 0
    found = json.loads(replayed.stdout)
    assert found["problems"] == []
    fates = [
        (each["unit"], each["deed"], each["other"], each["fate"]) for each in found["orders"]["declared"]
    ]
    assert fates == [
        ("3", "charge", "e4", "touched"),
        ("7", "evade", None, "done"),
        ("e2", "charge", None, "stopped"),
        ("e4", "counter", "3", "touched"),
    ]
    states = {name: unit["facts"]["state"] for name, unit in found["units"].items()}
    assert set(states.values()) == {"formed"}


def test_nobody_sees_a_sheet_before_it_is_opened(tmp_path: Path) -> None:
    """What is typed for a sheet is neither in the record nor on the screen until its line is opened."""
    path = tmp_path / "period.txt"
    typed = PERIOD.read_text(encoding="utf-8").split("\nopen 3\n")[0]
    done = run("table", path, typed=f"{typed}\nquit\n")
    assert done.exit_code == 0
    for secret in ("charge e4", "charge 7"):
        assert secret not in done.output
        assert secret not in path.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_the_same_period_at_a_terminal_of_80_by_24(tmp_path: Path) -> None:
    """The same record comes of it, but for codes and keys, and no line is wider than the screen."""
    piped, typed = tmp_path / "piped.txt", tmp_path / "typed.txt"
    played(piped)
    lines = PERIOD.read_text(encoding="utf-8").splitlines()
    with Terminal(24, 80, typed, game="napoleonic", XDG_DATA_HOME=str(tmp_path)) as terminal:
        for line in lines[:QUESTIONS]:
            terminal.until(lambda screen: screen.lines[screen.row].rstrip().endswith(("?", ")")))
            before = len(terminal.raw)
            terminal.type(f"{line}\r")
            terminal.until(lambda _screen, before=before: len(terminal.raw) > before + 3)
        terminal.prompted()
        for line in lines[QUESTIONS:-1]:
            shown = terminal.ask(line)
            assert max(map(len, shown)) <= 80
        terminal.prompted("the battle is over")
        terminal.type("quit\r")
        assert terminal.ended() == 0
    assert entries(typed) == entries(piped)


# --- The battle of the pages -------------------------------------------------------------------------


def test_the_battle_of_the_pages_fits() -> None:
    done = run("replay", BATTLE, "--json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert found["problems"] == []
    assert [each["fate"] for each in found["orders"]["declared"]] == ["declared", "declared"]


def test_nap_ded_1_in_the_battle_of_the_pages() -> None:
    """5.0 cm in a quarter in close order: 96.4, 2.7 and 0.9 %."""
    shown = run("who", BATTLE, "f2").output
    for row in (
        "company column, grenadiers left 96%",
        "company column, of the line, forced march left 3%",
        "company column, grenadiers, forced march left 1%",
        "line, of the line excluded",
    ):
        assert row in [" ".join(line.split()) for line in shown.splitlines()]


def test_what_to_watch_says_what_it_assumes() -> None:
    """The sentence ends where nothing stands below it."""
    shown = " ".join(run("watch", BATTLE, "f2").output.split())
    assert shown.endswith("measured to 0.2 cm; the weights of the army list.")


def test_the_help_names_every_sort_of_line(tmp_path: Path) -> None:
    """Also what the enemy is seen doing, which is half of what a player types."""
    path = tmp_path / "battle.txt"
    said = " ".join(run("table", path, typed="\n\n\n\nhelp turns\nquit\n").output.split())
    for line in (
        "5 line",
        "e2 moved 9 3 wood",
        "e2 seen close-order",
        "seal French H1",
        "open all",
        "3 was 27.5",
        "over",
    ):
        assert line in said


# --- docs/napoleonic.md ------------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "napoleonic.md").read_text(encoding="utf-8")
UNITS = (
    "Game = napoleonic\n"
    "French = FR formed ground open; 3 cav light column 12; 5 inf line regular column 18 front 3; "
    "6 horse-art limbered 4; 7 inf light militia skirmish 6; 9 inf line regular column 18 front 3\n"
    "English = EN; e2 inf line line 18 regular; e3 inf; e4 cav; e5 inf; k inf square\n"
)
FIRST = {
    "6 unlimber": "6 limber",
    "5 done": "7 about",
    "5 drop": "7 about",
    "5 re-form": "5 state unformed",
    "3 free": "3 melee",
    "open 3": "3 charge",
}
"""What has to stand before some lines so that they say anything."""
SENSELESS = ("makes no sense", "means nothing", "there is no", "is no ", "takes nothing", "write ")


def lines_of(*headings: str) -> list[str]:
    """The lines in the first column of the tables below some headings of the page."""
    found: list[str] = []
    for heading in headings:
        section = PAGE.partition(f"\n{heading}\n")[2].partition("\n## ")[0]
        for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE):
            found += re.findall(r"`([^`]+)`", row)
    return found


@pytest.mark.parametrize("line", lines_of("## An evening with the clock", "## Who is the enemy?"))
def test_every_line_of_the_tables_is_understood(tmp_path: Path, line: str) -> None:
    if line in {"!", "# words"}:
        line = f"5 moved {line}"
    path = tmp_path / "battle.txt"
    path.write_text(UNITS, encoding="utf-8")
    typed = "\n".join(filter(None, [FIRST.get(line, ""), line, "quit"]))
    done = run("table", path, typed=f"{typed}\n")
    assert done.exit_code == 0
    assert [each for each in done.output.splitlines() if any(word in each for word in SENSELESS)] == []
