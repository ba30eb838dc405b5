"""The exact search of the end: compared with trying everything, and what it says of real games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from common import SAMPLE
from confusion.advice.brute_endgame import deals_left, sure_within
from confusion.advice.naive_endgame import Naive
from confusion.knowledge.brute_knowledge import Brute, small_rules, told
from confusion_games import RULES
from deduce.confusion.advice import endgame, scene
from deduce.confusion.advice.endgame import Solution, Sure, solve_endgame
from deduce.confusion.engine.actions import REFUSED, SILENT, Answer, Attempt, Reveal
from deduce.confusion.engine.deeds import objection
from deduce.confusion.engine.diagrams import load_diagrams
from deduce.confusion.engine.directions import DIRECTIONS
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.position import FRESH, Position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import Chances, random_action
from deduce.confusion.engine.turns import after, is_arrival
from deduce.confusion.kind import read_record
from deduce.confusion.knowledge.agents import AgentModel
from deduce.confusion.knowledge.sheet import sheet_of

NO_LIMIT = 10**9
EVERYTHING = Chances(neutral=0.5, remove=0.01, expose=0.02, reveal=0.05, move_two=0.02, swap_two=0.02)


# --- Small games ---------------------------------------------------------------------------------------


def tiny_rules(folder: Path, draw: random.Random, size: int, columns: int, rows: int) -> Rules:
    """Rules of one's own from two files: a small board, few pieces, random diagrams, late contact or not."""
    home = [(column, row) for row in range(1, rows // 2 + 1) for column in range(1, columns + 1)]
    squares = draw.sample(home, size)
    layout = "\n".join(
        f"{letter} = [{column}, {row}]" for letter, (column, row) in zip("ABCD", squares, strict=False)
    )
    late = draw.choice(("true", "false"))
    (folder / "rules.toml").write_text(
        'format = "deduce.confusion.rules/1"\nname = "tiny"\n'
        'sides = [{ name = "Green", french = "Vert" }, { name = "Blue", french = "Bleu" }]\n'
        f"columns = {columns}\nrows = {rows}\nneutral = [2, {rows // 2 + 1}]\nlate_contact = {late}\n"
        f"[layout]\n{layout}\n",
        encoding="utf-8",
    )
    blocks = [
        f"[[diagram]]\nnumber = {number}\nreach = {draw.randint(1, 2)}\n"
        f"directions = {draw.sample(DIRECTIONS, draw.randint(2, 5))}\n"
        f"promotable = {draw.choice(('true', 'false'))}\n"
        for number in draw.sample(range(1, 30), size)
    ]
    (folder / "diagrams.toml").write_text(
        'format = "deduce.confusion.diagrams/1"\nname = "tiny"\n'
        + "".join(blocks)
        + f"[promoted]\nreach = {draw.randint(1, 2)}\ndirections = {draw.sample(DIRECTIONS, 4)}\n",
        encoding="utf-8",
    )
    return Rules.of(str(folder / "rules.toml"), diagrams=load_diagrams(folder / "diagrams.toml"))


def scattered(game: Game, draw: random.Random) -> Position:
    """The position of a game with all pieces elsewhere, some of them off, and Z near the mover's goal."""
    rules, old = game.rules, game.position
    size, squares = len(rules.letters), list(range(rules.columns * rules.rows))
    draw.shuffle(squares)
    where: list[int] = []
    for _ in (0, 1):
        own = [squares.pop() if draw.random() < 0.75 else -1 for _ in range(size)]
        if max(own) < 0:
            own[draw.randrange(size)] = squares.pop()
        where += own
    turn = draw.randrange(2)
    goal = rules.rows - 1 if turn == 0 else 0
    near = [
        number
        for number in range(rules.columns * rules.rows)
        if abs(number // rules.columns - goal) in {1, 2}
    ]
    held = [square for square in where[turn * size :][:size] if square in near]
    neutral = draw.choice(held) if held and draw.random() < 0.6 else draw.choice(near)
    return Position(rules, tuple(where), neutral, old.promoted, turn, old.turns, old.tokens)


def moment(rules: Rules, draw: random.Random) -> Game:
    """A game in which something was heard in a few random turns, in a random position."""
    while True:
        deals = random_deal(rules, draw), random_deal(rules, draw)
        game = Game(rules, deals, draw.randrange(2))
        for _ in range(draw.randint(0, 10)):
            if game.outcome is None:
                game.push(draw.choice(game.attempts()), agent=lambda _: draw.random() < 0.5)
        game.position = scattered(game, draw)
        if game.attempts():
            return game


def solved(game: Game, turns: int, most_nodes: int = NO_LIMIT) -> Solution:
    """What the search finds for the side to move."""
    found = solve_endgame(game, sheet_of(game, game.position.turn), turns=turns, most_nodes=most_nodes)
    assert found is not None
    return found


def kind_of(sure: dict[Attempt, Fraction]) -> str:
    """Whether nothing, something or everything is sure."""
    most = max(sure.values())
    return "nothing" if most == 0 else "everything" if most == 1 else "something"


# --- Against trying everything ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "columns", "rows", "turns", "count"),
    [
        (4, 5, 5, 1, 60),
        (3, 4, 5, 1, 60),
        (3, 4, 5, 2, 12),
        (3, 3, 4, 2, 30),
        (2, 4, 4, 3, 8),
        (2, 3, 4, 3, 12),
    ],
)
def test_every_attempt_is_worth_what_trying_everything_finds(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    size: int,
    columns: int,
    rows: int,
    turns: int,
    count: int,
) -> None:
    """In random positions in which random things were heard.

    Within one turn, and with one deal left, it is exactly what the best plan wins for sure. Otherwise it is
    never more, and mostly as much.
    """
    seen: Counter[str] = Counter()
    # So that what shows at a glance that the goal is too far away is at work on small boards.
    monkeypatch.setattr(scene, "FEW", turns)
    for number in range(count):
        draw = random.Random(f"endgame {size} {columns} {rows} {turns} {number}")
        game = moment(tiny_rules(tmp_path, draw, size, columns, rows), draw)
        expected = sure_within(game, turns)
        assert set(expected) == set(game.attempts())
        found = solved(game, turns)
        assert found.turns == turns
        worlds = len(deals_left(game, game.position.turn))
        assert sheet_of(game, game.position.turn).worlds == worlds
        for attempt, chance in expected.items():
            claimed = found.sure.get(attempt, Fraction(0))
            assert claimed <= chance
            assert claimed == chance or (turns > 1 and worlds > 1)
            seen["exact"] += claimed == chance
            seen["attempts"] += 1
        seen[kind_of(expected)] += 1
        seen["late" if game.rules.late_contact else "early"] += 1
        seen["several"] += len(found.sure) > 1
    assert min(seen[kind] for kind in ("nothing", "something", "everything", "several")) >= 1, seen
    assert min(seen["late"], seen["early"]) >= count // 5
    assert seen["exact"] >= 0.95 * seen["attempts"]


def test_more_turns_are_never_worse(tmp_path: Path) -> None:
    """What is sure within some turns is sure within more, and is a chance; now and then it grows."""
    grown = 0
    for number in range(16):
        draw = random.Random(f"monotone {number}")
        game = moment(tiny_rules(tmp_path, draw, 3, 4, 5), draw)
        one, two, three = (solved(game, turns).sure for turns in (1, 2, 3))
        for less, more in ((one, two), (two, three)):
            assert all(chance <= more[attempt] for attempt, chance in less.items())
            grown += less != more
        assert all(0 < chance <= 1 for chance in three.values())
    assert grown >= 4


def test_deals_that_are_not_told_apart_only_take_something_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With too many deals less may be proved, and nothing that is not so; within one turn it is the same."""
    kept: Counter[bool] = Counter()
    for number in range(120):
        draw = random.Random(f"marginals {number}")
        game = moment(tiny_rules(tmp_path, draw, 4, 4, 4), draw)
        monkeypatch.setattr(endgame, "MOST_WORLDS", NO_LIMIT)
        whole = [solved(game, turns).sure for turns in (1, 2)]
        for most in (0, 2, 6):
            monkeypatch.setattr(endgame, "MOST_WORLDS", most)
            one, two = (solved(game, turns).sure for turns in (1, 2))
            assert one == whole[0]
            assert all(chance <= whole[1][attempt] for attempt, chance in two.items())
            assert all(chance <= two[attempt] for attempt, chance in one.items())
            if whole[1] != one:
                kept[two == whole[1]] += 1
    assert min(kept[True], kept[False]) >= 10, kept


def test_taking_the_last_piece_is_seen_with_many_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CF-TURN-6: it wins at once, wherever Z is."""
    monkeypatch.setattr(endgame, "MOST_WORLDS", 0)
    seen = 0
    for number in range(200):
        draw = random.Random(f"last piece {number}")
        game = moment(tiny_rules(tmp_path, draw, 2, 4, 4), draw)
        position = game.position
        takes = {
            attempt
            for attempt in game.attempts()
            if (outcome := after(position, attempt, told_yes(position, attempt)).outcome) is not None
            and outcome.winner == position.turn
            and position.target(attempt) not in position.rules.board.last_rows[position.turn]
        }
        sheet, found = sheet_of(game, position.turn), solved(game, 1).sure
        for attempt in takes:
            promoted = position.is_promoted(position.turn, attempt.letter)
            assert found.get(attempt, 0) == sheet.chance_of_yes(attempt, promoted=promoted)
            seen += attempt in found
    assert seen >= 6


def told_yes(position: Position, attempt: Attempt) -> Answer:
    """A yes, as it is said where a piece arrives and is not promoted."""
    return Answer(promoted=False) if is_arrival(position, attempt) else SILENT


# --- Double agents, tokens, promotion for anyone -----------------------------------------------------------


def anything_heard(rules: Rules, draw: random.Random) -> Game:
    """A game in which random things were done, in a random position."""
    while True:
        game = Game(rules, (random_deal(rules, draw), random_deal(rules, draw)), draw.randrange(2))
        for _ in range(draw.randint(0, 14)):
            if game.outcome is None:
                game.push(random_action(game, draw, EVERYTHING), agent=lambda _: draw.random() < 0.5)
        if game.outcome is None and game.position.stage == FRESH:
            game.position = scattered(game, draw)
            if game.attempts():
                return game


def narrow(rules: Rules, draw: random.Random, columns: int, rows: int) -> Rules:
    """The same rules on a smaller board."""
    home = [(column, row) for row in range(1, rows // 2 + 1) for column in range(1, columns + 1)]
    squares = draw.sample(home, len(rules.letters))
    layout = tuple(zip(rules.letters, squares, strict=True))
    return replace(rules, columns=columns, rows=rows, layout=layout, neutral=(2, rows // 2 + 1))


@pytest.mark.parametrize(
    ("agent", "tokens", "anyone", "late"),
    [
        (True, False, False, False),
        (True, False, False, True),
        (True, True, False, True),
        (True, True, False, False),
        (False, True, False, True),
        (True, False, True, True),
        (True, True, True, False),
        (False, False, True, True),
    ],
)
@pytest.mark.parametrize(("size", "columns", "rows", "turns", "count"), [(3, 5, 5, 1, 10), (2, 3, 4, 2, 3)])
def test_under_all_rules_it_is_what_trying_everything_finds(
    monkeypatch: pytest.MonkeyPatch,
    *,
    agent: bool,
    tokens: bool,
    anyone: bool,
    late: bool,
    size: int,
    columns: int,
    rows: int,
    turns: int,
    count: int,
) -> None:
    """CF-DA-1 to CF-DA-4, CF-TOK-MOVE2, CF-TOK-SWAP2, CF-VAR-3, CF-VAR-5: whatever the opponent can do."""
    seen: Counter[str] = Counter()
    monkeypatch.setattr(scene, "FEW", turns + 1)
    for number in range(count):
        draw = random.Random(f"everything {agent} {tokens} {anyone} {late} {size} {turns} {number}")
        wide = replace(small_rules(draw, size, agent=agent, anyone=anyone), tokens=tokens, late_contact=late)
        rules = narrow(wide, draw, columns, rows)
        game = anything_heard(rules, draw)
        side = game.position.turn
        naive = Naive(game, dict(Brute(rules, told(game, side), "coin").deals))
        found = solved(game, turns)
        assert found.turns == turns
        others = [attempt for attempt in game.attempts() if attempt not in found.sure]
        looked_at = [*found.sure, *draw.sample(others, min(len(others), 4))]
        looked_at += [each for each in naive.exposing(game.position) if each not in found.sure]
        for attempt in looked_at:
            chance, claimed = naive.chance(attempt, turns), found.sure.get(attempt, Fraction(0))
            assert claimed <= chance
            seen["exact"] += claimed == chance
            seen["sure"] += claimed > 0
        seen["attempts"] += len(looked_at)
    assert seen["exact"] >= 0.95 * seen["attempts"]
    assert seen["sure"] >= 1


def test_cf_tok_reveal_to_be_shown_a_piece_is_worth_what_trying_everything_finds() -> None:
    """It is named where it can be better than what can be tried without it."""
    shown = better = 0
    for number in range(80):
        draw = random.Random(f"shown {number}")
        wide = replace(small_rules(draw, 3, agent=number % 2 == 0), tokens=True, late_contact=True)
        game = anything_heard(narrow(wide, draw, 4, 5), draw)
        side = game.position.turn
        naive = Naive(game, dict(Brute(game.rules, told(game, side), "coin").deals))
        found = solved(game, 1).sure
        most = max((chance for each, chance in found.items() if isinstance(each, Attempt)), default=0)
        for letter in game.rules.letters:
            if not objection(Reveal(letter), game.position, game.deals):
                chance = naive.chance(Reveal(letter), 1)
                claimed = found.get(Reveal(letter), Fraction(0))
                assert claimed == chance or (claimed == 0 and chance <= most)
                shown += claimed > 0
                better += claimed > most
    assert shown >= 3
    assert better >= 1


def test_cf_da_1_under_the_model_any_only_what_is_certain_is_claimed() -> None:
    """Without chances a part of the deals has none."""
    certain = doubtful = 0
    for number in range(150):
        draw = random.Random(f"any {number}")
        rules = replace(small_rules(draw, 3, agent=True), tokens=False, late_contact=number % 2 == 0)
        game = anything_heard(rules, draw)
        side = game.position.turn
        found = solve_endgame(game, sheet_of(game, side, AgentModel("any")), turns=1, most_nodes=NO_LIMIT)
        assert found is not None
        coin = solved(game, 1).sure
        assert found.sure == {attempt: chance for attempt, chance in coin.items() if chance == 1}
        certain += bool(found.sure)
        doubtful += found.sure != coin
    assert certain >= 5
    assert doubtful >= 5


# --- What the opponent knows to win ------------------------------------------------------------------------


def with_z_near_their_goal(game: Game, draw: random.Random) -> Game:
    """The same game, with Z mostly under a piece of the opponent that is near its goal."""
    position, rules = game.position, game.rules
    goal = rules.rows - 1 if position.turn == 1 else 0
    theirs = [position.squares[piece] for piece in rules.board.pieces[1 - position.turn]]
    near = [square for square in theirs if square >= 0 and abs(square // rules.columns - goal) <= 2]
    if near and draw.random() < 0.8:
        game.position = replace(position, neutral=draw.choice(near))
    return game


@pytest.mark.parametrize(
    ("agent", "tokens", "anyone", "late"),
    [
        (False, False, False, False),
        (False, False, False, True),
        (True, False, False, False),
        (True, False, False, True),
        (True, True, False, True),
        (False, False, True, True),
        (True, True, True, False),
    ],
)
def test_what_is_lost_is_what_they_know_to_win(
    monkeypatch: pytest.MonkeyPatch, *, agent: bool, tokens: bool, anyone: bool, late: bool
) -> None:
    """CF-WIN-1, CF-WIN-2: after each attempt the part of the deals in which they have an attempt that wins.

    Trying everything: each deal of theirs allows it, and in the player's deal nothing takes Z back.
    """
    seen: Counter[str] = Counter()
    monkeypatch.setattr(scene, "FEW_OWN", 1)
    for number in range(40):
        draw = random.Random(f"lost {agent} {tokens} {anyone} {late} {number}")
        wide = replace(small_rules(draw, 3, agent=agent, anyone=anyone), tokens=tokens, late_contact=late)
        rules = narrow(wide, draw, 4, draw.choice((4, 5)))
        game = with_z_near_their_goal(anything_heard(rules, draw), draw)
        side = game.position.turn
        mine, theirs = (Brute(rules, told(game, each), "coin").deals for each in (side, 1 - side))
        naive, known = Naive(game, dict(mine)), [deal for deal, _ in theirs]
        found = solve_endgame(game, sheet_of(game, side), turns=1, theirs=sheet_of(game, 1 - side))
        assert found is not None
        expected = {attempt: naive.lost(attempt, known) for attempt in game.attempts()}
        assert found.lost == {attempt: chance for attempt, chance in expected.items() if chance}
        seen["everything"] += any(chance == 1 for chance in expected.values())
        seen["something"] += any(0 < chance < 1 for chance in expected.values())
    assert seen["everything"] >= 5, seen
    assert seen["something"] >= (1 if not tokens else 0), seen


def test_deals_that_are_not_told_apart_make_nothing_look_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """With too many deals less may be known to be lost, and nothing that is not."""
    less = 0
    for number in range(300):
        draw = random.Random(f"lost {number}")
        wide = replace(small_rules(draw, 4, agent=False), tokens=False, late_contact=True)
        game = with_z_near_their_goal(anything_heard(narrow(wide, draw, 4, 4), draw), draw)
        sheets = [sheet_of(game, each) for each in (game.position.turn, 1 - game.position.turn)]
        found = []
        for most in (0, NO_LIMIT):
            monkeypatch.setattr(endgame, "MOST_WORLDS", most)
            solution = solve_endgame(game, sheets[0], turns=1, theirs=sheets[1])
            assert solution is not None
            found.append(solution.lost)
        assert all(chance <= found[1][attempt] for attempt, chance in found[0].items())
        less += found[0] != found[1]
    assert less >= 3


# --- Where it stops --------------------------------------------------------------------------------------


def test_a_limit_of_nodes_leaves_what_was_proved(tmp_path: Path) -> None:
    """At any moment: never more than the whole search finds, and what one turn less found is never lost."""
    parts: Counter[str] = Counter()
    for number in range(12):
        draw = random.Random(f"nodes {number}")
        game = moment(tiny_rules(tmp_path, draw, 3, 4, 5), draw)
        whole = [solved(game, turns) for turns in (1, 2, 3)]
        before: Mapping[Sure, Fraction] = {}
        for most in sorted({0, 1, *draw.sample(range(whole[2].nodes + 1), min(whole[2].nodes, 20))}):
            limited = solved(game, 3, most)
            assert limited.nodes <= most
            assert all(chance <= whole[2].sure[attempt] for attempt, chance in limited.sure.items())
            assert all(chance <= limited.sure[attempt] for attempt, chance in before.items())
            less = whole[limited.turns - 1].sure
            assert all(chance <= limited.sure[attempt] for attempt, chance in less.items())
            parts["between"] += limited.sure not in (less, whole[2].sure)
            parts["stopped"] += limited.turns < 3
            before = limited.sure
        assert solved(game, 3, whole[2].nodes) == whole[2]
    assert min(parts["between"], parts["stopped"]) >= 5, parts


def test_without_any_time_it_looks_at_one_turn(tmp_path: Path) -> None:
    """A limit of time is looked at inside."""
    stopped = 0
    for number in range(12):
        draw = random.Random(f"nodes {number}")
        game = moment(tiny_rules(tmp_path, draw, 3, 4, 5), draw)
        sheet = sheet_of(game, game.position.turn)
        found = solve_endgame(game, sheet, turns=4, most_nodes=NO_LIMIT, seconds=0.0)
        assert found is not None
        one = solved(game, 1).sure
        assert all(chance <= found.sure[attempt] for attempt, chance in one.items())
        stopped += found.turns < 4
    assert stopped >= 10


@pytest.mark.parametrize("name", ["tokens", "anyone", "small, late", "all", "all but 1"])
def test_it_is_searched_under_all_rules(name: str) -> None:
    """With tokens, variant 5, and double agents with late contact: nothing is sure at the beginning."""
    deals = random_deal(RULES[name], random.Random(1)), random_deal(RULES[name], random.Random(2))
    game = Game(RULES[name], deals)
    found = solve_endgame(game, sheet_of(game, 0), turns=1)
    assert found is not None
    assert (found.turns, found.sure) == (1, {})


def test_moments_in_which_it_is_not_searched() -> None:
    """An unknown deal, the other side's turn, and a game that is over; otherwise it is."""
    rules = RULES["classic"]
    deal = random_deal(rules, random.Random(1))
    game = Game(rules, (None, deal))
    assert solve_endgame(game, sheet_of(game, 0)) == Solution(2, {}, 0)
    assert solve_endgame(game, sheet_of(game, 1)) is None
    game.push(game.attempts()[0], REFUSED)
    assert solve_endgame(game, sheet_of(game, 0)) is None
    assert solve_endgame(game, sheet_of(game, 1)) is None, "side 0's deal is not known"
    late = replace(rules, half_move_limit=1)
    over = Game(late, (deal, deal))
    over.push(over.attempts()[0], REFUSED)
    assert over.outcome is not None
    assert solve_endgame(over, sheet_of(over, 1)) is None


def test_nothing_counts_after_the_limit_of_turns(tmp_path: Path) -> None:
    """A game that is drawn by the limit is not won."""
    fewer = 0
    for number in range(30):
        draw = random.Random(f"limit {number}")
        game = moment(tiny_rules(tmp_path, draw, 3, 4, 4), draw)
        position = game.position
        free = solved(game, 2).sure
        rules = replace(game.rules, half_move_limit=position.turns + 3)
        limited = Game(rules, game.deals, game.first)
        limited.events, limited._before = game.events, game._before
        limited.position = replace(position, rules=rules)
        found = solved(limited, 2).sure
        one = solved(game, 1).sure
        # Three more turns: late contact has no time for a second one, early contact has.
        assert found == (one if rules.late_contact else free)
        fewer += found != free
    assert fewer >= 2


# --- The sample game -------------------------------------------------------------------------------------


def test_the_last_move_of_the_sample_game_wins_for_sure() -> None:
    """White's T brings Z home: whichever of White's 960 deals it is, nothing of Yellow's can take it back."""
    game = read_record(SAMPLE).now.game()
    last = game.events[74].action
    assert isinstance(last, Attempt)
    while len(game.events) > 74:
        game.pop()
    sheet = sheet_of(game, 1)
    assert sheet.worlds == 960
    found = solved(game, 1)
    assert (found.turns, found.sure) == (1, {last: Fraction(1)})
    assert str(last) == "T-NE2"


def test_the_sample_game_was_open_before() -> None:
    """Nothing is sure one turn earlier, for either side."""
    game = read_record(SAMPLE).now.game()
    while len(game.events) > 73:
        game.pop()
    assert solved(game, 1).sure == {}
    game.pop()
    assert solved(game, 1).sure == {}
