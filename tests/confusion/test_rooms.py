"""Who imports whom: the arrows between the rooms point one way."""

from __future__ import annotations

import re

import pytest

from common import ROOT

OUTSIDE = {"rich", "typer", "deduce_cli"}


@pytest.mark.parametrize(
    ("room", "forbidden"),
    [
        ("adapters", ("advice", "players", "arena", "match")),
        ("advice", ("adapters", "players", "arena", "match")),
        ("players", ("arena", "match")),
        ("arena", ("match",)),
    ],
)
def test_arrows(room: str, forbidden: tuple[str, ...]) -> None:
    """Engine, adapters, players, arena; advice, players; and nothing knows the command line."""
    for path in (ROOT / "deduce" / "confusion" / room).glob("*.py"):
        text = path.read_text(encoding="utf-8")
        names = re.findall(r"^ *(?:from|import) ([\w.]+)", text, re.MULTILINE)
        assert not {name.split(".")[0] for name in names} & OUTSIDE, path
        rooms = {name.split(".")[2] for name in names if name.startswith("deduce.confusion.")}
        assert not rooms & {*forbidden}, path
