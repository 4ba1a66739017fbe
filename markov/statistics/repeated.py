"""Many wagers, independent and played alike: their total, the band of the return, who is ahead."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from markov.statistics import inversion, lattice_law
from markov.statistics.bracket import Bracket, square_root
from markov.statistics.lattice_law import LatticeLaw
from markov.statistics.moments import Moments, returns
from markov.statistics.normal import LEVELS, distance, quantile, upper_tail
from markov.wager.odds import Odds

SERIES = tuple(10**k for k in range(2, 8))  # the numbers of wagers that are shown
INTERVALS = (10_000, 100_000, *(10**k for k in range(6, 10)))
"""The numbers of wagers for which laboratories state confidence intervals."""

How: TypeAlias = Literal["exact", "enclosed", "normal"]


@dataclass(frozen=True, slots=True)
class Ahead:
    """The chances that n wagers bring in total more than was put up, just that, or less.

    how      "exact" by convolution, "enclosed" by Fourier inversion with proved errors, or "normal": nothing
             better than the normal law and its bound was within reach
    normal   what the normal law says of being ahead, without any correction; None where nothing varies
    bound    how far that is from the truth at most, by Berry and Esseen; None where nothing varies
    """

    n: int
    how: How
    ahead: Bracket
    even: Bracket
    behind: Bracket
    normal: Bracket | None
    bound: Fraction | None


@dataclass(frozen=True, slots=True)
class Band:
    """The band of the return of n wagers over the outlay by the normal law: the mean plus or minus z·σ/√n.

    level       the chance that the normal law gives the band
    low, high   its ends, as parts of the outlay; not cut where no return can be so low or high
    chance      the chance that the return is in the band, ends included, by the law of the wager itself
    """

    level: Fraction
    low: Bracket
    high: Bracket
    chance: Bracket


@dataclass(frozen=True, slots=True)
class Repeated:
    """The total result of n independent wagers. Money is per unit staked on each of them.

    mean       of the total net result: all that comes back less all that is put up
    variance   of that total
    outlay     what is put up in total
    """

    n: int
    mean: Fraction
    variance: Fraction
    outlay: Fraction
    bands: tuple[Band, ...]
    ahead: Ahead


def repeated(play: Odds, n: int, levels: Sequence[Fraction] = LEVELS) -> Repeated:
    """The total of n independent wagers played that way, and a band for each level.

    Raises ValueError where n is below 1 or a level not between 0 and 1.
    """
    total = _LatticeTotal.of(play, n)
    bands = [_band(total.moments, n, level) for level in levels]
    ends = {end for low, high in bands for end in (*total.firsts(low), *total.beyonds(high))}
    sides = total.sides([*total.even, *ends])
    return Repeated(
        n,
        mean=n * (total.moments.mean - play.outlay),
        variance=n * total.moments.variance,
        outlay=n * play.outlay,
        bands=tuple(
            Band(
                level,
                low * (1 / play.outlay),
                high * (1 / play.outlay),
                total.within(low, high, level, sides),
            )
            for level, (low, high) in zip(levels, bands, strict=True)
        ),
        ahead=total.ahead(sides),
    )


def _band(moments: Moments, n: int, level: Fraction) -> tuple[Bracket, Bracket]:
    """The mean return of n wagers, less and plus z standard deviations."""
    width = quantile(level) * square_root(moments.variance / n)
    return -width + moments.mean, width + moments.mean


def interval(play: Odds, n: int, level: Fraction) -> tuple[Bracket, Bracket]:
    """The confidence interval of the return of n wagers over the outlay, by the normal law."""
    low, high = _band(Moments.of(returns(play)), n, level)
    return low * (1 / play.outlay), high * (1 / play.outlay)


def ahead(play: Odds, n: int) -> Ahead:
    """The chance that n independent wagers played that way bring more than was put up.

    Raises ValueError where n is below 1.
    """
    total = _LatticeTotal.of(play, n)
    return total.ahead(total.sides(total.even))


_Sides: TypeAlias = dict[int, tuple[Bracket, Bracket]]  # by K: the chances of less, and of that or more


@dataclass(frozen=True, slots=True)
class _LatticeTotal:
    """The total return of n wagers on its lattice; `even` are the least K not behind, and the least ahead."""

    n: int
    outlay: Fraction
    moments: Moments
    lattice: LatticeLaw
    even: tuple[int, int]

    @classmethod
    def of(cls, play: Odds, n: int) -> "_LatticeTotal":
        if n < 1:
            raise ValueError(f"{n} wagers cannot be played; ask for 1 or more")
        law = returns(play)
        lattice, put_up = LatticeLaw.of(law), n * play.outlay
        even = lattice.first(put_up, n), lattice.beyond(put_up, n)
        return cls(n, play.outlay, Moments.of(law), lattice, even)

    def firsts(self, mean: Bracket) -> tuple[int, int]:
        """The least K at which the mean return is not below either end of the bracket: one for each end."""
        least, most = (self.lattice.first(self.n * end, self.n) for end in (mean.lower, mean.upper))
        return least, most

    def beyonds(self, mean: Bracket) -> tuple[int, int]:
        """The least K at which the mean return is above either end of the bracket: one for each end."""
        least, most = (self.lattice.beyond(self.n * end, self.n) for end in (mean.lower, mean.upper))
        return least, most

    def sides(self, ends: Iterable[int]) -> _Sides | None:
        """The chances on both sides of each end; None where they are out of reach."""
        asked = sorted(set(ends))
        if lattice_law.feasible(self.lattice, self.n, asked):
            exactly = lattice_law.below(self.lattice, self.n, asked)
            return {end: (Bracket.of(p), Bracket.of(1 - p)) for end, p in exactly.items()}
        try:
            return {end: inversion.below_above(self.lattice, self.n, end) for end in asked}
        except inversion.OutOfReach:
            return None

    def ahead(self, sides: _Sides | None) -> Ahead:
        """The chances to be ahead, even and behind."""
        if sides is None:
            return self._by_the_normal_law()
        (behind, not_behind), (_, above) = (sides[end] for end in self.even)
        even = (not_behind - above).chance()
        if even.exact is None:
            level, beyond = self.even
            with suppress(inversion.OutOfReach):
                even = inversion.at(self.lattice, self.n, level) if level < beyond else Bracket.of(0)
        how: How = "exact" if all(p.exact is not None for p in (above, even, behind)) else "enclosed"
        normal, bound = self._normal() if self.moments.variance else (None, None)
        return Ahead(self.n, how, above, even, behind, normal, bound)

    def _by_the_normal_law(self) -> Ahead:
        """The chances by the normal law, each off by the bound at most: where no better is within reach."""
        normal, bound = self._normal()
        either = Bracket(-bound, bound)
        more, less = (normal + either).chance(), (-normal + 1 + either).chance()
        # Being even is one jump of the law, of which each side is off by no more.
        return Ahead(self.n, "normal", more, (either + bound).chance(), less, normal, bound)

    def _normal(self) -> tuple[Bracket, Fraction]:
        """The chance of being ahead by the normal law, and a bound on its error."""
        scale = self.n / self.moments.variance
        return upper_tail(self.outlay - self.moments.mean, scale), self._distance()

    def _distance(self) -> Fraction:
        return distance(self.moments.absolute, self.moments.variance, self.n)

    def within(self, low: Bracket, high: Bracket, level: Fraction, sides: _Sides | None) -> Bracket:
        """The chance that the mean return is between those, ends included."""
        if sides is None:
            off = 2 * self._distance()
            return Bracket(level - off, level + off).chance()
        (least, first), (beyond, most) = self.firsts(low), self.beyonds(high)
        surely = -sides[first][0] - sides[beyond][1] + 1
        maybe = -sides[least][0] - sides[most][1] + 1
        return Bracket(surely.lower, maybe.upper).chance()
