"""In how many ways several combats end so and so, when all cards come from the same packs.

What one combat does depends on which class its two cards fall into: the first side wins with such a card, it
is a tie, the other side wins. The classes of the first, second, third combat can be exchanged: any order of
them is equally likely. So it is enough to count the ways to form pairs with so many of each class; that takes
one sweep over the ranks, however many orders there are.

The last class, in which the second side's card is the higher, is what is left. The sweep counts the ways to
place the pairs of all other classes and to leave the rest alone; from these are taken away the ways in which
one of the rest is no such pair either, put back those with two, and so on.
"""

from __future__ import annotations

import operator
from functools import cache
from itertools import product
from math import comb, factorial, perm
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deduce.cards.odds.packs import Deck

__all__ = ["Classes", "Counts", "orders", "ways_of"]

Counts: TypeAlias = tuple[int, ...]
"""How many combats fall into each class, the last one included."""


class Classes(NamedTuple):
    """The classes of pairs of cards.

    Attributes:
        mine: What a card of each rank of the first pack comes to.
        theirs: What a card of each rank of the second pack comes to.
        wins: For each rank of the first pack the class of a pair in which its card is the higher.
        ties: The same for pairs that are equal.
        number: How many classes there are beside the last one.
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
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
    choices = cache(_choices)
    # What was placed, and how many of the second pack's cards of the present value that took.
    found: dict[tuple[Counts, int], int] = {((0,) * (classes.number + 1), 0): 1}
    value = min(classes.mine)
    for index in sorted(range(len(first)), key=classes.mine.__getitem__):
        if classes.mine[index] != value:
            value = classes.mine[index]
            merged: dict[tuple[Counts, int], int] = {}
            for (counts, _), ways in found.items():
                merged[counts, 0] = merged.get((counts, 0), 0) + ways
            found = merged
        below, equal = (
            sum(count for count, worth in zip(second, classes.theirs, strict=True) if test(worth, value))
            for test in (operator.lt, operator.eq)
        )
        win, tie = classes.wins[index], classes.ties[index]
        after: dict[tuple[Counts, int], int] = {}
        for (counts, here), ways in found.items():
            # Whatever else was placed took a lower card of the second pack.
            free = below - (sum(counts) - here)
            for choice in choices(first[index], equal - here):
                if choice.lower > free:
                    continue
                grown = list(counts)
                grown[win] += choice.wins
                grown[tie] += choice.ties
                grown[-1] += choice.others
                key = tuple(grown)
                if key in within:
                    state = (key, here + choice.equal)
                    after[state] = after.get(state, 0) + ways * choice.ways * perm(free, choice.lower)
        found = after
    placed: dict[Counts, int] = {}
    for (counts, _), ways in found.items():
        placed[counts] = placed.get(counts, 0) + ways
    return placed


class _Choice(NamedTuple):
    """How many cards of one rank are placed.

    Attributes:
        wins: In pairs in which they are the higher.
        ties: In pairs that are equal.
        others: In further pairs of either sort.
        lower: How many lower cards that takes.
        equal: How many equal cards that takes.
        ways: In how many ways it can be done, the lower cards apart.
    """

    wins: int
    ties: int
    others: int
    lower: int
    equal: int
    ways: int


_PLACES = ("a win", "a tie", "another win", "another tie")
"""Where a card can be placed."""


def _choices(mine: int, equal: int) -> tuple[_Choice, ...]:
    """Return how many cards of a rank can be placed, with so many equal cards to be had."""
    found = []
    for wins, ties, more_wins, more_ties in product(range(mine + 1), repeat=len(_PLACES)):
        if wins + ties + more_wins + more_ties > mine or ties + more_ties > equal:
            continue
        left, ways = mine, perm(equal, ties + more_ties)
        for number in (wins, ties, more_wins, more_ties):
            ways *= comb(left, number)
            left -= number
        others = more_wins + more_ties
        found.append(_Choice(wins, ties, others, wins + more_wins, ties + more_ties, ways))
    return tuple(found)


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
