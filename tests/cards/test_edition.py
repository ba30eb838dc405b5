"""Editions: every number of the digest's tables, what differs, and what a house changes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from deduce.cards import parse_record
from deduce.cards.edition import EDITIONS, edition_of
from deduce.cards.ruler import can_told
from deduce.ruling.errors import RulingError
from deduce.tabletop.look import look_at

BOTH = {
    "move.infantry": 20,
    "move.artillery": 20,
    "move.cavalry": 40,
    "move.commander": 60,
    "move.mob": 30,
    "mob.keepOff": 15,
    "halt.distance": 20,
    "rally.block": 20,
    "rally.helper": 1,
    "gunners.return": 25,
    "fire.nearest": 10,
    "fire.farthest": 130,
    "fire.halfAngle": 45,
    "facing.halfAngle": 45,
    "balls.stock": 4,
    "balls.open": 1,
    "balls.woods": 1,
    "balls.wall": 2,
    "balls.redoubt": 3,
    "balls.trench": 3,
    "cover.bonus": 3,
    "cavalry.bonus": 1,
    "flank.bonus": 4,
    "field.length": 300,
    "field.width": 200,
    "sites.count": 4,
    "sites.needed": 3,
}
"""The ruleset table of the digest, where both editions say the same."""
APART = {
    "flight.trigger": (15, 20),
    "rally.mobDistance": (50, 40),
    "combat.range": (8, 20),
    "deploy.depth": (5, 20),
}
"""Where they do not: French, English."""
CHOICES = {
    "CC-SET-6": ("player", "cannon"),
    "CC-SET-8": ("lot", "cut"),
    "DEC-9": ("rear", "all"),
    "DEC-17": ("close", "stop"),
    "DEC-18": ("off", "ends"),
    "DEC-26": ("edge", "full"),
    "DEC-30b": ("none", "optional"),
    "DEC-39": ("free", "last"),
}


@pytest.mark.parametrize("name", EDITIONS)
def test_the_table_of_the_digest(name: str) -> None:
    rules = edition_of(name)
    place = ("fr", "en").index(name)
    assert {each: rules.number(each) for each in BOTH} == BOTH
    assert {each: rules.number(each) for each in APART} == {each: two[place] for each, two in APART.items()}
    assert {each: rules.choice(each) for each in CHOICES} == {
        each: two[place] for each, two in CHOICES.items()
    }
    assert rules.house == ()


def test_nothing_else_differs_between_the_editions() -> None:
    french, english = edition_of("fr"), edition_of("en")
    differing = {each.partition("=")[0] for each in french.law.differences(english.law)}
    assert differing == {*APART, *CHOICES, "gun.confused"}


def test_cc_spec_1_the_table_of_the_gun() -> None:
    assert edition_of("fr").table("gun.confused") == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4, 4, 4)
    assert edition_of("en").table("gun.confused") == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 4, 4, 4)


def test_cc_comb_5_the_cards() -> None:
    assert edition_of().table("card.values") == tuple(range(1, 14))
    assert sum(edition_of().table("deck.cards")) == 52


def test_numbers_are_exact() -> None:
    assert edition_of().number("halt.step") == Fraction(1, 10)
    assert edition_of("en", "combat.range=14.9").number("combat.range") == Fraction(149, 10)


def test_every_number_table_and_decision_has_its_rule_and_words() -> None:
    law = edition_of().law
    for number in [*law.declared.values(), *law.tables.values()]:
        assert number.rules, number.name
        assert number.called.en, number.name
        assert number.called.fr, number.name
    for decision in law.decisions.values():
        assert len(decision.choices) > 1, decision.name
        assert all(words.en and words.fr for _, words in decision.choices), decision.name
        assert decision.called, decision.name


def test_the_head_of_the_file_names_everything() -> None:
    head = (
        (Path(__file__).parents[2] / "deduce/cards/editions/base.toml")
        .read_text("utf-8")
        .partition("\n\n")[0]
    )
    words = head.replace("|", " ").split()
    law = edition_of().law
    for name in law.changeable:
        assert name in words, name
    for decision in law.decisions.values():
        line = next(line for line in head.splitlines() if line.split()[1:2] == [decision.name])
        assert line.split()[2::2] == [word for word, _ in decision.choices]


def test_house_rules() -> None:
    rules = edition_of("en", "dec-20=Lapse, combat.range=15, cover.bonus=3")
    assert rules.house == ("DEC-20=lapse", "combat.range=15")
    assert (rules.choice("DEC-20"), rules.number("combat.range")) == ("lapse", 15)
    assert rules != edition_of("en")
    assert rules == edition_of("en", "combat.range=15,DEC-20=lapse")
    assert hash(rules) == hash(edition_of("en", "combat.range=15,DEC-20=lapse"))
    assert edition_of("en", "DEC-20=locked") == edition_of("en")
    assert edition_of("fr") != edition_of("en")
    assert rules.rule_of("combat.range") == "CC-COMB-1"
    assert rules.rule_of("gun.confused") == "CC-SPEC-1"


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ("DEC-2O=lapse", "there is no decision and no number 'DEC-2O'; did you mean 'DEC-2'?"),
        ("DEC-20=lapsed", "DEC-20 has no choice 'lapsed'; did you mean 'lapse'?"),
        ("combat.rnge=8", "there is no decision and no number 'combat.rnge'; did you mean 'combat.range'?"),
        ("combat.range", "house rule 'combat.range' says nothing; write combat.range=WHAT"),
        ("combat.range=far", "combat.range is 'far'; it must be a number from 0 to 1000000"),
        ("balls.stock=2.5", "balls.stock is 2.5; it must be a whole number"),
        ("gun.confused=1 2", "gun.confused is ['1', '2']; it must be a list of 13 numbers"),
        ("DEC-20=turn, dec-20=turn", "DEC-20 stands twice among the house rules; say it once"),
    ],
)
def test_house_rules_that_make_no_sense(house: str, sentence: str) -> None:
    with pytest.raises(RulingError) as caught:
        edition_of("en", house)
    assert str(caught.value) == sentence


def test_an_edition_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(RulingError, match=r"there is no edition 'eng'; did you mean 'en'\? \(a file"):
        edition_of("eng")
    with pytest.raises(RulingError, match=r"mine\.toml: cannot be read: No such file"):
        edition_of("mine.toml", folder=tmp_path)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    lines = ['format = "deduce.ruling/1"', 'extends = "fr"', "[numbers]", "combat.range = 12", "[choices]"]
    (tmp_path / "mine.toml").write_text("\n".join([*lines, 'DEC-20 = "lapse"', ""]), "utf-8")
    rules = edition_of("mine.toml", "cover.bonus=2", tmp_path)
    assert (rules.name, rules.house) == ("mine.toml", ("cover.bonus=2",))
    assert (rules.number("combat.range"), rules.number("rally.mobDistance")) == (12, 50)
    assert (rules.choice("DEC-20"), rules.choice("DEC-17")) == ("lapse", "close")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("combat.rnge = 12", "numbers: there is no number 'combat.rnge'; did you mean 'combat.range'?"),
        ("balls.stock = 1.5", "numbers: balls.stock is 1.5; it must be a whole number"),
        ('"combat.range" = true', "numbers: combat.range is True; it must be a number from 0 to 1000000"),
    ],
)
def test_mistakes_in_a_file_of_ones_own(line: str, sentence: str, tmp_path: Path) -> None:
    text = f'format = "deduce.ruling/1"\nextends = "en"\n[numbers]\n# mine\n{line}\n'
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    with pytest.raises(RulingError) as caught:
        edition_of("mine.toml", folder=tmp_path)
    assert str(caught.value) == f"{tmp_path / 'mine.toml'}, line 5: {sentence}"


@pytest.mark.parametrize("extends", ["", 'extends = "base"\n', 'extends = "acts"\n'])
def test_a_file_of_ones_own_extends_an_edition(tmp_path: Path, extends: str) -> None:
    """Part of an edition, or nothing, would leave it without the rules that everything asks for."""
    (tmp_path / "mine.toml").write_text(f'format = "deduce.ruling/1"\n{extends}', "utf-8")
    with pytest.raises(RulingError, match=r'mine\.toml.*; write extends = "en" or extends = "fr", or the'):
        edition_of("mine.toml", folder=tmp_path)


# --- Set-up -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["en", "fr"])
def test_cc_set_1_the_field(name: str) -> None:
    """CC-SET-1, DEC-6: 300 long; one edition gives no width, and borrows the other's."""
    rules = edition_of(name)
    assert (rules.number("field.length"), rules.number("field.width")) == (300, 200)


