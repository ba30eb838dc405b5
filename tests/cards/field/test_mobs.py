"""Mobs: free moves, flights and what is removed (CC-MOB)."""

from __future__ import annotations

import random

import pytest

from cards.field import naive
from cards.field.scenes import EAST, EN, FR, NORTH, SOUTH, WEST, at, field, mob, random_field, unit
from deduce.cards.edition import Edition, edition_of
from deduce.cards.field.mobs import Hunted, flight, must_flee, wander
from deduce.cards.field.points import Point, closest, compass, path, reading
from deduce.cards.field.scene import Field, FieldUnit
from deduce.cards.field.walking import is_free


@pytest.mark.parametrize("rules", [EN, FR])
@pytest.mark.parametrize("direction", [NORTH, SOUTH, EAST, WEST, Point(3, 4)])
def test_cc_mob_2_up_to_30_in_any_direction(rules: Edition, direction: Point) -> None:
    scene = field(mob("b", at(100, 100), at(103, 101)))
    walk = wander(scene, "b", direction, 300, rules)
    assert walk is not None
    assert (walk.moved, walk.stopped) == (300, "")
    assert EN.number("move.mob") == FR.number("move.mob") == 30


@pytest.mark.parametrize(("aside", "moved"), [("15.0", 300), ("14.9", None)])
def test_cc_mob_2_passing_troops_at_15(aside: str, moved: int | None) -> None:
    """The bound of 15.11: 15.0 is allowed, 14.9 is not."""
    scene = field(mob("b", at(100, 100)), unit("r", at(100, 120).moved(at(aside, 0)), NORTH))
    walk = wander(scene, "b", NORTH, 300, EN)
    assert walk is not None
    if moved is None:
        assert walk.stopped == "CC-MOB-2"
        assert closest(walk.field.unit("b").confused, scene.unit("r").ranks) >= 150  # type: ignore[operator]
    else:
        assert walk.moved == moved


def test_cc_mob_2_only_men_in_ranks_are_enemy_troops() -> None:
    """DEC-27: a mob passes a mob, but not through its men."""
    scene = field(mob("b", at(100, 100)), mob("r", at(105, 110)))
    walk = wander(scene, "b", NORTH, 300, EN)
    assert walk is not None
    assert walk.moved == 300
    walk = wander(field(mob("b", at(100, 100)), mob("r", at(100, 110))), "b", NORTH, 300, EN)
    assert walk is not None
    assert walk.moved == 90


def test_cc_mob_2_from_within_15_it_only_goes_away() -> None:
    """DEC-25."""
    scene = field(mob("b", at(100, 100)), unit("r", at(100, 110), SOUTH))
    assert wander(scene, "b", NORTH, 300, EN) is None
    assert wander(scene, "b", EAST, 300, EN) is None
    for direction in (SOUTH, Point(10, -1)):
        walk = wander(scene, "b", direction, 300, EN)
        assert walk is not None
        assert walk.moved == 300


@pytest.mark.parametrize("rules", [EN, FR])
def test_cc_mob_4_a_free_move_is_never_removed(rules: Edition) -> None:
    """DEC-26."""
    walk = wander(field(mob("b", at(100, 10))), "b", SOUTH, 300, rules)
    assert walk is not None
    assert (walk.moved, walk.stopped) == (100, "CC-MOVE-9")


@pytest.mark.parametrize(
    ("rules", "apart", "runs"),
    [(EN, "19.9", True), (EN, "20.0", False), (FR, "14.9", True), (FR, "15.0", False)],
)
def test_cc_mob_3_who_must_run(rules: Edition, apart: str, runs: bool) -> None:
    """DEC-25: when an enemy in ranks is less than 20 (`en`) or 15 (`fr`) away, whichever way he looks."""
    scene = field(mob("b", at(100, 100)), unit("r", at(100, 100).moved(at(0, apart)), NORTH))
    assert must_flee(scene, scene.unit("b"), rules) == runs
    scene = field(mob("b", at(100, 100)), mob("r", at(100, 110)))
    assert not must_flee(scene, scene.unit("b"), rules)


def test_cc_mob_3_it_runs_straight_away_for_the_full_distance() -> None:
    scene = field(mob("b", at(100, 100)), unit("r", at(100, 110), SOUTH))
    for rules in (EN, FR):
        found = flight(scene, "b", rules)
        assert not found.is_removed
        assert found.lane is not None
        assert found.lane.moved == 300
        assert found.field.unit("b").confused == (at(100, 70),)


