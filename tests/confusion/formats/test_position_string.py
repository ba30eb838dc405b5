"""Positions as text and as data: the way there and back, and everything that is refused."""

from __future__ import annotations

import json
import pickle
import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from confusion_games import RULES, random_positions
from deduce.confusion.engine.actions import Token
from deduce.confusion.engine.diagrams import Diagram, DiagramSet, standard_diagrams
from deduce.confusion.engine.position import Ending, Outcome, Position, Stage, start_position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.errors import PositionError
from deduce.confusion.formats.position_as_json import position_from_json, position_json
from deduce.confusion.formats.position_string import parse_position, position_text

ODD_RULES = {
    "other columns off": Rules.of("espionage", variants=[2], off_columns=[2, 10], half_move_limit=30),
    "no columns off": Rules.of("espionage", variants=[2], off_columns=[], half_move_limit=30),
    "X elsewhere": Rules.of("espionage", variants=[4], agent_square=(6, 2), half_move_limit=30),
    "tokens for one": Rules.of("espionage", handicap="Red", half_move_limit=30),
    "second attempt": Rules.of("espionage", tokens=True, second_attempt="may", half_move_limit=30),
    "X on the edge": Rules.of("espionage", tokens=True, agent_square=(1, 5), half_move_limit=30),
}
ALL_RULES = {**RULES, **ODD_RULES}
ROWS = "2vts1pon2/2lkh1eca2/11/11/11/11/11/11/11/2ACE1HKL2/2NOP1STV2"
START = f"classic {ROWS} 6,6 Yellow 0 - - - -"
SPIES = "2vtsxpon2/2lkh1eca2/11/11/11/11/11/11/11/2ACE1HKL2/2NOPXSTV2"
ARRIVED = "2vtsApon2/2lkh1ec3/11/11/11/11/11/11/11/3CE1HKL2/2NOPXSTV2"
WRONG = {
    # The parts as such.
    "": "character 1 (rules): the text is too short; expected 9 parts",
    START[:-2]: "character 88 (outcome): the text is too short",
    START + " -": "character 91 (the end): '-' is one part too many",
    # The rules.
    START.replace(
        "classic", "Classic"
    ): "(rules): there is no ruleset 'Classic'; expected classic, espionage or a file",
    START.replace(
        "classic", "classic:"
    ): "character 9 (rules): there is no option ''; expected tokens, variants",
    START.replace("classic", "classic:tokens"): "character 1 (rules): action tokens belong to espionage",
    START.replace("classic", "classic:tokens=1"): "there is no option 'tokens=1'",
    START.replace("classic", "espionage:limit"): "there is no option 'limit'",
    START.replace("classic", "espionage:limit=0"): "a limit of 0 turns leaves no game",
    START.replace("classic", "espionage:limit=x"): "character 17 (rules): 'x' is no number",
    START.replace("classic", "espionage:limit=05"): "'05' is no number",
    START.replace("classic", "espionage:limit=٣"): "is no number",
    START.replace("classic", "espionage:variants=6"): "(rules): espionage has no variant 6",
    START.replace("classic", "espionage:variants=1:variants=2"): "character 22 (rules): variants stands here",
    START.replace("classic", "espionage:off=2"): "character 15 (rules): no variant here takes columns off",
    START.replace("classic", "espionage:variants=2:off=12"): "column 12 cannot be taken off",
    START.replace("classic", "espionage:agent=6"): "character 17 (rules): '6' is no square",
    START.replace("classic", "espionage:agent=3,1"): "two pieces would start on one square",
    START.replace("classic", "espionage:variants=1:agent=6,1"): "X has no start square",
    # The board.
    START.replace("/2ACE", "2ACE"): "character 9 (board): the board has 10 rows; expected 11 rows",
    START.replace("2NOP1STV2", "2NOP1STV3"): "character 60 (board): row 1 has 12 squares; expected 11",
    START.replace("2NOP1STV2", "2NOP1STV"): "row 1 has 9 squares",
    START.replace(
        "2NOP", "2QOP"
    ): "character 61 (board): there is no piece 'Q'; expected one of ACEHKLNOPSTV",
    START.replace("2NOP", "2+NO"): "there is no piece '+'",
    START.replace("2NOP", "2\u017fOP"): "there is no piece '\u017f'",
    START.replace("2NOP", "2AOP"): "A stands on a second square; expected it once",
    START.replace(
        "/11/11", "/11/12", 1
    ): "character 32 (board): '12' empty squares; expected a number from 1",
    START.replace("/11/", "/011/", 1): "'011' empty squares",
    START.replace("/11/", "/¹¹/", 1): "there is no piece '¹'",
    START.replace("2vts1pon2", "11").replace(
        "2lkh1eca2", "11"
    ): "White has no piece left, so the game is over",
    f"espionage:variants=2 {SPIES} 6,6 Red 0 - - - -".replace("2NOP", "N2OP"): (
        "character 73 (board): N stands on 1,1; expected it on a square of the board"
    ),
    # Z, the turn, the captured pieces.
    START.replace("6,6", "6"): "character 70 (Z): '6' is no square",
    START.replace("6,6", "6,6,6"): "'6,6,6' is no square",
    START.replace("6,6", "0,6"): "column 0 is off the board; expected 1 to 11",
    START.replace("6,6", "6,12"): "character 70 (Z): row 12 is off the board; expected 1 to 11",
    START.replace("6,6", "6,-1"): "'-1' is no number",
    f"espionage:variants=2 {SPIES} 11,6 Red 0 - - - -": "(Z): Z is on 11,6, which is off the board",
    START.replace(
        "Yellow", "Jaune"
    ): "character 74 (turn): there is no side 'Jaune'; expected Yellow or White",
    START.replace(" 0 ", " -1 "): "character 81 (turns): '-1' is no number",
    START.replace(" 0 ", f" {'9' * 5000} "): "is no number; expected a whole number",
    START.replace(" 0 - ", " 0 A "): "character 83 (promoted): A is on the board; expected it to be marked",
    START.replace("2A", "3").replace(" 0 - ", " 0 AA "): "A stands here a second time; expected it once",
    START.replace(" 0 - ", " 0 z "): "there is no piece 'z'",
    # The tokens.
    START.replace(" - - - -", " - R - -"): "character 85 (tokens): there are no action tokens in these rules",
    f"espionage:tokens {SPIES} 6,6 Red 0 - RmQ - -": "there is no token 'Q'; expected letters of RMSrms",
    f"espionage:tokens {SPIES} 6,6 Red 0 - RmR - -": "R stands here a second time",
    f"espionage:tokens {SPIES} 6,6 Red 0 - \u017f - -": "there is no token '\u017f'",
    # The stage.
    START.replace(" - - - -", " - - gone -"): "character 87 (stage): there is no option 'gone'",
    START.replace(
        " - - - -", " - - remove -"
    ): "(stage): remove was done, but these rules have no double agent",
    START.replace(" - - - -", " - - reveal -"): "these rules have no action tokens",
    START.replace(" - - - -", " - - barred=A -"): "nothing was done that bars a piece",
    START.replace(" - - - -", " - - offer=A -"): "no promotion is offered in these rules",
    START.replace(" - - - -", " - - gift -"): "nobody is given Z in these rules",
    f"espionage {SPIES} 6,6 Red 0 - - remove:expose -": "remove and expose are in one turn",
    f"espionage {SPIES} 6,6 Red 0 - - remove:barred=AQ -": "character 101 (stage): there is no piece 'Q'",
    f"espionage {SPIES} 6,6 Red 0 - - remove:barred=AA -": "A stands here a second time",
    f"espionage:tokens {SPIES} 6,6 Red 0 - Rr reveal -": "its token is still there; expected it to be",
    f"espionage:tokens {SPIES} 6,6 Red 0 - R move2 -": "a part of move2 is missing",
    f"espionage:tokens {SPIES} 6,6 Red 0 - R reveal:home -": "a part of move2 is missing",
    f"espionage:tokens {SPIES} 6,6 Red 0 - R reveal:barred=A:seconds=1 -": "a part of move2 is missing",
    f"espionage:tokens {SPIES} 6,6 Red 0 - R move2:home:seconds=2 -": "2 more attempts follow",
    f"espionage:variants=5 {ARRIVED} 6,6 White 0 - - offer=C -": "C is offered promotion; expected it on",
    f"espionage:variants=5 {ARRIVED} 6,6 White 0 - - offer=Q -": "there is no piece 'Q'",
    f"espionage:variants=5 {ARRIVED} 6,6 White 0 - - offer=A:gift -": "Z is given while a promotion is",
    f"espionage:variants=5 {ARRIVED.replace('A', 'A+')} 6,6 White 0 - - offer=A -": "A is promoted already",
    f"espionage:variants=1,5 {ARRIVED.replace('X', '1')} 6,6 White 0 - - gift -": "nobody is given Z in",
    # The outcome.
    START[:-1] + "White": "character 89 (outcome): 'White' is no outcome; expected -, or a winner",
    START[:-1] + "White:luck": "'White:luck' is no outcome",
    START[:-1] + "White:limit:": "'White:limit:' is no outcome",
    START[:-1] + "Blanc:last-row": "there is no winner 'Blanc'; expected Yellow or White or draw",
    START[:-1] + "White:limit": "the game ended by limit of turns; expected a draw",
    START[:-1] + "draw:last-row": "the game ended by Z reached the last row; expected a winner",
    f"espionage:tokens 10v/{'11/' * 9}10A 6,6 White 0 - r reveal:barred=A -": (
        "(outcome): White has no possible attempt, so the game is over; expected an outcome"
    ),
}


