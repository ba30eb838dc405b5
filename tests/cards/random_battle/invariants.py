"""What is so after every line of every battle (15.12 of the rules' examples)."""

from __future__ import annotations

from deduce.cards.engine import entries as en
from deduce.cards.engine.ledger import Ledger
from deduce.cards.engine.units import Cover, State, Unit
from deduce.cards.field.walking import is_free
from deduce.cards.notation.parsed import parse_line
from deduce.cards.random_battle.table import Table


def check_line(before: Ledger, line: str, table: Table) -> None:
    """Look at the ledger and the field after a line.

    Raises:
        AssertionError: If something cannot be so.
    """
    after = table.ledger
    for unit in after.roster:
        check_unit(before.units[unit.letter], unit, after)
        check_field(unit, table)
    check_packs(before, after, line)
    entry = parse_line(line, before).entry
    if isinstance(entry, en.Fight):
        check_combat(before, after, entry)
    if isinstance(entry, en.Shot):
        check_shot(before, after, entry)
    assert all(balls >= 0 for balls in after.balls)
    assert all(after.balls_of(gun) >= 0 for side in (0, 1) for gun in after.guns(side))
    if before.outcome is None and after.outcome is None:
        needed = after.edition.number("sites.needed")
        assert max(after.sites_of(side) for side in (0, 1)) < needed
        assert all(map(after.is_alive, (0, 1)))


def check_unit(was: Unit, unit: Unit, ledger: Ledger) -> None:
    """Men are conserved, specials stay themselves, and only engaged units have dead lying."""
    assert unit.men == was.men
    assert min(unit.ranks, unit.confused, unit.lying, unit.gone) >= 0
    assert len(unit.specials) <= unit.ranks
    assert len(unit.confused_specials) <= unit.confused
    assert not {*unit.specials} & {*unit.confused_specials}
    assert {*unit.specials, *unit.confused_specials} <= {*was.specials, *was.confused_specials}
    foes = ledger.foes_of(unit.letter)
    assert not unit.lying or foes
    for foe in foes:
        assert ledger.units[foe].side != unit.side
        if ledger.edition.choice("DEC-24") == "apart":
            assert unit.ranks
            assert ledger.units[foe].ranks


def check_field(unit: Unit, table: Table) -> None:
    """The field shows what the ledger counts, and everybody stands where he may."""
    if unit.state is State.GONE:
        assert not table.field.has(unit.letter)
        return
    there = table.field.unit(unit.letter)
    assert len(there.ranks) == unit.ranks
    assert len(there.confused) == unit.confused
    assert len(there.bodies) == unit.lying
    assert is_free(table.field, there, table.edition)


def check_packs(before: Ledger, after: Ledger, line: str) -> None:
    """Both packs lose a card in a combat and in nothing else, and stay equally large if they were."""
    full = [sum(pack.full) for pack in after.packs]
    for was, now, size in zip(before.packs, after.packs, full, strict=True):
        assert 0 <= now.size <= size
        assert all(0 <= left <= every for left, every in zip(now.left, now.full, strict=True))
        if now.shuffles == was.shuffles:
            assert now.size in {was.size, was.size - 1}
    if full[0] == full[1]:
        assert after.packs[0].size == after.packs[1].size, line


def check_combat(before: Ledger, after: Ledger, entry: en.Fight) -> None:
    """One man dies on one side or on both, and never are all who are left confused."""
    sides = [before.units[entry.starter].side, before.units[entry.target].side]
    killed = []
    for side in sides:
        dead = 0
        for unit in before.of_side(side):
            now = after.units[unit.letter]
            died = unit.ranks + unit.confused - now.ranks - now.confused
            confused = now.confused - unit.confused
            dead += died
            assert died in {0, 1}
            if died and unit.ranks and before.edition.choice("DEC-23") == "ranks":
                assert 0 <= confused <= unit.ranks - 1
                assert now.ranks == unit.ranks - 1 - confused
                # Nobody is left in ranks only if there was but one man.
                assert now.ranks or confused == unit.ranks - 1
        killed.append(dead)
    assert tuple(killed) in {(1, 0), (0, 1), (1, 1)}
    assert after.units[entry.starter].combats == before.units[entry.starter].combats + 1


def check_shot(before: Ledger, after: Ledger, entry: en.Shot) -> None:
    """Exactly one man dies, nobody becomes confused, and the balls are paid (CC-FIRE-2, 3, 6)."""
    was, now = before.units[entry.target], after.units[entry.target]
    assert was.ranks + was.confused - now.ranks - now.confused == 1
    assert now.confused <= was.confused
    cover = entry.cover or was.cover
    side = before.units[entry.gun].side
    price = {Cover.OPEN: 1, Cover.WOOD: 1, Cover.WALL: 2, Cover.REDOUBT: 3, Cover.TRENCH: 3}[cover]
    assert before.balls[side] - after.balls[side] == price
