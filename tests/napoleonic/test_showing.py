"""How a battle is shown: at 80 columns, narrow and wide; as data; what must not be forgotten."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console

from deduce.napoleonic.kind import NAPOLEONIC
from deduce.napoleonic.showing import alarms, picture, small_picture, title
from deduce.tabletop.look import look_at
from deduce.tabletop.questions import replayed
from deduce_cli.screen import body
from napoleonic.battles import ARMIES, record_of, shown, table_of, told

EVENING = ("5 line takes 3", "3 react", "e2 about", "q", "7 melee", "6 is unformed", "5 adc harass")


def test_both_sides_stand_beside_each_other_on_80_columns() -> None:
    found = picture(look_at(record_of(*EVENING), None, {}))
    assert found == (
        "French FR                                English EN",
        "3    cav light column 12                 e2   inf line regular line 18",
        "5    inf line regular column 18 front 3  k    inf square",
        "     changing formation: line to P1 Q3",
        "     an order to come: harass to P1 Q3",
        "6    horse-art limbered unformed 4",
        "7    inf light militia skirmish 6",
        "     in a melee",
    )
    assert max(map(len, found)) < 80


def test_the_sides_stand_below_each_other_where_there_is_no_room() -> None:
    look = look_at(record_of(*EVENING), None, {})
    found = small_picture(look)
    assert next(line for line in found if not line.startswith(" ")) == "French FR"
    assert max(map(len, found)) < 40
    wide = record_of("5 ground wooded-slope vine-slope crop-slope hedge")
    assert picture(look_at(wide, None, {})) == small_picture(look_at(wide, None, {}))


def test_it_fits_on_every_screen(tmp_path: Path) -> None:
    companion = table_of(tmp_path, *EVENING)
    frame = companion.frame()
    assert frame.title == "entry 8: P1 H1 Q2. by halves; not moved yet: 3 6"
    for columns in range(20, 200):
        lines = [line.plain for line in body(Console(width=columns, height=24), frame)]
        assert lines[0].startswith("entry 8: P1")
        assert all(len(line) < columns for line in lines)
        assert len(lines) <= 24
    lines = [line.plain for line in body(Console(width=80, height=24), frame)]
    assert any(line.startswith("3    cav light column 12                 e2   inf") for line in lines)


def test_what_must_not_be_forgotten() -> None:
    look = look_at(record_of("5 line takes ?", "6 is unformed", "3 melee", "e2 is unformed"), None, {})
    assert [each.text for each in alarms(look)] == [
        "5: changing formation, nobody knows until when; 5 done ends it.",
        "6 is unformed: it re-forms before it begins anything (NAP-STATE-4).",
    ]
    assert alarms(look_at(record_of("5 line takes ?", "over"), None, {})) == ()


def test_nobody_is_told_to_re_form_where_that_cannot_be() -> None:
    """In a house a unit is unformed as long as it stays (NAP-HOUSE-5)."""
    look = look_at(record_of("5 house holder nobody", "h", "7 is unformed"), None, {})
    assert [each.text for each in alarms(look)] == [
        "7 is unformed: it re-forms before it begins anything (NAP-STATE-4)."
    ]


def test_title_and_end(tmp_path: Path) -> None:
    headers = f"House = DEC-6=two\nMe = Umpire\n{ARMIES}"
    assert title(look_at(record_of(headers=headers), None, {})) == (
        "The Napoleonic chapters, as printed; house rules: DEC-6=two, forced.rest=2; kept by an umpire"
    )
    companion = table_of(tmp_path, "over English")
    assert companion.title == "entry 2: the battle is over: English won"
    assert told(companion, "q") == ["the game is over; undo takes turns back"]


def test_it_is_told_when_each_entry_was_made(tmp_path: Path) -> None:
    companion = table_of(tmp_path, "5 about", "h", "3 about")
    assert told(companion, "moves") == [
        "   1 P1 H1 Q1 5 about",
        "   2 P1 H1 Q1 h",
        "   3 P1 H2 Q3 3 about",
    ]


def test_all_of_it_is_data() -> None:
    found = shown(record_of(*EVENING))
    assert {name: found[name] for name in ("period", "half", "quarter", "moment", "play", "not_moved")} == {
        "period": 1, "half": 1, "quarter": 2, "moment": 1, "play": "halves", "not_moved": ["3", "6"],
    }  # fmt: skip
    unit = found["units"]["5"]
    assert (unit["side"], unit["free_from"], unit["facts"]["figures"]) == ("French", 3, 18)
    assert [(each["kind"], each["end"], each["then"]) for each in unit["tasks"]] == [
        ("change", 3, {"formation": "line"}),
        ("order", 3, {"order": "harass"}),
    ]
    document = replayed(look_at(record_of(*EVENING), None, {}), {}).document()
    assert json.loads(json.dumps(document))["format"] == "deduce.napoleonic.replay/1"
    assert NAPOLEONIC.title == "The Napoleonic chapters"


def test_in_french() -> None:
    headers = f"Language = fr\n{ARMIES}"
    record = record_of("5 line takes ?", "7 melee", headers=headers)
    look = look_at(record, None, {})
    assert title(look) == "Les chapitres napoléoniens, tels qu'imprimés"
    said = [*picture(look), *(each.text for each in alarms(look))]
    assert "     en mêlée" in said
    assert "5 : changer de formation, on ne sait pas jusqu'à quand ; 5 fini y met fin." in said
    assert not [line for line in said if " until " in line or "nobody" in line]


def test_of_many_units_those_with_something_to_tell_come_first() -> None:
    army = "; ".join(f"{number} inf regular formed ground open" for number in range(1, 31))
    record = record_of("20 about", "25 ground wood", headers=f"French = FR formed; {army}\n")
    found = picture(look_at(record, None, {}))
    assert found[1:6] == (
        "20   inf regular",
        "     an about-face to P1 Q1",
        "25   inf regular",
        "     ground wood",
        "1    inf regular",
    )
    assert len(found) == 1 + 30 + 2


def test_nap_sim_2_who_has_not_moved_is_urgent_once_a_quarter_of_the_half_is_over() -> None:
    assert alarms(look_at(record_of("3 5 moved"), None, {})) == ()
    late = look_at(record_of("3 5 moved", "q"), None, {})
    assert [each.text for each in alarms(late)] == ["not moved yet: 6 7 (NAP-SIM-2)."]
    assert alarms(look_at(record_of("3 5 moved", "play quarters", "q"), None, {})) == ()
