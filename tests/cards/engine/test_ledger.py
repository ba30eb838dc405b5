"""Turns, rallies, shots, mobs, sites, packs and the end: sections 1, 2, 4 to 6, 10 and 11 of the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.ledgers import change_of, counts, ledger_of, objected, played
from deduce.cards.engine import entries as en
from deduce.cards.engine.deeds import after, letters_of
from deduce.cards.engine.happenings import BallsSpent, BecameMob, Lost, Rallied, Removed, Reshuffled, Won
from deduce.cards.engine.ledger import Ledger, Outcome, Step
from deduce.cards.engine.units import Act, State
from deduce.cards.notation.typed import read
from deduce.tabletop.kind import Entry

TENS = "Blue = a inf 10; b inf 10; c cav 10; g art 10\nRed = n inf 10; o inf 10; p cav 10; r art 10\n"


def counted(house: str, unit: str, name: str = "en") -> Ledger:
    """Return a ledger in which n has been counted so."""
    return played(ledger_of(name, house, "Blue = a inf 12\nRed = n inf 12\n"), f"n {unit}")


def test_what_is_changed_is_all_that_is_other() -> None:
    """As `dataclasses.replace` has it; what was worked out of the roster is worked out anew."""
    ledger = ledger_of("en", more=TENS)
    fewer = replace(ledger.units["a"], ranks=3)
    roster = ledger.roster_with(fewer)
    assert ledger.changed(number=4, roster=roster) == replace(ledger, number=4, roster=roster)
    assert ledger.changed(roster=roster).units["a"] is fewer
    assert ledger.units["a"].ranks == 10


# --- Before the battle -----------------------------------------------------------------------------


def test_cc_set_3_cc_deck_1_each_side_has_its_pack() -> None:
    """CC-SET-3, CC-DECK-1: 52 cards each; every combat takes one of both."""
    ledger = ledger_of("en", more=TENS)
    assert [pack.size for pack in ledger.packs] == [52, 52]
    ledger = played(ledger, "a9 n4", "end", "nk a2")
    assert [pack.size for pack in ledger.packs] == [50, 50]
    assert [(pack.seen[8], pack.seen[1], pack.seen[3], pack.seen[12]) for pack in ledger.packs] == [
        (1, 1, 0, 0),
        (0, 0, 1, 1),
    ]


@pytest.mark.parametrize(("name", "balls"), [("en", (8, 4)), ("fr", (4, 4))])
def test_cc_set_6_balls(name: str, balls: tuple[int, int]) -> None:
    """CC-SET-6: four for each cannon, or four for each player."""
    assert ledger_of(name, more="Blue = g art 8 2guns\nRed = r art 8 1gun\n").balls == balls


# --- Turns -----------------------------------------------------------------------------------------


def test_cc_turn_1_players_alternate_and_steps_follow() -> None:
    ledger = ledger_of("en", more=TENS)
    seen = [(ledger.active, ledger.turn, ledger.step)]
    for line in ("move a", "g>n", "a9 n4", "end", "end"):
        ledger = played(ledger, line)
        seen.append((ledger.active, ledger.turn, ledger.step))
    assert seen == [
        (0, 1, Step.ACT), (0, 1, Step.ACT), (0, 1, Step.FIRE), (0, 1, Step.FIGHT),
        (1, 2, Step.ACT), (0, 3, Step.ACT),
    ]  # fmt: skip


def test_cc_turn_2_what_a_unit_did_is_kept_until_the_turn_passes() -> None:
    ledger = played(ledger_of("en", more=TENS), "move a", "reform b", "c 5/5/0", "rally c +", "g>n")
    assert [ledger.units[letter].act for letter in "abcg"] == [Act.MOVE, Act.REFORM, Act.RALLY, None]
    assert ledger.units["g"].shots == 1
    ledger = played(ledger, "end")
    assert all(unit.act is None and not unit.shots for unit in ledger.roster)


def test_cc_turn_4_one_unit_in_all_steps() -> None:
    ledger = played(ledger_of("en", more=TENS), "move g", "g>n", "g9 n4")
    unit = ledger.units["g"]
    assert (unit.act, unit.shots, unit.combats) == (Act.MOVE, 1, 1)


# --- Confused men, mobs, rallies -------------------------------------------------------------------


def test_cc_conf_1_cc_conf_2_a_mixed_unit_fights_with_its_men_in_ranks() -> None:
    """CC-CONF-1, CC-CONF-2: the confused do not count, and are not lost with the others."""
    ledger = played(ledger_of("en", more=TENS), "n 2/8/0", "a9 n4")
    assert (counts(ledger, "n"), ledger.units["n"].state) == (("0/9/0",), State.MOB)


def test_cc_mob_5_a_mob_is_shot_at() -> None:
    """CC-MOB-5, DEC-32c: its confused men are killed; nobody is left lying, since it is not engaged."""
    ledger = played(ledger_of("en", more=TENS), "n 0/4/0", "g>n")
    assert (counts(ledger, "n"), ledger.units["n"].gone) == (("0/3/0",), 7)


@pytest.mark.parametrize(
    ("line", "unit", "returned"),
    [
        ("rally n", "3/7/0", 3),
        ("rally n +", "3/7/0", 4),
        ("rally n", "6/4/0", 4),
        ("rally n", "1/9/0", 1),
        ("rally n ++", "3/7/0", 4),
        ("rally n", "9/1/0", 1),
        ("rally n +", "0/8/0", 1),
        ("rally n", "0/8/0", 0),
        ("rally n +", "10/0/0", 0),
    ],
)
@pytest.mark.parametrize("name", ["en", "fr"])
def test_cc_ral_1_cc_ral_3_cc_ral_4_how_many_return(name: str, line: str, unit: str, returned: int) -> None:
    """CC-RAL-1, CC-RAL-3, CC-RAL-4: as many as are in ranks, one more with a helper, at most all."""
    ledger = counted("", unit, name)
    assert change_of(ledger, line).happenings == (Rallied("n", returned),)


@pytest.mark.parametrize(
    ("start", "helpers", "wanted"),
    [
        ((3, 7), "  ", [(6, 4), (10, 0)]),
        ((3, 7), "+ ", [(7, 3), (10, 0)]),
        ((1, 11), "    ", [(2, 10), (4, 8), (8, 4), (12, 0)]),
        ((0, 8), "++++", [(1, 7), (3, 5), (7, 1), (8, 0)]),
        ((0, 8), "+   ", [(1, 7), (2, 6), (4, 4), (8, 0)]),
        ((0, 4), "+++", [(1, 3), (3, 1), (4, 0)]),
    ],
)
def test_cc_ral_1_cc_ral_4_schedules(
    start: tuple[int, int], helpers: str, wanted: list[tuple[int, int]]
) -> None:
    """The schedules of 15.9, turn after turn."""
    ledger, found = counted("", f"{start[0]}/{start[1]}/0"), []
    for helper in helpers:
        ledger = played(ledger, f"rally n {helper}", "end", "end")
        found.append((ledger.units["n"].ranks, ledger.units["n"].confused))
    assert found == wanted


def test_cc_ral_5_gunners_who_ran() -> None:
    """CC-RAL-5: those who only became confused are at the gun; those who ran are not, until they are back."""
    ledger = played(ledger_of("en", more=TENS), "g 0/10/0", "rally g +")
    assert ledger.units["g"].at_gun
    ledger = played(ledger_of("en", more=TENS), "g 0/10/0", "flee g", "rally g +")
    assert not ledger.units["g"].at_gun
    assert played(ledger, "gun g").units["g"].at_gun


def test_cc_ral_6_several_units_and_one_commander() -> None:
    ledger = played(ledger_of("en", more=TENS), "a 2/8/0", "b 2/8/0", "rally a +", "rally b +")
    assert counts(ledger, "a", "b") == ("5/5/0", "5/5/0")


def test_who_returns_of_the_special_men() -> None:
    """Plain men come back first, unless somebody says who."""
    ledger = ledger_of("fr", "DEC-30b=optional", "Blue = a inf 6 odf\nRed = n inf 6\n")
    ledger = played(ledger, "end", "n9 a4 a:-/o", "nk aq a:-/f", "end")
    unit = ledger.units["a"]
    assert (unit.counts, unit.specials, unit.confused_specials) == ("1/3/2", "d", "of")
    assert played(ledger, "rally a").units["a"].specials == "d"
    assert played(ledger, "rally a back f").units["a"].specials == "df"
    assert {*played(ledger, "rally a ++").units["a"].specials} == {*"do"}
    assert objected(ledger, "rally a back of") == (
        ("flag of a cannot be among those who return", "CC-RAL-1"),
    )


def test_cc_mob_3_cc_mob_4_flight() -> None:
    """CC-MOB-3, CC-MOB-4: a mob that ran is a mob; one that is out is gone. In its own turn it has moved."""
    ledger = played(ledger_of("en", more=TENS), "n 0/7/0")
    assert played(ledger, "flee n").units["n"].act is None
    assert counts(played(ledger, "flee n"), "n") == ("0/7/0",)
    assert played(ledger, "end", "flee n").units["n"].act is Act.MOVE
    change = change_of(ledger, "flee n out")
    unit = change.ledger.units["n"]
    assert (unit.state, unit.was_removed, unit.gone) == (State.GONE, True, 10)
    assert change.happenings == (Removed("n", 7),)


def test_cc_mob_1_only_mobs_flee() -> None:
    """CC-MOB-1: a unit with men in ranks does not, nor one that is gone."""
    ledger = ledger_of("en", more=TENS)
    sentence = ("n is no mob, and only mobs flee", "CC-MOB-1")
    assert objected(ledger, "flee n") == objected(ledger, "flee n out") == (sentence,)
    assert objected(played(ledger, "n 0/3/0", "flee n out"), "flee n") == (sentence,)
    # The table may insist.
    assert change_of(ledger, "flee n out").ledger.units["n"].gone == 10


def test_cc_ral_5_who_returns_to_a_cannon() -> None:
    """CC-RAL-5: gunners, once they are rallied."""
    ledger = played(ledger_of("en", more=TENS), "g 0/4/0", "flee g")
    assert objected(ledger, "gun g") == (
        ("g has no man in ranks; its gunners are rallied first", "CC-RAL-5"),
    )
    assert objected(ledger, "gun a") == (("a is no artillery, so it has no cannon to return to", "CC-RAL-5"),)
    assert not objected(played(ledger, "rally g +"), "gun g")


def test_a_unit_that_becomes_a_mob_or_has_nobody_left_is_told() -> None:
    ledger = ledger_of("en", more="Blue = g art 3\nRed = n inf 2; o inf 1\n")
    assert BecameMob("n", is_gone=False) in change_of(ledger, "gk n2").happenings
    assert BecameMob("o", is_gone=True) in change_of(ledger, "g>o").happenings
    mob = played(ledger, "n 0/1/0")
    assert BecameMob("n", is_gone=True) in change_of(mob, "g>n").happenings


# --- Long-range fire -------------------------------------------------------------------------------


def test_cc_fire_2_cc_fire_3_one_man_dies_and_nobody_is_confused() -> None:
    ledger = played(ledger_of("en", more=TENS), "g>n", "end", "r>a")
    assert counts(ledger, "n", "a") == ("9/0/0", "9/0/0")


def test_cc_fire_4_the_dead_of_an_engaged_unit_lie() -> None:
    """CC-FIRE-4, DEC-32d, 15.9: they count; so the next kill confuses more."""
    ledger = played(ledger_of("en", more=TENS), "n 6/1/0", "a9 n4", "n 5/1/1", "g>n")
    assert counts(ledger, "n") == ("4/1/2",)
    assert counts(played(ledger, "b9 n4"), "n") == ("0/4/0",)
    loss = next(each for each in change_of(ledger, "b9 n4").happenings if isinstance(each, Lost)).loss
    assert (loss.number, loss.ordered, loss.counts) == (3, 3, "0/4/3")


def test_cc_fire_4_the_dead_of_a_free_unit_are_removed() -> None:
    ledger = played(ledger_of("en", more=TENS), "g>n")
    assert (counts(ledger, "n"), ledger.units["n"].gone) == (("9/0/0",), 1)


@pytest.mark.parametrize(
    ("word", "cost"), [("-", 1), ("s", 1), ("w", 2), ("o", 3), ("t", 3), ("barricade", 3), ("bois", 1)]
)
@pytest.mark.parametrize("name", ["en", "fr"])
def test_cc_fire_6_the_price(name: str, word: str, cost: int) -> None:
    """CC-FIRE-6, CC-FIRE-7: by the target's cover, said with the shot or before."""
    ledger = ledger_of(name, more=TENS)
    for lines in ((f"g>n {word}",), (f"cover n {word}", "g>n")):
        ledger = played(ledger_of(name, more=TENS), *lines)
        assert ledger.balls == (4 - cost, 4)


