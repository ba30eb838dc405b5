"""The session at the table: forgiving lines, changes to entries, notes, and files that are never lost."""

from __future__ import annotations

import errno
import os
import random
import tempfile
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NoReturn

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
    Kind,
    MoveTwo,
    PromotionReply,
    RecordError,
    Remove,
    Resign,
    Reveal,
    Rules,
    RulesError,
    SwapTwo,
    parse_record,
    random_deal,
    random_game,
    record_of,
)
from deduce.confusion.engine.actions import Action
from deduce.confusion.engine.directions import DIRECTIONS, opposite
from deduce.confusion.engine.game import Event
from deduce.confusion.match.session import Session, new_session, open_session
from deduce.confusion.notation.cells import read_cell
from deduce.confusion.notation.typed import NO, YES, read_attempt, read_line
from deduce.confusion.notation.words import WAYS
from deduce.confusion.record.writer import cells_of
from deduce.tabletop.errors import LineError, SessionError
from deduce.tabletop.files import Lock, save

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
    return parse_record(text).at(ply)


def same(one: Session, other: Session) -> bool:
    """Whether two sessions are in the same state."""
    return all(
        getattr(one.record, name) == getattr(other.record, name)
        for name in ("document", "setup", "plies", "problems")
    ) and (one.me, one.game.events, one.game.position, one.notes) == (
        other.me,
        other.game.events,
        other.game.position,
        other.notes,
    )


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
    """Every word for yes and no; nothing said means yes, as in the record."""
    game = Game(CLASSIC)
    for word in YES:
        assert read_line(f"h n1 {word.upper()}", game, 0).cell == "H-N1"
    for word in NO:
        assert read_line(f"h n1 {word}", game, 0).cell == "(H-N1)"
    assert read_line("h n1", game, 0).cell == "H-N1"


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
    assert read_line(text, sample(ply - 1), 0).cell == cell


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
        ("reveal a, h n1 y", "$A, H-N1"),
        ("$a, h n1 y", "$A, H-N1"),
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
    assert read_line(text, Game(TOKENS), 0).cell == cell


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


COMMENTS = [
    "a good one",
    "C-N2 was better",
    "maybe C-N2 was better",
    "(C-N2)",
    "x Anna takes it",
    "xZ",
    "+ and more",
    ") or not",
    "> T",
    ", A-N1",
    "-3",
    "=",
    "who is ?A",
    "$2 on *A",
    "tab\tand  spaces\u00a0",
    "a # in it",
    "resigns",
    "5. H-N1",
    "First = Yellow",
    "\x85 \u2028 \x0b",
]


@pytest.mark.parametrize("comment", COMMENTS)
def test_comments_stay_comments(comment: str, tmp_path: Path) -> None:
    """Nothing behind a # changes the turn, or becomes one, in either column."""
    session = new_session(tmp_path / "game.txt", CLASSIC, 0, 0)
    plain = new_session(tmp_path / "plain.txt", CLASSIC, 0, 0)
    for text in ("h n1 n", "h s1 y", "k n1 y"):
        session.enter(f"{text} # {comment}")
        plain.enter(text)
    assert session.record.problems == ()
    assert session.game.events == plain.game.events
    assert len(session.record.plies) == 3
    words = [word.strip('"') for word in comment.split()]
    assert [word.strip('"') for word in session.record.plies[0].comment.split()] == words
    assert same(open_session(session.path), session)


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
    assert "not their double agent" in refused("expose v, h n1 y", Game(TOKENS, (None, AGENTS)))


def test_the_double_agent_is_answered_as_one_pleases() -> None:
    """There is no right answer to tell or to warn of."""
    game = Game(TOKENS, (AGENTS, None))
    for text, cell in (("x n1 y", "X-N1"), ("x n1 n", "(X-N1)")):
        line = read_line(text, game, 0)
        assert (line.cell, line.told, line.warnings) == (cell, (), ())


