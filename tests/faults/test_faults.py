"""The harnesses, small: what they try by the thousand elsewhere is tried some times here, with fixed seeds.

Each runs in a process of its own, because it forks. What it would find if there were something to find is
tested with sessions, inputs and outputs that are wrong on purpose.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from common import ROOT
from faults import conditions, inputs, kills, mutations, option_inputs, system, trying, warm

posix = pytest.mark.skipif(sys.platform != "linux", reason="needs fork, /proc and the signals of Linux")


def harness(name: str, *arguments: str) -> str:
    """Run a harness, and return what it printed; it must not have found anything."""
    ended = subprocess.run(
        [sys.executable, "-m", f"faults.{name}", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


SOME = (
    "rules from a FIFO",
    "replay as JSON > /dev/full",
    "a wrong option > /dev/full",
    "new table <&-",
    "table on a loop of links",
    "a picture onto the record by a hard link",
    "table with LC_ALL=C without coercion",
    "no file by an escape",
)
"""A condition of each sort."""


# --- Small runs --------------------------------------------------------------------------------------


@posix
def test_what_was_answered_survives_kills() -> None:
    assert "24 kills; 0 faults" in harness("kills", "--kills", "24", "--seed", "ci")


@posix
def test_inputs_that_are_wrong() -> None:
    assert "300 inputs; 0 faults" in harness("inputs", "--inputs", "300", "--seed", "ci")


@posix
def test_inputs_of_one_game_that_are_wrong() -> None:
    found = harness("inputs", "--inputs", "120", "--only", "napoleonic", "--seed", "ci")
    assert "120 inputs; 0 faults" in found
    assert "order sheets" in found


@posix
def test_damaged_records_that_are_mended() -> None:
    """Into their own file, another one, or none: an answer or one sentence, in bounded time."""
    assert "8 inputs; 0 faults" in harness("inputs", "--inputs", "8", "--only", "mending", "--seed", "ci")


@posix
def test_calls_that_fail() -> None:
    assert "; 0 faults" in harness("system", "--python", "--every", "29")


@posix
def test_odd_conditions() -> None:
    names = [word for name in SOME for word in ("--only", name)]
    assert f"{len(SOME)} conditions; 0 faults" in harness("conditions", *names)


@pytest.mark.parametrize("asked", ["65536", "1e3", "299", "50000001"])
def test_work_is_asked_for_that_is_soon_done_or_more_than_is_allowed(asked: str) -> None:
    """Nobody waits for what takes long because so much was asked for."""
    for option, (quick, most) in option_inputs.LONG_ENOUGH.items():
        number = float(option_inputs.asked(option, asked))
        assert number <= quick or number > most
    assert option_inputs.asked("--nodes", "1e") == "1e"
    assert option_inputs.asked("--ply", "65536") == "65536"


def test_no_more_is_asked_by_a_word_that_is_put_in() -> None:
    """Behind an option it is what is asked of that."""
    arguments = ["confusion", "suggest", "in.txt", "--nodes", "4"]
    made = [option_inputs.with_word(arguments, place, "2000000") for place in range(len(arguments))]
    assert [each.index("2000000") for each in made[:4]] == [0, 1, 2, 3]
    assert made[4] == [*arguments[:4], "52000000", "4"]


# --- They find what there is to find -----------------------------------------------------------------


SOME_SESSION = kills.Session("some", (), ())
STATES = (None, b"Me\n", b"Me\n1. a\n", b"Me\n1. a\n2. b\n")


@pytest.mark.parametrize(
    ("content", "answered", "fault"),
    [
        (b"Me\n1. a\n", 2, ""),
        (b"Me\n1. a\n2. b\n", 2, ""),
        (b"Me\n1. a\n", 3, "what was answered is not in the file (3 lines were, 2 are there)"),
        (None, 1, "what was answered is not in the file (1 lines were, 0 are there)"),
        (b"Me\n1. a\n2.", 1, "the file is none that the session ever made"),
        (b"", 0, "the file is none that the session ever made"),
    ],
)
def test_a_lost_entry_is_found(tmp_path: Path, content: bytes | None, answered: int, fault: str) -> None:
    """Also half a file, and one that is empty."""
    usual = kills.Reference(STATES, (0, 10, 20, 30), 1.0)
    if content is not None:
        (tmp_path / kills.FILE).write_bytes(content)
    assert kills._state_fault(SOME_SESSION, tmp_path, usual, answered) == [fault] * bool(fault)


def test_lines_that_were_answered_are_counted_by_what_was_written() -> None:
    """In the interview an answer counts when all of it is there, afterwards from its first byte."""
    usual = kills.Reference(STATES, (0, 10, 20, 30), 1.0)
    assert [kills.answered_lines(usual, size) for size in (0, 1, 9, 10, 11, 20, 21, 30)] == [
        0,
        0,
        0,
        1,
        2,
        2,
        3,
        3,
    ]


def test_a_lost_row_of_a_match_is_found(tmp_path: Path) -> None:
    """A row may be gone on with, and others may follow; none may be missing or be another one."""
    (tmp_path / kills.SNAPSHOTS).mkdir()
    (tmp_path / kills.SNAPSHOTS / "000000").write_bytes(b"5\n+Me\n1. a\n2. b\n")
    found = {}
    for rows in (b"1. a\n2. b\n", b"1. a\n2. b\tc\n3. d\n", b"1. a\n", b"1. a\n2. c\n", b""):
        (tmp_path / kills.FILE).write_bytes(b"Me\n" + rows)
        found[rows] = not kills._rows_are_there(SOME_SESSION, tmp_path)
    assert [*found.values()] == [True, True, False, False, False]


def test_a_session_that_loses_entries_is_found(tmp_path: Path) -> None:
    """What was told and is not in the file, what was taken back, and a record that cannot be read."""
    session = system.Session("toy", (), "", {system.FILE: b"Ann = 2 5 1\n1. ann 2\n"}, game="toy")
    told = b"2. ben high\n3. turn 8\nTook back 1 turn; redo brings back.\n"

    def faults(record: bytes, stdout: bytes = told) -> list[str]:
        (tmp_path / system.FILE).write_bytes(record)
        return system.faults_of(session, warm.Ended(0, stdout, b""), tmp_path)

    assert faults(b"Ann = 2 5 1\n1. ann 2\n2. ben high\n") == []
    assert faults(b"Ann = 2 5 1\n1. ann 2\n2. ben high\n3. turn 8\n") == []
    assert faults(b"Ann = 2 5 1\n1. ann 2\n") == ["what was answered is not in the file"]
    assert faults(b"Ann = 2 5 1\n", b"") == ["what was answered is not in the file"]
    assert faults(b"Ann = 2\n1. ann 2\n", b"")[0].startswith("the record cannot be read")
    (tmp_path / system.FILE).unlink()
    assert system.faults_of(session, warm.Ended(0, b"", b""), tmp_path)


@pytest.mark.parametrize(
    ("outcome", "fault"),
    [
        ({"status": 2, "stderr": b"deduce: in.txt: is no record\n"}, ""),
        ({"status": 2, "stderr": b"Usage: deduce ...\n| Error |\n"}, ""),
        ({"status": 1, "stdout": b'{"a": 1}'}, ""),
        (
            {"status": 1, "stderr": b"Traceback (most recent call last):\nValueError: x\n"},
            "traceback: ValueError: x ()",
        ),
        ({"status": 2}, "no sentence on stderr"),
        ({"status": 2, "stderr": b"deduce: a\nb\n"}, "more than one line on stderr"),
        ({"status": 2, "stderr": b"deduce: " + b"a" * 2000}, "a sentence on stderr too long to be read"),
        ({"status": 3}, "exit status 3"),
        ({"stdout": b'{"a": NaN}'}, "stdout is not one JSON document: NaN is no JSON"),
        (
            {"stdout": b'{"a": 1} {}'},
            "stdout is not one JSON document: Extra data: line N column N (char N)",
        ),
        ({"stdout": b'{"a": "\x7f"}'}, "stdout has control characters"),
        ({"stderr": "\u202e".encode()}, "stderr has control characters"),
        ({"stderr": "\x9b".encode()}, "stderr has control characters"),
        ({"is_slow": True}, "takes too long"),
        ({"files": {"in.txt": b"other"}}, "the file was changed"),
        ({"files": {"in.txt": b"was", ".in.txt.1.tmp": b""}}, "a temporary file is left"),
    ],
)
def test_what_is_wrong_with_an_outcome(outcome: dict[str, object], fault: str) -> None:
    """One thing is wrong with each of them, and nothing with the first three."""
    usual = {
        "status": 0,
        "stdout": b"{}",
        "stderr": b"",
        "files": {"in.txt": b"was"},
        "seconds": 0.0,
        "is_slow": False,
    }
    case = trying.Case("replay", ("confusion", "replay", "in.txt", "--json"), {"in.txt": b"was"})
    found = trying.judged(case, trying.Outcome(**{**usual, **outcome}))  # type: ignore[arg-type]
    assert found == [fault] * bool(fault)


def test_the_same_number_makes_the_same_input() -> None:
    """And others make others."""
    content = (ROOT / "examples" / "at_the_table.txt").read_bytes()
    made = [mutations.mutated(random.Random(each), content, [content]) for each in range(300)]
    assert made == [mutations.mutated(random.Random(each), content, [content]) for each in range(300)]
    assert len({*made}) > 250
    assert max(map(len, made)) <= 2 * mutations.LONGEST


def test_an_input_of_one_game_is_repeated_by_its_number() -> None:
    series = inputs.Series("ci", "napoleonic")
    targets = {inputs.case_of(series, number).target for number in range(80)}
    assert all(inputs.case_of(series, number) == inputs.case_of(series, number) for number in range(20))
    assert {"napoleonic can", "napoleonic path", "openings", "order sheets"} <= targets
    assert not any("cards" in target or "solve" in target for target in targets)
    assert series.command(7) == "--seed ci --only napoleonic --input 7"
    assert inputs.Series("1").command(7) == "--seed 1 --input 7"


def test_a_sheet_that_is_gone_is_found() -> None:
    """What is said where a seal stands in the record, and its sheet lies nowhere any more."""
    sheets = next(each for each in kills.sessions() if each.name == "sheets")
    said = b"French P1H1: kept where they were sealed; open all is typed there\n"
    assert kills._lost(sheets, said) == ["what is kept in another place is gone"]
    assert kills._lost(sheets, b"every sheet that was sealed is open\n") == []
    assert kills._lost(replace(sheets, lost=b""), said) == []


def test_conditions_have_names_of_their_own() -> None:
    """So that one can be repeated."""
    names = [each.name for each in conditions.conditions()]
    assert len(names) == len({*names})


def test_findings_are_added_up(capsys: pytest.CaptureFixture[str]) -> None:
    """How often each kind was seen, and how it was seen first."""
    one, other = warm.Findings(2), warm.Findings(3)
    one.fault("lost", "first")
    other.fault("lost", "second")
    other.count("killed", 4)
    one.add(other)
    assert one.report("kills") == 1
    assert capsys.readouterr().out == (
        "5 kills; 2 faults of 1 kinds\n  killed: 4\nFAULT 2 times: lost\n    first\n"
    )
    assert warm.Findings(1).report("kills") == 0
