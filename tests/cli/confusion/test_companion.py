"""The companion at the table: through a pipe, on a terminal, killed, and twice on one file."""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput, Output
from prompt_toolkit.output.vt100 import Vt100_Output
from typer.testing import CliRunner, Result

from command_line import COMMAND
from common import CLASSIC
from deduce.confusion import Rules, random_game, read_record
from deduce.confusion.match.session import new_session, open_session
from deduce.confusion.record.writer import cells_of
from deduce_cli.confusion import table
from deduce_cli.confusion.companion import COMMANDS, HELP, Companion
from deduce_cli.main import app

unix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and SIGKILL are not there")

DEAL = "A4 C8 E12 H11 K10 L2 N1 O3 P7 S6 T5 V9"
KILLS = int(os.environ.get("DEDUCE_KILLS", "20"))
"""How often the companion is killed in the test of that."""
PATIENCE = 30.0
"""Seconds after which something that should happen at once is given up."""


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
def companion(path: Path) -> Companion:
    """Yellow's companion after three turns, with White's diagrams."""
    deal = {word[0]: int(word[1:]) for word in DEAL.split()}
    session = new_session(path, CLASSIC, 0, 0, deal)
    found = Companion(session)
    for line in ("h n1 n", "h s1 n", "k n1 y"):
        found.obey(line)
    assert len(session.record.plies) == 3
    return found


def told(companion: Companion, line: str) -> str:
    return "\n".join(companion.obey(line))


def sit(*arguments: object, lines: str | bytes = "") -> Result:
    """Sit at the table with lines from a pipe."""
    return CliRunner().invoke(app, ["confusion", "table", *map(str, arguments)], input=lines)


def started(*arguments: object, **options: object) -> subprocess.Popen[str]:
    """The real command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, "confusion", "table", *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        **options,  # type: ignore[call-overload]
    )


# --- What each line does -----------------------------------------------------------------------------


def test_turns(companion: Companion) -> None:
    """What was recorded is said, with its number, what to say aloud, and what is odd about it."""
    assert companion.obey("l s2") == ["4. L-S2", "Say: L two forward: yes"]
    assert companion.obey("  A n1 Y # by mistake ") == ["5. A-N1 by mistake"]
    assert companion.obey("c s1 y") == ["6. C-S1", "Careful: C is Wimp: the right answer is no."]
    assert companion.obey("") == companion.obey("   ") == []
    assert companion.summary().startswith("turn 7: Yellow to move. Yellow's pieces: ")
    assert open_session(companion.session.path).record.text == companion.session.record.text


WRONG = {
    "foo": "'FOO' is no piece; the pieces are A C E H K L N O P S T V",
    "i n1 y": "'I' is no piece",
    "l n1": "L one back: your own V stands there; L could try s1, s2",
    "l n9": "no piece can move more than 4 squares",
    "l s2 maybe": "'maybe' in 'l s2 maybe' is neither yes nor no",
    "h": "'h' has no direction",
    "sheeet": "there is no command 'sheeet'; did you mean 'sheet'?",
    "suspect": "there is no command 'suspect'; did you mean 'suspects'?",
    "undoo 3": "did you mean 'undo'?",
    "undo x": "'x' is not the number of an entry; moves lists them",
    "undo 0": "'0' is not the number of an entry",
    "undo -1": "'-1' is not the number of an entry",
    "undo 1 2": "'1 2' is not the number of an entry",
    "undo " + "9" * 5000: "is not the number of an entry",
    "edit": "a number is missing",
    "edit x": "'x' is not the number of an entry",
    "edit 2": "write a piece, a direction, a distance and the answer",
    "edit 9 h n1": "there is no entry 9; there are 3",
    "edit 1 l s2 y": "L two back: it leads off the board",
    "insert 5 h n1": "there is no entry 5; there are 4",
    "insert": "a number is missing",
    "delete": "a number is missing",
    "delete 4": "there is no entry 4; there are 3",
    "at 4": "there is no turn 4; there are 3",
    "at x": "'x' is not the number of an entry",
    "at ²": "'²' is not the number of an entry",
    "why": "write a piece and a diagram, such as why H crab",
    "why h": "write a piece and a diagram",
    "why h is not": "write a piece and a diagram",
    "why q crab": "there is no piece 'q'; there are A C E",
    "why h crap": "there is no diagram 'crap'; did you mean 'Crab'?",
    "what-if": "write a piece, a direction, a distance",
    "what-if h": "has no direction",
    "answer": "write a piece, a direction, a distance",
    "answer q s1": "'Q' is no piece",
    "answer n s1": "N one forward: your own A stands there",
    "reach q": "there is no piece 'q'",
    "note": "write some words behind note",
    "model honest": "there is no model 'honest'",
    "model coin:7": "must be a number between 0 and 1",
    "export": "write one file name behind export, ending in .txt, .json, .svg or .html",
    "export a.txt b.txt": "write one file name behind export",
    'export "a.txt': "write one file name behind export",
    "export game.doc": "game.doc must end in .txt, .json, .svg or .html, which says what to write",
    "export ~nobody.here/a.txt": "there is no such home folder",
    "export a\0.txt": "write one file name behind export",
    "export game.txt": "game.txt is the file of this game, which is saved anyway; choose another name",
    "export file/a.txt": "there is no folder",
    "remove a, l s2 y": "there is no double agent in these rules",
    "q n1 y": "'Q' is no piece",
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_lines(line: str, companion: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence says what is wrong and what was probably meant; nothing changes."""
    folder = companion.session.path.parent
    (folder / "file").write_text("", encoding="utf-8")
    monkeypatch.chdir(folder)
    record, summary, text = companion.session.record, companion.summary(), companion.session.path.read_bytes()
    (message,) = companion.obey(line)
    assert WRONG[line] in message
    assert companion.session.record is record
    assert companion.session.path.read_bytes() == text
    assert companion.summary() == summary
    assert sorted(each.name for each in folder.iterdir()) == ["file", "game.txt"]
    assert not companion.is_over


