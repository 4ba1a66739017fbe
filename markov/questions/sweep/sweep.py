"""Sweep: the exact edge of a wager under every paytable of a grid, with no offer taken and under best play.

A line that is taken out counts as an offer of 0. Best play never takes that, for no pay is below 0.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

import numpy as np

from markov.chain.chain import Chain
from markov.chain.decision_process import DecisionProcess
from markov.chain.transitions import Weights
from markov.questions.sweep.grid import NARROW, AffineBatch, Axis, Grid, Run, Window
from markov.wager.decisions import Decisions
from markov.wager.odds import Solved
from markov.wager.outcome import Affine, CashFlows, all_winning, cash_flows, moved_commission
from markov.wager.pay_edits import edited
from markov.wager.rule import NoAnswer
from markov.wager.stopping import StoppingProblem, priced
from markov.wager.wager import Wager, needs_one_stake, refused

ROWS = 2**14  # paytables worked out at once; the arrays of a small chain stay in the cache
MOST_ARRAYS = 5_000  # states of an acyclic chain up to which each is an array
FEW_STATES = 500  # states of another chain up to which a policy that was found is tried on all paytables
_NUMBERS = 2**21  # of all states of a larger chain together
MOST_BITS = 62  # offers by name up to which those that are taken are one int64

Quotients: TypeAlias = list[tuple[int, int]]  # row by row a numerator and its denominator

_BEST = {"best-edge", "takes", "best-rtp"}  # those that want best play


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
        return max(64, min(ROWS, _NUMBERS // (len(self.steps) + 1)))

    def played(self, start: int, stop: int) -> BatchPlay:
        """Best play in the rows from one up to another."""
        kind = np.int64 if self.narrow else object
        windows = self.grid.windows(start, stop)
        pays = [window.each(lambda numbers: [n or 0 for n in numbers], kind) for window in windows]
        taken = _nothing(stop - start, max((step.offer[2] for step in self.steps if step.offer), default=0))
        worth: dict[int, Any] = {state: pays[axis] for state, axis in self.ends}
        for step in self.steps:
            total: Any = sum(factor * worth[state] for factor, state in step.terms)
            if step.offer:
                factor, axis, bit = step.offer
                offered = factor * pays[axis]
                better = offered > total
                # Said to be of that kind, for numpy takes a small Python integer for an int64.
                total = np.where(better, np.asarray(offered, kind), np.asarray(total, kind))
                taken |= np.where(better, np.asarray(1 << bit, taken.dtype), np.asarray(0, taken.dtype))
            worth[step.state] = total
        outlay, factor, denominator = self.edge
        return BatchPlay(np.full(stop - start, outlay, dtype=kind) - factor * worth[0], denominator, taken)


@dataclass(frozen=True, slots=True, eq=False)
class Policies:
    """Best play of any wager: a policy is found for one paytable and kept wherever it is best.

    cash_flows   what endings bring back and what was put down for them, by the pays of the grid
    offered      the endings that may be taken
    problem      whose states are numbers
    """

    grid: Grid
    cash_flows: CashFlows
    offered: tuple[str, ...]
    problem: StoppingProblem | Decisions

    def __repr__(self) -> str:
        """All the numbers, as those of every other part of a sweep are shown."""
        problem = self.problem
        more: tuple[object, ...]
        if isinstance(problem, StoppingProblem):
            rows, more = problem.chain.transitions, (problem.offers,)
        else:
            rows = problem.process.choices.rows
            more = tuple(
                each.tolist() for each in (problem.process.choices.offsets, problem.spins, problem.allowed)
            )
        shown = ", ".join(str(array.tolist()) for array in (rows.indptr, rows.successors, rows.weights))
        return f"Policies({self.grid}, {shown}, {problem.ends}, {more}, {self.cash_flows})"

    def played(self, start: int, stop: int) -> BatchPlay:
        """Best play in the rows from one up to another."""
        windows = self.grid.windows(start, stop)
        bits = {ending: k for k, ending in enumerate(self.offered)}
        taken = _nothing(stop - start, len(bits))
        batches: list[tuple[Weights, AffineBatch]] = []
        edges = np.zeros(stop - start, dtype=object)
        left = np.arange(stop - start)
        while left.size:
            pays = {
                ending: pay or Fraction(0) for ending, pay in self.grid.pays(start + int(left[0])).items()
            }
            brought = {ending: back.at(pays) for ending, back in self.cash_flows.pays.items()}
            policy = self.problem.best(brought)
            rows = left[self._kept(policy, [window.only(left) for window in windows], len(left))]
            edge = AffineBatch.of(self.cash_flows.loss(self.problem.outcome(policy)), self.grid)
            edges[rows] = edge.numerators([window.only(rows) for window in windows], len(rows))
            batches.append((rows, edge))
            for ending in self.problem.takes(policy):
                taken[rows] |= 1 << bits[ending]
            left = np.setdiff1d(left, rows, assume_unique=True)
        denominator = lcm(*(edge.denominator for _, edge in batches))
        for rows, edge in batches:
            edges[rows] *= denominator // edge.denominator
        return BatchPlay(edges, denominator, taken)

    @property
    def rows(self) -> int:
        """The number of rows that are best worked out at once."""
        return ROWS if len(self.problem) <= FEW_STATES else 8

    def _kept(self, policy: tuple[int, ...], windows: list[Window], rows: int) -> Weights:
        """The rows, among some, in which this way of playing is best, the first of them being one."""
        if len(self.problem) > FEW_STATES:
            return np.arange(rows) < 1  # one after another
        kept = np.ones(rows, dtype=bool)
        for margin, above in self.problem.margins(policy, self.cash_flows.pays):
            numerators = AffineBatch.of(margin, self.grid).numerators(windows, rows)
            kept &= numerators > 0 if above else numerators <= 0
        if not kept[0]:
            raise AssertionError("a policy that was found to be best is not")
        return kept


def offered_endings(grid: Grid, names: Collection[str]) -> tuple[str, ...]:
    """The endings that may be taken, in the order of the axes of the grid."""
    return tuple(axis.ending for axis in grid.axes if axis.ending in names)


def optimal(grid: Grid, table: StoppingProblem, wager: Wager, cash_flows: CashFlows) -> Levels | Policies:
    """Best play of the wager, for every paytable of the grid; every ending is an axis.

    cash_flows   what endings bring back and what was put down for them, by the pays of the grid
    """
    chain = table.chain
    plain = not any(each.coefficients for each in cash_flows.total_staked.values()) and all(
        back == Affine.unknown(ending) for ending, back in cash_flows.pays.items()
    )
    if plain and chain.transitions.solve_order.acyclic and len(chain) <= MOST_ARRAYS:
        return _levels(grid, table, wager.outlay)
    return _policies(grid, table, cash_flows)


def _policies(grid: Grid, problem: StoppingProblem | Decisions, cash_flows: CashFlows) -> Policies:
    """Best play by policies, of a problem whose states become numbers."""
    names = [problem.ends.get(i, i) for i in range(len(problem))]
    offered = offered_endings(grid, problem.chosen())
    if isinstance(problem, StoppingProblem):
        chain = problem.chain
        return Policies(
            grid,
            cash_flows,
            offered,
            StoppingProblem(Chain(names, chain.transitions, chain.merged), problem.ends, problem.offers),
        )
    process = DecisionProcess(names, problem.process.choices, problem.process.actions)
    return Policies(grid, cash_flows, offered, replace(problem, process=process))


def _levels(grid: Grid, table: StoppingProblem, outlay: Fraction) -> Levels:
    number = {axis.ending: k for k, axis in enumerate(grid.axes)}
    ends = {i: number[end.name] for i, end in table.ends.items()}
    offers = {i: number[end.name] for i, end in table.offers.items()}
    over = {i: grid.axes[axis].denominator for i, axis in ends.items()}
    bits = {
        number[ending]: k
        for k, ending in enumerate(offered_endings(grid, {end.name for end in table.offers.values()}))
    }
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
    return np.zeros(rows, dtype=np.int64 if bits <= MOST_BITS else object)


@dataclass(frozen=True, slots=True)
class Sweep:
    """One wager on one wheel, as numbers: the parts of its edge under every paytable of a grid.

    It holds no rule, no name that is looked up and no text that is read, so that it can be sent anywhere.

    grid      every ending with a pay: first those that are swept, then the others, with one pay each
    swept     how many are swept
    outlay    what the player puts up per unit staked, which may move with a pay; what that comes to, where
              more is put down on the way
    never     the edge played to its end
    optimal   best play; None where nothing is on offer
    offered   the endings that may be taken, as the bits of `taken` count them
    """

    grid: Grid
    swept: int
    outlay: AffineBatch
    never: AffineBatch
    optimal: Levels | Policies | None
    offered: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.grid)

    def chunks(self, figures: Collection[str]) -> Iterator[tuple[int, int]]:
        """The rows, as many at once as are best worked out together: from one up to another."""
        rows = ROWS if _BEST.isdisjoint(figures) or not self.optimal else self.optimal.rows
        for start in range(0, len(self), rows):
            yield start, min(start + rows, len(self))

    def windows(self, start: int, stop: int) -> tuple[Window, ...]:
        """The pays that are swept, in some rows."""
        return self.grid.windows(start, stop)[: self.swept]

    def edges(self, start: int, stop: int) -> Weights:
        """The edges played to the end of some rows, as numerators over `never.denominator`.

        The array is of int64 where a bound says that nothing can overflow, else of Python's integers.
        """
        return self.never.numerators(self.grid.windows(start, stop), stop - start)

    def played(self, start: int, stop: int) -> BatchPlay:
        """The edges under best play of some rows, and which offers it takes."""
        if self.optimal:
            return self.optimal.played(start, stop)
        nothing = np.zeros(stop - start, dtype=np.int64)
        return BatchPlay(self.edges(start, stop), self.never.denominator, nothing)

    def figures(self, names: Collection[str], start: int, stop: int) -> dict[str, Quotients]:
        """The figures of those names for some rows; `takes` is a mask over 1."""
        quotients: dict[str, Quotients] = {}
        if not _BEST.issuperset(names):
            quotients["edge"] = _over(self.edges(start, stop), self.never.denominator)
        if not _BEST.isdisjoint(names):
            played = self.played(start, stop)
            quotients["best-edge"] = _over(played.numerators, played.denominator)
            quotients["takes"] = _over(played.taken, 1)
        for rtp, edge in (("rtp", "edge"), ("best-rtp", "best-edge")):
            if rtp in names:
                outlays = self.outlay.numerators(self.grid.windows(start, stop), stop - start)
                both = zip(quotients[edge], _over(outlays, self.outlay.denominator), strict=True)
                quotients[rtp] = [
                    (up * under - over * part, up * under) for (part, under), (up, over) in both
                ]
        return {name: quotients[name] for name in names}

    def takes(self, taken: int) -> tuple[str, ...]:
        """The endings whose bits are set, surrender-4 before surrender-10."""
        endings = (ending for k, ending in enumerate(self.offered) if taken >> k & 1)
        return tuple(sorted(endings, key=lambda ending: (len(ending), ending)))


def sweep(solved: Solved, wager: Wager, axes: Grid) -> Sweep:
    """The parts of the edge of the wager under every paytable of the grid.

    Raises PaytableMismatch when a pay belongs to nothing that can happen, or what can happen is left without
    one; ValueError when the wager is on another rule or wheel than what was solved; SteppedCommission where
    no one function says how a commission moves with the pays.
    """
    first = {axis.ending: next((run.first for run in axis.runs if run), None) for axis in axes.axes}
    priced_first = edited(wager, first)
    envelope = solved.envelope(priced_first)
    if wager.has_actions:
        needs_one_stake(wager, "a sweep under best play")
        if any(axis.optional for axis in axes.axes):
            raise refused(wager, "a sweep with lines taken out", "take them out one at a time: what-if --pay")
    for axis in axes.axes:
        if axis.optional:
            without = edited(wager, {**first, axis.ending: None})
            if without.rule != priced_first.rule:
                raise NoAnswer(
                    f"{wager.name}: without {axis.ending} other offers stand in its place; a sweep has the "
                    f"same ones throughout, so take it out alone: what-if --pay {axis.ending}=none"
                )
            priced(without, solved.chain)
    fixed = [Axis(ending, (Run(pay),)) for ending, pay in wager.pays.items() if ending not in first]
    grid = Grid((*axes.axes, *fixed))
    money = _money(priced_first, axes, fixed)
    best: Levels | Policies | None = None
    if isinstance(envelope.problem, Decisions):
        best = _policies(grid, envelope.problem, money)
    elif envelope.problem.decided:
        best = optimal(grid, envelope.table, priced_first, money)
    return Sweep(
        grid=grid,
        swept=len(axes.axes),
        outlay=AffineBatch.of(money.outlay(envelope.never), grid),
        never=AffineBatch.of(money.loss(envelope.never), grid),
        optimal=best,
        offered=offered_endings(grid, envelope.problem.chosen()),
    )


def _money(wager: Wager, axes: Grid, fixed: Sequence[Axis]) -> CashFlows:
    """The return and the outlay of each ending, by the pays of all axes."""
    swept = {axis.ending: axis for axis in axes.axes}
    taken, follow = wager.commission, set[str]()
    if taken is not None:
        follow = {taken.ending, *taken.refunded} - swept.keys()
    varied = {
        end: Affine.unknown(end) for end in (*swept, *(axis.ending for axis in fixed)) if end not in follow
    }
    moving = moved_commission(wager, swept)
    if moving is None or moving.stepped:
        return cash_flows(wager, varied)
    runs = [run for run in swept[moving.ending].runs if run]
    span = min(run.first for run in runs), max(run.last for run in runs)
    return cash_flows(wager, varied, all_winning(wager, *span))


def _over(numerators: Weights, denominator: int) -> Quotients:
    return [(number, denominator) for number in numerators.tolist()]
