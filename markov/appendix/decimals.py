"""Decimals of a column: one number of places, with which its smallest figure shows two digits."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from re import sub

from markov.exact import rational_root, rounded, signed_root

MOST = 8
"""Places that a column has at most; what is smaller than its last place is said to be less than that."""


def in_thousands(pay: str) -> str:
    """The words of a pay with its thousands apart, as all numbers of a report have them.

    >>> in_thousands("up to 1000 for 1"), in_thousands("0.12345 to 1")
    ('up to 1,000 for 1', '0.12345 to 1')
    """
    return sub(r"(?<![\d.])\d{4,}(?!\d)", lambda number: f"{int(number[0]):,}", pay)


@dataclass(frozen=True, slots=True)
class Decimals:
    """The decimal of a number, or of the root of a square, correctly rounded.

    percent   what is shown is the number in percent
    root      what is shown is the root, under the sign of the square
    after     what stands behind, such as a percent sign
    plus      whether a number above 0 has its sign

    >>> SHARE(Fraction(9, 49)), PERCENT(Fraction(-1, 3)), ROOT(Fraction(2)), RATE(Fraction(7, 2))
    ('18.3673', '-33.3333%', '1.4142', '3.50')

    What would be rounded to 0, and is not, is said to be less than the last place.

    >>> SHARE(Fraction(0)), SHARE(Fraction(1, 10**8)), SHARE(Fraction(-1, 10**8)), POINTS(Fraction(1, 200))
    ('0.0000', '< 0.0001', '> -0.0001', '+0.5000')
    """

    places: int = 4
    percent: bool = False
    root: bool = False
    after: str = ""
    plus: bool = False

    def __call__(self, number: Fraction) -> str:
        """The decimal, with what follows it."""
        value, text = self.value(number), self._rounded(number)
        sign = ""
        if value and not text.strip("-0."):
            sign, text = ("< ", "") if value > 0 else ("> ", "-")
            text += rounded(Fraction(1, 10**self.places), self.places)
        elif self.plus and value > 0:
            sign = "+"
        return f"{sign}{text}{self.after}"

    def value(self, number: Fraction) -> Fraction:
        """The number as it is shown, or the square of what is."""
        return number * 100 if self.percent else number

    def whole(self, number: Fraction) -> bool:
        """True for a number that needs no decimal places."""
        value = self.value(number)
        root = rational_root(abs(value)) if self.root else value
        return root is not None and root.denominator == 1

    def enough(self, number: Fraction) -> bool:
        """True where the decimal shows two digits of the number, or the number is 0."""
        digits = self._rounded(number).lstrip("-0.").replace(".", "")
        return not number or len(digits) > 1

    def _rounded(self, number: Fraction) -> str:
        value = self.value(number)
        return signed_root(value, self.places) if self.root else rounded(value, self.places)


PLAIN = Decimals()
ROOT = Decimals(root=True)
SHARE = Decimals(percent=True)
PERCENT = Decimals(percent=True, after="%")
POINTS = Decimals(percent=True, plus=True)
RATE = Decimals(2)


def common_places(column: Iterable[tuple[Decimals, Fraction]]) -> int | None:
    """The places of a column of such numbers; None where there are none.

    As many as any of them asks for, and more until the smallest shows two digits; none if all are whole.

    >>> common_places([(SHARE, Fraction(1, 7)), (SHARE, Fraction(-729, 10**8))])
    5
    >>> common_places([(SHARE, Fraction(1, 20)), (RATE, Fraction(49))]), common_places([])
    (0, None)
    """
    listed = list(column)
    if not listed:
        return None
    if all(shown.whole(number) for shown, number in listed):
        return 0
    places = max(shown.places for shown, _ in listed)
    while places < MOST and not all(
        replace(figure, places=places).enough(number) for figure, number in listed
    ):
        places += 1
    return places