@cache
def positions(name: str) -> tuple[Position, ...]:
    """Positions of random games under some rules."""
    return tuple(position for seed in range(12) for position in random_positions(ALL_RULES[name], seed))


@cache
def texts() -> tuple[str, ...]:
    """A few texts of positions of every kind."""
    draw = random.Random(0)
    return tuple(
        position_text(position) for name in ALL_RULES for position in draw.sample(positions(name), 20)
    )


# --- The way there and back --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL_RULES)
def test_every_position_of_random_games_comes_back(name: str) -> None:
    """Reading what was written gives an equal position, and writing it again the same text."""
    for position in positions(name):
        text = position_text(position)
        again = parse_position(text)
        assert again == position
        assert again.held == position.held
        assert position_text(again) == text
        assert again.attempts() == position.attempts()
        assert len(text.splitlines()) == 1


@pytest.mark.parametrize("name", ALL_RULES)
def test_every_position_of_random_games_comes_back_from_json(name: str) -> None:
    """The same for data, after they were a JSON document."""
    for position in positions(name):
        again = position_from_json(json.loads(json.dumps(position_json(position))))
        assert again == position
        assert again.held == position.held


def test_the_random_positions_have_everything() -> None:
    """Otherwise the way there and back would not be tried for it."""
    found = [position for name in ALL_RULES for position in positions(name)]
    stages = [position.stage for position in found]
    assert {stage.used for stage in stages} == {None, "remove", "expose", "reveal", "move2", "swap2"}
    assert any(stage.barred for stage in stages)
    assert any(stage.seconds for stage in stages)
    assert any(stage.home_only and not stage.seconds for stage in stages)
    assert any(stage.offer for stage in stages)
    assert any(position.holder for position in found)
    assert any("+" in position_text(position) for position in found)
    endings = {position.outcome.ending for position in found if position.outcome is not None}
    assert endings >= {Ending.LAST_ROW, Ending.LIMIT, Ending.RESIGNATION, Ending.AGREEMENT}
    assert any(len(position.tokens[0]) != len(position.tokens[1]) for position in found)


