"""Everything that the book says stands there in both languages, with every place filled."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce.napoleonic.judging import judged
from deduce.ruling.features import Sort
from deduce.ruling.languages import Words, places_of
from napoleonic.common import BOOK
from napoleonic.test_inverse import values

LAW = BOOK.law
ENGLISH = re.compile(
    r"\b(?:the|of|is|not|and|its|with|which|what|does|may|must|than|from|are|or|has)\b", re.IGNORECASE
)
"""Words that only English has."""
FRENCH = re.compile(r"\b(?:le|la|les|du|des|est|une|qui|que|dans|avec|pas|peut|sont|au|aux)\b", re.IGNORECASE)
SAME = {"grenadiers", "voltigeurs", "points", "charge", "distance", "cm", "°", "formation", "artillerie"}


def sentences() -> Iterator[tuple[str, Words]]:
    """Everything that the law says in words, with where it stands."""
    for name, feature in LAW.features.items():
        parts = {"called": feature.called, "asks": feature.asked(), "yes": feature.yes, "no": feature.no}
        yield from ((f"{name}.{part}", words) for part, words in parts.items() if words)
        yield from ((f"{name}={word}", words) for word, words in feature.shown)
    for name, action in LAW.actions.items():
        yield name, action.called
        for need in action.needs.values():
            yield from ((f"{name}.{need.name}", words) for words in (need.found, need.wanted) if words)
    for name, decision in LAW.decisions.items():
        yield from ((f"{name}={word}", words) for word, words in decision.choices)
        yield from ((name, words) for words in (decision.called, decision.why) if words)
    yield from ((f"outcome {name}", words) for name, words in LAW.told.items())
    yield from ((name, each.called) for name, each in LAW.declared.items())
    yield from LAW.names.items()


def test_everything_is_said_in_both_languages() -> None:
    wrong = [
        (place, words)
        for place, words in sentences()
        if not words.en or not words.fr or ENGLISH.search(_bare(words.fr)) or FRENCH.search(_bare(words.en))
    ]
    assert wrong == []


def _bare(text: str) -> str:
    """Return a text without places and quoted names of features."""
    return re.sub(r"\{[^}]*\}|\([^)]*\)", " ", text)


def test_long_sentences_differ() -> None:
    """A word can be the same in both languages; a sentence is not."""
    for place, words in sentences():
        if len(words.en.split()) > 2:
            assert words.en != words.fr, place


def test_every_place_means_something() -> None:
    known = {*LAW.names, *LAW.declared, *LAW.features, *LAW.decisions, *LAW.tables, "value"}
    assert [
        (where, place) for where, words in sentences() for place in places_of(words) if place not in known
    ] == []


def test_every_feature_has_words() -> None:
    for name, feature in LAW.features.items():
        assert feature.question, name
        if feature.sort is Sort.FLAG:
            assert feature.yes, name
            assert feature.no, name
        else:
            assert feature.called, name
        assert {word for word, _ in feature.shown} == {*feature.words}, name


@pytest.mark.parametrize("action", sorted(LAW.actions))
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_what_is_said_of_an_act_has_no_place_left(action: str, data: st.DataObject) -> None:
    """In refusals, questions, outcomes and what is taken for granted, with any facts."""
    names = data.draw(st.lists(st.sampled_from(sorted(LAW.features)), unique=True, max_size=30))
    facts = {name: data.draw(st.sampled_from(values(LAW.features[name]))) for name in names}
    found = judged(BOOK, action, facts, {"one": "3", "other": "k"})
    for language in ("en", "fr"):
        for line in found.said(language):
            assert not re.search(r"[{}]", line), line
    foreign = ENGLISH.search(re.sub(r"\([^)]*\)", " ", " ".join(found.said("fr"))))
    assert foreign is None, found.said("fr")
