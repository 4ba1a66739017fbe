"""The exit code of a failure, and the words that say what to do about it.

The engine, whose errors these are, is not imported before one of them may have come: a usage error does not
wait for it, and where memory ran out there may be no room for it.
"""

from collections.abc import Iterator
from errno import ENOMEM
from pathlib import Path
from re import Match, sub
from traceback import extract_tb

from markov.naming import did_you_mean

FINE, USAGE, FILE, ENDLESS, LIMIT, BUG, INTERRUPTED = 0, 2, 3, 4, 5, 70, 130
# What the system says when a library cannot be loaded for want of memory, which is an ImportError.
_UNLOADED = ("cannot allocate memory", "failed to map segment")
_MEMORY = "not enough memory; lower --max-states, ask for one wager at a time, or allow more memory"


class Unwritten(Exception):
    """An answer or a file that cannot be written: the exit code, and the words."""


class ReaderLeft(Exception):
    """The reader of stdout has seen enough, which is no error: what would follow is not written."""


def failure(error: BaseException) -> tuple[int, str]:
    """The exit code and the words; no words where there is nothing to say.

    >>> from markov.wager.game import Unknown
    >>> failure(Unknown("game", "crabs", ["craps"]))
    (2, "no game 'crabs'; did you mean craps?")
    """
    if any(isinstance(cause, KeyboardInterrupt) for cause in causes(error)):
        return INTERRUPTED, ""
    if isinstance(error, ReaderLeft):
        return FINE, ""
    if isinstance(error, Unwritten):
        code, words = error.args
        return code, words
    code, words = _worded(error)
    about = "".join(f"{note}: " for note in getattr(error, "__notes__", ()) if not words.startswith(note))
    return code, f"{about}{words}"


def _worded(error: BaseException) -> tuple[int, str]:
    if words := exhausted(error):
        return LIMIT, words
    if hasattr(error, "format_message"):  # a usage error; typer no longer says where its class is
        asked = getattr(getattr(error, "ctx", None), "command_path", "markov")
        words = sub(r"^Invalid value(?: for '([^']*)')?: ", _place, error.format_message().rstrip("."))
        if near := getattr(error, "possibilities", None):  # of an option
            words = f"{getattr(error, 'message', words).rstrip('.')}; {did_you_mean(sorted(near))}"
        if words.startswith("Got unexpected extra"):
            words += "; leave it out, or put words that belong together in quotes"
        return USAGE, f"{words}{' See' if words.endswith('?') else '; see'} {asked} --help"
    if isinstance(error, OSError):
        why = error.strerror or str(error)
        return FILE, f"{error.filename}: cannot be read: {why}" if error.filename else why

    from markov.chain.best_policy import EndlessGain
    from markov.chain.chain import TooManyStates
    from markov.chain.transitions import NotAbsorbing, TooMuchWork
    from markov.race.clocks import TooManyTerms
    from markov.wager.commission import SteppedCommission
    from markov.wager.game import SheetError, Unknown
    from markov.wager.odds import NoRoad
    from markov.wager.rule import NoAnswer, RuleError
    from markov.wager.wager import PaytableMismatch

    if isinstance(error, Unknown | NoRoad):
        return USAGE, str(error)
    if isinstance(error, SheetError | PaytableMismatch | RuleError):
        return FILE, str(error)
    if isinstance(error, NotAbsorbing):
        return ENDLESS, str(error)
    if isinstance(
        error, TooManyStates | TooMuchWork | TooManyTerms | EndlessGain | NoAnswer | SteppedCommission
    ):
        return LIMIT, str(error)
    from markov.wager.catalogue import program_line

    what = f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(": ")
    if line := program_line(error):
        expected = "expected a rule with a start, and a step from every state on every outcome"
        return FILE, f"{line}: {what}; {expected}"
    last = extract_tb(error.__traceback__)[-1:]
    where = f" at line {last[0].lineno} of {Path(last[0].filename).name}" if last else ""
    return BUG, f"internal error{where}, {what}; please report it, with the command and the sheet"


def _place(match: Match[str]) -> str:
    return f"{match[1]}: " if match[1] else ""


def exhausted(error: BaseException) -> str:
    """Words for memory, stack or threads that ran out; empty where the error is something else.

    >>> exhausted(MemoryError())
    'not enough memory; lower --max-states, ask for one wager at a time, or allow more memory'
    >>> exhausted(ValueError())
    ''
    """
    for cause in causes(error):
        words = str(cause).lower()
        if (
            isinstance(cause, MemoryError)
            or (isinstance(cause, OSError) and cause.errno == ENOMEM)
            or (isinstance(cause, ImportError | OSError) and any(said in words for said in _UNLOADED))
        ):
            return _MEMORY
        if isinstance(cause, RecursionError):
            return "the file or the rule nests too deep; write it with fewer levels, or ask for smaller needs"
        if isinstance(cause, RuntimeError) and "can't start new thread" in words:
            return "the system does not start more threads; end other programs, or ask for fewer --workers"
    return ""


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, and those that it came from, unless it was raised in their place."""
    known: set[int] = set()
    while error is not None and id(error) not in known:
        known.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
