"""What takes long tells how far it is and what it has found, to whoever uses the library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deduce import (
    Belief,
    Log,
    Problem,
    SoFar,
    chain,
    confirming_questions,
    conflicts,
    fact,
    pair_questions,
    rank_questions,
    review,
    suspects,
)

PIECES = Problem.one_to_one("ABCD", ["rook", "king", "crab", "wimp"])
GAME = Log(PIECES).append(~fact("A", "rook")).append(~fact("B", "rook")).append(~fact("C", "rook"))
CLASH = GAME.append(~fact("D", "rook")).append(fact("A", "king")).append(fact("B", "king"))
BELIEF = Belief(GAME)
SEARCHES: dict[str, Callable[..., Any]] = {
    "suspects": lambda progress: suspects(GAME, progress=progress),
    "conflicts": lambda progress: list(conflicts(CLASH, progress=progress)),
    "chain": lambda progress: chain(GAME, progress=progress),
    "review": lambda progress: review(GAME, progress=progress),
    "ratings": lambda progress: rank_questions(BELIEF, pair_questions(BELIEF), progress=progress),
    "confirming": lambda progress: confirming_questions(GAME, "1", progress=progress),
    "worlds": lambda progress: BELIEF.most_probable(4, progress=progress),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_progress(name: str) -> None:
    """It never goes back, there is ever more, and it ends with everything; it changes no result."""
    search = SEARCHES[name]
    done: list[float] = []
    found: list[list[str]] = []

    def progress(so_far: SoFar[object]) -> None:
        done.append(so_far.done)
        found.append(list(map(str, so_far.found)))

    whole = list(map(str, search(progress)))
    assert whole == list(map(str, search(None)))
    assert done == sorted(done)
    assert 0 < done[0] < 1
    assert done[-1] == 1 or name == "conflicts"
    assert len(found[0]) < len(found[-1])
    assert list(map(len, found)) == sorted(map(len, found))
    assert found[-1] == whole


@pytest.mark.parametrize("name", SEARCHES)
def test_who_stops_it_keeps_what_there_is(name: str) -> None:
    """An error of whoever watches ends it at once."""
    kept: list[object] = []

    def stop(so_far: SoFar[object]) -> None:
        kept[:] = so_far.found
        raise TimeoutError

    with pytest.raises(TimeoutError):
        SEARCHES[name](stop)
    assert len(kept) == 1