def test_pieces_that_were_promoted_and_then_captured() -> None:
    """What was promoted stays so when it is off the board."""
    text = START.replace("2ACE1HKL2", "3CE1HKL2").replace("Yellow 0 -", "Yellow 9 A")
    position = parse_position(text)
    assert position.square(0, "A") is None
    assert position.is_promoted(0, "A")
    assert position_text(position) == text
    assert position_from_json(json.loads(json.dumps(position_json(position)))) == position


@pytest.mark.parametrize(
    ("rest", "stage"),
    [
        ("- RMS remove:barred=A:offer=A -", Stage("remove", frozenset("A"), offer="A")),
        ("- RMSrms expose:barred=A:gift -", Stage("expose", frozenset("A"), gift=True)),
        (
            "- RS move2:barred=A:seconds=1:home:offer=A -",
            Stage("move2", frozenset("A"), seconds=1, home_only=True, offer="A"),
        ),
        ("- - move2:barred=A:home:offer=A -", Stage("move2", frozenset("A"), home_only=True, offer="A")),
        ("- - swap2:barred=CE -", Stage("swap2", frozenset("CE"))),
        ("- - swap2 -", Stage("swap2")),
    ],
)
def test_rare_stages_come_back(rest: str, stage: Stage) -> None:
    """Some that random games seldom come to."""
    text = f"espionage:variants=5:tokens {ARRIVED} 6,6 White 9 {rest}"
    position = parse_position(text)
    assert position.stage == stage
    assert position_text(position) == text
    assert position_from_json(position_json(position)) == position


