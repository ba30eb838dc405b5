"""What a player can be sure to win within some turns, by trying everything: slow, made from the rules alone.

It shares nothing with `deduce.confusion.advice.endgame`, nor with the engine: the board is a set of pieces on
squares, which are a column and a row as side 0 sees them. There are no tokens and no double agents here, and
nobody is offered promotion.

The player does not know the own deal, but every deal that agrees with what was heard. The opponent knows both
deals. A plan says what the player tries after everything that can be seen. For each plan there is the set of
the player's deals in which it wins whatever the opponent does; all the largest of these sets are found, and
the most deals in one of them is what counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import TypeAlias

from confusion.knowledge.brute_knowledge import told
from deduce.confusion.engine.actions import Attempt, Manner
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.rules import Rules

__all__ = ["deals_left", "sure_within"]

Square: TypeAlias = tuple[int, int]
Piece: TypeAlias = tuple[int, str]
World: TypeAlias = tuple[int, ...]
"""The number of the diagram of each letter, in order."""
Worlds: TypeAlias = frozenset[World]
Plans: TypeAlias = frozenset[Worlds]
"""The deals in which each of some plans wins."""
NONE: Worlds = frozenset()

STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


@dataclass(frozen=True)
class State:
    """How things stand.

    Attributes:
        men: Which piece stands where.
        z: Where the neutral piece is.
        turn: Whose turn it is.
        promoted: The promoted pieces.
        winner: Who has won; None while the game goes on.
    """

    men: frozenset[tuple[Square, Piece]]
    z: Square
    turn: int
    promoted: frozenset[Piece]
    winner: int | None = None


def deals_left(game: Game, side: int) -> Worlds:
    """Return every deal of a side that agrees with all that was heard."""
    rules = game.rules
    letters, heard = rules.letters, told(game, side)
    return frozenset(
        deal
        for deal in permutations(rules.diagrams)
        if all(each.fits(rules.diagrams[deal[letters.index(each.letter)]]) for each in heard)
    )


def sure_within(game: Game, turns: int) -> dict[Attempt, Fraction]:
    """Return for each attempt of the side to move the part of its deals that it can be sure to win in.

    Args:
        game: A game in which the other side's deal is known.
        turns: Within how many turns of that side; to have won when the turn behind them comes counts too.
    """
    position = game.position
    theirs = game.deals[1 - position.turn]
    assert theirs is not None
    men = frozenset(
        (square, (side, letter))
        for side in (0, 1)
        for letter in game.rules.letters
        if (square := position.square(side, letter)) is not None
    )
    promoted = frozenset(piece for _, piece in men if position.is_promoted(*piece))
    state = State(men, game.rules.board.square(position.neutral), position.turn, promoted)
    trial = Trial(game.rules, position.turn, theirs)
    worlds = deals_left(game, position.turn)
    return {
        attempt: Fraction(max(map(len, trial.won_by(state, attempt, worlds, turns))), len(worlds))
        for attempt in trial.attempts(state)
    }


def beyond(square: Square, way: int, distance: int, side: int) -> Square:
    """Return the square so far from another one, in a direction as a side sees it."""
    right, up = STEPS[way]
    far = distance if side == 0 else -distance
    return square[0] + far * right, square[1] + far * up


def largest(plans: Iterable[Worlds]) -> Plans:
    """Leave out plans that win nowhere where another one does not."""
    every = set(plans)
    return frozenset(plan for plan in every if not any(plan < other for other in every))


def joined(how: Callable[[Worlds, Worlds], Worlds], families: Iterable[Plans]) -> Plans:
    """Take a plan from each family, in all ways, and join the deals in which they win."""
    found: Plans | None = None
    for family in families:
        found = family if found is None else largest(how(one, other) for one in found for other in family)
        if how is frozenset.intersection and found == {NONE}:
            break
    return frozenset({NONE}) if found is None else found


class Trial:
    """Tries everything for one side under some rules."""

    def __init__(self, rules: Rules, side: int, theirs: Mapping[str, int]) -> None:
        self.rules = rules
        self.side = side
        self.theirs = tuple(theirs[letter] for letter in rules.letters)
        reaches = [diagram.reach for diagram in rules.diagrams.values()]
        self.reach = max([*reaches, rules.diagrams.promoted.reach])
        # The same things come about in many ways; each is tried once.
        self.most_won = cache(self._most_won)
        self.least_won = cache(self._least_won)
        self.attempts = cache(self._attempts)

    # --- Who wins in how many deals ----------------------------------------------------------------

    def won_by(self, state: State, attempt: Attempt, worlds: Worlds, turns: int) -> Plans:
        """In which deals plans win that begin with an attempt: after each answer they go on apart."""
        parts: dict[tuple[bool, bool], set[World]] = {}
        for world in worlds:
            parts.setdefault(self.answer(state, attempt, world), set()).add(world)
        return joined(
            frozenset.union,
            (
                self.least_won(self.after(state, attempt, answer), frozenset(part), turns)
                for answer, part in parts.items()
            ),
        )

    def _least_won(self, state: State, worlds: Worlds, turns: int) -> Plans:
        """In which deals plans win, whatever the opponent does who is to move: in each deal the worst."""
        if state.winner is not None:
            return frozenset({worlds if state.winner == self.side else NONE})
        followings = {
            self.after(state, attempt, self.answer(state, attempt, self.theirs))
            for attempt in self.attempts(state)
        }
        return joined(frozenset.intersection, (self.most_won(each, worlds, turns - 1) for each in followings))

    def _most_won(self, state: State, worlds: Worlds, turns: int) -> Plans:
        """In which deals plans win when it is the player's turn."""
        if state.winner is not None:
            return frozenset({worlds if state.winner == self.side else NONE})
        if turns == 0:
            return frozenset({NONE})
        return largest(
            plan for attempt in self.attempts(state) for plan in self.won_by(state, attempt, worlds, turns)
        )

    # --- The rules -------------------------------------------------------------------------------------

    def _attempts(self, state: State) -> tuple[Attempt, ...]:
        """Everything that is possible on the board."""
        return tuple(
            Attempt(letter, way, distance, kind)
            for square, (side, letter) in state.men
            if side == state.turn
            for way in range(8)
            for distance, kind in self.along(state, square, way)
        )

    def along(self, state: State, start: Square, way: int) -> Iterator[tuple[int, Manner]]:
        """What is possible from a square in a direction (CF-TURN-2, CF-TURN-3, CF-Z-2, CF-Z-3)."""
        board, crossed_z = dict(state.men), False
        for distance in range(1, self.reach + 1):
            column, row = square = beyond(start, way, distance, state.turn)
            if not (1 <= column <= self.rules.columns and 1 <= row <= self.rules.rows):
                return
            mine = board.get(square, (-1, ""))[0] == state.turn
            if not mine and not crossed_z:
                yield distance, Manner.MOVE
            if not mine and start == state.z:
                yield distance, Manner.CARRY
            if start == state.z:
                yield distance, Manner.PASS
            if square in board:
                return
            crossed_z = crossed_z or square == state.z

    def target(self, state: State, attempt: Attempt) -> Square:
        """Where an attempt leads."""
        start = next(square for square, piece in state.men if piece == (state.turn, attempt.letter))
        return beyond(start, attempt.way, attempt.distance, state.turn)

    def answer(self, state: State, attempt: Attempt, world: World) -> tuple[bool, bool]:
        """Whether an attempt of the side to move is allowed, and whether the piece is promoted by it."""
        diagrams, piece = self.rules.diagrams, (state.turn, attempt.letter)
        diagram = diagrams[world[self.rules.letters.index(attempt.letter)]]
        if piece in state.promoted:
            diagram = diagrams.promoted
        allowed = attempt.way in diagram.directions and attempt.distance <= diagram.reach
        arrives = (
            attempt.kind is not Manner.PASS
            and self.target(state, attempt)[1] == self.last_row(state.turn)
            and piece not in state.promoted
        )
        return allowed, allowed and arrives and diagram.promotable

    def after(self, state: State, attempt: Attempt, answer: tuple[bool, bool]) -> State:
        """How things stand after an answer, when the other side is to move or the game is over."""
        turn, (allowed, promoted) = state.turn, answer
        if allowed:
            target, board, z = self.target(state, attempt), dict(state.men), state.z
            piece = (turn, attempt.letter)
            if attempt.kind is not Manner.PASS:
                del board[next(square for square, there in state.men if there == piece)]
                board[target] = piece
            if attempt.kind is not Manner.MOVE:
                z = target
            known = state.promoted | {piece} if promoted else state.promoted
            state = State(frozenset(board.items()), z, turn, known)
            if self.is_at_goal(state, turn) and not self.rules.late_contact:
                return replace(state, winner=turn)
            if all(side == turn for _, (side, _) in state.men):
                return replace(state, winner=turn)
        state = replace(state, turn=1 - turn)
        if self.is_at_goal(state, 1 - turn):
            return replace(state, winner=1 - turn)
        if not self.attempts(state):
            return replace(state, winner=turn)
        return state

    def last_row(self, side: int) -> int:
        """The opponent's first row."""
        return self.rules.rows if side == 0 else 1

    def is_at_goal(self, state: State, side: int) -> bool:
        """Whether Z is on the last row under a piece of a side (CF-WIN-1, CF-WIN-2)."""
        return state.z[1] == self.last_row(side) and dict(state.men).get(state.z, (-1, ""))[0] == side
