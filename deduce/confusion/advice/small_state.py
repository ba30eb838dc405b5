"""Positions as small tuples for the exact search of the end, and what follows in them from a yes.

A state is what each square holds, where Z is, which pieces are promoted, and which tokens the opponent still
has. The engine stays the reference: the tests compare both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.confusion.engine.actions import Attempt, Manner, Token
from deduce.confusion.engine.board import EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.engine.game import Deal
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules

__all__ = [
    "CARRY",
    "MOVE",
    "MOVE2",
    "PASS",
    "SWAP2",
    "Ground",
    "Lines",
    "Opponent",
    "State",
    "Step",
    "after",
    "as_attempt",
    "as_step",
    "lines_of",
    "promise",
    "state_of",
    "swapped",
    "tokens_of",
    "without",
]

State: TypeAlias = tuple[bytes, int, int, int]
"""What each square holds, where Z is, the promoted pieces as bits, the opponent's tokens as bits."""
Lines: TypeAlias = tuple[int, ...]
"""How far a piece may go in each direction; 0 for not at all."""

MOVE, CARRY, PASS = 0, 1, 2
_KINDS = (Manner.MOVE, Manner.CARRY, Manner.PASS)
MOVE2, SWAP2 = 1, 2
"""Bits for the tokens that change what a side can do to the other; to be shown a piece does not."""
_TOKENS = {Token.MOVE2: MOVE2, Token.SWAP2: SWAP2}
WAYS = range(8)


class Step(NamedTuple):
    """An attempt in a state.

    Attributes:
        piece: The number of the piece.
        way: The direction as its owner sees it.
        distance: The number of squares.
        kind: MOVE, CARRY or PASS.
        start: Where the piece stands.
        target: The square that it leads to.
    """

    piece: int
    way: int
    distance: int
    kind: int
    start: int
    target: int


def state_of(position: Position, side: int) -> State:
    """Return the state of a position.

    Args:
        position: The position.
        side: The player's side; of the tokens only the opponent's count.
    """
    return position.held, position.neutral, position.promoted, tokens_of(position, 1 - side)


def tokens_of(position: Position, side: int) -> int:
    """Return the tokens that a side still has, as bits."""
    return sum(bit for token, bit in _TOKENS.items() if token in position.tokens[side])


def as_attempt(rules: Rules, step: Step) -> Attempt:
    """Return a step as the attempt that it is."""
    return Attempt(rules.board.letters[step.piece], step.way, step.distance, _KINDS[step.kind])


def as_step(position: Position, attempt: Attempt) -> Step:
    """Return an attempt of the side to move as a step."""
    piece = position.piece(position.turn, attempt.letter)
    kind = _KINDS.index(attempt.kind)
    start, target = position.squares[piece], position.target(attempt)
    return Step(piece, attempt.way, attempt.distance, kind, start, target)


class Ground:
    """The board of some rules as one side sees it, with how far the pieces of that side may go.

    Attributes:
        side: The side.
        pieces: The numbers of its pieces.
        last_row: The squares of its goal.
        home: The squares of its own half.
        rays: For each square and direction as that side sees it, the squares in that direction.
        late: Whether Z has to stay on the last row for a turn of the other side.
        promoted: How far a promoted piece may go.
    """

    def __init__(self, rules: Rules, side: int) -> None:
        board = rules.board
        self.side: int = side
        self.pieces: range = board.pieces[side]
        self.last_row: frozenset[int] = frozenset(board.last_rows[side])
        self.home: frozenset[int] = frozenset(board.homes[side])
        self.rays: tuple[tuple[tuple[int, ...], ...], ...] = board.rays[side]
        self.late: bool = rules.late_contact
        self.promoted: Lines = lines_of(rules.diagrams.promoted.directions, rules.diagrams.promoted.reach)
        self._neighbours = board.neighbours

    def has_arrived(self, state: State) -> bool:
        """Tell whether Z is on the last row under a piece of this side (CF-WIN-1)."""
        held, neutral, _, _ = state
        return neutral in self.last_row and held[neutral] in self.pieces

    def count(self, state: State) -> int:
        """Return how many pieces of this side are on the board."""
        held = state[0]
        return sum(held.find(piece) >= 0 for piece in self.pieces)

    def standing(self, state: State) -> list[tuple[int, int]]:
        """Return the pieces of this side on the board, with their squares."""
        found = ((piece, state[0].find(piece)) for piece in self.pieces)
        return [(piece, square) for piece, square in found if square >= 0]

    def has_attempt(self, state: State) -> bool:
        """Tell whether any attempt is possible on the board."""
        held, neutral, _, _ = state
        for piece in self.pieces:
            start = held.find(piece)
            if start >= 0 and any(
                start == neutral or held[near] not in self.pieces for near in self._neighbours[start]
            ):
                return True
        return False

    def steps(self, state: State) -> Iterator[Step]:
        """Yield everything that is possible on the board (CF-TURN-2, CF-TURN-3, CF-Z-2, CF-Z-3)."""
        held = state[0]
        for piece in self.pieces:
            start = held.find(piece)
            if start >= 0:
                for way in WAYS:
                    yield from self.along(state, piece, start, way, len(self.rays[start][way]))

    def along(self, state: State, piece: int, start: int, way: int, reach: int) -> Iterator[Step]:
        """Yield what a piece can do in one direction, so far at most."""
        held, neutral, _, _ = state
        ray, holds, crossed = self.rays[start][way], start == neutral, False
        for distance, target in enumerate(ray[:reach], 1):
            there = held[target]
            mine = there in self.pieces
            if not mine and not crossed:
                yield Step(piece, way, distance, MOVE, start, target)
            if holds:
                if not mine:
                    yield Step(piece, way, distance, CARRY, start, target)
                yield Step(piece, way, distance, PASS, start, target)
            elif target == neutral:
                crossed = True
            if there != EMPTY or crossed:
                return

    def takers(self, state: State, square: int) -> Iterator[Step]:
        """Yield the moves of this side onto a square, one at most from each direction."""
        held, neutral, _, _ = state
        if held[square] in self.pieces:
            return
        for way in WAYS:
            for distance, start in enumerate(self.rays[square][way], 1):
                if held[start] != EMPTY:
                    if held[start] in self.pieces:
                        yield Step(held[start], (way + 4) % 8, distance, MOVE, start, square)
                    break
                if start == neutral:
                    break

    def steps_with_z(self, state: State) -> Iterator[Step]:
        """Yield everything that takes Z or moves it."""
        neutral, holder = state[1], state[0][state[1]]
        if holder not in self.pieces:
            yield from self.takers(state, neutral)
            return
        for way, ray in enumerate(self.rays[neutral]):
            for step in self.along(state, holder, neutral, way, len(ray)):
                if step.kind != MOVE:
                    yield step

    def arrives(self, state: State, step: Step) -> bool:
        """Tell whether a step, if allowed, brings a piece that is not promoted yet onto the last row."""
        return step.target in self.last_row and step.kind != PASS and not state[2] >> step.piece & 1

    def goals(self, state: State) -> Iterator[Step]:
        """Yield what would have Z on the last row under a piece of this side."""
        held, neutral, _, _ = state
        if neutral in self.last_row:
            yield from self.takers(state, neutral)
            return
        holder = held[neutral]
        if holder not in self.pieces:
            return
        for way, ray in enumerate(self.rays[neutral]):
            for distance, target in enumerate(ray, 1):
                mine = held[target] in self.pieces
                if target in self.last_row:
                    yield Step(holder, way, distance, PASS if mine else CARRY, neutral, target)
                if held[target] != EMPTY:
                    break


