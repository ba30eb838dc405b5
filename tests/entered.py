"""A game that is entered, taken back and corrected in any way: always what is read anew from its file."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Entry, Kind, Request
from deduce.tabletop.record import read_record
from deduce.tabletop.saved import SavedGame, begin_game, open_game

PLACES = st.integers(0, 99)


LINES: st.SearchStrategy[str] = st.runner().flatmap(lambda machine: machine.lines)
BEGUN: st.SearchStrategy[str] = st.runner().flatmap(lambda machine: st.sampled_from(machine.begun))


class Entered(RuleBasedStateMachine):
    """The model is a list of texts.

    Attributes:
        kind: The kind of game.
        begun: The texts of records that have no entries yet.
        lines: Lines that are typed, sense and nonsense.
    """

    kind: ClassVar[Kind[Any]]
    begun: ClassVar[Sequence[str]]
    lines: ClassVar[st.SearchStrategy[str]]

    @initialize(text=BEGUN)
    def begin(self, text: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "game.txt"
        self.game: SavedGame[Any] = begin_game(self.kind, self.path, text)
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
        self.game = open_game(self.kind, self.path)
        assert self.texts == self.done[-1]

    @invariant()
    def is_the_same_as_read_anew(self) -> None:
        if not hasattr(self, "game"):
            return
        record = self.game.record
        fresh = read_record(self.kind, self.path)
        assert fresh.text == record.text
        assert fresh.now == record.now
        assert [step.after for step in fresh.steps] == [step.after for step in record.steps]
        assert [(each.row, each.message) for each in fresh.misfits] == [
            (each.row, each.message) for each in record.misfits
        ]
        from_scratch = record.begun.state
        for step in record.steps:
            from_scratch = self.kind.follow(from_scratch, step.text).state
        assert from_scratch == record.now


def case_of(machine: type[Entered]) -> Any:
    """The test of a kind of game."""
    test = machine.TestCase
    test.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)
    return test
