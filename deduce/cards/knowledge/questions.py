"""What the companion asks of both packs: their sheets, what there is to say of them, and what if."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.cards.engine.deeds import after
from deduce.cards.engine.entries import Bare, Fight
from deduce.cards.knowledge.audit import audits_of
from deduce.cards.knowledge.chances import next_card, next_cards
from deduce.cards.knowledge.reasons import NEXT
from deduce.cards.knowledge.sheet import PackSheet
from deduce.cards.notation.parsed import parse_line
from deduce.cards.ranks import CARD, RANKS, card_text, parse_card
from deduce.errors import OutOfReachError
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Supposed
from deduce.tabletop.said import Grid, Mark, MarkRole, Role, lines
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.ranks import Seen
    from deduce.tabletop.look import Look
    from deduce.tabletop.said import Said

    Ledgers: TypeAlias = Look[Ledger]

__all__ = ["entry_of", "noticed", "remarks", "sheet_facts", "sheet_grid", "sheets", "suppose"]

MOST_HALF_SEEN = 4
"""How many half-seen cards stand in the grid, the last ones."""


def sheets(look: Ledgers) -> tuple[PackSheet, ...]:
    """Return a sheet on each pack."""
    return tuple(_sheet(look, look.state, side) for side in range(2))


def _sheet(look: Ledgers, ledger: Ledger, side: int) -> PackSheet:
    steps = look.record.steps

    def moment(number: int) -> tuple[str, Ledger] | None:
        return (steps[number - 1].text, steps[number - 1].before) if 0 < number <= len(steps) else None

    return PackSheet(ledger, side, moment)


def entry_of(name: str) -> int:
    """Return the number of the record's entry that an entry of a log stems from."""
    return int(name)


# --- How it reads ------------------------------------------------------------------------------------


def sheet_grid(_look: Ledgers, sheet: PackSheet) -> Grid:
    """Return a pack as rows and columns: the cards left, the chances of the next, and half-seen cards."""
    heads = (tuple(value.upper() for value in sheet.values),)
    left = tuple(
        Mark(str(count), MarkRole.OPEN) if count else Mark(".", MarkRole.STRUCK) for count in sheet.deck
    )
    names = [NEXT, *sheet.quick_cards[-MOST_HALF_SEEN:]]
    rows = tuple((name, _marks(sheet, name)) for name in names)
    return Grid(heads, (("left", left), *rows))


def _marks(sheet: PackSheet, name: str) -> tuple[Mark, ...]:
    possible = sheet.possible[name]
    chances = None if sheet.chances is None else sheet.chances[name]
    marks = []
    for value in sheet.values:
        if value not in possible:
            marks.append(Mark(".", MarkRole.STRUCK))
        elif len(possible) == 1:
            marks.append(Mark("YES", MarkRole.CERTAIN))
        elif chances is None:
            marks.append(Mark("?", MarkRole.OPEN))
        else:
            marks.append(Mark(percent(chances[value]), MarkRole.CHANCE))
    return tuple(marks)


def remarks(look: Ledgers, sheet: PackSheet) -> tuple[str, ...]:
    """Say what else there is to say of a pack: what was not seen, and what does not fit a count."""
    said = []
    ledger = look.state
    if ledger.edition.choice("DEC-3") != "open":
        said.append(
            "only the last card turned up can be looked at, so all before it count as not seen (DEC-3)"
        )
    for audit in audits_of(look.record.steps[: look.count]):
        if sheet.seat in audit.sides and look.state.packs[sheet.seat].shuffles == audit.shuffles:
            said += audit.told()
    if sheet.is_consistent and sheet.chances is None:
        said.append(
            "the cards of so many combats were not seen that the chances cannot be worked out; where "
            "somebody remembers one, edit its entry"
        )
    pack = ledger.packs[sheet.seat]
    if pack.size <= 0 and ledger.edition.choice("DEC-2") != "never":
        said.append("no card is left: the pack is shuffled before the next one (DEC-2)")
    return tuple(said)


def noticed(look: Ledgers) -> tuple[Said, ...]:
    """Say what a count of the cards shows that was just entered."""
    audits = [audit for audit in audits_of(look.record.steps[: look.count]) if audit.entry == look.count]
    return lines((line for audit in audits for line in audit.told()), Role.WARNING)


