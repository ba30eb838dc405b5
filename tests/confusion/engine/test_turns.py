"""The rules of a turn that both editions share: CF-TURN, CF-PROMO, CF-Z and CF-WIN."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from common import CLASSIC, ESPIONAGE
from confusion_plays import attempt, play, step
from deduce.confusion.engine.actions import (
    Action,
    Agree,
    Answer,
    Attempt,
    GiftReply,
    Manner,
    PromotionReply,
    Remove,
    Resign,
    Unread,
)
from deduce.confusion.engine.diagrams import DiagramSet, standard_diagrams
from deduce.confusion.engine.directions import Square
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import Ending, Outcome
from deduce.confusion.engine.rules import Rules
from deduce.confusion.errors import IllegalActionError

TO_THE_LAST_ROW = "E-N4 . E-E1 . EZ-N4 . EZ-N1"


def deal(rules: Rules, **first: int) -> dict[str, int]:
    """A deal in which some letters have what is given, and the others the rest in order."""
    left = [number for number in rules.diagrams if number not in first.values()]
    return {**{letter: left.pop() for letter in rules.letters if letter not in first}, **first}


def tiny(**layout: Square) -> Rules:
    """Classic rules with few pieces a side."""
    table = standard_diagrams()
    few = DiagramSet("few", table.diagrams[: len(layout)], table.promoted)
    return replace(CLASSIC, layout=tuple(sorted(layout.items())), diagrams=few)


def test_cf_turn_1_yes_moves_and_no_does_not() -> None:
    """The diagram decides; either way the turn passes."""
    deals = (deal(CLASSIC, A=4), None)
    for text, allowed in (("A-N1", True), ("A-N2", True), ("A-N3", False), ("A-NE1", False)):
        game = Game(CLASSIC, deals)
        before = game.position
        event = game.push(attempt(game, text))
        assert (event.side, event.answer) == (0, Answer(allowed))
        assert (game.position.squares == before.squares) is not allowed
        assert (game.position.turn, game.position.turns) == (1, 1)
    assert game.deals == deals


def test_cf_turn_1_nobody_guesses_an_answer() -> None:
    """Without the deal the answer must be given; then it is taken."""
    game = Game(CLASSIC)
    assert game.answer(attempt(game, "A-N1")) is None
    with pytest.raises(IllegalActionError, match=r"A-N1: the answer does not follow .* must be given"):
        game.push(attempt(game, "A-N1"))
    assert not game.events


@pytest.mark.parametrize(
    ("before", "action", "reason"),
    [
        ("", Attempt("N", 0, 1), "N-N1: Yellow's own A stands there"),
        ("", Attempt("N", 0, 2), "N-N2: Yellow's A is in the way"),
        ("", Attempt("A", 6, 3), "it leads off the board"),
        ("", Attempt("A", 0, 5), "no piece can move more than 4 squares"),
        ("", Attempt("A", 8, 1), "that is no direction"),
        ("", Attempt("Q", 0, 1), "there is no piece Q"),
        ("", Attempt("AC", 0, 1), "there is no piece AC"),
        ("", Attempt("A", 0, 1, Manner.CARRY), "A does not control Z"),
        ("", Attempt("A", 0, 1, Manner.PASS), "A does not control Z"),
        ("A-N4 . A-N4", Attempt("L", 0, 1), "White's L is not on the board any more; it is White's turn"),
        ("", PromotionReply(accept=True), "no promotion is offered"),
        ("", GiftReply(accept=True), "Z is not offered"),
        ("", Remove("A"), "no double agent in these rules"),
    ],
)
def test_cf_turn_2_the_impossible_is_refused(before: str, action: Action, reason: str) -> None:
    """The reason is told, and nothing is done."""
    game = play(Game(CLASSIC), before)
    position, events = game.position, list(game.events)
    with pytest.raises(IllegalActionError, match=reason):
        game.push(action, Answer(allowed=True))
    assert (game.position, game.events) == (position, events)
    assert not game.can(action)


def test_cf_turn_2_only_actions_are_actions() -> None:
    """Anything else is refused like an impossible action."""
    wrong: object = "A-N1"
    assert not Game(CLASSIC).can(wrong)  # type: ignore[arg-type]


def test_cf_turn_3_no_jumping() -> None:
    """Neither a piece of either side nor Z can be jumped over."""
    game = play(Game(CLASSIC), "A-N4 . A-N1 .")
    with pytest.raises(IllegalActionError, match="White's L is in the way"):
        game.push(attempt(game, "A-N4"), Answer())
    with pytest.raises(IllegalActionError, match="Yellow's C is in the way"):
        game.push(attempt(game, "O-N2"), Answer())
    play(game, "E-N4 .")
    with pytest.raises(IllegalActionError, match="Z is in the way"):
        game.push(attempt(game, "E-E2"), Answer())
    assert game.can(attempt(game, "E-E1"))


def test_cf_turn_4_capture() -> None:
    """A captured piece is gone, and its diagram is not shown."""
    game = Game(CLASSIC, (None, deal(CLASSIC)))
    play(game, "A-N4 .")
    event = step(game, "A-N4")
    assert (event.captured, event.answer.shown, event.took_neutral) == ("L", None, False)
    assert game.position.square(1, "L") is None
    assert game.position.square(0, "A") == (3, 10)
    assert {each.letter for each in game.attempts()} <= set("ACEHKNOPSTV")


def test_cf_turn_5_asking_first_is_the_same() -> None:
    """What would be answered is what is answered, and to ask changes nothing."""
    game = Game(CLASSIC, (deal(CLASSIC), deal(CLASSIC)))
    for each in game.attempts():
        before = game.position
        asked = game.answer(each)
        assert game.position is before
        assert game.push(each).answer == asked
        game.pop()


def test_cf_turn_6_no_piece_left() -> None:
    """Who has lost all pieces has lost, at once."""
    game = play(Game(tiny(A=(3, 2))), "A-N4 . A-NE4 . A-E2")
    assert game.outcome == Outcome(0, Ending.NO_PIECES)
    assert game.attempts() == []
    with pytest.raises(IllegalActionError, match="the game is over"):
        game.push(Resign())


def test_cf_turn_6_no_possible_attempt() -> None:
    """Who cannot attempt anything has lost; that takes a board that is cut in two."""
    rules = replace(tiny(A=(1, 1), C=(1, 2)), columns=3, rows=2, neutral=(2, 1), off_columns=frozenset({2}))
    game = Game(rules)
    assert game.attempts() == []
    game.push(Unread("?"))
    assert game.outcome == Outcome(0, Ending.NO_ATTEMPT)


def test_cf_turn_6_resigning_agreeing_and_a_limit() -> None:
    """The endings that the engine adds."""
    game = play(Game(CLASSIC), ".")
    game.push(Resign())
    assert game.outcome == Outcome(0, Ending.RESIGNATION)
    game.pop()
    game.push(Agree())
    assert game.outcome == Outcome(None, Ending.AGREEMENT)
    game = Game(Rules.of("classic", half_move_limit=3))
    assert play(game, ". .").outcome is None
    assert play(game, ".").outcome == Outcome(None, Ending.LIMIT)


def test_actions_say_what_they_are() -> None:
    """Every action has a short text."""
    game = play(Game(CLASSIC), "E-N4 . E-E1 .")
    assert [str(attempt(game, text)) for text in ("E-N1", "EZ-N1", "Z-N1")] == ["E-N1", "EZ-N1", "Z-N1"]
    shown = [
        Remove("A"),
        Resign(),
        Agree(),
        Unread("odd"),
        PromotionReply(accept=True),
        GiftReply(accept=False),
    ]
    assert [str(each) for each in shown] == [
        "remove A",
        "resign",
        "agree to a draw",
        "odd",
        "accept promotion",
        "refuse Z",
    ]


@pytest.mark.parametrize("number", range(1, 13))
def test_cf_promo_1_on_arrival(number: int) -> None:
    """Diagrams 1, 5, 9 and 12 are promoted on arrival, the others are told not to be."""
    game = Game(CLASSIC, (deal(CLASSIC, A=number), None))
    play(game, "A-N4 . A-N4 .")
    event = game.push(attempt(game, "A-N1" if number <= 7 else "A-NE1"))
    assert event.answer == Answer(allowed=True, promoted=number in {1, 5, 9, 12})
    assert game.position.is_promoted(0, "A") is (number in {1, 5, 9, 12})
    found = game.diagram(0, "A")
    assert found is not None
    assert (found.number == 0) is (number in {1, 5, 9, 12})


def test_cf_promo_1_the_old_diagram_is_laid_away() -> None:
    """The answers about a promoted piece follow from the promoted side alone."""
    game = play(Game(CLASSIC), "A-N4 . A-N4 . A-N1+ .")
    assert game.answer(attempt(game, "A-S2")) == Answer(allowed=True)
    assert game.answer(attempt(game, "A-SE3")) == Answer(allowed=False)
    assert game.answer(attempt(game, "A-E1")) == Answer(allowed=True)
    assert game.answer(Attempt("C", 0, 1)) is None


def test_cf_promo_1_only_arrivals_are_told_about() -> None:
    """An arrival needs an answer about promotion, and nothing else may have one."""
    game = play(Game(CLASSIC), "A-N4 . A-N4 .")
    with pytest.raises(IllegalActionError, match="A-N1: this needs an answer about promotion"):
        game.push(attempt(game, "A-N1"), Answer())
    with pytest.raises(IllegalActionError, match="A-S1: this cannot have an answer about promotion"):
        game.push(attempt(game, "A-S1"), Answer(promoted=True))
    with pytest.raises(IllegalActionError, match="cannot have"):
        game.push(attempt(game, "A-N1"), Answer(allowed=False, promoted=False))


def test_cf_z_1_taking_control() -> None:
    """Landing on Z takes it, with the enemy piece that stood there."""
    game = play(Game(CLASSIC), "E-N4 E-N4")
    event = step(game, "E-E1")
    assert (event.took_neutral, event.captured, game.position.holder) == (True, None, (0, "E"))
    event = step(game, "E-E1")
    assert (event.took_neutral, event.captured, game.position.holder) == (True, "E", (1, "E"))


@pytest.mark.parametrize(
    ("text", "piece", "neutral", "holder"),
    [
        ("E-N1", (6, 7), (6, 6), None),
        ("EZ-N2", (6, 8), (6, 8), (0, "E")),
        ("Z-N2", (6, 6), (6, 8), None),
        ("(EZ-N2)", (6, 6), (6, 6), (0, "E")),
    ],
)
def test_cf_z_2_three_ways(text: str, piece: Square, neutral: Square, holder: tuple[int, str] | None) -> None:
    """The controller moves without Z, with it, or passes it."""
    game = play(Game(CLASSIC), f"E-N4 . E-E1 . {text}")
    assert game.position.square(0, "E") == piece
    assert game.position.neutral == (neutral[1] - 1) * 11 + neutral[0] - 1
    assert game.position.holder == holder


def test_cf_z_3_a_pass_follows_the_diagram() -> None:
    """A pass is answered by the controller's diagram."""
    game = play(Game(CLASSIC, (deal(CLASSIC, E=4), None)), "E-N4 . E-E1 .")
    for text, allowed in (("Z-N2", True), ("Z-N3", False), ("Z-NE1", False), ("Z-W1", True)):
        assert game.answer(attempt(game, text)) == Answer(allowed)


