"""A game that is not Confusion has it all from the layer: record, saved game, companion, why, JSON, shell."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from deduce.tabletop.commands import Argument, Command
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.errors import LineError, RecordError
from deduce.tabletop.kind import Entry, Request
from deduce.tabletop.look import Look, look_at
from deduce.tabletop.nouns import Nouns
from deduce.tabletop.questions import sheets_told
from deduce.tabletop.record import parse_record
from deduce.tabletop.repair import repaired
from deduce.tabletop.said import Grid, Role, Said, Told
from deduce.tabletop.saved import SavedGame, begin_game, open_game
from deduce_cli.games import game_app
from deduce_cli.screen import body
from tabletop.toy import TOY, Round

LINES = ("ann 2", "ben high", "turn 8", "move 7.5", "ben low", "ann 5", "turn 9")


@pytest.fixture
def game(tmp_path: Path) -> SavedGame[Round]:
    """Two rounds, the second one not over."""
    found = begin_game(TOY, tmp_path / "toy.txt", "Ann = 2 5 1\n")
    for line in LINES:
        found.enter(line)
    return found


def said(companion: TableCompanion[Round], line: str) -> list[str]:
    return [each.text for each in companion.obey(line).said]


def test_the_record_is_a_row_for_each_entry(game: SavedGame[Round]) -> None:
    assert game.path.read_text(encoding="utf-8") == (
        "Ann = 2 5 1\n1. ann 2\n2. ben high\n3. turn 8\n4. move 7.5\n5. ben low\n6. ann 5\n7. turn 9\n"
    )
    again = open_game(TOY, game.path)
    assert [step.text for step in again.record.steps] == [*LINES]
    assert again.record.misfits == ()


def test_seats_choose_at_once(game: SavedGame[Round]) -> None:
    """Who must act: both, then the one that is left; then Ann alone; at the end nobody."""
    acting = [TOY.to_act(step.before) for step in game.record.steps]
    assert acting == [{0, 1}, {1}, {0}, {0}, {0, 1}, {0}, {0}]
    companion = TableCompanion(game)
    assert companion.title == "turn 8: Ann to move"
    said(companion, "at 0")
    assert companion.title == "after turn 0 of 7: Ann and Ben to choose"
    said(companion, "at")
    for line in ("move 1", "ann 1", "ben low", "turn 7", "move 2"):
        said(companion, line)
    assert companion.title == "turn 13: three rounds are over"
    assert said(companion, "ann 3") == ["the game is over; undo takes turns back"]
    assert (len(game.record.steps), game.record.remarks) == (12, ())


def test_what_it_cannot_do_is_not_on_the_screen(game: SavedGame[Round]) -> None:
    """No board, nothing urgent; the sheet and the last entries stand there at any size."""
    companion = TableCompanion(game)
    frame = companion.frame()
    assert (frame.picture, frame.small_picture, frame.alarms) == ((), (), ())
    assert frame.entries == tuple(said(companion, "moves"))
    for columns in range(20, 200):
        lines = [line.plain for line in body(Console(width=columns, height=24), frame)]
        assert lines[0] == "turn 8: Ann to move"
        assert all(len(line) < columns for line in lines)
        assert columns < 70 or any(line.endswith("7 Ann     turn 9") for line in lines)


def test_what_is_not_fully_said_is_asked_for(game: SavedGame[Round]) -> None:
    """A request is answered by the next line; looking at something in between does not answer it."""
    companion = TableCompanion(game)
    said(companion, "move 3")
    (question,) = said(companion, "ann")
    assert question == "which card does ann show? (1, 2, 3, 4, 5, 6, 7, 8, 9)"
    assert companion.question == "which card does ann show?"
    assert said(companion, "x") == [
        "'ann' makes no sense; write ann 5, ben high, turn 3 or move 7.5; undo drops the question",
        "which card does ann show? (1, 2, 3, 4, 5, 6, 7, 8, 9)",
    ]
    said(companion, "moves")
    assert said(companion, "1")[0] == "9. ann 1"
    assert companion.question == ""
    said(companion, "ann")
    assert said(companion, "undo") == ["Nothing was entered; the question is dropped."]
    assert (companion.question, len(game.record.steps)) == ("", 9)
    assert said(companion, "board") == ["A toy game has no board"]


def test_rulings_have_three_verdicts_and_a_rule(game: SavedGame[Round]) -> None:
    companion = TableCompanion(game)
    assert said(companion, "move")[1] == "unknown: measure how far the pawn moved (TOY-MOVE-1)"
    assert game.record.misfits == ()
    said(companion, "undo")
    assert said(companion, "move 12")[1] == "refused: 12 cm is more than 10 (TOY-MOVE-1)"
    (misfit,) = game.record.misfits
    assert (misfit.rule, str(misfit)) == (
        "TOY-MOVE-1",
        "entry 8 (row 8, line 9): move 12: 12 cm is more than 10 (TOY-MOVE-1)",
    )
    assert said(companion, "rules toy-move-1") == ["TOY-MOVE-1: Moving", "A pawn moves at most 10 cm."]


def test_rules_are_told_in_full_or_listed(game: SavedGame[Round]) -> None:
    """One by its id or by a part that only it has, with what was decided; several with their titles."""
    companion = TableCompanion(game)
    full = [
        "TOY-ROUND-1: A round",
        "Everybody plays one card a round.",
        "Our decision: Both at once.",
        "Option: Rounds = slow",
    ]
    for line in ("rules TOY-ROUND-1", "rules round", "rules a rou"):
        assert said(companion, line) == full
    for line in ("rules", "rules toy"):
        assert said(companion, line) == [
            "TOY-MOVE-1   Moving",
            "TOY-ROUND-1  A round",
            "rules and an id tells one in full.",
        ]
    assert said(companion, "rules toy-muve-1") == ["there is no rule TOY-MUVE-1; did you mean 'TOY-MOVE-1'?"]


def test_why_and_suspects_and_the_likeliest_slip(game: SavedGame[Round]) -> None:
    companion = TableCompanion(game)
    assert said(companion, "why 8 Ben") == [
        "8 is not Ben.",
        "     3 turn 8",
        *said(companion, "why 8 Ben")[2:],
    ]
    assert said(companion, "why 7 Ben")[0].startswith(
        "7 may or may not be Ben; nothing settles it yet (chance "
    )
    assert said(companion, "suspects")[0].startswith("the cards, as Ann knows them: nothing contradicts")
    said(companion, "edit 7 turn 7")
    found = said(companion, "edit 3 turn 2")
    assert "What was noted of the cards, as Ann knows them contradicts itself:" in found
    assert any(line.startswith("Likeliest slip: ") and "edit " in line for line in found)
    assert said(companion, "undo") == ["Took back edit 3; redo brings back."]
    assert companion.look.sheets[0].worlds


def test_exact_chances(game: SavedGame[Round]) -> None:
    """Ben holds three of 3, 4, 6 and 7 with one low and one high: 4 deals, all alike."""
    sheet = TableCompanion(game).look.sheets[0]
    assert sheet.worlds == 4
    assert sheet.chances is not None
    assert str(sheet.chances[3]["Ben"]) == "3/4"
    assert sheet.chances[8] == {"pack": 1}


def test_what_was_heard_is_mended_as_well() -> None:
    """A card that Ann holds was turned: each entry fits, but not together; and a move of 75 cm."""
    text = "Ann = 2 5 1\n1. ann 2\n2. ben high\n3. turn 5\n4. move 75\n"
    mended = repaired(parse_record(TOY, text))
    card, move = mended.corrections
    assert card.why == "entry 3 would not fit: what was heard contradicts itself: the cards"
    assert (card.text, move.text) == ("turn 5", "move 75")
    assert {correction.put for correction in (card, *card.others)} == {
        f"turn {each}" for each in (3, 4, 6, 7, 8, 9)
    }
    assert card.chance == pytest.approx(1 / 6)
    assert mended.is_whole


def test_rounds_in_the_wrong_order_are_mended() -> None:
    """TOY-ROUND-2: the card was turned before the pawn moved."""
    text = "Ann = 2 5 1\n1. ann 2\n2. ben high\n3. move 7.5\n4. turn 8\n5. ann 5\n"
    mended = repaired(parse_record(TOY, text))
    assert str(mended.corrections[0]) == "rows 3 and 4: they probably stand in the wrong order"
    assert mended.best.record.misfits == ()


def test_the_shell_has_its_commands(game: SavedGame[Round], tmp_path: Path) -> None:
    """One grammar, made from what the kind can do: no what-if, no table."""
    app, runner = game_app(TOY), CliRunner()
    file = str(game.path)
    data = json.loads(runner.invoke(app, ["sheet", file, "--json"]).stdout)
    assert data["format"] == "deduce.toy.sheet/1"
    assert data["knowledge"]["Ann"]["fractions"]["3"] == {"Ben": "3/4", "pack": "1/4"}
    data = json.loads(runner.invoke(app, ["why", file, "8", "pack", "--json"]).stdout)
    assert (data["card"], data["place"], data["holds"]) == ("8", "pack", True)
    assert runner.invoke(app, ["suspects", file]).exit_code == 0
    replayed = runner.invoke(app, ["replay", file])
    assert replayed.exit_code == 0
    assert replayed.stdout.startswith("A toy game; after 7 turns\nAnn to move\n")
    assert runner.invoke(app, ["rules", "move"]).stdout == "TOY-MOVE-1: Moving\nA pawn moves at most 10 cm.\n"
    data = json.loads(runner.invoke(app, ["rules", "--json"]).stdout)
    assert data["format"] == "deduce.toy.rulebook/1"
    assert data["rules"]["TOY-ROUND-1"] == {
        "title": "A round",
        "text": "Everybody plays one card a round.",
        "decision": "Both at once.",
        "option": "Rounds = slow",
    }
    assert runner.invoke(app, ["rules", "nonsense"]).exit_code == 2
    assert runner.invoke(app, ["what-if", file, "ann 1"]).exit_code == 2
    assert runner.invoke(app, ["sheet", file, "--side", "Ben"]).exit_code == 2
    result = runner.invoke(app, ["table", file], input="undo\nquit\n")
    assert "Took back 1 turn; redo brings back.\nturn 7: Ann to move." in result.stdout
    assert runner.invoke(app, ["table", str(tmp_path / "new.txt")]).exit_code == 2
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("Ann = 2\n1. ann 2\n", encoding="utf-8")
    result = runner.invoke(app, ["replay", str(wrong)])
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_what_is_wrong_is_noted_and_kept() -> None:
    """Free text and comments survive a change; what makes no sense is followed by nothing."""
    record = parse_record(
        TOY, "Ann = 2 5 1\n\n1. ann 2 # at once\nshe hesitated\n2. nonsense\n# aside\n3. ben low\n"
    )
    assert [misfit.text for misfit in record.misfits] == ["she hesitated", "nonsense"]
    changed = record.with_texts(["ann 2 # at once", "ben high"])
    assert changed.text == "Ann = 2 5 1\n\n1. ann 2 # at once\nshe hesitated\n2. ben high\n# aside\n"
    assert [step.after.number for step in changed.steps] == [1, 2]
    with pytest.raises(RecordError, match="Ann holds three"):
        parse_record(TOY, "Ann = 2\n")


def test_what_an_entry_is_called_is_the_games_matter(tmp_path: Path) -> None:
    kind = replace(TOY, nouns=Nouns(entry="entry"), example="ann 5", example_answer="now")
    companion = TableCompanion(begin_game(kind, tmp_path / "toy.txt", "Ann = 2 5 1\n"))
    companion.obey("ann 2")
    assert companion.title == "entry 2: Ben to move"
    assert any(line.startswith("try ann 5 now") for line in said(companion, "help"))
    companion.obey("at 0")
    assert companion.title == "after entry 0 of 1: Ann and Ben to choose"
    assert "looking at entry 0" in said(companion, "ben low")[0]
    assert said(companion, "at now") == ["Back to now."]


def test_a_sheet_that_stands_on_no_screen_is_told_when_it_is_asked_for(tmp_path: Path) -> None:
    kind = replace(TOY, shows_sheets=False)
    companion = TableCompanion(begin_game(kind, tmp_path / "toy.txt", "Ann = 2 5 1\n"))
    frame = companion.frame()
    assert (frame.grid, frame.headline, frame.other_grid) == (None, "", None)
    assert "the cards" not in companion.summary
    assert any(isinstance(each, Grid) for each in companion.obey("sheet").said)
    assert not companion.commands["sheet"].is_shown
    drawn = replace(kind, picture=lambda _: ("the whole table",))
    look = look_at(parse_record(drawn, "Ann = 2 5 1\n"), None, {})
    assert sheets_told(look, {}).said[0] == Said("the whole table", Role.ROW)
    assert sheets_told(look, {"side": "Ann"}).said[0] != Said("the whole table", Role.ROW)
    shown = TableCompanion(begin_game(TOY, tmp_path / "other.txt", "Ann = 2 5 1\n"))
    assert shown.frame().grid is not None
    assert shown.obey("sheet").said == ()


def test_a_games_own_command_may_share_a_sign_with_the_help(tmp_path: Path) -> None:
    """`?` alone and before the name of a command is the help; before anything else it is the game's."""
    measure = Command(
        "measure", "measure 5", "how far", others=("?",), arguments=(Argument("far", "How far."),),
        ask=lambda _, given: Told((Said(f"{given['far']} cm"),)),
    )  # fmt: skip
    kind = replace(TOY, commands=(measure,))
    companion = TableCompanion(begin_game(kind, tmp_path / "toy.txt", "Ann = 2 5 1\n"))
    assert said(companion, "? 5") == said(companion, "measure 5") == ["5 cm"]
    assert said(companion, "?") == said(companion, "help")
    assert said(companion, "? undo") == said(companion, "help undo")