def sheet_facts(look: Ledgers) -> dict[str, Any]:
    """Return what the document of the sheets says of both packs together."""
    audits = [audit.data() for audit in audits_of(look.record.steps[: look.count])]
    try:
        both = next_cards(look.state)
    except OutOfReachError:
        return {"both_next": None, "audits": audits}
    total = both.total
    pairs = [
        {"left": card_text(a), "right": card_text(b), "fraction": str(Fraction(weight, total))}
        for a, row in zip(RANKS, both.weights, strict=True)
        for b, weight in zip(RANKS, row, strict=True)
        if weight
    ]
    return {"both_next": pairs, "audits": audits}


# --- What if -----------------------------------------------------------------------------------------


def suppose(look: Ledgers, text: str) -> Supposed:
    """Return how the packs would stand after a card, such as `k` or `red c`, or a combat, such as `b9 r4`.

    Raises:
        LineError: If it names no card and no combat with its cards.
    """
    ledger = look.state
    words = [word for word in text.casefold().split() if word not in {NEXT, "is", "="}]
    side, cards = _named(ledger, words, look.me)
    if cards is None:
        return _combat(look, text)
    if len(cards) == len(RANKS):
        message = (
            "a card of which nothing is known changes nothing; name a card, such as k, or c for a court card"
        )
        raise LineError(message)
    weights = next_card(ledger, side)
    total = sum(weights)
    if not total:
        message = (
            f"what was noted of {ledger.sides[side]}'s cards cannot be, so nothing can be supposed of them"
        )
        raise LineError(message)
    wanted = sum(weights[rank - 1] for rank in cards)
    chance = Fraction(wanted, total)
    turned = {"yes": cards, "no": frozenset(RANKS) - cards}
    after_each = {answer: _turned(look, side, seen) for answer, seen in turned.items()}
    spoken = "/".join(card_text(rank) for rank in sorted(cards))
    return Supposed(side, f"{ledger.sides[side]}'s next card is {spoken}", chance, after_each, "card")


def _named(ledger: Ledger, words: list[str], me: int) -> tuple[int, Seen | None]:
    """Return whose next card is meant, and what it is supposed to be; None if no card is named."""
    if len(words) == 2:
        found = [side for side, name in enumerate(ledger.sides) if name.casefold().startswith(words[0])]
        if len(found) == 1:
            return found[0], parse_card(words[1])
    if len(words) == 1 and CARD.fullmatch(words[0]) and words[0] not in ledger.units:
        return me, parse_card(words[0])
    return me, None


def _turned(look: Ledgers, side: int, seen: Seen) -> PackSheet:
    """Return the sheet of a pack after its next card, of which so much is known."""
    ledger = look.state
    pack = ledger.packs[side]
    if pack.size <= 0 and ledger.edition.choice("DEC-2") != "never":
        pack = pack.shuffled()
    now = pack.turn(ledger.number + 1, seen)
    return _sheet(look, ledger.with_pack(side, now), side)


def _combat(look: Ledgers, text: str) -> Supposed:
    """Suppose a combat with its cards."""
    ledger = look.state
    entry = parse_line(text, ledger).entry
    if not isinstance(entry, Fight | Bare) or not entry.cards:
        message = (
            f"{quoted(text)} names no card; write a card, such as k or red c, or a combat, such as b9 r4"
        )
        raise LineError(message)
    starts = ledger.units[entry.starter].side if isinstance(entry, Fight) else 0
    cards = entry.cards if starts == 0 else entry.cards[::-1]
    both = next_cards(ledger)
    if not both.total:
        message = "nothing can be supposed: what was noted of the cards cannot be"
        raise LineError(message)
    wanted = sum(both.weights[a - 1][b - 1] for a in cards[0] for b in cards[1])
    if not wanted:
        message = f"{quoted(text)} cannot be: one of these cards is not among those to come; see sheet"
        raise LineError(message)
    now = after(ledger, entry).ledger
    side = look.me
    return Supposed(
        side, text.strip(), Fraction(wanted, both.total), {"yes": _sheet(look, now, side)}, "combat"
    )
