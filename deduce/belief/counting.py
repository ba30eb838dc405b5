"""Counting a general problem: by a short search, its decision diagram, or one of what CP-SAT left.

A short search settles what has one world, or none, as most puzzles do. What CP-SAT has shown to be
impossible is in no world, so leaving it out changes no count and no chance; but where much is settled, a
diagram of what is left is small. What is small anyway is counted without CP-SAT. Where unknowns are hidden, a
diagram grows large sooner; if there are few worlds then, they are listed.
"""

from __future__ import annotations

import contextlib
import math
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from deduce.belief.compiling import compile_diagram
from deduce.belief.cpsat import CpSatEngine, has_ortools
from deduce.belief.diagram import DiagramEngine
from deduce.belief.few_shown import FewShownEngine
from deduce.belief.patience import MOST_NODES, Allowance, Deadline, Patience
from deduce.belief.propagation import Narrowed, propagate
from deduce.belief.search.engine import SearchEngine
from deduce.belief.search.making import NoRuleError
from deduce.belief.search.search import Search
from deduce.belief.search.showing import shown_possible
from deduce.errors import OutOfReachError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.belief.engine import Engine, Picks
    from deduce.belief.layers import DecisionDiagram
    from deduce.belief.situation import Situation

__all__ = ["Counting", "Means", "NarrowedDiagramEngine"]

