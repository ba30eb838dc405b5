"""The second and third step of a turn: long-range fire, and combats with real cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.engine.casualties import needs_picks, specials_hit
from deduce.cards.engine.combat import Exchange, Result, cover_between, exchange
from deduce.cards.engine.entries import Fight
from deduce.cards.engine.fights import meeting_in
from deduce.cards.engine.ledger import Step
from deduce.cards.engine.units import Arm, Cover
from deduce.cards.field import measuring
from deduce.cards.field.gaps import between, room
from deduce.cards.judge import acts
from deduce.cards.notation.words import WRITTEN_COVERS
from deduce.cards.random_battle.habits import CHANCES
from deduce.cards.random_battle.piles import seen_as
from deduce.cards.ranks import one_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from deduce.cards.engine.units import Unit
    from deduce.cards.random_battle.table import Table
    from deduce.ruling.judgement import Judgement
    from deduce.tabletop.kind import Request

__all__ = ["fight", "fire"]


# --- Long-range fire ----------------------------------------------------------------------------------


def fire(table: Table) -> None:
    """Fire every gun that can, at a target that it can hit."""
    for letter in table.own():
        while not table.is_over and table.field.has(letter) and table.happens(CHANCES["fire"]):
            if not table.unit(letter).cannon or table.field.unit(letter).axle is None:
                break
            targets = _targets_of_gun(table, letter)
            if not targets:
                break
            target, cover = table.rng.choice(targets)
            hit = table.unit(target)
            said = _cover_said(hit, cover, flank=False)
            kills = min(int(table.edition.number("fire.kills")), hit.ranks or hit.confused)
            table.say(f"{letter}>{target}{said}{_picks(table, hit, kills, 0)}")
            table.hold_sites()


def _targets_of_gun(table: Table, letter: str) -> list[tuple[str, Cover]]:
    found = []
    for foe in table.foes():
        measured = measuring.for_fire(table.field, letter, foe.letter, table.edition)
        us, them = table.company(letter), table.company(foe.letter)
        judged = acts.fire(table.edition, us, them, measured, table.turn(Step.FIRE))
        if judged.is_allowed and measured.cover is not None:
            found.append((foe.letter, Cover(measured.cover)))
    return found


# --- Combats ------------------------------------------------------------------------------------------


def fight(table: Table) -> None:
    """Let every unit fight that may, in any order, seeing each result before the next (CC-COMB-9)."""
    for letter in table.own():
        while not table.is_over and table.field.has(letter) and table.happens(CHANCES["fight"]):
            targets = _targets(table, letter)
            if not targets:
                break
            first = table.rng.choice(targets)
            others: list[str] = []
            if table.edition.choice("DEC-33") == "pooled" and table.happens(CHANCES["several"]):
                # With one card against all that stand alike: the same side, the same cover.
                others = [each[0] for each in targets if each[0] != first[0] and each[1:] == first[1:]]
            _combat(table, letter, first, tuple(others))
            table.hold_sites()


def _targets(table: Table, letter: str) -> list[tuple[str, bool, Cover | None]]:
    """Return whom a unit may fight now, whether on the flank, and what covers him."""
    found = []
    unit, reach = table.field.unit(letter), room(table.edition, "combat.range")
    for foe in table.foes():
        is_near = between(unit.ranks, foe.living, reach)
        if not is_near and not table.ledger.are_engaged(letter, foe.letter):
            continue
        judged, cover = _judged(table, letter, foe.letter)
        flank = bool(judged.outcome("flank"))
        if table.edition.choice("DEC-34") == "always":
            # What counts is what the ledger says of the unit, from whichever side it is attacked.
            cover = None
            behind = cover_between(table.unit(foe.letter), cover=None, flank=flank)
            if unit.arm is Arm.HORSE and behind is not Cover.OPEN:
                continue
        if judged.is_allowed:
            found.append((foe.letter, flank, cover))
    return found


def _judged(table: Table, letter: str, foe: str) -> tuple[Judgement, Cover | None]:
    measured = measuring.for_fight(table.field, letter, foe, table.edition)
    judged = acts.fight(
        table.edition,
        table.company(letter),
        table.company(foe),
        measured,
        table.turn(Step.FIGHT),
        together=table.ledger.are_engaged(letter, foe),
    )
    return judged, Cover(measured.cover or Cover.OPEN)


def _combat(
    table: Table, letter: str, first: tuple[str, bool, Cover | None], others: tuple[str, ...]
) -> None:
    """Turn up two cards and write down what they did."""
    target, flank, cover = first
    flanked = False
    if table.edition.choice("DEC-37") == "position":
        # Whether the attacked unit stands on the starter's flank counts as well.
        back, _ = _judged(table, target, letter)
        flanked = bool(back.outcome("flank"))
    side = table.unit(letter).side
    cards = table.piles.turn_up(side), table.piles.turn_up(1 - side)
    hit = table.rng.choice((target, *others)) if others else ""
    seen = one_of([cards[0]]), one_of([cards[1]])
    entry = Fight(letter, target, seen, flank, cover, others=others, hit=hit, flanked=flanked)
    what = exchange(meeting_in(table.ledger, entry), *cards, table.edition)
    words = [f"{letter}{seen_as(cards[0], table.rng)}", f"{target}{seen_as(cards[1], table.rng)}"]
    words += ["&", *others] if others else []
    words += ["f"] if flank else []
    words += ["flanked"] if flanked else []
    line = " ".join(words) + _cover_said(table.unit(target), cover, flank=flank, always=bool(others))
    if others and what.target.killed:
        line += f" hits {hit}"
    for unit, toll in ((table.unit(hit or target), what.target), (table.unit(letter), what.starter)):
        if toll.killed:
            line += _picks(table, unit, toll.killed, toll.confused)
    table.say(line, *_answers(letter, target, what))


def _answers(letter: str, target: str, what: Exchange) -> tuple[Callable[[Request], str], ...]:
    """Return what is said about cards that nobody saw: who won, and how many became confused."""
    count = str(max(what.starter.confused, what.target.confused))

    def answer(request: Request) -> str:
        if all(choice.isdigit() for choice in request.choices):
            return count
        # Whoever won, or the word for neither, which stands last.
        return {Result.WON: letter, Result.LOST: target}.get(what.result, request.choices[-1])

    return answer, answer


# --- Parts of a line ----------------------------------------------------------------------------------


def _cover_said(unit: Unit, cover: Cover | None, *, flank: bool, always: bool = False) -> str:
    """Return what covers a unit, where its own cover does not say it."""
    is_known = cover_between(unit, cover=None, flank=flank) is cover
    return "" if cover is None or (is_known and not always) else f" {WRITTEN_COVERS[cover]}"


def _picks(table: Table, unit: Unit, killed: int, confused: int) -> str:
    """Return which special men were hit, where somebody has to say it or likes to."""
    special = unit.specials if unit.ranks else unit.confused_specials
    if not special:
        return ""
    if table.edition.choice("DEC-39") == "last":
        if not needs_picks(unit, killed, confused, table.edition):
            return ""
        dead, ran = specials_hit(unit, killed, confused)
    elif not table.happens(CHANCES["picks"]):
        return ""
    else:
        plain = (unit.ranks or unit.confused) - len(special)
        hits = table.rng.randint(max(0, killed + confused - plain), min(killed + confused, len(special)))
        dead = table.rng.randint(max(0, hits - confused), min(killed, hits))
        ran = hits - dead
    chosen = table.rng.sample(special, dead + ran)
    named = "".join(chosen[:dead]) or "-"
    return f" {unit.letter}:{named}" + (f"/{''.join(chosen[dead:])}" if ran else "")
