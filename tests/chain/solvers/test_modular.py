"""Whole numbers from residues, at the edges of what is promised."""

from itertools import chain as chained
from itertools import islice
from math import prod

import numpy as np
import pytest
import sympy
from hypothesis import example, given
from hypothesis import strategies as st

from markov.chain.solvers.modular import bits, divisible, prime_batches, quotients, remainders, whole

ROOMS = [1, 2, 3, 10**6, 2**30, 3 * 2**30, 7 * 2**30 - 1, 2**32]


def primes(room, count=100):
    found = chained.from_iterable(batch.tolist() for batch in prime_batches(2 ** (64 * count), room))
    return list(islice(found, count))


@pytest.mark.parametrize("room", ROOMS)
def test_primes_leave_the_room_and_never_come_twice(room):
    found = primes(room)
    assert len(set(found)) == len(found) == 100
    assert all(sympy.isprime(p) for p in found)
    assert max(found) * room < 2**64
    assert min(found) >= 2 ** bits(room)
    assert min(found) > 2**64 // room // 2


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("bound", [1, 2**31, 2**64, 10**300])
def test_no_more_primes_than_it_takes(room, bound):
    batches = [batch.tolist() for batch in prime_batches(bound, room)]
    product = 1
    for batch in batches:
        assert product <= bound
        for p in batch:
            product *= p
    assert product > bound


def test_the_primes_are_above_every_divisor_that_they_are_used_with():
    # The least room of a chain is 3, and the largest is three totals and four that enter a state, below 2^30.
    assert min(primes(7 * 2**30)) > 2**30


# Division.


def divided(number, divisor, p):
    residues, divisors, modulus = (np.array([x], dtype=np.uint64) for x in (number, divisor, p))
    found = quotients(residues[:, None], divisors[:, None], divisible(divisors, modulus), modulus)
    return int(found[0, 0])


divisors = st.one_of(st.integers(1, 2**32 - 1), st.integers(2**32 - 1000, 2**32 - 1), st.integers(1, 100))


@given(divisors, st.data())
@example(2**32 - 1, None)
@example(1, None)
def test_dividing_is_multiplying_by_the_inverse(divisor, data):
    """Up to the largest number that leaves the division its room: number + divisor · prime is below 2^64."""
    p = next(p for p in primes(2 * divisor + 1, 1) if divisor % p)
    largest = 2**64 - 1 - divisor * p
    numbers = {0, 1, divisor, p - 1, p, min(p * divisor, largest), largest - 1, largest}
    if data is not None:
        numbers.add(data.draw(st.integers(0, largest)))
    for number in numbers:
        assert divided(number, divisor, p) == number * pow(divisor, -1, p) % p


# Whole numbers again.


def given_residues(numbers):
    return lambda modulus: remainders(numbers, modulus)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("bound", [0, 1, 2**31, 2**63, 2**64, 10**100])
def test_numbers_as_large_as_the_bound_of_either_sign(room, bound):
    numbers = [bound, -bound, bound // 2, 0, -(bound // 3), min(bound, 1)]
    assert whole(given_residues(numbers), 1, bound, room) == numbers


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_sign_is_found_of_numbers_almost_as_large_as_a_product_of_primes(room, count):
    for bound in (prod(primes(room, count)) * 3 // 4, prod(primes(room, count)) - 2):
        assert whole(given_residues([bound, -bound]), 1, bound, room, at_once=1) == [bound, -bound]


@given(st.lists(st.integers(-(10**50), 10**50), min_size=1), st.integers(1, 2**70), st.sampled_from(ROOMS))
def test_a_scale_is_multiplied_with(numbers, scale, room):
    bound = max(map(abs, numbers)) * scale
    assert whole(given_residues(numbers), scale, bound, room) == [x * scale for x in numbers]


def test_numbers_and_primes_are_divided_side_by_side():
    modulus = np.array(primes(2**31, 3), dtype=np.uint64)
    divisors = np.array([1, 7, 2**30 - 1], dtype=np.uint64)
    numbers = remainders([10**30, -1, 5], modulus)
    found = quotients(numbers.copy(), divisors[:, None], divisible(divisors, modulus), modulus)
    for row, x, d in zip(found.tolist(), (10**30, -1, 5), divisors.tolist(), strict=True):
        assert row == [x * pow(d, -1, p) % p for p in modulus.tolist()]


def test_a_fraction_times_its_denominator():
    def sevenths(modulus):
        inverses = np.array([[pow(7, -1, p) for p in modulus.tolist()]], dtype=np.uint64)
        return np.concatenate((inverses, modulus - inverses))

    assert whole(sevenths, 7 * 10**40, 10**40, 2**33) == [10**40, -(10**40)]


def test_no_numbers_at_all():
    assert whole(given_residues([]), 1, 10**20, 3) == []


@given(st.lists(st.integers(-(2**200), 2**200)))
def test_remainders_are_never_negative(numbers):
    modulus = np.array(primes(1, 2), dtype=np.uint64)
    assert remainders(numbers, modulus).tolist() == [[x % p for p in modulus.tolist()] for x in numbers]
