"""A match against the machine: dealt from a seed, saved after every step, and nobody sees too much.

The whole game with both deals stays inside the match. The player of either side is shown a
`View`, in which its own diagrams are not, and so is the file until the game is over: a match that goes on
later deals again from its seed.
"""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import SILENT, Agree, Attempt, GiftReply, PromotionReply, Resign
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.simulation import random_placement
from deduce.confusion.engine.turns import Event
from deduce.confusion.errors import ConfusionError, IllegalActionError
from deduce.confusion.kind import CONFUSION, read_record
from deduce.confusion.notation.cells import read_cell, write_cell
from deduce.confusion.notation.typed import with_comment
from deduce.confusion.record.following import attempt_of
from deduce.confusion.record.moment import Moment
from deduce.confusion.record.setup import ME
from deduce.confusion.record.writer import record_text
from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import save
from deduce.tabletop.record import parse_record
from deduce.tabletop.saved import KeptRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.directions import Square
    from deduce.confusion.engine.game import Deal
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.engine.view import View
    from deduce.confusion.notation.cells import Part
    from deduce.confusion.players.player import Player
    from deduce.confusion.record.setup import Setup
    from deduce.tabletop.record import Record

__all__ = [
    "KEPT",
    "LEVELS",
    "MATCH",
    "Level",
    "Match",
    "any_seed",
    "drawn",
    "kept_text",
    "level_of",
    "new_match",
    "open_match",
    "resumed",
    "written",
]

MATCH = "Match"
"""The header of the level and the seed."""
KEPT = "Kept"
"""The header of the human's deal where it does not follow from the seed, in an order that does."""
BEGUN = "Begun"
"""The header of what was done of a turn that is not over yet."""
ASKED = "Asked"
"""The header of the attempt of the machine's double agent that is not answered yet."""
EARLIEST_DRAW = 40
"""The turns before which the machine agrees to no draw."""
_MATCH = re.compile(
    r"level (?P<level>\d{1,3}), seed (?P<seed>-?\d{1,4000})(?:, time (?P<time>[\d.e+-]{1,20}))?", re.ASCII
)


@dataclass(frozen=True)
class Level:
    """How strong the machine is.

    Attributes:
        player: Which of `deduce.confusion.players.named.PLAYERS` plays.
        words: What to expect of it.
        seconds: How long it thinks about each move; None if it does not think.
    """

    player: str
    words: str
    seconds: float | None = None


LEVELS: Mapping[int, Level] = {
    1: Level("goal", "runs for Z and for the last row, and looks at nothing else"),
    2: Level("safety", "takes what it can, and keeps out of reach of your pieces"),
    3: Level("instinct", "weighs chances, threats and what an answer tells, at a glance"),
    4: Level("advisor", "looks ahead for a moment before each move", 0.2),
    5: Level("advisor", "looks ahead for longer", 1.0),
}
"""The levels, the weakest first."""


def level_of(number: int, seconds: float | None = None) -> Level:
    """Return a level.

    Args:
        number: Its number.
        seconds: How long the machine thinks about each move instead.

    Raises:
        SessionError: If there is no such level, or it does not think.
    """
    if number not in LEVELS:
        message = f"there is no level {number}; there are {min(LEVELS)} to {max(LEVELS)}"
        raise SessionError(message)
    level = LEVELS[number]
    if seconds is None:
        return level
    if level.seconds is None:
        thinking = " and ".join(str(each) for each, found in LEVELS.items() if found.seconds is not None)
        message = f"level {number} answers at once; only levels {thinking} take a time"
        raise SessionError(message)
    if not 0 < seconds < math.inf:
        message = f"a time of {seconds:g} seconds is none; write how long to think about each move, such as 2"
        raise SessionError(message)
    return Level(level.player, level.words, seconds)