WORDS = (
    *(
        "h",
        "l",
        "vz",
        "z",
        "n1",
        "s2",
        "forward",
        "one",
        "y",
        "n",
        "+",
        ",",
        "#",
        "remove",
        "two",
        "swap",
        "$a",
    ),
    *("0", "1", "2", "99", "-1", "crab", "not", "any", "coin:0.3", "é", '"', "game.svg", "x", "resign", "\t"),
    *(command for command in COMMANDS if command != "quit"),
)
LINES = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join),
    st.text(max_size=20).filter(lambda text: "export" not in text.casefold()),
)


@settings(max_examples=60)
@given(st.lists(LINES, min_size=1, max_size=8))
def test_no_line_breaks_the_companion(lines: list[str]) -> None:
    """Whatever is typed, something can be shown, and the file is what is shown."""
    folder = Path(os.environ["XDG_DATA_HOME"]).parent
    old = Path.cwd()
    session = new_session(folder / "any.txt", CLASSIC, 0, 0)
    companion = Companion(session)
    os.chdir(folder)
    try:
        for line in ("h n1 n", "h s1 y", *lines):
            assert all(isinstance(message, str) for message in companion.obey(line))
            assert companion.summary()
            assert session.path.read_text(encoding="utf-8") == session.record.text
    finally:
        os.chdir(old)


def test_help_names_every_command_and_fits_a_terminal(companion: Companion) -> None:
    """79 columns and 19 rows are what a terminal of 80 x 24 has for it."""
    for word in ("help", "?", "HELP"):
        assert companion.obey(word) == HELP.split("\n")
    assert all(len(line) < 80 for line in HELP.split("\n"))
    assert HELP.count("\n") < 19
    for command in COMMANDS:
        assert re.search(rf"\b{command}\b", HELP), command


def test_what_is_shown(companion: Companion) -> None:
    """sheet, opp and board choose what stands on the screen."""
    for word, shown, side in (("opp", "sheet", 1), ("board", "board", 1), ("sheet", "sheet", 0)):
        assert companion.obey(word) == []
        assert (companion.shown, companion.side) == (shown, side)
    companion.obey("opp")
    assert "White's pieces" in companion.summary()


def test_why(companion: Companion) -> None:
    """Of the sheet that is shown, in any wording."""
    expected = [
        "H is not King.",
        "     1 turn 1: H one forward, refused",
        "Entry 1 says so: 1 “turn 1: H one forward, refused”; so H is not King.",
    ]
    for line in ("why H king", "why h 6", "why h is not King", "why H not roi", "WHY h the king"):
        assert companion.obey(line) == expected
    assert "may or may not be Crab; nothing settles it yet" in told(companion, "why A crab")
    companion.obey("opp")
    assert "     2 turn 1: H one forward, refused" in companion.obey("why h king")


