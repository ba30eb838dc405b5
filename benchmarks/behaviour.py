"""Fit what players shun and like, and measure what reading their behaviour is worth.

    python benchmarks/behaviour.py play --folder behaviour-games --games 20
    python benchmarks/behaviour.py fit --folder behaviour-games
    python benchmarks/behaviour.py report --folder behaviour-games

`play` writes games of several players as records, and goes on where it stopped. `fit` takes those with even
numbers and prints the rates of each habit for `deduce/confusion/knowledge/behaviour.py`: a conditional logit
of what was chosen among all that could be attempted. `report` takes those with odd numbers, which had no part
in it, and prints for each player how many bits the true diagram of a letter was still away, by facts and by
behaviour; `--trust` tries other measures of trust.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import defaultdict
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion import Game, Rules, record_of
from deduce.confusion.engine.actions import Attempt
from deduce.confusion.engine.simulation import random_start
from deduce.confusion.kind import read_record
from deduce.confusion.knowledge.behaviour import CAREFUL
from deduce.confusion.knowledge.exposure import BASE, EXPOSED, Exposure, Floats
from deduce.confusion.knowledge.reading import Reading, moving
from deduce.confusion.players.advisor import InstinctPlayer
from deduce.confusion.players.named import make_player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.game import Deal, Event
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.view import View
    from deduce.confusion.knowledge.behaviour import Behaviour
    from deduce.confusion.players.player import Player

EDITIONS = ("classic", "espionage")
PAIRS = (
    ("safety", "goal"),
    ("instinct", "safety"),
    ("goal", "instinct"),
    ("advisor@0.02", "safety"),
    ("advisor@0.02", "monte-carlo@0.02"),
    ("bluffer", "instinct"),
    ("advisor@0.02", "bluffer"),
)
GROUPS = {"careless": ("goal", "monte-carlo"), "wary": ("safety",), "watchful": ("advisor", "instinct")}
"""Whose games each habit is fitted to; nobody fits a habit to the bluffer."""
LIMIT = 160
MOST_CHOICES = 400
"""So many choices of each player in each edition, so that long games do not count for more."""
RIDGE = 2.0
"""How strongly rates are held near 0 where the games say little."""
EVERY = 10
"""After so many turns each it is looked what is known."""


class Bluffer(InstinctPlayer):
    """Steps where it can be taken, and the owner does not know it, to be taken for safe there."""

    def choose(self, view: View) -> Action:
        """Return such a step every other time there is one; else what instinct says."""
        usual, deal = super().choose(view), view.opponent_deal
        draw = random.Random(f"{self.seed} {len(view.events)}")
        if not isinstance(usual, Attempt) or deal is None or draw.random() < 0.5:
            return usual
        position, rules = view.position, view.rules
        reading = Reading(rules, 0, CAREFUL)
        for before, event in view.game().steps:
            reading = reading.heard_in(before, event)
        facts = reading.both_facts
        mine, theirs = facts[view.side], facts[1 - view.side]
        if mine is None or theirs is None:
            return usual
        exposure = Exposure.at(position, moving(position, view.side, mine))
        theirs = moving(position, 1 - view.side, theirs)
        kinds = columns(position, 1 - view.side, deal)
        step = np.eye(len(EXPOSED))[:1]
        open_ = exposure.laid_open(step, -step, theirs @ exposure.sight.takes)[0]
        worth = open_[np.arange(len(kinds)), kinds].max(axis=0)
        worth[
            [place for place, each in enumerate(exposure.attempts) if each.letter in position.stage.barred]
        ] = 0
        return exposure.attempts[int(worth.argmax())] if worth.max() > 0.3 else usual


def columns(position: Position, side: int, deal: Deal) -> list[int]:
    """Return in which column of an exposure each piece of a side stands."""
    numbers = list(position.rules.diagrams)
    return [
        len(numbers) if position.is_promoted(side, letter) else numbers.index(deal[letter])
        for letter in position.rules.letters
    ]


def made(name: str, rules: Rules, seed: int) -> Player:
    """Return a player by name."""
    return Bluffer(rules, seed=seed) if name == "bluffer" else make_player(name, rules, seed)


def play(rules: Rules, names: tuple[str, str], number: int) -> Game:
    """Play a game."""
    start = random_start(replace(rules, half_move_limit=LIMIT), random.Random(f"behaviour {number // 2}"))
    names = names[::-1] if number // 2 % 2 else names
    seats = [made(name, start.rules, 1000 * number + place) for place, name in enumerate(names)]
    while start.outcome is None:
        side = start.position.decider
        other = 1 - start.position.turn
        seen = start.view(other)
        agent = partial(seats[other].allows, seen)
        start.push(seats[side].choose(start.view(side)), agent=agent)
    return start


def files(folder: Path, games: int) -> Iterator[tuple[Path, str, tuple[str, str], int]]:
    """Yield where each game is kept, and what it is."""
    for number, edition, names in product(range(games), EDITIONS, PAIRS):
        yield folder / f"{edition} {' '.join(names)} {number}.txt", edition, names, number


def played(folder: Path, *, odd: bool) -> Iterator[tuple[str, tuple[str, str], Game]]:
    """Yield the games in a folder that have even or odd numbers."""
    for path in sorted(folder.glob("*.txt")):
        edition, *names, number = path.stem.split(" ")
        if int(number) % 2 == odd:
            game = read_record(path).now.game()
            order = names[::-1] if int(number) // 2 % 2 else names
            yield edition, (order[0].split("@")[0], order[1].split("@")[0]), game


# --- Fitting ------------------------------------------------------------------------------------------


def choices(game: Game) -> Iterator[tuple[int, Floats, int]]:
    """Yield for each attempt who made it, what all that were possible have about them, and which it was."""
    reading = Reading(game.rules, 0, CAREFUL)
    for position, event in game.steps:
        mover, other = position.turn, 1 - position.turn
        mine, theirs, deal = reading.both_facts[mover], reading.both_facts[other], game.deals[other]
        if isinstance(event.action, Attempt) and not (mine is None or theirs is None or deal is None):
            exposure = Exposure.at(position, moving(position, mover, mine))
            sure = moving(position, other, theirs) @ exposure.sight.takes
            kinds = columns(position, other, deal)
            unit, none = np.eye(len(EXPOSED)), np.zeros((len(EXPOSED), len(EXPOSED)))
            rows = np.arange(len(kinds))
            seen = exposure.laid_open(unit, none, sure)[:, rows, kinds].sum(axis=1)
            known = exposure.laid_open(none, unit, sure)[:, rows, kinds].sum(axis=1)
            yield mover, np.hstack([exposure.base, -seen.T, -known.T]), exposure.attempts.index(event.action)
        reading = reading.heard_in(position, event)


def fitted(data: list[tuple[Floats, int]]) -> tuple[Floats, float]:
    """Return the rates under which what was chosen is likeliest, and the logarithm of that, by choice."""
    rates, mean = np.zeros(data[0][0].shape[1]), 0.0
    for _ in range(30):
        slope, bend, mean = -RIDGE * rates, RIDGE * np.eye(len(rates)), 0.0
        for table, chosen in data:
            likes = table @ rates
            shares = np.exp(likes - likes.max())
            shares /= shares.sum()
            middle = shares @ table
            slope += table[chosen] - middle
            bend += (table * shares[:, None]).T @ table - np.outer(middle, middle)
            mean += float(np.log(shares[chosen])) / len(data)
        step = np.linalg.solve(bend, slope)
        rates += step * min(1.0, 2.0 / np.abs(step).max())
        if np.abs(step).max() < 1e-3:
            break
    return rates, mean


def fit(folder: Path) -> None:
    """Print the rates of each habit."""
    by_player: dict[tuple[str, str], list[tuple[Floats, int]]] = defaultdict(list)
    for edition, names, game in played(folder, odd=False):
        for mover, table, chosen in choices(game):
            if len(by_player[edition, names[mover]]) < MOST_CHOICES:
                by_player[edition, names[mover]].append((table, chosen))
    size = len(BASE)
    for habit, who in GROUPS.items():
        data = [each for (_, name), found in by_player.items() if name in who for each in found]
        if habit == "careless":
            data = [(table[:, :size], chosen) for table, chosen in data]
        rates, mean = fitted(data)
        print(f"{habit}: {len(data)} choices, {mean:.3f} by choice")
        print("    likes", ", ".join(f"{each:.1f}" for each in rates[:size]))
        for kind, seen, known in zip(EXPOSED, rates[size:], rates[size + len(EXPOSED) :], strict=False):
            print(f"    {kind}=Rate({seen:.1f}, {known:.1f}),")


# --- What it is worth ---------------------------------------------------------------------------------


def away(chances: Floats, kinds: list[int]) -> float:
    """Return how many bits the true diagrams are away, by letter."""
    return float(-np.log2(np.maximum(chances[np.arange(len(kinds)), kinds], 1e-30)).mean())


def followed(game: Game, behaviour: Behaviour) -> Iterator[tuple[int, float, float, Floats]]:
    """Yield now and then whose choices were read, the bits by facts and by behaviour, and the habits."""
    start = game.positions[0]
    for side in (0, 1):
        reading, deal = Reading(game.rules, side, behaviour), game.deals[side]
        if deal is None:
            continue
        kinds = columns(start, side, deal)
        for position, event in game.steps:
            reading = reading.seen(position, event)
            is_time = position.turns % EVERY == EVERY - 1 or position.turns % EVERY == EVERY - 2
            if is_time and event.side != side and reading.facts is not None and reading.chances is not None:
                yield 1 - side, away(reading.facts, kinds), away(reading.chances, kinds), reading.shares


def report(folder: Path, behaviour: Behaviour) -> None:
    """Print what reading is worth, by player: means by game, and 95 % from the spread of games."""
    found: dict[tuple[str, str], list[Floats]] = defaultdict(list)
    for edition, names, game in played(folder, odd=True):
        rows: dict[int, list[Floats]] = defaultdict(list)
        for mover, facts, read, habits in followed(game, behaviour):
            rows[mover].append(np.array([facts, read, *habits]))
        for mover, each in rows.items():
            found[edition, names[mover]].append(np.array([*np.mean(each, axis=0), each[-1][0] - each[-1][1]]))
    heads = (
        "edition",
        "who is read",
        "games",
        "bits by facts",
        "by behaviour",
        "gained (95 %)",
        "at the end",
    )
    print(f"| {' | '.join(heads)} | {' / '.join(habit.name for habit in behaviour.habits)} |")
    print("| :-- | :-- | --: | --: | --: | --: | --: | --: |")
    for (edition, name), games in sorted(found.items()):
        means, gained = np.mean(games, axis=0), [each[0] - each[1] for each in games]
        error = 1.96 * np.std(gained, ddof=1) / len(gained) ** 0.5 if len(gained) > 1 else float("nan")
        shares = " / ".join(f"{share:.0%}" for share in means[2:-1])
        row = (
            *(edition, name, str(len(games)), f"{means[0]:.3f}", f"{means[1]:.3f}"),
            *(f"{means[0] - means[1]:+.3f} ± {error:.3f}", f"{means[-1]:+.3f}", shares),
        )
        print(f"| {' | '.join(row)} |")


def overheard(folder: Path) -> None:
    """Print the trust under which the crowd's own rule says most: a step says that nothing can take there."""
    steps: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for _, names, game in played(folder, odd=False):
        reading = Reading(game.rules, 0, CAREFUL)
        for position, event in game.steps:
            steps[names[event.side]] += _stepped(game, position, event, reading)
            reading = reading.heard_in(position, event)
    for name, found in {**steps, "all": [each for row in steps.values() for each in row]}.items():
        truly, chance = np.array(found).T
        gains = {
            trust: float((np.log2(1 - trust * truly) - np.log2(1 - trust * chance)).mean())
            for trust in np.arange(-0.5, 1.0, 0.05)
        }
        best = max(gains, key=lambda trust: gains[trust])
        print(f"{name}: trust {best:.2f} is best, {gains[best]:+.4f} bits by step; {len(found)} steps")


