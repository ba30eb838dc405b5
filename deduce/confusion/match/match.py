"""A match against the machine: dealt from a key, saved after every step, and nobody sees too much.

The whole game with both deals stays inside the match. The player of either side is shown a
`View`, in which its own diagrams are not, and so is the file until the game is over: a match that goes on
later deals again from its key, which is kept elsewhere (`keys`), or from the seed that was asked for.
"""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import SILENT, Agree, Attempt, GiftReply, PromotionReply, Resign
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.simulation import random_placement
from deduce.confusion.engine.turns import Event
from deduce.confusion.errors import ConfusionError, IllegalActionError
from deduce.confusion.kind import CONFUSION, read_record
from deduce.confusion.match.keys import drop_key, key_of, keys_folder, new_key
from deduce.confusion.match.levels import Level, level_of
from deduce.confusion.match.lots import Lots
from deduce.confusion.notation.cells import read_cell, write_cell
from deduce.confusion.notation.typed import with_comment
from deduce.confusion.record.file_names import file_name_written
from deduce.confusion.record.following import attempt_of
from deduce.confusion.record.moment import Moment
from deduce.confusion.record.seal import OPENED, SEALED, UNSEALED, deal_words, is_key, seal_of
from deduce.confusion.record.setup import ME
from deduce.confusion.record.writer import record_text
from deduce.errors import IntakeError
from deduce.intake.numbers import whole_of
from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import save
from deduce.tabletop.record import parse_record
from deduce.tabletop.saved import KeptRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.directions import Square
    from deduce.confusion.engine.game import Deal, Placements
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.engine.view import View
    from deduce.confusion.notation.cells import Part
    from deduce.confusion.players.player import Player
    from deduce.confusion.record.setup import Setup
    from deduce.tabletop.record import Record

__all__ = [
    "KEPT",
    "MATCH",
    "Match",
    "begun",
    "kept_text",
    "lots_of",
    "new_match",
    "open_match",
    "resumed",
]

MATCH = "Match"
"""The header of the level and, where one was asked for, the seed."""
KEPT = "Kept"
"""The header of the human's deal where it does not follow from the lots, in an order that does."""
BEGUN = "Begun"
"""The header of what was done of a turn that is not over yet."""
ASKED = "Asked"
"""The header of the attempt of the machine's double agent that is not answered yet."""
EARLIEST_DRAW = 40
"""The turns before which the machine agrees to no draw."""
_MATCH = re.compile(
    r"level (?P<level>\d{1,3})(?:, seed (?P<seed>-?\d{1,4000}))?(?:, time (?P<time>[\d.e+-]{1,30}))?",
    re.ASCII,
)


