"""`deduce solve` as its user meets it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from command_line import COMMAND, unmeasured
from common import ROOT
from deduce.proof.levels import LEVELS
from deduce_cli.main import app

THREE = """
title = "three pieces"
[[unknowns]]
names = ["A", "C", "E"]
values = ["Rocket", "King", "Crab"]
different = true
[[entry]]
text = "A forward 4: no"
fact = "A is not Rocket"
[[entry]]
text = "C forward 4: no"
fact = "C is not Rocket"
"""
CLASH = THREE + '[[entry]]\ntext = "E was shown: King"\nfact = "E is King"\n'


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "three.toml"
    file.write_text(THREE, encoding="utf-8")
    return file


@pytest.fixture
def clash(tmp_path: Path) -> Path:
    file = tmp_path / "clash.toml"
    file.write_text(CLASH, encoding="utf-8")
    return file


def run(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)


def document(result: Result) -> Any:
    """The one JSON document on stdout."""
    return json.loads(result.stdout)


def test_plain(case: Path) -> None:
    """Certain and open things are shown; the exit status is 0."""
    result = run("solve", case)
    assert result.exit_code == 0
    assert "three pieces" in result.stdout
    assert "2 entries: 2 worlds, 1.00 bits open (engine subsets)" in result.stdout
    assert "E is Rocket" in result.stdout
    assert "A, C: King 50.0%, Crab 50.0%" in result.stdout
    assert "\x1b" not in result.stdout


def test_everything(case: Path) -> None:
    """Every request is answered in one run."""
    result = run(
        "solve", case, "--why", "E is Rocket", "--why", "A is King", "--why", "A is not Rocket", "--steps",
        "--ask", "--slips", "--review", "--worlds", 2, "--fractions",
    )  # fmt: skip
    assert result.exit_code == 0
    for words in (
        "Entries 1 and 2 rule out Rocket for all but E, so E is Rocket.",
        "A may or may not be King; nothing settles it yet.",
        "Entry 1 says so",
        "Step by step",
        "1. Entry 1 “A forward 4: no”: A is not Rocket.",
        "What to ask next",
        "1. A is King? 1.000 bits (yes 1/2, no 1/2)",
        "No better than: A is King?",
        "Which entry may be a slip",
        "To check entry",
        "What each entry taught",
        "entry 2 “C forward 4: no”: 1.00 bits, 1.00 to be expected; best on offer:",
        "Most probable worlds",
        "A=King",
    ):
        assert words in " ".join(result.stdout.split())


@pytest.mark.parametrize("name", ["island", "zebra", "storm"])
def test_steps_end_with_their_grade(name: str) -> None:
    """The same as `deduce puzzle check` gives it; where nothing is settled there is none."""
    file = ROOT / "examples" / f"{name}.toml"
    told = json.loads(CliRunner().invoke(app, ["puzzle", "check", str(file), "--json"]).stdout)["grade"]
    shown = run("solve", file, "--steps").stdout
    grade = document(run("solve", file, "--steps", "--json"))["grade"]
    if name == "storm":
        assert (told, grade) == (None, None)
        assert shown.endswith("Nothing is settled yet.\n")
    else:
        assert grade["level"] == told
        assert shown.endswith(f"  Grade {told}, {LEVELS[told]}.\n")
        assert document(run("solve", file, "--json")).get("grade") is None


def test_json(case: Path) -> None:
    """The document holds the same, with floats and exact fractions."""
    result = run(
        "solve",
        case,
        "--json",
        "--why",
        "E is Rocket",
        "--steps",
        "--ask",
        "--slips",
        "--review",
        "--worlds",
        1,
    )
    found = document(result)
    assert found["format"] == "deduce.solve/1"
    assert found["consistent"] is True
    assert found["worlds"] == 2
    assert found["bits"] == 1.0
    assert found["certain"] == {"E": "Rocket"}
    assert found["possible"]["A"] == ["King", "Crab"]
    assert found["probabilities"]["A"] == {"King": 0.5, "Crab": 0.5}
    assert found["fractions"]["A"] == {"King": "1/2", "Crab": "1/2"}
    assert found["why"][0]["proof"]["entries"] == ["1", "2"]
    assert found["why"][0]["proof"]["confined"] == {"unknowns": ["A", "C"], "values": ["King", "Crab"]}
    assert found["steps"][-1]["conclusions"]
    assert found["questions"][0]["fractions"] == {"yes": "1/2", "no": "1/2"}
    assert found["questions"][0]["settles"]["yes"] == {"A": "King", "C": "Crab"}
    assert [lesson["entry"] for lesson in found["review"]] == ["1", "2"]
    assert {one["entry"] for one in found["suspects"]} == {"1", "2"}
    assert found["most_probable"][0]["fraction"] == "1/2"
    assert result.stderr == ""


def test_contradiction(clash: Path) -> None:
    """A contradiction is an answer: conflicts and suspects, and exit status 1."""
    result = run("solve", clash)
    assert result.exit_code == 1
    assert "Contradiction" in result.stdout
    assert "Entries 1, 2 and 3 leave A, C and E nothing but King and Crab between them" in " ".join(
        result.stdout.split()
    )
    assert "2 worlds if reversed" in result.stdout
    found = document(run("solve", clash, "--json", "--steps", "--ask", "--why", "A is King"))
    assert found["consistent"] is False
    assert found["worlds"] == 0
    assert found["probabilities"] is None
    assert found["conflicts"]["found"][0]["entries"] == ["1", "2", "3"]
    assert found["suspects"][0]["entry"] == "3"


def test_suspects_are_those_of_the_smallest_conflict(tmp_path: Path) -> None:
    """One clue of a grid is misread: it comes first, and then what clashes with it at once."""
    file = tmp_path / "misread.toml"
    text = (ROOT / "examples" / "twins.toml").read_text(encoding="utf-8")
    file.write_text(text.replace("...6..", "...6.6"), encoding="utf-8")
    result = run("solve", file, "--json")
    found = document(result)
    smallest = set(found["conflicts"]["found"][0]["entries"])
    named = [suspect["entry"] for suspect in found["suspects"]]
    left = {suspect["entry"]: suspect["worlds_if_reversed"] for suspect in found["suspects"]}
    assert set(named[: len(smallest)]) == smallest == {"lower.r5c4", "lower.r5c6"}
    assert left[named[0]] == max(left.values()) == 1
    assert sorted(named) == sorted(entry["id"] for entry in found["entries"])


def test_looking_back(clash: Path) -> None:
    """--at shows the log as it was."""
    assert run("solve", clash, "--at", 2).exit_code == 0
    result = run("solve", clash, "--at", 4)
    assert result.exit_code == 2
    assert result.stderr == "deduce: --at 4: the log has 3 entries; give a number from 0 to 3\n"
    assert run("solve", clash, "--at", -1).exit_code == 2


def test_what_if(case: Path) -> None:
    """--given adds a fact for the moment; one that cannot be is a contradiction."""
    found = document(run("solve", case, "--given", "A is King", "--json"))
    assert found["certain"] == {"A": "King", "C": "Crab", "E": "Rocket"}
    assert run("solve", case, "--given", "A is Rocket").exit_code == 1
    result = run("solve", case, "--given", "A is Roket")
    assert result.exit_code == 2
    assert "did you mean 'Rocket'?" in result.stderr


def test_standard_input() -> None:
    """A case can be piped in."""
    assert run("solve", "-", stdin=THREE).exit_code == 0
    result = run("solve", "-", stdin="x =")
    assert result.exit_code == 2
    assert result.stderr.startswith("deduce: standard input, line 1: is not valid TOML")


@pytest.mark.parametrize("engine", ["subsets", "diagram", "enumeration", "cp-sat"])
def test_engines(case: Path, engine: str) -> None:
    """Every engine can be asked for and is named; CP-SAT says that it does not count."""
    found = document(run("solve", case, "--json", "--engine", engine, "--ask", "--slips", "--worlds", 1))
    assert found["engine"] == engine
    assert found["certain"] == {"E": "Rocket"}
    assert found["worlds"] == (None if engine == "cp-sat" else 2)
    if engine == "cp-sat":
        assert found["fractions"] is None
        assert "does not count" in found["not_counted"]
        text = run("solve", case, "--engine", engine).stdout
        assert "worlds: not known" in text
        assert "A, C: King, Crab" in text


def test_bad_input(tmp_path: Path, case: Path) -> None:
    """Bad input: one sentence on stderr, exit status 2, with --json a document on stdout as well."""
    for arguments in (
        ["solve"],
        ["solv"],
        ["solve", case, "--engine", "magic"],
        ["solve", case, "--worlds", -1],
    ):
        result = run(*arguments)
        assert result.exit_code == 2
        assert result.stdout == ""
    result = run("solve", tmp_path / "none.toml", "--json")
    assert result.exit_code == 2
    assert document(result)["error"]["path"] == str(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text(THREE + '[[entry]]\nfact = "A is Roket"\n', encoding="utf-8")
    result = run("solve", broken, "--json")
    details = document(result)["error"]
    assert (details["line"], details["column"]) == (14, 8)
    assert result.stderr.count("\n") == 1
    assert run("solve", case, "--slips", "--rate", "often").exit_code == 2
    assert run("solve", case, "--why", "A is").exit_code == 2


def test_version_and_help() -> None:
    """--version and --help answer at once; a bare `deduce` shows the help."""
    assert run("--version").stdout.startswith("deduce ")
    for arguments in (["--help"], ["-h"], ["solve", "--help"]):
        result = run(*arguments)
        assert result.exit_code == 0
        assert "Usage" in result.stdout
    assert "solve" in run().stdout


def started(*arguments: object, stdout: int, env: dict[str, str] | None = None) -> subprocess.Popen[str]:
    """The real command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *map(str, arguments)],
        text=True,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=env,
    )


