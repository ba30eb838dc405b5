"""What behaviour says, as it is shown: below a sheet, at the table, as data, and in the advice."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from command_line import WIDE
from common import ROOT, SAMPLE
from deduce_cli.main import app

TABLE = ROOT / "examples" / "at_the_table.txt"


def run(*arguments: object, stdin: str | None = None) -> Result:
    words = ["confusion", *map(str, arguments)]
    return CliRunner().invoke(app, words, input=stdin, env={"COLUMNS": "80"})


def document(result: Result) -> Any:
    """The one JSON document on stdout."""
    return json.loads(result.stdout)


def test_a_second_sheet_with_reasons() -> None:
    facts = run("sheet", SAMPLE, "--ply", "50", "--side", "White")
    both = run("sheet", SAMPLE, "--ply", "50", "--side", "White", "--behaviour", "careful")
    assert both.exit_code == facts.exit_code == 0
    assert both.stdout.startswith(facts.stdout)
    below = both.stdout.removeprefix(facts.stdout)
    assert below.startswith("White's pieces, by Yellow's behaviour as well (model careful: likely, never")
    assert " Cx    .   .   .   .   .   .   . YES" in below
    assert "than" not in facts.stdout
    assert " likely " in below
    assert "Yellow " in below
    assert "(turn" in below


def test_off_is_the_default() -> None:
    assert run("sheet", SAMPLE, "--behaviour", "off").stdout == run("sheet", SAMPLE).stdout
    assert "behaviour" not in document(run("sheet", SAMPLE, "--json"))


def test_as_data() -> None:
    plain = document(run("sheet", SAMPLE, "--ply", "50", "--json"))
    found = document(run("sheet", SAMPLE, "--ply", "50", "--json", "--behaviour", "careful:0.5"))
    read = found.pop("behaviour")
    assert found == plain
    assert read["model"] == "careful:0.5"
    for side in ("Yellow", "White"):
        sheet, facts = read["knowledge"][side], plain["knowledge"][side]
        assert {key: set(row) for key, row in sheet["letters"].items()} == {
            key: set(row) for key, row in facts["letters"].items()
        }
        assert all(sum(row.values()) == pytest.approx(1) for row in sheet["letters"].values())
        assert sum(sheet["habits"].values()) == pytest.approx(1)
        for reason in sheet["reasons"]:
            assert reason["facts"] == pytest.approx(
                facts["letters"][reason["letter"]][str(reason["diagram"])]
            )
            assert reason["behaviour"] == pytest.approx(
                sheet["letters"][reason["letter"]][str(reason["diagram"])], abs=1e-9
            )
            assert reason["seen"]
            assert all(1 <= seen["turn"] <= 50 for seen in reason["seen"])
            gained = sum(seen["bits"] for seen in reason["seen"])
            assert (gained > 0) == (reason["behaviour"] > reason["facts"])


@pytest.mark.parametrize("command", [["sheet", SAMPLE], ["why", SAMPLE, "C", "Wimp"], ["suggest", SAMPLE]])
def test_a_model_that_is_none_is_said(command: list[str]) -> None:
    result = run(*command, "--behaviour", "carefull")
    assert result.exit_code == 2
    assert "there is no model 'carefull' of behaviour; did you mean 'careful'?" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_sheet_that_contradicts_itself_is_not_read(tmp_path: Path) -> None:
    """A slip that nothing fits with leaves no chances to weigh."""
    clash = tmp_path / "clash.txt"
    moves = [
        f"{row}. ({move})\t(L-E1)" for row, move in enumerate(("C-N1", "C-NE1", "C-E1", "C-SE1", "C-S1"), 1)
    ]
    clash.write_text(
        "\n".join(["Ruleset = classic", "First = Yellow", "", "Yellow\tWhite", *moves, ""]), encoding="utf-8"
    )
    result = run("sheet", clash, "--behaviour", "careful", "--side", "Yellow")
    assert result.exit_code == 1
    assert "White's behaviour is not read: there are no chances to weigh." in result.stdout


def test_the_advice_goes_by_it_and_shows_the_exact_chance_of_a_yes() -> None:
    options = ("--ply", "40", "--nodes", "600", "--json")
    plain = document(run("suggest", SAMPLE, *options))
    read = document(run("suggest", SAMPLE, *options, "--behaviour", "careful"))
    exact = {each["action"]: each["chance_of_yes"] for each in plain["suggestions"]}
    assert {each["action"]: each["chance_of_yes"] for each in read["suggestions"]} == exact
    values = {each["action"]: each["value"] for each in plain["suggestions"]}
    assert {each["action"]: each["value"] for each in read["suggestions"]} != values


def test_at_the_table(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    shutil.copy(TABLE, file)
    kept = file.read_text(encoding="utf-8")
    typed = "behaviour\nbehaviour on\nopp\nbehaviour foo\nbehaviour off\nopp\nbehaviour\nquit\n"
    result = CliRunner(env=WIDE).invoke(app, ["confusion", "table", str(file)], input=typed)
    heading = "White's pieces, by Yellow's behaviour as well (model careful: likely, never proved)"
    assert result.exit_code == 0
    assert result.stdout.count(heading) == 2
    assert "Yellow's pieces, by White's behaviour as well" in result.stdout
    assert "Below each sheet stands what behaviour says as well (model careful)." in result.stdout
    assert "there is no model 'foo' of behaviour" in result.stdout + result.stderr
    assert "Sheets go by facts only." in result.stdout
    assert result.stdout.count("now: off") == 2
    assert file.read_text(encoding="utf-8") == kept
