"""A second set of rules for Confusion, to compare the engine with: slow, simple, made from the rules alone.

It shares nothing with `deduce.confusion`: the board is a dict from squares to pieces, and a square is a
column and a row as side 0 sees them. It knows no diagrams: whether an attempt is allowed, and whether a piece
that arrives is promoted, is part of the step.

A step is a tuple of words and numbers:

- ``("move" | "carry" | "pass", letter, way, distance, answer)``, where the way is 0 to 7, clockwise from
  "towards the opponent", and the answer is "no", "yes", "promoted" or "not promoted";
- ``("remove", letter)``, ``("expose", letter)``, ``("reveal", letter)``, ``("move2",)``,
  ``("swap2", one, two)``;
- ``("decline",)``, ``("accept",)``, ``("accept and show",)``; ``("take",)``, ``("refuse",)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import TypeAlias

__all__ = ["FIRST_ROWS", "State", "Step", "Table", "attempts", "follow", "start", "steps"]

Square: TypeAlias = tuple[int, int]
Piece: TypeAlias = tuple[int, str]
Step: TypeAlias = tuple[str | int, ...]
Attempt: TypeAlias = tuple[str, str, int, int]

SIZE = 11
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
FIRST_ROWS = {
    "N": (3, 1), "O": (4, 1), "P": (5, 1), "X": (6, 1), "S": (7, 1), "T": (8, 1), "V": (9, 1),
    "A": (3, 2), "C": (4, 2), "E": (5, 2), "H": (7, 2), "K": (8, 2), "L": (9, 2),
}  # fmt: skip
"""CF-SETUP-2 and CF-SETUP-3."""
ALL_TOKENS = frozenset({"reveal", "move2", "swap2"})


@dataclass(frozen=True)
class Table:
    """What is agreed before the game.

    Attributes:
        agent: Whether each side has a double agent, and so the piece X.
        tokens: Whether the action tokens are used.
        small: Whether columns 1 and 11 are off the board.
        late: Whether the winning position must survive a turn of the opponent.
        anyone: Whether whoever arrives is offered promotion.
    """

    agent: bool
    tokens: bool
    small: bool
    late: bool
    anyone: bool

    @property
    def letters(self) -> str:
        """The letters of a side's pieces."""
        return "ACEHKLNOPSTVX" if self.agent else "ACEHKLNOPSTV"

    @property
    def reach(self) -> int:
        """How far a piece can be meant to move: a double agent anywhere, or else a Rocket 4 squares."""
        return SIZE - 1 if self.agent else 4

    def has(self, square: Square) -> bool:
        """Tell whether a square is on the board."""
        column, row = square
        return 1 <= row <= SIZE and (2 <= column <= SIZE - 1 if self.small else 1 <= column <= SIZE)


@dataclass(frozen=True)
class State:
    """How things stand.

    Attributes:
        table: What was agreed.
        men: Which piece stands where.
        z: Where the neutral piece is.
        turn: Whose turn it is.
        promoted: The promoted pieces.
        tokens: The tokens that each side has left.
        done: What was done this turn before the attempt.
        barred: Who may not make the attempt.
        second: Whether there is another attempt after this one.
        home: Whether only those at home without Z may make it.
        offered: Who is offered promotion.
        given: Whether the other side has to take or refuse Z.
        over: Who won and why, once the game is over.
    """

    table: Table
    men: frozenset[tuple[Square, Piece]]
    z: Square
    turn: int
    promoted: frozenset[Piece] = frozenset()
    tokens: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    done: str = ""
    barred: frozenset[str] = frozenset()
    second: bool = False
    home: bool = False
    offered: str = ""
    given: bool = False
    over: tuple[int, str] | None = None

    def board(self) -> dict[Square, Piece]:
        """Return which piece stands where."""
        return dict(self.men)

    def where(self) -> dict[Piece, Square]:
        """Return where each piece stands."""
        return {piece: square for square, piece in self.men}


def start(
    table: Table, first: int, placed: tuple[dict[str, Square], dict[str, Square]] | None = None
) -> State:
    """Set up the pieces; what is placed is as its owner sees it."""
    rows = placed or (FIRST_ROWS, FIRST_ROWS)
    men = {rows[0][letter]: (0, letter) for letter in table.letters}
    men |= {
        (SIZE + 1 - rows[1][letter][0], SIZE + 1 - rows[1][letter][1]): (1, letter)
        for letter in table.letters
    }
    tokens = ALL_TOKENS if table.tokens else frozenset[str]()
    return State(table, frozenset(men.items()), (6, 6), first, tokens=(tokens, tokens))


