"""Battles in files: written by hand, entered and corrected at the table, and always the same as read anew."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from deduce.napoleonic.battle import Battle
from deduce.napoleonic.kind import NAPOLEONIC, parse_record, read_record
from deduce.napoleonic.record.following import follow
from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Entry, Request
from deduce.tabletop.saved import SavedGame, begin_game, open_game
from napoleonic.battles import ARMIES, battle_of, shown, table_of, told

BY_HAND = """\
Game = napoleonic
Sides = French, English
Me = French
French = FR formed ground open; 3 cav light column 12; 5 inf line regular column 18 front 3
English = EN; e2 inf line line 18 regular; k inf square

1. 5 line takes 1    # starts a change of formation
2. Q
3. 5 obliqe
4. e2 About
# Note: they turn their backs
5. 9 about
6. 3 oblique
7. h
"""


def test_a_record_that_was_written_by_hand() -> None:
    record = parse_record(BY_HAND, name="battle.txt")
    assert [(misfit.entry, misfit.line, misfit.said.split(";")[0]) for misfit in record.misfits] == [
        (3, 9, "5 obliqe: is no entry of this game"),
        (5, 12, "9 about: is no entry of this game"),
        (6, 13, "3 oblique: 3, marching obliquely: 3 is cavalry"),
        (6, 13, "3 oblique: 3, marching obliquely: the formation of 3 is company column"),
    ]
    assert (record.text, record.now.clock.now) == (BY_HAND, 2)
    assert record.document.notes == ("they turn their backs",)


def test_following_never_raises_and_counts_every_entry() -> None:
    battle = battle_of()
    for text in (
        "",
        "!",
        "#",
        "5",
        "5 5 5",
        "takes",
        "5 line takes",
        "new",
        "over Spain",
        "play",
        "all",
        "é",
    ):
        found = follow(battle, text)
        assert found.state.entries == battle.entries + 1
        assert found.faults
        assert found.state.bodies == battle.bodies


def test_a_file_is_read_as_a_record(tmp_path: Path) -> None:
    path = tmp_path / "battle.txt"
    path.write_text(BY_HAND, "utf-8")
    assert read_record(path).now == parse_record(BY_HAND).now


# --- At the table ----------------------------------------------------------------------------------


def test_an_earlier_entry_is_corrected_and_all_follows(tmp_path: Path) -> None:
    companion = table_of(tmp_path, "5 line takes 1", "q", "3 about", "h")
    now = shown(companion.kept.record)
    assert now["units"]["5"]["facts"]["formation"] == "line"
    told(companion, "edit 1 5 square takes 3")
    assert shown(companion.kept.record)["units"]["5"]["facts"]["formation"] == "column"
    told(companion, "q")
    assert shown(companion.kept.record)["units"]["5"]["facts"]["formation"] == "square"
    told(companion, "undo 2")
    assert shown(companion.kept.record) == now
    told(companion, "delete 1")
    assert companion.kept.record.texts == ["q", "3 about", "h"]
    told(companion, "insert 1 5 about")
    assert companion.kept.record.texts == ["5 about", "q", "3 about", "h"]


def test_a_battle_goes_on_where_it_was_left(tmp_path: Path) -> None:
    companion = table_of(tmp_path, "5 line takes 2", "3 about", "q")
    before = companion.frame()
    again = open_game(NAPOLEONIC, companion.kept.path)
    assert again.record.now == companion.kept.record.now
    assert again.undo() == ("entry",)
    assert again.record.texts == ["5 line takes 2", "3 about"]
    assert again.redo() == ("entry",)
    assert shown(again.record) == shown(companion.kept.record)
    assert before.picture


LINES = st.sampled_from(
    [
        "5 line takes 1", "5 column takes 2", "5 square takes ?", "5 about", "7 about", "3 about", "k about",
        "k about militia", "3 forced path open", "3 forced path open !", "3 re-form", "5 line", "7 oblique",
        "7 oblique !", "3 react", "5 surprised course", "5 adc harass", "5 moved", "all moved", "5 done",
        "3 drop", "3 melee", "3 free", "5 figures 17", "5 is elite hold", "3 gone", "new English e4 cav",
        "e4 about regular", "q", "q", "h", "h", "p", "play quarters", "play halves", "over French", "over",
        "nonsense", "", "5", "6 unlimber", "6 limber takes 1 !", "5 about # so", "3 5 about !",
    ]
)  # fmt: skip
PLACES = st.integers(0, 99)


class Table(RuleBasedStateMachine):
    """A battle that is entered, taken back and corrected; the model is a list of texts."""

    @initialize(
        head=st.sampled_from(["", "House = DEC-40=next, DEC-6=two\n", "Me = Umpire\nLanguage = fr\n"])
    )
    def begin(self, head: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "battle.txt"
        text = f"Game = napoleonic\n{head}{ARMIES}\n"
        self.game: SavedGame[Battle] = begin_game(NAPOLEONIC, self.path, text)
        self.done: list[list[str]] = [[]]
        self.undone: list[list[str]] = []

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()

    @property
    def texts(self) -> list[str]:
        return self.game.record.texts

    def change(self, entry: Entry | Request | None) -> None:
        """Keep in mind what is there after a change; a question changes nothing."""
        if isinstance(entry, Request):
            assert self.texts == self.done[-1]
            return
        self.done.append(self.texts)
        self.undone = []

    @rule(line=LINES)
    def enter(self, line: str) -> None:
        before = self.texts
        try:
            found = self.game.enter(line)
        except LineError:
            assert self.texts == before
            return
        if isinstance(found, Entry):
            assert self.texts == [*before, found.text]
        self.change(found)

    @rule(line=LINES, place=PLACES)
    def edit(self, line: str, place: int) -> None:
        before = self.texts
        try:
            found, _ = self.game.edit(1 + place % (len(before) + 1), line)
        except LineError:
            assert self.texts == before
            return
        self.change(found)

    @rule(line=LINES, place=PLACES)
    def insert(self, line: str, place: int) -> None:
        before = self.texts
        try:
            found, _ = self.game.insert(1 + place % (len(before) + 1), line)
        except LineError:
            assert self.texts == before
            return
        self.change(found)

    @rule(place=PLACES)
    def delete(self, place: int) -> None:
        try:
            self.game.delete(1 + place % (len(self.texts) + 1))
        except LineError:
            return
        self.change(None)

    @precondition(lambda self: len(self.done) > 1)
    @rule()
    def undo(self) -> None:
        assert self.game.undo()
        self.undone.append(self.done.pop())
        assert self.texts == self.done[-1]

    @rule()
    def redo(self) -> None:
        if self.game.redo():
            self.done.append(self.undone.pop())
        assert self.texts == self.done[-1]

    @rule()
    def reopen(self) -> None:
        self.game = open_game(NAPOLEONIC, self.path)
        assert self.texts == self.done[-1]

    @invariant()
    def is_the_same_as_read_anew(self) -> None:
        if not hasattr(self, "game"):
            return
        record = self.game.record
        fresh = read_record(self.path)
        assert fresh.text == record.text
        assert fresh.now == record.now
        assert [(each.row, each.message) for each in fresh.misfits] == [
            (each.row, each.message) for each in record.misfits
        ]
        from_scratch = record.begun.state
        for step in record.steps:
            from_scratch = follow(from_scratch, step.text).state
        assert from_scratch == record.now


Table.TestCase.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)
TestTable = Table.TestCase
