"""The ranks of playing cards, and what can be said of a card that was not fully seen.

Suits never matter (CC-DECK-3), so a card is its rank: 1 (ace, low) to 13 (king), which is also what it is
worth in a combat (CC-COMB-5). What is known of a card is the set of ranks that it can be.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["ANY", "COURT", "LETTERS", "RANKS", "Seen", "card_text", "one_of", "parse_card", "seen_of"]

LETTERS = "a23456789tjqk"
"""How a rank is written, the ace first."""
RANKS = range(1, len(LETTERS) + 1)
Seen: TypeAlias = frozenset[int]
"""The ranks that a card can be: one if it was seen, all if it was missed."""
ANY: Seen = frozenset(RANKS)
COURT: Seen = frozenset(rank for rank in RANKS if LETTERS[rank - 1] in "jqk")
WORDS = {
    **{letter: rank for rank, letter in enumerate(LETTERS, 1)},
    "10": LETTERS.index("t") + 1,
    "1": LETTERS.index("a") + 1,
    # The letters of the French pack: as, valet, dame, roi.
    "v": LETTERS.index("j") + 1,
    "d": LETTERS.index("q") + 1,
    "r": LETTERS.index("k") + 1,
}
BOUND = re.compile(r"([<>])(10|[1-9atjqkvdr])")
CARD = re.compile(r"\?|10|[1-9atjqkvdrc]|[<>](?:10|[1-9atjqkvdr])")
"""How a card is written, also one that was half seen."""


def one_of(ranks: Iterable[int]) -> Seen:
    """Return what is known of a card that has one of these ranks."""
    return frozenset(ranks)


def parse_card(text: str) -> Seen:
    """Read a card: `9`, `k`, `10` or `t`; `c` for a court card; `<7`, `>9`; `?` for one that was missed.

    Raises:
        LineError: If it is no card.

    Examples:
        >>> sorted(parse_card("9")), sorted(parse_card(">9"))
        ([9], [10, 11, 12, 13])
    """
    word = text.casefold()
    if word == "?":
        return ANY
    if word == "c":
        return COURT
    if word in WORDS:
        return frozenset({WORDS[word]})
    bound = BOUND.fullmatch(word)
    if bound is not None:
        limit = WORDS[bound[2]]
        found = frozenset(rank for rank in RANKS if (rank < limit if bound[1] == "<" else rank > limit))
        if found:
            return found
        message = f"no card is {'lower' if bound[1] == '<' else 'higher'} than {card_text(limit)}: {text}"
        raise LineError(message)
    message = f"{quoted(text)} is no card; write a, 2 to 9, t, j, q, k, c for a court card, <7, >9 or ?"
    raise LineError(message)


def card_text(card: int | Seen) -> str:
    """Return how a card is written.

    Examples:
        >>> card_text(13), card_text(parse_card("<3")), card_text(ANY)
        ('k', '<3', '?')
    """
    if isinstance(card, int):
        return LETTERS[card - 1]
    if card == ANY:
        return "?"
    if card == COURT:
        return "c"
    if len(card) == 1:
        return LETTERS[min(card) - 1]
    low, high = min(card), max(card)
    if low == RANKS[0] and len(card) == high:
        return f"<{LETTERS[high]}"
    if high == RANKS[-1] and len(card) == high - low + 1:
        return f">{LETTERS[low - 2]}"
    message = f"{sorted(card)} is no set of ranks that can be written"
    raise ValueError(message)


def seen_of(card: Seen) -> int | None:
    """Return the rank of a card that was fully seen; None for any other."""
    return next(iter(card)) if len(card) == 1 else None
