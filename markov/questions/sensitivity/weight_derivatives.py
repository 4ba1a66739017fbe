"""Derivatives of the return of a wager by the weights of its wheel, pocket by pocket, exactly."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from markov.chain.absorption import continuation_value, expected_visits, values
from markov.chain.chain import Chain
from markov.chain.solvers import suits_levels
from markov.chain.transitions import Indices, TooMuchWork, Transitions
from markov.wager.envelope import Optimum, Slope

# Beyond so many states ties are left alone: every policy that is tried is valued in plain fractions, once an
# outcome at the least, and 3,000 states take half a second each time (measured on 2 cores).
_MOST_TIED = 3_000
# In chains with more states than these, so many, spread over all, are compared and not each: naming the
# 518,402 states of Citywide takes longer than solving it ten times.
_COMPARED = 2_000


def next_states(chain: Chain[Any], more: Chain[Any]) -> Indices | None:
    """The index that an outcome leads to from each state, as one more pocket of it shows; itself at an end.

    more   the chain of the same rule on the wheel with one pocket more of the outcome

    The two chains have the same states, and in each row just one weight is larger, by 1: that of the
    transition which the outcome makes. None where that is not so, because states were merged otherwise.
    """
    now, then = chain.transitions, more.transitions
    if not now.same_links(then):
        return None
    n = len(chain.states)
    if any(chain.states[i] != more.states[i] for i in range(0, n, -(-n // _COMPARED))):
        return None
    grown = then.weights - now.weights
    here = np.flatnonzero(grown)
    origins = now.origins()[here]
    playing = np.flatnonzero(now.indptr[1:] > now.indptr[:-1])
    if not np.array_equal(origins, playing) or (grown[here] != 1).any():
        return None
    leads = np.arange(n)
    leads[origins] = now.successors[here]
    return leads


def one_pocket_less(chain: Chain[Any], lead: Indices) -> Chain[Any] | None:
    """The chain on the wheel with one pocket less of an outcome that leads so from each state.

    None where a transition would be left without weight, for then the rule says which states there are.
    """
    now = chain.transitions
    taken = now.successors == lead[now.origins()]
    weights = now.weights - taken
    if not (weights > 0).all() or taken.sum() != np.count_nonzero(now.totals):
        return None
    return replace(chain, transitions=replace(now, weights=weights, totals=now.totals - (now.totals > 0)))


def weight_derivatives(play: Optimum, leads: Sequence[Indices]) -> list[Slope]:
    """Derivative of the expected return by the weight of each outcome, given where it leads from each state.

    Let W be the total of the wheel, w(o) the weight of outcome o, s·o where it leads from s, and v(s) what
    play is worth, its policy held fixed. Then W v(s) = Σ w(x) v(s·x) over the outcomes x. The derivative by
    w(o), marked ', is  v(s) + W v'(s) = v(s·o) + Σ w(x) v'(s·x),  that is

        v'(s) = (v(s·o) - v(s)) / W + Σ w(x)/W v'(s·x),

    and v' = 0 where play is over or an offer is taken, whose worth no weight changes. So v' is what play
    brings when every spin from s brings (v(s·o) - v(s)) / W. From the start, with n(s) the expected spins
    made in s, that is Σ n(s)/W (v(s·o) - v(s)).

    Under best play the policies that are best now differ at ties, where v is the same either way. By the
    argument of `Optimum.slopes` the slope to the right is the highest such sum among them, to
    the left the lowest.

    Raises TooMuchWork where that would take minutes.
    """
    if not leads:
        return []
    chain, ties = play.outcome.cut, play.ties
    paid = {i: play.pays[end.name] for i, end in play.outcome.ends.items()}
    if ties:
        if (n := len(chain)) > _MOST_TIED:
            raise TooMuchWork(
                f"offers tie with playing on in a chain of {n:,} states, and {_MOST_TIED:,} are the "
                "most; ask with --play never"
            )
        return [_at_ties(chain, paid, ties, lead) for lead in leads]
    if suits_levels(chain):
        found = _by_levels(chain, paid, leads)
    else:
        made, worth = expected_visits(chain), values(chain, paid)
        found = [
            sum((n * gain for n, gain in zip(made, _gains(chain, worth, lead), strict=True)), Fraction(0))
            for lead in leads
        ]
    return [Slope(slope, slope) for slope in found]


def _gains(chain: Transitions, worth: Sequence[Fraction], lead: Indices) -> list[Fraction]:
    """(v(s·o) - v(s)) / W for each state; 0 where play is over."""
    totals = chain.totals.tolist()
    return [
        (worth[j] - worth[i]) / totals[i] if totals[i] else Fraction(0) for i, j in enumerate(lead.tolist())
    ]


def _at_ties(chain: Transitions, paid: Mapping[int, Fraction], ties: Collection[int], lead: Indices) -> Slope:
    gains = _gains(chain, values(chain, paid), lead)
    return Slope(-_highest(chain, ties, [-gain for gain in gains]), _highest(chain, ties, gains))


def _highest(chain: Transitions, ties: Collection[int], gains: Sequence[Fraction]) -> Fraction:
    """The most that spins can bring, stopping at any of the ties for nothing: Howard's policy iteration."""
    stops: set[int] = set()
    row, totals = chain.row_reader(), chain.totals.tolist()
    while True:
        cut = chain.stopped(stops)
        found = values(cut, {}, gains)
        better = set()
        for i in ties:
            leaving = sum(weight for j, weight in row(i) if j != i)
            if continuation_value(row, found, i) + gains[i] * totals[i] / leaving < 0:
                better.add(i)
        if better == stops:
            return found[0]
        stops = better


def _by_levels(chain: Transitions, paid: Mapping[int, Fraction], leads: Sequence[Indices]) -> list[Fraction]:
    """The same sums for large chains, modulo primes.

    A sum is unit · W · Σ n(s)/W (v(s·o) - v(s)), all pays being whole multiples of 1/unit. n(s)/W is a chance
    over d of the level of s, v(s) has the d of the levels from s on, so the level of s is met twice and
    D times the lcm of all d is a denominator, as in `markov.chain.solvers.levels.sweep`. A spin brings
    at most twice the highest pay in size, and `longest` bounds the number of spins.
    """
    from markov.chain.solvers.modular import Residues, remainders, whole
    from markov.chain.solvers.region import Region

    region = Region(chain)
    pays = [paid[i] for i in region.absorbing]
    unit = lcm(*(pay.denominator for pay in pays))
    whole_pays = [int(pay * unit) for pay in pays]
    denominator = region.denominator * lcm(*(level.lcm for level in region.levels))
    bound = (int(2 * max(whole_pays) * region.longest) + 1) * denominator
    places = [region.place[lead[region.order]] for lead in leads]

    def residues(primes: Residues) -> Residues:
        worth = region.ahead(primes, remainders(whole_pays, primes))
        brought = ((worth[place] + (primes - worth)) % primes for place in places)
        return np.stack([region.ahead(primes, reward=gain)[region.start] for gain in brought])

    found = whole(residues, denominator, bound, region.room, region.at_once)
    total = int(chain.totals.max()) or 1
    return [Fraction(n, denominator * unit * total) for n in found]
