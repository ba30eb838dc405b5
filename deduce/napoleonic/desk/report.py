"""What the desk has to say of a unit that may charge: thresholds, and chances where one guessed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.napoleonic.charge.counter import least_distance
from deduce.napoleonic.charge.speeds import speeds_of
from deduce.napoleonic.desk.guesses import contact_chances, missed_chance
from deduce.napoleonic.desk.thresholds import thresholds
from deduce.ruling.conditions import Limit
from deduce.ruling.languages import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.book import Book
    from deduce.napoleonic.charge.speeds import Speeds
    from deduce.napoleonic.desk.guesses import Guess
    from deduce.napoleonic.desk.thresholds import Thresholds
    from deduce.ruling.amounts import Amount
    from deduce.ruling.conditions import Condition, Leaf
    from deduce.ruling.features import Fact

__all__ = ["Counter", "Report", "report"]

FOOT, HORSE = "inf", "cav"


@dataclass(frozen=True)
class Counter:
    """From which distance on a counter-charge has its bonuses.

    Attributes:
        who: Who would counter-charge.
        pace: What it goes in a quarter.
        least: The distance at the start.
    """

    who: Words
    pace: Amount
    least: Amount


@dataclass(frozen=True)
class Report:
    """What the desk has to say of a unit.

    Attributes:
        speeds: How fast it charges; what is not known of that is asked in them.
        thresholds: What hangs on the distance; None if its speed or its bonus is not known.
        counters: From which distance on counter-charges have their bonuses.
        guess: The distance that was guessed, corrected by the eye of the player where that is known.
        contacts: The chance of each quarter to be the one of the contact, by the half of the declaration.
        missed: The chance of a miss, likewise.
        may_be_countered: Whether the unit that it may charge could counter-charge by its arm.
    """

    speeds: Speeds
    thresholds: Thresholds | None = None
    counters: tuple[Counter, ...] = ()
    guess: Guess | None = None
    contacts: tuple[tuple[Fraction, ...], ...] = ()
    missed: tuple[Fraction, ...] = ()
    may_be_countered: bool = False


def report(
    book: Book,
    facts: Mapping[str, Fact],
    other: tuple[str, Mapping[str, Fact]] | None = None,
    guess: Guess | None = None,
    *,
    is_off_axis: bool = False,
) -> Report:
    """Return what the desk has to say of a unit that may charge.

    Args:
        book: The book.
        facts: What is known of the unit.
        other: The name of the unit that it may charge, and what is known of that; None for any.
        guess: How far that was guessed to be, or is.
        is_off_axis: Whether it turns towards it first.
    """
    speeds = speeds_of(book, facts)
    if speeds.pace is None or not speeds.pace or speeds.bonus is None:
        return Report(speeds)
    found = thresholds(book, speeds.pace, speeds.bonus, is_off_axis=is_off_axis)
    counters = tuple(_counters(book, speeds.pace, facts, other))
    is_countered = other is not None and _may_counter(facts.get("arm"), other[1].get("arm"))
    if guess is None:
        return Report(speeds, found, counters, may_be_countered=is_countered)
    contacts = tuple(contact_chances(guess, legs) for legs in found.legs)
    missed = tuple(missed_chance(guess, legs) for legs in found.legs)
    return Report(speeds, found, counters, guess, contacts, missed, is_countered)


def _counters(
    book: Book, pace: Amount, facts: Mapping[str, Fact], other: tuple[str, Mapping[str, Fact]] | None
) -> Iterator[Counter]:
    """Iterate over those who may counter-charge and whose speed is known; of a named unit only that one."""
    if other is not None:
        name, theirs = other
        speed = speeds_of(book, theirs).pace
        if speed is not None and _may_counter(facts.get("arm"), theirs.get("arm")):
            yield Counter(Words(name, name), speed, least_distance(book, pace, speed))
        return
    for row in book.law.rows:
        per_period = _amount_of(book, dict(row.gives).get("per_period"))
        if row.table != "move" or per_period is None or row.when is None:
            continue
        arms = {arm for leaf in _leaves(row.when, "arm") for arm in (FOOT, HORSE) if leaf.holds(arm, {})}
        if any(_may_counter(facts.get("arm"), arm) for arm in arms):
            speed = Fraction(per_period) / book.number("period.quarters")
            yield Counter(_row_words(book, row.when), speed, least_distance(book, pace, speed))


def _may_counter(charger: Fact | None, arm: Fact | None) -> bool:
    """Tell whether an arm may counter-charge another: infantry not cavalry, guns nobody."""
    return arm in {FOOT, HORSE} and not (arm == FOOT and charger == HORSE)


def _leaves(condition: Condition, feature: str) -> Iterator[Leaf]:
    return (leaf for leaf in condition.leaves() if leaf.feature.name == feature)


def _row_words(book: Book, condition: Condition) -> Words:
    """Return in words to whom a row of a table applies, such as "French infantry company column"."""
    each = [leaf.said(book.law.numbers) for leaf in condition.leaves()]
    return Words(" ".join(words.en for words in each), " ".join(words.fr for words in each))


def _amount_of(book: Book, given: Fact | Limit | None) -> Amount | None:
    """Return a number that a row gives, if it is one."""
    if isinstance(given, Limit):
        return given.value(book.law.numbers)
    return None if given is None or isinstance(given, str | bool | frozenset) else given
