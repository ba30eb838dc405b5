"""Several combats one after the other, without any choice: what they come to, and who breaks first.

Cards are not put back, so the combats depend on each other; see `ways` for how that is counted. Where combats
have different covers, or guns stand on both sides, the packs themselves are followed instead (`layers`),
which reaches a few combats only.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial, perm
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.cards.odds.combat import table_of
from deduce.cards.odds.errors import OddsError
from deduce.cards.odds.stand import Body, Stand, fought, meeting_in, pairing_of, stand_of
from deduce.cards.odds.ways import Classes, Counts, orders, ways_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from deduce.cards.edition import Edition
    from deduce.cards.engine.combat import Meeting
    from deduce.cards.odds.combat import Effect, Table
    from deduce.cards.odds.packs import Packs
    from deduce.cards.odds.stand import Pairing

__all__ = ["Ending", "Kinds", "Race", "Step", "Walk", "in_a_row", "race"]


class Ending(NamedTuple):
    """What several combats can come to.

    Attributes:
        stand: How the units stand afterwards.
        combats: How many combats there were.
    """

    stand: Stand
    combats: int


@dataclass(frozen=True)
class Race:
    """A fight that goes on until a unit breaks.

    Attributes:
        endings: How likely each ending is; the starter is unit 0, the attacked one unit 1.
    """

    endings: Mapping[Ending, Fraction]

    @property
    def starter_breaks(self) -> Fraction:
        """The chance that the starter breaks and the other does not."""
        return self._chance(lambda starter, target: not starter and target)

    @property
    def target_breaks(self) -> Fraction:
        """The chance that the attacked unit breaks and the other does not."""
        return self._chance(lambda starter, target: starter and not target)

    @property
    def both_break(self) -> Fraction:
        """The chance that both break in the same combat."""
        return self._chance(lambda starter, target: not starter and not target)

    @property
    def undecided(self) -> Fraction:
        """The chance that the cards end before anybody breaks."""
        return self._chance(lambda starter, target: starter and target)

    @property
    def lengths(self) -> dict[int, Fraction]:
        """The chance of each number of combats."""
        found: defaultdict[int, Fraction] = defaultdict(Fraction)
        for ending, chance in self.endings.items():
            found[ending.combats] += chance
        return dict(sorted(found.items()))

    @property
    def mean(self) -> Fraction:
        """How many combats there are on average."""
        return sum((combats * chance for combats, chance in self.lengths.items()), Fraction(0))

    def _chance(self, test: Callable[[int, int], object]) -> Fraction:
        chances = (
            chance
            for (stand, _), chance in self.endings.items()
            if test(stand.bodies[0].ranks, stand.bodies[1].ranks)
        )
        return sum(chances, Fraction(0))


def in_a_row(
    stand: Stand, pairings: Sequence[Pairing], packs: Packs, edition: Edition
) -> dict[Ending, Fraction]:
    """Return how likely each ending of some combats is; those that became impossible are left out.

    Args:
        stand: How the units stand before.
        pairings: The combats in their order.
        packs: The packs, that of side 0 first.
        edition: The rules.
    """
    steps = tuple(pairings)

    def script(now: Stand, step: int) -> Step | None:
        for number in range(step, len(steps)):
            meeting = meeting_in(now, steps[number])
            if meeting is not None:
                return Step(steps[number], meeting, number + 1)
        return None

    return _endings(stand, script, steps, len(steps), packs, edition)


def race(meeting: Meeting, packs: Packs, edition: Edition) -> Race:
    """Return how a fight ends that goes on, always in the same way, until a unit has no man in ranks.

    Args:
        meeting: Who fights; the starter starts all combats.
        packs: The packs, that of the starter first.
        edition: The rules.
    """
    fighters = (meeting.starter, meeting.target)
    bodies = [Body(side, who.arm, who.ranks, 0, who.dead) for side, who in enumerate(fighters)]
    if not all(body.ranks for body in bodies):
        raise OddsError("both units need men in ranks to fight; a mob is no party to combats (DEC-24)")
    stand, pairing = stand_of(bodies, [(0, 1)]), pairing_of(meeting, 0, 1)

    def script(now: Stand, step: int) -> Step | None:
        again = meeting_in(now, pairing)
        return None if again is None else Step(pairing, again, step + 1)

    # Every combat kills somebody, so no fight lasts longer than there are men.
    most = bodies[0].ranks + bodies[1].ranks - 1
    return Race(_endings(stand, script, (pairing,), most, packs, edition))


class Step(NamedTuple):
    """What comes next.

    Attributes:
        pairing: The combat.
        meeting: How the units meet in it.
        after: The number of the step after it.
    """

    pairing: Pairing
    meeting: Meeting
    after: int


Script: TypeAlias = "Callable[[Stand, int], Step | None]"
"""A stand and the number of a step -> what comes next; None for nothing."""


def _endings(
    stand: Stand,
    script: Script,
    pairings: Sequence[Pairing],
    most: int,
    packs: Packs,
    edition: Edition,
) -> dict[Ending, Fraction]:
    """Return how likely each ending is."""
    kinds = _kinds(stand, pairings, edition)
    # A pack that is shuffled alone leaves the other one as the combats before have made it.
    is_uneven = packs.shuffles and packs.left[0] != packs.left[1] and packs.until_shuffled < most
    if kinds is None or is_uneven:
        from deduce.cards.odds.layers import flow

        return flow(stand, script, most, packs, edition)
    done: defaultdict[Ending, Fraction] = defaultdict(Fraction)
    before = 0
    going = {(stand, 0): Fraction(1)}
    while going:
        cards = min(packs.until_shuffled, most - before)
        ended, still = _walks(going, script, kinds, cards, edition)
        chances = kinds.chances(packs, {walk.counts for walk in (*ended, *still)})
        for walk, weight in ended.items():
            done[Ending(walk.stand, before + sum(walk.counts))] += weight * chances[walk.counts]
        before += cards
        after: defaultdict[tuple[Stand, int], Fraction] = defaultdict(Fraction)
        for walk, weight in still.items():
            after[walk.stand, walk.step] += weight * chances[walk.counts]
        going = {key: chance for key, chance in after.items() if chance}
        if going and (before == most or not packs.shuffles):
            for (last, _), chance in going.items():
                done[Ending(last, before)] += chance
            break
        if going:
            packs = packs.fresh()
    return {ending: chance for ending, chance in done.items() if chance}


class Walk(NamedTuple):
    """Combats that were followed.

    Attributes:
        stand: How the units stand after them.
        step: The number of the step that is next.
        counts: How many combats fell into each class.
    """

    stand: Stand
    step: int
    counts: Counts


def _walks(
    going: Mapping[tuple[Stand, int], Fraction], script: Script, kinds: Kinds, cards: int, edition: Edition
) -> tuple[dict[Walk, Fraction], dict[Walk, Fraction]]:
    """Follow all combats for which the cards reach.

    Returns:
        Those that came to an end, and those that go on after the last card; each with in how many orders of
        its classes it comes about, times how likely its beginning was.
    """
    running = {
        Walk(stand, step, (0,) * len(kinds.examples)): chance for (stand, step), chance in going.items()
    }
    ended: dict[Walk, Fraction] = {}
    still: dict[Walk, Fraction] = {}
    for drawn in range(cards + 1):
        following: defaultdict[Walk, Fraction] = defaultdict(Fraction)
        for walk, weight in running.items():
            coming = script(walk.stand, walk.step)
            if coming is None:
                ended[walk] = weight
            elif drawn == cards:
                still[walk] = weight
            else:
                turned = bool(walk.stand.bodies[coming.pairing.starter].side)
                for number, effect in kinds.effects(table_of(coming.meeting, edition), turned=turned):
                    counts = walk.counts
                    counts = (*counts[:number], counts[number] + 1, *counts[number + 1 :])
                    after = fought(walk.stand, coming.pairing, effect)
                    following[Walk(after, coming.after, counts)] += weight
        running = following
    return ended, still


@dataclass(frozen=True)
class Kinds:
    """The classes into which the cards of all combats fall alike.

    Attributes:
        classes: The classes.
        examples: A card of each side for each class, the last one among them; None where there is none.
        turned: Whether the second side's pack is the first of the classes.
    """

    classes: Classes
    examples: tuple[tuple[int, int] | None, ...]
    turned: bool

    def effects(self, table: Table, *, turned: bool) -> Iterator[tuple[int, Effect]]:
        """Yield the classes, each with what its cards do; `turned` if the second side starts."""
        for number, cards in enumerate(self.examples):
            if cards is not None:
                starter, target = reversed(cards) if turned else cards
                yield number, table.effects[table.cells[starter - 1][target - 1]]

    def chances(self, packs: Packs, asked: Collection[Counts]) -> dict[Counts, Fraction]:
        """Return how likely combats of these classes are, each in one certain order."""
        ways = dict.fromkeys(asked, 0)
        for weight, *decks in packs.cases:
            first, second = reversed(decks) if self.turned else decks
            for counts, number in ways_of(first, second, self.classes, asked).items():
                ways[counts] += weight * number
        weights = sum(case.weight for case in packs.cases)
        chances = {}
        for counts, number in ways.items():
            combats = sum(counts)
            total = weights * perm(packs.sizes[0], combats) * perm(packs.sizes[1], combats)
            chances[counts] = Fraction(number * factorial(combats), total * orders(counts))
        return chances


def _kinds(stand: Stand, pairings: Sequence[Pairing], edition: Edition) -> Kinds | None:
    """Return the classes of cards that all combats have in common; None if there are none."""
    values = edition.table("card.values")
    shifts = set()
    tables = []
    for pairing in pairings:
        turned = bool(stand.bodies[pairing.starter].side)
        bonus = pairing.starter_bonus - pairing.target_bonus
        shifts.add(-bonus if turned else bonus)
        meeting = meeting_in(stand, pairing)
        if meeting is not None:
            # Units only lose men: what is alike for the men of now stays alike.
            cells = table_of(_undamaged(meeting), edition).cells
            tables.append(tuple(zip(*cells, strict=True)) if turned else cells)
    if len(shifts) > 1:
        return None
    shift = next(iter(shifts), 0)
    totals = (tuple(value + shift for value in values), values)
    found = _classes(tables, *totals)
    if found is not None:
        return Kinds(*found, turned=False)
    found = _classes([tuple(zip(*cells, strict=True)) for cells in tables], *reversed(totals))
    if found is not None:
        classes, examples = found
        return Kinds(classes, tuple(pair and (pair[1], pair[0]) for pair in examples), turned=True)
    return None


def _undamaged(meeting: Meeting) -> Meeting:
    """Return the same meeting before the first kill: later ones only tell fewer cards apart."""
    return replace(meeting, starter=meeting.starter._replace(dead=0), target=meeting.target._replace(dead=0))


def _classes(
    tables: Sequence[tuple[tuple[int, ...], ...]], mine: tuple[int, ...], theirs: tuple[int, ...]
) -> tuple[Classes, tuple[tuple[int, int] | None, ...]] | None:
    """Return the classes with an example of each; None if losses of the first side are not all alike.

    Args:
        tables: What the cards do in each combat; a row for each rank of the first side.
        mine: What the first side's cards come to.
        theirs: What the second side's cards come to.
    """
    kinds: dict[tuple[object, ...], int] = {}
    examples: list[tuple[int, int] | None] = []
    places: dict[bool, list[int]] = {False: [], True: []}
    for is_tie, place in places.items():
        for row, value in enumerate(mine):
            fitting = [
                column for column, other in enumerate(theirs) if (value == other if is_tie else value > other)
            ]
            # Where no card fits, the class is asked for, but no pair is ever in it.
            key = (is_tie, *(cells[row][fitting[0]] for cells in tables)) if fitting else ()
            if key not in kinds:
                kinds[key] = len(kinds)
                examples.append((row + 1, fitting[0] + 1) if fitting else None)
            place.append(kinds[key])
    losses = {
        tuple(cells[row][column] for cells in tables): (row + 1, column + 1)
        for row, value in enumerate(mine)
        for column, other in enumerate(theirs)
        if value < other
    }
    if len(losses) > 1:
        return None
    classes = Classes(mine, theirs, tuple(places[False]), tuple(places[True]), len(kinds))
    return classes, (*examples, next(iter(losses.values()), None))