@pytest.mark.parametrize("ending", Ending)
@pytest.mark.parametrize("winner", [0, 1, None])
def test_every_outcome_comes_back(ending: Ending, winner: int | None) -> None:
    """A draw has no winner and everything else has one; other outcomes are refused."""
    position = replace(start_position(Rules.of("classic")), outcome=Outcome(winner, ending))
    if (winner is None) == (ending in {Ending.AGREEMENT, Ending.LIMIT}):
        assert parse_position(position_text(position)) == position
        assert position_from_json(position_json(position)) == position
    else:
        with pytest.raises(PositionError, match="the game ended by"):
            parse_position(position_text(position))
        with pytest.raises(PositionError, match="outcome: the game ended by"):
            position_from_json(position_json(position))


def test_the_text_is_short_in_the_usual_case() -> None:
    """The start, and everything at once."""
    assert position_text(start_position(Rules.of("classic"))) == START
    text = (
        "espionage:variants=2,3,5:tokens:off=1,2:agent=6,2:limit=200 "
        "2vts1pon2/2lkhx+ec3/11/11/11/11/11/11/11/2ACEXH1L2/2NOP1STV2 6,6 Red 31 Ka RMs reveal:barred=AC -"
    )
    everything = parse_position(text)
    assert everything.rules == Rules.of(
        "espionage",
        variants=[2, 3, 5],
        tokens=True,
        off_columns=[1, 2],
        agent_square=(6, 2),
        half_move_limit=200,
    )
    on_board = {
        (side, letter): everything.square(side, letter)
        for side in (0, 1)
        for letter in everything.rules.letters
    }
    start = start_position(everything.rules)
    assert on_board == {
        (side, letter): None if (side, letter) in {(0, "K"), (1, "A")} else start.square(side, letter)
        for side, letter in on_board
    }
    assert {piece for piece in on_board if everything.is_promoted(*piece)} == {(0, "K"), (1, "A"), (1, "X")}
    assert (everything.neutral, everything.turn, everything.turns) == (60, 1, 31)
    assert everything.tokens == ({Token.MOVE2, Token.REVEAL}, {Token.SWAP2})
    assert everything.stage == Stage("reveal", frozenset("CA"))
    assert everything.outcome is None
    assert position_text(everything) == text
    assert position_from_json(position_json(everything)) == everything


def test_white_space_between_the_parts_does_not_matter() -> None:
    """So a text may be broken into lines."""
    assert parse_position("\n  " + START.replace(" ", " \t\n ") + "\n") == start_position(Rules.of("classic"))


