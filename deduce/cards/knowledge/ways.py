"""In how many ways cards that were half seen can be cards of a pack, and what the next one is then.

Every single card is as likely as any other, so ways are counted by single cards: two kings are two ways.
One sweep over the ranks does it, the ace first. Most of what is said of a card is that it is at least, or at
most, some rank. Cards that are at least some rank are placed where the sweep is: it has to know how many of
them are still to be placed. Cards that are at most some rank are placed when the sweep comes to that rank:
they can be any card so far that no other one is, and how many of these there are follows. Only what is
neither needs a count of its own.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import accumulate, product
from math import comb, perm, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.cards.ranks import RANKS
from deduce.errors import OutOfReachError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.cards.engine.packs import Deck
    from deduce.cards.ranks import Seen

__all__ = ["next_ways", "without"]

MOST_STATES = 5_000
"""So many different states of a sweep are followed; it takes many cards of which odd things are known."""
KEPT = 4096
"""For how many packs the answer is kept."""

Rest: TypeAlias = "tuple[int, ...]"
"""How many cards of each odd kind are still to be placed."""
State: TypeAlias = "tuple[int, Rest]"
"""How many cards that are at least some rank are still to be placed, and how many of each odd kind."""


class _Kinds(NamedTuple):
    """What is said of the cards, sorted.

    Attributes:
        ends: For each rank, how many draws are at most that.
        begins: For each rank, how many draws are at least that.
        others: What is said of all others, each with how many there are.
    """

    ends: tuple[int, ...]
    begins: tuple[int, ...]
    others: tuple[tuple[Seen, int], ...]


def without(deck: Deck, rank: int) -> Deck:
    """Return a deck with one card less."""
    return (*deck[: rank - 1], deck[rank - 1] - 1, *deck[rank:])


@lru_cache(maxsize=KEPT)
def next_ways(deck: Deck, hints: tuple[Seen, ...]) -> tuple[int, tuple[int, ...]]:
    """Return in how many ways cards of a deck can be those that were half seen, and then also the next one.

    Args:
        deck: How many there are of each rank, half-seen ones among them.
        hints: What each card can be.

    Returns:
        The ways of the half-seen cards alone, and for each rank the ways in which the next card has it.

    Raises:
        OutOfReachError: If too many odd things are known of too many cards.

    Examples:
        >>> from deduce.cards.ranks import COURT
        >>> ways, following = next_ways((4,) * 13, (COURT,))
        >>> ways, following[12], following[0]
        (12, 44, 48)
    """
    if not hints:
        return 1, deck
    kinds = _kinds(deck, hints)
    return _Sweep(deck, kinds).counted()


def _kinds(deck: Deck, hints: Sequence[Seen]) -> _Kinds:
    live = [rank for rank in RANKS if deck[rank - 1]]
    ends, begins = [0] * len(RANKS), [0] * len(RANKS)
    others: Counter[Seen] = Counter()
    for hint in hints:
        possible = [rank for rank in live if rank in hint]
        if possible == live[: len(possible)] and possible:
            ends[possible[-1] - 1] += 1
        elif possible and possible == live[-len(possible) :]:
            begins[possible[0] - 1] += 1
        else:
            others[frozenset(possible)] += 1
    return _Kinds(tuple(ends), tuple(begins), tuple(sorted(others.items(), key=lambda each: sorted(each[0]))))


class _Sweep:
    """A sweep over the ranks.

    The next card is drawn like the others. If it is of some rank, there is one card less of that, and one
    card less among those so far for all that comes behind: so there are two sorts of remainders, `gone` or
    not.
    """

    def __init__(self, deck: Deck, kinds: _Kinds) -> None:
        self._deck = deck
        self._kinds = kinds
        self._so_far = (*accumulate(deck),)
        self._ended = (*accumulate(kinds.ends),)
        self._begun = (*accumulate(kinds.begins),)
        self._total = sum(count for _, count in kinds.others)
        self._states = 0
        self._known: dict[tuple[int, int, State], int] = {}

    def counted(self) -> tuple[int, tuple[int, ...]]:
        """Return the ways, and those in which the next card has each rank."""
        start: State = (0, tuple(count for _, count in self._kinds.others))
        ways = self._ways(0, 0, start)
        if not ways:
            return 0, (0,) * len(RANKS)
        following = []
        forward = {start: 1}
        for place, count in enumerate(self._deck):
            following.append(
                count * sum(so_far * self._summed(place, 1, state) for state, so_far in forward.items())
                if count
                else 0
            )
            reached: dict[State, int] = {}
            for state, so_far in forward.items():
                for factor, after in self._steps(place, 0, state):
                    reached[after] = reached.get(after, 0) + so_far * factor
            forward = reached
        return ways, tuple(following)

    def _ways(self, place: int, gone: int, state: State) -> int:
        """Return in how many ways the rest can be, from some rank on, if so many cards are gone already."""
        if place == len(RANKS):
            return int(not state[0] and not any(state[1]))
        key = (place, gone, state)
        found = self._known.get(key)
        if found is None:
            if len(self._known) > MOST_STATES:
                message = f"too much is half known of the cards: more than {MOST_STATES:,} cases"
                raise OutOfReachError(message)
            found = self._known[key] = self._summed(place, gone, state, is_before=True)
        return found

    def _summed(self, place: int, gone: int, state: State, *, is_before: bool = False) -> int:
        """Return the ways from a rank on; the card that is gone is of this rank, or was one before."""
        return sum(
            factor * self._ways(place + 1, gone, after)
            for factor, after in self._steps(place, gone, state, is_before=is_before)
        )

    def _steps(
        self, place: int, gone: int, state: State, *, is_before: bool = False
    ) -> Iterator[tuple[int, State]]:
        """Yield what can be placed at a rank: in how many ways, and what is to be placed after it."""
        ready, rest = state
        ready += self._kinds.begins[place]
        count = self._deck[place] - (0 if is_before else gone)
        ending = self._kinds.ends[place]
        # The cards so far that are not one of those that were placed.
        free = self._so_far[place] - gone - self._begun[place] + ready - (self._ended[place] - ending)
        free -= self._total - sum(rest)
        if not rest:
            for high in range(min(ready, count) + 1):
                factor = comb(ready, high) * perm(count, high)
                yield (factor * _placed(free - high, ending) if ending else factor), (ready - high, rest)
            return
        allowed = [
            range(min(left, count) + 1) if RANKS[place] in hint else range(1)
            for left, (hint, _) in zip(rest, self._kinds.others, strict=True)
        ]
        for others in product(*allowed):
            used = sum(others)
            if used > count:
                continue
            named = prod(comb(left, each) for left, each in zip(rest, others, strict=True))
            after = tuple(left - each for left, each in zip(rest, others, strict=True))
            for high in range(min(ready, count - used) + 1):
                # Which of the cards that were turned up, and which cards of the pack each of them is.
                factor = named * comb(ready, high) * perm(count, used + high)
                yield factor * _placed(free - used - high, ending), (ready - high, after)


def _placed(free: int, ending: int) -> int:
    """Return in how many ways cards can be some of those that are free."""
    return perm(free, ending) if free >= 0 else int(not ending)
