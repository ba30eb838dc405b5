"""Lines that are typed at the table: every forgiving way of writing a turn, and whole games typed in."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common import CLASSIC, SAMPLE, TOKENS
from confusion_games import random_game as wild_game
from deduce.confusion import (
    Agree,
    Answer,
    Attempt,
    Expose,
    Game,
    GiftReply,
    Manner,
    Moment,
    MoveTwo,
    PromotionReply,
    Remove,
    Resign,
    Reveal,
    Rules,
    SwapTwo,
    Waive,
    parse_record,
    random_game,
    record_of,
)
from deduce.confusion.engine.actions import Action
from deduce.confusion.engine.directions import DIRECTIONS, opposite
from deduce.confusion.engine.game import Event
from deduce.confusion.notation.cells import read_cell
from deduce.confusion.notation.spoken import NO, YES
from deduce.confusion.notation.typed import Line, read_attempt, read_line
from deduce.confusion.notation.words import WAYS
from deduce.confusion.record.following import follow
from deduce.confusion.record.writer import cells_of
from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Request
from deduce.tabletop.saved import SavedGame
from tables import new_game, opened, same, texts

DEAL = {letter: number for number, letter in enumerate("ACEHKLNOPSTV", 1)}
"""A Rocket, C Probe, E Chickenfoot, H Rook, K Novice, L King, N Sprinkler, O Wimp, P Crab, S Bishop,
T Cardinal, V Abbot."""
AGENTS = {**{letter: number for number, letter in enumerate("ACEHKLNOPSTV", 1)}, "X": 13}


def sample(ply: int, *, deals: bool = False) -> Game:
    """The printed game after so many turns; its compass is Yellow's."""
    text = SAMPLE.read_text(encoding="utf-8")
    if not deals:
        text = "\n".join(
            f"{line[:5]} = ?" if line.startswith(("Blanc =", "Jaune =")) else line
            for line in text.splitlines()
        )
    return parse_record(text).at(ply).game()


def in_the_open(first: int) -> Game:
    """A game in which the H of the side that is to move stands free on all sides."""
    game = Game(CLASSIC, first=first)
    game.push(Attempt("H", 0, 2), Answer())
    game.push(Attempt("A", 0, 1), Answer(allowed=False))
    return game


def arriving(variants: Sequence[int], letter: str, *attempts: tuple[int, int]) -> Game:
    """An espionage game in which White made its own attempts, and Red none that was allowed."""
    game = Game(Rules.of("espionage", variants=variants))
    for way, distance in attempts:
        game.push(Attempt(letter, way, distance), Answer())
        game.push(Attempt("A", 0, 1), Answer(allowed=False))
    return game


def agent_arriving() -> Game:
    """Variant 5: White's X is one step before the last row, where S stands on the left."""
    return arriving([5], "X", (0, 4), (1, 1), (0, 3), (7, 1))


def refused(text: str, game: Game, compass: int = 0) -> str:
    """What is said about a line that makes no sense; the game stays as it is."""
    events, position = list(game.events), game.position
    with pytest.raises(LineError) as caught:
        read_line(text, game, compass)
    assert game.events == events
    assert game.position == position
    assert "\n" not in str(caught.value)
    return str(caught.value)


def reply(request: Request) -> str:
    """What is said to what a turn in the notation of the record leaves open: it was allowed, and Z stays."""
    if "does Z go along" in request.question:
        return "n"
    assert request.question.endswith(("allowed?", "as you please: y or n?"))
    return "y"


def fully(text: str, game: Game, compass: int = 0, begun: str = "") -> Line:
    """A line with everything said that was asked."""
    answers: list[str] = []
    while isinstance(line := read_line(text, game, compass, answers, begun), Request):
        answers.append(reply(line))
    return line


def asked(text: str, game: Game, *answers: str, compass: int = 0) -> Request:
    """What is asked about a line; the game stays as it is."""
    events, position = list(game.events), game.position
    found = read_line(text, game, compass, answers)
    assert isinstance(found, Request)
    assert (game.events, game.position) == (events, position)
    return found


# --- Ways of writing a turn --------------------------------------------------------------------------

