"""The words of a line, English and French, and what they stand for."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from deduce.cards.engine.combat import Result
from deduce.cards.engine.units import Arm, Cover
from deduce.intake.characters import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "ARMS",
    "COVERS",
    "FLANK",
    "FLANKED",
    "HITS",
    "RESULTS",
    "VERBS",
    "WRITTEN_COVERS",
    "plain",
    "typed_words",
]

VERBS: Mapping[str, str] = MappingProxyType(
    {
        "fire": "fire", "shoot": "fire", "tir": "fire", "tire": "fire", "tirer": "fire",
        "rally": "rally", "rallie": "rally", "rallier": "rally",
        "move": "move", "bouge": "move", "avance": "move",
        "reform": "reform", "reforme": "reform", "formation": "reform",
        "flee": "flee", "flees": "flee", "fuit": "flee",
        "gun": "gun", "canon": "gun",
        "cover": "cover", "couvert": "cover",
        "site": "site", "objectif": "site",
        "free": "free", "libre": "free",
        "engage": "engage",
        "end": "end", "fin": "end",
        "shuffle": "shuffle", "melange": "shuffle", "battre": "shuffle",
        "left": "left", "reste": "left", "restent": "left",
        "cards": "cards", "cartes": "cards",
        "fallen": "fallen", "tombe": "fallen",
        "capture": "capture",
        "open": "open", "ouvre": "open",
        "resign": "resign", "abandonne": "resign",
        "draw": "draw", "nulle": "draw",
    }
)  # fmt: skip
"""The words that an entry can begin with; accents may be left out or not."""
FLANK = ("f", "flank", "flanc", "rear", "dos", "derriere")
FLANKED = ("flanked", "flanque", "flanquee")
"""The attacked unit stands on the starter's flank or rear; matters only in some houses (DEC-37)."""
HITS = ("hits", "touche")
"""The unit behind it bears the loss, of several that are attacked (DEC-33)."""
COVERS: Mapping[str, Cover] = MappingProxyType(
    {
        "-": Cover.OPEN, "open": Cover.OPEN, "ouvert": Cover.OPEN, "rien": Cover.OPEN,
        "s": Cover.WOOD, "wood": Cover.WOOD, "woods": Cover.WOOD, "bois": Cover.WOOD,
        "w": Cover.WALL, "wall": Cover.WALL, "mur": Cover.WALL,
        "o": Cover.REDOUBT, "redoubt": Cover.REDOUBT, "barricade": Cover.REDOUBT, "redoute": Cover.REDOUBT,
        "t": Cover.TRENCH, "trench": Cover.TRENCH, "tranchee": Cover.TRENCH,
    }
)  # fmt: skip
WRITTEN_COVERS: Mapping[Cover, str] = MappingProxyType(
    {Cover.OPEN: "-", Cover.WOOD: "s", Cover.WALL: "w", Cover.REDOUBT: "o", Cover.TRENCH: "t"}
)
"""How what a unit stands behind is written in an entry."""
RESULTS: Mapping[str, Result] = MappingProxyType(
    {
        "won": Result.WON, "wins": Result.WON, "win": Result.WON, "gagne": Result.WON,
        "lost": Result.LOST, "loses": Result.LOST, "lose": Result.LOST, "perd": Result.LOST,
        "perdu": Result.LOST, "tied": Result.TIED, "tie": Result.TIED, "equal": Result.TIED,
        "egal": Result.TIED, "egalite": Result.TIED,
    }
)  # fmt: skip
ARMS: Mapping[str, Arm] = MappingProxyType(
    {
        "inf": Arm.FOOT, "infantry": Arm.FOOT, "foot": Arm.FOOT, "infanterie": Arm.FOOT,
        "cav": Arm.HORSE, "cavalry": Arm.HORSE, "horse": Arm.HORSE, "cavalerie": Arm.HORSE,
        "art": Arm.GUNS, "artillery": Arm.GUNS, "guns": Arm.GUNS, "artillerie": Arm.GUNS,
    }
)  # fmt: skip


def typed_words() -> tuple[str, ...]:
    """Return the words that a line can begin with."""
    return tuple(VERBS)
