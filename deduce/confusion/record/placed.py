"""What may have been meant by a placement, and by a deal whose letters are wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.confusion.engine.game import check_deal
from deduce.confusion.engine.position import check_placement
from deduce.confusion.errors import RulesError
from deduce.confusion.notation.deals import read_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deduce.confusion.engine.directions import Square
    from deduce.confusion.engine.rules import Rules

__all__ = ["other_letters", "other_placements"]

_PLACED = re.compile(r"([A-Y])[\s=:]{0,3}(?:(\d{1,3})[\s,.;]{1,3}(\d{1,3})|(\d{1,2})(\d))(?!\d)", re.ASCII)
"""A letter with a column and a row; the comma may be left out."""
_LETTER = re.compile(r"(?<![A-Z])[A-Y](?![A-Z])", re.ASCII)
LONGEST = 400
"""How many characters a placement has that slips are looked for in."""
ROWS = (1, 2)
"""The rows, as its owner sees them, where a side places its pieces (CF-VAR-4)."""
TURNED, NEAR, FAR, LETTER, EXCHANGED, LEFT_OUT = 1.0, 0.4, 0.1, 0.3, 0.1, 0.5
"""How likely slips are: column and row turned round, a number next to it, another square, another letter, two
pieces that changed places, and a piece that was left out."""

_Placed = tuple[str, "Square"]


def other_placements(
    rules: Rules, side: int, text: str, letters: frozenset[str] | None
) -> Iterator[tuple[str, float]]:
    """Yield what a placement may have been, with one thing in it changed, each with how likely that slip is.

    Examples:
        >>> from deduce.confusion.engine.rules import Rules
        >>> rules = Rules.of("espionage", variants=[4])
        >>> text = "A3,1 C3,1 E4,1 H4,2 K5,1 L5,2 N6,1 O6,2 P7,1 S7,2 T8,1 V8,2 X3,2"
        >>> found = dict(other_placements(rules, 0, text, None))
        >>> len(found), found["A3,1 C2,1 E4,1 H4,2 K5,1 L5,2 N6,1 O6,2 P7,1 S7,2 T8,1 V8,2 X3,2"]
        (20, 0.4)

    Args:
        rules: The rules.
        side: Whose it is.
        text: What is written.
        letters: The pieces that may stand elsewhere; None for a placement that cannot be, of which any may.
    """
    if len(text) > LONGEST:
        return
    items: list[_Placed] = [
        (found[1], (int(found[2] or found[4]), int(found[3] or found[5])))
        for found in _PLACED.finditer(text.upper())
    ]
    if letters is None and _is_allowed(rules, side, items):
        # It is clear, and only written in an odd way.
        yield _written(items), TURNED
        return
    known = {_written(items)}
    for other, weight in _changed(rules, items, letters):
        written = _written(other)
        if written not in known and _is_allowed(rules, side, other):
            known.add(written)
            yield written, weight


def _changed(
    rules: Rules, items: Sequence[_Placed], letters: frozenset[str] | None
) -> Iterator[tuple[list[_Placed], float]]:
    columns = range(1, rules.columns + 1)
    missing = [letter for letter in rules.letters if letter not in dict(items)]
    for place, (letter, (column, row)) in enumerate(items):
        if letters is not None and letter not in letters:
            continue
        before, behind = items[:place], items[place + 1 :]
        yield [*before, (letter, (row, column)), *behind], TURNED
        yield [*before, *behind], NEAR
        for other in missing:
            yield [*before, (other, (column, row)), *behind], LETTER
        for square in ((each, line) for line in ROWS for each in columns):
            far = abs(square[0] - column) + abs(square[1] - row)
            yield [*before, (letter, square), *behind], NEAR if far == 1 else FAR
        for later, (other, there) in enumerate(behind):
            yield (
                [*before, (letter, there), *behind[:later], (other, (column, row)), *behind[later + 1 :]],
                EXCHANGED,
            )
    for letter in missing if letters is None else ():
        place = sum(each < letter for each, _ in items)
        for square in ((each, line) for line in ROWS for each in columns):
            yield [*items[:place], (letter, square), *items[place:]], LEFT_OUT / len(columns) / len(ROWS)


def _written(items: Sequence[_Placed]) -> str:
    return " ".join(f"{letter}{column},{row}" for letter, (column, row) in items)


def _is_allowed(rules: Rules, side: int, items: Sequence[_Placed]) -> bool:
    placed: Mapping[str, Square] = dict(items)
    try:
        check_placement(rules, side, placed)
    except RulesError:
        return False
    return len(placed) == len(items)


def other_letters(rules: Rules, side: int, text: str) -> Iterator[str]:
    """Yield what a deal may have been that cannot be read, with one letter in it changed.

    Examples:
        >>> from deduce.confusion.engine.rules import Rules
        >>> [*other_letters(Rules.of("classic"), 0, "A4 A8 E12 H11 K10 L2 N1 O3 P7 S6 T5 V9")]
        ['C4 A8 E12 H11 K10 L2 N1 O3 P7 S6 T5 V9', 'A4 C8 E12 H11 K10 L2 N1 O3 P7 S6 T5 V9']

    Args:
        rules: The rules.
        side: Whose it is.
        text: What is written.
    """
    if len(text) > LONGEST:
        return
    found = [*_LETTER.finditer(text)]
    missing = [letter for letter in rules.letters if letter not in {each[0] for each in found}]
    for each in found:
        for letter in missing:
            other = text[: each.start()] + letter + text[each.end() :]
            try:
                pairs = read_pairs(rules, other)
                dealt = {key: number for key, number in pairs.items() if number is not None}
                check_deal(rules, side, dealt, whole=False)
            except RulesError:
                continue
            yield other
