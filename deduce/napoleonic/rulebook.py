"""The rules of the Napoleonic chapters in our own words, English and French, and the page that has them all.

Each chapter words its rules, the laws say the numbers and choices, and decisions that have alternatives are
worded where these stand. So no number is written twice.
"""

from __future__ import annotations

from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from deduce.napoleonic.book import book_of
from deduce.napoleonic.wording import worded_rules
from deduce.ruling.languages import Words
from deduce.ruling.told import Telling, page, places_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.told import RuleGroup
    from deduce.tabletop.rulebook import Rule

__all__ = ["kinds", "named_places", "rules", "rules_page"]

HEAD = """# The Napoleonic chapters: rules

Movement and obstacles in our own words, each rule under the id by which messages, code and tests cite it, in
English and in French. *Source* is the section of the chapter: M of the one on movement, O of the one on
obstacles. Where the print cannot be read for certain, it is said how we read it, and how sure that is.

Where the chapters leave something open or houses play otherwise, there is a decision (DEC). What is played
can be changed in the header of a record, such as `House = DEC-7=breaks`; *Option* shows how.
"""
CHOICES = Words("Our decisions with a choice", "Nos décisions avec choix")


@cache
def kinds() -> Mapping[str, str]:
    """Return where each rule is carried out, by the words of `deduce.ruling.wording.KINDS`."""
    worded = {name: each.kind for _, group in worded_rules() for name, each in group.items()}
    decisions = (name for name in book_of().law.decisions if name not in worded)
    return MappingProxyType({**worded, **dict.fromkeys(decisions, "choice")})


@lru_cache(maxsize=16)
def rules(played: Book | None = None) -> Mapping[str, Rule]:
    """Return every rule by its id, in English, each with its French words beside it.

    Args:
        played: The book that is played from, with its house rules; None for the printed one.
    """
    return MappingProxyType({name: rule for _, group in _grouped(played) for name, rule in group.items()})


def _grouped(played: Book | None = None) -> Iterator[RuleGroup]:
    """Iterate over the groups of rules with their titles."""
    book = played or book_of()
    return Telling(((book.name, book.law),)).grouped(worded_rules(), CHOICES)


def rules_page() -> str:
    """Return the page of the documentation, as docs/napoleonic-rules.md has it."""
    return page(HEAD, _grouped())


def named_places() -> Iterator[str]:
    """Iterate over everything that the words refer to: numbers, tables, and choices of decisions."""
    return places_in(worded_rules(), book_of().law)
