"""The command that shows what moves the edge."""

from typing import Annotated

import typer

from markov.command import output
from markov.command.arguments import (
    LIMIT,
    AsFormat,
    AsJson,
    GameName,
    Limit,
    OneWager,
    Options,
    Pays,
    Play,
    Plot,
    Whole,
)
from markov.command.asking import asked_one, picture
from markov.command.output import progress

EXAMPLE = "Example: markov sensitivity repeater-bets-plus repeating-2"


def sensitivity(
    game: GameName,
    wager: OneWager,
    pay: Pays = None,
    option: Options = None,
    play: Annotated[
        Play, typer.Option(help="The way of playing: optimal, or never, which takes no offer.")
    ] = Play.optimal,
    plot: Plot = None,
    style: AsFormat = None,
    json: AsJson = False,
    whole: Whole = False,
    max_states: Limit = LIMIT,
) -> None:
    """Exact derivatives of the edge, by each pay and by each pocket of the wheel."""
    chosen = output.chosen(style, json)
    found = asked_one(game, option, wager, pay)
    one = found.wager

    from markov.questions.sensitivity import picture as pictures
    from markov.questions.sensitivity.sensitivity import sensitivity as moved
    from markov.questions.sensitivity.view import view

    with progress("solving", 2 * len(one.wheel)) as done:
        answer = moved(one, play.value, max_states, done)
    picture(plot, lambda path: pictures.picture(path, answer))
    output.show(view(found.game, found.reading, answer), chosen, whole)
