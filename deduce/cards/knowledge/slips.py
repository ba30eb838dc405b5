"""What was probably noted wrongly where a pack cannot have been so: one or two cards, an entry, or a shuffle.

How likely each explanation is follows exactly: from how likely the cards are that were turned up then, in a
pack of which each order is equally likely, and from how easily one card is noted for another (`likeness`).
What was turned up counts by its ranks only, so whatever was worked out once for some ranks is known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import perm, prod
from typing import TYPE_CHECKING

from deduce.cards.engine.entries import Bare, Fight
from deduce.cards.engine.fights import meeting_in, possible_exchanges
from deduce.cards.knowledge.likeness import MISREAD, NOTICED, SHUFFLED, TWICE, likeness, misread_as
from deduce.cards.knowledge.ways import next_ways
from deduce.cards.notation.parsed import parse_line
from deduce.cards.notation.written import written
from deduce.cards.ranks import ANY, RANKS, card_text, seen_of
from deduce.errors import DeduceError, OutOfReachError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.packs import Pack, Turned
    from deduce.cards.knowledge.reasons import Moment
    from deduce.cards.notation.parsed import Line
    from deduce.cards.ranks import Seen

__all__ = ["Slip", "slips_of"]

MEND = "To mend it: "


@dataclass(frozen=True)
class Slip:
    """What may be wrong.

    Attributes:
        entry: The number of the entry that is mended; of a shuffle, the one before which it is missing.
        others: The numbers of others that are wrong with it.
        words: What is wrong, in words.
        remedy: What mends it.
        weight: How likely it is beside others.
        why: Why just this card was noted for the other; "" for no reason in particular.
        probability: How likely it is if one of all these is so, exactly.
        is_shuffle: Whether it is a shuffle that was not entered.
    """

    entry: int
    words: str
    remedy: str
    weight: Fraction
    why: str = ""
    others: tuple[int, ...] = ()
    probability: Fraction = Fraction(0)
    is_shuffle: bool = False


def slips_of(pack: Pack, side: int, name: str, moment: Moment) -> list[Slip]:
    """Return what may be wrong where a pack cannot have been so, the likeliest first.

    Args:
        pack: The pack.
        side: Whose it is.
        name: What that side is called.
        moment: What stands in the record.
    """
    search = _Search(pack, side, name, moment)
    found = [*search.cards(), *search.doubled(), *search.shuffles()]
    if not any(slip.weight for slip in found if not slip.is_shuffle):
        found += search.two_cards()
    total = sum((slip.weight for slip in found), start=Fraction(0))
    weighed = (replace(slip, probability=slip.weight / total) for slip in found if slip.weight)
    return sorted(weighed, key=lambda slip: (-slip.probability, -slip.entry))


def _others(card: Seen) -> Iterator[Seen]:
    """Yield what a card may have been instead of what was noted."""
    noted = seen_of(card)
    if noted is not None:
        yield from (frozenset({rank}) for rank in RANKS if rank != noted)
    elif card != ANY:
        yield ANY - card


class _Search:
    """Weighs what may be wrong in what was noted of a pack."""

    def __init__(self, pack: Pack, side: int, name: str, moment: Moment) -> None:
        self.pack = pack
        self.side = side
        self.name = name
        self.moment = moment
        self._weights: dict[tuple[int, int], Fraction] = {}
        self._known: dict[tuple[tuple[int, ...], tuple[Seen, ...]], int] = {}
        self._lines: dict[int, tuple[Line, Ledger] | None] = {}

    # --- How likely cards are ------------------------------------------------------------------------

    def chance(self, turned: Iterable[Seen]) -> Fraction:
        """Return how likely it is that a full pack turns up such cards, one after the other."""
        counts = [0] * len(RANKS)
        hints, total = [], 0
        for card in turned:
            total += 1
            rank = seen_of(card)
            if rank is not None:
                counts[rank - 1] += 1
            else:
                hints.append(card)
        key = (tuple(counts), tuple(sorted(hints, key=sorted)))
        if key not in self._known:
            self._known[key] = self._ways(*key)
        size = sum(self.pack.full)
        return Fraction(self._known[key], perm(size, total)) if total <= size else Fraction(0)

    def _ways(self, counts: tuple[int, ...], hints: tuple[Seen, ...]) -> int:
        left = tuple(full - count for full, count in zip(self.pack.full, counts, strict=True))
        if min(left) < 0:
            return 0
        seen = prod(map(perm, self.pack.full, counts))
        live = frozenset(rank for rank in RANKS if left[rank - 1])
        said = [hint & live for hint in hints if hint & live != live]
        missed = len(hints) - len(said)
        if not all(said) or sum(left) < len(hints):
            return 0
        try:
            ways = next_ways(left, tuple(said))[0]
        except OutOfReachError:
            return 0
        return seen * ways * perm(sum(left) - len(said), missed)

    # --- One card ------------------------------------------------------------------------------------

    @cached_property
    def excess(self) -> int:
        """How many cards too many were seen, rank by rank."""
        return sum(max(seen - full, 0) for seen, full in zip(self.pack.seen, self.pack.full, strict=True))

    def cards(self) -> Iterator[Slip]:
        """Yield each card that may be another."""
        cards = [each.card for each in self.pack.turned]
        for place, each in enumerate(self.pack.turned if self.excess < 2 else ()):
            best: Slip | None = None
            total = Fraction(0)
            for true in _others(each.card):
                chance = self.chance([*cards[:place], true, *cards[place + 1 :]])
                share = chance and chance * self._weight(each, true)
                if not share:
                    continue
                total += share
                if best is None or share > best.weight:
                    best = self._slip(each, true, share)
            if best is not None:
                yield replace(best, weight=total)

    def _weight(self, each: Turned, true: Seen) -> Fraction:
        """Return how likely it is that a card was noted wrongly so."""
        noted, rank = seen_of(each.card), seen_of(true)
        if noted is None or rank is None:
            return MISREAD
        key = (each.entry, rank)
        if key not in self._weights:
            self._weights[key] = MISREAD * misread_as(rank, noted) * self._fits(each.entry, rank)
        return self._weights[key]

    def _fits(self, entry: int, rank: int) -> Fraction:
        """Return how well another card goes with what else was noted of a combat."""
        found = self._line(entry)
        if found is None or not isinstance(found[0].entry, Fight):
            return Fraction(1)
        fight, before = found[0].entry, found[1]
        now = self._with(fight, before, rank)
        meeting = meeting_in(before, fight)
        if not fight.cards or not now.cards:
            return Fraction(1)
        edition = before.edition
        fitting = possible_exchanges(meeting, now.cards, edition, fight.result, fight.confused)
        if not fitting:
            return Fraction(0)
        old = {each.result for each in possible_exchanges(meeting, fight.cards, edition).values()}
        return Fraction(1) if old & {each.result for each in fitting.values()} else NOTICED

    def _slip(self, each: Turned, true: Seen, share: Fraction) -> Slip:
        noted = seen_of(each.card)
        text = self._text(each.entry)
        if noted is None:
            words = f"{each.entry} {text}: {self.name}'s card may have been another"
            return Slip(each.entry, words, MEND + f"edit {each.entry} and the right line.", share)
        (rank,) = true
        why = likeness(rank, noted).why
        words = f"{each.entry} {text}: {self.name}'s {card_text(noted)} was another card"
        words += f", likeliest {card_text(rank)}" + (f" ({why})" if why else "")
        return Slip(each.entry, words, self._remedy(each.entry, rank), share, why)

    # --- Two cards -----------------------------------------------------------------------------------

    def two_cards(self) -> Iterator[Slip]:
        """Yield each two cards that may both be others, among those of which there are too many."""
        if self.excess > 2:
            return
        crowded = {rank for rank in RANKS if self.pack.seen[rank - 1] > self.pack.full[rank - 1]}
        cards = [each.card for each in self.pack.turned]
        suspects = [
            (place, each) for place, each in enumerate(self.pack.turned) if seen_of(each.card) in crowded
        ]
        for (one, first), (two, second) in combinations(suspects, 2):
            total, best = Fraction(0), (Fraction(0), cards[one], cards[two])
            for true, also in product(_others(first.card), _others(second.card)):
                now = [*cards]
                now[one], now[two] = true, also
                chance = self.chance(now)
                share = chance and chance * self._weight(first, true) * self._weight(second, also)
                if not share:
                    continue
                total += share
                if share > best[0]:
                    best = (share, true, also)
            if total:
                slips = (self._slip(first, best[1], total), self._slip(second, best[2], total))
                words = " and ".join(slip.words for slip in slips)
                remedy = " and ".join(slip.remedy.removeprefix(MEND) for slip in slips)
                yield Slip(first.entry, words, MEND + remedy, total, slips[0].why, (second.entry,))

    # --- Entries -------------------------------------------------------------------------------------

    def doubled(self) -> Iterator[Slip]:
        """Yield each entry that stands there twice, one behind the other."""
        turned = self.pack.turned
        for place in range(1, len(turned)):
            before, each = turned[place - 1], turned[place]
            if each.entry != before.entry + 1 or not self._is_same(before.entry, each.entry):
                continue
            cards = [other.card for other in turned]
            weight = TWICE * self.chance([*cards[:place], *cards[place + 1 :]])
            words = f"{each.entry} {self._text(each.entry)} was entered twice"
            yield Slip(each.entry, words, MEND + f"delete {each.entry}.", weight)

    def _is_same(self, one: int, other: int) -> bool:
        """Tell whether an entry says what another one does, unless somebody insisted on it."""
        first, second = self._line(one), self._line(other)
        if first is None or second is None or second[0].is_forced:
            return False
        return first[0].entry == second[0].entry

    def shuffles(self) -> Iterator[Slip]:
        """Yield a shuffle that nobody entered, at the place where it is likeliest."""
        cards = [each.card for each in self.pack.turned]
        shares = {
            place: SHUFFLED / (len(cards) - 1) * self.chance(cards[:place]) * self.chance(cards[place:])
            for place in range(1, len(cards))
        }
        total = sum(shares.values(), start=Fraction(0))
        if not total:
            return
        possible = [place for place, share in shares.items() if share]
        best = max(possible, key=lambda place: shares[place])
        entry = self.pack.turned[best].entry
        first, last = self.pack.turned[possible[0] - 1].entry, self.pack.turned[possible[-1]].entry
        words = f"a shuffle of {self.name}'s pack was not entered, between entries {first} and {last}"
        remedy = MEND + f"insert {entry} shuffle {self.name.casefold()}, or where it was."
        yield Slip(entry, words, remedy, total, is_shuffle=True)

    # --- The record ----------------------------------------------------------------------------------

    def _line(self, entry: int) -> tuple[Line, Ledger] | None:
        """Return an entry as it was understood, and how things stood before it."""
        if entry not in self._lines:
            found = self.moment(entry)
            try:
                self._lines[entry] = None if found is None else (parse_line(*found), found[1])
            except DeduceError:
                self._lines[entry] = None
        return self._lines[entry]

    def _text(self, entry: int) -> str:
        found = self.moment(entry)
        return "" if found is None else found[0]

    def _with(self, entry: Fight | Bare, before: Ledger, rank: int) -> Fight | Bare:
        """Return a combat with another card of this side."""
        starts = before.units[entry.starter].side if isinstance(entry, Fight) else 0
        cards = [*entry.cards]
        if cards:
            cards[self.side if starts == 0 else 1 - self.side] = frozenset({rank})
            return replace(entry, cards=(cards[0], cards[1]))
        return entry

    def _remedy(self, entry: int, rank: int) -> str:
        """Return what mends a card."""
        found = self._line(entry)
        combat = None if found is None else found[0].entry
        if found is None or not isinstance(combat, Fight | Bare):
            return MEND + f"edit {entry} and the right line."
        (_, is_forced, comment), before = found
        words = [written(self._with(combat, before, rank), before), "!" if is_forced else "", comment]
        return MEND + f"edit {entry} {' '.join(word for word in words if word)}"
