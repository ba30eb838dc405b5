"""Tournaments: repeatable, fair, kept in a log, and counted right."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from common import CLASSIC
from deduce.confusion import Rules
from deduce.confusion.arena import run as arena_run
from deduce.confusion.arena import tournament as arena
from deduce.confusion.arena.log import ArenaLog, line_of
from deduce.confusion.arena.run import play_all
from deduce.confusion.arena.standing import standing
from deduce.confusion.arena.tournament import FAULT, Fault, GameResult, StoppedError, Tournament, play
from deduce.confusion.engine.actions import Agree, Attempt, Remove, Resign, Unread
from deduce.confusion.engine.diagrams import DiagramSet, standard_diagrams
from deduce.confusion.engine.view import View
from deduce.confusion.errors import ConfusionError
from deduce.confusion.players import named
from deduce.confusion.players.named import PLAYERS, make_player, player_name
from deduce.confusion.players.simple import RandomPlayer
from deduce.tabletop.errors import SessionError
from deduce.tabletop.pairs import elo, wilson

SHORT = Tournament(("random", "random#2"), CLASSIC, seed=5, limit=12)
ALL = Rules.of("espionage", variants=[2, 3, 4, 5], tokens=True)


def bare(result: GameResult) -> GameResult:
    """A result without the times, which no two runs share."""
    return replace(result, seconds=(0.0, 0.0))


def found(tournament: Tournament, games: Iterable[int], **where: Any) -> list[GameResult]:
    """Games that were played, in order and without their times."""
    results = play_all(tournament, games, **where)
    return sorted(map(bare, results), key=lambda result: result.game)


class Stub(RandomPlayer):
    """A random player until it does what it is made for."""

    does: Callable[[View], Any]

    def choose(self, view: View) -> Any:
        return type(self).does(view)


def with_stub(monkeypatch: pytest.MonkeyPatch, stub: type) -> None:
    """Let the player called random#2 be something else."""

    def make(name: str, rules: Rules, seed: int, *_: object) -> Any:
        return stub(rules, seed=seed) if name == "random#2" else make_player(name, rules, seed)

    monkeypatch.setattr(arena, "make_player", make)


# --- Names -------------------------------------------------------------------------------------------


