"""`deduce puzzle new|check|hint|book` as their user meets them."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from common import ROOT
from deduce import Belief, read_case
from deduce.proof import seeing
from deduce.puzzle import fewest
from deduce.puzzle.kinds.table import KINDS
from deduce_cli.main import app
from deduce_cli.puzzle import commands

ZEBRA = ROOT / "examples" / "zebra.toml"
SEVERAL = """
[[unknowns]]
names = ["red", "blue", "green"]
values = [1, 2, 3]
different = true
[[entry]]
text = "red is no end"
fact = "red is 2"
"""
TOO_MANY = (
    SEVERAL
    + """
[[entry]]
fact = "blue is not 2"
[[entry]]
fact = "blue is not 3"
[[entry]]
fact = "green is 3"
"""
)
CLASH = SEVERAL + '[[entry]]\nfact = "red is 1"\n'


def run(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["puzzle", *map(str, arguments)], input=stdin)


def document(result: Result) -> Any:
    """The one JSON document on stdout."""
    return json.loads(result.stdout)


def words(result: Result) -> str:
    """What was printed, without line ends."""
    return " ".join(result.stdout.split())


@pytest.fixture
def many(tmp_path: Path) -> Path:
    file = tmp_path / "many.toml"
    file.write_text(TOO_MANY, encoding="utf-8")
    return file


# --- new ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_new_prints_a_case_that_is_solved(kind: str) -> None:
    """What is printed can be piped into everything that reads case files, and has one answer."""
    result = run("new", kind, "--seed", 4)
    assert result.exit_code == 0
    assert f'kind = "{kind}"' in result.stdout
    found = document(run("check", "-", "--json", stdin=result.stdout))
    assert found["unique"] is True
    assert found["redundant"] == []
    assert f"grade = {found['grade']}\n" in result.stdout
    assert CliRunner().invoke(app, ["solve", "-"], input=result.stdout).exit_code == 0


def test_new_writes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    result = run("new", "knights", "--seed", 2, "--grade", 3, "--out", file)
    assert result.exit_code == 0
    assert "says:" in result.stdout
    assert "deduce puzzle play" in words(result)
    assert file.read_text(encoding="utf-8") == run("new", "knights", "--seed", 2, "--grade", 3).stdout
    assert read_case(file).puzzle is not None


@pytest.mark.parametrize("content", ["Dear Ann,", 'format = "deduce.case/1"\ntitle = "typed by hand"\n'])
def test_new_writes_over_nothing(tmp_path: Path, content: str) -> None:
    """Least of all over a puzzle that somebody typed; the same once more changes nothing."""
    file = tmp_path / "mine.toml"
    file.write_text(content, encoding="utf-8")
    result = run("new", "knights", "--out", file)
    assert result.exit_code == 2
    assert "is there already; choose another name" in result.stderr
    assert file.read_text(encoding="utf-8") == content
    again = [run("new", "knights", "--seed", 2, "--out", tmp_path / "new.toml").exit_code for _ in "12"]
    assert again == [0, 0]


def test_a_hint_starts_from_what_was_saved(tmp_path: Path) -> None:
    """By play, and of this very puzzle."""
    file = tmp_path / "mine.toml"
    run("new", "knights", "--seed", 2, "--out", file)
    solution = document(run("new", "knights", "--seed", 2, "--json"))["solution"]
    name, kind = next(iter(solution.items()))
    wrong = "knave" if kind == "knight" else "knight"
    assert run("hint", file).exit_code == 0
    assert run("play", file, stdin=f"{name} is {wrong}\n").exit_code == 0
    result = run("hint", file)
    assert result.exit_code == 1
    assert "Take that back first" in words(result)
    file.unlink()
    run("new", "knights", "--seed", 3, "--out", file)
    assert run("hint", file).exit_code == 0
    result = run("play", file, stdin="quit\n")
    assert result.exit_code == 2
    assert "has marks of another puzzle (knights, seed 2" in result.stderr


def test_new_as_json() -> None:
    """The document has the clues, the solution and the case file."""
    found = document(run("new", "mastermind", "--seed", 1, "--size", "3x4", "--json"))
    assert found["format"] == "deduce.puzzle/1"
    assert (found["kind"], found["seed"], found["size"]) == ("mastermind", "1", "3x4")
    assert set(found["solution"]) == {"place 1", "place 2", "place 3"} == set(found["unknowns"])
    assert [clue["id"] for clue in found["clues"]] == [str(n) for n in range(1, len(found["clues"]) + 1)]
    assert run("check", "-", stdin=found["case"]).exit_code == 0


def test_seeds_are_told() -> None:
    """Without a seed there is one all the same, by which the puzzle can be made again."""
    first = run("new", "knights").stdout
    seed = re.findall(r'seed = "(\d+)"', first)[0]
    assert run("new", "knights", "--seed", seed).stdout == first


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["new", "zebr"], "there is no kind of puzzle 'zebr'; did you mean 'zebra'?"),
        (["new", "zebra", "--size", "99"], "the number of houses is '99'"),
        (["new", "zebra", "--size", "x"], "the number of houses is ''"),
        (["new", "zebra", "--seed", ""], "the seed is ''"),
        (["new", "zebra", "--seed", "a\x1bb"], "1 to 100 plain characters"),
        (["new", "confusion-lie", "--grade", "1"], "puzzles of this kind have the grade 3"),
        (["new", "zebra", "--out", "nowhere/at/all.toml"], "there is no folder nowhere"),
        (["check", "nothing.toml"], "there is no such file"),
        (["hint", str(ZEBRA), "--mark", "zebra is 9"], "'zebra' has no value '9'"),
        (["hint", str(ZEBRA), "--mark", "Zebra is 1"], "did you mean 'zebra'?"),
        (["hint", str(ZEBRA), "--mark", ""], "is not a fact"),
        (["hint", str(ZEBRA), "--marks", "nothing.txt"], "nothing.txt"),
        (["play", "-"], "play keeps your marks beside the file"),
        (["play", "nothing.toml"], "there is no such file"),
        (["book", "--out", "book.pdf"], "must end in .html or .txt"),
        (["book", "--out", "book.txt", "--kinds", "zebra,nights"], "did you mean 'knights'"),
    ],
)
def test_bad_input_gets_one_sentence(
    arguments: list[str], said: str, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("deduce: ")
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
    assert not list(tmp_path.iterdir())


def test_errors_as_json() -> None:
    found = document(run("new", "zebr", "--json"))
    assert found["format"] == "deduce.error/1"


# --- check ----------------------------------------------------------------------------------------------


def test_check_tells_what_can_go(many: Path) -> None:
    """Two of the four clues are enough, in three ways; the grade is told."""
    result = run("check", many)
    assert result.exit_code == 0
    assert "One solution." in result.stdout
    assert "Clues 1, 2, 3 and 4: each of them alone can go" in words(result)
    assert "The fewest that are enough are 2 of the 4:" in words(result)
    found = document(run("check", many, "--json"))
    assert found["redundant"] == ["1", "2", "3", "4"]
    assert sorted(found["smallest"]) == [["1", "3"], ["1", "4"], ["2", "4"]]
    assert found["all_smallest"] is True
    assert found["grade"] == 1


def test_smallest_sets_are_the_smallest(many: Path) -> None:
    """No single clue is enough, and each of the sets that are told is; all sets of two are tried."""
    log = read_case(many).log
    enough = [
        [one.id, two.id]
        for place, one in enumerate(log)
        for two in log[place + 1 :]
        if Belief(log.keep(one.id, two.id)).count == 1
    ]
    assert not [entry for entry in log if Belief(log.keep(entry.id)).count == 1]
    assert sorted(document(run("check", many, "--json"))["smallest"]) == sorted(enough)


def test_fewest_clues_within_a_bound(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes too many steps is given up, and that is said; enough clues are told all the same."""
    monkeypatch.setattr(fewest, "MOST_EFFORT", 1)
    result = run("check", many)
    assert result.exit_code == 0
    said = "Enough are these 2, none of which can go: 1 and 3. Whether fewer would do was not found out."
    assert said in words(result)
    assert document(run("check", many, "--json"))["smallest"] is None


