"""Confusion as a game of OpenSpiel, judged by OpenSpiel's own test suites and its search."""

import copy
import importlib
import itertools
import pickle
import random
import sys
import unittest
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from confusion_games import RULES, WILD
from deduce.confusion.adapters.action_numbers import (
    AgentReply,
    numbers_of,
    variant_numbers,
)
from deduce.confusion.adapters.numbered_game import NumberedGame
from deduce.confusion.engine import simulation
from deduce.confusion.engine.actions import (
    Answer,
    Attempt,
    GiftReply,
    Manner,
    PromotionReply,
    Resign,
    SwapTwo,
)
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.rules import Rules
from deduce.confusion.errors import ConfusionError, IllegalActionError, RulesError
from deduce.confusion.knowledge.sheet import sheet_of

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from deduce.confusion.adapters.openspiel import ConfusionGame, ConfusionObserver  # noqa: E402 - as above
from deduce.confusion.players.ismcts import IsmctsPlayer  # noqa: E402 - only where OpenSpiel is

SIDES = """
sides = [{ name = "White", french = "Blanc" }, { name = "Red", french = "Rouge" }]
columns = 3
rows = 3
neutral = [2, 2]
"""
TINY_RULES = f"""
format = "deduce.confusion.rules/1"
name = "tiny"
{SIDES}
[layout]
A = [1, 1]
C = [3, 1]
"""
AGENT_RULES = f"""
format = "deduce.confusion.rules/1"
name = "tiny with a double agent"
{SIDES}
double_agent = true
agent_letter = "C"
[layout]
A = [1, 1]
C = [3, 1]
"""
TINY_DIAGRAMS = """
format = "deduce.confusion.diagrams/1"
[[diagram]]
number = 1
reach = 1
directions = ["N", "E", "W"]
promotable = true
[[diagram]]
number = 2
{second}
[promoted]
reach = 1
directions = ["N", "S"]
"""
STEPS = 'reach = 2\ndirections = ["N", "NE", "NW"]'
NAMES = (
    "python_confusion(max_turns=60)",
    "python_confusion(ruleset=espionage,max_turns=60)",
    "python_confusion(ruleset=espionage,tokens=True,variants=v3+v5,max_turns=80)",
)


def tiny_name(folder: Path, rules: str, second: str, turns: int) -> str:
    """Write a tiny set-up, and return its game string."""
    (folder / "rules.toml").write_text(rules, encoding="utf-8")
    (folder / "diagrams.toml").write_text(TINY_DIAGRAMS.format(second=second), encoding="utf-8")
    paths = f"ruleset={folder / 'rules.toml'},diagrams={folder / 'diagrams.toml'}"
    return f"python_confusion({paths},max_turns={turns})"


def random_state(game: Any, seed: int, most: int = 10**6) -> Any:
    """The state of a random game, after at most so many decisions."""
    draw, state = random.Random(seed), game.new_initial_state()
    for _ in range(most + game.max_chance_nodes_in_history()):
        if state.is_terminal():
            break
        state.apply_action(draw.choice(state.legal_actions()))
    return state


# --- Numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_every_action_has_a_number_of_its_own(name: str) -> None:
    numbers = numbers_of(RULES[name])
    assert len(set(numbers.choices)) == numbers.total == len(numbers.names)
    for number in range(numbers.total):
        assert numbers.number(numbers.choice(number)) == number


@given(st.sampled_from(sorted(RULES)), st.integers(0, 2**32))
@settings(max_examples=60)
def test_the_possible_numbers_are_those_of_all_that_can_be_done(name: str, seed: int) -> None:
    draw = random.Random(seed)
    game = simulation.random_game(RULES[name], draw, plies=draw.randrange(60), chances=WILD)
    numbers = numbers_of(game.rules)
    possible = numbers.possible(game)
    assert possible == sorted(set(possible))
    can = {
        number
        for number, choice in enumerate(numbers.choices)
        if not isinstance(choice, AgentReply) and game.can(choice)
    }
    assert set(possible) == can


