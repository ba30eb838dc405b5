"""The list of games: of which one a record is, and which one a new file is to be of."""

from __future__ import annotations

import pytest

from deduce.games import GAMES, asked_which, game_of
from deduce.tabletop.errors import RecordError


@pytest.fixture(autouse=True)
def _only_games_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests put a game of their own into the list."""
    monkeypatch.delitem(GAMES, "toy", raising=False)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("", "confusion"), ("Yellow = Ann\n", "confusion"), ("Game = Confusion\n", "confusion"),
        ("game = CARDS\n\n1. b9 n4\n", "cards"), ("Blue = a inf 12\nGame = cards\n", "cards"),
        ("Game = napoleonic\n", "napoleonic"), ("Game = napol\n", "napoleonic"),
    ],
)  # fmt: skip
def test_a_record_says_of_which_game_it_is(text: str, game: str) -> None:
    assert game_of(text) == game


@pytest.mark.parametrize(
    ("named", "hint"), [("chess", "known are: confusion"), ("card", ""), ("c", "known are"), ("", "")]
)
def test_a_game_that_there_is_not_is_named_with_its_line(named: str, hint: str) -> None:
    if named == "card":
        assert game_of("Game = card\n") == "cards"
        return
    with pytest.raises(RecordError) as caught:
        game_of(f"Title = x\nGame = {named}\n", "battle.txt")
    assert str(caught.value).startswith(f"battle.txt, line 2: Game = {named!r}: there is no such game; ")
    assert hint in str(caught.value)


def test_a_new_file_asks_until_it_is_a_game() -> None:
    asking = asked_which()
    prompt = next(asking)
    assert prompt.question == "Which game, confusion, cards or napoleonic? (confusion) "
    prompt = asking.send("chess")
    assert prompt.complaint == "'chess': there is no such game; known are: confusion, cards, napoleonic"
    with pytest.raises(StopIteration) as stop:
        asking.send("nap")
    assert stop.value.value == "napoleonic"


def test_every_game_has_its_kind() -> None:
    assert {name: listed.kind().name for name, listed in GAMES.items()} == {name: name for name in GAMES}
