"""`deduce confusion review`: words, JSON and the picture."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from typer.testing import CliRunner, Result

from command_line import WIDE
from common import SAMPLE
from deduce.confusion import read_record
from deduce.confusion.match.match import open_match
from deduce.tabletop.look import in_silence, look_at
from deduce_cli.confusion import review as stepping
from deduce_cli.main import app


def run(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(app, ["confusion", "review", *map(str, arguments)])


def document(*arguments: object) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_words() -> None:
    """A line for each move within 80 columns, what it comes to for each side, and the turning points."""
    result = run(SAMPLE, "--first", 73, "--nodes", 300)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:5]] == ["73", "74", "75", "76"]
    assert lines[4].split()[:2] == ["76", "Yellow"]
    assert "(O-E2)" in lines[4]
    assert all(len(line) <= 80 for line in lines)
    text = " ".join(result.stdout.split())
    assert "White: 2 moves" in text
    assert "Turning points: " in text or "No turning points" in text


def test_json_adds_up() -> None:
    found = document(SAMPLE, "--first", 71, "--nodes", 300)
    assert found["format"] == "deduce.confusion.review/1"
    assert found["final"] == {"Yellow": 0.0, "White": 1.0}
    for side in found["sides"]:
        mine = [move for move in found["moves"] if move["side"] == side]
        totals = found["totals"][side]
        assert totals["moves"] == len(mine)
        assert abs(totals["lost"] - sum(move["lost"] for move in mine)) < 1e-9
        assert totals["mistakes"] == sum(move["mistake"] for move in mine)
    assert {move["action"] for move in found["moves"]} >= {"T-SW2", "O-E2"}


def test_the_picture(tmp_path: Path) -> None:
    """Two curves with a point for each move and the end."""
    picture = tmp_path / "chances.svg"
    assert run(SAMPLE, "--first", 73, "--nodes", 300, "--svg", picture).exit_code == 0
    root = ET.fromstring(picture.read_text(encoding="utf-8"))  # noqa: S314 - written by ourselves
    lines = root.findall("{http://www.w3.org/2000/svg}polyline")
    assert [len(line.attrib["points"].split()) for line in lines] == [5, 5]


def test_bad_input(tmp_path: Path) -> None:
    """One sentence, exit status 2, no traceback."""
    for arguments in (
        [SAMPLE, "--first", 99],
        [SAMPLE, "--first", 76, "--last", 75],
        [SAMPLE, "--ply", 0],
        [SAMPLE, "--first", 76, "--nodes", 200, "--svg", tmp_path / "nowhere" / "x.svg"],
        [tmp_path / "none.txt"],
    ):
        result = run(*arguments)
        assert result.exit_code == 2, arguments
        assert result.stdout == ""
        assert len(result.stderr.splitlines()) == 1
        assert result.stderr.startswith("deduce: ")


# --- Stepping ----------------------------------------------------------------------------------------


@pytest.fixture
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept in the real data folder, and the terminal is an ordinary one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


def stepped(*arguments: object, lines: str) -> Result:
    words = ["confusion", "review", *map(str, arguments), "--step"]
    return CliRunner(env=WIDE).invoke(app, words, input=lines)


STEPS = ("--first", 70, "--nodes", 200)


@pytest.mark.usefixtures("_elsewhere")
def test_stepping_through_a_pipe(tmp_path: Path) -> None:
    """Lines in, plain lines out; a match on the way takes the lines until it is quit, then the review."""
    file, path = tmp_path / "game.txt", tmp_path / "again.txt"
    file.write_bytes(SAMPLE.read_bytes())
    lines = f"\nworst\nboard\nat 71\nagain play 1 {path}\nh n1\nn\nquit\nmoves\nquit\nnext\n"
    result = stepped(file, *STEPS, lines=lines)
    assert (result.exit_code, result.stderr) == (0, "")
    said = result.stdout.splitlines()
    assert said[0].startswith("Enter steps on, ")
    assert said[1].startswith("Turn 70, Yellow: S one forward left (S-NW1), yes. ")
    assert said[2].startswith("before turn 70 of 76: Yellow to move. Yellow's pieces: ")
    assert said[3].startswith("Turn 71, White: ")
    assert sum(line.startswith("Loss 1 of ") for line in said) == 1
    assert any("Yellow: UPPER CASE" in line for line in said)
    (begin,) = [
        place for place, line in enumerate(said) if line.startswith("The match begins after 70 turns")
    ]
    (back,) = [place for place, line in enumerate(said) if "Back in the review" in line]
    assert said[begin + 1].startswith("You are White; Yellow is the machine at level 1.")
    assert any(line.startswith("71. You: H one forward") for line in said[begin:back])
    assert any(line.startswith("> 71 White ") for line in said[back:])
    assert said[-1].startswith("  76 Yellow ")
    assert "\x1b" not in result.stdout
    assert file.read_bytes() == SAMPLE.read_bytes()
    assert len(open_match(path).record.steps) >= 71


@pytest.mark.usefixtures("_elsewhere")
def test_a_match_without_a_name_is_kept_in_the_data_folder(tmp_path: Path) -> None:
    result = stepped(SAMPLE, *STEPS, lines="again play 1\n")
    assert (result.exit_code, result.stderr) == (0, "")
    (file,) = (tmp_path / "data" / "deduce" / "matches").glob("*.txt")
    assert f"is saved in {file}" in result.stdout
    history = CliRunner().invoke(app, ["confusion", "play", "--history"])
    assert history.stdout == f"{file}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--json"], "--step shows the review turn by turn; leave out --json"),
        (["--svg", "x.svg"], "leave out --svg"),
        (["--first", "77"], "there is no move to review among these turns"),
        (["--model", "honest"], "there is no model 'honest'"),
        (["--ply", "99"], "there are 76 turns in this record"),
    ],
)
def test_what_does_not_go_together(arguments: list[str], words: str) -> None:
    result = stepped(SAMPLE, *arguments, lines="")
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Turn" not in result.stdout
    result = CliRunner().invoke(app, ["confusion", "review", "-", "--step"], input=SAMPLE.read_bytes())
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the record has to be in a file" in result.stderr


@pytest.mark.usefixtures("_elsewhere")
def test_stepping_at_80x24(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The board stays in its place with the verdict below it; a match is played, and Ctrl-D comes back."""
    given = {"file": str(SAMPLE), "json": False, "svg": None, "time": None, "nodes": 200, "seed": 0}
    given |= {"first": 70, "last": None}
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(f"\rworst\ragain play 1 {tmp_path / 'x.txt'}\rresign\ry\rboard\r\x04\rquit\r")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
            patch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
            stepping.run(look_at(read_record(SAMPLE), None, {}, in_silence), given)
    shown = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)
    painted = [
        frame.partition("\x1b[J")[0].replace("\x1b[K", "").split("\n")[:-1]
        for frame in shown.split("\x1b[H")[1:]
    ]
    assert all(len(frame) <= 22 and all(len(row) < 80 for row in frame) for frame in painted)
    heads = [frame[0] for frame in painted]
    assert heads[:2] == [
        f"before turn {number} of 76: {side} to move" for number, side in ((70, "Yellow"), (71, "White"))
    ]
    assert "UPPER CASE" in painted[0][16]
    ended = [frame for frame in painted if frame[0].endswith("has won (resignation)") and len(frame) == 22]
    after = ended[-1]
    assert re.match(r"Yellow: A Roo, C Wim, ", after[17])
    assert any("Back in the review of" in " ".join(map(str.strip, frame)) for frame in painted)
    assert shown.endswith(f"{SAMPLE} is as it was.\n")
