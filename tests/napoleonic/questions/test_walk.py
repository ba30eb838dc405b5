"""The command `path`: what it says, as data too, in both languages, with a record and without one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cli.render import plain
from deduce.errors import DeduceError
from deduce.napoleonic.battle import Battle
from deduce.napoleonic.body import Body
from deduce.napoleonic.kind import NAPOLEONIC, parse_record
from deduce.napoleonic.questions.walk import asked_way, path_alone, path_told, walk_told
from deduce.ruling.features import Fact
from deduce.tabletop.look import look_at
from napoleonic.common import BOOK

COLUMN: dict[str, Fact] = {
    "nation": "FR", "arm": "inf", "kind": "line", "formation": "column", "figures": 18, "front": 3,
}  # fmt: skip
HORSE: dict[str, Fact] = {"nation": "FR", "arm": "cav", "kind": "light", "formation": "column"}
BATTLE = Battle(BOOK, bodies={"3": Body("3", 0, COLUMN), "c": Body("c", 0, HORSE), "e2": Body("e2", 1, {})})


def told(text: str, language: str = "en") -> list[str]:
    """What is said of a way."""
    return plain(walk_told(BOOK, asked_way(BOOK, text, BATTLE.bodies), language).said)


def data(text: str) -> dict[str, Any]:
    found = walk_told(BOOK, asked_way(BOOK, text, BATTLE.bodies)).document()
    return dict(json.loads(json.dumps(found)))


def test_quarter_by_quarter_and_edge_by_edge() -> None:
    assert told("3 2 wood 99") == [
        "3: 2 wood 99; 18 cm a period, 4.5 a quarter",
        "           cm       to    state",
        " Q1      3.25     3.25 unformed",
        " Q2      2.25      5.5 unformed",
        " H1       5.5      5.5 unformed",
        " Q3      2.25     7.75 unformed",
        " Q4      2.25       10 unformed",
        " H2       4.5       10 unformed",
        "at 2 cm, Q1: the head reaches a wood, unformed, light cover (NAP-WOOD-6, NAP-WOOD-8)",
        "91 cm are left after Q4, unformed",
    ]
    french = told("3 2 bois 99", "fr")
    assert french[0] == "3 : 2 wood 99 ; 18 cm par période, 4.5 par quart"
    assert french[-1] == "il reste 91 cm après Q4, sans formation"
    assert not any("{" in line for line in (*french, *told("3 2 wood 99")))


def test_the_same_as_data() -> None:
    found = data("3 2 wood 99")
    assert (found["per_period"], found["end"], found["left"], found["arrived"]) == ("18", "10", "91", False)
    first = found["quarters"][0]
    assert (first["half"], first["from"], first["to"]) == (1, "0", "3.25")
    assert [(leg["cm"], leg["ground"], leg["state"]) for leg in first["legs"]] == [
        ("2", ["open"], "formed"),
        ("1.25", ["open", "wood"], "unformed"),
    ]
    assert found["edges"][0]["rules"] == ["NAP-WOOD-6", "NAP-WOOD-8"]
    assert found["questions"] == []


def test_nap_lin_7_six_ranks_pass_a_hedge_in_three_halves_printed() -> None:
    assert data("3 for 16 hedge 15")["ready"] == "6"


def test_nap_lin_11_six_ranks_pass_a_wall_in_three_periods_printed() -> None:
    assert data("3 for 16 wall 15")["ready"] == "12"
    slow = told("3 at 4 2 wall 15")
    assert any("not one rank of this one passes in a half" in line for line in slow)


def test_how_it_goes_can_be_said() -> None:
    assert data("3 forced 40")["end"] == "27"
    assert data("3 forcée 40")["end"] == "27"
    assert data("3 for 2 40")["end"] == "9"
    assert data("3 at 20 for 1 40")["end"] == "5"
    assert data("3 road 40")["end"] == "20"
    assert told("c 3 wood 4")[3:] == [
        "at 3 cm, Q1: it may not go on: a wood; needed: no wood on the way, or infantry (NAP-WOOD-5)",
        "4 cm are left after Q1, formed",
    ]


def test_what_is_not_known_is_asked_for() -> None:
    said = told("e2 4")
    assert said[0] == "e2: 4; how fast it goes is not known"
    assert any("of which nation is e2?" in line for line in said)
    depth = told("c slope 3 9")
    assert any("how many figures has c?" in line for line in depth)
    assert data("e2 4")["per_period"] is None
    assert "?" in " ".join(told("3 ford 2 4"))
    assert any("sur ce terrain : un gué ?" in line for line in told("3 gué 2 4", "fr"))


def test_without_a_record() -> None:
    found = path_alone(NAPOLEONIC, {"way": "FR inf of the line column, 2 wood 99"})
    assert found.document()["format"] == "deduce.napoleonic.path/1"
    assert found.document()["end"] == "10"
    exact = path_alone(
        NAPOLEONIC, {"way": "inf column, front 3, figures 18, at 18 for 1 road 9", "house": "DEC-27=exact"}
    )
    assert exact.document()["end"] == "4.95"


@pytest.mark.parametrize(
    "way", ["inf line figures 6 front 6 at 20, 3 50", "inf line figures 6 front 6, at 20 3 50"]
)
def test_how_it_goes_can_stand_before_the_comma_as_well(way: str) -> None:
    found = path_alone(NAPOLEONIC, {"way": way}).document()
    assert (found["per_period"], found["end"]) == ("20", "20")


def test_of_a_record() -> None:
    record = parse_record(
        "Game = napoleonic\nSides = French, English\nMe = French\n"
        "French = FR; 3 inf kind line formation column 18 front 3\n\n"
    )
    look = look_at(record, None, {})
    found = path_told(look, {"way": "3 2 wood 99"}).document()
    assert (found["format"], found["end"]) == ("deduce.napoleonic.path/1", "10")
    with pytest.raises(DeduceError, match="leave out --rules"):
        path_told(look, {"way": "3 4", "rules": "mine.toml"})


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "3", "3 wood", "3 2 wod 4", "3 for 0 4", "3 at x 4", "3 for 9999 4", "3 -4", "3 4 " * 190),
        # Of so much it would take minutes to look where the way begins.
        "3 " + "o " * 500_000,
        "3, -4 wood 2",
    ],
)
def test_what_makes_no_sense_is_one_sentence(text: str) -> None:
    with pytest.raises(DeduceError) as caught:
        asked_way(BOOK, text, BATTLE.bodies)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200
