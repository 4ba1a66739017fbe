"""The command that plays the rules and compares with the odds."""

from typing import Annotated

import typer

from markov.command.arguments import (
    MAX_SEED,
    PlotFile,
    Printed,
    SheetQuery,
    answers,
    only_wager,
    typed_values,
)
from markov.command.output import say

EXAMPLE = "Example: markov simulate repeater-bets-plus uptown --rounds 1000000 --seed 8"
GROUP = "Check"
_ROUNDS, _BIAS = 1_000_000, "1/50"


def simulate(
    query: SheetQuery,
    printed: Printed,
    plotted: PlotFile,
    rounds: Annotated[int | None, typer.Option(min=1, max=10**12)] = None,
    seed: Annotated[int, typer.Option(min=0, max=MAX_SEED)] = 0,
    counts: Annotated[list[str] | None, typer.Option("--observed")] = None,
    bias: str | None = None,
) -> None:
    """Plays the rules and compares with the odds; exits with 1 where a difference is beyond chance.

    rounds N              The number of rounds: those played (default: 1,000,000), or those observed.
    seed S                Seed; the same seed gives the same spins.
    counts ENDING=COUNT   Play nothing: how often an ending came in so many rounds, for its p-value.
    bias PART             With --observed: the part by which a chance is higher, such as 1/50 or -2%.
                          Default: 1/50.
    """
    from markov.command.output import progress
    from markov.proof.simulation import simulate as play
    from markov.proof.verdict import verdict
    from markov.questions.simulate.view import drawn, view

    asked = query.asked()
    if counts:
        from markov.questions.simulate import observed
        from markov.questions.simulate.observed_view import drawn as drawn_counts
        from markov.questions.simulate.observed_view import view as observed_view

        only_wager(asked, None)
        with typed_values():
            seen = dict(observed.counted_endings(counts))
            if rounds is None:
                raise typer.BadParameter(
                    "--observed needs --rounds N, the number of rounds that were observed"
                )
            judgement = observed.observed(
                asked.wager, seen, rounds=rounds, bias=bias or _BIAS, limit=query.max_states
            )
        plotted.draw(lambda path: drawn_counts(path, judgement))
        printed.show(observed_view(asked, judgement))
        return
    if bias is not None:
        raise typer.BadParameter(
            "--bias goes with --observed ENDING=COUNT, the counts that it is to be seen in"
        )
    rounds = _ROUNDS if rounds is None else rounds
    wagers = list(asked.wagers.values())
    solved = answers(wagers, query.max_states)
    played = []
    with progress("playing", len(wagers) * rounds) as done:
        for i, wager in enumerate(wagers):
            trials = play(wager, solved[wager], rounds, seed, lambda n, i=i: done(i * rounds + n))  # type: ignore[misc]
            odds = {"never": solved[wager].never, "optimal": solved[wager].optimal}
            played += [(trial, odds[trial.play]) for trial in trials]
    judged = verdict(played)
    plotted.draw(lambda path: drawn(path, asked.game.name, asked.wagers, judged))
    printed.show(view(asked, [trial for trial, _ in played], rounds, seed, judged))
    if not judged.passed:
        say("the simulation is out of bounds: it is further from the odds than chance explains")
        raise typer.Exit(1)
