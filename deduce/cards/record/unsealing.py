"""What the seal of the packs says of an entry: of cards from elsewhere, and of all once packs are open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deduce.cards.engine import entries as en
from deduce.cards.engine.ledger import Chain
from deduce.cards.notation.turned import shuffle_words
from deduce.cards.ranks import card_text
from deduce.cards.sealed.checking import account_of, fits_seal
from deduce.tabletop.keys import is_key
from deduce.tabletop.misfit import Fault

if TYPE_CHECKING:
    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.notation.parsed import Line

__all__ = ["sealed_facts", "sealed_words", "unsealed"]


def unsealed(before: Ledger, after: Ledger, line: Line, text: str) -> tuple[Ledger, tuple[Fault, ...]]:
    """Return how things stand after an entry, and what the seal says of it.

    Args:
        before: How things stood before it.
        after: How they stand by what the entry says.
        line: The entry.
        text: The entry as it is written.
    """
    if isinstance(line.entry, en.Open):
        return _opened(before, after, line.entry.key, text)
    if not before.is_sealed:
        return after, ()
    if line.is_forced and isinstance(line.entry, en.Shuffle):
        return after.changed(forced_shuffles=Chain(after.number, after.forced_shuffles)), ()
    if line.is_forced:
        return after.changed(forced=Chain(after.number, after.forced)), ()
    if isinstance(line.entry, en.Shuffle):
        return after, (Fault(0, text, shuffle_words(), "CC-DECK-2"),)
    return after, ()


def _opened(before: Ledger, after: Ledger, key: str, text: str) -> tuple[Ledger, tuple[Fault, ...]]:
    """Check every card against the key; a key that is none leaves the packs as they were."""
    closed = replace(after, key=before.key)
    if not before.seal:
        return closed, (Fault(0, text, "there is nothing to open: no seal is in the headers"),)
    if before.key:
        return closed, (Fault(0, text, "the packs are open already; ignored"),)
    if not (is_key(key) and fits_seal(before, key)):
        message = (
            "this key does not fit the seal in the headers, so the battle did not begin with these packs"
        )
        return closed, (Fault(0, text, message),)
    wrong = account_of(before, key).wrong
    # The entry that opens the packs is the next one, counted from 0.
    faults = (
        Fault(0, each.card, each.said(before), "CC-DECK-1", max(before.number - each.entry + 1, 0))
        for each in wrong
    )
    return after, tuple(faults)


def sealed_words(now: Ledger, opened: Ledger | None = None) -> str:
    """Return what there is to say of packs that the tool turns; "" where they lie on the table.

    Args:
        now: How things stand.
        opened: How things stood when the packs were opened, if they were.
    """
    if not now.seal:
        return ""
    french = now.language == "fr"
    if opened is None:
        return (
            "le programme tire les cartes, jeux scellés"
            if french
            else "the tool turns the cards, packs sealed"
        )
    account = account_of(opened, now.key)
    wrong, hand = len(account.wrong), ", ".join(map(str, account.by_hand))
    if french:
        right = f"{wrong} fausses" if wrong else "toutes justes"
        said = f"jeux ouverts : {account.cards} cartes et {account.shuffles} mélanges vérifiés, {right}"
        return said + (f", entrées {hand} tirées ailleurs" if hand else "")
    right = f"{wrong} wrong" if wrong else "all right"
    said = f"packs opened: {account.cards} cards and {account.shuffles} shuffles checked, {right}"
    return said + (f", entries {hand} turned elsewhere" if hand else "")


def sealed_facts(now: Ledger, opened: Ledger | None = None) -> dict[str, Any] | None:
    """Return the same as data; None where the packs lie on the table."""
    if not now.seal:
        return None
    found: dict[str, Any] = {"seal": now.seal, "key": now.key or None}
    if opened is None:
        return found
    account = account_of(opened, now.key)
    return {
        **found,
        "cards": account.cards,
        "shuffles": account.shuffles,
        "wrong": [
            {
                "entry": each.entry,
                "side": now.sides[each.side],
                "card": each.card,
                "right": None if each.right is None else card_text(each.right),
            }
            for each in account.wrong
        ],
        "turned_elsewhere": list(account.by_hand),
    }
