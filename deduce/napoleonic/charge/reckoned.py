"""What comes of acts by the procedures of this chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.charge.bonuses import combat_value, earns_bonuses, push_ranks, ranks_of
from deduce.napoleonic.charge.contact import (
    change_is_in_time,
    contact_quarter,
    fire_quarters,
    left_over,
    reach,
)
from deduce.napoleonic.charge.counter import bonuses_of_both, has_bonuses, least_distance
from deduce.napoleonic.charge.course import movement_quarters
from deduce.napoleonic.charge.evading import OWN_TURN, evade_pace, passing, quarters_before_moving
from deduce.napoleonic.charge.speeds import speeds_of
from deduce.napoleonic.charge.squadrons import reaches_other_side
from deduce.napoleonic.movement.turns import turn_time
from deduce.ruling.judgement import Outcome, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.book import Book, Reckon
    from deduce.napoleonic.charge.speeds import Speeds
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = ["CHARGE"]

BY_PATH = "path"
"""The choice of DEC-15 by which whoever stands in the path of a charge is directly charged."""


def _charge(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Reckon speed, contact, fire and bonuses of a charge."""
    speeds = speeds_of(book, facts)
    yield from _speed(speeds)
    yield from speeds.questions
    if not speeds.pace:
        return
    is_off_axis = facts.get("bearing") == "front"
    half = _half(book, facts)
    distance = _number(facts, "distance")
    # Where nobody says in which half it is declared, it has the time of the first one.
    moving = movement_quarters(book, half or 1, is_off_axis=is_off_axis)
    if half and speeds.bonus is not None:
        yield Outcome("touches_up_to", reach(speeds.pace, speeds.bonus, moving), ("NAP-CHARGE-29",))
    if distance is None:
        yield from _bonuses(book, facts, moved=None, pace=speeds.pace)
        return
    # While it turns towards its target, the target has that quarter as well.
    turning = int(book.number("charge.reorient")) if is_off_axis else 0
    fires = turning + min(moving, fire_quarters(speeds.pace, distance, speeds.bonus or 0))
    rules = ("NAP-CHARGE-22", *(("NAP-CHARGE-13",) if turning else ()))
    yield Outcome("fire_quarters", fires, rules)
    if fires:
        yield Outcome("chapter", "fire", ("NAP-CHARGE-22",))
    is_reached = speeds.bonus is None or distance <= reach(speeds.pace, speeds.bonus, moving)
    if speeds.bonus is not None:
        yield from _contact(book, speeds, distance, half=half, turning=turning, is_reached=is_reached)
    if is_reached:
        yield from _bonuses(book, facts, moved=distance, pace=speeds.pace)


def _speed(speeds: Speeds) -> Iterator[Outcome]:
    """Tell the speed, as far as the tables have it."""
    if speeds.per_period is not None and speeds.pace is not None:
        yield Outcome("per_period", speeds.per_period, speeds.rules)
        yield Outcome("per_quarter", speeds.pace, ("NAP-DIST-3",))
    if speeds.bonus is not None:
        yield Outcome(
            "distance_bonus", speeds.bonus, tuple(dict.fromkeys(("NAP-CHARGE-17", *speeds.bonus_rules)))
        )


def _contact(
    book: Book, speeds: Speeds, distance: Amount, *, half: int, turning: int, is_reached: bool
) -> Iterator[Outcome]:
    """Tell in which quarter of the period it touches, what is left then, and what that leaves the target."""
    if speeds.pace is None or speeds.bonus is None:
        return
    quarter = contact_quarter(speeds.pace, speeds.bonus, distance)
    rules = ("NAP-CHARGE-19",) if is_reached else ("NAP-CHARGE-30",)
    if half or not is_reached:
        before = int(book.number("half.quarters")) * (max(half, 1) - 1) + turning
        words = book.law.features["quarter"].words
        yield Outcome("contact", words[before + quarter - 1] if is_reached else "never", rules)
    else:
        yield Outcome("contact_after", turning + quarter, rules)
    if not is_reached:
        yield Outcome("state_after", "unformed", ("NAP-CHARGE-30",))
        return
    yield Outcome("left_over", left_over(speeds.pace, speeds.bonus, distance), ("NAP-CHARGE-20",))
    in_time = change_is_in_time(
        speeds.pace, speeds.bonus, distance, book.number("charge.change"), waits=turning
    )
    yield Outcome("change_in_time", in_time, ("NAP-CHARGE-23",))


def _bonuses(
    book: Book, facts: Mapping[str, Fact], *, moved: Amount | None, pace: Amount
) -> Iterator[Outcome]:
    """Tell which bonuses it has in the melee; with no distance, those it has if it earns them."""
    is_straight = facts.get("straight") is not False
    earned = moved is None or earns_bonuses(book, pace, moved, is_straight=is_straight)
    if not earned or not is_straight:
        rule = "NAP-CHARGE-16" if is_straight else "NAP-CHARGE-21"
        yield Outcome("bonuses", "none", ("NAP-CHARGE-15", rule))
        return
    is_sure = moved is not None and facts.get("straight") is True
    yield Outcome("bonuses", "charge" if is_sure else "earned", ("NAP-CHARGE-15",))
    push = _push(book, facts)
    if push is not None:
        yield Outcome("push_ranks", push, ("NAP-CHARGE-26", "NAP-CHARGE-27"))
    values = book.looked_up("combat", facts)
    combat, charge = values.amount("combat"), values.amount("charge_combat")
    if charge is None:
        yield Outcome("chapter", "nations", ("NAP-CHARGE-24",))
        return
    yield Outcome("charge_combat", charge, ("NAP-CHARGE-24",))
    if combat is not None:
        yield Outcome("combat_in_all", combat_value(combat, charge, push or 0), ("NAP-CHARGE-24",))


