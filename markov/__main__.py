"""The command, as `python -m markov`, also where there is no room to load it."""

import sys
from contextlib import suppress

from markov.command.exhausted import causes, exhausted
from markov.printable import printable

_LIMIT, _BUG, _INTERRUPTED = 5, 70, 130  # as the command has them
_LONGEST = 500


def main() -> None:
    """Loads the command and runs it; what goes wrong while it is loaded ends with an exit code and a line."""
    try:
        from markov.cli import main as command

        command()
    except SystemExit:
        raise
    except BaseException as error:
        if any(isinstance(one, KeyboardInterrupt) for one in causes(error)):
            sys.exit(_INTERRUPTED)
        words = exhausted(error)
        why = " ".join(str(error).split())
        told = words or f"it cannot start: {why}; install it again, with all that it needs"
        with suppress(AttributeError, OSError):  # a stderr that is closed, or full
            sys.stderr.write(f"markov: {printable(told, _LONGEST)}\n")
        sys.exit(_LIMIT if words else _BUG)


if __name__ == "__main__":
    main()
