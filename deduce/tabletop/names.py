"""Finding what a name means: exactly, by a beginning that is clear, or not at all with what was meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from deduce.errors import did_you_mean
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["one_named"]

V = TypeVar("V")


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
    begun = [name for name in known if wanted and name.casefold().startswith(wanted)]
    if len({known[name] for name in begun}) == 1 and not wanted.isdecimal():
        return known[begun[0]]
    if begun and not wanted.isdecimal():
        message = f"{text!r} can be {' or '.join(begun)}; write more of it"
        raise LineError(message)
    message = f"there is no {noun} {text!r}; {did_you_mean(text, known)}"
    raise LineError(message)