COMPASS_WORDS = (
    ("n", "N", "north", "North"),
    ("ne", "NE", "n e", "northeast", "north east", "north-east", "e n"),
    ("e", "E", "east"),
    ("se", "SE", "s e", "southeast", "SOUTH EAST", "east south"),
    ("s", "S", "south"),
    ("sw", "SW", "s w", "southwest", "south-west", "so", "SO"),
    ("w", "W", "west", "o"),
    ("nw", "NW", "n w", "northwest", "north west", "NO"),
)
OWN_WORDS = (
    ("forward", "Forward", "forwards", "fwd", "f"),
    ("forward right", "right forward", "fr", "rf", "f r", "forward-right", "forwardright", "rightforward"),
    ("right", "r", "RIGHT"),
    ("back right", "br", "rb", "right back", "backright", "backward right", "backwards-right"),
    ("back", "backward", "backwards", "b"),
    ("back left", "bl", "lb", "left backwards", "backleft", "b l"),
    ("left", "l"),
    ("forward left", "fl", "lf", "left forward", "fwd left", "leftfwd"),
)


@pytest.mark.parametrize(("side", "compass"), list(product((0, 1), (0, 1))))
@pytest.mark.parametrize("way", range(8), ids=DIRECTIONS)
def test_directions(side: int, compass: int, way: int) -> None:
    """Compass words are the record's, relative words the mover's own, in every spelling."""
    game = in_the_open(side)
    own = way if side == compass else opposite(way)
    for word in COMPASS_WORDS[way]:
        assert read_line(f"h {word} 1 y", game, compass).cell == f"H-{DIRECTIONS[way]}1"
    for word in OWN_WORDS[own]:
        assert read_line(f"h {word} 1 n", game, compass).cell == f"(H-{DIRECTIONS[way]}1)"


@pytest.mark.parametrize(
    "text",
    [
        "h n1 n",
        "H N1 N",
        "h n 1 n",
        "H-N1 no",
        "H-N1 (no)",
        "(H-N1)",
        "(h-n1)",
        "(H-N1",
        "H-N1)",
        "(H-N1) no",
        "h-n1: refused",
        "h–n1 – no",
        "h forward 1 no",
        "h forward one non",
        "h one forward, refused",
        "H one forward, no.",
        "h 1 forward n",
        "  h   n1\t n  ",
        "h\u00a0n1\u00a0n",
        "h n1, n,",
        "h n1 not allowed",
        "h n1 nein!",
    ],
)
def test_ways_of_writing_a_refused_attempt(text: str) -> None:
    """All of these say the same."""
    line = read_line(text, Game(CLASSIC), 0)
    assert (line.cell, line.warnings, line.told) == ("(H-N1)", (), ())


def test_answers() -> None:
    """CF-TURN-1: every word for yes and no; where nothing is said it is asked, never taken for a yes."""
    game = Game(CLASSIC)
    for word in YES:
        assert read_line(f"h n1 {word.upper()}", game, 0).cell == "H-N1"
    for word in NO:
        assert read_line(f"h n1 {word}", game, 0).cell == "(H-N1)"
    for text in ("h n1", "H-N1", "hn1", "h forward 1"):
        assert asked(text, game)[:2] == ("H one forward: allowed?", ("y", "n"))
        assert fully(text, game).cell == "H-N1"
        assert read_line(text, game, 0, ["n"]).cell == "(H-N1)"
        assert read_line(f"{text} # first", game, 0, ["no # he smiled"]).cell == "(H-N1) first he smiled"
    with pytest.raises(
        LineError,
        match="'perhaps' is neither yes nor no; if it was forgotten, the board shows whether it moved",
    ):
        read_line("h n1", game, 0, ["perhaps"])


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("hn1 y", "H-N1"),
        ("hne1 n", "(H-NE1)"),
        ("hforward 1 y", "H-N1"),
        ("hfl1 y", "H-NW1"),
        ("aw1 n", "(A-W1)"),
        ("kn2 y", "K-N2"),
    ],
)
def test_the_piece_and_the_direction_as_one_word(text: str, cell: str) -> None:
    """As it is said quickly."""
    assert read_line(text, Game(CLASSIC), 0).cell == cell


