"""Seals of things that are written now and shown later: short codes that go into a common record.

The code of a text is the beginning of the SHA-256 of a salt and the text. Nobody finds the text of a code,
however few texts there could be, because nobody knows the salt; whoever is told both makes the code again.

The salts of all texts that are sealed together follow from one key, each by HMAC-SHA256 of what its text is
about. So one text can be opened alone, with its salt, and says nothing of the others; and at the end the key
opens all of them at once. A code of 50 bits alone would not bind somebody who tries millions of salts until
two texts have the same one. A salt that was found that way does not follow from the key.
"""

from __future__ import annotations

import hashlib
import hmac
import re

from deduce.errors import IntakeError
from deduce.intake.numbers import quoted

__all__ = ["ALPHABET", "code_of", "is_salt", "parse_code", "salt_of"]

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What codes are written in: 32 digits and letters, without those that look like others (I, L, O) and U."""
CHARACTERS = 10
"""How many characters a code has, with 5 bits each."""
GROUP = 5
"""How many of them stand together."""
SALT_BYTES = 16
_MISREAD = str.maketrans("OIL", "011")
_CODE = re.compile(rf"[{ALPHABET}]{{{GROUP}}}-?[{ALPHABET}]{{{GROUP}}}")
_SALT = re.compile(rf"[0-9a-f]{{{2 * SALT_BYTES}}}")


def is_salt(text: str) -> bool:
    """Tell whether a text is a salt: 32 hexadecimal digits."""
    return _SALT.fullmatch(text) is not None


def salt_of(key: str, about: str) -> str:
    """Return the salt of a text: 128 bits that nobody can tell without the key, nor the key from them.

    Args:
        key: The key of all that is sealed together, as hexadecimal digits.
        about: What the text is about; no two texts that are sealed together have the same.
    """
    return hmac.digest(bytes.fromhex(key), about.encode(), "sha256")[:SALT_BYTES].hex()


def code_of(salt: str, text: str) -> str:
    """Return the code of a text, such as "Q4T7B-M2KXA".

    Args:
        salt: Its salt, as hexadecimal digits.
        text: The text.
    """
    digest = hashlib.sha256(bytes.fromhex(salt) + text.encode()).digest()
    bits = int.from_bytes(digest, "big")
    width = (len(ALPHABET) - 1).bit_length()
    top = bits >> len(digest) * 8 - CHARACTERS * width
    drawn = [ALPHABET[top >> place * width & len(ALPHABET) - 1] for place in range(CHARACTERS)]
    return _grouped("".join(reversed(drawn)))


def parse_code(text: str) -> str:
    """Read a code, also in small letters, without its hyphen, or with letters for the digits 0 and 1.

    Examples:
        >>> parse_code("q4t7bm2kxa"), parse_code("O4T7B-M2KXL")
        ('Q4T7B-M2KXA', '04T7B-M2KX1')

    Raises:
        IntakeError: If it is none.
    """
    plain = text.upper().translate(_MISREAD)
    if _CODE.fullmatch(plain) is None:
        message = f"{quoted(text)} is no code; codes look like Q4T7B-M2KXA"
        raise IntakeError(message)
    return _grouped(plain.replace("-", ""))


def _grouped(code: str) -> str:
    return f"{code[:GROUP]}-{code[GROUP:]}"
