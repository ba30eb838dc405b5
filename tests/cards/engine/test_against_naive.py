"""The ledger and the naive ledger, entry after entry; and what must hold after each (15.12)."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cards.ledgers import ARMIES, ledger_of
from cards.naive_ledger import NUMBERS, OPTIONS, Naive
from deduce.cards.engine.deeds import after
from deduce.cards.engine.happenings import Lost
from deduce.cards.engine.ledger import Ledger
from deduce.cards.notation.parsed import parse_line
from deduce.cards.notation.written import written

UNITS = {
    "a": (0, "inf", 12, "odf", 0), "b": (0, "inf", 10, "", 0),
    "c": (0, "cav", 8, "", 0), "g": (0, "art", 4, "", 1),
    "n": (1, "inf", 12, "odf", 0), "o": (1, "inf", 10, "", 0),
    "p": (1, "cav", 8, "", 0), "r": (1, "art", 4, "", 1),
}  # fmt: skip
"""The same as `ARMIES`."""
RANGES = {
    "balls.stock": (1, 9), "cover.bonus": (0, 6), "cavalry.bonus": (0, 3), "flank.bonus": (0, 5),
    "combat.kills": (1, 3), "fire.kills": (1, 2), "rally.helper": (0, 3), "sites.needed": (2, 4),
    "end.turns": (0, 12),
    "deck.reshuffleAt": (1, 40), "balls.wall": (0, 4),
}  # fmt: skip


def _house(chance: random.Random) -> dict[str, Any]:
    """Return house rules at random: most of them as they are."""
    house: dict[str, Any] = {
        name: chance.choice(words) for name, words in OPTIONS.items() if chance.random() < 0.25
    }
    house |= {name: chance.randint(*ends) for name, ends in RANGES.items() if chance.random() < 0.15}
    assert {*house} <= {*NUMBERS, *OPTIONS}
    return house


def _snapshot(ledger: Ledger) -> dict[str, Any]:
    units = {
        unit.letter: {
            "side": unit.side, "kind": unit.arm.value, "ranks": unit.ranks, "confused": unit.confused,
            "lying": unit.lying, "gone": unit.gone, "specials": {*unit.specials},
            "confused_specials": {*unit.confused_specials}, "cannon": unit.cannon, "cover": unit.cover.value,
            "act": None if unit.act is None else unit.act.value, "fights": unit.combats, "shots": unit.shots,
            "used": unit.used, "at_gun": unit.at_gun,
        }
        for unit in ledger.roster
    }  # fmt: skip
    outcome = ledger.outcome
    return {
        "units": units,
        "locked": {frozenset({each.one, each.other}) for each in ledger.engagements},
        "sizes": [pack.size for pack in ledger.packs],
        "unseen": [list(pack.left) for pack in ledger.packs],
        "balls": list(ledger.balls),
        "sites": [site.owner for site in ledger.sites],
        "turn": (ledger.turn, ledger.active),
        "outcome": None if outcome is None else (outcome.winner, outcome.rule),
    }


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(["en", "fr"]), st.integers(0, 2**32))
def test_cc_comb_cc_kill_cc_spec_cc_ral_cc_fire_cc_eng_against_naive(edition: str, seed: int) -> None:
    """Fights, shots, rallies and all else, by random house rules: both ledgers say the same."""
    house = _house(random.Random(seed))
    ledger = ledger_of(edition, ", ".join(f"{name}={word}" for name, word in house.items()), ARMIES)
    naive = Naive(edition, house, seed, UNITS)
    assert _snapshot(ledger) == naive.snapshot()
    for _ in range(60):
        entry = naive.step()
        change = after(ledger, entry)
        assert not change.objections, (entry, change.objections)
        assert _snapshot(change.ledger) == naive.snapshot(), entry
        assert parse_line(written(entry, ledger), ledger).entry == entry
        _hold(ledger, change.ledger, [each for each in change.happenings if isinstance(each, Lost)])
        ledger = change.ledger
        if ledger.outcome is not None:
            break


def _hold(before: Ledger, ledger: Ledger, losses: list[Lost]) -> None:
    """What must hold after every entry (15.12)."""
    for unit in ledger.roster:
        men = UNITS[unit.letter][2]
        assert unit.ranks + unit.confused + unit.lying + unit.gone == men
        assert min(unit.ranks, unit.confused, unit.lying, unit.gone, unit.used) >= 0
        assert len(unit.specials) <= unit.ranks
        assert len(unit.confused_specials) <= unit.confused
        assert not unit.lying or ledger.foes_of(unit.letter)
    for lost in losses:
        loss, unit = lost.loss, before.units[lost.loss.letter]
        # Where confused men can be killed, one more may be left in ranks to become confused.
        spared = before.edition.choice("DEC-23") == "any" and unit.confused > 0
        assert loss.confused <= max(unit.ranks - (0 if spared else loss.killed), 0)
        assert loss.killed >= 1
    for engagement in ledger.engagements:
        assert all(ledger.units[letter].ranks for letter in engagement[:2])
    for pack in ledger.packs:
        assert 0 <= pack.size <= 52
        assert sum(pack.left) == pack.size + len(pack.vague)
    assert min(ledger.balls) >= 0
