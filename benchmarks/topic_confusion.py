"""The rules engine of Confusion beside that of chess: attempts, plies done and taken back, whole games.

The games are different, so only the kind of work is the same; python-chess is what most programs in Python
use. A ply of Confusion is an attempt with its answer.
"""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import chess_others
from results import Row, Timing, Topic
from timing import seconds_each

from deduce.confusion.engine.game import Game
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import random_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from timing import Effort

    from deduce.confusion.engine.actions import Action, Answer
    from deduce.confusion.engine.position import Position

__all__ = ["TOPIC"]

RULES = {"classic": Rules.of("classic"), "espionage": Rules.of("espionage")}
CHESS, CHECKED = "python-chess", "python-chess, each move checked"
GAMES = 100
"""How many random games are played; their lengths differ so much that it takes many."""
FEW = 20
"""How many of them the positions and the plies are from."""
EVERY = 10
"""Positions are so many plies apart."""

Replay: TypeAlias = "tuple[Game, Sequence[tuple[Action, Answer]]]"
"""A game at its start, and what was done in it."""


def _games(rules: Rules) -> list[Game]:
    return [random_game(rules, random.Random(seed)) for seed in range(GAMES)]


def _positions(games: Sequence[Game]) -> list[Position]:
    return [position for game in games for position in game.positions[:-1:EVERY]]


def _replays(games: Sequence[Game]) -> list[Replay]:
    return [
        (
            Game(game.rules, game.deals, game.first, game.placements),
            [(event.action, event.answer) for event in game.events],
        )
        for game in games
    ]


# --- What is timed: each returns how much of it was done ---------------------------------------------


def _list_all(positions: Sequence[Position]) -> int:
    return sum(len(position.attempts()) for position in positions)


def _replay(replays: Sequence[Replay]) -> int:
    """Do and take back every ply, with the answers that were given."""
    for game, plies in replays:
        for action, answer in plies:
            game.push(action, answer)
        for _ in plies:
            game.pop()
    return sum(len(plies) for _, plies in replays)


def _replay_answered(replays: Sequence[Replay]) -> int:
    """Do and take back every ply, with the answers that the diagrams give."""
    for game, plies in replays:
        for action, _ in plies:
            game.push(action)
        for _ in plies:
            game.pop()
    return sum(len(plies) for _, plies in replays)


def _play(rules: Rules) -> int:
    for seed in range(GAMES):
        random_game(rules, random.Random(seed))
    return GAMES


# --- The table ---------------------------------------------------------------------------------------


def _rows(effort: Effort) -> Iterator[Row]:
    boards = chess_others.random_games(GAMES) if chess_others.is_installed() else []
    for name, rules in RULES.items():
        games = _games(rules)
        few, replays = boards[:FEW], _replays(games[:FEW])
        yield from _listing(name, _positions(games[:FEW]), chess_others.positions(few, EVERY), effort)
        yield _plies(f"{name}: a ply, done and taken back", partial(_replay, replays), few, effort)
        if rules.diagrams.double_agent is None:
            answered = partial(_replay_answered, replays)
            yield _plies(f"{name}: the same, with the answer from the diagrams", answered, few, effort)
        yield from _whole(name, games, boards, effort)


def _row(case: str, seconds: dict[str, float], note: str = "") -> Row:
    others = {
        other: Timing(seconds[other], note if other == CHESS else "")
        if other in seconds
        else Timing(None, "not installed" if other == CHESS else "")
        for other in (CHESS, CHECKED)
    }
    return Row(case, None, Timing(seconds["deduce"]), others)


def _listing(
    name: str, positions: Sequence[Position], boards: Sequence[chess_others.Board], effort: Effort
) -> Iterator[Row]:
    works: dict[str, Callable[[], int]] = {"deduce": partial(_list_all, positions)}
    if boards:
        works[CHESS] = partial(chess_others.list_all, boards)
    each = seconds_each(works, effort)
    yield _row(f"{name}: an attempt, when all are listed", each)
    sizes = {"deduce": _list_all(positions) / len(positions)}
    if boards:
        sizes[CHESS] = chess_others.list_all(boards) / len(boards)
    note = ", ".join(f"{side}: {size:.0f}" for side, size in sizes.items())
    all_of_them = {side: seconds * sizes[side] for side, seconds in each.items()}
    yield _row(f"{name}: all attempts of a position", all_of_them, f"on average {note}")


def _plies(case: str, ours: Callable[[], int], boards: Sequence[chess_others.Board], effort: Effort) -> Row:
    works = {"deduce": ours}
    if boards:
        works[CHESS] = partial(chess_others.replay, boards)
        works[CHECKED] = partial(chess_others.replay_checked, boards)
    return _row(case, seconds_each(works, effort), "it does not look whether a move is legal")


def _whole(
    name: str, games: Sequence[Game], boards: Sequence[chess_others.Board], effort: Effort
) -> Iterator[Row]:
    works: dict[str, Callable[[], int]] = {"deduce": partial(_play, games[0].rules)}
    if boards:
        works[CHESS] = partial(chess_others.play, GAMES)
    each = seconds_each(works, effort)
    plies = {"deduce": sum(len(game.events) for game in games) / GAMES}
    if boards:
        plies[CHESS] = sum(len(board.move_stack) for board in boards) / GAMES
    lengths = ", ".join(f"{side}: {number:.0f}" for side, number in plies.items())
    yield _row(f"{name}: a random game to its end", each, f"plies of a game on average: {lengths}")
    yield _row(
        f"{name}: a ply of a random game", {side: seconds / plies[side] for side, seconds in each.items()}
    )


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (
    Topic("CONFUSION", "The rules of Confusion, beside those of chess"),
    _rows,
)
