"""A grade hangs on the puzzle alone: not on names, nor on the order of anything, nor on how a grid lies."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from deduce import Belief, Grade, grade, parse_case
from deduce.proof.reasons import reasons_of
from deduce.puzzle.grading import grade_of
from deduce.puzzle.kinds.table import KINDS
from deduce.puzzle.making import new_puzzle
from deduce.puzzle.puzzle import Puzzle

LISTS = {"of", "any_of", "all_of", "none_of", "among", "all_different", "names", "values", "asks"}
"""Lists in which the order says nothing."""
TABLES = ("unknowns", "rule", "entry")
TOLD = {"text", "about", "title", "picture", "kind", "seed", "size", "format", "name"}
"""What is only told."""
CELL = re.compile(r"r(\d+)c(\d+)")


def toml(data: Mapping[str, Any]) -> str:
    """Data as the text of a case file; JSON is nearly TOML."""
    plain = {key: value for key, value in data.items() if key not in {*TABLES, "grid", "puzzle"}}
    lines = [f"{key} = {inline(value)}" for key, value in plain.items()]
    for key in ("puzzle", "grid"):
        if key in data:
            lines += [f"[{key}]", *(f"{name} = {inline(value)}" for name, value in data[key].items())]
    for key in TABLES:
        for block in data.get(key, []):
            lines += [f"[[{key}]]", *(f"{name} = {inline(value)}" for name, value in block.items())]
    return "\n".join([*lines, ""])


def inline(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{json.dumps(key)} = {inline(part)}' for key, part in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    return json.dumps(value, ensure_ascii=False)


def shuffled(part: Any, draw: random.Random, key: str = "") -> Any:
    """The same with everything in another order that has none."""
    if isinstance(part, Mapping):
        return {name: shuffled(value, draw, name) for name, value in part.items()}
    if not isinstance(part, list):
        return part
    parts = [shuffled(inner, draw) for inner in part]
    return draw.sample(parts, len(parts)) if key in LISTS or key in {"unknowns", "rule"} else parts


def called(part: Any, names: Mapping[str, str], key: str = "") -> Any:
    """The same with other names."""
    if isinstance(part, Mapping):
        return {name: called(value, names, name) for name, value in part.items()}
    if isinstance(part, list):
        return [called(inner, names, key) for inner in part]
    if not isinstance(part, str) or key in TOLD or not names:
        return part
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)({words})(?!\w)", lambda found: names[found[0]], part)


def turned(size: Mapping[str, Any], draw: random.Random) -> dict[str, str]:
    """The names of the cells of a grid that was turned over or mirrored."""
    rows, columns = size["rows"], size["columns"]
    down, across = ([*range(1, count + 1)][:: draw.choice([1, -1])] for count in (rows, columns))
    return {
        f"r{row}c{column}": f"r{down[row - 1]}c{across[column - 1]}"
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    }


def another(text: str, draw: random.Random) -> str:
    """The same puzzle with other names, and everything in another order."""
    data = tomllib.loads(text)
    if "grid" in data:
        names = turned(data["grid"], draw)
    else:
        words = [
            word
            for block in data["unknowns"]
            for word in (*block["names"], *block["values"])
            if isinstance(word, str) and not word.isdecimal()
        ]
        numbers = draw.sample(range(1000), len(words))
        letters = "bcdfghjklm"
        names = {
            word: "x" + "".join(letters[int(digit)] for digit in str(number))
            for word, number in zip(words, numbers, strict=True)
        }
    moved = shuffled(called(data, names), draw)
    opened = data["puzzle"].get("opened")
    parts = [moved["entry"]] if opened is None else [moved["entry"][:opened], moved["entry"][opened:]]
    moved["entry"] = [entry for part in parts for entry in draw.sample(part, len(part))]
    return toml(moved)


def graded(puzzle: Puzzle) -> tuple[int, Grade]:
    """The level of a puzzle, and all of the grade where every clue is told from the start."""
    return grade_of(puzzle), grade(puzzle.log, puzzle.asks)


SIZES = {"zebra": "4x3", "clue": "3x3", "minesweeper": "5x5", "mastermind": "3x5", "knights": "6"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_puzzles_of_every_kind(kind: str, seed: int) -> None:
    """Other names for everything, and everything in another order."""
    made = new_puzzle(kind, seed, size=SIZES.get(kind, "4"))
    wanted = graded(made.puzzle)
    assert wanted[0] == made.grade
    draw = random.Random(seed)
    for _ in range(3):
        text = another(made.text, draw)
        assert text != made.text
        assert graded(Puzzle.of(parse_case(text))) == wanted


@pytest.mark.parametrize(
    ("weights", "total"),
    [
        ((-36, 14, -950, 142, 777, 1938, -866, 8), 2993),
        ((168, -1907, -473, 159, 165, -425, 432, 1141, 175), 2441),
    ],
)
def test_a_long_sum_is_seen_the_same_in_any_order(weights: Sequence[int], total: int) -> None:
    """What can be seen of it at a glance hung on names, where a diagram of it was almost too large."""
    draw = random.Random(total)
    seen = set()
    for _ in range(4):
        order = draw.sample(range(len(weights)), len(weights))
        names = [f"x{number}" for number in draw.sample(range(1000), len(weights))]
        terms = [f"{weights[place]} * {names[place]}" for place in draw.sample(order, len(order))]
        data = {
            "unknowns": [{"names": [names[place] for place in order], "values": draw.sample(range(10), 10)}],
            "rule": [{"where": f"{' + '.join(terms)} == {total}"}],
        }
        log = parse_case(toml(data)).log
        (reason,) = reasons_of(log, log.masks)
        found = reason.left(log.masks)
        assert found is not None
        places = log.problem.places
        left = [found.get(places[name], log.masks[places[name]]) for name in names]
        seen.add(tuple(frozenset(log.problem.values_of(mask)) for mask in left))
    assert len(seen) == 1


# --- Case files with grids ------------------------------------------------------------------------------


Rows = tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """A puzzle on a grid, as it is printed.

    Attributes:
        values: What a cell can be.
        pictures: What is drawn on it.
        rows: The clues beside the rows, if there are any.
        columns: The clues above the columns.
        text: The rules, with places for the clues.
        legend: What the characters of the picture mean.
        sums: The clues of the regions.
    """

    values: tuple[str | int, ...]
    pictures: Mapping[str, Rows]
    text: str
    rows: tuple[Any, ...] = ()
    columns: tuple[Any, ...] = ()
    legend: Mapping[str, Any] = field(default_factory=dict)
    sums: Mapping[str, int] = field(default_factory=dict)

    def mirrored(self) -> Board:
        """What stood on the left stands on the right."""
        pictures = {name: tuple(line[::-1] for line in lines) for name, lines in self.pictures.items()}
        rows = tuple(list(reversed(clue)) if isinstance(clue, list) else clue for clue in self.rows)
        return replace(self, pictures=pictures, rows=rows, columns=self.columns[::-1])

    def transposed(self) -> Board:
        """Rows are columns."""
        pictures = {
            name: tuple(map("".join, zip(*lines, strict=True))) for name, lines in self.pictures.items()
        }
        return replace(self, pictures=pictures, rows=self.columns, columns=self.rows)

    def relabelled(self, draw: random.Random) -> Board:
        """The regions have other letters, and values that are words other names; all in another order."""
        letters = sorted({sign for sign in "".join(self.pictures.get("regions", ())) if sign != "."})
        signs = dict(zip(letters, draw.sample("ABCDEFGHIJKLMNOPQRST", len(letters)), strict=True))
        pictures = dict(self.pictures)
        if letters:
            pictures["regions"] = tuple(
                "".join(signs.get(sign, sign) for sign in line) for line in pictures["regions"]
            )
        words = [value for value in self.values if isinstance(value, str)]
        names = {
            word: f"w{number}" for word, number in zip(words, draw.sample(range(90), len(words)), strict=True)
        }
        legend = {sign: called(meaning, names) for sign, meaning in self.legend.items()}
        values = [names.get(str(value), value) for value in self.values]
        return replace(
            self,
            pictures=pictures,
            values=tuple(draw.sample(values, len(values))),
            legend=legend,
            sums={signs[sign]: total for sign, total in self.sums.items()},
            text=called(self.text, names),
        )

    def case(self, draw: random.Random | None = None) -> str:
        """The case file; its blocks in some order."""
        lines = ["[grid]", f"values = {inline(list(self.values))}"]
        for name, picture in self.pictures.items():
            lines += [f'{name} = """', *picture, '"""']
        lines += [f"legend = {inline(self.legend)}"] if self.legend else []
        text = self.text
        for place, clues in (("ROWS", list(self.rows)), ("COLUMNS", list(self.columns)), ("SUMS", self.sums)):
            text = text.replace(place, inline(clues))
        blocks = text.strip().split("\n\n")
        return "\n".join([*lines, *(blocks if draw is None else draw.sample(blocks, len(blocks))), ""])


def turned_about(board: Board, draw: random.Random) -> str:
    """The case file of a board that was turned and relabelled, in another order."""
    for _ in range(draw.randrange(1, 4)):
        board = draw.choice([Board.mirrored, Board.transposed])(board)
    return board.relabelled(draw).case(draw)


LATIN = """
[[rule]]
each = "row"
different = true

