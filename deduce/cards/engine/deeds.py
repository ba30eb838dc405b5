"""What each entry does to the ledger.

What the rules think of it is the matter of `deduce.cards.permissions`: here is followed what was said.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.cards.engine import entries as en
from deduce.cards.engine.aftermath import disengaged, engaged, settled
from deduce.cards.engine.casualties import lose, return_men, returning, wrong_picks
from deduce.cards.engine.changes import Change
from deduce.cards.engine.fights import asks_order, bare, fight
from deduce.cards.engine.happenings import (
    BallsSpent,
    Engaged,
    Happening,
    Lost,
    Rallied,
    Removed,
    SiteTaken,
    TurnBegan,
    Won,
)
from deduce.cards.engine.ledger import Objective, Outcome, Step
from deduce.cards.engine.turning import shuffle
from deduce.cards.engine.units import SPECIALS, Act, Arm, State

if TYPE_CHECKING:
    from collections.abc import Callable

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.packs import Pack

__all__ = ["after", "letters_of"]


def letters_of(entry: en.Entry) -> tuple[str, ...]:
    """Return the letters of the units that an entry names."""
    found = [
        getattr(entry, name)
        for name in ("starter", "gun", "unit", "one", "target", "other", "hit")
        if getattr(entry, name, "")
    ]
    return (*found, *getattr(entry, "others", ()))


def after(ledger: Ledger, entry: en.Entry) -> Change:
    """Return what comes of an entry.

    It is followed even where it offends the rules; only what makes no sense at all, such as a unit that
    there is not, leaves everything as it was.
    """
    counted = ledger.changed(number=ledger.number + 1)
    change = Change(counted)
    if ledger.outcome is not None and not isinstance(entry, en.Open):
        return change.object("the battle is over already; ignored", ledger.outcome.rule)
    missing = [letter for letter in letters_of(entry) if letter not in ledger.units]
    if missing:
        there = " ".join(ledger.units) or "none"
        return change.object(f"there is no unit {missing[0]!r}; there are {there}; ignored")
    done = DEEDS[type(entry)](counted, entry)
    return done.then(settled(ledger, done.ledger))


# --- Units -------------------------------------------------------------------------------------------


def _shot(ledger: Ledger, entry: en.Shot) -> Change:
    """CC-FIRE-2 to CC-FIRE-6."""
    gun, target = ledger.units[entry.gun], ledger.units[entry.target]
    edition = ledger.edition
    cost, there = int(edition.number(f"balls.{(entry.cover or target.cover).value}")), ledger.balls_of(gun)
    change = Change(ledger)
    if there < cost:
        message = f"the shot costs {cost}, and {'1 ball is' if there == 1 else f'{there} balls are'} left"
        change = change.object(message, "CC-FIRE-6")
    lies = bool(ledger.foes_of(target.letter))
    hit, loss = lose(target, int(edition.number("fire.kills")), 0, edition, lies=lies, picks=entry.picks)
    wrong = wrong_picks(target, loss.killed, 0, edition, entry.picks)
    if wrong:
        change = change.object(wrong, "CC-FIRE-8")
    spent = min(cost, there)
    fired = replace(gun, shots=gun.shots + 1, used=gun.used + spent)
    balls = tuple(max(count - spent * (side == gun.side), 0) for side, count in enumerate(ledger.balls))
    now = ledger.with_units(fired, hit)
    now = replace(now, balls=(balls[0], balls[1]), step=max(now.step, Step.FIRE))
    picker = gun.side if edition.choice("DEC-32c") == "firer" else target.side
    rules = ("CC-FIRE-2", "CC-FIRE-4") if lies else ("CC-FIRE-2",)
    told: tuple[Happening, ...] = (
        BallsSpent(gun.side, spent, now.balls_of(fired)),
        Lost(loss, rules, picker, asks_order(target, edition)),
    )
    return change.then(Change(now, told))


def _rally(ledger: Ledger, entry: en.Rally) -> Change:
    """CC-RAL-1 to CC-RAL-6."""
    unit = ledger.units[entry.unit]
    count = returning(unit, entry.helpers, ledger.edition)
    now = replace(return_men(unit, count, entry.back), act=Act.RALLY)
    change = Change(
        replace(ledger.with_units(now), army_act=Act.RALLY), (Rallied(unit.letter, now.ranks - unit.ranks),)
    )
    helping = _helpers_of(ledger, unit.side)
    if entry.helpers > helping:
        name = ledger.sides[unit.side]
        there = {0: "nobody who helps to rally", 1: "only one who helps to rally"}[helping]
        change = change.object(f"{name} has {there}", "CC-RAL-3")
    missing = "".join(each for each in entry.back or "" if each not in now.specials)
    if missing:
        message = f"{SPECIALS.get(missing[0], missing[0])} of {unit.letter} cannot be among those who return"
        change = change.object(message, "CC-RAL-1")
    return change


def _helpers_of(ledger: Ledger, side: int) -> int:
    """Return how many can help a side to rally: a commander who is not lost, an aide (DEC-30b, DEC-41)."""
    return int(ledger.commanders[side]) + (ledger.edition.choice("DEC-30b") == "optional")


def _stepped(ledger: Ledger, entry: en.Stepped) -> Change:
    """CC-TURN-2; where an engaged unit may break off it does so by moving (DEC-20b)."""
    edition = ledger.edition
    unit = replace(ledger.units[entry.unit], act=entry.act)
    now = replace(ledger.with_units(unit), army_act=entry.act)
    # Where engaged units move as they like, a move alone does not tell that it left.
    leaves = edition.choice("DEC-20b") == "leave" and edition.choice("DEC-15") == "restored"
    if entry.act is not Act.MOVE or not leaves:
        return Change(now)
    return disengaged(now, [each for each in now.engagements if each.of(unit.letter)])


def _flight(ledger: Ledger, entry: en.Flight) -> Change:
    """CC-MOB-3 and CC-MOB-4; gunners who run leave their cannon behind (CC-RAL-5)."""
    unit = ledger.units[entry.unit]
    # In its own turn a mob's flight is its move (DEC-25); in the enemy's it costs nothing.
    act = Act.MOVE if unit.side == ledger.active else unit.act
    fled = replace(unit, at_gun=unit.arm is not Arm.GUNS, act=act)
    change = Change(ledger)
    if unit.state is not State.MOB:
        change = change.object(f"{unit.letter} is no mob, and only mobs flee", "CC-MOB-1")
    if not entry.is_out:
        return replace(change, ledger=ledger.with_units(fled))
    men = unit.ranks + unit.confused
    now = replace(
        fled, ranks=0, confused=0, gone=unit.gone + men, specials="", confused_specials="",
        was_removed=True,
    )  # fmt: skip
    return change.then(Change(ledger.with_units(now), (Removed(unit.letter, men),)))


def _return(ledger: Ledger, entry: en.Return) -> Change:
    """CC-RAL-5: gunners who have been rallied reach their cannon."""
    unit = ledger.units[entry.unit]
    change = Change(ledger.with_units(replace(unit, at_gun=True)))
    if unit.arm is not Arm.GUNS:
        return change.object(f"{unit.letter} is no artillery, so it has no cannon to return to", "CC-RAL-5")
    if not unit.ranks:
        return change.object(f"{unit.letter} has no man in ranks; its gunners are rallied first", "CC-RAL-5")
    return change


def _covered(ledger: Ledger, entry: en.Covered) -> Change:
    return Change(ledger.with_units(replace(ledger.units[entry.unit], cover=entry.cover)))


def _count(ledger: Ledger, entry: en.Count) -> Change:
    """Set a unit by hand; the men that are not counted are gone."""
    unit = ledger.units[entry.unit]
    counted = entry.ranks + entry.confused + entry.lying
    if counted > unit.men:
        message = f"{unit.letter} began with {unit.men} men, and {counted} are counted; ignored"
        return Change(ledger).object(message)
    # Special men stay where they were, as far as there is room.
    ranks, confused = unit.specials[: entry.ranks], unit.confused_specials[: entry.confused]
    confused += unit.specials[entry.ranks :][: entry.confused - len(confused)]
    ranks += unit.confused_specials[entry.confused :][: entry.ranks - len(ranks)]
    now = replace(
        unit, ranks=entry.ranks, confused=entry.confused, lying=entry.lying, gone=unit.men - counted,
        specials=ranks, confused_specials=confused, was_removed=False,
    )  # fmt: skip
    return Change(ledger.with_units(now))


def _capture(ledger: Ledger, entry: en.Capture) -> Change:
    """DEC-42; a cannon takes its own balls along where each has its own (DEC-48)."""
    unit, other = ledger.units[entry.unit], ledger.units[entry.other]
    taken = replace(unit, cannon=unit.cannon + other.cannon, used=unit.used + other.used)
    change = Change(
        ledger.with_units(taken, replace(other, cannon=0, used=0, at_gun=other.arm is not Arm.GUNS))
    )
    if ledger.edition.choice("DEC-42") == "kept":
        message = "cannon are not captured; House = DEC-42=captured changes that"
        return change.object(message, "DEC-42")
    if not other.cannon:
        return change.object(f"{other.letter} has no cannon", "DEC-42")
    return change


# --- Engagements ------------------------------------------------------------------------------------


def _free(ledger: Ledger, entry: en.Free) -> Change:
    gone = [each for each in ledger.engagements if each.of(entry.one) == entry.other]
    change = disengaged(ledger, gone)
    if gone:
        return change
    return change.object(f"{entry.one} and {entry.other} are not engaged with each other", "CC-ENG-1")


def _lock(ledger: Ledger, entry: en.Lock) -> Change:
    told = () if ledger.are_engaged(entry.one, entry.other) else (Engaged(entry.one, entry.other),)
    change = Change(engaged(ledger, entry.one, entry.other), told)
    if ledger.edition.choice("DEC-20") == "range":
        return change
    message = "units become engaged by fighting; House = DEC-20=range changes that"
    return change.object(message, "CC-ENG-1")


# --- The battle -------------------------------------------------------------------------------------


def _site(ledger: Ledger, entry: en.Site) -> Change:
    """CC-WIN-2: only men in ranks take a site."""
    if not 1 <= entry.number <= len(ledger.sites):
        message = f"there is no site {entry.number}; there are {len(ledger.sites)}; ignored"
        return Change(ledger).object(message, "CC-WIN-2")
    owner = ledger.units[entry.unit].side if entry.unit else None
    sites = tuple(
        Objective(site.name, owner) if place == entry.number else site
        for place, site in enumerate(ledger.sites, 1)
    )
    change = Change(replace(ledger, sites=sites), (SiteTaken(entry.number, owner),))
    if entry.unit and not ledger.units[entry.unit].ranks:
        return change.object(f"{entry.unit} has no man in ranks, and only these hold a site", "CC-WIN-2")
    return change


def _end(ledger: Ledger, _entry: en.End) -> Change:
    """The turn passes (CC-TURN-1); what the house lets lapse with it goes (DEC-20, DEC-49)."""
    edition = ledger.edition
    over = {
        "turn": tuple(ledger.engagements),
        "lapse": tuple(each for each in ledger.engagements if ledger.turn - each.turn >= len(ledger.sides)),
    }.get(edition.choice("DEC-20"), ())
    change = disengaged(ledger, over)
    if edition.choice("DEC-2") == "turn":
        change = change.then(_shuffle(change.ledger, en.Shuffle(None)))
    units = (replace(unit, act=None, combats=0, shots=0) for unit in change.ledger.roster)
    rested = replace(change.ledger.with_units(*units), step=Step.ACT, army_act=None)
    limit = int(edition.number("end.turns"))
    if 0 < limit <= ledger.turn:
        outcome = Outcome(_ahead(rested), "CC-WIN-3")
        return change.then(Change(replace(rested, outcome=outcome), (Won(outcome),)))
    now = replace(rested, active=1 - ledger.active, turn=ledger.turn + 1)
    return change.then(Change(now, (TurnBegan(now.active, now.turn),)))


def _ahead(ledger: Ledger) -> int | None:
    """Return who is ahead when the turns are up: more sites, then more men in ranks (DEC-44)."""
    left, right = ((ledger.sites_of(side), ledger.men_in_ranks(side)) for side in range(2))
    return None if left == right else int(right > left)


def _shuffle(ledger: Ledger, entry: en.Shuffle) -> Change:
    change = Change(ledger)
    for side in (0, 1) if entry.side is None else (entry.side,):
        change = change.then(shuffle(change.ledger, side))
    return change


def _tally(ledger: Ledger, entry: en.Tally) -> Change:
    """Compare a pack that was counted with what the entries say (an audit)."""
    change = Change(ledger)
    for side in (0, 1) if entry.side is None else (entry.side,):
        message = _miscounted(ledger.packs[side], ledger.sides[side], entry.left)
        if message:
            change = change.object(message, "CC-DECK-2")
    return change


def _miscounted(pack: Pack, name: str, left: int) -> str:
    """Return why a pack cannot have so many cards left by the entries; "" if it has."""
    size, more = sum(pack.full), pack.size - left
    if not more:
        return ""
    if left > size:
        return f"{name}'s pack has {size} cards and not {left}"
    missing = f"{pack.size} cards should be left to {name}, not {left}:"
    combats = "1 combat was" if abs(more) == 1 else f"{abs(more)} combats were"
    if more > 0:
        return f"{missing} {combats} not entered"
    return f"{missing} {combats} entered that did not happen, or a shuffle was not entered"


def _fallen(ledger: Ledger, entry: en.Fallen) -> Change:
    """DEC-41."""
    left, right = ledger.commanders
    change = Change(replace(ledger, commanders=(False, right) if entry.side == 0 else (left, False)))
    if ledger.edition.choice("DEC-41") == "captured":
        return change
    return change.object("a commander cannot be hit; House = DEC-41=captured changes that", "DEC-41")


def _open(ledger: Ledger, entry: en.Open) -> Change:
    return Change(replace(ledger, key=entry.key))


def _over(ledger: Ledger, entry: en.Over) -> Change:
    outcome = Outcome(None if entry.loser is None else 1 - entry.loser, "CC-WIN-3")
    return Change(replace(ledger, outcome=outcome), (Won(outcome),))


DEEDS: dict[type, Callable[..., Change]] = {
    en.Fight: fight,
    en.Bare: bare,
    en.Shot: _shot,
    en.Rally: _rally,
    en.Stepped: _stepped,
    en.Flight: _flight,
    en.Return: _return,
    en.Covered: _covered,
    en.Site: _site,
    en.Count: _count,
    en.Free: _free,
    en.Lock: _lock,
    en.End: _end,
    en.Shuffle: _shuffle,
    en.Tally: _tally,
    en.Fallen: _fallen,
    en.Capture: _capture,
    en.Open: _open,
    en.Over: _over,
}
