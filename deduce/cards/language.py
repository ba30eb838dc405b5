"""In which language things are told: what was asked for, or the edition's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ruling.errors import RulingError
from deduce.ruling.languages import language_named
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from deduce.cards.edition import Edition

__all__ = ["counted", "language_of"]


def language_of(text: str, edition: Edition) -> str:
    """Return a language: the one that is named, else French for the French edition.

    Raises:
        LineError: If there is no such language.
    """
    try:
        return language_named(text, "fr" if edition.name == "fr" else "en")
    except RulingError as error:
        raise LineError(str(error)) from None


def counted(count: int, noun: str, language: str) -> str:
    """Return a number with its noun, such as 1 ball or 2 balls; nought is singular in French."""
    is_one = count <= 1 if language == "fr" else count == 1
    return f"{count} {noun}{'' if is_one else 's'}"
