"""`deduce confusion` as its user meets it: records, random games, diagrams, sheets and reasons."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import deduce.confusion
from command_line import COMMAND
from common import ROOT
from deduce.confusion import parse_record, read_record
from deduce_cli.main import app

SAMPLE = ROOT / "examples" / "sample_game.txt"
PRINTED = ROOT / "tests" / "confusion" / "record" / "data" / "sample_as_printed.txt"
DIAGRAMS = Path(deduce.confusion.__file__).parent / "engine" / "data" / "diagrams.toml"
DEAL = "A1 C6 E3 H4 K5 L2 N7 O8 P9 S10 T11 V12"
WORKED = "1. (H-N1)\t(A-SW1)\n2. H-W1\tL-S1\n3. H-NW2\t(L-W1)\n"
"""CF-SHEET-2."""
CLASH = "1. (A-N1)\t(A-S1)\n2. A-N1\t(A-S1)\n"
ALL = ("replay", "sheet", "why", "what-if", "suspects", "answer")
MORE = {"why": ["H", "crab"], "what-if": ["l s2"], "answer": ["l s2"]}
"""What a command needs beside the record; the attempt is possible after two turns of the sample game."""


@pytest.fixture
def worked(tmp_path: Path) -> Path:
    """The worked example of a deduction sheet, as a game; White's deal is known."""
    file = tmp_path / "worked.txt"
    file.write_text(f"Yellow = ?\nWhite = {DEAL}\n{WORKED}", encoding="utf-8")
    return file


@pytest.fixture
def clash(tmp_path: Path) -> Path:
    """A game in which a note contradicts another."""
    file = tmp_path / "clash.txt"
    file.write_text(CLASH, encoding="utf-8")
    return file


def run(*arguments: object, stdin: str | bytes | None = None, **env: str) -> Result:
    words = ["confusion", *map(str, arguments)]
    return CliRunner().invoke(app, words, input=stdin, env={"COLUMNS": "80", **env})


def document(result: Result) -> Any:
    """The one JSON document on stdout."""
    return json.loads(result.stdout)


