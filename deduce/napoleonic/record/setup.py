"""The headers of a battle: rules, house rules, sides, whose record it is, units, how it is played.

What makes it impossible to go on raises a `RecordError` with the line; a header that resembles one of these
is named, and any other is only kept.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean, nearest
from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.napoleonic.battle import Battle
from deduce.napoleonic.book import PRINTED, Book, book_of
from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.clock.state import Clock, Play
from deduce.napoleonic.hidden.army_list import read_priors
from deduce.napoleonic.hidden.odds import EQUAL
from deduce.napoleonic.lines.line import side_named
from deduce.napoleonic.lines.passing import play_named
from deduce.napoleonic.record.armies import ArmyError, read_army
from deduce.ruling.errors import RulingError
from deduce.ruling.languages import LANGUAGES
from deduce.tabletop.errors import LineError, RecordError
from deduce.tabletop.kind import Begun, Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.body import Body
    from deduce.napoleonic.hidden.odds import Priors
    from deduce.tabletop.document import Header

__all__ = ["KEYS", "SIDES", "begin", "language_named", "read_me", "read_sides"]

SIDES = ("French", "English")
"""What the sides are called unless the header says otherwise."""
KEYS = ("Game", "Rules", "House", "Sides", "Me", "Language", "Play", "Army list")
"""The headers that mean something; the names of the sides are headers as well."""
FREE_KEYS = ("Players", "Date", "Place", "Event", "Title", "Note")
UMPIRE = frozenset({"umpire", "arbitre"})
NAME = re.compile(r"[^\W\d_][\w'-]{1,19}")


def read_sides(text: str) -> tuple[str, str]:
    """Read what the two sides are called.

    Raises:
        LineError: If that are not two names, or one of them means something else.
    """
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or plain(names[0]) == plain(names[1]):
        message = f"{quoted(text)}: name the two sides, such as French, English"
        raise LineError(message)
    for name in names:
        if not NAME.fullmatch(name) or plain(name) in {*map(plain, (*KEYS, *FREE_KEYS)), *UMPIRE, "draw"}:
            message = f"{quoted(name)} cannot be the name of a side; write one word of at least two letters"
            raise LineError(message)
    return names[0], names[1]


def read_me(text: str, sides: tuple[str, str]) -> int | None:
    """Read whose record it is: the number of a side, None for an umpire.

    Raises:
        LineError: If it is nobody's.
    """
    if plain(text.strip()) in UMPIRE:
        return None
    side = side_named(sides, text)
    if side is None:
        message = f"{quoted(text)}: {did_you_mean(text, [*sides, 'Umpire'])}"
        raise LineError(message)
    return side


def language_named(text: str) -> str:
    """Return a language.

    Raises:
        LineError: If there is no such language.
    """
    word = plain(text.strip())
    found = {"francais": "fr", "french": "fr", "english": "en", "anglais": "en"}.get(word, word)
    if found not in LANGUAGES:
        message = f"{quoted(text)} is no language here; write {' or '.join(LANGUAGES)}"
        raise LineError(message)
    return found


def begin(source: Source) -> Begun[Battle]:
    """Read the headers of a battle.

    Raises:
        RecordError: If they make no sense.
    """
    return _Headers(source).begun()


class _Headers:
    """The headers, one after the other."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.headers: dict[str, Header] = {}
        for header in source.document.headers:
            key = next((key for key in KEYS if plain(key) == plain(header.key)), header.key)
            if plain(key) in map(plain, self.headers):
                message = f"{header.key} stands there twice; take one out"
                raise RecordError(message, source.name, header.line)
            self.headers[key] = header

    def begun(self) -> Begun[Battle]:
        self._game()
        book = self._book()
        sides = self._sides()
        bodies = self._armies(sides, book)
        me = self._me(sides)
        battle = Battle(
            book=book,
            sides=sides,
            me=me,
            bodies={body.name: body for body in bodies},
            clock=Clock(play=self._play()),
            language=self._language(),
            priors=self._priors(book),
        )
        return Begun(
            battle,
            sides,
            me=me or 0,
            others=self._others(sides),
            reading={"book": book},
            read_from=frozenset({"Rules", "House"}),
        )

    def _value(self, key: str) -> str:
        return self.headers[key].value.strip() if key in self.headers else ""

    def _wrong(self, key: str, message: str) -> RecordError:
        return RecordError(f"{key} = {message}", self.source.name, self.headers[key].line)

    # --- One header each -------------------------------------------------------------------------------

    def _game(self) -> None:
        text = self._value("Game")
        if text and plain(text) not in {"napoleonic", "napoleonien"}:
            message = f"{quoted(text)}: this is no record of the Napoleonic chapters; write Game = napoleonic"
            raise self._wrong("Game", message)

    def _book(self) -> Book:
        known = self.source.options.get("book")
        if isinstance(known, Book):
            return known
        name, house = self._value("Rules") or PRINTED, self._value("House")
        try:
            book = book_of(name, "", self.source.folder)
        except RulingError as error:
            raise self._of_rules("Rules", error) from None
        try:
            book = book_of(name, house, self.source.folder) if house else book
            calendar_of(book)
        except RulingError as error:
            raise self._of_rules("House" if house else "Rules", error) from None
        return book

    def _of_rules(self, key: str, error: RulingError) -> RecordError:
        if key not in self.headers:
            return RecordError(str(error), self.source.name)
        return self._wrong(key, f"{quoted(self._value(key))}: {error}")

    def _sides(self) -> tuple[str, str]:
        text = self._value("Sides")
        try:
            return read_sides(text) if text else SIDES
        except LineError as error:
            raise self._wrong("Sides", str(error)) from None

    def _armies(self, sides: tuple[str, str], book: Book) -> tuple[Body, ...]:
        found: dict[str, Body] = {}
        for side, name in enumerate(sides):
            key = next((key for key in self.headers if plain(key) == plain(name)), "")
            if not key:
                continue
            try:
                army = read_army(self.headers[key].value, side, book.law)
            except ArmyError as error:
                raise self._wrong(key, f"...: {error}") from None
            both = next((body.name for body in army if plain(body.name) in found), None)
            if both is not None:
                message = f"...: {both} is a unit of {sides[0]} already; give every unit a name of its own"
                raise self._wrong(key, message)
            found |= {plain(body.name): body for body in army}
        return tuple(found.values())

    def _me(self, sides: tuple[str, str]) -> int | None:
        text = self._value("Me")
        try:
            return read_me(text, sides) if text else 0
        except LineError as error:
            raise self._wrong("Me", str(error)) from None

    def _play(self) -> Play:
        text = self._value("Play")
        try:
            return play_named(text) if text else Play.HALVES
        except LineError as error:
            raise self._wrong("Play", str(error)) from None

    def _priors(self, book: Book) -> Priors:
        text = self._value("Army list")
        try:
            return read_priors(book.law, text) if text else EQUAL
        except LineError as error:
            raise self._wrong("Army list", f"...: {error}") from None

    def _language(self) -> str:
        text = self._value("Language")
        try:
            return language_named(text) if text else LANGUAGES[0]
        except LineError as error:
            raise self._wrong("Language", str(error)) from None

    def _others(self, sides: tuple[str, str]) -> Mapping[str, str]:
        """Return the headers that mean nothing to the rules; one that looks like a misspelling is named."""
        known = {plain(key) for key in (*KEYS, *sides)}
        found = {}
        for key, header in self.headers.items():
            if plain(key) in known:
                continue
            is_free = plain(key) in map(plain, FREE_KEYS)
            if not is_free and ";" in header.value:
                message = f"there is no side {quoted(key)}; there are {sides[0]} and {sides[1]}"
                raise RecordError(message, self.source.name, header.line)
            if not is_free and len(key) > 3 and nearest(key, (*KEYS, *sides)) is not None:
                message = f"there is no header {quoted(key)}; {did_you_mean(key, (*KEYS, *sides))}"
                raise RecordError(message, self.source.name, header.line)
            found[key] = header.value
        return found
