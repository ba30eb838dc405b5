"""Marks, the ruler, the protractor, paths and ranks."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.cards.field.points import (
    HALF_TURN,
    Point,
    angle,
    compass,
    is_within,
    marks,
    path,
    reading,
    set_out,
)

PLACES = st.builds(Point, st.integers(-3000, 3000), st.integers(-3000, 3000))
WAYS = PLACES.filter(lambda way: way.square > 0)


@given(st.integers(0, 10**8))
def test_the_ruler_reads_the_nearest_mark(square: int) -> None:
    read = reading(square)
    assert (2 * read - 1) ** 2 < 4 * square or read == 0
    assert 4 * square < (2 * read + 1) ** 2


@given(WAYS, PLACES)
def test_the_protractor_reads_the_nearest_tenth(heading: Point, way: Point) -> None:
    turn = math.degrees(abs(math.atan2(heading.cross(way), heading.dot(way))))
    assert abs(angle(heading, way) / 10 - turn) <= 0.05 + 1e-9


@given(WAYS, PLACES, st.integers(0, HALF_TURN))
def test_within_an_angle_is_what_is_read(heading: Point, way: Point, most: int) -> None:
    assert is_within(heading, way, most) == (angle(heading, way) <= most)


@given(WAYS, st.integers(1, 50))
def test_half_a_right_angle_is_read_exactly(heading: Point, times: int) -> None:
    left, right = (
        Point(heading.x - heading.y, heading.x + heading.y),
        Point(heading.x + heading.y, heading.y - heading.x),
    )
    for diagonal in (left, right):
        assert angle(heading, Point(diagonal.x * times, diagonal.y * times)) == 450
    assert angle(heading, Point(-left.x, -left.y)) == 1350
    assert angle(heading, Point(-heading.x, -heading.y)) == 1800


def test_an_angle_next_to_a_bound_is_told_from_it_where_floats_cannot() -> None:
    """The protractor changes its reading at 45.05 degrees, however near one comes to it."""
    # Continued fractions of tan 45.05 degrees: ever nearer, in turn above and below.
    value = tangent = math.tan(math.radians(45.05))
    p, q, before_p, before_q = 1, 0, 0, 1
    seen = set()
    for _ in range(10):
        whole = math.floor(value)
        p, q, before_p, before_q = whole * p + before_p, whole * q + before_q, p, q
        seen.add(angle(Point(1, 0), Point(q, p)))
        assert angle(Point(1, 0), Point(q, p)) == round(math.degrees(math.atan2(p, q)) * 10)
        assert (p / q > tangent) == (math.degrees(math.atan2(p, q)) > 45.05)
        value = 1 / (value - whole)
    assert seen == {450, 451}


@given(WAYS, st.integers(0, 600))
def test_paths_go_from_mark_to_mark_along_the_line(direction: Point, most: int) -> None:
    track = path(direction, most)
    assert track[0] == Point(0, 0)
    length = math.hypot(*direction)
    for here, there in pairwise(track):
        assert abs(here.x - there.x) + abs(here.y - there.y) == 1
        assert reading(there.square) >= reading(here.square)
        assert abs(direction.cross(there)) / length <= 0.75
    assert reading(track[-1].square) <= most
    # It ends only where the next mark would be too far.
    assert reading(track[-1].square) >= most - 1


@given(PLACES, WAYS, st.integers(1, 8), st.integers(1, 20), st.sampled_from([15, 20, 25]))
def test_ranks_are_a_rectangle(centre: Point, heading: Point, files: int, men: int, spacing: int) -> None:
    places = set_out(centre, heading, files, men, spacing)
    assert places[0] == centre
    assert len({*places}) == men
    assert places == set_out(centre, heading, files, men + 1, spacing)[:men]
    length = math.hypot(*heading)
    for number, place in enumerate(places):
        ahead = heading.dot(centre.to(place)) / length
        assert abs(ahead + number // files * spacing) <= 0.75
    aside = [heading.cross(centre.to(place)) / length for place in places[:files]]
    assert max(aside) - min(aside) == pytest.approx((min(files, men) - 1) * spacing, abs=1.5)
    assert abs(max(aside) + min(aside)) <= spacing + 1.5


def test_the_compass_goes_all_round() -> None:
    directions = compass(360)
    assert len({*directions}) == 360
    for number, way in enumerate(directions):
        assert angle(Point(0, 1), way) == pytest.approx(10 * min(number, 360 - number), abs=1)


def test_centimetres_become_marks() -> None:
    assert marks(20) == 200
    assert isinstance(marks(20), int)
    rng = random.Random(1)
    assert all(marks(n) == 10 * n for n in (rng.randint(0, 500) for _ in range(20)))
