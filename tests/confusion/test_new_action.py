"""A new kind of action is its class, its deed and its form; all the rest of the game knows it then."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace
from typing import Any

import pytest

from deduce.confusion import Answer, Game, Rules, parse_record, random_deal, random_game, record_of, sheet_of
from deduce.confusion.adapters.action_numbers import ActionNumbers
from deduce.confusion.engine.deeds import DEEDS, Deed, is_early
from deduce.confusion.engine.simulation import Chances
from deduce.confusion.engine.telling import Shown
from deduce.confusion.engine.turns import told
from deduce.confusion.errors import IllegalActionError
from deduce.confusion.notation.forms import FORMS, Form
from deduce.confusion.notation.typed import read_actions, read_line
from deduce.tabletop.errors import LineError

RULES = Rules.of("classic")


@dataclass(frozen=True, slots=True)
class Ask:
    """Have one of your own pieces shown to you instead of an attempt: it costs the turn."""

    letter: str

    def __str__(self) -> str:
        return f"ask {self.letter}"


def deal() -> dict[str, int]:
    return dict(zip(RULES.letters, range(1, 13), strict=True))


def ask(letter: str) -> Any:
    """As no checker of types can know that it is an action now."""
    return Ask(letter)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    kind: Any = Ask
    deed: Deed[Any] = Deed(
        kind,
        lambda _, draft, __: draft.end_turn(),
        lambda action, position, _: "" if position.rules.has_piece(action.letter) else "who is that?",
        answer=lambda action, position, deals: Answer(shown=(deals[position.turn] or {}).get(action.letter)),
        tells=lambda action, position, answer: (
            [] if answer.shown is None else [Shown(position.turn, action.letter, answer.shown, "asked:")]
        ),
        chance=0.2,
    )
    monkeypatch.setitem(DEEDS, kind, deed)
    monkeypatch.setitem(
        FORMS, kind, Form(kind, "%{}", r"%([A-Y])(?:=(\d+))?\b", ("ask",), r"%[A-Y]", shows=True)
    )


def test_a_game() -> None:
    """It is possible at the beginning of a turn, shows what it shows, and the turn is over."""
    game = Game(RULES, (deal(), deal()))
    assert is_early(Ask("A"))
    event = game.push(ask("C"))
    assert (event.side, event.answer) == (0, Answer(shown=2))
    assert (game.position.turn, game.position.turns) == (1, 1)
    assert game.position == replace(Game(RULES).position, turn=1, turns=1)
    assert list(told(game.positions[0], event)) == [Shown(0, "C", 2, "asked:")]
    with pytest.raises(IllegalActionError, match=r"^ask Q: who is that\?$") as caught:
        game.push(ask("Q"))
    assert (caught.value.action, caught.value.reason) == (Ask("Q"), "who is that?")


def test_a_record() -> None:
    """What is written is read, and what is read is written."""
    record = parse_record("1. %A=1\tL-S2\n2. A-N2\t%C")
    assert [str(event.action) for event in record.now.events] == ["ask A", "L-N2", "A-N2", "ask C"]
    assert [event.answer.shown for event in record.now.events] == [1, None, None, None]
    spaced = parse_record("1. %A=1  L-S2\n2. A-N2  %C")
    assert spaced.now.events == record.now.events
    game = Game(RULES, (deal(), deal()))
    game.push(ask("C"))
    game.push(ask("V"))
    text = record_of(game).text
    assert "%C=2" in text
    assert "%V=12" in text
    assert parse_record(text).now.events == tuple(game.events)


def test_a_line_at_the_table() -> None:
    """It is typed by its word, or as it is written."""
    game = Game(RULES, (deal(), None))
    assert [read_line(text, game, 0).cell for text in ("ask c", "%c", "ask c 2")] == ["%C=2"] * 3
    assert read_line("%c=5", game, 0).warnings == ("C is Probe, which should be shown",)
    assert read_actions("ask c", game, 0) == ([Ask("C")], "")
    with pytest.raises(LineError, match="ask needs one piece, such as ask a"):
        read_line("ask", game, 0)


def test_random_games() -> None:
    """It is done as often as its deed says."""
    game = random_game(RULES, random.Random(1), plies=200, chances=Chances())
    asked = [event for event in game.events if isinstance(event.action, Ask)]
    assert 20 < len(asked) < 60
    assert all(event.answer.shown == (game.deals[event.side] or {})[event.action.letter] for event in asked)


def test_a_view() -> None:
    """Who looks on sees it, as data too."""
    game = Game(RULES, (deal(), deal()))
    game.push(ask("C"))
    (event,) = json.loads(json.dumps(game.view(1).to_json()))["events"]
    assert event["action"] == {"type": "Ask", "letter": "C"}
    assert event["answer"]["shown"] == 2
    assert game.view(0).answer(ask("V")) == Answer(shown=12)
    assert game.view(1).answer(ask("V")) is None


def test_what_is_known() -> None:
    """What it shows is certain."""
    game = Game(RULES, (None, deal()))
    game.push(ask("C"), Answer(shown=7))
    sheet = sheet_of(game, 0)
    assert [entry.text for entry in sheet.heard] == [f"row 1: C asked: {RULES.diagrams[7]}"]
    assert [entry.diagrams for entry in sheet.heard] == [{7}]
    assert not sheet_of(game, 1).heard


def test_the_numbers() -> None:
    """It has numbers behind those that there were, and those are possible."""
    numbers = ActionNumbers(RULES)
    assert (numbers.total, numbers.number(ask("A")), str(numbers.choice(1163))) == (1164, 1152, "ask V")
    draw = random.Random(2)
    game = Game(RULES, (random_deal(RULES, draw), random_deal(RULES, draw)))
    possible = numbers.possible(game)
    assert possible[-12:] == list(range(1152, 1164))
    assert possible == sorted(number for number, choice in enumerate(numbers.choices) if game.can(choice))
