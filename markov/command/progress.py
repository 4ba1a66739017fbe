"""A bar on the error stream, where a person is waiting."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_PATIENCE = 0.5  # seconds; a bar that is gone at once is only a flicker


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that is told how much is done by now; none where the error stream is no terminal.

    A wheel turns and the clock runs within each piece of work. How far a single piece is nobody knows, so its
    bar only moves to and fro.

    >>> with progress("spinning", 2) as done:
    ...     done(1)
    """
    if total < 1 or not sys.stderr.isatty():
        yield lambda done: None
        return
    from threading import Timer

    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    columns: list[ProgressColumn] = [SpinnerColumn(), TextColumn("{task.description}"), BarColumn()]
    columns += [MofNCompleteColumn(), TimeElapsedColumn()] if total > 1 else [TimeElapsedColumn()]
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=total if total > 1 else None)
    timer = Timer(_PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda done: bar.update(task, completed=done)
    finally:
        timer.cancel()
        timer.join()
        if bar.live.is_started:
            bar.stop()
