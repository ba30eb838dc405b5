"""The worked deductions of the digest, NAP-DED-1 to 11, with their exact numbers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from deduce import Belief, fact
from deduce.napoleonic.book import Book, book_of
from deduce.napoleonic.charge.counter import least_distance
from deduce.napoleonic.charge.evading import safe_beyond
from deduce.napoleonic.hidden import orders, target, zones
from deduce.napoleonic.hidden.claims import claim_holds
from deduce.napoleonic.hidden.houses import arrivals
from deduce.napoleonic.hidden.odds import Odds, Priors, odds_of
from deduce.napoleonic.hidden.profiles import profiles_of
from deduce.napoleonic.hidden.saying import shapes
from deduce.napoleonic.hidden.unit import Unit
from deduce.question.measure import measured
from napoleonic.hidden.seen import BOOK, FOOT, act, house, kinds, looks, moved, unit

CLOSE = looks(0, "close-order")
ARMY = Priors(
    tuple(
        (Fraction(weight, 100), {"kind": kind, "formation": formation}, is_forced)
        for weight, kind, formation, is_forced in (
            (24, "line", "line", False),
            (40, "line", "column", False),
            (14, "grenadier", "column", False),
            (16, "line", "column", True),
            (6, "grenadier", "column", True),
        )
    )
)


def percents(odds: Odds) -> dict[tuple[str | None, str], float]:
    """What is likelier in percent to a tenth, by kind of troops and pace; statuses together."""
    found: dict[tuple[str | None, str], Fraction] = {}
    for each in odds.likelier:
        key = (each.profile.kind, "" if each.way is None else each.way.act)
        found[key] = found.get(key, Fraction(0)) + each.chance
    return {key: round(100 * float(chance), 1) for key, chance in found.items()}


# --- NAP-DED-1: pace and type --------------------------------------------------------------------------


def test_nap_ded_1_pace_and_type() -> None:
    found = unit(CLOSE, moved(1, "5.0"), **FOOT)
    assert kinds(found) == {("line", "column"), ("grenadier", "column"), ("voltigeur", "column")}
    expected = {("grenadier", "move"): 96.4, ("line", "forced"): 2.7, ("grenadier", "forced"): 0.9}
    assert percents(odds_of(found, ARMY)) == expected
    alone = {("grenadier", "move"): 38.9, ("line", "forced"): 44.4, ("grenadier", "forced"): 16.7}
    assert percents(odds_of(found, ARMY, has_pace=False)) == alone


def test_nap_ded_1_a_change_of_formation_right_after_excludes_the_forced_march() -> None:
    found = unit(looks(0, formation="column"), moved(1, "5.0"), act(2, "change"), **FOOT)
    line = [each for each in found.profiles if each.kind == "line"]
    because = found.because(line)
    assert because is not None
    assert [entry.id for entry in because.entries] == ["0", "1", "2"]
    assert because.rules == ("NAP-DIST-3", "NAP-STATE-4")
    about = unit(looks(0, formation="column"), moved(1, "5.0"), act(2, "about"), **FOOT)
    assert percents(odds_of(about, ARMY)) == {("grenadier", "move"): 100.0}


def test_nap_ded_1_what_has_no_data_is_never_excluded() -> None:
    found = unit(CLOSE, moved(1, "400"), **FOOT)
    assert kinds(found) == set()
    assert {each.formation for each in found.left} == {"line", "column", "division-column", "square"}
    assert set(found.left) == set(found.without_data)


# --- NAP-DED-2: quality --------------------------------------------------------------------------------

SEEN = (act(5, "about", 1), act(8, "back"), act(9, "oblique"))


def test_nap_ded_2_quality_from_58_to_6() -> None:
    assert len(profiles_of(BOOK, {})) == 58
    assert [len(unit(*SEEN[:count]).left) for count in range(4)] == [58, 18, 9, 6]
    last = unit(*SEEN)
    assert {shape[2] for shape in shapes(last.left)} == {"line", "double-line"}
    assert {shape[1] for shape in shapes(last.left)} == {"guard", "elite", "regular"}


def test_nap_ded_2_a_nation_without_a_double_line_leaves_3() -> None:
    left = shapes(unit(*SEEN, nation="FR").left)
    assert left == tuple(("inf", status, "line") for status in ("guard", "elite", "regular"))


def test_nap_ded_2_the_reading_is_named() -> None:
    (choices, profiles), *others = unit(*SEEN).hanging().items()
    assert not others
    assert choices == ("DEC-43=apart",)
    assert {each.formation for each in profiles} == {"double-line"}
    assert len(unit(*SEEN, book=house("DEC-31=played, DEC-43=apart")).left) == 3
    assert len(unit(*SEEN, book=house("DEC-43=apart")).left) == 6, "it can be read as a line all the same"


# --- NAP-DED-3: through a wood -------------------------------------------------------------------------


def test_nap_ded_3_through_a_wood() -> None:
    found = unit(CLOSE, moved(1, "9", 3, "wood", front=3), **FOOT)
    with_data = [each for each in found.hypotheses() if each.profile not in found.without_data]
    ways = {
        (each.profile.kind, each.profile.formation, way.act, *way.ground)
        for each in with_data
        for _, way in each.ways
    }
    for kind, formation in (("line", "line"), ("line", "column"), ("grenadier", "column")):
        assert (kind, formation, "move", "wood") not in ways, "off the path it is too slow"
        assert (kind, formation, "move", "wood-path") in ways
        assert (kind, formation, "move", "ride") in ways
    assert ("line", "column", "forced", "wood") in ways
    assert ("grenadier", "column", "forced", "wood") in ways
    assert ("line", "line", "forced", "wood") not in ways


def test_nap_ded_3_in_every_case_it_is_unformed() -> None:
    found = unit(CLOSE, moved(1, "9", 3, "wood", front=3), **FOOT)
    assert found.states() == {"unformed"}
    barred = found.barred(["charge", "house"])
    assert barred.keys() == {"charge", "house"}
    assert "NAP-STATE-4" in barred["charge"]
    assert "NAP-HOUSE-4" in barred["house"]
    narrow = unit(CLOSE, moved(1, "9", 3, "wood", front=2), **FOOT)
    assert narrow.states() == {"formed", "unformed"}, "in a ride it stays formed on a front of two"


def test_nap_ded_3_strictly_no_forced_march_through_a_wood() -> None:
    """DEC-34: nobody marches forced through a wood, as it is played."""
    strict = unit(CLOSE, moved(1, "9", 3, "wood", front=3), book=house("DEC-31=played"), **FOOT)
    ways = {(way.act, *way.ground) for each in strict.hypotheses() for _, way in each.ways}
    assert ("forced", "wood") not in ways
    assert ("move", "wood-path") in ways


# --- NAP-DED-4: hidden charge target -------------------------------------------------------------------

CANDIDATES = (
    target.Candidate("screen", 16, 16),
    target.Candidate("battalion", 26, 26),
    target.Candidate("other", 34, 34),
    target.Candidate("battery", 44, 44),
    target.Candidate("far", 47, 47),
    target.Candidate("column", 17, 17, target.FRONT),
)
LIGHT_CAVALRY = {"nation": "FR", "arm": "cav", "kind": "light", "formation": "column"}
CHARGE = target.Charge("e4", 9, 9, 4, LIGHT_CAVALRY)


def test_nap_ded_4_contact_quarters() -> None:
    contacts = [target.contact_of(BOOK, CHARGE, each) for each in CANDIDATES]
    assert contacts == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (2, 2)]


def test_nap_ded_4_after_one_quarter_three_are_left() -> None:
    found = target.left_after(BOOK, CHARGE, CANDIDATES, 1)
    assert [name for name, out in found.items() if out is None] == ["battalion", "other", "battery"]
    assert {name: out.rules for name, out in found.items() if out is not None} == {
        "screen": ("NAP-CHARGE-19",),
        "far": ("NAP-CHARGE-29",),
        "column": ("NAP-CHARGE-13",),
    }
    log = target.target_log(BOOK, CHARGE, CANDIDATES, 1)
    assert Belief(log).possible["e4"] == ("battalion", "other", "battery")


def test_nap_ded_4_what_it_buys() -> None:
    chances = [target.chances_of(BOOK, CHARGE, each) for each in CANDIDATES[1:4]]
    assert [each.fires for each in chances if each] == [(2, 2), (3, 3), (4, 4)]
    assert [each.changes for each in chances if each] == [False, True, True]


# --- NAP-DED-5 and 6: evade, order and formation -------------------------------------------------------


@pytest.mark.parametrize(
    ("charger", "declared", "compelled"),
    [((9, 9), "28.5", "34"), ((Fraction(9, 2), 4), "8.5", "13")],
    ids=["cavalry", "foot"],
)
def test_nap_ded_5_safe_distances(charger: tuple[Fraction, Fraction], declared: str, compelled: str) -> None:
    assert safe_beyond(BOOK, charger, 1, 4) == Fraction(declared)
    assert safe_beyond(BOOK, charger, 2, 4) == Fraction(compelled)


def test_nap_ded_5_the_quarter_tells_whether_it_was_declared() -> None:
    assert orders.answer_seen(BOOK, 2) is orders.Answer.DECLARED
    assert orders.answer_seen(BOOK, 3) is orders.Answer.COMPELLED
    assert orders.answer_seen(BOOK, None) is orders.Answer.STANDS


@pytest.fixture(scope="module")
def four_orders(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book that says of every order whether it permits an evade, as NAP-EVADE-1 does of harass alone."""
    folder = tmp_path_factory.mktemp("orders")
    Path(folder, "orders.toml").write_text(
        'format = "deduce.ruling/1"\nname = "orders"\nextends = "printed"\n\n[[row]]\ntable = "orders"\n'
        'when = { order = "other" }\ngives = { may_evade = false }\nrule = "NAP-EVADE-1"\n'
    )
    return book_of("orders.toml", folder=folder)


