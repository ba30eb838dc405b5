"""The chapters once more, as plain Python without any data: written from the digest alone, to be compared."""

from __future__ import annotations

from collections.abc import Iterator
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


# --- What is refused ---------------------------------------------------------------------------------


def refused(act: str, s: Situation) -> set[str]:
    """The rules by which an act is refused; none if it is not."""
    return set(REFUSALS[act](s))


def _reaction(s: Situation) -> Iterator[str]:
    if s.reacting:
        yield "NAP-REACT-2"
        yield "NAP-REACT-3"


def _re_formed(s: Situation) -> Iterator[str]:
    """Whoever is unformed re-forms first, but not where the ground keeps every unit unformed."""
    if s.state in {UNFORMED, DISORDER} and not s.on(*KEEPS_UNFORMED):
        yield "NAP-STATE-4"


def _new_action(s: Situation) -> Iterator[str]:
    yield from _reaction(s)
    yield from _re_formed(s)


def _growth(s: Situation) -> Iterator[str]:
    """What keeps arms out of woods and crops that lie on their way."""
    if s.arm != "inf" and s.meets(*IN_A_WOOD):
        yield "NAP-WOOD-5"
    if s.arm != "inf" and s.meets("wooded-slope"):
        yield "NAP-HILL-15"
    if s.is_art and s.meets("vine-slope", "crop-slope"):
        yield "NAP-HILL-15"
    if s.is_art and s.meets("crops"):
        yield "NAP-CROP-1"


def _waters(s: Situation) -> Iterator[str]:
    if s.arm == "foot-art" and s.meets("stream"):
        yield "NAP-WATER-2"
    if s.is_art and s.meets("ford"):
        yield "NAP-WATER-10"
    if s.meets("river"):
        yield "NAP-WATER-8"
    if s.meets("great-river"):
        yield "NAP-WATER-12"
    if s.meets("marsh"):
        yield "NAP-WATER-13"


def _lines(s: Situation) -> Iterator[str]:
    if s.is_art and s.meets(*LIGHT):
        yield "NAP-LIN-7"
    if s.arm != "inf" and s.meets(*HARD):
        yield "NAP-LIN-11"


def _way(s: Situation) -> Iterator[str]:
    """What stops whoever moves along its path."""
    yield from _growth(s)
    yield from _waters(s)
    yield from _lines(s)
    if s.is_art and s.meets("dead-battery"):
        yield "NAP-BATTERY-2"
    if s.meets("house"):
        yield "NAP-HOUSE-2"
    if s.wrapped and s.on(*LIGHT, *HARD):
        yield "NAP-LIN-5"


def _in_a_house(s: Situation) -> Iterator[str]:
    """Whoever is in a house has to leave it before it goes anywhere."""
    if s.on("house"):
        yield "NAP-HOUSE-20"
        yield "NAP-HOUSE-21"


def _move(s: Situation) -> Iterator[str]:
    yield from _way(s)
    yield from _in_a_house(s)
    if not s.carrying_on:
        yield from _reaction(s)
        if s.state in {UNFORMED, DISORDER} and not s.on(*NO_PLACE_TO_RE_FORM):
            yield "NAP-STATE-4"
    if s.wheeling:
        yield "NAP-PIVOT-2"
    if s.formation == "battery":
        yield "NAP-ART-13"


def _turn(s: Situation) -> Iterator[str]:
    yield from _new_action(s)
    if s.formation == "limbered":
        yield "NAP-ART-3"
    if s.formation == "battery":
        yield "NAP-ART-14"


def _quarter_turn(s: Situation) -> Iterator[str]:
    yield from _new_action(s)
    if s.engaged:
        yield "NAP-FACE-11"


def _oblique(s: Situation) -> Iterator[str]:
    yield from _new_action(s)
    yield from _way(s)
    yield from _in_a_house(s)
    if s.wheeling:
        yield "NAP-PIVOT-2"
    if s.arm != "inf" or s.formation not in {"line", "double-line"} or not s.is_steady:
        yield "NAP-OBLIQ-1"
    if s.angle > 45:
        yield "NAP-OBLIQ-2"


