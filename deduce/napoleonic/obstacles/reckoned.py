"""What comes of acts by the procedures of this chapter."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.napoleonic.ground.hurdles import ranks_over
from deduce.napoleonic.houses.reckoned import asked
from deduce.napoleonic.movement.pace import move_of, per_half
from deduce.napoleonic.obstacles.engineers import bridge_time, cover_time, demolition_time
from deduce.napoleonic.obstacles.guns import halves_of_fire
from deduce.napoleonic.obstacles.linear import halves_over, in_contact, is_covered
from deduce.ruling.judgement import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.book import Book, Reckon
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Question

__all__ = ["OBSTACLES"]

COVERED_BETTER = ("redoubt-held", "at-a-house")
"""Where a target has a cover of its own, as good as any that lies between."""
COVER_RULES = ("NAP-LIN-12", "NAP-LIN-15")


def _holds(book: Book, facts: Mapping[str, Fact], group: str) -> bool:
    """Tell whether a group of the law certainly holds."""
    return book.law.groups[group].truth(facts, book.law.numbers) is True


def _number(facts: Mapping[str, Fact], name: str) -> int | Fraction | None:
    found = facts.get(name)
    return found if isinstance(found, int | Fraction) else None


def _cross(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how many ranks pass in a half, and how long a unit takes to pass."""
    kind = "hard" if _holds(book, facts, "hard-obstacle-ahead") else "light"
    rule = "NAP-LIN-11" if kind == "hard" else "NAP-LIN-7"
    yield from asked(book, facts, ("ranks",), rule)
    found, base = move_of(book, facts), book.looked_up("bases", facts)
    yield from (*found.questions, *base.questions)
    if "per_period" not in found.values or "depth" not in base.values:
        return
    half = per_half(book, Fraction(str(found.values["per_period"])))
    depth = Fraction(str(base.values["depth"]))
    passing = ranks_over(half, book.number(f"linear.{kind}.deduction"), depth)
    rules = (rule, "DEC-28")
    yield Outcome("ranks_a_half", passing, rules)
    ranks = _number(facts, "ranks")
    if ranks is None:
        return
    halves = halves_over(int(ranks), passing)
    if halves is not None:
        yield Outcome("takes", halves * book.number("half.quarters"), rules)


def _fire(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over the cover that an obstacle gives from fire across it."""
    if not _holds(book, facts, "held-across") or facts.get("exposed") is True:
        return
    if any(_holds(book, facts, group) for group in COVERED_BETTER):
        return
    is_hard = _holds(book, facts, "hard-between")
    touches = _holds(book, facts, "wall-held" if is_hard else "light-held")
    if not touches:
        yield from asked(book, facts, ("their_obstacle_gap",), "NAP-LIN-12")
    gap = 0 if touches else _number(facts, "their_obstacle_gap")
    if gap is None:
        return
    firer_gap = _number(facts, "obstacle_gap")
    if book.choice("DEC-45") == "both" and not touches:
        yield from asked(book, facts, ("obstacle_gap",), "NAP-LIN-15")
        if firer_gap is None:
            return
    covered = is_covered(book, gap, lies_between=True, firer_gap=firer_gap)
    kind = "hard" if is_hard else "light"
    hangs_on = ("DEC-29",) if gap == book.number("linear.cover") else ()
    choices = tuple(f"{name}={book.choice(name)}" for name in (*hangs_on, *(() if touches else ("DEC-45",))))
    yield Outcome("cover", kind if covered else "none", COVER_RULES, choices)
    yield Outcome("chapter", "fire", COVER_RULES)


def _fight(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over who fights across a linear obstacle."""
    if not (_holds(book, facts, "light-held") or _holds(book, facts, "wall-held")):
        return
    yield from asked(book, facts, ("front", "their_side"), "NAP-LIN-22")
    front, theirs = facts.get("front"), facts.get("their_side")
    if isinstance(front, int) and isinstance(theirs, int):
        each = in_contact(front, theirs)
        yield Outcome("fights", each, ("NAP-LIN-22",))
        yield Outcome("they_fight", each, ("NAP-LIN-22",))


def _bridge(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how long a bridge takes."""
    yield from asked(book, facts, ("length", "width"), "NAP-ENG-2")
    sappers, length, width = (_number(facts, name) for name in ("sappers", "length", "width"))
    if sappers and length is not None and width is not None:
        yield Outcome("takes", bridge_time(book, int(sappers), length, width), ("NAP-ENG-2",))


def _build(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how long light cover takes."""
    yield from asked(book, facts, ("length",), "NAP-ENG-3")
    sappers, length = _number(facts, "sappers"), _number(facts, "length")
    if sappers and length is not None:
        yield Outcome("takes", cover_time(book, int(sappers), length), ("NAP-ENG-3",))


def _demolish(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how long a demolition takes: of sappers, or of guns, which only change what they hit."""
    by_guns = _holds(book, facts, "artillery")
    yield from asked(book, facts, ("target", "length"), "NAP-LIN-19" if by_guns else "NAP-ENG-4")
    sappers, length = _number(facts, "sappers"), _number(facts, "length")
    if length is None or "target" not in facts:
        return
    if by_guns:
        becomes = book.looked_up("shot-to", facts)
        yield Outcome("becomes", becomes.values["becomes"], becomes.rules)
        halves = halves_of_fire(book, length)
        yield Outcome("takes", halves * book.number("half.quarters"), ("NAP-LIN-19",))
    elif sappers:
        found = book.looked_up("demolition", facts)
        periods = Fraction(str(found.values["periods"]))
        yield Outcome("takes", demolition_time(book, int(sappers), length, periods), found.rules)


OBSTACLES: Mapping[str, tuple[Reckon, ...]] = {
    "cross": (_cross,),
    "fire": (_fire,),
    "fight": (_fight,),
    "bridge": (_bridge,),
    "build": (_build,),
    "demolish": (_demolish,),
}
"""For each act what reckons."""
