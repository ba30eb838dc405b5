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
ahead with the judgement that there is, against each other and against simpler ones: who wins, and what a look
ahead finds of how they stand, and of how they would stand after what nobody does. That can be done again and
again, with another `--seed` each time; `--units 48` begins anew instead of going on, with so many units. With
`--ranked` one side of every third game looks at what its own looks rank first, and not at what the instinct
does: so the judgement comes to know where it errs, which is what such a side picks. Who looks ahead with the
new one then plays who does so with the one of before.

All that was done is in the folder, so the same command goes on where it stopped. `weights.toml` there has the
form of the one in the package and can take its place. The data is made anew each time, and not kept.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from far_play import duel_ahead, options_in, watch_ahead
from horizon import COST, horizons, places_of
from learning import RATE, aims, chances, learn, loss, put_right, reliability
from ranking import lost_by, ranking_of
from self_play import Looks, duel, watch
from tuning import Tuning

from deduce.confusion import Rules
from deduce.confusion.advice.instinct import JUDGEMENT, PHASES, POINTS, minds, minds_in
from deduce.tabletop.files import save

if TYPE_CHECKING:
    from collections.abc import Callable

    from far_play import Mind, Side, Watched

    from deduce.confusion.advice.lookups import Floats

    Kinds = dict[str, Rules]
    """The kinds of weights that are to be found, and by which rules."""

RULES = {"plain": Rules.of("classic"), "agents": Rules.of("espionage")}
"""By which rules the weights of each kind are found."""
WINS = {"plain": 4.0, "agents": 8.0}
"""How much bringing Z home safely weighs at least: tuning does not see to it in games that are won."""
IN_TURN = 0.5
"""For how many minutes one kind is tuned before it is the turn of the other."""
UNITS = 24
EPOCHS = 12
TRUST = 0.96
"""How much what came later counts for at each step back from the end; the rest is what a look ahead finds."""
POSITIONS, COPIES = 48, 300
"""How many positions are played on, and how often each."""
SOME = 500
"""How many games are played at a time for the network to learn from."""
AT_ONCE = 250
"""So many where sides look ahead, since a turn of many games takes room."""
RANKED = 300
"""How many games tell what a look ahead ranks first."""
FIRST = 12
"""So many attempts of each position are looked at."""
DUELS = 1_000_000
"""So much is added to the seed for the deals of a duel, which are none of those that were learned from."""
Part = TypeVar("Part")
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


