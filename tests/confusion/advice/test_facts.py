"""What is certain about an attempt: compared with every deal tried, and with every enemy attempt."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import islice, permutations
from pathlib import Path

import pytest

from common import CLASSIC
from confusion.knowledge.brute_knowledge import Brute, told
from confusion_games import RULES, choice, new_game
from confusion_plays import attempt, play
from deduce.confusion.advice.facts import Facts, facts_about
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.engine.actions import Answer, Attempt, Manner
from deduce.confusion.engine.diagrams import load_diagrams
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import Position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.turns import after, is_arrival
from deduce.confusion.knowledge.behaviour import CAREFUL
from deduce.confusion.knowledge.reading import Reading
from deduce.confusion.knowledge.sheet import sheet_of

DEAL = dict(zip(CLASSIC.letters, range(1, 13), strict=True))


def says(said: bool, _: Attempt) -> bool:
    """The answer for a double agent."""
    return said


def moments(name: str, seed: int, step: int) -> Iterator[Game]:
    """A random game, as it stands now and then when an attempt can be made."""
    draw = random.Random(f"facts {name} {seed}")
    game = new_game(RULES[name], draw)
    while game.outcome is None:
        if len(game.events) % step == 0 and game.attempts():
            yield game
        game.push(choice(game, draw), agent=partial(says, draw.random() < 0.5))


def asked(name: str, count: int) -> Iterator[tuple[Game, Attempt, Facts]]:
    """Attempts of random games, with their facts."""
    for seed in range(2):
        for game in islice(moments(name, seed, 11), 5):
            draw = random.Random(seed)
            standpoint = Standpoint(game.view(game.position.turn), seed=1, size=4)
            attempts = game.attempts()
            near = [each for each in attempts if enemies(game, each)]
            picked = draw.sample(attempts, min(count, len(attempts))) + near[:count]
            for each in dict.fromkeys(picked):
                yield game, each, facts_about(standpoint, each)


def following(game: Game, action: Attempt) -> Position:
    """The position after a yes."""
    tells = is_arrival(game.position, action) and not game.rules.anyone_is_promoted
    return after(game.position, action, Answer(promoted=False if tells else None))


def enemies(game: Game, action: Attempt) -> set[str]:
    """The enemy pieces that could then move to where an attempt leads, if there is something to be taken."""
    there = following(game, action)
    target, turn = game.position.target(action), game.position.turn
    held = there.held[target]
    if there.turn == turn or held not in game.rules.board.pieces[turn]:
        return set()
    return {
        each.letter for each in there.attempts() if each.kind is Manner.MOVE and there.target(each) == target
    }


# --- Chances and what an answer settles ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "no double agent", "tokens", "anyone"])
def test_chances_and_bits(name: str) -> None:
    """The chance is that of the sheet; the bits follow from the exact fraction."""
    kinds = set()
    for game, action, facts in asked(name, 4):
        side = game.position.turn
        promoted = game.position.is_promoted(side, action.letter)
        chance = sheet_of(game, side).chance_of_yes(action, promoted=promoted)
        assert facts.chance == chance
        assert isinstance(facts.chance, Fraction)
        shares = [float(share) for share in (facts.chance, 1 - facts.chance) if share]
        assert facts.bits == pytest.approx(sum(-share * math.log2(share) for share in shares), abs=1e-12)
        assert (facts.bits == 0) is (facts.chance in {0, 1})
        kinds.add("open" if facts.bits else "yes" if facts.chance else "no")
    # A double agent leaves hardly any yes certain.
    assert kinds >= {"open", "no"}
    assert "yes" in kinds or RULES[name].has_double_agent


def test_cf_promo_1_bits_of_whether_a_piece_is_promoted() -> None:
    """On the last row a yes says more than yes, by hand.

    L went right and forward, so it is Rook, Novice, King or Sprinkler. Two forward onto the last row only the
    first two can go, and of them the Novice is promoted: 1/4, 1/4 and 1/2. One forward all four can.
    """
    game = play(Game(CLASSIC, (None, DEAL)), "L-E1 ." + " L-N1 ." * 7)
    standpoint = Standpoint(game.view(0), seed=1, size=2)
    two = facts_about(standpoint, attempt(game, "L-N2"))
    assert (two.chance, two.bits, two.promotion_bits) == (Fraction(1, 2), 1.5, 0.5)
    one = facts_about(standpoint, attempt(game, "L-N1"))
    assert (one.chance, one.bits, one.promotion_bits) == (1, 0, 0)
    play(game, "L-N1 .")
    last = facts_about(Standpoint(game.view(0), seed=1, size=2), attempt(game, "L-N1"))
    assert last.chance == 1
    assert last.bits == last.promotion_bits == pytest.approx(2 - 0.75 * math.log2(3))


@pytest.mark.parametrize("name", ["classic", "no double agent", "tokens"])
def test_what_an_answer_settles(name: str) -> None:
    """Deals after a yes and after a no are those before, but where a double agent may agree with both."""
    learnt = 0
    for game, action, facts in asked(name, 3):
        side = game.position.turn
        sheet = sheet_of(game, side)
        if game.position.is_promoted(side, action.letter):
            assert (facts.after_yes, facts.after_no) == (None, None)
            continue
        assert (facts.after_yes is None) is (facts.chance == 0)
        assert (facts.after_no is None) is (facts.chance == 1)
        left = [settled.deals for settled in (facts.after_yes, facts.after_no) if settled is not None]
        if not game.rules.has_double_agent:
            assert sum(left) == sheet.worlds
            assert facts.chance == Fraction(facts.after_yes.deals if facts.after_yes else 0, sheet.worlds)
        else:
            assert sheet.worlds <= sum(left) <= 2 * sheet.worlds
        for settled in (facts.after_yes, facts.after_no):
            if settled is not None:
                assert not set(settled.certain) & set(sheet.certain)
                learnt += bool(settled.certain)
    assert learnt >= 1


RULES_FILE = """
format = "deduce.confusion.rules/1"
name = "small"
sides = [{ name = "Green", french = "Vert" }, { name = "Blue", french = "Bleu" }]
columns = 5
rows = 6
neutral = [3, 4]
late_contact = true
[layout]
A = [2, 1]
B = [3, 2]
C = [4, 1]
"""
DIAGRAMS_FILE = """
format = "deduce.confusion.diagrams/1"
name = "three"
[[diagram]]
number = 1
reach = 2
directions = ["N", "NE"]
[[diagram]]
number = 2
reach = 1
directions = ["E", "W"]
[[diagram]]
number = 3
reach = 1
directions = ["N", "W"]
promotable = true
[promoted]
reach = 1
directions = ["N", "S"]
"""


@pytest.fixture
def small(tmp_path: Path) -> Rules:
    """Three pieces a side."""
    (tmp_path / "small.toml").write_text(RULES_FILE, encoding="utf-8")
    (tmp_path / "three.toml").write_text(DIAGRAMS_FILE, encoding="utf-8")
    return Rules.of(str(tmp_path / "small.toml"), diagrams=load_diagrams(tmp_path / "three.toml"))


def test_letters_that_become_certain_are_those_of_every_deal(small: Rules) -> None:
    """Every attempt after random answers in a small game, against all deals."""
    seen = 0
    for seed in range(25):
        draw = random.Random(seed)
        numbers = draw.choice(list(permutations((1, 2, 3))))
        deal = dict(zip("ABC", numbers, strict=True))
        game = Game(small, (deal, deal))
        for _ in range(draw.randrange(0, 8, 2)):
            if game.outcome is None:
                game.push(draw.choice(game.attempts()))
        if game.outcome is not None:
            continue
        side = game.position.turn
        brute = Brute(small, told(game, side), "coin")
        before = only(brute)
        standpoint = Standpoint(game.view(side), seed=1, size=4)
        for action in game.attempts():
            if game.position.is_promoted(side, action.letter):
                continue
            facts = facts_about(standpoint, action)
            for allowed, settled in ((True, facts.after_yes), (False, facts.after_no)):
                later = brute.with_answer(action, allowed=allowed)
                assert (settled is None) is (not later.deals)
                if settled is not None:
                    expected = {letter: n for letter, n in only(later).items() if letter not in before}
                    assert (settled.deals, settled.certain) == (len(later.deals), expected)
                    seen += bool(expected)
    assert seen >= 50


def only(brute: Brute) -> dict[str, int]:
    """The letters of which one diagram is left."""
    return {letter: row[0] for letter, row in brute.possible.items() if len(row) == 1}


# --- What could take the piece ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_takers_are_the_enemies_attempts_after_the_move(name: str) -> None:
    """With their true diagrams, and with the chance that their owner gives them."""
    kinds = set()
    for game, action, facts in asked(name, 3):
        them = 1 - game.position.turn
        deal, there = game.deals[them], following(game, action)
        assert deal is not None
        sheet, diagrams = sheet_of(game, them), game.rules.diagrams
        expected = {}
        for each in there.attempts() if facts.chance and enemies(game, action) else ():
            if each.kind is not Manner.MOVE or there.target(each) != game.position.target(action):
                continue
            promoted = there.is_promoted(them, each.letter)
            diagram = diagrams.promoted if promoted else diagrams[deal[each.letter]]
            truth = None if diagram.is_double_agent else diagram.allows(each.way, each.distance)
            chance = sheet.chance_of_yes(each, promoted=promoted)
            if truth or chance:
                expected[each.letter] = truth, chance
        assert {taker.letter: (taker.truth, taker.chance) for taker in facts.takers} == expected
        assert len(facts.takers) == len(expected)
        order = [(not taker.truth, -(taker.chance or 0), taker.letter) for taker in facts.takers]
        assert order == sorted(order)
        kinds |= {taker.truth for taker in facts.takers}
    assert {True, False} <= kinds


def test_nothing_is_taken_after_the_game() -> None:
    """CF-WIN-2: whoever wins at once need not fear anybody."""
    wins = 0
    for seed in range(6):
        for game in moments("espionage", seed, 1):
            for action in game.attempts():
                outcome = following(game, action).outcome
                if outcome is None or outcome.winner is None:
                    continue
                standpoint = Standpoint(game.view(game.position.turn), seed=1, size=4)
                facts = facts_about(standpoint, action)
                assert facts.takers == ()
                wins += 1
                break
    assert wins >= 1


def test_with_an_unknown_deal_nobody_knows_what_takes() -> None:
    """The truth is open; what the owner reckons is still public."""
    game = play(Game(CLASSIC), "H-N2 . H-N2 . H-N2 .")
    standpoint = Standpoint(game.view(0), seed=1, size=4)
    takers = [taker for action in game.attempts() for taker in facts_about(standpoint, action).takers]
    assert takers
    assert {taker.truth for taker in takers} == {None}
    assert all(taker.chance is not None and 0 < taker.chance <= 1 for taker in takers)


# --- What is given away --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "tokens"])
def test_what_cannot_be_allowed_tells_nothing(name: str) -> None:
    """Whatever else is tried was chosen among all that could be, so much of it tells a little."""
    told = []
    for _, _, facts in asked(name, 4):
        assert facts.tells >= 0 if facts.chance else facts.tells == 0
        told.append(facts.tells)
    assert max(told) > 0.001


TELLING_RULES = RULES_FILE.replace("C = [4, 1]\n", "").replace("neutral = [3, 4]", "neutral = [5, 4]")
TELLING_DIAGRAMS = """
format = "deduce.confusion.diagrams/1"
name = "two"
[[diagram]]
number = 1
reach = 2
directions = ["N", "W"]
[[diagram]]
number = 2
reach = 1
directions = ["NE", "W"]
[promoted]
reach = 1
directions = ["N", "S"]
"""


def test_what_a_step_tells_by_hand(tmp_path: Path) -> None:
    """Blue's B could take there by the first diagram only.

    With two letters there are two deals, and both letters move by as many bits.
    """
    (tmp_path / "small.toml").write_text(TELLING_RULES, encoding="utf-8")
    (tmp_path / "two.toml").write_text(TELLING_DIAGRAMS, encoding="utf-8")
    rules = Rules.of(str(tmp_path / "small.toml"), diagrams=load_diagrams(tmp_path / "two.toml"))
    game = Game(rules, (None, {"A": 1, "B": 2}))
    step = attempt(game, "B-N1")
    assert enemies(game, step) == {"B"}
    facts = facts_about(Standpoint(game.view(0), seed=1, size=4), step)
    event = game.push(step, Answer())
    row = Reading(rules, 1, CAREFUL).seen(game.positions[0], event).weights
    game.pop()
    crossed, straight = row[0, 0] * row[1, 1], row[0, 1] * row[1, 0]
    share = crossed / (crossed + straight)
    assert abs(share - 1 / 2) > 0.01
    expected = 2 * (share * math.log2(2 * share) + (1 - share) * math.log2(2 * (1 - share)))
    assert facts.tells == pytest.approx(expected, abs=1e-9)
    assert [(taker.letter, taker.truth, taker.chance) for taker in facts.takers] == [
        ("B", False, Fraction(1, 2))
    ]
    # Once Blue knows, nothing is told any more.
    play(game, "(A-N2) (B-N2)")
    assert sheet_of(game, 1).certain == {"A": 1, "B": 2}
    assert facts_about(Standpoint(game.view(0), seed=1, size=4), step).tells == pytest.approx(0, abs=1e-6)


def test_what_truly_takes_is_named_even_if_a_slip_speaks_against_it(tmp_path: Path) -> None:
    """Blue was told no for what Blue's B can do: Blue does not reckon with it, but it is true."""
    (tmp_path / "small.toml").write_text(TELLING_RULES, encoding="utf-8")
    (tmp_path / "two.toml").write_text(TELLING_DIAGRAMS, encoding="utf-8")
    rules = Rules.of(str(tmp_path / "small.toml"), diagrams=load_diagrams(tmp_path / "two.toml"))
    game = play(Game(rules, (None, {"A": 2, "B": 1})), "(A-N2) (B-N2)")
    facts = facts_about(Standpoint(game.view(0), seed=1, size=4), attempt(game, "B-N1"))
    assert [(taker.letter, taker.truth, taker.chance) for taker in facts.takers] == [("B", True, Fraction(0))]
