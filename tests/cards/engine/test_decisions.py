"""Every choice of section 13 that a ledger can tell from the others, each beside the one that is usual."""

from __future__ import annotations

import pytest

from cards.ledgers import change_of, counts, ledger_of, objected, played
from deduce.cards.edition import edition_of
from deduce.cards.engine.combat import Fighter, Meeting, Toll, exchange
from deduce.cards.engine.happenings import Engaged, Fought, Lost, Reshuffled
from deduce.cards.engine.ledger import Ledger, Outcome
from deduce.cards.engine.units import Act, Arm
from deduce.cards.showing import shown_deck

TENS = "Blue = a inf 10; b inf 10; c cav 10; g art 10\nRed = n inf 10; o inf 10; p cav 10; r art 10\n"


def both(house: str, *lines: str, name: str = "en", more: str = TENS) -> tuple[Ledger, Ledger]:
    """Return what comes of lines as they are usually played, and with a house rule."""
    return played(ledger_of(name, "", more), *lines), played(ledger_of(name, house, more), *lines)


def confused(house: str, line: str, *before: str, more: str = TENS) -> tuple[int, int]:
    """Return how many become confused by a line, as it is usually played, and with a house rule."""
    found = []
    for rules in ("", house):
        happenings = change_of(played(ledger_of("en", rules, more), *before), line).happenings
        found.append(sum(each.loss.confused for each in happenings if isinstance(each, Lost)))
    return found[0], found[1]


def test_dec_1_other_packs() -> None:
    """DEC-1: any multiset of ranks, as a house rule or in the header."""
    house = ledger_of("en", "deck.cards=8 8 8 8 8 8 8 8 8 8 8 8 8", TENS)
    assert [pack.size for pack in house.packs] == [104, 104]
    played(house, *["ak n2"] * 8)
    piquet = ledger_of("en", more="Pack = 32\n" + TENS)
    assert objected(piquet, "a5 n9")[0] == ("Blue's pack has no 5", "CC-DECK-1")


def test_dec_3_what_is_seen_of_the_cards_that_were_turned() -> None:
    """DEC-3: all of them, or only the last of each pack."""
    usual, house = both("DEC-3=last", "ak n2", "bk n3")
    assert [shown_deck(ledger, 0)[12] for ledger in (usual, house)] == [2, 3]
    assert [shown_deck(ledger, 1)[1:3] for ledger in (usual, house)] == [(3, 3), (4, 3)]


@pytest.mark.parametrize(
    ("choice", "sizes"),
    [("empty", [51, 50, 50]), ("combat", [52, 52, 52]), ("left", [51, 50, 50]), ("turn", [51, 50, 52]),
     ("never", [51, 50, 50])],
)  # fmt: skip
def test_dec_2_when_a_pack_is_shuffled(choice: str, sizes: list[int]) -> None:
    ledger, found = ledger_of("en", f"DEC-2={choice}", TENS), []
    for line in ("a9 n4", "b9 n4", "end"):
        ledger = played(ledger, line)
        found.append(ledger.packs[0].size)
    assert found == sizes


def test_dec_2_left_at_so_many_cards() -> None:
    ledger = played(ledger_of("en", "DEC-2=left, deck.reshuffleAt=50", TENS), "a9 n4")
    assert ledger.packs[0].size == 51
    change = change_of(ledger, "b9 n4")
    assert [each for each in change.happenings if isinstance(each, Reshuffled)] == [
        Reshuffled(0),
        Reshuffled(1),
    ]
    assert [pack.size for pack in change.ledger.packs] == [52, 52]


def test_dec_2_never() -> None:
    """DEC-2: without a card there is no combat; nothing is turned up."""
    ledger = played(ledger_of("en", "DEC-2=never", "Pack = 52, 52\nUnits = none\n"))
    for rank in "a23456789tjqk":
        ledger = played(ledger, *[f"cards {rank} {rank}"] * 4)
    message = "pack is empty, and in this house it is not shuffled"
    assert objected(ledger, "9 4") == tuple((f"{name}'s {message}", "CC-DECK-2") for name in ("Blue", "Red"))
    assert [pack.size for pack in change_of(ledger, "9 4").ledger.packs] == [0, 0]
    assert [pack.size for pack in played(ledger, "shuffle").packs] == [52, 52]


