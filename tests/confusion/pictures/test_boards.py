"""Boards in plain text and as SVG: everything can be read back from them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, fromstring

import pytest

from confusion_games import RULES, random_positions
from deduce.confusion.engine.position import Ending, Outcome, start_position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.formats.position_string import parse_position, position_text
from deduce.confusion.pictures.boards import (
    CELL,
    MARGIN,
    board_lines,
    dense_board_lines,
    status,
    svg_board,
    text_board,
)

if TYPE_CHECKING:
    from deduce.confusion.engine.directions import Square
    from deduce.confusion.engine.position import Position

SVG = "{http://www.w3.org/2000/svg}"
BUSY = parse_position(
    "espionage:variants=2,3,5:tokens 2vts1pon2/2lk1x+ec3/11/11/4E6/5h+5/11/11/11/2ACX2HL2/2NOP1STV2 "
    "6,6 Red 31 Ka RMs reveal:barred=AC -"
)
SEEN_BY_WHITE = """\
                   Red: lower case
      1   2   3   4   5   6   7   8   9   10  11
 11   #   .   v   t   s   .   p   o   n   .   #   11
 10   #   .   l   k   .   x+  e   c   .   .   #   10
  9   #   .   .   .   .   .   .   .   .   .   #    9
  8   #   .   .   .   .   .   .   .   .   .   #    8
  7   #   .   .   .   E   .   .   .   .   .   #    7
  6   #   .   .   .   .  [h+] .   .   .   .   #    6
  5   #   .   .   .   .   .   .   .   .   .   #    5
  4   #   .   .   .   .   .   .   .   .   .   #    4
  3   #   .   .   .   .   .   .   .   .   .   #    3
  2   #   .   A   C   X   .   .   H   L   .   #    2
  1   #   .   N   O   P   .   S   T   V   .   #    1
      1   2   3   4   5   6   7   8   9   10  11
                  White: UPPER CASE