@pytest.mark.parametrize("left", [1, 2, 3])
def test_the_possible_numbers_are_right_for_few_pieces(left: int) -> None:
    rules = Rules.of("espionage", tokens=True)
    draw = random.Random(left)
    for _ in range(20):
        game = simulation.random_start(rules, draw)
        kept = {*draw.sample(range(13), left), *range(13, 26)}
        squares = tuple(square if piece in kept else -1 for piece, square in enumerate(game.position.squares))
        game.position = replace(game.position, squares=squares, turn=0)
        numbers = numbers_of(rules)
        can = {
            number
            for number, choice in enumerate(numbers.choices)
            if not isinstance(choice, AgentReply) and game.can(choice)
        }
        assert set(numbers.possible(game)) == can


def test_what_has_no_number_is_said_to_have_none() -> None:
    numbers = numbers_of(Rules.of("espionage", tokens=True))
    assert numbers.number(SwapTwo("C", "A")) == numbers.number(SwapTwo("A", "C"))
    for choice in (Resign(), Attempt("A", 0, 11), Attempt("Q", 0, 1), GiftReply(accept=True)):
        with pytest.raises(IllegalActionError, match="has no number under these rules"):
            numbers.number(choice)
    for number in (-1, numbers.total):
        with pytest.raises(IllegalActionError, match=f"there is no action {number}; they are numbered from"):
            numbers.choice(number)


def test_a_numbered_game_needs_both_deals() -> None:
    with pytest.raises(ConfusionError, match="both deals are known"):
        NumberedGame(Game(Rules.of("classic")))


def test_a_numbered_game_refuses_what_is_not_possible() -> None:
    rules = Rules.of("espionage", variants=[5])
    deal = dict(zip(rules.letters, range(1, 14), strict=True))
    play = NumberedGame(Game(rules, (deal, deal)), limit=1)
    yes, number = play.numbers.number(AgentReply(allow=True)), play.numbers.number(Attempt("X", 0, 1))
    with pytest.raises(IllegalActionError, match="yes: nothing waits for an answer"):
        play.push(yes)
    with pytest.raises(IllegalActionError, match="A-S9"):
        play.push(play.numbers.number(Attempt("A", 4, 9)))
    play.push(number)
    assert play.decider == 1
    with pytest.raises(IllegalActionError, match="first X-N1 must be answered"):
        play.push(number)
    play.push(yes)
    assert play.decider is None
    assert play.possible() == []
    with pytest.raises(IllegalActionError, match="the game is over"):
        play.push(number)


def test_cf_da_1_the_answer_for_a_double_agent_is_a_decision_of_the_opponent() -> None:
    rules = Rules.of("espionage")
    deal = dict(zip(rules.letters, range(1, 14), strict=True))
    for allow in (True, False):
        play = NumberedGame(Game(rules, (deal, deal)))
        play.push(play.numbers.number(Attempt("X", 0, 4)))
        assert play.decider == 1
        assert [play.numbers.names[number] for number in play.possible()] == ["yes", "no"]
        assert play.story == ""
        play.push(play.numbers.number(AgentReply(allow=allow)))
        assert play.game.events[-1].answer.allowed is allow
        assert play.story == f"0:X-N4 {'yes' if allow else 'no'}"


def test_cf_da_1_every_attempt_waits_where_there_is_a_double_agent() -> None:
    """The opponent answers truly for every other piece; nobody is told by a wait who the agent is."""
    rules = Rules.of("espionage")
    deal = dict(zip(rules.letters, range(1, 14), strict=True))
    for attempt in (Attempt("A", 0, 4), Attempt("A", 0, 1), Attempt("C", 0, 1)):
        game = Game(rules, (deal, deal))
        truth = game.answer(attempt)
        assert truth is not None
        word = "yes" if truth.allowed else "no"
        play = NumberedGame(game)
        play.push(play.numbers.number(attempt))
        assert (play.pending, play.decider, play.story) == (attempt, 1, "")
        assert [play.numbers.names[number] for number in play.possible()] == [word]
        with pytest.raises(IllegalActionError, match=f"not what the diagram of {attempt.letter} says"):
            play.push(play.numbers.number(AgentReply(allow=not truth.allowed)))
        play.push(play.possible()[0])
        assert (play.pending, play.story) == (None, f"0:{attempt} {word}")