class Match(KeptRecord[Moment]):
    """A game of a human against the machine.

    What was heard cannot be unheard, so nothing can be taken back.

    Attributes:
        path: The file.
        record: What is in it: all that the human may know, and both deals when the game is over.
        me: The side of the human.
        number: The number of the machine's level.
        level: The level, with the time to think.
        seed: What the deals follow from.
        pending: The attempt of the machine's double agent that the human has to answer now (CF-DA-1).
    """

    def __init__(
        self, path: Path, record: Record[Moment], me: int, number: int, level: Level, seed: int
    ) -> None:
        super().__init__(path, record, me)
        self.number: int = number
        self.level: Level = level
        self.seed: int = seed
        self.pending: Attempt | None = None
        setup = self._setup
        self._game = Game(setup.rules, _dealt(record, me, seed), setup.first, setup.placements)
        self._begin = 0
        self._comment = ""

    @property
    def _setup(self) -> Setup:
        return self.record.now.setup

    @property
    def machine(self) -> int:
        """The side of the machine."""
        return 1 - self.me

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._setup.rules

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._game.outcome is not None

    @property
    def is_turn_over(self) -> bool:
        """Whether a new turn begins."""
        return self._begin == len(self._game.events)

    @property
    def is_machine_next(self) -> bool:
        """Whether the machine has to do something before the human can go on."""
        return not self.is_over and self.pending is None and self._game.position.decider != self.me

    @property
    def _is_replying(self) -> bool:
        stage = self._game.position.stage
        return stage.gift or stage.offer is not None

    @property
    def deals(self) -> tuple[Deal, Deal] | None:
        """Both deals once the game is over; before that None."""
        first, second = self._game.deals
        return None if not self.is_over or first is None or second is None else (first, second)

    def view(self) -> View:
        """Return what the human may see."""
        return self._game.view(self.me)

    def moment(self) -> Moment:
        """Return the game as the human knows it, with what was done of a turn that is not over."""
        now, steps = self.record.now, tuple(self._steps())
        return Moment(now.setup, self._game.position, now, steps) if steps else now

    def _steps(self) -> Iterator[tuple[Position, Event]]:
        """Yield what was done in this turn, each with the position before it."""
        yield from self._game.steps[self._begin :]

    @property
    def before_last(self) -> Position:
        """The position before what was done last."""
        return self._game.positions[-2]

    # --- The human ---------------------------------------------------------------------------------

    def act(self, action: Action, comment: str = "") -> Event:
        """Do something as the human; the machine answers truly from the deal.

        Args:
            action: What is done.
            comment: Words for the record.

        Returns:
            What came of it.

        Raises:
            IllegalActionError: If it is not possible now.
            SessionError: If it cannot be saved; nothing has happened then.
        """
        self.check_turn(action)
        if isinstance(action, Agree):
            raise IllegalActionError(action, "a draw has to be offered")
        view = self._game.view(self.machine)
        player = self._player("answers")
        return self._do(action, lambda attempt: player.allows(view, attempt), comment)

    def say(self, *, allowed: bool) -> Event:
        """Answer the attempt of the machine's double agent, as the human pleases (CF-DA-1).

        Raises:
            IllegalActionError: If nothing was asked.
            SessionError: If it cannot be saved.
        """
        pending = self.pending
        if pending is None:
            raise IllegalActionError("", "nothing was asked that is answered with yes or no")
        self.pending = None
        try:
            return self._do(pending, lambda _: allowed)
        except BaseException:
            self.pending = pending
            raise

    def offer_draw(self) -> bool:
        """Offer a draw, and tell whether the machine agrees, which ends the game.

        It does after `EARLIEST_DRAW` turns, unless it holds Z or has more pieces left than the human.

        Raises:
            IllegalActionError: If it is not the human's turn.
            SessionError: If it cannot be saved.
        """
        self.check_turn(Agree())
        position = self._game.position
        holder = position.holder
        pieces = [
            sum(position.square(side, letter) is not None for letter in self.rules.letters) for side in (0, 1)
        ]
        is_ahead = pieces[self.machine] > pieces[self.me] or (
            holder is not None and holder[0] == self.machine
        )
        if is_ahead or position.turns < EARLIEST_DRAW:
            return False
        self._do(Agree())
        return True

    def check_turn(self, action: Action) -> None:
        """Make sure that it is the human's turn to do something.

        Raises:
            IllegalActionError: If it is not.
        """
        if self.is_over:
            reason = "the game is over"
        elif self.pending is not None:
            reason = "first the double agent's attempt needs an answer, yes or no"
        elif self._game.position.decider != self.me or (
            isinstance(action, Agree | Resign) and self._is_replying
        ):
            reason = "it is not your turn to do that"
        else:
            return
        raise IllegalActionError(action, reason)

    # --- The machine -------------------------------------------------------------------------------

    def machine_acts(self) -> Event | None:
        """Let the machine do what it chooses, from nothing but what its side may see.

        Returns:
            What came of it; None if its double agent tries something, which the human has to answer first.

        Raises:
            IllegalActionError: If it is not the machine's turn.
            SessionError: If it cannot be saved.
        """
        if not self.is_machine_next:
            raise IllegalActionError("", "it is not the machine's turn")
        view = self._game.view(self.machine)
        action = self._player(f"move {len(view.events)}").choose(view)
        if not isinstance(action, Attempt):
            return self._do(action)
        diagram = self._game.diagram(self.machine, action.letter)
        if diagram is None or not diagram.is_double_agent:
            return self._do(action)
        self._game.verify(action)
        self.pending = action
        try:
            self._keep()
        except BaseException:
            self.pending = None
            raise
        return None

    def _player(self, purpose: str) -> Player:
        """Return a player for one decision, so that a match that was interrupted goes on as it would have."""
        from deduce.confusion.players.named import make_player

        seed = drawn(self.seed, purpose).getrandbits(31)
        return make_player(self.level.player, self.rules, seed, time=self.level.seconds)

    # --- What happens, and keeping it --------------------------------------------------------------

    def _do(self, action: Action, agent: Callable[[Attempt], bool] | None = None, comment: str = "") -> Event:
        before = self._comment
        event = self._game.push(action, agent=agent)
        self._comment = " ".join(filter(None, (before, comment)))
        try:
            self._keep()
        except BaseException:
            self._game.pop()
            self._comment = before
            raise
        return event

    def _keep(self) -> None:
        """Save the game as the human may see it, and with both deals when it is over."""
        game, compass = self._game, self._setup.compass
        steps = list(self._steps())
        cell = with_comment(write_cell(steps, compass), self._comment) if steps else ""
        record = self._with_headers(self.record, {BEGUN: "", ASKED: ""})
        is_done = bool(steps) and (steps[0][0].turns != game.position.turns or self.is_over)
        if is_done:
            record = record.with_texts([*record.texts, cell])
            dealt = zip(self.rules.sides, self.deals or (), strict=False)
            record = self._with_headers(record, {name: _deal_text(deal) for name, deal in dealt})
        elif cell:
            record = self._with_headers(record, {BEGUN: cell})
        if self.pending is not None:
            step = (game.position, Event(self.machine, self.pending, SILENT))
            record = self._with_headers(record, {ASKED: write_cell([step], compass)})
        self.keep(record)
        if is_done:
            self._begin, self._comment = len(game.events), ""

    @staticmethod
    def _with_headers(record: Record[Moment], headers: Mapping[str, str]) -> Record[Moment]:
        """Return a record with headers set, and those without a value left out."""
        document = record.document
        for key, value in headers.items():
            document = document.with_header(key, value) if value else document.without_header(key)
        return record if document is record.document else record.with_document(document)

    def _resume(self) -> None:
        """Come to where the file stands, making sure that every answer in it follows from the deals.

        Raises:
            ConfusionError: If it does not.
        """
        setup, others = self._setup, self.record.begun.others
        for event in self.record.now.events:
            if self._again(event.action, allowed=event.answer.allowed).answer != event.answer:
                reason = f"what is answered to {event.action} is not what the diagrams say"
                raise IllegalActionError("", reason)
        self._begin = len(self._game.events)
        begun = read_cell(others.get(BEGUN, ""))
        for part in begun.parts:
            self._repeat(part)
        self._comment = begun.comment
        asked = read_cell(others.get(ASKED, "")).parts
        if asked:
            self.pending = self._attempt(asked[0])
            self._game.verify(self.pending)
        known = zip(setup.deals, setup.dealt, self._game.deals, strict=True)
        if any(part is not None and deal != dealt for deal, part, dealt in known):
            raise IllegalActionError("", "the deal in it is not the one of its seed")

    def _again(self, action: Action, *, allowed: bool) -> Event:
        """Do something as it was done, with what was answered for a double agent."""
        return self._game.push(action, agent=lambda _: allowed)

    def _attempt(self, part: Part) -> Attempt:
        """Return the attempt that stands in the file."""
        attempt = attempt_of(part, self._game, self._setup.compass)
        if attempt is None:
            message = f"{part.text}: nobody holds Z"
            raise LookupError(message)
        return attempt

    def _repeat(self, part: Part) -> None:
        """Do again what stands in the file as a part of the turn that is not over."""
        game = self._game
        if part.action is not None:
            game.push(part.action)
            return
        self._again(self._attempt(part), allowed=part.allowed)
        if part.plus and game.position.stage.offer is not None:
            game.push(PromotionReply(part.plus != "+-"))
        if part.gift and game.position.stage.gift:
            game.push(GiftReply(part.gift != "0"))


