"""Packs: what is not yet turned up of both, as far as that is known.

Each order of the cards that are not yet turned up is equally likely (section 16 of the rules' digest), so a
pack is 13 counts. What was not fully seen leaves several pairs of packs possible, each with a whole number
that says how likely it is beside the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.cards.odds.errors import OddsError
from deduce.cards.ranks import RANKS, card_text

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Case", "Deck", "Packs", "deck_of", "without"]

Deck: TypeAlias = tuple[int, ...]
"""How many cards of each rank are not yet turned up, the ace first."""


class Case(NamedTuple):
    """Two packs that are possible.

    Attributes:
        weight: How likely they are beside the others; a whole number.
        first: The pack of the first side.
        second: The pack of the second side.
    """

    weight: int
    first: Deck
    second: Deck


@dataclass(frozen=True)
class Packs:
    """What is known of both packs.

    Attributes:
        cases: The pairs of packs that are possible.
        full: What each pack has when it was just shuffled; None if nobody said it.
        again: A pack is shuffled anew as soon as no more than so many of its cards are left (DEC-2); None if
            it never is.
        missed: How many cards were turned up of each pack that nobody saw. They are still counted in it: any
            of its cards may be one of them, which changes nothing for the cards to come. But it is shuffled
            so many cards earlier.
    """

    cases: tuple[Case, ...]
    full: tuple[Deck, Deck] | None = None
    again: int | None = 0
    missed: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if not self.cases:
            raise OddsError("no pair of packs is possible; correct what was entered of the cards")
        for weight, *decks in self.cases:
            if weight <= 0:
                raise OddsError(f"a pair of packs weighs {weight}; give it a whole number above 0")
            for deck in decks:
                _check(deck)
        for deck in self.full or ():
            _check(deck)
        sizes = {(sum(case.first), sum(case.second)) for case in self.cases}
        if len(sizes) > 1:
            raise OddsError(
                "the pairs of packs are not equally large; each must have all cards not turned up"
            )
        if any(size < missed for size, missed in zip(self.sizes, self.missed, strict=True)):
            raise OddsError("more cards were missed than the packs have; correct what was entered of them")

    @classmethod
    def of(
        cls, first: Deck, second: Deck, *, full: tuple[Deck, Deck] | None = None, again: int | None = 0
    ) -> Packs:
        """Return two packs of which all is known."""
        return cls.mixed([(1, first, second)], full=full, again=again)

    @classmethod
    def mixed(
        cls,
        cases: Iterable[tuple[int, Deck, Deck]],
        *,
        full: tuple[Deck, Deck] | None = None,
        again: int | None = 0,
        missed: tuple[int, int] = (0, 0),
    ) -> Packs:
        """Return packs of which several pairs are possible; equal ones are put together.

        Args:
            cases: How likely each pair is beside the others, and the pair.
            full: What each pack has when it was just shuffled.
            again: A pack is shuffled anew as soon as no more than so many cards are left; None for never.
            missed: How many cards of each pair are gone that nobody saw.
        """
        weights: dict[tuple[Deck, Deck], int] = {}
        unseen = list(missed)
        for weight, *decks in cases:
            pair = [tuple(deck) for deck in decks]
            if full is not None and again is not None:
                # Whoever must turn up a card shuffles first, so an empty pack is a full one.
                for side, deck in enumerate(pair):
                    if sum(deck) - missed[side] <= again:
                        pair[side], unseen[side] = full[side], 0
            if weight:
                key = pair[0], pair[1]
                weights[key] = weights.get(key, 0) + weight
        common = gcd(*weights.values()) or 1
        ordered = (Case(weight // common, *pair) for pair, weight in weights.items())
        return cls(tuple(ordered), full, again, (unseen[0], unseen[1]))

    def turned(self) -> Packs:
        """Return the same with the sides exchanged."""
        cases = tuple(Case(weight, second, first) for weight, first, second in self.cases)
        full = None if self.full is None else (self.full[1], self.full[0])
        return Packs(cases, full, self.again, (self.missed[1], self.missed[0]))

    def fresh(self) -> Packs:
        """Return both packs as they are when they were just shuffled."""
        if self.full is None:
            raise OddsError("nobody said what the packs have when they are shuffled")
        return Packs.of(*self.full, full=self.full, again=self.again)

    @property
    def shuffles(self) -> bool:
        """Whether a pack that ends is shuffled anew."""
        return self.full is not None and self.again is not None

    @property
    def until_shuffled(self) -> int:
        """For how many combats the cards reach until a pack is shuffled, or ends."""
        smaller = min(self.left)
        return max(smaller - (self.again or 0), 1) if self.shuffles else smaller

    @property
    def sizes(self) -> tuple[int, int]:
        """How many cards are counted in each pack."""
        return sum(self.cases[0].first), sum(self.cases[0].second)

    @property
    def left(self) -> tuple[int, int]:
        """How many cards are left in each pack: all that are counted but those that nobody saw."""
        return self.sizes[0] - self.missed[0], self.sizes[1] - self.missed[1]

    @cached_property
    def total(self) -> int:
        """How many equally likely ways there are to turn up one card of each."""
        first, second = self.sizes
        return sum(case.weight for case in self.cases) * first * second

    @cached_property
    def pairs(self) -> tuple[tuple[int, ...], ...]:
        """How many of these ways turn up each pair of ranks: a row for each card of the first side."""
        if len(self.cases) == 1:
            weight, first, second = self.cases[0]
            return tuple(tuple(weight * mine * theirs for theirs in second) for mine in first)
        rows = [[0] * len(RANKS) for _ in RANKS]
        for weight, first, second in self.cases:
            for row, mine in zip(rows, first, strict=True):
                if mine:
                    for index, theirs in enumerate(second):
                        row[index] += weight * mine * theirs
        return tuple(map(tuple, rows))


def deck_of(cards: Iterable[int]) -> Deck:
    """Return cards as a pack.

    Examples:
        >>> deck_of([1, 13, 13])
        (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    """
    counts = [0] * len(RANKS)
    for card in cards:
        counts[card - 1] += 1
    return tuple(counts)


def without(deck: Deck, cards: Iterable[int]) -> Deck:
    """Return what is left of a pack without some cards.

    Raises:
        OddsError: If one of them is not in it.
    """
    counts = list(deck)
    for card in cards:
        if not counts[card - 1]:
            raise OddsError(f"no {card_text(card)} is left in the pack; correct what was entered of it")
        counts[card - 1] -= 1
    return tuple(counts)


def _check(deck: Deck) -> None:
    if len(deck) != len(RANKS) or any(count < 0 for count in deck):
        raise OddsError(f"a pack is {len(RANKS)} counts from the ace to the king, none below 0: {deck}")
