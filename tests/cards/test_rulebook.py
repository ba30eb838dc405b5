"""The rulebook of both editions: complete, in both languages, without numbers of its own, on its page."""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
from collections import Counter
from dataclasses import replace

import pytest
from typer.testing import CliRunner

import deduce.cards
from common import ROOT
from deduce.cards.edition import edition_of
from deduce.cards.rulebook import kinds, named_places, rules, rules_page
from deduce.cards.wording import worded_ids, worded_rules
from deduce.ruling.procedures import procedures
from deduce.tabletop.errors import LineError
from deduce.tabletop.rulebook import rules_told
from deduce.tabletop.said import Said, Told
from deduce_cli.games import game_app
from tabletop.toy import TOY

IDS = (ROOT / "tests" / "data" / "cards-rule-ids.txt").read_text(encoding="utf-8").split()
"""Every id of the digest."""
CITED = re.compile(r"\bCC-[A-Z]+-[0-9]+\b")
ELSEWHERE = {
    "CC-COMB-7", "CC-COMB-8", "CC-KILL-2", "CC-KILL-3", "CC-KILL-4", "CC-KILL-5", "CC-KILL-7", "CC-SPEC-2",
    "CC-WIN-3", "DEC-21",
}  # fmt: skip
"""Procedures of the ledger, which names them once it is there."""
KIND = replace(TOY, name="cards", rules=rules, languages=("en", "fr"))
"""A kind of game with these rules."""


def told(rule: str = "", lang: str = "") -> list[str]:
    """What is said of a rule."""
    said: Told = rules_told(KIND, {"rule": rule, "lang": lang})
    return [each.text for each in said.said if isinstance(each, Said)]


def procedural() -> set[str]:
    """The rules that code of the game names."""
    for module in pkgutil.walk_packages(deduce.cards.__path__, "deduce.cards."):
        importlib.import_module(module.name)
    return {rule for rule, _ in procedures("deduce.cards")}


def of_needs() -> set[str]:
    """The rules that needs and effects name."""
    return {
        rule
        for action in edition_of().law.actions.values()
        for part in (*action.needs.values(), *action.effects.values())
        for rule in part.rules
    }


def of_values() -> set[str]:
    """The rules that numbers and tables name."""
    law = edition_of().law
    return {rule for number in (*law.declared.values(), *law.tables.values()) for rule in number.rules}


def of_choices() -> set[str]:
    """The decisions, and the rules that they are about."""
    decisions = edition_of().law.decisions
    return {*decisions, *(rule for decision in decisions.values() for rule in decision.rules)}


def test_every_id_of_the_digest_stands_there_once() -> None:
    """And nothing else but the second switches of decisions, such as DEC-16b."""
    assert len(IDS) == len(set(IDS)) == 121
    # A choice of several switches of one decision may have no switch under its own number.
    ours = {name for name in rules() if re.fullmatch(r"DEC-\d+[a-z]", name)}
    assert {*rules()} - ours == {*IDS}
    assert {re.sub("[a-z]$", "", name) for name in ours} <= {*IDS}
    worded = [name for _, group in worded_rules() for name in group]
    assert Counter(worded).most_common(1)[0][1] == 1
    text = (ROOT / "deduce/cards/rulebook.toml").read_text("utf-8")
    assert len(re.findall(r"(?m)^id = ", text)) == len(worded)


def test_a_rule_is_carried_out_where_its_kind_says() -> None:
    places = {"need": of_needs(), "value": of_values(), "choice": of_choices(), "procedure": procedural()}
    places["need"] |= {"DEC-43"}  # what CC-WIN-2 needs
    for name, kind in kinds().items():
        if kind == "reminder":
            continue
        assert kind in places, name
        if name not in places[kind]:
            assert kind == "procedure" or name == "DEC-49", name
            assert name in ELSEWHERE | {"DEC-49"}, f"{name}: nothing carries it out"


def test_only_rules_that_there_are_are_named() -> None:
    """By needs, numbers, decisions and code."""
    for name in of_needs() | of_values() | of_choices() | procedural():
        assert name in rules(), name


