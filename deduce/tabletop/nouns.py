"""What a game calls the things that are reasoned about."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PLAIN", "Nouns", "with_article"]


@dataclass(frozen=True, slots=True)
class Nouns:
    """What a game calls its unknowns, their values and its worlds.

    Attributes:
        unknown: An unknown, as JSON and the shell call it: one word; several of them have an s behind.
        value: A value; likewise one word.
        world: A way that everything could be; several of them have an s behind.
        spoken: An unknown, as it is called in words.
        example: How it is asked why an unknown has a value or not.
        entry: What an entry is called; such as a turn.
    """

    unknown: str = "unknown"
    value: str = "value"
    world: str = "world"
    spoken: str = "unknown"
    example: str = "why UNKNOWN VALUE"
    entry: str = "turn"

    @property
    def entries(self) -> str:
        """What several entries are called."""
        return f"{self.entry[:-1]}ies" if self.entry.endswith("y") else f"{self.entry}s"

    def __post_init__(self) -> None:
        for noun in (self.unknown, self.value):
            if not noun.isidentifier():
                message = f"{noun!r} must be one word; what is spoken may be several"
                raise ValueError(message)


PLAIN = Nouns()
"""What they are called in no game in particular."""


def with_article(noun: str) -> str:
    """Return a noun with its article.

    Examples:
        >>> with_article("piece"), with_article("attempt")
        ('a piece', 'an attempt')
    """
    return f"{'an' if noun[:1].casefold() in set('aeiou') else 'a'} {noun}"
