"""Expressions of letters at given numbers."""

from fractions import Fraction

from sympy import Rational, Symbol


def exactly(expression, **numbers):
    """The number that the expression is where letters are these numbers."""
    found = expression.subs(
        {Symbol(name): Rational(x.numerator, x.denominator) for name, x in numbers.items()}
    )
    return Fraction(int(found.p), int(found.q))
