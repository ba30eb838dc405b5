"""Whether the cards of a battle are those that its sealed packs have, and which comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.ranks import card_text, seen_of
from deduce.cards.sealed.order import order_of, seal_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.packs import Pack, Turned
    from deduce.cards.ranks import Seen

__all__ = ["Account", "Wrong", "account_of", "fits_seal", "next_card", "wrong_now"]


class Wrong(NamedTuple):
    """A card that is not the one that its sealed pack has there.

    Attributes:
        entry: The number of the entry.
        side: Whose pack it is.
        found: The card that the entry has.
        right: The rank that the pack has; None if the pack has none left.
    """

    entry: int
    side: int
    found: Seen
    right: int | None

    @property
    def card(self) -> str:
        """The card that the entry has, as it is written."""
        rank = seen_of(self.found)
        return "?" if rank is None else card_text(rank)

    def said(self, ledger: Ledger) -> str:
        """Return what is wrong, in words."""
        name = ledger.sides[self.side]
        right = "had no card left" if self.right is None else f"turned {card_text(self.right)} here"
        return (
            f"{name}'s sealed pack {right}; the entry was changed, or one before it was put in or taken out"
        )


class Account(NamedTuple):
    """What came of checking the cards of a battle.

    Attributes:
        cards: How many cards were checked.
        shuffles: How many shuffles there were after the first.
        wrong: The cards that are wrong, in the order of the entries.
        by_hand: The entries with a ! behind them whose cards are not those of the packs.
    """

    cards: int
    shuffles: int
    wrong: tuple[Wrong, ...]
    by_hand: tuple[int, ...]


class _Pile(NamedTuple):
    """What came of checking the cards of a pack since it was shuffled.

    Attributes:
        rest: What is still to come, the next card first.
        wrong: The cards that are wrong.
        by_hand: The entries whose cards came from elsewhere.
    """

    rest: list[int]
    wrong: list[Wrong]
    by_hand: set[int]


def fits_seal(ledger: Ledger, key: str) -> bool:
    """Tell whether a key is the one that the packs were sealed with."""
    left, right = ledger.packs
    return seal_of(key, (left.full, right.full)) == ledger.seal


def next_card(ledger: Ledger, key: str, side: int) -> int | None:
    """Return the next card of a pack, of an empty one the first after the shuffle; None without cards."""
    pack = ledger.packs[side]
    if pack.size <= 0:
        pack = pack.shuffled()
    rest = _checked(ledger.by_hand, key, side, pack, pack.shuffles, pack.turned).rest
    return rest[0] if rest else None


def wrong_now(ledger: Ledger, key: str) -> tuple[Wrong, ...]:
    """Return the cards since the last shuffles that are wrong."""
    by_hand = ledger.by_hand
    found = [
        wrong
        for side, pack in enumerate(ledger.packs)
        for wrong in _checked(by_hand, key, side, pack, pack.shuffles, pack.turned).wrong
    ]
    return tuple(sorted(found, key=_place))


def account_of(ledger: Ledger, key: str) -> Account:
    """Check every card that was turned up so far."""
    cards, wrong, hands, by_hand = 0, list[Wrong](), {*ledger.shuffled_by_hand}, ledger.by_hand
    for side, pack in enumerate(ledger.packs):
        for shuffles, turned in _piles(pack):
            found = _checked(by_hand, key, side, pack, shuffles, turned)
            cards += len(turned)
            wrong += found.wrong
            hands |= found.by_hand
    shuffled = sum(pack.shuffles for pack in ledger.packs)
    return Account(cards, shuffled, tuple(sorted(wrong, key=_place)), tuple(sorted(hands)))


def _place(wrong: Wrong) -> tuple[int, int]:
    return wrong.entry, wrong.side


def _piles(pack: Pack) -> Iterator[tuple[int, tuple[Turned, ...]]]:
    """Yield what was turned up after each shuffle, the last one first."""
    number, turned, past = pack.shuffles, pack.turned, pack.past
    while True:
        yield number, turned
        if past is None:
            return
        number, (turned, past) = number - 1, past


def _checked(
    by_hand: frozenset[int], key: str, side: int, pack: Pack, shuffles: int, turned: tuple[Turned, ...]
) -> _Pile:
    """Compare what was turned up after a shuffle with the order that follows from the key."""
    found = _Pile(list(order_of(key, side, shuffles, pack.full)), [], set())
    for each in turned:
        rank = seen_of(each.card)
        right = found.rest[0] if found.rest else None
        if rank is not None and rank == right:
            found.rest.pop(0)
        elif each.entry in by_hand:
            # A card from elsewhere takes the place of the next one of its rank.
            found.by_hand.add(each.entry)
            if rank in found.rest:
                found.rest.remove(rank)
        else:
            found.wrong.append(Wrong(each.entry, side, each.card, right))
            del found.rest[:1]
    return found
