"""The rules as the chapters word them, each in its `words.toml`."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from deduce.ruling.packaged import packaged_text
from deduce.ruling.wording import ids_in, parse_words

if TYPE_CHECKING:
    from deduce.ruling.wording import WordedGroup

__all__ = ["CHAPTERS", "worded_ids", "worded_rules"]

CHAPTERS = ("movement", "rally", "artillery", "charge", "ground", "houses", "obstacles", "hidden")
"""The folders of the chapters, in the order in which their laws extend each other."""


@cache
def worded_rules() -> tuple[WordedGroup, ...]:
    """Return the rules in groups, each with its title; decisions with alternatives are worded in the laws."""
    package, _, _ = __name__.rpartition(".")
    folder = resources.files(package)
    return tuple(
        group
        for place in (f"{chapter}/words.toml" for chapter in CHAPTERS)
        if folder.joinpath(place).is_file()
        for group in parse_words(packaged_text(package, place), place)
    )


@cache
def worded_ids() -> frozenset[str]:
    """Return the ids of these rules."""
    return frozenset(ids_in(worded_rules()))
