"""Order sheets at the table: typed in secret, kept in the side's own file, opened, taken back, gone on."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TypeAlias

import pytest

from deduce.napoleonic.battle import Battle
from deduce.napoleonic.kind import NAPOLEONIC, parse_record
from deduce.napoleonic.orders import keeping
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.errors import SessionError
from deduce.tabletop.questions import replay_json
from deduce.tabletop.saved import begin_game, open_game

HEADERS = """Game = napoleonic
French = FR; 3 cav light column 12 formed; 5 inf line column 18 formed; 7 inf light skirmish 6
English = EN; e2 inf line line 18 regular; k inf line square 18; e4 cav light line 10 formed

"""
Table: TypeAlias = TableCompanion[Battle]
SHEET = "3 charge k; 5 order harass; 7 evade"
WROTE = re.compile("charge k|harass|evade")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the keys."""
    found = tmp_path / "keys"
    monkeypatch.setattr(keeping, "keys_folder", lambda: found)
    return found


@pytest.fixture
def path(tmp_path: Path, folder: Path) -> Path:
    """The file of a battle, whose sheets are kept in the folder of the keys."""
    assert not folder.exists()
    return tmp_path / "battle.txt"


@pytest.fixture
def table(path: Path) -> Table:
    return TableCompanion(begin_game(NAPOLEONIC, path, HEADERS))


def said(table: Table, *lines: str) -> str:
    """What is said to the last of some lines."""
    told = [table.obey(line) for line in lines][-1]
    return "\n".join(each.text for each in told.said)  # type: ignore[union-attr]


def entries(path: Path) -> list[str]:
    return [
        line.partition(". ")[2]
        for line in path.read_text(encoding="utf-8").splitlines()
        if line[:1].isdigit()
    ]


def test_a_sheet_is_typed_in_secret_and_nowhere_to_be_seen(table: Table, path: Path) -> None:
    """Asked twice; what stands in the record are two codes for each unit of the side."""
    assert "French, P1H1: what is written for your units, unseen" in said(table, "seal French H1")
    assert table.is_hidden
    assert said(table, SHEET).startswith("French, P1H1: the same once more")
    assert table.is_hidden
    shown = said(table, "7 evade; 3 charge K; 5 ordre harceler")
    assert not table.is_hidden
    assert shown.startswith("1. seal French P1H1 3:")
    [sealed] = entries(path)
    assert [word.split(":")[0] for word in sealed.split()[3:]] == [
        "3",
        "3/order",
        "5",
        "5/order",
        "7",
        "7/order",
    ]
    frame = "\n".join([*map(str, table.frame().picture), *table.frame().entries, table.summary])
    seen = [shown, frame, repr(table.kept.record.now), json.dumps(replay_json(table.look), default=str)]
    for text in (*seen, path.read_text(encoding="utf-8")):
        assert WROTE.search(text) is None


def test_what_is_wrong_with_a_sheet_is_said_without_it(table: Table) -> None:
    said(table, "seal H1")
    for typed in ("3 charge zzxq", "zzxq evade", "3 zzxq", "3 charge k; zzxq"):
        told = said(table, typed)
        assert "line " in told
        assert "undo drops the question" in told
        assert "zzxq" not in told
    said(table, SHEET)
    assert said(table, "3 charge e2").startswith("that is not the same as what was typed first; undo drops")
    assert said(table, "undo") == "Nothing was entered; the question is dropped."
    assert table.kept.record.steps == ()


def test_a_line_is_opened_from_where_it_is_kept(table: Table, path: Path) -> None:
    said(table, "seal H1", SHEET, SHEET, "3 charge", "7 evade", "q")
    told = said(table, "open 3")
    assert (
        re.fullmatch(r"4\. open 3 charge k salt=[0-9a-f]{32}\n3: charge k, as it was sealed\.", told) is None
    )
    assert re.search(r"^5\. open 3 charge k salt=[0-9a-f]{32}\n3: charge k, as it was sealed\.$", told)
    assert table.kept.record.now.bodies["3"].facts["engaged"] is True
    assert table.kept.record.now.bodies["k"].facts["engaged"] is True
    assert "5. open 3 charge k" not in said(table, "open 3")
    text = path.read_text(encoding="utf-8")
    assert "harass" not in text
    assert text.count("evade") == 1
    assert table.kept.record.misfits == ()


