"""The table on a terminal and through a pipe: killed, resized, and twice on one file."""

from __future__ import annotations

import contextlib
import datetime as dt
import errno
import io
import os
import random
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import NoReturn, Self

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput, Output
from prompt_toolkit.output.vt100 import Vt100_Output
from typer.testing import CliRunner, Result

from command_line import COMMAND, WIDE, unmeasured
from common import CLASSIC, SAMPLE
from deduce.confusion import CONFUSION, Moment, Rules, random_game, read_record
from deduce.confusion.notation.cells import read_cell
from deduce.confusion.record.writer import cells_of
from deduce.tabletop.commands import help_lines
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.verbs import commands_of
from deduce_cli.main import app
from deduce_cli.table import GREETING
from deduce_cli.terminal import at_terminal, held, saved_games
from pseudo_terminal import PATIENCE, Terminal
from tables import new_game, opened, texts

unix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and SIGKILL are not there")

DEAL = "A4 C8 E12 H11 K10 L2 N1 O3 P7 S6 T5 V9"
HELP = help_lines(CONFUSION.grammar, commands_of(CONFUSION, changing=True))
FOO = (
    "'FOO' is no piece; the pieces are A C E H K L N O P S T V; "
    "write a piece, a direction, a distance and the answer, such as h n1 n"
)
"""What is said about a line that makes no sense."""
KILLS = int(os.environ.get("DEDUCE_KILLS", "20"))
"""How often the companion is killed in the test of that."""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept in the real data folder, and the terminal is an ordinary one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


@pytest.fixture
def companion(path: Path) -> TableCompanion[Moment]:
    """Yellow's companion after three turns, with White's diagrams."""
    deal = {word[0]: int(word[1:]) for word in DEAL.split()}
    found = TableCompanion(new_game(path, CLASSIC, 0, 0, deal))
    for line in ("h n1 n", "h s1 n", "k n1 y"):
        found.obey(line)
    assert len(found.kept.record.steps) == 3
    return found


def recorded(path: Path) -> list[str]:
    """The entries of a file."""
    return [step.text for step in read_record(path).steps]


def sit(*arguments: object, lines: str | bytes = "") -> Result:
    """Sit at the table with lines from a pipe."""
    return CliRunner(env=WIDE).invoke(app, ["confusion", "table", *map(str, arguments)], input=lines)


