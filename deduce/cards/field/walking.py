"""How units go: the pivot, the straight advance, and where it must or may end.

A path goes from mark to mark (`points.path`), so it is looked at everywhere and nobody steps over a bound.
While everything is far away many marks are taken at once: no distance shrinks by more than one mark for
each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deduce.cards.engine.units import Arm
from deduce.cards.field.gaps import Gap, between, room
from deduce.cards.field.points import Point, closest, marks, path, reading, set_out
from deduce.cards.field.sight import faces

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from deduce.cards.edition import Edition
    from deduce.cards.field.scene import Field, FieldUnit

__all__ = ["REACH", "Walk", "advance", "behind", "inside", "is_free", "pivoted", "sites_met"]

REACH = {Arm.FOOT: "move.infantry", Arm.HORSE: "move.cavalry", Arm.GUNS: "move.artillery"}
"""The number of the rules that says how far a unit advances."""


@dataclass(frozen=True, slots=True)
class Walk:
    """How a unit went.

    Attributes:
        field: The field afterwards.
        moved: How far it went, in marks.
        stopped: The id of the rule that stopped it before it had gone as far as was wanted, or nothing.
        by: The letter of the unit that stopped it, or nothing.
        sites: The sites that its men in ranks came upon.
    """

    field: Field
    moved: int
    stopped: str = ""
    by: str = ""
    sites: frozenset[int] = frozenset()


def pivoted(unit: FieldUnit, heading: Point, edition: Edition) -> FieldUnit:
    """Return a unit after it closed up and pivoted: on its centre man, a gun on its axle (CC-MOVE-3)."""
    centre = unit.centre
    if unit.axle is not None and unit.at_gun:
        centre = behind(unit.axle, heading, edition)
    return unit.formed(edition, heading=heading, centre=centre)


def behind(axle: Point, heading: Point, edition: Edition) -> Point:
    """Return where the centre man of a gun's crew stands: right behind the axle."""
    return set_out(axle, heading, 1, 2, marks(edition.number("men.spacing")))[1]


def is_free(field: Field, unit: FieldUnit, edition: Edition) -> bool:
    """Whether a unit may stand where it does: on the field, and apart from the men of all others (DEC-11)."""
    apart = room(edition, "men.apart")
    return all(map(field.reaches, unit.living)) and not any(
        between(unit.living, other.living, apart) for other in field.others(unit)
    )


def sites_met(field: Field, men: Sequence[Point], track: Sequence[Point]) -> frozenset[int]:
    """Return the sites that some men come upon on their way."""
    found = set()
    for number, site in enumerate(field.sites):
        gap = Gap(men, (site.centre,), reading(track[-1].square), site.radius)
        index = 0
        while gap and index < len(track):
            distance = gap.after(track[index])
            if distance <= site.radius:
                found.add(number)
                break
            index += max(1, distance - site.radius)
    return frozenset(found)