def test_z_goes_along_or_stays_behind() -> None:
    """CF-Z-2: whether its holder takes Z along is asked, unless it is said."""
    game = sample(15)
    for text in ("v nw1", "v nw1 y", "vnw1 n"):
        question = asked(text, game)
        assert question.question == "V holds Z: does Z go along? (n: it stays behind on 6,6)"
    for text in ("v without z nw1 y", "v leaving z nw1 y", "v nw1 without z y", "v nw1 leaves z y"):
        line = read_line(text, game, 0)
        assert (line.cell, line.remarks) == ("V-NW1", ("Z stays behind on 6,6",))
    for text in ("vz nw1 y", "v with z nw1 y", "v nw1 with z y", "vznw1 y"):
        line = read_line(text, game, 0)
        assert (line.cell, line.remarks) == ("VZ-NW1", ())
    for said, cell in (
        ("y", "VZ-NW1"),
        ("z", "VZ-NW1"),
        ("with z", "VZ-NW1"),
        ("n", "V-NW1"),
        ("stays", "V-NW1"),
    ):
        assert read_line("v nw1 y", game, 0, [said]).cell == cell
    assert asked("v nw1", game, "n").question == "V one forward left: allowed?"
    assert read_line("v nw1", game, 0, ["n", "n"]).remarks == ()


@pytest.mark.parametrize(
    ("ply", "text", "cell"),
    [
        (7, "l s4 y", "L-S4xA"),
        (7, "l forward 4 yes", "L-S4xA"),
        (7, "l-s4xa", "L-S4xA"),
        (7, "l s4 x a y", "L-S4xA"),
        (7, "L-S4×A", "L-S4xA"),
        (7, "(L-S4xA)", "(L-S4xA)"),
        (7, "l s4 n", "(L-S4xA)"),
        (14, "v nw2 y", "V-NW2xZ"),
        (14, "v-nw2xz", "V-NW2xZ"),
        (14, "v fl 2 n", "(V-NW2xZ)"),
        (16, "vz nw1 y", "VZ-NW1"),
        (16, "VZ-NW1", "VZ-NW1"),
        (16, "v z nw1 y", "VZ-NW1"),
        (16, "v with z one forward left, allowed", "VZ-NW1"),
        (16, "v carrying z nw 1 n", "(VZ-NW1)"),
        (16, "v nw1 y", "V-NW1"),
        (16, "z nw1", "Z-NW1"),
        (16, "z forward left 1 no", "(Z-NW1)"),
        (16, "v passing z one forward left, refused", "(Z-NW1)"),
        (63, "z s1 y", "Z-S1>T"),
        (63, "z-s1>t", "Z-S1>T"),
        (63, "(z-s1)", "(Z-S1>T)"),
        (74, "p e1 y", "P-E1xHxZ"),
        (74, "p-e1xhxz", "P-E1xHxZ"),
        (75, "t-sw2xpxz+", "T-SW2xPxZ+"),
        (75, "t sw2 y +", "T-SW2xPxZ+"),
        (75, "t sw2 + y", "T-SW2xPxZ+"),
        (75, "t forward right 2 promoted", "T-SW2xPxZ+"),
        (75, "t sw2 y 0", "T-SW2xPxZ"),
        (75, "t sw2 y not promoted", "T-SW2xPxZ"),
        (75, "t sw2 y unpromoted", "T-SW2xPxZ"),
        (75, "t sw2 n", "(T-SW2xPxZ)"),
    ],
)
def test_captures_carries_passes_and_promotion(ply: int, text: str, cell: str) -> None:
    """What is on the board is filled in, whether it was typed or not."""
    assert fully(text, sample(ply - 1)).cell == cell


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("remove a, h n1 n", "*A, (H-N1)"),
        ("Remove A, H-N1", "*A, H-N1"),
        ("*a,h n1 y", "*A, H-N1"),
        ("expose v, h n1 y", "?V, H-N1"),
        ("?v, h n1 y", "?V, H-N1"),
        ("reveal a 7, h n1 y", "$A=7, H-N1"),
        ("reveal a sprinkler, h n1 y", "$A=7, H-N1"),
        ("reveal a is the Double agent, h n1 y", "$A=13, H-N1"),
        ("$a=7, h n1 y", "$A=7, H-N1"),
        ("reveal a ?, h n1 y", "$A, H-N1"),
        ("reveal a spr, h n1 y", "$A=7, H-N1"),
        ("reveal a dou, h n1 y", "$A=13, H-N1"),
        ("two, h n1 y, k n1 n", "$2, H-N1, (K-N1)"),
        ("move2, h n1, yes, k n1, no", "$2, H-N1, (K-N1)"),
        ("$2, (h-n1), k-n1", "$2, (H-N1), K-N1"),
        ("swap a c, h n1 y", "$A<>C, H-N1"),
        ("swap a and c, h n1 y", "$A<>C, H-N1"),
        ("$a<>c, h n1 y", "$A<>C, H-N1"),
        ("x n1 y", "X-N1"),
        ("resign", "resigns"),
        ("resigns", "resigns"),
        ("draw", "draws"),
    ],
)
def test_what_comes_before_the_attempt(text: str, cell: str) -> None:
    """Espionage's early actions in words and in the notation of the record, joined by commas."""
    line = fully(text, Game(TOKENS))
    assert (line.cell, line.is_open) == (cell, False)


