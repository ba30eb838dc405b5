"""The eight directions, as each owner sees them and as the recorder's compass names them."""

from __future__ import annotations

__all__ = ["DIRECTIONS", "OFFSETS", "Square", "direction", "opposite"]

Square = tuple[int, int]
"""A square as column and row, both from 1, as the side at row 1 sees the board."""

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The names, clockwise. For an owner, N is towards the opponent."""

OFFSETS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The step in each direction, for the side at row 1."""

_NUMBERS = {name: number for number, name in enumerate(DIRECTIONS)}


def direction(name: str) -> int:
    """Return the number of a direction.

    Raises:
        ValueError: If there is no such direction.
    """
    if name not in _NUMBERS:
        message = f"there is no direction {name!r}; there are {', '.join(DIRECTIONS)}"
        raise ValueError(message)
    return _NUMBERS[name]


def opposite(number: int) -> int:
    """Return the direction that the other side calls by the same name."""
    return (number + 4) % 8
