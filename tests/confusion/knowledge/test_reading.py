"""What is read from the other side's choices: weights of single letters, exact chances, and no leaks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import log

import numpy as np
import pytest

from common import CLASSIC, ESPIONAGE
from confusion.knowledge.brute_knowledge import Brute, Player, small_rules, told
from confusion_games import RULES, random_game
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.engine.actions import Answer, Attempt
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.position import Position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.errors import ConfusionError
from deduce.confusion.knowledge import reading as readings
from deduce.confusion.knowledge.behaviour import CAREFUL, CARELESS, WATCHFUL, Behaviour, behaviour_of
from deduce.confusion.knowledge.exposure import Exposure
from deduce.confusion.knowledge.outlook import what_if
from deduce.confusion.knowledge.reading import Reading, reading_of
from deduce.confusion.knowledge.sheet import sheet_of


def read(game: Game, side: int, behaviour: Behaviour = CAREFUL) -> Reading:
    """A reading of a game, event by event from the first."""
    found = Reading(game.rules, side, behaviour)
    for position, event in game.steps:
        found = found.seen(position, event)
    return found


# --- Exact chances ------------------------------------------------------------------------------------


@pytest.mark.parametrize("agent", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_chances_are_those_of_all_deals_by_their_weights(seed: int, agent: bool) -> None:
    """A deal weighs the product of its letters' weights; each is tried."""
    draw = random.Random(seed)
    game = Player(small_rules(draw, 5, agent=agent), draw).play(8)
    weighed = False
    for side in (0, 1):
        sheet = sheet_of(game, side, behaviour=CAREFUL)
        assert sheet.weights is not None
        weights = reading_of(game, side, CAREFUL).exact()
        brute = Brute(game.rules, told(game, side), "coin")
        total: dict[tuple[str, int], Fraction] = {}
        for deal, weight in brute.deals:
            share = Fraction(weight)
            for letter, number in zip(game.rules.letters, deal, strict=True):
                share *= weights[letter][number]
            for key in zip(game.rules.letters, deal, strict=True):
                total[key] = total.get(key, Fraction(0)) + share
        whole = sum(share for (letter, _), share in total.items() if letter == game.rules.letters[0])
        assert sheet.chances == {
            letter: {number: total[letter, number] / whole for number in numbers}
            for letter, numbers in brute.possible.items()
        }
        weighed |= sheet.chances != sheet_of(game, side).chances
        near = reading_of(game, side, CAREFUL).chances
        assert near is not None
        for row, letter in zip(near, game.rules.letters, strict=True):
            for chance, number in zip(row, game.rules.diagrams, strict=True):
                assert chance == pytest.approx(float(sheet.chances[letter].get(number, 0)), abs=1e-11)
    # In some games so much is certain that nothing is left to weigh.
    assert weighed or min(sheet_of(game, side).worlds for side in (0, 1)) <= 2


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(2))
def test_what_is_possible_stays_possible_and_nothing_else_gets_so(name: str, seed: int) -> None:
    game = random_game(RULES[name], seed)
    for side in (0, 1):
        facts, by_behaviour = sheet_of(game, side), sheet_of(game, side, behaviour=CAREFUL)
        assert by_behaviour.possible == facts.possible
        assert by_behaviour.worlds == facts.worlds
        assert by_behaviour.certain == facts.certain
        assert by_behaviour.chances is not None
        assert all(chance > 0 for row in by_behaviour.chances.values() for chance in row.values())
        assert {key: set(row) for key, row in by_behaviour.chances.items()} == {
            key: set(row) for key, row in facts.possible.items()
        }


def test_three_hundred_signs_rule_nothing_out() -> None:
    """However often the same is seen, all of it together only says so much."""
    position = beside_each_other()
    found, step, least = Reading(CLASSIC, 1, CAREFUL), Attempt("H", 0, 2), []
    for _ in range(300):
        event = Game(CLASSIC).branch(position).push(step, Answer(allowed=False))
        found = found.seen(position, event)
        least.append(found.weights.min())
        assert found.weights.max() == 1
    assert np.ptp(found.said[1:], axis=2).max() > 4 * CAREFUL.in_all
    assert np.exp(-2 * CAREFUL.in_all) <= min(least) < 0.8
    # Who does that again and again does not care, so that it says nothing any more.
    assert least[-1] > 0.99


