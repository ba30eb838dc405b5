"""What comes of acts beyond what their needs and effects say: the procedures of all chapters, by act."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from deduce.napoleonic.artillery.reckoned import ARTILLERY
from deduce.napoleonic.charge.reckoned import CHARGE
from deduce.napoleonic.ground.reckoned import GROUND
from deduce.napoleonic.houses.reckoned import HOUSES
from deduce.napoleonic.movement.reckoned import MOVEMENT
from deduce.napoleonic.obstacles.reckoned import OBSTACLES
from deduce.napoleonic.rally.reckoned import RALLY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Reckon

__all__ = ["RECKONED"]

_CHAPTERS = (MOVEMENT, RALLY, ARTILLERY, CHARGE, GROUND, HOUSES, OBSTACLES)
RECKONED: Mapping[str, tuple[Reckon, ...]] = {
    action: tuple(chain.from_iterable(chapter.get(action, ()) for chapter in _CHAPTERS))
    for action in dict.fromkeys(chain.from_iterable(_CHAPTERS))
}
"""For each act what reckons, chapter by chapter."""
