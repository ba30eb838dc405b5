"""Satisfiability with OR-Tools CP-SAT: the engine where counting is out of reach, and a solver for proofs.

One worker always: with more, CP-SAT has been seen to call an enumeration complete that was not, and its cores
are only minimised with one.
"""

from __future__ import annotations

import itertools
import math
import threading
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, ClassVar

from deduce.belief.costs import tries
from deduce.belief.cpsat_numbers import Numbers
from deduce.belief.cpsat_regions import demand_connected, literal_connected
from deduce.belief.cpsat_runs import literal_of_runs
from deduce.belief.cpsat_tables import demand_row, literal_of_table
from deduce.belief.engine import Cells, Engine, Picks
from deduce.belief.nearby import Walk
from deduce.belief.patience import Allowance, Deadline
from deduce.errors import OutOfReachError
from deduce.problem.chances import Drawn
from deduce.problem.comparison import Comparison
from deduce.problem.formulas import Parity, Same
from deduce.problem.regions import Connected
from deduce.problem.runs import Runs
from deduce.problem.statements import (
    AllDifferent,
    Among,
    Constant,
    Count,
    Predicate,
    Statement,
    Table,
    all_of,
    any_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ortools.sat.python.cp_model import CpModel, CpSolver, CpSolverStatus
    from ortools.sat.python.cp_model_helper import Literal

    from deduce.belief.situation import Situation
    from deduce.problem.statements import Domains, Unknown

__all__ = ["CpSatEngine", "Encoding", "has_ortools", "solve", "solved"]


MOST_TERMS = 500_000
"""How large a model may be: how many literals its sums and clauses have together, each some 500 bytes."""
TRIES_A_TERM = 20
"""How many combinations of values that are tried for a table count as much as a literal."""
STEPS_A_SECOND = 500_000
"""How many steps of an allowance one of CP-SAT's deterministic seconds takes."""
MOST_STEPS = 50_000_000
"""How many steps it may take to find what is possible, if no time is named: some two minutes."""
LEAST_SECONDS = 5.0
"""How long looking for what is possible may take at least, however little time there was for counting."""
QUICK, THOROUGH = 1, 2
"""How much of a model is linear relaxation: with all of it (2), sums that contradict each other are seen at
once and not after millions of trials; where nothing is added up, the search is several times quicker with
less. Both are tried in turns."""
FIRST_TRIES = {QUICK: 1.5, THOROUGH: 0.6}
"""How many of CP-SAT's deterministic seconds the first try with each has; each further one twice as many."""
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
        columns: The numbers that tables know unknowns by, as far as there are any.
        next_try: How many deterministic seconds the next try has, with less and with all linear relaxation.
        next_level: Which of them is the next.
        terms: How large the model is: how many literals its sums and clauses have together.
    """

    def __init__(self, situation: Situation, deadline: Deadline | None = None) -> None:
        self.situation = situation
        self.deadline: Deadline = deadline or Deadline()
        self.terms: int = 0
        self.take(2 * sum(mask.bit_count() for mask in situation.masks))
        from ortools.sat.python import cp_model

        self._sum = cp_model.LinearExpr.sum
        self.model: CpModel = cp_model.CpModel()
        problem = situation.problem
        self.domains: Domains = problem.domains_of(situation.masks)
        self._names = {unknown: place for place, unknown in enumerate(problem.unknowns)}
        # An unknown without a value allows no world, and nothing can be said of it.
        self._is_hopeless = not all(situation.masks)
        self._always = self.model.new_constant(1)
        self._never = self.model.new_constant(0)
        self.literals: list[dict[int, Literal]] = [
            self._new_row([value for value in range(mask.bit_length()) if mask >> value & 1])
            for mask in situation.masks
        ]
        self._known: dict[Statement, Literal] = {}
        self._numbers = Numbers(self)
        self.columns: dict[Unknown, Literal] = {}
        self.next_try: dict[int, float] = dict(FIRST_TRIES)
        self.next_level: int = QUICK
        for statement in situation.joint:
            self.require(statement)

    def take(self, terms: int) -> None:
        """Note by how much the model becomes larger.

        Raises:
            OutOfReachError: If that is too much, or takes too long.
        """
        self.terms += terms
        if self.terms > MOST_TERMS:
            message = (
                "out of reach: what is possible would take a model of CP-SAT with more than "
                f"{MOST_TERMS:,} literals"
            )
            raise OutOfReachError(message)
        self.deadline.check("making a model for CP-SAT")

    def require(self, statement: Statement) -> None:
        """Add a statement that must hold."""
        self._demand(statement, None)

    def guard(self, statement: Statement) -> Literal:
        """Return a new literal that, when true, makes a statement hold."""
        switch = self.model.new_bool_var("")
        self._demand(statement, switch)
        return switch

    def _demand(self, statement: Statement, switch: Literal | None) -> None:
        """Make a statement hold, always or where a switch is on.

        Counts become sums at once: as literals of their own they would hide the arithmetic from the solver.
        """
        if self._is_hopeless:
            return
        # How heavy a world is does not matter here, only whether it is one.
        plain = self._written_out(statement.support)
        if isinstance(plain, Count) and plain.low == len(plain.parts):
            for part in plain.parts:
                self._demand(part, switch)
        elif isinstance(plain, Table):
            demand_row(self, plain, switch)
        elif isinstance(plain, Comparison):
            self._numbers.demand(plain, switch)
        elif isinstance(plain, Connected):
            demand_connected(self, plain, switch)
        else:
            for literals, low, high in self._sums(plain):
                self.bound(literals, low, high, switch)

    def _written_out(self, statement: Statement) -> Statement:
        """Return a statement with its predicates as tables, if there is room for them."""
        combinations = tries(statement, self.domains)
        if combinations:
            self.take(combinations // TRIES_A_TERM)
        return statement.tabulated(self.domains)

    def _sums(self, statement: Statement) -> Iterator[tuple[Sequence[Literal], int, int]]:
        """Iterate over literals of which so many (least, most) must be true where a statement is demanded."""
        if isinstance(statement, Count):
            yield [self.literal(part) for part in statement.parts], statement.low, statement.high
        elif isinstance(statement, AllDifferent):
            for literals in self._contested(statement):
                yield literals, 0, 1
            for unknown in statement.unknowns if statement.taken else ():
                yield [self.literal(Among(unknown, statement.taken, inside=False))], 1, 1
        elif isinstance(statement, Same):
            yield from self._equal(statement)
        elif isinstance(statement, Drawn):
            for literals, copies in self._drawn(statement):
                yield literals, 0, copies
        elif isinstance(statement, Among):
            # One of several values: a clause, and no literal for all of them together.
            yield self._among(statement), 1, len(self.situation.problem.values)
        else:
            yield [self.literal(statement)], 1, 1

    def _equal(self, statement: Same) -> Iterator[tuple[Sequence[Literal], int, int]]:
        """Iterate over what makes unknowns equal: who has a value, and its neighbour none but that."""
        pairs = zip(statement.unknowns, [*statement.unknowns[1:], statement.unknowns[0]], strict=True)
        for first, second in pairs:
            other = self.row_of(second)
            for value, literal in self.row_of(first).items():
                yield [literal.negated(), other.get(value, self._never)], 1, 2

    def row_of(self, unknown: Unknown) -> dict[int, Literal]:
        """Return the literal of each value of an unknown, by position."""
        return self.literals[self._names[unknown]]

    def _new_row(self, values: Sequence[int]) -> dict[int, Literal]:
        """Return a literal for each value of an unknown, of which exactly one is true."""
        model = self.model
        if len(values) == 1:
            return {values[0]: self._always}
        if len(values) == 2:
            first = model.new_bool_var("")
            return {values[0]: first, values[1]: first.negated()}
        row: dict[int, Literal] = {value: model.new_bool_var("") for value in values}
        model.add_exactly_one(row.values())
        return row

    def bound(self, literals: Sequence[Literal], low: int, high: int, switch: Literal | None = None) -> None:
        """Demand that so many of some literals are true, as the simplest constraint that says it."""
        size = len(literals)
        if low <= 0 and high >= size:
            return
        self.take(size)
        model = self.model
        if low > min(high, size):
            constraint = model.add_bool_or([])
        elif low == size:
            constraint = model.add_bool_and(literals)
        elif high <= 0:
            constraint = model.add_bool_and([literal.negated() for literal in literals])
        elif low == 1 and high >= size:
            constraint = model.add_bool_or(literals)
        elif low <= 0 and high == size - 1:
            constraint = model.add_bool_or([literal.negated() for literal in literals])
        elif low == high == 1 and switch is None:
            constraint = model.add_exactly_one(literals)
        elif low <= 0 and high == 1 and switch is None:
            constraint = model.add_at_most_one(literals)
        else:
            constraint = model.add_linear_constraint(self._sum(literals), low, min(high, size))
        if switch is not None:
            constraint.only_enforce_if(switch)

    def literal(self, statement: Statement) -> Literal:
        """Return a literal that is true exactly where a statement is."""
        known = self._known.get(statement)
        if known is None:
            known = self._known[statement] = self._new_literal(statement)
        return known

    def literal_of(self, *, truth: bool) -> Literal:
        """Return the literal that is always true, or never."""
        return self._always if truth else self._never

    def picks(self, value_of: Iterable[Iterable[bool]]) -> Picks:
        """Return a world from the truth of the literals, in their order."""
        return tuple(
            next(value for value, true in zip(row, truths, strict=True) if true)
            for row, truths in zip(self.literals, value_of, strict=True)
        )

    def _new_literal(self, statement: Statement) -> Literal:
        if isinstance(statement, Constant):
            return self._always if statement.truth else self._never
        if isinstance(statement, Among):
            return self._where(self._among(statement), 1)
        if isinstance(statement, AllDifferent | Drawn):
            parts = self._parts(statement)
            return self._sum_between(parts, len(parts), len(parts))
        if isinstance(statement, Predicate):
            return self.literal(statement.tabulated(self.domains))
        if isinstance(statement, Table):
            return literal_of_table(self, statement)
        return self._joint_literal(statement)

    def _joint_literal(self, statement: Statement) -> Literal:
        if isinstance(statement, Count):
            literals = [self.literal(part) for part in statement.parts]
            return self._sum_between(literals, statement.low, statement.high)
        if isinstance(statement, Parity):
            return self._odd_literal([self.literal(part) for part in statement.parts], odd=statement.odd)
        if isinstance(statement, Same):
            return self.literal(any_of(*self._shared(statement)))
        if isinstance(statement, Comparison):
            return self._numbers.literal(statement)
        if isinstance(statement, Runs):
            return literal_of_runs(self, statement)
        if isinstance(statement, Connected):
            return literal_connected(self, statement)
        message = f"there is no CP-SAT encoding for {type(statement).__name__}"
        raise TypeError(message)

    def _odd_literal(self, literals: Sequence[Literal], *, odd: bool) -> Literal:
        """Return a literal that is true exactly where an odd number of literals is, or an even number."""
        self.take(2 * len(literals) + 2)
        literal = self.model.new_bool_var("")
        # Of all of them together with this one, or with its opposite, an odd number is true.
        self.model.add_bool_xor([*literals, literal.negated() if odd else literal])
        return literal

    def _shared(self, statement: Same) -> Iterator[Statement]:
        """Iterate over the values that all the unknowns can have, each as the statement that they have it."""
        common = frozenset.intersection(*(self.domains[unknown] for unknown in statement.unknowns))
        for value in sorted(common, key=str):
            yield all_of(*(Among(unknown, frozenset((value,))) for unknown in statement.unknowns))

    def _parts(self, statement: AllDifferent | Drawn) -> list[Literal]:
        """Return literals that are all true exactly where a statement is."""
        if isinstance(statement, Drawn):
            return [self._sum_between(literals, 0, copies) for literals, copies in self._drawn(statement)]
        barred = [
            self.literal(Among(unknown, statement.taken, inside=False))
            for unknown in statement.unknowns
            if statement.taken
        ]
        return [self._sum_between(literals, 0, 1) for literals in self._contested(statement)] + barred

    def _among(self, statement: Among) -> list[Literal]:
        """Return the literals of the values that an unknown may have."""
        bits = self.situation.problem.bits
        named = {bits[value].bit_length() - 1 for value in statement.values}
        row = self.row_of(statement.unknown)
        return [literal for value, literal in row.items() if (value in named) == statement.inside]

    def true_only_where(self, literals: Sequence[Literal]) -> Literal:
        """Return a literal that is only true where all of some others are."""
        self.take(1 + len(literals))
        literal = self.model.new_bool_var("")
        self.model.add_bool_and(literals).only_enforce_if(literal)
        return literal

    def _sum_between(self, literals: Sequence[Literal], low: int, high: int) -> Literal:
        """Return a literal that is true exactly where so many of the literals are."""
        enough = self._where(literals, low)
        if high >= len(literals):
            return enough
        within = self._where(literals, high + 1).negated()
        return within if low <= 0 else self._where([enough, within], 2)

    def _where(self, literals: Sequence[Literal], low: int) -> Literal:
        """Return a literal that is true exactly where at least so many of the literals are."""
        size = len(literals)
        if low <= 0 or low > size:
            return self._always if low <= 0 else self._never
        if size == 1:
            return literals[0]
        self.take(2 * size + 3)
        enough = self.model.new_bool_var("")
        self.bound(literals, low, size, enough)
        self.bound(literals, 0, low - 1, enough.negated())
        return enough

    def _value_literals(self, statement: AllDifferent | Drawn) -> dict[int, list[Literal]]:
        shared: dict[int, list[Literal]] = {}
        for unknown in statement.unknowns:
            for value, literal in self.literals[self._names[unknown]].items():
                shared.setdefault(value, []).append(literal)
        return shared

    def _contested(self, statement: AllDifferent) -> list[list[Literal]]:
        """Return the values that several unknowns could have."""
        return [literals for literals in self._value_literals(statement).values() if len(literals) > 1]

    def _drawn(self, statement: Drawn) -> Iterator[tuple[list[Literal], int]]:
        """Iterate over the values that may not be drawn as often as they could be, with their copies."""
        names = self.situation.problem.values
        for value, literals in self._value_literals(statement).items():
            copies = statement.supply.get(names[value], 0)
            if len(literals) > copies:
                yield literals, copies


def has_ortools() -> bool:
    """Tell whether OR-Tools is there to be used."""
    return find_spec("ortools") is not None


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

    status, solver = cp_model.UNKNOWN, cp_model.CpSolver()
    allowance = allowance or Allowance()
    if effort is not None:
        status, solver = _tried(encoding, effort, THOROUGH, allowance)
        if status == cp_model.UNKNOWN:
            encoding.model.clear_objective()  # type: ignore[no-untyped-call]  # OR-Tools left it untyped
    while status == cp_model.UNKNOWN:
        if not encoding.deadline.left:
            raise encoding.deadline.over("looking for what is possible with CP-SAT")
        level = encoding.next_level
        status, solver = _tried(encoding, encoding.next_try[level], level, allowance)
        if status == cp_model.UNKNOWN:
            # What did not do is not tried again; whatever does is what the next question begins with.
            encoding.next_try[level] *= 2
            encoding.next_level = min(encoding.next_try, key=encoding.next_try.__getitem__)
    if status == cp_model.INFEASIBLE:
        return None
    if status not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        message = f"out of reach: CP-SAT stopped with status {solver.status_name(status)}"
        raise OutOfReachError(message)
    truths = ((bool(solver.value(literal)) for literal in row.values()) for row in encoding.literals)
    return encoding.picks(truths)


def _tried(
    encoding: Encoding, seconds: float, level: int, allowance: Allowance
) -> tuple[CpSolverStatus, CpSolver]:
    """Try to solve a model.

    Args:
        encoding: The model.
        seconds: How long, in CP-SAT's deterministic seconds.
        level: How much of the model is linear relaxation.
        allowance: How many steps that may take; it is charged for them.

    Raises:
        OutOfReachError: If it took more than the allowance.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = level
    left = max(allowance.left / STEPS_A_SECOND, LEAST_EFFORT)
    solver.parameters.max_deterministic_time = min(seconds, left)
    if math.isfinite(encoding.deadline.left):
        solver.parameters.max_time_in_seconds = encoding.deadline.left
    status = solved(solver, encoding.model)
    steps = solver.response_proto.deterministic_time * STEPS_A_SECOND
    if status == cp_model.UNKNOWN and seconds >= left:
        # It stopped since that was all.
        steps = allowance.left + 1
    allowance.spend(steps, "looking for a solution")
    return status, solver


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
    """Finds what is possible and certain without counting.

    Attributes:
        reason: Why nothing is counted.
        worlds_asked: How many worlds CP-SAT has found until now.
    """

    name: ClassVar[str] = "cp-sat"

    def __init__(self, situation: Situation, reason: str = "", most_seconds: float | None = None) -> None:
        super().__init__(situation)
        self._most_seconds = most_seconds
        self.reason: str = reason or "the engine cp-sat does not count worlds"
        self._encoding: Encoding | None = None
        self._seen = [0] * len(situation.masks)
        self._is_settled = situation.shortage()
        self.worlds_asked: int = 0
        self._given_up: OutOfReachError | None = None

    @cached_property
    def _walk(self) -> Walk:
        return Walk(self.situation)

    def take_over(self, possible: Sequence[int]) -> None:
        """Take over what is possible from whoever has found it.

        Args:
            possible: For each unknown, the values that it has in at least one world, as bits.
        """
        self._seen = list(possible)
        self._is_settled = True

    def possible(self) -> tuple[int, ...]:
        if self._given_up is not None:
            raise self._given_up
        try:
            self.settle(Allowance(MOST_STEPS))
        except OutOfReachError as error:
            self._given_up = _unsettled(error, self._seen)
            raise self._given_up from None
        return tuple(self._seen)

    def settle(self, allowance: Allowance, most_questions: int | None = None) -> bool:
        """Look for worlds until it is settled what is possible, and tell whether it is.

        What was found is kept, so that it can go on from there.

        Args:
            allowance: What it may spend.
            most_questions: For how many worlds CP-SAT may be asked this time; None for as many as it takes.

        Raises:
            OutOfReachError: If it is given up.
        """
        for number in itertools.count():
            if self._is_settled or number == most_questions:
                break
            self._look(allowance)
        return self._is_settled

    def _look(self, allowance: Allowance) -> None:
        """Ask for a world that shows a pair not yet seen."""
        if self._encoding is None:
            seconds = None if self._most_seconds is None else max(self._most_seconds, LEAST_SECONDS)
            self._encoding = Encoding(self.situation, Deadline(seconds))
        encoding = self._encoding
        # Before it searches, CP-SAT goes through the whole model.
        allowance.spend(encoding.terms, "looking for what is possible with CP-SAT")
        picks = solve(encoding, allowance=allowance)
        if picks is None:
            self._is_settled = True
            return
        self.worlds_asked += 1
        for place, value in enumerate(picks):
            self._seen[place] |= 1 << value
        # One world may well be all there is.
        if self.worlds_asked > 1:
            self._walk.go(picks, self._seen)
        unseen = [
            literal
            for row, mask in zip(encoding.literals, self._seen, strict=True)
            for value, literal in row.items()
            if not mask >> value & 1
        ]
        # Each of these clauses says more than the one before, so none has to be taken back.
        encoding.model.add_bool_or(unseen)
        self._is_settled = not unseen

    def count(self) -> int:
        if not all(self.possible()):
            return 0
        raise OutOfReachError(self.reason)

    def cells(self) -> Cells:
        if not all(self.possible()):
            width = len(self.situation.problem.values)
            return Cells(0, [[0] * width for _ in self.situation.masks])
        raise OutOfReachError(self.reason)

    def worlds(self) -> Iterator[Picks]:
        return self.worlds_within(Allowance()) if all(self.possible()) else iter(())

    def worlds_within(self, allowance: Allowance) -> Iterator[Picks]:
        """Iterate over all worlds, each once without what is hidden in it.

        Args:
            allowance: What it may spend.

        Raises:
            OutOfReachError: If that was not enough.
        """
        if self.situation.shortage():
            return
        encoding = Encoding(self.situation)
        shown = [place for place in range(len(encoding.literals)) if self.situation.is_shown(place)]
        while (picks := solve(encoding, allowance=allowance)) is not None:
            world = [-1] * len(picks)
            for place in shown:
                world[place] = picks[place]
            yield tuple(world)
            allowance.spend(encoding.terms, "listing worlds with CP-SAT")
            encoding.model.add_bool_or([encoding.literals[place][picks[place]].negated() for place in shown])

    def ranked(self, ranks: Sequence[int], *, weighted: bool) -> list[Picks]:
        raise OutOfReachError(self.reason)

    def heaviest(self) -> Iterator[tuple[Picks, int]]:
        raise OutOfReachError(self.reason)


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
