"""What is wrong in a record, with its place."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Problem"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong in a record.

    Attributes:
        row: The numbered row of the table of moves; 0 outside of it.
        column: The column of the table, 1 for the left and 2 for the right one; 0 outside of it.
        text: What stands there.
        message: What is wrong with it, and how it was read.
        line: The line of the file, from 1.
        character: Where in that line the text begins, from 1.
    """

    row: int
    column: int
    text: str
    message: str
    line: int
    character: int

    def __str__(self) -> str:
        place = f"line {self.line}"
        if self.row:
            place = f"row {self.row}, {'left' if self.column == 1 else 'right'} column (line {self.line})"
        return f"{place}: {self.text}: {self.message}"