def new_match(
    path: Path,
    rules: Rules,
    me: int,
    first: int,
    number: int,
    *,
    seed: int | None = None,
    seconds: float | None = None,
    placement: Mapping[str, Square] | None = None,
    diagrams_file: str = "",
    date: str = "",
) -> Match:
    """Begin a match and save it.

    Args:
        path: The file to save it in.
        rules: The rules.
        me: The side of the human; the compass is its own.
        first: The side that starts.
        number: The number of the level.
        seed: What the deals follow from; by default nobody knows.
        seconds: How long the machine thinks about each move instead of what the level says.
        placement: Where the human places its pieces (CF-VAR-4), as it sees them; by default at random.
        diagrams_file: The file that the diagrams come from, for the record.
        date: The date, for the record.

    Raises:
        RulesError: If the placement is wrong.
        SessionError: If there is no such level, or the file cannot be written.
    """
    level = level_of(number, seconds)
    if seed is None:
        seed = any_seed()
    placements = _placements(rules, seed, me, placement)
    known: list[Deal | None] = list(_deals(rules, seed))
    known[me] = None
    headers = {ME: rules.sides[me], MATCH: written(number, seed, seconds)}
    headers |= {"Date": date} if date else {}
    headers |= {"Diagrams": diagrams_file} if diagrams_file else {}
    game = Game(rules, (known[0], known[1]), first, placements)
    text = record_text(game, headers=headers, compass=me, left=me)
    options = {"diagrams": rules.diagrams}
    record = parse_record(CONFUSION, text, name=str(path), folder=path.parent, options=options)
    save(path, text)
    return Match(path, record, me, number, level, seed)


