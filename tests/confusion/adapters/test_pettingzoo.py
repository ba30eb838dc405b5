"""Confusion as an environment of PettingZoo, judged by PettingZoo's own test suites."""

import importlib
import random
import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce.confusion.adapters.action_numbers import AgentReply
from deduce.confusion.engine.actions import Attempt
from deduce.confusion.errors import ConfusionError, IllegalActionError, RulesError

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from deduce.confusion.adapters.pettingzoo import ConfusionEnv

SETUPS: dict[str, dict[str, Any]] = {
    "classic": {},
    "espionage": {"ruleset": "espionage"},
    "tokens": {"ruleset": "espionage", "tokens": True, "variants": "3,5"},
    "placed": {"ruleset": "espionage", "variants": (2, 4)},
}
pytestmark = pytest.mark.filterwarnings(
    # What api_test warns of in every environment that is not in its own list of names.
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    # Nothing can be decided when the game is over.
    "ignore:Action mask numpy array is all zeros:UserWarning",
)


def played(env: ConfusionEnv, seed: int, most: int = 10**6) -> list[tuple[str, float, bool, bool]]:
    """Play at random for so many decisions, and return what each agent was told."""
    draw, told = random.Random(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter(most):
        observation, reward, over, cut, _ = env.last()
        told.append((agent, reward, over, cut))
        assert observation is not None
        possible = observation["action_mask"].nonzero()[0]
        env.step(None if over or cut else int(draw.choice(possible)))
    return told


@pytest.mark.parametrize("name", SETUPS)
def test_api_suite(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import api_test

    api_test(ConfusionEnv(**SETUPS[name], max_turns=60), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", SETUPS)
def test_seed_suite(name: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: ConfusionEnv(**SETUPS[name]), num_cycles=60)


def test_render_suite() -> None:
    from pettingzoo.test import render_test

    def made(render_mode: str | None = None) -> ConfusionEnv:
        # The suite asks for this mode whatever the environment has, and does not use it.
        return ConfusionEnv(render_mode=None if render_mode == "human" else render_mode)

    render_test(made)


def test_rendering() -> None:
    env = ConfusionEnv(render_mode="ansi")
    env.reset(seed=1)
    assert "[Z]" in str(env.render())
    env.close()
    plain = ConfusionEnv()
    plain.reset(seed=1)
    assert plain.render() is None
    assert str(plain) == "confusion_v0"


@pytest.mark.parametrize("name", SETUPS)
def test_games_are_played_to_the_end(name: str) -> None:
    env = ConfusionEnv(**SETUPS[name], max_turns=40)
    told = played(env, 1)
    assert not env.agents
    assert [cut for *_, cut in told[-2:]] == [True, True]
    assert sum(reward for _, reward, *_ in told) == 0


def test_the_winner_is_rewarded_and_the_loser_is_not() -> None:
    ends = {}
    for seed in range(40):
        env = ConfusionEnv(ruleset="espionage", variants="1", max_turns=1)
        env.reset(seed=seed)
        game = env.play.game
        holder = next(letter for letter, number in (game.deals[0] or {}).items() if number == 6)
        position = game.position
        piece, goal = position.piece(0, holder), env.rules.board.number((1, 10))
        squares = tuple(goal if one == piece else square for one, square in enumerate(position.squares))
        game.position = replace(position, squares=squares, neutral=goal, turn=0)
        env.agent_selection = "player_0"
        env.step(env.numbers.names.index(f"{holder}Z-N1"))
        assert env.rewards == {"player_0": 1, "player_1": -1}
        assert env.terminations == {"player_0": True, "player_1": True}
        assert env.truncations == {"player_0": False, "player_1": False}
        assert env.last()[1] == -1
        env.step(None)
        assert env.last()[1] == 1
        env.step(None)
        ends[seed] = env.agents
    assert not any(ends.values())


def test_cf_da_1_the_other_agent_answers_for_a_double_agent() -> None:
    """It has a choice for the double agent alone, but every attempt waits for an answer."""
    env = ConfusionEnv("espionage")
    choices = set()
    for seed in range(6):
        env.reset(seed=seed)
        draw = random.Random(seed)
        for _ in range(60):
            play, agent = env.play, env.agent_selection
            number = draw.choice(play.possible())
            env.step(number)
            if not isinstance(env.numbers.choices[number], Attempt):
                continue
            assert play.pending == env.numbers.choices[number]
            assert env.agent_selection != agent
            mask = env.observe(env.agent_selection)["action_mask"]
            replies = [env.numbers.choices[number] for number in mask.nonzero()[0]]
            diagram = play.game.diagram(play.game.position.turn, play.pending.letter)
            assert diagram is not None
            truth = play.game.answer(play.pending)
            assert replies == (
                [AgentReply(allow=True), AgentReply(allow=False)]
                if truth is None
                else [AgentReply(allow=truth.allowed)]
            )
            choices.add((diagram.is_double_agent, len(replies)))
    assert choices == {(True, 2), (False, 1)}


def test_what_an_agent_sees_after_its_attempt_tells_nothing_of_its_piece() -> None:
    """The same bytes, whichever of its pieces tries something: double agent or not."""
    env = ConfusionEnv("espionage")
    agents = set()
    for seed in range(40):
        env.reset(seed=seed)
        play, me = env.play, env.agent_selection
        side = env.possible_agents.index(me)
        deal = play.game.deals[side]
        assert deal is not None
        attempt = random.Random(seed).choice(play.game.attempts())
        number = env.numbers.number(attempt)
        seen = set()
        for diagram in env.numbers.diagrams:
            holder = next(letter for letter, dealt in deal.items() if dealt == diagram)
            swapped = {**deal, holder: deal[attempt.letter], attempt.letter: diagram}
            env.reset(seed=seed)
            env._play = play.with_deal(side, swapped)
            env.step(number)
            sight = env.observe(me)
            seen.add((sight["observation"].tobytes(), sight["action_mask"].tobytes(), env.agent_selection))
        agents.add(len(seen))
    assert agents == {1}


@given(st.sampled_from(sorted(SETUPS)), st.integers(0, 2**32), st.integers(0, 60))
@settings(max_examples=40)
def test_an_agent_sees_nothing_of_its_own_diagrams(name: str, seed: int, steps: int) -> None:
    """Neither when something was answered nor while an attempt waits."""
    env = ConfusionEnv(**SETUPS[name], max_turns=60)
    played(env, seed, steps)
    if not env.agents:
        return
    original = env.play
    for player, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        env._play = original.redealt(player, seed)
        other = env.observe(agent)
        env._play = original
        assert (seen["observation"] == other["observation"]).all()
        assert (seen["action_mask"] == other["action_mask"]).all()


def test_spaces_are_the_same_objects_on_every_call() -> None:
    env = ConfusionEnv()
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.observation_space(agent).contains(env.observe(agent))
        assert env.action_space(agent) is env.action_space(agent)


def test_a_seed_starts_the_same_game_and_none_goes_on() -> None:
    env, twin = ConfusionEnv(), ConfusionEnv()
    env.reset(seed=5)
    twin.reset(seed=5)
    assert env.play.game.deals == twin.play.game.deals
    first = env.play.game.deals
    env.reset()
    twin.reset()
    assert env.play.game.deals == twin.play.game.deals != first


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ConfusionError, match="render_mode is 'human'"):
        ConfusionEnv(render_mode="human")
    with pytest.raises(RulesError, match="max_turns is 0"):
        ConfusionEnv(max_turns=0)
    env = ConfusionEnv()
    with pytest.raises(ConfusionError, match="call reset first"):
        env.observe("player_0")
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="there is no action -1"):
        env.step(None)
    with pytest.raises(IllegalActionError, match="A does not control Z"):
        env.step(next(n for n in range(env.numbers.total) if n not in env.play.possible()))


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "deduce.confusion.adapters.pettingzoo"
    monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ConfusionError, match="PettingZoo is not installed; pip install 'deduce-tabletop"):
        importlib.import_module(name)
