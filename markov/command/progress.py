"""A bar on the error stream, where a person is waiting."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, int], None]
"""Is told what is being done, how many steps are done, and of how many."""

_PATIENCE = 0.5  # seconds; a bar that is gone at once is only a flicker


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that is told how much is done by now; none where the error stream is no terminal.

    How far a single piece of work is nobody knows, so its bar only moves to and fro.

    >>> with progress("spinning", 2) as done:
    ...     done(1)
    """
    with stages(what) as told:
        if total < 2:
            yield lambda done: None
            return
        told(what, 0, total)
        yield lambda done: told(what, done, total)


@contextmanager
def stages(what: str = "") -> Iterator[Progress]:
    """A bar that is told what is being done, how many steps are done, and of how many.

    A wheel turns and the clock runs within each step.

    what   is done before it is told

    >>> with stages() as told:
    ...     told("certifying", 1, 5)
    """
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from threading import Timer

    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    bar = Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=None)
    timer = Timer(_PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total)
    finally:
        timer.cancel()
        timer.join()
        if bar.live.is_started:
            bar.stop()
