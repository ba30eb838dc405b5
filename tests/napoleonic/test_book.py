"""The book that is played from: equal if it says the same, with names or with places for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from deduce.napoleonic.book import book_of
from deduce.ruling.errors import RulingError
from deduce.ruling.languages import Words
from napoleonic.common import BOOK


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
