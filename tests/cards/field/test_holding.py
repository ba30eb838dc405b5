"""Sites and commanders: CC-WIN-2, CC-MOVE-1, DEC-30, DEC-43."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.field.scenes import EN, NORTH, at, field, mob, unit
from deduce.cards.edition import edition_of
from deduce.cards.field.holding import beside, commander_moved, on_site, standing, taken
from deduce.cards.field.ranking import struck
from deduce.cards.field.scene import Commander, Post, Site
from deduce.cards.field.walking import advance

SITES = (Site(at(100, 120), 100), Site(at(50, 50), 100))


@pytest.mark.parametrize(("y", "is_on"), [("110", True), ("109.9", False), ("130", True), ("130.1", False)])
def test_cc_win_2_a_site_reaches_10(y: str, is_on: bool) -> None:
    assert on_site(field(unit("b", at(100, y)), sites=SITES), 0, 0) == is_on


def test_cc_win_2_whoever_passed_last_has_it() -> None:
    scene = field(unit("b", at(100, 105)), sites=(Site(at(100, 112), 20),))
    walk = advance(scene, "b", NORTH, 200, EN)
    assert walk is not None
    assert not on_site(walk.field, 0, 0)
    assert taken(walk.field, 0, walk.sites) == {0}


def test_cc_win_2_only_men_in_ranks_and_nobody_of_the_enemy() -> None:
    confused = mob("b", at(100, 120))
    assert standing(field(confused, sites=SITES)) == {}
    foe = unit("r", at(104, 120), NORTH)
    scene = field(unit("b", at(100, 105)), foe, sites=SITES)
    walk = advance(scene, "b", NORTH, 50, EN)
    assert walk is not None
    assert walk.sites == {0}
    assert taken(walk.field, 0, walk.sites) == frozenset()
    assert standing(walk.field) == {}
    # A combat settles it: whoever is left in ranks has it.
    fallen = struck(walk.field.unit("r"), (), foe.ranks)
    assert standing(walk.field.with_unit(fallen)) == {0: 0}


GENERAL = Commander(0, Post.GENERAL, at(100, 100))


@pytest.mark.parametrize(
    ("there", "may"), [(at(100, 160), True), (at(100, "160.1"), False), (at(148, 136), True)]
)
def test_cc_move_1_a_commander_goes_60(there: object, may: bool) -> None:
    scene = field(unit("r", at(100, 130)), commanders=(GENERAL,))
    now = commander_moved(scene, GENERAL, there, EN)  # type: ignore[arg-type]
    assert (now is not None) == may
    if now is not None:
        assert now.commanders == (replace(GENERAL, place=there),)


def test_cc_move_1_nobody_hinders_him_but_the_edge() -> None:
    scene = field(unit("r", at(100, 101), men=6), commanders=(GENERAL,))
    assert commander_moved(scene, GENERAL, at(100, 110), EN) is not None
    near = replace(GENERAL, place=at(10, 100))
    assert commander_moved(field(commanders=(near,)), near, at(-1, 100), EN) is None


@pytest.mark.parametrize(("x", "is_next"), [("105", True), ("105.1", False)])
def test_cc_ral_6_next_to_a_unit_is_5(x: str, is_next: bool) -> None:
    """DEC-30: from any man, confused ones too; his own side's units only, several at once."""
    aide = Commander(0, Post.AIDE, at(100, 104))
    scene = field(
        unit("b", at(x, 100)), mob("c", at(100, 95)), unit("r", at(100, 98)), commanders=(GENERAL, aide)
    )
    assert (GENERAL in beside(scene, scene.unit("b"), EN)) == is_next
    assert beside(scene, scene.unit("c"), EN) == (GENERAL,)
    assert beside(scene, scene.unit("r"), EN) == ()
    assert beside(scene, scene.unit("c"), edition_of("en", "commander.adjacent=9")) == (GENERAL, aide)
