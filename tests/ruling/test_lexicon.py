"""What can be typed of a made-up law: acts, features and words, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from deduce.ruling.lexicon import Meaning, lexicon_of, tokens_in
from deduce.ruling.reading import parse_law, read_law

FOG = read_law(Path(__file__).parent / "made_up.toml")
FLAGGED = parse_law(
    'format = "deduce.ruling/1"\nextends = "fog"\n[features.becalmed]\n'
    'yes = { en = "{one} is in a calm", fr = "{one} est dans une bonace" }\n'
    'no = { en = "{one} is not in a calm", fr = "{one} n\'est pas dans une bonace" }\n'
    '[features.their_crew]\nlike = "crew"\ncalled = { en = "the crew of {other}", fr = "leurs hommes" }\n',
    "flagged",
    lambda _: FOG,
)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("3 charge k", ("3", "charge", "k")),
        ("à 18,5 cm", ("a", "18,5", "cm")),
        ("18cm 50°", ("18", "cm", "50", "°")),
        ("their_ground re-form d'élite", ("their", "ground", "re", "form", "d", "elite")),
        ("e2 3a Q2", ("e2", "3a", "q2")),
        ("1/2", ("1/2",)),
        (" ,;!? ", ()),
    ],
)
def test_texts_are_taken_apart(text: str, tokens: tuple[str, ...]) -> None:
    assert tokens_in(text) == tokens


def test_features_and_words_in_both_languages() -> None:
    known = lexicon_of(FOG)
    assert known.meant_at(("the", "crew"), 0) == (2, (Meaning("crew"),))
    assert known.meant_at(("equipage",), 0) == (1, (Meaning("crew"),))
    assert known.meant_at(("un", "haut", "fond"), 0) == (3, (Meaning("path", "shoal"),))
    assert known.meant_at(("haut", "fond"), 0) == (2, (Meaning("path", "shoal"),))
    assert known.meant_at(("english",), 0) == (1, (Meaning("nation", "en"),))
    assert known.meant_at(("anchored",), 0) == (1, (Meaning("anchored", value=True),))
    assert known.meant_at(("nothing",), 0) == (0, ())


def test_sentences_of_flags_are_phrases() -> None:
    known = lexicon_of(FLAGGED)
    for text in ("becalmed", "is in a calm", "in a calm", "est dans une bonace", "dans une bonace"):
        assert known.meant_at(tokens_in(text), 0)[1] == (Meaning("becalmed", value=True),), text
    for text in ("not in a calm", "pas dans une bonace"):
        assert known.meant_at(tokens_in(text), 0)[1] == (Meaning("becalmed", value=False),), text


def test_a_word_can_be_of_several_features() -> None:
    meant = lexicon_of(FLAGGED).meant_at(("able",), 0)[1]
    assert meant == (Meaning("crew", "able"), Meaning("their_crew", "able"))


def test_acts_by_name_words_and_beginnings() -> None:
    known = lexicon_of(FOG, {"acts": {"tack": ["go about", "virer"]}})
    assert known.act_at(("she", "go", "about"), 1) == (2, ("tack",))
    assert known.act_at(("tack",), 0) == (1, ("tack",))
    assert known.acts_begun("ta") == ("tack",)
    assert known.acts_begun("vir") == ("tack",)
    assert known.acts_begun("zz") == ()


def test_further_words_also_hold_for_features_that_are_alike() -> None:
    known = lexicon_of(FLAGGED, {"words": {"crew": {"able": ["fit", "bon"]}}, "features": {"wind": "vent"}})
    assert known.meant_at(("fit",), 0)[1] == (Meaning("crew", "able"), Meaning("their_crew", "able"))
    assert known.meant_at(("vent",), 0)[1] == (Meaning("wind"),)
    assert {"fit", "tack"} <= {*known.words()}
