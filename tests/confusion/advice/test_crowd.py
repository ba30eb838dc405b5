"""The array engine has the rules of the reference engine, and its instinct sees only what it may.

`DEDUCE_PLIES=100000` compares so many turns with the reference engine instead of a few thousand.
"""

from __future__ import annotations

import math
import os
import random
from collections import Counter, deque
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from confusion.advice.lockstep import Lockstep, attempt_of, even, places_of, started
from deduce.confusion.advice.crowd import CARRY, MOVE, PASS, YIELDS, Choices, Crowd
from deduce.confusion.advice.instinct import (
    MANY,
    POINTS,
    SURE,
    best_of_each,
    instinct,
    judgement,
    look,
    weights,
)
from deduce.confusion.advice.lookups import FADING, Lookups, lookups_of
from deduce.confusion.advice.playout import play_on
from deduce.confusion.engine.actions import Attempt, Manner, MoveTwo
from deduce.confusion.engine.diagrams import Diagram, load_diagrams
from deduce.confusion.engine.directions import OFFSETS, direction
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.position import Position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import random_game
from deduce.confusion.formats.position_string import parse_position
from deduce.confusion.knowledge.outlook import what_if
from deduce.confusion.knowledge.sheet import sheet_of

FRESH_ERROR = 1e-6
"""How far the row of the first letter that is answered for may be off."""
PLIES = int(os.environ.get("DEDUCE_PLIES", "6000"))
"""How many turns are compared with the reference engine, all rules together."""
SIDES = 'sides = [{ name = "Green", french = "Vert" }, { name = "Blue", french = "Bleu" }]'
OWN_RULES = f"""
format = "deduce.confusion.rules/1"
name = "small"
{SIDES}
columns = 6
rows = 7
neutral = [3, 4]
late_contact = true
double_agent = true
agent_letter = "G"
[layout]
B = [2, 1]
D = [4, 1]
F = [5, 2]
G = [3, 2]
[[variant]]
number = 1
name = "no agent"
double_agent = false
[[variant]]
number = 3
name = "early contact"
late_contact = false
[[variant]]
number = 5
name = "anyone"
anyone_is_promoted = true
"""
OWN_DIAGRAMS = """
format = "deduce.confusion.diagrams/1"
name = "four"
[[diagram]]
number = 7
double_agent = true
[[diagram]]
number = 2
reach = 6
directions = ["N", "SW", "SE"]
promotable = true
[[diagram]]
number = 11
reach = 1
directions = ["NE", "E", "W", "NW"]
[[diagram]]
number = 40
reach = 3
directions = ["N", "NE", "S"]
promotable = true
[promoted]
reach = 5
directions = ["N", "E", "S", "W"]
"""
NAMES = (
    "classic",
    "espionage",
    "espionage 1",
    "espionage 2",
    "espionage 3",
    "espionage 4",
    "espionage 5",
    "espionage 1 5",
    "espionage 2 3",
    "espionage 3 5",
    "espionage 1 2 3 5",
    "espionage 2 3 4 5",
    "own",
    "own 1",
    "own 3 5",
    "own 5",
)
DIRECTIONS_AND_DISTANCES = [(way, distance) for way in range(8) for distance in range(1, 11)]


@pytest.fixture(scope="module")
def own_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with rules and diagrams of one's own."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "rules.toml").write_text(OWN_RULES, encoding="utf-8")
    (folder / "diagrams.toml").write_text(OWN_DIAGRAMS, encoding="utf-8")
    return folder


def rules_of(name: str, folder: Path, *, tokens: bool = False) -> Rules:
    """The rules of one of the names above."""
    ruleset, *numbers = name.split()
    variants = [int(number) for number in numbers]
    if ruleset == "own":
        diagrams = load_diagrams(folder / "diagrams.toml")
        return Rules.of(str(folder / "rules.toml"), variants=variants, diagrams=diagrams)
    return Rules.of(ruleset, variants=variants, tokens=tokens)


def middle(rules: Rules) -> tuple[int, int]:
    """From how many to how many turns a game is in its middle."""
    return (10, 30) if rules.rows < 11 else (60, 150)


def new_crowd(rules: Rules, size: int, seed: int, *, first: int = 0) -> Crowd:
    """Games from the start, each with deals of its own."""
    lookups, draw = lookups_of(rules), random.Random(seed)
    deals = [[places_of(lookups, random_deal(rules, draw)) for _ in (0, 1)] for _ in range(size)]
    position = Game(rules, first=first).position
    return Crowd(lookups, position, np.array(deals, np.int32), even(lookups, size))


