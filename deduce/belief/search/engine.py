"""The engine for what has few worlds: a search finds them all, and everything is read off the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from deduce.belief.listed import MOST_LISTED, ListedEngine
from deduce.belief.patience import Allowance, Deadline
from deduce.belief.search.making import NoRuleError
from deduce.belief.search.search import Search
from deduce.errors import OutOfReachError

if TYPE_CHECKING:
    from deduce.belief.engine import Picks
    from deduce.belief.situation import Situation

__all__ = ["SearchEngine"]

MOST_PICKS = 10_000_000
"""How many values of unknowns all worlds may have together; each takes some 8 bytes."""
LOOKED_AT = 1_000
"""After so many worlds it is looked at how many there seem to be; parts that were tried tell it roughly."""
SEEMING = 20
"""How many times as many as are listed may seem to be there before the search is given up."""
FIRST_STEPS = 10_000_000
"""How many steps the search may take before it is seen how it gets on: half a second or so."""
MOST_STEPS = 700_000_000
"""How many steps it may take at all."""


class SearchEngine(ListedEngine):
    """Lists every world.

    Args:
        situation: What to search.
        found: All worlds, where they are known.
        allowance: How many steps it may take to see how it gets on; by default what the engine has that is
            asked for by name.
        deadline: When it must be over.
    """

    name: ClassVar[str] = "search"

    def __init__(
        self,
        situation: Situation,
        found: list[Picks] | None = None,
        allowance: Allowance | None = None,
        deadline: Deadline | None = None,
    ) -> None:
        super().__init__(situation)
        self._deadline = deadline
        self._allowance = allowance or Allowance(FIRST_STEPS)
        self._known = found

    def _list(self) -> list[Picks]:
        if self._known is not None:
            return self._known
        if self.situation.shown is not None:
            message = "the engine search does not count without hidden unknowns; leave it to deduce"
            raise OutOfReachError(message)
        most = min(MOST_LISTED, MOST_PICKS // len(self.situation.masks))
        listed: list[Picks] = []
        try:
            search = Search(self.situation, self._allowance, MOST_STEPS, self._deadline)
            for picks in search.worlds():
                listed.append(picks)
                if len(listed) > most:
                    message = f"the search for worlds was given up: there are more than {most:,}"
                    raise OutOfReachError(message)
                if len(listed) % LOOKED_AT == 0 and len(listed) > SEEMING * most * search.explored:
                    message = f"the search for worlds was given up: there seem to be many more than {most:,}"
                    raise OutOfReachError(message)
        except NoRuleError:
            message = "the engine search does not know all of these rules; leave the choice to deduce"
            raise OutOfReachError(message) from None
        return sorted(listed)