def test_cf_z_3_a_pass_never_captures_nor_crosses() -> None:
    """A pass ends on a piece of either side, and no piece is passed over."""
    game = play(Game(CLASSIC), "E-N4 E-N3 E-E1 . H-N4 .")
    with pytest.raises(IllegalActionError, match="Yellow's H is in the way"):
        game.push(attempt(game, "Z-E2"), Answer())
    event = step(game, "Z-E1")
    assert (event.passed_to, event.captured, game.position.holder) == ((0, "H"), None, (0, "H"))
    game.pop()
    event = step(game, "Z-NE1")
    assert (event.passed_to, event.captured, game.position.holder) == ((1, "E"), None, (1, "E"))
    assert min(game.position.squares) >= 0


def test_cf_z_4_a_refused_carry_or_pass_tells_of_the_controller() -> None:
    """Moves, carries and passes are answered alike, and a refusal leaves all where it was."""
    game = play(Game(CLASSIC, (deal(CLASSIC, E=2), None)), "E-N4 . E-E1 .")
    before = game.position
    for each in game.attempts():
        if each.letter == "E":
            answers = {game.answer(replace(each, kind=kind)) for kind in Manner}
            assert answers == {Answer(standard_diagrams()[2].allows(each.way, each.distance))}
    for text in ("(EZ-E1)", "(Z-E1)"):
        play(game, text)
        assert (game.position.squares, game.position.neutral) == (before.squares, before.neutral)
        assert game.position.turn == 1
        game.pop()


