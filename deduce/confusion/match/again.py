"""A match that begins in the middle of a recorded game: what happened stays, and from there it is played on.

A deal that the record does not have is drawn from those that are left, each exactly as likely as it is. The
human's is kept to the match like that of any other, so that the match can be gone on with later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Unread
from deduce.confusion.engine.game import Game
from deduce.confusion.match.levels import level_of
from deduce.confusion.match.match import KEPT, begun, kept_text, lots_of
from deduce.confusion.record.file_names import file_name_read, file_name_written
from deduce.errors import DeduceError
from deduce.tabletop.errors import SessionError
from deduce.tabletop.paths import holds_something, real_path

if TYPE_CHECKING:
    from pathlib import Path

    from deduce.confusion.engine.game import Deal
    from deduce.confusion.knowledge.agents import AgentModel
    from deduce.confusion.match.lots import Lots
    from deduce.confusion.match.match import Match
    from deduce.confusion.record.moment import Moment
    from deduce.tabletop.record import Record

__all__ = ["match_from"]

DIAGRAMS = "Diagrams"
"""The header of the file that the diagrams come from."""


def match_from(
    path: Path,
    record: Record[Moment],
    count: int,
    number: int,
    model: AgentModel,
    *,
    seed: int | None = None,
    date: str = "",
    keys: Path | None = None,
) -> Match:
    """Begin a match at a moment of a game, with the human on the side that is to move there, and save it.

    Args:
        path: The file to save it in; nothing may be in it yet.
        record: The record of the game, which stays as it is.
        count: After how many of its turns the match begins.
        number: The number of the machine's level.
        model: How double agents are taken to have been answered for, where deals are drawn.
        seed: What is drawn follows from it, which is no secret then; by default from a key nobody knows.
        date: The date, for the record.
        keys: The folder that the key is kept in until the game is over; by default the user's.

    Raises:
        SessionError: If nobody can play on from there, there is no such level, or nothing can be written.
        RecordError: If the file of the diagrams cannot be read any more.
    """
    moment, lots = record.at(count), lots_of(seed)
    level_of(number)
    if holds_something(path):
        message = f"{path} is there already; choose another name"
        raise SessionError(message)
    _check(record, moment, count)
    me, setup = moment.position.turn, moment.setup
    deals = _deal(moment, 0, model, lots), _deal(moment, 1, model, lots)
    game = Game(setup.rules, deals, setup.first, setup.placements)
    for event in moment.events:
        game.push(event.action, event.answer)
    headers = {KEPT: kept_text(setup.rules, lots, deals[me])}
    headers |= {"Date": date} if date else {}
    for header in record.document.headers:
        if header.key.casefold() == DIAGRAMS.casefold():
            file = real_path(record.folder / file_name_read(header.value))
            headers[DIAGRAMS] = file_name_written(str(file))
    return begun(path, game, me, number, lots, headers, keys=keys)


def _check(record: Record[Moment], moment: Moment, count: int) -> None:
    """Make sure that it can be played on from a moment.

    Raises:
        SessionError: If it cannot.
    """
    setup = moment.setup
    if moment.begun:
        message = "a turn is begun here and not over; prev steps back to where it can be played on"
    elif any(known and deal is None for known, deal in zip(setup.dealt, setup.deals, strict=True)):
        message = "a deal is only known in part; complete it with deal at the table, or take it out"
    elif moment.outcome is not None:
        message = "the game is over here; prev steps back to where it can be played on"
    elif record.options.get("diagrams") is not None:
        message = "a match is only played by diagrams that the record names; write Diagrams = FILE into it"
    elif any(isinstance(event.action, Unread) for event in moment.events):
        message = "before this a turn is missing or cannot be read, so nobody can play on from here"
    elif _clashes(moment):
        message = (
            f"the answers of the first {count} turns contradict the deals, so nobody can play on from here"
        )
    else:
        return
    raise SessionError(message)


def _clashes(moment: Moment) -> bool:
    """Tell whether an answer is not what a known diagram gives."""
    setup = moment.setup
    game = Game(setup.rules, setup.deals, setup.first, setup.placements)
    for event in moment.events:
        truth = game.answer(event.action)
        if truth not in {None, event.answer}:
            return True
        game.push(event.action, event.answer)
    return False


def _deal(moment: Moment, side: int, model: AgentModel, lots: Lots) -> Deal:
    """Return the deal of a side: the one in the record, or one of those that are left.

    Raises:
        SessionError: If none is left.
    """
    known = moment.setup.deals[side]
    if known is not None:
        return known
    sheet = moment.sheet(side, model)
    try:
        (deal,) = sheet.sample(1, lots.word(sheet.title))
    except DeduceError:
        message = f"no deal fits what was noted of {sheet.title}, so nobody can play on from here"
        raise SessionError(message) from None
    return deal
