"""What every entry comes to: the ledger after it, what happened, and what cannot be so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from deduce.cards.engine.happenings import Happening
    from deduce.cards.engine.ledger import Ledger

__all__ = ["Change", "Objection"]


class Objection(NamedTuple):
    """Something in an entry that cannot be so.

    Attributes:
        message: What, and how the entry is read all the same.
        rule: The id of the rule that says so.
    """

    message: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """What came of an entry, or of a part of it.

    Attributes:
        ledger: How things stand after it.
        happenings: What happened, in order.
        objections: What cannot be so.
    """

    ledger: Ledger
    happenings: tuple[Happening, ...] = ()
    objections: tuple[Objection, ...] = ()

    def then(self, other: Change) -> Change:
        """Return both changes, one after the other."""
        return Change(
            other.ledger, (*self.happenings, *other.happenings), (*self.objections, *other.objections)
        )

    def object(self, message: str, rule: str = "") -> Change:
        """Return the change with one objection more."""
        return Change(self.ledger, self.happenings, (*self.objections, Objection(message, rule)))

    def to(self, ledger: Ledger) -> Change:
        """Return the change with things standing otherwise after it."""
        return Change(ledger, self.happenings, self.objections)
