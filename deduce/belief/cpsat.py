"""Satisfiability with OR-Tools CP-SAT: the engine where counting is out of reach, and a solver for proofs.

One worker always: with more, CP-SAT has been seen to call an enumeration complete that was not, and its cores
are only minimised with one.
"""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, ClassVar

from deduce.belief.engine import Cells, Engine, Picks
from deduce.belief.patience import Deadline
from deduce.errors import OutOfReachError
from deduce.problem.chances import Drawn
from deduce.problem.statements import (
    AllDifferent,
    Among,
    Constant,
    Count,
    Predicate,
    Statement,
    Table,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ortools.sat.python.cp_model import CpModel, CpSolver, CpSolverStatus, IntVar

    from deduce.belief.patience import Allowance
    from deduce.belief.situation import Situation

__all__ = ["CpSatEngine", "Encoding", "solve", "solved"]


MOST_TERMS = 500_000
"""How large a model may be: how many literals its sums and clauses have together, each some 500 bytes."""
STEPS_A_SECOND = 500_000
"""How many steps of an allowance one of CP-SAT's deterministic seconds takes."""
LEAST_SECONDS = 5.0
"""How long looking for what is possible may take at least, however little time there was for counting."""
LEAST_EFFORT = 0.001
"""How many of these are always left to settle something."""


class Encoding:
    """A situation as a CP-SAT model: one literal for every pair of an unknown and a possible value.

    Args:
        situation: The situation.
        deadline: When the model must be made.

    Raises:
        OutOfReachError: If the model would be too large, or takes too long to make.

    Attributes:
        model: The model.
        literals: For each unknown, the literal of each value by position.
        deadline: When the model must be made, and solved.
    """

    def __init__(self, situation: Situation, deadline: Deadline | None = None) -> None:
        self.situation = situation
        self.deadline: Deadline = deadline or Deadline()
        self._terms = 0
        self.take(2 * sum(mask.bit_count() for mask in situation.masks))
        from ortools.sat.python import cp_model

        self.model: CpModel = cp_model.CpModel()
        problem = situation.problem
        self._domains = problem.domains_of(situation.masks)
        self._names = {unknown: place for place, unknown in enumerate(problem.unknowns)}
        self.literals: list[dict[int, IntVar]] = []
        for place, mask in enumerate(situation.masks):
            row = {
                value: self.model.new_bool_var(f"{place}={value}")
                for value in range(len(problem.values))
                if mask >> value & 1
            }
            self.model.add_exactly_one(row.values())
            self.literals.append(row)
        self._always = self.model.new_constant(1)
        self._never = self.model.new_constant(0)
        self._known: dict[Statement, IntVar] = {}
        for statement in situation.joint:
            self.require(statement)

    def take(self, terms: int) -> None:
        """Note by how much the model becomes larger.

        Raises:
            OutOfReachError: If that is too much, or takes too long.
        """
        self._terms += terms
        if self._terms > MOST_TERMS:
            message = (
                "out of reach: what is possible would take a model of CP-SAT with more than "
                f"{MOST_TERMS:,} literals"
            )
            raise OutOfReachError(message)
        self.deadline.check("making a model for CP-SAT")

    def require(self, statement: Statement) -> None:
        """Add a statement that must hold."""
        self._demand(statement, None)

    def guard(self, statement: Statement) -> IntVar:
        """Return a new literal that, when true, makes a statement hold."""
        switch = self.model.new_bool_var("")
        self._demand(statement, switch)
        return switch

    def _demand(self, statement: Statement, switch: IntVar | None) -> None:
        """Make a statement hold, always or where a switch is on.

        Counts become sums at once: as literals of their own they would hide the arithmetic from the solver.
        """
        # How heavy a world is does not matter here, only whether it is one.
        plain = statement.support.tabulated(self._domains)
        if isinstance(plain, Count) and plain.low == len(plain.parts):
            for part in plain.parts:
                self._demand(part, switch)
            return
        for literals, low, high in self._sums(plain):
            self._bound(literals, low, high, switch)

    def _sums(self, statement: Statement) -> Iterator[tuple[list[IntVar], int, int]]:
        """Iterate over literals of which so many (least, most) must be true where a statement is demanded."""
        if isinstance(statement, Count):
            yield [self.literal(part) for part in statement.parts], statement.low, statement.high
        elif isinstance(statement, AllDifferent):
            for literals in self._contested(statement):
                yield literals, 0, 1
            for unknown in statement.unknowns if statement.taken else ():
                yield [self.literal(Among(unknown, statement.taken, inside=False))], 1, 1
        elif isinstance(statement, Drawn):
            for literals, copies in self._drawn(statement):
                yield literals, 0, copies
        elif isinstance(statement, Table):
            # A row need only be true where its values are: one of them is demanded.
            yield [self._never, *map(self._row, self._rows(statement))], 1, 1
        else:
            yield [self.literal(statement)], 1, 1

    def _bound(self, literals: Sequence[IntVar], low: int, high: int, switch: IntVar | None) -> None:
        self.take(2 * len(literals))
        total = sum(literals)
        for constraint in (self.model.add(total >= low), self.model.add(total <= high)):
            if switch is not None:
                constraint.only_enforce_if(switch)

    def literal(self, statement: Statement) -> IntVar:
        """Return a literal that is true exactly where a statement is."""
        known = self._known.get(statement)
        if known is None:
            known = self._known[statement] = self._new_literal(statement)
        return known

    def picks(self, value_of: Iterable[Iterable[bool]]) -> Picks:
        """Return a world from the truth of the literals, in their order."""
        return tuple(
            next(value for value, true in zip(row, truths, strict=True) if true)
            for row, truths in zip(self.literals, value_of, strict=True)
        )

    def _new_literal(self, statement: Statement) -> IntVar:
        if isinstance(statement, Constant):
            return self._always if statement.truth else self._never
        if isinstance(statement, Among):
            row = self.literals[self._names[statement.unknown]]
            bits = self.situation.problem.bits
            named = {bits[value].bit_length() - 1 for value in statement.values}
            chosen = [lit for value, lit in row.items() if (value in named) == statement.inside]
            return chosen[0] if len(chosen) == 1 else self._sum_between(chosen, 1, 1)
        if isinstance(statement, AllDifferent | Drawn):
            parts = self._parts(statement)
            return self._sum_between(parts, len(parts), len(parts))
        if isinstance(statement, Count):
            literals = [self.literal(part) for part in statement.parts]
            return self._sum_between(literals, statement.low, statement.high)
        if isinstance(statement, Predicate):
            return self.literal(statement.tabulated(self._domains))
        if isinstance(statement, Table):
            return self._row_literal(statement)
        message = f"there is no CP-SAT encoding for {type(statement).__name__}"
        raise TypeError(message)

    def _parts(self, statement: AllDifferent | Drawn) -> list[IntVar]:
        """Return literals that are all true exactly where a statement is."""
        if isinstance(statement, Drawn):
            return [self._sum_between(literals, 0, copies) for literals, copies in self._drawn(statement)]
        barred = [
            self.literal(Among(unknown, statement.taken, inside=False))
            for unknown in statement.unknowns
            if statement.taken
        ]
        return [self._sum_between(literals, 0, 1) for literals in self._contested(statement)] + barred

    def _row_literal(self, statement: Table) -> IntVar:
        choices = [self._sum_between(pairs, len(pairs), len(pairs)) for pairs in self._rows(statement)]
        return self._sum_between(choices, 1, len(choices))

    def _row(self, pairs: Sequence[IntVar]) -> IntVar:
        """Return a literal that is only true where all of some others are."""
        self.take(1 + len(pairs))
        row = self.model.new_bool_var("")
        self.model.add_bool_and(pairs).only_enforce_if(row)
        return row

    def _rows(self, statement: Table) -> Iterator[list[IntVar]]:
        """Iterate over the rows of a table that are possible, each as the literals of its values."""
        bits = self.situation.problem.bits
        rows = [self.literals[self._names[unknown]] for unknown in statement.unknowns]
        # Sorted, so that the model and so the answers are the same in every run.
        for values in sorted(statement.rows, key=str):
            places = [bits[value].bit_length() - 1 for value in values]
            if all(place in row for place, row in zip(places, rows, strict=True)):
                yield [row[place] for place, row in zip(places, rows, strict=True)]

    def _sum_between(self, literals: Sequence[IntVar], low: int, high: int) -> IntVar:
        """Return a literal that is true exactly where so many of the literals are."""
        size = len(literals)
        if low <= 0 and high >= size:
            return self._always
        if low > high or low > size:
            return self._never
        self.take(3 * size + 3)
        total = sum(literals)
        inside = self.model.new_bool_var("")
        self.model.add(total >= low).only_enforce_if(inside)
        self.model.add(total <= high).only_enforce_if(inside)
        outside = []
        if low > 0:
            below = self.model.new_bool_var("")
            self.model.add(total <= low - 1).only_enforce_if(below)
            outside.append(below)
        if high < size:
            above = self.model.new_bool_var("")
            self.model.add(total >= high + 1).only_enforce_if(above)
            outside.append(above)
        self.model.add_bool_or([inside, *outside])
        for literal in outside:
            self.model.add_implication(literal, inside.negated())
        return inside

    def _value_literals(self, statement: AllDifferent | Drawn) -> dict[int, list[IntVar]]:
        shared: dict[int, list[IntVar]] = {}
        for unknown in statement.unknowns:
            for value, literal in self.literals[self._names[unknown]].items():
                shared.setdefault(value, []).append(literal)
        return shared

    def _contested(self, statement: AllDifferent) -> list[list[IntVar]]:
        """Return the values that several unknowns could have."""
        return [literals for literals in self._value_literals(statement).values() if len(literals) > 1]

    def _drawn(self, statement: Drawn) -> Iterator[tuple[list[IntVar], int]]:
        """Iterate over the values that may not be drawn as often as they could be, with their copies."""
        names = self.situation.problem.values
        for value, literals in self._value_literals(statement).items():
            copies = statement.supply.get(names[value], 0)
            if len(literals) > copies:
                yield literals, copies


def solve(
    encoding: Encoding, effort: float | None = None, *, allowance: Allowance | None = None
) -> Picks | None:
    """Solve a model under its assumptions.

    Args:
        encoding: The model.
        effort: For a model with an objective: how long to look for better ones, in CP-SAT's deterministic
            seconds. Whether there is a solution at all is settled nevertheless.
        allowance: How many steps that may take.

    Returns:
        The world that was found, or None if there is none.

    Raises:
        OutOfReachError: If CP-SAT stopped without a result, because of the allowance or of the deadline of
            the model.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    # With all of it as linear relaxation, sums that contradict each other are seen at once and not after
    # millions of trials.
    solver.parameters.linearization_level = 2
    most = math.inf if allowance is None else max(allowance.left / STEPS_A_SECOND, LEAST_EFFORT)
    if math.isfinite(most) or effort is not None:
        solver.parameters.max_deterministic_time = most if effort is None else min(effort, most)
    if math.isfinite(encoding.deadline.left):
        solver.parameters.max_time_in_seconds = encoding.deadline.left
    status = solved(solver, encoding.model)
    if allowance is not None:
        allowance.spend(solver.response_proto.deterministic_time * STEPS_A_SECOND, "looking for a solution")
    if status == cp_model.UNKNOWN and effort is not None:
        encoding.model.clear_objective()  # type: ignore[no-untyped-call]  # OR-Tools left it untyped
        return solve(encoding, allowance=allowance)
    if status == cp_model.UNKNOWN and math.isfinite(encoding.deadline.left):
        raise encoding.deadline.over("looking for what is possible with CP-SAT")
    if status == cp_model.INFEASIBLE:
        return None
    if status not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        message = f"out of reach: CP-SAT stopped with status {solver.status_name(status)}"
        raise OutOfReachError(message)
    truths = ((bool(solver.value(literal)) for literal in row.values()) for row in encoding.literals)
    return encoding.picks(truths)


def solved(solver: CpSolver, model: CpModel) -> CpSolverStatus:
    """Solve a model such that Ctrl-C stops it like everything else.

    CP-SAT would take the signal for itself, and only say that it has no result.
    """
    solver.parameters.catch_sigint_signal = False
    status: list[CpSolverStatus] = []
    # Not by joining the thread: one whose join is interrupted counts as ended in some versions of Python.
    is_over = threading.Event()

    def work() -> None:
        try:
            status.append(solver.solve(model))
        finally:
            is_over.set()

    thread = threading.Thread(target=work, daemon=True)
    try:
        thread.start()
        is_over.wait()
    except BaseException:
        # It may not have begun to search yet when it is told to stop.
        while not is_over.wait(0.05) and thread.ident is not None:
            solver.stop_search()
        raise
    return status[0]


class CpSatEngine(Engine):
    """Finds what is possible and certain without counting."""

    name: ClassVar[str] = "cp-sat"

    def __init__(self, situation: Situation, reason: str = "", most_seconds: float | None = None) -> None:
        super().__init__(situation)
        self._most_seconds = most_seconds
        self._reason = reason or "the engine cp-sat does not count worlds"
        self._possible: tuple[int, ...] | None = None
        self._given_up: OutOfReachError | None = None

    def possible(self) -> tuple[int, ...]:
        if self._given_up is not None:
            raise self._given_up
        if self._possible is None:
            try:
                self._possible = self._search()
            except OutOfReachError as error:
                self._given_up = error
                raise
        return self._possible

    def _search(self) -> tuple[int, ...]:
        """Ask for worlds that show a pair not yet seen, until there are none."""
        seen = [0] * len(self.situation.masks)
        if self.situation.shortage():
            return tuple(seen)
        seconds = None if self._most_seconds is None else max(self._most_seconds, LEAST_SECONDS)
        encoding = Encoding(self.situation, Deadline(seconds))
        while True:
            unseen = [
                literal
                for row, mask in zip(encoding.literals, seen, strict=True)
                for value, literal in row.items()
                if not mask >> value & 1
            ]
            if not unseen:
                return tuple(seen)
            # Each of these clauses says more than the one before, so none has to be taken back.
            encoding.model.add_bool_or(unseen)
            try:
                picks = solve(encoding)
            except OutOfReachError as error:
                raise _unsettled(error, seen) from None
            if picks is None:
                return tuple(seen)
            for place, value in enumerate(picks):
                seen[place] |= 1 << value

    def count(self) -> int:
        if not all(self.possible()):
            return 0
        raise OutOfReachError(self._reason)

    def cells(self) -> Cells:
        if not all(self.possible()):
            width = len(self.situation.problem.values)
            return Cells(0, [[0] * width for _ in self.situation.masks])
        raise OutOfReachError(self._reason)

    def worlds(self) -> Iterator[Picks]:
        if not all(self.possible()):
            return
        encoding = Encoding(self.situation)
        while True:
            picks = solve(encoding)
            if picks is None:
                return
            yield picks
            chosen = [row[value] for row, value in zip(encoding.literals, picks, strict=True)]
            encoding.model.add_bool_or([literal.negated() for literal in chosen])

    def ranked(self, ranks: Sequence[int], *, weighted: bool) -> list[Picks]:
        raise OutOfReachError(self._reason)

    def heaviest(self) -> Iterator[tuple[Picks, int]]:
        raise OutOfReachError(self._reason)


def _unsettled(error: OutOfReachError, seen: Sequence[int]) -> OutOfReachError:
    """Return the error that not all could be settled, with what was: worlds that were found stay worlds."""
    found = sum(mask.bit_count() for mask in seen)
    if not found:
        message = f"{error}; it is not known whether anything is possible"
    else:
        message = (
            f"{error}; a world is left, so nothing contradicts, and {found:,} pairs of an unknown and a "
            "value are possible, but it is not known which others are"
        )
    return OutOfReachError(message)
