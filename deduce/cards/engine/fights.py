"""Combats: the cards that were turned, how it ended, and what it cost (CC-COMB, CC-KILL, CC-SPEC)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from deduce.cards.engine.aftermath import engaged
from deduce.cards.engine.casualties import lose, takes_confused, wrong_picks
from deduce.cards.engine.changes import Change, Objection
from deduce.cards.engine.combat import Exchange, Meeting, Result, Toll, cover_between, meeting_of
from deduce.cards.engine.deciding import decided, possible_exchanges
from deduce.cards.engine.happenings import Engaged, Fought, Lost
from deduce.cards.engine.ledger import Clash, Ledger, Step
from deduce.cards.engine.turning import known_of, reshuffled, turn_up
from deduce.cards.engine.units import Arm, Unit
from deduce.cards.ranks import Seen, seen_of

if TYPE_CHECKING:
    from deduce.cards.edition import Edition
    from deduce.cards.engine.combat import Fighter
    from deduce.cards.engine.entries import Bare, Fight, Picks

__all__ = ["asks_order", "bare", "cards_known", "fight", "meeting_in", "possible_exchanges", "turn_up"]


# --- Cards and meetings ---------------------------------------------------------------------------------


def bare(ledger: Ledger, entry: Bare) -> Change:
    """Keep two cards and nothing else."""
    if not entry.cards:
        return Change(ledger).object("the cards are missing; write cards 9 4", "CC-COMB-5")
    left = turn_up(ledger, 0, entry.cards[0])
    both = left.then(turn_up(left.ledger, 1, entry.cards[1]))
    one, other = map(seen_of, entry.cards)
    if one is not None and other is not None:
        values = ledger.edition.table("card.values")
        totals = (values[one - 1], values[other - 1])
        result = (
            Result.WON if totals[0] > totals[1] else Result.LOST if totals[0] < totals[1] else Result.TIED
        )
        both = both.then(Change(both.ledger, (Fought("", "", result, totals, (one, other)),)))
    return reshuffled(both)


def cards_known(ledger: Ledger, entry: Fight) -> tuple[Seen, Seen]:
    """Return what the cards of a combat can be, by what was seen of them and what their packs still have.

    Raises:
        ValueError: If none was said.
    """
    side = ledger.units[entry.starter].side
    one, other = _both(entry)
    return known_of(ledger, side, one), known_of(ledger, 1 - side, other)


def _both(entry: Fight) -> tuple[Seen, Seen]:
    if not entry.cards:
        message = "the combat has no cards"
        raise ValueError(message)
    return entry.cards


def _targets(entry: Fight) -> tuple[str, ...]:
    return entry.target, *entry.others


def _struck(entry: Fight) -> str:
    """Return which of the units that are attacked bears a loss."""
    return entry.hit if entry.hit in _targets(entry) else entry.target


def meeting_in(ledger: Ledger, entry: Fight) -> Meeting:
    """Return how the units of a combat meet; several targets have one bonus together (DEC-33)."""
    starter = ledger.units[entry.starter]
    # What stands in front of the starter covers no flank either, unless cover counts from all sides (DEC-34).
    is_flanked = entry.flanked and ledger.edition.choice("DEC-34") != "always"
    found = {
        letter: meeting_of(
            starter, ledger.units[letter], ledger.edition, flank=entry.flank, flank_of_starter=entry.flanked,
            cover=entry.cover, starter_cover=cover_between(starter, cover=None, flank=is_flanked),
        )
        for letter in _targets(entry)
    }  # fmt: skip
    best = max(each.target.bonus for each in found.values())
    struck = _struck(entry)
    meeting, edition = found[struck], ledger.edition
    return Meeting(
        _spared(meeting.starter, starter, entry.starter_picks, edition),
        _spared(meeting.target, ledger.units[struck], entry.picks, edition)._replace(bonus=best),
        meeting.flank,
        meeting.flank_of_starter,
    )


def _spared(fighter: Fighter, unit: Unit, picks: Picks, edition: Edition) -> Fighter:
    """Return a unit with the men it keeps in ranks if confused men are killed in their place (DEC-23)."""
    if not fighter.ranks or not takes_confused(unit, picks, edition):
        return fighter
    return fighter._replace(ranks=fighter.ranks + min(unit.confused, int(edition.number("combat.kills"))))


# --- A combat -------------------------------------------------------------------------------------------


def fight(ledger: Ledger, entry: Fight) -> Change:
    """Resolve a combat (CC-COMB-5 to CC-COMB-8)."""
    one, other = entry.starter, entry.target
    if not entry.cards:
        message = f"the cards are missing; write {one}9 {other}4, or ? for one that was missed"
        return Change(ledger).object(message, "CC-COMB-5")
    starter = ledger.units[one]
    meeting, cards = meeting_in(ledger, entry), cards_known(ledger, entry)
    change = turn_up(ledger, starter.side, entry.cards[0])
    change = change.then(turn_up(change.ledger, 1 - starter.side, entry.cards[1]))
    decision = decided(entry, meeting, cards, ledger.edition)
    for objection in (*_about_targets(ledger, entry, decision.what), *decision.objections):
        change = change.object(objection.message, objection.rule)
    now = _with_clash(change.ledger, entry, cards, decision.pairs)
    now = now.changed(
        roster=now.roster_with(replace(starter, combats=starter.combats + 1)),
        step=max(now.step, Step.FIGHT),
    )
    change = change.to(now)
    if decision.what is not None:
        change = _cost(change, entry, meeting, decision.what)
    return reshuffled(_locked(change, entry))


def _about_targets(ledger: Ledger, entry: Fight, what: Exchange | None) -> tuple[Objection, ...]:
    """Return what cannot be so in which units are attacked (CC-COMB-3, DEC-33)."""
    found = []
    if entry.others and ledger.edition.choice("DEC-33") != "pooled":
        found.append("a combat is against one unit; House = DEC-33=pooled changes that")
    if entry.hit and entry.hit not in _targets(entry):
        found.append(f"{entry.hit} is not attacked in this combat; read as {entry.target}")
    if entry.others and not entry.hit and what is not None and what.target.killed:
        letters = " ".join(_targets(entry))
        found.append(f"nobody said which of {letters} bears it; read as {entry.target}")
    return tuple(Objection(message, "CC-COMB-3") for message in found)


def _with_clash(
    ledger: Ledger, entry: Fight, cards: tuple[Seen, Seen], pairs: frozenset[tuple[int, int]]
) -> Ledger:
    """Remember what a result says about cards that were not fully seen."""
    if not pairs or len(pairs) == len([*product(*cards)]):
        return ledger
    side = ledger.units[entry.starter].side
    shuffles = (ledger.packs[0].shuffles, ledger.packs[1].shuffles)
    return ledger.with_clash(Clash(ledger.number, side, pairs, shuffles))


def _locked(change: Change, entry: Fight) -> Change:
    """Lock the units together that fought, a tie too (CC-ENG-1); one without ranks goes free at once."""
    ledger = change.ledger
    fresh = tuple(
        Engaged(entry.starter, letter)
        for letter in _targets(entry)
        if not ledger.are_engaged(entry.starter, letter)
    )
    for letter in _targets(entry):
        ledger = engaged(ledger, entry.starter, letter)
    return change.then(Change(ledger, fresh))


# --- What it costs --------------------------------------------------------------------------------------


def _cost(change: Change, entry: Fight, meeting: Meeting, what: Exchange) -> Change:
    """Tell how a combat ended, and take off the men whom it cost."""
    struck, edition = _struck(entry), change.ledger.edition
    told = Fought(entry.starter, struck, what.result, *_totals(entry, meeting, edition))
    change = change.then(Change(change.ledger, (told,)))
    for letter, toll, picks, is_starter in (
        (entry.starter, what.starter, entry.starter_picks, True),
        (struck, what.target, entry.picks, False),
    ):
        if toll.killed:
            rules = _rules_of(meeting, what.result, edition, is_starter=is_starter)
            change = _lost(change, letter, toll, picks, rules)
        elif picks.are_said:
            change = change.object(f"{letter} loses nobody, so no man of it is picked", "CC-KILL-5")
    return change


def _totals(
    entry: Fight, meeting: Meeting, edition: Edition
) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Return what both sides came to, and the faces of their cards; None where a card was not fully seen."""
    one, other = map(seen_of, _both(entry))
    if one is None or other is None:
        return None, None
    values = edition.table("card.values")
    totals = (values[one - 1] + meeting.starter.bonus, values[other - 1] + meeting.target.bonus)
    return totals, (one, other)


