"""The command: it is put together from the commands that the questions bring."""

import os
import signal
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from enum import EnumType
from functools import cache, partial
from importlib import import_module
from mmap import mmap
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, get_args, get_origin

import typer
from typer import BadParameter
from typer.core import TyperCommand, TyperGroup

from markov.command import output
from markov.command.arguments import expanded
from markov.command.completion import rejoined
from markov.command.failure import failure
from markov.naming import listed
from markov.package import __version__

# Rooms above the questions, with a command of another name.
_ABOVE = {
    "page": "markov.page.command",
    "report": "markov.appendix.command",
    "verify": "markov.verify.command",
}

_GROUPS = ("Ask", "Look up", "Design", "Check", "Publish")  # of commands, in this order in the help
_EXAMPLES = (
    "markov ask '6x6 before 7' --pays '90 for 1'",
    "markov odds repeater-bets-plus repeating-2",
    "markov what-if repeater-bets-plus repeating-2 --pay made='45 for 1'",
)
# What is said for a command, by the command that is meant; for `help odds` see `Command.parse_args`.
_MEANT = {"help": "--help", "version": "--version", "-v": "--version", "list": "games"}


@cache
def modules() -> Mapping[str, str]:
    """The module of each command, by the name of the command: a folder of a question brings one.

    >>> modules()["what-if"]
    'markov.questions.what_if.command'
    """
    folders = sorted(file.parent.name for file in Path(__file__).parent.glob("questions/*/command.py"))
    named = {folder.replace("_", "-"): f"markov.questions.{folder}.command" for folder in folders}
    return MappingProxyType(dict(sorted({**named, **_ABOVE}.items())))


def assembled(names: Iterable[str]) -> typer.Typer:
    """The command with those of its commands.

    The engine, numpy with it, and the renderers are imported by a command when it runs: help, completion and
    usage errors come at once, and a query pays for what it uses.
    """
    app = typer.Typer(
        cls=Command,
        help="Exact odds for wagers that run over many spins.",
        epilog="\n\n".join(("Examples:", *_EXAMPLES)),
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
    )
    app.callback(invoke_without_command=True)(start)
    loaded = {name: import_module(modules()[name]) for name in names}
    for name, module in sorted(loaded.items(), key=lambda each: _GROUPS.index(each[1].GROUP)):
        function = getattr(module, name.replace("-", "_"))
        app.command(name, cls=Query, epilog=module.EXAMPLE, rich_help_panel=module.GROUP)(expanded(function))
    return app


def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """The version, or the help where no command is named."""
    if version:
        print(f"markov {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@cache
def app() -> typer.Typer:
    """The command with all of its commands."""
    return assembled(modules())


def main() -> None:
    """The command `markov`."""
    # numpy's OpenBLAS is called by nothing here, yet takes memory and time for a thread on every processor.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    output.speak_plainly()
    named = [name for name in sys.argv[1:2] if name in modules()]
    # A command that is named is the only one that is imported: the others would take a tenth of a query.
    (assembled(named) if named else app())(prog_name="markov")


_ROOM = 2**27  # bytes of addresses, none of which is touched


class Command(TyperGroup):
    """A group of commands; what goes wrong in one becomes an exit code and a line or two on stderr."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs the command that the arguments name, and exits."""
        sys.set_int_max_str_digits(0)  # an exact answer is as long as it is
        output.open_streams()
        os.environ.update(rejoined(os.environ))
        try:
            code = self._run(*args, **extra)
            sys.stdout.flush()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                signal.signal(signal.SIGINT, signal.SIG_IGN)  # one is enough
                output.drop_output()
            code, words = failure(error)
            if words:
                output.say(words)
        sys.exit(code)

    def _run(self, *args: Any, **extra: Any) -> int:
        try:
            code = super().main(*args, **extra | {"standalone_mode": False})
        except SystemExit as left:  # so do completions
            code = left.code
        return code if isinstance(code, int) else 0

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the arguments, also words that people say for a command: `help`, `help odds`, `list`."""
        match args:
            case ["help", command]:
                args = [command, "--help"]
            case [word, *others] if word in _MEANT:
                args = [_MEANT[word], *others]
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters of the command, whose values are converted here."""
        return _converting(super().get_params(ctx))


class Query(TyperCommand):
    """A command of the group."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the arguments; an error knows of which command, also that of an option without its value.

        Raises BadParameter where an option of one value is given twice, of which one would be left out.
        """
        try:
            given: list[Any] = self.make_parser(ctx).parse_args(list(args))[2]
            for option in given:
                if given.count(option) > 1 and not (option.multiple or option.is_flag):
                    raise BadParameter(f"{'/'.join(option.opts)} is given twice; choose one")
            return super().parse_args(ctx, args)
        except Exception as error:
            if getattr(error, "ctx", ctx) is None:
                error.ctx = ctx  # type: ignore[attr-defined]
            raise

    def invoke(self, ctx: Any) -> Any:
        """Runs the command; raises OSError where there is no room for what it will load."""
        if "numpy" not in sys.modules:  # whose OpenBLAS ends the process with words of its own
            mmap(-1, _ROOM).close()
        try:
            return super().invoke(ctx)
        except ValueError as error:
            from markov.wager.pay_edits import EditConflict
            from markov.wager.wager import PaytableMismatch

            edited = {str(text).partition("=")[0].strip() for text in ctx.params.get("pay") or ()}
            ours = isinstance(error, PaytableMismatch) and not edited.issuperset(error.endings)  # the sheet's
            if edited and not ours and isinstance(error, PaytableMismatch | EditConflict):
                raise BadParameter(str(error)) from None
            raise

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters of the command, whose values are converted here."""
        return _converting(super().get_params(ctx))


def _converting(parameters: list[Any]) -> list[Any]:
    """The parameters, whose values are converted here in place of typer's way, which is pydantic's.

    To import pydantic takes half the time of a query, and its messages speak of inputs and their parsing, and
    leave out what was written.
    """
    for parameter in parameters:
        parameter._runtime_param = _Conversion
    return parameters


class _Conversion:
    """Values of a parameter: whole numbers and choices are checked, other texts are taken as they are."""

    @staticmethod
    def coerce(value: Any, param: Any, ctx: object) -> Any:
        """The value, or the values of a list; raises BadParameter for one that does not fit."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        kind, bounds = param.type_descriptor.annotation, param.type_descriptor.parameter_info
        if get_origin(kind) is list:
            (kind,) = get_args(kind)
        choices = list(map(str, kind)) if isinstance(kind, EnumType) else get_args(kind)
        convert = partial(_whole, bounds.min, bounds.max) if kind is int else partial(_chosen, choices)
        return [convert(text) for text in value] if several else convert(value)


def _whole(least: int | None, most: int | None, text: str | int) -> int:
    """The whole number between the bounds."""
    with suppress(ValueError):
        number = int(text)
        if (least is None or least <= number) and (most is None or number <= most):
            return number
    bounds = f" from {least:,} to {most:,}" if most is not None else f", {least} or more"
    words = f"{str(text)!r} does not fit; expected a whole number{bounds * (least is not None)}"
    raise BadParameter(words)


def _chosen(choices: Sequence[str], text: str) -> str:
    """The text, which is one of the choices, if there are any."""
    if choices and text not in choices:
        raise BadParameter(f"{text!r} is no choice; choose {listed(choices, 'or')}")
    return text
