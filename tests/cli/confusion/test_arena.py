"""`deduce confusion arena` as its user meets it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from command_line import COMMAND, unmeasured
from deduce.confusion.arena import run as arena_run
from deduce.confusion.players.named import PLAYERS
from deduce_cli.main import app

QUICK = ("--players", "random,random#2", "--limit", 12)


def run(*arguments: object) -> Result:
    words = ["confusion", "arena", *map(str, arguments)]
    return CliRunner().invoke(app, words, env={"COLUMNS": "80"})


def logged(path: Path) -> list[dict[str, Any]]:
    """The lines of a log in the order of the games, without the times."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return sorted(({**line, "seconds": None} for line in lines), key=lambda line: line["game"])


def told(result: Result) -> dict[str, str]:
    """The rows of the table."""
    rows = [line.strip() for line in result.stdout.split("\n") if line.startswith("  ")]
    return dict(row.split("  ", 1) for row in [re.sub("  +", "  ", row) for row in rows])


def test_table() -> None:
    """A plain table: won, drawn, lost, with intervals."""
    result = run("--players", "goal,random", "--games", 4, "--seed", 1)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.split("\n")
    assert lines[0] == "goal against random: 4 games in 2 pairs of the same deals, seed 1"
    for line in (
        "  won by goal                4",
        "  drawn                      0",
        "  won by random              0",
        "  win rate of goal           100.0 %, 95 % 34.2 % to 100.0 %",
        "  difference in Elo          > 800, 95 % -113 to > 800",
        "  Z reached the last row     4",
    ):
        assert line in lines
    assert "\n  time for a move of random  0." in result.stdout
    assert "\n  games in a second          " in result.stdout
    assert "fault" not in result.stdout


def test_help_names_all_players() -> None:
    """So that nobody has to guess."""
    said = " ".join(run("--help").stdout.replace("│", " ").split())
    assert ", ".join(PLAYERS) in said


def test_one_game() -> None:
    """In the singular."""
    result = run(*QUICK, "--games", 1)
    assert result.stdout.startswith("random against random#2: 1 game in 1 pair of the same deals, seed 0\n")
    assert told(result)["limit of turns"] == "1"


def test_json() -> None:
    """One document with every game."""
    result = run(*QUICK, "--games", 5, "--json", "--ruleset", "espionage", "--variants", "2,4", "--tokens")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert found["format"] == "deduce.confusion.standing/1"
    assert (found["players"], found["games"], found["pairs"]) == (["random", "random#2"], 5, 3)
    assert found["complete"] is True
    assert found["wins"] + found["draws"] + found["losses"] == 5
    assert [line["game"] for line in found["results"]] == list(range(5))
    assert {line["rules"] for line in found["results"]} == {"espionage:variants=2,4:tokens"}
    assert found["interval"][0] <= found["rate"] <= found["interval"][1]
    won = json.loads(run("--players", "goal,random", "--games", 2, "--json").stdout)
    assert (won["rate"], won["elo"], won["elo_interval"][1]) == (1.0, None, None)


def test_log(tmp_path: Path) -> None:
    """Gone on with, and equal to an uninterrupted one."""
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    assert run(*QUICK, "--games", 6, "--file", whole).exit_code == 0
    assert run(*QUICK, "--games", 3, "--file", parts).exit_code == 0
    with parts.open("a", encoding="utf-8") as file:
        file.write('{"format": "deduce.confusion.arena/1", "ga')
    result = run(*QUICK, "--games", 6, "--file", parts, "--jobs", 2)
    assert told(result)["from the log"] == "3"
    assert logged(parts) == logged(whole)
    again = run(*QUICK, "--games", 2, "--file", parts)
    assert again.stdout.startswith("random against random#2: 2 games in 1 pair")
    assert "games in a second" not in again.stdout
    assert logged(parts) == logged(whole)


def test_faults_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the table and in the document."""
    from deduce.confusion.players.simple import RandomPlayer

    def choose(*_: object) -> None:
        message = "no idea"
        raise RuntimeError(message)

    monkeypatch.setattr(RandomPlayer, "choose", choose)
    result = run("--players", "goal,random", "--games", 2)
    assert result.exit_code == 0
    assert "random lost by a fault 2 times, first in game 0: RuntimeError: no idea" in result.stdout
    found = json.loads(run("--players", "goal,random", "--games", 2, "--json").stdout)
    assert found["faults"] == [0, 2]
    assert found["results"][0]["fault"]["player"] == "random"
    one = run("--players", "goal,random", "--games", 1)
    assert "random lost by a fault once, first in game 0" in one.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--players", "goal"],
            "--players 'goal': it must be two names such as goal,random; there are random",
        ),
        (["--players", "goal,,random"], "it must be two names"),
        (["--players", "goal,gaol"], "there is no player 'gaol'; did you mean 'goal'?"),
        (["--players", "goal,goal"], "both players are called 'goal'; call one of them goal#2"),
        (["--players", "goal,advisor@soon"], "'soon' is no budget"),
        ([*QUICK, "--limit", "0"], "the limit is 0"),
        ([*QUICK, "--time", "0"], "the time is 0 seconds; it must be more than 0"),
        ([*QUICK, "--nodes", "-1"], "the number of nodes is -1; it must be a whole number"),
        ([*QUICK, "--ruleset", "clasic"], "clasic"),
        ([*QUICK, "--variants", "2"], "classic has no variant 2"),
        ([*QUICK, "--backend", "dusk"], "there is no backend 'dusk'; did you mean 'dask'?"),
        ([*QUICK, "--address", "tcp://x"], "the address 'tcp://x' needs a cluster"),
        ([*QUICK, "--file", __file__], "line 1: it is no line of a tournament: is not valid JSON"),
    ],
)
def test_wrong_arguments(arguments: list[object], words: str) -> None:
    """One sentence on stderr, exit status 2, with --json a document as well."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("deduce: ")
    assert words in result.stderr
    again = run(*arguments, "--json")
    assert (again.exit_code, again.stderr) == (2, result.stderr)
    assert json.loads(again.stdout)["error"]["message"] == result.stderr[len("deduce: ") : -1]


