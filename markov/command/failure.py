"""The exit code of a failure, and the words that say what to do about it.

The engine, whose errors these are, is not imported before one of them may have come: a usage error does not
wait for it, and where memory ran out there may be no room for it.
"""

from pathlib import Path
from traceback import extract_tb

from markov.command.exhausted import causes, exhausted
from markov.command.output import ReaderLeft, Unwritten

FINE, USAGE, FILE, ENDLESS, LIMIT, BUG, INTERRUPTED = 0, 2, 3, 4, 5, 70, 130


def failure(error: BaseException) -> tuple[int, str]:
    """The exit code and the words; no words where there is nothing to say.

    >>> from markov.wager.game import Unknown
    >>> failure(Unknown("game", "crabs", ["craps"]))
    (2, "no game 'crabs'; did you mean craps?")
    """
    if any(isinstance(one, KeyboardInterrupt) for one in causes(error)):
        return INTERRUPTED, ""
    if isinstance(error, ReaderLeft):
        return FINE, ""
    if isinstance(error, Unwritten):
        code, words = error.args
        return code, words
    code, words = _told(error)
    about = "".join(f"{note}: " for note in getattr(error, "__notes__", ()) if not words.startswith(note))
    return code, f"{about}{words}"


def _told(error: BaseException) -> tuple[int, str]:
    if words := exhausted(error):
        return LIMIT, words
    if hasattr(error, "format_message"):  # a usage error; typer no longer says where its class is
        asked = getattr(getattr(error, "ctx", None), "command_path", "markov")
        return USAGE, f"{error.format_message().rstrip('.')}; see {asked} --help"
    if isinstance(error, OSError):
        why = error.strerror or str(error)
        return FILE, f"{error.filename}: cannot be read: {why}" if error.filename else why

    from markov.chain.chain import TooManyStates
    from markov.chain.solve_order import NotAbsorbing, TooMuchWork
    from markov.wager.game import SheetError, Unknown
    from markov.wager.wager import Mispriced, Raised

    if isinstance(error, Unknown):
        return USAGE, str(error)
    if isinstance(error, SheetError | Mispriced):
        return FILE, str(error)
    if isinstance(error, NotAbsorbing):
        return ENDLESS, str(error)
    if isinstance(error, TooManyStates | TooMuchWork | Raised):
        return LIMIT, str(error)
    last = extract_tb(error.__traceback__)[-1:]
    where = f" at line {last[0].lineno} of {Path(last[0].filename).name}" if last else ""
    what = f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(": ")
    return BUG, f"internal error{where}, {what}; please report it, with the command and the sheet"
