"""What an option is for: every exact word compared with the rules and with all deals, the rest counted."""

from __future__ import annotations

import random
import re
import textwrap
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice, permutations
from pathlib import Path

import numpy as np
import pytest

from common import CLASSIC, SAMPLE
from confusion.advice.test_search import actor, moments
from confusion.knowledge.brute_knowledge import Brute, told
from confusion_plays import attempt, play
from deduce.confusion.advice.advice import advise
from deduce.confusion.advice.crowd import CARRY, MOVE, PASS, Choices
from deduce.confusion.advice.facts import Settled, facts_about
from deduce.confusion.advice.following import Diary, Does, Following, Followings
from deduce.confusion.advice.fresh import play_afresh
from deduce.confusion.advice.options import attempt_options
from deduce.confusion.advice.plans import Plan, plan_data, plan_of, plan_words
from deduce.confusion.advice.said import advice_told
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.engine.actions import (
    SILENT,
    Answer,
    Attempt,
    Expose,
    Manner,
    MoveTwo,
    Reveal,
    SwapTwo,
)
from deduce.confusion.engine.diagrams import load_diagrams
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import FRESH
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.turns import is_arrival, played
from deduce.confusion.kind import read_record
from deduce.tabletop.budget import Budget

DEAL = dict(zip(CLASSIC.letters, range(1, 13), strict=True))


def plan(game: Game, action: Attempt) -> Plan:
    """What an attempt of the side to move is for."""
    standpoint = Standpoint(game.view(game.position.turn), seed=1, size=4)
    return plan_of(standpoint, action, facts_about(standpoint, action))


