"""`deduce puzzle play`: lines through a pipe and on a terminal, saved after each of them."""

from __future__ import annotations

import contextlib
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from command_line import COMMAND, unmeasured
from common import ROOT
from deduce import parse_case
from deduce.casefile.facts import Names
from deduce.errors import ProblemError
from deduce.puzzle.candidates import candidate_lines, is_board
from deduce.puzzle.making import new_puzzle
from deduce.puzzle.marks import HEAD, parse_mark
from deduce.puzzle.playing import PuzzleTable
from deduce.puzzle.puzzle import Puzzle
from deduce.tabletop.locks import Lock
from deduce_cli.main import app
from pseudo_terminal import Terminal

STREET = """
title = "Three houses"
[puzzle]
about = "What is where?"
[[unknowns]]
names = ["red", "blue", "green"]
values = [1, 2, 3]
different = true
[[unknowns]]
names = ["tea", "milk"]
values = [1, 2, 3]
different = true
[[entry]]
text = "The red house is in the middle."
fact = "red is 2"
[[entry]]
text = "They drink tea left of the blue house."
where = "tea < blue"
[[entry]]
text = "They drink milk in the blue house, or in the green one."
where = "milk == blue or milk == green"
[[entry]]
text = "They drink tea in the red house."
where = "tea == red"
[[entry]]
text = "Milk is at the end."
fact = "milk is 3"
"""
SOLVED = ("red is 2", "tea is 2", "blue is 3", "green is 1", "milk is 3")


@pytest.fixture
def street(tmp_path: Path) -> Path:
    file = tmp_path / "street.toml"
    file.write_text(STREET, encoding="utf-8")
    return file


def marks_of(file: Path) -> list[str]:
    """What is saved beside a puzzle."""
    head, *marks = file.with_name(f"{file.stem}.marks.txt").read_text(encoding="utf-8").splitlines()
    assert head == HEAD
    return [mark for mark in marks if mark != "# Of: Three houses"]


def play(file: Path, *lines: str) -> Result:
    """What a pipe of lines comes to."""
    return CliRunner().invoke(
        app, ["puzzle", "play", str(file)], input="".join(f"{line}\n" for line in lines)
    )


def test_a_whole_puzzle(street: Path) -> None:
    """Each line is answered by one, and the end is told."""
    result = play(street, *SOLVED, "quit")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Three houses: 0 of 5 found",
        "Three houses: 1 of 5 found",
        "Three houses: 2 of 5 found",
        # Red in the middle and blue at the end leave nothing else for green.
        "Three houses: 4 of 5 found",
        "That is it: solved.",
        "Three houses: 5 of 5 found",
    ]
    assert marks_of(street) == [*SOLVED]


def test_what_cannot_be_is_said_at_once(street: Path) -> None:
    """Two with one value, or one with two, are no progress; several lines are taken back together."""
    result = play(
        street, "red is 2", "blue is 2", "undo", "red is 1", "undo 2", "redo", "undo nine", "undo 0"
    )
    said = result.stdout.splitlines()
    assert said.count("Nothing is left for red, blue: undo, or check.") == 1
    assert said.count("Nothing is left for red: undo, or check.") == 1
    assert "Taken back: red is 2; red is 1." in said
    assert "Again: red is 2." in said
    assert sum("what stands behind undo is" in line for line in said) == 2
    assert marks_of(street) == ["red is 2"]


def test_typos_change_nothing(street: Path) -> None:
    """What cannot be meant is answered with what was probably meant; nothing of the line is taken."""
    result = play(
        street, "rde is 2", "red is 9", "red is 2; blue is pink", "hnit", "undo", "redo", "why",
        "why red", "help x",
        "\x1b[2J", "red", "a" * 20_000, ";", "red is", "is 2",
    )  # fmt: skip
    assert result.exit_code == 0
    for said in (
        "did you mean 'red'?", "'red' has no value '9'", "'blue' has no value 'pink'", "did you mean 'hint'?",
        "there is nothing to undo", "there is nothing to redo", "write a fact behind why",
        "there is no command 'x'",
        "a line is text of at most 10,000 characters",
    ):  # fmt: skip
        assert said in result.stdout, said
    assert "\x1b" not in result.stdout
    assert not street.with_name("street.marks.txt").exists()


