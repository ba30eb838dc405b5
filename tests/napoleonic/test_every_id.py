"""Every rule of the digest stands in one place, is carried out where its kind says, and has its test."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache

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
COMPLETE = tuple(CHAPTERS)
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


WAITING = {"DEC-10", "DEC-32", "DEC-33", "DEC-44"}
"""Decisions that are carried out and still have to be worded."""


def test_every_decision_is_worded_or_has_its_choices() -> None:
    """Those with choices are worded in a law, those without in the words of a chapter."""
    worded = {name for _, group in worded_rules() for name in group}
    decided = {number_of(name) for name in LAW.decisions}
    assert {rule for rule in IDS if rule.startswith("DEC-")} - worded - decided <= WAITING
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


PRINTED = """
DIST-2 DIST-4 REACT-1 REACT-4 PIVOT-1 FACE-4 FACE-6 FACE-8 FORCED-2 RALLY-2 RALLY-5 RALLY-9 RALLY-12 RALLY-20
RALLY-23 RALLY-24 RALLY-26 RALLY-29 RALLY-30 ART-5 ART-14 CHARGE-4 CHARGE-5 CHARGE-6 CHARGE-13 CHARGE-16
CHARGE-19 CHARGE-22 CHARGE-23 CHARGE-24 CHARGE-26 CHARGE-27 CHARGE-41 CHARGE-45 COUNTER-3 COUNTER-7 EVADE-10
EVADE-17 HILL-1 HILL-16 HILL-26 WOOD-8 WOOD-11 WOOD-13 WOOD-21 HOUSE-1 HOUSE-7 HOUSE-8 HOUSE-11 HOUSE-12
HOUSE-13 HOUSE-15 HOUSE-18 HOUSE-19 HOUSE-30 HOUSE-36 HOUSE-38 HOUSE-40 HOUSE-41 HOUSE-42 HOUSE-47 HOUSE-49
HOUSE-52 WATER-8 ROAD-4 ROAD-5 LIN-1 LIN-4 LIN-7 LIN-11 LIN-22 LIN-26 LIN-27
"""
"""The rules that come with a worked example in print."""


def test_every_printed_example_is_a_test() -> None:
    """By a name, or the id of a parameter, that ends in "printed"."""
    tests = [
        (node.name, " ".join(map(ast.unparse, node.decorator_list)))
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    printed = " ".join(name for name, around in tests if name.endswith("printed") or "printed'" in around)
    rules = [f"NAP-{each}" for each in PRINTED.split()]
    assert len(rules) == 73
    wanted = [rule for rule in rules if chapter_of(rule) in COMPLETE]
    assert [rule for rule in wanted if f"{rule.lower().replace('-', '_')}_" not in printed] == []


# --- What the laws declare is used ----------------------------------------------------------------------


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
    assert {*LAW.features} - used - strings() == set()


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

TALKING = ("adjudicator", "lines", "record", "questions", "rulebook.py", "showing.py", "kind.py")
"""Rooms that read and show: there a number with a name of its own is a width or a limit."""
LITERALS: dict[str, dict[int, str]] = {
    "ground/walking.py": {400: "after how many quarters a walk is given up"},
    "ground/ways.py": {500: "how many characters a way may have"},
    "hidden/army_list.py": {200: "how many parts a list has at most", 1_000_000: "the largest weight"},
    "hidden/saying.py": {6: "how many combinations are told one by one"},
    "hidden/sheet.py": {4: "how many units one line names"},
}
"""Numbers that may stand in the other code, by module, each with its reason: none is one of the rules."""


def literals(text: str, *, are_names_enough: bool = False) -> set[int | float]:
    """The numbers that stand in code, but for 0, 1 and 2, places in lists, and what is kept in memory.

    Args:
        text: The code.
        are_names_enough: Whether numbers that have a name in the module do not count either.
    """
    tree = ast.parse(text)
    parts = [part for node in ast.walk(tree) for part in apart_in(node)]
    if are_names_enough:
        parts += [node for node in tree.body if isinstance(node, ast.Assign)]
    apart = {id(each) for part in parts for each in ast.walk(part)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
        and node.value not in {0, 1, 2}
        and id(node) not in apart
    }


def apart_in(node: ast.AST) -> Iterator[ast.AST]:
    """Iterate over the parts of code whose numbers count nothing of the game: slices, lengths, caches."""
    match node:
        case ast.keyword(arg="maxsize"):
            yield node.value
        case ast.Subscript(slice=ast.Slice() | ast.Constant()):
            yield node.slice
        case ast.Compare(left=ast.Call(func=ast.Name(id="len"))):
            yield from node.comparators


def test_the_numbers_of_the_rules_stand_in_the_laws() -> None:
    assert literals("most = 20 + 2 * 1.5") == {20, 1.5}
    assert literals("@lru_cache(maxsize=64)\ndef f(a): return a[:3] if len(a) > 4 else a * 5") == {5}
    assert literals("WIDTH = 80\nprint(WIDTH * 3)", are_names_enough=True) == {3}
    for path in sorted(FOLDER.rglob("*.py")):
        name = path.relative_to(FOLDER).as_posix()
        allowed = LITERALS.get(name, {})
        assert all(allowed.values())
        found = literals(path.read_text(encoding="utf-8"), are_names_enough=name.startswith(TALKING))
        assert found <= allowed.keys(), f"{name}: {found - allowed.keys()} belong in a law.toml"
        assert allowed.keys() <= found, f"{name}: {allowed.keys() - found} are there no more"
