"""The normal law, with proved digits, and how far from it the law of a sum may be.

FLINT's balls (Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE
Trans. Comp. 66, 2017) hold the true value whatever is rounded on the way; ends of brackets are ends of balls.
"""

from fractions import Fraction
from functools import cache
from typing import Any

from markov.exact import ball, precision
from markov.statistics.bracket import BITS, Bracket, square_root

FAR = 2**20
TINY = Fraction(1, 1 << FAR)  # about 10^-315652; of a chance that is smaller only that is said
LEVELS = (Fraction(9, 10), Fraction(19, 20), Fraction(99, 100))

# C in |F - Φ| ≤ C·ρ/(σ³√n) for independent summands of one law: Shevtsova, On the absolute constants in the
# Berry-Esseen inequality and its structural and nonuniform improvements, Informatics and its
# Applications 7:1 (2013), 124-125.
BERRY_ESSEEN = Fraction("0.4690")


def bracket(number: Any) -> Bracket:
    """The ends of a ball, exactly: whole numbers over, or times, powers of two.

    An end nearer to 0 than TINY gives way to TINY or -TINY: its fraction could fill the memory.
    """
    return Bracket(_end(number.lower(), -TINY), _end(number.upper(), TINY))


def _end(end: Any, instead: Fraction) -> Fraction:
    mantissa, exponent = (int(part) for part in end.man_exp())
    if mantissa and mantissa.bit_length() + exponent < -FAR:
        return instead
    return Fraction(mantissa << max(exponent, 0), 1 << max(-exponent, 0))


@cache
def quantile(level: Fraction, bits: int = BITS) -> Bracket:
    """The z for which a normal variable is within z standard deviations of its mean with that chance.

    >>> [quantile(level).rounded(12) for level in LEVELS]
    ['1.644853626951', '1.959963984540', '2.575829303549']

    FLINT's inverse of erf is only a guess here: that erf(z/√2) is not above the level at the lower end and
    not below it at the upper is checked. Raises ValueError where the level is not between 0 and 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"a confidence level of {level} is not between 0 and 1; ask for one like 95/100")
    with precision(bits + 64):
        root = ball(2).sqrt()
        guess = bracket(ball(level).erfinv() * root)
        margin = Fraction(1, 1 << bits)
        found = Bracket(guess.lower - margin, guess.upper + margin)
        if not (ball(found.lower) / root).erf() <= ball(level) <= (ball(found.upper) / root).erf():
            raise ArithmeticError(f"the bracket of the quantile at {level} does not hold")
        return found


def upper_tail(ratio: Fraction, scale: Fraction) -> Bracket:
    """The chance that a normal variable is above ratio · √scale.

    >>> upper_tail(Fraction(1), Fraction(4)).rounded(9)
    '0.022750132'
    """
    with precision(BITS):
        return bracket((ball(ratio) * ball(scale).sqrt() / ball(2).sqrt()).erfc() / 2).chance()


def distance(third: Fraction, variance: Fraction, n: int) -> Fraction:
    """Upper bound on the distance of the law of a sum from the normal law (Berry and Esseen).

    third   E|X - EX|³ of one of the n summands

    C·ρ/(σ³√n), rounded up to a multiple of 2^-256; a bound of 1 or more says nothing.
    """
    return square_root((BERRY_ESSEEN * third) ** 2 / (variance**3 * n)).upper