def test_nothing_waits_where_there_is_no_double_agent() -> None:
    rules = Rules.of("classic")
    deal = dict(zip(rules.letters, range(1, 13), strict=True))
    play = NumberedGame(Game(rules, (deal, deal)))
    play.push(play.numbers.number(Attempt("A", 0, 2)))
    assert (play.pending, play.story) == (None, "0:A-N2 yes")


@pytest.mark.parametrize("letter", ["A", "X"])
def test_cf_var_5_promotions_and_gifts_are_decisions(letter: str) -> None:
    rules = Rules.of("espionage", variants=[5])
    deal = dict(zip(rules.letters, range(1, 14), strict=True))
    game = Game(rules, (deal, deal))
    position = game.position
    piece, goal = position.piece(0, letter), rules.board.number((1, 10))
    squares = tuple(goal if one == piece else square for one, square in enumerate(position.squares))
    game.position = replace(position, squares=squares)
    play = NumberedGame(game)
    play.push(play.numbers.number(Attempt(letter, 0, 1)))
    play.push(play.numbers.number(AgentReply(allow=True)))
    choices = [play.numbers.choices[number] for number in play.possible()]
    assert (play.decider, choices) == (0, [PromotionReply(accept=True), PromotionReply(accept=False)])
    play.push(play.possible()[0])
    choices = [play.numbers.choices[number] for number in play.possible()]
    assert play.decider == 1
    assert (choices == [GiftReply(accept=True), GiftReply(accept=False)]) is (letter == "X")
    play.push(play.possible()[0])
    assert play.decider == 1 - (letter == "A") or play.pending is not None
    told = "shown 13" if letter == "X" else "promoted"
    assert play.words()[1] == f"0:accept promotion {told}"


@pytest.mark.parametrize("text", ["1.3", "one", "1,", "v", ","])
def test_variants_that_are_written_wrongly_are_refused(text: str) -> None:
    with pytest.raises(RulesError, match="write them like"):
        variant_numbers(text)


# --- OpenSpiel's own suites ------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_random_games_hold_what_we_know_to_hold(name: str) -> None:
    calls = itertools.count()

    def check(state: Any) -> None:
        play = state.play
        if play is None:
            return
        assert play.decider is not None or state.is_terminal()
        if next(calls) % 12:
            return
        for side in (0, 1):
            sheet, deal = sheet_of(play.game, side), play.game.deals[side]
            assert sheet.chances is not None
            for letter, chances in sheet.chances.items():
                assert sum(chances.values()) == 1
                assert chances[deal[letter]] > Fraction(0), "the true deal is never excluded"

    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False, state_checker_fn=check)
    pyspiel.random_sim_test(game, num_sims=4, serialize=False, verbose=False)
    assert next(calls) > 100


@pytest.fixture
def absl_flags() -> Any:
    """The flags by which the suites of OpenSpiel are told what to test."""
    from absl import flags

    return flags.FLAGS


def outcome_of(suite: unittest.TestSuite) -> unittest.TestResult:
    """The outcome of a suite of OpenSpiel's."""
    result = unittest.TestResult()
    suite.run(result)
    assert result.wasSuccessful(), "\n".join(text for _, text in (*result.failures, *result.errors))
    return result


def test_api_suite_on_a_part_of_the_tree(absl_flags: Any) -> None:
    from open_spiel.integration_tests import api_test

    absl_flags(["tests", "--test_only_games=python_confusion$"])
    assert outcome_of(api_test.load_tests(unittest.defaultTestLoader, None, None)).testsRun == 5