def later_crowd(rules: Rules, size: int, seed: int, turns: int) -> Crowd:
    """Games in which so many turns were played, with what was learned in them."""
    crowd, draw = new_crowd(rules, size, seed, first=seed % 2), np.random.default_rng(seed)
    for _ in range(turns):
        chosen = instinct(crowd, weights(crowd.lookups)[0], heat=0.5, draw=draw)
        crowd.act(chosen, crowd.answers(chosen, draw))
    return crowd


def arrays_of(crowd: Crowd) -> dict[str, npt.NDArray[np.generic]]:
    """All that changes in a crowd but whose turn it is."""
    return {name: np.array(value) for name, value in vars(crowd).items() if isinstance(value, np.ndarray)}


def coin(_: Attempt, *, said: bool) -> bool:
    """What was said of a double agent."""
    return said


def same_choices(one: Choices, two: Choices) -> bool:
    """Whether two lists of attempts are the same."""
    return all(np.array_equal(getattr(one, name), getattr(two, name)) for name in vars(one))


# --- The rules: against the reference engine ---------------------------------------------------------


@pytest.mark.parametrize("engine", ["arrays", "compiled"])
@pytest.mark.parametrize("name", NAMES)
def test_random_games_are_those_of_the_reference_engine(name: str, engine: str, own_files: Path) -> None:
    """The same is possible, and leads to the same, from the start and from the middle of games."""
    rules = rules_of(name, own_files)
    least, seed, seen = PLIES / len(NAMES) / 2, 0, Counter[str]()
    plies = 0
    while plies < least:
        # Every other time from the middle of a random game, with promoted and captured pieces.
        begin = random.Random(seed).randint(*middle(rules)) if seed % 2 else 0
        start = started(rules, random.Random(seed), begin, with_promoted=seed % 4 == 1)
        games = Lockstep(start, 8, seed, engine)
        games.play(80)
        plies += games.plies
        seen += games.seen
        seed += 1
    kinds = [f"{kind.value} {said}" for kind in Manner for said in ("allowed", "refused")]
    assert min(seen[each] for each in (*kinds, "captured", "took Z")) > 0, seen
    if least >= 3000:
        assert min(seen["promoted"], seen["Z reached the last row"]) > 0, seen
        assert bool(seen["agent shown"]) is (rules.anyone_is_promoted and rules.has_double_agent), seen
        assert bool(seen["not promoted"]) is not rules.anyone_is_promoted, seen


@pytest.mark.parametrize("name", ["classic", "espionage 5", "own"])
def test_a_crowd_begins_where_any_game_stands(name: str, own_files: Path) -> None:
    """The board, promoted and captured pieces are taken over; a game that is over has no crowd."""
    rules, promoted, captured = rules_of(name, own_files), 0, 0
    first, last = middle(rules)
    for seed in range(12):
        draw = random.Random(seed)
        games = Lockstep(started(rules, draw, draw.randint(first, last), with_promoted=seed > 5), 2, seed)
        games.compare()
        position = games.games[0].position
        promoted += position.promoted.bit_count()
        captured += sum(square < 0 for square in position.squares)
    assert min(promoted, captured) > 5
    for seed in range(4):
        game = random_game(rules, random.Random(seed))
        assert game.outcome is not None
        over = Crowd(games.lookups, game.position, games.deals, even(games.lookups, 2))
        assert len(over) == 0
        assert over.winner.tolist() == [game.outcome.winner] * 2


def test_cf_tok_move2_two_attempts_in_one_turn() -> None:
    """An attempt that does not hand over leaves the turn where it is."""
    rules, compared = Rules.of("espionage", tokens=True), 0
    for seed in range(8):
        start = started(rules, random.Random(seed), 6 * seed)
        if not start.can(MoveTwo()):
            continue
        start.push(MoveTwo())
        games, draw = Lockstep(start, 4, seed), np.random.default_rng(seed)
        crowd, lookups = games.crowd, games.lookups
        for is_second in (False, True):
            choices = crowd.choices(least=-1.0)
            picked = []
            for row, number in enumerate(crowd.ids.tolist()):
                possible = set(games.games[number].attempts())
                here = np.flatnonzero(choices.game == row).tolist()
                picked.append(
                    draw.choice([place for place in here if attempt_of(lookups, choices, place) in possible])
                )
            chosen = choices.take(np.array(picked, np.int32))
            allowed, ids = crowd.answers(chosen, draw), crowd.ids.tolist()
            crowd.act(chosen, allowed, hands_over=is_second)
            for place, (number, said) in enumerate(zip(ids, allowed.tolist(), strict=True)):
                attempt = attempt_of(lookups, chosen, place)
                event = games.games[number].push(attempt, agent=partial(coin, said=said))
                assert event.answer.allowed is said
            games.compare()
            compared += len(ids)
    assert compared > 30


