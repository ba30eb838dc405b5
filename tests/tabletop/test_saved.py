"""Saved games: entries, changes to them and their one history, notes, and files that are never lost."""

from __future__ import annotations

import errno
import os
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common import CLASSIC
from deduce.confusion import CONFUSION, Attempt, Moment, RecordError, Rules, RulesError, random_deal
from deduce.confusion.notation.cells import read_cell
from deduce.confusion.notation.words import WAYS
from deduce.tabletop.errors import LineError, SessionError
from deduce.tabletop.kind import Entry
from deduce.tabletop.saved import SavedGame, begin_game
from tables import new_game, opened, same, texts

DEAL = {letter: number for number, letter in enumerate("ACEHKLNOPSTV", 1)}
"""The opponent's diagrams."""

LINES = ("h n1 n", "l s2 y", "k n1 y", "a s1 n # a comment", "h nw1 y", "k s1 n")


@pytest.fixture
def game(tmp_path: Path) -> SavedGame[Moment]:
    """A game of a few turns."""
    found = new_game(tmp_path / "game.txt", CLASSIC, 0, 0, date="2026-11-18")
    for line in LINES:
        found.enter(line)
    return found


def test_a_new_game(tmp_path: Path) -> None:
    """What was asked is in the file, with the companion's own compass and column."""
    path = tmp_path / "game.txt"
    game = new_game(path, CLASSIC, 1, 1, DEAL, date="2026-11-18", diagrams_file="my.toml")
    assert path.read_text(encoding="utf-8") == (
        "Ruleset = classic\nMe = White\nDate = 2026-11-18\nDiagrams = my.toml\nFirst = White\n"
        "Compass = White\nYellow = A1 C2 E3 H4 K5 L6 N7 O8 P9 S10 T11 V12\nWhite = ?\n\nWhite\tYellow\n"
    )
    assert game.record.now.setup.deals == (DEAL, None)
    assert (game.me, game.notes, game.record.texts) == (1, (), [])
    game = new_game(tmp_path / "other.txt", CLASSIC, 0, 1, DEAL)
    assert game.record.now.setup.deals == (None, DEAL)
    with pytest.raises(RulesError, match="White"):
        new_game(tmp_path / "wrong.txt", CLASSIC, 0, 1, {"A": 99})
    assert not (tmp_path / "wrong.txt").exists()


def test_every_entry_is_saved_at_once(tmp_path: Path) -> None:
    """The file is the record, after each turn."""
    game = new_game(tmp_path / "game.txt", CLASSIC, 0, 0)
    for number, line in enumerate(LINES, 1):
        game.enter(line)
        saved = opened(game.path)
        assert len(saved.record.steps) == number
        assert same(saved, game)


def test_a_wrong_line_changes_nothing(game: SavedGame[Moment]) -> None:
    """Neither the record nor the file."""
    text, record = game.path.read_text(encoding="utf-8"), game.record
    for change in (
        lambda: game.enter("q n1 y"),
        lambda: game.edit(2, "l n1 y"),
        lambda: game.edit(0, "l s1 y"),
        lambda: game.edit(7, "l s1 y"),
        lambda: game.insert(8, "h n1 y"),
        lambda: game.insert(1, "nonsense"),
        lambda: game.delete(7),
        lambda: game.delete(-1),
    ):
        with pytest.raises(LineError):
            change()
        assert game.record is record
        assert game.path.read_text(encoding="utf-8") == text


def test_undo_and_redo(game: SavedGame[Moment]) -> None:
    """Any number of entries, back and forth, until something new is entered."""
    states = [texts(game)]
    for count in (1, 2, 2):
        assert game.undo(count) == ("entry",) * count
        states.append(texts(game))
    assert [len(state) for state in states] == [6, 5, 3, 1]
    for state in states[-2::-1]:
        assert game.redo()
        assert texts(game) == state
        assert same(opened(game.path), game)
    assert not game.redo()
    assert game.undo(100) == ("entry",) * 6
    assert game.undo() == ()
    assert texts(game) == []
    assert game.redo()
    game.undo()
    game.enter("v s1 n")
    assert not game.redo()
    assert len(texts(game)) == 6


