"""Battles in files: written by hand, entered and corrected at the table, and always the same as read anew."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from deduce.napoleonic.kind import NAPOLEONIC, parse_record, read_record
from deduce.napoleonic.record.following import follow
from deduce.tabletop.saved import open_game
from entered import Entered, case_of
from napoleonic.battles import ARMIES, battle_of, shown, table_of, told

BY_HAND = """\
Game = napoleonic
Sides = French, English
Me = French
French = FR formed ground open; 3 cav light column 12; 5 inf line regular column 18 front 3
English = EN; e2 inf line line 18 regular; k inf square

1. 5 line takes 1    # starts a change of formation
2. Q
3. 5 obliqe
4. e2 About
# Note: they turn their backs
5. 9 about
6. 3 oblique
7. h
"""


def test_a_record_that_was_written_by_hand() -> None:
    record = parse_record(BY_HAND, name="battle.txt")
    assert [(misfit.entry, misfit.line, misfit.said.split(";")[0]) for misfit in record.misfits] == [
        (3, 9, "5 obliqe: is no entry of this game"),
        (5, 12, "9 about: is no entry of this game"),
        (6, 13, "3 oblique: 3, marching obliquely: 3 is cavalry"),
        (6, 13, "3 oblique: 3, marching obliquely: the formation of 3 is company column"),
    ]
    assert (record.text, record.now.clock.now) == (BY_HAND, 2)
    assert record.document.notes == ("they turn their backs",)


def test_following_never_raises_and_counts_every_entry() -> None:
    battle = battle_of()
    for text in (
        "",
        "!",
        "#",
        "5",
        "5 5 5",
        "takes",
        "5 line takes",
        "new",
        "over Spain",
        "play",
        "all",
        "é",
    ):
        found = follow(battle, text)
        assert found.state.entries == battle.entries + 1
        assert found.faults
        assert found.state.bodies == battle.bodies


def test_a_file_is_read_as_a_record(tmp_path: Path) -> None:
    path = tmp_path / "battle.txt"
    path.write_text(BY_HAND, "utf-8")
    assert read_record(path).now == parse_record(BY_HAND).now


# --- At the table ----------------------------------------------------------------------------------


def test_an_earlier_entry_is_corrected_and_all_follows(tmp_path: Path) -> None:
    companion = table_of(tmp_path, "5 line takes 1", "q", "3 about", "h")
    now = shown(companion.kept.record)
    assert now["units"]["5"]["facts"]["formation"] == "line"
    told(companion, "edit 1 5 square takes 3")
    assert shown(companion.kept.record)["units"]["5"]["facts"]["formation"] == "column"
    told(companion, "q")
    assert shown(companion.kept.record)["units"]["5"]["facts"]["formation"] == "square"
    told(companion, "undo 2")
    assert shown(companion.kept.record) == now
    told(companion, "delete 1")
    assert companion.kept.record.texts == ["q", "3 about", "h"]
    told(companion, "insert 1 5 about")
    assert companion.kept.record.texts == ["5 about", "q", "3 about", "h"]


def test_a_battle_goes_on_where_it_was_left(tmp_path: Path) -> None:
    companion = table_of(tmp_path, "5 line takes 2", "3 about", "q")
    before = companion.frame()
    again = open_game(NAPOLEONIC, companion.kept.path)
    assert again.record.now == companion.kept.record.now
    assert again.undo() == ("entry",)
    assert again.record.texts == ["5 line takes 2", "3 about"]
    assert again.redo() == ("entry",)
    assert shown(again.record) == shown(companion.kept.record)
    assert before.picture


LINES = st.sampled_from(
    [
        "5 line takes 1", "5 column takes 2", "5 square takes ?", "5 about", "7 about", "3 about", "k about",
        "k about militia", "3 forced path open", "3 forced path open !", "3 re-form", "5 line", "7 oblique",
        "7 oblique !", "3 react", "5 surprised course", "5 adc harass", "5 moved", "all moved", "5 done",
        "3 drop", "3 melee", "3 free", "5 figures 17", "5 is elite hold", "3 gone", "new English e4 cav",
        "e4 about regular", "q", "q", "h", "h", "p", "play quarters", "play halves", "over French", "over",
        "nonsense", "", "5", "6 unlimber", "6 limber takes 1 !", "5 about # so", "3 5 about !",
    ]
)  # fmt: skip


HEADS = ("", "House = DEC-40=next, DEC-6=two\n", "Me = Umpire\nLanguage = fr\n")


class Entering(Entered):
    """A battle of a player, with house rules, and of an umpire."""

    kind = NAPOLEONIC
    begun = tuple(f"Game = napoleonic\n{head}{ARMIES}\n" for head in HEADS)
    lines = LINES


TestEntering = case_of(Entering)
