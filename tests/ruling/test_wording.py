"""Rules in words: read from a file with every mistake's line, and told under one law or several."""

from __future__ import annotations

from pathlib import Path

import pytest

from deduce.ruling.errors import RulingError
from deduce.ruling.languages import Words
from deduce.ruling.law import Law
from deduce.ruling.packaged import Shelf, packaged_text
from deduce.ruling.reading import parse_law, read_law
from deduce.ruling.told import Telling, page, places_in
from deduce.ruling.wording import ids_in, parse_words
from deduce.tabletop.rulebook import Rule

FOG = read_law(Path(__file__).parent / "made_up.toml")
WORDS = """\
format = "deduce.fog.rulebook/1"

[[group]]
title = { en = "Weather", fr = "Météo" }

[[group.rule]]
id = "FOG-WIND-1"
kind = "value"
title = { en = "A gale", fr = "Un coup de vent" }
text = { en = "from {gale} on nobody tacks.", fr = "à partir de {gale}, personne ne vire." }
source = "F2.1"
grade = "B"
reading = { en = "the unit is lost: {gale} in knots", fr = "l'unité manque : {gale} en nœuds" }

[[group.rule]]
id = "FOG-GUN-1"
kind = "reminder"
title = { en = "Guns", fr = "Canons" }
text = { en = "A broadside has {broadside}; {DEC-GALE}.", fr = "Une bordée : {broadside} ; {DEC-GALE}." }
decision = { en = "All {DEC-GALE=late}.", fr = "Tout {DEC-GALE=late}." }
option = "House = broadside=5"
grade = "C"
"""
GROUPS = parse_words(WORDS, "words.toml")
DECIDED = Words("Decided", "Décidé")


def told(*laws: tuple[str, Law]) -> dict[str, Rule]:
    """What is said of every rule under some laws."""
    groups = Telling(laws or (("fog", FOG),)).grouped(GROUPS, DECIDED)
    return {name: rule for _, group in groups for name, rule in group.items()}


def test_a_rule_is_told_with_what_is_played() -> None:
    rule = told()["FOG-WIND-1"]
    assert rule.text == "From 40 knots on nobody tacks."
    assert rule.source == "F2.1"
    assert rule.reading == "the unit is lost: 40 knots in knots (likely by what stands around it)"
    french = rule.languages["fr"]
    assert french.text == "À partir de 40 nœuds, personne ne vire."
    assert french.reading == "l'unité manque : 40 nœuds en nœuds (probable d'après le contexte)"
    assert french.source == "F2.1"
    assert told(("late", FOG.varied({"gale": 33})))["FOG-WIND-1"].text == "From 33 knots on nobody tacks."


def test_a_choice_has_places_of_its_own() -> None:
    rule = told()["FOG-GUN-1"]
    assert rule.text == "A broadside has 6 guns; from 40 knots."
    assert rule.decision == "All later."
    assert rule.option == "House = broadside=5"
    # A grade without words says what there is to say.
    assert rule.reading == "the print cannot be read well here (no more than plausible)"


def test_laws_that_differ_are_told_side_by_side() -> None:
    both = told(("calm", FOG), ("wild", FOG.varied({"gale": 33, "DEC-GALE": "late"})))
    assert both["FOG-WIND-1"].text == "From 40 knots (calm) / 33 knots (wild) on nobody tacks."
    assert both["FOG-GUN-1"].text == "A broadside has 6 guns; from 40 knots (calm) / later (wild)."


def test_decisions_that_nobody_words_stand_at_the_end() -> None:
    *_, (title, group) = Telling((("fog", FOG),)).grouped(GROUPS, DECIDED)
    assert title == DECIDED
    assert [*group] == ["DEC-GALE", "DEC-TACK"]
    rule = group["DEC-GALE"]
    assert rule.title == "From where on it is a gale"
    assert rule.text == "Choices: early: from 40 knots; late: later."
    assert rule.languages["fr"].text == "Choix : early : à partir de 40 nœuds ; late : plus tard."
    assert rule.decision == "From 40 knots (the text does not say)."
    assert rule.option == "House = DEC-GALE=late"


def test_the_page_has_all_of_it() -> None:
    text = page("# Fog\n", Telling((("fog", FOG),)).grouped(GROUPS, DECIDED))
    assert text.startswith("# Fog\n\n## Weather · Météo\n\n### FOG-WIND-1\n\n**A gale.** From 40 knots")
    assert "*As we read it:* the unit is lost" in text
    assert "*Notre lecture :* l'unité manque" in text
    assert text.count("*Source:* F2.1\n") == 1
    assert "*Option:* `House = DEC-GALE=late`\n" in text


