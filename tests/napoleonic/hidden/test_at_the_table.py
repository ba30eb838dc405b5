"""What is hidden, in a record: sightings as lines, the sheet on the enemy, and what can be asked of him."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce.napoleonic.battle import Battle
from deduce.napoleonic.hidden.sheet import EnemySheet
from deduce.napoleonic.kind import NAPOLEONIC, parse_record
from deduce.napoleonic.lines.typed import read
from deduce.napoleonic.questions.hidden import answer_told, claim_told, target_told
from deduce.napoleonic.questions.whereabouts import inside_told, watch_told
from deduce.napoleonic.questions.who import who_told
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.errors import LineError, RecordError
from deduce.tabletop.kind import Entry
from deduce.tabletop.look import Look, look_at
from deduce.tabletop.questions import sheet_grid, sheets_told, suspects_told, what_if_told, why_told
from deduce.tabletop.said import Grid, Told
from deduce.tabletop.saved import open_game
from deduce.tabletop.sheet import headline
from napoleonic.battles import ARMIES, record_of, table_of, told

HEAD = """Game = napoleonic
Sides = French, English
Me = English
French = FR; e2 inf; e3 inf; e4 cav light column; e5 inf column kind line
English = EN; 5 inf line kind line 18 regular; k inf column
"""
SEEN = """
1. e2 about 1
2. q
3. e3 moved 5.0
4. e3 seen close-order
5. e2 back
6. q
7. e4 charge
8. e2 oblique
"""
ARMY = (
    "Army list = 24 kind line formation line; 40 kind line column; 14 grenadier column; "
    "16 kind line column forced; 6 grenadier column forced\n"
)


def look(entries: str = SEEN, head: str = HEAD) -> Look[Battle]:
    """A look at the end of a record."""
    return look_at(parse_record(head + entries), None, {})


def texts(told: Told) -> str:
    """Everything that is said, as one text."""
    rows = []
    for said in told.said:
        if isinstance(said, Grid):
            rows += [" ".join([name, *(mark.text for mark in marks)]) for name, marks in said.rows]
        else:
            rows.append(said.text)
    return "\n".join(rows)


# --- Lines ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("e2 about 1", "e2 about 1"),
        ("E2 ABOUT 2", "e2 about 2"),
        ("e2 quarter-turn 1", "e2 quarter-turn 1"),
        ("e2 moved 5.0", "e2 moved 5"),
        ("e2 moved 5.5 2", "e2 moved 5.5 2"),
        ("e2 moved 9 3 wood", "e2 moved 9 3 wood"),
        ("e2 moved 6 2 crops unseen", "e2 moved 6 2 crops unseen"),
        ("e2 moved 2 wood 4 in 2", "e2 moved 2 wood 4 in 2"),
        ("e2 oblique", "e2 oblique"),
        ("e2 oblique 30", "e2 oblique 30"),
        ("e2 back", "e2 back"),
        ("e2 recule", "e2 back"),
        ("e2 entered wood", "e2 entered wood"),
        ("e2 crossed wall", "e2 crossed wall"),
        ("e2 fired 30 wood", "e2 fired 30 wood"),
        ("e2 changed", "e2 changed"),
        ("e2 changed square", "e2 changed square"),
        ("e2 seen line", "e2 seen line"),
        ("e2 vue close-order inf", "e2 seen inf close-order"),
    ],
)
def test_a_sighting_is_read_and_followed(line: str, written: str) -> None:
    battle = look("").state
    found = read(battle, line, ())
    assert isinstance(found, Entry)
    assert found.text == written
    assert read(battle, written, ()) == found
    after = look(f"\n1. {written}\n").state
    assert [sighting.text for sighting in after.sightings.seen] == [written]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "e2 about 0",
            "the number of quarters is '0'; it must be a whole number from 1 to 99; write in how many",
        ),
        ("e2 moved 5 2 3", "write how many cm in how many quarters, such as e2 moved 9 3 wood"),
        ("e2 moved 501", "what was measured is '501'; it must be a number from 0 to 500"),
        ("e2 moved 0", "a way of 0 cm cannot be; write more than 0 and at most 500"),
        ("e2 moved 5 1 wod", "'wod' is no ground; did you mean 'wood'?"),
        ("e2 moved 2 wood 4 in", "the number of quarters is ''; it must be a whole number"),
        ("e2 back 3", "'3' says nothing behind e2 back; take it out"),
        ("e2 crossed", "write what, such as e2 crossed wall"),
        ("e2 changed sqare", "'sqare' is no formation; did you mean 'square'?"),
        ("e2 seen", "write what it looks like, such as e2 seen column"),
        ("e2 seen colum", "'colum' is nothing that a unit looks like; did you mean 'column'?"),
    ],
)
def test_a_sighting_that_makes_no_sense(line: str, message: str) -> None:
    with pytest.raises(LineError, match=f"^{re.escape(message)}"):
        read(look("").state, line, ())
    record = parse_record(f"{HEAD}\n1. {line}\n2. q\n")
    assert len(record.misfits) == 1
    assert message in str(record.misfits[0])


@pytest.mark.parametrize("name", ["pace.full", "tell.fires", "tell.met", "tell.forced"])
def test_dec_32_a_share_is_at_most_all_of_them(name: str) -> None:
    with pytest.raises(RecordError, match=f"{name} is 1.01; it must be at most 1"):
        parse_record(HEAD.replace("Me =", f"House = {name}=1.01\nMe ="))
    for share in ("0", "1"):
        record = parse_record(HEAD.replace("Me =", f"House = {name}={share}\nMe ="))
        watched = watch_told(Look(record, 0, 0), {"wood": "wood 0 30: gone 3, deeper 2"})
        assert len(watched.said) == 5


def test_ones_own_units_are_not_seen() -> None:
    assert not look("\n1. 5 about 1\n").state.sightings.seen


@given(st.text(st.sampled_from("e2 abdfmosu0159.,-#!é wood moved seen unseen in about"), max_size=40))
@settings(max_examples=200)
def test_whatever_is_typed_is_read_or_refused_in_one_sentence(text: str) -> None:
    battle = look("").state
    error: LineError | None = None
    try:
        read(battle, f"e2 {text}", ())
    except LineError as caught:
        error = caught
    assert "\n" not in str(error)


# --- The sheet -----------------------------------------------------------------------------------------


def test_the_sheet_strikes_what_is_excluded() -> None:
    now = look()
    (sheet,) = now.sheets
    assert headline(sheet) == "French's units: kinds left: e2 3/30, e3 24/30, e4 6/6"
    grid = sheet_grid(now, sheet)
    rows = {name: " ".join(mark.text for mark in marks) for name, marks in grid.rows}
    assert rows["e2"] == "YES . ? ? ? . . . YES . . . ."
    assert sheet.chances is None, "nothing in the rules says how likely an enemy is what"


def test_what_is_left_and_why_is_told_with_rules_and_entries() -> None:
    told = texts(sheets_told(look(), {}))
    assert "e2: 30 kinds at first, 3 left: infantry; guard, elite or regular; line" in told
    assert "Excluded: not semi-regular, militia or irregular (NAP-OBLIQ-1, entry 8)" in told


def test_why_by_a_word_of_any_feature() -> None:
    def ask(unit: str, kind: str) -> Told:
        return why_told(look(), {"unit": unit, "kind": kind})

    assert texts(ask("e2", "militia")).splitlines()[-1] == (
        "e2 is not militia (NAP-OBLIQ-1, entry 8): 8 “e2 oblique”."
    )
    assert ask("e2", "militia").document()["holds"] is False
    assert ask("e2", "line").document()["holds"] is True, "the formation is meant, and not the kind of troops"
    assert ask("e2", "kind line").document()["holds"] is None
    assert ask("e3", "not skirmish").document()["entries"] == [{"id": "4", "text": "e3 seen close-order"}]
    assert ask("e2 arm", "inf").document()["holds"] is True
    with pytest.raises(LineError, match="there is no enemy 'e9'"):
        ask("e9", "line")
    with pytest.raises(LineError, match="there is no kind 'lime'; did you mean 'line'"):
        ask("e2", "lime")


def test_what_if_it_is_seen_doing_something() -> None:
    told = what_if_told(look("\n1. q\n"), {"attempt": "e2 about 1"})
    assert "after yes: French's units: kinds left: e2 15/30" in texts(told)
    with pytest.raises(LineError, match="nothing that an enemy was seen doing"):
        what_if_told(look(), {"attempt": "q"})


def test_what_cannot_be_names_the_likeliest_slip() -> None:
    now = look("\n1. e5 moved 20\n2. e2 back\n")
    (sheet,) = now.sheets
    assert not sheet.is_consistent
    assert "suspects shows the likely slip" in headline(sheet)
    data = suspects_told(now, {}).document()
    assert data["conflicts"] == [[{"id": "1", "text": "e5 moved 20"}]]
    assert data["suspects"][0]["id"] == "1"
    assert NAPOLEONIC.entry_of is not None
    assert NAPOLEONIC.entry_of("1") == 1
    assert "no known profile fits what was noted" in texts(who_told(now, {"unit": "e5"}))
    assert not who_told(now, {"unit": "e5"}).fits


def test_what_an_enemy_begins_or_declares_is_a_sighting() -> None:
    now = look("\n1. e2 square\n2. e3 house\n3. e4 charge\n")
    (sheet,) = now.sheets
    assert isinstance(sheet, EnemySheet)
    seen = {name: [step.sighting.act for step in unit.steps] for name, unit in sheet.units.items()}
    assert seen == {"e2": ["change"], "e3": ["house"], "e4": ["charge"], "e5": []}
    assert sheet.units["e2"].values("formation") == ("square",)


def test_a_record_without_enemies() -> None:
    now = look("", "Game = napoleonic\nFrench = FR; 3 inf\n")
    assert headline(now.sheets[0]) == "English's units: nothing was noted yet"
    assert who_told(now, {}).said[0].text == "Nothing was noted of any enemy yet."  # type: ignore[union-attr]
    with pytest.raises(LineError, match="no enemy is known"):
        who_told(now, {"unit": "e2"})


# --- Who -----------------------------------------------------------------------------------------------


def test_two_columns_and_their_assumptions() -> None:
    """DEC-32: no number without what it assumes."""
    told = texts(who_told(look(head=HEAD + ARMY), {"unit": "e3"}))
    assert (
        "Likelier, of what a table has the speed of, under the pace model (a share of 0.7 of all cases"
        in told
    )
    assert "the weights of the army list" in told
    assert "company column, grenadiers left 96%" in told
    assert "company column, of the line, forced march left 3%" in told
    assert "line, of the line excluded" in told
    assert "square, of the line left no data" in told
    assert "equal weights of everything" in texts(who_told(look(), {"unit": "e3"}))


def test_in_french() -> None:
    told = texts(who_told(look(head=HEAD + "Language = fr\n"), {"unit": "e2"}))
    assert "e2 : 30 sortes au départ, 3 restent : infanterie ; garde, élite ou régulier ; ligne" in told
    assert "Exclu : pas semi-régulier, milice ou irrégulier (NAP-OBLIQ-1, entrée 8)" in told


def test_dec_31_what_hangs_on_a_reading_is_named() -> None:
    english = "Game = napoleonic\nMe = French\nEnglish = EN; e2 inf\n"
    told = texts(who_told(look("\n1. e2 back\n", english), {"unit": "e2"}))
    assert "if DEC-43=apart, also not double line: 6 left then" in told
    played = texts(who_told(look("\n1. e2 back\n", english + "House = DEC-31=played\n"), {"unit": "e2"}))
    assert "DEC-43" not in played


def test_dec_33_the_tolerance_can_be_changed() -> None:
    head = HEAD.replace("e5 inf column kind line", "e5 inf column kind line regular")
    entries = "\n1. e5 moved 6.9\n"
    assert look(entries, head).sheets[0].is_consistent
    strict = look(entries, head + "House = measure.tolerance=0.1\n")
    assert not strict.sheets[0].is_consistent


def test_dec_34_is_a_reading_for_exclusion() -> None:
    head = HEAD.replace("e5 inf column kind line", "e5 inf column kind line regular")
    entries = "\n1. e5 moved 6 2 crops\n"
    assert look(entries, head).sheets[0].is_consistent, "a forced march through crops, if it can be"
    assert not look(entries, head + "House = DEC-31=played\n").sheets[0].is_consistent


def test_dec_32_the_share_can_be_changed() -> None:
    now = look(head=HEAD + ARMY + "House = pace.full=0\n")
    data = who_told(now, {"unit": "e3"}).document()
    assert max(each["chance"] for each in data["units"][0]["likelier"]["kinds"]) < 0.1


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("many inf", "'many inf': a weight is 'many'; it must be a number from 0"),
        ("3 inf 18", "'3 inf 18': figures does not count there"),
        ("3 imf", "'imf' means nothing here; did you mean 'inf'?"),
        (";", "an army list of 0 parts"),
    ],
)
def test_an_army_list_that_makes_no_sense(value: str, message: str) -> None:
    with pytest.raises(RecordError, match=re.escape(message)) as caught:
        parse_record(f"{HEAD}Army list = {value}\n\n1. q\n")
    assert caught.value.line == 6


# --- The other questions -------------------------------------------------------------------------------


def ask(question: Any, argument: str, text: str, entries: str = SEEN) -> Told:
    told: Told = question(look(entries), {argument: text})
    assert json.loads(json.dumps(told.document()))["format"].startswith("deduce.napoleonic.")
    return told


def test_target_names_who_is_left_and_who_is_out() -> None:
    text = "e4 after 1: screen 16, k 26, 5 34, b 44, n 47, c 17 front"
    told = ask(target_told, "charge", text, "\n1. e4 charge\n2. q\n")
    assert texts(told).splitlines()[0] == "Still possible: k (26 cm), 5 (34 cm), b (44 cm)."
    assert "screen (16 cm) is out: he would have been touched in Q1 (NAP-CHARGE-19)." in texts(told)
    assert "No odds: nothing says whom he prefers." in texts(told)
    assert told.document()["out"]["n"] == {"rules": ["NAP-CHARGE-29"], "quarter": 0}


def test_target_with_a_guess_excludes_only_what_all_of_it_does() -> None:
    told = ask(target_told, "charge", "e4 after 1: x ~17-19, y ~16-18, z ~46-60")
    assert told.document()["left"] == ["x"]


def test_target_without_data_excludes_nobody_by_distance() -> None:
    told = ask(target_told, "charge", "e3 after 3: x 1, y 400")
    assert told.document()["left"] == ["x", "y"]
    assert "No table has the speed" in texts(told)


def test_answer_keeps_apart_what_is_excluded() -> None:
    told = ask(answer_told, "answer", "e2 stands")
    assert "e2 stands. Left: 3 of 8." in texts(told)
    assert told.document()["no_data"] == ["other"]
    assert told.document()["assumes"] == ["equal weights"]


def test_inside_and_claim() -> None:
    told = ask(inside_told, "houses", "e5 after 5: farm 6, mill 11, inn 20")
    houses = told.document()["houses"]
    assert [houses[name]["possible"] for name in ("farm", "mill", "inn")] == [True, True, False]
    assert ask(claim_told, "claim", "e5 e5 13").document()["holds"] is False
    assert ask(claim_told, "claim", "e5 e5 ~13-14").document()["holds"] is None
    assert ask(claim_told, "claim", "e5 e5").document()["least"] == "27/2"
    assert "cannot be checked" in texts(ask(claim_told, "claim", "e4 5 26"))


def test_watch_ranks_by_bits() -> None:
    told = ask(watch_told, "wood", "wood 0 30: gone 3, skirmishers 3, close 2, deeper 2")
    ranked = [(each["what"], round(each["bits"], 3)) for each in told.document()["ranked"]]
    assert ranked == [
        ("send skirmishers in", 1.371),
        ("pass straight in front of it", 0.61),
        ("pass 30 degrees off", 0.578),
    ]
    assert "who may fire does so in 0.8 of all cases" in texts(told)
    pace = ask(watch_told, "wood", "e3")
    assert pace.document()["distances"] == ["9/2", "5"]
    assert 0 < pace.document()["bits"] < 1


@pytest.mark.parametrize(
    ("question", "argument", "text"),
    [
        (target_told, "charge", "e4"),
        (target_told, "charge", "e4 after x: k 26"),
        (target_told, "charge", "e4 after 1: k"),
        (target_told, "charge", "e4 after 1: k 26 above"),
        (target_told, "charge", "e4 after 1: k ~30-20"),
        (target_told, "charge", ": k 20"),
        (answer_told, "answer", "e2"),
        (answer_told, "answer", "e2 1"),
        (answer_told, "answer", "9 2"),
        (inside_told, "houses", "e5: farm 6"),
        (inside_told, "houses", "e5 after 5"),
        (inside_told, "houses", "e5 after 5: farm"),
        (claim_told, "claim", "e5"),
        (claim_told, "claim", "e5 e9 3"),
        (claim_told, "claim", "e5 e5 far"),
        (watch_told, "wood", ""),
        (watch_told, "wood", "wood: nowhere 3"),
        (watch_told, "wood", "wood: gone"),
        (watch_told, "wood", "wood far"),
    ],
)
def test_questions_that_make_no_sense(question: Any, argument: str, text: str) -> None:
    with pytest.raises(LineError) as caught:
        question(look(), {argument: text})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "entries",
    [
        ("6 line takes 1", "h"),
        ("6 is line",),
        ("3 is skirmish", "3 about", "h", "3 column takes 1", "q"),
    ],
)
def test_what_cannot_be_is_told_and_stops_nobody(tmp_path: Path, entries: tuple[str, ...]) -> None:
    """Somebody said that a battery stands in line; the record is read, and the table goes on."""
    table = table_of(tmp_path, *entries, headers=f"Me = Umpire\n{ARMIES}")
    assert told(table, "sheet") != []
    assert told(table, "who 6") + told(table, "who 3") != []
    again = TableCompanion(open_game(NAPOLEONIC, tmp_path / "battle.txt"))
    assert told(again, "undo")[0].startswith("Took back 1 entry")


def test_what_cannot_be_twice_is_told_as_well() -> None:
    """In a record that was edited by hand a battery falls into line before it stands there."""
    record = record_of("6 line takes 1", "6 line takes 1", headers=f"Me = Umpire\n{ARMIES}")
    told = who_told(look_at(record, None, {}), {"unit": "6"})
    assert texts(told).startswith("6: ")


def test_an_entry_about_several_units_tells_of_each(tmp_path: Path) -> None:
    headers = "French = FR; 5 inf\nEnglish = EN; e1 inf; e2 inf; e3 inf\n"
    table = table_of(tmp_path, "e1 e2 oblique", "e2 e3 line takes 2", headers=headers)
    who = [told(table, f"who {unit}") for unit in ("e1", "e2")]
    assert "not semi-regular, militia or irregular (NAP-OBLIQ-1, entry 1)" in " ".join(who[0])
    assert "not semi-regular, militia or irregular (NAP-OBLIQ-1, entry 1)" in " ".join(who[1])
    assert table.checked() == ()
    assert "already" not in " ".join(told(table, "suspects"))
    assert told(table, "why e1 militia")[0].startswith("e1 status is not militia")
    assert told(table, "sheet") != []


@pytest.mark.parametrize(
    "entries",
    [
        ("e3 line takes 2",),
        ("e3 line takes 2", "q"),
        ("e3 line takes 2", "h"),
        ("e3 line takes 2", "e3 drop"),
        ("e3 line takes 2", "h", "e3 column takes 1"),
        ("e3 line takes ?", "q", "e3 done"),
    ],
)
def test_a_change_of_formation_that_goes_on_or_was_given_up_contradicts_nothing(
    tmp_path: Path, entries: tuple[str, ...]
) -> None:
    headers = "French = FR; 5 inf\nEnglish = EN; e3 inf regular column\n"
    table = table_of(tmp_path, *entries, headers=headers)
    assert table.checked() == ()
    assert told(table, "who e3")[0].startswith("e3: ")
