"""Covariances of wagers that share their spins."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from markov.chain.solve_order import TooMuchWork
from markov.statistics.layout import Layout, staked
from markov.statistics.pairs import joint_law
from markov.statistics.together import MOST, JointLaw
from markov.wager.odds import Answer, Way


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
    """What a layout of stakes comes to, its wagers taken together.

    outlay     what the player puts up
    returned   expected gross return
    variance   of the gross return
    """

    outlay: Fraction
    returned: Fraction
    variance: Fraction

    @property
    def net(self) -> Fraction:
        """Expected return less outlay: what the player is expected to gain."""
        return self.returned - self.outlay


@dataclass(frozen=True, slots=True)
class Joint:
    """Wagers that are all made before the same spin, each played to its own end.

    outlays, returned   of each per unit staked
    covariances         of the gross returns, by row and column; variances are on the diagonal
    """

    way: Way
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
        """What a layout comes to; a wager without a stake is not made.

        Raises ValueError for a stake below 0, or on a wager that is not there, and where nothing is staked.
        """
        amounts = staked(stakes, self.wagers)

        def weighted(values: Iterable[Fraction]) -> Fraction:
            return sum((amount * x for amount, x in zip(amounts, values, strict=True)), Fraction(0))

        variance = weighted(map(weighted, self.covariances))
        return Total(weighted(self.outlays), weighted(self.returned), variance)


def joint(answers: Mapping[str, Answer], way: Way, limit: int = MOST) -> Joint:
    """The covariances of wagers on the same spins, all played that way, under the names of the mapping.

    limit   on the states of a pair that has to be explored

    Raises TooMuchWork, naming the pair, where a covariance is out of reach; ValueError where the wagers are
    not on one wheel.
    """
    layout = Layout.of(answers, way)
    size, plays, pays = len(layout.wagers), layout.plays, [answer.wager.pays for answer in layout.answers]
    laws: dict[tuple[int, int], JointLaw] = {}
    found = [[play.variance] * size for play in plays]
    for i, j in combinations(range(size), 2):
        kinds = layout.places[i], layout.places[j]
        if kinds not in laws:
            try:
                laws[kinds] = _law(layout, i, j, limit)
            except TooMuchWork as error:
                raise TooMuchWork(f"{layout.wagers[i]} and {layout.wagers[j]}: {error}") from None
            laws[kinds[::-1]] = {(b, a): chance for (a, b), chance in laws[kinds].items()}
        product = sum((p * pays[i][a] * pays[j][b] for (a, b), p in laws[kinds].items()), Fraction(0))
        found[i][j] = found[j][i] = product - plays[i].returned * plays[j].returned
    return Joint(
        way=way,
        wagers=layout.wagers,
        outlays=tuple(play.outlay for play in plays),
        returned=tuple(play.returned for play in plays),
        covariances=tuple(map(tuple, found)),
    )


def _law(layout: Layout, i: int, j: int, limit: int) -> JointLaw:
    one, other = layout.kinds[layout.places[i]], layout.kinds[layout.places[j]]
    if one != other:
        return joint_law(one, other, layout.wheel, limit)
    found: dict[tuple[str, ...], Fraction] = {}
    for ending in layout.plays[i].endings:
        both = ending.ending, ending.ending
        found[both] = found.get(both, Fraction(0)) + ending.probability
    return found
