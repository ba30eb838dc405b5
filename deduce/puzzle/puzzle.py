"""A case file as a puzzle: what is asked, which clues there are, and what they settle."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.belief.belief import Belief
from deduce.belief.cpsat import has_ortools
from deduce.casefile.puzzle_header import SAFE, PuzzleHeader
from deduce.errors import ContradictionError
from deduce.evidence.log import Log
from deduce.problem.problem import Problem
from deduce.problem.statements import Among, any_of, fact
from deduce.proof.oracles import CpSatOracle, MatchingOracle, SearchOracle

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deduce.belief.patience import Allowance
    from deduce.casefile.reader import CaseFile
    from deduce.evidence.log import Entry
    from deduce.problem.statements import Statement, Unknown, Value
    from deduce.proof.oracles import Oracle

__all__ = ["MOST_SECONDS", "Puzzle"]

MOST_SECONDS = 30.0
"""How long the solutions may be counted; what follows is known without a count."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A case file as a puzzle.

    The clues are the entries of the file. In a file without entries they are its rules.

    Attributes:
        case: The case file.
        header: What it says of itself.
        log: What is told, each clue an entry.
    """

    case: CaseFile
    header: PuzzleHeader
    log: Log

    @classmethod
    def of(cls, case: CaseFile) -> Puzzle:
        """Take a case file for a puzzle; whatever its table `puzzle` does not say is the usual."""
        header = case.puzzle or PuzzleHeader(asks=case.problem.shown)
        log = case.log
        if not len(log):
            rules = [rule for rule in case.problem.rules if not rule.statement.carries_weight]
            told = [rule for rule in rules if not rule.name.startswith("all different")]
            kept = [rule for rule in case.problem.rules if rule not in told]
            whole = case.problem
            bare = Problem(whole.domains, kept, priors=whole.priors, title=whole.title, hidden=whole.hidden)
            log = Log(bare)
            log = log.extended(
                log.entry_of(rule.statement, rule.name, id=str(number)) for number, rule in enumerate(told, 1)
            )
        return cls(case, header, log)

    @property
    def asks(self) -> tuple[Unknown, ...]:
        """The unknowns that are to be found out."""
        return self.header.asks

    @property
    def title(self) -> str:
        """What it is called."""
        return self.case.problem.title or self.case.path

    @property
    def name(self) -> str:
        """What tells it from others, in a line: what it was made from, or its title; "" if it has none."""
        header = self.header
        if header.kind:
            return f"{header.kind}, seed {header.seed}, size {header.size}, grade {header.grade}"
        return " ".join(self.case.problem.title.split())

    @cached_property
    def printed(self) -> tuple[Among, ...]:
        """What is printed in the cells of a grid, which nobody has to find."""
        grids = self.case.grids
        return tuple(Among(cell, frozenset((value,))) for grid in grids for cell, value in grid.clues.items())

    @cached_property
    def belief(self) -> Belief:
        """What follows from all clues together."""
        return Belief(self.log, most_seconds=MOST_SECONDS)

    @property
    def is_unique(self) -> bool:
        """Whether the clues settle all that is asked."""
        certain = self.belief.certain if self.belief.is_consistent else {}
        return all(unknown in certain for unknown in self.asks)

    @property
    def solution(self) -> dict[Unknown, Value]:
        """What is certain.

        Raises:
            ContradictionError: If there is no solution.
        """
        if not self.belief.is_consistent:
            message = f"{self.title}: the clues contradict each other; deduce solve tells which"
            raise ContradictionError(message)
        return self.belief.certain

    @cached_property
    def otherwise(self) -> Statement:
        """That something that is asked is not as the solution says."""
        return any_of(*(~fact(unknown, self.solution[unknown]) for unknown in self.asks))

    @cached_property
    def oracle(self) -> Oracle:
        """Answers which clues can be true together."""
        return self.oracle_within(None)

    def oracle_within(self, allowance: Allowance | None) -> Oracle:
        """Return what answers which clues can be true together.

        Args:
            allowance: How many steps the answers may take; None for as many as they need.
        """
        if len(self.asks) == 1 and self.log.problem.is_one_to_one and not self.log.joint:
            return MatchingOracle(self.log, allowance)
        return (CpSatOracle if has_ortools() else SearchOracle)(self.log, allowance)

    # --- Clues that are told later -------------------------------------------------------------------

    def told_to(self, left: Mapping[Unknown, frozenset[Value]]) -> Log:
        """Return the clues that are told to somebody who knows what is left to each unknown."""
        if self.header.opened is None:
            return self.log
        safe = {str(unknown) for unknown, values in left.items() if values == {SAFE}}
        return self._opened(self.log.entries, safe)

    def opened(self, log: Log) -> Log:
        """Return those of some clues that are told in the end to whoever marks only what is certain."""
        if self.header.opened is None:
            return log
        known: set[str] = set()
        while True:
            seen = self._opened(log.entries, known)
            safe = {str(unknown) for unknown, value in Belief(seen).certain.items() if value == SAFE}
            if safe <= known:
                return seen
            known |= safe

    def _opened(self, entries: Iterable[Entry], safe: set[str]) -> Log:
        first = {entry.id for entry in self.log[: self.header.opened]}
        return self.log.at(0).extended(entry for entry in entries if entry.id in first or entry.id in safe)

    def settles(self, log: Log) -> bool:
        """Tell whether some of the clues settle all that is asked."""
        certain = Belief(self.opened(log)).certain
        return all(unknown in certain for unknown in self.asks)