RULES_STEPS = 250_000
"""How many steps the search may take to make its rules and to ask them; ten million take a second or so."""
SEARCH_STEPS = 30_000
"""How many more it may take to try what is left."""
SEARCH_ROUNDS = 50
"""How often it may ask all rules for that, beside these steps."""
FEW_WORLDS = 300
"""How many worlds it lists where the first diagram does not do; where it finds more, much is open."""
SHOWING_STEPS = 30_000_000
"""How many it may take to show what is possible by a world for each value: some three seconds."""
MOST_WRITTEN_OUT = 50_000
"""How many combinations of values a condition may have to be written out for that."""
SEARCH_STEPS_A_STEP = 8
"""How many of its steps count as one of any other work."""
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
        # What narrowing left so far, once the search has begun it; None if no world can be left.
        self._narrowed: Narrowed | None = None
        # The worlds that the search can still find, if it has not given up, and those that it has found.
        self._worlds: Iterator[Picks] | None = None
        self._seen: list[Picks] = []
        self._search_allowance = Allowance()
        self._is_narrowed_by_cp_sat = False

    @cached_property
    def engine(self) -> Engine:
        """The first engine that counts it, or, if none can, the one that tells what is possible."""
        if self._settled is not None:
            return self._settled
        if not has_ortools():
            return self._at_once or self._few or DiagramEngine(self.situation, diagram=self._diagram(1))
        return self._at_once or self._few or self._engine_with_cp_sat()

    def possible(self) -> tuple[int, ...]:
        """Return, for each unknown, the values it has in at least one world, as bits.

        Counting is left out where CP-SAT can tell in time.
        """
        # What has an engine already is told by that.
        is_open = "engine" not in vars(self) and has_ortools()
        is_large = is_open and self._settled is None and self._at_once is None and self._few is None
        if is_large and self._shown is not None:
            return self._shown
        if is_large and self._narrow(NARROWING_STEPS, None):
            return self._cpsat.possible()
        return self.engine.possible()

    @cached_property
    def _shown(self) -> tuple[int, ...] | None:
        """What is possible, if a search finds a world for each value without much ado."""
        shared = self.means.allowance or Allowance()
        allowance, for_worlds = Allowance(), Allowance()
        allowance.left = granted = min(SHOWING_STEPS, shared.left * SEARCH_STEPS_A_STEP)
        try:
            search = Search(self._left(), allowance, deadline=self.deadline, most_tried=MOST_WRITTEN_OUT)
            for_worlds.left = allowance.left
            try:
                found = shown_possible(search, for_worlds)
            finally:
                allowance.left = for_worlds.left
        except (NoRuleError, OutOfReachError):
            return None
        finally:
            shared.left -= (granted - max(allowance.left, 0)) / SEARCH_STEPS_A_STEP
        self._cpsat.take_over(found)
        if self._narrowed is not None:
            self._narrowed = self._narrowed.limited(self.situation.problem.domains_of(found))
        return found

    def has_worlds(self) -> bool:
        """Tell whether there is a world at all: the first one that is seen is enough."""
        if "engine" in vars(self) or self._settled is not None:
            return all(self.engine.possible())
        if self._seen:
            return True
        if vars(self).get("_shown") is not None:
            return all(self.possible())
        if self._at_once is None and has_ortools():
            if self._cpsat.worlds_asked or self._narrow(NARROWING_STEPS, 1):
                return self._cpsat.worlds_asked > 0
            if self._cpsat.worlds_asked:
                return True
        return all(self.possible())

    @cached_property
    def _settled(self) -> Engine | None:
        """The engine for what has one world or none, if a short search sees that."""
        situation = self.situation
        left: Sequence[int] | None = situation.masks
        if situation.shown is None and self.deadline.left:
            shared = self.means.allowance or Allowance()
            allowance = self._search_allowance
            most = shared.left * SEARCH_STEPS_A_STEP
            allowance.left = granted = min(RULES_STEPS, most)
            try:
                search = Search(situation, allowance)
                left = search.masks
                for_trying = min(SEARCH_STEPS + SEARCH_ROUNDS * search.round, most - granted + allowance.left)
                granted += for_trying - allowance.left
                allowance.left = for_trying
                self._worlds = search.worlds()
                self._seen = list(islice(self._worlds, 2))
            except (NoRuleError, OutOfReachError):
                self._worlds = None
            finally:
                shared.left -= (granted - allowance.left) / SEARCH_STEPS_A_STEP
            if self._worlds is not None and len(self._seen) < 2:
                return SearchEngine(situation, found=self._seen)
        self._narrowed = None if left is None else Narrowed.of(situation.limited(left))
        return None

    @property
    def _may_list(self) -> bool:
        """Whether worlds may be listed; whoever allows few nodes does not want to wait for that either."""
        return self.means.most_nodes is None or self.means.most_nodes >= MOST_NODES

    @cached_property
    def _few(self) -> Engine | None:
        """The engine for what has few worlds, if the search finds them all when it goes on."""
        if self._worlds is not None and self._may_list:
            with contextlib.suppress(OutOfReachError):
                self._seen += islice(self._worlds, FEW_WORLDS)
                if len(self._seen) <= FEW_WORLDS:
                    return SearchEngine(self.situation, found=sorted(self._seen))
        return None

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
        is_settled = False
        for steps, questions, part in ((EARLY_STEPS, FEW_QUESTIONS, SOON), (NARROWING_STEPS, None, 1)):
            if part == 1 or len(self._seen) <= FEW_WORLDS:
                is_settled = self._shown is not None or self._narrow(steps, questions)
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
        if self.situation.shown is None:
            return self._listed or self._cpsat
        return self._few_shown()

    @cached_property
    def _listed(self) -> Engine | None:
        """The engine that lists all worlds, if they are not too many and a search finds them."""
        shared = self.means.allowance or Allowance()
        if not self._may_list or not self.deadline.left or math.isfinite(shared.left):
            return None
        engine = SearchEngine(self._left(), deadline=self.deadline)
        try:
            engine.count()
        except OutOfReachError:
            return None
        return SearchEngine(self.situation, found=list(engine.worlds()))

    def _few_shown(self) -> Engine:
        """Return the engine for a few ways in which what is shown can be, or the one that does not count."""
        shared = self.means.allowance or Allowance()
        allowance = Allowance()
        allowance.left = granted = min(LISTING_STEPS, shared.left)
        situation = self.situation
        if self._narrowed is not None:
            situation = situation.limited(map(situation.problem.mask, self._narrowed.domains.values()))
        try:
            return FewShownEngine(situation, self._cpsat.worlds_within(allowance), allowance)
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
