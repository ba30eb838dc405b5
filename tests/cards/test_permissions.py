"""What is refused at the table, as far as the ledger can tell."""

from __future__ import annotations

import pytest

from cards.common import battle, now
from deduce.cards.kind import CARDS
from deduce.tabletop.errors import LineError

REFUSED = [
    # What was entered before, the line, and the rule that refuses it.
    ((), "n9 a4", "CC-TURN-1"),
    (("b9 n4",), "rally b", "CC-TURN-1"),
    (("b9 n4",), "d>n", "CC-TURN-1"),
    (("b9 n4",), "b7 n3", "CC-COMB-3"),
    ((), "c9 n4 w", "CC-COMB-4"),
    (("cover n s",), "c9 n4", "CC-COMB-4"),
    (("cover n s",), "c9 n4 f", "CC-COMB-4"),
    (("d>n",), "d>n", "CC-FIRE-5"),
    ((), "a>n", "CC-FIRE-1"),
    ((), "rally a", "CC-RAL-1"),
    (("a 0/12/0", "end", "end"), "rally a", "CC-RAL-4"),
    (("a 0/12/0",), "a9 n4", "CC-MOB-5"),
    (("n 0/12/0",), "a9 n4", "CC-MOB-5"),
    (("move a",), "move a", "CC-TURN-2"),
    (("a 6/6/0",), "move a", "CC-MOVE-8"),
    (("a 6/6/0",), "reform a", "CC-FORM-1"),
    (("d 0/4/0", "flee d", "end", "end", "rally d +", "end", "end"), "d>n", "CC-RAL-5"),
    (("a 0/12/0",), "site 2 a", "CC-WIN-2"),
]


@pytest.mark.parametrize(("before", "line", "rule"), REFUSED)
def test_refused_with_the_rule(before: tuple[str, ...], line: str, rule: str) -> None:
    """CC-TURN-1, CC-TURN-2, CC-COMB-3, CC-COMB-4, CC-FIRE-1, CC-FIRE-5, CC-RAL-1, CC-RAL-4 and CC-MOB-5."""
    ledger = now(*before)
    with pytest.raises(LineError, match=rule):
        CARDS.read(ledger, line, ())
    # In a record it is followed all the same, and noted.
    record = battle(*before, line)
    assert [misfit.entry for misfit in record.misfits] == [len(before) + 1] * len(record.misfits)
    assert any(rule in str(misfit) for misfit in record.misfits)


@pytest.mark.parametrize(("before", "line", "rule"), REFUSED[:-1])
def test_an_exclamation_mark_says_that_the_table_decided_so(
    before: tuple[str, ...], line: str, rule: str
) -> None:
    assert rule
    assert battle(*before, f"{line} !").misfits == ()


def test_cc_comb_4_a_flank_is_not_behind_the_wall() -> None:
    """What stands in front does not cover a flank, so cavalry may ride round it."""
    assert battle("cover n w", "c9 n4 f").misfits == ()
    assert battle("cover n w", "c9 n4").misfits


def test_dec_40_hard_bans_trenches_too() -> None:
    assert battle("c9 n4 t").misfits == ()
    misfits = battle("c9 n4 t", headers="House = DEC-40=hard\n").misfits
    assert "DEC-40=hard" in str(misfits[0])


def test_dec_14_the_army_does_one_thing() -> None:
    lines = ("move a", "b 6/6/0", "rally b")
    assert battle(*lines).misfits == ()
    assert "CC-TURN-2" in str(battle(*lines, headers="House = DEC-14=army\n").misfits[0])


def test_same_side() -> None:
    assert "on the same side" in str(battle("a9 b4").misfits[0])
