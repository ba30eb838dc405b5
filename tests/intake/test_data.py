"""TOML and JSON from outside: everything that means something is read, everything else is said."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.errors import IntakeError
from deduce.intake.data import json_text, parse_json, parse_toml

NUMBERS = st.integers(-(10**18), 10**18) | st.floats(allow_nan=False, allow_infinity=False)
LEAVES = NUMBERS | st.booleans() | st.text(max_size=8)
DATA = st.recursive(
    LEAVES | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(DATA)
def test_json_is_read_as_the_standard_library_does(data: object) -> None:
    """Whatever can be meant comes back."""
    assert parse_json(json.dumps(data)) == data


TOML = st.lists(
    st.sampled_from(
        ["a", "b.c", '"d.e"', " = ", "1", "-2.5", '"x"', "'y'", *"[]{},\n#", '"""', "'''"]
    )
)  # fmt: skip


@given(TOML.map("".join))
def test_toml_is_read_as_the_standard_library_does(text: str) -> None:
    """The checks beforehand refuse nothing that is right, and nothing else is let through."""
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(IntakeError):
            parse_toml(text)
    else:
        assert parse_toml(text) == expected


BAD_TOML = {
    "a = 1\nb = \n": "is not valid TOML: Invalid value",
    f"a = {'9' * 5000}": "a number is too long",
    f"a = {10**19}": "a: 10000000000000000000 is further from 0",
    f"a = 0x{'f' * 5000}": "a: such int is further from 0",
    "a.b = inf": "a.b: inf is no number",
    "a = [nan]": "a: nan is no number",
    "a = 1e5000": "a: inf is no number",
    "a = 1979-05-27": "'1979-05-27' is a date or a time",
    "a = [07:32:00]": "'07:32:00' is a date or a time",
    "[" * 100_000: "nested too deeply",
    "a = " + "[" * 100_000: "nested too deeply",
    "a = " + "{b = " * 50_000: "nested too deeply",
    ".".join(["a"] * 100_000) + " = 1": "parts with dots",
    "[" + " . ".join(['"a.b"'] * 100_000) + "]": "parts with dots",
    "[[" + ".".join(["a"] * 9) + "]]": "parts with dots",
}


@pytest.mark.parametrize("text", BAD_TOML, ids=lambda text: text[:20])
def test_what_toml_is_refused(text: str) -> None:
    """Each in one short sentence."""
    with pytest.raises(IntakeError) as caught:
        parse_toml(text)
    assert BAD_TOML[text] in str(caught.value)
    assert len(str(caught.value)) < 200


TOO_MUCH = {
    "headers": ("", "[aNUMBER.b.c.d.e.f.g.h]\n", 12_962),
    "headers that differ": ("", "[aNUMBER.bNUMBER.cNUMBER]\n", 36_842),
    "headers of one part": ("", "[aNUMBER]\n", 140_000),
    "blocks": ("", "[[aNUMBER]]\n", 140_000),
    "dotted keys": ("", "aNUMBER.b.c.d.e.f.g.h=1\n", 13_461),
    "dotted keys in one table": ("", "a.b.c.d.e.f.g.hNUMBER=1\n", 13_461),
    "keys": ("", "aNUMBER=1\n", 233_333),
    "keys of lists": ("", "aNUMBER=[]\n", 87_500),
    "values": ("x=[", "1,", 699_992),
    "lists": ("x=[", "[],", 116_666),
    "tables": ("x=[", "{},", 116_665),
    "entries": ("", "[[entry]]\nfact = 'a'\nid = \"b\"\ntext = '''c'''\n", 50_000),
}
"""What stands at the beginning, what comes again and again, and how often it may."""


@pytest.mark.parametrize("name", TOO_MUCH)
def test_how_much_toml_may_hold(name: str) -> None:
    """As much as is allowed is read; what takes too long is refused, with the line and what to do."""
    head, unit, most = TOO_MUCH[name]
    end = "]" if head else ""
    units = [unit.replace("NUMBER", str(number)) for number in range(most + 1)]
    assert parse_toml(head + "".join(units[:most]) + end)
    with pytest.raises(IntakeError, match="has too many headers, keys and values") as caught:
        parse_toml(head + "".join(units) + end)
    assert len(str(caught.value)) < 200
    assert "; make several files of it" in str(caught.value)
    above = unit.count("\n") * most + 1
    assert caught.value.line is not None
    assert above <= caught.value.line <= above + unit.count("\n")