class Match(KeptRecord[Moment]):
    """A game of a human against the machine.

    What was heard cannot be unheard, so nothing can be taken back.

    Attributes:
        path: The file.
        record: What is in it: all that the human may know, and both deals when the game is over.
        me: The side of the human.
        number: The number of the machine's level.
        level: The level, with the time to think.
        lots: What the deals and all that the machine draws follow from.
        pending: The attempt of the machine's double agent that the human has to answer now (CF-DA-1).
    """

    def __init__(
        self,
        path: Path,
        record: Record[Moment],
        me: int,
        number: int,
        level: Level,
        lots: Lots,
        keys: Path | None = None,
    ) -> None:
        super().__init__(path, record, me)
        self.number: int = number
        self.level: Level = level
        self.lots: Lots = lots
        self._keys = keys
        self.pending: Attempt | None = None
        setup = self._setup
        dealt = _dealt(record, me, lots)
        # Before anything is judged by the deals: what is wrong with them would tell of them.
        if lots.key and seal_of(lots.key, setup.rules, dealt, setup.placements) != self._seal:
            raise IllegalActionError("", "its deals and placements are not those that were sealed")
        self._game = Game(setup.rules, dealt, setup.first, setup.placements)
        self._begin = 0
        self._comment = ""

    @property
    def _setup(self) -> Setup:
        return self.record.now.setup

    @property
    def _seal(self) -> str:
        """What stands in the file as the seal; "" in files from before there were any."""
        return self.record.begun.others.get(SEALED, "")

    @property
    def seed(self) -> int | None:
        """The seed that was asked for; None if nobody knows what the deals follow from."""
        return self.lots.seed

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

        seed = self.lots.drawn(purpose).getrandbits(31)
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
            record = self._with_headers(record, self._come_to_light())
        elif cell:
            record = self._with_headers(record, {BEGUN: cell})
        if self.pending is not None:
            step = (game.position, Event(self.machine, self.pending, SILENT))
            record = self._with_headers(record, {ASKED: write_cell([step], compass)})
        self.keep(record)
        if is_done:
            self._begin, self._comment = len(game.events), ""
        self._throw_key_away()

    def _come_to_light(self) -> dict[str, str]:
        """Return the headers of both deals and the key, once the game is over."""
        found = {
            name: deal_words(deal) for name, deal in zip(self.rules.sides, self.deals or (), strict=False)
        }
        return {**found, OPENED: self.lots.key} if found and self.lots.key else found

    def _throw_key_away(self) -> None:
        """Throw the key away once it stands in the file."""
        if self.is_over and self._keys is not None and is_key(self._seal):
            drop_key(self._keys, self._seal)

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
        if setup.deals[self.machine] is None:
            raise IllegalActionError("", "the machine's deal is missing or not whole")
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
            raise IllegalActionError("", "the deal in it is not the one that was dealt")
        if self.is_over and self.lots.key and OPENED not in others:
            # Somebody else ended it in the file, such as an editor.
            self.keep(self._with_headers(self.record, self._come_to_light()))
        self._throw_key_away()

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
    keys: Path | None = None,
) -> Match:
    """Begin a match and save it.

    Args:
        path: The file to save it in.
        rules: The rules.
        me: The side of the human; the compass is its own.
        first: The side that starts.
        number: The number of the level.
        seed: What the deals follow from, which is no secret then; by default a key that nobody knows.
        seconds: How long the machine thinks about each move instead of what the level says.
        placement: Where the human places its pieces (CF-VAR-4), as it sees them; by default at random.
        diagrams_file: The file that the diagrams come from, for the record.
        date: The date, for the record.
        keys: The folder that the key is kept in until the game is over; by default the user's.

    Raises:
        RulesError: If the placement is wrong.
        SessionError: If there is no such level, or the file or the key cannot be written.
        RecordError: If the diagrams cannot be read again from their file.
    """
    lots = lots_of(seed)
    game = Game(rules, _deals(rules, lots), first, _placements(rules, lots, me, placement))
    headers = {"Date": date} if date else {}
    headers |= {"Diagrams": file_name_written(diagrams_file)} if diagrams_file else {}
    return begun(path, game, me, number, lots, headers, seconds=seconds, keys=keys)


def begun(
    path: Path,
    game: Game,
    me: int,
    number: int,
    lots: Lots,
    headers: Mapping[str, str],
    *,
    seconds: float | None = None,
    keys: Path | None = None,
) -> Match:
    """Begin a match with a game in which both deals are known, and save it.

    It is read from its text before that, as it will be when it goes on.

    Args:
        path: The file to save it in.
        game: The game so far.
        me: The side of the human; the compass is its own.
        number: The number of the level.
        lots: What is drawn from.
        headers: Further headers.
        seconds: How long the machine thinks about each move instead of what the level says.
        keys: The folder that the key is kept in until the game is over; by default the user's.

    Raises:
        SessionError: If there is no such level, the match could not go on, or nothing can be written.
        RecordError: If the diagrams cannot be read again from their file.
    """
    rules = game.rules
    level_of(number, seconds)
    seal = _seal(lots, rules, game) if lots.key else UNSEALED
    found = {ME: rules.sides[me], MATCH: _written(number, lots, seconds), SEALED: seal, **headers}
    text = record_text(_shown_to(me, game), headers=found, compass=me, left=me)
    folder = keys_folder() if keys is None and lots.key else keys
    with contextlib.ExitStack() as stack:
        if folder is not None and lots.key:
            stack.enter_context(new_key(folder, seal, lots.key, path))
        record = parse_record(CONFUSION, text, name=str(path), folder=path.parent)
        if record.now.rules != rules:
            message = f"{path}: a match is only played by rules that its file can name, diagrams among them"
            raise SessionError(message)
        match = resumed(path, record, keys=folder)
        save(path, text)
        match.file.take(match.file.look())
    return match


def open_match(path: Path, seconds: float | None = None, keys: Path | None = None) -> Match:
    """Go on with a match.

    Args:
        path: Its file.
        seconds: How long the machine thinks about each move from now on.
        keys: The folder of the keys; by default the user's.

    Raises:
        RecordError: If it cannot be read.
        SessionError: If it is no match, its key is gone, or it was changed so that it does not follow from
            that any more.
    """
    return resumed(path, read_record(path), seconds, keys)


