"""Several combats in a row, and fights to the break: 15.6 and 15.7, and every order of few cards."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.odds import naive
from cards.odds.tables import EN, FOOT, FR, FRESH, FULL, GUNS, HORSE, F, gone, meet
from deduce.cards.edition import Edition, edition_of
from deduce.cards.engine.combat import Fighter
from deduce.cards.engine.units import Arm
from deduce.cards.odds import sequences
from deduce.cards.odds.combat import combat_odds
from deduce.cards.odds.errors import OddsError
from deduce.cards.odds.packs import Deck, Packs, deck_of
from deduce.cards.odds.sequences import in_a_row, race
from deduce.cards.odds.stand import Body, Pairing, Stand, stand_of
from deduce.errors import OutOfReachError

LOT = 1000
MANY = stand_of([Body(0, FOOT, LOT), Body(1, FOOT, LOT)])
"""Two units of foot that nothing ever breaks."""


def after(
    stand: Stand, pairings: list[Pairing], packs: Packs = FRESH, rules: Edition = EN
) -> dict[tuple[tuple[int, int, int], ...], Fraction]:
    """How likely the units stand so, each in ranks, confused and lying dead."""
    found: dict[tuple[tuple[int, int, int], ...], Fraction] = {}
    for ending, chance in in_a_row(stand, pairings, packs, rules).items():
        key = tuple((body.ranks, body.confused, body.dead) for body in ending.stand.bodies)
        found[key] = found.get(key, F(0)) + chance
    assert sum(found.values()) == 1
    return found


def kills(bonus: int, combats: int) -> dict[int, Fraction]:
    """How likely so many men of the attacked unit are dead after so many combats."""
    found: dict[int, Fraction] = {}
    for units, chance in after(MANY, [Pairing(0, 1, target_bonus=bonus)] * combats).items():
        found[units[1][2]] = found.get(units[1][2], F(0)) + chance
    return found


# --- 15.6 --------------------------------------------------------------------------------------------


def test_cc_deck_1_cards_are_not_put_back() -> None:
    won = {combats: after(MANY, [Pairing(0, 1)] * combats) for combats in (1, 2, 3)}
    mine = dict.fromkeys(won, (LOT, 0, 0))
    two, three = won[2][mine[2], (LOT - 5, 3, 2)], won[3][mine[3], (LOT - 9, 6, 3)]
    assert (two, three) == (F(7094, 33813), F(1058, 11271))
    assert two / won[1][mine[1], (LOT - 2, 1, 1)] == F(3547, 7803)
    # One win and one loss, in either order.
    assert won[2][(LOT - 2, 1, 1), (LOT - 2, 1, 1)] == 2 * F(7312, 33813)
    assert won[2][(LOT - 5, 3, 2), (LOT - 5, 3, 2)] == F(67, 11271)
    covered = {combats: after(MANY, [Pairing(0, 1, target_bonus=3)] * combats) for combats in (2, 3)}
    assert covered[2][(LOT, 0, 0), (LOT - 5, 3, 2)] == F(10055, 146523)
    assert covered[3][(LOT, 0, 0), (LOT - 9, 6, 3)] == F(361, 21125)


def test_cc_kill_2_kills_and_confused_in_several_combats() -> None:
    assert kills(0, 2) == {0: F(7094, 33813), 1: F(17024, 33813), 2: F(9695, 33813)}
    assert kills(0, 3) == {0: F(1058, 11271), 1: F(3920, 11271), 2: F(4592, 11271), 3: F(567, 3757)}
    confused = {0: 0, 1: 1, 2: 3, 3: 6}
    for bonus, combats, mean in (
        (0, 2, F(46109, 33813)),
        (0, 3, F(27902, 11271)),
        (3, 2, F(110495, 146523)),
        (3, 3, F(62810, 48841)),
    ):
        assert sum(confused[number] * chance for number, chance in kills(bonus, combats).items()) == mean


def test_cc_comb_3_two_units_on_one() -> None:
    stand = stand_of([Body(0, FOOT, 9), Body(0, FOOT, 9), Body(1, FOOT, 9)])
    found: dict[tuple[int, int, int], Fraction] = {}
    for units, chance in after(stand, [Pairing(0, 2), Pairing(1, 2)]).items():
        found[units[2]] = found.get(units[2], F(0)) + chance
    assert found == {(9, 0, 0): F(7094, 33813), (7, 1, 1): F(17024, 33813), (4, 3, 2): F(9695, 33813)}


@pytest.mark.parametrize(("men", "broken"), [(8, 638), (9, 638), (10, 638), (11, 0)])
def test_cc_spec_4_front_and_flank_in_either_order(men: int, broken: int) -> None:
    stand = stand_of([Body(0, FOOT, 9), Body(0, HORSE, 9), Body(1, FOOT, men)])
    front, flank = Pairing(0, 2), Pairing(1, 2, flank=True)
    for order in ([front, flank], [flank, front]):
        found = after(stand, order)
        assert sum(chance for units, chance in found.items() if not units[2][0]) == F(broken, 2601)


def test_cc_comb_8_ten_against_ten_after_two() -> None:
    stand = stand_of([Body(0, FOOT, 10), Body(1, FOOT, 10)])
    one, two, none = (8, 1, 1), (5, 3, 2), (10, 0, 0)
    assert after(stand, [Pairing(0, 1)] * 2) == {
        (one, one): F(14624, 33813),
        (two, none): F(7094, 33813),
        (none, two): F(7094, 33813),
        (two, one): F(800, 11271),
        (one, two): F(800, 11271),
        (two, two): F(67, 11271),
    }


def test_two_cards_left() -> None:
    """15.2: over both of the last two combats."""
    packs = Packs.of(deck_of([9, 4]), deck_of([10, 4]))
    assert after(MANY, [Pairing(0, 1)] * 2, packs) == {
        ((LOT - 2, 1, 1), (LOT - 2, 1, 1)): F(1, 2),
        ((LOT - 5, 3, 2), (LOT - 2, 1, 1)): F(1, 2),
    }


# --- 15.7 --------------------------------------------------------------------------------------------


def test_cc_eng_1_foot_to_the_break() -> None:
    fight = race(meet(Fighter(FOOT, 10), Fighter(FOOT, 10)), FRESH, EN)
    assert fight.starter_breaks == fight.target_breaks == F(115608076180797497, 237174099940732500)
    assert fight.both_break == F(2978973789568753, 118587049970366250)
    assert fight.undecided == 0
    lengths = {combats: round(float(chance), 6) for combats, chance in fight.lengths.items()}
    assert lengths == {4: 0.156935, 5: 0.303289, 6: 0.337224, 7: 0.202552}
    assert round(float(fight.mean), 6) == 5.585392
    twelve = race(meet(Fighter(FOOT, 12), Fighter(FOOT, 12)), FRESH, EN)
    assert (twelve.starter_breaks, twelve.lengths) == (fight.starter_breaks, fight.lengths)


def test_cc_spec_3_cavalry_to_the_break() -> None:
    fight = race(meet(Fighter(HORSE, 10), Fighter(FOOT, 10)), FRESH, EN)
    chances = (fight.starter_breaks, fight.target_breaks, fight.both_break, fight.mean)
    assert tuple(round(float(chance), 6) for chance in chances) == (0.313367, 0.662899, 0.023734, 4.619681)


@pytest.mark.parametrize(
    ("arm", "needed"),
    [
        (FOOT, {1: (1, 2), 2: (3, 5), 3: (6, 9), 4: (10, 14), 5: (15, 20)}),
        (HORSE, {1: (1, 3), 2: (4, 7), 3: (8, 12)}),
    ],
)
def test_cc_kill_2_kills_that_empty_the_ranks(arm: Arm, needed: dict[int, tuple[int, int]]) -> None:
    """With kings against aces the attacker always wins."""
    packs = Packs.of((*(0,) * 12, 9), (9, *(0,) * 12))
    for combats, (low, high) in needed.items():
        for men in range(low, high + 1):
            fight = race(meet(Fighter(arm, 50), Fighter(FOOT, men)), packs, EN)
            assert (fight.target_breaks, fight.lengths) == (1, {combats: 1})


def test_a_mob_is_in_no_race() -> None:
    with pytest.raises(OddsError, match="both units need men in ranks"):
        race(meet(Fighter(FOOT, 10), Fighter(FOOT, 0)), FRESH, EN)


def test_a_race_may_outlast_the_packs() -> None:
    packs = Packs.of(deck_of([9, 4]), deck_of([9, 4]))
    fight = race(meet(Fighter(FOOT, 10), Fighter(FOOT, 10)), packs, EN)
    assert (fight.undecided, fight.lengths) == (1, {2: 1})


# --- Every order of few cards ------------------------------------------------------------------------

DECKS = st.lists(st.integers(1, 13), min_size=4, max_size=6).map(deck_of)
BODIES = st.builds(Body, st.just(0), st.sampled_from(tuple(Arm)), st.integers(1, 12), st.integers(0, 2))
BONUSES = st.sampled_from((0, 3))


@st.composite
def rows(draw: st.DrawFn) -> tuple[Stand, list[Pairing]]:
    """Units of both sides and up to three combats between them, started by either side."""
    mine = draw(st.lists(BODIES, min_size=1, max_size=2))
    theirs = [body._replace(side=1) for body in draw(st.lists(BODIES, min_size=1, max_size=2))]
    bodies = [*mine, *theirs]
    pairs = [(one, len(mine) + other) for one in range(len(mine)) for other in range(len(theirs))]
    engaged = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=2))
    dead = {number: draw(st.integers(0, 2)) for pair in engaged for number in pair}
    bodies = [body._replace(dead=dead.get(number, 0)) for number, body in enumerate(bodies)]
    bonus = draw(BONUSES)
    same = draw(st.booleans())
    pairings = []
    for _ in range(draw(st.integers(1, 3))):
        pair = draw(st.sampled_from(pairs))
        if draw(st.booleans()) and not same:
            pair = pair[::-1]
        target = bodies[pair[1]]
        helps = (bonus if same else draw(BONUSES)) if target.arm is not HORSE else 0
        pairings.append(Pairing(*pair, flank=draw(st.booleans()), target_bonus=helps))
    return stand_of(bodies, engaged), pairings


def same_endings(stand: Stand, pairings: list[Pairing], decks: tuple[Deck, Deck], rules: Edition) -> None:
    ours: dict[tuple[naive.State, int], Fraction] = {}
    for ending, chance in in_a_row(stand, pairings, Packs.of(*decks), rules).items():
        state = tuple((body.ranks, body.confused, body.dead) for body in ending.stand.bodies)
        ours[state, ending.combats] = ours.get((state, ending.combats), F(0)) + chance
    assert ours == naive.in_a_row(stand, pairings, rules, decks)


@settings(max_examples=20)
@given(row=rows(), first=DECKS, second=DECKS, rules=st.sampled_from((FR, EN)))
def test_every_order_of_few_cards(
    row: tuple[Stand, list[Pairing]], first: Deck, second: Deck, rules: Edition
) -> None:
    same_endings(*row, (first, second), rules)


@pytest.mark.parametrize("arms", [(FOOT, HORSE), (GUNS, FOOT), (FOOT, GUNS), (GUNS, GUNS)], ids="-".join)
@pytest.mark.parametrize("rules", [FR, EN], ids=lambda rules: rules.name)
def test_six_cards_three_combats(arms: tuple[Arm, Arm], rules: Edition) -> None:
    stand = stand_of([Body(0, arms[0], 12), Body(1, arms[1], 11)])
    decks = deck_of([1, 4, 4, 7, 10, 13]), deck_of([2, 3, 6, 7, 11, 13])
    same_endings(stand, [Pairing(0, 1)] * 3, decks, rules)
    same_endings(stand, [Pairing(0, 1, target_bonus=0 if arms[1] is HORSE else 3)] * 3, decks, rules)
    same_endings(stand, [Pairing(0, 1, flank=True), Pairing(1, 0), Pairing(0, 1)], decks, rules)


@settings(max_examples=20)
@given(first=DECKS, second=DECKS, arms=st.tuples(*[st.sampled_from(tuple(Arm))] * 2), bonus=BONUSES)
def test_both_ways_of_counting_agree(first: Deck, second: Deck, arms: tuple[Arm, Arm], bonus: int) -> None:
    """The sweep over the ranks and the arrays over what can have been drawn."""
    stand = stand_of([Body(0, arms[0], 14), Body(1, arms[1], 14)])
    pairings = [Pairing(0, 1, target_bonus=bonus)] * 4
    swept = in_a_row(stand, pairings, Packs.of(first, second), EN)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sequences, "_kinds", lambda *_: None)
        assert in_a_row(stand, pairings, Packs.of(first, second), EN) == swept


@settings(max_examples=20)
@given(first=DECKS, second=DECKS, whole=DECKS, again=st.integers(0, 5))
def test_cc_deck_2_both_ways_of_counting_agree_over_shuffles(
    first: Deck, second: Deck, whole: Deck, again: int
) -> None:
    size = min(sum(first), sum(second))
    equal = [deck_of(naive.cards_of(deck)[:size]) for deck in (first, second)]
    packs = Packs.of(*equal, full=(whole, whole), again=again)
    swept = in_a_row(MANY, [Pairing(0, 1)] * 4, packs, EN)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sequences, "_kinds", lambda *_: None)
        assert in_a_row(MANY, [Pairing(0, 1)] * 4, packs, EN) == swept


@given(first=DECKS, second=DECKS, bonus=BONUSES)
def test_every_future_combat_has_the_odds_of_the_next(first: Deck, second: Deck, bonus: int) -> None:
    """15.12: as long as its cards are not seen."""
    packs = Packs.of(first, second)
    odds = combat_odds(meet(Fighter(FOOT, LOT), Fighter(FOOT, LOT), bonus=(0, bonus)), packs, EN)
    lost = [F(0)]
    for combats in (1, 2, 3, 4):
        endings = in_a_row(MANY, [Pairing(0, 1, target_bonus=bonus)] * combats, packs, EN)
        lost.append(sum((ending.stand.bodies[1].dead * chance for ending, chance in endings.items()), F(0)))
    assert {now - before for before, now in pairwise(lost)} == {odds.win + odds.tie}


# --- Shuffles, mixtures, other packs -----------------------------------------------------------------


def test_cc_deck_2_a_pack_that_ends_is_shuffled() -> None:
    """After the last card both packs are fresh again, and all memory of them is void."""
    last = Packs.of(deck_of([13]), deck_of([2]), full=(FULL, FULL))
    found = after(MANY, [Pairing(0, 1)] * 3, last)
    fresh = after(stand_of([Body(0, FOOT, LOT), Body(1, FOOT, LOT - 2, 1, 1)], [(0, 1)]), [Pairing(0, 1)] * 2)
    assert found == fresh
    assert kills(0, 2)[0] == found[(LOT - 5, 3, 2), (LOT - 2, 1, 1)]


def test_dec_2_other_shuffles() -> None:
    both = {"full": (FULL, FULL)}
    always = Packs.of(FULL, FULL, again=52, **both)  # type: ignore[arg-type] - two packs
    assert after(MANY, [Pairing(0, 1)] * 2, always)[(LOT, 0, 0), (LOT - 5, 3, 2)] == F(6, 13) ** 2
    never = Packs.of(deck_of([13]), deck_of([2]), again=None, **both)  # type: ignore[arg-type] - two packs
    endings = in_a_row(MANY, [Pairing(0, 1)] * 3, never, EN)
    assert {ending.combats for ending in endings} == {1}
    early = Packs.of(deck_of([13, 13]), deck_of([2, 2]), again=1, **both)  # type: ignore[arg-type] - two packs
    one = stand_of([Body(0, FOOT, LOT), Body(1, FOOT, LOT - 2, 1, 1)], [(0, 1)])
    assert after(MANY, [Pairing(0, 1)] * 2, early) == after(one, [Pairing(0, 1)])


def test_packs_of_different_sizes_reach_to_the_shuffle() -> None:
    uneven = Packs.of(deck_of([13]), FULL, full=(FULL, FULL))
    assert sum(after(MANY, [Pairing(0, 1)], uneven).values()) == 1
    assert sum(after(MANY, [Pairing(0, 1)] * 2, uneven).values()) == 1
    with pytest.raises(
        OutOfReachError, match="packs that are not equally large, are followed for 4 in a row"
    ):
        in_a_row(MANY, [Pairing(0, 1)] * 5, uneven, EN)
    # The first pack is fresh again for the second combat, the other has lost the card that it had.
    two = Packs.of(deck_of([13]), deck_of([2, 9, 12]), full=(deck_of([5, 11]), FULL))
    lost = after(MANY, [Pairing(0, 1)] * 2, two)
    # Two wins: king first; then 5 over 2, or jack over 2 or 9, each card of two left by then.
    assert lost[(LOT, 0, 0), (LOT - 5, 3, 2)] == F(1, 2) * F(1, 3) + F(1, 2) * F(2, 3)


@given(first=DECKS, second=DECKS)
def test_a_missed_card_changes_no_sequence(first: Deck, second: Deck) -> None:
    """15.12: packs of which a card was missed against the packs with that card still in them."""
    cases = [
        (count * other, _less(first, mine), _less(second, theirs))
        for mine, count in enumerate(first)
        for theirs, other in enumerate(second)
        if count and other
    ]
    pairings = [Pairing(0, 1)] * 3
    assert in_a_row(MANY, pairings, Packs.mixed(cases), EN) == in_a_row(
        MANY, pairings, Packs.of(first, second), EN
    )


def _less(deck: Deck, index: int) -> Deck:
    return (*deck[:index], deck[index] - 1, *deck[index + 1 :])


def test_cc_comb_5_a_house_may_value_its_cards_otherwise() -> None:
    """Court cards that all count ten: three ranks of one value share their ties."""
    rules = edition_of("en", "card.values=1 2 3 4 5 6 7 8 9 10 10 10 10")
    assert len(set(rules.table("card.values"))) == 10
    stand = stand_of([Body(0, FOOT, 12), Body(1, GUNS, 12)])
    decks = deck_of([9, 10, 11, 12, 13]), deck_of([8, 10, 12, 13, 13])
    same_endings(stand, [Pairing(0, 1)] * 3, decks, rules)
    same_endings(stand, [Pairing(0, 1)] * 3, (decks[1], decks[0]), rules)


def test_combats_of_different_kinds_have_an_end() -> None:
    stand = stand_of([Body(0, FOOT, 50), Body(1, FOOT, 50)])
    pairings = [Pairing(0, 1), Pairing(0, 1, target_bonus=3)] * 3
    with pytest.raises(OutOfReachError, match="are followed for 4 in a row"):
        in_a_row(stand, pairings, FRESH, EN)
    assert sum(in_a_row(stand, pairings[:3], FRESH, EN).values()) == 1


def test_gone_cards_count_in_sequences_too() -> None:
    """All kings and queens of the one, all aces and twos of the other are gone: fewer wins in a row."""
    packs = gone((13,) * 4 + (12,) * 4, (1,) * 4 + (2,) * 4)
    won = after(MANY, [Pairing(0, 1)] * 2, packs)[(LOT, 0, 0), (LOT - 5, 3, 2)]
    assert won < F(7094, 33813)
    assert won < F(36, 121) ** 2


def test_cc_deck_2_missed_cards_bring_the_shuffle_nearer() -> None:
    """Of three cards one was missed: two combats until the shuffle, each with the odds of all three."""
    both = {"full": (FULL, FULL), "missed": (1, 1)}
    cases = [(1, deck_of([7, 9, 13]), deck_of([2, 7, 12]))]
    packs = Packs.mixed(cases, **both)  # type: ignore[arg-type] - what is said of both
    assert (packs.left, packs.until_shuffled) == ((2, 2), 2)
    two, three = (after(MANY, [Pairing(0, 1)] * combats, packs) for combats in (2, 3))
    assert two == after(MANY, [Pairing(0, 1)] * 2, Packs.mixed(cases))
    fresh: dict[tuple[tuple[int, int, int], ...], Fraction] = {}
    for units, chance in two.items():
        bodies = [Body(side, FOOT, *unit) for side, unit in enumerate(units)]
        for last, then in after(stand_of(bodies, [(0, 1)]), [Pairing(0, 1)]).items():
            fresh[last] = fresh.get(last, F(0)) + chance * then
    assert three == fresh
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sequences, "_kinds", lambda *_: None)
        assert after(MANY, [Pairing(0, 1)] * 3, packs) == three
    last = Packs.mixed([(1, deck_of([7]), deck_of([2]))], **both)  # type: ignore[arg-type] - what is said of both
    assert (last.cases[0][1:], last.missed) == ((FULL, FULL), (0, 0))
    with pytest.raises(OddsError, match="more cards were missed than the packs have"):
        Packs.mixed(cases, missed=(4, 0))
