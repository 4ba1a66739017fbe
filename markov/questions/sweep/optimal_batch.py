"""Best play under many paytables at once: its edge, and the offers that it takes.

A line that is taken out counts as an offer of 0. Best play never takes that, for no pay is below 0.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from markov.chain.chain import Chain
from markov.chain.transitions import Weights
from markov.questions.sweep.affine_batch import NARROW, AffineBatch
from markov.questions.sweep.grid import Grid, Window
from markov.wager.envelope import best_play
from markov.wager.outcome import Affine, Outcome, PayTerms
from markov.wager.wager import Priced, Wager

_ARRAYS = 5_000  # states of an acyclic chain up to which each is an array
_FEW = 500  # states of another chain up to which a policy that was found is tried on all paytables
_ROWS = 2**14  # paytables worked out at once, so that the arrays of a small chain stay in the cache
_NUMBERS = 2**21  # of all states of a larger chain together
_BITS = 62  # offers by name up to which those that are taken are one int64


@dataclass(frozen=True, slots=True, eq=False)
class BatchPlay:
    """Best play, row by row.

    numerators   of the edge per stake, over the denominator
    taken        bit k says that the k-th offer is worth more than playing on, in some state
    """

    numerators: Weights
    denominator: int
    taken: Weights


@dataclass(frozen=True, slots=True)
class Step:
    """A state of an acyclic chain in which play goes on.

    terms   (factor, state): playing on is worth the sum of the factors times the values
    offer   (factor, axis, bit): the offer is the factor times the pay; None where there is none
    """

    state: int
    terms: tuple[tuple[int, int], ...]
    offer: tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class Levels:
    """Best play on an acyclic chain: an operation on arrays for each transition.

    A state is worth a whole number over a denominator of its own, chosen so that nothing is ever divided.

    grid     the paytables; every ending that has a pay is an axis
    ends     (state, axis) where play is over
    steps    the other states, each after those that it leads to
    edge     (outlay, factor, denominator): the edge is the outlay less factor times value, over the last
    narrow   whether every number on the way fits int64
    """

    grid: Grid
    ends: tuple[tuple[int, int], ...]
    steps: tuple[Step, ...]
    edge: tuple[int, int, int]
    narrow: bool

    @property
    def rows(self) -> int:
        """The number of rows that are best worked out at once."""
        return max(64, min(_ROWS, _NUMBERS // (len(self.steps) + 1)))

    def played(self, start: int, stop: int) -> BatchPlay:
        """Best play in the rows from one up to another."""
        kind = np.int64 if self.narrow else object
        windows = self.grid.windows(start, stop)
        pays = [window.each(lambda numbers: [n or 0 for n in numbers], kind) for window in windows]
        taken = _nothing(stop - start, max((step.offer[2] for step in self.steps if step.offer), default=0))
        worth: dict[int, Any] = {state: pays[axis] for state, axis in self.ends}
        for step in self.steps:
            found: Any = sum(factor * worth[state] for factor, state in step.terms)
            if step.offer:
                factor, axis, bit = step.offer
                offered = factor * pays[axis]
                better = offered > found
                # Said to be of that kind, for numpy takes a small Python integer for an int64.
                found = np.where(better, np.asarray(offered, kind), np.asarray(found, kind))
                _take(taken, better, bit)
            worth[step.state] = found
        outlay, factor, denominator = self.edge
        return BatchPlay(np.full(stop - start, outlay, dtype=kind) - factor * worth[0], denominator, taken)


@dataclass(frozen=True, slots=True, eq=False)
class Policies:
    """Best play on any chain: a policy is found for one paytable and kept wherever it is best.

    A policy is best exactly where it stops in those states whose offer is worth more than playing on, play
    being valued under the policy itself: then no round of Howard's iteration changes it.

    table     a chain whose states are numbers, with its ends and offers
    terms     what endings bring back and what was put down for them, by the pays of the grid
    """

    grid: Grid
    table: Priced[Any]
    terms: PayTerms

    @property
    def rows(self) -> int:
        """The number of rows that are best worked out at once."""
        return _ROWS if len(self.table.chain) <= _FEW else 8

    def __repr__(self) -> str:
        """All the numbers, as those of every other part of a sweep are shown."""
        chain = self.table.chain.transitions
        shown = ", ".join(str(array.tolist()) for array in (chain.indptr, chain.successors, chain.weights))
        return f"Policies({self.grid}, {shown}, {self.table.ends}, {self.table.offers}, {self.terms})"

    def played(self, start: int, stop: int) -> BatchPlay:
        """Best play in the rows from one up to another."""
        windows = self.grid.windows(start, stop)
        bits = {ending: k for k, ending in enumerate(offered_endings(self.grid, self.table))}
        taken = _nothing(stop - start, len(bits))
        found: list[tuple[Weights, AffineBatch]] = []
        edges = np.zeros(stop - start, dtype=object)
        left = np.arange(stop - start)
        while left.size:
            pays = {
                ending: pay or Fraction(0) for ending, pay in self.grid.pays(start + int(left[0])).items()
            }
            brought = {ending: back.at(pays) for ending, back in self.terms.pays.items()}
            outcome = best_play(self.table, brought)
            rows = left[self._kept(outcome, [window.only(left) for window in windows], len(left))]
            edge = AffineBatch.of(self.terms.loss(outcome), self.grid)
            edges[rows] = edge.numerators([window.only(rows) for window in windows], len(rows))
            found.append((rows, edge))
            for ending in {self.table.offers[i].name for i in outcome.taken}:
                taken[rows] |= 1 << bits[ending]
            left = np.setdiff1d(left, rows, assume_unique=True)
        denominator = lcm(*(edge.denominator for _, edge in found))
        for rows, edge in found:
            edges[rows] *= denominator // edge.denominator
        return BatchPlay(edges, denominator, taken)

    def _kept(self, outcome: Outcome, windows: list[Window], rows: int) -> Weights:
        """The rows, among some, in which this way of playing is best, the first of them being one."""
        if len(self.table.chain) > _FEW:
            return np.arange(rows) < 1
        pays = self.terms.pays
        kept, taken = np.ones(rows, dtype=bool), frozenset(outcome.taken)
        for i, worth in outcome.worth(pays).playing_on(self.table.offers).items():
            margin = AffineBatch.of(pays[self.table.offers[i].name] - worth, self.grid)
            kept &= (margin.numerators(windows, rows) > 0) == (i in taken)
        if not kept[0]:
            raise AssertionError("a policy that was found to be best is not")
        return kept


def offered_endings(grid: Grid, table: Priced[Any]) -> tuple[str, ...]:
    """The endings that may be taken, in the order of the axes of the grid."""
    names = {end.name for end in table.offers.values()}
    return tuple(axis.ending for axis in grid.axes if axis.ending in names)


def optimal(grid: Grid, table: Priced[Any], wager: Wager, terms: PayTerms) -> Levels | Policies:
    """Best play of the wager, for every paytable of the grid; every ending is an axis.

    terms   what endings bring back and what was put down for them, by the pays of the grid
    """
    chain = table.chain
    plain = not any(each.coefficients for each in terms.put_down.values()) and all(
        back == Affine.unknown(ending) for ending, back in terms.pays.items()
    )
    if plain and chain.transitions.solve_order.acyclic and len(chain) <= _ARRAYS:
        return _levels(grid, table, wager.outlay)
    names = [table.ends.get(i, i) for i in range(len(chain))]
    numbered = Chain(names, chain.transitions, chain.merged)
    return Policies(grid, Priced(numbered, table.ends, table.offers), terms)


def _levels(grid: Grid, table: Priced[Any], outlay: Fraction) -> Levels:
    number = {axis.ending: k for k, axis in enumerate(grid.axes)}
    ends = {i: number[end.name] for i, end in table.ends.items()}
    offers = {i: number[end.name] for i, end in table.offers.items()}
    over = {i: grid.axes[axis].denominator for i, axis in ends.items()}
    bits = {number[ending]: k for k, ending in enumerate(offered_endings(grid, table))}
    row, steps = table.chain.transitions.row_reader(), []
    for (i,) in table.chain.transitions.solve_order.components():
        if i in ends:
            continue
        onward = [(j, weight) for j, weight in row(i) if j != i]
        leaving = sum(weight for _, weight in onward)
        parts = {j: Fraction(weight, leaving * over[j]) for j, weight in onward}
        offered = grid.axes[offers[i]].denominator if i in offers else 1
        over[i] = lcm(offered, *(part.denominator for part in parts.values()))
        terms = tuple((int(part * over[i]), j) for j, part in parts.items())
        offer = (over[i] // offered, offers[i], bits[offers[i]]) if i in offers else None
        steps.append(Step(i, terms, offer))
    denominator = lcm(over[0], outlay.denominator)
    # A sum of terms is an average of what they lead to, so no part of it is more than the largest pay.
    largest = max(axis.largest for axis in grid.axes) + abs(outlay)
    narrow = max(denominator, *over.values()) * largest < NARROW
    edge = int(outlay * denominator), denominator // over[0], denominator
    return Levels(grid, tuple(ends.items()), tuple(steps), edge, narrow)


def _nothing(rows: int, bits: int) -> Weights:
    return np.zeros(rows, dtype=np.int64 if bits <= _BITS else object)


def _take(taken: Weights, better: Any, bit: int) -> None:
    taken |= np.where(better, np.asarray(1 << bit, taken.dtype), np.asarray(0, taken.dtype))
