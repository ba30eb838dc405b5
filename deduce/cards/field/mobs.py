"""Mobs: where they may go, when they must run, and what becomes of those that cannot (CC-MOB)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.cards.field.gaps import Gap, between, room
from deduce.cards.field.points import HALF_TURN, MARKS, ORIGIN, Point, angle, compass, marks, path, reading
from deduce.cards.field.walking import Walk, inside, is_free

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from deduce.cards.edition import Edition
    from deduce.cards.field.scene import Field, FieldUnit

__all__ = ["DIRECTIONS", "Flight", "Hunted", "Lane", "flight", "must_flee", "wander"]

DIRECTIONS = 2 * HALF_TURN // MARKS
"""How many directions a mob looks in before it gives up: one for each degree."""


@dataclass(frozen=True, slots=True)
class Lane:
    """How far a mob can run in one direction.

    Attributes:
        direction: The direction.
        moved: How far, in marks.
        there: Where the mob then is.
        is_full: Whether it can go as far as a mob can.
        leaves: Whether it would cross the edge of the field before anything else stopped it.
    """

    direction: Point
    moved: int
    there: FieldUnit
    is_full: bool
    leaves: bool


@dataclass(frozen=True, slots=True)
class Flight:
    """What becomes of a mob that must run.

    Attributes:
        field: The field afterwards.
        lane: Where it ran; None if it was removed, or could not move at all.
        is_removed: Whether it was taken off the field (CC-MOB-4).
        room: The farthest, in marks, that it could have run in any direction that was tried.
    """

    field: Field
    lane: Lane | None
    is_removed: bool
    room: int = 0


def must_flee(field: Field, mob: FieldUnit, edition: Edition) -> bool:
    """Whether an enemy in ranks is so near that a mob must run (CC-MOB-3)."""
    trigger = room(edition, "flight.trigger")
    return mob.is_mob and any(between(mob.confused, enemy.ranks, trigger) for enemy in field.enemies(mob))


class Hunted:
    """A mob and whom it keeps away from, looked at once for many directions.

    Args:
        field: The field.
        mob: The mob.
        most: How far it wants to go, in marks.
        edition: The rules.
    """

    def __init__(self, field: Field, mob: FieldUnit, most: int | Fraction, edition: Edition) -> None:
        most = min(most, field.width + field.length)
        self.field: Field = field
        self.mob: FieldUnit = mob
        self.most: int | Fraction = most
        self.edition: Edition = edition
        keep_off, apart = room(edition, "mob.keepOff"), room(edition, "men.apart")
        self._near: list[Point] = []
        self._troops: list[tuple[Gap, int | Fraction]] = []
        self._men: list[tuple[Gap, int | Fraction]] = []
        for enemy in field.enemies(mob):
            farther = []
            for man in mob.confused:
                for foe in enemy.ranks:
                    if reading(man.to(foe).square) < keep_off:
                        self._near.append(foe.to(man))
                    else:
                        farther.append((man, foe))
            self._troops.append((Gap.of_pairs(farther, most, keep_off), keep_off))
            self._men.append((Gap(mob.confused, enemy.living, most, apart), apart))

    def goes_away(self, direction: Point) -> bool:
        """Whether a direction leads away from all who are nearer than a mob may pass (DEC-25)."""
        return all(direction.dot(way) > 0 for way in self._near)

    def lane(self, direction: Point) -> Lane | None:
        """Return how far the mob can run in a direction, keeping off enemy troops (CC-MOB-2).

        None if it would come nearer to those who are too near already (DEC-25).
        """
        if not self.goes_away(direction):
            return None
        whole = path(direction, self.most)
        track = inside(self.field, self.mob.confused, whole)
        last = _clear_until(track, (*self._troops, *self._men))
        leaves = last == len(track) - 1 < len(whole) - 1
        while last > 0 and not is_free(self.field, self.mob.moved(track[last]), self.edition):
            last -= 1
        gone = track[last] if last > 0 else ORIGIN
        is_full = last == len(whole) - 1
        return Lane(direction, reading(gone.square), self.mob.moved(gone), is_full=is_full, leaves=leaves)

    def keeps_off(self, track: Sequence[Point]) -> bool:
        """Whether the mob comes too near to nobody on a path who is not too near already."""
        return _clear_until(track, self._troops) == len(track) - 1


def _clear_until(track: Sequence[Point], gaps: Iterable[tuple[Gap, int | Fraction]]) -> int:
    """Return the last place of a path before somebody is nearer than he may be; -1 if there is none."""
    watched = [(gap, bound) for gap, bound in gaps if gap]
    index = 0
    while index < len(track):
        slack = len(track) - index
        for gap, bound in watched:
            distance = gap.after(track[index])
            if distance < bound:
                return index - 1
            slack = min(slack, int(max(1, distance - bound)))
        index += slack
    return len(track) - 1


def wander(
    field: Field, letter: str, direction: Point, most: int | Fraction, edition: Edition
) -> Walk | None:
    """Return how a mob moves of its owner's will; None if it cannot go that way (CC-MOB-2).

    It never leaves the field and is never removed for that (DEC-26).
    """
    mob = field.unit(letter)
    found = Hunted(field, mob, most, edition).lane(direction)
    if found is None:
        return None
    stopped = "" if found.is_full else "CC-MOVE-9" if found.leaves else "CC-MOB-2"
    return Walk(field.with_unit(found.there), found.moved, stopped)


def flight(field: Field, letter: str, edition: Edition, ways: Iterable[Point] = ()) -> Flight:
    """Return what becomes of a mob that must run (CC-MOB-3, CC-MOB-4).

    It runs as far as a mob can in the first direction in which it can; its owner may name some, then all are
    tried, those that lead away from the enemy first. If there is none, it is removed where the edition says
    so, or where it is only the edge of the field that stops it; else it runs as far as it gets.

    Args:
        field: The field.
        letter: The mob.
        edition: The rules.
        ways: The directions that its owner prefers.
    """
    mob = field.unit(letter)
    hunted = Hunted(field, mob, marks(edition.number("move.mob")), edition)
    away = _away(field, mob, edition)
    every = sorted(compass(DIRECTIONS), key=lambda way: (angle(away, way), way))
    best: Lane | None = None
    farthest = 0
    for way in (*ways, *every):
        found = hunted.lane(way)
        if found is None:
            continue
        if found.is_full:
            return Flight(field.with_unit(found.there), found, is_removed=False, room=found.moved)
        farthest = max(farthest, found.moved)
        if not found.leaves and (best is None or found.moved > best.moved):
            best = found
    if edition.choice("DEC-26") == "full":
        return Flight(field.without(letter), None, is_removed=True, room=farthest)
    if best is not None:
        return Flight(field.with_unit(best.there), best, is_removed=False, room=best.moved)
    hemmed_in = not any(hunted.goes_away(way) for way in every)
    after = field if hemmed_in else field.without(letter)
    return Flight(after, None, is_removed=not hemmed_in, room=farthest)


def _away(field: Field, mob: FieldUnit, edition: Edition) -> Point:
    """Return the direction away from the enemies who make a mob run."""
    trigger = room(edition, "flight.trigger")
    ways = [
        foe.to(man)
        for enemy in field.enemies(mob)
        for man in mob.confused
        for foe in enemy.ranks
        if reading(man.to(foe).square) < trigger
    ]
    return Point(sum(way.x for way in ways), sum(way.y for way in ways)) if ways else ORIGIN
