"""How a battle stands: what every entry of a record leads from and to. It never changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deduce.napoleonic.clock.state import Clock
from deduce.napoleonic.desk.eye import Eye
from deduce.napoleonic.hidden.sightings import Sightings
from deduce.napoleonic.orders.state import Orders

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.body import Body
    from deduce.napoleonic.book import Book

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
    eye: Eye = field(default_factory=Eye)
    language: str = "en"
    entries: int = 0
    outcome: str = ""
