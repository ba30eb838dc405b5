"""The edition of 2010: double agent, action tokens and variants (CF-DA, CF-TOK, CF-VAR)."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from common import ESPIONAGE
from confusion_plays import attempt, play
from deduce.confusion.engine.actions import (
    Action,
    Answer,
    Attempt,
    Expose,
    GiftReply,
    MoveTwo,
    PromotionReply,
    Remove,
    Reveal,
    SwapTwo,
    Token,
)
from deduce.confusion.engine.directions import Square
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import Ending, Outcome, start_position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import random_start
from deduce.confusion.errors import IllegalActionError, RulesError

TOKENS = Rules.of("espionage", tokens=True)
ANYONE = Rules.of("espionage", variants=[5])
Z_HELD = "E-N4 . E-E1 ."
ARRIVING = "A-N8 . A-N1"


def deal(**first: int) -> dict[str, int]:
    """A deal in which some letters have what is given, and the others the rest in order."""
    left = [number for number in range(1, 14) if number not in first.values()]
    return {**{letter: left.pop(0) for letter in ESPIONAGE.letters if letter not in first}, **first}


def refused(game: Game, action: Action, reason: str) -> None:
    """Make sure that an action is refused for a reason, and leaves the game as it was."""
    before = game.position
    with pytest.raises(IllegalActionError, match=reason):
        game.push(action, Answer())
    assert game.position is before


def test_cf_da_1_the_opponent_answers_as_they_like() -> None:
    """The same attempt may be refused and then allowed, however far it leads."""
    game = Game(ESPIONAGE, (deal(A=13), None))
    assert ESPIONAGE.diagrams[13].is_double_agent
    assert game.answer(attempt(game, "A-N8")) is None
    assert not game.push(attempt(game, "A-N8"), agent=lambda _: False).answer.allowed
    play(game, ".")
    assert game.push(attempt(game, "A-N8"), agent=lambda _: True).answer.allowed
    assert game.position.square(0, "A") == (3, 10)
    assert game.answer(Attempt("C", 0, 1), agent=lambda _: True) is None


def test_cf_da_2_removing_ones_own_piece() -> None:
    """Free, before the attempt, at most once a turn, and nothing is learned."""
    game = Game(ESPIONAGE, (deal(A=13), None))
    event = game.push(Remove("C"))
    assert event.answer == Answer()
    assert game.position.square(0, "C") is None
    assert game.position.turn == 0
    refused(game, Remove("A"), "remove was done this turn already")
    play(game, "O-N3")
    assert game.position.turn == 1
    refused(game, Remove("Q"), "there is no piece Q")
    play(game, ".")
    refused(game, Remove("C"), "White's C is not on the board any more; it is White's turn")
    assert game.can(Remove("A"))


def test_cf_da_2_removing_the_last_piece_loses() -> None:
    """A side without a piece has lost."""
    game = Game(ESPIONAGE)
    for letter in ESPIONAGE.letters[:-1]:
        game.push(Remove(letter))
        play(game, ". .")
    game.push(Remove("X"))
    assert game.outcome == Outcome(1, Ending.NO_PIECES)


def test_cf_da_3_exposing_the_opponents_double_agent() -> None:
    """Only the true one may be named; it is shown and taken off."""
    game = Game(ESPIONAGE, (None, deal(K=13)))
    refused(game, Expose("A"), "Red's A is not the double agent")
    refused(game, Expose("Q"), "there is no piece Q")
    event = game.push(Expose("K"))
    assert (event.side, event.answer.shown) == (0, 13)
    assert game.position.square(1, "K") is None
    assert game.position.turn == 0
    play(game, ". .")
    refused(game, Expose("K"), "Red's K is not on the board any more")
    refused(Game(Rules.of("classic")), Expose("K"), "no double agent in these rules")


def test_cf_da_3_exposing_the_last_piece_wins() -> None:
    """A side without a piece has lost at once."""
    game = Game(ESPIONAGE)
    for letter in ESPIONAGE.letters[:-1]:
        play(game, ".")
        game.push(Remove(letter))
        play(game, ".")
    game.push(Expose("X"))
    assert game.outcome == Outcome(0, Ending.NO_PIECES)


def test_cf_da_4_never_both() -> None:
    """Neither is followed by the other in the same turn."""
    game = Game(ESPIONAGE)
    game.push(Remove("A"))
    refused(game, Expose("A"), "remove was done this turn already")
    game.pop()
    game.push(Expose("A"))
    refused(game, Remove("A"), "expose was done this turn already")


def test_cf_da_4_z_stays_where_it_is() -> None:
    """Z under a removed piece is free on its square."""
    for action, moves in ((Remove("E"), Z_HELD), (Expose("E"), "E-N4 . E-E1")):
        game = play(Game(ESPIONAGE), moves)
        neutral = game.position.neutral
        assert game.position.holder == (0, "E")
        game.push(action)
        assert (game.position.neutral, game.position.holder) == (neutral, None)


def test_cf_da_5_no_promotion_of_a_double_agent() -> None:
    """It arrives and stays what it is."""
    game = play(Game(ESPIONAGE, (deal(A=13), None)), "A-N8 .")
    event = game.push(attempt(game, "A-N1"), agent=lambda _: True)
    assert event.answer == Answer(allowed=True, promoted=False)
    assert not game.position.is_promoted(0, "A")


def test_cf_tok_reveal() -> None:
    """One's own piece is shown, even a captured one, and another one moves."""
    game = Game(TOKENS, (deal(A=7), deal(L=4)))
    assert game.push(Reveal("A")).answer.shown == 7
    assert game.position.tokens == (frozenset({Token.MOVE2, Token.SWAP2}), frozenset(Token))
    assert "A" not in {each.letter for each in game.attempts()}
    refused(game, Attempt("A", 0, 1), "A may not move this turn after reveal")
    refused(game, MoveTwo(), "reveal was done this turn already")
    refused(game, Remove("C"), "reveal was done this turn already")
    play(game, "C-N1 . A-N8")
    assert game.push(Reveal("L")).answer.shown == 4
    play(game, ".")
    refused(game, Reveal("C"), "White's token reveal is used up")
    refused(game, Reveal("Q"), "there is no piece Q")
    assert game.can(Attempt("A", 4, 1))


