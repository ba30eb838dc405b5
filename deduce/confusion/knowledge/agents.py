"""How the opponent answers for a double agent (CF-DA-1): named models.

A model says how likely each answer is if the piece is the double agent, given what was heard of that piece
before. The rules leave the opponent free, so no model is right: conclusions name the model they stand on.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.confusion.errors import ConfusionError
from deduce.errors import IntakeError, did_you_mean
from deduce.intake.numbers import quoted, share_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.diagrams import Diagram, DiagramSet

__all__ = ["AGENT_MODELS", "AgentModel", "agent_model", "disguises"]

AGENT_MODELS = {
    "careful": "gives either answer alike, but none that would first show it to be the double agent",
    "coin": "says yes with a fixed chance, whatever is tried (coin:0.3 for 30 %)",
    "mimic": "picks one of the other diagrams before the game and always answers by it",
    "any": "may say anything: only what is possible and certain is given, no chances",
}
"""The models, and what the opponent does by each."""


@dataclass(frozen=True)
class AgentModel:
    """A model of the opponent's answers.

    Examples:
        >>> agent_model("coin:0.3").chance_of_yes
        Fraction(3, 10)

    Attributes:
        name: One of `AGENT_MODELS`.
        chance_of_yes: The chance of a yes, for "coin".
    """

    name: str = "coin"
    chance_of_yes: Fraction = Fraction(1, 2)

    @property
    def has_chances(self) -> bool:
        """Whether chances can be worked out under this model."""
        return self.name != "any"

    def __str__(self) -> str:
        return f"coin:{float(self.chance_of_yes):g}" if self.name == "coin" else self.name

    def chance(
        self,
        before: Iterable[tuple[Attempt, bool]],
        attempt: Attempt,
        allowed: bool,  # noqa: FBT001 - an answer is a yes or a no
        diagrams: DiagramSet,
        struck: Collection[int] = (),
    ) -> Fraction:
        """Return how likely an answer for the double agent is.

        Args:
            before: What was answered for this piece before.
            attempt: What is tried now.
            allowed: The answer.
            diagrams: All diagrams.
            struck: The numbers of the diagrams that something else than an answer ruled out for this piece.
        """
        return self.chance_among(disguises(diagrams.values(), before), attempt, allowed, struck)

    def chance_among(
        self,
        disguises: Iterable[Diagram],
        attempt: Attempt,
        allowed: bool,  # noqa: FBT001 - an answer is a yes or a no
        struck: Collection[int] = (),
    ) -> Fraction:
        """Return how likely an answer for the double agent is, as `chance` does.

        Args:
            disguises: The diagrams that it can pass for after what was answered for this piece before.
            attempt: What is tried now.
            allowed: The answer.
            struck: The numbers of the diagrams that something else than an answer ruled out for this piece.
        """
        if self.name == "any":
            return Fraction(1)
        if self.name == "coin":
            return self.chance_of_yes if allowed else 1 - self.chance_of_yes
        left = list(disguises)
        if self.name == "careful":
            left = [diagram for diagram in left if diagram.number not in struck]
        agreeing = sum(diagram.allows(attempt.way, attempt.distance) == allowed for diagram in left)
        if self.name == "mimic":
            return Fraction(agreeing, len(left)) if left else Fraction(0)
        if not left or not agreeing:
            # Shown up already, it may say anything; but it is careful not to be.
            return Fraction(0) if left else Fraction(1, 2)
        return Fraction(1) if agreeing == len(left) else Fraction(1, 2)


def disguises(diagrams: Iterable[Diagram], said: Iterable[tuple[Attempt, bool]] = ()) -> tuple[Diagram, ...]:
    """Return the diagrams that a double agent can pass for: the others that agree with what was answered.

    Args:
        diagrams: Those to choose from.
        said: What was tried, and whether it was allowed.
    """
    answers = list(said)
    return tuple(
        diagram
        for diagram in diagrams
        if not diagram.is_double_agent
        and all(diagram.allows(attempt.way, attempt.distance) == allowed for attempt, allowed in answers)
    )


def agent_model(text: str) -> AgentModel:
    """Return the model of a name, such as "careful" or "coin:0.3".

    Raises:
        ConfusionError: If there is no such model.
    """
    name, _, chance = text.partition(":")
    if name not in AGENT_MODELS or (chance and name != "coin"):
        near = did_you_mean(name, AGENT_MODELS)
        message = f"there is no model {quoted(text)} of answers for the double agent; {near}"
        raise ConfusionError(message)
    if not chance:
        return AgentModel(name)
    try:
        share = share_of(chance, "the chance", most=1)
    except IntakeError:
        share = Fraction(0)
    if not 0 < share < 1:
        message = f"the model is {quoted(text)}; the chance of a yes must be a number between 0 and 1"
        raise ConfusionError(message)
    return AgentModel(name, share)