def test_what_if(companion: Companion) -> None:
    """Of whoever is to move."""
    said = companion.obey("what-if l s2")
    assert said[0].startswith("L two forward: yes with chance ")
    assert said[1].startswith("after yes: White's pieces: ")
    assert said[2].startswith("after no: White's pieces: ")
    assert companion.obey("whatif l s2") == said
    assert "after yes: impossible" in companion.obey("what-if h s1")


def test_suspects(companion: Companion) -> None:
    """Also while nothing contradicts."""
    assert told(companion, "suspects").startswith("Nothing contradicts. The likeliest slips")
    companion.obey("undo 3")
    assert companion.obey("suspects") == ["Nothing was noted yet."]


def test_answer(companion: Companion) -> None:
    """The right answer to the opponent, by their diagrams; one's own are not known."""
    assert companion.obey("answer l s2") == ["yes: L two forward is tried by Probe."]
    assert companion.obey("answer c forward 1") == ["no: C one forward is tried by Wimp."]
    companion.obey("l s2")
    assert "Yellow's deal is not in the record" in told(companion, "answer a n1")
    assert len(companion.session.record.plies) == 4


def test_reach(companion: Companion) -> None:
    """Where the opponent's pieces can go: truly, and as far as they know."""
    head, line = companion.obey("reach l")
    assert head == "What they know that they can do (! their diagram says no, ? it is not known):"
    assert line.startswith("  L: s1 ")
    assert "w1! " in line
    rows = companion.obey("reach")
    assert line in rows
    assert len(rows) > 8
    companion.obey("resign")
    assert companion.obey("reach") == ["The game is over; nobody can go anywhere."]


def test_undo_and_redo(companion: Companion) -> None:
    """Any number of turns."""
    assert companion.obey("undo") == ["Took back 1 turn; redo brings back."]
    assert companion.obey("undo\t2") == ["Took back 2 turns; redo brings back."]
    assert companion.obey("undo") == ["There is nothing to take back."]
    assert companion.obey("redo") == ["Brought back."]
    assert companion.obey("redo") == ["Brought back."]
    assert companion.obey("redo") == ["There is nothing to bring back."]
    assert len(companion.session.record.plies) == 3


def test_moves(companion: Companion) -> None:
    """All entries with their numbers."""
    assert companion.obey("moves") == ["   1 Yellow  (H-N1)", "   2 White   (H-S1)", "   3 Yellow  K-N1"]
    companion.obey("undo 3")
    assert companion.obey("moves") == ["Nothing was entered yet."]


def test_looking_at_a_past_moment(companion: Companion) -> None:
    """The board and the sheets of then; a wrong line does not come back, an entry does."""
    now = companion.summary()
    assert companion.obey("at 1") == ["The moment after turn 1; at alone comes back."]
    past = companion.summary()
    assert past.startswith("looking at turn 1 of 3: White to move. ")
    for line in ("foo", "undo x", "export", "edit 9 h n1 y"):
        companion.obey(line)
        assert companion.summary() == past
    assert companion.obey("why H king")[0] == "H is not King."
    assert companion.obey("at") == ["Back to now."]
    assert companion.summary() == now
    companion.obey("at 0")
    assert companion.asked.game.events == []
    assert companion.obey("l s2")[-1] == "Back to now."
    assert companion.summary().startswith("turn 5: Yellow to move.")


def test_edit_insert_delete(companion: Companion) -> None:
    """What does not fit any more is told, at most twelve of it."""
    assert companion.obey("edit 3 a n1 y") == ["3. A-N1"]
    assert companion.obey("edit\t3\ta n1 n # no") == ["3. (A-N1) no"]
    assert companion.obey("insert 4 l s2") == ["4. L-S2", "Say: L two forward: yes"]
    assert companion.obey("delete 4") == ["Took out entry 4."]
    for number in range(16):
        companion.obey("l n1 n" if number % 2 else "l s1 n")
    said = companion.obey("insert 1 c n1 n")
    assert said[0] == "1. (C-N1)"
    assert said[1].startswith("Does not fit any more: row 1, right column ")
    assert len(said) == 14
    assert re.fullmatch(r"\.\.\. and \d+ more", said[-1])


