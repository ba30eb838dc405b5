"""Plans with leave to stop: section 15.9, every order of few cards, and an outside judge."""

from __future__ import annotations

import sys
from fractions import Fraction
from importlib.util import find_spec
from math import prod
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.odds import naive
from cards.odds.tables import EN, FOOT, FR, FRESH, FULL, GUNS, HORSE, SINGLE, F, gone, meet
from deduce.cards.edition import Edition
from deduce.cards.engine.combat import Fighter, Result
from deduce.cards.engine.ledger import Ledger
from deduce.cards.engine.units import Arm
from deduce.cards.odds import layers
from deduce.cards.odds.combat import combat_odds, table_of
from deduce.cards.odds.errors import OddsError
from deduce.cards.odds.goals import Breaking, Worth
from deduce.cards.odds.packs import Deck, Packs, deck_of
from deduce.cards.odds.plans import plan, plans
from deduce.cards.odds.sequences import in_a_row
from deduce.cards.odds.stand import Body, Pairing, Stand, fought, meeting_in, shot, stand_of
from deduce.cards.odds.worth import Weights
from deduce.errors import OutOfReachError

TWO_PAIRS = stand_of([Body(0, FOOT, 10), Body(0, FOOT, 10), Body(1, FOOT, 10), Body(1, FOOT, 10)])
APART = [Pairing(0, 2), Pairing(1, 3)]
"""Two combats on different enemies."""


# --- 15.9 --------------------------------------------------------------------------------------------


def test_cc_comb_9_two_even_combats_and_leave_to_stop() -> None:
    best = plan(TWO_PAIRS, APART, FRESH, EN)
    assert best.worth == F(109, 11271)
    assert plan(TWO_PAIRS, APART, Packs.of(SINGLE, SINGLE), EN).worth == F(25, 624)
    assert plan(TWO_PAIRS, APART[:1], FRESH, EN).worth == 0
    # All of it is the leave to stop.
    assert plan(TWO_PAIRS, APART, FRESH, EN, may_stop=False).worth == 0


def test_cc_comb_9_one_stops_after_a_bad_draw() -> None:
    """A high card gone from the own pack, and a low one from the other, is a bad draw, whoever won."""
    best = plan(TWO_PAIRS, APART, FRESH, EN)
    assert best.first is not None
    assert {branch.effect.result for branch in best.branches} == set(Result)
    going_on = F(0)
    for branch in best.branches:
        for (mine, theirs), then in branch.by_cards.items():
            # Even packs without these two: the next combat is worth it if the card gone was the lower.
            assert (then is not None) == (mine < theirs)
        assert sum(branch.then.values()) == branch.chance
        going_on += branch.chance - branch.then.get(None, F(0))
    assert going_on == best.goes_on == F(6, 13)


def test_cc_comb_3_on_the_same_enemy() -> None:
    stand = stand_of([Body(0, FOOT, 10), Body(0, FOOT, 10), Body(1, FOOT, 10)])
    assert plan(stand, [Pairing(0, 2), Pairing(1, 2)], FRESH, EN).worth == F(9695, 67626)


def test_cc_spec_3_foot_and_cavalry_in_either_order() -> None:
    stand = stand_of([Body(0, FOOT, 10), Body(0, HORSE, 10), Body(1, FOOT, 10)])
    best = plan(stand, [Pairing(0, 2), Pairing(1, 2)], FRESH, EN)
    assert best.worth == F(25301, 67626)
    assert [choice.worth for choice in best.choices] == [F(25301, 67626)] * 2


def test_cc_fire_4_shoot_first() -> None:
    """FIRE FIRST of 15.9: the dead man makes the next kill the third."""
    stand = stand_of([Body(0, FOOT, 10), Body(1, FOOT, 5, 1, 1)], [(0, 1)])
    now, shot_first = plans([stand, shot(stand, 1, EN)], [Pairing(0, 1)], FRESH, EN)
    assert shot_first.stand.bodies[1][2:5] == (4, 1, 2)
    assert now.tolls[1].breaks == 0
    assert shot_first.tolls[1].breaks == F(7, 13)
    assert shot_first.worth > now.worth
    # At an engaged unit that stands with somebody else the counter is the same one.
    held = stand_of([Body(0, FOOT, 10), Body(1, FOOT, 5, 1, 1)])
    assert shot(held, 1, EN).bodies[1][2:5] == (4, 1, 2)


