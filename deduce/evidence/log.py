"""The log: what was heard, in order, in the user's own words."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from deduce.errors import EvidenceError, ProblemError, did_you_mean
from deduce.evidence.models import HONEST, AnswerModel
from deduce.problem.problem import Problem
from deduce.problem.shapes import as_list, as_whole, needs
from deduce.problem.statements import ALWAYS, Among, Count, Statement, Unknown, Value, all_of
from deduce.problem.testimony import Testimony

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.problem.problem import Rule
    from deduce.problem.weights import Weight

__all__ = ["Entry", "Likelihood", "Limits", "Log"]


WEIGHTS = "weights"
"""What the model of entries is called that say themselves how likely things are."""


@dataclass(frozen=True)
class Likelihood:
    """How likely what was heard is, for each value of some unknowns.

    Attributes:
        weights: For each unknown, the weight of each of its values.
        model: The name of the answer model that the weights come from.
    """

    weights: Mapping[Unknown, Mapping[Value, Fraction]]
    model: str


@dataclass(frozen=True)
class Entry:
    """One thing that was heard.

    Attributes:
        id: Names the entry within its log.
        text: What was heard, in the user's words.
        statement: What is certain because of it. For a soft entry: that no value of weight 0 is the true one,
            or a statement that carries weight itself, such as `weighted`.
        likelihood: For a soft entry, how likely it was heard under each value; for a hard one, or where the
            statement carries the weight, None.
    """

    id: str
    text: str
    statement: Statement
    likelihood: Likelihood | None = None

    @property
    def is_hard(self) -> bool:
        """Whether the entry is simply true, and not only more likely under some values."""
        return self.likelihood is None and not self.statement.carries_weight

    def reversed(self) -> Entry:
        """Return the same entry with its statement the other way round.

        Raises:
            EvidenceError: If the entry is soft and so has no other way round.
        """
        if not self.is_hard:
            message = "is soft (it has weights), so it has no other way round"
            raise EvidenceError(message, self.id)
        return Entry(self.id, self.text, ~self.statement)


@dataclass(frozen=True)
class Limits:
    """What an entry means, worked out once.

    Attributes:
        masks: The values that it leaves to single unknowns, as bits by position of the unknown.
        joint: What it says of several unknowns at once, or None.
    """

    masks: Mapping[int, int]
    joint: Statement | None


class Log:
    """What was heard, in order.

    A log never changes: every method returns a new one, so any earlier state can be kept, compared and
    returned to. Whatever is worked out from a log follows from its entries alone.

    Examples:
        >>> from deduce import Log, Problem, fact
        >>> log = Log(Problem.one_to_one("ABC", ["rook", "king", "crab"]))
        >>> log = log.append(~fact("A", "rook"), "A went sideways: no")
        >>> log = log.append(fact("B", "king"), "B was shown")
        >>> [entry.id for entry in log]
        ['1', '2']
        >>> log.edit("2", fact("B", "crab")).entry("2").text
        'B was shown'
        >>> log.retract("1").at(1)
        Log(1 entry: '2')

    Attributes:
        problem: What it is about.
        entries: The entries, in order.
    """

    def __init__(self, problem: Problem) -> None:
        needs(problem, Problem, "Log", "Log(Problem({'A': ['rook', 'king']}))")
        self.problem = problem
        self.entries: tuple[Entry, ...] = ()
        self._limits: tuple[Limits, ...] = ()

    def append(
        self,
        statement: Statement | None = None,
        text: str = "",
        *,
        id: str | None = None,
        model: AnswerModel = HONEST,
        weights: Mapping[Any, Mapping[Any, Weight]] | None = None,
    ) -> Log:
        """Add an entry at the end.

        Args:
            statement: What was heard. One that carries weight, such as `weighted`, makes a soft entry.
            text: The same in the user's words; by default the statement's own words.
            id: A name for the entry; by default the next free number.
            model: How far the statement is to be trusted. The default takes it as true; any other model
                makes a soft entry, unless it leaves nothing to chance, as with somebody who always lies.
            weights: Instead of a statement: how likely what was heard is, for each value of some unknowns
                (a value that is not listed weighs 1).

        Raises:
            EvidenceError: If a name is unknown, the id is taken, or the weights are wrong.
        """
        return self.insert(len(self.entries), statement, text, id=id, model=model, weights=weights)

    def insert(
        self,
        position: int,
        statement: Statement | None = None,
        text: str = "",
        *,
        id: str | None = None,
        model: AnswerModel = HONEST,
        weights: Mapping[Any, Mapping[Any, Weight]] | None = None,
    ) -> Log:
        """Add an entry before the one at a position, counted from 0; otherwise like `append`."""
        name = self._next_id() if id is None else str(id)
        if not 0 <= as_whole(position, "the position") <= len(self.entries):
            message = f"position {position} is outside the log of {len(self.entries)} entries"
            raise EvidenceError(message, name)
        if any(entry.id == name for entry in self.entries):
            raise _is_taken(name)
        entry = self._read(name, text, statement, model, weights)
        return self._with((*self.entries[:position], entry, *self.entries[position:]))

    def entry_of(
        self,
        statement: Statement | None = None,
        text: str = "",
        *,
        id: str,
        model: AnswerModel = HONEST,
        weights: Mapping[Any, Mapping[Any, Weight]] | None = None,
    ) -> Entry:
        """Return the entry that `append` would add, without adding it; `extended` adds many at once.

        Examples:
            >>> from deduce import Log, Problem, fact
            >>> log = Log(Problem.one_to_one("AB", ["rook", "king"]))
            >>> log.extended(log.entry_of(fact("A", "king"), id=f"turn {turn}") for turn in (1, 2))
            Log(2 entries: 'turn 1', 'turn 2')

        Raises:
            EvidenceError: As for `append`.
        """
        return self._read(str(id), text, statement, model, weights)

    def extended(self, entries: Iterable[Entry]) -> Log:
        """Add many entries at the end, at a cost that grows with their number only.

        Examples:
            >>> from deduce import Entry, Log, Problem, fact
            >>> log = Log(Problem.one_to_one("AB", ["rook", "king"]))
            >>> log.extended([Entry("a", "A was shown", fact("A", "king"))])
            Log(1 entry: 'a')

        Args:
            entries: The entries, such as those of another log on the same things.

        Raises:
            EvidenceError: If a name is unknown, or an id is taken.
        """
        added = tuple(as_list(entries, "the entries"))
        taken = {entry.id for entry in self.entries}
        for entry in added:
            needs(entry, Entry, "a log", "log.entry_of(fact('A', 'rook'), id='1')")
            if entry.id in taken:
                raise _is_taken(entry.id)
            taken.add(entry.id)
            try:
                self.problem.check(entry.statement)
                if entry.likelihood is not None:
                    self.problem.check_names(entry.likelihood.weights)
            except ProblemError as error:
                raise EvidenceError(str(error), entry.id) from None
        return self._with((*self.entries, *added))

    def edit(
        self,
        id: str,
        statement: Statement | None = None,
        text: str | None = None,
        *,
        model: AnswerModel = HONEST,
        weights: Mapping[Any, Mapping[Any, Weight]] | None = None,
    ) -> Log:
        """Change an entry in its place.

        Args:
            id: Which one.
            statement: The new statement; without it (and without weights) the old meaning stays.
            text: The new words; without them the old ones stay.
            model: As for `append`.
            weights: As for `append`.

        Raises:
            EvidenceError: As for `append`, and if there is no such entry.
        """
        old = self.entry(id)
        words = old.text if text is None else text
        if statement is None and weights is None:
            if model != HONEST:
                message = "has a new model but no new statement; give the statement again"
                raise EvidenceError(message, old.id)
            new = Entry(old.id, words, old.statement, old.likelihood)
        else:
            new = self._read(old.id, words, statement, model, weights)
        return self._with(tuple(new if entry is old else entry for entry in self.entries))

    def retract(self, *ids: str) -> Log:
        """Take entries out.

        Raises:
            EvidenceError: If there is no such entry.
        """
        gone = [self.entry(name) for name in ids]
        return self._with(tuple(entry for entry in self.entries if entry not in gone))

    def reverse(self, id: str) -> Log:
        """Turn a hard entry's statement the other way round.

        Raises:
            EvidenceError: If there is no such entry, or it is soft.
        """
        old = self.entry(id)
        new = old.reversed()
        return self._with(tuple(new if entry is old else entry for entry in self.entries))

    def keep(self, *ids: str) -> Log:
        """Keep only the named entries, in the order of the log.

        Raises:
            EvidenceError: If there is no such entry.
        """
        kept = [self.entry(name) for name in ids]
        return self._with(tuple(entry for entry in self.entries if entry in kept))

    def assuming(self, *rules: Statement | Rule) -> Log:
        """Return the same entries on a problem that has further rules.

        What is assumed is taken for granted: no proof cites it, and it is never a slip.

        Examples:
            >>> from deduce import Belief, Log, Problem, fact
            >>> log = Log(Problem.one_to_one("AB", ["rook", "king"]))
            >>> Belief(log.assuming(fact("A", "king"))).certain
            {'A': 'king', 'B': 'rook'}

        Raises:
            ProblemError: If a rule names something that is not in the problem.
        """
        old = self.problem
        problem = Problem(
            old.domains, [*old.rules, *rules], priors=old.priors, title=old.title, hidden=old.hidden
        )
        return self._with(self.entries, problem)

    def at(self, count: int) -> Log:
        """Return the log as it was after its first `count` entries.

        Raises:
            ValueError: If the log has fewer entries.
        """
        if not 0 <= as_whole(count, "the number of entries") <= len(self.entries):
            message = f"the log has {len(self.entries)} entries; {count} is not between 0 and that"
            raise ValueError(message)
        return self._with(self.entries[:count])

    def entry(self, id: str) -> Entry:
        """Return the entry of that id.

        Raises:
            EvidenceError: If there is none.
        """
        for entry in self.entries:
            if entry.id == str(id):
                return entry
        message = f"is not in the log; {did_you_mean(id, [entry.id for entry in self.entries])}"
        raise EvidenceError(message, str(id))

    @property
    def limits(self) -> tuple[Limits, ...]:
        """What each entry means, as bits for single unknowns and the joint rest."""
        return self._limits

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The values that each unknown can have by its own entries and the start, as bits."""
        masks = list(self.problem.start)
        for limits in self._limits:
            for place, mask in limits.masks.items():
                masks[place] &= mask
        return tuple(masks)

    @cached_property
    def joint(self) -> tuple[Statement, ...]:
        """What the entries say of several unknowns at once."""
        return tuple(limits.joint for limits in self._limits if limits.joint is not None)

    @cached_property
    def likelihoods(self) -> dict[Unknown, dict[Value, Fraction]]:
        """The product of the prior and all soft entries, for each unknown that has any."""
        product = {unknown: dict(weights) for unknown, weights in self.problem.priors.items()}
        # The same weight by the thousand is taken to its power at once: fractions grow with every product.
        often: dict[Unknown, Counter[tuple[Value, Fraction]]] = {}
        for entry in self.entries:
            if entry.likelihood is None:
                continue
            for unknown, weights in entry.likelihood.weights.items():
                often.setdefault(unknown, Counter()).update(weights.items())
        for unknown, counted in often.items():
            row = product.setdefault(unknown, dict.fromkeys(self.problem.domains[unknown], Fraction(1)))
            for (value, weight), times in counted.items():
                row[value] *= weight**times
        return product

    @cached_property
    def models(self) -> tuple[str, ...]:
        """The names of the answer models that soft entries stand on."""
        return tuple(dict.fromkeys(_model(entry) for entry in self.entries if not entry.is_hard))

    def _read(
        self,
        name: str,
        text: str,
        statement: Statement | None,
        model: AnswerModel,
        weights: Mapping[Any, Mapping[Any, Weight]] | None,
    ) -> Entry:
        if not isinstance(model, AnswerModel):
            message = f"model is {model!r}; it must be an AnswerModel"
            raise EvidenceError(message, name)
        if (statement is None) == (weights is None):
            message = "needs either a statement or weights"
            raise EvidenceError(message, name)
        if weights is not None and model != HONEST:
            message = "has weights and a model; weights say themselves how likely each value is"
            raise EvidenceError(message, name)
        try:
            if statement is not None:
                self.problem.check(statement)
                words = text or str(statement)
                if model == HONEST:
                    return Entry(name, words, statement)
                if len(statement.scope | model.scope) != 1:
                    return Entry(name, words, model.testimony(self.problem, statement))
                likelihood = Likelihood(model.likelihood(self.problem, statement), model.name)
            else:
                read = self.problem.weights(weights or {}, "weight")
                likelihood = Likelihood(read, WEIGHTS)
                words = text or f"weights for {', '.join(map(str, read))}"
        except ProblemError as error:
            raise EvidenceError(str(error), name) from None
        return Entry(name, words, _support(likelihood), likelihood)

    def _next_id(self) -> str:
        taken = {entry.id for entry in self.entries}
        numbers = map(str, itertools.count(len(self.entries) + 1))
        return next(number for number in numbers if number not in taken)

    def _with(self, entries: tuple[Entry, ...], problem: Problem | None = None) -> Log:
        known = dict(zip(map(id, self.entries), self._limits, strict=True))
        log = Log(problem or self.problem)
        log.entries = entries
        log._limits = tuple(known.get(id(entry)) or _limits(self.problem, entry) for entry in entries)
        return log

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, place: int | slice) -> Entry | tuple[Entry, ...]:
        if not isinstance(place, slice) and not -len(self) <= as_whole(place, "the place") < len(self):
            message = f"the log has {len(self)} entries; there is none at {place} (the first is at 0)"
            raise IndexError(message)
        return self.entries[place]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log):
            return NotImplemented
        return self.problem is other.problem and self.entries == other.entries

    def __hash__(self) -> int:
        return hash((id(self.problem), tuple(entry.id for entry in self.entries)))

    def __repr__(self) -> str:
        names = ", ".join(repr(entry.id) for entry in self.entries[-3:])
        count = f"{len(self)} entr{'y' if len(self) == 1 else 'ies'}"
        return f"Log({count}{': ' if names else ''}{'..., ' if len(self) > 3 else ''}{names})"


