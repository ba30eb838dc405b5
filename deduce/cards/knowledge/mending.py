"""Small changes of an entry among which misprints are looked for, and what may be missing before one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.cards.knowledge.likeness import likeness
from deduce.cards.notation.words import VERBS, plain
from deduce.cards.ranks import CARD, RANKS, card_text, parse_card, seen_of

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["changes", "missing"]

GLUED = re.compile(rf"[a-z]({CARD.pattern})(?:\s*[a-z]({CARD.pattern}))?(?=\s|$)", re.IGNORECASE)
"""A unit with its card behind it, or two."""
BARE = re.compile(rf"(?:[a-z]+\s+)?({CARD.pattern})\s+({CARD.pattern})(?=\s|!|$)", re.IGNORECASE)
"""Two cards alone, or behind the word cards."""
UNSEEN = "cards ? ?"
"""A combat of which nobody knows anything any more."""


def changes(text: str) -> Iterator[tuple[str, float]]:
    """Yield an entry with each of its cards misread, those that are most alike first, and how alike they are.

    Examples:
        >>> [changed for changed, _ in changes("b9 n4 f")][:3]
        ['b6 n4 f', 'b8 n4 f', 'b9 n3 f']
        >>> list(changes("end"))
        []
    """
    found = [
        (-likeness(rank, noted).weight, place, end, card_text(rank))
        for place, end, noted in _cards(text)
        for rank in RANKS
        if rank != noted
    ]
    for weight, place, end, card in sorted(found):
        yield text[:place] + card + text[end:], float(-weight)


def _cards(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield where the cards stand that were seen, and their ranks."""
    body = text.partition("#")[0]
    words = plain(body).split()
    if not words or VERBS.get(words[0], "cards") != "cards":
        return
    start = len(body) - len(body.lstrip())
    is_bare = VERBS.get(words[0]) == "cards" or CARD.fullmatch(words[0]) is not None
    if is_bare:
        both = BARE.match(body, start)
        places = [] if both is None else [both.span(1), both.span(2)]
    else:
        # The starter and the target stand first.
        matches = [*GLUED.finditer(body)][:2]
        places = [found.span(group) for found in matches for group in (1, 2) if found[group]]
    for place, end in places:
        rank = seen_of(parse_card(body[place:end]))
        if rank is not None:
            yield place, end, rank


def missing(_ledger: object, text: str) -> Iterator[str]:
    """Yield what may be missing before an entry that does not fit: before a count, a combat nobody entered.

    Examples:
        >>> list(missing(None, "left 31")), list(missing(None, "b9 n4"))
        (['cards ? ?'], [])
    """
    words = plain(text).split()
    if words and VERBS.get(words[0]) == "left":
        yield UNSEEN
