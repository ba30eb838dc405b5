"""What follows from a log: possibilities, certainties, exact probabilities, worlds."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeAlias

from deduce.belief.matching import match, possible_pairs
from deduce.belief.situation import Situation
from deduce.belief.subsets import SubsetEngine
from deduce.belief.ways import MOST_LISTED, Ways, ways_of_worlds, weighed_ways
from deduce.errors import (
    ContradictionError,
    OutOfReachError,
    ProblemError,
    UnknownNameError,
    did_you_mean,
    shortened,
)
from deduce.evidence.log import Log
from deduce.intake.numbers import finite, quoted
from deduce.problem.shapes import ByName, as_whole, needs
from deduce.problem.statements import SHOWN, Among, listed
from deduce.progress import SoFar

if TYPE_CHECKING:
    from deduce.belief.counting import Counting, Means
    from deduce.belief.engine import Cells, Engine, Picks
    from deduce.belief.patience import Allowance
    from deduce.problem.problem import Problem
    from deduce.problem.statements import Statement, Unknown, Value
    from deduce.progress import Progress

__all__ = ["Belief", "EngineName", "Probabilities", "World"]

EngineName: TypeAlias = Literal["auto", "subsets", "search", "diagram", "enumeration", "cp-sat"]
ENGINES: tuple[EngineName, ...] = ("auto", "subsets", "search", "diagram", "enumeration", "cp-sat")


class World(Mapping["Unknown", "Value"]):
    """One way that everything could be: a value for every unknown.

    Attributes:
        picks: For each unknown, the position of its value; -1 where that is hidden.
    """

    __slots__ = ("_problem", "picks")

    def __init__(self, problem: Problem, picks: Picks) -> None:
        self._problem = problem
        self.picks: Picks = picks

    def __getitem__(self, unknown: Unknown) -> Value:
        problem = self._problem
        try:
            pick = self.picks[problem.places[unknown]]
        except (KeyError, TypeError):
            problem.check_unknown(unknown)
            raise
        if pick < 0:
            message = f"this world does not say what {shortened(unknown)} is"
            raise UnknownNameError(message)
        return problem.called(unknown, problem.values[pick])

    def __iter__(self) -> Iterator[Unknown]:
        return iter(self._problem.shown)

    def __len__(self) -> int:
        return len(self._problem.shown)

    def __hash__(self) -> int:
        return hash(self.picks)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, World) and other._problem is self._problem:
            return self.picks == other.picks
        return dict(self) == other if isinstance(other, Mapping) else NotImplemented

    def __repr__(self) -> str:
        return f"World({', '.join(f'{unknown}={value}' for unknown, value in self.items())})"


class Probabilities(Mapping["Unknown", "dict[Value, Fraction]"]):
    """The exact probability of every value of every unknown.

    `probabilities["H"]["Crab"]` is a fraction; values that are impossible are left out.
    """

    def __init__(self, problem: Problem, cells: Cells) -> None:
        self._problem = problem
        self.total: int = cells.total
        self.numerators: Sequence[Sequence[int]] = cells.rows

    def __getitem__(self, unknown: Unknown) -> dict[Value, Fraction]:
        self._problem.check_unknown(unknown)
        row = self.numerators[self._problem.places[unknown]]
        found = {
            self._problem.called(unknown, value): Fraction(weight, self.total)
            for value, weight in zip(self._problem.values, row, strict=True)
            if weight
        }
        return ByName(found, f"{shortened(unknown)} cannot be")

    def __iter__(self) -> Iterator[Unknown]:
        return iter(self._problem.unknowns)

    def __len__(self) -> int:
        return len(self._problem.unknowns)

    def weight(self, place: int, mask: int) -> int:
        """Return the weight of the worlds in which an unknown (by position) has one of some values (bits)."""
        row = self.numerators[place]
        weight = 0
        while mask:
            bit = mask & -mask
            weight += row[bit.bit_length() - 1]
            mask ^= bit
        return weight

    def __repr__(self) -> str:
        return f"Probabilities({len(self)} unknowns, total {self.total})"


class Belief:
    """What follows from a log.

    Everything is worked out when it is first asked for, and exactly: a number that cannot be had raises
    `OutOfReachError` and is never estimated.

    Examples:
        >>> from deduce import Belief, Log, Problem, fact
        >>> log = Log(Problem.one_to_one("ABC", ["rook", "king", "crab"]))
        >>> belief = Belief(log.append(~fact("A", "rook")))
        >>> belief.count
        4
        >>> belief.probability("B", "rook")
        Fraction(1, 2)
        >>> belief.given(fact("B", "king")).certain
        {'A': 'crab', 'B': 'king', 'C': 'rook'}

    Args:
        log: What was heard.
        engine: Which engine to use; "auto" takes the program over subsets for one-to-one problems, for all
            others the search where few steps of it show that there is one world or none, or else the
            decision diagram, and CP-SAT where counting is out of reach.
        most_nodes: How many nodes a decision diagram may have; more than this is out of reach. With more
            than usual (300,000), the other bounds on what it may take go up as well.
        most_seconds: How long it may take to make one. By default only its size is bounded, so that the
            answer never depends on how fast the computer is.
        allowance: What it may spend on counting together with other beliefs.
    """

    def __init__(
        self,
        log: Log,
        engine: EngineName = "auto",
        *,
        most_nodes: int | None = None,
        most_seconds: float | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        if engine not in ENGINES:
            message = f"there is no engine {quoted(engine)}; {did_you_mean(engine, ENGINES)}"
            raise ValueError(message)
        needs(log, Log, "Belief", "Belief(Log(problem))")
        if most_nodes is not None:
            as_whole(most_nodes, "most_nodes")
        if most_seconds is not None:
            finite(most_seconds, "most_seconds")
        self.log = log
        self.problem: Problem = log.problem
        self._asked: EngineName = engine
        self._most_nodes = most_nodes
        self._most_seconds = most_seconds
        self._allowance = allowance
        self._situation = Situation.of(log)

    @cached_property
    def _engine(self) -> Engine:
        situation = self._situation
        wanted = self._asked
        if wanted == "enumeration" and situation.shown is not None:
            message = "the engine enumeration does not count without hidden unknowns; leave it to deduce"
            raise OutOfReachError(message)
        if wanted == "enumeration":
            from deduce.belief.enumeration import EnumerationEngine

            return EnumerationEngine(situation)
        if wanted == "search":
            from deduce.belief.patience import Deadline
            from deduce.belief.search.engine import SearchEngine

            return SearchEngine(situation, deadline=Deadline(self._most_seconds))
        if wanted == "cp-sat":
            from deduce.belief.cpsat import CpSatEngine

            return CpSatEngine(situation, most_seconds=self._most_seconds)
        if wanted == "subsets" and not situation.is_one_to_one:
            message = "the engine subsets only counts one-to-one problems without further rules"
            raise OutOfReachError(message)
        if situation.is_one_to_one and wanted != "diagram":
            subsets = SubsetEngine(situation)
            if wanted == "subsets" or subsets.is_within_reach:
                return subsets
        return self._diagram_engine()

    def _diagram_engine(self) -> Engine:
        from deduce.belief.diagram import DiagramEngine

        if self._counting is not None:
            return self._counting.engine
        situation = self._situation
        try:
            return DiagramEngine(situation, self._most_nodes, self._most_seconds, self._allowance)
        except OutOfReachError:
            if self._asked == "diagram":
                raise
            return SubsetEngine(situation)

    @cached_property
    def _counting(self) -> Counting | None:
        """What counts a general problem, unless an engine was named."""
        from deduce.belief.counting import Counting

        if self._asked != "auto" or self._situation.is_one_to_one:
            return None
        return Counting(self._situation, self._means)

    @cached_property
    def _means(self) -> Means:
        from deduce.belief.counting import Means

        return Means(self._most_nodes, self._most_seconds, self._allowance)

    @property
    def engine(self) -> str:
        """The name of the engine that gives the answers."""
        return self._engine.name

    @cached_property
    def count(self) -> int:
        """The number of worlds. Those that differ in hidden unknowns alone count as one.

        Raises:
            OutOfReachError: If they cannot be counted.
        """
        return self._engine.count()

    def count_over(self, unknowns: Iterable[Unknown]) -> int:
        """Return in how many ways some unknowns can be, whatever the others are.

        Examples:
            >>> from deduce import Belief, Log, Problem, all_different
            >>> belief = Belief(Log(Problem(dict.fromkeys("ABC", range(3)), [all_different("AB")])))
            >>> belief.count, belief.count_over("AB"), belief.count_over("C")
            (18, 6, 3)

        Raises:
            ProblemError: If there is no such unknown.
            OutOfReachError: If the ways cannot be counted.
        """
        names = self._names(unknowns)
        try:
            return self._engine_over(names).count()
        except OutOfReachError:
            if not self._may_list:
                raise
            return len(ways_of_worlds(self._situation, self._engine.worlds(), names))

    @property
    def is_counted(self) -> bool:
        """Whether worlds and probabilities are known, and not only what is possible and certain."""
        try:
            _ = self.count
        except OutOfReachError:
            return False
        return True

    @cached_property
    def _possible(self) -> tuple[int, ...]:
        if self._situation.is_one_to_one and self._asked in {"auto", "subsets"}:
            # A matching tells it for any size, without counting.
            return tuple(possible_pairs(self._situation.masks))
        if self._counting is not None:
            return self._counting.possible()
        return self._engine.possible()

    @property
    def is_consistent(self) -> bool:
        """Whether at least one world is left."""
        if self._counting is not None and "_possible" not in vars(self):
            return self._counting.has_worlds()
        return all(self._possible)

    @cached_property
    def possible(self) -> dict[Unknown, tuple[Value, ...]]:
        """The values that each unknown has in at least one world."""
        found = self.problem.values_by_unknown(self._possible)
        return ByName(found, "there is no unknown")

    @property
    def certain(self) -> dict[Unknown, Value]:
        """The unknowns that have the same value in every world, with that value."""
        found = {
            unknown: self.problem.called(unknown, self.problem.values[mask.bit_length() - 1])
            for unknown, mask in zip(self.problem.unknowns, self._possible, strict=True)
            if mask and not mask & (mask - 1)
        }
        return ByName(found, "it is not certain what is")

    @property
    def possible_masks(self) -> tuple[int, ...]:
        """The possible values as bits, by position of the unknown."""
        return self._possible

    @cached_property
    def probabilities(self) -> Probabilities:
        """The exact probability of every value of every unknown.

        Raises:
            ContradictionError: If no world is left.
            OutOfReachError: If the worlds cannot be counted.
        """
        cells = self._engine.cells()
        if not cells.total:
            raise _contradiction()
        return Probabilities(self.problem, cells)

    def probability(self, unknown: Unknown, value: Value) -> Fraction:
        """Return how likely it is that an unknown has a value.

        Raises:
            ProblemError: If there is no such unknown or value.
            ContradictionError: If no world is left.
            OutOfReachError: If the worlds cannot be counted.
        """
        self.problem.check_value(unknown, value)
        return self.probabilities[unknown].get(value, Fraction(0))

    def probability_of(self, statement: Statement) -> Fraction:
        """Return how likely a statement is.

        Examples:
            >>> from deduce import Belief, Log, Problem, fact
            >>> belief = Belief(Log(Problem.one_to_one("ABC", ["rook", "king", "crab"])))
            >>> belief.probability_of(fact("A", "rook") | fact("B", "king"))
            Fraction(1, 2)

        Raises:
            ProblemError: If it names something that is not in the problem.
            ContradictionError: If no world is left.
            OutOfReachError: If the worlds cannot be counted.
        """
        self.problem.check(statement)
        if statement.carries_weight:
            message = (
                f"{quoted(str(statement), SHOWN)} says how likely worlds are, and so is not likely itself; "
                "ask for its .support"
            )
            raise ProblemError(message)
        total = self.probabilities.total
        if len(statement.scope) == 1:
            (unknown,) = statement.scope
            place = self.problem.places[unknown]
            mask = self.problem.allowed(statement)
            return Fraction(self.probabilities.weight(place, mask), total)
        return Fraction(self.given(statement).weight, total)

    @property
    def weight(self) -> int:
        """The weight of all worlds together, as a whole number; 0 if no world is left.

        Only its proportion to that of a belief with more `given` means anything.

        Raises:
            OutOfReachError: If the worlds cannot be counted.
        """
        return self._cells_total

    @cached_property
    def _cells_total(self) -> int:
        return self._engine.cells().total

    def given(self, *statements: Statement) -> Belief:
        """Return what would follow if some statements were true as well.

        Raises:
            ProblemError: If one names something that is not in the problem.
        """
        log = self.log
        for statement in statements:
            self.problem.check(statement)
            log = log.append(statement)
        return Belief(
            log,
            self._asked,
            most_nodes=self._most_nodes,
            most_seconds=self._most_seconds,
            allowance=self._allowance,
        )

    def can_be(self, limits: Mapping[int, int]) -> bool:
        """Tell whether there is a world in which some unknowns have only certain values.

        Args:
            limits: The values, as bits, by position of the unknown.
        """
        masks = list(self._situation.masks)
        for place, mask in limits.items():
            masks[place] &= mask
        if self._situation.is_one_to_one:
            return match(masks) is not None
        limited = [
            Among(self.problem.unknowns[place], frozenset(self.problem.values_of(masks[place])))
            for place in limits
        ]
        return self.given(*limited).is_consistent

    @property
    def bits(self) -> float:
        """The entropy in bits: how much there is still to learn. The logarithm of the count if unweighted.

        Raises:
            ContradictionError: If no world is left.
            OutOfReachError: If the worlds cannot be counted.
        """
        total = self.probabilities.total
        shown = self._engine.entropy()
        if shown is not None:
            return shown
        entropy = math.log2(total)
        for place, row in enumerate(self.probabilities.numerators):
            weights = self._situation.weights[place]
            if weights is not None:
                spread = sum(
                    Fraction(part, total) * Fraction(math.log2(weight))
                    for part, weight in zip(row, weights, strict=True)
                    if part
                )
                entropy -= float(spread)
        return max(entropy - math.fsum(self.log_weights), 0.0)

    @cached_property
    def log_weights(self) -> list[float]:
        """For each statement on several unknowns: the logarithm of how heavy it makes a world, on average."""
        return self._engine.log_weights()

    def worlds(self) -> Iterator[World]:
        """Iterate over all worlds, in an order that is always the same for the log and the engine."""
        found = (World(self.problem, picks) for picks in self._engine.worlds())
        return found if self._situation.shown is None else _once(found)

    def ways(self, unknowns: Iterable[Unknown]) -> Ways:
        """Return the ways in which some unknowns can be, whatever the others are, each with its weight.

        Raises:
            ProblemError: If there is no such unknown.
            OutOfReachError: If there are too many worlds to list, and the ways cannot be counted either.
        """
        names = self._names(unknowns)
        if self._may_list:
            return ways_of_worlds(self._situation, self._engine.worlds(), names)
        over = self._engine_over(names)
        if over.count() > MOST_LISTED:
            message = f"out of reach: there are {over.count():,} ways, more than are listed ({MOST_LISTED:,})"
            raise OutOfReachError(message)
        return weighed_ways(self._situation, over.heaviest(), names)

    def _names(self, unknowns: Iterable[Unknown]) -> tuple[Unknown, ...]:
        names = tuple(dict.fromkeys(listed(unknowns, "unknowns")))
        for name in names:
            self.problem.check_unknown(name)
        return names

    @property
    def _may_list(self) -> bool:
        """Whether all worlds can be listed, with everything that is in them."""
        return self._situation.shown is None and self.is_counted and self.count <= MOST_LISTED

    def _engine_over(self, names: tuple[Unknown, ...]) -> Engine:
        """Return the engine that counts in how many ways some unknowns can be."""
        situation = replace(self._situation, shown=frozenset(names))
        if self._asked == "auto":
            from deduce.belief.counting import Counting

            return Counting(situation, self._means).engine
        from deduce.belief.diagram import DiagramEngine

        return DiagramEngine(situation, self._most_nodes, self._most_seconds, self._allowance)

    def world(self, rank: int) -> World:
        """Return the world at a rank in the order of `worlds`, without going through the others.

        Raises:
            IndexError: If there are not so many worlds.
            OutOfReachError: If the worlds cannot be counted.
        """
        if not 0 <= as_whole(rank, "the rank of a world") < self.count:
            message = f"there is no world {rank}; there are {self.count}, counted from 0"
            raise IndexError(message)
        return World(self.problem, self._engine.ranked([rank], weighted=False)[0])

    def sample(self, count: int, seed: int | str | None = None) -> list[World]:
        """Draw worlds independently, each exactly as likely as it is.

        Args:
            count: How many.
            seed: The same whole number or text always gives the same worlds; None gives different ones.

        Raises:
            ContradictionError: If no world is left.
            OutOfReachError: If the worlds cannot be counted.
        """
        if as_whole(count, "the number of worlds") < 0:
            message = f"a sample of {count} worlds is not possible"
            raise ValueError(message)
        if seed is not None and not isinstance(seed, str):
            as_whole(seed, "a seed that is no text")
        total = self._sample_total
        draw = random.Random(seed).getrandbits  # noqa: S311 - worlds, not secrets
        size = total.bit_length()
        ranks: list[int] = []
        while len(ranks) < count:
            ranks += [rank for _ in range(count - len(ranks)) if (rank := draw(size)) < total]
        problem = self.problem
        picks = self._engine.ranked(ranks, weighted=True)
        return [World(problem, picked) for picked in picks]

    @cached_property
    def _sample_total(self) -> int:
        is_weighted = self._situation.is_weighted or self._situation.shown is not None
        total = self.weight if is_weighted else self.count
        if not total:
            raise _contradiction()
        return total

    def most_probable(
        self, count: int = 1, *, progress: Progress[tuple[World, Fraction]] | None = None
    ) -> list[tuple[World, Fraction]]:
        """Return the most probable worlds with their probabilities, the most probable first.

        Args:
            count: How many.
            progress: Is told after each world what was found so far.

        Raises:
            ContradictionError: If no world is left.
            OutOfReachError: If the worlds cannot be counted.
        """
        if as_whole(count, "the number of worlds") < 0:
            message = f"{count} worlds cannot be found"
            raise ValueError(message)
        total = self._sample_total
        found: list[tuple[World, Fraction]] = []
        for picks, weight in islice(self._engine.heaviest(), count):
            found.append((World(self.problem, picks), Fraction(weight, total)))
            if progress is not None:
                progress(SoFar(len(found) / count, found.copy))
        return found

    def __repr__(self) -> str:
        return f"Belief({self.problem!r}, {self.log!r})"


def _once(worlds: Iterable[World]) -> Iterator[World]:
    """Iterate over worlds, each once, also where they come with what is hidden."""
    seen: set[tuple[Value, ...]] = set()
    for world in worlds:
        values = tuple(world.values())
        if values not in seen:
            seen.add(values)
            yield world


def _contradiction() -> ContradictionError:
    return ContradictionError("no world is left: the entries contradict each other; see conflicts(log)")
