"""How a battle begins at the table: a few questions, each with an answer that Enter gives."""

from __future__ import annotations

import datetime as dt
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from deduce.intake.characters import plain
from deduce.napoleonic.book import PRINTED, book_of
from deduce.napoleonic.lines.passing import play_named
from deduce.napoleonic.record.armies import army_text, read_army
from deduce.napoleonic.record.setup import SIDES, language_named, read_me, read_sides
from deduce.tabletop.errors import LineError, SessionError
from deduce.tabletop.headers import headers_text
from deduce.tabletop.interview import asked
from deduce.tabletop.paths import real_path

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.body import Body
    from deduce.ruling.law import Law
    from deduce.tabletop.kind import Prompt
    from deduce.tabletop.record import Record

__all__ = ["check_resumed", "interview"]

T = TypeVar("T")
EXAMPLES = ("FR formed; 3 cav light column 12; 5 inf line column 18", "EN; e2 inf line regular line 18")
UMPIRE = "Umpire"


def interview(wanted: Mapping[str, Any]) -> Generator[Prompt, str, str]:
    """Ask whose record it is and which units there are; what was asked for is not asked again.

    Args:
        wanted: What was asked for: `rules`, `house`, `sides`, `me`, `umpire`, `play`, `language`.

    Returns:
        The record's text.
    """
    said = {
        name: str(wanted.get(name) or "") for name in ("rules", "house", "sides", "me", "play", "language")
    }
    sides = _option("sides", read_sides, said["sides"]) if said["sides"] else SIDES
    me = _option("me", lambda text: read_me(text, sides), said["me"]) if said["me"] else None
    play = _option("play", play_named, said["play"]) if said["play"] else ""
    language = _option("language", language_named, said["language"]) if said["language"] else ""
    question = "Rules: printed, or a file of your own (.toml)? (printed) "
    name = said["rules"] or (yield from asked(question, _rules))
    book = book_of(name, said["house"])
    headers = {"Game": "napoleonic"}
    headers |= {} if name == PRINTED else {"Rules": str(real_path(Path(name)))}
    headers |= {"House": said["house"]} if said["house"] else {}
    headers |= {"Sides": ", ".join(sides)}
    if not said["me"] and not wanted.get("umpire"):
        question = f"Whose record is it, {sides[0]}, {sides[1]} or Umpire? ({sides[0]}) "
        me = yield from asked(question, lambda text: read_me(text, sides) if text else 0)
    headers["Me"] = UMPIRE if me is None or wanted.get("umpire") else sides[me]
    headers |= {"Language": language} if language else {}
    headers |= {"Play": play} if play else {}
    headers["Date"] = dt.datetime.now().astimezone().date().isoformat()
    taken: dict[str, str] = {}
    for side, called in enumerate(sides):
        question = f"{called}'s units, such as {EXAMPLES[side]}? "
        army = yield from asked(question, partial(_army, side, book.law, taken))
        taken |= {plain(body.name): called for body in army}
        headers[called] = army_text(army, book.law)
    return headers_text(headers)


def _option(name: str, read: Callable[[str], T], text: str) -> T:
    """Read what was asked for; what is wrong with it is said with its name."""
    try:
        return read(text)
    except LineError as error:
        message = f"--{name} {error}"
        raise LineError(message) from None


def _rules(said: str) -> str:
    name = said or PRINTED
    book_of(name)
    return name


def _army(side: int, law: Law, taken: Mapping[str, str], said: str) -> tuple[Body, ...]:
    army = read_army(said, side, law)
    for body in army:
        if plain(body.name) in taken:
            whose = taken[plain(body.name)]
            message = f"{body.name} is a unit of {whose} already; give every unit a name of its own"
            raise LineError(message)
    return army


def check_resumed(record: Record[Battle], wanted: Mapping[str, Any]) -> None:
    """Make sure that a battle that goes on is the one that was asked for.

    Args:
        record: The battle.
        wanted: What was asked for, as `interview` takes it.

    Raises:
        SessionError: If it is another one.
    """
    battle: Battle = record.begun.state
    said = {
        name: str(wanted.get(name) or "") for name in ("rules", "house", "sides", "me", "play", "language")
    }
    other = []
    if said["rules"] and Path(said["rules"]).name != Path(battle.book.name).name:
        other.append("rules")
    if said["house"]:
        house = book_of(battle.book.name, said["house"], record.folder).house
        other += ["house"] * (house != battle.book.house)
    if said["sides"] and [*map(plain, _option("sides", read_sides, said["sides"]))] != [
        *map(plain, battle.sides)
    ]:
        other.append("sides")
    if said["me"] and _option("me", lambda text: read_me(text, battle.sides), said["me"]) != battle.me:
        other.append("me")
    other += ["umpire"] * bool(wanted.get("umpire") and battle.me is not None)
    if said["play"] and _option("play", play_named, said["play"]) is not battle.clock.play:
        other.append("play")
    if said["language"] and _option("language", language_named, said["language"]) != battle.language:
        other.append("language")
    if other:
        options = ", ".join(f"--{name}" for name in other)
        message = f"{record.name} is another battle already; leave {options} out to go on with it"
        raise SessionError(message)
