"""The desk at the table: what is typed, what is said, and what measuring teaches."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from common import ROOT
from deduce.napoleonic.kind import NAPOLEONIC, parse_record
from deduce.napoleonic.lines.typed import read
from deduce.napoleonic.questions.desk import desk_told
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.kind import Entry
from deduce.tabletop.look import look_at
from deduce.tabletop.questions import facts_of
from deduce.tabletop.said import Grid, Said, Told

if TYPE_CHECKING:
    from deduce.napoleonic.battle import Battle
    from deduce.tabletop.record import Record

HEAD = """\
Game = napoleonic
Sides = French, English
Me = {me}
Language = {language}
French = FR; 3 cav light column 12; 5 inf line column 18 front 3; 6 cav dragoon line
English = EN; e2 inf line line 18 regular; k inf line square; f FR inf line line

"""


def record(*entries: str, me: str = "French", language: str = "en") -> Record[Battle]:
    rows = "\n".join(f"{number}. {entry}" for number, entry in enumerate(entries, 1))
    return parse_record(HEAD.format(me=me, language=language) + rows + "\n")


def final(found: Record[Battle]) -> Battle:
    """How a battle stands in the end."""
    return found.at(len(found.steps))


def desk(line: str, *entries: str, me: str = "French", language: str = "en") -> Told:
    return desk_told(look_at(record(*entries, me=me, language=language), None, {}), {"line": line})


def texts(told: Told) -> str:
    return "\n".join(each.text for each in told.said if isinstance(each, Said))


def cells(told: Told) -> list[list[str]]:
    (grid,) = (each for each in told.said if isinstance(each, Grid))
    return [[name, *(mark.text for mark in marks)] for name, marks in grid.rows]


def typed(line: str, *entries: str, me: str = "French") -> Entry:
    state = final(record(*entries, me=me))
    found = read(state, line, ())
    assert isinstance(found, Entry)
    return found


def test_thresholds_without_measuring() -> None:
    told = desk("3")
    assert cells(told) == [
        ["H1: touches up to (cm)", "18", "27", "36", "45"], ["H2: touches up to (cm)", ".", ".", "18", "27"],
    ]  # fmt: skip
    said = texts(told)
    assert "a quarter beyond 9 cm, 2 quarters beyond 18 cm, 3 quarters beyond 27 cm" in said
    assert "done in time beyond 18 cm, after the quarter of reaction beyond 27 cm" in said
    assert "charged in H1, beyond 28.5 cm declared, 34 cm compelled" in said
    assert "French cavalry light company column 27 cm" in said, "who may counter-charge at a known speed"
    assert "infantry" not in said.split("counter-charge")[1].split("\n")[0], (
        "infantry may not (NAP-COUNTER-5)"
    )


def test_chances_of_a_guess_and_their_assumption() -> None:
    told = desk("3 k ~25-31")
    assert cells(told)[1] == ["H1: chance (%)", ".", "33", "67", ".", "."]
    assert cells(told)[3] == ["H2: chance (%)", ".", ".", ".", "33", "67"]
    said = texts(told)
    assert "evenly within 25-31 cm; that is an assumption" in said
    assert "after the quarter of reaction beyond 27 cm (67%)" in said


def test_the_data_is_exact() -> None:
    data: Any = json.loads(json.dumps(desk("3 k ~25-31").document()))
    assert data["format"] == "deduce.napoleonic.desk/1"
    assert [each["chance"] for each in data["halves"][0]["touches"]] == ["0", "1/3", "2/3", "0"]
    assert (data["halves"][0]["evade_declared"], data["halves"][0]["evade_compelled"]) == ("28.5", "34")
    assert (data["unit"], data["other"], data["guess"], data["assumption"]) == (
        "3",
        "k",
        ["25", "31"],
        "even",
    )
    assert data["fires"][0] == {"quarters": 1, "beyond": "9"}


def test_the_page_of_the_formats_names_every_key() -> None:
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    _, _, rest = page.partition("### The document deduce.napoleonic.desk/1\n")
    section = rest.partition("\n##")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    named = {
        key
        for row in rows
        if "as in every document" not in row
        for key in re.findall(r"`(\w+)`", row.split(" | ")[0])
    }
    everywhere = facts_of(look_at(record(), None, {})).keys()
    assert named == {*desk("3 k ~25-31").document()} - everywhere


def test_counter_charges_of_a_named_target() -> None:
    assert "f 12.5 cm" in texts(desk("5 f"))
    assert "f 12.5 cm (75%)" in texts(desk("5 f ~11-17"))
    assert "f 12.5 cm (100%)" in texts(desk("5 f ~12.5")), "exactly there is enough (DEC-14)"
    assert "No table has the speed of e2" in texts(desk("5 e2"))
    assert "speed of e2" not in texts(desk("3 e2")), "infantry does not counter-charge cavalry"


def test_off_the_axis() -> None:
    told = desk("3 k off")
    assert cells(told)[0][1:] == [".", "18", "27", "36"]
    assert "NAP-CHARGE-13" in texts(told)
    assert desk("3 k hors", language="fr").document() == told.document() or "réoriente" in texts(
        desk("3 k hors", language="fr")
    )


@pytest.mark.parametrize("house", ["half.quarters=4", "period.quarters=2"])
@pytest.mark.parametrize("line", ["3 k ~25-31", "5 e2 ~8-14 off", "5"])
def test_houses_in_which_no_quarter_is_left_of_the_second_half(house: str, line: str) -> None:
    """A charge that has no quarter touches nobody, and whoever evades is safe from it at any distance."""
    rows = HEAD.format(me="French", language="en").replace("Sides", f"House = {house}\nSides", 1)
    found = desk_told(look_at(parse_record(rows), None, {}), {"line": line}).document()
    second = found["halves"][1]
    assert second["touches"] == []
    assert (second["evade_declared"], second["evade_compelled"]) == ("0", "0")
    assert second.get("missed") == ("1" if "~" in line else None)


def test_what_no_table_has_is_asked_and_never_nought() -> None:
    told = desk("k")
    assert "cannot be reckoned" in texts(told)
    assert "table move" in texts(told)
    document = told.document()
    assert (document["per_quarter"], document["distance_bonus"]) == (None, None)
    assert document["questions"]


def test_nap_charge_10_no_exact_distance_before_the_charge() -> None:
    with pytest.raises(ImpossibleError, match=r"NAP-CHARGE-10\); write ~27 for a guess"):
        desk("3 k 27.5")
    with pytest.raises(ImpossibleError, match="NAP-CHARGE-10"):
        typed("3 was 27.5")
    with pytest.raises(LineError, match=r"NAP-CHARGE-10\); write ~27\.5 for a guess"):
        typed("3 charge k 27.5")
    assert cells(desk("3 k 27.5", me="Umpire"))[1] == ["H1: chance (%)", ".", ".", "100", ".", "."]
    assert "At 27.5 cm" in texts(desk("3 k 27.5", "3 charge k ~25-31"))
    assert "At 27.5 cm" in texts(desk("3 k 27.5", "3 charge k ~25-31", "q", "3 touched"))
    with pytest.raises(ImpossibleError, match="NAP-CHARGE-10"):
        desk("3 k 27.5", "3 charge k ~25-31", "q", "3 touched", "q")
    with pytest.raises(ImpossibleError, match="NAP-CHARGE-10"):
        desk("3 e2 27.5", "3 charge k ~25-31")


def test_measured_after_the_declaration() -> None:
    entry = typed("3 was 27.5", "3 charge k ~25-31")
    assert entry.text == "3 was 27.5"
    assert entry.said == (
        "The guess was 2% long.",
        "Your guesses run 2% long, ±0%, charges: 1. They are corrected by it from charge 5 on.",
    )
    assert typed("3 était 27,5 cm", "3 charge k ~25-31").text == "3 was 27.5"
    state = final(record("3 charge k ~25-31", "3 was 27.5"))
    assert [(each.unit, each.charge, each.measured) for each in state.eye.glances] == [
        ("3", 1, Fraction(55, 2))
    ]


def test_a_charge_without_a_guess_teaches_nothing() -> None:
    assert typed("3 was 27.5", "3 charge k").said[0].startswith("No guess was written")
    assert final(record("3 charge k", "3 was 27.5")).eye.glances == ()


def test_a_charge_is_measured_once() -> None:
    with pytest.raises(ImpossibleError, match=r"measured already: 27\.5 cm"):
        typed("3 was 28", "3 charge k ~25-31", "3 was 27.5")
    found = record("3 charge k ~25-31", "3 was 27.5", "3 was 28")
    assert [(each.entry, "measured already" in each.message) for each in found.misfits] == [(3, True)]
    assert len(final(found).eye.glances) == 1


@pytest.mark.parametrize(
    "line", ["3 was", "3 was far", "3 was 0", "3 was -4", "3 was 1e9", "3 was 27.5 28", "3 was 9999999"]
)
def test_what_is_no_distance(line: str) -> None:
    with pytest.raises(LineError, match=r"is no distance in centimetres; write such as 3 was 27\.5"):
        typed(line, "3 charge k ~25-31")


def test_an_umpire_without_a_charge() -> None:
    with pytest.raises(LineError, match="9 has declared no charge; known are: 3"):
        typed("9 was 12", "3 charge k ~25-31", me="Umpire")


def measured(*pairs: tuple[int, int]) -> list[str]:
    """Entries of charges that were guessed and measured, one each period."""
    return [
        entry
        for guess, distance in pairs
        for entry in (f"3 charge k ~{guess}", f"3 was {distance}", "3 stopped", "h", "h", "3 state formed")
    ]


def test_after_five_charges_guesses_are_corrected() -> None:
    four = measured(*[(20, 22)] * 4)
    assert "orrected" not in texts(desk("3 k ~25-31", *four))
    five = measured(*[(20, 22)] * 5)
    told = desk("3 k ~25-31", *five)
    said = texts(told)
    assert "Your guesses run 10% short, ±0%, charges: 5." in said
    assert "Corrected by your eye from 25-31 cm." in said
    assert "evenly within 27.5-34.1 cm" in said
    assert (told.document()["guess"], told.document()["used"]) == (["25", "31"], ["27.5", "34.1"])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "write a unit"), ("9", "there is no unit '9'"), ("3 x9", "there is no unit 'x9'"),
        ("3 k ~31-25", "is no guess"),
        ("3 5", "5 is on the side of 3; name an enemy, or none"),
        ("3 k ~", "is no guess"), ("3 k ~25 ~26", "means nothing here"),
        ("3 k e2", "means nothing here"), ("3 k 1e99", "is no distance"),
        ("3 k " + "9" * 200, "is no distance"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_behind_the_command(line: str, message: str) -> None:
    with pytest.raises(LineError, match=message):
        desk(line, me="Umpire")


def test_in_french() -> None:
    said = texts(desk("3 k ~25-31", "3 charge k ~25-31", "3 was 27.5", language="fr"))
    assert "Les chances supposent la distance répartie également dans 25-31 cm" in said
    assert "Qui esquive s'échappe" in said
    for word in ("beyond", "quarter", "guess", "{"):
        assert word not in said


def test_the_command_is_there() -> None:
    assert "desk" in [command.name for command in NAPOLEONIC.commands]


def test_a_round_guess_is_written_in_full() -> None:
    """Twenty is 20, not 2E+1."""
    assert "within 20-30 cm" in texts(desk("3 ~20-30"))
