"""Files and pipes: bounded, and in one sentence what is wrong with them."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from deduce.errors import IntakeError
from deduce.intake.content import read_content, read_text, text_of

WHAT = "the record of a game"


def test_text(tmp_path: Path) -> None:
    """Line ends and marks at the beginning are kept."""
    file = tmp_path / "game.txt"
    file.write_bytes("\ufeffone\r\ntwo\rthrée\n".encode())
    assert read_text(file, 100, WHAT) == "\ufeffone\r\ntwo\rthrée\n"
    assert read_text(file, file.stat().st_size, WHAT, is_named_inside=True)
    with pytest.raises(IntakeError, match=r"^is larger than 4 bytes, so it is hardly the record of a game$"):
        read_text(file, 4, WHAT)


def test_what_is_no_text() -> None:
    """The line and the byte are named."""
    with pytest.raises(IntakeError, match=r"is not text in UTF-8 \(byte 7 is 0xe9\)") as caught:
        text_of(b"one\ntw\xe9\n")
    assert caught.value.line == 2
    with pytest.raises(IntakeError, match="binary"):
        text_of(b"one\0two")


def test_places_that_cannot_be_read(tmp_path: Path) -> None:
    """Folders, loops of links, names that no system takes, and what is not there."""
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for path, why in (
        (tmp_path, "cannot be read: Is a directory"),
        (tmp_path / "none", "cannot be read: No such file"),
        (loop, "cannot be read: Too many levels"),
        (tmp_path / "nul\0", "cannot be read: embedded null"),
        (tmp_path / ("x" * 300), "cannot be read: File name too long"),
    ):
        with pytest.raises(IntakeError, match=why):
            read_content(path, 10, WHAT)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no devices with names here")
def test_devices() -> None:
    """One without an end is read up to the bound; a file that another one names is no device."""
    assert read_content("/dev/null", 10, WHAT) == b""
    with pytest.raises(IntakeError, match="is larger than 1,000 bytes"):
        read_content("/dev/zero", 1000, WHAT)
    for path in ("/dev/zero", "/dev/null"):
        with pytest.raises(IntakeError, match="is no ordinary file"):
            read_content(path, 10, WHAT, is_named_inside=True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_pipes(tmp_path: Path) -> None:
    """Read to their end; one that nobody writes to is not waited for."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(IntakeError, match="is a pipe that nobody writes to"):
        read_content(pipe, 10, WHAT)
    with pytest.raises(IntakeError, match="is no ordinary file"):
        read_content(pipe, 10, WHAT, is_named_inside=True)
    content = os.urandom(300_000)
    writer = threading.Thread(target=pipe.write_bytes, args=(content,))
    writer.start()
    assert read_content(pipe, 10**6, WHAT) == content
    writer.join()
