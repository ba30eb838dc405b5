"""The rules of a game by their ids: what each says, what was decided where its source is silent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError
from deduce.tabletop.said import Role, Said, Told, lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.tabletop.kind import Kind

__all__ = ["Rule", "rules_told"]


MANY = 20
"""So many rules would not fit on the screen of a small terminal below each other."""
HALF = 40


@dataclass(frozen=True)
class Rule:
    """A rule of a game.

    Attributes:
        title: What it is about, in a few words.
        text: What it says.
        decision: What is played where its source is silent; "" where nothing had to be decided.
        option: What is said in a command or a record to play it otherwise; "" if nothing can be.
        languages: The same in other languages than English, by their names, such as "fr".
        source: Where it stands in its source; "" if nobody says.
        reading: How a place of the source that cannot be read was read; "" where there is none.
    """

    title: str
    text: str
    decision: str = ""
    option: str = ""
    languages: Mapping[str, Rule] = field(default_factory=dict)
    source: str = ""
    reading: str = ""

    def in_language(self, language: str) -> Rule:
        """Return it in a language, or in English if it is not worded in that."""
        return self.languages.get(language, self)

    def as_data(self) -> dict[str, Any]:
        """Return it as data for JSON; of source, reading and languages only what there is."""
        data: dict[str, Any] = {
            "title": self.title,
            "text": self.text,
            "decision": self.decision,
            "option": self.option,
        }
        data |= {key: said for key, said in (("source", self.source), ("reading", self.reading)) if said}
        if self.languages:
            data["languages"] = {name: rule.as_data() for name, rule in self.languages.items()}
        return data


class _Labels(NamedTuple):
    """What stands before each thing that is said of a rule, and below a list of rules."""

    decision: str
    reading: str
    source: str
    option: str
    below: str


_LABELS = {
    "en": _Labels(
        "Our decision: ", "As we read it: ", "Source: ", "Option: ", "rules and an id tells one in full."
    ),
    "fr": _Labels(
        "Notre décision : ", "Notre lecture : ", "Source : ", "Option : ",
        "rules et un identifiant en dit une en entier.",
    ),
}  # fmt: skip
"""In each language."""


def rules_told(kind: Kind[Any], said: Mapping[str, Any]) -> Told:
    """Tell what a rule says; of several, or of all, only which there are.

    Args:
        kind: The kind of game.
        said: In `rule` the id of a rule, or a part of some ids or titles; nothing for all. In `lang` the
            language, where there are several; it can stand behind the rule as well.

    Raises:
        LineError: If there is no such rule or language.
    """
    rules = kind.rules() if kind.rules is not None else {}
    wanted, language = _language(rules, str(said.get("rule") or "").strip(), str(said.get("lang") or ""))
    chosen = _chosen(rules, wanted)
    data = {
        "format": f"deduce.{kind.name}.rulebook/1",
        "rules": {name: rule.as_data() for name, rule in chosen.items()},
    }
    shown = {name: rule.in_language(language) for name, rule in chosen.items()}
    if len(shown) == 1:
        return Told(tuple(_in_full(*next(iter(shown.items())), language)), data)
    width = max(map(len, shown), default=0)
    rows = _beside([f"{name:<{width}}  {rule.title}" for name, rule in shown.items()])
    return Told((*lines(rows, Role.ROW), *lines([_LABELS[language].below])), data)


def _language(rules: Mapping[str, Rule], wanted: str, language: str) -> tuple[str, str]:
    """Return what is wanted, and the language in which it is told.

    Raises:
        LineError: If there is no such language.
    """
    known = dict.fromkeys(["en", *(name for rule in rules.values() for name in rule.languages)])
    head, _, last = wanted.rpartition(" ")
    if not language and len(known) > 1 and last.casefold() in known:
        wanted, language = head.strip(), last
    language = language.casefold() or "en"
    if language not in known:
        message = f"the rules are not worded in {quoted(language)}; {did_you_mean(language, known)}"
        raise LineError(message)
    return wanted, language


def _beside(rows: list[str]) -> list[str]:
    """Return many short rows in two columns, the second one going on where the first one ends."""
    half = (len(rows) + 1) // 2
    if len(rows) < MANY or max(map(len, rows)) >= HALF:
        return rows
    left, right = rows[:half], [*rows[half:], ""]
    return [f"{one:<{HALF}}{other}".rstrip() for one, other in zip(left, right, strict=False)]


def _chosen(rules: Mapping[str, Rule], wanted: str) -> Mapping[str, Rule]:
    """Return the rule of an id, or those whose id, or else title, contains what is wanted."""
    if wanted.upper() in rules:
        return {wanted.upper(): rules[wanted.upper()]}
    found = {name: rule for name, rule in rules.items() if wanted.upper() in name}
    found = found or {
        name: rule
        for name, rule in rules.items()
        if any(wanted.casefold() in each.title.casefold() for each in (rule, *rule.languages.values()))
    }
    if not found and rules:
        message = f"there is no rule {wanted[:40].upper()}; {did_you_mean(wanted.upper(), rules)}"
        raise LineError(message)
    return found


def _in_full(name: str, rule: Rule, language: str) -> list[Said]:
    labels = _LABELS[language]
    each = (
        (labels.decision, rule.decision),
        (labels.reading, rule.reading),
        (labels.source, rule.source),
        (labels.option, rule.option),
    )
    said = [Said(f"{name}: {rule.title}", Role.HEADING), Said(rule.text)]
    return said + [Said(f"{label}{text}") for label, text in each if text]
