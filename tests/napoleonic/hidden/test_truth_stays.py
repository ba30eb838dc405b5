"""Whatever a unit truly is and does by the rules, it is never excluded: records of true units."""

from __future__ import annotations

import re

import pytest

from deduce.napoleonic.battle import Battle
from deduce.napoleonic.hidden.sheet import EnemySheet
from deduce.napoleonic.hidden.unit import Unit
from deduce.napoleonic.kind import parse_record
from deduce.napoleonic.questions.hidden import answer_told, target_told
from deduce.napoleonic.questions.whereabouts import inside_told
from deduce.napoleonic.questions.who import who_told
from deduce.tabletop.errors import LineError
from deduce.tabletop.look import Look, look_at
from deduce.tabletop.questions import suspects_told, what_if_told, why_told
from napoleonic.hidden.seen import FOOT, act, looks, moved, unit


def look(french: str, *entries: str) -> Look[Battle]:
    """A look at a record of the English that tells of some French units."""
    head = "Game = napoleonic\nSides = French, English\nMe = English\n"
    head += f"French = FR; {french}\nEnglish = EN; k inf\n"
    rows = "".join(f"{number}. {entry}\n" for number, entry in enumerate(entries, 1))
    return look_at(parse_record(f"{head}\n{rows}"), None, {})


def enemy(now: Look[Battle], name: str = "e2") -> Unit:
    """What follows of an enemy."""
    (sheet,) = now.sheets
    assert isinstance(sheet, EnemySheet)
    return sheet.units[name]


@pytest.mark.parametrize(
    ("french", "entries", "truth"),
    [
        pytest.param(
            "e2 inf kind line line",
            ("e2 evade", "q", "q", "e2 moved 5.5"),
            {"formation": "line"},
            id="NAP-EVADE-8-an-evade-has-its-own-speed",
        ),
        pytest.param(
            "e2 inf",
            ("e2 evade", "q", "e2 about 1"),
            {"status": "militia"},
            id="NAP-EVADE-6-everybody-turns-in-a-quarter-to-evade",
        ),
        pytest.param(
            "e2 inf kind line line",
            ("e2 charge", "q", "q", "q", "q", "e2 moved 16 4"),
            {"formation": "line"},
            id="NAP-CHARGE-30-a-charge-that-misses-adds-its-bonus",
        ),
        pytest.param(
            "e2 inf nation EN",
            ("e2 seen double-line", "e2 quarter-turn 1", "q", "e2 seen column"),
            {"formation": "column"},
            id="NAP-FACE-6-a-double-line-turns-into-a-column",
        ),
        pytest.param(
            "e2 inf",
            ("e2 seen column", "q", "e2 entered wood", "q", "q", "e2 line-edge", "q", "q", "e2 seen line"),
            {"formation": "line"},
            id="NAP-WOOD-11-a-column-lines-the-edge",
        ),
        pytest.param(
            "e2 inf; e3 inf",
            ("e2 seen column", "q", "e2 e3 line", "q", "q", "e2 seen line"),
            {"formation": "line"},
            id="one-entry-tells-of-two-units",
        ),
        pytest.param(
            "e2 inf",
            ("q", "q", "q", "e2 moved slope 2 open 8 in 3", "e2 changed line"),
            {"formation": "line"},
            id="NAP-HILL-11-off-the-slope-it-may-change",
        ),
        pytest.param(
            "e2 foot-art", ("e2 moved 1.5",), {"formation": "battery"}, id="NAP-ART-13-guns-are-moved-by-hand"
        ),
        pytest.param(
            "e2", ("e2 entered house",), {"arm": "inf"}, id="NAP-HOUSE-4-who-enters-a-house-does-not-cross-it"
        ),
        pytest.param(
            "e2 inf kind line column",
            ("q", "q", "e2 moved open 2.2 wood 1.4 in 1"),
            {"formation": "column"},
            id="DEC-33-every-piece-of-a-way-is-measured",
        ),
    ],
)
def test_the_truth_is_left(french: str, entries: tuple[str, ...], truth: dict[str, str]) -> None:
    left = enemy(look(french, *entries)).left
    assert any(truth.items() <= profile.facts.items() for profile in left)


def test_nap_evade_8_only_what_follows_the_evade_tells_nothing() -> None:
    assert not enemy(look("e2 inf kind line line", "e2 moved 5.5", "q", "e2 oblique")).is_consistent
    entries = ("e2 evade", *("q",) * 9, "e2 changed line", "q", "e2 moved 5.5")
    after = enemy(look("e2 inf kind line line", *entries))
    assert not after.is_consistent, "it re-formed, so the pace is its own again"


def test_nap_charge_29_a_charge_is_over_with_its_period() -> None:
    late = look("e2 inf kind line line", "e2 charge", *("q",) * 6, "e2 moved 5.5")
    assert not enemy(late).is_consistent


def test_nap_art_13_no_guns_are_moved_further_by_hand() -> None:
    assert {each.formation for each in enemy(look("e2 foot-art", "e2 moved 3.3")).left} == {"limbered"}


