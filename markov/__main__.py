"""The command, as `python -m markov`, also where there is no room to load it."""

import atexit
import gc
import sys
from contextlib import suppress

from markov.command.failure import BUG, INTERRUPTED, LIMIT, causes, exhausted
from markov.printable import printable

_LONGEST = 500


def main() -> None:
    """Loads the command and runs it; a failure to load it ends with an exit code and a line."""
    # What is loaded stays to the end; to search it for garbage every 700 objects, and once more on the way
    # out, takes a fifth of a query. A query makes 60,000 objects that stay.
    gc.set_threshold(200_000)
    atexit.register(gc.freeze)
    try:
        from markov.cli import main as command

        command()
    except SystemExit:
        raise
    except BaseException as error:
        if any(isinstance(cause, KeyboardInterrupt) for cause in causes(error)):
            sys.exit(INTERRUPTED)
        words = exhausted(error)
        why = " ".join(str(error).split())
        told = words or f"it cannot start: {why}; install it again, with all that it needs"
        with suppress(AttributeError, OSError):  # a stderr that is closed, or full
            sys.stderr.write(f"markov: {printable(told, _LONGEST)}\n")
        sys.exit(LIMIT if words else BUG)


if __name__ == "__main__":
    main()
