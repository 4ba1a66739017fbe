"""The command, as `python -m markov`, also where there is no room to load it."""

import sys

from markov.exhausted import causes, exhausted

_LIMIT, _BUG, _INTERRUPTED = 5, 70, 130  # as the command has them


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
        told = words or f"it cannot start: {' '.join(str(error).split())[:400]}; install it again"
        if sys.stderr is not None:
            sys.stderr.write(f"markov: {told}\n")
        sys.exit(_LIMIT if words else _BUG)


if __name__ == "__main__":
    main()
