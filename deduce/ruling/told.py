"""Rules told in words: the words of a file, with the numbers and choices of what is played in their places.

Several laws can be told at once, such as the editions of a game. Where they differ, each is named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.ruling.amounts import amount_text
from deduce.ruling.errors import RulingError
from deduce.ruling.languages import Words
from deduce.ruling.law import choices_in
from deduce.tabletop.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.ruling.law import Decision, Law
    from deduce.ruling.wording import Worded, WordedGroup

__all__ = ["RuleGroup", "Telling", "page", "places_in"]

RuleGroup: TypeAlias = "tuple[Words, Mapping[str, Rule]]"
"""A title, and the rules below it by their ids."""

_PLACE = re.compile(r"\{([A-Za-z][\w.-]*)(?:=(\w+))?\}")
_GRADES = {
    "A": Words("certain by what else is printed", "certain d'après le reste du texte"),
    "B": Words("likely by what stands around it", "probable d'après le contexte"),
    "C": Words("no more than plausible", "seulement plausible"),
}
"""How sure it is what an unreadable place says."""
_UNREADABLE = Words("the print cannot be read well here", "l'impression est peu lisible ici")


@dataclass(frozen=True)
class Telling:
    """What rules say under one law, or under several at once.

    Attributes:
        laws: The laws, each with the name that stands behind what only it says.
    """

    laws: tuple[tuple[str, Law], ...]

    def grouped(self, groups: Iterable[WordedGroup], decided: Words) -> Iterator[RuleGroup]:
        """Iterate over groups of rules in words; at the end come the decisions that these do not word.

        Args:
            groups: The words of the rules.
            decided: The title of that last group.
        """
        worded: set[str] = set()
        for title, group in groups:
            worded |= group.keys()
            yield title, {name: self.rule(name, each) for name, each in group.items()}
        _, law = self.laws[0]
        decisions = {name: each for name, each in law.decisions.items() if name not in worded}
        if decisions:
            yield decided, {name: self.decision(each) for name, each in decisions.items()}

    def rule(self, name: str, worded: Worded) -> Rule:
        """Return a rule with what is meant in its places, in English, with its French words beside it."""
        option = self._options(name) or worded.option
        reading = _reading(worded)
        french, english = (
            Rule(
                worded.title.said(language),
                _begun(self._said(worded.text.said(language), language)),
                self._said(worded.decision.said(language), language),
                option,
                source=worded.source,
                reading=self._said(reading.said(language), language),
            )
            for language in ("fr", "en")
        )
        return _with_french(english, french)

    def decision(self, decision: Decision) -> Rule:
        """Return what was decided where there are alternatives, as a rule."""

        def one(language: str) -> Rule:
            space = " " if language == "fr" else ""
            played = self._said(f"{{{decision.name}}}", language)
            others = [
                f"{word}{space}: {self._said(meant.said(language), language)}"
                for word, meant in decision.choices
            ]
            head = {"en": "Choices: ", "fr": "Choix : "}[language]
            why = f" ({decision.why.said(language)})" if decision.why else ""
            return Rule(
                _begun(decision.called.said(language)),
                f"{head}{f'{space}; '.join(others)}.",
                _begun(f"{played}{why}."),
                self._options(decision.name),
            )

        return _with_french(one("en"), one("fr"))

    def _options(self, name: str) -> str:
        """Return how a decision is played otherwise than in these laws; "" if it is none."""
        _, law = self.laws[0]
        if name not in law.decisions:
            return ""
        words = [word for word, _ in law.decisions[name].choices]
        others = [word for word in words if any(each.choices[name] != word for _, each in self.laws)]
        return "; ".join(f"House = {name}={word}" for word in others)

    def _said(self, text: str, language: str) -> str:
        """Put numbers and choices into the places of a text."""

        def meant(found: re.Match[str]) -> str:
            values = [_value(found, language, law) for _, law in self.laws]
            if len(set(values)) == 1:
                return values[0]
            return " / ".join(f"{value} ({name})" for value, (name, _) in zip(values, self.laws, strict=True))

        return _PLACE.sub(meant, text)


def _value(found: re.Match[str], language: str, law: Law) -> str:
    """Return what a place in a text means under a law; a choice has places of its own.

    Raises:
        RulingError: If there is nothing of that name.
    """
    name, word = found[1], found[2]
    if name in law.declared:
        return law.declared[name].unit.said(law.numbers[name]).said(language)
    if name in law.tables:
        table = law.tables[name]
        if len(set(table.amounts)) == 1:
            return amount_text(table.amounts[0])
        return " ".join(map(amount_text, table.amounts))
    if name not in law.decisions:
        message = f"there is no number and no decision {quoted(name)} to be told; "
        raise RulingError(message + did_you_mean(name, law.changeable))
    played = law.choices[name] if word is None else law.choice_read(name, word)
    meant = dict(law.decisions[name].choices)[played].said(language)
    return _PLACE.sub(lambda inner: _value(inner, language, law), meant)


def _reading(worded: Worded) -> Words:
    """Return how a place that cannot be read was read, and how sure that is."""
    if not worded.grade:
        return worded.reading
    words, sure = worded.reading or _UNREADABLE, _GRADES[worded.grade]
    return Words(f"{words.en} ({sure.en})", f"{words.fr} ({sure.fr})")


def _with_french(english: Rule, french: Rule) -> Rule:
    return replace(english, languages={"fr": french})


def _begun(text: str) -> str:
    """Return a sentence with a capital at its beginning."""
    return text[:1].upper() + text[1:]


_DECIDED = Words("Our decision:", "Notre décision :")
_READ = Words("As we read it:", "Notre lecture :")


def page(head: str, groups: Iterable[RuleGroup]) -> str:
    """Return a page of the documentation that has rules in both languages.

    Args:
        head: What stands above them.
        groups: The rules.
    """
    parts = [head]
    for title, group in groups:
        parts.append(f"## {title.en} · {title.fr}\n")
        for name, rule in group.items():
            parts.append(f"### {name}\n")
            for language in ("en", "fr"):
                said = rule.in_language(language)
                parts.append(f"**{said.title}.** {said.text}\n")
                if said.decision:
                    parts.append(f"*{_DECIDED.said(language)}* {said.decision}\n")
                if said.reading:
                    parts.append(f"*{_READ.said(language)}* {said.reading}\n")
            if rule.source:
                parts.append(f"*Source:* {rule.source}\n")
            if rule.option:
                parts.append(f"*Option:* {', '.join(f'`{each}`' for each in rule.option.split('; '))}\n")
    return "\n".join(parts)


def places_in(groups: Iterable[WordedGroup], law: Law) -> Iterator[str]:
    """Iterate over everything that words refer to: numbers, tables, and choices of decisions.

    Args:
        groups: The words of the rules.
        law: The law, whose decisions have words as well.
    """
    texts: list[Words] = [words for each in law.decisions.values() for _, words in each.choices]
    for _, group in groups:
        for each in group.values():
            texts += (each.text, each.decision, each.reading)
            for name, _ in choices_in(each.option.removeprefix("House = ")):
                if name:
                    yield name
    for found in _PLACE.finditer("\n".join(text for words in texts for text in (words.en, words.fr))):
        yield found[1]
