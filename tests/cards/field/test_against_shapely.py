"""An outside judge of the geometry: distances, lines of sight, cover and ways to run, by shapely."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from cards.field.scenes import EN, random_area, random_field, random_heading
from deduce.cards.engine.units import Cover
from deduce.cards.field.mobs import Hunted
from deduce.cards.field.points import Point, closest, compass
from deduce.cards.field.sight import BEST, aim, cover_at, faces, is_clear, side_angle
from deduce.cards.field.terrain import Area, Ground, from_segment

shapely: Any = pytest.importorskip("shapely", reason="shapely is not installed")


def men(points: Any) -> Any:
    return shapely.MultiPoint([(p.x, p.y) for p in points])


def line(a: Point, b: Point) -> Any:
    return shapely.LineString([(a.x, a.y), (b.x, b.y)])


def test_distances_are_shapelys() -> None:
    for seed in range(100):
        scene = random_field(seed)
        for one in scene.units:
            for other in scene.others(one):
                if one.ranks and other.living:
                    there = shapely.distance(men(one.ranks), men(other.living))
                    assert closest(one.ranks, other.living) == round(there)


def test_cc_face_1_and_2_sectors_are_shapelys() -> None:
    """A unit faces whom its sector meets; half a mark of the protractor wide."""
    for seed in range(100):
        scene = random_field(seed)
        for one in scene.units:
            if not one.ranks:
                continue
            turn = math.atan2(one.heading.y, one.heading.x)
            half = math.radians(45.05)
            rim = [turn - half + 2 * half * step / 64 for step in range(65)]
            reach = 10**5
            sector = shapely.Polygon(
                [
                    tuple(one.eye),
                    *((one.eye.x + reach * math.cos(a), one.eye.y + reach * math.sin(a)) for a in rim),
                ]
            )
            for other in scene.others(one):
                if other.ranks:
                    assert faces(one, other, EN) == sector.intersects(men(other.ranks))
                    is_front = sector.covers(shapely.Point(other.eye))
                    assert (side_angle(one, other) <= 450) == is_front  # type: ignore[operator]


def test_areas_between_two_points_are_shapelys() -> None:
    rng = random.Random(3)
    seen = {True: 0, False: 0}
    for _ in range(3000):
        area = random_area(rng, Ground.WOOD, 300, 300)
        a, b = (
            Point(rng.randint(-100, 400), rng.randint(-100, 400))
            if rng.random() < 0.7
            else rng.choice(area.corners)
            for _ in range(2)
        )
        polygon = shapely.Polygon([tuple(corner) for corner in area.corners])
        assert area.holds(a) == polygon.covers(shapely.Point(a))
        if a != b:
            between = line(a, b).relate_pattern(polygon, "T********")
            assert area.is_between(a, b) == between
            seen[between] += 1
        assert math.sqrt(from_segment(area.corners[0], a, b)) == pytest.approx(
            shapely.distance(shapely.Point(area.corners[0]), line(a, b))
        )
    assert min(seen.values()) > 300


def test_cc_fire_1_clear_lines_are_shapelys() -> None:
    seen = {True: 0, False: 0}
    for seed in range(150):
        scene = random_field(seed)
        for gun in scene.units:
            if gun.axle is None or not gun.ranks or not gun.at_gun:
                continue
            for target in scene.enemies(gun):
                laid = aim(scene, gun, target, EN)
                way = line(gun.eye, laid.man)
                clear = True
                for ground in scene.terrain:
                    if isinstance(ground, Area) and ground.ground is not Ground.TRENCH:
                        polygon = shapely.Polygon([tuple(corner) for corner in ground.corners])
                        ends = [shapely.Point(end) for end in (gun.eye, laid.man)]
                        if not any(polygon.covers(end) for end in ends):
                            clear &= not way.relate_pattern(polygon, "T********")
                for other in scene.units:
                    if other.letter not in {gun.letter, target.letter}:
                        clear &= not any(
                            round(shapely.distance(shapely.Point(man), way)) <= 10 for man in other.living
                        )
                assert laid.clear == clear == is_clear(scene, gun, target, laid.man, EN)
                seen[clear] += 1
    assert min(seen.values()) > 30


def test_dec_34_cover_is_shapelys() -> None:
    seen = dict.fromkeys(Cover, 0)
    rng = random.Random(8)
    for seed in range(400):
        scene = random_field(seed)
        for one in scene.units:
            man = rng.choice(one.living)
            here = Point(rng.randint(0, 700), rng.randint(0, 700))
            if here == man:
                continue
            found = {Cover.OPEN}
            for ground in scene.terrain:
                if isinstance(ground, Area):
                    polygon = shapely.Polygon([tuple(corner) for corner in ground.corners])
                    if polygon.covers(shapely.Point(man)):
                        found.add(ground.ground.cover)
                else:
                    wall = shapely.LineString([tuple(corner) for corner in ground.corners])
                    crossing = wall.intersection(line(here, man))
                    if not crossing.is_empty and round(shapely.distance(crossing, shapely.Point(man))) <= 50:
                        found.add(ground.ground.cover)
            best = next((cover for cover in BEST if cover in found), Cover.OPEN)
            assert cover_at(scene, here, man, EN) is best, seed
            seen[best] += 1
    assert all(seen.values())


def test_cc_mob_2_lanes_are_shapelys() -> None:
    """A full lane meets nobody's zone; one that is stopped meets one, or the edge, or ends upon somebody."""
    seen = {True: 0, False: 0}
    for seed in range(150):
        scene = random_field(seed)
        rng = random.Random(seed)
        for one in scene.units:
            if not one.is_mob:
                continue
            troops = [man for enemy in scene.enemies(one) for man in enemy.ranks]
            for direction in rng.sample(compass(360), 4):
                found = Hunted(scene, one, 300, EN).lane(direction)
                if found is None:
                    continue
                way = one.confused[0].to(found.there.confused[0])
                for man in one.confused if found.moved else ():
                    lane = line(man, man.moved(way))
                    for foe in troops:
                        if round(shapely.distance(shapely.Point(man), shapely.Point(foe))) >= 150:
                            # A mark beside the line at most.
                            assert shapely.distance(lane, shapely.Point(foe)) >= 148.5
                seen[found.is_full] += 1
    assert min(seen.values()) > 20


def test_headings_of_tests_are_many() -> None:
    rng = random.Random(0)
    assert len({random_heading(rng) for _ in range(200)}) > 60
