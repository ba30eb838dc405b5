"""What was heard of a side's pieces, as notes that grow: one more event costs the same at any turn.

For each letter the notes keep what its entries leave between them; the entries themselves hang together as a
chain, each with a link to the one before, so that longer notes share all that is older.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Self

from deduce.confusion.engine.actions import Attempt
from deduce.confusion.knowledge.agents import AgentModel, disguises
from deduce.confusion.knowledge.heard import Heard, about, answered, row_of
from deduce.evidence.log import Entry, Log
from deduce.problem.problem import Problem
from deduce.problem.statements import Among

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.game import Event
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.knowledge.sheet import Sheet
    from deduce.problem.weights import Weight

__all__ = ["DEFAULT_MODEL", "Link", "Named", "Notes", "Own"]

DEFAULT_MODEL = AgentModel()


class Named(int):
    """The number of a diagram, which reads as its name."""

    diagram: Diagram

    def __new__(cls, diagram: Diagram) -> Self:
        """Return the number of a diagram."""
        number = super().__new__(cls, diagram.number)
        number.diagram = diagram
        return number

    def __getnewargs__(self) -> tuple[Diagram]:  # type: ignore[override]
        return (self.diagram,)

    def __str__(self) -> str:
        return self.diagram.name


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Link:
    """An entry in its chain.

    Attributes:
        entry: What was heard.
        before: What was heard before it.
        own: What was heard of its letter before.
    """

    entry: Heard
    before: Link | None
    own: Own


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Own:
    """What was heard of one letter, boiled down.

    Attributes:
        left: The numbers of the diagrams that its entries leave.
        disguises: The diagrams that a double agent could pass for after the answers.
        struck: The numbers of the diagrams that something else than an answer ruled out.
        agent_chance: How likely its entries are together if it is the double agent; what is impossible is
            struck by its entry, so that a proof can name it.
        last: The last one of its entries.
    """

    left: frozenset[int]
    disguises: tuple[Diagram, ...]
    struck: frozenset[int] = frozenset()
    agent_chance: Fraction = Fraction(1)
    last: Link | None = None

    @classmethod
    def of(cls, rules: Rules) -> Own:
        """Return the notes of a letter of which nothing was heard."""
        return cls(frozenset(rules.diagrams), disguises(rules.diagrams.values()))

    def noted(self, rules: Rules, link: Link) -> Own:
        """Return the same with a further entry."""
        entry, passing, struck = link.entry, self.disguises, self.struck
        if entry.attempt is None:
            struck |= rules.diagrams.keys() - entry.diagrams
        else:
            passing = disguises(passing, [(entry.attempt, entry.allowed)])
        chance = self.agent_chance * (entry.agent_chance or 1)
        return Own(self.left & entry.diagrams, passing, struck, chance, link)


class Notes:
    """What was heard of a side's pieces. Notes never change: whatever is heard makes new ones.

    Examples:
        >>> from deduce.confusion.engine.game import Game
        >>> from deduce.confusion.engine.rules import Rules
        >>> from deduce.confusion.engine.actions import Answer, Attempt
        >>> game = Game(Rules.of("classic"))
        >>> notes, before = Notes(game.rules, 0), game.position
        >>> notes = notes.heard_in(before, game.push(Attempt("C", 0, 2), Answer(allowed=False)))
        >>> [entry.text for entry in notes.heard]
        ['row 1: C two forward, refused']

    Args:
        rules: The rules.
        side: Whose pieces.
        model: How the opponent answers for the double agent.
        right_starts: Whether the side in the right column of the record started, by which rows are counted.

    Attributes:
        rules: The rules.
        side: Whose pieces.
        model: How the opponent answers for the double agent.
        right_starts: Whether the side in the right column of the record started.
        letters: What was heard of each letter, boiled down.
        last: The last entry; None if nothing was heard.
    """

    def __init__(
        self, rules: Rules, side: int, model: AgentModel = DEFAULT_MODEL, *, right_starts: bool = False
    ) -> None:
        self.rules = rules
        self.side = side
        self.model = model
        self.right_starts = right_starts
        self.letters: Mapping[str, Own] = dict.fromkeys(rules.letters, Own.of(rules))
        self.last: Link | None = None

    def heard_in(self, position: Position, event: Event) -> Notes:
        """Return the notes after one more event.

        Args:
            position: Where it happened.
            event: What happened.
        """
        if event.side != self.side and isinstance(event.action, Attempt):
            # An attempt tells of whoever makes it; half of all events end here.
            return self
        notes, ply = self, position.turns + 1
        row = row_of(position.turns, right_starts=self.right_starts)
        for entry in about(position, event, self.side, self.model, self.letters):
            before = sum(1 for _ in takewhile(lambda other: other.ply == ply, notes.backwards()))
            name = f"{ply}{chr(ord('a') + before)}" if before else str(ply)
            notes = notes.noted(replace(entry, id=name, ply=ply, text=f"row {row}: {entry.text}"))
        return notes

    def noted(self, entry: Heard) -> Notes:
        """Return the notes with one more entry."""
        own = self.letters[entry.letter]
        notes = Notes.__new__(Notes)
        notes.rules, notes.side, notes.model = self.rules, self.side, self.model
        notes.right_starts = self.right_starts
        notes.last = Link(entry, self.last, own)
        notes.letters = {**self.letters, entry.letter: own.noted(self.rules, notes.last)}
        return notes

    def backwards(self) -> Iterator[Heard]:
        """Yield the entries, the last one first."""
        link = self.last
        while link is not None:
            yield link.entry
            link = link.before

    @cached_property
    def heard(self) -> tuple[Heard, ...]:
        """The entries, in order."""
        return tuple(self.backwards())[::-1]

    def links_of(self, letter: str) -> list[Link]:
        """Return the entries on one letter with what was heard of it before each, in order."""
        found, link = [], self.letters[letter].last
        while link is not None:
            found.append(link)
            link = link.own.last
        return found[::-1]

    def retold(self, own: Own, entries: Iterable[Heard]) -> Own:
        """Return what is left after further entries on a letter, with each answer weighed again.

        Args:
            own: What was heard of the letter before.
            entries: The entries.
        """
        for entry in entries:
            fresh = entry
            if entry.attempt is not None:
                fresh = answered(self.rules, entry.attempt, own, allowed=entry.allowed, model=self.model)
            own = own.noted(self.rules, Link(fresh, None, own))
        return own

    def sheet(self) -> Sheet:
        """Return the sheet: what follows."""
        from deduce.confusion.knowledge.sheet import Sheet

        return Sheet(self)

    # --- For the core ------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What the notes are about."""
        return f"{self.rules.sides[self.side]}'s pieces"

    @cached_property
    def problem(self) -> Problem:
        """The diagrams of the letters, as a one-to-one problem."""
        diagrams = self.rules.diagrams
        priors: dict[str, dict[int, Weight]] = {}
        agent = diagrams.double_agent
        if agent is not None and self.model.has_chances:
            priors = {
                letter: {agent.number: own.agent_chance}
                for letter, own in self.letters.items()
                if own.agent_chance != 1
            }
        values = [Named(diagram) for diagram in diagrams.values()]
        return Problem.one_to_one(self.rules.letters, values, priors=priors, title=self.title)

    @cached_property
    def weights(self) -> tuple[tuple[float, ...], ...]:
        """For each letter and diagram its weight: 0 if it is ruled out, less than 1 for a double agent."""
        diagrams = self.rules.diagrams
        agent = None if diagrams.double_agent is None else diagrams.double_agent.number
        return tuple(
            tuple(
                0.0 if number not in own.left else float(own.agent_chance) if number == agent else 1.0
                for number in diagrams
            )
            for own in self.letters.values()
        )

    def log(self) -> Log:
        """Return all entries, as the log of the problem."""
        return Log(self.problem).extended(
            Entry(entry.id, entry.text, Among(entry.letter, entry.diagrams)) for entry in self.heard
        )

    def brief(self, other: Mapping[str, frozenset[int]] | None = None) -> Log:
        """Return a log from which the same follows, with one entry at most for each letter.

        Args:
            other: What would be left to some letters instead.
        """
        left = {letter: own.left for letter, own in self.letters.items()} | dict(other or {})
        everything = len(self.rules.diagrams)
        return Log(self.problem).extended(
            Entry(letter, letter, Among(letter, numbers))
            for letter, numbers in left.items()
            if len(numbers) < everything
        )

    # --- The same as others --------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Notes):
            return NotImplemented
        mine, theirs = ((one.rules, one.side, one.model, one.heard) for one in (self, other))
        return mine == theirs

    def __hash__(self) -> int:
        return hash((self.side, self.model, self.heard))

    def __reduce__(self) -> tuple[object, ...]:
        # The chain is too deep to be pickled link by link.
        return _again, (self.rules, self.side, self.model, self.right_starts, self.heard)

    def __repr__(self) -> str:
        return f"Notes({self.title}, {len(self.heard)} heard)"


def _again(
    rules: Rules,
    side: int,
    model: AgentModel,
    right_starts: bool,  # noqa: FBT001 - pickle gives everything by place
    entries: Iterable[Heard],
) -> Notes:
    """Return notes with entries again."""
    notes = Notes(rules, side, model, right_starts=right_starts)
    for entry in entries:
        notes = notes.noted(entry)
    return notes
