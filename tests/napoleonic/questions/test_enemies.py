"""The enemy's units as the table knows them: what they began stands in what they can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from deduce.napoleonic.kind import read_record
from deduce.napoleonic.questions.enemies import sheets
from deduce.tabletop.look import look_at
from napoleonic.battles import table_of, told

ARMIES = (
    "French = FR formed ground open; 3 cav light column 12\n"
    "English = EN formed ground open; a3 inf line column\n"
)
CLASH = "contradicts itself"


@pytest.mark.parametrize(
    ("lines", "formation"),
    [
        (("a3 line takes 2",), "line"),
        (("a3 line takes 2", "q", "q"), "line"),
        (("a3 line takes 2", "a3 drop"), "column"),
        (("a3 line takes 2", "a3 drop", "a3 square takes 1", "q"), "square"),
    ],
    ids=["under way", "over", "given up", "given up for another"],
)
def test_a_change_of_formation_that_was_known_before(
    tmp_path: Path, lines: tuple[str, ...], formation: str
) -> None:
    """It contradicts nothing while it is under way, nor when it was given up."""
    companion = table_of(tmp_path, *lines, headers=ARMIES)
    assert not any(CLASH in each for each in told(companion, "sheet"))
    assert any(
        each.startswith("a3:") and each.endswith(f"{_called(formation)}")
        for each in told(companion, "who a3")
    )


def _called(formation: str) -> str:
    return {"column": "company column"}.get(formation, formation)


def test_what_the_rules_refuse_tells_nothing(tmp_path: Path) -> None:
    """Neither as it was written by hand, nor as the table decided it."""
    for entry in ("a3 oblique angle 50", "a3 oblique angle 50 !"):
        path = tmp_path / f"{len(entry)}.txt"
        path.write_text(f"Game = napoleonic\nEnglish = EN formed ground open; a3 inf\n\n1. {entry}\n")
        (sheet,) = sheets(look_at(read_record(path), None, {}))
        assert len(sheet.units["a3"].left) == len(sheet.units["a3"].profiles)
