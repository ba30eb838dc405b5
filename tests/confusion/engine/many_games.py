"""Plays many random games of Confusion to their ends, and checks that all goes by the rules.

    python tests/confusion/engine/many_games.py --games 10000 --jobs 2

plays 10,000 games of each kind: classic, espionage, and "mixed", which is espionage with a random choice
of variants and tokens. The same seed always plays the same games. A check that fails names the game, and
`played` plays it again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from confusion.engine.invariants import check_attempts, check_position
from deduce.confusion.engine.actions import Attempt, GiftReply, PromotionReply
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import Ending, Position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import Chances, random_game
from deduce.confusion.engine.turns import Event
from deduce.confusion.formats.position_string import parse_position, position_text
from deduce.confusion.kind import record_of

__all__ = ["CHECKS", "KINDS", "Check", "checked", "played"]

Check: TypeAlias = Callable[[Game], None]
CHANCES = Chances(remove=0.005, expose=0.005, reveal=0.02, resign=0.00005, agree=0.00005)
KINDS = ("classic", "espionage", "mixed")
CHUNK = 25


# --- The checks --------------------------------------------------------------------------------------


def positions_are_sound(game: Game) -> None:
    """Every position is."""
    for position in game.positions:
        check_position(position)


def events_tell_what_changed(game: Game) -> None:
    """Nothing else changes than what was done and answered."""
    for event, (before, after) in zip(game.events, pairwise(game.positions), strict=True):
        check_change(event, before, after)


def check_change(event: Event, before: Position, after: Position) -> None:
    """Compare what is told of an action with what changed."""
    answer, replied = event.answer, isinstance(event.action, GiftReply)
    assert event.side == (1 - before.turn if replied else before.turn)
    gone = [before.name(piece) for piece in standing(before) - standing(after)]
    assert standing(after) <= standing(before), "nobody comes back"
    if event.captured is not None:
        assert gone == [(1 - event.side, event.captured)]
    elif isinstance(event.action, Attempt):
        assert gone == []
        assert answer.allowed or (after.squares, after.neutral) == (before.squares, before.neutral)
    flipped = after.promoted & ~before.promoted
    assert before.promoted & ~after.promoted == 0, "nobody loses a promotion"
    assert flipped.bit_count() == bool(answer.promoted), "only who is told to be promoted is"
    assert after.turns - before.turns == (before.turn != after.turn)
    assert before.outcome is None


def standing(position: Position) -> set[int]:
    """Return the pieces on the board."""
    return {piece for piece, square in enumerate(position.squares) if square >= 0}


def the_outcome_is_that_of_the_position(game: Game) -> None:
    """The winner has reached the last row, or the loser has nothing left."""
    outcome, position = game.outcome, game.position
    assert outcome is not None
    assert (outcome.winner is None) == (outcome.ending in {Ending.AGREEMENT, Ending.LIMIT})
    if outcome.ending is Ending.LAST_ROW:
        assert position.holder is not None
        assert position.holder[0] == outcome.winner
        assert position.neutral in position.rules.board.last_rows[position.holder[0]]
    if outcome.ending is Ending.NO_PIECES:
        assert {position.name(piece)[0] for piece in standing(position)} == {outcome.winner}


def taking_back_leads_to_the_start(game: Game) -> None:
    """Every position comes back, the first is that of a new game, and the same actions lead on as before."""
    positions, events = game.positions, list(game.events)
    for event, position in zip(reversed(events), reversed(positions[:-1]), strict=True):
        assert game.pop() == event
        assert game.position == position
    start = Game(game.rules, game.deals, game.first, game.placements).position
    assert (game.position, hash(game.position)) == (start, hash(start))
    for event, position in zip(events, positions[1:], strict=True):
        game.push(event.action, event.answer)
        assert game.position == position
    assert game.events == events


def answers_do_without_the_deals(game: Game) -> None:
    """The same actions and answers lead to the same positions when nobody knows a diagram."""
    blind = Game(game.rules, (None, None), game.first, game.placements)
    for event, position in zip(game.events, game.positions[1:], strict=True):
        assert blind.push(event.action, event.answer) == event
        assert (blind.position, hash(blind.position)) == (position, hash(position))


def listed_attempts_are_the_possible_ones(game: Game) -> None:
    """In one position of each game, with a quarter of the pieces, of all attempts that can be written."""
    middle, half = Game(game.rules), len(game.events) // 2
    middle.position = game.positions[half]
    check_attempts(middle, game.rules.letters[half % 4 :: 4])


def the_record_comes_back(game: Game) -> None:
    """Writing and reading gives the same game, without a problem, and the same text again."""
    record = record_of(game, compass=len(game.events) % 2, left=game.first)
    assert record.misfits == ()
    again = record.now.game()
    assert again.events == list(record.now.events) == game.events
    assert again.position == record.now.position == game.position
    assert record.text == record_of(again, compass=len(game.events) % 2, left=game.first).text


def position_strings_come_back(game: Game) -> None:
    """Every tenth position is read back from its string, and so is the last one."""
    for position in (*game.positions[::10], game.position):
        again = parse_position(position_text(position))
        assert (again, again.held) == (position, position.held)


CHECKS: list[Check] = [
    positions_are_sound,
    events_tell_what_changed,
    the_outcome_is_that_of_the_position,
    taking_back_leads_to_the_start,
    answers_do_without_the_deals,
    listed_attempts_are_the_possible_ones,
    the_record_comes_back,
    position_strings_come_back,
]
"""What must hold for every game. A check gets a game that is over, and leaves it as it was."""


# --- The games ---------------------------------------------------------------------------------------


def played(kind: str, number: int, seed: int = 0) -> Game:
    """Play a random game to its end."""
    draw = random.Random(f"{kind} {number} {seed}")
    return random_game(rules_of(kind, draw), draw, chances=CHANCES)


def rules_of(kind: str, draw: random.Random) -> Rules:
    """Return the rules of a kind of game; for mixed ones, a random choice."""
    if kind != "mixed":
        return made(kind, frozenset[int](), tokens=False)
    variants = frozenset(number for number in range(1, 6) if draw.random() < 0.5)
    return made("espionage", variants, tokens=draw.random() < 0.5)


@cache
def made(ruleset: str, variants: frozenset[int], *, tokens: bool) -> Rules:
    """Return rules, which are made once."""
    return Rules.of(ruleset, variants=variants, tokens=tokens)


def checked(kind: str, numbers: range, seed: int = 0) -> Counter[str]:
    """Play and check some games, and count what was in them."""
    found: Counter[str] = Counter()
    for number in numbers:
        game = played(kind, number, seed)
        for check in CHECKS:
            try:
                check(game)
            except Exception as error:
                error.add_note(f"check {check.__name__!r}, game played({kind!r}, {number}, {seed})")
                raise
        found.update(words(game))
    return found


def words(game: Game) -> Iterator[str]:
    """Yield a word for everything that was in a game."""
    outcome = game.outcome
    yield "games"
    yield f"ended: {outcome.ending.value}" if outcome else "ended: not at all"
    for event in game.events:
        action, answer = event.action, event.answer
        if isinstance(action, Attempt):
            yield f"{action.kind.value} {'allowed' if answer.allowed else 'refused'}"
        elif isinstance(action, PromotionReply | GiftReply):
            yield f"{type(action).__name__}: {'yes' if action.accept else 'no'}"
        else:
            yield type(action).__name__
        if event.captured is not None:
            yield "captured"
        if answer.promoted is not None:
            yield f"{'promoted' if answer.promoted else 'not promoted'} on arrival"


def main() -> None:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000, help="how many games of each kind")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--seed", type=int, default=0, help="other games")
    asked = parser.parse_args()
    for kind in KINDS:
        began = time.perf_counter()
        chunks = [
            (kind, range(first, min(first + CHUNK, asked.games)), asked.seed)
            for first in range(0, asked.games, CHUNK)
        ]
        with multiprocessing.Pool(asked.jobs) as pool:
            found = sum(pool.starmap(checked, chunks), Counter[str]())
        lines = [f"{kind}: all checks hold ({time.perf_counter() - began:.0f} s)"]
        lines += [f"  {number:>12,}  {what}" for what, number in sorted(found.items())]
        print("\n".join(lines), flush=True)  # noqa: T201 - a program


if __name__ == "__main__":
    main()