def test_cc_fire_4_a_shot_at_a_free_unit_only_kills() -> None:
    stand = stand_of([Body(0, FOOT, 10), Body(1, FOOT, 5)])
    assert shot(stand, 1, EN).bodies[1][2:5] == (4, 0, 0)
    assert shot(stand_of([Body(0, FOOT, 10), Body(1, FOOT, 0, 5)]), 1, EN).bodies[1][2:5] == (0, 4, 0)
    with pytest.raises(OddsError, match="nobody of that unit is left"):
        shot(stand_of([Body(1, FOOT, 0)]), 0, EN)


def test_cc_fire_4_a_shot_can_end_an_engagement() -> None:
    stand = stand_of([Body(0, FOOT, 8, 1, 1), Body(1, FOOT, 1, 3, 2)], [(0, 1)])
    after = shot(stand, 1, EN)
    assert after.bodies == (Body(0, FOOT, 8, 1, 0), Body(1, FOOT, 0, 3, 0))
    assert not after.engaged


def test_cc_comb_7_nobody_fights_a_covered_unit_with_a_poor_pack() -> None:
    stand = stand_of([Body(0, FOOT, 10), Body(1, FOOT, 8)])
    best = plan(stand, [Pairing(0, 1, target_bonus=3)], FRESH, EN)
    assert (best.first, best.worth, best.branches) == (None, 0, ())
    assert best.choices[0].worth == F(-207, 338)
    assert plan(stand, [], FRESH, EN).worth == 0


# --- Every order of few cards ------------------------------------------------------------------------

DECKS = st.lists(st.integers(1, 13), min_size=3, max_size=6).map(deck_of)
ARMS = st.sampled_from(tuple(Arm))


@st.composite
def turns(draw: st.DrawFn, most: int = 3) -> tuple[Stand, list[Pairing]]:
    """Units of both sides, and the combats that one of them can start."""
    side = draw(st.integers(0, 1))
    starters, targets = (draw(st.integers(1, number)) for number in (most, 2))
    bodies = [
        Body(
            side if number < starters else 1 - side,
            draw(ARMS),
            draw(st.integers(1, 9)),
            draw(st.integers(0, 2)),
        )
        for number in range(starters + targets)
    ]
    pairs = [(one, starters + other) for one in range(starters) for other in range(targets)]
    engaged = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=3))
    busy = {number for pair in engaged for number in pair}
    for number, body in enumerate(bodies):
        held = draw(st.integers(0, 5)) == 0
        if held or number in busy:
            bodies[number] = body._replace(held=held, dead=draw(st.integers(0, 2)))
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, min_size=1, max_size=4))
    pairings = [
        Pairing(
            *pair,
            flank=draw(st.booleans()),
            target_bonus=draw(st.sampled_from((0, 3))) if bodies[pair[1]].arm is not HORSE else 0,
        )
        for pair in chosen
    ]
    return stand_of(bodies, engaged), pairings


@settings(max_examples=25)
@given(turn=turns(), first=DECKS, second=DECKS, rules=st.sampled_from((FR, EN)), may_stop=st.booleans())
def test_the_best_plan_by_trying_everything(
    turn: tuple[Stand, list[Pairing]], first: Deck, second: Deck, rules: Edition, may_stop: bool
) -> None:
    stand, pairings = turn
    side = stand.bodies[pairings[0].starter].side

    def gain(before: Ledger, now: Ledger) -> Fraction:
        return naive.worth_between(before, now, side)

    expected = naive.best_plan(stand, pairings, rules, (first, second), gain, may_stop=may_stop)
    assert plan(stand, pairings, Packs.of(first, second), rules, may_stop=may_stop).worth == expected


@settings(max_examples=20)
@given(turn=turns(), first=DECKS, second=DECKS)
def test_the_best_way_to_break_a_unit(turn: tuple[Stand, list[Pairing]], first: Deck, second: Deck) -> None:
    stand, pairings = turn
    number = pairings[0].target
    letter = naive.letters_of(stand)[number]

    def gain(before: Ledger, now: Ledger) -> Fraction:
        return F(int(bool(before.units[letter].ranks and not now.units[letter].ranks)))

    expected = naive.best_plan(stand, pairings, EN, (first, second), gain)
    best = plan(stand, pairings, Packs.of(first, second), EN, Breaking(number))
    assert best.worth == expected == best.tolls[number].breaks


