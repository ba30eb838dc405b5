"""What is asked for when a battle begins or goes on: whose packs, and which side the machine plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards.battles import begun
from deduce.cards.kind import CARDS
from deduce.cards.record.beginning import check_resumed, interview
from deduce.errors import DeduceError
from deduce.tabletop.errors import SessionError
from deduce.tabletop.saved import begin_game, open_game

ALL = {"edition": "en", "first": "Blue"}


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def asked(wanted: dict[str, object]) -> str:
    """The record of a battle, where Enter answers everything that is asked."""
    prompts = interview(wanted)
    try:
        next(prompts)
        while True:
            prompts.send("")
    except StopIteration as end:
        return str(end.value)


@pytest.mark.parametrize(("said", "is_sealed"), [("", False), ("own", False), ("tool", True), ("TOOL", True)])
def test_whose_packs(said: str, is_sealed: bool, tmp_path: Path) -> None:
    """With `--packs tool` the file has a seal from the beginning, and nothing else differs."""
    text = asked({**ALL, "packs": said})
    assert text.replace("Seal = new\n", "") == asked(ALL)
    game = begin_game(CARDS, tmp_path / "battle.txt", text)
    assert game.record.now.is_sealed == is_sealed


def test_which_side_the_machine_plays(tmp_path: Path) -> None:
    game = begin_game(CARDS, tmp_path / "battle.txt", asked({**ALL, "solo": "red"}))
    assert game.record.now.machine == 1
    assert "\nMachine = Red\n" in game.record.text


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (
            {"packs": "mine"},
            "--packs 'mine': write own for cards on the table, or tool if the tool turns them",
        ),
        ({"solo": "green"}, "'green' is neither Blue nor Red"),
        (
            {"solo": "red", "only_cards": True},
            "--solo needs units that the machine can play with; leave --only-cards",
        ),
    ],
)
def test_what_makes_no_sense(wanted: dict[str, object], said: str) -> None:
    """One sentence, before anything is asked."""
    with pytest.raises(DeduceError) as caught:
        asked({**ALL, **wanted})
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("wanted", "options"),
    [
        ({}, ""),
        ({"packs": "tool", "solo": "red", "edition": "en", "first": "blue", "sides": "Blue,Red"}, ""),
        ({"packs": "own"}, "--packs"),
        ({"solo": "Blue"}, "--solo"),
        ({"edition": "fr"}, "--edition"),
        ({"house": "DEC-20=lapse"}, "--house"),
        ({"sides": "North,South"}, "--sides"),
        ({"first": "red"}, "--first"),
        ({"only_cards": True}, "--only-cards"),
        ({"packs": "own", "solo": "Blue"}, "--solo, --packs"),
    ],
)
def test_a_battle_that_goes_on_is_the_one_that_was_asked_for(
    wanted: dict[str, object], options: str, tmp_path: Path
) -> None:
    path = tmp_path / "battle.txt"
    begun(path, "Seal = new\nMachine = Red\n")
    record = open_game(CARDS, path).record
    if not options:
        check_resumed(record, wanted)
        return
    with pytest.raises(SessionError) as caught:
        check_resumed(record, wanted)
    assert str(caught.value) == f"{path} is another battle already; leave {options} out to go on with it"
