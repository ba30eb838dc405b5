"""The history beside a record: it is never wrong about the text, whatever happens to its file."""

from __future__ import annotations

import errno
import os
import re
from importlib.resources import files
from io import RawIOBase
from pathlib import Path
from typing import NoReturn

import pytest

from common import CLASSIC
from deduce.confusion import Moment
from deduce.tabletop import history
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import save
from deduce.tabletop.record import Record
from deduce.tabletop.said import Said
from deduce.tabletop.saved import KeptRecord, SavedGame
from tables import new_game, opened, same, texts


@pytest.fixture
def game(tmp_path: Path) -> SavedGame[Moment]:
    found = new_game(tmp_path / "game.txt", CLASSIC)
    for line in ("h n1 n", "h s1 n", "k n1 n"):
        found.enter(line)
    return found


def kept(game: SavedGame[Moment]) -> Path:
    return game.path.with_name(f".{game.path.name}.history")


def test_a_line_that_was_cut_off_is_cleared_away(game: SavedGame[Moment]) -> None:
    """What is done later is not lost with it."""
    with kept(game).open("ab") as file:
        file.write(b'{"what": "chan')
    again = opened(game.path)
    again.enter("k s1 n")
    again.edit(1, "y")
    assert opened(game.path).undo(2) == ("edit 1", "entry")
    assert texts(opened(game.path)) == texts(game)


