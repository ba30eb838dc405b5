"""`deduce table`: whichever game a file is of, and a new one of the game that is chosen."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from common import ROOT
from deduce_cli.main import app
from pseudo_terminal import Terminal

EVENING = ROOT / "examples" / "napoleonic_evening.txt"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept in the real data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def run(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)], input=typed)


@pytest.mark.parametrize(
    ("example", "said"),
    [
        ("at_the_table.txt", "turn "),
        ("cards_battle.txt", "entry "),
    ],
)
def test_it_goes_on_with_whichever_game_the_file_is_of(tmp_path: Path, example: str, said: str) -> None:
    path = tmp_path / "game.txt"
    shutil.copy(ROOT / "examples" / example, path)
    before = path.read_bytes()
    done = run("table", path, typed="quit\n")
    assert done.exit_code == 0
    assert done.output.startswith(said)
    assert path.read_bytes() == before


@pytest.mark.parametrize("command", [["table"], ["cards", "table"], ["confusion", "table"]])
def test_a_case_file_is_told_where_it_goes(tmp_path: Path, command: list[str]) -> None:
    """It is no record of any game, whatever its lines look like; nothing is written to it."""
    path = tmp_path / "zebra.toml"
    shutil.copy(ROOT / "examples" / "zebra.toml", path)
    done = run(*command, path, typed="quit\n")
    assert done.exit_code == 2
    assert f"deduce solve {path} tells what follows" in done.stderr
    assert path.read_bytes() == (ROOT / "examples" / "zebra.toml").read_bytes()
    assert [each.name for each in tmp_path.iterdir() if each.name != "data"] == ["zebra.toml"]


def test_an_evening_that_begins_with_the_choice_of_the_game(tmp_path: Path) -> None:
    typed = EVENING.read_text(encoding="utf-8")
    done = run("table", tmp_path / "evening.txt", typed=typed)
    assert done.exit_code == 0
    assert "there is no unit '8'" in done.output
    assert "5 is in its reaction quarter" in done.output
    assert "the battle is over: a draw" in done.output
    replayed = run("napoleonic", "replay", tmp_path / "evening.txt", "--json")
    assert replayed.exit_code == 0
    found = json.loads(replayed.stdout)
    assert (found["problems"], found["outcome"]) == ([], "the battle is over: a draw")
    assert (found["period"], found["half"]) == (2, 2)
    assert found["units"]["5"]["facts"]["formation"] == "square"
    again = run("table", tmp_path / "evening.txt", typed="undo\nq\nquit\n")
    assert again.exit_code == 0
    assert "P2 H2 Q4." in again.output


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_the_same_evening_at_a_terminal_of_80_by_24(tmp_path: Path) -> None:
    """The same record comes of it, no line is wider than the screen, and the units stand there."""
    piped, typed = tmp_path / "piped.txt", tmp_path / "typed.txt"
    text = EVENING.read_text(encoding="utf-8")
    run("table", piped, typed=text)
    lines = text.split("\n")
    with Terminal(24, 80, typed, game="napoleonic", XDG_DATA_HOME=str(tmp_path)) as terminal:
        for line in lines[1:5]:
            terminal.until(lambda screen: screen.lines[screen.row].rstrip().endswith(("?", ")")))
            before = len(terminal.raw)
            terminal.type(f"{line}\r")
            terminal.until(lambda _screen, before=before: len(terminal.raw) > before + 3)
        terminal.prompted()
        for line in lines[5:-2]:
            shown = terminal.ask(line, "French")
            assert all(len(row) <= 80 for row in shown)
            assert all(any(side in row for row in shown) for side in ("French FR", "English EN"))
        terminal.type("quit\r")
        assert terminal.ended() == 0
    assert typed.read_text("utf-8") == piped.read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Game = chess\n", "line 1: Game = 'chess': there is no such game; known are: confusion, cards"),
        ("Game = napoleonic\nRules = my.toml\n", "line 2: Rules = 'my.toml': "),
        ("Game = napoleonic\nFrench = 3 cavv\n", "'cavv' means nothing here; did you mean 'cav'?"),
        ("Game = napoleonic\nPlai = halves\n", "line 2: there is no header 'Plai'; did you mean 'Play'?"),
    ],
)
def test_a_file_that_makes_no_sense_is_left_alone(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text, "utf-8")
    done = run("table", path, typed="q\n")
    assert done.exit_code == 2
    assert message in done.output
    assert len(done.output.splitlines()) == 1
    assert path.read_text("utf-8") == text


def test_whoever_leaves_before_choosing_leaves_nothing_behind(tmp_path: Path) -> None:
    for typed in ("quit\n", ""):
        done = run("table", tmp_path / "new.txt", typed=typed)
        assert done.exit_code in {0, 2}
        assert "Traceback" not in done.output
        assert not (tmp_path / "new.txt").exists() or not (tmp_path / "new.txt").read_text("utf-8")


def test_options_of_a_battle_that_begins(tmp_path: Path) -> None:
    path = tmp_path / "battle.txt"
    options = (
        "--umpire",
        "--rules",
        "printed",
        "--play",
        "quarters",
        "--language",
        "fr",
        "--house",
        "DEC-6=two",
    )
    done = run("napoleonic", "table", path, *options, typed="3 inf\ne2 cav\nq\nquit\n")
    assert done.exit_code == 0
    assert "oubliées : 3 e2" in done.output
    wrong = run("napoleonic", "table", path, "--me", "French", typed="quit\n")
    assert wrong.exit_code == 2
    assert "is another battle already; leave --me out to go on with it" in wrong.output
    nonsense = run("napoleonic", "table", tmp_path / "new.txt", "--play", "eighths")
    assert nonsense.exit_code == 2
    assert "--play 'eighths' is no way to play" in nonsense.output
