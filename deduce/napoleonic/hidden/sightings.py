"""What was seen of the enemy: every sighting stems from one entry of the record, and never changes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.clock.state import Moment
    from deduce.napoleonic.ground.ways import Stretch
    from deduce.ruling.features import Fact

__all__ = ["CHANGES", "COURSES", "Sighting", "Sightings"]

CHANGES = frozenset(
    {"change", "limber", "unlimber", "re-form", "rally", "evade", "house", "leave", "line-edge"}
)
"""Acts after which a unit may stand in another formation than before."""
COURSES = frozenset({"charge", "counter", "evade", "rally", "follow"})
"""Acts in whose course a unit goes otherwise than at its own pace: with a distance bonus, or evading."""


@dataclass(frozen=True)
class Sighting:
    """What a unit was seen doing.

    Attributes:
        entry: The number of the entry that tells it.
        text: How it stands in the record.
        body: The unit.
        act: What it did, as the book calls it; "move" for a distance that it made, "exist" for how it stands.
        moment: The quarter in which it was over.
        facts: What was seen of how it did it, such as the ground.
        quarters: How many quarters it took, as far as was seen; None if nobody counted.
        way: The way that it made, as it was measured; nothing if nobody measured.
        groups: What it was seen to be, as the book calls several things together, such as "close-order".
        became: The formation that it then stood in, if it changed it; None if nobody saw that.
        unseen: Whether it was hidden by the ground on its whole way.
    """

    entry: int
    text: str
    body: str
    act: str
    moment: Moment = 0
    facts: Mapping[str, Fact] = field(default_factory=dict)
    quarters: int | None = None
    way: tuple[Stretch, ...] = ()
    groups: tuple[str, ...] = ()
    became: str | None = None
    unseen: bool = False

    def __hash__(self) -> int:
        return hash((self.entry, self.text))


@dataclass(frozen=True)
class Sightings:
    """What was seen of the enemy.

    Attributes:
        seen: The sightings, in the order of the entries.
    """

    seen: tuple[Sighting, ...] = ()

    def of(self, body: str) -> tuple[Sighting, ...]:
        """Return what was seen of a unit."""
        return tuple(sighting for sighting in self.seen if sighting.body == body)

    def also(self, sighting: Sighting) -> Sightings:
        """Return the same with a further sighting."""
        return replace(self, seen=(*self.seen, sighting))
