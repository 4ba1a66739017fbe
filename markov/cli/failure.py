"""What went wrong, in a line or two, and the exit code for it."""

from traceback import extract_tb

from markov.chain import TooManyStates
from markov.cli.output import Unwritten
from markov.components import NotAbsorbing, TooMuchWork
from markov.sheet import SheetError, Unknown
from markov.wager import Mispriced

USAGE, SHEET, ENDLESS, LIMIT, BUG, INTERRUPTED = 2, 3, 4, 5, 70, 130


def failure(error: BaseException) -> tuple[int, str]:
    """The exit code and the words; no words where there is nothing to say.

    >>> failure(Unknown("game", "crabs", ["craps"]))
    (2, "markov: no game 'crabs'; did you mean craps?")
    """
    if any(isinstance(one, KeyboardInterrupt) for one in (error, error.__cause__, error.__context__)):
        return INTERRUPTED, ""
    if isinstance(error, Unwritten):
        code, words = error.args
        return code, words and f"markov: {words}"
    code, words = _told(error)
    about = "".join(f"{note}: " for note in getattr(error, "__notes__", ()) if not words.startswith(note))
    return code, f"markov: {about}{' '.join(words.split())}"


def _told(error: BaseException) -> tuple[int, str]:
    if isinstance(error, Unknown):
        return USAGE, str(error)
    if isinstance(error, SheetError | Mispriced):
        return SHEET, str(error)
    if isinstance(error, NotAbsorbing):
        return ENDLESS, str(error)
    if isinstance(error, TooManyStates | TooMuchWork):
        return LIMIT, str(error)
    if isinstance(error, MemoryError):
        return LIMIT, "the memory is not enough; lower --max-states, or ask for one wager at a time"
    if hasattr(error, "format_message"):  # a usage error; typer no longer says where its class is
        asked = getattr(getattr(error, "ctx", None), "command_path", "markov")
        message = error.format_message()
        message = message if len(message) <= 300 else message[:300] + "…"
        return USAGE, f"{message.rstrip('.')}; see {asked} --help"
    if isinstance(error, OSError):
        return SHEET, f"{error.filename}: {error.strerror}" if error.filename else str(error)
    last = extract_tb(error.__traceback__)[-1:]
    where = f" in {last[0].filename}, line {last[0].lineno}" if last else ""
    return BUG, f"a mistake of the program, or of a game{where}: {type(error).__name__}: {error}"
