"""Exact numbers: their types, read from text, and shown as a fraction, a decimal, a percentage or "1 in N".

Nothing here passes through a float, on the way in or on the way out.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import isqrt
from numbers import Rational
from typing import Any, NamedTuple, TypeAlias, cast

_NUMBER = re.compile(r"[+-]?[0-9]+(?:/[0-9]+|\.[0-9]+)?|[+-]?\.[0-9]+", re.ASCII)
_LONGEST = 1000  # characters; far past any sheet, and well inside what Python converts at once

ExactNumber: TypeAlias = Any  # Fraction, or fmpq

# Measured: FLINT's are five times as fast, and importing it takes as long as a thousand states.
FEW_STATES = 64


def exact(number: str | int | Fraction) -> Fraction:
    """The number as a fraction, read from its characters.

    >>> exact("7/6"), exact("0.05"), exact(3)
    (Fraction(7, 6), Fraction(1, 20), Fraction(3, 1))

    Exponents, infinities, NaN and empty text are refused, and so is a float:

    >>> exact(0.05)
    Traceback (most recent call last):
    TypeError: 0.05 is a float, and floats aren't exact; write it as text: '0.05'
    >>> exact("1e400")
    Traceback (most recent call last):
    ValueError: '1e400' is not an exact number; write it like 40, 7/6 or 0.05
    """
    if isinstance(number, bool) or not isinstance(number, str | int | float | Fraction):
        raise TypeError(f"{number!r} is not a whole number or fraction; write it as text")
    if isinstance(number, float):
        raise TypeError(f"{number!r} is a float, and floats aren't exact; write it as text: '{number}'")
    if isinstance(number, str):
        text = number.strip()
        if len(text) > _LONGEST:
            raise ValueError(f"a number of {len(text):,} characters is too long; the limit is {_LONGEST:,}")
        shown = repr(number if len(number) <= 60 else number[:60] + "…")
        if not _NUMBER.fullmatch(text):
            raise ValueError(f"{shown} is not an exact number; write it like 40, 7/6 or 0.05")
        if re.fullmatch(r".*/0+", text):
            raise ValueError(f"{shown} divides by zero; write it like 7/6")
        return Fraction(text)
    return Fraction(number)


def arithmetic(states: int) -> Callable[[Fraction | int], ExactNumber]:
    """The type of number in which so many states are solved, as a function: Fraction or FLINT's fmpq."""
    if states <= FEW_STATES:
        return Fraction
    from flint import fmpq

    return lambda number: fmpq(number.numerator, number.denominator)


def fraction(number: ExactNumber) -> Fraction:
    """The number as a Fraction.

    >>> fraction(arithmetic(100)(Fraction(40, 49)))
    Fraction(40, 49)
    """
    if isinstance(number, Fraction):
        return number
    return Fraction(cast(Rational, _LowestTerms(int(number.numerator), int(number.denominator))))


class _LowestTerms(NamedTuple):
    """A rational number that Fraction takes as it is: its own gcd of long numbers takes minutes."""

    numerator: int
    denominator: int


Rational.register(_LowestTerms)


def fractions(numbers: Iterable[ExactNumber]) -> list[Fraction]:
    """The numbers as Fractions."""
    return [fraction(number) for number in numbers]


def ball(number: Fraction | int) -> Any:
    """A ball of FLINT that holds the number."""
    from flint import arb, fmpq

    return arb(fmpq(number.numerator, number.denominator))


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """FLINT's balls have so many bits; what was set before comes back."""
    from flint import ctx

    # Its own workprec does the same, and is younger than the oldest python-flint that will do.
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def chance(said: str | Fraction) -> Fraction:
    """The chance that a percentage with its sign stands for, or a fraction from 0 to 1.

    >>> chance("90%"), chance(Fraction(1, 2))
    (Fraction(9, 10), Fraction(1, 2))

    Raises ValueError for a number that is no chance, TypeError for a float.
    """
    if not 0 <= (chance := share(said)) <= 1:
        raise ValueError(f"{said} is not a chance, which is from 0% to 100%")
    return chance


