"""A match against the machine: through a pipe, on a terminal, killed, stopped, and twice on one file."""

from __future__ import annotations

import contextlib
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from typer.testing import CliRunner, Result

from command_line import COMMAND
from common import CLASSIC, ESPIONAGE, ROOT
from deduce.confusion import Rules, SessionError, read_record
from deduce.confusion.engine.actions import Answer, Expose, GiftReply, PromotionReply, Remove, Resign, SwapTwo
from deduce.confusion.engine.game import Event
from deduce.confusion.match import match as matches
from deduce.confusion.match.match import LEVELS, new_match, open_match
from deduce_cli.confusion import table
from deduce_cli.confusion.play import Opponent
from deduce_cli.main import app

unix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and signals are not there")

PATIENCE = 30.0
WAYS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept in the real data folder, and the terminal is an ordinary one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.txt"


@pytest.fixture
def opponent(path: Path) -> Opponent:
    """Yellow's match against a machine that has moved twice."""
    found = Opponent(new_match(path, CLASSIC, 0, 0, 1, seed=4))
    for line in ("h n1", "k n1"):
        found.obey(line)
    assert len(found.session.record.plies) == 4
    return found


def play(*arguments: object, lines: str | bytes = "") -> Result:
    """Play with lines from a pipe."""
    return CliRunner().invoke(app, ["confusion", "play", *map(str, arguments)], input=lines)


def replayed(path: Path) -> Result:
    return CliRunner().invoke(app, ["confusion", "replay", str(path)])


