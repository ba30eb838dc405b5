"""The opponents with one idea each: within the rules, blind to what is hidden, and true to their idea."""

from __future__ import annotations

import math
import random

import pytest

from common import CLASSIC
from confusion_games import RULES
from confusion_moments import actor, moments, twin
from deduce.confusion import Rules
from deduce.confusion.arena.run import play_all
from deduce.confusion.arena.standing import standing
from deduce.confusion.arena.tournament import Tournament, play
from deduce.confusion.engine.actions import (
    REFUSED,
    SILENT,
    Answer,
    Attempt,
    GiftReply,
    Manner,
    PromotionReply,
)
from deduce.confusion.engine.board import EMPTY
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.simulation import Chances
from deduce.confusion.engine.turns import after, is_arrival
from deduce.confusion.knowledge.outlook import prospects
from deduce.confusion.knowledge.sheet import sheet_of
from deduce.confusion.players.player import Player
from deduce.confusion.players.sight import Sight
from deduce.confusion.players.simple import (
    GoalPlayer,
    InformationPlayer,
    RandomPlayer,
    SafetyPlayer,
)

KINDS = (RandomPlayer, GoalPlayer, InformationPlayer, SafetyPlayer)
DEAL = dict(zip(CLASSIC.letters, range(1, 13), strict=True))
"""A is the Rocket, C the Probe, E the Chickenfoot, H the Rook, K the Novice, L the King and so on."""


# --- Within the rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_always_possible(name: str) -> None:
    """In any moment of any game: after tokens, before offers, with a double agent or without."""
    for seed in range(2):
        for place, game in enumerate(moments(RULES[name], seed)):
            side = actor(game)
            kind = KINDS[(place + seed) % len(KINDS)]
            assert game.can(kind(game.rules, seed=place).choose(game.view(side)))


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("players", [("random", "goal"), ("information", "safety")])
def test_whole_games_without_faults(name: str, players: tuple[str, str]) -> None:
    """They play whole games under all rules."""
    tournament = Tournament(players, RULES[name], seed=1, limit=40)
    for number in (0, 1):
        assert play(tournament, number).fault is None


def test_offers() -> None:
    """Promotion is accepted unless it would show the double agent; Z is taken (CF-VAR-5)."""
    rules = Rules.of("espionage", variants=[5])
    sure, gifts = set(), 0
    for seed in range(12):
        for game in moments(rules, seed, 400, Chances(neutral=0.0)):
            stage = game.position.stage
            if not stage.gift and stage.offer is None:
                continue
            view = game.view(actor(game))
            for kind in KINDS:
                said = kind(rules, seed=seed).choose(view)
                if stage.gift:
                    assert isinstance(said, GiftReply)
                    assert said.accept or kind is RandomPlayer
                    gifts += 1
                    continue
                assert stage.offer is not None
                assert isinstance(said, PromotionReply)
                known = sheet_of(view.game(), view.side).certain.get(stage.offer) == 13
                assert said.accept != known or kind is RandomPlayer
                sure.add(known)
    assert sure == {True, False}
    assert gifts


def test_a_double_agent_that_is_known_is_not_promoted() -> None:
    """It would only be lost."""
    from deduce.confusion.engine.actions import Reveal

    rules = Rules.of("espionage", variants=[5], tokens=True)
    deal = dict(zip(rules.letters, (13, *range(1, 13)), strict=True))
    for shown, accepted in (("A", False), ("C", True)):
        game = Game(rules, (deal, deal), 0)
        game.push(Reveal(shown))
        view = game.view(0)
        assert GoalPlayer(rules).accepts(view, shown) is accepted
        assert GoalPlayer(rules).accepts(view, "E")


