"""How the command runs: a failure is said in a line or two, and names are taken as they are."""

import os
import sys
from codecs import register_error
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from typer.core import TyperCommand, TyperGroup

from markov.cli.output import Unwritten

_IN_ASCII = {"─": "-", "–": "-", "·": ".", "≈": "~", "…": "...", "√": "sqrt", "█": "#"}


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """What an output stream that is not Unicode gets instead of a character it does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_IN_ASCII.get(character, "?") for character in missing), error.end


register_error("markov", _spelled)


class Command(TyperGroup):
    """A group of commands; what goes wrong in one becomes an exit code and a line or two on stderr."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs the command that the arguments name, and exits."""
        sys.set_int_max_str_digits(0)  # an exact answer is as long as it is
        # A stream that the caller has closed is None, and what is said to it is said to nobody.
        sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
        sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
        sys.stdout.reconfigure(errors="markov")  # type: ignore[union-attr]
        sys.stderr.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # names of files are bytes
        try:
            code = super().main(*args, **extra | {"standalone_mode": False})
        except (Exception, KeyboardInterrupt) as error:
            from markov.cli.failure import failure

            if isinstance(error, Unwritten):
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # else Python flushes at exit, and complains
            code, words = failure(error)
            with suppress(OSError):
                if words:
                    print(words, file=sys.stderr)
        sys.exit(code if isinstance(code, int) else 0)

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, light."""
        return _light(super().get_params(ctx))


class Query(TyperCommand):
    """A command of the group."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, light."""
        return _light(super().get_params(ctx))


def _light(parameters: Iterable[Any]) -> list[Any]:
    """The parameters, which convert a value only where there is something to convert.

    For typer has pydantic look at every value, and its import alone takes half the time of a query.
    """
    lightened = list(parameters)
    for parameter in lightened:
        if "process_value" not in vars(parameter):
            parameter.process_value = _process(parameter)
    return lightened


def _process(parameter: Any) -> Callable[[Any, Any], Any]:
    convert = parameter.process_value

    def processed(context: Any, value: Any) -> Any:
        missing = value is None and parameter.required
        text = isinstance(value, str | list | tuple) and _takes_text(parameter)
        if missing or not (value is None or isinstance(value, int) or text):
            return convert(context, value)
        if value is None and parameter.multiple:
            value = ()
        return parameter.callback(context, parameter, value) if parameter.callback else value

    return processed


def _takes_text(parameter: Any) -> bool:
    """Whether it takes text as it is, one or several."""
    if described := getattr(parameter, "type_descriptor", None):
        return described.annotation in (str, list[str])
    return bool(parameter.type.name == "text")  # as older typers have it