def test_a_killed_process_goes_on(table: Table, path: Path, folder: Path) -> None:
    """What is typed is kept before the record has its codes; whoever opens the file goes on with it."""
    said(table, "seal H1", SHEET, SHEET, "3 charge", "q")
    again = TableCompanion(open_game(NAPOLEONIC, path))
    assert "3: charge k, as it was sealed." in said(again, "open 3")
    assert "undo takes the last line back, open all shows what was sealed" in said(again, "over", "q")
    said(again, "open all")
    assert said(again, "yes").splitlines()[1:] == [
        "French P1H1 is as it was sealed: 3 charge k; 5 order harass; 7 evade.",
        "French P1H1: written and not declared, so void: 7 (NAP-CHARGE-9).",
    ]
    # What stands in the record is not needed any more.
    assert [*folder.iterdir()] == []
    last = TableCompanion(open_game(NAPOLEONIC, path))
    assert last.kept.record.misfits == ()
    assert "the game is over" in said(last, "q")


def test_a_seal_that_is_taken_back_is_opened_when_it_is_done_again(table: Table) -> None:
    said(table, "seal H1", SHEET, SHEET, "3 charge", "undo 2")
    assert "no seal has a line for 3; where nothing is sealed, write 3 touched k" in said(table, "open 3")
    said(table, "redo", "redo", "q")
    assert "3: charge k, as it was sealed." in said(table, "open 3")


def test_a_copy_cannot_be_looked_into(table: Table, path: Path) -> None:
    said(table, "seal H1", SHEET, SHEET, "3 charge")
    copy = path.with_name("copy.txt")
    shutil.copy(path, copy)
    told = said(TableCompanion(open_game(NAPOLEONIC, copy)), "open 3")
    assert f"{copy} is a copy of the battle in {path}" in told
    assert "charge k" not in told


def test_what_was_misheard_is_not_entered(table: Table) -> None:
    """A salt or a key that does not fit is refused while it is typed; a ! keeps it, as a misfit."""
    said(table, "seal H1", SHEET, SHEET, "3 charge")
    for line, wrong in (
        (f"open 3 charge k salt={'0' * 32}", "this is not the code of charge k"),
        (f"open all French H1 key={'0' * 64} none", "none of its codes fits the key"),
    ):
        told = said(table, line)
        assert told.startswith(wrong)
        assert told.endswith("put a ! behind the line if the table decided otherwise")
        assert len(table.kept.record.steps) == 2
        said(table, f"{line} !")
        assert [misfit.entry for misfit in table.kept.record.misfits] == [1]
        said(table, "undo")
    assert "3: charge k, as it was sealed." in said(table, "open 3")


def test_nobody_throws_a_sheet_away_that_was_not_opened(table: Table, path: Path, folder: Path) -> None:
    """Not by opening it with another key, nor in a copy, even if that has the right one."""
    said(table, "seal H1", SHEET, SHEET)
    said(table, f"open all French P1H1 key={'0' * 64} none !")
    open_game(NAPOLEONIC, path)
    assert len([*folder.iterdir()]) == 1
    said(table, "undo")
    (sheet,), text = folder.iterdir(), path.read_bytes()
    kept = sheet.read_bytes()
    said(table, "open all", "yes")
    assert not sheet.exists()
    copy = path.with_name("copy.txt")
    shutil.copy(path, copy)
    path.write_bytes(text)
    sheet.write_bytes(kept)
    open_game(NAPOLEONIC, copy)
    assert sheet.exists()
    again = TableCompanion(open_game(NAPOLEONIC, path))
    assert "5/order" in said(again, "3 charge", "open 5/order")


def test_what_was_opened_stays_opened(table: Table, path: Path) -> None:
    """Nobody can unsee a line or a sheet, so nothing takes it out of the record again."""
    said(table, "seal H1", SHEET, SHEET, "3 charge", "5 line takes 2", "open 3", "note seen")
    text = path.read_bytes()
    for line in ("undo", "undo 3", "delete 4", "delete 1", "edit 4 q"):
        told = said(table, line)
        assert told.startswith("entry 4 opened what was sealed, and nobody can unsee that, so it stays")
        assert path.read_bytes() == text
    # What has nothing to do with it can be changed as ever.
    assert "opened what was sealed" not in said(
        table, "delete 3", "undo", "q", "undo", "edit 3 5 line takes 3"
    )
    assert "3: charge k, as it was sealed." in said(table, "moves") or "open 3 charge k" in said(
        table, "moves"
    )
    said(table, "over", "open all", "yes")
    assert "opened what was sealed" in said(table, "undo")
    assert "opened what was sealed" in said(table, "undo 9")


