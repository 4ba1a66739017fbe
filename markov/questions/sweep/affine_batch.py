"""Linear: a sum of swept pays, each so many times, worked out in whole numbers for many paytables at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm

import numpy as np

from markov.chain.transitions import Weights
from markov.questions.sweep.grid import Grid, Numbers, Window

NARROW = (
    2**63
)  # what stays below it, partial sums included, is worked out in int64; the rest in Python's integers


@dataclass(frozen=True, slots=True)
class Linear:
    """A constant plus pays times coefficients, all over one denominator.

    coefficients   by axis: what its whole numbers are taken times; an axis that does not count is left out
    narrow         whether no partial sum can leave int64
    """

    denominator: int
    constant: int
    coefficients: Mapping[int, int]
    narrow: bool

    @property
    def kind(self) -> type:
        """The numbers that it is worked out in."""
        return np.int64 if self.narrow else object

    def numerators(self, windows: Sequence[Window], rows: int) -> Weights:
        """For each row the value, over the denominator."""
        found: Weights = np.full(rows, self.constant, dtype=self.kind)
        for axis, factor in self.coefficients.items():
            found += windows[axis].each(partial(_times, factor), self.kind)
        return found


def linear(grid: Grid, constant: Fraction, factors: Mapping[int, Fraction]) -> Linear:
    """The constant plus, for each axis of the grid by its number, its pay times a factor."""
    over = {k: factor / grid.axes[k].denominator for k, factor in factors.items() if factor}
    denominator = lcm(constant.denominator, *(part.denominator for part in over.values()))
    coefficients = {k: int(part * denominator) for k, part in over.items()}
    start = int(constant * denominator)
    furthest = abs(start) + sum(
        abs(by) * int(grid.axes[k].largest * grid.axes[k].denominator) for k, by in coefficients.items()
    )
    return Linear(denominator, start, coefficients, furthest < NARROW)


def _times(factor: int, pays: Numbers) -> list[int]:
    return [factor * (pay or 0) for pay in pays]
