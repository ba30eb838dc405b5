"""A fifth king: which entries clash, and what was probably noted wrongly."""

from __future__ import annotations

from fractions import Fraction
from math import perm
from pathlib import Path

import pytest

from cards.small_packs import look_of, record_of
from deduce.cards.kind import CARDS
from deduce.cards.knowledge.chances import next_card, next_cards
from deduce.cards.knowledge.likeness import MISREAD, SHUFFLED, likeness, misread_as
from deduce.cards.knowledge.questions import sheets, suppose
from deduce.cards.knowledge.slips import Slip, slips_of
from deduce.cards.ranks import RANKS
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.errors import LineError
from deduce.tabletop.questions import suspects_told
from deduce.tabletop.repair import repaired
from deduce.tabletop.saved import begin_game

FIVE = ["cards k 2", "cards 9 5", "cards k 3", "cards k 7", "cards k 8", "cards 4 4", "cards k 6 !"]


def slips(lines: list[str]) -> list[Slip]:
    sheet = sheets(look_of(lines))[0]
    return slips_of(sheet.ledger.packs[0], 0, "Blue", sheet.moment)


def test_cc_deck_1_a_fifth_king_names_the_entries_that_clash() -> None:
    told = suspects_told(look_of(FIVE), {})
    assert not told.fits
    (conflict,) = told.document()["conflicts"]
    assert [entry["id"] for entry in conflict] == ["1", "3", "4", "5", "7"]
    assert suspects_told(look_of(FIVE), {"side": "red"}).fits


def test_cc_deck_1_nothing_is_supposed_of_a_pack_that_cannot_be() -> None:
    look = look_of(FIVE)
    assert next_cards(look.state).total == 0
    assert sum(next_card(look.state, 1)) == 45
    with pytest.raises(LineError, match="what was noted of Blue's cards cannot be"):
        suppose(look, "k")


def test_cc_deck_1_of_six_kings_each_five_clash() -> None:
    told = suspects_told(look_of([*FIVE, "cards k 9 !"]), {})
    assert [len(conflict) for conflict in told.document()["conflicts"]] == [5] * 6


def test_cc_deck_1_five_kings_among_forty_cards() -> None:
    others = [f"cards {card} ?" for card in "a23456789t" for _ in range(3)] + ["cards q ?"] * 4
    told = suspects_told(look_of([*others, *FIVE]), {})
    assert [entry["id"] for entry in told.document()["conflicts"][0]] == ["35", "37", "38", "39", "41"]
    # All four queens were seen, so a king can only have been a jack of the court cards.
    assert all(
        "was another card, likeliest j" in slip["words"]
        for slip in told.document()["suspects"]
        if slip["text"].startswith("cards k")
    )


def test_slips_are_what_bayes_says() -> None:
    """Worked out a second way: by the chance of all cards that were turned up, one by one."""
    found = {slip.entry: slip for slip in slips(FIVE) if not slip.is_shuffle}
    noted = [13, 9, 13, 13, 13, 4, 13]
    weights: dict[int, Fraction] = {}
    for place, card in enumerate(noted):
        for true in RANKS:
            cards = [*noted[:place], true, *noted[place + 1 :]]
            chance = Fraction(1)
            for number, each in enumerate(cards):
                chance *= Fraction(max(4 - cards[:number].count(each), 0), 52 - number)
            if true != card and chance:
                weight = MISREAD * misread_as(true, card) * chance
                weights[place + 1] = weights.get(place + 1, Fraction(0)) + weight
    assert {entry: slip.weight for entry, slip in found.items()} == weights
    assert sum(slip.probability for slip in slips(FIVE)) == 1


