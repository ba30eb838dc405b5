"""Regions: the cells that have a value hang together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.errors import ProblemError, did_you_mean
from deduce.intake.numbers import quoted
from deduce.problem.shapes import as_list, as_name, as_whole
from deduce.problem.statements import (
    ALWAYS,
    NEVER,
    SHOWN,
    Among,
    Domains,
    Statement,
    Unknown,
    Value,
    all_of,
    listed,
    refuse_repeats,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Connected", "Ground", "Group", "around", "beside", "connected"]

Group: TypeAlias = tuple[frozenset[Unknown], int]
"""What hangs together already: the open cells beside it, and how many such groups there are (2 for more)."""
Neighbours: TypeAlias = Mapping[Any, Iterable[Any]] | Callable[[Any], Iterable[Any]]
"""The cells beside each cell."""


class Ground:
    """Which cells are beside which; all remainders of a statement share it.

    Args:
        beside: For each cell, the cells beside it.

    Attributes:
        beside: The same.
        places: The cells in this order.
    """

    def __init__(self, beside: Mapping[Unknown, frozenset[Unknown]]) -> None:
        self.beside: dict[Unknown, frozenset[Unknown]] = dict(beside)
        self.places: dict[Unknown, int] = {cell: place for place, cell in enumerate(self.beside)}
        self._hash = hash(frozenset(self.beside.items()))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Ground], tuple[dict[Unknown, frozenset[Unknown]]]]:
        # Made anew in another process, where texts have other hashes.
        return Ground, (self.beside,)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ground) and self.beside == other.beside)


@dataclass(frozen=True)
class Connected(Statement):
    """The cells with one of some values, and the groups of such cells that there are already, hang together.

    Attributes:
        cells: The cells that are open.
        values: The values.
        ground: Which cells are beside which.
        groups: The groups that there are already, by the open cells beside them.
        text: What it says, in the user's words.
        is_left: Whether it is what is left of another one, and so may have values that no cell has any more.
    """

    cells: frozenset[Unknown]
    values: frozenset[Value]
    ground: Ground
    groups: frozenset[Group] = frozenset()
    text: str = field(default="", compare=False)
    is_left: bool = field(default=False, compare=False)

    @property
    def scope(self) -> frozenset[Unknown]:
        return self.cells

    @cached_property
    def edges(self) -> list[frozenset[Unknown]]:
        """The open cells beside each group, once for each group."""
        return [edge for edge, number in self.groups for _ in range(number)]

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        inside = {cell for cell in self.cells if world[cell] in self.values}
        apart = [edge & inside for edge in self.edges]
        if len(apart) <= 1 and not inside:
            return True
        reached = set(apart.pop() if apart else [next(iter(inside))])
        waiting = list(reached)
        while waiting:
            beside = set(self.ground.beside[waiting.pop()])
            for edge in [edge for edge in apart if edge & reached]:
                apart.remove(edge)
                beside |= edge
            fresh = (beside & inside) - reached
            reached |= fresh
            waiting.extend(fresh)
        return not apart and reached == inside

    def under(self, domains: Domains) -> Statement:
        inside, still_open = [], set()
        for cell in self.cells:
            domain = domains.get(cell)
            if domain is None or not (domain <= self.values or domain.isdisjoint(self.values)):
                still_open.add(cell)
            elif domain <= self.values:
                inside.append(cell)
        if len(still_open) == len(self.cells):
            return replace(self, is_left=True)
        edges = self._joined(inside, still_open)
        if not edges:
            return self._rest(still_open, edges) if len(still_open) > 1 else ALWAYS
        reached = self._reached(edges, still_open)
        if reached is None:
            return NEVER
        outside = sorted(still_open - reached, key=self.ground.places.__getitem__)
        cut_off = [Among(cell, self.values, inside=False).under(domains) for cell in outside]
        if len(edges) == 1 and edges[0] >= reached:
            return all_of(*cut_off)
        return all_of(self._rest(reached, edges), *cut_off)

    def _rest(self, still_open: set[Unknown], edges: list[frozenset[Unknown]]) -> Statement:
        groups = frozenset((edge, min(edges.count(edge), 2)) for edge in set(edges))
        return Connected(frozenset(still_open), self.values, self.ground, groups, is_left=True)

    def _joined(self, inside: Iterable[Unknown], still_open: set[Unknown]) -> list[frozenset[Unknown]]:
        """Return the edges of all groups when more cells are inside, and all but the open ones outside."""
        left = still_open.union(inside)
        edges = [edge & left for edge in self.edges]
        for cell in inside:
            left.discard(cell)
            touching = [edge for edge in edges if cell in edge]
            edges = [edge for edge in edges if cell not in edge]
            edges.append(self.ground.beside[cell].union(*touching) & left)
        return edges

    def _reached(self, edges: list[frozenset[Unknown]], still_open: set[Unknown]) -> set[Unknown] | None:
        """Return the open cells that can be joined to the groups, or None if these cannot be joined."""
        apart = edges[1:]
        reached = set(edges[0])
        waiting = list(reached)
        while waiting:
            fresh = (self.ground.beside[waiting.pop()] & still_open) - reached
            reached |= fresh
            waiting.extend(fresh)
            if not waiting:
                for edge in [edge for edge in apart if edge & reached]:
                    apart.remove(edge)
                    waiting.extend(edge - reached)
                    reached |= edge
        return None if apart else reached

    def narrowed(self, domains: Domains) -> dict[Unknown, frozenset[Value]]:
        found = {}
        for cell in self.cells:
            domain = domains[cell]
            for part in (domain & self.values, domain - self.values):
                if part and part != domain and self.under({**domains, cell: part}) == NEVER:
                    found[cell] = domain - part
        return found

    def check(self, domains: Domains) -> None:
        if self.is_left:
            return
        known = frozenset().union(*(domains[cell] for cell in self.cells))
        for value in sorted(self.values - known, key=str):
            message = f"connected: no cell has the value {quoted(value)}; {did_you_mean(value, known)}"
            raise ProblemError(message)

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        return iter(())

    def __str__(self) -> str:
        values = " or ".join(sorted(map(str, self.values)))
        cells = ", ".join(sorted(map(str, self.cells)))
        return self.text or f"all {values} among {cells} hang together"


def connected(
    cells: Iterable[Unknown], value: Value | Iterable[Value], neighbours: Neighbours | None = None
) -> Statement:
    """Say that the cells with a value hang together: from each to each other one leads a way through them.

    No cell, and one alone, hang together as well.

    Examples:
        >>> from deduce import Belief, Log, Problem, connected, exactly, fact
        >>> cells = [(row, column) for row in range(3) for column in range(3)]
        >>> sea = Problem(dict.fromkeys(cells, ["land", "water"]), [connected(cells, "land")])
        >>> three = exactly(3, [fact(cell, "land") for cell in cells])
        >>> Belief(Log(sea).append(three)).count
        22

    Args:
        cells: The cells.
        value: The value; several as a list or a set.
        neighbours: For each cell the cells beside it, as a mapping or a function. By default cells are
            pairs of row and column, and those beside a cell are the four that share a side with it.
            Whatever is none of the cells is left out.

    Raises:
        ProblemError: If a cell has no neighbours declared, or is no pair.
    """
    names = tuple(listed(cells, "cells"))
    refuse_repeats(names, "connected")
    wanted = value if isinstance(value, list | set | frozenset) else (value,)
    values = frozenset(as_name(each, "a value") for each in wanted)
    known = set(names)
    next_to: dict[Unknown, set[Unknown]] = {cell: set() for cell in names}
    for cell in names:
        for other in _neighbours(cell, beside if neighbours is None else neighbours):
            if other in known and other != cell:
                next_to[cell].add(other)
                next_to[other].add(cell)
    ground = Ground({cell: frozenset(others) for cell, others in next_to.items()})
    shown = " or ".join(sorted(map(str, values)))
    text = f"all {shown} among {names[0]} to {names[-1]} ({len(names)} cells) hang together"
    return Connected(frozenset(names), values, ground, text=text if len(names) > 9 else "")


def _neighbours(cell: Unknown, neighbours: Neighbours) -> list[Unknown]:
    """Return the cells beside one.

    Raises:
        ProblemError: If they are not to be had.
    """
    try:
        return list(neighbours[cell] if isinstance(neighbours, Mapping) else neighbours(cell))
    except (KeyError, TypeError, ValueError):
        message = (
            f"connected: the neighbours of the cell {quoted(cell, SHOWN)} are not to be had; give the cells "
            "beside each as a mapping, or name cells by row and column, such as (1, 2)"
        )
        raise ProblemError(message) from None


def _row_and_column(cell: object) -> tuple[int, int]:
    """Return what a cell is named by.

    Raises:
        ProblemError: If that is no pair of whole numbers.
    """
    pair = as_list(cell, "a cell") if isinstance(cell, list | tuple) else []
    if len(pair) != 2:
        message = f"{quoted(cell)} is no cell; cells are named by row and column, such as (1, 2)"
        raise ProblemError(message)
    return as_whole(pair[0], "the row of a cell"), as_whole(pair[1], "the column of a cell")


def beside(cell: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the four cells that share a side with one: pairs of row and column.

    Examples:
        >>> beside((1, 2))
        [(0, 2), (1, 1), (1, 3), (2, 2)]
    """
    row, column = _row_and_column(cell)
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]


def around(cell: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the eight cells around one: pairs of row and column.

    Examples:
        >>> len(around((1, 2))), (2, 3) in around((1, 2))
        (8, True)
    """
    row, column = _row_and_column(cell)
    cells = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return [other for other in cells if other != (row, column)]
