"""What the rules say of something, as data and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deduce.ruling.amounts import amount_text
from deduce.ruling.languages import NOTHING, Words
from deduce.tabletop.rulings import Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deduce.ruling.features import Fact

__all__ = [
    "Granted", "Instead", "Judgement", "Outcome", "Question", "Refusal", "value_data", "value_text",
]  # fmt: skip


@dataclass(frozen=True)
class Refusal:
    """A need that is not fulfilled.

    Attributes:
        need: Its name.
        rules: The rules that demand it.
        found: What is.
        wanted: What would do; nothing if nothing is named.
        choices: The choices that it hangs on, such as "DEC-40=hard".
        has_cure: Whether anything at the table can be changed so that it is fulfilled.
    """

    need: str
    rules: tuple[str, ...]
    found: Words
    wanted: Words = NOTHING
    choices: tuple[str, ...] = ()
    has_cure: bool = True

    def said(self, language: str = "en") -> str:
        """Return it as one clause with the rules and choices behind it."""
        return _refused([self], language)

    def as_data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return {
            "need": self.need,
            "rules": list(self.rules),
            "found": _both(self.found),
            "wanted": _both(self.wanted),
            "choices": list(self.choices),
            "has_cure": self.has_cure,
        }


@dataclass(frozen=True)
class Question:
    """Something that has to be known first.

    Attributes:
        feature: The feature, or the table that lacks a row.
        asks: The question.
        rules: The rules that ask for it.
        choices: The choices that it hangs on.
    """

    feature: str
    asks: Words
    rules: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()

    def said(self, language: str = "en") -> str:
        """Return it with the rules and choices behind it."""
        return self.asks.said(language) + _cited(self.rules, self.choices)

    def as_data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return {
            "feature": self.feature,
            "asks": _both(self.asks),
            "rules": list(self.rules),
            "choices": list(self.choices),
        }


@dataclass(frozen=True)
class Granted:
    """A need that is taken for granted, because nobody has said anything else.

    Attributes:
        need: Its name.
        words: What is taken for granted.
        features: What somebody could say of it.
        rules: The rules that demand it.
        choices: The choices that it hangs on.
        about: What nobody said, in words.
    """

    need: str
    words: Words
    features: tuple[str, ...]
    rules: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    about: Words = NOTHING

    def said(self, language: str = "en") -> str:
        """Return it with the rules and choices behind it."""
        return self.words.said(language) + _cited(self.rules, self.choices)

    def as_data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return {
            "need": self.need,
            "words": _both(self.words),
            "features": list(self.features),
            "rules": list(self.rules),
            "choices": list(self.choices),
        }


@dataclass(frozen=True)
class Instead:
    """What may be done instead of what is refused.

    Attributes:
        action: What.
        called: What that is called.
        rules: The rules that say so.
        is_certain: Whether it is allowed; otherwise something has to be known first.
    """

    action: str
    called: Words
    rules: tuple[str, ...] = ()
    is_certain: bool = True

    def said(self, language: str = "en") -> str:
        """Return it with the rules behind it."""
        head = "possible instead: " if language == "en" else "possible à la place : "
        return head + self.called.said(language) + _cited(self.rules)

    def as_data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return {
            "action": self.action,
            "called": _both(self.called),
            "rules": list(self.rules),
            "is_certain": self.is_certain,
        }


@dataclass(frozen=True)
class Outcome:
    """What comes of doing something.

    Attributes:
        name: What it is.
        value: How much, or which.
        rules: The rules that say so.
        choices: The choices that it hangs on.
        words: What it is in words; nothing if its name says it.
    """

    name: str
    value: Fact
    rules: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    words: Words = NOTHING

    def said(self, language: str = "en") -> str:
        """Return it with the rules and choices behind it."""
        between = " : " if language == "fr" else ": "
        text = self.words.said(language) or f"{self.name}{between}{value_text(self.value)}"
        return text + _cited(self.rules, self.choices)

    def as_data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return {
            "name": self.name,
            "value": value_data(self.value),
            "words": _both(self.words),
            "rules": list(self.rules),
            "choices": list(self.choices),
        }


@dataclass(frozen=True)
class Judgement:
    """What the rules say of something.

    Attributes:
        action: What it is about.
        called: What that is called.
        verdict: Allowed, refused, or unknown while something has to be known first.
        refusals: Every need that is not fulfilled; those without a cure first.
        questions: What has to be known first, also for an effect of what is allowed.
        outcomes: What comes of it, if it is allowed.
        choices: The choices that would change the answer if they were others.
        granted: What is taken for granted, unless it is refused anyway.
        instead: What may be done instead, if it is refused.
    """

    action: str
    called: Words
    verdict: Verdict
    refusals: tuple[Refusal, ...] = ()
    questions: tuple[Question, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    choices: tuple[str, ...] = ()
    granted: tuple[Granted, ...] = ()
    instead: tuple[Instead, ...] = ()

    @property
    def is_allowed(self) -> bool:
        """Whether it may be done."""
        return self.verdict is Verdict.ALLOWED

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decide, each once."""
        parts: tuple[Refusal | Question | Outcome, ...] = (*self.refusals, *self.questions, *self.outcomes)
        return tuple(dict.fromkeys(rule for part in parts for rule in part.rules))

    def outcome(self, name: str) -> Fact | None:
        """Return what comes of it by name; None if nothing of that name does."""
        return next((each.value for each in self.outcomes if each.name == name), None)

    def said(self, language: str = "en") -> tuple[str, ...]:
        """Return the verdict and below it what it rests on, as lines."""
        head = f"{self.called.said(language)}: {VERDICTS[self.verdict].said(language)}"
        if language == "fr":
            head = f"{self.called.fr} : {VERDICTS[self.verdict].fr}"
        grounds: tuple[Refusal | Question | Granted, ...] = (*self.refusals, *self.questions, *self.granted)
        named = {choice for part in grounds for choice in part.choices}
        head += _cited((), [choice for choice in self.choices if choice not in named])
        return (head, *self._grounds(language))

    def _grounds(self, language: str) -> Iterator[str]:
        yield from self.refused(language)
        yield from (question.said(language) for question in self.questions)
        yield from (outcome.said(language) for outcome in self.outcomes)
        yield from self.presumed(language)
        yield from (other.said(language) for other in self.instead)

    def refused(self, language: str = "en") -> Iterator[str]:
        """Iterate over why not: what is, once, and everything that would do."""
        alike: dict[str, list[Refusal]] = {}
        for refusal in self.refusals:
            alike.setdefault(refusal.found.said(language), []).append(refusal)
        yield from (_refused(refusals, language) for refusals in alike.values())

    def presumed(self, language: str = "en") -> Iterator[str]:
        """Iterate over what nobody said and is taken as it usually is: one clause, or none."""
        alike: dict[str, list[Granted]] = {}
        for granted in self.granted:
            alike.setdefault(granted.about.said(language), []).append(granted)
        if alike:
            is_french = language == "fr"
            head = (
                "non précisé, donc pris comme d'habitude : " if is_french else "not said, so taken as usual: "
            )
            parts = [about + _cited(*_bases(granted)) for about, granted in alike.items()]
            yield head + (" ; " if is_french else "; ").join(parts)

    def ruling(self, language: str = "en") -> Ruling:
        """Return it as the tabletop layer shows rulings."""
        head, *grounds = self.said(language)
        reason = "; ".join(grounds) or head
        return Ruling(self.verdict, reason, "" if grounds else ", ".join(self.rules))

    def as_data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return {
            "action": self.action,
            "called": _both(self.called),
            "verdict": str(self.verdict),
            "refusals": [each.as_data() for each in self.refusals],
            "questions": [each.as_data() for each in self.questions],
            "outcomes": [each.as_data() for each in self.outcomes],
            "rules": list(self.rules),
            "choices": list(self.choices),
            # Only where there is something: most laws have neither.
            **({"granted": [each.as_data() for each in self.granted]} if self.granted else {}),
            **({"instead": [each.as_data() for each in self.instead]} if self.instead else {}),
        }

    def __str__(self) -> str:
        return "\n".join(self.said())