def _lost(change: Change, letter: str, toll: Toll, picks: Picks, rules: tuple[str, ...]) -> Change:
    """Take the men off that a unit lost, who lie until the engagement is over (CC-KILL-3).

    After a tie each side picks in the other's unit, as a winner does (CC-KILL-5).
    """
    ledger = change.ledger
    unit, edition = ledger.units[letter], ledger.edition
    after, loss = lose(
        unit, toll.killed, toll.confused, edition, lies=True, picks=picks, ordered=toll.ordered
    )
    wrong = wrong_picks(unit, loss.killed, loss.confused, edition, picks)
    if wrong:
        change = change.object(wrong, "CC-KILL-6" if edition.choice("DEC-39") == "last" else "CC-KILL-5")
    told = Lost(loss, rules, 1 - unit.side, asks_order(unit, edition))
    return change.then(Change(ledger.with_units(after), (told,)))


def asks_order(unit: Unit, edition: Edition) -> bool:
    """Tell whether special men of a unit are hit last, and it has some."""
    return edition.choice("DEC-39") == "last" and bool(unit.specials)


def _rules_of(meeting: Meeting, result: Result, edition: Edition, *, is_starter: bool) -> tuple[str, ...]:
    """Return the rules by which so many of a unit became confused.

    Args:
        meeting: Who fights.
        result: How it ended.
        edition: The rules.
        is_starter: Whether the unit is the one that started the combat.
    """
    rules, is_tied = [], result is Result.TIED
    if is_tied:
        rules += ["CC-COMB-8", "CC-KILL-7"]
        if edition.choice("DEC-35b") != "bonuses":
            return tuple(rules)
    other = meeting.target if is_starter else meeting.starter
    if other.arm is Arm.GUNS:
        rules.append("CC-SPEC-1")
    elif not is_tied:
        rules.append("CC-KILL-2")
    if other.arm is Arm.HORSE:
        rules.append("CC-SPEC-3")
    by_position = edition.choice("DEC-37") == "position"
    is_flank = meeting.flank_of_starter and by_position if is_starter else meeting.flank
    if is_flank and not (other.arm is Arm.GUNS and edition.choice("DEC-36b") == "none"):
        rules.append("CC-SPEC-4")
    return tuple(rules)