# --- What is said -------------------------------------------------------------------------------------


def beside_each_other(rules: Rules = CLASSIC) -> Position:
    """White's K stands two before Yellow's H, on an empty middle of the board; Yellow is to move."""
    position = Game(rules).position
    squares = list(position.squares)
    squares[position.piece(0, "H")] = rules.board.number((7, 5))
    squares[position.piece(1, "K")] = rules.board.number((7, 8))
    return replace(position, squares=tuple(squares))


def after_step(position: Position, attempt: Attempt, *, allowed: bool = True) -> Reading:
    """What White can read in one step of Yellow."""
    event = Game(position.rules).branch(position).push(attempt, Answer(allowed=allowed))
    return Reading(position.rules, 1, CAREFUL).seen(position, event)


def test_who_steps_where_a_rook_would_take_says_that_it_is_no_rook() -> None:
    """H goes to stand one before K, which sees it from there if it moves forward."""
    found = after_step(beside_each_other(), Attempt("H", 0, 2))
    weights = dict(zip(CLASSIC.diagrams, found.weights[CLASSIC.letters.index("K")], strict=True))
    takes = {number for number, each in CLASSIC.diagrams.items() if each.allows(0, 1)}
    assert max(weights[number] for number in takes) < min(weights[n] for n in set(weights) - takes)
    assert weights[4] < 0.9 * weights[12]


def test_a_refused_step_says_the_same_as_an_allowed_one() -> None:
    """What was chosen speaks, whatever came of it."""
    position = beside_each_other()
    yes, no = (after_step(position, Attempt("H", 0, 2), allowed=each) for each in (True, False))
    assert (yes.weights == no.weights).all()


def test_who_steps_aside_says_nothing_of_pieces_far_away() -> None:
    found = after_step(beside_each_other(), Attempt("H", 0, 2))
    far = found.weights[CLASSIC.letters.index("N")]
    assert far.min() > 0.95


def test_cf_promo_1_a_promoted_piece_is_not_read_any_more() -> None:
    """By then it moves by its promoted side, which tells nothing of its diagram."""
    position = beside_each_other()
    promoted = replace(position, promoted=1 << position.piece(1, "K"))
    found = after_step(promoted, Attempt("H", 0, 2))
    assert (found.weights[CLASSIC.letters.index("K")] == 1).all()


def test_cf_turn_4_a_captured_piece_keeps_what_was_read_and_is_read_no_more() -> None:
    position = beside_each_other()
    squares = list(position.squares)
    squares[position.piece(1, "K")] = -1
    gone = replace(position, squares=tuple(squares))
    found = after_step(position, Attempt("H", 0, 2))
    event = Game(CLASSIC).branch(gone).push(Attempt("H", 0, 2), Answer())
    later = found.seen(gone, event)
    row = CLASSIC.letters.index("K")
    assert (found.weights[row] < 1).any()
    said = later.said[:, row] - found.said[:, row]
    assert said == pytest.approx(said[:, :1] * np.ones(12), abs=1e-12)


def test_cf_da_1_a_double_agent_is_no_danger() -> None:
    """Its owner's opponent decides, and would not let it take."""
    found = after_step(beside_each_other(ESPIONAGE), Attempt("H", 0, 2))
    weights = dict(zip(ESPIONAGE.diagrams, found.weights[ESPIONAGE.letters.index("K")], strict=True))
    assert weights[13] > 1.1 * weights[4]


def test_only_attempts_of_the_other_side_are_read() -> None:
    game = random_game(RULES["tokens"], 3)
    found = Reading(game.rules, 0, CAREFUL)
    for position, event in game.steps:
        fresh = found.seen(position, event)
        if event.side == 0 or not isinstance(event.action, Attempt):
            assert fresh.said is found.said
        found = fresh
    assert found.last is not None


