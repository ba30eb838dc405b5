"""Units: who fights, in what state its men are, and behind what it stands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["SPECIALS", "Act", "Arm", "Cover", "State", "Unit"]

SPECIALS = {"o": "officer", "d": "drummer", "f": "flag"}
"""The men of a unit that are hit last where the edition says so (CC-KILL-6), by their letters."""


class Arm(StrEnum):
    """The kind of a unit."""

    FOOT = "inf"
    HORSE = "cav"
    GUNS = "art"


class Cover(StrEnum):
    """What a unit stands in or behind."""

    OPEN = "open"
    WOOD = "woods"
    WALL = "wall"
    REDOUBT = "redoubt"
    """What the French edition calls a barricade."""
    TRENCH = "trench"

    @property
    def is_hard(self) -> bool:
        """Whether it helps in a combat (CC-COMB-6)."""
        return self not in {Cover.OPEN, Cover.WOOD}


class Act(StrEnum):
    """What a unit did in the first step of a turn (CC-TURN-2)."""

    MOVE = "move"
    RALLY = "rally"
    REFORM = "reform"


class State(StrEnum):
    """In what order the men of a unit are."""

    ORDERED = "ordered"
    MIXED = "mixed"
    MOB = "mob"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit.

    Attributes:
        letter: Its letter.
        side: Whose it is.
        arm: Its kind.
        ranks: How many men are in ranks.
        confused: How many are confused.
        lying: How many lie dead on the field: its dead counter (CC-KILL-3).
        gone: How many were taken off.
        specials: Which of its men in ranks are an officer, a drummer or a flag bearer, a letter each.
        confused_specials: The same of its confused men.
        cannon: How many cannon it has.
        cover: What it stands behind, until somebody says otherwise.
        act: What it did in the first step of this turn.
        combats: How many combats it started in this turn.
        shots: How many shots it fired in this turn.
        used: How many balls its shots have cost.
        at_gun: Whether its gunners are at their cannon (CC-RAL-5).
        was_removed: Whether it was taken off the field with men who were alive (CC-MOB-4).
    """

    letter: str
    side: int
    arm: Arm
    ranks: int
    confused: int = 0
    lying: int = 0
    gone: int = 0
    specials: str = ""
    confused_specials: str = ""
    cannon: int = 0
    cover: Cover = Cover.OPEN
    act: Act | None = None
    combats: int = 0
    shots: int = 0
    used: int = 0
    at_gun: bool = True
    was_removed: bool = False

    @property
    def has_fought(self) -> bool:
        """Whether it started a combat in this turn."""
        return self.combats > 0

    @property
    def state(self) -> State:
        """In what order its men are."""
        if self.ranks:
            return State.MIXED if self.confused else State.ORDERED
        return State.MOB if self.confused else State.GONE

    @property
    def men(self) -> int:
        """How many men it had at the start."""
        return self.ranks + self.confused + self.lying + self.gone

    @property
    def plain(self) -> int:
        """How many of its men in ranks are neither officer nor drummer nor flag bearer."""
        return self.ranks - len(self.specials)

    @property
    def counts(self) -> str:
        """Its men in ranks, confused and lying dead, as they are written.

        Examples:
            >>> Unit("a", 0, Arm.FOOT, 5, 3, 2).counts
            '5/3/2'
        """
        return f"{self.ranks}/{self.confused}/{self.lying}"