def test_undo_takes_back_any_change(game: SavedGame[Moment]) -> None:
    """One history has them all; the last one is taken back first, whatever it was."""
    states = [texts(game)]
    for change in (
        lambda: game.edit(1, "h n1 y"),
        lambda: game.insert(7, "k n1 y"),
        lambda: game.delete(2),
        lambda: game.enter("h n1 n"),
    ):
        change()
        states.append(texts(game))
    words = ("entry", "delete 2", "insert 7", "edit 1")
    for word, state in zip(words, states[-2::-1], strict=True):
        assert game.undo() == (word,)
        assert texts(game) == state
        assert same(opened(game.path), game)
    for state in states[1:]:
        assert game.redo()
        assert texts(game) == state
    assert not game.redo()
    assert game.undo(5) == (*words, "entry")
    assert texts(game) == states[0][:-1]
    assert game.redo()
    assert texts(game) == states[-1]
    assert game.undo(4) == words
    game.edit(2, "l s1 y")
    assert not game.redo()
    assert game.undo(0) == game.undo(-1) == ()


def test_undo_of_what_was_there_before(game: SavedGame[Moment]) -> None:
    """Changes from before the file was opened are taken back like those since."""
    game.edit(1, "h n1 y")
    again, before = opened(game.path), texts(game)
    again.edit(6, "k s1 y")
    changed = texts(again)
    assert again.undo(3) == ("edit 6", "edit 1", "entry")
    assert texts(again) == ["(H-N1)", *before[1:5]]
    assert again.redo()
    assert texts(again) == changed
    first = ["(H-N1)", *before[1:]]
    for word, state in (("edit 6", before), ("edit 1", first), ("entry", first[:5])):
        assert again.undo() == (word,)
        assert texts(again) == state
        assert same(opened(game.path), again)
    assert again.undo(100) == ("entry",) * 5
    assert texts(again) == []


def test_undo_of_entries_without_a_history(game: SavedGame[Moment]) -> None:
    """Where the file came from elsewhere, entries are taken back from the end."""
    history = game.path.with_name(".game.txt.history")
    game.edit(1, "h n1 y")
    before = texts(game)
    kept = history.read_bytes()
    for content in (
        None,
        b"",
        b"nonsense",
        kept[:50],
        kept.replace(b"deduce.history/2", b"deduce.history/9"),
    ):
        history.unlink()
        if content is not None:
            history.write_bytes(content)
        again = opened(game.path)
        assert again.undo(2) == ("entry", "entry")
        assert texts(again) == before[:4]
        assert again.redo()
        assert texts(opened(game.path)) == before
        assert texts(again) == before
    history.write_bytes(kept)


def test_a_history_outlives_quitting(game: SavedGame[Moment]) -> None:
    """Whatever was done in several sittings is taken back, and brought back, in any later one."""
    states, changes = [texts(game)], []
    for change in (
        lambda one: one.edit(1, "h n1 y"),
        lambda one: one.insert(7, "k n1 y"),
        lambda one: one.note("between"),
        lambda one: one.delete(2),
        lambda one: one.set_headers({"White": "A1 C2 E3 H4 K5 L6 N7 O8 P9 S10 T11 V12"}, "deal"),
        lambda one: one.enter("h n1 n"),
    ):
        again = opened(game.path)
        change(again)
        if texts(again) != states[-1] or again.record.now.setup.deals != game.record.now.setup.deals:
            states.append(texts(again))
            changes.append(1)
    assert len(changes) == 5
    words = ("entry", "deal", "delete 2", "insert 7", "edit 1")
    for word, state in zip(words, states[-2::-1], strict=True):
        again = opened(game.path)
        assert again.undo() == (word,)
        assert texts(again) == state
        assert again.notes == ("between",)
        assert same(opened(game.path), again)
    assert opened(game.path).record.now.setup.deals == (None, None)
    for state in states[1:]:
        assert opened(game.path).redo()
        assert texts(opened(game.path)) == state
    assert not opened(game.path).redo()
    again = opened(game.path)
    assert again.undo(11) == (*words, *["entry"] * 6)
    assert texts(opened(game.path)) == []
    assert opened(game.path).redo()
    assert texts(opened(game.path)) == states[-1]


