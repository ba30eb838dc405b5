"""`deduce confusion play`: a match against the machine, on a terminal or through a pipe."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import typer

from deduce import DeduceError
from deduce.confusion.engine.actions import Attempt, Expose, GiftReply, PromotionReply, Resign, Reveal
from deduce.confusion.errors import LineError, SessionError
from deduce.confusion.match.match import LEVELS, Match, new_match, open_match
from deduce.confusion.notation.typed import read_actions, read_reply
from deduce.confusion.notation.words import WAYS, attempt_words
from deduce.confusion.record.setup import read_placement
from deduce.tabletop.files import Lock

from ..output import working
from .companion import Onlooker
from .random_game import rules_of
from .screen import ending
from .table import Lines, at_terminal, new_path, piped

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from deduce.confusion import Diagram, Game, Rules
    from deduce.confusion.engine.turns import Event

USUAL_LEVEL = 3
STARTS, FOLLOWS = "first", "second"
"""What can be said instead of the name of a side."""


@dataclass(frozen=True)
class Wanted:
    """What was asked for on the command line; None and empty where nothing was said.

    Attributes:
        file: The file of the match.
        level: The level.
        side: The human's side, by name, or `first` or `second` to move.
        first: Who starts.
        ruleset: The ruleset.
        variants: Its variants.
        tokens: Whether it has action tokens.
        diagrams: Its diagrams.
        seed: What the deals follow from.
        seconds: How long the machine thinks.
        placement: Where the human places its pieces.
    """

    file: Path | None
    level: int | None
    side: str
    first: str
    ruleset: str
    variants: str
    tokens: bool
    diagrams: Path | None
    seed: int | None
    seconds: float | None
    placement: str

    def rules(self) -> Rules:
        """Return the rules."""
        return rules_of(self.ruleset, self.variants, self.diagrams, tokens=self.tokens)

    def sides(self, rules: Rules) -> tuple[int, int]:
        """Return the human's side, and the one that starts: the human unless something else is said."""
        first = rules.side(self.first.capitalize()) if self.first else None
        if self.side.casefold() in {STARTS, FOLLOWS}:
            starts = first or 0
            return (starts if self.side.casefold() == STARTS else 1 - starts), starts
        me = rules.side(self.side.capitalize()) if self.side else 0
        return me, me if first is None else first


def levels() -> list[str]:
    """Return a line for each level."""
    lines = []
    for number, level in LEVELS.items():
        seconds = "" if level.seconds is None else f" ({level.seconds:g} second{'s' * (level.seconds != 1)})"
        lines.append(f"{number}  {level.words}{seconds}")
    return lines


def run(wanted: Wanted) -> None:
    """Play until quit.

    Raises:
        DeduceError: If the file cannot be read, written or locked, or the options do not go together.
    """
    path = wanted.file or new_path("matches")
    lines = Lines()
    with Lock(path):
        if path.exists() and path.stat().st_size:
            match = open_match(path, wanted.seconds)
            _check_resumed(wanted, match)
        else:
            match = _new(wanted, path)
        opponent = Opponent(match)
        greeting = opponent.greeting()
        if lines.is_terminal:
            at_terminal(opponent, *greeting)
        else:
            typer.echo(f"Saved in {path} after every step.")
            for message in greeting:
                typer.echo(message)
            piped(opponent, lines)


def _new(wanted: Wanted, path: Path) -> Match:
    rules = wanted.rules()
    me, first = wanted.sides(rules)
    return new_match(
        path,
        rules,
        me,
        first,
        USUAL_LEVEL if wanted.level is None else wanted.level,
        seed=wanted.seed,
        seconds=wanted.seconds,
        placement=read_placement(rules, me, wanted.placement) if wanted.placement else None,
        diagrams_file="" if wanted.diagrams is None else str(wanted.diagrams.resolve()),
        date=dt.datetime.now().astimezone().date().isoformat(),
    )


def _check_resumed(wanted: Wanted, match: Match) -> None:
    """Make sure that a match that goes on is the one that was asked for.

    Raises:
        SessionError: If it is another one.
    """
    rules, setup = match.rules, match.record.setup
    other: list[str] = []
    if wanted.ruleset != "classic" or wanted.variants or wanted.tokens or wanted.diagrams:
        asked = wanted.rules()
        names = ("ruleset", "variants", "tokens", "diagrams")
        other += [name for name in names if getattr(asked, name) != getattr(rules, name)]
    other += ["level"] * (wanted.level not in {None, match.number})
    other += ["seed"] * (wanted.seed not in {None, match.seed})
    me = {STARTS: setup.first, FOLLOWS: 1 - setup.first}.get(wanted.side.casefold())
    if wanted.side and match.me != (rules.side(wanted.side.capitalize()) if me is None else me):
        other.append("side")
    if wanted.first and setup.first != rules.side(wanted.first.capitalize()):
        other.append("first")
    if wanted.placement:
        placed = read_placement(rules, match.me, wanted.placement)
        other += ["placement"] * (placed != setup.placements[match.me])
    if other:
        options = ", ".join(f"--{name}" for name in other)
        message = f"{match.path} is another match already; leave {options} out to go on with it"
        raise SessionError(message)