def test_dec_14_what_the_army_did() -> None:
    """DEC-14: the ledger keeps what the army did first, for the rule that lets it do only that."""
    ledger = played(ledger_of("en", "DEC-14=army", TENS), "move a")
    assert ledger.army_act is Act.MOVE
    assert played(ledger, "end").army_act is None


def test_dec_20_range_units_engage_without_a_combat() -> None:
    usual, house = ledger_of("en", "", TENS), ledger_of("en", "DEC-20=range", TENS)
    assert objected(usual, "engage a n") == (
        ("units become engaged by fighting; House = DEC-20=range changes that", "CC-ENG-1"),
    )
    ledger = played(house, "engage a n", "g>n")
    assert counts(ledger, "n") == ("9/0/1",)
    assert change_of(house, "engage n a").happenings == (Engaged("n", "a"),)


def test_dec_20_turn_the_counter_begins_again_each_turn() -> None:
    usual, house = both("DEC-20=turn", "a9 n4", "b9 n4", "end")
    assert (counts(usual, "n"), counts(house, "n")) == (("5/3/2",), ("5/3/0",))
    assert (len(usual.engagements), house.engagements) == (2, ())


def test_dec_20_dec_49_lapse_after_a_round_without_a_combat() -> None:
    """DEC-49: both players' turns; another combat begins the round again."""
    for turns, lapsed in ((1, False), (2, False), (3, True)):
        usual, house = both("DEC-20=lapse", "a9 n4", *["end"] * turns)
        assert usual.are_engaged("a", "n")
        assert house.are_engaged("a", "n") is not lapsed
        assert counts(house, "n") == (("8/1/0",) if lapsed else ("8/1/1",))
    _, house = both("DEC-20=lapse", "a9 n4", "end", "end", "a9 n4", "end", "end")
    assert house.are_engaged("a", "n")
    assert not played(house, "end").are_engaged("a", "n")


def test_dec_20b_an_engaged_unit_breaks_off_by_moving() -> None:
    usual, house = both("DEC-20b=leave", "a9 n4", "end", "move n")
    assert (usual.are_engaged("a", "n"), house.are_engaged("a", "n")) == (True, False)
    assert counts(house, "n") == ("8/1/0",)
    assert both("DEC-20b=leave", "a9 n4", "end", "reform n")[1].are_engaged("a", "n")
    # Where engaged units move as they like, a move does not tell that it left.
    assert both("DEC-20b=leave, DEC-15=literal", "a9 n4", "end", "move n")[1].are_engaged("a", "n")


def test_dec_23_confused_men_are_killed() -> None:
    """DEC-23: whoever picks may take a confused man; as many become confused as before."""
    usual = played(ledger_of("en", "", TENS), "n 2/8/0")
    house = played(ledger_of("en", "DEC-23=any", TENS), "n 2/8/0")
    assert objected(usual, "a9 n4 n:c")
    assert counts(played(usual, "a9 n4"), "n") == ("0/9/0",)
    assert counts(played(house, "a9 n4"), "n") == ("0/9/0",)
    assert counts(played(house, "a9 n4 n:c"), "n") == ("1/8/1",)
    assert counts(played(house, "c9 n4 n:c"), "n") == ("0/9/0",)
    assert objected(ledger_of("en", "DEC-23=any", TENS), "a9 n4 n:c") == (
        ("n has no confused man", "CC-KILL-6"),
    )


