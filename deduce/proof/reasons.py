"""Reasons: the rules and joint entries of a log, each with what it alone shows at a glance.

What is known of the unknowns is a list of masks: for each unknown, by position, the values that are left to
it, as bits. A reason looks at the masks of its own unknowns only, so what it shows hangs on nothing else.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from deduce.belief.diagram import DiagramEngine
from deduce.belief.patience import Allowance
from deduce.belief.propagation import narrowed_by
from deduce.belief.search.rows import rule_of_rows
from deduce.belief.situation import Situation
from deduce.errors import OutOfReachError
from deduce.problem.comparison import Comparison
from deduce.problem.problem import Problem
from deduce.problem.runs import Runs
from deduce.problem.statements import NEVER, AllDifferent, Among, Count, Statement, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deduce.belief.search.groups import Rows
    from deduce.evidence.log import Entry, Log
    from deduce.problem.statements import Domains, Unknown, Value

__all__ = ["Different", "Needs", "Reason", "reasons_of"]

Needs: TypeAlias = "list[tuple[int, int]]"
"""Values that must have been ruled out: the position of an unknown, and some values of it as bits."""
MOST_ROWS = 512
"""How many combinations of values are written out at most for one reason."""
MOST_NODES = 20_000
"""How large the diagram of one reason may be before only a part of what it shows is looked for."""


MOST_LISTED = 20_000
"""How many worlds of one reason are listed at most."""
MOST_SEEN = 2_000
"""How many answers a reason keeps. Suppositions that are made again and again meet the same few."""
MOST_SUMS = 2_000_000
"""How far apart the least and the greatest sum may be for all of them to be kept."""


class Reason(ABC):
    """A statement on several unknowns that must hold: a rule, or the joint part of an entry.

    Args:
        problem: Where the names come from.
        statement: What it says.
        entry: The entry that says it, if it is no rule.
        rule: The name of the rule, if it is one.

    Attributes:
        places: The positions of its unknowns.
    """

    def __init__(
        self, problem: Problem, statement: Statement, entry: Entry | None = None, rule: str | None = None
    ) -> None:
        self.problem = problem
        self.statement = statement
        self.entry = entry
        self.rule = rule
        self.places: tuple[int, ...] = tuple(sorted(problem.places[name] for name in statement.scope))
        # What is left to its own unknowns; a rule that is never true may have none.
        self._own: Callable[[Sequence[int]], object] = (
            operator.itemgetter(*self.places) if self.places else lambda _: ()
        )
        self._seen: dict[object, Mapping[int, int] | None] = {}

    def left(self, masks: Sequence[int]) -> Mapping[int, int] | None:
        """Return what it alone leaves to those of its unknowns that it narrows, by their positions.

        Returns:
            The values as bits; None if it cannot be true.
        """
        known, key = self._seen, self._own(masks)
        if key in known:
            return known[key]
        if len(known) >= MOST_SEEN:
            known.clear()
        found = known[key] = self._left(masks)
        return found

    @abstractmethod
    def _left(self, masks: Sequence[int]) -> Mapping[int, int] | None:
        """Work out what `left` returns."""

    def open_places(self, masks: Sequence[int]) -> int:
        """Count its unknowns that are not certain."""
        return sum(1 for place in self.places if masks[place].bit_count() > 1)

    def size(self, masks: Sequence[int]) -> int:
        """Tell how many of its unknowns have to be seen together to see what it shows."""
        return max(self.open_places(masks), 1)

    def needs(self, masks: Sequence[int], place: int = -1, gone: int = -1) -> Needs:
        """Return the values that must have been ruled out for what it shows, or for its being impossible.

        Args:
            masks: What was known before.
            place: Of which unknown it rules something out.
            gone: What it rules out.
        """
        leaves = list(_leaves(self.problem, self.statement))
        named = [leaf for leaf, _ in leaves]
        return [
            (leaf, _telling(masks[leaf], values, alone=named.count(leaf) == 1)) for leaf, values in leaves
        ]


class Different(Reason):
    """Unknowns that all differ: a row of a grid, or everybody's pieces."""

    statement: AllDifferent

    def __init__(
        self, problem: Problem, statement: AllDifferent, entry: Entry | None = None, rule: str | None = None
    ) -> None:
        super().__init__(problem, statement, entry, rule)
        self.members: tuple[int, ...] = tuple(problem.places[name] for name in statement.unknowns)
        self._allowed = ~problem.mask(statement.taken)

    def rows(self, masks: Sequence[int]) -> list[int]:
        """Return what is left to its unknowns, in its own order."""
        allowed = self._allowed
        return [masks[place] & allowed for place in self.members]

    def _left(self, masks: Sequence[int]) -> Mapping[int, int] | None:
        """What is certain is nobody else's; what only one can have is theirs."""
        rows = self.rows(masks)
        certain = once = twice = 0
        for row in rows:
            if not row & (row - 1):
                if not row or row & certain:
                    return None
                certain |= row
            twice |= once & row
            once |= row
        spare = once.bit_count() - len(rows)
        if spare < 0:
            return None
        alone = 0 if spare else once & ~twice & ~certain
        found: dict[int, int] = {}
        for place, row in zip(self.members, rows, strict=True):
            left = row
            if row & (row - 1):
                left &= ~certain
                own = row & alone
                if own & (own - 1):
                    return None
                left &= own or -1
            if left != masks[place]:
                found[place] = left
        return found

    def needs(self, masks: Sequence[int], place: int = -1, gone: int = -1) -> Needs:
        rows = dict(zip(self.members, self.rows(masks), strict=True))
        certain = {row: other for other, row in rows.items() if row.bit_count() == 1 and other != place}
        if place == -1:
            return self._clash_needs(masks)
        struck = 0
        needed: Needs = []
        for bit, other in certain.items():
            if bit & gone:
                struck |= bit
                needed.append((other, ~bit))
        if gone & ~struck & self._allowed:
            kept = rows[place] & ~gone
            needed = [(other, kept) for other in rows if other != place] + self.tightness(masks)
        return needed

    def clash(self, masks: Sequence[int]) -> tuple[tuple[int, ...], int]:
        """Tell why they cannot all differ: two have the same, one would need two values, or some are too few.

        Returns:
            The unknowns with the same, or the one that would need both, by position, with these values; no
            unknowns where some values are too few, with all that are left.
        """
        rows = self.rows(masks)
        seen: dict[int, int] = {}
        once = twice = 0
        for place, row in zip(self.members, rows, strict=True):
            if row.bit_count() == 1 and row in seen:
                return (seen[row], place), row
            seen[row] = place
            twice |= once & row
            once |= row
        if once.bit_count() == len(rows):
            for place, row in zip(self.members, rows, strict=True):
                own = row & once & ~twice
                if own.bit_count() > 1:
                    return (place,), own
        return (), once

    def _clash_needs(self, masks: Sequence[int]) -> Needs:
        """Return what must have been ruled out for the clash to be seen."""
        places, values = self.clash(masks)
        if len(places) > 1:
            return [(place, ~values) for place in places]
        others = [(place, values) for place in self.members if places and place not in places]
        return others + self.tightness(masks)

    def tightness(self, masks: Sequence[int]) -> Needs:
        """Return the values that must have been ruled out for all of its values to be needed."""
        rows = self.rows(masks)
        union = 0
        for row in rows:
            union |= row
        return [(place, ~union) for place in self.members]


