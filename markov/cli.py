"""The command: it is put together from the commands that the questions bring."""

import os
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import typer

from markov.command.command_class import Command, Query

# Rooms above the questions, with a command of another name.
_ABOVE = {"report": "markov.appendix.command", "verify": "markov.verify.command"}


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
        epilog="Example: markov odds repeater-bets-plus repeating-2",
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
    )
    app.callback(invoke_without_command=True)(start)
    for name in names:
        module = import_module(modules()[name])
        function = getattr(module, name.replace("-", "_"))
        app.command(name, cls=Query, epilog=module.EXAMPLE)(function)
    return app


def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """The version, or the help where no command is named."""
    if version:
        from importlib.metadata import version as installed

        print(f"markov {installed('markov')}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@cache
def _whole() -> typer.Typer:
    return assembled(modules())


def __getattr__(name: str) -> Any:
    if name == "app":  # with all commands, when it is asked for
        return _whole()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def main() -> None:
    """The command `markov`."""
    # numpy's OpenBLAS is called by nothing here, yet takes memory and time for a thread on every processor.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    named = [name for name in sys.argv[1:2] if name in modules()]
    # A command that is named is the only one that is imported: the others would take a tenth of a query.
    (assembled(named) if named else _whole())(prog_name="markov")
