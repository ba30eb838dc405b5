"""Records in which nearly everything is wrong are read as quickly as others."""

from __future__ import annotations

import pytest

from deduce import errors
from deduce.cards.kind import CARDS
from deduce.tabletop.record import parse_record


def test_what_was_meant_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same word in every entry, which is followed and looked at for slips."""
    guessed: list[str] = []

    def counted(word: str, *_: object, **__: object) -> list[str]:
        guessed.append(word)
        return []

    monkeypatch.setattr(errors.difflib, "get_close_matches", counted)
    rows = "".join(f"{number}. zzyzx now\n" for number in range(1, 500))
    record = parse_record(CARDS, f"Units = none\n\n{rows}")
    assert len(record.misfits) == 499
    assert len(guessed) < 5
