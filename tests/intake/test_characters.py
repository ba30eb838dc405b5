"""No character from outside is obeyed by a terminal."""

from __future__ import annotations

import unicodedata

from deduce.intake.characters import harmless, is_text


def test_harmless() -> None:
    """What is written out is read as what it was; everything else stays as it is."""
    assert harmless("\u061c\u200e") == "\\u061c\\u200e"
    assert harmless("Zoé\t1\n\x1b]0;x\x07\x9b2J\r\u202e\udce9\ud800") == (
        "Zoé\t1\n\\x1b]0;x\\x07\\x9b2J\\x0d\\u202e\\xe9\\ud800"
    )
    for code in range(0x110000):
        sign = chr(code)
        is_harmful = unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} and sign not in "\t\n"
        is_turning = unicodedata.bidirectional(sign) in {
            "LRE",
            "RLE",
            "LRO",
            "RLO",
            "PDF",
            "LRI",
            "RLI",
            "FSI",
            "PDI",
        }
        if is_harmful or is_turning:
            assert harmless(sign) != sign, hex(code)
        elif code not in {0x061C, 0x200E, 0x200F}:
            assert harmless(sign) == sign, hex(code)


def test_what_is_text() -> None:
    """Bytes that are no text are none."""
    assert is_text("Zoé \U0001f600")
    assert not is_text(b"Zo\xe9".decode("utf-8", "surrogateescape"))
