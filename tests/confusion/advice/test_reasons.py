"""Values taken apart: the parts add up, and each is nothing where there is nothing of its kind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest

from common import CLASSIC
from confusion_games import RULES, choice, new_game
from confusion_plays import attempt, play
from deduce.confusion.advice import reasons
from deduce.confusion.advice.options import Option, attempt_options, early_options, reply_options
from deduce.confusion.advice.reasons import PARTS, Breakdown, break_down, compare
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.engine.actions import SILENT, Answer, Attempt, Manner, Reveal
from deduce.confusion.engine.diagrams import load_diagrams
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.turns import after, is_arrival
from deduce.confusion.knowledge.sheet import sheet_of

DEAL = dict(zip(CLASSIC.letters, range(1, 13), strict=True))


def moments(name: str, seed: int, step: int) -> Iterator[Game]:
    """A random game, as it stands now and then when an attempt can be made."""
    draw = random.Random(f"reasons {name} {seed}")
    game = new_game(RULES[name], draw)
    while game.outcome is None:
        if len(game.events) % step == 0 and game.attempts():
            yield game
        game.push(choice(game, draw), agent=lambda _: draw.random() < 0.5)


def standpoint_of(game: Game, size: int = 64) -> Standpoint:
    """What the side to move knows."""
    return Standpoint(game.view(game.position.turn), seed=1, size=size)


def option_of(standpoint: Standpoint, action: Attempt) -> Option:
    """The option of an attempt."""
    return next(option for option in attempt_options(standpoint) if option.action == action)


def value_of(breakdown: Breakdown) -> float:
    """The value by its definition: the mean after each answer, by the chance of the answer."""
    yes, no = (float(np.mean(results)) if len(results) else None for results in breakdown.results)
    if yes is None or no is None:
        found = no if yes is None else yes
        assert found is not None
        return found
    return breakdown.option.chance * yes + (1 - breakdown.option.chance) * no


def worth_trying(standpoint: Standpoint, draw: random.Random, most: int) -> list[Option]:
    """Some attempts that may be allowed, and something of what may come before."""
    options = [option for option in attempt_options(standpoint) if option.chance > 0]
    early = early_options(standpoint)
    return draw.sample(options, min(most, len(options))) + draw.sample(early, min(2, len(early)))


# --- Everything adds up --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "tokens", "anyone", "all but 1"])
def test_parts_add_up(name: str) -> None:
    """With nothing done they are the value, and between two options their differences are the difference."""
    draw = random.Random(name)
    for game in islice(moments(name, 1, 14), 3):
        standpoint = standpoint_of(game)
        found = break_down(standpoint, worth_trying(standpoint, draw, 3), games=32, seed=2)
        for each in found:
            assert set(each.parts) == set(each.errors) == set(PARTS)
            assert each.value == pytest.approx(each.nothing + sum(each.parts.values()), abs=1e-12)
            assert each.value == pytest.approx(value_of(each), abs=1e-5)
            assert each.nothing == pytest.approx(float(each.weighted[0].sum()), abs=1e-5)
            assert each.games == 32 == sum(map(len, each.results))
            assert all(error >= 0 for error in each.errors.values())
            assert -1e-5 <= each.value <= 1 + 1e-5
        assert len({each.nothing for each in found}) == 1, "all are compared with the same games"
        for one, other in pairwise(found):
            check_comparison(one, other)


def check_comparison(one: Breakdown, other: Breakdown) -> None:
    """The parts of a comparison, there and back."""
    there, back = compare(one, other), compare(other, one)
    assert (there.first, there.second) == (one.option, other.option) == (back.second, back.first)
    assert sum(there.parts.values()) == there.difference
    assert there.difference == pytest.approx(one.value - other.value, abs=1e-9)
    assert there.difference == pytest.approx(-back.difference, abs=1e-12)
    assert there.error == pytest.approx(back.error, rel=1e-5)
    for part in PARTS:
        assert there.parts[part] == one.parts[part] - other.parts[part] == -back.parts[part]
        assert there.errors[part] == pytest.approx(back.errors[part], rel=1e-5, abs=1e-9)


def test_an_option_compared_with_itself() -> None:
    """Makes no difference, and that is certain."""
    standpoint = standpoint_of(Game(CLASSIC, (None, DEAL)))
    one = break_down(standpoint, attempt_options(standpoint)[:1], games=16, seed=2)[0]
    same = compare(one, one)
    assert (same.difference, same.error) == (0, 0)
    assert set(same.parts.values()) == set(same.errors.values()) == {0}


@pytest.mark.parametrize("name", ["classic", "tokens"])
def test_the_same_seed_gives_the_same_parts(name: str) -> None:
    """And another one does not."""
    game = next(islice(moments(name, 2, 14), 1, None))
    standpoint = standpoint_of(game)
    options = worth_trying(standpoint, random.Random(1), 3)
    one, two, other = (break_down(standpoint, options, games=24, seed=seed) for seed in (3, 3, 4))
    assert [(each.parts, each.errors, each.nothing) for each in one] == [
        (each.parts, each.errors, each.nothing) for each in two
    ]
    assert [each.nothing for each in one] != [each.nothing for each in other]
    # What else is taken apart makes no difference.
    alone = break_down(standpoint, options[1:2], games=24, seed=3)
    assert alone[0].parts == one[1].parts


def says(said: bool, _: Attempt) -> bool:
    """The answer for a double agent."""
    return said


def offers(seeds: range) -> Iterator[Game]:
    """Random games, as they stand when a promotion is offered (CF-VAR-5)."""
    for seed in seeds:
        draw = random.Random(f"search all but 1 {seed}")
        game = new_game(RULES["all but 1"], draw)
        while game.outcome is None:
            if game.position.stage.offer:
                yield game
            game.push(choice(game, draw), agent=partial(says, draw.random() < 0.5))


def test_replies_are_taken_apart_as_well() -> None:
    """An offered promotion is all progress."""
    seen = 0
    for game in islice(offers(range(60)), 4):
        standpoint = standpoint_of(game)
        options = [option for option in reply_options(standpoint) if option.chance > 0]
        for each in break_down(standpoint, options, games=24, seed=1):
            assert each.value == pytest.approx(value_of(each), abs=1e-5)
            assert [each.parts[part] for part in PARTS[1:]] == [0, 0, 0]
            seen += 1
    assert seen >= 6


# --- A small game, in which all is plain -----------------------------------------------------------------


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
B = [1, 1]
"""
DIAGRAMS_FILE = """
format = "deduce.confusion.diagrams/1"
name = "two"
[[diagram]]
number = 1
reach = 2
directions = ["N", "S"]
[[diagram]]
number = 2
reach = 1
directions = ["E", "W", "S"]
[promoted]
reach = 1
directions = ["N", "S"]
"""