def test_diagrams_of_ones_own_are_handed_over() -> None:
    """They are not in the text; without them it is another position."""
    standard = standard_diagrams()
    own = DiagramSet("own", standard.diagrams, Diagram(0, "promoted", "", 9, frozenset(range(8))))
    position = start_position(Rules.of("espionage", variants=[1], diagrams=own))
    text, data = position_text(position), position_json(position)
    assert parse_position(text, own) == position_from_json(data, own) == position
    assert parse_position(text) != position
    assert position_from_json(data) != position
    poor = standard.without_double_agent()
    with pytest.raises(PositionError, match=r"character 1 \(rules\): these rules need a double agent"):
        parse_position(f"espionage {SPIES} 6,6 Red 0 - - - -", poor)
    with pytest.raises(PositionError, match="ruleset: these rules need a double agent"):
        position_from_json(position_json(start_position(Rules.of("espionage"))), poor)


HOME_RULES = """
format = "deduce.confusion.rules/1"
sides = [{ name = "Blau" }, { name = "Rot" }]
columns = 5
rows = 7
neutral = [3, 4]
double_agent = true
agent_letter = "B"
variant = [{ number = 12, off_columns = [1] }]
layout = { A = [2, 1], B = [3, 1], Y = [4, 2] }
"""


def test_rules_from_a_file_of_ones_own(tmp_path: Path) -> None:
    """They are named by the path of the file, whatever is in it; the file must be there to read the text."""
    file = tmp_path / "my house: 100% é.toml"
    file.write_text(HOME_RULES, encoding="utf-8")
    few = DiagramSet("few", standard_diagrams().diagrams[-3:], standard_diagrams().promoted)
    for agent, text in (None, "2ba1/1y3/5/5/5/3Y1/1AB2"), ((4, 3), "3a1/1y3/1b3/5/3B1/3Y1/1A3"):
        rules = Rules.of(str(file), variants=[12], diagrams=few, off_columns=[1], agent_square=agent)
        position = start_position(rules)
        again = parse_position(position_text(position), few)
        assert again == position
        assert again.attempts() == position.attempts()
        assert position_from_json(json.loads(json.dumps(position_json(position))), few) == position
        name, board, *_ = position_text(position).split()
        assert name.endswith(
            "my%20house%3A%20100%25%20%C3%A9.toml:variants=12" + (":agent=4,3" if agent else "")
        )
        assert board == text
    file.unlink()
    with pytest.raises(PositionError, match="cannot be read"):
        parse_position(position_text(position), few)


def test_rules_made_by_hand_are_not_written() -> None:
    """Rather than written so that others would be read."""
    rules = replace(Rules.of("espionage"), late_contact=True)
    unknown = replace(rules, ruleset="home")
    for write in (position_text, position_json):
        with pytest.raises(
            PositionError, match=r"rules: they have no text; expected rules made by Rules\.of"
        ):
            write(start_position(rules))
        with pytest.raises(PositionError, match="rules: there is no ruleset 'home'"):
            write(start_position(unknown))


def test_the_error_can_be_handed_between_processes() -> None:
    """With its place and its message."""
    with pytest.raises(PositionError) as caught:
        parse_position("")
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - made in the line itself
    assert str(again) == str(caught.value)
    assert again.where == "character 1 (rules)"


# --- What is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", WRONG)
def test_wrong_texts_are_refused(text: str) -> None:
    """With one sentence that says where, what is wrong and what was expected."""
    with pytest.raises(PositionError) as caught:
        parse_position(text)
    message = str(caught.value)
    assert WRONG[text] in message
    assert re.fullmatch(r"character [0-9]+ \([A-Za-z ]+\): [^\n]+; expected [^;\n]+", message), message
    assert len(message) < 250
    assert 1 <= int(message.split()[1]) <= len(text) + 1


def change(text: str, draw: st.DrawFn) -> str:
    """A text with a small change: characters or parts are taken out, put in, doubled or come from another."""
    kind = draw(st.sampled_from(["characters", "part", "both"]))
    if kind != "characters":
        parts = text.split(" ")
        place = draw(st.integers(0, len(parts) - 1))
        others = [other.split(" ")[place] for other in texts() if len(other.split(" ")) > place]
        parts[place] = draw(st.sampled_from(others))
        text = " ".join(parts)
    if kind != "part":
        start = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 3))
        put = draw(st.text(st.sampled_from("AaXxZz+/0123456789,:=- \n") | st.characters(), max_size=3))
        text = text[:start] + put + text[start + length :]
    return text


