"""Seals of order sheets: what they bind, what they show, and where sheets are kept."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.orders import keeping
from deduce.napoleonic.orders.keeping import Keeper, Kept
from deduce.napoleonic.orders.seals import (
    About,
    codes_of,
    labels_of,
    line_code,
    line_salt,
    sheet_id,
    wrong_labels,
)
from deduce.napoleonic.orders.sheet import parse_sheet
from deduce.tabletop.errors import ImpossibleError, SessionError
from deduce.tabletop.keys import unknown_key
from deduce.tabletop.seals import code_of

UNITS = ("3", "5", "7")
LABELS = labels_of(UNITS)
ABOUT = About("French", "P1H1")
KEY = "5a" * 32
ORDERS = parse_sheet("3 charge k; 5 order harass; 7 evade", book_of()).orders
CODES = codes_of(KEY, ABOUT, ORDERS, LABELS)
written = st.fixed_dictionaries(
    {},
    optional={
        label: st.sampled_from(["charge k", "charge e2", "evade", "order hold", "order harass"])
        for label in LABELS
    },
)


def test_each_line_is_sealed_by_hashlib() -> None:
    """Side, half, unit and order, with a salt of 128 bits that follows from the key of the sheet."""
    leaf = "deduce.napoleonic.sheet/1\nFrench\nP1H1\n3\ncharge k"
    about = "deduce.napoleonic.sheet/1\nFrench\nP1H1\n3\n"
    salt = hmac.new(bytes.fromhex(KEY), about.encode(), hashlib.sha256).hexdigest()[:32]
    assert line_salt(KEY, ABOUT, "3") == salt
    assert CODES["3"] == line_code(salt, ABOUT, "3", "charge k") == code_of(salt, leaf)
    digest = hashlib.sha256(bytes.fromhex(salt) + leaf.encode()).hexdigest()
    bits = "".join(
        f"{'0123456789ABCDEFGHJKMNPQRSTVWXYZ'.index(sign):05b}" for sign in CODES["3"] if sign != "-"
    )
    assert f"{int(digest, 16):0256b}".startswith(bits)


def test_every_unit_has_two_codes() -> None:
    """Whatever stands on the sheet: nobody sees for which units something is written."""
    assert LABELS == ("3", "3/order", "5", "5/order", "7", "7/order")
    empty = codes_of(unknown_key(), ABOUT, {}, LABELS)
    assert [*empty] == [*CODES] == [*LABELS]
    assert {len(code) for code in (*empty.values(), *CODES.values())} == {11}


@given(written, written)
def test_no_code_is_the_same_in_two_sheets(one: dict[str, str], other: dict[str, str]) -> None:
    """Not even of the same line, or of nothing: each sheet has another key, each line another salt."""
    codes = [codes_of(unknown_key(), ABOUT, orders, LABELS) for orders in (one, other)]
    assert len({code for each in codes for code in each.values()}) == 2 * len(LABELS)


@given(written, written)
def test_a_sheet_fits_its_codes_and_no_other_does(one: dict[str, str], other: dict[str, str]) -> None:
    codes = codes_of(KEY, ABOUT, one, LABELS)
    assert wrong_labels(KEY, ABOUT, one, codes) == ()
    differing = {label for label in LABELS if one.get(label) != other.get(label)}
    assert {*wrong_labels(KEY, ABOUT, other, codes)} == differing
    assert wrong_labels(unknown_key(), ABOUT, one, codes) == LABELS


@pytest.mark.parametrize(
    "about", [About("English", "P1H1"), About("French", "P1H2"), About("French", "P2H1")]
)
def test_a_seal_is_of_one_side_and_one_half(about: About) -> None:
    """A line cannot be opened as that of another half, nor as the other side's."""
    assert wrong_labels(KEY, about, ORDERS, CODES) == LABELS
    salt = line_salt(KEY, ABOUT, "3")
    assert line_code(salt, about, "3", "charge k") != CODES["3"]
    assert line_code(salt, ABOUT, "5", "charge k") != CODES["3"]


def test_the_name_of_a_sheet_binds_all_its_codes() -> None:
    name = sheet_id(ABOUT, CODES)
    assert len(name) == 64
    assert name == sheet_id(ABOUT, dict(reversed([*CODES.items()])))
    assert name != sheet_id(About("English", "P1H1"), CODES)
    assert name != sheet_id(ABOUT, {**CODES, "3": CODES["5"], "5": CODES["3"]})


# --- Keeping -----------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the keys."""
    found = tmp_path / "keys"
    monkeypatch.setattr(keeping, "keys_folder", lambda: found)
    return found


def test_a_sheet_is_kept_for_one_file(folder: Path, tmp_path: Path) -> None:
    """Whole or not at all, readable by its owner only; a copy of the battle cannot have it opened."""
    path, copy, name = tmp_path / "battle.txt", tmp_path / "copy.txt", sheet_id(ABOUT, CODES)
    keeper, kept = Keeper(path), Kept(KEY, "3 charge k")
    assert not keeper.has(name)
    keeper.keep(name, kept)
    path.write_text(f"1. seal French P1H1 3:{CODES['3']}\n", encoding="utf-8")
    assert keeper.has(name)
    assert Keeper(path).sheet(name, CODES["3"]) == kept
    [file] = folder.iterdir()
    assert file.stat().st_mode & 0o077 == 0
    assert json.loads(file.read_text(encoding="utf-8"))["key"] == f"{KEY} 3 charge k"
    copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(ImpossibleError, match="is a copy of the battle in"):
        Keeper(copy).sheet(name, CODES["3"])
    path.unlink()
    assert Keeper(copy).sheet(name, CODES["3"]) == kept
    keeper.drop(name)
    with pytest.raises(
        ImpossibleError, match=r"cannot go on: its order sheet, .*; without it a line is only"
    ):
        keeper.sheet(name, CODES["3"])


def test_a_sheet_that_cannot_be_kept_is_not_sealed(folder: Path, tmp_path: Path) -> None:
    folder.write_text("in the way", encoding="utf-8")
    with pytest.raises(
        SessionError, match=r"the order sheet of the battle cannot be kept: .*; orders that are"
    ):
        Keeper(tmp_path / "battle.txt").keep("ab" * 32, Kept(KEY, "none"))


def test_what_is_kept_is_not_shown_by_accident(tmp_path: Path) -> None:
    assert "charge" not in repr(Kept(KEY, "3 charge k"))
    assert repr(Keeper(tmp_path)) == f"Keeper(path={tmp_path!r})"
