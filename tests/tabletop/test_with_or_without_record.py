"""A question that can be asked of a record or of the game alone, in the shell and at the table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from deduce.tabletop.commands import Argument, Command, Option
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Kind
from deduce.tabletop.look import Look
from deduce.tabletop.said import Said, Told, lines
from deduce.tabletop.saved import begin_game
from deduce_cli.games import game_app
from tabletop.toy import TOY, Round


def asked(look: Look[Round], given: Mapping[str, Any]) -> Told:
    text = f"{given['card']} {given['how']} after {look.count} entries"
    return Told(lines([text]), {"format": "deduce.toy.guess/1", "text": text})


def told(kind: Kind[Any], given: Mapping[str, Any]) -> Told:
    if not given["card"].isdigit():
        message = f"{given['card']!r} is no card"
        raise LineError(message)
    text = f"{given['card']} {given['how']} in {kind.title}"
    return Told(lines([text]), {"format": "deduce.toy.guess/1", "text": text})


GUESS = Command(
    "guess", "guess 5", "guess a card", "Guess a card.",
    ask=asked, tell=told,
    arguments=(Argument("card", "The card."),),
    options=(Option("how", "How.", default="softly"),),
)  # fmt: skip
KIND = replace(TOY, commands=(GUESS,), options=(Option("depth", "How deep.", int, default=2),))
APP = game_app(KIND)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = begin_game(KIND, tmp_path / "toy.txt", "Ann = 2 5 1\n")
    for line in ("ann 2", "ben high"):
        game.enter(line)
    return game.path


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(APP, ["guess", *map(str, arguments)])
    return done.exit_code, done.stdout.strip(), done.stderr.strip()


def test_without_a_record_the_game_alone_is_asked() -> None:
    assert run("5") == (0, "5 softly in A toy game", "")
    assert run("5", "--how", "aloud") == (0, "5 aloud in A toy game", "")
    status, output, _ = run("5", "--json")
    assert (status, json.loads(output)["text"]) == (0, "5 softly in A toy game")
    status, output, problem = run("x")
    assert (status, output) == (2, "")
    assert "'x' is no card" in problem


def test_with_a_record_that_is_asked(record: Path) -> None:
    assert run("5", "--file", record) == (0, "5 softly after 2 entries", "")
    assert run("5", "--file", record, "--ply", "1", "--depth", "3")[1] == "5 softly after 1 entries"
    assert json.loads(run("5", "--file", record, "--json")[1])["text"] == "5 softly after 2 entries"
    status, _, problem = run("5", "--file", record.with_name("none.txt"))
    assert status == 2
    assert "none.txt" in problem


@pytest.mark.parametrize("option", ["ply", "depth"])
def test_what_is_about_a_record_needs_one(option: str) -> None:
    status, output, problem = run("5", f"--{option}", "1")
    assert (status, output) == (2, "")
    assert problem == f"deduce: --{option} is about a record; name it with --file"


def test_the_table_asks_its_own_record(record: Path) -> None:
    game = begin_game(KIND, record.with_name("other.txt"), "Ann = 2 5 1\n")
    said = TableCompanion(game).obey("guess 5").said
    assert [each.text for each in said if isinstance(each, Said)] == ["5 softly after 0 entries"]
