"""Looking two or four plies ahead in compiled code: what attempts bring, and what the opponent makes of it.

`deduce.confusion.advice.foresight` says how it is reckoned; this computes the same for one game. Each ply has
a place of its own among the games that are handed over, so that nothing has to be taken back.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.compiled.jit import compiled
from deduce.confusion.advice.compiled.judging import judge
from deduce.confusion.advice.compiled.knowing import given, hear, lay_down, take_up
from deduce.confusion.advice.compiled.moving import NOBODY, move, winner
from deduce.confusion.advice.compiled.seeing import best_choice

if TYPE_CHECKING:
    from deduce.confusion.advice.compiled.tables import Games, Luck, Minds, Replies, Scratch, Sights, Tables
    from deduce.confusion.advice.lookups import Floats, Ints

__all__ = ["PLACES", "foresee_all"]

NONE, HALF, ONE = np.float32(0), np.float32(0.5), np.float32(1)
PLACES = 5
"""As it stands, after an attempt, after the reply, after the next attempt, and after the reply to that."""


@compiled
def foresee_all(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    side: int,
    passed: int,
    attempts: Ints,
    minds: Minds,
    luck: Luck,
    sights: Sights,
    found: Floats,
) -> None:
    """Tell for each attempt the chance that its side wins after a no, and after a yes.

    With room for next attempts that is looked at four plies ahead, else two.

    Args:
        tables: The rules.
        games: The game as it stands, and room for the others.
        scratch: Scratch paper.
        side: The side to move.
        passed: How many turns are over.
        attempts: The attempts; a row is letter, step, kind and target.
        minds: How all of them are taken to think.
        luck: Where chance comes from; none is drawn.
        sights: Room for what is looked at.
        found: Is told for each attempt what it is worth after a no, and after a yes.
    """
    for number in range(len(attempts)):
        for answer in range(2):
            settled = _answered(tables, games, scratch, 0, side, passed, attempts[number], answer == 1)
            if settled >= NONE:
                found[number, answer] = settled
            elif len(sights.attempts):
                found[number, answer] = _after_reply_and_next(
                    tables, games, scratch, side, passed + 1, minds, luck, sights
                )
            else:
                found[number, answer] = _after_reply(
                    tables, games, scratch, 0, side, passed + 1, minds, luck, sights.replies
                )


@compiled
def _answered(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    base: int,
    side: int,
    passed: int,
    attempt: Ints,
    yes: bool,
) -> float:
    """Let an attempt be answered in the place behind a game; return what it ends with if it does, else -1."""
    letter, step, kind, target = attempt
    _copy(tables, games, base, base + 1)
    take_up(tables, games, scratch, base + 1)
    hear(tables, games, scratch, base + 1, side, letter, step, kind, target, yes)
    if yes:
        move(tables, games, scratch, base + 1, side, letter, kind, target, True)
    lay_down(tables, games, scratch, base + 1)
    return _settled(tables, games, base + 1, side, side, passed + 1)


@compiled
def _settled(tables: Tables, games: Games, game: int, side: int, mover: int, passed: int) -> float:
    """Return what a game is worth to a side if it is over after the mover's turn, else -1."""
    won = winner(tables, games, game, mover, True)
    if won != NOBODY:
        return 1.0 if won == side else 0.0
    return 0.5 if passed == tables.limit else -1.0


@compiled
def _after_reply(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    base: int,
    side: int,
    passed: int,
    minds: Minds,
    luck: Luck,
    replies: Replies,
) -> float:
    """Return a side's chance to win after what the opponent is likely to reply in the place behind a game."""
    listed = _list_replies(tables, games, scratch, base + 1, 1 - side, minds, luck, replies)
    quiet = _worth(tables, games, scratch, base + 1, side, passed + 1, minds)
    for place in range(listed):
        _replied(tables, games, scratch, base + 1, 1 - side, replies.rows[place])
        replies.worth[place] = _worth(tables, games, scratch, base + 2, side, passed + 1, minds)
    return _weighed(replies, listed, quiet, minds.calm)


@compiled
def _after_reply_and_next(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    side: int,
    passed: int,
    minds: Minds,
    luck: Luck,
    sights: Sights,
) -> float:
    """Return the same, with the side's best next attempt and the reply to that."""
    replies = sights.replies
    listed = _list_replies(tables, games, scratch, 1, 1 - side, minds, luck, replies)
    _copy(tables, games, 1, 2)
    quiet = _next(tables, games, scratch, side, passed + 1, minds, luck, sights)
    for place in range(listed):
        _replied(tables, games, scratch, 1, 1 - side, replies.rows[place])
        replies.worth[place] = _next(tables, games, scratch, side, passed + 1, minds, luck, sights)
    return _weighed(replies, listed, quiet, minds.calm)


