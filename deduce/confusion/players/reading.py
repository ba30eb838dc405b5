"""Reading the opponent: what a side's pieces probably are, by where the other side dared to step.

Everybody sees the other side's diagrams. So whoever steps where a piece could take it, if it was a Rook,
knows that it is none, or takes a risk. That is no proof: nothing becomes impossible by it, only less likely.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from deduce.belief.belief import Belief
from deduce.confusion.advice.lookups import lookups_of
from deduce.confusion.engine.actions import Attempt, Manner
from deduce.confusion.engine.directions import opposite
from deduce.confusion.engine.position import EMPTY
from deduce.confusion.knowledge.sheet import sheet_of
from deduce.confusion.players.exploiters import TwoPlyPlayer
from deduce.confusion.players.reckoning import Reckoning, chances_of
from deduce.confusion.players.sight import COIN, Sight
from deduce.evidence.log import Log
from deduce.problem.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.confusion.advice.lookups import Floats
    from deduce.confusion.engine.game import Event
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.view import View
    from deduce.confusion.knowledge.sheet import Sheet
    from deduce.problem.weights import Weight

__all__ = ["BlufferPlayer", "ReaderPlayer", "read_rows"]

STEPPED = Fraction(2, 3)
"""What is left of the chance that a piece can take there, after somebody stepped there."""
CARRIED = Fraction(1, 2)
"""The same, after somebody brought Z there."""
STAYED = Fraction(7, 8)
"""The same, after somebody left Z there for a turn."""
DREADED = 0.05
"""From this chance on, to its owner, a piece is shunned by who knows that it can take there."""
LEAST = Fraction(1, 32)
"""What is left at least, however much was seen."""


def read_rows(sight: Sight, side: int) -> Floats:
    """Return what a side's pieces are, by its sheet and by how the other side behaved.

    Args:
        sight: What a player sees.
        side: Whose pieces.

    Returns:
        For each piece the chance of each diagram of the lookups; exact for the weights that behaviour gives.
    """
    rules, position = sight.view.rules, sight.position
    lookups = lookups_of(rules)
    sheet = sight.sheet if side == sight.side else sheet_of(sight.game, side, COIN)
    weights = _weights(sight, side, sheet)
    notes = sheet.notes
    priors: dict[str, dict[int, Weight]] = {}
    for letter, own in notes.letters.items():
        # Nothing tells anything of what is certain.
        found: dict[int, Weight] = dict(weights.get(letter, {})) if len(own.left) > 1 else {}
        agent = rules.diagrams.double_agent
        if agent is not None:
            found[agent.number] = own.agent_chance
        priors[letter] = found
    problem = Problem.one_to_one(rules.letters, list(rules.diagrams), priors=priors, title=notes.title)
    belief = Belief(Log(problem).extended(notes.brief()))
    rows = np.zeros((lookups.letters, lookups.kinds), np.float32)
    for place, letter in enumerate(rules.letters):
        if position.is_promoted(side, letter):
            rows[place, lookups.promoted] = 1
        else:
            chances = belief.probabilities[letter]
            rows[place, :-1] = [float(chances.get(number, 0)) for number in lookups.numbers]
    return rows


def _weights(sight: Sight, side: int, sheet: Sheet) -> Mapping[str, Mapping[int, Fraction]]:
    """Return what behaviour leaves of the chance of each letter's diagrams, where that is less than all.

    Nobody shuns what is not known to be there, so only what is likely enough by the sheet tells anything.
    """
    diagrams = sight.view.rules.diagrams
    known = sheet.chances or {}
    found: dict[str, dict[int, Fraction]] = defaultdict(dict)
    for letter, way, distance, factor in _signs(sight, side):
        taken = sum(
            float(chance)
            for number, chance in known[letter].items()
            if not diagrams[number].is_double_agent and diagrams[number].allows(way, distance)
        )
        if taken < DREADED:
            continue
        weights = found[letter]
        for number, diagram in diagrams.items():
            if not diagram.is_double_agent and diagram.allows(way, distance):
                weights[number] = max(LEAST, weights.get(number, Fraction(1)) * factor)
    return found


def _signs(sight: Sight, side: int) -> Iterator[tuple[str, int, int, Fraction]]:
    """Yield each piece that somebody did not mind: its letter, way and distance, and what that leaves."""
    seen: set[tuple[str, int, int, int]] = set()
    game = sight.game
    for (before, event), after in zip(game.steps, game.positions[1:], strict=True):
        if event.side == side or not isinstance(event.action, Attempt) or after.outcome is not None:
            continue
        for square, factor in _dared(before, event, after, side):
            for letter, way, distance in _lookers(after, side, square):
                sign = letter, way, distance, square
                if factor != STAYED or sign not in seen:
                    seen.add(sign)
                    yield letter, way, distance, factor


def _dared(before: Position, event: Event, after: Position, side: int) -> Iterator[tuple[int, Fraction]]:
    """Yield the squares on which somebody left something in a turn, with what that says."""
    attempt, neutral = event.action, after.neutral
    moved = None
    if isinstance(attempt, Attempt) and event.answer.allowed and attempt.kind is not Manner.PASS:
        moved = before.target(attempt)
        yield moved, CARRIED if moved == neutral else STEPPED
    if neutral != moved and after.held[neutral] in after.rules.board.pieces[1 - side]:
        yield neutral, STAYED


def _lookers(position: Position, side: int, square: int) -> Iterator[tuple[str, int, int]]:
    """Yield a side's pieces that have a free way to a square, with their way and distance."""
    board, held = position.rules.board, position.held
    for way, ray in enumerate(board.rays[side][square]):
        for distance, there in enumerate(ray, 1):
            if held[there] != EMPTY:
                letter = board.letters[held[there]]
                if held[there] in board.pieces[side] and not position.is_promoted(side, letter):
                    yield letter, opposite(way), distance
                break
            if there == position.neutral:
                break


class ReaderPlayer(TwoPlyPlayer):
    """Takes its pieces for what the opponent's steps make of them, and looks two plies ahead."""

    def reckoning(self, view: View) -> Reckoning:
        sight = Sight(view)
        return Reckoning(sight, self.TASTE, read_rows(sight, sight.side))


class BlufferPlayer(TwoPlyPlayer):
    """Steps where it could be taken by pieces whose owner does not know, and leaves cheap captures alone.

    Whoever reads it will take these pieces for something else, and that is what it reckons with then.
    """

    BLUFF = 0.04
    """What it is worth to stand where a piece could take that nobody knows to, as a chance to win."""
    UNKNOWN = 0.4
    """A piece that is less likely than this to its owner is not known."""
    SPARED = 0.03
    """What a capture is worth less that has nothing to do with Z."""

    def reckoning(self, view: View) -> Reckoning:
        sight = Sight(view)
        # Nobody tells whether the opponent reads.
        believed = (read_rows(sight, 1 - sight.side) + chances_of(sight, 1 - sight.side)) * np.float32(0.5)
        return Reckoning(sight, self.TASTE, believed=believed)

    def worth(self, reckoning: Reckoning, attempt: Attempt, refused: float) -> float:
        worth = super().worth(reckoning, attempt, refused)
        position = reckoning.sight.position
        target = position.target(attempt)
        if attempt.kind is Manner.PASS:
            return worth
        yes = reckoning.chance(attempt, matters=False)
        if position.held[target] != EMPTY:
            return worth - yes * self.SPARED * (target != position.neutral and attempt.kind is Manner.MOVE)
        return worth + yes * self.BLUFF * reckoning.unsuspected(
            reckoning.after(attempt, allowed=True), target, self.UNKNOWN
        )
