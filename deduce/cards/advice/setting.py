"""From the ledger to what odds are asked of: the units that matter, both packs, and the weights."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.cards.engine.fights import meeting_in
from deduce.cards.knowledge.chances import mixture
from deduce.cards.odds.packs import Packs
from deduce.cards.odds.stand import Body, Pairing, Stand, pairing_of, stand_of
from deduce.cards.odds.worth import USUAL, Weights

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.cards.engine.combat import Meeting
    from deduce.cards.engine.entries import Fight
    from deduce.cards.engine.ledger import Ledger

__all__ = ["Setting", "packs_of", "setting_of", "weights_of"]


@dataclass(frozen=True)
class Setting:
    """What odds are asked of.

    Attributes:
        ledger: How things stand.
        letters: The units that matter; their places are their numbers in the odds.
        stand: How they stand.
        packs: Both packs.
        weights: What losses weigh.
    """

    ledger: Ledger
    letters: tuple[str, ...]
    stand: Stand
    packs: Packs
    weights: Weights

    def number(self, letter: str) -> int:
        """Return the number of a unit in the odds."""
        return self.letters.index(letter)

    def meeting(self, fight: Fight) -> Meeting:
        """Return how the units of a combat meet."""
        return meeting_in(self.ledger, fight)

    def pairing(self, fight: Fight) -> Pairing:
        """Return a combat as the odds have it."""
        return pairing_of(self.meeting(fight), self.number(fight.starter), self.number(fight.target))

    def packs_for(self, letter: str) -> Packs:
        """Return the packs, that of a unit's side first."""
        return self.packs.turned() if self.ledger.units[letter].side else self.packs


def setting_of(ledger: Ledger, letters: Iterable[str]) -> Setting:
    """Return what odds of some units are asked of."""
    names = tuple(dict.fromkeys(letters))
    bodies, engaged = [], []
    for number, letter in enumerate(names):
        unit = ledger.units[letter]
        foes = ledger.foes_of(letter)
        held = any(foe not in names for foe in foes)
        bodies.append(Body(unit.side, unit.arm, unit.ranks, unit.confused, unit.lying, held))
        engaged += [(number, names.index(foe)) for foe in foes if foe in names]
    return Setting(ledger, names, stand_of(bodies, engaged), packs_of(ledger), weights_of(ledger))


def packs_of(ledger: Ledger) -> Packs:
    """Return what is known of both packs (CC-DECK, DEC-2)."""
    edition = ledger.edition
    full = ledger.packs[0].full, ledger.packs[1].full
    again: int | None = {
        "never": None,
        "combat": max(map(sum, full)),
        "left": int(edition.number("deck.reshuffleAt")),
    }.get(edition.choice("DEC-2"), 0)
    known = mixture(ledger)
    return Packs.mixed(known.cases, full=full, again=again, missed=known.missed)


def weights_of(ledger: Ledger) -> Weights:
    """Return what losses weigh: as the record says, else as usual."""
    said = (Fraction(text) if text else usual for text, usual in zip(ledger.worth, USUAL, strict=True))
    return Weights(*said)