# --- What it does at once ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "espionage", "small, late"])
def test_aims_are_what_the_rules_say(name: str) -> None:
    """Who is taken, what becomes of Z, and who wins, for every attempt of random games."""
    seen: Counter[str] = Counter()
    for seed in range(4 if name == "classic" else 2):
        for game in islice(moments(name, 60 + seed, 9), 3, 8):
            position, side = game.position, actor(game)
            if position.stage != FRESH:
                continue
            standpoint = Standpoint(game.view(side), seed=1, size=2)
            telling = [each for each in game.attempts() if matters(game, each)]
            for action in game.attempts()[::20] + telling[:: len(telling) // 8 + 1]:
                facts = facts_about(standpoint, action)
                aims = plan_of(standpoint, action, facts).aims
                if not facts.chance:
                    assert aims == ()
                    continue
                tells = is_arrival(position, action) and not game.rules.anyone_is_promoted
                event, later = played(position, action, Answer(promoted=False) if tells else SILENT)
                wins = later.outcome is not None and later.outcome.winner == side
                assert (aims == ("wins",)) is wins
                if wins:
                    seen["wins"] += 1
                    continue
                taken = [aim for aim in aims if re.fullmatch(r"takes ([A-Y]|Z from [A-Y])", aim)]
                home = any(aim.startswith("brings Z onto the last row") for aim in aims)
                if event.captured and not (home and event.took_neutral):
                    assert [aim[-1] for aim in taken] == [event.captured]
                else:
                    assert taken == []
                assert home is (
                    later.neutral in game.rules.board.last_rows[side]
                    and later.neutral != position.neutral
                    and later.holder is not None
                    and later.holder[0] == side
                )
                assert any("promoted" in aim for aim in aims) is bool(promotable(standpoint, action))
                for aim in aims:
                    seen[aim.split()[0]] += 1
    assert min(seen[each] for each in ("takes", "comes")) >= 1, seen


def matters(game: Game, action: Attempt) -> bool:
    """Whether an attempt takes something or has to do with Z."""
    target = game.position.target(action)
    return (
        action.kind is not Manner.MOVE
        or target == game.position.neutral
        or game.position.held[target] in game.rules.board.pieces[1 - game.position.turn]
    )


def promotable(standpoint: Standpoint, action: Attempt) -> list[int]:
    """The diagrams by which an attempt is allowed and the piece then promoted (CF-PROMO-1)."""
    if standpoint.view.rules.anyone_is_promoted or not is_arrival(standpoint.position, action):
        return []
    return [
        number
        for number in standpoint.sheet.possible[action.letter]
        for diagram in [standpoint.view.rules.diagrams[number]]
        if diagram.promotable and diagram.allows(action.way, action.distance)
    ]


def enemies_to(game: Game, square: int, *, truly: bool = True) -> set[str]:
    """The enemy pieces whose diagram lets them move to a square if it were their turn, by the plain rules."""
    them = 1 - game.position.turn
    theirs = replace(game.position, turn=them, stage=FRESH)
    found = set()
    for each in theirs.attempts():
        diagram = game.diagram(them, each.letter)
        if each.kind is Manner.MOVE and theirs.target(each) == square and diagram is not None and truly:
            if theirs.is_promoted(them, each.letter):
                diagram = game.rules.diagrams.promoted
            if diagram.allows(each.way, each.distance):
                found.add(each.letter)
    return found


def test_who_gets_away_was_in_danger() -> None:
    """And is in none where it goes."""
    away = 0
    for seed in range(3):
        for game in islice(moments("classic", 80 + seed, 7), 6):
            standpoint = Standpoint(game.view(actor(game)), seed=1, size=2)
            for action in game.attempts():
                start = game.position.squares[game.position.piece(actor(game), action.letter)]
                threats = enemies_to(game, start)
                if action.kind is Manner.PASS or not threats:
                    continue
                facts = facts_about(standpoint, action)
                aims = [aim for aim in plan_of(standpoint, action, facts).aims if "gets away" in aim]
                if aims:
                    named = set(re.findall(r"\b[A-Y]\b", aims[0]))
                    assert named <= threats
                    assert not any(taker.truth for taker in facts.takers)
                    away += 1
    assert away >= 3


RULES_FILE = """
format = "deduce.confusion.rules/1"
name = "small"
sides = [{ name = "Green", french = "Vert" }, { name = "Blue", french = "Bleu" }]
columns = 5
rows = 7
neutral = [3, 4]
late_contact = true
[layout]
A = [3, 2]
B = [2, 2]
C = [5, 1]
"""
DIAGRAMS_FILE = """
format = "deduce.confusion.diagrams/1"
name = "three"
[[diagram]]
number = 1
name = "Post"
reach = 2
directions = ["N", "S"]
[[diagram]]
number = 2
name = "Crab"
reach = 1
directions = ["E", "W", "N"]
promotable = true
[[diagram]]
number = 3
name = "Fool"
reach = 1
directions = ["NE", "W"]
[promoted]
reach = 1
directions = ["N", "S"]
"""


@pytest.fixture
def small(tmp_path: Path) -> Rules:
    """Three pieces a side; A stands behind Z on both."""
    (tmp_path / "small.toml").write_text(RULES_FILE, encoding="utf-8")
    (tmp_path / "three.toml").write_text(DIAGRAMS_FILE, encoding="utf-8")
    return Rules.of(str(tmp_path / "small.toml"), diagrams=load_diagrams(tmp_path / "three.toml"))


def test_cf_z_1_taking_z_is_named_first(small: Rules) -> None:
    """Blue's A truly can take it there, and everybody who could is behind it."""
    game = Game(small, (None, {"A": 1, "B": 2, "C": 3}))
    found = plan(game, attempt(game, "A-N2"))
    assert found.aims[0] == "takes Z"
    assert plan_words(found, 200) == ("if yes, it takes Z, and A is Post; if no, A is Crab or Fool")


def test_cf_win_1_z_on_the_last_row_and_who_can_take_it(small: Rules) -> None:
    """With late contact the game is not won yet; Blue's C stands beside it in one game only."""
    for text, words in (
        ("A-N2 C-W1 AZ-N2 (C-N2)", "where C can take it"),
        ("A-N2 (C-N2) AZ-N2 (C-N2)", "where nothing can take it"),
    ):
        game = play(Game(small, (None, {"A": 1, "B": 3, "C": 2})), text)
        assert plan(game, attempt(game, "AZ-N1")).aims[0] == f"brings Z onto the last row, {words}"


def test_ways_to_z_are_closed_and_opened(small: Rules) -> None:
    """Blue's A goes two squares straight to Z; Green's A does once B is out of its way."""
    game = play(Game(small, (None, {"A": 1, "B": 3, "C": 2})), "B-N1 (C-N2) B-N1 (C-N2) B-N1 (C-N2)")
    assert plan(game, attempt(game, "B-E1")).aims[0] == "stands in the way of A"
    other = play(Game(small, (None, {"A": 3, "B": 1, "C": 2})), "B-N1 (C-N2) B-N1 (C-N2) B-N1 (C-N2)")
    assert not any("in the way" in aim for aim in plan(other, attempt(other, "B-E1")).aims)
    text = "A-S1 (C-N2) A-N1 (C-N2) B-N1 (C-N2) B-E1 (C-N2)"
    behind = play(Game(small, (None, {"A": 3, "B": 1, "C": 2})), text)
    assert "opens the way to Z for A" in plan(behind, attempt(behind, "B-W1")).aims


def test_cf_z_2_and_3_what_becomes_of_z(small: Rules) -> None:
    """Carried on, back or aside, put down, passed or given away."""
    game = play(Game(small, (None, {"A": 1, "B": 2, "C": 3})), "A-N2 . B-N1 .")
    words = {text: plan(game, attempt(game, text)).aims for text in ("AZ-N1", "AZ-N2", "Z-N1", "Z-S1")}
    assert words["AZ-N1"][0] == "carries Z one on"
    assert words["AZ-N2"][0] == "takes Z" or words["AZ-N2"][0].startswith("carries Z two on")
    assert words["Z-N1"] == ("puts Z down",)
    assert words["Z-S1"] == ("puts Z down",)
    back = plan(game, Attempt("A", 4, 1, Manner.CARRY))
    assert back.aims[0] == "carries Z one back"


# --- What the answer settles ---------------------------------------------------------------------------


def test_what_is_said_of_answers_is_so_in_every_deal(small: Rules) -> None:
    """All attempts after random answers of a small game, against all deals."""
    names = {str(diagram): number for number, diagram in small.diagrams.items()}
    said = 0
    for seed in range(20):
        draw = random.Random(seed)
        deal = dict(zip("ABC", draw.choice(list(permutations((1, 2, 3)))), strict=True))
        game = Game(small, (deal, deal))
        for _ in range(draw.randrange(0, 6, 2)):
            if game.outcome is None:
                game.push(draw.choice(game.attempts()))
        if game.outcome is not None:
            continue
        brute = Brute(small, told(game, game.position.turn), "coin")
        for action in game.attempts():
            if game.position.is_promoted(game.position.turn, action.letter):
                continue
            found = plan(game, action)
            for allowed, words in ((True, found.if_yes), (False, found.if_no)):
                left = brute.with_answer(action, allowed=allowed).possible
                for part in filter(None, words.split(" and ")):
                    letter, rest = part[0], part[2:]
                    named = {names[name] for name in names if name in rest}
                    if rest.startswith(("is not ", "is neither ")):
                        assert named == set(brute.possible[letter]) - set(left[letter])
                    else:
                        assert rest.startswith("is ")
                        assert named == set(left[letter])
                    said += 1
    assert said >= 50


def test_a_refusal_that_is_certain_and_an_answer_that_is_none() -> None:
    """Nothing is said of what cannot be heard."""
    game = play(Game(CLASSIC, (None, DEAL)), "A-N1 . A-N2 . A-N3 .")
    certain = Attempt("A", 6, 1)
    found = plan(game, certain)
    assert (found.chance, found.aims, found.if_yes, found.if_no) == (0, (), "", "")
    assert plan_words(found, 100) == "it will certainly be refused"


# --- What comes next -----------------------------------------------------------------------------------


def test_what_follows_is_counted_in_the_games() -> None:
    """A piece that stands before Z, and knows that it can, takes it next turn in nearly all games."""
    game = play(Game(CLASSIC, (None, {**DEAL})), "H-N2 . H-N1 .")
    assert game.position.holder is None
    standpoint = Standpoint(game.view(0), seed=1, size=64)
    option = next(each for each in attempt_options(standpoint) if str(each.action) == "A-N1")
    (found,) = play_afresh(standpoint, [option], games=64, seed=2)
    following = found.following
    assert following is not None
    assert 0 < following.count <= following.games < 64, "only games after a yes count"
    assert following.share == Fraction(following.count, following.games)
    assert following.games == int(standpoint.allowed(Attempt("A", 0, 1)).sum())


def test_what_pieces_do_is_told_apart() -> None:
    """One crowd of two games, and what is tried in it said by hand."""
    game = play(Game(CLASSIC, (None, DEAL)), "H-N2 .")
    standpoint = Standpoint(game.view(0), seed=1, size=2)
    crowd = standpoint.crowd(standpoint.position, np.arange(2, dtype=np.int32))
    letters, board = CLASSIC.letters, CLASSIC.board
    theirs = int(crowd.where[0, 1, letters.index("T")])
    mine = int(crowd.where[0, 0, letters.index("L")])
    empty, last = 5 * 11, min(board.last_rows[0])
    neutral = int(crowd.neutral[0])
    cases = [
        (MOVE, theirs, True, (Does.TAKES, "T")),
        (MOVE, theirs, False, (Does.GOES, None)),
        (MOVE, empty, True, (Does.GOES, None)),
        (MOVE, neutral, True, (Does.TAKES_NEUTRAL, None)),
        (CARRY, empty, True, (Does.CARRIES, None)),
        (CARRY, last, True, (Does.HOME, None)),
        (PASS, mine, True, (Does.PASSES, "L")),
        (PASS, empty, True, (Does.GOES, None)),
    ]
    for kind, target, allowed, (does, whom) in cases:
        counts, diary = Followings(letters), Diary(0, 2)
        column = np.zeros(2, np.int32)
        chosen = Choices(
            np.arange(2, dtype=np.int32),
            column + letters.index("H"),
            column,
            column + kind,
            column,
            column + target,
            np.ones(2, np.float32),
        )
        diary.note(crowd, chosen, np.array([allowed, allowed]))
        counts.add(diary, np.ones(2, np.bool_))
        assert counts.most(Fraction(1, 2)) == Following("H", does, whom, 1, 2, 2)


def test_what_is_done_soon_is_counted_once_in_each_game() -> None:
    """In later turns only the first thing that matters counts, and after three turns nothing."""
    game = play(Game(CLASSIC, (None, DEAL)), "H-N2 .")
    standpoint = Standpoint(game.view(0), seed=1, size=4)
    crowd = standpoint.crowd(standpoint.position, np.arange(4, dtype=np.int32))
    counts, diary = Followings(CLASSIC.letters), Diary(0, 4)
    goes, carries = (MOVE, 5 * 11), (CARRY, 5 * 11)
    for turns in (
        [goes] * 4,
        [carries, goes, goes, carries],
        [carries, carries, goes, carries],
        [carries] * 4,
    ):
        column = np.zeros(4, np.int32)
        chosen = Choices(
            np.arange(4, dtype=np.int32),
            column,
            column,
            np.array([kind for kind, _ in turns], np.int32),
            column,
            np.array([target for _, target in turns], np.int32),
            np.ones(4, np.float32),
        )
        diary.note(crowd, chosen, np.ones(4, np.bool_))
    counts.add(diary, np.array([True, True, True, False]))
    assert counts.games == 3
    assert counts.most(Fraction(1, 2)) == Following(CLASSIC.letters[0], Does.CARRIES, None, 3, 2, 3)
    assert counts.most(Fraction(9, 10)) == Following(CLASSIC.letters[0], Does.GOES, None, 1, 3, 3)


# --- What else can be done -----------------------------------------------------------------------------


def test_cf_tok_and_cf_da_what_tokens_and_agents_are_for() -> None:
    """Each says what it does; what follows comes in the same turn."""
    game = Game(
        Rules.of("espionage", tokens=True), (None, dict(zip("ACEHKLNOPSTVX", range(1, 14), strict=True)))
    )
    standpoint = Standpoint(game.view(0), seed=1, size=4)
    taking = Following("T", Does.TAKES_NEUTRAL, None, 1, 2, 4)
    for action, words in (
        (Reveal("P"), "it shows which of 13 diagrams P has"),
        (MoveTwo(), "it gives two attempts in one turn"),
        (SwapTwo("A", "P"), "it puts each of A and P where the other stands"),
        (Expose("X"), "it takes X, their double agent, off the board"),
    ):
        found = plan_of(standpoint, action, None, taking)
        assert plan_words(found, 200) == f"{words}, and T takes Z in the same turn (50%)"


# --- In words ------------------------------------------------------------------------------------------

FULL = Plan(
    Fraction(1, 2),
    ("takes Z from K", "gets away from S and T"),
    "H is Bishop and V is Crab",
    "H is Cardinal, Bishop or Crab",
    Following("V", Does.PASSES, "T", 3, 50, 100),
)


def test_what_matters_least_is_left_out_first() -> None:
    """In a given room; the aim and what a no leaves stay longest."""
    whole = plan_words(FULL, 500)
    assert whole == (
        "if yes, it takes Z from K and gets away from S and T, and V passes Z to T within three turns (50%), "
        "and H is Bishop and V is Crab; if no, H is Cardinal, Bishop or Crab"
    )
    lengths = [len(plan_words(FULL, room)) for room in range(500, 0, -10)]
    assert lengths == sorted(lengths, reverse=True)
    assert plan_words(FULL, len(whole)) == whole
    assert "H is Bishop" not in plan_words(FULL, len(whole) - 1)
    assert plan_words(FULL, 130).startswith("if yes, it takes Z from K")
    assert "if no, H is Cardinal" in plan_words(FULL, 130)
    assert plan_words(replace(FULL, sure=True), 130) == "it wins whatever the opponent does"


def test_a_plan_as_data() -> None:
    """The same, in parts."""
    found = plan_data(FULL)
    assert found["text"] == plan_words(FULL, 500)
    assert found["aims"] == list(FULL.aims)
    assert found["next"] == {
        "letter": "V",
        "does": "passes Z to",
        "whom": "T",
        "turns": 3,
        "count": 50,
        "games": 100,
    }


@pytest.mark.parametrize("name", ["classic", "tokens", "all but 1"])
def test_the_first_sentence_says_what_it_is_for(name: str) -> None:
    """In at most two lines of 80 columns, before any number of chances."""
    for game in islice(moments(name, 4, 9), 5):
        found = advise(game.view(actor(game)), Budget(None, 1500), seed=1, most_facts=2)
        text = advice_told(found, 0, 5).document()["text"][0]
        first = re.split(r"\. (?=Chance to win)", text)[0]
        assert len(textwrap.wrap(first, 80, subsequent_indent="  ")) <= 2
        assert "chance" not in first.lower()
        assert ": " in first


def test_settled_says_what_is_left_to_the_piece() -> None:
    """As the sheet has it."""
    game = read_record(SAMPLE).at(40).game()
    standpoint = Standpoint(game.view(1), seed=1, size=2)
    facts = facts_about(standpoint, Attempt("T", 0, 1))
    assert isinstance(facts.after_yes, Settled)
    assert facts.after_no is not None
    both = {*facts.after_yes.left, *facts.after_no.left}
    assert both == set(standpoint.sheet.possible["T"])
    assert not set(facts.after_yes.left) & set(facts.after_no.left)
