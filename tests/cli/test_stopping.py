"""Ctrl-C while `deduce solve` works: what follows is shown, and what else was found until then."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from deduce_cli import output, report
from deduce_cli.main import app

CASE = """
[[unknowns]]
names = ["A", "C", "E", "H"]
values = ["Rocket", "King", "Crab", "Wimp"]
different = true
[[entry]]
fact = "A is not Rocket"
[[entry]]
fact = "C is not Rocket"
[[entry]]
fact = "E is not Rocket"
[[entry]]
fact = "A is not King"
"""
CLASH = f'{CASE}[[entry]]\nfact = "H is Wimp"\n[[entry]]\nfact = "H is King"\n'
EVERYTHING = ["--why", "H is Rocket", "--why", "A is not King"]
EVERYTHING += ["--steps", "--ask", "--slips", "--review", "--worlds", "3"]
SEARCHES = ["why", "steps", "grade", "questions", "suspects", "confirming", "review", "most_probable"]
"""What is worked out for all of it, in this order."""
LABELS = {
    "conflicts": "Looking for what contradicts each other",
    "steps": "Explaining step by step",
    "questions": "Rating the questions",
    "suspects": "Looking for slips",
    "confirming": "Looking for what to ask about the slip",
    "review": "Reviewing the entries",
    "most_probable": "Listing the most probable worlds",
}


def stopping(label: str, after: int) -> Any:
    """What takes the place of `working`: Ctrl-C comes when something has told of its progress."""

    @contextlib.contextmanager
    def watch(now: str) -> Iterator[Callable[[float], None]]:
        times = 0
        if now == label and not after:
            raise KeyboardInterrupt

        def told(done: float) -> None:
            nonlocal times
            times += 1
            assert 0 <= done <= 1
            if now == label and times == after:
                raise KeyboardInterrupt

        yield told

    return watch


def solve(
    monkeypatch: pytest.MonkeyPatch, folder: Path, text: str, watch: Any, *options: str
) -> tuple[Result, Any]:
    """The result of `deduce solve --json`, and its document."""
    file = folder / "case.toml"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(output, "working", watch)
    result = CliRunner().invoke(app, ["solve", str(file), "--json", *options])
    return result, json.loads(result.stdout)


@pytest.mark.parametrize("name", [name for name in SEARCHES if name in LABELS])
@pytest.mark.parametrize("after", [0, 1, 2])
def test_what_was_found_is_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, after: int
) -> None:
    """The belief, everything before, and a part of what was stopped; nothing of what comes behind it."""
    _, whole = solve(monkeypatch, tmp_path, CASE, stopping("", 0), *EVERYTHING)
    result, found = solve(monkeypatch, tmp_path, CASE, stopping(LABELS[name], after), *EVERYTHING)
    assert result.exit_code == 130
    assert result.stderr == "Stopped.\n"
    place = SEARCHES.index(name)
    assert found["stopped"] == SEARCHES[place:]
    assert found["certain"] == whole["certain"] == {"H": "Rocket"}
    assert found["probabilities"] == whole["probabilities"]
    for before in SEARCHES[:place]:
        assert found[before] == whole[before]
    for behind in SEARCHES[place + 1 :]:
        assert not found.get(behind)
    assert len(found.get(name) or []) == min(after, len(whole[name]))
    if name in {"steps", "review", "most_probable"}:
        assert (found.get(name) or []) == whole[name][:after]


def test_a_contradiction_that_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is said that there is one, and what was found of it."""
    _, whole = solve(monkeypatch, tmp_path, CLASH, stopping("", 0))
    result, found = solve(monkeypatch, tmp_path, CLASH, stopping(LABELS["conflicts"], 0))
    assert (result.exit_code, found["consistent"]) == (130, False)
    assert found["conflicts"] == {"all": False, "smallest": True, "found": []}
    assert found["stopped"] == ["conflicts", "suspects", "confirming"]
    result, found = solve(monkeypatch, tmp_path, CLASH, stopping(LABELS["conflicts"], 1))
    first = whole["conflicts"]["found"][:1]
    assert found["conflicts"] == {"all": False, "smallest": True, "found": first}
    result, found = solve(monkeypatch, tmp_path, CLASH, stopping(LABELS["suspects"], 2))
    assert found["conflicts"] == whole["conflicts"]
    assert len(found["suspects"]) == 2
    text = CliRunner().invoke(app, ["solve", str(tmp_path / "case.toml")])
    assert text.exit_code == 130
    assert "Contradiction" in text.stdout
    assert "Stopped before everything was found for: slips." in text.stdout


