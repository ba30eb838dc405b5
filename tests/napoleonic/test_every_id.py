"""Every rule of the digest stands in one place, is carried out where its kind says, and has its test."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache

import pytest

import deduce.napoleonic
from common import ROOT
from deduce.napoleonic.book import book_of
from deduce.napoleonic.rulebook import kinds
from deduce.napoleonic.wording import worded_rules
from deduce.ruling.conditions import Condition
from deduce.ruling.procedures import procedures

IDS = (ROOT / "tests" / "data" / "napoleonic-rule-ids.txt").read_text(encoding="utf-8").split()
"""Every id of the digest."""
CHAPTERS = {
    "movement": ("STATE", "TURN", "SIM", "DIST", "REACT", "PIVOT", "FACE", "OBLIQ", "BACK", "FORCED"),
    "rally": ("RALLY",),
    "artillery": ("ART",),
    "charge": ("CHARGE", "COUNTER", "EVADE"),
    "ground": ("TERR", "HILL", "PLAT", "WOOD", "WATER", "ROAD", "CROP", "PLOUGH"),
    "houses": ("HOUSE",),
    "obstacles": ("LIN", "ENG", "REDOUBT", "BATTERY"),
}
"""The chapters, with the groups of ids that each words."""
COMPLETE = ("movement", "rally", "artillery", "charge", "houses", "obstacles")
"""The chapters that are finished: what is said below of every rule is tested for theirs."""
FOLDER = ROOT / "deduce" / "napoleonic"
TESTS = ROOT / "tests" / "napoleonic"
LAW = book_of().law


def chapter_of(rule: str) -> str:
    """The chapter that words a rule; "" for a decision."""
    group = rule.split("-")[1]
    return next(
        (name for name, groups in CHAPTERS.items() if rule.startswith("NAP-") and group in groups), ""
    )


def number_of(decision: str) -> str:
    """A decision without the letter of its second switch."""
    return re.sub("(?<=[0-9])[a-z]$", "", decision)


FINISHED = [rule for rule in IDS if chapter_of(rule) in COMPLETE]
ALL = pytest.mark.skipif(set(COMPLETE) != set(CHAPTERS), reason="not every chapter is finished")


@cache
def carried_out() -> dict[str, set[str]]:
    """For every kind the rules that something of that kind names."""
    for module in pkgutil.walk_packages(deduce.napoleonic.__path__, "deduce.napoleonic."):
        importlib.import_module(module.name)
    acts = LAW.actions.values()
    values = (*LAW.declared.values(), *LAW.tables.values(), *LAW.rows)
    return {
        "need": {rule for act in acts for need in act.needs.values() for rule in need.rules},
        "effect": {rule for act in acts for effect in act.effects.values() for rule in effect.rules}
        | {rule for act in acts for rules in act.instead.values() for rule in rules},
        "value": {rule for value in values for rule in value.rules},
        "choice": {*LAW.decisions, *(rule for each in LAW.decisions.values() for rule in each.rules)},
        "procedure": {rule for rule, _ in procedures("deduce.napoleonic")},
        "reminder": {*IDS},
    }


def test_every_group_of_ids_belongs_to_a_chapter() -> None:
    assert len(IDS) == len({*IDS}) == 410
    assert [rule for rule in IDS if rule.startswith("NAP-") and not chapter_of(rule)] == []


def test_every_rule_stands_in_the_words_of_its_chapter_and_nowhere_else() -> None:
    for chapter in COMPLETE:
        text = (FOLDER / chapter / "words.toml").read_text(encoding="utf-8")
        there = re.findall(r'(?m)^id = "([^"]+)"', text)
        assert len(there) == len({*there}), chapter
        wanted = {rule for rule in IDS if chapter_of(rule) == chapter}
        assert {rule for rule in there if rule.startswith("NAP-")} == wanted, chapter


@ALL
def test_every_decision_is_worded_or_has_its_choices() -> None:
    """Those with choices are worded in a law, those without in the words of a chapter."""
    worded = {name for _, group in worded_rules() for name in group}
    decided = {number_of(name) for name in LAW.decisions}
    assert [rule for rule in IDS if rule.startswith("DEC-") and rule not in worded | decided] == []
    assert {rule for rule in worded & {*LAW.decisions} if rule.startswith("DEC-")} == set()


def test_a_rule_is_carried_out_where_its_kind_says() -> None:
    places = carried_out()
    missing = {
        name: kind
        for name, kind in kinds().items()
        if chapter_of(name) in COMPLETE and name not in places[kind]
    }
    assert missing == {}


def test_only_rules_that_there_are_are_named() -> None:
    """By needs, effects, numbers, rows, decisions and code."""
    named = {number_of(rule) for rules in carried_out().values() for rule in rules}
    assert named - {*IDS} == set()


def test_every_id_that_is_cited_exists() -> None:
    """In laws, code and documents; those of the worked deductions (DED) are no rules."""
    for folder in (FOLDER, ROOT / "docs"):
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".toml", ".md"}:
                for rule in re.findall(r"\bNAP-[A-Z]+-[0-9]+\b", path.read_text(encoding="utf-8")):
                    assert rule in IDS or rule.startswith("NAP-DED-"), f"{path.relative_to(ROOT)}: {rule}"


UNTESTABLE = {"NAP-SIM-4", "NAP-TERR-2"}
"""Rules between people, of which the digest itself has no test: they are only said."""


def test_every_rule_stands_in_the_name_of_a_test() -> None:
    """Whoever looks for the test of a rule finds it by its id: NAP-HOUSE-4 in nap_house_4."""
    assert {kinds().get(rule, "reminder") for rule in UNTESTABLE} == {"reminder"}
    names = " ".join(
        name
        for path in TESTS.rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    )
    untested = [
        rule for rule in FINISHED if not re.search(rf"{rule.lower().replace('-', '_')}(?![0-9])", names)
    ]
    assert {*untested} <= UNTESTABLE


# --- What the laws declare is used ----------------------------------------------------------------------


UNUSED = {"past_crest"}
"""Features that wait for what asks for them."""


def conditions() -> Iterator[Condition]:
    """The conditions of the laws."""
    for act in LAW.actions.values():
        for need in act.needs.values():
            yield from need.conditions()
        for effect in act.effects.values():
            yield from filter(None, (effect.when, effect.unless))
    yield from (row.when for row in LAW.rows if row.when is not None)
    yield from LAW.groups.values()


@cache
def strings() -> frozenset[str]:
    """Every text that stands in the code, and every place in it that is filled in."""
    texts = (
        node.value
        for path in FOLDER.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return frozenset(texts)


def test_every_feature_is_asked_for() -> None:
    """By a need, an effect, a row, a group, or code."""
    used = {leaf.feature.name for condition in conditions() for leaf in condition.leaves()}
    assert {*LAW.features} - used - strings() <= UNUSED


def test_every_feature_and_act_speaks_both_languages() -> None:
    for feature in LAW.features.values():
        assert feature.asked().en != feature.asked().fr, feature.name
        assert feature.called or feature.yes, feature.name
        assert {word for word, _ in feature.shown} == {*feature.words}, feature.name
    for act in LAW.actions.values():
        assert act.called.en != act.called.fr, act.name


def test_whatever_comes_of_an_act_is_told_in_both_languages() -> None:
    for act in LAW.actions.values():
        for effect in act.effects.values():
            for name, value in effect.gives:
                said = str(value).lower() if isinstance(value, bool) else value
                words = LAW.told.get(f"{name}={said}") or LAW.told.get(name)
                assert words, f"{act.name}: {name} = {said} has no words"
                assert words.en != words.fr, name


def test_whatever_code_says_of_an_act_is_told() -> None:
    """The outcomes that procedures reckon, by the names that stand in the code."""
    names = {
        str(node.args[0].value)
        for path in FOLDER.rglob("reckoned.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Outcome"
        if isinstance(node.args[0], ast.Constant)
    }
    told = {name.split("=")[0] for name in LAW.told}
    assert "takes" in names
    assert names - told == set()


# --- No number of the rules stands in the code ----------------------------------------------------------

LITERALS: dict[str, dict[int, str]] = {
    "adjudicator/reading.py": {300: "how many characters a line may have"},
    "book.py": {64: "how many house rules are kept in memory"},
    "ground/walking.py": {400: "after how many quarters a walk is given up"},
    "ground/ways.py": {500: "how many characters a way may have"},
    "hidden/deeds.py": {4096: "how many deeds are kept in memory", 256: "how many acts are kept in memory"},
    "hidden/army_list.py": {200: "how many parts a list has at most", 1_000_000: "the greatest weight"},
    "hidden/deeds.py": {64: "books", 256: "how many readings are kept in memory", 4096: "how many deeds are"},
    "hidden/pace.py": {512: "how many ways are kept in memory", 4096: "how many speeds are"},
    "hidden/places.py": {1024: "how many places are kept in memory"},
    "hidden/profiles.py": {256: "how many lists of profiles are kept in memory"},
    "hidden/saying.py": {6: "how many combinations are told one by one"},
    "hidden/sheet.py": {4: "how many units are named in one line"},
    "hidden/unit.py": {3: "a profile without its formation has three parts"},
    "lines/acts.py": {99: "the longest that an act may take", 3: "how many questions are told at once"},
    "lines/sightings.py": {99: "the longest that anybody watches a move", 500: "no table is longer"},
    "lines/standing.py": {3: "the words of a line before what it says of a unit"},
    "questions/enemies.py": {4: "how many letters stand over a column"},
    "questions/hidden.py": {3: "words of a question", 99: "no charge lasts longer"},
    "questions/hidden_parts.py": {60: "how many candidates there are", 99: "quarters", 500: "no table is longer"},
    "questions/whereabouts.py": {500: "the greatest weight or angle"},
    "questions/who.py": {3: "the place of the formation in a profile", 40: "how many rows a table has"},
    "record/armies.py": {99: "how many units a side has at most"},
    "record/setup.py": {3: "a header so short is not looked up among those that are like it"},
    "rulebook.py": {16: "how many rulebooks are kept in memory"},
    "showing.py": {38: "how wide the units of a side stand on a screen"},
}
"""Numbers that may stand in the code, by module, each with its reason: none is a number of the rules."""


def literals(text: str) -> set[int | float]:
    """The numbers that stand in code, but for 0, 1 and 2."""
    return {
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
        and node.value not in {0, 1, 2}
    }


def test_the_numbers_of_the_rules_stand_in_the_laws() -> None:
    assert literals("most = 20 + 2 * 1.5") == {20, 1.5}
    for path in sorted(FOLDER.rglob("*.py")):
        name = path.relative_to(FOLDER).as_posix()
        allowed = LITERALS.get(name, {})
        assert all(allowed.values())
        found = literals(path.read_text(encoding="utf-8"))
        assert found <= allowed.keys(), f"{name}: {found - allowed.keys()} belong in a law.toml"
        assert allowed.keys() <= found, f"{name}: {allowed.keys() - found} are there no more"
