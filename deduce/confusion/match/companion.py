"""The companion of a match: the human types, the machine answers and moves, and nobody sees too much."""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

from deduce.confusion.advice.engines import make_ready
from deduce.confusion.engine.actions import (
    Attempt,
    Expose,
    GiftReply,
    Manner,
    PromotionReply,
    Resign,
    Reveal,
)
from deduce.confusion.engine.position import FRESH
from deduce.confusion.notation.forms import typed_words
from deduce.confusion.notation.spoken import read_reply
from deduce.confusion.notation.typed import read_actions
from deduce.confusion.notation.words import attempt_words, moves_words
from deduce.confusion.questions import outcome_words
from deduce.errors import DeduceError
from deduce.tabletop.commands import Command
from deduce.tabletop.companion import Companion, Frame
from deduce.tabletop.errors import LineError
from deduce.tabletop.kept_file import ChangedError
from deduce.tabletop.kind import Request
from deduce.tabletop.look import in_silence
from deduce.tabletop.said import Grid, Told, lines
from deduce.tabletop.verbs import commands_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.turns import Event
    from deduce.confusion.match.match import Match
    from deduce.confusion.record.moment import Moment
    from deduce.tabletop.look import Working

__all__ = ["MatchCompanion"]

GRAMMAR = (
    "A turn:   h n1    hn1    h forward 1    vz nw1    z s1    (help turns: more)",
    "Before:   remove a   expose a   reveal a   two   swap a c   done",
    "Asked:    y or n, about their double agent, your promotion, or Z",
)
MORE_GRAMMAR = """
A turn is a piece, a direction and a distance; the machine says yes or no.

Directions: n ne e se s sw w nw on your own compass, or forward, back, left, right. All of these are the same:
h n1, hn1, H-N1, h forward 1, h one forward.

Z: vz nw1 or v with z nw1 carries it along, v without z nw1 leaves it behind, z s1 passes it.

Before the attempt, by itself or joined by a comma (two, h n1, k n1): remove a (my double agent, I believe),
expose a (theirs), reveal a, two, swap a c. done leaves out the second attempt, where the rules let it.

A # and words behind it: a comment.
"""
REPLIES = ("yes", "no", "accept", "decline", "take", "refuse")
"""What can be said to what was asked."""
GIVE_UP = "Give up?"
GIVEN_UP = frozenset({"y", "yes"})
PLAYED_ON = frozenset({"n", "no"})
TRUTH = 3
"""How many letters of a diagram's name stand beside its piece: as many as above the columns of the sheet."""
NO_BREAK = "\N{NO-BREAK SPACE}"
BOARD = 54
"""How wide the board is."""
LEFT_OUT = frozenset({"suspects", "answer", "deal", "placement"})
"""What makes no sense where nobody notes anything, and the machine deals and answers."""


def _pieces(companion: MatchCompanion, _rest: str) -> Told:
    return companion.pieces()


def _resign(companion: MatchCompanion, rest: str) -> Told:
    return companion.ask_to_resign(rest.partition("#")[2].strip())


def _draw(companion: MatchCompanion, _rest: str) -> Told:
    return companion.offer_draw()


def _undo(companion: MatchCompanion, _rest: str) -> Told:
    if companion.trial is not None:
        # A moment of it that was looked at may be gone then.
        companion.come_back()
        taken = companion.trial.undo()
        return Told(lines(["Taken back." if taken else "Nothing is tried; back leaves."]))
    return Told(lines(["What was heard cannot be unheard: in a match nothing is taken back."]))


COMMANDS = (
    Command("pieces", "pieces", "theirs, and how each moves", do=_pieces),
    Command("resign", "resign", "give up; asks once", do=_resign),
    Command("draw", "draw", "offer a draw", do=_draw, is_change=True),
    Command("undo", "", "", do=_undo),
)


