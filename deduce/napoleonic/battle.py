"""How a battle stands: what every entry of a record leads from and to. It never changes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from deduce.napoleonic.clock.facts import facts_of
from deduce.napoleonic.clock.state import Clock
from deduce.napoleonic.clock.tasks import Standing
from deduce.napoleonic.desk.eye import Eye
from deduce.napoleonic.hidden.odds import EQUAL, Priors
from deduce.napoleonic.hidden.sightings import Sightings
from deduce.napoleonic.orders.state import Orders
from deduce.tabletop.kind import Followed
from deduce.tabletop.misfit import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.body import Body
    from deduce.napoleonic.book import Book
    from deduce.ruling.features import Fact

__all__ = ["Battle"]


@dataclass(frozen=True)
class Battle:
    """How a battle stands.

    Attributes:
        book: The book that is played from.
        sides: What the two sides are called.
        me: Whose record it is: 0 or 1, or None for an umpire.
        bodies: The units by their names.
        clock: How the clock stands.
        orders: What is known of the order sheets.
        sightings: What was seen of the enemy.
        priors: What is assumed of the enemy's army, for what is likelier.
        eye: What the player's guesses were worth.
        language: In which language things are told: "en" or "fr".
        entries: How many entries there were.
        outcome: How it ended, in words; "" while it goes on.
    """

    book: Book
    sides: tuple[str, str] = ("French", "English")
    me: int | None = 0
    bodies: Mapping[str, Body] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)
    orders: Orders = field(default_factory=Orders)
    sightings: Sightings = field(default_factory=Sightings)
    priors: Priors = EQUAL
    eye: Eye = field(default_factory=Eye)
    language: str = "en"
    entries: int = 0
    outcome: str = ""

    @property
    def mine(self) -> frozenset[str]:
        """The units of whoever keeps the record; an umpire has those of both sides."""
        return frozenset(name for name, body in self.bodies.items() if self.me in {None, body.side})

    @property
    def is_done(self) -> bool:
        """Whether nothing more can be entered: it is over, and no sealed sheet is left to be opened."""
        return bool(self.outcome) and not self.orders.is_sealed

    @property
    def standing(self) -> Standing:
        """The clock and the units."""
        return Standing(self.clock, self.bodies)

    def at(self, standing: Standing) -> Battle:
        """Return the battle with another clock and other units."""
        return replace(self, clock=standing.clock, bodies=standing.bodies)

    def facts(self, body: Body) -> dict[str, Fact]:
        """Return what is known of a unit now, for the book to be asked."""
        return facts_of(self.book, self.clock, body)

    def refused(
        self, text: str, message: str, rule: str = "", after: Battle | None = None
    ) -> Followed[Battle]:
        """Return what comes of an entry that does not fit.

        Args:
            text: The entry.
            message: What is wrong with it.
            rule: The id of the rule that it offends, where it is one.
            after: How the battle stands after it all the same; as it was if it is ignored.
        """
        shown = message if after is not None else f"{message}; ignored"
        return Followed(self if after is None else after, (Fault(0, text, shown, rule),))
