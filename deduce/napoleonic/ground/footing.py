"""What ground does to whoever goes over it: how fast, in what state, who may not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from deduce.napoleonic.movement.states import worst_of
from deduce.ruling.judgement import Question
from deduce.ruling.languages import LANGUAGES, Words
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.asking import Found
    from deduce.ruling.features import Fact
    from deduce.ruling.law import Need

__all__ = ["AXES", "Barred", "Footing", "axis", "barred", "footing", "is_road", "unclear", "uses_roads"]

AXES = ("sight", "movement", "formation", "fire", "melee", "morale")
"""What each kind of ground is described on (NAP-TERR-3)."""
NOT_GIVEN = "not-given"
"""What stands where the rules are silent."""
OPEN = "open"
ROADS = frozenset({"road", "tree-lined-road", "bridge"})
"""What gives the bonus of a road; a bridge is one (NAP-WATER-9)."""
FORMED = "formed"


class Barred(NamedTuple):
    """Why somebody may not go somewhere.

    Attributes:
        wanted: What would do.
        rules: The rules that forbid it.
    """

    wanted: Words
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Footing:
    """What a piece of ground does to a unit on it.

    Attributes:
        factor: By how much its move is multiplied; None if that is not known, or if it is crossed or entered.
        state: The state that it brings; None if that is not known.
        rules: The rules that say so.
        choices: The choices that it hangs on.
        crossed: The kind of a linear obstacle, "light" or "hard"; "" if it is none.
        questions: What has to be known first.
    """

    factor: Fraction | None
    state: str | None
    rules: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    crossed: str = ""
    questions: tuple[Question, ...] = ()


@procedure("NAP-TERR-3")
def axis(book: Book, name: str, word: str, facts: Mapping[str, Fact]) -> Found:
    """Return what one of the six axes says of one kind of ground.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> dict(axis(book_of(), "fire", "wood", {}).values)
        {'cover': 'light'}

    Args:
        book: The book.
        name: The axis, such as "movement".
        word: The kind of ground.
        facts: What is known of whoever is on it.
    """
    return book.looked_up(f"terrain-{name}", {**facts, "ground": frozenset({word})})


def is_road(words: Iterable[str]) -> bool:
    """Tell whether a piece of ground has a road on it, or is a bridge."""
    return not ROADS.isdisjoint(words)


@procedure("NAP-ROAD-1")
def uses_roads(book: Book, facts: Mapping[str, Fact]) -> bool | None:
    """Tell whether a unit is narrow enough for a road; None if its formation or front is not known.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> uses_roads(book_of(), {"arm": "inf", "formation": "column", "front": 4})
        False
    """
    formation, arm, front = facts.get("formation"), facts.get("arm"), facts.get("front")
    if formation == "limbered":
        return True
    if formation is None or (formation == "column" and arm is None):
        return None
    if formation != "column" or f"road.front.{arm}" not in book.law.numbers:
        return False
    return front <= book.number(f"road.front.{arm}") if isinstance(front, int | Fraction) else None


@procedure("NAP-TERR-5", "NAP-ROAD-2")
def footing(book: Book, words: Iterable[str], facts: Mapping[str, Fact]) -> Footing:
    """Return what a piece of ground does to a unit on it; of several kinds on one spot all count.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> found = footing(book_of(), ["slope", "ploughed"], {"arm": "inf", "formation": "column"})
        >>> found.factor, found.state
        (Fraction(1, 4), 'disorganised')

    Args:
        book: The book.
        words: The kinds of ground that lie there on each other.
        facts: What is known of the unit: arm, formation, front.
    """
    kinds = sorted(words) or [OPEN]
    on_road = uses_roads(book, facts) if is_road(kinds) else False
    if on_road is None:
        return Footing(None, None, ("NAP-ROAD-1",), questions=_asked(book, ("formation", "front"), facts))
    roads = [kind for kind in kinds if kind in ROADS]
    others = [kind for kind in kinds if kind not in ROADS]
    slowing = roads if on_road else others or roads
    keeps_state = on_road and book.choice("DEC-26") == "both"
    moves = [axis(book, "movement", kind, facts) for kind in slowing]
    states = [axis(book, "formation", kind, facts) for kind in (slowing if keeps_state else kinds)]
    found = [*moves, *states]
    questions = tuple(dict.fromkeys(each for one in found for each in one.questions))
    rules = tuple(dict.fromkeys(rule for one in found for rule in one.rules))
    choices = tuple(dict.fromkeys(choice for one in found for choice in one.choices))
    factors = [Fraction(str(one.values["speed"])) for one in moves if "speed" in one.values]
    crossed = next((str(one.values["crossed"]) for one in moves if "crossed" in one.values), "")
    factor: Fraction | None = None
    if factors and (len(factors) == len(moves) or crossed):
        factor = _product(factors) if book.choice("DEC-18") == "product" else min(factors)
    elif crossed:
        factor = Fraction(1)
    brought = [str(one.values["formation"]) for one in states if "formation" in one.values]
    is_known = len(brought) == len(states) and NOT_GIVEN not in brought
    if NOT_GIVEN in brought:
        questions += (_silent(book, kinds),)
    state = worst_of(book, brought) if is_known else None
    return Footing(factor, state, rules, choices, crossed, questions)


def barred(book: Book, act: str, words: Iterable[str], facts: Mapping[str, Fact]) -> Barred | None:
    """Return why a unit may not go onto a piece of ground; None if it may, or if that is not known.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> barred(book_of(), "move", ["wood"], {"arm": "cav"}).rules
        ('NAP-WOOD-5',)

    Args:
        book: The book.
        act: What it does there, such as "move".
        words: The kinds of ground that lie there on each other.
        facts: What is known of the unit.
    """
    known = {**facts, "path": _under_foot(book, words, facts)}
    failing = [need for need in _needs_on_way(book, act) if need.truth(known, book.law.numbers) is False]
    if not failing:
        return None
    wanted = [need.wanted or need.test.said(book.law.numbers) for need in failing]
    said = Words("; ".join(each.en for each in wanted), " ; ".join(each.fr for each in wanted))
    return Barred(said, tuple(dict.fromkeys(rule for need in failing for rule in need.rules)))


def unclear(book: Book, act: str, words: Iterable[str], facts: Mapping[str, Fact]) -> tuple[Question, ...]:
    """Return what has to be known of a unit to tell whether it may go onto a piece of ground.

    Args:
        book: The book.
        act: What it does there, such as "move".
        words: The kinds of ground that lie there on each other.
        facts: What is known of the unit.
    """
    known = {**facts, "path": _under_foot(book, words, facts)}
    asked = {
        leaf.feature.name: Question(leaf.feature.name, leaf.feature.asked(), need.rules)
        for need in _needs_on_way(book, act)
        if need.truth(known, book.law.numbers) is None
        for part in need.conditions()
        for leaf in part.leaves()
        if leaf.feature.is_lasting and leaf.feature.name not in known
    }
    return tuple(asked.values())


def _under_foot(book: Book, words: Iterable[str], facts: Mapping[str, Fact]) -> frozenset[str]:
    """Return the ground that a unit really goes over: on a road only the road."""
    kinds = frozenset(words)
    return kinds & ROADS if is_road(kinds) and uses_roads(book, facts) else kinds


def _needs_on_way(book: Book, act: str) -> Iterator[Need]:
    """Iterate over the needs of an act that are played and ask what lies on the way."""
    for need, is_played in book.law.in_force[act]:
        asks = any(leaf.feature.name == "path" for part in need.conditions() for leaf in part.leaves())
        if is_played and asks:
            yield need


def _product(factors: Iterable[Fraction]) -> Fraction:
    result = Fraction(1)
    for factor in factors:
        result *= factor
    return result


def _silent(book: Book, kinds: Iterable[str]) -> Question:
    named = [book.law.features["ground"].word_said(kind) for kind in kinds]
    english, french = (", ".join(each.said(language) for each in named) for language in LANGUAGES)
    return Question(
        "terrain-formation",
        Words(
            f"in what state is a unit on this ground: {english}? (the rules do not say)",
            f"dans quel état est une unité sur ce terrain : {french} ? (les règles ne le disent pas)",
        ),
    )


def _asked(book: Book, features: Iterable[str], facts: Mapping[str, Fact]) -> tuple[Question, ...]:
    return tuple(
        Question(name, book.law.features[name].asked(), ("NAP-ROAD-1",))
        for name in features
        if name not in facts
    )
