"""The arguments and options that commands share, one by one and in groups.

A command names a group as one parameter, and `expanded` gives its arguments and options to the command line:

    def odds(query: SheetQuery, printed: PrintedFigures) -> None: …
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer
from typer.models import ArgumentInfo

from markov.command import output
from markov.command.asking import asked, asked_one

if TYPE_CHECKING:
    from markov.tables.view import View
    from markov.wager.asked import Asked


def game_names(incomplete: str) -> list[str]:
    """The games whose slug begins so."""
    from markov.wager.catalogue import shelf

    return [name for name in shelf() if name.startswith(incomplete)]


def wager_names(context: typer.Context, incomplete: str) -> list[str]:
    """The wagers of the game asked for whose slug begins so."""
    from markov.wager.catalogue import find

    return [name for name in find(context.params["game"]).wagers() if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game, or the path of a .toml sheet or a .py file.", autocompletion=game_names
    ),
]
WagerNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="WAGER…",
        help="Wagers of the game, by name or by how their names begin. Default: all of them.",
        autocompletion=wager_names,
    ),
]
OneWager = Annotated[
    str,
    typer.Argument(
        metavar="WAGER",
        help="One wager of the game, by its name or by how it begins.",
        autocompletion=wager_names,
    ),
]
AnyGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME", help="A game, or the path of a sheet or a .py file.", autocompletion=game_names
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "-o", "--option", metavar="KEY=CHOICE", help="A reading of the rules; `markov games GAME` lists them."
    ),
]
Pays = Annotated[
    list[str] | None,
    typer.Option(
        "--pay",
        metavar="ENDING=PAY",
        help="Another pay: made='45 for 1', or made=45 in the sheet's own words; surrender-2=none takes "
        "the line out.",
    ),
]


OutputOptions = Annotated[  # of commands whose -o names a file
    list[str] | None,
    typer.Option(
        "--option", metavar="KEY=CHOICE", help="A reading of the rules; `markov games GAME` lists them."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")]


def output_file(metavar: str, more: str) -> Any:
    """The option -o of a command that writes a file; `more` ends the sentence of its help."""
    words = f"The file to write, over one that is there only with --force{more}"
    return typer.Option("-o", "--output", metavar=metavar, help=words)


class PlayChoice(StrEnum):
    """A way of playing."""

    optimal = "optimal"
    never = "never"


Plot = Annotated[
    str | None, typer.Option(metavar="FILE", help="Also draw a picture: .svg or .png; needs matplotlib.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Short for --format json.")]
AsFormat = Annotated[output.Format | None, typer.Option("--format", help="How to print. Default: table.")]
Whole = Annotated[bool, typer.Option("--whole", help="Print every digit of long fractions.")]
Limit = Annotated[
    int, typer.Option("--max-states", min=1, metavar="N", help="Refuse chains with more states than this.")
]
LIMIT = 5_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Query:
    """A game, the pays that are changed, the reading, and a limit on the work."""

    game: GameName
    pay: Pays = None
    option: Options = None
    max_states: Limit = LIMIT


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetQuery(_Query):
    """Wagers of a game, or all of its sheet: with which pays, under which reading."""

    wager: WagerNames = None

    def asked(self) -> "Asked":
        """The wagers that the command names, with the pays of --pay."""
        return asked(self.game, self.option, self.wager, self.pay)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileQuery(SheetQuery):
    """The same for a command whose -o names a file."""

    option: OutputOptions = None
    force: Force = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerQuery(_Query):
    """One wager of a game: with which pays, under which reading."""

    wager: OneWager

    def asked(self) -> "Asked":
        """The wager that the command names, with the pays of --pay."""
        return asked_one(self.game, self.option, self.wager, self.pay)


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """The format of an answer; raises BadParameter where --format and --json ask for two."""

    style: AsFormat = None
    json: AsJson = False

    def __post_init__(self) -> None:
        output.chosen(self.style, self.json)

    @property
    def format(self) -> output.Format:
        """The one format that is asked for."""
        return output.chosen(self.style, self.json)

    def show(self, view: "View") -> None:
        """Prints what is shown."""
        output.show(view, self.format)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedFigures(Printed):
    """The format of an answer, and of its long fractions."""

    whole: Whole = False

    def show(self, view: "View") -> None:
        """Prints what is shown; fractions are whole in tables where --whole asks for it."""
        output.show(view, self.format, self.whole)


def expanded(command: Callable[..., None]) -> Callable[..., None]:
    """The command as a command line calls it: each group of arguments in place of its parameter.

    Arguments come first, then the options of the command's own, then those of its groups.
    """
    own = signature(command).parameters.values()
    groups: dict[str, Any]
    groups = {each.name: each.annotation for each in own if is_dataclass(each.annotation)}
    grouped = {name: [_parameter(one) for one in fields(group)] for name, group in groups.items()}
    single = [each for each in own if each.name not in groups]
    every = [one for each in own for one in grouped.get(each.name, [each])]
    arguments = [one for one in every if _positional(one)]
    options = [one for one in (*single, *every) if not _positional(one)]
    parameters = {one.name: one.replace(kind=Parameter.KEYWORD_ONLY) for one in (*arguments, *options)}

    @wraps(command)
    def called(**given: Any) -> None:
        bound = {
            name: groups[name](**{one.name: given[one.name] for one in members})
            for name, members in grouped.items()
        }
        command(**bound, **{one.name: given[one.name] for one in single})

    called.__signature__ = signature(command).replace(parameters=list(parameters.values()))  # type: ignore[attr-defined]
    called.__annotations__ = {name: one.annotation for name, one in parameters.items()}
    return called


def _parameter(field: Any) -> Parameter:
    default = Parameter.empty if field.default is MISSING else field.default
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=field.type)


def _positional(parameter: Parameter) -> bool:
    return any(isinstance(said, ArgumentInfo) for said in get_args(parameter.annotation))
