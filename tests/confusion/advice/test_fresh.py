"""Fresh games: values from games that had no part in choosing, as sure as they claim to be."""

from __future__ import annotations

import math
import random
import statistics
from itertools import islice

import numpy as np
import pytest

from common import CLASSIC, SAMPLE
from confusion.advice.test_search import actor, moments
from deduce.confusion.advice import advice as advice_module
from deduce.confusion.advice import fresh as fresh_module
from deduce.confusion.advice.advice import Advice, advise
from deduce.confusion.advice.crowd import Crowd
from deduce.confusion.advice.fresh import Fresh, ahead, games_within, half_width, play_afresh
from deduce.confusion.advice.lookups import lookups_of
from deduce.confusion.advice.options import attempt_options, early_options, reply_options
from deduce.confusion.advice.playout import Playout
from deduce.confusion.advice.search import Search
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.advice.worth import Worth, worth_of
from deduce.confusion.engine.actions import Attempt
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.kind import read_record
from deduce.tabletop.budget import Budget


def sample(ply: int, size: int = 256, seed: int = 1) -> Standpoint:
    """A moment of the sample game."""
    game = read_record(SAMPLE).at(ply)
    return Standpoint(game.view(game.position.turn), seed=seed, size=size)


def asked(ply: int, nodes: int, seed: int) -> Advice:
    """Advice in the sample game."""
    game = read_record(SAMPLE).at(ply)
    return advise(game.view(game.position.turn), Budget(None, nodes), seed=seed, most_facts=2)


# --- The value ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "tokens", "all but 1"])
def test_a_value_is_the_mean_after_each_answer_by_its_chance(name: str) -> None:
    """Whatever is done: and what each game contributes adds up to it."""
    for game in islice(moments(name, 7, 11), 3):
        standpoint = Standpoint(game.view(actor(game)), seed=1, size=64)
        options = reply_options(standpoint) or [*attempt_options(standpoint)[::9], *early_options(standpoint)]
        possible = [option for option in options if option.chance > 0]
        for each in play_afresh(standpoint, possible, games=24, seed=3):
            assert (each.games, len(each.weighted)) == (24, 24)
            assert each.nodes > 0
            if each.if_yes is None or each.if_no is None:
                expected = each.if_no if each.if_yes is None else each.if_yes
            else:
                chance = each.option.chance
                expected = chance * each.if_yes + (1 - chance) * each.if_no
            assert each.value == pytest.approx(expected, abs=1e-6)
            assert float(each.weighted.sum()) == pytest.approx(each.value, abs=1e-6)
            assert each.within > 1.96 * each.error > 0