def _stepped(game: Game, position: Position, event: Event, reading: Reading) -> list[tuple[float, float]]:
    """Return whether each letter that looks at where somebody stepped can take there, and its chance."""
    action = event.action
    if not isinstance(action, Attempt) or not event.answer.allowed or action.kind.value == "pass":
        return []
    mover, other = position.turn, 1 - position.turn
    mine, theirs, deal = reading.both_facts[mover], reading.both_facts[other], game.deals[other]
    if mine is None or theirs is None or deal is None:
        return []
    kinds = columns(position, other, deal)
    exposure = Exposure.at(position, moving(position, mover, mine))
    option, found = exposure.attempts.index(action), []
    mine = (exposure.option == option) & np.isin(exposure.kind, [0, 2])
    target, sight = position.target(action), exposure.sight
    for letter, step in zip(exposure.letter[mine], exposure.step[mine], strict=True):
        name = game.rules.letters[letter]
        start = position.squares[position.piece(other, name)]
        if sight.leads[other, start, step] == target and not position.is_promoted(other, name):
            truly, chance = sight.takes[kinds[letter], step], theirs[letter] @ sight.takes[:-1, step]
            found.append((float(truly), float(chance)))
    return found


def main() -> None:
    """Play, fit or report."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("what", choices=("play", "fit", "report", "overheard"))
    options.add_argument("--folder", type=Path, required=True)
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--trust", type=float, default=CAREFUL.trust)
    given = options.parse_args()
    if given.what == "fit":
        fit(given.folder)
    elif given.what == "report":
        report(given.folder, replace(CAREFUL, trust=given.trust))
    elif given.what == "overheard":
        overheard(given.folder)
    else:
        given.folder.mkdir(exist_ok=True)
        for path, edition, names, number in files(given.folder, given.games):
            if not path.exists():
                record = record_of(play(Rules.of(edition), names, number))
                path.write_text(record.text, encoding="utf-8")


if __name__ == "__main__":
    main()