class Sittings:
    """A game over several sittings, beside a list of all its states."""

    def __init__(self, path: Path) -> None:
        self.game = new_game(path, CLASSIC, 0, 0)
        self.done: list[list[str]] = []
        self.undone: list[tuple[list[str], list[list[str]]]] = []

    def reopen(self) -> None:
        self.game = opened(self.game.path)

    def cut(self) -> None:
        """A process ended while it wrote down what it was about to do."""
        if self.done:
            with self.game.path.with_name(".game.txt.history").open("ab") as file:
                file.write(b'{"what": "change", "words": "entry"')
        self.reopen()

    def ahead(self) -> None:
        """A process ended after it wrote down what it was about to do, and before it did."""
        before = self.game.path.read_bytes()
        self.game.enter("h forward 1 n")
        self.game.path.write_bytes(before)
        self.reopen()

    def note(self) -> None:
        self.game.note("hm")

    def undo(self, wanted: int = 1) -> None:
        before, expected = texts(self.game), self.done[-wanted:]
        assert len(self.game.undo(wanted)) == len(expected)
        if expected:
            assert texts(self.game) == expected[0]
            self.undone.append((before, expected))
            del self.done[-wanted:]

    def undo3(self) -> None:
        self.undo(3)

    def redo(self) -> None:
        assert bool(self.game.redo()) == bool(self.undone)
        if self.undone:
            state, changes = self.undone.pop()
            assert texts(self.game) == state
            self.done += changes

    def enter(self) -> None:
        self._change(lambda: self.game.enter("h forward 1 n"))

    def edit(self) -> None:
        if self.game.record.steps:
            self._change(lambda: self.game.edit(len(texts(self.game)), "k forward 1 n"))

    def insert(self) -> None:
        self._change(lambda: self.game.insert(len(texts(self.game)) + 1, "k forward 1 n"))

    def delete(self) -> None:
        if self.game.record.steps:
            self._change(lambda: self.game.delete(len(texts(self.game))))

    def _change(self, change: Callable[[], object]) -> None:
        before = texts(self.game)
        change()
        self.done.append(before)
        self.undone = []


STEPS = [name for name in vars(Sittings) if not name.startswith("_")]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(STEPS), max_size=25))
def test_any_sequence_of_changes_can_be_undone_across_sittings(steps: list[str]) -> None:
    """A history whose last line was cut off loses that line at most."""
    with tempfile.TemporaryDirectory() as folder:
        sittings = Sittings(Path(folder, "game.txt"))
        for step in steps:
            getattr(sittings, step)()
        assert same(opened(sittings.game.path), sittings.game)


def test_undo_of_several_is_undo_several_times(tmp_path: Path) -> None:
    """Also where something stands behind the end of the game."""
    found = []
    for name, counts in (("one.txt", (2,)), ("other.txt", (1, 1))):
        path = tmp_path / name
        path.write_text("1. H-N1\tresigns\n2. Yellow has won\tWhat a game\n", encoding="utf-8")
        game = opened(path)
        assert game.record.texts == ["H-N1", "resigns", "Yellow has won", "What a game"]
        game.edit(1, "h n2 n")
        for count in counts:
            game.undo(count)
        found.append(game.record.texts)
    assert found == [["H-N1"], ["H-N1"]]


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("me", [0, 1])
def test_undo_to_the_very_beginning(me: int, first: int, tmp_path: Path) -> None:
    """Whose turn it is stays known, and the game can begin again."""
    game = new_game(tmp_path / "game.txt", CLASSIC, me, first)
    for _ in range(2):
        game.enter("h forward 1 n")
        game.enter("h forward 1 y")
        game.undo(2)
        game = opened(game.path)
        assert (game.record.now.position.turn, game.me) == (first, me)
    assert game.record.misfits == ()


def test_undo_to_the_beginning_without_headers(tmp_path: Path) -> None:
    """Without rows nothing else would say who starts, so a header is added."""
    path = tmp_path / "game.txt"
    path.write_text("1.\tL-S2\n", encoding="utf-8")
    game = opened(path)
    game.undo()
    assert opened(path).record.now.position.turn == 1
    game.enter("l s2 y")
    assert texts(game) == ["L-S2"]
    assert game.record.misfits == ()


def test_edit(game: SavedGame[Moment]) -> None:
    """A turn is changed in its place; what does not fit any more is told, and kept."""
    entry, misfits = game.edit(1, "h n1 y # really")
    assert (entry, misfits) == (Entry("H-N1 really"), [])
    entry, misfits = game.edit(3, "k n1 n")
    assert (entry, misfits) == (Entry("(K-N1)"), [])
    assert texts(game) == ["H-N1 really", "L-S2", "(K-N1)", "(A-S1) a comment", "H-NW1", "(K-S1)"]
    assert same(opened(game.path), game)


