"""The command that leaves pays and weights open, and answers with letters."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer
from typer import BadParameter

from markov.command.arguments import PrintedFigures, WagerQuery

if TYPE_CHECKING:
    from markov.wager.wager import Wager

EXAMPLE = "Example: markov letters repeater-bets-plus repeating-6 --letter pockets.7=s"
GROUP = "Design"


Letters = Annotated[
    list[str] | None,
    typer.Option(
        "--letter",
        metavar="WHAT=LETTER",
        help="A letter in place of a pay, such as made=x, or of the weight of an outcome: pockets.7=s.",
    ),
]


def letters(query: WagerQuery, printed: PrintedFigures, letter: Letters = None) -> None:
    """The return of a wager as an exact expression in pays, or in weights of the wheel."""
    named = lettering(letter)

    from markov.command.output import stages
    from markov.questions.letters.algebra import NoLetter
    from markov.questions.letters.symbolic import lettered
    from markov.questions.letters.view import view

    asked = query.asked()
    _check_names(asked.wager, named)
    try:
        with stages("solving") as advance:
            answer = lettered(asked.wager, named, query.max_states, partial(advance, "solving"))
    except NoLetter as error:
        raise BadParameter(f"--letter: {error}") from None
    printed.show(view(asked, answer))


def _check_names(wager: "Wager", letters: Mapping[str, str]) -> None:
    """Refuses an outcome of the wheel that is named like an ending, with the name it has."""
    from markov.questions.letters.symbolic import POCKETS, names

    for letter, what in letters.items():
        if what not in wager.pays and not what.startswith(POCKETS) and "".join(what.split()) in names(wager):
            raise BadParameter(
                f"--letter {what}={letter}: {what} is an outcome of the wheel, not an ending; "
                f"write it like --letter {POCKETS}{what}={letter}"
            )


def lettering(texts: Iterable[str] | None) -> dict[str, str]:
    """The pay or the weight that each letter stands for; raises BadParameter where there is no letter."""
    pays: dict[str, str] = {}
    for text in texts or ():
        what, _, name = (part.strip() for part in text.rpartition("="))
        if not (what and name):
            raise BadParameter(f"--letter {text} names no letter; write it like --letter made=x")
        if name in pays:
            raise BadParameter(f"--letter {name} stands for {pays[name]} and for {what}; choose one")
        pays[name] = what
    if not pays:
        raise BadParameter("there is no letter; write it like --letter made=x or --letter pockets.7=s")
    return pays
