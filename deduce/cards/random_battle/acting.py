"""The first step of a turn: units move, rally, re-form or run, and the general goes where he is needed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.cards.engine.casualties import returning
from deduce.cards.engine.units import Act, Arm, Cover
from deduce.cards.field import measuring
from deduce.cards.field.gaps import between, room
from deduce.cards.field.holding import beside, commander_moved, taken
from deduce.cards.field.mobs import flight, must_flee, wander
from deduce.cards.field.points import Point, centimetres, closest, compass, marks
from deduce.cards.field.ranking import reformed, walk_back
from deduce.cards.field.scene import Post
from deduce.cards.field.sight import faces, standing_cover
from deduce.cards.field.walking import REACH, advance
from deduce.cards.judge import acts
from deduce.cards.notation.words import WRITTEN_COVERS
from deduce.cards.random_battle.habits import BESIDE, CHANCES
from deduce.cards.random_battle.table import BattleError
from deduce.cards.random_battle.wishes import goal

if TYPE_CHECKING:
    from collections.abc import Collection

    from deduce.cards.field.scene import Commander
    from deduce.cards.random_battle.table import Table

__all__ = ["act"]


def act(table: Table) -> None:
    """Let every unit of the side whose turn it is do what it likes, and may."""
    if table.edition.choice("DEC-14") == "army" and table.happens(1 - CHANCES["rally"]):
        # The army rallies in this turn, and whoever has nobody to rally stays.
        table.army_act = Act.RALLY
    for letter in table.own():
        if table.is_over or not table.field.has(letter):
            continue
        unit = table.field.unit(letter)
        if unit.is_mob:
            _mob(table, letter)
        elif not (unit.confused and table.happens(CHANCES["rally"]) and _rally(table, letter)):
            _formed(table, letter)
    if not table.is_over:
        _locks(table)


# --- Units in ranks -----------------------------------------------------------------------------------


def _formed(table: Table, letter: str) -> None:
    """Move a unit that has men in ranks, re-form it, or lead gunners back to their cannon."""
    unit = table.field.unit(letter)
    if unit.arm is Arm.GUNS and not table.unit(letter).at_gun:
        _back_to_gun(table, letter)
    elif table.happens(CHANCES["reform"]):
        _reform(table, letter)
    else:
        owners = [site.owner for site in table.ledger.sites]
        wish = goal(table.field, unit, owners, table.rng)
        if wish is not None:
            _advance(table, letter, *wish)


def _advance(table: Table, letter: str, heading: Point, goes: bool) -> None:  # noqa: FBT001 - it is what is wished
    field, edition, unit = table.field, table.edition, table.unit(letter)
    most = marks(edition.number(REACH[unit.arm])) if goes else 0
    if goes and not table.happens(CHANCES["nearest"]):
        most = table.rng.randint(0, int(most))
    direction, way = None, "ahead"
    if edition.choice("DEC-16") == "any" and table.happens(CHANCES["wanders"]):
        heading, direction, way = field.unit(letter).heading, Point(-heading.x, -heading.y), "backward"
    walk = advance(field, letter, heading, most, edition, direction=direction)
    if walk is None or walk.field == field:
        return
    measured = replace(measuring.for_walk(field, letter, walk, edition), direction=way, terrain_allows=True)
    foes = [foe for foe in table.ledger.foes_of(letter) if table.field.has(foe)]
    if foes:
        near = [closest(walk.field.unit(letter).ranks, field.unit(foe).ranks) or 0 for foe in foes]
        measured = replace(measured, ends=centimetres(min(near)))
    if not acts.move(edition, table.company(letter), measured, table.turn()).is_allowed:
        return
    table.field = walk.field
    _moved(table, letter, walk.sites)


def _moved(table: Table, letter: str, sites: Collection[int]) -> None:
    """Do what follows from a move: sites, mobs that run, engagements that end, cover, commanders."""
    # Gunners who walk back with their rally have acted already (DEC-31).
    is_act = letter not in table.acted
    table.has_acted(letter, Act.MOVE)
    if is_act and table.happens(CHANCES["written move"]):
        table.say(f"move {letter}")
    edition, side = table.edition, table.unit(letter).side
    for number in sorted(taken(table.field, side, sites)):
        measured = measuring.for_site(table.field, letter, number, sites)
        judged = acts.hold(edition, table.company(letter), measured)
        if table.ledger.sites[number].owner != side and judged.is_allowed:
            table.say(f"site {number + 1} {letter}")
        if table.is_over:
            return
    for foe in table.ledger.foes_of(letter):
        ends = closest(table.field.unit(letter).ranks, table.field.unit(foe).ranks)
        if ends is not None and ends >= room(edition, "combat.range"):
            table.say(f"free {letter} {foe}")
    _stands(table, letter)
    for mob in table.foes():
        trigger = room(edition, "flight.trigger")
        if mob.is_mob and between(mob.confused, table.field.unit(letter).ranks, trigger):
            _flee(table, mob.letter)
            if table.is_over:
                return
    _captures(table, letter)


def _stands(table: Table, letter: str) -> None:
    """Write down what a unit stands behind, where the house wants to know or somebody likes to."""
    now, unit = standing_cover(table.field, table.field.unit(letter), table.edition), table.unit(letter)
    is_asked = table.edition.choice("DEC-34") != "attacked" or table.happens(CHANCES["cover said"])
    if now is not unit.cover and (is_asked or unit.cover is not Cover.OPEN):
        table.say(f"cover {letter} {WRITTEN_COVERS[now]}")


def _captures(table: Table, letter: str) -> None:
    """Take commanders and cannon whom the unit has come upon, where the house lets one (DEC-41, DEC-42)."""
    edition, men = table.edition, table.field.unit(letter).ranks
    if edition.choice("DEC-41") == "captured":
        for commander in table.field.commanders:
            near = closest((commander.place,), men)
            is_foe = commander.side != table.side and commander.post is Post.GENERAL
            if is_foe and near is not None and near <= room(edition, "commander.lostAt"):
                _fallen(table, commander)
    if edition.choice("DEC-42") == "captured":
        for foe in table.foes():
            near = closest((foe.axle,), men) if foe.axle is not None else None
            if near is not None and near <= room(edition, "men.apart") and table.unit(foe.letter).cannon:
                table.say(f"capture {letter} {foe.letter}")
                foe_now = replace(table.field.unit(foe.letter), axle=None, at_gun=False)
                table.field = table.field.with_unit(foe_now)


def _fallen(table: Table, commander: Commander) -> None:
    if table.ledger.commanders[commander.side]:
        table.say(f"fallen {table.ledger.sides[commander.side].casefold()}")
    left = tuple(each for each in table.field.commanders if each != commander)
    table.field = replace(table.field, commanders=left)


def _reform(table: Table, letter: str) -> None:
    if not acts.reform(table.edition, table.company(letter), table.turn()).is_allowed:
        return
    files = table.rng.randint(1, len(table.field.unit(letter).ranks))
    there = reformed(table.field, letter, files, table.edition)
    if there is not None:
        table.field = there
        if table.happens(CHANCES["said"]):
            table.say(f"reform {letter}")
        table.has_acted(letter, Act.REFORM)
        table.hold_sites()


def _back_to_gun(table: Table, letter: str) -> None:
    """CC-RAL-5."""
    walk = walk_back(table.field, letter, table.edition)
    if walk is None:
        return
    measured = measuring.for_walk(table.field, letter, walk, table.edition)
    if acts.walk_back(table.edition, table.company(letter), measured, table.turn()).is_allowed:
        table.field = walk.field
        if walk.field.unit(letter).at_gun:
            table.say(f"gun {letter}")
        _moved(table, letter, walk.sites)


# --- Confused men -------------------------------------------------------------------------------------


def _mob(table: Table, letter: str) -> None:
    mob = table.field.unit(letter)
    if must_flee(table.field, mob, table.edition):
        _flee(table, letter)
        table.has_acted(letter, Act.MOVE)
    elif not (table.happens(CHANCES["rally"]) and _rally(table, letter)):
        _wander(table, letter)


def _flee(table: Table, letter: str) -> None:
    """CC-MOB-3 and CC-MOB-4.

    Raises:
        BattleError: If the judge and the field differ in what becomes of it.
    """
    edition = table.edition
    found = flight(table.field, letter, edition)
    measured = measuring.for_flight(table.field, letter, found, edition)
    judged = acts.flee(edition, table.company(letter), measured)
    if not judged.is_allowed or bool(judged.outcome("removed")) != found.is_removed:
        message = f"flee {letter}: the judge says {judged.said()}, and the field {found.is_removed}"
        raise BattleError(message)
    table.say(f"flee {letter}{' out' if found.is_removed else ''}")
    table.field = found.field


def _wander(table: Table, letter: str) -> None:
    """CC-MOB-2."""
    edition, direction = table.edition, table.rng.choice(compass(len(table.ledger.roster) * 2))
    most = table.rng.randint(0, int(marks(edition.number("move.mob"))))
    walk = wander(table.field, letter, direction, most, edition)
    if walk is None or not walk.moved:
        return
    measured = measuring.for_mob_move(table.field, letter, direction, walk.moved, edition)
    if not acts.mob_move(edition, table.company(letter), measured, table.turn()).is_allowed:
        return
    table.field = walk.field
    table.has_acted(letter, Act.MOVE)
    if table.unit(letter).arm is Arm.GUNS and table.unit(letter).at_gun:
        # Gunners who leave their cannon: that has to be written down.
        table.say(f"flee {letter}")
    elif table.happens(CHANCES["written move"]):
        table.say(f"move {letter}")


def _rally(table: Table, letter: str) -> bool:
    """Rally a unit if it may, with the general beside it if he can come; return whether it did (CC-RAL).

    Raises:
        BattleError: If the judge and the ledger differ in how many return.
    """
    edition = table.edition
    _call_general(table, letter)
    unit = table.field.unit(letter)
    measured = measuring.for_rally(table.field, letter, edition)
    judged = acts.rally(edition, table.company(letter), measured, table.turn())
    if not judged.is_allowed:
        return False
    posts = [commander.post for commander in beside(table.field, unit, edition)]
    helpers = len(posts) if edition.choice("DEC-30b") == "optional" else posts.count(Post.GENERAL)
    count = returning(table.unit(letter), helpers, edition)
    if judged.outcome("returns") != count:
        message = f"rally {letter}: the judge says {judged.outcome('returns')}, and the ledger {count}"
        raise BattleError(message)
    line = f"rally {letter} {'+' * helpers}".rstrip()
    table.say(line + _who_returns(table, letter, count))
    table.has_acted(letter, Act.RALLY)
    table.hold_sites()
    if not table.is_over and edition.choice("DEC-31") == "now" and not table.unit(letter).at_gun:
        _back_to_gun(table, letter)
    return True


def _who_returns(table: Table, letter: str, count: int) -> str:
    """Return which special men are among those who return, if somebody says it."""
    unit = table.unit(letter)
    special = unit.confused_specials
    least = max(0, count - (unit.confused - len(special)))
    if not special or not table.happens(CHANCES["picks"]):
        return ""
    named = table.rng.sample(special, table.rng.randint(least, min(count, len(special))))
    return f" back {''.join(named) or '-'}"


def _call_general(table: Table, letter: str) -> None:
    """Move the general next to a unit, once in a turn and if he can get there (CC-MOVE-1, CC-RAL-4)."""
    edition = table.edition
    generals = [
        commander
        for commander in table.field.commanders
        if commander.side == table.side and commander.post is Post.GENERAL
    ]
    unit = table.field.unit(letter)
    if table.commander_moved or not generals or generals[0] in beside(table.field, unit, edition):
        return
    offset = Point(table.rng.randint(-BESIDE, BESIDE), table.rng.randint(-BESIDE, BESIDE))
    place = table.rng.choice(unit.living).moved(offset)
    measured = measuring.for_commander(table.field, generals[0], place, edition)
    judged = acts.move_commander(edition, measured, table.turn())
    there = commander_moved(table.field, generals[0], place, edition)
    if judged.is_allowed != (there is not None):
        message = f"the judge says of the general's move {judged.said()}, and the field {there is not None}"
        raise BattleError(message)
    if there is None:
        return
    table.field, table.commander_moved = there, True
    if judged.outcome("removed"):
        _fallen(table, replace(generals[0], place=place))


# --- Engagements by range -----------------------------------------------------------------------------


def _locks(table: Table) -> None:
    """Write down who is engaged where the house says that whoever could fight is (DEC-20=range)."""
    if table.edition.choice("DEC-20") != "range":
        return
    for one in table.own():
        for foe in table.foes():
            unit = table.field.unit(one)
            near = closest(unit.ranks, foe.ranks)
            if near is None:
                continue
            is_faced = faces(unit, foe, table.edition) or faces(foe, unit, table.edition)
            could = is_faced and near < room(table.edition, "combat.range")
            if could and not table.ledger.are_engaged(one, foe.letter):
                table.say(f"engage {one} {foe.letter}")
            elif not could and table.ledger.are_engaged(one, foe.letter):
                table.say(f"free {one} {foe.letter}")
