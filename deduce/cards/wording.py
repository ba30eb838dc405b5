"""The rules as `rulebook.toml` words them, with places for the numbers and choices of the editions."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from deduce.ruling.packaged import packaged_text
from deduce.ruling.wording import ids_in, parse_words

if TYPE_CHECKING:
    from deduce.ruling.wording import WordedGroup

__all__ = ["worded_ids", "worded_rules"]


@cache
def worded_rules() -> tuple[WordedGroup, ...]:
    """Return the rules in groups, each with its title; decisions with alternatives are worded elsewhere."""
    package, _, _ = __name__.rpartition(".")
    return parse_words(packaged_text(package, "rulebook.toml"), "rulebook.toml")


@cache
def worded_ids() -> frozenset[str]:
    """Return the ids of these rules."""
    return frozenset(ids_in(worded_rules()))
