"""Parts of a line: units, sides, cards, and the men who were picked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.cards.engine.entries import Picks
from deduce.cards.engine.units import SPECIALS
from deduce.cards.notation.words import plain
from deduce.cards.ranks import Seen, parse_card
from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.cards.engine.ledger import Ledger

__all__ = ["cards_in", "nothing_more", "picked", "picks_in", "side_in", "side_of", "specials_in", "unit_in"]

PICKS = re.compile(r"([a-z]):([a-z-]*(?:/[a-z-]*)?)")
NOBODY = "-"


def unit_in(words: Sequence[str], place: int, ledger: Ledger, example: str) -> str:
    """Read the letter of a unit.

    Args:
        words: The words.
        place: Which of them it is.
        ledger: Which units there are.
        example: What to write instead if it is missing.

    Raises:
        LineError: If there is no such unit; the message says which there are.
    """
    if place >= len(words):
        message = f"a unit is missing; write {example}"
        raise LineError(message)
    word = words[place]
    if word not in ledger.units:
        there = " ".join(ledger.units) or "none; a file names them, as in Blue = a inf 12; b cav 8"
        message = f"there is no unit {quoted(word)}; there are {there}"
        raise LineError(message)
    return word


def side_of(word: str, sides: Sequence[str]) -> int | None:
    """Return the side that a word names, in full or by its beginning; None if it names none, or both."""
    word, names = plain(word), [plain(name) for name in sides]
    if word in names:
        return names.index(word)
    begun = [side for side, name in enumerate(names) if word and name.startswith(word)]
    return begun[0] if len(begun) == 1 else None


def side_in(word: str, ledger: Ledger) -> int:
    """Read the name of a side, or its beginning.

    Raises:
        LineError: If it names none, or both.
    """
    side = side_of(word, ledger.sides)
    if side is None:
        message = f"there is no side {quoted(word)}; {did_you_mean(word, ledger.sides)}"
        raise LineError(message)
    return side


def nothing_more(rest: Sequence[str], example: str) -> None:
    """Make sure that a line ends here.

    Raises:
        LineError: If it does not.
    """
    if rest:
        message = f"{quoted(' '.join(rest))} is too much; write {example}"
        raise LineError(message)


def cards_in(text: str) -> tuple[Seen, Seen]:
    """Read two cards, such as `9 4`.

    Raises:
        LineError: If they are not two cards.
    """
    words = plain(text).split()
    if len(words) != 2:
        message = f"{quoted(text)} are not two cards; write such as 9 4, or ? for one that was missed"
        raise LineError(message)
    return parse_card(words[0]), parse_card(words[1])


def specials_in(text: str, more: str = "", said: str = "") -> str:
    """Read special men: letters of officer, drummer and flag, each once; `-` for nobody.

    Args:
        text: The letters.
        more: Other letters that can stand among them.
        said: What was typed, if these are a part of it.

    Raises:
        LineError: If they are anything else.
    """
    if text in {"", NOBODY}:
        return ""
    if len({*text}) < len(text) or not {*text} <= {*SPECIALS, *more}:
        shown = quoted(said or text)
        message = f"{shown} names no men; write o, d and f for officer, drummer and flag, or - for nobody"
        raise LineError(message)
    return text


def picks_in(text: str) -> Picks:
    """Read which special men were hit: `o` died, `o/df` died and became confused, `-` none of them.

    Raises:
        LineError: If it is none of these.
    """
    dead, stroke, confused = plain(text).replace(" ", "").partition("/")
    if not (dead or stroke):
        message = f"{quoted(text)} names no men; write such as o/df, or - for nobody"
        raise LineError(message)
    said = text if " " in text.strip() else ""
    # A c stands for a confused man, where the house lets these be killed (DEC-23).
    picks = Picks(specials_in(dead, "c", said), specials_in(confused, said=said), are_said=True)
    both = next((each for each in picks.dead if each in picks.confused), None)
    if both is not None:
        message = f"{quoted(text)} has the {SPECIALS[both]} both dead and confused; write it once"
        raise LineError(message)
    return picks


def picked(word: str) -> tuple[str, str] | None:
    """Return the unit and the men of a word such as `r:o/df`; None if it is no such word."""
    found = PICKS.fullmatch(word)
    return None if found is None else (found[1], found[2] or NOBODY)
