"""A match against the machine: through a pipe, on a terminal, killed, stopped, and twice on one file."""

from __future__ import annotations

import contextlib
import json
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
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from typer.testing import CliRunner, Result

from command_line import COMMAND, WIDE, unmeasured
from common import CLASSIC, ESPIONAGE, ROOT
from deduce.confusion import Rules, read_record
from deduce.confusion.match import match as matches
from deduce.confusion.match.companion import MatchCompanion
from deduce.confusion.match.levels import LEVELS
from deduce.confusion.match.lots import Lots
from deduce.confusion.match.match import new_match, open_match
from deduce.confusion.notation.cells import read_cell
from deduce_cli.main import app
from deduce_cli.render import plain
from deduce_cli.terminal import at_terminal
from matches import asked, attempts

unix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and signals are not there")

PATIENCE = 30.0


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept in the real data folder, and the terminal is an ordinary one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.txt"


def play(*arguments: object, lines: str | bytes = "") -> Result:
    """Play with lines from a pipe."""
    return CliRunner(env=WIDE).invoke(app, ["confusion", "play", *map(str, arguments)], input=lines)


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
        env={**unmeasured(), **WIDE},
    )


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
            assert read_record(path).now.setup.deals[me] is None
            assert replayed(path).exit_code == 0
    if "The game is over" not in result.stdout:
        result = play(path, lines="n\n" * 3 + "resign\ny\n")
    assert result.exit_code == 0
    over = result.stdout.index("The game is over: ")
    deal = re.search(
        rf"^{rules.sides[me]}: ((?:[A-Z] [\w ]+, )+[A-Z] [\w ]+)$", result.stdout[over:], re.MULTILINE
    )
    assert deal is not None
    dealt = read_record(path).now.setup.deals[me]
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
    deal = " ".join(
        f"{letter}{number}" for letter, number in sorted(matches._deals(CLASSIC, Lots(4))[1].items())
    )
    assert text_of(path).startswith(
        "Ruleset = classic\nMe = Yellow\nMatch = level 1, seed 4\n"
        "Sealed = no, the deals follow from the seed\nDate = DATE\nFirst = Yellow\n"
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


def test_a_question_is_asked_again_in_another_sitting(path: Path) -> None:
    """And the answer to it is the first line that counts."""
    question = asked(path)
    text = path.read_bytes()
    for word, answer in (("y", "yes"), ("no", "no")):
        path.write_bytes(text)
        result = play(path, lines=f"{word}\n")
        assert question in result.stdout.split("\n")
        assert re.search(rf"^\d+\. Red: [A-X] .*: {answer} \(Double agent\)", result.stdout, re.MULTILINE)


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
        assert len(match.record.steps) >= max(numbers, default=0)
        if not match.is_over:
            assert match.record.now.setup.deals[0] is None
        # How far it came is seen from the human's turns; what is not possible counts for nothing.
        cells = [step.text for step in match.record.steps]
        assert cells == [step.text for step in read_record(whole).steps][: len(cells)]
        mine = sum(step.before.position.turn == 0 for step in match.record.steps)
        fed = consumed(tmp_path, lines, mine)
    assert play(path, lines="\n".join(lines[fed:])).exit_code == 0
    assert [step.text for step in read_record(path).steps] == [step.text for step in read_record(whole).steps]


def consumed(folder: Path, lines: list[str], turns: int) -> int:
    """Return how many lines make so many turns of the human."""
    again = MatchCompanion(new_match(folder / "again.txt", CLASSIC, 0, 0, 1, seed=2))
    for number, line in enumerate(lines):
        if sum(step.before.position.turn == 0 for step in again.kept.record.steps) == turns:
            return number
        again.obey(line)
    return len(lines)


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
    assert (match.me, match.record.now.setup.first, match.record.now.setup.compass) == (me, first, me)
    assert not match.is_machine_next
    assert play(path, *options).exit_code == 0


def test_random_sides(tmp_path: Path) -> None:
    """Drawn from the seed: the same each time, either way for some seed, and no matter when it goes on."""
    for option in ("--side", "--first"):
        drawn = []
        for seed in range(12):
            sides = []
            for name in ("one", "two"):
                path = tmp_path / f"{option}{seed}{name}.txt"
                assert play(path, "--level", 1, "--seed", seed, option, "Random").exit_code == 0
                match = open_match(path)
                sides.append((match.me, match.record.now.setup.first))
            assert sides[0] == sides[1]
            assert option == "--first" or sides[0][0] == sides[0][1]
            drawn.append(sides[0])
            again = play(path, option, "random", lines="moves\n")
            assert (again.exit_code, again.stderr) == (0, "")
        assert len(set(drawn)) == 2
    path = tmp_path / "unseeded.txt"
    for _ in range(2):
        assert play(path, "--level", 1, "--side", "random", "--first", "random").exit_code == 0
    assert {open_match(path).me, open_match(path).record.now.setup.first} <= {0, 1}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--level", "9"], "there is no level 9; there are 1 to 5"),
        (["--level", "2", "--time", "3"], "level 2 answers at once; only levels 4 and 5 take a time"),
        (["--time", "3"], "level 3 answers at once"),
        (["--level", "4", "--time", "nan"], "the time for each move is nan seconds; it must be more than 0"),
        (["--side", "green"], "there is no side 'Green'"),
        (["--first", "third"], "there is no side 'Third'"),
        (["--ruleset", "chess"], "there is no ruleset 'chess'"),
        (["--ruleset", "espionage", "--variants", "x"], "--variants is 'x'; it must be a list of numbers"),
        (["--ruleset", "espionage", "--x-square", "6"], "--x-square is '6'; it must be a column and a row"),
        (
            ["--ruleset", "espionage", "--handicap", "Green"],
            "there is no side 'Green' to have the tokens alone",
        ),
        (["--columns-off", "1"], "--columns-off belongs to variant 2 of espionage"),
        (["--placement", "A3,1"], "pieces are only placed freely with variant 4"),
        (["--ruleset", "espionage", "--variants", "4", "--placement", "A3;1"], "is no letter with a column"),
        (["--diagrams", "nowhere.toml"], "nowhere.toml"),
        (["--seed", "1000000000000000001"], "the seed is 1000000000000000001; it must be a whole number"),
        (["--level", "4", "--time", "1.79e308"], "the time for each move is 1.79e+308 seconds"),
    ],
)
def test_wrong_options(options: list[str], words: str, path: Path) -> None:
    """One sentence, exit status 2, and no file."""
    result = play(path, *options, lines="h n1\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert not path.exists()


def test_a_file_of_diagrams_is_the_same_however_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a path from here or from the root: the match begins, goes on, and is the one that was asked for."""
    source = ROOT / "deduce" / "confusion" / "engine" / "data" / "diagrams.toml"
    file = tmp_path / "mine.toml"
    file.write_text(source.read_text(encoding="utf-8").replace('"Rocket"', '"Bolt"'), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("mine.toml", file, "../" + tmp_path.name + "/mine.toml"):
        result = play("match.txt", "--diagrams", name, "--level", 1, lines="h n1\n")
        assert (result.exit_code, result.stderr) == (0, "")
    assert len(read_record(tmp_path / "match.txt").steps) >= 2
    assert play("match.txt", "--diagrams", source).exit_code == 2


def test_a_match_is_not_taken_for_another(path: Path) -> None:
    """Options may be repeated, but not changed; a time may."""
    options: list[object] = ["--ruleset", "espionage", "--variants", "3,4", "--level", 4, "--seed", 7]
    assert play(path, *options, "--time", 0.01).exit_code == 0
    assert play(path, *options).exit_code == 0
    assert play(path, "--time", 0.02).exit_code == 0
    places = read_record(path).now.setup.placements[1]
    assert places is not None
    other = " ".join(f"{letter}{12 - column},{row}" for letter, (column, row) in places.items())
    for wrong, named in (
        (["--level", 3], "--level"),
        (["--seed", 8, "--side", "second"], "--seed, --side"),
        (["--first", "Red", "--side", "Red"], "--side, --first"),
        (["--ruleset", "espionage", "--tokens"], "--variants, --tokens"),
        (["--placement", other], "--placement"),
        (["--ruleset", "esp", "--variants", "3,4", "--handicap", "Red"], "--tokens, --handicap"),
        (["--ruleset", "esp", "--variants", "3,4", "--x-square", "6,2"], "--x-square"),
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


def test_a_copy_cannot_be_given_up_to_see_the_deals(path: Path, tmp_path: Path) -> None:
    """One sentence, exit status 2; what is shown of the match, in every form, holds no key and no seed."""
    assert play(path, "--level", 1, lines="h n1\n").exit_code == 0
    (file,) = (tmp_path / "data" / "deduce" / "keys").iterdir()
    key = json.loads(file.read_text(encoding="utf-8"))["key"]
    copy = tmp_path / "copy.txt"
    copy.write_bytes(path.read_bytes())
    result = play(copy, lines="resign\ny\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"deduce: {copy} is a copy of the match in {path}, which goes on there; ")
    assert result.stderr.count("\n") == 1
    run = CliRunner()
    shown = [
        run.invoke(app, ["confusion", "replay", str(path), *options]).stdout
        for options in ([], ["--json"], ["--mend"])
    ]
    exports = [tmp_path / f"export.{ending}" for ending in ("txt", "html", "json")]
    lines = ["moves", "sheet", "opp", "pieces", "board", *(f"export {file}" for file in exports)]
    shown.append(play(path, lines="\n".join(lines)).stdout)
    shown += [file.read_text(encoding="utf-8") for file in (path, *exports)]
    for text in shown:
        assert text
        assert key not in text
        assert "seed" not in text


def test_no_place_for_a_key(path: Path, tmp_path: Path) -> None:
    """One sentence, exit status 2, and no file; with a seed none is needed."""
    (tmp_path / "data").write_text("", encoding="utf-8")
    result = play(path, "--level", 1, lines="h n1\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("deduce: the key of the match cannot be kept: ")
    assert str(tmp_path / "data") in result.stderr
    assert result.stderr.count("\n") == 1
    assert not path.exists()
    assert play(path, "--level", 1, "--seed", 1, lines="h n1\n").exit_code == 0


def test_replay_checks_what_was_sealed(path: Path) -> None:
    """A deal that was changed afterwards is a problem."""
    assert play(path, "--level", 1, lines="h n1\nresign\ny\n").exit_code == 0
    assert replayed(path).exit_code == 0
    text = path.read_text(encoding="utf-8")
    changed = re.sub(r"^Yellow = A(\d+) C(\d+)", r"Yellow = A\2 C\1", text, flags=re.MULTILINE)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    checked = replayed(path)
    assert checked.exit_code == 1
    assert "Sealed: does not fit the deals" in " ".join(checked.stdout.split())


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
    """What is no UTF-8 is read as Latin-1, empty lines end nothing, a last line needs no end."""
    result = play(path, "--level", 1, lines=b"\xff\xfe\n\n \n\nh n1 # caf\xe9")
    assert (result.exit_code, result.stderr) == (0, "")
    assert read_cell(read_record(path).steps[0].text).comment == "café"


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
    assert len(read_record(path).steps) == 2


@unix
def test_ctrl_c_while_the_machine_thinks(path: Path) -> None:
    """One sentence and exit status 130; the human's turn is saved, and the machine moves when it goes on."""
    process = started(path, "--level", "5", "--time", "600")
    assert process.stdin is not None
    process.stdin.write("h n1\n")
    process.stdin.flush()
    wait_for(path, "\n1. ")
    # On a busy machine it takes a while until everything is imported and the thinking begins.
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, "Stopped; everything that was done is saved.\n")
    assert len(read_record(path).steps) == 1
    assert play(path, "--time", 0.001).exit_code == 0
    assert len(read_record(path).steps) == 2


def wait_for(path: Path, words: str) -> None:
    end = time.monotonic() + PATIENCE
    while not path.exists() or words not in path.read_text(encoding="utf-8"):
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("rules", [CLASSIC, ESPIONAGE], ids=["classic", "espionage"])
def test_80x24(rules: Rules, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sheet stays in its place with what was said below it; Ctrl-D ends."""
    companion = MatchCompanion(new_match(path, rules, 1, 0, 1, seed=2))
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text("h n1\rboard\rsheet\rhelp\rpieces\r\r\x04")
        at_terminal(companion, *companion.greeting())
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
    assert painted[4][-1] == plain(companion.help().said)[-1]


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