def test_cf_tok_reveal_needs_the_deal_or_an_answer() -> None:
    """Without the deal the diagram that is shown must be given."""
    game = Game(TOKENS)
    with pytest.raises(IllegalActionError, match="must be given"):
        game.push(Reveal("A"))
    assert game.push(Reveal("A"), Answer(shown=5)).answer.shown == 5


def test_cf_tok_move2() -> None:
    """Two attempts by two different pieces of the own half that do not hold Z."""
    game = Game(TOKENS)
    play(game, "A-N4 . E-N4 . E-E1 .")
    game.push(MoveTwo())
    assert {each.letter for each in game.attempts()} == set("CHKLNOPSVX")
    refused(game, attempt(game, "A-N1"), "only pieces on White's own half that do not hold Z")
    refused(game, attempt(game, "E-N1"), "only pieces on White's own half that do not hold Z")
    play(game, "C-N1")
    assert game.position.turn == 0
    refused(game, attempt(game, "C-N1"), "C may not move this turn after move2")
    refused(game, Remove("H"), "move2 was done this turn already")
    play(game, "(H-N1)")
    assert game.position.turn == 1
    play(game, ".")
    refused(game, MoveTwo(), "White's token move2 is used up")


def test_cf_tok_move2_the_second_half_of_the_other_side() -> None:
    """The own half is the nearest five rows, for either side."""
    game = play(Game(TOKENS, first=1), "A-N4 .")
    assert game.position.square(1, "A") == (9, 6)
    play(game, "C-N3 .")
    assert game.position.square(1, "C") == (8, 7)
    game.push(MoveTwo())
    assert {each.letter for each in game.attempts()} == set("CEHKLNOPSVX")


