"""What is kept from one moment of a game to the next is what one would hear from the beginning."""

from __future__ import annotations

import random

import pytest

from confusion_games import RULES, choice, new_game, random_game
from deduce.confusion.advice.listening import Listener
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.engine.game import Game
from deduce.confusion.knowledge.agents import AgentModel
from deduce.confusion.knowledge.notes import Notes
from deduce.confusion.knowledge.sheet import Sheet, sheet_of

COIN = AgentModel()


def sheets(game: Game, model: AgentModel = COIN) -> tuple[Sheet, Sheet]:
    """Both sheets, as they are made from the beginning."""
    return sheet_of(game, 0, model), sheet_of(game, 1, model)


@pytest.mark.parametrize("name", RULES)
def test_it_hears_what_one_hears_from_the_beginning(name: str) -> None:
    """At any moment of a game, whoever's view is looked at, also after several events at once."""
    draw, listener = random.Random(f"listening {name}"), Listener()
    game = new_game(RULES[name], draw)
    looks = 0
    while game.outcome is None:
        if draw.random() < 0.3:
            seen = game.view(draw.randrange(2)).game()
            assert listener.sheets(seen, COIN) == sheets(seen)
            looks += 1
        game.push(choice(game, draw), agent=lambda _: draw.random() < 0.5)
    assert looks > 5


def test_what_was_taken_back_is_forgotten() -> None:
    """Also where the game has gone on otherwise, and is longer than it was."""
    draw, listener, game = random.Random(3), Listener(), random_game(RULES["tokens"], 3)
    before = listener.sheets(game, COIN)
    for _ in range(10):
        game.pop()
    assert listener.sheets(game, COIN) == sheets(game) != before
    while game.outcome is None and len(game.events) < len(before[0].heard) + 60:
        game.push(choice(game, draw), agent=lambda _: draw.random() < 0.5)
    assert listener.sheets(game, COIN) == sheets(game)


def test_another_game_and_another_model_are_heard_from_the_beginning() -> None:
    """A listener serves one after the other."""
    listener, mimic = Listener(), AgentModel("mimic")
    for seed in (1, 2):
        game = random_game(RULES["espionage"], seed)
        for model in (COIN, mimic, COIN):
            assert listener.sheets(game, model) == sheets(game, model)


def test_what_is_new_is_heard_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a look late in a game costs no more than an early one."""
    heard: list[int] = []
    usual = Notes.heard_in

    def counted(self: Notes, *args: object) -> Notes:
        heard.append(self.side)
        return usual(self, *args)  # type: ignore[arg-type]  # whatever it is called with

    monkeypatch.setattr(Notes, "heard_in", counted)
    draw, listener = random.Random(5), Listener()
    game = new_game(RULES["classic"], draw)
    for _ in range(30):
        game.push(choice(game, draw))
        if game.outcome is not None:
            break
        Standpoint(game.view(0), seed=1, size=1, engine="arrays", listener=listener)
    assert sorted(heard) == sorted([0, 1] * len(game.events))
