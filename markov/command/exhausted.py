"""Memory, stack or threads that ran out, told from mistakes."""

from collections.abc import Iterator
from errno import ENOMEM

# What the system says when a library cannot be loaded for want of memory, which is an ImportError.
_UNLOADED = ("cannot allocate memory", "failed to map segment")
_MEMORY = "the memory is not enough; lower --max-states, ask for one wager at a time, or allow more memory"


def exhausted(error: BaseException) -> str:
    """What ran out and what to do; empty where the error is something else.

    >>> exhausted(MemoryError())
    'the memory is not enough; lower --max-states, ask for one wager at a time, or allow more memory'
    >>> exhausted(ValueError())
    ''
    """
    for one in causes(error):
        words = str(one).lower()
        if (
            isinstance(one, MemoryError)
            or (isinstance(one, OSError) and one.errno == ENOMEM)
            or (isinstance(one, ImportError | OSError) and any(said in words for said in _UNLOADED))
        ):
            return _MEMORY
        if isinstance(one, RecursionError):
            return "the file or the rule nests too deep; write it with fewer levels, or ask for smaller needs"
        if isinstance(one, RuntimeError) and "can't start new thread" in words:
            return "the system lets no more threads start; end other programs, or ask for fewer --workers"
    return ""


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, and those that it came from, unless it was raised in their place."""
    known: set[int] = set()
    while error is not None and id(error) not in known:
        known.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
