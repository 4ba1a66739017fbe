"""Verdict: a simulation judged by a criterion that is stated before a round is played.

The criterion goes by what is expected alone, never by what came up. It supports the odds or contradicts
them; it proves nothing. Chances of luck are the floats here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log1p, sqrt
from typing import Literal, TypeAlias

from markov.naming import counted
from markov.proof.simulation import LARGE, Trial, returned_variance, standard_errors
from markov.statistics.normal import quantile
from markov.wager.odds import Odds, Strategy

FALSE_ALARM = Fraction(1, 1000)
"""The greatest chance that a correct sheet fails."""

CONFIDENCE = Fraction(99, 100)
"""The confidence of the interval around each mean return."""

POWER = Fraction(9, 10)
"""The chance with which an error of the size that is stated fails."""

_LEAST = 5  # times that an ending is expected, to be a class of the chi-square

ComparedFigure: TypeAlias = Literal["returned", "spins", "ending"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One figure that was played, beside the exact one.

    figure     mean return, mean number of spins, or how often an ending came up
    ending     its name, for an ending
    observed   a mean, or a count
    expected   the same by the odds
    chance     that luck alone brings a figure so far off, to either side, or a bound on it
    passed     it is no smaller than the criterion's threshold
    """

    wager: str
    play: Strategy
    figure: ComparedFigure
    ending: str
    observed: Fraction
    expected: Fraction
    chance: float
    passed: bool


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean return as estimated by play alone, and whether the exact one is in its interval.

    standard_error   of the mean: the exact standard deviation over the root of the number of rounds
    low, high        the interval of the confidence
    covers           the exact return is in it, which is judged exactly
    detectable       the least error of the return that fails with a chance of POWER, where it is all in the
                     chance of the ending that returns most of it (by the normal law); None where that ending
                     is certain, or too rare for so few rounds
    """

    wager: str
    play: Strategy
    rounds: int
    returned: Fraction
    expected: Fraction
    standard_error: float
    low: float
    high: float
    covers: bool
    detectable: float | None = None


@dataclass(frozen=True, slots=True)
class GoodnessOfFit:
    """Pearson's chi-square of the counts of all endings of a trial, which decides nothing.

    statistic   over the endings; those that are expected fewer than five times are counted as one
    degrees     of freedom
    chance      that luck alone brings a statistic so large or larger; 1 where no ending can vary
    """

    wager: str
    play: Strategy
    statistic: float
    degrees: int
    chance: float


@dataclass(frozen=True, slots=True)
class Criterion:
    """The number of comparisons, and the chance below which one fails.

    false_alarm   the greatest chance that a correct sheet fails
    comparisons   how many there are; each fails where its chance is below that part of `false_alarm`
    confidence    of the intervals, which decide nothing
    """

    false_alarm: Fraction
    comparisons: int
    confidence: Fraction = CONFIDENCE

    @property
    def threshold(self) -> Fraction:
        """The chance below which one comparison fails (Bonferroni)."""
        return self.false_alarm / max(self.comparisons, 1)

    @property
    def words(self) -> str:
        """The criterion in sentences."""
        count = counted(self.comparisons, "comparison")
        return (
            f"Fixed before play: {count} of the mean return, the mean length and the count of each ending, "
            f"for each wager and way of playing. All must pass, each at a p-value of {self.false_alarm} "
            f"divided by their number (Bonferroni), so that a correct sheet fails with a chance of "
            f"{self.false_alarm} at most."
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """The comparisons of a simulation, and whether all of them passed."""

    criterion: Criterion
    comparisons: tuple[Comparison, ...]
    estimates: tuple[Estimate, ...]
    fits: tuple[GoodnessOfFit, ...] = ()

    @property
    def passed(self) -> bool:
        """True where every comparison passed."""
        return all(comparison.passed for comparison in self.comparisons)

    @property
    def failed(self) -> tuple[Comparison, ...]:
        """The comparisons that did not pass."""
        return tuple(comparison for comparison in self.comparisons if not comparison.passed)

    @property
    def missed(self) -> int:
        """The number of intervals that miss the exact return; of a hundred about one does."""
        return sum(not estimate.covers for estimate in self.estimates)


def criterion(plays: Iterable[Odds], false_alarm: Fraction = FALSE_ALARM) -> Criterion:
    """The criterion for plays, each compared with what is simulated of it."""
    return Criterion(false_alarm, sum(len(play.endings) + 2 for play in plays))


def verdict(played: Sequence[tuple[Trial, Odds]], false_alarm: Fraction = FALSE_ALARM) -> Verdict:
    """The verdict on trials, each with the exact odds of what was played.

    Best play that is play to the end is the same trial, and counted once. An ending that the odds give no
    chance fails, and so does a figure that cannot vary and is off.
    """
    distinct = [trial for i, trial in enumerate(played) if not any(_same(trial, was) for was in played[:i])]
    stated = criterion((play for _, play in distinct), false_alarm)
    comparisons = [each for trial, play in distinct for each in _compared(trial, play, stated)]
    return Verdict(
        stated,
        tuple(comparisons),
        tuple(_estimate(trial, play, stated) for trial, play in distinct),
        tuple(goodness_of_fit(trial, play) for trial, play in distinct),
    )


def _same(one: tuple[Trial, Odds], other: tuple[Trial, Odds]) -> bool:
    """True where the two are one trial under two names."""
    (trial, play), (was, before) = one, other
    return (trial.wager, trial.counts, trial.spins, play) == (was.wager, was.counts, was.spins, before)


def _compared(trial: Trial, play: Odds, stated: Criterion) -> list[Comparison]:
    """Each figure of the trial beside the exact one: the return, the length and the count of each ending."""
    chances = {ending.ending: ending.probability for ending in play.endings}

    def judged(
        figure: ComparedFigure, observed: Fraction, expected: Fraction, chance: float, ending: str = ""
    ) -> Comparison:
        passed = chance >= stated.threshold
        return Comparison(trial.wager, trial.play, figure, ending, observed, expected, chance, passed)

    comparisons = [
        judged("returned", trial.returned, play.returned, _return_chance(trial, play)),
        judged("spins", trial.spins, play.spins.mean, _spins_chance(trial, play)),
    ]
    for ending in {**chances, **trial.counts}:
        chance, count = chances.get(ending, Fraction(0)), trial.counts.get(ending, 0)
        luck = count_chance(count, trial.rounds, chance)
        comparisons.append(judged("ending", Fraction(count), chance * trial.rounds, luck, ending))
    return comparisons


def _return_chance(trial: Trial, play: Odds) -> float:
    """A bound on the chance of a mean return so far off, for any number of rounds (Bennett's inequality).

    Bennett, Probability inequalities for the sum of independent random variables, 1962.
    """
    returns = [ending.returned for ending in play.endings]
    off = trial.returned - play.returned
    if not off:
        return 1.0
    farthest = max(returns) - play.returned if off > 0 else play.returned - min(returns)
    if abs(off) > farthest:
        return 0.0
    # The bound holds with more variance too, so no ratio is beyond floats; of a tiny one it says nothing.
    ratio = float(min(farthest * abs(off) / returned_variance(play), Fraction(LARGE)))
    depth = (1 + 1 / ratio) * log1p(ratio) - 1 if ratio > 1 / LARGE else 0.0
    return min(1.0, 2 * exp(-trial.rounds * float(abs(off) / farthest) * depth))


def _spins_chance(trial: Trial, play: Odds) -> float:
    """A bound on the chance that most lots have a mean number of spins so far off, to one side.

    A length has no bound, and where long rounds are rare a mean is far from normal for any number of rounds
    that is played, so the normal law would fail a correct sheet. Of a lot, Cantelli's inequality bounds the
    chance; lots are independent, so how many are so far off is bounded by the binomial law.
    """
    mean, variance = play.spins.mean, play.spins.variance
    if not variance:
        return float(trial.spins == mean)
    from scipy.special import bdtrc

    most = len(trial.lots) // 2 + 1
    off = sorted(standard_errors(Fraction(spins, n) - mean, variance, n) for n, spins in trial.lots)
    farther = max(off[-most], -off[most - 1], 0.0)
    return min(1.0, 2 * float(bdtrc(most - 1, len(off), 1 / (1 + farther**2))))


def count_chance(count: int, rounds: int, chance: Fraction) -> float:
    """Twice the chance of a count so far to its side, by the exact binomial law; at most 1.

    >>> count_chance(0, 1, Fraction(1, 2)), count_chance(1, 1, Fraction(1, 16))
    (1.0, 0.125)
    """
    if chance in (0, 1):
        return float(count == chance * rounds)
    from scipy.special import bdtr, bdtrc

    below = float(bdtr(count, rounds, float(chance)))
    above = float(bdtrc(count - 1, rounds, float(chance))) if count else 1.0
    return min(1.0, 2 * below, 2 * above)


def goodness_of_fit(trial: Trial, play: Odds) -> GoodnessOfFit:
    """Pearson's chi-square of the counts of the trial against the chances of the endings."""
    classes: list[tuple[int, Fraction]] = []
    few, rarely = 0, Fraction(0)
    for ending in play.endings:
        count, expected = trial.counts.get(ending.ending, 0), ending.probability * trial.rounds
        if expected < _LEAST:
            few, rarely = few + count, rarely + expected
        else:
            classes.append((count, expected))
    classes += [(few, rarely)] if rarely else []
    squares = sum((count - expected) ** 2 / expected for count, expected in classes)
    statistic = float(min(squares, Fraction(LARGE)))
    degrees = len(classes) - 1
    from scipy.special import chdtrc

    chance = float(chdtrc(degrees, statistic)) if degrees else 1.0
    return GoodnessOfFit(trial.wager, trial.play, statistic, degrees, chance)


def detectable_error(play: Odds, rounds: int, threshold: Fraction) -> float | None:
    """The least error of the return that a count of the ending with most of it shows with a chance of POWER.

    The normal law: the threshold is so many standard errors off, and the error lies so many beyond it.
    """
    most = max(play.endings, key=lambda ending: ending.probability * ending.returned)
    variance = float(most.probability * (1 - most.probability)) * rounds
    if variance < _LEAST:
        return None
    from scipy.special import ndtri

    far = ndtri(1 - float(threshold) / 2) + ndtri(float(POWER))
    return float(most.returned) * float(far) * sqrt(variance) / rounds


def _estimate(trial: Trial, play: Odds, stated: Criterion) -> Estimate:
    variance, deviations = returned_variance(play), quantile(CONFIDENCE).lower
    error = sqrt(variance / trial.rounds)
    returned, off = float(trial.returned), float(deviations) * error
    return Estimate(
        wager=trial.wager,
        play=trial.play,
        rounds=trial.rounds,
        returned=trial.returned,
        expected=play.returned,
        standard_error=error,
        low=returned - off,
        high=returned + off,
        covers=(trial.returned - play.returned) ** 2 * trial.rounds <= deviations**2 * variance,
        detectable=detectable_error(play, trial.rounds, stated.threshold),
    )
