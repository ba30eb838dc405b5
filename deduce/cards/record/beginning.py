"""How a battle begins at the table: a few questions, each with an answer that Enter gives."""

from __future__ import annotations

import datetime as dt
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from deduce.cards.edition import EDITIONS, edition_of
from deduce.cards.notation.parts import side_of
from deduce.cards.notation.words import plain
from deduce.cards.record.armies import army_text, read_army, standard_army
from deduce.cards.record.setup import (
    AGREED,
    HANDICAP,
    MACHINE,
    NEW,
    SEAL,
    SIDES,
    inequalities,
    read_sides,
)
from deduce.errors import DeduceError
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError, SessionError
from deduce.tabletop.headers import headers_text
from deduce.tabletop.interview import asked
from deduce.tabletop.paths import real_path

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.units import Unit
    from deduce.tabletop.kind import Prompt
    from deduce.tabletop.record import Record

__all__ = ["check_resumed", "interview"]

T = TypeVar("T")
PACKS = {"": False, "own": False, "tool": True}
"""What can be said of the packs, and whether the tool turns their cards then."""


class _AnswerError(DeduceError):
    """An answer makes no sense."""


def interview(wanted: Mapping[str, Any]) -> Generator[Prompt, str, str]:
    """Ask by which edition, who starts and which armies; what was asked for is not asked again.

    Args:
        wanted: What was asked for: `edition`, `house`, `sides`, `first`, `packs`, `solo`, `only_cards`.

    Returns:
        The record's text.
    """
    _turns(str(wanted.get("packs") or ""))
    name = str(wanted.get("edition") or "")
    if not name:
        name = yield from asked("Which edition, en or fr? (en) ", _edition)
    house = str(wanted.get("house") or "")
    rules = edition_of(name, house)
    sides = _sides(str(wanted.get("sides") or ""))
    headers = {"Game": "cards", "Edition": name if name in EDITIONS else str(real_path(Path(name)))}
    headers |= {"House": house} if house else {}
    headers |= {"Sides": ", ".join(sides)} if wanted.get("sides") else {}
    alone = str(wanted.get("solo") or "")
    if alone and wanted.get("only_cards"):
        message = "--solo needs units that the machine can play with; leave --only-cards out"
        raise _AnswerError(message)
    headers |= {MACHINE: sides[_side(sides, alone)]} if alone else {}
    headers |= {SEAL: NEW} if _turns(str(wanted.get("packs") or "")) else {}
    headers["Date"] = dt.datetime.now().astimezone().date().isoformat()
    if wanted.get("only_cards"):
        return headers_text({**headers, "Units": "none"})
    first = str(wanted.get("first") or "")
    question = f"Who starts, {sides[0]} or {sides[1]}? ({sides[0]}) "
    chosen = _side(sides, first) if first else (yield from asked(question, partial(_side, sides)))
    headers["First"] = sides[chosen]
    armies: list[tuple[Unit, ...]] = []
    for side, called in enumerate(sides):
        usual = standard_army(rules, side)
        question = f"{called}'s units, such as {army_text(usual)} (Enter: these)? "
        army = yield from asked(question, partial(_army, side, usual, armies))
        armies.append(army)
        headers[called] = army_text(army)
    unequal = inequalities(sides, *armies)
    if unequal:
        question = f"{'; '.join(unequal)} (CC-SET-4). Is that agreed, y or n? (y) "
        is_agreed = yield from asked(question, _is_yes)
        headers |= {HANDICAP: AGREED} if is_agreed else {}
    return headers_text(headers)


def _is_yes(said: str) -> bool:
    if plain(said) not in {"", "y", "yes", "o", "oui", "n", "no", "non"}:
        message = f"{quoted(said)} is neither y nor n"
        raise _AnswerError(message)
    return plain(said)[:1] != "n"


def check_resumed(record: Record[Ledger], wanted: Mapping[str, Any]) -> None:
    """Make sure that a battle that goes on is the one that was asked for.

    Args:
        record: The battle.
        wanted: What was asked for, as `interview` takes it.

    Raises:
        SessionError: If it is another one.
    """
    ledger = record.begun.state
    said = {
        name: str(wanted.get(name) or "") for name in ("edition", "house", "sides", "first", "packs", "solo")
    }
    other = ["edition"] * (said["edition"] not in {"", ledger.edition.name})
    if said["house"]:
        house = edition_of(ledger.edition.name, said["house"], record.folder).house
        other += ["house"] * (house != ledger.edition.house)
    if said["sides"]:
        other += ["sides"] * ([*map(plain, _sides(said["sides"]))] != [*map(plain, ledger.sides)])
    for name, side in (("first", ledger.active), ("solo", ledger.machine)):
        other += [name] * bool(said[name] and _side(ledger.sides, said[name]) != side)
    other += ["packs"] * bool(said["packs"] and _turns(said["packs"]) != bool(ledger.seal))
    other += ["only-cards"] * bool(wanted.get("only_cards") and ledger.roster)
    if other:
        options = ", ".join(f"--{name}" for name in other)
        message = f"{record.name} is another battle already; leave {options} out to go on with it"
        raise SessionError(message)


def _edition(said: str) -> str:
    name = plain(said) if plain(said) in EDITIONS else said
    words = {
        "": "en",
        "e": "en",
        "english": "en",
        "anglais": "en",
        "f": "fr",
        "french": "fr",
        "francais": "fr",
    }
    name = words.get(plain(said), name)
    edition_of(name)
    return name


def _sides(text: str) -> tuple[str, str]:
    try:
        return read_sides(text) if text else SIDES
    except LineError as error:
        message = f"--sides {error}"
        raise _AnswerError(message) from None


def _turns(said: str) -> bool:
    """Read whose packs they are: whether the tool turns the cards."""
    if plain(said) not in PACKS:
        message = f"--packs {quoted(said)}: write own for cards on the table, or tool if the tool turns them"
        raise _AnswerError(message)
    return PACKS[plain(said)]


def _side(sides: tuple[str, str], said: str) -> int:
    if not said:
        return 0
    side = side_of(said, sides)
    if side is None:
        message = f"{quoted(said)} is neither {sides[0]} nor {sides[1]}"
        raise _AnswerError(message)
    return side


def _army(side: int, usual: tuple[Unit, ...], before: list[tuple[Unit, ...]], said: str) -> tuple[Unit, ...]:
    army = read_army(said, side) if said else usual
    taken = {unit.letter for units in before for unit in units}
    both = next((unit.letter for unit in army if unit.letter in taken), None)
    if both is not None:
        message = f"{both} is a unit of the other side already; give every unit a letter of its own"
        raise _AnswerError(message)
    if not army:
        message = "name at least one unit, such as a inf 12 odf"
        raise _AnswerError(message)
    return army