def test_names() -> None:
    """A kind, a budget, a label."""
    assert (player_name("goal").time, player_name("goal").nodes) == (None, None)
    assert player_name("advisor@0.05").time == 0.05
    assert player_name("advisor@200n").nodes == 200
    assert player_name("monte-carlo@3#b").time == 3
    assert player_name("goal#b").kind == "goal"
    for name in ("random", "goal", "information", "safety"):
        assert make_player(name, CLASSIC, 1)
    assert all(text and "\n" not in text for text in PLAYERS.values())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gaol", "there is no player 'gaol'; did you mean 'goal'?"),
        ("", "there is no player ''"),
        ("a@b@c", "there is no player 'a@b@c'; a name is one of"),
        ("advisor@", "'' is no budget"),
        ("advisor@0", "'0' is no budget"),
        ("advisor@0n", "'0n' is no budget"),
        ("advisor@-1", "'-1' is no budget"),
        ("advisor@nan", "'nan' is no budget"),
        ("advisor@1e9", "'1e9' is no budget"),
        ("advisor@1e999", "'1e999' is no budget; write seconds for each move, at most 86,400"),
        ("advisor@999999999999n", "'999999999999n' is no budget"),
        ("advisor@inf", "'inf' is no budget"),
        ("advisor@" + "9" * 400, "is no budget"),
        ("advisor@" + "9" * 4000 + "n", "is no budget"),
        ("goal@1", "goal always answers at once"),
    ],
)
def test_wrong_names(name: str, words: str) -> None:
    """One sentence that names the remedy."""
    with pytest.raises(ConfusionError) as caught:
        player_name(name)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_options_reach_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name's budget replaces the tournament's; OpenSpiel counts simulations."""
    import sys
    from types import ModuleType

    seen: list[dict[str, Any]] = []

    def make(rules: Rules, **options: Any) -> object:
        assert rules is CLASSIC
        seen.append(options)
        return object()

    for home, name in (("players.advisor", "AdvisorPlayer"), ("players.ismcts", "IsmctsPlayer")):
        module = ModuleType(f"deduce.confusion.{home}")
        setattr(module, name, make)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    make_player("advisor", CLASSIC, 3, 0.5, 7)
    make_player("advisor@0.05", CLASSIC, 3, 0.5, 7)
    make_player("advisor@9n#x", CLASSIC, 3, 0.5)
    make_player("ismcts", CLASSIC, 3, 0.5)
    make_player("ismcts@9n", CLASSIC, 3)
    assert seen == [
        {"seed": 3, "time": 0.5, "nodes": 7},
        {"seed": 3, "time": 0.05, "nodes": None},
        {"seed": 3, "time": None, "nodes": 9},
        {"seed": 3, "time": 0.5},
        {"seed": 3, "time": None, "simulations": 9},
    ]


def test_options_of_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """They stand between budget and label, and reach the player as keywords; the usual value may be named."""
    seen: list[dict[str, Any]] = []

    def made(_: Rules, **options: Any) -> object:
        seen.append(options)
        return object()

    monkeypatch.setitem(named.OPTIONS, "advisor", {"engine": ("fast", "plain"), "ear": ("on", "off")})
    monkeypatch.setattr("deduce.confusion.players.advisor.AdvisorPlayer", made)
    name = player_name("advisor@0.05:ear=off:engine=plain#x")
    assert name.options == (("ear", "off"), ("engine", "plain"))
    assert (name.time, player_name("advisor:ear=on").options) == (0.05, (("ear", "on"),))
    make_player("advisor@9n:ear=off", CLASSIC, 3)
    assert seen == [{"seed": 3, "time": None, "nodes": 9, "ear": "off"}]
    for wrong, words in (
        ("advisor:eer=off", "advisor has no option 'eer'; did you mean 'ear'?"),
        ("advisor:ear=half", "'ear=half' is no choice; there are ear=on, ear=off"),
        ("advisor:ear", "'ear' is no choice"),
        ("advisor:", "advisor has no option ''"),
        ("advisor:ear=on:ear=off", "ear is chosen twice; write it once"),
        ("goal:ear=on", "goal has no options, so nothing can follow ':'"),
    ):
        with pytest.raises(ConfusionError) as caught:
            player_name(wrong)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)


def test_the_usual_player_has_no_options_of_its_name() -> None:
    """So that what it does when nothing is said stays what its class does."""
    for kind, options in named.OPTIONS.items():
        assert kind in PLAYERS
        for option, values in options.items():
            assert option.isidentifier()
            assert len(values) >= 2


def test_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing package is told with what brings it."""
    import sys

    monkeypatch.setitem(sys.modules, "deduce.confusion.players.ismcts", None)
    with pytest.raises(
        ConfusionError, match=r"the player 'ismcts' is not there.*deduce-tabletop\[openspiel\]"
    ):
        make_player("ismcts", CLASSIC, 1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": ("goal", "goal")}, "both players are called 'goal'; call one of them goal#2"),
        ({"players": ("goal", "gaol")}, "did you mean 'goal'?"),
        ({"limit": 0}, "the limit is 0; it must be a whole number from 1 to 999,999,999"),
        ({"time": -1.0}, "the time is -1 seconds"),
        ({"time": math.nan}, "the time is nan"),
        ({"time": math.inf}, "the time is inf seconds; it must be more than 0 and at most 86,400"),
        ({"time": 1.79e308}, "the time is 1.79e+308 seconds"),
        ({"nodes": 0}, "the number of nodes is 0"),
        ({"nodes": 10**5000}, "the number of nodes is such int"),
        ({"limit": 10**18}, "the limit is 1000000000000000000; it must be a whole number from 1 to"),
        ({"seed": 10**18 + 1}, "the seed is 1000000000000000001; it must be a whole number from"),
    ],
)
def test_wrong_tournaments(options: dict[str, Any], words: str) -> None:
    """Refused before anything is played."""
    with pytest.raises(ConfusionError) as caught:
        Tournament(**{"players": ("goal", "random"), "rules": CLASSIC, **options})
    assert words in str(caught.value)