def test_fresh_worlds_are_not_those_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the worlds nor the luck of the games that chose; and as many worlds as games."""
    seen: list[tuple[Standpoint, int, int]] = []
    real = advice_module.play_afresh

    def spy(standpoint: Standpoint, *given: object, **named: int) -> list[Fresh]:
        seen.append((standpoint, named["games"], named["seed"]))
        return real(standpoint, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(advice_module, "play_afresh", spy)
    asked(40, 6000, seed=5)
    worlds, games, seed = seen[-1]
    assert len(worlds.worlds) == games >= 16
    searched = sample(40, seed=5)
    overlap = {tuple(row) for row in worlds.worlds.tolist()} & {
        tuple(row) for row in searched.worlds.tolist()
    }
    assert len(overlap) < games / 2
    assert seed != 5


def test_the_same_seed_plays_the_same_games() -> None:
    """Another one does not, and the order of the options makes no difference."""
    standpoint = sample(20)
    one, two = attempt_options(standpoint)[:2]
    first = play_afresh(standpoint, [one, two], games=20, seed=4)
    again = play_afresh(standpoint, [two, one], games=20, seed=4)
    assert [each.value for each in first] == [each.value for each in reversed(again)]
    assert play_afresh(standpoint, [one], games=20, seed=5)[0].value != first[0].value


def test_an_answer_that_never_fell_leaves_doubt() -> None:
    """Where a yes is rare and none came about, that it may be anything is part of the error."""
    standpoint = sample(40, size=400)
    option = min((o for o in attempt_options(standpoint) if o.chance > 0), key=lambda o: o.chance)
    assert isinstance(option.action, Attempt)
    refused = np.flatnonzero(~standpoint.allowed(option.action)).astype(np.int32)[:16]
    (found,) = play_afresh(standpoint.among(refused), [option], games=16, seed=1)
    assert found.if_yes is None
    assert found.value == found.if_no
    assert found.error >= option.chance / 2


def test_half_widths_are_student_s() -> None:
    """Compared with the table that every textbook prints (degrees of freedom: 14, 30, 60, 120)."""
    for games, expected in ((16, 2.145), (32, 2.042), (62, 2.000), (122, 1.980)):
        assert half_width(1.0, games) == pytest.approx(expected, abs=0.002)


def test_all_games_won_is_not_certainty() -> None:
    """The error is not nothing where all games ended alike, and shrinks with more of them."""

    def error(count: int, worth: Worth) -> float:
        told = worth.of_games(np.ones(count, np.float32))
        return math.sqrt(fresh_module._variance(told, worth))

    errors = [error(count, Worth()) for count in (16, 64, 256)]
    assert errors == sorted(errors, reverse=True)
    # As for a share of wins with two more won and two more lost.
    assert errors[0] == pytest.approx(math.sqrt(1 / 19 / 16))
    judged = np.full(64, 0.4, np.float32)
    assert fresh_module._variance(judged, Worth()) == pytest.approx(0, abs=1e-9)
    # Where games are told nearer to each other, so is the error of what was imagined.
    assert error(16, Worth(0.1, 0.9)) == pytest.approx(0.8 * errors[0])


def test_a_difference_over_the_same_worlds_is_surer_than_its_parts() -> None:
    """And against itself nothing is ahead."""
    standpoint = sample(40, size=128)
    options = sorted(attempt_options(standpoint), key=lambda option: -option.chance)[:2]
    one, two = play_afresh(standpoint, options, games=128, seed=2)
    lead = ahead(one, two)
    assert lead.difference == pytest.approx(one.value - two.value)
    assert 0 < lead.error < 1.2 * math.hypot(one.error, two.error)
    same = ahead(one, one)
    assert (same.difference, same.within) == (0, 0)


def test_what_is_sure_is_the_least_that_is_told() -> None:
    """Games may fall below it by chance; what they contribute then adds up to it."""
    standpoint = sample(40)
    (found,) = play_afresh(standpoint, attempt_options(standpoint)[:1], games=32, seed=2)
    assert found.at_least(found.value - 0.1) is found
    raised = found.at_least(0.9)
    assert (raised.value, raised.error) == (0.9, found.error)
    assert float(raised.weighted.sum()) == pytest.approx(0.9)


def test_games_within_a_budget() -> None:
    """A part of it, divided among the options; not without limit, and not nothing."""
    assert games_within(Budget(None, 12_000), 0.25, 4, pace=1.0) == 12_000 // 4 // 12 // 4
    assert games_within(Budget(1.0), 0.5, 2, pace=24_000.0) == 500
    assert games_within(Budget(1.0), 0.5, 2, passed=0.75, pace=24_000.0) == 250
    assert games_within(Budget(None, 10), 0.25, 4, pace=1.0) == 16
    assert games_within(Budget(float("inf")), 0.25, 4, pace=1.0) == 2048


# --- What is claimed ---------------------------------------------------------------------------------


def test_values_are_as_sure_as_they_claim() -> None:
    """Of one option many times over: not too high, and the truth nearly always within the 95 %."""
    reference = sample(40, size=4000, seed=999)
    option = next(each for each in attempt_options(reference) if str(each.action) == "T-N1")
    deep = play_afresh(reference, [option], games=4000, seed=77)[0]
    found = [play_afresh(sample(40, 16, seed), [option], games=16, seed=seed)[0] for seed in range(100, 180)]
    misses = [each.value - deep.value for each in found]
    error = math.hypot(statistics.stdev(misses) / math.sqrt(len(misses)), deep.error)
    assert abs(statistics.mean(misses)) < 3 * error
    covered = sum(abs(miss) <= each.within for miss, each in zip(misses, found, strict=True))
    assert 68 <= covered <= 80


def test_the_best_of_many_is_not_rosy() -> None:
    """Where all options are worth the same, the games that chose make the best look better than it is told.

    The games are replaced by coins, so half of the games are won with every option.
    """
    half = worth_of(lookups_of(read_record(SAMPLE).at(0).rules)).of(0.5)
    draw = np.random.default_rng(1)

    def coins(crowd: Crowd, *_: object, **__: object) -> Playout:
        values = (draw.random(len(crowd.winner)) < 0.5).astype(np.float32)
        return Playout(values, 11 * len(values))

    chose, told = [], []
    view = read_record(SAMPLE).at(0)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("search", "fresh"):
            patch.setattr(f"deduce.confusion.advice.{module}.play_on", coins)
        patch.setattr(Search, "_foreseen", lambda _, options: [0.5] * len(options))
        patch.setattr("deduce.confusion.advice.search.FORESEEN", 12.0)
        for seed in range(40):
            found = advise(view.view(view.position.turn), Budget(None, 2000), seed=seed, reasons=False)
            told.append(found.best.estimate.value - half)
            search = Search(Standpoint(view.view(view.position.turn), seed=seed, size=64), seed=seed)
            search.think(Budget(None, 2000))
            chose.append(search.estimates[0].value - 0.5)
    spread = statistics.stdev(told) / math.sqrt(len(told))
    assert statistics.mean(chose) > 0.05
    assert abs(statistics.mean(told)) < 3 * spread


# --- What is told ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "tokens", "espionage"])
def test_nothing_is_shown_above_the_best_without_a_word(name: str) -> None:
    """Ranks agree with what is shown: no value is above the one before it, but for what is called level."""
    levels = 0
    for game in islice(moments(name, 3, 8), 5):
        found = advise(game.view(actor(game)), Budget(None, 1500), seed=2, most_facts=1)
        best, *others = found.suggestions
        possible = [each for each in others if each.estimate.option.chance > 0]
        values = [each.estimate.value for each in possible]
        assert values == sorted(values, reverse=True)
        for each in possible:
            assert each.level is (each.estimate.value > best.estimate.value)
            assert each.fresh is not None or not each.level
            levels += each.level
    assert levels >= 1


def test_what_the_fresh_games_clearly_deny_is_no_longer_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best by the games that chose loses all of its fresh games: it is not told as the best."""
    real = advice_module.play_afresh
    lost, counts = [], []

    def bad(*given: object, **named: object) -> list[Fresh]:
        first, *others = real(*given, **named)  # type: ignore[arg-type]
        lost.append(first.option)
        counts.append((first.games, named["seed"]))
        nothing = np.zeros(first.games)
        return [
            Fresh(first.option, 0.0, 0.01, first.games, first.nodes, 0.0, 0.0, nothing, None),
            *others,
        ]

    monkeypatch.setattr(advice_module, "play_afresh", bad)
    found = asked(20, 3000, seed=1)
    assert found.best.estimate.option is not lost[0]
    assert found.best.estimate.value > 0.3
    # These games chose now, so what is told comes from others.
    assert len(counts) == 2
    assert counts[0][1] != counts[1][1]
    assert found.best.estimate.games == counts[1][0]
    denied = found.of(lost[0].action)
    assert denied is not None
    assert not denied.level