def test_cf_win_1_classic_survives_a_turn() -> None:
    """Z on the last row wins when it is still there a turn later."""
    game = play(Game(CLASSIC), TO_THE_LAST_ROW)
    assert game.outcome is None
    assert play(game, ".").outcome == Outcome(0, Ending.LAST_ROW)


def test_cf_win_1_classic_goes_on_when_z_is_taken() -> None:
    """When the opponent takes Z in that turn, nobody has won."""
    game = play(Game(CLASSIC), TO_THE_LAST_ROW)
    event = step(game, "P-E1")
    assert (event.captured, event.took_neutral, game.position.holder) == ("E", True, (1, "P"))
    assert play(game, ". .").outcome is None


def test_cf_win_1_z_alone_does_not_win() -> None:
    """Z on the last row without a piece of yours is nothing."""
    game = play(Game(CLASSIC), "E-N4 . E-E1 . EZ-N4 . Z-N1 .")
    assert game.outcome is None
    assert game.position.holder is None


def test_cf_win_1_the_second_side_wins_at_row_1() -> None:
    """Each side's goal is the other one's first row."""
    game = play(Game(CLASSIC, first=1), TO_THE_LAST_ROW)
    assert game.position.square(1, "E") == (6, 1)
    assert play(game, ".").outcome == Outcome(1, Ending.LAST_ROW)


