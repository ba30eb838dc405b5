"""Cards and Confusion on the command line: an evening piped and at a terminal, in both languages."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from common import ROOT
from deduce_cli.main import app
from pseudo_terminal import Terminal

EVENING = ROOT / "examples" / "cards_evening.txt"
BATTLE = ROOT / "examples" / "cards_battle.txt"
MOST_KEYS = 400


def run(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["cards", *map(str, arguments)], input=typed)


def entries(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1].isdigit()]


def test_a_whole_evening_takes_few_keys(tmp_path: Path) -> None:
    """With a unit that there is not, a card put right, a card nobody saw, and a line the rules refuse."""
    typed = EVENING.read_text(encoding="utf-8")
    assert len(typed) < MOST_KEYS
    done = run("table", tmp_path / "evening.txt", typed=typed)
    assert done.exit_code == 0
    assert "there is no unit 'm'" in done.output
    assert "CC-MOB-5" in done.output
    assert "Blue wins (3 sites, CC-WIN-1)" in done.output
    replayed = run("replay", tmp_path / "evening.txt", "--json")
    assert replayed.exit_code == 0
    found = json.loads(replayed.stdout)
    assert found["winner"] == "Blue"
    assert found["problems"] == []


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_the_same_evening_at_a_terminal_of_80_by_24(tmp_path: Path) -> None:
    """The same record comes of it, and no line is wider than the screen."""
    piped, typed = tmp_path / "piped.txt", tmp_path / "typed.txt"
    text = EVENING.read_text(encoding="utf-8")
    run("table", piped, typed=text)
    lines = text.split("\n")
    with Terminal(24, 80, typed, game="cards", XDG_DATA_HOME=str(tmp_path)) as terminal:
        for line in lines[:4]:
            terminal.until(lambda screen: screen.lines[screen.row].rstrip().endswith(("?", ")")))
            before = len(terminal.raw)
            terminal.type(f"{line}\r")
            terminal.until(lambda _screen, before=before: len(terminal.raw) > before + 3)
        terminal.prompted()
        for line in lines[4:-1]:
            shown = terminal.ask(line)
            assert max(map(len, shown)) <= 80
        terminal.prompted("Blue wins")
    assert entries(typed) == entries(piped)


def test_the_units_stay_on_the_screen_while_a_combat_is_told(tmp_path: Path) -> None:
    """On 80 by 24 there is room for the units and what happened, though not for a pack in full as well."""
    path = tmp_path / "battle.txt"
    run("table", path, typed="\n\n\n\nquit\n")
    with Terminal(24, 80, path, game="cards", XDG_DATA_HOME=str(tmp_path)) as terminal:
        terminal.prompted("a inf 12 odf")
        shown = terminal.ask("b9 n4", "b and n are engaged.")
        assert any("n inf 10/1/1 odf v b" in line for line in shown)
        assert any(line.startswith("Red   4  4  4  3") for line in shown)


def test_on_forty_columns_the_units_stand_below_each_other(tmp_path: Path) -> None:
    path = tmp_path / "battle.txt"
    run("table", path, typed="\n\n\n\nd>n\nquit\n")
    with Terminal(24, 40, path, game="cards", XDG_DATA_HOME=str(tmp_path)) as terminal:
        shown = terminal.prompted("a inf 12 odf", "n inf 11 odf", "Red, 4 balls", "Sites: - - - -")
        assert "Blue  4 4 4 4 4 4 4 4 4 4 4 4 4" in shown


@pytest.mark.parametrize("answers", ["quit\n", "\nQuit\n", "\n\n\nexit\n"])
def test_the_questions_before_a_battle_can_be_left(tmp_path: Path, answers: str) -> None:
    left = run("table", tmp_path / "battle.txt", typed=answers)
    assert left.exit_code == 0
    assert left.output.endswith("Nothing was saved.\n")
    assert not (tmp_path / "battle.txt").exists()


def test_what_the_usual_commands_are_here(tmp_path: Path) -> None:
    """An entry is no turn, nobody is promoted, and a pack is nobody's own secret."""
    typed = "\n\n\n\nb9 n4\nat 1\nundo\nat 9\ncan\nwhat-if\nhelp\nhelp edit\nhelp turns\n"
    said = run("table", tmp_path / "battle.txt", typed=typed).output
    for line in (
        "Took back 1 entry; redo brings back.",
        "The moment after entry 1; at alone comes back.",
        "there is no entry 9; there are 0",
        "write a measurement, such as can b r 17 30",
        "write a combat, such as what-if b9 r4",
        "help turns tells all of it",
        "one pack, card by card",
        "edit 7 b9 r5 puts that in the place of entry 7",
    ):
        assert line in said
    assert "promoted" not in said
    helped = said[said.index("A combat:") : said.index("nothing is lost")]
    assert max(map(len, helped.splitlines())) < 80


