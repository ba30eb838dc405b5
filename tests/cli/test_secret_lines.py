"""Order sheets that are typed in secret: on a terminal, on one that can only print, and through a pipe."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deduce.napoleonic.kind import read_record
from deduce_cli.main import app
from pseudo_terminal import Terminal

unix = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
HEADERS = """Game = napoleonic
French = FR; 3 cav light column 12 formed; 7 inf light skirmish 6
English = EN; e2 inf line line 18 regular

"""
SHEET = "7 order cover; 3 charge e2"
WROTE = re.compile("cover|charge e2|[*]{3}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "battle.txt"
    found.write_text(HEADERS, encoding="utf-8")
    return found


def sealed(path: Path) -> bool:
    """Whether the record has one sheet, and nothing that does not fit."""
    record = read_record(path)
    return record.misfits == () and len(record.now.orders.sealed) == 1


@unix
def test_nothing_is_seen_on_a_terminal(path: Path) -> None:
    """Not a letter, not a star for each; nor by the arrow keys afterwards, nor in the next session."""
    with Terminal(24, 80, path, game="napoleonic", XDG_DATA_HOME=str(path.parent)) as terminal:
        terminal.prompted("P1 H1 Q1")
        terminal.ask("seal French H1", "unseen")
        terminal.ask("3 zzxq", "line 1 of the sheet")
        terminal.type(SHEET)
        # What comes next on the screen comes once all of it was read.
        terminal.ask("", "the same once more")
        shown = terminal.ask(SHEET, "Sealed: two codes for every unit")
        assert not any(map(WROTE.search, shown))
        terminal.type("\x1b[A")
        terminal.until(lambda screen: screen.lines[screen.row].startswith("> s"))
        assert terminal.screen.lines[terminal.screen.row] == "> seal French H1"
        terminal.type("\x15quit\r")
        assert terminal.ended() == 0
        assert WROTE.search(terminal.raw) is None
        assert "zzxq" not in terminal.raw
    assert sealed(path)
    assert (path.parent / "deduce" / "lines").read_text(encoding="utf-8") == "+seal French H1\n+quit\n"


@unix
def test_lines_that_are_pasted_are_one_answer(path: Path) -> None:
    """What stands in the second line is no entry, which everybody would see."""
    with Terminal(24, 80, path, game="napoleonic", XDG_DATA_HOME=str(path.parent)) as terminal:
        terminal.prompted("P1 H1 Q1")
        terminal.ask("seal French H1", "unseen")
        pasted = "\x1b[200~7 order cover\n3 charge e2\n\x1b[201~"
        terminal.ask(pasted, "the same once more")
        terminal.ask(pasted, "Sealed: two codes for every unit")
        terminal.type("quit\r")
        assert terminal.ended() == 0
        assert WROTE.search(terminal.raw) is None
    assert sealed(path)


@unix
def test_nothing_is_seen_on_a_terminal_that_can_only_print(path: Path) -> None:
    with Terminal(24, 80, path, TERM="dumb", game="napoleonic", XDG_DATA_HOME=str(path.parent)) as terminal:
        terminal.prompted("help lists everything")
        for line, said in (
            ("seal French H1", "unseen"), (SHEET, "the same once more"), (SHEET, "Sealed: two codes"),
        ):  # fmt: skip
            before = terminal.raw
            terminal.type(f"{line}\r")
            terminal.until(lambda _, before=before, said=said: said in terminal.raw[len(before) :])  # type: ignore[misc]
            terminal.until(lambda _: terminal.raw.endswith("> "))
        terminal.type("\x04")
        assert terminal.ended() == 0
        assert WROTE.search(terminal.raw) is None
    assert sealed(path)


def test_a_pipe_answers_as_well(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is echoed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(path.parent))
    typed = f"seal French H1\n{SHEET}\n{SHEET}\n3 charge\nq\n"
    done = CliRunner().invoke(app, ["napoleonic", "table", str(path)], input=typed)
    assert done.exit_code == 0
    assert WROTE.search(done.output) is None
    assert sealed(path)
