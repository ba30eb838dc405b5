"""Plays pairs of games that differ only in what a seat may not know, and compares all that this seat can see.

    python -m faults.leaks --pairs 1000 --jobs 2

makes 1,000 pairs, follows both games of each side by side, and compares byte by byte at every moment; what
takes long is compared at some of them. A pair is always the same by the same number. A difference is printed
with the way it is seen, the pair and the moment, and the exit status is 1.

A way to see a game is a line in `WAYS`: what yields the moments of a pair, and by name what a seat can see
then. A game to come joins with such a line for each way in which it can be seen.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import random
import re
import sys
import tempfile
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from confusion_games import RULES, WILD
from deduce.confusion import record_of
from deduce.confusion.adapters.action_numbers import numbers_of
from deduce.confusion.adapters.numbered_game import NumberedGame
from deduce.confusion.advice.advice import advise
from deduce.confusion.dangers import alarms, reach
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import random_game, random_start
from deduce.confusion.engine.turns import Event
from deduce.confusion.formats.view_as_json import view_json
from deduce.confusion.knowledge.behaviour import CAREFUL
from deduce.confusion.knowledge.reading import _LATELY
from deduce.confusion.knowledge.sheet import sheet_of
from deduce.confusion.match import match as matches
from deduce.confusion.match.companion import MatchCompanion
from deduce.confusion.match.lots import Lots
from deduce.confusion.match.match import Match, new_match, open_match
from deduce.confusion.players import named
from deduce.confusion.players.simple import RandomPlayer
from deduce.confusion.questions import board, suggest
from deduce.tabletop.budget import Budget
from deduce.tabletop.export import exported
from deduce.tabletop.look import Look
from deduce.tabletop.questions import replay_json, replayed, sheets_told
from deduce.tabletop.said import Told
from deduce.tabletop.sheet import sheet_json
from faults import orders, packs
from matches import attempts

__all__ = ["WAYS", "Difference", "Found", "Moment", "Way", "compared"]

NODES = 40
"""How many turns the advice plays in the mind."""
ADVISED = {"time": None, "nodes": NODES, "seed": 1, "top": 3, "compare": []}
DECISIONS = 90
TRIES = 20
KEY = "c0ffee" * 10 + "c0de"


class Moment(NamedTuple):
    """A moment of a pair.

    Attributes:
        name: What it is called where something differs.
        one: The one game, as this way has it.
        other: The other, in which only what the seat may not know is something else.
        seat: The seat.
    """

    name: str
    one: Any
    other: Any
    seat: int


Sight: TypeAlias = Callable[[Any, int], object]
"""Gives what a seat can see of a game."""


class Way(NamedTuple):
    """A way in which a game is seen.

    Attributes:
        moments: Yields the moments of a pair, given its number.
        sights: What can be seen at each of them, by name.
        slow: What can be seen as well and takes long, with how many moments there are to each that it is
            looked at.
    """

    moments: Callable[[int], Iterator[Moment]]
    sights: Mapping[str, Sight]
    slow: Mapping[str, tuple[int, Sight]] = {}


class Difference(NamedTuple):
    """Something that a seat sees and that tells what it may not know."""

    way: str
    pair: int
    moment: str
    sight: str
    one: bytes
    other: bytes

    def __str__(self) -> str:
        place = next(
            (at for at, (one, other) in enumerate(zip(self.one, self.other, strict=False)) if one != other),
            min(len(self.one), len(self.other)),
        )
        parts = " | ".join(repr(seen[max(0, place - 40) : place + 40]) for seen in (self.one, self.other))
        return f"{self.way}, pair {self.pair}, {self.moment}, {self.sight}: byte {place} differs: {parts}"


class Found(NamedTuple):
    """What came of comparing a pair.

    Attributes:
        counts: How many moments, comparisons and bytes there were, by way.
        differences: What differed.
    """

    counts: Counter[tuple[str, str]]
    differences: list[Difference]


def compared(pair: int, ways: Mapping[str, Way] | None = None) -> Found:
    """Compare all that the seat of a pair can see, in every way."""
    found = Found(Counter(), [])
    for name, way in (WAYS if ways is None else ways).items():
        for number, moment in enumerate(way.moments(pair)):
            # Pairs begin with another moment each, so that all kinds of moments have their turn.
            slow = {sight: see for sight, (every, see) in way.slow.items() if (number + pair) % every == 0}
            found.counts[name, "moments"] += 1
            for sight, see in {**way.sights, **slow}.items():
                one, other = (_bytes(see(game, moment.seat)) for game in (moment.one, moment.other))
                found.counts[name, "comparisons"] += 1
                found.counts[name, "bytes"] += len(one)
                if one != other:
                    found.differences.append(Difference(name, pair, moment.name, sight, one, other))
        if found.counts[name, "moments"]:
            found.counts[name, "pairs"] += 1
    return found


def _bytes(seen: object) -> bytes:
    if isinstance(seen, Told):
        seen = (seen.said, seen.fits, seen.document() if seen.data is not None else None)
    if isinstance(seen, bytes):
        return seen
    return (seen if isinstance(seen, str) else repr(seen)).encode("utf-8", "surrogatepass")


# --- Games of Confusion ------------------------------------------------------------------------------


def _rules(pair: int) -> Rules:
    names = sorted(RULES)
    return RULES[names[pair % len(names)]]


def _twin(game: Game, side: int, pair: int) -> Game | None:
    """Return a game of the same start with another deal of a side's own, by which all was answered alike.

    None if there is no other such deal.
    """
    deals = [*game.deals]
    for deal in sheet_of(game.view(side).game(), side).sample(TRIES, pair):
        if deal == game.deals[side]:
            continue
        deals[side] = deal
        twin = Game(game.rules, (deals[0], deals[1]), game.first, game.placements)
        for event in game.events:
            truth = twin.answer(event.action)
            assert truth in {None, event.answer}, f"pair {pair}: a deal on the sheet does not fit {event}"
            twin.push(event.action, event.answer)
        return twin
    return None


def _pair(pair: int) -> tuple[Game, Game, int] | None:
    """Return two games that were played alike and differ in the own deal of a seat, with this seat."""
    draw, side = random.Random(f"pair {pair}"), pair // len(RULES) % 2
    game = random_game(_rules(pair), draw, plies=draw.randint(1, 50), chances=WILD)
    twin = _twin(game, side, pair)
    return None if twin is None else (game, twin, side)


def _up_to(game: Game, count: int) -> Game:
    """Return a game of the same start after its first events."""
    begun = Game(game.rules, game.deals, game.first, game.placements)
    for event in game.events[:count]:
        begun.push(event.action, event.answer)
    return begun


def _games(pair: int) -> Iterator[Moment]:
    made = _pair(pair)
    if made is None:
        return
    one, other, side = made
    for count in range(len(one.events) + 1):
        yield Moment(f"event {count}", _up_to(one, count), _up_to(other, count), side)


def _seen_sheet(game: Game, side: int) -> object:
    return [json.dumps(sheet_json(sheet_of(game, seat)), sort_keys=True) for seat in (side, 1 - side)]


def _read_sheet(game: Game, side: int) -> object:
    """The sheets by behaviour as well, worked out from the first event each time."""
    _LATELY.clear()
    read = [sheet_of(game, seat, behaviour=CAREFUL) for seat in (side, 1 - side)]
    return [json.dumps(sheet_json(sheet), sort_keys=True) for sheet in read]


def _chosen(name: str, game: Game, side: int) -> object:
    position = game.position
    if game.outcome is not None or position.decider != side:
        return None
    return named.make_player(name, game.rules, 7).choose(game.view(side))


def _advice(game: Game, side: int) -> object:
    position = game.position
    if game.outcome is not None or position.decider != side or position.stage.gift:
        return None
    # How long it took is nobody's secret, and never the same.
    return replace(advise(game.view(side), Budget(None, NODES), seed=1, most_facts=3), seconds=0.0)


# --- Records in which both deals stand ---------------------------------------------------------------


def _records(pair: int) -> Iterator[Moment]:
    """Yield looks at a record that has both deals, as it has when a game is over."""
    made = _pair(pair)
    if made is None:
        return
    one, other, side = made
    records = [record_of(game, compass=side) for game in (one, other)]
    for count in range(len(records[0].steps) + 1):
        first, second = (Look(record, count, side, {"model": "coin"}) for record in records)
        yield Moment(f"turn {count}", first, second, side)


def _asked(ask: Callable[[Any, Mapping[str, Any]], Told], said: Mapping[str, Any]) -> Sight:
    return lambda look, _: ask(look, said)


def _suggested(look: Any, side: int) -> object:
    position = look.state.position
    if position.outcome is not None or position.decider != side or position.stage.gift:
        return None
    told = suggest(look, ADVISED)
    return told.said, {name: value for name, value in told.document().items() if name != "seconds"}


# --- Numbers: OpenSpiel and PettingZoo ---------------------------------------------------------------


def _numbered(pair: int) -> tuple[NumberedGame, NumberedGame, list[int], int] | None:
    """Return two starts, the decisions that both make alike, and the seat."""
    draw, side = random.Random(f"numbers {pair}"), pair // len(RULES) % 2
    play = NumberedGame(random_start(_rules(pair), draw))
    start, made = play.copy(), []
    for _ in range(draw.randint(1, DECISIONS)):
        if play.decider is None:
            break
        made.append(draw.choice(play.possible()))
        play.push(made[-1])
    twin = _twin(play.game, side, pair)
    if twin is None:
        return None
    deal = twin.deals[side]
    assert deal is not None
    return start, start.with_deal(side, deal), made, side


def _states(pair: int) -> Iterator[Moment]:
    """Yield states of OpenSpiel after every decision, between an attempt and its answer as well."""
    from deduce.confusion.adapters.openspiel import ConfusionGame

    made = _numbered(pair)
    if made is None:
        return
    one, other, numbers, side = made
    game = ConfusionGame(rules=one.game.rules)
    states = [game.state_of(play) for play in (one, other)]
    yield Moment("start", states[0], states[1], side)
    for count, number in enumerate(numbers, 1):
        for state in states:
            state.apply_action(number)
        yield Moment(f"decision {count}", states[0], states[1], side)


def _whose(state: Any, side: int) -> object:
    return (
        state.current_player(), state.legal_actions(side), state.is_terminal(), state.returns(),
        state.rewards(), state.move_number(),
    )  # fmt: skip


def _packed(tensor: Iterable[float]) -> bytes:
    return array("d", tensor).tobytes()


def _factored(public: bool, state: Any, side: int) -> object:
    import pyspiel

    private = pyspiel.PrivateInfoType.NONE if public else pyspiel.PrivateInfoType.SINGLE_PLAYER
    seen = []
    for recall in (True, False):
        wanted = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
        observer = state.get_game().make_py_observer(wanted)
        observer.set_from(state, side)
        seen.append((observer.string_from(state, side), observer.tensor.tobytes()))
    return seen


def _environments(pair: int) -> Iterator[Moment]:
    """Yield environments of PettingZoo after every step, between an attempt and its answer as well."""
    from deduce.confusion.adapters.pettingzoo import ConfusionEnv

    made = _numbered(pair)
    if made is None:
        return
    one, other, numbers, side = made
    rules, environments = one.game.rules, []
    for play in (one, other):
        env = ConfusionEnv(rules.ruleset, sorted(rules.variants), rules.tokens)
        env.reset(seed=pair)
        # The environment has a limit of its own instead of that of the rules.
        env._play = NumberedGame(Game(env.rules, play.game.deals, play.game.first, play.game.placements), 200)
        env.agent_selection = env.possible_agents[env.play.decider or 0]
        environments.append(env)
    yield Moment("start", environments[0], environments[1], side)
    for count, number in enumerate(numbers, 1):
        if not environments[0].agents or any(environments[0].terminations.values()):
            return
        for env in environments:
            env.step(number)
        yield Moment(f"step {count}", environments[0], environments[1], side)


def _observed(env: Any, side: int) -> object:
    agent = env.possible_agents[side]
    seen = env.observe(agent)
    return (
        seen["observation"].tobytes(), seen["action_mask"].tobytes(), env.agent_selection, env.rewards[agent],
        env._cumulative_rewards[agent], env.terminations[agent], env.truncations[agent], env.infos[agent],
    )  # fmt: skip


# --- Matches against the machine ---------------------------------------------------------------------


def _random_player(_name: str, rules: Rules, seed: int, **_: object) -> RandomPlayer:
    return RandomPlayer(rules, seed=seed)


class Sitting:
    """A match with its companion, played in a folder of its own with deals that were chosen.

    The machine sees the diagrams that the human may not know, so what it plays may tell of them, as at a
    table. Here it plays at random.
    """

    def __init__(self, folder: Path, rules: Rules, me: int, deals: Any, level: int) -> None:
        self.folder, self.deals = folder, deals
        folder.mkdir()
        with self._dealing():
            self._sit(new_match(folder / "match.txt", rules, me, 0, level, keys=folder / "keys"))

    @contextlib.contextmanager
    def _dealing(self) -> Iterator[None]:
        with (
            mock.patch.object(matches, "_deals", return_value=self.deals),
            mock.patch.object(Lots, "unknown", return_value=Lots(key=KEY)),
            mock.patch.object(named, "make_player", _random_player),
        ):
            yield

    def _sit(self, match: Match) -> None:
        self.companion = MatchCompanion(match)
        self.said: object = self.companion.greeting()

    def reopen(self) -> None:
        """Go on in another sitting."""
        with self._dealing():
            self._sit(open_match(self.folder / "match.txt", keys=self.folder / "keys"))

    @property
    def events(self) -> list[Event]:
        """All that was done, with the answers."""
        return self.companion.kept._game.events

    def obey(self, line: str) -> None:
        with self._dealing():
            self.said = self.companion.obey(line)

    def masked(self, seen: object) -> bytes:
        """Return what is seen without the name of the folder, and without the seal.

        The seal holds both deals, so it is another one; without the key nobody can try deals on it.
        """
        text = _bytes(seen).replace(str(self.folder).encode(), b"FOLDER")
        return re.sub(rb"[0-9a-f]{64}", b"SEAL", text)


def _matches(pair: int) -> Iterator[Moment]:
    draw, me, level = random.Random(f"match {pair}"), pair // len(RULES) % 2, 1 + pair % 3
    rules = replace(_rules(pair), half_move_limit=None)
    first = random_start(rules, draw)
    lines = attempts(rules, pair, draw.randint(2, 6))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        # To know by which other deals all would be answered alike, it is played once.
        rehearsal = Sitting(folder / "rehearsal", rules, me, first.deals, level)
        for line in lines:
            rehearsal.obey(line)
        match = rehearsal.companion.kept
        if match.is_over:
            return
        twin = _twin(match._game, me, pair)
        if twin is None:
            return
        one, other = (
            Sitting(folder / name, rules, me, deals, level)
            for name, deals in (("one", first.deals), ("two", twin.deals))
        )
        yield Moment("begun", one, other, me)
        for count, line in enumerate(lines, 1):
            if draw.random() < 0.3:
                for sitting in (one, other):
                    sitting.reopen()
                yield Moment(f"opened before line {count}", one, other, me)
            for sitting in (one, other):
                sitting.obey(line)
            if one.events != other.events:
                # What is answered for a double agent is at the machine's pleasure, so they may go apart.
                return
            yield Moment(f"line {count}, {line}", one, other, me)


def _of_match(see: Callable[[MatchCompanion, Sitting], object]) -> Sight:
    return lambda sitting, _: sitting.masked(see(sitting.companion, sitting))


def _exports(companion: MatchCompanion, sitting: Sitting) -> object:
    seen = []
    for ending in ("txt", "json", "html", "svg"):
        path = sitting.folder / f"export.{ending}"
        exported(companion.look, path)
        seen.append(path.read_bytes())
    return seen


def _match_advice(companion: MatchCompanion, _: Sitting) -> object:
    return _suggested(companion.look, companion.kept.me) if not companion.kept.pending else None


WAYS: dict[str, Way] = {
    "games": Way(
        _games,
        {
            "view": lambda game, side: view_json(game.view(side)),
            "view's game": lambda game, side: (
                game.view(side).events,
                game.view(side).position,
                game.view(side).opponent_deal,
                game.view(side).placements,
                game.view(side).game().deals,
            ),
            "possible": lambda game, side: (
                numbers_of(game.rules).possible(game) if game.position.decider == side else None
            ),
        },
        {
            "goal player": (3, partial(_chosen, "goal")),
            "safety player": (20, partial(_chosen, "safety")),
            "instinct player": (20, partial(_chosen, "instinct")),
            "reader": (20, partial(_chosen, "reader")),
            "bluffer": (20, partial(_chosen, "bluffer")),
            "sheets": (20, _seen_sheet),
            "sheets by behaviour": (60, _read_sheet),
            "advice": (60, _advice),
        },
    ),
    "records": Way(
        _records,
        {"turn": lambda look, _: (look.turn, look.outcome)},
        {
            "board": (4, lambda look, _: board(look)),
            "sheets": (20, _asked(sheets_told, {})),
            "alarms": (20, lambda look, _: alarms(look)),
            "reach": (20, _asked(reach, {"letter": ""})),
            "suggest": (60, _suggested),
        },
    ),
    "openspiel": Way(
        _states,
        {
            "whose turn": _whose,
            "information state": lambda state, side: state.information_state_string(side),
            "information tensor": lambda state, side: array(
                "d", state.information_state_tensor(side)
            ).tobytes(),
            "observation": lambda state, side: state.observation_string(side),
            "observation tensor": lambda state, side: _packed(state.observation_tensor(side)),
            "public": partial(_factored, True),  # noqa: FBT003 - the rest is given later
            "private": partial(_factored, False),  # noqa: FBT003
        },
    ),
    "pettingzoo": Way(_environments, {"observation": _observed}),
    "matches": Way(
        _matches,
        {
            "said": _of_match(lambda _, sitting: sitting.said),
            "file": _of_match(lambda companion, _: companion.kept.path.read_bytes()),
            "view": _of_match(lambda companion, _: companion.kept.view().events),
            "question": _of_match(lambda companion, _: (companion.question, companion.summary)),
            "moves": _of_match(lambda companion, _: companion.obey("moves")),
            "pieces": _of_match(lambda companion, _: companion.pieces()),
        },
        {
            "frame": (3, _of_match(lambda companion, _: vars(companion.frame()))),
            "replay": (6, _of_match(lambda companion, _: replayed(companion.look, {}))),
            "JSON": (6, _of_match(lambda companion, _: replay_json(companion.look))),
            "exports": (6, _of_match(_exports)),
            "suggest": (40, _of_match(_match_advice)),
        },
    ),
    "orders": Way(lambda pair: starmap(Moment, orders.moments(pair)), orders.SIGHTS, orders.SLOW),
    "packs": Way(lambda pair: starmap(Moment, packs.moments(pair)), packs.SIGHTS, packs.SLOW),
}
"""All ways in which a game can be seen, by name."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare as many pairs as are asked for, and print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=100, help="how many pairs")
    parser.add_argument("--first", type=int, default=0, help="the number of the first pair")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes compare at once")
    parser.add_argument("--ways", nargs="*", default=list(WAYS), choices=list(WAYS), help="only these ways")
    given = parser.parse_args(arguments)
    compare = partial(_compared_by_name, names=tuple(given.ways))
    numbers = range(given.first, given.first + given.pairs)
    counts: Counter[tuple[str, str]] = Counter()
    differences = 0
    begun = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for found in pool.imap_unordered(compare, numbers, chunksize=4):
            counts.update(found.counts)
            differences += len(found.differences)
            for difference in found.differences[:5]:
                _say(str(difference))
    for way in given.ways:
        parts = (f"{counts[way, what]:,} {what}" for what in ("pairs", "moments", "comparisons", "bytes"))
        _say(f"{way}: {', '.join(parts)}")
    _say(f"{given.pairs:,} pairs, {differences:,} differences, {time.monotonic() - begun:.0f} s")
    return 1 if differences else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _compared_by_name(pair: int, names: tuple[str, ...]) -> Found:
    return compared(pair, {name: WAYS[name] for name in names})


if __name__ == "__main__":
    sys.exit(main())
