"""The command `deduce` for tests that start it in a process of its own."""

import os

COMMAND = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from deduce_cli.main import main; main()"
)
"""What `python -c` runs. Ctrl-C stops it even where the tests themselves were started with Ctrl-C ignored,
as a shell does for everything in the background."""


def unmeasured() -> dict[str, str]:
    """Return an environment for a process that is stopped with Ctrl-C at any moment.

    What measures coverage holds a lock now and then, and waits for it for ever if Ctrl-C comes just then.
    """
    return {name: value for name, value in os.environ.items() if not name.startswith("COV")}


WIDE = {"COLUMNS": "1000"}
"""The environment in which no sentence takes several lines."""