def test_a_shuffle_that_nobody_entered_is_weighed_too() -> None:
    """It lies between two of the kings: behind the first, and before the last."""
    (shuffle,) = [slip for slip in slips(FIVE) if slip.is_shuffle]
    noted = [13, 9, 13, 13, 13, 4, 13]
    total = Fraction(0)
    for cut in range(1, 7):
        ways = 1
        for part in (noted[:cut], noted[cut:]):
            for rank in set(part):
                ways *= perm(4, part.count(rank))
        total += Fraction(ways, perm(52, cut) * perm(52, 7 - cut)) * SHUFFLED / 6
    assert shuffle.weight == total
    assert "between entries 1 and 7" in shuffle.words
    assert shuffle.remedy.startswith("To mend it: insert ")


def test_the_likelier_card_is_proposed_and_its_edit_mends_it() -> None:
    found = slips([f"cards 9 {card}" for card in "2345"] + ["cards 9 7 !"])
    best = next(slip for slip in found if not slip.is_shuffle)
    assert best.why == "6 and 9 look alike upside down"
    assert best.remedy == "To mend it: edit 5 6 7 !"
    record = record_of([f"cards 9 {card}" for card in "2345"] + ["cards 6 7 !"])
    assert not record.misfits


def test_kings_are_rather_jacks_than_queens() -> None:
    assert likeness(13, 11).weight > likeness(13, 12).weight > likeness(13, 2).weight
    assert sum(misread_as(true, 13) for true in RANKS if true != 13) == 1


def test_a_card_that_turns_the_result_round_is_less_likely() -> None:
    """The table saw who won; whoever noted another winner would have heard of it."""
    lines = ["a9 n8 !", "a9 n2 !", "a9 n2 !", "a9 n2 !", "a9 n2 !"]
    found = {slip.entry: slip for slip in slips(lines) if not slip.is_shuffle}
    assert found[1].weight < found[5].weight
    assert slips(["a9 n8 won !", *lines[1:]])[-1].entry == 1


def test_an_entry_that_stands_there_twice() -> None:
    found = slips(["cards k 2", "cards k 3", "cards k 4", "cards k 5", "cards k 5"])
    assert found[0].words == "5 cards k 5 was entered twice"
    assert found[0].remedy == "To mend it: delete 5."


def test_two_cards_are_wrong() -> None:
    found = slips(["cards k 2", "cards k 3", "cards k 4", "cards k 5", "cards k 6 !", "cards k 7 !"])
    pairs = [slip for slip in found if slip.others]
    assert len(pairs) == 15
    assert len({slip.weight for slip in pairs}) == 1


def test_more_than_two_are_told() -> None:
    told = suspects_told(look_of([f"cards k {card} !" for card in "a23456789tjq"]), {})
    assert "more than that is wrong" in told.said[-1].text  # type: ignore[union-attr]


def test_at_the_table_the_slip_is_told_at_once(tmp_path: Path) -> None:
    companion = TableCompanion(begin_game(CARDS, tmp_path / "battle.txt", record_of().text))
    for line in FIVE[:-1]:
        companion.obey(line)
    refused = companion.obey("cards k 6")
    assert "they were turned up in entries 1, 3, 4 and 5" in refused.said[0].text  # type: ignore[union-attr]
    told = "\n".join(each.text for each in companion.obey("cards k 6 !").said if hasattr(each, "text"))
    assert "What was noted of Blue's pack contradicts itself:" in told
    assert "Likeliest slip: " in told
    assert "To mend it: " in told


@pytest.mark.parametrize("line", ["cards k 6", "ak n6"])
def test_misread_cards_are_mended(line: str) -> None:
    record = record_of([*FIVE[:-1], line])
    assert record.misfits
    mended = repaired(record)
    assert not mended.best.record.misfits
    assert mended.corrections[0].put == line.replace("k", "j", 1)


def test_combats_that_nobody_entered_are_mended() -> None:
    record = record_of(["cards 9 4", "left 49", "cards 2 2"])
    mended = repaired(record)
    assert not mended.best.record.misfits
    (found,) = mended.corrections
    assert found.change.put == ("cards ? ?", "cards ? ?")
    assert str(found) == (
        "before entry 2 (row 2) left 49: 2 entries are probably missing: cards ? ?, cards ? ?"
    )
    assert found.to_json()["kind"] == "missing"