def started(*arguments: object, **options: object) -> subprocess.Popen[str]:
    """The real command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, "confusion", "table", *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        **{"env": {**os.environ, **WIDE}, **options},  # type: ignore[call-overload]
    )


# --- Through a pipe ----------------------------------------------------------------------------------


def test_three_questions_begin_a_game(path: Path) -> None:
    """Asked again where the answer makes no sense; then what was typed is in the file."""
    result = sit(path, lines=f"green\nW\nq\ny\nA1 A2\n{DEAL}\nh s1\n")
    assert (result.exit_code, result.stderr) == (0, "")
    said = result.stdout.split("\n")
    assert said.count("Which side are you, Yellow or White? (Yellow) ") == 2
    assert "'green' is neither Yellow nor White" in said
    assert said.count("Who starts, Yellow or White? (White) ") == 2
    assert (
        said.count("Yellow's diagrams as you see them, such as A6 C crab ... (Enter: later, with deal)? ")
        == 2
    )
    assert f"Saved in {path} after every entry." in said
    assert "Say: H one forward: no" in said
    record = read_record(path)
    assert record.misfits == ()
    assert [step.text for step in record.steps] == ["(H-S1)"]
    text = path.read_text(encoding="utf-8")
    assert re.sub(r"\d{4}-\d\d-\d\d", "DATE", text) == (
        "Ruleset = classic\nMe = White\nDate = DATE\nFirst = Yellow\nCompass = White\n"
        f"Yellow = {DEAL}\nWhite = ?\n\nWhite\tYellow\n1.\t(H-S1)\n"
    )


def test_enter_takes_what_is_offered(path: Path) -> None:
    """The first side, which starts, and no diagrams."""
    assert sit(path, lines="\n\n\n").exit_code == 0
    begun = read_record(path).begun
    setup = begun.state.setup
    assert (begun.others["Me"], begun.me, setup.first, setup.compass) == ("Yellow", 0, 0, 0)
    assert setup.deals == (None, None)


@pytest.mark.parametrize("lines", ["", "w\n", "w\nw\n", "w\nw\nA99\n"])
def test_input_that_ends_too_early(lines: str, path: Path) -> None:
    """Nothing is saved, and that is said."""
    result = sit(path, lines=lines)
    assert result.exit_code == 2
    assert result.stderr == "deduce: table: the input ended before the game was set up; nothing was saved\n"
    assert not path.exists()


def test_other_rules(path: Path) -> None:
    """Ruleset, variants, tokens and diagrams of a new game; an old one keeps its own."""
    options = ["--ruleset", "espionage", "--variants", "3,5", "--tokens"]
    assert sit(path, *options, lines="red\nwhite\n\ntwo, h s1 y, k s1 n\n").exit_code == 0
    record = read_record(path)
    assert (record.now.rules.ruleset, record.now.rules.tokens, set(record.now.rules.variants)) == (
        "espionage",
        True,
        {3, 5},
    )
    assert [step.text for step in record.steps] == ["$2, H-S1, (K-S1)"]
    assert sit(path, *options, lines="quit\n").exit_code == 0
    assert sit(path, lines="quit\n").exit_code == 0
    result = sit(path, "--ruleset", "espionage", lines="quit\n")
    assert result.exit_code == 2
    assert "is a game by other rules already" in result.stderr
    result = sit(path.parent / "new.txt", "--ruleset", "chess")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no ruleset 'chess'" in result.stderr
    assert not (path.parent / "new.txt").exists()


def test_cf_tok_options_of_the_table(path: Path) -> None:
    """Who has tokens, what a turn with one owes, the columns and X's square are written into the headers."""
    options = ["--ruleset", "Esp", "--handicap", "white", "--second-attempt", "MAY", "--variants", "2"]
    options += ["--columns-off", "2", "--x-square", "6,2"]
    result = sit(path, *options, lines="white\nwhite\n\ntwo, h n1 y\ntwo\ndone\nreveal a 3, c s1 n\n")
    assert "turn 1 goes on: White to move" in result.output
    assert "move two: move2 was done this turn already" in result.output
    assert "Red has no action tokens in this game" in result.output
    record = read_record(path)
    assert [step.text for step in record.steps] == ["$2, H-N1, $0"]
    assert {"Tokens = White", "Second attempt = may", "Columns off = 2", "X square = 6,2"} <= {
        *record.text.splitlines()
    }
    assert sit(path, *options, lines="quit\n").exit_code == 0
    result = sit(path, *options[:-1], "6,1", lines="quit\n")
    assert (result.exit_code, "is a game by other rules already" in result.stderr) == (2, True)