def _back(s: Situation) -> Iterator[str]:
    yield from _new_action(s)
    yield from _way(s)
    yield from _in_a_house(s)
    if s.wheeling:
        yield "NAP-PIVOT-2"
    if s.arm != "inf" or s.formation not in {"line", "double-line", "skirmish"} or not s.is_steady:
        yield "NAP-BACK-1"
    if s.on(*SLOPES):
        yield "NAP-BACK-3"
        yield "NAP-HILL-13"


def _forced(s: Situation) -> Iterator[str]:
    yield from _way(s)
    if s.wheeling:
        yield "NAP-PIVOT-2"
    if not s.carrying_on:
        yield from _reaction(s)
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
        yield from _reaction(s)
    yield from _way(s)
    if s.arm != "cav":
        yield "NAP-RALLY-1"
    if not s.engaged and s.quarter not in {"Q1", "Q3"}:
        yield "NAP-RALLY-7"
    if s.engaged and s.quarter != "Q1":
        yield "NAP-RALLY-8"


def _new_formation(s: Situation) -> Iterator[str]:
    """What stops every change of formation, also limbering and unlimbering."""
    yield from _new_action(s)
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
    yield from _new_action(s)
    yield from _way(s)
    if s.formation != "battery" or s.advance > 3 or not s.whole_front_ahead:
        yield "NAP-ART-13"
    if not s.whole_front_ahead:
        yield "NAP-ART-14"


# --- Charges


def _charger(s: Situation) -> Iterator[str]:
    """Who may neither charge nor counter-charge."""
    yield from _reaction(s)
    if s.state in {UNFORMED, DISORDER}:
        yield "NAP-STATE-4"
    if s.state != FORMED:
        yield "NAP-CHARGE-39"
    if s.is_art:
        yield "NAP-CHARGE-33"
    if s.formation in {"square", "skirmish", "limbered", "battery"}:
        yield "NAP-CHARGE-2"
    elif not s.fighting_formation:
        yield "NAP-CHARGE-4"
    if s.arm == "inf" and s.their_arm == "cav":
        yield "NAP-CHARGE-36"
    if s.bearing in {"flank", "rear"}:
        yield "NAP-CHARGE-14"
    if not s.visible:
        yield "NAP-CHARGE-12"


def _charge_ground(s: Situation) -> Iterator[str]:
    """Where neither a charge nor a counter-charge can start, and what none can cross."""
    if s.on(*SLOPES):
        yield "NAP-HILL-10"
    if s.they_are_on(*SLOPES):
        yield "NAP-CHARGE-37"
    if s.on(*IN_A_WOOD, "wooded-slope") or s.they_are_on(*IN_A_WOOD, "wooded-slope"):
        yield "NAP-WOOD-19"
    if s.on("ploughed"):
        yield "NAP-PLOUGH-2"
    if s.they_are_on("stream") and not s.their_head_out:
        yield "NAP-WATER-6"
    if s.they_are_on("wood", "crops", "ploughed", "house", "ford", "marsh", "dead-battery"):
        yield "NAP-CHARGE-40"
    if s.they_are_on("house"):
        yield "NAP-HOUSE-37"
    if s.they_are_on("dead-battery"):
        yield "NAP-BATTERY-1"
    if s.they_are_on(*LIGHT, *HARD):
        yield "NAP-LIN-20"


def _charge_way(s: Situation) -> Iterator[str]:
    """What none can cross, unless it goes straight along a road."""
    if s.along_road and s.meets("road", "tree-lined-road"):
        return
    if s.meets("stream"):
        yield "NAP-WATER-6"
    water = ("stream", "ford", "river", "great-river", "marsh")
    growth = (*IN_A_WOOD, "crops", "ploughed")
    if s.meets(*SLOPES, *growth, *water, *LIGHT, *HARD, "house", "dead-battery"):
        yield "NAP-CHARGE-40"
    if s.meets(*LIGHT, *HARD):
        yield "NAP-LIN-20"