def test_edit_tells_what_does_not_fit_any_more(game: SavedGame[Moment]) -> None:
    """Only what was not wrong before; it fits again when it is changed back."""
    game.enter("h n1 y")
    game.enter("l w2 y")
    game.enter("h n1 y")
    _, misfits = game.edit(2, "l w2 y")
    assert [(misfit.row, misfit.column, misfit.text) for misfit in misfits] == [(4, 2, "L-W2")]
    assert misfits[0].message == "is not possible: it leads off the board"
    _, misfits = game.edit(3, "a n1 y")
    assert misfits == []
    _, misfits = game.edit(2, "l s2 y")
    assert misfits == []
    assert game.record.misfits == ()


def test_insert_and_delete(game: SavedGame[Moment]) -> None:
    """Forgotten turns are put in, doubled ones taken out; the sides of the others change with it."""
    before = texts(game)
    _, misfits = game.insert(1, "a n1 n")
    assert texts(game) == ["(A-N1)", *before]
    assert [misfit.text for misfit in misfits] == ["(H-N1)", "L-S2", "K-N1", "(A-S1)", "H-NW1", "(K-S1)"]
    assert all("is not possible" in misfit.message for misfit in misfits)
    assert game.delete(1) == []
    assert texts(game) == before
    assert game.record.misfits == ()
    entry, misfits = game.insert(7, "k n1 y")
    assert (entry, misfits) == (Entry("K-N1"), [])
    assert texts(game) == [*before, "K-N1"]
    while game.record.steps:
        game.delete(1)
    assert same(opened(game.path), game)
    assert game.record.now.position.turn == 0
    with pytest.raises(LineError, match="there are no entries yet"):
        game.delete(1)


def test_what_stands_behind_the_end_of_a_game_is_kept(tmp_path: Path) -> None:
    """A turn that ends the game by mistake does not swallow the others."""
    game = new_game(tmp_path / "game.txt", CLASSIC, 0, 0)
    for line in LINES:
        game.enter(line)
    before = texts(game)
    _, misfits = game.edit(2, "resign")
    assert game.record.now.outcome is not None
    assert len(game.record.steps) == 2
    assert [misfit.message for misfit in misfits] == ["the game is over already; ignored"] * 4
    assert game.record.texts == [before[0], "resigns", *before[2:]]
    game.edit(2, "l s2 y")
    assert texts(game) == before
    assert game.record.misfits == ()


COMMENTS = [
    "a good one",
    "C-N2 was better",
    "maybe C-N2 was better",
    "(C-N2)",
    "x Anna takes it",
    "xZ",
    "+ and more",
    ") or not",
    "> T",
    ", A-N1",
    "-3",
    "=",
    "who is ?A",
    "$2 on *A",
    "tab\tand  spaces\u00a0",
    "a # in it",
    "resigns",
    "5. H-N1",
    "First = Yellow",
    "\x85 \u2028 \x0b",
]


@pytest.mark.parametrize("comment", COMMENTS)
def test_comments_stay_comments(comment: str, tmp_path: Path) -> None:
    """Nothing behind a # changes the turn, or becomes one, in either column."""
    game = new_game(tmp_path / "game.txt", CLASSIC, 0, 0)
    plain = new_game(tmp_path / "plain.txt", CLASSIC, 0, 0)
    for text in ("h n1 n", "h s1 y", "k n1 y"):
        game.enter(f"{text} # {comment}")
        plain.enter(text)
    assert game.record.misfits == ()
    assert game.record.now.events == plain.record.now.events
    assert len(game.record.steps) == 3
    words = [word.strip('"') for word in comment.split()]
    assert [word.strip('"') for word in read_cell(game.record.steps[0].text).comment.split()] == words
    assert same(opened(game.path), game)


def test_notes_survive_everything(game: SavedGame[Moment]) -> None:
    """They stand in their order, apart from the facts, whatever happens to the entries."""
    game.note("  their H is\tthe Crab  ")
    game.note("ask K: x = y, A-N1")
    game.note("é ✓")
    notes = ("their H is the Crab", "ask K: x = y, A-N1", "é ✓")
    assert game.notes == notes
    assert game.record.misfits == ()
    before = texts(game)
    game.enter("h n1 y")
    game.undo(100)
    game.redo()
    game.edit(1, "h n1 y")
    game.insert(2, "l s1 n")
    game.delete(2)
    assert game.notes == notes
    game.note("in between")
    assert game.undo(3) == ("delete 2", "insert 2", "edit 1")
    assert texts(game) == [*before, "H-N1"]
    assert game.notes == (*notes, "in between")
    game.redo()
    again = opened(game.path)
    assert again.notes == (*notes, "in between")
    again.note("one more")
    assert again.notes == (*notes, "in between", "one more")
    assert texts(again) == ["H-N1", *before[1:], "H-N1"]
    assert again.undo() == ("delete 2",)
    assert again.notes == (*notes, "in between", "one more")