def test_both_sides_at_one_table(table: Table, path: Path) -> None:
    """Each has its own sheet; whose is not said is that of the record's owner."""
    said(table, "seal H1", SHEET, SHEET)
    assert "English, P1H1" in said(table, "seal english h1")
    said(table, "e4 charge 5", "e4 charge 5", "3 charge", "e4 charges", "q")
    assert "e4: charge 5, as it was sealed." in said(table, "open e4")
    assert "e4" not in said(table, "open 3").splitlines()[-1]
    said(table, "open all", "yes")
    assert [text.split(" key=")[0] for text in entries(path)[-1].split(" | ")] == [
        "open all French P1H1", "English P1H1",
    ]  # fmt: skip
    assert table.kept.record.misfits == ()


def test_only_tried(table: Table, folder: Path) -> None:
    """Nothing is kept for a line that is only tried."""
    said(table, "try 5 moved")
    assert "no sheet is sealed or opened where a line is only tried" in said(table, "seal H1")
    assert not folder.exists()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("3 charge 5", "5 is on the side of 3; name an enemy, or none"),
        ("seal Prussian H1", "'Prussian' is no half; write H1 or H2"),
        ("seal H1 3:Q4T7B", "3: 'Q4T7B' is no code; codes look like Q4T7B-M2KXA"),
        ("seal H1 3", "'3' is no unit with its code"),
        ("seal H1 3:Q4T7B-M2KXA 3:Q4T7B-M2KXB", "'3' has two codes"),
        ("seal H1 3/gun:Q4T7B-M2KXA", "'3/gun' is no line of a sheet"),
        ("open", "write which line is opened"),
        ("open 3", "no seal has a line for 3"),
        ("open 3 charge k", "a line is opened with what is written and its salt"),
        ("open 3 charge k salt=12", "a line is opened with what is written and its salt"),
        ("open all", "no sheet was sealed"),
        ("open all French H1 key=12 none", "a sheet is opened with its key of 64 hexadecimal digits"),
        ("declare 3", "write which unit, and what it does: declare 3 charge"),
        ("3 charge 3", "3 cannot charge itself"),
        ("3 charge k ~31-25", "'~31-25' is no guess; write ~28, or ~25-31"),
        ("3 charge k ~1.2.3", "is no guess"),
        ("3 charge k e2", "'e2' means nothing here"),
        ("33 charge", "there is no unit '33'; did you mean '3'?"),
        ("3 charge kk", "there is no unit 'kk'; did you mean 'k'?"),
        ("e9 touched 3", "there is no unit 'e9'"),
        ("3 stopped now", "'now' means nothing here; write 3 stopped evades"),
        ("3 diverted", "write to whom 3 is diverted: 3 diverted x"),
        ("3 touched", "3 declared nothing that goes on"),
        ("between 3", "write two units and what is known of them"),
        ("between 3 z visible", "there is no unit 'z'"),
        ("between 3 k", "write what is known of them"),
        ("between 3 k vizible", "vizible"),
        ("between 3 k distance 27", "nobody but an umpire may measure before a charge (NAP-CHARGE-10)"),
        ("write English H1 none", "only an umpire's record has the sheets of both sides"),
        ("write H1 3 charge z", "line 1 of the sheet: the enemy has no such unit"),
        ("7 charge k", "NAP-CHARGE-35"),
    ],
)
def test_bad_lines(table: Table, line: str, told: str) -> None:
    """One sentence each, and nothing is entered."""
    found = said(table, line)
    assert told in found
    assert "\n" not in found
    assert table.kept.record.steps == ()


