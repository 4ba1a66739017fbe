"""Whole numbers from their residues: primes, division modulo them, the Chinese remainder theorem.

Residues are uint64 and never wrap around: whoever works with them states as `room` a bound on what a residue
is multiplied with and summed over, and the primes stay below 2^64 / room.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Residues: TypeAlias = NDArray[np.uint64]

AT_ONCE = 8  # primes worked on together; where much is calculated with each, more gain little and cost memory


def bits(room: int) -> int:
    """The number of binary digits that one prime is sure to give."""
    return (2**64 // room).bit_length() - 2


def whole(
    residues: Callable[[Residues], Residues], scale: int, bound: int, room: int, at_once: int = AT_ONCE
) -> list[int]:
    """Each value times the scale, whole numbers that do not exceed the bound in size.

    residues   gives for some primes the residues of every value, one row a value, one column a prime
    at_once    primes that it is given together

    As soon as the product of the primes exceeds twice the bound, only one number in reach has the residues.
    """
    found, modulus = np.zeros(1, dtype=object), 1
    # One prime at least, to see how many values there are.
    for primes in prime_batches(2 * bound + 1, room, at_once):
        for p, column in zip(primes.tolist(), residues(primes).T, strict=True):
            inverse, factor = pow(modulus, -1, p), scale % p
            found = found + modulus * ((column.astype(object) * factor - found) * inverse % p)
            modulus *= p
    return [n - modulus if 2 * n > modulus else n for n in found.tolist()]


def remainders(numbers: Sequence[int], primes: Residues) -> Residues:
    """The residue of each number, one row a number, one column a prime."""
    listed = np.array(numbers, dtype=object)
    columns = [(listed % p).astype(np.uint64) for p in primes.tolist()]
    return np.stack(columns, axis=1) if columns else np.zeros((len(numbers), 0), dtype=np.uint64)


def divisible(divisors: Residues, primes: Residues) -> Residues:
    """-1/p modulo each divisor d, one row a divisor, one column a prime: what `quotients` needs."""
    table = [[pow(-p, -1, d) for p in primes.tolist()] for d in divisors.tolist()]
    return np.array(table, dtype=np.uint64)


def quotients(numbers: Residues, divisors: Residues, factors: Residues, primes: Residues) -> Residues:
    """Each number over its divisor, modulo the primes; factors are those of `divisible`.

    With k = -number/p modulo d, the number plus kp is a multiple of d, and dividing whole numbers needs no
    inverse and no product of two residues. Fits where number + divisor · prime is below 2^64 and a divisor
    below 2^32.
    """
    residues = numbers % divisors
    residues *= factors
    residues %= divisors
    residues *= primes
    residues += numbers
    residues //= divisors
    residues %= primes
    return residues


def prime_batches(bound: int, room: int, at_once: int = AT_ONCE) -> Iterator[Residues]:
    """Primes whose product exceeds the bound, some at a time."""
    from flint import fmpz

    top = 2**64 // room
    primes = (p for p in range(top - 1 - top % 2, top // 2, -2) if fmpz(p).is_prime())
    product = 1
    while product <= bound:
        batch = list(islice(primes, min(at_once, (bound // product).bit_length() // bits(room) + 1)))
        product *= prod(batch)
        yield np.array(batch, dtype=np.uint64)
