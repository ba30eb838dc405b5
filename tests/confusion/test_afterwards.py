"""A review that is stepped through: what each line does, what is told of each turn, and trying again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from common import ROOT, SAMPLE
from deduce.confusion import Budget, Moment, Record, parse_record, read_record, review
from deduce.confusion.advice.review_said import is_mistake
from deduce.confusion.afterwards import ReviewCompanion, Reviewing
from deduce.confusion.errors import ConfusionError
from deduce.confusion.match.match import open_match
from deduce.tabletop.look import look_at
from deduce.tabletop.said import Role, Said
from matches import heard

NODES = Budget(None, 200)


def stepping(
    folder: Path,
    record: Record[Moment] | None = None,
    first: int = 1,
    last: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> ReviewCompanion:
    look = look_at(record or read_record(SAMPLE), None, options or {})
    return ReviewCompanion(look, Reviewing(NODES, 0, first, last), lambda: folder / "new.txt")


@pytest.fixture
def companion(tmp_path: Path) -> ReviewCompanion:
    """The last seven turns of the sample game."""
    return stepping(tmp_path, first=70)


def test_stepping(companion: ReviewCompanion) -> None:
    """Enter and next go on, prev back, numbers anywhere; before the first and behind the last is nothing."""
    assert companion.greeting()[1].startswith("Turn 70, Yellow: S one forward left (S-NW1), yes.")
    assert companion.title == "before turn 70 of 76: Yellow to move"
    assert heard(companion, "prev") == ["This is the first turn."]
    for number, line in ((71, ""), (72, "next"), (73, "NEXT"), (72, "prev"), (75, "75"), (74, "at 74")):
        (said,) = heard(companion, line)
        assert said.startswith(f"Turn {number}, {('White', 'Yellow')[number % 2 == 0]}: ")
        assert companion.title.startswith(f"before turn {number} of 76: ")
        assert companion.look.state.position == read_record(SAMPLE).at(number - 1).position
    assert heard(companion, "at") == ["The end: White has won (Z reached the last row)."]
    assert companion.title == "after turn 76: White has won (Z reached the last row)"
    assert heard(companion, "next")[0].startswith("This is the end; ")
    assert heard(companion, "prev")[0].startswith("Turn 76, Yellow: ")
    assert not companion.is_over
    assert heard(companion, "quit") == []
    assert companion.is_over


def test_the_sheet_is_that_of_whoever_is_to_move(companion: ReviewCompanion) -> None:
    """As that side knew it then; opp is the other one, and the board keeps its side."""
    for number in (70, 71):
        heard(companion, f"{number}")
        mover = number % 2
        picture = companion.frame().picture
        assert "Yellow: UPPER CASE" in picture[-1]
        for line, seat in (("sheet", mover), ("opp", 1 - mover), ("sheet", mover)):
            assert heard(companion, line) == []
            assert companion.frame().headline.startswith(("Yellow", "White")[seat])
        said = heard(companion, "why L Probe")
        assert "L" in said[0]


def test_every_number_is_that_of_the_review(companion: ReviewCompanion) -> None:
    """What is told of a turn is what `review` finds, whichever turns were looked at before."""
    found = review(read_record(SAMPLE).now.game(), NODES, first=70)
    for move in reversed(found.moves):
        (said,) = [each for each in companion.obey(f"at {move.turn}").said if isinstance(each, Said)]
        if move.lost:
            shown = re.search(r"lost (less than a|\d+) point.*?(\d+)% against (\d+)%", said.text)
            assert shown is not None
            assert shown[1] in {f"{100 * move.lost:.0f}", "less than a"}
            assert shown.groups()[1:] == (f"{100 * move.best_value:.0f}", f"{100 * move.value:.0f}")
        else:
            assert f"Nothing was better; chance to win {move.value:.0%}." in said.text
        assert ("A mistake" in said.text) == is_mistake(move)
        assert said.role == (Role.WARNING if is_mistake(move) else Role.PARAGRAPH)
        assert (", yes." if move.allowed else ", no.") in said.text


def test_worst_goes_through_the_losses(tmp_path: Path) -> None:
    """The greatest first, each once, then again; of one side if it is named."""
    companion = stepping(tmp_path, first=50)
    found = review(read_record(SAMPLE).now.game(), NODES, first=50)
    losses = sorted((move for move in found.moves if move.lost > 0), key=lambda move: -move.lost)
    assert len(losses) > 2
    for _ in range(2):
        for rank, move in enumerate(losses, 1):
            said = heard(companion, "worst")
            assert said[0] == f"Loss {rank} of {len(losses)}, the greatest first:"
            assert said[1].startswith(f"Turn {move.turn}, ")
        assert heard(companion, "worst") == ["Those were all losses; worst begins again with the greatest."]
    mine = next(move for move in losses if move.side == 1)
    assert heard(companion, "worst white")[1].startswith(f"Turn {mine.turn}, White: ")
    assert "there is no side 'green'" in heard(companion, "worst green")[0]
    assert companion.turn == mine.turn


def test_moves_mark_the_losses(companion: ReviewCompanion) -> None:
    """Only of what was reviewed; a clear mistake stands out with what was better."""
    rows = heard(companion, "moves")
    assert rows[-1] == "6 turns were not reviewed yet; worst reviews them all."
    heard(companion, "worst")
    found = {move.turn: move for move in review(read_record(SAMPLE).now.game(), NODES, first=70).moves}
    rows = heard(companion, "moves")[1:]
    assert len(rows) == len(found)
    marked = [each.role for each in companion.obey("moves").said[1:] if isinstance(each, Said)]
    for row, role, (turn, move) in zip(rows, marked, found.items(), strict=True):
        shown = re.match(r"(.) *(\d+) (\w+) +(\d+|-)  ", row)
        assert shown is not None
        assert (int(shown[2]), shown[1] == ">") == (turn, turn == companion.turn)
        assert shown[4] == (f"{100 * move.lost:.0f}" if move.lost >= 0.005 else "-")
        assert ("; better " in row) == is_mistake(move) == (role is Role.STRONG)


def test_ctrl_c_keeps_what_was_reviewed(companion: ReviewCompanion, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done stays, worst goes to the greatest of it, and goes on when it is asked again."""
    from deduce.confusion import afterwards

    calls = [0]

    def stopped(*arguments: Any, **options: Any) -> Any:
        calls[0] += 1
        if calls[0] == 4:
            raise KeyboardInterrupt
        return review(*arguments, **options)

    monkeypatch.setattr(afterwards, "review", stopped)
    said = heard(companion, "worst")
    assert said[0] == "Stopped; turns 74 to 76 are still to be reviewed, and worst goes on."
    assert said[1].startswith("Loss 1 of ")
    assert heard(companion, "moves")[-1].startswith("3 turns were not reviewed yet")
    assert not heard(companion, "worst")[0].startswith("Stopped")
    assert "not reviewed yet" not in heard(companion, "moves")[-1]


