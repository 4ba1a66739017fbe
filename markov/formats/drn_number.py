"""A number as Storm writes it, exactly."""

import re
from collections.abc import Sequence
from fractions import Fraction

_DECIMAL = rb"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?"
_NUMBER = re.compile(rb"%s(?:\s*/\s*%s)?" % (_DECIMAL, _DECIMAL))
_DIGITS = 4_000  # in a whole number; Python converts some more at once
_POWER = 4_000  # of ten
_WANTED = "a number like 1/3, 0.25 or 1e-05; parameters and intervals are not solved"
_SHORTER = f"a number of at most {_DIGITS:,} digits"


def number(text: bytes) -> Fraction:
    """The number as a fraction, read from its characters.

    >>> number(b"1/3"), number(b"0.1"), number(b"1e-05"), number(b"-2.5E+1")
    (Fraction(1, 3), Fraction(1, 10), Fraction(1, 100000), Fraction(-25, 1))

    Raises ValueError that says what is expected: for parameters, intervals and infinities, a division by
    zero, and numbers past all use.
    """
    if len(text) > 4 * (_DIGITS + _POWER):
        raise ValueError(_SHORTER)
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise ValueError(_WANTED)
    parts = found.groups(b"")
    value = _decimal(parts[:4])
    if b"/" not in text:
        return value
    divisor = _decimal(parts[4:])
    if not divisor:
        raise ValueError("a divisor other than 0")
    return value / divisor


def _decimal(parts: Sequence[bytes]) -> Fraction:
    sign, whole, decimals, power = parts
    if not whole + decimals:
        raise ValueError(_WANTED)
    if len(whole + decimals) > _DIGITS:
        raise ValueError(_SHORTER)
    if len(power) > 8 or abs(int(power or b"0")) > _POWER:
        raise ValueError(f"a power of ten from -{_POWER:,} to {_POWER:,}")
    tens = int(power or b"0") - len(decimals)
    units = int(sign + whole + decimals)
    return Fraction(units * 10**tens) if tens >= 0 else Fraction(units, 10**-tens)
