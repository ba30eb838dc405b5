"""What the Confusion engine raises on purpose; all of it is a `DeduceError`."""

from __future__ import annotations

from deduce.errors import DeduceError

__all__ = [
    "ConfusionError",
    "DataError",
    "IllegalActionError",
    "PositionError",
    "RulesError",
]


class ConfusionError(DeduceError):
    """Base of every error of the Confusion engine."""


class DataError(ConfusionError):
    """A file of diagrams or rules is wrong."""


class RulesError(ConfusionError):
    """The rules that were asked for do not go together."""


class IllegalActionError(ConfusionError):
    """An action is not possible now.

    Attributes:
        action: What cannot be done; "" where it is no action that is wrong.
        reason: Why not.
    """

    def __init__(self, action: object, reason: str) -> None:
        super().__init__(action, reason)
        self.action: object = action
        self.reason: str = reason

    def __str__(self) -> str:
        named = str(self.action)
        return f"{named}: {self.reason}" if named else self.reason


class PositionError(ConfusionError):
    """A position cannot be read or written; the message says where, what is wrong and what was expected.

    Attributes:
        where: The place of the fault: a character of the string, or a key of the data.
    """

    def __init__(self, message: str, where: str) -> None:
        super().__init__(message, where)
        self.message: str = message
        self.where: str = where

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"
