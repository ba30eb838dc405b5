"""The headers of a battle: rules, house rules, sides, whose record it is, units, how it is played.

What makes it impossible to go on raises a `RecordError` with the line; a header that resembles one of these
is named, and any other is only kept.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
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
from deduce.tabletop.headers import Headers, two_sides
from deduce.tabletop.kind import Begun, Source

if TYPE_CHECKING:
    from deduce.napoleonic.body import Body
    from deduce.napoleonic.hidden.odds import Priors

__all__ = ["KEYS", "SIDES", "begin", "language_named", "read_me", "read_sides"]

SIDES = ("French", "English")
"""What the sides are called unless the header says otherwise."""
KEYS = ("Game", "Rules", "House", "Sides", "Me", "Language", "Play", "Army list")
"""The headers that mean something; the names of the sides are headers as well."""
FREE_KEYS = ("Players", "Date", "Place", "Event", "Title", "Note")
UMPIRE = frozenset({"umpire", "arbitre"})


def read_sides(text: str) -> tuple[str, str]:
    """Read what the two sides are called.

    Raises:
        LineError: If that are not two names, or one of them means something else.
    """
    return two_sides(text, ", ".join(SIDES), (*KEYS, *FREE_KEYS, *UMPIRE, "draw"))


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


class _Headers(Headers):
    """The headers, one after the other."""

    def __init__(self, source: Source) -> None:
        super().__init__(source, KEYS, FREE_KEYS)

    def begun(self) -> Begun[Battle]:
        self._game()
        book = self._book()
        sides = self.read("Sides", read_sides, SIDES)
        bodies = self._armies(sides, book)
        first: int | None = 0
        me = self.read("Me", partial(read_me, sides=sides), first)
        battle = Battle(
            book=book,
            sides=sides,
            me=me,
            bodies={body.name: body for body in bodies},
            clock=Clock(play=self.read("Play", play_named, Play.HALVES)),
            language=self.read("Language", language_named, LANGUAGES[0]),
            priors=self._priors(book),
        )
        return Begun(
            battle,
            sides,
            me=me or 0,
            others=self.others(sides, lambda text: ";" in text),
            reading={"book": book},
            read_from=frozenset({"Rules", "House"}),
        )

    # --- One header each -------------------------------------------------------------------------------

    def _game(self) -> None:
        text = self.value("Game")
        if text and plain(text) not in {"napoleonic", "napoleonien"}:
            message = f"{quoted(text)}: this is no record of the Napoleonic chapters; write Game = napoleonic"
            raise self.wrong("Game", message)

    def _book(self) -> Book:
        known = self.source.options.get("book")
        if isinstance(known, Book):
            return known
        name, house = self.value("Rules") or PRINTED, self.value("House")
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
        return self.wrong(key, f"{quoted(self.value(key))}: {error}")

    def _armies(self, sides: tuple[str, str], book: Book) -> tuple[Body, ...]:
        found: dict[str, Body] = {}
        for side, name in enumerate(sides):
            key = self.key_of(name)
            if not key:
                continue
            try:
                army = read_army(self.headers[key].value, side, book.law)
            except ArmyError as error:
                raise self.wrong(key, f"...: {error}") from None
            both = next((body.name for body in army if plain(body.name) in found), None)
            if both is not None:
                message = f"...: {both} is a unit of {sides[0]} already; give every unit a name of its own"
                raise self.wrong(key, message)
            found |= {plain(body.name): body for body in army}
        return tuple(found.values())

    def _priors(self, book: Book) -> Priors:
        text = self.value("Army list")
        try:
            return read_priors(book.law, text) if text else EQUAL
        except LineError as error:
            raise self.wrong("Army list", f"...: {error}") from None
