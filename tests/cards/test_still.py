"""What may still be done in a turn, and why not the rest."""

from __future__ import annotations

import pytest

from cards.common import look, now, said
from deduce.cards import still
from deduce.cards.judge import acts
from deduce.cards.still import still_told, still_words


def test_steps_go_on_by_themselves_and_never_back() -> None:
    """CC-TURN-1: after a shot nobody rallies, after a combat nobody fires."""
    assert still_words(now("b 6/6/0")) == "rally b, fire d, fight a b c d"
    assert still_words(now("b 6/6/0", "d>n")) == "fight a b c d"
    assert still_words(now("b 6/6/0", "d>n", "a9 n4")) == "fight b c d"


def test_a_shot_without_balls_is_not_offered() -> None:
    """CC-FIRE-6."""
    lines = [line for _ in range(4) for line in ("d>n", "end", "end")]
    assert "fire" not in still_words(now(*lines))
    assert "CC-FIRE-6" in said(still_told(look(*lines), {}))


def test_why_not_the_rest() -> None:
    told = said(still_told(look("a9 n4"), {}))
    assert told.startswith("Blue may still: fight b c d")
    assert "a, fight:" in told
    assert "CC-COMB-3" in told


def test_the_first_enemy_who_can_be_fought_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks about the others then."""
    ledger, asked, fight = now(), list[object](), acts.fight

    def counted(*arguments: object, **named: object) -> object:
        asked.append(arguments)
        return fight(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(acts, "fight", counted)
    fought = [each for each in still.chances(ledger) if each.act == "fight"]
    assert all(each.is_open for each in fought)
    assert len(asked) == len(fought) > 1


def test_nothing_when_it_is_over() -> None:
    assert still_words(now("resign")) == ""
    assert still_words(now(headers="Units = none\n")) == ""


def test_in_french() -> None:
    assert still_words(now("d 2/2/0", headers="Edition = fr\n")).startswith("rallier d, tirer d, combattre")


def test_as_data() -> None:
    document = still_told(look(), {}).document()
    assert document["format"] == "deduce.cards.still/1"
    assert {(each["unit"], each["act"]) for each in document["acts"]} >= {("d", "fire"), ("a", "fight")}
