"""What is printed: the quick reference follows the edition and the house, the tally sheet the pack."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from deduce.cards.edition import edition_of
from deduce.cards.language import language_of
from deduce.cards.paper.reference import reference
from deduce.cards.paper.sheets import sheets_html
from deduce.cards.rulebook import rules
from deduce.tabletop.errors import LineError


def lines(name: str, house: str = "", language: str = "en") -> list[str]:
    return [text for group in reference(edition_of(name, house), language) for text, _ in group.lines]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["en", "fr"])
def test_every_place_is_filled_and_every_rule_is_one(name: str, language: str) -> None:
    for group in reference(edition_of(name), language):
        for text, rule in group.lines:
            assert "{" not in text
            assert not rule or rule in rules()


def test_numbers_are_the_editions() -> None:
    """CC-COMB-1 and CC-RAL-4 differ between the editions."""
    assert any("Less than 20 cm apart" in line for line in lines("en"))
    assert any("Less than 8 cm apart" in line for line in lines("fr"))
    assert any("at least 50 cm away" in line for line in lines("fr"))
    assert any("Less than 15 cm apart" in line for line in lines("en", "combat.range=15"))


def test_only_what_is_played_is_printed() -> None:
    """CC-KILL-6: officers last in one edition, a free pick in the other."""
    assert any("come last" in line for line in lines("en"))
    assert not any("come last" in line for line in lines("fr"))
    assert any("come last" in line for line in lines("fr", "DEC-39=last"))


def test_what_a_count_needs_is_on_it() -> None:
    """CC-KILL-2, CC-KILL-3, CC-FIRE-4, CC-SPEC-1: whose dead are counted, and how long they lie."""
    told = " ".join(lines("en"))
    assert "as many others confused as men of its own now lie dead" in told
    assert "until one of the two has no man in ranks" in told
    assert "those of cannon too" in told
    assert "says instead how many are confused" in told
    assert "for the combats of that turn" in " ".join(lines("en", "DEC-20=turn"))
    assert "if it is more" in " ".join(lines("en", "DEC-36=greater"))


class Boxes(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.boxes = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.boxes += data.count("☐")


def test_the_tally_sheet_has_a_box_for_each_card_and_ball() -> None:
    parser = Boxes()
    parser.feed(sheets_html(edition_of("en"), "en"))
    assert parser.open == []
    assert parser.boxes == 2 * 52 + 2 * 4


def test_the_house_is_named() -> None:
    assert "DEC-20=lapse" in sheets_html(edition_of("fr", "DEC-20=lapse"), "fr")


def test_languages() -> None:
    assert language_of("", edition_of("fr")) == "fr"
    assert language_of("", edition_of("en")) == "en"
    assert language_of("Français", edition_of("en")) == "fr"
    with pytest.raises(LineError, match="write en or fr"):
        language_of("de", edition_of("en"))