def refused(*arguments: object) -> str:
    """The one sentence about wrong input; with --json the same in a document."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("deduce: ")
    said = result.stderr.removeprefix("deduce: ").removesuffix("\n")
    if arguments[0] not in {"random", "table", "print-sheets"}:
        again = run(*arguments, "--json")
        assert (again.exit_code, again.stderr) == (2, result.stderr)
        found = document(again)
        assert found["format"] == "deduce.error/1"
        assert found["error"]["message"] == said
    return said


# --- replay ------------------------------------------------------------------------------------------


def test_replay() -> None:
    """The board, what was captured and promoted, Z, the outcome, and what is known; exit status 0."""
    result = run("replay", SAMPLE)
    assert (result.exit_code, result.stderr) == (0, "")
    for line in (
        "Confusion, classic; after 76 turns",
        "Title: The sample game of the rules",
        "  1   .   .   N   O   .  [t+] .   .   .   .   .    1",
        "White won after 76 turns: Z reached the last row.",
        "Z is held by White's T on 6,1.",
        "Not on the board: Yellow AKPTV+; White CHKLS.",
        "Promoted: Yellow V; White T.",
        "White's pieces: 960 deals are left, 9.9 bits; certain: C Wimp, L Rocket, T",
    ):
        assert line in result.stdout.split("\n")
    assert "\x1b" not in result.stdout
    assert "problem" not in result.stdout


def test_replay_of_an_earlier_moment() -> None:
    """--ply stops there; 0 is the beginning."""
    result = run("replay", SAMPLE, "--ply", 14)
    assert result.exit_code == 0
    assert "Confusion, classic; after turn 14 of 76\n" in result.stdout
    assert "Turn 15: White to move.\nZ is held by Yellow's V on 6,6.\n" in result.stdout
    result = run("replay", SAMPLE, "--ply", 0)
    assert "Turn 1: White to move.\nZ is free on 6,6.\n" in result.stdout


def test_replay_tells_problems() -> None:
    """Each with its place; exit status 1."""
    result = run("replay", PRINTED)
    assert (result.exit_code, result.stderr) == (1, "")
    assert "18 problems in the record:\n  entry 7 (row 4, right column, line 10): L-S4xA: " in result.stdout
    found = document(run("replay", PRINTED, "--json"))
    assert len(found["problems"]) == 18
    first = found["problems"][0]
    assert (first["row"], first["column"], first["text"]) == (4, 2, "L-S4xA")
    assert first["message"] == "nobody to capture stands there"
    assert (first["line"], first["character"]) == (10, 10)


def test_replay_finds_slips() -> None:
    """--mend names what was probably noted wrongly, how sure that is, and why."""
    text = "1. A-N5\t(A-S1)\n2. (C-N1)\t(A-S1)\n"
    result = run("replay", "-", "--mend", "--json", stdin=text)
    assert result.exit_code == 1
    (found,) = document(result)["misprints"]
    assert (found["row"], found["column"], found["text"], found["kind"]) == (1, 1, "A-N5", "misprint")
    assert found["probably"] == "A-N4"
    assert 0.2 < found["chance"] < 1
    assert found["others"]
    result = run("replay", "-", "--mend", stdin=text)
    assert "Probable slips:\n  entry 1 (row 1, left column): A-N5 is probably A-N4 (" in result.stdout
    assert "without that entry 1 would not fit: A-N5: is not possible" in result.stdout
    result = run("replay", "-", "--mend", stdin="1. hello\t(A-S1)\n")
    assert "No small change lets it replay any further." in result.stdout
    assert document(run("replay", SAMPLE, "--mend", "--json"))["misprints"] == []


SLIPPED = "Yellow\tWhite\n1. (A-N1\t(C-S1)\n2. C-N1\t(A-S1)\n"
"""A record in which a parenthesis is missing; all else is right."""


def test_mended_records_are_written(tmp_path: Path) -> None:
    """--apply writes the file anew with a comment, whole or not at all; undo at the table takes it back."""
    file = tmp_path / "game.txt"
    file.write_text(SLIPPED, encoding="utf-8")
    done = run("replay", file, "--mend", "--apply")
    assert (done.exit_code, done.stderr) == (0, f"Written to {file}; undo at the table takes it back.\n")
    written = file.read_text(encoding="utf-8")
    comment = "# Mended: entry 1 (row 1, left column): (A-N1 is probably (A-N1)"
    assert written.startswith(comment)
    assert written.split("\n", 1)[1] == SLIPPED.replace("(A-N1\t", "(A-N1)\t")
    again = run("replay", file, "--mend", "--apply")
    assert (again.exit_code, again.stderr) == (0, "Nothing was corrected, so nothing was written.\n")
    undone = run("table", file, stdin="undo\n")
    assert "Took back mend; redo brings back." in undone.stdout
    assert file.read_text(encoding="utf-8") == SLIPPED


def test_mended_records_are_written_elsewhere(tmp_path: Path) -> None:
    """Never over what is there, not even a record; then nothing is written at all."""
    file, out = tmp_path / "game.txt", tmp_path / "mended.txt"
    file.write_text(SLIPPED, encoding="utf-8")
    done = run("replay", file, "--mend", "--apply", "--out", out, "--json")
    assert (done.exit_code, done.stderr) == (0, f"Written to {out}.\n")
    assert document(done)["misprints"][0]["probably"] == "(A-N1)"
    assert file.read_text(encoding="utf-8") == SLIPPED
    assert parse_record(out.read_text(encoding="utf-8")).misfits == ()
    assert run("replay", file, "--mend", "--apply", "--out", out).exit_code == 0
    precious = f"{SLIPPED}\n# precious\n"
    out.write_text(precious, encoding="utf-8")
    for arguments, words in (
        (
            (file, "--mend", "--apply", "--out", out),
            "is there already; choose another name, or delete it first",
        ),
        ((file, "--mend", "--apply", "--out", file), "is the file that this is made from"),
        ((file, "--apply"), "--apply writes what --mend finds; add --mend"),
        ((file, "--mend", "--out", out), "--out says where --apply writes; add --apply"),
        (("-", "--mend", "--apply"), "what comes from standard input has no file to be written to"),
    ):
        refused = run("replay", *arguments, stdin=SLIPPED)
        assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1), refused.stderr
        assert words in refused.stderr
    assert out.read_text(encoding="utf-8") == precious
    assert file.read_text(encoding="utf-8") == SLIPPED


def test_replay_json() -> None:
    """All keys of version 1, and the knowledge."""
    result = run("replay", SAMPLE, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = document(result)
    assert found["format"] == "deduce.confusion.replay/1"
    assert (found["ruleset"], found["plies"], found["turn"]) == ("classic", 76, "White")
    assert found["winner"] == "White"
    assert found["neutral"] == {"square": [6, 1], "holder": "White T"}
    assert found["problems"] == []
    pieces = found["pieces"]
    assert list(pieces) == ["Yellow", "White"]
    assert {letter for side in pieces.values() for letter in side} == set("ACEHKLNOPSTV")
    assert pieces["White"]["T"] == {"square": [6, 1], "promoted": True, "diagram": 12}
    assert pieces["Yellow"]["A"] == {"square": None, "promoted": False, "diagram": 4}
    assert pieces["Yellow"]["V"]["promoted"] is True
    for side in ("Yellow", "White"):
        known = found["knowledge"][side]
        assert {"worlds", "bits", "letters", "fractions"} <= known.keys()
        assert known["bits"] == pytest.approx(math.log2(known["worlds"]))
        for letter, row in known["letters"].items():
            exact = {number: Fraction(text) for number, text in known["fractions"][letter].items()}
            assert exact.keys() == row.keys()
            assert sum(exact.values()) == 1
            assert all(row[number] > 0 and abs(row[number] - exact[number]) < 1e-12 for number in exact)
            # What is dealt is never ruled out.
            assert str(pieces[side][letter]["diagram"]) in row
    assert found["knowledge"]["White"]["worlds"] == 960


def test_replay_json_of_an_earlier_moment(worked: Path) -> None:
    """Nobody has won, and what is not known is null."""
    found = document(run("replay", worked, "--json", "--ply", 3))
    assert (found["plies"], found["recorded_plies"], found["turn"]) == (3, 6, "White")
    assert found["winner"] is None
    assert found["neutral"] == {"square": [6, 6], "holder": None}
    assert found["pieces"]["Yellow"]["H"] == {"square": [6, 2], "promoted": False, "diagram": None}
    assert found["pieces"]["White"]["H"] == {"square": [5, 10], "promoted": False, "diagram": 4}


def test_replay_json_on_the_other_compass(tmp_path: Path) -> None:
    """Squares are as the recorder sees them."""
    file = tmp_path / "game.txt"
    file.write_text("First = White\nCompass = White\nWhite\tYellow\n1. L-N2\t(A-S1)\n", encoding="utf-8")
    found = document(run("replay", file, "--json"))
    assert found["pieces"]["White"]["L"]["square"] == [9, 4]
    assert found["pieces"]["Yellow"]["A"]["square"] == [9, 10]
    assert "White: UPPER CASE" in run("replay", file).stdout


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_ends(ending: str, tmp_path: Path) -> None:
    """Windows line ends, also old ones, make no difference, in a file or piped."""
    text = SAMPLE.read_text(encoding="utf-8").replace("\n", ending)
    file = tmp_path / "sample.txt"
    file.write_bytes(text.encode())
    expected = document(run("replay", SAMPLE, "--json"))
    for result in (run("replay", file, "--json"), run("replay", "-", "--json", stdin=text.encode())):
        assert result.exit_code == 0
        assert {**document(result), "file": ""} == {**expected, "file": ""}


def test_standard_input() -> None:
    """- reads a record from a pipe, for every command."""
    text = SAMPLE.read_text(encoding="utf-8")
    for command in ALL:
        result = run(command, "-", *MORE.get(command, []), "--ply", 2, stdin=text)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout == run(command, SAMPLE, *MORE.get(command, []), "--ply", 2).stdout
    result = run("replay", "-", stdin="")
    assert result.exit_code == 2
    assert result.stderr.startswith("deduce: standard input: has neither headers nor numbered rows")
    result = run("replay", "-", stdin=b"1. A-N2 \xff")
    assert (result.exit_code, result.stderr) == (
        2,
        "deduce: standard input, line 1: is not text in UTF-8 (byte 9 is 0xff)\n",
    )


@pytest.mark.parametrize("command", ALL)
def test_files_that_cannot_be_read(command: str, tmp_path: Path) -> None:
    """Missing, a folder, empty, not text, not a game, wrong rules: one sentence, exit status 2."""
    more = MORE.get(command, [])
    file = tmp_path / "game.txt"
    assert "cannot be read: No such file" in refused(command, file, *more)
    assert "cannot be read: Is a directory" in refused(command, tmp_path, *more)
    for content, words in (
        (b"", "neither headers nor"),
        (b"\xff\xfe\x00", "line 1: is not text in UTF-8"),
        (b"hello, world\n", "neither headers nor"),
        (b"Ruleset = chess\n1. A-N2\n", "there is no ruleset 'chess'"),
        (b"First = Green\n1. A-N2\n", "there is no side 'Green'"),
        (b"Diagrams = none.toml\n1. A-N2\n", "none.toml"),
    ):
        file.write_bytes(content)
        said = refused(command, file, *more)
        assert words in said
        assert str(file) in said


@pytest.mark.parametrize("command", ALL)
def test_moments_that_are_not_there(command: str) -> None:
    """--ply names how many turns there are."""
    for ply in (-1, 77, 10**30):
        said = refused(command, SAMPLE, *MORE.get(command, []), "--ply", ply)
        assert said.endswith(f"--ply {ply}: there are 76 turns in this record; give a number from 0 to 76")


@pytest.mark.parametrize("command", ALL)
def test_usage_errors(command: str) -> None:
    """A missing file or a wrong option is exit status 2 as well; with --json there is a document too."""
    for arguments in ([], [SAMPLE, "--ply", "x"], [SAMPLE, "--nonsense"], [SAMPLE, *["a"] * 5]):
        result = run(command, *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "Error" in result.stderr


def process(*arguments: object, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """The real command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", COMMAND, "confusion", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        env={**os.environ, **env},
        timeout=60,
        check=False,
    )


