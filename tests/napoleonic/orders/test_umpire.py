"""Both sheets of a half judged by an umpire, in plain."""

from __future__ import annotations

import pytest

from deduce.napoleonic.battle import Battle
from deduce.napoleonic.kind import parse_record
from deduce.napoleonic.questions.sheets import check_told
from deduce.napoleonic.questions.umpire import Finding, Sort, findings
from deduce.tabletop.look import Look, look_at
from deduce.tabletop.said import Said

FRENCH = (
    "FR; 3 cav light column 12 formed ground open order other; "
    "4 cav light column 12 formed ground open order other; 5 inf line column 18 formed ground open; "
    "7 inf light skirmish 6"
)
ENGLISH = (
    "EN; e2 inf line line 18 regular formed ground open; k inf line square 18 formed ground open; "
    "s inf light skirmish 5"
)
CLEAR = "bearing ahead visible path open may_charge"


def battle(*entries: str, me: str = "Umpire", english: str = ENGLISH, house: str = "") -> Look[Battle]:
    """A look at a battle after some entries, which all fit."""
    lines = "".join(f"{number}. {entry}\n" for number, entry in enumerate(entries, 1))
    text = f"Game = napoleonic\nMe = {me}\n{house}French = {FRENCH}\nEnglish = {english}\n\n{lines}"
    record = parse_record(text)
    assert record.misfits == ()
    return look_at(record, None, {})


def found(look: Look[Battle], sort: Sort, half: int = 0) -> list[Finding]:
    return [each for each in findings(look.state, half) if each.sort is sort]


def sheets(french: str, english: str = "none", half: str = "P1H1") -> tuple[str, str]:
    return f"write French {half} {french}", f"write English {half} {english}"


def told(look: Look[Battle], half: str = "") -> list[str]:
    said = check_told(look, {"half": half}).said
    return [each.text for each in said if isinstance(each, Said)]


def test_a_charge_that_may_be() -> None:
    look = battle(*sheets("3 charge k"), f"between 3 k {CLEAR} distance 27.5")
    [one] = found(look, Sort.ALLOWED)
    assert (one.units, one.words.en, one.words.fr) == (("3", "k"), "3 may charge k", "3 peut charger k")
    assert found(look, Sort.REFUSED) == found(look, Sort.UNKNOWN) == found(look, Sort.SAME_ENEMY) == []


def test_a_charge_that_may_not_be() -> None:
    """By what is known of both: skirmishers, hold, the flank, foot at horse; each with its rules."""
    for sheet, entries, rule in (
        ("7 charge k", (), "NAP-CHARGE-35"),
        ("3 charge k", ("3 is hold",), "NAP-CHARGE-5"),
        ("3 charge k", ("between 3 k bearing flank",), "NAP-CHARGE-14"),
        ("3 charge k", ("between 3 k path hedge",), "NAP-CHARGE-40"),
        ("3 charge k", ("3 state disorganised",), "NAP-CHARGE-39"),
        ("3 charge k", ("k melee", "between 3 k their_screen_fights no"), "NAP-CHARGE-38"),
    ):
        [one] = found(battle(*entries, *sheets(sheet)), Sort.REFUSED)
        assert rule in one.rules, sheet
        assert rule in one.words.en
        assert one.words.fr.startswith(f"{one.units[0]} ne peut pas charger k : ")


def test_nap_charge_3_sheets_of_the_next_half_are_judged_for_its_first_quarter() -> None:
    """Whatever quarter is played meanwhile."""
    look = battle(*sheets("3 charge k"), "q", *sheets("3 charge k", half="P1H2"), f"between 3 k {CLEAR}")
    assert [len(found(look, Sort.ALLOWED, half)) for half in (0, 2)] == [1, 1]


def test_what_nobody_said_is_asked() -> None:
    [one] = found(battle(*sheets("3 charge k")), Sort.UNKNOWN)
    assert "does the order of 3 permit a charge? (NAP-CHARGE-5)" in one.words.en
    assert "NAP-CHARGE-5" in one.rules


