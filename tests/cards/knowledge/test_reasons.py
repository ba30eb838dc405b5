"""Both packs as a problem of the core: the same chances, and proofs that name the entries."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.small_packs import look_of
from deduce.belief.belief import Belief
from deduce.cards.knowledge.questions import sheet_facts, sheet_grid, sheets, suppose
from deduce.cards.knowledge.reasons import NEXT, log_of
from deduce.cards.knowledge.sheet import PackSheet
from deduce.cards.ranks import RANKS, card_text
from deduce.tabletop.errors import LineError
from deduce.tabletop.questions import sheets_told, suspects_told, what_if_told, why_told
from deduce.tabletop.sheet import headline, sheet_json

KINGS = ["cards k 2", "cards 9 5", "cards k 3", "cards k 7", "cards k 8", "cards 4 4"]


def sheet_on(lines: list[str], side: int = 0, *, house: str = "") -> PackSheet:
    return sheets(look_of(lines, house=house))[side]


def said(told: Any) -> str:
    return "\n".join(each.text for each in told.said if hasattr(each, "text"))


LINES = st.sampled_from(
    [
        "cards k 2",
        "cards c 9",
        "cards <7 ?",
        "cards ? >9",
        "a n won",
        "a9 n? lost",
        "g? nk tied",
        "ac o? won",
        "a n tied",
    ]
)


@settings(max_examples=15)
@given(st.lists(LINES, max_size=3).filter(lambda lines: lines.count("a n won") + lines.count("a n tied") < 2))
def test_cc_deck_1_the_core_gives_the_same_chances(lines: list[str]) -> None:
    """The arithmetic of the packs and the core know nothing of each other."""
    looked = [f"{line} !" if "cards" not in line else line for line in lines]
    for sheet in sheets(look_of(looked)):
        belief = Belief(log_of(sheet.ledger, sheet.seat, sheet.moment))
        assert sheet.is_consistent
        assert sheet.chances is not None
        for name in sheet.possible:
            assert sheet.chances[name] == belief.probabilities[name]
            assert {*sheet.possible[name]} == {*belief.possible[name]}


def test_cc_deck_1_why_the_next_cannot_be_a_king() -> None:
    told = why_told(look_of(KINGS), {"card": "next", "rank": "k"})
    data = told.document()
    assert data["holds"] is False
    assert [entry["id"] for entry in data["entries"]] == ["1", "3", "4", "5"]
    assert "Blue's next card is not k." in said(told)


def test_cc_deck_1_why_among_forty_cards_names_the_four_entries_and_each_step() -> None:
    others = [f"cards {card} ?" for card in "a23456789t" for _ in range(3)] + ["cards q ?"] * 4
    told = why_told(look_of([*others, *KINGS]), {"card": "next", "rank": "k"})
    assert [entry["id"] for entry in told.document()["entries"]] == ["35", "37", "38", "39"]
    assert len(told.document()["steps"]) == 5


def test_cc_deck_1_why_is_asked_of_the_other_pack_too() -> None:
    told = why_told(look_of(KINGS), {"side": "red", "card": "next", "rank": "king"})
    assert told.document()["holds"] is None
    assert told.document()["chance"] == "2/23"


def test_cc_deck_1_why_of_half_seen_cards_goes_through_the_core() -> None:
    """Ten court cards seen, and two more half seen: these were the last jack and the last king."""
    courts = [*["j"] * 3, *["q"] * 4, *["k"] * 3]
    lines = [*(f"cards {card} ?" for card in courts), "cards c ?", "cards c ?"]
    told = why_told(look_of(lines), {"card": "next", "rank": "k"})
    assert [entry["id"] for entry in told.document()["entries"]] == [str(number) for number in range(1, 13)]


def test_cc_deck_1_a_result_of_both_packs_is_a_reason() -> None:
    """Who won with a card below 3 had a two, and the other one an ace."""
    assert sheet_on(["a<3 n? won !"]).certain == {"card 1": "2"}
    told = why_told(look_of(["a<3 n? won !"]), {"card": "1", "rank": "a"})
    assert told.document()["holds"] is False
    assert [entry["id"] for entry in told.document()["entries"]] == ["1"]
    assert sheet_on(["a<3 n? won !"], 1).certain == {"card 1": "a"}


def test_names_of_cards_and_ranks() -> None:
    sheet = sheet_on(["cards c 9"])
    assert (sheet.unknown("next"), sheet.unknown("1"), sheet.unknown("card 1")) == (NEXT, "card 1", "card 1")
    assert [sheet.value(word) for word in ("k", "King", "roi", "10", "T", "1")] == [
        "k",
        "k",
        "k",
        "t",
        "t",
        "a",
    ]
    with pytest.raises(LineError, match="there is no card '7' that is open; there is next, card 1"):
        sheet.unknown("7")
    with pytest.raises(LineError, match="'c' can be several ranks; name one, such as k"):
        sheet.value("c")


def test_headline_grid_and_data() -> None:
    look = look_of(["cards k 2", "cards c 9"])
    sheet = sheets(look)[0]
    assert headline(sheet) == (
        "Blue's pack: 50 cards left, mean 6.9, 15 of ten or more (1 among them turned up and not fully seen)"
    )
    grid = sheet_grid(look, sheet)
    assert [label for label, _ in grid.rows] == ["left", "next", "card 2"]
    assert [mark.text for mark in grid.rows[2][1]] == [*["."] * 10, "36", "36", "27"]
    data = sheet_json(sheet)
    assert (data["left"], data["unseen"]["k"], data["worlds"]) == (50, 3, None)
    assert data["fractions"]["card 2"] == {"j": "4/11", "q": "4/11", "k": "3/11"}
    pairs = sheet_facts(look)["both_next"]
    assert sum(Fraction(pair["fraction"]) for pair in pairs) == 1
    assert said(sheets_told(look, {})).count("pack") == 2


def test_dec_3_the_sheet_shows_the_last_card_only() -> None:
    sheet = sheet_on(["cards k 2", "cards k 9", "cards 4 9"], house="DEC-3=last")
    assert sheet.chances is not None
    assert sheet.chances[NEXT]["k"] == Fraction(4, 51)
    assert sheet.deck == tuple(3 if rank == 4 else 4 for rank in RANKS)


def test_what_if_the_next_card_is_named() -> None:
    supposed = suppose(look_of(["cards k 2"]), "k")
    assert (supposed.chance, supposed.words) == (Fraction(3, 51), "Blue's next card is k")
    yes, no = (supposed.after[answer].chances[NEXT]["k"] for answer in ("yes", "no"))  # type: ignore[index]
    assert (yes, no) == (Fraction(2, 50), Fraction(3, 50))
    # Both together are what is known now.
    assert supposed.chance * yes + (1 - supposed.chance) * no == supposed.chance
    assert suppose(look_of(["cards k 2"]), "red next c").chance == Fraction(12, 51)


def test_what_if_of_a_combat() -> None:
    look = look_of(["cards k 2"])
    told = what_if_told(look, {"attempt": "ak n2"})
    assert told.document()["fraction"] == str(Fraction(9, 51 * 51))
    with pytest.raises(LineError, match="names no card"):
        suppose(look, "g>n")
    with pytest.raises(LineError, match="cannot be: one of these cards"):
        suppose(look_of(KINGS), "ak n2")
    with pytest.raises(LineError, match="changes nothing"):
        suppose(look, "?")


def test_too_many_combats_that_nobody_saw_leave_what_is_possible() -> None:
    sheet = sheet_on(["a n won !"] * 7)
    assert sheet.chances is None
    assert sheet.possible[NEXT] == tuple(card_text(rank) for rank in RANKS)
    assert "next" in sheet.possible


def test_a_result_says_nothing_of_cards_that_were_shuffled_since() -> None:
    sheet = sheet_on(["a n won !", "shuffle", "cards 9 4"])
    assert [entry.id for entry in sheet.log] == ["3"]
    assert suspects_told(look_of(["cards 9 4"]), {}).fits