def test_what_is_named_and_clearly_better_becomes_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not called level: the fresh games have the last word there too."""
    real = advice_module.play_afresh

    def won(*given: object, **named: object) -> list[Fresh]:
        *others, last = real(*given, **named)  # type: ignore[arg-type]
        every = np.full(last.games, 1 / last.games)
        return [*others, Fresh(last.option, 1.0, 0.01, last.games, last.nodes, 1.0, 1.0, every, None)]

    game = read_record(SAMPLE).at(20)
    view = game.view(game.position.turn)
    worst = advise(view, Budget(None, 2000), seed=1, reasons=False).suggestions
    named = next(each.action for each in reversed(worst) if each.estimate.option.chance > 0)
    monkeypatch.setattr(advice_module, "play_afresh", won)
    found = advise(view, Budget(None, 2000), seed=1, named=[named])
    assert (found.best.action, found.best.estimate.value) == (named, 1)
    assert not any(each.level for each in found.suggestions)
    assert found.comparisons[0].first.action == named


def test_one_chance_for_one_thing() -> None:
    """The value that is ranked is the one taken apart, and differences are those between values."""
    for game in islice(moments("classic", 9, 9), 4):
        found = advise(game.view(actor(game)), Budget(None, 2500), seed=1, most_facts=2)
        values = {each.action: each.estimate.value for each in found.suggestions}
        for each in found.breakdowns:
            assert each.value == pytest.approx(values[each.option.action], abs=1e-6)
        for other in found.comparisons:
            expected = values[other.first.action] - values[other.second.action]
            assert other.difference == pytest.approx(expected, abs=1e-6)


def test_a_sure_win_is_worth_1_wherever_it_is_taken_apart() -> None:
    """Not the share of games that the instinct happens to win."""
    found = asked(74, 2000, seed=1)
    assert (found.best.estimate.sure, found.best.estimate.value, found.best.within) == (1, 1, 0)
    assert found.breakdowns[0].value == pytest.approx(1, abs=1e-9)


def test_a_budget_of_nodes_holds_for_fresh_games_as_well() -> None:
    """All that is counted stays within it, but for what was begun."""
    deal = random_deal(CLASSIC, random.Random(2))
    for nodes in (6000, 12_000):
        found = advise(Game(CLASSIC, (None, deal)).view(0), Budget(None, nodes), seed=1)
        assert nodes / 2 < found.nodes <= nodes
        assert found.best.fresh is not None
        assert found.best.fresh.games >= nodes // 4 // 12 // 4
