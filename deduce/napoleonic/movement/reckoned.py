"""What comes of acts by the procedures of this chapter."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.napoleonic.movement.pace import missing, move_of, per_quarter, quarters_for, share_of_move
from deduce.napoleonic.movement.states import re_forming
from deduce.napoleonic.movement.turns import turn_time
from deduce.napoleonic.movement.wheels import wheeled
from deduce.ruling.asking import Found
from deduce.ruling.judgement import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.book import Book, Reckon
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Question

__all__ = ["MOVEMENT", "change_time", "paced", "taken"]

OPEN = frozenset({"open"})


def paced(act: str, formation: str = "") -> Reckon:
    """Return what tells how far a unit goes in an act.

    Args:
        act: The act.
        formation: In the move of which formation; that of the unit if nothing is said.
    """

    def reckon(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
        stands = {**facts, "formation": formation} if formation else facts
        found = move_of(book, stands)
        yield from found.questions
        share = share_of_move(book, act, facts)
        most = found.amount("per_period")
        if most is None or share.factor is None:
            return
        speed = most * share.factor
        rules = tuple(dict.fromkeys((*found.rules, *share.rules)))
        yield Outcome("per_period", speed, rules, (*found.choices, *share.choices))
        yield Outcome("per_quarter", per_quarter(book, speed), ("NAP-DIST-3",), share.choices)
        advance = facts.get("advance")
        is_open = facts.get("path") == OPEN and facts.get("ground", OPEN) == OPEN
        if is_open and isinstance(advance, int | Fraction) and speed:
            yield Outcome("takes", quarters_for(book, advance, speed), ("NAP-DIST-3",), share.choices)

    return reckon


def taken(found: Found) -> Iterator[Outcome | Question]:
    """Iterate over how long something takes, as a table has it, or what has to be known to tell."""
    yield from found.questions
    if "takes" in found.values:
        yield Outcome("takes", found.values["takes"], found.rules, found.choices)


def change_time(book: Book, facts: Mapping[str, Fact]) -> Found:
    """Return how many quarters a change of formation `takes`, by the tables of the nations; or what to ask.

    Args:
        book: The book.
        facts: What is known: nation, arm, kind, status, formation, and `to`.
    """
    found = book.looked_up("times", facts)
    if any(each.feature == "times" for each in found.questions):
        return Found({}, questions=(missing(book, "times", facts, ["to"]),))
    return found


def _wheel(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how long a wheel takes, and how far the unit then still goes."""
    found = move_of(book, facts)
    yield from found.questions
    front, angle, status, arm = (facts.get(name) for name in ("front", "angle", "status", "arm"))
    base = f"base.front.{arm}"
    most = found.amount("per_period")
    if most is None or base not in book.law.numbers or not isinstance(status, str):
        return
    if not isinstance(front, int) or not isinstance(angle, int | Fraction):
        return
    is_loose = book.law.groups["loose"].truth(facts, book.law.numbers) is True
    quarter = per_quarter(book, most)
    wheel = wheeled(book, front * book.number(base), angle, quarter, is_loose=is_loose)
    rule = "NAP-PIVOT-4" if is_loose else "NAP-PIVOT-3"
    yield Outcome("takes", wheel.ready, (rule, "NAP-PIVOT-5"), (f"DEC-1={book.choice('DEC-1')}",))


def _back(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how far a unit steps back: by half of its own move, or of that of a line (DEC-5)."""
    yield from paced("back", "line" if book.choice("DEC-5") == "line" else "")(book, facts)


def _turn(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how long a turn of the figures takes."""
    yield from taken(turn_time(book, facts))


def _change(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how long a change of formation takes."""
    yield from taken(change_time(book, facts))


def _re_form(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how long re-forming takes."""
    yield from taken(re_forming(book, facts))


MOVEMENT: Mapping[str, tuple[Reckon, ...]] = {
    "move": (paced("move"),),
    "forced": (paced("forced"),),
    "oblique": (paced("oblique"),),
    "back": (_back,),
    "wheel": (paced("wheel"), _wheel),
    "about": (_turn,),
    "quarter-turn": (_turn,),
    "change": (_change,),
    "re-form": (_re_form,),
}
"""For each act what reckons."""
