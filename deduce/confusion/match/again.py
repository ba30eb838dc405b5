"""A match that begins in the middle of a recorded game: what happened stays, and from there it is played on.

A deal that the record does not have is drawn from those that are left, each exactly as likely as it is. The
human's is kept to the match like that of any other, so that the match can be gone on with later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Unread
from deduce.confusion.engine.game import Game
from deduce.confusion.kind import CONFUSION
from deduce.confusion.match.match import KEPT, MATCH, any_seed, kept_text, level_of, resumed, written
from deduce.confusion.record.setup import ME
from deduce.confusion.record.writer import record_text
from deduce.errors import DeduceError
from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import save
from deduce.tabletop.paths import holds_something
from deduce.tabletop.record import parse_record

if TYPE_CHECKING:
    from pathlib import Path

    from deduce.confusion.engine.game import Deal
    from deduce.confusion.knowledge.agents import AgentModel
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
) -> Match:
    """Begin a match at a moment of a game, with the human on the side that is to move there, and save it.

    Args:
        path: The file to save it in; nothing may be in it yet.
        record: The record of the game, which stays as it is.
        count: After how many of its turns the match begins.
        number: The number of the machine's level.
        model: How double agents are taken to have been answered for, where deals are drawn.
        seed: What is drawn follows from it; by default nobody knows.
        date: The date, for the record.

    Raises:
        SessionError: If nobody can play on from there, there is no such level, or the file cannot be written.
        RecordError: If the file of the diagrams cannot be read any more.
    """
    moment, drawn_from = record.at(count), any_seed() if seed is None else seed
    level_of(number)
    if holds_something(path):
        message = f"{path} is there already; choose another name"
        raise SessionError(message)
    _check(record, moment, count)
    me, setup = moment.position.turn, moment.setup
    deals = [_deal(moment, side, model, drawn_from) for side in (0, 1)]
    shown: list[Deal | None] = [*deals]
    shown[me] = None
    game = Game(setup.rules, (shown[0], shown[1]), setup.first, setup.placements)
    for event in moment.events:
        game.push(event.action, event.answer)
    headers = {
        ME: setup.rules.sides[me],
        MATCH: written(number, drawn_from, None),
        KEPT: kept_text(setup.rules, drawn_from, deals[me]),
    }
    headers |= {"Date": date} if date else {}
    for header in record.document.headers:
        if header.key.casefold() == DIAGRAMS.casefold():
            headers[DIAGRAMS] = str((record.folder / header.value).resolve())
    text = record_text(game, headers=headers, compass=me, left=me)
    match = resumed(path, parse_record(CONFUSION, text, name=str(path), folder=path.parent))
    save(path, text)
    return match


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


def _deal(moment: Moment, side: int, model: AgentModel, seed: int) -> Deal:
    """Return the deal of a side: the one in the record, or one of those that are left.

    Raises:
        SessionError: If none is left.
    """
    known = moment.setup.deals[side]
    if known is not None:
        return known
    sheet = moment.sheet(side, model)
    try:
        (deal,) = sheet.sample(1, f"{sheet.title} of {seed}")
    except DeduceError:
        message = f"no deal fits what was noted of {sheet.title}, so nobody can play on from here"
        raise SessionError(message) from None
    return deal
