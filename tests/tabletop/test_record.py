"""The record of any game: here of one in which 1 to 3 are added in turn, and whoever comes to 10 wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from math import exp, log
from pathlib import Path

import pytest

from deduce.tabletop.errors import LineError, RecordError
from deduce.tabletop.kind import Begun, Entry, Followed, Kind, Played, Request, Source
from deduce.tabletop.look import look_at
from deduce.tabletop.misfit import Fault
from deduce.tabletop.questions import replayed
from deduce.tabletop.record import Record, parse_record, read_record
from deduce.tabletop.repair import repaired

GOAL = 10


@dataclass(frozen=True)
class Count:
    """How far it is, and how many entries there were."""

    total: int = 0
    entries: int = 0


def begin(source: Source) -> Begun[Count]:
    values = {header.key: header.value for header in source.document.headers}
    start = values.pop("Start", "0")
    if not start.isdecimal():
        message = f"Start is {start!r}; it must be a number"
        raise RecordError(message, source.name)
    return Begun(Count(int(start)), ("Ann", "Bob"), columns=("entry",), others=values)


def follow(count: Count, text: str) -> Followed[Count]:
    if count.total >= GOAL:
        return Followed(count, () if text.isalpha() else (Fault(0, text, "the game is over; ignored"),))
    if text not in {"1", "2", "3"}:
        return Followed(Count(count.total, count.entries + 1), (Fault(0, text, "is none of 1, 2 and 3"),))
    return Followed(Count(count.total + int(text), count.entries + 1))


def read(_count: Count, text: str, _answers: tuple[str, ...]) -> Entry | Request:
    if text not in {"1", "2", "3"}:
        message = f"{text!r} is none of 1, 2 and 3"
        raise LineError(message)
    return Entry(text)


KIND: Kind[Count] = Kind(
    name="ten",
    title="To ten",
    begin=begin,
    follow=follow,
    read=read,
    to_act=lambda count: frozenset() if count.total >= GOAL else frozenset({count.entries % 2}),
    outcome=lambda count: "won" if count.total >= GOAL else "",
    changes=lambda text: iter([(text[0], 1.0)]) if text[1:] else iter(()),
)


def of(*entries: str, head: str = "") -> Record[Count]:
    rows = "".join(f"{number}. {entry}\n" for number, entry in enumerate(entries, 1))
    return parse_record(KIND, f"{head}{rows}")


def test_steps() -> None:
    """Each entry with how the game stood before and after it; the moments are the same objects."""
    record = of("1", "2", "3", head="Start = 2\nPlace = Lyon\n")
    assert [(step.text, step.before.total, step.after.total) for step in record.steps] == [
        ("1", 2, 3),
        ("2", 3, 5),
        ("3", 5, 8),
    ]
    assert [record.at(count).total for count in range(4)] == [2, 3, 5, 8]
    assert all(record.at(number) is step.before for number, step in enumerate(record.steps))
    assert record.now is record.steps[-1].after
    assert (record.seats, record.begun.others) == (("Ann", "Bob"), {"Place": "Lyon"})
    assert record.texts == ["1", "2", "3"]
    for count in (-1, 4):
        with pytest.raises(IndexError, match="there are 3 turns in this record; give a number from 0 to 3"):
            record.at(count)


def test_misfits_come_in_the_order_of_the_lines() -> None:
    """Strangers, wrong numbers and entries that make no sense; a bad one does not hide the next."""
    record = parse_record(KIND, "what\n1. 1\n3.  five\n4. 2\n5. 9\nbye\n")
    found = [(misfit.line, misfit.row, misfit.text, misfit.character) for misfit in record.misfits]
    assert found == [(1, 0, "what", 1), (3, 3, "3.", 1), (3, 3, "five", 5), (5, 5, "9", 4)]
    assert str(record.misfits[2]) == "entry 2 (row 3, line 3): five: is none of 1, 2 and 3"
    assert [bool(step.faults) for step in record.steps] == [False, True, False, True]
    assert [misfit.text for misfit in record.misfits_from(2)] == ["9"]
    assert (record.now.total, of("1", "2").misfits) == (3, ())


def test_what_stands_behind_the_end_is_a_remark() -> None:
    """Free words fit, another turn does not; neither is an entry."""
    record = of("3", "3", "3", "3", "hooray", "2")
    assert len(record.steps) == 4
    assert [step.text for step in record.remarks] == ["hooray", "2"]
    assert [misfit.text for misfit in record.misfits] == ["2"]
    assert record.texts == ["3", "3", "3", "3", "hooray", "2"]
    assert (record.now.total, record.now.entries) == (12, 4)


def test_other_entries_make_another_record() -> None:
    """The first one stays what it is, and what is the same is shared and not followed again."""
    record = of("1", "2", "3")
    longer = record.with_texts(["1", "2", "3", "1"])
    assert [step.text for step in record.steps] == ["1", "2", "3"]
    assert longer.text == record.text + "4. 1\n"
    assert all(new is old for new, old in zip(longer.steps, record.steps, strict=False))
    other = longer.with_texts(["1", "3"])
    assert (other.text, other.now.total) == ("1. 1\n2. 3\n", 4)
    assert other.steps[0] is record.steps[0]
    assert record.with_texts([]).steps == ()
    damaged = of("1", "x", "3").with_texts(["1", "2", "3"])
    assert (damaged.misfits, damaged.now.total) == ((), 6)


def test_lines_that_move_are_named_anew() -> None:
    """A note above, or fewer rows."""
    record = parse_record(KIND, "1. 1\nwhat\n2. x\n")
    assert [misfit.line for misfit in record.misfits] == [2, 3]
    noted = record.with_note("hm")
    assert [misfit.line for misfit in noted.misfits] == [3, 4]
    assert noted.document.notes == ("hm",)
    assert [step.text for step in noted.steps] == ["1", "x"]
    for texts in (["1", "2", "3"], ["1"], ["2", "x", "3"]):
        changed = noted.with_texts(texts)
        again = parse_record(KIND, changed.text)
        assert [str(misfit) for misfit in changed.misfits] == [str(misfit) for misfit in again.misfits]
        lines = changed.document.lines
        assert all(misfit.text in lines[misfit.line - 1] for misfit in changed.misfits)


def test_headers_among_rows_move_with_them() -> None:
    """What is set afterwards is set in their place."""
    record = parse_record(KIND, "1. 1\nPlace = Lyon\n2. 2\n3. 3\n")
    changed = record.with_texts(["2", "2", "3"])
    assert changed.document.headers == parse_record(KIND, changed.text).document.headers
    assert changed.document.with_header("Place", "Bern").text == "1. 2\nPlace = Bern\n2. 2\n3. 3\n"


def test_misprints() -> None:
    """The fewest entries whose change lets the record replay, and why each is needed."""
    mended = repaired(of("1", "22", "3", "33"))
    assert [str(found) for found in mended.corrections] == [
        "entry 2 (row 2): 22 is probably 2",
        "entry 4 (row 4): 33 is probably 3",
    ]
    first = mended.corrections[0]
    assert (first.entry, first.row, first.text, first.put, first.chance) == (2, 2, "22", "2", 1.0)
    assert first.why == "entry 2 would not fit: 22: is none of 1, 2 and 3"
    assert (mended.best.record.misfits, mended.best.record.texts) == ((), ["1", "2", "3", "3"])
    assert (mended.is_whole, mended.is_stopped) == (True, False)
    again = repaired(mended.best.record)
    assert (again.corrections, again.best.record, again.left) == ((), mended.best.record, ())


def test_what_nothing_explains_is_passed_over() -> None:
    """What stands behind it is put right all the same."""
    mended = repaired(of("1", "x", "2", "33"))
    assert [str(found) for found in mended.corrections] == ["entry 4 (row 4): 33 is probably 3"]
    assert mended.left == ("entry 2 (row 2): x: is none of 1, 2 and 3",)
    assert not mended.is_whole
    nothing = repaired(of("1", "x"))
    assert (nothing.corrections, nothing.is_whole) == ((), False)


def test_rows_in_the_wrong_order_or_twice() -> None:
    """As their numbers say; and what stands between them stays."""
    swapped = parse_record(KIND, "1. 1\n3. 3\n2. 2\n4. 1\n")
    (found,) = repaired(swapped).corrections
    assert str(found) == "rows 3 and 2: they probably stand in the wrong order (96%)"
    twice = parse_record(KIND, "1. 1\n2. 3\n# so\n2. 3\n3. 2\n")
    mended = repaired(twice)
    assert str(mended.corrections[0]).startswith("entry 3 (row 2): 3 was probably written twice")
    assert mended.best.record.text == "1. 1\n2. 3\n# so\n3. 2\n"
    (lost,) = repaired(parse_record(KIND, "1. 1\n3. 2\n4. 2\n")).corrections
    assert str(lost) == "before row 3: something is probably missing, and nothing shows what (96%)"
    (number,) = repaired(parse_record(KIND, "1. 1\n7. 2\n3. 2\n")).corrections
    assert str(number) == "row 7: it is probably row 2"


def test_mending_can_be_stopped() -> None:
    """It tells how far it is, and Ctrl-C ends it with the best that it has found."""
    told: list[float] = []

    def progress(done: float) -> None:
        told.append(done)
        if done >= 0.5:
            raise KeyboardInterrupt

    record = of("1", "22", "3", "33")
    found = repaired(record, progress)
    assert [correction.put for correction in found.corrections] == ["2"]
    assert found.is_stopped
    assert found.best.record.texts == ["1", "2", "3", "33"]
    assert told == sorted(told)
    assert 0 <= told[0] < 0.5 <= told[-1] < 1
    stopped = replayed(look_at(record, None, {}, stopping), {"mend": True})
    words = [str(getattr(each, "text", "")) for each in stopped.said]
    assert "Stopped before everything was tried; this is what was found so far." in words
    assert "No small change lets it replay any further." not in words
    assert stopped.document()["stopped"] is True
    assert "stopped" not in replayed(look_at(record, None, {}), {"mend": True}).document()


def seen(counts: Sequence[Count]) -> Played:
    """Whoever may add anything adds 1 twice as often as 3, and never so much that it looks odd."""
    added = [after.total - before.total for before, after in pairwise(counts)]
    return Played(-log(3) * len(added), sum({1: log(2), 2: 0.0, 3: 0.0}[each] for each in added))


def test_repairs_are_weighed_by_how_likely_players_do_what_is_written() -> None:
    """Beside how likely the slip is; yet that speaks so much against a repair and no more."""
    alike = replace(KIND, changes=lambda text: iter([("1", 1.0), ("3", 1.0)] if text[1:] else []))
    text = "1. 1\n2. 22\n"
    for played, likelier in (
        (None, 1.0),
        (seen, 2.0),
        (lambda counts: Played(0.0, 100.0 * (counts[-1].total == 2)), exp(6)),
        (lambda counts: Played(-9.0 * (counts[-1].total == 4), 0.0), exp(9)),
    ):
        mended = repaired(parse_record(replace(alike, played=played), text))
        assert {each.corrections[0].put: each.chance for each in mended.repairs} == pytest.approx(
            {"1": likelier / (1 + likelier), "3": 1 / (1 + likelier)}
        )


def test_mending_can_be_stopped_while_repairs_are_weighed() -> None:
    """Then they stand as they would without that."""

    def impatient(_counts: Sequence[Count]) -> Played:
        raise KeyboardInterrupt

    alike = replace(KIND, changes=lambda text: iter([("1", 1.0), ("3", 3.0)] if text[1:] else []))
    mended = repaired(parse_record(replace(alike, played=impatient), "1. 1\n2. 22\n"))
    assert mended.is_stopped
    assert [(each.corrections[0].put, each.chance) for each in mended.repairs] == [
        ("3", pytest.approx(0.75)),
        ("1", pytest.approx(0.25)),
    ]


@contextmanager
def stopping(label: str, seconds: float | None) -> Iterator[Callable[[float], None]]:
    """Somebody who waits, and then does not."""
    assert (label, seconds) == ("Looking for slips", None)

    def told(_done: float) -> None:
        raise KeyboardInterrupt

    yield told


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "neither headers nor"), ("hello", "neither headers nor"), ("Start = x", "must be")],
)
def test_what_is_no_record(text: str, words: str) -> None:
    """One sentence with its name."""
    with pytest.raises(RecordError, match=words) as caught:
        parse_record(KIND, text, name="game.txt")
    assert str(caught.value).startswith("game.txt: ")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """Missing, a folder, not text, far too large."""
    file = tmp_path / "game.txt"
    with pytest.raises(RecordError, match="cannot be read"):
        read_record(KIND, file)
    with pytest.raises(RecordError, match="Is a directory"):
        read_record(KIND, tmp_path)
    file.write_bytes(b"1. 1\n2. \xff\xfe")
    with pytest.raises(RecordError, match="line 2: is not text in UTF-8"):
        read_record(KIND, file)
    file.write_bytes(b"1. 1\n" * 500_000)
    with pytest.raises(RecordError, match="larger than"):
        read_record(KIND, file)
    file.write_bytes(b"1. 1\r\n2. 3\r\n")
    record = read_record(KIND, file)
    assert (record.name, record.folder, record.text) == (str(file), tmp_path, "1. 1\r\n2. 3\r\n")