def test_cc_fire_6_too_few_balls() -> None:
    """CC-FIRE-6: 2 left pay for a wall and not for a trench."""
    ledger = played(ledger_of("fr", more=TENS), "g>n w")
    assert ledger.balls == (2, 4)
    assert not objected(ledger, "g>n w")
    assert objected(ledger, "g>n t") == (("the shot costs 3, and 2 balls are left", "CC-FIRE-6"),)
    assert objected(played(ledger, "g>n"), "g>n w") == (
        ("the shot costs 2, and 1 ball is left", "CC-FIRE-6"),
    )
    # It is followed all the same; there are never fewer than no balls.
    change = change_of(ledger, "g>n t")
    assert (change.ledger.balls, counts(change.ledger, "n")) == ((0, 4), ("8/0/0",))
    assert BallsSpent(0, 2, 0) in change.happenings


def test_cc_fire_7_the_french_stock() -> None:
    """CC-FIRE-7: 4 open shots, or 2 at walls, or 1 at a trench and 1 open."""
    for shots in (["g>n"] * 4, ["g>n w"] * 2, ["g>n t", "g>n"]):
        ledger = played(ledger_of("fr", more=TENS), *shots)
        assert ledger.balls[0] == 0
        assert objected(ledger, "g>n")


@pytest.mark.parametrize("name", ["en", "fr"])
def test_cc_fire_8_no_more_special_men_are_hit_than_there_are(name: str) -> None:
    """Where the house's shots kill two, and one man is left, nobody is asked which two of him."""
    army = "Blue = g art 4\nRed = n inf 1 o\n"
    ledger = ledger_of(name, "fire.kills=2", army)
    found = read(ledger, "g>n", ())
    assert isinstance(found, Entry)
    assert played(ledger, found.text).units["n"].gone == 1
    assert objected(ledger, "g>n n:o") == ()