@pytest.mark.parametrize(
    "lines",
    [
        (("remove a", "*A"), ("h n1 n", "*A, (H-N1)")),
        (("expose v # at last", "?V at last"), ("h n1 y # yes", "?V, H-N1 at last yes")),
        (("reveal a 7", "$A=7"), ("h n1 y", "$A=7, H-N1")),
        (("two", "$2"), ("h n1 y", "$2, H-N1"), ("k n1 n", "$2, H-N1, (K-N1)")),
        (("two, h n1 y", "$2, H-N1"), ("k n1 n", "$2, H-N1, (K-N1)")),
        (("swap a c", "$A<>C"), ("h n1 y", "$A<>C, H-N1")),
    ],
)
def test_a_turn_is_entered_in_the_order_of_the_rules(lines: tuple[tuple[str, str], ...]) -> None:
    """CF-TOK, CF-DA-2, CF-DA-3: what comes before the attempt is entered by itself, and then the attempt."""
    moment, begun = parse_record("Ruleset = espionage\nTokens = yes\nFirst = White\n").now, ""
    for number, (text, cell) in enumerate(lines, 1):
        line = read_line(text, moment.stand(), 0, (), moment.begun)
        assert isinstance(line, Line)
        assert (line.cell, line.is_open) == (cell, number < len(lines))
        before = moment.before or moment if begun else moment
        followed = follow(before, line.cell)
        assert followed.faults == ()
        moment, begun = followed.state, line.cell
        assert moment.begun == (line.cell if line.is_open else "")
    assert (moment.position.turn, moment.position.turns) == (1, 1)


def test_cf_tok_reveal_asks_what_was_shown() -> None:
    """By name, by number, or that it was not written down."""
    game = Game(TOKENS)
    for text in ("reveal a", "$a", "reveal a, h n1 y"):
        assert "A is shown: which diagram" in asked(text, game).question
    for said in ("7", "sprinkler", "spr", "A is the Sprinkler"):
        assert read_line("reveal a", game, 0, [said]).cell == "$A=7"
    assert read_line("reveal a", game, 0, ["?"]).cell == "$A"
    for said in ("", "sprinkel", "99", "ro"):
        with pytest.raises(LineError):
            read_line("reveal a", game, 0, [said])


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("x nw1 y +", "X-NW1xS+"),
        ("x-nw1+", "X-NW1xS+"),
        ("x fl1 accepted", "X-NW1xS+"),
        ("x nw1 y +-", "X-NW1xS+-"),
        ("x nw1 + -", "X-NW1xS+-"),
        ("x nw1 y declined", "X-NW1xS+-"),
        ("x nw1 y 0", "X-NW1xS+-"),
        ("x nw1 y +!>a", "X-NW1xS+!>A"),
        ("x-nw1xs+! > A", "X-NW1xS+!>A"),
        ("x nw1 y +!>0", "X-NW1xS+!>0"),
        ("x nw1 n", "(X-NW1xS)"),
    ],
)
def test_variant_5_replies(text: str, cell: str) -> None:
    """Accepted, declined, shown to be the double agent, and Z taken or refused."""
    assert read_line(text, agent_arriving(), 0).cell == cell


def test_known_deals_fill_in_the_answer() -> None:
    """The right answer is recorded and told, to be said aloud."""
    game = Game(CLASSIC, (DEAL, None))
    line = read_line("h n1", game, 0)
    assert (line.cell, line.told) == ("H-N1", ("H one forward: yes",))
    line = read_line("h ne1", game, 0)
    assert (line.cell, line.told) == ("(H-NE1)", ("H one forward right: no",))
    assert read_line("h ne1 n", game, 0).told == ()


def test_known_deals_fill_in_promotion() -> None:
    """Whether it is promoted is told as well; what is said against the diagram is warned of."""
    game = sample(74, deals=True)
    line = read_line("t sw2", game, 0)
    assert line.cell == "T-SW2xPxZ+"
    assert line.told == ("T two forward right: yes, and it is promoted",)
    line = read_line("t sw2 y 0", game, 0)
    assert line.cell == "T-SW2xPxZ"
    assert line.warnings == ("T is Abbot: it is promoted",)


