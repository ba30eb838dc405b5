"""Counting a general problem: by its decision diagram, and where that grows large, after CP-SAT narrowed it.

What CP-SAT has shown to be impossible is in no world, so leaving it out changes no count and no chance; but
where much is settled, a diagram of what is left is small. What is small anyway is counted without CP-SAT.
Where unknowns are hidden, a diagram grows large sooner; if there are few worlds then, they are listed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from deduce.belief.compiling import compile_diagram
from deduce.belief.cpsat import CpSatEngine, has_ortools
from deduce.belief.diagram import DiagramEngine
from deduce.belief.listed import ListedEngine
from deduce.belief.patience import Allowance, Deadline, Patience
from deduce.belief.propagation import Narrowed, propagate
from deduce.errors import OutOfReachError

if TYPE_CHECKING:
    from deduce.belief.engine import Engine
    from deduce.belief.layers import DecisionDiagram
    from deduce.belief.situation import Situation

__all__ = ["Counting", "Means", "NarrowedDiagramEngine"]

AT_ONCE = 1 / 1500
"""Which part of the usual bounds the first diagram has, before CP-SAT is asked: some ten milliseconds."""
SOON = 1 / 3
"""Which part the next one has, when CP-SAT has seen that much is open, so that narrowing would take long."""
FEW_QUESTIONS = 3
"""How often CP-SAT is asked for another world before that; where all is certain, twice is enough."""
EARLY_STEPS = 1_000_000
"""How many steps CP-SAT may take for these."""
NARROWING_STEPS = 5_000_000
"""How many steps it may take to narrow before the whole diagram is tried without it: some ten seconds."""
LISTING_STEPS = 5_000_000
"""How many steps it may take to list the few worlds that there are without what is hidden."""


@dataclass(frozen=True)
class Means:
    """What may be spent on counting.

    Attributes:
        most_nodes: How many nodes a diagram may have; None for the usual number.
        most_seconds: How long it may take; None for as long as it needs.
        allowance: What it may spend together with others.
    """

    most_nodes: int | None = None
    most_seconds: float | None = None
    allowance: Allowance | None = None


class NarrowedDiagramEngine(DiagramEngine):
    """Counts what CP-SAT left."""

    name: ClassVar[str] = "diagram after cp-sat"


class Counting:
    """Tries what may count a situation, one after the other, and keeps what was found on the way.

    Args:
        situation: What to count.
        means: What that may take.
    """

    def __init__(self, situation: Situation, means: Means) -> None:
        self.situation = situation
        self.means = means
        self.deadline: Deadline = Deadline(means.most_seconds)
        # What narrowing left so far; None if no world can be left.
        self._narrowed: Narrowed | None = Narrowed.of(situation)
        self._is_narrowed_by_cp_sat = False

    @cached_property
    def engine(self) -> Engine:
        """The first engine that counts it, or, if none can, the one that tells what is possible."""
        if not has_ortools():
            return DiagramEngine(self.situation, diagram=self._diagram(1))
        return self._at_once or self._engine_with_cp_sat()

    def possible(self) -> tuple[int, ...]:
        """Return, for each unknown, the values it has in at least one world, as bits.

        Counting is left out where CP-SAT can tell in time.
        """
        if has_ortools() and self._at_once is None and self._narrow(NARROWING_STEPS, None):
            return self._cpsat.possible()
        return self.engine.possible()

    @cached_property
    def _at_once(self) -> Engine | None:
        """The engine for what is small, if it is."""
        try:
            return DiagramEngine(self.situation, diagram=self._diagram(AT_ONCE))
        except OutOfReachError:
            return None

    @cached_property
    def _cpsat(self) -> CpSatEngine:
        return CpSatEngine(self._left(), most_seconds=self.means.most_seconds)

    def _engine_with_cp_sat(self) -> Engine:
        for steps, questions, part in ((EARLY_STEPS, FEW_QUESTIONS, SOON), (NARROWING_STEPS, None, 1)):
            is_settled = self._narrow(steps, questions)
            if part < 1 and not is_settled and self._cpsat.worlds_asked < FEW_QUESTIONS:
                # It is not seen that much is open, so a diagram would hardly do without narrowing.
                continue
            engine = NarrowedDiagramEngine if self._is_narrowed_by_cp_sat else DiagramEngine
            try:
                return engine(self.situation, diagram=self._diagram(1 if is_settled else part))
            except OutOfReachError as error:
                self._cpsat.reason = str(error)
                if is_settled:
                    break
        return self._cpsat if self.situation.shown is None else self._listed()

    def _listed(self) -> Engine:
        """Return the engine for a few ways in which what is shown can be, or the one that does not count."""
        shared = self.means.allowance or Allowance()
        allowance = Allowance()
        allowance.left = granted = min(LISTING_STEPS, shared.left)
        situation = self.situation
        if self._narrowed is not None:
            situation = situation.limited(map(situation.problem.mask, self._narrowed.domains.values()))
        try:
            return ListedEngine(situation, self._cpsat.worlds_within(allowance), allowance)
        except OutOfReachError:
            self._cpsat.reason += "; with fewer hidden unknowns it may be in reach"
            return self._cpsat
        finally:
            shared.left -= granted - allowance.left

    def _diagram(self, part: float) -> DecisionDiagram:
        """Return the diagram, within a part of the usual bounds.

        Raises:
            OutOfReachError: If it is given up.
        """
        patience = Patience(self.means.most_nodes, self.deadline, self.means.allowance, part)
        if self._narrowed is not None:
            self._narrowed = propagate(self._narrowed, patience)
        return compile_diagram(self.situation, self._narrowed, patience)

    def _left(self) -> Situation:
        """Return the situation as far as it is narrowed, without weights."""
        if self._narrowed is None:
            return self.situation.unweighted
        problem = self.situation.problem
        masks = tuple(problem.mask(values) for values in self._narrowed.domains.values())
        return replace(self.situation, masks=masks, joint=tuple(self._narrowed.statements)).unweighted

    def _narrow(self, steps: int, most_questions: int | None) -> bool:
        """Leave out what CP-SAT shows to be impossible, and tell whether it could tell in time."""
        shared = self.means.allowance or Allowance()
        allowance = Allowance()
        allowance.left = granted = min(steps, shared.left)
        try:
            if not self._cpsat.settle(allowance, most_questions):
                return False
        except OutOfReachError:
            return False
        finally:
            shared.left -= granted - allowance.left
        if self._narrowed is not None:
            left = self.situation.problem.domains_of(self._cpsat.possible())
            self._is_narrowed_by_cp_sat |= left != self._narrowed.domains
            self._narrowed = self._narrowed.limited(left)
        return True
