"""Several grids in one file: the same as their cells written out by hand, or one sentence with its place."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deduce import Belief, CaseFile, CaseFileError, parse_case
from deduce.puzzle.candidates import candidate_lines
from deduce.puzzle.marks import left_by
from deduce_cli.main import app


def grid(name: str, more: str = "", *, rows: int = 2, columns: int = 2) -> str:
    size = f"rows = {rows}\ncolumns = {columns}\n"
    return f'[[grid]]\nname = "{name}"\nvalues = ["x", "o"]\n{size}{more}'


TWO = grid("left") + grid("right", columns=3)
HAND = (
    '[[unknowns]]\nnames = ["left.r1c1", "left.r1c2", "left.r2c1", "left.r2c2", "right.r1c1", "right.r1c2", '
    '"right.r1c3", "right.r2c1", "right.r2c2", "right.r2c3"]\nvalues = ["x", "o"]\n'
)


def entry(*lines: str) -> str:
    return "\n".join(["[[entry]]", *lines, ""])


def said(text: str) -> list[object]:
    return [each.statement for each in parse_case(text).log]


def counted(cells: str) -> str:
    named = json.dumps([f"{cell} is x" for cell in cells.split()])
    return entry("exactly = 1", f"of = {named}")


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        (
            'each = "row"',
            [
                "left.r1c1 left.r1c2",
                "left.r2c1 left.r2c2",
                "right.r1c1 right.r1c2 right.r1c3",
                "right.r2c1 right.r2c2 right.r2c3",
            ],
        ),
        ('each = "row"\ngrid = "left"', ["left.r1c1 left.r1c2", "left.r2c1 left.r2c2"]),
        (
            'each = "column"\ngrid = ["right"]',
            ["right.r1c1 right.r2c1", "right.r1c2 right.r2c2", "right.r1c3 right.r2c3"],
        ),
        (
            'each = ["diagonal", "grid"]\ngrid = "left"',
            ["left.r1c1 left.r2c2", "left.r1c2 left.r2c1", "left.r1c1 left.r1c2 left.r2c1 left.r2c2"],
        ),
    ],
)
def test_groups_of_several_grids(which: str, expected: list[str]) -> None:
    """A block goes through the parts of all grids, or of those that it names."""
    block = entry(which, "exactly = 1", 'value = "x"')
    assert said(TWO + block) == said(HAND + "".join(map(counted, expected)))


def test_neighbours_are_of_the_same_grid() -> None:
    """No cell is beside one of another grid, and what lies outside is outside."""
    blocks = entry('each = "neighbours"', "exactly = 1", 'value = "x"')
    case = parse_case(TWO + blocks)
    for each in case.log:
        assert len({str(cell).partition(".")[0] for cell in (each.id, *each.statement.scope)}) == 1
    by_hand = {
        f"{name}.r{row}c{column}": {
            f"{name}.r{r}c{c}"
            for r, c in ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
            if 1 <= r <= 2 and 1 <= c <= columns
        }
        for name, columns in (("left", 2), ("right", 3))
        for row, column in itertools.product((1, 2), range(1, columns + 1))
    }
    assert {each.id: set(each.statement.scope) for each in case.log} == by_hand


def test_cells_know_their_grid() -> None:
    """Fields name the grid, the same place in another one, and things of each grid have their own names."""
    mirrored = entry('each = "cell"', 'grid = "left"', 'where = "{cell} != right.r{row}c{column}"')
    assert said(TWO + mirrored) == said(
        HAND
        + "".join(
            entry(f'where = "`left.r{row}c{column}` != `right.r{row}c{column}`"')
            for row, column in itertools.product((1, 2), (1, 2))
        )
    )
    rule = '[[rule]]\nname = "{name} ({grid}, {number})"\neach = ["row", "grid"]\nat_least = 1\nvalue = "x"\n'
    names = [str(rule.name) for rule in parse_case(TWO + rule).problem.rules]
    assert names == [
        *(f"row {number} of {grid} ({grid}, {number})" for grid in ("left", "right") for number in (1, 2)),
        "the grid left (left, 1)",
        "the grid right (right, 1)",
    ]


def test_pictures_belong_to_one_grid() -> None:
    """What only one grid has drawn is gone through there alone; clues and what is given are its own."""
    drawn = grid("left", 'given = """\nx.\n..\n"""\nregions = """\nab\nab\n"""\n') + grid("right")
    region = entry('each = "region"', "clues = { b = 2 }", 'exactly = "{clue}"', 'value = "o"')
    case = parse_case(drawn + region)
    assert [each.id for each in case.log] == ["left.r1c1", "region b of left"]
    assert Belief(case.log).certain == {"left.r1c1": "x", "left.r1c2": "o", "left.r2c2": "o"}
    legend = 'legend = { 1 = ["o"] }\n'
    mines = grid("left", legend + 'given = """\n1.\n..\n"""\n') + grid("right")
    around = entry('each = "around"', 'clues = "given"', 'exactly = "{clue}"', 'value = "x"')
    assert [each.id for each in parse_case(mines + around).log] == ["left.r1c1"]


def test_weights_by_cell() -> None:
    """The cells of each grid can weigh as they like."""
    prior = (
        '[[prior]]\neach = "grid"\ngrid = "right"\nweights = { x = 3 }\n[priors]\n"left.r1c1" = { x = 0 }\n'
    )
    belief = Belief(parse_case(TWO + prior).log)
    shares = [belief.probability(cell, "x") for cell in ("right.r2c3", "left.r1c1", "left.r1c2")]
    assert list(map(str, shares)) == ["3/4", "0", "1/2"]


def test_cells_that_hang_together() -> None:
    """Each grid has regions of its own: what is in one never joins what is in another."""
    rule = '[[rule]]\neach = "grid"\nconnected = "x"\n'
    one = {"left": 2, "right": 3}
    worlds = {}
    for name, columns in one.items():
        alone = f'[grid]\nrows = 2\ncolumns = {columns}\nvalues = ["x", "o"]\n[[rule]]\nconnected = "x"\n'
        worlds[name] = Belief(parse_case(alone).log).count
    both = Belief(parse_case(TWO + rule).log).count
    assert both == worlds["left"] * worlds["right"] == 14 * 41


def test_one_grid_may_have_a_name_and_need_not() -> None:
    """A single block without a name says the same as [grid]."""
    size = 'rows = 2\ncolumns = 2\nvalues = ["x", "o"]\n'
    bare = parse_case(f"[grid]\n{size}")
    assert parse_case(f"[[grid]]\n{size}").problem.domains == bare.problem.domains
    named = parse_case(f'[grid]\nname = "sea"\n{size}')
    assert list(named.problem.unknowns) == ["sea.r1c1", "sea.r1c2", "sea.r2c1", "sea.r2c2"]


def test_a_name_of_several_words() -> None:
    """It stands between backticks as others do, before the dot or around the whole name."""
    text = grid("my sea") + grid("is")
    one = entry("where = \"`my sea`.r1c1 != `my sea.r1c2` and `is`.r1c1 == 'x'\"")
    other = entry(
        'all_of = [{ all_different = ["my sea.r1c1", "my sea.r1c2"] }, "is.r1c1 is x"]',
    )
    assert said(text + one) == said(text + other)
    filled = entry('each = "pair"', 'grid = ["my sea", "is"]', 'where = "{a} != {b}"')
    assert len(said(text + filled)) == 8


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (grid("left") + grid("left"), 7, "grid 2: two grids are called 'left'"),
        (grid("left") + grid("").replace('name = ""\n', ""), 6, "grid 2: which grid is this?"),
        (
            TWO + '[[rule]]\neach = "row"\ngrid = "lift"\ndifferent = true',
            13,
            "no grid is called 'lift'; did you",
        ),
        (TWO + '[[rule]]\neach = "row"\ngrid = 3\ndifferent = true', 13, "'grid' must be a text or a list"),
        (TWO + '[[rule]]\ngrid = "left"\nfact = "left.r1c1 is x"', 12, "'grid', but goes through nothing"),
        (
            TWO + '[[rule]]\neach_of = [1]\ngrid = "left"\nfact = "left.r1c1 is x"',
            13,
            "not go with 'each_of'",
        ),
        (TWO + '[[rule]]\neach = "diagonal"\nat_most = 1\nvalue = "x"', 12, "the grid right: only a square"),
        (TWO + '[[rule]]\neach = "region"\ndifferent = true', 12, "has no 'region' to go through"),
        (TWO + '[[rule]]\nconnected = "x"', 12, "connected in which grid?"),
        (TWO + '[[rule]]\nwhere = "left.r1c3 == 1"', 12, "names 'left.r1c3', which is not an unknown; did"),
        (TWO + '[[rule]]\nfact = "r1c1 is x"', 12, "there is no unknown 'r1c1'"),
        (grid("left", 'given = """\nx.\n.y\n"""\n') + grid("right"), 8, "'y' in row 2, column 2 is neither"),
        (
            grid("left", "[grid.maps]\nhill = '''\naa\na'''") + "\n" + grid("right"),
            9,
            "row 2 of hill, 'a', has 1",
        ),
        (grid("left") + grid("right", "ruler = 1\n"), 11, "the grid has the unknown key 'ruler'"),
        (grid("left") + grid("right", rows=100, columns=100), 6, "have 10,004 cells, more than 10,000"),
        ("grid = 3\n", 1, "'grid' must be a table"),
        ("grid = [3]\n", 1, "blocks that start with [[grid]]"),
        (
            grid("left", 'regions = """\nab\nab\n"""\n')
            + grid("right", 'regions = """\nab\nab\n"""\n')
            + '[[entry]]\neach = "region"\nclues = { a = 1 }\nexactly = "{clue}"\nvalue = "x"',
            21,
            "region a of left and region a of right are both called 'a' here",
        ),
    ],
)
def test_mistakes(text: str, line: int, words: str) -> None:
    """Every mistake gets one sentence with its line."""
    with pytest.raises(CaseFileError) as caught:
        parse_case(text, "case.toml")
    assert words in str(caught.value)
    assert (caught.value.line, "\n" in str(caught.value)) == (line, False), str(caught.value)


# --- How they are shown ----------------------------------------------------------------------------


def drawn_of(case: CaseFile, width: int) -> list[str]:
    return candidate_lines(left_by([], case.log), case.log, width, case.grids)


def test_candidates_are_drawn_grid_by_grid() -> None:
    """Each under its name; one for which there is no room is listed cell by cell as others are."""
    case = parse_case(TWO)
    assert drawn_of(case, 79) == [
        "left:",
        "      1   2",
        "   1  xo  xo",
        "   2  xo  xo",
        "",
        "right:",
        "      1   2   3",
        "   1  xo  xo  xo",
        "   2  xo  xo  xo",
    ]
    narrow = drawn_of(case, 12)
    assert narrow[0] == "left:"
    assert "right:" not in narrow
    assert "right.r2c3  x o" in narrow


def test_the_text_and_the_document(tmp_path: Path) -> None:
    """Both show what is certain in each grid by its name."""
    file = tmp_path / "case.toml"
    file.write_text(TWO + entry('fact = "right.r2c1 is o"') + entry('fact = "left.r1c2 is x"'))
    runner = CliRunner()
    shown = runner.invoke(app, ["solve", str(file)]).output
    assert "\nThe grid left\n  . x\n  . .\n  . open\n\nThe grid right\n  . . .\n  o . .\n" in shown
    assert "\nCertain" not in shown
    document = json.loads(runner.invoke(app, ["solve", str(file), "--json"]).output)
    assert document["grid"] is None
    assert document["grids"] == {
        "left": [[None, "x"], [None, None]],
        "right": [[None, None, None], ["o", None, None]],
    }
    file.write_text('[grid]\nrows = 1\ncolumns = 1\nvalues = ["x"]\n')
    document = json.loads(runner.invoke(app, ["solve", str(file), "--json"]).output)
    assert (document["grid"], document["grids"]) == ([["x"]], {})
