"""What is drawn in a match: it follows from a seed that was asked for, or from a key that is secret."""

from __future__ import annotations

import hmac
import random
from dataclasses import dataclass, field

from deduce.tabletop.keys import unknown_key

__all__ = ["Lots"]


@dataclass(frozen=True)
class Lots:
    """Draws for every purpose; what is drawn for one tells nothing about those for others.

    Attributes:
        seed: The seed that was asked for; None for none.
        key: Without a seed the key, as 64 hexadecimal digits.
    """

    seed: int | None = None
    key: str = field(default="", repr=False)

    @classmethod
    def unknown(cls) -> Lots:
        """Return lots that nobody knows."""
        return cls(key=unknown_key())

    def word(self, purpose: str) -> str:
        """Return a word for a purpose, for whatever takes a seed of its own."""
        if self.seed is not None:
            return f"{purpose} of {self.seed}"
        # A generator keeps what it was given, so it is given nothing that the key follows from.
        return hmac.digest(bytes.fromhex(self.key), purpose.encode(), "sha256").hex()

    def drawn(self, purpose: str) -> random.Random:
        """Return a generator for a purpose."""
        return random.Random(self.word(purpose))  # noqa: S311 - what it is given is the secret