def started(*arguments: object) -> subprocess.Popen[str]:
    """The real command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, "confusion", "play", *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def attempts(rules: Rules, seed: int, count: int) -> list[str]:
    """Lines that a hasty human types: many are not possible on the board, and some answer nothing."""
    draw = random.Random(seed)
    lines = []
    for _ in range(count):
        letter = draw.choice(rules.letters).lower()
        lines.append(f"{letter}{draw.choice(['', '', 'z'])} {draw.choice(WAYS)}{draw.randint(1, 3)}")
        lines.append(draw.choice("yn"))
    return lines


def text_of(path: Path) -> str:
    """What is in a file, whenever it was begun."""
    return re.sub(r"Date = \S+", "Date = DATE", path.read_text(encoding="utf-8"))


# --- Whole games through a pipe ----------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["classic", "espionage"])
@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("side", ["first", "second"])
def test_whole_games(ruleset: str, level: int, side: str, path: Path) -> None:
    """In several sittings; the deal comes to light at the end, and every answer stands the test."""
    rules = Rules.of(ruleset)
    me = 0 if side == "first" else 1
    options: list[object] = ["--ruleset", ruleset, "--level", level, "--side", side, "--seed", 3]
    lines = attempts(rules, level, 60)
    for begin in range(0, len(lines), 40):
        result = play(path, *options, lines="\n".join(lines[begin : begin + 40]))
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout.startswith(f"Saved in {path} after every step.\nYou are {rules.sides[me]}; ")
        if "The game is over" not in result.stdout:
            assert read_record(path).setup.deals[me] is None
            assert replayed(path).exit_code == 0
    if "The game is over" not in result.stdout:
        result = play(path, lines="n\n" * 3 + "resign\n")
    assert result.exit_code == 0
    over = result.stdout.index("The game is over: ")
    deal = re.search(
        rf"^{rules.sides[me]}: ((?:[A-Z] [\w ]+, )+[A-Z] [\w ]+)$", result.stdout[over:], re.MULTILINE
    )
    assert deal is not None
    dealt = read_record(path).setup.deals[me]
    assert dealt is not None
    assert deal[1] == ", ".join(f"{letter} {rules.diagrams[dealt[letter]]}" for letter in sorted(dealt))
    checked = replayed(path)
    assert checked.exit_code == 0, checked.stdout
    assert f"Match: level {level}, seed 3" in checked.stdout
    again = play(path, lines="h n1\nresign\ndraw\nundo\nmoves\nquit\n")
    assert again.exit_code == 0
    assert again.stdout.count("the game is over") == 3
    assert replayed(path).stdout == checked.stdout


def test_the_beginning_of_a_match(path: Path) -> None:
    """What is said and what is in the file, word for word."""
    result = play(path, "--level", 1, "--seed", 4, lines="h n1\n\nfoo\nh n1 y\nmoves\nquit\nk n1\n")
    assert (result.exit_code, result.stderr) == (0, "")
    *said, end = result.stdout.split("\n")
    assert end == ""
    assert said[0] == f"Saved in {path} after every step."
    assert said[1] == "You are Yellow; White is the machine at level 1. help lists what can be typed."
    assert said[2].startswith("turn 1: Yellow to move. Yellow's pieces: 479,001,600 deals are left")
    assert re.fullmatch(r"1\. You: H one forward: (yes|no)", said[3])
    assert re.fullmatch(r"2\. White: [A-V] \w+ [a-z ]+ to \d+,\d+: (yes|no) \(\w+\)", said[4])
    assert said[5].startswith("turn 3: Yellow to move. Yellow's pieces: ")
    assert said[6].startswith("'FOO' is no piece; ")
    assert said[7] == "'h n1 y': leave the answer out; it is given to you"
    assert len(said) == 10
    deal = " ".join(f"{letter}{number}" for letter, number in sorted(matches._deals(CLASSIC, 4)[1].items()))
    assert text_of(path).startswith(
        "Ruleset = classic\nMe = Yellow\nMatch = level 1, seed 4\nDate = DATE\nFirst = Yellow\n"
        f"Compass = Yellow\nYellow = ?\nWhite = {deal}\n\nYellow\tWhite\n1. "
    )


def test_sittings_make_no_difference(tmp_path: Path) -> None:
    """One sitting, or one for each line: the same game."""
    lines = [*attempts(ESPIONAGE, 5, 16), "note a hunch", "remove a, h n1 # so", "y", "two", "e n1"]
    options = ["--ruleset", "espionage", "--tokens", "--level", "2", "--seed", "8"]
    one, many = tmp_path / "one.txt", tmp_path / "many.txt"
    assert play(one, *options, lines="\n".join(lines)).exit_code == 0
    for line in lines:
        assert play(many, *options, lines=line).exit_code == 0
    assert text_of(one) == text_of(many)
    assert "# Note: a hunch" in text_of(one)


@unix
def test_a_killed_match_goes_on(tmp_path: Path) -> None:
    """SIGKILL at any moment: what was acknowledged is in the file, and the rest is as it would have been."""
    draw, lines = random.Random(time.time_ns()), attempts(CLASSIC, 6, 60)
    whole, path = tmp_path / "whole.txt", tmp_path / "killed.txt"
    assert play(whole, "--level", 1, "--seed", 2, lines="\n".join(lines)).exit_code == 0
    match = new_match(path, CLASSIC, 0, 0, 1, seed=2)
    fed = 0
    for _ in range(4):
        process = started(path)
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write("\n".join(lines[fed : fed + 24]) + "\n")
            process.stdin.flush()
        said = "".join(process.stdout.readline() for _ in range(draw.randint(1, 14)))
        time.sleep(draw.uniform(0, 0.02))
        process.kill()
        rest, errors = process.communicate()
        assert "Traceback" not in errors
        match = open_match(path)
        numbers = [int(found) for found in re.findall(r"^(\d+)\. ", said + rest, re.MULTILINE)]
        assert len(match.record.plies) >= max(numbers, default=0)
        if not match.is_over:
            assert match.record.setup.deals[0] is None
        # How far it came is seen from the human's turns; what is not possible counts for nothing.
        cells = [ply.text for ply in match.record.plies]
        assert cells == [ply.text for ply in read_record(whole).plies][: len(cells)]
        mine = sum(ply.side == 0 for ply in match.record.plies)
        fed = consumed(tmp_path, lines, mine)
    assert play(path, lines="\n".join(lines[fed:])).exit_code == 0
    assert [ply.text for ply in read_record(path).plies] == [ply.text for ply in read_record(whole).plies]


def consumed(folder: Path, lines: list[str], turns: int) -> int:
    """Return how many lines make so many turns of the human."""
    again = Opponent(new_match(folder / "again.txt", CLASSIC, 0, 0, 1, seed=2))
    for number, line in enumerate(lines):
        if sum(ply.side == 0 for ply in again.session.record.plies) == turns:
            return number
        again.obey(line)
    return len(lines)


# --- What each line does -----------------------------------------------------------------------------


WRONG = {
    "foo": "'FOO' is no piece",
    "h n1 y": "leave the answer out; it is given to you",
    "(h-n1)": "leave the answer out",
    "h n1 +": "leave the answer out",
    "h n1 maybe": "'maybe' in 'h n1 maybe' makes no sense behind an attempt; write a piece",
    "h n1?": "write a piece, a direction and a distance, such as h n1; what-if asks",
    "h": "'h' has no direction",
    "h n": "'h n' has no distance",
    "h n9": "no piece can move more than 4 squares",
    "v n1": "V one forward: your own L stands there",
    "v n1xq": "your own L stands there",
    "a n1xq": "A one forward: Q does not stand there; the square is empty",
    "a n1xv": "A one forward: V does not stand there; the square is empty",
    "z n1": "no piece of Yellow controls it",
    "hz n1": "H with Z one forward: H does not control Z",
    ",": "write a piece, a direction and a distance",
    "a n1, c n1": "the turn is over before 'c n1'",
    "resign, c n1": "the turn is over before 'c n1'",
    "a n1, resign": "the turn is over before 'resign'",
    "remove a, a n1": "there is no double agent in these rules",
    "reveal a": "these rules have no action tokens",
    "reveal": "reveal needs one piece",
    "two": "these rules have no action tokens",
    "swap a": "swap needs two pieces",
    "draw, a n1": "the turn is over before 'a n1'",
    "y": "'Y' is no piece",
    "undo": "What was heard cannot be unheard: in a match nothing is taken back.",
    "draw": "White does not agree to a draw.",
    "sheeet": "did you mean 'sheet'?",
    "pices": "did you mean 'pieces'?",
    "resing": "did you mean 'resign'?",
    "why": "write a piece and a diagram",
    "why q crab": "there is no piece 'q'",
    "what-if h": "has no direction",
    "reach q": "there is no piece 'q'",
    "at 9": "there is no turn 9; there are 4",
    "note": "write some words behind note",
    "model honest": "there is no model 'honest'",
    "export": "write one file name behind export",
    "edit 1 h n1": "there is no",
    "x" * 5000: "is no piece",
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_lines(line: str, opponent: Opponent) -> None:
    """One sentence; nothing changes, and the machine is not asked to move."""
    text, summary = opponent.session.path.read_bytes(), opponent.summary()
    (message,) = opponent.obey(line)
    assert WRONG[line] in message or line.startswith("edit")
    assert opponent.session.path.read_bytes() == text
    assert opponent.summary() == summary


WORDS = (
    *(
        "h",
        "l",
        "a",
        "vz",
        "z",
        "n1",
        "s2",
        "forward",
        "one",
        "y",
        "n",
        "+",
        ",",
        "#",
        "remove",
        "two",
        "swap",
    ),
    *(
        "reveal",
        "expose",
        "draw",
        "take",
        "accept",
        "0",
        "-1",
        "crab",
        "é",
        '"',
        "\t",
        "$a=7",
        "$2",
        "x",
        "(h-n1)",
    ),
    *(command for command in Opponent.COMMANDS if command not in {"quit", "export", "suggest"}),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), max_size=8))
def test_no_line_breaks_a_match(tmp_path: Path, lines: list[str]) -> None:
    """Whatever is typed, the file can be gone on with and shows no deal before the end."""
    path = tmp_path / "any.txt"
    opponent = Opponent(new_match(path, Rules.of("espionage", tokens=True), 0, 0, 1, seed=1))
    for line in lines:
        assert all(isinstance(message, str) for message in opponent.obey(line))
        assert opponent.summary()
        match = opponent.session
        assert path.read_text(encoding="utf-8") == match.record.text
        assert (match.record.setup.deals[0] is None) == (not match.is_over)
    assert open_match(path).view() == opponent.session.view()


def test_help_names_every_command_and_fits_a_terminal(opponent: Opponent) -> None:
    """79 columns and 19 rows are what a terminal of 80 x 24 has for it."""
    assert opponent.obey("help") == Opponent.HELP.split("\n")
    assert all(len(line) < 80 for line in Opponent.HELP.split("\n"))
    assert Opponent.HELP.count("\n") < 19
    page = ROOT / "docs" / "play.md"
    assert Opponent.HELP in page.read_text(encoding="utf-8")
    for command in (*Opponent.COMMANDS, "remove", "expose", "reveal", "two", "swap"):
        assert re.search(rf"\b{command}\b", Opponent.HELP), command


def test_what_can_be_looked_at(opponent: Opponent) -> None:
    """Everything that the companion shows, from the same eyes."""
    for line, words in (
        ("why H king", "King"),
        ("what-if h n1", "H one forward: yes with chance "),
        ("suggest", "option"),
        ("reach", "What they know that they can do"),
        ("pieces", "White's pieces, whose diagrams you see (directions are theirs):"),
        ("moves", "   1 Yellow "),
        ("at 1", "The moment after turn 1"),
        ("at", "Back to now."),
        ("note hm", "Noted"),
        ("notes", "hm"),
        ("model", "careful: "),
        ("help", "A turn: "),
        (f"export {opponent.session.path.parent / 'x.json'}", "Written to "),
    ):
        assert opponent.obey(line)[0].startswith(words) or words in opponent.obey(line)[0]
    text = (opponent.session.path.parent / "x.json").read_text(encoding="utf-8")
    assert "?" not in text or read_record(opponent.session.path).setup.deals[0] is None
    for line, shown, side in (("opp", "sheet", 1), ("board", "board", 1), ("sheet", "sheet", 0)):
        assert opponent.obey(line) == []
        assert (opponent.shown, opponent.side) == (shown, side)
    opponent.obey("at 1")
    assert opponent.obey("a n1 # back")[-1] == "Back to now."
    assert open_match(opponent.session.path).record.plies[4].comment == "back"


def test_pieces_tell_what_became_of_them(path: Path) -> None:
    """Captured, promoted, or the double agent."""
    opponent = Opponent(new_match(path, ESPIONAGE, 0, 0, 1, seed=4))
    assert sum("as you please" in line for line in opponent.obey("pieces")) == 1
    opponent = Opponent(new_match(path, CLASSIC, 0, 0, 1, seed=32))
    for line in attempts(CLASSIC, 32, 80):
        opponent.obey(line)
    said = opponent.obey("pieces")
    assert "  H Rook, off the board: up to 2 forward, right, back, left" in said
    assert "  N Crab, promoted: up to 2 in every direction" in said


def test_tokens_and_what_is_asked(path: Path) -> None:
    """A turn that goes on, and questions that come first, are said again after anything else."""
    rules = Rules.of("espionage", tokens=True)
    opponent = Opponent(new_match(path, rules, 0, 0, 1, seed=1))
    assert opponent.obey("reveal a 7") == ["'reveal a 7': leave the diagram out; it is shown to you"]
    said = opponent.obey("reveal a")
    assert re.fullmatch(r"1\. You: A is shown: [A-Z][\w ]+", said[0])
    assert said[1:] == ["Your turn goes on with your attempt."]
    assert opponent.obey("board") == ["Your turn goes on with your attempt."]
    assert opponent.obey("a n1")[0].startswith("A one forward: A may not move this turn after reveal")
    assert opponent.obey("h n1")[0].startswith("1. You: H one forward: ")
    opponent = Opponent(new_match(path, rules, 0, 0, 1, seed=1))
    assert opponent.obey("two, h n1, h n1")[-1] != ""
    opponent = Opponent(new_match(path, rules, 0, 0, 1, seed=1))
    said = opponent.obey("two, h n1")
    assert said[0] == "1. You: move two"
    assert said[-1] == "Your turn goes on with your second attempt."
    assert opponent.obey("k n1, a n1") == ["the turn is over before 'a n1'", said[-1]]
    said = opponent.obey("k n1")
    assert said[0].startswith("1. You: K one forward: ")
    assert said[1].startswith("2. Red: ")


def test_cf_da_1_the_double_agent_of_the_machine(path: Path) -> None:
    """The human is asked, and asked again until it is answered; also in another sitting."""
    for seed in range(60):
        opponent = Opponent(new_match(path, ESPIONAGE, 0, 0, 1, seed=seed))
        for line in attempts(ESPIONAGE, seed, 15):
            if opponent.session.asked is not None:
                break
            if len(line) > 1:
                said = opponent.obey(line)
        if opponent.session.asked is not None:
            break
    question = said[-1]
    assert re.fullmatch(r"Red's double agent tries [A-X] .*: y or n, as you please\?", question)
    for line in ("sheet", "", "h n1", "resign", "draw", "maybe"):
        assert opponent.obey(line)[-1] == question
    text = path.read_bytes()
    for word, answer in (("y", "yes"), ("no", "no")):
        path.write_bytes(text)
        result = play(path, lines=f"{word}\n")
        assert question in result.stdout.split("\n")
        assert re.search(rf"^\d+\. Red: [A-X] .*: {answer} \(Double agent\)", result.stdout, re.MULTILINE)


def offered(path: Path, side: int) -> Opponent:
    """Return a match in which the double agent of a side has come to the last row, let through by all."""
    rules = Rules.of("espionage", variants=[3, 5])
    for seed in range(30):
        match = new_match(path, rules, 0, 0, 1, seed=seed)
        number = max(rules.diagrams)
        agent = next(letter for letter, dealt in matches._deals(rules, seed)[side].items() if dealt == number)
        draw = random.Random(seed)
        for _ in range(60):
            position = match._game.position
            if match.is_over or position.stage.gift:
                break
            if position.stage.offer is not None:
                if (position.stage.offer, position.turn) == (agent, side):
                    return Opponent(match)
                match._do(PromotionReply(accept=False))
                continue
            tried = position.attempts()
            ways, moves = ({7, 0, 1}, [agent]) if position.turn == side else ({3, 4, 5}, rules.letters)
            fitting = [each for each in tried if each.way in ways and each.letter in moves] or tried
            match._do(draw.choice(fitting), lambda _: True)
    pytest.fail("the double agent never came through")


def test_cf_var_5_what_is_asked(path: Path) -> None:
    """Promotion and Z are asked for, and what came of them is said."""
    opponent = offered(path, 0)
    (question,) = opponent.obey("sheet")
    assert re.fullmatch(r"[A-X] is offered promotion: y or n\?", question)
    assert opponent.obey("hm") == ["'hm' is neither yes nor no", question]
    assert opponent.obey("draw")[-1] == question
    said = opponent.obey("accept")
    assert said[0].endswith(". You: promotion accepted, but it was the Double agent and is taken off")
    assert re.fullmatch(r"\d+\. Red: Z is (taken|refused)", said[1])
    for word, words in (("take", "Z is taken"), ("refuse", "Z is refused")):
        opponent = offered(path, 1)
        opponent.session._do(PromotionReply(accept=True))
        (question,) = opponent.obey("sheet")
        assert re.fullmatch(r"That was Red's double agent, and [A-X] may take Z: y or n\?", question)
        assert opponent.obey("resign")[-1] == question
        said = opponent.obey(word)
        assert re.fullmatch(rf"\d+\. You: {words}", said[0])
    opponent = offered(path, 0)
    assert ". You: promotion declined" in opponent.obey("n")[0]


def test_draws(opponent: Opponent, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agreed one ends the game, with both deals."""
    monkeypatch.setattr(matches, "EARLIEST_DRAW", 0)
    said = opponent.obey("draw")
    assert said[:2] == ["The draw is agreed.", "The game is over: a draw (agreed draw)."]
    assert [line.split(":")[0] for line in said[2:]] == ["Yellow", "White"]
    assert "a draw" in opponent.summary()
    assert opponent.obey("quit") == []
    assert opponent.is_over