@pytest.mark.parametrize(
    ("rules", "second", "turns", "counts", "recalled"),
    [
        (TINY_RULES, STEPS, 3, (9, 272, 2340), 226),
        (AGENT_RULES, "double_agent = true", 2, (9, 3198, 3814), 2266),
    ],
)
def test_api_suite_on_the_whole_tree_of_a_tiny_game(
    rules: str,
    second: str,
    turns: int,
    counts: tuple[int, int, int],
    recalled: int,
    absl_flags: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from open_spiel.integration_tests import api_test

    name = tiny_name(tmp_path, rules, second, turns)
    absl_flags(["tests", "--test_only_games=python_confusion\\(ruleset"])
    monkeypatch.setattr(api_test, "_GAMES_FULL_TREE_TRAVERSAL_TESTS", [("tiny", name)])
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "tiny", counts)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "tiny", recalled)
    suite = api_test.load_tests(unittest.defaultTestLoader, None, None)
    tests = [test for case in suite for test in case]
    assert len(tests) == 8
    outcome_of(unittest.TestSuite(tests))
    assert counted(pyspiel.load_game(name), turns) == counts
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=300, serialize=False, verbose=False)
    assert_perfect_recall(pyspiel.load_game(name).new_initial_state(), {}, ((), ()))


def counted(game: Any, turns: int) -> tuple[int, int, int]:
    """The chance, decision and end nodes of a tree, counted by playing and taking back."""
    numbers = list(game.rules.diagrams)
    deals = [dict(zip(game.rules.letters, order, strict=True)) for order in itertools.permutations(numbers)]
    found = [0, 0]
    for both in itertools.product(deals, deals):
        _count(Game(game.rules, both), turns, found)
    # Every deal of two pieces is dealt in two steps, of which only the first is a choice.
    chance = 1 + 2 + 2 + 4
    return chance, found[0], found[1]


def _count(game: Game, turns: int, found: list[int]) -> None:
    if game.outcome is not None or game.position.turns >= turns:
        found[1] += 1
        return
    found[0] += 1
    numbers = numbers_of(game.rules)
    for choice in numbers.choices:
        if isinstance(choice, AgentReply) or not game.can(choice):
            continue
        answer = game.answer(choice)
        if game.rules.has_double_agent and isinstance(choice, Attempt):
            found[0] += 1
        for allowed in (True, False) if answer is None else (None,):
            given = None if allowed is None else bool(allowed)
            game.push(choice, agent=lambda _, given=given: bool(given))
            _count(game, turns, found)
            game.pop()


Seen = tuple[tuple[str, int], ...]


def assert_perfect_recall(state: Any, known: dict[str, Seen], before: tuple[Seen, Seen]) -> None:
    """What a player sees must tell all that it saw and did before."""
    if state.is_terminal():
        return
    player = state.current_player()
    for action in state.legal_actions():
        after = before
        if player >= 0:
            seen = state.information_state_string(player)
            assert known.setdefault(seen, before[player]) == before[player]
            mine = (*before[player], (seen, action))
            after = (mine, before[1]) if player == 0 else (before[0], mine)
        assert_perfect_recall(state.child(action), known, after)


def test_games_sim_suite() -> None:
    from open_spiel.python.tests import games_sim_test

    suite = games_sim_test.GamesSimTest("test_game_sim_python_confusion")
    outcome_of(unittest.TestSuite([suite]))
    sim = games_sim_test.GamesSimTest("test_pig")
    for name in NAMES:
        sim.sim_game(pyspiel.load_game(name))


def test_a_playthrough_is_replayed_alike(absl_flags: Any, tmp_path: Path) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    absl_flags(["tests"])
    for place, name in enumerate(("python_confusion(max_turns=3)", NAMES[2].replace("80", "4"))):
        text = generate_playthrough.playthrough(name, None, seed=7)
        assert "python_confusion" in text
        file = tmp_path / f"{place}.txt"
        file.write_text(text, encoding="utf-8")
        original, again = generate_playthrough.replay(str(file))
        assert original == again


