"""The arguments and options that commands share."""

from enum import StrEnum
from typing import Annotated

import typer

from markov.command import output


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


class Play(StrEnum):
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