def last_row(side: int) -> int:
    """Return the opponent's first row."""
    return SIZE if side == 0 else 1


def is_at_home(side: int, square: Square) -> bool:
    """Tell whether a square is in a side's nearest five rows."""
    return square[1] <= 5 if side == 0 else square[1] >= SIZE - 4


# --- What can be done --------------------------------------------------------------------------------


@cache
def lines(table: Table, square: Square, turn: int) -> tuple[tuple[Square, ...], ...]:
    """Return the squares in each direction, as the mover sees it, as far as a piece can go."""
    sign = 1 if turn == 0 else -1
    ways = (
        [
            (square[0] + sign * right * distance, square[1] + sign * up * distance)
            for distance in range(1, table.reach + 1)
        ]
        for right, up in STEPS
    )
    return tuple(tuple(filter(table.has, line)) for line in ways)


def may_attempt(state: State, square: Square, piece: Piece) -> bool:
    """Tell whether a piece may be the one that makes the attempt."""
    side, letter = piece
    if side != state.turn or letter in state.barred:
        return False
    return not state.home or (is_at_home(side, square) and square != state.z)


def attempts(state: State) -> Iterator[tuple[Attempt, Square]]:
    """Yield what is possible on the board, with the square it leads to."""
    if state.over or state.offered or state.given:
        return
    board = state.board()
    for square, piece in state.men:
        if not may_attempt(state, square, piece):
            continue
        for way, line in enumerate(lines(state.table, square, state.turn)):
            crossed_z = False
            for distance, target in enumerate(line, 1):
                mine = target in board and board[target][0] == state.turn
                if not mine and not crossed_z:
                    yield ("move", piece[1], way, distance), target
                if square == state.z:
                    yield ("pass", piece[1], way, distance), target
                    if not mine:
                        yield ("carry", piece[1], way, distance), target
                if target in board:
                    break
                crossed_z = crossed_z or target == state.z


def has_attempt(state: State) -> bool:
    """Tell whether anything is possible on the board."""
    return any(True for _ in attempts(state))


def arrives(state: State, attempt: Attempt, target: Square) -> bool:
    """Tell whether a piece that is not promoted reaches the last row."""
    kind, letter, _, _ = attempt
    return kind != "pass" and target[1] == last_row(state.turn) and (state.turn, letter) not in state.promoted


def steps(state: State) -> Iterator[Step]:
    """Yield everything that can happen next."""
    if state.over:
        return
    if state.offered:
        yield ("decline",)
        yield ("accept",)
        if state.table.agent:
            yield ("accept and show",)
        return
    if state.given:
        yield ("take",)
        yield ("refuse",)
        return
    for attempt, target in attempts(state):
        yield (*attempt, "no")
        if arrives(state, attempt, target) and not state.table.anyone:
            yield (*attempt, "promoted")
            yield (*attempt, "not promoted")
        else:
            yield (*attempt, "yes")
    if not state.done:
        yield from early_steps(state)


def early_steps(state: State) -> Iterator[Step]:
    """Yield what can be done before the attempt."""
    where = state.where()
    if state.table.agent:
        for side, letter in where:
            yield ("remove" if side == state.turn else "expose", letter)
    tried: list[Step] = []
    if "reveal" in state.tokens[state.turn]:
        tried += [("reveal", letter) for letter in state.table.letters]
    if "move2" in state.tokens[state.turn]:
        tried.append(("move2",))
    if "swap2" in state.tokens[state.turn]:
        movable = [
            letter
            for letter in state.table.letters
            if is_at_home(state.turn, where.get((state.turn, letter), (0, 6)))
            and where[state.turn, letter] != state.z
        ]
        tried += [("swap2", one, two) for one, two in combinations(movable, 2)]
    # A token is not used where no attempt would be left.
    yield from (step for step in tried if has_attempt(follow(state, step)))


# --- What follows ------------------------------------------------------------------------------------


def follow(state: State, step: Step) -> State:  # noqa: PLR0911 - one case for each kind of step
    """Return how things stand after a step."""
    kind, *rest = step
    turn = state.turn
    match kind, [str(word) for word in rest]:
        case "move" | "carry" | "pass", [letter, way, distance, answer]:
            return after_attempt(state, (str(kind), letter, int(way), int(distance)), answer)
        case "remove", [letter]:
            return after_taking_off(state, (turn, letter), "remove")
        case "expose", [letter]:
            return after_taking_off(state, (1 - turn, letter), "expose")
        case "reveal", [letter]:
            return replace(spent(state, "reveal"), barred=frozenset({letter}))
        case "move2", []:
            return replace(spent(state, "move2"), second=True, home=True)
        case "swap2", [one, two]:
            return after_swap(state, one, two)
        case (("decline" | "accept" | "accept and show"), []):
            return after_offer(state, str(kind))
        case (("take" | "refuse"), []):
            return after_gift(state, taken=kind == "take")
        case _:
            raise ValueError(step)