def test_usage_errors_as_json() -> None:
    """One document on stdout, whatever is wrong."""
    done = process("why", SAMPLE, "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["kind"] == "UsageError"
    assert "DIAGRAM" in done.stderr


def test_exit_statuses_of_the_real_command() -> None:
    """0 clean, 1 with problems, 2 unreadable."""
    text = SAMPLE.read_text(encoding="utf-8")
    assert process("replay", "-", stdin=text).returncode == 0
    assert process("replay", PRINTED).returncode == 1
    done = process("replay", "none.txt")
    assert done.returncode == 2
    assert done.stderr == "deduce: none.txt: cannot be read: No such file or directory\n"


def test_answers_are_compared_with_both_deals(tmp_path: Path) -> None:
    """Each mismatch is a problem: exit status 1."""
    file = tmp_path / "game.txt"
    file.write_text(f"Yellow = {DEAL}\nWhite = {DEAL}\n1. (A-N2)\tA-S2\n", encoding="utf-8")
    result = run("replay", file, "--json")
    assert result.exit_code == 1
    (problem,) = document(result)["problems"]
    assert problem["row"] == problem["column"] == 1
    assert problem["message"] == "is recorded as refused, but A's diagram (Rocket) allows it"


def test_other_diagrams(tmp_path: Path) -> None:
    """--diagrams replaces the set, and a wrong one is named."""
    mine = tmp_path / "mine.toml"
    mine.write_text(
        DIAGRAMS.read_text(encoding="utf-8").replace('name = "Wimp"', 'name = "Wisp"'), encoding="utf-8"
    )
    for command in ALL:
        result = run(command, SAMPLE, *MORE.get(command, []), "--ply", 2, "--diagrams", mine)
        assert result.exit_code == 0
        said = refused(command, SAMPLE, *MORE.get(command, []), "--diagrams", tmp_path / "none.toml")
        assert "none.toml: cannot be read" in said
        assert "is not valid TOML" in refused(command, SAMPLE, *MORE.get(command, []), "--diagrams", SAMPLE)
    assert "C Wisp" in run("sheet", SAMPLE, "--diagrams", mine).stdout


# --- show-diagrams and print-sheets ------------------------------------------------------------------


def test_show_diagrams() -> None:
    """Number, names, reach, directions, Betza's notation, picture, and how sure each is."""
    result = run("show-diagrams")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.split("\n")
    crab = next(place for place, line in enumerate(lines) if " 9 Crab (Crabe); promotable" in line)
    assert "reach 2: NE E W NW; Betza" in lines[crab + 1]
    assert any("13 Double agent" in line for line in lines)
    assert all(len(line) <= 80 for line in lines)
    found = document(run("show-diagrams", "--json"))
    assert found["format"] == "deduce.confusion.show-diagrams/1"
    assert [diagram["number"] for diagram in found["diagrams"]] == list(range(1, 14))
    rocket = found["diagrams"][0]
    assert rocket["name"] == "Rocket"
    assert (rocket["reach"], rocket["directions"], rocket["promotable"]) == (4, ["N"], True)
    assert found["diagrams"][12]["double_agent"] is True
    assert len(found["promoted"]["directions"]) == 8


def test_show_diagrams_as_the_opponent_sees_them(tmp_path: Path) -> None:
    """Turned, as text, as data and as a picture; a file that cannot be written is said in one sentence."""
    picture = tmp_path / "diagrams.svg"
    result = run("show-diagrams", "--flip", "--svg", picture)
    assert (result.exit_code, result.stderr) == (0, f"Written to {picture}.\n")
    assert "N is down" in result.stdout
    assert "forward is down" in picture.read_text(encoding="utf-8")
    found = document(run("show-diagrams", "--flip", "--json"))
    assert (found["flipped"], found["diagrams"][0]["directions"]) == (True, ["N"])
    assert found["diagrams"][0]["drawing"] == ["o", "1", "2", "3", "4"]
    assert "nowhere" in refused("show-diagrams", "--svg", tmp_path / "nowhere" / "x.svg")


def test_show_other_diagrams(tmp_path: Path) -> None:
    """A set of one's own, or what is wrong with it."""
    mine = tmp_path / "mine.toml"
    mine.write_text(
        DIAGRAMS.read_text(encoding="utf-8").replace('name = "Wimp"', 'name = "Wisp"'), encoding="utf-8"
    )
    assert " 8 Wisp" in run("show-diagrams", "--diagrams", mine).stdout
    assert "cannot be read" in refused("show-diagrams", "--diagrams", tmp_path / "none.toml")
    mine.write_text("[[diagram]]\n", encoding="utf-8")
    assert "mine.toml" in refused("show-diagrams", "--diagrams", mine)


def test_print_sheets() -> None:
    """Two empty sheets, with a cell for each letter and diagram."""
    result = run("print-sheets")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("<section>") == 2
    assert run("print-sheets", "--format", "svg").stdout.startswith("<svg ")
    assert "there is no ruleset 'chess'" in refused("print-sheets", "--ruleset", "chess")


# --- random ------------------------------------------------------------------------------------------

KINDS = [
    [],
    ["--ruleset", "espionage"],
    ["--ruleset", "espionage", "--tokens"],
    ["--ruleset", "espionage", "--variants", "1,2,4"],
    ["--ruleset", "espionage", "--tokens", "--variants", "2 3 4 5"],
    ["--french"],
]


@pytest.mark.parametrize("options", KINDS, ids=" ".join)
def test_random_games(options: list[str], tmp_path: Path) -> None:
    """The same seed writes the same record, and it replays without a problem."""
    texts = []
    for seed in (1, 2):
        result = run("random", "--seed", seed, "--plies", 150, *options)
        assert (result.exit_code, result.stderr) == (0, "")
        assert run("random", "--seed", seed, "--plies", 150, *options).stdout == result.stdout
        texts.append(result.stdout)
        file = tmp_path / f"{seed}.txt"
        file.write_text(result.stdout, encoding="utf-8")
        replayed = run("replay", file, "--json")
        assert replayed.exit_code == 0
        found = document(replayed)
        assert found["plies"] <= 150
        assert all(piece["diagram"] for side in found["pieces"].values() for piece in side.values())
    assert texts[0] != texts[1]


def test_random_games_as_asked_for() -> None:
    """Every option is in the record."""
    record = parse_record(run("random", "--seed", 5, "--plies", 40).stdout)
    assert len(record.steps) == 40
    assert record.begun.others["Title"] == "random game 5"
    assert parse_record(run("random", "--seed", 5, "--plies", 0).stdout).steps == ()
    record = parse_record(
        run(
            "random", "--seed", 5, "--plies", 9, "--ruleset", "espionage", "--tokens", "--variants", "5;2"
        ).stdout
    )
    assert (record.now.rules.ruleset, record.now.rules.tokens, set(record.now.rules.variants)) == (
        "espionage",
        True,
        {2, 5},
    )
    record = parse_record(
        run(
            *(
                "random",
                "--seed",
                5,
                "--plies",
                9,
                "--ruleset",
                "ESPIONAGE",
                "--handicap",
                "red",
                "--variants",
                2,
            ),
            *("--second-attempt", "may", "--columns-off", "1 2", "--x-square", "6,2"),
        ).stdout
    )
    headers = ("Ruleset = espionage", "Tokens = Red", "Second attempt = may", "Columns off = 1, 2")
    assert record.text.splitlines()[:1] == ["Ruleset = espionage"]
    assert {*headers, "X square = 6,2", "Variants = 2"} <= {*record.text.splitlines()}
    rules = record.now.rules
    assert (rules.handicap, rules.may_waive, rules.off_columns) == (1, True, {1, 2})
    assert dict(rules.layout)["X"] == (6, 2)
    assert "Jaune\tBlanc\n" in run("random", "--seed", 5, "--plies", 9, "--french").stdout
    whole = parse_record(run("random", "--seed", 5).stdout)
    assert whole.now.outcome is not None


def test_random_games_with_other_diagrams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record names the file, so that it replays from anywhere."""
    mine = tmp_path / "mine.toml"
    mine.write_text(
        DIAGRAMS.read_text(encoding="utf-8").replace('name = "Wimp"', 'name = "Wisp"'), encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    result = run("random", "--seed", 1, "--plies", 20, "--diagrams", "mine.toml")
    assert result.exit_code == 0
    monkeypatch.chdir(ROOT)
    replayed = run("replay", "-", stdin=result.stdout)
    assert (replayed.exit_code, replayed.stderr) == (0, "")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--ruleset", "chess"], "there is no ruleset 'chess'; did you mean 'classic'?"),
        (["--variants", "2"], "variant 2"),
        (["--tokens"], "action tokens belong to espionage; classic has none"),
        (["--ruleset", "espionage", "--variants", "two"], "it must be a list of numbers such as 2,5"),
        (["--ruleset", "espionage", "--variants", "9"], "no variant 9"),
        (["--ruleset", "e", "--variants", "2", "--columns-off", "1-2"], "--columns-off is '1-2'; it must be"),
        (["--ruleset", "e", "--columns-off", "1,2"], "--columns-off belongs to variant 2 of espionage"),
        (["--ruleset", "e", "--x-square", "corner"], "--x-square is 'corner'; it must be a column and a row"),
        (["--ruleset", "e", "--x-square", "6,9"], "X would start on (6, 9), which is not on its own half"),
        (["--x-square", "6,1"], "X has no start square: there is no double agent in these rules"),
        (["--handicap", "White"], "action tokens belong to espionage; classic has none"),
        (["--ruleset", "e", "--tokens", "--second-attempt", "no"], "it must be must or may"),
        (["--diagrams", "none.toml"], "none.toml: cannot be read"),
    ],
)
def test_random_games_that_cannot_be(options: list[str], words: str) -> None:
    """One sentence, exit status 2."""
    assert words in refused("random", "--seed", 1, *options)


@pytest.mark.parametrize(
    "options",
    [[], ["--seed", "x"], ["--seed", "1", "--plies", "-1"], ["--seed", "1", "--plies", "few"], ["x"]],
)
def test_random_usage_errors(options: list[str]) -> None:
    """The seed is needed, and numbers are numbers."""
    result = run("random", *options)
    assert (result.exit_code, result.stdout) == (2, "")


# --- sheet -------------------------------------------------------------------------------------------


def test_sheet(worked: Path) -> None:
    """CF-SHEET-2: H is the Crab, and Crab is struck in all other rows; L is one of 1, 2 and 3."""
    result = run("sheet", worked)
    assert (result.exit_code, result.stderr) == (0, "")
    yellow, white = result.stdout.split("\n\n")
    assert yellow.startswith("Yellow's pieces: 39,916,800 deals are left, 25.3 bits; certain: H Crab\n")
    rows = {line[1]: line[4:].split() for line in yellow.split("\n")[3:]}
    assert rows["H"] == ["."] * 8 + ["YES"] + ["."] * 3
    assert all(row[8] == "." for letter, row in rows.items() if letter != "H")
    rows = {line[1]: line[4:].split() for line in white.rstrip("\n").split("\n")[3:]}
    assert rows["L"] == ["33", "33", "33"] + ["."] * 9
    assert "\x1b" not in result.stdout


def test_sheet_of_one_side(worked: Path) -> None:
    """By name in any case, in French too; by default the record's own side comes first."""
    both = run("sheet", worked).stdout
    for name in ("White", "white", "BLANC"):
        result = run("sheet", worked, "--side", name)
        assert result.exit_code == 0
        assert result.stdout == both.split("\n\n")[1]
    worked.write_text(f"Me = White\n{WORKED}", encoding="utf-8")
    assert run("sheet", worked).stdout.startswith("White's pieces")


def test_sheet_json(worked: Path) -> None:
    """Both sheets with chances, exact ones too."""
    found = document(run("sheet", worked, "--json"))
    assert found["format"] == "deduce.confusion.sheet/1"
    assert (found["ruleset"], found["plies"], found["turn"]) == ("classic", 6, "Yellow")
    assert found["knowledge"]["Yellow"]["certain"] == {"H": 9}
    assert found["knowledge"]["White"]["fractions"]["L"] == {"1": "1/3", "2": "1/3", "3": "1/3"}
    assert found["knowledge"]["White"]["possible"]["L"] == [1, 2, 3]


@pytest.mark.parametrize("model", ["careful", "coin", "coin:0.3", "mimic", "any"])
def test_models_of_the_double_agent(model: str, tmp_path: Path) -> None:
    """The model is named, and how much depends on it; without chances only what is possible is shown."""
    file = tmp_path / "game.txt"
    file.write_text("Ruleset = espionage\n1. (H-N1)\t(A-S1)\n2. H-W1\t(A-S1)\n", encoding="utf-8")
    result = run("sheet", file, "--model", model)
    assert result.exit_code == 0
    assert "double agent" in result.stdout
    row = next(line for line in result.stdout.split("\n") if line.startswith(" H "))
    assert ("?" in row) == (model == "any")
    found = document(run("sheet", file, "--model", model, "--json"))
    assert found["knowledge"]["White"]["model"] == str(model if model != "coin" else "coin:0.5")
    assert bool(found["knowledge"]["White"]["letters"]) == (model != "any")
    assert {"coin", "careful", "mimic"} <= found["double_agent"]["White"].keys()
    found = document(run("what-if", file, "a n1", "--model", model, "--json"))
    assert {sheet["model"] for sheet in found["after"].values()} == {model if model != "coin" else "coin:0.5"}


def test_a_contradiction_is_an_answer(clash: Path) -> None:
    """Exit status 1, with what clashes and the likeliest slip."""
    result = run("sheet", clash)
    assert (result.exit_code, result.stderr) == (1, "")
    assert "Yellow's pieces: no deal fits what was noted" in result.stdout
    assert run("sheet", clash, "--side", "White").exit_code == 0
    found = document(run("sheet", clash, "--json"))["knowledge"]["Yellow"]
    assert (found["consistent"], found["worlds"], found["letters"], found["certain"]) == (False, 0, {}, {})
    result = run("suspects", clash)
    assert result.exit_code == 1
    assert "1 row 1: A one forward, refused; 3 row 2: A one forward, allowed" in result.stdout
    assert "Likeliest slips first:" in result.stdout
    result = run("suspects", clash, "--json")
    assert result.exit_code == 1
    assert [[entry["id"] for entry in one] for one in document(result)["conflicts"]] == [["1", "3"]]
    result = run("why", clash, "A", "rocket")
    assert result.exit_code == 1
    assert "nothing can be proved" in result.stdout
    found = document(run("why", clash, "A", "1", "--json"))
    assert found["consistent"] is False
    assert "impossible" in run("what-if", clash, "h n1").stdout
    result = run("replay", clash, "--json")
    assert (result.exit_code, document(result)["knowledge"]["Yellow"]["worlds"]) == (0, 0)


@pytest.mark.parametrize("command", ALL[1:])
def test_problems_of_a_record_are_not_passed_over(command: str) -> None:
    """What follows from a record that does not replay may be wrong, so that is said."""
    result = run(command, PRINTED, *MORE.get(command, []), "--ply", 2, "--json")
    assert result.exit_code in {0, 1}
    assert "18 problems in the record" in result.stderr
    assert result.stderr.count("\n") == 1
    document(result)


# --- why, what-if, suspects, answer ------------------------------------------------------------------


def test_why(worked: Path) -> None:
    """The smallest proof in table words, and step by step."""
    result = run("why", worked, "h", "crab")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(
        "Yellow's H is Crab.\n     3 row 2: H one left, allowed\n     5 row 3: H two f"
    )
    assert "Entries 3 and 5 say so" in result.stdout
    result = run("why", SAMPLE, "K", "bishop")
    assert "Step by step:" in result.stdout
    found = document(run("why", worked, "H", "9", "--json"))
    assert found["format"] == "deduce.confusion.why/1"
    assert (found["letter"], found["diagram"], found["name"], found["holds"]) == ("H", 9, "Crab", True)
    assert [entry["id"] for entry in found["entries"]] == ["3", "5"]
    assert "Yellow's H is not Rocket." in run("why", worked, "H", "fusée").stdout
    assert "A is not Crab." in run("why", worked, "a", "Crab").stdout
    result = run("why", worked, "A", "King")
    assert result.exit_code == 0
    assert "A may or may not be King; nothing settles it yet (chance 1/11)." in result.stdout
    found = document(run("why", worked, "A", "King", "--json"))
    assert (found["holds"], found["chance"]) == (None, "1/11")
    assert "L may or may not be Probe" in run("why", worked, "L", "Probe", "--side", "White").stdout


def test_what_if(worked: Path) -> None:
    """The chance of a yes, and both sheets."""
    result = run("what-if", worked, "a n1")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("A one forward: yes with chance 7/11 (64%)\n")
    assert "\nafter yes: Yellow's pieces: 25,401,600 deals are left" in result.stdout
    assert "\nafter no: Yellow's pieces: 14,515,200 deals are left" in result.stdout
    found = document(run("what-if", worked, "a forward one", "--json"))
    assert found["format"] == "deduce.confusion.what-if/1"
    assert (found["side"], found["attempt"], found["fraction"]) == ("Yellow", "A one forward", "7/11")
    assert found["chance_of_yes"] == pytest.approx(7 / 11)
    yes, no = found["after"]["yes"], found["after"]["no"]
    assert yes["worlds"] + no["worlds"] == 39_916_800
    assert yes["possible"]["A"] == [1, 2, 3, 4, 5, 6, 7]
    result = run("what-if", worked, "h n1")
    assert "H one forward: yes with chance 0 (0%)\n\nafter yes: this answer is impossible\n" in result.stdout
    assert run("what-if", worked, "l s1", "--ply", 1).stdout.startswith("L one forward")


def test_suspects(worked: Path) -> None:
    """Also while nothing contradicts."""
    result = run("suspects", worked)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Yellow's pieces: nothing contradicts.")
    found = document(run("suspects", worked, "--json"))
    assert found["format"] == "deduce.confusion.suspects/1"
    assert (found["side"], found["consistent"], found["conflicts"]) == ("Yellow", True, [])
    assert {one["id"] for one in found["suspects"]} == {"1", "3", "5"}
    assert sorted((one["probability"] for one in found["suspects"]), reverse=True) == [
        one["probability"] for one in found["suspects"]
    ]
    assert document(run("suspects", worked, "--side", "white", "--json"))["side"] == "White"
    assert run("suspects", worked, "--ply", 0).stdout == "Nothing was noted yet.\n"


def test_answer(worked: Path) -> None:
    """The right answer by the deal in the record; without one it says so."""
    result = run("answer", worked, "l s1", "--ply", 5)
    assert (result.exit_code, result.stdout) == (0, "yes: L one forward is tried by Probe.\n")
    result = run("answer", worked, "h sw1", "--ply", 5)
    assert result.stdout == "no: H one forward right is tried by Rook.\n"
    found = document(run("answer", worked, "h sw1", "--ply", 5, "--json"))
    assert found["format"] == "deduce.confusion.answer/1"
    assert (found["side"], found["known"], found["allowed"], found["promoted"]) == (
        "White",
        True,
        False,
        None,
    )
    assert (found["diagram"], found["name"]) == (4, "Rook")
    result = run("answer", worked, "a n1")
    assert result.exit_code == 0
    assert "Yellow's deal is not in the record" in result.stdout
    assert document(run("answer", worked, "a n1", "--json"))["allowed"] is None
    result = run("answer", SAMPLE, "t sw2", "--ply", 74)
    assert result.stdout == "yes, and it is promoted: T two forward right is tried by Abbot.\n"


def test_answer_for_the_double_agent(tmp_path: Path) -> None:
    """As one pleases."""
    file = tmp_path / "game.txt"
    file.write_text(f"Ruleset = espionage\nWhite = {DEAL} X13\n1. (A-N1)\t(A-S1)\n", encoding="utf-8")
    assert run("answer", file, "x n1").stdout == "As you please: X one forward is tried by Double agent.\n"
    assert document(run("answer", file, "x n1", "--json"))["as_you_please"] is True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["sheet", SAMPLE, "--side", "Red"], "there is no side 'Red'; "),
        (["sheet", SAMPLE, "--model", "honest"], "there is no model 'honest'"),
        (["sheet", SAMPLE, "--model", "coin:2"], "must be a number between 0 and 1"),
        (["sheet", SAMPLE, "--model", "mimic:0.5"], "there is no model 'mimic:0.5'"),
        (["why", SAMPLE, "Q", "crab"], "there is no piece 'Q'; there are A C E H K L N O P S T V"),
        (["why", SAMPLE, "", "crab"], "there is no piece ''"),
        (["why", SAMPLE, "H", "crap"], "there is no diagram 'crap'; did you mean 'Crab'?"),
        (["why", SAMPLE, "H", "13"], "there is no diagram '13'"),
        (["why", SAMPLE, "H", "crab", "--side", "Pink"], "there is no side 'Pink'"),
        (["what-if", SAMPLE, ""], "write a piece, a direction, a distance"),
        (["what-if", SAMPLE, "q n1"], "'Q' is no piece"),
        (["what-if", SAMPLE, "h nroth 1"], "did you mean 'north'?"),
        (["what-if", SAMPLE, "h n11"], "no piece can move more than 4 squares"),
        (["what-if", SAMPLE, "h n1", "--model", "x"], "there is no model 'x'"),
        (["suspects", SAMPLE, "--side", "Green"], "there is no side 'Green'"),
        (["answer", SAMPLE, "h n1"], "H one back: the game is over"),
        (["answer", SAMPLE, "e n1", "--ply", 74], "E one back: White's own P stands there"),
        (["answer", SAMPLE, "o s1", "--ply", 75], "O one back: it leads off the board"),
        (
            ["answer", SAMPLE, "l s1", "--ply", 74],
            "White's L is not on the board any more; it is White's turn",
        ),
        (["answer", SAMPLE, "h n" + "9" * 5000], "no piece can move more than 4 squares"),
    ],
)
def test_wrong_arguments(arguments: list[object], words: str) -> None:
    """One sentence on stderr, exit status 2, with --json a document as well."""
    assert words in refused(*arguments)


