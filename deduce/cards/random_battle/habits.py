"""How a random battle is set up and what the simple player likes: numbers that are no rules."""

from __future__ import annotations

from deduce.cards.engine.units import Arm

__all__ = [
    "AIM",
    "BESIDE",
    "CHANCES",
    "FILES",
    "HALF_SEEN",
    "MOST_TURNS",
    "NEAR",
    "NUMBERS",
    "PIECES",
    "SHARES",
    "SIZES",
    "TRIES",
]

SIZES = {Arm.FOOT: (6, 14), Arm.HORSE: (4, 8), Arm.GUNS: (3, 5)}
"""How many men a unit has, at least and at most."""
NUMBERS = {Arm.FOOT: (1, 4), Arm.HORSE: (0, 3), Arm.GUNS: (0, 2)}
"""How many units of a kind a side has, at least and at most."""
FILES = {Arm.FOOT: 6, Arm.HORSE: 4, Arm.GUNS: 4}
"""How many men stand beside each other at first."""
TRIES = 60
"""How often a place is looked for before something gives way."""
PIECES = (2, 8)
"""How many woods, walls and the like there are, at least and at most."""
SHARES = (4, 8, 40)
"""Of the field: the strip without terrain behind each back line; the greatest and least size of a piece."""
NEAR = 1300
"""At what distance, in marks, an enemy draws the eye."""
AIM = 250
"""How far beside an enemy, in marks, somebody goes who wants its flank."""
BESIDE = 30
"""How near a general goes to whom he helps, in marks."""
MOST_TURNS = 60
"""After so many turns the two agree on a draw."""
CHANCES = {
    "special": 0.5,
    "written move": 0.15,
    "stays": 0.08,
    "wanders": 0.08,
    "flanks": 0.3,
    "enemy": 0.8,
    "reform": 0.06,
    "rally": 0.85,
    "fight": 0.92,
    "fire": 0.9,
    "nearest": 0.7,
    "half seen": 0.12,
    "said": 0.5,
    "cover said": 0.1,
    "picks": 0.3,
    "several": 0.5,
    "tally": 0.05,
}
"""How likely the player does or says something."""
HALF_SEEN = ("missed", "court", "below", "above")
"""How a card can be half seen."""