# --- Games -------------------------------------------------------------------------------------------


def test_a_game_depends_on_its_number_only() -> None:
    """Whenever it is played, and in whatever order."""
    tournament = Tournament(("goal", "random"), CLASSIC, seed=3)
    forward = [bare(play(tournament, number)) for number in range(4)]
    backward = [bare(play(tournament, number)) for number in reversed(range(4))]
    assert forward == backward[::-1]
    other = [bare(play(replace(tournament, seed=4), number)) for number in range(4)]
    assert forward != other


@pytest.mark.parametrize("rules", [CLASSIC, ALL])
def test_pairs_swap_sides(rules: Rules) -> None:
    """Games 2k and 2k+1 have the same deals, placements and start, and the players change sides."""
    tournament = Tournament(("goal", "random"), rules, seed=8, limit=4)
    starts = [tournament.start(number) for number in range(20)]
    for pair in range(10):
        assert starts[2 * pair] == starts[2 * pair + 1]
        assert tournament.names(2 * pair) == ("goal", "random")
        assert tournament.names(2 * pair + 1) == ("random", "goal")
    assert len({str(start) for start in starts}) == 10
    assert {first for _, first, _ in starts} == {0, 1}
    assert all((places[0] is None) == (not rules.free_placement) for _, _, places in starts)
    one, two = play(tournament, 4), play(tournament, 5)
    assert (one.sides, two.sides) == (("goal", "random"), ("random", "goal"))
    assert one.first == two.first == starts[4][1]
    assert (one.pair, two.pair) == (2, 2)


def test_players_meet_the_deals_of_the_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sees the other side's diagrams and never its own, in both games of a pair."""
    seen: list[tuple[int, object, object]] = []

    class Watcher(RandomPlayer):
        def choose(self, view: View) -> Any:
            seen.append((view.side, view.opponent_deal, view.game().deals[view.side]))
            return super().choose(view)

    with_stub(monkeypatch, Watcher)
    for number in (6, 7):
        seen.clear()
        play(SHORT, number)
        deals, _, _ = SHORT.start(number)
        side = SHORT.names(number).index("random#2")
        assert seen
        assert all(entry == (side, deals[1 - side], None) for entry in seen)


def test_the_limit_is_a_draw() -> None:
    """Worth 1/2 to both."""
    result = play(replace(SHORT, limit=3), 0)
    assert (result.winner, result.ending, result.turns) == (None, "limit of turns", 3)
    assert (result.score("random"), result.score("random#2")) == (0.5, 0.5)
    assert sorted(result.moves) == [1, 2]