def test_cc_fire_8_officers_last_also_under_fire() -> None:
    """CC-FIRE-8, DEC-39: in the English edition; in the French one the firer takes the officer."""
    armies = "Blue = g art 4\nRed = n inf 4 odf\n"
    english = ledger_of("en", more=armies)
    assert objected(english, "g>n n:o")
    assert played(english, "g>n").units["n"].specials == "odf"
    assert played(english, "g>n", "g>n n:d").units["n"].specials == "of"
    assert played(ledger_of("fr", more=armies), "g>n n:o").units["n"].specials == "df"


# --- Sites and the end -----------------------------------------------------------------------------


def test_cc_win_1_three_of_four_sites() -> None:
    """CC-WIN-1, CC-WIN-2: at the moment of the third; what passed to the other side counts no more."""
    ledger = played(ledger_of("en", more=TENS), "site 1 a", "site 2 a", "site 1 n", "site 3 b")
    assert ledger.outcome is None
    change = change_of(ledger, "site 4 b")
    assert change.ledger.outcome == Outcome(0, "CC-WIN-1")
    assert change.happenings[-1] == Won(Outcome(0, "CC-WIN-1"))
    assert played(ledger, "site 2 -", "site 4 b").outcome is None


def test_cc_win_2_only_men_in_ranks_take_a_site() -> None:
    ledger = played(ledger_of("en", more=TENS), "n 0/5/0")
    assert objected(ledger, "site 1 n") == (
        ("n has no man in ranks, and only these hold a site", "CC-WIN-2"),
    )


