"""Files that are written whole or not at all, and by one at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import Lock, save


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_save(tmp_path: Path) -> None:
    """Folders are made, permissions and links kept, line ends written as they are."""
    path = tmp_path / "a" / "b" / "game.txt"
    save(path, "one\r\ntwo\n")
    assert path.read_bytes() == b"one\r\ntwo\n"
    path.chmod(0o600)
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    save(link, "three\n")
    assert link.is_symlink()
    assert path.read_bytes() == b"three\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert names_in(path.parent) == ["game.txt"]
    assert names_in(tmp_path) == ["a", "link.txt"]


def test_save_of_what_is_no_text(tmp_path: Path) -> None:
    """Half of a character that a terminal sent is replaced; everything else is kept."""
    save(tmp_path / "game.txt", "one \udcff two")
    assert (tmp_path / "game.txt").read_bytes() == b"one ? two"


@pytest.mark.parametrize("name", ["", "file/game.txt", "nul\0.txt", "x" * 300])
def test_places_that_cannot_be_written(name: str, tmp_path: Path) -> None:
    """One sentence that names the place, and no rubbish."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SessionError, match="cannot be written") as caught:
        save(tmp_path / name, "text")
    assert "\n" not in str(caught.value)
    assert names_in(tmp_path) == ["file"]


def test_lock(tmp_path: Path) -> None:
    """One at a time, also by another name of the file; let go of it in any case."""
    path, link = tmp_path / "game.txt", tmp_path / "link.txt"
    path.write_text("", encoding="utf-8")
    link.symlink_to(path)
    with Lock(path) as lock:
        assert lock.path == path
        for other in (path, link, tmp_path / "." / "game.txt"):
            with (
                pytest.raises(SessionError, match="open in another companion; close that one first"),
                Lock(other),
            ):
                pass
        with Lock(tmp_path / "other.txt"):
            pass
    with pytest.raises(KeyError), Lock(path):
        raise KeyError
    with Lock(link):
        pass


def test_lock_where_nothing_can_be_written(tmp_path: Path) -> None:
    """The place is named."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SessionError, match="cannot be written"), Lock(tmp_path / "file" / "game.txt"):
        pass