@pytest.mark.parametrize("name", NAMES)
def test_the_search_of_openspiel_plays_against_itself(name: str) -> None:
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(name.replace("60", "12").replace("80", "12"))
    draw = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=1.5,
        max_simulations=4,
        evaluator=mcts.RandomRolloutEvaluator(1, draw),
        random_state=draw,
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(int(draw.choice(actions)) if state.is_chance_node() else int(bot.step(state)))
    assert sum(state.returns()) == 0


# --- Copies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("steps", [-5, 0, 25])
def test_copies_and_pickles_go_on_alike(name: str, steps: int) -> None:
    game = pyspiel.load_game(name)
    state = random_state(game, 3, steps)
    twins = [
        state.clone(),
        pickle.loads(pickle.dumps(state)),  # noqa: S301 - what was pickled a moment ago
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ]
    if state.play is not None:
        assert copy.copy(state.play).story == copy.deepcopy(state.play).story == state.play.story
    draw = random.Random(1)
    for _ in range(40):
        assert {str(twin) for twin in twins} == {str(state)}
        for player in (0, 1):
            seen = state.information_state_string(player)
            assert {twin.information_state_string(player) for twin in twins} == {seen}
        assert all(twin.legal_actions() == state.legal_actions() for twin in twins)
        if state.is_terminal():
            break
        action = draw.choice(state.legal_actions())
        before = str(twins[0])
        state.apply_action(action)
        assert str(twins[0]) == before, "a copy is not changed with its original"
        for twin in twins:
            twin.apply_action(action)
            assert twin.history() == state.history()


def test_espionage_with_tokens_and_variants_is_played_to_the_end() -> None:
    game = pyspiel.load_game("python_confusion(ruleset=espionage,tokens=True,variants=v3+v5,max_turns=150)")
    for seed in range(4):
        state = random_state(game, seed)
        assert state.is_terminal()
        assert sum(state.returns()) == 0
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        assert len(state.history()) <= game.max_game_length() + game.max_chance_nodes_in_history()


# --- Leaks -----------------------------------------------------------------------------------------


def everything_seen(state: Any, player: int) -> tuple[Any, ...]:
    """All that OpenSpiel tells a player."""
    return (
        state.information_state_string(player),
        state.observation_string(player),
        tuple(state.information_state_tensor(player)),
        tuple(state.observation_tensor(player)),
        tuple(state.legal_actions(player)),
        state.is_terminal(),
    )


@given(st.sampled_from(NAMES), st.integers(0, 2**32), st.integers(0, 80))
@settings(max_examples=40)
def test_a_player_sees_nothing_of_its_own_diagrams(name: str, seed: int, steps: int) -> None:
    state = random_state(pyspiel.load_game(name), seed, steps)
    for player in (0, 1):
        other = state.resample_from_infostate(player, random.Random(seed).random)
        assert everything_seen(other, player) == everything_seen(state, player)
        assert other.current_player() == state.current_player()
        assert other.move_number() == state.move_number()
        assert other.play.game.deals[1 - player] == state.play.game.deals[1 - player]
        follow = state.get_game().new_initial_state()
        for action in other.history():
            follow.apply_action(action)
        assert str(follow) == str(other), "the history of the other state leads to it"
        if other.play.game.deals != state.play.game.deals:
            assert other.history() != state.history()


def test_any_deal_at_all_looks_the_same_before_anything_is_said() -> None:
    for name, rules in ((NAMES[0], Rules.of("classic")), (NAMES[1], Rules.of("espionage"))):
        game, draw = pyspiel.load_game(name), random.Random(4)
        theirs = random_deal(rules, draw)
        seen = {
            everything_seen(
                game.state_of(NumberedGame(Game(game.rules, (random_deal(rules, draw), theirs)))), 0
            )
            for _ in range(20)
        }
        assert len(seen) == 1


