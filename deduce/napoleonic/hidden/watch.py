"""What to watch of an enemy unit: how much its next quarter on open ground would tell, in bits (DEC-32)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.belief.belief import Belief
from deduce.evidence.log import Log
from deduce.napoleonic.hidden.odds import EQUAL, odds_of
from deduce.napoleonic.hidden.pace import MOVE, full_move
from deduce.napoleonic.movement.pace import per_quarter
from deduce.problem.problem import Problem
from deduce.problem.statements import among
from deduce.question.measure import measured
from deduce.question.question import Question

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.hidden.odds import Priors
    from deduce.napoleonic.hidden.unit import Unit

__all__ = ["Watch", "heard_at", "watch_of"]


@dataclass(frozen=True)
class Watch:
    """What the next quarter of a unit on open ground would tell.

    Attributes:
        bits: How much it tells on average, under the pace model; 0 if it tells nothing.
        distances: The distances that a quarter at full pace can be, for what is left with data.
    """

    bits: float
    distances: tuple[Fraction, ...]


def watch_of(unit: Unit, priors: Priors = EQUAL) -> Watch:
    """Return what the next whole quarter of a unit on open ground, at ordinary pace, would tell.

    Args:
        unit: The unit.
        priors: What is assumed of the army.
    """
    weights: dict[Fraction, Fraction] = {}
    for each in odds_of(unit, priors).likelier:
        move = full_move(unit.book, unit.facts_as(each.profile), MOVE)
        if move is not None:
            quarter = per_quarter(unit.book, move)
            weights[quarter] = weights.get(quarter, Fraction(0)) + each.chance
    distances = tuple(sorted(weights))
    if len(distances) < 2:
        return Watch(0.0, distances)
    problem = Problem({unit.name: distances}, priors={unit.name: weights})
    heard = {distance: heard_at(unit.book, distance, distances) for distance in distances}
    names = dict.fromkeys(name for row in heard.values() for name in row)
    answers = {name: among(unit.name, [each for each in distances if str(each) == name]) for name in names}
    noise = {name: {name: Fraction(1)} for name in names}
    noise |= {str(distance): row for distance, row in heard.items()}
    return Watch(measured(Belief(Log(problem)), Question("next quarter", answers, noise)).bits, distances)


def heard_at(book: Book, most: Fraction, distances: tuple[Fraction, ...]) -> dict[str, Fraction]:
    """Return how likely which distance is seen of a unit that can go so far in a quarter.

    A distance within the tolerance of one that counts is seen as that; any other as lying between two.

    Args:
        book: The book.
        most: How far it can go.
        distances: All that count, in order.
    """
    full, tolerance = Fraction(book.number("pace.full")), Fraction(book.number("measure.tolerance"))
    found: dict[str, Fraction] = {}
    below = Fraction(0)
    for distance in distances:
        if distance > most:
            break
        start = max(below, distance - tolerance)
        between = max(Fraction(0), start - below)
        near = min(distance + tolerance, most) - start
        found[f"below {distance}"] = (1 - full) * between / most
        found[str(distance)] = (1 - full) * near / most
        below = min(distance + tolerance, most)
    found[str(most)] += full
    return {name: share for name, share in found.items() if share}
