"""Playing what is written: from the lines of a record to a game, with everything that does not fit.

Where the record is clear it is followed, even where it contradicts the board or the diagrams: what was
written is what was said at the table, and each contradiction is noted. A turn that cannot be played passes.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import (
    Answer,
    Attempt,
    GiftReply,
    Kind,
    PromotionReply,
    Unread,
)
from deduce.confusion.engine.directions import direction, opposite
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.turns import found_by, is_arrival
from deduce.confusion.errors import IllegalActionError, RecordError, RulesError
from deduce.confusion.notation.cells import read_cell
from deduce.confusion.notation.forms import form_of
from deduce.confusion.record.document import parse_document
from deduce.confusion.record.problems import Problem
from deduce.confusion.record.record import Ply, Record
from deduce.confusion.record.setup import read_setup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.diagrams import DiagramSet
    from deduce.confusion.notation.cells import Part
    from deduce.confusion.record.document import Document, Placed, Row
    from deduce.confusion.record.setup import Setup

__all__ = ["parse_record", "read_record", "replay"]

LARGEST = 2_000_000
_CLAIM = re.compile(r"(?P<who>\w+)\s+(?:wins|won|gagne|a gagné)\b", re.IGNORECASE)


def read_record(path: str | Path, diagrams: DiagramSet | None = None) -> Record:
    """Read the record of a game from a file.

    Args:
        path: The file.
        diagrams: The diagrams to use instead of those that the record names.

    Raises:
        RecordError: If it cannot be read at all. Everything that is wrong within a readable record is
            collected in `Record.problems` instead.
    """
    name = str(path)
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"cannot be read: {reason}"
        raise RecordError(message, name) from None
    if len(content) > LARGEST:
        message = f"is larger than {LARGEST:,} bytes, so it is hardly the record of a game"
        raise RecordError(message, name)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = "is not text in UTF-8"
        raise RecordError(message, name, line) from None
    return parse_record(text, name=name, folder=Path(path).parent, diagrams=diagrams)


def parse_record(
    text: str, *, name: str = "record", folder: Path | None = None, diagrams: DiagramSet | None = None
) -> Record:
    """Read the record of a game from its text.

    Args:
        text: The text.
        name: What to call it in error messages.
        folder: Where a file of diagrams that it names is looked for.
        diagrams: The diagrams to use instead of those that it names.

    Raises:
        RecordError: If there is nothing in it to read, or its headers make no sense.
    """
    document = parse_document(text)
    if not document.rows and not document.headers and document.heads is None:
        message = "has neither headers nor numbered rows of moves, so it is no record of a game"
        raise RecordError(message, name)
    setup = read_setup(document, name, folder or Path(), diagrams)
    try:
        return replay(document, setup)
    except RulesError as error:
        raise RecordError(str(error), name) from None


def replay(document: Document, setup: Setup) -> Record:
    """Play what is written.

    Args:
        document: The lines.
        setup: What the headers say.
    """
    return _Replay(document, setup).record()


class _Replay:
    """Plays one record."""

    def __init__(self, document: Document, setup: Setup) -> None:
        self.document = document
        self.setup = setup
        self.game = Game(setup.rules, setup.deals, setup.first, setup.placements)
        self.plies: list[Ply] = []
        self.problems: list[Problem] = list(setup.problems)
        # Where the cell that is being read stands: its row, column, and text with its place.
        self.row: Row
        self.column = 0
        self.cell: Placed

    def record(self) -> Record:
        """Play everything."""
        for place, row in enumerate(self.document.rows):
            self.row = row
            before = self.document.rows[place - 1].number if place else 0
            if row.number != before + 1:
                self.column = 1
                text, message = f"{row.number}.", f"row {before + 1} should stand here; read as the next row"
                self.problems.append(Problem(row.number, 1, text, message, row.line, 1))
            for cell, side in self._cells(row):
                self.cell = cell
                self.column = 1 if side == self.setup.left else 2
                self._turn(side)
        problems = sorted(self.problems, key=lambda problem: (problem.line, problem.character))
        return Record(self.document, self.setup, self.game, tuple(self.plies), tuple(problems))

    def _cells(self, row: Row) -> Iterator[tuple[Placed, int]]:
        """Yield the cells of a row, with the side in whose column each stands."""
        left = self.setup.left
        if len(row.cells) == 1:
            # A single cell belongs to whoever is to move: the writer may have left out the empty one.
            mover = 1 - self.plies[-1].side if self.plies else self.setup.first
            yield row.cells[0], mover
        else:
            yield from zip(row.cells, (left, 1 - left), strict=False)

    def _problem(self, place: int, text: str, message: str) -> None:
        character = self.cell.character + place
        self.problems.append(Problem(self.row.number, self.column, text, message, self.row.line, character))

    # --- Turns -------------------------------------------------------------------------------------

    def _turn(self, side: int) -> None:
        text = self.cell.text
        cell = read_cell(text)
        if self.game.outcome is not None:
            if cell.parts:
                self._problem(0, text, "the game is over already; ignored")
            else:
                self._check_claim(text)
            return
        if side != self.game.position.turn:
            self._skip(side)
            if self.game.outcome is not None:
                return
        first = len(self.game.events)
        turns = self.game.position.turns
        if not cell.parts:
            self._not_a_move(text)
        for fault in cell.faults:
            self._problem(fault.place, fault.text, fault.message)
        for part in cell.parts:
            if self.game.position.turns != turns or self.game.outcome is not None:
                self._problem(part.place, part.text, "the turn is over already; ignored")
                break
            self._part(part)
        if self.game.position.turns == turns and self.game.outcome is None:
            self._unfinished(cell.parts, first)
            self.game.push(Unread(text))
        self._add(side, text, cell.comment, first)

    def _add(self, side: int, text: str, comment: str, first: int) -> None:
        end = len(self.game.events)
        row, cell = self.row, self.cell
        self.plies.append(
            Ply(side, row.number, self.column, row.line, cell.character, text, comment, first, end)
        )

    def _skip(self, side: int) -> None:
        """Pass the turn of a side whose cell is missing."""
        missing = 1 - side
        message = f"before this a turn of {self.setup.names[missing]} is missing; read as passed"
        self._problem(0, self.cell.text, message)
        column, self.column = self.column, 3 - self.column
        first = len(self.game.events)
        self.game.push(Unread("?"))
        self._add(missing, "?", "", first)
        self.column = column

    def _not_a_move(self, text: str) -> None:
        if self._claimed(text) is not None:
            message = "the game is not over by the moves that are written"
        else:
            message = (
                "is not a move; write for example L-S2, (C-NE2), L-S4xA, VZ-NW1 or Z-S1>T; the turn passes"
            )
        self._problem(0, text, message)

    def _unfinished(self, parts: tuple[Part, ...], first: int) -> None:
        """Note that a cell does not complete its turn, unless a problem of it says so already."""
        noted = any(
            problem.line == self.row.line and problem.column == self.column for problem in self.problems
        )
        if parts and not noted and first < len(self.game.events):
            missing = "the second attempt" if self.game.position.stage.seconds == 0 else "the attempt"
            if parts[-1].action is not None:
                missing = "the attempt"
            self._problem(0, self.cell.text, f"{missing} of this turn is missing; the turn passes")

    def _claimed(self, text: str) -> int | None:
        """Return the side that a text says has won."""
        found = _CLAIM.search(text)
        if not found:
            return None
        try:
            return self.setup.rules.side(found["who"].capitalize())
        except RulesError:
            return None

    def _check_claim(self, text: str) -> None:
        claimed, outcome = self._claimed(text), self.game.outcome
        if claimed is not None and outcome is not None and claimed != outcome.winner:
            winner = "nobody" if outcome.winner is None else self.setup.names[outcome.winner]
            self._problem(0, text, f"by the moves {winner} has won")

    # --- Actions -----------------------------------------------------------------------------------

    def _part(self, part: Part) -> None:
        if part.action is None:
            self._attempt(part)
        else:
            self._do(part, part.action)

    def _is_possible(self, part: Part, action: Action) -> bool:
        try:
            self.game.verify(action)
        except IllegalActionError as error:
            self._problem(part.place, part.text, f"is not possible: {error.reason}")
            return False
        return True

    def _do(self, part: Part, action: Action) -> None:
        if not self._is_possible(part, action):
            return
        truth = self.game.answer(action) or Answer()
        if part.number is not None:
            if part.number not in self.game.rules.diagrams:
                self._problem(part.place, part.text, f"there is no diagram {part.number} in these rules")
                truth = Answer()
            elif truth.shown not in {None, part.number}:
                self._problem(part.place, part.text, f"{part.letter}'s diagram is {truth.shown} by the deal")
                truth = Answer(shown=part.number)
            else:
                truth = Answer(shown=part.number)
        elif form_of(action).shows:
            # What was shown is not written down, so it is not known here either.
            truth = Answer()
        self.game.push(action, truth)

    def _attempt(self, part: Part) -> None:
        position = self.game.position
        attempt = self._as_attempt(part)
        if attempt is None:
            message = "is not possible: Z cannot be passed, for no piece of this side controls it"
            self._problem(part.place, part.text, message)
            return
        if not self._is_possible(part, attempt):
            return
        offered = self.game.rules.anyone_is_promoted
        arrives = part.allowed and is_arrival(position, attempt)
        promoted = part.plus == "+" if arrives and not offered else None
        self._check_answer(part, attempt, promoted=promoted)
        self._check_target(part, attempt, arrives=arrives)
        self.game.push(attempt, Answer(part.allowed, promoted))
        if self.game.position.stage.offer:
            self._reply(part)

    def _as_attempt(self, part: Part) -> Attempt | None:
        """Return the attempt that is written; None for a pass where there is nothing to pass."""
        position = self.game.position
        way = direction(part.way)
        if position.turn != self.setup.compass:
            way = opposite(way)
        if part.letter != "Z":
            return Attempt(part.letter, way, part.distance, Kind.CARRY if part.carries else Kind.MOVE)
        holder = position.holder
        if holder is None or holder[0] != position.turn:
            return None
        return Attempt(holder[1], way, part.distance, Kind.PASS)

    def _check_answer(self, part: Part, attempt: Attempt, *, promoted: bool | None) -> None:
        """Compare the answer with the diagrams, where they are known."""
        truth = self.game.answer(attempt)
        if truth is None:
            if promoted is not None:
                self._check_agent_promotion(part, attempt, promoted=promoted)
            return
        diagram = self.game.diagram(self.game.position.turn, attempt.letter)
        if truth.allowed != part.allowed:
            said, right = ("allowed", "does not allow") if part.allowed else ("refused", "allows")
            message = f"is recorded as {said}, but {attempt.letter}'s diagram ({diagram}) {right} it"
            self._problem(part.place, part.text, message)
        elif truth.promoted != promoted:
            right = "is promoted" if truth.promoted else "is not promoted"
            self._problem(part.place, part.text, f"by its diagram ({diagram}) {attempt.letter} {right} here")

    def _check_agent_promotion(self, part: Part, attempt: Attempt, *, promoted: bool) -> None:
        """CF-DA-5: whatever is answered for a double agent, it is not promoted."""
        diagram = self.game.diagram(self.game.position.turn, attempt.letter)
        if promoted and diagram is not None and diagram.is_double_agent:
            self._problem(
                part.place, part.text, f"{attempt.letter} is the double agent and cannot be promoted"
            )

    def _check_target(self, part: Part, attempt: Attempt, *, arrives: bool) -> None:
        """Compare what is written behind an attempt with what stands on the board."""
        found, takes = found_by(self.game.position, attempt)
        letter = found[1] if found else ""
        is_pass = attempt.kind is Kind.PASS
        capture, receiver = ("", letter) if is_pass else (letter, "")
        if part.captured and part.captured != capture:
            there = f"{capture} stands there" if capture else "nobody to capture stands there"
            self._problem(part.place, part.text, there)
        elif part.allowed and capture and not part.captured:
            self._problem(
                part.place, part.text, f"captures {capture}, which is not written; read as captured"
            )
        if part.took_neutral and not takes:
            self._problem(part.place, part.text, "Z is not taken here")
        elif part.allowed and takes and not part.took_neutral:
            self._problem(part.place, part.text, "takes Z, which is not written; read as taken")
        if part.passed_to and part.passed_to != receiver:
            there = f"{receiver} stands there" if receiver else "nobody stands there to take Z"
            self._problem(part.place, part.text, there)
        elif part.allowed and receiver and not part.passed_to:
            self._problem(part.place, part.text, f"passes Z to {receiver}, which is not written")
        if part.plus and not arrives:
            self._problem(part.place, part.text, "there is no promotion here; the sign is ignored")

    def _reply(self, part: Part) -> None:
        """CF-VAR-5: what the owner said to the offered promotion, and what came of it."""
        if not part.plus:
            message = "whether the offered promotion is accepted is not written (+ or +-); read as declined"
            self._problem(part.place, part.text, message)
        reply = PromotionReply(part.plus in {"+", "+!"})
        answer = Answer()
        if reply.accept:
            agent = self.game.rules.diagrams.double_agent
            answer = Answer(promoted=True)
            if part.plus == "+!":
                answer = Answer(promoted=False, shown=None if agent is None else agent.number)
            truth = self.game.answer(reply)
            if truth is not None and truth != answer:
                is_agent = "is" if truth.shown is not None else "is not"
                message = f"by the deal {self.game.position.stage.offer} {is_agent} the double agent"
                self._problem(part.place, part.text, message)
        self.game.push(reply, answer)
        if self.game.position.stage.gift and self.game.outcome is None:
            if not part.gift:
                message = "whether the opponent takes Z is not written (>A or >0); read as refused"
                self._problem(part.place, part.text, message)
            takes = part.gift not in {"", "0"}
            self.game.push(GiftReply(takes))
            holder = self.game.position.holder
            if takes and holder is not None and holder[1] != part.gift:
                message = f"Z goes to {holder[1]}, the first piece on the board in alphabetical order"
                self._problem(part.place, part.text, message)
