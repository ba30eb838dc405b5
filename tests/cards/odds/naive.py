"""A second way to odds and plans: every card is a thing of its own, and the ledger follows each combat.

Nothing here is taken from `deduce.cards.odds` but the names of what goes in: what a combat does, ends and
clears is the ledger's matter, all orders of the cards are gone through one by one, and plans are tried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import TypeAlias

from deduce.cards.edition import Edition
from deduce.cards.engine.deeds import after
from deduce.cards.engine.entries import Fight
from deduce.cards.engine.ledger import Engagement, Ledger
from deduce.cards.engine.packs import Pack
from deduce.cards.engine.units import Cover, Unit
from deduce.cards.odds.packs import Deck
from deduce.cards.odds.stand import Pairing, Stand

Cards: TypeAlias = tuple[int, ...]
"""The cards of a pack that are not turned up yet, each by its rank."""
State: TypeAlias = tuple[tuple[int, int, int], ...]
"""The units in ranks, confused and lying dead."""
LETTERS = "abcdefghijkl", "nopqrstuvwxy"
BYSTANDERS = "m", "z"


def cards_of(deck: Deck) -> Cards:
    """The cards of a pack."""
    return tuple(rank for rank, count in enumerate(deck, 1) for _ in range(count))


def letters_of(stand: Stand) -> tuple[str, ...]:
    """The letters of the units of a stand."""
    sides = [iter(letters) for letters in LETTERS]
    return tuple(next(sides[body.side]) for body in stand.bodies)


def battle(stand: Stand, edition: Edition) -> Ledger:
    """A ledger with units that stand like that, and one bystander a side, so that no army ever ends."""
    letters = letters_of(stand)
    roster = [
        Unit(letter, body.side, body.arm, body.ranks, body.confused, body.dead)
        for letter, body in zip(letters, stand.bodies, strict=True)
    ]
    roster += [Unit(letter, side, roster[0].arm, 10**6) for side, letter in enumerate(BYSTANDERS)]
    pairs = [(letters[one], letters[other]) for one, other in stand.engaged]
    # Who is held by somebody who does not stand there is engaged with the bystander.
    pairs += [
        (letter, BYSTANDERS[1 - body.side])
        for letter, body in zip(letters, stand.bodies, strict=True)
        if body.held
    ]
    engaged = tuple(Engagement(min(pair), max(pair), 1) for pair in pairs)
    # The packs are followed outside, so the ledger's own never end.
    packs = Pack((99,) * 13), Pack((99,) * 13)
    return Ledger(edition, ("Blue", "Red"), tuple(roster), packs, (0, 0), (), engagements=engaged)


def can_fight(ledger: Ledger, letters: Sequence[str], pairing: Pairing) -> bool:
    """Whether both units still have men in ranks."""
    return all(ledger.units[letters[number]].ranks for number in pairing[:2])


def fight(ledger: Ledger, letters: Sequence[str], pairing: Pairing, cards: tuple[int, int]) -> Ledger:
    """The ledger after a combat, the starter's card first."""
    entry = Fight(
        letters[pairing.starter],
        letters[pairing.target],
        (frozenset({cards[0]}), frozenset({cards[1]})),
        flank=pairing.flank,
        cover=Cover.TRENCH if pairing.target_bonus else Cover.OPEN,
    )
    change = after(ledger, entry)
    assert not change.objections
    return replace(change.ledger, packs=ledger.packs, clashed=None, number=0)


def state_of(ledger: Ledger, letters: Iterable[str]) -> State:
    """The units in ranks, confused and lying dead."""
    units = (ledger.units[letter] for letter in letters)
    return tuple((unit.ranks, unit.confused, unit.lying) for unit in units)


