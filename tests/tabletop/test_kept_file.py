"""What others do to a file while a game is kept in it is noticed, asked about, and never lost."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from pathlib import Path
from typing import NoReturn

import pytest

from deduce.tabletop.companion import LONGEST_LINE, TableCompanion
from deduce.tabletop.errors import SessionError
from deduce.tabletop.kept_file import ChangedError, How, KeptFile
from deduce.tabletop.locks import Lock
from deduce.tabletop.said import Said
from deduce.tabletop.saved import begin_game, open_game
from tabletop.toy import TOY, Round

TEXT = "Ann = 2 5 9\n"
ONE, TWO, OTHER = "ann 2", "ben high", "ben low"


def full(*_: object) -> NoReturn:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def companion_at(path: Path) -> TableCompanion[Round]:
    return TableCompanion(begin_game(TOY, path, TEXT))


def said(companion: TableCompanion[Round], line: str) -> str:
    """What is said to a line."""
    return "\n".join(each.text for each in companion.obey(line).said if isinstance(each, Said))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def test_kept_file(path: Path, tmp_path: Path) -> None:
    """Each thing that somebody can do to it has a name; what is done here is no such thing."""
    file = KeptFile.begun(path, "one")
    file.save("two")
    file.check()
    with pytest.raises(SessionError, match="there is something in"):
        KeptFile.begun(path, "three")

    def how() -> How:
        with pytest.raises(ChangedError) as caught:
            file.save("never")
        return caught.value.how

    path.write_text("theirs", encoding="utf-8")
    assert how() is How.CHANGED
    assert (path.read_text(encoding="utf-8"), file.look().text) == ("theirs", "theirs")
    path.write_bytes(b"\xff")
    assert (how(), file.look().text) == (How.CHANGED, None)
    path.unlink()
    assert (how(), file.look().content) == (How.GONE, None)
    file.save("four", over=file.look())
    other = tmp_path / "other.txt"
    other.write_text("four", encoding="utf-8")
    path.unlink()
    path.symlink_to(other)
    assert how() is How.MOVED
    other.unlink()
    assert how() is How.GONE


@pytest.mark.skipif(os.name == "nt", reason="rights are another matter there")
def test_read_only(path: Path) -> None:
    """Asked once."""
    file = KeptFile.begun(path, "one")
    path.chmod(0o444)
    with pytest.raises(ChangedError) as caught:
        file.check()
    assert caught.value.how is How.READ_ONLY
    file.save("two", over=file.look())
    file.save("three")
    assert path.stat().st_mode & 0o777 == 0o444


def test_theirs(path: Path) -> None:
    """What is in the file is taken, nothing is entered, and undo brings back what was here."""
    companion = companion_at(path)
    said(companion, ONE)
    mine = path.read_text(encoding="utf-8")
    theirs = f"{mine}2. {OTHER}\n"
    path.write_text(theirs, encoding="utf-8")
    asked = said(companion, TWO)
    assert "was changed by somebody else (2 turns there, 1 here): go on with theirs, or with mine?" in asked
    assert path.read_text(encoding="utf-8") == theirs
    assert "neither theirs nor mine" in said(companion, "what?")
    assert "What you typed was not entered" in said(companion, "theirs")
    assert (companion.kept.record.texts, companion.unsaved) == ([ONE, OTHER], 0)
    assert path.read_text(encoding="utf-8") == theirs
    assert "Took back what somebody else did to the file" in said(companion, "undo")
    assert path.read_text(encoding="utf-8") == mine
    said(companion, "redo")
    again = open_game(TOY, path)
    assert again.record.texts == [ONE, OTHER]
    again.undo()
    assert again.record.text == mine


def test_mine(path: Path) -> None:
    """What was typed is entered, and what they made of the file is set aside."""
    companion = companion_at(path)
    said(companion, ONE)
    theirs = f"{path.read_text(encoding='utf-8')}# another hand\n2. {OTHER}\n"
    path.write_text(theirs, encoding="utf-8")
    said(companion, TWO)
    assert f"2. {TWO}" in said(companion, "mine")
    assert open_game(TOY, path).record.texts == [ONE, TWO]
    assert path.with_name("game.theirs1.txt").read_text(encoding="utf-8") == theirs


def test_mine_before_undo_and_redo(path: Path) -> None:
    """They do what they would have done."""
    companion = companion_at(path)
    for line in (ONE, TWO):
        said(companion, line)
    for line, left in (("undo", [ONE]), ("redo", [ONE, TWO])):
        path.write_text(f"{path.read_text(encoding='utf-8')}# by hand\n", encoding="utf-8")
        said(companion, line)
        said(companion, "mine")
        assert open_game(TOY, path).record.texts == left


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"hello, world\n", b"Ann = 1\n"])
def test_what_is_no_record_is_set_aside(content: bytes, path: Path) -> None:
    """Whatever it is: nothing of it is lost."""
    companion = companion_at(path)
    path.write_bytes(content)
    said(companion, ONE)
    told = said(companion, "y")
    assert f"What was in the file is in {path.with_name('game.theirs1.txt')} now." in told
    assert path.with_name("game.theirs1.txt").read_bytes() == content
    assert open_game(TOY, path).record.texts == [ONE]


def test_a_file_that_is_gone(path: Path) -> None:
    """It is only written anew if somebody wants that; a note and an undo ask as well."""
    companion = companion_at(path)
    said(companion, ONE)
    for line in (TWO, "note hm", "undo"):
        path.unlink()
        assert "is gone: write it anew? (y, n)" in said(companion, line)
        assert "Nothing was saved" in said(companion, "n")
        assert not path.exists()
        assert companion.kept.record.texts == [ONE]
        said(companion, line)
        said(companion, "y")
        assert path.exists()
        companion.obey("redo" if line == "undo" else "undo" if line == TWO else "moves")
        assert companion.kept.record.texts == [ONE]


def folder_at(path: Path) -> None:
    path.mkdir()
    (path / "file").write_text("theirs", encoding="utf-8")


def socket_at(path: Path) -> None:
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as made:
        # A name from the root may be too long for one.
        made.bind(path.name)


ODD = {
    "a folder": folder_at,
    "a pipe": os.mkfifo,
    "a socket": socket_at,
    "a device": lambda path: path.symlink_to("/dev/null"),
}
"""What somebody can put in the place of a file, and how."""


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes and devices among files there")
@pytest.mark.parametrize("what", ODD)
def test_what_is_no_ordinary_file(what: str, path: Path) -> None:
    """It is asked about, stays what it is, and what is here is saved beside it where nobody answers."""
    companion = companion_at(path)
    said(companion, ONE)
    mine = path.read_bytes()
    path.unlink()
    ODD[what](path)
    before = path.stat()
    for line in (TWO, "undo"):
        asked = said(companion, line)
        assert f"{path} is {what} now: write the file anew, once you have moved that away? (y, n)" in asked
        assert f"{path} is {what} now" in said(companion, "y")
        assert "Nothing was saved" in said(companion, "n")
        said(companion, "n")
    assert "Written to" in said(companion, f"export {path.with_name('other.txt')}")
    assert (companion.kept.record.texts, path.stat()) == ([ONE], before)
    aside = path.with_name("game.mine1.txt")
    assert companion.leave() == f"{path} is {what} now; what was here is saved in {aside}."
    assert aside.read_bytes() == mine


def test_a_folder_that_is_moved_away_again(path: Path) -> None:
    """Then the answer writes the file anew, with what was typed."""
    companion = companion_at(path)
    said(companion, ONE)
    path.unlink()
    folder_at(path)
    said(companion, TWO)
    said(companion, "y")
    path.rename(path.with_name("folder"))
    assert f"2. {TWO}" in said(companion, "y")
    assert open_game(TOY, path).record.texts == [ONE, TWO]
    assert (companion.unsaved, companion.leave()) == (0, f"Saved in {path}.")


@pytest.mark.skipif(os.name == "nt", reason="links need rights of their own there")
def test_a_link_that_leads_nowhere_yet(path: Path, tmp_path: Path) -> None:
    """The first save makes what it leads to, and the link stays one; what is gone then is gone."""
    other = tmp_path / "other.txt"
    path.symlink_to(other)
    file = KeptFile(path, "")
    file.save("one")
    file.save("two")
    assert (path.is_symlink(), other.read_text(encoding="utf-8")) == (True, "two")
    other.unlink()
    with pytest.raises(ChangedError) as caught:
        file.save("three")
    assert caught.value.how is How.GONE


def test_a_file_that_cannot_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is done to it, and what is here is saved beside it."""
    companion = companion_at(path)
    said(companion, ONE)
    monkeypatch.setattr("deduce.tabletop.kept_file.LARGEST", 200)
    path.write_text("x" * 201, encoding="utf-8")
    assert "is larger than 200 bytes" in said(companion, TWO)
    assert "is larger than 200 bytes" in said(companion, "y")
    assert path.read_text(encoding="utf-8") == "x" * 201
    assert "what was here is saved in" in companion.leave()
    assert open_game(TOY, path.with_name("game.mine1.txt")).record.texts == [ONE]