def open_match(path: Path, seconds: float | None = None) -> Match:
    """Go on with a match.

    Args:
        path: Its file.
        seconds: How long the machine thinks about each move from now on.

    Raises:
        RecordError: If it cannot be read.
        SessionError: If it is no match, or was changed so that it does not follow from its seed any more.
    """
    return resumed(path, read_record(path), seconds)


def resumed(path: Path, record: Record[Moment], seconds: float | None = None) -> Match:
    """Go on with a match whose record was read.

    Args:
        path: Its file.
        record: What is in it.
        seconds: How long the machine thinks about each move from now on.

    Raises:
        SessionError: If it is no match, or was changed so that it does not follow from its seed any more.
    """
    others = record.begun.others
    found = _MATCH.fullmatch(others.get(MATCH, ""))
    if found is None or ME not in others:
        message = f"{path} is no match against the machine; deduce confusion table goes on with other games"
        raise SessionError(message)
    if record.misfits:
        message = f"{path} cannot go on: {record.misfits[0]}"
        raise SessionError(message)
    number, seed = int(found["level"]), int(found["seed"])
    try:
        written = None if found["time"] is None else float(found["time"])
        level = level_of(number, written if seconds is None else seconds)
        match = Match(path, record, record.now.rules.side(others[ME]), number, level, seed)
        match._resume()  # noqa: SLF001 - nobody else begins in the middle
    except (ConfusionError, LookupError, ValueError) as error:
        message = f"{path} cannot go on: {error}; was it changed by hand?"
        raise SessionError(message) from None
    return match


def _deal_text(deal: Deal) -> str:
    return " ".join(f"{key}{deal[key]}" for key in sorted(deal))


def kept_text(rules: Rules, seed: int, deal: Deal) -> str:
    """Return a deal as it is kept in the file of a match: nobody reads in it which piece is what."""
    return " ".join(str(deal[letter]) for letter in _order(rules, seed))


def _order(rules: Rules, seed: int) -> list[str]:
    letters = [*rules.letters]
    drawn(seed, KEPT).shuffle(letters)
    return letters


def _dealt(record: Record[Moment], me: int, seed: int) -> tuple[Deal, Deal]:
    """Return both deals: what follows from the seed, or what was kept.

    Raises:
        ValueError: If what was kept is no deal.
        LookupError: If the machine's is missing beside it.
    """
    setup, kept = record.now.setup, record.begun.others.get(KEPT)
    if kept is None:
        return _deals(setup.rules, seed)
    own = dict(zip(_order(setup.rules, seed), map(int, kept.split()), strict=True))
    theirs = setup.deals[1 - me]
    if theirs is None:
        message = "the machine's deal is missing"
        raise LookupError(message)
    return (own, theirs) if me == 0 else (theirs, own)


def written(number: int, seed: int, seconds: float | None) -> str:
    """Return what a match is, for its header."""
    return f"level {number}, seed {seed}" + ("" if seconds is None else f", time {seconds}")


def any_seed() -> int:
    """Return a seed that nobody knows."""
    return random.SystemRandom().randrange(10**9)


def drawn(seed: int, purpose: str) -> random.Random:
    """Return a generator for one purpose; what it gives tells nothing about those for other purposes."""
    return random.Random(f"{purpose} of {seed}")  # noqa: S311 - a game, not a secret


def _deals(rules: Rules, seed: int) -> tuple[Deal, Deal]:
    draw = drawn(seed, "deals")
    return random_deal(rules, draw), random_deal(rules, draw)


def _placements(
    rules: Rules, seed: int, me: int, placement: Mapping[str, Square] | None
) -> tuple[Mapping[str, Square] | None, Mapping[str, Square] | None]:
    if not rules.free_placement:
        return (placement, None) if me == 0 else (None, placement)
    draw = drawn(seed, "placements")
    placed: list[Mapping[str, Square]] = [random_placement(rules, draw, side) for side in (0, 1)]
    if placement is not None:
        placed[me] = placement
    return placed[0], placed[1]