@settings(max_examples=20)
@given(turn=turns(), first=DECKS, second=DECKS)
def test_what_a_plan_costs_adds_up_to_its_worth(
    turn: tuple[Stand, list[Pairing]], first: Deck, second: Deck
) -> None:
    """The worth is worked out backwards, the losses of each unit forwards."""
    stand, pairings = turn
    side = stand.bodies[pairings[0].starter].side
    best = plan(stand, pairings, Packs.of(first, second), EN)
    total = F(0)
    for body, toll in zip(stand.bodies, best.tolls, strict=True):
        lost = toll.killed + toll.confused / 2 + 2 * toll.breaks
        total += -lost if body.side == side else lost
    assert total == best.worth
    assert sum(branch.chance for branch in best.branches) == (best.first is not None)
    assert best.worth == max(0, *(choice.worth for choice in best.choices))


@given(turn=turns(most=1), first=DECKS, second=DECKS, rules=st.sampled_from((FR, EN)))
def test_a_plan_of_one_unit_is_the_best_of_its_combats(
    turn: tuple[Stand, list[Pairing]], first: Deck, second: Deck, rules: Edition
) -> None:
    stand, pairings = turn
    packs = Packs.of(first, second)
    worths = []
    for pairing in pairings:
        starter, target = (stand.bodies[number] for number in pairing[:2])
        meeting = meet(
            Fighter(starter.arm, starter.ranks, starter.dead),
            Fighter(target.arm, target.ranks, target.dead),
            flank=pairing.flank,
            bonus=(0, pairing.target_bonus),
        )
        oriented = packs.turned() if starter.side else packs
        worths.append(combat_odds(meeting, oriented, rules).worth())
    best = plan(stand, pairings, packs, rules)
    assert best.worth == max(0, *worths)
    assert sorted(choice.worth for choice in best.choices) == sorted(worths)


@settings(max_examples=25)
@given(turn=turns(), first=DECKS, second=DECKS, data=st.data())
def test_what_to_do_after_any_cards(
    turn: tuple[Stand, list[Pairing]], first: Deck, second: Deck, data: st.DataObject
) -> None:
    """After the cards that came the plan goes on as if it were made anew then."""
    stand, left = turn
    side = stand.bodies[left[0].starter].side
    decks = [first, second]
    best = plan(stand, left, Packs.of(*decks), EN)
    cards: list[tuple[int, int]] = []
    then = best.first
    while then is not None:
        pair = tuple(data.draw(st.sampled_from(naive.cards_of(decks[each]))) for each in (side, 1 - side))
        cards.append((pair[0], pair[1]))
        for each, card in zip((side, 1 - side), pair, strict=True):
            decks[each] = _less(decks[each], card - 1)
        meeting = meeting_in(stand, then)
        assert meeting is not None
        table = table_of(meeting, EN)
        stand = fought(stand, then, table.effects[table.cells[pair[0] - 1][pair[1] - 1]])
        starter = then.starter
        left = [other for other in left if other.starter != starter]
        then = best.after(cards)
        if left and all(map(sum, decks)):
            anew = plan(stand, left, Packs.of(*decks), EN)
            worths = {choice.pairing: choice.worth for choice in anew.choices}
            assert (then is None) == (anew.first is None)
            assert then is None or worths[then] == anew.worth
        else:
            assert then is None
    with pytest.raises(OddsError, match="the plan has stopped before"):
        best.after([*cards, (1, 1)])


def test_cards_that_cannot_be_are_refused() -> None:
    best = plan(TWO_PAIRS, APART, Packs.of(deck_of([9, 4]), deck_of([10, 4, 4])), EN, may_stop=False)
    with pytest.raises(OddsError, match="no k and 4 are left to be turned up together"):
        best.after([(13, 4)])


# --- Packs that are not fully known, other numbers ---------------------------------------------------


