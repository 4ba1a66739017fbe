"""The command that plays the rules and compares with the odds."""

from typing import Annotated

import typer

from markov.command import output
from markov.command.arguments import (
    LIMIT,
    AsFormat,
    AsJson,
    GameName,
    Limit,
    Options,
    WagerName,
)
from markov.command.asking import answers, asked, selected
from markov.command.streams import say

EXAMPLE = "Example: markov simulate repeater-bets-plus uptown --rounds 1000000 --seed 8"


def simulate(
    game: GameName,
    wager: WagerName = None,
    rounds: Annotated[
        int, typer.Option(min=1, max=10**12, metavar="N", help="How many rounds to play.")
    ] = 100_000,
    seed: Annotated[
        int, typer.Option(min=0, metavar="S", help="Seed; the same seed gives the same spins.")
    ] = 0,
    option: Options = None,
    style: AsFormat = None,
    json: AsJson = False,
    max_states: Limit = LIMIT,
) -> None:
    """Plays the rules and compares with the odds; exits with 1 where chance does not explain a difference."""
    from markov.command.progress import progress
    from markov.proof.simulation import simulate as play
    from markov.proof.simulation import within
    from markov.questions.simulate.view import view

    chosen = output.chosen(style, json)
    found, reading = asked(game, option)
    wagers = selected(found, reading, wager)
    solved = answers(wagers, max_states)
    played = []
    with progress("playing", len(wagers) * rounds) as done:
        for i, one in enumerate(wagers):
            played += play(one, solved[one], rounds, seed, lambda n, i=i: done(i * rounds + n))  # type: ignore[misc]
    ok = within(played)
    output.show(view(found, reading, played, rounds, seed, ok), chosen)
    if not ok:
        say("the simulation is out of bounds: chance alone does not explain how far it is from the odds")
        raise typer.Exit(1)
