"""Everything that a record tells of what enemy units did: what was noted as seen, begun and declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.hidden.sightings import Sighting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deduce.napoleonic.hidden.sightings import Sightings
    from deduce.napoleonic.orders.state import Declared

__all__ = ["all_sightings"]


def all_sightings(
    seen: Sightings, declared: Iterable[Declared], begun: Iterable[Sighting]
) -> tuple[Sighting, ...]:
    """Return what enemy units were seen doing, in the order of the entries.

    Args:
        seen: What was noted as seen.
        declared: What was declared, by whomever.
        begun: What units began that takes time, as sightings.
    """
    told = (*begun, *_declared(declared), *seen.seen)
    # One entry can tell of several units.
    found = {(sighting.entry, sighting.body): sighting for sighting in told}
    return tuple(found[each] for each in sorted(found))


def _declared(declared: Iterable[Declared]) -> Iterator[Sighting]:
    for each in declared:
        if each.side is not None:
            text = f"{each.unit} {each.deed}"
            yield Sighting(each.entry, text, each.unit, str(each.deed), each.moment)