def test_how_many_lines_toml_may_have() -> None:
    """Empty ones, and those in texts, take time as well."""
    lines = "\n#" * 500_000
    for text in ("\n" * 500_000 + "a = 1", f"a = 1{lines}", f"a = '''{lines}'''"):
        assert "a" in parse_toml(text)
        with pytest.raises(
            IntakeError, match=r"more than 500,000 lines, .*make several files of it"
        ) as caught:
            parse_toml("\n" + text)
        assert caught.value.line == 500_001


def test_signs_in_texts_and_comments_are_not_counted() -> None:
    """They take no more than other signs."""
    signs = "[{.=,}]" * 100_000
    assert parse_toml(f'a = \'{signs}\' # {signs}\nb = """{signs}"""\n') == {"a": signs, "b": signs}


def test_brackets_that_are_not_closed_are_said_first() -> None:
    """What stands behind them only looks nested."""
    with pytest.raises(IntakeError, match="is not valid TOML: Expected") as caught:
        parse_toml("a = 1\n[[b\n" + "[[c]]\n" * 30)
    assert caught.value.line == 2
    with pytest.raises(IntakeError, match="nested too deeply"):
        parse_toml("a = " + "[\n" * 30)


def test_where_toml_is_wrong() -> None:
    """Line and column are told, also of the end; dots in texts and comments are no keys."""
    with pytest.raises(IntakeError) as caught:
        parse_toml("a = 1\nb = ?")
    assert (caught.value.line, caught.value.column) == (2, 5)
    with pytest.raises(IntakeError) as caught:
        parse_toml("a = 1\nb = [\n")
    assert (caught.value.line, caught.value.column) == (2, 5)
    with pytest.raises(IntakeError) as caught:
        parse_toml("a = 1\nb =")
    assert (caught.value.line, caught.value.column) == (2, None)
    with pytest.raises(IntakeError) as caught:
        parse_toml("a = '''\n\n'''\n" + "a." * 9 + "b = 1")
    assert caught.value.line == 4
    words = "a.b.c.d.e.f.g.h.i.j.k"
    text = f'a = "{words}" # {words} " \'\nb = \'\'\'\n{words}\'\'\'\nc = """{words}"""\n'
    assert parse_toml(text)["c"] == words


BAD_JSON = {
    "": "is not valid JSON",
    "[NaN]": "NaN is no number",
    '{"a": -Infinity}': "-Infinity is no number",
    '{"a": 1e999}': "a: inf is no number",
    '{"a\u202eb": 1e999}': "a\\u202eb: inf is no number",
    "9" * 5000: "the number 99999999999999999999... is too long",
    str(10**18 + 1): "further from 0",
    "[" * 50 + "]" * 50: "nested too deeply",
    "[" * 100_000: "nested too deeply",
}


@pytest.mark.parametrize("text", BAD_JSON, ids=lambda text: text[:20] or "nothing")
def test_what_json_is_refused(text: str) -> None:
    """Each in one short sentence, bytes that are no text too."""
    for given_ in (text, text.encode()):
        with pytest.raises(IntakeError) as caught:
            parse_json(given_)
        assert BAD_JSON[text] in str(caught.value)
    with pytest.raises(IntakeError, match="UTF-8"):
        parse_json(b'"\xe9"')


@pytest.mark.parametrize(
    "text",
    [
        "a" * 400_000,
        '"\\' * 200_000,
        '"""' * 130_000,
        "a " * 200_000,
        " " * 400_000,
        "'" * 400_000,
        f'a = "{"9" * 400_000}" 9',
    ],
    ids=lambda text: repr(text[:8]),
)
def test_reading_is_linear(text: str) -> None:
    """What once took minutes; the size is such that a superlinear reading would be noticed."""
    with pytest.raises(IntakeError):
        parse_toml(text + "=")


def test_documents_to_look_at() -> None:
    """They come back as they were, hold nothing that is obeyed, and nothing that is no number."""
    data = {"name": "Zoé \x1b\x7f\x9b\u202e\u2028 \ud800 \U0001f600"}
    for is_ascii in (False, True):
        text = json_text(data, is_ascii=is_ascii)
        assert json.loads(text) == data
        assert not any(sign in text for sign in "\x1b\x7f\x9b\u202e\u2028\ud800")
        assert text.isascii() == is_ascii
    with pytest.raises(ValueError, match="JSON compliant"):
        json_text([float("nan")])
