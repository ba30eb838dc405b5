"""A rule told in full: what it says, what was decided, how it was read, where it stands, its option."""

from __future__ import annotations

from dataclasses import replace

from deduce.tabletop.rulebook import Rule, rules_told
from deduce.tabletop.said import Said
from tabletop.toy import TOY

FRENCH = Rule("Marcher", "Sur {0}.", "Toujours.", "A = b", source="M2.1", reading="la moitié")
RULES = {
    "TOY-WALK-1": Rule(
        "Walking", "At {0}.", "Always.", "A = b", {"fr": FRENCH}, source="M2.1", reading="half of it"
    ),
    "TOY-WALK-2": Rule("Waiting", "Nobody walks."),
}
KIND = replace(TOY, rules=lambda: RULES, languages=("en", "fr"))


def told(rule: str) -> list[str]:
    return [each.text for each in rules_told(KIND, {"rule": rule}).said if isinstance(each, Said)]


def test_source_and_reading_have_a_line_each() -> None:
    assert told("toy-walk-1") == [
        "TOY-WALK-1: Walking",
        "At {0}.",
        "Our decision: Always.",
        "As we read it: half of it",
        "Source: M2.1",
        "Option: A = b",
    ]
    assert told("toy-walk-1 fr")[3:5] == ["Notre lecture : la moitié", "Source : M2.1"]
    assert told("toy-walk-2") == ["TOY-WALK-2: Waiting", "Nobody walks."]


def test_data_has_source_and_reading_where_there_are_any() -> None:
    rules = rules_told(KIND, {"rule": "walk"}).document()["rules"]
    assert (rules["TOY-WALK-1"]["source"], rules["TOY-WALK-1"]["reading"]) == ("M2.1", "half of it")
    assert rules["TOY-WALK-1"]["languages"]["fr"]["reading"] == "la moitié"
    assert not rules["TOY-WALK-2"].keys() & {"source", "reading", "languages"}
