"""Reviews of games: what moves lost, luck and skill apart, and both chances."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from common import SAMPLE
from deduce.confusion import (
    Attempt,
    Budget,
    Game,
    Moment,
    Record,
    Review,
    Rules,
    parse_record,
    read_record,
    review,
)
from deduce.confusion.advice.plans import plan_words
from deduce.confusion.advice.review_said import is_mistake, review_told
from deduce.confusion.engine.actions import Answer
from deduce.confusion.errors import ConfusionError
from deduce.confusion.knowledge.sheet import sheet_of
from deduce.tabletop.said import Said

BUDGET = Budget(None, nodes=400)
THEIRS = "White = A4 C8 E12 H11 K10 L2 N1 O3 P7 S6 T5 V9\n"


@pytest.fixture(scope="module")
def sample() -> Record[Moment]:
    return read_record(SAMPLE)


@pytest.fixture(scope="module")
def end(sample: Record[Moment]) -> Review:
    """The last turns of the sample game."""
    return review(sample.now.game(), BUDGET, first=70)


def test_every_move_is_reviewed(sample: Record[Moment], end: Review) -> None:
    """With its turn, its side, what was done and what was answered."""
    assert [move.turn for move in end.moves] == list(range(70, len(sample.steps) + 1))
    for move in end.moves:
        event = sample.now.events[move.number - 1]
        assert (move.side, move.action, move.allowed) == (event.side, event.action, event.answer.allowed)


def test_numbers_are_sound(end: Review) -> None:
    """Chances lie between 0 and 1, nothing negative is lost, and the best move loses nothing."""
    for move in end.moves:
        assert all(0 <= chance <= 1 for chance in (*move.chances, move.value, move.best_value))
        assert move.lost >= 0
        assert move.bits <= move.most_bits + 1e-9
        assert move.best != move.action or move.lost == move.error == 0
    assert end.final == (0.0, 1.0)


def test_totals_are_the_sums_of_the_moves(end: Review) -> None:
    for side in (0, 1):
        mine = [move for move in end.moves if move.side == side]
        totals = end.totals(side)
        assert totals.moves == len(mine)
        assert totals.lost == pytest.approx(sum(move.lost for move in mine))
        assert totals.luck == pytest.approx(sum(move.luck for move in mine))
        assert totals.bits == pytest.approx(sum(move.bits for move in mine))


def test_the_winning_move_is_the_best(end: Review) -> None:
    """White's last move cannot be prevented, and White knows it; Yellow does not."""
    (move,) = [move for move in end.moves if move.turn == 75]
    assert (str(move.action), move.best, move.best_value, move.lost) == ("T-NE2", move.action, 1.0, 0.0)
    assert move.chances[1] == 1.0
    assert 0 < move.chances[0] < 1


def test_a_blunder_is_found(sample: Record[Moment]) -> None:
    """To let the sure win pass loses most of it."""
    game = sample.at(74).game()
    game.push(Attempt("A", 0, 1), Answer(allowed=False))
    (move,) = review(game, Budget(None, nodes=1500), first=75).moves
    assert str(move.best) == "T-NE2"
    assert move.lost > 0.3
    assert move.lost > 2 * move.error


def test_what_the_best_would_have_been_for(sample: Record[Moment], end: Review) -> None:
    """A plan for every better move, and none where the best was done; said of each clear mistake."""
    for move in end.moves:
        assert (move.plan is None) is (move.best == move.action)
    game = sample.at(74).game()
    game.push(Attempt("A", 0, 1), Answer(allowed=False))
    found = review(game, Budget(None, nodes=1500), first=75)
    told = review_told(found, game.rules, 0)
    text = " ".join(each.text for each in told.said if isinstance(each, Said))
    assert "Turn 75, White: better T two forward right (T-SW2): it wins whatever the opponent does." in text
    mistakes = [move for move in end.moves if is_mistake(move)]
    assert mistakes
    said = [each.text for each in review_told(end, game.rules, 0).said if isinstance(each, Said)]
    for move in mistakes:
        assert move.plan is not None
        (line,) = [each for each in said if each.startswith(f"Turn {move.turn}, ")]
        assert plan_words(move.plan, 1000)[:8] in line