def test_read_attempt() -> None:
    """An attempt without its answer, also of the side that is not to move."""
    game = Game(CLASSIC)
    assert read_attempt("h n1", game, 0) == Attempt("H", 0, 1)
    assert read_attempt("h n1", game, 1) == Attempt("H", 4, 1)
    assert read_attempt("h n1", game, 0, side=1) == Attempt("H", 4, 1)
    assert read_attempt("hz forward 1 y", game, 0) == Attempt("H", 0, 1, Kind.CARRY)
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
        ("hn1 y", "did you mean 'h n 1 y'?"),
        ("hznw1", "did you mean 'hz nw 1'?"),
        ("se1 y", "did you mean 's e 1 y'?"),
        ("zs1", "did you mean 'z s 1'?"),
        ("hforward 1", "did you mean 'h forward 1'?"),
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
        ("h s1 y", "H one back: your own S stands there; H could try n1, n2"),
        ("l e3 y", "L three right: it leads off the board; L could try"),
        ("s n2 y", "S two forward: Yellow's H is in the way; S could try"),
        ("hz n1 y", "H with Z one forward: H does not control Z"),
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
        ("remove a", "the attempt of this turn is missing; join it with a comma, such as: remove a, h n1 n"),
        ("remove a h n1 y", "remove needs one piece"),
        ("*a h n1 y", "a comma joins the actions of a turn"),
        ("remove a, a n1 y", "your A is not on the board any more"),
        ("remove a, remove c, h n1 y", "remove was done this turn already"),
        ("expose", "expose needs one piece"),
        ("reveal", "reveal needs one piece"),
        ("reveal a 99, h n1 y", "there is no diagram '99' in these rules"),
        ("reveal a crap, h n1 y", "there is no diagram 'crap' in these rules; did you mean 'crab'?"),
        ("$a=99, h n1 y", "there is no diagram '99'"),
        ("reveal a 7, a n1 y", "A may not move this turn after reveal"),
        ("swap a", "swap needs two pieces, such as swap a c"),
        ("swap a c e, h n1 y", "swap needs two pieces"),
        ("swap a a, h n1 y", "two different pieces"),
        ("two", "the attempt of this turn is missing"),
        ("two, h n1 y", "the second attempt of this turn is missing"),
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
    """On the last row the answer is needed; only what the rules know is taken."""
    game = sample(74)
    assert "T arrives on the last row: add + if it was promoted, or 0 if it was not" in refused(
        "t sw2 y", game
    )
    assert "+! belongs to variant 5" in refused("t sw2 y +!", game)
    assert "K does not stand there; P and Z does" in refused("t sw2xk", game)
    game = agent_arriving()
    assert "X is offered promotion: add + if it was accepted, +- if it was declined" in refused("x nw1", game)
    assert "Z is offered to A" in refused("x nw1 +!", game)
    assert "end the line with +!>A if it was taken, +!>0 if it was refused" in refused("x nw1 +!>c", game)


def test_variant_5_without_a_double_agent() -> None:
    """Nobody can be shown to be one."""
    game = arriving([1, 5], "C", (0, 4), (0, 3), (0, 1))
    assert read_line("c n1 +", game, 0).cell == "C-N1xT+"
    assert "there is no double agent in these rules" in refused("c n1 +!>a", game)
    assert "double agent" not in refused("c n1", game)


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
    "no agent, small": Rules.of("espionage", tokens=True, variants=[1, 2], half_move_limit=LIMIT),
    "late, free placement": Rules.of("espionage", tokens=True, variants=[3, 4], half_move_limit=LIMIT),
    "anyone": Rules.of("espionage", tokens=True, variants=[3, 5], half_move_limit=LIMIT),
    "all": Rules.of("espionage", tokens=True, variants=[1, 2, 3, 4, 5], half_move_limit=LIMIT),
}


def begun(game: Game, path: Path, me: int, *, known: bool) -> Session:
    """A session at the beginning of a game, with the opponent's deal or without."""
    deals = tuple(deal if known and side != me else None for side, deal in enumerate(game.deals))
    start = Game(game.rules, (deals[0], deals[1]), game.first, game.placements)
    return Session(path, record_of(start, compass=me, left=me), me)


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
                who = {Kind.MOVE: letter, Kind.CARRY: f"{letter}z", Kind.PASS: "z"}[kind].lower()
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
    words = {MoveTwo: "two", Resign: "resign", Agree: "draw"}
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
                line = read_line(text, again, compass)
                assert (line.cell, line.warnings) == (cell, ()), (seed, text)
            for event in turn:
                again.push(event.action, event.answer)


