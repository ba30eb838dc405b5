"""The headers of a battle: edition, house rules, sides, armies, packs, sites.

What makes it impossible to go on raises a `RecordError` with the line; a header that resembles one of these
is named, and any other is only kept.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.cards.edition import Edition, edition
from deduce.cards.engine.ledger import Ledger, Objective, Worth
from deduce.cards.engine.packs import Deck, Pack
from deduce.cards.language import language_of
from deduce.cards.notation.words import plain
from deduce.cards.ranks import LETTERS, RANKS, parse_card, seen_of
from deduce.cards.record.armies import ArmyError, read_army, standard_army
from deduce.errors import DeduceError, IntakeError, did_you_mean, nearest
from deduce.intake.numbers import quoted, share_of
from deduce.tabletop.errors import RecordError
from deduce.tabletop.keys import is_key
from deduce.tabletop.kind import Begun, Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.cards.engine.units import Unit
    from deduce.tabletop.document import Header

__all__ = ["KEYS", "NEW", "SEAL", "SIDES", "SITES", "begin"]

SIDES = ("Blue", "Red")
"""What the sides are called unless the header says otherwise."""
SITES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
KEYS = ("Game", "Edition", "House", "Sides", "First", "Pack", "Seal", "Sites", "Worth", "Language", "Units")
"""The headers that mean something; the names of the sides are headers as well."""
SEAL = "Seal"
"""The header of the seal of packs that the tool turns."""
NEW = "new"
"""What stands there until a battle begins that gets a seal."""
FREE_KEYS = frozenset({"Players", "Date", "Place", "Event", "Title", "Note", "Site"})
MOST_SITES = 9
MOST_CARDS = 999
NAME = re.compile(r"[^\W\d_][\w'-]{1,19}")
PIQUET = frozenset(LETTERS.index(letter) + 1 for letter in "a789tjqk")
"""The ranks of a pack of 32 cards."""
CHANGED = re.compile(r"([+-])(10|[1-9atjqkvdr])")


def begin(source: Source) -> Begun[Ledger]:
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
            if key in self.headers:
                message = f"{header.key} stands there twice; take one out"
                raise RecordError(message, source.name, header.line)
            self.headers[key] = header

    def begun(self) -> Begun[Ledger]:
        self._game()
        rules = self._edition()
        sides = self._sides()
        armies = self._armies(sides, rules)
        first = self._first(sides)
        decks, seal = self._packs(rules)
        ledger = Ledger(
            edition=rules,
            sides=sides,
            roster=(*armies[0], *armies[1]),
            packs=(Pack(decks[0]), Pack(decks[1])),
            balls=_balls(rules, armies),
            sites=tuple(Objective(name) for name in self._sites(rules)),
            active=first,
            seal=seal,
            worth=self._worth(),
            language=self._language(rules),
        )
        return Begun(ledger, sides, also={"left": 0, "right": 1}, others=self._others(sides))

    def _value(self, key: str) -> str:
        return self.headers[key].value.strip() if key in self.headers else ""

    def _wrong(self, key: str, message: str) -> RecordError:
        return RecordError(f"{key} = {message}", self.source.name, self.headers[key].line)

    # --- One header each -------------------------------------------------------------------------------

    def _game(self) -> None:
        game = plain(self._value("Game"))
        if game not in {"", "cards"}:
            message = f"{quoted(self._value('Game'))}: this is a record of another game"
            raise self._wrong("Game", message)

    def _edition(self) -> Edition:
        name, house = self._value("Edition") or "en", self._value("House")
        try:
            return edition(name, house, self.source.folder)
        except DeduceError as error:
            wrong = "House" if house and _is_fine(name, self.source) else "Edition"
            if wrong not in self.headers:
                raise RecordError(str(error), self.source.name) from None
            message = f"{self._value(wrong)[:80]}: {error}"
            raise self._wrong(wrong, message) from None

    def _sides(self) -> tuple[str, str]:
        text = self._value("Sides")
        if not text:
            return SIDES
        names = [name.strip() for name in text.split(",")]
        if len(names) != 2 or plain(names[0]) == plain(names[1]):
            message = f"{quoted(text)}: name the two sides, such as Blue, Red"
            raise self._wrong("Sides", message)
        for name in names:
            if not NAME.fullmatch(name) or name in KEYS or name in FREE_KEYS:
                message = (
                    f"{quoted(name)} cannot be the name of a side; write one word of at least two letters"
                )
                raise self._wrong("Sides", message)
        return names[0], names[1]

    def _armies(self, sides: tuple[str, str], rules: Edition) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
        found = []
        without = plain(self._value("Units")) in {"none", "no", "aucune"}
        if self._value("Units") and not without:
            message = f"{quoted(self._value('Units'))}: write none to keep only the cards, or leave it out"
            raise self._wrong("Units", message)
        for side, name in enumerate(sides):
            key = next((key for key in self.headers if plain(key) == plain(name)), "")
            if not key:
                found.append(() if without else standard_army(rules, side))
                continue
            try:
                found.append(read_army(self.headers[key].value, side))
            except ArmyError as error:
                raise self._wrong(key, f"...: {error}") from None
        both = {unit.letter for unit in found[0]} & {unit.letter for unit in found[1]}
        if both:
            letter = min(both)
            key = next((key for key in self.headers if plain(key) == plain(sides[1])), "")
            message = f"...: {letter} is a unit of {sides[0]} already; give every unit a letter of its own"
            raise (
                self._wrong(key, message)
                if key
                else RecordError(f"{sides[1]}: {message.removeprefix('...: ')}", self.source.name)
            )
        return found[0], found[1]

    def _first(self, sides: tuple[str, str]) -> int:
        text = self._value("First")
        if not text:
            return 0
        begun = [side for side, name in enumerate(sides) if plain(name).startswith(plain(text))]
        if len(begun) != 1:
            message = f"{quoted(text)}: {did_you_mean(text, sides)}"
            raise self._wrong("First", message)
        return begun[0]

    def _packs(self, rules: Edition) -> tuple[tuple[Deck, Deck], str]:
        usual = rules.table("deck.cards")
        seal = self._value(SEAL)
        if seal and not is_key(seal):
            message = (
                f"{quoted(seal)}: the program writes 64 hexadecimal digits; without this line the cards are "
                "turned on the table"
            )
            raise self._wrong(SEAL, message)
        text = self._value("Pack")
        if not text:
            return (usual, usual), seal
        parts = [part.strip() for part in text.split(",")]
        if len(parts) > 2:
            message = f"{quoted(text)}: name one pack for both sides or one for each, such as 52, 52 -k"
            raise self._wrong("Pack", message)
        decks = [self._deck(part, usual) for part in parts]
        return (decks[0], decks[-1]), seal

    def _deck(self, text: str, usual: Deck) -> Deck:
        words = plain(text).split()
        size = sum(usual)
        if not words or not re.fullmatch(r"\d{1,3}", words[0]):
            message = f"{quoted(text)}: write how many cards, such as {size} or 32, and what is missing, as in {size} -k"
            raise self._wrong("Pack", message)
        count = int(words[0])
        if count and count % size == 0:
            counts = [each * (count // size) for each in usual]
        elif count == 4 * len(PIQUET):
            counts = [4 if rank in PIQUET else 0 for rank in RANKS]
        else:
            message = (
                f"{quoted(words[0])}: there are packs of {size}, of {4 * len(PIQUET)} and several of {size}; "
                f"what is missing stands behind, as in {size} -k"
            )
            raise self._wrong("Pack", message)
        for word in words[1:]:
            changed = CHANGED.fullmatch(word)
            rank = seen_of(parse_card(changed[2])) if changed else None
            if changed is None or rank is None:
                message = f"{quoted(word)} is no card more or less; write such as -k or +3"
                raise self._wrong("Pack", message)
            counts[rank - 1] += 1 if changed[1] == "+" else -1
            if counts[rank - 1] < 0:
                message = f"{quoted(word)}: there are not so many of that rank"
                raise self._wrong("Pack", message)
        return tuple(counts)

    def _sites(self, rules: Edition) -> tuple[str, ...]:
        text = self._value("Sites")
        count = int(rules.number("sites.count"))
        if not text:
            return tuple(SITES[:count])
        names = [name.strip() for name in text.split(",")]
        if len(names) == 1 and names[0].isdigit() and len(names[0]) < 3:
            names = list(SITES[: int(names[0])])
        if len(names) > MOST_SITES or not all(names):
            message = (
                f"{quoted(text)}: name the sites, at most {MOST_SITES}, such as village, bridge, rise, woods"
            )
            raise self._wrong("Sites", message)
        return tuple(names)

    def _worth(self) -> Worth:
        text = self._value("Worth")
        if not text:
            return Worth()
        words = text.replace(",", " ").split()
        if len(words) != len(Worth._fields):
            message = f"{quoted(text)}: write what a killed man, a confused man and a broken unit are worth: 1 1/2 2"
            raise self._wrong("Worth", message)
        try:
            return Worth(*(str(share_of(word, "a weight", most=MOST_CARDS)) for word in words))
        except IntakeError as error:
            raise self._wrong("Worth", f"{quoted(text)}: {error.reason}") from None

    def _language(self, rules: Edition) -> str:
        try:
            return language_of(self._value("Language"), rules)
        except DeduceError as error:
            raise self._wrong("Language", str(error)) from None

    def _others(self, sides: tuple[str, str]) -> Mapping[str, str]:
        """Return the headers that mean nothing to the rules; one that looks like a misspelling is named."""
        known = {plain(key) for key in (*KEYS, *sides)}
        found = {}
        for key, header in self.headers.items():
            if plain(key) in known:
                continue
            near = nearest(key, (*KEYS, *sides))
            if key not in FREE_KEYS and near is not None and len(key) > 3:
                message = f"there is no header {quoted(key)}; {did_you_mean(key, (*KEYS, *sides))}"
                raise RecordError(message, self.source.name, header.line)
            found[key] = header.value
        return found


def _is_fine(name: str, source: Source) -> bool:
    """Tell whether an edition can be read without the house rules."""
    try:
        edition(name, "", source.folder)
    except DeduceError:
        return False
    return True


def _balls(rules: Edition, armies: tuple[tuple[Unit, ...], tuple[Unit, ...]]) -> tuple[int, int]:
    """Return how many balls each side starts with (CC-SET-6)."""
    stock = int(rules.number("balls.stock"))
    if rules.choice("CC-SET-6") == "player":
        return stock, stock
    left, right = (stock * sum(unit.cannon for unit in army) for army in armies)
    return left, right
