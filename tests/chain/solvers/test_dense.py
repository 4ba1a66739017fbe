"""A component as a whole matrix, in Python's fractions and in FLINT's: the solution is found again."""

from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from markov.chain.solvers.dense import solve_few, solve_many
from markov.exact import arithmetic, ball, fraction, precision
from markov.statistics.normal import bracket

BOTH = pytest.mark.parametrize("states", [1, 65], ids=["Fraction", "fmpq"])
EITHER = pytest.mark.parametrize("solved", [solve_few, solve_many])


def times(matrix, column):
    return [sum(a * x for a, x in zip(row, column, strict=True) if a) for row in matrix]


def test_the_numbers_are_those_of_few_states_or_of_many():
    few, many = arithmetic(64), arithmetic(65)
    assert type(few(Fraction(1, 3))) is Fraction
    assert type(many(Fraction(1, 3))).__name__ == type(many(3)).__name__ == "fmpq"
    assert [fraction(each(Fraction(-(10**60), 7))) for each in (few, many)] == [Fraction(-(10**60), 7)] * 2


def test_a_pivot_of_0_is_no_obstacle():
    assert solve_many([[0, 2], [3, 0]], [Fraction(1), Fraction(1)]) == [Fraction(1, 3), Fraction(1, 2)]


@pytest.mark.parametrize("matrix", [[[0]], [[1, 2], [2, 4]], [[1, 0, 0], [0, 0, 1], [0, 0, 2]]])
def test_a_singular_matrix(matrix):
    with pytest.raises(ZeroDivisionError, match="singular"):
        solve_many(matrix, [Fraction(1)] * len(matrix))


@st.composite
def dominated(draw):
    """A matrix whose diagonal outweighs each row, as in a component that play leaves; and a solution."""
    n, whole = draw(st.integers(1, 12)), st.one_of(st.just(0), st.integers(0, 10**20), st.just(10**1_000))
    matrix = [[-draw(whole) if i != j else 0 for j in range(n)] for i in range(n)]
    for i, row in enumerate(matrix):
        row[i] = draw(st.integers(1, 10**20)) - sum(row)
    return matrix, [draw(st.fractions()) for _ in range(n)]


@BOTH
@EITHER
@given(dominated())
def test_the_solution_is_found_again(states, solved, case):
    (matrix, x), number = case, arithmetic(states)
    right = [number(entry) for entry in times(matrix, x)]
    rows, given_right = [list(row) for row in matrix], list(right)
    found = solved(matrix, right)
    assert [fraction(entry) for entry in found] == x
    assert {type(entry) for entry in found} == {type(number(0))}
    assert (matrix, right) == (rows, given_right)


@given(dominated(), st.integers(0, 5))
def test_balls_hold_the_solutions_for_all_that_is_in_a_ball_and_little_more(case, wide):
    matrix, x = case
    reached = solve_many(matrix, [Fraction(wide)] * len(x))
    with precision(2**14):
        right = [ball(number) + wide * arb(0, 1) for number in times(matrix, x)]
        for held, centre, radius in zip(solve_many(matrix, right), x, reached, strict=True):
            known = bracket(held)
            assert known.lower <= centre - radius * Fraction(99, 100)
            assert known.upper >= centre + radius * Fraction(99, 100)
            assert held.rad() <= ball(radius * Fraction(101, 100) + Fraction(1, 2**9_999))


def test_denominators_without_a_common_divisor():
    n = 200
    matrix = [[2 if i == j else -1 if abs(i - j) == 1 else 0 for j in range(n)] for i in range(n)]
    x = [Fraction(i - 7, 2**64 + i) for i in range(n)]
    assert solve_many(matrix, times(matrix, x)) == x
