"""Games of a crowd played on in compiled code, each to its end or until it is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.compiled.growing import DEEPEST, Tree, find, follow, grow, learn, select
from deduce.confusion.advice.compiled.jit import compiled
from deduce.confusion.advice.compiled.judging import judge
from deduce.confusion.advice.compiled.knowing import given, hear, lay_down, overhear, take_up
from deduce.confusion.advice.compiled.moving import NOBODY, move, winner
from deduce.confusion.advice.compiled.seeing import ONE, best_choice, draw_from

if TYPE_CHECKING:
    import numpy.typing as npt

    from deduce.confusion.advice.compiled.tables import Flags, Games, Luck, Scratch, Tables
    from deduce.confusion.advice.lookups import Bytes, Floats, Ints

__all__ = ["act_all", "answer", "choose_all", "list_all", "overhear_all", "play_all"]


@compiled
def act_all(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    side: int,
    attempts: Ints,
    allowed: Flags,
    winners: Bytes,
    hands_over: bool,
    is_heard: bool,
) -> None:
    """Let an attempt be answered in each game that has one; a row is letter, step, kind and target."""
    for game in range(len(games.neutral)):
        take_up(tables, games, scratch, game)
        letter, step, kind, target = attempts[game]
        if letter >= 0:
            if is_heard:
                hear(tables, games, scratch, game, side, letter, step, kind, target, allowed[game])
            if allowed[game]:
                move(tables, games, scratch, game, side, letter, kind, target, is_heard)
        lay_down(tables, games, scratch, game)
        winners[game] = winner(tables, games, game, side, hands_over)


@compiled
def choose_all(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    side: int,
    weighing: Floats,
    heat: np.float32,
    luck: Luck,
    barred: Flags,
    spared: Ints,
    chosen: Ints,
    chances: Floats,
) -> None:
    """Choose by instinct in each game; a row is letter, step, kind and target, or -1 where there is nothing.

    Letters may be barred in each game, and a square spared.
    """
    for game in range(len(games.neutral)):
        take_up(tables, games, scratch, game)
        count, _ = best_choice(tables, games, scratch, game, side, weighing, heat, luck, -1)
        best, highest = -1, np.float32(-np.inf)
        for place in range(count):
            if barred[game, scratch.rows[place, 0]] or scratch.rows[place, 3] == spared[game]:
                continue
            if scratch.score[place] > highest:
                best, highest = place, scratch.score[place]
        chosen[game, 0] = -1
        if best >= 0:
            chances[game] = scratch.chance[best]
            for column in range(4):
                chosen[game, column] = scratch.rows[best, column]


@compiled
def list_all(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    side: int,
    weighing: Floats,
    luck: Luck,
    rows: Ints,
    chances: Floats,
) -> None:
    """List the attempts in each game that look best to the instinct, the best first, as far as there is room.

    A row is letter, step, kind and target; no chance is drawn.
    """
    for game in range(len(rows)):
        take_up(tables, games, scratch, game)
        count, _ = best_choice(tables, games, scratch, game, side, weighing, np.float32(0), luck, -1)
        for place in range(min(count, rows.shape[1])):
            best = 0
            for other in range(count):
                if scratch.score[other] > scratch.score[best]:
                    best = other
            scratch.score[best] = -np.inf
            chances[game, place] = scratch.chance[best]
            for column in range(4):
                rows[game, place, column] = scratch.rows[best, column]


@compiled
def overhear_all(
    tables: Tables, games: Games, scratch: Scratch, side: int, squares: Ints, trust: np.float32
) -> None:
    """Let a side draw its conclusions in each game from where the other side stepped; -1 for nowhere."""
    for game in range(len(games.neutral)):
        if squares[game] >= 0:
            take_up(tables, games, scratch, game)
            overhear(tables, games, scratch, game, side, squares[game], trust)
            lay_down(tables, games, scratch, game)


@compiled
def play_all(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    mover: int,
    passed: int,
    turns: int,
    weighing: Floats,
    judging: Floats,
    heat: np.float32,
    luck: Luck,
    spared: Ints,
    winners: Bytes,
    chances: Floats,
    watched: int,
    log: npt.NDArray[np.int16],
    me: int,
    tree: Tree,
    histories: Luck,
) -> int:
    """Play each game on for some turns, and judge it if it is not over then; return how many were played.

    Args:
        tables: The rules.
        games: The games, which are used up.
        scratch: Scratch paper.
        mover: The side to move in all of them.
        passed: How many turns are over.
        turns: How many turns are played.
        weighing: The weights of the instinct.
        judging: The weights of the judgement.
        heat: How much chance mixes in.
        luck: Where chance comes from.
        spared: For each game, a square that is left alone in the first turn; -1 for none.
        winners: Is told for each game who has won.
        chances: Is told for each game that is not over the chance that the side to move wins.
        watched: The side whose attempts are noted.
        log: For each game and turn of that side what is noted; as many turns as there is room for.
        me: The side whose decisions the tree is about.
        tree: The tree, which grows; without room for any node it plays no part.
        histories: For each game what was seen since the option, as one number.
    """
    played = 0
    for game in range(len(games.neutral)):
        take_up(tables, games, scratch, game)
        side, left_alone, noted, over = mover, spared[game], 0, passed
        history, depth, in_tree = histories[game], 0, len(tree.keys) > 0
        for _ in range(turns):
            played += 1
            node, grows = -1, False
            if in_tree and side == me:
                if depth < DEEPEST:
                    node = find(tree, history)
                    grows = node < 0
                in_tree = node >= 0
            if node >= 0:
                branch = select(tree, node)
                scratch.path[depth, 0], scratch.path[depth, 1] = node, branch
                depth += 1
                chosen = tree.rows[node, branch]
            else:
                count, place = best_choice(
                    tables, games, scratch, game, side, weighing, heat, luck, left_alone
                )
                if grows:
                    grow(tree, history, scratch, count)
                chosen = scratch.rows[place] if place >= 0 else scratch.nothing
            left_alone = -1
            letter, step, kind, target = chosen[0], chosen[1], chosen[2], chosen[3]
            yes, told = False, 0
            if letter >= 0:
                yes = answer(tables, games, game, side, letter, step, kind, target, luck)
                if side == watched and noted < log.shape[1]:
                    _note(tables, games, game, side, letter, kind, target, yes, log[game, noted])
                hear(tables, games, scratch, game, side, letter, step, kind, target, yes)
                if yes:
                    move(tables, games, scratch, game, side, letter, kind, target, True)
                    told = _seen(tables, games, game, side, letter)
            history = follow(history, letter, step, kind, told)
            if side == watched:
                noted += 1
            over += 1
            winners[game] = winner(tables, games, game, side, True)
            side = 1 - side
            if winners[game] != NOBODY or over == tables.limit:
                break
        value = np.float32(0.5) if winners[game] == NOBODY else np.float32(winners[game] == me)
        if winners[game] == NOBODY and over != tables.limit:
            played += 1
            chances[game] = judge(tables, games, scratch, game, side, judging)
            value = chances[game] if side == me else ONE - chances[game]
        learn(tree, scratch.path, depth, value)
    return played


@compiled
def answer(
    tables: Tables,
    games: Games,
    game: int,
    side: int,
    letter: int,
    step: int,
    kind: int,
    target: int,
    luck: Luck,
) -> bool:
    """Return what the diagram answers to an attempt; for a double agent what the other side would say."""
    truly = tables.allows[games.deal[game, side, letter], step]
    if truly != 0.5 or tables.agent < 0:
        return bool(truly > 0.75)
    drawn = np.float32(draw_from(luck) >> np.uint64(40)) / np.float32(1 << 24)
    return bool(drawn < given(tables, games, game, side, kind, target))


@compiled
def _seen(tables: Tables, games: Games, game: int, side: int, letter: int) -> int:
    """Return what everybody sees of a piece after a yes: it is there, promoted, or taken off (CF-VAR-5)."""
    if games.where[game, side, letter] == tables.off:
        return 3
    return 2 if games.deal[game, side, letter] == tables.promoted else 1


@compiled
def _note(
    tables: Tables,
    games: Games,
    game: int,
    side: int,
    letter: int,
    kind: int,
    target: int,
    yes: bool,
    row: npt.NDArray[np.int16],
) -> None:
    row[0], row[1] = letter, kind
    row[2] = target == games.neutral[game]
    row[3] = tables.last_row[side, target]
    row[4] = games.side_at[game, target] - 1
    row[5] = games.letter_at[game, target]
    row[6] = yes
