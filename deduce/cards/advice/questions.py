"""What is asked of a pair of units, and of what threatens one: read, and answered from the ledger."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deduce.cards.advice.reasons import Reason, reasons
from deduce.cards.advice.setting import setting_of
from deduce.cards.advice.threats import Danger, danger
from deduce.cards.edition import EDITIONS, edition_of
from deduce.cards.engine.entries import Fight
from deduce.cards.engine.units import Arm, Cover, Unit
from deduce.cards.notation.parsed import parse_line
from deduce.cards.notation.parts import unit_in
from deduce.cards.notation.words import ARMS, COVERS, FLANK, plain
from deduce.cards.odds.combat import CombatOdds, combat_odds, count_is_worth
from deduce.cards.odds.sequences import Race, race
from deduce.errors import OutOfReachError
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import ImpossibleError, LineError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from deduce.cards.advice.setting import Setting
    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.odds.worth import Weights

__all__ = ["PairOdds", "asked_danger", "asked_fight", "by_hand", "pair_odds"]

EXAMPLE = "odds b r, odds b r f, odds b r w: two units, and how they meet"
HAND = "odds cav 8 inf 10/0/1 f: each unit's kind and men in ranks, or ranks/confused/dead"
BY_HAND = ("a", "its men", "n", "its men")
"""What units given by hand are called, and what is said of each."""
MEN = re.compile(r"([0-9]{1,3})(?:/([0-9]{1,3}))?(?:/([0-9]{1,3}))?")
THREAT = "threat r, threat r b c f g>r: a unit, who can reach it, and who shoots at it before"
SHOT = re.compile(r"[a-z]>[a-z]")
MOST_RACING = 64
"""Of how many men together a fight to the break is worked out."""


@dataclass(frozen=True)
class PairOdds:
    """The odds of a pair of units.

    Attributes:
        fight: The combat.
        odds: Its odds.
        worth: What it is worth.
        weights: What losses weigh.
        reasons: What decides about that.
        count: What the cards that are gone change; None where nobody shuffles.
        race: How a fight to the break ends, if that is within reach.
        others: What the odds would be otherwise: with or without flank and cover, and in the other edition.
    """

    fight: Fight
    odds: CombatOdds
    worth: Fraction
    weights: Weights
    reasons: tuple[Reason, ...]
    count: Fraction | None
    race: Race | None
    others: dict[str, CombatOdds]


def asked_fight(text: str, ledger: Ledger) -> Fight:
    """Read a combat without cards, such as `b r f`.

    Raises:
        LineError: If it makes no sense.
    """
    if not text.strip():
        message = f"which combat? Write such as {EXAMPLE if ledger.roster else HAND}"
        raise LineError(message)
    entry = parse_line(text, ledger).entry
    if not isinstance(entry, Fight) or entry.cards or entry.others:
        message = f"{quoted(text)} is no combat without cards between two units; write such as {EXAMPLE}"
        raise LineError(message)
    if ledger.units[entry.starter].side == ledger.units[entry.target].side:
        message = f"{entry.starter} and {entry.target} are on the same side; write two that are not"
        raise LineError(message)
    mobs_suffer = ledger.edition.choice("DEC-24") == "attackable"
    for letter in (entry.starter, entry.target):
        unit = ledger.units[letter]
        if not unit.ranks and not (mobs_suffer and unit.confused and letter == entry.target):
            message = f"{letter} has no man in ranks, and a mob is no party to combats (CC-MOB-5)"
            raise ImpossibleError(message)
    return entry


def by_hand(text: str, ledger: Ledger) -> tuple[Ledger, str]:
    """Put units that are given by hand, such as `cav 8 inf 10/0/1 f w`, in the place of those of the ledger.

    Returns:
        The ledger with these two, and the combat between them; as they were if no units are given so.

    Raises:
        LineError: If it makes no sense.
    """
    words = plain(text).split()
    if not words or words[0] not in ARMS:
        return ledger, text
    if len(words) < len(BY_HAND) or words[2] not in ARMS:
        message = f"{quoted(text)} are not two units by hand; write such as {HAND}"
        raise LineError(message)
    units = []
    for place, letter in enumerate(BY_HAND[::2]):
        arm, men = words[2 * place], words[2 * place + 1]
        counts = MEN.fullmatch(men)
        if counts is None or not int(counts[1]):
            message = (
                f"{quoted(men)} is no number of men in ranks, such as 8, or 5/2/1 with confused and dead"
            )
            raise LineError(message)
        ranks, confused, dead = (int(each or 0) for each in counts.groups())
        side = (ledger.active + place) % 2
        units.append(Unit(letter, side, ARMS[arm], ranks, confused, dead))
    behind = " ".join(words[len(BY_HAND) :])
    return replace(ledger, roster=tuple(units), engagements=()), f"{BY_HAND[0]} {BY_HAND[2]} {behind}"


def pair_odds(ledger: Ledger, fight: Fight) -> PairOdds:
    """Return the odds of a pair of units."""
    setting = setting_of(ledger, (fight.starter, fight.target))
    meeting, packs = setting.meeting(fight), setting.packs_for(fight.starter)
    odds = combat_odds(meeting, packs, ledger.edition)
    to_the_break = None
    both = (meeting.starter.ranks, meeting.target.ranks)
    if all(both) and sum(both) <= MOST_RACING and len(packs.cases) == 1:
        try:
            to_the_break = race(meeting, packs, ledger.edition)
        except OutOfReachError:
            to_the_break = None
    return PairOdds(
        fight,
        odds,
        odds.worth(setting.weights),
        setting.weights,
        reasons(meeting, packs, ledger.edition, setting.weights),
        count_is_worth(meeting, packs, ledger.edition) if packs.full is not None else None,
        to_the_break,
        dict(_others(setting, fight)),
    )


def _others(setting: Setting, fight: Fight) -> Iterator[tuple[str, CombatOdds]]:
    """Yield the odds with one thing ticked or unticked, by what is entered for it."""
    ledger = setting.ledger
    rules, packs = ledger.edition, setting.packs_for(fight.starter)
    turned = replace(fight, flank=not fight.flank)
    yield ("f" if turned.flank else "- f"), combat_odds(setting.meeting(turned), packs, rules)
    if ledger.units[fight.target].arm is not Arm.HORSE:
        covered = bool(setting.meeting(fight).target.bonus)
        other = replace(fight, cover=Cover.OPEN if covered else Cover.WALL)
        yield ("-" if covered else "w"), combat_odds(setting.meeting(other), packs, rules)
    if rules.name in EDITIONS and not rules.house:
        name = next(each for each in EDITIONS if each != rules.name)
        yield name, combat_odds(setting.meeting(fight), packs, edition_of(name))


def asked_danger(text: str, ledger: Ledger) -> Danger:
    """Read who is threatened and by whom, such as `r b c f g>r`, and return what threatens it.

    Raises:
        LineError: If it makes no sense.
    """
    words = plain(text).replace(",", " ").split()
    letter = unit_in(words, 0, ledger, THREAT)
    fights, shots = _attacks(words[1:], letter, ledger)
    for name in (letter, *(each.starter for each in fights)):
        if not ledger.units[name].ranks:
            message = f"{name} has no man in ranks, and a mob is no party to combats (CC-MOB-5)"
            raise ImpossibleError(message)
    if len({each.starter for each in fights}) < len(fights):
        message = f"a unit starts one combat in a turn (CC-COMB-3); name each once, such as {THREAT}"
        raise LineError(message)
    return danger(ledger, letter, fights, shots=shots)


def _attacks(words: Sequence[str], letter: str, ledger: Ledger) -> tuple[list[Fight], int]:
    """Read who attacks a unit and how, and who shoots at it; a letter is an enemy before it is a cover."""
    fights: list[Fight] = []
    shots = 0
    enemies = {unit.letter for unit in ledger.of_side(1 - ledger.units[letter].side)}
    for word in words:
        if SHOT.fullmatch(word):
            gun, target = word.split(">")
            if target != letter or gun not in enemies or ledger.units[gun].arm is not Arm.GUNS:
                message = f"{quoted(word)} is no shot of an enemy's gun at {letter}; write such as {THREAT}"
                raise LineError(message)
            shots += 1
        elif word in enemies:
            fights.append(Fight(word, letter, ()))
        elif fights and word in FLANK:
            fights[-1] = replace(fights[-1], flank=True)
        elif fights and word in COVERS:
            fights[-1] = replace(fights[-1], cover=COVERS[word])
        elif word in ledger.units:
            message = f"{word} and {letter} are on the same side; name enemies of {letter}"
            raise LineError(message)
        else:
            message = f"{quoted(word)} is no unit; write such as {THREAT}"
            raise LineError(message)
    return fights, shots
