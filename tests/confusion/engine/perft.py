"""Counts of what can happen, as chess programs have them ("perft"): makes, reads and checks perft.toml.

    python tests/confusion/engine/perft.py --write    make the file anew, with the counts of naive.py
    python tests/confusion/engine/perft.py            count all of it with the engine, and compare

What is counted stands at the top of the file.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, count
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from confusion.engine import naive
from deduce.confusion.engine.actions import (
    REFUSED,
    SILENT,
    Action,
    Answer,
    Expose,
    GiftReply,
    MoveTwo,
    PromotionReply,
    Remove,
    Reveal,
    SwapTwo,
    Token,
)
from deduce.confusion.engine.directions import Square
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import FRESH, Position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import random_game, random_start
from deduce.confusion.engine.turns import after, is_arrival

__all__ = ["Entry", "branches", "counted", "engine_counts", "entries"]

FILE = Path(__file__).with_name("perft.toml")
DEPTH = 3
HEADER = """\
# How many things can happen in some positions of Confusion: checks of the rules, for any program. Made by
# tests/confusion/engine/perft.py, counted by tests/confusion/naive.py.
#
# nodes = [a, b, c]: there are a ways to take one step from the position, b ways to take two steps, and c
# ways to take three. A step is an action with its answer; nobody knows a diagram here, so any answer can be
# given:
#
# - Each attempt that is possible on the board, refused: one step.
# - The same attempt, allowed: one step; but two (promoted, not promoted) when a piece that is not promoted
#   yet arrives on the last row, unless anyone is promoted (variant 5). Attempts are moves, carries and
#   passes of Z, each direction and distance by itself: up to 4 squares, or up to 10 with a double agent in
#   play.
# - At the beginning of a turn, with a double agent in play: removing any own piece that is on the board,
#   and exposing any piece of the opponent that is on the board: one step for each piece.
# - At the beginning of a turn, for each token that the side has left: revealing any own piece, also a
#   captured one, whatever is shown: one step for each piece; to move two: one step; to swap any two own
#   pieces that stand on the own half without Z, whichever is named first: one step for each pair. None of
#   these where no attempt would be possible after it.
# - Where promotion is offered (variant 5), nothing but: declining; accepting and being promoted; with a
#   double agent in play, accepting and being shown as the double agent. One step each.
# - Where Z is offered after that, nothing but: taking it; refusing it. One step each.
#
# The beginning of a turn is before anything was done in it. A step may end the game; it counts, but nothing
# follows. Who has no possible attempt when the turn comes, or after removing or exposing, has lost. There
# is no limit of turns, and nobody resigns or agrees on a draw.
#
# turn: 0 is the side whose first row is row 1. z: where the neutral piece is. pieces: where each side's
# pieces stand, as column and row from the first side's left; "+" is promoted. tokens: what each side has
# left. In all of these positions the turn has just begun.

