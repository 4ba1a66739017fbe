"""The command that compares two editions: sheets, or certificates."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import BadParameter

from markov.command.arguments import MAX_STATES, Limit, Options, PrintedFigures, asked_wagers, parsed_options
from markov.command.completion import game_names
from markov.wager.wager import concerning

if TYPE_CHECKING:
    from markov.questions.diff.diff import Edition

EXAMPLE = "Example: markov diff repeater-bets-plus mine.toml --check"
GROUP = "Check"


_HELP = "A game, the path of a sheet, or a file of `markov certify`."


def diff(
    printed: PrintedFigures,
    a: Annotated[str, typer.Argument(metavar="A", help=_HELP, autocompletion=game_names)],
    b: Annotated[str, typer.Argument(metavar="B", help=_HELP, autocompletion=game_names)],
    option: Options = None,
    check: bool = False,
    max_states: Limit = MAX_STATES,
) -> None:
    """The mathematical differences between two editions, A and B, of a sheet or of its certificates.

    check   Exit with 1 where there is a mathematical change.
    """
    from markov.command.output import progress
    from markov.questions.diff.diff import compared
    from markov.questions.diff.diff import diff as differing
    from markov.questions.diff.view import view

    first, second = _edition(a, option), _edition(b, option)
    if not set(first.names) & set(second.names):
        raise BadParameter(
            f"{a} and {b} have no wager in common; "
            f"the one has {_few(first.names)}, the other {_few(second.names)}"
        )
    with progress("comparing", len({*first.names} & {*second.names})) as done:
        one, other = compared(first, second, max_states, done)
    diff = differing(one.sides, other.sides)
    printed.show(view(one, other, diff))
    if check and not diff.same:
        raise typer.Exit(1)


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _edition(text: str, option: Sequence[str] | None) -> "Edition":
    from markov.questions.diff.diff import Edition, certified
    from markov.wager.catalogue import opened

    if _sheet(text):
        game, choices = opened(text), parsed_options(option)
        with concerning(text):
            sheet = asked_wagers(text, game, game.reading(choices), None, {})
        return Edition(text, [sheet.reading], sheet.game, sheet.wagers)
    sides = certified(Path(text))
    readings: list[Mapping[str, str]] = []
    for key, (_, reading) in sides.items():
        for said in option or ():
            name, _, choice = said.partition("=")
            if reading.get(name) != choice:
                raise BadParameter(
                    f"-o {said}: {text} certifies {key} under "
                    f"{name}={reading.get(name, 'no such option')}; "
                    "certify it under that reading, or leave the option out"
                )
        if reading not in readings:
            readings.append(reading)
    return Edition(text, readings, certified={key: side for key, (side, _) in sides.items()})


def _sheet(text: str) -> bool:
    """Tells a sheet from a file of certificates: a sheet by its suffix, or by the name of a game."""
    from markov.wager.catalogue import PROGRAM, shelf
    from markov.wager.game import slug

    path = Path(text)
    if path.suffix.lower() == ".json":
        return False
    return path.suffix.lower() in (".toml", PROGRAM) or slug(text) in shelf() or not path.is_file()