def test_how_hard_it_is_within_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A digit of 255 makes so many sums that it took minutes to see what fits: that is said instead."""
    monkeypatch.setattr(seeing, "MOST_EFFORT", 10_000)
    file = tmp_path / "sum.toml"
    file.write_text((ROOT / "examples" / "winter.toml").read_text("utf-8").replace(" 3,", " 255,"), "utf-8")
    result = run("check", file)
    assert result.exit_code == 0
    assert words(result) == "One solution. How hard it is was not found out. Every clue is needed."
    found = document(run("check", file, "--json"))
    assert (found["grade"], found["steps"], found["redundant"]) == (None, None, [])


def test_check_of_a_case_with_several_solutions() -> None:
    result = run("check", "-", stdin=SEVERAL)
    assert result.exit_code == 1
    assert "Not one solution but 2; still open: blue and green." in words(result)
    assert "Every clue is needed." in result.stdout


def test_check_of_a_contradiction() -> None:
    result = run("check", "-", stdin=CLASH)
    assert result.exit_code == 1
    assert "No solution" in result.stdout
    assert document(run("check", "-", "--json", stdin=CLASH))["consistent"] is False


def test_rules_are_the_clues_of_a_file_without_entries() -> None:
    """Many write the clues as rules."""
    text = TOO_MANY.replace("[[entry]]", "[[rule]]").replace("text =", "name =")
    found = document(run("check", "-", "--json", stdin=text))
    assert (found["clues"], found["unique"]) == (4, True)
    assert found["redundant"] == ["1", "2", "3", "4"]


def test_check_of_the_zebra() -> None:
    found = document(run("check", ZEBRA, "--json"))
    assert (found["unique"], found["solutions"], found["redundant"]) == (True, 1, [])


def stopping(label: str) -> Any:
    """What takes the place of `working`: Ctrl-C comes when something is begun."""

    @contextlib.contextmanager
    def watch(now: str) -> Iterator[Callable[[float], None]]:
        if now == label:
            raise KeyboardInterrupt
        yield lambda _: None

    return watch


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("how hard it is", "One solution. Stopped while"),
        ("clues that can go", "Grade 1, very easy, in 3 steps. Stopped while"),
        ("enough clues", "since the others say as much without it. Stopped while"),
        ("the fewest clues", "Enough are these 2, none of which can go: 1 and 3. Stopped while"),
    ],
)
def test_what_was_found_before_ctrl_c_is_told(
    many: Path, label: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "working", stopping(f"Looking for {label}"))
    result = run("check", many)
    assert result.exit_code == 130
    assert f"{said} looking for {label}." in words(result)
    assert document(run("check", many, "--json"))["stopped"] == label


def test_making_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left behind."""
    monkeypatch.setattr(commands, "working", stopping("Making a puzzle (knights)"))
    result = run("new", "knights", "--out", tmp_path / "mine.toml")
    assert (result.exit_code, result.stderr) == (130, "Stopped; nothing was made.\n")
    assert not list(tmp_path.iterdir())


