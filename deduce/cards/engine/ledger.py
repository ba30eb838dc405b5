"""The ledger: all of a battle that chance and choice decided, and nothing of where anybody stands."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from deduce.cards.engine.units import Act, Arm, State, Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.cards.edition import Edition
    from deduce.cards.engine.packs import Pack

__all__ = ["Chain", "Clash", "Engagement", "Ledger", "Objective", "Outcome", "Step", "Turner", "Worth"]


_T = TypeVar("_T")


class Step:
    """The steps of a turn, in their order (CC-TURN-1)."""

    ACT, FIRE, FIGHT = 0, 1, 2
    NAMES = ("acts", "fire", "combats")


class Worth(NamedTuple):
    """What a killed man, a confused man and a broken unit are worth, as text of exact numbers."""

    kill: str = ""
    confused: str = ""
    broken: str = ""


class Engagement(NamedTuple):
    """Two units that are locked together (CC-ENG-1).

    Attributes:
        one: The letter that comes first in the alphabet.
        other: The other one.
        turn: The turn of their last combat.
    """

    one: str
    other: str
    turn: int

    def of(self, letter: str) -> str:
        """Return the unit that a unit is engaged with; "" if this is not its engagement."""
        if letter == self.other:
            return self.one
        return self.other if letter == self.one else ""


class Objective(NamedTuple):
    """A site.

    Attributes:
        name: What it is called.
        owner: Whose it is; None for nobody's.
    """

    name: str
    owner: int | None = None


class Clash(NamedTuple):
    """A combat in which not both cards were fully seen, but of which more is known than of each alone.

    Attributes:
        entry: The number of the entry.
        side: The side that started it.
        pairs: The faces that the starter's and the target's card can have had together.
        shuffles: How often each pack had been shuffled before, the left side's first.
    """

    entry: int
    side: int
    pairs: frozenset[tuple[int, int]]
    shuffles: tuple[int, int]


class Chain(NamedTuple, Generic[_T]):
    """What there was of something, the last one first: all ledgers of a battle share what was before.

    Attributes:
        last: The last one.
        before: Those before it; None for none.
    """

    last: _T
    before: Chain[_T] | None = None


def _links(chain: Chain[_T] | None) -> Iterator[_T]:
    """Iterate over a chain, the last one first."""
    while chain is not None:
        yield chain.last
        chain = chain.before


class Outcome(NamedTuple):
    """How a battle ended.

    Attributes:
        winner: The side that won; None for a draw.
        rule: The id of the rule by which it did.
    """

    winner: int | None
    rule: str


class Turner(Protocol):
    """Turns the cards of packs that are not on the table."""

    def next_cards(self, ledger: Ledger) -> tuple[int, int]:
        """Return the next card of each pack, the left side's first.

        Raises:
            DeduceError: If that cannot be told.
        """
        ...

    def key(self, ledger: Ledger) -> str:
        """Return the key that the order of both packs follows from.

        Raises:
            DeduceError: If it is not there.
        """
        ...


@dataclass(frozen=True)
class Ledger:
    """How a battle stands.

    Attributes:
        edition: The rules.
        sides: What the sides are called, the left one first.
        roster: The units.
        packs: Both packs.
        balls: How many balls each side has; where each gun has its own, how many all have.
        sites: The sites.
        active: Whose turn it is.
        turn: Which turn it is, from 1.
        step: How far the turn is (`Step`).
        number: How many entries there were.
        engagements: Which units are locked together.
        clashed: The combats in which not both cards were fully seen and the result tells something of both,
            back to the first: through the one pack, cards of the other can hang together with those that it
            was shuffled with earlier.
        army_act: What the army does in this turn, where the house lets it only do one thing (DEC-14).
        commanders: Whether each side's commander is there.
        seal: The seal of the packs that the tool turns; "" where the players have packs.
        key: The key of these packs, once they are opened.
        forced: The entries with a ! behind them, whose cards need not be those that the tool turned.
        forced_shuffles: The entries by which packs that the tool turns were shuffled all the same.
        turner: Turns the next cards, while a line is read in the one file that may; never part of a record.
        worth: What the record says that men and units are worth to the advice.
        language: "en" or "fr": in which it is told.
        machine: Which side the machine plays; None where people play both.
        outcome: How it ended; None while it goes on.
    """

    edition: Edition
    sides: tuple[str, str]
    roster: tuple[Unit, ...]
    packs: tuple[Pack, Pack]
    balls: tuple[int, int]
    sites: tuple[Objective, ...]
    active: int = 0
    turn: int = 1
    step: int = Step.ACT
    number: int = 0
    engagements: tuple[Engagement, ...] = ()
    clashed: Chain[Clash] | None = field(default=None, repr=False, compare=False)
    army_act: Act | None = None
    commanders: tuple[bool, bool] = (True, True)
    seal: str = ""
    key: str = ""
    forced: Chain[int] | None = field(default=None, repr=False, compare=False)
    forced_shuffles: Chain[int] | None = field(default=None, repr=False, compare=False)
    turner: Turner | None = field(default=None, repr=False, compare=False)
    worth: Worth = field(default_factory=Worth)
    language: str = "en"
    machine: int | None = None
    outcome: Outcome | None = None

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """The units by their letters."""
        return MappingProxyType({unit.letter: unit for unit in self.roster})

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """The combats in which not both cards were fully seen, in order."""
        return (*_links(self.clashed),)[::-1]

    @property
    def by_hand(self) -> frozenset[int]:
        """The entries with a ! behind them, whose cards need not be those that the tool turned."""
        return frozenset(_links(self.forced))

    @property
    def shuffled_by_hand(self) -> frozenset[int]:
        """The entries by which packs that the tool turns were shuffled all the same."""
        return frozenset(_links(self.forced_shuffles))

    def changed(self, **changes: object) -> Ledger:
        """Return the ledger with something else in some of its fields.

        That is what `dataclasses.replace` does, in a fifth of the time: every entry makes some ten of them.
        """
        other = object.__new__(type(self))
        here, there = self.__dict__, other.__dict__
        there.update(zip(_FIELDS, _values_of(here), strict=True))
        if "units" in here and "roster" not in changes:
            # They are worked out of the roster alone.
            there["units"] = here["units"]
        there.update(changes)
        return other

    def with_clash(self, clash: Clash) -> Ledger:
        """Return the ledger with one such combat more."""
        return self.changed(clashed=Chain(clash, self.clashed))

    def with_units(self, *units: Unit) -> Ledger:
        """Return the ledger with some units as they are now."""
        return self.changed(roster=self.roster_with(*units))

    def roster_with(self, *units: Unit) -> tuple[Unit, ...]:
        """Return the roster with some units as they are now."""
        new = {unit.letter: unit for unit in units}
        return tuple([new.get(unit.letter, unit) for unit in self.roster])

    def with_pack(self, side: int, pack: Pack) -> Ledger:
        """Return the ledger with a pack as it is now."""
        left, right = self.packs
        return self.changed(packs=(pack, right) if side == 0 else (left, pack))

    def of_side(self, side: int) -> tuple[Unit, ...]:
        """Return the units of a side."""
        return tuple(unit for unit in self.roster if unit.side == side)

    def foes_of(self, letter: str) -> tuple[str, ...]:
        """Return the units that a unit is engaged with."""
        return tuple(foe for each in self.engagements if (foe := each.of(letter)))

    def are_engaged(self, one: str, other: str) -> bool:
        """Tell whether two units are locked together."""
        return any(each.of(one) == other for each in self.engagements)

    @property
    def is_sealed(self) -> bool:
        """Whether the tool turns the cards."""
        return bool(self.seal) and not self.key

    def balls_of(self, unit: Unit) -> int:
        """Return how many balls a gun can fire (DEC-48)."""
        edition = self.edition
        if edition.choice("CC-SET-6") == "player" or edition.choice("DEC-48") == "pooled":
            return self.balls[unit.side]
        return max(unit.cannon * int(edition.number("balls.stock")) - unit.used, 0)

    def men_in_ranks(self, side: int) -> int:
        """Return how many men of a side are in ranks."""
        return sum(unit.ranks for unit in self.of_side(side))

    def is_alive(self, side: int) -> bool:
        """Tell whether a side has a man left alive."""
        return any(unit.state is not State.GONE for unit in self.of_side(side))

    def sites_of(self, side: int) -> int:
        """Return how many sites are a side's."""
        return sum(site.owner == side for site in self.sites)

    def guns(self, side: int) -> Iterable[Unit]:
        """Return the artillery of a side."""
        return (unit for unit in self.of_side(side) if unit.arm is Arm.GUNS)


_FIELDS = tuple(each.name for each in fields(Ledger))
_values_of = itemgetter(*_FIELDS)
