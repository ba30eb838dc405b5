"""Battles as tests begin them and go on with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from deduce.napoleonic.battle import Battle
from deduce.napoleonic.kind import NAPOLEONIC
from deduce.napoleonic.record.setup import begin
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.document import parse_document
from deduce.tabletop.kind import Begun, Source
from deduce.tabletop.look import look_at
from deduce.tabletop.record import Record, parse_record
from deduce.tabletop.said import Said
from deduce.tabletop.saved import SavedGame, begin_game

ARMIES = (
    "French = FR formed ground open; 3 cav light column 12; 5 inf line regular column 18 front 3; "
    "6 horse-art limbered 4; 7 inf light militia skirmish 6\n"
    "English = EN; e2 inf line line 18 regular; k inf square\n"
)
"""Two sides: of one's own units that much is known, of the enemy's less."""


def begun(headers: str, folder: Path | None = None) -> Begun[Battle]:
    """Read the headers of a battle."""
    document = parse_document(f"{headers}\n", NAPOLEONIC.layout)
    return begin(Source(document, "battle.txt", folder or Path(), {}))


def record_of(*entries: str, headers: str = ARMIES) -> Record[Battle]:
    """Return a record with entries."""
    rows = "".join(f"{number}. {entry}\n" for number, entry in enumerate(entries, 1))
    return parse_record(NAPOLEONIC, f"Game = napoleonic\n{headers}\n{rows}", name="battle.txt")


def battle_of(*entries: str, headers: str = ARMIES) -> Battle:
    """Return how a battle stands after entries in which everything fits."""
    record = record_of(*entries, headers=headers)
    assert record.misfits == (), [str(each) for each in record.misfits]
    return record.now


def misfits_of(*entries: str, headers: str = ARMIES) -> list[tuple[int, str]]:
    """Return what does not fit in entries."""
    return [(each.entry, each.said) for each in record_of(*entries, headers=headers).misfits]


def shown(record: Record[Battle], count: int | None = None) -> dict[str, Any]:
    """Return how a battle stands as data."""
    look = look_at(record, count, {})
    assert NAPOLEONIC.facts is not None
    assert NAPOLEONIC.replayed is not None
    return {**NAPOLEONIC.facts(look), **NAPOLEONIC.replayed(look)}


def table_of(tmp_path: Path, *entries: str, headers: str = ARMIES) -> TableCompanion[Battle]:
    """Sit down at a battle."""
    game: SavedGame[Battle] = begin_game(
        NAPOLEONIC, tmp_path / "battle.txt", f"Game = napoleonic\n{headers}\n"
    )
    companion = TableCompanion(game)
    for entry in entries:
        assert companion.obey(entry).fits, entry
    return companion


def told(companion: TableCompanion[Battle], line: str) -> list[str]:
    """Return what a line has to say."""
    return [each.text for each in companion.obey(line).said if isinstance(each, Said)]
