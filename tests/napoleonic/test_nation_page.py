"""The page on which a nation is typed: its pieces are a whole file, and each of them changes what it says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from common import ROOT
from deduce.napoleonic.book import book_of
from napoleonic.battles import battle_of
from napoleonic.common import BOOK, asked, said

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.judgement import Judgement

PAGE = (ROOT / "docs" / "napoleonic-nation.md").read_text(encoding="utf-8")
FILE = ROOT / "examples" / "nation" / "my-1809.toml"
PIECES = [each.strip() for each in re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]
LINE_FOOT = {"nation": "OE", "arm": "inf", "kind": "line", "formation": "column"}
GRENZER = {**LINE_FOOT, "kind": "grenzer"}
CUIRASSIERS = {"nation": "OE", "arm": "cav", "kind": "cuirassier", "formation": "column"}
WORDS, KINDS, SPEEDS, TIMES, CHARGES, ORDER, TERRAIN, HOUSE = range(1, 9)
"""The pieces of the page, in their order."""


def book(folder: Path, pieces: int) -> Book:
    """The book of whoever has typed so many pieces."""
    (folder / "mine.toml").write_text("\n\n".join(PIECES[:pieces]), encoding="utf-8")
    return book_of("mine.toml", folder=folder)


def gives(folder: Path, piece: int, act: str, **facts: Any) -> tuple[Judgement, Judgement]:
    """What is said before and after a piece was typed."""
    before, after = (said(act, book(folder, count), **facts) for count in (piece - 1, piece))
    return before, after


def test_the_pieces_are_the_file() -> None:
    assert len(PIECES) == HOUSE
    assert "\n\n".join(PIECES) + "\n" == FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("pieces", range(WORDS, HOUSE + 1))
def test_the_file_can_be_played_from_after_each_piece(tmp_path: Path, pieces: int) -> None:
    assert {"FR", "OE"} <= set(book(tmp_path, pieces).law.features["nation"].words)


def test_nap_dist_2_what_there_is(tmp_path: Path) -> None:
    before, after = gives(tmp_path, KINDS, "exist", **{**CUIRASSIERS, "arm": "inf"})
    assert (before.verdict, after.verdict) == ("allowed", "refused")


def test_nap_dist_2_a_speed(tmp_path: Path) -> None:
    before, after = gives(tmp_path, SPEEDS, "move", **LINE_FOOT, ground=["open"], path=["open"])
    assert asked(before) == ["move"]
    assert after.outcome("per_quarter") == book(tmp_path, SPEEDS).number("period.quarters")
    square = said("move", book(tmp_path, HOUSE), **{**LINE_FOOT, "formation": "square"}, path=["open"])
    assert "move" in asked(square), "what has no row stays unknown"


def test_nap_dist_2_a_time(tmp_path: Path) -> None:
    before, after = gives(tmp_path, TIMES, "change", **LINE_FOOT, to="line")
    assert before.outcome("takes") is None
    assert after.outcome("takes") == 3


@pytest.mark.parametrize(("distance", "contact"), [("15", "Q1"), ("15.1", "Q2"), ("37.5", "Q4")])
def test_nap_charge_17_the_thresholds_of_a_charge(tmp_path: Path, distance: str, contact: str) -> None:
    before, after = gives(tmp_path, CHARGES, "charge", **CUIRASSIERS, quarter="Q1", distance=distance)
    assert before.outcome("contact") is None
    assert after.outcome("contact") == contact


def test_nap_charge_5_an_order(tmp_path: Path) -> None:
    before, after = gives(tmp_path, ORDER, "charge", **CUIRASSIERS, order="assault")
    assert "may_charge" in asked(before)
    assert "may_charge" not in asked(after)
    evading = said("evade", book(tmp_path, ORDER), **GRENZER, order="assault", charged=False, threatened=True)
    assert evading.verdict == "refused"


def test_the_house_rules(tmp_path: Path) -> None:
    mine = book(tmp_path, HOUSE)
    assert (BOOK.number("evade.per_period"), mine.number("evade.per_period")) == (22, 24)
    before, after = gives(tmp_path, HOUSE, "charge", **CUIRASSIERS, path=["vineyard"])
    assert "NAP-CHARGE-40" not in {rule for each in before.refusals for rule in each.rules}
    assert "NAP-CHARGE-40" in {rule for each in after.refusals for rule in each.rules}
    assert mine.choice("DEC-43") == "apart"


def test_nothing_is_said_of_ground_on_an_axis_without_a_row(tmp_path: Path) -> None:
    """A vineyard has no row for sight, fire, melee and morale: that is asked, and not guessed."""
    mine = book(tmp_path, HOUSE)
    found = {
        axis: mine.looked_up(f"terrain-{axis}", {**LINE_FOOT, "ground": frozenset({"vineyard"})})
        for axis in ("movement", "formation", "sight", "fire", "melee", "morale")
    }
    assert {axis for axis, each in found.items() if each.values} == {"movement", "formation"}
    assert all(each.questions for axis, each in found.items() if axis not in {"movement", "formation"})


def test_the_clock_of_a_record_that_names_the_file() -> None:
    text = (FILE.parent / "battle.txt").read_text(encoding="utf-8")
    headers, _, rows = text.partition("\n\n")
    headers = headers.removeprefix("Game = napoleonic\n").replace("my-1809.toml", str(FILE))
    entries = [row.partition(". ")[2] for row in rows.splitlines() if row]
    now = battle_of(*entries, headers=headers)
    [task] = now.clock.of("a3")
    assert (task.begin, task.end) == (1, 4)
