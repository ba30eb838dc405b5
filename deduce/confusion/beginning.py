"""How a game of Confusion begins at the table: the three questions, and the record that they make."""

from __future__ import annotations

import datetime as dt
import random
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from deduce.confusion.engine.diagrams import load_diagrams
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.rulesets import ruleset_name
from deduce.confusion.engine.simulation import random_game
from deduce.confusion.errors import RulesError
from deduce.confusion.notation.deals import deal_text, read_pairs
from deduce.confusion.record.file_names import file_name_written
from deduce.confusion.record.layout import TwoColumns
from deduce.confusion.record.setup import ME, read_numbers, read_placement, read_square
from deduce.confusion.record.writer import record_text
from deduce.intake.numbers import quoted
from deduce.tabletop.document import parse_document
from deduce.tabletop.errors import SessionError
from deduce.tabletop.interview import asked
from deduce.tabletop.kind import Prompt
from deduce.tabletop.paths import real_path

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from deduce.confusion.record.moment import Moment
    from deduce.tabletop.record import Record

__all__ = [
    "check_resumed",
    "interview",
    "new_record",
    "option_name",
    "other_rules",
    "random_record",
    "rules_of",
    "today",
]

T = TypeVar("T")
OPTIONS = {
    "ruleset": "ruleset",
    "variants": "variants",
    "tokens": "tokens",
    "handicap": "handicap",
    "second_attempt": "may_waive",
    "columns_off": "off_columns",
    "x_square": "layout",
    "diagrams": "diagrams",
}
"""What can be asked for when a game begins, with the field of the rules that it decides."""


def rules_of(wanted: Mapping[str, Any]) -> Rules:
    """Return the rules that were asked for.

    Args:
        wanted: What was asked for, by the names of the options: those in `OPTIONS`.

    Raises:
        RulesError: If they do not go together.
        DataError: If the diagrams cannot be read.
    """
    path, square = wanted.get("diagrams"), wanted.get("x_square") or ""
    columns = wanted.get("columns_off") or ""
    rules = Rules.of(
        wanted.get("ruleset") or "classic",
        variants=_said("variants", read_numbers, wanted.get("variants") or ""),
        tokens=bool(wanted.get("tokens")),
        diagrams=None if path is None else load_diagrams(path),
        off_columns=_said("columns_off", read_numbers, columns) if columns else None,
        agent_square=_said("x_square", read_square, square) if square else None,
        handicap=wanted.get("handicap") or "",
        second_attempt=str(wanted.get("second_attempt") or "").casefold(),
    )
    if columns and not rules.off_columns:
        message = "--columns-off belongs to variant 2 of espionage, which is not played here"
        raise RulesError(message)
    return rules


def option_name(name: str) -> str:
    """Return an option as it is typed in the shell.

    Examples:
        >>> option_name("x_square")
        '--x-square'
    """
    return f"--{name.replace('_', '-')}"


def _said(name: str, read: Callable[[str], T], text: str) -> T:
    """Read what was said for an option.

    Raises:
        RulesError: If it makes no sense.
    """
    try:
        return read(text)
    except RulesError as error:
        message = f"{option_name(name)} is {error}"
        raise RulesError(message) from None


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
    deal = yield from asked(question, partial(_deal, rules, 1 - me, {}))
    while deal and len(deal) < len(letters):
        missing = " ".join(letter for letter in letters if letter not in deal)
        question = f"{len(deal)} of {len(letters)} are entered; missing {missing} (Enter: later, with deal)? "
        more = yield from asked(question, partial(_deal, rules, 1 - me, deal))
        if more == deal:
            break
        deal = more
    named = "" if wanted.get("diagrams") is None else str(real_path(wanted["diagrams"]))
    placed: dict[str, str] = {}
    for side in (me, 1 - me) if rules.free_placement else ():
        name = rules.sides[side]
        where = f"Where {name}'s pieces stand, as {name} sees it, such as A3,1 C4,1 ..."
        question = f"{where} (Enter: later, with placement)? "
        text = yield from asked(question, partial(_placed, rules, side))
        placed |= {f"Placement {name}": text} if text else {}
    return new_record(rules, me, first, deal or None, diagrams_file=named, date=today(), headers=placed)


def _deal(rules: Rules, side: int, known: Mapping[str, int], text: str) -> dict[str, int]:
    """Read as much of a deal as is said beside what is known; what can be worked out of it is added."""
    said = {letter: number for letter, number in read_pairs(rules, text).items() if number is not None}
    pairs = {**known, **said}
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
    usual = ruleset_name(wanted.get("ruleset") or "classic") == "classic"
    if usual and not any(wanted.get(name) for name in OPTIONS if name != "ruleset"):
        return []
    asked = rules_of(wanted)
    # The layout is another one by another ruleset as well, which is told by the ruleset's own name.
    compared = (name for name in OPTIONS if name != "x_square" or wanted.get(name))
    return [name for name in compared if getattr(asked, OPTIONS[name]) != getattr(rules, OPTIONS[name])]


def _side(rules: Rules, question: str, default: str) -> Generator[Prompt, str, int]:
    complaint = ""
    one, other = rules.sides
    while True:
        text = (yield Prompt(f"{question}, {one} or {other}? ({default}) ", complaint)) or default
        found = [name for name in rules.sides if name.casefold().startswith(text.casefold())]
        if len(found) == 1:
            return rules.sides.index(found[0])
        complaint = f"{quoted(text)} is neither {one} nor {other}"


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
        headers = {"Diagrams": file_name_written(str(real_path(wanted["diagrams"]))), **headers}
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
    found |= {"Diagrams": file_name_written(diagrams_file)} if diagrams_file else {}
    text = record_text(Game(rules, first=first), headers={**found, **(headers or {})}, compass=me, left=me)
    if not deal:
        return text
    return (
        parse_document(text, TwoColumns())
        .with_header(rules.sides[1 - me], deal_text(rules, 1 - me, deal))
        .text
    )
