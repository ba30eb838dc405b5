"""`pieces`: what each diagram does, and whose it can be."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from common import CLASSIC, ROOT, SAMPLE
from confusion_games import RULES, random_game
from deduce.confusion import LineError, parse_record, read_record, record_of
from deduce.confusion.pictures import pieces
from deduce.confusion.pictures.diagrams import text_diagram
from deduce.confusion.pictures.pieces import pieces_told
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.look import Look, look_at
from deduce.tabletop.questions import sheet_grid
from deduce.tabletop.said import Role, Said, Told
from deduce.tabletop.sheet import Grid, Sheet
from deduce_cli.main import app
from tables import new_game

AT_THE_TABLE = ROOT / "examples" / "at_the_table.txt"
MODEL = {"model": "coin"}


def rows(told: Told) -> list[str]:
    return [each.text for each in told.said if isinstance(each, Said)]


def looked(path: Path, count: int | None = None, **options: str) -> Look[Any]:
    return look_at(read_record(path), count, {**MODEL, **options})


@pytest.mark.parametrize("side", ["Yellow", "White"])
def test_the_chances_are_those_of_all_deals_that_are_left(side: str) -> None:
    """Each chance is the share of the deals that give the letter this diagram, counted one by one."""
    look = looked(SAMPLE)
    found = pieces_told(look, {"side": side}).document()
    sheet = look.sheets[look.seat(side)]
    deals = list(sheet.deals())
    dealt = Counter(pair for deal in deals for pair in deal.items())
    assert (found["side"], len(deals)) == (side, sheet.worlds)
    for diagram in found["diagrams"]:
        counted = {
            letter: Fraction(count, len(deals))
            for (letter, number), count in dealt.items()
            if number == diagram["number"]
        }
        assert {letter: Fraction(text) for letter, text in diagram["fractions"].items()} == counted
        assert diagram["chances"] == {letter: float(chance) for letter, chance in counted.items()}
        assert {*diagram["possible"]} == counted.keys()


def test_whose_it_can_be_and_whose_it_is() -> None:
    """The likeliest letters first, as the sheet calls them; of the opponent's, the one that has it."""
    look = looked(AT_THE_TABLE)
    said = rows(pieces_told(look, {"diagram": "crab"}))
    assert said[4:] == [
        "2       2 9 Crab +",
        "  1   1   up to 2 squares diagonally forward or sideways",
        "2 1 o 1 2 Yellow: Vx+ 50%, H K 17%, E 8%, Ax L N O S 2%",
        "          White: O",
    ]
    assert rows(pieces_told(look, {"diagram": "9"})) == said
    everything = "\n".join(rows(pieces_told(look, {})))
    assert "Vx+ 50%, H K 17%" in everything
    assert re.search(r"^ +1 o 1 +Yellow: C P 33%", everything, re.MULTILINE) is None
    assert "White: Cx" in everything
    assert "Promoted" in everything
    assert "not in the record" not in everything


def test_what_is_certain_and_what_has_no_chances() -> None:
    """A letter for certain; and one that may be it, where the model gives no chances."""
    said = rows(pieces_told(looked(SAMPLE), {"diagram": "Bishop"}))
    assert "Yellow: Kx for certain" in said[6]
    game = record_of(random_game(RULES["espionage"], 3))
    look = look_at(game, 20, {"model": "any"})
    found = pieces_told(look, {"diagram": "13"})
    assert re.search(r"White: [A-Z +x]+ perhaps", "\n".join(rows(found)))
    (agent,) = found.document()["diagrams"]
    assert (agent["chances"], agent["words"]) == ({}, "as the opponent pleases")
    assert agent["possible"]


def test_cf_setup_1_a_deal_that_nobody_wrote_down() -> None:
    """It is said once that the opponent's letters are not known."""
    look = look_at(parse_record("1. A-N1\t(L-S2)"), None, MODEL)
    told = pieces_told(look, {})
    assert rows(told)[-1] == "White's deal is not in the record."
    assert not [row for row in rows(told) if "White: " in row]
    assert {diagram["theirs"] for diagram in told.document()["diagrams"]} == {None}


