"""Nothing that a seat sees tells what it may not know: a few pairs here, many by `leaks.py` itself."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

import pytest

from common import ROOT
from deduce.cards.sealed import checking
from faults import orders, packs
from faults.leaks import WAYS, Way, compared

PAIRS = {"games": 8, "records": 8, "openspiel": 24, "pettingzoo": 24, "matches": 6, "orders": 8, "packs": 8}
"""How many pairs of each way; one of each kind of rules is among the first eight."""
NEEDS = {"openspiel": "pyspiel", "pettingzoo": "pettingzoo"}


@pytest.mark.parametrize("name", WAYS)
def test_a_seat_sees_the_same_whatever_it_may_not_know(name: str) -> None:
    """Byte by byte, at every moment, also between an attempt and its answer."""
    if importlib.util.find_spec(NEEDS.get(name, "deduce")) is None:
        pytest.skip(f"{NEEDS[name]} is not installed")
    moments = 0
    for pair in range(PAIRS[name]):
        found = compared(pair, {name: WAYS[name]})
        assert [*map(str, found.differences)] == []
        moments += found.counts[name, "moments"]
    assert moments >= 10 * PAIRS[name] // 2


def test_what_differs_is_found() -> None:
    """A way that shows the own deal, only at one moment, is a difference at that moment."""

    def peeking(game: object, side: int) -> object:
        return game.deals[side] if len(game.events) == 2 else None  # type: ignore[attr-defined]

    way = Way(WAYS["games"].moments, {"events": lambda game, _: game.events, "peeking": peeking})
    found = compared(3, {"games": way})
    assert [(each.moment, each.sight) for each in found.differences] == [("event 2", "peeking")]
    assert "event 2, peeking: byte " in str(found.differences[0])


def test_packs_that_are_told_apart_are_found() -> None:
    """The battles of a pair really have other cards to come: a sight of the next ones shows it."""

    def peeking(battle: packs.Battle, _: int) -> object:
        ledger = battle.companion.kept.record.now
        with battle.dealing():
            return (
                [checking.next_card(ledger, packs.KEY, side) for side in (0, 1)] if ledger.is_sealed else []
            )

    way = Way(WAYS["packs"].moments, {"peeking": peeking})
    assert sum(bool(compared(pair, {"packs": way}).differences) for pair in range(4)) >= 3


def test_packs_are_compared_until_they_are_opened() -> None:
    """In the one battle the sixth line opens them, in the other the fourth tries to and is refused."""
    names = {pair: [name for name, *_ in packs.moments(pair)] for pair in (375, 616)}
    assert names[375][-1] == "line 5, end"
    assert [name for name in names[616] if name.endswith("open")] == ["line 4, open", "line 14, open"]
    for pair in (375, 616):
        assert [*map(str, compared(pair, {"packs": WAYS["packs"]}).differences)] == []


def test_sheets_that_are_told_apart_are_found() -> None:
    """The battles of a pair really have other sheets: a sight of what is kept of them shows it."""

    def peeking(battle: orders.Battle, _: int) -> object:
        kept = battle.folder / "keys"
        files = sorted(kept.iterdir()) if kept.exists() else []
        return sorted(json.loads(path.read_text())["key"] for path in files)

    way = Way(WAYS["orders"].moments, {"peeking": peeking})
    assert sum(bool(compared(pair, {"orders": way}).differences) for pair in range(4)) == 4


def test_the_command() -> None:
    """It counts what it compared."""
    script = ROOT / "tests" / "faults" / "leaks.py"
    command = [sys.executable, str(script), "--pairs", "2", "--ways", "games"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[0].startswith("games: 2 pairs, ")
    assert "2 pairs, 0 differences, " in run.stdout
