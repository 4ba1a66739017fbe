"""A component as a whole matrix: the solution is found again, and by closed forms."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markov.chain.solvers.dense import solve, solve_many


def times(matrix, column):
    return [sum(a * x for a, x in zip(row, column, strict=True)) for row in matrix]


def test_one_equation():
    assert solve_many([[3]], [Fraction(2)]) == solve([[3]], [Fraction(2)]) == [Fraction(2, 3)]


def test_a_pivot_of_0_is_no_obstacle():
    assert solve_many([[0, 2], [3, 0]], [Fraction(1), Fraction(1)]) == [Fraction(1, 3), Fraction(1, 2)]


@pytest.mark.parametrize("matrix", [[[0]], [[1, 2], [2, 4]], [[1, 0, 0], [0, 0, 1], [0, 0, 2]]])
def test_a_singular_matrix(matrix):
    with pytest.raises(ZeroDivisionError, match="singular"):
        solve_many(matrix, [Fraction(1)] * len(matrix))


def test_whole_numbers_of_any_length():
    matrix = [[10**60, -1], [-1, 10**60]]
    x = solve_many(matrix, [Fraction(1), Fraction(0)])
    assert x == [Fraction(10**60, 10**120 - 1), Fraction(1, 10**120 - 1)]


@pytest.mark.parametrize("n", [60, 202])
def test_ruin(n):
    # Of n steps between ruin and riches, k is worth k/n.
    matrix = [[2 if i == j else -1 if abs(i - j) == 1 else 0 for j in range(n - 1)] for i in range(n - 1)]
    assert solve_many(matrix, [Fraction(i == n - 2) for i in range(n - 1)]) == [
        Fraction(k, n) for k in range(1, n)
    ]


@st.composite
def dominated(draw):
    """A matrix whose diagonal outweighs each row, as in a component that play leaves; and a solution."""
    n = draw(st.integers(1, 8))
    matrix = [[-draw(st.integers(0, 10**20)) if i != j else 0 for j in range(n)] for i in range(n)]
    for i, row in enumerate(matrix):
        row[i] = draw(st.integers(1, 10**20)) - sum(row)
    return matrix, [draw(st.fractions()) for _ in range(n)]


@given(dominated())
def test_the_solution_is_found_again(case):
    matrix, x = case
    found = solve(matrix, [Fraction(entry) for entry in times(matrix, x)])
    assert found == x
    assert all(type(entry) is Fraction and type(entry.numerator) is int for entry in found)


def test_denominators_without_a_common_divisor():
    n = 200
    matrix = [[2 if i == j else -1 if abs(i - j) == 1 else 0 for j in range(n)] for i in range(n)]
    x = [Fraction(i - 7, 2**64 + i) for i in range(n)]
    assert solve_many(matrix, times(matrix, x)) == x
