"""A second judge of houses and obstacles, written by hand from the rules, without any file of data.

It knows complete situations only, and answers with the rules that refuse an act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

Situation = Mapping[str, Any]
LIGHT = {"hedge", "palisade", "barricade"}
HARD = {"wall", "abatis", "redoubt"}
HEIGHTS = {"slope", "wooded-slope", "vine-slope", "crop-slope", "plateau"}
FOOT, HORSE = {"inf"}, {"cav"}


def _entering(now: Situation) -> Iterator[str]:
    if now["arm"] != "inf":
        yield "NAP-HOUSE-4"
    if now["figures"] < 3:
        yield from ("NAP-HOUSE-4", "DEC-24")
    if now["state"] in {"unformed", "disorder"}:
        yield from ("NAP-HOUSE-4", "NAP-HOUSE-6")
    if "house" in now["ground"]:
        yield "NAP-HOUSE-10"
    if now["holder"] == "friend":
        yield "NAP-HOUSE-3"
    if now["holder"] == "enemy" and now["side_held"] and not now["won"]:
        yield from ("NAP-HOUSE-3", "NAP-HOUSE-43")
    forced_in = now["holder"] == "enemy" and now["won"]
    if now["first_rank"] != "whole" and not forced_in:
        yield "NAP-HOUSE-8"


def _leaving(now: Situation) -> Iterator[str]:
    if "house" not in now["ground"]:
        yield "NAP-HOUSE-20"
    why, way = now["leaves_for"], now["way"]
    if why in {"retreat", "rout"} and now["enemy_inside"]:
        yield "NAP-HOUSE-54"
    if why in {"choice", "few"} and way == "open" and now["to"] != "line":
        yield "NAP-HOUSE-21"
    if why == "few" and now["figures"] >= 3:
        yield from ("NAP-HOUSE-22", "DEC-24")
    if why == "fire" and way == "street":
        yield "NAP-HOUSE-23"


def _firing(now: Situation) -> Iterator[str]:
    if "house" in now["ground"]:
        if now["own_side"] < 1 or now["angle"] > 22.5:
            yield "NAP-HOUSE-28"
        if now["side_attacked"]:
            yield "NAP-HOUSE-30"
        if now["enemy_inside"]:
            yield "NAP-HOUSE-31"
    if "house" in now["their_ground"]:
        if not now["house_known"]:
            yield "NAP-HOUSE-32"
        if now["friend_attacks"]:
            yield "NAP-HOUSE-33"
        if now["side_empty"] > 1:
            yield "NAP-HOUSE-35"


def _seeing(now: Situation) -> Iterator[str]:
    if "house" in now["ground"] and now["own_side"] < 1:
        yield "NAP-HOUSE-25"
    if "village" in now["between"] and not HEIGHTS & {*now["ground"]}:
        yield "NAP-HOUSE-26"
    if "house" in now["their_ground"] and not now["house_known"]:
        yield "NAP-HOUSE-27"


def _over(now: Situation) -> Iterator[str]:
    if LIGHT & {*now["path"]} and now["arm"] not in FOOT | HORSE:
        yield "NAP-LIN-7"
    if HARD & {*now["path"]} and now["arm"] not in FOOT:
        yield "NAP-LIN-11"


def _crossing(now: Situation) -> Iterator[str]:
    yield from _over(now)
    if not (LIGHT | HARD) & {*now["path"]}:
        yield "NAP-LIN-1"
    if now["holder"] == "enemy" and not now["won"]:
        yield "NAP-LIN-22"


def _moving(now: Situation) -> Iterator[str]:
    yield from _over(now)
    if "house" in now["path"]:
        yield "NAP-HOUSE-2"
    if "house" in now["ground"]:
        yield from ("NAP-HOUSE-20", "NAP-HOUSE-21")
    if (LIGHT | HARD) & {*now["ground"]} and now["wrapped"]:
        yield "NAP-LIN-5"
    if "dead-battery" in now["path"] and now["arm"] not in FOOT | HORSE:
        yield "NAP-BATTERY-2"


def _widening(now: Situation) -> Iterator[str]:
    if now["first_rank"] == "none":
        yield "NAP-HOUSE-39"
    if now["engaged"] and not now["drew"]:
        yield "NAP-HOUSE-47"
    if now["quarter"] in {"Q3", "Q4"}:
        yield "NAP-HOUSE-48"


def _demolishing(now: Situation) -> Iterator[str]:
    if now["arm"] in {"foot-art", "horse-art"}:
        if now["target"] in {"light", "ruin"}:
            yield from ("NAP-LIN-18", "DEC-30")
        if now["shot"] != "round" or now["range_share"] >= 0.5:
            yield "NAP-LIN-18"
    elif now["sappers"] < 1:
        yield "NAP-ENG-4"


JUDGES: dict[str, Callable[[Situation], Iterator[str]]] = {
    "house": _entering,
    "leave": _leaving,
    "fire": _firing,
    "see": _seeing,
    "cross": _crossing,
    "move": _moving,
    "widen": _widening,
    "demolish": _demolishing,
}


def refusing(act: str, now: Situation) -> set[str]:
    """The rules of houses and obstacles that refuse an act."""
    return {*JUDGES[act](now)}


def state_after_crossing(arm: str, state: str, path: str) -> str:
    """The state of a unit behind an obstacle, whatever it was before."""
    ladder = ["formed", "disorganised", "unformed", "disorder"]
    comes = "disorganised" if path in LIGHT and arm == "inf" else "unformed"
    return max(state, comes, key=ladder.index)


def cover(*, path: str, touches: bool, gap: float) -> str:
    """The cover of a target from fire across an obstacle."""
    if not touches and gap > 2:
        return "none"
    return "light" if path in LIGHT else "hard"


def along_a_wall(front: int, length: Fraction) -> tuple[int, int]:
    """How many bases stand wholly along a wall, and how many wholly beyond its end; the first at a corner."""
    base = Fraction(3, 2)
    begins = [place * base for place in range(front)]
    return sum(each + base <= length for each in begins), sum(each >= length for each in begins)


def figures_in_a_fight(front: int, length: Fraction, there: int) -> tuple[int, int]:
    """How many fight on either side of the wall of a house, pairing them off one by one."""
    attackers, _ = along_a_wall(front, length)
    answered = 0
    for _ in range(attackers):
        answered += answered < there
    return attackers, answered
