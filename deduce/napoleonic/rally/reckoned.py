"""What comes of acts by the procedures of this chapter."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.napoleonic.movement.pace import per_quarter
from deduce.napoleonic.movement.reckoned import paced
from deduce.napoleonic.rally.course import rally_course, rally_move
from deduce.napoleonic.rally.passage import flow
from deduce.ruling.judgement import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.book import Book, Reckon
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Question

__all__ = ["RALLY", "turn_before"]

STARTS = "Q1"
"""The quarter from which a rally has its whole period."""


def turn_before(book: Book, facts: Mapping[str, Fact]) -> int | None:
    """Return how many quarters a rally turns before it moves; None if that is not known.

    Args:
        book: The book.
        facts: What is known: engaged, faces_edge.
    """
    for effect, _ in book.law.comes["rally"]:
        if "turn_takes" in dict(effect.gives):
            truth = effect.truth(facts, book.law.numbers)
            if truth is not False:
                return int(book.number("rally.turn")) if truth else None
    return 0


def _rally(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how far a rally goes: by the move of the column, less the turn in its first period."""
    found = rally_move(book, facts)
    yield from found.questions
    turn, is_engaged = turn_before(book, facts), facts.get("engaged")
    speed = found.amount("per_period")
    if speed is None:
        return
    rules = tuple(dict.fromkeys(("NAP-RALLY-3", *found.rules)))
    yield Outcome("per_period", speed, rules)
    yield Outcome("per_quarter", per_quarter(book, speed), ("NAP-DIST-3",))
    if turn is not None and isinstance(is_engaged, bool) and facts.get("quarter") == STARTS:
        legs = rally_course(book, speed, is_engaged=is_engaged, turn=turn)
        yield Outcome("left_this_period", sum((leg.way for leg in legs), Fraction(0)), ("NAP-RALLY-5",))


def _flow(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how long filing through a gap takes cavalry."""
    gap, figures = facts.get("gap"), facts.get("figures")
    if facts.get("arm") != "cav" or not isinstance(gap, int | Fraction) or not isinstance(figures, int):
        return
    found = rally_move(book, facts)
    yield from found.questions
    speed = found.amount("per_period")
    filed = None if speed is None else flow(book, figures, gap, speed)
    if filed is not None:
        choice = (f"DEC-8={book.choice('DEC-8')}",)
        yield Outcome("abreast", filed.abreast, ("NAP-RALLY-24",))
        yield Outcome("takes", filed.quarters, ("NAP-RALLY-23",), choice)


RALLY: Mapping[str, tuple[Reckon, ...]] = {
    "rally": (_rally,),
    "follow": (paced("follow"),),
    "flow": (_flow,),
}
"""For each act what reckons."""
