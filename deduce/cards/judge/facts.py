"""What the referee is told: what the ledger knows of a unit, and what was measured."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from deduce.ruling.languages import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["UNMEASURED", "Company", "Measure", "Measured", "Turn", "named"]

Measure: TypeAlias = int | float | str | Fraction
"""A number as somebody gives it; a float counts as the decimal that it prints as."""


@dataclass(frozen=True, slots=True)
class Company:
    """What the ledger knows of a unit.

    Attributes:
        name: What it is called in sentences.
        arm: "infantry", "cavalry" or "artillery".
        ranks: Its men in ranks.
        confused: Its confused men.
        acted: Whether it has moved, rallied or changed formation this turn.
        starts: How many combats it has started this turn.
        engaged: Whether it is engaged with anybody.
        cover: What it stands in or behind on any side: "open", "woods", "wall", "redoubt" or "trench".
        cannon: How many cannon it has.
        shots: How many shots they have fired this turn.
        at_gun: Whether its gunners are at their cannon.
        just_rallied: Whether the last of its gunners returned to ranks this turn.
        balls: How many balls it may use; None if nobody has said.
    """

    name: str = ""
    arm: str | None = None
    ranks: int | None = None
    confused: int | None = 0
    acted: bool | None = False
    starts: int | None = 0
    engaged: bool | None = False
    cover: str | None = None
    cannon: int = 0
    shots: int = 0
    at_gun: bool | None = True
    just_rallied: bool | None = False
    balls: int | None = None

    @property
    def is_mob(self) -> bool | None:
        """Whether it has nobody in ranks, but somebody confused; None if that is not known."""
        if self.ranks is None or self.confused is None:
            return None
        return self.ranks == 0 and self.confused > 0

    @property
    def alive(self) -> int | None:
        """How many of its men live; None if that is not known."""
        return None if self.ranks is None or self.confused is None else self.ranks + self.confused

    def as_one(self) -> dict[str, object]:
        """Return it as whoever acts."""
        return {
            "arm": self.arm,
            "ranks": self.ranks,
            "confused": self.confused,
            "acted": self.acted,
            "starts": self.starts,
            "engaged": self.engaged,
            "own_cover": self.cover,
            "at_gun": self.at_gun,
            "just_rallied": self.just_rallied,
            "balls": self.balls,
        }

    def as_other(self) -> dict[str, object]:
        """Return it as the enemy in question."""
        return {
            "their_arm": self.arm,
            "their_ranks": self.ranks,
            "their_alive": self.alive,
            "their_engaged": self.engaged,
            "their_cover": self.cover,
        }


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured or seen on the table; None is what nobody has.

    Distances are in centimetres, from the nearest man to the nearest man (fire: from the axle); bearings
    in degrees from 0 (straight ahead) to 180.

    Attributes:
        distance: How far the enemy is.
        own_bearing: How far the enemy is off the unit's heading.
        their_bearing: How far the unit is off the enemy's heading.
        their_side: How far the centre man of the unit is off it, which says whether it stands on the enemy's
            flank; None if that is the same.
        clear: Whether the line to the enemy is clear.
        cover: The enemy's cover towards the unit.
        faced: Whether any enemy in ranks faces the unit.
        nearest_facing: How far the nearest enemy in ranks is that faces the unit.
        nearest_any: How far the nearest enemy in ranks is, whichever way he faces.
        begins: How far the enemy is when the move begins.
        nearest_on_path: How near the way of the unit comes to the enemy.
        ends: How far the enemy is when the move ends.
        goes_away: Whether the way only leads away from the enemies that are too near.
        advance: How long the way is.
        room: How far a mob can run that way.
        direction: "ahead", "backward" or "sideways".
        pivots: "none", "before", "after" or "both".
        crosses_enemies: Whether the way leads through enemies.
        ends_apart: How far the nearest man of another unit is at the end.
        leaves_field: Whether the way leads off the field.
        terrain_allows: Whether the scenario lets the unit go there, where scenarios say so.
        commander_distance: How far the commander is from the unit.
        aide_distance: How far the aide is from the unit.
        on_site: Whether a man in ranks was on the site.
        enemy_on_site: Whether an enemy in ranks is on the site at the end of the move.
    """

    distance: Measure | None = None
    own_bearing: Measure | None = None
    their_bearing: Measure | None = None
    their_side: Measure | None = None
    clear: bool | None = None
    cover: str | None = None
    faced: bool | None = None
    nearest_facing: Measure | None = None
    nearest_any: Measure | None = None
    begins: Measure | None = None
    nearest_on_path: Measure | None = None
    ends: Measure | None = None
    goes_away: bool | None = None
    advance: Measure | None = None
    room: Measure | None = None
    direction: str | None = "ahead"
    pivots: str | None = "before"
    crosses_enemies: bool | None = None
    ends_apart: Measure | None = None
    leaves_field: bool | None = None
    terrain_allows: bool | None = None
    commander_distance: Measure | None = None
    aide_distance: Measure | None = None
    on_site: bool | None = None
    enemy_on_site: bool | None = None

    def as_facts(self) -> Mapping[str, object]:
        """Return what is known, by the names of features."""
        facts = {name: found for name in _MEASURES if (found := getattr(self, name)) is not None}
        if "nearest_facing" in facts:
            # Somebody who is that far away is somebody.
            facts.setdefault("faced", True)
        if "their_bearing" in facts:
            facts.setdefault("their_side", facts["their_bearing"])
        return facts

    def mirrored(self) -> Measured:
        """Return what is known of the same two the other way round: distance, bearings and line."""
        return Measured(
            distance=self.distance,
            own_bearing=self.their_bearing,
            their_bearing=self.own_bearing,
            clear=self.clear,
        )


_APART = ("commander_distance", "aide_distance")
_MEASURES = tuple(each.name for each in fields(Measured) if each.name not in _APART)
UNMEASURED = Measured()
"""What is known when nobody has measured anything."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What is known of the turn.

    Attributes:
        step: "act", "fire" or "combat"; None to ask regardless of the step.
        army_act: What the army as a whole does this turn, where houses play so: "none" (yet), "move",
            "rally" or "reform".
        commander_moved: Whether the commander has moved.
        cards: How many cards are left in the smaller pack; None if nobody has counted.
    """

    step: str | None = None
    army_act: str | None = "none"
    commander_moved: bool | None = False
    cards: int | None = None

    def as_facts(self, step: str) -> dict[str, object]:
        """Return it by the names of features.

        Args:
            step: The step that is meant where none is said.
        """
        return {
            "step": self.step or step,
            "army_act": self.army_act,
            "commander_moved": self.commander_moved,
            "cards": self.cards,
        }


def named(unit: Company, enemy: Company | None) -> dict[str, Words]:
    """Return what the two are called in sentences, where they have names."""
    each = (("one", unit.name), ("other", enemy.name if enemy is not None else ""))
    return {place: Words(name, name) for place, name in each if name}
