"""The book that is played from: equal if it says the same, with names or with places for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from deduce.errors import DeduceError
from deduce.napoleonic.book import book_of
from deduce.ruling.errors import RulingError
from deduce.ruling.languages import Words
from napoleonic.common import BOOK, said


def test_books_are_equal_if_they_say_the_same(tmp_path: Path) -> None:
    text = 'format = "deduce.ruling/1"\nextends = "printed"\n[numbers]\noblique.angle = 60\n'
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    mine, again = (book_of("mine.toml", folder=tmp_path) for _ in range(2))
    assert mine is not again
    assert mine == again
    assert hash(mine) == hash(again)
    assert mine != BOOK
    (tmp_path / "mine.toml").write_text(text.replace("60", "50"), encoding="utf-8")
    assert book_of("mine.toml", folder=tmp_path) != mine
    assert BOOK != "printed"


@pytest.mark.parametrize("extends", ["", 'extends = "base"\n', 'extends = "charge"\n'])
def test_an_owners_file_extends_what_is_printed(tmp_path: Path, extends: str) -> None:
    """A chapter alone, or nothing, would leave it without the rules that everything asks for."""
    (tmp_path / "mine.toml").write_text(f'format = "deduce.ruling/1"\n{extends}', encoding="utf-8")
    with pytest.raises(RulingError, match=r'mine\.toml.*; write extends = "printed", or the name of'):
        book_of("mine.toml", folder=tmp_path)


def test_house_rules_make_another_book() -> None:
    other = book_of("printed", "DEC-7=breaks")
    assert other.house == ("DEC-7=breaks",)
    assert other != BOOK
    assert book_of("printed", "DEC-7 = breaks").house == other.house


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ("period.quarters=0", "period.quarters is 0; it must be a whole number of at least 1"),
        ("period.quarters=8", "period.quarters is 8; there are 4 quarters at most"),
        ("period.quarters=3.5", "period.quarters is 3.5; it must be a whole number of at least 1"),
        ("half.quarters=0", "half.quarters is 0; it must be a whole number of at least 1"),
        ("half.quarters=3", "half.quarters is 3; whole halves"),
        ("base.front.inf=0", "base.front.inf is 0; it must be more than 0"),
        ("wheel.loose=0", "wheel.loose is 0; it must be more than 0"),
        ("sapper.lane=0", "sapper.lane is 0; it must be more than 0"),
    ],
)
def test_numbers_with_which_nothing_can_be_reckoned(house: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(DeduceError, match=f"^{sentence}"):
        book_of(house=house)
    name, number = house.split("=")
    text = f'format = "deduce.ruling/1"\nextends = "printed"\n[numbers]\n"{name}" = "{number}"\n'
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DeduceError, match=f"mine.toml.*{sentence}"):
        book_of("mine.toml", folder=tmp_path)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ('table = "mvoe"\ngives = { per_period = 16 }', "there is no 'mvoe' to replace; did you mean 'move'"),
        ('table = "orders"\ngives = { may_charge = "yes" }', "may_charge is 'yes'; it must be true or false"),
        ('table = "terrain-formation"\ngives = { formation = "disorganisd" }',
         "formation is never 'disorganisd'; did you mean 'disorganised'"),
    ],
)  # fmt: skip
def test_rows_that_nothing_would_read(row: str, sentence: str, tmp_path: Path) -> None:
    text = f'format = "deduce.ruling/1"\nextends = "printed"\n[[row]]\n{row}\nrule = "NAP-DIST-2"\n'
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DeduceError, match=f"mine.toml, line [45]: row.0.*{sentence}"):
        book_of("mine.toml", folder=tmp_path)


def test_a_state_that_there_is_not_is_told(tmp_path: Path) -> None:
    text = (
        'format = "deduce.ruling/1"\nextends = "printed"\n[actions.move.gives]\n'
        'mine = { gives = { state_after = "unformd" }, rule = "NAP-STATE-4" }\n'
    )
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DeduceError, match="the rules give the state 'unformd'; did you mean 'unformed'"):
        said("move", book_of("mine.toml", folder=tmp_path), arm="inf", formation="line", path=["open"])


def test_a_book_without_names_has_places_for_them() -> None:
    places = BOOK.unnamed
    assert places is BOOK.unnamed
    assert places.law.names["one"] == Words("{one}", "{one}")
    assert BOOK.law.names["one"] == Words("the unit", "l'unité")
    assert places != BOOK
    assert hash(places) != hash(BOOK)
    assert places.law.numbers == BOOK.law.numbers
    assert "{one}" in places.looked_up("move", {}).questions[0].asks.en
    assert "the unit" in BOOK.looked_up("move", {}).questions[0].asks.en
