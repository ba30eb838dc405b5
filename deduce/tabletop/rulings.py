"""Rulings: what the rules say of something, with the id of the rule and what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Ruling", "Verdict"]


class Verdict(StrEnum):
    """What the rules say."""

    ALLOWED = "allowed"
    REFUSED = "refused"
    UNKNOWN = "unknown"
    """Nobody can say before something is measured, looked up or decided; never counted as a no."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say of something.

    Attributes:
        verdict: Whether it is allowed.
        reason: Why; if it is unknown, what has to be known first.
        rule: The id of the rule.
    """

    verdict: Verdict
    reason: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.verdict}: {self.reason}" + (f" ({self.rule})" if self.rule else "")
