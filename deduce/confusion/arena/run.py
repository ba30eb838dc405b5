"""Where the games of a tournament are played: here, in several processes, or on a cluster."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any

from deduce.confusion.arena.tournament import StoppedError, play
from deduce.confusion.errors import ConfusionError
from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from multiprocessing.synchronize import Event

    from deduce.confusion.arena.tournament import GameResult, Tournament

__all__ = ["BACKENDS", "play_all"]

BACKENDS = ("local", "dask", "ray")
"""Where games can be played."""
_REMEDY = "pip install 'deduce-tabletop[cluster]' brings it"
_PATIENCE = 10
"""Seconds to wait for the scheduler of a cluster."""


def play_all(
    tournament: Tournament,
    games: Iterable[int],
    *,
    jobs: int = 1,
    backend: str = "local",
    address: str | None = None,
) -> Generator[GameResult, None, None]:
    """Play games of a tournament, and yield each as soon as it is over, in whatever order.

    Closing the iterator stops the rest. Several processes are started afresh, so a script that uses them must
    do so under `if __name__ == "__main__"`.

    Args:
        tournament: The tournament.
        games: The numbers of the games.
        jobs: How many processes play; on a cluster it is as many as that has.
        backend: One of `BACKENDS`.
        address: The address of the cluster's scheduler, such as "tcp://10.0.0.1:8786".

    Raises:
        ConfusionError: If a player cannot be made, or the cluster cannot be reached.
    """
    if backend not in BACKENDS:
        message = f"there is no backend {quoted(backend)}; {did_you_mean(backend, BACKENDS)}"
        raise ConfusionError(message)
    if jobs < 1:
        message = f"{jobs} processes play nothing; it must be at least 1"
        raise ConfusionError(message)
    if backend == "local" and address is not None:
        message = f"the address {quoted(address)} needs a cluster; say which kind, such as --backend dask"
        raise ConfusionError(message)
    if backend != "local":
        return _on_cluster(tournament, games, backend, address)
    return _in_processes(tournament, games, jobs) if jobs > 1 else _here(tournament, games)


def _here(tournament: Tournament, games: Iterable[int]) -> Generator[GameResult, None, None]:
    for number in games:
        yield play(tournament, number)


# --- Processes on this machine ----------------------------------------------------------------------

_stop: Event | None = None
"""In a process that plays: set when nobody waits for its game any more."""


def _begin(stop: Event) -> None:
    """Prepare a process: Ctrl-C is for the one that started it, which then sets `stop`."""
    import signal
    from threading import Thread

    global _stop  # noqa: PLW0603 - a process is prepared once, before it plays
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process as soon as the one that started it was killed; nobody else would."""
    import os
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(tournament: Tournament, number: int) -> GameResult | None:
    """Play a game in a process of its own; None if it was stopped."""
    try:
        return play(tournament, number, None if _stop is None else _stop.is_set)
    except StoppedError:
        return None


def _in_processes(
    tournament: Tournament, games: Iterable[int], jobs: int
) -> Generator[GameResult, None, None]:
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    # Started afresh everywhere, so that no thread or lock of this process is copied half way.
    context = get_context("spawn")
    stop = context.Event()
    left = iter(games)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(stop,))
    waiting: set[Future[GameResult | None]] = set()
    try:
        while True:
            # A few games ahead, so that no process waits, and few are thrown away when it is stopped.
            for number in islice(left, 2 * jobs - len(waiting)):
                with _undisturbed():
                    waiting.add(pool.submit(_work, tournament, number))
            if not waiting:
                break
            over, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in over:
                result = future.result()
                if result is not None:
                    yield result
    except BrokenProcessPool:
        message = "a process that played was ended from outside; the same command goes on where it stopped"
        raise ConfusionError(message) from None
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Keep Ctrl-C from a process that is being started, which cannot ignore it yet; it comes afterwards."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- A cluster --------------------------------------------------------------------------------------


def _on_cluster(
    tournament: Tournament, games: Iterable[int], backend: str, address: str | None
) -> Generator[GameResult, None, None]:
    """Play games through the backend that joblib has for a cluster."""
    try:
        joblib: Any = import_module("joblib")
    except ImportError:
        message = f"a cluster needs joblib, which is not installed; {_REMEDY}"
        raise ConfusionError(message) from None
    with ExitStack() as stack:
        options = _connect(stack, backend, address)
        stack.enter_context(joblib.parallel_config(backend, n_jobs=-1, **options))
        # Each game is long beside the way to a worker and back, so none waits for others in a batch.
        parallel = joblib.Parallel(batch_size=1, return_as=_way_of_return(joblib))
        try:
            for result in parallel(joblib.delayed(_work)(tournament, number) for number in games):
                if result is not None:
                    yield result
        except ConfusionError:
            raise
        except Exception as error:
            # Whatever a worker or the way to it may raise, such as that deduce is not installed there.
            message = f"the {backend} cluster failed: {_said(error)}"
            raise ConfusionError(message) from error


def _way_of_return(joblib: Any) -> str:  # noqa: ANN401 - a package without types
    """Return how the games come back: each as it is over, or all at the end where joblib cannot do that."""
    active, _ = joblib.parallel.get_active_backend()
    return "generator_unordered" if active.supports_return_generator else "list"


def _connect(stack: ExitStack, backend: str, address: str | None) -> dict[str, Any]:
    """Connect to a cluster, and return the options of joblib's backend.

    Raises:
        ConfusionError: If it is not installed or cannot be reached.
    """
    try:
        if backend == "ray":
            return _connect_ray(stack, address)
        return _connect_dask(stack, address)
    except ImportError:
        remedy = _REMEDY if backend == "dask" else f"pip install {backend} brings it"
        message = f"the backend {backend} is not installed; {remedy}"
        raise ConfusionError(message) from None
    except (OSError, ValueError, RuntimeError) as error:
        if isinstance(error, ConfusionError):
            raise
        message = f"the {backend} cluster at {address} cannot be reached: {_said(error)}"
        raise ConfusionError(message) from None


def _said(error: Exception) -> str:
    """Return an error's words in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def _connect_dask(stack: ExitStack, address: str | None) -> dict[str, Any]:
    distributed: Any = import_module("distributed")
    if not address:
        message = "a dask cluster needs the address of its scheduler, such as --address tcp://10.0.0.1:8786"
        raise ConfusionError(message)
    client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    stack.callback(client.close)
    return {"client": client}


def _connect_ray(stack: ExitStack, address: str | None) -> dict[str, Any]:
    ray: Any = import_module("ray")
    import_module("ray.util.joblib").register_ray()
    ray.init(address=address)
    stack.callback(ray.shutdown)
    return {}
