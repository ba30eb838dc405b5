"""How a combat ended: by its cards, by what was said of it, or by both."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.engine.changes import Objection
from deduce.cards.engine.combat import Exchange, Meeting, Result, exchange
from deduce.cards.ranks import ANY, Seen, card_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.cards.edition import Edition
    from deduce.cards.engine.entries import Fight

__all__ = ["Decision", "confused_counts", "decided", "possible_exchanges"]


class Decision(NamedTuple):
    """How a combat ended.

    Attributes:
        what: What it does to both units; None where nobody can tell.
        pairs: The faces that both cards can have had together; empty where nothing fits what was said.
        objections: What was said and cannot be so, or does not suffice.
    """

    what: Exchange | None
    pairs: frozenset[tuple[int, int]]
    objections: tuple[Objection, ...] = ()


def possible_exchanges(
    meeting: Meeting,
    cards: tuple[Seen, Seen],
    edition: Edition,
    result: Result | None = None,
    confused: int | None = None,
) -> dict[tuple[int, int], Exchange]:
    """Return what each pair of cards does that fits what is known.

    Args:
        meeting: Who fights.
        cards: What the starter's and the target's card can be.
        edition: The rules.
        result: How it ended for the starter, if that was said.
        confused: How many became confused, if that was said; after a tie the greater number of both.
    """
    found = {}
    for pair in product(sorted(cards[0]), sorted(cards[1])):
        what = exchange(meeting, *pair, edition)
        if result is not None and what.result is not result:
            continue
        if confused is not None and confused != _confused(what):
            continue
        found[pair] = what
    return found


def _confused(what: Exchange) -> int:
    return max(what.starter.confused, what.target.confused)


def confused_counts(found: Mapping[tuple[int, int], Exchange]) -> tuple[int, ...]:
    """Return how many can have become confused, the least first."""
    return tuple(sorted({_confused(each) for each in found.values()}))


def decided(entry: Fight, meeting: Meeting, cards: tuple[Seen, Seen], edition: Edition) -> Decision:
    """Return how a combat ended.

    Args:
        entry: What was said of it.
        meeting: Who fights.
        cards: What both cards can be, by what was seen of them and what their packs still had.
        edition: The rules.
    """
    found = possible_exchanges(meeting, cards, edition, entry.result, entry.confused)
    objections: tuple[Objection, ...] = ()
    if not found:
        # Whoever saw how it ended is believed before the cards, and these before the count.
        by_result = possible_exchanges(meeting, cards, edition, entry.result)
        if not by_result:
            objections += (_not_by_these(entry, meeting, cards, edition),)
            by_result = possible_exchanges(meeting, (ANY, ANY), edition, entry.result)
        if not by_result:
            return Decision(None, frozenset(), objections)
        found = by_result
        if entry.confused is not None:
            counted = {pair: what for pair, what in found.items() if _confused(what) == entry.confused}
            if not counted:
                counts = " or ".join(map(str, confused_counts(found)))
                message = f"{counts} become confused by the rules, not {entry.confused}"
                objections += (Objection(message, "CC-KILL-2"),)
            found = counted or {pair: _as_said(what, entry.confused, meeting) for pair, what in found.items()}
        what, more = _one_of(found)
        return Decision(what, frozenset(), (*objections, *more))
    what, more = _one_of(found)
    return Decision(what, frozenset(found), more)


def _one_of(found: Mapping[tuple[int, int], Exchange]) -> tuple[Exchange | None, tuple[Objection, ...]]:
    """Return the exchange that it was; the mildest of several that differ only in how many are confused."""
    if len({each.result for each in found.values()}) > 1:
        message = "nobody said who won; write won, lost or tied behind the cards; no man is taken off"
        return None, (Objection(message, "CC-COMB-7"),)
    counts = confused_counts(found)
    what = min(found.values(), key=lambda each: (_confused(each), each.starter, each.target))
    if len(counts) == 1:
        return what, ()
    least, most = counts[0], counts[-1]
    message = f"nobody said how many became confused, {least} to {most} by the gun's card; read as {least}"
    return what, (Objection(message, "CC-SPEC-1"),)


def _not_by_these(entry: Fight, meeting: Meeting, cards: tuple[Seen, Seen], edition: Edition) -> Objection:
    """Return that a combat cannot have ended as somebody said, by the cards that were seen."""
    both = " ".join(
        letter + card_text(card)
        for letter, card in zip((entry.starter, entry.target), entry.cards, strict=True)
    )
    results = {each.result for each in possible_exchanges(meeting, cards, edition).values()}
    said = " or ".join(result.value for result in Result if result in results)
    message = (
        f"by the cards {both} {entry.starter} {said}, not {entry.result}; a card is wrong, or cover "
        f"(+{int(edition.number('cover.bonus'))}) was left out or is too much"
    )
    return Objection(message, "CC-COMB-7")


def _as_said(what: Exchange, confused: int, meeting: Meeting) -> Exchange:
    """Return an exchange in which so many became confused as somebody said, if there are so many.

    After a tie nobody can tell whose they are: it stays as it is.
    """
    if what.result is Result.TIED:
        return what
    unit, toll = (
        (meeting.starter, what.starter) if what.result is Result.LOST else (meeting.target, what.target)
    )
    said = toll._replace(confused=min(confused, max(unit.ranks - toll.killed, 0)), ordered=confused)
    return what._replace(starter=said) if what.result is Result.LOST else what._replace(target=said)
