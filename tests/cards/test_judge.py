"""The referee: the bounds of the digest (15.11), and a test for every rule that permits or forbids."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from deduce.cards.edition import Edition, edition_of
from deduce.cards.judge import acts
from deduce.cards.judge.facts import Company, Measured, Turn
from deduce.cards.judge.halting import approach, furthest, must_halt
from deduce.cards.judge.numbers import faces, is_beside, side_of
from deduce.ruling.errors import RulingError
from deduce.ruling.judgement import Judgement

EN, FR = edition_of("en"), edition_of("fr")
FOOT = Company("b", "infantry", 12)
HORSE = Company("c", "cavalry", 8)
GUN = Company("g", "artillery", 4, cannon=1, balls=4)
ENEMY = Company("r", "infantry", 12)
MIXED = Company("b", "infantry", 3, 5)
MOB = Company("b", "infantry", 0, 8)
NEAR = Measured(distance=5, own_bearing=0, their_bearing=0, cover="open")
SHOT = Measured(distance=50, own_bearing=0, clear=True, cover="open")
WAY = Measured(advance=10, crosses_enemies=False, ends_apart=5, leaves_field=False)

AWAY = replace(WAY, nearest_on_path=30)


def refusing(judged: Judgement) -> list[str]:
    """The rules that refuse it; none if it is allowed."""
    assert str(judged.verdict) != "unknown", judged
    return sorted({rule for refusal in judged.refusals for rule in refusal.rules})


def asked(judged: Judgement) -> list[str]:
    """What has to be known first."""
    return [question.asks.en for question in judged.questions]


# --- Turn ------------------------------------------------------------------------------------------------


def test_cc_turn_1_steps_come_in_their_order() -> None:
    assert refusing(acts.move(EN, FOOT, WAY, Turn("combat"))) == ["CC-TURN-1"]
    assert refusing(acts.fire(EN, GUN, ENEMY, SHOT, Turn("act"))) == ["CC-TURN-1"]
    assert refusing(acts.fight(EN, FOOT, ENEMY, NEAR, Turn("fire"))) == ["CC-TURN-1"]
    assert refusing(acts.fight(EN, FOOT, ENEMY, NEAR, Turn("combat"))) == []


def test_cc_turn_2_one_act_for_each_unit() -> None:
    tired = replace(FOOT, acted=True)
    assert refusing(acts.move(EN, tired, WAY)) == ["CC-TURN-2"]
    assert refusing(acts.reform(EN, tired)) == ["CC-TURN-2"]
    assert refusing(acts.rally(EN, replace(MIXED, acted=True), Measured(faced=False))) == ["CC-TURN-2"]
    assert refusing(acts.move_commander(EN, WAY, Turn(commander_moved=True))) == ["CC-TURN-2"]


def test_cc_turn_2_or_one_for_the_army() -> None:
    """Where houses play so; what the army does is what its first unit did."""
    army = edition_of("en", "DEC-14=army")
    for act in ("none", "move", "rally", "reform"):
        turn = Turn("act", army_act=act)
        judged = {
            "move": [acts.move(army, FOOT, WAY, turn), acts.mob_move(army, MOB, AWAY, turn)],
            "rally": [acts.rally(army, MIXED, Measured(faced=False), turn, commander=True, aide=False)],
            "reform": [acts.reform(army, FOOT, turn)],
        }
        for name, each in judged.items():
            for one in each:
                assert refusing(one) == ([] if act in {"none", name} else ["CC-TURN-2"])
    refused = acts.reform(army, FOOT, Turn("act", army_act="rally"))
    assert refused.refusals[0].choices == ("DEC-14=army",)
    assert refusing(acts.reform(EN, FOOT, Turn("act", army_act="rally"))) == []


def test_cc_turn_3_only_a_mob_has_a_duty() -> None:
    """Of all that can come of acts only fleeing is a must."""
    for action in EN.law.actions.values():
        given = {name for effect in action.effects.values() for name, _ in effect.gives}
        assert ("must" in given) is (action.name == "flee")


def test_cc_turn_4_a_unit_may_act_fire_and_fight() -> None:
    gun = replace(GUN, acted=True)
    assert refusing(acts.fire(EN, gun, ENEMY, SHOT)) == []
    assert refusing(acts.fight(EN, replace(gun, shots=1), ENEMY, NEAR)) == []


# --- Movement, facing, formation -------------------------------------------------------------------------


@pytest.mark.parametrize(("arm", "most"), [("infantry", 20), ("artillery", 20), ("cavalry", 40)])
def test_cc_move_1_the_greatest_advance(arm: str, most: int) -> None:
    unit = Company("b", arm, 4)
    assert refusing(acts.move(EN, unit, replace(WAY, advance=most))) == []
    assert refusing(acts.move(EN, unit, replace(WAY, advance=f"{most}.1"))) == ["CC-MOVE-1"]


def test_cc_move_1_the_commander() -> None:
    assert refusing(acts.move_commander(FR, replace(WAY, advance=60))) == []
    assert refusing(acts.move_commander(FR, replace(WAY, advance=60.1))) == ["CC-MOVE-1"]


def test_cc_move_1_a_commander_who_can_be_lost() -> None:
    """Where houses play so; 5.0 is near enough."""
    captured = edition_of("en", "DEC-41=captured")
    for distance, removed in (("5.0", True), ("5.1", None)):
        way = replace(WAY, nearest_any=distance)
        assert acts.move_commander(captured, way).outcome("removed") is removed
        assert acts.move_commander(EN, way).outcome("removed") is None
    assert acts.move_commander(EN, replace(WAY, nearest_any=3)).choices == ("DEC-41=safe",)


def test_cc_move_2_forward() -> None:
    back = replace(WAY, direction="backward")
    assert refusing(acts.move(FR, FOOT, back)) == ["CC-MOVE-2"]
    assert refusing(acts.move(edition_of("fr", "DEC-16=any"), FOOT, back)) == []


def test_cc_move_3_one_pivot_before() -> None:
    assert refusing(acts.move(EN, FOOT, replace(WAY, advance=0, pivots="before"))) == []
    assert refusing(acts.move(EN, FOOT, replace(WAY, pivots="both"))) == ["CC-MOVE-3"]
    assert refusing(acts.move(edition_of("en", "DEC-16b=both"), FOOT, replace(WAY, pivots="both"))) == []


HEAD_ON = Measured(begins=35, own_bearing=0, their_bearing=0, advance=20)


@pytest.mark.parametrize(
    ("rules", "begins", "most", "ends"),
    [
        (EN, 35, "15.1", "19.9"),
        (FR, 35, 15, 20),
        (EN, "20.0", "0.1", "19.9"),
        (EN, "19.9", 0, "19.9"),
        (EN, 12, 0, 12),
        (FR, "20.1", "0.1", 20),
        (FR, 20, 20, 0),
        (edition_of("fr", "DEC-17=literal"), 20, 0, 20),
        (edition_of("fr", "DEC-17=literal"), 12, 0, 12),
        (edition_of("en", "DEC-17=off"), 35, 35, 0),
    ],
)
def test_cc_move_4_halting_face_to_face(rules: Edition, begins: object, most: object, ends: object) -> None:
    assert furthest(rules, str(begins)) == Fraction(str(most))
    there = approach(rules, FOOT, ENEMY, replace(HEAD_ON, begins=str(begins), advance=str(most)))
    assert there.is_allowed
    assert there.outcome("ends") == Fraction(str(ends))
    too_far = Fraction(str(most)) + Fraction(1, 10)
    if Fraction(str(most)) < Fraction(str(begins)):
        assert refusing(
            approach(rules, FOOT, ENEMY, replace(HEAD_ON, begins=str(begins), advance=too_far))
        ) == ["CC-MOVE-4"]


def test_cc_move_4_step_by_step() -> None:
    assert not must_halt(EN, 35, 20)
    assert must_halt(EN, 35, 19.9)
    assert must_halt(FR, 35, 20)
    assert not must_halt(FR, 20, 15)


def test_cc_move_4_only_face_to_face_and_never_before_a_mob() -> None:
    assert approach(EN, FOOT, ENEMY, replace(HEAD_ON, their_bearing=46)).is_allowed
    assert approach(EN, FOOT, MOB, HEAD_ON).is_allowed
    assert approach(EN, FOOT, MOB, replace(HEAD_ON, their_bearing=None)).is_allowed
    judged = approach(EN, FOOT, ENEMY, Measured(begins=35, own_bearing=0, advance=20))
    assert asked(judged) == ["how many degrees is b off the heading of r?"]
    judged = approach(EN, FOOT, ENEMY, Measured(own_bearing=0, their_bearing=0, advance=20))
    assert asked(judged) == ["how far is r from b at the beginning of the move?"]


@pytest.mark.parametrize(
    ("own", "their", "ranks", "is_allowed"),
    [("45", "45", 1, False), ("45.1", "45", 1, True), ("45", "45.1", 1, True), ("0", "0", 0, True)],
)
def test_cc_move_4_what_facing_each_other_is(own: str, their: str, ranks: int, is_allowed: bool) -> None:
    measured = replace(HEAD_ON, own_bearing=own, their_bearing=their)
    assert approach(EN, FOOT, replace(ENEMY, ranks=ranks), measured).is_allowed is is_allowed


def test_cc_move_4_what_hangs_on_the_choice() -> None:
    """Up to the middle every house goes; the rest hangs on DEC-17."""
    for way, choices in ((15, ()), (15.1, ("DEC-17=stop",))):
        assert approach(EN, FOOT, ENEMY, replace(HEAD_ON, advance=way)).choices == choices
    closing = replace(HEAD_ON, begins=12, advance=12)
    assert approach(FR, FOOT, ENEMY, closing).choices == ("DEC-17=close",)


def test_cc_move_4_says_how_far() -> None:
    (said,) = approach(EN, FOOT, ENEMY, HEAD_ON).said()[1:]
    assert said == "the way is 20 cm; needed: at most 15.1 cm (CC-MOVE-4, DEC-17=stop)"


PASSING = Measured(own_bearing=90, their_bearing=90, begins=40)


def test_cc_move_5_passing_an_enemy() -> None:
    for nearest, ends, rules in (("20.0", 40, []), ("19.9", 40, ["CC-MOVE-5"]), ("19.9", "19.9", [])):
        measured = replace(PASSING, nearest_on_path=nearest, ends=ends)
        assert refusing(acts.pass_by(EN, FOOT, ENEMY, measured)) == rules
        assert acts.pass_by(FR, FOOT, ENEMY, measured).is_allowed
    dipping = replace(PASSING, nearest_on_path="19.9", ends="20.0", begins="20.0")
    assert refusing(acts.pass_by(EN, FOOT, ENEMY, dipping)) == ["CC-MOVE-5"]
    leaving = replace(PASSING, begins=10, nearest_on_path=10, ends=40)
    assert refusing(acts.pass_by(EN, FOOT, ENEMY, leaving)) == []


def test_cc_move_6_through_friends_never_through_enemies() -> None:
    assert refusing(acts.move(EN, FOOT, replace(WAY, crosses_enemies=True))) == ["CC-MOVE-6"]
    assert refusing(acts.move(EN, FOOT, replace(WAY, ends_apart=0.9))) == ["CC-MOVE-6"]
    assert refusing(acts.move(EN, FOOT, replace(WAY, ends_apart=1))) == []


@pytest.mark.parametrize("rules", [EN, FR])
def test_cc_move_7_engaged_units_stay(rules: Edition) -> None:
    assert refusing(acts.move(rules, replace(FOOT, engaged=True), WAY)) == ["CC-MOVE-7"]


def test_cc_move_7_as_the_french_text_has_it() -> None:
    literal = edition_of("fr", "DEC-15=literal")
    assert refusing(acts.move(literal, replace(FOOT, engaged=True), WAY)) == []
    assert refusing(acts.move(literal, MIXED, WAY)) == []


@pytest.mark.parametrize("rules", [EN, FR])
def test_cc_move_8_mixed_units_stay(rules: Edition) -> None:
    assert refusing(acts.move(rules, MIXED, WAY)) == ["CC-MOVE-8"]


def test_cc_move_9_the_edge_and_the_terrain() -> None:
    assert refusing(acts.move(EN, FOOT, replace(WAY, leaves_field=True))) == ["CC-MOVE-9"]
    scenario = edition_of("en", "DEC-46=scenario")
    assert refusing(acts.move(scenario, FOOT, replace(WAY, terrain_allows=False))) == ["CC-MOVE-9"]
    assert asked(acts.move(scenario, FOOT, WAY)) == ["does the scenario let b go there?"]


def test_cc_eng_1_breaking_off_where_that_is_played() -> None:
    rules = edition_of("en", "DEC-20b=leave")
    engaged = replace(FOOT, engaged=True)
    assert refusing(acts.move(rules, engaged, replace(WAY, ends=20))) == []
    assert refusing(acts.move(rules, engaged, replace(WAY, ends=19.9))) == ["CC-ENG-1"]


def test_cc_face_1_forty_five_degrees() -> None:
    assert (faces(EN, 45), faces(EN, "45.1")) == (True, False)
    assert faces(edition_of("en", "facing.halfAngle=60"), 60)


def test_cc_face_2_front_flank_and_rear() -> None:
    assert [side_of(EN, angle) for angle in ("45", "45.1", "135", "135.1")] == [
        "front",
        "flank",
        "flank",
        "rear",
    ]


def test_cc_form_1_changing_formation() -> None:
    assert refusing(acts.reform(EN, FOOT)) == []
    for unit in (replace(FOOT, engaged=True), MIXED, MOB):
        assert refusing(acts.reform(EN, unit)) == ["CC-FORM-1"]
    for unit in (replace(FOOT, engaged=True), MIXED):
        assert refusing(acts.reform(edition_of("en", "DEC-22=any"), unit)) == []


# --- Mobs ------------------------------------------------------------------------------------------------


def test_cc_conf_1_confused_men_count_as_nobody() -> None:
    """Not for fighting, firing or sites, however many they are."""
    crew = replace(GUN, ranks=0, confused=4)
    assert "CC-FIRE-5" in refusing(acts.fire(EN, crew, ENEMY, SHOT))
    assert refusing(acts.fight(EN, MOB, ENEMY, NEAR)) == ["CC-MOB-5"]
    assert refusing(acts.hold(EN, MOB, Measured(on_site=True, enemy_on_site=False))) == ["CC-WIN-2"]
    mob = replace(ENEMY, ranks=0, confused=9)
    assert approach(EN, FOOT, mob, HEAD_ON).is_allowed


def test_cc_conf_2_a_mixed_unit_fights_and_is_fought() -> None:
    assert refusing(acts.fight(EN, MIXED, ENEMY, NEAR)) == []
    assert refusing(acts.fight(EN, ENEMY, MIXED, NEAR)) == []


def test_cc_conf_1_one_man_in_ranks_is_enough() -> None:
    """For everything that needs men in ranks; and one confused man makes a mob."""
    one, enemy, gun = replace(FOOT, ranks=1), replace(ENEMY, ranks=1), replace(GUN, ranks=1)
    assert refusing(acts.move(EN, one, WAY)) == []
    assert refusing(acts.move(EN, replace(one, confused=1), WAY)) == ["CC-MOVE-8"]
    assert refusing(acts.reform(EN, one)) == []
    assert refusing(acts.walk_back(EN, replace(gun, at_gun=False), replace(WAY, advance=5))) == []
    assert refusing(acts.fire(EN, gun, enemy, SHOT)) == []
    assert refusing(acts.fight(EN, one, enemy, NEAR)) == []
    assert refusing(acts.hold(EN, one, Measured(on_site=True, enemy_on_site=False))) == []
    last = replace(MOB, confused=1)
    assert refusing(acts.mob_move(EN, last, AWAY)) == []
    assert refusing(acts.flee(EN, last, Measured(nearest_any=3, room=30))) == []
    assert refusing(acts.rally(EN, replace(one, confused=1), ALONE, commander=False, aide=False)) == []
    assert refusing(acts.fire(EN, gun, replace(last, name="r"), SHOT)) == []


def test_cc_mob_1_who_moves_as_a_mob() -> None:
    way = replace(WAY, nearest_on_path=30)
    assert refusing(acts.mob_move(EN, MOB, way)) == []
    assert refusing(acts.mob_move(EN, FOOT, way)) == ["CC-MOB-1"]
    assert refusing(acts.move(EN, MOB, WAY)) == ["CC-MOB-1"]


def test_cc_mob_2_thirty_and_never_nearer_than_fifteen() -> None:
    for nearest, rules in (("15.0", []), ("14.9", ["CC-MOB-2"])):
        assert (
            refusing(acts.mob_move(EN, MOB, replace(WAY, advance=30, nearest_on_path=nearest, begins=20)))
            == rules
        )
    assert refusing(acts.mob_move(EN, MOB, replace(WAY, advance=30.1, nearest_on_path=20))) == ["CC-MOB-2"]


def test_cc_mob_2_a_flight_that_begins_inside_only_goes_away() -> None:
    way = replace(WAY, begins=10, nearest_on_path=10)
    assert refusing(acts.mob_move(EN, MOB, replace(way, goes_away=True))) == []
    assert refusing(acts.mob_move(EN, MOB, replace(way, goes_away=False))) == ["CC-MOB-2"]
    outside = replace(WAY, begins="15.0", nearest_on_path="14.9", goes_away=True)
    assert refusing(acts.mob_move(EN, MOB, outside)) == ["CC-MOB-2"]


@pytest.mark.parametrize(("rules", "trigger"), [(EN, 20), (FR, 15)])
def test_cc_mob_3_when_a_mob_must_run(rules: Edition, trigger: int) -> None:
    near = Measured(nearest_any=Fraction(10 * trigger - 1, 10), room=30, leaves_field=False)
    assert acts.flee(rules, MOB, near).outcome("must") is True
    assert refusing(acts.flee(rules, MOB, replace(near, nearest_any=trigger))) == ["CC-MOB-3"]
    assert "CC-MOB-1" in refusing(acts.flee(rules, FOOT, near))


def test_cc_mob_4_which_fleeing_units_are_removed() -> None:
    near = Measured(nearest_any=10)
    short = replace(near, room=25, leaves_field=False)
    over = replace(near, room=25, leaves_field=True)
    assert acts.flee(EN, MOB, short).outcome("removed") is True
    assert acts.flee(EN, MOB, replace(short, room=30)).outcome("removed") is None
    assert acts.flee(FR, MOB, short).outcome("removed") is None
    assert acts.flee(FR, MOB, over).outcome("removed") is True
    assert asked(acts.flee(EN, MOB, near)) == ["how far can b run that way?"]
    gone = replace(WAY, nearest_on_path=30, leaves_field=True)
    assert acts.mob_move(FR, MOB, gone).outcome("removed") is True
    assert refusing(acts.mob_move(EN, MOB, gone)) == ["CC-MOVE-9"]


def test_cc_mob_5_no_party_to_combats_but_a_target_of_cannon() -> None:
    crowd = replace(ENEMY, ranks=0, confused=6)
    assert refusing(acts.fight(EN, FOOT, crowd, NEAR)) == ["CC-MOB-5"]
    assert refusing(acts.fight(EN, MOB, ENEMY, NEAR)) == ["CC-MOB-5"]
    attackable = edition_of("en", "DEC-24=attackable")
    assert refusing(acts.fight(attackable, FOOT, crowd, NEAR)) == []
    assert refusing(acts.fight(attackable, FOOT, replace(crowd, confused=1), NEAR)) == []
    assert refusing(acts.fight(attackable, FOOT, replace(crowd, confused=0), NEAR)) == ["CC-MOB-5"]
    assert refusing(acts.fire(EN, GUN, crowd, SHOT)) == []


# --- Rallying --------------------------------------------------------------------------------------------

ALONE = Measured(faced=False, nearest_any=60)


@pytest.mark.parametrize(
    ("ranks", "confused", "commander", "returns"),
    [(3, 5, False, 3), (3, 5, True, 4), (3, 2, True, 2), (6, 4, False, 4)],
)
def test_cc_ral_1_as_many_as_are_in_ranks(ranks: int, confused: int, commander: bool, returns: int) -> None:
    unit = Company("b", "infantry", ranks, confused)
    judged = acts.rally(EN, unit, ALONE, commander=commander, aide=False)
    assert judged.outcome("returns") == returns


def test_cc_ral_1_nothing_to_rally() -> None:
    assert refusing(acts.rally(EN, FOOT, ALONE, commander=True)) == ["CC-RAL-1"]


@pytest.mark.parametrize("rules", [EN, FR])
def test_cc_ral_2_twenty_from_an_enemy_that_faces_the_unit(rules: Edition) -> None:
    for distance, refused in (("20.1", []), ("20.0", ["CC-RAL-2"])):
        judged = acts.rally(rules, MIXED, Measured(nearest_facing=distance), commander=False, aide=False)
        assert refusing(judged) == refused
    assert refusing(acts.rally(rules, MIXED, Measured(distance=5, faced=False), commander=False)) == []
    assert refusing(acts.rally(rules, replace(MIXED, ranks=1), Measured(nearest_facing=20))) == ["CC-RAL-2"]
    assert asked(acts.rally(rules, MIXED))[0] == "how far is the nearest enemy in ranks that faces b?"


def test_cc_ral_3_commander_and_aide() -> None:
    def both(rules: Edition) -> object:
        return acts.rally(rules, MIXED, ALONE, commander=True, aide=True).outcome("returns")

    assert both(EN) == 4
    assert both(edition_of("en", "DEC-30=each")) == 5
    assert both(edition_of("fr", "DEC-30=each")) == 4
    assert acts.rally(EN, MIXED, ALONE, commander=False, aide=True).outcome("returns") == 4
    assert acts.rally(FR, MIXED, ALONE, commander=False, aide=True).outcome("returns") == 3
    assert asked(acts.rally(EN, MIXED, ALONE, aide=False)) == ["is the commander next to b?"]


@pytest.mark.parametrize(("rules", "far", "near"), [(EN, "40.0", "39.9"), (FR, "50.0", "49.9")])
def test_cc_ral_4_a_mob_far_away_with_the_commander(rules: Edition, far: str, near: str) -> None:
    judged = acts.rally(rules, MOB, Measured(nearest_any=far), commander=True)
    assert judged.outcome("returns") == 1
    assert refusing(acts.rally(rules, MOB, Measured(nearest_any=near), commander=True)) == ["CC-RAL-4"]
    assert refusing(acts.rally(rules, MOB, Measured(nearest_any=far), commander=False)) == ["CC-RAL-4"]
    assert asked(acts.rally(rules, MOB, Measured(nearest_any=far))) == ["is the commander next to b?"]


def test_cc_ral_4_all_of_a_mob_where_that_is_played() -> None:
    judged = acts.rally(edition_of("en", "DEC-28=all"), MOB, ALONE, commander=True)
    assert judged.outcome("returns") == 8
    assert judged.outcomes[0].choices == ("DEC-28=all",)


def test_cc_ral_5_gunners_walk_back() -> None:
    away = replace(GUN, at_gun=False)
    way = replace(WAY, advance=25)
    assert refusing(acts.walk_back(EN, away, way)) == []
    assert refusing(acts.walk_back(EN, away, replace(way, advance=25.1))) == ["CC-RAL-5"]
    assert refusing(acts.walk_back(EN, GUN, way)) == ["CC-RAL-5"]
    assert refusing(acts.walk_back(EN, replace(away, just_rallied=True), way)) == ["CC-RAL-5"]
    now = edition_of("en", "DEC-31=now")
    assert refusing(acts.walk_back(now, replace(away, just_rallied=True, acted=True), way)) == []
    assert refusing(acts.fire(EN, away, ENEMY, SHOT)) == ["CC-RAL-5"]


def test_cc_ral_6_the_commander_helps_whom_he_is_next_to() -> None:
    assert (is_beside(EN, 5), is_beside(EN, "5.1")) == (True, False)
    beside = replace(ALONE, commander_distance=5, aide_distance=80)
    assert acts.rally(EN, MIXED, beside).outcome("returns") == 4
    assert acts.rally(EN, MIXED, replace(beside, commander_distance=6)).outcome("returns") == 3


# --- Long-range fire -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("distance", "bearing", "rules"),
    [
        ("10.0", "45.0", []),
        ("130.0", "0", []),
        ("9.9", "0", ["CC-FIRE-1"]),
        ("130.1", "0", ["CC-FIRE-1"]),
        ("50", "45.1", ["CC-FIRE-1"]),
    ],
)
def test_cc_fire_1_range_arc_and_line(distance: str, bearing: str, rules: list[str]) -> None:
    measured = replace(SHOT, distance=distance, own_bearing=bearing)
    assert refusing(acts.fire(EN, GUN, ENEMY, measured)) == rules
    assert refusing(acts.fire(FR, GUN, ENEMY, measured)) == rules
    assert refusing(acts.fire(EN, GUN, ENEMY, replace(SHOT, clear=False))) == ["CC-FIRE-1"]
    assert "CC-FIRE-1" in refusing(acts.fire(EN, FOOT, ENEMY, SHOT))


def test_cc_fire_2_and_cc_fire_3_one_man_killed_nobody_confused() -> None:
    judged = acts.fire(EN, GUN, ENEMY, SHOT)
    assert (judged.outcome("killed"), judged.outcome("confused")) == (1, 0)


def test_cc_fire_4_the_body_of_an_engaged_target_lies() -> None:
    assert acts.fire(EN, GUN, ENEMY, SHOT).outcome("body") == "removed"
    assert acts.fire(EN, GUN, replace(ENEMY, engaged=True), SHOT).outcome("body") == "lies"


def test_cc_fire_5_one_gunner_one_shot() -> None:
    battery = replace(GUN, ranks=1, cannon=2)
    assert refusing(acts.fire(EN, battery, ENEMY, SHOT)) == []
    assert refusing(acts.fire(EN, replace(battery, shots=1), ENEMY, SHOT)) == ["CC-FIRE-5"]
    assert refusing(acts.fire(EN, replace(battery, ranks=2, shots=1), ENEMY, SHOT)) == []
    assert refusing(acts.fire(EN, replace(battery, ranks=0, confused=3), ENEMY, SHOT)) == ["CC-FIRE-5"]


def test_cc_fire_5_crews_and_shots_are_the_houses() -> None:
    """A house may want two gunners for a cannon, or let it fire twice."""

    def may(house: str, ranks: int, cannon: int, shots: int) -> bool:
        gun = Company("g", "artillery", ranks, cannon=cannon, shots=shots, balls=4)
        at = Measured(distance=50, own_bearing=0, clear=True, cover="open")
        return acts.fire(edition_of("en", house), gun, Company("r", "infantry", 5), at).is_allowed

    assert [may("", 1, 2, shots) for shots in (0, 1)] == [True, False]
    assert [may("fire.shots=2", 1, 1, shots) for shots in (0, 1, 2)] == [True, True, False]
    assert [may("fire.gunners=2", ranks, 2, 1) for ranks in (2, 3, 4)] == [False, False, True]


@pytest.mark.parametrize(
    ("cover", "price"), [("open", 1), ("woods", 1), ("wall", 2), ("redoubt", 3), ("trench", 3)]
)
def test_cc_fire_6_the_price_in_balls(cover: str, price: int) -> None:
    measured = replace(SHOT, cover=cover)
    assert acts.fire(EN, replace(GUN, balls=price), ENEMY, measured).outcome("balls") == price
    assert refusing(acts.fire(EN, replace(GUN, balls=price - 1), ENEMY, measured)) == ["CC-FIRE-6"]


def test_cc_fire_6_two_balls_left() -> None:
    gun = replace(GUN, balls=2)
    assert acts.fire(FR, gun, ENEMY, replace(SHOT, cover="wall")).is_allowed
    assert not acts.fire(FR, gun, ENEMY, replace(SHOT, cover="trench")).is_allowed
    assert asked(acts.fire(FR, gun, ENEMY, replace(SHOT, cover=None)))[0].startswith(
        "what cover has r towards g"
    )


def test_cc_fire_7_what_the_stock_buys() -> None:
    """Four in the open, or two at walls, or one at a trench and one in the open."""
    stock = int(FR.number("balls.stock"))
    bought = {}
    for cover in ("open", "wall", "trench"):
        left, shots = stock, 0
        while price := acts.fire(FR, replace(GUN, balls=left), ENEMY, replace(SHOT, cover=cover)).outcome(
            "balls"
        ):
            left, shots = left - int(str(price)), shots + 1
        bought[cover] = (shots, left)
    assert bought == {"open": (4, 0), "wall": (2, 0), "trench": (1, 1)}


def test_cc_fire_8_who_picks_the_man() -> None:
    assert acts.fire(EN, GUN, ENEMY, SHOT).outcome("picks") == "firer"
    assert acts.fire(edition_of("en", "DEC-32c=owner"), GUN, ENEMY, SHOT).outcome("picks") == "owner"


# --- Combat ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "inside", "outside"), [(EN, "19.9", "20.0"), (FR, "7.9", "8.0"), (FR, 7.9, 8.0)]
)
def test_cc_comb_1_strictly_within_range(rules: Edition, inside: object, outside: object) -> None:
    assert refusing(acts.fight(rules, FOOT, ENEMY, replace(NEAR, distance=inside))) == []
    assert refusing(acts.fight(rules, FOOT, ENEMY, replace(NEAR, distance=outside))) == ["CC-COMB-1"]
    assert refusing(acts.fight(rules, FOOT, ENEMY, replace(NEAR, distance=outside), together=True)) == []


def test_cc_comb_1_in_words() -> None:
    judged = acts.fight(FR, FOOT, ENEMY, replace(NEAR, distance="17.0"))
    assert judged.said() == ("fighting: refused", "the distance is 17 cm; needed: less than 8 cm (CC-COMB-1)")
    assert judged.said("fr") == (
        "combattre : refusé",
        "la distance : 17 cm ; il faut : moins de 8 cm (CC-COMB-1)",
    )


def test_cc_comb_2_one_of_the_two_faces_the_other() -> None:
    turned = replace(NEAR, own_bearing=90)
    for own, their in (("45.0", 90), (90, "45.0")):
        assert (
            refusing(acts.fight(EN, FOOT, ENEMY, replace(NEAR, own_bearing=own, their_bearing=their))) == []
        )
    assert refusing(acts.fight(EN, FOOT, ENEMY, turned)) == []
    assert refusing(acts.fight(EN, FOOT, ENEMY, replace(turned, their_bearing=45.1))) == ["CC-COMB-2"]
    assert asked(acts.fight(EN, FOOT, ENEMY, replace(turned, their_bearing=None))) == [
        "how many degrees is b off the heading of r?"
    ]


def test_cc_comb_3_one_combat_for_each_unit() -> None:
    assert refusing(acts.fight(EN, replace(FOOT, starts=1), ENEMY, NEAR)) == ["CC-COMB-3"]
    assert refusing(acts.fight(EN, FOOT, replace(ENEMY, starts=1), NEAR)) == []
    assert refusing(acts.fight(FR, FOOT, ENEMY, NEAR, targets=2)) == ["CC-COMB-3"]
    assert refusing(acts.fight(edition_of("fr", "DEC-33=pooled"), FOOT, ENEMY, NEAR, targets=2)) == []


@pytest.mark.parametrize(
    ("cover", "soft", "hard"),
    [
        ("open", [], []),
        ("woods", ["CC-COMB-4"], ["CC-COMB-4"]),
        ("wall", ["CC-COMB-4"], ["CC-COMB-4"]),
        ("redoubt", [], ["CC-COMB-4"]),
        ("trench", [], ["CC-COMB-4"]),
    ],
)
def test_cc_comb_4_cavalry_and_cover(cover: str, soft: list[str], hard: list[str]) -> None:
    measured = replace(NEAR, cover=cover)
    judged = acts.fight(EN, HORSE, ENEMY, measured)
    assert refusing(judged) == soft
    assert refusing(acts.fight(edition_of("en", "DEC-40=hard"), HORSE, ENEMY, measured)) == hard
    assert refusing(acts.fight(EN, FOOT, ENEMY, measured)) == []
    assert judged.choices == (("DEC-40=soft",) if soft != hard else ()), "either way nothing else comes of it"


@pytest.mark.parametrize("cover", ["wall", "redoubt", "trench"])
def test_cc_comb_6_three_for_hard_cover(cover: str) -> None:
    measured = replace(NEAR, cover=cover)
    assert acts.fight(EN, FOOT, ENEMY, measured).outcome("their_bonus") == 3
    assert acts.fight(EN, FOOT, GUN, measured).outcome("their_bonus") == 3
    assert acts.fight(EN, FOOT, replace(HORSE, name="r"), measured).outcome("their_bonus") is None
    assert acts.fight(EN, FOOT, ENEMY, replace(NEAR, cover="woods")).outcome("their_bonus") is None


def test_cc_comb_6_whom_cover_helps() -> None:
    unit, enemy = replace(FOOT, cover="wall"), replace(ENEMY, cover="wall")
    gained = {}
    for word in ("attacked", "starter", "always"):
        judged = acts.fight(edition_of("en", f"DEC-34={word}"), unit, enemy, NEAR)
        gained[word] = (judged.outcome("own_bonus"), judged.outcome("their_bonus"))
        assert judged.choices == (() if word == "always" else (f"DEC-34={word}",))
    assert gained == {"attacked": (None, None), "starter": (3, None), "always": (3, 3)}
    assert acts.fight(EN, FOOT, enemy, replace(NEAR, cover="wall")).choices == ()


def test_cc_spec_4_from_flank_or_rear() -> None:
    assert acts.fight(EN, FOOT, ENEMY, NEAR).outcome("flank") is None
    assert acts.fight(EN, FOOT, ENEMY, replace(NEAR, their_bearing=45.1)).outcome("flank") is True
    assert acts.fight(EN, FOOT, ENEMY, replace(NEAR, their_bearing=180)).outcome("flank") is True


def test_cc_deck_2_no_cards_no_combat_where_that_is_played() -> None:
    turn = Turn(cards=0)
    assert refusing(acts.fight(EN, FOOT, ENEMY, NEAR, turn)) == []
    judged = acts.fight(edition_of("en", "DEC-2=never"), FOOT, ENEMY, NEAR, turn)
    assert refusing(judged) == ["CC-DECK-2"]


# --- Sites -----------------------------------------------------------------------------------------------


def test_cc_win_2_men_in_ranks_take_a_site() -> None:
    there = Measured(on_site=True, enemy_on_site=False)
    assert refusing(acts.hold(EN, FOOT, there)) == []
    assert refusing(acts.hold(EN, MOB, there)) == ["CC-WIN-2"]
    assert refusing(acts.hold(EN, FOOT, replace(there, enemy_on_site=True))) == ["CC-WIN-2"]
    assert refusing(acts.hold(EN, FOOT, replace(there, on_site=False))) == ["CC-WIN-2"]


# --- What is said ----------------------------------------------------------------------------------------


def test_all_that_fails_is_listed_and_what_has_no_cure_comes_first() -> None:
    """Nobody makes a gun of foot; the rest can be changed."""
    judged = acts.fire(EN, replace(FOOT, balls=4), ENEMY, replace(SHOT, distance=200, clear=False))
    assert [refusal.need for refusal in judged.refusals] == ["artillery", "far", "line"]
    assert [refusal.has_cure for refusal in judged.refusals] == [False, True, True]


def test_a_choice_that_would_change_the_answer_is_named() -> None:
    """Here cavalry may charge a redoubt; under DEC-40=hard it may not."""
    judged = acts.fight(EN, HORSE, ENEMY, replace(NEAR, cover="redoubt"))
    assert (judged.is_allowed, judged.choices) == (True, ("DEC-40=soft",))
    assert judged.said()[0] == "fighting: allowed (DEC-40=soft)"


def test_a_measurement_that_makes_no_sense() -> None:
    for wrong in (-1, "far", float("nan"), True, 10**40):
        with pytest.raises(RulingError, match="distance is"):
            acts.fight(EN, FOOT, ENEMY, replace(NEAR, distance=wrong))


def test_the_same_measurements_the_other_way_round() -> None:
    """What r may do to b with what was measured from b; the cover is another one."""
    measured = Measured(distance=17, own_bearing=30, their_bearing=100, cover="wall", clear=True)
    assert measured.mirrored() == Measured(distance=17, own_bearing=100, their_bearing=30, clear=True)
    there = acts.fight(EN, FOOT, ENEMY, measured)
    back = acts.fight(EN, ENEMY, FOOT, measured.mirrored())
    assert (there.outcome("flank"), there.outcome("their_bonus")) == (True, 3)
    assert (back.is_allowed, back.outcome("flank")) == (True, None)
    assert asked(back)[0].startswith("what cover has b towards r")


def test_what_comes_of_it_in_words() -> None:
    """In both languages, with rule and choice."""
    fled = acts.flee(EN, MOB, Measured(nearest_any=14, room=25))
    assert fled.said() == (
        "fleeing: allowed",
        "b must run (CC-MOB-3)",
        "b is removed (CC-MOB-4, DEC-26=full)",
    )
    assert acts.rally(FR, MIXED, ALONE, commander=True, aide=False).said("fr") == (
        "rallier : permis",
        "de retour en rang : 4 (CC-RAL-1, CC-RAL-3)",
    )
    shot = acts.fire(EN, GUN, replace(ENEMY, engaged=True), replace(SHOT, cover="wall"))
    assert shot.said("fr")[1] == "boulets dépensés : 2 (CC-FIRE-6)"
    assert "the dead man stays where he fell and counts (CC-FIRE-4)" in shot.said()


def test_everything_that_comes_of_acts_has_words() -> None:
    law = EN.law
    for action in law.actions.values():
        for effect in action.effects.values():
            for name, value in effect.gives:
                assert name in law.told or f"{name}={value}" in law.told, name
    assert {"returns", "ends"} <= law.told.keys()


def test_a_ruling_for_the_table() -> None:
    ruling = acts.fight(FR, FOOT, ENEMY, replace(NEAR, distance=17)).ruling()
    assert str(ruling) == "refused: the distance is 17 cm; needed: less than 8 cm (CC-COMB-1)"