def test_answers_against_the_diagram_are_warned_of() -> None:
    """They are recorded as they were said."""
    game = Game(CLASSIC, (DEAL, None))
    line = read_line("h n1 n", game, 0)
    assert line.cell == "(H-N1)"
    assert line.warnings == ("H is Rook: the right answer is yes",)
    line = read_line("h ne1 y", game, 0)
    assert line.warnings == ("H is Rook: the right answer is no",)


def test_known_deals_and_tokens() -> None:
    """What a token shows is filled in from the deal, and compared with it."""
    game = Game(TOKENS, (AGENTS, None))
    line = read_line("reveal a, h n1", game, 0)
    assert line.cell == "$A=1, H-N1"
    assert line.told == ("A is Rocket", "H one forward: yes")
    line = read_line("reveal a 2, h n1 y", game, 0)
    assert (line.cell, line.warnings) == ("$A=2, H-N1", ("A is Rocket, which should be shown",))
    assert "Red's V is not the double agent" in refused("expose v, h n1 y", Game(TOKENS, (None, AGENTS)))


def test_the_double_agent_is_answered_as_one_pleases() -> None:
    """CF-DA-1: there is no right answer to tell or to warn of, and silence is none."""
    game = Game(TOKENS, (AGENTS, None))
    question = asked("x n1", game).question
    assert question == "X one forward: tried by the double agent, so as you please: y or n?"
    for text, cell in (("x n1 y", "X-N1"), ("x n1 n", "(X-N1)")):
        line = read_line(text, game, 0)
        assert (line.cell, line.told, line.warnings) == (cell, (), ())


def test_read_attempt() -> None:
    """An attempt without its answer, also of the side that is not to move."""
    game = Game(CLASSIC)
    assert read_attempt("h n1", game, 0) == Attempt("H", 0, 1)
    assert read_attempt("h n1", game, 1) == Attempt("H", 4, 1)
    assert read_attempt("h n1", game, 0, side=1) == Attempt("H", 4, 1)
    assert read_attempt("hz forward 1 y", game, 0) == Attempt("H", 0, 1, Manner.CARRY)
    with pytest.raises(LineError, match="White"):
        read_attempt("z n1", game, 0, side=1)


