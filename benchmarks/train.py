"""Tune the weights of the instinct, and learn how positions are judged, by games in the mind.

    python benchmarks/train.py --minutes 20 --folder training
    python benchmarks/train.py --minutes 20 --folder training --only judgement
    python benchmarks/train.py --minutes 20 --folder training --only ahead

First instincts play against each other, and weights move towards those that win: against their mirror image,
against themselves (where a draw by the limit counts nothing), and against a pool of earlier weights, changed
a little. Then the tuned instinct plays games with more and less heat, half of them from positions that come
of wild turns, and a small network learns from nine games of ten how likely the side to move wins. The tenth
tells how good that is, beside the judgement of before. Then the new instinct plays the one of before, and it
is tried after how many turns games are best judged.

At the end, or with `--only ahead`, the judgement learns once more, from games of sides that look two plies
ahead with the judgement that there is, against each other and against simpler ones; that can be done again
and again. Who looks ahead with the new
one then plays who does so with the one of before.

All that was done is in the folder, so the same command goes on where it stopped. `weights.toml` there has the
form of the one in the package and can take its place. The data is made anew each time, and not kept.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from far_play import duel_ahead, watch_ahead
from horizon import COST, horizons, places_of
from learning import aims, chances, learn, loss, reliability
from self_play import Looks, duel, watch
from tuning import Tuning

from deduce.confusion import Rules
from deduce.confusion.advice.instinct import JUDGEMENT, PHASES, POINTS, minds, minds_in
from deduce.tabletop.files import save

if TYPE_CHECKING:
    from collections.abc import Callable

    from far_play import Mind, Side

    from deduce.confusion.advice.lookups import Floats

RULES = {"plain": Rules.of("classic"), "agents": Rules.of("espionage")}
"""By which rules the weights of each kind are found; `--kind` leaves one of them."""
WINS = {"plain": 4.0, "agents": 8.0}
"""How much bringing Z home safely weighs at least: tuning does not see to it in games that are won."""
IN_TURN = 0.5
"""For how many minutes one kind is tuned before it is the turn of the other."""
UNITS = 24
EPOCHS = 12
TRUST = 0.8
"""How much who won counts for at each step back from the end; the rest is what was called on the way."""
POSITIONS, COPIES = 48, 300
"""How many positions are played on, and how often each."""
SOME = 500
"""How many games are played at a time for the network to learn from."""
AT_ONCE = 250
"""So many where sides look ahead, since a turn of many games takes room."""
PARTS = ("instinct", "judgement", "duel", "turns", "ahead")


def say(text: str) -> None:
    """Print a line with the time."""
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def as_toml(found: dict[str, tuple[Floats, Floats]]) -> str:
    """Return weights as they stand in the file of the package."""
    lines = []
    for kind, (points, judging) in found.items():
        for phase, row in zip(PHASES, points, strict=True):
            lines.append(f"[{kind}.instinct.{phase}]")
            lines += [f"{name} = {value:.3f}" for name, value in zip(POINTS, row, strict=True) if value]
            lines.append("")
        lines.append(f"[{kind}.judgement]")
        for name, column in zip((*JUDGEMENT, "constant", "counts"), judging.T, strict=True):
            lines.append(f"{name} = [{', '.join(f'{value:.3f}' for value in column)}]")
        lines.append("")
    return "\n".join(lines)


def found_in(folder: Path) -> dict[str, tuple[Floats, Floats]]:
    """Return the weights in the folder; those of the package if there are none yet."""
    file = folder / "weights.toml"
    return minds_in(file.read_text(encoding="utf-8")) if file.exists() else dict(minds())


def tune(folder: Path, minutes: float, seed: int) -> None:
    """Tune the instincts."""
    earlier = minds("fitted")
    tunings = {
        kind: Tuning(rules, minds()[kind][0], [earlier[kind][0]], folder / f"{kind}.npz", seed)
        for kind, rules in RULES.items()
    }
    until = time.monotonic() + 60 * minutes
    while time.monotonic() < until:
        for kind, tuning in tunings.items():
            tuning.run(min(IN_TURN, minutes / 2), lambda text, kind=kind: say(f"{kind}: {text}"))
    found = found_in(folder)
    for kind, tuning in tunings.items():
        points = as_large(tuning.mean, earlier[kind][0])
        wins = PHASES.index("mine"), POINTS.index("reach_goal_safely")
        points[wins] = max(points[wins], WINS[kind])
        found[kind] = points, found[kind][1]
    save(folder / "weights.toml", as_toml(found))


def as_large(points: Floats, earlier: Floats) -> Floats:
    """Return weights as large as earlier ones together, so that heat and a point mean as much as before."""
    common = np.where(earlier == 0, 0, points)
    scale = np.linalg.norm(earlier, axis=1) / np.linalg.norm(common, axis=1)
    return (points * scale[:, None]).astype(np.float32)


def looks_of(play: Callable[[int], Looks], minutes: float, seed: int) -> Looks:
    """Return positions of as many games as are played in some minutes, with a seed for some at a time."""
    until, parts, number = time.monotonic() + 60 * minutes, [], 0
    while time.monotonic() < until or not parts:
        part = play(seed + number)
        parts.append(part._replace(game=part.game + number * SOME))
        number += 1
    return Looks(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def judge(folder: Path, minutes: float, seed: int) -> None:
    """Learn how positions are judged from games of the instinct, and print how good that is."""
    found = found_in(folder)
    for kind, rules in RULES.items():

        def play(seed: int, kind: str = kind, rules: Rules = rules) -> Looks:
            return watch(rules, found[kind][0], games=SOME, seed=seed)

        looks = looks_of(play, minutes / len(RULES) * 0.6, seed)
        found[kind] = found[kind][0], _learned(kind, looks, minds("fitted")[kind][1], seed)
    save(folder / "weights.toml", as_toml(found))


def look_ahead(folder: Path, minutes: float, pairs: int, seed: int) -> None:
    """Learn it from games of sides that look ahead, and print how they fare with it.

    Every fourth time the opponent goes by its instinct, and every fourth by the judgement that was fitted:
    so what is judged comes of others too.
    """
    found = found_in(folder)
    for kind, rules in RULES.items():
        points, earlier = found[kind]
        opponents: list[Side] = [found[kind], found[kind], (points, None), minds("fitted")[kind]]

        def play(
            seed: int, rules: Rules = rules, mind: Mind = found[kind], opponents: list[Side] = opponents
        ) -> Looks:
            sides = mind, opponents[seed % len(opponents)]
            # Every other time it is the other side that begins at the bottom of the board.
            return watch_ahead(rules, sides if seed // 4 % 2 else sides[::-1], games=AT_ONCE, seed=seed)

        judging = _learned(kind, looks_of(play, minutes / len(RULES) * 0.8, seed), earlier, seed)
        found[kind] = points, judging
        result = duel_ahead(rules, found[kind], (points, earlier), pairs=pairs, seed=seed + 1)
        share, margin = result.by_pair.mean(), 1.96 * result.by_pair.std() / pairs**0.5
        say(
            f"{kind}: who looks ahead with it gets {100 * share:.1f} % (± {100 * margin:.1f}) of "
            f"{2 * pairs:,} games against that of before, {100 * result.draws:.1f} % draws"
        )
    save(folder / "weights.toml", as_toml(found))


def _learned(kind: str, looks: Looks, earlier: Floats, seed: int) -> Floats:
    """Return a judgement that has learned from positions; how good it is, and one of before, is printed."""
    held_out = looks.game % 10 == 0
    known = Looks(*(column[~held_out] for column in looks))
    unknown = Looks(*(column[held_out] for column in looks))
    games = len(np.unique(looks.game))
    say(f"{kind}: {len(looks.game):,} positions of {games:,} games, {held_out.sum():,} of them held out")
    judgements = {
        "that of before": earlier,
        "a sum": learn(known, 0, epochs=EPOCHS // 3, seed=seed),
        f"{UNITS} units, by who won": learn(known, UNITS, epochs=EPOCHS, seed=seed),
    }
    called = chances(known.features, judgements[f"{UNITS} units, by who won"])
    smoothed = known._replace(won=aims(known, called, TRUST))
    judgements[f"{UNITS} units"] = learn(smoothed, UNITS, epochs=EPOCHS, seed=seed)
    even = loss(np.full(len(unknown.won), 0.5), unknown.won)
    say(f"{kind}: log loss {even:.4f} without any judgement")
    for name, judging in judgements.items():
        called = chances(unknown.features, judging)
        trained = loss(chances(known.features, judging), known.won)
        say(f"{kind}: log loss {loss(called, unknown.won):.4f} by {name} (known games: {trained:.4f})")
        for each in reliability(called, unknown):
            print(
                f"    called {100 * each.called:5.1f} %, won {100 * each.won:5.1f} % "
                f"(± {100 * each.margin:.1f}) of {each.positions:,} positions"
            )
    return judgements[f"{UNITS} units"]


def compare(folder: Path, pairs: int, seed: int) -> None:
    """Let the new instincts play those of before."""
    found, earlier = found_in(folder), minds("fitted")
    for kind, rules in RULES.items():
        for heat in (0.0, 0.05):
            new, old = found[kind][0], earlier[kind][0]
            result = duel(rules, new, old, pairs=pairs, seed=seed + 1, heat=heat)
            share, margin = result.by_pair.mean(), 1.96 * result.by_pair.std() / pairs**0.5
            itself = duel(rules, new, new, pairs=pairs // 4, seed=seed + 2, heat=heat)
            say(
                f"{kind}, heat {heat}: {100 * share:.1f} % (± {100 * margin:.1f}) against that of before in "
                f"{2 * pairs:,} games, {100 * result.draws:.1f} % draws; {100 * itself.draws:.1f} % draws "
                "against itself"
            )


def tell_turns(folder: Path, seed: int) -> None:
    """Print after how many turns games are best judged, by the judgement of now and by that of before."""
    found, earlier = found_in(folder), minds("fitted")
    for kind, rules in RULES.items():
        places = list(places_of(rules.ruleset, POSITIONS, COPIES))
        for name, judging in (("now", found[kind][1]), ("before", earlier[kind][1])):
            say(f"{kind}, the judgement of {name}: percentage points over {POSITIONS} positions")
            for each in horizons(places, found[kind][0], judging, seed):
                print(
                    f"    {each.turns:3} turns: values off {100 * each.off:4.1f}, between attempts "
                    f"{100 * each.apart:4.1f}; single games apart {100 * each.spread:4.1f}, each costs "
                    f"{each.nodes:4.1f} turns; lost by choosing for {COST:,} turns {100 * each.lost:4.2f}"
                )


def main() -> None:
    """Do what was asked for."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--minutes", type=float, default=20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--folder", type=Path, default=Path("training"))
    options.add_argument("--only", choices=PARTS, help="do one part alone")
    options.add_argument(
        "--kind", choices=RULES, help="of one kind of rules alone: with a double agent or without"
    )
    options.add_argument("--pairs", type=int, default=1000, help="pairs of games of the duel at the end")
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    parts = PARTS if given.only is None else (given.only,)
    for other in set(RULES) - {given.kind or kind for kind in RULES}:
        del RULES[other]
    share = given.minutes / 3 if given.only is None else given.minutes
    if "instinct" in parts:
        tune(given.folder, share, given.seed)
    if "judgement" in parts:
        judge(given.folder, share, given.seed)
    if "duel" in parts:
        compare(given.folder, given.pairs, given.seed)
    if "turns" in parts:
        tell_turns(given.folder, given.seed)
    if "ahead" in parts:
        look_ahead(given.folder, share, given.pairs, given.seed)


if __name__ == "__main__":
    main()
