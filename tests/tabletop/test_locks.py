"""One process at a time, by whatever name it comes to a file."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import save, write_out
from deduce.tabletop.locks import TEMPORARY, Lock, lock_on
from deduce.tabletop.paths import beside

POSIX = pytest.mark.skipif(os.name == "nt", reason="files are locked in another way there")


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def is_held(path: Path) -> bool:
    """Whether somebody else would be refused."""
    lock = Lock(path)
    try:
        lock.__enter__()
    except SessionError as error:
        return error.in_use and "is open in another companion; close that one first" in str(error)
    lock.__exit__(None, None, None)
    return False


def test_lock(tmp_path: Path) -> None:
    """One at a time, also by another name of the file; let go of it in any case, and nothing is left."""
    path, link = tmp_path / "game.txt", tmp_path / "link.txt"
    path.write_text("", encoding="utf-8")
    link.symlink_to(path)
    with Lock(path) as lock:
        assert lock.path == path
        assert lock_on(path.resolve()) is lock
        assert all(map(is_held, (path, link, tmp_path / "." / "game.txt")))
        assert not is_held(tmp_path / "other.txt")
    with pytest.raises(KeyError), Lock(path):
        raise KeyError
    assert not is_held(link)
    assert lock_on(path.resolve()) is None
    assert names_in(tmp_path) == ["game.txt", "link.txt"]


@POSIX
def test_the_lock_holds_although_its_file_is_deleted(tmp_path: Path) -> None:
    """And although the file itself was replaced since, as every save does."""
    path = tmp_path / "game.txt"
    path.write_text("one", encoding="utf-8")
    with Lock(path):
        beside(path, "lock").unlink()
        assert is_held(path)
        for text in ("two", "three"):
            save(path, text)
            beside(path, "lock").unlink(missing_ok=True)
            assert is_held(path)
    assert not is_held(path)


@POSIX
def test_the_lock_holds_through_hard_links(tmp_path: Path) -> None:
    """Also after a save has taken the file away from its other name."""
    path, other = tmp_path / "game.txt", tmp_path / "other.txt"
    path.write_text("one", encoding="utf-8")
    os.link(path, other)
    with Lock(path):
        assert is_held(other)
        save(path, "two")
        assert is_held(other)
        assert is_held(path)
    assert not is_held(other)


def test_what_killed_processes_left_is_cleared(tmp_path: Path) -> None:
    """Half written files of this one, and of no other."""
    path = tmp_path / "game.txt"
    for name in (
        ".game.txt.0a1b2c3d.tmp",
        ".game.txt.tmp",
        ".game.txt.0a1b2c3d.tmp.txt",
        ".gameXtxt.0a1b2c3d.tmp",
    ):
        (tmp_path / name).write_text("half", encoding="utf-8")
    with Lock(path):
        pass
    assert names_in(tmp_path) == [".game.txt.0a1b2c3d.tmp.txt", ".game.txt.tmp", ".gameXtxt.0a1b2c3d.tmp"]


@pytest.mark.parametrize("length", range(230, 256, 3))
def test_what_killed_processes_left_of_long_names_is_cleared(length: int, tmp_path: Path) -> None:
    """Whether its name was shortened or not."""
    path = tmp_path / ("x" * length)
    beside(path, f"0a1b2c3d.{TEMPORARY}").write_text("half", encoding="utf-8")
    with Lock(path):
        assert not beside(path, f"0a1b2c3d.{TEMPORARY}").exists()


def test_two_processes(tmp_path: Path) -> None:
    """The system lets go of the lock of a process that is killed."""
    path = tmp_path / "game.txt"
    code = (
        "import sys, time; from pathlib import Path; from deduce.tabletop.locks import Lock\n"
        "with Lock(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert is_held(path)
        other.kill()
        other.wait()
    assert not is_held(path)
    assert names_in(tmp_path) == []


def test_where_nothing_can_be_locked(tmp_path: Path) -> None:
    """The place is named, and it is not said that somebody else has it."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    for name, why in (("file/game.txt", "there is no folder"), ("none/game.txt", "there is no folder")):
        with pytest.raises(SessionError, match=why) as caught, Lock(tmp_path / name):
            pass
        assert not caught.value.in_use


