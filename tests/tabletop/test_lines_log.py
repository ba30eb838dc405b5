"""A log of JSON lines: gone on with, refused where it is another's, and never half written."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Mapping
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from deduce.errors import DeduceError
from deduce.tabletop.errors import SessionError
from deduce.tabletop.lines_log import LinesLog

HEADER = {"format": "deduce.words/1", "language": "en"}
NO_LINE = "it is no line of a dictionary"


class Words(LinesLog[str]):
    """A word in each line."""

    def __init__(self, path: Path, language: str = "en") -> None:
        super().__init__(path, "dictionary", {**HEADER, "language": language})

    def data(self, entry: str) -> dict[str, Any]:
        return {**self.header, "word": entry}

    def entry(self, data: Mapping[str, Any]) -> str:
        word: str = data["word"]
        if len(word) > 9:
            message = "its word is too long"
            raise DeduceError(message)
        return word


def write(path: Path, *words: str) -> list[str]:
    """Add words; return what the log holds then."""
    with Words(path) as log:
        for word in words:
            log.add(word)
        return log.entries


def test_it_is_gone_on_with(tmp_path: Path) -> None:
    """Wherever it was cut; a line without an end is dropped."""
    path = tmp_path / "log.jsonl"
    assert write(path, "one", "zwölf") == ["one", "zwölf"]
    text = path.read_bytes()
    first = text.index(b"\n") + 1
    for cut in range(len(text) + 1):
        path.write_bytes(text[:cut])
        kept = (["one"] if cut >= first else []) + (["zwölf"] if cut == len(text) else [])
        assert write(path) == kept
        assert path.read_bytes() == text[: text[:cut].rfind(b"\n") + 1]
        assert write(path, "three") == [*kept, "three"]


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ("hello", f"line 1: {NO_LINE}"),
        ("[1]\n", f"line 1: {NO_LINE}"),
        (json.dumps({**HEADER, "format": "deduce.words/2"}) + "\n", NO_LINE),
        (
            json.dumps({**HEADER, "language": "fr"}) + "\n",
            'its language is "fr", but in this dictionary "en"',
        ),
        (json.dumps(HEADER) + "\n", "line 1: something is missing or wrong in it"),
        (json.dumps({**HEADER, "word": 3}) + "\n", "something is missing or wrong in it"),
        (json.dumps({**HEADER, "word": "x"}) + "\nx\n", f"line 2: {NO_LINE}"),
        (json.dumps({**HEADER, "word": "x" * 10}) + "\n", "line 1: its word is too long"),
    ],
)
def test_what_is_refused(tmp_path: Path, held: str, words: str) -> None:
    """In one sentence; the file is left as it is, and free for others."""
    path = tmp_path / "log.jsonl"
    path.write_text(held, encoding="utf-8")
    for _ in range(2):
        with pytest.raises(DeduceError) as caught, Words(path):
            pass
        assert words in str(caught.value)
        assert str(caught.value).endswith("; choose another file")
    assert path.read_text(encoding="utf-8") == held


def test_one_writer(tmp_path: Path) -> None:
    """A second one is told so."""
    path = tmp_path / "log.jsonl"
    with (
        Words(path),
        pytest.raises(SessionError, match="is being written by another dictionary"),
        Words(path),
    ):
        pass
    with pytest.raises(SessionError, match="closed"):
        Words(path).add("one")


def test_a_disk_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is blamed, and not what is printed."""

    def failing(path: Path, **_: bool) -> os.stat_result:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))

    log = Words(tmp_path / "log.jsonl")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "exists", failing)
        with pytest.raises(SessionError, match=r"log\.jsonl: cannot be read: Input/output error"), log:
            pass


class FullDisk(FileIO):
    """A file on a disk that is full, as is only found out on closing it."""

    def close(self) -> None:
        super().close()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def __del__(self) -> None:
        """Leave it closed as it is."""


def test_a_disk_that_is_full_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is only found out on closing is told too."""
    log = Words(tmp_path / "log.jsonl")
    monkeypatch.setattr(Path, "open", lambda path, *_, **__: FullDisk(path, "ab"))
    with pytest.raises(SessionError, match=r"log\.jsonl: cannot be written: No space left"), log:
        log.add("one")
