"""Polynomials and expressions in letters, through sympy: made of numbers and checked names, never parsed."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from keyword import iskeyword
from math import gcd, lcm
from typing import Any, Self, TypeAlias

# FLINT underneath makes polynomials a hundred times faster; sympy reads the choice when it is imported.
os.environ.setdefault("SYMPY_GROUND_TYPES", "flint")

from sympy import QQ, Add, Dummy, Integer, Mul, Poly, Pow, Rational, Symbol

Letter: TypeAlias = Any  # sympy's Symbol
Polynomial: TypeAlias = Any  # sympy's Poly, over the rational numbers
Expression: TypeAlias = Any  # sympy's Expr

_LETTER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}", re.ASCII)


# What other programs that read the expression would take for a constant or a function.
_TAKEN = {"C", "E", "GF", "I", "N", "O", "Q", "S", "beta", "gamma", "inf", "nan", "oo", "pi", "zeta", "zoo"}


class NoLetter(ValueError):
    """A letter that cannot stand for what it is to stand for."""


def letter(name: str) -> Letter:
    """The letter of that name.

    >>> letter("x"), letter("pay_6")
    (x, pay_6)
    >>> letter("x + 1")
    Traceback (most recent call last):
    markov.questions.letters.algebra.NoLetter: 'x + 1' is not a letter; write it like x, s or pay_6

    Raises NoLetter unless the name is a Latin letter and at most 19 letters, digits and _ after it, and for
    one that computer algebra reads as a constant.
    """
    if not _LETTER.fullmatch(name):
        raise NoLetter(f"{name!r} is not a letter; write it like x, s or pay_6")
    if name in _TAKEN or iskeyword(name):
        raise NoLetter(f"{name!r} means something else in computer algebra; write it like x, s or pay_6")
    return Symbol(name)


def variables(letters: Sequence[Letter]) -> tuple[Letter, ...]:
    """The variables of polynomials: the letters, and where there is none one that never comes up."""
    return tuple(letters) or (Dummy("none"),)


def polynomial(variables: Sequence[Letter], terms: Mapping[tuple[int, ...], Fraction]) -> Polynomial:
    """The polynomial with the coefficients, by the powers of the variables."""
    given = {powers: QQ(c.numerator, c.denominator) for powers, c in terms.items() if c}
    return Poly.from_dict(given or {(0,) * len(variables): QQ(0)}, *variables, domain=QQ)


def interpolated(
    variables: Sequence[Letter], sizes: Sequence[int], values: Sequence[Sequence[Fraction]]
) -> list[Polynomial]:
    """The polynomials that have the values at 1, 2, 3, … in every variable.

    sizes    by variable how many numbers it is given; powers of it stay below that
    values   one row a point, the last variable running first; one column a polynomial

    There is one such polynomial, as the powers of different numbers are a Vandermonde matrix, which is not
    singular: it is solved in one variable after another.
    """
    from flint import fmpq, fmpq_mat

    rows = [[fmpq(x.numerator, x.denominator) for x in row] for row in values]
    for size in sizes:
        rest = len(rows) // size
        ahead = [[x for row in rows[k * rest : (k + 1) * rest] for x in row] for k in range(size)]
        powers = fmpq_mat(size, size, [(k + 1) ** power for k in range(size) for power in range(size)])
        solved = powers.solve(fmpq_mat(size, len(ahead[0]), [x for row in ahead for x in row])).tolist()
        # The variable becomes the one that runs first, so after all of them the order is what it was.
        width = len(rows[0])
        rows = [solved[k][r * width : (r + 1) * width] for r in range(rest) for k in range(size)]
    powers_of = list(product(*map(range, sizes))) if sizes else [(0,) * len(variables)]
    return [
        polynomial(
            variables,
            {powers: fraction(row[k]) for powers, row in zip(powers_of, rows, strict=True)},
        )
        for k in range(len(rows[0]))
    ]


def factors(of: Polynomial) -> list[tuple[Polynomial, int]]:
    """The factors that are no numbers, whole coefficients without a common divisor, with their powers.

    They are irreducible, except that of several variables only those of a single power are split off.
    """
    if len(of.gens) == 1:
        return [(_primitive(factor), power) for factor, power in of.factor_list()[1]]
    powers, rest = of.terms_gcd()
    single = [Poly(x, *of.gens, domain=QQ) for x in of.gens]
    factors = [(x, power) for x, power in zip(single, powers, strict=True) if power]
    return factors if rest.is_ground else [*factors, (_primitive(rest), 1)]


def fraction(number: Expression) -> Fraction:
    """A rational number of sympy or FLINT as a fraction."""
    return Fraction(int(number.p), int(number.q))


def _primitive(of: Polynomial) -> Polynomial:
    return of.mul_ground(1 / _content([of]))


def _content(of: Iterable[Polynomial]) -> Any:
    """The number that leaves whole coefficients without a common divisor, the first of them above 0."""
    numbers = [c for polynomial_of in of for c in polynomial_of.coeffs() if c]
    size = Rational(gcd(*(int(c.p) for c in numbers)), lcm(*(int(c.q) for c in numbers)))
    return size if numbers[0] > 0 else -size


@dataclass(frozen=True, slots=True)
class Quotient:
    """A constant part and one for each pay that is a letter, over one denominator, in lowest terms.

    parts   polynomials in the weights that are letters: the constant part first
    below   factors of the denominator, and their powers
    """

    parts: tuple[Polynomial, ...]
    below: tuple[tuple[Polynomial, int], ...]

    @classmethod
    def reduced(cls, parts: Sequence[Polynomial], below: Mapping[Polynomial, int]) -> Self:
        """The parts over the product of powers, what divides all of them left out."""
        left: list[tuple[Polynomial, int]] = []
        for factor, power in below.items():
            while power:
                divided = [part.div(factor) for part in parts]
                if not all(rest.is_zero for _, rest in divided):
                    break
                parts, power = [whole for whole, _ in divided], power - 1
            if power:
                left.append((factor, power))
        return cls(tuple(parts), tuple(left))

    def taken_from(self, numbers: Sequence[Fraction]) -> Self:
        """Numbers, a constant and one for each pay that is a letter, less this."""
        unit = polynomial(self.parts[0].gens, {(0,) * len(self.parts[0].gens): Fraction(1)})
        for factor, power in self.below:
            unit *= factor**power
        parts = zip(numbers, self.parts, strict=True)
        return type(self)(
            tuple(unit.mul_ground(number) - part if number else -part for number, part in parts), self.below
        )

    def expression(self, pays: Sequence[Letter]) -> Expression:
        """The expression in the letters, those of the pays given."""
        there = [
            (x, part) for x, part in zip((Integer(1), *pays), self.parts, strict=True) if not part.is_zero
        ]
        if not there:
            return Integer(0)
        common = there[0][1]
        for _, part in there[1:]:
            common = common.gcd(part)
        left = [(x, part.div(common)[0]) for x, part in there]
        outside = factors(common)
        inner = [(x, self._without(part, common, outside)) for x, part in left]
        content = _content([part for _, part in inner])
        added = Add(*(x * part.mul_ground(1 / content).as_expr() for x, part in inner))
        above = [Pow(factor.as_expr(), power) for factor, power in outside]
        below = [Pow(factor.as_expr(), -power) for factor, power in self.below]
        return Mul(content, *above, added, *below)

    @staticmethod
    def _without(
        part: Polynomial, common: Polynomial, outside: Iterable[tuple[Polynomial, int]]
    ) -> Polynomial:
        """The part times the number by which the common divisor differs from the product of its factors."""
        number = common.LC()
        for factor, power in outside:
            number /= factor.LC() ** power
        return part.mul_ground(number)


def letters_in(expression: Expression) -> frozenset[str]:
    """The names of the letters that an expression depends on."""
    return frozenset(symbol.name for symbol in expression.free_symbols)