class _Tally(Reason):
    """So many of some facts about different unknowns are true."""

    def __init__(
        self, problem: Problem, statement: Count, entry: Entry | None = None, rule: str | None = None
    ) -> None:
        super().__init__(problem, statement, entry, rule)
        self._low, self._high = statement.low, statement.high
        self._parts: list[tuple[int, int]] = []
        for part in statement.parts:
            assert isinstance(part, Among)  # noqa: S101 - only such counts become tallies
            values = problem.mask(part.values)
            self._parts.append((problem.places[part.unknown], values if part.inside else ~values))

    def _left(self, masks: Sequence[int]) -> Mapping[int, int] | None:
        open_parts: list[tuple[int, int]] = []
        true = 0
        for place, values in self._parts:
            mask = masks[place]
            if not mask & ~values:
                true += 1
            elif mask & values:
                open_parts.append((place, values))
        if true > self._high or true + len(open_parts) < self._low:
            return None
        if true == self._high:
            return {place: masks[place] & ~values for place, values in open_parts}
        if true + len(open_parts) == self._low:
            return {place: masks[place] & values for place, values in open_parts}
        return {}

    def size(self, masks: Sequence[int]) -> int:
        """Counting up to the limit is one thing to see."""
        return 1


class _Rows(Reason):
    """The values of a few unknowns are one of some combinations."""

    def __init__(
        self,
        problem: Problem,
        statement: Statement,
        rows: Iterable[Sequence[int]],
        entry: Entry | None = None,
        rule: str | None = None,
    ) -> None:
        super().__init__(problem, statement, entry, rule)
        self._rows = list(rows)

    def _left(self, masks: Sequence[int]) -> Mapping[int, int] | None:
        known = [masks[place] for place in self.places]
        found = [0] * len(known)
        is_possible = False
        for row in self._rows:
            for bit, mask in zip(row, known, strict=True):
                if not bit & mask:
                    break
            else:
                is_possible = True
                for number, bit in enumerate(row):
                    found[number] |= bit
        if not is_possible:
            return None
        return {
            place: left for place, left, mask in zip(self.places, found, known, strict=True) if left != mask
        }