def tune(folder: Path, kinds: Kinds, minutes: float, seed: int) -> None:
    """Tune the instincts."""
    earlier = minds("fitted")
    tunings = {
        kind: Tuning(rules, minds()[kind][0], [earlier[kind][0]], folder / f"{kind}.npz", seed)
        for kind, rules in kinds.items()
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


def gathered(play: Callable[[int], Part], minutes: float, seed: int) -> list[Part]:
    """Return what is seen of some games at a time, with a seed for each, until some minutes are over."""
    parts: list[Part] = []
    until = time.monotonic() + 60 * minutes
    while time.monotonic() < until or not parts:
        parts.append(play(seed + len(parts)))
    return parts


def joined(parts: list[Looks]) -> Looks:
    """Return all looks together, with a number of its own for each game."""
    numbered = [part._replace(game=part.game + place * SOME) for place, part in enumerate(parts)]
    return Looks(*(np.concatenate(column) for column in zip(*numbered, strict=True)))


def divided(looks: Looks) -> tuple[Looks, Looks]:
    """Return the looks at nine games of ten, to learn from, and those at the tenth."""
    held_out = looks.game % 10 == 0
    return Looks(*(column[~held_out] for column in looks)), Looks(*(column[held_out] for column in looks))


def judge(folder: Path, kinds: Kinds, minutes: float, seed: int) -> None:
    """Learn how positions are judged from games of the instinct, and print how good that is."""
    found = found_in(folder)
    for kind, rules in kinds.items():

        def play(seed: int, kind: str = kind, rules: Rules = rules) -> Looks:
            return watch(rules, found[kind][0], games=SOME, seed=seed)

        known, unknown = divided(joined(gathered(play, minutes / len(kinds) * 0.6, seed)))
        judging = learn(known, UNITS, epochs=EPOCHS, seed=seed)
        judgements = {
            "that of before": minds("fitted")[kind][1],
            "a sum": learn(known, 0, epochs=EPOCHS // 3, seed=seed),
            f"{UNITS} units": judging,
        }
        tell_losses(kind, known, unknown, judgements)
        found[kind] = found[kind][0], judging
    save(folder / "weights.toml", as_toml(found))


def look_ahead(
    folder: Path, kinds: Kinds, minutes: float, pairs: int, seed: int, *, ranked: bool, units: int | None
) -> None:
    """Learn it from games of sides that look ahead, and print how they fare with it.

    Every fourth time the opponent goes by its instinct, and every fourth by the judgement that was fitted:
    so what is judged comes of others too.

    Args:
        folder: Where the weights are.
        kinds: Which kinds of them.
        minutes: How long all that takes, about.
        pairs: How many pairs of games are played with the new judgement.
        seed: What the games are drawn with.
        ranked: Whether a side of every third game looks at what its own looks rank first.
        units: With how many units the judgement begins anew; None to go on with the one there is.
    """
    found = found_in(folder)
    for kind, rules in kinds.items():
        points, earlier = found[kind]
        opponents: list[Side] = [found[kind], found[kind], (points, None), minds("fitted")[kind]]
        others = (_ranked(kind, rules, found[kind], seed), earlier) if ranked else found[kind]

        def play(
            seed: int,
            rules: Rules = rules,
            mind: Mind = found[kind],
            other: Mind = others,
            opponents: list[Side] = opponents,
        ) -> Watched:
            sides = mind if seed // 8 % 3 else other, opponents[seed % len(opponents)]
            # Every other time it is the other side that begins at the bottom of the board.
            return watch_ahead(rules, sides if seed // 4 % 2 else sides[::-1], mind, games=AT_ONCE, seed=seed)

        watched = gathered(play, minutes / len(kinds) * 0.8, seed)
        judging = _learned_ahead(kind, watched, earlier, seed, units)
        found[kind] = points, judging
        result = duel_ahead(rules, found[kind], (points, earlier), pairs=pairs, seed=seed + DUELS)
        share, margin = result.by_pair.mean(), 1.96 * result.by_pair.std() / pairs**0.5
        say(
            f"{kind}: who looks ahead with it gets {100 * share:.1f} % (± {100 * margin:.1f}) of "
            f"{2 * pairs:,} games against that of before, {100 * result.draws:.1f} % draws"
        )
    save(folder / "weights.toml", as_toml(found))


def _ranked(kind: str, rules: Rules, mind: Mind, seed: int) -> Floats:
    """Return weights by which what a look ahead ranks first comes first; how good they are, is printed."""
    options = options_in(rules, mind, games=RANKED, seed=seed + 2 * DUELS)
    weights = ranking_of(options, mind[0])
    before, now = (100 * lost_by(options, each, FIRST) for each in (mind[0], weights))
    say(f"{kind}: by what looks find, the first {FIRST} lose {now:.2f} points, and {before:.2f} by instinct")
    return weights


def _learned_ahead(
    kind: str, watched: list[Watched], earlier: Floats, seed: int, units: int | None
) -> Floats:
    """Return a judgement that has learned from games of sides that look ahead; how good it is, is printed."""
    looks, asides = joined([part.looks for part in watched]), joined([part.aside for part in watched])
    (known, unknown), (beside, unknown_beside) = divided(looks), divided(asides)
    ahead = np.concatenate([part.ahead for part in watched])[looks.game % 10 != 0]
    right = put_right(ahead, ahead, known.won)
    smoothed = known._replace(won=aims(known, right, TRUST))
    # Nobody plays on from what lies beside the games, so it is taken that looks err there as they do in them.
    beside, unknown_beside = (
        part._replace(won=put_right(part.won, ahead, known.won)) for part in (beside, unknown_beside)
    )
    both = Looks(*(np.concatenate(pair) for pair in zip(smoothed, beside, strict=True)))
    if units is None:
        # Gone on with slowly: what was learned from games that are no longer there is kept.
        judging = learn(both, len(earlier) - 1, epochs=EPOCHS // 2, seed=seed, start=earlier, rate=RATE / 4)
    else:
        judging = learn(both, units, epochs=3 * EPOCHS, seed=seed)
    judgements = {"that of before": earlier, "the new one": judging}
    tell_losses(kind, known, unknown, judgements)
    for name, each in judgements.items():
        off = np.sqrt(np.mean((chances(unknown_beside.features, each) - unknown_beside.won) ** 2))
        say(f"{kind}: beside the games, {100 * off:.2f} points off what a look ahead finds, by {name}")
    return judging


def tell_losses(kind: str, known: Looks, unknown: Looks, judgements: dict[str, Floats]) -> None:
    """Print how good judgements are, in games that were learned from and in others."""
    games = len(np.unique(np.concatenate([known.game, unknown.game])))
    size = len(known.game) + len(unknown.game)
    say(f"{kind}: {size:,} positions of {games:,} games, {len(unknown.game):,} of them held out")
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


def compare(folder: Path, kinds: Kinds, pairs: int, seed: int) -> None:
    """Let the new instincts play those of before."""
    found, earlier = found_in(folder), minds("fitted")
    for kind, rules in kinds.items():
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


def tell_turns(folder: Path, kinds: Kinds, seed: int) -> None:
    """Print after how many turns games are best judged, by the judgement of now and by that of before."""
    found, earlier = found_in(folder), minds("fitted")
    for kind, rules in kinds.items():
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
    options.add_argument("--units", type=int, help="with so many units anew, in the part `ahead`")
    options.add_argument("--ranked", action="store_true", help="see above; in the part `ahead`")
    options.add_argument("--pairs", type=int, default=1000, help="pairs of games of the duel at the end")
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    parts = PARTS if given.only is None else (given.only,)
    kinds = {kind: rules for kind, rules in RULES.items() if given.kind in {None, kind}}
    share = given.minutes / 3 if given.only is None else given.minutes
    if "instinct" in parts:
        tune(given.folder, kinds, share, given.seed)
    if "judgement" in parts:
        judge(given.folder, kinds, share, given.seed)
    if "duel" in parts:
        compare(given.folder, kinds, given.pairs, given.seed)
    if "turns" in parts:
        tell_turns(given.folder, kinds, given.seed)
    if "ahead" in parts:
        look_ahead(
            given.folder, kinds, share, given.pairs, given.seed, ranked=given.ranked, units=given.units
        )


if __name__ == "__main__":
    main()
