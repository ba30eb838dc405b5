"""How fast, how long, in what state, in what cover: by the digest."""

from __future__ import annotations

from fractions import Fraction

from napoleonic.naive_unit import (
    DISORDER,
    DISORGANISED,
    FORMED,
    GROWN_SLOPES,
    HARD,
    LADDER,
    LIGHT,
    ROADS,
    SLOPES,
    UNFORMED,
    WOODED,
    Situation,
)


def printed_move(s: Situation, formation: str) -> Fraction | None:
    """The move of a period that the chapters print."""
    if s.nation != "FR":
        return None
    if s.arm == "inf" and s.kind == "line":
        return {"line": Fraction(14), "column": Fraction(18)}.get(formation)
    if s.arm == "inf" and s.kind in {"grenadier", "voltigeur"} and formation == "column":
        return Fraction(20)
    if s.arm == "cav" and s.kind == "light" and formation == "column":
        return Fraction(36)
    return None


def per_quarter(act: str, s: Situation) -> Fraction | None:
    """The speed of an act on open ground."""
    if act == "evade":
        return Fraction("5.5")
    move = printed_move(s, "column" if act == "rally" else s.formation)
    if move is None:
        return None
    quarter = move / 4
    if act in {"move", "oblique", "back"} and s.meets(*HARD):
        quarter /= 2
    elif act in {"move", "oblique", "back"} and s.meets(*LIGHT):
        quarter *= Fraction(3, 4)
    if act == "forced":
        return quarter * Fraction("1.5")
    return quarter / 2 if act in {"oblique", "back"} else quarter


def factor(s: Situation) -> Fraction:
    """What the ground that a base touches makes of a speed, without the bonus of a road."""
    if s.on(*ROADS) and fits_roads(s):
        return Fraction(1)
    product = Fraction(1)
    if s.on(*GROWN_SLOPES):
        product *= Fraction(1, 4)
    elif s.on("slope"):
        product *= Fraction(1, 2)
    if s.on("wood") and not s.on("wood-path", "ride"):
        product *= Fraction(1, 2)
    if s.on("stream"):
        product *= Fraction(1, 2)
    if s.on("ford"):
        product *= Fraction(1, 4)
    if s.on("crops"):
        product *= Fraction(1, 2)
    if s.on("ploughed"):
        product *= Fraction(1, 2)
    if s.on("dead-battery"):
        product *= Fraction(1, 2)
    return product


def here_per_quarter(act: str, s: Situation) -> Fraction | None:
    """The speed of an act on the ground that a base touches."""
    speed = per_quarter(act, s)
    if speed is None:
        return None
    if act in {"charge", "counter"}:
        return speed
    return speed * factor(s) + (road_bonus(s, speed) if act in {"move", "forced"} else 0)


def fits_roads(s: Situation) -> bool:
    """Whether it is narrow enough to go by a road, which then cancels what the ground beside it does."""
    return s.formation == "limbered" or (s.formation == "column" and s.front <= (2 if s.arm == "cav" else 3))


def road_bonus(s: Situation, speed: Fraction) -> Fraction:
    """A tenth, rounded to a tenth of a centimetre with halves up, in a narrow column or limbered."""
    if not s.on(*ROADS) or not fits_roads(s):
        return Fraction(0)
    return Fraction((speed + Fraction(1, 2)).__floor__(), 10)


def worst(*states: str) -> str:
    """The state furthest along."""
    return max(states, key=LADDER.index)


def ground_state(s: Situation, ground: str) -> str:
    """The state that one sort of ground puts a unit in."""
    spared = s.formation == "skirmish"
    if ground in {"slope", "stream"}:
        return DISORGANISED
    if ground in {*GROWN_SLOPES, "wood", "wood-path", "dead-battery"}:
        return FORMED if spared else UNFORMED
    if ground == "ride":
        return FORMED if spared or s.front <= 2 else UNFORMED
    if ground == "crops":
        return FORMED if spared else DISORGANISED
    return UNFORMED if ground == "marsh" else FORMED


def line_state(s: Situation, obstacle: str) -> str:
    """The state that crossing a linear obstacle puts a unit in; touching one changes nothing."""
    if obstacle in LIGHT:
        return DISORGANISED if s.arm == "inf" else UNFORMED
    return UNFORMED if obstacle in HARD else FORMED


def terrain_state(act: str, s: Situation) -> str:
    """The state of a unit that moves over its ground along its path."""
    ground = () if s.on(*ROADS) and fits_roads(s) else s.ground
    path = () if s.meets(*ROADS) and fits_roads(s) else s.path
    ahead = {"cross": s.path, "melee": ()}.get(act, path)
    lines = [line_state(s, each) for each in (*ahead, *(ground if s.astride else ()))]
    inside = UNFORMED if s.on("house") else FORMED
    return worst(s.state, inside, *lines, *(ground_state(s, each) for each in (*ground, *path)))


def state_during(act: str, s: Situation) -> str:
    """The state in which a unit does something."""
    if act in {"move", "oblique", "back", "melee", "cross"}:
        return terrain_state(act, s)
    if act == "forced":
        return worst(DISORDER if s.is_at(*SLOPES) else UNFORMED, terrain_state(act, s))
    if act in {"rally", "evade"}:
        return worst(UNFORMED, terrain_state(act, s))
    if act == "house":
        return worst(UNFORMED, s.state)
    return s.state


def state_after(act: str, s: Situation) -> str:
    """The state in which an act leaves a unit."""
    return FORMED if act == "re-form" else state_during(act, s)


def takes(act: str, s: Situation) -> Fraction | None:
    """The quarters that an act takes, where the chapters or a decision name them."""
    if act in {"about", "quarter-turn"} and not s.is_art:
        return Fraction(1 if s.arm == "inf" and s.is_steady else 2)
    if act == "man-handle" or (act == "house" and not (s.holder == "enemy" and s.side_held)):
        return Fraction(2)
    if act == "unlimber" and s.arm == "horse-art":
        return Fraction(1)
    if act in {"move", "forced", "oblique", "back"} and (*s.ground, *s.path) == ("open", "open"):
        speed = per_quarter(act, s)
        return None if speed is None else Fraction(-(-s.advance // speed))
    return re_forming(s) if act == "re-form" else None


def re_forming(s: Situation) -> Fraction:
    """The quarters that re-forming takes."""
    unformed = Fraction(1 if s.formation == "limbered" else 2)
    return {FORMED: Fraction(0), DISORGANISED: Fraction(1), UNFORMED: unformed}.get(s.state, Fraction(4))


def cover(s: Situation) -> str | None:
    """What covers the other against fire; None where the chapters do not say."""
    if s.they_are_on("crops", "crop-slope", "vine-slope"):
        return None
    if s.they_are_on("house", "redoubt"):
        return "hard"
    if s.meets("wall", "abatis") and (s.they_are_on("wall", "abatis") or s.their_obstacle_gap <= 2):
        return "hard"
    if s.meets(*LIGHT) and (s.they_are_on(*LIGHT) or s.their_obstacle_gap <= 2):
        return "light"
    return "light" if s.they_are_on(*WOODED, "tree-lined-road", "dead-battery") else "none"
