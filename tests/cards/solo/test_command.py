"""`deduce cards table --packs tool --solo red`, typed through a pipe."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cards.battles import heard
from command_line import COMMAND
from deduce.cards.kind import CARDS
from deduce.cards.solo.companion import companion
from deduce.tabletop.look import in_silence
from deduce.tabletop.saved import open_game


def run(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", COMMAND, "cards", *arguments]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, check=False, cwd=folder, env=environment
    )


def test_a_battle_begins_goes_on_and_is_checked(tmp_path: Path) -> None:
    """Each sitting in a process of its own; the key is in the user's data folder in between."""
    options = ("table", "battle.txt", "--edition", "en", "--packs", "tool", "--solo", "red")
    begun = run(tmp_path, *options, typed="red\n\n\nnear n a f, o b f, q>c\n")
    assert (begun.returncode, begun.stderr) == (0, "")
    assert "Red fires q at c: worth +1.00." in begun.stdout
    path = tmp_path / "battle.txt"
    text = path.read_text(encoding="utf-8")
    assert "\nMachine = Red\n" in text
    assert "\nSeal = " in text
    (key,) = (tmp_path / "data" / "deduce" / "keys").iterdir()
    other = run(tmp_path, *options, "--first", "blue")
    assert (other.returncode, other.stdout) == (2, "")
    assert "is another battle already; leave --first out to go on with it" in other.stderr
    later = run(tmp_path, "table", "battle.txt", typed="a n\nend\nend\nresign\nopen\n")
    assert (later.returncode, later.stderr) == (0, "")
    assert "Red is the machine. Move its figures;" in later.stdout
    assert "The packs are open: the key stands in the record" in later.stdout
    checked = run(tmp_path, "replay", "battle.txt")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "all right; Red is the machine" in " ".join(checked.stdout.split())
    assert run(tmp_path, "table", "battle.txt").returncode == 0
    assert not key.exists()
    sitting = companion(open_game(CARDS, path), in_silence)
    assert heard(sitting, "near n a") == ["the game is over; undo takes turns back"]


def test_a_copy_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """Exit status 2, and nothing changes."""
    options = ("table", "battle.txt", "--edition", "en", "--packs", "tool")
    assert run(tmp_path, *options, typed="\n\n\na n\n").returncode == 0
    copy = tmp_path / "copy.txt"
    copy.write_bytes((tmp_path / "battle.txt").read_bytes())
    before = copy.read_bytes()
    refused = run(tmp_path, "table", "copy.txt", typed="b o\n")
    assert refused.returncode == 2
    assert "is a copy of the battle in" in refused.stderr
    assert len(refused.stderr.splitlines()) <= 3
    assert copy.read_bytes() == before
