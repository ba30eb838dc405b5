"""Playing what is written in one turn, with everything that does not fit.

Where the record is clear it is followed, even where it contradicts the board or the diagrams: what was
written is what was said at the table, and each contradiction is noted. A turn that cannot be played passes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import (
    REFUSED,
    SILENT,
    Answer,
    Attempt,
    GiftReply,
    Manner,
    PromotionReply,
    Unread,
)
from deduce.confusion.engine.directions import direction, opposite
from deduce.confusion.engine.turns import found_by, is_arrival
from deduce.confusion.errors import IllegalActionError, RulesError
from deduce.confusion.notation.cells import read_cell
from deduce.confusion.notation.forms import form_of
from deduce.confusion.record.moment import Moment
from deduce.tabletop.kind import Followed
from deduce.tabletop.misfit import Fault

if TYPE_CHECKING:
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.game import Game
    from deduce.confusion.notation.cells import Part

__all__ = ["attempt_of", "follow"]

MISSING = "?"
"""What stands for a turn that is not written."""
_CLAIM = re.compile(r"\b(?P<who>\w++)\s++(?:wins|won|gagne|a gagné)\b", re.IGNORECASE)


def follow(moment: Moment, text: str) -> Followed[Moment]:
    """Play what is written.

    Args:
        moment: How the game stands.
        text: A turn as it is written.
    """
    return _Turn(moment, text).followed()


def attempt_of(part: Part, game: Game, compass: int) -> Attempt | None:
    """Return the attempt that is written; None for a pass where there is nothing to pass.

    Args:
        part: The part of a cell.
        game: The game before it.
        compass: The side whose compass the directions are on.
    """
    position = game.position
    way = direction(part.way)
    if position.turn != compass:
        way = opposite(way)
    if part.letter != "Z":
        return Attempt(part.letter, way, part.distance, Manner.CARRY if part.carries else Manner.MOVE)
    holder = position.holder
    if holder is None or holder[0] != position.turn:
        return None
    return Attempt(holder[1], way, part.distance, Manner.PASS)


class _Turn:
    """Plays one turn."""

    def __init__(self, moment: Moment, text: str) -> None:
        self.moment = moment
        self.setup = moment.setup
        self.text = text
        self.game: Game = moment.stand()
        self.faults: list[Fault] = []

    def followed(self) -> Followed[Moment]:
        """Play it."""
        cell, game = read_cell(self.text), self.game
        if self.moment.begun:
            self._cut_off()
        before = len(self.faults)
        if game.outcome is not None:
            if cell.parts:
                self._fault(0, self.text, "the game is over already; ignored")
            else:
                self._check_claim(self.text)
            over = Moment(self.setup, game.position, self.moment, game.steps) if before else self.moment
            return Followed(over, tuple(self.faults))
        turns = game.position.turns
        if not cell.parts:
            self._not_a_move(self.text)
        for fault in cell.faults:
            self._fault(fault.place, fault.text, fault.message)
        for part in cell.parts:
            if game.position.turns != turns or game.outcome is not None:
                self._fault(part.place, part.text, "the turn is over already; ignored")
                break
            self._part(part)
        begun = ""
        if game.position.turns == turns and game.outcome is None:
            if cell.parts and len(self.faults) == before:
                begun = self.text
            else:
                game.push(Unread(self.text))
        self._compare(begun)
        following = Moment(self.setup, game.position, self.moment, game.steps, begun)
        return Followed(following, tuple(self.faults))

    def _compare(self, begun: str) -> None:
        """Compare where the game stands with what is printed, once the turn is over."""
        if begun or not self.setup.printed:
            return
        from deduce.confusion.record.printed import disagreements

        setup = self.setup
        self.faults += disagreements(setup.printed, self.game.position, setup.compass)

    def _cut_off(self) -> None:
        """Let the turn before pass, which was begun and not completed."""
        begun = self.moment.begun
        missing = "the second attempt" if self.game.position.stage.seconds == 0 else "the attempt"
        last = read_cell(begun).parts[-1]
        if last.action is not None:
            missing = "the attempt"
        elif self.game.rules.may_waive:
            missing = "the second attempt, or $0 for none,"
        message = f"{missing} of this turn is missing; the turn passes"
        self.faults.append(Fault(0, begun, message, back=1))
        self.game.push(Unread(begun))

    def _fault(self, place: int, text: str, message: str) -> None:
        self.faults.append(Fault(place, text, message))

    def _not_a_move(self, text: str) -> None:
        if self._claimed(text) is not None:
            message = "the game is not over by the moves that are written"
        else:
            message = (
                "is not a move; write for example L-S2, (C-NE2), L-S4xA, VZ-NW1 or Z-S1>T; the turn passes"
            )
        self._fault(0, text, message)

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
            self._fault(0, text, f"by the moves {winner} has won")

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
            self._fault(part.place, part.text, f"is not possible: {error.reason}")
            return False
        return True

    def _do(self, part: Part, action: Action) -> None:
        if not self._is_possible(part, action):
            return
        truth = self.game.answer(action) or Answer()
        if part.number is not None:
            if part.number not in self.game.rules.diagrams:
                self._fault(part.place, part.text, f"there is no diagram {part.number} in these rules")
                truth = Answer()
            elif truth.shown not in {None, part.number}:
                self._fault(part.place, part.text, f"{part.letter}'s diagram is {truth.shown} by the deal")
                truth = Answer(shown=part.number)
            else:
                truth = Answer(shown=part.number)
        elif form_of(action).shows:
            # What was shown is not written down, so it is not known here either.
            truth = Answer()
        self.game.push(action, truth)

    def _attempt(self, part: Part) -> None:
        position = self.game.position
        attempt = attempt_of(part, self.game, self.setup.compass)
        if attempt is None:
            message = "is not possible: Z cannot be passed, for no piece of this side controls it"
            self._fault(part.place, part.text, message)
            return
        if not self._is_possible(part, attempt):
            return
        offered = self.game.rules.anyone_is_promoted
        arrives = part.allowed and is_arrival(position, attempt)
        promoted = part.plus == "+" if arrives and not offered else None
        self._check_answer(part, attempt, promoted=promoted)
        self._check_target(part, attempt, arrives=arrives)
        answer = Answer(promoted=promoted) if promoted is not None else SILENT if part.allowed else REFUSED
        self.game.go_on(attempt, answer)
        if self.game.position.stage.offer:
            self._reply(part)

    def _check_answer(self, part: Part, attempt: Attempt, *, promoted: bool | None) -> None:
        """Compare the answer with the diagrams, where they are known."""
        truth = self.game.answer(attempt)
        if truth is None:
            if promoted is not None:
                self._check_agent_promotion(part, attempt, promoted=promoted)
            return
        if (truth.allowed, truth.promoted) == (part.allowed, promoted):
            return
        diagram = self.game.diagram(self.game.position.turn, attempt.letter)
        if truth.allowed != part.allowed:
            said, right = ("allowed", "does not allow") if part.allowed else ("refused", "allows")
            message = f"is recorded as {said}, but {attempt.letter}'s diagram ({diagram}) {right} it"
            self._fault(part.place, part.text, message)
        else:
            right = "is promoted" if truth.promoted else "is not promoted"
            self._fault(part.place, part.text, f"by its diagram ({diagram}) {attempt.letter} {right} here")

    def _check_agent_promotion(self, part: Part, attempt: Attempt, *, promoted: bool) -> None:
        """CF-DA-5: whatever is answered for a double agent, it is not promoted."""
        diagram = self.game.diagram(self.game.position.turn, attempt.letter)
        if promoted and diagram is not None and diagram.is_double_agent:
            self._fault(part.place, part.text, f"{attempt.letter} is the double agent and cannot be promoted")

    def _check_target(self, part: Part, attempt: Attempt, *, arrives: bool) -> None:
        """Compare what is written behind an attempt with what stands on the board."""
        found, takes = found_by(self.game.position, attempt)
        letter = found[1] if found else ""
        is_pass = attempt.kind is Manner.PASS
        capture, receiver = ("", letter) if is_pass else (letter, "")
        if part.captured and part.captured != capture:
            there = f"{capture} stands there" if capture else "nobody to capture stands there"
            self._fault(part.place, part.text, there)
        elif part.allowed and capture and not part.captured:
            self._fault(part.place, part.text, f"captures {capture}, which is not written; read as captured")
        if part.took_neutral and not takes:
            self._fault(part.place, part.text, "Z is not taken here")
        elif part.allowed and takes and not part.took_neutral:
            self._fault(part.place, part.text, "takes Z, which is not written; read as taken")
        if part.passed_to and part.passed_to != receiver:
            there = f"{receiver} stands there" if receiver else "nobody stands there to take Z"
            self._fault(part.place, part.text, there)
        elif part.allowed and receiver and not part.passed_to:
            self._fault(part.place, part.text, f"passes Z to {receiver}, which is not written")
        if part.plus and not arrives:
            self._fault(part.place, part.text, "there is no promotion here; the sign is ignored")

    def _reply(self, part: Part) -> None:
        """CF-VAR-5: what the owner said to the offered promotion, and what came of it."""
        if not part.plus:
            message = "whether the offered promotion is accepted is not written (+ or +-); read as declined"
            self._fault(part.place, part.text, message)
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
                self._fault(part.place, part.text, message)
        self.game.push(reply, answer)
        if self.game.position.stage.gift and self.game.outcome is None:
            if not part.gift:
                message = "whether the opponent takes Z is not written (>A or >0); read as refused"
                self._fault(part.place, part.text, message)
            takes = part.gift not in {"", "0"}
            self.game.push(GiftReply(takes))
            holder = self.game.position.holder
            if takes and holder is not None and holder[1] != part.gift:
                message = f"Z goes to {holder[1]}, the first piece on the board in alphabetical order"
                self._fault(part.place, part.text, message)
