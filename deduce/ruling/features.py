"""Features: what the rules ask of a situation, as a closed list, each with what it can be."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.ruling.amounts import MOST, Amount, amount_of, amount_text
from deduce.ruling.errors import RulingError
from deduce.ruling.languages import NOTHING, Words, listed

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PLAIN", "Fact", "Feature", "Sort", "Unit", "checked_facts"]

Fact: TypeAlias = str | bool | Amount | frozenset[str]
"""What a feature can be: a word, yes or no, a number, several words."""


class Sort(StrEnum):
    """What kind of thing a feature is."""

    WORD = "word"
    ORDERED = "ordered"
    """A word of a list that goes from less to more."""
    FLAG = "yes or no"
    NUMBER = "number"
    SEVERAL = "several words"
    """Any number of words of a list, such as what lies on a path."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of numbers.

    Attributes:
        name: By which features and numbers refer to it.
        words: How it stands behind a number; nothing for plain numbers.
        one: How it stands behind 1; nothing if there is no difference.
        is_whole: Whether there are only whole numbers of it.
        most: How many there can be of it; as many as numbers go if nothing is said.
    """

    name: str
    words: Words = NOTHING
    one: Words = NOTHING
    is_whole: bool = False
    most: Amount = MOST

    def misfit(self, amount: Amount) -> str:
        """Return what a number of it must be and is not, such as "a whole number"; "" if it can be."""
        if self.is_whole and not isinstance(amount, int):
            return "a whole number"
        return f"at most {amount_text(self.most)}" if amount > self.most else ""

    def said(self, amount: Amount) -> Words:
        """Return a number of it in words."""
        number = amount_text(amount)
        singular = self.one or self.words
        # In French whatever is less than 2 is singular.
        return Words(
            _behind(number, singular.en if amount == 1 else self.words.en),
            _behind(number, singular.fr if amount < 2 else self.words.fr),
        )


PLAIN = Unit("")
"""The unit of numbers that have none."""


def _behind(number: str, word: str) -> str:
    if not word or word in {"%", "°"}:
        return number + word
    return f"{number} {word}"


@dataclass(frozen=True)
class Feature:
    """Something that the rules ask of a situation.

    Attributes:
        name: Its name.
        sort: What kind of thing it is.
        words: The words that it can be; in their order where they have one.
        unit: The unit of a number.
        is_lasting: Whether nobody can change it at the table, so that a refusal because of it has no cure.
        called: What it is called in words.
        question: How it is asked.
        yes: What is said if it is so; only of a flag.
        no: What is said if it is not.
        shown: What its words are called.
        like: The feature whose words it has, so that it gets the same further ones; "" if it has its own.
    """

    name: str
    sort: Sort
    words: tuple[str, ...] = ()
    unit: Unit = PLAIN
    is_lasting: bool = False
    called: Words = NOTHING
    question: Words = NOTHING
    yes: Words = NOTHING
    no: Words = NOTHING
    shown: tuple[tuple[str, Words], ...] = ()
    like: str = ""

    def read(self, found: object) -> Fact:
        """Return what somebody says that it is, checked.

        Raises:
            RulingError: If it cannot be that.
        """
        if self.sort is Sort.NUMBER:
            amount = amount_of(found, self.name)
            misfit = self.unit.misfit(amount)
            if misfit:
                message = f"{self.name} is {amount_text(amount)}; it must be {misfit}"
                raise RulingError(message)
            return amount
        if self.sort is Sort.FLAG:
            if isinstance(found, bool):
                return found
            message = f"{self.name} is {quoted(found)}; it must be yes or no (true or false)"
            raise RulingError(message)
        if self.sort is Sort.SEVERAL:
            if isinstance(found, list | tuple | set | frozenset):
                return frozenset(self._word(each) for each in found)
            message = f"{self.name} is {quoted(found)}; it must be a list of words"
            raise RulingError(message)
        return self._word(found)

    def _word(self, found: object) -> str:
        if isinstance(found, str) and found in self.words:
            return found
        message = f"{self.name} is {quoted(found)}; {did_you_mean(found, self.words)}"
        raise RulingError(message)

    def word_said(self, word: str) -> Words:
        """Return what one of its words is called."""
        return dict(self.shown).get(word, Words(word, word))

    def fact_said(self, fact: Fact) -> Words:
        """Return in a sentence what it is."""
        if self.sort is Sort.FLAG:
            said = self.yes if fact else self.no
            return said or Words(*(f"{self._name(each)}: {fact!s}".lower() for each in ("en", "fr")))
        value = self.value_said(fact)
        called = self.called
        return Words(f"{called.en or self.name} is {value.en}", f"{called.fr or self.name} : {value.fr}")

    def _name(self, language: str) -> str:
        return self.called.said(language) or self.name

    def value_said(self, fact: Fact) -> Words:
        """Return what it is, without its name; of a flag the whole sentence."""
        if self.sort is Sort.FLAG:
            return self.fact_said(fact)
        if isinstance(fact, frozenset):
            if not fact:
                return Words("none", "rien")
            return listed(
                [self.word_said(word) for word in self.words if word in fact],
                Words("and", "et"),
            )
        if isinstance(fact, str):
            return self.word_said(fact)
        return self.unit.said(fact)

    def asked(self) -> Words:
        """Return how it is asked."""
        return self.question or Words(
            f"what is {self._name('en')}?",
            f"{self._name('fr')} ?",
        )


def checked_facts(features: Mapping[str, Feature], facts: Mapping[str, object]) -> dict[str, Fact]:
    """Return what is known of a situation, checked; what is None is not known.

    Raises:
        RulingError: If there is no such feature, or it cannot be that.
    """
    known: dict[str, Fact] = {}
    for name, found in facts.items():
        if name not in features:
            message = f"there is no feature {quoted(name)}; {did_you_mean(name, features)}"
            raise RulingError(message)
        if found is not None:
            known[name] = features[name].read(found)
    return known