@pytest.fixture
def small(tmp_path: Path) -> Rules:
    """A small board; A stands in the middle column on both sides, and Z between them."""
    (tmp_path / "small.toml").write_text(RULES_FILE, encoding="utf-8")
    (tmp_path / "two.toml").write_text(DIAGRAMS_FILE, encoding="utf-8")
    return Rules.of(str(tmp_path / "small.toml"), diagrams=load_diagrams(tmp_path / "two.toml"))


def taken_apart(game: Game, text: str, games: int = 64) -> Breakdown:
    """An attempt, taken apart."""
    standpoint = standpoint_of(game)
    return break_down(standpoint, [option_of(standpoint, attempt(game, text))], games=games, seed=1)[0]


def test_stepping_where_a_known_piece_takes_is_not_safe(small: Rules) -> None:
    """Blue knows that A goes forward; Green's A takes Z in front of it."""
    game = play(Game(small, (None, {"A": 1, "B": 2})), "A-N1 (B-N1)")
    assert sheet_of(game, 1).certain == {"A": 1, "B": 2}
    found = taken_apart(game, "A-N1")
    assert found.option.chance == 1
    assert found.parts["safety"] < -0.2
    assert found.parts["safety"] < -3 * found.errors["safety"]


def test_it_is_safe_where_that_piece_cannot_take(small: Rules) -> None:
    """With the diagrams the other way round, and known to be: nothing is taken, so nothing is lost."""
    game = play(Game(small, (None, {"A": 2, "B": 1})), "A-N1 (A-N1)")
    assert sheet_of(game, 1).certain == {"A": 2, "B": 1}
    found = taken_apart(game, "A-N1")
    assert (found.parts["safety"], found.parts["secrecy"]) == (0, 0)


def test_who_knows_all_is_told_nothing(small: Rules) -> None:
    """A piece could take there by one of the two diagrams, but it is known that it has the other."""
    game = play(Game(small, (None, {"A": 2, "B": 1})), "A-N1 (A-N1)")
    assert any(str(each) == "A-N2" for each in after(game.position, attempt(game, "A-N1"), SILENT).attempts())
    assert taken_apart(game, "A-N1").parts["secrecy"] == 0


def test_what_is_certain_teaches_nothing(small: Rules) -> None:
    """Neither a certain yes nor a certain no."""
    game = play(Game(small, (None, {"A": 1, "B": 2})), "(B-N1) (B-N1)")
    assert sheet_of(game, 0).certain == {"A": 1, "B": 2}
    for text, chance in (("A-N1", 1), ("B-E1", 1), ("A-E1", 0)):
        found = taken_apart(game, text)
        assert found.option.chance == chance
        assert found.parts["information"] == pytest.approx(0, abs=1e-4)


def test_what_is_open_teaches_something(small: Rules) -> None:
    """Half of it is known before, all of it after the answer."""
    game = Game(small, (None, {"A": 1, "B": 2}))
    found = taken_apart(game, "A-N1")
    assert found.option.chance == 0.5
    assert found.parts["information"] != 0
    assert len(found.results[0]) > 0 < len(found.results[1])


