"""What the tabletop layer raises on purpose; all of it is a `DeduceError`."""

from __future__ import annotations

from deduce.errors import DeduceError

__all__ = ["ImpossibleError", "LineError", "RecordError", "SessionError"]


class RecordError(DeduceError):
    """A record cannot be read at all.

    Attributes:
        path: The file as it was named.
        line: The line of the fault, from 1, where there is one.
    """

    def __init__(self, message: str, path: str, line: int | None = None) -> None:
        super().__init__(f"{path}: {message}" if line is None else f"{path}, line {line}: {message}")
        self.path: str = path
        self.line: int | None = line


class LineError(DeduceError):
    """A line that was typed at the table makes no sense; the message says what was probably meant."""


class ImpossibleError(LineError):
    """A line that was typed makes sense, but is not possible as the table stands; an entry may be wrong."""


class SessionError(DeduceError):
    """A file cannot be used.

    Attributes:
        in_use: Whether that is because somebody else is using it.
    """

    def __init__(self, message: str, *, in_use: bool = False) -> None:
        super().__init__(message)
        self.in_use: bool = in_use
