"""Whatever stands in a file of rules: it is read, or one sentence says what is wrong and where."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from common import ROOT
from deduce.ruling.asking import verdict
from deduce.ruling.errors import RulingError
from deduce.ruling.reading import parse_law

FILES = [
    Path(__file__).parent / "made_up.toml",
    ROOT / "deduce" / "cards" / "editions" / "base.toml",
]
TOKEN = re.compile(r'"[^"]*"|[\w.-]+|\[[^\[\]]*\]|\{[^{}]*\}')
OTHERS = (
    "3", "-1", "1.5", "true", '"x"', "[]", "{}", "[1]", '["x"]', "{ a = 1 }", '"\\u001b[2J"', "1e999", '""',
    "10000000000000000000", "[[]]", "{ is = 3 }", "2026-01-01", '{ en = "x" }', '"gale"', '"DEC-GALE=late"',
)  # fmt: skip


def changed(text: str, lot: random.Random) -> str:
    """A text with a few of its words exchanged, left out or doubled, or a line gone."""
    for _ in range(lot.randint(1, 3)):
        lines = text.split("\n")
        place = lot.randrange(len(lines))
        if lot.random() < 0.2:
            del lines[place]
        elif found := list(TOKEN.finditer(lines[place])):
            token = lot.choice(found)
            other = lot.choice([*OTHERS, token[0] * 2, token[0][:-1], ""])
            lines[place] = lines[place][: token.start()] + other + lines[place][token.end() :]
        text = "\n".join(lines)
    return text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_changed_file_is_read_or_refused(path: Path) -> None:
    """No error but its own; it names the file and, if anything is there to point at, the line."""
    text, lot = path.read_text("utf-8"), random.Random(12)
    sentences = [sentence for _ in range(300) if (sentence := refused(changed(text, lot)))]
    assert 50 < len(sentences) < 300
    for sentence in sentences:
        assert re.match(r"mine\.toml(, line [1-9]\d*)?: ", sentence)
        assert "\n" not in sentence
        assert "\x1b" not in sentence
        assert len(sentence) < 400


def refused(text: str) -> str:
    """What is wrong with a text; "" if nothing is, and then every act in it can be asked about."""
    try:
        law = parse_law(text, "mine.toml")
    except RulingError as error:
        return str(error)
    for action in law.actions:
        verdict(law, action, {})
    return ""
