"""Halting before an enemy, face to face: how far an advance may go."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from deduce.cards.judge.facts import named
from deduce.ruling.amounts import amount_of
from deduce.ruling.asking import outcome_words, verdict
from deduce.ruling.judgement import Judgement, Outcome, Question, Refusal
from deduce.ruling.languages import Words, filled
from deduce.ruling.procedures import procedure
from deduce.tabletop.rulings import Verdict

if TYPE_CHECKING:
    from deduce.cards.edition import Edition
    from deduce.cards.judge.facts import Company, Measure, Measured
    from deduce.ruling.amounts import Amount

__all__ = ["approach", "furthest", "must_halt"]

RULE = "CC-MOVE-4"
DECISION = "DEC-17"


@procedure(RULE)
def must_halt(edition: Edition, begins: Measure, now: Measure) -> bool:
    """Tell whether an advance towards an enemy, both facing each other, ends where it is now.

    Args:
        edition: The rules.
        begins: How far the enemy was when the move began.
        now: How far he is now.
    """
    halt, how = edition.number("halt.distance"), edition.choice(DECISION)
    here = amount_of(now, "the distance now")
    if how == "stop":
        return here < halt
    if how == "close":
        return here <= halt < amount_of(begins, "the distance at the beginning")
    return how == "literal" and here <= halt


@procedure(RULE)
def furthest(edition: Edition, begins: Measure) -> Amount:
    """Return how far a unit may advance straight at an enemy, both facing each other; at most to contact.

    Examples:
        >>> from deduce.cards.edition import edition_of
        >>> furthest(edition_of("en"), 35), furthest(edition_of("fr"), 35)
        (Fraction(151, 10), 15)

    Args:
        edition: The rules.
        begins: How far the enemy is when the move begins.
    """
    return _furthest(edition, amount_of(begins, "the distance at the beginning"), edition.choice(DECISION))


def _furthest(edition: Edition, start: Amount, how: str) -> Amount:
    """Return how far a unit may advance under a choice."""
    halt = edition.number("halt.distance")
    if how == "off" or (how == "close" and start <= halt):
        return start
    if how == "stop":
        step = Fraction(edition.number("halt.step"))
        steps = floor((start - halt) / step) + 1 if start >= halt else 0
        return _whole(min(steps * step, Fraction(start)))
    return _whole(Fraction(max(start - halt, 0)))


def approach(edition: Edition, unit: Company, enemy: Company, measured: Measured) -> Judgement:
    """Tell whether a unit may advance so far straight at an enemy (`advance`), and where it ends (`ends`).

    The bearings are those after the unit's pivot.
    """
    called = Words("advancing on the enemy", "avancer sur l'ennemi")
    choice = f"{DECISION}={edition.choice(DECISION)}"
    unclear = _unclear(edition, unit, enemy, measured)
    if unclear is not None:
        questions = tuple(Question(each.feature, each.asks, (RULE,), (choice,)) for each in unclear)
        return Judgement("approach", called, Verdict.UNKNOWN, (), questions, (), (choice,))
    if measured.begins is None or measured.advance is None or not _face_each_other(edition, enemy, measured):
        return Judgement("approach", called, Verdict.ALLOWED)
    begins, wish = amount_of(measured.begins, "begins"), amount_of(measured.advance, "advance")
    most = _furthest(edition, begins, edition.choice(DECISION))
    words = [word for word, _ in edition.law.decisions[DECISION].choices]
    if wish <= most:
        there = _whole(Fraction(begins - wish))
        told = outcome_words(edition.law, "ends", there, named(unit, enemy))
        ends = Outcome("ends", there, (RULE,), (), told)
        hangs = any(_furthest(edition, begins, word) < wish for word in words)
        return Judgement("approach", called, Verdict.ALLOWED, (), (), (ends,), (choice,) if hangs else ())
    centimetres = edition.law.units["cm"]
    length, limit = centimetres.said(wish), centimetres.said(most)
    found = Words(f"the way is {length.en}", f"le trajet : {length.fr}")
    wanted = Words(f"at most {limit.en}", f"au plus {limit.fr}")
    refusal = Refusal("halt", (RULE,), found, wanted, (choice,))
    return Judgement("approach", called, Verdict.REFUSED, (refusal,), choices=(choice,))


def _unclear(
    edition: Edition, unit: Company, enemy: Company, measured: Measured
) -> tuple[Question, ...] | None:
    """Return what has to be measured to tell how an advance halts; None if nothing has."""
    known = {**enemy.as_other(), **measured.as_facts()}
    names = named(unit, enemy)
    judged = verdict(edition.law, "face-each-other", known, names)
    if judged.verdict is Verdict.REFUSED:
        return None
    missing = [
        Question(name, filled(edition.law.features[name].asked(), {**edition.law.names, **names}))
        for name in ("begins", "advance")
        if getattr(measured, name) is None
    ]
    return (*judged.questions, *missing) or None


def _face_each_other(edition: Edition, enemy: Company, measured: Measured) -> bool:
    known = {**enemy.as_other(), **measured.as_facts()}
    return verdict(edition.law, "face-each-other", known).is_allowed


def _whole(number: Fraction) -> Amount:
    return number.numerator if number.denominator == 1 else number