def resumed(
    path: Path, record: Record[Moment], seconds: float | None = None, keys: Path | None = None
) -> Match:
    """Go on with a match whose record was read.

    Args:
        path: Its file.
        record: What is in it.
        seconds: How long the machine thinks about each move from now on.
        keys: The folder of the keys; by default the user's.

    Raises:
        SessionError: If it is no match, its key is gone, or it was changed so that it does not follow from
            that any more.
    """
    others = record.begun.others
    found = _MATCH.fullmatch(others.get(MATCH, ""))
    if found is None or ME not in others:
        message = f"{path} is no match against the machine; deduce confusion table goes on with other games"
        raise SessionError(message)
    if record.misfits:
        message = f"{path} cannot go on: {record.misfits[0]}"
        raise SessionError(message)
    seal, folder = others.get(SEALED, UNSEALED), keys
    if found["seed"] is not None:
        lots = Lots(int(found["seed"]))
    else:
        folder = keys_folder() if folder is None else folder
        lots = Lots(key=others[OPENED] if OPENED in others else key_of(folder, seal, path))
    try:
        written = None if found["time"] is None else float(found["time"])
        level = level_of(int(found["level"]), written if seconds is None else seconds)
        me = record.now.rules.side(others[ME])
        match = Match(path, record, me, int(found["level"]), level, lots, folder)
        match._resume()  # noqa: SLF001 - nobody else begins in the middle
    except (ConfusionError, LookupError, ValueError) as error:
        message = f"{path} cannot go on: {error}; was it changed by hand?"
        raise SessionError(message) from None
    return match


def kept_text(rules: Rules, lots: Lots, deal: Deal) -> str:
    """Return a deal as it is kept in the file of a match: nobody reads in it which piece is what."""
    return " ".join(str(deal[letter]) for letter in _order(rules, lots))


def _order(rules: Rules, lots: Lots) -> list[str]:
    letters = [*rules.letters]
    lots.drawn(KEPT).shuffle(letters)
    return letters


def _dealt(record: Record[Moment], me: int, lots: Lots) -> tuple[Deal, Deal]:
    """Return both deals: what follows from the lots, or what was kept.

    Raises:
        ValueError: If what was kept is no deal.
        LookupError: If the machine's is missing beside it.
    """
    setup, kept = record.now.setup, record.begun.others.get(KEPT)
    if kept is None:
        return _deals(setup.rules, lots)
    own = dict(zip(_order(setup.rules, lots), map(_number, kept.split()), strict=True))
    theirs = setup.deals[1 - me]
    if theirs is None:
        message = "the machine's deal is missing"
        raise LookupError(message)
    return (own, theirs) if me == 0 else (theirs, own)


def _number(text: str) -> int:
    return whole_of(text, f"a diagram in {KEPT}", 0)


def _written(number: int, lots: Lots, seconds: float | None) -> str:
    """Return what a match is, for its header."""
    seed = "" if lots.seed is None else f", seed {lots.seed}"
    return f"level {number}{seed}" + ("" if seconds is None else f", time {seconds}")


def lots_of(seed: int | None) -> Lots:
    """Return what is drawn from in a match that begins: a seed that was asked for, or what nobody knows.

    Raises:
        SessionError: If the seed is no whole number, or further from 0 than those that mean anything.
    """
    try:
        return Lots.unknown() if seed is None else Lots(whole_of(seed, "the seed"))
    except IntakeError as error:
        raise SessionError(str(error)) from None


def _deals(rules: Rules, lots: Lots) -> tuple[Deal, Deal]:
    draw = lots.drawn("deals")
    return random_deal(rules, draw), random_deal(rules, draw)


def _placements(rules: Rules, lots: Lots, me: int, placement: Mapping[str, Square] | None) -> Placements:
    if not rules.free_placement:
        return (placement, None) if me == 0 else (None, placement)
    draw = lots.drawn("placements")
    placed: list[Mapping[str, Square]] = [random_placement(rules, draw, side) for side in (0, 1)]
    if placement is not None:
        placed[me] = placement
    return placed[0], placed[1]


def _shown_to(me: int, game: Game) -> Game:
    """Return a game without the deal of a side, with all that was done in it."""
    deals = [*game.deals]
    deals[me] = None
    shown = Game(game.rules, (deals[0], deals[1]), game.first, game.placements)
    for event in game.events:
        shown.push(event.action, event.answer)
    return shown


def _seal(lots: Lots, rules: Rules, game: Game) -> str:
    """Return the seal of a game in which both deals are known."""
    first, second = game.deals
    if first is None or second is None:
        message = "a deal is missing"
        raise LookupError(message)
    return seal_of(lots.key, rules, (first, second), game.placements)