format = "deduce.confusion.perft/1"
"""

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True)
class Entry:
    """A position with its counts.

    Attributes:
        name: What it is.
        ruleset: The ruleset.
        variants: Its variants.
        with_tokens: Whether the rules have tokens.
        turn: Whose turn it is.
        z: Where the neutral piece is.
        pieces: For each side, where its pieces stand, as text.
        tokens: For each side, the tokens it has left, as text.
        nodes: How many steps there are to each depth.
    """

    name: str
    ruleset: str
    variants: tuple[int, ...]
    with_tokens: bool
    turn: int
    z: Square
    pieces: tuple[str, str]
    tokens: tuple[str, str]
    nodes: tuple[int, ...] = ()

    @classmethod
    def of(cls, name: str, position: Position) -> Entry:
        """Write a position down."""
        rules = position.rules
        pieces = [
            " ".join(
                f"{letter}{square[0]},{square[1]}{'+' * position.is_promoted(side, letter)}"
                for letter in rules.letters
                if (square := position.square(side, letter)) is not None
            )
            for side in (0, 1)
        ]
        tokens = [" ".join(sorted(token.value for token in left)) for left in position.tokens]
        return cls(
            name,
            rules.ruleset,
            tuple(sorted(rules.variants)),
            rules.tokens,
            position.turn,
            rules.board.square(position.neutral),
            (pieces[0], pieces[1]),
            (tokens[0], tokens[1]),
        )

    @classmethod
    def read(cls, block: Mapping[str, Any]) -> Entry:
        """Read an entry of the file."""
        return cls(
            block["name"],
            block["ruleset"],
            tuple(block["variants"]),
            block["with_tokens"],
            block["turn"],
            (block["z"][0], block["z"][1]),
            (block["pieces"][0], block["pieces"][1]),
            (block["tokens"][0], block["tokens"][1]),
            tuple(block["nodes"]),
        )

    def written(self, nodes: Iterable[int]) -> str:
        """Return the entry as it stands in the file."""
        return (
            "\n[[position]]\n"
            f'name = "{self.name}"\n'
            f'ruleset = "{self.ruleset}"\n'
            f"variants = {list(self.variants)}\n"
            f"with_tokens = {str(self.with_tokens).lower()}\n"
            f"turn = {self.turn}\n"
            f"z = {list(self.z)}\n"
            f'pieces = [\n    "{self.pieces[0]}",\n    "{self.pieces[1]}",\n]\n'
            f'tokens = ["{self.tokens[0]}", "{self.tokens[1]}"]\n'
            f"nodes = {list(nodes)}\n"
        )

    @property
    def men(self) -> Iterator[tuple[int, str, Square, bool]]:
        """The pieces: side, letter, square and whether they are promoted."""
        for side, text in enumerate(self.pieces):
            for word in text.split():
                column, row = word.rstrip("+")[1:].split(",")
                yield side, word[0], (int(column), int(row)), word.endswith("+")

    def position(self) -> Position:
        """Return the same as a position of the engine."""
        rules = Rules.of(self.ruleset, variants=self.variants, tokens=self.with_tokens)
        board = rules.board
        squares, promoted = [-1] * len(board.letters), 0
        for side, letter, square, flipped in self.men:
            piece = board.numbers[side][letter]
            squares[piece] = board.number(square)
            promoted |= flipped << piece
        left = [frozenset(map(Token, text.split())) for text in self.tokens]
        return Position(
            rules, tuple(squares), board.number(self.z), promoted, self.turn, tokens=(left[0], left[1])
        )


def entries() -> list[Entry]:
    """Return what is in the file."""
    return [Entry.read(block) for block in tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]]


# --- Counting ----------------------------------------------------------------------------------------


def counted(root: S, branches: Callable[[S], Iterable[Callable[[], S]]], depth: int) -> tuple[int, ...]:
    """Return the number of ways to take one step, two steps and so on.

    States that are equal are looked at once, and counted as often as they come.

    Args:
        root: Where it begins.
        branches: Returns the steps from a state, each as what makes the state that follows.
        depth: The greatest number of steps.
    """
    level, counts = Counter({root: 1}), list[int]()
    for left in range(depth, 0, -1):
        following: Counter[S] = Counter()
        number = 0
        for state, times in level.items():
            for branch in branches(state):
                number += times
                if left > 1:
                    following[branch()] += times
        counts.append(number)
        level = following
    return tuple(counts)


def engine_counts(entry: Entry, depth: int = DEPTH) -> tuple[int, ...]:
    """Count with the engine."""
    root = entry.position()
    game = Game(root.rules)

    def steps(position: Position) -> Iterator[Callable[[], Position]]:
        game.position = position
        for action, answer in branches(game):
            yield partial(after, position, action, answer)

    return counted(root, steps, depth)


def branches(game: Game) -> Iterator[tuple[Action, Answer]]:
    """Yield the steps of the engine from the position of a game in which no deal is known."""
    position, rules, stage = game.position, game.rules, game.position.stage
    if position.outcome is not None:
        return
    if stage.offer is not None:
        yield PromotionReply(accept=False), SILENT
        yield PromotionReply(accept=True), Answer(promoted=True)
        if rules.diagrams.double_agent is not None:
            shown = rules.diagrams.double_agent.number
            yield PromotionReply(accept=True), Answer(promoted=False, shown=shown)
        return
    if stage.gift:
        yield GiftReply(accept=True), SILENT
        yield GiftReply(accept=False), SILENT
        return
    for attempt in position.attempts():
        yield attempt, REFUSED
        if is_arrival(position, attempt) and not rules.anyone_is_promoted:
            yield attempt, Answer(promoted=True)
            yield attempt, Answer(promoted=False)
        else:
            yield attempt, SILENT
    if rules.has_double_agent or rules.tokens:
        yield from ((action, SILENT) for action in early(rules) if game.can(action))


@cache
def early(rules: Rules) -> tuple[Action, ...]:
    """Return all there can be before an attempt."""
    letters = rules.letters
    pairs = (SwapTwo(one, two) for one, two in combinations(letters, 2))
    return (
        *(kind(letter) for kind in (Remove, Expose, Reveal) for letter in letters),
        MoveTwo(),
        *pairs,
    )


def naive_counts(entry: Entry, depth: int = DEPTH) -> tuple[int, ...]:
    """Count with the second set of rules."""

    def steps(state: naive.State) -> Iterator[Callable[[], naive.State]]:
        return (partial(naive.follow, state, step) for step in naive.steps(state))

    return counted(naive_state(entry), steps, depth)


def naive_table(ruleset: str, variants: Collection[int], *, with_tokens: bool) -> naive.Table:
    """Return what is agreed, for the second set of rules."""
    return naive.Table(
        agent=ruleset == "espionage" and 1 not in variants,
        tokens=with_tokens,
        small=2 in variants,
        late=ruleset == "classic" or 3 in variants,
        anyone=5 in variants,
    )


def naive_state(entry: Entry) -> naive.State:
    """Return the position of an entry for the second set of rules."""
    return naive.State(
        naive_table(entry.ruleset, entry.variants, with_tokens=entry.with_tokens),
        frozenset((square, (side, letter)) for side, letter, square, _ in entry.men),
        entry.z,
        entry.turn,
        frozenset((side, letter) for side, letter, _, flipped in entry.men if flipped),
        (frozenset(entry.tokens[0].split()), frozenset(entry.tokens[1].split())),
    )


# --- The positions -----------------------------------------------------------------------------------

RULES: dict[str, Rules] = {
    "classic": Rules.of("classic"),
    "espionage": Rules.of("espionage"),
    "tokens": Rules.of("espionage", tokens=True),
    **{f"variant {number}": Rules.of("espionage", variants=[number]) for number in range(1, 6)},
    "variants 1 and 3, tokens": Rules.of("espionage", variants=[1, 3], tokens=True),
    "variants 2 and 5, tokens": Rules.of("espionage", variants=[2, 5], tokens=True),
    "variants 3, 4 and 5": Rules.of("espionage", variants=[3, 4, 5]),
    "variants 2 to 5, tokens": Rules.of("espionage", variants=[2, 3, 4, 5], tokens=True),
    "all variants, tokens": Rules.of("espionage", variants=[1, 2, 3, 4, 5], tokens=True),
}
FIRST_TURN = 20
FEW = 10


def holds(position: Position) -> bool:
    """Z can be carried and passed."""
    return position.holder is not None and position.holder[0] == position.turn


def can_arrive(position: Position) -> bool:
    """A piece can arrive on the last row."""
    return any(is_arrival(position, attempt) for attempt in position.attempts())


def has_few(position: Position) -> bool:
    """Many pieces were captured, and one is promoted."""
    standing = [piece for piece, square in enumerate(position.squares) if square >= 0]
    return len(standing) <= FEW and any(position.promoted >> piece & 1 for piece in standing)


WANTED = {"Z is held": holds, "somebody can arrive": can_arrive, "few pieces": has_few}


def picked() -> Iterator[Entry]:
    """Yield the positions, without counts: the start, and some that come up in random games."""
    for name, rules in RULES.items():
        yield Entry.of(f"{name}: the start", random_start(rules, random.Random(0)).position)
        for what, is_wanted in WANTED.items():
            seed, position = next(
                (seed, position)
                for seed in count(1)
                for position in random_game(rules, random.Random(seed)).positions[:-1]
                if position.turns >= FIRST_TURN and position.stage == FRESH and is_wanted(position)
            )
            yield Entry.of(f"{name}: {what} (seed {seed}, after {position.turns} turns)", position)


def write() -> None:
    """Make the file."""
    blocks: list[str] = []
    for entry in picked():
        began = time.perf_counter()
        nodes = naive_counts(entry)
        print(f"{entry.name}: {nodes} in {time.perf_counter() - began:.1f} s")  # noqa: T201 - a program
        blocks.append(entry.written(nodes))
    FILE.write_text(HEADER + "".join(blocks), encoding="utf-8")


def check() -> bool:
    """Compare all counts with the engine's, and tell whether they agree."""
    wrong = 0
    for entry in entries():
        began = time.perf_counter()
        found = engine_counts(entry)
        wrong += found != entry.nodes
        verdict = "ok" if found == entry.nodes else f"WRONG, not {entry.nodes}"
        seconds = time.perf_counter() - began
        print(f"{entry.name}: {found} in {seconds:.2f} s: {verdict}")  # noqa: T201 - a program
    return wrong == 0


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="make perft.toml anew")
    if parser.parse_args().write:
        write()
    elif not check():
        sys.exit(1)


if __name__ == "__main__":
    main()
