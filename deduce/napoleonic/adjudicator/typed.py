"""What can be typed of the situations of a book, and what numbers and words mean that stand alone."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.intake.characters import plain
from deduce.intake.data import parse_toml
from deduce.ruling.features import Sort
from deduce.ruling.lexicon import Lexicon, lexicon_of, tokens_in
from deduce.ruling.packaged import packaged_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.ruling.law import Law

__all__ = ["THEIRS", "Typed", "typed_of"]

THEIRS = "their_"
"""With what the features of {other} begin that {one} has as well."""


class Typed(NamedTuple):
    """What can be typed.

    Attributes:
        lexicon: The phrases.
        numbers: For an act the feature that a number behind it is.
        number_of_unit: The feature that a number behind a unit is.
        units: For each phrase behind a number the features that are numbers of it.
        prefer: The features that are meant by a word that several have.
        prefer_of_unit: The same for a word that stands behind a unit.
        behind: For an act the features that are meant by words behind it.
        bare: The act that it is if only a formation stands behind a unit.
        to_another: The acts that are done to somebody.
        to_enemy: Those of them that nobody does to a friend.
        fillers: Words that say nothing by themselves.
        features: The names of all features, in small letters.
        named: These, and the names of their words.
        asked: For each act the features that its needs and effects ask for.
    """

    lexicon: Lexicon
    numbers: Mapping[str, str]
    number_of_unit: str
    units: Mapping[tuple[str, ...], tuple[str, ...]]
    prefer: tuple[str, ...]
    prefer_of_unit: tuple[str, ...]
    behind: Mapping[str, tuple[str, ...]]
    bare: str
    to_another: frozenset[str]
    to_enemy: frozenset[str]
    fillers: frozenset[str]
    features: frozenset[str]
    named: frozenset[str]
    asked: Mapping[str, frozenset[str]]


@cache
def _written() -> Mapping[str, Any]:
    package, _, _ = __name__.rpartition(".")
    return parse_toml(packaged_text(package, "typed.toml"))


_KNOWN: dict[tuple[int, int], tuple[Law, Typed]] = {}
"""What was worked out, by the identity of what it is worked out of: to compare that would take longer than to
work it out, and house rules leave it as it is."""
MOST_KNOWN = 2


def typed_of(law: Law) -> Typed:
    """Return what can be typed of what a law knows.

    Args:
        law: The law of a book.
    """
    parts = id(law.actions), id(law.features)
    if parts not in _KNOWN:
        while len(_KNOWN) >= MOST_KNOWN:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[parts] = (law, _typed_of(law))
    return _KNOWN[parts][1]


def _typed_of(law: Law) -> Typed:
    written = _written()
    return Typed(
        lexicon_of(law, written),
        written["numbers"],
        written["number_of_unit"],
        _units(law, written["units"]),
        tuple(written["prefer"]),
        tuple(written["prefer_of_unit"]),
        {act: tuple(names) for act, names in written["behind"].items()},
        written["bare"],
        frozenset(written["to_another"]),
        frozenset(written["to_enemy"]),
        frozenset(written["fillers"]),
        frozenset(map(plain, law.features)),
        frozenset(plain(each) for found in law.features.values() for each in (found.name, *found.words)),
        {name: frozenset(_asked(law, name)) for name in law.actions},
    )


def _units(law: Law, also: Mapping[str, list[str]]) -> dict[tuple[str, ...], tuple[str, ...]]:
    units: dict[tuple[str, ...], dict[str, None]] = {}
    for name, feature in law.features.items():
        unit = feature.unit
        if feature.sort is Sort.NUMBER and unit.name:
            words = (unit.name, unit.words.en, unit.words.fr, unit.one.en, unit.one.fr)
            for text in (*words, *also.get(unit.name, ())):
                units.setdefault(tokens_in(text), {})[name] = None
    units.pop((), None)
    return {phrase: tuple(names) for phrase, names in units.items()}


def _asked(law: Law, action: str) -> Iterator[str]:
    """Iterate over the features that the needs and effects of an act ask for."""
    asked = law.actions[action]
    conditions = [part for need in asked.needs.values() for part in need.conditions()]
    for effect in asked.effects.values():
        conditions += filter(None, (effect.when, effect.unless))
    for condition in conditions:
        yield from (leaf.feature.name for leaf in condition.leaves())
