"""What goes wrong on purpose where rules are read and asked."""

from __future__ import annotations

from deduce.errors import DeduceError

__all__ = ["RulingError"]


class RulingError(DeduceError):
    """A file of rules is wrong, or something was asked that the rules do not know.

    Attributes:
        path: What the file is called; "" where no file is to blame.
        line: The line of the fault, from 1, where there is one.
    """

    def __init__(self, message: str, path: str = "", line: int | None = None) -> None:
        place = path if line is None else f"{path}, line {line}"
        super().__init__(f"{place}: {message}" if place else message)
        self.path: str = path
        self.line: int | None = line
