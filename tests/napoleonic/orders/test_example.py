"""The scripted half of two players: a hidden charge, an evade, a counter-charge, and everything opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from common import ROOT
from deduce.napoleonic.kind import read_record
from deduce.napoleonic.orders.state import Fate
from deduce_cli.main import app

SCRIPT = ROOT / "examples" / "napoleonic_sheets.txt"


def test_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in it is refused, every seal fits, and what was written is not echoed before it is opened."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "battle.txt"
    done = CliRunner().invoke(app, ["table", str(path)], input=SCRIPT.read_text(encoding="utf-8"))
    assert done.exit_code == 0
    before, _, _ = done.output.partition("9. open 3 charge e1")
    assert "3 charge e1" not in before
    assert "e1 charge 5" not in before
    record = read_record(path)
    assert record.misfits == ()
    orders = record.now.orders
    assert not orders.is_sealed
    assert {each.unit: (each.deed, each.fate) for each in orders.declared} == {
        "3": ("charge", Fate.TOUCHED),
        "7": ("evade", Fate.DECLARED),
        "e1": ("counter", Fate.TOUCHED),
        "s": ("evade", Fate.DECLARED),
    }
    replayed = CliRunner().invoke(app, ["napoleonic", "replay", str(path)])
    assert replayed.exit_code == 0
