"""The players behind the advice: stronger than chance, within the rules, and careful with double agents."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from common import CLASSIC
from confusion_games import RULES, choice, new_game
from deduce.confusion.advice.search import Search
from deduce.confusion.arena.tournament import FAULT, Tournament, play
from deduce.confusion.engine.actions import Action, Attempt, GiftReply, Manner, PromotionReply
from deduce.confusion.engine.board import EMPTY
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.rules import Rules
from deduce.confusion.players.advisor import AdvisorPlayer, InstinctPlayer, answer_for_agent
from deduce.confusion.players.determinised import DeterminisedPlayer
from deduce.tabletop.budget import Budget

KINDS = {"advisor": AdvisorPlayer, "instinct": InstinctPlayer, "monte-carlo": DeterminisedPlayer}
EVERYTHING = {
    "tokens": Rules.of("espionage", tokens=True),
    "1": Rules.of("espionage", variants=[1], tokens=True),
    "2 3": Rules.of("espionage", variants=[2, 3]),
    "4 5": Rules.of("espionage", variants=[4, 5], tokens=True),
    "2 3 4 5": Rules.of("espionage", variants=[2, 3, 4, 5], tokens=True),
    "1 2 3 4 5": Rules.of("espionage", variants=[1, 2, 3, 4, 5], tokens=True),
}
BUDGETS = {"advisor": "@60n", "instinct": "", "monte-carlo": "@20n"}


def actor(game: Game) -> int:
    """The side that has to do something."""
    return 1 - game.position.turn if game.position.stage.gift else game.position.turn


def says(said: bool, _: Attempt) -> bool:
    """The answer for a double agent in a random game."""
    return said


# --- How they do ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["advisor@120n", "instinct"])
def test_they_beat_chance(name: str) -> None:
    """Six games on three deals, from both sides, all of them won."""
    tournament = Tournament((name, "random"), CLASSIC, seed=3, limit=300)
    results = [play(tournament, number) for number in range(6)]
    assert [result.fault for result in results] == [None] * 6
    assert [result.winner for result in results] == [name] * 6


@pytest.mark.parametrize("name", ["advisor@120n", "instinct"])
def test_a_game_can_be_repeated(name: str) -> None:
    """With nodes for a budget a game depends on nothing but its number."""
    tournament = Tournament((name, "random"), RULES["tokens"], seed=8, limit=30)
    one, two = (replace(play(tournament, 1), seconds=(0.0, 0.0)) for _ in range(2))
    assert one == two


@pytest.mark.parametrize("rules", EVERYTHING)
@pytest.mark.parametrize("kind", KINDS)
def test_games_are_legal_under_all_rules(kind: str, rules: str) -> None:
    """Tokens, double agents, small boards, free placement, promotion for anyone: no player ever fails."""
    name = kind + BUDGETS[kind]
    # Determinised Monte Carlo plays each game in its mind to the end, which takes its time.
    games, limit = (1, 9) if kind == "monte-carlo" else (2, 24)
    tournament = Tournament((name, "random"), EVERYTHING[rules], seed=2, limit=limit)
    for number in range(games):
        result = play(tournament, number)
        assert result.fault is None
        assert result.ending != FAULT
        assert result.turns >= 1


@pytest.mark.parametrize("kind", KINDS.values())
def test_whatever_is_to_be_done_is_done(kind: Callable[..., Any]) -> None:
    """In the middle of random games: after tokens, before offers, with Z or without."""
    done: set[type[Action]] = set()
    for seed in range(40):
        draw = random.Random(f"search all but 1 {seed}")
        game = new_game(RULES["all but 1"], draw)
        while game.outcome is None:
            stage = game.position.stage
            if stage.offer or stage.gift or (stage.used and seed < 2):
                action = kind(game.rules, seed=1, nodes=30).choose(game.view(actor(game)))
                assert game.can(action)
                done.add(type(action))
            game.push(choice(game, draw), agent=partial(says, draw.random() < 0.5))
    assert done == {Attempt, PromotionReply, GiftReply}


# --- What they choose --------------------------------------------------------------------------------------


def test_the_advisor_does_what_its_search_finds_best() -> None:
    """And the instinct what looks best at a glance."""
    draw = random.Random(5)
    game = new_game(RULES["classic"], draw)
    for _ in range(12):
        game.push(choice(game, draw))
    view = game.view(actor(game))
    searched: list[Search] = []

    class Watched(Search):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            searched.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deduce.confusion.players.advisor.Search", Watched)
        chosen = AdvisorPlayer(game.rules, seed=1, nodes=500, mixing="off").choose(view)
        glanced = InstinctPlayer(game.rules, seed=1).choose(view)
    assert searched[0].estimates[0].option.action == chosen
    assert searched[0].nodes > 0
    assert searched[1].nodes == 0
    assert max(searched[1].estimates, key=lambda each: each.glance).option.action == glanced


def test_budgets_of_the_advisor() -> None:
    """Seconds unless nodes are given; half a second if nothing is."""
    assert AdvisorPlayer(CLASSIC).budget == Budget(0.5, None)
    assert AdvisorPlayer(CLASSIC, nodes=9).budget == Budget(None, 9)
    assert AdvisorPlayer(CLASSIC, time=2).budget == Budget(2, None)
    quick = AdvisorPlayer(CLASSIC, time=0.01)
    game = Game(CLASSIC, (None, random_deal(CLASSIC, random.Random(1))))
    assert game.can(quick.choose(game.view(0)))


def test_monte_carlo_with_seconds_ends() -> None:
    """However few they are, an attempt is made."""
    game = Game(CLASSIC, (None, random_deal(CLASSIC, random.Random(1))))
    assert game.can(DeterminisedPlayer(CLASSIC, time=0.01).choose(game.view(0)))


# --- Double agents -----------------------------------------------------------------------------------------


def test_nothing_that_hurts_is_allowed_to_a_double_agent() -> None:
    """CF-DA-1: no capture, nothing with Z, not the last row; the rest always as one other diagram has it."""
    kinds = {"capture": 0, "Z": 0, "last row": 0}
    answers: dict[tuple[int, int], set[bool]] = {}
    for seed in range(5):
        draw = random.Random(seed)
        game = new_game(RULES["espionage"], draw)
        while game.outcome is None:
            position, turn = game.position, game.position.turn
            view = game.view(1 - turn)
            for attempt in game.attempts():
                target = position.target(attempt)
                said = answer_for_agent(view, attempt, 7)
                hurts = [
                    name
                    for name, does in (
                        ("capture", position.held[target] != EMPTY),
                        ("Z", attempt.kind is not Manner.MOVE or target == position.neutral),
                        ("last row", target in game.rules.board.last_rows[turn]),
                    )
                    if does
                ]
                for name in hurts:
                    assert said is False
                    kinds[name] += 1
                if not hurts:
                    answers.setdefault((attempt.way, attempt.distance), set()).add(said)
            game.push(choice(game, draw), agent=partial(says, draw.random() < 0.5))
    assert min(kinds.values()) >= 5
    assert all(len(said) == 1 for said in answers.values())
    allowed = {step for step, said in answers.items() if said == {True}}
    ordinary = [diagram for diagram in RULES["espionage"].diagrams.values() if not diagram.is_double_agent]
    assert any(allowed == {step for step in answers if diagram.allows(*step)} for diagram in ordinary)


@pytest.mark.parametrize("kind", KINDS.values())
def test_all_of_them_answer_so(kind: Callable[..., Any]) -> None:
    """Which diagram they pretend it to be depends on their seed."""
    rules = Rules.of("espionage")
    game = Game(rules)
    view, said = game.view(1), set()
    for seed in range(12):
        player = kind(rules, seed=seed)
        answers = tuple(player.allows(view, attempt) for attempt in game.attempts())
        assert answers == tuple(answer_for_agent(view, attempt, seed) for attempt in game.attempts())
        said.add(answers)
    assert len(said) >= 3
