"""The compiled engine on machines where something is wrong, and as plain Python, which sees every index."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from contextlib import nullcontext
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from common import CLASSIC, ROOT, SAMPLE, TOKENS
from confusion.advice.lockstep import started
from deduce.confusion.advice import engines
from deduce.confusion.advice.crowd import Crowd
from deduce.confusion.advice.engines import engine_of, make_ready
from deduce.confusion.advice.search import Search
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.engine.actions import MoveTwo
from deduce.confusion.questions import suggest_now
from deduce.tabletop.budget import Budget
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytest.importorskip("numba")

SUGGEST = ["confusion", "suggest", str(SAMPLE), "--ply", "40", "--nodes", "300", "--json"]
COMMAND = "from deduce_cli.main import main; main()"
ENGINE = (
    "from deduce.confusion.advice.engines import engine_of, prepare, takes_a_while\n"
    "from deduce.confusion.engine.rules import Rules\n"
    "rules = Rules.of('classic')\n"
    "print(takes_a_while(rules), engine_of('auto', rules).__name__)\n"
)


def run(code: str, *arguments: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    """Run Python apart."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, **surroundings},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Let nothing stay that was found out about engines."""
    forget()
    yield
    forget()


def forget() -> None:
    engines.engine_of.cache_clear()
    engines.prepare.cache_clear()
    engines._broken.cache_clear()


@pytest.mark.parametrize("error", ["None", "Damaged()"])
def test_without_numba_or_with_a_damaged_one_arrays_play_and_nothing_is_said(error: str) -> None:
    """It may be missing, or fail in its own way when it is imported."""
    code = f"""
import sys
class Damaged:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise OSError("Could not find/load shared object file")
sys.meta_path.insert(0, Damaged()) if {error} else sys.modules.update(numba=None)
"""
    found = run(code + COMMAND, *SUGGEST)
    assert (found.returncode, found.stderr) == (0, "")
    assert json.loads(found.stdout)["format"] == "deduce.confusion.advice/1"
    assert run(code + ENGINE).stdout == "False Crowd\n"


def test_where_numba_is_told_to_compile_nothing_arrays_play() -> None:
    """The compiled engine in plain Python would be slower than they are."""
    found = run(ENGINE, NUMBA_DISABLE_JIT="1")
    assert (found.stdout, found.stderr) == ("False Crowd\n", "")


def test_where_nothing_can_be_kept_arrays_play(tmp_path: Path) -> None:
    """Each command would compile anew; a home that is no folder is none, and nobody makes one called ~."""
    (tmp_path / "home").touch()
    code = f"""
import os, pathlib, platformdirs
made = pathlib.Path.mkdir
def mkdir(self, *rest, **more):
    if "__pycache__" in self.parts:
        raise PermissionError(13, "Permission denied")
    made(self, *rest, **more)
pathlib.Path.mkdir = mkdir
os.chdir({str(tmp_path)!r})
"""
    for cache in (str(tmp_path / "home"), "~/caches"):
        there = f"platformdirs.user_cache_path = lambda *_, **__: pathlib.Path({cache!r})\n"
        found = run(code + there + ENGINE)
        assert (found.stdout, found.stderr) == ("False Crowd\n", "")
    assert [each.name for each in tmp_path.iterdir()] == ["home"]


def test_what_was_kept_and_cannot_be_read_or_written_is_no_matter() -> None:
    """A file that was cut off is forgotten; a full disk keeps nothing."""
    from deduce.confusion.advice.compiled.jit import _Kept

    done = []

    class Cache:
        def load_overload(self, signature: object, context: object) -> object:
            done.append("load")
            raise EOFError(signature, context)

        def save_overload(self, signature: object, made: object) -> None:
            done.append("save")
            raise OSError(28, "No space left on device", signature, made)

        def flush(self) -> None:
            done.append("flush")

    kept = _Kept(Cache())
    assert kept.load_overload("signature", "context") is None
    kept.save_overload("signature", "made")
    assert done == ["load", "flush", "save"]


def test_what_was_cut_off_is_compiled_again(tmp_path: Path) -> None:
    """The file of a small function, as after a crash."""
    code = f"""
import pathlib
from deduce.confusion.advice.compiled import jit
jit._folder = lambda: pathlib.Path({str(tmp_path)!r})
from deduce.confusion.advice.compiled.growing import follow
import numpy as np
print(follow(np.uint64(1), 2, 3, 1, 1))
"""
    first = run(code)
    assert first.stderr == ""
    for file in tmp_path.glob("*/*follow*"):
        file.write_bytes(file.read_bytes()[:40])
    kept = {file: file.stat().st_size for file in tmp_path.glob("*/*follow*")}
    assert len(kept) == 2
    again = run(code)
    assert (again.stdout, again.stderr) == (first.stdout, "")
    assert all(file.stat().st_size > size for file, size in kept.items())