@pytest.mark.parametrize("name", ALL_RULES)
def test_typing_a_game_gives_the_game(name: str, tmp_path: Path) -> None:
    """Through a session, from both sides of the table; resuming from the file gives the session."""
    for seed in range(4):
        draw = random.Random(seed)
        game = wild_game(ALL_RULES[name], seed) if seed % 2 else random_game(ALL_RULES[name], draw, plies=25)
        me = seed % 2
        session = begun(game, tmp_path / f"{seed}.txt", me, known=seed > 1)
        lines = typed(game, me)
        for _, exact, loose in lines:
            assert session.enter(loose if seed % 3 else exact).warnings == ()
        assert session.game.events == game.events
        assert session.game.position == game.position
        assert session.record.problems == ()
        assert texts(session) == [cell for cell, _, _ in lines]
        assert same(open_session(session.path, me), session)


def test_typing_the_printed_game_gives_the_printed_game(tmp_path: Path) -> None:
    """The game of the rules, entered by White with White's compass."""
    printed = parse_record(SAMPLE.read_text(encoding="utf-8"))
    session = new_session(tmp_path / "game.txt", CLASSIC, 1, 1, dict(printed.setup.deals[0] or {}))
    for turn in turns_of(printed.game):
        assert session.enter(loosely(turn, printed.game)).warnings == ()
    assert session.game.events == printed.game.events
    assert session.game.outcome == printed.game.outcome


# --- A session ---------------------------------------------------------------------------------------

LINES = ("h n1 n", "l s2 y", "k n1 y", "a s1 n # a comment", "h nw1 y", "k s1 n")


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A session of a few turns."""
    found = new_session(tmp_path / "game.txt", CLASSIC, 0, 0, date="2026-11-18")
    for line in LINES:
        found.enter(line)
    return found


def texts(session: Session) -> list[str]:
    return [ply.text for ply in session.record.plies]


def test_a_new_session(tmp_path: Path) -> None:
    """What was asked is in the file, with the companion's own compass and column."""
    path = tmp_path / "new" / "game.txt"
    session = new_session(path, CLASSIC, 1, 1, DEAL, date="2026-11-18", diagrams_file="my.toml")
    assert path.read_text(encoding="utf-8") == (
        "Ruleset = classic\nMe = White\nDate = 2026-11-18\nDiagrams = my.toml\nFirst = White\n"
        "Compass = White\nYellow = A1 C2 E3 H4 K5 L6 N7 O8 P9 S10 T11 V12\nWhite = ?\n\nWhite\tYellow\n"
    )
    assert session.game.deals == (DEAL, None)
    assert (session.me, session.notes, session.cells) == (1, (), [])
    session = new_session(tmp_path / "other.txt", CLASSIC, 0, 1, DEAL)
    assert session.game.deals == (None, DEAL)
    with pytest.raises(RulesError, match="White"):
        new_session(tmp_path / "wrong.txt", CLASSIC, 0, 1, {"A": 1})
    assert not (tmp_path / "wrong.txt").exists()


def test_every_entry_is_saved_at_once(tmp_path: Path) -> None:
    """The file is the record, after each turn."""
    session = new_session(tmp_path / "game.txt", CLASSIC, 0, 0)
    for number, line in enumerate(LINES, 1):
        session.enter(line)
        saved = open_session(session.path)
        assert len(saved.record.plies) == number
        assert same(saved, session)


def test_a_wrong_line_changes_nothing(session: Session) -> None:
    """Neither the record nor the file."""
    text, record = session.path.read_text(encoding="utf-8"), session.record
    for change in (
        lambda: session.enter("q n1 y"),
        lambda: session.edit(2, "l n1 y"),
        lambda: session.edit(0, "l s1 y"),
        lambda: session.edit(7, "l s1 y"),
        lambda: session.insert(8, "h n1 y"),
        lambda: session.insert(1, "nonsense"),
        lambda: session.delete(7),
        lambda: session.delete(-1),
    ):
        with pytest.raises(LineError):
            change()
        assert session.record is record
        assert session.path.read_text(encoding="utf-8") == text


