"""Battles in files: written by hand, entered and corrected at the table, and always the same as read anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from cards.ledgers import ARMIES, counts, ledger_of, played
from deduce.cards.engine.ledger import Ledger, Outcome
from deduce.cards.kind import CARDS
from deduce.cards.record.beginning import interview
from deduce.cards.record.following import follow
from deduce.errors import DeduceError
from deduce.tabletop.errors import LineError
from deduce.tabletop.headers import headers_text
from deduce.tabletop.kind import Prompt, Request
from deduce.tabletop.record import Record, parse_record
from deduce.tabletop.saved import begin_game
from entered import Entered, case_of

BY_HAND = """\
Game = cards
Edition = en
House = DEC-20=lapse
Sides = Blue, Red
First = Red
Blue = a inf 12 odf; b inf 12; c cav 8; g art 4 1gun
Red = n inf 12 odf; o inf 12; p cav 8; r art 4 1gun
Pack = 52, 52

1. n7 b9            # starter first; each card behind its unit
2. end
3. g > n x          # something else was meant
4. g>n
5. bA n10 f         # lost on the flank
6. Rally b +
# Note: the general stands beside it
7. end
8. cartes v d
9. ok a4 mur
10. site 2 o
"""


def record_of(text: str) -> Record[Ledger]:
    return parse_record(CARDS, text, name="battle.txt")


# --- Records ---------------------------------------------------------------------------------------


def test_a_record_that_was_written_by_hand() -> None:
    record = record_of(BY_HAND)
    assert [(misfit.row, misfit.message[:21], misfit.line) for misfit in record.misfits] == [
        (3, "'x' behind a shot mak", 12),
        (6, "the step of the turn ", 15),
    ]
    ledger = record.now
    assert counts(ledger, "b", "n", "a", "o") == ("11/0/1", "9/1/2", "10/1/1", "12/0/0")
    assert (ledger.turn, ledger.active, ledger.number) == (3, 1, 10)
    assert [site.owner for site in ledger.sites] == [None, 1, None, None]
    assert [pack.size for pack in ledger.packs] == [48, 48]


def test_the_step_of_each_entry_is_the_ledger_after_it() -> None:
    record = record_of(BY_HAND)
    ledger = record.begun.state
    for step in record.steps:
        assert step.before == ledger
        assert follow(ledger, step.text).state == step.after
        ledger = step.after
    assert ledger == record.now


def test_an_entry_that_makes_no_sense_is_noted_and_left_out() -> None:
    found = follow(ledger_of(), "a9 z4")
    assert [(each.text, each.message) for each in found.faults] == [
        ("a9 z4", "there is no unit 'z'; there are a b c g n o p r; ignored"),
    ]
    assert found.state.number == 1
    assert found.state.roster == ledger_of().roster


def test_what_the_rules_refuse_is_noted_and_followed() -> None:
    ledger = ledger_of()
    found = follow(ledger, "n9 a4")
    assert [each.message for each in found.faults] == [
        "n is Red's, and it is Blue's turn; end passes it (CC-TURN-1)"
    ]
    assert counts(found.state, "a") == ("10/1/1",)
    assert follow(ledger, "n9 a4 !").faults == ()
    assert counts(follow(ledger, "n9 a4 !").state, "a") == ("10/1/1",)


def test_what_cannot_be_is_noted_with_its_rule() -> None:
    ledger = played(ledger_of(), *["ck o2"] * 4)
    found = follow(played(ledger, "end", "end"), "bk n3")
    assert [each.rule for each in found.faults] == ["CC-DECK-1"]
    assert follow(played(ledger, "end", "end"), "bk n3 !").faults == ()


def test_what_stands_behind_the_end() -> None:
    """The state comes back as it was."""
    ledger = played(ledger_of(), "draw")
    for text in ("a9 n4", "nonsense", "end !"):
        found = follow(ledger, text)
        assert found.state is ledger
        assert [(each.message, each.rule) for each in found.faults] == [
            ("the battle is over already; ignored", "CC-WIN-3")
        ]
    record = record_of("1. draw\n2. a9 n4\n")
    assert (len(record.steps), len(record.remarks)) == (1, 1)
    assert record.now.outcome == Outcome(None, "CC-WIN-3")


# --- At the table ----------------------------------------------------------------------------------


def test_the_record_has_what_was_typed_as_it_is_written(tmp_path: Path) -> None:
    game = begin_game(CARDS, tmp_path / "battle.txt", "Edition = en\n" + ARMIES + "\n")
    game.enter("tire g n mur # zut")
    asked = game.enter("A? N4")
    assert isinstance(asked, Request)
    assert game.record.texts == ["g>n w # zut"]
    game.enter("A? N4", ("a",))
    game.enter("end")
    assert game.record.texts == ["g>n w # zut", "a? n4 won", "end"]
    text = (tmp_path / "battle.txt").read_text("utf-8")
    assert (
        text.split()
        == f"{ARMIES} 1. g>n w # zut 2. a? n4 won 3. end".replace("Blue", "Edition = en Blue", 1).split()
    )


def test_a_corrected_card_changes_all_that_follows(tmp_path: Path) -> None:
    game = begin_game(CARDS, tmp_path / "battle.txt", ARMIES + "\n")
    for line in ("a9 o4", "b9 o4", "c9 p4"):
        game.enter(line)
    assert counts(game.record.now, "a", "o") == ("12/0/0", "5/3/2")
    game.edit(1, "a4 o9")
    assert counts(game.record.now, "a", "o") == ("10/1/1", "8/1/1")
    game.undo()
    assert counts(game.record.now, "a", "o") == ("12/0/0", "5/3/2")
    with pytest.raises(LineError):
        game.edit(1, "a4 z9")
    assert game.record.texts == ["a9 o4", "b9 o4", "c9 p4"]


LINES = st.sampled_from(
    [
        "a9 n4", "b4 o9", "c7 p7 f", "gk o2", "g>n", "g>o w", "a? n4 won", "bc o<7", "n9 a4", "ok b2",
        "p5 c6", "r>a", "rally b +", "rally n", "rally o ++", "move c", "reform a", "flee o",
        "cover n w", "cover b t", "site 1 a", "site 2 b", "site 3 n", "site 4 -", "n 5/2/0", "o 0/4/0",
        "free a n", "shuffle", "shuffle red", "left 31", "end", "end", "end", "a9 n4 !", "rally c !",
        "n9 a4 ! # so", "9 4", "draw", "resign", "nonsense", "a9 z4", "", "9 9 9",
    ]
)  # fmt: skip
HOUSES = ("", "DEC-20=lapse", "DEC-2=turn, DEC-39=free", "DEC-33=pooled, combat.kills=2")


class Entering(Entered):
    """A battle with its house rules."""

    kind = CARDS
    begun = tuple(ARMIES + (f"House = {house}\n" if house else "") + "\n" for house in HOUSES)
    lines = LINES


TestEntering = case_of(Entering)


# --- How a battle begins ---------------------------------------------------------------------------


def talk(wanted: dict[str, Any], *answers: str) -> tuple[str, list[Prompt]]:
    """Answer the questions one after the other, and return the record with what was asked."""
    questions, prompts = interview(wanted), []
    waiting = iter(answers)
    try:
        prompt = next(questions)
        while True:
            prompts.append(prompt)
            prompt = questions.send(next(waiting))
    except StopIteration as stop:
        assert next(waiting, None) is None
        return str(stop.value), prompts


def test_the_usual_beginning() -> None:
    text, prompts = talk({}, "", "", "", "")
    assert [prompt.question for prompt in prompts] == [
        "Which edition, en or fr? (en) ",
        "Who starts, Blue or Red? (Blue) ",
        "Blue's units, such as a inf 12 odf; b inf 12 odf; c cav 8; d art 4 1gun (Enter: these)? ",
        "Red's units, such as n inf 12 odf; o inf 12 odf; p cav 8; q art 4 1gun (Enter: these)? ",
    ]
    record = record_of(text)
    assert (record.now.edition.name, record.now.active, len(record.now.roster)) == ("en", 0, 8)
    assert not record.misfits


def test_answers_that_make_no_sense_are_asked_again() -> None:
    text, prompts = talk(
        {"sides": "Nord,Sud"}, "de", "français", "x", "s", "a inf", "a inf 9 o", "a cav 9", "n cav 9 wall"
    )
    assert [prompt.complaint for prompt in prompts if prompt.complaint] == [
        "there is no edition 'de'; did you mean 'en'? (a file of your own ends in .toml)",
        "'x' is neither Nord nor Sud",
        "'a inf' is no unit; write its letter, its kind and its men, such as a inf 12 odf",
        "a is a unit of the other side already; give every unit a letter of its own",
    ]
    ledger = record_of(text).now
    assert (ledger.edition.name, ledger.sides, ledger.active) == ("fr", ("Nord", "Sud"), 1)
    assert ledger.units["n"].cover == "wall"


def test_what_was_asked_for_is_not_asked_again() -> None:
    text, prompts = talk({"edition": "fr", "house": "DEC-20=lapse", "first": "red"}, "", "")
    assert len(prompts) == 2
    ledger = record_of(text).now
    assert (ledger.edition.name, ledger.edition.house, ledger.active) == ("fr", ("DEC-20=lapse",), 1)
    text, prompts = talk({"edition": "en", "only_cards": True})
    assert (prompts, record_of(text).now.roster) == ([], ())


@pytest.mark.parametrize(
    "wanted",
    [
        {"edition": "de"}, {"edition": "en", "house": "DEC-20=laps"}, {"edition": "en", "sides": "Blue"},
        {"edition": "en", "first": "Green"}, {"edition": "en", "sides": "B, R"},
        {"edition": "en", "sides": "Pack,Red"},
    ],
)  # fmt: skip
def test_what_was_asked_for_and_makes_no_sense(wanted: dict[str, Any]) -> None:
    with pytest.raises(DeduceError) as caught:
        talk(wanted, "", "")
    assert "\n" not in str(caught.value)


def test_a_record_without_entries() -> None:
    assert headers_text({"Game": "cards", "Edition": "en"}) == "Game = cards\nEdition = en\n\n"
