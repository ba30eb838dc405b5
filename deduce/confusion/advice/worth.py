"""What games in the mind are worth in real ones: what is told of a game that came out won is less than sure.

Both sides play on by instinct there, and an opponent who thinks finds more than that. So of positions in
which all games in the mind were won, fewer were won in real games; how many was measured, with and without a
double agent apart (`benchmarks/calibration.py`). Each game is told along a straight line between two values,
one for a game that was lost and one for a game that was won. Values are means over games, so whatever they
are made of adds up as before. What ends the game at once is a fact and stays as it is, and so does what
nobody can prevent; and it makes no difference to what is chosen.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.instinct import VALUES

if TYPE_CHECKING:
    import numpy.typing as npt

    from deduce.confusion.advice.lookups import Floats, Lookups
    from deduce.confusion.advice.search import Estimate

__all__ = ["Worth", "worth_of"]

CLOSE = 1e-6
"""What is as near as this to a game that was over is one."""


@dataclass(frozen=True)
class Worth:
    """What games in the mind are worth in real ones.

    Examples:
        >>> worth = Worth(lost=0.1, won=0.9)
        >>> round(worth.of(0.75), 6)
        0.7

    Attributes:
        lost: The chance to win that is told of a game that was lost in the mind.
        won: The same of one that was won.
    """

    lost: float = 0.0
    won: float = 1.0

    def of(self, value: float) -> float:
        """Return what a chance to win by games in the mind is worth."""
        return self.lost + (self.won - self.lost) * value

    def of_games(self, results: Floats) -> Floats:
        """Return what the results of games are worth that went on after what was done."""
        return (np.float32(self.lost) + np.float32(self.won - self.lost) * results).astype(np.float32)

    def is_over(self, results: Floats) -> npt.NDArray[np.bool_]:
        """Tell of results, as they are told, which games were over before they were judged."""
        found: npt.NDArray[np.bool_] = (results <= self.lost + CLOSE) | (results >= self.won - CLOSE)
        return found

    def of_estimate(self, estimate: Estimate) -> Estimate:
        """Return an estimate by games that chose, as it is told; what is sure stays so.

        Args:
            estimate: The estimate.
        """
        if estimate.sure == 1:
            return estimate
        after = (estimate.if_yes, estimate.if_no)
        if_yes, if_no = (None if each is None else self.of(each) for each in after)
        return replace(
            estimate,
            value=max(self.of(estimate.value), float(estimate.sure)),
            error=(self.won - self.lost) * estimate.error,
            if_yes=if_yes,
            if_no=if_no,
        )


def worth_of(lookups: Lookups, values: str = "learned") -> Worth:
    """Return what games in the mind are worth.

    Args:
        lookups: The lookups of the rules: with a double agent it is another than without.
        values: By which weights they are played and judged, by their name.
    """
    return _worths(values).get("agents" if lookups.agent >= 0 else "plain", Worth())


@lru_cache(maxsize=len(VALUES))
def _worths(values: str) -> dict[str, Worth]:
    """Return what is told with some weights; of those for which it was not measured, games as they are."""
    file = resources.files("deduce.confusion.advice").joinpath(VALUES[values])
    kinds = tomllib.loads(file.read_text(encoding="utf-8"))
    return {kind: Worth(**data["told"]) for kind, data in kinds.items() if "told" in data}