@pytest.mark.parametrize("late", [False, True])
def test_cf_var_5_a_double_agent_that_brings_z_to_the_last_row(late: bool) -> None:
    """CF-WIN-2: it has won before anything is offered; with late contact it is shown and taken off."""
    rules = Rules.of("espionage", variants=[5, *([3] if late else [])])
    variants = "3,5" if late else "5"
    text = f"espionage:variants={variants} 11/5A5/11/11/11/2v1c6/11/11/11/11/11 6,10 White 20 - - - -"
    position = parse_position(text.replace(" White ", f" {rules.sides[0]} "))
    lookups = lookups_of(position.rules)
    crowd = Crowd(lookups, position, deals_of(lookups, {"A": 13}, {}), even(lookups, 1))
    choices = crowd.choices()
    way = direction("N")
    mine = (choices.kind == CARRY) & (choices.step == way * lookups.reach)
    crowd.act(choices.take(mine), np.array([True]))
    if not late:
        assert (len(crowd), crowd.winner.tolist()) == (0, [0])
        return
    assert crowd.winner.tolist() == [1]  # A was the last piece.


def test_a_turn_without_an_attempt_passes() -> None:
    """Where nothing is tried nothing changes but the turn."""
    crowd = later_crowd(Rules.of("classic"), 4, 3, 8)
    before, turn = arrays_of(crowd), crowd.turn
    nothing = crowd.choices().take(np.zeros(0, np.int32))
    crowd.act(nothing, np.zeros(0, np.bool_))
    assert crowd.turn == 1 - turn
    for name, value in arrays_of(crowd).items():
        assert np.array_equal(value, before[name]), name


def test_cf_da_1_a_coin_answers_for_the_double_agent() -> None:
    """All other answers are those of the diagrams; the same draw tosses the same coins."""
    rules = Rules.of("espionage")
    crowd = new_crowd(rules, 200, 1)
    lookups, choices = crowd.lookups, crowd.choices(least=-1.0)
    one, two = (crowd.answers(choices, np.random.default_rng(5)) for _ in range(2))
    assert np.array_equal(one, two)
    kinds = crowd.deal[choices.game, crowd.turn, choices.letter]
    agents = kinds == lookups.agent
    assert np.array_equal(one[~agents], lookups.allows[kinds, choices.step][~agents] == 1)
    hurts = crowd.hurts(choices)
    for which, wanted in ((agents & ~hurts, 0.5), (agents & hurts, float(YIELDS))):
        share = float(one[which].mean())
        # Four standard errors.
        assert abs(share - wanted) < 4 * math.sqrt(wanted * (1 - wanted) / int(which.sum()))


def test_copies_are_apart() -> None:
    """What is played on in a copy does not touch the games that it was made of, nor the other way round."""
    crowd = later_crowd(Rules.of("espionage"), 6, 2, 10)
    before, twin = arrays_of(crowd), crowd.copy()
    assert len(before) >= 9
    for name, value in arrays_of(twin).items():
        assert np.array_equal(value, before[name]), name
        assert not np.shares_memory(getattr(twin, name), getattr(crowd, name)), name
    draw = np.random.default_rng(1)
    for _ in range(40):
        chosen = instinct(twin, weights(twin.lookups)[0], heat=0.05, draw=draw)
        twin.act(chosen, twin.answers(chosen, draw))
    assert (twin.winner >= 0).any()
    for name, value in arrays_of(crowd).items():
        assert np.array_equal(value, before[name]), name


# --- What the owners know ----------------------------------------------------------------------------


def exact_row(lookups: Lookups, chances: dict[int, Fraction]) -> list[float]:
    """The chances of a letter in the order of the lookups, with those of the promoted side."""
    return [*(float(chances.get(number, 0)) for number in lookups.numbers), 0.0]


@pytest.mark.parametrize("name", ["classic", "espionage", "espionage 1 3", "own", "own 1"])
def test_one_answer_on_a_fresh_sheet(name: str, own_files: Path) -> None:
    """CF-SHEET-1: the row of the letter that was answered for is that of the exact sheet."""
    rules = rules_of(name, own_files)
    game, crowd = Game(rules), new_crowd(rules, 1, 4)
    lookups, sheet = crowd.lookups, sheet_of(game, 0)
    choices, told = crowd.choices(), 0
    # What would hurt is not answered by a coin in the mind, as it is by the sheet's model.
    hurts = crowd.hurts(choices)
    choices = choices.take(~(hurts if rules.has_double_agent else lookups.last_row[0][choices.target]))
    for place in range(0, len(choices), 5):
        for allowed in (False, True):
            attempt = attempt_of(lookups, choices, place)
            exact = what_if(sheet, attempt, allowed=allowed)
            if not exact.is_consistent:
                continue
            assert exact.chances is not None
            after = crowd.copy()
            after.act(choices.take(np.array([place], np.int32)), np.array([allowed]))
            row = after.knows[0, 0, choices.letter[place]]
            wanted = exact_row(lookups, exact.chances[attempt.letter])
            np.testing.assert_allclose(row, wanted, atol=FRESH_ERROR)
            told += 1
    assert told > 4