def test_undo_and_redo(session: Session) -> None:
    """Any number of turns, back and forth, until something new is entered."""
    states = [texts(session)]
    for count in (1, 2, 2):
        assert session.undo(count) == count
        states.append(texts(session))
    assert [len(state) for state in states] == [6, 5, 3, 1]
    for state in states[-2::-1]:
        assert session.redo()
        assert texts(session) == state
        assert same(open_session(session.path), session)
    assert not session.redo()
    assert session.undo(100) == 6
    assert session.undo() == 0
    assert texts(session) == []
    assert session.redo()
    session.undo()
    session.enter("v s1 n")
    assert not session.redo()
    assert len(texts(session)) == 6


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("me", [0, 1])
def test_undo_to_the_very_beginning(me: int, first: int, tmp_path: Path) -> None:
    """Whose turn it is stays known, and the game can begin again."""
    session = new_session(tmp_path / "game.txt", CLASSIC, me, first)
    for _ in range(2):
        session.enter("h forward 1 n")
        session.enter("h forward 1 y")
        session.undo(2)
        session = open_session(session.path)
        assert (session.game.position.turn, session.me) == (first, me)
    assert session.record.problems == ()


def test_undo_to_the_beginning_without_headers(tmp_path: Path) -> None:
    """Without rows nothing else would say who starts, so a header is added."""
    path = tmp_path / "game.txt"
    path.write_text("1.\tL-S2\n", encoding="utf-8")
    session = open_session(path)
    session.undo()
    assert open_session(path).game.position.turn == 1
    session.enter("l s2 y")
    assert texts(session) == ["L-S2"]
    assert session.record.problems == ()


def test_edit(session: Session) -> None:
    """A turn is changed in its place; what does not fit any more is told, and kept."""
    line, problems = session.edit(1, "h n1 y # really")
    assert line.cell == "H-N1 really"
    assert problems == []
    line, problems = session.edit(3, "k n1 n")
    assert (line.cell, problems) == ("(K-N1)", [])
    assert texts(session) == ["H-N1 really", "L-S2", "(K-N1)", "(A-S1) a comment", "H-NW1", "(K-S1)"]
    assert same(open_session(session.path), session)


def test_edit_tells_what_does_not_fit_any_more(session: Session) -> None:
    """Only what was not wrong before; it fits again when it is changed back."""
    session.enter("h n1 y")
    session.enter("l w2 y")
    session.enter("h n1 y")
    _, problems = session.edit(2, "l w2 y")
    assert [(problem.row, problem.column, problem.text) for problem in problems] == [(4, 2, "L-W2")]
    assert problems[0].message == "is not possible: it leads off the board"
    _, problems = session.edit(3, "a n1 y")
    assert problems == []
    _, problems = session.edit(2, "l s2 y")
    assert problems == []
    assert session.record.problems == ()


def test_insert_and_delete(session: Session) -> None:
    """Forgotten turns are put in, doubled ones taken out; the sides of the others change with it."""
    before = texts(session)
    _, problems = session.insert(1, "a n1 n")
    assert texts(session) == ["(A-N1)", *before]
    assert [problem.text for problem in problems] == ["(H-N1)", "L-S2", "K-N1", "(A-S1)", "H-NW1", "(K-S1)"]
    assert all("is not possible" in problem.message for problem in problems)
    assert session.delete(1) == []
    assert texts(session) == before
    assert session.record.problems == ()
    line, problems = session.insert(7, "k n1 y")
    assert (line.cell, problems) == ("K-N1", [])
    assert texts(session) == [*before, "K-N1"]
    while session.record.plies:
        session.delete(1)
    assert same(open_session(session.path), session)
    assert session.game.position.turn == 0
    with pytest.raises(LineError, match="there are no entries yet"):
        session.delete(1)


def test_what_stands_behind_the_end_of_a_game_is_kept(tmp_path: Path) -> None:
    """A turn that ends the game by mistake does not swallow the others."""
    session = new_session(tmp_path / "game.txt", CLASSIC, 0, 0)
    for line in LINES:
        session.enter(line)
    before = texts(session)
    _, problems = session.edit(2, "resign")
    assert session.game.outcome is not None
    assert len(session.record.plies) == 2
    assert [problem.message for problem in problems] == ["the game is over already; ignored"] * 4
    assert session.cells == [before[0], "resigns", *before[2:]]
    session.edit(2, "l s2 y")
    assert texts(session) == before
    assert session.record.problems == ()


