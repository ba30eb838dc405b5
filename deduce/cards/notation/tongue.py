"""What a language has to say for itself: a sentence for each kind of happening."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deduce.cards.engine.ledger import Ledger, Outcome

__all__ = ["Sentence", "Tongue"]

Sentence: TypeAlias = "Callable[[Any, Ledger], str]"
"""Tells a happening of one kind, by how things stand after it; "" if it needs no words."""


class Tongue(NamedTuple):
    """A language.

    Attributes:
        sentences: How each kind of happening is told.
        ended: How the end of a battle is told, without a full stop.
    """

    sentences: Mapping[type, Sentence]
    ended: Callable[[Outcome, Ledger], str]