@pytest.mark.parametrize("name", ["classic", "espionage", "espionage 3 5"])
def test_what_the_owners_know_is_close_to_the_exact_sheets(name: str, own_files: Path) -> None:
    """On average three times closer than what the answers about each letter tell by themselves.

    That all letters differ is what the updating adds to those, so most of it has to be there.
    """
    rules = rules_of(name, own_files)
    ours, alone = [], []
    for seed in range(3):
        games = Lockstep(started(rules, random.Random(seed), 0), 8, seed)
        games.play(40)
        for row, number in enumerate(games.crowd.ids.tolist()):
            for side in (0, 1):
                chances = sheet_of(games.games[number], side).chances
                assert chances is not None
                for place, letter in enumerate(rules.letters):
                    if games.crowd.deal[row, side, place] == games.lookups.promoted:
                        continue
                    exact = np.array(exact_row(games.lookups, chances[letter]))[:-1]
                    ours.append(np.abs(games.crowd.knows[row, side, place, :-1] - exact))
                    left = ~games.ruled_out[number, side, place]
                    alone.append(np.abs(left / left.sum() - exact))
    assert np.mean(ours) < np.mean(alone) / 3
    assert np.max(ours) < 0.5


@pytest.mark.parametrize("name", ["classic", "espionage"])
def test_cf_tok_reveal_what_is_shown_is_certain(name: str, own_files: Path) -> None:
    """The row of a piece that is shown holds the truth alone, and the other letters' rows hold less of it."""
    crowd = later_crowd(rules_of(name, own_files), 12, 6, 9)
    letter, size = 3, len(crowd)
    before, truth = crowd.knows.copy(), crowd.deal[:, 1, letter]
    open_before = before[np.arange(size), 1, letter, truth] < 0.9
    crowd.show(1, letter)
    assert crowd.knows[np.arange(size), 1, letter].tolist() == np.eye(crowd.lookups.kinds)[truth].tolist()
    np.testing.assert_allclose(crowd.knows.sum(axis=3), 1, atol=1e-5)
    assert np.array_equal(crowd.knows[:, 0], before[:, 0])
    assert open_before.any()
    others = [place for place in range(crowd.lookups.letters) if place != letter]
    for game in np.flatnonzero(open_before):
        rows, earlier = (knows[game, 1, others, truth[game]] for knows in (crowd.knows, before))
        assert rows.sum() < earlier.sum()


def test_what_is_not_heard_teaches_nothing() -> None:
    """The same happens on the board, and what the owner thought stays."""
    for seed in range(4):
        crowd, draw = later_crowd(Rules.of("classic"), 10, seed, 7), np.random.default_rng(seed)
        deaf = crowd.copy()
        chosen = instinct(crowd, weights(crowd.lookups)[0])
        allowed = crowd.answers(chosen, draw)
        before, side, promoted = crowd.knows.copy(), crowd.turn, crowd.lookups.promoted
        crowd.act(chosen, allowed)
        deaf.act(chosen, allowed, is_heard=False)
        for name in ("where", "deal", "side_at", "letter_at", "neutral", "ids", "winner"):
            assert np.array_equal(getattr(crowd, name), getattr(deaf, name))
        if len(deaf) == len(before):
            stays = deaf.deal[:, side] != promoted
            assert np.array_equal(deaf.knows[:, side][stays], before[:, side][stays])
            assert not np.array_equal(crowd.knows, before)


# --- The lookups --------------------------------------------------------------------------------------


def kinds_of(lookups: Lookups) -> list[Diagram]:
    """The diagrams in the order of the lookups."""
    diagrams = lookups.rules.diagrams
    return [*diagrams.values(), diagrams.promoted]


@pytest.mark.parametrize("name", ["classic", "espionage", "espionage 2", "own"])
def test_steps_are_those_of_the_diagrams_and_the_board(name: str, own_files: Path) -> None:
    """CF-DIAG-1: `allows`, `promotable`, `leads`, `forward` and `last_row`, square by square."""
    rules = rules_of(name, own_files)
    lookups, board = lookups_of(rules), rules.board
    steps = [(way, distance) for way in range(8) for distance in range(1, lookups.reach + 1)]
    assert lookups.numbers == tuple(rules.diagrams)
    for kind, diagram in enumerate(kinds_of(lookups)):
        wanted = [0.5 if diagram.is_double_agent else float(diagram.allows(*step)) for step in steps]
        assert lookups.allows[kind].tolist() == wanted
        assert lookups.promotable[kind] == diagram.promotable
        assert (kind == lookups.agent) is diagram.is_double_agent
    for side in (0, 1):
        for square in range(lookups.off):
            rays = board.rays[side][square]
            wanted_squares = [
                rays[way][distance - 1] if distance <= len(rays[way]) else lookups.off
                for way, distance in steps
            ]
            assert lookups.leads[side][square].tolist() == wanted_squares
            assert lookups.last_row[side, square] == (square in board.last_rows[side])
        assert (lookups.leads[side][lookups.off] == lookups.off).all()
        assert not lookups.last_row[side, lookups.off]
    assert lookups.forward.tolist() == [OFFSETS[way][1] * distance for way, distance in steps]