def test_cc_mob_3_its_owner_picks_the_direction() -> None:
    scene = field(mob("b", at(100, 100)), unit("r", at(100, 110), SOUTH))
    found = flight(scene, "b", EN, [NORTH, Point(1, -1)])
    assert found.lane is not None
    assert found.lane.direction == Point(1, -1)


def lane_of_25(y: int, *more: FieldUnit) -> Field:
    """A mob that has one way to run, and something at its end after 25."""
    posts = (unit("q", at(85, y), NORTH), unit("r", at(115, y), NORTH))
    return field(mob("b", at(100, y)), unit("p", at(100, y + 10), SOUTH), *posts, *more)


def test_cc_mob_4_en_25_to_the_edge_is_removed() -> None:
    """The bound of 15.11: forced to flee that way only."""
    found = flight(lane_of_25(25), "b", EN)
    assert found.is_removed
    assert not found.field.has("b")
    found = flight(lane_of_25(30), "b", EN)
    assert not found.is_removed
    assert found.field.unit("b").confused == (at(100, 0),)


def test_cc_mob_4_fr_over_the_edge_is_removed_but_not_when_blocked() -> None:
    """The bound of 15.11: blocked by enemies after 25 it stays."""
    scene = field(mob("b", at(3, 3)), unit("p", at(10, 10), SOUTH))
    for rules in (EN, FR):
        found = flight(scene, "b", rules)
        assert found.is_removed
        assert not found.field.has("b")
    scene = lane_of_25(125, unit("s", at(100, 85), NORTH))
    assert flight(scene, "b", EN).is_removed
    found = flight(scene, "b", FR)
    assert not found.is_removed
    assert found.lane is not None
    assert (found.lane.moved, found.field.unit("b").confused) == (250, (at(100, 100),))


def test_cc_mob_4_hemmed_in_by_enemies() -> None:
    """Nowhere to go from those who are too near already: removed in `en`; in `fr` no edge was crossed."""
    ring = [unit(letter, at(100, 100).moved(way), NORTH) for letter, way in zip("nopq", RING, strict=True)]
    scene = field(mob("b", at(100, 100)), *ring)
    assert flight(scene, "b", EN).is_removed
    found = flight(scene, "b", FR)
    assert (found.is_removed, found.lane, found.field) == (False, None, scene)


RING = (at(8, 0), at(-8, 0), at(0, 8), at(0, -8))


@pytest.mark.parametrize("house", ["", "mob.keepOff=10", "move.mob=20, men.apart=2"])
def test_cc_mob_2_lanes_are_those_of_the_naive_field(house: str) -> None:
    rules = edition_of("en", house)
    seen = set()
    for seed in range(40):
        scene = random_field(seed, rules)
        rng = random.Random(seed)
        for one in scene.units:
            if not one.is_mob:
                continue
            most = rng.choice([100, 300])
            hunted = Hunted(scene, one, most, rules)
            for direction in rng.sample(compass(360), 6):
                found = hunted.lane(direction)
                track = path(direction, most)
                may_run, last, leaves = naive.lane(scene, one, (*track,), rules)
                assert (found is not None) == may_run, (seed, one.letter, direction)
                if found is not None:
                    assert found.moved == reading(track[last].square), (seed, one.letter, direction)
                    assert found.leaves == leaves
                    assert found.is_full == (last == len(track) - 1)
                    if found.moved:
                        assert is_free(scene, found.there, rules)
                    seen.add((found.is_full, found.leaves))
    assert seen == {(True, False), (False, False), (False, True)}


@pytest.mark.parametrize("rules", [EN, FR])
def test_cc_mob_4_whoever_runs_ends_where_he_may(rules: Edition) -> None:
    """A removed mob had no lane in any whole degree; another ran one."""
    removed = 0
    for seed in range(40):
        scene = random_field(seed, EN, width=500, length=400)
        for one in scene.units:
            if not must_flee(scene, one, rules):
                continue
            found = flight(scene, one.letter, rules)
            if found.lane is not None and found.lane.is_full:
                assert found.field == scene.with_unit(found.lane.there)
                assert found.lane == Hunted(scene, one, 300, EN).lane(found.lane.direction)
                continue
            hunted = Hunted(scene, one, 300, EN)
            assert not any(lane.is_full for way in compass(360) if (lane := hunted.lane(way)) is not None)
            removed += found.is_removed
            if found.is_removed:
                assert found.field == scene.without(one.letter)
            else:
                assert rules.choice("DEC-26") == "edge"
    assert removed > 0
