"""Facing, sides, clear lines, cover and how a gun is laid: CC-FACE, CC-FIRE-1, DEC-34."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.field.scenes import EAST, EN, NORTH, SOUTH, WEST, at, field, mob, unit
from deduce.cards.edition import edition_of
from deduce.cards.engine.units import Arm, Cover
from deduce.cards.field.points import Point
from deduce.cards.field.sight import aim, bearing, cover_between, faces, is_clear, side_angle
from deduce.cards.field.terrain import Area, Ground, Line


@pytest.mark.parametrize(
    ("x", "y", "read", "does"),
    [(110, 110, 450, True), (110.1, 110, 453, False), (90, 110, 450, True), (100, 90, 1800, False)],
)
def test_cc_face_1_within_45_degrees(x: float, y: float, read: int, does: bool) -> None:
    one, other = unit("b", at(100, 100)), unit("r", at(x, y))
    assert bearing(one, other) == read
    assert faces(one, other, EN) == does


def test_cc_face_1_any_man_in_ranks_will_do_and_no_confused_one() -> None:
    wide = unit("r", at(130, 110), SOUTH, 11, files=11)
    assert faces(unit("b", at(115, 100)), wide, EN)
    one = unit("b", at(100, 100))
    assert not faces(one, wide, EN)
    wing = replace(wide, ranks=(at(130, 110),), confused=(at(101, 110),))
    assert not faces(one, wing, EN)
    assert not faces(one, mob("r", at(100, 110)), EN)
    assert not faces(mob("r", at(100, 110)), one, EN)
    assert bearing(mob("r", at(100, 110)), one) is None


def test_cc_face_1_is_seen_from_the_centre_man_and_from_the_axle() -> None:
    gun = unit("g", at(100, 100), arm=Arm.GUNS, men=4)
    assert gun.eye == at(100, 100)
    assert faces(gun, unit("r", at(110, 110)), EN)
    away = replace(gun, at_gun=False)
    assert away.eye == away.centre == at(100, 98)
    # The centre man fell: his place stays until the unit closes up (DEC-45).
    foot = unit("b", at(100, 100), men=3)
    assert replace(foot, ranks=foot.ranks[1:]).eye == at(100, 100)


def test_cc_face_1_the_angle_is_the_houses() -> None:
    one, other = unit("b", at(100, 100)), unit("r", at(110, 110))
    assert not faces(one, other, edition_of("en", "facing.halfAngle=44.9"))
    assert faces(one, unit("r", at(100, 90)), edition_of("en", "facing.halfAngle=180"))


@pytest.mark.parametrize(
    ("there", "read"), [(at(110, 110), 450), (at(110, 109), 480), (at(110, 90), 1350), (at(110, 89), 1377)]
)
def test_cc_face_2_sides(there: Point, read: int) -> None:
    """Up to 45 the front, above 45 the flank, above 135 the rear: seen from the loser's centre man."""
    assert side_angle(unit("r", at(100, 100)), unit("b", there)) == read


def test_cc_face_2_depends_on_the_centre_man_not_on_the_wings() -> None:
    attacker = unit("b", at(108, 106), WEST, 5, files=5)
    assert side_angle(unit("r", at(100, 100)), attacker) == 531


GUN = unit("g", at(100, 50), NORTH, 4, arm=Arm.GUNS)
WOOD = Area(Ground.WOOD, (at(95, 80), at(105, 80), at(105, 90), at(95, 90)))


def test_cc_fire_1_nothing_is_in_the_way() -> None:
    target = unit("r", at(100, 120), SOUTH, 4)
    assert aim(field(GUN, target), GUN, target, EN) == (at(100, 120), 0, True, Cover.OPEN)


@pytest.mark.parametrize(("aside", "blocks"), [("0", True), ("1.0", True), ("1.1", False)])
def test_cc_fire_1_men_of_other_units_within_1_are_in_the_way(aside: str, blocks: bool) -> None:
    """DEC-32a, friends and foes, in ranks or not; neither the target's own nor the gun's."""
    target, man = unit("r", at(100, 120), SOUTH), at(100, 100).moved(at(aside, 0))
    for other in (unit("b", man), unit("s", man), mob("b", man), mob("s", man)):
        scene = field(GUN, target, other)
        assert is_clear(scene, GUN, target, target.centre, EN) == (not blocks)
    behind = mob("s", at(100, 122))
    assert is_clear(field(GUN, target, behind), GUN, target, target.centre, EN)
    deep = unit("r", at(100, 120), SOUTH, 12)
    assert is_clear(field(GUN, deep), GUN, deep, deep.ranks[-4], EN)