def test_notes(companion: Companion) -> None:
    """Apart from the facts."""
    assert companion.obey("notes") == ["There are no notes; note and some words makes one."]
    before = companion.summary()
    assert companion.obey("note H is the  Crab") == ["Noted, apart from the facts."]
    companion.obey("note edit 1 h n1 y")
    assert companion.obey("notes") == ["H is the Crab", "edit 1 h n1 y"]
    assert companion.summary() == before


def test_models(path: Path) -> None:
    """How the opponent answers for the double agent is chosen by name."""
    companion = Companion(new_session(path, Rules.of("espionage"), 0, 0))
    for line in ("h n1 n", "h s1 y"):
        companion.obey(line)
    assert any(line.startswith("now: ") for line in companion.obey("model"))
    before = companion.asked.sheets[0].chances
    assert companion.obey("model coin:0.25") == ["Chances are now by the model coin:0.25."]
    assert companion.asked.sheets[0].chances != before
    assert companion.obey("model any") == ["Chances are now by the model any."]
    assert companion.asked.sheets[0].chances is None
    for line in ("what-if k n1", "why a crab", "suspects", "reach", "answer a n1", "model what"):
        assert companion.obey(line)
    assert companion.model == "any"


def test_contradictions_are_opened_for_correction(companion: Companion) -> None:
    """What clashes and the likeliest slip, with the line that corrects it."""
    companion.obey("l s2")
    said = companion.obey("h n1 y")
    assert said[0] == "5. H-N1"
    assert "What was noted of Yellow's pieces contradicts itself:" in said
    correction = re.search(r"To reverse it: (edit \d+ .*)", said[-1])
    assert correction is not None
    assert "no deal fits" in companion.summary()
    for line in ("reach", "suspects", "why H crab", "what-if a s1", "sheet", "opp"):
        companion.obey(line)
    number = correction[1].split()[1]
    assert companion.obey(f"edit {number} h n1 {'n' if number == '5' else 'y'}")[0].startswith(f"{number}. ")
    assert "no deal fits" not in companion.summary()


def test_the_end_of_a_game(companion: Companion) -> None:
    """It is said, and the way back is named."""
    assert companion.obey("resign") == ["4. resigns"]
    assert "Yellow has won" in companion.summary()
    assert companion.obey("h n1 n") == ["the game is over; undo takes turns back"]
    assert companion.obey("what-if h s1")
    companion.obey("undo")
    assert companion.obey("draw") == ["4. draws"]
    assert "a draw" in companion.summary()


def test_export(companion: Companion, tmp_path: Path) -> None:
    """The record, everything as JSON, the board, or a page; of the moment that is looked at."""
    for kind in ("txt", "json", "svg", "html", "HTM"):
        file = tmp_path / f"my game.{kind}"
        assert companion.obey(f'export "{file}"') == [f"Written to {file}."]
    assert (tmp_path / "my game.txt").read_text(encoding="utf-8") == companion.session.record.text
    found = json.loads((tmp_path / "my game.json").read_text(encoding="utf-8"))
    assert (found["format"], found["plies"]) == ("deduce.confusion.replay/1", 3)
    assert ET.parse(tmp_path / "my game.svg").getroot().tag.endswith("svg")  # noqa: S314 - our own picture
    page = (tmp_path / "my game.html").read_text(encoding="utf-8")
    assert page.count("<table>") == 2
    assert "1. (H-N1)" in page
    companion.obey("at 1")
    companion.obey(f"export {tmp_path / 'past.json'}")
    assert json.loads((tmp_path / "past.json").read_text(encoding="utf-8"))["plies"] == 1
    assert len(read_record(companion.session.path).plies) == 3


@pytest.mark.parametrize("word", ["quit", "exit", "q", "QUIT"])
def test_quit(word: str, companion: Companion) -> None:
    """Nothing is said; the loop ends."""
    assert companion.obey(word) == []
    assert companion.is_over


# --- Through a pipe ----------------------------------------------------------------------------------