def after_attempt(state: State, attempt: Attempt, answer: str) -> State:
    """CF-TURN, CF-Z, CF-PROMO and CF-WIN."""
    kind, letter, way, distance = attempt
    turn, piece = state.turn, (state.turn, letter)
    if answer == "no":
        return end_attempt(state, letter)
    square, board = state.where()[piece], state.board()
    target = lines(state.table, square, turn)[way][distance - 1]
    offered = state.table.anyone and arrives(state, attempt, target)
    if kind != "pass":
        del board[square]
        board[target] = piece
    state = replace(
        state,
        men=frozenset(board.items()),
        z=state.z if kind == "move" else target,
        promoted=state.promoted | {piece} if answer == "promoted" else state.promoted,
    )
    if has_won(state, turn) and not state.table.late:
        return replace(state, over=(turn, "last row"))
    if is_bare(state, 1 - turn):
        return replace(state, over=(turn, "no pieces"))
    if offered:
        return replace(state, offered=letter, barred=frozenset({letter}))
    return end_attempt(state, letter)


def after_taking_off(state: State, piece: Piece, how: str) -> State:
    """CF-DA-2, CF-DA-3 and CF-DA-4."""
    left = replace(without(state, piece), done=how)
    if left.over is None and not has_attempt(left):
        return replace(left, over=(1 - state.turn, "no attempt"))
    return left


def without(state: State, piece: Piece) -> State:
    """Take a piece off; who has none left has lost."""
    state = replace(state, men=frozenset(man for man in state.men if man[1] != piece))
    return replace(state, over=(1 - piece[0], "no pieces")) if is_bare(state, piece[0]) else state


def spent(state: State, token: str) -> State:
    """Use up a token."""
    tokens = list(state.tokens)
    tokens[state.turn] -= {token}
    return replace(state, tokens=(tokens[0], tokens[1]), done=token)


def after_swap(state: State, one: str, two: str) -> State:
    """CF-TOK-SWAP2: both change places, and neither may move, unless there is nobody else."""
    turn, where = state.turn, state.where()
    where[turn, one], where[turn, two] = where[turn, two], where[turn, one]
    others = [letter for side, letter in where if side == turn and letter not in {one, two}]
    men = frozenset((square, piece) for piece, square in where.items())
    barred = frozenset({one, two}) if others else frozenset[str]()
    return replace(spent(state, "swap2"), men=men, barred=barred)


def after_offer(state: State, reply: str) -> State:
    """CF-VAR-5."""
    letter, piece = state.offered, (state.turn, state.offered)
    state = replace(state, offered="")
    if reply == "accept and show":
        return replace(without(state, piece), given=True)
    if reply == "accept":
        state = replace(state, promoted=state.promoted | {piece})
    return end_attempt(state, letter)


def after_gift(state: State, *, taken: bool) -> State:
    """CF-VAR-5: the first letter of the opponent still on the board gets Z."""
    state = replace(state, given=False)
    if taken:
        first = min(letter for _, (side, letter) in state.men if side != state.turn)
        state = replace(state, z=state.where()[1 - state.turn, first])
    return end_attempt(state, "")


def end_attempt(state: State, letter: str) -> State:
    """CF-TOK-MOVE2: a second attempt by another piece, if there is one that is possible."""
    if state.second:
        again = replace(state, second=False, barred=frozenset({letter} - {""}))
        if has_attempt(again):
            return again
    return end_turn(state)


def end_turn(state: State) -> State:
    """Hand over."""
    turn = 1 - state.turn
    state = replace(state, turn=turn, done="", barred=frozenset(), second=False, home=False)
    if has_won(state, turn):
        return replace(state, over=(turn, "last row"))
    if not has_attempt(state):
        return replace(state, over=(1 - turn, "no attempt"))
    return state


def has_won(state: State, side: int) -> bool:
    """CF-WIN: Z on the last row, with a piece of that side on it."""
    return state.z[1] == last_row(side) and state.board().get(state.z, (1 - side, ""))[0] == side


def is_bare(state: State, side: int) -> bool:
    """Tell whether a side has no piece left."""
    return all(piece[0] != side for _, piece in state.men)
