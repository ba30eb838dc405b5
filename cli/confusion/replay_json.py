"""The replay of a record as JSON, version deduce.confusion.replay/1."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from deduce.confusion import position_text

from .questions import Asked
from .sheets import knowledge_json

if TYPE_CHECKING:
    from deduce.confusion import Game, Problem

    from .replay import Replayed

FORMAT = "deduce.confusion.replay/1"


def document(replayed: Replayed) -> str:
    """Return the document."""
    game, setup = replayed.game, replayed.record.setup
    rules, position, outcome = game.rules, game.position, game.outcome
    data: dict[str, Any] = {
        "format": FORMAT,
        "file": replayed.file,
        "ruleset": rules.ruleset,
        "variants": sorted(rules.variants),
        "tokens": rules.tokens,
        "plies": replayed.ply,
        "recorded_plies": len(replayed.record.plies),
        "first": rules.sides[setup.first],
        "compass": rules.sides[setup.compass],
        "turn": rules.sides[position.turn],
        "winner": None if outcome is None or outcome.winner is None else rules.sides[outcome.winner],
        "ending": None if outcome is None else outcome.ending.value,
        "neutral": {
            "square": _seen(game, position.neutral, setup.compass),
            "holder": None if position.holder is None else _name(game, position.holder),
        },
        "pieces": {
            name: {letter: _piece(game, side, letter, setup.compass) for letter in rules.letters}
            for side, name in enumerate(rules.sides)
        },
        "position": position_text(position),
        "headers": setup.others,
        "problems": [problem_json(problem) for problem in replayed.record.problems],
    }
    asked = Asked.of(replayed)
    data["knowledge"] = {name: knowledge_json(asked.sheets[side]) for side, name in enumerate(rules.sides)}
    if replayed.corrections is not None:
        data["misprints"] = [
            {
                "row": correction.ply.row,
                "column": correction.ply.column,
                "text": correction.ply.text,
                "probably": correction.text,
                "others": [
                    {"row": row, "column": column, "text": text} for row, column, text in correction.others
                ],
            }
            for correction in replayed.corrections
        ]
    if rules.tokens:
        data["tokens_left"] = {
            name: sorted(token.value for token in position.tokens[side])
            for side, name in enumerate(rules.sides)
        }
    return json.dumps(data, indent=2, ensure_ascii=False)


def problem_json(problem: Problem) -> dict[str, Any]:
    """Return a problem of a record."""
    return {
        "row": problem.row,
        "column": problem.column,
        "text": problem.text,
        "message": problem.message,
        "line": problem.line,
        "character": problem.character,
    }


def _name(game: Game, piece: tuple[int, str]) -> str:
    return f"{game.rules.sides[piece[0]]} {piece[1]}"


def _seen(game: Game, number: int, compass: int) -> list[int]:
    rules = game.rules
    square = number % rules.columns + 1, number // rules.columns + 1
    return list(rules.turned(square, compass))


def _piece(game: Game, side: int, letter: str, compass: int) -> dict[str, Any]:
    square = game.position.square(side, letter)
    deal = game.deals[side]
    return {
        "square": None if square is None else list(game.rules.turned(square, compass)),
        "promoted": game.position.is_promoted(side, letter),
        "diagram": None if deal is None else deal[letter],
    }
