"""The law of the number of spins, against formulas, enumeration, and its own other forms."""

from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain import law as law_module
from markov.chain.absorption import absorption_with_spins
from markov.chain.chain import Chain, explore
from markov.chain.law import duration_law
from markov.chain.transitions import Spins, TooMuchWork
from tests.draws import examples
from tests.laws.chains import absorbing, small
from tests.oracles import steps
from tests.oracles.elimination import gathered

alike = settings(max_examples=examples(60))

SPIN = object()


def of(chain, ends=None):
    return duration_law(chain.transitions, ends)


def geometric(p: Fraction) -> Chain:
    return Chain.of("ab", [[(0, p.denominator - p.numerator), (1, p.numerator)], []])


HALF = geometric(Fraction(1, 2))


# Closed forms.


def test_play_that_is_over_at_once():
    found = of(Chain.of(("end", "never met"), [[], [(0, 1)]]))
    assert [found.at(n) for n in (0, 1, 5, 100)] == [1, 0, 0, 0]
    assert [found.beyond(n) for n in (0, 100)] == [0, 0]
    assert found.quantile(1) == found.quantile(0) == 0


@pytest.mark.parametrize("spins", [1, 63, 64, 65, 66, 100, 300])
@pytest.mark.parametrize("q", ["0", "1/1000", "1/2", "1"])
def test_the_quantiles_of_a_fixed_number_of_spins(spins, q):
    """As many spins as states in play, of chains that are jumped through and of those that are not."""
    assert of(explore(spins, lambda n: {n - 1: 1} if n else {})).quantile(q) == (spins if q != "0" else 0)


@pytest.mark.parametrize("p", [Fraction(1, 38), Fraction(2, 3), Fraction(1, 10**30)])
@pytest.mark.parametrize("n", [1, 2, 63, 64, 65, 66, 1000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_geometric_number_of_spins(p, n):
    found = of(geometric(p))
    assert found.at(n) == p * (1 - p) ** (n - 1)
    assert found.beyond(n) == (1 - p) ** n


# Other roads.


def enumerated(chain: Chain, most: int, ends=None) -> list[Fraction]:
    """P(T = n, over in the ends) for n below most, by carrying each state's chance forward."""
    ends = set(chain.transitions.absorbing.tolist() if ends is None else ends)
    here, found, rows = {0: Fraction(1)}, [], steps.chances(chain)
    for _ in range(most):
        found.append(sum((p for i, p in here.items() if i in ends), Fraction(0)))
        after: dict[int, Fraction] = {}
        for i, p in here.items():
            for j, chance in rows[i].items():
                after[j] = after.get(j, Fraction(0)) + p * chance
        here = after
    return found


def by_hand(chain: Chain, ends: set[int]) -> Spins:
    """Mean and variance of the number of spins, given that play is over in one of the ends.

    Given that, a step is taken with its chance times the chance of the ends behind it.
    """
    rows = steps.chances(chain)
    reached = gathered({i: row for i, row in enumerate(rows) if row})
    ahead = {i: sum(found.get(end, 0) for end in ends) for i, found in reached} | dict.fromkeys(ends, 1)
    given = {
        i: {j: p * ahead[j] / ahead[i] for j, p in rows[i].items() if ahead.get(j)}
        for i in ahead.keys() - ends
        if ahead[i]
    }
    if 0 not in given:
        return Spins(Fraction(0), Fraction(0))
    means = {i: found[SPIN] for i, found in gathered({i: {**row, SPIN: 1} for i, row in given.items()})}
    squares = dict(gathered({i: {**row, SPIN: 2 * means[i] - 1} for i, row in given.items()}))
    return Spins(means[0], squares[0][SPIN] - means[0] ** 2)


@alike
@given(absorbing(9), st.data())
def test_all_forms_of_the_law_agree(chain, data):
    over = [end for end, chance in absorption_with_spins(chain.transitions).chances.items() if chance]
    ends = data.draw(st.sets(st.sampled_from(over), min_size=1))
    found = of(chain, ends)
    chances = absorption_with_spins(chain.transitions).chances
    assert found.chance == sum(chances[end] for end in ends)
    walked = enumerated(chain, 30, ends)
    assert list(islice(found.numbers(), 30)) == [p / found.chance for p in walked]
    assert [found.at(n) for n in range(30)] == [p / found.chance for p in walked]
    assert found.spins == by_hand(chain, ends)
    for n in range(5):
        assert found.beyond(n) == 1 - sum(walked[: n + 1]) / found.chance
    if ends == set(over):
        assert found.spins == absorption_with_spins(chain.transitions).spins


@alike
@given(absorbing(9, weight=small), st.integers(0, 150))
def test_jumps_agree_with_steps(chain, n):
    jumping = of(chain)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(law_module, "FEW_STATES", -1)
        walked = jumping.at(n), jumping.beyond(n)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(law_module, "FEW_STEPS", 0)
        assert (jumping.at(n), jumping.beyond(n)) == walked


@alike
@given(absorbing(7, weight=small), st.fractions(0, Fraction(999, 1000), max_denominator=1000))
def test_quantiles(chain, q):
    found = of(chain)
    if found.spins.mean > 5000:
        return
    n = found.quantile(q)
    assert 1 - found.beyond(n) >= q
    assert n == 0 or 1 - found.beyond(n - 1) < q


# Given an end.


def test_ruin_given_that_it_comes():
    """Given ruin between fair players from 1 of 3, one play in 4 goes on from each state but the first."""
    found = of(explore(1, lambda at: {at - 1: 1, at + 1: 1} if 0 < at < 3 else {}), [1])
    assert found.chance == Fraction(2, 3)
    assert [found.at(n) for n in range(6)] == [0, Fraction(3, 4), 0, Fraction(3, 16), 0, Fraction(3, 64)]


def test_numbers_without_bound_have_no_last_quantile():
    with pytest.raises(ValueError, match="no number of spins is sure"):
        of(HALF).quantile(1)
    sure = Chain.of("abcd", [[(1, 1), (2, 1)], [(1, 1), (3, 1)], [], []])
    assert of(sure, [2]).quantile(1) == 1


def test_so_many_spins_are_walked_or_worked_out_at_most():
    """No ball tells a power of 2/3 from itself."""
    third, q = of(geometric(Fraction(1, 3))), 1 - Fraction(2, 3) ** 200
    assert third.quantile(q, most=200) == 200
    with pytest.raises(TooMuchWork, match="more than 199 spins would have to be worked out"):
        third.quantile(q, most=199)
    fixed = of(explore(99, lambda n: {n - 1: 1} if n else {}))
    for q in ("1/2", 1):
        assert fixed.quantile(q, most=99) == 99
        with pytest.raises(TooMuchWork, match="more than 98 spins are needed"):
            fixed.quantile(q, most=98)


def test_what_is_refused():
    found = of(HALF)
    for n in (-1, -100):
        with pytest.raises(ValueError, match="negative"):
            found.at(n)
        with pytest.raises(ValueError, match="negative"):
            found.beyond(n)
    for q in (-1, "1.01"):
        with pytest.raises(ValueError, match="is not a chance"):
            found.quantile(q)
    with pytest.raises(TypeError):
        found.quantile(0.5)
    with pytest.raises(ValueError, match="play is not over in state 'a'"):
        of(HALF, [0])
    with pytest.raises(ValueError, match="never over"):
        of(HALF, [])
