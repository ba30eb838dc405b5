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


@pytest.mark.parametrize(
    ("row", "kept"), [("n? a? won", "clashed"), ("n9 a4 !", "forced"), ("shuffle !", "forced_shuffles")]
)
def test_what_a_battle_remembers_is_kept_once(row: str, kept: str) -> None:
    """A record holds how things stood after each of its entries; all that was before is shared."""
    rows = "".join(f"{number}. {row}\n" for number in range(1, 101))
    record = parse_record(CARDS, f"Seal = {'ab' * 32}\nBlue = a inf 90\nRed = n inf 90\n\n{rows}")
    links: dict[int, object] = {}
    for step in record.steps:
        chain = getattr(step.after, kept)
        while chain is not None:
            links[id(chain)] = chain.last
            chain = chain.before
    assert len(links) == 100
    found = {"clashed": "clashes", "forced": "by_hand", "forced_shuffles": "shuffled_by_hand"}[kept]
    assert len(getattr(record.now, found)) == 100
