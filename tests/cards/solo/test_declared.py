"""What is declared to be in reach of the machine's units, in few words."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards.battles import begun
from deduce.cards.engine import entries as en
from deduce.cards.engine.deeds import after
from deduce.cards.engine.ledger import Ledger
from deduce.cards.engine.units import Cover
from deduce.cards.solo.declared import declared
from deduce.tabletop.errors import ImpossibleError, LineError


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """It is Red's turn, whose units are n o p r; p has a confused man."""
    now = begun(tmp_path / "battle.txt", "First = Red\nMachine = Red\n").record.now
    return after(now, en.Count("p", 7, 1, 0)).ledger


def fight(starter: str, target: str, cover: Cover | None = None, *, flank: bool = False) -> en.Fight:
    return en.Fight(starter, target, (), flank=flank, cover=cover)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("near", ()),
        ("near # nobody", ()),
        ("near n b", (fight("n", "b"),)),
        ("n b", (fight("n", "b"),)),
        ("near n b, o c f", (fight("n", "b"), fight("o", "c", flank=True))),
        ("near n b;o c;", (fight("n", "b"), fight("o", "c"))),
        ("NEAR N B W", (fight("n", "b", Cover.WALL),)),
        ("près n b, o c", (fight("n", "b"), fight("o", "c"))),
        ("near n b, n c, n b", (fight("n", "b"), fight("n", "c"))),
        ("near fire r b", (en.Shot("r", "b"),)),
        ("fire r b, fire r c w", (en.Shot("r", "b"), en.Shot("r", "c", Cover.WALL))),
        ("r>b, r>c w", (en.Shot("r", "b"), en.Shot("r", "c", Cover.WALL))),
        ("rally p +", (en.Rally("p", 1),)),
        ("rally p, rally p +", (en.Rally("p"), en.Rally("p", 1))),
        ("rally p +, r>b, near n b", (en.Rally("p", 1), en.Shot("r", "b"), fight("n", "b"))),
        ("rally p +, n a", (en.Rally("p", 1), fight("n", "a"))),
        ("near n b # they touch", (fight("n", "b"),)),
    ],
)  # fmt: skip
def test_what_is_in_reach(text: str, found: tuple[en.Entry, ...], ledger: Ledger) -> None:
    assert declared(text, ledger) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "end",
        "n9 b4",
        "n b !",
        "site 2 n",
        "flee p",
        "n 5/2/1",
        "cover n w",
        "n b, end",
        "note",
        "n z",
        "# no",
        ",",
    ],
)
def test_other_lines_are_entries_like_any_other(text: str, ledger: Ledger) -> None:
    """What was decided at the table is entered by hand; whether it makes sense is seen there."""
    assert declared(text, ledger) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("near n z", "there is no unit 'z'; there are a b c g n o p r"),
        ("near n9 b4", "'n9 b4' is nothing to choose from; write which of the machine's units"),
        ("near n b !", "'n b !' is nothing to choose from; "),
        ("near end", "'end' is nothing to choose from; "),
        ("near n b sideways", "'sideways' behind a combat makes no sense; "),
        ("near n", "whom does n fight? "),
    ],
)
def test_what_makes_no_sense(text: str, said: str, ledger: Ledger) -> None:
    """One sentence each."""
    with pytest.raises(LineError) as caught:
        declared(text, ledger)
    assert str(caught.value).startswith(said)
    assert not isinstance(caught.value, ImpossibleError)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("near n b, c p", "'c p' is not possible: refused: c is Blue's, and it is Red's turn"),
        ("b n", "'b n' is not possible: refused: b is Blue's, and it is Red's turn"),
        ("near n o", "'n o' is not possible: refused: n and o are on the same side"),
        ("near p b w", "'p b w' is not possible: "),
        ("fire n b", "'fire n b' is not possible: "),
        ("rally n", "'rally n' is not possible: "),
    ],
)
def test_what_the_rules_refuse(text: str, said: str, ledger: Ledger) -> None:
    """CC-COMB-4, CC-FIRE, CC-RAL: as the referee says it, for the part that it is about."""
    with pytest.raises(ImpossibleError) as caught:
        declared(text, ledger)
    assert str(caught.value).startswith(said)
