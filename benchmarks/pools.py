"""Numbers worked through here or in several processes, so that Ctrl-C ends it with all that is there."""

from __future__ import annotations

import signal
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

T = TypeVar("T")


def each_of(work: Callable[[int], T], numbers: Iterable[int], jobs: int) -> Generator[T, None, None]:
    """Yield the result of each number, in order, as soon as it is there; closing the iterator stops the rest.

    Args:
        work: What is done with a number.
        numbers: The numbers; they may go on for ever.
        jobs: How many processes work.
    """
    if jobs == 1:
        yield from map(work, numbers)
        return
    left = iter(numbers)
    # Ctrl-C is for the process that started them.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    try:
        while some := list(islice(left, 4 * jobs)):
            yield from pool.map(work, some)
    finally:
        # A second Ctrl-C while the processes end would leave them waiting for ever.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        pool.shutdown(cancel_futures=True)
        signal.signal(signal.SIGINT, before)
