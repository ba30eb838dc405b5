"""`deduce confusion review`: words, JSON and the picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from typer.testing import CliRunner, Result

from common import SAMPLE
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
