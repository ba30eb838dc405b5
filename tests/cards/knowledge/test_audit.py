"""Counting the cards left: what was not entered, or entered that did not happen, and where."""

from __future__ import annotations

from pathlib import Path

from cards.small_packs import look_of, record_of
from deduce.cards.kind import CARDS
from deduce.cards.knowledge.audit import Audit, audits_of
from deduce.cards.knowledge.questions import remarks, sheet_facts, sheets
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.saved import begin_game


def audits(lines: list[str]) -> list[Audit]:
    return audits_of(record_of(lines).steps)


def test_cc_deck_2_a_count_that_agrees_is_silent() -> None:
    assert not audits(["cards 9 4", "left 51", "left red 51"])


def test_cc_deck_1_one_combat_was_not_entered() -> None:
    """Both packs differ alike, so it is told once; it lies behind the last count that agreed."""
    (audit,) = audits(["a9 n4", "left 51", "end", "end", "left 50"])
    assert (audit.names, audit.since, audit.entry, audit.new) == (("Blue", "Red"), 2, 5, 1)
    best = audit.places[0]
    assert (best.entry, best.words) == (4, "n and a were engaged in turn 2 and did not fight")
    assert best.remedy == "insert 4 n? a? and won, lost or tied"
    assert sum(place.chance for place in audit.places) == 1
    assert "between entries 2 and 5 (the count before agreed)" in audit.told()[0]
    assert audit.told()[-1] == "  if nobody knows: insert 5 cards ? ? (a missed card changes no chances)"


def test_cc_deck_1_what_is_proposed_makes_the_count_agree() -> None:
    lines = ["a9 n4", "left 51", "end", "end", "left 50"]
    (audit,) = audits(lines)
    lines.insert(audit.places[0].entry - 1, "n? a? won")
    assert not audits(lines)
    assert not record_of(lines).misfits


def test_a_combat_of_the_turn_that_has_begun_is_still_to_come() -> None:
    (audit,) = audits(["a9 n4", "left 51", "end", "end", "left 50"])
    assert all(place.entry < 5 for place in audit.places)


def test_after_a_count_that_differed_only_what_is_new_is_told() -> None:
    first, second = audits(["left 51", "end", "left 51"])
    assert (first.new, second.new) == (1, 0)
    assert "nothing new is wrong since then" in second.told()[0]


def test_cc_deck_1_a_combat_that_was_entered_twice() -> None:
    (audit,) = audits(["cards k 2", "a9 n4", "a9 n4 !", "left 50"])
    assert audit.new == -1
    assert (audit.places[0].words, audit.places[0].remedy) == ("3 a9 n4 ! says what entry 2 says", "delete 3")


def test_cc_deck_2_a_shuffle_that_was_not_entered_lies_where_the_count_says() -> None:
    """49 are left, so three cards came since: it was before the third last."""
    lines = [f"cards {card} {card}" for card in "23456"]
    (audit,) = audits([*lines, "left blue 49"])
    (place,) = audit.places
    assert (place.entry, place.remedy) == (3, "insert 3 shuffle blue")
    lines.insert(2, "shuffle blue")
    assert not audits([*lines, "left blue 49"])


def test_a_shuffle_begins_anew() -> None:
    (audit,) = audits(["cards 2 3", "left 50", "shuffle", "left 51"])[1:]
    assert (audit.since, audit.why, audit.new) == (3, "the last shuffle", 1)


def test_cards_alone_have_no_likelier_place() -> None:
    """The next card's chances do not hang on it."""
    (audit,) = audits(["cards 2 3", "left 50"])
    assert {place.entry for place in audit.places} == {2}
    look = look_of(["cards 2 3", "left 50"])
    assert any("50 cards were counted" in line for line in remarks(look, sheets(look)[1]))
    (data,) = sheet_facts(look)["audits"]
    assert (data["combats_missing"], data["sides"]) == (1, ["Blue", "Red"])


def test_at_the_table_the_count_is_told_at_once(tmp_path: Path) -> None:
    companion = TableCompanion(begin_game(CARDS, tmp_path / "battle.txt", record_of().text))
    companion.obey("cards 9 4")
    said = [each.text for each in companion.obey("left 50").said if hasattr(each, "text")]
    assert any("1 combat was not entered, before entry 2 (the beginning)" in line for line in said)
    assert not any(
        "counted" in each.text for each in companion.obey("cards 2 2").said if hasattr(each, "text")
    )
