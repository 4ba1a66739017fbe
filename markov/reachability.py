"""Reaching states of any chain: the chance of it, and what the way there brings.

The chain need not be absorbing. Which states surely come to a target, and which never do, is a question
about its graph alone; what lies between is an absorbing chain, solved as any other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from markov.chain import Chain, Indices, S
from markov.components import Order, TooMuchWork, order
from markov.solvers import by_levels
from markov.value import values

Mask = NDArray[np.bool_]

# Measured on 100,000 states with 10 transitions each: by levels 0.4 s for one start (0.8 s with rewards), in
# plain fractions 7 s for all states at once.
_FEW = 8
_MOST_BITS = 2**31  # of rewards over their common denominator, some minutes of work


def reach(chain: Chain[S], targets: Indices, initial: Sequence[int]) -> list[Fraction]:
    """For each initial state the chance that play ever comes to a target; in a target it has.

    >>> chain = Chain.of(range(4), [[(1, 1), (2, 2)], [(1, 1)], [(3, 1)], [(2, 1)]])
    >>> [str(chance) for chance in reach(chain, np.array([3]), [0, 1, 2])]
    ['2/3', '0', '1']

    Raises TooMuchWork when the exact answer is out of reach.
    """
    able, sure = _fates(chain, targets)
    found = {i: Fraction(int(sure[i])) for i in initial}
    open_ = [i for i in found if able[i] and not sure[i]]

    def by_level(region: _Region) -> Fraction:
        from markov.solvers.levels import chances

        return chances(region.chain, region.order)[region.reached]

    def at_once(region: _Region) -> list[Fraction]:
        return values(region.chain, region.order, {region.reached: Fraction(1)})

    found |= _solved(chain, able & ~sure, sure, open_, by_level, at_once)
    return [found[i] for i in initial]


def reward(
    chain: Chain[S], targets: Indices, rewards: Sequence[Fraction], initial: Sequence[int]
) -> list[Fraction | None]:
    """For each initial state what the steps before the first target bring in all, on average.

    rewards   for each state what a step out of it brings

    None is infinity, and stands where a target is missed with positive chance, whatever the rewards, as
    Storm and PRISM have it.

    >>> chain = Chain.of(range(3), [[(0, 1), (1, 1)], [(1, 1)], [(2, 1)]])
    >>> [str(x) for x in reward(chain, np.array([1]), [Fraction(3)] * 3, [0, 1, 2])]
    ['6', '0', 'None']

    Raises TooMuchWork when the exact answer is out of reach.
    """
    _, sure = _fates(chain, targets)
    aimed = _mask(len(sure), targets)
    found: dict[int, Fraction | None] = {i: Fraction(0) if sure[i] else None for i in initial}
    open_ = [i for i in found if sure[i] and not aimed[i]]

    def by_level(region: _Region) -> Fraction:
        gained = [rewards[i] for i in region.rows.tolist()]
        whole = _waited(region.chain, region.order, gained)
        return at_once(region)[0] if whole is None else whole

    def at_once(region: _Region) -> list[Fraction]:
        gained = [rewards[i] for i in region.rows.tolist()]
        _unit(gained)
        return values(region.chain, region.order, {}, reward=[*gained, Fraction(0), Fraction(0)])

    found |= _solved(chain, sure & ~aimed, aimed, open_, by_level, at_once)
    return [found[i] for i in initial]


@dataclass(frozen=True, slots=True)
class _Region:
    """What can happen from some states until play is decided: an absorbing chain.

    rows   the states in which it is not, the first of the given ones before all others; in the chain they
           have their positions here, and after them come "reached" and "missed"
    """

    chain: Chain[int]
    order: Order
    rows: Indices

    @property
    def reached(self) -> int:
        return len(self.rows)

    @classmethod
    def of(cls, chain: Chain[S], undecided: Mask, won: Mask, starts: Sequence[int]) -> "_Region":
        origins = chain.origins()
        inside = undecided[origins] & undecided[chain.successors]
        met = _ahead(origins[inside], chain.successors[inside], np.array(starts), len(undecided))
        met[starts[0]] = False
        rows = np.concatenate((starts[:1], np.flatnonzero(met)))
        m = len(rows)
        number = np.where(won, m, m + 1)
        number[rows] = np.arange(m)
        lengths = np.diff(chain.indptr)[rows]
        offsets = np.concatenate(([0], np.cumsum(lengths)))
        at = np.repeat(chain.indptr[rows] - offsets[:-1], lengths) + np.arange(offsets[-1])
        nothing = np.zeros(2, dtype=chain.totals.dtype)
        small = Chain(
            range(m + 2),
            np.concatenate((offsets, offsets[[-1, -1]])),
            number[chain.successors[at]],
            chain.weights[at],
            np.concatenate((chain.totals[rows], nothing)),
        )
        return cls(small, order(small), rows)


def _solved(
    chain: Chain[S],
    undecided: Mask,
    won: Mask,
    starts: Sequence[int],
    by_level: Callable[[_Region], Fraction],
    at_once: Callable[[_Region], list[Fraction]],
) -> dict[int, Fraction]:
    """The answer at each start: start by start where levels make that fast, otherwise all at once."""
    if not starts:
        return {}
    region = _Region.of(chain, undecided, won, starts)
    if len(starts) > _FEW or not by_levels(region.chain, region.order):
        answers = at_once(region)
        position = {i: k for k, i in enumerate(region.rows.tolist())}
        return {i: answers[position[i]] for i in starts}
    if len(starts) == 1:
        return {starts[0]: by_level(region)}
    return {i: by_level(_Region.of(chain, undecided, won, [i])) for i in starts}


def _waited(chain: Chain[int], levels: Order, rewards: Sequence[Fraction]) -> Fraction | None:
    """What the spins from the start bring in all, on average; None where that makes weights too large.

    A reward is a wait: a state where a spin counts n times is one where play stays n times as long, so a
    loop is added to it, and the mean number of spins of that chain is the answer. Waits are whole numbers
    from 1 up; what has been added to every reward to make them so is taken off again.
    """
    from markov.solvers.levels import fits, sweep

    unit = _unit(rewards)
    whole = [int(reward * unit) for reward in rewards]
    more = 1 - min(whole)
    longest = max(whole) + more
    if longest * int(chain.totals.max()) >= 2**62:
        return None
    m = len(rewards)
    stays = chain.totals[:m] * (np.array([n + more - 1 for n in whole], dtype=np.int64))
    looping = np.flatnonzero(stays)
    waiting = Chain(
        chain.states,
        chain.indptr + np.searchsorted(looping, np.arange(m + 3)),
        np.insert(chain.successors, chain.indptr[looping], looping),
        np.insert(chain.weights, chain.indptr[looping], stays[looping]),
        chain.totals + np.append(stays, [0, 0]),
    )
    if not (fits(waiting) and fits(chain)):
        return None
    spins = sweep(waiting, levels).mean
    if more:
        spins -= more * sweep(chain, levels).mean
    return spins / unit


def _unit(rewards: Sequence[Fraction]) -> int:
    """The common denominator of the rewards; TooMuchWork where it has so many digits that no answer comes."""
    unit = 1
    for denominator in {reward.denominator for reward in rewards}:
        unit = lcm(unit, denominator)
        if unit.bit_length() * len(rewards) > _MOST_BITS:
            raise TooMuchWork(f"the rewards of {len(rewards):,} states have too many digits together")
    return unit


def _fates(chain: Chain[S], targets: Indices) -> tuple[Mask, Mask]:
    """The states from which a target can be reached, and those from which it surely is."""
    n = len(chain.states)
    aimed = _mask(n, targets)
    origins = chain.origins()
    onward = ~aimed[origins]  # what follows a target is of no account
    sources, successors = origins[onward], chain.successors[onward]
    able = _ahead(successors, sources, np.flatnonzero(aimed), n)
    doomed = _ahead(successors, sources, np.flatnonzero(~able), n)
    return able, ~doomed


def _mask(n: int, at: Indices) -> Mask:
    found = np.zeros(n, dtype=bool)
    found[at] = True
    return found


def _ahead(sources: Indices, successors: Indices, starts: Indices, n: int) -> Mask:
    """The states among n that can be reached from the starts, these included."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import breadth_first_order

    # One state more, numbered n, leads to every start.
    tails = np.concatenate((sources, np.full(len(starts), n)))
    heads = np.concatenate((successors, starts))
    graph = coo_array((np.ones(len(tails)), (tails, heads)), shape=(n + 1, n + 1)).tocsr()
    return _mask(n + 1, breadth_first_order(graph, n, return_predecessors=False))[:n]
