"""Wagers that share their spins: how two of them end together, and the covariances of their returns."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from markov.chain.chain import TooManyStates
from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution
from markov.race.clocks import TooManyTerms
from markov.race.race import joint_chance
from markov.statistics.layout import MOST, JointLaw, Layout, Played, Together, staked
from markov.wager.odds import Answer, Strategy
from markov.wager.rule import NestedRace


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


def joint_law_by_goals(one: NestedRace, other: NestedRace, wheel: Distribution[Any]) -> JointLaw:
    """The chance of each pair of endings of two wagers whose goals race one stopper.

    With both[i][j] the chance that the first i goals of one and the first j of the other are true, exactly so
    many are with a chance of both[i][j] - both[i + 1][j] - both[i][j + 1] + both[i + 1][j + 1].

    Raises TooManyTerms where a formula would be too long.
    """
    ones, others = ([(), *((goal,) for goal in ladder.goals)] for ladder in (one, other))
    both = [[joint_chance((*a, *b), wheel, one.stop) for b in others] + [Fraction(0)] for a in ones]
    both.append([Fraction(0)] * len(both[0]))
    law: dict[tuple[str, ...], Fraction] = {}
    for (i, end), (j, another) in product(enumerate(one.ends), enumerate(other.ends)):
        chance = both[i][j] - both[i + 1][j] - both[i][j + 1] + both[i + 1][j + 1]
        if chance:
            law[end, another] = law.get((end, another), Fraction(0)) + chance
    return law


@dataclass(frozen=True, slots=True)
class Pair:
    """Two wagers on the same spins, one unit staked on each.

    product             expected product of their gross returns
    covariance          of the gross returns
    correlation_square  the square of the correlation, with the sign of the correlation, as
                        `exact.signed_root` takes it; None where one of the returns never varies
    """

    wagers: tuple[str, str]
    product: Fraction
    covariance: Fraction
    correlation_square: Fraction | None


@dataclass(frozen=True, slots=True)
class Total:
    """The outlay, expected return and variance of a layout of stakes, its wagers taken together.

    outlay     what the player puts up
    returned   expected gross return
    variance   of the gross return
    """

    outlay: Fraction
    returned: Fraction
    variance: Fraction


@dataclass(frozen=True, slots=True)
class Joint:
    """Wagers that are all made before the same spin, each played to its own end.

    outlays, returned   of each per unit staked; what is put down on the way is taken out of gross returns
    covariances         of the gross returns, by row and column; variances are on the diagonal
    """

    way: Strategy
    wagers: tuple[str, ...]
    outlays: tuple[Fraction, ...]
    returned: tuple[Fraction, ...]
    covariances: tuple[tuple[Fraction, ...], ...]

    def pairs(self) -> Iterator[Pair]:
        """Every pair of two wagers, in their order."""
        for i, j in combinations(range(len(self.wagers)), 2):
            both, square = self.covariances[i][j], self.covariances[i][i] * self.covariances[j][j]
            yield Pair(
                wagers=(self.wagers[i], self.wagers[j]),
                product=both + self.returned[i] * self.returned[j],
                covariance=both,
                correlation_square=abs(both) * both / square if square else None,
            )

    def total(self, stakes: Mapping[str, Fraction]) -> Total:
        """The total of a layout; a wager without a stake is not made.

        Raises ValueError for a stake below 0, or on a wager that is not there, and where nothing is staked.
        """
        amounts = staked(stakes, self.wagers)

        def weighted(values: Iterable[Fraction]) -> Fraction:
            return sum((amount * x for amount, x in zip(amounts, values, strict=True)), Fraction(0))

        variance = weighted(map(weighted, self.covariances))
        return Total(weighted(self.outlays), weighted(self.returned), variance)


def joint(answers: Mapping[str, Answer], way: Strategy, limit: int = MOST) -> Joint:
    """The covariances of wagers on the same spins, all played that way, under the names of the mapping.

    limit   on the states of a pair that has to be explored

    Raises TooMuchWork, naming the pair, where a covariance is out of reach; ValueError where the wagers are
    not on one wheel.
    """
    layout = Layout.of(answers, way)
    size, plays, pays = len(layout.wagers), layout.plays, layout.worth()
    outlays = [answer.wager.outlay for answer in layout.answers]
    means = [play.net + outlay for play, outlay in zip(plays, outlays, strict=True)]
    laws: dict[tuple[int, int], JointLaw] = {}
    covariances = [[play.variance] * size for play in plays]
    for i, j in combinations(range(size), 2):
        kinds = layout.places[i], layout.places[j]
        if kinds not in laws:
            try:
                laws[kinds] = _law(layout, i, j, limit)
            except TooMuchWork as error:
                raise TooMuchWork(f"{layout.wagers[i]} and {layout.wagers[j]}: {error}") from None
            laws[kinds[::-1]] = {(b, a): chance for (a, b), chance in laws[kinds].items()}
        product = sum((p * pays[i][a] * pays[j][b] for (a, b), p in laws[kinds].items()), Fraction(0))
        covariances[i][j] = covariances[j][i] = product - means[i] * means[j]
    return Joint(
        way=way,
        wagers=layout.wagers,
        outlays=tuple(outlays),
        returned=tuple(means),
        covariances=tuple(map(tuple, covariances)),
    )


def _law(layout: Layout, i: int, j: int, limit: int) -> JointLaw:
    """The chance of each pair of endings of two wagers of a layout; those of one kind end alike."""
    one, other = layout.kinds[layout.places[i]], layout.kinds[layout.places[j]]
    if one != other:
        return joint_law(one, other, layout.wheel, limit)
    law: dict[tuple[str, ...], Fraction] = {}
    for ending in layout.plays[i].endings:
        both = ending.ending, ending.ending
        law[both] = law.get(both, Fraction(0)) + ending.probability
    return law