def test_what_cannot_be_sealed_is_said_before_anybody_types_it(table: Table, folder: Path) -> None:
    """Too late, twice, after something was declared; nothing is kept for it."""
    said(table, "q")
    late = "P1H1 had begun before; orders are written before their half (NAP-CHARGE-6); put a ! behind"
    assert said(table, "seal H1").startswith(late)
    assert not table.is_hidden
    said(table, "seal H1 !", SHEET, SHEET)
    assert entries(table.kept.path)[1].endswith(" !")
    assert said(table, "seal H1").endswith("was sealed by entry 2 already, and that seal counts")
    assert said(table, "seal H1 !").endswith("was sealed by entry 2 already, and that seal counts")
    said(table, "q", "3 charge")
    assert "entry 4 declared 3 charge before this sheet was sealed (NAP-CHARGE-6)" in said(table, "seal H2")
    assert len([*folder.iterdir()]) == 1


def test_a_side_without_units_writes_nothing(path: Path) -> None:
    table = Table(begin_game(NAPOLEONIC, path, "Game = napoleonic\nFrench = 3 cav\n\n"))
    assert said(table, "seal English H1") == (
        "English has no units in the record, so nothing can be written for them"
    )


def test_a_sheet_that_was_never_sealed_is_not_opened(table: Table) -> None:
    line = f"open all French P1H1 key={'0' * 64} none"
    assert "no sheet French P1H1 was sealed; ignored; put a ! behind the line" in said(table, line)
    assert said(table, f"{line} !").startswith("1. open all French P1H1")


def test_a_damaged_sheet_is_told(table: Table, folder: Path) -> None:
    said(table, "seal H1", SHEET, SHEET, "3 charge")
    [file] = folder.iterdir()
    file.write_text("{", encoding="utf-8")
    assert "its order sheet" in said(table, "open 3")
    file.unlink()
    assert "without it a line is only opened by whoever knows its salt" in said(table, "open 3")
    assert "kept where they were sealed; open all is typed there" in said(table, "open all")


def test_a_sealed_record_that_somebody_changed(table: Table, path: Path) -> None:
    """Replay finds it, in the entry that sealed it."""
    said(table, "seal H1", SHEET, SHEET, "3 charge", "open 3", "open all", "yes")
    text = path.read_text(encoding="utf-8")
    assert parse_record(text).misfits == ()
    for old, new, places in (
        ("open 3 charge k", "open 3 charge e2", {1, 3}),
        ("open 3 charge k", "open 3 charge e4", {1, 3}),
        ("7 evade", "7 charge k", {1}),
        ("2. 3 charge", "2. 5 charge", {2, 3}),
    ):
        changed = text.replace(old, new)
        assert changed != text
        found = parse_record(changed).misfits
        assert {misfit.entry for misfit in found} == places, (old, [*map(str, found)])


# --- The clock, and what becomes of a charge ---------------------------------------------------------


def test_nap_charge_30_a_charge_that_touched_nobody_ends_unformed_with_its_period(
    table: Table,
) -> None:
    said(table, "3 charge k ~25-31")
    now = table.kept.record.now
    [task] = now.clock.of("3")
    assert (task.kind, task.begin, task.end) == ("charge", 0, 4)
    said(table, "h", "h")
    assert table.kept.record.now.bodies["3"].facts["state"] == "unformed"
    assert said(table, "3 charge k").count("NAP-CHARGE-39") == 1


def test_nap_charge_45_a_charge_is_stopped_a_quarter_later_printed(table: Table) -> None:
    """Cavalry on skirmishers who evade: Q1 charge, decision, Q2 in full, halt, unformed."""
    said(table, "3 charge e2", "q")
    asked = said(table, "3 stopped")
    assert "evades, general" in asked
    assert "general" not in said(table, "evades")
    [task] = table.kept.record.now.clock.of("3")
    assert (task.kind, task.end) == ("stop", 2)
    said(table, "q")
    assert table.kept.record.now.bodies["3"].facts["state"] == "unformed"


def test_nap_charge_44_a_general_stops_only_what_was_declared_in_the_first_half(
    table: Table,
) -> None:
    said(table, "h", "3 charge e2", "q")
    assert "NAP-CHARGE-44" in said(table, "3 stopped general")
    assert "3 stopped general" in said(table, "3 stopped general !")


def test_nap_charge_32_a_charge_is_diverted_for_a_reason(table: Table) -> None:
    said(table, "3 charge", "q", "3 diverted e4")
    assert "3 diverted e4 charged" in said(table, "charged")
    [charge] = table.kept.record.now.orders.declared
    assert (charge.other, charge.diverted, charge.cause) == ("", "e4", "charged")


