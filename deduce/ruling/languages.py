"""What is said in both languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.ruling.errors import RulingError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["LANGUAGES", "NOTHING", "Words", "filled", "language_named", "listed", "places_of"]

LANGUAGES = ("en", "fr")
DEEPEST = 3
"""How often what stands in a place can have places itself."""
_PLACE = re.compile(r"\{([A-Za-z][\w.-]*)\}")


@dataclass(frozen=True, slots=True)
class Words:
    """The same in English and in French.

    Attributes:
        en: In English.
        fr: In French.
    """

    en: str
    fr: str

    def said(self, language: str = "en") -> str:
        """Return it in a language.

        Examples:
            >>> Words("cavalry", "cavalerie").said("fr")
            'cavalerie'

        Raises:
            RulingError: If it is no language that there is.
        """
        if language not in LANGUAGES:
            message = f"there is no language {language[:20]!r}; {did_you_mean(language, LANGUAGES)}"
            raise RulingError(message)
        return self.fr if language == "fr" else self.en

    def __bool__(self) -> bool:
        return bool(self.en)


NOTHING = Words("", "")


def language_named(text: str, usual: str = "en") -> str:
    """Return a language by its name or the beginning of it; the usual one if nothing is named.

    Examples:
        >>> language_named("français"), language_named("")
        ('fr', 'en')

    Raises:
        RulingError: If there is no such language.
    """
    word = plain(text.strip())[:2]
    if word and word not in LANGUAGES:
        message = f"{quoted(text)} is no language here; write {' or '.join(LANGUAGES)}"
        raise RulingError(message)
    return word or usual


def places_of(words: Words) -> list[str]:
    """Return the names of the places in a sentence, each once.

    Examples:
        >>> places_of(Words("{one} ran from {other}", "{one} a fui"))
        ['one', 'other']
    """
    both = words.en + words.fr
    return list(dict.fromkeys(_PLACE.findall(both))) if "{" in both else []


def filled(words: Words, names: Mapping[str, Words]) -> Words:
    """Put what is meant into the places of a sentence: `{one}` becomes what `one` is called.

    Examples:
        >>> filled(Words("{one} ran", "{one} a fui"), {"one": Words("a", "a")})
        Words(en='a ran', fr='a a fui')

    Args:
        words: The sentence. Places that mean nothing stay as they are.
        names: What stands for each place; it can have places itself.
    """
    for _ in range(DEEPEST):
        places = [found for found in places_of(words) if found in names]
        if not places:
            break
        english, french = words.en, words.fr
        for name in places:
            meant, place = names[name], f"{{{name}}}"
            english, french = english.replace(place, meant.en), french.replace(place, meant.fr)
        words = Words(english, french)
        if "{" not in english + french:
            break
    return words


def listed(words: Iterable[Words], joint: Words) -> Words:
    """Return several as a list, the last one behind "or" or "and".

    Examples:
        >>> listed([Words("a", "a"), Words("b", "b"), Words("c", "c")], Words("or", "ou")).en
        'a, b or c'
    """
    each = list(words)
    if len(each) == 1:
        return each[0]
    return Words(
        _joined([one.en for one in each], joint.en),
        _joined([one.fr for one in each], joint.fr),
    )


def _joined(texts: list[str], joint: str) -> str:
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {joint} {texts[-1]}"
