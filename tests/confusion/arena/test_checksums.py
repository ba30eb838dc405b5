"""The checksum that measured games are kept by: it hangs on what plays them, and on nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from common import ROOT

BENCHMARKS = ROOT / "benchmarks"
FILES = {
    "pack/__init__.py": "",
    "pack/play.py": '"""Plays."""\nfrom __future__ import annotations\nfrom typing import TYPE_CHECKING\n'
    "from pack import board\nif TYPE_CHECKING:\n    from pack.shown import Shown\n\n\n"
    'def play() -> int:\n    """Play."""\n    from pack.deep import think\n\n    return think(board.SIZE)\n',
    "pack/board.py": "SIZE = 11  # squares\n",
    "pack/deep/__init__.py": "from pack.deep.mind import think\n",
    "pack/deep/mind.py": "def think(size: int) -> int:\n    return size\n",
    "pack/deep/weights.toml": "a = 1\n",
    "pack/shown.py": "class Shown: ...\n",
    "pack/colours.toml": "red = 1\n",
    "pack/other/__init__.py": "",
    "pack/other/data.toml": "b = 1\n",
}
"""A package: its files and what stands in them."""


@pytest.fixture
def checksums(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import checksums

    module: ModuleType = checksums
    return module


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with the package."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_module_brings_all_that_it_imports(checksums: ModuleType, package: Path) -> None:
    """Wherever in it that stands, with the packages that they are in; what is for types alone is left out."""
    found = set(checksums.modules_of(package, ["pack.play"]))
    assert found == {"pack", "pack.play", "pack.board", "pack.deep", "pack.deep.mind"}


@pytest.mark.parametrize(
    ("name", "old", "new", "counts"),
    [
        ("pack/board.py", "11", "9", True),
        ("pack/deep/mind.py", "return size", "return size + 1", True),
        ("pack/deep/weights.toml", "a = 1", "a = 2", True),
        ("pack/colours.toml", "red", "blue", True),
        ("pack/board.py", "# squares", "# so many squares", False),
        ("pack/play.py", "Plays.", "Plays well.", False),
        ("pack/play.py", "Play.", "Play on.", False),
        ("pack/shown.py", "...", "pass", False),
        ("pack/other/__init__.py", "", "x = 1\n", False),
        ("pack/other/data.toml", "1", "2", False),
    ],
)
def test_what_it_hangs_on(
    checksums: ModuleType, package: Path, name: str, old: str, new: str, *, counts: bool
) -> None:
    """Code and data that take part; no comments, no docstrings, and nothing that is not imported."""
    before = checksums.checksum_of(package, ["pack.play"])
    assert before == checksums.checksum_of(package, ["pack.play"])
    path = package / name
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1) or new, encoding="utf-8")
    assert (checksums.checksum_of(package, ["pack.play"]) != before) == counts


def test_all_that_plays_is_in_it(checksums: ModuleType) -> None:
    """What a game of the advisor loads of the package, however it is imported, is what the checksum reads."""
    program = (
        "import json, sys\n"
        "from deduce.confusion.arena.tournament import Tournament, play\n"
        "from deduce.confusion.engine.rules import Rules\n"
        "for names in (('advisor@20n', 'reader'), ('advisor@20n:engine=arrays', 'monte-carlo@20n')):\n"
        "    assert play(Tournament(names, Rules.of('espionage'), seed=1, limit=6), 0).fault is None\n"
        "print(json.dumps([name for name in sys.modules if name.split('.')[0] == 'deduce']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={**os.environ}
    )
    players = [
        f"deduce.confusion.players.{path.stem}" for path in (ROOT / "deduce/confusion/players").glob("*.py")
    ]
    read = checksums.modules_of(ROOT, ["deduce.confusion.arena.tournament", *players])
    assert set(json.loads(done.stdout)) <= set(read)
    assert not any(
        name.startswith(("deduce.cards", "deduce.napoleonic", "deduce.tabletop.companion")) for name in read
    )