def test_nap_charge_8_nobody_learns_from_a_line_that_stays_closed(table: Table, path: Path) -> None:
    """Whatever is written for a unit, the same is said while it has declared nothing, and when it missed."""
    said(table, "seal H1", SHEET, SHEET, "seal English H1", "e2 charge 5", "e2 charge 5")
    units = ("3", "5", "7", "e2", "k")
    for setting in ((), ("3 charge", "e4 charge", "h", "h")):
        said(table, *setting) if setting else None
        told = {said(table, f"open {unit}").replace(unit, "one", 1) for unit in units}
        assert len(told) == 1
        assert "one has declared nothing that goes on, so nobody has to see" in told.pop()
    assert not [entry for entry in entries(path) if entry.startswith("open")]
    said(table, "open e2 !")
    assert entries(path)[-1].startswith("open e2 charge 5 salt=")


def test_nap_charge_9_what_stands_on_the_sheet_of_another_half_is_void(table: Table, path: Path) -> None:
    """It was not declared in its half, so nobody charges by it now."""
    said(table, "seal H1", SHEET, SHEET, "h", "3 charge", "q")
    told = said(table, "open 3")
    assert "3 declared charge in P1H2, and only French P1H1 is sealed" in told
    assert "NAP-CHARGE-9" in told
    said(table, "open 3 !")
    assert parse_record(path.read_text(encoding="utf-8")).misfits == ()
    text = path.read_text(encoding="utf-8").replace(" !\n", "\n")
    assert [misfit.entry for misfit in parse_record(text).misfits] == [5]


def test_nap_charge_32_whoever_is_diverted_goes_on_until_they_meet(table: Table) -> None:
    said(table, "3 charge", "q", "3 diverted e4 charged")
    assert "3 is busy: charging until the end of P1 H2 Q4 (NAP-CHARGE-29" in said(table, "3 about")
    assert "3 was diverted to e4 by entry 3; when they meet, write 3 e4 melee" in said(table, "3 touched e4")
    said(table, "3 e4 melee")
    battle = table.kept.record.now
    assert [name for name, body in battle.bodies.items() if body.facts.get("engaged")] == ["3", "e4"]
    assert battle.clock.tasks == ()


def test_nap_charge_30_whoever_missed_goes_its_full_way(table: Table) -> None:
    """Nothing else is begun in the quarters that it still has to play."""
    said(table, "3 charge", "q", "3 missed")
    assert "3 is busy: charging until the end of P1 H2 Q4" in said(table, "3 re-form")
    assert "3 is busy" in said(table, "h", "3 charge")
    said(table, "h")
    assert table.kept.record.now.bodies["3"].facts["state"] == "unformed"


@pytest.mark.parametrize(("line", "again"), [("3 drop", True), ("3 done", False), ("3 about", False)])
def test_nap_charge_30_a_charge_is_carried_through(table: Table, line: str, *, again: bool) -> None:
    """Nobody gives it up, unless the table decided otherwise; then it may charge again, if it is formed."""
    said(table, "3 charge")
    assert "a charge is carried through (NAP-CHARGE-30, NAP-CHARGE-44)" in said(table, line)
    assert parse_record(f"{HEADERS}1. 3 charge\n2. {line}\n").misfits != ()
    said(table, f"{line} !")
    assert "charge" not in [task.kind for task in table.kept.record.now.clock.of("3")]
    assert ("3: said aloud" in said(table, "3 charge")) == again


def test_one_charge_after_the_other_is_timed_like_the_first(table: Table) -> None:
    """The first was not heard of again."""
    said(table, "3 charge", "h", "h", "3 re-form", "h", "3 charge")
    [task] = table.kept.record.now.clock.of("3")
    assert (task.kind, task.begin, task.end) == ("charge", 6, 8)
    said(table, "7 evade", "7 evade e4 compelled !")
    assert [task.kind for task in table.kept.record.now.clock.of("7")] == ["reaction", "evade"]


