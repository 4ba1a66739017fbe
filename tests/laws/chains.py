"""Random chains: cycles, self-loops, states out of reach, several ends, weights from 1 to far beyond 2^63."""

from collections.abc import Callable
from fractions import Fraction
from random import Random

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from markov.chain.chain import Chain
from markov.chain.lumping import Lumping, differing_states
from tests.draws import examples

small = st.integers(1, 12)
fitting = st.one_of(small, st.integers(1, 2**27))
weights = st.one_of(small, st.integers(2**31, 2**33), st.integers(2**61, 2**65), st.just(10**40))
payoffs = st.fractions(min_value=0, max_value=100, max_denominator=12)


def added(pairs):
    """The row of pairs (successor, weight), weights of equal successors being added."""
    row = {}
    for successor, weight in pairs:
        row[successor] = row.get(successor, 0) + weight
    return row


def proves(chain: Chain, lumping: Lumping[Chain], classes=None) -> bool:
    """True where the lumping is one of this chain, and keeps the classes apart if any are given.

    An exact check of the partition: every block is named like its first member, the start's first, and each
    state's row, summed by block, is that of its block. Another lumping may be coarser.
    """
    block, blocks = lumping.block, len(lumping.chain)
    if block.shape != (len(chain),) or block[0] or not 0 <= block.min() <= block.max() < blocks:
        return False
    first = np.unique(block, return_index=True)[1]
    if list(lumping.chain.states) != [chain.states[i] for i in first.tolist()]:
        return False
    if classes is not None and (np.asarray(classes) != np.asarray(classes)[first][block]).any():
        return False
    return not differing_states(chain.transitions, lumping.chain.transitions, block).size


@st.composite
def absorbing(draw, most=40, weight=weights, acyclic=False):
    """A chain in which every state can reach an end.

    States have a hidden rank. Each state that is no end leads to some state of lower rank, so that it
    can get out; whatever else it leads to may be anywhere, and lie before it or after.
    """
    n = draw(st.integers(1, most))
    rank = draw(st.permutations(range(n)))  # rank → state
    ends = draw(st.integers(1, n))
    rows: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    kind = st.one_of(small, weight)
    for r in range(ends, n):
        ways = st.tuples(st.integers(0, r if acyclic else n - 1), kind)
        further = draw(st.lists(ways, max_size=4))
        rows[rank[r]] = [(rank[to], w) for to, w in [(draw(st.integers(0, r - 1)), draw(kind)), *further]]
    return Chain.of([f"s{i}" for i in range(n)], rows)


@st.composite
def any_chain(draw, most=12):
    """A chain in which some states may reach no end."""
    n = draw(st.integers(1, most))
    ways = st.tuples(st.integers(0, n - 1), weights)
    return Chain.of(range(n), draw(st.lists(st.lists(ways, max_size=3), min_size=n, max_size=n)))


@st.composite
def priced(draw, most=40, values=payoffs, **kinds):
    """A chain that is absorbing, and a payoff for each of its ends."""
    chain = draw(absorbing(most, **kinds))
    return chain, {i: draw(values) for i in chain.transitions.absorbing.tolist()}


@st.composite
def with_offers(draw, most=9, offers=6, **kinds):
    """A priced chain with offers in up to so many states, few values being common so that ties are too."""
    common = st.one_of(st.integers(0, 4).map(Fraction), payoffs)
    chain, payoff = draw(priced(most, common, weight=small, **kinds))
    playing = [i for i in range(len(chain.states)) if i not in payoff]
    chosen = draw(st.lists(st.sampled_from(playing), unique=True, max_size=offers)) if playing else []
    offered = st.one_of(st.integers(0, 4).map(Fraction), payoffs.map(lambda x: x / 25))
    return chain, payoff, {i: draw(offered) for i in chosen}


# Several hundred states, from a seed: only the seed, the sizes and the kind of weights are drawn.

WEIGHTS: dict[str, Callable[[Random], int]] = {
    "small": lambda draw: draw.randint(1, 12),
    "fitting": lambda draw: draw.choice((1, draw.randint(1, 12), draw.randint(1, 2**27))),
    "huge": lambda draw: draw.choice((1, draw.randint(1, 12), draw.randint(2**61, 2**65), 10**40)),
}


def _ring(draw: Random, first: int, size: int, further: int) -> list[list[int]]:
    """Transitions of states that all come to each other, with further ways among them; some also lead out."""
    inside = range(first, first + size)
    rows = [[first + (k + 1) % size, *draw.choices(inside, k=draw.randint(0, further))] for k in range(size)]
    for k, row in enumerate(rows):
        if k == 0 or draw.random() < 0.1:
            row += draw.choices(range(first), k=2)
    return rows


def _band(draw: Random, first: int, size: int) -> list[list[int]]:
    """Transitions one or two states on and one back; the last states lead out."""
    last = first + size - 1
    rows = [[first + max(k - 1, 0), min(first + k + 1, last), min(first + k + 2, last)] for k in range(size)]
    rows[-1] += draw.choices(range(first), k=2)
    return rows


def _onward(draw: Random, first: int, size: int, back: int) -> list[list[int]]:
    """Transitions out of a level: to the one before it, not far behind that, and some to themselves."""
    rows = [[first - 1, *draw.choices(range(max(first - back, 0), first), k=2)] for _ in range(size)]
    return [row + [first + k] * draw.choice((0, 0, 1, 2)) for k, row in enumerate(rows)]


SHAPES: dict[str, Callable[[Random, int, int], list[list[int]]]] = {
    "many small components": lambda draw, first, n: _ring(draw, first, draw.randint(1, 12), 2),
    "one large sparse component": lambda draw, first, n: _ring(draw, first, max(n - first - 20, 1), 1),
    "one dense component": lambda draw, first, n: _ring(
        draw, first, *((min(50, n - first), 80) if first < 10 else (1, 2))
    ),
    "a band": lambda draw, first, n: _band(draw, first, max(n - first - 20, 1)),
    "wide levels": lambda draw, first, n: _onward(
        draw, first, max(min(40, n // 3), n // 10), max(80, n // 5)
    ),
    "levels of one state": lambda draw, first, n: _onward(draw, first, 1, 3),
}


def grown(shape: str, n: int, seed: int, kind: str = "small", mixed: bool = True) -> Chain:
    """A chain of n states or some more, in which every state can reach an end.

    kind    of weights
    mixed   whether states are numbered anyhow, so that some are out of reach from the first; otherwise the
            ends come last, and ways lead on as far as there is no cycle
    """
    draw = Random(seed)
    rows: list[list[int]] = [[] for _ in range(draw.randint(1, 9))]  # the ends first
    while len(rows) < n:
        rows += SHAPES[shape](draw, len(rows), n)
    number = list(range(len(rows)))[::-1]
    if mixed:
        draw.shuffle(number)
    numbered: list[list[tuple[int, int]]] = [[] for _ in rows]
    for i, row in zip(number, rows, strict=True):
        numbered[i] = [(number[j], WEIGHTS[kind](draw)) for j in row]
    return Chain.of(range(len(rows)), numbered)


every_time_alike = settings(
    max_examples=examples(80), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