def test_cf_tok_move2_without_a_second_attempt() -> None:
    """Where no second attempt is possible, the turn is over; without a first one the token stays."""
    game = Game(TOKENS)
    for letter in ESPIONAGE.letters[2:]:
        game.push(Remove(letter))
        play(game, ". .")
    play(game, "A-N4 .")
    game.push(MoveTwo())
    play(game, "C-N1")
    assert game.position.turn == 1
    game.pop()
    game.pop()
    play(game, "C-N4 .")
    refused(game, MoveTwo(), "no attempt would be possible after it")


def test_cf_tok_swap2() -> None:
    """Two pieces change places unseen; then another one moves."""
    game = Game(TOKENS, (deal(), deal()))
    assert game.push(SwapTwo("A", "V")).answer == Answer()
    assert (game.position.square(0, "A"), game.position.square(0, "V")) == ((9, 1), (3, 2))
    assert not {"A", "V"} & {each.letter for each in game.attempts()}
    refused(game, attempt(game, "V-N1"), "V may not move this turn after swap2")
    play(game, "C-N1 .")
    refused(game, SwapTwo("H", "K"), "White's token swap2 is used up")
    assert game.can(attempt(game, "V-N1"))


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("C", "C", "two different pieces"),
        ("C", "Q", "there is no piece Q"),
        ("A", "C", "A is not on White's own half"),
        ("C", "H", "H holds Z"),
    ],
)
def test_cf_tok_swap2_only_pieces_at_home_without_z(first: str, second: str, reason: str) -> None:
    """Both stand on the own half and neither holds Z."""
    game = play(Game(TOKENS), "A-N8 . E-N4 . E-E1 . H-N3 . Z-SE1 .")
    assert game.position.holder == (0, "H")
    refused(game, SwapTwo(first, second), reason)


def test_cf_tok_swap2_with_no_other_piece() -> None:
    """Who has only these two moves one of them."""
    game = Game(TOKENS)
    for letter in ESPIONAGE.letters[2:]:
        game.push(Remove(letter))
        play(game, ". .")
    game.push(SwapTwo("A", "C"))
    assert {each.letter for each in game.attempts()} == {"A", "C"}


def test_cf_tok_only_where_the_rules_have_them() -> None:
    """Tokens are an option."""
    for action in (Reveal("A"), MoveTwo(), SwapTwo("A", "C")):
        refused(Game(ESPIONAGE), action, "these rules have no action tokens")
    assert [str(each) for each in (Reveal("A"), MoveTwo(), SwapTwo("A", "C"), Expose("A"))] == [
        "reveal A",
        "move two",
        "swap A C",
        "expose A",
    ]


def test_cf_var_1_no_double_agent() -> None:
    """Without X and diagram 13, twelve pieces play."""
    rules = Rules.of("espionage", variants=[1])
    assert (rules.letters, list(rules.diagrams)) == ("ACEHKLNOPSTV", list(range(1, 13)))
    game = Game(rules)
    assert len(game.position.squares) == 24
    refused(game, Remove("A"), "no double agent in these rules")
    refused(game, Expose("A"), "no double agent in these rules")
    assert game.answer(Expose("A")) is None
    with pytest.raises(RulesError, match="X has no start square"):
        Rules.of("espionage", variants=[1], agent_square=(6, 1))


@pytest.mark.parametrize(("given", "columns"), [((1, 11), (1, 11)), ((1, 2, 10, 11), (1, 2, 10, 11))])
def test_cf_var_2_small_world(given: tuple[int, ...], columns: tuple[int, ...]) -> None:
    """Nothing moves onto the columns that are off the board."""
    rules = Rules.of("espionage", variants=[2], off_columns=given)
    for column in columns:
        assert not any(rules.is_on_board((column, row)) for row in range(1, 12))
    game = Game(rules)
    refused(game, attempt(game, f"A-W{3 - len(columns) // 2}"), "it leads off the board")
    assert game.can(attempt(game, "A-W1")) is (len(columns) == 2)
    assert not Rules.of("espionage", off_columns=given).off_columns


