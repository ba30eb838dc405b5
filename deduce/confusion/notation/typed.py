"""Reading what a player types at the table: one short, forgiving line for one turn, or for a part of it.

All of these mean the same refused attempt: ``h n1 n``, ``hn1 no``, ``(H-N1)``, ``h forward 1 no``. Compass
directions are those of the record's compass; forward, back, left and right are the mover's own. What the
companion says itself, such as ``C two forward``, is read as well. What only the players can know, such as an
answer, is never taken for granted: it is asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, overload

from deduce.confusion.engine.actions import (
    Answer,
    Attempt,
    GiftReply,
    Manner,
    PromotionReply,
)
from deduce.confusion.engine.deeds import When
from deduce.confusion.engine.directions import DIRECTIONS, opposite
from deduce.confusion.engine.turns import found_by, is_arrival
from deduce.confusion.errors import IllegalActionError
from deduce.confusion.notation.cells import cell_start, read_cell, write_cell
from deduce.confusion.notation.forms import form_of, form_typed
from deduce.confusion.notation.spoken import (
    HELP_BEFORE,
    NO,
    NOT_PROMOTED,
    NOT_WRITTEN,
    PROMOTED,
    YES,
    AttemptReader,
    check_length,
    said_allowed,
    said_along,
    said_offer,
    said_yes,
)
from deduce.confusion.notation.words import attempt_words, deed_words
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.kind import Request
from deduce.tabletop.names import one_named

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.game import Event, Game
    from deduce.confusion.engine.position import Position
    from deduce.confusion.notation.spoken import Spoken

__all__ = [
    "Line",
    "read_actions",
    "read_attempt",
    "read_line",
    "with_comment",
]

T = TypeVar("T")


@dataclass(frozen=True)
class Line:
    """A turn as it was typed.

    Attributes:
        cell: The same as a cell of the record, with what was done of the turn before.
        warnings: What is odd about it: answers that a known diagram contradicts.
        told: The right answers that were filled in from a known deal, to be said aloud.
        remarks: What else is to be thought of, such as where Z stays behind.
        is_open: Whether the turn is not over yet.
    """

    cell: str
    warnings: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    is_open: bool = False


class _Asked(Exception):  # noqa: N818 - it is no error, but what still has to be said
    """Something has to be asked before the line can be read."""

    def __init__(self, request: Request) -> None:
        super().__init__(request.question)
        self.request = request


def read_line(
    text: str, game: Game, compass: int, answers: Sequence[str] = (), begun: str = ""
) -> Line | Request:
    """Read the turn of the side that is to move, or a part of it.

    Examples:
        >>> from deduce.confusion import Game, Rules
        >>> read_line("l forward 2 yes", Game(Rules.of("classic"), first=1), compass=0).cell
        'L-S2'

    Args:
        text: What was typed; words behind a # are a comment.
        game: The game so far; it stays as it is.
        compass: The side whose compass the directions are on.
        answers: What was said to what was asked about the line.
        begun: What was done of the turn so far, as it is written.

    Returns:
        The turn, or what still has to be said.

    Raises:
        LineError: If it makes no sense.
        ImpossibleError: If it is not possible on the board.
    """
    if game.outcome is not None:
        message = "the game is over; undo takes turns back"
        raise LineError(message)
    turn, _, comment = text.partition("#")
    for said in (turn, *answers):
        check_length(said)
    reader = _Reader(game, compass)
    reader.answers = answers
    try:
        return reader.read(turn.strip(), comment.strip(), begun)
    except _Asked as asked:
        return asked.request


def read_attempt(text: str, game: Game, compass: int, side: int | None = None) -> Attempt:
    """Read an attempt without its answer.

    Args:
        text: What was typed.
        game: The game so far.
        compass: The side whose compass the directions are on.
        side: Whose attempt; by default of whoever is to move.

    Raises:
        LineError: If it makes no sense.
    """
    check_length(text)
    typed = AttemptReader(game, game.position.turn if side is None else side, compass).attempt(text)
    return Attempt(typed.letter, typed.way, typed.distance, typed.kind)


@overload
def read_actions(text: str, game: Game, compass: int) -> tuple[list[Action], str]: ...
@overload
def read_actions(
    text: str, game: Game, compass: int, answers: Sequence[str]
) -> tuple[list[Action], str] | Request: ...
def read_actions(
    text: str, game: Game, compass: int, answers: Sequence[str] | None = None
) -> tuple[list[Action], str] | Request:
    """Read what the side that is to move wants to do, without the answers, which are still to come.

    Examples:
        >>> from deduce.confusion import Game, Rules
        >>> actions, comment = read_actions("l forward 2 # why not", Game(Rules.of("classic")), compass=0)
        >>> str(actions[0]), comment
        ('L-N2', 'why not')

    Args:
        text: What was typed; words behind a # are a comment.
        game: The game so far, as the player knows it; it stays as it is.
        compass: The side whose compass the directions are on.
        answers: What was said to what was asked about the line; None if nothing is asked.

    Returns:
        The actions in their order, and the comment; or what still has to be said.

    Raises:
        LineError: If it makes no sense, or is not possible on the board as far as that is known before.
    """
    turn, _, comment = text.partition("#")
    for said in (turn, *(answers or ())):
        check_length(said)
    reader = _Reader(game, compass)
    reader.answers = answers
    try:
        actions = reader.actions(turn.strip())
        return actions, " ".join(filter(None, (comment.strip(), *reader.comments)))
    except _Asked as asked:
        return asked.request


class _Reader:
    """Reads one line."""

    def __init__(self, game: Game, compass: int, side: int | None = None) -> None:
        self.game = game
        self.compass = compass
        self.side = game.position.turn if side is None else side
        self.answers: Sequence[str] | None = None
        self.answered: int = 0
        self.comments: list[str] = []
        self.steps: list[tuple[Position, Event]] = []
        self.warnings: list[str] = []
        self.told: list[str] = []
        self.remarks: list[str] = []
        self.speech = AttemptReader(game, self.side, compass)

    def ask(self, question: str, choices: tuple[str, ...], read: Callable[[str], T]) -> T:
        """Return what was said to a question, or ask it.

        Args:
            question: What is asked.
            choices: What can be said.
            read: Reads what was said; raises `LineError` if it makes no sense.
        """
        answers = self.answers or ()
        if self.answered == len(answers):
            raise _Asked(Request(question, choices, also=("?", "y", "n")))
        said, _, comment = answers[self.answered].partition("#")
        self.answered += 1
        self.comments.append(comment.strip())
        return read(said.strip())

    def read(self, turn: str, comment: str, begun: str) -> Line:
        """Read the turn, playing it on the game and taking it back."""
        before = len(self.game.events)
        turns = self.game.position.turns
        try:
            for part in _parts(turn):
                if self.game.position.turns != turns or self.game.outcome is not None:
                    message = f"the turn is over before {part!r}, so nothing was entered"
                    raise LineError(message)
                self._part(part)
            is_open = self.game.position.turns == turns and self.game.outcome is None
        finally:
            while len(self.game.events) > before:
                self.game.pop()
        said = read_cell(begun).comment
        done = begun.rstrip()[: len(begun.rstrip()) - len(said)].rstrip()
        cell = ", ".join(filter(None, (done, write_cell(self.steps, self.compass))))
        cell = with_comment(cell, " ".join(filter(None, (said, comment, *self.comments))))
        return Line(cell, tuple(self.warnings), tuple(self.told), tuple(self.remarks), is_open)

    def actions(self, turn: str) -> list[Action]:
        """Read what is to be done, playing it on the game up to the first answer and taking it back."""
        self.speech.help = HELP_BEFORE
        before = len(self.game.events)
        found: list[Action] = []
        attempts = 0
        try:
            for part in _parts(turn):
                if attempts > self.game.position.stage.seconds or self.game.outcome is not None:
                    message = f"the turn is over before {part!r}"
                    raise LineError(message)
                action = self._action_before_answer(part)
                if isinstance(action, Attempt):
                    attempts += 1
                    if attempts == 1:
                        self._verify(action)
                elif not attempts:
                    self._push(action, Answer())
                elif form_of(action).moment is not When.BETWEEN:
                    message = f"{part!r} comes before the attempt, not behind it"
                    raise LineError(message)
                found.append(action)
        finally:
            while len(self.game.events) > before:
                self.game.pop()
        return found

    def _action_before_answer(self, text: str) -> Action:
        words = text.split()
        if not words:
            raise LineError(self.speech.help)
        action = self._early(text, [word.casefold() for word in words])
        if action is None:
            typed = self.speech.attempt(text)
            if typed.said is not None or typed.plus:
                message = f"{text!r}: leave the answer out; it is given to you"
                raise LineError(message)
            if self.answers is not None:
                self._settle(typed)
            attempt = Attempt(typed.letter, typed.way, typed.distance, typed.kind)
            if typed.targets:
                self._verify(attempt)
                self._check_targets(typed, attempt)
            return attempt
        if _shown_words(text, action):
            message = f"{text!r}: leave the diagram out; it is shown to you"
            raise LineError(message)
        return action

    def _verify(self, action: Action) -> None:
        try:
            self.game.verify(action)
        except IllegalActionError as error:
            raise ImpossibleError(self._reason(action, error)) from None

    def _push(self, action: Action, answer: Answer | None = None) -> None:
        position = self.game.position
        try:
            event = self.game.push(action, answer)
        except IllegalActionError as error:
            raise ImpossibleError(self._reason(action, error)) from None
        self.steps.append((position, event))

    def _reason(self, action: Action, error: IllegalActionError) -> str:
        """Say why an action is not possible, and what else the piece could try."""
        if not isinstance(action, Attempt):
            return str(error)
        # The engine names attempts by their owner's compass, which is not always the record's.
        reason = f"{self.game.rules.sides[self.side]}'s {attempt_words(action)}: {error.reason}"
        near = [
            attempt
            for attempt in self.game.attempts()
            if attempt.letter == action.letter and attempt.kind is action.kind and attempt.distance <= 2
        ]
        if not near:
            return reason
        names = ", ".join(f"{self._way(attempt.way)}{attempt.distance}".lower() for attempt in near[:8])
        return f"{reason}; {action.letter} could try {names}"

    def _way(self, way: int) -> str:
        return DIRECTIONS[way if self.side == self.compass else opposite(way)]

    def _part(self, text: str) -> None:
        words = text.split()
        if not words:
            raise LineError(self.speech.help)
        action = self._early(text, [word.casefold() for word in words])
        if action is None:
            self._attempt(self.speech.attempt(text))
            return
        shows = form_of(action).shows
        if shows:
            # Nothing is asked where nothing could be shown.
            self._verify(action)
        answer = self.game.answer(action) or Answer()
        if shows:
            answer = self._shown(text, action, answer.shown)
        who = self.game.rules.sides[self.game.position.turn]
        self._push(action, answer)
        self.remarks += deed_words(action, answer, self.game.rules, who)

    def _early(self, text: str, words: Sequence[str]) -> Action | None:
        """Read everything that is not an attempt."""
        cell = read_cell(text.casefold() if text[:1].isalpha() else text.upper())
        if cell.parts and cell.parts[0].action is not None:
            if cell.comment or cell.faults:
                message = f"{text!r}: a comma joins the actions of a turn, and a # begins a comment"
                raise LineError(message)
            return cell.parts[0].action
        if words[0] == "move" and words[1:2] in (["two"], ["2"]):
            # As the advice calls it.
            words = ["two", *words[2:]]
        form = form_typed(words[0])
        return None if form is None else form.typed(text, words)

    def _shown(self, text: str, action: Action, truth: int | None) -> Answer:
        """Return what was shown, as it was typed or as the deal says."""
        letter = form_of(action).letters(action)[0]
        diagrams = self.game.rules.diagrams
        words = _shown_words(text, action)
        if not words and truth is not None:
            self.told.append(f"{letter} is {diagrams[truth]}")
            return Answer(shown=truth)
        if not words:
            words = self.ask(
                f"{letter} is shown: which diagram, by name or number? (? if it was not written down)",
                (),
                lambda said: self._shown_said(said, letter),
            )
        if set(words) <= NOT_WRITTEN:
            return Answer()
        number = one_named(" ".join(words), diagrams.words(), "diagram")
        if truth not in {None, number}:
            self.warnings.append(f"{letter} is {diagrams[truth or 0]}, which should be shown")
        return Answer(shown=number)

    def _shown_said(self, said: str, letter: str) -> list[str]:
        """Read which diagram was shown, as it was answered."""
        words = [
            word for word in said.casefold().split() if word not in {letter.casefold(), "is", "the", "reveal"}
        ]
        if not words:
            message = "write the name or the number of the diagram, or ? if it was not written down"
            raise LineError(message)
        if not set(words) <= NOT_WRITTEN:
            one_named(" ".join(words), self.game.rules.diagrams.words(), "diagram")
        return words

    # --- Attempts ----------------------------------------------------------------------------------

    def _settle(self, typed: Spoken) -> None:
        """Ask whether Z goes along, if its holder moves and nobody said (CF-Z-2)."""
        holder = self.game.position.holder
        if typed.kind is not Manner.MOVE or typed.is_settled or holder != (self.side, typed.letter):
            return
        where = self._where(self.game.position.neutral)
        question = f"{typed.letter} holds Z: does Z go along? (n: it stays behind on {where})"
        if self.ask(question, ("y", "n"), said_along):
            typed.kind = Manner.CARRY

    def _where(self, number: int) -> str:
        rules = self.game.rules
        column, row = rules.turned(rules.board.square(number), self.compass)
        return f"{column},{row}"

    def _attempt(self, typed: Spoken) -> None:
        game = self.game
        # What stands in the way is so whether Z goes along or not.
        self._verify(Attempt(typed.letter, typed.way, typed.distance, typed.kind))
        self._settle(typed)
        attempt = Attempt(typed.letter, typed.way, typed.distance, typed.kind)
        self._verify(attempt)
        self._check_targets(typed, attempt)
        truth = game.answer(attempt)
        allowed = self._allowed(typed, attempt, truth)
        promoted = self._promoted(typed, attempt, truth, allowed=allowed)
        if truth is not None and typed.said is None:
            answer = "yes" if truth.allowed else "no"
            ending = {None: "", True: ", and it is promoted", False: ", and it is not promoted"}
            told = promoted if not typed.plus else None
            self.told.append(f"{attempt_words(attempt)}: {answer}{ending[told]}")
        held = game.position.holder == (self.side, attempt.letter)
        if allowed and held and attempt.kind is Manner.MOVE:
            self.remarks.append(f"Z stays behind on {self._where(game.position.neutral)}")
        self._push(attempt, Answer(allowed, promoted))
        if game.position.stage.offer is not None:
            self._reply(typed)

    def _allowed(self, typed: Spoken, attempt: Attempt, truth: Answer | None) -> bool:
        """Return what was answered; what nobody said follows from the diagram, or is asked for."""
        if typed.said is not None:
            if truth is not None and truth.allowed != typed.said:
                right = "yes" if truth.allowed else "no"
                name = self._diagram(attempt)
                self.warnings.append(f"{attempt.letter} is {name}: the right answer is {right}")
            return typed.said
        if truth is not None:
            return truth.allowed
        if typed.plus or typed.targets:
            # Only what was allowed captures, takes Z, or arrives.
            return True
        diagram = self.game.diagram(self.side, attempt.letter)
        words = attempt_words(attempt)
        if diagram is not None and diagram.is_double_agent:
            return self.ask(f"{words}: tried by the double agent, so as you please: y or n?", (), said_yes)
        return self.ask(f"{words}: allowed?", ("y", "n"), said_allowed)

    def _diagram(self, attempt: Attempt) -> str:
        return str(self.game.diagram(self.game.position.turn, attempt.letter))

    def _check_targets(self, typed: Spoken, attempt: Attempt) -> None:
        """Compare what was written behind the distance with the board: one of the two is wrong."""
        found, takes = found_by(self.game.position, attempt)
        there = ("" if found is None else found[1]) + ("Z" if takes else "")
        wrong = next((letter for letter in typed.targets if letter not in there), None)
        if wrong is not None:
            stands = f"{' and '.join(there)} does" if there else "the square is empty"
            message = f"{attempt_words(attempt)}: {wrong} does not stand there; {stands}"
            raise LineError(message)

    def _promoted(
        self, typed: Spoken, attempt: Attempt, truth: Answer | None, *, allowed: bool
    ) -> bool | None:
        arrives = allowed and is_arrival(self.game.position, attempt)
        if not arrives:
            if typed.plus:
                message = "there is no promotion here; leave the sign out"
                raise LineError(message)
            return None
        if self.game.rules.anyone_is_promoted:
            return None
        if typed.plus == "+!":
            message = "+! belongs to variant 5; add + if it was promoted, or 0 if it was not"
            raise LineError(message)
        diagram = self.game.diagram(self.game.position.turn, attempt.letter)
        right = None if diagram is None else diagram.promotable
        if typed.plus:
            said = typed.plus == "+"
            if right not in {None, said}:
                isnt = "is promoted" if right else "is not promoted"
                self.warnings.append(f"{attempt.letter} is {diagram}: it {isnt}")
            return said
        if right is not None and (truth is not None or right is False):
            return right
        return self.ask(f"{typed.letter} is on the last row: was it promoted?", ("+", "0"), said_yes)

    def _reply(self, typed: Spoken) -> None:
        """CF-VAR-5: the owner's reply to the offer, which has to be said."""
        agent = self.game.rules.diagrams.double_agent
        if not typed.plus:
            choices = ("+", "+-") if agent is None else ("+", "+-", "+!")
            question = f"{typed.letter} is offered promotion: accepted (+) or declined (+-)?"
            if agent is not None:
                question += " +! if it turned out to be the double agent"
            typed.plus, typed.gift = self.ask(question, choices, said_offer)
        if typed.plus == "+!" and agent is None:
            message = "there is no double agent in these rules; add + if it was accepted, or +- if not"
            raise LineError(message)
        reply = PromotionReply(typed.plus != "+-")
        answer = Answer()
        if reply.accept:
            answer = Answer(promoted=True)
            if typed.plus == "+!":
                answer = Answer(promoted=False, shown=None if agent is None else agent.number)
            truth = self.game.answer(reply)
            if truth is not None and truth != answer:
                isnt = "is" if truth.shown is not None else "is not"
                self.warnings.append(f"by the deal {typed.letter} {isnt} the double agent")
        self._push(reply, answer)
        if self.game.position.stage.gift and self.game.outcome is None:
            self._gift(typed)

    def _gift(self, typed: Spoken) -> None:
        """CF-VAR-5: whether the first piece of the other side takes Z."""
        first = self.game.position.receiver
        if not typed.gift:
            question = f"Z is offered to {first}, the first piece in alphabetical order: taken?"
            typed.gift = first if self.ask(question, ("y", "n"), said_yes) else "0"
        if typed.gift not in {"0", first}:
            message = f"Z is offered to {first}, the first piece by the alphabet, not to {typed.gift}"
            raise LineError(message)
        self._push(GiftReply(typed.gift == first))


def _shown_words(text: str, action: Action) -> list[str]:
    """Return the words that say what was shown."""
    form = form_of(action)
    if not form.shows:
        return []
    typed = re.sub(r"\b(?:is|the)\b|[=.:]", " ", text.casefold().lstrip(form.sign[0]))
    known = {*form.words, *map(str.casefold, form.letters(action))}
    return [word for word in typed.split() if word not in known]


def _parts(turn: str) -> list[str]:
    """Return what the commas of a turn separate; one before an answer separates nothing."""
    parts: list[str] = []
    for part in map(str.strip, turn.rstrip(", ").split(",")):
        if parts and part.casefold().strip(" .!()") in YES | NO | PROMOTED | NOT_PROMOTED:
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    return parts


def with_comment(cell: str, comment: str) -> str:
    """Return a cell with a comment that cannot be taken for a part of the move, or for another move."""
    start = re.compile(cell_start())
    words = [f'"{word}"' if start.match(word) else word for word in comment.split()]
    if not words:
        return cell
    plain, read = read_cell(cell), read_cell(f"{cell} {' '.join(words)}")
    if (read.parts, read.faults) != (plain.parts, plain.faults):
        words[0] = f'"{words[0]}"'
    return f"{cell} {' '.join(words)}"