@pytest.mark.parametrize("kind", KINDS[1:])
def test_answers_for_the_double_agent(kind: type[GoalPlayer]) -> None:
    """As one ordinary diagram would, but never what takes a piece or Z, or brings Z forward (CF-DA-1)."""
    rules, said = Rules.of("espionage", variants=[3]), set()
    for seed in range(2):
        player = kind(rules, seed=seed)
        assert not player.disguise.is_double_agent
        for game in moments(rules, seed, 120):
            position = game.position
            side = position.turn
            for attempt in position.attempts():
                target = position.target(attempt)
                row = rules.board.square(target)[1]
                old = rules.board.square(position.neutral)[1]
                nearer = row > old if side == 0 else row < old
                taken = attempt.kind is not Manner.PASS and position.held[target] != EMPTY
                hurts = taken or (target == position.neutral if attempt.kind is Manner.MOVE else nearer)
                answer = (
                    player.allows(game.view(1 - side), attempt) if hurts or attempt.letter == "A" else None
                )
                if hurts:
                    assert answer is False
                elif answer is not None:
                    assert answer == player.disguise.allows(attempt.way, attempt.distance)
                    said.add(answer)
    assert said == {True, False}


# --- Blind to what is hidden -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "all but 1"])
def test_same_view_same_choice(name: str) -> None:
    """What the own diagrams are makes no difference as long as the same was heard."""
    compared = 0
    for seed in range(5):
        draw = random.Random(seed)
        for place, game in enumerate(moments(RULES[name], seed, 10)):
            side = actor(game)
            if place < 4 or (other := twin(game, side, draw)) is None:
                continue
            assert other.deals[side] != game.deals[side]
            assert other.view(side) == game.view(side)
            for kind in KINDS:
                chosen = [kind(game.rules, seed=9).choose(each.view(side)) for each in (game, other)]
                assert chosen[0] == chosen[1]
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_chooses_the_same(kind: type[Player]) -> None:
    """And the view is left as it was."""
    for game in moments(RULES["tokens"], 3, 20):
        view = game.view(actor(game))
        before = repr(view.to_json())
        first = kind(game.rules, seed=2).choose(view)  # type: ignore[call-arg]
        assert first == kind(game.rules, seed=2).choose(game.view(actor(game)))  # type: ignore[call-arg]
        assert repr(view.to_json()) == before


# --- True to their idea ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [GoalPlayer, SafetyPlayer])
def test_z_is_taken_when_that_is_sure(kind: type[GoalPlayer]) -> None:
    """A free Z goes to a piece that certainly moves there; SafetyPlayer looks first who could take it."""
    taken = 0
    for seed in range(10):
        for game in moments(RULES["classic"], seed, 80):
            position, target = game.position, game.position.neutral
            if position.holder is not None or not any(
                position.target(one) == target for one in game.attempts()
            ):
                continue
            sight = Sight(game.view(position.turn))
            sure = [
                attempt
                for attempt in sight.attempts
                if position.target(attempt) == target and sight.chance(attempt) == 1
            ]
            if kind is SafetyPlayer:
                sure = [one for one in sure if not sight.is_attacked(target, sight.start(one), target)]
            if sure:
                chosen = kind(game.rules, seed=1).choose(sight.view)
                assert isinstance(chosen, Attempt)
                assert position.target(chosen) == target or kind is SafetyPlayer
                taken += chosen in sure
    assert taken


@pytest.mark.parametrize("kind", [GoalPlayer, SafetyPlayer])
def test_a_sure_win_is_taken(kind: type[GoalPlayer]) -> None:
    """Z is carried onto the last row when the answer is certain and wins at once (CF-WIN-2)."""
    rules, seen = RULES["anyone"], 0
    for seed in range(400):
        for game in moments(rules, seed, 60):
            if game.position.stage.offer or game.position.stage.gift or game.position.holder is None:
                continue
            side = actor(game)
            if game.position.holder[0] != side:
                continue
            view = game.view(side)
            sight = Sight(view)
            if sight.forward(game.position.neutral) < rules.rows - 4:
                continue
            winning = [one for one in sight.attempts if sight.wins_with(one)]
            if any(sight.chance(attempt) == 1 for attempt in winning):
                assert kind(rules, seed=seed).choose(view) in winning
                seen += 1
        if seen >= 2:
            break
    assert seen


@pytest.mark.parametrize("name", RULES)
def test_chances_are_those_of_the_sheet(name: str) -> None:
    """Exactly, with a double agent or without, promoted or not."""
    for game in moments(RULES[name], 4, 120):
        if len(game.events) % 10 == 0:
            side, sight = game.position.turn, Sight(game.view(game.position.turn))
            for one in prospects(game, side, sheet_of(game, side)):
                assert sight.chance(one.attempt) == float(one.chance or 0)