def test_garbage_ends_nothing(street: Path) -> None:
    """Whatever is typed is answered; what is saved can be read again."""
    path = street.with_name("street.marks.txt")
    table = PuzzleTable(Puzzle.of(parse_case(STREET)), path)
    draw = random.Random(5)
    words = [
        *table.completions,
        *(["is", "not", "=", "!=", "1", "2", "9", ";", ";;", "or"]),
        "\x1b[2J",
        "\ud800",
        "\n",
        "",
    ]
    most = 0
    for _ in range(400):
        line = " ".join(draw.choices(words, k=draw.randint(0, 6)))
        if draw.random() < 0.3:
            line = " ".join(map(draw.choice, (("red", "tea", "rde"), ("is", "not", "="), "1239")))
        if line.split()[:1] not in (["quit"], ["q"], ["exit"]):
            table.obey(line)
        most = max(most, len(table.marks))
    assert most > 3
    again = PuzzleTable(table.puzzle, path)
    assert [mark.fact for mark in again.marks] == [mark.fact for mark in table.marks]


def test_marks_go_on(street: Path) -> None:
    """What was saved is there the next time; undo takes back what was written down in an earlier session."""
    play(street, "red is 2", "blue not 1; tea != 3")
    assert marks_of(street) == ["red is 2", "blue is not 1", "tea is not 3"]
    result = play(street, "marks", "undo", "undo", "redo", "blue = 3")
    assert result.exit_code == 0
    assert "Taken back: tea is not 3." in result.stdout
    assert "Again: blue is not 1." in result.stdout
    assert marks_of(street) == ["red is 2", "blue is not 1", "blue is 3"]


def test_several_marks_are_one_line_to_undo(street: Path) -> None:
    play(street, "red is 2; tea is 2", "undo", "milk is 3")
    assert marks_of(street) == ["milk is 3"]


def test_hints_checks_and_proofs(street: Path) -> None:
    """A hint first tells where to look; a wrong mark comes before any step."""
    result = play(
        street,
        "hint",
        "more",
        "green is 3",
        "check",
        "hint",
        "undo",
        "check",
        "why tea is 2",
        "why green is 3",
        "clues",
        "puzzle",
    )
    said = result.stdout
    assert "Look at clue" in said
    assert "red is 2" in said
    assert "Wrong: green is 3." in said
    assert "“green is 3” cannot be right. Take that back first." in said
    assert "All that you wrote down is right." in said
    assert "so tea is 2." in said
    assert "2  They drink tea left of the blue house." in said
    assert "What is where?" in said


def test_what_is_left_is_shown(street: Path) -> None:
    """Struck values are dots; what one has, nobody else of its group has."""
    shown = play(street, "red is 2", "tea not 1", "show").stdout
    assert shown.splitlines()[-3:] == [
        "red    . 2 .   tea    . 2 3",
        "blue   1 . 3   milk   1 2 3",
        "green  1 . 3",
    ]


def test_full_and_wrong(street: Path) -> None:
    """Whoever has filled in all, wrongly, is told so, but not where."""
    said = play(street, "red is 1", "blue is 2", "green is 3", "tea is 1", "milk is 2").stdout
    assert "Everything is filled in, but something is wrong: check tells what." in said
    assert "solved" not in said


def test_two_at_one_puzzle(street: Path) -> None:
    """A second session is refused while the first goes on."""
    with Lock(street.with_name("street.marks.txt")):
        result = play(street, "red is 2")
    assert result.exit_code == 2
    assert "is open in another companion" in result.stderr


@pytest.mark.parametrize("text", ["Dear Ann,\n", "red is 2\n", "\x00\x01"])
def test_foreign_files_are_left_alone(street: Path, text: str) -> None:
    other = street.with_name("street.marks.txt")
    other.write_text(text, encoding="utf-8")
    result = play(street, "red is 2")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert other.read_text(encoding="utf-8") == text


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights of their own there")
def test_marks_through_a_link_that_leads_nowhere_yet(street: Path) -> None:
    """The first mark makes the file that it leads to, as a game does; the link stays."""
    marks, other = street.with_name("street.marks.txt"), street.with_name("other.txt")
    marks.symlink_to(other.name)
    result = play(street, "red is 2", "tea is 2", "quit")
    assert (result.exit_code, result.stderr) == (0, "")
    assert marks.is_symlink()
    assert marks_of(street) == ["red is 2", "tea is 2"]
    assert play(street, "undo", "quit").exit_code == 0
    assert marks_of(street) == ["red is 2"]


