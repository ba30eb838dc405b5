"""The next card of each side, exactly, also where one was missed, half seen, or only the result is known.

Nothing here compiles anything: a table that is looked at after each line cannot wait for that. The same
follows from the problem in `reasons`, which is there for proofs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import gcd, perm, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.cards.knowledge.seen import hints_of, known_of
from deduce.cards.knowledge.ways import next_ways, without
from deduce.cards.ranks import RANKS
from deduce.errors import OutOfReachError

if TYPE_CHECKING:
    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.packs import Deck
    from deduce.cards.knowledge.seen import Known, Stock

__all__ = ["Case", "Mixture", "NextCards", "card_weights", "mixture", "next_card", "next_cards", "next_of"]

MOST_STEPS = 1_000_000
"""So many steps are taken for combats that nobody saw: that is enough for three."""
MOST_CASES = 20_000
"""A mixture of more pairs of packs than this is of no use to anybody."""
Decks: TypeAlias = "tuple[Deck, ...]"


@dataclass(frozen=True)
class NextCards:
    """The next card of each side.

    Attributes:
        weights: For each rank of the left side's card a row: how likely each rank of the right side's is
            with it. Whole numbers, of which only the proportions matter; all 0 if nothing is possible.
    """

    weights: tuple[tuple[int, ...], ...]

    @property
    def total(self) -> int:
        """The sum of all weights; 0 if what was noted cannot be."""
        return sum(map(sum, self.weights))

    def of(self, side: int) -> tuple[int, ...]:
        """Return how likely each rank is for the card of one side."""
        rows = self.weights if side == 0 else tuple(zip(*self.weights, strict=True))
        return tuple(map(sum, rows))

    def chances(self, side: int) -> dict[int, Fraction]:
        """Return the chance of each rank that the card of a side can have."""
        total = self.total
        return {
            rank: Fraction(weight, total) for rank, weight in zip(RANKS, self.of(side), strict=True) if weight
        }


NOTHING = NextCards(((0,) * len(RANKS),) * len(RANKS))
"""What there is to say where what was noted cannot be."""


class Case(NamedTuple):
    """Two packs that are possible.

    Attributes:
        weight: How likely they are beside the others; a whole number.
        first: How many cards there are of each rank to come in the left side's pack.
        second: The same of the right side's.
    """

    weight: int
    first: Deck
    second: Deck


@dataclass(frozen=True)
class Mixture:
    """All pairs of packs that are possible.

    Cards of which nothing is known are still counted in the packs: any of these may be one of them, which
    changes nothing for the cards to come, but each pack has so many cards less.

    Attributes:
        cases: The pairs, each with its weight.
        missed: How many such cards there are in the left side's pack, and in the right side's.
    """

    cases: tuple[Case, ...]
    missed: tuple[int, int] = (0, 0)


def next_cards(ledger: Ledger) -> NextCards:
    """Return how likely each pair of next cards is, as exact whole numbers.

    Args:
        ledger: How things stand.

    Raises:
        OutOfReachError: If too many combats were not seen.
    """
    if any(_has_too_many(ledger, side) for side in range(2)):
        return NOTHING
    return next_of(known_of(ledger))


def _has_too_many(ledger: Ledger, side: int) -> bool:
    """Tell whether more cards of a rank were fully seen than the pack has."""
    pack = ledger.packs[side]
    return pack.size > 0 and any(seen > full for seen, full in zip(pack.seen, pack.full, strict=True))


def next_card(ledger: Ledger, side: int) -> tuple[int, ...]:
    """Return how likely each rank is for the next card of one side; all 0 if what was noted cannot be.

    Args:
        ledger: How things stand.
        side: Whose card.

    Raises:
        OutOfReachError: If too many combats were not seen.
    """
    if _has_too_many(ledger, side):
        return NOTHING.of(side)
    known = known_of(ledger)
    stock = known.stocks[side]
    if known.coupled or _is_overdrawn(stock):
        return next_of(known).of(side)
    return next_ways(stock.deck, stock.hints)[1]


def mixture(ledger: Ledger) -> Mixture:
    """Return all pairs of packs that are possible, with whole-number weights.

    Of a rank of which more were noted than the pack has, none counts as left.

    Args:
        ledger: How things stand.

    Raises:
        OutOfReachError: If there are too many.
    """
    return _mixed(known_of(ledger))


@lru_cache(maxsize=256)
def next_of(known: Known) -> NextCards:
    """Return how likely each pair of next cards is by what is known of both packs."""
    if any(_is_overdrawn(stock) for stock in known.stocks):
        return NOTHING
    if not known.coupled:
        (_, left), (_, right) = (next_ways(stock.deck, stock.hints) for stock in known.stocks[:2])
        return NextCards(tuple(tuple(a * b for b in right) for a in left))
    rows = [[0] * len(RANKS) for _ in RANKS]
    gathered: dict[tuple[int, ...], list[int]] = {}
    for decks, so_far in _settled(known).items():
        ways = [next_ways(deck, stock.hints) for deck, stock in zip(decks, known.stocks, strict=True)]
        weight = so_far * prod(ways[number][0] for number in range(2, len(ways)))
        row = gathered.setdefault(ways[0][1], [0] * len(RANKS))
        for place, each in enumerate(ways[1][1]):
            row[place] += weight * each
    for left_ways, right_ways in gathered.items():
        for row, a in zip(rows, left_ways, strict=True):
            for place, b in enumerate(right_ways if a else ()):
                row[place] += a * b
    common = gcd(*(each for row in rows for each in row)) or 1
    return NextCards(tuple(tuple(each // common for each in row) for row in rows))


def _is_overdrawn(stock: Stock) -> bool:
    """Tell whether more cards were turned up than the pack has."""
    return sum(stock.deck) < len(stock.hints) + stock.missed


def _settled(known: Known) -> dict[Decks, int]:
    """Return what may be left when both cards of each combat that is only known as a pair are taken away.

    Raises:
        OutOfReachError: If there are too many such combats.
    """
    found: dict[Decks, int] = {tuple(stock.deck for stock in known.stocks): 1}
    steps = 0
    for left, right, pairs in sorted(known.coupled, key=lambda each: len(each.pairs)):
        steps += len(found) * len(pairs)
        if steps > MOST_STEPS:
            message = (
                f"the cards of {len(known.coupled)} combats were not seen, too many to work out what that "
                "says of the cards to come; where somebody remembers one of them, edit its entry"
            )
            raise OutOfReachError(message)
        after: dict[Decks, int] = {}
        for decks, weight in found.items():
            for a, b in pairs:
                ways = decks[left][a - 1] * decks[right][b - 1]
                if ways:
                    now = list(decks)
                    now[left], now[right] = without(now[left], a), without(now[right], b)
                    key = tuple(now)
                    after[key] = after.get(key, 0) + weight * ways
        found = after
    return found


@lru_cache(maxsize=64)
def _mixed(known: Known) -> Mixture:
    gathered: dict[tuple[Deck, Deck], int] = {}
    for decks, so_far in _settled(known).items():
        older = zip(decks[2:], known.stocks[2:], strict=True)
        weight = so_far * prod(next_ways(deck, stock.hints)[0] for deck, stock in older)
        both = [_thinned(deck, stock) for deck, stock in zip(decks[:2], known.stocks[:2], strict=True)]
        if len(gathered) + len(both[0]) * len(both[1]) > 4 * MOST_CASES:
            raise _too_many()
        for first, one in both[0].items():
            for second, other in both[1].items():
                pair = (first, second)
                gathered[pair] = gathered.get(pair, 0) + weight * one * other
    heavy = {pair: weight for pair, weight in gathered.items() if weight}
    if len(heavy) > MOST_CASES:
        raise _too_many()
    common = gcd(*heavy.values()) or 1
    cases = (Case(weight // common, *pair) for pair, weight in heavy.items())
    missed = (known.stocks[0].missed, known.stocks[1].missed)
    return Mixture(tuple(cases), missed)


def _thinned(deck: Deck, stock: Stock) -> dict[Deck, int]:
    """Return what may be left of a deck without the cards that were half seen.

    Raises:
        OutOfReachError: If there is too much that it may be.
    """
    found = {deck: 1}
    for hint in stock.hints:
        after: dict[Deck, int] = {}
        for left, weight in found.items():
            for rank in hint:
                if left[rank - 1]:
                    key = without(left, rank)
                    after[key] = after.get(key, 0) + weight * left[rank - 1]
        if len(after) > MOST_CASES:
            raise _too_many()
        found = after
    return found


def _too_many() -> OutOfReachError:
    message = (
        f"so much was not seen of the cards that more than {MOST_CASES:,} pairs of packs are possible; where "
        "somebody remembers a card, edit its entry"
    )
    return OutOfReachError(message)


def card_weights(ledger: Ledger, side: int, entry: int) -> dict[int, int]:
    """Return how likely each rank is for a card that was turned up and not fully seen.

    Args:
        ledger: How things stand.
        side: Whose card it is.
        entry: The number of the entry in which it was turned up, since its pack was last shuffled.

    Raises:
        OutOfReachError: If too many combats were not seen.
    """
    known = known_of(ledger)
    pack, stock = ledger.packs[side], known.stocks[side]
    hint = hints_of(ledger, side).get(entry)
    if not known.coupled and hint is not None:
        # It is drawn from what is left when all others are: like the next card.
        others = [*stock.hints]
        live = frozenset(rank for rank in RANKS if stock.deck[rank - 1])
        if hint & live in others:
            others.remove(hint & live)
        following = next_ways(stock.deck, tuple(others))[1]
        return {rank: following[rank - 1] for rank in sorted(hint)}
    card = next(each.card for each in pack.turned if each.entry == entry)
    weights = {}
    for rank in sorted(card):
        turned = tuple(
            each._replace(card=frozenset({rank})) if each.entry == entry else each for each in pack.turned
        )
        seen = known_of(ledger.with_pack(side, replace(pack, turned=turned)))
        weights[rank] = pack.left[rank - 1] * _ways(seen)
    return weights


def _ways(known: Known) -> int:
    """Return in how many ways everything that was turned up can be."""
    if any(_is_overdrawn(stock) for stock in known.stocks):
        return 0
    total = 0
    for decks, so_far in _settled(known).items():
        for deck, stock in zip(decks, known.stocks, strict=True):
            # What was missed can be any of the cards that are left then.
            free = max(sum(deck) - len(stock.hints), 0)
            so_far *= next_ways(deck, stock.hints)[0] * perm(free, stock.missed)  # noqa: PLW2901 - a product
        total += so_far
    return total
