"""Packs that the tool turns, and the file that they belong to: how a battle with them begins and goes on.

The key that their order follows from is kept in the user's data folder until the packs are opened. No state
of a record knows it: it is looked up while a line is read that turns cards, for the one file it belongs to.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deduce.cards.record.setup import NEW, SEAL, begin
from deduce.cards.sealed.checking import fits_seal, next_card, wrong_now
from deduce.cards.sealed.order import seal_of
from deduce.tabletop.document import Layout, parse_document
from deduce.tabletop.errors import ImpossibleError, SessionError
from deduce.tabletop.keys import KeyKind, keys_folder, unknown_key
from deduce.tabletop.kind import Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from deduce.cards.engine.ledger import Ledger

__all__ = ["begun", "check", "known", "shown", "supposed"]

KEYS = KeyKind(
    format="deduce.cards.key/1",
    noun="battle",
    header=SEAL,
    loss="without it nobody can turn its cards (it is thrown away once the packs are opened)",
    instead="--packs own needs none",
)


@dataclass(frozen=True, slots=True)
class _Turner:
    """Turns the cards of the battle in a file.

    Attributes:
        path: The file.
    """

    path: Path

    def next_cards(self, ledger: Ledger) -> tuple[int, int]:
        """Return the next card of each pack, once those before are the right ones.

        Raises:
            ImpossibleError: If the record is not what was turned, or cards or the key are missing.
        """
        key = self.key(ledger)
        wrong = wrong_now(ledger, key)
        if wrong:
            message = (
                f"entry {wrong[0].entry} is not what the sealed packs turned, so no card can be turned now; "
                "undo brings back what was there"
            )
            raise ImpossibleError(message)
        left, right = (next_card(ledger, key, side) for side in range(2))
        if left is None or right is None:
            message = "there are no cards in the packs"
            raise ImpossibleError(message)
        return left, right

    def key(self, ledger: Ledger) -> str:
        """Return the key of the packs.

        Raises:
            ImpossibleError: If it is not here, does not fit, or the battle goes on in another file.
        """
        folder = keys_folder()
        if not KEYS.is_there(folder, ledger.seal):
            file = folder / f"{ledger.seal}.json"
            message = (
                f"the key of the sealed packs is not here ({file}): go on where the battle began, or turn "
                "cards from two packs without those that were turned, and type them with a !: b9 r4 !"
            )
            raise ImpossibleError(message)
        try:
            key = KEYS.of(folder, ledger.seal, self.path)
        except SessionError as error:
            raise ImpossibleError(str(error)) from None
        if not fits_seal(ledger, key):
            message = (
                f"{self.path} cannot go on: its packs are not those that were sealed; was it changed by hand?"
            )
            raise ImpossibleError(message)
        return key


@contextlib.contextmanager
def begun(path: Path, text: str) -> Iterator[str]:
    """Seal the packs of a battle that begins, if the tool is to turn them, and keep their key."""
    document = parse_document(text, Layout())
    if not any(header.key == SEAL and header.value.strip() == NEW for header in document.headers):
        yield text
        return
    first = begin(Source(document.without_header(SEAL), str(path), path.parent, {}))
    key = unknown_key()
    left, right = first.state.packs
    seal = seal_of(key, (left.full, right.full))
    with KEYS.new(keys_folder(), seal, key, path):
        yield document.with_header(SEAL, seal).text


def check(path: Path, ledger: Ledger) -> None:
    """Make sure that a battle does not go on elsewhere; throw a key away that is not needed any more.

    Raises:
        SessionError: If it does.
    """
    folder = keys_folder()
    if not KEYS.is_there(folder, ledger.seal):
        # Whoever wants to have a card turned is told.
        return
    try:
        KEYS.of(folder, ledger.seal, path)
    except SessionError:
        if ledger.key:
            return
        raise
    if ledger.key:
        KEYS.drop(folder, ledger.seal)


def known(ledger: Ledger, path: Path) -> Ledger:
    """Return a ledger in which a line that is typed can turn cards."""
    return replace(ledger, turner=_Turner(path)) if ledger.is_sealed else ledger


def supposed(ledger: Ledger) -> Ledger:
    """Return a ledger in which cards are typed: what is only tried turns none."""
    return replace(ledger, seal="")


def shown(ledger: Ledger) -> frozenset[str]:
    """Return the key of the packs if they were opened: whoever has it knows every card to come."""
    return frozenset(filter(None, [ledger.key]))