@st.composite
def changed_texts(draw: st.DrawFn) -> str:
    """Texts that were right before something happened to them."""
    text = draw(st.sampled_from(texts()))
    for _ in range(draw(st.integers(0, 3))):
        text = change(text, draw)
    return text


def reads(text: str) -> bool:
    """Read a text: either it is refused properly, or it stands for a position that can be played on."""
    try:
        position = parse_position(text)
    except PositionError as error:
        refusal = error
    else:
        check(position)
        return True
    assert "; expected " in refusal.message
    assert refusal.where.startswith("character ")
    return False


def check(position: Position) -> None:
    """Make sure that a position that was read can be written and played on."""
    again = parse_position(position_text(position))
    assert again == position
    assert again.held == position.held
    assert position_from_json(position_json(position)) == position
    asked = position.outcome is None and not position.stage.offer and not position.stage.gift
    assert bool(position.attempts()) is asked


@given(changed_texts())
def test_changed_texts_are_refused_or_read(text: str) -> None:
    """Never another error, and never a position that the engine cannot have."""
    event("read" if reads(text) else "refused")


@given(st.text())
def test_any_text_is_refused_or_read(text: str) -> None:
    """The same for anything at all."""
    assert not reads(text)


def test_the_changed_texts_are_of_both_kinds() -> None:
    """A fuzz test that only ever meets one of them would test little."""
    draw, found = random.Random(1), [0, 0]
    for _ in range(2000):
        parts = list(draw.choice(texts()).split(" "))
        place = draw.randrange(len(parts))
        parts[place] = draw.choice(texts()).split(" ")[place]
        found[reads(" ".join(parts))] += 1
    assert min(found) > 200


# --- What is refused of data ---------------------------------------------------------------------------


def changed(path: str, value: Any, rules: Rules | None = None) -> dict[str, Any]:
    """The data of a start position with something else at a place."""
    data = json.loads(json.dumps(position_json(start_position(rules or Rules.of("classic")))))
    *way, last = path.split(".")
    inner = data
    for key in way:
        inner = inner[key]
    inner[last] = value
    return data