class Opponent(Onlooker[Match]):
    """A match with what is being looked at: the human types, the machine answers and moves."""

    HELP: ClassVar[str] = """\
A turn:   h n1    H-N1    h forward 1    vz nw1    z s1
          piece, direction (n ne e ... or forward, back, left, right),
          distance; the machine says yes or no; # and words: a comment
Before:   remove a   expose a   reveal a   two   swap a c
          alone, or joined by a comma: two, h n1, k n1
Asked:    y or n, about their double agent, your promotion, or Z
sheet     my sheet                  opp     their sheet, as they know it
board     the board                 reach   where their pieces can go
pieces    their pieces and how each moves, which only you see
why H crab   the smallest proof     what-if h n1   the sheet after yes and no
suggest   what to try, and why      suggest h n1   the same against h n1
moves     all turns                 at k    look at a past moment; at: back
note ...  keep a hunch, apart from the facts; notes lists them
model mimic     how the machine is taken to answer for your double agent
export FILE     .txt .json .svg .html
resign    draw (offers one)         help    quit"""
    COMMANDS: ClassVar[tuple[str, ...]] = (
        "sheet", "board", "opp", "reach", "pieces", "why", "what-if", "suggest", "moves", "at", "note",
        "notes", "model", "export", "resign", "draw", "help", "quit",
    )  # fmt: skip
    TURNS: ClassVar[tuple[str, ...]] = (
        "remove", "expose", "reveal", "two", "move2", "swap", "yes", "no", "accept", "decline",
        "take", "refuse",
    )  # fmt: skip

    def _present(self) -> Game:
        return self.session.view().game()

    def greeting(self) -> list[str]:
        """Return what is said first, after the machine has done what it has to do before the human."""
        match = self.session
        me, machine = match.rules.sides[match.me], f"{self._machine} is the machine at level {match.number}"
        said = [f"You are {me}; {machine}. help lists what can be typed."]
        said += self._result() if match.is_over else self._go_on()
        self.asked = self._look()
        return said + self._question()

    def obey(self, line: str) -> list[str]:
        said = super().obey(line)
        question = [] if self.is_over else self._question()
        return said if said[-1:] == question else said + question

    def _commands(self) -> dict[str, Callable[[str], list[str]]]:
        return super()._commands() | {
            "suggest": self._suggest,
            "pieces": lambda _: self._pieces(),
            "resign": lambda _: self._act_now(lambda: [self.session.act(Resign())]),
            "draw": lambda _: self._draw(),
            "undo": lambda _: ["What was heard cannot be unheard: in a match nothing is taken back."],
        }

    # --- Turns -------------------------------------------------------------------------------------

    def _enter(self, text: str) -> list[str]:
        match = self.session
        self.ply = None
        if match.is_over:
            message = "the game is over; quit ends, and another file begins another match"
            raise LineError(message)
        if match.is_machine_next:
            # It was kept from moving, by a full disk for instance.
            return self._go_on()
        stage = match.view().position.stage
        if match.asked is not None or stage.gift or stage.offer is not None:
            return self._reply(text)
        actions, comment = read_actions(text, match.view().game(), match.record.setup.compass)
        said: list[str] = []
        for place, action in enumerate(actions):
            try:
                event = match.act(action, "" if place else comment)
            except DeduceError as error:
                if not place:
                    raise
                return [*said, str(error)]
            said += self._told(event)
        return said + self._go_on(said)

    def _reply(self, text: str) -> list[str]:
        """Take the answer to what was asked."""
        reply, match = read_reply(text), self.session
        if reply is None:
            message = f"{text!r} is neither yes nor no"
            raise LineError(message)
        if match.asked is not None:
            return self._act_now(lambda: [match.say(allowed=reply)])
        action = GiftReply(reply) if match.view().position.stage.gift else PromotionReply(reply)
        return self._act_now(lambda: [match.act(action)])

    def _act_now(self, act: Callable[[], list[Event]]) -> list[str]:
        self.ply = None
        said = [line for event in act() for line in self._told(event)]
        return said + self._go_on(said)

    def _draw(self) -> list[str]:
        self.ply = None
        if not self.session.offer_draw():
            return [f"{self._machine} does not agree to a draw."]
        return ["The draw is agreed.", *self._result()]

    def _go_on(self, heard: list[str] | None = None) -> list[str]:
        """Let the machine move until it is the human's turn; then tell how the game ended, if it did."""
        match, said = self.session, list[str]()
        label = ". ".join([*(heard or [])[-1:], f"{self._machine} is thinking"])
        while match.is_machine_next:
            try:
                with working(label):
                    event = match.machine_acts()
            except DeduceError as error:
                return [*said, str(error)]
            if event is not None:
                said += self._told(event)
        return said + (self._result() if match.is_over else [])

    # --- Words -------------------------------------------------------------------------------------

    @property
    def _machine(self) -> str:
        return self.session.rules.sides[self.session.machine]

    def _who(self, side: int) -> str:
        return "You" if side == self.session.me else self._machine

    def _told(self, event: Event) -> list[str]:
        """Say what was done and answered, with the number of its turn."""
        match = self.session
        # A turn that goes on is not among the turns of the record yet.
        number = len(match.record.plies) + (0 if match.is_turn_over else 1)
        return [f"{number}. {self._who(event.side)}: {self._words(event)}"]

    def _words(self, event: Event) -> str:
        action, answer = event.action, event.answer
        mine = event.side == self.session.me
        shown = None if answer.shown is None else self.session.rules.diagrams[answer.shown]
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
        mine, answer = event.side == self.session.me, event.answer
        said = attempt_words(attempt)
        if not mine:
            target = self._present().positions[-2].target(attempt)
            column, row = self.session.rules.board.square(target)
            said += f" to {column},{row}"
        said += f": {'yes' if answer.allowed else 'no'}"
        if not mine:
            said += f" ({self._mover(event, attempt)})"
        if event.captured:
            said += f", and takes {'their' if mine else 'your'} {event.captured}"
        if event.took_neutral:
            said += ", and takes Z"
        if event.passed_to:
            side, letter = event.passed_to
            said += f", and Z is {'your' if side == self.session.me else 'their'} {letter}'s"
        if answer.promoted is not None:
            said += f", and it is{'' if answer.promoted else ' not'} promoted"
        return said

    def _mover(self, event: Event, attempt: Attempt) -> Diagram:
        """Return the diagram by which the machine's piece has just moved, or has not."""
        promoted = self.session.view().position.is_promoted(event.side, attempt.letter)
        if promoted and event.answer.promoted is None:
            return self.session.rules.diagrams.promoted
        return self._diagram(attempt.letter)

    def _diagram(self, letter: str) -> Diagram:
        """Return the diagram of a piece of the machine, which the human sees."""
        dealt = self.session.view().opponent_deal or {}
        return self.session.rules.diagrams[dealt[letter]]

    def _question(self) -> list[str]:
        """Return what the human has to decide before anything else, or that its turn goes on."""
        match = self.session
        if match.is_over or match.is_machine_next:
            return []
        if match.asked is not None:
            return [
                f"{self._machine}'s double agent tries {attempt_words(match.asked)}: y or n, as you please?"
            ]
        position = match.view().position
        stage = position.stage
        if stage.offer is not None:
            return [f"{stage.offer} is offered promotion: y or n?"]
        if stage.gift:
            return [f"That was {self._machine}'s double agent, and {position.receiver} may take Z: y or n?"]
        if stage.used is not None:
            second = stage.used == "move2" and not stage.seconds
            return [f"Your turn goes on with your {'second ' if second else ''}attempt."]
        return []

    def _result(self) -> list[str]:
        """Say how the game ended, and show both deals."""
        match = self.session
        said = [f"The game is over: {ending(match.view().game())}."]
        diagrams = match.rules.diagrams
        for name, deal in zip(match.rules.sides, match.deals or (), strict=False):
            said.append(f"{name}: " + ", ".join(f"{each} {diagrams[deal[each]]}" for each in sorted(deal)))
        return said

    def _pieces(self) -> list[str]:
        """Say how the machine's pieces move, which the human sees and the machine does not."""
        match = self.session
        position = match.view().position
        said = [f"{self._machine}'s pieces, whose diagrams you see (directions are theirs):"]
        for letter in match.rules.letters:
            diagram, state = self._diagram(letter), ""
            if position.square(match.machine, letter) is None:
                state = ", off the board"
            elif position.is_promoted(match.machine, letter):
                state = ", promoted"
            moves = match.rules.diagrams.promoted if state == ", promoted" else diagram
            said.append(f"  {letter} {diagram}{state}: {_moves(moves)}")
        return said


def _moves(diagram: Diagram) -> str:
    """Say where a diagram allows to move."""
    if diagram.is_double_agent:
        return "as you please"
    if len(diagram.directions) == len(WAYS):
        return f"up to {diagram.reach} in every direction"
    return f"up to {diagram.reach} {', '.join(WAYS[way] for way in sorted(diagram.directions))}"
