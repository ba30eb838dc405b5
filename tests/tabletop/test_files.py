"""Files that are written whole or not at all, and never in the place of what is not ours."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import NoReturn

import pytest

from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import check_out, save, write_out
from deduce.tabletop.locks import Lock
from deduce.tabletop.paths import beside, holds_something


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_save(tmp_path: Path) -> None:
    """Permissions and links are kept, line ends written as they are."""
    path = tmp_path / "game.txt"
    save(path, "one\r\ntwo\n")
    assert path.read_bytes() == b"one\r\ntwo\n"
    path.chmod(0o604)
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    save(link, "three\n")
    assert link.is_symlink()
    assert path.read_bytes() == b"three\n"
    assert path.stat().st_mode & 0o777 == 0o604
    assert names_in(tmp_path) == ["game.txt", "link.txt"]


@pytest.mark.skipif(os.name == "nt", reason="rights are another matter there")
@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_rights_of_new_files(mask: int, tmp_path: Path) -> None:
    """Those that the user gives to new files."""
    before = os.umask(mask)
    try:
        save(tmp_path / "game.txt", "text")
    finally:
        os.umask(before)
    assert (tmp_path / "game.txt").stat().st_mode & 0o777 == 0o666 & ~mask


def test_what_is_no_text_is_not_saved(tmp_path: Path) -> None:
    """Nothing is replaced by something else, and what was there stays."""
    path = tmp_path / "game.txt"
    save(path, "before")
    with pytest.raises(SessionError, match="cannot be written: there is something in it that is no text"):
        save(path, "one \udcff two")
    assert path.read_bytes() == b"before"
    assert names_in(tmp_path) == ["game.txt"]


@pytest.mark.parametrize("name", ["", "file/game.txt", "nul\0.txt", "x" * 300, "none/game.txt"])
def test_places_that_cannot_be_written(name: str, tmp_path: Path) -> None:
    """One sentence that names the place, and no rubbish."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SessionError, match="cannot be written") as caught:
        save(tmp_path / name, "text")
    assert "\n" not in str(caught.value)
    assert names_in(tmp_path) == ["file"]


def test_long_names(tmp_path: Path) -> None:
    """What lies beside a file has a name that is short enough, and belongs to no other file."""
    path = tmp_path / ("x" * 251 + ".txt")
    save(path, "text")
    with Lock(path):
        save(path, "again")
    assert path.read_bytes() == b"again"
    assert names_in(tmp_path) == [path.name]
    assert beside(path, "lock") != beside(tmp_path / ("y" * 251 + ".txt"), "lock")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_what_is_no_ordinary_file(tmp_path: Path) -> None:
    """A pipe, a device and a folder are never written over, nor taken for a file that begins."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    for path in (pipe, link, Path("/dev/null"), tmp_path):
        for do in (lambda at: save(at, "text"), holds_something, lambda at: write_out(at, "text")):
            with pytest.raises(SessionError, match="no ordinary file"):
                do(path)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_outputs(tmp_path: Path) -> None:
    """Over nothing and over their own kind, but not over what they are made from, nor over something else."""
    game, hard, picture = tmp_path / "game.txt", tmp_path / "hard.svg", tmp_path / "a.svg"
    game.write_text("Ruleset = classic\n", encoding="utf-8")
    os.link(game, hard)
    write_out(picture, "<svg>1</svg>", game)
    write_out(picture, "<svg>2</svg>", game)
    assert picture.read_text(encoding="utf-8") == "<svg>2</svg>"
    for path in (game, hard):
        with pytest.raises(SessionError, match="is the file that this is made from"):
            check_out(path, game)
        with pytest.raises(SessionError, match="is the file that this is made from"):
            write_out(path, "<svg>", game, is_asked=True)
    other = tmp_path / "other.txt"
    other.write_text("Ruleset = espionage\n", encoding="utf-8")
    with pytest.raises(SessionError, match="is there already, and is something else"):
        write_out(other, "<svg>", game)
    with Lock(other), pytest.raises(SessionError, match="is in use"):
        write_out(other, "Ruleset", game, is_asked=True)
    assert other.read_text(encoding="utf-8") == "Ruleset = espionage\n"
    write_out(other, "<svg>", game, is_asked=True)
    assert other.read_text(encoding="utf-8") == "<svg>"
    with pytest.raises(SessionError, match="there is no folder"):
        check_out(tmp_path / "none" / "a.svg")
    assert names_in(tmp_path) == ["a.svg", "game.txt", "hard.svg", "other.txt"]


@pytest.mark.parametrize("broken", ["os.open", "os.fsync", "os.fdopen", "pathlib.Path.replace"])
def test_a_save_that_fails(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old text is there whole, and nothing else is left."""

    def fail(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "game.txt"
    save(path, "before")
    monkeypatch.setattr(broken, fail)
    with pytest.raises(SessionError, match=r"game\.txt: cannot be written: No space left on device"):
        save(path, "after")
    monkeypatch.undo()
    assert path.read_bytes() == b"before"
    assert names_in(tmp_path) == ["game.txt"]