def test_a_win_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by resignation, and whoever has which side."""
    Stub.does = staticmethod(lambda _: Resign())
    with_stub(monkeypatch, Stub)
    for number in (0, 1):
        result = play(SHORT, number)
        assert (result.winner, result.ending, result.fault) == ("random", "resignation", None)
        assert (result.score("random"), result.score("random#2")) == (1.0, 0.0)


def _raises(_: View) -> Any:
    message = "no idea"
    raise ValueError(message)


@pytest.mark.parametrize(
    ("does", "words"),
    [
        (_raises, "ValueError: no idea (test_arena.py, line "),
        (lambda _: None, "did what is impossible: None: that is not an action"),
        (lambda _: Attempt("A", 4, 1), "did what is impossible: A-S1: "),
        (lambda _: Attempt("Q", 0, 1), "there is no piece Q"),
        (lambda _: Attempt([], 0, 1), "did what is impossible"),  # type: ignore[arg-type]
        (lambda _: Remove("A"), "there is no double agent in these rules"),
        (lambda _: Agree(), "agree to a draw: that is not for one player to decide"),
        (lambda _: Unread("x"), "that is not for one player to decide"),
    ],
)
def test_faults_lose(monkeypatch: pytest.MonkeyPatch, does: Callable[[View], Any], words: str) -> None:
    """A player that fails loses at once, and its line says why."""
    Stub.does = staticmethod(does)
    with_stub(monkeypatch, Stub)
    for number in (0, 1):
        result = play(SHORT, number)
        assert (result.winner, result.ending) == ("random", FAULT)
        assert result.fault is not None
        assert result.fault.player == "random#2"
        assert words in result.fault.reason
        assert "/" not in result.fault.reason
        assert line_of(SHORT, result)["fault"] == {"player": "random#2", "reason": result.fault.reason}


@pytest.mark.parametrize("said", [None, 1, KeyError("x")])
def test_faulty_answers_lose(monkeypatch: pytest.MonkeyPatch, said: object) -> None:
    """What is said for the double agent is a yes or a no, and its fault is not the asker's."""

    class Mumbler(RandomPlayer):
        def allows(self, view: View, attempt: Attempt) -> Any:
            if isinstance(said, Exception):
                raise said
            return said

    with_stub(monkeypatch, Mumbler)
    tournament = Tournament(("random", "random#2"), Rules.of("espionage"), seed=1)
    result = play(tournament, 0)
    assert (result.winner, result.ending) == ("random", FAULT)
    assert result.fault is not None
    assert result.fault.player == "random#2"


def test_the_double_agent_is_answered_by_the_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the player who sees that side's diagrams, and only for the double agent."""
    asked: list[tuple[View, Attempt]] = []

    class Judge(RandomPlayer):
        def allows(self, view: View, attempt: Attempt) -> bool:
            asked.append((view, attempt))
            return False

    with_stub(monkeypatch, Judge)
    play(Tournament(("random", "random#2"), Rules.of("espionage"), seed=1, limit=100), 0)
    assert asked
    for view, attempt in asked:
        assert view.opponent_deal is not None
        assert view.opponent_deal[attempt.letter] == 13
        assert view.position.turn == 1 - view.side
        assert view.position.admits(attempt)


def test_a_game_can_be_given_up() -> None:
    """Before any move."""
    answers = iter([False, False, True])
    with pytest.raises(StoppedError):
        play(SHORT, 0, lambda: next(answers))
    assert next(answers, None) is None


# --- Many games ---------------------------------------------------------------------------------------


def test_processes_play_the_same() -> None:
    """Two processes find the lines that one finds; closing stops the others."""
    here = found(SHORT, range(6))
    assert [result.game for result in here] == list(range(6))
    assert found(SHORT, range(6), jobs=2) == here
    results = play_all(replace(SHORT, limit=300), range(1000), jobs=2)
    assert len(list(islice(results, 2))) == 2
    results.close()


def test_a_process_that_was_ended() -> None:
    """It is told in a sentence; what was finished is out already."""
    from multiprocessing import active_children

    before = set(active_children())
    results = play_all(replace(SHORT, limit=300), range(1000), jobs=2)
    assert next(results).game >= 0
    for child in set(active_children()) - before:
        child.kill()
    with pytest.raises(ConfusionError, match="was ended from outside"):
        list(results)


@pytest.mark.parametrize("one_by_one", [True, False])
def test_other_clusters(monkeypatch: pytest.MonkeyPatch, one_by_one: bool) -> None:
    """Whatever joblib has a backend for, also where that gives all games at the end (here: threads)."""
    import sys
    from types import ModuleType

    joblib: Any = pytest.importorskip("joblib")
    done: list[object] = []

    class Threads(joblib.parallel.ThreadingBackend):  # type: ignore[misc]
        supports_return_generator = one_by_one

    for name in ("ray", "ray.util", "ray.util.joblib"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    modules: dict[str, Any] = sys.modules  # type: ignore[assignment]
    modules["ray"].init = lambda *, address: done.append(address)
    modules["ray"].shutdown = lambda: done.append("shut down")
    modules["ray.util.joblib"].register_ray = lambda: joblib.register_parallel_backend("ray", Threads)
    where: dict[str, Any] = {"backend": "ray", "address": "ray://x"}
    assert found(SHORT, range(5), **where) == found(SHORT, range(5))
    assert done == ["ray://x", "shut down"]
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "deduce.confusion.players.ismcts", None)
        missing = Tournament(("random", "ismcts@1n"), CLASSIC)
        with pytest.raises(ConfusionError, match="the player 'ismcts' is not there"):
            list(play_all(missing, range(2), **where))