def test_a_log_of_another_seed_is_left_alone(tmp_path: Path) -> None:
    """Nothing is overwritten."""
    path = tmp_path / "log.jsonl"
    run(*QUICK, "--games", 1, "--file", path)
    before = path.read_bytes()
    result = run(*QUICK, "--games", 1, "--file", path, "--seed", 1)
    assert result.exit_code == 2
    assert "its seed is 0, but in this tournament 1" in result.stderr
    assert path.read_bytes() == before


# --- Ctrl-C and terminals --------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c(tmp_path: Path, jobs: int) -> None:
    """It tells what is finished, keeps it, and leaves no process behind."""
    path = tmp_path / "log.jsonl"
    command = [sys.executable, "-c", COMMAND, "confusion", "arena", "--players", "goal,random"]
    options = ["--games", "5000", "--file", str(path), "--jobs", str(jobs), "--json"]
    with subprocess.Popen(
        [*command, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=unmeasured(),
    ) as process:
        wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") >= 2)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    found = json.loads(out)
    assert process.returncode == 130
    assert found["complete"] is False
    assert found["games"] >= 2
    assert path.read_bytes().endswith(b"\n")
    assert path.read_bytes().count(b"\n") in {found["games"], found["games"] + 1}
    assert err == f"Stopped after {found['games']} of 5000 games; the same command goes on from the log.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a process is ended otherwise there")
def test_killed(tmp_path: Path) -> None:
    """Its processes end with it, and the log is gone on with."""
    path = tmp_path / "log.jsonl"
    command = [sys.executable, "-c", COMMAND, "confusion", "arena", "--players", "goal,random"]
    options = ["--games", "5000", "--file", str(path), "--jobs", "2"]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") >= 2)
        process.kill()
        # The pipe is open as long as anybody is left who could write to it.
        process.communicate(timeout=30)
    result = run("--players", "goal,random", "--games", 4, "--file", path)
    assert result.exit_code == 0
    assert {0, 1, 2, 3} <= {line["game"] for line in logged(path)}


def wait_for(there: Any) -> None:
    """Wait until something is so, at most half a minute."""
    end = time.monotonic() + 30
    while not there():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_progress_on_a_terminal() -> None:
    """On stderr, once it has taken a second; what is piped stays plain."""
    own, other = pytest.importorskip("pty", reason="there are no such terminals").openpty()
    command = [sys.executable, "-c", COMMAND, "confusion", "arena", "--players", "safety,goal"]
    env = {**os.environ, "COLUMNS": "100", "TERM": "xterm"}
    with subprocess.Popen(
        [*command, "--games", "14"], stdout=subprocess.PIPE, stderr=other, env=env
    ) as process:
        os.close(other)
        shown = b""
        while True:
            try:
                part = os.read(own, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
        assert process.stdout is not None
        said = process.stdout.read()
    os.close(own)
    assert process.returncode == 0
    assert b"/14" in shown
    assert b"(Ctrl-C stops)" in shown
    assert b"\x1b" not in said
    assert said.startswith(b"safety against goal: 14 games in 7 pairs")


# --- A cluster -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster of two workers on this machine, each a process."""
    pytest.importorskip("joblib")
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as found:
        yield found.scheduler_address


def test_cluster(cluster: str, tmp_path: Path) -> None:
    """Its games are those that are played here, and its log can be gone on with."""
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    assert run(*QUICK, "--games", 9, "--file", here).exit_code == 0
    where = ("--backend", "dask", "--address", cluster)
    assert run(*QUICK, "--games", 4, "--file", there, *where).exit_code == 0
    result = run(*QUICK, "--games", 9, "--file", there, *where)
    assert (result.exit_code, result.stderr) == (0, "")
    assert told(result)["from the log"] == "4"
    assert logged(there) == logged(here)


def test_errors_on_a_cluster(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, whatever a worker raised."""
    monkeypatch.setattr(arena_run, "_work", _fails)
    result = run(*QUICK, "--games", 2, "--backend", "dask", "--address", cluster)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "deduce: the dask cluster failed: not here\n"


def _fails(*_: object) -> None:
    message = "not here"
    raise RuntimeError(message)


def test_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not installed, not named, or not there: one sentence each."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(arena_run, "_PATIENCE", 0.5)
    assert "needs the address of its scheduler" in run(*QUICK, "--backend", "dask").stderr
    gone = run(*QUICK, "--backend", "dask", "--address", "tcp://127.0.0.1:9")
    assert gone.exit_code == 2
    assert gone.stderr.startswith("deduce: the dask cluster at tcp://127.0.0.1:9 cannot be reached: ")
    assert gone.stderr.count("\n") == 1
    monkeypatch.setitem(sys.modules, "distributed", None)
    missing = run(*QUICK, "--backend", "dask", "--address", "tcp://127.0.0.1:9")
    assert missing.exit_code == 2
    assert "pip install 'deduce-tabletop[cluster]'" in missing.stderr
