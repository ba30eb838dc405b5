"""Looking two plies ahead: what it is worth, in both engines, and by a plain reckoning of its own."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from confusion.advice.lockstep import even, places_of, started
from confusion.advice.test_compiled import CLOSE, RULES, both
from deduce.confusion.advice.crowd import Choices, Crowd
from deduce.confusion.advice.foresight import CALM, NEXT, REPLIES, expected, foreseen, likeliest
from deduce.confusion.advice.instinct import judged, look, weights
from deduce.confusion.advice.lookups import lookups_of
from deduce.confusion.engine.game import random_deal
from deduce.confusion.engine.rules import Rules


def attempts_of(crowd: Crowd) -> Choices:
    """All attempts in the first game."""
    choices, _, _ = look(crowd)
    return choices.take(choices.game == 0)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("plies", [2, 4])
def test_both_engines_foresee_the_same(name: str, plies: int) -> None:
    """From the beginning, the middle and the end of random games."""
    pytest.importorskip("numba")
    compared = 0
    for seed in range(6):
        one, two = both(name, seed, size=3, plies=(0, 40, 110)[seed % 3])
        if not len(one):
            continue
        attempts, same = (likeliest(crowd, 24 // plies) for crowd in (one, two))
        for column in ("game", "letter", "step", "kind", "start", "target"):
            assert (getattr(attempts, column) == getattr(same, column)).all()
        np.testing.assert_allclose(attempts.chance, same.chance, atol=CLOSE)
        found = [foreseen(crowd, attempts, plies=plies) for crowd in (one, two)]
        assert found[0].shape == (len(attempts), 2)
        np.testing.assert_allclose(found[0], found[1], atol=CLOSE)
        compared += len(attempts)
    assert compared > 60


def test_games_are_left_as_they_are() -> None:
    """Whatever is looked at stands as before, and can be looked at again."""
    crowd = started_crowd(1)
    before, attempts = crowd.copy(), attempts_of(crowd)
    first = foreseen(crowd, attempts)
    assert (first == foreseen(crowd, attempts)).all()
    for name in ("where", "deal", "knows", "laid", "side_at", "neutral", "ids", "winner"):
        assert (getattr(crowd, name) == getattr(before, name)).all()


def started_crowd(seed: int, limit: int | None = None) -> Crowd:
    """One game of espionage from the middle of a random one, by arrays."""
    rules, draw = Rules.of("espionage", half_move_limit=limit), random.Random(seed)
    lookups = lookups_of(rules)
    deals = [[places_of(lookups, random_deal(rules, draw)) for _ in (0, 1)]]
    position = started(rules, draw, 40).position
    return Crowd(lookups, position, np.array(deals, np.int32), even(lookups, 1))


def plainly(crowd: Crowd, attempt: Choices, *, yes: bool, plies: int) -> float:
    """The same for one attempt and answer, one reply after the other."""
    side = crowd.turn
    then = crowd.copy()
    then.act(attempt, np.array([yes]))
    if not len(then):
        return float(then.winner[0] == side)

    def value(game: Crowd) -> float:
        if not len(game):
            return float(game.winner[0] == side)
        if plies == 2:
            return float(judged(game, weights(game.lookups)[1])[0])
        worth = []
        for each in best_of(game, NEXT):
            chance = taken_for(game, each)
            answers = [(1 - chance, False), (chance, True)]
            worth.append(
                sum(
                    share * plainly(game, each, yes=said, plies=plies - 2)
                    for share, said in answers
                    if share > 0
                )
            )
        return max(worth)

    passing = then.copy()
    passing.act(attempt.take(np.zeros(0, np.int32)), np.zeros(0, np.bool_))
    quiet, gains, mine = value(passing), [], []
    for reply in best_of(then, REPLIES):
        later = then.copy()
        later.act(reply, np.array([True]))
        worth = value(later)
        truly = float(then.lookups.allows[then.deal[0, then.turn, reply.letter[0]], reply.step[0]])
        if truly == 0.5 and then.hurts(reply)[0]:
            truly = 0.05
        gains.append(taken_for(then, reply) * (quiet - worth))
        mine.append(truly * worth + (1 - truly) * quiet)
    shares = [math.exp((each - max(gains)) / CALM) for each in gains]
    return sum(share * each for share, each in zip(shares, mine, strict=True)) / sum(shares)


def best_of(crowd: Crowd, most: int) -> list[Choices]:
    """What looks best to the instinct of the side to move, one by one."""
    weighing = weights(crowd.lookups)[0]
    choices, points, phase = look(crowd)
    scores = [float(weighing[phase[place]] @ points[:, place]) for place in range(len(choices))]
    order = sorted(range(len(choices)), key=lambda each: -scores[each])[:most]
    return [choices.take(np.array([place], np.int32)) for place in order]


def taken_for(crowd: Crowd, attempt: Choices) -> float:
    """How likely the owner takes a yes to be, to whom what hurts is refused with a double agent (CF-DA-1)."""
    chance = float(attempt.chance[0])
    if crowd.lookups.agent >= 0 and crowd.hurts(attempt)[0]:
        chance -= 0.5 * float(crowd.knows[0, crowd.turn, attempt.letter[0], crowd.lookups.agent])
    return max(chance, 0.0)


@pytest.mark.parametrize("seed", range(3))
def test_it_is_what_a_plain_reckoning_finds(seed: int) -> None:
    """Attempt by attempt, answer by answer and reply by reply."""
    crowd = started_crowd(seed)
    attempts = attempts_of(crowd)
    found = foreseen(crowd, attempts)
    for number in range(0, len(attempts), 9):
        attempt = attempts.take(np.array([number], np.int32))
        plain = [plainly(crowd, attempt, yes=yes, plies=2) for yes in (False, True)]
        assert found[number] == pytest.approx(plain, abs=1e-4)


@pytest.mark.parametrize(("name", "seed"), [("classic", 1), ("espionage", 4), ("espionage 3 5", 5)])
def test_four_plies_are_what_a_plain_reckoning_finds(name: str, seed: int) -> None:
    """With the best of the next attempts, and the replies to that."""
    crowd, _ = both(name, seed, size=1, plies=60)
    few = attempts_of(crowd).take(np.array([3, 40], np.int32))
    found = foreseen(crowd, few, plies=4)
    for number in range(len(few)):
        attempt = few.take(np.array([number], np.int32))
        plain = [plainly(crowd, attempt, yes=yes, plies=4) for yes in (False, True)]
        assert found[number] == pytest.approx(plain, abs=1e-4)


def test_what_its_owner_expects_goes_by_the_chance_of_a_yes() -> None:
    """And to a piece that may be the double agent what hurts is refused as often (CF-DA-1)."""
    crowd = started_crowd(2)
    attempts = attempts_of(crowd)
    values, worth = foreseen(crowd, attempts), expected(crowd, attempts)
    for number in range(0, len(attempts), 5):
        chance = taken_for(crowd, attempts.take(np.array([number], np.int32)))
        mean = (1 - chance) * values[number, 0] + chance * values[number, 1]
        assert worth[number] == pytest.approx(mean, abs=1e-5)


def test_the_limit_of_turns_is_a_draw() -> None:
    """Whatever is tried in the turn before the last, or in the last, nobody has won then."""
    crowd = started_crowd(1, limit=300)
    attempts = attempts_of(crowd)
    usual = foreseen(crowd, attempts)
    assert np.ptp(usual) > 0.01
    for left in (1, 2):
        crowd.turns = 300 - left
        at_the_end = foreseen(crowd, attempts)
        unsettled = (usual > 0) & (usual < 1)
        assert (at_the_end[unsettled] == 0.5).mean() > 0.9


def test_what_wins_at_once_is_worth_all() -> None:
    """With Z before the last row, the step there is worth 1 after a yes (CF-WIN-2)."""
    crowd = started_crowd(2)
    side, board = crowd.turn, crowd.lookups.rules.board
    last = next(iter(sorted(board.last_rows[side])))
    before = next(
        int(crowd.lookups.leads[1 - side][last][step])
        for step in range(len(crowd.lookups.forward))
        if crowd.lookups.forward[step] == 1
    )
    for square in (last, before):
        there, letter = crowd.side_at[0, square], crowd.letter_at[0, square]
        if there in (1, 2):
            crowd.where[0, there - 1, letter] = crowd.lookups.off
        crowd.side_at[0, square] = 0
    old = crowd.where[0, side, 0]
    if old != crowd.lookups.off:
        crowd.side_at[0, old] = 0
    crowd.where[0, side, 0], crowd.side_at[0, before], crowd.letter_at[0, before] = before, side + 1, 0
    crowd.neutral[0] = before
    attempts = attempts_of(crowd)
    wins = (attempts.kind == 1) & (attempts.target == last)
    assert wins.any()
    assert (foreseen(crowd, attempts)[wins, 1] == 1).all()
