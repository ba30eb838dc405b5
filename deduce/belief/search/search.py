"""A search for worlds: narrow by every rule, try a value where nothing more is seen, and go back."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from deduce.belief.patience import Deadline
from deduce.belief.search.making import MOST_TRIED, Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deduce.belief.engine import Picks
    from deduce.belief.patience import Allowance
    from deduce.belief.search.rules import Masks
    from deduce.belief.situation import Situation

__all__ = ["Search"]


class Search:
    """Finds all worlds of a situation, each once.

    Args:
        situation: The situation; how heavy worlds are, and what is hidden, does not matter.
        allowance: What it may take, in steps.
        most_steps: If that is all taken, it is doubled as long as the search gets on so fast that it will
            not take more than this.
        deadline: When it must be over.
        most_tried: How many combinations of values may be tried to write out what no rule says.

    Raises:
        NoRuleError: If it has a statement that no rule says.
        OutOfReachError: If that takes too much; so when it goes on.

    Attributes:
        size: How many unknowns there are.
        masks: For each unknown, the values that are left to it before anything is tried; None if no world
            is left.
        round: How many steps it takes to ask every rule once.
        explored: Which part of all that can be tried was gone through, if all values are as much work.
    """

    def __init__(
        self,
        situation: Situation,
        allowance: Allowance,
        most_steps: int = 0,
        deadline: Deadline | None = None,
        most_tried: int = MOST_TRIED,
    ) -> None:
        self.allowance = allowance
        self.size: int = len(situation.masks)
        self._deadline = deadline or Deadline()
        self.explored: float = 0.0
        self._granted = allowance.left
        self._most_steps = most_steps
        is_short = situation.shortage()
        book = Rulebook(situation, allowance, most_tried)
        # Cheap ones are asked first.
        self._rules = [] if is_short else sorted(book.rules(), key=lambda rule: rule.cost)
        self._about: list[list[int]] = [[] for _ in situation.masks]
        for number, rule in enumerate(self._rules):
            for place in rule.places:
                self._about[place].append(number)
        self.round: int = sum([rule.cost for rule in self._rules])
        # Whoever is spoken of where trying fails is tried sooner from then on.
        self._weights = [1 + len(numbers) for numbers in self._about]
        self.masks: Masks | None = book.masks
        if is_short or not self._is_left(self.masks, range(len(self._rules))):
            self.masks = None

    def worlds(self, within: Masks | None = None, changed: int | None = None) -> Iterator[Picks]:
        """Iterate over the worlds.

        Args:
            within: The values among which to search; by default those that are left.
            changed: The unknown to which these leave fewer.

        Raises:
            OutOfReachError: If it takes too much.
        """
        start = self.masks if within is None else within
        if start is None:
            return
        # What is left, whose values were changed last, who was not settled before that, which part it is.
        waiting: list[tuple[Masks, int | None, Sequence[int], float]] = [
            (list(start), changed, range(len(start)), 1.0)
        ]
        # What was tried last where that failed: mostly that is where it is worth to go on.
        failed: int | None = None
        while waiting:
            masks, tried, still_open, part = waiting.pop()
            while True:
                if not self._is_left(masks, () if tried is None else self._about[tried]):
                    failed = tried
                    break
                still_open = [place for place in still_open if masks[place] & (masks[place] - 1)]
                self._spend(2 * len(still_open))
                if not still_open:
                    yield tuple([mask.bit_length() - 1 for mask in masks])
                    break
                tried = failed if failed in still_open else self._choice(masks, still_open)
                mask = masks[tried]
                otherwise = masks.copy()
                otherwise[tried] = mask & (mask - 1)
                mine = part / mask.bit_count()
                waiting.append((otherwise, tried, still_open, part - mine))
                masks[tried] = mask & -mask
                part = mine
            self.explored += part

    def strike(self, place: int, bit: int) -> None:
        """Take out a value that no world has, and what is impossible without it.

        Raises:
            OutOfReachError: If it takes too much.
        """
        if self.masks is not None:
            self.masks[place] &= ~bit
            if not self.masks[place] or not self._is_left(self.masks, self._about[place]):
                self.masks = None

    def _is_left(self, masks: Masks, asked: Iterable[int]) -> bool:
        """Narrow until nothing changes, and tell whether anything is left."""
        rules, about = self._rules, self._about
        queue = list(asked)
        heapq.heapify(queue)
        queued = set(queue)
        steps = 0
        while queue:
            number = heapq.heappop(queue)
            queued.discard(number)
            rule = rules[number]
            steps += rule.cost
            changed = rule.narrow(masks)
            if changed is None:
                for place in rule.places:
                    self._weights[place] += 1
                break
            for place in changed:
                for other in about[place]:
                    if other not in queued and (other != number or rule.again):
                        watched = rules[other].watched
                        if watched is None or place in watched:
                            queued.add(other)
                            heapq.heappush(queue, other)
        else:
            changed = []
        self._spend(steps)
        return changed is not None

    def _spend(self, steps: int) -> None:
        left = self.allowance.left - steps
        if left < 0 and self._granted < self.explored * self._most_steps:
            left += self._granted
            self._granted *= 2
        self.allowance.left = left
        self.allowance.spend(0, "searching")
        if self._deadline.most_seconds is not None:
            self._deadline.check("searching")

    def _choice(self, masks: Masks, still_open: Sequence[int]) -> int:
        """Return the unknown that is tried next: of few values, and where much failed."""
        weights = self._weights
        worths = [weights[place] / (masks[place].bit_count() - 1) for place in still_open]
        return still_open[worths.index(max(worths))]