def test_places_are_found_wherever_they_stand() -> None:
    assert {*places_in(GROUPS, FOG)} == {"gale", "broadside", "DEC-GALE"}
    assert [*ids_in(GROUPS)] == ["FOG-WIND-1", "FOG-GUN-1"]


@pytest.mark.parametrize(
    ("before", "after", "line", "sentence"),
    [
        ('"value"', '"valu"', 8, "group.0.rule.0: kind is 'valu'; did you mean 'value'?"),
        ('"B"', '"D"', 12, "group.0.rule.0: grade is 'D'; known are: A, B, C"),
        ('"FOG-GUN-1"', '"FOG-WIND-1"', 16, "the rule FOG-WIND-1 stands there twice; word it once"),
        ('"FOG-GUN-1"', '"guns"', 16, "'guns' is no id of a rule"),
        ('id = "FOG-GUN-1"\n', "", 15, 'it names no rule; add id = "..." with the id of one'),
        ("option =", "options =", 21, "unknown key 'options'; did you mean 'option'?"),
        ('title = { en = "Guns", fr = "Canons" }\n', "", 15, "title is missing; it must be said in both"),
        ("[[group]]", "[group]", 3, "groups are written as [[group]]"),
        ("format", "form", 1, "unknown key 'form'; did you mean 'format'?"),
    ],
)
def test_a_mistake_is_told_with_its_line(before: str, after: str, line: int, sentence: str) -> None:
    wrong = WORDS.replace(before, after, 1)
    if before == "[[group]]":
        wrong = wrong.partition("[[group.rule]]")[0]
    with pytest.raises(RulingError) as caught:
        parse_words(wrong, "words.toml")
    assert caught.value.line == line
    assert sentence in str(caught.value)


def test_words_that_name_nothing_are_told() -> None:
    groups = parse_words(WORDS.replace("{broadside}", "{broadsides}"), "words.toml")
    with pytest.raises(RulingError, match=r"no number and no decision 'broadsides' to be told; did you"):
        list(Telling((("fog", FOG),)).grouped(groups, DECIDED))
    groups = parse_words(WORDS.replace("=late}", "=soon}"), "words.toml")
    with pytest.raises(RulingError, match="DEC-GALE has no choice 'soon'"):
        list(Telling((("fog", FOG),)).grouped(groups, DECIDED))


SHELF = Shelf(
    "deduce.cards",
    {"base": "editions/base.toml", "acts": "editions/acts.toml", "en": "editions/en.toml"},
    ("en",),
    "there is no sea",
    lambda: {"CC-COMB-1"},
)


def test_a_shelf_gives_what_is_packaged_and_what_is_owned(tmp_path: Path) -> None:
    law, house = SHELF.with_house("en", "combat.range=15", None)
    assert (law.numbers["combat.range"], house) == (15, ("combat.range=15",))
    assert SHELF.law("en") is SHELF.law("en")
    assert SHELF.law("sea") is None
    mine = 'format = "deduce.ruling/1"\nextends = "en"\n[numbers]\ncombat.range = 9\n'
    (tmp_path / "mine.toml").write_text(mine, encoding="utf-8")
    law, house = SHELF.with_house("mine.toml", "", tmp_path)
    assert (law.numbers["combat.range"], house) == (9, ())
    with pytest.raises(RulingError, match=r"there is no sea 'base'; .*a file of your own ends in \.toml"):
        SHELF.with_house("base", "", None)


def test_an_owner_names_only_rules_that_there_are(tmp_path: Path) -> None:
    text = 'format = "deduce.ruling/1"\nextends = "en"\n[actions.fight.needs.heart]\nranks = { least = 3 }\n'
    (tmp_path / "mine.toml").write_text(text + 'rule = "CC-COMB-99"\n', encoding="utf-8")
    with pytest.raises(RulingError, match=r"line 5: .*there is no rule 'CC-COMB-99'; did you mean"):
        SHELF.with_house("mine.toml", "", tmp_path)


def test_a_packaged_file_is_read_as_text() -> None:
    assert parse_law(packaged_text("deduce.cards", "editions/base.toml"), "base").decisions
