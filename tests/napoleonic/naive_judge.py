"""The chapters once more, as plain Python without any data: written from the digest alone, to be compared."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from napoleonic.naive_charges import charge, counter, evade
from napoleonic.naive_unit import (
    DISORDER,
    FORCED_MARCH,
    HARD,
    IN_A_WOOD,
    LIGHT,
    NO_PLACE_TO_RE_FORM,
    SLOPES,
    UNFORMED,
    WOODED,
    Situation,
)
from napoleonic.naive_ways import growth, in_a_house, lines, new_action, re_formed, reaction, waters, way


def refused(act: str, s: Situation) -> set[str]:
    """The rules by which an act is refused; none if it is not."""
    return set(REFUSALS[act](s))


def _move(s: Situation) -> Iterator[str]:
    yield from way(s)
    yield from in_a_house(s)
    if not s.carrying_on:
        yield from reaction(s)
        if s.state in {UNFORMED, DISORDER} and not s.on(*NO_PLACE_TO_RE_FORM):
            yield "NAP-STATE-4"
    if s.wheeling:
        yield "NAP-PIVOT-2"
    if s.formation == "battery":
        yield "NAP-ART-13"


def _turn(s: Situation) -> Iterator[str]:
    yield from new_action(s)
    if s.formation == "limbered":
        yield "NAP-ART-3"
    if s.formation == "battery":
        yield "NAP-ART-14"


def _quarter_turn(s: Situation) -> Iterator[str]:
    yield from new_action(s)
    if s.engaged:
        yield "NAP-FACE-11"


def _oblique(s: Situation) -> Iterator[str]:
    yield from new_action(s)
    yield from way(s)
    yield from in_a_house(s)
    if s.wheeling:
        yield "NAP-PIVOT-2"
    if s.arm != "inf" or s.formation not in {"line", "double-line"} or not s.is_steady:
        yield "NAP-OBLIQ-1"
    if s.angle > 45:
        yield "NAP-OBLIQ-2"


def _back(s: Situation) -> Iterator[str]:
    yield from new_action(s)
    yield from way(s)
    yield from in_a_house(s)
    if s.wheeling:
        yield "NAP-PIVOT-2"
    if s.arm != "inf" or s.formation not in {"line", "double-line", "skirmish"} or not s.is_steady:
        yield "NAP-BACK-1"
    if s.on(*SLOPES):
        yield "NAP-BACK-3"
        yield "NAP-HILL-13"


def _forced(s: Situation) -> Iterator[str]:
    yield from way(s)
    if s.wheeling:
        yield "NAP-PIVOT-2"
    if not s.carrying_on:
        yield from reaction(s)
        if s.state in {UNFORMED, DISORDER}:
            yield "NAP-STATE-4"
    if s.on("house"):
        yield "NAP-HOUSE-20"
    if s.formation != ("limbered" if s.is_art else "column"):
        yield "NAP-FORCED-1"
    if s.formation == "skirmish":
        yield "NAP-FORCED-5"
    if s.forced_before >= 3:
        yield "NAP-FORCED-3"
    if any(each not in FORCED_MARCH for each in (*s.ground, *s.path)):
        yield "NAP-FORCED-2"


def _rally(s: Situation) -> Iterator[str]:
    if not s.carrying_on:
        yield from reaction(s)
    yield from way(s)
    if s.arm != "cav":
        yield "NAP-RALLY-1"
    if not s.engaged and s.quarter not in {"Q1", "Q3"}:
        yield "NAP-RALLY-7"
    if s.engaged and s.quarter != "Q1":
        yield "NAP-RALLY-8"


def _new_formation(s: Situation) -> Iterator[str]:
    """What stops every change of formation, also limbering and unlimbering."""
    yield from new_action(s)
    if s.on(*SLOPES):
        yield "NAP-HILL-11"
    if s.on(*IN_A_WOOD, "wooded-slope"):
        yield "NAP-WOOD-9"
    if s.on("bridge"):
        yield "NAP-WATER-9"


def _change(s: Situation) -> Iterator[str]:
    yield from _new_formation(s)
    if s.on("plateau") and not s.room:
        yield "NAP-PLAT-3"
    if s.charging:
        yield "NAP-CHARGE-31"
    if s.following and s.arm == "cav":
        yield "NAP-RALLY-15"


def _limber(s: Situation) -> Iterator[str]:
    yield from _new_formation(s)
    if s.formation != "battery" or s.on(*SLOPES):
        yield "NAP-ART-1"


def _unlimber(s: Situation) -> Iterator[str]:
    yield from _new_formation(s)
    if s.formation != "limbered" or s.on(*SLOPES):
        yield "NAP-ART-1"
    if s.on(*SLOPES):
        yield "NAP-HILL-21"
    if s.on("stream"):
        yield "NAP-WATER-4"
    if s.on("plateau") and (not s.room or s.on(*SLOPES)):
        yield "NAP-PLAT-4"


def _man_handle(s: Situation) -> Iterator[str]:
    yield from new_action(s)
    yield from way(s)
    if s.formation != "battery" or s.advance > 3 or not s.whole_front_ahead:
        yield "NAP-ART-13"
    if not s.whole_front_ahead:
        yield "NAP-ART-14"


def _melee(s: Situation) -> Iterator[str]:
    """Walking up to an enemy: he may be behind a wall or in a house, which is touched, not crossed."""
    yield from reaction(s)
    if s.state in {UNFORMED, DISORDER}:
        yield "NAP-STATE-4"
    yield from growth(s)
    yield from waters(s)
    if s.formation == "battery":
        yield "NAP-ART-13"
    if s.joins_screen:
        yield "NAP-EVADE-11"


# --- Houses, obstacles, fire


def _house(s: Situation) -> Iterator[str]:
    yield from reaction(s)
    if s.state in {UNFORMED, DISORDER}:
        yield "NAP-STATE-4"
        yield "NAP-HOUSE-4"
        yield "NAP-HOUSE-6"
    if s.arm != "inf" or s.figures < 3:
        yield "NAP-HOUSE-4"
    if s.figures < 3:
        yield "DEC-24"
    if s.on("house"):
        yield "NAP-HOUSE-10"
    if s.holder == "friend":
        yield "NAP-HOUSE-3"
    if s.holder == "enemy" and s.side_held and not s.won:
        yield "NAP-HOUSE-3"
        yield "NAP-HOUSE-43"
    if s.first_rank != "whole" and not (s.holder == "enemy" and s.won):
        yield "NAP-HOUSE-8"


def _cross(s: Situation) -> Iterator[str]:
    if not s.carrying_on:
        yield from reaction(s)
        if s.state in {UNFORMED, DISORDER} and not s.on(*NO_PLACE_TO_RE_FORM):
            yield "NAP-STATE-4"
    yield from lines(s)
    if not s.meets(*LIGHT, *HARD):
        yield "NAP-LIN-1"
    if s.holder == "enemy" and not s.won:
        yield "NAP-LIN-22"


def _fire(s: Situation) -> Iterator[str]:
    yield from re_formed(s)
    if s.on("crops", "crop-slope"):
        yield "NAP-CROP-4"
    if s.on("ford"):
        yield "NAP-WATER-10"
    both_inside = s.on(*WOODED) and s.they_are_on(*WOODED)
    if s.on(*WOODED):
        if not both_inside and s.edge > 0:
            yield "NAP-WOOD-16"
        if both_inside and s.distance > 8:
            yield "NAP-WOOD-17"
        if s.angle > (45 if s.formation == "skirmish" else Fraction("22.5")):
            yield "NAP-WOOD-18"
    if s.on(*SLOPES) and s.crest == "behind" and s.arm in {"inf", "cav"}:
        yield "NAP-HILL-16"


def _fire_from_house(s: Situation) -> Iterator[str]:
    if s.on("house"):
        if s.angle > Fraction("22.5") or s.own_side == 0:
            yield "NAP-HOUSE-28"
        if s.side_attacked:
            yield "NAP-HOUSE-30"
        if s.enemy_inside:
            yield "NAP-HOUSE-31"


def _fire_at(s: Situation) -> Iterator[str]:
    yield from _fire(s)
    yield from _fire_from_house(s)
    from_outside = s.they_are_on(*WOODED) and not s.on(*WOODED)
    if from_outside and (not s.their_shown or s.their_edge > 0):
        yield "NAP-WOOD-16"
    if s.they_are_on("wooded-slope") and not s.their_shown:
        yield "NAP-HILL-18"
    if s.they_are_on("house") and not s.house_known:
        yield "NAP-HOUSE-32"
    if s.they_are_on("house") and s.friend_attacks:
        yield "NAP-HOUSE-33"
    if s.they_are_on("house") and s.side_empty >= 2:
        yield "NAP-HOUSE-35"


def _re_form(s: Situation) -> Iterator[str]:
    if s.engaged or s.on(*NO_PLACE_TO_RE_FORM):
        yield "NAP-STATE-5"
    if s.on(*IN_A_WOOD, "wooded-slope"):
        yield "NAP-WOOD-12"
    if s.astride and s.on(*LIGHT, *HARD):
        yield "NAP-LIN-9"


def _line_edge(s: Situation) -> Iterator[str]:
    yield from new_action(s)
    if not s.on(*IN_A_WOOD, "wooded-slope") or not s.head_at_edge:
        yield "NAP-WOOD-11"


def _see(s: Situation) -> Iterator[str]:
    inside, they_inside = s.on(*WOODED), s.they_are_on(*WOODED)
    if inside and not they_inside and s.edge >= 2:
        yield "NAP-WOOD-2"
    if inside and they_inside and s.distance > 8:
        yield "NAP-WOOD-3"
    if they_inside and not inside and not s.their_shown:
        yield "NAP-WOOD-4"
    if s.on("house") and s.own_side == 0:
        yield "NAP-HOUSE-25"
    if s.they_are_on("house") and not s.house_known:
        yield "NAP-HOUSE-27"
    yield from _see_in_crops(s)


def _see_in_crops(s: Situation) -> Iterator[str]:
    inside, they_inside = s.on("crops", "crop-slope"), s.they_are_on("crops", "crop-slope")
    if inside and not they_inside and s.edge >= 2:
        yield "NAP-CROP-3"
    if they_inside and s.their_arm == "inf" and (not inside or s.distance >= 4):
        yield "NAP-CROP-2"
        yield "NAP-CROP-5"


REFUSALS = {
    "move": _move,
    "about": _turn,
    "quarter-turn": _quarter_turn,
    "oblique": _oblique,
    "back": _back,
    "forced": _forced,
    "rally": _rally,
    "change": _change,
    "limber": _limber,
    "unlimber": _unlimber,
    "man-handle": _man_handle,
    "charge": charge,
    "counter": counter,
    "evade": evade,
    "melee": _melee,
    "house": _house,
    "cross": _cross,
    "fire": _fire_at,
    "re-form": _re_form,
    "line-edge": _line_edge,
    "see": _see,
}