def turns_from(
    rules: Rules, diagram: Diagram, side: int, start: tuple[int, int]
) -> dict[tuple[int, int], int]:
    """The fewest turns to each square on an empty board, by breadth-first search."""
    sign, turns, queue = (1, -1)[side], {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for way in diagram.directions:
            column, row = here
            for _ in range(diagram.reach):
                column, row = column + sign * OFFSETS[way][0], row + sign * OFFSETS[way][1]
                if not rules.is_on_board((column, row)):
                    break
                if (column, row) not in turns:
                    turns[column, row] = turns[here] + 1
                    queue.append((column, row))
    return turns


@pytest.mark.parametrize("name", ["classic", "espionage 2", "own"])
def test_nearness_is_that_of_a_breadth_first_search(name: str, own_files: Path) -> None:
    """For every diagram, side and square; a double agent, to whom it is refused, is near to nothing."""
    rules = rules_of(name, own_files)
    lookups, board = lookups_of(rules), rules.board
    squares = [square for square in range(lookups.off) if rules.is_on_board(board.square(square))]
    for side in (0, 1):
        goals = [square for square in board.last_rows[side] if square in squares]
        assert not lookups.near[side][:, lookups.off].any()
        for kind, diagram in enumerate(kinds_of(lookups)):
            for start in squares:
                turns = turns_from(rules, diagram, side, board.square(start))
                worth = {board.number(target): FADING**number for target, number in turns.items()}
                if diagram.is_double_agent:
                    worth = {start: 1.0}
                wanted = [worth.get(target, 0.0) for target in squares]
                np.testing.assert_allclose(lookups.near[side][squares, start, kind], wanted, rtol=1e-5)
                best = max(worth.get(goal, 0.0) for goal in goals)
                assert lookups.home[side][start, kind] == pytest.approx(best, rel=1e-5)


# --- Instinct ----------------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(st.integers(0, 3), st.lists(st.sampled_from([-2.5, 0.0, 0.25, 1.0, 7.0]), max_size=6)))
)
def test_the_best_of_each(runs: list[tuple[int, list[float]]]) -> None:
    """The first of the greatest within each game; games may be missing."""
    game = -1
    game_of: list[int] = []
    scores: list[float] = []
    wanted: list[int] = []
    for skipped, run in runs:
        game += 1 + skipped
        if run:
            wanted.append(len(scores) + run.index(max(run)))
        game_of += [game] * len(run)
        scores += run
    found = best_of_each(np.array(game_of, np.int32), np.array(scores, np.float32))
    assert found.tolist() == wanted


def deals_of(lookups: Lookups, mine: dict[str, int], theirs: dict[str, int]) -> npt.NDArray[np.int32]:
    """One pair of deals: some letters as given, the others with what is left."""
    found = []
    for given_ in (mine, theirs):
        left = iter([number for number in lookups.numbers if number not in given_.values()])
        deal = {
            letter: given_[letter] if letter in given_ else next(left) for letter in lookups.rules.letters
        }
        found.append(places_of(lookups, deal))
    return np.array([found], np.int32)


class Glance:
    """What is seen of a position by the side to move.

    Args:
        text: The position.
        mine: Diagrams of side 0 that it is certain of.
        theirs: Diagrams of side 1 that it is not certain of.
    """

    def __init__(self, text: str, mine: dict[str, int], theirs: dict[str, int]) -> None:
        self.position: Position = parse_position(text)
        self.rules = self.position.rules
        self.lookups = lookups_of(self.rules)
        knows, deals = even(self.lookups, 1), deals_of(self.lookups, mine, theirs)
        for letter in mine:
            place = self.rules.letters.index(letter)
            knows[0, 0, place] = np.eye(self.lookups.letters)[deals[0, 0, place]]
        self.crowd = Crowd(self.lookups, self.position, deals, knows)
        self.choices, self._points, phases = look(self.crowd)
        self.phase = int(phases[0])

    def points(self, letter: str, way: str, distance: int, kind: int = MOVE) -> dict[str, float]:
        """The points of an attempt that are not 0."""
        step = direction(way) * self.lookups.reach + distance - 1
        place = self.rules.letters.index(letter)
        choices = self.choices
        (column,) = np.flatnonzero(
            (choices.letter == place) & (choices.step == step) & (choices.kind == kind)
        )
        found = dict(zip(POINTS, self._points[:, column].tolist(), strict=True))
        return {name: value for name, value in found.items() if value}

    def believed(self, way: str, distance: int) -> float:
        """How likely the opponent takes an attempt of a piece to be allowed that nothing was heard of."""
        found = [
            0.5 if each.is_double_agent else each.allows(direction(way), distance)
            for each in self.rules.diagrams.values()
        ]
        return sum(found) / len(found)