# --- Terminals ---------------------------------------------------------------------------------------


def test_no_colour() -> None:
    """Where colours are wanted, NO_COLOR takes them away; what they said is in the text anyway."""
    coloured = run("sheet", SAMPLE, FORCE_COLOR="1", TERM="xterm-256color").stdout
    plain = run("sheet", SAMPLE, FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color").stdout
    assert re.search(r"\x1b\[[\d;]*3\d", coloured)
    assert not re.search(r"\x1b\[[\d;]*[34]\d", plain)
    bare = re.sub(r"\x1b\[[\d;]*m", "", plain)
    assert bare == re.sub(r"\x1b\[[\d;]*m", "", coloured) == run("sheet", SAMPLE).stdout
    assert "YES" in bare


@pytest.mark.parametrize("width", [20, 40])
def test_narrow_width(width: int) -> None:
    """Sentences are broken; sheets and boards are not, so that their columns stay columns."""
    wide, narrow = run("sheet", SAMPLE).stdout, run("sheet", SAMPLE, COLUMNS=str(width)).stdout
    grid = [line for line in wide.split("\n") if re.match(r" [A-Z][x+ ][+ ] | {4} ", line)]
    assert len(grid) == 28
    assert [line for line in narrow.split("\n") if line in grid] == grid
    assert all(len(line) <= width for line in narrow.split("\n") if line not in grid)
    board = run("replay", SAMPLE, COLUMNS=str(width)).stdout
    assert "  1   .   .   N   O   .  [t+] .   .   .   .   .    1\n" in board
    for command in ("why", "suspects", "answer"):
        arguments = [command, SAMPLE, *MORE.get(command, []), "--ply", 2]
        result = run(*arguments, COLUMNS=str(width))
        assert result.exit_code == 0
        assert result.stdout.split() == run(*arguments).stdout.split()


def test_json_is_not_broken_by_a_narrow_terminal() -> None:
    """It is data."""
    assert run("replay", SAMPLE, "--json", COLUMNS="20").stdout == run("replay", SAMPLE, "--json").stdout


def test_the_record_is_left_alone() -> None:
    """Looking at a record does not change it."""
    before = SAMPLE.read_bytes()
    for command in ALL:
        run(command, SAMPLE, *MORE.get(command, []))
    assert SAMPLE.read_bytes() == before
    assert read_record(SAMPLE).misfits == ()