def test_a_move_as_good_as_the_best_loses_nothing_on_average() -> None:
    """What is lost comes from games that did not choose the best: equal moves come out better at times."""
    game = parse_record(f"{THEIRS}1. K-N1").now.game()
    losses = []
    for seed in range(30):
        (move,) = review(game, BUDGET, seed=seed).moves
        losses.append(move.best_value - move.value)
    assert min(losses) < 0 < max(losses)


def test_luck_evens_out() -> None:
    """Over both answers, weighed by their chances, luck is 0: before the answer nobody can have any."""
    lucks = {}
    for cell in ("K-N1", "(K-N1)"):
        game = parse_record(f"{THEIRS}1. {cell}").now.game()
        (move,) = review(game, BUDGET).moves
        lucks[move.allowed] = move.luck
    chance = sheet_of(Game(Rules.of("classic")), 0).chance_of_yes(Attempt("K", 0, 1))
    assert chance == Fraction(7, 12)
    assert 7 / 12 * lucks[True] + 5 / 12 * lucks[False] == pytest.approx(0, abs=1e-6)
    assert lucks[True] != lucks[False]


def test_bits_are_those_of_the_exact_chance() -> None:
    (move,) = review(parse_record(f"{THEIRS}1. K-N1").now.game(), BUDGET).moves
    assert move.bits == pytest.approx(-(7 / 12) * math.log2(7 / 12) - (5 / 12) * math.log2(5 / 12))
    assert move.most_bits == pytest.approx(1.0)


def test_the_same_again() -> None:
    """With a budget of nodes the same seed gives the same review, another one another."""
    game = parse_record(f"{THEIRS}1. K-N1\tL-S2\n2. (H-N1)").now.game()
    assert review(game, BUDGET, seed=3) == review(game, BUDGET, seed=3)
    assert review(game, BUDGET, seed=3) != review(game, BUDGET, seed=4)


def test_a_move_is_judged_without_the_mover_s_diagrams() -> None:
    """Two deals that the answers do not tell apart give the same values, and the same best moves."""
    found = []
    for mine in ("A1 C2 E3 H8 K4 L5 N6 O7 P9 S10 T11 V12", "A9 C7 E1 H10 K2 L11 N12 O8 P3 S4 T6 V5"):
        game = parse_record(f"Yellow = {mine}\n{THEIRS}1. K-N1\tL-S2\n2. (H-N1)\t(A-E1)").now.game()
        found.append([move for move in review(game, BUDGET).moves if move.side == 0])
    first, second = ([replace(move, chances=(move.chances[0], 0.0)) for move in moves] for moves in found)
    assert first == second


def test_turning_points_are_where_chances_change(end: Review) -> None:
    numbers = {move.number for move in end.moves}
    assert set(end.turning_points) <= numbers
    assert list(end.turning_points) == sorted(end.turning_points)


@pytest.mark.parametrize("ruleset", ["classic", "espionage"])
def test_games_that_go_on(ruleset: str) -> None:
    """Without any deal the open diagrams are drawn from what each side can know."""
    game = Game(Rules.of(ruleset))
    for letter in "KC":
        game.push(Attempt(letter, 0, 1), Answer())
    found = review(game, BUDGET)
    assert len(found.moves) == 2
    assert all(0 < chance < 1 for chance in found.final)


def test_nothing_to_review() -> None:
    assert review(Game(Rules.of("classic")), BUDGET).moves == ()


def test_a_contradiction_is_said() -> None:
    game = parse_record(f"{THEIRS}1. H-N1\t(A-E1)\n2. (H-N1)\t(A-E1)\n3. K-N1").now.game()
    with pytest.raises(ConfusionError, match="contradicts itself"):
        review(game, BUDGET)
