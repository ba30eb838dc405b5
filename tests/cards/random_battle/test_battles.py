"""Random battles, the meeting of all parts: ledger, judge, field, packs and record agree at every line."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from cards.random_battle.invariants import check_line
from cards.random_battle.many_battles import HOUSES, check_replay, house_of, played
from cards.random_battle.moments import check_moments
from deduce.cards.edition import edition_of
from deduce.cards.engine.ledger import Ledger
from deduce.cards.field.gaps import between
from deduce.cards.field.points import closest, marks, reading
from deduce.cards.kind import CARDS
from deduce.cards.random_battle.playing import random_battle
from deduce.cards.random_battle.table import BattleError, Table
from deduce.tabletop.record import parse_record


@pytest.mark.parametrize("kind", HOUSES)
def test_every_part_agrees_in_whole_battles(kind: str) -> None:
    """With the invariants of 15.12 after every line, and the record read again without a misfit.

    `many_battles.py` beside this file plays as many as one likes.
    """
    ends = {played(kind, seed).ledger.outcome is not None for seed in range(6)}
    assert ends == {True}


@pytest.mark.parametrize("kind", HOUSES)
def test_whatever_is_shown_and_advised_at_any_moment_has_an_answer(kind: str) -> None:
    """And no card comes up that was said to be impossible."""
    for seed in (11,):
        check_moments(played(kind, seed), seed, 3)


def test_the_same_seed_plays_the_same_battle() -> None:
    house, headers = house_of(3, "fr")
    one, other = (random_battle(3, "fr", house, headers=headers) for _ in range(2))
    assert one.text == other.text
    assert random_battle(3).text != random_battle(4).text


def test_everything_that_is_written_at_a_table_is_written_here() -> None:
    """The battles would show little if nobody fought on a flank, fled, or missed a card."""
    seen: Counter[str] = Counter()
    for seed in range(8):
        for line in played("en house", seed).lines:
            first = line.split()[0]
            if re.fullmatch(r"[a-z]>[a-z]", first):
                seen["shot"] += 1
            elif re.fullmatch(r"[a-z](10|[<>]?.)", first) and "/" not in line.split()[1]:
                seen["combat"] += 1
                seen["flank"] += " f" in line
                seen["half seen"] += bool(re.search(r" (won|lost|tied)", line))
            else:
                seen[first] += 1
    for what in (
        "shot",
        "combat",
        "flank",
        "half seen",
        "rally",
        "flee",
        "site",
        "move",
        "reform",
        "left",
        "end",
    ):
        assert seen[what], what


@pytest.mark.parametrize("name", ["en", "fr"])
def test_cc_set_the_beginning_is_by_the_rules(name: str) -> None:
    """CC-SET-1, 2, 4 and 7, DEC-6, 8 and 9."""
    rules = edition_of(name)
    for seed in range(12):
        found: list[Table] = []
        random_battle(seed, name, turns=0, watch=lambda *seen, found=found: found.append(seen[2]))
        field = found[0].field
        assert (field.width, field.length) == (2000, 3000)
        sides = [[unit for unit in field.units if unit.side == side] for side in (0, 1)]
        counts = [sorted((unit.arm, len(unit.ranks)) for unit in side) for side in sides]
        assert counts[0] == counts[1]
        depth = marks(rules.number("deploy.depth"))
        for side, units in enumerate(sides):
            for unit in units:
                from_line = [man.y if side == 0 else field.length - man.y for man in unit.ranks]
                assert (max(from_line) if name == "en" else min(from_line)) <= depth
                assert not any(between(unit.living, other.living, 10) for other in field.others(unit))
        assert len(field.sites) == 4
        for number, site in enumerate(field.sites):
            assert 500 <= site.centre.y <= 2500
            assert all(reading(site.centre.to(other.centre).square) >= 500 for other in field.sites[:number])


def test_a_record_that_was_changed_does_not_replay() -> None:
    """The replay is no empty promise: a combat that is taken out, or put in twice, is noticed."""
    battle = next(found for seed in range(20) if len(fights(found := random_battle(seed, turns=40))) > 3)
    line = fights(battle)[1]
    rows = battle.text.splitlines(keepends=True)
    place = next(number for number, row in enumerate(rows) if row.endswith(f" {line}\n"))
    doubled = parse_record(CARDS, "".join([*rows[: place + 1], *rows[place:]]))
    assert doubled.misfits
    with pytest.raises(AssertionError):
        check_replay(replace(battle, text="".join([*rows[:place], *rows[place + 1 :]])))


def fights(battle: object) -> list[str]:
    lines: tuple[str, ...] = battle.lines  # type: ignore[attr-defined]
    return [line for line in lines if re.match(r"[a-z](10|[a2-9tjqk]) [a-z]", line)]


def test_the_checks_notice_what_is_wrong() -> None:
    """A man too many, a card too few, a body where nobody fights: each is found."""
    moments: list[tuple[Ledger, str, Table, Ledger]] = []

    def watch(before: Ledger, line: str, table: Table) -> None:
        check_line(before, line, table)
        moments.append((before, line, table, table.ledger))

    random_battle(1, "en", "field.length=130, field.width=150", turns=12, watch=watch)
    before, line, table, after = moments[-1]
    table.ledger = after
    unit = next(unit for unit in after.roster if unit.ranks)
    wrong = [
        after.with_units(replace(unit, ranks=unit.ranks + 1)),
        after.with_units(replace(unit, ranks=unit.ranks - 1, confused=unit.confused + 1)),
        after.with_units(replace(unit, lying=1, gone=unit.gone - 1)),
        after.with_pack(0, after.packs[0].turn(after.number, frozenset({1}))),
        replace(after, balls=(-1, 0)),
    ]
    for ledger in wrong:
        table.ledger = ledger
        with pytest.raises(AssertionError):
            check_line(before, line, table)


def test_parts_that_do_not_agree_are_named_with_what_plays_it_again() -> None:
    def watch(_before: Ledger, _line: str, table: Table) -> None:
        if table.ledger.turn == 3:
            raise BattleError("something")

    with pytest.raises(BattleError, match=r"battle 7 \(fr DEC-20=lapse\), line \d+: something"):
        random_battle(7, "fr", "DEC-20=lapse", watch=watch)


def test_cc_turn_3_a_battle_that_nobody_wins_ends_with_a_draw() -> None:
    battle = random_battle(2, turns=2)
    assert battle.lines[-1] == "draw"
    assert battle.ledger.outcome is not None
    assert battle.ledger.outcome.winner is None
    assert all(closest(unit.ranks, unit.ranks) == 0 for unit in battle.field.units)
