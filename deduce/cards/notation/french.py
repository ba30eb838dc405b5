"""What happened, in French."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.engine import happenings as told
from deduce.cards.engine.combat import Result
from deduce.cards.notation.tongue import Tongue

if TYPE_CHECKING:
    from deduce.cards.engine.ledger import Ledger, Outcome

__all__ = ["FRENCH"]

SPECIALS = {"o": "officier", "d": "tambour", "f": "porte-drapeau"}


def _counted(count: int, noun: str) -> str:
    """Return a number with its noun; nought is singular in French."""
    return f"{count} {noun}{'s' if count > 1 else ''}"


def _ended(outcome: Outcome, ledger: Ledger) -> str:
    if outcome.winner is None:
        return f"partie nulle ({outcome.rule})"
    held = f"{ledger.sites_of(outcome.winner)} sites, " if outcome.rule == "CC-WIN-1" else ""
    return f"{ledger.sides[outcome.winner]} gagne ({held}{outcome.rule})"


# --- Combats ------------------------------------------------------------------------------------------


def _fought(fought: told.Fought, _ledger: Ledger) -> str:
    if fought.totals is None:
        return ""
    one, other = fought.totals
    if not fought.starter:
        return f"{one} contre {other}."
    if fought.result is Result.TIED:
        return f"{one} contre {other} : égalité, les deux perdent (CC-COMB-8)."
    winner = fought.starter if fought.result is Result.WON else fought.target
    return f"{one} contre {other} : {winner} gagne."


def _lost(lost: told.Lost, ledger: Ledger) -> str:
    loss = lost.loss
    why = ["1er mort" if loss.number == 1 else f"{loss.number}e mort"] if loss.number else []
    why += lost.rules
    if loss.ordered > loss.confused:
        why.append(f"{loss.ordered} devraient reculer, CC-KILL-4")
    parts = [f"{loss.letter} perd : {_counted(loss.killed, 'mort')}"]
    parts += [f"{loss.confused} en recul"] if loss.confused or loss.ordered else []
    body = " ; le corps est retiré" if not loss.number and loss.killed else ""
    picks = f"{ledger.sides[lost.picker]} choisit{_specials(lost)}"
    return f"{', '.join(parts)} ({', '.join(why)}) ; {loss.letter} {loss.counts}{body} ; {picks}."


def _specials(lost: told.Lost) -> str:
    dead, ran = lost.loss.dead_specials, lost.loss.confused_specials
    groups = (("morts" if dead[1:] else "mort", dead), ("en recul", ran))
    named = "".join(
        f", {what} : {', '.join(SPECIALS[each] for each in letters)}" for what, letters in groups if letters
    )
    return named or (", officiers en dernier (CC-KILL-6)" if lost.asks_order else "")


def _engaged(engaged: told.Engaged, _ledger: Ledger) -> str:
    return f"{engaged.one} et {engaged.other} sont engagées."


def _freed(freed: told.Freed, _ledger: Ledger) -> str:
    units = [
        f"{letter} ({_counted(lying, 'mort')} à retirer)" if lying else letter
        for letter, lying in freed.units
    ]
    verb = "n'est plus engagée" if len(units) == 1 else "ne sont plus engagées"
    return f"{' et '.join(units)} {verb} (CC-KILL-3)."


def _mob(mob: told.BecameMob, _ledger: Ledger) -> str:
    if mob.is_gone:
        return f"{mob.unit} n'a plus personne."
    flight = "elle fuit à l'approche de l'ennemi"
    return f"{mob.unit} n'a plus d'homme en rang, c'est la débandade : {flight} (CC-MOB-3)."


# --- Everything else ----------------------------------------------------------------------------------


def _rallied(rallied: told.Rallied, ledger: Ledger) -> str:
    unit = ledger.units[rallied.unit]
    men = _counted(rallied.returned, "homme")
    return f"{unit.letter} : {men} de retour en rang ; {unit.letter} {unit.counts}."


def _removed(removed: told.Removed, _ledger: Ledger) -> str:
    men = _counted(removed.men, "homme")
    return f"{removed.unit} quitte le champ de bataille avec {men} (CC-MOB-4)."


def _balls(spent: told.BallsSpent, _ledger: Ledger) -> str:
    return f"{_counted(spent.spent, 'boulet')} ; il en reste {spent.left}."


def _shuffled(shuffled: told.Reshuffled, ledger: Ledger) -> str:
    name = ledger.sides[shuffled.side]
    return f"Le jeu de {name} est battu ; toutes ses cartes y sont de nouveau (CC-DECK-2)."


def _site(taken: told.SiteTaken, ledger: Ledger) -> str:
    owner = "personne" if taken.side is None else ledger.sides[taken.side]
    return f"Site {taken.number} ({ledger.sites[taken.number - 1].name}) : {owner}."


def _turn(turn: told.TurnBegan, ledger: Ledger) -> str:
    return f"Tour {turn.turn} : {ledger.sides[turn.side]}."


def _won(won: told.Won, ledger: Ledger) -> str:
    return f"La bataille est finie : {_ended(won.outcome, ledger)}."


FRENCH = Tongue(
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