CAPTURE = "{} 11/11/11/5c5/11/5v5/5A5/11/11/11/11 {} {} 20 - - - -"
"""A can take V; C is two squares in front of it."""
GOAL = "{} 3c7/5A5/11/11/11/11/11/11/11/11/11 6,10 {} 20 - - - -"
"""A holds Z next to the last row; C is two squares beside the square in front of it."""


@pytest.mark.parametrize("ruleset", ["classic", "espionage"])
@pytest.mark.parametrize("number", [1, 4, 6, 9, 12])
def test_points_of_a_capture(ruleset: str, number: int) -> None:
    """What can be taken back is in danger by belief times truth: the opponent knows of C what it knows."""
    side = Rules.of(ruleset).sides[0]
    glance = Glance(CAPTURE.format(ruleset, "1,6", side), {"A": 4}, {"C": number})
    points = glance.points("A", "N", 1)
    truth = glance.rules.diagrams[number].allows(direction("N"), 2)
    assert glance.phase == 0
    assert (points["yes"], points["capture"]) == (1, 1)
    assert points.get("danger", 0) == pytest.approx(SURE * truth * glance.believed("N", 2), abs=1e-6)
    assert not {"capture_holder", "stop_holder", "reach_goal", "take_neutral"} & points.keys()
    assert "capture" not in glance.points("A", "W", 1)


def test_cf_da_1_a_double_agent_takes_nothing() -> None:
    """It is no danger, since whoever is in danger refuses; to try one's own is to wait."""
    side = Rules.of("espionage").sides[0]
    theirs = Glance(CAPTURE.format("espionage", "1,6", side), {"A": 4}, {"C": 13})
    assert "danger" not in theirs.points("A", "N", 1)
    mine = Glance(CAPTURE.format("espionage", "1,6", side), {"A": 13}, {"C": 1}).points("A", "N", 1)
    assert mine["idle"] == 1
    assert not {"capture", "danger", "learn", "yes"} & mine.keys()
    aside = Glance(CAPTURE.format("espionage", "1,6", side), {"A": 13}, {"C": 1}).points("A", "W", 1)
    assert (aside["idle"], aside["yes"]) == (1, 0.5)


def test_points_of_exchanges_and_lines() -> None:
    """Who gets the better of an exchange, who is ahead, and which squares cut the ways to and with Z."""
    lone = Glance(CAPTURE.format("classic", "1,6", "Yellow"), {"A": 4}, {"C": 1}).points("A", "N", 1)
    # Nothing covers A where it takes; what takes back there is C, if it tries.
    danger = SURE * Glance(CAPTURE.format("classic", "1,6", "Yellow"), {}, {}).believed("N", 2)
    assert lone["outnumber"] == pytest.approx(math.log(1 - danger) / MANY, abs=1e-5)
    # Two of theirs against one of mine.
    assert lone["ahead"] == pytest.approx(-danger / 4, abs=1e-5)
    helped = CAPTURE.format("classic", "1,6", "Yellow").replace("5A5/", "4EA5/")
    two = Glance(helped, {"A": 4, "E": 10}, {"C": 1}).points("A", "N", 1)
    assert "ahead" not in two
    assert two["outnumber"] == pytest.approx((math.log(1 - danger) - math.log(1 - SURE)) / MANY, abs=1e-5)


