"""Who is killed, who becomes confused, who returns: the only place that changes the men of a unit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.engine.units import SPECIALS, Unit

if TYPE_CHECKING:
    from deduce.cards.edition import Edition
    from deduce.cards.engine.entries import Picks

__all__ = [
    "Loss",
    "lose",
    "men_back",
    "needs_picks",
    "return_men",
    "returning",
    "specials_hit",
    "takes_confused",
    "wrong_picks",
]


@dataclass(frozen=True, slots=True)
class Loss:
    """What a unit lost.

    Attributes:
        letter: The unit.
        killed: How many men were killed.
        confused: How many became confused.
        ordered: How many would have, if there had been enough.
        number: Which kill of its engagement it was; 0 if the body is not left lying.
        dead_specials: The specials among the killed.
        confused_specials: The specials among those who became confused.
        counts: Its men in ranks, confused and lying dead after it, as they are written.
    """

    letter: str
    killed: int
    confused: int
    ordered: int
    number: int
    dead_specials: str = ""
    confused_specials: str = ""
    counts: str = ""


class _Men(NamedTuple):
    """Men among whom somebody is hit.

    Attributes:
        size: How many there are.
        specials: Which of them are special.
    """

    size: int
    specials: str

    @property
    def plain(self) -> int:
        return self.size - len(self.specials)


def _left(letters: str, taken: str) -> str:
    return "".join(letter for letter in letters if letter not in taken)


def _among(letters: str, those: str) -> str:
    """Return the letters that are among those, each once."""
    return "".join(dict.fromkeys(letter for letter in letters if letter in those))


# --- Who is hit -----------------------------------------------------------------------------------------


def takes_confused(unit: Unit, picks: Picks, edition: Edition) -> bool:
    """Tell whether the dead come from the confused men.

    Those of a mob do, and where the house lets confused men be killed (DEC-23) those whom somebody chose.
    """
    return not unit.ranks or ("c" in picks.dead and unit.confused > 0 and edition.choice("DEC-23") == "any")


def _pools(unit: Unit, picks: Picks, edition: Edition) -> tuple[_Men, _Men]:
    """Return the men among whom somebody is killed, and those among whom somebody becomes confused."""
    ranks = _Men(unit.ranks, unit.specials)
    if takes_confused(unit, picks, edition):
        return _Men(unit.confused, unit.confused_specials), ranks
    return ranks, ranks


def specials_hit(unit: Unit, killed: int, confused: int) -> tuple[int, int]:
    """Return how many specials die and how many become confused where they are hit last (CC-KILL-6).

    The dead man is taken first, plain men before special ones.

    Args:
        unit: The unit, before it loses anybody.
        killed: How many are killed; of a mob, its confused men.
        confused: How many become confused.
    """
    men = _Men(unit.ranks, unit.specials) if unit.ranks else _Men(unit.confused, unit.confused_specials)
    return _last(men, killed, confused if unit.ranks else 0)


def _last(men: _Men, killed: int, confused: int) -> tuple[int, int]:
    # Nobody more is hit than is there.
    killed = min(killed, men.size)
    confused = min(confused, men.size - killed)
    dead = max(0, killed - men.plain)
    return dead, max(0, killed + confused - men.plain) - dead


def needs_picks(unit: Unit, killed: int, confused: int, edition: Edition) -> bool:
    """Tell whether somebody has to say which special men are hit (CC-KILL-6).

    Where specials are hit last, that is so if some of them must be hit and not all of them alike.
    """
    if edition.choice("DEC-39") != "last":
        return False
    dead, ran = specials_hit(unit, killed, confused)
    everybody = len(unit.specials if unit.ranks else unit.confused_specials)
    return dead + ran > 0 and not (dead + ran == everybody and 0 in {dead, ran})


def wrong_picks(unit: Unit, killed: int, confused: int, edition: Edition, picks: Picks) -> str:
    """Return why the men who were picked cannot have been hit; "" if they can (CC-KILL-5, CC-KILL-6)."""
    if not picks.are_said:
        return ""
    if "c" in picks.dead and edition.choice("DEC-23") != "any":
        return f"confused men of {unit.letter} cannot be killed; House = DEC-23=any changes that"
    if "c" in picks.dead and not unit.confused:
        return f"{unit.letter} has no confused man"
    mortal, steady = _pools(unit, picks, edition)
    dead = picks.dead.replace("c", "")
    for letters, men in ((dead, mortal), (picks.confused, steady)):
        missing = _left(letters, men.specials)
        if missing:
            where = "among its confused men" if men is not steady else "in ranks"
            return f"{unit.letter} has no {SPECIALS[missing[0]]} {where}"
    if mortal is not steady:
        return _too_many(unit, dead, "", _Limits(mortal, killed, 0), edition) or _too_many(
            unit, "", picks.confused, _Limits(steady, 0, confused), edition
        )
    return _too_many(unit, dead, picks.confused, _Limits(mortal, killed, confused), edition)


class _Limits(NamedTuple):
    men: _Men
    killed: int
    confused: int


def _too_many(unit: Unit, dead: str, ran: str, limits: _Limits, edition: Edition) -> str:
    """Return why so many specials cannot be hit; "" if they can."""
    men, killed, confused = limits
    if edition.choice("DEC-39") == "last":
        wanted = _last(men, killed, confused)
        if (len(dead), len(ran)) == wanted:
            return ""
        if not any(wanted):
            return f"no special man of {unit.letter} is hit while plain men are left"
        return f"of {unit.letter}'s special men {wanted[0]} must die and {wanted[1]} become confused"
    if len(dead) > killed or len(ran) > confused:
        return f"so many of {unit.letter} are not hit: {killed} killed, {confused} confused"
    least = min(killed + confused, men.size) - men.plain
    if len(dead) + len(ran) < least:
        return f"{unit.letter} has only {men.plain} plain men; at least {least} special men must be hit"
    return ""


def _chosen(men: _Men, killed: int, confused: int, edition: Edition, picks: Picks) -> tuple[str, str]:
    """Return which specials are killed and which become confused; what was not said is filled in."""
    dead = _among(picks.dead, men.specials)[:killed]
    ran = _among(picks.confused, _left(men.specials, dead))[:confused]
    if edition.choice("DEC-39") == "last":
        most_dead, most_ran = _last(men, killed, confused)
        dead, ran = dead[:most_dead], ran[:most_ran]
        dead += _left(men.specials, dead + ran)[: most_dead - len(dead)]
        return dead, ran + _left(men.specials, dead + ran)[: most_ran - len(ran)]
    # Those whom nobody named but who must have been hit, since no plain men were left.
    missing = max(0, killed + confused - men.plain - len(dead + ran))
    more = _left(men.specials, dead + ran)[:missing]
    into_ranks = min(len(more), confused - len(ran))
    return dead + more[into_ranks:], ran + more[:into_ranks]


# --- Losses ---------------------------------------------------------------------------------------------


def lose(
    unit: Unit, killed: int, confused: int, edition: Edition, *, lies: bool, picks: Picks, ordered: int = 0
) -> tuple[Unit, Loss]:
    """Take men out of a unit (CC-KILL-1 to CC-KILL-6).

    Args:
        unit: The unit.
        killed: How many are killed.
        confused: How many become confused; never more than are left.
        edition: The rules.
        lies: Whether bodies are left lying (CC-KILL-3, CC-FIRE-4).
        picks: Who was chosen; what does not fit is left to the rules.
        ordered: How many would become confused, if there were enough.
    """
    mortal, steady = _pools(unit, picks, edition)
    killed = min(killed, mortal.size)
    if mortal is steady:
        confused = min(confused, unit.ranks - killed)
        dead, ran = _chosen(mortal, killed, confused, edition, picks)
        from_ranks = killed
    else:
        # Nobody in ranks died, so one more may be left there to become confused (CC-KILL-4).
        confused = min(max(ordered, confused), unit.ranks)
        dead, _ = _chosen(mortal, killed, 0, edition, picks)
        _, ran = _chosen(steady, 0, confused, edition, picks)
        from_ranks = 0
    after = replace(
        unit,
        ranks=unit.ranks - from_ranks - confused,
        confused=unit.confused - (killed - from_ranks) + confused,
        lying=unit.lying + (killed if lies else 0),
        gone=unit.gone + (0 if lies else killed),
        specials=_left(unit.specials, (dead if from_ranks else "") + ran),
        confused_specials=_left(unit.confused_specials, "" if from_ranks else dead) + ran,
    )
    number = after.lying if lies and killed else 0
    return after, Loss(unit.letter, killed, confused, max(ordered, confused), number, dead, ran, after.counts)


# --- Those who come back --------------------------------------------------------------------------------


def returning(unit: Unit, helpers: int, edition: Edition) -> int:
    """Return how many men come back when a unit rallies (CC-RAL-1, CC-RAL-4, DEC-28, DEC-30)."""
    return men_back(
        unit.ranks,
        unit.confused,
        helpers,
        int(edition.number("rally.helper")),
        is_each=edition.choice("DEC-30") == "each",
        is_all=edition.choice("DEC-28") == "all",
    )


def men_back(ranks: int, confused: int, helpers: int, bonus: int, *, is_each: bool, is_all: bool) -> int:
    """Return how many men come back into the ranks.

    Args:
        ranks: The men in ranks.
        confused: The confused men.
        helpers: How many stand beside the unit: the commander, the aide.
        bonus: How many men a helper brings.
        is_each: Whether every helper brings them (DEC-30).
        is_all: Whether all men of a mob come back (DEC-28).
    """
    if not ranks and is_all:
        return confused if helpers else 0
    return min(confused, ranks + bonus * (helpers if is_each else min(helpers, 1)))


def return_men(unit: Unit, count: int, back: str | None = None) -> Unit:
    """Return a unit after some of its confused men came back into the ranks; plain men first, unless said."""
    count = min(count, unit.confused)
    plain = unit.confused - len(unit.confused_specials)
    named = _among(back or "", unit.confused_specials)[:count]
    needed = max(0, count - plain - len(named))
    named += _left(unit.confused_specials, named)[:needed]
    return replace(
        unit,
        ranks=unit.ranks + count,
        confused=unit.confused - count,
        specials=unit.specials + named,
        confused_specials=_left(unit.confused_specials, named),
    )
