"""Procedures: what needs cannot say, in code, each with the ids of the rules that it carries out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

__all__ = ["procedure", "procedures", "rules_of"]

F = TypeVar("F", bound=Callable[..., object])

_RULES = "__rules__"
_registered: dict[str, dict[str, None]] = {}


def procedure(*rules: str) -> Callable[[F], F]:
    """Say which rules a function carries out.

    Examples:
        >>> @procedure("TOY-1")
        ... def double(number: int) -> int:
        ...     return 2 * number
        >>> rules_of(double), double(2)
        (('TOY-1',), 4)

    Args:
        *rules: The ids of the rules.
    """

    def named(function: F) -> F:
        function.__dict__[_RULES] = rules
        place = f"{function.__module__}.{function.__qualname__}"
        for rule in rules:
            _registered.setdefault(rule, {})[place] = None
        return function

    return named


def rules_of(function: Callable[..., object]) -> tuple[str, ...]:
    """Return the rules that a function carries out; none if it says nothing."""
    found = getattr(function, _RULES, ())
    return tuple(map(str, found))


def procedures(module: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Iterate over the rules that are carried out by procedures that were imported, with their places.

    Args:
        module: Only those whose modules begin so.
    """
    for rule, places in _registered.items():
        here = tuple(place for place in places if place.startswith(module))
        if here:
            yield rule, here
