"""Random chains: cycles, self-loops, states out of reach, several ends, weights from 1 to far beyond 2^63."""

from fractions import Fraction

from hypothesis import strategies as st

from markov.chain import Chain

small = st.integers(1, 12)
fitting = st.one_of(small, st.integers(1, 2**27))
weights = st.one_of(small, st.integers(2**31, 2**33), st.integers(2**61, 2**65), st.just(10**40))
payoffs = st.fractions(min_value=0, max_value=100, max_denominator=12)


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
def priced(draw, most=40, **kinds):
    """A chain that is absorbing, and a payoff for each of its ends."""
    chain = draw(absorbing(most, **kinds))
    return chain, {i: draw(payoffs) for i in chain.over.tolist()}


@st.composite
def with_offers(draw, most=9, offers=6, **kinds):
    """A priced chain with offers in up to so many states, few values being common so that ties are too."""
    chain, payoff = draw(priced(most, weight=small, **kinds))
    payoff = {i: draw(st.one_of(st.integers(0, 4).map(Fraction), st.just(x))) for i, x in payoff.items()}
    playing = [i for i in range(len(chain.states)) if i not in payoff]
    chosen = draw(st.lists(st.sampled_from(playing), unique=True, max_size=offers)) if playing else []
    offered = st.one_of(st.integers(0, 4).map(Fraction), payoffs.map(lambda x: x / 25))
    return chain, payoff, {i: draw(offered) for i in chosen}