def _several(s: Situation) -> Iterator[str]:
    """What a second charge of the same side at the same enemy is refused by."""
    in_close_order = s.their_formation in {"line", "double-line", "column", "division-column", "square"}
    if s.their_engaged and not (s.their_screen_fights and in_close_order):
        yield "NAP-CHARGE-38"
        yield "NAP-CHARGE-43"
    in_ranks = s.their_formation in {"line", "double-line", "column", "division-column"}
    if s.also == "same":
        yield "NAP-CHARGE-41"
    if s.also == "adjoining" and s.their_formation != "square":
        yield "NAP-CHARGE-43"
    if s.also == "opposite" and s.their_formation != "square":
        if not in_ranks or s.their_state != FORMED:
            yield "NAP-CHARGE-43"


def _charge(s: Situation) -> Iterator[str]:
    yield from _charger(s)
    yield from _charge_ground(s)
    yield from _charge_way(s)
    yield from _several(s)
    if s.arm == "inf" and s.formation == "square":
        yield "NAP-CHARGE-34"
    if s.arm == "inf" and s.formation == "skirmish":
        yield "NAP-CHARGE-35"
    if s.state != FORMED:
        yield "NAP-STATE-1"
    if s.on(*SLOPES):
        yield "NAP-CHARGE-37"
    yield from _declaring(s)


def _declaring(s: Situation) -> Iterator[str]:
    if s.quarter not in {"Q1", "Q3"} and not s.uncontrolled:
        yield "NAP-CHARGE-3"
        yield "NAP-CHARGE-11"
    if s.may_charge is False and not s.uncontrolled:
        yield "NAP-CHARGE-5"
    if not s.visible:
        yield "NAP-CHARGE-7"
    if s.bearing in {"flank", "rear"}:
        yield "NAP-CHARGE-12"


def _counter(s: Situation) -> Iterator[str]:
    yield from _charger(s)
    yield from _charge_ground(s)
    yield from _charge_way(s)
    if s.may_counter is False or s.order == "hold":
        yield "NAP-COUNTER-2"
    if not s.charged:
        yield "NAP-COUNTER-3"
    if s.arm == "inf" and s.their_arm == "cav":
        yield "NAP-COUNTER-5"
    if s.since_charge != 1:
        yield "NAP-COUNTER-6"
    yield from _as_a_charge(s)


def _as_a_charge(s: Situation) -> Iterator[str]:
    """The rule by which what is forbidden to chargers is forbidden to counter-chargers."""
    in_ranks = s.formation in {"line", "double-line", "column", "division-column"}
    if s.is_art or s.state != FORMED or not in_ranks or not s.fighting_formation:
        yield "NAP-COUNTER-1"
    if s.bearing in {"flank", "rear"} or not s.visible:
        yield "NAP-COUNTER-1"
    if "NAP-CHARGE-40" in _charge_way(s):
        yield "NAP-COUNTER-1"


def _evade(s: Situation) -> Iterator[str]:
    yield from _way(s)
    if not s.carrying_on:
        yield from _reaction(s)
        if s.state in {UNFORMED, DISORDER}:
            yield "NAP-STATE-4"
    if s.arm != "inf":
        yield "NAP-EVADE-1"
    directly = s.charged or s.in_path
    if s.may_evade is not True and not (directly and s.formation == "skirmish"):
        yield "NAP-EVADE-1"
        yield "NAP-EVADE-3"
    if not directly and not s.threatened:
        yield "NAP-EVADE-1"
    if not directly and s.quarter not in {"Q1", "Q3"}:
        yield "NAP-EVADE-2"


def _melee(s: Situation) -> Iterator[str]:
    """Walking up to an enemy: he may be behind a wall or in a house, which is touched, not crossed."""
    yield from _reaction(s)
    if s.state in {UNFORMED, DISORDER}:
        yield "NAP-STATE-4"
    yield from _growth(s)
    yield from _waters(s)
    if s.formation == "battery":
        yield "NAP-ART-13"
    if s.joins_screen:
        yield "NAP-EVADE-11"


# --- Houses, obstacles, fire


