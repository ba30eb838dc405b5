"""Sets of diagrams as JSON, version deduce.confusion.show-diagrams/1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deduce.confusion.engine.diagrams import Diagram, DiagramSet

__all__ = ["diagrams_json"]

FORMAT = "deduce.confusion.show-diagrams/1"


def diagrams_json(diagrams: DiagramSet) -> dict[str, Any]:
    """Return a set of diagrams as data that `json.dumps` takes."""
    return {
        "format": FORMAT,
        "name": diagrams.name,
        "diagrams": [_diagram(diagram) for diagram in diagrams.values()],
        "promoted": _diagram(diagrams.promoted),
    }


def _diagram(diagram: Diagram) -> dict[str, Any]:
    return {
        "number": diagram.number or None,
        "name": diagram.name,
        "french": diagram.french,
        "reach": None if diagram.is_double_agent else diagram.reach,
        "directions": list(diagram.direction_names),
        "promotable": diagram.promotable,
        "double_agent": diagram.is_double_agent,
        "betza": diagram.betza,
        "picture": list(diagram.picture()),
        "evidence": diagram.evidence,
    }