def test_again_is_the_advice_at_that_point(companion: ReviewCompanion) -> None:
    """For whoever is to move, compared with what was done if that was not the best."""
    heard(companion, "at 72")
    (lost,) = review(read_record(SAMPLE).now.game(), NODES, first=72, last=72).moves
    assert lost.best != lost.action
    told = companion.obey("again")
    assert told.document()["side"] == "Yellow"
    said = [each.text for each in told.said if isinstance(each, Said)]
    assert any(text.startswith("Try ") for text in said)
    assert any(text.startswith("Against L one forward (L-N1") for text in said)
    assert any(text.startswith("Against H one back") for text in heard(companion, "again h s1"))
    assert heard(companion, "suggest")[1] != ""
    assert "'Q' is no piece" in heard(companion, "again q n1")[0]
    heard(companion, "at")
    assert heard(companion, "again")[0].startswith("the game is over here; ")


def test_again_play_opens_a_match(companion: ReviewCompanion, tmp_path: Path) -> None:
    """From the turn that is looked at; the file of the record stays, and the review goes on behind it."""
    text = SAMPLE.read_bytes()
    heard(companion, "at 71")
    assert heard(companion, f"again play 2 '{tmp_path / 'mine here.txt'}'") == []
    assert companion.opened is not None
    assert companion.is_over
    match, said = companion.opened
    assert (match.me, match.number, len(match.record.steps)) == (1, 2, 70)
    assert said.endswith("mine here.txt. Both deals are those of the record.")
    (back,) = companion.come_again()
    assert back.endswith(f"Back in the review of {SAMPLE}, before turn 71 of 76: White to move.")
    assert not companion.is_over
    assert companion.opened is None
    heard(companion, "again play")
    assert open_match(tmp_path / "new.txt").number == 3
    companion.come_again()
    for line, words in (
        ("again play", "new.txt is there already; choose another name"),
        ("again play 1 2 3", "write a level, a file, both or neither"),
        ('again play "', "write a level, a file, both or neither"),
        ("again play /nowhere/x.txt", "there is no folder /nowhere"),
        (f"again play {SAMPLE}", "is there already; choose another name"),
    ):
        assert words in heard(companion, line)[0]
        assert not companion.is_over
    heard(companion, "at")
    assert "the game is over here" in heard(companion, "again play x.txt")[0]
    assert SAMPLE.read_bytes() == text


