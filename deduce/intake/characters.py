"""Characters that a terminal would obey instead of showing, that are none, or that bear accents."""

from __future__ import annotations

import re

__all__ = ["escaped", "harmless", "is_text", "plain"]

_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but for tabs and line ends, marks that turn the direction, and halves of characters."""
_ACCENTS = str.maketrans("àâäéèêëîïôöùûüç", "aaaeeeeiioouuuc")
_HALF = re.compile("[\ud800-\udfff]")


def harmless(text: str) -> str:
    r"""Return a text in which whatever a terminal would obey is written out.

    Examples:
        >>> print(harmless("a\x1b[2Jb"))
        a\x1b[2Jb
    """
    return _OBEYED.sub(_written_out, text)


def is_text(text: str) -> bool:
    """Tell whether something is text as a whole: bytes that were none came in as halves of characters."""
    return _HALF.search(text) is None


def plain(text: str) -> str:
    """Return a text in small letters and without the accents of French.

    Examples:
        >>> plain("Mélange")
        'melange'
    """
    small = text.casefold()
    return small if small.isascii() else small.translate(_ACCENTS)


def escaped(document: str) -> str:
    """Return a JSON document in which whatever a terminal would obey is written as its number."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", document)


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    if 0xDC80 <= code <= 0xDCFF:
        # How Python keeps a byte of a file name that is no text.
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
