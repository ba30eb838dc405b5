"""Random games: whatever is done is possible, and the same seed plays the same game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deduce.confusion.engine.actions import Attempt
from deduce.confusion.engine.deeds import When, deeds_at, reply_due
from deduce.confusion.engine.directions import opposite
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.position import EMPTY, LEAST_DOUBLE_COLUMNS, MOST_IN_A_ROW
from deduce.confusion.errors import RulesError

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.deeds import Deed
    from deduce.confusion.engine.directions import Square
    from deduce.confusion.engine.game import Event
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules

__all__ = [
    "USUAL",
    "Chances",
    "random_action",
    "random_game",
    "random_placement",
    "random_push",
    "random_start",
]

FORWARD = frozenset({7, 0, 1})
"""The three directions towards the opponent."""


@dataclass(frozen=True)
class Chances:
    """How likely what is in a random game, each from 0 to 1.

    What has no name here is as likely as its deed says.

    Attributes:
        neutral: To go for the neutral piece, or to carry it forward, in a turn in which that is possible.
        forward: To think again about an attempt that does not lead forward.
        remove: In a turn in which that is possible, to remove a piece of one's own (CF-DA-2).
        expose: Likewise, to expose the double agent of the opponent (CF-DA-3).
        reveal: Likewise, to use the token that shows a piece (CF-TOK-REVEAL).
        move_two: Likewise, to use the token for two attempts (CF-TOK-MOVE2).
        swap_two: Likewise, to use the token that swaps two pieces (CF-TOK-SWAP2).
        waive: To leave out a second attempt, where the rules let one (CF-TOK-MOVE2).
        resign: To give up.
        agree: To agree on a draw.
        allow: That the opponent allows an attempt of the double agent (CF-DA-1).
        accept: To accept an offered promotion (CF-VAR-5).
        take: To take the neutral piece when it is offered (CF-VAR-5).
    """

    neutral: float = 0.12
    forward: float = 0.7
    remove: float = 0.002
    expose: float = 0.002
    reveal: float = 0.01
    move_two: float = 0.01
    swap_two: float = 0.01
    waive: float = 0.3
    resign: float = 0.0
    agree: float = 0.0
    allow: float = 0.5
    accept: float = 0.5
    take: float = 0.5

    @cached_property
    def instead(self) -> float:
        """The chance that something else than an attempt is tried at the beginning of a turn."""
        return sum(map(self.of, deeds_at(When.EARLY, When.ANY)))

    def of(self, deed: Deed[Any]) -> float:
        """Return how likely a kind of action is."""
        return getattr(self, deed.name, deed.chance)


USUAL = Chances()
"""The chances unless others are given: the neutral piece is brought forward, so that games come to an end."""


def random_game(
    rules: Rules, draw: random.Random, *, plies: int | None = None, chances: Chances = USUAL
) -> Game:
    """Play a random game, with random deals and, where the rules have it, random placements.

    Examples:
        >>> import random
        >>> from deduce.confusion.engine.rules import Rules
        >>> game = random_game(Rules.of("classic"), random.Random(1), plies=40)
        >>> game.position.turns
        40

    Args:
        rules: The rules.
        draw: Where the random numbers come from.
        plies: After so many turns the game is left as it stands; None to play to the end.
        chances: How likely what is.
    """
    game = random_start(rules, draw)
    while game.outcome is None and (plies is None or game.position.turns < plies):
        random_push(game, draw, chances)
    return game


def random_start(rules: Rules, draw: random.Random) -> Game:
    """Return a new game with random deals, a random side that starts, and random placements (CF-VAR-4)."""
    deals = (random_deal(rules, draw), random_deal(rules, draw))
    first = draw.randrange(2)
    if not rules.free_placement:
        return Game(rules, deals, first)
    return Game(rules, deals, first, (random_placement(rules, draw), random_placement(rules, draw, 1)))


def random_placement(rules: Rules, draw: random.Random, side: int = 0) -> dict[str, Square]:
    """Place the pieces of a side at random, as it sees the board (CF-VAR-4).

    Raises:
        RulesError: If there are too many pieces, or too few, for any placement.
    """
    every = range(1, rules.columns + 1)
    columns = [column for column in every if rules.is_on_board(rules.turned((column, 1), side))]
    size, most = len(rules.letters), min(MOST_IN_A_ROW, len(columns))
    fewest = max(size - most, LEAST_DOUBLE_COLUMNS)
    if fewest > min(most, size - LEAST_DOUBLE_COLUMNS):
        message = f"{size} pieces cannot be placed on two rows of {len(columns)} columns (CF-VAR-4)"
        raise RulesError(message)
    while True:
        number = draw.randint(fewest, min(most, size - LEAST_DOUBLE_COLUMNS))
        rows = (draw.sample(columns, number), draw.sample(columns, size - number))
        if len(set(rows[0]) & set(rows[1])) >= LEAST_DOUBLE_COLUMNS:
            break
    squares = [(column, row) for row, chosen in enumerate(rows, 1) for column in chosen]
    return dict(zip(draw.sample(rules.letters, size), squares, strict=True))


def random_push(game: Game, draw: random.Random, chances: Chances = USUAL) -> Event:
    """Do something random that is possible, and return what came of it; both deals must be known."""
    action = random_action(game, draw, chances)
    return game.push(action, agent=lambda _: draw.random() < chances.allow)


def random_action(game: Game, draw: random.Random, chances: Chances = USUAL) -> Action:
    """Return a random action that is possible in a game that goes on."""
    position = game.position
    reply = reply_due(position)
    if reply is not None:
        choices: list[Action] = [*reply.every(game.rules)]
        return choices[draw.random() >= chances.of(reply)]
    if position.stage.used is None and draw.random() < chances.instead:
        action = _instead(game, draw, chances)
        if action is not None:
            return action
    if position.stage.used is not None:
        for deed in deeds_at(When.BETWEEN):
            possible: list[Action] = list(filter(game.can, deed.every(game.rules)))
            if possible and draw.random() < chances.of(deed):
                return draw.choice(possible)
    return _random_attempt(position, draw, chances)


def _instead(game: Game, draw: random.Random, chances: Chances) -> Action | None:
    """Return what is done at the beginning of a turn other than an attempt; None if it is not possible."""
    deeds = list(deeds_at(When.EARLY, When.ANY))
    (deed,) = draw.choices(deeds, [chances.of(deed) for deed in deeds])
    tried = list(deed.every(game.rules))
    draw.shuffle(tried)
    return next(filter(game.can, tried), None)


def _random_attempt(position: Position, draw: random.Random, chances: Chances) -> Attempt:
    if draw.random() < chances.neutral:
        bold = list(_with_neutral(position))
        if bold:
            return draw.choice(bold)
    attempts = position.attempts()
    attempt = draw.choice(attempts)
    if attempt.way not in FORWARD and draw.random() < chances.forward:
        attempt = draw.choice(attempts)
    return attempt


def _with_neutral(position: Position) -> Iterator[Attempt]:
    """Yield the attempts to carry the neutral piece forward, or to take it."""
    board, turn, neutral = position.rules.board, position.turn, position.neutral
    mine, rays = board.pieces[turn], board.rays[turn][neutral]
    holder = position.held[neutral]
    if holder in mine:
        tried = [carry for way in FORWARD for carry in board.carries[holder][way]]
    else:
        seen = (_first_piece(position, ray) for ray in rays)
        tried = [
            Attempt(board.letters[piece], opposite(way), distance)
            for way, (piece, distance) in enumerate(seen)
            if piece in mine
        ]
    yield from filter(position.admits, tried)


def _first_piece(position: Position, ray: tuple[int, ...]) -> tuple[int, int]:
    """Return the nearest piece in a direction and how far it is; EMPTY if there is none."""
    for distance, square in enumerate(ray, 1):
        if position.held[square] != EMPTY:
            return position.held[square], distance
    return EMPTY, 0
