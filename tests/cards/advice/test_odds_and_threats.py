"""The odds of a pair and what threatens a unit, asked at the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cards.advice.looks import look, words
from deduce.cards.advice.questions import asked_danger, asked_fight, pair_odds
from deduce.cards.advice.said import odds_told, threat_told
from deduce.cards.advice.threats import danger, dangers
from deduce.tabletop.errors import LineError

F = Fraction


def test_odds_of_a_pair() -> None:
    told = odds_told(look(), {"combat": "b n w"})
    data = told.document()
    assert (data["win"], data["tie"], data["loss"]) == ("45/169", "10/169", "114/169")
    assert data["format"] == "deduce.cards.odds/1"
    assert data["combat"]["text"] == "b n w"
    assert {each["chance"] for each in data["joint"]} == {"45/169", "10/169", "114/169"}
    assert words(told).splitlines()[0] == "b n w: win 27%, tie 6%, lose 67%"


def test_odds_otherwise() -> None:
    found = pair_odds(look().state, asked_fight("c n", look().state))
    assert set(found.others) == {"f", "w", "fr"}
    assert found.others["w"].win == F(45, 169)
    assert found.others["f"].confused(of_target=True) > found.odds.confused(of_target=True)
    covered = look("cover n t").state
    assert set(pair_odds(covered, asked_fight("c n", covered)).others) == {"f", "-", "fr"}
    # Cavalry is never helped by cover, so nothing is to be ticked.
    assert "w" not in pair_odds(covered, asked_fight("a p", covered)).others


def test_cc_eng_1_odds_to_the_break() -> None:
    found = pair_odds(look().state, asked_fight("a n", look().state))
    assert found.race is not None
    assert found.race.target_breaks == F(115608076180797497, 237174099940732500)
    assert "to the break: a first 49%, n first 49%, both 3%, 5.6 combats on average" in words(
        odds_told(look(), {"combat": "a n"})
    )


def test_the_count_of_cards() -> None:
    """15.2: K K Q gone from one side, 2 2 5 from the other."""
    seen = look("cards k 2", "cards k 2", "cards q 5")
    found = pair_odds(seen.state, asked_fight("a n", seen.state))
    assert found.odds.win == F(997, 2401)
    assert found.count == F(997, 2401) + F(184, 4802) - F(1, 2)
    assert "your count is worth -5 points" in words(odds_told(seen, {"combat": "a n"}))
    # The other side has it the other way round.
    back = pair_odds(seen.state, asked_fight("n a", seen.state))
    assert (back.odds.win, back.count) == (F(1220, 2401), -found.count)


@pytest.mark.parametrize(
    ("combat", "message"),
    [
        ("", "which combat"),
        ("b9 n4", "is no combat without cards between two units"),
        ("g>n", "is no combat without cards"),
        ("a b", "are on the same side"),
        ("a n & o", "is no combat without cards between two units"),
        ("a x", "there is no unit"),
        ("a n ff", "behind a combat makes no sense"),
    ],
)
def test_odds_that_make_no_sense(combat: str, message: str) -> None:
    with pytest.raises(LineError, match=message):
        odds_told(look(), {"combat": combat})


def test_units_by_hand() -> None:
    """Where only the cards are kept, the units are said with the question; it is the turn of the first."""
    seen = look("cards k 2", "cards k 2", "cards q 5")
    told = odds_told(seen, {"combat": "cav 6 inf 9 f"})
    assert told.document()["win"] == "997/2401"
    assert words(told).splitlines()[0] == "a n f: win 42%, tie 8%, lose 51%"
    assert odds_told(look(), {"combat": "cav 6 inf 9 f"}).document()["worth"] == "15/13"
    back = odds_told(look("cards k 2", "cards k 2", "cards q 5", "end"), {"combat": "inf 9 inf 9/2/1"})
    assert back.document()["win"] == "1220/2401"
    assert "because it would be kill 2 of n" in words(back)


@pytest.mark.parametrize(
    ("combat", "message"),
    [
        ("cav 8", "are not two units by hand"),
        ("cav 8 9 inf", "are not two units by hand"),
        ("cav many inf 9", "is no number of men in ranks"),
        ("cav 0 inf 9", "is no number of men in ranks"),
        ("cav 8 inf 9 zz", "behind a combat makes no sense"),
    ],
)
def test_units_by_hand_that_make_no_sense(combat: str, message: str) -> None:
    with pytest.raises(LineError, match=message):
        odds_told(look(), {"combat": combat})


def test_dec_24_a_mob_that_can_be_attacked_has_odds() -> None:
    seen = look("n 0/10/0", headers="House = DEC-24=attackable\n")
    data = odds_told(seen, {"combat": "a n"}).document()
    assert (data["win"], data["target_breaks"], data["to_the_break"]) == ("6/13", "0", None)
    with pytest.raises(LineError, match="n has no man in ranks"):
        odds_told(seen, {"combat": "n a"})


def test_cc_mob_5_a_mob_has_no_odds() -> None:
    with pytest.raises(
        LineError, match=r"a has no man in ranks, and a mob is no party to combats \(CC-MOB-5\)"
    ):
        odds_told(look("a 0/10/0"), {"combat": "a n"})
    with pytest.raises(LineError, match=r"n has no man in ranks"):
        threat_told(look("n 0/10/0"), {"unit": "a n"})


# --- Threats -----------------------------------------------------------------------------------------


def test_cc_comb_3_threats_by_named_enemies() -> None:
    """15.6: foot in front and cavalry on the flank of 8 to 10 men."""
    seen = look()
    found = asked_danger("a o p flank", seen.state)
    assert found.breaks == F(638, 2601)
    assert found.is_named
    assert {each.starter for each in found.by} == {"o", "p"}
    assert found.order in {"o", "p"}
    assert asked_danger("a p", seen.state).breaks == 0
    told = threat_told(seen, {"unit": "a o p flank"})
    assert words(told).startswith("a 10/0/0 is broken in the enemy's next turn with 25%: by ")
    assert told.document()["threats"][0]["breaks"] == "638/2601"


def test_cc_fire_4_a_shot_before() -> None:
    seen = look("a 5/1/1", "b9 n4")
    plain = asked_danger("n a", seen.state)
    shot = asked_danger("n a g>n", seen.state)
    assert (shot.shots, plain.shots) == (1, 0)
    assert shot.breaks >= plain.breaks


def test_threats_to_every_unit_of_whoever_is_to_act() -> None:
    found = dangers(look().state, 0)
    assert {each.unit for each in found} == {"a", "b", "c", "g"}
    assert [each.breaks for each in found] == sorted((each.breaks for each in found), reverse=True)
    assert not any(each.is_named for each in found)
    told = words(threat_told(look(), {}))
    assert len(told.splitlines()) == 4
    assert "if in reach" in told


def test_in_his_next_turn_everybody_may_fight_again() -> None:
    """What the enemy did in this turn does not keep him from fighting in the next."""
    seen = look("end", "n9 a4", "end").state
    assert danger(seen, "a").by[0].starter == "n"
    fought = look("end", "n9 a4").state
    assert [each.starter for each in danger(fought, "a").by] == [
        each.starter for each in danger(seen, "a").by
    ]


def test_cc_comb_4_cavalry_does_not_threaten_behind_a_wall() -> None:
    seen = look("cover a w").state
    assert "p" not in {each.starter for each in danger(seen, "a").by}


@pytest.mark.parametrize(
    ("unit", "message"),
    [
        ("x", "there is no unit"),
        ("a b", "b and a are on the same side"),
        ("a n n", r"one combat in a turn \(CC-COMB-3\)"),
        ("a r>b", "is no shot of an enemy's gun at a"),
        ("a n>a", "is no shot of an enemy's gun at a"),
        ("a sideways", "is no unit"),
    ],
)
def test_threats_that_make_no_sense(unit: str, message: str) -> None:
    with pytest.raises(LineError, match=message):
        threat_told(look(), {"unit": unit})


@pytest.mark.parametrize(
    ("house", "lines"),
    [
        ("DEC-20=turn", ("a4 n9", "b2 n9")),
        ("DEC-20=lapse", ("a4 n9", "end", "end")),
        ("DEC-2=turn", ("a4 n9", "b2 n9")),
        ("DEC-20=locked", ("a4 n9", "b2 n9")),
    ],
)
def test_dec_20_what_ends_with_the_turn_is_over_in_the_enemys_next_one(
    house: str, lines: tuple[str, ...]
) -> None:
    """DEC-2, DEC-20, DEC-49: a threat is the same just before this turn ends and just after."""
    headers = f"House = {house}\n"
    before, after = look(*lines, headers=headers), look(*lines, "end", headers=headers)
    assert danger(before.state, "a").breaks == danger(after.state, "a").breaks > 0
