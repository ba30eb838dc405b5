"""A second judge of charges, counter-charges and evades: written out by hand, without any file of rules.

A situation says everything. What comes back are the ids of the rules that forbid the act.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

COLUMNS_AND_LINES = {"line", "double-line", "column", "division-column"}
SLOPES = {"slope", "wooded-slope", "vine-slope", "crop-slope"}
IN_THE_WAY = SLOPES | {
    "wood", "wood-path", "ride", "house", "stream", "river", "great-river", "hedge", "palisade",
    "barricade", "wall", "abatis", "redoubt", "dead-battery",
}  # fmt: skip
SOFT = {"ford", "marsh", "crops", "ploughed"}
ROADS = {"road", "tree-lined-road"}
HOLDS = {"house", "stream", "ford", "marsh", "crops", "dead-battery"}


def of_charger(situation: Mapping[str, Any]) -> Iterator[str]:
    """What a charge and a counter-charge have in common."""
    if situation["arm"] not in {"inf", "cav"}:
        yield "NAP-CHARGE-33"
    if situation["formation"] not in COLUMNS_AND_LINES:
        yield "NAP-CHARGE-2"
    elif not situation["fighting_formation"]:
        yield "NAP-CHARGE-4"
    if situation["state"] != "formed":
        yield "NAP-CHARGE-39"
    if situation["arm"] == "inf" and situation["their_arm"] == "cav":
        yield "NAP-CHARGE-36"
    if situation["bearing"] in {"flank", "rear"}:
        yield "NAP-CHARGE-14"
    along = situation["along_road"] and situation["path"] & ROADS
    if situation["path"] & (IN_THE_WAY | SOFT) and not along:
        yield "NAP-CHARGE-40"
    if situation["ground"] & HOLDS and not (situation["along_road"] and situation["ground"] & ROADS):
        yield "NAP-CHARGE-40"


def of_place(situation: Mapping[str, Any]) -> Iterator[str]:
    """Where nobody stands who is charged or counter-charged."""
    if situation["their_ground"] & SLOPES:
        yield "NAP-CHARGE-37"
    if situation["their_ground"] & {"wood", "house", "dead-battery"} | situation["their_ground"] & SOFT:
        yield "NAP-CHARGE-40"


def of_two_charges(situation: Mapping[str, Any]) -> Iterator[str]:
    """What forbids that two charge the same enemy."""
    is_square = situation["their_formation"] == "square"
    is_formed_line = (
        situation["their_formation"] in COLUMNS_AND_LINES and situation["their_state"] == "formed"
    )
    if situation["also"] == "same":
        yield "NAP-CHARGE-41"
    if situation["also"] == "adjoining" and not is_square:
        yield "NAP-CHARGE-43"
    if situation["also"] == "opposite" and not is_square and not is_formed_line:
        yield "NAP-CHARGE-43"


def of_declaring(situation: Mapping[str, Any]) -> Iterator[str]:
    """What an uncontrolled advance need not care about."""
    if not situation["uncontrolled"] and situation["quarter"] in {"Q2", "Q4"}:
        yield "NAP-CHARGE-3"
    if not situation["uncontrolled"] and not situation["may_charge"]:
        yield "NAP-CHARGE-5"


def of_target(situation: Mapping[str, Any]) -> Iterator[str]:
    """What lies in the target and where it stands."""
    if not situation["visible"] and not situation["screened"]:
        yield "NAP-CHARGE-12"
    if situation["ground"] & SLOPES:
        yield "NAP-CHARGE-37"
    close = situation["their_formation"] in COLUMNS_AND_LINES | {"square"}
    if situation["their_engaged"] and not (situation["their_screen_fights"] and close):
        yield "NAP-CHARGE-38"


def charge(situation: Mapping[str, Any]) -> set[str]:
    """The rules that forbid a charge."""
    found = {
        *of_charger(situation),
        *of_declaring(situation),
        *of_target(situation),
        *of_place(situation),
        *of_two_charges(situation),
    }
    if situation["arm"] == "inf" and situation["formation"] == "square":
        found.add("NAP-CHARGE-34")
    if situation["arm"] == "inf" and situation["formation"] == "skirmish":
        found.add("NAP-CHARGE-35")
    return found


def counter(situation: Mapping[str, Any]) -> set[str]:
    """The rules that forbid a counter-charge."""
    found = {"NAP-COUNTER-5" if rule == "NAP-CHARGE-36" else rule for rule in of_charger(situation)}
    found.update(of_place(situation))
    if not situation["visible"]:
        found.add("NAP-CHARGE-12")
    if not situation["charged"]:
        found.add("NAP-COUNTER-3")
    if situation["order"] == "hold" or not situation["may_counter"]:
        found.add("NAP-COUNTER-2")
    if situation["since_charge"] != 1:
        found.add("NAP-COUNTER-6")
    return found


def evade(situation: Mapping[str, Any]) -> set[str]:
    """The rules that forbid an evade."""
    found = set()
    directly = situation["charged"] or situation["in_path"]
    if situation["arm"] != "inf":
        found.add("NAP-EVADE-1")
    if not situation["may_evade"] and not (directly and situation["formation"] == "skirmish"):
        found.add("NAP-EVADE-1")
    if not directly:
        if not situation["threatened"]:
            found.add("NAP-EVADE-1")
        if situation["quarter"] in {"Q2", "Q4"}:
            found.add("NAP-EVADE-2")
    return found


def must_evade(situation: Mapping[str, Any]) -> bool:
    """Whether an evade is compulsory."""
    directly = situation["charged"] or situation["in_path"]
    bound = situation["formation"] == "skirmish" or situation["order"] == "harass"
    spared = situation["covered"] or situation["ground"] & {"wood", "house"}
    return bool(directly and bound and not spared)
