"""What games in the mind are worth in real ones, and what stays as it is."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from common import CLASSIC, SAMPLE
from deduce.confusion import Budget, Game, Rules, advise, read_record
from deduce.confusion.advice import worth as worth_module
from deduce.confusion.advice.fresh import play_attempts
from deduce.confusion.advice.lookups import lookups_of
from deduce.confusion.advice.options import attempt_options
from deduce.confusion.advice.review import chance_to_win
from deduce.confusion.advice.search import Search
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.advice.worth import Worth, worth_of

DEAL = dict(zip(CLASSIC.letters, range(1, 13), strict=True))


def with_worth(patch: pytest.MonkeyPatch, worth: Worth) -> None:
    """Tell all values by another worth."""
    patch.setattr(worth_module, "_worths", lambda _: {"plain": worth, "agents": worth})


def test_games_lie_on_a_line() -> None:
    """From what a lost game is worth to what a won one is; a mean of games is told as the mean of them."""
    worth, results = Worth(0.1, 0.7), np.array([0, 0.25, 0.5, 1], np.float32)
    assert worth.of_games(results) == pytest.approx([0.1, 0.25, 0.4, 0.7])
    assert worth.of(float(results.mean())) == pytest.approx(float(worth.of_games(results).mean()))
    assert list(worth.is_over(worth.of_games(results))) == [True, False, False, True]
    assert list(worth.is_over(np.array([0, 1], np.float32))) == [True, True], "over at once"


def test_each_kind_of_rules_has_its_own() -> None:
    """Measured with and without a double agent; with weights for which it was not, games are games."""
    plain, agents = (worth_of(lookups_of(Rules.of(name))) for name in ("classic", "espionage"))
    assert plain != agents
    for each in (plain, agents):
        assert 0 <= each.lost < each.won <= 1
    assert worth_of(lookups_of(CLASSIC), "fitted") == Worth()


def test_estimates_are_told_alike_and_what_is_sure_stays() -> None:
    """With its error and what follows each answer; never below what nobody can prevent."""
    standpoint = Standpoint(Game(CLASSIC, (None, DEAL)).view(0), seed=1, size=16)
    estimate = Search(standpoint, seed=1).estimates[0]
    estimate = replace(estimate, value=0.5, error=0.1, if_yes=1.0, if_no=None, sure=Fraction(0))
    worth = Worth(0.1, 0.7)
    told = worth.of_estimate(estimate)
    assert (told.value, told.error, told.if_yes, told.if_no) == pytest.approx((0.4, 0.06, 0.7, None))
    assert worth.of_estimate(replace(estimate, sure=Fraction(9, 20))).value == pytest.approx(0.45)
    won = replace(estimate, value=1.0, sure=Fraction(1))
    assert worth.of_estimate(won) is won


def test_a_game_that_the_attempt_ends_stays_won() -> None:
    """In the sample game's last position but one only the games that go on are worth less."""
    game = read_record(SAMPLE).at(74)
    view = game.view(game.position.turn)
    standpoint = Standpoint(view, seed=1, size=64)
    option = next(each for each in attempt_options(standpoint) if str(each.action) == "T-NE2")
    worlds, worth = np.arange(64, dtype=np.int32), worth_of(standpoint.lookups)
    results, _ = play_attempts(standpoint, option, worlds, np.random.default_rng(1), 12)
    assert results == pytest.approx(worth.won), "it wins two turns later"
    assert advise(view, Budget(None, 600), seed=1).best.estimate.value == 1, "but nobody can prevent that"


@pytest.mark.parametrize("name", ["classic", "espionage"])
def test_values_are_told_on_one_scale(name: str) -> None:
    """Played afresh or not, all lie between the two values; what is chosen, and its order, stays the same."""
    rules = Rules.of(name)
    deal = dict(zip(rules.letters, range(1, len(rules.letters) + 1), strict=True))
    view = Game(rules, (None, deal)).view(0)
    with pytest.MonkeyPatch.context() as patch:
        with_worth(patch, Worth())
        plain = advise(view, Budget(None, 1500), seed=3)
        chance = chance_to_win(view, seed=3)
        with_worth(patch, Worth(0.3, 0.6))
        told = advise(view, Budget(None, 1500), seed=3)
        assert chance_to_win(view, seed=3) == pytest.approx(0.3 + 0.3 * chance)
    assert [each.action for each in told.suggestions if each.fresh] == [
        each.action for each in plain.suggestions if each.fresh
    ]
    assert all(0.3 - 1e-6 <= each.estimate.value <= 0.6 + 1e-6 for each in told.suggestions)
    for before, after in zip(plain.breakdowns, told.breakdowns, strict=True):
        assert after.nothing == pytest.approx(0.3 + 0.3 * before.nothing, abs=1e-5)
        assert after.parts == pytest.approx(
            {part: 0.3 * each for part, each in before.parts.items()}, abs=1e-5
        )
    best = plain.best.fresh
    assert best is not None
    assert told.best.estimate.value == pytest.approx(0.3 + 0.3 * best.value, abs=1e-5)
