"""Sealed order sheets, and the file that they belong to: who may look at what is kept of them."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.napoleonic.orders.keeping import Keeper
from deduce.napoleonic.orders.opening import is_as_sealed
from deduce.napoleonic.orders.seals import sheet_id
from deduce.tabletop.errors import ImpossibleError
from deduce.tabletop.keys import clear, keys_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from deduce.napoleonic.battle import Battle

__all__ = ["begun", "check", "known", "shown", "supposed"]


@contextlib.contextmanager
def begun(_path: Path, text: str) -> Iterator[str]:
    """Begin a battle; nothing is sealed yet."""
    yield text


def check(path: Path, battle: Battle) -> None:
    """Throw away what is kept of sheets that were opened as a whole: all of it stands in the record.

    Whatever is kept for another file, or was opened with another key, stays. What was being sealed when a
    process was killed is in no record, so nothing else would clear it away.
    """
    clear(keys_folder())
    keeper = Keeper(path)
    for sealed in battle.orders.sealed:
        name = sheet_id(sealed.about, sealed.codes)
        if not sealed.opened or not keeper.has(name):
            continue
        with contextlib.suppress(ImpossibleError):
            if keeper.sheet(name, next(iter(sealed.codes.values()))).key == sealed.key:
                keeper.drop(name)


def known(battle: Battle, path: Path) -> Battle:
    """Return a battle in which a line that is typed can seal and open sheets."""
    return replace(battle, orders=replace(battle.orders, keeper=Keeper(path)))


def supposed(battle: Battle) -> Battle:
    """Return a battle in which nothing is sealed or opened: what is only tried is not kept."""
    return replace(battle, orders=replace(battle.orders, keeper=None))


def shown(battle: Battle) -> frozenset[tuple[str, ...]]:
    """Return the lines and the sheets that were opened and are what was sealed; what was misread is not."""
    orders = battle.orders
    lines = {(each.label, each.order, each.salt) for each in orders.opened if is_as_sealed(orders, each)}
    return frozenset(lines | {(each.key,) for each in orders.sealed if each.opened})
