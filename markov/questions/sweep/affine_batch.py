"""AffineBatch: an affine function of the pays, worked out in whole numbers for many paytables at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import lcm
from typing import Self

import numpy as np

from markov.chain.transitions import Weights
from markov.questions.sweep.grid import Grid, GridNumbers, Window
from markov.wager.outcome import Affine

NARROW = (
    2**63
)  # what stays below it, partial sums included, is worked out in int64; the rest in Python's integers


@dataclass(frozen=True, slots=True)
class AffineBatch:
    """A constant plus pays times coefficients, all over one denominator.

    coefficients   by axis: what its whole numbers are taken times; an axis that does not count is left out
    narrow         true where no partial sum can leave int64
    """

    denominator: int
    constant: int
    coefficients: Mapping[int, int]
    narrow: bool

    @classmethod
    def of(cls, affine: Affine, grid: Grid) -> Self:
        """The function of the pays of the grid's axes; the pay of a line that is taken out counts as 0."""
        over = {
            k: factor / axis.denominator
            for k, axis in enumerate(grid.axes)
            if (factor := affine.coefficient(axis.ending))
        }
        denominator = lcm(affine.constant.denominator, *(part.denominator for part in over.values()))
        coefficients = {k: int(part * denominator) for k, part in over.items()}
        start = int(affine.constant * denominator)
        furthest = abs(start) + sum(
            abs(by) * int(grid.axes[k].largest * grid.axes[k].denominator) for k, by in coefficients.items()
        )
        return cls(denominator, start, coefficients, furthest < NARROW)

    @property
    def kind(self) -> type:
        """The numbers that it is worked out in."""
        return np.int64 if self.narrow else object

    def numerators(self, windows: Sequence[Window], rows: int) -> Weights:
        """The value for each row, over the denominator."""
        found: Weights = np.full(rows, self.constant, dtype=self.kind)
        for axis, factor in self.coefficients.items():
            found += windows[axis].each(partial(_times, factor), self.kind)
        return found


def _times(factor: int, pays: GridNumbers) -> list[int]:
    return [factor * (pay or 0) for pay in pays]
