"""The odds of one combat: every table of section 15 about them, and what holds for all."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.odds.tables import EN, FOOT, FR, FRESH, FULL, GUNS, HORSE, F, gone, meet
from deduce.cards.edition import Edition, edition_of
from deduce.cards.engine.combat import Fighter, Meeting, Result
from deduce.cards.engine.units import Arm
from deduce.cards.odds.combat import combat_odds, count_is_worth
from deduce.cards.odds.errors import OddsError
from deduce.cards.odds.packs import Deck, Packs, deck_of
from deduce.cards.odds.worth import Weights

BIG = Fighter(FOOT, 1000)


def odds_of(packs: Packs, bonus: tuple[int, int] = (0, 0)) -> tuple[Fraction, Fraction, Fraction]:
    """Win, tie, loss."""
    odds = combat_odds(meet(BIG, BIG, bonus=bonus), packs, EN)
    return odds.win, odds.tie, odds.loss


# --- 15.1, 15.2 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bonus", "expected"),
    [
        ((0, 0), (F(6, 13), F(1, 13), F(6, 13))),
        ((3, 3), (F(6, 13), F(1, 13), F(6, 13))),
        ((0, 3), (F(45, 169), F(10, 169), F(114, 169))),
        ((3, 0), (F(114, 169), F(10, 169), F(45, 169))),
    ],
)
def test_cc_comb_5_fresh_packs(bonus: tuple[int, int], expected: tuple[Fraction, ...]) -> None:
    assert odds_of(FRESH, bonus) == expected


@pytest.mark.parametrize("card", range(1, 14))
def test_cc_comb_6_my_card_against_a_fresh_pack(card: int) -> None:
    mine = Packs.of(deck_of([card]), FULL)
    assert odds_of(mine)[:2] == (F(card - 1, 13), F(1, 13))
    assert odds_of(mine, (0, 3))[:2] == (F(max(0, card - 4), 13), F(int(card >= 4), 13))
    assert odds_of(mine, (3, 0))[:2] == (F(min(13, card + 2), 13), F(int(card <= 10), 13))


KINGS_QUEENS = (13,) * 4 + (12,) * 4
ACES_TWOS = (1,) * 4 + (2,) * 4


@pytest.mark.parametrize(
    ("mine", "theirs", "bonus", "expected"),
    [
        ((13, 13, 12), (2, 2, 5), (0, 0), (F(997, 2401), F(184, 2401), F(1220, 2401))),
        ((13, 13, 12), (2, 2, 5), (0, 3), (F(541, 2401), F(136, 2401), F(1724, 2401))),
        ((13, 13, 12), (2, 2, 5), (3, 0), (F(1529, 2401), F(156, 2401), F(716, 2401))),
        (KINGS_QUEENS, ACES_TWOS, (0, 0), (F(36, 121), F(9, 121), F(76, 121))),
        (KINGS_QUEENS, ACES_TWOS, (0, 3), (F(15, 121), F(6, 121), F(100, 121))),
        ((1, 1, 2, 3), (13, 12, 12, 11), (0, 0), (F(305, 576), F(11, 144), F(227, 576))),
        ((1, 1, 2, 3), (13, 12, 12, 11), (0, 3), (F(5, 16), F(5, 72), F(89, 144))),
        ((1,) * 4, (13,) * 4, (0, 0), (F(13, 24), F(11, 144), F(55, 144))),
        ((13,), (2,), (0, 0), (F(1157, 2601), F(200, 2601), F(1244, 2601))),
    ],
)
def test_cc_deck_1_after_known_cards(
    mine: tuple[int, ...], theirs: tuple[int, ...], bonus: tuple[int, int], expected: tuple[Fraction, ...]
) -> None:
    assert odds_of(gone(mine, theirs), bonus) == expected


def test_cc_deck_1_few_cards_left() -> None:
    two = Packs.of(deck_of([9, 4]), deck_of([10, 4]))
    assert odds_of(two) == (F(1, 4), F(1, 4), F(1, 2))
    assert odds_of(two, (0, 3)) == (F(1, 4), 0, F(3, 4))
    assert odds_of(Packs.of(deck_of([5]), deck_of([2])), (0, 3)) == (0, 1, 0)
    assert odds_of(Packs.of(deck_of([11, 12, 13]), FULL), (3, 0)) == (1, 0, 0)


def test_without_cards_there_are_no_odds() -> None:
    with pytest.raises(OddsError, match="no card is left in one of the packs"):
        odds_of(Packs.of((0,) * 13, FULL))


# --- 15.3 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arm", "flank", "bonus", "edition", "means"),
    [
        (FOOT, False, 0, EN, (F(7, 13), F(14, 13), F(21, 13))),
        (FOOT, True, 0, EN, (F(31, 13), F(38, 13), F(45, 13))),
        (HORSE, False, 0, EN, (F(1), F(20, 13), F(27, 13))),
        (HORSE, True, 0, EN, (F(37, 13), F(44, 13), F(51, 13))),
        (GUNS, False, 0, FR, (F(475, 169), F(488, 169), F(501, 169))),
        (GUNS, False, 0, EN, (F(320, 169), F(333, 169), F(346, 169))),
        (GUNS, True, 0, FR, (F(787, 169), F(800, 169), F(813, 169))),
        (GUNS, True, 0, EN, (F(632, 169), F(645, 169), F(658, 169))),
        (FOOT, False, 3, EN, (F(55, 169), F(110, 169), F(165, 169))),
        (HORSE, False, 3, EN, (F(100, 169), F(155, 169), F(210, 169))),
        (GUNS, False, 3, FR, (F(281, 169), F(291, 169), F(301, 169))),
        (GUNS, False, 3, EN, (F(198, 169), F(16, 13), F(218, 169))),
    ],
)
def test_cc_kill_2_cc_spec_1_to_4_expected_losses(
    arm: Arm, flank: bool, bonus: int, edition: Edition, means: tuple[Fraction, ...]
) -> None:
    for dead, mean in enumerate(means):
        meeting = meet(Fighter(arm, 1000), Fighter(FOOT, 1000, dead), flank=flank, bonus=(0, bonus))
        odds = combat_odds(meeting, FRESH, edition)
        assert odds.confused(of_target=True) == mean
        assert odds.killed(of_target=True) == (F(55, 169) if bonus else F(7, 13))
        if not bonus:
            assert (odds.killed(of_target=False), odds.confused(of_target=False)) == (F(7, 13), F(7, 13))


# --- 15.4, 15.5 --------------------------------------------------------------------------------------


def test_cc_comb_7_cc_comb_8_joint_losses() -> None:
    odds = combat_odds(meet(BIG, BIG), FRESH, EN)
    assert odds.joint == {(0, 0, 1, 1): F(6, 13), (1, 1, 0, 0): F(6, 13), (1, 1, 1, 1): F(1, 13)}


@pytest.mark.parametrize(
    ("men", "confused", "broken"), [(9, 6, F(0)), (5, 4, F(6, 13)), (7, 6, F(6, 13)), (8, 6, F(0))]
)
def test_cc_spec_3_cc_spec_4_cavalry_on_the_flank(men: int, confused: int, broken: Fraction) -> None:
    odds = combat_odds(meet(Fighter(HORSE, 8), Fighter(FOOT, men), flank=True), FRESH, EN)
    assert odds.joint == {(0, 0, 1, confused): F(6, 13), (1, 1, 0, 0): F(6, 13), (1, 1, 1, 1): F(1, 13)}
    assert odds.breaks(of_target=True) == broken
    assert odds.breaks(of_target=False) == 0
    if men == 5:
        assert odds.confused(of_target=True) == F(25, 13)


def test_cc_kill_4_gun_against_six_men() -> None:
    meeting = meet(Fighter(GUNS, 1000), Fighter(FOOT, 6))
    odds = combat_odds(meeting, FRESH, FR)
    hit = {confused: chance for (killed, confused), chance in odds.tolls(of_target=True).items() if killed}
    assert hit == {5: F(39, 169), 4: F(36, 169), 3: F(2, 169), 2: F(1, 169), 1: F(13, 169)}
    assert odds.breaks(of_target=True) == F(3, 13)
    assert odds.loss == F(78, 169)
    odds = combat_odds(meeting, FRESH, EN)
    hit = {confused: chance for (killed, confused), chance in odds.tolls(of_target=True).items() if killed}
    assert hit == {5: F(17, 169), 4: F(46, 169), 3: F(9, 169), 2: F(5, 169), 1: F(1 + 13, 169)}
    assert odds.breaks(of_target=True) == F(17, 169)
    assert odds.falls_below(3, of_target=True) == F(17 + 46 + 9, 169)
    assert odds.left(of_target=True)[0] == F(17, 169)


@pytest.mark.parametrize(
    ("edition", "counts", "mean"),
    [
        (FR, (45, 13, 4, 5, 45, 7, 8, 9, 10, 11, 12), F(661, 169)),
        (EN, (45, 17, 11, 15, 58, 23), F(431, 169)),
    ],
)
def test_cc_spec_1_foot_against_a_gun_behind_a_wall(
    edition: Edition, counts: tuple[int, ...], mean: Fraction
) -> None:
    odds = combat_odds(meet(BIG, Fighter(GUNS, 1000), bonus=(0, 3)), FRESH, edition)
    found: dict[int, Fraction] = {}
    for (_, confused), chance in odds.tolls(of_target=False).items():
        found[confused] = found.get(confused, F(0)) + chance
    assert found == {confused: F(count, 169) for confused, count in enumerate(counts)}
    assert odds.confused(of_target=False) == mean


@pytest.mark.parametrize(
    ("edition", "bonus", "mean"),
    [
        (FR, (0, 0), F(77, 13)),
        (EN, (0, 0), F(307, 78)),
        (FR, (3, 0), F(217, 38)),
        (EN, (3, 0), F(421, 114)),
        (FR, (0, 3), F(271, 45)),
        (EN, (0, 3), F(188, 45)),
    ],
)
def test_cc_spec_2_confused_given_that_a_gun_wins(
    edition: Edition, bonus: tuple[int, int], mean: Fraction
) -> None:
    odds = combat_odds(meet(Fighter(GUNS, 1000), BIG, bonus=bonus), FRESH, edition)
    won = odds.mean(lambda effect: effect.target_confused if effect.result is Result.WON else 0)
    assert won / odds.win == mean


# --- 15.9: the value of one combat --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("starter", "target", "flank", "bonus", "edition", "worth"),
    [
        (BIG, BIG, False, 0, EN, F(0)),
        (Fighter(FOOT, 10), Fighter(FOOT, 8), False, 3, EN, F(-207, 338)),
        (Fighter(HORSE, 6), Fighter(FOOT, 10), False, 0, EN, F(3, 13)),
        (Fighter(HORSE, 6), Fighter(FOOT, 9), True, 0, EN, F(15, 13)),
        (Fighter(GUNS, 4), Fighter(FOOT, 10), False, 0, FR, F(443, 338)),
        (Fighter(GUNS, 4), Fighter(FOOT, 10), False, 0, EN, F(229, 338)),
    ],
)
def test_what_a_combat_is_worth(
    starter: Fighter, target: Fighter, flank: bool, bonus: int, edition: Edition, worth: Fraction
) -> None:
    odds = combat_odds(meet(starter, target, flank=flank, bonus=(0, bonus)), FRESH, edition)
    assert odds.worth() == worth
    if target == Fighter(FOOT, 10):
        broken = F(17, 169) if starter.arm is GUNS and edition is FR else F(0)
        assert odds.breaks(of_target=True) == broken


def test_the_count_of_cards_turns_the_advice_round() -> None:
    packs = gone(KINGS_QUEENS, ACES_TWOS)
    both = Fighter(HORSE, 10), Fighter(FOOT, 10)
    assert combat_odds(meet(*both), packs, EN).worth() == F(-42, 121)
    assert combat_odds(meet(*both, flank=True), packs, EN).worth() == F(30, 121)
    assert combat_odds(meet(*both), FRESH, EN).worth() > 0
    assert count_is_worth(meet(*both), packs, EN) == F(36, 121) + F(9, 242) - F(1, 2)
    assert count_is_worth(meet(*both), FRESH, EN) == 0


def test_weights_are_the_askers() -> None:
    odds = combat_odds(meet(Fighter(HORSE, 6), Fighter(FOOT, 5), flank=True), FRESH, EN)
    only_breaks = Weights(F(0), F(0), F(1))
    assert odds.worth(only_breaks) == F(6, 13)


def test_wiped_out_is_broken_with_nobody_confused() -> None:
    odds = combat_odds(meet(BIG, Fighter(FOOT, 1)), FRESH, EN)
    assert odds.wipes_out(0, of_target=True) == F(7, 13) == odds.breaks(of_target=True)
    assert odds.wipes_out(2, of_target=True) == 0
    assert combat_odds(meet(BIG, Fighter(FOOT, 2)), FRESH, EN).wipes_out(0, of_target=True) == 0
    # Where a lost combat kills two, two men can be gone at once.
    twice = combat_odds(meet(BIG, Fighter(FOOT, 2)), FRESH, edition_of("en", "combat.kills=2"))
    assert twice.wipes_out(0, of_target=True) == F(7, 13)


# --- Packs that are not fully known, and 15.12 --------------------------------------------------------

DECKS = st.lists(st.integers(1, 13), min_size=1, max_size=12).map(deck_of)
BONUSES = st.sampled_from((0, 3))
FIGHTERS = st.builds(Fighter, st.sampled_from(tuple(Arm)), st.integers(1, 14), st.integers(0, 3))
MEETINGS = st.builds(meet, FIGHTERS, FIGHTERS, flank=st.booleans(), bonus=st.tuples(BONUSES, BONUSES))
EDITIONS = st.sampled_from((FR, EN))


@given(meeting=MEETINGS, first=DECKS, second=DECKS, edition=EDITIONS)
def test_invariants_of_one_combat(meeting: Meeting, first: Deck, second: Deck, edition: Edition) -> None:
    """15.12: they add up; exchanging the sides exchanges win and loss; +3 never helps the other."""
    packs = Packs.of(first, second)
    odds = combat_odds(meeting, packs, edition)
    assert odds.win + odds.tie + odds.loss == 1 == sum(odds.joint.values())
    turned = meet(meeting.target, meeting.starter, bonus=(meeting.target.bonus, meeting.starter.bonus))
    back = combat_odds(turned, packs.turned(), edition)
    assert (back.win, back.tie, back.loss) == (odds.loss, odds.tie, odds.win)
    for of_target in (False, True):
        fighter = meeting.target if of_target else meeting.starter
        for killed, confused in odds.tolls(of_target=of_target):
            assert killed in {0, 1}
            assert 0 <= confused <= fighter.ranks - killed
    plain = combat_odds(meet(meeting.starter, meeting.target), packs, edition)
    helped = combat_odds(meet(meeting.starter, meeting.target, bonus=(3, 0)), packs, edition)
    assert helped.win >= plain.win
    assert helped.loss <= plain.loss


@given(deck=DECKS)
def test_equal_packs_are_even(deck: Deck) -> None:
    win, _, loss = odds_of(Packs.of(deck, deck))
    assert win == loss


@given(first=DECKS, second=DECKS, bonus=st.tuples(BONUSES, BONUSES))
def test_odds_are_a_martingale(first: Deck, second: Deck, bonus: tuple[int, int]) -> None:
    """15.12: the average of the odds over the next cards is what they are now, also for a missed card."""
    first, second = (
        tuple(count + (rank in {2, 9}) for rank, count in enumerate(deck)) for deck in (first, second)
    )
    cases = []
    average = [F(0)] * 3
    for mine, my_count in enumerate(first, 1):
        for theirs, their_count in enumerate(second, 1):
            if not my_count * their_count:
                continue
            left = (
                tuple(count - (rank == mine) for rank, count in enumerate(first, 1)),
                tuple(count - (rank == theirs) for rank, count in enumerate(second, 1)),
            )
            cases.append((my_count * their_count, *left))
            for place, chance in enumerate(odds_of(Packs.of(*left), bonus)):
                average[place] += chance * F(my_count * their_count, sum(first) * sum(second))
    assert tuple(average) == odds_of(Packs.of(first, second), bonus)
    assert odds_of(Packs.mixed(cases), bonus) == tuple(average)


def test_cc_deck_1_only_the_result_is_known() -> None:
    """15.8: both packs are coupled by what was seen of the combat."""
    for result, expected in (
        (1, (F(3547, 7803), F(200, 2601), F(3656, 7803))),
        (0, (F(400, 867), F(67, 867), F(400, 867))),
    ):
        cases = [
            (FULL[mine - 1] * FULL[theirs - 1], *gone((mine,), (theirs,)).cases[0][1:])
            for mine in range(1, 14)
            for theirs in range(1, 14)
            if (mine > theirs) - (mine < theirs) == result
        ]
        assert odds_of(Packs.mixed(cases)) == expected


@pytest.mark.parametrize(
    ("cases", "message"),
    [
        ([], "no pair of packs is possible"),
        ([(-1, FULL, FULL)], "weighs -1; give it a whole number above 0"),
        ([(1, FULL, FULL), (1, deck_of([1]), FULL)], "not equally large"),
        ([(1, (4,) * 12, FULL)], "13 counts from the ace to the king"),
        ([(1, (-1,) * 13, FULL)], "none below 0"),
    ],
)
def test_packs_that_cannot_be(cases: list[tuple[int, Deck, Deck]], message: str) -> None:
    with pytest.raises(OddsError, match=message):
        Packs.mixed(cases)


def test_a_card_that_is_not_left_cannot_go() -> None:
    with pytest.raises(OddsError, match="no k is left in the pack"):
        gone((13,) * 5, ())
