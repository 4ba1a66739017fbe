"""One component as a whole matrix: a few states by hand, more by FLINT.

**Theorem.** What leaves each state stands on the diagonal, and less than nothing where states lead to each
other; play can leave the component from every state. Taking a state out leaves such a matrix, so no pivot is
0, and the solution is the only one and grows with the right side (Berman & Plemmons, Nonnegative Matrices in
the Mathematical Sciences, chapter 6).

**Example.** A fair walk on 1, 2, 3 that ends at 0 and 4 has the rows (2, -1, 0), (-1, 2, -1), (0, -1, 2), and
the chances of coming to 4 solve them with (0, 0, 1) on the right: 1/4, 1/2, 3/4.
"""

from collections.abc import Sequence
from math import lcm

from markov.exact import ExactNumber

_TINY = 10  # states; up to here a matrix of FLINT's takes longer to make than the solving


def solve(matrix: Sequence[Sequence[int]], right: Sequence[ExactNumber]) -> list[ExactNumber]:
    """The one x with matrix · x = right, for the square matrix of a component."""
    return solve_few(matrix, right) if len(matrix) <= _TINY else solve_many(matrix, right)


def solve_few(matrix: Sequence[Sequence[int]], right: Sequence[ExactNumber]) -> list[ExactNumber]:
    """The one x with matrix · x = right, by elimination.

    >>> from fractions import Fraction
    >>> walk = [[2, -1, 0], [-1, 2, -1], [0, -1, 2]]
    >>> [str(chance) for chance in solve_few(walk, [Fraction(0), Fraction(0), Fraction(1)])]
    ['1/4', '1/2', '3/4']
    """
    rows = [[*row, known] for row, known in zip(matrix, right, strict=True)]
    for k in reversed(range(len(rows))):
        pivot = rows[k].pop(k) * type(right[0])(1)
        rows[k] = own = [number / pivot if number else number for number in rows[k]]
        for m, row in enumerate(rows):
            if m != k and (factor := row.pop(k)):
                rows[m] = [a - factor * b if b else a for a, b in zip(row, own, strict=True)]
    return [known for (known,) in rows]


def solve_many(matrix: Sequence[Sequence[int]], right: Sequence[ExactNumber]) -> list[ExactNumber]:
    """The one x with matrix · x = right, in the numbers of the right side, or in balls that hold it.

    >>> from fractions import Fraction
    >>> solve_many([[2, -1], [-1, 2]], [Fraction(1), Fraction(0)])
    [Fraction(2, 3), Fraction(1, 3)]

    Raises ZeroDivisionError when the matrix is singular.
    """
    from flint import arb, arb_mat, fmpz_mat

    n, kind = len(matrix), type(right[0])
    equations = fmpz_mat(n, n, [entry for row in matrix for entry in row])
    if kind is arb:
        # The inverse has no negative entry, so that radii come from radii and do not grow by centres.
        solved = arb_mat(equations).solve(arb_mat([[ball.mid(), ball.rad()] for ball in right])).tolist()
        return [centre + radius * arb(0, 1) for centre, radius in solved]
    common = lcm(*(int(x.denominator) for x in right))
    whole = [int(x.numerator) * (common // int(x.denominator)) for x in right]
    solution = equations.solve(fmpz_mat(n, 1, whole)).entries()
    return [kind(int(x.numerator), int(x.denominator) * common) for x in solution]
