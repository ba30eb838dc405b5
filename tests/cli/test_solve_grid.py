"""The grid of a case, as `deduce solve` draws it and as its document has it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deduce.casefile.grid import Grid
from deduce_cli.main import app
from deduce_cli.solve_grid import drawn_rows, signs_of


@pytest.mark.parametrize(
    ("values", "signs"),
    [
        ([1, 2, 10], ["1", "2", "10"]),
        ([7, 10, "none"], ["7", "10", "n"]),
        (["tent", "grass"], ["t", "g"]),
        (["red", "rose"], ["re", "ro"]),
        (["red", "rose", "r"], ["re", "ro", "r"]),
        (["longest", "longer"], ["longest", "longer"]),
        ([".", "x"], [".", "x"]),
        (["\x1b[31m", "x"], ["\\", "x"]),
    ],
)
def test_signs_tell_values_apart(values: list[object], signs: list[str]) -> None:
    """As short as they can be, never the same, and nothing that a terminal would obey."""
    found = list(signs_of(values).values())
    assert found == signs
    assert len(set(found)) == len(values)


def test_rows_stand_below_each_other() -> None:
    """Signs of different length, open cells and places without a cell all take the same room."""
    grid = Grid(2, 3, holes=frozenset({(1, 2)}))
    rows = drawn_rows(grid, {"r1c1": 10, "r2c2": 7}, [7, 10])
    assert rows == ["10     .", " .  7  .", ". open"]
    assert drawn_rows(grid, {"r1c1": "."}, [".", "x"]) == [".   ?", "? ? ?", "? open"]


def test_the_text_and_the_document(tmp_path: Path) -> None:
    """Both show what is certain; a case without a grid has none, and a contradiction an empty one."""
    file = tmp_path / "case.toml"
    head = '[grid]\nvalues = ["sea", "land"]\nlegend = { "#" = [] }\ngiven = """\n.#.\n..."""\n'
    file.write_text(head + '[[entry]]\neach = "row"\nclues = [0, "."]\nexactly = "{clue}"\nvalue = "sea"\n')
    runner = CliRunner()
    shown = runner.invoke(app, ["solve", str(file)]).output
    assert "The grid\n  l   l\n  . . .\n  s sea, l land, . open\n" in shown
    assert "r1c1 is land" not in shown
    document = json.loads(runner.invoke(app, ["solve", str(file), "--json"]).output)
    assert document["grid"] == [["land", None, "land"], [None, None, None]]
    file.write_text(head + '[[entry]]\neach = "row"\nexactly = 3\nvalue = "sea"\n')
    document = json.loads(runner.invoke(app, ["solve", str(file), "--json"]).output)
    assert document["grid"] == [[None] * 3] * 2
    file.write_text('[[unknowns]]\nnames = ["A"]\nvalues = [1]\n')
    assert json.loads(runner.invoke(app, ["solve", str(file), "--json"]).output)["grid"] is None
    assert "The grid" not in runner.invoke(app, ["solve", str(file)]).output