VERDICTS = {
    Verdict.ALLOWED: Words("allowed", "permis"),
    Verdict.REFUSED: Words("refused", "refusé"),
    Verdict.UNKNOWN: Words("unknown", "inconnu"),
}


def _cited(rules: Iterable[str], choices: Iterable[str] = ()) -> str:
    """Return the ids of rules and choices as they stand behind a clause."""
    names = ", ".join(dict.fromkeys((*rules, *choices)))
    return f" ({names})" if names else ""


def _bases(granted: Iterable[Granted]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rules and choices of several, each once."""
    each = list(granted)
    rules = dict.fromkeys(rule for one in each for rule in one.rules)
    return tuple(rules), tuple(dict.fromkeys(choice for one in each for choice in one.choices))


def _refused(refusals: Sequence[Refusal], language: str) -> str:
    """Return needs that are not fulfilled for the same reason: what is, and what each of them would have."""
    found = refusals[0].found.said(language)
    head, joint = (" ; il faut : ", " ; et : ") if language == "fr" else ("; needed: ", "; and: ")
    parts = [each.wanted.said(language) + _cited(each.rules, each.choices) for each in refusals]
    wanted = [part for part, each in zip(parts, refusals, strict=True) if each.wanted]
    plain = [part for part, each in zip(parts, refusals, strict=True) if not each.wanted]
    return found + "".join(plain) + (head + joint.join(wanted) if wanted else "")


def value_text(value: Fact) -> str:
    """Return what comes of something as text."""
    if isinstance(value, frozenset):
        return ", ".join(sorted(value))
    if isinstance(value, bool | str):
        return str(value).lower() if isinstance(value, bool) else value
    return amount_text(value)


def value_data(value: Fact) -> object:
    """Return what comes of something for JSON: fractions as text, so that they stay exact."""
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, frozenset):
        return sorted(value)
    return value.numerator if value.denominator == 1 else amount_text(value)


def _both(words: Words) -> dict[str, str]:
    return {"en": words.en, "fr": words.fr}