def left(book: Book, quarter: int | None) -> dict[tuple[str, str], float]:
    """What is left of order and formation, in percent to a tenth, under the weights of the digest."""
    answers = {"1": orders.answer_seen(book, quarter)}
    weights = {orders.FORMATION: {orders.SKIRMISH: "3/10", orders.CLOSE: "7/10"}}
    belief = Belief(orders.orders_log(book, answers, {"arm": "inf", "charged": True}, weights))
    found = {
        (order, formation): belief.probability_of(
            fact(orders.ORDER, order) & fact(orders.FORMATION, formation)
        )
        for order in ("hold", "cover", "harass", "other")
        for formation in (orders.SKIRMISH, orders.CLOSE)
    }
    return {key: round(100 * float(chance), 1) for key, chance in found.items() if chance}


def test_nap_ded_6_it_stands(four_orders: Book) -> None:
    assert left(four_orders, None) == {(order, orders.CLOSE): 33.3 for order in ("hold", "cover", "other")}


def test_nap_ded_6_it_evades_from_the_third_quarter(four_orders: Book) -> None:
    skirmish = {(order, orders.SKIRMISH): 15.8 for order in ("hold", "cover", "harass", "other")}
    assert left(four_orders, 3) == {**skirmish, ("harass", orders.CLOSE): 36.8}