def test_notes_survive_everything(session: Session) -> None:
    """They stand in their order, apart from the facts, whatever happens to the entries."""
    session.note("  their H is\tthe Crab  ")
    session.note("ask K: x = y, A-N1")
    session.note("é ✓")
    notes = ("their H is the Crab", "ask K: x = y, A-N1", "é ✓")
    assert session.notes == notes
    assert session.record.problems == ()
    plies = texts(session)
    session.enter("h n1 y")
    session.undo(100)
    session.redo()
    session.edit(1, "h n1 y")
    session.insert(2, "l s1 n")
    session.delete(2)
    session.undo(3)
    assert session.notes == notes
    again = open_session(session.path)
    assert again.notes == notes
    again.note("one more")
    assert again.notes == (*notes, "one more")
    assert texts(again) == ["H-N1", *plies[1:4]]


def test_what_else_stands_in_the_file_is_kept(tmp_path: Path) -> None:
    """Comments, other headers, Windows line ends, French names and layout."""
    path = tmp_path / "game.txt"
    text = (
        "# my game\r\nPlayers = Ann and Bob\r\nFirst = Blanc\r\nCompass = Jaune\r\n\r\nJaune\tBlanc\r\n"
        "1.\tL-S2\r\n# here she laughed\r\n2.  (H-N1)   why\t(L-S1)\r\n\r\nThat was it.\r\n"
    )
    path.write_bytes(text.encode())
    session = open_session(path)
    assert (session.me, session.record.problems) == (0, ())
    session.enter("k n1 y")
    session.note("hm")
    longer = path.read_bytes().decode()
    assert longer.replace("# Note: hm\r\n", "").replace("3. K-N1\r\n", "") == text
    session.undo()
    session.undo()
    assert "# my game\r\nPlayers = Ann and Bob\r\n" in path.read_bytes().decode()
    assert "# here she laughed\r\n" in path.read_bytes().decode()
    assert "\n\n" not in path.read_bytes().decode()


@settings(max_examples=30)
@given(st.data())
def test_changes_keep_record_and_file_alike(data: st.DataObject) -> None:
    """Whatever is done in whatever order: the file is the session, and redo undoes undo."""
    with tempfile.TemporaryDirectory() as folder:
        session = new_session(Path(folder) / "game.txt", CLASSIC, data.draw(st.integers(0, 1)), 0)
        notes = 0
        for _ in range(data.draw(st.integers(1, 12))):
            entry = data.draw(st.integers(-1, 8))
            attempt = data.draw(st.sampled_from(session.game.attempts() or [Attempt("H", 0, 1)]))
            ending = data.draw(st.sampled_from([" y", " n", " y # C-N2", " n # hm"]))
            line = f"{attempt.letter} {WAYS[attempt.way]} {attempt.distance}{ending}"
            before = session.record
            try:
                match data.draw(
                    st.sampled_from(["enter", "enter", "undo", "redo", "edit", "insert", "delete", "note"])
                ):
                    case "enter":
                        session.enter(line)
                        assert len(session.record.plies) == len(before.plies) + 1
                    case "undo":
                        if session.undo(max(1, entry)):
                            assert session.redo()
                            assert session.record == before
                            session.undo(max(1, entry))
                    case "redo":
                        session.redo()
                    case "edit":
                        session.edit(entry, line)
                    case "insert":
                        session.insert(entry, line)
                    case "delete":
                        session.delete(entry)
                    case _:
                        notes += 1
                        session.note(f"note {notes}")
            except LineError:
                assert session.record is before
            assert session.notes == tuple(f"note {number}" for number in range(1, notes + 1))
            assert same(open_session(session.path), session)


def test_who_sits_here(tmp_path: Path) -> None:
    """As the record says, as is asked for, or else the side of the compass."""
    path = tmp_path / "game.txt"
    path.write_text("Compass = White\n1. L-N2\n", encoding="utf-8")
    assert open_session(path).me == 1
    assert open_session(path, 0).me == 0
    path.write_text("Me = Yellow\nCompass = White\n1. L-N2\n", encoding="utf-8")
    assert open_session(path).me == 0
    path.write_text("Me = Green\n1. L-N2\n", encoding="utf-8")
    with pytest.raises(RulesError, match="no side 'Green'"):
        open_session(path)
    with pytest.raises(RecordError, match="cannot be read"):
        open_session(tmp_path / "missing.txt")