def test_dec_23_a_confused_officer_is_killed() -> None:
    ledger = ledger_of("fr", "DEC-23=any", "Blue = a inf 9\nRed = n inf 9 odf\n")
    ledger = played(ledger, "a9 n4 n:-/o")
    unit = played(ledger, "a9 n4 n:co/d").units["n"]
    assert (unit.counts, unit.specials, unit.confused_specials) == ("5/2/2", "f", "d")
    assert objected(ledger, "a9 n4 n:cd") == (("n has no drummer among its confused men", "CC-KILL-5"),)


def test_dec_24_mobs_are_attacked() -> None:
    """DEC-24: their confused men are killed, nobody is confused; usually a combat does nothing to them."""
    usual = played(ledger_of("en", "", TENS), "n 0/5/0", "a9 n4")
    house = played(ledger_of("en", "DEC-24=attackable", TENS), "n 0/5/0", "a9 n4")
    assert (counts(usual, "n"), counts(house, "n")) == (("0/5/0",), ("0/4/0",))
    assert (usual.units["n"].gone, house.units["n"].gone) == (5, 6)
    tied = played(ledger_of("en", "DEC-24=attackable", TENS), "n 0/5/0", "c9 n9 f")
    assert counts(tied, "c", "n") == ("8/1/0", "0/4/0")
    won = played(ledger_of("en", "DEC-24=attackable", TENS), "n 0/5/0", "a4 n9")
    assert counts(won, "a", "n") == ("8/1/0", "0/5/0")


def test_dec_28_all_of_a_mob_return() -> None:
    usual, house = both("DEC-28=all", "n 0/8/0", "end", "rally n +")
    assert (counts(usual, "n"), counts(house, "n")) == (("1/7/0",), ("8/0/0",))
    assert counts(both("DEC-28=all", "n 0/8/0", "end", "rally n")[1], "n") == ("0/8/0",)


def test_dec_30_each_helper_counts() -> None:
    usual, house = both("DEC-30=each", "a 3/7/0", "rally a ++")
    assert (counts(usual, "a"), counts(house, "a")) == (("7/3/0",), ("8/2/0",))


def test_dec_30b_whether_there_is_an_aide() -> None:
    """DEC-30b: general and aide in the English edition, the general alone in the French one."""
    lines = [objected(played(ledger_of(name, "", TENS), "a 3/7/0"), "rally a ++") for name in ("en", "fr")]
    assert lines == [(), (("Blue has only one who helps to rally", "CC-RAL-3"),)]
    assert not objected(played(ledger_of("fr", "DEC-30b=optional", TENS), "a 3/7/0"), "rally a ++")


def test_dec_41_a_commander_who_is_lost_rallies_nobody() -> None:
    ledger = played(ledger_of("fr", "DEC-41=captured", TENS), "fallen blue", "a 3/7/0")
    assert objected(ledger, "rally a +") == (("Blue has nobody who helps to rally", "CC-RAL-3"),)
    assert not objected(ledger, "rally a")
    english = played(ledger_of("en", "DEC-41=captured", TENS), "fallen blue", "a 3/7/0")
    assert not objected(english, "rally a +")


def test_dec_32c_who_picks_the_man_who_is_shot() -> None:
    found = []
    for house in ("", "DEC-32c=owner"):
        happenings = change_of(ledger_of("en", house, TENS), "g>n").happenings
        found += [each.picker for each in happenings if isinstance(each, Lost)]
    assert found == [0, 1]


def test_dec_33_several_targets_with_one_pair_of_cards() -> None:
    """DEC-33: the winner says which of them loses; the bonus of one counts for all; all are engaged."""
    assert objected(ledger_of("fr", "", TENS), "a9 n4 & o hits o") == (
        ("a combat is against one unit; House = DEC-33=pooled changes that", "CC-COMB-3"),
    )
    pooled = ledger_of("fr", "DEC-33=pooled", TENS)
    ledger = played(pooled, "a9 n4 & o hits o")
    assert counts(ledger, "a", "n", "o") == ("10/0/0", "10/0/0", "8/1/1")
    assert [sorted(each[:2]) for each in ledger.engagements] == [["a", "n"], ["a", "o"]]
    assert counts(played(pooled, "a4 n9 & o"), "a", "n", "o") == ("8/1/1", "10/0/0", "10/0/0")
    assert counts(played(pooled, "a4 n4 & o hits o"), "a", "n", "o") == ("8/1/1", "10/0/0", "8/1/1")
    sheltered = played(pooled, "cover n w")
    assert change_of(sheltered, "a6 n4 & o hits o").happenings[0] == Fought("a", "o", "lost", (6, 7), (6, 4))
    assert objected(pooled, "a9 n4 & o") == (("nobody said which of n o bears it; read as n", "CC-COMB-3"),)