def test_marks_that_somebody_else_changes(street: Path) -> None:
    """They are not written over."""
    other = street.with_name("street.marks.txt")
    table = PuzzleTable(Puzzle.of(parse_case(STREET)), other)
    table.obey("red is 2")
    other.write_text(f"{HEAD}\nblue is 3\n", encoding="utf-8")
    told = table.obey("tea is 2")
    assert not told.fits
    assert "was changed by somebody else" in str(told.said)
    assert table.marks[0].text == "red is 2"
    assert len(table.marks) == 1
    assert marks_of(street) == ["blue is 3"]


def test_contradictions_are_no_puzzles(street: Path) -> None:
    street.write_text(f'{STREET}[[entry]]\nfact = "red is 3"\n', encoding="utf-8")
    result = play(street)
    assert result.exit_code == 2
    assert "the clues contradict each other" in result.stderr


# --- Boards with mines ----------------------------------------------------------------------------------


def board() -> Puzzle:
    return new_puzzle("minesweeper", 1, size="5x5").puzzle


def test_numbers_are_told_once_their_square_is_safe(tmp_path: Path) -> None:
    """A number is told when its square is marked; whoever follows the hints needs no guess."""
    puzzle = board()
    table = PuzzleTable(puzzle, tmp_path / "board.marks.txt")
    later = [entry.id for entry in puzzle.log[puzzle.header.opened or 0 :]]
    assert later
    assert not {*later} & {entry.id for entry in table.told}
    steps = 0
    while (steps := steps + 1) < 200 and not table.is_filled:
        from deduce.puzzle.hints import hint

        found = hint(puzzle, table.marks)
        assert found.step is not None
        for claim in found.step.conclusions:
            assert table.obey(str(claim)).fits
    assert table.is_filled
    assert {entry.id for entry in table.told} == {entry.id for entry in puzzle.log}
    assert table.obey("check").said[0].text == "That is it: solved."  # type: ignore[union-attr]


def test_nobody_steps_on_a_mine(tmp_path: Path) -> None:
    puzzle = board()
    table = PuzzleTable(puzzle, tmp_path / "board.marks.txt")
    mine = next(name for name, value in puzzle.solution.items() if value == "mine")
    told = table.obey(f"{mine} is safe")
    assert not told.fits
    assert "is a mine!" in str(told.said)
    assert not table.marks
    assert table.obey(f"{mine} is mine").fits
    row, column = str(mine)[1:].split("c")
    assert table.picture(79)[int(row)].split()[int(column)] == "*"


@pytest.mark.parametrize(
    ("typed", "marked"),
    [
        ("red 2", "red is 2"),
        ("  the  owl   in house 1 ", "the owl is in house 1"),
        ("the owl none", "the owl is none"),
        ("it rains", "it rains"),
        ("Ann 1 red", "Ann 1 is red"),
    ],
)
def test_a_name_and_a_value_are_a_mark(typed: str, marked: str) -> None:
    """The word between them can be left out."""
    text = (
        '[[unknowns]]\nnames = ["red", "the owl"]\nvalues = [2, "in house 1", "none"]\n'
        '[[unknowns]]\nfacts = ["it rains"]\n[deal]\nsupply = { red = 2 }\nhands = { Ann = 1 }\n'
    )
    names = Names(parse_case(text).problem)
    assert parse_mark(typed, names).fact == parse_mark(marked, names).fact


def test_a_name_and_a_value_that_can_be_parted_twice() -> None:
    """It is asked for the word; what is no value is told as before."""
    text = '[[unknowns]]\nnames = ["Ann", "Ann 1"]\nvalues = [2, "1 2", "12"]\n'
    names = Names(parse_case(text).problem)
    with pytest.raises(ProblemError, match="can mean 'Ann is 1 2' or 'Ann 1 is 2'"):
        parse_mark("Ann 1 2", names)
    assert parse_mark("Ann 1 is 2", names).text == "Ann 1 is 2"
    with pytest.raises(ProblemError, match="'Ann 3' is not a fact"):
        parse_mark("Ann 3", names)


# --- Terminals ------------------------------------------------------------------------------------------


