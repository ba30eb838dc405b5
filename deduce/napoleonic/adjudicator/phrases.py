"""What the words of a phrase say of a situation: `inf line 18`, `path hedge`, `not visible`, `at 18 cm`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.napoleonic.adjudicator.typed import THEIRS
from deduce.ruling.errors import RulingError
from deduce.ruling.features import Sort
from deduce.ruling.lexicon import tokens_in
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deduce.napoleonic.adjudicator.typed import Typed
    from deduce.ruling.features import Fact
    from deduce.ruling.languages import Words
    from deduce.ruling.law import Law
    from deduce.ruling.lexicon import Meaning

__all__ = ["NOT", "NUMBER", "Phrases"]

NUMBER = re.compile(r"\d{1,6}(?:[.,/]\d{1,6})?")
IN_FRENCH = "en"
"""What says of a nation that it is English, and in French that something is in something."""
NOT = frozenset({"not", "no", "non", "pas", "sans", "without"})
YES_OR_NO = {"yes": True, "oui": True, "no": False, "non": False}


@dataclass
class Phrases:
    """Reads phrases one after the other, and keeps what they say.

    Attributes:
        law: The law.
        typed: What can be typed of its situations.
        action: The act that is asked about; "" while it is not known.
        first: The features that are meant before others where a phrase is read.
        said: What was said, by feature.
    """

    law: Law
    typed: Typed
    action: str = ""
    first: tuple[str, ...] = ()
    said: dict[str, Fact] = field(default_factory=dict)

    def read(self, tokens: Sequence[str], whose: str = "") -> None:
        """Read a phrase.

        Args:
            tokens: Its words.
            whose: Of whom it is said: "one", "other", or "" where nobody is named.

        Raises:
            LineError: If something in it makes no sense, or could mean several things.
        """
        waiting: list[tuple[str, list[Meaning]]] = []
        place = 0
        while place < len(tokens):
            place += (
                self._number(tokens, place, whose)
                or self._denied(tokens, place, whose)
                or self._meant(tokens, place, whose, waiting)
                or self._nothing(tokens, place)
            )
        self._settle(waiting, whose)

    def unit_at(self, tokens: Sequence[str], place: int) -> tuple[int, tuple[str, ...]]:
        """Return how many words from a place on are a unit of numbers, and the features that have it."""
        for length in (2, 1):
            found = self.typed.units.get(tuple(tokens[place : place + length]))
            if found and place + length <= len(tokens):
                return length, found
        return 0, ()

    # --- One word, or a few -------------------------------------------------------------------------

    def _nothing(self, tokens: Sequence[str], place: int) -> int:
        """Skip a word that says nothing.

        Raises:
            LineError: If it is none of those.
        """
        if tokens[place] in self.typed.fillers:
            return 1
        token = tokens[place]
        if token.startswith("~"):
            message = f"{quoted(token)} is a guess, which desk takes; here it is one number, such as 18"
        elif token[0].isdigit():
            message = f"{quoted(token)} is no number that can be; write one such as 18, 17.5 or 1/2"
        else:
            known = [
                word for feature in self.law.features.values() for word in (feature.name, *feature.words)
            ]
            known += self.typed.lexicon.words()
            message = f"{quoted(token)} means nothing here; {did_you_mean(token, known)}"
        raise LineError(message)

    def _denied(self, tokens: Sequence[str], place: int, whose: str) -> int:
        """Read `not` and what it denies; 0 if nothing is denied here."""
        if tokens[place] not in NOT or self.typed.lexicon.meant_at(tokens, place)[0]:
            return 0
        length, meanings = self.typed.lexicon.meant_at(tokens, place + 1)
        flags = [each for each in meanings if each.value is True]
        if not flags:
            return 0
        self._put(self._one_of([each.feature for each in flags], whose, tokens[place + 1]), fact=False)
        return length + 1

    def _number(self, tokens: Sequence[str], place: int, whose: str) -> int:
        """Read a number, with its unit if one stands behind it; 0 if there is none here."""
        if not NUMBER.fullmatch(tokens[place]):
            return 0
        length, names = self.unit_at(tokens, place + 1)
        self._put(self._counted(tokens[place], names, whose), tokens[place])
        return 1 + length

    def _counted(self, number: str, names: Sequence[str], whose: str) -> str:
        """Return the feature that a number is."""
        asked = self.typed.asked.get(self.action, frozenset())
        features = self.law.features
        counted = [name for name in features if features[name].sort is Sort.NUMBER]
        likely = self._of(list(names) or [name for name in counted if name in asked], whose)
        usual = self.typed.number_of_unit if whose == "one" else self.typed.numbers.get(self.action, "")
        if usual and (usual in likely or usual in names or not names):
            return usual
        wanted = [name for name in likely if name in asked] or likely
        if len(wanted) == 1:
            return wanted[0]
        ways = _either(f"{_typed(name)} {number}" for name in wanted or self._of(counted, whose))
        message = f"{number} of what? write {ways}"
        raise LineError(message)

    def _meant(
        self, tokens: Sequence[str], place: int, whose: str, waiting: list[tuple[str, list[Meaning]]]
    ) -> int:
        """Read a phrase that means something; 0 if none stands here."""
        length, meanings = self.typed.lexicon.meant_at(tokens, place)
        if not meanings:
            return 0
        if length == 1 and tokens[place] == IN_FRENCH and self._is_french(tokens, place + 1):
            return 1
        features = [each for each in meanings if each.value is None]
        phrase = tokens[place : place + length]
        text = " ".join(phrase)
        themselves = [each.feature for each in self.typed.lexicon.likely(phrase, features)]
        values = self.typed.lexicon.likely(phrase, [each for each in meanings if each.value is not None])
        if themselves:
            name = self._one_of(themselves, whose, text, is_named=True)
            if taken := self._value(name, tokens, place + length):
                return length + taken
            if not values and tokens[place] not in self.typed.fillers:
                raise LineError(self._unsaid(name, text, tokens[place + length :]))
        if not values:
            return length
        flags = [each.feature for each in values if each.value is True]
        answer = YES_OR_NO.get(tokens[place + length]) if place + length < len(tokens) else None
        if flags and answer is not None:
            self._put(self._one_of(flags, whose, text), fact=answer)
            return length + 1
        waiting.append((text, [*values]))
        return length

    def _is_french(self, tokens: Sequence[str], place: int) -> bool:
        """Tell whether a word stands there as it is called in French only, which can be behind `en`.

        That is none of what a unit always is, such as its arm: EN infanterie is of the English.
        """
        length, meanings = self.typed.lexicon.meant_at(tokens, place)
        phrase = tuple(tokens[place : place + length])
        for each in meanings:
            feature = self.law.features[each.feature]
            if isinstance(each.value, str) and not feature.is_lasting:
                called = feature.word_said(each.value)
                english, french = (tokens_in(text)[-length:] for text in _both(called))
                if french == phrase and phrase not in {english, tokens_in(each.value)}:
                    return True
        return False

    def _unsaid(self, name: str, text: str, behind: Sequence[str]) -> str:
        """Return that a feature is named and nothing behind it says what it is."""
        feature = self.law.features[name]
        if feature.sort is Sort.NUMBER:
            if behind and NUMBER.fullmatch(behind[0]):
                return f"{text} is a number of {feature.unit.words.en}; write {text} {behind[0]}"
            return f"{text} says nothing by itself; write {text} and how much it is, such as {text} 18"
        if behind and not self.typed.lexicon.meant_at(behind, 0)[0]:
            words = [each for word in feature.words for each in (word, *_both(feature.word_said(word)))]
            return f"{text} is never {quoted(behind[0])}; {did_you_mean(behind[0], words)}"
        known = _either(feature.words)
        return f"{text} says nothing by itself; write {text} and what it is, such as {known}"

    def _value(self, name: str, tokens: Sequence[str], place: int) -> int:
        """Take what a feature is from the words behind its name; return how many these are."""
        feature, start = self.law.features[name], place
        while place < len(tokens):
            if feature.sort is Sort.NUMBER:
                if NUMBER.fullmatch(tokens[place]):
                    length, counted = self.unit_at(tokens, place + 1)
                    if length and name not in counted:
                        return 0
                    self._put(name, tokens[place])
                    return place + 1 - start + length
            else:
                length, meanings = self.typed.lexicon.meant_at(tokens, place)
                words = [each.value for each in meanings if each.feature == name and each.value is not None]
                if words:
                    self._put(name, fact=words[0])
                    more = 0
                    if feature.sort is Sort.SEVERAL:
                        more = self._value(name, tokens, place + length)
                    return place + length + more - start
            if tokens[place] not in self.typed.fillers:
                return 0
            place += 1
        return 0

    # --- What is meant ------------------------------------------------------------------------------

    def _of(self, names: Iterable[str], whose: str) -> list[str]:
        """Return the features that can be meant if somebody's are: of the other his own, else not his."""
        each = dict.fromkeys(names)
        if whose != "other":
            return [name for name in each if not name.startswith(THEIRS)] or [*each]
        theirs = {name if name.startswith(THEIRS) else f"{THEIRS}{name}": None for name in each}
        return [name for name in theirs if name in self.law.features] or [*each]

    def _one_of(self, names: Iterable[str], whose: str, text: str, *, is_named: bool = False) -> str:
        """Return the one feature that is meant.

        Raises:
            LineError: If several can be, or none of whom it is said of.
        """
        meant = self._of(names, whose)
        for name in self.first:
            if name in meant:
                return name
        preferred = [name for name in self._preferred(whose) if name in meant]
        # What stands before an act says what the unit is, whatever the act asks for.
        asked = [name for name in meant if name in self.typed.asked.get(self.action, ())]
        if len(asked) == 1 and not (preferred and whose == "one"):
            return asked[0]
        if len(meant) > 1:
            if not preferred:
                ways = _either(_typed(name) if is_named else f"{_typed(name)} {text}" for name in meant)
                message = f"{quoted(text)} can be several things; write {ways}"
                raise LineError(message)
            return preferred[0]
        return meant[0]

    def _preferred(self, whose: str) -> tuple[str, ...]:
        return self.typed.prefer_of_unit if whose == "one" else self.typed.prefer

    def _settle(self, waiting: list[tuple[str, list[Meaning]]], whose: str) -> None:
        """Find out what words mean that stand without the names of their features, the clearest first."""
        left = [(text, self._possible(text, meanings, whose)) for text, meanings in waiting]
        while left:
            left.sort(key=lambda each: sum(name not in self.said for name in each[1]))
            text, meant = left.pop(0)
            free = self._free(meant)
            same = sum(other == text for other, _ in left)
            if len(free) > 1 + same:
                free = [self._one_of(free, whose, text)]
            self._put(free[0], fact=meant[free[0]])

    def _free(self, meant: Iterable[str]) -> list[str]:
        """Return the features that a word can still be of; behind an act what tells several things."""
        several = [
            name for name in self.first if name in meant and self.law.features[name].sort is Sort.SEVERAL
        ]
        return several or [name for name in meant if name not in self.said] or [*meant]

    def _possible(self, text: str, meanings: Sequence[Meaning], whose: str) -> dict[str, str | bool]:
        """Return the features that a word can be of, with what it says of each.

        Raises:
            LineError: If it can only be said of somebody else.
        """
        said = {each.feature: each.value for each in meanings if each.value is not None}
        found: dict[str, str | bool] = {}
        for name in self._of(said, whose):
            value = said.get(name, said.get(name.removeprefix(THEIRS)))
            called = self.law.features[name].called.en
            if value is not None and not (
                whose == "other"
                and not name.startswith(THEIRS)
                and "{one}" in called
                and "{other}" not in called
            ):
                found[name] = value
        if not found:
            message = f"{quoted(text)} says something of the unit that acts; write it before the act"
            raise LineError(message)
        return found

    def _put(self, name: str, fact: object) -> None:
        """Keep what a feature is.

        Raises:
            LineError: If it cannot be that, or is said to be something else.
        """
        feature = self.law.features[name]
        try:
            if feature.sort is Sort.SEVERAL:
                read = feature.read([fact])
            elif feature.sort is Sort.NUMBER and isinstance(fact, str):
                read = feature.read(fact.replace(",", "."))
            else:
                read = feature.read(fact)
        except RulingError as error:
            raise LineError(str(error)) from None
        before = self.said.get(name)
        if isinstance(before, frozenset) and isinstance(read, frozenset):
            read = before | read
        elif before is not None and before != read:
            one, other = feature.value_said(before).en, feature.value_said(read).en
            message = f"{_typed(name)} is said twice, {one} and {other}; say it once"
            raise LineError(message)
        self.said[name] = read


def _typed(name: str) -> str:
    """Return the name of a feature as it is typed."""
    return name.replace("_", " ")


def _both(words: Words) -> tuple[str, str]:
    return words.en, words.fr


def _either(ways: Iterable[str]) -> str:
    *some, last = ways
    return f"{', '.join(some)} or {last}" if some else last
