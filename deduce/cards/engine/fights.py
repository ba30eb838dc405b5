"""Combats: the cards that were turned, how it ended, and what it cost (CC-COMB, CC-KILL, CC-SPEC)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from deduce.cards.engine.aftermath import engaged
from deduce.cards.engine.casualties import lose
from deduce.cards.engine.changes import Change
from deduce.cards.engine.combat import Exchange, Meeting, Result, Toll, exchange, meeting_of
from deduce.cards.engine.entries import Bare, Fight, Picks
from deduce.cards.engine.happenings import Engaged, Fought, Lost, Reshuffled
from deduce.cards.engine.ledger import Clash, Ledger, Step
from deduce.cards.engine.units import Arm, Unit
from deduce.cards.ranks import ANY, Seen, card_text, seen_of

if TYPE_CHECKING:
    from deduce.cards.edition import Edition

__all__ = ["bare", "fight", "meeting_in", "possible_exchanges", "turn_up"]


# --- Cards -------------------------------------------------------------------------------------------


def turn_up(ledger: Ledger, side: int, card: Seen) -> Change:
    """Turn up a card of a side's pack; an empty pack is shuffled first (DEC-2)."""
    change = Change(ledger)
    pack = ledger.packs[side]
    name = ledger.sides[side]
    if pack.size <= 0:
        if ledger.edition.choice("DEC-2") == "never":
            change = change.object(
                f"{name}'s pack is empty, and in this house it is not shuffled", "CC-DECK-2"
            )
        else:
            pack = pack.shuffled()
            change = change.then(Change(ledger.with_pack(side, pack), (Reshuffled(side),)))
    rank = seen_of(card)
    possible = {each for each in card if pack.left[each - 1]}
    if not possible and rank is not None:
        before = pack.entries_of(rank)
        places = (
            ", ".join(map(str, before[:-1])) + (" and " if before[1:] else "") + str(before[-1])
            if before
            else ""
        )
        count = pack.full[rank - 1]
        change = change.object(
            f"{name}'s pack has {count} of {card_text(rank)}, and {'they were' if count != 1 else 'it was'} "
            f"turned up in {'entries' if len(before) > 1 else 'entry'} {places}; one of these, or this one, "
            "is another card, or a shuffle was not entered"
            if before
            else f"{name}'s pack has no {card_text(rank)}",
            "CC-DECK-1",
        )
    elif not possible:
        change = change.object(f"{name}'s pack has no such card left: {card_text(card)}", "CC-DECK-1")
    elif rank is None:
        card = frozenset(possible)
    return change.then(Change(change.ledger.with_pack(side, pack.turn(ledger.number, card))))


def bare(ledger: Ledger, entry: Bare) -> Change:
    """Keep two cards and nothing else."""
    if not entry.cards:
        return Change(ledger).object("the cards are missing; write cards 9 4", "CC-COMB-5")
    left = turn_up(ledger, 0, entry.cards[0])
    both = left.then(turn_up(left.ledger, 1, entry.cards[1]))
    one, other = (seen_of(card) for card in entry.cards)
    if one is not None and other is not None:
        values = ledger.edition.table("card.values")
        totals = (values[one - 1], values[other - 1])
        result = (
            Result.WON if totals[0] > totals[1] else Result.TIED if totals[0] == totals[1] else Result.LOST
        )
        both = both.then(Change(both.ledger, (Fought("", "", result, totals, (one, other)),)))
    return _reshuffled(both)


# --- How it ended ------------------------------------------------------------------------------------


