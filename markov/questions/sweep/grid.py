"""Grid: every combination of the pays that are to be tried; an affine function of them, for many at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import lcm, prod
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from markov.chain.transitions import Indices, TooMuchWork, Weights
from markov.command.pays import pays
from markov.wager.outcome import Affine

MOST = 10**9  # paytables of one sweep
_LISTED = 10**6  # pays of an ending that is tried at more than one range
# What stays below it, partial sums included, is worked out in int64; the rest in Python's integers.
NARROW = 2**63

GridNumbers: TypeAlias = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Run:
    """Pays at even steps, gross per unit staked: so many from the first one on."""

    first: Fraction
    step: Fraction = Fraction(1)
    count: int = 1

    @property
    def last(self) -> Fraction:
        """The pay that it ends with."""
        return self.first + (self.count - 1) * self.step

    @property
    def denominator(self) -> int:
        """The least number that makes every pay whole."""
        return lcm(self.first.denominator, self.step.denominator if self.count > 1 else 1)


@dataclass(frozen=True, slots=True)
class Axis:
    """The pays of one ending, in the order in which they are tried.

    runs   None stands for one more try, in which the paytable has no such line

    Raises ValueError when there is no pay, or one is below 0 or comes twice, TooMuchWork for a list that is
    too long.
    """

    ending: str
    runs: tuple[Run | None, ...]

    def __post_init__(self) -> None:
        if not self.runs or any(
            run and (run.count < 1 or run.step <= 0 or run.first < 0) for run in self.runs
        ):
            raise ValueError(f"{self.ending} needs one pay or more, from 0 up at steps above 0")
        affordable(self._count)
        if len(self.runs) > 1:
            self._differ()

    def _differ(self) -> None:
        if self._count > _LISTED:
            raise TooMuchWork(f"{self.ending} has a list of {self._count:,} pays; write it as one range")
        seen: set[int | None] = set()
        for numbers in self._numbers():
            for number in seen.intersection(numbers):
                pay = "none" if number is None else Fraction(number, self.denominator)
                raise ValueError(f"{self.ending} is given at {pay} twice; write it once")
            seen.update(numbers)

    def __len__(self) -> int:
        return self._count

    @property
    def _count(self) -> int:
        """The number of pays, which may be more than a length can be."""
        return sum(run.count if run else 1 for run in self.runs)

    @property
    def denominator(self) -> int:
        """The least number that makes every pay whole."""
        return lcm(*(run.denominator for run in self.runs if run))

    @property
    def largest(self) -> Fraction:
        """The largest pay; 0 where the line is only taken out."""
        return max((run.last for run in self.runs if run), default=Fraction(0))

    @property
    def optional(self) -> bool:
        """True where the line is taken out once."""
        return None in self.runs

    def pays(self, start: int, stop: int) -> list[Fraction | None]:
        """The pays from one place up to another; None where the line is taken out."""
        return [None if n is None else Fraction(n, self.denominator) for n in self.whole(start, stop)]

    def whole(self, start: int, stop: int) -> list[int | None]:
        """The pays as whole numbers over the common denominator, from one place up to another."""
        positions: list[int | None] = []
        for numbers in self._numbers():
            positions += numbers[max(start, 0) : max(stop, 0)]
            start, stop = start - len(numbers), stop - len(numbers)
        return positions

    def _numbers(self) -> Iterator[GridNumbers]:
        over = self.denominator
        for run in self.runs:
            if run is None:
                yield (None,)
            else:
                first = int(run.first * over)
                step = int(run.step * over) if run.count > 1 else 1
                yield range(first, first + run.count * step, step)


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """The part of an axis that some rows of a grid need: places from `start` up to `stop`.

    at   for each row its place, counted from the start
    """

    axis: Axis
    start: int
    stop: int
    at: Indices

    @property
    def pays(self) -> list[Fraction | None]:
        """The pays; None where the line is taken out."""
        return self.axis.pays(self.start, self.stop)

    def each(self, table: Callable[[GridNumbers], Sequence[Any]], kind: type = object) -> Any:
        """For each row what a function makes of its pay, a whole number over the axis's denominator.

        An array of that kind; one value alone where all rows have the same pay.
        """
        numbers: NDArray[Any] = np.array(table(self.axis.whole(self.start, self.stop)), dtype=kind)
        return numbers[0] if len(numbers) == 1 else numbers[self.at]

    def only(self, rows: Indices) -> "Window":
        """The window for some of its rows."""
        return replace(self, at=self.at[rows] if self.at.size else self.at)


@dataclass(frozen=True, slots=True)
class Grid:
    """Every combination of the pays of some endings; those of the last ending change fastest.

    Raises ValueError when an ending comes twice, TooMuchWork beyond the most that a sweep may have.

    >>> made = Axis("made", (Run(Fraction(40), count=2),))
    >>> grid = Grid((made, Axis("surrender-1", (Run(Fraction(6)), None))))
    >>> len(grid), grid.pays(2)
    (4, {'made': Fraction(41, 1), 'surrender-1': Fraction(6, 1)})
    """

    axes: tuple[Axis, ...]

    def __post_init__(self) -> None:
        endings = [axis.ending for axis in self.axes]
        for ending in endings:
            if endings.count(ending) > 1:
                raise ValueError(f"{ending} is given twice; write all of its pays at one place")
        affordable(prod(self.shape))

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of pays of each ending."""
        return tuple(len(axis) for axis in self.axes)

    def __len__(self) -> int:
        return prod(self.shape)

    def pays(self, row: int) -> dict[str, Fraction | None]:
        """The pays of one row by ending; None where the line is taken out."""
        return {window.axis.ending: window.pays[0] for window in self.windows(row, row + 1)}

    def windows(self, start: int, stop: int) -> tuple[Window, ...]:
        """The part of each axis that the rows from one up to another need."""
        left = np.arange(start, stop)
        windows: list[Window] = []
        for axis in reversed(self.axes):
            at = left[:0]  # of one pay nobody asks for a place
            if len(axis) > 1:
                left, at = np.divmod(left, len(axis))
            low, high = (int(at.min()), int(at.max())) if at.size else (0, 0)
            windows.append(Window(axis, low, high + 1, at - low))
        return tuple(reversed(windows))


