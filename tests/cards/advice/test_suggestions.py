"""What is suggested: ranked, planned, explained, and refused by the rules."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.advice.looks import look, words
from deduce.cards.advice.candidates import candidates, declared
from deduce.cards.advice.phrases import nexts
from deduce.cards.advice.reasons import Part
from deduce.cards.advice.said import suggest_told
from deduce.cards.advice.setting import packs_of, weights_of
from deduce.cards.advice.suggestions import Suggestions, suggestions
from deduce.cards.engine.combat import Result
from deduce.cards.engine.ledger import Ledger
from deduce.cards.engine.units import Arm
from deduce.cards.odds.packs import Packs
from deduce.cards.odds.stand import Body, Pairing, stand_of
from deduce.cards.odds.threats import broken_after
from deduce.tabletop.errors import LineError

F = Fraction


def suggested(ledger: Ledger, reach: str = "") -> Suggestions:
    return suggestions(ledger, declared(reach, ledger))


def test_what_is_asked_again_is_not_worked_out_again() -> None:
    ledger = look().state
    assert suggested(ledger, "a n") is suggested(look().state, "a n")
    assert suggested(ledger, "a n") != suggested(ledger, "b o")


def test_what_results_say_of_unseen_cards_makes_a_difference() -> None:
    """Two battles that differ in nothing else are asked one after the other."""
    won, well = (look(f"a? n? {result}").state for result in ("won", "won w"))
    worths = [
        {each.fight: each.worth for each in suggested(ledger, "b n, b o").fights} for ledger in (won, well)
    ]
    assert worths[0].keys() == worths[1].keys()
    assert all(worths[0][fight] != worths[1][fight] for fight in worths[0])


# --- 15.9 through the ledger -------------------------------------------------------------------------


def test_what_combats_are_worth_and_what_decides() -> None:
    found = suggested(look().state, "c n f, c n, b n w, b o")
    worths = {(each.fight.starter, each.fight.target, each.fight.flank): each for each in found.fights}
    # 6/13 each way; the flank confuses 4 more and the cavalry 1.
    flank = worths["c", "n", True]
    assert flank.reasons[0].part is Part.FLANK
    assert flank.worth == worths["c", "n", False].worth + flank.reasons[0].worth
    assert worths["c", "n", False].worth == F(3, 13)
    assert worths["c", "n", False].reasons[0] == (Part.ARM, F(3, 13))
    assert worths["b", "o", False].worth == 0
    assert worths["b", "o", False].reasons == ()
    covered = worths["b", "n", False]
    assert (covered.worth, covered.reasons[0].part) == (F(-207, 338), Part.COVER)
    assert [each.worth for each in found.fights] == sorted(
        (each.worth for each in found.fights), reverse=True
    )


def test_cc_comb_9_two_even_combats_and_when_to_stop() -> None:
    ledger = look().state
    found = suggested(ledger, "a n, b o")
    course = found.course
    assert course is not None
    assert course.worth == F(109, 11271)
    assert course.unstopped == 0
    after = {each.result: each for each in nexts(course.plan.branches)}
    assert after[Result.WON].thens == ((None, F(6, 13)),)
    assert after[Result.TIED].thens == ((None, F(1, 13)),)
    assert [then is not None for then, _ in after[Result.LOST].thens] == [True]
    told = suggest_told(look(), {"reach": "a n, b o"})
    assert words(told).splitlines()[:5] == [
        "Best: a n, worth +0.01",
        "  +0.01 of that because one can stop",
        "  won: stop",
        "  tied: stop",
        "  lost: b o",
    ]


def test_cc_fire_4_the_shot_that_makes_it_the_third_kill() -> None:
    """15.9 FIRE FIRST: 5 in ranks, 1 confused, 1 dead; the shot raises the chance to break from 0 to 7/13."""
    armies = "Blue = a inf 10; g art 4 1gun\nRed = n inf 7; o inf 10"
    begun = look("a9 n4", "end", "end", armies=armies)
    assert begun.state.units["n"].counts == "5/1/1"
    with_shot = suggested(begun.state, "a n, g>n")
    course = with_shot.course
    assert course is not None
    assert [each.target for each in course.shots] == ["n"]
    without = suggested(begun.state, "a n").course
    assert without is not None
    assert without.tolls["n"].breaks == 0
    assert course.tolls["n"].breaks > F(1, 2)
    assert course.plan.worth - course.unshot == course.worth - 1 - without.worth > 1
    assert with_shot.shots[0].opens == course.plan.worth - course.unshot
    told = words(suggest_told(begun, {"reach": "a n, g>n"}))
    assert "Best: g>n, then a n" in told
    assert "of that because the shot makes the next kill of n kill 3" in told
    assert "g>n: 1 ball, 3 left then" in told


def test_do_not_fight_when_nothing_is_worth_it() -> None:
    told = suggest_told(look(), {"reach": "b n w"})
    assert words(told).splitlines()[0] == "Fight nobody: no combat is worth it"
    assert told.document()["fights_nobody"] is True
    assert told.document()["combats"][0]["worth"] == "-207/338"


def test_cc_ral_1_rally_or_be_charged() -> None:
    """15.9 RALLY: 3 in ranks, 5 confused, and cavalry that can charge."""
    armies = "Blue = a inf 8; b inf 10\nRed = p cav 8"
    found = suggested(look("a 3/5/0", armies=armies).state, "rally a")
    (rally,) = found.rallies
    assert rally.schedule[0] == (6, 2)
    assert (rally.as_it_is.breaks, rally.rallied.breaks) == (F(6, 13), 0)
    told = words(suggest_told(look("a 3/5/0", armies=armies), {"reach": "rally a"}))
    assert "rally a: 6/2 > 8/0 > 8/0; broken in the enemy's next turn 0% instead of 46%" in told


def test_cc_ral_1_rally_or_charge() -> None:
    """Beside the rally stands what a charge is worth, and what the enemy's answer then does."""
    armies = "Blue = a inf 8; b inf 10\nRed = p cav 8"
    found = suggested(look("a 3/5/0", armies=armies).state, "rally a, a p")
    (charge,) = found.rallies[0].charges
    stand = stand_of([Body(0, Arm.FOOT, 3, 5), Body(1, Arm.HORSE, 8)])
    full = (4,) * 13
    rules = look().state.edition
    assert charge.breaks == broken_after(
        stand, 0, [Pairing(0, 1), Pairing(1, 0)], Packs.of(full, full), rules
    )
    assert charge.breaks > found.rallies[0].as_it_is.breaks
    assert charge.worth == found.fights[0].worth
    told = suggest_told(look("a 3/5/0", armies=armies), {"reach": "rally a, a p"})
    assert "  a p without it: worth " in words(told)
    assert told.document()["rallies"][0]["charges"][0]["broken"] == str(charge.breaks)


