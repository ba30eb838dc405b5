"""Ctrl-C is heard at whichever moment it comes, even between Python's look for it and the reading."""

from __future__ import annotations

import ctypes
import operator
import os
import select
import signal
import sys
from functools import partial

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is heard otherwise there")


def test_ctrl_c_just_before_waiting_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of Python runs between the signal and the waiting, as when it comes at the wrong moment."""
    from deduce_cli.listening import wait_for_line

    waits = select.select
    kill = ctypes.CDLL(None).kill
    came: list[object] = []

    def too_late(*streams: list[object]) -> object:
        calls = [partial(kill, os.getpid(), signal.SIGINT), partial(waits, *streams, 20.0)]
        came.extend(map(operator.call, calls))
        return came[1]

    reader, writer = os.pipe()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with open(reader, encoding="utf-8") as stdin:  # noqa: PTH123 - it has no path
            monkeypatch.setattr(sys, "stdin", stdin)
            monkeypatch.setattr(select, "select", too_late)
            with pytest.raises(KeyboardInterrupt):
                wait_for_line()
            assert came != [0, ([], [], [])]
            # What was told then does not end the next waiting, which a line does.
            monkeypatch.setattr(select, "select", waits)
            os.write(writer, b"h n1\n")
            wait_for_line()
            assert stdin.readline() == "h n1\n"
    finally:
        signal.signal(signal.SIGINT, before)
        os.close(writer)
