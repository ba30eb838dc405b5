"""What happened, in words: what to do with the figures, and by which rules. English and French."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.engine.combat import Result
from deduce.cards.engine.happenings import (
    BallsSpent,
    BecameMob,
    Engaged,
    Fought,
    Freed,
    Happening,
    Lost,
    Rallied,
    Removed,
    Reshuffled,
    SiteTaken,
    TurnBegan,
    Won,
)
from deduce.cards.engine.units import SPECIALS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.cards.engine.ledger import Ledger, Outcome

__all__ = ["happening_words", "happenings_told", "outcome_words"]

ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
FRENCH_SPECIALS = {"o": "officier", "d": "tambour", "f": "drapeau"}


def happenings_told(happenings: Sequence[Happening], ledger: Ledger) -> tuple[str, ...]:
    """Return what happened, a sentence or two for each unit, in the record's language.

    Args:
        happenings: What came of an entry.
        ledger: How things stand after it.
    """
    return tuple(words for each in happenings if (words := happening_words(each, ledger)))


def happening_words(happening: Happening, ledger: Ledger) -> str:
    """Return one happening in words; "" if it needs none."""
    return _french(happening, ledger) if ledger.language == "fr" else _english(happening, ledger)


def outcome_words(outcome: Outcome | None, ledger: Ledger) -> str:
    """Return how the battle ended; "" while it goes on."""
    if outcome is None:
        return ""
    french = ledger.language == "fr"
    if outcome.winner is None:
        return f"partie nulle ({outcome.rule})" if french else f"a draw ({outcome.rule})"
    name = ledger.sides[outcome.winner]
    if outcome.rule == "CC-WIN-1":
        held = ledger.sites_of(outcome.winner)
        why = f"{held} sites, {outcome.rule}"
    else:
        why = outcome.rule
    return f"{name} gagne ({why})" if french else f"{name} wins ({why})"


# --- English ------------------------------------------------------------------------------------------


def _english(happening: Happening, ledger: Ledger) -> str:
    sides = ledger.sides
    match happening:
        case Fought():
            return _fought(happening)
        case Lost():
            return _lost(happening, ledger)
        case Rallied():
            unit = ledger.units[happening.unit]
            return f"{unit.letter}: {_men(happening.returned)} back in ranks; {unit.letter} {unit.counts}"
        case Engaged():
            return f"{happening.one} and {happening.other} are engaged."
        case Freed():
            told = [
                f"{letter} ({_men(lying)} taken off)" if lying else letter
                for letter, lying in happening.units
            ]
            verb = "is" if len(told) == 1 else "are"
            return f"{' and '.join(told)} {verb} engaged no more (CC-KILL-3)."
        case BecameMob():
            if happening.is_gone:
                return f"{happening.unit} has nobody left."
            return f"{happening.unit} has no man in ranks: a mob, which runs when an enemy comes near (CC-MOB-3)."
        case Removed():
            return f"{happening.unit} is off the field with {_men(happening.men)} (CC-MOB-4)."
        case BallsSpent():
            return f"{_balls(happening.spent)}; {happening.left} left."
        case Reshuffled():
            return f"{sides[happening.side]}'s pack is shuffled; all its cards are in it again (CC-DECK-2)."
        case SiteTaken():
            site = ledger.sites[happening.number - 1].name
            owner = "nobody" if happening.side is None else sides[happening.side]
            return f"Site {happening.number} ({site}): {owner}."
        case TurnBegan():
            return f"Turn {happening.turn}: {sides[happening.side]}."
        case Won():
            return f"The battle is over: {outcome_words(happening.outcome, ledger)}."


def _men(count: int) -> str:
    return "1 man" if count == 1 else f"{count} men"


def _balls(count: int) -> str:
    return "1 ball" if count == 1 else f"{count} balls"


def _fought(fought: Fought) -> str:
    if fought.totals is None:
        return ""
    one, other = fought.totals
    if not fought.starter:
        return f"{one} against {other}."
    if fought.result is Result.TIED:
        return f"{one} against {other}: a tie; both lose (CC-COMB-8)."
    winner = fought.starter if fought.result is Result.WON else fought.target
    return f"{one} against {other}: {winner} wins."


def _lost(lost: Lost, ledger: Ledger) -> str:
    loss, unit = lost.loss, ledger.units[lost.loss.letter]
    why = []
    if loss.number:
        why.append(f"{ORDINALS.get(loss.number, f'{loss.number}th')} kill")
    why += lost.rules
    if loss.ordered > loss.confused:
        why.append(f"{loss.ordered} would be, CC-KILL-4")
    parts = [f"{loss.letter} loses: {loss.killed} killed"]
    if loss.confused or loss.ordered:
        parts.append(f"{loss.confused} confused")
    told = f"{', '.join(parts)} ({', '.join(why)}); {loss.letter} {unit.counts}"
    if not loss.number and loss.killed:
        told += "; the body is removed"
    return f"{told}; {ledger.sides[lost.picker]} picks{_specials(lost, ledger)}."


def _specials(lost: Lost, ledger: Ledger) -> str:
    names = FRENCH_SPECIALS if ledger.language == "fr" else SPECIALS
    loss, french = lost.loss, ledger.language == "fr"
    dead = " ".join(names[each] for each in loss.dead_specials)
    ran = " ".join(names[each] for each in loss.confused_specials)
    told = ""
    if dead:
        told += f", {'mort' if french else 'dead'}: {dead}"
    if ran:
        told += f", {'en recul' if french else 'confused'}: {ran}"
    if lost.asks_order and not (dead or ran):
        told += ", officiers en dernier (CC-KILL-6)" if french else ", officers last (CC-KILL-6)"
    return told


# --- French -------------------------------------------------------------------------------------------


def _french(happening: Happening, ledger: Ledger) -> str:
    sides = ledger.sides
    match happening:
        case Fought():
            return _fought_in_french(happening)
        case Lost():
            return _lost_in_french(happening, ledger)
        case Rallied():
            unit = ledger.units[happening.unit]
            return f"{unit.letter} : {_men_in_french(happening.returned)} de retour en rang ; {unit.letter} {unit.counts}"
        case Engaged():
            return f"{happening.one} et {happening.other} sont engagées."
        case Freed():
            told = [
                f"{letter} ({_men_in_french(lying)} à retirer)" if lying else letter
                for letter, lying in happening.units
            ]
            verb = "n'est plus engagée" if len(told) == 1 else "ne sont plus engagées"
            return f"{' et '.join(told)} {verb} (CC-KILL-3)."
        case BecameMob():
            if happening.is_gone:
                return f"{happening.unit} n'a plus personne."
            return f"{happening.unit} n'a plus d'homme en rang : débandade, elle fuit à l'approche de l'ennemi (CC-MOB-3)."
        case Removed():
            return f"{happening.unit} quitte le champ de bataille avec {_men_in_french(happening.men)} (CC-MOB-4)."
        case BallsSpent():
            return f"{happening.spent} boulet{'s' if happening.spent > 1 else ''} ; il en reste {happening.left}."
        case Reshuffled():
            return f"Le jeu de {sides[happening.side]} est battu ; toutes ses cartes y sont de nouveau (CC-DECK-2)."
        case SiteTaken():
            site = ledger.sites[happening.number - 1].name
            owner = "personne" if happening.side is None else sides[happening.side]
            return f"Site {happening.number} ({site}) : {owner}."
        case TurnBegan():
            return f"Tour {happening.turn} : {sides[happening.side]}."
        case Won():
            return f"La bataille est finie : {outcome_words(happening.outcome, ledger)}."


def _men_in_french(count: int) -> str:
    return f"{count} homme{'s' if count > 1 else ''}"


def _fought_in_french(fought: Fought) -> str:
    if fought.totals is None:
        return ""
    one, other = fought.totals
    if not fought.starter:
        return f"{one} contre {other}."
    if fought.result is Result.TIED:
        return f"{one} contre {other} : égalité, les deux perdent (CC-COMB-8)."
    winner = fought.starter if fought.result is Result.WON else fought.target
    return f"{one} contre {other} : {winner} gagne."


def _lost_in_french(lost: Lost, ledger: Ledger) -> str:
    loss, unit = lost.loss, ledger.units[lost.loss.letter]
    why = []
    if loss.number:
        why.append("1er mort" if loss.number == 1 else f"{loss.number}e mort")
    why += lost.rules
    if loss.ordered > loss.confused:
        why.append(f"{loss.ordered} reculeraient, CC-KILL-4")
    parts = [f"{loss.letter} perd : {loss.killed} mort{'s' if loss.killed > 1 else ''}"]
    if loss.confused or loss.ordered:
        parts.append(f"{loss.confused} en recul")
    told = f"{', '.join(parts)} ({', '.join(why)}) ; {loss.letter} {unit.counts}"
    if not loss.number and loss.killed:
        told += " ; le corps est retiré"
    return f"{told} ; {ledger.sides[lost.picker]} choisit{_specials(lost, ledger)}."