def test_three_questions_begin_a_game(path: Path) -> None:
    """Asked again where the answer makes no sense; then what was typed is in the file."""
    result = sit(path, lines=f"green\nW\nq\ny\nA1 A2\n{DEAL}\nh s1\n")
    assert (result.exit_code, result.stderr) == (0, "")
    said = result.stdout.split("\n")
    assert said.count("Which side are you, Yellow or White? (Yellow) ") == 2
    assert "'green' is neither Yellow nor White" in said
    assert said.count("Who starts, Yellow or White? (White) ") == 2
    assert said.count("Yellow's diagrams as you see them, such as A6 C8 ... (Enter: not now)? ") == 2
    assert f"Saved in {path} after every entry." in said
    assert "Say: H one forward: no" in said
    record = read_record(path)
    assert record.problems == ()
    assert [ply.text for ply in record.plies] == ["(H-S1)"]
    text = path.read_text(encoding="utf-8")
    assert re.sub(r"\d{4}-\d\d-\d\d", "DATE", text) == (
        "Ruleset = classic\nMe = White\nDate = DATE\nFirst = Yellow\nCompass = White\n"
        f"Yellow = {DEAL}\nWhite = ?\n\nWhite\tYellow\n1.\t(H-S1)\n"
    )


def test_enter_takes_what_is_offered(path: Path) -> None:
    """The first side, which starts, and no diagrams."""
    assert sit(path, lines="\n\n\n").exit_code == 0
    setup = read_record(path).setup
    assert (setup.others["Me"], setup.first, setup.compass, setup.deals) == ("Yellow", 0, 0, (None, None))


@pytest.mark.parametrize("lines", ["", "w\n", "w\nw\n", "w\nw\nA1\n"])
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
    assert (record.rules.ruleset, record.rules.tokens, set(record.rules.variants)) == (
        "espionage",
        True,
        {3, 5},
    )
    assert [ply.text for ply in record.plies] == ["$2, H-S1, (K-S1)"]
    assert sit(path, *options, lines="quit\n").exit_code == 0
    assert sit(path, lines="quit\n").exit_code == 0
    result = sit(path, "--ruleset", "espionage", lines="quit\n")
    assert result.exit_code == 2
    assert "is a game by other rules already" in result.stderr
    result = sit(path.parent / "new.txt", "--ruleset", "chess")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no ruleset 'chess'" in result.stderr
    assert not (path.parent / "new.txt").exists()


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
    assert len(read_record(file).plies) == 1
    (file.parent / "1999-01-01-000000.txt").write_text("1. A-N2\n", encoding="utf-8")
    assert sit("--history").stdout.split("\n") == [str(file), str(file.parent / "1999-01-01-000000.txt"), ""]


def test_what_is_no_text_makes_one_line_wrong(path: Path) -> None:
    """Half characters end nothing, and a last line without its end counts."""
    result = sit(path, lines=b"\n\n\n\xff\xfe\nh n1 y # caf\xe9\nk s1 n")
    assert (result.exit_code, result.stderr) == (0, "")
    record = read_record(path)
    assert [ply.comment for ply in record.plies] == ["caf\ufffd", ""]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"hello, world\n", "neither headers nor numbered rows"),
        (b"\xff\xfe", "is not text in UTF-8"),
        (b"Ruleset = chess\n1. A-N2\n", "there is no ruleset 'chess'"),
        (b"Me = Green\n1. A-N2\n", "there is no side 'Green'"),
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
        "H may or may not be Crab; nothing settles it yet (chance 1/5).",
        "A one forward: yes with chance 2/3",
        "Nothing contradicts. The likeliest slips, if each note is wrong once in a hundred:",
        "yes: A one forward is tried by Rook.",
        "What they know that they can do (! their diagram says no, ? it is not known):",
        "Took back 2 turns; redo brings back.",
        "Brought back.",
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
        f"{WRONG['foo']}; write a piece, a direction, a distance and the answer, such as h n1 n",
        "5. resigns",
        "Took back 1 turn; redo brings back.",
        HELP.split("\n")[0],
    ):
        assert expected in rows[place:], expected
        place = rows.index(expected, place) + 1
    assert [ply.text for ply in read_record(path).plies] == ["(H-S1)", "L-N1", "(C-S2)", "(H-N1) hm"]
    assert "\x1b" not in said


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
    assert process.wait(PATIENCE) == 1
    assert read_record(path).problems == ()
    assert len(read_record(path).plies) >= 2


@unix
def test_ctrl_c_stops(path: Path) -> None:
    """One sentence and exit status 130; nothing is lost."""
    process = started(path)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n\n\nh n1 y\n")
    process.stdin.flush()
    until(process, "1. H-N1\n")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, "Stopped; everything that was entered is saved.\n")
    assert len(read_record(path).plies) == 1


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
    assert [ply.text for ply in read_record(path).plies] == ["H-N1"]
    _, errors = first.communicate("h s1 n\n", timeout=PATIENCE)
    assert (first.returncode, errors) == (0, "")
    third = started(path)
    third.communicate("k n1 n\n", timeout=PATIENCE)
    assert third.returncode == 0
    record = read_record(path)
    assert [ply.text for ply in record.plies] == ["H-N1", "(H-S1)", "(K-N1)"]
    assert record.problems == ()


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
        session = open_session(path)
        assert session.record.problems == ()
        cells = [ply.text for ply in session.record.plies]
        assert cells == game.cells[: len(cells)]
        assert len(cells) >= max([kept, *acknowledged])
        kept = len(cells)


