"""Movement, rallies and artillery judged by hand, from the digest and without files of rules.

It knows only what forbids, and answers with the ids of the rules that do.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ACTS", "STARTS_ANEW", "Unit", "forbidding"]

STEADY = {"guard", "elite", "regular"}
GUNS = {"foot-art", "horse-art"}
BROKEN = {"unformed", "disorder"}
SLOPES = {"slope", "wooded-slope", "vine-slope", "crop-slope"}
GROWN = {"wooded-slope", "vine-slope", "crop-slope"}
BARS_RE_FORMING = GROWN | {"wood", "stream", "hedge", "wall", "crops", "ploughed", "house"}
KEEPS_UNFORMED = GROWN | {"wood", "house"}
EASY = {"open", "road", "slope", "clearing", "plateau"}
STARTS_ANEW = {"oblique", "back", "quarter-turn", "about", "change", "limber", "unlimber", "man-handle"}
ACTS = (*sorted(STARTS_ANEW), "move", "forced", "re-form", "rally", "follow")


@dataclass(frozen=True)
class Unit:
    """A unit, all of which is known.

    Attributes:
        arm: inf, cav, foot-art or horse-art.
        status: Its status.
        formation: Its formation.
        state: Its state.
        ground: The one kind of ground that it stands on, and that lies on its way.
        is_reacting: Whether it is in its reaction quarter.
        carries_on: Whether it only carries on with what it was doing.
        is_engaged: Whether it is in a melee.
        quarter: The quarter, from 1.
        angle: By how many degrees it would go obliquely.
        way: How far it would go, in cm.
        forced: How many forced marches in a row were before.
    """

    arm: str
    status: str
    formation: str
    state: str
    ground: str
    is_reacting: bool
    carries_on: bool
    is_engaged: bool
    quarter: int
    angle: int
    way: int
    forced: int


def forbidding(act: str, unit: Unit) -> set[str]:
    """The rules of the three chapters that forbid a unit to do something."""
    said = [
        *_of_all(act, unit),
        *_of_marches(act, unit),
        *_of_turns(act, unit),
        *_of_cavalry_and_guns(act, unit),
    ]
    return {rule for rule, forbids in said if forbids}


def _of_marches(act: str, unit: Unit) -> list[tuple[str, bool]]:
    is_steady_foot = unit.arm == "inf" and unit.status in STEADY
    in_line = unit.formation in {"line", "double-line"}
    if act == "oblique":
        return [("OBLIQ-1", not (is_steady_foot and in_line)), ("OBLIQ-2", unit.angle > 45)]
    if act == "back":
        stands = in_line or unit.formation == "skirmish"
        return [("BACK-1", not (is_steady_foot and stands)), ("BACK-3", unit.ground in SLOPES)]
    if act != "forced":
        return []
    in_column = unit.formation == "column" and unit.arm in {"inf", "cav"}
    on_wheels = unit.formation == "limbered" and unit.arm in GUNS
    return [
        ("FORCED-1", not (in_column or on_wheels)),
        ("FORCED-5", unit.formation == "skirmish"),
        ("FORCED-3", unit.forced > 2),
        ("FORCED-2", unit.ground not in EASY),
    ]


def _of_turns(act: str, unit: Unit) -> list[tuple[str, bool]]:
    if act == "quarter-turn":
        return [("FACE-11", unit.is_engaged)]
    if act == "about":
        return [("ART-3", unit.formation == "limbered"), ("ART-14", unit.formation == "battery")]
    if act == "re-form":
        return [("STATE-5", unit.is_engaged or unit.ground in BARS_RE_FORMING)]
    return []


def _of_cavalry_and_guns(act: str, unit: Unit) -> list[tuple[str, bool]]:
    if act == "rally":
        return [
            ("RALLY-1", unit.arm != "cav"),
            ("RALLY-7", not unit.is_engaged and unit.quarter % 2 == 0),
            ("RALLY-8", unit.is_engaged and unit.quarter > 1),
        ]
    if act == "follow":
        return [("RALLY-10", unit.arm != "cav"), ("RALLY-16", unit.arm == "inf")]
    is_battery = unit.arm in GUNS and unit.formation == "battery"
    if act == "limber":
        return [("ART-1", not is_battery or unit.ground in SLOPES)]
    if act == "unlimber":
        return [("ART-1", unit.arm not in GUNS or unit.formation != "limbered" or unit.ground in SLOPES)]
    return [("ART-13", not is_battery or unit.way > 3)] if act == "man-handle" else []


def _of_all(act: str, unit: Unit) -> list[tuple[str, bool]]:
    """What most acts have in common: re-form first, react first."""
    is_broken, is_kept = unit.state in BROKEN, unit.ground in KEEPS_UNFORMED
    if act in STARTS_ANEW:
        return [
            ("STATE-4", is_broken and not is_kept),
            ("REACT-2", unit.is_reacting),
            ("REACT-3", unit.is_reacting),
        ]
    waits = unit.is_reacting and not unit.carries_on
    if act == "move":
        stays = is_broken and not unit.carries_on and unit.ground not in BARS_RE_FORMING
        return [
            ("STATE-4", stays),
            ("REACT-2", waits),
            ("REACT-3", waits),
            ("ART-13", unit.formation == "battery"),
        ]
    if act == "forced":
        return [("STATE-4", is_broken and not unit.carries_on), ("REACT-2", waits), ("REACT-3", waits)]
    return [("REACT-2", waits), ("REACT-3", waits)] if act == "rally" else []