def test_notes_that_contradict_each_other() -> None:
    """It is said; nobody can have anything, and the diagrams are shown all the same."""
    look = look_at(parse_record("1. (A-N1)\t(A-S1)\n2. A-N1\t(A-S1)\n"), None, MODEL)
    told = pieces_told(look, {})
    assert not told.fits
    assert [each.text for each in told.said if isinstance(each, Said) and each.role is Role.WARNING] == [
        "Yellow's pieces: no deal fits what was noted; suspects shows the likely slip"
    ]
    assert not [row for row in rows(told) if "Yellow: " in row]
    found = told.document()
    assert (found["consistent"], {len(each["possible"]) for each in found["diagrams"]}) == (False, {0})


@pytest.mark.parametrize("name", RULES)
def test_every_diagram_is_drawn_within_79_columns(name: str) -> None:
    """Two side by side, under all rules, at any moment, from both seats."""
    record = record_of(random_game(RULES[name], 2))
    for count in range(0, len(record.steps) + 1, 20):
        for side in record.seats:
            look = look_at(record, count, MODEL)
            text = rows(pieces_told(look, {"side": side}))
            assert max(map(len, text)) <= 79
            whole = "\n".join(text)
            for diagram in look.state.rules.diagrams.values():
                assert re.search(rf"\b{diagram.number} {diagram.name}\b", whole)
                longest = max(text_diagram(diagram), key=len)
                assert longest.strip() in whole
            assert ("every piece that arrives" in whole) == look.state.rules.anyone_is_promoted


def test_cf_promo_1_promoted_letters_stand_at_the_promoted_diagram() -> None:
    """Those of both sides."""
    look = looked(SAMPLE)
    found = pieces_told(look, {"side": "Yellow"}).document()["promoted"]
    assert (found["mine"], found["theirs"]) == (["V"], ["T"])
    text = rows(pieces_told(look, {}))
    start = next(place for place, row in enumerate(text) if "Promoted" in row)
    assert [row[14:] for row in text[start + 1 :]][-2:] == ["Yellow: V", "White: T"]


def test_at_the_table(tmp_path: Path) -> None:
    """By the sheet that is shown; a diagram that is not there is said so."""
    deal = dict(zip(CLASSIC.letters, CLASSIC.diagrams, strict=True))
    companion = TableCompanion(new_game(tmp_path / "game.txt", CLASSIC, 0, 0, deal))
    companion.obey("h n1 n")
    (rocket,) = [row for row in rows(companion.obey("pieces rocket")) if "Yellow: " in row]
    assert rocket.endswith("Yellow: A C E K L N O P S T V 9%")
    assert "H" not in rocket
    companion.obey("opp")
    assert any("White: A C E H" in row for row in rows(companion.obey("pieces 9")))
    (wrong,) = rows(companion.obey("pieces crap"))
    assert wrong == "there is no diagram 'crap'; did you mean 'Crab'?"
    with pytest.raises(LineError, match="no side 'Blue'"):
        pieces_told(companion.look, {"side": "Blue"})


def test_the_command_of_the_shell(tmp_path: Path) -> None:
    """Text, one JSON document, and wrong input in one sentence."""
    runner = CliRunner(env={"COLUMNS": "80"})
    file = str(AT_THE_TABLE)
    done = runner.invoke(app, ["confusion", "pieces", file])
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines() == rows(pieces_told(looked(AT_THE_TABLE), {}))
    found = json.loads(runner.invoke(app, ["confusion", "pieces", file, "--json", "--ply", "3"]).stdout)
    assert (found["format"], found["plies"], found["ruleset"]) == ("deduce.confusion.pieces/1", 3, "classic")
    wrong = runner.invoke(app, ["confusion", "pieces", file, "crap"])
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert wrong.stderr == "deduce: there is no diagram 'crap'; did you mean 'Crab'?\n"
    clash = tmp_path / "clash.txt"
    clash.write_text("1. (A-N1)\t(A-S1)\n2. A-N1\t(A-S1)\n", encoding="utf-8")
    assert runner.invoke(app, ["confusion", "pieces", str(clash)]).exit_code == 1


def test_each_sheet_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many diagrams there are."""
    seen: list[object] = []

    def counted(look: Look[Any], sheet: Sheet[Any, Any]) -> Grid:
        seen.append(sheet)
        return sheet_grid(look, sheet)

    monkeypatch.setattr(pieces, "sheet_grid", counted)
    assert rows(pieces_told(looked(SAMPLE), {}))
    assert 0 < len(seen) <= 2