@pytest.mark.parametrize(
    ("doing", "state", "rule"),
    [
        ("7 is militia", "formed", ""),
        ("7 about regular", "formed", "NAP-FACE-7"),
        ("5 about regular", "unformed", "NAP-FACE-10"),
        ("5 line takes 2", "unformed", "NAP-STATE-6"),
        ("7 evade", "unformed", ""),
    ],
)
def test_nap_state_6_whoever_a_charge_touches_is_caught_doing_something(
    table: Table, doing: str, state: str, rule: str
) -> None:
    unit, _, _ = doing.partition(" ")
    told = said(table, f"{unit} state formed", doing, f"e4 charge {unit}", f"e4 touched {unit}")
    battle = table.kept.record.now
    assert (battle.bodies[unit].facts["state"], battle.clock.tasks) == (state, ())
    is_caught = bool(rule) and state != "formed"
    assert ("caught in movement" in told, rule in told) == (is_caught, is_caught or not rule)


def test_what_nobody_declared_is_not_asked_about(table: Table) -> None:
    assert "3 declared nothing that goes on" in said(table, "3 stopped")
    assert "3 declared nothing that goes on" in said(table, "3 diverted e4")


def test_nap_counter_6_starts_only_in_the_quarter_after(table: Table) -> None:
    said(table, "e4 charge 5")
    assert "NAP-COUNTER-6" in said(table, "3 counter e4")
    assert "NAP-COUNTER-5" in said(table, "5 counter e4")


@pytest.mark.parametrize("last", ["open 3", "e4 touched 3"])
def test_nap_charge_30_whoever_counter_charged_has_met_the_charge(table: Table, last: str) -> None:
    """Both are in a melee then; neither missed, so neither is unformed at the end of the period."""
    wrote = SHEET.replace("charge k", "charge e4")
    said(table, "seal H1", wrote, wrote, "3 charge", "q", "e4 counter 3", "open 3", "undo", last)
    now = table.kept.record.now
    assert [each.fate for each in now.orders.declared if each.unit == "e4"] == ["touched"]
    assert [*now.clock.of("e4")] == []
    said(table, "h", "h")
    facts = table.kept.record.now.bodies["e4"].facts
    assert (facts["engaged"], facts["state"]) == (True, "formed")


def test_nap_counter_3_a_counter_charge_at_another_goes_on(table: Table) -> None:
    said(table, "seal H1", SHEET, SHEET, "3 charge", "q", "e4 counter 3", "open 3")
    now = table.kept.record.now
    assert [each.fate for each in now.orders.declared] == ["touched", "declared"]


def test_nap_evade_9_evading_is_unformed(table: Table) -> None:
    said(table, "7 evade e4 compelled")
    assert table.kept.record.now.bodies["7"].facts["state"] == "unformed"
    assert [task.kind for task in table.kept.record.now.clock.of("7")] == ["reaction", "evade"]


def test_nap_evade_7_who_is_compelled_reacts_first(table: Table) -> None:
    """A quarter, unless the charge was declared in a quarter before; who had it written does not."""
    assert "7: quarters before it moves: 2 (NAP-EVADE-6" in said(table, "e4 charge 7", "7 evade e4 compelled")
    assert [(task.kind, task.end) for task in table.kept.record.now.clock.of("7")] == [
        ("reaction", 1), ("evade", None),
    ]  # fmt: skip
    told = said(table, "undo", "q", "7 evade e4 compelled")
    assert "7: quarters before it moves: 1 (NAP-EVADE-6" in told
    assert [task.kind for task in table.kept.record.now.clock.of("7")] == ["evade"]
    said(table, "undo 3", "7 is threatened", "7 evade !")
    assert [task.kind for task in table.kept.record.now.clock.of("7")] == ["evade"]


def test_nap_charge_31_who_charges_keeps_its_formation(table: Table) -> None:
    said(table, "3 charge")
    assert "NAP-CHARGE-31" in said(table, "3 line")


def test_nap_evade_9_unformed_also_where_nobody_said_who_threatens(table: Table) -> None:
    """Whether it may evade hangs on that; that it is unformed does not, so it has to re-form afterwards."""
    said(table, "7 is regular harass", "7 evade")
    assert table.kept.record.now.bodies["7"].facts["state"] == "unformed"
    said(table, "h", "7 done")
    assert table.kept.record.now.bodies["7"].facts["state"] == "unformed"
    assert "until the end of P1 H2 Q4" in said(table, "7 re-form")