def test_cc_win_3_nobody_left_alive() -> None:
    """CC-WIN-3, DEC-44: a side with confused men is alive; both gone at once is a draw."""
    ledger = ledger_of("en", more="Blue = a inf 1\nRed = n inf 1\n")
    assert played(ledger, "a9 n4").outcome == Outcome(0, "CC-WIN-3")
    assert played(ledger, "a4 n9").outcome == Outcome(1, "CC-WIN-3")
    assert played(ledger, "a4 n4").outcome == Outcome(None, "CC-WIN-3")
    two = ledger_of("en", more="Blue = a inf 9\nRed = n inf 2\n")
    assert played(two, "a9 n4").outcome is None
    assert played(two, "a9 n4", "flee n out").outcome == Outcome(0, "CC-WIN-3")


def test_cc_win_3_given_up_or_agreed() -> None:
    ledger = ledger_of("en", more=TENS)
    assert played(ledger, "resign").outcome == Outcome(1, "CC-WIN-3")
    assert played(ledger, "resign red").outcome == Outcome(0, "CC-WIN-3")
    assert played(ledger, "draw").outcome == Outcome(None, "CC-WIN-3")


def test_nothing_follows_the_end() -> None:
    ledger = played(ledger_of("en", more=TENS), "draw")
    for line in ("a9 n4", "end", "site 1 a"):
        change = change_of(ledger, line)
        assert [each.message for each in change.objections] == ["the battle is over already; ignored"]
        assert change.ledger.roster == ledger.roster
        assert change.ledger.packs == ledger.packs


