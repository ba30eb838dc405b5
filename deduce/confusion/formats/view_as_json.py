"""Views as plain data for JSON."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import TYPE_CHECKING, Any

from deduce.confusion.engine.actions import Attempt
from deduce.confusion.engine.directions import DIRECTIONS
from deduce.confusion.formats.position_as_json import position_json

if TYPE_CHECKING:
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.turns import Event
    from deduce.confusion.engine.view import View

__all__ = ["view_json"]


def view_json(view: View) -> dict[str, Any]:
    """Return a view as data that `json.dumps` takes.

    Args:
        view: The view.

    Raises:
        PositionError: If its rules cannot be made by `Rules.of`.
    """
    names = view.rules.sides
    return {
        "format": "deduce.confusion.view/1",
        "side": names[view.side],
        "first": names[view.first],
        "placements": {
            name: None if placed is None else {letter: list(square) for letter, square in placed.items()}
            for name, placed in zip(names, view.placements, strict=True)
        },
        "position": position_json(view.position),
        "events": [_event_json(event, names) for event in view.events],
        "opponent_deal": None if view.opponent_deal is None else dict(view.opponent_deal),
    }


def _event_json(event: Event, names: tuple[str, str]) -> dict[str, Any]:
    passed = event.passed_to
    return {
        "side": names[event.side],
        "action": _action_json(event.action),
        "answer": {
            "allowed": event.answer.allowed,
            "promoted": event.answer.promoted,
            "shown": event.answer.shown,
        },
        "captured": event.captured,
        "took_neutral": event.took_neutral,
        "passed_to": None if passed is None else {"side": names[passed[0]], "letter": passed[1]},
    }


def _action_json(action: Action) -> dict[str, Any]:
    """Return an action by its name in `deduce.confusion.engine.actions`, with what it holds."""
    found: dict[str, Any] = {"type": type(action).__name__}
    for field in fields(action):
        value = getattr(action, field.name)
        found[field.name] = value.value if isinstance(value, Enum) else value
    if isinstance(action, Attempt):
        found["way"] = DIRECTIONS[action.way]
    return found