# --- Lines that make no sense ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "such as h n1 n"),
        (",", "such as h n1 n"),
        ("# only words", "such as h n1 n"),
        ("()", "such as h n1 n"),
        ("h", "'h' has no direction; there are n ne e se s sw w nw, and forward, back, left, right"),
        ("h y", "'h y' has no direction"),
        ("h 1 n", "has no direction"),
        ("h 1 n n", "has no direction"),
        ("h 1", "has no direction"),
        ("h n", "'h n' has no distance; write a piece, a direction, a distance and the answer"),
        ("h n y", "has no distance"),
        ("i n1 y", "'I' is no piece; the pieces are A C E H K L N O P S T V"),
        ("x n1 y", "'X' is no piece"),
        ("5", "'5' is no piece"),
        ("h nroth 1 y", "'nroth' is no direction; did you mean 'north'?"),
        ("h forwrd 1 y", "did you mean 'forward'?"),
        ("h sideways 1", "'sideways' is no direction; there are n ne"),
        ("h forward back 1", "'forward back' is no direction"),
        ("h n s 1", "'n s' is no direction"),
        ("h left left 1", "is no direction"),
        ("h n1 maybe", "'maybe' in 'h n1 maybe' is neither yes nor no; end the line with y or n"),
        ("h n1 yse", "did you mean 'yes'?"),
        ("h n1 y n", "says both yes and no"),
        ("(h-n1) y", "says both yes and no"),
        ("h n1 2", "'2' in"),
        ("h n1 + +-", "says twice"),
        ("h n1?", "'?' in 'h n1?' makes no sense; write a piece, a direction, a distance and the answer"),
        ("h n1 ✗", "'✗' in"),
        ("h n0 y", "at least 1 square"),
        ("h zero forward", "at least 1 square"),
        ("h n5 y", "no piece can move more than 4 squares"),
        ("h n11 y", "no piece can move more than 4 squares"),
        ("h n" + "9" * 5000, "no piece can move more than 4 squares"),
        ("h s1 y", "H one back: Yellow's own S stands there; H could try n1, n2"),
        ("l e3 y", "L three right: it leads off the board; L could try"),
        ("s n2 y", "S two forward: Yellow's H is in the way; S could try"),
        ("hz n1 y", "H with Z one forward: Yellow's H does not control Z"),
        ("z n1", "'z n1': Z cannot be passed, for no piece of Yellow controls it"),
        ("h passing z n1", "Z cannot be passed"),
        ("h n1xk", "H one forward: K does not stand there; the square is empty"),
        ("h n1 x n", "N does not stand there"),
        ("h n1 xZ", "Z does not stand there"),
        ("h n1 >k", "K does not stand there"),
        ("h n1 y +", "there is no promotion here; leave the sign out"),
        ("h n1 n 0", "there is no promotion here; leave the sign out"),
        ("remove a, h n1 n", "there is no double agent in these rules"),
        ("expose a, h n1 n", "there is no double agent in these rules"),
        ("reveal a 3, h n1 n", "these rules have no action tokens"),
        ("two, h n1 y, k n1 y", "these rules have no action tokens"),
        ("h n1 y, k n1 y", "the turn is over before 'k n1 y'"),
        ("resign, h n1 y", "the turn is over before 'h n1 y'"),
    ],
)
def test_wrong_lines(text: str, words: str) -> None:
    """Each says what is wrong and offers what was probably meant; nothing changes."""
    assert words in refused(text, Game(CLASSIC))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("remove", "remove needs one piece, such as remove a"),
        ("remove a c, h n1 y", "remove needs one piece"),
        ("remove q, h n1 y", "there is no piece Q"),
        ("remove a h n1 y", "remove needs one piece"),
        ("*a h n1 y", "a comma joins the actions of a turn"),
        ("remove a, a n1 y", "White's A is not on the board any more; it is White's turn"),
        ("remove a, remove c, h n1 y", "remove was done this turn already"),
        ("expose", "expose needs one piece"),
        ("reveal", "reveal needs one piece"),
        ("reveal a 99, h n1 y", "there is no diagram '99'"),
        ("reveal a crap, h n1 y", "there is no diagram 'crap'; did you mean 'Crab'?"),
        ("reveal a ro, h n1 y", "'ro' can be Rocket or Rook or King; write more of it"),
        ("$a=99, h n1 y", "there is no diagram '99'"),
        ("reveal a 7, a n1 y", "A may not move this turn after reveal"),
        ("swap a", "swap needs two pieces, such as swap a c"),
        ("swap a c e, h n1 y", "swap needs two pieces"),
        ("swap a a, h n1 y", "two different pieces"),
        ("two, h n1 y, h n1 y", "H may not move"),
        ("two h n1 y", "two stands alone"),
        ("resign now", "resign stands alone"),
        ("draw a n1", "draw stands alone"),
        ("x n1 y +!>a", "there is no promotion here"),
    ],
)
def test_wrong_early_actions(text: str, words: str) -> None:
    """The same for everything that espionage adds."""
    assert words in refused(text, Game(TOKENS))


def test_wrong_promotions() -> None:
    """On the last row the answer is asked for; only what the rules know is taken."""
    game = sample(74)
    assert asked("t sw2 y", game)[:2] == ("T is on the last row: was it promoted?", ("+", "0"))
    assert read_line("t sw2 y", game, 0, ["+"]).cell == "T-SW2xPxZ+"
    assert read_line("t sw2", game, 0, ["y", "0"]).cell == "T-SW2xPxZ"
    assert read_line("t sw2", game, 0, ["n"]).cell == "(T-SW2xPxZ)"
    assert "+! belongs to variant 5" in refused("t sw2 y +!", game)
    assert "K does not stand there; P and Z does" in refused("t sw2xk", game)


def test_cf_var_5_asks_for_the_replies() -> None:
    """Whether the promotion is accepted, and whether Z is taken."""
    game = agent_arriving()
    question = asked("x nw1 y", game)
    assert question.question.startswith("X is offered promotion: accepted (+) or declined (+-)?")
    assert question.choices == ("+", "+-", "+!")
    assert read_line("x nw1 y", game, 0, ["+"]).cell == "X-NW1xS+"
    assert read_line("x nw1 y", game, 0, ["declined"]).cell == "X-NW1xS+-"
    assert "Z is offered to A" in asked("x nw1 y +!", game).question
    assert read_line("x nw1 y", game, 0, ["+!", "y"]).cell == "X-NW1xS+!>A"
    assert read_line("x nw1 y", game, 0, ["+!>0"]).cell == "X-NW1xS+!>0"
    assert "Z is offered to A, the first piece by the alphabet, not to C" in refused("x nw1 +!>c", game)