def test_the_file_changes_again_while_it_is_asked(path: Path) -> None:
    """What is in it at the moment of the answer counts, and nothing of that is lost."""
    for answer in ("theirs", "mine"):
        path.unlink(missing_ok=True)
        companion = companion_at(path)
        said(companion, ONE)
        text = path.read_text(encoding="utf-8")
        path.write_text(f"{text}# A\n", encoding="utf-8")
        said(companion, TWO)
        later = f"{text}# A\n# B very important\n"
        path.write_text(later, encoding="utf-8")
        said(companion, answer)
        if answer == "mine":
            assert open_game(TOY, path).record.texts == [ONE, TWO]
            assert path.with_name("game.theirs1.txt").read_text(encoding="utf-8") == later
        else:
            assert path.read_text(encoding="utf-8") == later
            assert "Noted" in said(companion, "note hm")
            assert "# B very important" in path.read_text(encoding="utf-8")


def test_mine_that_cannot_be_saved_stays_mine(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays asked, and what is here stays what it is."""
    companion = companion_at(path)
    said(companion, ONE)
    theirs = f"{path.read_text(encoding='utf-8')}2. {OTHER}\n"
    path.write_text(theirs, encoding="utf-8")
    said(companion, TWO)
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        assert "No space left" in said(companion, "mine")
        assert path.read_text(encoding="utf-8") == theirs
    assert companion.kept.record.texts == [ONE]
    assert f"2. {TWO}" in said(companion, "mine")
    assert companion.unsaved == 1
    assert path.with_name("game.theirs1.txt").read_text(encoding="utf-8") == theirs
    said(companion, "undo")
    assert companion.kept.record.texts == [ONE]


def test_a_link_that_leads_to_another_game(path: Path, tmp_path: Path) -> None:
    """The other game is not written to, whoever has it; the one before goes on where it lies."""
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    begin_game(TOY, two, TEXT).enter(OTHER)
    before = two.read_bytes()
    begin_game(TOY, one, TEXT)
    path.symlink_to(one)
    companion = TableCompanion(open_game(TOY, path))
    said(companion, ONE)
    path.unlink()
    path.symlink_to(two)
    assert f"leads to another file now: go on in {one}, where it led before? (y, n)" in said(companion, TWO)
    said(companion, "n")
    assert open_game(TOY, one).record.texts == [ONE]
    said(companion, TWO)
    assert f"Going on in {one}." in said(companion, "y")
    assert open_game(TOY, one).record.texts == [ONE, TWO]
    assert two.read_bytes() == before
    assert open_game(TOY, one).undo(2) == ("entry", "entry")
    assert companion.leave() == f"Saved in {one}."


def test_a_folder_that_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is the same one, its lock and its history go with it."""
    folder = tmp_path / "one"
    folder.mkdir()
    monkeypatch.chdir(folder)
    path = Path("game.txt")
    with Lock(path):
        companion = companion_at(path)
        said(companion, ONE)
        folder.rename(tmp_path / "two")
        assert f"2. {TWO}" in said(companion, TWO)
        with pytest.raises(SessionError, match="open in another companion"):
            Lock(tmp_path / "two" / "game.txt").__enter__()
        said(companion, "undo")
    assert open_game(TOY, tmp_path / "two" / "game.txt").redo() == ("entry",)
    assert sorted(each.name for each in (tmp_path / "two").iterdir()) == [".game.txt.history", "game.txt"]


def test_leaving_with_a_question_open(path: Path) -> None:
    """What is here is saved beside the file, unless the file is what it was again."""
    companion = companion_at(path)
    said(companion, ONE)
    mine = path.read_text(encoding="utf-8")
    path.write_text(f"{mine}# theirs\n", encoding="utf-8")
    said(companion, TWO)
    said(companion, "quit")
    aside = path.with_name("game.mine1.txt")
    assert companion.leave() == f"{path} was changed by somebody else; what was here is saved in {aside}."
    assert aside.read_text(encoding="utf-8") == mine
    path.unlink()
    assert "what was here is saved in" in companion.leave()
    path.write_text(mine, encoding="utf-8")
    assert companion.leave() == f"Saved in {path}."


def test_what_is_only_tried_asks_nothing(path: Path) -> None:
    """Nothing of it is saved."""
    companion = companion_at(path)
    path.unlink()
    assert f"1. {ONE}" in said(companion, f"try {ONE}")
    said(companion, TWO)
    said(companion, "back")
    assert not path.exists()


def test_lines_that_cannot_be_read(path: Path) -> None:
    """Too long, or no text: one sentence each, and nothing is entered."""
    companion = companion_at(path)
    assert "at most 10,000 characters" in said(companion, "1" * (LONGEST_LINE + 1))
    assert "no text in UTF-8" in said(companion, "note Zo\udce9")
    assert path.read_text(encoding="utf-8") == TEXT