def test_what_is_told_of_each_action() -> None:
    """Every kind of event has its words."""
    path = Path(os.environ["XDG_DATA_HOME"]).parent / "told.txt"
    opponent = Opponent(new_match(path, ESPIONAGE, 0, 0, 1, seed=1))
    for event, words in (
        (Event(0, Remove("A"), Answer()), "remove A"),
        (Event(0, SwapTwo("A", "C"), Answer()), "swap A C"),
        (Event(0, Expose("A"), Answer(shown=13)), "their A is exposed as the double agent and taken off"),
        (Event(1, Expose("A"), Answer(shown=13)), "your A is exposed as the double agent and taken off"),
        (Event(0, PromotionReply(accept=True), Answer(promoted=True)), "promotion accepted"),
        (Event(0, PromotionReply(accept=False), Answer()), "promotion declined"),
        (
            Event(1, PromotionReply(accept=True), Answer(promoted=False, shown=13)),
            "promotion accepted, but it was the Double agent and is taken off",
        ),
        (Event(0, GiftReply(accept=True), Answer()), "Z is taken"),
        (Event(1, GiftReply(accept=False), Answer()), "Z is refused"),
        (Event(0, Resign(), Answer()), "resign"),
        (Event(1, Resign(), Answer()), "resigns"),
    ):
        assert opponent._words(event) == words


