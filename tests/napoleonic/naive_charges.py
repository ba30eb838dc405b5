"""Who may not charge, counter-charge or evade, by the digest."""

from __future__ import annotations

from collections.abc import Iterator

from napoleonic.naive_unit import DISORDER, FORMED, HARD, IN_A_WOOD, LIGHT, SLOPES, UNFORMED, Situation
from napoleonic.naive_ways import reaction, way


def _charger(s: Situation) -> Iterator[str]:
    """Who may neither charge nor counter-charge."""
    yield from reaction(s)
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
    if _is_held(s) or s.they_are_on("wood", "crops", "ploughed", "house", "ford", "marsh", "dead-battery"):
        yield "NAP-CHARGE-40"
    if s.they_are_on("house"):
        yield "NAP-HOUSE-37"
    if s.they_are_on("dead-battery"):
        yield "NAP-BATTERY-1"
    if s.they_are_on(*LIGHT, *HARD):
        yield "NAP-LIN-20"


def _is_held(s: Situation) -> bool:
    """Whether the ground is one that no charge leaves, unless it goes straight along a road."""
    is_on_road = s.along_road and s.on("road", "tree-lined-road")
    return s.on("house", "stream", "ford", "marsh", "crops", "dead-battery") and not is_on_road


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
    formed_in_ranks = in_ranks and s.their_state == FORMED
    if s.also == "opposite" and s.their_formation != "square" and not formed_in_ranks:
        yield "NAP-CHARGE-43"


def charge(s: Situation) -> Iterator[str]:
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
    if not s.visible and not s.screened:
        yield "NAP-CHARGE-12"
        yield "NAP-CHARGE-7"
    if s.bearing in {"flank", "rear"}:
        yield "NAP-CHARGE-12"


def counter(s: Situation) -> Iterator[str]:
    yield from _charger(s)
    yield from _charge_ground(s)
    yield from _charge_way(s)
    if s.may_counter is False or s.order == "hold":
        yield "NAP-COUNTER-2"
    if not s.visible:
        yield "NAP-CHARGE-12"
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
    if _is_held(s) or "NAP-CHARGE-40" in _charge_way(s):
        yield "NAP-COUNTER-1"


def evade(s: Situation) -> Iterator[str]:
    yield from way(s)
    if not s.carrying_on:
        yield from reaction(s)
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
