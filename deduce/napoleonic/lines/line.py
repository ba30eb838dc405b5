"""Lines taken apart: the units that one is about, its words in English, whether somebody insists on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.ruling.languages import Words
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.body import Body

__all__ = ["INSIST", "INSIST_ON", "Line", "body_named", "line_of", "side_named", "split", "written"]

INSIST = "!"
"""What stands behind a line of which the table decided otherwise than the rules."""
INSIST_ON = Words(
    "; put a ! behind the line if the table decided otherwise",
    " ; mettez un ! derrière la ligne si la table en a décidé autrement",
)
"""What is said behind that which the rules object to."""
FRENCH = {
    "ligne": "line", "colonne": "column", "carre": "square", "tirailleurs": "skirmish",
    "demi-tour": "about", "quart-de-tour": "quarter-turn", "conversion": "wheel", "forcee": "forced",
    "reformer": "re-form", "reforme": "re-form", "rallie": "rally", "rallier": "rally", "atteler": "limber",
    "maison": "house", "quitte": "leave", "quitter": "leave", "bouge": "moved", "surpris": "surprised",
    "bougent": "moved", "surprise": "surprised", "reagit": "react", "melee": "melee", "libre": "free",
    "disparu": "gone",
    "disparue": "gone", "fini": "done", "renonce": "drop", "debut": "start", "cours": "course", "est": "is",
    "prend": "takes", "tous": "all", "toutes": "all", "flanc": "flank", "ordre": "order", "etat": "state",
    "figurines": "figures", "terrain": "ground", "nouvelle": "new", "nouveau": "new", "jeu": "play",
    "quarts": "quarters", "demis": "halves", "periodes": "periods", "finie": "over", "termine": "over",
}  # fmt: skip
"""French words of lines, without their accents, and what the record writes instead."""


@dataclass(frozen=True)
class Line:
    """A line, taken apart.

    Attributes:
        bodies: The units that it begins with.
        words: What stands behind them, in small letters and without accents, French words in English.
        raw: The same as it was typed.
        is_forced: Whether a ! stands behind it: the table decided so.
    """

    bodies: tuple[Body, ...]
    words: tuple[str, ...]
    raw: tuple[str, ...] = ()
    is_forced: bool = False

    @property
    def verb(self) -> str:
        """The first word behind the units; "" if there is none."""
        return self.words[0] if self.words else ""

    @property
    def names(self) -> str:
        """The names of the units, as they are written."""
        return " ".join(body.name for body in self.bodies)


def split(text: str) -> tuple[str, str]:
    """Return a line and its comment apart; "" for none.

    Examples:
        >>> split("5 line  # behind the crest")
        ('5 line', '# behind the crest')
    """
    line, sign, comment = text.partition("#")
    return line.strip(), f"# {comment.strip()}" if sign and comment.strip() else ""


def line_of(battle: Battle, text: str) -> Line:
    """Take a line apart; of units that are not there none are found.

    Args:
        battle: How the battle stands.
        text: The line, without its comment.
    """
    is_forced = text.rstrip().endswith(INSIST)
    words = text.rstrip().removesuffix(INSIST).replace(",", " ").split()
    known = {plain(name): body for name, body in battle.bodies.items()}
    bodies: list[Body] = []
    while words and plain(words[0]) in known:
        bodies.append(known[plain(words.pop(0))])
    english = tuple(FRENCH.get(plain(word), plain(word)) for word in words)
    each = {body.name: body for body in bodies}
    return Line(tuple(each.values()), english, tuple(words), is_forced)


def written(line: Line, *words: str) -> str:
    """Return a line as the record writes it.

    Args:
        line: The line, for its units and whether somebody insists.
        words: What stands behind the units.
    """
    return " ".join(filter(None, [line.names, *words, INSIST if line.is_forced else ""]))


def body_named(battle: Battle, name: str) -> Body:
    """Return a unit by its name.

    Raises:
        LineError: If there is none.
    """
    for known, body in battle.bodies.items():
        if plain(known) == plain(name):
            return body
    message = f"there is no unit {quoted(name)}; {did_you_mean(name, battle.bodies)}"
    raise LineError(message)


def side_named(sides: Iterable[str], name: str) -> int | None:
    """Return the side that a word names, if only by its beginning; None if it names none or both."""
    names = [*map(plain, sides)]
    word = plain(name.strip())
    if word in names:
        return names.index(word)
    begun = [number for number, side in enumerate(names) if word and side.startswith(word)]
    return begun[0] if len(begun) == 1 else None
