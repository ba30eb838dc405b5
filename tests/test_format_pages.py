"""The pages that describe formats describe them as they are.

Every example of a case file on docs/file-format.md is read. The keys on docs/json.md are compared
with those of real documents.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from common import CLASSIC, ROOT
from deduce import Belief, parse_case
from deduce.confusion.beginning import new_record
from deduce.confusion.kind import CONFUSION
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.said import Said
from deduce.tabletop.saved import begin_game
from deduce_cli.main import app

EXAMPLES = ROOT / "examples"
FILE_FORMAT = (ROOT / "docs" / "file-format.md").read_text(encoding="utf-8")
JSON_PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
WHOLE, *FURTHER = re.findall(r"^```toml\n(.*?)^```$", FILE_FORMAT, re.MULTILINE | re.DOTALL)
FILES = [text for text in FURTHER if text.startswith(("title", "[grid]", "[deal]"))]
PARTS = [text for text in FURTHER if text not in FILES]
UNKNOWNS = WHOLE[WHOLE.index("[[unknowns]]") : WHOLE.index("[[rule]]")]


def documented(heading: str, text: str = JSON_PAGE) -> set[str]:
    """The keys in the first column of the tables below a heading, up to the next heading."""
    _, _, rest = text.partition(f"\n{heading}\n")
    section = re.split(r"^##", rest, maxsplit=1, flags=re.MULTILINE)[0]
    cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return {key for cell in cells for key in re.findall(r"`([\w-]+)`", cell)}


def solved(*arguments: str, status: int = 0) -> dict[str, Any]:
    done = CliRunner().invoke(app, ["solve", *arguments, "--json"])
    assert done.exit_code == status, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """A document with everything that can be asked for."""
    case = str(EXAMPLES / "potluck.toml")
    options = ("--steps", "--ask", "--slips", "--review", "--worlds", "2")
    return solved(case, *options, "--why", "Ada is pie", "--why", "Ada is cake")


# --- docs/file-format.md -------------------------------------------------------------------------


def test_the_whole_file_is_read() -> None:
    case = parse_case(WHOLE)
    assert case.problem.title == "Three pieces and three animals"
    assert (len(case.log), len(case.questions)) == (1, 1)


@pytest.mark.parametrize("part", PARTS, ids=[part.splitlines()[0] for part in PARTS])
def test_every_further_example_is_read(part: str) -> None:
    case = parse_case(UNKNOWNS + part)
    assert len(case.problem.unknowns) == 6


@pytest.mark.parametrize("file", FILES, ids=[file.splitlines()[0] for file in FILES])
def test_every_file_on_the_page_is_read_and_can_be_true(file: str) -> None:
    case = parse_case(file)
    assert len(case.log) + len(case.problem.rules) > 0
    assert Belief(case.log).is_consistent


def test_all_statements_and_models_are_shown() -> None:
    shown = "".join(PARTS)
    for header in ("[[rule]]", "[priors]", "[model.", "[[entry]]", "[[question]]"):
        assert header in shown


def test_every_key_is_described() -> None:
    from deduce.casefile import each, grid_reading, reader, statements

    described = set(re.findall(r"`\[*([\w-]+)", FILE_FORMAT))
    assert described >= reader._TOP | statements.STATEMENT_KEYS
    assert described >= each.EACH_KEYS | grid_reading.GRID_KEYS
    assert described >= {"names", "values", "different", "name", "id", "text", "weights", "model"}
    assert described >= {"when_true", "when_false", "slips", "exceptions", "answers", "wrong"}


def test_the_limits_are_those_of_the_code() -> None:
    from deduce.casefile import facts, grid, items, reader, source, syntax
    from deduce.casefile import statements as cases
    from deduce.intake import data, numbers
    from deduce.problem import problem, statements

    table = FILE_FORMAT.partition("## Limits")[2].partition("\n## ")[0]
    for limit in (
        reader.LARGEST,
        problem.MOST_PAIRS,
        problem.MOST_VALUES,
        facts.LONGEST_NAME,
        source.LONGEST_TEXT,
        numbers.LARGEST,
        -numbers.LARGEST,
        numbers.MOST_DIGITS,
        numbers.LARGEST_EXPONENT,
        data.DEEPEST,
        data.MOST_DOTS,
        syntax.LONGEST,
        syntax.DEEPEST,
        statements.MOST_COMBINATIONS,
        cases.MOST_STEPS,
        cases._FEWEST_PARTS,
        reader.MOST_WEIGHTS,
        grid.MOST_CELLS,
        grid.MOST_NAMED,
        items.MOST_MADE,
        items.MOST_WRITTEN,
    ):
        assert re.search(rf"(?<![\d,]){limit:,}(?![\d,])", table), limit


# --- docs/json.md --------------------------------------------------------------------------------


def test_every_key_of_the_document_is_described(document: dict[str, Any]) -> None:
    assert documented("## The document deduce.solve/1") == document.keys()


@pytest.mark.parametrize(
    ("heading", "key"),
    [
        ("### suspects", "suspects"),
        ("### confirming", "confirming"),
        ("### steps", "steps"),
        ("### questions", "questions"),
        ("### review", "review"),
        ("### most_probable", "most_probable"),
    ],
)
def test_every_key_of_a_list_is_described(document: dict[str, Any], heading: str, key: str) -> None:
    assert document[key]
    for found in document[key]:
        assert documented(heading) == found.keys()


def test_every_key_of_the_grade_is_described(document: dict[str, Any]) -> None:
    assert documented("### grade") == document["grade"].keys()


def test_every_key_of_a_proof_is_described(document: dict[str, Any]) -> None:
    proved, open_ = document["why"]
    assert documented("### why") == proved.keys() | open_.keys() | proved["proof"].keys()
    assert proved["proof"]["holds"] is False


def test_conflicts_are_described() -> None:
    case = str(EXAMPLES / "potluck.toml")
    found = solved(case, "--given", "Ada is soup", status=1)
    assert documented("### conflicts") == found["conflicts"].keys()
    assert {"entries", "sentence"} == found["conflicts"]["found"][0].keys()
    assert found["suspects"]


def test_errors_are_described(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(UNKNOWNS + '[[entry]]\nfact = "Ann is krab"\n', encoding="utf-8")
    found = solved(str(wrong), status=2)
    assert found["format"] == "deduce.error/1"
    assert found["error"].keys() == {"kind", "message", "path", "line", "column"}
    assert documented("## Errors") == {*found["error"], "entry"}


# --- docs/json.md and docs/records.md: Confusion -----------------------------------------------------


def confusion(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["confusion", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_every_key_of_a_replay_is_described(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    text = confusion("random", "--seed", "3", "--ruleset", "espionage", "--tokens", "--plies", "12")
    file.write_text(text, encoding="utf-8")
    found = json.loads(confusion("replay", str(file), "--json"))
    assert documented("## The document deduce.confusion.replay/1") >= found.keys()
    for sheet in found["knowledge"].values():
        assert documented("### A sheet") == sheet.keys()


def test_every_key_of_the_pieces_is_described() -> None:
    found = json.loads(confusion("pieces", str(EXAMPLES / "at_the_table.txt"), "--json"))
    keys = found.keys() | found["diagrams"][0].keys() | found["promoted"].keys()
    assert documented("## The document deduce.confusion.pieces/1") == keys


def test_every_header_of_a_record_is_described() -> None:
    from deduce.confusion.record.setup import KEYS

    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    assert [key for key in KEYS if f"`{key}`" not in page] == []


def test_the_page_of_the_companion_shows_its_help(tmp_path: Path) -> None:
    """Line by line as `help` says it."""
    companion = TableCompanion(begin_game(CONFUSION, tmp_path / "game.txt", new_record(CLASSIC, 0, 0)))
    said = "\n".join(each.text for each in companion.obey("help").said if isinstance(each, Said))
    page = (ROOT / "docs" / "companion.md").read_text(encoding="utf-8")
    assert f"```text\n{said}\n```" in page


# --- docs/json.md and docs/cards.md: Cards and Confusion ---------------------------------------------

MOMENT = {"edition", "house", "turn", "step", "active"}
BATTLE = str(EXAMPLES / "cards_battle.txt")


def cards(*arguments: str) -> dict[str, Any]:
    done = CliRunner().invoke(app, ["cards", *arguments, "--json"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_key_of_a_replayed_battle_is_described() -> None:
    found = cards("replay", BATTLE)
    described = documented("### The document deduce.cards.replay/1")
    assert described - {"misprints", "repairs", "unexplained", "stopped"} == found.keys()
    unit = next(iter(found["units"].values()))
    assert [key for key in unit if f"`{key}`" not in JSON_PAGE] == []


def test_every_key_of_a_verdict_is_described() -> None:
    described = documented("### Verdicts")
    for each in cards("can", BATTLE, "d n 60 10 0")["verdicts"]:
        assert described - {"act"} == each.keys()
    for each in cards("still", BATTLE)["acts"]:
        assert described == each.keys()


@pytest.mark.parametrize(
    "arguments", [("odds", BATTLE, "p c f"), ("suggest", BATTLE), ("threat", BATTLE), ("review", BATTLE)]
)
def test_every_key_of_advice_is_described(arguments: tuple[str, ...]) -> None:
    found = cards(*arguments)
    assert found.keys() >= MOMENT
    known = MOMENT | {"format", "is_declared"}
    assert [key for key in found if key not in known and f"`{key}`" not in JSON_PAGE] == []


def test_every_header_of_a_battle_is_described() -> None:
    from deduce.cards.record.setup import KEYS as CARDS_KEYS

    page = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")
    assert [key for key in CARDS_KEYS if f"`{key} = " not in page and f"`{key}`" not in page] == []


# --- docs/json.md and docs/napoleonic.md: the Napoleonic chapters -------------------------------------

FRENCH_CHARGE = str(EXAMPLES / "napoleonic_battle.txt")
WAY = "FR inf of the line column formed, 2 wood 3"


def napoleonic(*arguments: str) -> dict[str, Any]:
    done = CliRunner().invoke(app, ["napoleonic", *arguments, "--json"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("replay", (FRENCH_CHARGE,)),
        ("check", (FRENCH_CHARGE,)),
        ("path", (WAY,)),
        ("who", (FRENCH_CHARGE, "f2")),
    ],
)
def test_every_key_of_a_napoleonic_document_is_described(name: str, arguments: tuple[str, ...]) -> None:
    found = napoleonic(name, *arguments)
    moment = {"rules", "house", "sides", "me", "moment", "period", "half", "quarter", "play", "outcome"}
    described = documented(f"### The document deduce.napoleonic.{name}/1")
    assert described - moment == found.keys() - moment


def test_every_key_of_an_enemy_and_of_a_leg_is_described() -> None:
    [unit] = napoleonic("who", FRENCH_CHARGE, "f2")["units"]
    assert [key for key in unit if f"`units.*.{key}`" not in JSON_PAGE] == []
    way = napoleonic("path", WAY)
    parts = [way["quarters"][0], way["quarters"][0]["legs"][0], way["edges"][0]]
    assert [key for part in parts for key in part if f"`{key}`" not in JSON_PAGE] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("target", FRENCH_CHARGE, "f4 after 1: 7 16, 5 26"),
        ("answer", FRENCH_CHARGE, "f6 stands"),
        ("inside", FRENCH_CHARGE, "f2 after 5: farm 6"),
        ("claim", FRENCH_CHARGE, "f4 3 20"),
        ("watch", FRENCH_CHARGE, "f2"),
        ("watch", FRENCH_CHARGE, "wood 0 30"),
    ],
)
def test_every_key_of_what_is_hidden_is_described(arguments: tuple[str, ...]) -> None:
    found = napoleonic(*arguments)
    known = {"format", "unit", "counter", "assumes"}
    assert [key for key in found if key not in known and f"`{key}`" not in JSON_PAGE] == []


def test_every_header_of_a_napoleonic_battle_is_described() -> None:
    from deduce.napoleonic.record.setup import KEYS as NAPOLEONIC_KEYS

    page = (ROOT / "docs" / "napoleonic.md").read_text(encoding="utf-8")
    assert [key for key in NAPOLEONIC_KEYS if f"{key} = " not in page and f"`{key}`" not in page] == []