def test_every_id_that_is_cited_exists() -> None:
    for folder in ("deduce/cards", "tests/cards", "docs"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".toml", ".md"}:
                for name in CITED.findall(path.read_text(encoding="utf-8")):
                    assert name in rules(), f"{path}: {name}"


def test_every_rule_is_worded_in_both_languages() -> None:
    titles = Counter(rule.title for rule in rules().values())
    assert titles.most_common(1)[0][1] == 1
    for name, rule in rules().items():
        french = rule.languages["fr"]
        for said in (rule, french):
            assert said.title, name
            assert said.text.endswith("."), name
            assert "{" not in said.text + said.decision, name
        assert french.text != rule.text, name
        assert bool(french.decision) is bool(rule.decision), name
        assert french.option == rule.option


def test_the_words_have_no_numbers_of_their_own() -> None:
    """But those that are in names, such as "0 for none"."""
    for _, group in worded_rules():
        for name, worded in group.items():
            for words in (worded.text, worded.decision):
                for text in (words.en, words.fr):
                    bare = re.sub(r"\{[^}]*\}|\b(?:CC|DEC)-[A-Z0-9-]+|\b0 (?:for|pour)", "", text)
                    assert not re.search(r"\d", bare), name
    law = edition_of().law
    for place in named_places():
        assert place in law.changeable, place


def test_both_editions_are_told_where_they_differ() -> None:
    both = rules()["CC-COMB-1"].text
    assert both == "Units fight when their nearest men in ranks are less than 8 cm (fr) / 20 cm (en) apart."
    assert "less than 8 cm apart" in rules(edition_of("fr"))["CC-COMB-1"].text
    assert "less than 15 cm apart" in rules(edition_of("en", "combat.range=15"))["CC-COMB-1"].text
    lapse = rules(edition_of("en", "DEC-20=lapse"))
    assert "until a full round passes" in lapse["CC-ENG-1"].text
    assert lapse["DEC-20"].option.startswith("House = DEC-20=locked; House = DEC-20=range; ")


def test_every_option_that_a_rule_names_is_one() -> None:
    for name, rule in rules().items():
        for option in filter(None, rule.option.split("; ")):
            head, house = option.split(" = ", 1)
            assert head == "House", name
            assert edition_of("en", house).name == "en"
            assert edition_of("fr", house) != edition_of("fr") or edition_of("en", house) != edition_of(
                "en"
            ), option


def test_the_page_is_made_of_the_rules() -> None:
    """To make it anew, write what `deduce.cards.rulebook.rules_page` returns into docs/cards-rules.md."""
    page = (ROOT / "docs" / "cards-rules.md").read_text(encoding="utf-8")
    assert page == rules_page()
    assert re.findall(r"^### (\S+)$", page, re.MULTILINE) == [*rules()]


def test_a_rule_is_told_in_either_language() -> None:
    assert told("cc-turn-3") == ["CC-TURN-3: Nothing is compulsory", rules()["CC-TURN-3"].text]
    french = ["CC-TURN-3: Rien n'est obligatoire", rules()["CC-TURN-3"].languages["fr"].text]
    assert told("cc-turn-3 fr") == told("CC-TURN-3", "fr") == told("obligatoire", "FR") == french
    assert told("fr")[0] == "CC-SET-1   Le champ de bataille"
    assert told("fr")[-1] == "rules et un identifiant en dit une en entier."
    assert told("cc-set-7", "fr")[2].startswith("Notre décision : ")
    assert told("cc-set-7", "fr")[3] == "Option : House = deploy.depth=10"
    with pytest.raises(LineError, match=r"the rules are not worded in 'de'; did you mean 'en'"):
        told("cc-turn-3", "de")