def test_variant_5_without_a_double_agent() -> None:
    """Nobody can be shown to be one."""
    game = arriving([1, 5], "C", (0, 4), (0, 3), (0, 1))
    assert read_line("c n1 +", game, 0).cell == "C-N1xT+"
    assert "there is no double agent in these rules" in refused("c n1 +!>a", game)
    assert "double agent" not in asked("c n1", game, "y").question


def test_variant_5_with_known_deals() -> None:
    """What the deal says of the double agent is compared with the reply."""
    game = agent_arriving()
    dealt = Game(game.rules, (AGENTS, None))
    for event in game.events:
        dealt.push(event.action, event.answer)
    assert read_line("x nw1 y +", dealt, 0).warnings == ("by the deal X is the double agent",)
    assert read_line("x nw1 y +!>0", dealt, 0).warnings == ()


def test_nothing_can_be_entered_after_the_end() -> None:
    """The way back is named."""
    assert refused("h n1 y", sample(76)) == "the game is over; undo takes turns back"


WORDS = [
    *(
        "h",
        "H",
        "l",
        "z",
        "hz",
        "x",
        "q",
        "n",
        "ne",
        "forward",
        "f",
        "left",
        "bl",
        "1",
        "2",
        "11",
        "two",
        "y",
    ),
    *("no", "+", "+-", "+!", "+!>a", "0", "(", ")", "xA", ">T", ",", "#", "remove", "reveal", "swap", "$a=7"),
    *("*a", "?v", "$2", "$a<>c", "resign", "draw", "with", "passing", "not", "promoted", "?", "ß", "²", "٣"),
]
PIECES_OF_LINES = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
GAMES = [
    Game(CLASSIC),
    Game(TOKENS),
    Game(TOKENS, (AGENTS, AGENTS)),
    sample(15),
    sample(62),
    sample(74),
]


@settings(max_examples=400)
@given(st.one_of(PIECES_OF_LINES, st.text(max_size=30)), st.sampled_from(GAMES), st.integers(0, 1))
def test_no_line_breaks_the_reader(text: str, game: Game, compass: int) -> None:
    """Anything is read, or refused with one sentence; the game stays as it is."""
    events, position = list(game.events), game.position
    try:
        line = read_line(text, game, compass)
    except LineError:
        assert refused(text, game, compass)
    else:
        if isinstance(line, Request):
            assert line.question
            return
        cell = read_cell(line.cell)
        assert cell.parts
        assert not cell.faults
    assert game.events == events
    assert game.position == position


# --- Random games, typed in -------------------------------------------------------------------------

LIMIT = 50
ALL_RULES = {
    "classic": Rules.of("classic", half_move_limit=LIMIT),
    "tokens": Rules.of("espionage", tokens=True, half_move_limit=LIMIT),
    "tokens for one": Rules.of("espionage", handicap="Red", second_attempt="may", half_move_limit=LIMIT),
    "no agent, small": Rules.of("espionage", tokens=True, variants=[1, 2], half_move_limit=LIMIT),
    "late, free placement": Rules.of("espionage", tokens=True, variants=[3, 4], half_move_limit=LIMIT),
    "anyone": Rules.of("espionage", tokens=True, variants=[3, 5], half_move_limit=LIMIT),
    "all": Rules.of("espionage", tokens=True, variants=[1, 2, 3, 4, 5], half_move_limit=LIMIT),
}


def begun(game: Game, path: Path, me: int, *, known: bool) -> SavedGame[Moment]:
    """A saved game at the beginning of a game, with the opponent's deal or without."""
    deals = tuple(deal if known and side != me else None for side, deal in enumerate(game.deals))
    start = Game(game.rules, (deals[0], deals[1]), game.first, game.placements)
    return SavedGame(path, record_of(start, compass=me, left=me), me)


def turns_of(game: Game) -> list[list[Event]]:
    """The events of each turn."""
    turns: dict[int, list[Event]] = {}
    for position, event in zip(game.positions, game.events, strict=False):
        turns.setdefault(position.turns, []).append(event)
    return list(turns.values())


def needs_to_be_told(event: Event) -> bool:
    """Whether a record leaves out that a piece was not promoted."""
    return isinstance(event.action, Attempt) and event.answer.promoted is False