class MatchCompanion(Companion["Moment"]):
    """A match with what is being looked at."""

    def __init__(self, match: Match, *, working: Working = in_silence) -> None:
        self._match: Match = match
        super().__init__(match, working=working)

    @property
    def kept(self) -> Match:
        return self._match

    @property
    def table(self) -> tuple[Command, ...]:
        others = LEFT_OUT | {each.name for each in COMMANDS}
        common = [each for each in commands_of(self.kept.record.kind) if each.name not in others]
        return (*common[:-2], *COMMANDS, *common[-2:])

    @property
    def grammar(self) -> tuple[str, ...]:
        return GRAMMAR

    @property
    def more_grammar(self) -> str:
        return MORE_GRAMMAR

    @property
    def words(self) -> tuple[str, ...]:
        return (*typed_words(early=True), *REPLIES)

    def present(self) -> Moment:
        return self.kept.moment()

    def greeting(self) -> tuple[str, ...]:
        """Return what is said first, after the machine has done what it has to do before the human."""
        match = self.kept
        me, machine = match.rules.sides[match.me], f"{self._machine} is the machine at level {match.number}"
        said = [f"You are {me}; {machine}. help lists what can be typed."]
        try:
            said += self._result() if match.is_over else self._go_on()
        except ChangedError as error:
            # The next line asks what is to become of it.
            said.append(str(error))
        self.look_again()
        return (*said, *self._question())

    def obey(self, line: str) -> Told:
        told = super().obey(line)
        question = lines([] if self.is_over or super().question else self._question())
        return told if told.said[-1:] == question else replace(told, said=(*told.said, *question))

    @property
    def question(self) -> str:
        return super().question or "".join(self._question()[:1])

    def tried(self, text: str) -> Told:
        match = self.kept
        if self.trial is None and (match.pending is not None or match.moment().position.stage != FRESH):
            message = "first go on with the turn that is begun; then a line can be tried"
            raise LineError(message)
        return super().tried(text)

    # --- What is shown -----------------------------------------------------------------------------

    def frame(self) -> Frame:
        """Return what stands on the screen; after the end with the truth."""
        frame, deals = super().frame(), self.kept.deals
        if deals is None:
            return frame
        picture = (*frame.picture, *(row for side in (0, 1) for row in self._deal_rows(side)))
        grid = frame.grid
        if grid is not None:
            rows = tuple(
                (f"{label:<3} {self._short(deals[self.seat][letter])}", marks)
                for letter, (label, marks) in zip(self.kept.rules.letters, grid.rows, strict=True)
            )
            grid = Grid(grid.heads, rows)
        return replace(frame, grid=grid, picture=picture)

    def _short(self, number: int) -> str:
        return self.kept.rules.diagrams[number].name[:TRUTH]

    def _deal_rows(self, side: int) -> list[str]:
        """Return the deal of a side that has come to light, in rows that are no wider than the board."""
        rules, deals = self.kept.rules, self.kept.deals
        if deals is None:
            return []
        dealt = ", ".join(f"{each}{NO_BREAK}{self._short(deals[side][each])}" for each in rules.letters)
        rows = wrap(f"{rules.sides[side]}: {dealt}", BOARD, subsequent_indent="  ")
        return [row.replace(NO_BREAK, " ") for row in rows]

    # --- Turns -------------------------------------------------------------------------------------

    def entered(self, text: str) -> Told:
        return self._entered(text, ())

    def _entered(self, text: str, answers: tuple[str, ...]) -> Told:
        match = self.kept
        self.refuse_past()
        if match.is_over:
            message = "the game is over; quit ends, and another file begins another match"
            raise LineError(message)
        if match.is_machine_next:
            # It was kept from moving, by a full disk for instance.
            return Told(lines(self._go_on()))
        position = match.moment().position
        if match.pending is not None or position.stage.gift or position.stage.offer is not None:
            return self._reply(text, is_gift=position.stage.gift)
        moment = match.moment()
        read = read_actions(text, moment.stand(), moment.setup.compass, answers)
        if isinstance(read, Request):
            return self.ask(read, lambda answer: self._entered(text, (*answers, answer)))
        actions, comment = read
        said: list[str] = []
        for place, action in enumerate(actions):
            if isinstance(action, Resign):
                return Told((*lines(said), *self.ask_to_resign("").said))
            try:
                event = match.act(action, "" if place else comment)
            except DeduceError as error:
                if not place:
                    raise
                self.heard_of(error)
                return Told(lines([*said, str(error)]), fits=False)
            said += self._told(event)
        return Told(lines(said + self._go_on(said)))

    def _reply(self, text: str, *, is_gift: bool) -> Told:
        """Take the answer to what was asked."""
        # As it is told, it may also be said: "accept promotion", "take Z".
        words, match = text.casefold().split(), self.kept
        is_told = len(words) == 2 and words[1] == ("z" if is_gift else "promotion") and match.pending is None
        reply = read_reply(words[0] if is_told else text)
        if reply is None:
            message = f"{text!r} is neither yes nor no"
            raise LineError(message)
        if match.pending is not None:
            return self.act_now(lambda: match.say(allowed=reply))
        action = GiftReply(reply) if is_gift else PromotionReply(reply)
        return self.act_now(lambda: match.act(action))

    def act_now(self, act: Callable[[], Event]) -> Told:
        """Do something, and let the machine go on."""
        self.come_back()
        said = self._told(act())
        return Told(lines(said + self._go_on(said)))

    def ask_to_resign(self, comment: str) -> Told:
        """Ask whether the human really gives up; the next line answers.

        Args:
            comment: Words for the record.
        """
        match = self.kept
        self._refuse_trial()
        match.check_turn(Resign())
        self.come_back()

        def then(answer: str) -> Told:
            word = answer.strip().casefold()
            if word in PLAYED_ON:
                return Told(lines(["You play on."]))
            if word not in GIVEN_UP:
                return self.entered(answer)
            return self.act_now(lambda: match.act(Resign(), comment))

        return self.ask(Request(GIVE_UP, ("y", "n")), then)

    def _refuse_trial(self) -> None:
        """Make sure that it is the match that is meant, and not a line that is only tried.

        Raises:
            LineError: If a line is only tried.
        """
        if self.trial is not None:
            message = "this line is only tried; back leaves it, and then it counts for the match"
            raise LineError(message)

    def offer_draw(self) -> Told:
        """Offer a draw."""
        self._refuse_trial()
        self.come_back()
        if not self.kept.offer_draw():
            return Told(lines([f"{self._machine} does not agree to a draw."]))
        return Told(lines(["The draw is agreed.", *self._result()]))

    def _go_on(self, heard: list[str] | None = None) -> list[str]:
        """Let the machine move until it is the human's turn; then tell how the game ended, if it did."""
        match, said = self.kept, list[str]()
        label = ". ".join([*(heard or [])[-1:], f"{self._machine} is thinking"])
        while match.is_machine_next:
            try:
                if match.level.player == "advisor":
                    make_ready(match.rules, self.working)
                with self.working(label, None):
                    event = match.machine_acts()
            except ChangedError:
                raise
            except DeduceError as error:
                self.heard_of(error)
                return [*said, str(error)]
            if event is not None:
                said += self._told(event)
        return said + (self._result() if match.is_over else [])

    # --- Words -------------------------------------------------------------------------------------

    @property
    def _machine(self) -> str:
        return self.kept.rules.sides[self.kept.machine]

    def _who(self, side: int) -> str:
        return "You" if side == self.kept.me else self._machine

    def _told(self, event: Event) -> list[str]:
        """Say what was done and answered, with the number of its turn."""
        match = self.kept
        # A turn that goes on is not among the turns of the record yet.
        number = len(match.record.steps) + (0 if match.is_turn_over else 1)
        return [f"{number}. {self._who(event.side)}: {self._words(event)}"]

    def _words(self, event: Event) -> str:
        action, answer = event.action, event.answer
        mine = event.side == self.kept.me
        shown = None if answer.shown is None else self.kept.rules.diagrams[answer.shown]
        match action:
            case Attempt():
                said = self._attempt_told(event, action)
            case Reveal(letter=letter):
                said = f"{letter} is shown: {shown}"
            case Expose(letter=letter):
                said = f"{'their' if mine else 'your'} {letter} is exposed as the double agent and taken off"
            case PromotionReply(accept=accept):
                said = f"promotion {'accepted' if accept else 'declined'}"
                said += "" if shown is None else f", but it was the {shown} and is taken off"
            case GiftReply(accept=accept):
                said = f"Z is {'taken' if accept else 'refused'}"
            case Resign():
                said = "resign" if mine else "resigns"
            case _:
                said = str(action)
        return said

    def _attempt_told(self, event: Event, attempt: Attempt) -> str:
        mine, answer = event.side == self.kept.me, event.answer
        said = attempt_words(attempt)
        if not mine:
            said += f" to {self._where(self.kept.before_last.target(attempt))}"
        said += f": {'yes' if answer.allowed else 'no'}"
        if not mine:
            said += f" ({self._mover(event, attempt)})"
        if event.captured:
            said += f", and takes {'their' if mine else 'your'} {event.captured}"
        if event.took_neutral:
            said += ", and takes Z"
        before = self.kept.before_last
        if answer.allowed and attempt.kind is Manner.MOVE and before.holder == (event.side, attempt.letter):
            said += f", and leaves Z on {self._where(before.neutral)}"
        if event.passed_to:
            side, letter = event.passed_to
            said += f", and Z is {'your' if side == self.kept.me else 'their'} {letter}'s"
        if answer.promoted is not None:
            said += f", and it is{'' if answer.promoted else ' not'} promoted"
        return said

    def _where(self, number: int) -> str:
        """Return a square as the human sees the board."""
        rules = self.kept.rules
        column, row = rules.turned(rules.board.square(number), self.kept.me)
        return f"{column},{row}"

    def _mover(self, event: Event, attempt: Attempt) -> Diagram:
        """Return the diagram by which the machine's piece has just moved, or has not."""
        promoted = self.kept.moment().position.is_promoted(event.side, attempt.letter)
        if promoted and event.answer.promoted is None:
            return self.kept.rules.diagrams.promoted
        return self._diagram(event.side, attempt.letter)

    def _diagram(self, side: int, letter: str) -> Diagram:
        """Return the diagram of a piece that the human sees: of the machine's, and after the end of all."""
        match = self.kept
        dealt = match.moment().setup.deals[side] if match.deals is None else match.deals[side]
        return match.rules.diagrams[(dealt or {})[letter]]

    def _question(self) -> list[str]:
        """Return what the human has to decide before anything else, or that its turn goes on."""
        match = self.kept
        if match.is_over or match.is_machine_next or self.trial is not None:
            return []
        if match.pending is not None:
            return [
                f"{self._machine}'s double agent tries {attempt_words(match.pending)}: y or n, as you please?"
            ]
        position = match.moment().position
        stage = position.stage
        if stage.offer is not None:
            return [f"{stage.offer} is offered promotion: y or n?"]
        if stage.gift:
            taker = position.receiver
            return [f"That was {self._machine}'s double agent, and {taker} may take Z: y or n?"]
        if stage.used is not None:
            second = stage.used == "move2" and not stage.seconds
            also = "; done leaves it out" if second and match.rules.may_waive else ""
            return [f"Your turn goes on with your {'second ' if second else ''}attempt{also}."]
        return []

    def _result(self) -> list[str]:
        """Say how the game ended, and show both deals."""
        match = self.kept
        said = [f"The game is over: {outcome_words(match.moment())}."]
        diagrams = match.rules.diagrams
        for name, deal in zip(match.rules.sides, match.deals or (), strict=False):
            said.append(f"{name}: " + ", ".join(f"{each} {diagrams[deal[each]]}" for each in sorted(deal)))
        return said

    def pieces(self) -> Told:
        """Say how the machine's pieces move, which the human sees; after the end also the human's own."""
        match = self.kept
        said = [
            f"{self._machine}'s pieces, whose diagrams you see (forward is towards you):",
            *self._moves_of(match.machine),
        ]
        if match.deals is not None:
            said.append(f"{match.rules.sides[match.me]}'s pieces, as they were dealt to you:")
            said += self._moves_of(match.me)
        return Told(lines(said))

    def _moves_of(self, side: int) -> list[str]:
        """Return a row for each piece of a side that can be seen: what it is, and how it moves."""
        match = self.kept
        position, rules = self.look.state.position, match.rules
        rows = []
        for letter in rules.letters:
            diagram, states = self._diagram(side, letter), list[str]()
            if position.is_promoted(side, letter):
                states.append("promoted")
            if position.square(side, letter) is None:
                states.append("off the board")
            row = ", ".join((f"  {letter} {diagram}", *states))
            if diagram.is_double_agent:
                moves = "as you please" if side == match.machine else f"as {self._machine} pleased"
            elif position.is_promoted(side, letter):
                moves = moves_words(rules.diagrams.promoted)
            else:
                moves = moves_words(diagram) + ("; can be promoted" if diagram.promotable else "")
            rows.append(f"{row}: {moves}")
        return rows