def affordable(paytables: int) -> None:
    """Raises TooMuchWork for more paytables than a sweep may have."""
    if paytables > MOST:
        number = f"{paytables:,}" if paytables < 10**15 else "10^15 or more"
        raise TooMuchWork(
            f"{number} paytables are more than the {MOST:,} of one sweep; take wider steps, or sweep "
            "one part after another"
        )


def axis(ending: str, text: str, step: Fraction = Fraction(1), way: str | None = "for") -> Axis:
    """The pays of an ending: `A..B`, `A..B/STEP`, one pay, `none`, or several of these by comma.

    >>> axis("made", "30..60/15, 44 to 1").pays(0, 9)
    Traceback (most recent call last):
    ValueError: made is given at 45 twice; write it once
    >>> [str(pay) for pay in axis("surrender-2", "none,12,15/2,3..4/1/2").pays(0, 9)]
    ['None', '12', '15/2', '3', '7/2', '4']
    >>> [str(pay) for pay in axis("run", "50..51", way="to").pays(0, 9)]
    ['51', '52']

    step   that of ranges which name none
    way    the word for a number alone, "for" or "to"; None where it has none

    Raises ValueError for a text that says no pays, TooMuchWork for too long a list.
    """
    try:
        spans = pays(text, way)
    except ValueError as error:
        raise ValueError(f"{ending}: {error}") from None
    runs = (Run(span.first, span.step or step, span.count(step)) if span else None for span in spans)
    return Axis(ending, tuple(runs))


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

    def numerators(self, windows: Sequence[Window], rows: int) -> Weights:
        """The value for each row, over the denominator."""
        kind = np.int64 if self.narrow else object
        numerators: Weights = np.full(rows, self.constant, dtype=kind)
        for axis, factor in self.coefficients.items():
            numerators += windows[axis].each(partial(_times, factor), kind)
        return numerators


def _times(factor: int, pays: GridNumbers) -> list[int]:
    return [factor * (pay or 0) for pay in pays]