def test_a_closed_pipe_ends_quietly(case: Path) -> None:
    """`deduce solve ... | head` prints no traceback."""
    read, write = os.pipe()
    os.close(read)
    process = started("solve", case, stdout=write)
    os.close(write)
    _, errors = process.communicate(timeout=60)
    assert errors == ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals work differently there")
def test_ctrl_c_stops(tmp_path: Path) -> None:
    """Ctrl-C stops a long calculation with one word and exit status 130."""
    names = ", ".join(f'"u{number}"' for number in range(20))
    values = ", ".join(f'"v{number}"' for number in range(20))
    file = tmp_path / "large.toml"
    file.write_text(
        f"[[unknowns]]\nnames = [{names}]\nvalues = [{values}]\ndifferent = true\n"
        '[[rule]]\nany_of = ["u0 is v0", "u1 is v1"]\n',
        encoding="utf-8",
    )
    process = started("solve", file, stdout=subprocess.PIPE, env=unmeasured())
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "Stopped.\n"


def test_options_that_cannot_be_answered_are_named(case: Path, clash: Path) -> None:
    """In a contradiction and without a count, nothing is dropped in silence."""
    options = ["--ask", "--steps", "--review", "--worlds", 2, "--why", "A is King"]
    found = document(run("solve", clash, "--json", *options))
    assert found["unanswered"] == ["--why", "--steps", "--ask", "--review", "--worlds"]
    text = " ".join(run("solve", clash, *options).stdout.split())
    assert "Not answered, since no world is left: --why, --steps, --ask, --review, --worlds." in text
    found = document(run("solve", case, "--json", "--engine", "cp-sat", *options))
    assert found["unanswered"] == ["--ask", "--review", "--worlds"]
    assert "since the worlds are not counted" in run("solve", case, "--engine", "cp-sat", "--ask").stdout


