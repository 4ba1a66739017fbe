"""Where to tilt a law, in floats: a guide, on which no answer rests."""

from math import exp, log

from markov.statistics.lattice import LatticeLaw

_FAR = 600.0  # logarithms of tilts beyond are not needed, and would leave the floats


class Guide:
    """The means of a law tilted by e^(u·k), as floats."""

    def __init__(self, lattice: LatticeLaw) -> None:
        total = log(lattice.total)
        self._logs = [(k, log(weight) - total) for k, weight in lattice.weights.items()]

    def mean(self, tilt: float) -> float:
        """The mean of the law tilted by that; it grows with the tilt."""
        sizes = [tilt * k + size for k, size in self._logs]
        top = max(sizes)
        shares = [exp(size - top) for size in sizes]
        return sum(k * share for (k, _), share in zip(self._logs, shares, strict=True)) / sum(shares)

    def saddle(self, mean: float) -> float:
        """The tilt that gives the law that mean, as near as floats get; at most 600 in size.

        >>> from fractions import Fraction
        >>> coin = LatticeLaw.of({Fraction(0): Fraction(1, 2), Fraction(1): Fraction(1, 2)})
        >>> round(Guide(coin).saddle(0.75), 6) == round(log(3), 6)
        True
        """
        low, high = -_FAR, _FAR
        for reach in (1e-3, 1e-1, 1e1):
            if self.mean(-reach) < mean < self.mean(reach):
                low, high = -reach, reach
                break
        while high - low > 1e-13 * max(1.0, abs(low)):
            middle = (low + high) / 2
            if self.mean(middle) < mean:
                low = middle
            else:
                high = middle
        return (low + high) / 2
