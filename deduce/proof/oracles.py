"""Oracles: can some entries be true together, and with as many others as possible?

Proofs and conflicts of general problems are found by asking such questions. The matching oracle serves
one-to-one problems; CP-SAT serves all others; where OR-Tools is not installed, a plain search takes its
place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib.util import find_spec
from typing import TYPE_CHECKING

from deduce.belief.belief import World
from deduce.belief.matching import match
from deduce.belief.situation import Situation
from deduce.problem.statements import ALWAYS, Statement

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.belief.cpsat import Encoding
    from deduce.belief.engine import Picks
    from deduce.evidence.log import Log

__all__ = ["CpSatOracle", "MatchingOracle", "Oracle", "SearchOracle", "has_ortools", "oracle_for"]


class Oracle(ABC):
    """Answers questions about which entries of a log can be true together.

    Entries are named by their numbers in the log.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
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
                number for number, entry in enumerate(self.log) if entry.statement.holds(world)
            )
        return self._seen[picks]


def oracle_for(log: Log) -> Oracle:
    """Return the best oracle for a log."""
    if Situation.of(log).is_one_to_one:
        return MatchingOracle(log)
    return CpSatOracle(log) if has_ortools() else SearchOracle(log)


def has_ortools() -> bool:
    """Tell whether OR-Tools is there to be used."""
    return find_spec("ortools") is not None


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
        for number in range(len(self.log) - 1, -1, -1):
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

        kept = self.log.keep(*(self.log[number].id for number in sorted(entries)))
        if extra != ALWAYS:
            kept = kept.append(extra)
        return next(DiagramEngine(Situation.of(kept).unweighted).worlds(), None)


class CpSatOracle(Oracle):
    """For any problem, by CP-SAT: what is required is fixed, every other entry has a switch.

    As many switches as possible are turned on, within a small effort; any world is good enough to go on with.
    """

    EFFORT = 0.05

    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self._rules = Situation.of(log.at(0)).unweighted

    def grown(self, entries: Iterable[int], extra: Statement) -> frozenset[int] | None:
        from deduce.belief.cpsat import solve

        required = set(entries)
        encoding = self._required(required, extra)
        switches = [
            encoding.guard(entry.statement) for number, entry in enumerate(self.log) if number not in required
        ]
        encoding.model.maximize(sum(switches))
        picks = solve(encoding, self.EFFORT)
        return None if picks is None else self.true_in(picks)

    def refuted_again(self, entries: Iterable[int], extra: Statement) -> bool:
        from deduce.belief.cpsat import solve

        return solve(self._required(entries, extra)) is None

    def _required(self, entries: Iterable[int], extra: Statement) -> Encoding:
        """Return a new model in which the rules, some entries and a statement must hold."""
        from deduce.belief.cpsat import Encoding

        encoding = Encoding(self._rules)
        for number in entries:
            encoding.require(self.log[number].statement)
        encoding.require(extra)
        return encoding