def test_a_hidden_answer_is_seen_nowhere(tmp_path: Path) -> None:
    """What is asked in secret is asked until it makes sense; only what the game makes of it is there."""

    def read(state: Round, text: str, answers: tuple[str, ...]) -> Entry | Request:
        if text != "ann":
            return TOY.read(state, text, answers)
        if not answers:
            return Request("Ann's card, which nobody sees:", seat=0, is_hidden=True)
        if not answers[0].isdigit():
            message = "that is no card"
            raise LineError(message)
        return TOY.read(state, "turn 4", ())

    game = begin_game(replace(TOY, read=read), tmp_path / "toy.txt", "Ann = 2 5 1\n")
    companion = TableCompanion(game)
    assert not companion.is_hidden
    assert said(companion, "ann") == ["Ann's card, which nobody sees:"]
    assert companion.is_hidden
    told = said(companion, "xyzzy")
    assert told == ["that is no card; undo drops the question", "Ann's card, which nobody sees:"]
    assert companion.is_hidden
    assert said(companion, "5")[0] == "1. turn 4"
    assert not companion.is_hidden
    said(companion, "ann")
    assert said(companion, "undo") == ["Nothing was entered; the question is dropped."]
    assert not companion.is_hidden


def test_a_word_of_a_command_can_be_an_entry(tmp_path: Path) -> None:
    """Where a game says so: q ends elsewhere, and quit still does here."""
    kind = replace(TOY, own_words=frozenset({"q"}), read=lambda *_: Entry("turn 9"))
    companion = TableCompanion(begin_game(kind, tmp_path / "toy.txt", "Ann = 2 5 1\n"))
    assert said(companion, "q") == ["1. turn 9"]
    assert not companion.is_over
    usual = TableCompanion(begin_game(TOY, tmp_path / "usual.txt", "Ann = 2 5 1\n"))
    for each, line in ((companion, "quit"), (usual, "q")):
        said(each, line)
        assert each.is_over


def test_where_both_sides_act_all_the_time_it_is_told_when(game: SavedGame[Round]) -> None:
    kind = replace(TOY, moment=lambda state: f"round {state.rounds + 1}")
    companion = TableCompanion(open_game(kind, game.path))
    assert companion.title == "turn 8: round 2"
    assert said(companion, "moves")[3:5] == ["   4 round 1 move 7.5", "   5 round 2 ben low"]
    for line in ("move 1", "ann 1", "ben low", "turn 7", "move 2"):
        said(companion, line)
    assert companion.title == "turn 13: three rounds are over"


def test_what_stands_beside_the_turn_is_worked_out_once_for_each_change(tmp_path: Path) -> None:
    """It is in the title, which is looked at before and after each line."""
    asked: list[int] = []

    def supplies(look: Look[Round]) -> str:
        asked.append(look.count)
        return f"{look.count} done"

    kind = replace(TOY, supplies=supplies)
    companion = TableCompanion(begin_game(kind, tmp_path / "toy.txt", "Ann = 2 5 1\n"))
    for line in ("ann 2", "nonsense", "ben high", "pieces", "nonsense"):
        assert companion.summary == companion.summary
        companion.obey(line)
    assert "2 done" in companion.summary
    assert asked == sorted(set(asked))