def test_it_goes_on_where_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "battle.txt"
    path.write_text(BATTLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert run("table", path, typed="rally n\nquit\n").exit_code == 0
    assert run("table", path, typed="undo\nundo\nredo\no9 a8\n").exit_code == 0
    assert [line.split(". ")[1] for line in entries(path)][-3:] == ["bt n7", "end", "o9 a8"]


def test_in_french(tmp_path: Path) -> None:
    typed = "\n\n\ntir d n\nfin\nn7 b9 flanc\nrallie n +\nfin\n"
    done = run("table", tmp_path / "soir.txt", "--edition", "fr", typed=typed)
    assert "n perd : 1 mort" in done.output
    assert "Tour 2 : Red." in done.output
    assert "CC-FACE" not in done.output
    assert entries(tmp_path / "soir.txt")[0] == "1. d>n"


def test_only_cards(tmp_path: Path) -> None:
    path = tmp_path / "cards.txt"
    done = run("table", path, "--only-cards", "--edition", "en", typed="9 4\nk a\n10 10\nleft 49\nend\n")
    assert done.exit_code == 0
    assert entries(path)[:3] == ["1. 9 4", "2. cards k a", "3. cards t t"]
    assert "cards 49 | 49" in done.output


@pytest.mark.parametrize(
    ("header", "wrong"),
    [
        ("Edition = de", "there is no edition 'de'"),
        ("House = DEC-99=x", "DEC-99"),
        ("House = DEC-20=laps", "did you mean"),
        ("Sides = Blue", "name the two sides"),
        ("First = Green", "known are: Blue, Red"),
        ("Blue = a inf twelve", "is no number of men"),
        ("Blue = a ing 12", "did you mean 'inf'"),
        ("Blue = n inf 12", "give every unit a letter of its own"),
        ("Pack = 51", "there are packs of 52"),
        ("Pack = 52 -x", "is no card more or less"),
        ("Worth = 1 2", "the worth of a killed man"),
        ("Language = de", "write en or fr"),
        ("Hause = DEC-20=lapse", "did you mean 'House'"),
        ("Game = confusion", "a record of another game"),
    ],
)
def test_a_header_that_makes_no_sense_is_one_sentence(tmp_path: Path, header: str, wrong: str) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(f"{header}\n\n1. b9 n4\n", encoding="utf-8")
    done = run("replay", path)
    assert done.exit_code == 2
    assert wrong in done.stderr
    assert "line 1" in done.stderr
    assert done.stderr.count("\n") == 1


def test_print_sheets() -> None:
    done = run("print-sheets", "--edition", "fr", "--house", "DEC-20=lapse")
    assert done.exit_code == 0
    assert done.stdout.startswith("<!doctype html>")
    assert "DEC-20=lapse" in done.stdout
    assert run("print-sheets", "--lang", "de").exit_code == 2


def test_rules_in_both_languages() -> None:
    assert "CC-RAL-2" in run("rules", "cc-ral-2").stdout
    assert "l'unité" in run("rules", "cc-ral-2", "--lang", "fr").stdout


def test_a_random_battle_is_written_and_replays(tmp_path: Path) -> None:
    battle = tmp_path / "battle.txt"
    done = run("random", "--seed", 5, "--edition", "fr", "--house", "DEC-20=lapse", "--turns", 12)
    assert done.exit_code == 0
    battle.write_text(done.stdout, encoding="utf-8")
    assert json.loads(run("replay", battle, "--json").stdout)["problems"] == []
    again = run("random", "--seed", 5, "--edition", "fr", "--house", "DEC-20=lapse", "--turns", 12)
    assert again.stdout == done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--house", "men.apart=90"), "there is no room for the armies of a random battle; field.width"),
        (("--house", "DEC-99=x"), "there is no decision and no number 'DEC-99'"),
        (("--edition", "it"), "there is no edition 'it'"),
    ],
)
def test_a_random_battle_that_cannot_be_says_why(arguments: tuple[str, str], message: str) -> None:
    done = run("random", "--seed", 1, *arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""
