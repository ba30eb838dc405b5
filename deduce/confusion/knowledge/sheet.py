"""A deduction sheet (CF-SHEET): which diagrams each letter of a side may have, how likely, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Self

from deduce.belief.belief import Belief
from deduce.confusion.knowledge.agents import AgentModel
from deduce.confusion.knowledge.heard import Heard, answers, heard, retold, struck
from deduce.evidence.log import Log
from deduce.problem.problem import Problem
from deduce.problem.statements import Among

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deduce.belief.belief import World
    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.game import Game
    from deduce.confusion.engine.rules import Rules
    from deduce.problem.statements import Value
    from deduce.problem.weights import Weight
    from deduce.proof.chain import Step
    from deduce.proof.claims import Proof
    from deduce.proof.conflicts import Conflicts
    from deduce.proof.prover import Prover
    from deduce.proof.slips import Suspect

__all__ = ["Sheet", "sheet_of"]

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


@dataclass(frozen=True)
class Sheet:
    """A side's sheet: what both sides know of that side's diagrams from what was heard.

    Letters stand for unknowns and numbers of diagrams for their values; captured and promoted pieces stay in
    the all-different reasoning.

    Attributes:
        rules: The rules.
        side: Whose pieces.
        heard: What was heard about them.
        model: How the opponent answers for the double agent.
    """

    rules: Rules
    side: int
    heard: tuple[Heard, ...]
    model: AgentModel = DEFAULT_MODEL

    @cached_property
    def log(self) -> Log:
        """What was heard as the log of a one-to-one problem."""
        diagrams = self.rules.diagrams
        priors: dict[str, dict[int, Weight]] = {}
        agent = diagrams.double_agent
        if agent is not None and self.model.has_chances:
            chances = dict.fromkeys(self.rules.letters, Fraction(1))
            for entry in self.heard:
                # Whatever is impossible is struck by its entry, so that a proof can name it.
                chances[entry.letter] *= entry.agent_chance or 1
            priors = {letter: {agent.number: chance} for letter, chance in chances.items() if chance != 1}
        title = f"{self.rules.sides[self.side]}'s pieces"
        values = [Named(diagram) for diagram in diagrams.values()]
        problem = Problem.one_to_one(self.rules.letters, values, priors=priors, title=title)
        log = Log(problem)
        for entry in self.heard:
            log = log.append(Among(entry.letter, entry.diagrams), entry.text, id=entry.id)
        return log

    @cached_property
    def belief(self) -> Belief:
        """What follows."""
        return Belief(self.log)

    @property
    def is_consistent(self) -> bool:
        """Whether any world is left."""
        return self.belief.is_consistent

    @property
    def worlds(self) -> int:
        """How many deals are left."""
        return self.belief.count

    @property
    def bits(self) -> float:
        """How many bits are still open; 0 when nothing is left."""
        return self.belief.bits if self.is_consistent else 0.0

    @cached_property
    def possible(self) -> dict[str, tuple[int, ...]]:
        """The numbers of the diagrams that each letter may have."""
        return {
            str(letter): tuple(self._number(value) for value in found)
            for letter, found in self.belief.possible.items()
        }

    @cached_property
    def chances(self) -> dict[str, dict[int, Fraction]] | None:
        """The exact chance of each diagram that a letter may have; None where the model gives no chances."""
        if not self.model.has_chances or not self.is_consistent:
            return None
        rows = self.belief.probabilities
        return {
            str(letter): {self._number(value): chance for value, chance in rows[letter].items()}
            for letter in rows
        }

    @cached_property
    def certain(self) -> dict[str, int]:
        """The letters whose diagram is certain."""
        return {letter: found[0] for letter, found in self.possible.items() if len(found) == 1}

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
        return {letter: self._number(world[letter]) for letter in self.rules.letters}

    @staticmethod
    def _number(value: Value) -> int:
        if not isinstance(value, int):
            message = f"{value!r} is no diagram of this sheet"
            raise TypeError(message)
        return int(value)

    # --- Reasons -----------------------------------------------------------------------------------

    def why(self, letter: str, number: int) -> Proof:
        """Return the smallest proof that a letter has a diagram, or has it not.

        Raises:
            ContradictionError: If no world is left.
            DeduceError: If it is open.
        """
        named = next((value for value in self.log.problem.values if value == number), number)
        return self._prover.proof(letter, named)

    def steps(self, proof: Proof) -> list[Step]:
        """Return a proof as a chain of small steps."""
        from deduce.proof.chain import chain_for

        return chain_for(proof, self.log)

    @cached_property
    def _prover(self) -> Prover:
        from deduce.proof.prover import Prover

        return Prover(self.log, self.belief)

    @property
    def conflicts(self) -> Conflicts:
        """The smallest sets of entries that contradict each other."""
        from deduce.proof.conflicts import conflicts

        return conflicts(self.log)

    def suspects(self) -> list[Suspect]:
        """Rank what was heard by how likely it was noted wrongly; also while nothing contradicts.

        A piece that is the double agent may be answered either way, so its entries are never slips then.
        """
        from deduce.proof.slips import suspects

        found = suspects(self.log)
        if self.rules.diagrams.double_agent is None:
            return found
        places = {entry.id: place for place, entry in enumerate(self.heard)}
        found = [self._weighed(suspect, places[suspect.entry.id]) for suspect in found]
        if not self.is_consistent:
            # As `deduce.proof.slips` ranks them: among equals the most recent one comes first.
            found.sort(
                key=lambda suspect: (
                    suspect.worlds_if_reversed or 0,
                    suspect.probability or 0,
                    places[suspect.entry.id],
                ),
                reverse=True,
            )
        return found

    def _weighed(self, suspect: Suspect, place: int) -> Suspect:
        """Count the worlds if an entry was the other way round or not there, the double agent among them."""
        earlier, entry, later = self.heard[:place], self.heard[place], self.heard[place + 1 :]
        other = replace(entry, diagrams=entry.opposite, opposite=entry.diagrams, allowed=not entry.allowed)
        return replace(
            suspect,
            worlds_if_reversed=self._again((*earlier, other, *later)).worlds,
            worlds_if_removed=self._again((*earlier, *later)).worlds,
        )

    def _again(self, entries: Iterable[Heard]) -> Sheet:
        """Return the sheet as it would be with other entries."""
        return Sheet(self.rules, self.side, tuple(retold(self.rules, entries, self.model)), self.model)

    # --- Looking ahead -----------------------------------------------------------------------------

    def answers(self, letter: str) -> list[tuple[Attempt, bool]]:
        """Return the attempts of a piece that were answered for its diagram, and whether each was allowed."""
        return answers(entry for entry in self.heard if entry.letter == letter)

    def struck(self, letter: str) -> frozenset[int]:
        """Return the numbers of the diagrams that something else than an answer ruled out for a piece."""
        return struck(self.rules, (entry for entry in self.heard if entry.letter == letter))

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
        before, gone = self.answers(attempt.letter), self.struck(attempt.letter)
        total = Fraction(0)
        for number, chance in self.chances[attempt.letter].items():
            diagram = self.rules.diagrams[number]
            if diagram.is_double_agent:
                yes = self.model.chance(before, attempt, True, self.rules.diagrams, gone)  # noqa: FBT003
                total += chance * yes
            elif diagram.allows(attempt.way, attempt.distance):
                total += chance
        return total


def sheet_of(game: Game, side: int, model: AgentModel = DEFAULT_MODEL, *, left: int = 0) -> Sheet:
    """Return the sheet of a side's pieces: what that side knows of them, as both sides can tell.

    Args:
        game: The game, up to the moment to look at.
        side: Whose pieces.
        model: How the opponent answers for the double agent.
        left: The side in the left column of the record, by which turns are counted.
    """
    return Sheet(game.rules, side, tuple(heard(game, side, model, left=left)), model)
