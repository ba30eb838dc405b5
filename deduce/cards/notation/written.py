"""Entries as text: how each is written in a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.cards.engine import entries as en
from deduce.cards.engine.units import Act
from deduce.cards.notation.words import WRITTEN_COVERS
from deduce.cards.ranks import card_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deduce.cards.engine.ledger import Ledger

__all__ = ["written"]

Sides: TypeAlias = "Sequence[str]"


def written(entry: en.Entry, ledger: Ledger) -> str:
    """Return an entry as the record writes it, such as ``b9 r4 f``.

    Args:
        entry: The entry.
        ledger: How things stood before it, for the names of the sides.
    """
    return " ".join(WRITERS[type(entry)](entry, ledger.sides))


# --- Combats ------------------------------------------------------------------------------------------


def _cover(entry: en.Fight | en.Shot) -> list[str]:
    return [] if entry.cover is None else [WRITTEN_COVERS[entry.cover]]


def _picks(letter: str, picks: en.Picks) -> list[str]:
    """Return which special men were hit: the dead, and behind a stroke the confused."""
    if not picks.are_said:
        return []
    return [f"{letter}:{picks.dead or '-'}" + (f"/{picks.confused}" if picks.confused else "")]


def _fight(entry: en.Fight, _sides: Sides) -> list[str]:
    cards = [card_text(card) for card in entry.cards] or ["", ""]
    words = [f"{entry.starter}{cards[0]}", f"{entry.target}{cards[1]}"]
    for other in entry.others:
        words += ["&", other]
    words += ["f"] if entry.flank else []
    words += ["flanked"] if entry.flanked else []
    words += _cover(entry)
    words += [entry.result.value] if entry.result is not None else []
    words += [str(entry.confused)] if entry.confused is not None else []
    words += ["hits", entry.hit] if entry.hit else []
    words += _picks(entry.hit or entry.target, entry.picks)
    return words + _picks(entry.starter, entry.starter_picks)


def _bare(entry: en.Bare, _sides: Sides) -> list[str]:
    cards = [card_text(card) for card in entry.cards]
    # A letter could be a unit as well.
    return cards if cards and all(card.isdigit() for card in cards) else ["cards", *cards]


def _shot(entry: en.Shot, _sides: Sides) -> list[str]:
    return [f"{entry.gun}>{entry.target}", *_cover(entry), *_picks(entry.target, entry.picks)]


# --- Units --------------------------------------------------------------------------------------------


def _rally(entry: en.Rally, _sides: Sides) -> list[str]:
    words = ["rally", entry.unit, *(["+" * entry.helpers] if entry.helpers else [])]
    return words if entry.back is None else [*words, "back", entry.back or "-"]


def _stepped(entry: en.Stepped, _sides: Sides) -> list[str]:
    return ["reform" if entry.act is Act.REFORM else "move", entry.unit]


def _flight(entry: en.Flight, _sides: Sides) -> list[str]:
    return ["flee", entry.unit, *(["out"] if entry.is_out else [])]


def _return(entry: en.Return, _sides: Sides) -> list[str]:
    return ["gun", entry.unit]


def _covered(entry: en.Covered, _sides: Sides) -> list[str]:
    return ["cover", entry.unit, WRITTEN_COVERS[entry.cover]]


def _count(entry: en.Count, _sides: Sides) -> list[str]:
    return [entry.unit, f"{entry.ranks}/{entry.confused}/{entry.lying}"]


def _free(entry: en.Free, _sides: Sides) -> list[str]:
    return ["free", entry.one, entry.other]


def _lock(entry: en.Lock, _sides: Sides) -> list[str]:
    return ["engage", entry.one, entry.other]


def _capture(entry: en.Capture, _sides: Sides) -> list[str]:
    return ["capture", entry.unit, entry.other]


# --- The battle ---------------------------------------------------------------------------------------


def _side(side: int | None, sides: Sides) -> list[str]:
    return [] if side is None else [sides[side].casefold()]


def _site(entry: en.Site, _sides: Sides) -> list[str]:
    return ["site", str(entry.number), entry.unit or "-"]


def _end(_entry: en.End, _sides: Sides) -> list[str]:
    return ["end"]


def _shuffle(entry: en.Shuffle, sides: Sides) -> list[str]:
    return ["shuffle", *_side(entry.side, sides)]


def _tally(entry: en.Tally, sides: Sides) -> list[str]:
    return ["left", *_side(entry.side, sides), str(entry.left)]


def _fallen(entry: en.Fallen, sides: Sides) -> list[str]:
    return ["fallen", *_side(entry.side, sides)]


def _open(entry: en.Open, _sides: Sides) -> list[str]:
    return ["open", *([entry.key] if entry.key else [])]


def _over(entry: en.Over, sides: Sides) -> list[str]:
    return ["draw"] if entry.loser is None else ["resign", *_side(entry.loser, sides)]


WRITERS: dict[type, Callable[[Any, Sides], list[str]]] = {
    en.Fight: _fight,
    en.Bare: _bare,
    en.Shot: _shot,
    en.Rally: _rally,
    en.Stepped: _stepped,
    en.Flight: _flight,
    en.Return: _return,
    en.Covered: _covered,
    en.Count: _count,
    en.Free: _free,
    en.Lock: _lock,
    en.Capture: _capture,
    en.Site: _site,
    en.End: _end,
    en.Shuffle: _shuffle,
    en.Tally: _tally,
    en.Fallen: _fallen,
    en.Open: _open,
    en.Over: _over,
}