def test_deals_drawn_anew_are_as_likely_as_they_are() -> None:
    rules = Rules.of("classic")
    deal = dict(zip(rules.letters, range(1, 13), strict=True))
    known = Game(rules, (deal, deal))
    for letter, way, distance in (("A", 0, 4), ("C", 1, 1), ("E", 0, 2)):
        known.push(Attempt(letter, way, distance))
        known.push(known.attempts()[0], Answer(allowed=False))
    play = NumberedGame(known)
    chances = sheet_of(known, 0).chances
    assert chances is not None
    draws = 1500
    drawn = [play.redealt(0, seed).game.deals[0] for seed in range(draws)]
    for letter in rules.letters:
        for number, chance in chances[letter].items():
            count = sum(one is not None and one[letter] == number for one in drawn)
            assert abs(count / draws - chance) < 0.06


def test_nobody_may_see_both_deals() -> None:
    game = pyspiel.load_game("python_confusion")
    wanted = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ConfusionError, match="nobody may see the diagrams of both sides"):
        ConfusionObserver(game, wanted)
    with pytest.raises(ConfusionError, match="has no parameters"):
        game.make_py_observer(None, {"what": 1})


def test_parts_of_an_observation() -> None:
    game = pyspiel.load_game("python_confusion(ruleset=espionage,tokens=True)")
    deal = dict(zip(game.rules.letters, range(1, 14), strict=True))
    state = game.state_of(NumberedGame(Game(game.rules, (deal, deal)), 200))
    for choice in ("reveal A", "C-N2", "yes", "X-N4"):
        state.apply_action(game.numbers.names.index(choice))
    assert state.current_player() == 0
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    asked = observer.dict["asked"]
    assert [int(place) for place in asked.nonzero()[0]] == [12, 13, 13 + 8 + 3, 13 + 8 + 10]
    assert observer.dict["deal"].trace() == 13
    assert observer.dict["shown"][0, 0, 0] == 1
    assert observer.dict["heard"][0, 1, 0, 1].tolist() == [0, 1]
    assert observer.dict["tokens"].tolist() == [[0, 1, 1], [1, 1, 1]]
    assert observer.dict["board"].sum() == 27
    assert observer.dict["board"][0, 1, 2] == 1
    assert observer.dict["player"].tolist() == [1, 0]
    observer.set_from(state, 1)
    assert observer.dict["asked"].tolist() == asked.tolist()
    assert observer.dict["shown"][1, 0, 0] == 1
    assert observer.dict["board"][0, 1, 2] == 1


# --- Parameters ------------------------------------------------------------------------------------


def test_variants_are_written_so_that_a_game_string_can_be_read_again() -> None:
    game = pyspiel.load_game("python_confusion", {"ruleset": "espionage", "variants": "3, 1"})
    assert game.rules.variants == {1, 3}
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert "variants=v1+v3" in str(game)


def test_a_game_needs_a_turn() -> None:
    with pytest.raises(RulesError, match="max_turns is 0"):
        ConfusionGame({"max_turns": 0})


def test_states_before_the_game() -> None:
    state = pyspiel.load_game("python_confusion").new_initial_state()
    assert state.chance_outcomes()[0] == (0, 1 / 12)
    state.apply_action(11)
    assert str(state).startswith("Yellow: A=12")
    assert state.action_to_string(0) == "deal Rocket"
    assert state.returns() == [0, 0]
    assert "dealt" in state.information_state_string(0)
    with pytest.raises(ConfusionError, match="when all diagrams are dealt"):
        state.resample_from_infostate(0, random.random)


@pytest.mark.parametrize("module", ["adapters.openspiel", "players.ismcts"])
def test_a_missing_package_is_named(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"deduce.confusion.{module}"
    monkeypatch.delitem(sys.modules, name)
    missing = "pyspiel" if module == "adapters.openspiel" else "open_spiel.python.algorithms"
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ConfusionError, match="OpenSpiel is not installed; pip install 'deduce-tabletop"):
        importlib.import_module(name)


