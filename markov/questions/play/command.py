"""The command that plays rounds of a wager and tells them spin by spin."""

from secrets import randbelow
from typing import TYPE_CHECKING, Annotated

import typer

from markov.command.arguments import MAX_SEED, Playing, PrintedFigures, WagerQuery

if TYPE_CHECKING:
    from markov.questions.play.round import Round
    from markov.wager.odds import Answer, Strategy
    from markov.wager.wager import Wager

EXAMPLE = "Example: markov play repeater-bets-plus repeating-2 --seed 26"
GROUP = "Ask"

_SEEDS = 10**6  # a seed that is chosen is below it, so that it is soon written down


def play(
    query: WagerQuery,
    printed: PrintedFigures,
    seed: Annotated[int | None, typer.Option(min=0, max=MAX_SEED)] = None,
    rounds: Annotated[int, typer.Option(min=1, max=1000)] = 1,
    spins: Annotated[int, typer.Option(min=1, max=1000000)] = 1_000,
    play: Playing = "never",
) -> None:
    """One round told spin by spin: what came up, what it did, what was on offer, how it ended.

    seed S     The same seed gives the same spins; later rounds use S+1, S+2, … Default: a new one.
    rounds N   How many rounds to tell.
    spins N    The most spins of a round.
    play       The way of playing: never takes no offer; optimal is best play.
    """
    asked = query.asked()
    wager = asked.wager

    from markov.command.output import counted
    from markov.questions.play.round import advised, played, policy_of
    from markov.questions.play.view import view

    answered = _answer(wager, play, query.max_states)
    advice, policy = advised(answered, play), policy_of(answered, play)
    first = randbelow(_SEEDS) if seed is None else seed
    listed = []
    for each in counted("playing", range(first, first + rounds)):
        listed.append(played(wager, each, advice, play, spins, policy))
        _check_over(listed[-1], answered)
    printed.show(view(asked, listed))


def _answer(wager: "Wager", play: "Strategy", limit: int) -> "Answer | None":
    """The odds, by which offers are judged; None where they are out of reach and not needed."""
    from markov.chain.chain import TooManyStates
    from markov.chain.transitions import TooMuchWork
    from markov.wager.odds import answer

    try:
        return answer(wager, limit)
    except (TooManyStates, TooMuchWork):
        if play == "optimal" or wager.has_actions:
            raise
        return None


def _check_over(told: "Round", answered: "Answer | None") -> None:
    """Refuses a round that is longer than anyone asked to read."""
    if told.ending:
        return
    from markov.chain.transitions import TooMuchWork
    from markov.exact import rounded
    from markov.naming import counted

    mean = answered.played(told.play).spins.mean if answered else None
    usual = f"; the mean is {rounded(mean, 0)}" if mean else ""
    spins = counted(len(told.spins), told.wager.trial)
    raise TooMuchWork(
        f"{told.wager.name}: the round of seed {told.seed} is not over after {spins}{usual}; "
        "choose another --seed, or allow more --spins"
    )
