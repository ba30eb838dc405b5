"""Everything that can come of the combats that several units can start, as far as the rest depends on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deduce.cards.odds.combat import table_of
from deduce.cards.odds.stand import Body, Stand, fought, meeting_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deduce.cards.edition import Edition
    from deduce.cards.odds.combat import Table
    from deduce.cards.odds.goals import Goal
    from deduce.cards.odds.layers import Array
    from deduce.cards.odds.stand import Pairing

__all__ = ["Known", "Option", "Tree", "Way"]


class Known(NamedTuple):
    """What the rest of a plan depends on.

    Attributes:
        stand: How the units stand; of those that matter no more there is nothing.
        open: The combats that can still be started, by their numbers.
    """

    stand: Stand
    open: tuple[int, ...]


class Way(NamedTuple):
    """What a combat leads to.

    Attributes:
        cells: The pairs of cards: True where they lead there.
        spans: For each row the cards from where to where, as three arrays.
    """

    cells: Array
    spans: tuple[Array, Array, Array]


class Option(NamedTuple):
    """A combat that can be started.

    Attributes:
        pairing: The combat.
        table: What each pair of cards does.
        gains: What it counts.
        ways: What it leads to.
    """

    pairing: Pairing
    table: Table
    gains: Array
    ways: dict[Known, Way]

    @property
    def greatest(self) -> int:
        """How much it counts at most, or how many men it costs, whichever is more: both are summed."""
        return max(int(abs(self.gains).max()), *(max(effect[1:]) for effect in self.table.effects))


class Tree:
    """All that can be known after each number of combats, and what can be done then.

    Args:
        stands: How the units can stand before.
        pairings: The combats that can be started.
        edition: The rules.
        goal: What a plan is good for.
        may_stop: Whether one can stop after any combat.

    Attributes:
        layers: What can be known after each number of combats.
        options: What can be started, for all that can be known.
        greatest: What a plan can count at most.
    """

    def __init__(
        self,
        stands: Sequence[Stand],
        pairings: tuple[Pairing, ...],
        edition: Edition,
        goal: Goal,
        *,
        may_stop: bool,
    ) -> None:
        self._pairings = pairings
        self._edition = edition
        self._goal = goal
        self.options: dict[Known, tuple[Option, ...]] = {}
        self.layers: list[dict[Known, None]] = [dict.fromkeys(self.beginning(stand) for stand in stands)]
        for _ in {pairing.starter for pairing in pairings}:
            following: dict[Known, None] = {}
            for known in self.layers[-1]:
                if known not in self.options:
                    self.options[known] = tuple(self._option(known, number) for number in known.open)
                for option in self.options[known]:
                    following.update(dict.fromkeys(after for after in option.ways if after.open))
            self.layers.append(following)
        if may_stop:
            self._drop_hopeless()
        self.greatest: int = sum(map(self._greatest, self.layers))

    @property
    def combats(self) -> int:
        """How many combats there can be."""
        return sum(any(known.open for known in layer) for layer in self.layers)

    def beginning(self, stand: Stand) -> Known:
        """Return what can be known when the units stand so and nobody has fought."""
        return self.known(stand, range(len(self._pairings)))

    def _greatest(self, layer: Iterable[Known]) -> int:
        options = (option for known in layer for option in self.options.get(known, ()))
        return max((option.greatest for option in options), default=0)

    def _drop_hopeless(self) -> None:
        """Leave out everything from where even the best cards gain nothing: there one stops anyway."""
        hopes: dict[Known, int] = {}
        for layer in reversed(self.layers[1:]):
            for known in layer:
                hopes[known] = max(
                    (
                        int(option.gains[way.cells].max()) + hopes.get(after, 0)
                        for option in self.options.get(known, ())
                        for after, way in option.ways.items()
                    ),
                    default=0,
                )
        for place, layer in enumerate(self.layers[1:], 1):
            self.layers[place] = {known: None for known in layer if hopes[known] > 0}

    def known(self, stand: Stand, numbers: Iterable[int]) -> Known:
        """Return what matters from now on, of which combats can still be started."""
        possible = tuple(
            number for number in numbers if meeting_in(stand, self._pairings[number]) is not None
        )
        involved = {unit for number in possible for unit in self._pairings[number][:2]}
        held = {
            unit
            for pair in stand.engaged
            for unit, other in (pair, reversed(pair))
            if unit in involved and other not in involved
        }
        bodies = tuple(
            Body(side, arm, ranks, 0, dead, is_held or unit in held)
            if unit in involved
            else Body(side, arm, 0)
            for unit, (side, arm, ranks, _, dead, is_held) in enumerate(stand.bodies)
        )
        engaged = frozenset(pair for pair in stand.engaged if involved.issuperset(pair))
        return Known(Stand(bodies, engaged), possible)

    def _option(self, known: Known, number: int) -> Option:
        """Return what a combat does and leads to."""
        pairing = self._pairings[number]
        meeting = meeting_in(known.stand, pairing)
        assert meeting is not None, "only combats that are possible are open"  # noqa: S101 - see known()
        table = table_of(meeting, self._edition)
        left = tuple(other for other in known.open if self._pairings[other].starter != pairing.starter)
        starter, target = (known.stand.bodies[unit] for unit in pairing[:2])
        gains = []
        after: dict[Known, list[bool]] = {}
        known_after: dict[tuple[bool, int, int], Known] = {}
        for index, effect in enumerate(table.effects):
            lost = effect.starter_killed + effect.starter_confused
            gains.append(
                self._goal.of(pairing.starter, starter, effect.starter_killed, effect.starter_confused)
                + self._goal.of(pairing.target, target, effect.target_killed, effect.target_confused)
            )
            # Of who has fought it only matters whether he still stands.
            key = (lost >= starter.ranks, effect.target_killed, effect.target_confused)
            if key not in known_after:
                known_after[key] = self.known(fought(known.stand, pairing, effect), left)
            after.setdefault(known_after[key], [False] * len(table.effects))[index] = True
        cells = np.array(table.cells)
        ways = {}
        for reached, counts in after.items():
            where = np.array(counts)[cells]
            ways[reached] = Way(where, _spans(where))
        return Option(pairing, table, np.array(gains)[cells], ways)


def _spans(cells: Array) -> tuple[Array, Array, Array]:
    """Return where the pairs of cards stand: rows, and from which column to before which."""
    padded = np.zeros((cells.shape[0], cells.shape[1] + 2), dtype=np.int8)
    padded[:, 1:-1] = cells
    steps = np.diff(padded, axis=1)
    rows, low = np.nonzero(steps == 1)
    _, high = np.nonzero(steps == -1)
    return rows, low, high