# --- On a terminal, without one ----------------------------------------------------------------------


def loop(companion: Companion, keys: str, output: Output | None = None) -> None:
    """Sit at a terminal on which these keys are pressed."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output or DummyOutput()):
        pipe.send_text(keys)
        table.at_terminal(companion, table.GREETING)


def frames(shown: str) -> list[list[str]]:
    """What was painted, one after the other, each as its lines without colours."""
    painted = re.sub(r"\x1b\[[\d;]*m", "", shown).split("\x1b[H")[1:]
    return [frame.partition("\x1b[J")[0].replace("\x1b[K", "").split("\n")[:-1] for frame in painted]


def test_the_terminal_loop(companion: Companion, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command, each answered below the sheet or in its place; Ctrl-D ends."""
    lines = [
        *("l s2", "a n1 y", "sheet", "opp", "board", "sheet", "why H king", "what-if h s1", "suspects"),
        *("answer l s1", "reach l", "undo", "redo", "moves", "edit 1 h n1 n", "insert 1 a n1 n", "delete 1"),
        *("at 1", "at", "note a hunch", "notes", "model mimic", "export x.doc", "foo", "help", "", "resign"),
    ]
    loop(companion, "".join(f"{line}\r" for line in lines) + "\x04")
    shown = capsys.readouterr().out
    assert shown.endswith(f"Saved in {companion.session.path}.\n")
    painted = dict(zip(["start", *lines], frames(shown), strict=True))
    assert painted["start"][-1].startswith("help lists everything that can be typed; Ctrl-D or quit ends")
    assert painted["l s2"][-2:] == ["4. L-S2", "Say: L two forward: yes"]
    assert painted["l s2"][0] == "turn 5: Yellow to move"
    assert painted["opp"][1].startswith("White's pieces: ")
    assert painted["board"][2] == "                  White: lower case"
    assert painted["sheet"][1].startswith("Yellow's pieces: ")
    assert painted["why H king"][-3] == "H is not King."
    assert painted["redo"][-1] == "Brought back."
    assert painted["moves"][-1] == "   5 Yellow  A-N1"
    assert painted["at 1"][0] == "looking at turn 1 of 5: White to move"
    assert painted["at"][-1] == "Back to now."
    assert painted["notes"][-1] == "a hunch"
    assert painted["export x.doc"][-1].startswith("x.doc must end in .txt")
    assert painted["foo"][-2].startswith("'FOO' is no piece")
    assert painted["help"][3:] == HELP.split("\n")
    assert painted[""][-1] == ""
    assert painted["resign"][-1] == "6. resigns"
    for line, frame in painted.items():
        assert len(frame) <= 22, line
        assert all(len(row) < 80 for row in frame), line


