"""One component of moderate size, through sympy's DomainMatrix over QQ."""

import os
from collections.abc import Sequence

from markov.chain.solvers.rational import ExactNumber


def solve(matrix: Sequence[Sequence[int]], right: Sequence[ExactNumber]) -> list[ExactNumber]:
    """The one x with matrix · x = right, in the numbers of the right side.

    matrix   n rows of n whole numbers, not singular
    right    n rational numbers

    >>> from fractions import Fraction
    >>> solve([[2, -1], [-1, 2]], [Fraction(1), Fraction(0)])
    [Fraction(2, 3), Fraction(1, 3)]

    Raises ZeroDivisionError when the matrix is singular.
    """
    # FLINT underneath makes this thousands of times faster; sympy reads the choice when it is imported.
    os.environ.setdefault("SYMPY_GROUND_TYPES", "flint")
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix
    from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

    n, number = len(matrix), QQ.dtype  # called itself, as QQ(entry) takes longer than the solving
    equations = DomainMatrix([list(map(number, row)) for row in matrix], (n, n), QQ)
    column = DomainMatrix([[number(int(x.numerator), int(x.denominator))] for x in right], (n, 1), QQ)
    try:
        solution = equations.to_dense().lu_solve(column.to_dense())
    except DMNonInvertibleMatrixError:
        raise ZeroDivisionError("the matrix is singular") from None
    kind = type(right[0])
    return [kind(int(x.numerator), int(x.denominator)) for x in solution.to_list_flat()]