def _push(book: Book, facts: Mapping[str, Fact]) -> Amount | None:
    """Return what its push ranks add; None if strength and front are not known, or it can have none."""
    figures, front = _number(facts, "figures"), _number(facts, "front")
    if facts.get("arm") != "inf" or facts.get("formation") not in {"column", "division-column"}:
        return None
    if figures is None or not front:
        return None
    return push_ranks(book, "inf", ranks_of(int(figures), int(front)))


def _counter(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Reckon the speed of a counter-charge, and its bonuses, if distance and both speeds are known."""
    speeds = speeds_of(book, facts)
    yield from _speed(speeds)
    yield from speeds.questions
    distance, theirs = _number(facts, "distance"), _number(facts, "their_pace")
    if speeds.pace is None or distance is None:
        return
    if theirs is None:
        yield Question("their_pace", book.law.features["their_pace"].asked(), ("NAP-COUNTER-7",))
        return
    is_effective = has_bonuses(book, theirs, speeds.pace, distance)
    is_close = distance == least_distance(book, theirs, speeds.pace)
    choices = (f"DEC-14={book.choice('DEC-14')}",) if is_close else ()
    rules = ("NAP-COUNTER-7", *(() if is_effective else ("NAP-COUNTER-8",)))
    yield Outcome("bonuses", bonuses_of_both(is_effective=is_effective), rules, choices)


def _evade(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Reckon when an evading unit moves, how fast, and how it passes friends."""
    is_charged = facts.get("charged") is True or (
        facts.get("in_path") is True and book.choice("DEC-15") == BY_PATH
    )
    yield from _duty(book, facts, is_charged=is_charged)
    is_compelled = is_charged and facts.get("evade_declared") is not True
    turning = turn_time(book, facts) if book.choice("DEC-17") == OWN_TURN else None
    if turning is not None and turning.questions:
        yield from turning.questions
    else:
        turn = None if turning is None else turning.amount("takes")
        rules = ("NAP-EVADE-6", *(("NAP-EVADE-7",) if is_compelled else ()))
        waits = quarters_before_moving(book, is_compelled=is_compelled, turn=turn)
        yield Outcome("moves_from", waits, rules)
    yield Outcome("per_period", book.number("evade.per_period"), ("NAP-EVADE-8",))
    yield Outcome("per_quarter", evade_pace(book), ("NAP-EVADE-8",))
    if facts.get("friends_behind") is not True:
        return
    gap, are_firm = _number(facts, "gap"), facts.get("friends_firm")
    asked = [name for name, known in (("gap", gap), ("friends_firm", are_firm)) if known is None]
    for name in asked:
        yield Question(name, book.law.features[name].asked(), ("NAP-EVADE-14", "NAP-EVADE-15"))
    if gap is not None and isinstance(are_firm, bool):
        how = passing(book, gap, are_firm=are_firm)
        yield Outcome("passing", how, ("NAP-EVADE-15" if are_firm else "NAP-EVADE-14",))
        if how == "interpenetrates":
            yield Outcome("state_after", "disorder", ("NAP-EVADE-14",))


def _duty(book: Book, facts: Mapping[str, Fact], *, is_charged: bool) -> Iterator[Outcome]:
    """Tell that it must evade in the open, where nobody has said whether it is in cover."""
    bound, spared = (
        book.law.groups[name].truth(facts, book.law.numbers)
        for name in ("bound-to-evade", "spared-from-evading")
    )
    if is_charged and bound and spared is None:
        yield Outcome("must", "in-the-open", ("NAP-EVADE-3", "NAP-EVADE-4"))


def _push_past(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Reckon whether what is left reaches another side."""
    left, needed = _number(facts, "room_left"), _number(facts, "room_needed")
    for name, known in (("room_left", left), ("room_needed", needed)):
        if known is None:
            yield Question(name, book.law.features[name].asked(), ("NAP-CHARGE-52",))
    if left is not None and needed is not None:
        yield Outcome("other_side", reaches_other_side(left, needed), ("NAP-CHARGE-52",))


def _number(facts: Mapping[str, Fact], name: str) -> Amount | None:
    """Return a number that is known."""
    fact = facts.get(name)
    return None if fact is None or isinstance(fact, str | bool | frozenset) else fact


def _half(book: Book, facts: Mapping[str, Fact]) -> int:
    """Return in which half it is declared: 1, 2, or 0 where nobody said the quarter."""
    quarter = facts.get("quarter")
    if not isinstance(quarter, str):
        return 0
    place = book.law.features["quarter"].words.index(quarter)
    return 1 + place // int(book.number("half.quarters"))


CHARGE: Mapping[str, tuple[Reckon, ...]] = {
    "charge": (_charge,),
    "counter": (_counter,),
    "evade": (_evade,),
    "push-past": (_push_past,),
}
"""For each act what reckons."""
