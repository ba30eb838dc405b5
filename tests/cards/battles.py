"""Battles of Cards and Confusion for tests: begun, typed, and their cards."""

from __future__ import annotations

import json
import re
from pathlib import Path

from deduce.cards.engine.ledger import Ledger
from deduce.cards.kind import CARDS
from deduce.cards.sealed.order import order_of
from deduce.tabletop.companion import Companion, TableCompanion
from deduce.tabletop.keys import keys_folder
from deduce.tabletop.said import Said
from deduce.tabletop.saved import SavedGame, begin_game, open_game

ARMIES = "Blue = a inf 12; b inf 12 odf; c cav 8; g art 4\nRed = n inf 12; o inf 12 odf; p cav 8; r art 4\n"
LETTERS = "a23456789tjqk"


def begun(path: Path, headers: str = "Seal = new\n", armies: str = ARMIES) -> SavedGame[Ledger]:
    """Begin a battle and save it; by default with packs that the tool turns."""
    edition = "" if "Edition" in headers else "Edition = en\n"
    return begin_game(CARDS, path, f"Game = cards\n{edition}{headers}{armies}\n")


def sat(path: Path) -> TableCompanion[Ledger]:
    """Sit down at a battle that was saved."""
    return TableCompanion(open_game(CARDS, path))


def heard(companion: Companion[Ledger], *lines: str) -> list[str]:
    """Type lines, and return what is said to the last one."""
    said: list[str] = []
    for line in lines:
        said = [each.text for each in companion.obey(line).said if isinstance(each, Said)]
    return said


def seal_in(path: Path) -> str:
    """The seal in the headers of a file."""
    found = re.search(r"^Seal = ([0-9a-f]{64})$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def key_file(path: Path) -> Path:
    """The file of a battle's key."""
    return keys_folder() / f"{seal_in(path)}.json"


def key_of(path: Path) -> str:
    """The key of a battle."""
    return str(json.loads(key_file(path).read_text(encoding="utf-8"))["key"])


def order_in(path: Path, side: int, shuffles: int = 0) -> str:
    """The cards of a pack in their order, as they are written."""
    full = open_game(CARDS, path).record.now.packs[side].full
    return "".join(LETTERS[rank - 1] for rank in order_of(key_of(path), side, shuffles, full))


def problems(path: Path) -> list[tuple[int, str]]:
    """What does not fit in a battle: the number of each entry, and what is said."""
    return [(misfit.entry, misfit.said) for misfit in open_game(CARDS, path).record.misfits]
