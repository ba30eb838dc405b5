"""The command that measures strength: it goes on where it was, keeps code apart, and plays older code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from common import ROOT
from deduce.confusion import Rules
from deduce.confusion.arena import tournament as arena
from deduce.confusion.arena.tournament import GameResult, Tournament, play
from deduce.confusion.engine.game import Game
from deduce.confusion.errors import ConfusionError
from deduce.confusion.players.named import make_player
from deduce.confusion.players.player import Player

COMMAND = ROOT / "benchmarks" / "strength.py"


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of the players of older code."""
    monkeypatch.syspath_prepend(str(COMMAND.parent))
    import elsewhere

    module: ModuleType = elsewhere
    return module


def measured(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [sys.executable, str(COMMAND), "--folder", str(folder), *options],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "100"},
    )


# --- Older code ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [Rules.of("classic"), Rules.of("espionage", variants=[2, 3, 4, 5], tokens=True)],
    ids=["classic", "everything"],
)
def test_a_player_elsewhere_plays_as_here(
    elsewhere: ModuleType, monkeypatch: pytest.MonkeyPatch, rules: Rules
) -> None:
    """With the code of this folder in the other process, both players do the same, game after game."""
    tournament = Tournament(("advisor@30n", "goal"), rules, seed=6, limit=16)

    def there(name: str, rules: Rules, seed: int, *_: object) -> Player:
        if name == "goal":
            return make_player(name, rules, seed)
        made: Player = elsewhere.Elsewhere(ROOT, name, seed)
        return made

    def untimed(result: GameResult) -> GameResult:
        return replace(result, seconds=(0.0, 0.0))

    here = [play(tournament, number) for number in range(3)]
    monkeypatch.setattr(arena, "make_player", there)
    elsewhere_too = [play(tournament, number) for number in range(3)]
    assert list(map(untimed, elsewhere_too)) == list(map(untimed, here))
    assert all(result.fault is None for result in here)
    assert all(result.seconds[0] > 0 for result in elsewhere_too)


def test_by_the_processor_sleep_costs_nothing(elsewhere: ModuleType, tmp_path: Path) -> None:
    """A process with that clock does the same, and what it waits for counts only by the clock on the wall."""
    # Code that is this folder's, but for a player that sleeps.
    shutil.copytree(ROOT / "deduce", tmp_path / "deduce", ignore=shutil.ignore_patterns("__pycache__"))
    slow = (
        "import time\nfrom deduce.confusion.players import simple\nusual = simple.GoalPlayer.choose\n"
        "def choose(self, view):\n    time.sleep(0.3)\n    return usual(self, view)\n"
        "simple.GoalPlayer.choose = choose\n"
    )
    (tmp_path / "sitecustomize.py").write_text(slow, encoding="utf-8")
    tournament = Tournament(("goal", "random"), Rules.of("classic"), seed=1)
    game = Game(tournament.limited, *tournament.start(0))
    took, chosen = {}, set()
    for clock in elsewhere.CLOCKS:
        player = elsewhere.Elsewhere(tmp_path, "goal", 1, clock)
        chosen.add(player.choose(game.view(game.first)))
        took[clock] = player.seconds_elsewhere
    assert len(chosen) == 1
    assert took["processor"] < 0.3 <= took["wall"]


def test_the_time_is_taken_where_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a player says that it took counts, and not the way there and back."""

    class Away:
        seconds_elsewhere = 1000.0

        def __init__(self, player: Player) -> None:
            self.choose, self.allows = player.choose, player.allows

    def make(name: str, rules: Rules, seed: int, *_: object) -> Player:
        player = make_player(name, rules, seed)
        return Away(player) if name == "goal" else player

    monkeypatch.setattr(arena, "make_player", make)
    result = play(Tournament(("goal", "random"), Rules.of("classic"), seed=1, limit=5), 0)
    assert result.seconds[0] == 1000 * result.moves[0]
    assert result.seconds[1] < 1000


def test_a_revision_that_is_not_there(elsewhere: ModuleType, tmp_path: Path) -> None:
    """One sentence that says what brings it; nothing is left behind."""
    with pytest.raises(ConfusionError) as caught:
        elsewhere.code_of("0" * 40, tmp_path)
    assert "git fetch --unshallow" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_process_of_other_code_is_not_taken_for_it(elsewhere: ModuleType, tmp_path: Path) -> None:
    """Where the code is not in the folder, whatever is installed would play instead."""
    with pytest.raises(ConfusionError, match="runs the code of"):
        elsewhere.Elsewhere(tmp_path, "goal", 1)


# --- The command -----------------------------------------------------------------------------------------


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """A second run plays what is missing only; the lines carry the version of the code."""
    options = ("--only", "random", "--ruleset", "classic", "--time", "0.002")
    first = measured(tmp_path, *options, "--games", "2")
    assert first.returncode == 0, first.stderr
    assert "| random | 2 | " in first.stdout
    (log,) = tmp_path.rglob("*.jsonl")
    lines = log.read_text().splitlines()
    version = log.parent.name
    assert [json.loads(line)["version"] for line in lines] == [version] * 2
    second = measured(tmp_path, *options, "--games", "4", "--show")
    assert first.stdout == second.stdout
    third = measured(tmp_path, *options, "--games", "4", "--jobs", "2")
    assert "| random | 4 | " in third.stdout
    assert log.read_text().splitlines()[:2] == lines
    assert len(log.read_text().splitlines()) == 4


def test_games_of_other_code_are_refused(tmp_path: Path) -> None:
    """Whoever copies a log to where other code plays is told, and its lines are not counted."""
    options = ("--only", "random", "--ruleset", "classic", "--time", "0.002", "--games", "2")
    assert measured(tmp_path, *options).returncode == 0
    (log,) = tmp_path.rglob("*.jsonl")
    log.write_text(log.read_text().replace(log.parent.name, "0" * 12))
    again = measured(tmp_path, *options)
    assert 'its version is "000000000000"' in again.stderr
    assert "| random |" not in again.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--only", "gaol"), "there is no table and no row 'gaol'"),
        (("--games", "0"), "--jobs and --games must be at least 1"),
        (("--jobs", "-1"), "--jobs and --games must be at least 1"),
        (("--time", "nan"), "--time"),
        (("--time", "-1"), "--time"),
    ],
)
def test_wrong_options(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    """One sentence, and exit status 2."""
    said = measured(tmp_path, *options)
    assert said.returncode == 2
    assert words in said.stderr
    assert "Traceback" not in said.stderr
    assert said.stdout == ""