def test_a_full_disk(opponent: Opponent, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence; nothing has happened, and the next line tries again."""
    calls = [0]
    save = matches.Kept._replace

    def full(*arguments: object) -> object:
        calls[0] += 1
        if calls[0] == 2:
            message = "the disk is full"
            raise SessionError(message)
        return save(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(matches.Kept, "_replace", full)
    said = opponent.obey("a n1")
    assert said[0].startswith("5. You: A one forward: ")
    assert said[1] == "the disk is full"
    assert opponent.session.is_machine_next
    assert opponent.obey("h e1")[0].startswith("6. White: ")
    assert not opponent.session.is_machine_next


# --- Options and files -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "me", "first"),
    [
        ([], 0, 0),
        (["--side", "white"], 1, 1),
        (["--side", "White", "--first", "Yellow"], 1, 0),
        (["--side", "first"], 0, 0),
        (["--side", "SECOND"], 1, 0),
        (["--side", "second", "--first", "White"], 0, 1),
        (["--side", "first", "--first", "white"], 1, 1),
        (["--first", "White"], 0, 1),
    ],
)
def test_sides(options: list[str], me: int, first: int, path: Path) -> None:
    """By name, or by who moves first."""
    result = play("--file", path, "--level", 1, *options)
    assert result.exit_code == 0
    match = open_match(path)
    assert (match.me, match.record.setup.first, match.record.setup.compass) == (me, first, me)
    assert not match.is_machine_next
    assert play(path, *options).exit_code == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--level", "9"], "there is no level 9; there are 1 to 5"),
        (["--level", "2", "--time", "3"], "level 2 answers at once; only levels 4 and 5 take a time"),
        (["--time", "3"], "level 3 answers at once"),
        (["--level", "4", "--time", "nan"], "a time of nan seconds is none"),
        (["--side", "green"], "there is no side 'Green'"),
        (["--first", "third"], "there is no side 'Third'"),
        (["--ruleset", "chess"], "there is no ruleset 'chess'"),
        (["--ruleset", "espionage", "--variants", "x"], "--variants 'x': it must be a list of numbers"),
        (["--placement", "A3,1"], "pieces are only placed freely with variant 4"),
        (["--ruleset", "espionage", "--variants", "4", "--placement", "A3;1"], "is no letter with a column"),
        (["--diagrams", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_wrong_options(options: list[str], words: str, path: Path) -> None:
    """One sentence, exit status 2, and no file."""
    result = play(path, *options, lines="h n1\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert not path.exists()


def test_a_match_is_not_taken_for_another(path: Path) -> None:
    """Options may be repeated, but not changed; a time may."""
    options: list[object] = ["--ruleset", "espionage", "--variants", "3,4", "--level", 4, "--seed", 7]
    assert play(path, *options, "--time", 0.01).exit_code == 0
    assert play(path, *options).exit_code == 0
    assert play(path, "--time", 0.02).exit_code == 0
    places = read_record(path).setup.placements[1]
    assert places is not None
    other = " ".join(f"{letter}{12 - column},{row}" for letter, (column, row) in places.items())
    for wrong, named in (
        (["--level", 3], "--level"),
        (["--seed", 8, "--side", "second"], "--seed, --side"),
        (["--first", "Red", "--side", "Red"], "--side, --first"),
        (["--ruleset", "espionage", "--tokens"], "--variants, --tokens"),
        (["--placement", other], "--placement"),
    ):
        result = play(path, *wrong)
        assert result.exit_code == 2
        assert (
            result.stderr == f"deduce: {path} is another match already; leave {named} out to go on with it\n"
        )


def test_files_that_are_no_matches(path: Path) -> None:
    """One sentence, exit status 2, and the file stays; an empty one begins."""
    for content in (b"hello\n", b"\xff\xfe", b"Me = Yellow\n1. A-N2\n", b"Match = hm\nMe = Yellow\n"):
        path.write_bytes(content)
        result = play(path, lines="h n1\n")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1
        assert path.read_bytes() == content
    path.write_bytes(b"")
    assert play(path, lines="h n1\n").exit_code == 0
    assert play(path.parent).exit_code == 2


def test_matches_are_kept_in_the_data_folder(tmp_path: Path) -> None:
    """Without a file; --history lists them, apart from the games at the table."""
    assert play("--history").stdout == ""
    assert play("--level", 1, lines="h n1\n").exit_code == 0
    (file,) = (tmp_path / "data" / "deduce" / "matches").glob("*.txt")
    assert play("--history").stdout == f"{file}\n"
    assert CliRunner().invoke(app, ["confusion", "table", "--history"]).stdout == ""


def test_levels_and_help() -> None:
    """What there is can be seen without a match."""
    lines = play("--levels").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [str(number) for number in LEVELS]
    assert lines[-1].endswith("(1 second)")
    said = play("--help").stdout
    for option in (
        "--level",
        "--side",
        "--first",
        "--seed",
        "--time",
        "--ruleset",
        "--variants",
        "--tokens",
        "--file",
    ):
        assert option in said
    assert all(len(line) <= 80 for line in said.splitlines())
    assert "play" in CliRunner().invoke(app, ["confusion", "--help"]).stdout


def test_what_is_no_text_makes_one_line_wrong(path: Path) -> None:
    """Half characters and empty lines end nothing, and a last line without its end counts."""
    result = play(path, "--level", 1, lines=b"\xff\xfe\n\n \n\nh n1 # caf\xe9")
    assert (result.exit_code, result.stderr) == (0, "")
    assert read_record(path).plies[0].comment == "caf\ufffd"


# --- Processes and terminals -------------------------------------------------------------------------


def test_two_on_one_file(path: Path) -> None:
    """The second is refused with one sentence; the first goes on."""
    first = started(path, "--level", "1")
    assert first.stdin is not None
    assert first.stdout is not None
    assert first.stdout.readline().startswith("Saved in ")
    second = started(path, "--level", "1")
    said, errors = second.communicate("h n1\n", timeout=PATIENCE)
    assert (second.returncode, said) == (2, "")
    assert "is open in another companion" in errors
    said, errors = first.communicate("h n1\n", timeout=PATIENCE)
    assert (first.returncode, errors) == (0, "")
    assert "\x1b" not in said
    assert len(read_record(path).plies) == 2


@unix
def test_ctrl_c_while_the_machine_thinks(path: Path) -> None:
    """One sentence and exit status 130; the human's turn is saved, and the machine moves when it goes on."""
    process = started(path, "--level", "5", "--time", "600")
    assert process.stdin is not None
    process.stdin.write("h n1\n")
    process.stdin.flush()
    wait_for(path, "\n1. ")
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, "Stopped; everything that was done is saved.\n")
    assert len(read_record(path).plies) == 1
    assert play(path, "--time", 0.001).exit_code == 0
    assert len(read_record(path).plies) == 2