def test_a_change_that_was_seen_is_named_in_the_proof_and_can_be_the_slip() -> None:
    """What a sighting tells is not known without it."""
    changed = look("e2 inf column", "e2 changed line", "q")
    proof = why_told(changed, {"unit": "e2", "kind": "column"}).document()
    assert proof["entries"] == [{"id": "1", "text": "e2 changed line"}]
    wrong = look("e2 inf", "e2 changed line", "q", "e2 seen column")
    found = suspects_told(wrong, {}).document()
    assert [[each["id"] for each in conflict] for conflict in found["conflicts"]] == [["1", "3"]]


def test_the_formation_of_the_headers_is_the_first_one() -> None:
    """A column that is too fast for it before it changed is a slip, although it stands in line now."""
    now = look("e2 inf kind line column", "e2 moved 9", "q", "e2 about 1", "q", "e2 changed line")
    assert not enemy(now).is_consistent
    assert enemy(look("e2 inf kind line column", "e2 changed line", "q", "e2 seen line")).is_consistent


def test_dec_31_what_is_left_under_a_reading_alone_is_said_so() -> None:
    """Cavalry is left only if crops hide it: not the other way round."""
    told = who_told(look("e2", "e2 moved 2 1 crops unseen"), {"unit": "e2"})
    said = " ".join(getattr(each, "text", "") for each in told.said)
    assert "unless DEC-41=any, also not cavalry: 30 left then" in said
    assert "if DEC-41=any" not in said


def test_a_reading_that_takes_only_some_kinds_names_them() -> None:
    told = who_told(look("e2 inf", "e2 moved 3 1 stream"), {"unit": "e2"})
    said = " ".join(getattr(each, "text", "") for each in told.said)
    assert (
        "unless DEC-34=anywhere, also not company column (of the line, grenadiers or voltigeurs): 30" in said
    )


def test_the_rule_of_a_proof_holds_however_it_came_about() -> None:
    """In a ride it may have stayed formed, so that its state is no reason; its formation is."""
    found = unit(looks(1, "close-order"), moved(2, "3", 1, "wood", front=2), act(3, "charge"), **FOOT)
    because = found.because([each for each in found.profiles if each.formation == "square"])
    assert because is not None
    assert because.rules == ("NAP-CHARGE-34",)


def test_dec_33_a_target_that_was_measured_may_be_a_little_further() -> None:
    now = look("e4 cav light column", "q")
    data = target_told(now, {"charge": "e4 after 1: k 18, m 17.7, n 45.1, o 45.3"}).document()
    assert data["left"] == ["k", "n"]
    exact = target_told(now, {"charge": "e4 after 1: k ~17-18, n ~45.1-46"}).document()
    assert exact["left"] == []


def test_nap_charge_50_whoever_evades_may_still_be_the_target() -> None:
    """He was touched in the second quarter if he had stood; he is not where he was."""
    stood = look("e4 cav light column", "e4 charge", "q", "q")
    data = target_told(stood, {"charge": "e4: k 26, m 40"}).document()
    assert data["left"] == ["m"]
    evaded = look("e4 cav light column", "e4 charge", "k evade e4", "q", "q")
    data = target_told(evaded, {"charge": "e4: k 26, m 40"}).document()
    assert data["left"] == ["k", "m"]


def test_nap_charge_29_a_charge_of_the_second_half_ends_with_it() -> None:
    late = look("e4 cav light column", "q", "q", "e4 charge")
    data = target_told(late, {"charge": "e4: k 26, m 40"}).document()
    assert data["left"] == ["k"]
    assert data["out"]["m"]["rules"] == ["NAP-CHARGE-29"]


def test_nap_road_3_a_road_may_have_led_it_to_a_house() -> None:
    """10 cm are two quarters with the bonus of a road, and three without it; 11 cm are three in any case."""
    column = look("e2 inf column kind line")
    told = inside_told(column, {"houses": "e2 after 4: farm 10, mill 11, inn 9"})
    houses = told.document()["houses"]
    assert {name: house["possible"] for name, house in houses.items()} == {
        "farm": True,
        "mill": False,
        "inn": True,
    }
    assert "farm: ready after 5, 6 (forced march): possible along a road" in [
        getattr(each, "text", "") for each in told.said
    ]


@pytest.mark.parametrize(
    ("line", "left"), [("e2 house", "30/52"), ("e2 square", "6/52"), ("e2 charge", "36/52")]
)
def test_what_if_an_enemy_begins_or_declares_something(line: str, left: str) -> None:
    told = what_if_told(look("e2"), {"attempt": line})
    assert f"kinds left: e2 {left}" in "\n".join(getattr(each, "text", "") for each in told.said)
    with pytest.raises(LineError):
        what_if_told(look("e2"), {"attempt": f"{line} nonsense"})


def test_an_answer_heeds_the_formation_that_is_known() -> None:
    data = answer_told(look("e2 inf column"), {"answer": "e2 3"}).document()
    assert {each["formation"] for each in data["left"]} == {"close order"}
    assert {each["order"] for each in data["left"]} == {"harass", "other"}, "no table says that other may not"
    message = "e2 cannot have answered a charge so: see who e2"
    with pytest.raises(LineError, match=f"^{re.escape(message)}$"):
        answer_told(look("e2 foot-art"), {"answer": "e2 2"})
