"""What everybody can know of both packs since they were last shuffled: what was seen, and what was half seen.

Fully seen cards are taken away; all that is left to reason about are those that were not. A card of which
nothing is known changes nothing: it may as well lie in the pack still, anywhere (CC-DECK-1). So it stays
among the cards that may come, and only the number of such cards is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.cards.ranks import ANY, RANKS, seen_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deduce.cards.engine.ledger import Clash, Ledger
    from deduce.cards.engine.packs import Deck, Pack, Turned
    from deduce.cards.ranks import Seen

__all__ = ["Coupled", "Known", "Pairs", "Stock", "hints_of", "known_of", "turned_since", "visible"]

Pairs: TypeAlias = "frozenset[tuple[int, int]]"
"""The ranks that two cards can have together, the left side's first."""
Place: TypeAlias = "tuple[int, int]"
"""A side, and how often its pack had been shuffled."""


class Stock(NamedTuple):
    """The cards that one pack was shuffled with, as far as they were not fully seen.

    Attributes:
        deck: How many there are of each rank: those that are left, and those that nobody saw well.
        hints: What is known of cards that were turned up and not fully seen, in any order.
        missed: Of how many cards that were turned up nothing is known.
    """

    deck: Deck
    hints: tuple[Seen, ...] = ()
    missed: int = 0


class Coupled(NamedTuple):
    """Two cards of which it is only known what they can be together.

    Attributes:
        left: Which stock the left side's card is from.
        right: Which stock the right side's card is from.
        pairs: What they can be.
    """

    left: int
    right: int
    pairs: Pairs