TOKENS, ANYONE = Rules.of("espionage", tokens=True), Rules.of("espionage", variants=[5])
WRONG_DATA: list[tuple[Any, str]] = [
    ([], "position: [] is wrong; expected a table with the keys format, ruleset"),
    ({}, "position: the key format is missing; expected the keys"),
    (changed("more", 1), "position: 'more' is wrong; expected no keys but format, "),
    (changed("format", "1"), "format: '1' is wrong; expected one of deduce.confusion.position/1"),
    (changed("ruleset", "chess"), "ruleset: there is no ruleset 'chess'; "),
    (changed("ruleset", None), "ruleset: None is wrong"),
    (changed("variants", {}), "variants: {} is wrong; expected a list"),
    (changed("variants", [True]), "variants: True is wrong; expected a whole number from 0 to"),
    (changed("variants", [3]), "ruleset: classic has no variant 3"),
    (changed("tokens", 1), "tokens: 1 is wrong; expected true or false"),
    (changed("tokens", value=True), "ruleset: action tokens belong to espionage"),
    (changed("off_columns", [1]), "off_columns: [1] is wrong; expected none, since no variant here"),
    (changed("agent_square", [6, 1]), "ruleset: X has no start square"),
    (changed("agent_square", [6], TOKENS), "agent_square: [6] is wrong; expected a column and a row"),
    (changed("agent_square", [6, 9], TOKENS), "ruleset: X would start on (6, 9)"),
    (changed("half_move_limit", 0), "half_move_limit: 0 is wrong; expected a whole number from 1 to"),
    (changed("turn", "Red"), "turn: 'Red' is wrong; expected one of Yellow, White"),
    (changed("turns", 1.0), "turns: 1.0 is wrong; expected a whole number"),
    (changed("turns", 10**5000), "turns: such int is wrong; expected a whole number"),
    (changed("neutral", [6, 6]), "neutral: [6, 6] is wrong; expected a table with the keys square, holder"),
    (changed("neutral.square", [6, 12]), "neutral.square: [6, 12] is wrong; expected a square of the board"),
    (
        changed("neutral.square", [3, 1]),
        "neutral.holder: None is wrong; expected {'side': 'Yellow', 'letter': 'N'}",
    ),
    (changed("pieces.Yellow.Q", None), "pieces.Yellow: 'Q' is wrong; expected no keys but A, C, E"),
    (
        changed("pieces.Yellow.A", None),
        "pieces.Yellow.A: None is wrong; expected a table with the keys square, ",
    ),
    (
        changed("pieces.White.A.square", [3, 1]),
        "pieces.White.A.square: [3, 1] is wrong; expected a square without",
    ),
    (changed("pieces.White.A.square", [0, 1]), "expected a whole number from 1 to"),
    (
        changed("pieces.White.A.promoted", None),
        "pieces.White.A.promoted: None is wrong; expected true or false",
    ),
    (changed("tokens_left.White", ["reveal"]), "tokens_left.White: ['reveal'] is wrong; expected none"),
    (
        changed("tokens_left.Red", ["steal"], TOKENS),
        "tokens_left.Red: 'steal' is wrong; expected one of reveal, ",
    ),
    (changed("stage.used", "steal"), "stage.used: 'steal' is wrong; expected one of remove, expose, reveal"),
    (changed("stage.used", "remove"), "stage: remove was done, but these rules have no double agent"),
    (changed("stage.barred", ["Z"]), "stage.barred: 'Z' is wrong; expected one of A, C, E"),
    (changed("stage.seconds", 2, TOKENS), "stage: a part of move2 is missing"),
    (changed("stage.offer", "A", ANYONE), "stage: A is offered promotion; expected it on the last row"),
    (changed("stage.gift", value=True), "stage: nobody is given Z in these rules"),
    (
        changed("outcome", {"winner": None, "reason": "luck"}),
        "outcome.reason: 'luck' is wrong; expected one of last-row",
    ),
    (changed("outcome", {"winner": "Red", "reason": "limit"}), "outcome.winner: 'Red' is wrong"),
]


@pytest.mark.parametrize(("data", "message"), WRONG_DATA, ids=[message for _, message in WRONG_DATA])
def test_wrong_data_are_refused(data: Any, message: str) -> None:
    """With the key, what is wrong and what was expected."""
    with pytest.raises(PositionError) as caught:
        position_from_json(data)
    assert message in str(caught.value)
    assert "; expected " in str(caught.value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from("ACXZ"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every table or list with each of its keys, at any depth."""
    if not isinstance(data, (dict, list)):
        return []
    keys = list(data) if isinstance(data, dict) else list(range(len(data)))
    return [(data, key) for key in keys] + [place for key in keys for place in places(data[key])]


@given(st.data())
def test_changed_data_are_refused_or_read(data: st.DataObject) -> None:
    """Whatever stands at whatever place, it is a position that can be written again or a proper error."""
    position = parse_position(data.draw(st.sampled_from(texts())))
    changing = position_json(position)
    other = position_json(parse_position(data.draw(st.sampled_from(texts()))))
    for _ in range(data.draw(st.integers(1, 2))):
        inner, key = data.draw(st.sampled_from(places(changing)))
        values = [inner[key] for inner, _ in places(other) if isinstance(inner, dict) and key in inner]
        inner[key] = data.draw(VALUES | st.sampled_from([*values, None]))
    try:
        again = position_from_json(changing)
    except PositionError as error:
        refusal = str(error)
    else:
        event("read")
        check(again)
        return
    event("refused")
    assert "; expected " in refusal


def test_nothing_is_shared_with_the_data() -> None:
    """Changing the data afterwards changes no position."""
    position = start_position(TOKENS)
    data = position_json(position)
    again = position_from_json(data)
    data["pieces"]["White"]["A"]["square"][0] = 9
    data["tokens_left"]["White"].clear()
    assert again == position == start_position(TOKENS)
