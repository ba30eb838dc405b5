"""A walk: how far a unit comes, quarter by quarter, in exact centimetres, and what happens at each edge.

A unit is its head and its depth. It goes as slowly, and is in as bad a state, as the worst ground that any of
its bases touches makes it; a unit whose depth nobody knows is followed until that would matter.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.napoleonic.ground.footing import Barred, barred, footing, is_road, unclear, uses_roads
from deduce.napoleonic.ground.hurdles import ranks_over
from deduce.napoleonic.ground.roads import bonus, share_gone
from deduce.napoleonic.ground.shape import base_depth, depth_of
from deduce.napoleonic.ground.ways import OPEN, Stretch
from deduce.ruling.judgement import Question
from deduce.ruling.languages import Words
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deduce.napoleonic.book import Book
    from deduce.napoleonic.ground.footing import Footing
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = ["MOST_QUARTERS", "Edge", "Leg", "Passing", "Piece", "Walk", "Walker", "walk"]

FORMED = "formed"
TOO_SLOW = Words(
    "a faster unit: not one rank of this one passes in a half",
    "une unité plus rapide : pas un rang de celle-ci ne passe par demi-période",
)
MOST_QUARTERS = 400
"""No walk is followed longer than so many quarters."""


@dataclass(frozen=True)
class Walker:
    """Whoever walks.

    Attributes:
        book: The book.
        facts: What is known of the unit: arm, formation, figures, front, state, and the ground it stands on.
        per_period: How far it goes in a whole period where nothing hinders it.
        act: How it goes: "move" or "forced".
    """

    book: Book
    facts: Mapping[str, Fact]
    per_period: Amount
    act: str = "move"

    @property
    def per_quarter(self) -> Fraction:
        """How far it goes in a quarter where nothing hinders it."""
        return Fraction(self.per_period) / self.book.number("period.quarters")

    @cached_property
    def depth(self) -> Amount | None:
        """How deep it stands; None if nobody knows."""
        found = depth_of(self.book, self.facts).values.get("depth")
        return found if isinstance(found, int | Fraction) else None


@dataclass(frozen=True)
class Leg:
    """A part of a walk within one quarter, at one speed.

    Attributes:
        quarter: The quarter, from 0.
        start: Where the head is at its beginning, in cm from the start of the way.
        end: Where the head is at its end.
        ground: The kinds of ground that any base touches.
        per_quarter: The speed, in cm a quarter, with the bonus of a road.
        state: The state of the unit; None if that is not known.
        rules: The rules that say so.
        has_bonus: Whether the bonus of a road is in it.
    """

    quarter: int
    start: Fraction
    end: Fraction
    ground: frozenset[str]
    per_quarter: Fraction
    state: str | None
    rules: tuple[str, ...] = ()
    has_bonus: bool = False

    @property
    def length(self) -> Fraction:
        """How far the head comes."""
        return self.end - self.start


class Passing(StrEnum):
    """What happens at an edge."""

    HEAD_IN = "head in"
    TAIL_OUT = "tail out"
    BARRED = "barred"


@dataclass(frozen=True)
class Edge:
    """Something that happens where one piece of ground ends and another begins.

    Attributes:
        quarter: The quarter, from 0.
        at: Where the head is then, in cm from the start of the way.
        passing: What happens.
        ground: The kinds of ground that are reached or left.
        state: The state of the unit from here on; None if that is not known.
        rules: The rules of that ground, or those that forbid it.
        cover: The cover that it gives; "" if that is not known.
        barred: What would do, where the way is barred.
    """

    quarter: int
    at: Fraction
    passing: Passing
    ground: frozenset[str]
    state: str | None = FORMED
    rules: tuple[str, ...] = ()
    cover: str = ""
    barred: Barred | None = None


@dataclass(frozen=True)
class Walk:
    """How far a unit comes.

    Attributes:
        legs: The parts of its way, in order.
        edges: What happens on it, in order.
        end: Where its head is at the end.
        state: Its state at the end; None if that is not known.
        has_arrived: Whether its head is at the end of the way.
        ready: When that is so, in quarters from the start; None if it never is.
        questions: What has to be known to follow it further.
    """

    legs: tuple[Leg, ...] = ()
    edges: tuple[Edge, ...] = ()
    end: Fraction = Fraction(0)
    state: str | None = FORMED
    has_arrived: bool = False
    ready: Fraction | None = None
    questions: tuple[Question, ...] = ()

    @property
    def barred(self) -> Edge | None:
        """Where the way is barred; None if it is not, or was not reached."""
        return next((edge for edge in self.edges if edge.barred is not None), None)

    def reached(self, quarters: int) -> Fraction:
        """Return where the head is after so many quarters."""
        return max((leg.end for leg in self.legs if leg.quarter < quarters), default=Fraction(0))

    def within(self, quarter: int) -> tuple[Leg, ...]:
        """Return the legs of a quarter, from 0."""
        return tuple(leg for leg in self.legs if leg.quarter == quarter)


@dataclass(frozen=True)
class Piece:
    """A piece of ground on the way, with what it does to the unit.

    Attributes:
        start: Where it begins; None behind the unit, where it stands at first.
        end: Where it ends.
        ground: The kinds of ground.
        footing: What it does.
    """

    start: Fraction | None
    end: Fraction
    ground: frozenset[str]
    footing: Footing

    def is_touched(self, head: Fraction, depth: Amount) -> bool:
        """Tell whether a unit that goes on from here touches it with any base."""
        return (self.start is None or self.start <= head) and self.end > head - depth


@procedure("NAP-TERR-4", "NAP-TERR-6", "NAP-WOOD-1", "NAP-WOOD-8", "NAP-ROAD-5")
def walk(walker: Walker, way: Sequence[Stretch], quarters: int | None = None) -> Walk:
    """Follow a unit on its way.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> from deduce.napoleonic.ground.ways import way_of
        >>> battalion = Walker(book_of(), {"arm": "inf", "formation": "column"}, 18)
        >>> one = walk(battalion, way_of(book_of(), "2 wood 99"), 1)
        >>> [str(leg.length) for leg in one.legs]
        ['2', '5/4']

    Args:
        walker: Whoever walks.
        way: The pieces of the way, from its head on.
        quarters: For how many quarters it is followed; a period if nothing is said.
    """
    most = int(walker.book.number("period.quarters")) if quarters is None else quarters
    return _Follower(walker, tuple(_pieces(walker, way)), min(most, MOST_QUARTERS)).followed()


def _pieces(walker: Walker, way: Sequence[Stretch]) -> Iterator[Piece]:
    """Iterate over the ground behind the unit and on its way."""
    stands = walker.facts.get("ground")
    here = way[0].ground if way and way[0].length else OPEN
    behind = [frozenset({word}) for word in sorted(stands)] if isinstance(stands, frozenset) else [here]
    for ground in behind:
        yield Piece(None, Fraction(0), ground, footing(walker.book, ground, walker.facts))
    start = Fraction(0)
    for stretch in way:
        end = start + stretch.length
        yield Piece(start, end, stretch.ground, footing(walker.book, stretch.ground, walker.facts))
        start = end


@dataclass
class _Follower:
    """Follows a unit from event to event: an edge reached by its head or left by its tail, a quarter over."""

    walker: Walker
    pieces: tuple[Piece, ...]
    quarters: int
    head: Fraction = Fraction(0)
    quarter: int = 0
    rest: Fraction = Fraction(1)
    """The share of the quarter that is left."""
    on_road: Fraction = Fraction(0)
    """What it has spent of its move in this quarter along a road, without the bonus."""
    gained: Fraction = Fraction(0)
    """What the road has added to that."""
    state: str | None = FORMED
    entered: set[int] = field(default_factory=set)
    legs: list[Leg] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    questions: tuple[Question, ...] = ()
    """What stops it."""
    notes: tuple[Question, ...] = ()
    """What is not known, and stops nothing."""

    @property
    def book(self) -> Book:
        return self.walker.book

    def followed(self) -> Walk:
        """Return the whole walk."""
        said = self.walker.facts.get("state")
        self.state = said if isinstance(said, str) else FORMED
        end = self.pieces[-1].end
        while self.head < end and self.quarter < self.quarters and not self.questions:
            if not self._enter() or not self._advance(end):
                break
        ready = self.quarter + 1 - self.rest if self.head == end else None
        return Walk(
            tuple(self.legs),
            tuple(self.edges),
            self.head,
            self.state,
            self.head == end,
            ready,
            tuple(dict.fromkeys((*self.questions, *self.notes))),
        )

    def _enter(self) -> bool:
        """Set foot on whatever begins where the head is; tell whether that is allowed."""
        for place, piece in enumerate(self.pieces):
            if place in self.entered or (piece.start is not None and piece.start != self.head):
                continue
            stop = barred(self.book, self.walker.act, piece.ground, self.walker.facts)
            if stop is not None and piece.start is not None:
                self._passes(Passing.BARRED, piece, stop.rules, stop)
                return False
            if self._is_unclear(piece) or self._needs_depth(piece):
                return False
            self.entered.add(place)
            further = self._set_foot_on(place)
            if piece.start is not None and not self._goes_on(place):
                rules = tuple(dict.fromkeys((*piece.footing.rules, *further)))
                self._passes(Passing.HEAD_IN, piece, rules)
            asked = piece.footing.questions
            if asked and piece.footing.factor is None and not piece.footing.crossed:
                self.questions = asked
                return False
        return True

    def _goes_on(self, place: int) -> bool:
        """Tell whether a piece is only the open ground before it that goes on."""
        piece = self.pieces[place]
        before = [each for each in self.pieces[:place] if each.start is None or each.end > each.start]
        return piece.ground == OPEN and all(each.ground == OPEN for each in before[-1:])

    def _is_unclear(self, piece: Piece) -> bool:
        """Tell whether it is not known if the unit may go on, and ask."""
        if piece.start is not None:
            self.questions = unclear(self.book, self.walker.act, piece.ground, self.walker.facts)
        return bool(self.questions)

    def _needs_depth(self, piece: Piece) -> bool:
        """Tell whether the depth has to be known from here on, and ask for it."""
        if self.walker.depth is not None or piece.start is None:
            return False
        before = [each for place, each in enumerate(self.pieces) if place in self.entered]
        hinders = any(each.ground != piece.ground and _hinders(each, piece) for each in before)
        if not hinders and not piece.footing.crossed:
            return False
        self.questions = depth_of(self.book, self.walker.facts).questions
        return True

    def _advance(self, end: Fraction) -> bool:
        """Go on to the next event; tell whether the unit moves at all."""
        depth = self.walker.depth or 0
        touched = [each for each in self.pieces if each.is_touched(self.head, depth)]
        speed = self._speed(touched)
        if speed is None:
            return False
        if not speed:
            for slow in (each for each in touched if each.footing.crossed):
                self._passes(Passing.BARRED, slow, slow.footing.rules, Barred(TOO_SLOW, slow.footing.rules))
            return False
        events = [each.end for each in touched if each.start is not None and each.end > self.head]
        events += [each.start for each in self.pieces if each.start is not None and each.start > self.head]
        events += [each.end + depth for each in touched if each.end + depth > self.head]
        goal = min([*events, end])
        on_road = all(is_road(each.ground) for each in touched) and uses_roads(self.book, self.walker.facts)
        budget = speed * self.rest
        # The bonus is rounded once a quarter, however often something changes on the way.
        gain = max(bonus(self.book, self.on_road + budget) - self.gained, -budget) if on_road else Fraction(0)
        ground = frozenset(word for each in touched for word in each.ground)
        rules = tuple(dict.fromkeys(rule for each in touched for rule in each.footing.rules))
        start, quarter = self.head, self.quarter
        if goal - start >= budget + gain:
            self.head = start + budget + gain
            self.rest = Fraction(0)
        else:
            self.head = goal
            gone = share_gone(self.book, goal - start) if on_road else goal - start
            self.rest -= min(gone / speed, self.rest)
            if on_road:
                self.on_road += gone
                self.gained += goal - start - gone
        rate = speed + (bonus(self.book, speed) if on_road else 0)
        self.legs.append(
            Leg(quarter, start, self.head, ground, rate, self.state, rules, has_bonus=bool(on_road))
        )
        self._leave(touched, depth)
        if not self.rest and self.head < end:
            self.quarter, self.rest = self.quarter + 1, Fraction(1)
            self.on_road = self.gained = Fraction(0)
        return True

    def _leave(self, touched: Iterable[Piece], depth: Amount) -> None:
        """Note what the tail has just left, if it is known where the tail is."""
        if self.walker.depth is None:
            return
        left = [each for each in touched if not each.is_touched(self.head, depth)]
        stays = [each.ground for each in self.pieces if each.is_touched(self.head, depth)]
        for piece in left:
            if piece.ground != OPEN and piece.ground not in stays:
                self._passes(Passing.TAIL_OUT, piece)

    def _passes(
        self, passing: Passing, piece: Piece, rules: tuple[str, ...] = (), stop: Barred | None = None
    ) -> None:
        covers = {
            str(found.get("cover", ""))
            for word in piece.ground
            for found in [self.book.looked_up("terrain-fire", {"ground": frozenset({word})}).values]
        }
        cover = covers.pop() if len(covers) == 1 else ""
        self.edges.append(
            Edge(self.quarter, self.head, passing, piece.ground, self.state, rules, cover, stop)
        )

    def _speed(self, touched: Iterable[Piece]) -> Fraction | None:
        """Return how far the unit goes in a quarter, without the bonus of a road: the slowest counts."""
        speeds: list[Fraction] = []
        for piece in touched:
            factor = piece.footing.factor
            if factor is None:
                self.questions = piece.footing.questions
                return None
            speed = self.walker.per_quarter * factor
            speeds.append(self._crossing(piece, speed) if piece.footing.crossed else speed)
        return min(speeds, default=self.walker.per_quarter)

    def _crossing(self, piece: Piece, speed: Fraction) -> Fraction:
        """Return how far it goes in a quarter over a linear obstacle: whole ranks in each half."""
        base = base_depth(self.book, self.walker.facts)
        if not base:
            return speed
        half = self.book.number("half.quarters")
        deduction = self.book.number(f"linear.{piece.footing.crossed}.deduction")
        ranks = ranks_over(speed * half, deduction, base)
        return Fraction(ranks * base) / half

    def _set_foot_on(self, place: int) -> tuple[str, ...]:
        """Note the state that a piece of ground brings; return the rules of the act that make it worse there.

        What a unit lost it does not get back by walking.
        """
        piece = self.pieces[place]
        if self.state is None or piece.footing.state is None:
            self.state = None
            self.notes += piece.footing.questions
            return ()
        self.state = _worse(self.book, self.state, piece.footing.state)
        last = self.pieces[max(place - 1, 0)]
        stands = {**self.walker.facts, "ground": piece.ground, "path": piece.ground}
        leaves = {**self.walker.facts, "ground": last.ground, "path": piece.ground}
        return (*self._made_worse(stands, "state_during"), *self._made_worse(leaves, "state_after"))

    def _made_worse(self, facts: Mapping[str, Fact], name: str) -> Iterator[str]:
        """Note the states that the act brings in a situation, and iterate over the rules that say so."""
        for effect, _ in self.book.law.comes[self.walker.act]:
            state = dict(effect.gives).get(name)
            if not isinstance(state, str) or self.state is None:
                continue
            truth = effect.truth(facts, self.book.law.numbers)
            if truth:
                self.state = _worse(self.book, self.state, state)
                yield from effect.rules
            elif truth is None:
                unknown = {
                    leaf.feature.name: Question(leaf.feature.name, leaf.feature.asked(), effect.rules)
                    for part in filter(None, (effect.when, effect.unless))
                    for leaf in part.leaves()
                    if leaf.feature.name not in facts
                }
                self.notes += tuple(unknown.values())


def _worse(book: Book, state: str, other: str) -> str:
    """Return the worse of two states that a walk brings one after the other: they never add up."""
    ladder = book.law.features["state"].words
    return max(state, other, key=ladder.index)


def _hinders(last: Piece, piece: Piece) -> bool:
    """Tell whether it matters that the tail is still on one piece when the head is on another."""
    before, now = last.footing, piece.footing
    if is_road(piece.ground):
        return True
    if before.factor is None or now.factor is None:
        return True
    return before.factor < now.factor or is_road(last.ground)
