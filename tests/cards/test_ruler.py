"""Ruler mode: numbers in, verdicts out, with the rule that decides."""

from __future__ import annotations

import pytest

from cards.common import look, said
from deduce.cards.ruler import can_told
from deduce.tabletop.errors import LineError


def asked(measured: str, *lines: str, headers: str = "") -> str:
    return said(can_told(look(*lines, headers=headers), {"measured": measured}))


@pytest.mark.parametrize(("edition", "near", "far"), [("en", "19.9", "20"), ("fr", "7.9", "8")])
def test_cc_comb_1_range_is_below(edition: str, near: str, far: str) -> None:
    """CC-COMB-1: strictly less than the range of the edition."""
    headers = f"Edition = {edition}\nLanguage = en\n"
    assert "a > n: fighting: allowed" in asked(f"a n {near} 0 0", headers=headers)
    refused = asked(f"a n {far} 0 0", headers=headers)
    assert "a > n: fighting: refused" in refused
    assert "CC-COMB-1" in refused


def test_cc_comb_2_one_of_the_two_has_to_face_the_other() -> None:
    assert "a > n: fighting: allowed" in asked("a n 5 10 170")
    assert "a > n: fighting: allowed" in asked("a n 5 170 10")
    assert "CC-COMB-2" in asked("a n 5 170 170").split("n > a")[0]


def test_both_directions_are_told() -> None:
    told = asked("d n 60 10 10 wall clear")
    assert "d > n: firing: allowed" in told
    assert "n > d: fighting: refused" in told


def test_cc_fire_1_bounds() -> None:
    """CC-FIRE-1: 10 and 130 centimetres and 45 degrees are inside."""
    for inside in ("10", "130"):
        assert "d > n: firing: allowed" in asked(f"d n {inside} 45 0 clear")
    for outside in ("9.9 45", "130.1 45", "60 45.1"):
        assert "d > n: firing: refused" in asked(f"d n {outside} 0 clear")


def test_what_is_missing_is_asked() -> None:
    told = asked("d n 60 10")
    assert "d > n: firing: unknown" in told
    assert "is the line from d to n clear?" in told


def test_cc_ral_2_one_unit_alone() -> None:
    """A facing enemy 20 cm away blocks, one at 20.1 does not; whether the nearest one faces it is asked."""
    lines = ("n9 b4", "end")
    headers = "First = Red\n"
    assert "b: rallying: refused" in asked("b 20 facing", *lines, headers=headers)
    told = asked("b 20", *lines, headers=headers)
    assert "b: rallying: unknown" in told
    assert "CC-RAL-2" in told
    assert "CC-RAL-2" not in asked("b 20.1", *lines, headers=headers)


def test_in_french() -> None:
    told = asked("a n 30 0 0", headers="Edition = fr\n")
    assert "combattre : refusé" in told


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "write such as can b r 17 30"),
        ("zz 5", "'zz' is no unit and no measure"),
        ("a b 5", "on the same side"),
        ("a n 5 10 20 30", "write such as"),
        ("a n 9999", "must be from 0 to 2,000 cm"),
        ("a n 5 200", "must be from 0 to 180 degrees"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(line: str, wrong: str) -> None:
    with pytest.raises(LineError, match=wrong.replace("(", "\\(")) as caught:
        asked(line)
    assert "\n" not in str(caught.value)


def test_as_data() -> None:
    told = can_told(look(), {"measured": "a n 25 0 0"})
    document = told.document()
    assert document["format"] == "deduce.cards.can/1"
    verdicts = {(each["unit"], each["action"]): each["verdict"] for each in document["verdicts"]}
    assert verdicts["a > n", "fight"] == "refused"


def test_dec_34_who_stands_in_front_covers_no_flank() -> None:
    """DEC-34: the wall of a unit helps nobody whose flank is seen; a trench covers all round (CC-COMB-4)."""
    headers = "Blue = a inf 8; c cav 8; g art 4 1gun\nRed = n inf 8 wall; o inf 8 trench; r art 4 1gun\n"
    front, flank = asked("c n 5 0 0", headers=headers), asked("c n 5 0 90", headers=headers)
    assert "c > n: fighting: refused" in front
    assert "CC-COMB-4" in front
    assert "c > n: fighting: allowed" in flank
    assert "n adds 3" not in asked("a n 5 0 90", headers=headers)
    assert "n adds 3" in asked("a n 5 0 90 wall", headers=headers)
    assert "o adds 3" in asked("a o 5 0 90", headers=headers)
    assert "balls spent: 1" in asked("g n 50 0 90 clear", headers=headers)


def test_what_the_ledger_knows_of_the_turn_is_not_asked() -> None:
    """DEC-2: cards that are left are counted."""
    told = asked("a n 5 0 0", headers="House = DEC-2=never\n")
    assert "a > n: fighting: allowed" in told


def test_dec_14_the_army_does_one_thing() -> None:
    headers = "House = DEC-14=army\n"
    told = asked("b 90", "a 10/2", "rally a", headers=headers)
    assert "b: moving: refused" in told
    assert "b: changing formation: refused" in told