def in_a_row(
    stand: Stand, pairings: Sequence[Pairing], edition: Edition, decks: tuple[Deck, Deck]
) -> dict[tuple[State, int], Fraction]:
    """How likely each ending is: every order of every card counts one."""
    letters = letters_of(stand)
    found: dict[tuple[State, int], int] = {}
    orders = [list(permutations(cards_of(deck), len(pairings))) for deck in decks]
    start = battle(stand, edition)
    known: dict[object, Ledger] = {}
    for first in orders[0]:
        for second in orders[1]:
            now, combats = start, 0
            for pairing in pairings:
                if not can_fight(now, letters, pairing):
                    continue
                cards = (first[combats], second[combats])
                if stand.bodies[pairing.starter].side:
                    cards = cards[1], cards[0]
                key = (state_of(now, letters), now.engagements, pairing, cards)
                if key not in known:
                    known[key] = fight(now, letters, pairing, cards)
                now = known[key]
                combats += 1
            ending = state_of(now, letters), combats
            found[ending] = found.get(ending, 0) + 1
    total = len(orders[0]) * len(orders[1])
    return {ending: Fraction(count, total) for ending, count in found.items()}


def worth_between(
    before: Ledger,
    now: Ledger,
    side: int,
    weights: Sequence[Fraction] = (Fraction(1), Fraction(1, 2), Fraction(2)),
) -> Fraction:
    """What both sides lost, by weights: for a kill, a man confused, a unit broken."""
    total = Fraction(0)
    for letter, old in before.units.items():
        new = now.units[letter]
        killed = old.ranks + old.confused - new.ranks - new.confused
        lost = weights[0] * killed + weights[1] * (new.confused - old.confused)
        lost += weights[2] * bool(old.ranks and not new.ranks)
        total += -lost if old.side == side else lost
    return total


def best_plan(
    stand: Stand,
    pairings: Sequence[Pairing],
    edition: Edition,
    decks: tuple[Deck, Deck],
    gain: Callable[[Ledger, Ledger], Fraction],
    *,
    may_stop: bool = True,
    full: tuple[Deck, Deck] | None = None,
    again: int = 0,
) -> Fraction:
    """What the best plan is worth: everything that can be done is tried after every card."""
    letters = letters_of(stand)
    side = stand.bodies[pairings[0].starter].side
    known: dict[object, Fraction] = {}
    fights: dict[object, Ledger] = {}

    def fought(now: Ledger, pairing: Pairing, cards: tuple[int, int]) -> Ledger:
        key = (state_of(now, letters), now.engagements, pairing, cards)
        if key not in fights:
            fights[key] = fight(now, letters, pairing, cards)
        return fights[key]

    def best(now: Ledger, cards: tuple[Cards, Cards], left: tuple[Pairing, ...]) -> Fraction:
        if full is not None:
            first, second = (
                cards_of(whole) if len(pack) <= again else pack
                for whole, pack in zip(full, cards, strict=True)
            )
            cards = first, second
        key = (state_of(now, letters), now.engagements, cards, left)
        if key in known:
            return known[key]
        found = [Fraction(0)] if may_stop else []
        for pairing in left:
            if not can_fight(now, letters, pairing) or not all(cards):
                continue
            rest = tuple(other for other in left if other.starter != pairing.starter)
            total = Fraction(0)
            for mine, after_mine in drawn(cards[side]):
                for theirs, after_theirs in drawn(cards[1 - side]):
                    then = fought(now, pairing, (mine, theirs))
                    after_both = (after_mine, after_theirs) if side == 0 else (after_theirs, after_mine)
                    total += gain(now, then) + best(then, after_both, rest)
            found.append(total / (len(cards[0]) * len(cards[1])))
        known[key] = max(found, default=Fraction(0))
        return known[key]

    return best(battle(stand, edition), (cards_of(decks[0]), cards_of(decks[1])), tuple(pairings))


def drawn(cards: Cards) -> Iterator[tuple[int, Cards]]:
    """Each card of a pack with what is left of the pack."""
    for place, card in enumerate(cards):
        yield card, cards[:place] + cards[place + 1 :]