class _Sum(Reason):
    """What each of some unknowns counts for adds up to a number in some intervals.

    Which sums can be reached is a set of whole numbers, kept as the bits of one: another unknown shifts it by
    each of the numbers that it can count for.
    """

    def __init__(
        self, problem: Problem, statement: Comparison, entry: Entry | None = None, rule: str | None = None
    ) -> None:
        super().__init__(problem, statement, entry, rule)
        self._numbers: list[tuple[int, list[tuple[int, int]]]] = []
        self._least = 0
        reach = 0
        for part, times in statement.total.parts:
            (name,) = part.scope
            place = problem.places[name]
            counts = [
                (problem.bits[value], times * part.worth({name: value}))
                for value in problem.values_of(problem.start[place], name)
            ]
            least = min(number for _, number in counts)
            self._numbers.append((place, [(bit, number - least) for bit, number in counts]))
            self._least += least
            reach += max(number for _, number in counts) - least
        self._target = 0
        for low, high in statement.intervals:
            first, last = max(low - self._least, 0), min(high - self._least, reach)
            if first <= last:
                self._target |= (1 << (last + 1)) - (1 << first)

    def _left(self, masks: Sequence[int]) -> Mapping[int, int] | None:
        steps = [
            (place, [(bit, number) for bit, number in counts if bit & masks[place]])
            for place, counts in self._numbers
        ]
        before = [1]
        for _, counts in steps:
            before.append(functools.reduce(operator.or_, [before[-1] << number for _, number in counts], 0))
        after = self._target & before.pop()
        if not after:
            return None
        found: dict[int, int] = {}
        for (place, counts), sums in zip(reversed(steps), reversed(before), strict=True):
            # What comes after this unknown, as seen from each sum before it.
            reached = [(bit, after >> number & sums) for bit, number in counts]
            left = sum(bit for bit, fits in reached if fits)
            if left != masks[place]:
                found[place] = left
            after = functools.reduce(operator.or_, [fits for _, fits in reached])
        return found