def test_cf_var_3_late_contact() -> None:
    """A turn of the opponent must be survived, as in classic."""
    game = play(Game(Rules.of("espionage", variants=[3])), f"{Z_HELD} EZ-N4 . EZ-N1")
    assert game.outcome is None
    assert play(game, ".").outcome == Outcome(0, Ending.LAST_ROW)
    game.pop()
    play(game, "P-E1")
    assert (game.outcome, game.position.holder) == (None, (1, "P"))
    game.pop()
    game.push(Expose("E"))
    assert play(game, ".").outcome is None


PLACED: dict[str, Square] = {
    **{letter: (2 + place, 1) for place, letter in enumerate("ACEHKLN")},
    **{letter: (2 + place, 2) for place, letter in enumerate("OPSTVX")},
}


def test_cf_var_4_free_placement() -> None:
    """Each side places its pieces, as it sees the board, and still does not see the diagrams."""
    rules = Rules.of("espionage", variants=[4])
    game = Game(rules, placements=(PLACED, PLACED))
    for letter, (column, row) in PLACED.items():
        assert game.position.square(0, letter) == (column, row)
        assert game.position.square(1, letter) == (12 - column, 12 - row)
    assert game.answer(attempt(game, "O-N1")) is None
    assert Game(rules).position.square(0, "N") == (3, 1)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"A": (2, 3)}, "A on 2,3 is not on the first two rows"),
        ({"A": (12, 1)}, "A on 12,1 is not on the first two rows of the board"),
        ({"A": (3, 1)}, "two pieces stand on one square"),
        ({"Q": (9, 2)}, "it must place exactly the pieces ACEHKLNOPSTVX"),
        ({"X": (9, 1)}, "a row has more than 7 pieces"),
        ({"O": (9, 2), "P": (10, 2), "S": (11, 2)}, "fewer than 4 columns have a piece in both rows"),
    ],
)
def test_cf_var_4_placements_that_are_not_allowed(changed: Mapping[str, Square], reason: str) -> None:
    """Own rows only, at most 7 in a row, at least 4 double columns."""
    with pytest.raises(RulesError, match=f"placement of Red: {reason}"):
        Game(Rules.of("espionage", variants=[4]), placements=(PLACED, {**PLACED, **changed}))


def test_cf_var_4_only_with_the_variant() -> None:
    """Without the variant the layout is fixed."""
    with pytest.raises(RulesError, match="only placed freely with variant 4"):
        Game(ESPIONAGE, placements=(PLACED, None))


def test_cf_var_5_anyone_is_offered_promotion() -> None:
    """The offer is accepted or declined, whatever the diagram, before anything else happens."""
    game = play(Game(ANYONE, (deal(A=2), None)), ARRIVING)
    assert game.position.stage.offer == "A"
    assert (game.attempts(), game.position.turn) == ([], 0)
    refused(game, attempt(game, "C-N1"), "first A's promotion must be accepted or declined")
    with pytest.raises(IllegalActionError, match="needs an answer about promotion"):
        game.push(PromotionReply(accept=True), Answer())
    game.push(PromotionReply(accept=True))
    assert game.position.is_promoted(0, "A")
    assert game.position.turn == 1
    assert play(game, ". A-E1").position.stage.offer is None


def test_cf_var_5_the_offer_comes_again() -> None:
    """On another square of the row, and after coming back; not for a move elsewhere."""
    game = play(Game(ANYONE), ARRIVING)
    for text, offered in (("A-E1", True), ("A-SW1", False), ("A-N1", True)):
        if game.position.stage.offer:
            event = game.push(PromotionReply(accept=False))
            assert event.answer.promoted is None
        assert not game.position.is_promoted(0, "A")
        play(game, f". {text}")
        assert (game.position.stage.offer == "A") is offered
    assert Game(ANYONE).answer(PromotionReply(accept=True)) is None


