"""Sweep: the exact edge of a wager under every paytable of a grid."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from markov.chain.transitions import Weights
from markov.questions.sweep.affine_batch import AffineBatch
from markov.questions.sweep.grid import Axis, Grid, Run, Window
from markov.questions.sweep.optimal_batch import BatchPlay, Levels, Policies, offered_endings, optimal
from markov.wager.odds import Solved
from markov.wager.outcome import Affine, PayTerms, moves, terms, winning
from markov.wager.pay_edits import edited
from markov.wager.wager import Wager, priced

ROWS = 2**14  # paytables worked out at once; their arrays stay in the cache


FIGURES = ("edge", "best-edge", "takes", "rtp", "best-rtp")
_BEST = {"best-edge", "takes", "best-rtp"}  # those that want best play


@dataclass(frozen=True, slots=True)
class Over:
    """Whole numbers, row by row, over one denominator, or over one each."""

    numerators: list[int]
    denominator: int | list[int]

    def values(self) -> list[tuple[int, int]]:
        """The numerator and the denominator of each row."""
        over = self.denominator
        below = [over] * len(self.numerators) if isinstance(over, int) else over
        return list(zip(self.numerators, below, strict=True))

    def kept(self, outlay: "Over") -> "Over":
        """Of edges per stake: what comes back over the outlay."""
        both = zip(self.values(), outlay.values(), strict=True)
        parts = [(put_up * under - over * edge, put_up * under) for (edge, under), (put_up, over) in both]
        below = {under for _, under in parts}
        return Over(
            [up for up, _ in parts], below.pop() if len(below) == 1 else [under for _, under in parts]
        )


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
        """The edges played to the end of some rows, as numerators over `never.denominator`."""
        return self.never.numerators(self.grid.windows(start, stop), stop - start)

    def played(self, start: int, stop: int) -> BatchPlay:
        """The edges under best play of some rows, and which offers it takes."""
        if self.optimal:
            return self.optimal.played(start, stop)
        nothing = np.zeros(stop - start, dtype=np.int64)
        return BatchPlay(self.edges(start, stop), self.never.denominator, nothing)

    def figures(self, names: Collection[str], start: int, stop: int) -> dict[str, Over]:
        """The figures of those names for some rows; `takes` is a mask over 1."""
        found: dict[str, Over] = {}
        if not _BEST.issuperset(names):
            found["edge"] = Over(self.edges(start, stop).tolist(), self.never.denominator)
        if not _BEST.isdisjoint(names):
            played = self.played(start, stop)
            found["best-edge"] = Over(played.numerators.tolist(), played.denominator)
            found["takes"] = Over(played.taken.tolist(), 1)
        for rtp, edge in (("rtp", "edge"), ("best-rtp", "best-edge")):
            if rtp in names:
                windows, outlay = self.grid.windows(start, stop), self.outlay
                put_up = outlay.numerators(windows, stop - start).tolist()
                found[rtp] = found[edge].kept(Over(put_up, outlay.denominator))
        return {name: found[name] for name in names}

    def takes(self, taken: int) -> tuple[str, ...]:
        """The endings whose bits are set, surrender-4 before surrender-10."""
        found = (ending for k, ending in enumerate(self.offered) if taken >> k & 1)
        return tuple(sorted(found, key=lambda ending: (len(ending), ending)))


def sweep(solved: Solved, wager: Wager, axes: Grid) -> Sweep:
    """The parts of the edge of the wager under every paytable of the grid.

    Raises Mispriced when a pay belongs to nothing that can happen, or what can happen is left without one;
    ValueError when the wager is on another rule or wheel than what was solved; Unsteady where no one function
    says how a commission moves with the pays.
    """
    first = {axis.ending: _first(axis) for axis in axes.axes}
    tried = edited(wager, first)
    table = solved.envelope(tried).table
    for axis in axes.axes:
        if axis.optional:
            priced(edited(wager, {**first, axis.ending: None}), solved.chain)
    fixed = [Axis(ending, (Run(pay),)) for ending, pay in wager.pays.items() if ending not in first]
    grid = Grid((*axes.axes, *fixed))
    money = _money(tried, axes, fixed)
    return Sweep(
        grid=grid,
        swept=len(axes.axes),
        outlay=AffineBatch.of(solved.never.outlay(money.put_down), grid),
        never=AffineBatch.of(money.loss(solved.never), grid),
        optimal=optimal(grid, table, tried, money) if table.offers else None,
        offered=offered_endings(grid, table),
    )


def _money(wager: Wager, axes: Grid, fixed: Sequence[Axis]) -> PayTerms:
    """The return and the outlay of each ending, by the pays of all axes."""
    swept = {axis.ending: axis for axis in axes.axes}
    taken, follow = wager.commission, set[str]()
    if taken is not None:
        follow = {taken.ending, *taken.refunded} - swept.keys()
    varied = {
        end: Affine.unknown(end) for end in (*swept, *(axis.ending for axis in fixed)) if end not in follow
    }
    if taken is None or not moves(wager, swept) or taken.stepped:
        return terms(wager, varied)
    runs = [run for run in swept[taken.ending].runs if run]
    span = min(run.first for run in runs), max(run.last for run in runs)
    return terms(wager, varied, winning(wager, *span))


def edges(swept: Sweep, rows: int = ROWS) -> Iterator[Weights]:
    """The edges played to the end, chunk by chunk, as numerators over `swept.never.denominator`.

    An array is of int64 where a bound says that nothing can overflow, else of Python's integers.
    """
    for start in range(0, len(swept), rows):
        yield swept.edges(start, min(start + rows, len(swept)))


def _first(axis: Axis) -> Fraction | None:
    """The first pay of the axis; None where the line is only taken out."""
    return next((run.first for run in axis.runs if run), None)