[[rule]]
each = "column"
different = true
"""
RUNS = """
[[entry]]
each = "row"
clues = ROWS
runs = "{clue}"
value = "black"

[[entry]]
each = "column"
clues = COLUMNS
runs = "{clue}"
value = "black"
"""
COUNTS = RUNS.replace("runs =", "exactly =")
DIVER = ("#..##.", "###...", ".#.#.#", ".#####", "##..#.", "...##.")
"""What is black in the nonogram, and where mines lie."""
LAKE = ("#####.", "#...#.", "#.###.", "#.#...")
SQUARES = ("2413", "1324", "4132", "3241")
CAGES = ("aabb", "ccdb", "eddf", "eggf")


def runs_of(line: Sequence[str]) -> list[int]:
    """The lengths of what is black in a line; 0 for none."""
    return [len(run) for run in "".join(line).replace(".", " ").split()] or [0]


def across(picture: Rows) -> list[str]:
    """The columns of a picture."""
    return list(map("".join, zip(*picture, strict=True)))


def with_numbers(picture: Rows, every: int) -> Rows:
    """A minefield with the numbers of some of its free squares."""
    near = (-1, 0, 1)
    at = {
        (row, column) for row, line in enumerate(picture) for column, sign in enumerate(line) if sign == "#"
    }
    return tuple(
        "".join(
            "."
            if sign == "#" or (row * 2 + column) % every
            else str(sum((row + down, column + right) in at for down in near for right in near))
            for column, sign in enumerate(line)
        )
        for row, line in enumerate(picture)
    )


def blank(rows: int, columns: int) -> Rows:
    return ("." * columns,) * rows


BOARDS = {
    "a sudoku with jagged regions": Board(
        (1, 2, 3, 4, 5),
        {
            "given": ("1....", "..3..", ".....", "..4..", "....."),
            "regions": ("aabbb", "aacbb", "adccc", "ddcee", "ddeee"),
        },
        LATIN + '\n[[rule]]\neach = "region"\ndifferent = true\n',
    ),
    "a nonogram": Board(
        ("black", "white"),
        {"given": blank(6, 6)},
        RUNS,
        rows=tuple(map(runs_of, DIVER)),
        columns=tuple(map(runs_of, across(DIVER))),
    ),
    "stars": Board(
        ("star", "empty"),
        {"regions": ("aaabb", "acabb", "cccdb", "eccdd", "eeedd"), "given": blank(5, 5)},
        "".join(
            f'\n[[rule]]\neach = "{kind}"\n{key} = 1\nvalue = "star"\n'
            for kind, key in (
                ("row", "exactly"),
                ("column", "exactly"),
                ("region", "exactly"),
                ("touching pair", "at_most"),
            )
        ),
    ),
    "mines": Board(
        ("mine", "safe"),
        {"given": with_numbers(DIVER, 1)},
        '\n[[entry]]\neach = "around"\nclues = "given"\nexactly = "{clue}"\nvalue = "mine"\n',
        legend={"012345678": ["safe"]},
    ),
    "cages": Board(
        (1, 2, 3, 4),
        {"regions": CAGES, "given": blank(4, 4)},
        LATIN + '\n[[entry]]\neach = "region"\nclues = SUMS\nwhere = "sum({cells}) == {clue}"\n',
        sums={
            letter: sum(
                int(number)
                for line, letters in zip(SQUARES, CAGES, strict=True)
                for number, other in zip(line, letters, strict=True)
                if other == letter
            )
            for letter in "abcdefg"
        },
    ),
    "a lake": Board(
        ("black", "white"),
        {"given": (".....w", "....b.", "......", "......")},
        COUNTS + '\n[[rule]]\nconnected = "black"\n',
        rows=tuple(line.count("#") for line in LAKE),
        columns=(4, ".", 3, ".", 3, "."),
        legend={"w": "white", "b": "black"},
    ),
    "neighbours": Board(
        (1, 2, 3, 4),
        {"given": ("2...", "....", "...3", "...."), "regions": ("ab..", ".bcc", "...a", "dd..")},
        LATIN + '\n[[entry]]\neach = "region"\nwhere = "max({cells}) - min({cells}) == 1"\n',
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_case_files_with_grids(name: str) -> None:
    """Turned over, mirrored, with other letters and words, blocks in another order."""
    board = BOARDS[name]
    assert Belief(parse_case(board.case()).log).is_consistent
    wanted = graded(Puzzle.of(parse_case(board.case())))
    draw = random.Random(name)
    for _ in range(8):
        assert graded(Puzzle.of(parse_case(turned_about(board, draw)))) == wanted
