"""What does not fit in a record, with its place."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Fault", "Misfit"]


class Fault(NamedTuple):
    """Something in an entry that is not right; what was meant is clear enough to go on, or the entry passes.

    Attributes:
        place: Where it begins in the entry, from 0.
        text: What stands there.
        message: What is wrong, and how it is read.
        rule: The id of the rule that it offends, where it is one rule.
        back: How many entries before this one it is about; it only shows now that this one follows.
    """

    place: int
    text: str
    message: str
    rule: str = ""
    back: int = 0


class Misfit(NamedTuple):
    """Something in a record that does not fit.

    Attributes:
        row: The numbered row; 0 outside of the rows.
        column: The column of the row, from 1; 0 outside of the rows.
        text: What stands there.
        message: What is wrong with it, and how it was read.
        line: The line of the file, from 1.
        character: Where in that line the text begins, from 1.
        columns: How many columns the record has.
        rule: The id of the rule that it offends, where it is one rule.
        entry: The number of the entry, by which it is corrected; 0 outside of the entries.
    """

    row: int
    column: int
    text: str
    message: str
    line: int
    character: int
    columns: int = 1
    rule: str = ""
    entry: int = 0

    def __str__(self) -> str:
        place = f"line {self.line}"
        if self.row:
            column = f", {'left' if self.column == 1 else 'right'} column" if self.columns > 1 else ""
            place = f"row {self.row}{column}, {place}"
        if self.entry:
            place = f"entry {self.entry} ({place})"
        return f"{place}: {self.said}"

    @property
    def said(self) -> str:
        """What is wrong, without its place."""
        return f"{self.text}: {self.message}" + (f" ({self.rule})" if self.rule else "")
