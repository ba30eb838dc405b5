"""Lines of a battle whose cards the tool turns: it adds the cards, and refuses those from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.cards.engine import entries as en
from deduce.cards.sealed.checking import fits_seal
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.keys import is_key

if TYPE_CHECKING:
    from deduce.cards.engine.ledger import Ledger

__all__ = ["NOT_HERE", "shuffle_words", "turned"]

NOT_HERE = "the tool turns the cards of this battle, in the file that it was begun in"


def turned(entry: en.Entry, ledger: Ledger, *, is_forced: bool = False) -> en.Entry:
    """Return an entry with the cards that the tool turns for it.

    Args:
        entry: What was typed.
        ledger: How things stand.
        is_forced: Whether the table decided so: then cards can come from elsewhere.

    Raises:
        DeduceError: If cards are not the players' to type, or cannot be turned.
    """
    match entry:
        case en.Open():
            return _opened(entry, ledger, is_forced=is_forced)
        case en.Fight() | en.Bare() if ledger.is_sealed and not (is_forced and entry.cards):
            return _with_cards(entry, ledger)
        case en.Shuffle() if ledger.is_sealed and not is_forced:
            raise ImpossibleError(shuffle_words())
        case _:
            return entry


def shuffle_words() -> str:
    """Return why nobody shuffles by hand."""
    return "the tool shuffles the packs of this battle itself, as the rules say; ! insists"


def _with_cards(entry: en.Fight | en.Bare, ledger: Ledger) -> en.Entry:
    written = f"{entry.starter} {entry.target}" if isinstance(entry, en.Fight) else "cards"
    if entry.cards:
        message = (
            f"the tool turns the cards of this battle, so none are typed: write {written}; a ! behind the "
            "line says that they came from other packs all the same"
        )
        raise ImpossibleError(message)
    if ledger.turner is None:
        raise ImpossibleError(NOT_HERE)
    side = ledger.units[entry.starter].side if isinstance(entry, en.Fight) else 0
    if ledger.edition.choice("DEC-2") == "never" and any(pack.size <= 0 for pack in ledger.packs):
        message = "a pack is empty, and in this house it is not shuffled (CC-DECK-2)"
        raise ImpossibleError(message)
    cards = ledger.turner.next_cards(ledger)
    return replace(entry, cards=(frozenset({cards[side]}), frozenset({cards[1 - side]})))


def _opened(entry: en.Open, ledger: Ledger, *, is_forced: bool) -> en.Open:
    """Open the packs: at the end, or where both sides agree."""
    if not ledger.is_sealed:
        message = (
            "the packs are open already"
            if ledger.seal
            else "there is nothing to open: no packs are sealed here, and what is only tried turns no cards"
        )
        raise ImpossibleError(message)
    if entry.key and not (is_key(entry.key) and fits_seal(ledger, entry.key)):
        message = f"{quoted(entry.key)} is not the key of these packs; write open, and the tool finds it"
        raise LineError(message)
    if ledger.outcome is None and not is_forced:
        message = (
            "the battle is not over, and then everybody can see what was to come, so that the tool turns no "
            "more cards; if both sides agree, write open !"
        )
        raise ImpossibleError(message)
    if entry.key:
        return entry
    if ledger.turner is None:
        raise ImpossibleError(NOT_HERE)
    return replace(entry, key=ledger.turner.key(ledger))