def test_nap_ded_6_it_evades_from_the_second_quarter(four_orders: Book) -> None:
    assert left(four_orders, 2) == {("harass", orders.SKIRMISH): 30.0, ("harass", orders.CLOSE): 70.0}


def test_nap_ded_6_an_order_without_a_row_stays() -> None:
    found = left(BOOK, 2)
    assert {order for order, _ in found} == {"harass", "other"}


# --- NAP-DED-7: which house ----------------------------------------------------------------------------


def test_nap_ded_7_which_house() -> None:
    battalion = {**FOOT, "kind": "line", "formation": "column"}
    found = arrivals(BOOK, battalion, {"near": 6, "middle": 11, "far": 20}, 5)
    assert {each.house: dict(each.needs) for each in found} == {
        "near": {"move": 4, "forced": 5},
        "middle": {"move": 5, "forced": 6},
        "far": {"move": 7, "forced": 7},
    }
    assert [each.can_be for each in found] == [True, True, False]


def test_nap_ded_7_without_data_no_house_is_excluded() -> None:
    (found,) = arrivals(BOOK, {"nation": "RU", "arm": "inf", "formation": "column"}, {"far": 300}, 1)
    assert found.can_be is None


def test_nap_ded_7_cavalry_is_in_no_house() -> None:
    (found,) = arrivals(BOOK, {"arm": "cav", "formation": "column"}, {"near": 1}, 50)
    assert found.can_be is False
    assert found.rules == ("NAP-HOUSE-4",)


def test_which_wood_or_crops() -> None:
    """Only the edge has to be reached, and who cannot go into it is not there."""
    battalion = {**FOOT, "kind": "line", "formation": "column"}
    places, growth = (
        {"grove": 22, "forest": 40, "wheat": 22},
        {"grove": "wood", "forest": "wood", "wheat": "crops"},
    )
    found = arrivals(BOOK, battalion, places, 5, growth)
    assert {each.house: dict(each.needs) for each in found} == {
        "grove": {"move": 5, "forced": 4},
        "forest": {"move": 9, "forced": 6},
        "wheat": {"move": 5, "forced": 4},
    }
    assert [(each.can_be, each.rules) for each in found] == [(True, ()), (False, ("NAP-DIST-3",)), (True, ())]
    horse = {"nation": "FR", "arm": "cav", "kind": "light", "formation": "column"}
    assert [each.can_be for each in arrivals(BOOK, horse, places, 5, growth)] == [False, False, True]
    assert "NAP-WOOD-5" in arrivals(BOOK, horse, places, 5, growth)[0].rules
    (unknown,) = arrivals(
        BOOK, {"nation": "RU", "arm": "inf", "formation": "line"}, {"x": 300}, 1, {"x": "wood"}
    )
    assert unknown.can_be is None


