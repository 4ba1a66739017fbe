"""Digits that floats propose and whole numbers decide, against whole components and closed forms."""

from fractions import Fraction
from math import prod
from random import Random

import numpy as np
import pytest
from flint import fmpz, fmpz_mat
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from markov.chain import absorption
from markov.chain.chain import Chain, explore
from markov.chain.reachability import expected_rewards, reach_probabilities
from markov.chain.solvers import lifting
from markov.chain.solvers.lifting import absorption_by_lifting, moments_by_lifting, values_by_lifting
from markov.chain.transitions import Spins, TooMuchWork, Transitions
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
    made, left = absorption.expected_visits(chain), absorption.values(chain, {}, reward=Fraction(1))
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
        brought = absorption.values(links, {}, [Fraction(x) for x in rewards])[0]
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


def test_floats_that_are_off_by_less_than_can_be_told():
    """Of a sure way whose weight floats divide by with a tiny rest."""
    assert absorption_by_lifting(Transitions.of([[(1, 45_045)], []])) == {1: 1}


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
    assert found[len(chain)] == absorption.values(chain, {}, [Fraction(x) for x in reward])[0]


@pytest.mark.parametrize("size", [1, 2**25, 2**38, 2**70])
@pytest.mark.parametrize("chain", [tangle(60, 40), tangle(60, 3), tangle(30, 3, top=10**30)])
def test_values_of_gains_of_any_length(chain, size):
    links = chain.transitions
    gained = [(i % 7 - 3) * size for i in range(len(links) - 3)]
    reward = [
        *(Fraction(*each) for each in zip(gained, links.totals.tolist(), strict=False)),
        *[Fraction(0)] * 3,
    ]
    found = values_by_lifting(links, np.array(gained, dtype=object))
    if found is not None:
        assert [Fraction(int(above), found.below) for above in found.above] == absorption.values(
            links, {}, reward
        )[:-3]
    assert found is not None or size > 2**30


def test_spins_so_many_that_floats_know_no_digits():
    # So many heads in a row take about twice two to that power of flips.
    def runs(heads):
        return explore(0, lambda k: {k + 1: 1, 0: 1} if k < heads else {}).transitions

    agrees(runs(10))
    assert moments_by_lifting(runs(40)).spins.mean == 2**41 - 2
    assert moments_by_lifting(runs(70)) is None
    assert absorption_by_lifting(runs(70)) is None


def test_from_the_middle_of_a_square_either_corner_is_as_likely():
    chain = grid(71)  # more states than are solved whole are left when others are taken out
    assert list(absorption.absorption_probabilities(chain.transitions).values()) == [Fraction(1, 2)] * 2


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
    lifted, moved = absorption.large_chances(chain), absorption.large_moments(chain)
    assert lifted == absorption_by_lifting(chain)
    monkeypatch.setattr(lifting, "absorption_by_lifting", lambda *_: None)
    monkeypatch.setattr(lifting, "moments_by_lifting", lambda *_: None)
    assert absorption.large_chances(chain) == lifted
    assert absorption.large_moments(chain) == moved


@pytest.mark.parametrize("road", [absorption.absorption_probabilities, absorption.absorption_with_spins])
def test_what_is_left_and_too_much_is_refused(road, monkeypatch):
    chain = tangle(650, 4).transitions
    monkeypatch.setattr(lifting, "MOST_FACTORS", 0)
    monkeypatch.setattr(lifting, "SLOWEST_DECAY", 0)
    monkeypatch.setattr(absorption, "LARGEST_COMPONENT", 200)
    with pytest.raises(TooMuchWork, match=r"650 states can all come to each other, and the most .* 200"):
        road(chain)


@pytest.mark.parametrize("road", [absorption.absorption_probabilities, absorption.absorption_with_spins])
def test_digits_that_take_too_long_are_refused(road, monkeypatch):
    monkeypatch.setattr(lifting, "MOST_STEPS", 1_000)
    with pytest.raises(TooMuchWork, match=r"up to [0-9,]+ binary digits; ask for fewer states"):
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
    found = absorption.absorption_probabilities(chain)
    monkeypatch.setattr(lifting, "factorized", lambda _: pytest.fail("a factorization of a random chain"))
    assert absorption.absorption_probabilities(chain) == found
    assert sum(found.values()) == 1


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


@pytest.mark.parametrize("diagonal", [True, False])
@pytest.mark.parametrize("top", [20, 10**9])
def test_a_factorization_with_a_full_end_solves_what_the_plain_one_does(top, diagonal):
    system = lifting._System.of(tangle(300, 4, top=top).transitions, solves=1)
    matrix = system.matrix.floats()
    plain, ended = (lifting.factorized(matrix, bits, diagonal) for bits in (0, 10**6))
    right = np.linspace(-top, top, matrix.shape[0])
    assert ended.work != plain.work
    assert np.allclose(matrix @ ended.times(right), right)
    assert np.allclose(ended.times(right), plain.times(right), rtol=1e-9)