def test_dec_34_whom_cover_helps() -> None:
    """DEC-34: only the attacked unit; also a starter; every unit in cover, from all sides."""
    lines = {"a7 n9": "cover a w", "a9 n7 f": "cover n w"}
    found = {
        choice: [
            change_of(played(ledger_of("en", f"DEC-34={choice}", TENS), cover), line).happenings[0].totals
            for line, cover in lines.items()
        ]
        for choice in ("attacked", "starter", "always")
    }
    assert found == {
        "attacked": [(7, 9), (9, 7)],
        "starter": [(10, 9), (9, 7)],
        "always": [(10, 9), (9, 10)],
    }


def test_dec_34_a_starter_whose_flank_is_seen_has_no_wall() -> None:
    """DEC-34: what stands in front of it covers no flank; a trench does; so does all where it is played."""

    def own_total(choice: str, cover: str) -> int:
        ledger = played(ledger_of("en", f"DEC-34={choice}, DEC-37=position", TENS), f"cover a {cover}")
        fought = change_of(ledger, "a9 n4 flanked").happenings[0]
        assert isinstance(fought, Fought)
        assert fought.totals is not None
        return fought.totals[0]

    assert [own_total("starter", cover) for cover in "wt"] == [9, 12]
    assert own_total("always", "w") == 12


def test_dec_35_a_tie_does_not_count_the_man_who_just_died() -> None:
    assert confused("DEC-35=before", "a9 n9") == (2, 0)
    assert confused("DEC-35=before", "a9 n9", "a9 n4") == (3, 1)


def test_dec_35b_bonuses_count_on_a_tie() -> None:
    """DEC-35b: cavalry's one and the flank's four, and a gun's card, for whoever has them."""
    assert confused("DEC-35b=bonuses", "c9 n9 f") == (2, 7)
    assert confused("DEC-35b=bonuses", "a7 g7", more="Blue = a inf 10\nRed = g art 10\n") == (2, 5)
    # A card that a gun showed does not become less because a man is not counted.
    assert confused("DEC-35b=bonuses, DEC-35=before", "a7 g7", more="Blue = a inf 10\nRed = g art 10\n") == (
        2,
        4,
    )


def test_dec_36_the_greater_of_card_and_number() -> None:
    gun, foot = Fighter(Arm.GUNS, 9), Fighter(Arm.FOOT, 99, dead=6)
    for house, wanted in (("", 4), ("DEC-36=greater", 7)):
        toll = exchange(Meeting(gun, foot), 13, 2, edition_of("en", house)).target
        assert toll == Toll(1, wanted, wanted)


def test_dec_36b_no_flank_for_guns() -> None:
    assert confused("DEC-36b=none", "g8 n4 f") == (8, 4)
    assert confused("DEC-36b=none", "a8 n4 f") == (5, 5)


def test_dec_37_by_position() -> None:
    """DEC-37: the attacked unit that stands on the starter's flank and wins confuses four more."""
    assert confused("DEC-37=position", "a4 n9 flanked") == (1, 5)
    assert confused("DEC-37=position", "a4 n9 f") == (1, 1)
    assert confused("DEC-37=position", "a9 n4 flanked") == (1, 1)
    loss = next(
        each
        for each in change_of(ledger_of("en", "DEC-37=position", TENS), "a4 n9 flanked").happenings
        if isinstance(each, Lost)
    )
    assert loss.rules == ("CC-KILL-2", "CC-SPEC-4")