def _model(entry: Entry) -> str:
    """Return the name of the answer model that a soft entry stands on."""
    if entry.likelihood is not None:
        return entry.likelihood.model
    return entry.statement.model if isinstance(entry.statement, Testimony) else WEIGHTS


def _is_taken(id: str) -> EvidenceError:
    return EvidenceError("stands in the log already; choose another id, or edit that entry", id)


def _support(likelihood: Likelihood) -> Statement:
    """Return what is certain because of weights: no value of weight 0 is the true one."""
    parts = [
        Among(unknown, frozenset(value for value, weight in weights.items() if weight))
        for unknown, weights in likelihood.weights.items()
        if not all(weights.values())
    ]
    return all_of(*parts) if parts else ALWAYS


def _limits(problem: Problem, entry: Entry) -> Limits:
    """Split a statement into what it says of single unknowns and the joint rest."""
    masks: dict[int, int] = {}
    joint: list[Statement] = []
    for part in _conjuncts(entry.statement):
        if len(part.scope) == 1:
            (unknown,) = part.scope
            place = problem.places[unknown]
            masks[place] = masks.get(place, -1) & problem.allowed(part)
        if not part.is_single:
            joint.append(part)
    return Limits(masks, all_of(*joint) if joint else None)


def _conjuncts(statement: Statement) -> Iterator[Statement]:
    """Take a statement apart into statements that must all be true."""
    if isinstance(statement, Count) and statement.low == len(statement.parts):
        for part in statement.parts:
            yield from _conjuncts(part)
    elif isinstance(statement, Count) and statement.high == 0 and len(statement.parts) > 1:
        for part in statement.parts:
            yield from _conjuncts(~part)
    elif statement != ALWAYS:
        yield statement