def test_the_most_telling_attempt() -> None:
    """No other answer has a greater entropy, by chances that are worked out another way."""

    def bits(chance: float) -> float:
        return -sum(share * math.log2(share) for share in (chance, 1 - chance) if share)

    for name in ("classic", "espionage"):
        for game in moments(RULES[name], 2, 50):
            side = game.position.turn
            found = {
                one.attempt: bits(float(one.chance or 0))
                for one in prospects(game, side, sheet_of(game, side))
            }
            chosen = InformationPlayer(game.rules, seed=1).choose(game.view(side))
            assert isinstance(chosen, Attempt)
            assert found[chosen] > max(found.values()) - 1e-9


@pytest.mark.parametrize("name", ["classic", "no double agent", "espionage", "small, late"])
def test_what_is_attacked(name: str) -> None:
    """As the opponent's possible attempts by their true diagrams have it, after the move."""
    compared = 0
    for seed in range(2):
        for game in moments(RULES[name], seed, 70):
            position, side = game.position, game.position.turn
            if position.stage.used is not None or position.stage.offer or position.stage.gift:
                continue
            sight = Sight(game.view(side))
            for attempt in sight.attempts[:: len(sight.attempts) // 12 + 1]:
                if attempt.kind is Manner.PASS:
                    continue
                target = position.target(attempt)
                arrives = is_arrival(position, attempt) and not game.rules.anyone_is_promoted
                following = after(position, attempt, Answer(promoted=False) if arrives else SILENT)
                if following.outcome is not None:
                    continue
                attacked = {
                    following.target(threat)
                    for threat in following.attempts()
                    if threat.kind is not Manner.PASS and _truly(game, 1 - side, threat)
                }
                neutral = following.neutral
                assert sight.is_attacked(target, sight.start(attempt), neutral) == (target in attacked)
                if following.holder is not None and following.holder[0] == side:
                    there = sight.is_attacked(neutral, sight.start(attempt), neutral, target)
                    assert target == neutral or there == (neutral in attacked)
                compared += 1
    assert compared > 300


def _truly(game: Game, side: int, attempt: Attempt) -> bool:
    diagram = game.diagram(side, attempt.letter)
    assert diagram is not None
    return not diagram.is_double_agent and diagram.allows(attempt.way, attempt.distance)


def test_the_holder_is_saved() -> None:
    """SafetyPlayer leaves its holder of Z in danger less often than GoalPlayer."""
    left = dict.fromkeys((GoalPlayer, SafetyPlayer), 0)
    for seed in range(8):
        for game in moments(RULES["classic"], seed, 60):
            position, side = game.position, game.position.turn
            if position.holder is None or position.holder[0] != side:
                continue
            view = game.view(side)
            sight = Sight(view)
            for kind in left:
                attempt = kind(game.rules, seed=1).choose(view)
                assert isinstance(attempt, Attempt)
                after_yes = position.target(attempt) if attempt.kind is not Manner.MOVE else position.neutral
                where = after_yes if sight.chance(attempt) > 0.5 else position.neutral
                left[kind] += sight.is_attacked(where, None, where)
    assert left[SafetyPlayer] < left[GoalPlayer]


@pytest.mark.parametrize("name", ["goal", "information", "safety"])
def test_beats_random(name: str) -> None:
    """Each idea is better than none."""
    tournament = Tournament((name, "random"), CLASSIC, seed=1)
    now = standing(tournament.players, play_all(tournament, range(8)))
    assert now.rate is not None
    assert now.rate >= 0.9
    assert now.low > 0.5
    assert now.faults == (0, 0)


def test_refusals_are_not_repeated() -> None:
    """What is known to be refused is not tried again while anything else is open."""
    for kind in KINDS[1:]:
        game = Game(CLASSIC, (DEAL, DEAL), 0)
        players = [kind(CLASSIC, seed=1), kind(CLASSIC, seed=2)]
        refused: set[tuple[int, str, int]] = set()
        while game.outcome is None and game.position.turns < 40:
            side = game.position.turn
            attempt = players[side].choose(game.view(side))
            assert isinstance(attempt, Attempt)
            key = side, attempt.letter, attempt.way
            event = game.push(attempt)
            if event.answer == REFUSED and attempt.distance == 1:
                assert key not in refused or game.position.is_promoted(side, attempt.letter)
                refused.add(key)