class _Involved(Reason):
    """Any other statement: it is worked out by a small diagram of its own.

    Where that has few worlds, they are listed, and who asks with fewer values left is answered by the list.
    When the allowance of all diagrams is spent, only a part of what it shows is looked for.
    """

    def __init__(
        self,
        problem: Problem,
        statement: Statement,
        entry: Entry | None = None,
        rule: str | None = None,
        *,
        allowance: Allowance,
    ) -> None:
        super().__init__(problem, statement, entry, rule)
        self._allowance = allowance
        self._names = [problem.unknowns[place] for place in self.places]
        self._roles = _roles(statement)
        # The worlds that were listed, and what was left to its unknowns then.
        self._listed: tuple[Rows, list[int]] | None = None

    def _alone(self, domains: Domains) -> Problem:
        """Return its unknowns as a problem, in an order that hangs on what it says of them alone.

        Whether its diagram grows too large would hang on names otherwise.
        """
        names = self._names
        if self._roles:
            names = sorted(names, key=lambda name: (self._roles[name], _numbers_in(domains[name])))
        return Problem({name: self.problem.domains[name] for name in names})

    def _left(self, masks: Sequence[int]) -> Mapping[int, int] | None:
        if self._listed is not None:
            listed, known = self._listed
            if not any(masks[place] & ~mask for place, mask in zip(self.places, known, strict=True)):
                left = list(masks)
                changed = listed.narrow(left)
                return None if changed is None else {place: left[place] for place in changed}
        return self._by_diagram(masks)

    def _by_diagram(self, masks: Sequence[int]) -> Mapping[int, int] | None:
        values_of = self.problem.values_of
        domains = {
            name: frozenset(values_of(masks[place]))
            for name, place in zip(self._names, self.places, strict=True)
        }
        remainder = self.statement.under(domains)
        if remainder == NEVER or not all(domains.values()):
            return None
        if isinstance(remainder, Runs) or self._allowance.left < 0:
            # The runs of a row are laid out at once.
            return self._narrowed(narrowed_by(remainder, domains), masks)
        small = self._alone(domains)
        masks_of = tuple(small.mask(domains[name]) for name in small.unknowns)
        situation = Situation(small, masks_of, (remainder,), (None,) * len(masks_of))
        try:
            engine = DiagramEngine(situation, most_nodes=MOST_NODES, allowance=self._allowance)
            possible = engine.possible()
        except OutOfReachError:
            return self._narrowed(narrowed_by(remainder, domains), masks)
        if 0 < engine.count() <= MOST_LISTED:
            values, order = small.values, [small.places[name] for name in self._names]
            rows = [tuple([values[picks[place]] for place in order]) for picks in engine.worlds()]
            known = [masks[place] for place in self.places]
            self._listed = rule_of_rows(self.places, rows, self.problem.bits), known
        left = {name: small.values_of(mask) for name, mask in zip(small.unknowns, possible, strict=True)}
        return self._narrowed(left, masks)

    def _narrowed(
        self, left: Mapping[Unknown, Iterable[Value]], masks: Sequence[int]
    ) -> Mapping[int, int] | None:
        """Return what is left as bits, where that is less than before."""
        found = {self.problem.places[name]: self.problem.mask(values) for name, values in left.items()}
        if not all(found.values()):
            return None
        return {place: mask for place, mask in found.items() if mask != masks[place]}


def reasons_of(log: Log, masks: Sequence[int], allowance: Allowance | None = None) -> list[Reason]:
    """Return all reasons of a log: its rules on several unknowns, then its entries, in order.

    Args:
        log: The log.
        masks: What is left to each unknown from the start.
        allowance: How many steps the diagrams of all of them may take; None for as many as they need.
    """
    problem, allowance = log.problem, allowance or Allowance()
    start = problem.domains_of(masks)
    said: list[tuple[Statement, Entry | None, str | None]] = [
        (rule.statement, None, rule.name) for rule in problem.joint_rules
    ]
    said += [
        (limits.joint, entry, None)
        for entry, limits in zip(log, log.limits, strict=True)
        if limits.joint is not None
    ]
    return [
        _reason(problem, part.tabulated(start), masks, entry, rule, allowance=allowance)
        for statement, entry, rule in said
        for part in _conjuncts(statement.support)
    ]


