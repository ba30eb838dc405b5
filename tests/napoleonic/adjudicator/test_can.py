"""`can`: one line in, the verdict with its rules out, with a record and without, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from deduce.napoleonic.kind import NAPOLEONIC
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.said import Said
from deduce.tabletop.saved import begin_game
from deduce_cli.main import app

BATTLE = """\
Game = napoleonic
Sides = French, English
Me = French
French = FR; 3 cav light column 12; 5 inf line column 18 regular; 6 inf line line regular
English = EN; e2 inf line line 18 regular; k inf line square

"""
FITTING = (
    "FR cav light column formed charge inf line formed, straight ahead, path open, visible, ground open, "
    "their_ground open, not their_engaged, may_charge"
)


def can(line: str, *options: object) -> Result:
    return CliRunner().invoke(app, ["napoleonic", "can", line, *map(str, options)])


def document(line: str, *options: object) -> Any:
    return json.loads(can(line, *options, "--json").stdout)


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    path = tmp_path / "battle.txt"
    path.write_text(BATTLE, encoding="utf-8")
    return path


def test_nap_charge_40_a_hedge_on_the_way_is_refused_with_what_may_be_done_instead() -> None:
    done = can("3 charge k, path hedge")
    assert done.exit_code == 0
    first, *rest = done.stdout.splitlines()
    assert first == "3 > k: charging: refused"
    text = " ".join(" ".join(rest).split())
    assert "what lies on the way is a hedge" in text
    assert "NAP-CHARGE-40" in text.replace("NAP- ", "NAP-")
    assert "DEC-12=wide" in text
    assert text.endswith("(read as: what lies on the way is a hedge)")
    found = document("3 charge k, path hedge")
    assert found["format"] == "deduce.napoleonic.can/1"
    assert (found["rules"], found["house"], found["line"]) == ("printed", [], "3 charge k, path hedge")
    assert (found["one"], found["other"], found["facts"]) == ("3", "k", {"path": ["hedge"]})
    assert found["judgement"]["verdict"] == "refused"
    assert "NAP-CHARGE-40" in found["judgement"]["rules"]
    assert found["text"][0] == first


def test_what_nobody_said_is_asked_for() -> None:
    judgement = document("3 charge k")["judgement"]
    assert judgement["verdict"] == "unknown"
    asked = {each["feature"]: each for each in judgement["questions"]}
    assert asked["visible"]["asks"] == {"en": "does 3 see k?", "fr": "3 voit-elle k ?"}
    assert asked["bearing"]["rules"]
    assert can("3 charge k").exit_code == 0


def test_who_acts_is_told_also_if_only_the_other_has_a_name() -> None:
    assert document("cav charge k")["text"][0].startswith("the unit > k: charging: ")
    assert document("cav charge k", "--lang", "fr")["text"][0].startswith("l'unité > k : charger : ")


def test_what_is_allowed_says_what_comes_of_it() -> None:
    judgement = document(FITTING)["judgement"]
    assert (judgement["verdict"], judgement["refusals"]) == ("allowed", [])
    outcomes = {each["name"]: each["value"] for each in judgement["outcomes"]}
    assert outcomes["per_quarter"] == 9
    head, *said = document(FITTING)["text"]
    assert head.startswith("charging: allowed")
    assert any(each.startswith("  9 cm a quarter") for each in said), said


def test_a_table_without_a_row_is_unknown_and_never_nought() -> None:
    """Nothing is printed of Russian hussars: how fast they are is asked for."""
    judgement = document(FITTING.replace("FR", "RU"))["judgement"]
    assert "per_quarter" not in {each["name"] for each in judgement["outcomes"]}
    assert judgement["questions"]


def test_french_lines_and_french_answers() -> None:
    done = can("3 charge k, chemin haie", "--lang", "fr")
    first, *rest = done.stdout.splitlines()
    assert first == "3 > k : charger : refusé"
    assert "il faut : " in done.stdout
    assert " ".join(rest[-1].split()).endswith("(compris : ce qui se trouve en chemin : une haie)")
    assert document("3 charge k, chemin haie")["facts"] == {"path": ["hedge"]}


def test_house_rules_and_rules_of_ones_own(tmp_path: Path) -> None:
    line = "inf regular double-line oblique 30"
    decided = [
        document(line, "--house", f"DEC-43={word}")["judgement"]["verdict"] for word in ("line", "apart")
    ]
    assert decided == ["allowed", "refused"]
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = "deduce.ruling/1"\nextends = "printed"\n[numbers]\noblique.angle = 60\n', encoding="utf-8"
    )
    assert document("3 oblique 46")["judgement"]["verdict"] == "refused"
    found = document("3 oblique 46", "--rules", path)
    assert (found["rules"], found["judgement"]["verdict"]) == (str(path), "unknown")


def test_units_of_a_record_are_known(battle: Path) -> None:
    found = document("5 oblique 30", "--file", battle)
    assert found["sides"] == ["French", "English"]
    assert (found["facts"]["arm"], found["facts"]["formation"]) == ("inf", "column")
    assert found["judgement"]["verdict"] == "refused"
    assert document("6 oblique 30", "--file", battle)["judgement"]["verdict"] == "allowed"
    # What is said counts before what the record has.
    assert document("5 oblique 30, 5 line", "--file", battle)["judgement"]["verdict"] == "allowed"
    facts = document("3 charge k", "--file", battle)["facts"]
    assert (facts["their_formation"], facts["their_arm"], facts["quarter"]) == ("square", "inf", "Q1")


def test_the_clock_of_a_record_is_known(battle: Path) -> None:
    with battle.open("a", encoding="utf-8") as file:
        file.write("1. q\n")
    judgement = document("3 charge k", "--file", battle)["judgement"]
    assert judgement["verdict"] == "refused"
    assert "NAP-CHARGE-3" in judgement["rules"]
    assert document("3 charge k", "--file", battle, "--ply", "0")["judgement"]["verdict"] == "unknown"


@pytest.mark.parametrize(
    ("line", "options", "sentence"),
    [
        ("3 chagre k", (), "'chagre' is no act; did you mean 'charge'?"),
        ("3 charge k, hedge", (), "'hedge' can be several things; write"),
        ("3 charge k", ("--lang", "de"), "'de' is no language here; write en or fr"),
        ("3 charge k", ("--rules", "none.toml"), "none.toml"),
        ("3 charge k", ("--rules", "prnted"), "there are no rules 'prnted'; did you mean 'printed'?"),
        ("3 charge k", ("--house", "DEC-99=x"), "there is no decision and no number 'DEC-99'"),
        ("3 charge k", ("--ply", "1"), "--ply is about a record; name it with --file"),
        ("3 charge k", ("--file", "none.txt"), "none.txt"),
    ],
)
def test_bad_input_is_one_sentence(line: str, options: tuple[str, ...], sentence: str) -> None:
    done = can(line, *options)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


def test_a_record_says_its_rules_itself(battle: Path) -> None:
    for option in ("rules", "house"):
        done = can("3 charge k", "--file", battle, f"--{option}", "DEC-7=breaks")
        assert done.exit_code == 2
        assert f"the record says by which rules it is played; leave out --{option}" in done.stderr
    assert can("9 about", "--file", battle).exit_code == 2


def test_the_table_answers_as_well(tmp_path: Path) -> None:
    game = begin_game(NAPOLEONIC, tmp_path / "battle.txt", f"Language = fr\n{BATTLE}")
    companion = TableCompanion(game)
    for line in ("can 5 oblique 50", "? 5 oblique 50"):
        text = [each.text for each in companion.obey(line).said if isinstance(each, Said)]
        assert text[0] == "5 : marcher en oblique : refusé"
        assert any("NAP-OBLIQ-2" in each for each in text)
    assert game.record.steps == ()
    assert "'obliqeu' is no act; did you mean 'oblique'?" in str(companion.obey("can 5 obliqeu 50").said)


def test_what_is_reckoned_names_the_units_as_well() -> None:
    """Also where a table of the book lacks a row."""
    asks = [each["asks"] for each in document("3 oblique")["judgement"]["questions"]]
    assert {"en": "of which nation is 3?", "fr": "de quelle nation est 3 ?"} in asks
    assert not [each for each in asks if "the unit" in each["en"] or "{" in each["en"]]
