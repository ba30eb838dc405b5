"""A sheet on each pack: what its next card can be and how likely, what half-seen cards were, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from deduce.belief.belief import Belief
from deduce.cards.knowledge.chances import card_weights, next_card
from deduce.cards.knowledge.reasons import NEXT, SUPPOSED, card_name, entry_number, log_of
from deduce.cards.knowledge.seen import hints_of, visible
from deduce.cards.ranks import RANKS, card_text, parse_card, seen_of
from deduce.errors import OutOfReachError
from deduce.tabletop import sheet as tabletop
from deduce.tabletop.errors import LineError
from deduce.tabletop.nouns import Nouns

if TYPE_CHECKING:
    from collections.abc import Callable

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.packs import Deck
    from deduce.cards.knowledge.reasons import Moment
    from deduce.problem.statements import Unknown, Value
    from deduce.proof.chain import Step
    from deduce.proof.claims import Proof
    from deduce.proof.conflicts import Conflicts
    from deduce.proof.prover import Prover
    from deduce.tabletop.said import Told

__all__ = ["NOUNS", "PackSheet"]

NOUNS = Nouns("card", "rank", "order", "card", "why next k", "entry")
"""What the game calls what is reasoned about."""
MOST_CONFLICTS = 10
"""How many sets of entries that clash are named."""
HIGH = 10
"""From here on a card counts as high."""


class PackSheet(tabletop.Sheet[str, str]):
    """What everybody can know of a side's pack.

    Its unknowns are the next card and every card that was turned up and not fully seen, by its entry.

    Args:
        ledger: How things stand.
        side: Whose pack.
        moment: What stands in the record.

    Attributes:
        ledger: How things stand.
        moment: What stands in the record.
    """

    def __init__(self, ledger: Ledger, side: int, moment: Moment) -> None:
        super().__init__(f"{ledger.sides[side]}'s pack", lambda: log_of(ledger, side, moment), NOUNS, side)
        self.ledger = ledger
        self.moment = moment

    def said(self, entry: int) -> str:
        """Return how an entry stands in the record."""
        found = self.moment(entry)
        return SUPPOSED if found is None else found[0]

    # --- How it reads ------------------------------------------------------------------------------

    @property
    def deck(self) -> Deck:
        """How many cards of each rank may still come, half-seen ones among them."""
        counts = list(self.ledger.packs[self.seat].full)
        for each in visible(self.ledger, self.seat):
            rank = seen_of(each.card)
            if rank is not None:
                counts[rank - 1] = max(counts[rank - 1] - 1, 0)
        return tuple(counts)

    @property
    def in_short(self) -> str:
        pack, size = self.ledger.packs[self.seat], sum(self.deck)
        if not self.is_consistent:
            return f"{self.title}: what was noted of its cards cannot be; suspects shows the likely slip"
        if not size:
            return f"{self.title}: no card left"
        mean = sum(rank * count for rank, count in zip(RANKS, self.deck, strict=True)) / size
        high = sum(self.deck[HIGH - 1 :])
        cards = "card" if pack.size == 1 else "cards"
        words = f"{self.title}: {pack.size} {cards} left, mean {mean:.1f}, {high} of ten or more"
        unclear = len(pack.vague)
        if unclear:
            words += f" ({unclear} among them turned up and not fully seen)"
        return words

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(map(card_text, RANKS))

    def words(self) -> dict[str, str]:
        courts = {"jack": "j", "queen": "q", "king": "k", "ace": "a", "ten": "t", "10": "t"}
        return {**{value: value for value in self.values}, **courts, **FRENCH}

    def value(self, text: str) -> str:
        """Return the rank that is named, as cards are typed or in words."""
        known = self.words()
        if text.casefold() in known:
            return known[text.casefold()]
        rank = seen_of(parse_card(text))
        if rank is None:
            message = f"{text!r} can be several ranks; name one, such as k"
            raise LineError(message)
        return card_text(rank)

    def unknown(self, text: str) -> str:
        """Return the card that is named: the next one, or one that was half seen by its entry."""
        word = text.casefold()
        if word in {NEXT, "prochaine", "suivante"}:
            return NEXT
        if card_name(word) in self.possible:
            return card_name(word)
        if word in self.possible:
            return word
        there = ", ".join(self.possible)
        message = f"there is no card {text!r} that is open; there is {there}; the number is that of the entry"
        raise LineError(message)

    def called(self, unknown: str) -> str:
        name = self.ledger.sides[self.seat]
        return f"{name}'s next card" if unknown == NEXT else f"{name}'s {unknown}"

    @property
    def facts(self) -> Mapping[str, Any]:
        """The pack by its ranks, beside what every sheet says."""
        pack = self.ledger.packs[self.seat]
        return {
            "left": pack.size,
            "unseen": {card_text(rank): count for rank, count in zip(RANKS, self.deck, strict=True)},
        }

    # --- What follows ------------------------------------------------------------------------------

    @property
    def is_counted(self) -> bool:
        """Never: nobody asks in how many orders cards can lie."""
        return False

    @cached_property
    def _next(self) -> tuple[int, ...] | None:
        """How likely each rank is to come next; None if too little was seen to work it out."""
        try:
            return next_card(self.ledger, self.seat)
        except OutOfReachError:
            return None

    @cached_property
    def is_overdrawn(self) -> bool:
        """Whether more cards of a rank were fully seen than the pack has."""
        pack = self.ledger.packs[self.seat]
        return any(seen > full for seen, full in zip(pack.seen, pack.full, strict=True))

    @property
    def is_consistent(self) -> bool:
        """Whether the cards that were noted can be."""
        return self._can_be

    @cached_property
    def _can_be(self) -> bool:
        if self.is_overdrawn:
            return False
        if self.ledger.packs[self.seat].size <= 0:
            # There may be no next card at all.
            return True
        return self._next is None or any(self._next)

    @cached_property
    def possible(self) -> Mapping[str, tuple[str, ...]]:  # type: ignore[override]
        """The ranks that the next card, and each half-seen card, can have."""
        return _Rows(self._unknowns, lambda name: tuple(self._row(name)))

    @cached_property
    def chances(self) -> Mapping[str, dict[str, Fraction]] | None:  # type: ignore[override]
        """The exact chance of each of them; None where too little was seen to work it out."""
        if not self.is_consistent or self._next is None:
            return None
        return _Rows(self._unknowns, self._row)

    @cached_property
    def certain(self) -> dict[str, str]:
        return {name: found[0] for name, found in self.possible.items() if len(found) == 1}

    @property
    def _unknowns(self) -> tuple[str, ...]:
        turned = visible(self.ledger, self.seat)
        return (NEXT, *(card_name(each.entry) for each in turned if seen_of(each.card) is None))

    def _row(self, name: str) -> dict[str, Fraction]:
        """Return what a card can be, with the chances; equal ones where there are none."""
        if not self.is_consistent:
            return {}
        if self._next is None:
            # Whatever is still in the pack: to look whether all that was not seen leaves it would take long.
            return {value: Fraction(1) for value, count in zip(self.values, self.deck, strict=True) if count}
        if name == NEXT:
            weights = dict(zip(RANKS, self._next, strict=True))
        else:
            weights = card_weights(self.ledger, self.seat, entry_number(name))
        total = sum(weights.values())
        return {card_text(rank): Fraction(weight, total) for rank, weight in weights.items() if weight}

    # --- Reasons -----------------------------------------------------------------------------------

    @cached_property
    def belief(self) -> Belief:
        """What follows, with what the core need not work out once more."""
        return _Followed(self)

    @cached_property
    def _prover(self) -> Prover:
        from deduce.proof.prover import Prover

        return Prover(self.log, self.belief)

    def steps(self, proof: Proof) -> list[Step]:
        """Return a proof as a chain of small steps, among the cards that it is about."""
        from deduce.proof.chain import chain_for

        only = {int(entry.id) for entry in proof.entries}
        if proof.claim.unknown != NEXT:
            only.add(entry_number(str(proof.claim.unknown)))
        log = log_of(self.ledger, self.seat, self.moment, only=frozenset(only))
        try:
            return chain_for(proof, log)
        except OutOfReachError:
            return []

    @property
    def quick_cards(self) -> tuple[str, ...]:
        """The half-seen cards whose chances are known at once."""
        hints = hints_of(self.ledger, self.seat)
        if len(hints) + 1 < len(self._unknowns) or self._next is None:
            return ()
        return self._unknowns[1:]

    @property
    def conflicts(self) -> Conflicts:
        """The smallest sets of entries that contradict each other.

        What nobody can look at any more counts too: the record has it.
        """
        from deduce.proof.conflicts import Conflict, Conflicts, conflicts

        pack = self.ledger.packs[self.seat]
        log = log_of(self.ledger, self.seat, self.moment, is_whole=True)
        found = []
        for rank in RANKS:
            full = pack.full[rank - 1]
            # Any one more than there are: nothing else is needed to contradict.
            for entries in islice(combinations(pack.entries_of(rank), full + 1), MOST_CONFLICTS + 1):
                noted = tuple(log.entry(str(entry)) for entry in entries)
                found.append(
                    Conflict(noted, f"The pack has {full} of {card_text(rank)}, and not {full + 1}.")
                )
        if not found:
            return conflicts(log, MOST_CONFLICTS)
        found.sort(key=lambda conflict: len(conflict.entries))
        return Conflicts(tuple(found[:MOST_CONFLICTS]), is_all=len(found) <= MOST_CONFLICTS)

    def slips_told(self) -> Told | None:
        from deduce.cards.knowledge.slips_said import slips_told

        return slips_told(self)


FRENCH = {"valet": "j", "dame": "q", "roi": "k", "as": "a", "dix": "t"}


class _Rows(Mapping[str, Any]):
    """What is known of each card, worked out when somebody asks."""

    def __init__(self, names: tuple[str, ...], row: Callable[[str], Any]) -> None:
        self._names = names
        self._row = row
        self._known: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - the one holds rows of chances, the other ranks
        if name not in self._names:
            raise KeyError(name)
        if name not in self._known:
            self._known[name] = self._row(name)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class _Followed(Belief):
    """What follows from the log of a pack, as far as the sheet knows it."""

    def __init__(self, sheet: PackSheet) -> None:
        super().__init__(sheet.log, "cp-sat")
        self._sheet = sheet

    @property
    def is_consistent(self) -> bool:
        return self._sheet.is_consistent

    @cached_property
    def possible(self) -> dict[Unknown, tuple[Value, ...]]:
        return {name: self._sheet.possible[name] for name in self._sheet.possible}
