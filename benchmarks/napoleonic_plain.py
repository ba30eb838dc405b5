"""What the Napoleonic chapters say, by hand in plain Python: a chain of ifs, and every profile tried."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from deduce.napoleonic.book import book_of
from deduce.napoleonic.hidden.profiles import Profile, profiles_of
from deduce.napoleonic.judging import completed, judged
from deduce.ruling.asking import readings, verdict
from deduce.tabletop.rulings import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deduce.napoleonic.hidden.sightings import Sighting
    from deduce.ruling.features import Fact
    from deduce.ruling.law import Law

__all__ = ["FORBIDDING", "forbidden", "left_of"]

BOOK = book_of()
PACES = (("move", Fraction(1)), ("forced", Fraction(3, 2)))
"""How a unit can go, and by how much quicker."""
QUARTERS = 4
MEASURED = Fraction(1, 5)
"""By how much a distance may be mismeasured, in cm."""

RANKS = frozenset({"line", "double-line", "column", "division-column"})
SLOPES = frozenset({"slope", "wooded-slope", "vine-slope", "crop-slope"})
SOFT = frozenset({"ford", "marsh", "crops", "ploughed"})
IN_THE_WAY = SLOPES | SOFT | {
    "wood", "wood-path", "ride", "house", "stream", "river", "great-river", "hedge", "palisade", "barricade",
    "wall", "abatis", "redoubt", "dead-battery",
}  # fmt: skip
BAD_END = SOFT | {"wood", "house", "dead-battery"}
FORBIDDING = ("NAP-CHARGE-", "NAP-EVADE-")
"""What the ids begin with that the chain of ifs knows."""


# --- A chain of ifs -----------------------------------------------------------------------------------


def forbidden(known: Mapping[str, Any]) -> set[str]:
    """Return the rules that forbid a charge of which everything is known; no reasons, no ways out."""
    return {*_of_charger(known), *_of_order(known), *_of_target(known), *_of_others(known)}


def _of_charger(known: Mapping[str, Any]) -> Iterator[str]:
    if known["arm"] not in {"inf", "cav"}:
        yield "NAP-CHARGE-33"
    if known["formation"] not in RANKS:
        yield "NAP-CHARGE-2"
    elif not known["fighting_formation"]:
        yield "NAP-CHARGE-4"
    if known["arm"] == "inf" and known["formation"] == "square":
        yield "NAP-CHARGE-34"
    if known["arm"] == "inf" and known["formation"] == "skirmish":
        yield "NAP-CHARGE-35"
    if known["arm"] == "inf" and known["their_arm"] == "cav":
        yield "NAP-CHARGE-36"
    if known["state"] != "formed":
        yield "NAP-CHARGE-39"


def _of_order(known: Mapping[str, Any]) -> Iterator[str]:
    if not known["uncontrolled"] and known["quarter"] in {"Q2", "Q4"}:
        yield "NAP-CHARGE-3"
    if not known["uncontrolled"] and not known["may_charge"]:
        yield "NAP-CHARGE-5"
    if not known["visible"] and not known["screened"]:
        yield "NAP-CHARGE-12"


def _of_target(known: Mapping[str, Any]) -> Iterator[str]:
    if known["bearing"] in {"flank", "rear"}:
        yield "NAP-CHARGE-14"
    along = known["along_road"] and known["path"] & {"road", "tree-lined-road"}
    if (known["path"] & IN_THE_WAY and not along) or known["their_ground"] & BAD_END:
        yield "NAP-CHARGE-40"
    if (known["ground"] | known["their_ground"]) & SLOPES:
        yield "NAP-CHARGE-37"


def _of_others(known: Mapping[str, Any]) -> Iterator[str]:
    is_square, is_line = known["their_formation"] == "square", known["their_formation"] in RANKS
    is_formed_line = is_line and known["their_state"] == "formed"
    is_close = is_square or is_line
    if known["their_engaged"] and not (known["their_screen_fights"] and is_close):
        yield "NAP-CHARGE-38"
    if known["also"] == "same":
        yield "NAP-CHARGE-41"
    is_apart = known["also"] == "adjoining" or (known["also"] == "opposite" and not is_formed_line)
    if is_apart and not is_square:
        yield "NAP-CHARGE-43"


# --- Every profile tried ------------------------------------------------------------------------------


def left_of(known: Mapping[str, Fact], seen: Sequence[Sighting]) -> frozenset[Profile]:
    """Return what a unit can be, by trying every formation before each change, sighting for sighting.

    Args:
        known: What is known of it.
        seen: What it was seen doing, far enough apart that no move tells on what comes after it.
    """
    stages = [0]
    for sighting in seen:
        stages.append(stages[-1] + (sighting.act == "change"))
    alike: dict[tuple[Any, ...], list[Profile]] = defaultdict(list)
    for profile in profiles_of(BOOK, known):
        alike[profile[:3]].append(profile)
    found = set()
    for same in alike.values():
        for stands in product(same, repeat=stages[-1] + 1):
            pairs = zip(stages, seen, strict=False)
            if all(_fits({**known, **stands[stage].facts}, each) for stage, each in pairs):
                found.add(stands[-1])
    return frozenset(found)


def _fits(facts: Mapping[str, Fact], seen: Sighting) -> bool:
    if seen.act == "move":
        return any(_came_so_far(act, share, facts, seen) for act, share in PACES)
    if _is_refused(seen.act, {**facts, **seen.facts}):
        return False
    if seen.quarters is None:
        return True
    takes = judged(BOOK, seen.act, {**facts, **seen.facts}).outcome("takes")
    return not isinstance(takes, int | Fraction) or takes <= seen.quarters


def _came_so_far(act: str, share: Fraction, facts: Mapping[str, Fact], seen: Sighting) -> bool:
    over = {**facts, **seen.facts, "ground": frozenset({"open"}), "path": frozenset({"open"})}
    if _is_refused(act, over):
        return False
    speed = BOOK.looked_up("move", over).values.get("per_period")
    needed = seen.way[0].length - MEASURED
    if not isinstance(speed, int | Fraction):
        return True
    return Fraction(speed) / QUARTERS * share * (seen.quarters or 1) >= needed


def _is_refused(act: str, facts: Mapping[str, Fact]) -> bool:
    known = completed(BOOK, facts)
    return all(verdict(law, act, known).verdict is Verdict.REFUSED for law in _laws(act))


@cache
def _laws(act: str) -> tuple[Law, ...]:
    return tuple(readings(BOOK.law, act, of_effects=True))