def _conjuncts(statement: Statement) -> Iterator[Statement]:
    """Take a statement apart into statements that must all be true."""
    if isinstance(statement, Count) and statement.low == len(statement.parts):
        for part in statement.parts:
            yield from _conjuncts(part)
    else:
        yield statement


def _reason(
    problem: Problem,
    statement: Statement,
    masks: Sequence[int],
    entry: Entry | None,
    rule: str | None,
    *,
    allowance: Allowance,
) -> Reason:
    """Return a statement as the kind of reason that shows most, soonest."""
    if isinstance(statement, AllDifferent):
        return Different(problem, statement, entry, rule)
    if _is_tally(statement):
        return _Tally(problem, statement, entry, rule)
    places = [problem.places[name] for name in statement.scope]
    bits = problem.bits
    if isinstance(statement, Table):
        order = sorted(range(len(places)), key=lambda n: problem.places[statement.unknowns[n]])
        rows = [tuple(bits[row[n]] for n in order) for row in sorted(statement.rows, key=str)]
        return _Rows(problem, statement, rows, entry, rule)
    if math.prod(masks[place].bit_count() for place in places) <= MOST_ROWS:
        places.sort()
        names = [problem.unknowns[place] for place in places]
        combinations = itertools.product(
            *(problem.values_of(masks[place], name) for place, name in zip(places, names, strict=True))
        )
        rows = [
            tuple(map(bits.__getitem__, values))
            for values in combinations
            if statement.holds(dict(zip(names, values, strict=True)))
        ]
        return _Rows(problem, statement, rows, entry, rule)
    if _is_sum(statement, problem):
        return _Sum(problem, statement, entry, rule)
    return _Involved(problem, statement, entry, rule, allowance=allowance)


def _roles(statement: Statement) -> dict[Unknown, list[tuple[int, str]]]:
    """Return what a sum says of each of its unknowns, so that what weighs most comes first."""
    roles: dict[Unknown, list[tuple[int, str]]] = {}
    for part, times in statement.total.parts if isinstance(statement, Comparison) else ():
        for unknown in part.scope:
            roles.setdefault(unknown, []).append((-abs(times), f"{times} {type(part).__name__}"))
    for found in roles.values():
        found.sort()
    return roles


def _numbers_in(values: Iterable[Value]) -> list[int]:
    """Return the numbers among some values in order; what is no number counts as 0."""
    return sorted(value if isinstance(value, int) else 0 for value in values)


def _is_tally(statement: Statement) -> TypeGuard[Count]:
    """Tell whether a statement counts facts about different unknowns."""
    return (
        isinstance(statement, Count)
        and all(isinstance(part, Among) for part in statement.parts)
        and len(statement.scope) == len(statement.parts)
    )


def _is_sum(statement: Statement, problem: Problem) -> TypeGuard[Comparison]:
    """Tell whether a statement adds up what different unknowns count for, and the sums are not too many."""
    if not isinstance(statement, Comparison):
        return False
    parts = statement.total.parts
    low, high = statement.total.bounds(problem.domains_of(problem.start))
    return (
        all(len(part.scope) == 1 for part, _ in parts)
        and len(statement.scope) == len(parts)
        and high - low < MOST_SUMS
    )


def _leaves(problem: Problem, statement: Statement) -> Iterator[tuple[int, int]]:
    """Iterate over what a statement says of single unknowns: position and values (-1 for all)."""
    if isinstance(statement, Count):
        for part in statement.parts:
            yield from _leaves(problem, part)
    elif isinstance(statement, Among):
        yield problem.places[statement.unknown], problem.mask(statement.values)
    else:
        yield from ((place, -1) for place in sorted(problem.places[name] for name in statement.scope))


def _telling(left: int, values: int, *, alone: bool) -> int:
    """Return the struck values on which it depends whether an unknown has one of some values.

    Args:
        left: What is left to the unknown.
        values: The values.
        alone: Whether nothing else is said of the unknown, so that an open question depends on nothing.
    """
    if values == -1:
        return -1
    if not left & ~values:
        return ~values
    if not left & values:
        return values
    return 0 if alone else -1
