"""Typed and computed: the judge says of a field what a naive judge says of what a naive eye measured.

On one side stand the field and the judge of the rules as data; on the other floats and plain comparisons.
And what is computed, typed as decimals, is judged alike.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards import naive_judge
from cards.field import naive
from cards.field import naive_measures as eye
from cards.field.scenes import EN, FR, NORTH, SOUTH, at, field, random_field, random_heading, unit
from deduce.cards.edition import Edition, edition_of
from deduce.cards.engine.units import Arm
from deduce.cards.field import measuring
from deduce.cards.field.holding import commander_moved
from deduce.cards.field.mobs import flight, must_flee, wander
from deduce.cards.field.points import Point, compass, path
from deduce.cards.field.scene import Field, FieldUnit, Post
from deduce.cards.field.terrain import Area, Ground, Line
from deduce.cards.field.walking import advance, pivoted
from deduce.cards.judge import acts
from deduce.cards.judge.facts import Company, Measured, Turn
from deduce.cards.judge.halting import approach, furthest
from deduce.ruling.judgement import Judgement
from deduce.tabletop.rulings import Verdict

ARMS = {Arm.FOOT: "infantry", Arm.HORSE: "cavalry", Arm.GUNS: "artillery"}
CHOICES = {
    EN: {"DEC-17": "stop", "DEC-18": "ends", "DEC-26": "full", "DEC-30b": "optional", "DEC-39": "last"},
    FR: {"DEC-17": "close", "DEC-18": "off", "DEC-26": "edge", "DEC-30b": "none", "DEC-39": "free"},
}
USUAL = {
    "DEC-2": "empty", "DEC-14": "unit", "DEC-15": "restored", "DEC-16": "ahead", "DEC-16b": "before",
    "DEC-20b": "stay", "DEC-24": "apart", "DEC-28": "one", "DEC-30": "single", "DEC-33": "single",
    "DEC-34": "attacked", "DEC-40": "soft", "DEC-46": "free",
}  # fmt: skip
HOUSES = {
    EN: naive_judge.House(20, 40, 20, {**USUAL, **CHOICES[EN]}),
    FR: naive_judge.House(8, 50, 15, {**USUAL, **CHOICES[FR]}),
}
"""The two editions, for the judge that reads no files."""
FIELDS = int(os.environ.get("DEDUCE_FIELDS", "400"))
"""How many fields there are for each edition; the slower comparisons look at fewer of them."""


def company(one: FieldUnit, rng: random.Random) -> Company:
    """What a ledger could say of a unit."""
    return Company(
        name=one.letter,
        arm=ARMS[one.arm],
        ranks=len(one.ranks),
        confused=len(one.confused),
        starts=rng.choice([0, 0, 0, 1]),
        engaged=rng.random() < 0.1,
        cannon=int(one.arm is Arm.GUNS),
        at_gun=one.at_gun if one.arm is Arm.GUNS else True,
        balls=rng.randint(0, 4) if one.arm is Arm.GUNS else None,
    )


def refused(judged: Judgement) -> tuple[str, set[str]]:
    """The verdict, and the rules that refuse."""
    return judged.verdict.value, {rule for refusal in judged.refusals for rule in refusal.rules}


def typed(measured: Measured) -> Measured:
    """The same as somebody would type it: decimals."""
    changed = {}
    for each in fields(measured):
        value = getattr(measured, each.name)
        if isinstance(value, Fraction):
            assert value.denominator in {1, 2, 5, 10}, "a ruler has marks of a tenth"
            changed[each.name] = f"{float(value):.1f}"
    return replace(measured, **changed)


def scenes(rules: Edition, every: int = 1) -> Iterator[tuple[Field, random.Random]]:
    """Crowded fields with something before some of the units."""
    for seed in range(0, FIELDS, every):
        size, rng = 700 if seed % 3 else 400, random.Random(seed)
        scene = random_field(seed, rules, width=size, length=size)
        for one in scene.units:
            x, y = one.living[0]
            if rng.random() < 0.2:
                wall = (Point(x - 90, y + 30), Point(x, y + 30), Point(x + 30, y - 60))
                scene = replace(
                    scene, terrain=(*scene.terrain, Line(rng.choice([Ground.WALL, Ground.REDOUBT]), wall))
                )
            elif rng.random() < 0.1:
                pit = (Point(x - 40, y), Point(x, y - 40), Point(x + 40, y), Point(x, y + 40))
                scene = replace(scene, terrain=(*scene.terrain, Area(Ground.TRENCH, pit)))
        yield scene, rng


BOTH = pytest.mark.parametrize("rules", [EN, FR])


@BOTH
def test_cc_comb_1_to_4_combats(rules: Edition) -> None:
    seen: Counter[str] = Counter()
    for scene, rng in scenes(rules):
        for one in scene.units:
            for other in scene.enemies(one):
                us, them = company(one, rng), company(other, rng)
                measured = measuring.for_fight(scene, one.letter, other.letter, rules)
                judged = acts.fight(rules, us, them, measured)
                by_eye = eye.for_fight(scene, one, other)
                found = naive_judge.fight(HOUSES[rules], us, them, by_eye, Turn(), together=False, targets=1)
                assert refused(judged) == found, (one.letter, other.letter)
                assert refused(acts.fight(rules, us, them, typed(measured))) == found
                seen[found[0]] += 1
                if judged.is_allowed:
                    flank = by_eye.their_side > rules.number("flank.from")  # type: ignore[operator]
                    assert bool(judged.outcome("flank")) == flank
                    seen["flank" if flank else "front"] += 1
                    hard = by_eye.cover in {"wall", "redoubt", "trench"} and them.arm != "cavalry"
                    assert bool(judged.outcome("their_bonus")) == hard
                    seen["sheltered"] += hard
    assert seen["allowed"] > 20
    assert min(seen[each] for each in ("refused", "flank", "front", "sheltered")) > 2


@BOTH
def test_cc_fire_1_to_6_shots(rules: Edition) -> None:
    seen: Counter[str] = Counter()
    for scene, rng in scenes(rules):
        for gun in scene.units:
            if gun.axle is None or not gun.ranks:
                continue
            for target in scene.enemies(gun):
                us, them = company(gun, rng), company(target, rng)
                measured = measuring.for_fire(scene, gun.letter, target.letter, rules)
                by_eye = eye.for_fire(scene, gun, target)
                *found, price = naive_judge.fire(us, them, by_eye, Turn())
                judged = acts.fire(rules, us, them, measured)
                assert refused(judged) == tuple(found), (gun.letter, target.letter)
                assert refused(acts.fire(rules, us, them, typed(measured))) == tuple(found)
                seen[found[0]] += 1
                if judged.is_allowed:
                    assert judged.outcome("balls") == price
                    seen[f"price {price}"] += 1
    assert min(seen[each] for each in ("allowed", "refused", "price 1", "price 2", "price 3")) > 2


@BOTH
def test_cc_ral_1_to_6_rallies(rules: Edition) -> None:
    seen: Counter[str] = Counter()
    for scene, rng in scenes(rules):
        for one in scene.units:
            us = company(one, rng)
            measured = measuring.for_rally(scene, one.letter, rules)
            by_eye, commander, aide = eye.for_rally(scene, one, rules)
            judged = acts.rally(rules, us, measured)
            *found, number = naive_judge.rally(HOUSES[rules], us, by_eye, Turn(), commander, aide)
            assert refused(judged) == tuple(found), one.letter
            assert refused(acts.rally(rules, us, typed(measured))) == tuple(found)
            seen[("mob " if one.is_mob else "mixed " if one.confused else "") + str(found[0])] += 1
            if judged.is_allowed:
                assert judged.outcome("returns") == number
    assert min(seen[each] for each in ("mixed allowed", "mixed refused", "mob refused", "refused")) > 2


@BOTH
def test_cc_move_moves_as_they_are_wanted(rules: Edition) -> None:
    """Through enemies, off the field, upon others: what is wanted is measured, and the judge refuses it."""
    seen: Counter[str] = Counter()
    for scene, rng in scenes(rules, 12):
        for one in scene.units:
            if not one.ranks:
                continue
            us, heading, most = company(one, rng), random_heading(rng), rng.choice([0, 60, 200, 201, 400])
            measured = measuring.for_move(scene, one.letter, heading, most, rules)
            track = path(heading, most)
            by_eye = eye.for_move(scene, pivoted(one, heading, rules), track)
            found = naive_judge.move(HOUSES[rules], us, by_eye, Turn())
            assert refused(acts.move(rules, us, measured)) == found, one.letter
            assert refused(acts.move(rules, us, typed(measured))) == found
            seen[found[0]] += 1
            seen.update(found[1])
            for enemy in scene.enemies(one):
                if enemy.ranks:
                    them = company(enemy, rng)
                    measured = measuring.for_passing(scene, one.letter, enemy.letter, heading, most, rules)
                    by_eye = eye.for_passing(pivoted(one, heading, rules), enemy, track)
                    passing = naive_judge.pass_by(HOUSES[rules], them, by_eye)
                    assert refused(acts.pass_by(rules, us, them, measured)) == passing
                    seen[f"pass {passing[0]}"] += 1
    assert min(seen[rule] for rule in ("allowed", "CC-MOVE-1", "CC-MOVE-6", "CC-MOVE-8", "CC-MOVE-9")) > 2
    assert (seen["pass refused"] > 5) == (rules is EN)


@BOTH
def test_cc_move_what_the_field_does_the_judge_allows(rules: Edition) -> None:
    """The measures of a walk that the field ended as far on as it may: allowed."""
    walks = 0
    for scene, rng in scenes(rules, 5):
        for one in scene.units:
            if not one.ranks or one.confused:
                continue
            heading, most = random_heading(rng), 400 if one.arm is Arm.HORSE else 200
            walk = advance(scene, one.letter, heading, most, rules)
            if walk is None:
                continue
            walks += 1
            us = replace(company(one, rng), engaged=False)
            measured = measuring.for_move(scene, one.letter, heading, walk.moved, rules)
            assert measured.advance == Fraction(walk.moved, 10)
            judged = acts.move(rules, us, measured)
            if not judged.is_allowed:
                # The last marks that read the same may differ.
                assert walk.stopped or refused(judged)[1] == {"CC-MOVE-6"}
    assert walks > 80


@BOTH
def test_cc_mob_2_moves_of_mobs(rules: Edition) -> None:
    seen: Counter[str] = Counter()
    for scene, rng in scenes(rules, 7):
        for one in scene.units:
            if not one.is_mob:
                continue
            us, direction, most = company(one, rng), rng.choice(compass(360)), rng.choice([50, 200, 300, 301])
            measured = measuring.for_mob_move(scene, one.letter, direction, most, rules)
            by_eye = eye.for_mob_move(scene, one, path(direction, most))
            found = naive_judge.mob_move(HOUSES[rules], us, by_eye, Turn())
            assert refused(acts.mob_move(rules, us, measured)) == found, one.letter
            assert refused(acts.mob_move(rules, us, typed(measured))) == found
            seen[found[0]] += 1
            seen.update(found[1])
            walk = wander(scene, one.letter, direction, min(most, 300), rules)
            if found[0] == "allowed" and not by_eye.leaves_field and by_eye.ends_apart >= 1:  # type: ignore[operator]
                assert walk is not None
                assert walk.stopped == ""
            if "CC-MOB-2" in found[1] and most <= 300:
                assert walk is None or walk.stopped
    assert min(seen[rule] for rule in ("allowed", "CC-MOB-2")) > 2


@BOTH
def test_cc_mob_3_and_4_flights(rules: Edition) -> None:
    seen: Counter[str] = Counter()
    for scene, rng in scenes(rules, 6):
        for one in scene.units:
            if not one.is_mob:
                continue
            us = company(one, rng)
            runs = must_flee(scene, one, rules)
            found = flight(scene, one.letter, rules)
            measured = measuring.for_flight(scene, one.letter, found, rules)
            judged = acts.flee(rules, us, measured)
            assert judged.is_allowed == runs
            if runs:
                assert judged.outcome("must") is True
                assert bool(judged.outcome("removed")) == found.is_removed
                seen["removed" if found.is_removed else "runs"] += 1
    assert seen["runs"] > 3


@BOTH
def test_cc_win_2_sites(rules: Edition) -> None:
    seen: Counter[str] = Counter()
    for scene, rng in scenes(rules):
        for one in scene.units:
            for number, site in enumerate(scene.sites):
                us = company(one, rng)
                judged = acts.hold(rules, us, measuring.for_site(scene, one.letter, number))
                radius = site.radius / 10
                ours = any(naive.ruler(man, site.centre) <= radius for man in one.ranks)
                theirs = any(
                    naive.ruler(man, site.centre) <= radius
                    for enemy in scene.units
                    if enemy.side != one.side
                    for man in enemy.ranks
                )
                found = naive_judge.hold(us, Measured(on_site=ours, enemy_on_site=theirs))
                assert refused(judged) == found
                seen[found[0]] += 1
    assert min(seen.values()) > 20


@BOTH
def test_cc_move_1_commanders(rules: Edition) -> None:
    seen: Counter[bool] = Counter()
    for scene, rng in scenes(rules):
        for commander in scene.commanders:
            place = Point(rng.randint(-50, 750), rng.randint(-50, 750))
            if commander.post is Post.GENERAL:
                measured = measuring.for_commander(scene, commander, place, rules)
                may = acts.move_commander(rules, measured).is_allowed
                assert may == (commander_moved(scene, commander, place, rules) is not None)
                seen[may] += 1
    assert min(seen.values()) > 20


@pytest.mark.parametrize(
    "house", ["", "DEC-17=literal", "DEC-17=off", "DEC-17=close", "halt.distance=12", "halt.step=1"]
)
@BOTH
def test_cc_move_4_the_judges_halt_is_the_fields(rules: Edition, house: str) -> None:
    """Straight at an enemy face to face, from every distance."""
    rules = edition_of(rules.name, house)
    for tenths in (*range(12, 460, 7), 120, 121, 199, 200, 201, 350):
        apart = Fraction(tenths, 10)
        one, foe = unit("b", at(100, 100)), unit("r", Point(1000, 1000 + tenths), SOUTH)
        walk = advance(field(one, foe), "b", NORTH, 400, rules)
        assert walk is not None
        # The judge knows of no bodies, and the field of contact only.
        most = min(furthest(rules, apart), apart - 1, 40)
        assert Fraction(walk.moved, 10) == most, tenths
        measured = measuring.for_passing(field(one, foe), "b", "r", NORTH, walk.moved, rules)
        us, them = company(one, random.Random(0)), company(foe, random.Random(0))
        assert approach(rules, us, them, measured).verdict is Verdict.ALLOWED
        if walk.stopped == "CC-MOVE-4":
            farther = replace(measured, advance=Fraction(walk.moved + 1, 10))
            assert refused(approach(rules, us, them, farther)) == ("refused", {"CC-MOVE-4"})


@settings(max_examples=60)
@given(st.integers(0, 10**9), st.sampled_from([EN, FR]))
def test_any_field_is_judged_alike(seed: int, rules: Edition) -> None:
    """Fields that nobody chose: combats, shots and rallies."""
    scene, rng = random_field(seed, rules, width=350, length=350), random.Random(seed)
    for one in scene.units:
        us = company(one, rng)
        by_eye, commander, aide = eye.for_rally(scene, one, rules)
        *found, _ = naive_judge.rally(HOUSES[rules], us, by_eye, Turn(), commander, aide)
        assert refused(acts.rally(rules, us, measuring.for_rally(scene, one.letter, rules))) == tuple(found)
        for other in scene.enemies(one):
            them = company(other, rng)
            by_eye = eye.for_fight(scene, one, other)
            fought = naive_judge.fight(HOUSES[rules], us, them, by_eye, Turn(), together=False, targets=1)
            measured = measuring.for_fight(scene, one.letter, other.letter, rules)
            assert refused(acts.fight(rules, us, them, measured)) == fought
            if one.axle is not None and one.ranks:
                *shot, _ = naive_judge.fire(us, them, eye.for_fire(scene, one, other), Turn())
                measured = measuring.for_fire(scene, one.letter, other.letter, rules)
                assert refused(acts.fire(rules, us, them, measured)) == tuple(shot)