def test_a_grade_that_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The steps are complete, and only their grade is missing."""
    _, whole = solve(monkeypatch, tmp_path, CASE, stopping("", 0), "--steps")
    result, found = solve(monkeypatch, tmp_path, CASE, stopping("Grading the steps", 0), "--steps")
    assert (result.exit_code, found["stopped"], found["grade"]) == (130, ["grade"], None)
    assert found["steps"] == whole["steps"]
    assert whole["grade"]["level"] == 1


def test_answers_that_were_not_followed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Questions that were rated stay, without what their answers would settle."""
    label = "Working out what each answer would settle"
    result, found = solve(monkeypatch, tmp_path, CASE, stopping(label, 1), "--ask")
    assert (result.exit_code, found["stopped"]) == (130, ["questions"])
    settles = [question["settles"] for question in found["questions"]]
    assert settles[0] is not None
    assert set(map(type, settles[1:])) == {type(None)}
    text = CliRunner().invoke(app, ["solve", str(tmp_path / "case.toml"), "--ask"])
    assert "Stopped before everything was found for: --ask." in text.stdout


@pytest.mark.parametrize("label", ["Reading the case", "Counting the worlds"])
def test_stopped_before_anything_is_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, label: str
) -> None:
    """Then there is nothing to show, in JSON an error document."""
    result, found = solve(monkeypatch, tmp_path, CASE, stopping(label, 0))
    assert result.exit_code == 130
    assert result.stderr == "Stopped.\n"
    assert found["error"]["kind"] == "Stopped"


def test_what_follows_is_shown_before_anything_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Before the questions are rated, the belief stands on the screen; nothing of it is printed twice."""
    file = tmp_path / "case.toml"
    file.write_text(CASE, encoding="utf-8")
    seen: list[str] = []

    @contextlib.contextmanager
    def watch(now: str) -> Iterator[None]:
        if now == LABELS["questions"]:
            seen.append(sys.stdout.getvalue())  # type: ignore[attr-defined]  # the runner's
        yield

    monkeypatch.setattr(output, "working", watch)
    monkeypatch.setattr("sys.stdout", io.StringIO())
    with pytest.raises(SystemExit):
        app(["solve", str(file), "--ask"])
    (before,) = seen
    assert "H is Rocket" in before
    assert "What to ask next" not in before
    whole = sys.stdout.getvalue()  # type: ignore[attr-defined]  # the same
    assert whole.startswith(before)
    assert whole.count("H is Rocket") == 1


def test_stopped_while_counting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What single statements leave is shown; H is Rocket follows from all being different."""
    file = tmp_path / "case.toml"
    file.write_text(CASE, encoding="utf-8")
    monkeypatch.setattr(output, "working", stopping("Counting the worlds", 0))
    result = CliRunner().invoke(app, ["solve", str(file)])
    assert result.exit_code == 130
    assert "The worlds were not counted" in result.stdout
    assert "H: Rocket" in result.stdout
    assert "C, E: King, Crab, Wimp" in result.stdout
    assert result.stderr == "Stopped.\n"


def test_everything_says_what_is_done(tmp_path: Path) -> None:
    """Each thing that may take long has a label of its own, and tells how far it is up to the end."""
    file = tmp_path / "case.toml"
    file.write_text(CASE, encoding="utf-8")
    told: dict[str, list[float]] = {}

    @contextlib.contextmanager
    def watch(label: str) -> Iterator[Callable[[float], None]]:
        told[label] = []
        yield told[label].append

    report.find(
        str(file),
        report.Request(why=("H is Rocket",), steps=True, ask=True, slips=True, review=True, worlds=3),
        watch,
    )
    assert [*told][:2] == ["Reading the case", "Counting the worlds"]
    assert "Proving H is Rocket" in told
    for name, label in LABELS.items():
        if name != "conflicts":
            assert told[label] == sorted(told[label])
            assert told[label][-1] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals work differently there")
def test_ctrl_c_reaches_the_solver() -> None:
    """CP-SAT would take the signal for itself, and then only say that it has no result."""
    from ortools.sat.python import cp_model

    from deduce.belief.cpsat import solved

    model = cp_model.CpModel()
    pigeons = [[model.new_bool_var("") for _ in range(15)] for _ in range(16)]
    for row in pigeons:
        model.add(sum(row) >= 1)
    for hole in zip(*pigeons, strict=True):
        model.add(sum(hole) <= 1)
    solver = cp_model.CpSolver()
    # What would see through it at once.
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 0
    solver.parameters.symmetry_level = 0
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            solved(solver, model)
        # Nothing goes on behind it, which would end the process badly.
        assert solver.wall_time > 0
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
