"""Keys of secrets: each belongs to one file, and to one kind of game."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE
from unittest import mock

import pytest

from deduce.tabletop.errors import SessionError
from deduce.tabletop.keys import KeyKind, clear, is_key, unknown_key

TOY = KeyKind("deduce.toy.key/1", "toy", "Sealed", "without it nobody plays", "play without one")
OTHER = KeyKind("deduce.game.key/1", "game", "Sealed", "without it nobody plays", "play without one")
SEAL = "ab" * 32
HOLDING = """
import sys
from pathlib import Path
from deduce.tabletop.locks import Lock
with Lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_key_is_kept_for_one_file_and_dropped(tmp_path: Path) -> None:
    """It says which file it belongs to, and of which kind."""
    folder, path, key = tmp_path / "keys", tmp_path / "toy.txt", unknown_key()
    assert not TOY.is_there(folder, SEAL)
    with TOY.new(folder, SEAL, key, path):
        path.write_text(f"Sealed = {SEAL}\n", encoding="utf-8")
    assert TOY.is_there(folder, SEAL)
    assert TOY.of(folder, SEAL, path) == key
    found = json.loads((folder / f"{SEAL}.json").read_text(encoding="utf-8"))
    assert found == {"format": "deduce.toy.key/1", "toy": str(path), "key": key}
    TOY.drop(folder, SEAL)
    TOY.drop(folder, SEAL)
    assert not TOY.is_there(folder, SEAL)


def test_what_a_killed_process_left_half_written_is_cleared_away(tmp_path: Path) -> None:
    """Of any key, when another one is kept; what another process is just writing stays."""
    path, gone, busy = tmp_path / "toy.txt", "cd" * 32, "ef" * 32
    for seal in (gone, busy):
        (tmp_path / f".{seal}.json.0123abcd.tmp").write_text("half", encoding="utf-8")
    (tmp_path / "notes.tmp").write_text("not ours", encoding="utf-8")
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(tmp_path / f"{busy}.json")], stdin=PIPE, stdout=PIPE
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"held\n"
        (tmp_path / f".{busy}.json.0123abcd.tmp").write_text("half", encoding="utf-8")
        with TOY.new(tmp_path, SEAL, unknown_key(), path):
            pass
        left = {each.name for each in tmp_path.iterdir() if not each.name.endswith(".lock")}
        assert left == {f"{SEAL}.json", f".{busy}.json.0123abcd.tmp", "notes.tmp"}
        child.communicate()
    clear(tmp_path)
    assert {each.name for each in tmp_path.iterdir()} == {f"{SEAL}.json", "notes.tmp"}
    clear(tmp_path / "nowhere")


def test_a_system_without_random_numbers_is_named() -> None:
    error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with mock.patch("secrets.token_hex", side_effect=error), pytest.raises(SessionError) as caught:
        unknown_key()
    assert str(caught.value) == "no key can be drawn: No space left on device; try again"


def test_what_cannot_begin_leaves_no_key(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), TOY.new(tmp_path, SEAL, unknown_key(), tmp_path / "toy.txt"):
        raise KeyboardInterrupt
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("seal", ["", "ab", "AB" * 32, "../" * 21 + "x", "ab" * 33])
def test_a_seal_that_is_none_names_no_file(seal: str, tmp_path: Path) -> None:
    """Whatever somebody wrote into the header: nothing else is read, and nothing is told of it."""
    assert not is_key(seal)
    assert not TOY.is_there(tmp_path, seal)
    with pytest.raises(
        SessionError, match="cannot go on: Sealed is not what the program writes; was it changed"
    ):
        TOY.of(tmp_path, seal, tmp_path / "toy.txt")


def test_one_kind_does_not_read_the_keys_of_another(tmp_path: Path) -> None:
    path = tmp_path / "toy.txt"
    with TOY.new(tmp_path, SEAL, unknown_key(), path):
        pass
    with pytest.raises(SessionError, match=r"cannot go on: .*\.json is no key of a game"):
        OTHER.of(tmp_path, SEAL, path)


def test_other_secrets_than_keys(tmp_path: Path) -> None:
    """They are called what they are, and must be what they can be."""
    kind = TOY._replace(word="hand", fits=lambda text: text.startswith("hand: "))
    path, copy = tmp_path / "toy.txt", tmp_path / "copy.txt"
    with kind.new(tmp_path, SEAL, "hand: 7 9", path):
        path.write_text("card 7\n", encoding="utf-8")
    assert kind.of(tmp_path, SEAL, path, "card 7") == "hand: 7 9"
    copy.write_text("card 7\n", encoding="utf-8")
    with pytest.raises(SessionError, match="is a copy of the toy in"):
        kind.of(tmp_path, SEAL, copy, "card 7")
    # The file that it was kept for is another game now.
    path.write_text("card 8\n", encoding="utf-8")
    assert kind.of(tmp_path, SEAL, copy, "card 7") == "hand: 7 9"
    with pytest.raises(SessionError, match=r"cannot go on: .* is no key of a toy"):
        TOY.of(tmp_path, SEAL, copy)
    with pytest.raises(SessionError, match=r"cannot go on: its hand, .*; without it nobody plays"):
        kind.of(tmp_path, "cd" * 32, copy)
