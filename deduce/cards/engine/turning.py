"""Cards that are turned up: what their packs say of them, and what cannot be (CC-DECK)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.engine.changes import Change
from deduce.cards.engine.happenings import Reshuffled
from deduce.cards.ranks import RANKS, Seen, card_text, seen_of

if TYPE_CHECKING:
    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.packs import Pack

__all__ = ["known_of", "reshuffled", "shuffle", "turn_up"]


def shuffle(ledger: Ledger, side: int) -> Change:
    """Shuffle a pack with all its discards."""
    return Change(ledger.with_pack(side, ledger.packs[side].shuffled()), (Reshuffled(side),))


def _ready(ledger: Ledger, side: int) -> Change:
    """Shuffle a pack of which no card is left, unless the house plays that it stays empty (DEC-2)."""
    if ledger.packs[side].size > 0:
        return Change(ledger)
    if ledger.edition.choice("DEC-2") != "never":
        return shuffle(ledger, side)
    message = f"{ledger.sides[side]}'s pack is empty, and in this house it is not shuffled"
    return Change(ledger).object(message, "CC-DECK-2")


def turn_up(ledger: Ledger, side: int, card: Seen) -> Change:
    """Turn up a card of a side's pack; an empty pack is shuffled first (DEC-2).

    A card that cannot be there is turned up all the same: somebody saw it, and an entry may be wrong.
    """
    change = _ready(ledger, side)
    pack = change.ledger.packs[side]
    if not pack.size:
        return change
    crowded = pack.crowded(card)
    if crowded is not None:
        change = change.object(_clash(ledger.sides[side], pack, card, crowded), "CC-DECK-1")
    now = pack.turn(ledger.number, pack.narrowed(card))
    return change.to(change.ledger.with_pack(side, now))


def known_of(ledger: Ledger, side: int, card: Seen) -> Seen:
    """Return what the next card of a side can be, by what was seen of it and what its pack still has."""
    return _ready(ledger, side).ledger.packs[side].narrowed(card)


def _clash(name: str, pack: Pack, card: Seen, ranks: range) -> str:
    """Return why a card cannot be there: which entries have all that there are."""
    before = [str(each.entry) for each in pack.among(ranks)]
    count = sum(pack.full[rank - 1] for rank in ranks)
    if not before:
        return f"{name}'s pack has no {card_text(card)}"
    places = f"entries {', '.join(before[:-1])} and {before[-1]}" if before[1:] else f"entry {before[0]}"
    if seen_of(card) is not None and len(ranks) == 1:
        has = f"{count} of {card_text(card)}"
    elif ranks == RANKS:
        has = f"{count} cards"
    else:
        has = f"{count} cards from {card_text(ranks[0])} to {card_text(ranks[-1])}"
    were = "they were" if count > 1 else "it was"
    return (
        f"{name}'s pack has {has}, and {were} turned up in {places}; one of these, or this one, is another "
        "card, or a shuffle was not entered"
    )


def reshuffled(change: Change) -> Change:
    """Shuffle the packs that the house shuffles after a combat, or when so many cards are left (DEC-2)."""
    house = change.ledger.edition.choice("DEC-2")
    at = int(change.ledger.edition.number("deck.reshuffleAt"))
    for side in range(2):
        if house == "combat" or (house == "left" and change.ledger.packs[side].size <= at):
            change = change.then(shuffle(change.ledger, side))
    return change