def test_a_session_on_a_terminal(street: Path, tmp_path: Path) -> None:
    """Typos, hints, undo and Ctrl-C on 80 columns; what was typed is kept and shown the next time."""
    data = {"XDG_DATA_HOME": str(tmp_path / "data")}
    with Terminal(24, 80, street, game="puzzle", command="play", **data) as terminal:
        terminal.prompted("Three houses: 0 of 5 found", "What is where?", "help lists everything else")
        terminal.ask("rde is 2", "did you mean 'red'?")
        terminal.ask("red is 2", "1 of 5 found", "red    . 2 .   tea    1 2 3")
        terminal.ask("hint", "Look at clue")
        terminal.ask("clues", "Milk is at the end.")
        terminal.ask("tea = 1", "2 of 5 found")
        terminal.ask("undo", "1 of 5 found", "Taken back: tea is 1.")
        terminal.type("\x03")
        terminal.prompted("quit or Ctrl-D ends")
        terminal.type("quit\r")
        assert terminal.ended() == 0
    with Terminal(16, 40, street, game="puzzle", command="play", **data) as terminal:
        terminal.prompted("1 of 5 found")
        lines = terminal.ask("red not 1", "1 of 5 found")
        assert max(map(len, lines)) <= 40
        terminal.type("\x04")
        assert terminal.ended() == 0
    assert marks_of(street) == ["red is 2", "red is not 1"]


@pytest.mark.parametrize("settings", [{}, {"NO_COLOR": "1"}])
def test_no_colours_where_none_are_wanted(street: Path, tmp_path: Path, settings: dict[str, str]) -> None:
    """A contradiction stands out in red, but not with NO_COLOR."""
    data = {"XDG_DATA_HOME": str(tmp_path / "data")}
    with Terminal(24, 80, street, game="puzzle", command="play", **data, **settings) as terminal:
        terminal.prompted("0 of 5 found")
        terminal.ask("red is 1; red not 1", "Nothing is left for red")
        assert ("\x1b[1;31m" in terminal.raw) != bool(settings)


