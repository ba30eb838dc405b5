"""What is decided about the action tokens (CF-TOK): who has them, and what a turn with one owes."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from confusion_plays import attempt, play
from deduce.confusion.adapters.action_numbers import numbers_of
from deduce.confusion.engine.actions import Answer, MoveTwo, Remove, Reveal, SwapTwo, Token, Waive
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import FRESH, Ending, Outcome, Stage
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import Chances, random_game
from deduce.confusion.engine.soundness import faults
from deduce.confusion.errors import IllegalActionError, RulesError

MUST = Rules.of("espionage", tokens=True)
MAY = Rules.of("espionage", tokens=True, second_attempt="may")
RED = Rules.of("espionage", handicap="Red")
ALL = frozenset(Token)


def refused(game: Game, action: Reveal | MoveTwo | Waive, reason: str) -> None:
    """Make sure that an action is refused for a reason, and leaves the game as it was."""
    before = game.position
    with pytest.raises(IllegalActionError, match=reason):
        game.push(action, Answer())
    assert game.position is before


def alone(rules: Rules, *letters: str) -> Game:
    """A game in which the side that starts has only some pieces left, and all its tokens."""
    game = Game(rules)
    for letter in rules.letters:
        if letter not in letters:
            game.push(Remove(letter))
            play(game, ". .")
    return game


# --- A token when no attempt would follow ---------------------------------------------------------


def test_cf_tok_reveal_is_not_played_without_an_attempt() -> None:
    """A token comes before an attempt, so the only piece that could move is not shown."""
    game = alone(MUST, "A")
    refused(game, Reveal("A"), "no attempt would be possible after it")
    assert game.can(Reveal("C"))
    assert game.position.tokens[0] == ALL


def test_cf_tok_reveal_shows_what_a_promoted_piece_was_dealt() -> None:
    """The diagram that was laid away, not the one that it moves by now."""
    deal = dict(zip(MUST.letters, range(1, 14), strict=True))
    game = Game(MUST, (deal, None))
    rocket = game.position.piece(0, "A")
    game = game.branch(replace(game.position, promoted=1 << rocket))
    assert game.diagram(0, "A") == MUST.diagrams.promoted
    assert game.push(Reveal("A")).answer == Answer(shown=1)


# --- The second attempt -----------------------------------------------------------------------------


def test_cf_tok_move2_the_second_attempt_must_be_made() -> None:
    """As long as one is possible, unless the players agreed otherwise."""
    game = Game(MUST)
    game.push(MoveTwo())
    play(game, "A-N1")
    refused(game, Waive(), "the second attempt must be made in these rules")
    assert not any(isinstance(choice, Waive) for choice in numbers_of(MUST).choices)


def test_cf_tok_move2_the_second_attempt_may_be_left_out() -> None:
    """Then the turn is over, and the token is used up all the same."""
    game = Game(MAY)
    refused(game, Waive(), "there is no second attempt to leave out now")
    game.push(MoveTwo())
    refused(game, Waive(), "there is no second attempt to leave out now")
    play(game, "A-N1")
    before = game.position
    assert game.can(attempt(game, "C-N1"))
    event = game.push(Waive())
    assert (event.side, str(event.action), event.answer) == (0, "done", Answer())
    assert game.position == replace(before, turn=1, turns=1, stage=FRESH)
    assert game.position.tokens == (ALL - {Token.MOVE2}, ALL)
    refused(game, Waive(), "there is no second attempt to leave out now")
    assert (game.pop(), game.position) == (event, before)
    play(game, "C-N1")
    assert (game.position.turn, game.position.stage) == (1, FRESH)


def test_cf_tok_move2_leaving_out_ends_the_turn_with_all_that_follows() -> None:
    """Z that the other side carried onto the last row counts at the beginning of its turn (CF-WIN-1)."""
    rules = Rules.of("espionage", tokens=True, variants=[3], second_attempt="may")
    game = play(Game(rules), "A-N1 X-N5 . XZ-N5")
    assert game.position.holder == (1, "X")
    assert game.outcome is None
    game.push(MoveTwo())
    play(game, "C-N1")
    game.push(Waive())
    assert game.outcome == Outcome(1, Ending.LAST_ROW)


@pytest.mark.parametrize("rules", [MUST, MAY], ids=["must", "may"])
def test_cf_tok_move2_the_first_attempt_takes_z(rules: Rules) -> None:
    """Another piece, which does not hold Z, makes the second one."""
    game = play(Game(rules), "E-N3 . E-E1 .")
    assert game.position.square(0, "E") == (6, 5)
    game.push(MoveTwo())
    assert play(game, "E-N1").events[-1].took_neutral
    assert game.position.holder == (0, "E")
    assert game.position.turn == 0
    movers = {each.letter for each in game.attempts()}
    assert movers
    assert "E" not in movers
    play(game, "C-N1")
    assert game.position.turn == 1


def test_cf_tok_move2_random_games_leave_out_second_attempts() -> None:
    """It is possible between the two attempts and nowhere else, and has a number of its own."""
    numbers, seen = numbers_of(MAY), 0
    assert numbers.total == numbers_of(MUST).total + 1
    chances = Chances(move_two=0.3)
    for seed in range(12):
        game = random_game(MAY, random.Random(seed), plies=40, chances=chances)
        for position, event in game.steps:
            now = game.branch(position)
            between = position.stage.home_only and not position.stage.seconds
            assert now.can(Waive()) is between
            assert numbers.number(Waive()) in numbers.possible(now) or not between
            seen += event.action == Waive()
            if between:
                possible = [number for number, choice in enumerate(numbers.choices[:-2]) if now.can(choice)]
                assert numbers.possible(now) == possible
    assert seen > 3
    never = random_game(MAY, random.Random(1), plies=40, chances=replace(chances, waive=0.0))
    assert Waive() not in [event.action for event in never.events]


def test_cf_tok_move2_the_usual_random_games_are_what_they_were() -> None:
    """Where the second attempt must be made, nothing is drawn for leaving it out."""
    one = random_game(MUST, random.Random(4), plies=80, chances=Chances(move_two=0.3))
    two = random_game(MUST, random.Random(4), plies=80, chances=Chances(move_two=0.3, waive=1.0))
    assert one.events == two.events
    assert MoveTwo() in [event.action for event in one.events]


# --- Tokens for one side ----------------------------------------------------------------------------


def test_cf_tok_for_one_side_only() -> None:
    """A handicap: the other side has none, and is told so."""
    game = Game(RED)
    assert RED.tokens
    assert (RED.handicap, RED.token_sides) == (1, {1})
    assert game.position.tokens == (frozenset(), ALL)
    refused(game, Reveal("A"), "White has no action tokens in this game")
    play(game, ".")
    game.push(Reveal("A"), Answer(shown=3))
    assert game.position.tokens == (frozenset(), ALL - {Token.REVEAL})


def test_cf_tok_for_one_side_only_in_random_games() -> None:
    """Only that side uses them."""
    chances = Chances(reveal=0.3, move_two=0.3, swap_two=0.3)
    users: set[int] = set()
    for seed in range(6):
        game = random_game(RED, random.Random(seed), plies=40, chances=chances)
        users |= {event.side for event in game.events if isinstance(event.action, Reveal | MoveTwo | SwapTwo)}
        assert all(position.tokens[0] == frozenset() for position in game.positions)
        assert not [fault for position in game.positions for fault in faults(position)]
    assert users == {1}


def test_cf_tok_for_one_side_only_is_found_out_by_what_cannot_be() -> None:
    """A position in which the other side has a token, or has just used one, is none."""
    start = Game(RED).position
    assert list(faults(replace(start, tokens=(ALL, ALL)))) == [
        ("tokens", "White has tokens left, but none in these rules; expected none")
    ]
    used = replace(start, stage=Stage("reveal", frozenset("A")))
    assert list(faults(used)) == [
        ("stage", "reveal was done, but White has no action tokens; expected none of that")
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"handicap": "Green"}, "there is no side 'Green' to have the tokens alone"),
        ({"second_attempt": "may"}, "without action tokens nobody has a second attempt"),
        ({"tokens": True, "second_attempt": "perhaps"}, "it must be must or may"),
    ],
)
def test_cf_tok_options_that_make_no_sense(options: dict[str, object], words: str) -> None:
    """One sentence says why."""
    with pytest.raises(RulesError, match=words):
        Rules.of("espionage", **options)  # type: ignore[arg-type]


def test_cf_tok_a_side_is_named_in_any_case_and_either_language() -> None:
    """As its owner types it."""
    assert Rules.of("espionage", handicap="red") == Rules.of("espionage", handicap="Rouge") == RED
    with pytest.raises(RulesError, match="action tokens belong to espionage; classic has none"):
        Rules.of("classic", handicap="White")


@pytest.mark.parametrize("name", ["espionage", "Espionage", "ESPIONAGE", "esp", "E"])
def test_a_ruleset_is_named_in_any_case_or_by_its_beginning(name: str) -> None:
    """As long as only one begins so."""
    assert Rules.of(name).ruleset == "espionage"
    assert Rules.of(name) == Rules.of("espionage")


@pytest.mark.parametrize("name", ["", "espionages", "chess"])
def test_a_ruleset_that_does_not_exist(name: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(RulesError, match="there is no ruleset"):
        Rules.of(name)
