"""The long run of a chain that is never over: the share of steps that are made from each state.

**Theorem.** In a closed class, from which no step leads out, let r be a state. The share of r is 1 over the
mean number of steps from r until r is come to again, and the share of any other state is the mean number of
steps made from it on that way, over the same number (Kemeny & Snell, Finite Markov Chains, 6.1; Norris,
Markov Chains, 1.7). These numbers are the expected visits of an absorbing chain: r, cut where it is come to
again.

**Example.** From 0 to 1, from 1 to 0 or 2 with even chances, from 2 to 0. From 0 until 0 again one step is
made from 0, one from 1 and a half from 2, so the shares are 2/5, 2/5 and 1/5.
"""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from markov.chain.absorption import expected_visits
from markov.chain.reachability import reach_probabilities
from markov.chain.transitions import Indices, Transitions, reachable, strong_components


class PlayEnds(ValueError):
    """A chain with an end, asked for its long run."""


def stationary(chain: Transitions) -> list[Fraction]:
    """For each state the share of steps from it in the long run, from state 0; 0 where play does not stay.

    >>> chain = Transitions.of([[(1, 1)], [(0, 1), (2, 1)], [(0, 1)]])
    >>> [str(share) for share in stationary(chain)]
    ['2/5', '2/5', '1/5']

    Raises PlayEnds where play can be over, and TooMuchWork when the exact answer is out of reach.
    """
    n = len(chain)
    met = reachable(chain.origins(), chain.successors, np.zeros(1, dtype=np.int64), n)
    if over := [i for i in chain.absorbing.tolist() if met[i]]:
        raise PlayEnds(
            f"play can be over in state {chain.named(over[0])!r}, so it has no long run; absorption() has "
            "the chance of each end"
        )
    shares = [Fraction(0)] * n
    classes = [members for members in _closed_classes(chain) if met[members[0]]]
    for members in classes:
        chance = reach_probabilities(chain, members, [0])[0] if len(classes) > 1 else Fraction(1)
        number = np.full(n, len(members))
        number[members[1:]] = np.arange(1, len(members))
        visits = expected_visits(chain.selected(members, number, ends=1))[:-1]
        between = sum(visits, Fraction(0))
        for i, visited in zip(members.tolist(), visits, strict=True):
            shares[i] = chance * visited / between
    return shares


def _closed_classes(chain: Transitions) -> Iterator[Indices]:
    """The strongly connected components that no step leaves."""
    origins = chain.origins()
    count, label = strong_components(origins, chain.successors, len(chain))
    left = np.zeros(count, dtype=bool)
    left[label[origins[label[origins] != label[chain.successors]]]] = True
    for closed in np.flatnonzero(~left).tolist():
        yield np.flatnonzero(label == closed)
