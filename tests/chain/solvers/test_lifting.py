"""Digits that floats propose and whole numbers decide, against whole components and closed forms."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import ceil, prod
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from markov.chain import absorption
from markov.chain.absorption import (
    absorption_probabilities,
    absorption_with_spins,
    expected_visits,
    large_chances,
    large_moments,
    values,
)
from markov.chain.chain import Chain, explore
from markov.chain.reachability import expected_rewards, reach_probabilities
from markov.chain.solvers import lifting
from markov.chain.solvers.lifting import absorption_by_lifting, moments_by_lifting
from markov.chain.transitions import Spins, TooMuchWork
from tests.chain.walks import grid
from tests.draws import examples
from tests.laws.chains import absorbing

sizes = st.one_of(
    st.integers(1, 12), st.integers(1, 2**20), st.integers(2**26, 2**34), st.integers(1, 10**30)
)


def tangle(n, ways, seed=1, top=20):
    """States that lead to some others, whichever they are; a tenth of them may end play."""
    draw = Random(seed)
    rows = []
    for i in range(n):
        to = {(i + 1) % n, *draw.choices(range(n), k=ways - 1)}
        rows.append([*((j, draw.randint(1, top)) for j in to), *([(n + i % 3, top)] if i % 10 == 0 else [])])
    return Chain.of(range(n + 3), [*rows, [], [], []])


def whole(chain):
    """Chances, mean and mean square, from whole components."""
    made, left = expected_visits(chain), values(chain, {}, reward=Fraction(1))
    playing = np.flatnonzero(chain.totals).tolist()
    square = sum((made[i] * (2 * left[i] - 1) for i in playing), Fraction(0))
    return {end: made[end] for end in chain.absorbing.tolist()}, left[0], square


def agrees(chain):
    chances, mean, square = whole(chain)
    found = moments_by_lifting(chain)
    assert absorption_by_lifting(chain) == chances
    assert (found.chances, found.spins) == (chances, Spins(mean, square - mean**2))


@settings(max_examples=examples(50))
@given(absorbing(30, sizes), st.data())
def test_any_chain_with_weights_that_fit_agrees_with_whole_components(chain, data):
    links = chain.transitions
    assume(links.totals[0])
    chances, mean, square = whole(links)
    rewards = data.draw(st.lists(st.integers(-50, 50), min_size=len(chain), max_size=len(chain)))
    found = absorption_by_lifting(links, reward=rewards)
    if found is not None:
        brought = values(links, {}, [Fraction(x) for x in rewards])[0]
        assert found.pop(len(chain)) == brought
        assert found == chances
    moments = moments_by_lifting(links)
    if moments is not None:
        assert (moments.chances, moments.spins) == (chances, Spins(mean, square - mean**2))


@pytest.mark.parametrize(
    "chain",
    [
        grid(12),
        tangle(150, 3),
        tangle(120, 3, top=2**24),
        tangle(60, 40),
        tangle(90, 3, top=10**9),
        tangle(40, 3, top=10**30),
    ],
    ids=len,
)
def test_components_that_fill_up(chain):
    agrees(chain.transitions)


def test_a_denominator_as_large_as_its_bound():
    # One way, of which each step is the less likely one: the chance has the product of all totals below.
    primes = [p for p in range(2, 400) if all(p % q for q in range(2, p))]
    last = len(primes)
    rows = [[(i + 1, 1), (last + 1, p - 1)] for i, p in enumerate(primes)]
    chain = Chain.of(range(last + 2), [*rows, [], []]).transitions
    agrees(chain)
    assert absorption_by_lifting(chain)[last] == Fraction(1, prod(primes))


@pytest.mark.parametrize("top", [2**31 - 1, 2**31, 2**62, 2**62 + 1, 10**60])
def test_weights_next_to_what_fits_a_word(top):
    rows = [[(1, top // 2), (2, top - top // 2)], [(0, top // 3), (3, top - top // 3)]]
    agrees(Chain.of(range(4), [*rows, [], []]).transitions)


def test_weights_past_what_floats_can_have():
    rows = [[(1, 2**1_000), (2, 1)], [(0, 1), (3, 2)]]
    chain = Chain.of(range(4), [*rows, [], []]).transitions
    assert absorption_by_lifting(chain) is None
    assert moments_by_lifting(chain) is None


@pytest.mark.parametrize("bits", [50, 2_000])
def test_rewards_of_several_words(bits):
    chain = tangle(20, 3).transitions
    reward = [(-1) ** i * 2**bits + i for i in range(len(chain))]
    found = absorption_by_lifting(chain, reward=reward)
    assert found[len(chain)] == values(chain, {}, [Fraction(x) for x in reward])[0]


def test_spins_so_many_that_floats_know_no_digits():
    # So many heads in a row take about twice two to that power of flips.
    def runs(heads):
        return explore(0, lambda k: {k + 1: 1, 0: 1} if k < heads else {}).transitions

    agrees(runs(10))
    assert moments_by_lifting(runs(40)) is None
    assert absorption_by_lifting(runs(70)) is None


def test_from_the_middle_of_a_square_either_corner_is_as_likely():
    chain = grid(71)  # more states than are solved whole are left when others are taken out
    assert list(absorption_probabilities(chain.transitions).values()) == [Fraction(1, 2)] * 2


def test_a_walk_comes_home_after_as_many_steps_as_its_reversible_law_says():
    # Play that leaves a corner of a square is back after (sum of degrees) / (degree of the corner) steps.
    side = 40
    chain = grid(side, ends=((0, 0),))
    near = [i for i, state in enumerate(chain.states) if state in ((0, 1), (1, 0))]
    ends, ones = chain.transitions.absorbing, [Fraction(1)] * len(chain)
    back = expected_rewards(chain.transitions, ends, ones, near)
    assert back == [Fraction(4 * side * (side - 1), 2) - 1] * 2
    assert reach_probabilities(chain.transitions, ends, near) == [1, 1]


def test_roads_agree_where_digits_are_not_lifted(monkeypatch):
    chain = tangle(450, 4).transitions
    lifted, moved = large_chances(chain), large_moments(chain)
    assert lifted == absorption_by_lifting(chain)
    monkeypatch.setattr(lifting, "absorption_by_lifting", lambda *_: None)
    monkeypatch.setattr(lifting, "moments_by_lifting", lambda *_: None)
    assert large_chances(chain) == lifted
    assert large_moments(chain) == moved


@pytest.mark.parametrize("road", [absorption_probabilities, absorption_with_spins])
def test_what_is_left_and_too_much_is_refused(road, monkeypatch):
    chain = tangle(650, 4).transitions
    monkeypatch.setattr(lifting, "MOST_FACTORS", 0)
    monkeypatch.setattr(lifting, "SLOWEST_DECAY", 0)
    monkeypatch.setattr(absorption, "LARGEST_COMPONENT", 200)
    with pytest.raises(TooMuchWork, match=r"650 states can all come to each other, and the most .* 200"):
        road(chain)


@pytest.mark.parametrize("road", [absorption_probabilities, absorption_with_spins])
def test_digits_that_take_too_long_are_refused(road, monkeypatch):
    monkeypatch.setattr(lifting, "MOST_STEPS", 1_000)
    with pytest.raises(TooMuchWork, match=r"up to [0-9,]+ binary digits; ask for a smaller chain"):
        road(tangle(650, 4).transitions)


def followed(chain, monkeypatch):
    """Chances and moments where play is followed, and nothing is factorized."""
    with monkeypatch.context() as patched:
        patched.setattr(lifting, "MOST_FACTORS", 0)
        return absorption_by_lifting(chain), moments_by_lifting(chain)


@pytest.mark.parametrize(
    "chain",
    [
        tangle(60, 40),
        tangle(150, 4, top=2**24),
        tangle(700, 5),
        pytest.param(tangle(3_000, 5), marks=pytest.mark.slow),
    ],
    ids=len,
)
def test_play_that_is_followed_and_a_factorization_propose_the_same_digits(chain, monkeypatch):
    links = chain.transitions
    found = followed(links, monkeypatch)
    assert None not in found
    monkeypatch.setattr(lifting, "SLOWEST_DECAY", 0)
    assert found == (absorption_by_lifting(links), moments_by_lifting(links))


def test_play_that_remembers_where_it_was_is_not_followed(monkeypatch):
    assert followed(grid(30).transitions, monkeypatch) == (None, None)


@pytest.mark.parametrize("states", [1_600, pytest.param(2_500, marks=pytest.mark.slow)])
def test_a_large_random_chain_is_followed(monkeypatch, states):
    chain = tangle(states, 4).transitions
    found = absorption_probabilities(chain)
    monkeypatch.setattr(lifting, "factorized", lambda _: pytest.fail("a factorization of a random chain"))
    assert absorption_probabilities(chain) == found
    assert sum(found.values()) == 1


def test_one_end_is_sure_and_its_spins_are_found():
    agrees(grid(9, ends=((0, 0),)).transitions)


def test_a_small_denominator_is_known_before_a_large_one_could_be(monkeypatch):
    # From the middle of a square of 31 either corner has one half, whose denominator has one digit.
    steps = []
    shift = lifting.digit_shift
    monkeypatch.setattr(lifting, "digit_shift", lambda *given: steps.append(1) or shift(*given))
    chain = grid(31).transitions
    assert set(absorption_by_lifting(chain).values()) == {Fraction(1, 2)}
    early = len(steps)
    steps.clear()
    tangled = tangle(len(chain), 3, top=2).transitions  # as long a product of totals, and no symmetry
    absorption_by_lifting(tangled)
    assert early < len(steps)


def test_components_one_after_another_are_lifted_where_each_is_too_large(monkeypatch):
    draw, n, rows = Random(4), 300, []
    for i in range(3 * n):
        first = i // n * n
        to = {first + (i + 1) % n, *(first + draw.randrange(n) for _ in range(4))}
        onward = first + n + (draw.randrange(n) if i < 2 * n else i % 2)
        rows.append([*((j, draw.randint(1, 9)) for j in to), (onward, 1)])
    chain = Chain.of(range(3 * n + 2), [*rows, [], []]).transitions
    found = absorption_probabilities(chain)
    monkeypatch.setattr(absorption, "LARGEST_COMPONENT", 50)
    monkeypatch.setattr(absorption, "FEW_LEFT", 50)
    assert absorption_probabilities(chain) == found


# How far off the digits may be, against equations that are written out here.

FEW_BITS = 31  # of all denominators; then no fraction is looked for before the digits decide it


def small(draw, n, bits):
    """A chain of n states in which play goes on and three ends; the product of the totals has few bits."""
    top = 2 ** (bits // n) // (n + 3)
    rows = [
        [(j, draw.randint(1, top)) for j in range(n + 3) if j >= n or draw.random() < 0.7] for _ in range(n)
    ]
    return Chain.of(range(n + 3), [*rows, [], [], []]).transitions


def equations(chain):
    """The weights that leave each state, less those between states; and those to all ends but the last."""
    n = np.count_nonzero(chain.totals)
    matrix = np.diag(chain.totals[:n].astype(object))
    entering = np.zeros((2, n), dtype=object)
    for i in range(n):
        for j, weight in chain.row(i):
            if j < n:
                matrix[i, j] -= weight
            elif j < n + 2:
                entering[j - n, i] += weight
    return matrix, entering


def row_sum(chain):
    """The largest row sum of the inverse of the matrix: that times 1 is worth 1 over the total a spin."""
    rewards = [Fraction(1, total) if total else Fraction(0) for total in chain.totals.tolist()]
    return max(values(chain, {}, rewards))


@dataclass(frozen=True)
class Step:
    """What is left over before, the digits that floats propose, and how many there are."""

    left: object
    digits: object
    shift: int


def lifted(road, chain, monkeypatch):
    """What the road finds, and the steps of each right side; the first is that of the bound."""
    steps, take = {}, lifting._Residual.take

    def watched(self, digits, shift):
        before = lifting._joined(list(self._words)).astype(object)
        taken = steps.setdefault(id(self), (self, []))[1]
        if len(taken) == 20:
            pytest.fail("no number of digits decides the answer")
        taken.append(Step(before, digits.astype(object), shift))
        return take(self, digits, shift)

    with monkeypatch.context() as patched:
        patched.setattr(lifting._Residual, "take", watched)
        return road(chain), [each for _, each in steps.values()]


def assert_decided_in_time(steps, most, errors):
    """Decided as two fractions of so many bits are farther apart, and no later than with an eighth more.

    errors   of all digits before each step and after the last
    """
    known = [0, *accumulate(step.shift for step in steps)]
    spare = [bits - 2 * most - 2 for bits in known]
    assert spare[-1] >= ceil(errors[-1]).bit_length()
    late = [n for n, error in zip(spare[:-1], errors, strict=False) if n >= ceil(error * 9 / 8).bit_length()]
    assert late == []


@pytest.mark.parametrize("n", [1, 2, 3])
def test_chances_take_the_digits_that_their_error_leaves_open(n, monkeypatch):
    """Of one state the bound is the error itself, of two it is near: with less, right digits are refused."""
    draw = Random(n)
    for _ in range(60):
        chain = small(draw, n, FEW_BITS)
        matrix, entering = equations(chain)
        found, (_, steps) = lifted(absorption_by_lifting, chain, monkeypatch)
        assert found == whole(chain)[0]
        left = [step.left for step in steps]
        left.append((left[-1] << steps[-1].shift) - matrix.T @ steps[-1].digits)
        bound = entering.max() * row_sum(chain)
        errors = [bound * sum(abs(each)) for each in left]
        assert_decided_in_time(steps, prod(matrix.diagonal()).bit_length(), errors)


@pytest.mark.parametrize("n", [1, 2])
def test_moments_take_the_digits_that_their_error_leaves_open(n, monkeypatch):
    """What is left over of the spins t comes to those of the square by way of B, 2T and B again."""
    draw = Random(n)
    for _ in range(60):
        chain = small(draw, n, FEW_BITS // 2)
        matrix, _ = equations(chain)
        totals = chain.totals[:n].astype(object)
        chances, mean, square = whole(chain)
        found, steps = lifted(moments_by_lifting, chain, monkeypatch)
        assert (found.chances, found.spins) == (chances, Spins(mean, square - mean**2))
        *_, ahead, steps = steps  # before them those of the bound, and of the chances
        lefts = [(step.left, further.left) for step, further in zip(ahead, steps, strict=True)]
        left = (lefts[-1][0] << ahead[-1].shift) - matrix @ ahead[-1].digits
        owed = (lefts[-1][1] << ahead[-1].shift) - matrix @ steps[-1].digits[:n]
        owed += 2 * totals * ahead[-1].digits
        bound = row_sum(chain)
        errors = [
            bound * (max(abs(owed)) + 2 * max(totals) * bound * max(abs(left)))
            for left, owed in [*lefts, (left, owed)]
        ]
        assert_decided_in_time(steps, 2 * prod(matrix.diagonal()).bit_length(), errors)


def test_digits_near_a_wrong_fraction_decide_nothing_early():
    """A hundred digits are those of a fraction with a short denominator, and the rest is not."""
    exact = Fraction(1, 3) + Fraction(1, 2**99 + 1)
    most = exact.denominator.bit_length()
    digits = lifting._Digits(np.array([[1]]))
    left, tried = exact, []
    while (found := digits.decided(lambda: 1, most)) is None:
        left *= 2**40
        more = left.numerator // left.denominator
        left -= more
        digits.add(np.array([more]), 40)
        tried.append(digits.bits)
    assert found == [exact]
    assert tried[-1] > 2 * most


@pytest.mark.parametrize("most", [1, 3, 8, 40, 400])
def test_the_fraction_of_some_digits_is_found(most):
    draw, limit = Random(most), 2**most
    for _ in range(40):
        exact = Fraction(draw.randint(-3 * limit, 3 * limit), draw.choice((limit, draw.randint(1, limit))))
        bits = 2 * most + draw.randint(3, 200)
        above = (exact.numerator << bits) // exact.denominator + draw.randint(0, 1)
        assert lifting._common_denominator([above], bits, 1) == exact.denominator
        assert lifting._rounded(above * exact.denominator, bits) == exact.numerator


@pytest.mark.parametrize(("odd_one", "found"), [(Fraction(1, 3), True), (Fraction(10**26, 2**89 - 1), False)])
def test_a_denominator_of_some_numbers_is_one_of_all_or_is_refused(odd_one, found):
    """Of 130 numbers every third is looked at, and the sum is of these; the odd one is not among them."""
    numbers = [Fraction(k, 5_741) for k in range(130)]
    numbers[1] = odd_one
    every_third = np.array([[k % 3 == 0 for k in range(130)]], dtype=np.int64)
    digits = lifting._Digits(every_third, row_sum=2**20)
    asked = None
    while digits.bits < 1_000 and asked is None:
        numbers = [number * 2**40 for number in numbers]
        more = [number.numerator // number.denominator for number in numbers]
        numbers = [number - digit for number, digit in zip(numbers, more, strict=True)]
        digits.add(np.array(more), 40)
        asked = digits.decided(lambda: 1, most=10**6)
    assert asked == ([sum(Fraction(k, 5_741) for k in range(0, 130, 3))] if found else None)