def test_a_winning_step_is_all_progress(small: Rules) -> None:
    """CF-WIN: nothing is heard, lost or told any more that matters."""
    early = replace(small, late_contact=False)
    game = play(Game(early, (None, {"A": 2, "B": 1})), "(B-N1) (A-N1) A-N2 (A-N1) AZ-N1 (A-E2) AZ-N1 (B-E1)")
    found = taken_apart(game, "AZ-N1")
    assert found.value == pytest.approx(1, abs=1e-6)
    assert found.parts["progress"] == pytest.approx(1 - found.nothing, abs=1e-6)
    assert [found.parts[part] for part in PARTS[1:]] == [0, 0, 0]


# --- In games with all pieces ------------------------------------------------------------------------------


def enemies_that_get_to(game: Game, action: Attempt) -> int:
    """How many attempts of the enemy lead to where an attempt leads, if it was allowed."""
    told = is_arrival(game.position, action) and not game.rules.anyone_is_promoted
    following = after(game.position, action, Answer(promoted=False if told else None))
    target = game.position.target(action)
    return sum(following.target(each) == target for each in following.attempts())


def test_there_is_no_danger_and_no_secret_where_nobody_gets_to() -> None:
    """Exactly nothing, in positions from random games; elsewhere often something."""
    none = dangers = secrets = 0
    for seed in range(2):
        for game in islice(moments("classic", seed, 16), 1, 4):
            standpoint, draw = standpoint_of(game), random.Random(seed)
            options = [option for option in attempt_options(standpoint) if option.chance > 0]
            moves = [(o, o.action) for o in options if isinstance(o.action, Attempt)]
            kinds = {option.action: enemies_that_get_to(game, action) for option, action in moves}
            quiet = [option for option, action in moves if not kinds[action]]
            loud = [option for option, action in moves if kinds[action] and action.kind is Manner.MOVE]
            chosen = draw.sample(quiet, 2), draw.sample(loud, min(2, len(loud)))
            for each in break_down(standpoint, chosen[0], games=16, seed=1):
                assert (each.parts["safety"], each.parts["secrecy"]) == (0, 0)
                assert (each.errors["safety"], each.errors["secrecy"]) == (0, 0)
                none += 1
            for each in break_down(standpoint, chosen[1], games=16, seed=1):
                dangers += each.parts["safety"] != 0
                secrets += each.parts["secrecy"] != 0
    assert none >= 8
    assert min(dangers, secrets) >= 1


def test_certain_answers_of_real_games_teach_nothing() -> None:
    """Yes or no."""
    seen = {0: 0, 1: 0}
    for game in islice(moments("classic", 3, 13), 2, 6):
        standpoint = standpoint_of(game)
        for chance in (0, 1):
            certain = [
                option
                for option in attempt_options(standpoint)
                if option.chance == chance
                and isinstance(option.action, Attempt)
                and game.position.target(option.action) not in game.rules.board.last_rows[game.position.turn]
            ]
            for each in break_down(standpoint, certain[:1], games=16, seed=1):
                assert each.parts["information"] == pytest.approx(0, abs=1e-3)
                seen[chance] += 1
    assert min(seen.values()) >= 2


# --- What is no attempt ------------------------------------------------------------------------------------


def test_a_token_that_shows_a_piece_informs() -> None:
    """All but what it shows is progress; what is known already, it does not teach."""
    rules = Rules.of("espionage", variants=[1], tokens=True)
    game = Game(rules, (None, DEAL))
    # A goes forward four squares, which only the Rocket does.
    play(game, "A-N4 .")
    assert sheet_of(game, 0).certain == {"A": 1}
    standpoint = standpoint_of(game)
    options = [Option(Reveal(letter), 1, after(game.position, Reveal(letter), SILENT)) for letter in "AT"]
    known, unknown = break_down(standpoint, options, games=32, seed=1)
    assert known.parts["information"] == pytest.approx(0, abs=1e-4)
    assert unknown.parts["information"] != 0
    for each in (known, unknown):
        assert (each.parts["safety"], each.parts["secrecy"]) == (0, 0)
        assert each.value == pytest.approx(value_of(each), abs=1e-5)


def test_an_attempt_is_needed_for_the_stages_of_one() -> None:
    """Whoever mixes them up is told."""
    standpoint = standpoint_of(Game(CLASSIC, (None, DEAL)))
    with pytest.raises(TypeError, match="reveal A is no attempt"):
        reasons._attempt_stages(standpoint, Option(Reveal("A"), 1), np.zeros(1, np.int32), 0, 3)


def test_the_exact_chance_counts_and_not_how_often_it_fell() -> None:
    """Among few worlds the yeses may be too many; their weight is the exact chance all the same."""
    game = Game(CLASSIC, (None, DEAL))
    standpoint = standpoint_of(game)
    option = option_of(standpoint, attempt(game, "A-N1"))
    found = break_down(standpoint, [option], games=20, seed=1)[0]
    yes = len(found.results[0])
    assert Fraction(option.chance).limit_denominator(100) == Fraction(7, 12)
    assert 0 < yes < 20
    assert yes / 20 != pytest.approx(7 / 12)
    assert found.value == pytest.approx(value_of(found), abs=1e-6)
    assert found.value != pytest.approx(float(np.mean(np.concatenate(found.results))), abs=1e-6)