def test_dec_39_officers_last_in_either_edition() -> None:
    armies = "Blue = a inf 9\nRed = n inf 9 odf\n"
    for name, house, allowed in (
        ("en", "", False),
        ("en", "DEC-39=free", True),
        ("fr", "", True),
        ("fr", "DEC-39=last", False),
    ):
        assert (not objected(ledger_of(name, house, armies), "a9 n4 n:o/d")) is allowed


def test_dec_41_a_commander_is_lost() -> None:
    usual, house = ledger_of("en", "", TENS), ledger_of("en", "DEC-41=captured", TENS)
    assert objected(usual, "fallen red") == (
        ("a commander cannot be hit; House = DEC-41=captured changes that", "DEC-41"),
    )
    assert (usual.commanders, played(house, "fallen red").commanders) == ((True, True), (True, False))
    assert ledger_of("en", "army.commanders=0", TENS).commanders == (False, False)


def test_dec_42_a_cannon_is_captured() -> None:
    usual, house = ledger_of("en", "", TENS), ledger_of("en", "DEC-42=captured", TENS)
    assert objected(usual, "capture a r") == (
        ("cannon are not captured; House = DEC-42=captured changes that", "DEC-42"),
    )
    ledger = played(house, "capture a r")
    assert [ledger.units[letter].cannon for letter in "ar"] == [1, 0]
    assert not ledger.units["r"].at_gun
    assert objected(ledger, "capture b r") == (("r has no cannon", "DEC-42"),)


def test_dec_44_a_limit_of_turns() -> None:
    """DEC-44: more sites, then more men in ranks, else a draw; no turn begins after the last."""
    for lines, winner in (
        ((), None),
        (("site 1 n",), 1),
        (("site 1 n", "site 2 a", "g>n"), 0),
        (("g>n",), 0),
    ):
        ledger = played(ledger_of("en", "end.turns=2", TENS), *lines, "end")
        assert ledger.outcome is None
        change = change_of(ledger, "end")
        assert change.ledger.outcome == Outcome(winner, "CC-WIN-3")
        assert len(change.happenings) == 1
        assert change.ledger.turn == 2


def test_dec_47_a_unit_that_lost_all_ranks_earlier_is_out() -> None:
    """DEC-47: it is engaged with nobody, and a combat does nothing to it."""
    ledger = played(ledger_of("en", "", "Blue = a inf 9; b inf 9\nRed = n inf 2\n"), "a9 n4")
    again = played(ledger, "b9 n4")
    assert counts(again, "n") == counts(ledger, "n") == ("0/1/0",)
    assert again.engagements == ()


def test_dec_48_each_gun_has_its_own_balls() -> None:
    armies = "Blue = g art 4 1gun; h art 4 1gun\nRed = n inf 20; r art 4 2guns\n"
    lines = ["g>n t", "g>n"]
    usual, house = both("DEC-48=gun", *lines, more=armies)
    assert [usual.balls_of(usual.units[letter]) for letter in "ghr"] == [4, 4, 8]
    assert [house.balls_of(house.units[letter]) for letter in "ghr"] == [0, 4, 8]
    assert not objected(usual, "g>n")
    assert objected(house, "g>n") == (("the shot costs 1, and 0 balls are left", "CC-FIRE-6"),)
    # In the French edition they are the player's anyway.
    french = played(ledger_of("fr", "DEC-48=gun", armies), "g>n t")
    assert french.balls_of(french.units["h"]) == 1


def test_dec_48_a_captured_cannon_keeps_what_it_fired() -> None:
    armies = "Blue = g art 4 1gun\nRed = n inf 20; r art 4 1gun\n"
    ledger = played(ledger_of("en", "DEC-48=gun, DEC-42=captured", armies), "g>n t", "end", "capture n g")
    assert ledger.balls_of(ledger.units["n"]) == 1
