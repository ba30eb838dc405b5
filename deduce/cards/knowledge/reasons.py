"""Both packs as a problem of the core: what it gives are reasons, and what contradicts.

Every card that was turned up since a pack was last shuffled is an unknown, and so is the next one; together
they are draws without putting back. What an entry of the record says of them is an entry of the log, of the
same number, so that proofs and conflicts name what stands in the record.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.cards.engine.entries import Bare, Fight
from deduce.cards.engine.fights import meeting_in, possible_exchanges
from deduce.cards.knowledge.seen import turned_since
from deduce.cards.notation.parsed import parse_line
from deduce.cards.ranks import ANY, RANKS, card_text, seen_of
from deduce.errors import DeduceError
from deduce.evidence.log import Entry, Log
from deduce.problem.chances import drawn
from deduce.problem.problem import Problem, Rule
from deduce.problem.statements import all_of, among, table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deduce.cards.engine.ledger import Clash, Ledger
    from deduce.cards.engine.packs import Deck
    from deduce.cards.knowledge.seen import Pairs
    from deduce.cards.ranks import Seen
    from deduce.problem.statements import Statement

__all__ = ["NEXT", "SUPPOSED", "Combat", "Moment", "card_name", "combat_in", "entry_number", "log_of"]

Moment: TypeAlias = "Callable[[int], tuple[str, Ledger] | None]"
"""The number of an entry -> how it stands in the record, and how things stood before it."""
SUPPOSED = "what is supposed"

NEXT = "next"
"""What the next card of the side is called whose log it is."""


def card_name(entry: int | str) -> str:
    """Return what the card is called that was turned up in an entry."""
    return f"card {entry}"


def entry_number(card: str) -> int:
    """Return the number of the entry in which a card was turned up."""
    return int(card.rpartition(" ")[2])


def log_of(
    ledger: Ledger,
    side: int,
    moment: Moment,
    *,
    is_whole: bool = False,
    only: frozenset[int] | None = None,
) -> Log:
    """Return what was noted of the cards of a side since its pack was last shuffled.

    The other side's cards are in it only where a result tells something of both.

    Args:
        ledger: How things stand.
        side: Whose pack.
        moment: What stands in the record.
        is_whole: Whether also what nobody can look at any more is in it (DEC-3).
        only: The entries whose cards are in it; None for all. Fewer cards of a pack are draws from it too.
    """
    gathered = _Gathered(ledger, side, moment, only, is_whole=is_whole)
    gathered.take((side, ledger.packs[side].shuffles), NEXT)
    clashes, waiting = ledger.clashes, True
    while waiting:
        waiting = any(map(gathered.couple, clashes))
    return gathered.log()


class _Gathered:
    """What was gathered so far."""

    def __init__(
        self, ledger: Ledger, side: int, moment: Moment, only: frozenset[int] | None, *, is_whole: bool
    ) -> None:
        self.only = only
        self.ledger = ledger
        self.side = side
        self.moment = moment
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
        turned = tuple(each for each in turned if self.only is None or each.entry in self.only)
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
            # The ledger knows more of a card than was said of it: that it is none of those that are gone.
            known = self.said(each.entry)
            card = each.card if known is None else known.cards[side]
            values = [card_text(rank) for rank in card]
            if len(values) < len(RANKS):
                self._say(each.entry, among(names[each.entry], values))

    def couple(self, clash: Clash) -> bool:
        """Take in what a result says of two cards, if one of them is among those so far; tell if it was."""
        entry = clash.entry
        places = [(side, clash.shuffles[side]) for side in range(2)]
        if entry in self.coupled or not any(entry in self.names.get(place, {}) for place in places):
            return False
        known = self.said(entry)
        if known is None:
            cards, pairs = (
                (ANY, ANY),
                frozenset(pair if clash.side == 0 else pair[::-1] for pair in clash.pairs),
            )
        else:
            cards, pairs = known
        for side in range(2):
            if seen_of(cards[side]) is not None:
                # The card of the one was seen, so it is only about the other's.
                other = places[1 - side]
                values = {card_text(pair[1 - side]) for pair in pairs}
                if entry not in self.names.get(other, {}):
                    return False
                self.coupled.add(entry)
                self._say(entry, among(self.names[other][entry], values))
                return True
        self.coupled.add(entry)
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

    def said(self, entry: int) -> Combat | None:
        """Return what was said of both cards of a combat; None if nobody knows any more."""
        found = self.moment(entry)
        return None if found is None else combat_in(*found)

    def log(self) -> Log:
        """Return everything as a log."""
        log = Log(Problem(self.domains, self.rules, title="packs"))
        entries = []
        for number, parts in sorted(self.parts.items()):
            found = self.moment(number)
            entries.append(Entry(str(number), SUPPOSED if found is None else found[0], all_of(*parts)))
        return log.extended(entries)


class Combat(NamedTuple):
    """What was said of the cards of a combat.

    Attributes:
        cards: What was seen of the left side's card, and of the right side's.
        pairs: What both can have been by how it ended.
    """

    cards: tuple[Seen, Seen]
    pairs: Pairs


def combat_in(text: str, before: Ledger) -> Combat | None:
    """Return what an entry says of the cards of a combat; None if it is none, or makes no sense.

    Args:
        text: How it stands in the record.
        before: How things stood before it.
    """
    try:
        entry = parse_line(text, before).entry
    except DeduceError:
        return None
    if isinstance(entry, Bare):
        return Combat(entry.cards, frozenset(product(*entry.cards))) if entry.cards else None
    if (
        not isinstance(entry, Fight)
        or not {entry.starter, entry.target, *entry.others} <= before.units.keys()
    ):
        return None
    cards: tuple[Seen, Seen] = (entry.cards[0], entry.cards[1]) if entry.cards else (ANY, ANY)
    found = possible_exchanges(meeting_in(before, entry), cards, before.edition, entry.result, entry.confused)
    starts = before.units[entry.starter].side
    both = cards if starts == 0 else (cards[1], cards[0])
    return Combat(both, frozenset((one, two) if starts == 0 else (two, one) for one, two in found))


def _supply(full: Deck) -> Mapping[str, int]:
    return {card_text(rank): count for rank, count in zip(RANKS, full, strict=True) if count}
