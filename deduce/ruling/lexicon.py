"""What can be typed of a situation: acts, features and their words, in both languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from deduce.intake.characters import plain
from deduce.ruling.features import Sort
from deduce.ruling.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deduce.ruling.features import Feature
    from deduce.ruling.languages import Words
    from deduce.ruling.law import Law

__all__ = ["Lexicon", "Meaning", "lexicon_of", "phrases_of", "tokens_in"]

_TOKEN = re.compile(r"\d+(?:[.,/]\d+)*(?=cm|°|deg|[^\w°]|_|$)|[^\s_'\u2019,;:?!()-]+")
_PLACE = re.compile(r"\{[\w.-]*\}")
_ARTICLES = frozenset({"the", "a", "an", "le", "la", "les", "l", "un", "une"})
_LINKS = frozenset({"of", "to", "in", "by", "from", "seen", "de", "du", "des", "d", "par", "vu"})
_IS = frozenset({"is", "are", "was", "were", "has", "have", "n", "est", "sont", "etait", "a", "ont"})
"""With what the sentence of a flag begins once whoever it is about is left out."""
_T = TypeVar("_T")
MOST_WORDS = 12
"""A phrase that somebody types is no longer."""


class Meaning(NamedTuple):
    """What a phrase can mean.

    Attributes:
        feature: The feature.
        value: One of its words, or yes or no; None for the feature itself, with its value behind it.
    """

    feature: str
    value: str | bool | None = None


def tokens_in(text: str) -> tuple[str, ...]:
    """Return the words of a text as they are looked up: small, without accents, dashes part them.

    Examples:
        >>> tokens_in("Forêt, à 18cm")
        ('foret', 'a', '18', 'cm')
    """
    return tuple(_TOKEN.findall(plain(text)))


class Lexicon(NamedTuple):
    """What can be typed.

    Attributes:
        acts: For each phrase the acts that it can mean.
        meanings: For each phrase what it can mean of a situation.
    """

    acts: Mapping[tuple[str, ...], tuple[str, ...]]
    meanings: Mapping[tuple[str, ...], tuple[Meaning, ...]]

    def act_at(self, tokens: Sequence[str], place: int) -> tuple[int, tuple[str, ...]]:
        """Return how many words from a place on name acts, and which; as many words as possible."""
        return _longest(self.acts, tokens, place)

    def meant_at(self, tokens: Sequence[str], place: int) -> tuple[int, tuple[Meaning, ...]]:
        """Return how many words from a place on mean something, and what; as many words as possible."""
        return _longest(self.meanings, tokens, place)

    def acts_begun(self, word: str) -> tuple[str, ...]:
        """Return the acts that begin with the letters of a word: by their names, or else in words."""
        found = dict.fromkeys(
            act for phrase, acts in self.acts.items() if phrase[0].startswith(word) for act in acts
        )
        return tuple(act for act in found if act.startswith(word)) or tuple(found)

    def words(self) -> Iterator[str]:
        """Iterate over everything that can be typed."""
        yield from (" ".join(phrase) for phrase in (*self.acts, *self.meanings))


def _longest(
    known: Mapping[tuple[str, ...], tuple[_T, ...]], tokens: Sequence[str], place: int
) -> tuple[int, tuple[_T, ...]]:
    for length in range(min(MOST_WORDS, len(tokens) - place), 0, -1):
        found = known.get(tuple(tokens[place : place + length]))
        if found:
            return length, found
    return 0, ()


def lexicon_of(law: Law, also: Mapping[str, Mapping[str, object]] | None = None) -> Lexicon:
    """Return what can be typed of what a law knows.

    Args:
        law: The law.
        also: Further phrases: under "acts" and "features" by their names, under "words" by feature and word.
    """
    further = also or {}
    acts: dict[tuple[str, ...], dict[str, None]] = {}
    for name, action in law.actions.items():
        for text in (name, *_said(action.called), *_texts(further.get("acts", {}).get(name))):
            _add(acts, text, name)
    meanings: dict[tuple[str, ...], dict[Meaning, None]] = {}
    words = further.get("words", {})
    for name, feature in law.features.items():
        itself = Meaning(name, value=True if feature.sort is Sort.FLAG else None)
        for text in (name, *_named(feature), *_texts(further.get("features", {}).get(name))):
            _add(meanings, text, itself)
        if feature.sort is Sort.FLAG:
            for text, is_so in _flagged(feature):
                _add(meanings, text, Meaning(name, is_so))
        more = words.get(feature.like or name, {})
        for word in feature.words:
            given = more.get(word) if isinstance(more, dict) else None
            for text in (word, *_said(feature.word_said(word)), *_texts(given)):
                _add(meanings, text, Meaning(name, word))
    return Lexicon(
        {phrase: tuple(found) for phrase, found in acts.items()},
        {phrase: tuple(found) for phrase, found in meanings.items()},
    )


def phrases_of(feature: Feature) -> Mapping[tuple[str, ...], str]:
    """Return what can be typed for each word of one feature, in both languages.

    Args:
        feature: The feature.
    """
    found: dict[tuple[str, ...], dict[str, None]] = {}
    for word in feature.words:
        for text in (word, *_said(feature.word_said(word))):
            _add(found, text, word)
    return {phrase: next(iter(words)) for phrase, words in found.items()}


def _add(known: dict[tuple[str, ...], dict[_T, None]], text: str, meant: _T) -> None:
    phrase = tokens_in(_PLACE.sub(" ", text))
    if 0 < len(phrase) <= MOST_WORDS:
        known.setdefault(phrase, {})[meant] = None
        while len(phrase) > 1 and phrase[0] in _ARTICLES:
            phrase = phrase[1:]
            known.setdefault(phrase, {})[meant] = None


def _said(words: Words) -> Iterator[str]:
    yield from filter(None, (words.said(language) for language in LANGUAGES))


def _texts(found: object) -> Iterable[str]:
    return (found,) if isinstance(found, str) else found if isinstance(found, list) else ()


def _named(feature: Feature) -> Iterator[str]:
    """Iterate over what a feature is called without whomever it is about."""
    for text in _said(feature.called):
        words = [*tokens_in(_PLACE.sub(" ", text))]
        while words and words[-1] in _LINKS | _ARTICLES:
            words.pop()
        yield " ".join(words)


def _flagged(feature: Feature) -> Iterator[tuple[str, bool]]:
    """Iterate over what says that something is so, or not so, without whomever it is about."""
    for said, is_so in ((feature.yes, True), (feature.no, False)):
        for text in _said(said):
            words = [*tokens_in(_PLACE.sub(" ", text))]
            yield " ".join(words), is_so
            while len(words) > 1 and words[0] in _IS:
                words.pop(0)
            yield " ".join(words), is_so