def lines_of(directions: frozenset[int], reach: int) -> Lines:
    """Return how far a diagram goes in each direction."""
    return tuple(reach * (way in directions) for way in WAYS)


def after(state: State, step: Step, *, promoted: bool = False) -> State:
    """Return the state after a step that is allowed, before anybody has won.

    Args:
        state: Where it is tried.
        step: What is tried.
        promoted: Whether the piece is promoted by it.
    """
    held, neutral, known, tokens = state
    piece, _, _, kind, start, target = step
    if kind == PASS:
        return held, target, known, tokens
    board = bytearray(held)
    board[start], board[target] = EMPTY, piece
    neutral = target if kind == CARRY else neutral
    return bytes(board), neutral, known | 1 << piece if promoted else known, tokens


def promise(state: State, step: Step) -> tuple[bool, bool]:
    """Return by what steps are put in order: those with Z first, then those that take something."""
    return step.kind == MOVE and step.target != state[1], state[0][step.target] == EMPTY


def without(state: State, piece: int) -> State:
    """Return the state after a piece was taken off; Z stays on its square (CF-DA-4)."""
    held, neutral, known, tokens = state
    board = bytearray(held)
    board[held.index(piece)] = EMPTY
    return bytes(board), neutral, known, tokens


def swapped(state: State, one: int, other: int) -> State:
    """Return the state after two pieces changed places."""
    held, neutral, known, tokens = state
    board = bytearray(held)
    board[held.index(one)], board[held.index(other)] = other, one
    return bytes(board), neutral, known, tokens


class Opponent(Ground):
    """The opponent's side, whose diagrams are known: what they can do in their turn."""

    def __init__(self, rules: Rules, side: int, deal: Deal) -> None:
        super().__init__(rules, side)
        diagrams = [rules.diagrams[deal[letter]] for letter in rules.letters]
        first = self.pieces.start
        # What the player answers for their double agent is best refused: that leaves them a turn for nothing.
        self.lines: dict[int, Lines] = {
            first + at: (0,) * 8 if each.is_double_agent else lines_of(each.directions, each.reach)
            for at, each in enumerate(diagrams)
        }
        self._promotable = {first + at for at, each in enumerate(diagrams) if each.promotable}
        self.agent: int = next((first + at for at, each in enumerate(diagrams) if each.is_double_agent), -1)
        self._anyone = rules.anyone_is_promoted

    def reach(self, state: State, piece: int) -> Lines:
        """Return how far a piece may go in each direction."""
        return self.promoted if state[2] >> piece & 1 else self.lines[piece]

    def has_agent(self, state: State) -> bool:
        """Tell whether their double agent is on the board."""
        return self.agent >= 0 and state[0].find(self.agent) >= 0

    def can_take(self, state: State, square: int) -> bool:
        """Tell whether a move onto a square is allowed."""
        return any(
            self.reach(state, step[0])[step.way] >= step.distance for step in self.takers(state, square)
        )

    def can_idle(self, state: State) -> bool:
        """Tell whether they can make an attempt that is refused, and so leave everything as it is."""
        return any(step.distance > self.reach(state, step.piece)[step.way] for step in self.steps(state))

    def moves(self, state: State) -> Iterator[Step]:
        """Yield what their diagrams allow them."""
        held = state[0]
        for piece in self.pieces:
            start = held.find(piece)
            if start >= 0:
                for way, reach in enumerate(self.reach(state, piece)):
                    if reach:
                        yield from self.along(state, piece, start, way, reach)

    def after(self, state: State, step: Step) -> list[State]:
        """Return what they can make of a step that is allowed: two states where a promotion is offered."""
        if self.arrives(state, step):
            if self._anyone:
                return [after(state, step, promoted=True), after(state, step)]
            return [after(state, step, promoted=step.piece in self._promotable)]
        return [after(state, step)]
