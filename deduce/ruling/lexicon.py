"""What can be typed of a situation: acts, features and their words, in both languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from deduce.intake.characters import plain
from deduce.ruling.features import Sort
from deduce.ruling.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deduce.ruling.features import Feature
    from deduce.ruling.languages import Words
    from deduce.ruling.law import Law

__all__ = ["Lexicon", "Meaning", "below_zero", "lexicon_of", "phrases_of", "tokens_in"]

_TOKEN = re.compile(r"\d+(?:[.,/]\d+)*(?=cm|°|deg|[^\w°]|_|$)|[^\s_'\u2019,;:?!()-]+")
_BELOW_ZERO = re.compile(r"(?<!\S)[-\u2212\u2013]\s?\d+(?:[.,]\d+)?")
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


def below_zero(text: str) -> str:
    """Return the first number of a text that is less than 0, whose sign `tokens_in` would not keep; or "".

    Examples:
        >>> below_zero("charge k at -3"), below_zero("half-turn 3-4")
        ('-3', '')
    """
    found = _BELOW_ZERO.search(text)
    return found[0] if found else ""


class Lexicon(NamedTuple):
    """What can be typed.

    Attributes:
        acts: For each phrase the acts that it can mean.
        meanings: For each phrase what it can mean of a situation.
        names: Phrases that are the names of features and words, with what each names.
    """

    acts: Mapping[tuple[str, ...], tuple[str, ...]]
    meanings: Mapping[tuple[str, ...], tuple[Meaning, ...]]
    names: frozenset[tuple[tuple[str, ...], Meaning]]

    def act_at(self, tokens: Sequence[str], place: int) -> tuple[int, tuple[str, ...]]:
        """Return how many words from a place on name acts, and which; as many words as possible."""
        return _longest(self.acts, tokens, place)

    def meant_at(self, tokens: Sequence[str], place: int) -> tuple[int, tuple[Meaning, ...]]:
        """Return how many words from a place on mean something, and what; as many words as possible."""
        return _longest(self.meanings, tokens, place)

    def likely(self, phrase: Sequence[str], meanings: Sequence[Meaning]) -> Sequence[Meaning]:
        """Return what a phrase means by itself: a flag of that name, or else a word, or what is called so."""
        named = [each for each in meanings if (tuple(phrase), each) in self.names]
        return [each for each in named if each.value is True] or named or meanings

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
    acts = _Phrases[str]()
    for name, action in law.actions.items():
        acts.name(name, name)
        acts.call((*_said(action.called), *_texts(further.get("acts", {}).get(name))), name)
    meanings = _Phrases[Meaning]()
    words = further.get("words", {})
    for name, feature in law.features.items():
        itself = Meaning(name, value=True if feature.sort is Sort.FLAG else None)
        meanings.name(name, itself)
        meanings.call((*_named(feature), *_texts(further.get("features", {}).get(name))), itself)
        for text, is_so in _flagged(feature):
            meanings.call((text,), Meaning(name, is_so))
        more = words.get(feature.like or name, {})
        for word in feature.words:
            meant = Meaning(name, word)
            meanings.name(word, meant)
            given = more.get(word) if isinstance(more, dict) else None
            meanings.call((*_said(feature.word_said(word)), *_texts(given)), meant)
    return Lexicon(acts.all(), meanings.all(), meanings.named())


def phrases_of(feature: Feature) -> Mapping[tuple[str, ...], str]:
    """Return what can be typed for each word of one feature, in both languages.

    Args:
        feature: The feature.
    """
    found: _Phrases[str] = _Phrases()
    for word in feature.words:
        found.name(word, word)
        found.call(_said(feature.word_said(word)), word)
    return {phrase: words[0] for phrase, words in found.all().items()}


class _Phrases(Generic[_T]):
    """Phrases with what they mean: names, and what is called so besides."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, ...], dict[_T, None]] = {}
        self._called: dict[tuple[str, ...], dict[_T, None]] = {}

    def name(self, text: str, meant: _T) -> None:
        """Add the name of something."""
        self._names.setdefault(tokens_in(text), {})[meant] = None

    def call(self, texts: Iterable[str], meant: _T) -> None:
        """Add what it is called, with and without an article."""
        for text in texts:
            phrase = tokens_in(_PLACE.sub(" ", text))
            articles = next((n for n, each in enumerate(phrase) if each not in _ARTICLES), 0)
            for left_out in range(articles + 1):
                if 0 < len(phrase) - left_out <= MOST_WORDS:
                    self._called.setdefault(phrase[left_out:], {})[meant] = None

    def all(self) -> dict[tuple[str, ...], tuple[_T, ...]]:
        """Return all of them, each with what is named so before what is only called so."""
        phrases = {**self._names, **self._called}
        return {
            phrase: tuple({**self._names.get(phrase, {}), **self._called.get(phrase, {})})
            for phrase in phrases
        }

    def named(self) -> frozenset[tuple[tuple[str, ...], _T]]:
        """Return the phrases that are names, with what each names."""
        return frozenset((phrase, meant) for phrase, found in self._names.items() for meant in found)


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
