"""A sweep that is written to a file: its parts made here, in other processes, or on a cluster."""

import os
import re
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from logging import CRITICAL, getLogger
from pathlib import Path
from typing import Any, TypeVar

from typer import BadParameter

from markov.command.failure import LIMIT as UNWRITTEN
from markov.command.failure import Unwritten
from markov.command.output import progress, say
from markov.package import NAME, __version__, needs
from markov.processors import processors
from markov.questions.sweep.resumed import Unfinished
from markov.questions.sweep.view import FileFormat, Plan, SweepPart, Swept, parts, rendered, tail
from markov.tables import csv

T = TypeVar("T")
R = TypeVar("R")

_FEW = 8  # pieces of work that are done before another process has started
_PATIENCE = 15  # seconds for a scheduler to answer


def write(
    plan: Plan,
    swept: Sequence[Swept],
    target: Path,
    force: bool = False,
    workers: int | None = None,
    scheduler: str | None = None,
) -> None:
    """Writes every paytable, going on where the file was left; says on stderr how far it is.

    force       overwrites a file that is there, or the unfinished part of another sweep
    workers     processes; None for one for each processor if there is enough to do
    scheduler   the address of a cluster's scheduler
    """
    style: FileFormat = target.suffix[1:]  # type: ignore[assignment]
    definition = repr((__version__, target.suffix, plan, swept))
    total = sum(len(sweep) for _, sweep in swept)

    with Unfinished(target, definition, f"{plan.wager} {' '.join(plan.endings)}", force) as file:
        every = list(parts(plan, style, swept))
        if file.pieces:
            last = every[file.pieces - 1] if file.pieces <= len(every) else None
            file.compare(rendered(last) if last else None)
        if file.dropped:
            say(f"{file.part}: what its journal does not prove is dropped")
        left = every[file.pieces :]
        ready = total - sum(part.stop - part.start for part in left)
        if file.pieces:
            say(f"{file.part} has {ready:,} of them; continuing")
        try:
            with progress("sweeping", total) as done, _texts(left, workers, scheduler) as texts:
                for part, text in zip(left, texts, strict=True):
                    file.add(text)
                    ready += part.stop - part.start
                    done(ready)
        except KeyboardInterrupt:
            kept = f"{file.part} keeps {ready:,} paytables, and the same command continues from there"
            say(f"interrupted; {kept}")
            raise
        file.finish(tail(style), csv.to_parquet if target.suffix == ".parquet" else None)
    say(f"{target} has all {total:,}")


@contextmanager
def _texts(
    listed: Sequence[SweepPart], workers: int | None, scheduler: str | None
) -> Iterator[Iterator[bytes]]:
    """The texts of the parts, in their order: made here, in other processes, or on a cluster.

    workers     processes; None for one for each processor if there is enough to do
    scheduler   the address of a cluster's scheduler

    Raises BadParameter where there is no such cluster, or its workers cannot do the work.
    """
    if scheduler is not None:
        with _cluster(scheduler) as (cluster, waiting):
            yield in_order(cluster, waiting, rendered, listed)
        return
    count = workers or (1 if len(listed) <= _FEW else processors())
    if count == 1:
        yield map(rendered, listed)
        return
    from multiprocessing import get_context

    # Started afresh, not forked: a fork would take over threads and locked files of this process.
    pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_end_with_parent)
    try:
        yield in_order(pool, 2 * count, rendered, listed)
    except BrokenProcessPool:
        said = "a worker died, perhaps for want of memory; the same command goes on, with fewer --workers"
        raise Unwritten(UNWRITTEN, said) from None
    finally:
        pool.shutdown(cancel_futures=True)


def in_order(pool: Executor, waiting: int, function: Callable[[T], R], pieces: Iterable[T]) -> Iterator[R]:
    """The results of a function for all tasks, in their order, so many of them being worked on."""
    ahead: deque[Future[R]] = deque()
    try:
        for piece in pieces:
            with _uninterrupted():
                ahead.append(pool.submit(function, piece))
            if len(ahead) > waiting:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        for future in ahead:
            future.cancel()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that are started meanwhile never see Ctrl-C; this one sees it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """Lets this process end when the one that started it is gone, even if it was killed."""
    from multiprocessing import parent_process
    from threading import Thread

    def wait() -> None:
        if parent := parent_process():
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on the cluster at an address, and the number of tasks that should be waiting for it."""
    if not re.fullmatch(r"(tcp|tls)://\S+", address):
        raise BadParameter(
            f"--scheduler {address} is no address of a scheduler; write it like tcp://10.0.0.5:8786"
        )
    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError:
        raise BadParameter(needs("--scheduler", "dask.distributed", "cluster")) from None
    getLogger("distributed").setLevel(CRITICAL)  # what fails is said below, in a line
    try:
        client = distributed.Client(address, timeout=_PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        raise BadParameter(
            f"--scheduler {address} does not answer: {error}; start it, or leave out --scheduler"
        ) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise BadParameter(
                f"--scheduler {address} has no workers; start one there, or leave out --scheduler"
            )
        _same_edition(client)
        try:
            yield client.get_executor(), 2 * threads
        except (CancelledError, OSError, distributed.KilledWorker) as error:
            said = f"{type(error).__name__}{f': {error}' if str(error) else ''}"
            raise Unwritten(UNWRITTEN, f"the cluster failed, {said}; the same command goes on") from None


def _same_edition(client: Any) -> None:
    """Raises BadParameter where a worker has another edition of this program, or none."""
    ours = __version__
    for worker, theirs in client.run(version, NAME, on_error="return").items():
        if theirs != ours:
            raise BadParameter(f"the worker {worker} has markov {theirs}, not {ours}; install the same there")