def test_known_deals_come_back(tmp_path: Path) -> None:
    """The opponent's diagrams are in the file, and tell the answers after resuming as before."""
    rules = Rules.of("espionage", variants=[2])
    deal = random_deal(rules, random.Random(1))
    session = new_session(tmp_path / "game.txt", rules, 0, 1, deal)
    again = open_session(session.path)
    assert again.game.deals == (None, deal)
    assert again.game.rules == rules
    assert again.enter("h forward 1").told == session.enter("h forward 1").told


# --- Files -------------------------------------------------------------------------------------------


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def no_space(*_: object, **__: object) -> NoReturn:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(
    "broken", ["os.fsync", "os.fdopen", "tempfile.mkstemp", "pathlib.Path.replace", "pathlib.Path.chmod"]
)
def test_a_failed_save_leaves_the_old_file(
    session: Session, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever fails: the old text is there whole, nothing else is left, and the session stays."""
    text, record = session.path.read_bytes(), session.record
    session.undo()
    session.redo()
    monkeypatch.setattr(broken, no_space)
    for change in (
        lambda: session.enter("h n1 y"),
        session.undo,
        lambda: session.note("hm"),
        lambda: session.edit(1, "h n1 y"),
    ):
        with pytest.raises(SessionError, match=r"game\.txt: cannot be written: No space left on device"):
            change()
        assert session.record == record
        assert session.path.read_bytes() == text
    monkeypatch.undo()
    assert names_in(session.path.parent) == ["game.txt"]
    session.enter("h n1 y")
    assert len(open_session(session.path).record.plies) == 7


def test_a_failed_redo_can_be_tried_again(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was taken back is not lost because the disk was full."""
    before = texts(session)
    session.undo(3)
    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(SessionError):
        session.redo()
    monkeypatch.undo()
    assert session.redo()
    assert texts(session) == before


def test_save(tmp_path: Path) -> None:
    """Folders are made, permissions and links kept, line ends written as they are."""
    path = tmp_path / "a" / "b" / "game.txt"
    save(path, "one\r\ntwo\n")
    assert path.read_bytes() == b"one\r\ntwo\n"
    path.chmod(0o600)
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    save(link, "three\n")
    assert link.is_symlink()
    assert path.read_bytes() == b"three\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert names_in(path.parent) == ["game.txt"]
    assert names_in(tmp_path) == ["a", "link.txt"]


def test_save_of_what_is_no_text(tmp_path: Path) -> None:
    """Half of a character that a terminal sent is replaced; everything else is kept."""
    save(tmp_path / "game.txt", "one \udcff two")
    assert (tmp_path / "game.txt").read_bytes() == b"one ? two"


@pytest.mark.parametrize("name", ["", "file/game.txt", "nul\0.txt", "x" * 300])
def test_places_that_cannot_be_written(name: str, tmp_path: Path) -> None:
    """One sentence that names the place, and no rubbish."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SessionError, match="cannot be written") as caught:
        save(tmp_path / name, "text")
    assert "\n" not in str(caught.value)
    assert names_in(tmp_path) == ["file"]


def test_lock(tmp_path: Path) -> None:
    """One at a time, also by another name of the file; let go of it in any case."""
    path, link = tmp_path / "game.txt", tmp_path / "link.txt"
    path.write_text("", encoding="utf-8")
    link.symlink_to(path)
    with Lock(path) as lock:
        assert lock.path == path
        for other in (path, link, tmp_path / "." / "game.txt"):
            with (
                pytest.raises(SessionError, match="open in another companion; close that one first"),
                Lock(other),
            ):
                pass
        with Lock(tmp_path / "other.txt"):
            pass
    with pytest.raises(KeyError), Lock(path):
        raise KeyError
    with Lock(link):
        pass


def test_lock_where_nothing_can_be_written(tmp_path: Path) -> None:
    """The place is named."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SessionError, match="cannot be written"), Lock(tmp_path / "file" / "game.txt"):
        pass
