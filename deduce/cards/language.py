"""In which language things are told: what was asked for, or the edition's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.notation.words import plain
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from deduce.cards.edition import Edition

__all__ = ["LANGUAGES", "counted", "language_of"]

LANGUAGES = ("en", "fr")


def language_of(text: str, edition: Edition) -> str:
    """Return a language: the one that is named, else French for the French edition.

    Raises:
        LineError: If there is no such language.
    """
    if not text.strip():
        return "fr" if edition.name == "fr" else "en"
    word = plain(text.strip())[:2]
    if word not in LANGUAGES:
        message = f"{quoted(text)} is no language here; write {' or '.join(LANGUAGES)}"
        raise LineError(message)
    return word


def counted(count: int, noun: str, language: str) -> str:
    """Return a number with its noun, such as 1 ball or 2 balls; nought is singular in French."""
    is_one = count <= 1 if language == "fr" else count == 1
    return f"{count} {noun}{'' if is_one else 's'}"