def test_going_on_with_a_game(path: Path) -> None:
    """By name or by --file, with what was there untouched; Windows line ends are kept."""
    path.write_bytes(b"Players = Ann and Bob\r\n1. (A-N1)\t(A-S1)\r\n")
    result = sit("--file", path, lines="h n1 y\r\nnote hm\r\nmoves\r\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("turn 3: Yellow to move. Yellow's pieces: ")
    assert "   3 Yellow  H-N1" in result.stdout.split("\n")
    assert path.read_bytes() == (b"Players = Ann and Bob\r\n# Note: hm\r\n1. (A-N1)\t(A-S1)\r\n2. H-N1\r\n")


def test_games_are_kept_in_the_data_folder(tmp_path: Path) -> None:
    """Without a file; --history lists them, the latest first."""
    assert sit("--history").stdout == ""
    result = sit(lines="\n\n\nh n1 y\n")
    assert result.exit_code == 0
    (file,) = (tmp_path / "data" / "deduce" / "games").glob("*.txt")
    assert f"Saved in {file} after every entry." in result.stdout
    assert len(read_record(file).steps) == 1
    (file.parent / "1999-01-01-000000.txt").write_text("1. A-N2\n", encoding="utf-8")
    assert sit("--history").stdout.split("\n") == [str(file), str(file.parent / "1999-01-01-000000.txt"), ""]


def test_games_of_the_same_second_do_not_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while one is still being begun, and with the clock set back; the list knows their order."""

    class Clock(dt.datetime):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Self:
            return cls(2026, 11, 18, 20, 15, 0, tzinfo=tz or dt.UTC)

    monkeypatch.setattr("deduce_cli.terminal.dt.datetime", Clock)
    folder = tmp_path / "data" / "deduce" / "games"
    with held(None, "games") as first, held(None, "games") as second:
        names = [path.name for path in (first, second)]
    assert first.parent == folder
    assert names[0] != names[1]
    for count in range(1, 12):
        assert sit(lines="\n\n\n" + "h n1 y\n").exit_code == 0
        assert len(list(folder.glob("*.txt"))) == count
    assert [path.name[17:] for path in saved_games()] == [
        *(f"-{number}.txt" for number in range(11, 1, -1)),
        ".txt",
    ]
    assert {len(read_record(path).steps) for path in saved_games()} == {1}


def test_an_entry_that_cannot_be_saved_through_a_pipe(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said, the rest goes on, and the exit status is not 0."""
    sit(path, lines="\n\n\nh n1 y\n")

    def fail(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", fail)
    result = sit(path, lines="k s1 n\nmoves\nc s1 n\n")
    assert result.exit_code == 2
    assert result.stdout.count("cannot be written: No space left on device") == 2
    assert result.stderr == "deduce: 2 lines could not be saved; what is wrong stands above\n"
    assert len(read_record(path).steps) == 1


def test_what_is_no_text_makes_one_line_wrong(path: Path) -> None:
    """What is no UTF-8 is read as Latin-1, and a last line without its end counts."""
    result = sit(path, lines=b"\n\n\n\xff\xfe\nh n1 y # caf\xe9\nk s1 n")
    assert (result.exit_code, result.stderr) == (0, "")
    record = read_record(path)
    assert [read_cell(step.text).comment for step in record.steps] == ["café", ""]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"hello, world\n", "neither headers nor numbered rows"),
        (b"\xff\xfe", "is not text in UTF-8"),
        (b"Ruleset = chess\n1. A-N2\n", "there is no ruleset 'chess'"),
    ],
)
def test_files_that_are_no_games(content: bytes, words: str, path: Path) -> None:
    """One sentence, exit status 2, and the file stays."""
    path.write_bytes(content)
    result = sit(path, lines="h n1 y\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert path.read_bytes() == content


@unix
def test_what_lies_beside_a_game_and_is_not_ours(path: Path) -> None:
    """No lock: one sentence, exit status 2, nothing changes. No history: said once, and the game goes on."""
    lock, history = path.with_name(f".{path.name}.lock"), path.with_name(f".{path.name}.history")
    os.mkfifo(lock)
    result = sit(path, lines="\n\n\nh n1 y\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert " ".join(result.stderr.split()) == (
        f"deduce: {lock} is a pipe, and no lock of deduce; move it away, then try again"
    )
    assert list(path.parent.iterdir()) == [lock]
    lock.unlink()
    mine = path.with_name("mine.txt")
    mine.write_text("mine\n", encoding="utf-8")
    os.link(mine, history)
    result = sit(path, lines="\n\n\nh n1 y\nk s1 n\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert (
        " ".join(result.stdout.split()).count(f"{history} holds something else, so what you do is not") == 1
    )
    assert mine.read_text(encoding="utf-8") == "mine\n"
    assert mine.samefile(history)
    assert len(read_record(path).steps) == 2


@unix
def test_a_pipe_in_the_place_of_a_game(companion: TableCompanion[Moment]) -> None:
    """Who quits without an answer finds the game beside it, and is told so."""
    path = companion.kept.path
    before = path.read_bytes()
    path.unlink()
    os.mkfifo(path)
    told = [companion.obey(line) for line in ("undo", "quit")]
    assert "is a pipe now" in str(told[0])
    assert companion.is_over
    assert "is a pipe now; what was here is saved in" in companion.leave()
    assert path.with_name(f"{path.stem}.mine1{path.suffix}").read_bytes() == before


def test_a_side_that_is_none(path: Path) -> None:
    """The game goes on all the same, seen by the side of the compass; the file keeps what it says."""
    path.write_text("Me = Green\nCompass = White\n1. A-N2\n", encoding="utf-8")
    result = sit(path, lines="h s1 n\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "White's pieces: " in result.stdout.split("\n")[0]
    assert path.read_text(encoding="utf-8").startswith("Me = Green\n")


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    """A folder, or a place below a file."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    for place in (tmp_path, tmp_path / "file" / "game.txt"):
        result = sit(place, lines="\n\n\n")
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1


def test_every_command_through_a_pipe(path: Path, tmp_path: Path) -> None:
    """The real command: what is asked for is answered, each change ends with one line that sums up."""
    lines = [
        *("w", "y", DEAL, "h forward 1", "l n2 y", "(c-s2)", "h n1\tn # hm", "sheet", "board", "opp"),
        *("why H crab", "what-if a s1", "suspects", "answer a s1", "reach a", "undo 2", "redo", "moves"),
        *("edit 2 l n1 y", "insert 5 a s1", "delete 5", "at 1", "at", "note a hunch", "notes", "model mimic"),
        *(f"export {tmp_path / 'x.html'}", "foo", "resign", "undo", "help", "sheet", "quit", "h n1 y"),
    ]
    process = started(path)
    said, errors = process.communicate("\n".join(lines) + "\n", timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    rows = said.split("\n")
    place = 0
    for expected in (
        "turn 1: Yellow to move. White's pieces: 479,001,600 deals are left, 28.8 bits; certain: nothing yet",
        "1. (H-S1)",
        "Say: H one forward: no",
        "2. L-N2",
        "3. (C-S2)",
        "4. (H-N1) hm",
        "turn 5: Yellow to move. White's pieces: 90,720,000 deals are left, 26.4 bits; certain: nothing yet",
        "White's pieces: 90,720,000 deals are left, 26.4 bits; certain: nothing yet",
        " H     .   .   .   .   .   .   .  20  20  20  20  20",
        "                  White: UPPER CASE",
        "Yellow's pieces: 108,864,000 deals are left, 26.7 bits; certain: nothing yet",
        "Yellow's H may or may not be Crab; nothing settles it yet (chance 1/5).",
        "A one forward: yes with chance 2/3 (67%)",
        "Yellow's pieces: nothing contradicts. The likeliest slips, if each note is wrong once in a hundred:",
        "yes: A one forward is tried by Rook.",
        "What they know that they can do (! their diagram says no, ? it is not known):",
        "Took back 2 turns; redo brings back.",
        "Brought back 2 turns.",
        "   4 White   (H-N1) hm",
        "2. L-N1",
        "5. A-S1",
        "Took out entry 5.",
        "The moment after turn 1; at alone comes back.",
        "Back to now.",
        "Noted, apart from the facts.",
        "a hunch",
        "Chances are now by the model mimic.",
        f"Written to {tmp_path / 'x.html'}.",
        FOO,
        "5. resigns",
        "Took back 1 turn; redo brings back.",
        *HELP,
    ):
        assert expected in rows[place:], expected
        place = rows.index(expected, place) + 1
    assert recorded(path) == ["(H-S1)", "L-N1", "(C-S2)", "(H-N1) hm"]
    assert "\x1b" not in said


def test_sentences_are_as_wide_as_the_paper(path: Path) -> None:
    """Through a pipe they are wrapped as in all other commands; nothing else is different."""
    lines = ["y", "w", DEAL, "h n1 n", "foo", "sheet", "help", "quit"]
    typed = "\n".join(lines)
    wide = sit(path, lines=typed).stdout
    path.unlink()
    command = ["confusion", "table", str(path)]
    narrow = CliRunner(env={"COLUMNS": "50"}).invoke(app, command, input=typed).stdout
    assert "".join(narrow.split()) == "".join(wide.split())
    assert "\n".join(textwrap.wrap(FOO, 49, subsequent_indent="  ")) in narrow
    sheet = [line for line in wide.split("\n") if re.fullmatch(r" [A-Z]( +([0-9]+|\.)){12}", line)]
    assert len(sheet) == 12
    assert set(sheet) <= set(narrow.split("\n"))


def test_cf_win_1_what_is_urgent_is_said_once_through_a_pipe(path: Path) -> None:
    """A line behind the one that sums up, where it is not the same as before."""
    path.write_text(SAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    said = sit(path, lines="at 72\nat 70\nnote hm\nat 73\nat 1\nat 73\n").stdout.split("\n")
    places = [place for place, line in enumerate(said) if line.startswith(("They can bring", "Z stands on"))]
    assert [said[place].split(":")[0] for place in places] == [
        "They can bring Z onto your first row now",
        "Z stands on your first row under their H",
        "Z stands on your first row under their H",
    ]
    assert all(said[place - 1].startswith("after turn ") for place in places)
    assert said[places[0] - 1].startswith("after turn 72")


def test_a_closed_pipe_ends_quietly(path: Path) -> None:
    """`deduce confusion table ... | head -1` prints no traceback, and what was entered is kept."""
    path.write_text("1. (A-N1)\n", encoding="utf-8")
    process = started(path)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write("h s1 y\nmoves\n" * 50)
        process.stdin.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(PATIENCE) == 141
    assert read_record(path).misfits == ()
    assert len(read_record(path).steps) >= 2


@unix
def test_ctrl_c_stops(path: Path) -> None:
    """One sentence and exit status 130; nothing is lost."""
    process = started(path, env=unmeasured())
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n\n\nh n1 y\n")
    process.stdin.flush()
    until(process, "1. H-N1\n")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, "Stopped; everything that was entered is saved.\n")
    assert len(read_record(path).steps) == 1


def until(process: subprocess.Popen[str], line: str) -> list[str]:
    """Read what a process says up to a line."""
    assert process.stdout is not None
    said: list[str] = []
    while not said or said[-1] != line:
        said.append(process.stdout.readline())
        assert said[-1], said
    return said


# --- Two at once, and none at all --------------------------------------------------------------------


def test_two_companions_on_one_file(path: Path) -> None:
    """The second is refused with one sentence and exit status 2; the first goes on; the file is intact."""
    first = started(path)
    assert first.stdin is not None
    first.stdin.write("\n\n\nh n1 y\n")
    first.stdin.flush()
    until(first, "1. H-N1\n")
    link = path.parent / "link.txt"
    link.symlink_to(path)
    for name in (path, link):
        second = started(name)
        said, errors = second.communicate("k s1 n\n", timeout=PATIENCE)
        assert (second.returncode, said) == (2, "")
        assert errors == (
            f"deduce: {name} is open in another companion; close that one first, or choose another file\n"
        )
    assert recorded(path) == ["H-N1"]
    _, errors = first.communicate("h s1 n\n", timeout=PATIENCE)
    assert (first.returncode, errors) == (0, "")
    third = started(path)
    third.communicate("k n1 n\n", timeout=PATIENCE)
    assert third.returncode == 0
    record = read_record(path)
    assert [step.text for step in record.steps] == ["H-N1", "(H-S1)", "(K-N1)"]
    assert record.misfits == ()


class Typed:
    """A random game: its first side, its cells, and each as it is typed."""

    def __init__(self, seed: int) -> None:
        game = random_game(CLASSIC, random.Random(seed), plies=60)
        self.setup = f"Yellow\n{CLASSIC.sides[game.first]}\n\n"
        self.cells = list(cells_of(game, 0))
        unpromoted = (event.answer.promoted is False for event in game.events)
        self.lines = [f"{cell}{' 0' * plain}\n" for cell, plain in zip(self.cells, unpromoted, strict=True)]


@unix
def test_a_killed_companion_loses_nothing(tmp_path: Path) -> None:
    """SIGKILL at random moments: what was acknowledged is in the file, which is always a whole record."""
    draw = random.Random(time.time_ns())
    game, path, kept = Typed(0), tmp_path / "0.txt", 0
    for number in range(KILLS):
        if kept > len(game.cells) - 20:
            game, path, kept = Typed(number), tmp_path / f"{number}.txt", 0
        typed = ([] if path.exists() else [game.setup]) + game.lines[kept:]
        process = started(path)
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write("".join(typed))
            process.stdin.flush()
        said = ""
        if number % 2:
            time.sleep(draw.uniform(0.1, 0.7))
        else:
            for _ in range(draw.randint(1, 25)):
                said += process.stdout.readline()
            time.sleep(draw.uniform(0, 0.01))
        process.kill()
        rest, errors = process.communicate()
        said += rest
        assert "Traceback" not in errors
        acknowledged = [int(found) for found in re.findall(r"^(\d+)\. ", said, re.MULTILINE)]
        if not path.exists():
            assert not acknowledged
            continue
        saved = opened(path)
        assert saved.record.misfits == ()
        cells = texts(saved)
        assert cells == game.cells[: len(cells)]
        assert len(cells) >= max([kept, *acknowledged])
        kept = len(cells)


# --- On a terminal, without one ----------------------------------------------------------------------


def loop(companion: TableCompanion[Moment], keys: str, output: Output | None = None) -> None:
    """Sit at a terminal on which these keys are pressed."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output or DummyOutput()):
        pipe.send_text(keys)
        at_terminal(companion, GREETING)


def frames(shown: str) -> list[list[str]]:
    """What was painted, one after the other, each as its lines without colours."""
    painted = re.sub(r"\x1b\[[\d;]*m", "", shown).split("\x1b[H")[1:]
    return [frame.partition("\x1b[J")[0].replace("\x1b[K", "").split("\n")[:-1] for frame in painted]


def test_the_terminal_loop(companion: TableCompanion[Moment], capsys: pytest.CaptureFixture[str]) -> None:
    """Every command, each answered below the sheet or in its place; Ctrl-D ends."""
    lines = [
        *("l s2", "a n1 y", "sheet", "opp", "board", "sheet", "why H king", "what-if h s1", "suspects"),
        *("answer l s1", "reach l", "undo", "redo", "moves", "edit 1 h n1 n", "insert 1 a n1 n", "delete 1"),
        *("at 1", "at", "note a hunch", "notes", "model mimic", "export x.doc", "foo", "help", "", "resign"),
    ]
    loop(companion, "".join(f"{line}\r" for line in lines) + "\x04")
    shown = capsys.readouterr().out
    assert shown.endswith(f"Saved in {companion.kept.path}.\n")
    painted = dict(zip(["start", *lines], frames(shown), strict=True))
    assert painted["start"][-1].startswith("help lists everything that can be typed; Ctrl-D or quit ends")
    assert painted["l s2"][-2:] == ["4. L-S2", "Say: L two forward: yes"]
    assert painted["l s2"][0] == "turn 5: Yellow to move"
    assert painted["opp"][1].startswith("White's pieces: ")
    assert painted["board"][2] == "                  White: lower case"
    assert painted["sheet"][1].startswith("Yellow's pieces: ")
    assert painted["why H king"][-3] == "Yellow's H is not King."
    assert painted["redo"][-1] == "Brought back 1 turn."
    assert painted["moves"][-1] == "   5 Yellow  A-N1"
    assert painted["at 1"][0] == "after turn 1 of 5: White to move"
    assert painted["at"][-1] == "Back to now."
    assert painted["notes"][-1] == "a hunch"
    assert painted["export x.doc"][-1].startswith("x.doc must end in .txt")
    assert painted["foo"][-2].startswith("'FOO' is no piece")
    assert painted["help"][3:] == HELP
    assert painted[""][-1] == ""
    assert painted["resign"][-2] == "6. resigns"
    for line, frame in painted.items():
        assert len(frame) <= 22, line
        assert all(len(row) < 80 for row in frame), line


def test_ctrl_c_and_ctrl_d(companion: TableCompanion[Moment], capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C throws the line away and says how to end; Ctrl-D ends."""
    loop(companion, "l s2\x03l s1\r\x04")
    painted = frames(capsys.readouterr().out)
    assert painted[1][-1] == "quit or Ctrl-D ends; everything that was entered is saved."
    assert painted[2][-2] == "4. L-S1"
    assert texts(companion.kept) == ["(H-N1)", "(H-S1)", "K-N1", "L-S1"]


@pytest.mark.parametrize("word", ["quit", "exit", "q"])
def test_quit_ends_the_loop(
    word: str, companion: TableCompanion[Moment], capsys: pytest.CaptureFixture[str]
) -> None:
    """What is typed behind it is not read any more."""
    loop(companion, f"{word}\rl s2\r")
    assert capsys.readouterr().out.endswith(f"Saved in {companion.kept.path}.\n")
    assert len(companion.kept.record.steps) == 3


def test_long_answers_are_shown_page_by_page(
    companion: TableCompanion[Moment], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is cut off: Enter shows the rest, then the sheet again."""
    for number in range(50):
        companion.obey("a forward 1 n" if number % 2 else "h forward 1")
    count = len(companion.kept.record.steps)
    assert count > 40
    loop(companion, "moves\r\r\r\rnote x\r\x04")
    painted = frames(capsys.readouterr().out)
    pages = painted[1:4]
    assert pages[0][-1] == f"... Enter shows {count - 18} more lines"
    moves = [row for page in pages for row in page if re.match(r" +\d+ (Yellow|White) ", row)]
    assert [int(row.split()[0]) for row in moves] == list(range(1, count + 1))
    assert all(len(page) <= 22 and page[0].startswith("turn ") for page in pages)
    assert painted[4][4].startswith(" A ")
    assert painted[5][-1] == "Noted, apart from the facts."


@pytest.mark.parametrize(
    ("columns", "rows", "both", "sheets"),
    [
        *((80, 24, False, 1), (80, 45, True, 1), (79, 21, False, 1)),
        *((160, 40, True, 2), (120, 24, True, 1), (220, 24, True, 2)),
    ],
)
@pytest.mark.parametrize("ruleset", ["classic", "espionage"])
def test_sizes(
    columns: int,
    rows: int,
    both: bool,
    sheets: int,
    ruleset: str,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The board stands beside the sheet or below it where there is room, and then the other sheet."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    companion = TableCompanion(new_game(path, Rules.of(ruleset)))
    loop(companion, "h n1 n\rboard\rsheet\r\x04")
    painted = frames(capsys.readouterr().out)
    letters = Rules.of(ruleset).letters
    for frame in painted:
        assert len(frame) <= rows - 2
        assert all(len(row) < columns for row in frame)
    for frame in (painted[1], painted[3]):
        labels = [label for row in frame for label in re.findall(r"(?:^|   ) ([A-Z])(?: +[\d.]+){12}", row)]
        assert sorted(labels) == sorted(sheets * letters)
        assert any("UPPER CASE" in row for row in frame) == both
    assert any("UPPER CASE" in row for row in painted[2])


def test_lines_are_kept_and_completed(companion: TableCompanion[Moment], tmp_path: Path) -> None:
    """What was typed is there in the next session; Tab completes commands."""
    loop(companion, "susp\t\rnot\t two\r\x04")
    assert companion.kept.notes == ("two",)
    lines = (tmp_path / "data" / "deduce" / "lines").read_text(encoding="utf-8").split("\n")
    assert [line for line in lines if line.startswith("+")] == ["+suspects", "+note two"]


def test_without_a_data_folder(companion: TableCompanion[Moment], tmp_path: Path) -> None:
    """Where no lines can be kept, the game goes on all the same."""
    (tmp_path / "data").write_text("", encoding="utf-8")
    loop(companion, "note one\rl s2\r\x04")
    assert companion.kept.notes == ("one",)
    assert len(companion.kept.record.steps) == 4
    assert (tmp_path / "data").read_text(encoding="utf-8") == ""


def test_a_terminal_of_the_old_kind(
    companion: TableCompanion[Moment], capsys: pytest.CaptureFixture[str]
) -> None:
    """The prompt itself is written as a terminal understands it."""
    written = io.StringIO()
    output = Vt100_Output(written, lambda: Size(rows=24, columns=80), term="xterm", enable_cpr=False)
    loop(companion, "l s2\r\x04", output)
    assert written.getvalue().count("> ") >= 2
    assert "4. L-S2" in capsys.readouterr().out


# --- On a real pseudo-terminal -----------------------------------------------------------------------


def begin(terminal: Terminal) -> None:
    """Answer the three questions."""
    for question, answer in (("Which side", "y"), ("Who starts", "y"), ("as you see them", DEAL)):
        terminal.until(lambda screen, asked=question: any(asked in line for line in screen.lines))  # type: ignore[misc]
        terminal.type(f"{answer}\n")
    terminal.prompted("turn 1: Yellow to move", "help lists everything")


def check_frame(terminal: Terminal, *, board: bool) -> None:
    """The title at the top, the sheet whole below it, and nothing scrolled away."""
    lines = terminal.screen.lines
    assert terminal.screen.scrolled == 0
    assert lines[0].startswith(("turn ", "after turn "))
    assert [line[1] for line in lines[4:16]] == list("ACEHKLNOPSTV")
    assert all(re.match(r" [A-Z][x ][+ ]( +([\d.]+|[<>]\d+|YES)){12}", line) for line in lines[4:16])
    assert any("UPPER CASE" in line for line in lines) == board
    assert terminal.screen.row < terminal.screen.rows - 1


@unix
@pytest.mark.parametrize(("rows", "columns", "board"), [(24, 80, False), (40, 160, True)])
def test_a_game_on_a_terminal(rows: int, columns: int, board: bool, path: Path) -> None:
    """The sheet stays in its place, whatever is typed; the board is beside it where there is room."""
    with Terminal(rows, columns, path) as terminal:
        begin(terminal)
        check_frame(terminal, board=board)
        for number, (line, said) in enumerate(
            (("h n1 n", "1. (H-N1)"), ("l s2", "Say: L two forward: yes"), ("k n1 y", "3. K-N1")), 2
        ):
            terminal.ask(line, f"turn {number}: ", said)
            check_frame(terminal, board=board)
        terminal.ask("a s1 maybe", "is neither yes nor no; end the line with y or n")
        terminal.ask("opp", "White's pieces: ")
        check_frame(terminal, board=board)
        lines = terminal.ask("board", "UPPER CASE")
        assert any(
            re.search(r"  1   \.   \.   N   O   P   \.   S   T   V   \.   \.    1$", line) for line in lines
        )
        terminal.ask("sheet", "Yellow's pieces: ")
        terminal.ask("help", HELP[0], HELP[-1])
        assert terminal.screen.scrolled == 0
        terminal.ask("at 1", "after turn 1 of 3")
        check_frame(terminal, board=board)
        terminal.type("note nothing is lost")
        terminal.until(lambda screen: screen.lines[screen.row] == "> note nothing is lost")
        terminal.type("\x03")
        terminal.prompted("quit or Ctrl-D ends; everything that was entered is saved.")
        terminal.type("susp\t")
        terminal.until(lambda screen: screen.lines[screen.row].startswith("> suspects"))
        terminal.ask("", "The likeliest slips")
        terminal.type("\x04")
        assert terminal.ended() == 0
        assert terminal.raw.count("\x1b[2J") == 1
        assert "\x1b[2m" in terminal.raw
        assert "Traceback" not in terminal.raw
        assert f"Saved in {path}." in "".join(terminal.screen.lines)
    assert recorded(path) == ["(H-N1)", "L-S2", "K-N1"]


@unix
def test_resizing_between_entries(path: Path) -> None:
    """The next entry is shown as the new size allows."""
    path.write_text("1. (A-N1)\n", encoding="utf-8")
    with Terminal(24, 80, path, NO_COLOR="1") as terminal:
        terminal.prompted("turn 2: White to move")
        check_frame(terminal, board=False)
        for number, (rows, columns, board) in enumerate(
            ((40, 160, True), (24, 80, False), (45, 80, True)), 3
        ):
            terminal.resize(rows, columns)
            terminal.ask("h forward 1 n", f"turn {number}: ")
            check_frame(terminal, board=board)
        terminal.ask("note x", "Noted")
        terminal.type("\x1b[A")
        terminal.until(lambda screen: screen.lines[screen.row] == "> note x")
        terminal.ask("yz", "Noted")
        terminal.type("quit\r")
        assert terminal.ended() == 0
        assert not re.search(r"\x1b\[[\d;]*[34]\dm", terminal.raw)
    saved = opened(path)
    assert len(saved.record.steps) == 4
    assert saved.notes == ("x", "xyz")


@unix
def test_ctrl_c_at_the_questions(path: Path) -> None:
    """One sentence and exit status 130, and no file."""
    with Terminal(24, 80, path) as terminal:
        terminal.until(lambda screen: "Which side" in screen.lines[0])
        terminal.type("\x03")
        assert terminal.ended() == 130
        assert "Traceback" not in terminal.raw
    assert not path.exists()
