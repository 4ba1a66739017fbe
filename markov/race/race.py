"""Tally wagers without their states: the odds of goals that race a stopper, from independent Poisson clocks.

A chain of tallies has a state for every way in which they can stand. On clocks (see clocks.py) the chance
that a tally is full by a time t is a matter of its own outcomes, so goals that share no outcome multiply.
Where parts of a goal share an outcome, with c of it enough, the goal is told apart by how often that one
has come, and each case is a smaller goal:

    P(goal) = P(goal | n ≥ c) + sum over k < c of P(n = k) · (P(goal | n = k) - P(goal | n ≥ c))

With s the weight of the stopper, the chance that the goal is true when it comes is the integral over t of
s · e^(-st) · P(goal at t).
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, reduce
from math import comb, factorial
from operator import add, mul
from typing import Any

from markov.chain.transitions import Spins
from markov.distribution import Distribution, Tally, WheelOutcome
from markov.exact import fraction
from markov.race.clocks import MAX_BITS, ChanceCurve, TooManyTerms, constant, count_below, count_is
from markov.race.goals import (
    CompoundGoal,
    RaceGoal,
    all_of,
    conditioned,
    exactly,
    independent_groups,
    monotone,
    outcomes,
    renamed,
    saturation,
    tallies,
)

MAX_CASES = 50_000  # of goals told apart by how often an outcome has come; some 15 seconds
MAX_COUNT = 5_000  # of an outcome that goals share; some 20 seconds
MAX_WORK = 2**40  # bits that are added and multiplied for one shared outcome; about a minute
MAX_SHARED = 200  # outcomes to tell apart in one goal: each is a few calls deeper, and Python has a floor


@dataclass(frozen=True, slots=True)
class RaceOdds:
    """The chance that a goal is true when play is over, and the spins until then.

    Play is over at the stopper, or at once when a lasting goal is true. Every spin counts, those too that
    no tally counts.
    """

    chance: Fraction
    spins: Spins


def race(goal: RaceGoal, wheel: Distribution[Any], stop: frozenset[WheelOutcome]) -> RaceOdds:
    """The odds of the goal against the stopper.

    >>> from markov.distribution import Tally
    >>> die = Distribution.counted(range(1, 7))
    >>> race(Tally(frozenset({1}), 2), die, stop=frozenset({6}))
    RaceOdds(chance=Fraction(1, 4), spins=Spins(mean=Fraction(9, 2), variance=Fraction(45, 4)))

    A goal that is not lasting, as a count can pass, is judged at the stopper and play lasts until then.

    Raises ValueError when no stopper is on the wheel, or an outcome that is counted is not, or is a stopper
    too; TooManyTerms where the formula would be too long.
    """
    clocks, numbered = _clocks(goal, wheel, stop)
    return clocks.odds(clocks.curve(numbered), monotone(goal))


@lru_cache(maxsize=4096)  # wagers that differ in their pays alone, and both ways of playing, ask for the same
def joint_chance(
    goals: tuple[RaceGoal, ...], wheel: Distribution[Any], stop: frozenset[WheelOutcome]
) -> Fraction:
    """The chance that all of the goals are true when play is over; 1 where there is none.

    Raises as `race` does.
    """
    return race(all_of(goals), wheel, stop).chance if goals else Fraction(1)


def chance_by_stopper(
    goal: RaceGoal, wheel: Distribution[Any], stop: frozenset[WheelOutcome]
) -> dict[int, list[Fraction]]:
    """The chance that a goal is true when the stopper comes, as a function of the stopper's weight s.

    By rate r the numbers c of the sum of s · c[k] / (s + r)^(k + 1): over all t, s · e^(-st) · t^k · e^(-rt)
    comes to s · k! / (s + r)^(k + 1).

    >>> from markov.distribution import Tally
    >>> die = Distribution.counted(range(1, 7))
    >>> chance_by_stopper(Tally(frozenset({1}), 1), die, stop=frozenset({6}))  # 1 - s / (s + 1)
    {0: [Fraction(1, 1)], 1: [Fraction(-1, 1)]}

    Raises as `race` does.
    """
    clocks, numbered = _clocks(goal, wheel, stop)
    curve = clocks.curve(numbered)
    return {
        rate: [Fraction(int(c) * factorial(k), curve.scale) for k, c in enumerate(polynomial.coeffs())]
        for rate, polynomial in curve.terms.items()
    }


def chance_slopes(
    goal: RaceGoal, wheel: Distribution[Any], stop: frozenset[WheelOutcome]
) -> dict[WheelOutcome, Fraction]:
    """The derivative of the chance that a goal is true at the stopper, by the weight of each outcome.

    How often an outcome has rung by a time t has a Poisson law, whose mean is t times its weight. So the
    chance at that time grows with the weight by t times what one more of the outcome adds to it, and with
    the stopper's weight s by what that does to s · e^(-st).

    >>> from markov.distribution import Tally
    >>> slopes = chance_slopes(Tally(frozenset({1}), 1), Distribution({1: 1, 2: 1, 3: 4}), frozenset({2}))
    >>> [str(slopes[outcome]) for outcome in (1, 2, 3)]  # of w / (w + s)
    ['1/4', '-1/4', '0']

    Raises as `race` does.
    """
    clocks, numbered = _clocks(goal, wheel, stop)
    plain, timed = clocks.curve(numbered).integrals(clocks.stopper)

    def more(number: WheelOutcome) -> Any:
        return clocks.curve(conditioned(numbered, number, 1, more=True)).integrals(clocks.stopper)[1] - timed

    by_clock = {number: fraction(clocks.stopper * more(number)) for number in clocks.weights}
    by_stopper = fraction(plain - clocks.stopper * timed)
    return {
        outcome: by_stopper if outcome in stop else by_clock.get(clocks.clock.get(outcome), Fraction(0))
        for outcome in wheel
    }


@dataclass(frozen=True, slots=True)
class RaceWithin:
    """The odds of a race after so many spins, over by then or not.

    chance   that the goal is true by then, and was so before the stopper
    going    the chance that play is not over by then
    spins    made until play is over, or until then
    """

    chance: Fraction
    going: Fraction
    spins: Spins


def spins_until(goal: RaceGoal, wheel: Distribution[Any]) -> Spins:
    """The spins until a lasting goal is true, where nothing stops play.

    >>> from markov.distribution import Tally
    >>> spins_until(all_of((Tally(frozenset({1}), 1), Tally(frozenset({2}), 1))), Distribution({1: 1, 2: 1}))
    Spins(mean=Fraction(3, 1), variance=Fraction(2, 1))

    Raises ValueError where an outcome that is counted is not on the wheel, TooManyTerms as `race` does.
    """
    clocks, numbered = _clocks(goal, wheel, frozenset(), endless=True)
    plain, timed = (constant(1) - clocks.curve(numbered)).integrals(0)
    mean = plain * wheel.total
    square = 2 * timed * wheel.total**2 - mean
    return Spins(fraction(mean), fraction(square - mean * mean))


def race_within(
    goal: RaceGoal, wheel: Distribution[Any], stop: frozenset[WheelOutcome], spins: int
) -> RaceWithin:
    """The race of a lasting goal, looked at after so many spins; without a stopper, where there is none.

    With q(n) the chance that after n spins the goal is true and no stopper has come, play goes on after n
    spins with a chance of (1 - s/W)^n - q(n), where s is the weight of the stopper out of W.

    >>> from markov.distribution import Tally
    >>> race_within(Tally(frozenset({1}), 1), Distribution({1: 1, 2: 1}), frozenset(), 2).chance
    Fraction(3, 4)

    Raises as `race` does.
    """
    clocks, numbered = _clocks(goal, wheel, stop, endless=True)
    total, stopper = wheel.total, clocks.stopper
    true = list(clocks.curve(numbered).chances_after(spins, total, stopper))
    going = [(total - stopper) ** n - each for n, each in enumerate(true)]  # over total^n
    mean = sum(going[n] * total ** (spins - n) for n in range(spins))
    square = sum((2 * n + 1) * going[n] * total ** (spins - n) for n in range(spins))
    made = true[spins] + stopper * sum(true[n] * total ** (spins - n - 1) for n in range(spins))
    whole = total**spins
    first = Fraction(mean, whole)
    return RaceWithin(
        Fraction(made, whole), Fraction(going[spins], whole), Spins(first, Fraction(square, whole) - first**2)
    )


def going_on(
    goal: RaceGoal, wheel: Distribution[Any], stop: frozenset[WheelOutcome], most: int
) -> Iterator[Fraction]:
    """After 0, 1, 2 … spins, up to the most, the chance that the race of a lasting goal is not over.

    >>> from markov.distribution import Tally
    >>> wheel = Distribution({1: 1, 2: 1, 3: 2})
    >>> list(map(str, going_on(Tally(frozenset({1}), 1), wheel, frozenset({2}), 2)))
    ['1', '1/2', '1/4']

    Raises as `race` does.
    """
    clocks, numbered = _clocks(goal, wheel, stop, endless=True)
    total, stopper = wheel.total, clocks.stopper
    for n, true in enumerate(clocks.curve(numbered).chances_after(most, total, stopper)):
        yield Fraction((total - stopper) ** n - true, total**n)


def _clocks(
    goal: RaceGoal, wheel: Distribution[Any], stop: frozenset[WheelOutcome], endless: bool = False
) -> tuple["_Clocks", RaceGoal]:
    """Clocks for the goal, and the goal over them: outcomes that no tally tells apart share a clock.

    endless   there may be no stopper
    """
    counted = outcomes(goal)
    if both := sorted(map(str, counted & stop)):
        raise ValueError(f"{both[0]} is counted and is the stopper too")
    if missing := sorted(map(str, counted - wheel.keys())):
        raise ValueError(f"{missing[0]} is counted and is not on the wheel")
    stopper = sum(wheel.get(outcome, 0) for outcome in stop)
    if not stopper and (stop or not endless):
        raise ValueError("no stopper is on the wheel; play might never be over")
    sets = list(dict.fromkeys(tally.counts for tally in tallies(goal)))
    clock: dict[WheelOutcome, WheelOutcome] = {}
    numbers: dict[tuple[bool, ...], int] = {}
    weights: dict[WheelOutcome, int] = {}
    for outcome in sorted(counted, key=str):
        alike = tuple(outcome in counts for counts in sets)
        clock[outcome] = number = numbers.setdefault(alike, len(numbers))
        weights[number] = weights.get(number, 0) + wheel[outcome]
    return _Clocks(weights, clock, stopper, wheel.total), renamed(goal, clock)


@dataclass(slots=True)
class _Clocks:
    """Clocks of outcomes by weight, the stopper's, and the curves of goals on them found so far."""

    weights: dict[WheelOutcome, int]
    clock: dict[WheelOutcome, WheelOutcome]  # by outcome
    stopper: int
    total: int
    known: dict[RaceGoal | bool, ChanceCurve] = field(default_factory=dict)
    bits: int = 0

    def odds(self, curve: ChanceCurve, monotone: bool) -> RaceOdds:
        """The odds of a goal from its curve.

        When play lasts a time T and N spins, E[T] · total = E[N] and E[T²] · total² = E[N(N + 1)], as spins
        are a Poisson process and what they show does not depend on when they come. E[T] is the integral
        over t of the chance that play is not over, and E[T²] that of 2t times it.
        """
        true, timed = curve.integrals(self.stopper)
        true *= self.stopper
        over, early = (true, timed) if monotone else (0 * true, 0 * timed)
        mean = (1 - over) * self.total / self.stopper
        square = 2 * (1 - early * self.stopper**2) * self.total**2 / self.stopper**2 - mean
        return RaceOdds(fraction(true), Spins(fraction(mean), fraction(square - mean * mean)))

    def curve(self, goal: RaceGoal | bool) -> ChanceCurve:
        """The chance that the goal is true at the time t, when no stopper has come."""
        if goal not in self.known:
            if len(self.known) >= MAX_CASES:
                raise TooManyTerms(len(self.known) + 1, MAX_CASES, "cases of shared outcomes")
            curve = self.known[goal] = self.new_curve(goal)
            self.bits += curve.bits
            if self.bits > MAX_BITS:
                raise TooManyTerms(self.bits, MAX_BITS)
        return self.known[goal]

    def new_curve(self, goal: RaceGoal | bool) -> ChanceCurve:
        """The curve of a goal whose curve is not known yet."""
        if isinstance(goal, bool):
            return constant(goal)
        if isinstance(goal, Tally):
            weight = sum(self.weights[clock] for clock in goal.counts)
            if goal.exactly:
                return count_is(goal.need, weight)
            return constant(1) - count_below(goal.need, weight)
        m, parts, size = goal.m, goal.parts, len(goal.parts)
        if size == 1:
            return self.curve(parts[0]) if m else constant(1) - self.curve(parts[0])
        groups = independent_groups(parts)
        if len(groups) == 1:
            return self.by_shared_outcome(goal)
        if m == size:
            return reduce(mul, [self.curve(all_of(group)) for group in groups])
        if m == 0:
            return reduce(mul, [self.curve(exactly(0, group)) for group in groups])
        if goal.exactly:
            return _combined(self.moments(groups), [size - m])
        if m == 1:
            return constant(1) - self.curve(exactly(0, parts))
        return _combined(self.moments(groups), range(size - m + 1))

    def moments(self, groups: Sequence[tuple[RaceGoal, ...]]) -> list[ChanceCurve]:
        """For each i the expected number of ways to choose i false parts, at the time t.

        Where groups share no outcome, they multiply as the coefficients of polynomials do.
        """
        products = [constant(1)]
        for group in groups:
            size = len(group)
            false = [self.curve(exactly(size - k, group)) for k in range(size + 1)]
            ways = [_sum([curve.times(comb(k, i)) for k, curve in enumerate(false)]) for i in range(size + 1)]
            products = [
                _sum([product * ways[k - i] for i, product in enumerate(products) if 0 <= k - i <= size])
                for k in range(len(products) + size)
            ]
        return products

    def by_shared_outcome(self, goal: CompoundGoal) -> ChanceCurve:
        """The curve of a goal from how often an outcome has come that most of its parts share."""
        shared, clocks = [outcomes(part) for part in goal.parts], outcomes(goal)
        if len(clocks) > MAX_SHARED:
            raise TooManyTerms(len(clocks), MAX_SHARED, "outcomes told apart")
        clock = min(
            clocks, key=lambda tally: (-sum(tally in part for part in shared), saturation(goal, tally))
        )
        most = saturation(goal, clock)
        if most > MAX_COUNT:
            raise TooManyTerms(most, MAX_COUNT, "counts of one outcome that its goals share")
        beyond = total = self.curve(conditioned(goal, clock, most))
        # Measured: the sum is gone over for each count, and a product takes as long as some thirty such.
        half = self.curve(conditioned(goal, clock, most // 2))
        length = sum(polynomial.length() for polynomial in half.terms.values())
        bits = most * most * (self.total.bit_length() + most.bit_length())
        if (work := bits * (most // 3 + 16 * length)) > MAX_WORK:
            raise TooManyTerms(work, MAX_WORK, "bits to be multiplied")
        for n in range(most):
            total += count_is(n, self.weights[clock]) * (self.curve(conditioned(goal, clock, n)) - beyond)
        return total


def _sum(curves: Sequence[ChanceCurve]) -> ChanceCurve:
    return reduce(add, curves)


def _combined(moments: Sequence[ChanceCurve], false: Collection[int]) -> ChanceCurve:
    """The chance that the number of false parts is one of those, from its moments."""
    # With S[i] the moments, k are false with a chance of the sum of (-1)^(i - k) · C(i, k) · S[i] for i ≥ k
    # (Feller, An Introduction to Probability Theory I, IV.3).
    return _sum(
        [curve.times(sum((-1) ** (i + k) * comb(i, k) for k in false)) for i, curve in enumerate(moments)]
    )
