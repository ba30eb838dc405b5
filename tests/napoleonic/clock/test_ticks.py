"""The clock against one that counts every job down quarter by quarter, on random scripts of entries."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.battle import Battle
from deduce.tabletop.record import Record
from napoleonic.battles import record_of, shown
from napoleonic.clock.ticks import Ticks

UNITS = {"3": "column", "5": "line", "7": "skirmish"}
HEADERS = (
    "Play = {play}\n"
    "French = FR inf kind line regular formed ground open; 3 formation column; 5 formation line; 7 skirmish\n"
)
VERBS = st.sampled_from([
    "moved", "react", "surprised course", "surprised start", "adc hold", "adc harass", "melee", "free",
    "drop", "done", "forced !", "about takes 1 !", "about takes 2 !", "column takes 3 !", "line takes 1 !",
    "line takes ? !", "square takes 6 !", "line takes 0 !", "re-form takes 1 !", "re-form takes 2 !",
    "re-form takes ? !", "state disorder", "state disorganised",
])  # fmt: skip
LINES = st.one_of(
    st.sampled_from(["q", "h", "q", "h", "play quarters", "play halves"]),
    st.builds(lambda name, verb: f"{name} {verb}", st.sampled_from([*UNITS]), VERBS),
)


def agree(record: Record[Battle], ticks: Ticks, count: int) -> None:
    found = shown(record, count)
    assert found["moment"] == ticks.quarter
    assert (found["period"], found["half"], found["quarter"]) == (
        ticks.quarter // 4 + 1,
        ticks.quarter % 4 // 2 + 1,
        ticks.quarter % 4 + 1,
    )
    assert found["not_moved"] == ticks.waiting
    for name, unit in ticks.units.items():
        told = found["units"][name]
        facts = told["facts"]
        assert (facts["formation"], facts["state"], facts.get("order", "")) == (
            unit.formation,
            unit.state,
            unit.order,
        ), name
        free = ticks.free_in(name)
        assert told["free_from"] == (None if free is None else ticks.quarter + free)
        assert len(told["tasks"]) == len(unit.jobs)


def knows_the_same(battle: Battle, ticks: Ticks) -> None:
    """What the book is told of a unit by the clock, when it is asked what the unit may do."""
    for name, unit in ticks.units.items():
        facts = battle.facts(battle.bodies[name])
        assert facts["forced_before"] == unit.marches
        assert facts["reacting"] == ticks.is_reacting(name)
        assert facts["quarter"] == f"Q{ticks.quarter % 4 + 1}"


MARCHES = st.lists(
    st.one_of(
        st.sampled_from(["q", "h"]),
        st.builds(
            "{} {}".format,
            st.sampled_from([*UNITS]),
            st.sampled_from(["forced !", "forced !", "drop", "re-form takes 2 !", "react", "melee"]),
        ),
    ),
    min_size=10,
    max_size=60,
)


@given(MARCHES)
def test_nap_forced_3_marches_in_a_row_are_counted(lines: list[str]) -> None:
    ticks = Ticks(UNITS, "halves")
    for line in lines:
        ticks.do(line)
    record = record_of(*lines, headers=HEADERS.format(play="halves"))
    knows_the_same(record.now, ticks)
    agree(record, ticks, len(lines))


@given(st.sampled_from(["quarters", "halves"]), st.lists(LINES, max_size=25))
def test_the_clock_agrees_with_one_that_counts_down(play: str, lines: list[str]) -> None:
    record = record_of(*lines, headers=HEADERS.format(play=play))
    ticks = Ticks(UNITS, play)
    agree(record, ticks, 0)
    for count, line in enumerate(lines, 1):
        ticks.do(line)
        agree(record, ticks, count)
    knows_the_same(record.now, ticks)


@given(st.lists(LINES, max_size=15))
def test_a_half_is_its_quarters(lines: list[str]) -> None:
    """Nothing hangs on whether time passes at once, but who was forgotten meanwhile."""
    headers = HEADERS.format(play="halves")
    at_once = record_of(*lines, "h", headers=headers)
    before = shown(record_of(*lines, headers=headers))
    left = 2 - before["moment"] % 2
    step_by_step = record_of(*lines, *["q"] * left, headers=headers)
    assert shown(at_once) == shown(step_by_step)
