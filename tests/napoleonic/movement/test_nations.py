"""The tables of the nations: what is printed, and what an owner types without a line of code."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from deduce.napoleonic.artillery.guns import ready_in_battery
from deduce.napoleonic.book import Book, book_of
from deduce.napoleonic.movement.pace import move_of
from deduce.napoleonic.rally.course import rally_move
from deduce.ruling.errors import RulingError
from napoleonic.common import BOOK, asked, said
from napoleonic.prussia import PRUSSIA

FRENCH: dict[str, Any] = {"nation": "FR", "arm": "inf"}
NOW: dict[str, Any] = {
    "state": "formed",
    "reacting": False,
    "engaged": False,
    "path": ["open"],
    "ground": ["open"],
}


@pytest.fixture
def prussia(tmp_path: Path) -> Book:
    """A book in which an owner has typed a second nation."""
    (tmp_path / "prussia.toml").write_text(PRUSSIA, encoding="utf-8")
    return book_of("prussia.toml", folder=tmp_path)


@pytest.mark.parametrize(
    ("table", "facts", "values"),
    [
        ("move", {**FRENCH, "kind": "line", "formation": "column"}, {"per_period": 18}),
        ("move", {**FRENCH, "kind": "line", "formation": "line"}, {"per_period": 14}),
        ("move", {**FRENCH, "kind": "grenadier", "formation": "column"}, {"per_period": 20}),
        ("move", {**FRENCH, "kind": "voltigeur", "formation": "column"}, {"per_period": 20}),
        (
            "move",
            {"nation": "FR", "arm": "cav", "kind": "light", "formation": "column"},
            {"per_period": 36},
        ),
        ("move-unnamed", {"nation": "EN", "arm": "cav", "kind": "light-dragoon"}, {"per_period": 34}),
        ("times", {**FRENCH, "formation": "column", "to": "division-column"}, {"takes": 1}),
        (
            "times",
            {"arm": "horse-art", "formation": "limbered", "to": "battery", "nation": "EN"},
            {"takes": 1},
        ),
        ("combat", {**FRENCH, "kind": "grenadier"}, {"combat": 5, "charge_combat": 2}),
        ("combat", {"nation": "FR", "arm": "cav", "kind": "hussar"}, {"combat": 5, "charge_combat": 3}),
        ("combat", {"nation": "RU", "arm": "cav", "kind": "hussar"}, {"combat": 5}),
        ("distance-bonus", {**FRENCH, "kind": "line", "formation": "column"}, {"bonus": 4}),
        (
            "distance-bonus",
            {"nation": "FR", "arm": "cav", "kind": "light", "formation": "column"},
            {"bonus": 9},
        ),
    ],
)
def test_what_is_printed_is_in_the_tables(table: str, facts: dict[str, str], values: dict[str, int]) -> None:
    found = BOOK.looked_up(table, facts)
    assert found.values == values
    assert found.source.startswith("M")


def test_nap_dist_2_a_second_nation_has_its_speeds(prussia: Book) -> None:
    foot = {"nation": "PR", "arm": "inf", "status": "militia", "formation": "column"}
    assert move_of(prussia, {**foot, "kind": "landwehr"}).amount("per_period") == 16
    assert move_of(prussia, {**foot, "kind": "line"}).amount("per_period") == Fraction(35, 2)
    judgement = said("forced", prussia, forced_before=0, kind="landwehr", **foot, **NOW)
    assert judgement.outcome("per_period") == 24
    horse = {"nation": "PR", "arm": "cav", "kind": "hussar", "formation": "line", "status": "regular"}
    assert rally_move(prussia, horse).amount("per_period") == 32
    rally = said("rally", prussia, quarter="Q1", **horse, **{**NOW, "engaged": True}, attacked_from="front")
    assert rally.outcome("left_this_period") == 16


def test_nap_art_11_and_its_times(prussia: Book) -> None:
    foot = {"nation": "PR", "arm": "inf", "kind": "line", "status": "regular", "formation": "column"}
    assert said("change", prussia, to="line", **foot, **NOW).outcome("takes") == 2
    assert asked(said("change", prussia, to="square", **foot, **NOW)) == ["times"]
    for arm, takes in (("horse-art", 2), ("foot-art", 3)):
        battery = {"nation": "PR", "arm": arm}
        assert ready_in_battery(prussia, battery, was_forced=False).amount("takes") == takes
        assert ready_in_battery(prussia, battery, was_forced=True).amount("takes") == takes + 1
    french = {"nation": "FR", "arm": "horse-art"}
    assert ready_in_battery(prussia, french, was_forced=False).amount("takes") == 1


def test_nap_face_2_and_what_the_owner_changed_for_all(prussia: Book) -> None:
    landwehr = {"nation": "PR", "arm": "inf", "kind": "landwehr", "status": "militia", "formation": "line"}
    assert said("about", prussia, **landwehr, **NOW).outcome("takes") == 3
    assert said("about", **{**landwehr, "nation": "FR", "kind": "line"}, **NOW).outcome("takes") == 2


def test_what_is_printed_stays(prussia: Book) -> None:
    fusiliers = {**FRENCH, "kind": "line", "formation": "column"}
    assert move_of(prussia, fusiliers) == move_of(BOOK, fusiliers)
    assert prussia.law.differences(BOOK.law) == ("turn.loose=3",)


def test_a_misspelt_nation_is_told_with_its_line(tmp_path: Path) -> None:
    text = PRUSSIA.replace('nation = "PR", arm = "cav"', 'nation = "PRU", arm = "cav"')
    (tmp_path / "prussia.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RulingError, match=r"prussia\.toml, line \d+: .*nation is never 'PRU'; did you mean"):
        book_of("prussia.toml", folder=tmp_path)


@pytest.mark.parametrize(
    ("typed", "meant", "sentence"),
    [
        ("per_period = 16", 'per_period = "quick"', "per_period is 'quick'"),
        (
            "per_period = 16",
            "per_peroid = 16",
            "there is no 'per_peroid' to replace; did you mean 'per_period'",
        ),
        ('table = "move"', 'table = "moves"', "there is no 'moves' to replace; did you mean 'move'"),
        ('rule = "NAP-DIST-2"', "", "it names no rule"),
    ],
)
def test_what_would_silently_be_no_data_is_told_with_its_line(
    typed: str, meant: str, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "prussia.toml").write_text(PRUSSIA.replace(typed, meant, 1), encoding="utf-8")
    with pytest.raises(RulingError) as caught:
        book_of("prussia.toml", folder=tmp_path)
    assert sentence in str(caught.value)
    assert "prussia.toml, line " in str(caught.value)