@dataclass(frozen=True)
class Known:
    """What is known of both packs.

    Attributes:
        stocks: The left side's, the right side's, and earlier ones that something about these hangs on.
        coupled: The pairs of cards that are known together only.
    """

    stocks: tuple[Stock, ...]
    coupled: tuple[Coupled, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether every card was either fully seen or missed altogether."""
        return not self.coupled and not any(stock.hints for stock in self.stocks)


def visible(ledger: Ledger, side: int) -> tuple[Turned, ...]:
    """Return the cards of a side that everybody can look at (DEC-3)."""
    turned = ledger.packs[side].turned
    return turned if ledger.edition.choice("DEC-3") == "open" else turned[-1:]


def known_of(ledger: Ledger) -> Known:
    """Return what everybody can know of both packs.

    A pack without cards is shuffled before the next one is turned up, so it counts as shuffled (DEC-2).
    """
    packs = [_next_pack(ledger, side) for side in range(2)]
    clashes = [clash for clash in ledger.clashes if _is_visible(ledger, clash)]
    if not clashes and not any(pack.vague for pack in packs):
        # Nearly always: there is nothing to reason about.
        return Known(tuple(_plain(ledger, pack) for pack in packs))
    return _Sides(ledger, packs, clashes).known()


def hints_of(ledger: Ledger, side: int) -> Mapping[int, Seen]:
    """Return what each card can be that was half seen, or missed, by the number of its entry.

    Cards of which only something is known together with another one are not among them.
    """
    packs = [_next_pack(ledger, each) for each in range(2)]
    sides = _Sides(ledger, packs, [clash for clash in ledger.clashes if _is_visible(ledger, clash)])
    sides.known()
    return sides.hints[side]


def _next_pack(ledger: Ledger, side: int) -> Pack:
    """Return the pack that the next card of a side comes from."""
    pack = ledger.packs[side]
    is_shuffled = pack.size <= 0 and ledger.edition.choice("DEC-2") != "never"
    return pack.shuffled() if is_shuffled else pack


def _plain(ledger: Ledger, pack: Pack) -> Stock:
    """Return a pack of which every card that can be looked at was fully seen."""
    shown = _shown(ledger, pack)
    return Stock(_deck(pack.full, shown), (), len(pack.turned) - len(shown))


def _shown(ledger: Ledger, pack: Pack) -> tuple[Turned, ...]:
    return pack.turned if ledger.edition.choice("DEC-3") == "open" else pack.turned[-1:]


def _is_visible(ledger: Ledger, clash: Clash) -> bool:
    """Tell whether both cards of a combat can still be looked at."""
    if ledger.edition.choice("DEC-3") == "open":
        return True
    return all(any(each.entry == clash.entry for each in visible(ledger, side)) for side in range(2))


def _deck(full: Deck, turned: Iterable[Turned]) -> Deck:
    """Return the cards of a pack that were not fully seen."""
    counts = list(full)
    for each in turned:
        rank = seen_of(each.card)
        if rank is not None:
            counts[rank - 1] -= 1
    return tuple(max(count, 0) for count in counts)


class _Sides:
    """Gathers what is known of cards that were not fully seen."""

    def __init__(self, ledger: Ledger, packs: list[Pack], clashes: Iterable[Clash]) -> None:
        self._ledger = ledger
        self._packs = packs
        self._numbers: dict[Place, int] = {}
        self._decks: list[Deck] = []
        self._hidden: list[int] = []
        self.hints: list[dict[int, Seen]] = []
        self._seen: list[dict[int, Seen]] = []
        self._coupled: list[tuple[Coupled, int]] = []
        for side, pack in enumerate(packs):
            self._stock((side, pack.shuffles))
        for clash in clashes:
            self._add(clash)

    def _stock(self, place: Place) -> int:
        """Return the number of the stock of a pack, which is looked through if it is new."""
        if place not in self._numbers:
            self._numbers[place] = len(self._decks)
            side, shuffles = place
            turned = turned_since(self._packs[side], shuffles)
            shown = turned if self._ledger.edition.choice("DEC-3") == "open" else turned[-1:]
            self._hidden.append(len(turned) - len(shown))
            self._decks.append(_deck(self._packs[side].full, shown))
            self.hints.append({each.entry: each.card for each in shown if seen_of(each.card) is None})
            self._seen.append({each.entry: each.card for each in shown if seen_of(each.card) is not None})
        return self._numbers[place]

    def _add(self, clash: Clash) -> None:
        """Take in a combat of which only it is known what both cards can be together."""
        places = [(side, clash.shuffles[side]) for side in range(2)]
        if not any(place in self._numbers for place in places):
            # Both packs were shuffled since: it says nothing about the cards to come.
            return
        left, right = map(self._stock, places)
        pairs = frozenset((one, two) if clash.side == 0 else (two, one) for one, two in clash.pairs)
        self._coupled.append((Coupled(left, right, pairs), clash.entry))

    def known(self) -> Known:
        """Return what is known, without what says nothing."""
        coupled = []
        for (left, right, pairs), entry in self._coupled:
            possible = frozenset(
                (a, b) for a, b in pairs if self._may(left, entry, a) and self._may(right, entry, b)
            )
            if not possible:
                # No card at all can be what was said.
                self.hints[left][entry] = frozenset()
                continue
            ones, others = frozenset(a for a, _ in possible), frozenset(b for _, b in possible)
            if len(possible) == len(ones) * len(others):
                self._limit(left, entry, ones)
                self._limit(right, entry, others)
            else:
                coupled.append(Coupled(left, right, possible))
                self.hints[left].pop(entry, None)
                self.hints[right].pop(entry, None)
        stocks = []
        for deck, hints, hidden in zip(self._decks, self.hints, self._hidden, strict=True):
            live = frozenset(rank for rank in RANKS if deck[rank - 1])
            said = [hint & live for hint in hints.values()]
            known = sorted((hint for hint in said if hint != live), key=sorted)
            stocks.append(Stock(deck, tuple(known), said.count(live) + hidden))
        return Known(tuple(stocks), tuple(coupled))

    def _may(self, stock: int, entry: int, rank: int) -> bool:
        """Tell whether a card can have a rank; one that was fully seen has its own."""
        seen = self._seen[stock].get(entry)
        if seen is not None:
            return rank in seen
        return rank in self.hints[stock].get(entry, ANY) and self._decks[stock][rank - 1] > 0

    def _limit(self, stock: int, entry: int, ranks: Seen) -> None:
        if entry in self.hints[stock]:
            self.hints[stock][entry] &= ranks


def turned_since(pack: Pack, shuffles: int) -> tuple[Turned, ...]:
    """Return what was turned up of a pack after it was shuffled so often, until it was shuffled again."""
    if shuffles >= pack.shuffles:
        return pack.turned if shuffles == pack.shuffles else ()
    pile, at = pack.past, pack.shuffles - 1
    while pile is not None and at > shuffles:
        pile, at = pile.before, at - 1
    return () if pile is None else pile.turned