Turn 32: Red to move.
Z is held by Red's H on 6,6.
Not on the board: White K+; Red A+.
Tokens left: White reveal, move2; Red swap2.
This turn: reveal was done; A, C may not move."""


@cache
def positions(name: str) -> tuple[Position, ...]:
    """Positions of random games under some rules, now and then."""
    return tuple(position for seed in range(5) for position in random_positions(RULES[name], seed)[::4])


def facts(position: Position, seen_from: int) -> dict[tuple[int, str], tuple[Square, bool]]:
    """Where each piece on the board is, as a side sees it, and whether it is promoted."""
    found = {}
    for side in (0, 1):
        for letter in position.rules.letters:
            square = position.square(side, letter)
            if square is not None:
                seen = position.rules.turned(square, seen_from)
                found[side, letter] = (seen, position.is_promoted(side, letter))
    return found


def neutral(position: Position, seen_from: int) -> Square:
    """Where Z is, as a side sees it."""
    row, column = divmod(position.neutral, position.rules.columns)
    return position.rules.turned((column + 1, row + 1), seen_from)


def off(rules: Rules, seen_from: int) -> set[Square]:
    """The squares that are not part of the board, as a side sees it."""
    squares = [(column, row) for column in range(1, 12) for row in range(1, 12)]
    return {square for square in squares if not rules.is_on_board(rules.turned(square, seen_from))}


# --- Plain text ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seen_from", [0, 1])
@pytest.mark.parametrize("name", RULES)
def test_text_boards_can_be_read_back(name: str, seen_from: int) -> None:
    """By the numbers beside it and below it, not by where a line or character stands on the page."""
    for position in positions(name):
        text = text_board(position, seen_from)
        lines = text.splitlines()
        assert max(map(len, lines)) <= 80
        assert text.isascii()
        assert all(line == line.rstrip() for line in lines)
        assert lines[0].split() == [f"{position.rules.sides[1 - seen_from]}:", "lower", "case"]
        assert lines[14].split() == [f"{position.rules.sides[seen_from]}:", "UPPER", "CASE"]
        assert lines[1] == lines[13]
        columns = {found.start(): int(found[0]) for found in re.finditer("[0-9]+", lines[1])}
        pieces, holding, hatched, empty = {}, set(), set(), set()
        for line in lines[2:13]:
            row = int(line[:3])
            assert int(line[-3:]) == row
            for start, column in columns.items():
                mark = line[start - 1 : start + 3].strip()
                if mark.startswith("["):
                    assert mark.endswith("]")
                    holding.add((column, row))
                    mark = mark[1:-1]
                if mark == "#":
                    hatched.add((column, row))
                elif mark == ".":
                    empty.add((column, row))
                elif mark != "Z":
                    side = seen_from if mark[0].isupper() else 1 - seen_from
                    pieces[side, mark[0].upper()] = ((column, row), mark[1:] == "+")
        assert pieces == facts(position, seen_from)
        assert holding == {neutral(position, seen_from)}
        assert hatched == off(position.rules, seen_from)
        assert len(pieces) + len(hatched) + len(empty) + (position.holder is None) == 121


@pytest.mark.parametrize("seen_from", [0, 1])
@pytest.mark.parametrize("name", RULES)
def test_dense_boards_can_be_read_back(name: str, seen_from: int) -> None:
    """Three characters a square, within 40 columns; all but the bracket behind a promoted holder of Z."""
    for position in positions(name):
        lines = dense_board_lines(position, seen_from)
        assert max(map(len, lines)) < 40
        assert lines[1] == lines[13] == "    1  2  3  4  5  6  7  8  9 10 11"
        pieces, holding = {}, set()
        for line in lines[2:13]:
            for column in range(1, 12):
                cell = f"{line:36}"[3 * column : 3 * column + 3]
                square = (column, int(line[:2]))
                if cell[0] == "[":
                    holding.add(square)
                    assert cell[2] in "]+"
                if cell[1].isalpha() and cell != "[Z]":
                    side = seen_from if cell[1].isupper() else 1 - seen_from
                    pieces[side, cell[1].upper()] = (square, cell[2] == "+")
        assert pieces == facts(position, seen_from)
        assert holding == {neutral(position, seen_from)}


@pytest.mark.parametrize("seen_from", [0, 1])
def test_marks_stand_behind_what_is_marked(seen_from: int) -> None:
    """Nothing else changes, and no line gets longer."""
    marked = {
        BUSY.squares[BUSY.piece(side, letter)]: "!"
        for side, letter in ((0, "X"), (1, "H"), (0, "E"), (1, "V"))
    }
    wide, dense = board_lines(BUSY, seen_from, marked), dense_board_lines(BUSY, seen_from, marked)
    for plain, lines in ((board_lines(BUSY, seen_from), wide), (dense_board_lines(BUSY, seen_from), dense)):
        assert list(map(len, lines)) == list(map(len, plain))
        changed = [place for place, pair in enumerate(zip(plain, lines, strict=True)) if pair[0] != pair[1]]
        assert len(changed) == 4
        assert sum(line.count("!") for line in lines) == 4
    held = "[h+!" if seen_from == 0 else "[H+!"
    assert any(held in line for line in wide)
    assert any(held.replace("+", "") in line for line in dense)
    assert any((" X! ", " x! ")[seen_from] in line for line in wide)


def test_a_position_shows_itself_from_side_0() -> None:
    """As text when printed, as a picture in a notebook, and as its own text in a list."""
    assert str(BUSY) == text_board(BUSY, 0)
    assert BUSY._repr_svg_() == svg_board(BUSY, 0)
    assert repr([BUSY]) == f"[<Position {position_text(BUSY)}>]"
    unusual = start_position(replace(Rules.of("classic"), late_contact=False))
    assert repr(unusual).startswith("<Position ? 2vts1pon2/")


def test_what_a_text_board_looks_like() -> None:
    """From both sides."""
    assert text_board(BUSY) == SEEN_BY_WHITE
    turned = text_board(BUSY, 1).splitlines()
    assert turned[2] == " 11   #   .   v   t   s   .   p   o   n   .   #   11"
    assert turned[7] == "  6   #   .   .   .   .  [H+] .   .   .   .   #    6"
    assert turned[8] == "  5   #   .   .   .   .   .   e   .   .   .   #    5"
    assert turned[14].strip() == "Red: UPPER CASE"


# --- In words ------------------------------------------------------------------------------------------


def test_the_sentences() -> None:
    """Each part of a position that the board does not show has one, if there is something to say."""
    start = start_position(Rules.of("classic"))
    assert status(start) == ["Turn 1: Yellow to move.", "Z is free on 6,6."]
    start = replace(start, neutral=0)
    assert status(start, 0)[1] == "Z is free on 1,1."
    assert status(start, 1)[1] == "Z is free on 11,11."
    start = replace(start, outcome=Outcome(1, Ending.RESIGNATION))
    assert status(start)[0] == "White won after 0 turns: resignation."
    start = replace(start, outcome=Outcome(None, Ending.LIMIT))
    assert status(start)[0] == "Drawn after 0 turns: limit of turns."


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        ("remove", "This turn: remove was done."),
        ("offer=A:barred=A", "This turn: A is offered promotion."),
        ("gift:barred=A", "This turn: Red is offered Z."),
        ("swap2:barred=CE", "This turn: swap2 was done; C, E may not move."),
        (
            "move2:home:seconds=1",
            (
                "This turn: move2 was done; only pieces on the own half without Z may move; "
                "another attempt follows."
            ),
        ),
    ],
)
def test_the_sentence_about_the_turn(stage: str, sentence: str) -> None:
    """What was done, what is asked and what is barred."""
    rows = "2vtsApon2/2lkh1ec3/11/11/11/11/11/11/11/3CE1HKL2/2NOPXSTV2"
    position = parse_position(f"espionage:variants=5:tokens {rows} 6,6 White 0 - - {stage} -")
    assert status(position)[-1] == sentence
    assert status(position)[-2] == "Tokens left: White none; Red none."
    lines = text_board(position).split("Red none.")[1].splitlines()
    assert max(map(len, lines)) <= 80
    assert " ".join(" ".join(lines).split()) == sentence


# --- SVG -------------------------------------------------------------------------------------------------


def drawn(position: Position, seen_from: int) -> Element:
    """The picture, read as XML."""
    return fromstring(svg_board(position, seen_from))  # noqa: S314 - made in the line itself


def middle(group: Element) -> Square:
    """The square in the middle of which a group is drawn."""
    found = re.fullmatch(r"translate\(([0-9]+) ([0-9]+)\)", group.attrib["transform"])
    assert found is not None
    across, down = (int(number) - MARGIN - CELL // 2 for number in found.groups())
    assert across % CELL == down % CELL == 0
    return across // CELL + 1, 11 - down // CELL


def title(element: Element) -> str:
    """The title of an element, which must be its first child."""
    assert element[0].tag == f"{SVG}title"
    return element[0].text or ""


@pytest.mark.parametrize("seen_from", [0, 1])
@pytest.mark.parametrize("name", RULES)
def test_svg_boards_can_be_read_back(name: str, seen_from: int) -> None:
    """By the titles and by where things are drawn."""
    for position in positions(name)[::3]:
        rules, picture = position.rules, drawn(position, seen_from)
        places, marked, holding = {}, set(), set()
        for group in picture.findall(f"{SVG}g[{SVG}title]"):
            words, square = title(group), middle(group)
            if words.startswith("Z is free on "):
                assert position.holder is None
                holding.add(square)
                continue
            name_of_side, letter, place = re.findall(r"^(\w+)'s (\w) on (\d+,\d+)", words)[0]
            piece = rules.sides.index(name_of_side), letter
            assert place == f"{square[0]},{square[1]}"
            assert group.findtext(f"{SVG}text") == letter
            outlines = group.findall(f"{SVG}polygon")
            tip, *_ = outlines[0].attrib["points"].split()
            assert float(tip.split(",")[1]) * (1 if piece[0] == seen_from else -1) < 0, (
                "it points the right way"
            )
            assert (len(outlines) == 2) is (", promoted" in words)
            assert (group.find(f"{SVG}circle") is not None) is (", holds Z" in words)
            places[piece] = (square, len(outlines) == 2)
            if ", holds Z" in words:
                holding.add(square)
            marked.add(outlines[0].attrib["fill"] + str(piece[0]))
        assert places == facts(position, seen_from)
        assert holding == {neutral(position, seen_from)}
        assert len({mark[:-1] for mark in marked}) == len(marked), "each side has its colour"
        assert picture.findtext(f"{SVG}desc") == " ".join(status(position, seen_from))
        assert title(picture).endswith(status(position)[0])
        assert rules.sides[seen_from] in title(picture)


@pytest.mark.parametrize("seen_from", [0, 1])
@pytest.mark.parametrize("off_columns", [[], [1], [1, 2, 11]])
def test_columns_off_the_board_are_hatched(off_columns: list[int], seen_from: int) -> None:
    """And only they, whoever looks."""
    rules = Rules.of("espionage", variants=[2], off_columns=off_columns)
    picture = drawn(start_position(rules), seen_from)
    squares = [
        (int(found.attrib["x"]), int(found.attrib["y"]), found.attrib.get("stroke"))
        for found in picture.iter(f"{SVG}rect")
        if found.attrib.get("width") == found.attrib.get("height") == f"{CELL}"
    ]
    assert len(squares) == 121
    plain = {
        ((x - MARGIN) // CELL + 1, 11 - (y - MARGIN) // CELL) for x, y, stroke in squares if stroke == "none"
    }
    assert plain == off(rules, seen_from)
    hatching = [path for path in picture.findall(f"{SVG}path") if title(path) == "Off the board"]
    assert len(hatching) == bool(off_columns)
    lines = re.findall(r"M(\d+) (\d+)l(\d+) (-\d+)", hatching[0].attrib["d"]) if hatching else []
    covered = {
        ((int(x) + int(across) // 2 - MARGIN) // CELL + 1, 11 - (int(y) + int(down) // 2 - MARGIN) // CELL)
        for x, y, across, down in lines
    }
    assert covered == plain


def test_the_picture_needs_nothing_else() -> None:
    """No names that could clash with others on the page, nothing from elsewhere, its own ground, any size."""
    text = svg_board(BUSY, size=300)
    picture = fromstring(text)  # noqa: S314 - made in the line above
    assert picture.attrib["width"] == "300"
    width, height = map(int, picture.attrib["viewBox"].split()[2:])
    assert int(picture.attrib["height"]) == round(300 * height / width)
    assert not re.search(r'\b(id|class|href|style)="|url\(|<style|currentColor', text)
    ground = next(element for element in picture if element.tag == f"{SVG}rect")
    assert (ground.attrib["width"], ground.attrib["height"]) == (f"{width}", f"{height}")
    assert picture.attrib["role"] == "img"


def test_the_numbers_beside_the_board() -> None:
    """The same from both sides, as each side counts from its own corner."""
    for seen_from in (0, 1):
        numbers = [
            (element.text, element.attrib["x"], element.attrib["y"])
            for group in drawn(BUSY, seen_from).findall(f"{SVG}g")
            for element in group.findall(f"{SVG}text")
            if (element.text or "").isdigit()
        ]
        assert len(numbers) == 44
        across = [
            int(text or "") for text, _, y in sorted(numbers, key=lambda each: float(each[1])) if y == "19"
        ]
        assert across == list(range(1, 12))
        down = [
            int(text or "") for text, x, _ in sorted(numbers, key=lambda each: -float(each[2])) if x == "14"
        ]
        assert down == list(range(1, 12))


def test_the_caption_stays_on_the_picture() -> None:
    """It tells the turn and Z while the game goes on, and afterwards how it ended."""
    for position in (*positions("tokens"), *positions("classic")):
        captions = [element.text or "" for element in drawn(position, 0).findall(f"{SVG}text")]
        words = status(position)
        assert captions == [" ".join(words[:2]) if position.outcome is None else words[0]]
        assert len(captions[0]) <= 60
