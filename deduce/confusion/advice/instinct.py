"""A player's instinct: how good each attempt looks at a glance, for the games of a whole crowd at once.

Everything that an instinct looks at is known to the player who moves: the board, the opponent's diagrams,
what the opponent knows of them, and the player's own chances. Weights say how much each point matters; they
were tuned by letting instincts play against each other, and how positions are judged was learned from games
of sides that look ahead (`benchmarks/train.py`).
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.crowd import CARRY, MOVE, PASS
from deduce.confusion.advice.lookups import FADING

if TYPE_CHECKING:
    import numpy.typing as npt

    from deduce.confusion.advice.crowd import Choices, Crowd
    from deduce.confusion.advice.lookups import Floats, Ints, Lookups

__all__ = [
    "JUDGEMENT",
    "PHASES",
    "POINTS",
    "VALUES",
    "best_of_each",
    "instinct",
    "judged",
    "judgement",
    "look",
    "minds",
    "minds_in",
    "weights",
]

VALUES = {"learned": "weights.toml", "fitted": "weights_before.toml"}
"""The weights that there are, and their files: those that were learned from whole games, and those before."""
PHASES = ("free", "mine", "theirs")
"""Who has the neutral piece: it makes the difference to what matters."""
POINTS = (
    "yes",
    "approach",
    "lead",
    "take_neutral",
    "capture",
    "capture_holder",
    "stop_holder",
    "carry",
    "reach_goal",
    "reach_goal_safely",
    "pass",
    "leave_neutral",
    "danger",
    "danger_with_neutral",
    "escape",
    "escape_with_neutral",
    "learn",
    "learn_near",
    "forward",
    "covered",
    "remove_threat",
    "outnumber",
    "ahead",
    "block",
    "shield",
    "guard",
    "promote",
    "idle",
)
"""What an instinct weighs, in the order of its weights."""
JUDGEMENT = (
    "to_move",
    "hold",
    "home",
    "safe_home",
    "threatened",
    "their_hold",
    "their_home",
    "their_safe_home",
    "their_goal",
    "takeable",
    "access",
    "their_access",
    "help",
    "their_help",
    "material",
    "known",
    "their_known",
    "way_home",
    "their_way_home",
    "run",
    "their_run",
    "their_true_run",
    "their_true_access",
    "their_true_help",
    "support",
    "their_support",
    "hanging",
    "their_hanging",
    "march",
    "their_march",
    "left",
    "their_left",
    "row",
    "their_row",
    "holder_known",
    "their_holder_known",
    "holder_agent",
    "their_holder_agent",
    "holder_promoted",
    "their_holder_promoted",
    "safe_help",
    "their_safe_help",
    "promoted",
    "their_promoted",
    "agent_help",
    "their_agent_help",
    "known_help",
    "their_known_help",
    "known_march",
    "their_known_march",
    "rows",
    "their_rows",
    "covered_help",
    "their_covered_help",
    "covered_hanging",
    "their_covered_hanging",
    "certain",
    "their_certain",
)
"""What a position is judged by, from the side to move."""
HALF = np.float32(0.5)
SURE = 0.95
"""The greatest chance that an attempt is reckoned with."""
FAINT = 0.01
"""A chance below this is not reckoned with."""
MANY = 3.0
"""More pieces than these, as sums of logs, make no difference to who gets the better of an exchange."""
MOST = 5.0
"""Likewise, where a position is judged."""
CLOSE = 0.01
"""What is as near as a turn makes it, up to so much, is a turn away."""


def weights(lookups: Lookups, values: str = "learned") -> tuple[Floats, Floats]:
    """Return the weights of the points in each phase, and those of the judgement.

    A row of the latter has a weight for each feature, then a constant, then how much the row counts. The
    first row is a sum that counts as it is; of the others only what is above 0 counts.

    Args:
        lookups: The lookups of the rules: with a double agent others are used than without.
        values: Which weights, by their name.
    """
    return minds(values)["agents" if lookups.agent >= 0 else "plain"]


@lru_cache(maxsize=len(VALUES))
def minds(values: str = "learned") -> dict[str, tuple[Floats, Floats]]:
    """Return all weights of a name by the kind of rules that they are for.

    Args:
        values: The name.
    """
    file = resources.files("deduce.confusion.advice").joinpath(VALUES[values])
    return minds_in(file.read_text(encoding="utf-8"))


def minds_in(text: str) -> dict[str, tuple[Floats, Floats]]:
    """Return the weights in a text like that of the package, by the kind of rules.

    Args:
        text: A section of TOML for each kind of rules.
    """
    found = {}
    for kind, data in tomllib.loads(text).items():
        points = [[data["instinct"][phase].get(point, 0.0) for point in POINTS] for phase in PHASES]
        constant = data["judgement"]["constant"]
        nothing = [0.0] * len(constant)
        features = [data["judgement"].get(name, nothing) for name in JUDGEMENT]
        rows = [*features, constant, data["judgement"]["counts"]]
        judging = np.ascontiguousarray(np.array(rows, np.float32).T)
        found[kind] = np.array(points, np.float32), judging
    return found


class _Sight:
    """What is seen of the games of a crowd before single attempts are looked at."""

    def __init__(self, crowd: Crowd) -> None:
        lookups, me = crowd.lookups, crowd.turn
        rows = np.arange(len(crowd))
        self.targets, self.free = crowd.open_steps(me)
        self.chances = crowd.chances(me)
        self.mine = crowd.holds(me)
        self.theirs = crowd.holds(1 - me)
        self.phase = np.where(self.mine, 1, np.where(self.theirs, 2, 0))
        knows, where = crowd.knows[:, me], crowd.where[:, me]
        # How near each piece is to Z and to the last row, by what its owner knows of it.
        self.near_by_kind = lookups.near[me][crowd.neutral[:, None], where]
        self.near = np.einsum("bld,bld->bl", knows, self.near_by_kind)
        self.home_by_kind = lookups.home[me][where]
        self.home = np.einsum("bld,bld->bl", knows, self.home_by_kind)
        self.holder = crowd.holder()
        self.my_home = np.where(self.mine, self.home[rows, self.holder], 0).astype(np.float32)
        them = 1 - me
        their_home = lookups.home[them][crowd.neutral]
        believed = np.einsum("bd,bd->b", crowd.knows[rows, them, self.holder], their_home)
        truly = their_home[rows, crowd.deal[rows, them, self.holder]]
        self.their_home = np.where(self.theirs, (believed + truly) / 2, 0).astype(np.float32)
        their_near = lookups.near[them][crowd.neutral[:, None], crowd.where[:, them]]
        self.their_near = np.einsum("bld,bld->bl", crowd.knows[:, them], their_near)
        self.agent = knows[..., lookups.agent] if lookups.agent >= 0 else np.zeros_like(self.home)
        # A double agent counts for half a chance, but what hurts the opponent is refused to it (CF-DA-1).
        self.refused = HALF * self.agent
        alive = (crowd.where != lookups.off).sum(axis=2)
        self.left, self.their_left = alive[:, me], alive[:, them]
        self._threats(crowd)

    def _threats(self, crowd: Crowd) -> None:
        """Find out how likely the opponent takes what stands on each square next turn.

        A piece of theirs takes if its diagram truly allows it and they try it, which they do the more likely
        the more they know of it.
        """
        lookups, them = crowd.lookups, 1 - crowd.turn
        size, squares = len(crowd), lookups.off + 1
        targets, free = crowd.open_steps(them)
        believed = crowd.chances(them)
        # Whatever hurts is refused to a double agent (CF-DA-1).
        truly = lookups.allows[crowd.deal[:, them]] > HALF
        reach = (free * believed * truly).ravel()
        places = np.flatnonzero(reach > FAINT)
        worth = -np.log1p(-SURE * reach[places])
        target, piece = targets.ravel()[places], places // targets.shape[2]
        game = piece // lookups.letters
        total = np.bincount(game * squares + target, worth, size * squares)
        self.their_cover = total.reshape(size, squares).astype(np.float32)
        self.danger = (1 - np.exp(-total)).reshape(size, squares).astype(np.float32)
        on_neutral = target == crowd.neutral[game]
        holder = np.bincount(piece[on_neutral], worth[on_neutral], size * lookups.letters)
        self.threatens_neutral = (1 - np.exp(-holder)).reshape(size, lookups.letters).astype(np.float32)
        self.shield = self._between(crowd, targets, places[on_neutral], reach[places[on_neutral]])
        self.block = self._blocks(crowd, targets, free)

    def _blocks(self, crowd: Crowd, targets: Ints, free: npt.NDArray[np.bool_]) -> Floats:
        """Return how much nearer to its goal the piece that holds Z truly gets past each square."""
        lookups, them, steps = crowd.lookups, 1 - crowd.turn, targets.shape[2]
        held = np.flatnonzero(self.theirs)
        holder, neutral = self.holder[held], crowd.neutral[held]
        kind = crowd.deal[held, them, holder]
        home = lookups.home[them]
        gain = home[targets[held, holder], kind[:, None]] - home[neutral, kind][:, None]
        worth = free[held, holder] * lookups.allows[kind] * np.maximum(gain, 0)
        game, step = np.nonzero(worth > FAINT)
        places = (held[game] * lookups.letters + holder[game]) * steps + step
        return self._between(crowd, targets, places, worth[game, step])

    @staticmethod
    def _between(crowd: Crowd, targets: Ints, places: npt.NDArray[np.intp], worth: Floats) -> Floats:
        """Add up what is worth something on the squares that steps cross, without the last."""
        lookups, size, squares = crowd.lookups, len(crowd), crowd.lookups.off + 1
        total = np.zeros(size * squares)
        game, distance = places // (lookups.letters * targets.shape[2]), places % lookups.reach
        for back in range(1, lookups.reach):
            far = distance >= back
            crossed = targets.ravel()[places[far] - back]
            total += np.bincount(game[far] * squares + crossed, worth[far], size * squares)
        return total.reshape(size, squares).astype(np.float32)

    def covers(self, crowd: Crowd) -> Floats:
        """Return how well the pieces of the side to move cover each square, as a log of what fails."""
        lookups = crowd.lookups
        size, squares = len(crowd), lookups.off + 1
        reach = (self.free * (self.chances - self.refused[..., None])).ravel()
        places = np.flatnonzero(reach > FAINT)
        worth = -np.log1p(-SURE * reach[places])
        game = places // (self.targets.shape[1] * self.targets.shape[2])
        total = np.bincount(game * squares + self.targets.ravel()[places], worth, size * squares)
        return total.reshape(size, squares).astype(np.float32)


def look(crowd: Crowd) -> tuple[Choices, Floats, Ints]:
    """Return what can be attempted, the points of the attempts (a row for each), and the phase of each.

    Args:
        crowd: The games.
    """
    sight = _Sight(crowd)
    choices = crowd.choices_among(sight.targets, sight.free, sight.chances)
    return choices, _points(crowd, sight, choices), sight.phase[choices.game].astype(np.int32)


def _points(  # noqa: PLR0915 - a statement or two for each point
    crowd: Crowd, sight: _Sight, choices: Choices
) -> Floats:
    lookups, me = crowd.lookups, crowd.turn
    game, letter, target, start = choices.game, choices.letter, choices.target, choices.start
    found = np.zeros((len(POINTS), len(choices)), np.float32)
    column = dict(zip(POINTS, found, strict=True))
    there = crowd.side_at[game, target]
    letter_there = crowd.letter_at[game, target]
    takes = (there == 2 - me) & (choices.kind != PASS)
    on_neutral = target == crowd.neutral[game]
    mine, theirs = sight.mine[game], sight.theirs[game]
    carries, passes = choices.kind == CARRY, choices.kind == PASS
    moves = choices.kind == MOVE
    at_goal = lookups.last_row[me][target]
    hurts = ~moves | takes | on_neutral | at_goal
    chance = choices.chance - hurts * sight.refused[game, letter]
    leaves = moves & mine & (start == crowd.neutral[game])
    piece = game * lookups.letters + letter
    knows = crowd.knows[:, me].reshape(-1, lookups.kinds)

    column["yes"][:] = chance
    which = np.flatnonzero(moves)
    cell = crowd.neutral[game[which]] * (lookups.off + 1) + target[which]
    near = lookups.near[me].reshape(-1, lookups.kinds).take(cell, axis=0)
    fits = knows.take(piece[which], axis=0) * lookups.allows.T.take(choices.step[which], axis=0)
    ahead = np.einsum("kd,kd->k", fits, near)
    behind = ((crowd.knows[:, me] * sight.near_by_kind) @ lookups.allows).ravel()
    best = sight.near.max(axis=1)[game[which]]
    steps = len(lookups.forward)
    column["approach"][which] = ahead - behind[piece[which] * steps + choices.step[which]]
    column["lead"][which] = np.maximum(0, ahead - chance[which] * best)
    behind_it = lookups.near[me][crowd.neutral[game[which]], start[which]]
    column["guard"][which] = np.einsum("kd,kd->k", fits, _next_to(near)) - np.einsum(
        "kd,kd->k", fits, _next_to(behind_it)
    )
    column["promote"][which] = at_goal[which] * (fits @ lookups.promotable)
    column["take_neutral"][:] = chance * (on_neutral & ~theirs & moves)
    column["capture"][:] = chance * takes
    column["capture_holder"][:] = chance * (on_neutral & theirs)
    column["stop_holder"][:] = column["capture_holder"] * sight.their_home[game]
    which = np.flatnonzero(carries)
    fits = knows[piece[which]] * lookups.allows.T[choices.step[which]]
    gained = lookups.home[me][target[which]] - sight.home_by_kind[game[which], letter[which]]
    column["carry"][which] = np.einsum("kd,kd->k", fits, gained)
    to_mine = passes & (there == me + 1)
    receiver = np.where(to_mine, sight.home[game, letter_there], 0)
    column["pass"][:] = np.where(to_mine, chance * (receiver - sight.my_home[game]), 0)
    with_neutral = carries | to_mine | (moves & on_neutral)
    home = at_goal & with_neutral
    # Without late contact the game is won at once, whatever could take back.
    danger_there = np.where(home & (not lookups.rules.late_contact), 0, sight.danger[game, target])
    column["reach_goal"][:] = chance * home
    column["reach_goal_safely"][:] = chance * home * (1 - danger_there)
    column["leave_neutral"][:] = chance * (leaves | (passes & ~to_mine))
    column["danger"][:] = np.where(with_neutral | passes, 0, chance * danger_there)
    column["danger_with_neutral"][:] = np.where(with_neutral, chance * danger_there, 0)
    danger_here = sight.danger[game, start]
    column["escape"][:] = np.where(carries | passes, 0, chance * danger_here)
    column["escape_with_neutral"][:] = np.where(carries | to_mine, chance * danger_here, 0)
    unsure = np.clip(choices.chance, 1e-6, 1 - 1e-6)
    # What a double agent is told is worth nothing.
    bits = -(1 - sight.agent[game, letter]) * (unsure * np.log2(unsure) + (1 - unsure) * np.log2(1 - unsure))
    column["learn"][:] = bits
    column["learn_near"][:] = bits * np.where(mine, sight.home[game, letter], sight.near[game, letter])
    column["forward"][:] = chance * lookups.forward[choices.step] / 4
    # The piece that goes there does not cover itself.
    own = choices.chance - sight.refused[game, letter]
    left = sight.covers(crowd)[game, target] + np.log1p(-SURE * own * (own > FAINT))
    left = np.maximum(left, 0)
    column["covered"][:] = chance * danger_there * (1 - np.exp(-left))
    balance = np.clip(left - sight.their_cover[game, target], -MANY, MANY) / MANY
    column["outnumber"][:] = chance * (danger_there > 0) * (takes | with_neutral) * balance
    column["ahead"][:] = chance * danger_there * (sight.left - sight.their_left)[game] / 4
    # With a double agent nothing is reached, so to try it is to wait.
    column["idle"][:] = sight.agent[game, letter]
    column["block"][:] = chance * moves * sight.block[game, target]
    column["shield"][:] = chance * moves * sight.shield[game, target]
    column["remove_threat"][:] = np.where(
        takes & mine, chance * sight.threatens_neutral[game, letter_there], 0
    )
    return found


def _next_to(near: Floats) -> Floats:
    """Tell what is a turn away on an empty board, by how near it is."""
    found: Floats = (np.abs(near - FADING) < CLOSE).astype(np.float32)
    return found


def instinct(
    crowd: Crowd,
    weighing: Floats,
    *,
    heat: float = 0.0,
    draw: np.random.Generator | None = None,
    barred: npt.NDArray[np.bool_] | None = None,
    spared: Ints | None = None,
) -> Choices:
    """Return the attempt that looks best in each game; games without any are left out.

    Args:
        crowd: The games.
        weighing: For each phase, the weight of each point.
        heat: How much chance mixes in.
        draw: Where chance comes from.
        barred: For each game and letter, whether it may not make the attempt.
        spared: For each game, a square that is left alone.
    """
    found = crowd.chosen(weighing, heat=heat, draw=draw, barred=barred, spared=spared)
    if found is not None:
        return found
    choices, points, phase = look(crowd)
    score = np.einsum("sp,pk->sk", weighing, points)[phase, np.arange(len(choices))]
    if heat and draw is not None:
        score = score + heat * draw.gumbel(size=len(score)).astype(np.float32)
    if barred is not None:
        free = ~barred[choices.game, choices.letter]
        choices, score = choices.take(free), score[free]
    if spared is not None:
        free = choices.target != spared[choices.game]
        choices, score = choices.take(free), score[free]
    return choices.take(best_of_each(choices.game, score))


def best_of_each(game: Ints, score: Floats) -> Ints:
    """Return the place of the greatest score within each run of equal games.

    Args:
        game: The games, in order.
        score: The scores.
    """
    if not len(game):
        return np.zeros(0, np.int32)
    begins = np.flatnonzero(np.diff(game, prepend=-1))
    highest = np.maximum.reduceat(score, begins)
    runs = np.repeat(highest, np.diff(begins, append=len(game)))
    places = np.flatnonzero(score >= runs)
    first = np.flatnonzero(np.diff(game[places], prepend=-1))
    return places[first].astype(np.int32)


def judgement(crowd: Crowd) -> Floats:
    """Return what each position is judged by, from the side to move."""
    sight = _Sight(crowd)
    rows, me, them = np.arange(len(crowd)), crowd.turn, 1 - crowd.turn
    lookups, neutral = crowd.lookups, crowd.neutral
    found = np.zeros((len(crowd), len(JUDGEMENT)), np.float32)
    at_risk = sight.danger[rows, neutral]
    covers = sight.covers(crowd)
    support = covers[rows, neutral]
    takes = 1 - np.exp(-support)
    known = np.log(np.maximum(crowd.knows, 1e-6))
    known = -(crowd.knows * known).sum(axis=3).mean(axis=2)
    at_goal = lookups.last_row[them][neutral] & sight.theirs
    where, their_where, their_deal = crowd.where[:, me], crowd.where[:, them], crowd.deal[:, them]
    their_near = lookups.near[them][neutral[:, None], their_where, their_deal]
    # How near each piece is to bringing Z home, by each diagram: to Z, and on from there.
    ways = [lookups.home[side][neutral][:, None] for side in (me, them)]
    runs = crowd.knows[:, me] * sight.near_by_kind * ways[0]
    their_runs = crowd.knows[:, them] * lookups.near[them][neutral[:, None], their_where] * ways[1]
    their_true_runs = their_near * lookups.home[them][neutral[:, None], their_deal]
    covered = 1 - np.exp(-covers[rows[:, None], their_where])
    columns = {
        "to_move": ~sight.theirs & ~sight.mine,
        "hold": sight.mine,
        "home": sight.my_home,
        "safe_home": sight.my_home * (1 - at_risk),
        "threatened": sight.mine * at_risk,
        "their_hold": sight.theirs,
        "their_home": sight.their_home,
        "their_safe_home": sight.their_home * (1 - takes),
        "their_goal": at_goal * (1 - takes),
        "takeable": sight.theirs * takes,
        "access": ~sight.mine * sight.near.max(axis=1),
        "their_access": ~sight.theirs * sight.their_near.max(axis=1),
        "help": sight.near.sum(axis=1),
        "their_help": sight.their_near.sum(axis=1),
        "material": (sight.left - sight.their_left) / 4,
        "known": -known[:, me],
        "their_known": -known[:, them],
        "way_home": lookups.home[me][neutral, lookups.promoted],
        "their_way_home": lookups.home[them][neutral, lookups.promoted],
        "run": runs.sum(axis=2).max(axis=1),
        "their_run": their_runs.sum(axis=2).max(axis=1),
        "their_true_run": their_true_runs.max(axis=1),
        "their_true_access": ~sight.theirs * their_near.max(axis=1),
        "their_true_help": their_near.sum(axis=1),
        "support": np.minimum(support, MOST),
        "their_support": np.minimum(sight.their_cover[rows, neutral], MOST),
        "hanging": (sight.danger[rows[:, None], where] * (where != lookups.off)).sum(axis=1),
        "their_hanging": (covered * (their_where != lookups.off)).sum(axis=1),
        "march": sight.home.sum(axis=1),
        "their_march": lookups.home[them][their_where, their_deal].sum(axis=1),
        "left": sight.left / lookups.letters,
        "their_left": sight.their_left / lookups.letters,
    }
    columns |= _of_pieces(crowd, sight, covers, their_near)
    for place, name in enumerate(JUDGEMENT):
        found[:, place] = columns[name]
    return found


def _of_pieces(crowd: Crowd, sight: _Sight, covers: Floats, their_near: Floats) -> dict[str, Floats]:
    """Return what is added up over pieces that differ, and what whoever holds Z is."""
    lookups, me, them = crowd.lookups, crowd.turn, 1 - crowd.turn
    rows, mine, theirs = np.arange(len(crowd)), sight.mine, sight.theirs
    where, their_where, their_deal = crowd.where[:, me], crowd.where[:, them], crowd.deal[:, them]
    there, their_there = where != lookups.off, their_where != lookups.off
    # Of its own pieces a side goes by what it takes them for, of the others by what they are.
    known = np.where(there, crowd.knows[:, me].max(axis=2), 0)
    their_known = (
        np.take_along_axis(crowd.knows[:, them], their_deal[..., None], axis=2)[..., 0] * their_there
    )
    agent, their_agent = sight.agent * there, (their_deal == lookups.agent) * their_there
    promoted = (crowd.deal[:, me] == lookups.promoted) & there
    their_promoted = (their_deal == lookups.promoted) & their_there
    game = rows[:, None]
    danger, cover = sight.danger[game, where] * there, (1 - np.exp(-covers[game, where])) * there
    their_danger = (1 - np.exp(-covers[game, their_where])) * their_there
    their_cover = sight.danger[game, their_where] * their_there
    their_home = lookups.home[them][their_where, their_deal]
    holder, square = (rows, sight.holder), crowd.neutral
    found = {
        "row": mine * lookups.progress[me][square],
        "their_row": theirs * lookups.progress[them][square],
        "holder_known": mine * known[holder],
        "their_holder_known": theirs * their_known[holder],
        "holder_agent": mine * agent[holder],
        "their_holder_agent": theirs * their_agent[holder],
        "holder_promoted": mine * promoted[holder],
        "their_holder_promoted": theirs * their_promoted[holder],
        "safe_help": (sight.near * (1 - danger)).sum(axis=1),
        "their_safe_help": (their_near * (1 - their_danger)).sum(axis=1),
        "promoted": promoted.sum(axis=1),
        "their_promoted": their_promoted.sum(axis=1),
        "agent_help": (agent * sight.near).sum(axis=1),
        "their_agent_help": (their_agent * sight.their_near).sum(axis=1),
        "known_help": (known * sight.near).sum(axis=1),
        "their_known_help": (their_known * their_near).sum(axis=1),
        "known_march": (known * sight.home).sum(axis=1),
        "their_known_march": (their_known * their_home).sum(axis=1),
        "rows": lookups.progress[me][where].sum(axis=1),
        "their_rows": lookups.progress[them][their_where].sum(axis=1),
        "covered_help": (cover * sight.near).sum(axis=1),
        "their_covered_help": (their_cover * their_near).sum(axis=1),
        "covered_hanging": (cover * danger).sum(axis=1),
        "their_covered_hanging": (their_cover * their_danger).sum(axis=1),
        "certain": known.sum(axis=1),
        "their_certain": their_known.sum(axis=1),
    }
    return {name: each.astype(np.float32) for name, each in found.items()}


def judged(crowd: Crowd, judging: Floats) -> Floats:
    """Return how likely the side to move wins each position.

    Args:
        crowd: The games.
        judging: The weights of the judgement.
    """
    rows = judgement(crowd) @ judging[:, :-2].T + judging[:, -2]
    rows[:, 1:] = np.maximum(rows[:, 1:], 0)
    found = 1 / (1 + np.exp(-(rows @ judging[:, -1])))
    return found.astype(np.float32)