def percentage(text: str) -> Fraction:
    """The number that a percentage with its sign stands for.

    >>> percentage("5%")
    Fraction(1, 20)
    >>> percentage("5")
    Traceback (most recent call last):
    ValueError: '5' is not a percentage; write it like 5% or 18.37%
    """
    number, sign, rest = text.strip().partition("%")
    if not sign or rest:
        raise ValueError(f"{text!r} is not a percentage; write it like 5% or 18.37%")
    return exact(number) / 100


def share(said: str | int | Fraction) -> Fraction:
    """The number that a percentage with its sign stands for, or a fraction.

    >>> share("15%"), share("9/49"), share(Fraction(1, 20))
    (Fraction(3, 20), Fraction(9, 49), Fraction(1, 20))
    >>> share("15")
    Traceback (most recent call last):
    ValueError: '15' has no percent sign, and is not a fraction; write it like 15% or 9/49
    >>> share(0.05)
    Traceback (most recent call last):
    TypeError: 0.05 is a float, and floats aren't exact; write it like '5%' or Fraction(1, 20)
    """
    if isinstance(said, float):
        raise TypeError(
            f"{said!r} is a float, and floats aren't exact; write it like '5%' or Fraction(1, 20)"
        )
    if isinstance(said, int) and said not in (0, 1):
        said = str(said)  # 5 is seldom meant as 500%
    if not isinstance(said, str):
        return exact(said)
    if "%" in said:
        return percentage(said)
    if "/" in said:
        return exact(said)
    raise ValueError(f"{said!r} has no percent sign, and is not a fraction; write it like 15% or 9/49")


