"""A match whose file somebody else changed meanwhile: nothing of either is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from common import CLASSIC
from deduce.confusion.match.companion import MatchCompanion
from deduce.confusion.match.match import Match, new_match, open_match
from deduce.tabletop.said import Said


def said(companion: MatchCompanion, line: str) -> str:
    return "\n".join(each.text for each in companion.obey(line).said if isinstance(each, Said))


def test_a_match_that_was_changed(tmp_path: Path) -> None:
    """It can only go on as it is; what is in the file is set aside, and the turn counts once."""
    path = tmp_path / "match.txt"
    companion = MatchCompanion(new_match(path, CLASSIC, 0, 0, 1, seed=1))
    companion.greeting()
    said(companion, "h n1")
    before = len(companion.kept.record.steps)
    theirs = path.read_bytes() + b"# by hand\n"
    path.write_bytes(theirs)
    assert "write over it, and set aside what is in it? (y, n)" in said(companion, "k n1")
    assert "Nothing was saved" in said(companion, "n")
    assert len(companion.kept.record.steps) == before
    said(companion, "k n1")
    told = said(companion, "y")
    assert f"What was in the file is in {tmp_path / 'match.theirs1.txt'} now." in told
    assert (tmp_path / "match.theirs1.txt").read_bytes() == theirs
    assert len(companion.kept.record.steps) == before + 2
    assert open_match(path).record.text == companion.kept.record.text


def test_a_change_while_the_machine_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The human's turn is saved; the machine's waits for the answer, and is made once."""
    path = tmp_path / "match.txt"
    companion = MatchCompanion(new_match(path, CLASSIC, 0, 0, 1, seed=1))
    companion.greeting()
    acts = Match.machine_acts

    def slow(match: Match) -> object:
        if len(match.record.steps) == 1 and b"by hand" not in path.read_bytes():
            path.write_bytes(path.read_bytes() + b"# by hand\n")
        return acts(match)

    monkeypatch.setattr(Match, "machine_acts", slow)
    assert "was changed by somebody else: write over it" in said(companion, "h n1")
    assert len(companion.kept.record.steps) == 1
    monkeypatch.undo()
    assert "match.theirs1.txt" in said(companion, "y")
    assert len(companion.kept.record.steps) == 2
    assert open_match(path).record.text == companion.kept.record.text
