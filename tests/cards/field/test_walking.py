"""Pivots, advances, and where they end: CC-MOVE."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cards.field import naive
from cards.field.scenes import EAST, EN, FR, NORTH, SOUTH, WEST, at, field, random_field, random_heading, unit
from deduce.cards.edition import Edition, edition_of
from deduce.cards.engine.units import Arm
from deduce.cards.field.points import Point, closest, path, reading
from deduce.cards.field.scene import Field, Site
from deduce.cards.field.walking import REACH, Walk, advance, is_free, pivoted


def gone(field: Field, letter: str, rules: Edition, most: int = 200, heading: Point = NORTH) -> Walk:
    """How a unit goes that can go."""
    found = advance(field, letter, heading, most, rules)
    assert found is not None
    return found


def distance(walk: Walk, one: str, other: str) -> int | None:
    return closest(walk.field.unit(one).ranks, walk.field.unit(other).ranks)


def face_to_face(apart: str, men: int = 1) -> Field:
    """Two units so far from each other, both facing."""
    return field(unit("b", at(100, 100), men=men), unit("r", at(100, 100).moved(at(0, apart)), SOUTH, men))


@pytest.mark.parametrize("arm", [*REACH])
def test_cc_move_1_greatest_advances(arm: Arm) -> None:
    for rules in (EN, FR):
        assert rules.number(REACH[arm]) == (40 if arm is Arm.HORSE else 20)
        most = int(rules.number(REACH[arm]) * 10)
        walk = gone(field(unit("b", at(100, 100), arm=arm)), "b", rules, most)
        assert (walk.moved, walk.stopped) == (most, "")


def test_cc_move_2_and_3_a_unit_pivots_and_goes_straight_ahead() -> None:
    before = unit("b", at(100, 100), men=8)
    walk = gone(field(before), "b", EN, 200, Point(3, 4))
    now = walk.field.unit("b")
    assert now.heading == Point(3, 4)
    assert now.centre == at(112, 116)
    assert now.ranks[0] == now.centre
    assert now.ranks == replace(now, heading=Point(3, 4)).formed(EN).ranks


def test_cc_move_3_a_pivot_costs_nothing_and_is_a_move_of_its_own() -> None:
    before = unit("b", at(100, 100), men=8)
    walk = gone(field(before), "b", EN, 0, EAST)
    now = walk.field.unit("b")
    assert (walk.moved, now.centre, now.heading) == (0, before.centre, EAST)
    assert now.ranks != before.ranks
    assert gone(field(before), "b", EN, 200, EAST).moved == 200


def test_cc_move_3_a_gun_pivots_on_its_axle() -> None:
    before = unit("g", at(100, 100), men=4, arm=Arm.GUNS)
    now = gone(field(before), "g", EN, 0, EAST).field.unit("g")
    assert now.axle == before.axle == at(100, 100)
    assert before.centre == at(100, 98)
    assert now.centre == at(98, 100)
    later = gone(field(before), "g", EN, 100, EAST).field.unit("g")
    assert (later.axle, later.centre) == (at(110, 100), at(108, 100))


def test_cc_move_2_backward_and_sideways_where_the_house_plays_it() -> None:
    walk = advance(field(unit("b", at(100, 100), men=6)), "b", NORTH, 100, EN, direction=SOUTH)
    assert walk is not None
    assert walk.field.unit("b").centre == at(100, 90)
    assert walk.field.unit("b").heading == NORTH


def test_cc_move_4_foot_35_away_both_facing() -> None:
    """The bound of 15.11: `en` ends at 19.9, `fr` at 20.0."""
    scene = face_to_face("35")
    walk = gone(scene, "b", EN)
    assert (walk.moved, distance(walk, "b", "r"), walk.stopped, walk.by) == (151, 199, "CC-MOVE-4", "r")
    walk = gone(scene, "b", FR)
    assert (walk.moved, distance(walk, "b", "r"), walk.stopped, walk.by) == (150, 200, "CC-MOVE-4", "r")


def test_cc_move_4_fr_closes_in_from_where_it_halted() -> None:
    halted = gone(face_to_face("35"), "b", FR)
    for most, left in ((121, 79), (150, 50), (200, 10)):
        walk = gone(halted.field, "b", FR, most)
        assert distance(walk, "b", "r") == left
    assert walk.stopped == "CC-MOVE-6"


def test_cc_move_4_fr_halts_at_the_bound_from_every_direction() -> None:
    """However crooked the line, the ruler reads 20.0 in the end, so that the next turn may close in."""
    rng = random.Random(5)
    for _ in range(60):
        heading = random_heading(rng)
        there = Point(
            round(330 * heading.x / heading.square**0.5), round(330 * heading.y / heading.square**0.5)
        )
        foe = unit("r", at(100, 100).moved(there), Point(-heading.x, -heading.y), 3)
        scene = field(unit("b", at(100, 100), heading, 5), foe)
        walk = gone(scene, "b", FR, 200, heading)
        assert (distance(walk, "b", "r"), walk.stopped) == (200, "CC-MOVE-4")
        assert distance(gone(walk.field, "b", FR, 150, heading), "b", "r") in {49, 50, 51}
        walk = gone(scene, "b", EN, 200, heading)
        assert (distance(walk, "b", "r"), walk.stopped) == (199, "CC-MOVE-4")


def test_cc_move_4_en_whoever_is_there_comes_no_nearer() -> None:
    halted = gone(face_to_face("35"), "b", EN).field
    assert gone(halted, "b", EN).moved == 0
    # It may turn away and go, or turn round where it stands.
    assert gone(halted, "b", EN, 200, SOUTH).moved == 200
    assert gone(halted, "b", EN, 0, EAST).moved == 0
    # Sideways it keeps the distance; half left would come nearer.
    sideways = advance(halted, "b", NORTH, 50, EN, direction=WEST)
    assert sideways is not None
    assert sideways.moved == 50


def test_cc_move_4_literal_never_comes_within_the_bound() -> None:
    literal = edition_of("fr", "DEC-17=literal")
    halted = gone(face_to_face("35"), "b", literal)
    assert distance(halted, "b", "r") == 200
    assert gone(halted.field, "b", literal).moved == 0


def test_cc_move_4_off_goes_on_to_contact() -> None:
    walk = gone(face_to_face("15"), "b", edition_of("en", "DEC-17=off"))
    assert (distance(walk, "b", "r"), walk.stopped) == (10, "CC-MOVE-6")


def test_cc_move_4_only_units_that_face_each_other_halt() -> None:
    looking_away = field(unit("b", at(100, 100)), unit("r", at(100, 125), NORTH))
    assert gone(looking_away, "b", EN).stopped == ""
    assert distance(gone(looking_away, "b", EN), "b", "r") == 50


def test_cc_move_4_a_mob_stops_nobody() -> None:
    foe = unit("r", at(100, 125), SOUTH)
    scene = field(unit("b", at(100, 100)), replace(foe, ranks=(), confused=foe.ranks))
    for rules in (EN, FR):
        walk = gone(scene, "b", rules)
        assert (walk.moved, walk.stopped) == (200, "")


def test_cc_move_4_any_man_of_the_unit_counts() -> None:
    """The wing comes near first."""
    scene = field(unit("b", at(100, 100), men=6, files=6), unit("r", at(106, 130), SOUTH))
    walk = gone(scene, "b", EN)
    assert distance(walk, "b", "r") == 199
    assert walk.moved == 101


@pytest.mark.parametrize(
    ("house", "moved"), [("halt.distance=15", 201), ("halt.distance=25, halt.step=1/10", 101)]
)
def test_cc_move_4_the_distance_is_the_houses(house: str, moved: int) -> None:
    assert gone(face_to_face("35"), "b", edition_of("en", house), 400).moved == moved


def test_cc_move_5_en_passes_an_enemy_as_near_as_20() -> None:
    def passing(aside: str) -> Field:
        return field(
            unit("b", at(100, 100), arm=Arm.HORSE), unit("r", at(100, 110).moved(at(aside, 0)), EAST)
        )

    assert gone(passing("20.0"), "b", EN, 400).moved == 400
    walk = gone(passing("19.9"), "b", EN, 400)
    assert closest(walk.field.unit("b").ranks, walk.field.unit("r").ranks) == 199
    assert walk.moved < 400
    # It may go in if it ends there, and `fr` says nothing.
    assert gone(passing("10"), "b", EN, 100).moved == 100
    assert gone(passing("10"), "b", FR, 400).moved == 400
    assert gone(passing("10"), "b", edition_of("en", "DEC-18=off"), 400).moved == 400


def test_cc_move_6_through_friends_but_not_upon_them() -> None:
    scene = field(unit("b", at(100, 100)), unit("c", at(100, 110)))
    assert gone(scene, "b", EN, 200).moved == 200
    assert gone(scene, "b", EN, 100).moved == 90
    assert gone(scene, "b", EN, 109).moved == 90
    assert gone(scene, "b", EN, 110).moved == 110
    assert gone(scene, "b", EN, 100).stopped == ""


def test_cc_move_6_never_through_enemies() -> None:
    mobbed = unit("r", at(100, 110), SOUTH)
    for foe in (replace(mobbed, heading=NORTH), replace(mobbed, ranks=(), confused=mobbed.ranks)):
        walk = gone(field(unit("b", at(100, 100)), foe), "b", FR)
        assert (walk.moved, walk.stopped, walk.by) == (90, "CC-MOVE-6", "r")


def test_cc_move_9_nobody_leaves_the_field() -> None:
    walk = gone(field(unit("b", at(195, 100), men=4)), "b", EN, 200, EAST)
    assert (walk.stopped, walk.moved) == ("CC-MOVE-9", 50)
    assert max(man.x for man in walk.field.unit("b").ranks) == 2000
    # Nobody can pivot there: a wing would stand outside.
    assert advance(field(unit("b", at(200, 100), EAST, 4, files=2)), "b", NORTH, 0, EN) is None


def test_cc_move_9_terrain_hinders_nobody() -> None:
    from deduce.cards.field.terrain import Ground, Line

    wall = Line(Ground.WALL, (at(80, 110), at(120, 110)))
    assert gone(field(unit("b", at(100, 100), men=8), terrain=(wall,)), "b", EN).moved == 200


def test_cc_win_2_sites_are_met_on_the_way() -> None:
    sites = (Site(at(100, 110), 20), Site(at(100, 135), 100), Site(at(130, 110), 100), Site(at(100, 90), 50))
    scene = field(unit("b", at(100, 100)), sites=sites)
    assert gone(scene, "b", EN, 200).sites == {0}
    assert gone(scene, "b", EN, 250).sites == {0, 1}
    assert gone(scene, "b", EN, 70).sites == frozenset()
    assert gone(scene, "b", EN, 80).sites == {0}


HOUSES = (
    "",
    "DEC-17=literal",
    "DEC-17=off",
    "DEC-18=off",
    "men.apart=3",
    "halt.distance=12.5",
    "facing.halfAngle=30",
)


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("name", ["en", "fr"])
def test_cc_move_advances_are_those_of_the_naive_field(name: str, house: str) -> None:
    """Every place of the path looked at, with floats."""
    rules = edition_of(name, house)
    stops = set()
    for seed in range(20):
        scene = random_field(seed, rules)
        rng = random.Random(seed)
        for letter in [one.letter for one in scene.units if one.ranks]:
            before = scene.unit(letter)
            foes = [foe for foe in scene.enemies(before) if foe.ranks]
            heading = random_heading(rng) if rng.random() < 0.3 else before.heading
            if foes and rng.random() < 0.6:
                foe = rng.choice(foes)
                heading = before.eye.to(foe.eye)
                scene = scene.with_unit(pivoted(foe, foe.eye.to(before.eye), rules))
            if not heading.square:
                continue
            most = rng.choice([0, 50, 200, 400])
            walk = advance(scene, before.letter, heading, most, rules)
            there = pivoted(before, heading, rules)
            track = path(heading, most)
            end = naive.furthest_end(scene, before, there, track, rules)
            if walk is None:
                assert end is None, (seed, before.letter)
                continue
            assert end is not None, (seed, before.letter)
            assert walk.field.unit(before.letter) == there.moved(track[end]), (seed, before.letter)
            assert walk.moved == reading(track[end].square)
            assert is_free(walk.field, walk.field.unit(before.letter), rules)
            stops.add(walk.stopped)
    assert stops >= {"", "CC-MOVE-6", "CC-MOVE-9"}
    assert ("CC-MOVE-4" in stops) == (rules.choice("DEC-17") != "off")
