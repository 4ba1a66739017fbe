"""Chains of many states that stay narrow, or come in many components, against residues modulo a prime.

The second road takes states out from the last to the first, modulo a prime that no total is a multiple of. A
wrong numerator or denominator has the residue of the right one with a chance of about one in 10^18.
"""

from functools import partial
from random import Random

import pytest

from markov.chain import absorption
from markov.chain.absorption import absorption_probabilities
from markov.chain.reachability import reach_probabilities
from markov.chain.solvers import entries, lifting
from markov.chain.solvers.lifting import absorption_by_lifting
from markov.chain.transitions import TooMuchWork, Transitions

PRIME = 2**61 - 1


def line(n, draw, weight):
    """Each state leads to the next, or to an end."""
    return [[(i + 1, weight(draw)), (n + 1, weight(draw))] for i in range(n)]


def jumps(n, draw, weight):
    """Each state leads to the next three, or to an end."""
    return [[*((min(i + k, n), weight(draw)) for k in (1, 2, 3)), (n + 1, weight(draw))] for i in range(n)]


def band(n, draw, weight):
    """Each state leads one or two on, or one back."""
    return [[(min(i + k, n) if i + k >= 0 else n + 1, weight(draw)) for k in (1, 2, -1)] for i in range(n)]


def components(n, draw, weight, size=60):
    """Random components of 60 states one after another; two states of each lead on."""
    rows = []
    for i in range(n):
        first, k = i - i % size, i % size
        inside = [(k + 1) % size, *draw.choices(range(size), k=3)]
        rows.append([(min(first + j, n - 1), weight(draw)) for j in inside])
        if k in (0, size // 2) or i == n - 1:
            rows[-1] += [(min(first + size, n), weight(draw)), (n + 1, weight(draw))]
    return rows


def loosely(n, draw, weight, size=50):
    """Components that are left once in 10^9 spins or so."""
    rows = components(n, draw, lambda draw: 10**8 * draw.randint(1, 9), size)
    return [[*row, (draw.randrange(n + 2), 1)] for row in rows]


def apart(n, draw, weight, size=25):
    """Components that nothing but what is rare leads on from, or to an end."""
    rows = [
        [(i - i % size + k, 10**9 * weight(draw)) for k in {(i + 1) % size, draw.randrange(size)}]
        for i in range(n)
    ]
    away = [draw.choice((draw.randrange(n), n, n + 1)) for _ in rows]
    return [[*row, (away[i], 1)] if i % 5 == 0 else row for i, row in enumerate(rows)]


def dense(n, draw, weight):
    """Each state leads to a third of all, or to an end."""
    return [[*((j, weight(draw)) for j in draw.sample(range(n), n // 3)), (n + i % 2, 1)] for i in range(n)]


def layers(n, draw, weight, width=25):
    """Layers of 25 states; each state leads to four of the next, a few to themselves or far on."""
    rows = []
    for i in range(n):
        after = i - i % width + width
        to = draw.sample(range(after, after + width), 4) if after < n else [n, n + 1]
        away = [*([i] if i % 7 == 0 else []), *([draw.randrange(after, n + 2)] if i % 20 == 0 else [])]
        rows.append([(j, weight(draw)) for j in (*to, *away)])
    return rows


def made(shape, n, top, seed=1):
    """The chain, with weights up to the top; the last two states are ends."""
    rows = shape(n, Random(seed), lambda draw: draw.randint(1, top))
    return Transitions.of([*rows, [], []])


def residue(chain, end):
    """The chance of the end, from the first state, modulo the prime."""
    n = len(chain) - 2
    rows = [{} for _ in range(n)]
    into = [set() for _ in range(n + 2)]
    for i in range(n):
        over = pow(int(chain.totals[i]), -1, PRIME)
        for j, weight in chain.row(i):
            rows[i][j] = (rows[i].get(j, 0) + weight * over) % PRIME
            into[j].add(i)
    for i in reversed(range(1, n)):
        over = pow(1 - rows[i].pop(i, 0), -1, PRIME)
        for h in into[i]:
            if h < i:
                share = rows[h].pop(i) * over % PRIME
                for j, chance in rows[i].items():
                    rows[h][j] = (rows[h].get(j, 0) + share * chance) % PRIME
                    into[j].add(h)
    return rows[0].get(end, 0) * pow(1 - rows[0].get(0, 0), -1, PRIME) % PRIME


def checked(chain, chances):
    """The chances are those of the second road, and sum to 1."""
    first, second = chain.absorbing.tolist()
    assert chances[first] + chances[second] == 1
    above, below = chances[first].as_integer_ratio()
    assert above * pow(below, -1, PRIME) % PRIME == residue(chain, first)


@pytest.mark.parametrize("top", [1, 9, 10**9, 10**30], ids="{:.0e}".format)
@pytest.mark.parametrize(
    ("shape", "n"),
    [
        (line, 2_000),
        (jumps, 1_000),
        (band, 1_000),
        (components, 420),
        (loosely, 250),
        (apart, 300),
        (dense, 210),
        (layers, 3_000),
    ],
)
def test_chances_are_those_modulo_a_prime(shape, n, top):
    chain = made(shape, n, top)
    checked(chain, absorption_probabilities(chain))
    targets = chain.absorbing[:1]
    assert reach_probabilities(chain, targets, [0])[0] == absorption_probabilities(chain)[n]


@pytest.mark.parametrize("top", [9, 10**30], ids="{:.0e}".format)
def test_many_components_are_lifted_together(top):
    chain = made(components, 420, top)
    checked(chain, absorption_by_lifting(chain))


@pytest.mark.parametrize(("size", "left"), [(12, False), (40, True)])
def test_small_components_one_after_another_are_solved_together(size, left, monkeypatch):
    """They are passed through; else states are taken out, and where many are left digits are lifted."""
    chain = made(partial(components, size=size), 1_200, 9)
    found = absorption_probabilities(chain)
    checked(chain, found)
    lifted, lift = [], lifting.absorption_by_lifting
    monkeypatch.setattr(entries, "MOST", 0)
    monkeypatch.setattr(lifting, "absorption_by_lifting", lambda *asked: lifted.append(1) or lift(*asked))
    monkeypatch.setattr(absorption, "_visits", lambda _: pytest.fail("component by component"))
    assert absorption_probabilities(chain) == found
    assert lifted == [1] * left


def test_a_line_of_20_000_states_with_an_answer_of_25_000_digits_and_more():
    chain = made(line, 20_000, 100)
    chances = absorption_probabilities(chain)
    checked(chain, chances)
    assert chances[20_000].denominator.bit_length() > 25_000


def test_what_is_refused_is_refused_in_words_of_the_chain():
    chain = made(line, 200, 2**1_000_000)
    with pytest.raises(TooMuchWork, match=r"up to [0-9,]+ binary digits; ask for fewer states"):
        absorption_probabilities(chain)
