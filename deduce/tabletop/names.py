"""Finding what a name means: exactly, by a beginning that is clear, or not at all with what was meant."""

from __future__ import annotations

from collections.abc import Hashable
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, TypeVar

from deduce.errors import LONGEST_GUESSED
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["one_named"]

V = TypeVar("V", bound=Hashable)
ALIKE = 0.6
"""From this likeness on a name is taken to be what was meant."""


def one_named(text: str, known: Mapping[str, V], noun: str) -> V:
    """Return what is named, also by a beginning that only fits one thing.

    Examples:
        >>> one_named("spr", {"Sprinkler": 7, "Rook": 4, "Rocket": 1, "Tour": 4}, "diagram")
        7
        >>> one_named("roc", {"Sprinkler": 7, "Rook": 4, "Rocket": 1, "Tour": 4}, "diagram")
        1

    Args:
        text: What was said.
        known: What every name means; several may mean the same.
        noun: What it is that is named, for the error.

    Raises:
        LineError: If nothing is called so, or more than one thing begins so.
    """
    wanted = " ".join(text.casefold().split())
    names = {name.casefold(): value for name, value in known.items()}
    if wanted in names:
        return names[wanted]
    # Of several names for one thing, the first one is shown.
    shown = {value: name for name, value in reversed(list(known.items()))}
    begun = {value: None for name, value in names.items() if wanted and name.startswith(wanted)}
    if len(begun) == 1 and not wanted.isdecimal():
        return next(iter(begun))
    if begun and not wanted.isdecimal():
        message = f"{text!r} can be {' or '.join(shown[value] for value in begun)}; write more of it"
        raise LineError(message)
    alike = {name: _alike(wanted, name) for name in names if len(wanted) <= LONGEST_GUESSED}
    best = max(alike, key=lambda name: alike[name], default="")
    if best and alike[best] >= ALIKE:
        message = f"there is no {noun} {quoted(text)}; did you mean {shown[names[best]]!r}?"
        raise LineError(message)
    there = ", ".join(dict.fromkeys(shown[each] for each in names.values()))
    message = f"there is no {noun} {quoted(text)}; there are {there}"
    raise LineError(message)


def _alike(text: str, name: str) -> float:
    """Measure how alike a word is to a name, or to as much of it as was probably written."""
    return max(SequenceMatcher(None, text, part).ratio() for part in (name, name[: len(text)]))