# --- NAP-DED-8: claims ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("charger", "counter", "least"),
    [(18, 18, "13.5"), (18, 14, "12.5"), (36, 34, "26.5"), (34, 36, "26")],
    ids=["column-column", "column-line", "light-dragoons", "the-other-way-round"],
)
def test_nap_ded_8_smallest_legal_distance(charger: int, counter: int, least: str) -> None:
    one, other = Fraction(charger, 4), Fraction(counter, 4)
    assert least_distance(BOOK, one, other) == Fraction(least)
    just, below = Fraction(least), Fraction(least) - Fraction(1, 10)
    assert claim_holds(BOOK, one, other, just, just) is True
    assert claim_holds(BOOK, one, other, below, below) is False
    assert claim_holds(BOOK, one, other, below, just) is None
    assert claim_holds(BOOK, None, other, below, below) is None


# --- NAP-DED-9: crops ----------------------------------------------------------------------------------


def through_crops(book: Book = BOOK, **known: object) -> Unit:
    return unit(CLOSE, moved(1, "6", 2, "crops", unseen=True), book=book, **known)


def test_nap_ded_9_crops() -> None:
    found = through_crops(**FOOT)
    ways = {
        (each.profile.kind, way.act)
        for each in found.hypotheses()
        if each.profile not in found.without_data
        for _, way in each.ways
    }
    assert ways == {("line", "forced"), ("grenadier", "forced"), ("voltigeur", "forced")}


def test_nap_ded_9_light_cavalry_stays_if_crops_hide_it() -> None:
    found = through_crops(nation="FR")
    cavalry = {each for each in found.left if each.arm == "cav"}
    assert any(each.kind == "light" and each.formation == "column" for each in cavalry)
    hanging = found.hanging()
    assert cavalry <= set(hanging["DEC-41=any",])
    assert not {each for each in through_crops(house("DEC-31=played"), nation="FR").left if each.arm == "cav"}


def test_nap_ded_9_strictly_nothing_fits() -> None:
    found = through_crops(house("DEC-31=played"), kind="line", **FOOT)
    assert kinds(found) == set(), "only what has no data is left"
    known = unit(
        moved(1, "6", 2, "crops"), book=house("DEC-31=played"), kind="line", formation="column", **FOOT
    )
    assert not known.is_consistent


# --- NAP-DED-10: the best question ---------------------------------------------------------------------

WOOD = {zones.GONE: ".3", zones.SKIRMISHERS: ".3", zones.CLOSE: ".2", zones.DEEPER: ".2"}


def test_nap_ded_10_best_question() -> None:
    belief = Belief(zones.wood_log("wood", WOOD))
    assert round(belief.bits, 3) == 1.971
    straight, aside = (zones.passing(BOOK, "wood", angle) for angle in (0, 30))
    bits = [measured(belief, each).bits for each in (straight, aside, zones.sending_in(BOOK, "wood"))]
    assert [round(each, 3) for each in bits] == [0.61, 0.578, 1.371]


def test_nap_ded_10_fire_at_30_degrees_proves_skirmishers() -> None:
    assert [place for place in zones.PLACES if zones.may_fire(BOOK, place, 30)] == [zones.SKIRMISHERS]
    assert [place for place in zones.PLACES if zones.may_fire(BOOK, place, 0)] == [
        zones.SKIRMISHERS,
        zones.CLOSE,
    ]


def test_nap_ded_10_silence_lowers_and_never_excludes() -> None:
    log = zones.wood_log("wood", WOOD)
    chances = Belief(zones.after_silence(log, "wood", zones.passing(BOOK, "wood", 30))).probabilities["wood"]
    assert {place: round(100 * float(chance), 1) for place, chance in chances.items()} == {
        zones.GONE: 39.5,
        zones.SKIRMISHERS: 7.9,
        zones.CLOSE: 26.3,
        zones.DEEPER: 26.3,
    }


# --- NAP-DED-11: road ----------------------------------------------------------------------------------


def test_nap_ded_11_road() -> None:
    found = unit(CLOSE, moved(1, "5.0", 1, "road"), **FOOT)
    assert ("line", "line") not in kinds(found)
    assert {("line", "column"), ("grenadier", "column")} <= kinds(found)
    ordinary = {
        each.profile.kind
        for each in found.hypotheses()
        if each.profile not in found.without_data and each.ways[0][1].act == "move"
    }
    assert ordinary == {"line", "grenadier", "voltigeur"}, "not separable on the road"


def test_nap_ded_11_the_first_quarter_off_the_road_tells() -> None:
    slow = unit(CLOSE, moved(1, "5.0", 1, "road"), moved(2, "5.0"), **FOOT)
    ordinary = {
        each.profile.kind
        for each in slow.hypotheses()
        if each.profile not in slow.without_data and each.ways[0][1].act == "move"
    }
    assert ordinary == {"grenadier", "voltigeur"}