@pytest.mark.parametrize("name", ["en", "fr"])
def test_cc_set_2_four_sites_well_spread(name: str) -> None:
    """CC-SET-2, DEC-8: four of them, fifty from each other and from the back lines."""
    rules = edition_of(name)
    assert [rules.number(f"sites.{what}") for what in ("count", "apart", "fromLine", "radius")] == [
        4,
        50,
        50,
        10,
    ]
    assert len(parse_record("Game = cards\n").now.sites) == 4


def test_cc_set_5_one_commander_and_perhaps_an_aide() -> None:
    """CC-SET-5: one commander in both; an aide in one of them only, and not in every game."""
    assert [edition_of(name).number("army.commanders") for name in ("en", "fr")] == [1, 1]
    assert [edition_of(name).choice("DEC-30b") for name in ("en", "fr")] == ["optional", "none"]


def test_cc_set_7_deployment_at_the_back_line() -> None:
    """CC-SET-7, DEC-9: near it in one edition, on it in the other."""
    assert [edition_of(name).number("deploy.depth") for name in ("en", "fr")] == [20, 5]
    assert [edition_of(name).choice("DEC-9") for name in ("en", "fr")] == ["all", "rear"]


def test_cc_set_8_who_starts() -> None:
    """CC-SET-8: the packs are cut, or it is drawn by lot; the record says who it was."""
    assert [edition_of(name).choice("CC-SET-8") for name in ("en", "fr")] == ["cut", "lot"]
    assert parse_record("First = Red\n").now.active == 1


def test_cc_set_9_measuring_is_free() -> None:
    """CC-SET-9: a measure can be asked about at any time, and changes nothing."""
    battle = parse_record("Game = cards\n\n1. b9 n4\n")
    can_told(look_at(battle, None, {}), {"measured": "b n 17 30"})
    assert [step.text for step in battle.steps] == ["b9 n4"]
