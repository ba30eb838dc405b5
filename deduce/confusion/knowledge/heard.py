"""From events to entries: what each thing that happened says about the diagrams (section 10 of the rules).

A refusal or permission speaks of the diagram of the piece, unless it is promoted; so does whether it is
promoted on the last row. What is shown is certain. Free removals and swaps tell nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Attempt
from deduce.confusion.engine.telling import Answered, Promoted, Shown
from deduce.confusion.engine.turns import told
from deduce.confusion.notation.words import attempt_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.game import Event
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.knowledge.agents import AgentModel
    from deduce.confusion.knowledge.notes import Own

__all__ = ["Heard", "about", "answered", "answers", "row_of"]


@dataclass(frozen=True, slots=True)
class Heard:
    """Something that was heard about one letter's diagram.

    Attributes:
        id: The number of the turn in the game from 1; a letter tells further ones of the same turn apart.
        ply: The number of the turn in the game, from 1.
        letter: The piece.
        diagrams: The numbers of the diagrams that it leaves.
        opposite: The numbers of the diagrams that the opposite would have left.
        text: In table words.
        agent_chance: How likely this is if the piece is the double agent.
        attempt: The attempt that was answered; None if something was shown, or told of a promotion.
        allowed: Whether it was allowed.
    """

    id: str
    ply: int
    letter: str
    diagrams: frozenset[int]
    opposite: frozenset[int]
    text: str
    agent_chance: Fraction
    attempt: Attempt | None = None
    allowed: bool = False


def row_of(turns: int, *, right_starts: bool) -> int:
    """Return the row of the record in which a turn stands.

    Args:
        turns: How many turns were over before it.
        right_starts: Whether the side in the right column started.
    """
    return (turns + right_starts) // 2 + 1


def answers(entries: Iterable[Heard]) -> list[tuple[Attempt, bool]]:
    """Return the attempts among some entries, and whether each was allowed."""
    return [(entry.attempt, entry.allowed) for entry in entries if entry.attempt is not None]


def about(
    position: Position,
    event: Event,
    side: int,
    model: AgentModel,
    earlier: Mapping[str, Own],
) -> Iterator[Heard]:
    """Yield what an event says about a side's pieces; the turn is not named yet.

    Args:
        position: Where it happened.
        event: What happened.
        side: Whose pieces.
        model: How the opponent answers for the double agent.
        earlier: What was heard of each letter before.
    """
    rules = position.rules
    for telling in told(position, event):
        if telling.side != side:
            continue
        match telling:
            case Answered(letter=letter, attempt=attempt, allowed=allowed):
                yield answered(rules, attempt, earlier[letter], allowed=allowed, model=model)
            case Promoted(attempt=Attempt() as attempt, promoted=promoted):
                yield _promotion(rules, attempt, promoted=promoted)
            case Promoted(letter=letter, promoted=True) if (agent := rules.diagrams.double_agent) is not None:
                kept, lost = frozenset(rules.diagrams) - {agent.number}, frozenset((agent.number,))
                yield Heard("", 0, letter, kept, lost, f"{letter} promoted", Fraction(0))
            case Promoted(letter=letter) if (agent := rules.diagrams.double_agent) is not None:
                yield _shown(rules, letter, agent.number, "not promoted:")
            case Shown(letter=letter, number=number, how=how):
                yield _shown(rules, letter, number, how)


def _shown(rules: Rules, letter: str, number: int, how: str) -> Heard:
    words = f"{letter} {how} {rules.diagrams[number]}"
    others = frozenset(rules.diagrams) - {number}
    chance = Fraction(number in _agent_numbers(rules))
    return Heard("", 0, letter, frozenset((number,)), others, words, chance)


def answered(rules: Rules, attempt: Attempt, before: Own, *, allowed: bool, model: AgentModel) -> Heard:
    """Return what an answer says.

    Args:
        rules: The rules.
        attempt: What was tried.
        before: What was heard of this piece before.
        allowed: The answer.
        model: How the opponent answers for the double agent.
    """
    chance = model.chance_among(before.disguises, attempt, allowed, before.struck)
    yes, no = _split(rules, lambda diagram: diagram.allows(attempt.way, attempt.distance))
    free = _agent_numbers(rules)
    kept, lost = (yes, no) if allowed else (no, yes)
    words = f"{attempt_words(attempt)}, {'allowed' if allowed else 'refused'}"
    # By the model a chance of 0 rules the double agent out; that is said by the last answer that led there.
    kept |= free if chance else frozenset()
    return Heard("", 0, attempt.letter, kept, lost | free, words, chance, attempt, allowed)


def _promotion(rules: Rules, attempt: Attempt, *, promoted: bool) -> Heard:
    """Return what promotion on arrival says, or its absence (CF-PROMO-1)."""
    can, cannot = _split(rules, lambda diagram: diagram.promotable)
    cannot |= _agent_numbers(rules)
    kept, lost = (can, cannot) if promoted else (cannot, can)
    words = f"{attempt_words(attempt)}, {'promoted' if promoted else 'not promoted'}"
    return Heard("", 0, attempt.letter, kept, lost, words, Fraction(not promoted))


def _agent_numbers(rules: Rules) -> frozenset[int]:
    agent = rules.diagrams.double_agent
    return frozenset() if agent is None else frozenset((agent.number,))


def _split(rules: Rules, fits: Callable[[Diagram], bool]) -> tuple[frozenset[int], frozenset[int]]:
    """Split the ordinary diagrams into those that fit and the others."""
    ordinary = [diagram for diagram in rules.diagrams.values() if not diagram.is_double_agent]
    fitting = frozenset(diagram.number for diagram in ordinary if fits(diagram))
    return fitting, frozenset(diagram.number for diagram in ordinary) - fitting