def test_a_player_that_cannot_be_made_ends_a_tournament() -> None:
    """In a process of its own as here; it is nobody's fault in the game."""
    tournament = Tournament(("random", "ismcts@1n"), CLASSIC)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(__import__("sys").modules, "deduce.confusion.players.ismcts", None)
        with pytest.raises(ConfusionError, match="the player 'ismcts' is not there"):
            next(play_all(tournament, [0]))


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ({"jobs": 0}, "it must be at least 1"),
        ({"backend": "dusk"}, "there is no backend 'dusk'; did you mean 'dask'?"),
        ({"address": "tcp://x"}, "needs a cluster"),
    ],
)
def test_wrong_places(where: dict[str, Any], words: str) -> None:
    """Refused at once."""
    with pytest.raises(ConfusionError) as caught:
        play_all(SHORT, [0], **where)
    assert words in str(caught.value)


def test_a_cluster_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence with the remedy."""
    import sys

    monkeypatch.setitem(sys.modules, "joblib", None)
    with pytest.raises(ConfusionError, match=r"pip install 'deduce-tabletop\[cluster\]'"):
        next(play_all(SHORT, [0], backend="dask", address="tcp://127.0.0.1:9"))
    monkeypatch.undo()
    pytest.importorskip("joblib")
    for backend, remedy in (("dask", "deduce-tabletop"), ("ray", "pip install ray")):
        module = {"dask": "distributed", "ray": "ray"}[backend]
        monkeypatch.setitem(sys.modules, module, None)
        with pytest.raises(ConfusionError, match=f"the backend {backend} is not installed; .*{remedy}"):
            next(play_all(SHORT, [0], backend=backend, address="tcp://127.0.0.1:9"))


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence; an address is needed."""
    pytest.importorskip("joblib")
    pytest.importorskip("distributed")
    monkeypatch.setattr(arena_run, "_PATIENCE", 0.5)
    with pytest.raises(ConfusionError, match="needs the address"):
        next(play_all(SHORT, [0], backend="dask"))
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        with pytest.raises(ConfusionError, match=f"the dask cluster at {address} cannot be reached: "):
            next(play_all(SHORT, [0], backend="dask", address=address))


# --- The log ------------------------------------------------------------------------------------------


def write(path: Path, numbers: Iterable[int], tournament: Tournament = SHORT) -> None:
    """Play games into a log."""
    with ArenaLog(path, tournament) as log:
        for number in numbers:
            if number not in log.results:
                log.add(play(tournament, number))


