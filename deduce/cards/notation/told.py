"""What happened, in words: what to do with the figures, and by which rules. English and French."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.notation.english import ENGLISH
from deduce.cards.notation.french import FRENCH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.cards.engine.happenings import Happening
    from deduce.cards.engine.ledger import Ledger, Outcome
    from deduce.cards.notation.tongue import Tongue

__all__ = ["happening_words", "happenings_told", "outcome_words"]

TONGUES: dict[str, Tongue] = {"en": ENGLISH, "fr": FRENCH}


def happenings_told(happenings: Sequence[Happening], ledger: Ledger) -> tuple[str, ...]:
    """Return what happened, a sentence or two for each unit, in the record's language.

    Args:
        happenings: What came of an entry.
        ledger: How things stand after it.
    """
    return tuple(words for each in happenings if (words := happening_words(each, ledger)))


def happening_words(happening: Happening, ledger: Ledger) -> str:
    """Return one happening in words; "" if it needs none."""
    return TONGUES[ledger.language].sentences[type(happening)](happening, ledger)


def outcome_words(outcome: Outcome | None, ledger: Ledger) -> str:
    """Return how the battle ended; "" while it goes on."""
    return "" if outcome is None else TONGUES[ledger.language].ended(outcome, ledger)
