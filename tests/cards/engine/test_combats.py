"""Combats, kills and their special cases: sections 7 to 9 of the rules, and the scripts of 15.10."""

from __future__ import annotations

import pytest

from cards.ledgers import change_of, counts, ledger_of, objected, played
from deduce.cards.edition import edition_of
from deduce.cards.engine.combat import Exchange, Fighter, Meeting, Result, Toll, exchange, meeting_of
from deduce.cards.engine.happenings import Fought, Freed, Lost
from deduce.cards.engine.ledger import Ledger
from deduce.cards.engine.units import Arm, Cover, State, Unit
from deduce.cards.notation.typed import read
from deduce.tabletop.kind import Entry

FOOT, HORSE, GUNS = Arm.FOOT, Arm.HORSE, Arm.GUNS
TENS = "Blue = a inf 10; b inf 10; c cav 10; g art 10\nRed = n inf 10; o inf 10; p cav 10; r art 10\n"
"""Units of ten men, as the examples have them."""
FACES = range(1, 14)


def lost(ledger: Ledger, line: str) -> list[Lost]:
    """Return the losses that a line brings."""
    return [each for each in change_of(ledger, line).happenings if isinstance(each, Lost)]


def exchanged(
    starter: Fighter, target: Fighter, cards: str, house: str = "", name: str = "en", **more: bool
) -> Exchange:
    one, other = map(int, cards.split())
    return exchange(Meeting(starter, target, **more), one, other, edition_of(name, house))


# --- The cards -------------------------------------------------------------------------------------


def test_cc_comb_5_values_are_faces_and_the_ace_is_low() -> None:
    """CC-COMB-5, CC-COMB-7, CC-COMB-8: the higher face wins, all 169 pairs."""
    foot = Fighter(FOOT, 10)
    for one in FACES:
        for other in FACES:
            result = exchange(Meeting(foot, foot), one, other, edition_of()).result
            wanted = Result.WON if one > other else Result.LOST if one < other else Result.TIED
            assert result is wanted


def test_cc_deck_3_suits_do_not_matter() -> None:
    """CC-DECK-3: a card is its rank, however it is written; the French letters are the same cards."""
    ledger = ledger_of()
    for words in ("ak nq", "ar nd", "aK nQ"):
        assert change_of(ledger, words).ledger == change_of(ledger, "ak nq").ledger
    assert change_of(ledger, "a10 n1").ledger == change_of(ledger, "at na").ledger