def test_where_play_can_leave_from_one_state_alone_digits_come_all_the_same():
    """The column of what leaves has few entries and goes first; without the last rows it may have none."""
    draw, n = Random(1), 300
    rows = [
        {j: draw.randint(1, 10**9) for j in ((i + 1) % n, *draw.choices(range(n), k=3))} for i in range(n)
    ]
    rows[n // 2] |= {n: 1, n + 1: 2}
    chain = Chain.of(range(n + 2), [*map(dict.items, rows), [], []]).transitions
    assert absorption_by_lifting(chain) == {n: Fraction(1, 3), n + 1: Fraction(2, 3)}


# Whatever floats propose, what is found solves the equations: these are written out here.


@pytest.mark.parametrize("chain", [tangle(60, 40), tangle(90, 3), tangle(40, 3, top=10**30)], ids=len)
@pytest.mark.parametrize("wrong", [1e-9, 1e-3, 0.2, 1.0, 1e3])
def test_floats_that_are_far_off_bring_the_solution_or_none(chain, wrong, monkeypatch):
    links, draw, inverse = chain.transitions, np.random.default_rng(1), lifting._inverse

    def off(*given):
        near, n = inverse(*given), len(links) - 3
        return lifting._Inverse(
            lambda right: near.times(right) * (1 + wrong * draw.standard_normal(n)), near.work
        )

    chances, mean, square = whole(links)
    monkeypatch.setattr(lifting, "_inverse", off)
    assert absorption_by_lifting(links) in (None, chances)
    found = moments_by_lifting(links)
    assert found is None or (found.chances, found.spins) == (chances, Spins(mean, square - mean**2))
    assert wrong > 1e-6 or found is not None


def test_words_that_wrap_around_bring_nothing(monkeypatch):
    chain, left_over = tangle(90, 3).transitions, lifting._Matrix.left_over

    def wrapped(self, right, digits, shift):
        left = left_over(self, right, digits, shift)
        left[7] += 2**40
        return left

    monkeypatch.setattr(lifting._Matrix, "left_over", wrapped)
    assert absorption_by_lifting(chain) is None
    assert moments_by_lifting(chain) is None


def test_a_denominator_of_other_numbers_is_refused(monkeypatch):
    """Of sums in which no number has a part, the denominator is 1, and nothing solves the equations."""
    chain, digits = tangle(90, 3).transitions, lifting._Digits.__init__

    def without(self, count, most):
        digits(self, count, most)
        self._weights = [0 * each for each in self._weights]

    monkeypatch.setattr(lifting._Digits, "__init__", without)
    assert absorption_by_lifting(chain) is None


@pytest.mark.parametrize("most", [1, 3, 8, 40, 400])
def test_the_denominator_of_some_digits_is_found(most):
    draw, limit = Random(most), 2**most
    for _ in range(40):
        exact = Fraction(draw.randint(-3 * limit, 3 * limit), draw.choice((limit, draw.randint(1, limit))))
        bits = 2 * most + draw.randint(3, 200)
        above = (exact.numerator << bits) // exact.denominator + draw.randint(0, 1)
        early = draw.randint(0, bits)
        late = bits - early
        lattice = lifting._with_digits(fmpz_mat([[1, 0], [0, 1]]), [above >> late], early)
        lattice = lifting._with_digits(lattice, [above - (above >> late << late)], late)
        assert abs(int(lattice[0, 0])) == exact.denominator


def equations(n, top, seed):
    """A matrix of whole numbers with long numbers on the diagonal, a solution, and its right side."""
    draw = Random(seed)
    matrix = [[-draw.randint(0, top) if j != i else 5 * top + 1 for j in range(n)] for i in range(n)]
    above = [draw.randint(-(2**400), 2**400) for _ in range(n)]
    right = [sum(a * x for a, x in zip(row, above, strict=True)) for row in matrix]
    return matrix, above, right


@pytest.mark.parametrize(("top", "whole"), [(3, True), (2**21, True), (10**12, False), (10**40, False)])
def test_a_solution_solves_its_equations_and_no_other_does(top, whole):
    matrix, above, right = equations(12, top, seed=top)
    every = np.arange(12 * 12)
    entries = np.array([a for row in matrix for a in row], dtype=object if top > 2**62 else np.int64)
    made = lifting._Matrix.of(entries, every // 12, every % 12, 12)
    assert made.whole == whole
    below = 2**61 - 1
    right = np.array([below * b for b in right], dtype=object)

    def solved(above, below, right):
        solution = lifting.OverOne([fmpz(below * x) for x in above], below)
        return made.solved_by(solution, right // below)

    assert solved(above, below, right)
    assert (
        made.transposed().transposed().solved_by(lifting.OverOne(list(map(fmpz, above)), 1), right // below)
    )
    for k in range(12):
        other = [x + (j == k) for j, x in enumerate(above)]
        assert not solved(other, below, right)
        assert not solved(above, below, right + below * (np.arange(12) == k))
        far = [x + (j == k) * 2**4_000 for j, x in enumerate(above)]
        assert not solved(far, below, right)