# --- Packs -----------------------------------------------------------------------------------------


def test_cc_deck_2_an_empty_pack_is_shuffled_first() -> None:
    """CC-DECK-2, DEC-2: 52 combats, and then all cards again; the discards are forgotten."""
    ledger = ledger_of("en", more="Units = none\n")
    for rank in "a23456789tjqk":
        ledger = played(ledger, *[f"cards {rank} {rank}"] * 4)
    assert [(pack.size, pack.shuffles) for pack in ledger.packs] == [(0, 0), (0, 0)]
    change = change_of(ledger, "k k")
    assert change.happenings[:2] == (Reshuffled(0), Reshuffled(1))
    assert [(pack.size, pack.shuffles, pack.seen[12]) for pack in change.ledger.packs] == [(51, 1, 1)] * 2


def test_cc_deck_1_a_fifth_king() -> None:
    """CC-DECK-1: the entries that clash are named."""
    ledger = played(ledger_of("en", more=TENS), "ak n2", "b9 nk", "ck n3", "gk o3", "ak o4")
    assert objected(ledger, "bk o9") == (
        (
            (
                "Blue's pack has 4 of k, and they were turned up in entries 1, 3, 4 and 5; one "
                "of these, or this one, is "
                "another card, or a shuffle was not entered"
            ),
            "CC-DECK-1",
        ),
    )
    assert not objected(ledger, "b9 ok")
    assert not objected(played(ledger, "shuffle blue"), "bk o9")


def test_cc_deck_1_more_court_cards_than_there_are() -> None:
    """CC-DECK-1: twelve cards from jack to king, seen in full or not, and then one more."""
    ledger = played(
        ledger_of("en", more="Units = none\n"), *["cards c 2"] * 4, *["cards c 3"] * 4, *["cards c 4"] * 4
    )
    message, rule = objected(ledger, "cards k 5")[0]
    assert message.startswith(
        "Blue's pack has 12 cards from j to k, and they were turned up in entries 1, 2, 3,"
    )
    assert rule == "CC-DECK-1"
    assert not objected(ledger, "cards t 5")
    narrow = played(
        ledger_of("en", more="Pack = 52 -j -j -j -j -q -q -q -q\nUnits = none\n"), *["cards c 2"] * 4
    )
    assert objected(narrow, "cards c 3")[0][0].startswith("Blue's pack has 4 cards from j to k, and")
    assert objected(played(narrow, "9 3"), "cards q 3") == (("Blue's pack has no q", "CC-DECK-1"),)