def test_the_shell_tells_it_in_either_language() -> None:
    app, runner = game_app(KIND), CliRunner()
    done = runner.invoke(app, ["rules", "cc-turn-3", "--lang", "fr"])
    assert done.stdout.startswith("CC-TURN-3: Rien n'est obligatoire")
    data = json.loads(runner.invoke(app, ["rules", "cc-turn-3", "--json"]).stdout)
    assert data["rules"]["CC-TURN-3"]["languages"]["fr"]["title"] == "Rien n'est obligatoire"
    assert runner.invoke(app, ["rules", "cc-turn-3", "--lang", "de"]).exit_code == 2
    # Where there is one language, there is nothing to choose.
    assert "--lang" not in runner.invoke(game_app(TOY), ["rules", "--help"]).stdout


def test_every_rule_stands_in_the_name_of_a_test() -> None:
    """Sections 1 to 11 of the rules: whoever looks for the test of a rule finds it by its id."""
    names = " ".join(
        name
        for path in (ROOT / "tests" / "cards").rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    )
    untested = [
        rule for rule in rules() if rule.startswith("CC-") and rule.lower().replace("-", "_") not in names
    ]
    assert untested == []


CARRIED_OUT = ("edition.py", "engine", "field", "judge", "odds", "permissions.py", "rulebook.py", "still.py")
"""The modules and rooms that carry rules out; in the others a number is a width, a limit or a word."""
LITERALS: dict[str, dict[int, str]] = {
    "edition.py": {64: "how many editions with house rules are kept in memory"},
    "field/points.py": {
        4: "the square of two",
        10: "marks to the centimetre; and the base of the scale",
        50: "how finely directions are known",
        60: "with how many digits they are computed",
        180: "degrees in half a turn",
        512: "how many paths are kept in memory",
        1000: "how long the directions of a compass are",
    },
    "odds/combat.py": {4096: "for how many meetings the table is kept in memory"},
    "odds/layers.py": {
        4: "how many combats are looked ahead",
        8: "for how many packs what was worked out is kept in memory",
        62: "the bits of the largest whole number that the arrays hold exactly",
    },
    "odds/threats.py": {16: "how many threats are kept in memory"},
    "rulebook.py": {16: "how many rulebooks are kept in memory"},
}
"""Numbers that may stand in the code of the rules, by module, each with its reason."""


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


def test_the_numbers_of_the_rules_stand_in_the_editions() -> None:
    assert literals("most = 20") == {20}
    for path in sorted((ROOT / "deduce" / "cards").rglob("*.py")):
        name = path.relative_to(ROOT / "deduce" / "cards").as_posix()
        if not name.startswith(CARRIED_OUT):
            continue
        allowed = LITERALS.get(name, {})
        assert all(allowed.values())
        found = literals(path.read_text(encoding="utf-8"))
        assert found <= allowed.keys(), f"{name}: {found - allowed.keys()} belong in editions/base.toml"
        assert allowed.keys() <= found, f"{name}: {allowed.keys() - found} are there no more"


def test_an_owner_cannot_name_a_rule_that_there_is_not() -> None:
    assert "CC-COMB-1" in worded_ids()
    assert "DEC-20" not in worded_ids()


ASKED_IN_CODE = {"aide_beside"}
"""Features that only a procedure asks for."""


def test_every_feature_number_and_choice_is_used() -> None:
    """By a need, an effect or a group; a number also by its name in a rule's words or in code."""
    law = edition_of().law
    parts = [part for action in law.actions.values() for part in action.needs.values()]
    effects = [part for action in law.actions.values() for part in action.effects.values()]
    conditions = [condition for part in parts for condition in part.conditions()]
    conditions += [found for part in effects for found in (part.when, part.unless) if found is not None]
    used = {leaf.feature.name for condition in conditions for leaf in condition.leaves()}
    assert law.features.keys() == used | ASKED_IN_CODE
    assert not used & ASKED_IN_CODE
    for feature in law.features.values():
        assert feature.called or feature.yes, feature.name


def test_every_act_speaks_both_languages() -> None:
    """No refusal and no question has an English word left in French, nor a place that is not filled."""
    law = edition_of().law
    for action in law.actions.values():
        assert action.called.en != action.called.fr, action.name
    for feature in law.features.values():
        assert feature.asked().en != feature.asked().fr, feature.name
        assert {word for word, _ in feature.shown} == set(feature.words), feature.name
