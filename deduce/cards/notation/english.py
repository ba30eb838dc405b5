"""What happened, in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.engine import happenings as told
from deduce.cards.engine.combat import Result
from deduce.cards.engine.units import SPECIALS
from deduce.cards.notation.tongue import Tongue

if TYPE_CHECKING:
    from deduce.cards.engine.ledger import Ledger, Outcome

__all__ = ["ENGLISH"]


def _men(count: int) -> str:
    return f"{count} {'man' if count == 1 else 'men'}"


def _ordinal(number: int) -> str:
    is_teen = number % 100 in range(11, 14)
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _ended(outcome: Outcome, ledger: Ledger) -> str:
    if outcome.winner is None:
        return f"a draw ({outcome.rule})"
    held = f"{ledger.sites_of(outcome.winner)} sites, " if outcome.rule == "CC-WIN-1" else ""
    return f"{ledger.sides[outcome.winner]} wins ({held}{outcome.rule})"


# --- Combats ------------------------------------------------------------------------------------------


def _fought(fought: told.Fought, _ledger: Ledger) -> str:
    if fought.totals is None:
        return ""
    one, other = fought.totals
    if not fought.starter:
        return f"{one} against {other}."
    if fought.result is Result.TIED:
        return f"{one} against {other}: a tie; both lose (CC-COMB-8)."
    winner = fought.starter if fought.result is Result.WON else fought.target
    return f"{one} against {other}: {winner} wins."


def _lost(lost: told.Lost, ledger: Ledger) -> str:
    loss = lost.loss
    why = [f"{_ordinal(loss.number)} kill"] if loss.number else []
    why += lost.rules
    if loss.ordered > loss.confused:
        why.append(f"{loss.ordered} would be, CC-KILL-4")
    parts = [f"{loss.letter} loses: {loss.killed} killed"]
    parts += [f"{loss.confused} confused"] if loss.confused or loss.ordered else []
    body = "; the body is removed" if not loss.number and loss.killed else ""
    picks = f"{ledger.sides[lost.picker]} picks{_specials(lost)}"
    return f"{', '.join(parts)} ({', '.join(why)}); {loss.letter} {loss.counts}{body}; {picks}."


def _specials(lost: told.Lost) -> str:
    groups = (("dead", lost.loss.dead_specials), ("confused", lost.loss.confused_specials))
    named = "".join(
        f", {what}: {' '.join(SPECIALS[each] for each in letters)}" for what, letters in groups if letters
    )
    return named or (", officers last (CC-KILL-6)" if lost.asks_order else "")


def _engaged(engaged: told.Engaged, _ledger: Ledger) -> str:
    return f"{engaged.one} and {engaged.other} are engaged."


def _freed(freed: told.Freed, _ledger: Ledger) -> str:
    units = [f"{letter} ({_men(lying)} taken off)" if lying else letter for letter, lying in freed.units]
    return f"{' and '.join(units)} {'is' if len(units) == 1 else 'are'} engaged no more (CC-KILL-3)."


def _mob(mob: told.BecameMob, _ledger: Ledger) -> str:
    if mob.is_gone:
        return f"{mob.unit} has nobody left."
    return f"{mob.unit} has no man in ranks: a mob, which runs when an enemy comes near (CC-MOB-3)."


# --- Everything else ----------------------------------------------------------------------------------


def _rallied(rallied: told.Rallied, ledger: Ledger) -> str:
    unit = ledger.units[rallied.unit]
    return f"{unit.letter}: {_men(rallied.returned)} back in ranks; {unit.letter} {unit.counts}."


def _removed(removed: told.Removed, _ledger: Ledger) -> str:
    return f"{removed.unit} is off the field with {_men(removed.men)} (CC-MOB-4)."


def _balls(spent: told.BallsSpent, _ledger: Ledger) -> str:
    return f"{spent.spent} {'ball' if spent.spent == 1 else 'balls'} spent; {spent.left} left."


def _shuffled(shuffled: told.Reshuffled, ledger: Ledger) -> str:
    name = ledger.sides[shuffled.side]
    return f"{name}'s pack is shuffled; all its cards are in it again (CC-DECK-2)."


def _site(taken: told.SiteTaken, ledger: Ledger) -> str:
    owner = "nobody" if taken.side is None else ledger.sides[taken.side]
    return f"Site {taken.number} ({ledger.sites[taken.number - 1].name}): {owner}."


def _turn(turn: told.TurnBegan, ledger: Ledger) -> str:
    return f"Turn {turn.turn}: {ledger.sides[turn.side]}."


def _won(won: told.Won, ledger: Ledger) -> str:
    return f"The battle is over: {_ended(won.outcome, ledger)}."


ENGLISH = Tongue(
    {
        told.Fought: _fought,
        told.Lost: _lost,
        told.Rallied: _rallied,
        told.Engaged: _engaged,
        told.Freed: _freed,
        told.BecameMob: _mob,
        told.Removed: _removed,
        told.BallsSpent: _balls,
        told.Reshuffled: _shuffled,
        told.SiteTaken: _site,
        told.TurnBegan: _turn,
        told.Won: _won,
    },
    _ended,
)
