"""Plans: which combats to start in a turn, in what order, and when to stop.

Each unit starts at most one combat in a turn (CC-COMB-3), the results are seen one after the other (CC-
COMB-9), and nobody has to fight (CC-TURN-3). What is best depends on the units as they then stand and on the
cards that are gone, and is worked out backwards from the last combat, exactly.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from deduce.cards.odds.combat import table_of
from deduce.cards.odds.errors import OddsError
from deduce.cards.odds.layers import Grid
from deduce.cards.odds.stand import Body, Stand, fought, meeting_in
from deduce.cards.odds.worth import USUAL, Weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deduce.cards.edition import Edition
    from deduce.cards.odds.combat import Effect, Table
    from deduce.cards.odds.layers import Array
    from deduce.cards.odds.packs import Packs
    from deduce.cards.odds.stand import Pairing

__all__ = [
    "Branch",
    "Breaking",
    "Choice",
    "Goal",
    "Known",
    "Option",
    "Plan",
    "Solver",
    "Toll",
    "Way",
    "Worth",
    "plan",
    "plans",
]

STOP = -1


class Goal(Protocol):
    """What a plan is good for."""

    @property
    def unit(self) -> int:
        """The number of parts that it counts in."""
        raise NotImplementedError

    def of(self, number: int, body: Body, killed: int, confused: int) -> int:
        """Return what it counts that a unit, as it stands, loses so many men."""
        raise NotImplementedError


@dataclass(frozen=True)
class Worth:
    """What both sides lose, by weights.

    Attributes:
        side: Whose turn it is.
        weights: What each loss weighs.
    """

    side: int
    weights: Weights = USUAL

    @property
    def unit(self) -> int:
        return self._unit

    @cached_property
    def _unit(self) -> int:
        return self.weights.unit

    @cached_property
    def _parts(self) -> tuple[int, int, int]:
        kill, confused, broken = (int(weight * self.unit) for weight in self.weights)
        return kill, confused, broken

    def of(self, number: int, body: Body, killed: int, confused: int) -> int:
        kill, confuse, broken = self._parts
        lost = kill * killed + confuse * confused + (broken if 0 < body.ranks <= killed + confused else 0)
        return -lost if body.side == self.side else lost


class Breaking(NamedTuple):
    """Whether a certain unit breaks.

    Attributes:
        number: The unit.
    """

    number: int
    unit: int = 1

    def of(self, number: int, body: Body, killed: int, confused: int) -> int:
        return int(number == self.number and 0 < body.ranks <= killed + confused)


class Choice(NamedTuple):
    """Something that can be done first.

    Attributes:
        pairing: The combat.
        worth: What it is worth if everything after it is done as well as possible.
    """

    pairing: Pairing
    worth: Fraction


class Branch(NamedTuple):
    """What to do after the first combat.

    Attributes:
        effect: What the first combat did.
        chance: How likely that is.
        then: How likely each combat is the best to go on with; None for stopping.
        by_cards: The same for each pair of cards, the starter's first.
    """

    effect: Effect
    chance: Fraction
    then: dict[Pairing | None, Fraction]
    by_cards: dict[tuple[int, int], Pairing | None]


class Toll(NamedTuple):
    """What a plan costs a unit.

    Attributes:
        breaks: How likely it breaks.
        killed: How many of its men are killed on average.
        confused: How many of its men become confused on average.
    """

    breaks: Fraction
    killed: Fraction
    confused: Fraction


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


@dataclass(frozen=True)
class Plan:
    """The best plan.

    Attributes:
        stand: How the units stand before.
        worth: What it is worth on average; 0 for doing nothing.
        choices: What can be done first, the best before the others.
    """

    stand: Stand
    worth: Fraction
    choices: tuple[Choice, ...]
    _solver: Solver
    _known: Known

    @property
    def first(self) -> Pairing | None:
        """The combat to begin with; None if it is best to fight nobody."""
        number = int(self._solver.chosen[0][self._known][0, 0]) if self._known.open else STOP
        return None if number == STOP else self._solver.options[self._known][number].pairing

    @cached_property
    def branches(self) -> tuple[Branch, ...]:
        """What to do after each result of the first combat."""
        return tuple(self._solver.branches(self._known))

    @cached_property
    def tolls(self) -> tuple[Toll, ...]:
        """What the plan costs each unit."""
        return self._solver.tolls(self._known, self.stand)

    @cached_property
    def goes_on(self) -> Fraction:
        """How likely there is a second combat."""
        return sum(
            (chance for branch in self.branches for then, chance in branch.then.items() if then is not None),
            Fraction(0),
        )


def plan(
    stand: Stand,
    pairings: Iterable[Pairing],
    packs: Packs,
    edition: Edition,
    goal: Goal | None = None,
    *,
    may_stop: bool = True,
) -> Plan:
    """Return the best plan of a side.

    Args:
        stand: How the units stand.
        pairings: The combats that can be started, all by the same side.
        packs: The packs, that of side 0 first.
        edition: The rules.
        goal: What it is good for; by default the usual weights.
        may_stop: Whether one can stop after any combat; otherwise all that can be fought must be.
    """
    return plans([stand], pairings, packs, edition, goal, may_stop=may_stop)[0]


def plans(
    stands: Sequence[Stand],
    pairings: Iterable[Pairing],
    packs: Packs,
    edition: Edition,
    goal: Goal | None = None,
    *,
    may_stop: bool = True,
) -> list[Plan]:
    """Return the best plan for each of several ways in which the same units can stand."""
    combats = tuple(dict.fromkeys(pairings))
    sides = {stand.bodies[pairing.starter].side for stand in stands for pairing in combats} or {0}
    if len(sides) > 1 or any(
        stand.bodies[pairing.target].side in sides for stand in stands for pairing in combats
    ):
        raise OddsError("a plan is for the combats of one side against the other")
    side = sides.pop()
    aim: Goal = Worth(side) if goal is None else goal
    solver = Solver(stands, combats, packs.turned() if side else packs, edition, aim, may_stop=may_stop)
    return [solver.plan(stand) for stand in stands]


class Solver:
    """Works out plans backwards.

    Attributes:
        options: What can be started, for all that can be known.
        chosen: For each number of combats: which of these it is for each pair of draws.
        values: What the best plan counts, for all that can be known at the beginning.
        first: What each of its options counts.
    """

    def __init__(
        self,
        stands: Sequence[Stand],
        pairings: tuple[Pairing, ...],
        packs: Packs,
        edition: Edition,
        goal: Goal,
        *,
        may_stop: bool,
    ) -> None:
        self._pairings = pairings
        self._edition = edition
        self._goal = goal
        self._may_stop = may_stop
        self.options: dict[Known, tuple[Option, ...]] = {}
        self._layers = [dict.fromkeys(self.known(stand, range(len(pairings))) for stand in stands)]
        starters = {pairing.starter for pairing in pairings}
        for _ in starters:
            following: dict[Known, None] = {}
            for known in self._layers[-1]:
                if known not in self.options:
                    self.options[known] = tuple(self._option(known, number) for number in known.open)
                for option in self.options[known]:
                    following.update(dict.fromkeys(after for after in option.ways if after.open))
            self._layers.append(following)
        if may_stop:
            self._drop_hopeless()
        combats = sum(1 for layer in self._layers if any(known.open for known in layer))
        greatest = sum(
            max(
                (option.greatest for known in layer for option in self.options.get(known, ())),
                default=0,
            )
            for layer in self._layers
        )
        self.grid = Grid(packs, combats, greatest)
        self.chosen: list[dict[Known, Array]] = [{} for _ in range(self.grid.combats)]
        self.first: dict[Known, list[int]] = {}
        later: dict[Known, Array] = {}
        for combat in reversed(range(self.grid.combats)):
            later = self._layer(combat, later)
        self.values = later

    def _drop_hopeless(self) -> None:
        """Leave out everything from where even the best cards gain nothing: there one stops anyway."""
        hopes: dict[Known, int] = {}
        for layer in reversed(self._layers[1:]):
            for known in layer:
                hopes[known] = max(
                    (
                        int(option.gains[way.cells].max()) + hopes.get(after, 0)
                        for option in self.options.get(known, ())
                        for after, way in option.ways.items()
                    ),
                    default=0,
                )
        for place, layer in enumerate(self._layers[1:], 1):
            self._layers[place] = {known: None for known in layer if hopes[known] > 0}

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

    def plan(self, stand: Stand) -> Plan:
        """Return the best plan for one of the ways in which the units stand."""
        known = self.known(stand, range(len(self._pairings)))
        parts = self.grid.total * self._goal.unit
        if not known.open or not self.grid.combats:
            return Plan(stand, Fraction(0), (), self, known._replace(open=()))
        choices = [
            Choice(option.pairing, Fraction(value, parts))
            for option, value in zip(self.options[known], self.first[known], strict=True)
        ]
        worth = Fraction(int(self.values[known][0, 0]), parts)
        return Plan(stand, worth, tuple(sorted(choices, key=lambda choice: -choice.worth)), self, known)

    def branches(self, known: Known) -> Iterable[Branch]:
        """Yield what to do after each effect of the first combat."""
        number = int(self.chosen[0][known][0, 0]) if known.open else STOP
        if number == STOP:
            return
        option = self.options[known][number]
        one = np.zeros((len(option.table.cells), len(option.table.cells)), dtype=int)
        thens: dict[int, defaultdict[Pairing | None, Fraction]] = {}
        cards: dict[int, dict[tuple[int, int], Pairing | None]] = {}
        mine, theirs = self.grid.after[0] if self.grid.combats > 1 else (one, one)
        for after, way in option.ways.items():
            chosen = self.chosen[1].get(after) if self.grid.combats > 1 else None
            for row, column in np.argwhere(way.cells):
                one[row, column] = 1
                ways = int(self.grid.summed(0, one)[0, 0])
                one[row, column] = 0
                if not ways:
                    continue
                best = STOP if chosen is None else int(chosen[mine[0, row], theirs[0, column]])
                then = None if best == STOP else self.options[after][best].pairing
                effect = option.table.cells[row][column]
                thens.setdefault(effect, defaultdict(Fraction))[then] += Fraction(ways, self.grid.so_far[1])
                cards.setdefault(effect, {})[int(row) + 1, int(column) + 1] = then
        for effect in sorted(thens):
            chance = sum(thens[effect].values(), Fraction(0))
            yield Branch(option.table.effects[effect], chance, dict(thens[effect]), cards[effect])

    def tolls(self, known: Known, stand: Stand) -> tuple[Toll, ...]:
        """Return what the best plan costs each unit, by following it forwards."""
        sums = [[Fraction(0)] * len(Toll._fields) for _ in stand.bodies]
        going: dict[Known, Array] = {known: self.grid.one()} if known.open else {}
        for combat in range(self.grid.combats):
            following: dict[Known, Array] = {}
            for now, paths in going.items():
                for number, option in enumerate(self.options[now]):
                    here = np.where(self.chosen[combat][now] == number, paths, 0)
                    if not here.any():
                        continue
                    self._count(combat, here, now, option, sums)
                    for after, way in option.ways.items():
                        if combat + 1 < self.grid.combats and after in self.chosen[combat + 1]:
                            if after not in following:
                                following[after] = self.grid.zeros(combat + 1)
                            self.grid.pushed(combat, here, way.cells, following[after])
            going = {after: paths[:-1, :-1] for after, paths in following.items()}
        return tuple(Toll(*each) for each in sums)

    def _count(
        self, combat: int, paths: Array, known: Known, option: Option, sums: list[list[Fraction]]
    ) -> None:
        """Add what a combat costs its two units, in as many ways as there are to come to it."""
        cells = np.array(option.table.cells)
        for place, unit in enumerate(option.pairing[:2]):
            ranks = known.stand.bodies[unit].ranks
            losses = [
                (effect.target_killed, effect.target_confused)
                if place
                else (effect.starter_killed, effect.starter_confused)
                for effect in option.table.effects
            ]
            for index, values in enumerate(
                (
                    [int(sum(loss) >= ranks) for loss in losses],
                    *(list(column) for column in zip(*losses, strict=True)),
                )
            ):
                table = np.array(values)[cells]
                if table.any():
                    ways = int((self.grid.summed(combat, table) * paths).sum())
                    sums[unit][index] += Fraction(ways, self.grid.so_far[combat + 1])

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

    def _layer(self, combat: int, later: dict[Known, Array]) -> dict[Known, Array]:
        """Work out what is best after so many combats, from what is best after one more."""
        worth: dict[Known, list[Array]] = {}
        rewards: dict[bytes, Array] = {}
        names: dict[Known, tuple[bytes, ...]] = {}
        wanted: defaultdict[Known, list[tuple[Known, int, Way]]] = defaultdict(list)
        for known in self._layers[combat]:
            options = self.options.get(known, ())
            names[known] = tuple(option.gains.tobytes() for option in options)
            worth[known] = []
            for number, (name, option) in enumerate(zip(names[known], options, strict=True)):
                if name not in rewards:
                    rewards[name] = self.grid.summed(combat, option.gains) * self.grid.rest[combat + 1]
                worth[known].append(rewards[name])
                for after, way in option.ways.items():
                    if after in later:
                        wanted[after].append((known, number, way))
        self._add_later(combat, later, wanted, worth)
        if combat == 0:
            self.first = {known: [int(value[0, 0]) for value in values] for known, values in worth.items()}
        found: dict[Known, Array] = {}
        same: dict[tuple[bytes, ...], tuple[Array, Array]] = {}
        for known, values in worth.items():
            if values:
                if later or names[known] not in same:
                    same[names[known]] = self._best(values)
                found[known], self.chosen[combat][known] = same[names[known]]
        return found

    def _add_later(
        self,
        combat: int,
        later: dict[Known, Array],
        wanted: dict[Known, list[tuple[Known, int, Way]]],
        worth: dict[Known, list[Array]],
    ) -> None:
        """Add to what each combat counts by itself what can come after it."""
        for after, users in wanted.items():
            mine, theirs = self.grid.after[combat]
            best = later[after]
            padded = self.grid.zeros(combat + 1)
            padded[:-1, :-1] = best
            # Summed over the other side's cards up to each rank.
            sums = np.zeros((theirs.shape[1] + 1, len(padded), len(theirs)), dtype=self.grid.dtype)
            for rank in range(theirs.shape[1]):
                np.add(sums[rank], padded[:, theirs[:, rank]], out=sums[rank + 1])
            for known, number, way in users:
                rows, low, high = way.spans
                drawn = mine[:, rows]
                added = (sums[high, drawn] - sums[low, drawn]).sum(axis=1)
                worth[known][number] = worth[known][number] + added

    def _best(self, values: Sequence[Array]) -> tuple[Array, Array]:
        """Return for each pair of draws what the best combat is worth, and which it is."""
        best = values[0]
        chosen = np.zeros(best.shape, dtype=np.int16)
        for number, value in enumerate(values[1:], 1):
            chosen[value > best] = number
            best = np.maximum(best, value)
        if self._may_stop:
            # Whoever gains nothing by it does not fight.
            chosen[best <= 0] = STOP
            best = np.maximum(best, 0)
        return best, chosen


def _spans(cells: Array) -> tuple[Array, Array, Array]:
    """Return where the pairs of cards stand: rows, and from which column to before which."""
    padded = np.zeros((cells.shape[0], cells.shape[1] + 2), dtype=np.int8)
    padded[:, 1:-1] = cells
    steps = np.diff(padded, axis=1)
    rows, low = np.nonzero(steps == 1)
    _, high = np.nonzero(steps == STOP)
    return rows, low, high
