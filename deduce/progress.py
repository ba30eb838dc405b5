"""How far something is that takes long, and what it has found until then.

Functions that may take long take `progress`: it is called from time to time with what was found so far. So
somebody can watch, and whoever stops them (by Ctrl-C, or by an error that `progress` raises) still has that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

__all__ = ["Progress", "SoFar"]

_Found_co = TypeVar("_Found_co", covariant=True)


@dataclass(frozen=True)
class SoFar(Generic[_Found_co]):
    """How far something is, and what it has found until now.

    Examples:
        >>> from deduce import Log, Problem, fact, review
        >>> log = Log(Problem.one_to_one("ABC", ["rook", "king", "crab"]))
        >>> log = log.append(fact("A", "rook")).append(fact("B", "king"))
        >>> lessons = review(log, progress=lambda so_far: print(so_far.done, len(so_far.found)))
        0.5 1
        1.0 2

    Attributes:
        done: Which part of the work is done, from 0 to 1.
    """

    done: float
    _find: Callable[[], list[_Found_co]] = field(repr=False)

    @property
    def found(self) -> list[_Found_co]:
        """What was found until this is asked, in the order in which all would be returned."""
        return self._find()


_Item = TypeVar("_Item")
Progress: TypeAlias = Callable[[SoFar[_Item]], object]
"""What is called from time to time with what was found so far."""