@pytest.mark.parametrize("ground", [Ground.WOOD, Ground.HILL, Ground.VILLAGE])
def test_cc_fire_1_woods_hills_and_villages_are_in_the_way(ground: Ground) -> None:
    target = unit("r", at(100, 120), SOUTH)
    between = replace(WOOD, ground=ground)
    assert not is_clear(field(GUN, target, terrain=(between,)), GUN, target, target.centre, EN)
    # The wood of the target, or of the gun, is not.
    inside = unit("r", at(100, 88), SOUTH)
    assert is_clear(field(GUN, inside, terrain=(between,)), GUN, inside, inside.centre, EN)
    gun = unit("g", at(100, 85), NORTH, arm=Arm.GUNS)
    assert is_clear(field(gun, target, terrain=(between,)), gun, target, target.centre, EN)


@pytest.mark.parametrize("ground", [Ground.WALL, Ground.REDOUBT])
def test_cc_fire_1_walls_and_redoubts_hide_nobody(ground: Ground) -> None:
    target = unit("r", at(100, 120), SOUTH)
    wall = Line(ground, (at(80, 116), at(120, 116)))
    found = aim(field(GUN, target, terrain=(wall,)), GUN, target, EN)
    assert (found.clear, found.cover) == (True, ground.cover)


def test_cc_fire_1_an_edge_that_is_only_touched_hides_nobody() -> None:
    target = unit("r", at(95, 120), SOUTH)
    gun = unit("g", at(95, 50), NORTH, arm=Arm.GUNS)
    assert is_clear(field(gun, target, terrain=(WOOD,)), gun, target, target.centre, EN)


def test_cc_fire_1_a_gun_is_laid_on_a_man_whom_it_can_hit() -> None:
    """The nearest of those within the arc and in the open; if there is none, the nearest."""
    target = unit("r", at(104, 120), SOUTH, 9, files=9)
    scene = field(GUN, target, unit("b", at(100, 85)))
    found = aim(scene, GUN, target, EN)
    assert found.clear
    assert found.man != min(target.ranks, key=lambda man: GUN.eye.to(man).square)
    hidden = replace(WOOD, corners=(at(60, 80), at(150, 80), at(150, 90), at(60, 90)))
    found = aim(field(GUN, target, terrain=(hidden,)), GUN, target, EN)
    assert not found.clear


@pytest.mark.parametrize(("y", "cover"), [("115", Cover.WALL), ("114.9", Cover.OPEN), ("120", Cover.WALL)])
def test_cc_fire_6_a_wall_covers_within_5(y: str, cover: Cover) -> None:
    """DEC-32f."""
    target = unit("r", at(100, 120), SOUTH)
    wall = Line(Ground.WALL, (at(80, y), at(120, y)))
    assert aim(field(GUN, target, terrain=(wall,)), GUN, target, EN).cover is cover


def test_cc_comb_6_cover_lies_between() -> None:
    """DEC-34: not round the flank; a trench covers all round, a wood is soft, and the best counts."""
    target = unit("r", at(100, 110), SOUTH)
    wall = Line(Ground.WALL, (at(90, 108), at(110, 108)))
    front, flank = unit("b", at(100, 100)), unit("c", at(110, 112), WEST)
    scene = field(front, flank, target, terrain=(wall,))
    assert cover_between(scene, front, target, EN) is Cover.WALL
    assert cover_between(scene, flank, target, EN) is Cover.OPEN
    # Nor does it cover whoever attacks over it from too far behind it.
    assert cover_between(scene, target, front, EN) is Cover.OPEN
    square = (at(95, 105), at(105, 105), at(105, 115), at(95, 115))
    trench, wood = Area(Ground.TRENCH, square), Area(Ground.WOOD, square)
    for attacker in (front, flank):
        assert cover_between(replace(scene, terrain=(trench,)), attacker, target, EN) is Cover.TRENCH
        assert cover_between(replace(scene, terrain=(wood,)), attacker, target, EN) is Cover.WOOD
    assert cover_between(replace(scene, terrain=(wood, wall)), front, target, EN) is Cover.WALL
    hill = replace(wood, ground=Ground.HILL)
    assert cover_between(replace(scene, terrain=(hill,)), front, target, EN) is Cover.OPEN


def test_cc_fire_1_a_gun_turned_away_reads_its_bearing() -> None:
    gun = unit("g", at(100, 50), EAST, arm=Arm.GUNS)
    target = unit("r", at(100, 120), SOUTH)
    assert aim(field(gun, target), gun, target, EN).bearing == 900


def test_areas_have_no_hollows() -> None:
    with pytest.raises(ValueError, match="against the clock"):
        Area(Ground.WOOD, (at(0, 0), at(0, 10), at(10, 0)))
    with pytest.raises(ValueError, match="no hollow"):
        Area(Ground.WOOD, (at(0, 0), at(10, 0), at(2, 2), at(0, 10)))
