"""What a count of the cards left shows: which entry is missing, which is one too many, and where.

Between a count that agrees with the entries and one that does not, something was not entered, or entered that
did not happen. Since every combat takes one card of each pack (CC-DECK-1), it is known how many combats that
are; which one is likeliest follows from what the entries around it leave open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.cards.engine.entries import Bare, End, Fight, Tally
from deduce.cards.engine.ledger import Step as Part
from deduce.cards.notation.parsed import parse_line, verb_in
from deduce.errors import DeduceError
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.cards.engine.entries import Entry
    from deduce.cards.engine.ledger import Ledger
    from deduce.tabletop.record import Step

__all__ = ["Audit", "Place", "audits_of"]

ENGAGED = 3
"""How much likelier two units that are engaged fought without an entry than two others."""
SHOWN = 3
"""How many places are told in words; the data have all."""
SAME_LINE = 4
"""How much likelier a line that stands there twice in a turn was entered twice than one with other cards."""

WEIGHTS = (
    f"weights: units that were engaged and did not fight {ENGAGED}, others that could have fought 1; a line "
    f"that stands there twice {SAME_LINE}, a unit that fought twice in a turn or a shuffle not entered 1"
)


class Place(NamedTuple):
    """Where something may be missing, or be too much.

    Attributes:
        entry: The entry before which something is missing, or that is too much.
        words: What, in words.
        remedy: What mends it.
        chance: How likely it is beside the others, by the weights that are named.
    """

    entry: int
    words: str
    remedy: str
    chance: Fraction


@dataclass(frozen=True)
class Audit:
    """A count of the cards left that does not agree with the entries.

    Attributes:
        entry: The number of the entry that says how many cards were counted.
        sides: Whose pack it was; both if both differ alike.
        names: What these sides are called.
        counted: How many cards were left.
        expected: How many there should be.
        new: How many of the difference are new since the last count; above 0 if combats are missing.
        since: The number of the last entry before it by which all was right, or as wrong as before; 0 for the
            beginning.
        why: What was right there.
        places: Where it may be, the likeliest first.
        shuffles: How often the pack had been shuffled.
    """

    entry: int
    sides: tuple[int, ...]
    names: tuple[str, ...]
    counted: int
    expected: int
    new: int
    since: int
    why: str
    places: tuple[Place, ...] = ()
    shuffles: int = 0

    def told(self) -> tuple[str, ...]:
        """Return what it shows, in words."""
        whose = " and ".join(f"{name}'s" for name in self.names)
        packs = "packs" if len(self.names) > 1 else "pack"
        head = f"{self.counted} cards were counted in {whose} {packs}, and {self.expected} should be left"
        if not self.new:
            return (f"{head}: as many differ as in entry {self.since}, so nothing new is wrong since then",)
        many = abs(self.new)
        combats = "1 combat" if many == 1 else f"{many} combats"
        verb = "was" if many == 1 else "were"
        what = (
            f"{verb} not entered"
            if self.new > 0
            else f"{verb} entered that did not happen, or a shuffle was not"
        )
        between = (
            f"between entries {self.since} and {self.entry}" if self.since else f"before entry {self.entry}"
        )
        lines = [f"{head}: {combats} {what}, {between} ({self.why})"]
        lines += [
            f"  {percent(place.chance)}% {place.words}: {place.remedy}" for place in self.places[:SHOWN]
        ]
        if self.places:
            lines.append(f"  ({WEIGHTS})")
        if self.new > 0:
            lines.append(
                f"  if nobody knows: insert {self.entry} cards ? ? (a missed card changes no chances)"
            )
        return tuple(lines)

    def data(self) -> dict[str, Any]:
        """Return it as data."""
        return {
            "entry": self.entry,
            "sides": list(self.names),
            "counted": self.counted,
            "expected": self.expected,
            "combats_missing": self.new,
            "after_entry": self.since,
            "weights": WEIGHTS,
            "places": [
                {
                    "entry": place.entry,
                    "words": place.words,
                    "remedy": place.remedy,
                    "fraction": str(place.chance),
                }
                for place in self.places
            ],
        }


class _Counted(NamedTuple):
    """A count of a pack."""

    entry: int
    shuffles: int
    difference: int


def audits_of(steps: Sequence[Step[Ledger]]) -> list[Audit]:
    """Return every count of a record that does not agree with its entries, in order.

    Args:
        steps: The entries of the record.
    """
    found: list[Audit] = []
    last: list[_Counted | None] = [None, None]
    for number, step in enumerate(steps, 1):
        entry = _entry_in(step) if verb_in(step.text) == "left" else None
        if not isinstance(entry, Tally):
            continue
        now: list[Audit] = []
        for side in (0, 1) if entry.side is None else (entry.side,):
            pack = step.before.packs[side]
            difference = pack.size - entry.left
            before = last[side]
            if before is not None and before.shuffles != pack.shuffles:
                before = None
            last[side] = _Counted(number, pack.shuffles, difference)
            if difference:
                now.append(_audit(steps, number, side, entry.left, before))
        found += _joined(now)
    return found


def _entry_in(step: Step[Ledger]) -> Entry | None:
    """Return what an entry says; None if it makes no sense."""
    try:
        return parse_line(step.text, step.before).entry
    except DeduceError:
        return None


def _joined(audits: list[Audit]) -> list[Audit]:
    """Tell once what is so of both packs."""
    if len(audits) == 2:
        one, other = audits
        if (one.new, one.since, one.expected, one.shuffles) == (
            other.new,
            other.since,
            other.expected,
            other.shuffles,
        ):
            return [replace(one, sides=(0, 1), names=(*one.names, *other.names))]
    return audits


def _audit(
    steps: Sequence[Step[Ledger]], number: int, side: int, left: int, before: _Counted | None
) -> Audit:
    ledger = steps[number - 1].before
    pack = ledger.packs[side]
    if before is not None:
        since, new = before.entry, pack.size - left - before.difference
        why = "the count before" if before.difference else "the count before agreed"
    else:
        since = max(
            (
                place
                for place in range(1, number)
                if steps[place - 1].before.packs[side].shuffles < pack.shuffles
            ),
            default=0,
        )
        new = pack.size - left
        why = "the last shuffle" if since else "the beginning"
    places: list[Place] = []
    if new > 0:
        places = _weighed([*_missing(steps, since, number)])
    elif new < 0:
        places = _weighed([*_doubled(steps, since, number), *_shuffle(ledger, side, left, since)])
    return Audit(
        number, (side,), (ledger.sides[side],), left, pack.size, new, since, why, tuple(places), pack.shuffles
    )  # fmt: skip


def _weighed(places: Sequence[Place]) -> list[Place]:
    """Make chances of weights, the likeliest first."""
    total = sum((place.chance for place in places), start=Fraction(0))
    return sorted(
        (place._replace(chance=place.chance / total) for place in places),
        key=lambda place: (-place.chance, -place.entry),
    )


def _missing(steps: Sequence[Step[Ledger]], since: int, number: int) -> Iterator[Place]:
    """Yield where a combat may be missing: at the end of a turn, by units that could still have fought."""
    for place in range(since + 1, number + 1):
        step = steps[place - 1]
        is_end = place == number or isinstance(_entry_in(step), End)
        ledger = step.before
        if not is_end or not ledger.roster or ledger.outcome is not None:
            continue
        if place == number and ledger.step < Part.FIGHT and ledger.turn > steps[since].before.turn:
            # The combats of this turn are still to come.
            continue
        for unit in ledger.of_side(ledger.active):
            if unit.has_fought or not unit.ranks:
                continue
            foes = [foe for foe in ledger.foes_of(unit.letter) if ledger.units[foe].ranks]
            for foe in foes:
                words = f"{unit.letter} and {foe} were engaged in turn {ledger.turn} and did not fight"
                remedy = f"insert {place} {unit.letter}? {foe}? and won, lost or tied"
                yield Place(place, words, remedy, Fraction(ENGAGED))
            if not foes:
                words = f"{unit.letter} did not fight in turn {ledger.turn}"
                remedy = f"insert {place} {unit.letter}?, whom it fought, and won, lost or tied"
                yield Place(place, words, remedy, Fraction(1))


def _doubled(steps: Sequence[Step[Ledger]], since: int, number: int) -> Iterator[Place]:
    """Yield which combats may have been entered twice: by the same units in the same turn."""
    combats = []
    for place in range(since + 1, number):
        entry = _entry_in(steps[place - 1])
        if isinstance(entry, Fight | Bare):
            combats.append((place, entry, steps[place - 1]))
    for (first, one, step), (place, entry, other) in pairwise(combats):
        if step.before.turn != other.before.turn:
            continue
        if one == entry:
            words, weight = f"{place} {other.text} says what entry {first} says", SAME_LINE
        elif isinstance(one, Fight) and isinstance(entry, Fight) and one.starter == entry.starter:
            # A unit starts one combat a turn (CC-COMB-3).
            words, weight = f"{place} {other.text}: {entry.starter} had fought in entry {first} already", 1
        else:
            continue
        yield Place(place, words, f"delete {place}", Fraction(weight))


def _shuffle(ledger: Ledger, side: int, left: int, since: int) -> Iterator[Place]:
    """Yield where a shuffle must have been if one was not entered: so many cards are gone since."""
    pack = ledger.packs[side]
    gone = sum(pack.full) - left
    if not 0 <= gone < len(pack.turned):
        return
    before = pack.turned[len(pack.turned) - gone - 1].entry
    behind = pack.turned[len(pack.turned) - gone].entry if gone else ledger.number + 1
    if behind <= since:
        return
    name = ledger.sides[side].casefold()
    words = f"a shuffle was not entered, after entry {before} and before {behind}"
    yield Place(behind, words, f"insert {behind} shuffle {name}", Fraction(1))
