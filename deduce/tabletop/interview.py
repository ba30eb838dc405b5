"""Asking whoever begins a game, question by question."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from deduce.errors import DeduceError
from deduce.tabletop.kind import Prompt

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

__all__ = ["asked"]

T = TypeVar("T")


def asked(question: str, read: Callable[[str], T]) -> Generator[Prompt, str, T]:
    """Ask until what is answered makes sense.

    Args:
        question: The question.
        read: An answer -> what it means; raises a `DeduceError` if it makes no sense.
    """
    complaint = ""
    while True:
        text = yield Prompt(question, complaint)
        try:
            return read(text.strip())
        except DeduceError as error:
            complaint = str(error)
