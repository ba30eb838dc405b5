"""Who could take what in one attempt, and who could win with Z: compared with a walk over the squares."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from confusion.knowledge.brute_knowledge import MODELS, Brute, Player, small_rules, told
from confusion_games import RULES, choice, new_game
from deduce.confusion.engine.actions import Answer, Attempt, Manner
from deduce.confusion.engine.game import Event, Game
from deduce.confusion.engine.position import FRESH, Position, Stage
from deduce.confusion.engine.turns import is_arrival
from deduce.confusion.knowledge.agents import agent_model
from deduce.confusion.knowledge.outlook import Prospect
from deduce.confusion.knowledge.sheet import Sheet, sheet_of
from deduce.confusion.knowledge.threats import (
    captures,
    is_open,
    next_to_attempt,
    reaches_goal,
    takers_of,
    to_the_goal,
)

STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
Square = tuple[int, int]


def pieces(position: Position) -> dict[Square, tuple[int, str]]:
    """What stands where, by columns and rows as side 0 sees them."""
    found = {}
    for side in (0, 1):
        for letter in position.rules.letters:
            square = position.square(side, letter)
            if square is not None:
                found[square] = (side, letter)
    return found


def walks(position: Position, side: int) -> Iterator[tuple[Attempt, Square]]:
    """Every attempt of a side by the rules of a step (CF-TURN-2, CF-TURN-3, CF-Z-2, CF-Z-3), and its end."""
    rules, there = position.rules, pieces(position)
    z = rules.board.square(position.neutral)
    for start, (owner, letter) in there.items():
        if owner != side:
            continue
        for kind in Manner if start == z else (Manner.MOVE,):
            for way, (across, up) in enumerate(STEPS):
                sign = 1 if side == 0 else -1
                for distance in range(1, rules.diagrams.longest_reach + 1):
                    end = (start[0] + sign * across * distance, start[1] + sign * up * distance)
                    if not rules.is_on_board(end):
                        break
                    if kind is Manner.PASS or there.get(end, (1 - side,))[0] != side:
                        yield Attempt(letter, way, distance, kind), end
                    if end in there or (end == z and kind is Manner.MOVE):
                        break


def goal_row(position: Position, side: int) -> int:
    return position.rules.rows if side == 0 else 1


def check(game: Game, side: int, sheet: Sheet, brute: Brute | None) -> tuple[int, int, int]:
    """Compare everything that a side could do to the other; return how much of each there was."""
    position = game.position
    there, z = pieces(position), position.rules.board.square(position.neutral)
    all_walks = dict(walks(position, side))
    takes = {
        attempt: there[end][1]
        for attempt, end in all_walks.items()
        if attempt.kind is Manner.MOVE and end in there
    }
    gets_z = {attempt for attempt, end in all_walks.items() if attempt.kind is Manner.MOVE and end == z}
    scores = {
        attempt
        for attempt, end in all_walks.items()
        if end[1] == goal_row(position, side)
        and (
            attempt.kind is Manner.CARRY
            or (attempt.kind is Manner.MOVE and end == z)
            or (attempt.kind is Manner.PASS and there.get(end, (1 - side,))[0] == side)
        )
    }
    found = captures(game, side, sheet)
    taken = {each.attempt: letter for letter, row in found.items() for each in row}
    assert list(found) == sorted(found)
    assert taken == {each: letter for each, letter in takes.items() if each in taken}
    z_takers = {each.attempt: each for each in takers_of(game, side, sheet, position.neutral)}
    scorers = {each.attempt: each for each in to_the_goal(game, side, sheet)}
    assert z_takers.keys() <= gets_z
    assert scorers.keys() <= scores
    prospects = {each.attempt: each for row in found.values() for each in row} | z_takers | scorers
    for attempt in {*takes, *gets_z, *scores}:
        expected = may_be_yes(game, side, attempt, brute, sheet)
        assert (attempt in prospects) is expected, attempt
        if expected:
            check_chance(prospects[attempt], game, side, brute)
    for row in (*found.values(), tuple(z_takers.values()), tuple(scorers.values())):
        assert [not each.truth for each in row] == sorted(not each.truth for each in row)
    return len(taken), len(z_takers), len(scorers)


def may_be_yes(game: Game, side: int, attempt: Attempt, brute: Brute | None, sheet: Sheet) -> bool:
    """Whether a yes is possible in some deal that is left, or is the truth."""
    position, diagrams = game.position, game.rules.diagrams
    if position.is_promoted(side, attempt.letter):
        return diagrams.promoted.allows(attempt.way, attempt.distance)
    deal = game.deals[side]
    truly = deal is not None and allows(game, deal[attempt.letter], attempt)
    possible = sheet.possible if brute is None else brute.possible
    return truly or any(
        diagrams[number].is_double_agent or allows(game, number, attempt)
        for number in possible[attempt.letter]
    )


def allows(game: Game, number: int, attempt: Attempt) -> bool:
    diagram = game.rules.diagrams[number]
    return not diagram.is_double_agent and (
        attempt.way in diagram.directions and attempt.distance <= diagram.reach
    )


def check_chance(found: Prospect, game: Game, side: int, brute: Brute | None) -> None:
    """Its chance is the share of the deals, its truth that of the deal."""
    attempt, deal = found.attempt, game.deals[side]
    if game.position.is_promoted(side, attempt.letter):
        assert (found.truth, found.chance, found.plainly, found.at_will) == (True, 1, True, False)
        return
    if deal is not None:
        agent = game.rules.diagrams[deal[attempt.letter]].is_double_agent
        assert found.at_will is agent
        assert found.truth is (None if agent else allows(game, deal[attempt.letter], attempt))
        assert is_open(found) is bool(found.truth)
    else:
        assert (found.truth, found.at_will) == (None, False)
        assert is_open(found) is found.plainly
    if brute is not None:
        numbers = brute.possible[attempt.letter]
        assert found.plainly is any(allows(game, number, attempt) for number in numbers)
        if brute.model != "any":
            assert found.chance == brute.chance_of_yes(attempt)


def is_waited_for(position: Position) -> bool:
    return position.stage.offer is not None or position.stage.gift


@pytest.mark.parametrize("model", MODELS)
def test_cf_turn_4_threats_are_those_of_every_deal(model: str) -> None:
    """Small games, with and without a double agent and known deals: what can be taken, and how likely."""
    seen = [0, 0, 0]
    for seed in range(24):
        draw = random.Random(f"threats {model} {seed}")
        rules = small_rules(draw, 5, agent=seed % 3 != 0, anyone=seed % 4 == 1)
        player = Player(rules, draw, model)
        for _ in range(4):
            game = player.play(3)
            if game.outcome is not None or game.position.stage != FRESH:
                break
            known = game if seed % 2 else Game(rules).branch(game.position)
            for side in (0, 1):
                sheet = sheet_of(game, side, agent_model(model))
                brute = Brute(game.rules, told(game, side), model)
                for place, count in enumerate(check(known, side, sheet, brute)):
                    seen[place] += count
    assert min(seen) > 10


@pytest.mark.parametrize("name", RULES)
def test_cf_z_1_threats_of_whole_games(name: str) -> None:
    """Every turn or so of random games: the same attempts as by walking, and what they do if allowed."""
    seen = [0, 0, 0]
    for seed in range(3):
        draw = random.Random(f"whole {name} {seed}")
        game = new_game(RULES[name], draw)
        while game.outcome is None:
            position = game.position
            if position.stage == FRESH or is_waited_for(position):
                for side in (0, 1):
                    sheet = sheet_of(game, side)
                    for place, count in enumerate(check(game, side, sheet, None)):
                        seen[place] += count
                    check_what_follows(game, side, sheet)
            go_on(game, draw)
    assert sum(seen) > 10
    assert all(seen[:2])


def go_on(game: Game, draw: random.Random) -> None:
    """Do a few things more, but stop where somebody waits for a reply."""
    for place in range(draw.randint(1, 5)):
        if game.outcome is None and not (place and is_waited_for(game.position)):
            game.push(choice(game, draw), agent=lambda _: draw.random() < 0.5)


def pushed(game: Game, attempt: Attempt) -> Event:
    """Play an attempt with a yes."""
    tells = not game.rules.anyone_is_promoted and is_arrival(game.position, attempt)
    return game.push(attempt, Answer(promoted=False if tells else None))


def check_what_follows(game: Game, side: int, sheet: Sheet) -> None:
    """Played with a yes, each attempt takes what it is said to take, or has Z on the last row."""
    stands = game.branch(replace(game.position, turn=side, stage=FRESH))
    for letter, row in captures(game, side, sheet).items():
        for each in row:
            assert pushed(stands, each.attempt).captured == letter
            stands.pop()
    for each in takers_of(game, side, sheet, game.position.neutral):
        assert pushed(stands, each.attempt).took_neutral
        stands.pop()
    scorers = [each.attempt for each in to_the_goal(game, side, sheet)]
    assert all(reaches_goal(stands.position, attempt) for attempt in scorers)
    for attempt in scorers:
        pushed(stands, attempt)
        owner, _ = stands.position.holder or (1 - side, "")
        assert owner == side
        assert stands.position.neutral in game.rules.board.last_rows[side]
        stands.pop()


@pytest.mark.parametrize("stage", [Stage(offer="A"), Stage(gift=True)])
def test_cf_var_5_who_waits_for_a_reply_has_made_its_attempt(stage: Stage) -> None:
    """The other side is next; what both could do then is what they could at the beginning of a turn."""
    rules, draw, found = RULES["anyone"], random.Random(5), 0
    game = new_game(rules, draw)
    while game.outcome is None:
        position = game.position
        assert is_waited_for(position) or next_to_attempt(position) == position.turn
        fresh, waiting = (game.branch(replace(position, stage=each, outcome=None)) for each in (FRESH, stage))
        assert next_to_attempt(waiting.position) == 1 - position.turn
        for side in (0, 1):
            sheet = sheet_of(game, side)
            assert captures(waiting, side, sheet) == captures(fresh, side, sheet)
            assert to_the_goal(waiting, side, sheet) == to_the_goal(fresh, side, sheet)
            found += len(captures(waiting, side, sheet))
        go_on(game, draw)
    assert found
