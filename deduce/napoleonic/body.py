"""Units as the table knows them: what they are, how they stand, and how that is written in a line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.ruling.errors import RulingError
from deduce.ruling.features import Sort
from deduce.ruling.judgement import value_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deduce.ruling.features import Fact, Feature
    from deduce.ruling.law import Law

__all__ = ["TRAITS", "Body", "facts_in", "facts_text"]

TRAITS = ("nation", "arm", "kind", "status", "formation", "state", "order")
"""The features whose words say by themselves what they are of a unit; others are named before their words."""
NUMBER = re.compile(r"[0-9]{1,4}(?:[.,/][0-9]{1,4})?")


@dataclass(frozen=True)
class Body:
    """A unit.

    Attributes:
        name: How it is called at the table, such as "3" or "e2".
        side: Whose it is: 0 or 1.
        facts: What is known of it, by the features of the book: nation, arm, kind, status, formation, state,
            order, figures, front, ground; what is missing nobody said.
        why: Why it is not formed, in the ids of rules, so that what forbids something can name it.
    """

    name: str
    side: int
    facts: Mapping[str, Fact] = field(default_factory=dict)
    why: tuple[str, ...] = ()


def facts_in(law: Law, words: Sequence[str], traits: Sequence[str] = TRAITS) -> dict[str, Fact]:
    """Return what words say of a unit, in any order: `cav light column 12 front 3`.

    A number by itself is how many figures it has; a word that could be two things is what is left over by the
    others; what is none of these stands behind the name of its feature.

    Args:
        law: What can be said of units.
        words: The words.
        traits: The features whose words need no name.

    Raises:
        RulingError: If a word makes no sense, or could be several things.
    """
    chosen = {name: feature for name, feature in law.features.items() if name in {*traits}}
    named, loose = _named(law, [plain(word) for word in words], chosen)
    found = {**named}
    waiting: list[tuple[str, list[str]]] = []
    for word in loose:
        if NUMBER.fullmatch(word):
            _put(found, "figures", law.features["figures"].read(word.replace(",", ".")))
            continue
        meant = [name for name, feature in chosen.items() if _word_in(feature, word)]
        if not meant:
            known = [each for feature in chosen.values() for each in feature.words]
            message = f"{quoted(word)} says nothing of a unit; {did_you_mean(word, [*known, *law.features])}"
            raise RulingError(message)
        waiting.append((word, meant))
    while waiting:
        waiting.sort(key=lambda each: len([name for name in each[1] if name not in found]))
        word, meant = waiting.pop(0)
        left = [name for name in meant if name not in found] or meant[:1]
        same = [each for each, _ in waiting if each == word]
        if len(left) > 1 + len(same):
            ways = " or ".join(f"{name} {word}" for name in left)
            message = f"{quoted(word)} can be the {' or the '.join(left)}; write {ways}"
            raise RulingError(message)
        feature = law.features[left[0]]
        _put(found, left[0], feature.read(_word_in(feature, word)))
    return found


def _named(
    law: Law, words: Sequence[str], chosen: Mapping[str, Feature]
) -> tuple[dict[str, Fact], list[str]]:
    """Return what stands behind names of features, and the other words."""
    named: dict[str, Fact] = {}
    loose: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        feature = law.features.get(word)
        is_word = any(_word_in(each, word) for each in chosen.values())
        if feature is None or (is_word and not (left and _is_value(feature, left[0]))):
            # Such as front, which is a number of figures and a side of a unit.
            loose.append(word)
            continue
        _put(named, word, _value(feature, left))
    return named, loose


def _is_value(feature: Feature, word: str) -> bool:
    """Tell whether a feature can be what a word says."""
    return bool(NUMBER.fullmatch(word) if feature.sort is Sort.NUMBER else _word_in(feature, word))


def _value(feature: Feature, left: list[str]) -> Fact:
    """Take what a feature is from the words behind its name."""
    if feature.sort is Sort.FLAG:
        if left and left[0] in {"yes", "oui", "no", "non"}:
            return left.pop(0) in {"yes", "oui"}
        return True
    if feature.sort is Sort.SEVERAL:
        several = []
        while left and _word_in(feature, left[0]):
            several.append(_word_in(feature, left.pop(0)))
        if several:
            return feature.read(several)
    elif feature.sort is Sort.NUMBER and left and NUMBER.fullmatch(left[0]):
        return feature.read(left.pop(0).replace(",", "."))
    elif left and _word_in(feature, left[0]):
        return feature.read(_word_in(feature, left.pop(0)))
    given = left[0] if left else ""
    if feature.words:
        hint = did_you_mean(given, feature.words)
    else:
        hint = f"write a number, such as {feature.name} 3"
    shown = quoted(given) if given else "nothing"
    message = f"behind {feature.name} stands {shown}; {hint}"
    raise RulingError(message)


def _word_in(feature: Feature, word: str) -> str:
    """Return the word of a feature that somebody wrote in small letters; "" if it is none of them."""
    return next((each for each in feature.words if plain(each) == word), "")


def _put(found: dict[str, Fact], name: str, fact: Fact) -> None:
    if name in found:
        message = f"the {name} of a unit is said twice; say it once"
        raise RulingError(message)
    found[name] = fact


def _trait_text(law: Law, name: str, facts: Mapping[str, Fact], traits: Sequence[str]) -> str:
    """Return what a trait is; behind its name if its word could be another one that nobody has said."""
    word = str(facts[name])
    others = (law.features[each] for each in traits if each not in facts)
    return f"{name} {word}" if any(word in feature.words for feature in others) else word


def facts_text(law: Law, facts: Mapping[str, Fact], traits: Sequence[str] = TRAITS) -> str:
    """Return what is known of a unit as it is written.

    Args:
        law: What can be said of units.
        facts: What is known.
        traits: The features whose words need no name.
    """
    named = [name for name in traits if name in facts]
    said = [_trait_text(law, name, facts, traits) for name in named]
    said += [value_text(facts["figures"])] if "figures" in facts else []
    for name, fact in facts.items():
        if name in {*traits, "figures"}:
            continue
        if law.features[name].sort is Sort.FLAG:
            said.append(f"{name} {'yes' if fact else 'no'}")
        elif isinstance(fact, frozenset):
            said.append(f"{name} {' '.join(word for word in law.features[name].words if word in fact)}")
        else:
            said.append(f"{name} {value_text(fact)}")
    return " ".join(said)