def test_what_has_to_be_shown_is_an_alarm(table: Table) -> None:
    """NAP-CHARGE-8: every quarter, until it touches; not where everybody knows whom."""
    said(table, "seal H1", SHEET, SHEET, "3 charge", "e4 charge")
    assert [each.text for each in table.alarms][:2] == [
        "3 charges, nobody said whom: when it touches, open 3 shows it (NAP-CHARGE-8).",
        "e4 charges, nobody said whom: when it touches, e4 touched k shows it (NAP-CHARGE-8).",
    ]
    said(table, "q", "open 3", "e4 touched 5")
    assert not [each for each in table.alarms if "NAP-CHARGE-8" in each.text]


def test_what_was_opened_as_a_whole_needs_no_line_to_be_shown(table: Table) -> None:
    """NAP-CHARGE-8: it says whom it is at already."""
    said(table, "seal H1", SHEET, SHEET, "3 charge", "open all", "yes")
    assert "3 touched k shows it" in table.alarms[0].text


def test_the_document_of_a_battle_has_what_is_known_of_the_sheets(table: Table) -> None:
    said(table, "seal H1", SHEET, SHEET, "3 charge ~28", "e4 charge 5")
    data = replay_json(table.look)["orders"]
    assert data["sealed"][0]["side"] == "French"
    assert data["sealed"][0]["opened"] is None
    assert [(each["unit"], each["other"], each["guess"], each["fate"]) for each in data["declared"]] == [
        ("3", None, "~28", "declared"), ("e4", "5", None, "declared"),
    ]  # fmt: skip


def test_in_french(path: Path) -> None:
    table = TableCompanion(begin_game(NAPOLEONIC, path, f"Language = fr\n{HEADERS}"))
    assert "ce qui est écrit pour vos unités" in said(table, "seal H1")
    said(table, SHEET)
    assert "Scellé : deux codes par unité" in said(table, SHEET)
    assert "à dire à voix haute" in said(table, "3 charge")
    assert entries(path)[1:] == ["3 charge"]
    said(table, "7 esquive", "q")
    assert entries(path)[2] == "7 evade"
    assert "3 : charge k, comme scellé." in said(table, "ouvre 3")
    said(table, "entre 3 k bearing ahead", "over French", "Ouvrir tout", "oui")
    assert entries(path)[-1].startswith("open all French P1H1")
    assert table.kept.record.misfits == ()


def test_a_seal_that_could_not_be_saved(table: Table, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was kept for it does no harm; the sheet is sealed again, with other codes."""

    def full(*_: object, **__: object) -> None:
        message = "the disk is full"
        raise SessionError(message)

    said(table, "seal H1", SHEET)
    with monkeypatch.context() as patched:
        patched.setattr("deduce.tabletop.kept_file.KeptFile.save", full)
        assert "the disk is full" in said(table, SHEET)
    assert entries(path) == []
    again = TableCompanion(open_game(NAPOLEONIC, path))
    said(again, "seal H1", SHEET, SHEET, "3 charge")
    assert "3: charge k, as it was sealed." in said(again, "open 3")


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("3 touché k", "3 touched k"),
        ("3 touche k", "3 touched k"),
        ("3 dévie e4 charged", "3 diverted e4 charged"),
        ("3 devie e4 charged", "3 diverted e4 charged"),
        ("3 arrêtée général", "3 stopped general"),
        ("3 manquée", "3 missed"),
    ],
)
def test_what_became_of_a_charge_in_french(table: Table, path: Path, line: str, written: str) -> None:
    """With accents and without."""
    said(table, "3 charge", "q", line)
    assert entries(path)[-1] == written


def test_what_is_only_tried_throws_no_sheet_away(table: Table, path: Path, folder: Path) -> None:
    """Also where somebody types the right key: the file has nothing of it."""
    said(table, "seal H1", SHEET, SHEET)
    before = path.read_bytes()
    (sheet,) = folder.iterdir()
    kept = sheet.read_bytes()
    said(table, "open all", "yes")
    line = table.kept.record.texts[-1]
    path.write_bytes(before)
    sheet.write_bytes(kept)
    again = TableCompanion(open_game(NAPOLEONIC, path))
    said(again, f"try {line}", "back")
    assert path.read_bytes() == before
    assert sheet.exists()
