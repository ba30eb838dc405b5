"""The search for advice: the same for all that look alike to the player, complete, and within its budget."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from common import CLASSIC, SAMPLE, TOKENS
from confusion.advice.lockstep import started
from confusion.engine.test_views import pairs, replayed
from confusion_games import RULES, choice, new_game
from confusion_plays import attempt, play
from deduce.confusion.advice import advice as advice_module
from deduce.confusion.advice import search as search_module
from deduce.confusion.advice.advice import Advice, advise
from deduce.confusion.advice.crowd import Choices, Crowd
from deduce.confusion.advice.lookups import Floats
from deduce.confusion.advice.options import early_options, may_move, reply_options
from deduce.confusion.advice.said import advice_told
from deduce.confusion.advice.search import Estimate, Search
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.engine.actions import (
    REFUSED,
    SILENT,
    Action,
    Agree,
    Answer,
    Attempt,
    Expose,
    GiftReply,
    MoveTwo,
    PromotionReply,
    Remove,
    Resign,
    Reveal,
    SwapTwo,
)
from deduce.confusion.engine.diagrams import load_diagrams
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.position import FRESH, Position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.turns import after
from deduce.confusion.engine.view import View
from deduce.confusion.errors import ConfusionError
from deduce.confusion.formats.position_as_json import position_json
from deduce.confusion.kind import read_record
from deduce.confusion.knowledge.agents import agent_model
from deduce.confusion.knowledge.sheet import sheet_of
from deduce.confusion.players.advisor import AdvisorPlayer, InstinctPlayer
from deduce.confusion.players.determinised import DeterminisedPlayer
from deduce.tabletop.budget import Budget
from deduce.tabletop.said import Said

DEAL = dict(zip(CLASSIC.letters, range(1, 13), strict=True))
THINK = Budget(None, nodes=300)


def plain(value: Any) -> Any:
    """The same as data that JSON can hold, with nothing left out but how long it took."""
    if isinstance(value, Position | View):
        return position_json(value) if isinstance(value, Position) else value.to_json()
    if is_dataclass(value) and not isinstance(value, type):
        found = {each.name: plain(getattr(value, each.name)) for each in fields(value)}
        return {"type": type(value).__name__, **found, "seconds": None}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, dict):
        return {str(key): plain(held) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [plain(held) for held in value]
    return value if isinstance(value, float | int | str | None) else repr(value)


def as_text(value: Any) -> str:
    """All of it, as text."""
    return json.dumps(plain(value))


def actor(game: Game) -> int:
    """The side that has to do something."""
    return 1 - game.position.turn if game.position.stage.gift else game.position.turn


def back_to(side: int, *games: Game) -> None:
    """Take back what was done since a side last had to do something."""
    while games[0].outcome is not None or actor(games[0]) != side:
        for game in games:
            game.pop()


def moments(name: str, seed: int, step: int) -> Iterator[Game]:
    """A random game, as it stands now and then; everything happens in it."""
    draw = random.Random(f"search {name} {seed}")
    game = new_game(RULES[name], draw)
    while game.outcome is None:
        if len(game.events) % step == 0 or game.position.stage.offer or game.position.stage.gift:
            yield game
        game.push(choice(game, draw), agent=lambda _: draw.random() < 0.5)


def estimates(view: View, *, seed: int = 1, nodes: int = 300) -> list[Estimate]:
    """What a short search finds."""
    search = Search(Standpoint(view, seed=seed, size=64), seed=seed)
    search.think(Budget(None, nodes=nodes))
    return search.estimates


# --- The same view, the same advice ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "tokens", "all but 1"])
def test_the_same_seed_gives_the_same_estimates(name: str) -> None:
    """Down to the last digit, also with a view made anew; another seed plays other games."""
    for game in islice(moments(name, 1, 20), 2):
        one, two, other = (estimates(game.view(actor(game)), seed=seed) for seed in (4, 4, 5))
        assert as_text(one) == as_text(two)
        if any(each.games for each in one):
            assert as_text(one) != as_text(other)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", ["classic", "tokens", "all but 1"])
def test_the_own_deal_makes_no_difference_to_advice(name: str, side: int) -> None:
    """All of the advice is the same in games that are the same to the player."""
    played = 0
    for one, two in pairs(name, side)[3:6:2]:
        games = replay(one), replay(two)
        back_to(side, *games)
        assert games[0].deals[side] != games[1].deals[side]
        assert games[0].events == games[1].events
        first, second = (advise(game.view(side), THINK, seed=3, most_facts=4) for game in games)
        assert as_text(first) == as_text(second)
        played += first.nodes
    assert played > 0


def replay(game: Game) -> Game:
    """The same game once more, so that taking something back harms nobody else."""
    again = Game(game.rules, game.deals, game.first, game.placements)
    for event in game.events:
        again.push(event.action, event.answer)
    return again


def test_the_comparison_of_advice_is_not_blind() -> None:
    """To the opponent, who sees that deal, the two games differ, and so does the advice."""
    game = Game(CLASSIC, (DEAL, DEAL))
    play(game, "(C-NE2) A-N1")
    other = replayed(game, 0, {**DEAL, "T": DEAL["V"], "V": DEAL["T"]}, 2)
    assert game.events == other.events
    back_to(1, game, other)
    first, second = (advise(each.view(1), THINK, seed=3) for each in (game, other))
    assert as_text(first.suggestions) != as_text(second.suggestions)


@pytest.mark.parametrize("kind", [AdvisorPlayer, InstinctPlayer, DeterminisedPlayer])
@pytest.mark.parametrize("name", ["classic", "tokens", "all but 1"])
def test_players_choose_the_same_whatever_their_own_deal_is(name: str, kind: Callable[..., Any]) -> None:
    """Nothing of the own diagrams gets through to what is done."""
    for side in (0, 1):
        for one, two in pairs(name, side)[3 : 5 if kind is DeterminisedPlayer else 6 : 2]:
            games = replay(one), replay(two)
            back_to(side, *games)
            chosen = {kind(game.rules, seed=5, nodes=120).choose(game.view(side)) for game in games}
            assert len(chosen) == 1
            assert games[0].can(chosen.pop())


# --- Every option, once ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_every_attempt_is_ranked_once_with_its_exact_chance(name: str) -> None:
    """Whatever else is possible; and what will certainly be refused comes last."""
    certain = 0
    for game in moments(name, 2, 13):
        side, position = actor(game), game.position
        if position.stage.offer or position.stage.gift:
            continue
        found = estimates(game.view(side), nodes=60)
        tried = [each for each in found if isinstance(each.option.action, Attempt)]
        assert len(tried) == len({each.option.action for each in tried})
        assert {each.option.action for each in tried} == set(game.attempts())
        sheet = sheet_of(game, side)
        for each in tried:
            asked = each.option.action
            assert isinstance(asked, Attempt)
            promoted = position.is_promoted(side, asked.letter)
            exact = float(sheet.chance_of_yes(asked, promoted=promoted) or 0)
            assert each.option.chance == pytest.approx(exact, abs=1e-9)
            assert (each.option.chance in {0.0, 1.0}) == (exact in {0.0, 1.0})
        for each in found:
            assert 0 <= each.value <= 1
            assert 0 <= each.sure <= each.value
            assert each.error >= 0
            assert (each.games > 0) is (each.if_yes is not None or each.if_no is not None)
        impossible = [each.option.chance == 0 for each in found]
        assert impossible == sorted(impossible), "those that are certain to be refused rank last"
        certain += any(impossible)
        assert not any(each.games for each, refused in zip(found, impossible, strict=True) if refused)
    assert certain >= 1


def test_what_will_certainly_be_refused_is_never_better_than_what_may_be_allowed() -> None:
    """Not even where everything else turned out to lose."""
    game = next(islice(moments("classic", 2, 20), 1, None))
    search = Search(Standpoint(game.view(actor(game)), seed=1, size=16), seed=1)
    lost = np.zeros(500, np.float32)
    for each in search.estimates:
        if each.option.chance:
            search.learn(each.option, lost, lost)
    found = search.estimates
    impossible = [each.option.chance == 0 for each in found]
    assert impossible == sorted(impossible)
    assert any(impossible)
    assert found[-1].value > found[0].value


# --- Before the attempt, and offers ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tokens", "no double agent", "espionage", "all but 1"])
def test_what_comes_before_the_attempt_is_possible(name: str) -> None:
    """Tokens, removing and exposing, only where the game lets them, and all of them now and then."""
    kinds: set[type] = set()
    for seed in range(3):
        for game in moments(name, seed, 7):
            position, side = game.position, actor(game)
            standpoint = Standpoint(game.view(side), seed=1, size=8)
            found = early_options(standpoint)
            assert all(game.can(option.action) for option in found)
            assert all(
                option.position == after(position, option.action, SILENT) and option.chance == 1
                for option in found
            )
            assert len({option.action for option in found}) == len(found)
            if position.stage != FRESH:
                assert found == []
            for option in found:
                kinds.add(type(option.action))
                check_early(game, side, option.action)
    rules = RULES[name]
    assert ({Reveal, MoveTwo, SwapTwo} <= kinds) is rules.tokens
    assert (Expose in kinds) is rules.has_double_agent


def check_early(game: Game, side: int, action: Action) -> None:
    """What is exposed is the double agent, what is removed may well be, what is revealed is not known yet."""
    deal, agent = game.deals[1 - side], game.rules.diagrams.double_agent
    sheet = sheet_of(game, side)
    if isinstance(action, Expose):
        assert deal is not None
        assert agent is not None
        assert deal[action.letter] == agent.number
    elif isinstance(action, Remove):
        assert agent is not None
        assert sheet.chances is not None
        assert sheet.chances[action.letter][agent.number] >= Fraction(3, 10)
    elif isinstance(action, Reveal):
        assert action.letter not in sheet.certain


def test_a_piece_that_is_the_double_agent_for_sure_can_be_removed() -> None:
    """CF-DA-2 is an option as soon as it is likely."""
    rules = Rules.of("espionage")
    deal = dict(zip(rules.letters, range(1, 14), strict=True))
    game = Game(rules, (None, deal))
    letter = rules.letters[0]
    # No ordinary diagram goes forward and three squares back, so it is the double agent.
    ways = [Attempt(letter, way, 1) for way in (0, 3, 6)]
    for asked in ways:
        if game.can(asked):
            game.push(asked, Answer())
            game.push(game.attempts()[0], Answer(allowed=False))
    chances = sheet_of(game, 0).chances
    assert chances is not None
    likely = {each for each in rules.letters if chances[each].get(13, 0) >= Fraction(3, 10)}
    found = {option.action for option in early_options(Standpoint(game.view(0), seed=1, size=8))}
    assert found == {*map(Remove, likely), Expose(rules.letters[12])}


def test_offers_are_answered_and_nothing_else() -> None:
    """CF-VAR-5: exactly the two replies, with the chance that a promotion succeeds."""
    offers = gifts = risky = 0
    for name in ("anyone", "all", "all but 1"):
        for seed in range(30, 45):
            for game in moments(name, seed, 1000):
                stage, side = game.position.stage, actor(game)
                if not stage.offer and not stage.gift:
                    continue
                found = estimates(game.view(side), nodes=60)
                made = {each.option.action: each for each in found}
                assert all(game.can(action) for action in made)
                if stage.gift:
                    gifts += 1
                    assert set(made) == {GiftReply(accept=True), GiftReply(accept=False)}
                else:
                    offers += 1
                    assert set(made) == {PromotionReply(accept=True), PromotionReply(accept=False)}
                    agent, sheet = game.rules.diagrams.double_agent, sheet_of(game, side)
                    chances = (sheet.chances or {})[stage.offer or ""]
                    expected = 1 - (chances.get(agent.number, Fraction(0)) if agent else 0)
                    accepted = made[PromotionReply(accept=True)].option
                    assert accepted.chance == pytest.approx(float(expected), abs=1e-6)
                    assert (accepted.otherwise is not None) is (expected < 1)
                    risky += expected < 1
                assert reply_options(Standpoint(game.view(side), seed=1, size=4)) != []
                assert all(each.games > 0 for each in found if each.option.chance > 0)
    assert min(offers, gifts, risky) >= 1


def test_letters_that_may_move_are_those_of_the_attempts() -> None:
    """Also after a token has barred some."""
    barred = 0
    for game in moments("tokens", 3, 1):
        letters = {each.letter for each in game.attempts()}
        found = {game.rules.letters[place] for place in may_move(game.position)}
        assert found == letters
        barred += bool(game.position.stage.barred)
    assert barred >= 1


# --- Budgets -----------------------------------------------------------------------------------------


class Counted(Search):
    """A search that notes what each batch cost."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.costs: list[int] = []

    def _batch(self, *given: Any) -> None:
        before = self.nodes
        super()._batch(*given)
        self.costs.append(self.nodes - before)


