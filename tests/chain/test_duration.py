"""Mean and variance of the number of spins, by closed forms."""

from fractions import Fraction

import pytest

from markov.chain.absorption import absorption_with_spins, suits_levels
from markov.chain.chain import Chain, explore
from markov.chain.transitions import Spins
from tests.laws.chains import added


def law(chain):
    return absorption_with_spins(chain.transitions).spins


def test_play_that_is_over_at_once():
    assert law(Chain.of(["end"], [[]])) == Spins(Fraction(0), Fraction(0))
    assert law(Chain.of(["end", "never met"], [[], [(0, 1)]])) == Spins(Fraction(0), Fraction(0))


def test_a_fixed_number_of_spins_does_not_vary():
    assert law(explore(7, lambda n: {n - 1: 3} if n else {})) == Spins(Fraction(7), Fraction(0))


@pytest.mark.parametrize("chance", ["1/2", "1/38", "37/38", "1/1000000007", "1/10000000000000000000000"])
def test_a_geometric_number_of_spins(chance):
    p = Fraction(chance)
    chain = Chain.of("ab", [[(0, p.denominator - p.numerator), (1, p.numerator)], []])
    assert law(chain) == Spins(1 / p, (1 - p) / p**2)


@pytest.mark.parametrize("need", [1, 2, 6, 200])
def test_a_negative_binomial_number_of_spins(need):
    chain = explore(need, lambda n: {n: 33, n - 1: 5} if n else {})
    p = Fraction(5, 38)
    assert law(chain) == Spins(need / p, need * (1 - p) / p**2)


@pytest.mark.parametrize(("k", "n"), [(1, 2), (3, 10), (10, 20)])
def test_ruin(k, n):
    # Feller, An Introduction to Probability Theory I, XIV.3: k(n - k) games between fair players.
    chain = explore(k, lambda at: {at - 1: 1, at + 1: 1} if 0 < at < n else {})
    made = law(chain)
    assert made.mean == k * (n - k)
    assert made.variance == Fraction(k * (n - k) * (k * k + (n - k) ** 2 - 2), 3)


def test_spins_after_which_nothing_changed_count():
    quick, slow = ([[(0, idle), (1, 1), (2, 1)], [], []] for idle in (1, 8))
    assert law(Chain.of("abc", quick)).mean == Fraction(3, 2)
    assert law(Chain.of("abc", slow)).mean == 5


def test_a_wide_chain_goes_the_modular_road():
    n = 20
    chain = explore((n, 0), lambda at: added(wide(*at)))
    assert suits_levels(chain.transitions)
    made = absorption_with_spins(chain.transitions).spins
    assert made.mean == sum(Fraction(2 * n, k) for k in range(1, n + 1))
    assert made.variance == sum((1 - Fraction(k, 2 * n)) * Fraction(2 * n, k) ** 2 for k in range(1, n + 1))


def wide(left, side):
    """With k left, k spins in 40 leave one less, on one of many sides that all play alike."""
    if not left:
        return []
    sides = 80
    return [((left, side), 40 * sides - left * sides), *(((left - 1, k), left) for k in range(sides))]


def test_chances_of_the_ends():
    chain = Chain.of("abcd", [[(0, 5), (1, 1), (2, 3)], [], [], []])
    assert absorption_with_spins(chain.transitions).chances == {
        1: Fraction(1, 4),
        2: Fraction(3, 4),
        3: 0,
    }