def meeting_in(ledger: Ledger, entry: Fight) -> Meeting:
    """Return how the units of a combat meet; several targets have one bonus together (DEC-33)."""
    starter = ledger.units[entry.starter]
    targets = [ledger.units[letter] for letter in (entry.target, *entry.others)]
    cover_of_starter = starter.cover
    found = [
        meeting_of(
            starter, target, ledger.edition, flank=entry.flank, cover=entry.cover,
            starter_cover=cover_of_starter,
        )
        for target in targets
    ]  # fmt: skip
    best = max(each.target.bonus for each in found)
    hit = next(
        (each for each, unit in zip(found, targets, strict=True) if unit.letter == entry.hit), found[0]
    )
    return replace(hit, target=hit.target._replace(bonus=best))


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
        confused: How many became confused, if that was said.
    """
    found = {}
    for pair in product(sorted(cards[0]), sorted(cards[1])):
        what = exchange(meeting, *pair, edition)
        if result is not None and what.result is not result:
            continue
        if confused is not None and confused != max(what.starter.confused, what.target.confused):
            continue
        found[pair] = what
    return found


def _decided(
    change: Change, entry: Fight, meeting: Meeting, cards: tuple[Seen, Seen]
) -> tuple[Change, Exchange | None, dict[tuple[int, int], Exchange]]:
    """Return how a combat ended, with objections where what was said cannot be so or does not suffice."""
    edition = change.ledger.edition
    found = possible_exchanges(meeting, cards, edition, entry.result, entry.confused)
    both = (
        f"{entry.starter}{card_text(entry.cards[0])} {entry.target}{card_text(entry.cards[1])}"
        if entry.cards
        else ""
    )
    if not found:
        by_cards = possible_exchanges(meeting, cards, edition)
        results = {each.result for each in by_cards.values()}
        if entry.result is not None and entry.result not in results:
            said = " or ".join(sorted(result.value for result in results))
            change = change.object(
                f"by the cards {both} is {said}, not {entry.result}; a card is wrong, or cover (+"
                f"{int(edition.number('cover.bonus'))}) was left out or is too much",
                "CC-COMB-7",
            )
            found = possible_exchanges(meeting, (ANY, ANY), edition, entry.result, entry.confused)
        if not found:
            loose = possible_exchanges(meeting, cards, edition, entry.result) or possible_exchanges(
                meeting, (ANY, ANY), edition, entry.result
            )
            counts = sorted({max(each.starter.confused, each.target.confused) for each in loose.values()})
            said = " or ".join(map(str, counts))
            change = change.object(f"{said} become confused, not {entry.confused}", "CC-KILL-2")
            found = {pair: _with_confused(what, entry.confused or 0, meeting) for pair, what in loose.items()}
    outcomes = {(each.result, each.starter, each.target) for each in found.values()}
    if len({each.result for each in found.values()}) > 1:
        message = "nobody said who won; write won, lost or tied behind the cards; no man is taken off"
        return change.object(message, "CC-COMB-7"), None, found
    what = next(iter(found.values()))
    if len(outcomes) > 1:
        counts = sorted({max(each.starter.confused, each.target.confused) for each in found.values()})
        change = change.object(
            f"nobody said how many became confused, {counts[0]} to {counts[-1]} by the gun's card; read as "
            f"{counts[0]}",
            "CC-SPEC-1",
        )
        what = min(found.values(), key=lambda each: (each.starter.confused, each.target.confused))
    return change, what, found


def _with_confused(what: Exchange, confused: int, meeting: Meeting) -> Exchange:
    """Return an exchange in which so many become confused as somebody said, if there are so many."""
    if what.result is Result.LOST:
        left = max(meeting.starter.ranks - 1, 0)
        return what._replace(starter=Toll(what.starter.killed, min(confused, left), confused))
    left = max(meeting.target.ranks - 1, 0)
    return what._replace(target=Toll(what.target.killed, min(confused, left), confused))


# --- What it costs -----------------------------------------------------------------------------------


def fight(ledger: Ledger, entry: Fight) -> Change:
    """Resolve a combat (CC-COMB-5 to CC-COMB-8)."""
    starter = ledger.units[entry.starter]
    if not entry.cards:
        message = (
            f"the cards are missing; write {entry.starter}9 {entry.target}4, or ? for one that was missed"
        )
        return Change(ledger).object(message, "CC-COMB-5")
    change = turn_up(ledger, starter.side, entry.cards[0])
    change = change.then(turn_up(change.ledger, 1 - starter.side, entry.cards[1]))
    cards = _known(change.ledger, starter.side, entry.cards)
    meeting = meeting_in(ledger, entry)
    change, what, found = _decided(change, entry, meeting, cards)
    change = Change(
        _with_clash(change.ledger, ledger, entry, cards, found), change.happenings, change.objections
    )
    after = replace(
        change.ledger.with_units(replace(starter, has_fought=True)), step=max(change.ledger.step, Step.FIGHT)
    )
    change = Change(after, change.happenings, change.objections)
    if what is None:
        return _reshuffled(_locked(change, entry))
    faces = (seen_of(entry.cards[0]), seen_of(entry.cards[1]))
    totals = None
    if faces[0] is not None and faces[1] is not None:
        values = ledger.edition.table("card.values")
        totals = (
            values[faces[0] - 1] + meeting.starter.bonus,
            values[faces[1] - 1] + meeting.target.bonus,
        )
    told = Fought(
        entry.starter, entry.hit or entry.target, what.result, totals,
        None if totals is None else (faces[0] or 0, faces[1] or 0),
    )  # fmt: skip
    change = change.then(Change(change.ledger, (told,)))
    target_letter = entry.hit or entry.target
    if what.starter.killed:
        picks = entry.picks if what.result is Result.LOST else entry.starter_picks
        change = _lost(change, entry.starter, what.starter, picks, meeting, what.result, is_starter=True)
    if what.target.killed:
        change = _lost(
            change, target_letter, what.target, entry.picks, meeting, what.result, is_starter=False
        )
    return _reshuffled(_locked(change, entry))


def _reshuffled(change: Change) -> Change:
    """Shuffle the packs that the house shuffles after a combat, or when so many cards are left (DEC-2)."""
    house = change.ledger.edition.choice("DEC-2")
    at = int(change.ledger.edition.number("deck.reshuffleAt"))
    for side in range(2):
        pack = change.ledger.packs[side]
        if house == "combat" or (house == "left" and pack.size <= at):
            after = change.ledger.with_pack(side, pack.shuffled())
            change = change.then(Change(after, (Reshuffled(side),)))
    return change


def _known(ledger: Ledger, side: int, said: tuple[Seen, Seen]) -> tuple[Seen, Seen]:
    """Return what the two cards that were just turned up can be, by what their packs still had."""
    found = []
    for owner, card in zip((side, 1 - side), said, strict=True):
        turned = ledger.packs[owner].turned[-1].card
        found.append(turned or card)
    return found[0], found[1]


def _with_clash(
    after: Ledger,
    before: Ledger,
    entry: Fight,
    cards: tuple[Seen, Seen],
    found: dict[tuple[int, int], Exchange],
) -> Ledger:
    """Remember what a result says about cards that were not fully seen."""
    pairs = frozenset(found)
    if (
        not pairs
        or pairs >= {*product(*cards)}
        or any(a not in cards[0] or b not in cards[1] for a, b in pairs)
    ):
        return after
    side = before.units[entry.starter].side
    shuffles = (after.packs[0].shuffles, after.packs[1].shuffles)
    return replace(after, clashes=(*after.clashes, Clash(before.number, side, pairs, shuffles)))


def _lost(
    change: Change,
    letter: str,
    toll: Toll,
    picks: Picks,
    meeting: Meeting,
    result: Result,
    *,
    is_starter: bool,
) -> Change:
    """Take the men off that a unit lost, who lie until the engagement is over (CC-KILL-3)."""
    ledger = change.ledger
    unit = ledger.units[letter]
    # In a tie each side picks in the other's unit, as a winner does (CC-KILL-5).
    after, loss = lose(
        unit, toll.killed, toll.confused, ledger.edition, lies=True, picks=picks, ordered=toll.ordered
    )
    rules = _rules_of(meeting, result, is_starter=is_starter)
    told = Lost(loss, rules, 1 - unit.side, _asks_order(unit, ledger.edition))
    return change.then(Change(ledger.with_units(after), (told,)))


def _asks_order(unit: Unit, edition: Edition) -> bool:
    return edition.choice("DEC-39") == "last" and bool(unit.specials)


def _rules_of(meeting: Meeting, result: Result, *, is_starter: bool) -> tuple[str, ...]:
    """Return the rules by which so many became confused."""
    if result is Result.TIED:
        return ("CC-COMB-8", "CC-KILL-7")
    winner = meeting.target if is_starter else meeting.starter
    rules = ["CC-SPEC-1" if winner.arm is Arm.GUNS else "CC-KILL-2"]
    if winner.arm is Arm.HORSE:
        rules.append("CC-SPEC-3")
    if meeting.flank and not is_starter:
        rules.append("CC-SPEC-4")
    return tuple(rules)


def _locked(change: Change, entry: Fight) -> Change:
    """Lock the units together that fought, a tie too (CC-ENG-1); those without a man in ranks go free at once."""
    ledger, told = change.ledger, []
    for letter in (entry.target, *entry.others):
        if not ledger.are_engaged(entry.starter, letter):
            told.append(Engaged(entry.starter, letter))
        ledger = engaged(ledger, entry.starter, letter)
    return change.then(Change(ledger, tuple(told)))
