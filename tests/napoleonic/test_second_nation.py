"""A second nation changes thresholds, the clock and what is excluded, without a line of code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deduce.napoleonic.book import Book, book_of
from deduce.napoleonic.ground.ways import way_of
from deduce.napoleonic.hidden.pace import Way, may_have_gone, ways_over
from napoleonic.battles import table_of, told
from napoleonic.charge.situations import FOOT
from napoleonic.common import BOOK, asked, said
from napoleonic.prussia import PRUSSIA

LANDWEHR: dict[str, Any] = {
    "nation": "PR",
    "arm": "inf",
    "kind": "landwehr",
    "status": "militia",
    "formation": "column",
}
ARMIES = (
    "Sides = Prussian, French\nMe = Prussian\nRules = prussia.toml\n"
    "Prussian = PR formed ground open; 5 inf line regular column 18 front 3\n"
    "French = FR; e2 inf line line 18\n"
)


@pytest.fixture
def prussia(tmp_path: Path) -> Book:
    """A book in which an owner has typed a second nation."""
    (tmp_path / "prussia.toml").write_text(PRUSSIA, encoding="utf-8")
    return book_of("prussia.toml", folder=tmp_path)


def test_thresholds_of_a_charge(prussia: Book) -> None:
    """16 a period and a bonus of 3: up to 19 cm within the period, 7 in the first quarter."""
    charger = {**FOOT, **LANDWEHR}
    judgement = said("charge", prussia, **charger, distance=7)
    assert judgement.outcome("touches_up_to") == 19
    assert judgement.outcome("contact") == "Q1"
    assert said("charge", prussia, **charger, distance="7.1").outcome("contact") == "Q2"
    french = said("charge", prussia, **FOOT, distance=7)
    assert french.outcome("touches_up_to") == said("charge", BOOK, **FOOT, distance=7).outcome(
        "touches_up_to"
    )


def straight(book: Book, text: str) -> Way:
    """The way over some ground as it was said."""
    return ways_over(book, way_of(book, text))[0]


def test_what_is_excluded(prussia: Book) -> None:
    """4 cm a quarter are too few for 5; without a row nothing is excluded."""
    five, four = straight(prussia, "open 5"), straight(prussia, "open 4")
    assert may_have_gone(prussia, LANDWEHR, four, 1)
    assert not may_have_gone(prussia, LANDWEHR, five, 1)
    no_data = {**LANDWEHR, "formation": "square"}
    assert may_have_gone(prussia, no_data, five, 1)
    assert asked(said("move", prussia, **no_data, path=["open"], ground=["open"])) == ["move"]


def test_the_clock(prussia: Book, tmp_path: Path) -> None:
    """To line in two quarters, as the owner's row says."""
    assert prussia.number("turn.loose") == 3
    companion = table_of(tmp_path, "5 line", headers=ARMIES)
    assert any("until the end of P1 H1 Q2" in line for line in told(companion, "q"))
    assert companion.kept.record.now.bodies["5"].facts["formation"] == "column"
    told(companion, "q")
    assert companion.kept.record.now.bodies["5"].facts["formation"] == "line"
