"""A nation that an owner types in: speeds, thresholds and counter-charges follow without a line of code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deduce.napoleonic.kind import parse_record
from deduce.napoleonic.questions.desk import desk_told
from deduce.tabletop.look import look_at
from deduce.tabletop.said import Grid, Said, Told

if TYPE_CHECKING:
    from pathlib import Path

PRUSSIA = """\
format = "deduce.ruling/1"
name = "my Prussians"
extends = "printed"

[features]
nation = { more = { PR = { en = "Prussian", fr = "prussien" } } }

[[row]]
table = "move"
when = { nation = ["PR"], arm = ["inf"], formation = ["column"] }
gives = { per_period = 16 }
rule = "NAP-DIST-2"

[[row]]
table = "distance-bonus"
when = { nation = ["PR"], arm = ["inf"], formation = ["column"] }
gives = { bonus = 3 }
rule = "NAP-CHARGE-17"

[numbers]
"evade.per_period" = 20
"""
RECORD = """\
Game = napoleonic
Rules = mine.toml
Sides = Prussians, French
Me = Prussians
Prussians = PR; p1 inf column 12 front 3
French = FR; 5 inf line column 18 front 3

1. q
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.toml").write_text(PRUSSIA, encoding="utf-8")
    return tmp_path


def desk(folder: Path, line: str) -> Told:
    return desk_told(look_at(parse_record(RECORD, folder=folder), None, {}), {"line": line})


def test_thresholds_of_a_nation_that_was_typed_in(folder: Path) -> None:
    told = desk(folder, "p1 5 ~10-14")
    (grid,) = (each for each in told.said if isinstance(each, Grid))
    assert [mark.text for mark in grid.rows[0][1]][:4] == ["7", "11", "15", "19"]
    assert [mark.text for mark in grid.rows[1][1]] == [".", "25", "75", ".", "."]
    data = told.document()
    assert (data["per_quarter"], data["distance_bonus"], data["change_beyond"]) == ("4", "3", "7")
    assert data["counters"] == [{"who": "5", "from": "12.5"}]
    # 4 n + 3 against 5 a quarter from the second quarter on: 7 in the first, never more than that later.
    assert data["halves"][0]["evade_declared"] == "7"


def test_they_stand_in_the_table_of_counter_charges(folder: Path) -> None:
    said = "\n".join(each.text for each in desk(folder, "5").said if isinstance(each, Said))
    assert "Prussian infantry company column 13 cm" in said
    assert "French infantry" in said