def check_whole(name: str, number: int, least: int) -> None:
    """Refuses what is no whole number, or below the least one: TypeError, ValueError."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{name} is {number!r}; expected a whole number")
    if number < least:
        raise ValueError(f"{name} is {number}; {least} is the least")


def check_text(name: str, said: object, example: str) -> None:
    """Raises TypeError for what is no text."""
    if not isinstance(said, str):
        raise TypeError(f"{name} is {said!r:.60}; expected text, such as {example!r}")


def _number(number: Fraction) -> Fraction:
    """The number as a Fraction; raises TypeError for a float, and for what is none."""
    if isinstance(number, float) or not hasattr(number, "as_integer_ratio"):
        kind = "exact number" if isinstance(number, float) else "number"
        raise TypeError(f"{number!r:.60} is no {kind}; give a Fraction or a whole number")
    return number if isinstance(number, Fraction) else Fraction(number)


def rounded(number: Fraction, places: int) -> str:
    """The decimal of the number, correctly rounded to the places, a half away from 0 as spreadsheets do.

    >>> rounded(Fraction(40, 49), 6), rounded(Fraction(1, 8), 2), rounded(Fraction(-1, 8), 2)
    ('0.816327', '0.13', '-0.13')
    """
    above, below = _number(number).as_integer_ratio()
    units = (2 * abs(above) * 10**places + below) // (2 * below)
    digits = str(units).rjust(places + 1, "0")
    whole, decimals = (digits[:-places], digits[-places:]) if places else (digits, "")
    return f"{'-' if above < 0 < units else ''}{whole}{'.' if places else ''}{decimals}"


def significant(number: Fraction, digits: int = 6) -> str:
    """The decimal of the number, correctly rounded to so many significant digits.

    >>> significant(Fraction(15625, 1771561)), significant(Fraction(1, 3), 2), significant(Fraction(0))
    ('0.00881991', '0.33', '0')
    >>> significant(Fraction(123456789), 3), significant(Fraction(9999999, 10**7), 3)
    ('123456789', '1.00')
    """
    if not number:
        return "0"
    _, power = scientific(number, digits)
    return rounded(number, max(digits - 1 - power, 0))


def scientific(number: Fraction, digits: int = 6) -> tuple[str, int]:
    """The number as digits, one of them before the point, and the power of ten they are multiplied by.

    Correctly rounded, a half away from 0. However small the number is, no long decimal is made.

    >>> scientific(Fraction(15625, 1771561), 3), scientific(Fraction(-9999), 2), scientific(Fraction(5, 2), 1)
    (('8.82', -3), ('-1.0', 4), ('3', 0))
    """
    above, below = abs(number.numerator), number.denominator
    # A bit is worth log10(2) = 0.30103 digits: the guess is within one of the power.
    power = (above.bit_length() - below.bit_length()) * 30103 // 100000 if number else 0
    while True:
        shift = digits - 1 - power
        units, rest = divmod(above * 10 ** max(shift, 0), below * 10 ** max(-shift, 0))
        if number and units < 10 ** (digits - 1):
            power -= 1
        elif units >= 10**digits:
            power += 1
        else:
            break
    twice = 2 * rest - below * 10 ** max(-shift, 0)
    units += twice >= 0
    if units == 10**digits:  # rounding carried into a digit more
        units, power = units // 10, power + 1
    return rounded(Fraction((-1 if number < 0 else 1) * units, 10 ** (digits - 1)), digits - 1), power


def percent(number: Fraction, places: int = 4) -> str:
    """The number as a percentage, correctly rounded to the places.

    >>> percent(Fraction(9, 49))
    '18.3673%'
    """
    return rounded(_number(number) * 100, places) + "%"


def decimal(number: Fraction) -> str:
    """The number to six places, or to three significant digits where these would show next to nothing.

    >>> decimal(Fraction(40, 49)), decimal(Fraction(3, 10**7)), decimal(Fraction(3))
    ('0.816327', '0.000000300', '3.000000')
    """
    return rounded(number, 6) if not number or abs(number) * 10**4 >= 1 else significant(number, 3)


_PLACES = 30  # of a percentage that is written out


def in_percent(number: Fraction) -> str:
    """The percentage to four places, or to three significant digits where these would show next to nothing.

    >>> in_percent(Fraction(9, 49)), in_percent(Fraction(1, 10**8)), in_percent(Fraction(1, 10**31))
    ('18.3673%', '0.00000100%', '1.00e-29%')
    >>> in_percent(Fraction(1, 10**30)), in_percent(Fraction(1, 10**5)), in_percent(Fraction(-1, 10**6))
    ('0.000000000000000000000000000100%', '0.0010%', '-0.000100%')
    """
    if number and abs(number) * 10**_PLACES < 1:
        return "{}e{}%".format(*scientific(number * 100, 3))
    fine = number and abs(number) * 10**5 < 1
    return significant(number * 100, 3) + "%" if fine else percent(number)


def in_short(number: Fraction) -> str:
    """The number as a percentage where twelve places say it exactly, else the fraction.

    >>> in_short(Fraction(1, 20)), in_short(Fraction(999, 1000)), in_short(Fraction(1, 3))
    ('5%', '99.9%', '1/3')
    """
    if (number * 100 * 10**12).denominator != 1:
        return str(number)
    return rounded(number * 100, 12).rstrip("0").rstrip(".") + "%"


_WRITTEN_OUT = 15  # digits of a number in a line


def one_in(chance: Fraction, places: int = 2) -> str:
    """The chance said as "1 in N", N correctly rounded to the places; a certainty is "1 in 1".

    >>> one_in(Fraction(1, 49)), one_in(Fraction(15625, 1771561)), one_in(Fraction(0))
    ('1 in 49', '1 in 113.38', 'never')
    >>> one_in(Fraction(1, 7**1000)), one_in(Fraction(1, 10**15)), one_in(Fraction(1, 10**15 - 1))
    ('1 in 1.25326e845', '1 in 1.00000e15', '1 in 999999999999999')
    """
    if not (chance := _number(chance)):
        return "never"
    number = 1 / chance
    if number >= 10**_WRITTEN_OUT:
        return "1 in {}e{}".format(*scientific(number))
    return f"1 in {number.numerator if number.denominator == 1 else rounded(number, places)}"


def brief(share: Fraction) -> str:
    """A share as a percentage of two places, or of three significant digits where these show next to nothing.

    One that is not whole is nearly 100% where it would be rounded to that.

    >>> for share in (Fraction(9, 49), Fraction(1, 20), Fraction(1, 10**6), 1 - Fraction(1, 10**6)):
    ...     print(brief(share))
    18.37%
    5%
    0.000100%
    nearly 100%
    """
    if share and abs(share) * 10**_WRITTEN_OUT < 1:
        return "{}e{}%".format(*scientific(share * 100, 3))
    if share and abs(share) * 1000 < 1:
        return significant(share * 100, 3) + "%"
    text = f"{short_decimal(share * 100)}%"
    return f"nearly {text}" if text in ("100%", "-100%") and abs(share) != 1 else text


def short_decimal(number: Fraction, most: int = 2) -> str:
    """The number to so many places at the most.

    >>> [short_decimal(Fraction(number), 1) for number in ("304/49", 6, "46.55", 10**15, 10**15 - 1)]
    ['6.2', '6', '46.6', '1.00e15', '999999999999999']
    """
    if abs(number) >= 10**_WRITTEN_OUT:
        return "{}e{}".format(*scientific(number, 3))
    text = rounded(number, most)
    return text.rstrip("0").removesuffix(".") if "." in text else text


_LONG = 2**13  # bits; Python takes time with the square of them to write digits out, and FLINT does not


def written(number: Fraction) -> str:
    """The fraction itself, with all of its digits."""
    if number.denominator.bit_length() < _LONG:
        return str(number)
    from flint import fmpq

    return str(fmpq(number.numerator, number.denominator))


def shortened(number: Fraction, width: int) -> str:
    """The fraction whole where it fits the width, else the first and last digits of each half.

    >>> shortened(Fraction(15625, 1771561), 20)
    '15625/1771561'
    >>> shortened(Fraction(2**200 + 1, 3**100), 20)
    '1606…1377/5153…2001'
    """
    return abridged(written(number), width)


def under_root(square: Fraction) -> str:
    """The square root of a fraction as such: √(2/7)."""
    return f"√({written(square)})"


def abridged(text: str, width: int) -> str:
    """The text of a fraction whole where it fits the width, else the first and last digits of each half.

    >>> abridged("1234567890/12345678901", 17), abridged("1234567890/12345678901", 3), abridged("123/45", 6)
    ('1234…890/1234…901', '12…90/12…01', '123/45')
    """
    if len(text) <= width:
        return text
    halves = text.split("/")
    room = max((width - len(halves) + 1) // len(halves) - 1, 4)
    head = (room + 1) // 2
    return "/".join(
        half if len(half) <= room + 1 else f"{half[:head]}…{half[head - room :]}" for half in halves
    )


def rational_root(square: Fraction) -> Fraction | None:
    """The root that is a fraction itself, if there is one.

    >>> rational_root(Fraction(9, 49)), rational_root(Fraction(2))
    (Fraction(3, 7), None)
    """
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return root if root * root == square else None


def root(square: Fraction, places: int = 6) -> str:
    """The decimal of the square root, correctly rounded to the places.

    >>> root(Fraction(2)), root(Fraction(1, 4), 2), root(Fraction(0))
    ('1.414214', '0.50', '0.000000')
    """
    exact = rational_root(square)
    if exact is None:
        # An irrational root is never half way between two decimals, so the whole part of twice the
        # root, in units of the last place, settles which way to round.
        twice = isqrt(4 * square.numerator * 10 ** (2 * places) // square.denominator)
        exact = Fraction((twice + 1) // 2, 10**places)
    return rounded(exact, places)


def signed_root(square: Fraction, places: int = 6) -> str:
    """The decimal of a number given by its square with its own sign, correctly rounded to the places.

    >>> signed_root(Fraction(-2)), signed_root(Fraction(9, 4), 2), signed_root(Fraction(-1, 10**8), 2)
    ('-1.414214', '1.50', '0.00')
    """
    decimal = root(abs(square), places)
    return f"-{decimal}" if square < 0 and decimal.strip("0.") else decimal
