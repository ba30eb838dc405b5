"""Units as the table knows them: what they are, how they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.ruling.features import Fact

__all__ = ["Body"]


@dataclass(frozen=True)
class Body:
    """A unit.

    Attributes:
        name: How it is called at the table, such as "3" or "e2".
        side: Whose it is: 0 or 1.
        facts: What is known of it, by the features of the book: nation, arm, kind, status, formation, state,
            order, figures, front, ground; what is missing nobody said.
        why: Why it is not formed, in the ids of rules, so that what forbids something can name it.
    """

    name: str
    side: int
    facts: Mapping[str, Fact] = field(default_factory=dict)
    why: tuple[str, ...] = ()