# --- What is in reach, and what the rules say --------------------------------------------------------


def test_nothing_said_means_everything_if_in_reach() -> None:
    told = words(suggest_told(look(), {}))
    assert "All of this only if it is in reach." in told
    assert "All of this only" not in words(suggest_told(look(), {"reach": "a n"}))


def test_cc_eng_1_who_is_engaged_is_in_reach() -> None:
    found = candidates(look("b9 n4", "end", "end").state, ())
    sure = {(each.act.starter, each.act.target) for each in found.fights if each.is_sure}  # type: ignore[union-attr] - combats
    assert sure == {("b", "n")}


@pytest.mark.parametrize(
    ("lines", "reach", "act", "rule"),
    [
        ((), "c n w", "c n w", "CC-COMB-4"),
        (("b9 n4",), "b o", "b o", "CC-COMB-3"),
        (("b9 n4",), "rally a", "rally a", "CC-TURN-1"),
        (("a 0/10/0",), "a n", "a n", "CC-MOB-5"),
        ((), "n a", "n a", "CC-TURN-1"),
    ],
)
def test_what_is_not_possible_is_listed_with_the_rule(
    lines: tuple[str, ...], reach: str, act: str, rule: str
) -> None:
    told = suggest_told(look(*lines), {"reach": reach})
    refused = {each["act"]: each["why"] for each in told.document()["refused"]}
    assert any(rule in why for why in refused[act])
    assert f"  {act}" in words(told)