def test_cf_win_2_espionage_wins_at_once() -> None:
    """There is no turn to survive."""
    game = play(Game(ESPIONAGE), TO_THE_LAST_ROW)
    assert game.outcome == Outcome(0, Ending.LAST_ROW)


def test_cf_win_2_a_double_agent_can_win() -> None:
    """If the opponent lets it."""
    game = play(Game(ESPIONAGE, (deal(ESPIONAGE, E=13), None)), "E-N4 . E-E1 .")
    game.push(attempt(game, "EZ-N5"), agent=lambda _: True)
    assert game.outcome == Outcome(0, Ending.LAST_ROW)


@pytest.mark.parametrize("rules", [CLASSIC, ESPIONAGE])
def test_cf_win_3_the_opponents_own_pass(rules: Rules) -> None:
    """It counts when your turn comes."""
    game = play(Game(rules), "H-N4 K-N4 H-N4 K-W2 H-N1 KZ-S4 .")
    assert game.outcome is None
    event = step(game, "Z-SW1")
    assert event.passed_to == (0, "H")
    assert game.outcome == Outcome(0, Ending.LAST_ROW)


def test_pop_without_anything_done() -> None:
    """There is nothing to take back at the start."""
    with pytest.raises(IndexError):
        Game(CLASSIC).pop()


def test_an_error_carries_what_was_tried_and_why_not() -> None:
    """Also after it was sent to another process; where nothing was tried, the reason stands alone."""
    game = Game(CLASSIC)
    game.push(Resign())
    with pytest.raises(IllegalActionError, match=r"^resign: the game is over$") as caught:
        game.push(Resign())
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - made in the line itself
    assert (again.action, again.reason, str(again)) == (Resign(), "the game is over", str(caught.value))
    assert str(IllegalActionError("", "it is not your turn")) == "it is not your turn"
