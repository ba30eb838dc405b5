"""Sets of diagrams as JSON, version deduce.confusion.show-diagrams/1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deduce.confusion.engine.diagrams import Diagram, DiagramSet

__all__ = ["diagram_json", "diagrams_json"]

FORMAT = "deduce.confusion.show-diagrams/1"


def diagrams_json(diagrams: DiagramSet, *, flip: bool = False) -> dict[str, Any]:
    """Return a set of diagrams as data that `json.dumps` takes.

    Args:
        diagrams: The set.
        flip: Whether to turn the pictures, as the opponent sees them; directions stay the owner's.
    """
    return {
        "format": FORMAT,
        "name": diagrams.name,
        "flipped": flip,
        "diagrams": [diagram_json(diagram, flip=flip) for diagram in diagrams.values()],
        "promoted": diagram_json(diagrams.promoted, flip=flip),
    }


def diagram_json(diagram: Diagram, *, flip: bool = False) -> dict[str, Any]:
    """Return a diagram as data.

    Args:
        diagram: The diagram.
        flip: Whether to turn its pictures, as the opponent sees them.
    """
    return {
        "number": diagram.number or None,
        "name": diagram.name,
        "french": diagram.french,
        "reach": None if diagram.is_double_agent else diagram.reach,
        "directions": list(diagram.direction_names),
        "promotable": diagram.promotable,
        "double_agent": diagram.is_double_agent,
        "betza": diagram.betza,
        "picture": list(diagram.picture(flip=flip)),
        "drawing": list(diagram.drawing(flip=flip)),
        "evidence": diagram.evidence,
    }
