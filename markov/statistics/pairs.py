"""How two wagers on the same spins end together."""

from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from markov.chain.chain import TooManyStates
from markov.chain.solve_order import TooMuchWork
from markov.distribution import Distribution
from markov.race.clocks import TooManyTerms
from markov.race.goals import AllOf, Goal, WheelOutcome
from markov.race.race import race
from markov.statistics.layout import Played
from markov.statistics.together import MOST, JointLaw, Together
from markov.wager.wager import Ladder


def joint_law(one: Played, other: Played, wheel: Distribution[Any], limit: int = MOST) -> JointLaw:
    """The chance of each pair of endings: by goals where both wagers have them, else by the chain of both.

    Raises TooMuchWork where neither can be done.
    """
    ladders = one.ladder(wheel), other.ladder(wheel)
    if ladders[0] and ladders[1] and ladders[0].stop == ladders[1].stop:
        try:
            return joint_law_by_goals(ladders[0], ladders[1], wheel)
        except TooManyTerms:
            pass  # the chain may be small all the same
    try:
        return Together((one, other)).law(wheel, limit)
    except TooManyStates as error:
        raise TooMuchWork(f"played on the same spins, {error}") from None


def joint_law_by_goals(one: Ladder, other: Ladder, wheel: Distribution[Any]) -> JointLaw:
    """The same for ladders with one stopper.

    With both[i][j] the chance that the first i goals of one and the first j of the other are true, exactly so
    many are with a chance of both[i][j] - both[i + 1][j] - both[i][j + 1] + both[i + 1][j + 1].

    Raises TooManyTerms where a formula would be too long.
    """
    ones, others = ([(), *((goal,) for goal in ladder.goals)] for ladder in (one, other))
    both = [[_chance((*a, *b), wheel, one.stop) for b in others] + [Fraction(0)] for a in ones]
    both.append([Fraction(0)] * len(both[0]))
    found: dict[tuple[str, ...], Fraction] = {}
    for (i, end), (j, another) in product(enumerate(one.ends), enumerate(other.ends)):
        chance = both[i][j] - both[i + 1][j] - both[i][j + 1] + both[i + 1][j + 1]
        if chance:
            found[end, another] = found.get((end, another), Fraction(0)) + chance
    return found


@lru_cache(maxsize=4096)  # both ways of playing, and wagers that differ in their pays alone, ask for the same
def _chance(goals: tuple[Goal, ...], wheel: Distribution[Any], stop: frozenset[WheelOutcome]) -> Fraction:
    return race(AllOf(goals), wheel, stop).chance if goals else Fraction(1)