@compiled
def _next(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    side: int,
    passed: int,
    minds: Minds,
    luck: Luck,
    sights: Sights,
) -> float:
    """Return what the game after a reply is worth to the side to move with the best of its attempts."""
    settled = _settled(tables, games, 2, side, 1 - side, passed)
    if settled >= NONE:
        return settled
    take_up(tables, games, scratch, 2)
    count, _ = best_choice(tables, games, scratch, 2, side, minds.weighing, NONE, luck, -1)
    listed = min(count, len(sights.attempts))
    for place in range(listed):
        best = _take_best(scratch, count, sights.attempts[place])
        sights.chances[place] = _believed(tables, games, scratch, 2, side, scratch.rows[best], best)
    highest = 0.0
    for place in range(listed):
        total = 0.0
        for answer in range(2):
            chance = sights.chances[place] if answer == 1 else ONE - sights.chances[place]
            if chance > NONE:
                worth = _answered(
                    tables, games, scratch, 2, side, passed, sights.attempts[place], answer == 1
                )
                if worth < NONE:
                    worth = _after_reply(
                        tables, games, scratch, 2, side, passed + 1, minds, luck, sights.next_replies
                    )
                total += chance * worth
        highest = max(highest, total)
    return highest if listed else _worth(tables, games, scratch, 2, side, passed, minds)


@compiled
def _list_replies(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    game: int,
    them: int,
    minds: Minds,
    luck: Luck,
    replies: Replies,
) -> int:
    """List the replies that look best to the opponent, and return how many there are."""
    take_up(tables, games, scratch, game)
    count, _ = best_choice(tables, games, scratch, game, them, minds.weighing, NONE, luck, -1)
    listed = min(count, len(replies.rows))
    for place in range(listed):
        best = _take_best(scratch, count, replies.rows[place])
        letter, step, kind, target = replies.rows[place]
        truly = tables.allows[games.deal[game, them, letter], step]
        if truly == HALF and tables.agent >= 0:
            truly = given(tables, games, game, them, kind, target)
        replies.truly[place] = truly
        replies.believed[place] = _believed(tables, games, scratch, game, them, scratch.rows[best], best)
    return listed


@compiled
def _take_best(scratch: Scratch, count: int, row: Ints) -> int:
    """Take the choice that looks best from those that were listed; return its place."""
    best = 0
    for other in range(count):
        if scratch.score[other] > scratch.score[best]:
            best = other
    scratch.score[best] = -np.inf
    for column in range(4):
        row[column] = scratch.rows[best, column]
    return best


@compiled
def _believed(
    tables: Tables, games: Games, scratch: Scratch, game: int, side: int, row: Ints, place: int
) -> np.float32:
    """Return how likely an owner takes a yes to be; what hurts is refused to a double agent (CF-DA-1)."""
    chance = np.float32(scratch.chance[place])
    if tables.agent < 0 or given(tables, games, game, side, row[2], row[3]) == HALF:
        return chance
    return max(chance - HALF * scratch.knows[side, row[0], tables.agent], NONE)


@compiled
def _replied(tables: Tables, games: Games, scratch: Scratch, game: int, them: int, row: Ints) -> None:
    """Let the opponent's reply be allowed in the place behind a game."""
    letter, step, kind, target = row
    _copy(tables, games, game, game + 1)
    take_up(tables, games, scratch, game + 1)
    hear(tables, games, scratch, game + 1, them, letter, step, kind, target, True)
    move(tables, games, scratch, game + 1, them, letter, kind, target, True)
    lay_down(tables, games, scratch, game + 1)


@compiled
def _weighed(replies: Replies, listed: int, quiet: float, calm: np.float32) -> float:
    """Return what comes of the replies together, by how much the opponent expects of each."""
    best = -math.inf
    for place in range(listed):
        # They go by what they know; a no leaves all as it is.
        replies.gain[place] = replies.believed[place] * (quiet - replies.worth[place])
        best = max(best, replies.gain[place])
    total, mine = 0.0, 0.0
    for place in range(listed):
        share = math.exp((replies.gain[place] - best) / calm)
        truly = replies.truly[place]
        total += share
        mine += share * (truly * replies.worth[place] + (ONE - truly) * quiet)
    return mine / total if listed else quiet


@compiled
def _worth(
    tables: Tables, games: Games, scratch: Scratch, game: int, side: int, passed: int, minds: Minds
) -> float:
    """Return a side's chance to win by how a game stands, now that the other side's turn is over."""
    settled = _settled(tables, games, game, side, 1 - side, passed)
    if settled >= NONE:
        return settled
    return judge(tables, games, scratch, game, side, minds.judging)


@compiled
def _copy(tables: Tables, games: Games, source: int, goal: int) -> None:
    """Let a game stand as another one does."""
    games.neutral[goal] = games.neutral[source]
    for square in range(tables.off + 1):
        games.side_at[goal, square] = games.side_at[source, square]
        games.letter_at[goal, square] = games.letter_at[source, square]
    for side in range(2):
        for letter in range(tables.letters):
            games.where[goal, side, letter] = games.where[source, side, letter]
            games.deal[goal, side, letter] = games.deal[source, side, letter]
            for kind in range(tables.kinds):
                games.knows[goal, side, letter, kind] = games.knows[source, side, letter, kind]
        for kind in range(tables.kinds):
            games.laid[goal, side, kind] = games.laid[source, side, kind]