def test_what_else_stands_in_the_file_is_kept(tmp_path: Path) -> None:
    """Comments, other headers, Windows line ends, French names and layout."""
    path = tmp_path / "game.txt"
    text = (
        "# my game\r\nPlayers = Ann and Bob\r\nFirst = Blanc\r\nCompass = Jaune\r\n\r\nJaune\tBlanc\r\n"
        "1.\tL-S2\r\n# here she laughed\r\n2.  (H-N1)   why\t(L-S1)\r\n\r\nThat was it.\r\n"
    )
    path.write_bytes(text.encode())
    game = opened(path)
    assert (game.me, game.record.misfits) == (0, ())
    game.enter("k n1 y")
    game.note("hm")
    longer = path.read_bytes().decode()
    assert longer.replace("# Note: hm\r\n", "").replace("3. K-N1\r\n", "") == text
    game.undo()
    game.undo()
    assert "# my game\r\nPlayers = Ann and Bob\r\n" in path.read_bytes().decode()
    assert "# here she laughed\r\n" in path.read_bytes().decode()
    assert "\n\n" not in path.read_bytes().decode()


@pytest.mark.parametrize(
    "line", ["strange line", "This is a line", "Place = here", "Compas = Yellow", "# words", "That is it"]
)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_lines_beside_the_rows(line: str, count: int, tmp_path: Path) -> None:
    """Between rows and behind them: nothing is lost or read as something else, whatever is changed."""
    path = tmp_path / "game.txt"
    rows = ["1. (H-N1)\t(H-S1)", "2. (H-N1)\t(H-S1)", "3. (H-N1)"]
    for change in (
        lambda game: game.enter("h forward 1 y"),
        lambda game: game.edit(1, "h forward 1 n # oh"),
        lambda game: game.edit(4, "h forward 1 n # oh"),
        lambda game: game.insert(1, "k forward 1 n"),
        lambda game: game.delete(2),
        lambda game: game.delete(5),
        lambda game: game.undo(),
        lambda game: game.undo(100),
    ):
        path.write_text("\n".join([*rows[:count], line, *rows[count:], "", "The end", ""]), encoding="utf-8")
        game = opened(path)
        change(game)
        assert same(opened(path), game)
        for kept in (line, "The end"):
            assert path.read_text(encoding="utf-8").count(kept) == 1
        game.undo()
        game.redo()
        assert same(opened(path), game)
        game.enter("k forward 1 n")
        assert same(opened(path), game)
        game.note("hm")
        assert same(opened(path), game)


@settings(max_examples=30)
@given(st.data())
def test_changes_keep_record_and_file_alike(data: st.DataObject) -> None:
    """Whatever is done in whatever order: the file is the game, and redo undoes undo."""
    with tempfile.TemporaryDirectory() as folder:
        game = new_game(Path(folder) / "game.txt", CLASSIC, data.draw(st.integers(0, 1)), 0)
        notes = 0
        for _ in range(data.draw(st.integers(1, 12))):
            entry = data.draw(st.integers(-1, 8))
            attempts = game.record.now.game().attempts()
            attempt = data.draw(st.sampled_from(attempts or [Attempt("H", 0, 1)]))
            ending = data.draw(st.sampled_from([" y", " n", " y # C-N2", " n # hm"]))
            line = f"{attempt.letter} {WAYS[attempt.way]} {attempt.distance}{ending}"
            before = game.record
            try:
                match data.draw(
                    st.sampled_from(["enter", "enter", "undo", "redo", "edit", "insert", "delete", "note"])
                ):
                    case "enter":
                        game.enter(line)
                        assert len(game.record.steps) == len(before.steps) + 1
                        check_taken_back(game, before.texts)
                    case "undo":
                        if game.undo(max(1, entry)):
                            assert game.redo()
                            assert game.record.text == before.text
                            game.undo(max(1, entry))
                    case "redo":
                        game.redo()
                    case "edit":
                        game.edit(entry, line)
                        check_taken_back(game, before.texts)
                    case "insert":
                        game.insert(entry, line)
                        check_taken_back(game, before.texts)
                    case "delete":
                        game.delete(entry)
                        check_taken_back(game, before.texts)
                    case _:
                        notes += 1
                        game.note(f"note {notes}")
            except LineError:
                assert game.record is before
            assert game.notes == tuple(f"note {number}" for number in range(1, notes + 1))
            assert same(opened(game.path), game)


