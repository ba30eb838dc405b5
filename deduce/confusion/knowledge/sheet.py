"""A deduction sheet (CF-SHEET): which diagrams each letter of a side may have, how likely, and why."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from deduce.belief.belief import Belief
from deduce.confusion.knowledge.heard import answers
from deduce.confusion.knowledge.notes import DEFAULT_MODEL, Notes
from deduce.tabletop import sheet as tabletop
from deduce.tabletop.nouns import Nouns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.belief.belief import World
    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.game import Game
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.knowledge.agents import AgentModel
    from deduce.confusion.knowledge.behaviour import Behaviour
    from deduce.confusion.knowledge.heard import Heard
    from deduce.problem.statements import Value
    from deduce.proof.conflicts import Conflicts
    from deduce.proof.slips import Suspect

    Weights: TypeAlias = Mapping[str, Mapping[int, Fraction]]

__all__ = ["NOUNS", "Sheet", "sheet_of"]

MOST_CONFLICTS = 10
NOUNS = Nouns("letter", "diagram", "deal", "piece", "why H crab")
"""What the game calls what is reasoned about."""


class Sheet(tabletop.Sheet[str, int]):
    """A side's sheet: what both sides know of that side's diagrams from what was heard.

    Letters stand for unknowns and numbers of diagrams for their values; captured and promoted pieces stay in
    the all-different reasoning.

    Args:
        notes: What was heard.
        weights: How much more or less likely each letter has each diagram by what the other side did; None
            to go by facts only. Chances and samples follow them; what is possible, certain and proved does
            not, and weights that are all above 0 cannot change it.

    Attributes:
        notes: What was heard.
        weights: How likely each diagram is by what the other side did; None by facts only.
    """

    def __init__(self, notes: Notes, weights: Weights | None = None) -> None:
        super().__init__(notes.title, notes.log, NOUNS, notes.side)
        self.notes = notes
        self.weights = weights

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.notes.rules

    @property
    def side(self) -> int:
        """Whose pieces."""
        return self.notes.side

    @property
    def heard(self) -> tuple[Heard, ...]:
        """What was heard about them."""
        return self.notes.heard

    @property
    def model(self) -> AgentModel:
        """How the opponent answers for the double agent."""
        return self.notes.model

    @cached_property
    def belief(self) -> Belief:
        """What follows; worked out from what is left to each letter, and so at the same cost at any turn."""
        log = self.notes.brief()
        return Belief(
            log if self.weights is None else log.append(text="their behaviour", weights=self.weights)
        )

    @property
    def stands_on(self) -> str:
        """The model, where answers may not fit it."""
        return "" if self.model.name in {"coin", "any"} else f"the model {self.model}"

    @property
    def facts(self) -> Mapping[str, str]:
        """The model, where there is a double agent."""
        return {"model": str(self.model)} if self.rules.has_double_agent else {}

    @property
    def heads(self) -> tuple[tuple[str, ...], ...]:
        """The numbers of the diagrams, and how their names begin."""
        diagrams = self.rules.diagrams.values()
        return tuple(str(each.number) for each in diagrams), tuple(each.name[:3] for each in diagrams)

    def name(self, value: int) -> str:
        """Return the name of a diagram."""
        return str(self.rules.diagrams[value])

    def words(self) -> dict[str, int]:
        return self.rules.diagrams.words()

    def called(self, unknown: str) -> str:
        return f"{self.rules.sides[self.side]}'s {unknown}"

    @cached_property
    def chances(self) -> dict[str, dict[int, Fraction]] | None:
        """The exact chance of each diagram that a letter may have; None where the model gives no chances."""
        return super().chances if self.model.has_chances else None

    def deals(self) -> Iterator[dict[str, int]]:
        """Yield every deal that is left: the number of the diagram of each letter."""
        return map(self._deal, self.belief.worlds())

    def sample(self, count: int, seed: int | str | None = None) -> list[dict[str, int]]:
        """Draw deals that are left, each exactly as likely as it is.

        Args:
            count: How many.
            seed: The same whole number or text always gives the same deals; None gives different ones.

        Raises:
            ContradictionError: If none is left.
        """
        return [self._deal(world) for world in self.belief.sample(count, seed)]

    def _deal(self, world: World) -> dict[str, int]:
        return {letter: self._read(world[letter]) for letter in self.rules.letters}

    def _read(self, value: Value) -> int:
        if not isinstance(value, int):
            message = f"{value!r} is no diagram of this sheet"
            raise TypeError(message)
        return int(value)

    @property
    def conflicts(self) -> Conflicts:
        """The smallest sets of entries that contradict each other.

        Entries that say the same of a letter are in as many such sets of the same size as there are of them,
        so more of them than sets are told change nothing, and are left out.
        """
        from deduce.proof.conflicts import conflicts

        said: Counter[tuple[str, frozenset[int]]] = Counter()
        kept: list[str] = []
        for entry in self.heard:
            key = entry.letter, entry.diagrams
            said[key] += 1
            kept += [entry.id] if said[key] <= MOST_CONFLICTS + 1 else []
        return conflicts(self.log.keep(*kept), MOST_CONFLICTS)

    def suspects(self) -> list[Suspect]:
        """Rank what was heard by how likely it was noted wrongly; also while nothing contradicts.

        A piece that is the double agent may be answered either way, so its entries are never slips then.
        """
        from deduce.confusion.knowledge.slips import suspects_of

        return suspects_of(self)

    # --- Looking ahead -----------------------------------------------------------------------------

    def answers(self, letter: str) -> list[tuple[Attempt, bool]]:
        """Return the attempts of a piece that were answered for its diagram, and whether each was allowed."""
        return answers(link.entry for link in self.notes.links_of(letter))

    def struck(self, letter: str) -> frozenset[int]:
        """Return the numbers of the diagrams that something else than an answer ruled out for a piece."""
        return self.notes.letters[letter].struck

    def chance_of_yes(self, attempt: Attempt, *, promoted: bool = False) -> Fraction | None:
        """Return the chance that an attempt of this side is allowed.

        Args:
            attempt: The attempt.
            promoted: Whether the piece is promoted, so that its sheet says nothing.
        """
        if promoted:
            return Fraction(self.rules.diagrams.promoted.allows(attempt.way, attempt.distance))
        if self.chances is None:
            return None
        own = self.notes.letters[attempt.letter]
        total = Fraction(0)
        for number, chance in self.chances[attempt.letter].items():
            diagram = self.rules.diagrams[number]
            if diagram.is_double_agent:
                yes = self.model.chance_among(own.disguises, attempt, True, own.struck)  # noqa: FBT003
                total += chance * yes
            elif diagram.allows(attempt.way, attempt.distance):
                total += chance
        return total

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sheet):
            return NotImplemented
        return self.notes == other.notes and self.weights == other.weights

    def __hash__(self) -> int:
        return hash(self.notes)


def sheet_of(
    game: Game,
    side: int,
    model: AgentModel = DEFAULT_MODEL,
    behaviour: Behaviour | None = None,
    *,
    left: int = 0,
) -> Sheet:
    """Return the sheet of a side's pieces: what that side knows of them, as both sides can tell.

    Args:
        game: The game, up to the moment to look at.
        side: Whose pieces.
        model: How the opponent answers for the double agent.
        behaviour: How the opponent is taken to choose, where its choices are to be read; None for facts only.
        left: The side in the left column of the record, by which turns are counted.
    """
    notes = Notes(game.rules, side, model, right_starts=game.first != left)
    for position, event in zip(game.positions, game.events, strict=False):
        notes = notes.heard_in(position, event)
    if behaviour is None:
        return notes.sheet()
    from deduce.confusion.knowledge.reading import reading_of

    return Sheet(notes, reading_of(game, side, behaviour, model).exact())
