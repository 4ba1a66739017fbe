"""The processors that this process may use."""

import os


def processors() -> int:
    """The number of them: those it is allowed, where the system says that, else all of the machine.

    >>> processors() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