def test_one_choice_among_two_by_hand() -> None:
    """With nobody else on the board the likelihood is that of a choice by what is liked and shunned."""
    position = beside_each_other()
    kept = {position.piece(0, "H"), position.piece(1, "K")}
    squares = tuple(each if place in kept else -1 for place, each in enumerate(position.squares))
    position = replace(position, squares=squares)
    step = Attempt("H", 0, 2)
    behaviour = Behaviour("careful", (CARELESS, WATCHFUL), blind=0.0, most=60.0, in_all=60.0, trust=1.0)
    event = Game(CLASSIC).branch(position).push(step, Answer())
    found = Reading(CLASSIC, 1, behaviour).seen(position, event)
    even = np.zeros((12, 13))
    even[:, :-1] = 1 / 12
    exposure = Exposure.at(position, even)
    row = CLASSIC.letters.index("K")
    sums = {}
    for place, diagram in enumerate(CLASSIC.diagrams.values()):
        liked = []
        for option, attempt in enumerate(exposure.attempts):
            yes = exposure.chance[option]
            score = float(exposure.base[option] @ np.array(WATCHFUL.likes))
            for mine, weight in ((exposure.option == option, yes),):
                for letter, way, kind in zip(
                    exposure.letter[mine], exposure.step[mine], exposure.kind[mine], strict=True
                ):
                    assert letter == row
                    rate = WATCHFUL.shuns[kind]
                    sure = sum(each.allows(way // 4, way % 4 + 1) for each in CLASSIC.diagrams.values()) / 12
                    if diagram.allows(way // 4, way % 4 + 1):
                        score -= weight * (rate.seen + rate.known * sure)
            for way, kind in enumerate(exposure.now[row]):
                if kind >= 0 and diagram.allows(way // 4, way % 4 + 1):
                    rate = WATCHFUL.shuns[kind]
                    sure = sum(each.allows(way // 4, way % 4 + 1) for each in CLASSIC.diagrams.values()) / 12
                    score -= (1 - yes) * (rate.seen + rate.known * sure)
            liked.append(score)
            assert attempt.letter == "H"
        chosen = exposure.attempts.index(step)
        sums[place] = log(np.exp(liked[chosen]) / np.exp(liked).sum())
    said = found.said[1, row]
    for place in range(1, 12):
        assert said[place] - said[0] == pytest.approx(sums[place] - sums[0], abs=1e-4)


def test_what_a_choice_tells_is_how_far_the_chances_move() -> None:
    """Whoever steps into danger tells more than whoever steps far away from everything."""
    position = beside_each_other()
    before, bits = Reading(CLASSIC, 1, CAREFUL), {}
    assert before.chances is not None
    for step in (Attempt("H", 0, 2), Attempt("V", 2, 1)):
        after = after_step(position, step).chances
        assert after is not None
        bits[step.letter] = before.tells(position, step)
        assert bits[step.letter] == pytest.approx((after * np.log2(after / before.chances)).sum())
    assert bits["H"] > bits["V"] > 0
    assert (before.said == 0).all()


# --- Who is listened to -------------------------------------------------------------------------------


def test_whoever_walks_into_danger_is_soon_not_listened_to() -> None:
    """The weights come from the habits that foretell what is done; the careless say nothing."""
    draw = random.Random(2)
    deals = random_deal(CLASSIC, draw), random_deal(CLASSIC, draw)
    game = Game(CLASSIC, deals)
    for _ in range(60):
        if game.outcome is None:
            game.push(draw.choice(game.attempts()))
    found = read(game, 0)
    assert found.shares[0] > 0.9
    assert found.shares.sum() == pytest.approx(1)


# --- As it grows --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "tokens", "anyone"])
def test_a_reading_that_grows_is_the_same_as_one_made_anew(name: str) -> None:
    whole = random_game(RULES[name], 8)
    game = Game(whole.rules, whole.deals, whole.first, whole.placements)
    readings._LATELY.clear()
    for event in whole.events:
        game.push(event.action, event.answer)
        if len(game.events) % 7 == 0 or len(game.events) == len(whole.events):
            assert (reading_of(game, 0, CAREFUL).weights == read(game, 0).weights).all()
    assert len(readings._LATELY) <= readings.KEPT


def test_each_event_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where each turn comes in a view of its own, as players get it."""
    whole = random_game(RULES["classic"], 5)
    game = Game(whole.rules, whole.deals, whole.first)
    readings._LATELY.clear()
    seen: list[int] = []
    usual = Reading.seen
    monkeypatch.setattr(
        Reading, "seen", lambda self, position, event: seen.append(1) or usual(self, position, event)
    )
    for event in whole.events:
        game.push(event.action, event.answer)
        reading_of(game.view(0).game(), 0, CAREFUL)
    assert len(seen) == len(whole.events)


# --- No leaks -----------------------------------------------------------------------------------------


def twins(name: str, seed: int) -> Iterator[tuple[Game, Game]]:
    """Two games that differ in nothing but the diagrams of side 0, at some moments."""
    whole = random_game(RULES[name], seed)
    draw = random.Random(seed)
    other = random_deal(whole.rules, draw)
    games = [
        Game(whole.rules, (deal, whole.deals[1]), whole.first, whole.placements)
        for deal in (whole.deals[0], other)
    ]
    for count, event in enumerate(whole.events, 1):
        if event.answer.shown is not None:
            break
        for game in games:
            game.go_on(event.action, event.answer)
        if count % 9 == 0:
            yield games[0], games[1]


@pytest.mark.parametrize("name", ["classic", "espionage", "all but 1"])
def test_the_same_view_gives_the_same_weights_whatever_is_hidden(name: str) -> None:
    moments = 0
    for one, two in twins(name, 6):
        assert one.view(0) == two.view(0)
        found = []
        for game in (one, two):
            readings._LATELY.clear()
            standpoint = Standpoint(game.view(0), seed=1, size=16, behaviour=CAREFUL)
            assert standpoint.readings is not None
            found.append(
                [
                    *(each.weights.tobytes() for each in standpoint.readings),
                    standpoint.knows.tobytes(),
                    standpoint.worlds.tobytes(),
                    [standpoint.chance_of_yes(each) for each in standpoint.position.attempts()],
                ]
            )
        assert found[0] == found[1]
        moments += 1
    assert moments


# --- Where it is used ---------------------------------------------------------------------------------


def test_a_standpoint_goes_by_what_was_read_and_shows_the_facts() -> None:
    game = random_game(RULES["classic"], 8)
    view = next(
        one.view(0) for one, _ in twins("classic", 8) if one.position.turn == 0 and len(one.events) > 20
    )
    plain, read_ = (Standpoint(view, seed=1, size=2000, behaviour=behaviour) for behaviour in (None, CAREFUL))
    assert plain.sheets == read_.sheets
    assert (plain.knows != read_.knows).any()
    for attempt in view.attempts():
        chance = read_.chance_of_yes(attempt)
        promoted = view.position.is_promoted(0, attempt.letter)
        exact = float(plain.sheet.chance_of_yes(attempt, promoted=promoted) or 0)
        assert plain.chance_of_yes(attempt) == pytest.approx(exact, abs=1e-9)
        assert (chance in {0.0, 1.0}) == (exact in {0.0, 1.0})
        assert read_.allowed(attempt).mean() == pytest.approx(chance, abs=0.06)
    assert game.rules == view.rules


def test_what_if_keeps_what_was_read() -> None:
    game = random_game(RULES["classic"], 8)
    while game.outcome is not None or game.position.turn != 0 or len(game.events) > 40:
        game.pop()
    sheet = sheet_of(game, 0, behaviour=CAREFUL)
    attempt = next(each for each in game.attempts() if 0 < (sheet.chance_of_yes(each) or 0) < 1)
    after_ = what_if(sheet, attempt, allowed=True)
    assert after_.weights == sheet.weights
    assert after_ != what_if(sheet_of(game, 0), attempt, allowed=True)


# --- Names --------------------------------------------------------------------------------------------


def test_models_by_name() -> None:
    assert behaviour_of("careful") == CAREFUL
    assert behaviour_of("off") is None
    half = behaviour_of("careful:0.5")
    assert half is not None
    assert (half.trust, str(half), str(CAREFUL)) == (0.5, "careful:0.5", "careful")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("carefull", "there is no model 'carefull' of behaviour; did you mean 'careful'?"),
        ("off:1", "there is no model 'off:1' of behaviour"),
        ("careful:2", "how much is believed must be a number above 0, at most 1"),
        ("careful:0", "how much is believed must be a number above 0, at most 1"),
        ("careful:much", "how much is believed must be a number above 0, at most 1"),
    ],
)
def test_a_model_that_is_none(text: str, message: str) -> None:
    with pytest.raises(ConfusionError) as caught:
        behaviour_of(text)
    assert message in str(caught.value)