def test_cf_var_5_a_double_agent_that_accepts() -> None:
    """It is shown and removed, and Z goes to the opponent's first piece by letter, wherever it stands."""
    game = Game(ANYONE, (deal(C=13), None))
    play(game, "L-N8 .")  # captures White's A
    play(game, "C-N8 . C-N1")
    event = game.push(PromotionReply(accept=True))
    assert event.answer == Answer(promoted=False, shown=13)
    assert game.position.square(0, "C") is None
    refused(game, attempt(game, "A-N1"), "first Red must take or refuse Z")
    assert game.attempts() == []
    neutral = game.position.neutral
    event = game.push(GiftReply(accept=True))
    assert event.side == 1
    assert (game.position.holder, game.position.turn) == ((1, "C"), 1)
    game.pop()
    game.push(GiftReply(accept=False))
    assert (game.position.neutral, game.position.turn) == (neutral, 1)


def test_cf_var_5_no_offer_once_the_game_is_over() -> None:
    """Who captures the last piece on the last row has won, and is offered nothing."""
    game = Game(ANYONE)
    for letter in ANYONE.letters:
        if letter != "V":
            play(game, ".")
            game.push(Remove(letter))
            play(game, ".")
    play(game, "A-N8 . A-N1")
    assert (game.outcome, game.position.stage.offer) == (Outcome(0, Ending.NO_PIECES), None)


def test_cf_var_5_the_last_piece_of_a_side() -> None:
    """Who gives the last piece away by accepting has lost."""
    game = Game(ANYONE, (deal(A=13), None))
    for letter in ANYONE.letters[1:]:
        game.push(Remove(letter))
        play(game, ". .")
    play(game, ARRIVING)
    game.push(PromotionReply(accept=True))
    assert game.outcome == Outcome(1, Ending.NO_PIECES)


def test_cf_var_5_after_the_first_attempt_of_two() -> None:
    """A double agent that is lost in the first of two attempts leaves the second one to be made."""
    rules = Rules.of("espionage", variants=[5], tokens=True)
    game = Game(rules, (deal(N=13), None))
    play(game, "A-N8 . A-NE1")
    game.push(PromotionReply(accept=False))
    play(game, ".")
    game.push(MoveTwo())
    play(game, "N-N10")
    game.push(PromotionReply(accept=True))
    game.push(GiftReply(accept=True))
    assert (game.position.turn, game.position.holder) == (0, (1, "A"))
    refused(game, Remove("C"), "move2 was done this turn already")
    play(game, "C-N1")
    assert game.position.turn == 1


def test_cf_var_2_columns_that_differ_for_both_sides() -> None:
    """What is off the board for one side's left is off for the other side's right (CF-VAR-2, CF-VAR-4)."""
    with pytest.raises(RulesError, match="off the board"):
        Rules.of("espionage", variants=[2], off_columns=[2], agent_square=(10, 1))
    rules = Rules.of("espionage", variants=[2, 4], off_columns=[2])
    for seed in range(20):
        random_start(rules, random.Random(seed))
    placement = {letter: square for letter, square in rules.layout if letter != "X"} | {"X": (10, 1)}
    assert start_position(rules, placements=(placement, None)).square(0, "X") == (10, 1)
    with pytest.raises(RulesError, match="X on 10,1 is not on the first two rows"):
        start_position(rules, placements=(None, placement))


def test_unknown_pieces_have_no_answer() -> None:
    """An answer is only given for a piece that there is."""
    game = Game(
        Rules.of("classic"), ({letter: number for number, letter in enumerate("ACEHKLNOPSTV", 1)}, None)
    )
    with pytest.raises(IllegalActionError, match="there is no such piece"):
        game.answer(Attempt("Q", 0, 1))
