"""Waiting for a line at a terminal, so that Ctrl-C is heard at whichever moment it comes."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from functools import cache

CAN_LISTEN = os.name == "posix"
"""Whether input can be waited for together with signals; elsewhere Ctrl-C ends a read by itself."""
MANY = 4096
"""More bytes than there can be signals at once."""


def wait_for_line() -> None:
    """Wait until standard input has a line, or a signal such as Ctrl-C came, which is then acted on.

    Python looks for signals before it reads, and when reading was interrupted. One that comes between the two
    would only be heard after the next line: so signals are also told through a pipe, which ends the waiting.
    """
    if not CAN_LISTEN or threading.current_thread() is not threading.main_thread():
        return
    heard, told = _pipe()
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    while heard in select.select([sys.stdin, heard], [], [])[0]:
        # What a signal does is done between these calls; an exception leaves the loop.
        os.read(heard, MANY)


@cache
def _pipe() -> tuple[int, int]:
    """Return a pipe that stays: Ctrl-C may come while one is made or closed."""
    heard, told = os.pipe()
    os.set_blocking(told, False)
    return heard, told