@settings(max_examples=25)
@given(turn=turns(most=2), first=DECKS, second=DECKS)
def test_a_mixture_of_packs_is_learnt_from(
    turn: tuple[Stand, list[Pairing]], first: Deck, second: Deck
) -> None:
    """A card was missed and the packs are a mixture: the plan is the one for the packs with that card in."""
    stand, pairings = turn
    cases = [
        (count * other, _less(first, mine), _less(second, theirs))
        for mine, count in enumerate(first)
        for theirs, other in enumerate(second)
        if count and other
    ]
    known = plan(stand, pairings, Packs.of(first, second), EN)
    missed = plan(stand, pairings, Packs.mixed(cases), EN)
    assert (missed.worth, missed.tolls) == (known.worth, known.tolls)


def test_what_is_turned_up_tells_which_packs_they_are() -> None:
    """All kings or all aces: the first combat says which, and one goes on only with kings."""
    kings, aces, sevens = (tuple(3 * (rank == best) for rank in range(1, 14)) for best in (13, 1, 7))
    packs = Packs.mixed([(1, kings, sevens), (1, aces, sevens)])
    best = plan(TWO_PAIRS, APART, packs, EN)
    # Each won combat is worth 3/2; the first is even, the second is only fought when it is won.
    assert best.worth == F(1, 2) * F(3, 2)
    assert plan(TWO_PAIRS, APART[:1], packs, EN).worth == 0


def _less(deck: Deck, index: int) -> Deck:
    return (*deck[:index], deck[index] - 1, *deck[index + 1 :])


def test_cc_deck_2_a_plan_reaches_over_a_shuffle() -> None:
    """The last two cards are even; after them both packs are fresh, so the second combat is worth nothing."""
    last = Packs.of(deck_of([7]), deck_of([7]), full=(FULL, FULL))
    single = Packs.of(deck_of([7]), deck_of([7]))
    assert plan(TWO_PAIRS, APART, last, EN).worth == plan(TWO_PAIRS, APART, single, EN).worth == 0
    best = plan(
        TWO_PAIRS, APART, Packs.of(deck_of([13]), deck_of([7]), full=(FULL, FULL)), EN, may_stop=False
    )
    assert best.worth == F(3, 2)
    assert best.tolls[3].killed == F(7, 13)


SMALL = st.lists(st.integers(1, 13), min_size=1, max_size=3).map(deck_of)


@settings(max_examples=20)
@given(
    turn=turns(),
    decks=st.tuples(SMALL, SMALL),
    full=st.tuples(SMALL, SMALL),
    again=st.integers(0, 2),
    may_stop=st.booleans(),
)
def test_cc_deck_2_dec_2_plans_over_shuffles_by_trying_everything(
    turn: tuple[Stand, list[Pairing]],
    decks: tuple[Deck, Deck],
    full: tuple[Deck, Deck],
    again: int,
    may_stop: bool,
) -> None:
    """Packs of up to three cards, shuffled one by one as each comes to its end."""
    stand, pairings = turn
    side = stand.bodies[pairings[0].starter].side

    def gain(before: Ledger, now: Ledger) -> Fraction:
        return naive.worth_between(before, now, side)

    expected = naive.best_plan(stand, pairings, EN, decks, gain, may_stop=may_stop, full=full, again=again)
    best = plan(stand, pairings, Packs.of(*decks, full=full, again=again), EN, may_stop=may_stop)
    assert best.worth == expected
    total = F(0)
    for body, toll in zip(stand.bodies, best.tolls, strict=True):
        lost = toll.killed + toll.confused / 2 + 2 * toll.breaks
        total += -lost if body.side == side else lost
    assert total == best.worth


def test_numbers_that_fit_in_no_machine_word() -> None:
    """With weights as fine as that the sums are Python's own integers, and the same."""
    fine = Weights(F(1), F(10**13 + 1, 2 * 10**13), F(2))
    stand = stand_of([Body(0, FOOT, 10), Body(0, HORSE, 10), Body(1, FOOT, 10), Body(1, GUNS, 4)])
    pairings = [Pairing(one, other) for one in (0, 1) for other in (2, 3)]
    exact = plan(stand, pairings, FRESH, FR, Worth(0, fine))
    assert exact._solver.grid.dtype is object
    usual = plan(stand, pairings, FRESH, FR)
    assert usual._solver.grid.dtype is not object
    assert 0 < exact.worth - usual.worth < F(1, 10**7)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(layers, "LARGEST", 0)
        again = plan(stand, pairings, FRESH, FR)
    assert again._solver.grid.dtype is object
    assert (again.worth, again.tolls, again.branches) == (usual.worth, usual.tolls, usual.branches)


