"""What is said of a unit in a few words, in any order: `cav light column 12 front 3`, `infanterie 18`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.adjudicator.phrases import Phrases
from deduce.napoleonic.adjudicator.typed import typed_of
from deduce.ruling.lexicon import tokens_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.ruling.features import Fact
    from deduce.ruling.law import Law

__all__ = ["facts_in"]


def facts_in(law: Law, words: Iterable[str], action: str = "") -> dict[str, Fact]:
    """Return what words say of a unit; behind an act what they say of that first.

    A number by itself is how many figures it has, or what the act is measured by.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> facts_in(book_of().law, ["cav", "column", "12"])
        {'figures': 12, 'arm': 'cav', 'formation': 'column'}

    Args:
        law: What can be said of units.
        words: The words.
        action: The act that they stand behind; "" for none.

    Raises:
        LineError: If a word makes no sense, or could be several things.
    """
    phrases = Phrases(law, typed_of(law), action)
    phrases.read(tokens_in(" ".join(words)), "" if action else "one")
    return phrases.said
