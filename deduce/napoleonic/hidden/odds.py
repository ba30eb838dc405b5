"""What an enemy unit is likelier to be: under the pace model and named priors, and never without them.

Nothing of this excludes anything. What the rules exclude stands in one column, what is likelier in another
(DEC-32); a profile whose speed no table has is in the first one only.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.belief.belief import Belief
from deduce.evidence.log import Log
from deduce.napoleonic.hidden.pace import FORCED, MOVE, Way, density, most_made
from deduce.problem.chances import weighted
from deduce.problem.problem import Problem, Rule
from deduce.problem.statements import all_of, fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deduce.napoleonic.book import Book
    from deduce.napoleonic.hidden.profiles import Profile
    from deduce.napoleonic.hidden.sightings import Sighting
    from deduce.napoleonic.hidden.unit import Unit
    from deduce.ruling.features import Fact

__all__ = ["EQUAL", "Likelier", "Odds", "Priors", "odds_of"]


@dataclass(frozen=True)
class Priors:
    """What is assumed of an army before anything was seen.

    Attributes:
        rows: Weights, each with the features that it is for and whether it is for forced marches; none for
            every profile alike.
    """

    rows: tuple[tuple[Fraction, Mapping[str, Fact], bool], ...] = ()

    def weights(self, book: Book, profiles: Sequence[Profile]) -> dict[Profile, tuple[Fraction, Fraction]]:
        """Return for each profile how heavy it is at ordinary pace, and on a forced march.

        What a row is for is split evenly between the profiles that it fits.

        Args:
            book: The book.
            profiles: The profiles.
        """
        if not self.rows:
            forced = Fraction(book.number("tell.forced"))
            return dict.fromkeys(profiles, (1 - forced, forced))
        found = dict.fromkeys(profiles, (Fraction(0), Fraction(0)))
        for weight, facts, is_forced in self.rows:
            fitting = [profile for profile in profiles if facts.items() <= profile.facts.items()]
            for profile in fitting:
                ordinary, forced = found[profile]
                part = weight / len(fitting)
                found[profile] = (ordinary, forced + part) if is_forced else (ordinary + part, forced)
        return found


EQUAL = Priors()
"""Nothing is assumed: every profile weighs the same."""


@dataclass(frozen=True)
class Likelier:
    """Something that a unit can be, with how likely it is.

    Attributes:
        profile: What it is.
        way: How it made its last move; None if it made none that counts.
        chance: How likely that is, under the assumptions.
    """

    profile: Profile
    way: Way | None
    chance: Fraction


@dataclass(frozen=True)
class Odds:
    """How likely a unit is what, under assumptions.

    Attributes:
        likelier: What it can be, the likeliest first; nothing if no table has a speed of what is left.
        without_data: What it can be as well, of which no table has the speed.
        moves: How many moves the pace model was asked about.
        is_equal: Whether every profile weighed the same before.
    """

    likelier: tuple[Likelier, ...]
    without_data: tuple[Profile, ...]
    moves: int
    is_equal: bool


def odds_of(unit: Unit, priors: Priors = EQUAL, *, has_pace: bool = True) -> Odds:
    """Return how likely an enemy unit is what.

    Args:
        unit: The unit, with everything that it was seen doing.
        priors: What is assumed of the army.
        has_pace: Whether the pace model is asked; else the priors speak alone for what is not excluded.
    """
    without = unit.without_data
    left = [profile for profile in unit.left if profile not in set(without)]
    weights = priors.weights(unit.book, unit.profiles)
    left = [profile for profile in left if sum(weights[profile])]
    moves = unit.recent_moves()
    is_equal = not priors.rows
    if not left:
        return Odds((), without, len(moves), is_equal)
    domains = {**unit.problem.domains, unit.name: left}
    rules = []
    for move in moves:
        rows = dict(_rows(unit, move, weights, left, has_pace=has_pace))
        domains[unit.way_name(move)] = unit.ways(move)
        rules.append(Rule(str(move.entry), weighted([unit.name, unit.way_name(move)], rows)))
    start = {unit.name: {profile: sum(weights[profile]) for profile in left}}
    log = Log(Problem(domains, rules, priors=start)).extended(unit.log_among(left))
    belief = Belief(log)
    last = unit.way_name(moves[-1]) if moves else None
    found = []
    for profile, chance in belief.probabilities[unit.name].items():
        if last is None:
            found.append(Likelier(profile, None, chance))  # type: ignore[arg-type]
            continue
        for way in unit.ways(moves[-1]):
            share = belief.probability_of(all_of(fact(unit.name, profile), fact(last, way)))
            if share:
                found.append(Likelier(profile, way, share))  # type: ignore[arg-type]
    found.sort(key=lambda each: -each.chance)
    return Odds(tuple(found), without, len(moves), is_equal)


def _rows(
    unit: Unit,
    move: Sighting,
    weights: Mapping[Profile, tuple[Fraction, Fraction]],
    profiles: Iterable[Profile],
    *,
    has_pace: bool,
) -> Iterator[tuple[tuple[Profile, Way], Fraction]]:
    """Iterate over how likely a distance is for each profile and way: its share, by the pace model."""
    ways = unit.ways(move)
    for profile in profiles:
        able = {way for way in ways if not unit.moved(move, way)[profile].is_excluded}
        ordinary, forced = weights[profile]
        for act, share in ((MOVE, ordinary), (FORCED, forced)):
            same = [way for way in ways if way.act == act and way in able]
            for way in same:
                most = most_made(unit.book, unit.facts_of(move, way, profile), way, move.quarters or 1)
                if most is not None:
                    part = share / (ordinary + forced) / len(same)
                    yield (profile, way), part * (density(unit.book, way.length, most) if has_pace else 1)