@pytest.mark.parametrize("nodes", [1, 100, 1000, 4000])
@pytest.mark.parametrize("name", ["classic", "tokens"])
def test_a_budget_of_nodes_is_kept_within_one_batch(name: str, nodes: int) -> None:
    """At least one batch is played; after that none is begun that would lead far beyond the budget."""
    game = next(moments(name, 4, 20))
    search = Counted(Standpoint(game.view(0 if name == "classic" else actor(game)), seed=1, size=64), seed=1)
    told: list[float] = []
    search.think(Budget(None, nodes=nodes), told.append)
    assert search.nodes == sum(search.costs)
    assert search.nodes >= min(nodes // 2, max(search.costs))
    assert sum(search.costs[:-1]) < nodes
    if len(search.costs) > 1:
        assert search.nodes <= nodes + max(search.costs)
    assert told == sorted(told)
    assert len(told) == len(search.costs)
    assert all(0 <= part <= 1 for part in told)


def test_a_search_can_be_gone_on_with() -> None:
    """Another budget adds games, and takes none away."""
    game = next(moments("classic", 4, 20))
    search = Search(Standpoint(game.view(actor(game)), seed=1, size=64), seed=1)
    search.think(Budget(None, nodes=200))
    before = {each.option.action: each.games for each in search.estimates}
    search.think(Budget(None, nodes=200))
    later = {each.option.action: each.games for each in search.estimates}
    assert all(games <= later[action] for action, games in before.items())
    assert sum(before.values()) < sum(later.values())


@pytest.mark.parametrize("name", ["classic", "tokens"])
def test_a_budget_of_seconds_ends(name: str) -> None:
    """However small it is, something is played."""
    game = next(moments(name, 4, 20))
    found = advise(game.view(actor(game)), Budget(0.01), seed=1)
    assert sum(each.estimate.games for each in found.suggestions) >= 1
    assert found.nodes >= 1
    assert not found.stopped
    assert found.breakdowns == (), "there is no time for reasons"


def test_without_end_batches_are_of_the_usual_size() -> None:
    """Whoever thinks until Ctrl-C comes is not refused."""
    endless, long = (search_module._batch_size(Budget(seconds), 12) for seconds in (float("inf"), 60.0))
    assert endless == long > search_module._batch_size(Budget(0.05), 12)


def test_ctrl_c_leaves_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of the search: the ranking so far, and no reasons."""
    batches = iter([True, True])
    real = Search._batch

    def batch(self: Search, *given: Any) -> None:
        if not next(batches, False):
            raise KeyboardInterrupt
        real(self, *given)

    game = next(moments("classic", 4, 20))
    whole = advise(game.view(actor(game)), Budget(None, nodes=4000), seed=1)
    monkeypatch.setattr(Search, "_batch", batch)
    found = advise(game.view(actor(game)), Budget(None, nodes=4000), seed=1)
    assert found.stopped
    assert 0 < found.nodes < whole.nodes
    assert (found.breakdowns, found.comparisons) == ((), ())
    assert {each.action for each in found.suggestions} == set(game.attempts())
    assert found.best.facts is not None


def test_ctrl_c_while_values_are_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ranking stays."""

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(advice_module, "break_down", stop)
    game = next(moments("classic", 4, 20))
    found = advise(game.view(actor(game)), THINK, seed=1)
    assert found.stopped
    assert found.nodes > 0
    assert found.comparisons == ()


def test_ctrl_c_while_options_are_played_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the games say that chose is all there is, and it is not passed off as more."""

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(advice_module, "play_afresh", stop)
    game = next(moments("classic", 4, 20))
    found = advise(game.view(actor(game)), THINK, seed=1)
    assert found.stopped
    assert found.best.estimate.games > 0
    assert {each.fresh for each in found.suggestions} == {None}
    told = advice_told(found, 0, 3)
    text = [each.text for each in told.said if isinstance(each, Said)]
    assert "~" in text[2]
    assert any("by no more than the games that chose it" in line for line in text)


def test_the_search_itself_lets_ctrl_c_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever uses it decides; what was found stays."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "_batch", stop)
    search = Search(Standpoint(Game(CLASSIC, (None, DEAL)).view(0), seed=1, size=8), seed=1)
    with pytest.raises(KeyboardInterrupt):
        search.think(THINK)
    assert len(search.estimates) == len(Game(CLASSIC).attempts())


# --- What cannot be advised --------------------------------------------------------------------------


def refused(view: View, *, named: tuple[Action, ...] = ()) -> str:
    """The one sentence that is said instead of advice."""
    with pytest.raises(ConfusionError) as caught:
        advise(view, THINK, named=named)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_contradiction() -> None:
    """Of one's own pieces, and of the opponent's."""
    for side, text in ((0, "(A-N1) . A-N1 ."), (1, ". (A-N1) . A-N1")):
        game = play(Game(CLASSIC), text)
        said = refused(game.view(0))
        assert CLASSIC.sides[side] in said
        assert "contradicts itself" in said
        assert "suspects" in said


def test_a_finished_game() -> None:
    """There is nothing to do any more."""
    game = read_record(SAMPLE).now.game()
    for side in (0, 1):
        assert refused(game.view(side)) == "the game is over, so there is nothing to advise"


def test_the_other_sides_turn() -> None:
    """Both names are told."""
    said = refused(Game(CLASSIC).view(1))
    assert said == f"it is {CLASSIC.sides[0]}'s turn, so there is nothing to advise {CLASSIC.sides[1]}"


def test_a_named_option_that_is_impossible() -> None:
    """The reason is told."""
    assert "Yellow's own" in refused(Game(CLASSIC).view(0), named=(Attempt("N", 0, 1),))


@pytest.mark.parametrize("action", [Resign(), Agree()])
def test_a_named_option_that_is_none(action: Action) -> None:
    """It is possible, but there is nothing to say about it."""
    assert refused(Game(CLASSIC).view(0), named=(action,)).startswith(
        f"{action}: there is nothing to compare"
    )


def test_an_opponent_whose_answers_contradict_the_deal_is_no_hindrance() -> None:
    """A slip at the table: what was said is taken as it was said."""
    game = Game(CLASSIC, (None, DEAL))
    play(game, ".")
    wrong = next(each for each in game.attempts() if each.letter == "C" and game.answer(each) == REFUSED)
    game.push(wrong, SILENT)
    found = advise(game.view(0), THINK, seed=1)
    assert {each.action for each in found.suggestions} == set(game.attempts())


@pytest.mark.parametrize("name", ["classic", "espionage", "tokens", "anyone"])
def test_the_opponents_deal_need_not_be_known(name: str) -> None:
    """It is drawn from what can be known of it then, and nothing pretends to know more."""
    game = Game(RULES[name])
    draw = random.Random(3)
    for _ in range(6):
        game.push(draw.choice(game.attempts()), Answer(allowed=draw.random() < 0.3))
    found = advise(game.view(0), THINK, seed=1, most_facts=1000)
    assert {each.action for each in found.suggestions} >= set(game.attempts())
    assert found.nodes > 0
    assert found.view.opponent_deal is None
    takers = [taker for each in found.suggestions if each.facts for taker in each.facts.takers]
    assert {taker.truth for taker in takers} <= {None}
    theirs = Standpoint(game.view(0), seed=1, size=50).theirs
    assert len({tuple(row) for row in theirs.tolist()}) > 10


# --- What it finds -----------------------------------------------------------------------------------


def test_what_is_named_gets_games_and_is_taken_apart() -> None:
    """However bad it looks."""
    game = next(moments("classic", 4, 20))
    side = actor(game)
    worst = estimates(game.view(side))
    named = [each.option.action for each in worst if not each.games and each.option.chance > 0][-2:]
    assert len(named) == 2
    found = advise(game.view(side), THINK, seed=1, named=named, most_facts=1)
    for action in named:
        suggestion = found.of(action)
        assert suggestion is not None
        assert suggestion.estimate.games > 0
        assert suggestion.facts is not None
        assert sum(each.second.action == action for each in found.comparisons) == 1
    assert found.of(Remove("A")) is None


@pytest.mark.parametrize(("name", "draw", "seed"), [("classic", 50, 0), ("all but 1", 51, 1)])
def test_ranks_and_reasons_agree(name: str, draw: int, seed: int) -> None:
    """The best is the first, and it is what all others are compared with, also where it changed late."""
    for game in islice(moments(name, draw, 9), 3):
        check_advice(advise(game.view(actor(game)), THINK, seed=seed, most_facts=1))


def check_advice(found: Advice) -> None:
    """Ranks count from 1, and what is said of the best option is said of that one."""
    assert [each.rank for each in found.suggestions] == list(range(1, len(found.suggestions) + 1))
    assert found.best is found.suggestions[0]
    assert found.breakdowns[0].option == found.best.estimate.option
    assert all(each.first == found.best.estimate.option for each in found.comparisons)
    assert len({each.second.action for each in found.comparisons}) == len(found.comparisons)
    assert {each.second for each in found.comparisons} <= {found.suggestions[1].estimate.option}


def test_a_sure_win_is_chosen_without_games() -> None:
    """The last move of the sample game."""
    game = read_record(SAMPLE).now.game()
    last = game.events[74].action
    while len(game.events) > 74:
        game.pop()
    search = Search(Standpoint(game.view(1), seed=1, size=64), seed=1)
    search.think(Budget(None, nodes=5000))
    best = search.estimates[0]
    assert best.option.action == last
    assert best.sure == 1
    assert (best.value, best.error, best.games, search.nodes) == (1, 0, 0, 0)
    assert AdvisorPlayer(game.rules, nodes=100).choose(game.view(1)) == last


SMALL_RULES = """
format = "deduce.confusion.rules/1"
name = "small"
sides = [{ name = "Green", french = "Vert" }, { name = "Blue", french = "Bleu" }]
columns = 4
rows = 4
neutral = [2, 2]
late_contact = false
[layout]
A = [2, 2]
B = [4, 1]
"""
SMALL_DIAGRAMS = """
format = "deduce.confusion.diagrams/1"
name = "two"
[[diagram]]
number = 1
reach = 2
directions = ["N", "SE"]
[[diagram]]
number = 2
reach = 1
directions = ["E", "W"]
[promoted]
reach = 1
directions = ["N", "S"]
"""


def test_giving_z_away_at_the_goal_is_worth_far_less_than_winning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen in the games alone: a step brings Z home, a pass puts it under an enemy at its own goal."""
    (tmp_path / "small.toml").write_text(SMALL_RULES, encoding="utf-8")
    (tmp_path / "two.toml").write_text(SMALL_DIAGRAMS, encoding="utf-8")
    rules = Rules.of(str(tmp_path / "small.toml"), diagrams=load_diagrams(tmp_path / "two.toml"))
    # A is known to have the diagram that goes forward; Blue's A comes next to it, on its last row.
    game = play(Game(rules, (None, {"A": 1, "B": 2})), "(B-N1) A-N2")
    win, gift = attempt(game, "AZ-N2"), attempt(game, "Z-SE1")
    known = Search(Standpoint(game.view(0), seed=1, size=32), seed=1)
    assert known.estimates[0].option.action == win
    assert known.estimates[0].sure == 1
    monkeypatch.setattr(search_module, "solve_endgame", lambda *_, **__: None)
    search = Search(Standpoint(game.view(0), seed=1, size=32), seed=1, named=(gift,))
    search.think(Budget(None, nodes=3000))
    found = {each.option.action: each for each in search.estimates}
    assert found[win].sure == 0
    assert (found[win].if_yes, found[win].if_no) == (1, None)
    assert (found[gift].if_yes, found[gift].if_no) == (0, None)
    assert found[gift].games > 0
    # Others may win a turn later as well.
    assert search.estimates[0].value - found[win].value < 0.1
    assert found[win].value > found[gift].value + 0.5


@cache
def exact(nodes: int) -> Advice:
    """Advice on the start, thought about for long enough to search the end of the game as well."""
    deal = random_deal(CLASSIC, random.Random(1))
    return advise(Game(CLASSIC, (None, deal)).view(0), Budget(None, nodes=nodes), seed=1, reasons=False)


def test_reasons_can_be_left_out() -> None:
    """Then only the best is played afresh, and that more often."""
    found = exact(6000)
    assert (found.breakdowns, found.comparisons) == ((), ())
    assert found.searched_turns == 1
    with_reasons = advise(found.view, Budget(None, nodes=6000), seed=1)
    assert with_reasons.breakdowns != ()
    played = [[each.fresh for each in one.suggestions if each.fresh] for one in (found, with_reasons)]
    assert [len(each) for each in played] == [1, 3]
    assert played[0][0].games > played[1][0].games


def test_what_looks_bad_at_a_glance_is_tried_too() -> None:
    """With time every option gets games, and one that turns out well gets more of them.

    In the sample game White's T goes far away from Z after 70 turns, which looks worse than four other
    attempts and wins, as one of these does and no third one.
    """
    game = read_record(SAMPLE).at(70).game()
    search = Search(Standpoint(game.view(1), seed=0, size=256), seed=0)
    search.think(Budget(None, nodes=24_000))
    estimates = search.estimates
    assert all(each.games for each in estimates if each.option.chance)
    found = next(each for each in estimates[:2] if str(each.option.action) == "T-NW3")
    assert found.value > 0.8
    better = [str(each.option.action) for each in estimates if each.glance > found.glance]
    assert len(better) == 4
    assert str(next(each for each in estimates[:2] if each is not found).option.action) in better
    assert found.games == max(each.games for each in estimates)
    assert all(each.value < 0.7 for each in estimates[2:])


@pytest.mark.parametrize("engine", ["arrays", "compiled"])
def test_what_looks_best_is_looked_at_four_plies_ahead_where_that_is_quick(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arrays would take longer for that than there is time for a move."""
    if engine == "compiled":
        pytest.importorskip("numba")
    looked = []
    foreseen = search_module.foreseen

    def noting(crowd: Crowd, attempts: Choices, *, plies: int = 2) -> Floats:
        looked.append((plies, len(attempts)))
        return foreseen(crowd, attempts, plies=plies)

    monkeypatch.setattr(search_module, "foreseen", noting)
    view = Game(CLASSIC, (None, DEAL)).view(0)
    Search(Standpoint(view, seed=1, size=8, engine=engine), seed=1)
    assert [plies for plies, _ in looked] == ([2, 4] if engine == "compiled" else [2])
    assert looked[0][1] <= search_module.LOOKED_AT
    assert looked[-1][1] == (search_module.LOOKED_DEEPER if engine == "compiled" else looked[0][1])
    Search(Standpoint(view, seed=1, size=8, engine=engine), seed=1, foresees=False)
    assert len(looked) == (2 if engine == "compiled" else 1)


@pytest.mark.parametrize(
    ("budget", "plies"), [(Budget(0.05), 2), (Budget(0.3), 4), (Budget(None, nodes=200), 4)], ids=str
)
def test_what_looks_best_is_looked_at_deeper_only_where_there_is_time(
    budget: Budget, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 0.05 seconds games are worth more than that; of turns in the mind there are as many anyhow."""
    pytest.importorskip("numba")
    looked = []
    foreseen = search_module.foreseen

    def noting(crowd: Crowd, attempts: Choices, *, plies: int = 2) -> Floats:
        looked.append(plies)
        return foreseen(crowd, attempts, plies=plies)

    monkeypatch.setattr(search_module, "foreseen", noting)
    view = Game(CLASSIC, (None, DEAL)).view(0)
    advise(view, budget, seed=1, reasons=False)
    assert max(looked) == plies
    looked.clear()
    AdvisorPlayer(CLASSIC, seed=1, time=budget.seconds, nodes=budget.nodes).choose(view)
    assert max(looked) == plies


def test_what_is_no_attempt_leaves_half_of_the_games_to_attempts() -> None:
    """Of tokens and removals less is known, so that they would get all games of a short search."""
    game = started(TOKENS, random.Random(0), 20)
    search = Search(Standpoint(game.view(game.position.decider), seed=1, size=8), seed=1)
    search.think(Budget(None, nodes=60))
    played = [isinstance(each.option.action, Attempt) for each in search.estimates if each.games]
    assert any(played)
    assert not all(played)


def test_four_looks_are_the_mean_of_four_deals() -> None:
    """Which deals the opponent's replies are looked at in makes less difference then."""
    game = started(Rules.of("espionage"), random.Random(1), 60)
    view = game.view(game.position.decider)
    apart = {}
    for looks in (1, 4):
        found = []
        for seed in range(6):
            search = Search(Standpoint(view, seed=seed, size=8), seed=seed, looks=looks)
            found.append({str(each.option.action): each.glance for each in search.estimates})
        named = set.intersection(*map(set, found))
        apart[looks] = np.mean([np.std([each[name] for each in found]) for name in named])
    assert 0 < apart[4] < 0.8 * apart[1]


def test_between_two_attempts_nobody_looks_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """No reply follows the first of them (CF-TOK-MOVE2)."""
    monkeypatch.setattr(Search, "_foreseen", lambda *_: pytest.fail("it looked ahead"))
    game = started(TOKENS, random.Random(0), 20)
    game.push(MoveTwo())
    search = Search(Standpoint(game.view(game.position.decider), seed=1, size=8), seed=1)
    assert any(each.glance for each in search.estimates)


@pytest.mark.parametrize("model", ["careful", "mimic"])
def test_what_a_model_says_of_the_next_attempt_is_what_is_reckoned_with(model: str) -> None:
    """By the toss of a coin what hurts is refused to a double agent; other models say what is answered."""
    game = started(Rules.of("espionage"), random.Random(1), 100)
    view, weighed = game.view(game.position.decider), []
    standpoint = Standpoint(view, seed=1, size=8, model=agent_model(model))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_module, "believed", lambda *_: weighed.append(1))
        Search(standpoint, seed=1)
        assert not weighed


def test_where_all_is_refused_nothing_is_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the guess is how it stands, and not that all is lost."""
    view = Game(CLASSIC, (None, DEAL)).view(0)
    standpoint = Standpoint(view, seed=1, size=8)
    monkeypatch.setattr(standpoint, "chance_of_yes", lambda _: 0.0)
    assert all(0.1 < each.value < 0.9 for each in Search(standpoint, seed=1).estimates)
