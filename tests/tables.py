"""Saved games of Confusion, as tests begin them, open them again and compare them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from deduce.confusion import CONFUSION, Moment, Rules
from deduce.confusion.beginning import new_record
from deduce.tabletop.saved import SavedGame, begin_game, open_game


def new_game(
    path: Path,
    rules: Rules,
    me: int = 0,
    first: int = 0,
    deal: Mapping[str, int] | None = None,
    *,
    diagrams_file: str = "",
    date: str = "",
) -> SavedGame[Moment]:
    """Begin a game and save it; the deal is the opponent's."""
    text = new_record(rules, me, first, deal, diagrams_file=diagrams_file, date=date)
    return begin_game(CONFUSION, path, text, {"diagrams": rules.diagrams})


def opened(path: Path, me: int | None = None) -> SavedGame[Moment]:
    """Go on with a game that was saved."""
    return open_game(CONFUSION, path, me)


def texts(game: SavedGame[Moment]) -> list[str]:
    """The entries, as they are written."""
    return [step.text for step in game.record.steps]


def same(one: SavedGame[Moment], other: SavedGame[Moment]) -> bool:
    """Whether two games are in the same state, from their lines to the moment after each entry."""
    return _state(one) == _state(other)


def _state(game: SavedGame[Moment]) -> list[object]:
    record, document, begun = game.record, game.record.document, game.record.begun
    return [
        (game.me, game.notes, record.text, record.misfits),
        (document.lines, document.ends, document.headers, document.heads),
        (document.rows, document.strangers),
        (begun.state.setup, begun.state.position, begun.seats, begun.me, begun.columns, begun.skipped),
        (begun.others, begun.empty, begun.misfits),
        [(step.text, step.faults, step.is_missing) for step in (*record.steps, *record.remarks)],
        [(step.before.position, step.after.position, step.after.steps) for step in record.steps],
        (record.now.events, record.now.position, record.now.outcome),
    ]