# --- The search as a player ------------------------------------------------------------------------


def played(rules: Rules, seed: int, turns: int) -> Game:
    """A game between two searches."""
    draw = random.Random(seed)
    game = simulation.random_start(rules, draw)
    players = [IsmctsPlayer(rules, seed, simulations=4, rollout_turns=6) for _ in range(2)]

    def allows(attempt: Attempt) -> bool:
        side = 1 - game.position.turn
        return players[side].allows(game.view(side), attempt)

    while game.outcome is None and game.position.turns < turns:
        side = game.position.turn ^ game.position.stage.gift
        game.push(players[side].choose(game.view(side)), agent=allows)
    return game


@pytest.mark.parametrize("name", ["classic", "tokens", "all but 1"])
def test_the_search_plays_the_same_game_again(name: str) -> None:
    game = played(RULES[name], 5, 8)
    assert game.events == played(RULES[name], 5, 8).events
    assert game.position.turns == 8


def test_the_search_sees_nothing_of_its_own_diagrams() -> None:
    rules = Rules.of("espionage")
    draw = random.Random(2)
    deal, theirs = random_deal(rules, draw), random_deal(rules, draw)
    other = random_deal(rules, draw)
    chosen = {
        IsmctsPlayer(rules, 1, simulations=20, rollout_turns=5).choose(Game(rules, (mine, theirs)).view(0))
        for mine in (deal, other)
    }
    assert len(chosen) == 1


def test_the_search_takes_what_wins_at_once() -> None:
    rules = Rules.of("espionage")
    deal = dict(zip(rules.letters, range(1, 14), strict=True))
    game = Game(rules, (deal, deal))
    kept = game.position.piece(0, "H")
    goal = rules.board.number((1, 10))
    # Only H is left, and it holds Z before the last row.
    squares = tuple(
        goal if piece == kept else -1 if piece < 13 else square
        for piece, square in enumerate(game.position.squares)
    )
    game.position = replace(game.position, squares=squares, neutral=goal)
    state = ConfusionGame(rules=rules).state_of(NumberedGame(game, 30))
    player = IsmctsPlayer(rules, 1, simulations=150, rollout_turns=4)
    number = int(player._bot.step(state))
    chosen = player._game.numbers.choice(number)
    assert isinstance(chosen, Attempt)
    assert (chosen.kind, chosen.way in {0, 1}) == (Manner.CARRY, True)


def test_the_search_keeps_to_its_time() -> None:
    rules = Rules.of("classic")
    player = IsmctsPlayer(rules, 1, time=0.2, rollout_turns=10)
    game = Game(rules, (random_deal(rules, random.Random(1)), random_deal(rules, random.Random(2))))
    player.choose(game.view(0))
    assert player.simulations_made >= 2
    quick = IsmctsPlayer(rules, 1, time=1e-9, rollout_turns=10)
    quick.choose(game.view(0))
    assert quick.simulations_made == 2


def test_what_the_search_cannot_do() -> None:
    rules = Rules.of("classic")
    with pytest.raises(ConfusionError, match="either the number of simulations or the time"):
        IsmctsPlayer(rules, 1)
    with pytest.raises(ConfusionError, match="simulations is 0; it must be more than 0"):
        IsmctsPlayer(rules, 1, simulations=0)
    player = IsmctsPlayer(rules, 1, simulations=2)
    deal = random_deal(rules, random.Random(1))
    with pytest.raises(ConfusionError, match="not this player's decision"):
        player.choose(Game(rules, (deal, deal)).view(1))
    with pytest.raises(ConfusionError, match="must show the opponent's diagrams"):
        player.choose(Game(rules, (deal, None)).view(0))
    with pytest.raises(ConfusionError, match="under other rules"):
        player.choose(Game(RULES["classic"], (deal, deal)).view(0))