def test_points_of_standing_in_the_way() -> None:
    """A square that what takes Z or brings it home has to cross is worth as much as goes over it."""
    free = Glance("classic 11/11/11/5c5/11/5V5/4A6/11/11/11/11 6,6 Yellow 20 - - - -", {"A": 6}, {"C": 1})
    assert free.phase == 1
    # C would take V from two squares away, over the square in front of V.
    reach = free.believed("N", 2)
    assert free.points("A", "N", 1).get("shield", 0) == 0
    assert "shield" not in free.points("A", "E", 1)
    beside = Glance("classic 11/11/11/5c5/4A6/5V5/11/11/11/11/11 6,6 Yellow 20 - - - -", {"A": 6}, {"C": 1})
    assert beside.points("A", "E", 1)["shield"] == pytest.approx(reach, abs=1e-6)
    holder = Glance("classic 11/11/11/11/11/5v5/4A6/11/11/11/11 6,6 Yellow 20 - - - -", {"A": 6}, {"V": 1})
    assert holder.phase == 2
    home, square = holder.lookups.home[1], holder.position.neutral
    rocket = holder.lookups.numbers.index(1)
    gains = [float(home[square - 11 * far, rocket] - home[square, rocket]) for far in (2, 3, 4)]
    assert holder.points("A", "E", 1)["block"] == pytest.approx(sum(gains), abs=1e-6)
    assert "block" not in holder.points("A", "W", 1)


def test_points_of_guarding_and_of_promotion() -> None:
    """To be a turn away from Z is to guard it; on the last row some diagrams are promoted (CF-PROMO-1)."""
    text = "classic 11/5A5/11/11/11/5V5/11/11/5E5/11/10k 6,6 Yellow 20 - - - -"
    glance = Glance(text, {"A": 1, "E": 4}, {})
    assert glance.points("E", "N", 1)["guard"] == 1
    assert "guard" not in glance.points("E", "W", 1)
    assert glance.points("A", "N", 1)["promote"] == 1
    rook = Glance(text, {"A": 4, "E": 1}, {})
    assert "promote" not in rook.points("A", "N", 1)


def test_danger_of_two_pieces() -> None:
    """Either may take: what fails must fail for both."""
    text = (
        CAPTURE.format("classic", "1,6", "Yellow")
        .replace("11/5v5/", "11/5vl4/")
        .replace("5c5/11/", "5c5/6h4/")
    )
    glance = Glance(text.replace("5vl4", "5v5"), {"A": 4}, {"C": 1, "H": 10})
    fails = (1 - SURE * glance.believed("N", 2)) * (1 - SURE * glance.believed("NE", 1))
    assert glance.points("A", "N", 1)["danger"] == pytest.approx(1 - fails, abs=1e-6)


def test_points_of_capturing_the_holder() -> None:
    """CF-Z-1: the piece that holds Z is worth more, the nearer it is to its last row."""
    glance = Glance(CAPTURE.format("classic", "6,6", "Yellow"), {"A": 4}, {"V": 12, "C": 6})
    points = glance.points("A", "N", 1)
    assert glance.phase == 2
    assert (points["capture"], points["capture_holder"]) == (1, 1)
    home, square = glance.lookups.home[1], glance.position.neutral
    truly, believed = home[square, glance.lookups.numbers.index(12)], home[square, :-1].mean()
    assert points["stop_holder"] == pytest.approx((truly + believed) / 2, abs=1e-6)
    assert "take_neutral" not in points


def test_points_of_a_chance_are_in_proportion() -> None:
    """What is tried with a piece that nothing is known of counts by the chance of a yes."""
    sure = Glance(CAPTURE.format("classic", "6,6", "Yellow"), {"A": 4}, {"V": 12, "C": 1})
    unsure = Glance(CAPTURE.format("classic", "6,6", "Yellow"), {}, {"V": 12, "C": 1})
    one, two = sure.points("A", "N", 1), unsure.points("A", "N", 1)
    # Seven of the twelve diagrams have a line forward (CF-DIAG-2).
    for name in ("yes", "capture", "capture_holder", "stop_holder", "danger_with_neutral"):
        assert two[name] == pytest.approx(one[name] * 7 / 12, abs=1e-6)
    assert "learn" not in {name for name, value in one.items() if value > 1e-4}
    bits = -(7 / 12 * math.log2(7 / 12) + 5 / 12 * math.log2(5 / 12))
    assert two["learn"] == pytest.approx(bits, abs=1e-6)


@pytest.mark.parametrize(
    ("ruleset", "late"), [("classic", True), ("espionage", False), ("espionage:variants=3", True)]
)
def test_cf_win_1_points_of_reaching_the_goal(ruleset: str, late: bool) -> None:
    """With late contact it is only as safe as nobody can take there; without it is won at once (CF-WIN-2)."""
    name = ruleset.partition(":")[0]
    side = Rules.of(name).sides[0]
    glance = Glance(GOAL.format(ruleset, side), {"A": 4}, {"C": 4})
    assert glance.rules.late_contact is late
    danger = SURE * glance.believed("W", 2)
    points = glance.points("A", "N", 1, CARRY)
    assert glance.phase == 1
    assert points["reach_goal"] == 1
    assert points.get("danger_with_neutral", 0) == pytest.approx(danger if late else 0, abs=1e-6)
    assert points["reach_goal_safely"] == pytest.approx(1 - danger if late else 1, abs=1e-6)
    assert points["carry"] == pytest.approx(1 - FADING, abs=1e-6)
    # To leave Z behind, or to pass it to an empty square, reaches nothing.
    for kind in (MOVE, PASS):
        points = glance.points("A", "N", 1, kind)
        assert points["leave_neutral"] == 1
        assert not {"reach_goal", "reach_goal_safely", "carry", "danger_with_neutral"} & points.keys()
    # A crab cannot step back: nothing is in danger.
    safe = Glance(GOAL.format(ruleset, side), {"A": 4}, {"C": 12}).points("A", "N", 1, CARRY)
    assert (safe["reach_goal"], safe["reach_goal_safely"]) == (1, 1)
    assert "danger_with_neutral" not in safe


