"""Both packs as a problem of the core: what it gives are reasons, and what contradicts.

Every card that was turned up since a pack was last shuffled is an unknown, and so is the next one; together
they are draws without putting back. What an entry of the record says of them is an entry of the log, of the
same number, so that proofs and conflicts name what stands in the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.knowledge.seen import turned_since
from deduce.cards.ranks import RANKS, card_text
from deduce.evidence.log import Entry, Log
from deduce.problem.chances import drawn
from deduce.problem.problem import Problem, Rule
from deduce.problem.statements import all_of, among, table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.packs import Deck
    from deduce.problem.statements import Statement

__all__ = ["NEXT", "card_name", "log_of"]

NEXT = "next"
"""What the next card of the side is called whose log it is."""


def card_name(entry: int | str) -> str:
    """Return what the card is called that was turned up in an entry."""
    return f"card {entry}"


def log_of(ledger: Ledger, side: int, said: Callable[[int], str], *, is_whole: bool = False) -> Log:
    """Return what was noted of the cards of a side since its pack was last shuffled.

    The other side's cards are in it only where a result tells something of both.

    Args:
        ledger: How things stand.
        side: Whose pack.
        said: The number of an entry -> how it stands in the record.
        is_whole: Whether also what nobody can look at any more is in it (DEC-3).
    """
    gathered = _Gathered(ledger, side, is_whole=is_whole)
    gathered.take((side, ledger.packs[side].shuffles), NEXT)
    waiting = True
    while waiting:
        waiting = any(gathered.couple(clash.entry) for clash in ledger.clashes)
    return gathered.log(said)


class _Gathered:
    """What was gathered so far."""

    def __init__(self, ledger: Ledger, side: int, *, is_whole: bool) -> None:
        self.ledger = ledger
        self.side = side
        self.is_whole = is_whole or ledger.edition.choice("DEC-3") == "open"
        self.domains: dict[str, list[str]] = {}
        self.rules: list[Rule] = []
        self.parts: dict[int, list[Statement]] = {}
        self.names: dict[tuple[int, int], dict[int, str]] = {}
        self.coupled: set[int] = set()

    def take(self, place: tuple[int, int], following: str) -> None:
        """Take in the cards of a pack, and its next one if it has a name."""
        side, shuffles = place
        pack = self.ledger.packs[side]
        turned = turned_since(pack, shuffles)
        turned = turned if self.is_whole else turned[-1:]
        whose = "" if side == self.side else f"{self.ledger.sides[side]} "
        # The same entry can have turned up cards of two packs of a side only if one was shuffled between.
        names = {each.entry: f"{whose}{card_name(each.entry)}" for each in turned}
        self.names[place] = names
        unknowns = [*names.values(), *([following] if following else [])]
        self.domains |= {name: [card_text(rank) for rank in RANKS] for name in unknowns}
        supply = _supply(pack.full)
        if unknowns and sum(supply.values()) >= len(unknowns):
            self.rules.append(Rule(f"{self.ledger.sides[side]}'s pack", drawn(unknowns, supply)))
        for each in turned:
            values = [card_text(rank) for rank in each.card]
            if len(values) < len(RANKS):
                self._say(each.entry, among(names[each.entry], values))

    def couple(self, entry: int) -> bool:
        """Take in what a result says of two cards, if one of them is among those so far; tell if it was."""
        clash = next(each for each in self.ledger.clashes if each.entry == entry)
        places = [(side, clash.shuffles[side]) for side in range(2)]
        if entry in self.coupled or not any(entry in self.names.get(place, {}) for place in places):
            return False
        self.coupled.add(entry)
        pairs = [pair if clash.side == 0 else pair[::-1] for pair in clash.pairs]
        for side in range(2):
            if len({pair[side] for pair in pairs}) == 1:
                # The card of the one was seen, so it is only about the other's.
                other = places[1 - side]
                values = {card_text(pair[1 - side]) for pair in pairs}
                if entry in self.names.get(other, {}):
                    self._say(entry, among(self.names[other][entry], values))
                return False
        for place in places:
            if place not in self.names:
                self.take(place, "")
        if not all(entry in self.names[place] for place in places):
            return False
        both = [self.names[place][entry] for place in places]
        self._say(entry, table(both, [tuple(map(card_text, pair)) for pair in pairs]))
        return True

    def _say(self, entry: int, statement: Statement) -> None:
        self.parts.setdefault(entry, []).append(statement)

    def log(self, said: Callable[[int], str]) -> Log:
        """Return everything as a log."""
        log = Log(Problem(self.domains, self.rules, title="packs"))
        return log.extended(
            Entry(str(number), said(number), all_of(*parts)) for number, parts in sorted(self.parts.items())
        )


def _supply(full: Deck) -> Mapping[str, int]:
    return {card_text(rank): count for rank, count in zip(RANKS, full, strict=True) if count}
