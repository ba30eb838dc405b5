"""What a companion or a command says, as data: a terminal, a page and JSON are renderings of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ["Grid", "Mark", "MarkRole", "Role", "Said", "Told", "lines"]


class Role(StrEnum):
    """What a piece of text is, which decides how it is shown."""

    PARAGRAPH = "paragraph"
    """Words; wrapped to the width, with the following lines indented."""
    HEADING = "heading"
    """A paragraph that stands out."""
    WARNING = "warning"
    """A paragraph that something is wrong."""
    ROW = "row"
    """A row of a table or of a picture; never wrapped."""
    FAINT = "faint"
    """A row in the background, such as the heads of columns."""
    STRONG = "strong"
    """A row that stands out."""


@dataclass(frozen=True, slots=True)
class Said:
    """A piece of text.

    Attributes:
        text: The text; one line, as long as it is.
        role: What it is.
    """

    text: str
    role: Role = Role.PARAGRAPH


class MarkRole(StrEnum):
    """What a cell of a sheet says."""

    STRUCK = "struck"
    """It is impossible."""
    CERTAIN = "certain"
    """It is certain."""
    CHANCE = "chance"
    """It is possible, with this chance."""
    OPEN = "open"
    """It is possible; nobody can say how likely."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell of a sheet.

    Attributes:
        text: What stands in it.
        role: What it says.
    """

    text: str
    role: MarkRole


@dataclass(frozen=True)
class Grid:
    """A sheet as rows and columns.

    Attributes:
        heads: The lines of heads, each with one for every column.
        rows: The rows: what stands before each, and its cells.
    """

    heads: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, tuple[Mark, ...]], ...]


@dataclass(frozen=True)
class Told:
    """What there is to say, in words and as data.

    Attributes:
        said: The words.
        data: The same as a JSON document, where there is one; or what makes it, if that is work of its own.
        fits: Whether nothing contradicts.
        beside: What is said beside it, such as which file was written.
        undone: What could not be done with it, in a sentence; "" if everything was.
    """

    said: tuple[Said | Grid, ...] = ()
    data: Mapping[str, Any] | Callable[[], Mapping[str, Any]] | None = None
    fits: bool = True
    beside: tuple[str, ...] = ()
    undone: str = ""

    def document(self) -> Mapping[str, Any]:
        """Return what there is to say as a JSON document; empty if there is none."""
        return self.data() if callable(self.data) else self.data or {}


def lines(texts: Iterable[str], role: Role = Role.PARAGRAPH) -> tuple[Said, ...]:
    """Return texts as what is said, all in one role."""
    return tuple(Said(text, role) for text in texts)