def test_a_half_seen_card_is_what_its_pack_still_has() -> None:
    ledger = played(ledger_of("en", more="Units = none\n"), *["cards k 2"] * 4, "cards c 3")
    assert ledger.packs[0].turned[-1].card == {11, 12}
    ledger = played(ledger, *["cards q 3"] * 3, "cards q 4")
    assert objected(ledger, "cards j 4") == ()
    assert ledger.packs[0].left[10:] == (4, 0, 0)
    # The half-seen one must have been a jack, so the fourth jack is the fifth.
    ledger = played(ledger, *["cards j 4"] * 3)
    assert objected(ledger, "cards j 5")[0][0].startswith("Blue's pack has 8 cards from j to q")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("left 50", None),
        ("left blue 50", None),
        ("left 49", "50 cards should be left to Blue, not 49: 1 combat was not entered"),
        ("left 31", "50 cards should be left to Blue, not 31: 19 combats were not entered"),
        (
            "left 51",
            (
                "50 cards should be left to Blue, not 51: 1 combat was entered that did not happen, or a "
                "shuffle was not entered"
            ),
        ),
        (
            "left 52",
            (
                "50 cards should be left to Blue, not 52: 2 combats were entered that did not happen, or a "
                "shuffle was not entered"
            ),
        ),
        ("left 53", "Blue's pack has 52 cards and not 53"),
    ],
)
def test_cc_deck_2_a_pack_that_was_counted(line: str, sentence: str | None) -> None:
    ledger = played(ledger_of("en", more=TENS), "a9 n4", "b9 n4")
    found = objected(ledger, line)
    assert (found[0] if found else None) == (None if sentence is None else (sentence, "CC-DECK-2"))
    assert len(found) in ({0, 1} if "blue" in line else {0, 2})
    change = change_of(ledger, line)
    assert (change.ledger.packs, change.ledger.roster) == (ledger.packs, ledger.roster)


# --- Counts by hand, and entries that make no sense ------------------------------------------------


def test_a_unit_that_was_counted() -> None:
    """Those who are not counted are gone; special men stay where they were, as far as there is room."""
    ledger = played(ledger_of("fr", more="Blue = a inf 9\nRed = n inf 8 odf\n"), "a9 n4 n:-/d")
    unit = played(ledger, "n 5/1/1").units["n"]
    assert (unit.gone, unit.specials, unit.confused_specials) == (1, "of", "d")
    unit = played(ledger, "n 6/0/1").units["n"]
    assert (unit.gone, unit.specials, unit.confused_specials) == (1, "ofd", "")
    unit = played(ledger, "n 1/5/1").units["n"]
    assert (unit.specials, unit.confused_specials) == ("o", "df")
    unit = played(ledger, "n 1/1/0").units["n"]
    assert (unit.gone, unit.specials, unit.confused_specials) == (6, "o", "d")
    # Who lies there is not said: it stays.
    assert played(ledger, "n 3/3").units["n"].counts == "3/3/1"


def test_a_unit_that_comes_back_by_a_count_was_not_removed() -> None:
    ledger = ledger_of("en", more="Blue = a inf 9\nRed = n inf 8; o inf 8\n")
    ledger = played(ledger, "n 0/3/0", "flee n out", "n 3/0/0")
    assert (ledger.units["n"].was_removed, ledger.units["n"].counts) == (False, "3/0/0")


def test_entries_that_make_no_sense_leave_everything_as_it_was() -> None:
    ledger = ledger_of("en", more=TENS)
    for entry, sentence in (
        (en.Rally("z"), "there is no unit 'z'; there are a b c g n o p r; ignored"),
        (en.Site(9, "a"), "there is no site 9; there are 4; ignored"),
        (en.Count("a", 9, 9, 9), "a began with 10 men, and 27 are counted; ignored"),
        (en.Fight("a", "n", (), others=("y",)), "there is no unit 'y'; there are a b c g n o p r; ignored"),
        (en.Fight("a", "n", (), hit="y"), "there is no unit 'y'; there are a b c g n o p r; ignored"),
    ):
        change = after(ledger, entry)
        assert [each.message for each in change.objections] == [sentence]
        assert (change.ledger.roster, change.ledger.sites, change.ledger.packs) == (
            ledger.roster, ledger.sites, ledger.packs,
        )  # fmt: skip
        assert change.ledger.number == 1


def test_the_letters_of_an_entry() -> None:
    assert letters_of(en.Fight("a", "n", (), others=("o",))) == ("a", "n", "o")
    assert letters_of(en.Shot("g", "n")) == ("g", "n")
    assert letters_of(en.Free("a", "n")) == ("a", "n")
    assert letters_of(en.Capture("a", "r")) == ("a", "r")
    assert letters_of(en.End()) == ()


def test_units_that_are_not_engaged_cannot_be_freed() -> None:
    assert objected(ledger_of("en", more=TENS), "free a n") == (
        ("a and n are not engaged with each other", "CC-ENG-1"),
    )
