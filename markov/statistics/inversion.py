"""The law of a sum of many independent returns, enclosed: chances with a proved lower and upper end.

K is the sum of n independent whole numbers with the generating polynomial G. For a number r > 0 let Q be
the tilted law, Q(s) = P(K = s)·r^s / G(r)^n, again that of a sum of n independent numbers; r is chosen so
that the mean of Q is about k (Esscher 1932; Feller II, XVI.7). With r ≥ 1,

    P(K ≥ k) = G(r)^n · r^-k · T,    T = the sum over s ≥ k of r^-(s - k) · Q(s),

so that a chance of 10^-5000 is found to as many digits as one of a half. Let φ(θ) be the characteristic
function of one tilted number, and lo ≤ k ≤ hi a window of M = hi - lo + 1 numbers. By discrete Fourier
inversion (Abate and Whitt, Numerical inversion of probability generating functions, Operations Research
Letters 12, 1992), with θ = 2πj/M,

    T ≈ 1/M · the sum over j < M of φ(θ)^n · the sum over s = k … hi of r^-(s - k) · e^(-iθs),

and these are all the errors:

1. What lies outside the window is counted where it does not belong, or not at all; as no factor r^-(s - k)
   is above 1, that is at most Q(K < lo) + Q(K > hi). Each is bounded by Chernoff: Q(K ≥ b) ≤
   (G(x) / G(r))^n · (r/x)^b for every x ≥ r, and the same of Q(K ≤ b) for every x ≤ r.
2. The terms of most j are not computed. Each is, divided by M, at most |φ(θ)|^n in size. With f = |φ|² and
   V the variance of one tilted number |f''| ≤ 2V, so f ≤ f(m) + |f'(m)|·w + V·w² up to w away from m:
   stretches of j are halved until that makes them negligible, or until they are short and computed.
3. Rounding: all that is computed is computed with FLINT's balls, which hold the true value.

Floats choose r, the window and the x; whatever they are, what is said above holds. Nothing rests on them.
"""

from math import ceil, exp, log, sqrt
from typing import Any

from markov.exact import ball, precision
from markov.statistics.bracket import Bracket
from markov.statistics.lattice_law import LatticeLaw
from markov.statistics.normal import TINY, bracket

_FAR = 600.0  # logarithms of tilts beyond are not needed, and would leave the floats


class TiltGuide:
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
        >>> round(TiltGuide(coin).saddle(0.75), 6) == round(log(3), 6)
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


GOOD = 40  # bits of a chance that are wanted: 12 digits
MAX_TERMS = 200_000  # powers of e^(iθ) in the terms that are computed or bounded: some seconds
_SHORT = 4  # a stretch of terms that is computed without asking whether it is negligible


class OutOfReach(ValueError):
    """A law on too fine or too wide a lattice: the inversion takes too many terms."""


def below_above(lattice: LatticeLaw, n: int, k: int) -> tuple[Bracket, Bracket]:
    """The chances that the sum K of n independent numbers is below k, and that it is not.

    The one that lies away from the mean is had to GOOD bits of its own, the other is what it leaves.
    Raises OutOfReach.
    """
    top = n * lattice.span
    if k <= 0 or k > top:
        return Bracket.of(int(k > 0)), Bracket.of(int(k <= 0))
    if k > n * lattice.mean:
        above = _enclosed(lattice, n, k, top)
        return (-above + 1).chance(), above
    below = _enclosed(lattice.mirrored(), n, top - k + 1, top)
    return below, (-below + 1).chance()


def at(lattice: LatticeLaw, n: int, k: int) -> Bracket:
    """The chance that the sum K of n independent numbers is k. Raises OutOfReach."""
    top = n * lattice.span
    if not 0 <= k <= top:
        return Bracket.of(0)
    if k < n * lattice.mean:
        return _enclosed(lattice.mirrored(), n, top - k, top - k)
    return _enclosed(lattice, n, k, k)


def _enclosed(lattice: LatticeLaw, n: int, k: int, end: int) -> Bracket:
    """The chance that K is from k, not below its mean, to the end, which is k or the greatest there is."""
    if k == n * lattice.span:
        with precision(4 * GOOD + n.bit_length()):
            return bracket((ball(lattice.weights[lattice.span]) / lattice.total) ** n).chance()
    guide, bits = TiltGuide(lattice), 2 * GOOD
    while True:
        with precision(bits + 64 + 2 * n.bit_length()):
            chance = bracket(TiltedSum(lattice, n, k, guide, bits).chance(end)).chance()
        if chance.width * 2**GOOD <= chance.upper or chance.upper <= TINY or bits > 4 * GOOD:
            return chance
        bits *= 2