# --- hint -----------------------------------------------------------------------------------------------


def test_hint_first_tells_only_where_to_look(many: Path) -> None:
    result = run("hint", many)
    assert result.exit_code == 0
    assert words(result) == "Look at clue 1: “red is no end”"
    assert "red is 2" in words(run("hint", many, "--more"))


def test_hints_go_on_from_marks(many: Path, tmp_path: Path) -> None:
    """What is written down is not told again, whether it is typed or stands in a file."""
    marks = tmp_path / "marks.txt"
    marks.write_text("# mine\n\nred = 2\ngreen not 1\n", encoding="utf-8")
    found = document(run("hint", many, "--marks", marks, "--mark", "blue isn't 3", "--json"))
    assert (found["wrong"], found["step"], found["solved"]) == ([], None, True)
    marks.write_text("green not 1\n", encoding="utf-8")
    found = document(run("hint", many, "--marks", marks, "--mark", "blue != 2", "--json"))
    assert found["step"]["conclusions"]
    assert not {"green is not 1", "blue is not 2"} & {*found["step"]["conclusions"]}


def test_hints_lead_to_the_solution() -> None:
    """Whoever writes down what each hint shows has all of it in the end."""
    known: list[str] = []
    for _ in range(200):
        found = document(run("hint", ZEBRA, "--json", *(part for fact in known for part in ("--mark", fact))))
        if found["solved"]:
            break
        known += found["step"]["conclusions"]
    solution = Belief(read_case(ZEBRA).log).certain
    assert found["solved"]
    assert {fact for fact in known if " is not " not in fact} <= {f"{u} is {v}" for u, v in solution.items()}


