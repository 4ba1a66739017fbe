"""Formulas in TeX, from which pandoc makes what each format has."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from markov.typeset.digits import grouped

_BARRED = 60  # digits and spaces between them: a wider fraction is set on the line, where it can be broken


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula, without the signs that open and close it; no words of a sheet ever stand in one."""

    tex: str


def number(value: Fraction | int) -> str:
    r"""The number in TeX, a fraction with its bar, long ones in groups of three digits.

    >>> print(number(Fraction(-9, 49)), number(12345678901))
    -\frac{9}{49} 12\,345\,678\,901
    """
    size = abs(Fraction(value))
    above, below = ("\\,".join(grouped(str(part))) for part in size.as_integer_ratio())
    if size.denominator == 1:
        shown = above
    elif max(len(above), len(below)) > _BARRED:
        shown = f"{above} / {below}"
    else:
        shown = f"\\frac{{{above}}}{{{below}}}"
    return f"-{shown}" if value < 0 else shown


def matrix(rows: Sequence[Sequence[Fraction]]) -> str:
    r"""A matrix of numbers in TeX, in parentheses.

    >>> print(matrix([[Fraction(1), Fraction(1, 2)]]))
    \begin{pmatrix} 1 & \frac{1}{2} \end{pmatrix}
    """
    lines = " \\\\ ".join(" & ".join(map(number, line)) for line in rows)
    return f"\\begin{{pmatrix}} {lines} \\end{{pmatrix}}"
