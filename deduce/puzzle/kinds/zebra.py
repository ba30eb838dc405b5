"""Logic grids: houses in a row, and in each one thing of every category."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.puzzle.draft import Clue, Draft, Unknowns
from deduce.puzzle.kinds.kind import Kind, Span

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

    from deduce.puzzle.kinds.kind import Size

__all__ = ["ZEBRA"]


@dataclass(frozen=True)
class _Category:
    """Things of which each house has one.

    Attributes:
        things: The things.
        phrase: How the house with one of them is called.
    """

    things: tuple[str, ...]
    phrase: str


_CATEGORIES = (
    _Category(("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen"), "{}'s house"),
    _Category(("red", "green", "blue", "yellow", "white", "brown", "grey"), "the {} house"),
    _Category(("zebra", "dog", "fox", "horse", "owl", "snail", "cat"), "the house with the {}"),
    _Category(("tea", "milk", "coffee", "juice", "water", "cocoa", "cider"), "the house where they drink {}"),
    _Category(("chess", "go", "darts", "whist", "poker", "dice", "bridge"), "the house where they play {}"),
    _Category(("roses", "tulips", "lilies", "daisies", "irises", "asters", "poppies"), "the house with {}"),
)
_LOTS = 2
"""How many clues there are for each thing before those go that are not needed."""
_KINDS: tuple[str, ...] = ("at", "same", "not same", "next", "just left", "left", "apart", "between", "end")
_WEIGHTS = (
    (6, 6, 2, 1, 3, 0, 0, 0, 1),
    (3, 5, 2, 2, 3, 1, 0, 0, 1),
    (1, 4, 2, 3, 2, 2, 1, 1, 1),
    (1, 3, 2, 4, 1, 2, 2, 2, 1),
    (0, 3, 2, 4, 1, 3, 2, 3, 1),
)
"""How often which kind of clue, for each grade."""


@dataclass(frozen=True)
class _Street:
    """Where everything is, and how the houses with it are called."""

    at: Mapping[str, int]
    named: Mapping[str, str]
    rows: Sequence[Sequence[str]]
    length: int

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield all things with one of another category."""
        for row, other in itertools.permutations(self.rows, 2):
            yield from itertools.product(row, other)

    def clues(self, kind: str) -> Iterator[tuple[str, str]]:
        """Yield all true clues of a kind: the words, and the condition."""
        at, named = self.at, self.named
        if kind in {"at", "end"}:
            for thing, house in at.items():
                if kind == "at":
                    yield f"{named[thing]} is number {house}", f"{thing} == {house}"
                elif house in {1, self.length} and self.length > 2:
                    yield f"{named[thing]} is at one end of the street", f"{thing} in [1, {self.length}]"
        elif kind == "between":
            for one, two in self.pairs():
                for middle in at:
                    if at[one] < at[middle] < at[two]:
                        first, last = sorted((one, two))
                        words = f"{named[middle]} is somewhere between {named[first]} and {named[last]}"
                        yield words, f"{first} < {middle} < {last} or {last} < {middle} < {first}"
        else:
            for one, two in self.pairs():
                yield from self._pair(kind, one, two)

    def _pair(self, kind: str, one: str, two: str) -> Iterator[tuple[str, str]]:
        """Yield the clue of a kind on two things, if it is true."""
        first, second, step = self.named[one], self.named[two], self.at[two] - self.at[one]
        told = {
            "same": (step == 0, f"{first} is {second}", f"{one} == {two}"),
            "not same": (step != 0, f"{first} is not {second}", f"{one} != {two}"),
            "next": (abs(step) == 1, f"{first} is next to {second}", f"abs({one} - {two}) == 1"),
            "just left": (step == 1, f"{first} is just left of {second}", f"{one} + 1 == {two}"),
            "left": (step > 0, f"{first} is somewhere left of {second}", f"{one} < {two}"),
            "apart": (
                abs(step) == 2,
                f"there is one house between {first} and {second}",
                f"abs({one} - {two}) == 2",
            ),
        }
        is_true, words, condition = told[kind]
        if is_true and (kind in {"just left", "left"} or one < two):
            yield words, condition


def _draw(draw: random.Random, size: Size, grade: int) -> Draft:
    """Draw a street, and clues of all kinds."""
    length, count = size
    houses = tuple(range(1, length + 1))
    categories = (_CATEGORIES[0], *draw.sample(_CATEGORIES[1:], count - 1))
    rows = [category.things[:length] for category in categories]
    named = {thing: category.phrase.format(thing) for category in categories for thing in category.things}
    at = {thing: house for row in rows for thing, house in zip(row, draw.sample(houses, length), strict=True)}
    street = _Street(at, named, rows, length)
    left = {kind: draw.sample(true, len(true)) for kind in _KINDS if (true := list(street.clues(kind)))}
    clues: dict[str, Clue] = {}
    weights = dict(zip(_KINDS, _WEIGHTS[grade - 1], strict=True))
    while len(clues) < _LOTS * length * count and any(left[kind] and weights[kind] for kind in left):
        kinds = [kind for kind in left if left[kind]]
        (kind,) = draw.choices(kinds, [weights[kind] for kind in kinds])
        words, condition = left[kind].pop()
        text = f"{words[0].upper()}{words[1:]}."
        clues[text] = Clue(text, {"where": condition})
    return Draft(
        title=f"{length} houses in a row",
        about=(
            f"{length} houses stand in a row, numbered 1 to {length} from the left. Of each of these every "
            f"house has one: {'; '.join(', '.join(row) for row in rows)}. What is where?"
        ),
        unknowns=tuple(Unknowns(tuple(row), houses, different=True) for row in rows),
        clues=tuple(clues.values()),
        solution=at,
    )


ZEBRA = Kind(
    about="Houses in a row, and in each one thing of every category: what is where?",
    spans=(Span("houses", 2, 7), Span("categories", 2, len(_CATEGORIES))),
    usual=((3, 3), (4, 3), (4, 4), (5, 4), (5, 4)),
    draw=_draw,
)
