"""Entries as text: how each is written in a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.engine import entries as en
from deduce.cards.engine.units import Act
from deduce.cards.notation.words import WRITTEN_COVERS
from deduce.cards.ranks import card_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.cards.engine.ledger import Ledger

__all__ = ["written"]


def written(entry: en.Entry, ledger: Ledger) -> str:
    """Return an entry as the record writes it, such as ``b9 r4 f``.

    Args:
        entry: The entry.
        ledger: How things stood before it, for the names of the sides.
    """
    match entry:
        case en.Fight():
            return " ".join(_fight(entry))
        case en.Bare(cards=()):
            return "cards"
        case en.Bare():
            one, other = map(card_text, entry.cards)
            return f"{one} {other}" if one.isdigit() else f"cards {one} {other}"
        case en.Shot():
            words = [f"{entry.gun}>{entry.target}", *_cover(entry), *_picks(entry.target, entry.picks)]
            return " ".join(words)
        case en.Rally():
            words = ["rally", entry.unit, "+" * entry.helpers]
            words += ["back", entry.back or "-"] if entry.back is not None else []
            return " ".join(word for word in words if word)
        case en.Count():
            return f"{entry.unit} {entry.ranks}/{entry.confused}/{entry.lying}"
        case _:
            return " ".join(_plain(entry, ledger.sides))


def _plain(entry: en.Entry, sides: Sequence[str]) -> list[str]:
    """Return the words of an entry that is a verb with what it is about."""
    match entry:
        case en.Stepped():
            return ["reform" if entry.act is Act.REFORM else "move", entry.unit]
        case en.Flight():
            return ["flee", entry.unit, *(["out"] if entry.is_out else [])]
        case en.Return():
            return ["gun", entry.unit]
        case en.Covered():
            return ["cover", entry.unit, WRITTEN_COVERS[entry.cover]]
        case en.Site():
            return ["site", str(entry.number), entry.unit or "-"]
        case en.Free():
            return ["free", entry.one, entry.other]
        case en.Lock():
            return ["engage", entry.one, entry.other]
        case en.End():
            return ["end"]
        case en.Shuffle():
            return ["shuffle", *_side(entry.side, sides)]
        case en.Tally():
            return ["left", *_side(entry.side, sides), str(entry.left)]
        case en.Fallen():
            return ["fallen", *_side(entry.side, sides)]
        case en.Capture():
            return ["capture", entry.unit, entry.other]
        case en.Open():
            return ["open", entry.key]
        case en.Over():
            return ["draw"] if entry.loser is None else ["resign", *_side(entry.loser, sides)]
        case _:
            message = f"{type(entry).__name__} has no written form of its own"
            raise TypeError(message)


def _side(side: int | None, sides: Sequence[str]) -> list[str]:
    return [] if side is None else [sides[side].casefold()]


def _cover(entry: en.Fight | en.Shot) -> list[str]:
    return [] if entry.cover is None else [WRITTEN_COVERS[entry.cover]]


def _picks(letter: str, picks: en.Picks) -> list[str]:
    """Return which special men were hit: the dead, and behind a stroke the confused."""
    if not picks.are_said:
        return []
    return [f"{letter}:{picks.dead}" + (f"/{picks.confused}" if picks.confused else "")]


def _fight(entry: en.Fight) -> list[str]:
    cards = [card_text(card) for card in entry.cards] or ["", ""]
    words = [f"{entry.starter}{cards[0]}", f"{entry.target}{cards[1]}"]
    words += ["&", *entry.others] if entry.others else []
    words += ["f"] if entry.flank else []
    words += _cover(entry)
    words += [entry.result.value] if entry.result is not None else []
    words += [str(entry.confused)] if entry.confused is not None else []
    words += ["hits", entry.hit] if entry.hit else []
    words += _picks(entry.hit or entry.target, entry.picks)
    return words + _picks(entry.starter, entry.starter_picks)
