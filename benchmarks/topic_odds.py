"""Exact odds of Cards and Confusion: a pair of units, combats in a row, and plans with leave to stop."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import isclose
from typing import TYPE_CHECKING, Any

import cards_plain
from results import Row, Timing, Topic
from timing import Alternative, Effort, Measured, compared

from deduce.cards.engine.combat import Fighter, Meeting, exchange
from deduce.cards.engine.units import Arm
from deduce.cards.odds.combat import combat_odds, table_of
from deduce.cards.odds.layers import Draws, draws_of
from deduce.cards.odds.packs import Packs, without
from deduce.cards.odds.plans import plan
from deduce.cards.odds.sequences import in_a_row, race
from deduce.cards.odds.stand import Body, Pairing, Stand, stand_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["TOPIC"]

RULES = cards_plain.RULES
FULL = RULES.table("deck.cards")
GONE = (without(FULL, (13, 13, 12, 7, 1)), without(FULL, (2, 2, 5, 9, 9)))
"""Packs of which five cards were turned up."""
COMPARED = ("plain Python", "scipy")
FOOT, HORSE, GUNS = (Arm.FOOT, 10, 0), (Arm.HORSE, 8, 0), (Arm.GUNS, 4, 0)


@dataclass(frozen=True)
class Asked:
    """What is asked: units of both sides, and who can fight whom.

    Attributes:
        mine: The units of the side whose turn it is.
        theirs: The others.
        pairs: The combats.
        combats: How many there are in a row.
    """

    mine: tuple[cards_plain.Unit, ...]
    theirs: tuple[cards_plain.Unit, ...]
    pairs: tuple[tuple[int, int], ...] = ((0, 0),)
    combats: int = 1


def _packs(_: Asked) -> Packs:
    """New packs, with nothing worked out for them yet; nor for the units."""
    table_of.cache_clear()
    draws_of.cache_clear()
    cards_plain.losses.cache_clear()
    return Packs.of(*GONE, full=(FULL, FULL))


def _meeting(asked: Asked) -> Meeting:
    return Meeting(Fighter(*asked.mine[0]), Fighter(*asked.theirs[0]))


def _stand(asked: Asked) -> Stand:
    bodies = [
        Body(side, arm, ranks, 0, dead)
        for side, units in enumerate((asked.mine, asked.theirs))
        for arm, ranks, dead in units
    ]
    return stand_of(bodies)


def _pairings(asked: Asked) -> list[Pairing]:
    return [Pairing(one, len(asked.mine) + other) for one, other in asked.pairs]


# --- One pair ----------------------------------------------------------------------------------------


def _odds(asked: Asked, packs: Packs) -> object:
    odds = combat_odds(_meeting(asked), packs, RULES)
    every = (odds.win, odds.tie, odds.loss, odds.worth())
    for of_target in (False, True):
        every += (odds.killed(of_target=of_target), odds.confused(of_target=of_target))
        every += (odds.breaks(of_target=of_target),)
    return odds.joint, every


def _plain_odds(asked: Asked) -> object:
    return cards_plain.pair_odds(asked.mine[0], asked.theirs[0], *GONE)


def _scipy_odds(asked: Asked) -> object:
    """The chance of each next card by scipy, in floats."""
    from scipy.stats import multivariate_hypergeom

    chances = [
        [
            float(multivariate_hypergeom.pmf([int(rank == one) for rank in range(len(deck))], deck, 1))
            for one in range(len(deck))
        ]
        for deck in GONE
    ]
    found: dict[object, float] = {}
    for card, chance in enumerate(chances[0], 1):
        for other, likely in enumerate(chances[1], 1):
            done = exchange(_meeting(asked), card, other, RULES)
            key = (done.starter.killed, done.starter.confused, done.target.killed, done.target.confused)
            found[key] = found.get(key, 0.0) + chance * likely
    return found


def _same_odds(_: Asked, ours: Any, theirs: Any) -> bool:  # noqa: ANN401 - see Measured.agrees
    joint = ours[0]
    return joint.keys() == theirs.keys() and all(
        isclose(joint[key], theirs[key], rel_tol=1e-9) for key in joint
    )


# --- In a row ----------------------------------------------------------------------------------------


def _in_a_row(asked: Asked, packs: Packs) -> object:
    return in_a_row(_stand(asked), _pairings(asked) * asked.combats, packs, RULES)


def _plain_in_a_row(asked: Asked) -> object:
    return cards_plain.endings(asked.mine[0], asked.theirs[0], *GONE, asked.combats)


def _same_endings(_: Asked, ours: Any, theirs: Any) -> bool:  # noqa: ANN401 - see Measured.agrees
    found: dict[tuple[int, int], Fraction] = {}
    for ending, chance in ours.items():
        key = (ending.stand.bodies[0].ranks, ending.stand.bodies[1].ranks)
        found[key] = found.get(key, Fraction(0)) + chance
    return found == theirs


def _race(asked: Asked, packs: Packs) -> object:
    return race(_meeting(asked), packs, RULES)


def _plain_race(asked: Asked) -> object:
    return cards_plain.race(asked.mine[0], asked.theirs[0], *GONE)


def _same_race(_: Asked, ours: Any, theirs: Any) -> bool:  # noqa: ANN401 - see Measured.agrees
    mine = (ours.starter_breaks, ours.target_breaks, ours.both_break)
    return mine == tuple(theirs.get(key, 0) for key in ((True, False), (False, True), (True, True)))


def _draws(asked: Asked, _: Packs) -> object:
    draws = Draws([GONE[0]], None, None, 0, asked.combats)
    return draws.left[-1], draws.ways[asked.combats - 1]


def _scipy_draws(asked: Asked) -> object:
    """The chance of everything that can be drawn from a pack."""
    from itertools import combinations_with_replacement

    from scipy.stats import multivariate_hypergeom

    ranks = range(len(GONE[0]))
    drawn = [
        [cards.count(rank) for rank in ranks]
        for cards in combinations_with_replacement(ranks, asked.combats - 1)
    ]
    possible = [each for each in drawn if all(one <= all_ for one, all_ in zip(each, GONE[0], strict=True))]
    return len(possible), float(multivariate_hypergeom.pmf(possible, GONE[0], asked.combats - 1).sum())


def _same_draws(_: Asked, ours: Any, theirs: Any) -> bool:  # noqa: ANN401 - see Measured.agrees
    return len(ours[0]) == theirs[0] and isclose(theirs[1], 1)


# --- Plans -------------------------------------------------------------------------------------------


def _plan(asked: Asked, packs: Packs) -> object:
    best = plan(_stand(asked), _pairings(asked), packs, RULES)
    return best.worth, best.choices


def _plain_plan(asked: Asked) -> object:
    return cards_plain.best_plan(asked.mine, asked.theirs, asked.pairs, *GONE)


def _same_plan(_: Asked, ours: Any, theirs: Any) -> bool:  # noqa: ANN401 - see Measured.agrees
    return bool(ours[0] == theirs)


ALL_NINE = tuple((one, other) for one in range(3) for other in range(3))
PLANS = (
    ("2 attackers on one enemy", Asked((FOOT, HORSE), (FOOT,), ((0, 0), (1, 0))), None),
    (
        "3 attackers, 5 combats",
        Asked((FOOT, HORSE, FOOT), (FOOT, FOOT), (*ALL_NINE[:2], (1, 0), (1, 1), (2, 1))),
        0.5,
    ),
    ("3 attackers with a gun, 9 combats", Asked((FOOT, HORSE, GUNS), (FOOT, FOOT, HORSE), ALL_NINE), 0.5),
    (
        "4 attackers on one enemy",
        Asked((FOOT, HORSE, FOOT, HORSE), ((Arm.FOOT, 20, 0),), tuple((n, 0) for n in range(4))),
        None,
    ),
)


def _rows(effort: Effort) -> Iterator[Row]:
    def row(
        case: str,
        asked: Asked,
        ours: Callable[..., object],
        agrees: Callable[[Asked, Any, Any], bool],
        others: list[Alternative[Asked]],
        target: float | None = None,
    ) -> Row:
        found = compared(Measured(case, [asked], _packs, ours, agrees, others, None, target), effort)
        # A row of the table has a cell for everybody, also who was not asked.
        return replace(found, others={name: found.others.get(name, Timing(None)) for name in COMPARED})

    pair = [Alternative("plain Python", _plain_odds), Alternative("scipy", _scipy_odds, "scipy")]
    for name, mine in (("foot", FOOT), ("a gun", GUNS)):
        yield row(
            f"one pair, {name} on foot: all odds", Asked((mine,), (FOOT,)), _odds, _same_odds, pair, 1e-3
        )
    plain = [Alternative("plain Python", _plain_in_a_row)]
    for combats in (2, 3, 7):
        asked = Asked((FOOT,), (FOOT,), combats=combats)
        yield row(f"{combats} combats in a row", asked, _in_a_row, _same_endings, plain)
    yield row(
        "foot on foot to the break",
        Asked((FOOT,), (FOOT,)),
        _race,
        _same_race,
        [Alternative("plain Python", _plain_race)],
    )
    scipy = [Alternative("scipy", _scipy_draws, "scipy")]
    yield row("all that 3 draws can be", Asked((FOOT,), (FOOT,), combats=4), _draws, _same_draws, scipy)
    for case, asked, target in PLANS:
        others = [Alternative("plain Python", _plain_plan)]
        yield row(f"plan: {case}", asked, _plan, _same_plan, others, target)


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (
    Topic("ODDS", "Cards and Confusion: exact odds"),
    _rows,
)