def test_a_full_disk_leaves_nothing_behind(game: SavedGame[Moment], monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in the record nor in its history, of which only a part could be written."""

    def full(file: RawIOBase, content: bytes) -> None:
        file.write(content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    before, content = texts(game), kept(game).read_bytes()
    monkeypatch.setattr(history, "write_all", full)
    with pytest.raises(SessionError, match=r"\.game\.txt\.history: cannot be written: No space"):
        game.enter("k s1 n")
    assert (texts(game), kept(game).read_bytes()) == (before, content)
    monkeypatch.undo()
    game.enter("k s1 n")
    game.edit(1, "y")
    assert opened(game.path).undo(2) == ("edit 1", "entry")


def test_a_new_game_has_no_history_of_another(tmp_path: Path) -> None:
    """Not even of one that began with the same text."""
    game = new_game(tmp_path / "game.txt", CLASSIC)
    game.enter("h n1 y")
    game.undo()
    game.path.unlink()
    again = new_game(tmp_path / "game.txt", CLASSIC)
    assert again.redo() == ()
    assert opened(again.path).redo() == ()
    assert texts(again) == []


def test_an_entry_counts_more_than_its_history(game: SavedGame[Moment]) -> None:
    """Where the history cannot be written, the game goes on, and is taken back from the end."""
    kept(game).unlink()
    kept(game).mkdir()
    again = opened(game.path)
    again.enter("k s1 n")
    assert again.undo() == ("entry",)
    again.enter("k s1 n")
    assert len(texts(opened(game.path))) == 4
    assert opened(game.path).undo() == ("entry",)


@pytest.mark.parametrize("is_saved", [True, False])
def test_ctrl_c_between_saving_and_going_on(
    game: SavedGame[Moment], monkeypatch: pytest.MonkeyPatch, *, is_saved: bool
) -> None:
    """What is in the file is what the game goes on with, and its history fits."""

    def stopped(self: KeptRecord[Moment], record: Record[Moment], *, is_change: bool = True) -> None:
        assert is_change
        if is_saved:
            save(self.path, record.text)
        raise KeyboardInterrupt

    monkeypatch.setattr(KeptRecord, "keep", stopped)
    with pytest.raises(KeyboardInterrupt):
        game.enter("k s1 n")
    monkeypatch.undo()
    assert len(texts(game)) == 3 + is_saved
    assert same(opened(game.path), game)
    assert opened(game.path).undo() == ("entry",)
    assert len(texts(opened(game.path))) == 2 + is_saved


def test_a_damaged_line_is_not_undone_into_another_game(game: SavedGame[Moment]) -> None:
    """It is said that this cannot be taken back, and nothing changes."""
    lines = kept(game).read_text(encoding="ascii").splitlines(keepends=True)
    damaged = re.sub(r'"place": \d+', '"place": 3', lines[2])
    assert damaged != lines[2]
    kept(game).write_text("".join([*lines[:2], damaged, *lines[3:]]), encoding="ascii")
    again, before = opened(game.path), texts(game)
    assert again.undo() == ("entry",)
    with pytest.raises(SessionError, match="its history was damaged"):
        again.undo(2)
    assert texts(opened(game.path)) == before[:2]


def test_an_editor_between_two_sessions(game: SavedGame[Moment]) -> None:
    """What it did is one change more; everything before can still be taken back and brought back."""
    game.edit(1, "y")
    before = game.path.read_text(encoding="utf-8")
    edited = before.replace("(K-N1)", "K-N1  # by hand")
    assert edited != before
    game.path.write_text(edited, encoding="utf-8")
    again = opened(game.path)
    assert again.record.text == edited
    assert again.undo() == ("what somebody else did to the file",)
    assert game.path.read_text(encoding="utf-8") == before
    again = opened(game.path)
    assert again.redo() == ("what somebody else did to the file",)
    again = opened(game.path)
    assert again.undo(2) == ("what somebody else did to the file", "edit 1")
    assert texts(again)[0] == "(H-N1)"
    assert opened(game.path).redo() == ("edit 1", "what somebody else did to the file")
    assert game.path.read_text(encoding="utf-8") == edited


def test_another_game_in_its_place(game: SavedGame[Moment], tmp_path: Path) -> None:
    """Somebody put it there: undo takes that back, and redo brings it back."""
    other = new_game(tmp_path / "other.txt", CLASSIC, 1, 1)
    for line in ("c n1 y", "s e1 y"):
        other.enter(line)
    game.path.write_bytes(other.path.read_bytes().replace(b"Date", b"Datum"))
    before, there = texts(game), game.path.read_bytes()
    again = opened(game.path)
    assert again.undo() == ("what somebody else did to the file",)
    assert texts(opened(game.path)) == before
    opened(game.path).redo()
    assert game.path.read_bytes() == there


def test_an_editor_at_both_ends(game: SavedGame[Moment]) -> None:
    """However much of the file it touched, what undo took before can still be brought back."""
    game.undo(3)
    game.path.write_text(f"# above\n{game.path.read_text(encoding='utf-8')}# below\n", encoding="utf-8")
    again = opened(game.path)
    assert again.undo() == ("what somebody else did to the file",)
    assert game.path.read_text(encoding="utf-8") == game.record.text


def test_diagrams_that_an_editor_named_are_taken_back(game: SavedGame[Moment], tmp_path: Path) -> None:
    """After undo the rules are those of the file, not those of before."""
    standard = files("deduce.confusion.engine").joinpath("data/diagrams.toml").read_text(encoding="utf-8")
    (tmp_path / "d.toml").write_text(standard.replace('"Rocket"', '"Zoom"'), encoding="utf-8")
    game.path.write_text(f"Diagrams = d.toml\n{game.path.read_text(encoding='utf-8')}", encoding="utf-8")
    again = opened(game.path)
    assert again.record.now.rules.diagrams[1].name == "Zoom"
    again.undo()
    assert again.record.now.rules.diagrams[1].name == "Rocket"
    again.redo()
    assert again.record.now.rules.diagrams[1].name == "Zoom"


def test_a_history_that_is_taken_away_meanwhile(game: SavedGame[Moment]) -> None:
    """It is written anew as a whole."""
    kept(game).unlink()
    game.enter("k s1 n")
    assert len(opened(game.path).undo(4)) == 4


def test_nothing_is_written_through_a_link(game: SavedGame[Moment], tmp_path: Path) -> None:
    """What it leads to may be anything."""
    other = tmp_path / "other.txt"
    other.write_text("other", encoding="utf-8")
    kept(game).unlink()
    kept(game).symlink_to(other)
    game.enter("k s1 n")
    assert other.read_text(encoding="utf-8") == "other"
    assert len(texts(opened(game.path))) == 4


def is_left_alone(game: SavedGame[Moment]) -> bool:
    """Whether it is said, once, that what is done is not kept; the game goes on all the same."""
    companion, count = TableCompanion(game), len(texts(game))
    entry = "k s1 n" if count % 2 else "h n1 n"
    told = [companion.obey(line).said for line in ("note hm", entry, "undo", entry)]
    assert len(texts(opened(game.path))) == count + 1
    assert opened(game.path).undo() == ("entry",)
    heard = [
        any(isinstance(each, Said) and str(kept(game)) in each.text for each in answers) for answers in told
    ]
    assert sum(heard) == 1
    return heard[1]


CONTENTS = (
    b"mine\n",
    b"{}\n",
    b'{"format": "deduce.history/3", "text": ""}\n',
    b'{"format": "deduce.history',
    b"\0",
)
"""What is no history that any version wrote."""


@pytest.mark.parametrize("content", CONTENTS)
def test_what_somebody_wrote_there_is_left_alone(content: bytes, tmp_path: Path) -> None:
    """Beside a game that begins and beside one that goes on, also under another name of it."""
    mine, path = tmp_path / "mine.txt", tmp_path / "game.txt"
    mine.write_bytes(content)
    os.link(mine, tmp_path / ".game.txt.history")
    assert is_left_alone(new_game(path, CLASSIC))
    assert is_left_alone(opened(path))
    assert mine.read_bytes() == content
    assert mine.samefile(tmp_path / ".game.txt.history")


def test_what_somebody_puts_there_meanwhile_is_left_alone(
    game: SavedGame[Moment], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while an entry is saved: nothing is cut off where that fails."""
    mine = "mine" * 1000

    def fail(*_: object, **__: object) -> NoReturn:
        kept(game).write_text(mine, encoding="utf-8")
        message = "no"
        raise SessionError(message)

    with monkeypatch.context() as patched:
        patched.setattr(KeptRecord, "keep", fail)
        with pytest.raises(SessionError, match="no"):
            game.enter("k s1 n")
    assert kept(game).read_text(encoding="utf-8") == mine
    assert is_left_alone(opened(game.path))
    assert kept(game).read_text(encoding="utf-8") == mine


@pytest.mark.skipif(os.name == "nt", reason="there are no named pipes, and links need rights of their own")
@pytest.mark.parametrize("what", ["a pipe", "a folder", "a symbolic link"])
def test_what_is_no_file_is_left_alone(what: str, tmp_path: Path) -> None:
    """Not even a link to a history, or one that leads nowhere, is followed."""
    path, name = tmp_path / "game.txt", tmp_path / ".game.txt.history"
    if what == "a pipe":
        os.mkfifo(name)
    elif what == "a folder":
        name.mkdir()
    else:
        name.symlink_to(tmp_path / "elsewhere")
    before = name.lstat()
    assert is_left_alone(new_game(path, CLASSIC))
    assert is_left_alone(opened(path))
    assert name.lstat().st_ino == before.st_ino
    assert sorted(each.name for each in tmp_path.iterdir()) == [name.name, path.name]


def test_a_history_with_another_name_is_not_written_through(game: SavedGame[Moment]) -> None:
    """Neither by what is added, nor where it begins anew or is mended; all that was done is taken back."""
    for number in range(3):
        copy = game.path.with_name(f"copy{number}")
        os.link(kept(game), copy)
        if number == 2:
            with copy.open("ab") as file:
                file.write(b'{"what": "chan')
        before = copy.read_bytes()
        game.enter("k s1 n" if number % 2 == 0 else "k n1 n") if number < 2 else opened(game.path)
        assert copy.read_bytes() == before
        assert not copy.samefile(kept(game))
    assert len(opened(game.path).undo(5)) == 5
    copy = game.path.with_name("copy")
    os.link(kept(game), copy)
    before = copy.read_bytes()
    game.path.unlink()
    new_game(game.path, CLASSIC).enter("h n1 n")
    assert copy.read_bytes() == before


def test_rewriting_keeps_what_was_there_if_it_fails(
    game: SavedGame[Moment], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written beside it and put in its place, with its rights."""
    kept(game).chmod(0o600)
    os.link(kept(game), game.path.with_name("copy"))
    before, names = kept(game).read_bytes(), sorted(game.path.parent.iterdir())

    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(SessionError, match=r"history: cannot be written: No space.*; nothing was saved"):
            game.enter("k s1 n")
    assert (kept(game).read_bytes(), sorted(game.path.parent.iterdir())) == (before, names)
    game.enter("k s1 n")
    assert kept(game).stat().st_mode & 0o777 == 0o600 or os.name == "nt"


def test_nothing_stays_of_what_could_not_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of the first thing that is done, for which the history is begun."""
    game = new_game(tmp_path / "game.txt", CLASSIC)

    def fail(*_: object, **__: object) -> NoReturn:
        message = "no"
        raise SessionError(message)

    with monkeypatch.context() as patched:
        patched.setattr(KeptRecord, "keep", fail)
        with pytest.raises(SessionError, match="no"):
            game.enter("h n1 n")
    assert same(opened(game.path), game)
    assert opened(game.path).undo() == ()
    game.enter("k n1 n")
    assert opened(game.path).undo() == ("entry",)
    assert opened(game.path).redo() == ("entry",)


@pytest.mark.skipif(os.name == "nt", reason="rights are another matter there")
def test_rights_of_what_lies_beside(game: SavedGame[Moment]) -> None:
    """Nobody reads there what nobody may read in the record."""
    kept(game).unlink()
    game.path.chmod(0o600)
    game.enter("k s1 n")
    aside = game.file.set_aside(b"theirs", "theirs")
    assert [path.stat().st_mode & 0o777 for path in (game.path, kept(game), aside)] == [0o600] * 3
