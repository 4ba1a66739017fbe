"""Axes: round ticks, and exact numbers as places on paper, rounded once, from fractions."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from markov.exact import rounded

_FINEST = Fraction(1, 10**6)  # steps below it are said in powers of ten
_PARTS = 1000  # of a factor of ten on a logarithmic axis


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers from low to high, as whole hundredths of a millimetre from begin to end."""

    low: Fraction
    high: Fraction
    begin: int
    end: int

    def at(self, number: Fraction) -> int:
        """Where the number is.

        >>> Scale(Fraction(0), Fraction(1), 5000, 1000).at(Fraction(1, 3))
        3667
        """
        return self.begin + round((number - self.low) * (self.end - self.begin) / (self.high - self.low))


def ticks(low: Fraction, high: Fraction, most: int, whole: bool = False) -> list[Fraction]:
    """Round numbers at one distance, the first not above low and the last not below high.

    most    how many parts the axis may have
    whole   they are whole numbers

    >>> [str(tick) for tick in ticks(Fraction(1, 9), Fraction(17, 20), 5)]
    ['0', '1/5', '2/5', '3/5', '4/5', '1']
    """
    if low == high:
        low, high = min(low, Fraction(0)), max(high, Fraction(0))
    if low == high:
        high = Fraction(1)
    size = (high - low) / most
    ten = Fraction(10) ** _magnitude(size)
    for step in (ten * factor for factor in (1, 2, 5, 10, 20, 50, 100)):
        if whole and step.denominator > 1:
            continue
        first, last = low // step, -(-high // step)
        if last - first <= most:
            break
    else:
        step = Fraction(1)
        first, last = low // step, -(-high // step)
    return [step * k for k in range(first, last + 1)]


def _magnitude(number: Fraction) -> int:
    """The power of ten that is not above the number, and nearest to it."""
    power = (number.numerator.bit_length() - number.denominator.bit_length()) * 30103 // 100000 - 1
    while Fraction(10) ** (power + 1) <= number:
        power += 1
    while Fraction(10) ** power > number:
        power -= 1
    return power


def percentages(numbers: Sequence[Fraction]) -> tuple[list[str], str]:
    """The ticks as percentages with as many places as they need, and what they are to be multiplied by.

    >>> percentages([Fraction(0), Fraction(1, 40)]), percentages([Fraction(0), Fraction(2, 10**9)])
    ((['0.0%', '2.5%'], ''), (['0', '2'], '10^-9'))
    """
    step = max(map(abs, numbers))
    for one, other in pairwise(numbers):
        step = min(step, abs(other - one) or step)
    if step and step < _FINEST:
        power = _magnitude(step)
        return [rounded(number / Fraction(10) ** power, 0) for number in numbers], f"10^{power}"
    places = 0
    while any((number * 100 * 10**places).denominator > 1 for number in numbers):
        places += 1
    return [rounded(number * 100, places) + "%" for number in numbers], ""


def logarithm(number: int) -> Fraction:
    """The common logarithm of a whole number from 1 up, to a thousandth, from below.

    >>> logarithm(1000), logarithm(2)
    (Fraction(3, 1), Fraction(301, 1000))
    """
    power = number**_PARTS
    thousandths = (power.bit_length() - 1) * 30102 // 100000
    while 10 ** (thousandths + 1) <= power:
        thousandths += 1
    return Fraction(thousandths, _PARTS)