class _Watch:
    """One enemy unit, watched while another goes its way.

    Args:
        field: The field before the move.
        walker: The unit that moves, after its pivot.
        enemy: The unit that is watched.
        most: How far the walker goes at most, in marks.
        edition: The rules.
    """

    def __init__(
        self, field: Field, walker: FieldUnit, enemy: FieldUnit, most: int | Fraction, edition: Edition
    ) -> None:
        self.walker, self.enemy, self.edition = walker, enemy, edition
        self.mode = edition.choice("DEC-17")
        self.apart = room(edition, "men.apart")
        self.halt = room(edition, "halt.distance")
        self.step = marks(edition.number("halt.step"))
        self.passing = room(edition, "passBy.distance") if edition.choice("DEC-18") == "ends" else 0
        self.near = max(self.halt + 1, self.passing)
        self.touch = Gap(walker.living, enemy.living, most, self.apart)
        self.gap = Gap(walker.ranks, enemy.ranks, most, self.near)
        self.nearest = self.gap.after()
        begins = closest(field.unit(walker.letter).ranks, enemy.ranks)
        # A unit that begins its move there: what it may do differs (DEC-17).
        self.begins_there = begins is not None and self._is_there(begins)
        self.has_dipped = False

    def _is_there(self, distance: int) -> bool:
        """Whether a distance is so short that an advance halts."""
        return distance < self.halt or (distance == self.halt and self.mode != "stop")

    def _is_step(self, gone: Point) -> bool:
        """Whether the advance is looked at here, where that is not done at every mark (DEC-17)."""
        return self.mode != "stop" or self.step <= 1 or reading(gone.square) % self.step == 0

    def look(self, gone: Point) -> tuple[str, bool, bool, int]:
        """Look at a place of the path, each in its turn.

        Returns:
            The id of the rule by which the walker goes no farther, or nothing; whether it could be here at
            all; whether the path may end here; and after how many marks something else can be so.
        """
        touch = self.touch.after(gone)
        if touch < self.apart:
            return "CC-MOVE-6", False, False, 1
        distance = self.gap.after(gone)
        if distance >= self.near:
            return "", True, not self.has_dipped, int(max(1, min(distance - self.near, touch - self.apart)))
        is_mutual = self._is_mutual(gone)
        if is_mutual and self._is_there(distance):
            if not self.begins_there and self.mode != "off" and self._is_step(gone):
                return "CC-MOVE-4", True, True, 1
            if self.begins_there and distance < self.nearest and self.mode in {"stop", "literal"}:
                return "CC-MOVE-4", False, False, 1
        if distance >= self.passing:
            return "", True, not self.has_dipped, 1
        if self.nearest >= self.passing and not is_mutual:
            self.has_dipped = True
        return "", True, True, 1

    def _is_mutual(self, gone: Point) -> bool:
        """Whether both face each other."""
        walker = self.walker.moved(gone)
        return faces(self.enemy, walker, self.edition) and faces(walker, self.enemy, self.edition)


def advance(
    field: Field,
    letter: str,
    heading: Point,
    most: int | Fraction,
    edition: Edition,
    *,
    direction: Point | None = None,
) -> Walk | None:
    """Return how a unit pivots and advances; None if there is no place where it could end.

    It ends as far as it may, and as it wants, where nobody of another unit is too near. Whether it may move
    at all is not asked here: that is the judge's matter.

    Args:
        field: The field.
        letter: The unit; it has men in ranks.
        heading: Where it looks after the pivot.
        most: How far it wants to go, in marks.
        edition: The rules.
        direction: Where it goes, if that is not where it looks (DEC-16).
    """
    walker = pivoted(field.unit(letter), heading, edition)
    most = min(most, field.width + field.length)
    whole = path(direction or heading, most)
    track = inside(field, walker.living, whole)
    watches = [_Watch(field, walker, enemy, most, edition) for enemy in field.enemies(walker)]
    watches = [watch for watch in watches if watch.touch or watch.gap]
    stopped, by = ("CC-MOVE-9", "") if len(track) < len(whole) else ("", "")
    places: list[int] = []
    index = 0
    while index < len(track):
        seen = [(watch, *watch.look(track[index])) for watch in watches]
        may_stay = all(can_be and may_end for _, _, can_be, may_end, _ in seen)
        slack = min((marks_on for *_, marks_on in seen), default=len(track))
        slack = min(slack, len(track) - index)
        if may_stay:
            places.extend(range(index, index + slack))
        last = [(can_be, rule, watch.enemy.letter) for watch, rule, can_be, _, _ in seen if rule]
        if last:
            # What it could not be beside counts before what only halts it.
            _, stopped, by = min(last)
            break
        index += slack
    return _ended(field, walker, track, places, Walk(field, 0, stopped, by), edition)


def inside(field: Field, men: Sequence[Point], track: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the beginning of a path, up to where somebody would leave the field (CC-MOVE-9)."""
    low = Point(min(man.x for man in men), min(man.y for man in men))
    high = Point(max(man.x for man in men), max(man.y for man in men))
    for index, gone in enumerate(track):
        if not (field.reaches(low.moved(gone)) and field.reaches(high.moved(gone))):
            return track[:index]
    return track


def _ended(
    field: Field,
    walker: FieldUnit,
    track: Sequence[Point],
    places: Sequence[int],
    walk: Walk,
    edition: Edition,
) -> Walk | None:
    """Return a walk that ends as far on as anybody may stand."""
    for index in reversed(places):
        gone = track[index]
        there = walker.moved(gone)
        if is_free(field, there, edition):
            return replace(
                walk,
                field=field.with_unit(there),
                moved=reading(gone.square),
                sites=sites_met(field, walker.ranks, track[: index + 1]),
            )
    return None
