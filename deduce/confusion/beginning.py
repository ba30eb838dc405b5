"""How a game of Confusion begins at the table: the three questions, and the record that they make."""

from __future__ import annotations

import datetime as dt
import random
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from deduce.confusion.engine.diagrams import load_diagrams
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import random_game
from deduce.confusion.errors import RulesError
from deduce.confusion.notation.deals import deal_text, read_pairs
from deduce.confusion.record.layout import TwoColumns
from deduce.confusion.record.setup import ME, read_placement
from deduce.confusion.record.writer import record_text
from deduce.tabletop.document import parse_document
from deduce.tabletop.errors import SessionError
from deduce.tabletop.kind import Prompt

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from deduce.confusion.record.moment import Moment
    from deduce.tabletop.record import Record

T = TypeVar("T")

__all__ = ["check_resumed", "interview", "new_record", "other_rules", "random_record", "rules_of", "today"]


def rules_of(wanted: Mapping[str, Any]) -> Rules:
    """Return the rules that were asked for.

    Args:
        wanted: What was asked for: `ruleset`, `variants`, `tokens` and the file of the `diagrams`.

    Raises:
        RulesError: If they do not go together.
        DataError: If the diagrams cannot be read.
    """
    path = wanted.get("diagrams")
    return Rules.of(
        wanted.get("ruleset") or "classic",
        variants=_variants_of(wanted.get("variants") or ""),
        tokens=bool(wanted.get("tokens")),
        diagrams=None if path is None else load_diagrams(path),
    )


def _variants_of(text: str) -> list[int]:
    """Read a list of variants.

    Raises:
        RulesError: If it is none.
    """
    words = text.replace(",", " ").replace(";", " ").split()
    if not all(word.isdecimal() and len(word) < 10 for word in words):
        message = f"--variants {text[:40]!r}: it must be a list of numbers such as 2,5"
        raise RulesError(message)
    return [int(word) for word in words]


def today() -> str:
    """Return the date as records have it."""
    return dt.datetime.now().astimezone().date().isoformat()


def interview(wanted: Mapping[str, Any]) -> Generator[Prompt, str, str]:
    """Ask which side the companion sits with, who starts, the opponent's diagrams, and for placements.

    Args:
        wanted: What was asked for, as `rules_of` takes it.

    Returns:
        The record's text.
    """
    rules = rules_of(wanted)
    me = yield from _side(rules, "Which side are you", rules.sides[0])
    first = yield from _side(rules, "Who starts", rules.sides[me])
    letters, them = rules.letters, rules.sides[1 - me]
    example = f"{letters[0]}6 {letters[1]} crab ..."
    question = f"{them}'s diagrams as you see them, such as {example} (Enter: later, with deal)? "
    deal = yield from _asked(question, partial(_deal, rules, 1 - me))
    named = "" if wanted.get("diagrams") is None else str(wanted["diagrams"].resolve())
    placed: dict[str, str] = {}
    for side in (me, 1 - me) if rules.free_placement else ():
        name = rules.sides[side]
        where = f"Where {name}'s pieces stand, as {name} sees it, such as A3,1 C4,1 ..."
        question = f"{where} (Enter: later, with placement)? "
        text = yield from _asked(question, partial(_placed, rules, side))
        placed |= {f"Placement {name}": text} if text else {}
    return new_record(rules, me, first, deal or None, diagrams_file=named, date=today(), headers=placed)


def _asked(question: str, read: Callable[[str], T]) -> Generator[Prompt, str, T]:
    """Ask until what is answered makes sense."""
    complaint = ""
    while True:
        text = yield Prompt(question, complaint)
        try:
            return read(text)
        except RulesError as error:
            complaint = str(error)


def _deal(rules: Rules, side: int, text: str) -> dict[str, int]:
    """Read as much of a deal as is said; what can be worked out of it is added."""
    pairs = {letter: number for letter, number in read_pairs(rules, text).items() if number is not None}
    return {word[0]: int(word[1:]) for word in deal_text(rules, side, pairs).split()}


def _placed(rules: Rules, side: int, text: str) -> str:
    if text:
        read_placement(rules, side, text)
    return text.upper()


def check_resumed(record: Record[Moment], wanted: Mapping[str, Any]) -> None:
    """Make sure that a game that goes on is not taken for one by other rules.

    Raises:
        SessionError: If it was asked for other rules than those of the record.
    """
    if other_rules(record.now.rules, wanted):
        message = f"{record.name} is a game by other rules already; leave the options out to go on with it"
        raise SessionError(message)


def other_rules(rules: Rules, wanted: Mapping[str, Any]) -> list[str]:
    """Return in what the rules that were asked for, if any were, differ from those of a game."""
    usual = wanted.get("ruleset") in {None, "", "classic"}
    if usual and not any(wanted.get(name) for name in ("variants", "tokens", "diagrams")):
        return []
    asked = rules_of(wanted)
    return [
        name
        for name in ("ruleset", "variants", "tokens", "diagrams")
        if getattr(asked, name) != getattr(rules, name)
    ]


def _side(rules: Rules, question: str, default: str) -> Generator[Prompt, str, int]:
    complaint = ""
    one, other = rules.sides
    while True:
        text = (yield Prompt(f"{question}, {one} or {other}? ({default}) ", complaint)) or default
        found = [name for name in rules.sides if name.casefold().startswith(text.casefold())]
        if len(found) == 1:
            return rules.sides.index(found[0])
        complaint = f"{text!r} is neither {one} nor {other}"


def random_record(seed: int, wanted: Mapping[str, Any], *, plies: int | None, french: bool) -> str:
    """Return the record of a random game.

    Args:
        seed: The same number gives the same game.
        wanted: What was asked for, as `rules_of` takes it.
        plies: After so many turns the game is left as it stands.
        french: Whether to call the sides as the source does.

    Raises:
        RulesError: If the rules do not go together.
        DataError: If the diagrams cannot be read.
    """
    game = random_game(rules_of(wanted), random.Random(seed), plies=plies)  # noqa: S311 - a game, not a secret
    headers = {"Title": f"random game {seed}"}
    if wanted.get("diagrams") is not None:
        headers = {"Diagrams": str(wanted["diagrams"].resolve()), **headers}
    return record_text(game, headers=headers, french=french)


def new_record(
    rules: Rules,
    me: int,
    first: int,
    deal: Mapping[str, int] | None = None,
    *,
    diagrams_file: str = "",
    date: str = "",
    headers: Mapping[str, str] | None = None,
) -> str:
    """Return the record of a game that begins.

    Args:
        rules: The rules.
        me: The side that the companion sits with; the compass is its own.
        first: The side that starts.
        deal: The opponent's diagrams, which this side sees, as far as they are entered; None if none is.
        diagrams_file: The file that the diagrams come from.
        date: The date.
        headers: Further headers.

    Raises:
        RulesError: If the deal is wrong.
    """
    found = {ME: rules.sides[me]}
    found |= {"Date": date} if date else {}
    found |= {"Diagrams": diagrams_file} if diagrams_file else {}
    text = record_text(Game(rules, first=first), headers={**found, **(headers or {})}, compass=me, left=me)
    if not deal:
        return text
    return (
        parse_document(text, TwoColumns())
        .with_header(rules.sides[1 - me], deal_text(rules, 1 - me, deal))
        .text
    )
