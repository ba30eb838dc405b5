"""Oracles: can some entries be true together, and with as many others as possible?

Proofs and conflicts of general problems are found by asking such questions. The matching oracle serves
one-to-one problems; CP-SAT serves all others; where OR-Tools is not installed, a plain search takes its
place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.belief.belief import World
from deduce.belief.cpsat import has_ortools
from deduce.belief.matching import match
from deduce.belief.patience import Allowance
from deduce.belief.situation import Situation
from deduce.problem.statements import ALWAYS, Statement

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.belief.cpsat import Encoding
    from deduce.belief.engine import Picks
    from deduce.evidence.log import Log

__all__ = ["CpSatOracle", "MatchingOracle", "Oracle", "SearchOracle", "oracle_for"]


class Oracle(ABC):
    """Answers questions about which entries of a log can be true together.

    Entries are named by their numbers in the log.

    Args:
        log: The log.
        allowance: How many steps the answers may take; by default as many as they need.

    Attributes:
        log: The log.
        allowance: What is left of that.
        alike: The entries that say the same, the newest first, by the newest of them. Entries that are told
            again and again so cost hardly more than one.
    """

    def __init__(self, log: Log, allowance: Allowance | None = None) -> None:
        self.log = log
        self.allowance: Allowance = allowance or Allowance()
        newest: dict[Statement, int] = {}
        self.alike: dict[int, list[int]] = {}
        for number in range(len(log) - 1, -1, -1):
            named = newest.setdefault(log[number].statement, number)
            self.alike.setdefault(named, []).append(number)
        self._named = {number: named for named, numbers in self.alike.items() for number in numbers}
        self._seen: dict[Picks, frozenset[int]] = {}

    def seen(self, extra: Statement) -> set[frozenset[int]]:
        """Return what was true in the worlds seen so far in which a statement is true."""
        problem = self.log.problem
        return {true for picks, true in self._seen.items() if extra.holds(World(problem, picks))}

    @abstractmethod
    def grown(self, entries: Iterable[int], extra: Statement) -> frozenset[int] | None:
        """Return a large set of entries that can be true together with some entries and a statement.

        The larger it is, the sooner the search that asks for it ends; how large it is changes no result.

        Args:
            entries: The entries that must be true.
            extra: A statement that must be true.

        Returns:
            The set, or None if even the given entries cannot all be true.
        """

    @abstractmethod
    def refuted_again(self, entries: Iterable[int], extra: Statement) -> bool:
        """Confirm, by solving once more from nothing, that entries and statement cannot all be true."""

    def true_in(self, picks: Picks) -> frozenset[int]:
        """Return the entries that are true in a world."""
        if picks not in self._seen:
            world = World(self.log.problem, picks)
            self._seen[picks] = frozenset(
                number
                for named, numbers in self.alike.items()
                if self.log[named].statement.holds(world)
                for number in numbers
            )
        return self._seen[picks]

    def different(self, entries: Iterable[int]) -> list[int]:
        """Return the newest of the entries that say the same as each of some entries, in order."""
        return sorted({self._named[number] for number in entries})

    def spend(self, steps: float) -> None:
        """Note some steps of work.

        Raises:
            OutOfReachError: If that is more than is allowed.
        """
        self.allowance.spend(steps, "looking for what cannot all be true")


def oracle_for(log: Log, allowance: Allowance | None = None) -> Oracle:
    """Return the best oracle for a log.

    Args:
        log: The log.
        allowance: How many steps its answers may take; by default as many as they need.
    """
    if Situation.of(log).is_one_to_one:
        return MatchingOracle(log, allowance)
    return CpSatOracle(log, allowance) if has_ortools() else SearchOracle(log, allowance)


class _GreedyOracle(Oracle):
    """An oracle that grows a set one entry at a time."""

    @abstractmethod
    def world(self, entries: frozenset[int], extra: Statement) -> Picks | None:
        """Return a world in which the entries and the statement are true, if there is one."""

    def grown(self, entries: Iterable[int], extra: Statement) -> frozenset[int] | None:
        picks = self.world(frozenset(entries), extra)
        if picks is None:
            return None
        true = self.true_in(picks)
        # The newest first, so that what has to be left out is rather old.
        for number in sorted(self.alike, reverse=True):
            if number not in true:
                picks = self.world(true | {number}, extra)
                if picks is not None:
                    true = self.true_in(picks)
        return true

    def refuted_again(self, entries: Iterable[int], extra: Statement) -> bool:
        return self.world(frozenset(entries), extra) is None


class MatchingOracle(_GreedyOracle):
    """For one-to-one problems whose entries each limit single unknowns."""

    def world(self, entries: frozenset[int], extra: Statement) -> Picks | None:
        problem = self.log.problem
        rows = list(problem.start)
        self.spend(len(entries) + 2 * len(rows))
        for number in entries:
            for place, mask in self.log.limits[number].masks.items():
                rows[place] &= mask
        if extra.scope:
            (unknown,) = extra.scope
            rows[problem.places[unknown]] &= problem.allowed(extra)
        given = match(rows)
        return None if given is None else tuple(bit.bit_length() - 1 for bit in given)


class SearchOracle(_GreedyOracle):
    """For any problem, by the decision diagram; slower than CP-SAT, but with nothing to install."""

    def world(self, entries: frozenset[int], extra: Statement) -> Picks | None:
        from deduce.belief.diagram import DiagramEngine

        chosen = self.different(entries)
        self.spend(len(chosen))
        kept = self.log.at(0).extended(self.log[number] for number in chosen)
        if extra != ALWAYS:
            kept = kept.append(extra)
        situation = replace(Situation.of(kept).unweighted, shown=None)
        return next(DiagramEngine(situation, allowance=self.allowance).worlds(), None)


class CpSatOracle(Oracle):
    """For any problem, by CP-SAT: what is required is fixed, every other entry has a switch.

    As many switches as possible are turned on, within a small effort; any world is good enough to go on with.
    """

    EFFORT = 0.05

    def __init__(self, log: Log, allowance: Allowance | None = None) -> None:
        super().__init__(log, allowance)
        self._rules = Situation.of(log.at(0)).unweighted

    def grown(self, entries: Iterable[int], extra: Statement) -> frozenset[int] | None:
        from deduce.belief.cpsat import solve

        required = self.different(entries)
        encoding = self._required(required, extra)
        open_ones = sorted(self.alike.keys() - set(required))
        self.spend(sum(10 + len(self.log[number].statement.scope) for number in open_ones))
        encoding.model.maximize(sum(encoding.guard(self.log[number].statement) for number in open_ones))
        picks = solve(encoding, self.EFFORT, allowance=self.allowance)
        return None if picks is None else self.true_in(picks)

    def refuted_again(self, entries: Iterable[int], extra: Statement) -> bool:
        from deduce.belief.cpsat import solve

        return solve(self._required(entries, extra), allowance=self.allowance) is None

    def _required(self, entries: Iterable[int], extra: Statement) -> Encoding:
        """Return a new model in which the rules, some entries and a statement must hold."""
        from deduce.belief.cpsat import Encoding

        self.spend(sum(mask.bit_count() for mask in self._rules.masks))
        encoding = Encoding(self._rules)
        for number in self.different(entries):
            encoding.require(self.log[number].statement)
        encoding.require(extra)
        return encoding