def test_the_greatest_sum_is_within_the_bound() -> None:
    """What decides between the two is never too small: no sum of a plan of four exceeds it."""
    stand = stand_of([*(Body(0, HORSE, 10) for _ in range(4)), Body(1, FOOT, 40)])
    best = plan(stand, [Pairing(number, 4, flank=True) for number in range(4)], FRESH, EN)
    grid = best._solver.grid
    assert grid.dtype is not object
    assert grid.total == prod(range(49, 53)) ** 2
    most = max(int(abs(value).max()) for value in best._solver.values.values())
    assert most < layers.LARGEST
    assert best.worth > 4


def test_more_than_four_attackers_are_refused() -> None:
    stand = stand_of([*(Body(0, FOOT, 10) for _ in range(5)), Body(1, FOOT, 40)])
    with pytest.raises(OutOfReachError, match="5 combats in one plan are out of reach; name 4 or fewer"):
        plan(stand, [Pairing(number, 5) for number in range(5)], FRESH, EN)


def test_a_plan_is_of_one_side() -> None:
    with pytest.raises(OddsError, match="the combats of one side against the other"):
        plan(TWO_PAIRS, [Pairing(0, 2), Pairing(3, 1)], FRESH, EN)
    with pytest.raises(OddsError, match="the combats of one side against the other"):
        plan(TWO_PAIRS, [Pairing(0, 1)], FRESH, EN)


def test_the_other_side_plans_likewise() -> None:
    """15.12: exchanging the sides changes nothing."""
    packs = gone((13, 13, 12), (2, 2, 5))
    mine = [Body(0, FOOT, 10), Body(0, HORSE, 7)]
    theirs = [Body(1, FOOT, 9), Body(1, GUNS, 4)]
    pairings = [Pairing(0, 2), Pairing(0, 3), Pairing(1, 2, flank=True)]
    turned = [Body(1 - body.side, *body[1:]) for body in (*mine, *theirs)]
    one = plan(stand_of([*mine, *theirs]), pairings, packs, EN)
    other = plan(stand_of(turned), pairings, packs.turned(), EN)
    assert (one.worth, one.choices, one.tolls) == (other.worth, other.choices, other.tolls)


def test_without_a_choice_a_plan_is_a_sequence() -> None:
    """One attacker after another on a unit each, all fought: the same as the combats in a row."""
    stand = stand_of([Body(0, FOOT, 3), Body(0, HORSE, 2), Body(1, FOOT, 3), Body(1, GUNS, 2)])
    best = plan(stand, APART, FRESH, EN, may_stop=False)
    endings = in_a_row(stand, APART, FRESH, EN)
    for number, toll in enumerate(best.tolls):
        broken = sum(chance for ending, chance in endings.items() if not ending.stand.bodies[number].ranks)
        assert toll.breaks == broken


# --- An outside judge --------------------------------------------------------------------------------


def test_openspiel_values_the_plan_of_two_combats(monkeypatch: pytest.MonkeyPatch) -> None:
    """25/624: OpenSpiel's value iteration plays the 13-card packs as a game with chance nodes."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    if find_spec("cvxpy") is None:
        # Value iteration imports what solves linear programs, and needs it for simultaneous moves only.
        name = "open_spiel.python.algorithms.lp_solver"
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    from cards.odds.spiel_plan import value_of_two_combats

    assert value_of_two_combats() == pytest.approx(float(F(25, 624)), abs=1e-12)


def test_losses_that_weigh_nothing_are_summed_without_overflow() -> None:
    """Many men become confused; the sums have room for them also if only killed men count."""
    stand = stand_of([Body(0, GUNS, 4), Body(1, FOOT, 40)])
    aces, tens = (4, *(0,) * 12), (*(0,) * 9, 4, 0, 0, 0)
    packs = Packs.mixed([(2**56 + 1, tens, aces), (1, (*(0,) * 8, 1, 3, 0, 0, 0), aces)])
    only_kills = Worth(0, Weights(F(1), F(0), F(0)))
    toll = plan(stand, [Pairing(0, 1, flank=True)], packs, FR, only_kills).tolls[1]
    assert (toll.breaks, toll.killed) == (0, 1)
    assert F(13) < toll.confused <= 14
