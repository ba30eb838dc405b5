"""The arrows of the map: what imports what, in the order in which the rooms stand on each other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from common import ROOT

CORE = (
    *("errors", "lazy", "collecting", "progress", "intake"),
    *("problem", "evidence", "belief", "proof", "question"),
)
CARDS = (
    "wording",
    "edition",
    "rulebook",
    "ranks",
    "engine",
    "judge",
    "permissions",
    "sealed",
    "notation",
    "language",
    "record",
    "odds",
    "knowledge",
    "advice",
    "still",
    "showing",
    "paper",
    "ruler",
    "solo",
    "field",
    "random_battle",
    "kind",
)
NAPOLEONIC = (
    "wording",
    "book",
    "rulebook",
    "body",
    "movement",
    "rally",
    "artillery",
    "charge",
    "ground",
    "houses",
    "obstacles",
    "reckoned",
    "judging",
    "adjudicator",
    "clock",
    "orders",
    "hidden",
    "desk",
    "battle",
    "lines",
    "record",
    "showing",
    "questions",
    "kind",
)
CONFUSION = (
    "errors",
    "rulebook",
    "engine",
    "notation",
    "formats",
    "knowledge",
    "record",
    "pictures",
    "adapters",
    "advice",
    "players",
    "arena",
    "dangers",
    "questions",
    "behaviour",
    "beginning",
    "dealing",
    "kind",
    "match",
    "afterwards",
)
GAMES = {"confusion": CONFUSION, "cards": CARDS, "napoleonic": NAPOLEONIC}
IN_GAMES = [f"{game}.{room}" for game, rooms in GAMES.items() for room in rooms]
ROOMS = (*CORE, "casefile", "tabletop", "ruling", *IN_GAMES, "games", "puzzle")
"""Every room of the library; each may import those before it, and none behind it."""
APART = {
    "tabletop": {"casefile"},
    "ruling": {"casefile", "belief", "proof", "question"},
    **{
        room: {"casefile", *(other for other in IN_GAMES if other.split(".")[0] != room.split(".")[0])}
        for room in IN_GAMES
    },
}
"""What a room has no business with although it stands before it: one game knows no other."""
FRONTS = {
    "deduce/__init__.py",
    "deduce/cards/__init__.py",
    "deduce/confusion/__init__.py",
    "deduce/confusion/engine/showing.py",
    "deduce/napoleonic/__init__.py",
}
"""The fronts, which name everything that is public, and the one place that goes through one of them."""


def room_of(module: str) -> str:
    """The room of a module; of a front its own name."""
    parts = module.split(".")
    if len(parts) > 2 and parts[1] in GAMES:
        return ".".join(parts[1:3])
    return parts[1] if len(parts) > 1 else "deduce"


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, wherever it does, and those that it names to import later."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                folder = ROOT.joinpath(*module.split("."))
                yield from (
                    f"{module}.{name.name}" if folder.joinpath(f"{name.name}.py").exists() else module
                    for name in names
                )
            case ast.Constant(value=str(text)) if re.fullmatch(r"deduce(\.\w+)+", text):
                yield text


def modules() -> list[Path]:
    return sorted((ROOT / "deduce").rglob("*.py"))


def test_every_room_is_named() -> None:
    """A new folder or file takes its place in the order before it is used."""
    found = {room_of(".".join(path.relative_to(ROOT).with_suffix("").parts)) for path in modules()}
    found = {room.removesuffix(".__init__") for room in found}
    assert found - {"deduce", "__init__", *GAMES} == {*ROOMS}


@pytest.mark.parametrize("room", ROOMS)
def test_arrows_point_one_way(room: str) -> None:
    """No room imports one that stands on it, nor the front, nor the command line; not even for types."""
    allowed = {*ROOMS[: ROOMS.index(room) + 1]} - APART.get(room, set())
    for path in modules():
        name = path.relative_to(ROOT).as_posix()
        if room_of(".".join(path.relative_to(ROOT).with_suffix("").parts)) != room or name in FRONTS:
            continue
        for module in imported(path):
            if module.split(".")[0] in {"deduce_cli", "cli", "rich", "typer"}:
                pytest.fail(f"{name} imports {module}: the library knows no command line")
            if module.split(".")[0] == "deduce":
                assert room_of(module) in allowed, f"{name} imports {module}"


def test_the_map_has_every_room() -> None:
    """docs/architecture.md draws the same order."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for room in ROOMS[2:]:
        path = f"deduce/{room.replace('.', '/')}"
        assert f"`{path}/`" in text or f"`{path}.py`" in text, path
