"""Slips: which entry is probably wrong, also while nothing contradicts yet."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.belief.belief import Belief
from deduce.belief.patience import Allowance
from deduce.belief.situation import Situation
from deduce.errors import DeduceError, EvidenceError, OutOfReachError
from deduce.evidence.log import Log
from deduce.evidence.models import slips as slip_model
from deduce.intake.numbers import finite
from deduce.problem.problem import Problem, Rule
from deduce.problem.shapes import needs
from deduce.problem.statements import Count, Statement, fact
from deduce.problem.weights import exact
from deduce.progress import SoFar
from deduce.proof.conflicts import one_conflict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deduce.belief.belief import EngineName
    from deduce.evidence.log import Entry
    from deduce.evidence.models import AnswerModel
    from deduce.problem.statements import Unknown, Value
    from deduce.problem.weights import Weight
    from deduce.progress import Progress

__all__ = ["SlipModel", "Suspect", "suspects"]

DEFAULT_RATE = Fraction(1, 100)
MOST_EFFORT = 1_000_000
"""How many steps of counting suspects may take, if nothing else is said: a second or two."""
NOTHING = Fraction(0)
FOR_CHANCES = 0.4
"""Which part of these may be spent on how likely each entry is a slip."""


@dataclass(frozen=True)
class Suspect:
    """An entry that may be a slip.

    Attributes:
        entry: The entry.
        probability: How likely it is a slip, exactly, if each entry is one at the given rate independently of
            the others, and a slip says the opposite of what is true; None if that is out of reach.
        worlds_if_reversed: How many worlds would be left if this one was the other way round; None if they
            cannot be counted.
        worlds_if_removed: How many worlds would be left without it; None if they cannot be counted.
    """

    entry: Entry
    probability: Fraction | None
    worlds_if_reversed: int | None
    worlds_if_removed: int | None


def suspects(
    log: Log,
    rate: Weight = DEFAULT_RATE,
    *,
    most_effort: int | None = MOST_EFFORT,
    progress: Progress[Suspect] | None = None,
) -> list[Suspect]:
    """Rank the hard entries of a log by how likely they are slips.

    As long as a world is left, the most probable slip comes first. When none is left, those come first that
    would leave the most worlds the other way round.

    Examples:
        >>> from deduce import Log, Problem, fact, suspects
        >>> log = Log(Problem.one_to_one("ABC", ["rook", "king", "crab"]))
        >>> log = log.append(fact("A", "rook")).append(~fact("A", "king")).append(fact("B", "rook"))
        >>> [(suspect.entry.id, suspect.worlds_if_reversed) for suspect in suspects(log)]
        [('3', 2), ('1', 1), ('2', 0)]

    Args:
        log: What was heard.
        rate: How often an entry is a slip.
        most_effort: How many steps of counting it may take altogether (a million takes a second or two); None
            for as many as needed. What is left out is None. Counting one-to-one problems takes none, but
            going through thousands of entries for each of them does.
        progress: Is told after each entry what was found so far.

    Raises:
        ProblemError: If the rate is not a number from 0 to 1.
        DeduceError: If the rate is 0 and the entries contradict each other.
    """
    needs(log, Log, "suspects", "suspects(Log(problem))")
    if most_effort is not None:
        finite(most_effort, "most_effort")
    share = exact(rate, "slip rate", most=1)
    search = _Search(log, Allowance(most_effort))
    hard = [entry for entry in log if entry.is_hard]
    places = {entry.id: place for place, entry in enumerate(hard)}
    chances = search.chances(share, hard)
    # Those that are likeliest to matter first, since not all may be within reach.
    likely = _ranks([chances.get(entry.id, NOTHING) for entry in hard])
    order = sorted(hard, key=lambda entry: (entry.id in search.innocent, -likely[places[entry.id]]))
    found: list[Suspect] = []

    def ranked() -> list[Suspect]:
        in_order = sorted(found, key=lambda suspect: places[suspect.entry.id])
        return _ranked(in_order, consistent=search.is_consistent)

    for number, entry in enumerate(order, 1):
        found.append(search.suspect(entry, chances.get(entry.id)))
        if progress is not None:
            progress(SoFar(number / len(hard), ranked))
    return ranked()


class _Search:
    """What suspects have in common.

    Args:
        log: What was heard.
        allowance: What may be spent on counting.

    Attributes:
        is_consistent: Whether a world is left.
        innocent: The ids of entries without which, and with the opposite of which, no world is left either.
    """

    def __init__(self, log: Log, allowance: Allowance) -> None:
        self.log = log
        self._allowance = allowance
        self._often = Counter(entry.statement for entry in log if entry.is_hard)
        self.is_consistent: bool = Belief(log, allowance=allowance).is_consistent
        self.innocent: frozenset[str] = frozenset()
        if not self.is_consistent and not Situation.of(log).is_one_to_one:
            # As long as all entries of one conflict stay, nothing is left.
            clash = one_conflict(log)
            self.innocent = frozenset(entry.id for number, entry in enumerate(log) if number not in clash)

    def chances(self, rate: Fraction, hard: list[Entry]) -> dict[str, Fraction]:
        """Return how likely each hard entry is a slip; nothing if that is out of reach."""
        try:
            model = SlipModel(self.log, rate, self._allowance.part(FOR_CHANCES))
            situation = Situation.of(model.log)
            # The weights of thousands of entries have thousands of digits, in every cell.
            digits = sum(max(row).bit_length() for row in situation.weights if row is not None)
            cells = sum(mask.bit_count() for mask in situation.masks)
            effort = cells * (digits / 1000) ** 2
            if effort > FOR_CHANCES * self._allowance.left:
                return {}
            self._allowance.left -= effort
            alike = {entry.statement: entry for entry in hard}
            found = {statement: model.probability(entry) for statement, entry in alike.items()}
            return {entry.id: found[entry.statement] for entry in hard}
        except OutOfReachError:
            return {}

    def suspect(self, entry: Entry, chance: Fraction | None) -> Suspect:
        """Return an entry with all numbers that are within reach."""
        if entry.id in self.innocent:
            return Suspect(entry, chance, 0, 0)
        if self._often[entry.statement] > 1:
            # Another entry says the same, so without it nothing changes, and its opposite leaves nothing.
            return Suspect(entry, chance, 0, self._count_of_all)
        try:
            # Going through thousands of entries again for each of them is work as well.
            self._allowance.spend(len(self.log), "looking for slips")
        except OutOfReachError:
            return Suspect(entry, chance, None, None)
        turned, without = self.log.reverse(entry.id), self.log.retract(entry.id)
        return Suspect(entry, chance, self._count(turned), self._count(without))

    @cached_property
    def _count_of_all(self) -> int | None:
        return self._count(self.log)

    def _count(self, log: Log) -> int | None:
        try:
            return Belief(log, _counting(log), allowance=self._allowance).count
        except OutOfReachError:
            return None


def _counting(log: Log) -> EngineName:
    """Return the engine for what is of no use without a count."""
    return "auto" if Situation.of(log).is_one_to_one else "diagram"


def _ranked(found: list[Suspect], *, consistent: bool) -> list[Suspect]:
    """Rank suspects, which are in the order of the log."""
    # What is out of reach comes behind what is known not to be 0; among equals, the most recent first.
    unknown = Fraction(1, 10**9)
    chances = _ranks([unknown if each.probability is None else each.probability for each in found])

    def rank(number: int) -> tuple[Fraction | int, ...]:
        suspect, chance = found[number], chances[number]
        left = unknown if suspect.worlds_if_reversed is None else suspect.worlds_if_reversed
        return (chance, left, number) if consistent else (left, chance, number)

    return [found[number] for number in sorted(range(len(found)), key=rank, reverse=True)]


def _ranks(chances: Sequence[Fraction]) -> list[int]:
    """Return numbers in the same order as some chances; those that are the same object are compared once."""
    ranks: dict[int, int] = {}
    before: Fraction | None = None
    rank = -1
    for chance in sorted({id(chance): chance for chance in chances}.values()):
        rank += chance != before
        ranks[id(chance)], before = rank, chance
    return [ranks[id(chance)] for chance in chances]


def _doubted(log: Log, entry: Entry, model: AnswerModel) -> Entry:
    """Return an entry that is soft already, or becomes so."""
    try:
        if entry.likelihood is not None:
            return log.entry_of(text=entry.text, id=entry.id, weights=entry.likelihood.weights)
        if not entry.is_hard:
            return log.entry_of(entry.statement, entry.text, id=entry.id)
        return log.entry_of(entry.statement, entry.text, id=entry.id, model=model)
    except EvidenceError:
        # It leaves no value a chance, whether it is a slip or not.
        return log.entry_of(entry.statement & ~entry.statement, entry.text, id=entry.id)


class SlipModel:
    """The log as heard by somebody who sometimes gets an entry wrong.

    Every hard entry is true or, at a given rate and independently of the others, its opposite is.

    Args:
        log: What was heard.
        rate: How often an entry is a slip.
        allowance: What may be spent on counting.

    Raises:
        DeduceError: If slips so often leave no world either.
        OutOfReachError: If that cannot be counted.

    Attributes:
        log: The same log with every hard entry doubted.
        belief: What follows from that.
    """

    def __init__(self, log: Log, rate: Weight = DEFAULT_RATE, allowance: Allowance | None = None) -> None:
        needs(log, Log, "SlipModel", "SlipModel(Log(problem))")
        share = exact(rate, "slip rate", most=1)
        model = slip_model(share)
        joint = [entry for entry in log if entry.is_hard and not entry.statement.is_single]
        # Entries that say the same are right or slips together.
        alike: dict[Statement, list[Entry]] = {}
        for entry in joint:
            alike.setdefault(entry.statement, []).append(entry)
        self._marks: dict[str, Unknown] = {
            entry.id: ("slip in", entries[0].id) for entries in alike.values() for entry in entries
        }
        nothing = Log(self._problem(log.problem, list(alike.values()), share))
        doubted = nothing.extended(
            _doubted(nothing, entry, model) for entry in log if entry.id not in self._marks
        )
        self.log = doubted
        self.belief: Belief = Belief(doubted, _counting(doubted), allowance=allowance)
        if not self.belief.is_consistent:
            message = (
                f"even with slips at rate {rate} no world is left; allow a rate above 0, "
                "or look for the mistake in the rules"
            )
            raise DeduceError(message)

    def _problem(self, problem: Problem, joint: list[list[Entry]], share: Fraction) -> Problem:
        """Add an unknown for each entry on several unknowns: whether it is right or a slip.

        Args:
            problem: What it is about.
            joint: The entries; those that say the same stand together.
            share: How often an entry is a slip.
        """
        if not joint:
            return problem
        marks = {self._marks[entries[0].id]: ("right", "slip") for entries in joint}
        rules = list(problem.rules)
        for entry, *_ in joint:
            slipped = fact(self._marks[entry.id], "slip")
            either = Count(1, 1, (entry.statement, slipped))
            rules.append(Rule(f"entry {entry.id} is right or a slip", either))
        priors: dict[Unknown, Mapping[Value, Weight]] = dict(problem.priors)
        for mark, entries in zip(marks, joint, strict=True):
            times = len(entries)
            priors[mark] = {"right": (1 - share) ** times, "slip": share**times}
        return Problem({**problem.domains, **marks}, rules, priors=priors, hidden=problem.hidden)

    def slipped(self, entry: Entry) -> Statement:
        """Return the statement that an entry is a slip."""
        mark = self._marks.get(entry.id)
        return ~entry.statement if mark is None else fact(mark, "slip")

    def probability(self, entry: Entry) -> Fraction:
        """Return how likely it is that an entry is a slip."""
        return self.belief.probability_of(self.slipped(entry))
