"""Decision processes that are drawn at random, as plain lists and as the engine has them."""

from fractions import Fraction

from hypothesis import strategies as st

import markov as mk


@st.composite
def processes(draw, least=0):
    """Up to five states with up to three choices each: dead ends, loops, ties, end components."""
    n = draw(st.integers(1, 5))
    states = st.integers(0, n - 1)
    rewards = st.fractions(least, 3, max_denominator=3) if draw(st.booleans()) else st.integers(least, 1)
    process = []
    for _ in range(n):
        rows = st.dictionaries(states, st.integers(1, 3), min_size=1, max_size=3)
        process.append(draw(st.lists(st.tuples(rewards.map(Fraction), rows), max_size=3)))
    targets = draw(st.sets(states, max_size=2))
    return process, targets


def built(process):
    """The process as the front door makes it; every state is met, as the first leads to all of them."""
    met = mk.explore_choices(
        "start",
        lambda s: (
            {"any": dict.fromkeys(range(len(process)), 1)}
            if s == "start"
            else {k: row for k, (_, row) in enumerate(process[s])}
        ),
    )
    rewards = {(i, k): brings for i, choices in enumerate(process) for k, (brings, _) in enumerate(choices)}
    return met, rewards
