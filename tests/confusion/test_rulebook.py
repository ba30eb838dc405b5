"""The rules in words: complete, cited rightly, on their page, and told at the table and in the shell."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from common import CLASSIC, ROOT
from deduce.confusion.beginning import option_name
from deduce.confusion.kind import RULES
from deduce.confusion.record.setup import KEYS
from deduce.confusion.rulebook import rules, rules_page
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.said import Said
from deduce_cli.main import app
from tables import new_game

CITED = re.compile(r"\bCF-[A-Z]+(?:-[A-Z0-9]+)*")
NUMBERED = {
    "BOARD": 2, "SETUP": 4, "DIAG": 2, "TURN": 6, "PROMO": 1, "Z": 4, "WIN": 3, "SHEET": 2, "NOT": 5, "DA": 5,
    "VAR": 5,
}  # fmt: skip
"""How many numbered rules of each sort there are."""


def shell(*arguments: str) -> str:
    """What a command of Confusion prints."""
    done = CliRunner().invoke(app, ["confusion", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def table(folder: Path, line: str) -> list[str]:
    """What a line is answered at the table of a new game."""
    companion = TableCompanion(new_game(folder / "game.txt", CLASSIC))
    return [each.text for each in companion.obey(line).said if isinstance(each, Said)]


def cited() -> dict[str, Path]:
    """Every id that is cited in the code, its data, the tests, the documentation and the examples."""
    found: dict[str, Path] = {}
    for folder in ("deduce", "cli", "tests", "docs", "examples"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".toml", ".md", ".txt", ".json"}:
                found |= dict.fromkeys(CITED.findall(path.read_text(encoding="utf-8")), path)
    return found


def test_every_rule_is_there() -> None:
    """Numbered without a gap, the tokens by their names, and each with a title and words of its own."""
    numbers = [f"CF-{sort}-{number + 1}" for sort, many in NUMBERED.items() for number in range(many)]
    tokens = ["CF-TOK", "CF-TOK-REVEAL", "CF-TOK-MOVE2", "CF-TOK-SWAP2", "CF-VAR"]
    assert sorted(rules()) == sorted([*numbers, *tokens])
    assert Counter(rule.title for rule in rules().values()).most_common(1)[0][1] == 1
    assert all(rule.text.endswith(".") and rule.title for rule in rules().values())


def test_every_id_that_is_cited_exists() -> None:
    """Or is what the ids of several rules begin with, such as CF-DA."""
    found = cited()
    assert {"CF-TURN-6", "CF-VAR-5", "CF-DA"} <= found.keys()
    for name, path in found.items():
        assert name in rules() or any(each.startswith(f"{name}-") for each in rules()), f"{path}: {name}"


def test_the_page_is_made_of_the_rules() -> None:
    """To make it anew, write what `deduce.confusion.rulebook.rules_page` returns into docs/rules.md."""
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert page == rules_page()
    assert re.findall(r"^### (\S+)$", page, re.MULTILINE) == [*rules()]
    assert page.count("*Our decision:*") == sum(bool(rule.decision) for rule in rules().values()) > 10


def test_every_option_that_a_rule_names_exists() -> None:
    """An option of the commands that begin games, or a header of records."""
    known = {option_name(option.name) for option in RULES} | {"--placement", "--first", "--limit"}
    headers = {*KEYS, "Placement White"}
    for name, rule in rules().items():
        for option in filter(None, rule.option.split("; ")):
            flags = re.findall(r"--[\w-]+", option)
            assert set(flags) <= known, name
            assert flags or option.partition(" = ")[0] in headers, name
    assert {"--second-attempt", "--handicap", "--columns-off", "--x-square", "--diagrams"} <= {
        flag for rule in rules().values() for flag in re.findall(r"--[\w-]+", rule.option)
    }


def test_the_commands_of_the_games_import_no_rulebook() -> None:
    """It is read when a rule is asked for."""
    code = "import sys, deduce.confusion.kind; print('deduce.confusion.rulebook' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_list_fits_a_terminal(tmp_path: Path) -> None:
    """79 columns, and every rule once."""
    rows = table(tmp_path, "rules")
    assert max(map(len, rows)) < 80
    assert len(rows) < 24
    assert sorted(CITED.findall("\n".join(rows))) == sorted(rules())


@pytest.mark.parametrize("wanted", ["cf-tok-move2", "CF-TOK-MOVE2", "move2"])
def test_one_rule_in_full(wanted: str, tmp_path: Path) -> None:
    """At the table and in the shell, with the decision and what changes it."""
    rule = rules()["CF-TOK-MOVE2"]
    full = [
        "CF-TOK-MOVE2: Two attempts (move2)",
        rule.text,
        f"Our decision: {rule.decision}",
        "Option: --second-attempt may; Second attempt = may",
    ]
    assert table(tmp_path, f"rules {wanted}") == full
    assert " ".join(shell("rules", wanted).split()) == " ".join(full)
    data = json.loads(shell("rules", wanted, "--json"))
    assert data == {
        "format": "deduce.confusion.rulebook/1",
        "rules": {
            "CF-TOK-MOVE2": {
                "title": rule.title,
                "text": rule.text,
                "decision": rule.decision,
                "option": rule.option,
            }
        },
    }


def test_some_rules_and_all() -> None:
    """By a part of their ids, or else of their titles."""
    listed = shell("rules", "tok")
    assert listed.splitlines()[0] == "CF-TOK         Action tokens"
    assert CITED.findall(listed) == ["CF-TOK", "CF-TOK-REVEAL", "CF-TOK-MOVE2", "CF-TOK-SWAP2"]
    assert CITED.findall(shell("rules", "double agent")) == ["CF-DA-1", "CF-VAR-1"]
    assert json.loads(shell("rules", "--json"))["rules"].keys() == rules().keys()


def test_a_rule_that_does_not_exist(tmp_path: Path) -> None:
    """One sentence, exit status 2."""
    sentence = f"there is no rule {'cf-turm-1'.upper()}; did you mean 'CF-TURN-1'?"
    done = CliRunner().invoke(app, ["confusion", "rules", "cf-turm-1"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"deduce: {sentence}\n"
    assert table(tmp_path, "rules cf-turm-1") == [sentence]