@pytest.mark.parametrize(
    ("reach", "message"),
    [
        ("a9 n4", "has cards already; leave them out"),
        ("end", "cannot be advised; name combats, shots and rallies"),
        ("a n & o", "against several at once"),
        ("a y", "there is no unit"),
        ("a", "whom does a fight"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(reach: str, message: str) -> None:
    with pytest.raises(LineError, match=message):
        suggest_told(look(), {"reach": reach})


def test_the_words_are_french_in_the_french_edition() -> None:
    told = words(suggest_told(look(edition="fr"), {"reach": "a n, b o, g>n, b n w"}))
    assert told.startswith("Le mieux : ")
    assert "gagné : on s'arrête" in told
    assert "1 boulet, il en reste 3" in told


def test_house_rules_are_named() -> None:
    told = words(suggest_told(look(headers="House = DEC-36=greater\n"), {"reach": "a n"}))
    assert told.splitlines()[-1] == "house rules: DEC-36=greater"


def test_weights_stand_in_the_file() -> None:
    ledger = look(headers="Worth = 0 0 1\n").state
    assert weights_of(ledger) == (0, 0, 1)
    assert {each.worth for each in suggested(ledger, "a n, c o").fights} == {F(0)}


def test_too_many_are_judged_by_themselves() -> None:
    armies = "Blue = a inf 9; b inf 9; c inf 9; d inf 9; e inf 9\nRed = n inf 9"
    found = suggested(look(armies=armies).state, "a n, b n, c n, d n, e n")
    assert len(found.fights) == 5
    assert len(found.unplanned) == 1
    assert "Too many to plan together: " in words(
        suggest_told(look(armies=armies), {"reach": "a n, b n, c n, d n, e n"})
    )


def test_nothing_left_to_do() -> None:
    armies = "Blue = a inf 1\nRed = n inf 1; o inf 1"
    told = suggest_told(look("a9 n4", armies=armies), {})
    assert words(told).splitlines()[0] == "There is nothing to fight or to shoot at"
    assert told.document()["best"] is None


def test_cc_win_3_nothing_is_suggested_when_it_is_over() -> None:
    told = suggest_told(look("resign"), {"reach": "a n"})
    assert words(told) == "There is nothing to fight or to shoot at"


# --- Packs -------------------------------------------------------------------------------------------


def test_cc_deck_1_what_was_missed_changes_no_worth() -> None:
    """15.12: a combat of which nobody saw the cards, of units that do not matter here."""
    plain = look("cards ? ?").state
    fresh = look().state
    assert [each.worth for each in suggested(plain, "a n, c o f").fights] == [
        each.worth for each in suggested(fresh, "a n, c o f").fights
    ]
    assert packs_of(plain).left == (51, 51)
    assert packs_of(fresh).left == (52, 52)


def test_cc_deck_1_a_half_seen_card_counts() -> None:
    ledger = look("cards c ?").state
    odds = suggested(ledger, "a n").fights[0].odds
    # A court card is gone from the own pack: next K, Q, J 11/153 each, the others 4/51.
    win = sum((F(11, 153) if rank > 10 else F(4, 51)) * F(rank - 1, 13) for rank in range(1, 14))
    assert odds.win == win


@pytest.mark.parametrize(
    ("house", "again"),
    [("DEC-2=empty", 0), ("DEC-2=never", None), ("DEC-2=left, deck.reshuffleAt=6", 6), ("DEC-2=combat", 52)],
)
def test_dec_2_when_packs_are_shuffled(house: str, again: int | None) -> None:
    assert packs_of(look(headers=f"House = {house}\n").state).again == again


# --- For any battle ----------------------------------------------------------------------------------

LINES = st.lists(
    st.sampled_from(
        ("b9 n4", "a3 o8", "ck p2 f", "end", "end", "g>n", "n5 aq", "o? b? won", "rally b", "a 2/5/0")
    ),
    max_size=7,
)


@settings(max_examples=12)
@given(lines=LINES, reach=st.sampled_from(("", "a n, b n, c n f", "g>n, g>o, b o", "g n, rally a +")))
def test_suggestions_of_any_battle_add_up(lines: list[str], reach: str) -> None:
    """Whatever was entered: nothing crashes, JSON is JSON, and the best is the best."""
    from deduce.cards.kind import CARDS
    from deduce.tabletop.look import look_at
    from deduce.tabletop.record import parse_record

    numbered = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
    armies = (
        "Blue = a inf 10; b inf 10; c cav 10; g art 4 1gun\nRed = n inf 10; o inf 10; p cav 8; r art 4 1gun"
    )
    record = parse_record(CARDS, f"Game = cards\nEdition = en\n{armies}\n\n{numbered}\n", name="battle.txt")
    seen = look_at(record, None, {})
    told = suggest_told(seen, {"reach": reach})
    json.dumps(told.document())
    found = suggested(seen.state, reach)
    for each in found.fights:
        odds = each.odds
        assert odds.win + odds.tie + odds.loss == 1
    if found.course is not None:
        assert found.course.worth >= max(
            [F(0), *(each.worth for each in found.fights if each.fight not in found.unplanned)]
        )
        assert found.course.plan.worth >= found.course.unstopped
        assert found.fights_nobody == (bool(found.fights) and found.course.first is None)


def test_cc_fire_5_each_cannon_of_a_unit_fires_its_shot() -> None:
    """Two cannon fire twice, if there are balls for both."""
    armies = "Blue = a inf 12; g art 4 2guns\nRed = n inf 12; r art 4 2guns"
    seen = look(armies=armies)
    course = suggestions(seen.state, declared("g>n", seen.state)).course
    assert course is not None
    assert [(each.gun, each.target) for each in course.shots] == [("g", "n")] * 2
    assert course.worth == 2
    fired = look("g>n", armies=armies)
    once = suggestions(fired.state, declared("g>n", fired.state)).course
    assert once is not None
    assert len(once.shots) == 1
    twice = look(armies=armies, headers="House = fire.shots=2\n")
    more = suggestions(twice.state, declared("g>n", twice.state)).course
    assert more is not None
    assert len(more.shots) == 3
    walled = look("cover n t", armies=armies, headers="House = DEC-48=gun, balls.stock=2\n")
    bought = suggestions(walled.state, declared("g>n", walled.state)).course
    assert bought is not None
    assert len(bought.shots) == 1