def test_nap_charge_9_what_is_void() -> None:
    """Not declared yet, never declared, declared and not written."""
    first = sheets("3 charge k; 7 evade")
    words = [each.words.en for each in found(battle(*first, "3 charge"), Sort.VOID)]
    assert words == ["7 has not declared evade yet: void unless it does now"]
    later = battle(*first, "3 charge", "4 charge !", "q")
    voids = found(later, Sort.VOID)
    assert [(each.units, each.rules, each.words.en) for each in voids] == [
        (("4",), ("NAP-CHARGE-9",), "4 declared charge, and its sheet does not have that: void"),
        (("7",), ("NAP-EVADE-2",), "7 has evade written and did not declare it: void"),
    ]
    assert found(battle(*sheets("3 charge k", half="P1H2")), Sort.VOID, 2) == []


@pytest.mark.parametrize(
    ("also", "what", "is_refused"),
    [
        ("same", "on the same side: only one of them may", True),
        ("opposite", "on two sides, which may be", False),
        ("adjoining", "on two sides, which is refused", True),
    ],
)
def test_nap_charge_41_and_43_two_charges_at_one_enemy(also: str, what: str, is_refused: bool) -> None:
    """A formed line: from the front and the rear, not from front and flank, and never twice on one side."""
    sides = (f"between 3 e2 {CLEAR} also {also}", f"between 4 e2 {CLEAR}")
    look = battle(*sheets("3 charge e2; 4 charge e2"), *sides)
    [one] = found(look, Sort.SAME_ENEMY)
    assert one.units == ("3", "4", "e2")
    assert what in one.words.en
    assert "NAP-CHARGE-41" in one.rules
    refused = [each.units for each in found(look, Sort.REFUSED)]
    assert refused == ([("3", "e2"), ("4", "e2")] if is_refused else [])


def test_nap_charge_43_a_square_from_two_sides() -> None:
    sides = (f"between 3 k {CLEAR} also adjoining", f"between 4 k {CLEAR} also adjoining")
    look = battle(*sheets("3 charge k; 4 charge k"), *sides)
    assert [each.units for each in found(look, Sort.ALLOWED)] == [("3", "k"), ("4", "k")]
    assert "on two sides, which may be" in found(look, Sort.SAME_ENEMY)[0].words.en


def test_nap_charge_41_where_nobody_said_from_which_side() -> None:
    [one] = found(battle(*sheets("3 charge k; 4 charge k; 5 charge e2")), Sort.SAME_ENEMY)
    assert one.units == ("3", "4", "k")
    assert "say between 3 k also same, opposite or adjoining" in one.words.en


def test_nap_evade_3_who_must_evade() -> None:
    """Skirmishers who are charged, or stand in the path; nobody behind cover (NAP-EVADE-4)."""
    path = ("between s 3 in_path", "s ground open", "s is covered no")
    [one] = found(battle(*sheets("3 charge k"), *path), Sort.EVADES)
    assert (one.units, one.rules) == (("s", "3"), ("NAP-EVADE-3", "NAP-EVADE-7"))
    assert "did not write it: its reaction quarter comes first" in one.words.en
    [one] = found(battle(*sheets("3 charge k", "s evade"), *path), Sort.EVADES)
    assert "as its sheet has it" in one.words.en
    [one] = found(battle(*sheets("3 charge s"), *path[1:]), Sort.EVADES)
    assert one.units == ("s", "3")
    [one] = found(battle(*sheets("3 charge s")), Sort.EVADES)
    assert "unless it is in a wood, in a village or behind cover" in one.words.en
    assert one.rules == ("NAP-EVADE-3", "NAP-EVADE-4")
    for spared in ("s ground wood", "s is covered"):
        assert found(battle(*sheets("3 charge s"), spared), Sort.EVADES) == []
    # A line need not evade, and nobody evades his friends.
    assert found(battle(*sheets("3 charge e2"), "between 7 3 in_path"), Sort.EVADES) == []


def test_nap_evade_3_of_a_hidden_target_only_by_the_other_reading() -> None:
    """DEC-15=target: whoever merely stands in the path need not evade."""
    path = ("between s 3 in_path", "s ground open", "s is covered no")
    look = battle(*sheets("3 charge k"), *path, house="House = DEC-15=target\n")
    assert [each for each in found(look, Sort.EVADES) if "NAP-EVADE-7" in each.rules] == []