def logged(path: Path) -> list[dict[str, Any]]:
    """The lines of a log in the order of the games, without times."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return sorted(({**line, "seconds": None} for line in lines), key=lambda line: line["game"])


def test_log(tmp_path: Path) -> None:
    """A line holds all of a game, and is read back as it was."""
    path = tmp_path / "log.jsonl"
    result = play(SHORT, 3)
    with ArenaLog(path, SHORT) as log:
        log.add(result)
        log.add(replace(result, game=5, winner="random", fault=Fault("random#2", "über…")))
        held = dict(log.results)
    (line, other) = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert line["format"] == "deduce.confusion.arena/1"
    assert (line["game"], line["pair"], line["players"]) == (3, 1, ["random", "random#2"])
    assert (line["sides"], line["seed"], line["rules"]) == (["random#2", "random"], 5, "classic")
    assert (line["limit"], line["time"], line["nodes"]) == (12, None, None)
    assert "fault" not in line
    assert other["fault"]["player"] == "random#2"
    with ArenaLog(path, SHORT) as log:
        assert log.results == held == {3: result, 5: held[5]}


def test_resumed_equals_uninterrupted(tmp_path: Path) -> None:
    """Wherever it was stopped; a line without an end is played again."""
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    write(whole, range(6))
    write(parts, [0, 4])
    write(parts, range(5))
    write(parts, range(6))
    assert logged(parts) == logged(whole)
    assert len(logged(parts)) == 6
    text = whole.read_bytes()
    ends = [place for place, byte in enumerate(text) if byte == ord("\n")]
    for cut in (1, 20, ends[0] - 1, ends[0], ends[2] + 1, ends[3] - 5, ends[5]):
        parts.write_bytes(text[:cut])
        write(parts, range(6))
        assert logged(parts) == logged(whole)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (replace(SHORT, players=("random", "goal")), 'its players is ["random", "random#2"], but in this'),
        (replace(SHORT, players=("random#2", "random")), "its players is"),
        (replace(SHORT, seed=6), "its seed is 5, but in this tournament 6"),
        (replace(SHORT, rules=ALL), 'its rules is "classic", but in this tournament "espionage:variants=2'),
        (replace(SHORT, limit=13), "its limit is 12"),
        (replace(SHORT, nodes=5), "its nodes is null"),
        (replace(SHORT, time=0.5), "its time is null"),
        (replace(SHORT, version="abc"), "its version is null, but in this tournament"),
    ],
)
def test_logs_of_other_tournaments(tmp_path: Path, other: Tournament, words: str) -> None:
    """Refused with one sentence, and left as they are."""
    path = tmp_path / "log.jsonl"
    write(path, range(2))
    before = path.read_bytes()
    with pytest.raises(ConfusionError) as caught, ArenaLog(path, other):
        pass
    assert words in str(caught.value)
    assert str(caught.value).endswith("choose another file")
    assert path.read_bytes() == before


def test_logs_of_a_version(tmp_path: Path) -> None:
    """Games of code that is told go on with the same code only."""
    path, told = tmp_path / "log.jsonl", replace(SHORT, version="abc")
    write(path, [0], told)
    with ArenaLog(path, told) as log:
        assert sorted(log.results) == [0]
    for other in (SHORT, replace(SHORT, version="abd")):
        with pytest.raises(ConfusionError, match="version"), ArenaLog(path, other):
            pass


def test_logs_of_other_diagrams(tmp_path: Path) -> None:
    """Told apart by what their pieces do."""
    path, usual = tmp_path / "log.jsonl", standard_diagrams()
    slower = [replace(diagram, reach=1) for diagram in usual.diagrams]
    rules = Rules.of("classic", diagrams=DiagramSet("slow", tuple(slower), usual.promoted))
    write(path, [0], replace(SHORT, rules=rules))
    assert "classic:diagrams=" in path.read_text(encoding="utf-8")
    with pytest.raises(ConfusionError, match="its rules is"):
        write(path, [1])


LINE = line_of(SHORT, GameResult(0, ("random", "random#2"), 0, None, "x", 3, (0.0, 0.0), (2, 1)))


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ("hello\n", "line 1: it is no line of a tournament"),
        ("hello", "line 1: it is no line of a tournament"),
        ("[1]\n", "line 1: it is no line of a tournament"),
        ("\n", "line 1: it is no line of a tournament"),
        ("[" * 100_000 + "\n", "line 1: it is no line of a tournament"),
        ("\udcff\n", "line 1: it is no line of a tournament"),
        (json.dumps({**LINE, "format": "deduce.confusion.arena/2"}) + "\n", "no line of a tournament"),
        (json.dumps({key: LINE[key] for key in LINE if key != "turns"}) + "\n", "missing or wrong"),
        (json.dumps({**LINE, "game": "0"}) + "\n", "the game is '0'; it must be a number"),
        (json.dumps({**LINE, "game": True}) + "\n", "the game is True; it must be a whole number"),
        (json.dumps({**LINE, "game": -2}) + "\n", "the game is -2; it must be a whole number from 0"),
        (json.dumps({**LINE, "turns": 10**19}) + "\n", "turns: 10000000000000000000 is further from 0"),
        (json.dumps({**LINE, "moves": [2, 1.5]}) + "\n", "the number of moves is 1.5; it must be a whole"),
        (json.dumps({**LINE, "seconds": [math.nan, 0]}) + "\n", "NaN is no number"),
        (json.dumps({**LINE, "seconds": [math.inf, 0]}) + "\n", "Infinity is no number"),
        (json.dumps({**LINE, "seconds": [0, 0]})[:-1] + ', "x": 1e999}\n', "inf is no number"),
        (json.dumps({**LINE, "seconds": [-1, 0]}) + "\n", "the time is -1 seconds"),
        (json.dumps({**LINE, "seconds": ["1", 0]}) + "\n", "the time is '1'; it must be a number"),
        (json.dumps({**LINE, "players": "x" * 100_000}) + "\n", 'its players is "xxx'),
        (json.dumps({**LINE, "game": 1}) + "\n", "its sides do not fit its number"),
        (json.dumps({**LINE, "winner": "goal"}) + "\n", "its winner did not play"),
        (json.dumps(LINE) + "\nx\n", "line 2: it is no line"),
    ],
)
def test_files_that_are_no_logs(tmp_path: Path, held: str, words: str) -> None:
    """Refused, and left as they are."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(held.encode(errors="surrogateescape"))
    before = path.read_bytes()
    with pytest.raises(ConfusionError) as caught, ArenaLog(path, SHORT):
        pass
    assert words in str(caught.value)
    assert path.read_bytes() == before