def wait_for(path: Path, words: str) -> None:
    end = time.monotonic() + PATIENCE
    while not path.exists() or words not in path.read_text(encoding="utf-8"):
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("rules", [CLASSIC, ESPIONAGE], ids=["classic", "espionage"])
def test_80x24(rules: Rules, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sheet stays in its place with what was said below it; Ctrl-D ends."""
    opponent = Opponent(new_match(path, rules, 1, 0, 1, seed=2))
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text("h n1\rboard\rsheet\rhelp\rpieces\r\r\x04")
        table.at_terminal(opponent, *opponent.greeting())
    shown = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)
    assert shown.endswith(f"Saved in {path}.\n")
    painted = [
        frame.partition("\x1b[J")[0].replace("\x1b[K", "").split("\n")[:-1]
        for frame in shown.split("\x1b[H")[1:]
    ]
    assert all(len(frame) <= 22 and all(len(row) < 80 for row in frame) for frame in painted)
    for frame in painted[:2]:
        assert [row[1] for row in frame if re.match(r" [A-Z] +[\d.]", row)] == list(rules.letters)
    assert painted[0][-2].startswith(f"You are {rules.sides[1]}; {rules.sides[0]} is the machine at level 1.")
    assert painted[0][-1].startswith(f"1. {rules.sides[0]}: ")
    assert any(row.startswith("2. You: H one forward: ") for row in painted[1])
    assert any("UPPER CASE" in row for row in painted[2])
    assert painted[4][-1] == Opponent.HELP.split("\n")[-1]


@unix
@pytest.mark.parametrize("colours", [True, False])
def test_on_a_terminal(colours: bool, path: Path) -> None:
    """A sign of life while the machine thinks, no colours where none are wanted, and Ctrl-C at the prompt."""
    import termios

    master, slave = os.openpty()
    termios.tcsetwinsize(master, (24, 80))
    code = f"import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); {COMMAND}"
    left_out = {"COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"}
    env = {key: value for key, value in os.environ.items() if key not in left_out} | {
        "TERM": "xterm-256color"
    }
    process = subprocess.Popen(
        [sys.executable, "-c", code, "confusion", "play", str(path), "--level", "5", "--time", "1.3"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        env=env if colours else env | {"NO_COLOR": "1"},
    )
    os.close(slave)
    raw = ""
    keys = [
        ("help lists what can be typed", "h n1\r"),
        ("2. White: ", "\x03"),
        ("quit or Ctrl-D ends", "\x04"),
    ]
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        ready, _, _ = select.select([master], [], [], 0.3)
        if not ready:
            # Nothing moves on the screen, so it waits for a line.
            if keys and keys[0][0] in raw:
                os.write(master, keys.pop(0)[1].encode())
            continue
        data = b""
        with contextlib.suppress(OSError):  # Linux says so when the other end is closed.
            data = os.read(master, 65536)
        if not data:
            break
        raw += data.decode(errors="replace")
        os.write(master, b"\x1b[1;1R" * data.count(b"\x1b[6n"))
    os.close(master)
    assert process.wait(PATIENCE) == 0
    assert "White is thinking ... (Ctrl-C stops)" in raw
    assert "Traceback" not in raw
    assert bool(re.search(r"\x1b\[[\d;]*[34]\dm", raw)) == colours
    assert f"Saved in {path}." in raw.replace("\r\n", "")
