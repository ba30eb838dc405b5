"""What hidden enemies can still be, in the Napoleonic chapters: from sightings to proofs in words."""

from __future__ import annotations

import random
import resource
from fractions import Fraction
from typing import TYPE_CHECKING

from results import Row, Timing, Topic
from timing import Stopwatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from timing import Effort

    from deduce.napoleonic.hidden.sightings import Sighting

__all__ = ["TOPIC"]

SEED = 7
UNITS = 30
CASES = (40, 120)
"""How many sightings there are of all units together."""
TARGETS = {40: 1.0}


def _rows(effort: Effort) -> Iterator[Row]:
    runs = max(effort.most // 40, 2)
    for count in CASES:
        watch = Stopwatch(resource.RUSAGE_SELF)
        for number in range(runs + 1):
            # Other sightings every time: what was worked out before is remembered.
            watch.time(_told, _army(SEED + number, count), counts=number > 0)
        case = f"{UNITS} enemies, {count} sightings: what each can be, with smallest proofs in words"
        yield Row(case, None, Timing(watch.median), {}, TARGETS.get(count))


def _army(seed: int, count: int) -> dict[str, tuple[dict[str, str], list[Sighting]]]:
    """Return enemies, each with what is known of it and what it was seen doing."""
    draw = random.Random(seed)
    army: dict[str, tuple[dict[str, str], list[Sighting]]] = {}
    for number in range(UNITS):
        known = {"nation": draw.choice(("FR", "EN")), "arm": draw.choice(("inf", "inf", "inf", "cav"))}
        army[f"e{number}"] = (known, [])
    for entry in range(count):
        name = f"e{draw.randrange(UNITS)}"
        army[name][1].append(_sighting(draw, entry, name))
    return army


def _sighting(draw: random.Random, entry: int, name: str) -> Sighting:
    from deduce.napoleonic.ground.ways import Stretch
    from deduce.napoleonic.hidden.sightings import Sighting

    now = entry // 10
    act = draw.choice(("about", "back", "oblique", "change", "move", "move"))
    if act == "about":
        return Sighting(entry, act, name, act, now, {}, draw.choice((1, 2)))
    if act != "move":
        return Sighting(entry, act, name, act, now)
    ground = draw.choice(("open", "open", "wood", "crops"))
    way = (Stretch(Fraction(draw.randrange(20, 75), 10), frozenset({ground})),)
    return Sighting(entry, act, name, act, now, {}, 1, way)


def _told(army: dict[str, tuple[dict[str, str], list[Sighting]]]) -> list[str]:
    from deduce.napoleonic.book import book_of
    from deduce.napoleonic.hidden.saying import told
    from deduce.napoleonic.hidden.unit import Unit

    book = book_of()
    units = (Unit(book, name, known, seen) for name, (known, seen) in army.items())
    return [words.en for unit in units for words in told(unit)]


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (Topic("HIDDEN", "Hidden enemies"), _rows)
