"""A line is read as an act, whoever does it to whom, and what is known; what is unclear is asked back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.adjudicator import typed as typed_module
from deduce.napoleonic.adjudicator.reading import LONGEST, Asked, read_asked
from deduce.napoleonic.adjudicator.typed import typed_of
from deduce.napoleonic.body import Body
from deduce.ruling.features import Sort
from deduce.ruling.law import Law
from deduce.ruling.lexicon import Lexicon
from deduce.tabletop.errors import LineError
from napoleonic.common import BOOK

BODIES = {
    "3": Body("3", 0, {"nation": "FR", "arm": "cav", "kind": "light", "formation": "column", "figures": 12}),
    "5": Body("5", 0, {"arm": "inf", "formation": "line"}),
    "k": Body("k", 1, {"nation": "EN", "arm": "inf", "formation": "square", "ground": frozenset({"slope"})}),
    "e2": Body("e2", 1),
}


def read(line: str) -> Asked:
    """What a line says without a record."""
    return read_asked(BOOK, line)


def several(*words: str) -> frozenset[str]:
    return frozenset(words)


@pytest.mark.parametrize(
    ("line", "action", "one", "other", "facts"),
    [
        ("3 charge k, path hedge", "charge", "3", "k", {"path": several("hedge")}),
        ("3 charge k, chemin haie", "charge", "3", "k", {"path": several("hedge")}),
        ("4 oblique 50", "oblique", "4", "", {"angle": 50}),
        ("4 marche oblique à 50 degrés", "oblique", "4", "", {"angle": 50}),
        (
            "charge k at 18, straight ahead, order cover",
            "charge", "", "k", {"distance": 18, "bearing": "ahead", "order": "cover"},
        ),
        ("charge k à 18,5 cm, droit devant", "charge", "", "k",
         {"distance": Fraction(37, 2), "bearing": "ahead"}),
        (
            "FR light cav column charge inf line, path open, visible",
            "charge", "", "",
            {
                "nation": "FR", "kind": "light", "arm": "cav", "formation": "column",
                "their_arm": "inf", "their_formation": "line", "path": several("open"), "visible": True,
            },
        ),
        ("house 3 figures", "house", "", "", {"figures": 3}),
        ("12 figures inf house", "house", "", "", {"figures": 12, "arm": "inf"}),
        ("maison 3 figurines", "house", "", "", {"figures": 3}),
        ("FR inf line line oblique 50°", "oblique", "", "",
         {"nation": "FR", "arm": "inf", "kind": "line", "formation": "line", "angle": 50}),
        ("inf line oblique", "oblique", "", "", {"arm": "inf", "formation": "line"}),
        ("infanterie garde en ligne marche oblique", "oblique", "", "",
         {"arm": "inf", "status": "guard", "formation": "line"}),
        ("3 charge k, k square, k on hedge wood", "charge", "3", "k",
         {"their_formation": "square", "their_ground": several("hedge", "wood")}),
        ("3 charge k, 3 formed, not engaged", "charge", "3", "k", {"state": "formed", "engaged": False}),
        ("3 charge k, engaged no, visible yes", "charge", "3", "k", {"engaged": False, "visible": True}),
        ("3 charge k, pas visible, k en mêlée", "charge", "3", "k",
         {"visible": False, "their_engaged": True}),
        ("not engaged cav charge", "charge", "", "", {"engaged": False, "arm": "cav"}),
        ("3 charge k, gap 2.4, quarter Q2", "charge", "3", "k", {"gap": Fraction(12, 5), "quarter": "Q2"}),
        ("charge a square", "charge", "", "", {"their_formation": "square"}),
        ("3 counter-charge k", "counter", "3", "k", {}),
        ("3 charge k path hedge", "charge", "3", "k", {"path": several("hedge")}),
        ("3 charge k, their_formation square", "charge", "3", "k", {"their_formation": "square"}),
        ("3 charge k, order harass, ordre harass", "charge", "3", "k", {"order": "harass"}),
        ("3 voir k", "see", "3", "k", {}),
        ("3 obl", "oblique", "3", "", {}),
        ("3 charge 18", "charge", "3", "", {"distance": 18}),
        ("5 change line", "change", "5", "", {"to": "line"}),
        ("5 line", "change", "5", "", {"to": "line"}),
        ("5 colonne", "change", "5", "", {"to": "column"}),
        ("inf column change line", "change", "", "", {"arm": "inf", "formation": "column", "to": "line"}),
        ("6 rally flank", "rally", "6", "", {"attacked_from": "flank"}),
        ("inf cross hedge", "cross", "", "", {"arm": "inf", "path": several("hedge")}),
        ("inf on a slope move wood", "move", "", "",
         {"arm": "inf", "ground": several("slope"), "path": several("wood")}),
        ("3 charge k?", "charge", "3", "k", {}),
        ("3 charge k 18 cm", "charge", "3", "k", {"distance": 18}),
        ("3 charge 18 cm", "charge", "3", "", {"distance": 18}),
        ("3 move hedge wood", "move", "3", "", {"path": several("hedge", "wood")}),
        ("inf ground house leave", "leave", "", "", {"arm": "inf", "ground": several("house")}),
        ("3 moves back 2", "back", "3", "", {"advance": 2}),
        ("3 deploy into line", "change", "3", "", {"to": "line"}),
        ("3 passe en colonne", "change", "3", "", {"to": "column"}),
        ("artillerie à pied en batterie atteler", "limber", "", "",
         {"arm": "foot-art", "formation": "battery"}),
        ("3 tire sur k à 5 cm", "fire", "3", "k", {"distance": 5}),
        ("3 charge contre k, chemin mur", "charge", "3", "k", {"path": several("wall")}),
        ("cavalerie en double ligne charge k", "charge", "", "k",
         {"arm": "cav", "formation": "double-line"}),
        ("infanterie en colonne de division charge k", "charge", "", "k",
         {"arm": "inf", "formation": "division-column"}),
        ("3 en pente charge k", "charge", "3", "k", {"ground": several("slope")}),
        ("EN infanterie en double ligne quart de tour", "quarter-turn", "", "",
         {"nation": "EN", "arm": "inf", "formation": "double-line"}),
        ("cavalerie engagée se rallie, attaquée de flanc", "rally", "", "",
         {"arm": "cav", "engaged": True, "attacked_from": "flank"}),
        ("inf line change to battery", "change", "", "",
         {"arm": "inf", "formation": "line", "to": "battery"}),
        ("3 en batterie", "change", "3", "", {"to": "battery"}),
        ("EN inf double-line charge k", "charge", "", "k",
         {"nation": "EN", "arm": "inf", "formation": "double-line"}),
        ("en inf line charge k", "charge", "", "k", {"nation": "EN", "arm": "inf", "formation": "line"}),
    ],
)  # fmt: skip
def test_lines(line: str, action: str, one: str, other: str, facts: dict[str, object]) -> None:
    asked = read(line)
    assert (asked.action, asked.one, asked.other) == (action, one, other)
    assert dict(asked.facts) == facts
    assert {*asked.said} == {*facts}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("3 charge k, hedge", "'hedge' can be several things; write .*path hedge"),
        ("3 chagre k", "'chagre' is no act; did you mean 'charge'"),
        ("3 charge hedeg", "'hedeg' means nothing here; did you mean 'hedge'"),
        ("3 charge k, ordre tenr", "ordre is never 'tenr'; did you mean 'tenir'"),
        ("3 ch k", "'ch' can be change or charge; write more of it"),
        ("charge k cover", "'cover' says something of the unit that acts; write it before the act"),
        ("charge k, order", "order says nothing by itself; write order and what it is, such as hold, cover"),
        ("charge k, gap", "gap says nothing by itself; write gap and how much it is, such as gap 18"),
        ("charge k, gap 18°", "gap is a number of cm; write gap 18"),
        ("3 charge k, formed, unformed", "state is said twice, formed and unformed; say it once"),
        ("3 charge k at 18, at 19", "distance is said twice, 18 cm and 19 cm; say it once"),
        ("3 charge k ~25-31", "'~25' is a guess, which desk takes; here it is one number, such as 18"),
        ("3 charge k, 99999999 cm", "'99999999' is no number that can be; write one such as 18, 17.5 or 1/2"),
        ("3 charge k at -3", "'-3' is less than 0; every number here is 0 or more"),
        ("3 oblique -50, inf", "'-50' is less than 0"),
        ("3 charge k, 1/0 cm", "distance is '1/0'; it must be a number from 0 to 1000000"),
        ("k charge k", "k cannot do that to itself; name another unit, or none"),
        ("", "it names no act; write such as 3 charge k, path hedge"),
        ("3", "it names no act"),
        ("inf house 2.5 figures", "figures is 2.5; it must be a whole number"),
        ("x" * (LONGEST + 1), f"at most {LONGEST} characters; this one has {LONGEST + 1}"),
    ],
)
def test_what_makes_no_sense_is_told(line: str, sentence: str) -> None:
    with pytest.raises(LineError, match=sentence):
        read(line)


def test_units_of_a_record_bring_what_is_known() -> None:
    asked = read_asked(BOOK, "3 charge k, 3 line, path open", BODIES)
    assert (asked.one, asked.other) == ("3", "k")
    assert asked.facts["formation"] == "line"
    assert asked.facts["kind"] == "light"
    assert asked.facts["their_formation"] == "square"
    assert asked.facts["their_ground"] == {"slope"}
    # Of the other only what the rules ask is taken over.
    assert asked.facts["nation"] == "FR"
    assert "their_figures" in asked.facts or "their_figures" not in BOOK.law.features
    assert {*asked.said} == {"formation", "path"}


def test_more_may_be_known_of_a_unit_than_its_own_facts() -> None:
    asked = read_asked(BOOK, "3 charge k", BODIES, lambda body: {**body.facts, "engaged": body.name == "k"})
    assert (asked.facts["engaged"], asked.facts["their_engaged"]) == (False, True)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("9 about", "there is no unit '9' in the record; known are: 3, 5, k, e2"),
        ("3 charge e3", "there is no unit 'e3' in the record; did you mean"),
        ("3 charge k, e2 square", "e2 has no part in this; behind a comma stands what is known of 3 and k"),
    ],
)
def test_units_that_a_record_does_not_have(line: str, sentence: str) -> None:
    with pytest.raises(LineError, match=re.escape(sentence)):
        read_asked(BOOK, line, BODIES)


def test_nobody_charges_a_friend() -> None:
    with pytest.raises(LineError, match="5 is on the side of 3; name an enemy, or none"):
        read_asked(BOOK, "3 charge 5", BODIES)
    with pytest.raises(LineError, match="e2 is on the side of k"):
        read_asked(BOOK, "k fire e2", BODIES)
    assert read_asked(BOOK, "3 see 5", BODIES).other == "5"


def test_a_number_that_is_a_unit_as_well() -> None:
    assert read_asked(BOOK, "k charge 5", BODIES).other == "5"
    assert read_asked(BOOK, "3 oblique 5", BODIES).facts["angle"] == 5
    assert read_asked(BOOK, "3 charge k at 5", BODIES).facts["distance"] == 5
    assert read_asked(BOOK, "3 charge k, 5 cm", BODIES).facts["distance"] == 5


@pytest.mark.parametrize("action", sorted(BOOK.law.actions))
def test_every_act_can_be_typed(action: str) -> None:
    """By its name, and by what both languages call it."""
    called = BOOK.law.actions[action].called
    for text in (action, called.en, called.fr):
        if "{" not in text:
            assert read(f"3 {text}").action == action, text


def test_every_feature_can_be_said() -> None:
    """By its name with each of its words, and with a number or a yes; so nothing that is asked stays open."""
    for name, feature in BOOK.law.features.items():
        if feature.sort is Sort.NUMBER:
            assert read(f"3 charge k, {name} 2").facts == {name: 2}, name
        elif feature.sort is Sort.FLAG:
            assert read(f"3 charge k, {name}").facts == {name: True}, name
            assert read(f"3 charge k, {name} no").facts == {name: False}, name
        for word in feature.words:
            for text in (word, feature.word_said(word).en, feature.word_said(word).fr):
                if "," in text:
                    continue
                found = read(f"3 charge k, {name} {re.sub('{[^}]*}', '', text)}").facts
                assert found == {name: several(word) if feature.sort is Sort.SEVERAL else word}, (name, text)


def test_the_phrases_beside_the_law_name_what_there_is() -> None:
    typed, law = typed_of(BOOK.law), BOOK.law
    assert {*typed.numbers} <= {*law.actions}
    assert typed.to_another | {*typed.behind, typed.bare} <= {*law.actions}
    assert {name for names in typed.behind.values() for name in names} <= {*law.features}
    assert {*typed.numbers.values(), typed.number_of_unit} <= {*law.features}
    assert {*typed.prefer, *typed.prefer_of_unit} <= {*law.features}
    assert typed_of(law) is typed


def test_what_can_be_typed_is_worked_out_once_for_all_houses(monkeypatch: pytest.MonkeyPatch) -> None:
    """House rules change choices and numbers, and no word."""
    worked_out: list[Law] = []
    lexicon = typed_module.lexicon_of

    def counted(law: Law, also: Mapping[str, Mapping[str, object]]) -> Lexicon:
        worked_out.append(law)
        return lexicon(law, also)

    monkeypatch.setattr(typed_module, "_KNOWN", {})
    monkeypatch.setattr(typed_module, "lexicon_of", counted)
    name = next(iter(BOOK.law.decisions))
    words = [word for word, _ in BOOK.law.decisions[name].choices]
    found = [typed_of(BOOK.law.varied({name: word})) for word in words]
    assert len(worked_out) == 1 < len(found)
    assert all(each is found[0] for each in found)


@given(st.text(max_size=80))
def test_whatever_is_typed_makes_no_other_error(line: str) -> None:
    for bodies in (None, BODIES):
        try:
            asked = read_asked(BOOK, line, bodies)
        except LineError:
            continue
        assert asked.action in BOOK.law.actions


def test_a_long_line_is_not_repeated() -> None:
    with pytest.raises(LineError) as caught:
        read("3 charge " + "q" * 200)
    assert len(str(caught.value)) < 200


WORDS = [
    *("3", "k", "e2", "charge", "oblique", "house", "inf", "line", "light", "hedge", "path", "ground", "not"),
    *("18", "cm", "°", "50", ",", "at", "engaged", "square", "order", "cover", "their", "yes", "no", "1/0"),
]


@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_words_in_any_order_make_no_other_error(words: list[str]) -> None:
    for bodies in (None, BODIES):
        try:
            asked = read_asked(BOOK, " ".join(words), bodies)
        except LineError:
            continue
        assert {*asked.facts} <= {*BOOK.law.features}