def test_a_log_has_one_writer(tmp_path: Path) -> None:
    """A second tournament is told so; a folder or a closed log cannot be written."""
    path = tmp_path / "log.jsonl"
    with (
        ArenaLog(path, SHORT),
        pytest.raises(SessionError, match="is being written by another tournament"),
        ArenaLog(path, SHORT),
    ):
        pass
    closed = ArenaLog(path, SHORT)
    with pytest.raises(SessionError, match="closed"):
        closed.add(play(SHORT, 0))
    with pytest.raises(SessionError, match="Is a directory"), ArenaLog(tmp_path, SHORT):
        pass
    with pytest.raises(SessionError, match="there is no folder"), ArenaLog(path / "below", SHORT):
        pass


# --- Standing ------------------------------------------------------------------------------------------


def pairs_of(scores: Iterable[Sequence[float]]) -> list[GameResult]:
    """Results with these scores for the player called a."""
    winners = {1: "a", 0.5: None, 0: "b"}
    return [
        GameResult(2 * pair + place, ("a", "b"), 0, winners[score], "x", 10 + place, (1.0, 2.0), (10, 5))
        for pair, each in enumerate(scores)
        for place, score in enumerate(each)
    ]


def test_standing() -> None:
    """Everything counted by hand."""
    results = pairs_of([(1, 0.5), (0, 1), (1,)])
    results[1] = replace(results[1], fault=Fault("b", "x"))
    now = standing(("a", "b"), reversed(results))
    assert (now.games, now.pairs, now.wins, now.draws, now.losses) == (5, 3, 3, 1, 1)
    assert now.rate == 0.7
    assert (now.low, now.high) == wilson(0.7, 3)
    assert now.elo == (elo(0.7), elo(now.low), elo(now.high))
    assert now.faults == (0, 1)
    assert now.turns == 10.4
    assert now.seconds_per_move == (0.1, 0.4)
    assert now.endings == (("x", 5),)
    assert now.wins_of_first == 3
    nothing = standing(("a", "b"), [])
    assert (nothing.rate, nothing.elo, nothing.low, nothing.high) == (None, None, 0.0, 1.0)
    assert nothing.seconds_per_move == (None, None)
