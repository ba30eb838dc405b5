"""Deductions as a chain of small steps, easiest first, as a person would go about it.

Each step takes what is known so far and shows what is easiest to see next: what was heard, what is certain, a
group of unknowns that share as many values, what one rule shows, what cannot be because it would soon lead
to something impossible, and only where nothing of this helps, what several rules show together. A step is
looked for when it is asked for; the chain ends when everything that is settled has been shown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.belief.belief import Belief
from deduce.errors import ContradictionError
from deduce.evidence.log import Entry, Log
from deduce.problem.problem import Problem
from deduce.problem.shapes import needs
from deduce.problem.statements import ALWAYS, Among
from deduce.progress import SoFar
from deduce.proof.claims import Claim, Confinement, Proof
from deduce.proof.cores import any_core, smallest_core
from deduce.proof.levels import level_of
from deduce.proof.marks import check_marks, marked, marks_of
from deduce.proof.oracles import oracle_for
from deduce.proof.seeing import Applied, Board, Group
from deduce.proof.supposing import Split, nested, soonest, told_briefly
from deduce.proof.telling import Teller, heard, upper
from deduce.proof.words import joined, worded

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from deduce.problem.statements import Unknown, Value
    from deduce.progress import Progress
    from deduce.proof.levels import Kind
    from deduce.proof.reasons import Reason

__all__ = ["Step", "chain", "chain_for", "next_step"]

MOST_SUPPOSED = 1_500
"""With more open pairs than this, it is first worked out which of them are impossible."""
MOST_REASONS = 12
"""With more reasons than this, a set that shows something is made small only by leaving out."""


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
        kind: How it is seen: it was simply "heard"; something is certain, or only one can have it ("single");
            some unknowns share as many values ("group"); one "rule" or entry on several unknowns shows it; it
            is supposed to be otherwise, and that fails at a glance ("split") or after a second supposition
            ("nested"); or only a search through several rules and entries shows it ("joint"): the fewest that
            do, or, where more than 12 still say something, some of which none can be left out.
        level: How hard that is, from 1 to 5 (see `grade`); 0 for what was simply heard.
    """

    number: int
    conclusions: tuple[Claim, ...]
    entries: tuple[Entry, ...]
    rules: tuple[str, ...]
    uses: tuple[int, ...]
    confinement: Confinement | None
    difficulty: int
    sentence: str
    kind: Kind
    level: int

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
    walk = _Walk(log)
    for _ in walk.steps_on():
        if progress is not None:
            progress(SoFar(walk.done, walk.steps.copy))
    if progress is not None and walk.done < 1:
        # Not everything becomes certain.
        progress(SoFar(1.0, walk.steps.copy))
    return walk.steps


def next_step(log: Log, known: Mapping[Unknown, Collection[Value]] | None = None) -> Step | None:
    """Return the easiest next thing to see for somebody who has crossed out some values already.

    Examples:
        >>> from deduce import Log, Problem, fact, next_step
        >>> log = Log(Problem.one_to_one("ABC", ["rook", "king", "crab"]))
        >>> log = log.append(~fact("A", "rook"), "A sideways: no").append(
        ...     ~fact("B", "rook"), "B sideways: no"
        ... )
        >>> print(next_step(log))
        1. Entry 1 “A sideways: no”: A is not rook.
        >>> print(next_step(log, {"A": ["king", "crab"], "B": ["king", "crab"]}))
        1. Only C can be rook: C is rook.

    Args:
        log: What was heard.
        known: For some unknowns, the values that are not crossed out: what they still can be.

    Returns:
        The step; None if nothing more is settled.

    Raises:
        ProblemError: If there is no such unknown or value.
        ContradictionError: If no world is left; where it is the marks that are wrong, they are named.
    """
    needs(log, Log, "next_step", "next_step(Log(problem))")
    marks = marks_of(log.problem, known or {})
    if marks:
        check_marks(log, marks)
    return next(_Walk(log, marks).steps_on(), None)