def test_cf_win_1_points_of_taking_z_and_of_a_pass_on_the_last_row() -> None:
    """Z can wait there for a piece, or be passed to one there (CF-Z-3)."""
    waiting = Glance(GOAL.format("classic", "Yellow").replace(" 6,10 ", " 6,11 "), {"A": 4}, {"C": 12})
    points = waiting.points("A", "N", 1)
    assert (points["take_neutral"], points["reach_goal"], points["reach_goal_safely"]) == (1, 1, 1)
    friend = Glance(GOAL.format("classic", "Yellow").replace("3c7", "3c1E5"), {"A": 4, "E": 5}, {"C": 12})
    points = friend.points("A", "N", 1, PASS)
    assert (points["reach_goal"], points["reach_goal_safely"]) == (1, 1)
    assert points["pass"] == pytest.approx(1 - FADING, abs=1e-6)
    assert "leave_neutral" not in points


@pytest.mark.parametrize("name", ["classic", "espionage", "espionage 2 3 5", "own 5"])
def test_instinct_sees_nothing_hidden(name: str, own_files: Path) -> None:
    """With another true deal of the side to move the same is chosen and thought of the position."""
    rules, other_matters = rules_of(name, own_files), False
    for seed in range(6):
        crowd = later_crowd(rules, 16, seed, 3 * seed)
        if not len(crowd):
            continue
        draw, me = np.random.default_rng(seed), crowd.turn
        for side in (me, 1 - me):
            twin = crowd.copy()
            for game in range(len(twin)):
                open_ = np.flatnonzero(twin.deal[game, side] != twin.lookups.promoted)
                twin.deal[game, side, open_] = draw.permutation(twin.deal[game, side, open_])
            chosen, otherwise = (
                instinct(each, weights(each.lookups)[0], heat=0.05, draw=np.random.default_rng(1))
                for each in (crowd, twin)
            )
            if side == me:
                assert not np.array_equal(crowd.deal, twin.deal)
                assert same_choices(chosen, otherwise)
                assert np.array_equal(judgement(crowd), judgement(twin))
            else:
                # The diagrams of the opponent are seen.
                other_matters |= not np.array_equal(look(crowd)[1], look(twin)[1])
    assert other_matters


def test_instinct_leaves_out_who_may_not_move() -> None:
    """What is barred is not chosen, and a game without any attempt left is left out."""
    crowd = later_crowd(Rules.of("classic"), 8, 5, 6)
    barred = np.zeros((len(crowd), crowd.lookups.letters), np.bool_)
    barred[:, ::2] = True
    barred[0] = True
    chosen = instinct(crowd, weights(crowd.lookups)[0], barred=barred)
    assert chosen.game.tolist() == list(range(1, len(crowd)))
    assert (chosen.letter % 2 == 1).all()


# --- Playing on --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "espionage", "espionage 5", "own 3 5"])
@pytest.mark.parametrize("turns", [0, 5, 60])
def test_values_of_games_that_are_played_on(name: str, turns: int, own_files: Path) -> None:
    """They are chances, follow from the seed, and what one side wins the other loses."""
    rules = rules_of(name, own_files)
    crowd = later_crowd(rules, 24, 3, 6)
    values = {}
    for side in (0, 1):
        one, two = (play_on(crowd.copy(), side, turns, np.random.default_rng(9)) for _ in range(2))
        assert np.array_equal(one.values, two.values)
        assert one.nodes == two.nodes > 0
        assert ((one.values >= 0) & (one.values <= 1)).all()
        values[side] = one.values
    assert len(values[0]) == 24
    np.testing.assert_allclose(values[0] + values[1], 1, atol=1e-6)
    over = crowd.winner >= 0
    assert np.array_equal(values[0][over], crowd.winner[over] == 0)
    if turns == 60:
        others = [
            play_on(crowd.copy(), 0, turns, np.random.default_rng(seed)).values for seed in range(10, 20)
        ]
        assert not all(np.array_equal(values[0], other) for other in others)
        assert set(np.unique(values[0])) & {0.0, 1.0}
