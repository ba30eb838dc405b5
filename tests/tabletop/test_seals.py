"""Codes of what is written now and shown later."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.errors import IntakeError
from deduce.tabletop.keys import unknown_key
from deduce.tabletop.seals import ALPHABET, code_of, is_salt, parse_code, salt_of

BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
KEY = "00" * 31 + "01"
keys = st.binary(min_size=32, max_size=32).map(bytes.hex)
texts = st.text(max_size=40)


def by_hashlib(salt: str, text: str) -> str:
    """The code, by the base32 of the standard library in another alphabet."""
    digest = hashlib.sha256(bytes.fromhex(salt) + text.encode()).digest()
    letters = base64.b32encode(digest).decode()[:10].translate(str.maketrans(BASE32, ALPHABET))
    return f"{letters[:5]}-{letters[5:]}"


def test_known_codes() -> None:
    """The SHA-256 of "abc" begins with ba7816bf8f01cf: a salt of 61 and the text bc, in groups of 5 bits."""
    assert hashlib.sha256(b"abc").hexdigest().startswith("ba7816bf8f01cf")
    assert f"{0xBA7816BF8F01CF >> 6:050b}" == "10111010011110000001011010111111100011110000000111"
    assert code_of("61", "bc") == "Q9W1D-FWF07"
    assert code_of("", "") == by_hashlib("", "")


@given(st.binary(max_size=32).map(bytes.hex), texts)
def test_codes_are_those_of_the_standard_library(salt: str, text: str) -> None:
    assert code_of(salt, text) == by_hashlib(salt, text)


@given(keys, texts)
def test_salts_follow_from_the_key(key: str, about: str) -> None:
    """They are 128 bits of an HMAC."""
    full = hmac.new(bytes.fromhex(key), about.encode(), hashlib.sha256).hexdigest()
    assert is_salt(salt_of(key, about))
    assert full.startswith(salt_of(key, about))


def test_salts_are_their_own() -> None:
    """Each text, and each key, has another one; keys are drawn anew."""
    assert len({salt_of(KEY, str(number)) for number in range(100)}) == 100
    assert len({salt_of(unknown_key(), "3") for _ in range(100)}) == 100


@given(keys, texts, texts)
def test_another_text_has_another_code(key: str, one: str, other: str) -> None:
    assert (code_of(salt_of(key, ""), one) == code_of(salt_of(key, ""), other)) == (one == other)


@pytest.mark.parametrize("typed", ["Q9W1D-FWF07", "q9w1d-fwf07", "q9w1dfwf07", "Q9WID-FWFO7", "q9wldfwfo7"])
def test_codes_are_read_as_people_write_them(typed: str) -> None:
    assert parse_code(typed) == "Q9W1D-FWF07"


@pytest.mark.parametrize(
    "typed",
    ["", "Q9W1D", "Q9W1D-FWF0", "Q9W1D-FWF077", "Q9W1-DFWF07", "U9W1D-FWF07", "ß9W1D-FWF07", "٣" * 10],
)
def test_what_is_no_code_is_refused(typed: str) -> None:
    with pytest.raises(IntakeError, match="is no code; codes look like Q4T7B-M2KXA"):
        parse_code(typed)


@pytest.mark.parametrize("text", ["", "00", "00" * 17, "G0" * 16, "AB" * 16, "00" * 16 + "\n"])
def test_what_is_no_salt(text: str) -> None:
    assert not is_salt(text)
