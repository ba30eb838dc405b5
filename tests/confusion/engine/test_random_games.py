"""Random games under many rules: what must hold in every position, the way back, and how they are made."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from confusion.engine.many_games import CHECKS, KINDS, checked
from confusion_games import RULES, random_game
from deduce.confusion.engine import simulation
from deduce.confusion.engine.actions import (
    REFUSED,
    Agree,
    Attempt,
    Expose,
    GiftReply,
    Manner,
    MoveTwo,
    PromotionReply,
    Remove,
    Resign,
    Reveal,
    SwapTwo,
)
from deduce.confusion.engine.diagrams import DiagramSet
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import Ending, Outcome, Position, Stage, start_position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import (
    Chances,
    random_action,
    random_placement,
    random_push,
    random_start,
)
from deduce.confusion.errors import RulesError

NEVER = Chances(**dict.fromkeys((field.name for field in fields(Chances)), 0.0))
EVERYTHING = Rules.of("espionage", tokens=True, variants=[4, 5])


@pytest.mark.parametrize("name", RULES)
def test_short_games(name: str) -> None:
    """All checks hold for short games under each of the rules, which end in different ways."""
    endings: set[Ending] = set()
    for seed in range(40):
        game = random_game(RULES[name], seed)
        for check in CHECKS:
            check(game)
        assert game.outcome is not None
        endings.add(game.outcome.ending)
    assert Ending.LAST_ROW in endings
    assert len(endings) >= 3


@pytest.mark.parametrize("kind", KINDS)
def test_whole_games(kind: str) -> None:
    """All checks hold for games that are played to their ends, in which everything happens."""
    found = checked(kind, range(50))
    assert found["games"] == 50
    assert min(found[f"{each.value} {answer}"] for each in Manner for answer in ("allowed", "refused")) > 0
    assert min(found["captured"], found["promoted on arrival"], found["ended: Z reached the last row"]) > 0
    if kind != "classic":
        assert min(found["Remove"], found["Expose"]) > 0
    if kind == "mixed":
        assert min(found["MoveTwo"], found["SwapTwo"], found["Reveal"], found["PromotionReply: yes"]) > 0


@pytest.mark.parametrize("rules", [*RULES.values(), EVERYTHING], ids=[*RULES, "everything"])
def test_the_same_seed_plays_the_same_game(rules: Rules) -> None:
    """A random game follows from its seed, and what is played first does not depend on how long it is."""
    one, two = (simulation.random_game(rules, random.Random("a seed"), plies=60) for _ in range(2))
    assert (one.deals, one.first, one.placements) == (two.deals, two.first, two.placements)
    assert one.events == two.events
    assert simulation.random_game(rules, random.Random("another"), plies=60).events != one.events
    shorter = simulation.random_game(rules, random.Random("a seed"), plies=20)
    assert shorter.position.turns == 20
    assert shorter.events == one.events[: len(shorter.events)]


def test_a_game_of_no_turns_has_only_begun() -> None:
    """The start is random: deals, side and placements."""
    game = simulation.random_game(EVERYTHING, random.Random(1), plies=0)
    assert game.events == []
    assert game.placements[0] != game.placements[1]
    assert None not in game.deals
    assert {random_start(EVERYTHING, random.Random(seed)).first for seed in range(20)} == {0, 1}


def test_cf_var_4_random_placements_are_allowed_ones() -> None:
    """`Game` accepts them; they use both rows and more than the columns of the usual layout."""
    for rules, off in (
        (EVERYTHING, (set[int](), set[int]())),
        (Rules.of("espionage", variants=[1, 2, 4]), ({1, 11}, {1, 11})),
        (Rules.of("espionage", variants=[2, 4], off_columns=[1, 2]), ({1, 2}, {10, 11})),
    ):
        draw, columns = random.Random(3), (set[int](), set[int]())
        for _ in range(100):
            placements = (random_placement(rules, draw), random_placement(rules, draw, 1))
            Game(rules, placements=placements)
            for side, placement in enumerate(placements):
                columns[side].update(column for column, _ in placement.values())
        assert columns == (set(range(1, 12)) - off[0], set(range(1, 12)) - off[1])


def test_cf_var_4_too_few_pieces_cannot_be_placed() -> None:
    """Four columns with a piece in both rows take eight pieces."""
    few = EVERYTHING.layout[:7]
    diagrams = DiagramSet("few", EVERYTHING.diagrams.diagrams[:7], EVERYTHING.diagrams.promoted)
    with pytest.raises(RulesError, match="7 pieces cannot be placed on two rows of 11 columns"):
        random_placement(replace(EVERYTHING, layout=few, diagrams=diagrams), random.Random(1))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("remove", Remove),
        ("expose", Expose),
        ("reveal", Reveal),
        ("move_two", MoveTwo),
        ("swap_two", SwapTwo),
        ("resign", Resign),
        ("agree", Agree),
    ],
)
def test_each_chance_is_for_its_action(name: str, kind: type) -> None:
    """What is sure to be done is done, and nothing else is that never is."""
    draw = random.Random(name)
    game = random_start(EVERYTHING, draw)
    for _ in range(50):
        assert isinstance(random_action(game, draw, NEVER), Attempt)
    sure = replace(NEVER, **{name: 1.0})
    assert isinstance(random_action(game, draw, sure), kind)
    assert isinstance(random_push(game, draw, sure).action, kind)
    assert game.outcome is not None or isinstance(random_action(game, draw, sure), Attempt)


@pytest.mark.parametrize("chance", [0.0, 1.0])
def test_the_chances_of_replies(chance: float) -> None:
    """CF-DA-1 and CF-VAR-5: what the double agent may do, promotions and Z are taken or not."""
    chances = Chances(allow=chance, accept=1.0, take=chance)
    seen: set[bool] = set()
    for seed in range(60):
        game = simulation.random_game(EVERYTHING, random.Random(seed), chances=chances)
        for event in game.events:
            deal = game.deals[event.side]
            assert deal is not None
            if isinstance(event.action, GiftReply):
                seen.add(event.action.accept)
            elif isinstance(event.action, PromotionReply):
                assert event.action.accept
            elif isinstance(event.action, Attempt) and deal[event.action.letter] == 13:
                seen.add(event.answer.allowed)
    assert seen == {chance == 1.0}
    declined = replace(chances, accept=0.0, neutral=0.0)
    game = simulation.random_game(EVERYTHING, random.Random(2), plies=400, chances=declined)
    replies = [event.action for event in game.events if isinstance(event.action, PromotionReply)]
    assert replies
    assert not any(reply.accept for reply in replies)


def test_a_copied_position_goes_on_like_the_first() -> None:
    """Nothing depends on which object a position is made of."""
    game = Game(RULES["tokens"])
    for position in (
        copy.copy(game.position),
        copy.deepcopy(game.position),
        *(pickle.loads(pickle.dumps(game.position, number)) for number in range(6)),  # noqa: S301 - our own
    ):
        assert (position, hash(position)) == (game.position, hash(game.position))
        twin = Game(RULES["tokens"])
        twin.position = position
        assert twin.attempts() == game.attempts()
        assert twin.can(MoveTwo())


# --- What cannot be changed ----------------------------------------------------------------------------


def test_a_position_cannot_be_changed() -> None:
    """Neither one that a game starts with nor one that was made by playing; others are made of it."""
    game = simulation.random_game(EVERYTHING, random.Random(1), plies=4)
    for position in game.positions:
        assert type(position) is Position
        with pytest.raises(FrozenInstanceError):
            position.turn = 1
        with pytest.raises(FrozenInstanceError):
            del position.turn
    before = game.positions[2]
    after = replace(before, squares=(-1, *before.squares[1:]), turns=7)
    assert (after.squares[0], after.turns, after.stage) == (-1, 7, before.stage)
    assert after.held.count(0) == 0 < before.held.count(0)
    assert before == game.positions[2] != after


def test_what_a_game_hands_out_cannot_be_changed() -> None:
    """The deals and the placements are read, and the game keeps its own."""
    game = simulation.random_game(Rules.of("espionage", variants=[4]), random.Random(1), plies=4)
    for given in (*game.deals, *game.placements):
        with pytest.raises(TypeError):
            given["A"] = 1
    deal = dict(game.deals[0] or {})
    again = Game(game.rules, (deal, None))
    deal.clear()
    assert again.deals == (game.deals[0], None)


def test_a_branch() -> None:
    """It has the same set-up and nothing behind it; what is done in it is done in it alone."""
    game = simulation.random_game(EVERYTHING, random.Random(3), plies=20)
    events, position = list(game.events), game.positions[10]
    branch = game.branch(position)
    assert (branch.deals, branch.first, branch.placements) == (game.deals, game.first, game.placements)
    assert (branch.rules, branch.position, branch.events, branch.positions) == (
        game.rules,
        position,
        [],
        (position,),
    )
    branch.push(position.attempts()[0], REFUSED)
    assert branch.pop().answer == REFUSED
    branch.push(position.attempts()[0], REFUSED)
    assert (game.events, game.positions[10], len(branch.events)) == (events, position, 1)


def test_who_has_to_act() -> None:
    """The side to move, or who is offered Z by the other one (CF-VAR-5); nobody when the game is over."""
    start = start_position(EVERYTHING)
    assert (start.decider, start.to_act, start.receiver) == (0, {0}, "")
    offered = replace(start, stage=Stage(gift=True))
    assert (offered.decider, offered.to_act, offered.receiver) == (1, {1}, "A")
    without = replace(offered, squares=(*start.squares[:13], -1, *start.squares[14:]))
    assert without.receiver == "C"
    assert replace(start, outcome=Outcome(None, Ending.LIMIT)).to_act == set()