def test_what_is_said_of_drawn_deals(tmp_path: Path) -> None:
    """Whether a deal is the one of the record, or one of how many."""
    text = re.sub(r"^Jaune = .*$", "Jaune = ?", SAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    companion = stepping(tmp_path, parse_record(text), first=75)
    for line, mine, machines in (
        ("at 75", "that of the record", "drawn from the 324 that are left"),
        ("at 76", "drawn from the 324 that are left", "that of the record"),
    ):
        heard(companion, line)
        heard(companion, f"again play {tmp_path / line[3:]}.txt")
        assert companion.opened is not None
        assert companion.opened.said.endswith(f"Your deal is {mine}. The machine's deal is {machines}.")
        companion.come_again()


WRONG = {
    "h n1": "nothing is entered in a review; again h n1 compares",
    "hm": "there is no command 'hm'",
    "nxt": "did you mean 'next'?",
    "wrst": "did you mean 'worst'?",
    "at 69": "there is no turn 69 to look at; there are 70 to 76",
    "77": "there is no turn 77 to look at",
    "at -1": "there is no turn -1 to look at",
    "at x": "there is no turn x to look at",
    "9" * 5000: "there is no turn 9",
    "why": "write a piece and a diagram",
    "note hm": "",
    "undo": "there is no command 'undo'",
    "review": "",
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_lines(line: str, companion: ReviewCompanion) -> None:
    """One sentence, and nothing has moved."""
    title = companion.title
    (message,) = heard(companion, line)
    assert WRONG[line] in message
    assert companion.title == title


def test_help_names_every_command_and_fits_a_terminal(companion: ReviewCompanion) -> None:
    said = heard(companion, "help")
    assert all(len(line) < 80 for line in said)
    assert len(said) <= 19
    for command in filter(lambda each: each.usage, companion.table):
        assert re.search(rf"\b{command.name}\b", "\n".join(said)), command.name
    assert "\n".join(said[1:]) in (ROOT / "docs" / "advice.md").read_text(encoding="utf-8")


def test_a_turn_that_cannot_be_judged(tmp_path: Path) -> None:
    """It is said why, and the review can still be stepped through."""
    record = parse_record(
        "Ruleset = classic\nFirst = Yellow\nYellow = ?\nWhite = ?\n\nYellow\tWhite\n"
        "1. A-N4\tA-S1\n2. (A-N3)\tC-S1\n3. C-N1\tC-S1\n"
    )
    companion = stepping(tmp_path, record)
    for _ in range(4):
        said = heard(companion, "next")
    assert said[0].startswith("Turn 5, Yellow: C-N1. It cannot be judged: what was heard of Yellow's pieces")
    assert "no deal fits" in heard(companion, "again play x.txt")[0]
    assert heard(companion, "worst")[0].startswith("Turn ")


def test_a_part_of_a_game(tmp_path: Path) -> None:
    """Only the turns that are asked for, and one sentence if there is none."""
    companion = stepping(tmp_path, first=71, last=72)
    assert companion.title == "before turn 71 of 72: White to move"
    heard(companion, "next")
    assert heard(companion, "next") == ["The end of what is reviewed."]
    assert companion.title == "after turn 72: White to move"
    for first, last in ((77, None), (5, 4)):
        with pytest.raises(ConfusionError, match="there is no move to review among these turns"):
            stepping(tmp_path, first=first, last=last)


def test_nothing_is_entered_or_tried_in_a_review(companion: ReviewCompanion) -> None:
    """Again is what tries again; a command of the table leads nowhere."""
    assert {"try", "back", "deal", "edit", "undo"}.isdisjoint(companion.commands)
    for line in ("try k s1 y", "back", "deal a 6", "h n1 y"):
        assert not companion.obey(line).fits
        assert companion.title == "before turn 70 of 76: Yellow to move"
    assert "again h n1" in heard(companion, "h n1 y")[0]
