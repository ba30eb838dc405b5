"""The headers of a battle: edition, house rules, sides, armies, packs, sites.

What makes it impossible to go on raises a `RecordError` with the line; a header that resembles one of these
is named, and any other is only kept.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.cards.edition import Edition, edition_of
from deduce.cards.engine.ledger import Ledger, Objective, Worth
from deduce.cards.engine.packs import Deck, Pack
from deduce.cards.language import language_of
from deduce.cards.notation.parts import side_of
from deduce.cards.notation.words import plain
from deduce.cards.ranks import LETTERS, RANKS, parse_card, seen_of
from deduce.cards.record.armies import ArmyError, read_army, standard_army
from deduce.errors import DeduceError, IntakeError, did_you_mean, shortened
from deduce.intake.numbers import quoted, share_of
from deduce.tabletop.errors import RecordError
from deduce.tabletop.headers import Headers, two_sides
from deduce.tabletop.keys import is_key
from deduce.tabletop.kind import Begun, Source
from deduce.tabletop.misfit import Misfit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.cards.engine.units import Unit

__all__ = [
    "AGREED",
    "HANDICAP",
    "KEYS",
    "MACHINE",
    "NEW",
    "SEAL",
    "SIDES",
    "SITES",
    "begin",
    "inequalities",
    "read_sides",
]

SIDES = ("Blue", "Red")
"""What the sides are called unless the header says otherwise."""
SITES = {
    "en": ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    "fr": ("premier", "deuxième", "troisième", "quatrième", "cinquième", "sixième", "septième", "huitième",
           "neuvième"),
}  # fmt: skip
"""What the sites are called unless the header says otherwise, by language."""
MACHINE = "Machine"
HANDICAP, AGREED = "Handicap", "agreed"
"""The header of the side that the machine plays."""
KEYS = (
    "Game",
    "Edition",
    "House",
    "Sides",
    "First",
    "Pack",
    "Seal",
    "Sites",
    "Worth",
    "Language",
    "Units",
    HANDICAP,
    MACHINE,
)
"""The headers that mean something; the names of the sides are headers as well."""
SEAL = "Seal"
"""The header of the seal of packs that the tool turns."""
NEW = "new"
"""What stands there until a battle begins that gets a seal."""
FREE_KEYS = frozenset({"Players", "Date", "Place", "Event", "Title", "Note", "Site"})
MOST_SITES = 9
MOST_CARDS = 999
PIQUET = frozenset(LETTERS.index(letter) + 1 for letter in "a789tjqk")
"""The ranks of a pack of 32 cards."""
PIQUET_SUITS = 4
CHANGED = re.compile(r"([+-])(10|[1-9atjqkvdr])")


def read_sides(text: str) -> tuple[str, str]:
    """Read what the two sides are called.

    Raises:
        LineError: If that are not two names, or one of them means something else.
    """
    return two_sides(text, "Blue, Red", (*KEYS, *FREE_KEYS))


def begin(source: Source) -> Begun[Ledger]:
    """Read the headers of a battle.

    Raises:
        RecordError: If they make no sense.
    """
    return _Headers(source).begun()


class _Headers(Headers):
    """The headers, one after the other."""

    def __init__(self, source: Source) -> None:
        super().__init__(source, KEYS, FREE_KEYS)

    def begun(self) -> Begun[Ledger]:
        self._game()
        rules = self._edition()
        sides = self.read("Sides", read_sides, SIDES)
        language = self._language(rules)
        armies = self._armies(sides, rules)
        first = self._side("First", sides) or 0
        decks, seal = self._packs(rules)
        has_commander = rules.number("army.commanders") > 0
        ledger = Ledger(
            edition=rules,
            sides=sides,
            roster=(*armies[0], *armies[1]),
            packs=(Pack(decks[0]), Pack(decks[1])),
            balls=_balls(rules, armies),
            sites=tuple(Objective(name) for name in self._sites(rules, language)),
            active=first,
            commanders=(has_commander, has_commander),
            seal=seal,
            worth=self._worth(),
            language=language,
            machine=self._machine(sides, armies),
        )
        also, others = {"left": 0, "right": 1}, self.others(sides, _is_army)
        return Begun(ledger, sides, also=also, others=others, misfits=self._unequal(ledger))

    # --- One header each -------------------------------------------------------------------------------

    def _game(self) -> None:
        game = plain(self.value("Game"))
        if game not in {"", "cards"}:
            message = f"{quoted(self.value('Game'))}: this is a record of another game"
            raise self.wrong("Game", message)

    def _edition(self) -> Edition:
        name, house = self.value("Edition") or "en", self.value("House")
        try:
            return edition_of(name, house, self.source.folder)
        except DeduceError as error:
            wrong = "House" if house and _is_fine(name, self.source) else "Edition"
            if wrong not in self.headers:
                raise RecordError(str(error), self.source.name) from None
            message = f"{shortened(self.value(wrong))}: {error}"
            raise self.wrong(wrong, message) from None

    def _armies(self, sides: tuple[str, str], rules: Edition) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
        without = plain(self.value("Units")) in {"none", "no", "aucune"}
        if self.value("Units") and not without:
            message = f"{quoted(self.value('Units'))}: write none to keep only the cards, or leave it out"
            raise self.wrong("Units", message)
        keys = [self.key_of(name) for name in sides]
        if without:
            key = keys[0] or keys[1]
            if key:
                raise self.wrong(
                    key, "...: there are no units, as Units = none says; take one of the two out"
                )
            return (), ()
        left, right = (self._army(key, side, rules) for side, key in enumerate(keys))
        both = sorted({unit.letter for unit in left} & {unit.letter for unit in right})
        if both:
            # The standard armies have no letter in common, so one of the two is named.
            key, other = (keys[1], sides[0]) if keys[1] else (keys[0], sides[1])
            message = f"...: {both[0]} is a unit of {other} already; give every unit a letter of its own"
            raise self.wrong(key, message)
        return left, right

    def _army(self, key: str, side: int, rules: Edition) -> tuple[Unit, ...]:
        """Read the units of a side, the standard ones if no header names any."""
        try:
            army = read_army(self.headers[key].value, side) if key else standard_army(rules, side)
        except ArmyError as error:
            if key:
                raise self.wrong(key, f"...: {error}") from None
            raise RecordError(str(error), self.source.name) from None
        if not army:
            raise self.wrong(key, "...: name at least one unit, such as a inf 12 odf")
        return army

    def _unequal(self, ledger: Ledger) -> tuple[Misfit, ...]:
        """Return that a side has more men or cannon than the other, unless that was agreed (CC-SET-4)."""
        if self.value(HANDICAP) and plain(self.value(HANDICAP)) != AGREED:
            message = f"{quoted(self.value(HANDICAP))}: write {AGREED}, or take the line out"
            raise self.wrong(HANDICAP, message)
        if self.value(HANDICAP):
            return ()
        found = []
        for message in inequalities(ledger.sides, ledger.of_side(0), ledger.of_side(1)):
            key = next((key for key in self.headers if plain(key) in map(plain, ledger.sides)), "")
            header = self.headers[key]
            text = shortened(f"{header.key} = {header.value}")
            remedy = f"{message}; if that is agreed, write {HANDICAP} = {AGREED}"
            found.append(Misfit(0, 0, text, remedy, header.line, 1, rule="CC-SET-4"))
        return tuple(found)

    def _side(self, key: str, sides: tuple[str, str]) -> int | None:
        """Return the side that a header names; None without it."""
        text = self.value(key)
        side = side_of(text, sides) if text else None
        if text and side is None:
            message = f"{quoted(text)}: {did_you_mean(text, sides)}"
            raise self.wrong(key, message)
        return side

    def _machine(self, sides: tuple[str, str], armies: tuple[tuple[Unit, ...], ...]) -> int | None:
        side = self._side(MACHINE, sides)
        if side is not None and not all(armies):
            message = "there are no units that it could play with; take the line out"
            raise self.wrong(MACHINE, f"{self.value(MACHINE)}: {message}")
        return side

    def _packs(self, rules: Edition) -> tuple[tuple[Deck, Deck], str]:
        usual = rules.table("deck.cards")
        seal = self.value(SEAL)
        if seal and not is_key(seal):
            message = (
                f"{quoted(seal)}: the program writes 64 hexadecimal digits; without this line the cards are "
                "turned on the table"
            )
            raise self.wrong(SEAL, message)
        text = self.value("Pack")
        if not text:
            if not sum(usual):
                message = "a pack has no cards at all; deck.cards says how many there are of each rank"
                raise RecordError(message, self.source.name)
            return (usual, usual), seal
        parts = [part.strip() for part in text.split(",")]
        if len(parts) > 2:
            message = f"{quoted(text)}: name one pack for both sides or one for each, such as 52, 52 -k"
            raise self.wrong("Pack", message)
        decks = [self._deck(part, usual) for part in parts]
        return (decks[0], decks[-1]), seal

    def _deck(self, text: str, usual: Deck) -> Deck:
        words = plain(text).split()
        size = sum(usual)
        if not words or not re.fullmatch(r"[0-9]{1,3}", words[0]):
            message = f"{quoted(text)}: write how many cards, and what is missing, such as {size} -k"
            raise self.wrong("Pack", message)
        count, piquet = int(words[0]), PIQUET_SUITS * len(PIQUET)
        if count and size and count % size == 0:
            counts = [each * (count // size) for each in usual]
        elif count == piquet:
            counts = [PIQUET_SUITS if rank in PIQUET else 0 for rank in RANKS]
        else:
            message = (
                f"{quoted(words[0])}: there are packs of {size}, of {piquet} and several of {size}; "
                f"what is missing stands behind, as in {size} -k"
            )
            raise self.wrong("Pack", message)
        for word in words[1:]:
            changed = CHANGED.fullmatch(word)
            rank = seen_of(parse_card(changed[2])) if changed else None
            if changed is None or rank is None:
                message = f"{quoted(word)} is no card more or less; write such as -k or +3"
                raise self.wrong("Pack", message)
            counts[rank - 1] += 1 if changed[1] == "+" else -1
            if counts[rank - 1] < 0:
                message = f"{quoted(word)}: there are not so many of that rank"
                raise self.wrong("Pack", message)
        if not sum(counts):
            message = f"{quoted(text)}: nothing is left of that pack"
            raise self.wrong("Pack", message)
        return tuple(counts)

    def _sites(self, rules: Edition, language: str) -> tuple[str, ...]:
        text = self.value("Sites")
        usual = SITES[language]
        if not text:
            return usual[: int(rules.number("sites.count"))]
        names = [name.strip() for name in text.split(",")]
        if re.fullmatch(r"[0-9]", text):
            names = list(usual[: int(text)])
        if len(names) > MOST_SITES or not all(names) or re.fullmatch(r"[0-9]{2,}", text):
            message = (
                f"{quoted(text)}: name the sites, at most {MOST_SITES}, such as village, bridge, rise, woods"
            )
            raise self.wrong("Sites", message)
        return tuple(names)

    def _worth(self) -> Worth:
        text = self.value("Worth")
        if not text:
            return Worth()
        words = text.replace(",", " ").split()
        if len(words) != len(Worth._fields):
            message = (
                f"{quoted(text)}: write the worth of a killed man, a confused man, a broken unit: 1 1/2 2"
            )
            raise self.wrong("Worth", message)
        try:
            return Worth(*(str(share_of(word, "a weight", most=MOST_CARDS)) for word in words))
        except IntakeError as error:
            raise self.wrong("Worth", f"{quoted(text)}: {error.reason}") from None

    def _language(self, rules: Edition) -> str:
        try:
            return language_of(self.value("Language"), rules)
        except DeduceError as error:
            raise self.wrong("Language", str(error)) from None


def _is_army(text: str) -> bool:
    """Tell whether the value of a header is an army, whatever its key is."""
    try:
        return bool(read_army(text, 0))
    except ArmyError:
        return False


def inequalities(names: Sequence[str], left: Sequence[Unit], right: Sequence[Unit]) -> tuple[str, ...]:
    """Return in what one side has more than the other, in a sentence each (CC-SET-4, DEC-10)."""
    found = []
    for what, one, other in (
        ("men", sum(unit.men for unit in left), sum(unit.men for unit in right)),
        ("cannon", sum(unit.cannon for unit in left), sum(unit.cannon for unit in right)),
    ):
        if one != other:
            found.append(f"{names[0]} has {one} {what} and {names[1]} {other}; both sides have as many")
    return tuple(found)


def _is_fine(name: str, source: Source) -> bool:
    """Tell whether an edition can be read without the house rules."""
    try:
        edition_of(name, "", source.folder)
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
