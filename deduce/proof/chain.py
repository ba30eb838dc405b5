"""Deductions as a chain of small steps, easiest first, as a person would go about it.

Each step takes what is known so far and one reason (what was heard about one unknown, a group of unknowns
that share as many values, one rule, or, where nothing smaller helps, the smallest set of rules and entries
that does) and shows everything that follows from it. Steps are complete: the chain ends when everything
that is settled has been shown.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deduce.belief.belief import Belief
from deduce.belief.diagram import DiagramEngine
from deduce.belief.matching import match
from deduce.belief.propagation import narrowed_by
from deduce.belief.situation import Situation
from deduce.errors import ContradictionError
from deduce.evidence.log import Entry, Log
from deduce.problem.problem import Problem
from deduce.problem.statements import ALWAYS, AllDifferent, Among, Count, Statement, Table
from deduce.progress import SoFar
from deduce.proof.claims import Claim, Confinement
from deduce.proof.cores import smallest_core
from deduce.proof.oracles import oracle_for
from deduce.proof.words import cited, joined, told, verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from deduce.problem.statements import Unknown, Value
    from deduce.progress import Progress
    from deduce.proof.claims import Proof

__all__ = ["Step", "chain", "chain_for"]


@dataclass(frozen=True)
class Step:
    """One step of a chain.

    Attributes:
        number: Its place in the chain, from 1.
        conclusions: Everything that it settles.
        entries: The entries that it uses for the first time or again.
        rules: The names of the rules that it uses.
        uses: The numbers of the earlier steps that it builds on.
        confinement: The group of unknowns and values that it looks at, if it looks at one.
        difficulty: 0 for what was simply heard, otherwise how many things have to be seen together.
        sentence: The step as a player would say it.
    """

    number: int
    conclusions: tuple[Claim, ...]
    entries: tuple[Entry, ...]
    rules: tuple[str, ...]
    uses: tuple[int, ...]
    confinement: Confinement | None
    difficulty: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.number}. {self.sentence}"


def chain(log: Log, *, progress: Progress[Step] | None = None) -> list[Step]:
    """Return the steps that show everything that is settled, easiest first.

    Examples:
        >>> from deduce import Log, Problem, chain, fact
        >>> log = Log(Problem.one_to_one("ABC", ["rook", "king", "crab"]))
        >>> log = log.append(~fact("A", "rook"), "A sideways: no").append(
        ...     ~fact("B", "rook"), "B sideways: no"
        ... )
        >>> for step in chain(log):
        ...     print(step)
        1. Entry 1 “A sideways: no”: A is not rook.
        2. Entry 2 “B sideways: no”: B is not rook.
        3. Only C can be rook: C is rook.

    Args:
        log: What was heard.
        progress: Is told after each step what was found so far.

    Raises:
        ContradictionError: If no world is left.
    """
    belief = Belief(log)
    if not belief.is_consistent:
        message = "no world is left, so there is nothing to explain but the conflict; see conflicts(log)"
        raise ContradictionError(message)
    return _Chain(log, belief, progress=progress).steps


def chain_for(proof: Proof, log: Log) -> list[Step]:
    """Return only the steps that lead to what a proof claims, from only the entries that it names.

    Args:
        proof: The proof.
        log: The log that it is about.
    """
    kept_log = log.keep(*proof.ids)
    steps = _Chain(kept_log, Belief(kept_log), proof.claim).steps
    goal = [
        step
        for step in steps
        if any(
            made == proof.claim
            or (made.unknown == proof.claim.unknown and made.holds and not proof.claim.holds)
            for made in step.conclusions
        )
    ][:1]
    needed: set[int] = set()
    waiting = [step.number for step in goal]
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            waiting += steps[number - 1].uses
    kept = [step for step in steps if step.number in needed]
    renumbered = {step.number: place for place, step in enumerate(kept, 1)}
    return [
        replace(
            step,
            number=renumbered[step.number],
            uses=tuple(renumbered[used] for used in step.uses),
        )
        for step in kept
    ]


@dataclass(frozen=True)
class _Reason:
    """A statement on several unknowns that must hold: a rule, or the joint part of an entry."""

    statement: Statement
    entry: Entry | None
    rule: str | None


@dataclass(frozen=True)
class _Group:
    """Unknowns and values that must go together, so that others lose the values (or these all others).

    Attributes:
        confinement: The unknowns and the values.
        hidden: Whether nobody else can take the values; otherwise the unknowns have no other values.
        limited: What it leaves to the unknowns that it affects, by position.
        reason: The all-different statement.
        uses: The steps that it builds on.
    """

    confinement: Confinement
    hidden: bool
    limited: dict[int, int]
    reason: _Reason
    uses: list[int]

    @property
    def rank(self) -> tuple[int, bool]:
        """How hard it is to see."""
        return (len(self.confinement.unknowns), self.hidden)


class _Chain:
    """Builds a chain step by step."""

    def __init__(
        self,
        log: Log,
        belief: Belief,
        goal: Claim | None = None,
        progress: Progress[Step] | None = None,
    ) -> None:
        self.log = log
        self.progress = progress
        self.problem = log.problem
        self.goal = belief.possible_masks
        self.masks = list(self.problem.start)
        self.steps: list[Step] = []
        # struck_by[unknown][bit]: the step that struck a value.
        self.struck_by: list[dict[int, int]] = [{} for _ in self.masks]
        self._to_strike = max(self._struck_after(self.goal), 1)
        start = self._domains()
        self.reasons = [
            _Reason(rule.statement.support.tabulated(start), None, rule.name)
            for rule in self.problem.joint_rules
        ] + [
            _Reason(limits.joint.support.tabulated(start), entry, None)
            for entry, limits in zip(log, log.limits, strict=True)
            if limits.joint is not None
        ]
        self._seen: dict[tuple[int, tuple[int, ...]], dict[int, int]] = {}
        self._hear()
        while tuple(self.masks) != self.goal and not self._shows(goal):
            if not (self._confine() or self._apply_one() or self._apply_several()):
                break

    def _struck_after(self, masks: Sequence[int]) -> int:
        """Return how many values are ruled out where only these are left."""
        return sum((start & ~left).bit_count() for start, left in zip(self.problem.start, masks, strict=True))

    def _shows(self, claim: Claim | None) -> bool:
        """Tell whether a claim has been reached."""
        if claim is None:
            return False
        left, bit = self.masks[self.problem.places[claim.unknown]], self.problem.bits[claim.value]
        return left == bit if claim.holds else not left & bit

    def _domains(self) -> dict[Unknown, frozenset[Value]]:
        return self.problem.domains_of(self.masks)

    def _hear(self) -> None:
        """Take in what was heard of each unknown, all entries on one unknown in one step."""
        heard: dict[int, list[int]] = {}
        for number, limits in enumerate(self.log.limits):
            for place, mask in limits.masks.items():
                if self.masks[place] & ~mask:
                    heard.setdefault(place, []).append(number)
        # Unknowns that the same entries speak of are taken together.
        together: dict[tuple[int, ...], dict[int, int]] = {}
        for place, numbers in heard.items():
            left = self.masks[place]
            telling = []
            for number in numbers:
                mask = self.log.limits[number].masks[place]
                if left & ~mask:
                    left &= mask
                    telling.append(number)
            together.setdefault(self._needed(place, telling, left), {})[place] = left
        for told_by, limited in together.items():
            entries = [self.log[number] for number in told_by]
            self._strike(limited, f"{_upper(cited(entries))} {_words(entries)}", entries)

    def _needed(self, place: int, numbers: list[int], left: int) -> tuple[int, ...]:
        """Drop the entries that later ones have made superfluous, the oldest first."""
        needed = list(numbers)
        for number in numbers:
            without = self.masks[place]
            for other in needed:
                if other != number:
                    without &= self.log.limits[other].masks[place]
            if without == left:
                needed.remove(number)
        return tuple(needed)

    def _confine(self) -> bool:
        """Find the smallest group of unknowns that share as many values, or of values with as many takers.

        Unknowns that are certain are groups of one; all of these are taken together, as one step.
        """
        groups = [group for reason in self.reasons for group in self._groups_of(reason)]
        if not groups:
            return False
        first = min(groups, key=lambda group: group.rank)
        chosen = [first]
        if first.rank == (1, False):
            chosen = [group for group in groups if group.rank == (1, False)]
        limited: dict[int, int] = {}
        for group in chosen:
            for place, left in group.limited.items():
                limited[place] = limited.get(place, -1) & left
        self._strike(
            limited,
            _group_sentence([group.confinement for group in chosen], hidden=first.hidden),
            list(dict.fromkeys(group.reason.entry for group in chosen if group.reason.entry)),
            rules=list(dict.fromkeys(group.reason.rule for group in chosen if group.reason.rule)),
            uses={step for group in chosen for step in group.uses},
            confinement=first.confinement if len(chosen) == 1 else None,
            difficulty=first.rank[0],
        )
        return True

    def _groups_of(self, reason: _Reason) -> Iterator[_Group]:
        """Iterate over the groups that an all-different statement ties together, if they settle something."""
        statement = reason.statement
        if not isinstance(statement, AllDifferent):
            return
        places = [self.problem.places[unknown] for unknown in statement.unknowns]
        barred = self.problem.mask(statement.taken)
        rows = [self.masks[place] & ~barred for place in places]
        for hidden, members, values in _groups(rows):
            limited = {
                place: rows[number] & (values if hidden else ~values)
                for number, place in enumerate(places)
                if (number in members) == hidden
            }
            if any(self.masks[place] & ~left for place, left in limited.items()):
                named = tuple(statement.unknowns[number] for number in members)
                used = self._strikers(
                    [place for n, place in enumerate(places) if (n in members) != hidden],
                    values if hidden else ~values,
                )
                yield _Group(
                    Confinement(named, self.problem.values_of(values)),
                    hidden,
                    limited,
                    reason,
                    used,
                )

    def _strikers(self, places: Iterable[int], values: int) -> list[int]:
        """Return the steps that struck some of these values from these unknowns."""
        return [step for place in places for bit, step in self.struck_by[place].items() if bit & values]

    def _apply_one(self) -> bool:
        """Find the easiest single rule or entry on several unknowns that settles something."""
        best: tuple[tuple[int, int], dict[int, int], _Reason] | None = None
        for order, reason in enumerate(self.reasons):
            places = [self.problem.places[unknown] for unknown in reason.statement.scope]
            still_open = sum(1 for place in places if self.masks[place].bit_count() > 1)
            key = (still_open, order)
            if best is not None and key >= best[0]:
                continue
            limited = self._consequences([reason], order, places)
            if any(self.masks[place] & ~left for place, left in limited.items()):
                best = (key, limited, reason)
        if best is None:
            return False
        key, limited, reason = best
        self._apply([reason], limited, max(key[0], 1))
        return True

    def _apply_several(self) -> bool:
        """Find the smallest set of rules and entries that together settle something."""
        domains = self._domains()
        base = Log(Problem(domains))
        open_reasons = []
        for reason in self.reasons:
            remainder = reason.statement.under(domains)
            if remainder != ALWAYS:
                base = base.append(remainder)
                open_reasons.append(reason)
        oracle = oracle_for(base)
        best: list[_Reason] | None = None
        for unknown, now, final in zip(self.problem.unknowns, self.masks, self.goal, strict=True):
            for value in self.problem.values_of(now & ~final):
                claimed = Among(unknown, frozenset((value,)))
                core = smallest_core(oracle, claimed, fewer_than=None if best is None else len(best))
                if core is not None:
                    best = [open_reasons[number] for number in sorted(core)]
        if best is None:
            return False
        places = list(range(len(self.masks)))
        self._apply(best, self._consequences(best, -1, places), len(best) + 1)
        return True

    def _consequences(self, reasons: Sequence[_Reason], order: int, places: Sequence[int]) -> dict[int, int]:
        """Return all values that some reasons leave to the unknowns, given what is known so far."""
        key = (order, tuple(self.masks[place] for place in places))
        if order >= 0 and key in self._seen:
            return self._seen[key]
        statements = tuple(reason.statement for reason in reasons)
        if len(statements) == 1 and _is_plain(statements[0].under(self._domains())):
            domains = self._domains()
            left = narrowed_by(statements[0].under(domains), domains)
            found = {
                self.problem.places[unknown]: self.problem.mask(values) for unknown, values in left.items()
            }
        else:
            situation = Situation(self.problem, tuple(self.masks), statements, (None,) * len(self.masks))
            possible = DiagramEngine(situation).possible()
            found = {place: possible[place] for place in places}
        self._seen[key] = found
        return found

    def _apply(self, reasons: Sequence[_Reason], limited: dict[int, int], difficulty: int) -> None:
        entries = [reason.entry for reason in reasons if reason.entry]
        rules = [reason.rule for reason in reasons if reason.rule]
        leaves = [leaf for reason in reasons for leaf in self._leaves(reason.statement)]
        times = Counter(place for place, _ in leaves)
        used = {
            step
            for place, values in leaves
            for step in self._strikers([place], self._telling(place, values, alone=times[place] == 1))
        }
        cites = [f"{cited(entries)} {_words(entries)}"] if entries else []
        cites += [cited((), rules)] if rules else []
        self._strike(limited, _upper(joined(cites)), entries, rules=rules, uses=used, difficulty=difficulty)

    def _leaves(self, statement: Statement) -> Iterator[tuple[int, int]]:
        """Iterate over what a statement says of single unknowns: position and values (-1 for all)."""
        problem = self.problem
        if isinstance(statement, Count):
            for part in statement.parts:
                yield from self._leaves(part)
        elif isinstance(statement, Among):
            yield problem.places[statement.unknown], problem.mask(statement.values)
        else:
            yield from ((problem.places[unknown], -1) for unknown in statement.scope)

    def _telling(self, place: int, values: int, *, alone: bool) -> int:
        """Return the struck values on which it depends whether an unknown has one of some values.

        Args:
            place: The unknown.
            values: The values.
            alone: Whether nothing else is said of the unknown, so that an open question depends on nothing.
        """
        left = self.masks[place]
        if values == -1:
            return -1
        if not left & ~values:
            return ~values
        if not left & values:
            return values
        return 0 if alone else -1

    def _strike(
        self,
        limited: dict[int, int],
        why: str,
        entries: Sequence[Entry],
        *,
        rules: Sequence[str] = (),
        uses: Iterable[int] = (),
        confinement: Confinement | None = None,
        difficulty: int = 0,
    ) -> None:
        """Note a step and strike what it rules out."""
        number = len(self.steps) + 1
        used = set(uses)
        conclusions: list[Claim] = []
        for place, left in sorted(limited.items()):
            unknown = self.problem.unknowns[place]
            gone = self.masks[place] & ~left
            if not gone:
                continue
            self.masks[place] &= left
            conclusions += [Claim(unknown, value, holds=False) for value in self.problem.values_of(gone)]
            for value in self.problem.values_of(gone):
                self.struck_by[place][self.problem.bits[value]] = number
            if self.masks[place].bit_count() == 1:
                used |= set(self.struck_by[place].values()) - {number}
                (value,) = self.problem.values_of(self.masks[place])
                conclusions.append(Claim(unknown, value, holds=True))
        left_over = {
            claim.unknown: self.problem.values_of(self.masks[self.problem.places[claim.unknown]])
            for claim in conclusions
        }
        sentence = f"{why}: {verdicts(conclusions, left_over)}."
        self.steps.append(
            Step(
                number,
                tuple(conclusions),
                tuple(entries),
                tuple(rules),
                tuple(sorted(used)),
                confinement,
                difficulty,
                sentence,
            )
        )
        if self.progress is not None:
            self.progress(SoFar(self._struck_after(self.masks) / self._to_strike, self.steps.copy))


def _closed(start: int, grow: Callable[[int], int]) -> int:
    """Grow a set until nothing is added any more."""
    while (larger := start | grow(start)) != start:
        start = larger
    return start


def _groups(rows: Sequence[int]) -> list[tuple[bool, list[int], int]]:
    """Return the smallest groups in which unknowns and values must go together.

    With everyone matched to a value, the smallest set of values that is closed under "its owner could also
    have ..." around a value is the smallest confined group with that value; closed the other way round, the
    smallest group of values that nobody else can take.

    Returns:
        For each group: whether it is hidden (the values have no other takers) or open (the unknowns have no
        other values), the unknowns by number, and the values.
    """
    given = match(rows)
    if given is None:
        return []
    taken, everyone = 0, 0
    for bit, row in zip(given, rows, strict=True):
        taken |= bit
        everyone |= row

    def had_by_owners(values: int) -> int:
        """Return all that the owners of some values could have."""
        had = 0
        for bit, row in zip(given, rows, strict=True):
            had |= row if bit & values else 0
        return had

    def owned_by_takers(values: int) -> int:
        """Return what those own who could take some values."""
        return sum(bit for bit, row in zip(given, rows, strict=True) if row & values)

    groups = []
    for start in given:
        for hidden, grow in ((False, had_by_owners), (True, owned_by_takers)):
            values = _closed(start, grow)
            # With values to spare, some of these may stay without an owner, so they confine nobody.
            if not (everyone if hidden else values) & ~taken:
                members = [number for number, bit in enumerate(given) if bit & values]
                groups.append((hidden, members, values))
    return groups


def _group_sentence(groups: Sequence[Confinement], *, hidden: bool) -> str:
    unknowns, values = groups[0].unknowns, groups[0].values
    if hidden:
        return f"Only {joined(unknowns)} can be {joined(values, 'or')}"
    if len(unknowns) == 1:
        certain = joined(f"{group.unknowns[0]} is {group.values[0]}" for group in groups)
        return f"{certain}, so nobody else is"
    return f"{joined(unknowns)} share {joined(values)} between them"


def _is_plain(statement: Statement) -> bool:
    """Tell whether `narrowed_by` finds everything that follows from a statement alone."""
    if isinstance(statement, Count):
        names = [part.unknown for part in statement.parts if isinstance(part, Among)]
        return len(names) == len(statement.parts) == len(set(names))
    return isinstance(statement, (Among, AllDifferent, Table))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _words(entries: Sequence[Entry]) -> str:
    if len(entries) == 1:
        return f"“{entries[0].text}”"
    return f"({told(entries)})" if entries else ""
