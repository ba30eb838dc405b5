"""May this be done? One line in, the verdict with its rules out, of a battle or of the book alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deduce.napoleonic.adjudicator.reading import read_asked
from deduce.napoleonic.adjudicator.telling import names_of, verdict_data, verdict_said
from deduce.napoleonic.book import PRINTED, book_of
from deduce.napoleonic.clock.facts import facts_of as known_of
from deduce.napoleonic.judging import judged
from deduce.ruling.languages import language_named
from deduce.tabletop.errors import LineError
from deduce.tabletop.said import Told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.adjudicator.reading import Asked
    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.book import Book
    from deduce.tabletop.kind import Kind
    from deduce.tabletop.look import Look

__all__ = ["can_alone", "can_told"]


def can_told(look: Look[Battle], given: Mapping[str, Any]) -> Told:
    """Tell whether something may be done in a battle, and what comes of it.

    Args:
        look: The battle.
        given: In `line` what is asked; in `lang` the language, the battle's own if nothing is said.

    Raises:
        LineError: If the line makes no sense, or other rules are named than the record's.
        RulingError: If there is no such language.
    """
    # What it imports is only needed for records.
    from deduce.tabletop.questions import facts_of, format_name

    battle = look.state
    for option in ("rules", "house"):
        if given.get(option):
            message = f"the record says by which rules it is played; leave out --{option}"
            raise LineError(message)
    line = str(given.get("line") or "")
    asked = read_asked(
        battle.book, line, battle.bodies, lambda body: known_of(battle.book, battle.clock, body)
    )
    language = language_named(str(given.get("lang") or ""), battle.language)
    return _told(battle.book, asked, language, {"format": format_name(look, "can"), **facts_of(look)}, line)


def can_alone(kind: Kind[Any], given: Mapping[str, Any]) -> Told:
    """Tell whether something may be done, by the book alone: what nobody says is asked for.

    Args:
        kind: The kind of game.
        given: In `line` what is asked; in `rules` the file of an owner, in `house` what differs from it; in
            `lang` the language.

    Raises:
        LineError: If the line makes no sense.
        RulingError: If something is wrong with the rules, or there is no such language.
    """
    book = book_of(str(given.get("rules") or PRINTED), str(given.get("house") or ""))
    line = str(given.get("line") or "")
    language = language_named(str(given.get("lang") or ""))
    head = {"format": f"deduce.{kind.name}.can/1", "rules": book.name, "house": list(book.house)}
    return _told(book, read_asked(book, line), language, head, line)


def _told(book: Book, asked: Asked, language: str, head: Mapping[str, Any], line: str) -> Told:
    judgement = judged(book, asked.action, asked.facts, names_of(book, asked))
    said = verdict_said(book, asked, judgement, language)
    text = [each.text for each in said]
    return Told(said, {**head, "line": line, **verdict_data(asked, judgement), "text": text})
