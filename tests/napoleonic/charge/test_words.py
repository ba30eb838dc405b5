"""Every rule of the chapter is worded, and stands where its kind says; it names what there is."""

from __future__ import annotations

import importlib
import pkgutil
import re
import tomllib

import pytest

import deduce.napoleonic.charge
from common import ROOT
from deduce.ruling.procedures import procedures
from napoleonic.common import BOOK

WORDS = tomllib.loads((ROOT / "deduce/napoleonic/charge/words.toml").read_text(encoding="utf-8"))
RULES = {rule["id"]: rule for group in WORDS["group"] for rule in group["rule"]}
IDS = [
    *(f"NAP-CHARGE-{number}" for number in range(1, 53)),
    *(f"NAP-COUNTER-{number}" for number in range(1, 10)),
    *(f"NAP-EVADE-{number}" for number in range(1, 19)),
]


def places() -> dict[str, set[str]]:
    """The rules by where they are carried out."""
    for module in pkgutil.walk_packages(deduce.napoleonic.charge.__path__, "deduce.napoleonic.charge."):
        importlib.import_module(module.name)
    actions = BOOK.law.actions.values()
    return {
        "need": {rule for each in actions for need in each.needs.values() for rule in need.rules},
        "effect": {rule for each in actions for effect in each.effects.values() for rule in effect.rules},
        "value": {rule for number in BOOK.law.declared.values() for rule in number.rules}
        | {rule for row in BOOK.law.rows for rule in row.rules},
        "procedure": {rule for rule, _ in procedures("deduce.napoleonic.charge")},
        "choice": {rule for decision in BOOK.law.decisions.values() for rule in decision.rules},
    }


def test_every_rule_is_worded_once() -> None:
    assert [rule for rule in RULES if rule.startswith("NAP-")] == IDS
    assert set(RULES) - {*IDS} == {"DEC-10", "DEC-44"}, "decisions without alternatives"


@pytest.mark.parametrize("rule", [rule for rule in RULES if RULES[rule]["kind"] != "reminder"])
def test_every_rule_stands_where_its_kind_says(rule: str) -> None:
    assert rule in places()[RULES[rule]["kind"]]


@pytest.mark.parametrize("rule", list(RULES))
def test_the_words_name_numbers_and_choices_that_there_are(rule: str) -> None:
    for language in ("en", "fr"):
        text = RULES[rule]["text"][language]
        for place in re.findall(r"\{(.*?)\}", text):
            assert place in BOOK.law.declared or place in BOOK.law.decisions
        assert not re.search(r"\d", re.sub(r"\{.*?\}", "", text)), "numbers stand in the law"
    assert RULES[rule]["text"]["en"] != RULES[rule]["text"]["fr"]


def test_only_gaits_are_a_reminder() -> None:
    assert [rule for rule in IDS if RULES[rule]["kind"] == "reminder"] == ["NAP-COUNTER-9"]


def test_nap_counter_9_gaits_explain_and_bind_nobody() -> None:
    assert "NAP-COUNTER-9" not in set().union(*places().values())