def chain_for(proof: Proof, log: Log) -> list[Step]:
    """Return only the steps that lead to what a proof claims, from only the entries that it names.

    Args:
        proof: The proof.
        log: The log that it is about.
    """
    needs(proof, Proof, "chain_for", "chain_for(prove(log, 'A', 'rook'), log)")
    needs(log, Log, "chain_for", "chain_for(prove(log, 'A', 'rook'), log)")
    kept_log = log.keep(*proof.ids)
    walk = _Walk(kept_log)
    for _ in walk.steps_on():
        if walk.shows(proof.claim):
            break
    steps = walk.steps
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


class _Walk:
    """Goes from what was heard to all that is settled, step by step.

    Args:
        log: What was heard.
        marks: What is left to some unknowns by marks, as bits by position.

    Attributes:
        steps: The steps so far.
        board: What is known by them.
    """

    def __init__(self, log: Log, marks: Mapping[int, int] | None = None) -> None:
        needs(log, Log, "a chain", "chain(Log(problem))")
        self.log = log
        self.problem = log.problem
        self.steps: list[Step] = []
        self._marks = dict(marks or {})
        self._knows_goal = False
        start = list(self.problem.start)
        for place, left in self._marks.items():
            start[place] &= left
        self.board = Board(log, start)
        self._teller = Teller(self.problem, self.board.reasons)
        # struck_by[unknown][bit]: the step that struck a value.
        self._struck_by: list[dict[int, int]] = [{} for _ in start]

    def steps_on(self) -> Iterator[Step]:
        """Iterate over the steps, each of which is only looked for when it is asked for.

        Raises:
            ContradictionError: If it is seen that no world is left.
        """
        for told_by, limited in self._heard().items():
            yield self._take_in([self.log[number] for number in told_by], limited)
        while not self.board.is_settled or self.board.impossible():
            self._refuse_contradictions()
            step = self._seen() or self._supposed() or self._joint()
            if step is None:
                return
            yield step

    def _take_in(self, entries: list[Entry], limited: Mapping[int, int]) -> Step:
        """Take in what some entries say of single unknowns."""
        why = upper(heard(entries))
        return self._strike("heard", limited, lambda made: f"{why}: {self._said(made)}", entries)

    def _said(self, made: Sequence[Claim]) -> str:
        """Say what is settled."""
        return self._teller.conclusions(made, self.board.masks)

    @cached_property
    def _goal(self) -> tuple[int, ...]:
        """What is settled in the end; only what nothing small shows needs it."""
        goal = Belief(self.log.assuming(*marked(self.problem, self._marks))).possible_masks
        if not all(goal):
            message = "no world is left, so there is nothing to explain but the conflict; see conflicts(log)"
            raise ContradictionError(message)
        self._knows_goal = True
        return goal

    @property
    def done(self) -> float:
        """Which part of the values is ruled out of those that are when everything is certain."""
        start = self.problem.start
        struck = sum((mask & ~left).bit_count() for mask, left in zip(start, self.board.masks, strict=True))
        return struck / max(sum(mask.bit_count() - 1 for mask in start), 1)

    def shows(self, claim: Claim) -> bool:
        """Tell whether a claim has been reached."""
        left, bit = self.board.masks[self.problem.places[claim.unknown]], self.problem.bits[claim.value]
        return left == bit if claim.holds else not left & bit

    def _heard(self) -> dict[tuple[int, ...], dict[int, int]]:
        """Return what was heard of each unknown: by the numbers of the entries that say it, what is left.

        All entries on one unknown go together.
        """
        masks = self.board.masks
        numbered: dict[int, list[int]] = {}
        for number, limits in enumerate(self.log.limits):
            for place, mask in limits.masks.items():
                if masks[place] & ~mask:
                    numbered.setdefault(place, []).append(number)
        # Unknowns that the same entries speak of are taken together.
        together: dict[tuple[int, ...], dict[int, int]] = {}
        for place, numbers in numbered.items():
            left = masks[place]
            telling = []
            for number in numbers:
                mask = self.log.limits[number].masks[place]
                if left & ~mask:
                    left &= mask
                    telling.append(number)
            together.setdefault(self._needed(place, telling, left), {})[place] = left
        return together

    def _needed(self, place: int, numbers: list[int], left: int) -> tuple[int, ...]:
        """Drop the entries that later ones have made superfluous, the oldest first."""
        needed = list(numbers)
        for number in numbers:
            without = self.board.masks[place]
            for other in needed:
                if other != number:
                    without &= self.log.limits[other].masks[place]
            if without == left:
                needed.remove(number)
        return tuple(needed)

    def _refuse_contradictions(self) -> None:
        reason = self.board.impossible()
        if reason is not None:
            message = (
                f"no world is left: {self._teller.cite(reason, set())} cannot be true; see conflicts(log)"
            )
            raise ContradictionError(message)

    def _seen(self) -> Step | None:
        """Take the easiest thing that one reason shows; all that is simply certain goes together."""
        found = self.board.easiest()
        if not found:
            return None
        first = found[0]
        masks = self.board.masks
        if isinstance(first, Applied):
            reason = first.reason
            why = upper(self._teller.cite(reason, set()))
            return self._strike(
                "rule",
                first.limited,
                lambda made: f"{why}: {self._said(made)}",
                reasons=[reason],
                needs=first.needs(masks),
                difficulty=first.size,
            )
        groups = [group for group in found if isinstance(group, Group)]
        size = len(first.members)
        chosen = groups if size == 1 and not first.is_hidden else groups[:1]
        limited: dict[int, int] = {}
        for group in chosen:
            for place, left in group.limited.items():
                limited[place] = limited.get(place, -1) & left
        return self._strike(
            "single" if size == 1 else "group",
            limited,
            (lambda made: self._teller.only(first, made))
            if first.is_hidden
            else (lambda made: f"{self._teller.shared(chosen)}: {self._said(made)}"),
            reasons=[group.reason for group in chosen],
            needs=[need for group in chosen for need in group.needs(masks)],
            confinement=first.confinement if len(chosen) == 1 else None,
            difficulty=size,
        )

    def _supposed(self) -> Step | None:
        """Take the supposition that fails soonest."""
        if self.board.is_one_group:
            # Groups show all that there is.
            return None
        targets = self.board.open_pairs(self._goal if self._knows_goal else None)
        if len(targets) > MOST_SUPPOSED:
            targets = self.board.open_pairs(self._goal)
        failed = soonest(self.board, targets)
        if failed:
            return self._refuted("split", told_briefly(failed), failed[0].rounds)
        split = nested(self.board, self.board.open_pairs(self._goal))
        return self._refuted("nested", split, 0) if split else None

    def _refuted(self, kind: Kind, split: Split, rounds: int) -> Step:
        """Take a supposition that fails."""
        masks = list(self.board.masks)
        return self._strike(
            kind,
            {split.place: masks[split.place] & ~split.bit},
            lambda made: self._teller.split(split, self._said(made), masks),
            reasons=split.reasons,
            needs=split.story.known,
            difficulty=len(split.reasons) + 1,
            level=level_of(kind, rounds),
        )

    def _joint(self) -> Step | None:
        """Take what only several reasons together show, however that is seen."""
        targets = self.board.open_pairs(self._goal)
        if not targets:
            return None
        place, bit, reasons = self._least_joint(targets)
        named: set[Reason] = set()
        cites = joined([self._teller.cite(reason, named) for reason in reasons])
        name = self.problem.unknowns[place]
        (value,) = self.problem.values_of(bit, name)
        return self._strike(
            "joint",
            {place: self.board.masks[place] & ~bit},
            lambda made: (
                f"{upper(cites)} leave no way in which {name} could be {worded(value)}: {self._said(made)}"
            ),
            reasons=reasons,
            needs=[need for reason in reasons for need in ((place, -1) for place in reason.places)],
            difficulty=len(reasons) + 1,
        )

    def _least_joint(self, targets: Sequence[tuple[int, int]]) -> tuple[int, int, list[Reason]]:
        """Return a value that some reasons rule out together, with the fewest such where that is in reach."""
        domains = self.problem.domains_of(self.board.masks)
        left = {
            name: self.problem.values_of(mask, name)
            for name, mask in zip(domains, self.board.masks, strict=True)
        }
        base = Log(Problem(left))
        reasons: list[Reason] = []
        for reason in self.board.reasons:
            remainder = reason.statement.under(domains)
            if remainder != ALWAYS:
                base = base.append(remainder)
                reasons.append(reason)
        if len(reasons) > MOST_REASONS:
            place, bit = min(targets, key=lambda target: self.board.masks[target[0]].bit_count())
            supposed = Among(self.problem.unknowns[place], frozenset(self.problem.values_of(bit)))
            core = any_core(oracle_for(base.assuming(supposed)))
            return place, bit, [reasons[number] for number in sorted(core)]
        oracle = oracle_for(base)
        best: tuple[int, int, frozenset[int]] | None = None
        for place, bit in targets:
            claimed = Among(self.problem.unknowns[place], frozenset(self.problem.values_of(bit)))
            core_of = smallest_core(oracle, claimed, fewer_than=None if best is None else len(best[2]))
            if core_of is not None:
                best = place, bit, core_of
        assert best is not None  # noqa: S101 - what is not possible is refuted by all reasons together
        return best[0], best[1], [reasons[number] for number in sorted(best[2])]

    def _strike(
        self,
        kind: Kind,
        limited: Mapping[int, int],
        tell: Callable[[Sequence[Claim]], str],
        entries: Iterable[Entry] = (),
        *,
        reasons: Sequence[Reason] = (),
        needs: Iterable[tuple[int, int]] = (),
        confinement: Confinement | None = None,
        difficulty: int = 0,
        level: int | None = None,
    ) -> Step:
        """Note a step and strike what it rules out.

        Args:
            kind: How it is seen.
            limited: What it leaves to the unknowns that it affects.
            tell: Makes a sentence of what it settles.
            entries: The entries, where it is simply heard.
            reasons: The reasons, otherwise.
            needs: The values that must have been ruled out before.
            confinement: The group that it looks at, if it looks at one.
            difficulty: How many things have to be seen together.
            level: How hard it is, where that is not clear from how it is seen.
        """
        number = len(self.steps) + 1
        used = {
            step for place, values in needs for bit, step in self._struck_by[place].items() if bit & values
        }
        conclusions: list[Claim] = []
        masks = self.board.masks
        for place, left in sorted(limited.items()):
            gone = masks[place] & ~left
            if not gone:
                continue
            unknown = self.problem.unknowns[place]
            masks[place] &= left
            for value in self.problem.values_of(gone, unknown):
                conclusions.append(Claim(unknown, value, holds=False))
                self._struck_by[place][self.problem.bits[value]] = number
            if masks[place].bit_count() == 1:
                used |= set(self._struck_by[place].values()) - {number}
                (value,) = self.problem.values_of(masks[place], unknown)
                conclusions.append(Claim(unknown, value, holds=True))
        if not all(masks):
            nothing = joined(self.problem.unknowns[place] for place, mask in enumerate(masks) if not mask)
            message = f"no world is left: nothing is left for {nothing}; see conflicts(log)"
            raise ContradictionError(message)
        cited_entries = [*entries, *(reason.entry for reason in reasons if reason.entry is not None)]
        step = Step(
            number,
            tuple(conclusions),
            tuple({entry.id: entry for entry in cited_entries}.values()),
            tuple(dict.fromkeys(reason.rule for reason in reasons if reason.rule is not None)),
            tuple(sorted(used)),
            confinement,
            difficulty,
            f"{tell(conclusions)}.",
            kind,
            level_of(kind, difficulty) if level is None else level,
        )
        self.steps.append(step)
        return step