@pytest.mark.parametrize(
    ("arm", "cover", "bonus"),
    [
        (FOOT, Cover.OPEN, 0), (FOOT, Cover.WOOD, 0), (FOOT, Cover.WALL, 3), (FOOT, Cover.REDOUBT, 3),
        (FOOT, Cover.TRENCH, 3), (GUNS, Cover.WALL, 3), (GUNS, Cover.WOOD, 0), (HORSE, Cover.WALL, 0),
        (HORSE, Cover.TRENCH, 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["en", "fr"])
def test_cc_comb_6_cover(arm: Arm, cover: Cover, bonus: int, name: str) -> None:
    """CC-COMB-6: hard cover helps attacked foot and guns; never cavalry, in woods, or the starter."""
    one, other = Unit("a", 0, FOOT, 10, cover=Cover.WALL), Unit("n", 1, arm, 10, cover=cover)
    meeting = meeting_of(one, other, edition_of(name), starter_cover=Cover.WALL)
    assert (meeting.starter.bonus, meeting.target.bonus) == (0, bonus)
    assert meeting_of(one, other, edition_of(name), cover=Cover.OPEN).target.bonus == 0


def test_cc_comb_6_cover_does_not_cover_a_flank_but_a_trench_does() -> None:
    """CC-COMB-6, DEC-34: only what lies between the two units counts."""
    one = Unit("a", 0, FOOT, 10)
    for cover, bonus in ((Cover.WALL, 0), (Cover.REDOUBT, 0), (Cover.TRENCH, 3)):
        unit = Unit("n", 1, FOOT, 10, cover=cover)
        assert meeting_of(one, unit, edition_of(), flank=True).target.bonus == bonus
        assert meeting_of(one, unit, edition_of(), flank=True, cover=Cover.WALL).target.bonus == 3


def test_cc_comb_6_cover_at_the_table() -> None:
    """Cover said once stays; cover said behind a combat holds for that one."""
    ledger = played(ledger_of("en", more=TENS), "cover n w")
    assert change_of(ledger, "a9 n7").happenings[0] == Fought("a", "n", Result.LOST, (9, 10), (9, 7))
    assert change_of(ledger, "a9 n7 -").happenings[0] == Fought("a", "n", Result.WON, (9, 7), (9, 7))
    assert change_of(ledger, "a9 n7 f").happenings[0] == Fought("a", "n", Result.WON, (9, 7), (9, 7))
    assert change_of(ledger, "a9 o7 t").happenings[0] == Fought("a", "o", Result.LOST, (9, 10), (9, 7))
    assert change_of(ledger, "a9 p7 t").happenings[0] == Fought("a", "p", Result.WON, (9, 7), (9, 7))


def test_cc_comb_7_the_winner_loses_nothing() -> None:
    ledger = played(ledger_of("en", more=TENS), "a9 n4", "a2 nk")
    assert counts(ledger, "a", "n") == ("8/1/1", "8/1/1")


def test_cc_comb_8_a_tie_costs_both() -> None:
    """CC-COMB-8: also on totals that are equal after the +3."""
    assert counts(played(ledger_of("en", more=TENS), "a7 n7"), "a", "n") == ("8/1/1", "8/1/1")
    assert counts(played(ledger_of("en", more=TENS), "at n7 w"), "a", "n") == ("8/1/1", "8/1/1")


def test_cc_comb_9_one_after_another() -> None:
    """CC-COMB-9, DEC-47: the second combat is against what the first one left."""
    ledger = played(ledger_of("en", more=TENS), "a9 n4", "b9 n4", "c9 n4")
    assert counts(ledger, "n") == ("0/7/0",)
    assert played(ledger_of("en", more=TENS), "a9 n4", "b9 n4").units["n"].counts == "5/3/2"


def test_cc_comb_3_whoever_started_a_combat_is_marked() -> None:
    """CC-COMB-3: starting counts, being attacked does not."""
    ledger = played(ledger_of("en", more=TENS), "a9 n4", "b9 n4")
    assert [unit.combats for unit in ledger.roster] == [1, 1, 0, 0, 0, 0, 0, 0]
    assert not any(unit.has_fought for unit in played(ledger, "end").roster)


# --- Kills and confusion ---------------------------------------------------------------------------


def test_cc_kill_1_cc_kill_2_the_nth_kill_confuses_n() -> None:
    """CC-KILL-1, CC-KILL-2: 1, 2, 3, 4 with each kill of an engagement."""
    ledger = ledger_of("en", more="Blue = a inf 99\nRed = n inf 99\n")
    for number in range(1, 9):
        loss = lost(ledger, "ak n2")[0].loss
        assert (loss.killed, loss.confused, loss.number) == (1, number, number)
        ledger = played(ledger, "ak n2", "shuffle")


def test_cc_kill_3_the_dead_lie_as_long_as_the_engagement_lasts() -> None:
    """CC-KILL-3: afterwards they are cleared, and the counter begins again at 0."""
    ledger = played(ledger_of("en", more=TENS), "a9 n4", "a9 n4")
    assert counts(ledger, "n") == ("5/3/2",)
    assert Freed((("a", 0), ("n", 2))) in change_of(ledger, "free a n").happenings
    ledger = played(ledger, "free a n")
    assert (counts(ledger, "n"), ledger.units["n"].gone) == (("5/3/0",), 2)
    assert counts(played(ledger, "a9 n4"), "n") == ("3/4/1",)


def test_cc_kill_4_never_more_confused_than_are_left() -> None:
    """CC-KILL-4: with 5 in ranks, cavalry on the flank confuses 4 of the 6 it would."""
    ledger = ledger_of("en", more="Blue = c cav 6\nRed = n inf 5\n")
    loss = lost(ledger, "c9 n4 f")[0].loss
    assert (loss.killed, loss.confused, loss.ordered) == (1, 4, 6)
    assert counts(played(ledger, "c9 n4 f"), "n") == ("0/4/0",)
    one = ledger_of("en", more="Blue = c cav 6\nRed = n inf 1; o inf 5\n")
    assert (lost(one, "c9 n4")[0].loss.killed, lost(one, "c9 n4")[0].loss.confused) == (1, 0)


def test_cc_kill_5_who_picks() -> None:
    """CC-KILL-5: the winner; on a tie each side in the other's unit."""
    ledger = ledger_of("en", more=TENS)
    assert [each.picker for each in lost(ledger, "a9 n4")] == [0]
    assert [each.picker for each in lost(ledger, "a4 n9")] == [1]
    assert [(each.loss.letter, each.picker) for each in lost(ledger, "a9 n9")] == [("a", 1), ("n", 0)]


def test_cc_kill_7_on_a_tie_each_counts_its_own_dead() -> None:
    """CC-KILL-7: no bonus of section 9 counts."""
    ledger = played(ledger_of("en", more=TENS), "c9 n4")
    assert counts(ledger, "n") == ("7/2/1",)
    assert counts(played(ledger, "c5 n5 f"), "c", "n") == ("8/1/1", "4/4/2")


# --- Engagements -----------------------------------------------------------------------------------


def test_cc_eng_1_from_the_first_combat_a_tie_too() -> None:
    for line in ("a9 n4", "a4 n9", "a4 n4"):
        assert played(ledger_of("en", more=TENS), line).are_engaged("a", "n")


def test_cc_eng_1_until_one_has_no_man_in_ranks() -> None:
    """CC-ENG-1: the other unit stays engaged with its other enemies, and keeps its dead."""
    ledger = ledger_of("en", more="Blue = a inf 9; b inf 9\nRed = n inf 2; o inf 16\n")
    ledger = played(ledger, "o9 b4", "n9 b4", "b9 n4")
    assert (ledger.units["n"].state, ledger.foes_of("b")) == (State.MOB, ("o",))
    assert counts(ledger, "b", "n") == ("4/3/2", "0/1/0")


def test_cc_eng_1_lasts_through_turns_without_a_combat() -> None:
    ledger = played(ledger_of("en", more=TENS), "a9 n4", *["end"] * 9)
    assert (ledger.are_engaged("a", "n"), counts(ledger, "n")) == (True, ("8/1/1",))


def test_dec_21_one_counter_over_all_enemies() -> None:
    """DEC-21: what a unit lost against one enemy counts against another, until it is engaged with nobody."""
    ledger = played(ledger_of("en", more=TENS), "a9 n4", "b9 n4")
    assert counts(ledger, "n") == ("5/3/2",)
    assert counts(played(ledger, "free a n"), "n") == ("5/3/2",)
    assert counts(played(ledger, "free a n", "free b n"), "n") == ("5/3/0",)


# --- Special cases ---------------------------------------------------------------------------------

GUN_TABLE = {"fr": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4, 4, 4), "en": (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 4, 4, 4)}


@pytest.mark.parametrize("name", ["en", "fr"])
def test_cc_spec_1_cc_spec_2_a_gun_by_the_face_of_its_card(name: str) -> None:
    """CC-SPEC-1, CC-SPEC-2, CC-SPEC-5: as starter and as target, with the +3 and without."""
    gun, foot = Fighter(GUNS, 4), Fighter(FOOT, 99, 7)
    table = GUN_TABLE[name]
    for face in FACES:
        for bonus in (0, 3):
            sheltered = gun._replace(bonus=bonus)
            for other in range(1, min(face + bonus, 14)):
                started = exchanged(sheltered, foot, f"{face} {other}", name=name)
                attacked = exchanged(foot, sheltered, f"{other} {face}", name=name)
                assert started.target == attacked.starter == Toll(1, table[face - 1], table[face - 1])


def test_cc_spec_3_cavalry_confuses_one_more() -> None:
    """CC-SPEC-3, CC-SPEC-5: also as the attacked unit."""
    ledger = ledger_of("en", more=TENS)
    assert counts(played(ledger, "c9 n4"), "n") == ("7/2/1",)
    assert counts(played(ledger, "a4 p9"), "a") == ("7/2/1",)


def test_cc_spec_4_flank_and_rear_confuse_four_more() -> None:
    """CC-SPEC-4, DEC-36: it adds to cavalry's one and to a gun's card."""
    ledger = ledger_of("fr", more="Blue = a inf 9; c cav 9; g art 9\nRed = n inf 27\n")
    assert [lost(ledger, f"{letter}5 n4 f")[0].loss.confused for letter in "acg"] == [5, 6, 9]


def test_cc_spec_5_flank_counts_only_for_the_starter() -> None:
    """CC-SPEC-5: whoever is attacked from the flank and wins has no bonus of it."""
    ledger = ledger_of("en", more=TENS)
    assert lost(ledger, "a4 n9 f")[0].loss.confused == 1
    assert lost(ledger, "a4 n9 flanked")[0].loss.confused == 1


def test_the_rules_of_a_loss_are_named() -> None:
    """Each loss names the rules by which so many became confused."""
    ledger = ledger_of("en", more=TENS)
    rules = {
        line: lost(ledger, line)[0].rules for line in ("a9 n4", "c9 n4 f", "g9 n4 f", "a4 p9", "a4 n4 f")
    }
    assert rules == {
        "a9 n4": ("CC-KILL-2",),
        "c9 n4 f": ("CC-KILL-2", "CC-SPEC-3", "CC-SPEC-4"),
        "g9 n4 f": ("CC-SPEC-1", "CC-SPEC-4"),
        "a4 p9": ("CC-KILL-2", "CC-SPEC-3"),
        "a4 n4 f": ("CC-COMB-8", "CC-KILL-7"),
    }


# --- The scripts of 15.10 --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["en", "fr"])
def test_the_scripted_engagement(name: str) -> None:
    """CC-KILL-1 to CC-KILL-4, CC-COMB-8, CC-ENG-1, CC-MOB-1: the five combats of 15.10."""
    ledger = ledger_of(name, more="Blue = a inf 10\nRed = n inf 10\n")
    ledger = played(ledger, "a9 n4")
    assert counts(ledger, "a", "n") == ("10/0/0", "8/1/1")
    ledger = played(ledger, "a7 n7")
    assert counts(ledger, "a", "n") == ("8/1/1", "5/3/2")
    ledger = played(ledger, "a2 nk")
    assert counts(ledger, "a", "n") == ("5/3/2", "5/3/2")
    ledger = played(ledger, "aq n5")
    assert counts(ledger, "a", "n") == ("5/3/2", "1/6/3")
    assert lost(ledger, "aj nt")[0].loss.counts == "0/6/4"
    ledger = played(ledger, "aj nt")
    assert counts(ledger, "a", "n") == ("5/3/0", "0/6/0")
    assert [ledger.units[letter].gone for letter in "an"] == [2, 4]
    assert (ledger.units["n"].state, ledger.engagements) == (State.MOB, ())


@pytest.mark.parametrize(
    ("line", "french", "english"),
    [
        ("at g7 w", ("8/1/1", "8/1/1"), ("8/1/1", "8/1/1")),
        ("at g8 w", ("1/8/1", "10/0/0"), ("5/4/1", "10/0/0")),
        ("a3 ga w", ("8/1/1", "10/0/0"), ("8/1/1", "10/0/0")),
        ("aj gk w", ("5/4/1", "10/0/0"), ("5/4/1", "10/0/0")),
        ("gt a7 t", ("8/1/1", "8/1/1"), ("8/1/1", "8/1/1")),
    ],
)
def test_cc_spec_1_gun_cards(line: str, french: tuple[str, str], english: tuple[str, str]) -> None:
    """The gun cards of 15.10, behind a wall and against a trench."""
    for name, wanted in (("fr", french), ("en", english)):
        ledger = ledger_of(name, more="Blue = a inf 10\nRed = g art 10\n")
        assert counts(played(ledger, line), "a", "g") == wanted


SIX = "Blue = a inf 9; b inf 9\nRed = n inf 7 odf; o inf 11\n"
"""An officer, a drummer, a flag and four plain men, of whom one dies first."""


def test_cc_kill_6_officers_last_exactly() -> None:
    """CC-KILL-6, 15.10: 6 in ranks, 3 of them special, 1 lying dead; a loss takes exactly the 3 plain men."""
    ledger = ledger_of("en", more=SIX)
    ledger = played(ledger, "a9 n4", "rally n")
    unit = ledger.units["n"]
    assert (unit.counts, unit.specials) == ("6/0/1", "odf")
    ledger = played(ledger, "b9 n4")
    unit = ledger.units["n"]
    assert (unit.counts, unit.specials, unit.confused_specials) == ("3/2/2", "odf", "")
    first = lost(ledger, "b9 n5")[0].loss
    assert (first.killed, first.confused, first.ordered) == (1, 2, 3)
    assert len(first.dead_specials) == 1
    assert {*first.dead_specials + first.confused_specials} == {*"odf"}
    ledger = played(ledger, "b9 n5 n:d/of")
    unit = ledger.units["n"]
    assert (unit.state, unit.specials, unit.confused_specials) == (State.MOB, "", "of")


def test_cc_kill_6_the_french_winner_takes_the_officer_first() -> None:
    """CC-KILL-6, 15.10: the counts are the same."""
    ledger = played(ledger_of("fr", more=SIX), "a9 n4", "rally n", "b9 n4 n:o/df")
    unit = ledger.units["n"]
    assert (unit.counts, unit.specials, unit.confused_specials) == ("3/2/2", "", "df")


@pytest.mark.parametrize(
    ("name", "line", "sentence"),
    [
        ("en", "a9 n4 n:o", "no special man of n is hit while plain men are left"),
        ("en", "a9 o4 o:o", "o has no officer in ranks"),
        ("fr", "a9 n4 n:od", "so many of n are not hit: 1 killed, 1 confused"),
        ("fr", "a9 n4 n:o/df", "so many of n are not hit: 1 killed, 1 confused"),
        ("en", "a9 n4 n:c", "confused men of n cannot be killed; House = DEC-23=any changes that"),
        ("en", "a9 n4 a:o", "a loses nobody, so no man of it is picked"),
    ],
)
def test_cc_kill_5_cc_kill_6_picks_that_cannot_be(name: str, line: str, sentence: str) -> None:
    """Men who cannot have been hit are objected to; the counts stand."""
    ledger = ledger_of(name, more=SIX)
    assert [message for message, _ in objected(ledger, line)] == [sentence]
    after = change_of(ledger, line).ledger
    assert sum(unit.lying for unit in after.roster) == 1


def test_cc_kill_6_officers_last_among_the_confused_too() -> None:
    """CC-KILL-6: three left, all special: which of them die is asked for, unless all are hit alike."""
    ledger = ledger_of("en", more="Blue = a inf 9\nRed = n inf 3 odf; o inf 6\n")
    assert objected(ledger, "a9 n4 n:o") == (
        ("of n's special men 1 must die and 1 become confused", "CC-KILL-6"),
    )
    assert not objected(ledger, "a9 n4 n:o/d")
    ledger = ledger_of("fr", more="Blue = a inf 9\nRed = n inf 3 odf; o inf 6\n")
    assert objected(ledger, "a9 n4 n:-") == (
        ("n has only 0 plain men; at least 2 special men must be hit", "CC-KILL-5"),
    )
    # Who must have been hit is, although nobody named him.
    assert len(played(ledger, "a9 n4").units["n"].specials) == 1


# --- What was not seen -----------------------------------------------------------------------------


def test_a_missed_card_with_the_result() -> None:
    ledger = ledger_of("en", more=TENS)
    for line in ("a? n4 won", "a n won", "ac n4", "a n? won", "a>5 n4"):
        assert counts(played(ledger, line), "a", "n") == ("10/0/0", "8/1/1"), line
        assert [pack.size for pack in played(ledger, line).packs] == [51, 51]


@pytest.mark.parametrize(
    ("line", "sentence", "rule"),
    [
        (
            "a? n4",
            "nobody said who won; write won, lost or tied behind the cards; no man is taken off",
            "CC-COMB-7",
        ),
        (
            "a9 n4 lost",
            "by the cards a9 n4 a won, not lost; a card is wrong, or cover (+3) was left out or is too much",
            "CC-COMB-7",
        ),
        (
            "ac n4 tied",
            (
                "by the cards ac n4 a won, not tied; a card is wrong, or cover (+3) was left out or is "
                "too much"
            ),
            "CC-COMB-7",
        ),
        ("a9 n4 3", "1 become confused by the rules, not 3", "CC-KILL-2"),
        ("gc n4 won 3", "4 become confused by the rules, not 3", "CC-KILL-2"),
        (
            "g? n4 won",
            "nobody said how many became confused, 3 to 5 by the gun's card; read as 3",
            "CC-SPEC-1",
        ),
        ("a n", "the cards are missing; write a9 n4, or ? for one that was missed", "CC-COMB-5"),
    ],
)
def test_what_was_said_and_cannot_be(line: str, sentence: str, rule: str) -> None:
    assert objected(ledger_of("en", more=TENS), line) == ((sentence, rule),)


def test_what_was_said_of_the_result_is_believed() -> None:
    """A card is misread more easily than a winner."""
    ledger = ledger_of("en", more=TENS)
    assert counts(change_of(ledger, "a9 n4 lost").ledger, "a", "n") == ("8/1/1", "10/0/0")
    assert counts(change_of(ledger, "a9 n4 3").ledger, "a", "n") == ("10/0/0", "6/3/1")
    assert counts(change_of(ledger, "a4 n9 2").ledger, "a", "n") == ("7/2/1", "10/0/0")
    assert counts(change_of(ledger, "a4 n4 2").ledger, "a", "n") == ("8/1/1", "8/1/1")


def test_a_result_that_no_cards_can_have() -> None:
    """With a bonus that no card beats nobody wins against cover; that is said, and nothing is done."""
    ledger = ledger_of("en", "cover.bonus=13", TENS)
    change = change_of(ledger, "a? n? w won")
    assert [each.rule for each in change.objections] == ["CC-COMB-7"]
    assert counts(change.ledger, "a", "n") == ("10/0/0", "10/0/0")
    assert isinstance(read(ledger, "a? n? w lost", ()), Entry)


def test_what_a_result_says_of_cards_that_nobody_saw() -> None:
    """It is kept as the pairs of faces that both cards can have had together."""
    ledger = played(ledger_of("en", more=TENS), "ac n? won", "b9 n4", "b? n? lost")
    first, second = ledger.clashes
    assert first.pairs == {(one, other) for one in (11, 12, 13) for other in FACES if one > other}
    assert second.pairs == {(one, other) for one in FACES for other in FACES if one < other}
    assert [(each.entry, each.side, each.shuffles) for each in ledger.clashes] == [
        (1, 0, (0, 0)),
        (3, 0, (0, 0)),
    ]
    assert not played(ledger_of("en", more=TENS), "ac n4").clashes


def test_what_results_say_is_kept_once() -> None:
    """A record holds the ledgers after all its entries, and each of these combats is in it once."""
    before = played(ledger_of("en", more=TENS), "ac n? won", "b9 n4")
    after = played(before, "b? n? lost")
    assert before.clashed is not None
    assert after.clashed is not None
    assert after.clashed.before is before.clashed
    assert after.clashes[:-1] == before.clashes
    assert played(after, "b9 n4").clashed is after.clashed


def test_a_count_says_something_of_a_gun_s_card() -> None:
    ledger = played(ledger_of("en", more=TENS), "g? n2 won 5")
    assert ledger.clashes[0].pairs == {(9, 2), (10, 2)}
    assert counts(ledger, "n") == ("4/5/1",)