def check_taken_back(game: SavedGame[Moment], before: list[str]) -> None:
    """What was changed last can be taken back, and brought back."""
    text = game.record.text
    assert len(game.undo()) == 1
    assert game.record.texts == before
    assert same(opened(game.path), game)
    assert game.redo()
    assert game.record.text == text


def test_who_sits_here(tmp_path: Path) -> None:
    """As the record says, as is asked for, or else the side of the compass."""
    path = tmp_path / "game.txt"
    path.write_text("Compass = White\n1. L-N2\n", encoding="utf-8")
    assert opened(path).me == 1
    assert opened(path, 0).me == 0
    path.write_text("Me = Yellow\nCompass = White\n1. L-N2\n", encoding="utf-8")
    assert opened(path).me == 0
    path.write_text("Me = Green\nCompass = White\n1. L-N2\n", encoding="utf-8")
    game = opened(path)
    assert game.me == 1
    (misfit,) = (each for each in game.record.misfits if each.row == 0)
    assert (misfit.text, misfit.line) == ("Me", 1)
    assert "no side 'Green'" in misfit.message
    assert misfit.message.endswith("; read as White")
    with pytest.raises(RecordError, match="cannot be read"):
        opened(tmp_path / "missing.txt")


def test_a_game_that_cannot_be_begun(tmp_path: Path) -> None:
    """A record that makes no sense is not saved."""
    path = tmp_path / "game.txt"
    for text in ("", "Ruleset = chess\n"):
        with pytest.raises(RecordError):
            begin_game(CONFUSION, path, text)
        assert not path.exists()


def test_known_deals_come_back(tmp_path: Path) -> None:
    """The opponent's diagrams are in the file, and tell the answers after resuming as before."""
    rules = Rules.of("espionage", variants=[2])
    deal = random_deal(rules, random.Random(1))
    game = new_game(tmp_path / "game.txt", rules, 0, 1, deal)
    again = opened(game.path)
    assert again.record.now.setup.deals == (None, deal)
    assert again.record.now.rules == rules
    entry = game.enter("h forward 1")
    assert isinstance(entry, Entry)
    assert entry.said
    game.undo()
    assert opened(game.path).enter("h forward 1") == entry


# --- Saving that fails -------------------------------------------------------------------------------


def no_space(*_: object, **__: object) -> NoReturn:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("broken", ["os.fsync", "secrets.token_hex", "pathlib.Path.replace", "os.fchmod"])
def test_a_failed_save_leaves_the_old_file(
    game: SavedGame[Moment], broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever fails: the old text is there whole, nothing else is left, and the game stays."""
    text, before = game.path.read_bytes(), texts(game)
    game.undo()
    game.redo()
    record = game.record
    monkeypatch.setattr(broken, no_space)
    for change in (
        lambda: game.enter("h n1 y"),
        game.undo,
        lambda: game.note("hm"),
        lambda: game.edit(1, "h n1 y"),
        lambda: game.insert(1, "h n1 y"),
        lambda: game.delete(1),
    ):
        with pytest.raises(SessionError, match=r"game\.txt: cannot be written: No space left on device"):
            change()
        assert game.record is record
        assert texts(game) == before
        assert game.path.read_bytes() == text
    monkeypatch.undo()
    assert sorted(path.name for path in game.path.parent.iterdir()) == [".game.txt.history", "game.txt"]
    game.enter("h n1 y")
    again = opened(game.path)
    assert len(again.record.steps) == 7
    assert again.undo(2) == ("entry",) * 2


def test_a_failed_redo_can_be_tried_again(game: SavedGame[Moment], monkeypatch: pytest.MonkeyPatch) -> None:
    """What was taken back is not lost because the disk was full."""
    before = texts(game)
    game.undo(3)
    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(SessionError):
        game.redo()
    monkeypatch.undo()
    assert game.redo()
    assert texts(game) == before


def test_what_is_no_record_is_not_written_to(tmp_path: Path) -> None:
    """A case file has headers as well, and lines that are none."""
    path = tmp_path / "case.toml"
    path.write_text('title = "x"\n[[unknowns]]\nnames = ["A"]\n', encoding="utf-8")
    with pytest.raises(RecordError, match=r"line 2: '\[\[unknowns\]\]' is neither a header nor a row"):
        opened(path)
