"""Inputs of every kind, valid ones changed and others by a grammar: each is answered, or refused in words.

An input that fails is reported with its kind and number; `python -m tests.fuzz KIND NUMBER` runs it alone.
"""

import pytest

from tests.fuzz.harness import ran, ran_apart, wrong
from tests.fuzz.inputs import KINDS, made

PARTS = 50  # of 3,240 inputs, of which a fifth is tried by default
_SHOWN = 5


def failures(kind, numbers, run=ran):
    found = []
    for number in numbers:
        given = made(kind, number)
        if troubles := wrong(given, how := run(given)):
            said = (
                f"{kind} {number}: {'; '.join(troubles)}\n{given}\nexit {how.code}, stderr: {how.err[:600]!r}"
            )
            found.append(said)
    return found


def told(found):
    return f"{len(found)} inputs fail\n\n" + "\n\n".join(found[:_SHOWN])


@pytest.mark.parametrize("part", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(1, 1 + PARTS))])
@pytest.mark.parametrize("kind", KINDS)
def test_every_input_is_answered_or_refused(kind, part):
    """A fifth of the first lot by default, and a hundred thousand and more where slow tests are run."""
    size = KINDS[kind][1]
    found = failures(kind, range((part - 1) * size, part * size) if part else range(size // 5))
    assert not found, told(found)


@pytest.mark.parametrize("kind", ["sheets", "lines", "chains", "certificates", "resumed", "outputs"])
def test_a_process_of_its_own_ends_alike(kind):
    given = made(kind, 1)
    apart, here = ran_apart(given), ran(given)
    assert not wrong(given, apart), told(failures(kind, [1], ran_apart))
    assert (apart.code, apart.out, apart.err, apart.files) == (here.code, here.out, here.err, here.files)


def test_the_same_number_is_the_same_input():
    assert made("sheets", 7) == made("sheets", 7) != made("sheets", 8)