def test_half_of_it_compiled_is_not_prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was killed while compiling left files, but no mark."""
    from deduce.confusion.advice.compiled import jit

    assert engine_of("auto", CLASSIC) is not Crowd
    monkeypatch.setattr(jit, "_folder", lambda: tmp_path)
    (tmp_path / "playing.play_all-96.py311.nbi").touch()
    assert engines.takes_a_while(CLASSIC)
    with jit.alone():
        jit.keep_in_mind()
    assert not engines.takes_a_while(CLASSIC)


def test_two_that_compile_wait_for_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second goes on when the first is done, or when it took too long."""
    from deduce.confusion.advice.compiled import jit

    monkeypatch.setattr(jit, "_folder", lambda: tmp_path)
    waits = []
    monkeypatch.setattr(jit, "PATIENCE", 1e9)
    with jit.alone():

        def pause(seconds: float) -> None:
            waits.append(seconds)
            if len(waits) == 3:
                monkeypatch.setattr(jit, "PATIENCE", 0.0)
                jit.clock = SimpleNamespace(monotonic=lambda: 1e12, sleep=pause)

        clock = jit.clock
        jit.clock = SimpleNamespace(monotonic=lambda: 0.0, sleep=pause)
        try:
            with jit.alone():
                assert waits == [jit.PAUSE] * 3
        finally:
            jit.clock = clock


@pytest.mark.usefixtures("forgetful")
def test_an_engine_that_fails_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever numba finds wrong when it compiles."""

    def fail(*_: object) -> None:
        raise NotImplementedError("this processor")

    monkeypatch.setattr(engines, "_play", fail)
    assert engine_of("auto", CLASSIC) is Crowd
    with pytest.raises(
        Exception, match="the compiled engine fails here: NotImplementedError: this processor"
    ):
        engine_of("compiled", CLASSIC)


def test_preparing_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And only where it takes a while."""
    said: list[Any] = []

    def working(label: str, seconds: float | None = None, *, is_told: bool = False) -> Any:
        said.append((label, seconds, is_told))
        return nullcontext(None)

    monkeypatch.setattr(engines, "prepare", lambda _: None)
    for takes, count in ((True, 1), (False, 1)):
        monkeypatch.setattr(engines, "takes_a_while", lambda _, takes=takes: takes)
        make_ready(CLASSIC, working)
        assert said == [("Preparing the engine; this happens once", None, True)] * count


def test_at_the_end_of_a_pipe_preparing_is_one_line_on_stderr() -> None:
    """The document on standard output stays one document."""
    code = "from deduce.confusion.advice import engines\nengines.takes_a_while = lambda _: True\n"
    found = run(code + COMMAND, *SUGGEST)
    assert found.stderr == "Preparing the engine; this happens once.\n"
    assert json.loads(found.stdout)["nodes"] > 0


def test_ctrl_c_while_preparing_does_not_end_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be asked again."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(engines, "make_ready", stop)
    look: Any = SimpleNamespace(state=SimpleNamespace(rules=CLASSIC), working=None)
    with pytest.raises(LineError, match="stopped before the engine was prepared; asking again goes on"):
        suggest_now(look, {})


def test_between_two_attempts_of_a_turn_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second attempt differs from game to game, so none tells of another (CF-TOK-MOVE2)."""
    from deduce.confusion.advice.compiled.crowd import CompiledCrowd

    memories = []
    play_on = CompiledCrowd.play_on

    def noting(self: CompiledCrowd, *arguments: Any, **options: Any) -> Any:
        memories.append(options["memory"])
        return play_on(self, *arguments, **options)

    monkeypatch.setattr(CompiledCrowd, "play_on", noting)
    game = started(TOKENS, random.Random(0), 20)
    for has_memory in (True, False):
        memories.clear()
        view = game.view(game.position.decider)
        Search(Standpoint(view, seed=1, size=8), seed=1).think(Budget(None, nodes=60))
        assert memories
        assert any(each is not None for each in memories) is has_memory
        if has_memory:
            game.push(MoveTwo())


def test_what_everybody_sees_of_a_piece_belongs_to_the_history() -> None:
    """Refused, allowed, promoted and taken off are four histories (CF-PROMO-1, CF-VAR-5)."""
    import numpy as np

    from deduce.confusion.advice.compiled.growing import follow

    assert len({int(follow(np.uint64(7), 1, 2, 0, told)) for told in range(4)}) == 4


def test_no_index_is_out_of_bounds_and_every_move_is_one() -> None:
    """In plain Python, with all rules, the tree of decisions included; compiled code looks after none."""
    script = (
        "import runpy, sys; sys.path.insert(0, 'tests'); "
        "runpy.run_module('confusion.advice.plain_python', run_name='__main__')"
    )
    found = run(script)
    assert found.stderr == ""
    rows = [line.partition(": ") for line in found.stdout.splitlines()]
    assert [name for name, _, _ in rows] == [
        "classic",
        "a limit",
        "espionage",
        "variants 1 2 4",
        "variants 3 5",
        "tokens",
    ]
    assert all(int(count.split()[0]) > 20 for _, _, count in rows)
