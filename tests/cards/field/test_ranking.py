"""Men who fall, rally, re-form and walk back: CC-CONF-1, CC-RAL-5, CC-FORM-1, DEC-45."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cards.field.scenes import EAST, EN, NORTH, SOUTH, at, field, mob, random_field, unit
from deduce.cards.edition import edition_of
from deduce.cards.engine.units import Arm
from deduce.cards.field.points import reading
from deduce.cards.field.ranking import cleared, rallied, reformed, struck, walk_back
from deduce.cards.field.walking import advance, is_free


def test_cc_conf_1_men_fall_and_become_confused_where_they_stand() -> None:
    before = unit("b", at(100, 100), men=8)
    now = struck(before, before.ranks[:1], before.ranks[1:3])
    assert now.bodies == before.ranks[:1]
    assert now.confused == before.ranks[1:3]
    assert now.ranks == before.ranks[3:]
    assert cleared(now).bodies == ()
    assert struck(before, before.ranks[:1], lies=False).bodies == ()
    # Of a mob its confused men die (DEC-32c).
    men = mob("b", at(100, 100), at(102, 100))
    assert struck(men, [at(102, 100)]).confused == (at(100, 100),)
    with pytest.raises(ValueError, match="not in"):
        struck(before, [at(0, 0)])


def test_dec_45_gaps_stay_until_the_unit_moves() -> None:
    before = unit("b", at(100, 100), men=8)
    gap = struck(before, before.ranks[:1])
    assert before.ranks[0] not in gap.ranks
    assert gap.eye == before.centre
    walk = advance(field(gap), "b", NORTH, 0, EN)
    assert walk is not None
    assert walk.field.unit("b").ranks == before.ranks[:7]


def test_cc_ral_1_who_rallies_closes_up() -> None:
    before = unit("b", at(100, 100), men=8)
    mixed = struck(before, (), before.ranks[:4])
    now = rallied(field(mixed), "b", mixed.confused, EN).unit("b")
    assert (now.ranks, now.confused) == (before.ranks, ())


def test_cc_ral_1_without_room_they_count_where_they_stand() -> None:
    before = unit("b", at(100, 100), men=2, files=2)
    mixed = struck(before, (), before.ranks[:1])
    # Men of another unit all round the only man in ranks.
    ring = [at(100, 100).moved(at(x, y)) for x in (-2, -1, 0, 1, 2) for y in (-2, -1, 0, 1, 2)]
    ring = [man for man in ring if all(reading(man.to(own).square) >= 10 for own in before.ranks)]
    ring = [man for man in ring if man != at(98, 100)]
    scene = field(mixed, mob("r", *ring))
    assert is_free(scene, mixed, EN)
    now = rallied(scene, "b", mixed.confused, EN)
    assert is_free(now, now.unit("b"), EN)
    assert len(now.unit("b").ranks) == 2


def test_cc_ral_4_a_mob_that_rallies_has_a_heading_again() -> None:
    scene = field(mob("b", at(100, 100), at(105, 100)))
    now = rallied(scene, "b", [at(105, 100)], EN, EAST).unit("b")
    assert (now.heading, now.centre, now.ranks, now.confused) == (
        EAST,
        at(105, 100),
        (at(105, 100),),
        (at(100, 100),),
    )


@pytest.mark.parametrize("files", [1, 2, 3, 6, 12])
def test_cc_form_1_any_rectangle_same_centre_and_heading(files: int) -> None:
    before = unit("b", at(100, 100), EAST, 12)
    now = reformed(field(before), "b", files, EN)
    assert now is not None
    after = now.unit("b")
    assert (after.centre, after.heading, len(after.ranks)) == (before.centre, EAST, 12)
    assert len({man.y for man in after.ranks}) == files
    assert len({man.x for man in after.ranks}) == 12 // files


def test_cc_form_1_not_upon_others() -> None:
    scene = field(unit("b", at(100, 100), men=4, files=1), unit("c", at(98, 100)))
    assert reformed(scene, "b", 2, EN) is not None
    assert reformed(scene, "b", 3, EN) is None


def test_cc_ral_5_gunners_walk_back_25_a_turn() -> None:
    gun = unit("g", at(100, 100), NORTH, 4, arm=Arm.GUNS)
    scene = field(replace(gun.moved(at(0, -60)), axle=gun.axle, at_gun=False))
    walks = []
    for _ in range(3):
        walk = walk_back(scene, "g", EN)
        assert walk is not None
        walks.append((walk.moved, walk.field.unit("g").at_gun))
        scene = walk.field
    assert walks == [(250, False), (250, False), (100, True)]
    assert scene.unit("g").axle == at(100, 100)
    assert scene.unit("g").centre == at(100, 98)
    assert walk_back(scene, "g", EN) is None
    assert edition_of("fr").number("gunners.return") == EN.number("gunners.return") == 25


def test_cc_ral_5_who_was_never_away_is_at_the_gun_at_once() -> None:
    gun = unit("g", at(100, 100), NORTH, 4, arm=Arm.GUNS)
    broken = struck(gun, (), gun.ranks)
    assert broken.is_mob
    now = rallied(field(broken), "g", broken.confused[:1], EN, SOUTH).unit("g")
    assert now.at_gun
    assert now.centre == at(100, 102)
    ran = broken.moved(at(0, -30))
    assert not ran.at_gun
    assert ran.axle == at(100, 100)


def test_cc_conf_1_men_are_conserved_whatever_happens() -> None:
    for seed in range(150):
        scene = random_field(seed)
        rng = random.Random(seed)
        for one in scene.units:
            count = len(one.living)
            now = one
            if one.ranks:
                men = [*one.ranks]
                rng.shuffle(men)
                dead, ran = men[:1], men[1 : 1 + rng.randint(0, len(men) - 1)]
                now = struck(one, dead, ran)
            assert len(now.living) + len(now.bodies) == count
            if not now.confused:
                continue
            back = rng.sample(now.confused, rng.randint(1, len(now.confused)))
            after = rallied(scene.with_unit(now), one.letter, back, EN, NORTH)
            there = after.unit(one.letter)
            assert (len(there.ranks), len(there.confused)) == (
                len(now.ranks) + len(back),
                len(now.confused) - len(back),
            )
            assert is_free(after, there, EN)
            assert len({*there.living}) == len(there.living)