def test_rules_that_allow_no_world(tmp_path: Path) -> None:
    """A contradiction within the rules is an answer too, and no entry is blamed for it."""
    file = tmp_path / "rules.toml"
    file.write_text(THREE + '[[rule]]\nexactly = 2\nof = ["A is King", "A is Crab"]\n', encoding="utf-8")
    result = run("solve", file)
    assert result.exit_code == 1
    assert "whatever was heard" in result.stdout
    assert "reversed" not in result.stdout


def test_usage_errors_are_documents_too(case: Path) -> None:
    """With --json a misspelt option is answered with a document as well, with status 2."""
    process = started("solve", case, "--at", "x", "--json", stdout=subprocess.PIPE)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert json.loads(output)["error"]["kind"] == "UsageError"
    assert "--at" in errors


def test_what_cannot_be_counted_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said that counting was given up, and what is possible and certain is shown all the same."""
    monkeypatch.setattr("deduce_cli.report.MOST_SECONDS", 0.0)
    file = tmp_path / "joint.toml"
    order = '[[rule]]\nname = "in order"\nwhere = "x < y"\n'
    apart = '[[rule]]\nname = "apart"\nall_different = ["x", "y", "z"]\n'
    file.write_text(
        f'[[unknowns]]\nnames = ["x", "y", "z"]\nvalues = [1, 2, 3]\n{order}{apart}', encoding="utf-8"
    )
    result = run("solve", file)
    assert result.exit_code == 0
    assert "worlds: not known (engine cp-sat)" in result.stdout
    assert "counting was given up after 0 seconds" in " ".join(result.stdout.split())
    found = document(run("solve", file, "--json"))
    assert (found["worlds"], found["certain"]) == (None, {})
    assert found["possible"]["x"] == ["1", "2"]


@pytest.mark.parametrize(
    ("head", "game"), [("", "confusion"), ("Game = cards\n", "cards"), ("Game = chess\n", "confusion")]
)
@pytest.mark.parametrize("command", [["solve"], ["puzzle", "check"], ["puzzle", "play"]])
def test_of_a_record_it_is_said_what_reads_it(
    command: list[str], head: str, game: str, tmp_path: Path
) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(f"{head}Me = White\n\n1. A-N1 y\n", "utf-8")
    result = CliRunner().invoke(app, [*command, str(file)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"deduce: {file}: this is no case file but the record of a game; "
        f"deduce {game} replay {file} reads it\n"
    )
