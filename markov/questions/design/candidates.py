"""Drafts: the paytables that a design is chosen from, and their figures as sums of whole numbers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, lcm, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from markov.wager.outcome import Affine

IntegerArray: TypeAlias = NDArray[Any]  # int64, or Python objects where int64 is too small
Draft: TypeAlias = tuple[int, ...]  # for each free ending the index of its pay
IndexBox: TypeAlias = tuple[range, ...]  # the drafts whose indices lie in the ranges
Bounds: TypeAlias = tuple[Fraction | None, Fraction | None]  # from, to, both included; None is open

_WIDEST = 2**62


@dataclass(frozen=True, slots=True)
class Free:
    """An ending whose pay is free: from `first` on, in steps, so many pays, per unit staked.

    target   the pay that a design should be near
    weight   what a change of the pay by one is divided by in the distance
    """

    ending: str
    first: Fraction
    step: Fraction
    count: int
    target: Fraction
    weight: Fraction

    def pay(self, index: int) -> Fraction:
        """The pay at an index."""
        return self.first + index * self.step

    def upto(self, pay: Fraction) -> int:
        """The number of its pays that are at most so much."""
        return max(0, min(self.count, floor((pay - self.first) / self.step) + 1))


@dataclass(frozen=True, slots=True, eq=False)
class Drafts:
    """Every combination of the pays that are free, with what is asked of it.

    worth, square, hits   [policy][ending][index]: parts of what is returned, of its square, and of the
                          chance that something is; what is not free is a part of the first ending's
    cost                  [ending][index]: parts of the distance
    lowest, highest       what must be returned, both included
    chances, unit, span   hits / chances is the hit frequency, worth / unit what is returned, cost / span the
                          distance, and (chances * square - worth ** 2) / unit ** 2 the variance
    below                 chances * square - worth ** 2 must be less; None where any variance will do
    hit                   what hits must be, both included

    A draft returns the most that it does under a policy, and the first policy that does so counts.
    """

    free: tuple[Free, ...]
    worth: tuple[tuple[IntegerArray, ...], ...]
    square: tuple[tuple[IntegerArray, ...], ...]
    hits: tuple[tuple[IntegerArray, ...], ...]
    cost: tuple[IntegerArray, ...]
    lowest: int
    highest: int
    chances: int
    unit: int
    span: int
    below: int | None
    hit: tuple[int, int]

    @property
    def box(self) -> IndexBox:
        """Every draft."""
        return tuple(range(one.count) for one in self.free)

    @property
    def wide(self) -> bool:
        """True where the numbers are too large for int64."""
        return self.cost[0].dtype == object

    def returns(self, draft: Draft) -> list[int]:
        """The return under each way of playing."""
        return [_sum(parts, draft) for parts in self.worth]

    def reach(self, box: IndexBox) -> tuple[int, int]:
        """The least and the most that a draft of the box returns: no pay is worse for being higher."""
        low, high = (max(self.returns(tuple(one[end] for one in box))) for end in (0, -1))
        return low, high

    def misses(self, box: IndexBox) -> bool:
        """True where the least and the most, or the window itself, say that nothing in the box is inside."""
        low, high = self.reach(box)
        return self.lowest > self.highest or high < self.lowest or low > self.highest

    def distance(self, draft: Draft) -> int:
        """The cost of a draft."""
        return _sum(self.cost, draft)

    def variance(self, draft: Draft) -> int:
        """The variance of a draft, as chances * square - worth ** 2."""
        returns = self.returns(draft)
        worth = max(returns)
        return self.chances * _sum(self.square[returns.index(worth)], draft) - worth**2

    @property
    def filtered(self) -> bool:
        """True where more is asked for than a return."""
        return self.below is not None or self.hit != (0, self.chances)

    def unfiltered(self) -> "Drafts":
        """The same, asked for a return alone."""
        return replace(self, below=None, hit=(0, self.chances))

    def fits(self, draft: Draft) -> bool:
        """True where all that is asked for holds."""
        returns = self.returns(draft)
        worth = max(returns)
        hits = _sum(self.hits[returns.index(worth)], draft)
        return (
            self.lowest <= worth <= self.highest
            and self.hit[0] <= hits <= self.hit[1]
            and (self.below is None or self.variance(draft) < self.below)
        )


def size(box: IndexBox) -> int:
    """The number of drafts in a box."""
    return prod(map(len, box))


def by_top(drafts: Drafts, fixed: Fraction) -> Iterator[list[IndexBox]]:
    """Boxes that share no draft and hold all; those whose drafts have one highest pay together, it falling.

    fixed   the highest pay that is not free
    """
    free = drafts.free
    for top in sorted({one.pay(g) for one in free for g in range(one.count)}, reverse=True):
        if top <= fixed:
            break
        counts = [one.upto(top) for one in free]
        boxes: list[IndexBox] = []
        for i, one in enumerate(free):
            if counts[i] and one.pay(counts[i] - 1) == top:
                last = range(counts[i] - 1, counts[i])
                boxes.append(tuple(last if j == i else range(n) for j, n in enumerate(counts)))
                counts[i] -= 1  # in the boxes to come only another ending pays so much
        yield [box for box in boxes if all(box)]
    yield [box for box in [tuple(range(one.upto(fixed)) for one in free)] if all(box)]


def drafted(
    free: Sequence[Free],
    policies: Sequence[Affine],
    fixed: Mapping[str, Fraction],
    returned: Bounds,
    below: Fraction | None = None,
    hit: Bounds = (None, None),
) -> Drafts:
    """The drafts of one or more free endings, the others paying what is fixed.

    returned   what must be returned
    below      what the variance must be below
    hit        what the hit frequency must be
    """
    chances = lcm(*(p.denominator for line in policies for p in line.coefficients.values()))
    coin = lcm(
        *(x.denominator for x in fixed.values()),
        *(x.denominator for one in free for x in (one.first, one.step)),
    )
    unit = chances * coin
    start = [(one.first - one.target) / one.weight for one in free]
    slope = [one.step / one.weight for one in free]
    span = lcm(*(x.denominator for x in (*start, *slope)))

    odds = [[int(line.coefficient(one.ending) * chances) for one in free] for line in policies]
    rest = [
        [(int(x * coin), int(line.coefficient(e) * chances)) for e, x in fixed.items()] for line in policies
    ]
    top = [int(one.pay(one.count - 1) * coin) for one in free]
    most, squares = (
        max(
            sum(p * x**power for p, x in zip(line, top, strict=True)) + sum(p * x**power for x, p in others)
            for line, others in zip(odds, rest, strict=True)
        )
        for power in (1, 2)
    )
    far = sum((abs(a) + s * one.count) * span for a, s, one in zip(start, slope, free, strict=True))
    widest = max(chances * max(squares, 1), most**2, far, *(x * x for x in top))
    kind = np.int64 if widest < _WIDEST else object

    index = [np.arange(one.count).astype(kind) for one in free]
    pays = [int(one.first * coin) + g * int(one.step * coin) for one, g in zip(free, index, strict=True)]

    def parts(of: Callable[[Any], Any]) -> tuple[tuple[IntegerArray, ...], ...]:
        rows = [[p * of(x).astype(kind) for p, x in zip(line, pays, strict=True)] for line in odds]
        for row, others in zip(rows, rest, strict=True):
            row[0] = row[0] + sum(p * int(of(x)) for x, p in others)
        return tuple(map(tuple, rows))

    low, high = returned
    hit_low, hit_high = hit
    return Drafts(
        tuple(free),
        worth=parts(lambda x: x),
        square=parts(lambda x: x * x),
        hits=parts(lambda x: np.asarray(x > 0)),
        cost=tuple(
            abs(int(a * span) + g * int(s * span)) for a, s, g in zip(start, slope, index, strict=True)
        ),
        lowest=0 if low is None else min(max(0, ceil(low * unit)), most + 1),
        highest=most if high is None else min(max(-1, floor(high * unit)), most),
        chances=chances,
        unit=unit,
        span=span,
        below=None if below is None else min(ceil(below * unit**2), chances * squares + 1),
        hit=(
            0 if hit_low is None else max(0, ceil(hit_low * chances)),
            chances if hit_high is None else min(chances, floor(hit_high * chances)),
        ),
    )


def _sum(parts: Sequence[IntegerArray], draft: Draft) -> int:
    return sum(int(part[g]) for part, g in zip(parts, draft, strict=True))
