"""What may be done on which ground, and what comes of it: every rule of the chapter on ground."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deduce.napoleonic.book import Book, book_of
from deduce.napoleonic.ground.footing import AXES, axis, footing
from deduce.napoleonic.ground.sight import Seen, masks
from deduce.napoleonic.ground.tables import crossings_flaws, height_flaws, labels, watercourse_flaws
from deduce.napoleonic.rulebook import kinds, rules
from deduce.ruling.judgement import Judgement
from napoleonic.common import BOOK, asked, refusing, said

COLUMN = {"nation": "FR", "arm": "inf", "kind": "line", "formation": "column", "figures": 18, "front": 3}
FOOT = {"arm": "inf", "formation": "line"}
HORSE = {"arm": "cav", "formation": "column"}
GUNS = {"arm": "horse-art", "formation": "limbered"}
SKIRMISHERS = {"arm": "inf", "formation": "skirmish"}
PLAIN = {"ground": ["open"], "their_ground": ["open"], "between": ["nothing"]}


def sees(book: Book = BOOK, **facts: object) -> Judgement:
    """Whether 3 sees k, on open ground with nothing between unless something else is said."""
    return said("see", book, **{**PLAIN, **facts})


def fires(**facts: object) -> Judgement:
    """Whether 3 fires at k, in the open unless something else is said."""
    return said("fire", **{**PLAIN, "arm": "inf", "formation": "line", "their_engaged": False, **facts})


def value(judgement: Judgement, name: str) -> object:
    return judgement.outcome(name)


# --- Terrain in general ------------------------------------------------------------------------------


def test_nap_terr_1_what_a_table_is_called() -> None:
    assert labels(BOOK, {"hill": 3, "wood": 3}) == {"hilly", "wooded", "mixed"}
    assert labels(BOOK, {"hill": 2, "village": 2}) == frozenset()
    assert labels(BOOK, {"forest-side": 1}) == {"wooded"}
    assert labels(BOOK, {"watercourse": 1, "field": 2}) == {"valley", "farmland", "mixed"}


def test_nap_terr_2_what_the_players_agree_on_is_told() -> None:
    rule = rules()["NAP-TERR-2"]
    assert "agree" in rule.text
    assert kinds()["NAP-TERR-2"] == "reminder"


def test_nap_terr_3_every_ground_has_its_six_axes() -> None:
    for word in BOOK.law.features["ground"].words:
        for name in AXES:
            found = axis(BOOK, name, word, {**COLUMN})
            assert found.values, (name, word)
            assert found.rules, (name, word)


def test_nap_terr_3_an_axis_that_nobody_wrote_is_asked_for() -> None:
    lacking = axis(BOOK, "movement", "open", {})
    assert lacking.values["speed"] == 1
    silent = BOOK.looked_up("terrain-fire", {"ground": frozenset({"crops"})})
    assert silent.values["cover"] == "not-given"


def test_nap_terr_5_overlapping_terrains_multiply() -> None:
    assert footing(BOOK, ["slope", "ploughed"], COLUMN).factor == Fraction(1, 4)
    slowest = book_of(house="DEC-18=slowest")
    assert footing(slowest, ["slope", "ploughed"], COLUMN).factor == Fraction(1, 2)


def test_nap_terr_7_holding_it_may_give_a_bonus_of_morale() -> None:
    assert axis(BOOK, "morale", "wood", {}).values["morale"] == "ask"
    assert axis(BOOK, "morale", "open", {}).values["morale"] == "none"


# --- Hills -------------------------------------------------------------------------------------------


def test_nap_hill_1_no_crest_line_printed() -> None:
    (flaw,) = height_flaws("hill", has_crest=False)
    assert "draw the crest line" in flaw.words.en
    assert flaw.rules == ("NAP-HILL-1",)
    assert not [*height_flaws("hill", has_crest=True)]


def test_nap_hill_2_a_bent_line_on_a_curved_crest_is_a_line() -> None:
    bent = {**FOOT, "ground": ["slope"], "along_crest": True, "crest": "astride"}
    assert value(fires(**bent, past_crest=12, over="nothing"), "counts_as") == "line"
    fight = said("fight", **bent, height="level", round=1)
    assert (value(fight, "counts_as"), value(fight, "state_fighting")) == ("line", "formed")


def test_nap_hill_3_a_hill_between() -> None:
    assert refusing(sees(between=["hill"])) == {"NAP-HILL-3"}
    assert sees().is_allowed


def test_nap_hill_4_a_part_of_a_base_over_the_crest() -> None:
    assert sees(**FOOT, ground=["slope"], crest="astride", slope_between="bare").is_allowed


@pytest.mark.parametrize(("distance", "is_seen"), [(14, False), (15, False), (16, True)])
def test_nap_hill_5_behind_a_village_or_wood(distance: int, is_seen: bool) -> None:
    looks = {**FOOT, "ground": ["slope"], "crest": "past", "slope_between": "bare"}
    judgement = sees(**looks, between=["forest"], cover_gap=distance)
    assert judgement.is_allowed is is_seen
    assert refusing(judgement) == (set() if is_seen else {"NAP-HILL-5"})


@pytest.mark.parametrize(("distance", "is_seen"), [(9, False), (10, False), (11, True)])
def test_nap_hill_5_behind_a_unit(distance: int, is_seen: bool) -> None:
    looks = {**FOOT, "ground": ["slope"], "crest": "past", "slope_between": "bare"}
    assert sees(**looks, between=["unit"], masked=True, unit_gap=distance).is_allowed is is_seen
    assert sees(**looks, between=["unit"], masked=False).is_allowed


@pytest.mark.parametrize(("distance", "is_seen"), [("14.9", False), (15, True)])
def test_nap_hill_5_at_the_foot_of_a_grown_slope(distance: object, is_seen: bool) -> None:
    looks = {**FOOT, "ground": ["slope"], "crest": "past", "slope_between": "grown"}
    assert sees(**looks, foot_distance=distance).is_allowed is is_seen


def test_nap_hill_6_masked_means_wholly() -> None:
    column, line = Seen("inf", "column"), Seen("inf", "line")
    assert not masks(BOOK, column, line, 1)
    assert not masks(BOOK, line, Seen("cav", "line"), 1)
    assert not masks(BOOK, line, Seen("cav", "column"), 1)
    assert not masks(BOOK, Seen("inf", "skirmish"), column, 1)
    assert masks(BOOK, line, column, 1)
    assert not masks(BOOK, line, column, Fraction(9, 10))
    assert masks(book_of(house="DEC-20=part"), line, column, Fraction(9, 10))


def test_nap_hill_7_a_masked_unit_is_ignored() -> None:
    assert refusing(said("heed", masked=True)) == {"NAP-HILL-7"}
    assert said("heed", masked=False).is_allowed


@pytest.mark.parametrize(
    ("arm", "distance", "is_seen"),
    [
        ("inf", "2.5", True),
        ("inf", "2.6", False),
        ("horse-art", 5, True),
        ("cav", "5.1", False),
        ("inf", "0.1", True),
    ],
)
def test_nap_hill_8_seeing_without_being_seen(arm: str, distance: object, is_seen: bool) -> None:
    looks = {"arm": arm, "ground": ["slope"], "crest": "behind", "crest_distance": distance}
    judgement = sees(**looks, slope_between="bare")
    assert judgement.is_allowed is is_seen
    assert value(judgement, "unseen") is (True if is_seen else None)


def test_nap_hill_9_half_speed_and_disorganised() -> None:
    climbing = said("move", **COLUMN, ground=["slope"], path=["open"])
    assert value(climbing, "here_per_quarter") == Fraction(9, 4)
    assert value(climbing, "state_during") == "disorganised"
    skirmish = {"arm": "inf", "formation": "skirmish", "ground": ["slope"], "path": ["open"]}
    assert value(said("move", **skirmish), "state_during") == "disorganised"
    never = book_of(house="DEC-42=others")
    assert value(said("move", never, **skirmish), "state_during") == "formed"


@pytest.mark.parametrize("slope", ["slope", "wooded-slope", "vine-slope", "crop-slope"])
def test_nap_hill_10_no_charge_on_a_slope(slope: str) -> None:
    assert "NAP-HILL-10" in refusing(said("charge", **FOOT, ground=[slope]))


@pytest.mark.parametrize("act", ["change", "limber", "unlimber"])
def test_nap_hill_11_no_change_of_formation_on_a_slope(act: str) -> None:
    assert "NAP-HILL-11" in refusing(said(act, ground=["slope"]))
    assert "NAP-HILL-11" not in refusing(said(act, ground=["open"]))


def test_nap_hill_12_a_forced_march_over_a_slope() -> None:
    marching = said("forced", **COLUMN, ground=["slope"], path=["slope"])
    assert marching.is_allowed
    assert value(marching, "per_period") == 27
    assert value(marching, "here_per_quarter") == Fraction(27, 8)
    assert value(marching, "state_during") == value(marching, "state_after") == "disorder"


def test_nap_hill_13_no_stepping_back_on_a_slope() -> None:
    stepping = said("back", arm="inf", status="regular", formation="line", ground=["slope"])
    assert "NAP-HILL-13" in refusing(stepping)


def test_nap_hill_14_a_halt_on_a_slope_costs_the_fire_nothing() -> None:
    judgement = fires(ground=["slope"], crest="past", over="nothing")
    assert judgement.is_allowed
    assert value(judgement, "no_penalty") is True


def test_nap_hill_15_grown_slopes() -> None:
    for slope in ("wooded-slope", "vine-slope", "crop-slope"):
        climbing = said("move", **COLUMN, ground=[slope], path=[slope])
        assert value(climbing, "here_per_quarter") == Fraction(9, 8)
        assert value(climbing, "state_during") == "unformed"
        assert value(said("move", **SKIRMISHERS, path=[slope]), "state_during") == "formed"
        assert refusing(said("move", **GUNS, path=[slope])) >= {"NAP-HILL-15"}
    assert refusing(said("move", **HORSE, path=["wooded-slope"])) == {"NAP-HILL-15"}
    assert said("move", **HORSE, path=["vine-slope"]).is_allowed
    assert said("move", book_of(house="DEC-19=slope"), **HORSE, path=["wooded-slope"]).is_allowed


@pytest.mark.parametrize(("crest", "may"), [("behind", False), ("astride", True), ("past", True)])
def test_nap_hill_16_fire_past_the_crest_line_printed(crest: str, may: bool) -> None:
    judgement = fires(ground=["slope"], crest=crest, over="nothing", past_crest=6)
    assert judgement.is_allowed is may
    assert refusing(judgement) == (set() if may else {"NAP-HILL-16"})


def test_nap_hill_17_only_figures_past_the_crest_line_fire() -> None:
    astride = {"ground": ["slope"], "crest": "astride", "over": "nothing"}
    assert value(fires(**astride, past_crest=8), "firing") == 8
    assert "past_crest" in asked(fires(**astride))


def test_nap_hill_18_a_silent_unit_in_a_wood_on_a_slope() -> None:
    silent = fires(their_ground=["wooded-slope"], their_shown=False, their_edge=0)
    assert "NAP-HILL-18" in refusing(silent)
    assert value(fires(their_ground=["wooded-slope"], their_shown=True, their_edge=0), "cover") == "light"


@pytest.mark.parametrize(("gap", "may"), [("2.0", False), ("2.1", True)])
def test_nap_hill_19_over_units_lower_down(gap: str, may: bool) -> None:
    above = {"ground": ["slope"], "crest": "past"}
    assert fires(**above, over="lower", over_gap=gap).is_allowed is may
    assert refusing(fires(**above, over="level")) == {"NAP-HILL-19"}


def test_nap_hill_20_over_a_melee() -> None:
    above = {"ground": ["slope"], "crest": "past", "over": "melee"}
    assert fires(**above).is_allowed
    assert refusing(fires(**{**above, "their_engaged": True})) >= {"NAP-HILL-20"}


def test_nap_hill_21_no_guns_in_battery_on_a_hill() -> None:
    assert "NAP-HILL-21" in refusing(said("unlimber", arm="foot-art", ground=["slope"]))


def test_nap_hill_22_the_higher_unit_in_the_round_of_contact() -> None:
    above = {**FOOT, "ground": ["slope"], "height": "above", "whole_front": True}
    assert value(said("fight", **above, round=1), "higher_ground") == "one"
    assert value(said("fight", **above, round=2), "higher_ground") == "nobody"


def test_nap_hill_23_from_the_second_round_on() -> None:
    later = said("fight", **FOOT, ground=["slope"], height="above", whole_front=True, round=2)
    assert value(later, "state_fighting") == value(later, "their_state_fighting") == "unformed"
    assert (value(later, "fights_with"), value(later, "follow_bonus")) == ("all", True)


def test_nap_hill_24_the_whole_front_on_one_slope() -> None:
    over = said("fight", **FOOT, ground=["slope"], height="above", whole_front=False, round=1)
    assert value(over, "higher_ground") == "nobody"


def test_nap_hill_25_attacked_while_climbing() -> None:
    climbing = said("fight", **FOOT, ground=["slope"], height="below", on_the_move=True, round=1)
    assert value(climbing, "state_fighting") == "disorganised"


def test_nap_hill_26_re_ordering_on_a_slope_printed() -> None:
    again = said("re-form", **FOOT, ground=["slope"], state="disorganised")
    assert again.is_allowed
    assert (value(again, "takes"), value(again, "again")) == (1, "disorganised")
    halted = said(
        "fight", **FOOT, ground=["slope"], height="above", whole_front=True, on_the_move=False, round=1
    )
    assert value(halted, "state_fighting") is None
    assert value(halted, "higher_ground") == "one"
    attacker = said("fight", **FOOT, ground=["slope"], height="below", on_the_move=True, round=1)
    assert value(attacker, "state_fighting") == "disorganised"


# --- Plateaus ----------------------------------------------------------------------------------------


def test_nap_plat_1_the_contour_must_be_drawn() -> None:
    (flaw,) = height_flaws("plateau", has_crest=False)
    assert flaw.rules == ("NAP-PLAT-1",)


@pytest.mark.parametrize(("distance", "is_seen"), [(15, False), ("15.1", True)])
def test_nap_plat_2_the_dead_strip_both_ways(distance: object, is_seen: bool) -> None:
    down = sees(**FOOT, ground=["plateau"], crest="behind", their_crest_distance=distance)
    up = sees(**FOOT, their_ground=["plateau"], their_crest="behind", crest_distance=distance)
    assert down.is_allowed is up.is_allowed is is_seen
    assert refusing(down) == refusing(up) == (set() if is_seen else {"NAP-PLAT-2"})


def test_nap_plat_2_is_only_asked_about_where_there_is_a_plateau() -> None:
    open_questions = asked(said("see", ground=["slope"], crest="behind"))
    assert "their_ground" in open_questions
    assert not {"their_crest", "their_crest_distance", "unit_gap"} & {*open_questions}


def test_nap_plat_3_the_top_is_plain_once_all_are_on_it() -> None:
    on_top = said("move", **COLUMN, ground=["plateau"], path=["plateau"])
    assert value(on_top, "here_per_quarter") == Fraction(9, 2)
    half_up = said("move", **COLUMN, ground=["plateau", "slope"], path=["plateau"])
    assert value(half_up, "here_per_quarter") == Fraction(9, 4)
    assert refusing(said("change", **FOOT, ground=["plateau"], room=False)) == {"NAP-PLAT-3"}
    assert "NAP-PLAT-3" not in refusing(said("change", **FOOT, ground=["plateau"], room=True))


def test_nap_plat_4_guns_once_the_whole_base_is_past_the_crest_line() -> None:
    half = said("unlimber", arm="foot-art", formation="limbered", ground=["plateau", "slope"], room=True)
    assert "NAP-PLAT-4" in refusing(half)
    whole = said("unlimber", arm="foot-art", formation="limbered", ground=["plateau"], room=True)
    assert "NAP-PLAT-4" not in refusing(whole)
    assert "NAP-PLAT-4" in refusing(said("unlimber", arm="foot-art", ground=["plateau"], room=False))


def test_nap_plat_5_from_behind_the_crest_line() -> None:
    behind = {"ground": ["plateau"], "crest": "behind", "over": "nothing"}
    assert refusing(fires(**behind, their_crest_distance=12)) == {"NAP-PLAT-5"}
    assert fires(**behind, their_crest_distance=16).is_allowed


def test_nap_plat_6_no_penetration_into_the_plain() -> None:
    guns = {
        "arm": "foot-art",
        "formation": "battery",
        "ground": ["plateau"],
        "crest": "past",
        "over": "nothing",
    }
    assert value(fires(**guns), "penetration") is False
    assert value(fires(**guns, their_ground=["plateau"], their_crest="astride"), "penetration") is None


def test_nap_plat_7_from_the_plain_at_a_unit_behind_the_crest_line() -> None:
    up = {"their_ground": ["plateau"], "their_crest": "behind"}
    assert refusing(fires(**up, crest_distance=14)) == {"NAP-PLAT-7"}
    assert fires(**up, crest_distance=16).is_allowed


# --- Woods -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edge", "is_seen"), [("1.9", True), ("2.0", False)])
def test_nap_wood_2_looking_out(edge: str, is_seen: bool) -> None:
    assert sees(**FOOT, ground=["wood"], edge=edge).is_allowed is is_seen
    assert refusing(sees(**FOOT, between=["forest"])) == {"NAP-WOOD-2"}


@pytest.mark.parametrize(("distance", "is_seen"), [(8, True), ("8.1", False)])
def test_nap_wood_3_sight_inside(distance: object, is_seen: bool) -> None:
    both = {"ground": ["wood"], "their_ground": ["wood"]}
    assert sees(**FOOT, **both, distance=distance).is_allowed is is_seen


def test_nap_wood_4_silent_at_the_edge() -> None:
    assert refusing(sees(**FOOT, their_ground=["wood"], their_shown=False)) == {"NAP-WOOD-4"}
    assert sees(**FOOT, their_ground=["wood"], their_shown=True).is_allowed


@pytest.mark.parametrize("ground", ["wood", "wood-path", "ride"])
def test_nap_wood_5_only_infantry(ground: str) -> None:
    assert refusing(said("move", **HORSE, path=[ground])) == {"NAP-WOOD-5"}
    assert "NAP-WOOD-5" in refusing(said("move", **GUNS, path=[ground]))
    assert said("move", **FOOT, path=[ground], front=2).is_allowed


def test_nap_wood_6_half_speed_unformed() -> None:
    inside = said("move", **COLUMN, ground=["wood"], path=["wood"])
    assert value(inside, "here_per_quarter") == Fraction(9, 4)
    assert value(inside, "state_during") == "unformed"


def test_nap_wood_7_skirmishers_stay_formed() -> None:
    assert value(said("move", **SKIRMISHERS, path=["wood"]), "state_during") == "formed"


def test_nap_wood_9_no_change_inside() -> None:
    assert refusing(said("change", **COLUMN, to="square", ground=["wood"])) == {"NAP-WOOD-9"}


def test_nap_wood_10_the_edge_may_be_followed() -> None:
    lining = said("line-edge", **COLUMN, ground=["wood"], head_at_edge=True, carrying_on=True)
    assert value(lining, "alignment") == "free"


def test_nap_wood_11_lining_the_edge_takes_twice_the_change_printed() -> None:
    mine = book_of()
    lining = {**COLUMN, "ground": ["wood"], "carrying_on": True}
    assert refusing(said("line-edge", mine, **lining, head_at_edge=False)) == {"NAP-WOOD-11"}
    open_ground = said("change", **COLUMN, to="division-column")
    along = said("line-edge", mine, **lining, head_at_edge=True, to="division-column")
    assert value(along, "takes") == 2 * Fraction(str(value(open_ground, "takes")))
    assert "times" in asked(said("line-edge", mine, **lining, head_at_edge=True)), "nobody printed it"


def test_nap_wood_12_re_forming_only_in_a_clearing() -> None:
    assert "NAP-WOOD-12" in refusing(said("re-form", **COLUMN, state="unformed", ground=["wood"]))
    assert said("re-form", **COLUMN, state="unformed", ground=["clearing"]).is_allowed


def test_nap_wood_13_what_is_inside_is_not_known_printed() -> None:
    assert value(said("move", **FOOT, path=["wood"]), "interior") == "unknown"


def test_nap_wood_14_a_marked_path() -> None:
    along = said("move", **COLUMN, ground=["wood-path"], path=["wood-path"])
    assert value(along, "here_per_quarter") == Fraction(9, 2)
    assert value(along, "state_during") == "unformed"


@pytest.mark.parametrize(("front", "state"), [(2, "formed"), (3, "unformed")])
def test_nap_wood_15_a_wide_ride(front: int, state: str) -> None:
    along = said("move", **{**COLUMN, "front": front}, path=["ride"])
    assert value(along, "state_during") == state


def test_nap_wood_16_only_from_the_edge() -> None:
    inside = {**SKIRMISHERS, "ground": ["wood"], "angle": 0}
    assert refusing(fires(**inside, edge=1)) == {"NAP-WOOD-16"}
    assert fires(**inside, edge=0).is_allowed
    near = book_of(house="DEC-21=near")
    facts = {**PLAIN, **inside, "their_engaged": False}
    assert said("fire", near, **facts, edge=1).is_allowed
    assert refusing(said("fire", near, **facts, edge=2)) == {"NAP-WOOD-16"}
    target = {"their_ground": ["wood"]}
    assert refusing(fires(**target, their_shown=False, their_edge=0)) == {"NAP-WOOD-16"}
    assert refusing(fires(**target, their_shown=True, their_edge=1)) == {"NAP-WOOD-16"}
    seen = fires(**target, their_shown=True, their_edge=0)
    assert (value(seen, "cover"), value(seen, "chapter")) == ("light", "fire")


@pytest.mark.parametrize(("distance", "may"), [(8, True), ("8.1", False)])
def test_nap_wood_17_fire_inside(distance: object, may: bool) -> None:
    both = {"ground": ["wood"], "their_ground": ["wood"], "angle": 0}
    judgement = fires(**both, distance=distance)
    assert judgement.is_allowed is may
    assert value(judgement, "cover") == ("light" if may else None)


@pytest.mark.parametrize(("formation", "may"), [("skirmish", True), ("line", False)])
def test_nap_wood_18_thirty_degrees_off(formation: str, may: bool) -> None:
    at_edge = {"arm": "inf", "ground": ["wood"], "edge": 0, "formation": formation}
    assert fires(**at_edge, angle=30).is_allowed is may
    assert fires(**at_edge, angle="22.5").is_allowed
    whole = book_of(house="DEC-22=whole")
    facts = {**PLAIN, **at_edge, "their_engaged": False, "angle": 30}
    assert refusing(said("fire", whole, **facts)) == {"NAP-WOOD-18"}


def test_nap_wood_19_no_charge_in_a_wood_or_into_one() -> None:
    assert "NAP-WOOD-19" in refusing(said("charge", **FOOT, ground=["wood"]))
    assert "NAP-WOOD-19" in refusing(said("charge", **FOOT, their_ground=["wood"]))


def test_nap_wood_20_only_figures_in_contact() -> None:
    first = said("fight", **FOOT, ground=["wood"], round=1, contact=4)
    assert (value(first, "fights_with"), value(first, "fighting")) == ("contact", 4)
    assert "contact" in asked(said("fight", **FOOT, ground=["wood"], round=1))


def test_nap_wood_21_unformed_against_skirmishers_printed() -> None:
    against = {"their_formation": "skirmish", "ground": ["wood"], "round": 1}
    column = said("fight", **{**COLUMN, "front": 4}, **against, contact=4)
    assert (value(column, "fights_as"), value(column, "fighting")) == ("skirmish", 4)
    assert value(said("fight", **SKIRMISHERS, **against, contact=4), "fights_as") is None


def test_nap_wood_22_contacted_partly_outside() -> None:
    caught = {**FOOT, "ground": ["wood"], "partly_out": True, "round": 1, "contact": 3}
    charged = said("fight", **caught, their_charging=True)
    assert value(charged, "state_fighting") == "disorder"
    assert value(said("fight", **caught, their_charging=False), "state_fighting") == "unformed"
    assert (value(charged, "own_cover"), value(charged, "morale_bonus")) == ("none", False)
    assert value(charged, "routs_on") == "halt"
    other = book_of(house="DEC-23=arm")
    assert value(said("fight", other, **caught, their_arm="inf"), "state_fighting") == "disorder"
    assert value(said("fight", other, **caught, their_arm="cav"), "state_fighting") == "unformed"


def test_nap_wood_23_recoil_in_a_wood() -> None:
    beaten = said("fight", **FOOT, ground=["wood"], round=1, contact=3, beaten=True, partly_out=False)
    assert value(beaten, "recoil") == Fraction(3, 2)


def test_nap_wood_24_beaten_while_wholly_inside() -> None:
    beaten = {**FOOT, "ground": ["wood"], "round": 1, "contact": 3, "beaten": True}
    assert value(said("fight", **beaten, partly_out=False), "may_follow") is True
    assert value(said("fight", **beaten, partly_out=True), "may_follow") is None


def test_nap_wood_25_light_cover_for_both() -> None:
    inside = said("fight", **FOOT, ground=["wood"], round=1, contact=3, partly_out=False)
    assert (value(inside, "own_cover"), value(inside, "cover")) == ("light", "light")


@pytest.mark.parametrize(("before", "after"), [("unformed", "disorder"), ("formed", "unformed")])
def test_nap_wood_26_from_the_second_round_on(before: str, after: str) -> None:
    later = said("fight", **SKIRMISHERS, ground=["wood"], round=2, state=before)
    assert (value(later, "state_fighting"), value(later, "fights_with")) == (after, "all")


@pytest.mark.parametrize(("front", "warning"), [(6, None), (7, "step")])
def test_nap_wood_27_no_wider_skirmish_line(front: int, warning: object) -> None:
    assert value(said("move", **SKIRMISHERS, front=front, path=["wood"]), "warning") == warning


# --- Water -------------------------------------------------------------------------------------------


def test_nap_water_1_a_watercourse_that_ends_on_the_table() -> None:
    (flaw,) = watercourse_flaws(ends_at_edges=1)
    assert flaw.rules == ("NAP-WATER-1",)
    assert not [*watercourse_flaws(ends_at_edges=2)]


def test_nap_water_2_who_crosses_a_stream() -> None:
    assert said("move", **GUNS, path=["stream"]).is_allowed
    assert refusing(said("move", arm="foot-art", formation="limbered", path=["stream"])) == {"NAP-WATER-2"}


def test_nap_water_3_half_speed_disorganised() -> None:
    wading = said("move", **COLUMN, ground=["stream"], path=["open"])
    assert value(wading, "here_per_quarter") == Fraction(9, 4)
    assert value(wading, "state_during") == value(wading, "state_after") == "disorganised"


def test_nap_water_4_fire_in_a_stream() -> None:
    assert fires(ground=["stream"]).is_allowed
    assert value(fires(their_ground=["stream"]), "cover") is None
    assert "NAP-WATER-4" in refusing(said("unlimber", **GUNS, ground=["stream"]))


def test_nap_water_5_below_on_a_slope() -> None:
    assert value(said("fight", **FOOT, ground=["stream"], round=1), "higher_ground") == "other"


def test_nap_water_6_no_charge_across_a_stream() -> None:
    assert "NAP-WATER-6" in refusing(said("charge", **FOOT, path=["stream"]))
    leaving = {"their_ground": ["stream"]}
    assert "NAP-WATER-6" in refusing(said("charge", **FOOT, **leaving, their_head_out=False))
    assert "NAP-WATER-6" not in refusing(
        said("charge", **FOOT, **leaving, path=["open"], their_head_out=True)
    )


def test_nap_water_7_pushed_into_a_stream() -> None:
    pushed = said("fight", **FOOT, ground=["stream"], pushed_in=True, round=2)
    assert value(pushed, "fights_with") == "all"
    assert value(pushed, "state_fighting") == value(pushed, "their_state_fighting") == "unformed"
    assert value(pushed, "follow_bonus") is True


@pytest.mark.parametrize(("bridges", "fords"), [(1, 1), (2, 0), (0, 2)])
def test_nap_water_8_two_crossings_printed(bridges: int, fords: int) -> None:
    assert not [*crossings_flaws(BOOK, "river", bridges=bridges, fords=fords)]
    (flaw,) = crossings_flaws(BOOK, "river", bridges=1)
    assert flaw.rules == ("NAP-WATER-8",)
    assert refusing(said("move", **FOOT, path=["river"])) == {"NAP-WATER-8"}


def test_nap_water_9_on_a_bridge() -> None:
    assert refusing(said("change", **COLUMN, to="line", ground=["bridge"])) == {"NAP-WATER-9"}
    assert value(said("fight", **FOOT, ground=["bridge"], all_fight=True), "state_fighting") == "unformed"
    assert value(said("fight", **FOOT, ground=["bridge"], all_fight=False), "state_fighting") is None
    along = said("move", **COLUMN, ground=["bridge"], path=["bridge"])
    assert value(along, "here_per_quarter") == 5, "a bridge is a road"


def test_nap_water_10_fords() -> None:
    foot = said("move", **COLUMN, ground=["ford"], path=["ford"])
    assert value(foot, "here_per_quarter") == Fraction(9, 8)
    horse = said("move", **HORSE, nation="FR", kind="light", ground=["ford"], path=["ford"])
    assert value(horse, "here_per_quarter") == Fraction(9, 4)
    assert "terrain-formation" in asked(foot), "the state is not given"
    assert "NAP-WATER-10" in refusing(said("move", **GUNS, path=["ford"]))
    assert refusing(fires(ground=["ford"])) == {"NAP-WATER-10"}
    assert fires(their_ground=["ford"]).is_allowed


def test_nap_water_11_pushed_back_into_a_river() -> None:
    assert value(said("fight", **FOOT, ground=["ford"], pushed_in=True), "destroyed") is True


def test_nap_water_12_a_great_river_has_bridges_only() -> None:
    assert [flaw.rules for flaw in crossings_flaws(BOOK, "great-river", bridges=2, fords=1)] == [
        ("NAP-WATER-12",)
    ]
    assert [flaw.rules for flaw in crossings_flaws(BOOK, "great-river", bridges=1)] == [("NAP-WATER-12",)]
    assert refusing(said("move", **FOOT, path=["great-river"])) == {"NAP-WATER-12"}


@pytest.mark.parametrize("who", [FOOT, HORSE, GUNS])
def test_nap_water_13_nobody_goes_into_a_marsh(who: dict[str, object]) -> None:
    assert "NAP-WATER-13" in refusing(said("move", **who, path=["marsh"]))
    assert value(said("fight", **FOOT, ground=["marsh"], pushed_in=True), "state_fighting") == "unformed"
    assert axis(BOOK, "fire", "marsh", {}).values["cover"] == "none"


# --- Roads -------------------------------------------------------------------------------------------


def test_nap_road_1_who_uses_a_road() -> None:
    road = {"ground": ["road"], "path": ["road"]}
    assert value(said("move", **COLUMN, **road), "here_per_quarter") == 5
    wide = said("move", **{**COLUMN, "front": 4}, **road)
    assert value(wide, "here_per_quarter") == Fraction(9, 2)


def test_nap_road_2_a_road_cancels_penalties() -> None:
    up = footing(BOOK, ["road", "slope"], COLUMN)
    assert (up.factor, up.state) == (1, "formed")
    wide = footing(BOOK, ["road", "slope"], {**COLUMN, "front": 4})
    assert (wide.factor, wide.state) == (Fraction(1, 2), "disorganised")
    speed = footing(book_of(house="DEC-26=speed"), ["road", "slope"], COLUMN)
    assert (speed.factor, speed.state) == (1, "disorganised")


def test_nap_road_3_a_charge_along_a_road() -> None:
    charge = {
        "nation": "FR", "kind": "light", **HORSE, "front": 2, "state": "formed", "order": "other",
        "may_charge": True, "visible": True, "bearing": "ahead", "their_engaged": False,
        "path": ["road"], "ground": ["road"], "their_ground": ["open"], "their_arm": "inf",
        "their_formation": "line", "quarter": "Q1",
    }  # fmt: skip
    along = said("charge", **charge, along_road=True)
    assert along.is_allowed
    assert value(along, "road_distance_bonus") == Fraction(99, 10)
    assert value(along, "road_per_quarter") == Fraction(99, 10)
    assert value(said("charge", **charge, along_road=False), "road_distance_bonus") is None
    wide = said("charge", **{**charge, "front": 3}, along_road=True)
    assert value(wide, "road_distance_bonus") is None


def test_nap_road_6_the_bonus_need_not_be_used() -> None:
    assert value(said("move", **COLUMN, path=["road"]), "optional") == "road"


def test_nap_road_7_beside_the_road() -> None:
    hemmed = {**FOOT, "ground": ["road"], "room": False}
    assert value(said("fight", **hemmed, round=1), "warning") == "road"
    assert value(said("fight", **hemmed, round=1), "state_fighting") is None
    assert value(said("fight", **hemmed, round=2), "state_fighting") == "unformed"
    assert axis(BOOK, "fire", "road", {}).values["cover"] == "none"


def test_nap_road_8_tree_lined() -> None:
    assert value(fires(their_ground=["tree-lined-road"]), "cover") == "light"
    between = said("fight", **FOOT, ground=["tree-lined-road"], all_fight=True)
    assert value(between, "state_fighting") == "unformed"


def test_nap_road_9_attacked_in_flank_between_trees() -> None:
    attack = said("fight", **FOOT, ground=["open"], their_ground=["tree-lined-road"], bearing="flank")
    assert value(attack, "flank_bonus") is True
    assert (value(attack, "state_fighting"), value(attack, "cover")) == ("unformed", "none")


@pytest.mark.parametrize(("treeless", "state"), [(True, None), (False, "unformed")])
def test_nap_road_10_leaving_between_trees(treeless: bool, state: object) -> None:
    line = {**COLUMN, "ground": ["tree-lined-road"], "path": ["open"]}
    leaving = said("move", **line, treeless_stretch=treeless)
    assert value(leaving, "state_after") == (state or "formed")


# --- Crops and plough --------------------------------------------------------------------------------


def test_nap_crop_1_who_goes_into_high_crops() -> None:
    assert refusing(said("move", **GUNS, path=["crops"])) == {"NAP-CROP-1"}
    through = said("move", **COLUMN, ground=["crops"], path=["crops"])
    assert value(through, "here_per_quarter") == Fraction(9, 4)
    assert value(through, "state_during") == "disorganised"
    assert value(said("move", **SKIRMISHERS, path=["crops"]), "state_during") == "formed"
    assert said("move", **HORSE, path=["crops"]).is_allowed


def test_nap_crop_2_whom_crops_hide() -> None:
    hidden = {"their_ground": ["crops"]}
    assert refusing(sees(**hidden, their_arm="inf")) == {"NAP-CROP-2", "NAP-CROP-5"}
    assert sees(**hidden, their_arm="cav").is_allowed
    anybody = book_of(house="DEC-41=any")
    assert refusing(sees(anybody, **hidden, their_arm="cav")) == {"NAP-CROP-2", "NAP-CROP-5"}
    assert axis(BOOK, "sight", "crops", {"arm": "cav"}).values["sight"] == "clear"
    assert axis(anybody, "sight", "crops", {"arm": "cav"}).values["sight"] == "hides"


@pytest.mark.parametrize(("edge", "is_seen"), [("1.9", True), ("2.0", False)])
def test_nap_crop_3_looking_out_of_crops(edge: str, is_seen: bool) -> None:
    judgement = sees(**FOOT, ground=["crops"], edge=edge)
    assert judgement.is_allowed is is_seen
    assert refusing(judgement) == (set() if is_seen else {"NAP-CROP-3"})


def test_nap_crop_4_no_fire_out_of_crops() -> None:
    assert refusing(fires(ground=["crops"])) == {"NAP-CROP-4"}
    assert "terrain-fire" in asked(fires(their_ground=["crops"])), "the cover is not given"


@pytest.mark.parametrize(("distance", "is_seen"), [("3.9", True), ("4.0", False)])
def test_nap_crop_5_seeing_inside_crops(distance: str, is_seen: bool) -> None:
    both = {"ground": ["crops"], "their_ground": ["crops"], "their_arm": "inf"}
    assert sees(**FOOT, **both, distance=distance).is_allowed is is_seen


def test_nap_plough_1_half_speed_and_nothing_else() -> None:
    over = said("move", **COLUMN, ground=["ploughed"], path=["ploughed"])
    assert value(over, "here_per_quarter") == Fraction(9, 4)
    assert value(over, "state_during") == "formed"
    assert axis(BOOK, "sight", "ploughed", {}).values["sight"] == "clear"
    assert axis(BOOK, "fire", "ploughed", {}).values["cover"] == "none"


def test_nap_plough_2_no_charge_from_ploughed_ground() -> None:
    assert "NAP-PLOUGH-2" in refusing(said("charge", **FOOT, ground=["ploughed"]))
