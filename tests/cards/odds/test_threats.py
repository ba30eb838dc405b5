"""What the enemy can break in his next turn, and rallying: section 15.9."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.odds.tables import EN, FOOT, FR, FRESH, GUNS, HORSE, F, gone
from deduce.cards.edition import edition_of
from deduce.cards.odds.errors import OddsError
from deduce.cards.odds.packs import deck_of
from deduce.cards.odds.sequences import in_a_row
from deduce.cards.odds.stand import Body, Pairing, stand_of
from deduce.cards.odds.threats import broken_after, rallied, rally_or_not, rally_schedule, threat

SHAKEN = stand_of([Body(0, FOOT, 3, 5), Body(1, HORSE, 8)])
"""The own foot of 15.9, and the cavalry that can charge it."""
CHARGE = Pairing(1, 0)


# --- Rallying ----------------------------------------------------------------------------------------


def test_cc_ral_1_rally_or_be_charged() -> None:
    front = rally_or_not(SHAKEN, 0, 0, [CHARGE], FRESH, EN)
    assert front == (3, F(6, 13), 0)
    flank = rally_or_not(SHAKEN, 0, 0, [CHARGE._replace(flank=True)], FRESH, EN)
    assert flank == (3, F(6, 13), F(6, 13))
    assert rallied(SHAKEN, 0, 0, EN).bodies[0] == Body(0, FOOT, 6, 2)


@pytest.mark.parametrize(
    ("men", "helpers", "expected"),
    [
        ((3, 7), (0, 0), [(6, 4), (10, 0)]),
        ((3, 7), (1, 1), [(7, 3), (10, 0)]),
        ((1, 11), (0, 0, 0, 0), [(2, 10), (4, 8), (8, 4), (12, 0)]),
        ((0, 8), (1, 1, 1, 1), [(1, 7), (3, 5), (7, 1), (8, 0)]),
        ((0, 8), (1, 0, 0, 0), [(1, 7), (2, 6), (4, 4), (8, 0)]),
        ((0, 4), (1, 1, 1), [(1, 3), (3, 1), (4, 0)]),
        ((0, 4), (0,), [(0, 4)]),
        ((5, 0), (1,), [(5, 0)]),
    ],
)
def test_cc_ral_1_cc_ral_4_schedules(
    men: tuple[int, int], helpers: tuple[int, ...], expected: list[tuple[int, int]]
) -> None:
    assert rally_schedule(*men, helpers, EN) == rally_schedule(*men, helpers, FR) == expected


def test_dec_28_dec_30_schedules_of_other_houses() -> None:
    assert rally_schedule(0, 8, (1,), edition_of("en", "DEC-28=all")) == [(8, 0)]
    assert rally_schedule(3, 7, (2,), edition_of("en", "DEC-30=each")) == [(8, 2)]


# --- Threats -----------------------------------------------------------------------------------------


def test_a_threat_that_is_asked_again_is_not_worked_out_again() -> None:
    found = threat(SHAKEN, 0, [CHARGE], FRESH, EN)
    assert threat(SHAKEN, 0, (CHARGE,), FRESH, EN) is found
    assert threat(SHAKEN, 0, [CHARGE], FRESH, FR) is not found
    assert threat(SHAKEN, 0, [CHARGE], FRESH, EN, shots=1) != found


def test_cc_eng_1_one_enemy_breaks_a_unit_or_not() -> None:
    assert threat(SHAKEN, 0, [CHARGE], FRESH, EN).breaks == F(6, 13)
    assert threat(SHAKEN, 0, [], FRESH, EN).breaks == 0


def test_cc_comb_3_several_enemies_in_their_best_order() -> None:
    """15.6: foot in front and cavalry on the flank of 8 to 10 men, started by the second side."""
    for men, broken in ((8, 638), (10, 638), (11, 0)):
        stand = stand_of([Body(0, FOOT, men), Body(1, FOOT, 9), Body(1, HORSE, 9)])
        attacks = [Pairing(1, 0), Pairing(2, 0, flank=True)]
        found = threat(stand, 0, attacks, FRESH, EN)
        assert found.breaks == F(broken, 2601)
        assert found.breaks >= max(
            broken_after(stand, 0, order, FRESH, EN) for order in (attacks, attacks[::-1])
        )


def test_cc_fire_4_shots_before_the_combats() -> None:
    stand = stand_of([Body(0, FOOT, 5, 1, 1), Body(1, FOOT, 10)], [(0, 1)])
    assert threat(stand, 0, [Pairing(1, 0)], FRESH, EN).breaks == 0
    assert threat(stand, 0, [Pairing(1, 0)], FRESH, EN, shots=1).breaks == F(7, 13)
    last = stand_of([Body(0, GUNS, 1, 2), Body(1, FOOT, 10)])
    assert threat(last, 0, [Pairing(1, 0)], FRESH, EN, shots=1).breaks == 1


def test_a_threat_is_to_one_unit() -> None:
    with pytest.raises(OddsError, match="combats against the unit that was asked for"):
        threat(SHAKEN, 0, [Pairing(0, 1)], FRESH, EN)


def test_charging_before_the_enemy_does() -> None:
    """The own combat of this turn and his charge of the next, from the same packs."""
    packs = gone((13, 13, 12), (2, 2, 5))
    both = [Pairing(0, 1), CHARGE]
    broken = broken_after(SHAKEN, 0, both, packs, EN)
    endings = in_a_row(SHAKEN, both, packs, EN)
    assert broken == sum(chance for ending, chance in endings.items() if not ending.stand.bodies[0].ranks)
    assert broken > threat(SHAKEN, 0, [CHARGE], packs, EN).breaks


# --- Draws, by an outside judge ----------------------------------------------------------------------

DECKS = st.lists(st.integers(1, 13), min_size=6, max_size=30).map(deck_of)


@settings(max_examples=25)
@given(first=DECKS, combats=st.integers(1, 4))
def test_draws_are_multivariate_hypergeometric(first: tuple[int, ...], combats: int) -> None:
    """What can have been drawn from a pack after some combats, as scipy has it."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    from deduce.cards.odds.layers import Grid
    from deduce.cards.odds.packs import Packs

    grid = Grid(Packs.of(first, first), combats, 1)
    draws = grid._sides[0]
    total = 0.0
    for left, ways in zip(draws.left[-1], draws.ways[combats - 1], strict=True):
        drawn = [before - now for before, now in zip(first, left[0], strict=True)]
        orders = 1
        for place in range(combats - 1):
            orders *= place + 1
        for count in drawn:
            for place in range(count):
                orders //= place + 1
        chance = ways[0] * orders
        for place in range(combats - 1):
            chance /= sum(first) - place
        judged = stats.multivariate_hypergeom.pmf(drawn, first, combats - 1) if combats > 1 else 1.0
        assert chance == pytest.approx(judged, rel=1e-9)
        total += chance
    assert total == pytest.approx(1)
