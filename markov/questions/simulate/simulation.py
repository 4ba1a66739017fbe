"""Rounds of a wager played by its rules, and judged against its odds."""

from dataclasses import dataclass

from markov.chain.chain import MAX_STATES
from markov.exact import check_whole
from markov.proof.simulation import Trial
from markov.proof.simulation import simulate as play
from markov.proof.verdict import Verdict, verdict
from markov.shown import HasView
from markov.wager.odds import answer
from markov.wager.wager import Wager


@dataclass(frozen=True, slots=True)
class Simulation(HasView):
    """A wager that was played many times, and what came of it beside the exact figures.

    trials    with no offer taken, and under best play
    verdict   by a criterion that is stated before a round is played; it supports the odds or contradicts
              them, and proves nothing
    """

    wager: Wager
    trials: tuple[Trial, ...]
    rounds: int
    seed: int
    verdict: Verdict

    @property
    def passed(self) -> bool:
        """True where no figure is further from the odds than chance explains."""
        return self.verdict.passed

    def __repr__(self) -> str:
        how = "passed" if self.passed else "failed"
        return f"Simulation({self.wager.name!r}, {self.rounds:,} rounds, {how})"


def simulate(wager: Wager, rounds: int = 100_000, *, seed: int = 0, limit: int = MAX_STATES) -> Simulation:
    """The wager played so many times by its rules, not by its chain, and compared with its odds.

    seed   the same seed gives the same spins

    >>> import markov as mk
    >>> played = mk.game("repeater-bets-plus")["repeating-2"].simulate(1_000, seed=8)
    >>> played.passed, played.trials[0].counts
    (True, {'lost': 977, 'made': 23})

    Raises TooMuchWork for more spins than can be waited for.
    """
    check_whole("rounds", rounds, 1)
    check_whole("seed", seed, 0)
    answered = answer(wager, limit)
    trials = tuple(play(wager, answered, rounds, seed))
    judged = verdict([(trial, answered.played(trial.play)) for trial in trials])
    return Simulation(wager, trials, rounds, seed, judged)