def loosely(events: Sequence[Event], game: Game) -> str:
    """A turn as it is said at the table, in lower case and in the mover's own directions."""
    parts: list[str] = []
    for event in events:
        match event.action:
            case Attempt(letter=letter, way=way, distance=distance, kind=kind):
                who = {Manner.MOVE: letter, Manner.CARRY: f"{letter}z", Manner.PASS: "z"}[kind].lower()
                answer = "y" if event.answer.allowed else "n"
                promoted = {None: "", True: " +", False: " 0"}[event.answer.promoted]
                parts.append(f"{who} {WAYS[way]} {distance} {answer}{promoted}")
            case PromotionReply(accept=accept):
                parts[-1] += " +-" if not accept else " +" if event.answer.promoted else " +!"
            case GiftReply(accept=False):
                parts[-1] += ">0"
            case GiftReply():
                parts[-1] += ">" + first_letter(game, event)
            case Reveal(letter=letter):
                parts.append(f"reveal {letter} {event.answer.shown}".lower())
            case action:
                parts.append(said(action))
    return ", ".join(parts)


def said(action: Action) -> str:
    words = {MoveTwo: "two", Waive: "done", Resign: "resign", Agree: "draw"}
    match action:
        case Remove(letter=letter) | Expose(letter=letter):
            return f"{type(action).__name__} {letter}".lower()
        case SwapTwo(first=first, second=second):
            return f"swap {first} {second}".lower()
    return words[type(action)]


def first_letter(game: Game, event: Event) -> str:
    position = game.positions[game.events.index(event)]
    return next(x for x in game.rules.letters if position.square(event.side, x) is not None).lower()


def typed(game: Game, compass: int) -> list[tuple[str, str, str]]:
    """Each turn as a cell, as that cell is typed, and as it is said loosely."""
    return [
        (cell, cell + " 0" * needs_to_be_told(turn[-1]), loosely(turn, game))
        for cell, turn in zip(cells_of(game, compass), turns_of(game), strict=True)
    ]


@pytest.mark.parametrize("name", ALL_RULES)
def test_every_turn_of_random_games_can_be_typed(name: str) -> None:
    """In the notation of the record and loosely, on both compasses, with known deals and without."""
    for seed in range(16):
        game = wild_game(ALL_RULES[name], seed)
        compass, known = seed % 2, seed // 2 % 2
        again = Game(game.rules, game.deals if known else (None, None), game.first, game.placements)
        for turn, (cell, exact, loose) in zip(turns_of(game), typed(game, compass), strict=True):
            for text in (exact, loose):
                line = fully(text, again, compass)
                assert (line.cell, line.warnings) == (cell, ()), (seed, text)
            for event in turn:
                again.push(event.action, event.answer)


@pytest.mark.parametrize("name", ALL_RULES)
def test_typing_a_game_gives_the_game(name: str, tmp_path: Path) -> None:
    """Into a saved game, from both sides of the table; opening the file gives the same."""
    for seed in range(4):
        draw = random.Random(seed)
        game = wild_game(ALL_RULES[name], seed) if seed % 2 else random_game(ALL_RULES[name], draw, plies=25)
        me = seed % 2
        saved = begun(game, tmp_path / f"{seed}.txt", me, known=seed > 1)
        lines = typed(game, me)
        for cell, exact, loose in lines:
            assert entered(saved, loose if seed % 3 else exact) == cell
        assert saved.record.now.events == tuple(game.events)
        assert saved.record.now.position == game.position
        assert saved.record.misfits == ()
        assert texts(saved) == [cell for cell, _, _ in lines]
        assert same(opened(saved.path, me), saved)


def test_typing_the_printed_game_gives_the_printed_game(tmp_path: Path) -> None:
    """The game of the rules, entered by White with White's compass."""
    record = parse_record(SAMPLE.read_text(encoding="utf-8"))
    printed, deal = record.now.game(), record.now.setup.deals[0]
    saved = new_game(tmp_path / "game.txt", CLASSIC, 1, 1, deal)
    for turn in turns_of(printed):
        entered(saved, loosely(turn, printed))
    assert saved.record.now.events == record.now.events
    assert saved.record.now.outcome == record.now.outcome


def entered(saved: SavedGame[Moment], line: str) -> str:
    """Enter a turn of which nothing is odd, and return what was recorded."""
    answers: tuple[str, ...] = ()
    while isinstance(entry := saved.enter(line, answers), Request):
        answers = (*answers, reply(entry))
    assert not any(said.startswith("Careful") for said in entry.said)
    return entry.text
