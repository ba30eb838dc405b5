"""What the judge by hand is told of a unit, and the words that it sorts what it is told by."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

FORMED, DISORGANISED, UNFORMED, DISORDER = LADDER = ("formed", "disorganised", "unformed", "disorder")
STEADY = ("guard", "elite", "regular")
GROWN_SLOPES = ("wooded-slope", "vine-slope", "crop-slope")
SLOPES = ("slope", *GROWN_SLOPES)
IN_A_WOOD = ("wood", "wood-path", "ride")
WOODED = (*IN_A_WOOD, "wooded-slope")
LIGHT = ("hedge", "palisade", "barricade")
HARD = ("wall", "abatis", "redoubt")
ROADS = ("road", "tree-lined-road", "bridge")
KEEPS_UNFORMED = (*IN_A_WOOD, *GROWN_SLOPES, "house", "dead-battery", "marsh")
NO_PLACE_TO_RE_FORM = (*KEEPS_UNFORMED, *LIGHT, *HARD, "stream", "ford", "crops", "ploughed")
FORCED_MARCH = ("open", "clearing", "plateau", "slope", *ROADS)


@dataclass(frozen=True)
class Situation:
    """All that is known of a unit and of whoever it deals with; what stands here is a plain day in the open.

    Each field is a feature of the book, None one of which nobody has said anything.
    """

    nation: str = "FR"
    arm: str = "inf"
    kind: str | None = None
    status: str = "regular"
    formation: str = "column"
    state: str = FORMED
    order: str = "other"
    figures: int = 12
    front: int = 3
    quarter: str = "Q1"
    reacting: bool = False
    carrying_on: bool = False
    engaged: bool = False
    ground: tuple[str, ...] = ("open",)
    path: tuple[str, ...] = ("open",)
    distance: Fraction = Fraction(5)
    advance: Fraction = Fraction(1)
    angle: Fraction = Fraction(0)
    gap: Fraction = Fraction(10)
    their_arm: str = "inf"
    their_status: str = "regular"
    their_formation: str = "line"
    their_state: str = FORMED
    their_engaged: bool = False
    their_ground: tuple[str, ...] = ("open",)
    bearing: str = "ahead"
    visible: bool = True
    # --- Of single chapters
    to: str | None = None
    forced_before: int = 0
    wheeling: bool = False
    following: bool = False
    whole_front_ahead: bool = True
    fighting_formation: bool = True
    may_charge: bool | None = True
    may_counter: bool | None = True
    may_evade: bool | None = True
    charging: bool = False
    uncontrolled: bool = False
    along_road: bool = False
    straight: bool = True
    also: str = "none"
    their_screen_fights: bool = False
    screened: bool = False
    joins_screen: bool = False
    charged: bool = True
    in_path: bool = False
    since_charge: int = 1
    evade_declared: bool = True
    threatened: bool = True
    covered: bool = False
    evaded: bool = False
    in_musket_range: bool = False
    behind_friend: bool = False
    edge: Fraction = Fraction(0)
    crest: str | None = None
    room: bool = True
    head_at_edge: bool = True
    their_shown: bool = True
    their_edge: Fraction = Fraction(0)
    their_head_out: bool = True
    between: tuple[str, ...] = ("nothing",)
    masked: bool = False
    their_obstacle_gap: Fraction = Fraction(3)
    holder: str = "nobody"
    first_rank: str = "whole"
    own_side: int = 4
    side_attacked: bool = False
    friend_attacks: bool = False
    enemy_inside: bool = False
    house_known: bool = True
    side_empty: int = 0
    side_held: bool = True
    won: bool = False
    wrapped: bool = False
    astride: bool = False

    def facts(self) -> dict[str, Any]:
        """What the book is told."""
        told = {each.name: getattr(self, each.name) for each in fields(self)}
        return {
            name: list(each) if isinstance(each, tuple) else each
            for name, each in told.items()
            if each is not None
        }

    @property
    def is_art(self) -> bool:
        """Whether it is artillery."""
        return self.arm in {"foot-art", "horse-art"}

    @property
    def is_steady(self) -> bool:
        """Whether it is of steady status."""
        return self.status in STEADY

    def on(self, *grounds: str) -> bool:
        """Whether a base touches any of these grounds."""
        return any(each in self.ground for each in grounds)

    def meets(self, *grounds: str) -> bool:
        """Whether any of these lies on its way."""
        return any(each in self.path for each in grounds)

    def is_at(self, *grounds: str) -> bool:
        """Whether it stands on any of these, or comes to it."""
        return self.on(*grounds) or self.meets(*grounds)

    def they_are_on(self, *grounds: str) -> bool:
        """Whether the other stands on any of these."""
        return any(each in self.their_ground for each in grounds)