def _house(s: Situation) -> Iterator[str]:
    yield from _reaction(s)
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
        yield from _reaction(s)
        if s.state in {UNFORMED, DISORDER} and not s.on(*NO_PLACE_TO_RE_FORM):
            yield "NAP-STATE-4"
    yield from _lines(s)
    if not s.meets(*LIGHT, *HARD):
        yield "NAP-LIN-1"
    if s.holder == "enemy" and not s.won:
        yield "NAP-LIN-22"


def _fire(s: Situation) -> Iterator[str]:
    yield from _re_formed(s)
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
    yield from _new_action(s)
    if not s.on(*IN_A_WOOD, "wooded-slope") or not s.head_at_edge:
        yield "NAP-WOOD-11"


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
    "charge": _charge,
    "counter": _counter,
    "evade": _evade,
    "melee": _melee,
    "house": _house,
    "cross": _cross,
    "fire": _fire_at,
    "re-form": _re_form,
    "line-edge": _line_edge,
}

# --- What comes of it --------------------------------------------------------------------------------


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
    if act == "forced":
        return move * Fraction("1.5") / 4
    if act in {"oblique", "back"}:
        return move / 8
    return move / 4


def factor(s: Situation) -> Fraction:
    """What the ground that a base touches makes of a speed, without the bonus of a road."""
    if s.on(*ROADS):
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
    return speed * factor(s) + road_bonus(s, speed)


def road_bonus(s: Situation, speed: Fraction) -> Fraction:
    """A tenth, rounded to a tenth of a centimetre with halves up, in a narrow column or limbered."""
    narrow = s.formation == "column" and s.front <= (2 if s.arm == "cav" else 3)
    if not s.on(*ROADS) or not (narrow or s.formation == "limbered"):
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
    if ground in LIGHT:
        return DISORGANISED if s.arm == "inf" else UNFORMED
    if ground in HARD:
        return UNFORMED
    return FORMED


def terrain_state(s: Situation) -> str:
    """The state of a unit that moves over its ground along its path."""
    on_road = s.on(*ROADS) or s.meets(*ROADS)
    causes = [] if on_road else [ground_state(s, each) for each in (*s.ground, *s.path)]
    return worst(s.state, *causes)


def state_after(act: str, s: Situation) -> str:
    """The state in which an act leaves a unit, which it has during the act as well."""
    if act in {"move", "oblique", "back", "melee", "cross"}:
        return terrain_state(s)
    if act == "forced":
        return worst(DISORDER if s.is_at(*SLOPES) else UNFORMED, terrain_state(s))
    if act in {"rally", "evade"}:
        return worst(UNFORMED, terrain_state(s))
    if act == "house":
        return worst(UNFORMED, s.state)
    return s.state


def takes(act: str, s: Situation) -> Fraction | None:
    """The quarters that an act takes, where the chapters or a decision name them."""
    if act in {"about", "quarter-turn"} and not s.is_art:
        return Fraction(1 if s.arm == "inf" and s.is_steady else 2)
    if act in {"house", "man-handle"}:
        return Fraction(2)
    if act == "unlimber" and s.arm == "horse-art":
        return Fraction(1)
    if act == "re-form" and s.state == UNFORMED:
        return Fraction(1 if s.formation == "limbered" else 2)
    if act == "re-form":
        return {DISORGANISED: Fraction(1), DISORDER: Fraction(4)}.get(s.state)
    return None


def cover(s: Situation) -> str:
    """What the ground of the other covers it with against fire."""
    if s.they_are_on("house", "redoubt", "wall", "abatis"):
        return "hard"
    if s.they_are_on(*IN_A_WOOD, "tree-lined-road", *LIGHT, "dead-battery", "wooded-slope"):
        return "light"
    return "none"


def hides(s: Situation) -> bool:
    """Whether the ground of the other hides it, while it is silent, from whoever stands outside."""
    if s.they_are_on("wood", "wood-path", "ride", "wooded-slope", "house"):
        return not s.their_shown
    return s.they_are_on("crops") and s.their_arm == "inf"