def test_nap_charge_7_skirmishers_mask_nobody() -> None:
    look = battle(
        *sheets("3 charge k"), "between s 3 in_path", "between 3 k bearing ahead path open may_charge"
    )
    [one] = found(look, Sort.MASKED)
    assert (one.units, one.rules) == (("s", "3"), ("NAP-CHARGE-7", "NAP-EVADE-3"))
    assert [each.units for each in found(look, Sort.ALLOWED)] == [("3", "k")]


def test_nap_charge_32_another_enemy_in_between() -> None:
    [one] = found(battle(*sheets("3 charge k"), "between e2 3 in_path"), Sort.MASKED)
    assert one.words.en == "e2 stands between 3 and k: 3 may leave its target for it"
    assert one.rules == ("NAP-CHARGE-12", "NAP-CHARGE-32")


def test_nap_turn_2_friends_in_the_way() -> None:
    """A charge goes before an ordinary move, and not before another charge."""
    [one] = found(battle(*sheets("3 charge k"), "between 5 3 in_path"), Sort.MASKED)
    assert one.words.en == "5 is in the way of 3, whose charge goes first: 5 takes what is left"
    [one] = found(battle(*sheets("3 charge k; 4 charge e2"), "between 4 3 in_path"), Sort.MASKED)
    assert "4 masks the charge of 3 with its own: neither goes first" in one.words.en
    assert one.rules == ("NAP-TURN-2",)


def test_check_tells_all_of_it() -> None:
    """Sheets first, then what follows, with rules behind each; of the half that is played, or another one."""
    look = battle(*sheets("3 charge k"), f"between 3 k {CLEAR}", "3 charge")
    assert told(look) == [
        "The sheets of P1H1",
        "French: 3 charge k",
        "English: none",
        "3 may charge k.",
    ]
    assert told(look, "H2")[:2] == [
        "The sheets of P1H2", "French: no sheet in this record: write French P1H2 3 charge k; 7 evade",
    ]  # fmt: skip
    assert told(look, "H2")[-1] == "Nothing is to be said of them."
    assert told(battle(*"qq", *sheets("3 charge k", half="P2H1")), "H1")[0] == "The sheets of P1H1"
    assert told(battle("q", *sheets("3 charge k", half="P1H2")))[0] == "The sheets of P1H2"
    data = check_told(look, {"half": ""}).document()
    assert data["format"] == "deduce.napoleonic.check/1"
    assert data["findings"] == [
        {
            "sort": "allowed",
            "units": ["3", "k"],
            "en": "3 may charge k",
            "fr": "3 peut charger k",
            "rules": [],
        }
    ]


def test_a_player_has_only_his_own() -> None:
    """NAP-CHARGE-10 besides: he has measured nothing."""
    look = battle("write French P1H1 3 charge k", me="French")
    assert told(look)[1] == "French: 3 charge k"
    assert not [line for line in told(look) if "English" in line]


def test_check_in_french() -> None:
    look = battle(*sheets("3 charge k; 4 charge k"), house="Language = fr\n")
    said = told(look)
    assert said[0] == "Les feuilles de P1H1"
    assert any(line.startswith("3 et 4 chargent k : du même côté un seul le peut") for line in said)


def test_what_was_written_is_judged_as_it_then_stood() -> None:
    """A charge that missed is unformed afterwards, and was formed when it was declared."""
    look = battle(*sheets("3 charge k"), f"between 3 k {CLEAR}", "3 charge", "h", "h")
    assert look.state.bodies["3"].facts["state"] == "unformed"
    assert [each for each in told(look, "P1H1") if each.startswith("3 may charge k")] != []
    before = battle(*sheets("3 charge k"), f"between 3 k {CLEAR}", "3 is unformed", "3 is formed", "h", "h")
    assert [each for each in told(before, "P1H1") if "may not" in each] == []


def test_nap_evade_1_an_evade_that_may_not_be() -> None:
    """Only harass permits it; what is not known is not objected to."""
    look = battle(*sheets("5 evade; 7 evade"), "5 is hold")
    [one] = found(look, Sort.REFUSED)
    assert (one.units, "NAP-EVADE-1" in one.rules) == (("5",), True)
    assert one.words.en.startswith("5 may not evade: ")
    assert found(battle(*sheets("5 evade; 7 evade"), "5 7 is harass"), Sort.REFUSED) == []
