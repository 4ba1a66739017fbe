"""Independent Poisson clocks: chances as functions of time, exactly.

Let every outcome ring on a clock of its own, at a rate of its weight. In the order in which they ring the
outcomes are spins of the wheel, and the clocks know nothing of each other: how often one has rung by a
time t does not depend on the rest (Holst, On birthday, collectors', occupancy and other classical urn
problems, 1986). So a chance at the time t is a sum of c · t^m · e^(-rate·t), and so is any sum or
product of such chances; over all t each term integrates to c · m! / rate^(m + 1).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import factorial, lcm, perm
from typing import Any

MAX_BITS = 2**30  # of coefficients held at once: some tens of seconds, and some hundred MB


class TooManyTerms(ValueError):
    """A race whose formula would be longer than the limit."""

    def __init__(self, needed: int, limit: int, of: str = "bits of coefficients") -> None:
        super().__init__(
            f"the formula of the race needs {needed:,} {of} or more, and the limit is {limit:,}; "
            "let its goals share fewer outcomes, need less, or be fewer, or explore the chain instead"
        )


@dataclass(frozen=True, slots=True, eq=False)
class ChanceCurve:
    """A chance as a function of time: the sum over rates of polynomial(t) · e^(-rate·t), over `scale`.

    terms   for each rate a polynomial with whole coefficients (FLINT's fmpz_poly), none of them 0
    scale   a positive whole number

    Raises TooManyTerms when the coefficients pass MAX_BITS.
    """

    terms: Mapping[int, Any]
    scale: int = 1

    def __post_init__(self) -> None:
        if (bits := self.bits) > MAX_BITS:
            raise TooManyTerms(bits, MAX_BITS)

    @property
    def bits(self) -> int:
        """An upper bound on the bits that the coefficients take."""
        return sum(polynomial.length() * polynomial.height_bits() for polynomial in self.terms.values())

    def __mul__(self, other: "ChanceCurve") -> "ChanceCurve":
        terms: dict[int, Any] = {}
        for rate, polynomial in self.terms.items():
            for more, another in other.terms.items():
                product = polynomial * another
                terms[rate + more] = terms[rate + more] + product if rate + more in terms else product
        return ChanceCurve(
            {rate: polynomial for rate, polynomial in terms.items() if polynomial}, self.scale * other.scale
        )

    def times(self, number: int) -> "ChanceCurve":
        """The curve times a whole number."""
        return ChanceCurve(
            {rate: polynomial * number for rate, polynomial in self.terms.items() if number}, self.scale
        )

    def __add__(self, other: "ChanceCurve") -> "ChanceCurve":
        scale = lcm(self.scale, other.scale)
        up = scale // self.scale
        terms = (
            {rate: polynomial * up for rate, polynomial in self.terms.items()} if up > 1 else dict(self.terms)
        )
        up = scale // other.scale
        for rate, polynomial in other.terms.items():
            terms[rate] = terms[rate] + polynomial * up if rate in terms else polynomial * up
        return ChanceCurve({rate: polynomial for rate, polynomial in terms.items() if polynomial}, scale)

    def __sub__(self, other: "ChanceCurve") -> "ChanceCurve":
        return self + other.times(-1)

    def integrals(self, rate: int) -> tuple[Any, Any]:
        """Over all t the integrals of e^(-rate·t) and of t · e^(-rate·t), times the chance; as FLINT's fmpq.

        The terms of one rate are brought over one denominator as they are summed, and divided once:
        with r both rates together, the sum of c[m] · m! / r^(m + 1) is that of c[m] · m! · r^(M - m),
        over r^(M + 1), where M is the degree.
        """
        from flint import fmpq, fmpz

        plain, timed = [fmpq(0)], [fmpq(0)]
        for slower, polynomial in self.terms.items():
            both, first, second, factor = fmpz(slower + rate), fmpz(0), fmpz(0), fmpz(1)
            for m, c in enumerate(polynomial.coeffs(), 1):
                rung = c * factor  # c[m - 1] · (m - 1)!
                first, second, factor = first * both + rung, second * both + rung * m, factor * m
            below = both ** polynomial.length()
            plain.append(fmpq(first, below))
            timed.append(fmpq(second, below * both))
        return _sum(plain) / self.scale, _sum(timed) / self.scale

    def chances_after(self, spins: int, total: int, rate: int) -> Iterator[int]:
        """For each n up to so many spins the chance after n spins that no clock of that rate has rung and
        what the curve tells is true, times total^n; a wheel of that total rings all clocks.

        When the number of spins is a Poisson process of the rate W, the sum over n of p(n) · (Wt)^n / n! is
        e^(Wt) times the curve, and p(n) is read off term by term.

        Raises TooManyTerms where that would be too long.
        """
        terms = [(total - rate - slower, polynomial.coeffs()) for slower, polynomial in self.terms.items()]
        bits = spins * spins * total.bit_length() * sum(len(polynomial) for _, polynomial in terms) // 64
        if bits > MAX_BITS:
            raise TooManyTerms(bits, MAX_BITS)
        powers = [[1] for _ in terms]
        for n in range(spins + 1):
            ways = 0
            for (base, coefficients), known in zip(terms, powers, strict=True):
                for m, c in enumerate(coefficients[: n + 1]):
                    ways += int(c) * perm(n, m) * known[n - m]
                known.append(known[-1] * base)
            yield ways // self.scale


def _sum(numbers: list[Any]) -> Any:
    # In pairs: the denominators of far rates share little, and one long sum would carry all of them along.
    while len(numbers) > 1:
        numbers = [sum(numbers[i + 1 : i + 2], numbers[i]) for i in range(0, len(numbers), 2)]
    return numbers[0]


def constant(chance: int) -> ChanceCurve:
    """The chance, 0 or 1, that does not change with time."""
    from flint import fmpz_poly

    return ChanceCurve({0: fmpz_poly([chance])} if chance else {})


def count_is(k: int, weight: int) -> ChanceCurve:
    """The chance that a clock of that weight has rung so often: e^(-wt) · (wt)^k / k!."""
    from flint import fmpz_poly

    _bounded(k)
    return ChanceCurve({weight: fmpz_poly([*[0] * k, weight**k])}, factorial(k))


def count_below(need: int, weight: int) -> ChanceCurve:
    """The chance that a clock of that weight has rung less often: the sum of that for each k < need."""
    from flint import fmpz_poly

    _bounded(need)
    scale = factorial(need - 1)
    coefficients, c = [], scale
    for k in range(need):
        coefficients.append(c)
        c = c * weight // (k + 1)  # exact wherever it is used: k! divides the scale
    return ChanceCurve({weight: fmpz_poly(coefficients)}, scale)


def _bounded(length: int) -> None:
    # Before a polynomial is made: its coefficients may have as many bits as (length - 1)! has.
    if (bits := length * length * length.bit_length() // 2) > MAX_BITS:
        raise TooManyTerms(bits, MAX_BITS)