def test_ctrl_c_and_ctrl_d(companion: Companion, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C throws the line away and says how to end; Ctrl-D ends."""
    loop(companion, "l s2\x03l s1\r\x04")
    painted = frames(capsys.readouterr().out)
    assert painted[1][-1] == "quit or Ctrl-D ends; everything that was entered is saved."
    assert painted[2][-2] == "4. L-S1"
    assert [ply.text for ply in companion.session.record.plies] == ["(H-N1)", "(H-S1)", "K-N1", "L-S1"]


@pytest.mark.parametrize("word", ["quit", "exit", "q"])
def test_quit_ends_the_loop(word: str, companion: Companion, capsys: pytest.CaptureFixture[str]) -> None:
    """What is typed behind it is not read any more."""
    loop(companion, f"{word}\rl s2\r")
    assert capsys.readouterr().out.endswith(f"Saved in {companion.session.path}.\n")
    assert len(companion.session.record.plies) == 3


def test_long_answers_are_shown_page_by_page(
    companion: Companion, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is cut off: Enter shows the rest, then the sheet again."""
    for number in range(50):
        companion.obey(f"{'al'[number % 2]} {'forward' if number % 4 < 2 else 'right'} 1 n")
    count = len(companion.session.record.plies)
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
    ("columns", "rows", "both"),
    [(80, 24, False), (80, 45, True), (79, 21, False), (160, 40, True), (120, 24, True)],
)
@pytest.mark.parametrize("ruleset", ["classic", "espionage"])
def test_sizes(
    columns: int,
    rows: int,
    both: bool,
    ruleset: str,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The board stands beside the sheet or below it where there is room; else one of the two."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    companion = Companion(new_session(path, Rules.of(ruleset), 0, 0))
    loop(companion, "h n1 n\rboard\rsheet\r\x04")
    painted = frames(capsys.readouterr().out)
    letters = Rules.of(ruleset).letters
    for frame in painted:
        assert len(frame) <= rows - 2
        assert all(len(row) < columns for row in frame)
    for frame in (painted[1], painted[3]):
        sheet = [row for row in frame if re.match(r" [A-Z] +[\d.]", row)]
        assert [row[1] for row in sheet] == list(letters)
        assert any("UPPER CASE" in row for row in frame) == both
    assert any("UPPER CASE" in row for row in painted[2])


def test_lines_are_kept_and_completed(companion: Companion, tmp_path: Path) -> None:
    """What was typed is there in the next session; Tab completes commands."""
    loop(companion, "susp\t\rnot\t two\r\x04")
    assert companion.session.notes == ("two",)
    lines = (tmp_path / "data" / "deduce" / "lines").read_text(encoding="utf-8").split("\n")
    assert [line for line in lines if line.startswith("+")] == ["+suspects", "+note two"]


def test_without_a_data_folder(companion: Companion, tmp_path: Path) -> None:
    """Where no lines can be kept, the game goes on all the same."""
    (tmp_path / "data").write_text("", encoding="utf-8")
    loop(companion, "note one\rl s2\r\x04")
    assert companion.session.notes == ("one",)
    assert len(companion.session.record.plies) == 4
    assert (tmp_path / "data").read_text(encoding="utf-8") == ""


def test_a_terminal_of_the_old_kind(companion: Companion, capsys: pytest.CaptureFixture[str]) -> None:
    """The prompt itself is written as a terminal understands it."""
    written = io.StringIO()
    output = Vt100_Output(written, lambda: Size(rows=24, columns=80), term="xterm", enable_cpr=False)
    loop(companion, "l s2\r\x04", output)
    assert written.getvalue().count("> ") >= 2
    assert "4. L-S2" in capsys.readouterr().out


# --- On a real pseudo-terminal -----------------------------------------------------------------------

SEQUENCE = re.compile(r"\x1b(?:\[(?P<arguments>[?\d;]*)(?P<end>[@-~])|\][^\x07]*\x07|[=>78])")


class Screen:
    """What a terminal shows, as far as the companion makes use of one.

    Attributes:
        rows: How high it is.
        columns: How wide it is.
        row: Where the cursor is, from 0.
        column: Where the cursor is, from 0.
        scrolled: How many lines were lost at the top.
        replies: What it has to answer.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.row = self.column = self.scrolled = 0
        self.replies: list[str] = []
        self._cells = [self._blank() for _ in range(rows)]
        self._rest = ""

    def _blank(self) -> list[str]:
        return [" "] * self.columns

    @property
    def lines(self) -> list[str]:
        return ["".join(cells).rstrip() for cells in self._cells]

    def feed(self, text: str) -> None:
        text, self._rest = self._rest + text, ""
        place = 0
        while place < len(text):
            if text[place] == "\x1b":
                found = SEQUENCE.match(text, place)
                if found is None:
                    self._rest = text[place:]
                    assert len(self._rest) < 32, self._rest
                    return
                self._control(found)
                place = found.end()
            else:
                self._write(text[place])
                place += 1

    def _write(self, sign: str) -> None:
        if sign == "\r":
            self.column = 0
        elif sign == "\n":
            self._down()
        elif sign == "\b":
            self.column = max(0, self.column - 1)
        elif sign >= " ":
            if self.column == self.columns:
                self.column = 0
                self._down()
            self._cells[self.row][self.column] = sign
            self.column += 1

    def _down(self) -> None:
        if self.row < self.rows - 1:
            self.row += 1
        else:
            self._cells = [*self._cells[1:], self._blank()]
            self.scrolled += 1

    def _control(self, found: re.Match[str]) -> None:
        if found["end"] is None:
            return
        numbers = [int(each or 0) for each in found["arguments"].lstrip("?").split(";")]
        first = max(1, numbers[0])
        match found["end"]:
            case "H":
                self.row = min(first, self.rows) - 1
                self.column = max(1, numbers[1] if len(numbers) > 1 else 1) - 1
            case "A" | "B":
                row = self.row + (first if found["end"] == "B" else -first)
                self.row = min(max(0, row), self.rows - 1)
            case "C" | "D":
                column = min(self.column, self.columns - 1) + (first if found["end"] == "C" else -first)
                self.column = min(max(0, column), self.columns - 1)
            case "J" | "K":
                self._erase(found["end"], numbers[0])
            case "n":
                self.replies.append(f"\x1b[{self.row + 1};{min(self.column, self.columns - 1) + 1}R")
            case other:
                assert other in {"m", "h", "l"}, found[0]

    def _erase(self, what: str, how: int) -> None:
        self._cells[self.row][self.column :] = self._blank()[self.column :]
        if what == "J":
            start = 0 if how == 2 else self.row + 1
            for row in range(start, self.rows):
                self._cells[row] = self._blank()


class Terminal:
    """The companion on a pseudo-terminal, which answers where its cursor is (ESC [ 6 n)."""

    def __init__(self, rows: int, columns: int, *arguments: object, **env: str) -> None:
        self.screen = Screen(rows, columns)
        self.raw = ""
        self._master, slave = os.openpty()
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._resize(rows, columns)
        code = f"import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); {COMMAND}"
        left_out = {"COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"}
        kept = {key: value for key, value in os.environ.items() if key not in left_out}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "confusion", "table", *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**kept, "TERM": "xterm-256color", **env},
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    def _resize(self, rows: int, columns: int) -> None:
        import termios

        termios.tcsetwinsize(self._master, (rows, columns))

    def resize(self, rows: int, columns: int) -> None:
        """Change the size between two entries; what was shown is lost, as on some terminals."""
        self.screen = Screen(rows, columns)
        self._resize(rows, columns)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def _read(self, patience: float) -> bool:
        """Read and answer what comes; tell whether anything did."""
        ready, _, _ = select.select([self._master], [], [], patience)
        data = b""
        if ready:
            with contextlib.suppress(OSError):  # Linux says so when the other end is closed.
                data = os.read(self._master, 65536)
        text = self._decoder.decode(data)
        self.raw += text
        self.screen.feed(text)
        for reply in self.screen.replies:
            self.type(reply)
        self.screen.replies.clear()
        return bool(data)

    def until(self, is_there: Callable[[Screen], bool]) -> list[str]:
        """Wait for something to be shown, and return all lines."""
        end = time.monotonic() + PATIENCE
        while not is_there(self.screen):
            assert self._read(end - time.monotonic()), "\n".join(self.screen.lines)
        return self.screen.lines

    def ask(self, line: str, *expected: str) -> list[str]:
        """Type a line at the prompt, and wait for what is expected above the next one."""
        self.type(f"{line}\r")
        return self.prompted(*expected)

    def prompted(self, *expected: str) -> list[str]:
        return self.until(
            lambda screen: (
                screen.lines[screen.row] == ">"
                and screen.column == 2
                and all(any(text in line for line in screen.lines[: screen.row]) for text in expected)
            )
        )

    def ended(self) -> int:
        """Wait for the end, and return the exit status."""
        while self._read(PATIENCE):
            pass
        return self.process.wait(PATIENCE)


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
    assert lines[0].startswith(("turn ", "looking at "))
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
        terminal.ask("help", HELP.split("\n")[0], HELP.split("\n")[-1])
        assert terminal.screen.scrolled == 0
        terminal.ask("at 1", "looking at turn 1 of 3")
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
    assert [ply.text for ply in read_record(path).plies] == ["(H-N1)", "L-S2", "K-N1"]


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
    session = open_session(path)
    assert len(session.record.plies) == 4
    assert session.notes == ("x", "xyz")


@unix
def test_ctrl_c_at_the_questions(path: Path) -> None:
    """One sentence and exit status 130, and no file."""
    with Terminal(24, 80, path) as terminal:
        terminal.until(lambda screen: "Which side" in screen.lines[0])
        terminal.type("\x03")
        assert terminal.ended() == 130
        assert "Traceback" not in terminal.raw
    assert not path.exists()
