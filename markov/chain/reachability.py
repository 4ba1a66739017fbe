"""Reaching states of any chain: the chance of it, and what the way there brings.

The chain need not be absorbing. Which states surely come to a target, and which never do, is a question
about its graph alone; what lies between is an absorbing chain, solved as any other.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from markov.chain.absorption import (
    distinct_numbers,
    large_chances,
    smaller,
    stays_narrow,
    suits_levels,
    values,
)
from markov.chain.transitions import Indices, Mask, TooMuchWork, Transitions, mask, reachable

FEW_STARTS = 8  # starts; each takes its own elimination, and all states at once are solved for in one
_MOST_BITS = 2**31  # of rewards over their common denominator, some minutes of work


def reach_probabilities(chain: Transitions, targets: Indices, initial: Sequence[int]) -> list[Fraction]:
    """For each initial state the chance that play ever comes to a target; 1 in a target.

    >>> chain = Transitions.of([[(1, 1), (2, 2)], [(1, 1)], [(3, 1)], [(2, 1)]])
    >>> [str(chance) for chance in reach_probabilities(chain, np.array([3]), [0, 1, 2])]
    ['2/3', '0', '1']

    Raises TooMuchWork when the exact answer is out of reach.
    """
    able, sure = _possible_and_sure(chain, targets)
    chances = {i: Fraction(int(sure[i])) for i in initial}
    open_ = [i for i in chances if able[i] and not sure[i]]
    if open_:
        chances |= _UndecidedChain.of(chain, able & ~sure, sure, open_).values(open_, Fraction(1))
    return [chances[i] for i in initial]


def expected_rewards(
    chain: Transitions, targets: Indices, rewards: Sequence[Fraction], initial: Sequence[int]
) -> list[Fraction | None]:
    """For each initial state the expected reward of all steps before the first target.

    rewards   for each state what a step out of it brings

    None is infinity, and stands where a target is missed with positive chance, whatever the rewards, as
    Storm and PRISM have it.

    >>> chain = Transitions.of([[(0, 1), (1, 1)], [(1, 1)], [(2, 1)]])
    >>> [str(x) for x in expected_rewards(chain, np.array([1]), [Fraction(3)] * 3, [0, 1, 2])]
    ['6', '0', 'None']

    Raises TooMuchWork when the exact answer is out of reach.
    """
    _, sure = _possible_and_sure(chain, targets)
    aimed = mask(len(sure), targets)
    times: dict[int, Fraction | None] = {i: Fraction(0) if sure[i] else None for i in initial}
    open_ = [i for i in times if sure[i] and not aimed[i]]
    if open_:
        region = _UndecidedChain.of(chain, sure & ~aimed, aimed, open_)
        gained = [rewards[i] for i in region.rows.tolist()]
        check_rewards(gained, len(gained))
        times |= region.values(open_, gained=gained)
    return [times[i] for i in initial]


@dataclass(frozen=True, slots=True)
class _UndecidedChain:
    """The absorbing chain of what can happen from some states until play is decided.

    rows   the states in which it is not; in the chain they have their positions here, and after them come
           "reached" and "missed"
    """

    chain: Transitions
    rows: Indices

    @classmethod
    def of(cls, chain: Transitions, undecided: Mask, won: Mask, starts: Sequence[int]) -> "_UndecidedChain":
        origins = chain.origins()
        inside = undecided[origins] & undecided[chain.successors]
        met = reachable(origins[inside], chain.successors[inside], np.array(starts), len(undecided))
        rows = np.flatnonzero(met)
        m = len(rows)
        number = np.where(won, m, m + 1)
        number[rows] = np.arange(m)
        return cls(chain.selected(rows, number, ends=2), rows)

    def values(
        self, starts: Sequence[int], reached: Fraction = Fraction(0), gained: Sequence[Fraction] = ()
    ) -> dict[int, Fraction]:
        """The value of play from some of the states, by position.

        reached   what coming to a target brings
        gained    for each row what a step out of it brings
        """
        at = np.searchsorted(self.rows, starts)
        rewards = [*gained, Fraction(0), Fraction(0)] if gained else []
        end = len(self.rows)
        if len(starts) <= FEW_STARTS and stays_narrow(self.chain):
            from markov.chain.solvers.levels import absorption_by_levels

            found = _one_by_one(absorption_by_levels, self.chain, at.tolist(), end, rewards)
            return dict(zip(starts, found, strict=True))
        if suits_levels(self.chain):
            from markov.chain.solvers import levels, region

            found = levels.continuation_values(region.Region(self.chain), {end: reached}, at, rewards)
            return dict(zip(starts, found, strict=True))
        alike = distinct_numbers(rewards)[0] if rewards else np.zeros(len(self.chain), dtype=np.int64)
        alike[-2:] = -1, -2  # the ends
        small, block = smaller(self.chain, alike)
        of = [block[i] for i in at.tolist()]
        asked, end = sorted(set(of)), block[-2]
        if rewards:
            rewards = [rewards[i] for i in np.unique(block, return_index=True)[1].tolist()]
        found = _one_by_one(large_chances, small, asked, end, rewards) if len(asked) <= FEW_STARTS else []
        if not found:
            found = values(small, {end: reached}, rewards or Fraction(0), asked)
        by_block = dict(zip(asked, found, strict=True))
        return {i: by_block[k] for i, k in zip(starts, of, strict=True)}


def _one_by_one(
    road: Callable[[Transitions, int, Sequence[int]], Mapping[int, Fraction] | None],
    chain: Transitions,
    starts: Sequence[int],
    end: int,
    rewards: Sequence[Fraction],
) -> list[Fraction]:
    """From each start the chance of an end, or all that the rewards of states bring, if there are any.

    Nothing comes back where the road has nothing from a start.
    """
    unit = lcm(*(x.denominator for x in rewards))
    whole = [int(x * unit) for x in rewards]
    each = [road(chain, start, whole) for start in starts]
    return [ends[len(chain) if rewards else end] / unit for ends in each if ends]


def check_rewards(rewards: Iterable[Fraction], states: int) -> None:
    """Raises TooMuchWork where rewards of so many states have too long a common denominator."""
    unit = 1
    for denominator in {reward.denominator for reward in rewards}:
        unit = lcm(unit, denominator)
        if unit.bit_length() * states > _MOST_BITS:
            raise TooMuchWork(
                f"the rewards of {states:,} states have too many digits together; write them "
                "with smaller denominators"
            )


def _possible_and_sure(chain: Transitions, targets: Indices) -> tuple[Mask, Mask]:
    """The states from which a target can be reached, and those from which it surely is."""
    n = len(chain)
    aimed = mask(n, targets)
    origins = chain.origins()
    onward = ~aimed[origins]  # what follows a target is of no account
    sources, successors = origins[onward], chain.successors[onward]
    able = reachable(successors, sources, np.flatnonzero(aimed), n)
    doomed = reachable(successors, sources, np.flatnonzero(~able), n)
    return able, ~doomed
