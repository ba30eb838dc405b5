"""In how many ways several combats end so and so, when all cards come from the same packs.

What one combat does depends on which class its two cards fall into: the first side wins with such a card, it is a
tie, the other side wins. The classes of the first, second, third combat can be exchanged: any order of them is
equally likely. So it is enough to count the ways to form pairs with so many of each class; that takes one sweep
over the ranks, however many orders there are.

The last class, in which the second side's card is the higher, is what is left. The sweep counts the ways to place
the pairs of all other classes and to leave the rest alone; from these are taken away the ways in which one of the
rest is no such pair either, put back those with two, and so on.
"""

from __future__ import annotations

from itertools import product
from math import comb, factorial, perm
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.cards.ranks import RANKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.cards.odds.packs import Deck

__all__ = ["Classes", "Counts", "orders", "ways_of"]

Counts: TypeAlias = tuple[int, ...]
"""How many combats fall into each class, the last one included."""


class Classes(NamedTuple):
    """The classes of pairs of cards.

    Attributes:
        shift: What is added to a card of the first pack before it is compared with one of the second.
        wins: For each rank of the first pack the class of a pair in which its card is the higher.
        ties: The same for pairs that are equal.
        number: How many classes there are beside the last one.
    """

    shift: int
    wins: tuple[int, ...]
    ties: tuple[int, ...]
    number: int


def ways_of(first: Deck, second: Deck, classes: Classes, asked: Iterable[Counts]) -> Mapping[Counts, int]:
    """Return in how many ways pairs, in no order, fall into the classes in these numbers.

    Args:
        first: The pack of the first side.
        second: The pack of the second side.
        classes: The classes.
        asked: The numbers; in all no more than cards in either pack.
    """
    wanted = set(asked)
    placed = _placed(first, second, classes, wanted)
    mine, theirs = sum(first), sum(second)
    found = {}
    for counts in wanted:
        *named, rest = counts
        pairs = sum(named)
        found[counts] = sum(
            (-1) ** other
            * placed.get((*named, other), 0)
            * comb(mine - pairs - other, rest - other)
            * perm(theirs - pairs - other, rest - other)
            for other in range(rest + 1)
        )
    return found


def orders(counts: Counts) -> int:
    """Return in how many orders combats with so many of each class can come."""
    found = factorial(sum(counts))
    for count in counts:
        found //= factorial(count)
    return found


def _placed(first: Deck, second: Deck, classes: Classes, wanted: Iterable[Counts]) -> Mapping[Counts, int]:
    """Return in how many ways pairs of each class but the last, and further such pairs, can be placed."""
    within = _within(wanted)
    found: dict[Counts, int] = {(0,) * (classes.number + 1): 1}
    below = 0  # How many cards of the second pack are lower than the value that is looked at.
    low, high = min(RANKS) + min(0, classes.shift), max(RANKS) + max(0, classes.shift)
    for value in range(low, high + 1):
        rank = value - classes.shift
        mine = first[rank - 1] if rank in RANKS else 0
        theirs = second[value - 1] if value in RANKS else 0
        if mine:
            choices = tuple(_choices(mine, theirs))
            win, tie = classes.wins[rank - 1], classes.ties[rank - 1]
            after: dict[Counts, int] = {}
            for counts, ways in found.items():
                # Whatever was placed before took a lower card of the second pack.
                free = below - sum(counts)
                for wins, ties, others, taken, factor in choices:
                    if taken > free:
                        continue
                    grown = list(counts)
                    grown[win] += wins
                    grown[tie] += ties
                    grown[-1] += others
                    key = tuple(grown)
                    if key in within:
                        after[key] = after.get(key, 0) + ways * factor * perm(free, taken)
            found = after
        below += theirs
    return found


def _choices(mine: int, theirs: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield how many cards of one value can be placed.

    Yields:
        How many in wins, in ties, and in further pairs of either sort; how many lower cards that takes; and in
        how many ways it can be done, as far as it does not depend on these.
    """
    merged: dict[tuple[int, int, int, int], int] = {}
    for wins, ties, more_wins, more_ties in product(range(mine + 1), repeat=4):
        if wins + ties + more_wins + more_ties > mine or ties + more_ties > theirs:
            continue
        left, factor = mine, perm(theirs, ties + more_ties)
        for number in (wins, ties, more_wins, more_ties):
            factor *= comb(left, number)
            left -= number
        key = (wins, ties, more_wins + more_ties, wins + more_wins)
        merged[key] = merged.get(key, 0) + factor
    for key, factor in merged.items():
        yield (*key, factor)


def _within(wanted: Iterable[Counts]) -> set[Counts]:
    """Return everything that can be placed on the way to what is wanted."""
    found: set[Counts] = set()
    reached = set(wanted)
    while reached:
        found |= reached
        reached = {
            (*counts[:index], count - 1, *counts[index + 1 :])
            for counts in reached
            for index, count in enumerate(counts)
            if count
        } - found
    return found
