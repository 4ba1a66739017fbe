"""The command that runs the others: however one ends, it is with an exit code and a line or two."""

import signal
import sys
from collections.abc import Callable, Iterable
from mmap import mmap
from typing import Any

from typer import BadParameter
from typer.core import TyperCommand, TyperGroup

from markov.command import streams
from markov.command.failure import failure

_ROOM = 2**27  # bytes of addresses, none of which is touched


class Command(TyperGroup):
    """A group of commands; what goes wrong in one becomes an exit code and a line or two on stderr."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs the command that the arguments name, and exits."""
        sys.set_int_max_str_digits(0)  # an exact answer is as long as it is
        streams.opened()
        try:
            code = self._run(*args, **extra)
            sys.stdout.flush()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                signal.signal(signal.SIGINT, signal.SIG_IGN)  # one is enough
                streams.dropped()
            code, words = failure(error)
            if words:
                streams.say(words)
        sys.exit(code)

    def _run(self, *args: Any, **extra: Any) -> int:
        try:
            code = super().main(*args, **extra | {"standalone_mode": False})
        except SystemExit as left:  # so do completions
            code = left.code
        return code if isinstance(code, int) else 0

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, light."""
        return _light(super().get_params(ctx))


class Query(TyperCommand):
    """A command of the group."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command; raises OSError where there is no room for what it will load."""
        if "numpy" not in sys.modules:  # whose OpenBLAS ends the process with words of its own
            mmap(-1, _ROOM).close()
        try:
            return super().invoke(ctx)
        except ValueError as error:
            from markov.wager.edition import Misfit
            from markov.wager.wager import Mispriced

            if isinstance(error, Mispriced | Misfit) and ctx.params.get("pay"):  # of --pay, not of the sheet
                raise BadParameter(str(error)) from None
            raise

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
    """Tests whether the parameter takes text as it is, one or several."""
    if described := getattr(parameter, "type_descriptor", None):
        return described.annotation in (str, list[str])
    return bool(parameter.type.name == "text")  # as older typers have it
