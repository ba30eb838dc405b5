"""Conflicts: sets of entries that cannot all be true."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, overload

from deduce.belief.belief import Belief
from deduce.belief.matching import crowd
from deduce.belief.patience import Allowance
from deduce.belief.situation import Situation
from deduce.errors import OutOfReachError
from deduce.evidence.log import Log
from deduce.intake.numbers import finite
from deduce.problem.shapes import as_whole, needs
from deduce.progress import SoFar
from deduce.proof.cores import any_core, smallest_cores
from deduce.proof.oracles import oracle_for
from deduce.proof.words import cited, joined, told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.evidence.log import Entry
    from deduce.progress import Progress

__all__ = ["Conflict", "Conflicts", "conflicts", "one_conflict"]

MOST_EFFORT = 4_000_000
"""How many steps looking for conflicts may take, if nothing else is said: a few seconds."""
FOR_ONE = 1_000_000
"""How many more it may take to find one at all, if the smallest is out of reach."""


@dataclass(frozen=True)
class Conflict:
    """Entries that cannot all be true; without any one of them, the others could be.

    Attributes:
        entries: The entries, in the order of the log; none if the problem alone allows no world.
        sentence: The conflict as a player would say it.
    """

    entries: tuple[Entry, ...]
    sentence: str

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the entries."""
        return tuple(entry.id for entry in self.entries)

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Conflicts:
    """Conflicts, smallest first.

    Attributes:
        found: The conflicts.
        is_all: Whether these are all; otherwise there are more, or may be.
        is_smallest: Whether no smaller one was missed. Otherwise the smallest was out of reach, and there is
            one of which some entries may be too many.
    """

    found: tuple[Conflict, ...]
    is_all: bool
    is_smallest: bool = True

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[Conflict]:
        return iter(self.found)

    @overload
    def __getitem__(self, place: int) -> Conflict: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Conflict, ...]: ...
    def __getitem__(self, place: int | slice) -> Conflict | tuple[Conflict, ...]:
        return self.found[place]


def conflicts(
    log: Log,
    most: int = 10,
    *,
    most_effort: int | None = MOST_EFFORT,
    progress: Progress[Conflict] | None = None,
) -> Conflicts:
    """Return the smallest sets of entries that cannot all be true; none if a world is left.

    Examples:
        >>> from deduce import Log, Problem, conflicts, fact
        >>> log = Log(Problem.one_to_one("ABC", ["rook", "king", "crab"]))
        >>> log = log.append(fact("A", "rook")).append(fact("C", "king")).append(fact("B", "rook"))
        >>> for conflict in conflicts(log):
        ...     print(conflict)
        Entries 1 and 3 leave A and B nothing but rook between them: 1 “A is rook”; 3 “B is rook”.

    Args:
        log: What was heard.
        most: How many to find; `Conflicts.is_all` says whether there are more.
        most_effort: How many steps it may take (a million takes a second or two); None for as many as
            needed. `Conflicts.is_all` and `Conflicts.is_smallest` say what was left out.
        progress: Is told after each conflict what was found so far.

    Raises:
        OutOfReachError: If it takes too many steps to tell whether there is any.
    """
    needs(log, Log, "conflicts", "conflicts(Log(problem))")
    as_whole(most, "how many conflicts to find")
    if most_effort is not None:
        finite(most_effort, "most_effort")
    found: list[Conflict] = []
    try:
        for core in islice(smallest_cores(oracle_for(log, Allowance(most_effort))), most + 1):
            if len(found) == most:
                return Conflicts(tuple(found), is_all=False)
            found.append(_conflict(log, sorted(core)))
            if progress is not None:
                progress(SoFar(len(found) / (most + 1), found.copy))
    except OutOfReachError:
        if found or not most:
            return Conflicts(tuple(found), is_all=False)
        if Belief(log).is_consistent:
            return Conflicts((), is_all=True)
        core = any_core(oracle_for(log, Allowance(FOR_ONE)))
        return Conflicts((_conflict(log, sorted(core)),), is_all=False, is_smallest=False)
    return Conflicts(tuple(found), is_all=True)


def one_conflict(log: Log) -> frozenset[int]:
    """Return the numbers of some entries that cannot all be true; the smallest set, if it is within reach.

    Args:
        log: What was heard, of which no world is left.
    """
    try:
        return next(smallest_cores(oracle_for(log, Allowance(MOST_EFFORT))))
    except OutOfReachError:
        return any_core(oracle_for(log, Allowance(FOR_ONE)))


def _conflict(log: Log, numbers: list[int]) -> Conflict:
    entries = tuple(log[number] for number in numbers)
    if not entries:
        return Conflict(entries, "The rules and what is assumed allow no world, whatever was heard.")
    source = cited(entries)
    source = source[:1].upper() + source[1:]
    verb = "leaves" if len(entries) == 1 else "leave"
    kept = log.at(0).extended(entries)
    if Situation.of(kept).is_one_to_one:
        crowded, values = crowd(kept.masks)
        names = [log.problem.unknowns[place] for place in crowded]
        left = log.problem.values_of(values)
        if not left:
            said = f"{source} {verb} nothing for {joined(names)}"
        else:
            said = f"{source} {verb} {joined(names)} nothing but {joined(left)} between them"
    else:
        said = f"{source} cannot {'be true' if len(entries) == 1 else 'all be true'} under the rules"
    return Conflict(entries, f"{said}: {told(entries)}.")
