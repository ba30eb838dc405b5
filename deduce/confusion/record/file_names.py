r"""Names of files as they stand in a header: every name that a file can have is read as it was written.

A header is one line whose ends are cut off, in UTF-8. A name that would not come through this stands in
double quotes and is written as in JSON: a line end as \n, and a byte that is no text as \udc80 to \udcff.
"""

from __future__ import annotations

import json

from deduce.errors import IntakeError
from deduce.intake.data import parse_json

__all__ = ["file_name_read", "file_name_written"]


def file_name_written(name: str) -> str:
    r"""Return the name of a file as it stands in a header.

    Examples:
        >>> file_name_written("/games/a = b.toml"), file_name_written("/games/two\nlines.toml")
        ('/games/a = b.toml', '"/games/two\\nlines.toml"')
    """
    return name if name.isprintable() and name == name.strip() and not _is_quoted(name) else json.dumps(name)


def file_name_read(value: str) -> str:
    r"""Return the name of a file that stands in a header.

    Examples:
        >>> file_name_read("/games/a = b.toml"), file_name_read('"/games/two\\nlines.toml"')
        ('/games/a = b.toml', '/games/two\nlines.toml')
    """
    if not _is_quoted(value):
        return value
    try:
        name = parse_json(value)
    except IntakeError:
        # Somebody has written quotes that are part of the name.
        return value
    return name if isinstance(name, str) else value


def _is_quoted(value: str) -> bool:
    return len(value) > 1 and value.startswith('"') and value.endswith('"')