def test_a_wrong_mark_comes_first(many: Path) -> None:
    result = run("hint", many, "--mark", "red is 2", "--mark", "green is 1")
    assert result.exit_code == 1
    assert words(result) == "“green is 1” cannot be right. Take that back first."


def test_bad_lines_of_marks_are_named(many: Path, tmp_path: Path) -> None:
    marks = tmp_path / "marks.txt"
    marks.write_text("red is 2\nred is pink\n", encoding="utf-8")
    result = run("hint", many, "--marks", marks)
    assert result.exit_code == 2
    assert "marks.txt, line 2: 'red' has no value 'pink'" in result.stderr
    marks.write_bytes(b"\xff\xfe")
    assert "is not text in UTF-8" in run("hint", many, "--marks", marks).stderr


# --- book -----------------------------------------------------------------------------------------------


def test_book_has_puzzles_first_and_solutions_last(tmp_path: Path) -> None:
    text, page = tmp_path / "book.txt", tmp_path / "book.html"
    for file in (text, page):
        kinds = "knights, minesweeper,confusion-piece"
        result = run("book", "--kinds", kinds, "--count", 4, "--seed", 1, "--out", file)
        assert result.exit_code == 0
        assert "4 puzzles (seed 1) written to" in words(result)
    shown = text.read_text(encoding="utf-8")
    puzzles, solutions = shown.split("Solutions\n=========")
    made = document(run("new", "knights", "--seed", "1-1", "--json"))
    answer = "; ".join(f"{name} is {value}" for name, value in made["solution"].items())
    assert all(clue["text"] in " ".join(puzzles.split()) for clue in made["clues"])
    assert f"1. {answer}." in " ".join(solutions.split())
    assert answer not in " ".join(puzzles.split())
    assert max(map(len, shown.splitlines())) <= 80
    whole = page.read_text(encoding="utf-8")
    assert whole.startswith("<!doctype html>")
    assert whole.count("<section>") == whole.count("</section>") == 5
    assert whole.index("<h2>Solutions</h2>") > whole.rindex("<pre>")


def test_names_are_written_as_text_on_the_page() -> None:
    """A page shows names and does not obey them."""
    from deduce import parse_case
    from deduce.puzzle.book import Booklet
    from deduce.puzzle.puzzle import Puzzle

    text = 'title = "<b>"\n[[unknowns]]\nnames = ["<i>"]\nvalues = ["<u>"]\n'
    whole = Booklet("<s>", [Puzzle.of(parse_case(text))]).html()
    assert not re.findall(r"<(?:b|i|u|s)>", whole)
    assert "&lt;i&gt; is &lt;u&gt;" in whole
