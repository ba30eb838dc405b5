"""The rules of Cards and Confusion in our own words, English and French, and the page that has them all.

`rulebook.toml` words them, the editions say the numbers and choices, and decisions that have alternatives
are worded where these stand. So no number is written twice.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from deduce.cards.edition import EDITIONS, Edition, edition_of
from deduce.cards.wording import worded_rules
from deduce.ruling.amounts import amount_text
from deduce.ruling.languages import Words
from deduce.ruling.law import choices_in
from deduce.tabletop.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.cards.wording import Worded
    from deduce.ruling.law import Decision

__all__ = ["kinds", "named_places", "rules", "rules_page"]

HEAD = """# Cards and Confusion: rules

Both editions in our own words, each rule under the id by which messages, code and tests cite it, in English
and in French. Where the editions differ, both are said, with the edition behind it (fr, en).

Where the texts leave something open or houses play otherwise, there is a decision (DEC). What is played can
be changed in the header of a record, such as `House = DEC-20=lapse, combat.range=15`; *Option* shows how.
"""
CHOICES = Words("Our decisions with a choice", "Nos décisions avec choix")
_PLACE = re.compile(r"\{([A-Za-z][\w.-]*)(?:=(\w+))?\}")


@cache
def kinds() -> Mapping[str, str]:
    """Return where each rule is carried out: "need", "value", "choice", "procedure" or "reminder"."""
    worded = {name: each.kind for _, group in worded_rules() for name, each in group.items()}
    return MappingProxyType({**worded, **dict.fromkeys(_decisions(), "choice")})


def _decisions() -> Mapping[str, Decision]:
    """Return the decisions that have alternatives, without those that are rules themselves."""
    worded = {name for _, group in worded_rules() for name in group}
    law = edition_of(EDITIONS[0]).law
    return {name: each for name, each in law.decisions.items() if name not in worded}


@lru_cache(maxsize=16)
def rules(played: Edition | None = None) -> Mapping[str, Rule]:
    """Return every rule by its id, in English, each with its French words beside it.

    Examples:
        >>> rules(edition_of("fr"))["CC-COMB-1"].text
        'Units fight when their nearest men in ranks are less than 8 cm apart.'
        >>> rules()["CC-COMB-1"].languages["fr"].text
        'On combat quand les hommes en rang les plus proches sont à moins de 8 cm (fr) / 20 cm (en).'

    Args:
        played: The edition that is played, with its house rules; None to tell both editions.
    """
    return MappingProxyType({name: rule for _, group in _grouped(played) for name, rule in group.items()})


def _grouped(played: Edition | None) -> Iterator[tuple[Words, Mapping[str, Rule]]]:
    """Iterate over the groups of rules with their titles."""
    told = (played,) if played is not None else tuple(map(edition_of, reversed(EDITIONS)))
    for title, group in worded_rules():
        yield title, {name: _in_both(name, each, told) for name, each in group.items()}
    yield CHOICES, {name: _decided(each, told) for name, each in _decisions().items()}


def _in_both(name: str, worded: Worded, told: tuple[Edition, ...]) -> Rule:
    option = _options(told, name) or worded.option
    french, english = (
        Rule(
            worded.title.said(language),
            _begun(_said(worded.text.said(language), language, told)),
            _said(worded.decision.said(language), language, told),
            option,
        )
        for language in ("fr", "en")
    )
    return Rule(english.title, english.text, english.decision, english.option, {"fr": french})


def _decided(decision: Decision, told: tuple[Edition, ...]) -> Rule:
    """Return what was decided where there are alternatives, as a rule."""

    def one(language: str) -> Rule:
        space = " " if language == "fr" else ""
        played = _said(f"{{{decision.name}}}", language, told)
        others = [
            f"{word}{space}: {_said(meant.said(language), language, told)}"
            for word, meant in decision.choices
        ]
        head = {"en": "Choices: ", "fr": "Choix : "}[language]
        return Rule(
            _begun(decision.called.said(language)),
            f"{head}{'; '.join(others) if language == 'en' else ' ; '.join(others)}.",
            _begun(f"{played} ({decision.why.said(language)})."),
            _options(told, decision.name),
        )

    english = one("en")
    return Rule(english.title, english.text, english.decision, english.option, {"fr": one("fr")})


def _begun(text: str) -> str:
    """Return a sentence with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def _options(told: tuple[Edition, ...], name: str) -> str:
    """Return how a decision is played otherwise than in these editions; "" if it is none."""
    law = told[0].law
    if name not in law.decisions:
        return ""
    words = [word for word, _ in law.decisions[name].choices]
    others = [word for word in words if any(each.choice(name) != word for each in told)]
    return "; ".join(f"House = {name}={word}" for word in others)


def _said(text: str, language: str, told: tuple[Edition, ...]) -> str:
    """Put numbers and choices into the places of a text."""

    def meant(found: re.Match[str]) -> str:
        values = [_value(found[1], found[2], language, each) for each in told]
        if len(set(values)) == 1:
            return values[0]
        return " / ".join(f"{value} ({each.name})" for value, each in zip(values, told, strict=True))

    return _PLACE.sub(meant, text)


def _value(name: str, word: str | None, language: str, played: Edition) -> str:
    """Return what a place in a text means in one edition."""
    law = played.law
    if name in law.declared:
        return law.declared[name].unit.said(law.numbers[name]).said(language)
    if name in law.tables:
        table = law.tables[name]
        if len(set(table.amounts)) == 1:
            return amount_text(table.amounts[0])
        return " ".join(map(amount_text, table.amounts))
    choices = dict(law.decisions[name].choices)
    return _said(choices[word or played.choice(name)].said(language), language, (played,))


def rules_page() -> str:
    """Return the page of the documentation, as docs/cards-rules.md has it."""
    parts = [HEAD]
    for title, group in _grouped(None):
        parts.append(f"## {title.en} · {title.fr}\n")
        for name, rule in group.items():
            parts.append(f"### {name}\n")
            for language, decided in (("en", "Our decision:"), ("fr", "Notre décision :")):
                said = rule.languages.get(language, rule)
                parts.append(f"**{said.title}.** {said.text}\n")
                if said.decision:
                    parts.append(f"*{decided}* {said.decision}\n")
            if rule.option:
                parts.append(f"*Option:* {', '.join(f'`{each}`' for each in rule.option.split('; '))}\n")
    return "\n".join(parts)


def named_places() -> Iterator[str]:
    """Iterate over everything that the words refer to: numbers, tables, and choices of decisions."""
    law = edition_of(EDITIONS[0]).law
    texts = [
        text
        for _, group in worded_rules()
        for each in group.values()
        for words in (each.text, each.decision)
        for text in (words.en, words.fr)
    ]
    texts += [
        text for each in law.decisions.values() for _, words in each.choices for text in (words.en, words.fr)
    ]
    for found in _PLACE.finditer("\n".join(texts)):
        yield found[1]
    for _, group in worded_rules():
        for each in group.values():
            for name, _ in choices_in(each.option.removeprefix("House = ")):
                if name:
                    yield name