@POSIX
@pytest.mark.parametrize("what", ["a file that somebody wrote to", "a folder", "a pipe", "a symbolic link"])
def test_what_is_no_lock_stays_what_it_is(what: str, tmp_path: Path) -> None:
    """One sentence says what it is and what to do; nothing is written, neither there nor elsewhere."""
    path = tmp_path / "game.txt"
    name = beside(path, "lock")
    if what == "a folder":
        name.mkdir()
    elif what == "a pipe":
        os.mkfifo(name)
    elif what == "a symbolic link":
        name.symlink_to(tmp_path / "elsewhere")
    else:
        name.write_text("mine\n", encoding="utf-8")
    before = name.lstat()
    for do in (lambda: Lock(path).__enter__(), lambda: write_out(path, "text")):
        with pytest.raises(SessionError) as caught:
            do()
        message = f"{name} is {what}, and no lock of deduce; move it away, then try again"
        assert (str(caught.value), caught.value.in_use) == (message, False)
    after = name.lstat()
    assert (after.st_ino, after.st_mtime_ns, after.st_size) == (
        before.st_ino,
        before.st_mtime_ns,
        before.st_size,
    )
    assert names_in(tmp_path) == [name.name]


@POSIX
def test_what_takes_the_place_of_a_lock_stays(tmp_path: Path) -> None:
    """Whatever lies there at the end, or was written to it; what killed processes left does no harm."""
    path = tmp_path / "game.txt"
    name = beside(path, "lock")
    name.touch()
    with Lock(path):
        name.unlink()
        name.write_text("mine\n", encoding="utf-8")
    assert name.read_text(encoding="utf-8") == "mine\n"
    name.unlink()
    with Lock(path):
        name.write_text("mine\n", encoding="utf-8")
    assert name.read_text(encoding="utf-8") == "mine\n"
    name.unlink()
    with Lock(path):
        name.unlink()
        name.symlink_to(path)
    assert name.is_symlink()


@POSIX
def test_errors_in_locking_are_no_other_companion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They say what they are."""

    def fail(*_: object) -> NoReturn:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("fcntl.flock", fail)
    with pytest.raises(SessionError, match=r"game\.txt: cannot be locked: Input/output error") as caught:
        Lock(tmp_path / "game.txt").__enter__()
    assert not caught.value.in_use


@POSIX
class TestWithoutLocksOfTheSystem:
    """A file that names its process takes their place."""

    @pytest.fixture(autouse=True)
    def unable(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A file system that cannot lock."""

        def fail(*_: object) -> NoReturn:
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))

        monkeypatch.setattr("fcntl.flock", fail)

    def test_one_at_a_time(self, tmp_path: Path) -> None:
        """And nothing is left."""
        path = tmp_path / "game.txt"
        path.write_text("one", encoding="utf-8")
        with Lock(path):
            assert is_held(path)
            save(path, "two")
            assert is_held(path)
        assert not is_held(path)
        assert names_in(tmp_path) == ["game.txt"]

    def test_processes_that_are_gone(self, tmp_path: Path) -> None:
        """One that was killed holds nothing, also where another process has its number now."""
        path = tmp_path / "game.txt"
        gone = subprocess.run(
            [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
        )
        for number, began in ((int(gone.stdout), 1), (os.getpid(), 1)):
            beside(path, "owner").write_text(f"{number} {began} {socket.gethostname()}\n", encoding="utf-8")
            assert not is_held(path)
            assert names_in(tmp_path) == []

    @pytest.mark.parametrize("content", ["1 1 another-machine\n", "", "what?\n"])
    def test_what_nobody_can_tell(self, content: str, tmp_path: Path) -> None:
        """Another machine may still have it: what to do is said."""
        path = tmp_path / "game.txt"
        beside(path, "owner").write_text(content, encoding="utf-8")
        with pytest.raises(SessionError, match=r"if it is not, delete .*\.game\.txt\.owner"):
            Lock(path).__enter__()
        assert beside(path, "owner").read_text(encoding="utf-8") == content