class TiltedSum:
    """The tilted law of one number, and the window in which the sum of n of them is looked at.

    bits   the errors 1 and 2 are kept about as small as 2^-bits
    """

    def __init__(self, lattice: LatticeLaw, n: int, k: int, guide: TiltGuide, bits: int) -> None:
        from flint import arb

        self.n, self.k, self.top, self.guide, self.bits = n, k, n * lattice.span, guide, bits
        self.chances = {e: ball(weight) / lattice.total for e, weight in lattice.weights.items()}
        self.r = arb(max(exp(guide.saddle(k / n)), 1.0))
        self.generated = self.generating(self.r)
        self.shares = {e: p * self.r**e / self.generated for e, p in self.chances.items()}
        mean = sum(q * e for e, q in self.shares.items())
        self.variance = sum(q * _square(e - mean) for e, q in self.shares.items())
        self.low, self.high, self.outside = self._window()
        self.points = self.high - self.low + 1

    def generating(self, x: Any) -> Any:
        """The value at x of the generating function G of the tilted law."""
        return sum(p * x**e for e, p in self.chances.items())

    def chance(self, end: int) -> Any:
        """P(k ≤ K ≤ end) as a ball; the end is k or the greatest there is."""
        from flint import arb

        computed, left_out = self.computed_terms()
        last = min(end, self.high)
        half = self.points // 2 if self.points % 2 == 0 else 0
        total = self._term(0, last).real
        for j in computed:
            total += self._term(j, last).real * (1 if j == half else 2)
        error = self.outside + left_out
        tail = total / self.points + error * arb(0, 1)
        return self.generated**self.n / self.r**self.k * tail

    def _window(self) -> tuple[int, int, Any]:
        """The window's ends, and a bound on what lies outside: error 1."""
        deviation = sqrt(self.n * float(self.variance.mid()))
        reach = ceil(deviation * sqrt(2 * log(2) * self.bits)) + 1
        while True:
            low, high = max(0, self.k - reach), min(self.top, self.k + reach)
            outside = self.tail_bound(low - 1) + self.tail_bound(high + 1)
            if outside * 2**self.bits <= 1 or (low, high) == (0, self.top):
                return low, high, outside
            reach = reach * 5 // 4 + 1

    def tail_bound(self, b: int) -> Any:
        """A bound on Q(K ≤ b) where b is below k, on Q(K ≥ b) where it is above."""
        from flint import arb

        if not 0 <= b <= self.top:
            return arb(0)
        x = arb(exp(self.guide.saddle(b / self.n)))
        if (x < self.r) != (b < self.k):
            return arb(1)
        return (self.generating(x) / self.generated) ** self.n * (self.r / x) ** b

    def computed_terms(self) -> tuple[list[int], Any]:
        """The j from 1 to half the points that are computed, and a bound on all other terms: error 2."""
        from flint import arb

        computed: list[int] = []
        left_out, asked = arb(0), 0
        waiting = [(1, self.points // 2)]
        with precision(96 + self.n.bit_length()):
            while waiting:
                first, last = waiting.pop()
                asked += len(self.shares)
                if last - first < _SHORT:
                    computed += range(first, last + 1)
                else:
                    bound = self.term_bound(first, last) * (2 * (last - first + 1))
                    if bound * 2**self.bits <= 1:
                        left_out += bound
                    else:
                        middle = (first + last) // 2
                        waiting += [(first, middle), (middle + 1, last)]
                if asked > MAX_TERMS:
                    raise OutOfReach(f"the law of {self.n:,} wagers takes more than {MAX_TERMS:,} powers")
        return computed, left_out

    def term_bound(self, first: int, last: int) -> Any:
        """A bound on |φ(θ)|^n for all θ from that of the first to that of the last term."""
        from flint import acb, arb

        phi = slope = acb(0)
        for e, q in self.shares.items():
            turned = q * _turn((first + last) * e, 2 * self.points)
            phi, slope = phi + turned, slope + turned * e
        width = arb.pi() * (last - first) / self.points
        square = _square(phi.real) + _square(phi.imag)
        change = 2 * (phi.imag * slope.real - phi.real * slope.imag)  # f' = 2 Re(conj φ · i·slope)
        bound = (square + abs(change) * width + self.variance * width**2).upper() + arb(2) ** -self.bits
        return (bound.log() * self.n / 2).exp()

    def _term(self, j: int, last: int) -> Any:
        """φ(θ)^n times the sum over s = k … last of r^-(s - k) · e^(-iθs), where θ = 2πj/M."""
        phi = sum(q * _turn(j * e, self.points) for e, q in self.shares.items())
        count = last - self.k + 1
        turned = phi**self.n * _turn(-j * self.k, self.points)
        if count == 1:
            return turned
        if j == 0 and self.r == 1:
            return turned * count
        ratio = _turn(-j, self.points) / self.r
        return turned * (1 - _turn(-j * count, self.points) / self.r**count) / (1 - ratio)


def _square(number: Any) -> Any:
    """The square of a real ball; FLINT's power of a ball around exactly 0 is not a number."""
    return number * number


def _turn(part: int, whole: int) -> Any:
    """e^(2πi · part/whole)."""
    from flint import acb, arb, fmpq

    return acb(arb(fmpq(2 * (part % whole), whole))).exp_pi_i()