def test_ctrl_c_at_the_end_of_a_pipe(street: Path) -> None:
    """Whoever stops it hears where everything is."""
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND, "puzzle", "play", str(street)], encoding="utf-8", env=unmeasured(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write("red is 2\n")
        process.stdin.flush()
        assert [process.stdout.readline() for _ in range(2)][1] == "Three houses: 1 of 5 found\n"
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        assert "Stopped; saved in" in process.stderr.read()
        assert process.returncode == 130
    assert marks_of(street) == ["red is 2"]


def test_the_page_shows_a_session(tmp_path: Path) -> None:
    """docs/puzzles.md shows what is typed and what comes of it."""
    page = (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8")
    session = page.partition("```text\n")[2].partition("```")[0].splitlines()
    file = tmp_path / "island.toml"
    file.write_text((ROOT / "examples" / "island.toml").read_text(encoding="utf-8"), encoding="utf-8")
    typed = [line.removeprefix("> ") for line in session if line.startswith("> ")]
    shown = play(file, *typed).stdout.splitlines()
    assert shown[1:] == [line for line in session if not line.startswith("> ")]


GRID = """
[[unknowns]]
names = ["helper"]
values = [1, 2]
[grid]
values = VALUES
given = '''
.#1
...
'''
legend = { "#" = [] }
[[rule]]
each = "row"
different = true
"""


def grid_lines(values: str, width: int, **known: str) -> list[str]:
    case = parse_case(GRID.replace("VALUES", values))
    left = {name: frozenset(domain) for name, domain in case.problem.domains.items()}
    left |= {name: frozenset(map(int, some)) for name, some in known.items()}
    return candidate_lines(left, case.log, width, case.grids)


def test_a_grid_is_drawn_as_it_is_printed() -> None:
    """Each cell where it stands, dots for what is struck, nothing in a hole; other unknowns below."""
    assert grid_lines("[1, 2, 3]", 40, r1c1="13", r2c3="2") == [
        "      1    2    3",
        "   1  1.3       123",
        "   2  123  123  .2.",
        "",
        "helper  1 2",
    ]


def test_a_grid_where_there_is_little_room() -> None:
    """Without dots if that fits, and otherwise each cell by itself."""
    known = {f"r2c{column}": "2" for column in (1, 2, 3)} | {"r1c1": "13", "r1c3": "1"}
    assert grid_lines("[1, 2, 3, 4, 5, 6]", 17, **known)[:3] == [
        "      1   2   3",
        "   1  13      1",
        "   2  2   2   2",
    ]
    assert grid_lines("[1, 2, 3, 4, 5, 6]", 15, **known)[0] == "r1c1  1 . 3 . . ."


def test_what_is_printed_in_a_grid_is_known(tmp_path: Path) -> None:
    """Nobody has to copy it, and no hint is about it; it strikes what it strikes, and undo leaves it."""
    file = tmp_path / "small.toml"
    file.write_text(
        'title = "Small"\n[grid]\nvalues = [1, 2, 3]\ngiven = """\n1..\n.2.\n...\n"""\n'
        '[[rule]]\neach = ["row", "column"]\ndifferent = true\n'
        '[[entry]]\ntext = "the corner"\nwhere = "r3c3 > r3c2"\n',
        encoding="utf-8",
    )
    shown = play(file, "show", "r1c1 not 1", "undo", "undo", "hint").stdout.splitlines()
    assert shown == [
        "Small: 4 of 9 found",
        "      1    2    3",
        "   1  1..  ..3  .23",
        "   2  ..3  .2.  1.3",
        "   3  .23  1.3  123",
        "Nothing is left for r1c1: undo, or check.",
        "Small: 3 of 9 found",
        "Taken back: r1c1 is not 1.",
        "Small: 4 of 9 found",
        "there is nothing to undo",
        "Look at what holds from the start: row 1, row 2, column 1 and column 2.",
    ]
    hinted = CliRunner().invoke(app, ["puzzle", "hint", str(file), "--more"]).stdout
    assert hinted
    assert "is given" not in hinted


LARGE = '[grid]\nrows = 12\ncolumns = 13\nvalues = ["black", "white", "."]\n'


def test_a_large_grid_shows_what_is_settled() -> None:
    """Where there is no room for what is left to each of many cells; signs stand for nothing else."""
    case = parse_case(LARGE)
    left = {name: frozenset(domain) for name, domain in case.problem.domains.items()}
    left |= {"r1c2": frozenset(["white"]), "r2c13": frozenset(["."]), "r12c1": frozenset()}
    assert len(candidate_lines(left, case.log, 79, case.grids)) == 1 + 1 + 12
    drawn = candidate_lines(left, case.log, 40, case.grids)
    assert drawn[:5] == [
        "b: black, w: white, !: several are left,",
        "?: nothing is left",
        "     1 2 3 4 5 6 7 8 9 0 1 2 3",
        "   1 ! w ! ! ! ! ! ! ! ! ! ! !",
        "   2 ! ! ! ! ! ! ! ! ! ! ! ! .",
    ]
    assert drawn[-1] == "  12 ? ! ! ! ! ! ! ! ! ! ! ! !"
    assert candidate_lines(left, case.log, 29, case.grids)[0].startswith("r1c1 ")


def test_the_board_has_all_the_room_of_the_terminal(tmp_path: Path) -> None:
    """As wide and as high as it is; where that is not enough the rest is listed page by page."""
    file = tmp_path / "large.toml"
    file.write_text('title = "Large"\n[grid]\nrows = 30\ncolumns = 30\nvalues = [1, 2]\n', encoding="utf-8")
    data = {"XDG_DATA_HOME": str(tmp_path / "data")}
    with Terminal(40, 130, file, game="puzzle", command="play", **data) as terminal:
        terminal.prompted("Large: 0 of 900 found", "help lists everything else")
        lines = terminal.ask("r30c30 is 2", "1 of 900 found")
        assert lines[2].split()[0] == "1"
        assert [line.split()[0] for line in lines[2:32]] == list(map(str, range(1, 31)))
        assert lines[31].endswith("12  .2")
        terminal.type("quit\r")
        assert terminal.ended() == 0
    with Terminal(24, 130, file, game="puzzle", command="play", **data) as terminal:
        terminal.prompted("Large: 1 of 900 found", "... show lists 15 more rows")
        terminal.ask("show", "Enter shows")
        assert terminal.ask("", "12  .2", "  29  12")
        terminal.type("quit\r")
        assert terminal.ended() == 0


def test_words_in_a_grid_are_cut_short() -> None:
    lines = grid_lines('["black", "white", 1]', 40)
    assert lines[:3] == ["b: black, w: white", "      1    2    3", "   1  bw1       bw1"]


def test_a_minefield_of_ones_own_is_no_made_board() -> None:
    """Its clues are told otherwise, so it is drawn as a grid."""
    text = '[grid]\nvalues = ["mine", "safe"]\nlegend = { "1" = ["safe"] }\ngiven = """\n1.\n"""\n'
    case = parse_case(
        text + '[[entry]]\neach = "around"\nclues = "given"\nexactly = "{clue}"\nvalue = "mine"\n'
    )
    assert not is_board(case.log)
