"""A few equations at a time, in Python's fractions and in FLINT's, against sympy and by substitution."""

from fractions import Fraction
from random import Random

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain.solvers.dense import solve_few
from markov.exact import arithmetic, fraction

BOTH = pytest.mark.parametrize("states", [1, 65], ids=["Fraction", "fmpq"])


def component(n, seed, ways=3, largest=10**20):
    """The equations of states that lead to each other, and out with a small chance."""
    draw = Random(seed)
    matrix = [[0] * n for _ in range(n)]
    for i, row in enumerate(matrix):
        for j in {(i + 1) % n, *draw.choices(range(n), k=ways)} - {i}:
            row[j] = -draw.randint(1, largest)
        row[i] = 1 - sum(row)
    return matrix


def times(matrix, column):
    return [sum(a * x for a, x in zip(row, column, strict=True) if a) for row in matrix]


def test_the_numbers_are_those_of_few_states_or_of_many():
    few, many = arithmetic(64), arithmetic(65)
    assert type(few(Fraction(1, 3))) is Fraction
    assert type(many(Fraction(1, 3))).__name__ == "fmpq"
    assert type(many(3)).__name__ == "fmpq"
    assert [fraction(each(Fraction(-(10**60), 7))) for each in (few, many)] == [Fraction(-(10**60), 7)] * 2


@BOTH
@given(st.fractions())
def test_there_and_back(states, x):
    found = fraction(arithmetic(states)(x))
    assert found == x
    assert type(found) is Fraction
    assert type(found.numerator) is type(found.denominator) is int


@BOTH
@pytest.mark.parametrize("n", [1, 2, 3, 10, 20])
@settings(max_examples=6)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_what_is_put_in_is_found_again(states, n, seed, data):
    number, matrix = arithmetic(states), component(n, seed)
    x = data.draw(st.lists(st.fractions(), min_size=n, max_size=n))
    found = solve_few(matrix, [number(entry) for entry in times(matrix, x)])
    assert [fraction(entry) for entry in found] == x
    assert {type(entry) for entry in found} == {type(number(0))}


@BOTH
@pytest.mark.parametrize("n", [2, 5, 12])
@pytest.mark.parametrize("transposed", [False, True])
def test_sympy_finds_the_same(states, n, transposed):
    """The matrix of a component is solved backward, and the other way round forward."""
    matrix = component(n, n)
    matrix = [list(row) for row in zip(*matrix, strict=True)] if transposed else matrix
    right = [Fraction(k - 1, k + 1) for k in range(n)]
    found = solve_few(matrix, [arithmetic(states)(x) for x in right])
    theirs = sympy.Matrix(matrix).LUsolve(sympy.Matrix([sympy.Rational(x) for x in right]))
    assert [sympy.Rational(fraction(x)) for x in found] == list(theirs)


@BOTH
def test_the_right_side_and_the_matrix_are_left_as_they_are(states):
    number, matrix = arithmetic(states), component(6, 1)
    right, rows = [number(k) for k in range(6)], [list(row) for row in matrix]
    assert solve_few(matrix, right) == solve_few(matrix, right)
    assert matrix == rows
    assert right == [number(k) for k in range(6)]


@BOTH
def test_nothing_on_the_right_is_nothing(states):
    assert solve_few(component(8, 2), [arithmetic(states)(0)] * 8) == [0] * 8


@BOTH
def test_entries_of_a_thousand_digits(states):
    huge = 10**1000
    matrix, number = [[huge + 1, -huge], [-huge, huge + 1]], arithmetic(states)
    found = [fraction(x) for x in solve_few(matrix, [number(1), number(0)])]
    assert found == [Fraction(huge + 1, 2 * huge + 1), Fraction(huge, 2 * huge + 1)]


@BOTH
def test_one_way_out_among_2_to_the_64(states):
    # States in a row, round and round; only from the last is there a way out.
    n, wide, number = 9, 2**64, arithmetic(states)
    matrix = [[wide if i == j else -wide * (j == i + 1) for j in range(n)] for i in range(n)]
    matrix[-1][0] = 1 - wide
    found = [fraction(x) for x in solve_few(matrix, [number(0)] * (n - 1) + [number(1)])]
    assert found == [1] * n
