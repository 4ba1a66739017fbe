"""Linear equations in fractions, by Gauss and Jordan."""

from collections.abc import Sequence
from fractions import Fraction


def solutions(
    matrix: Sequence[Sequence[Fraction]], right: Sequence[Sequence[Fraction]]
) -> list[list[Fraction]]:
    """X with matrix · X = right."""
    size = len(matrix)
    rows = [[*line, *more] for line, more in zip(matrix, right, strict=True)]
    for k in range(size):
        pivot = next(i for i in range(k, size) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(size):
            if i != k and rows[i][k]:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [line[size:] for line in rows]


def solution(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """x with matrix · x = right.

    >>> two, three, four = map(Fraction, (2, 3, 4))
    >>> [str(x) for x in solution([[two - 2, two], [three, two]], [four, three])]
    ['-1/3', '2']
    """
    return [x for (x,) in solutions(matrix, [[b] for b in right])]
