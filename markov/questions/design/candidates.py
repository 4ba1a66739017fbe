"""Candidates: the paytables that a design is chosen from, with figures that are sums of whole numbers.

The best are found exactly: every choice of pays for one half of the endings, beside those for the other.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from itertools import combinations
from math import ceil, floor, lcm, prod
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from markov.wager.outcome import Affine

IntegerArray: TypeAlias = NDArray[Any]  # int64, or Python objects where int64 is too small
Candidate: TypeAlias = tuple[int, ...]  # for each free ending the index of its pay
IndexBox: TypeAlias = tuple[range, ...]  # the candidates whose indices lie in the ranges
Bounds: TypeAlias = tuple[Fraction | None, Fraction | None]  # from, to, both included; None is open

_WIDEST = 2**62
_LARGEST = 2**20  # choices of a half; their figures are held in memory
_MANY = 14  # endings; each choice of half of them is tried
_FIRST = 2**12  # candidates of the first batch: often the best are there
_WORK = 3 * 10**8  # candidates looked at before the search is given up: half a minute
_SLOWER = 64  # how much slower Python's own integers are


@dataclass(frozen=True, slots=True)
class FreePay:
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
class Candidates:
    """Every combination of the pays that are free, with what is asked of it.

    worth, square, hits   [policy][ending][index]: parts of what is returned, of its square, and of the
                          chance that something is; what is not free is a part of the first ending's
    cost                  [ending][index]: parts of the distance
    lowest, highest       what must be returned, both included
    chances, unit, span   hits / chances is the hit frequency, worth / unit what is returned, cost / span the
                          distance, and (chances * square - worth ** 2) / unit ** 2 the variance
    below                 chances * square - worth ** 2 must be less; None where any variance will do
    hit                   what hits must be, both included

    A candidate returns the most that it does under a policy, and the first policy that does so counts.
    """

    free: tuple[FreePay, ...]
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
        """The box that holds every candidate."""
        return tuple(range(free_pay.count) for free_pay in self.free)

    @property
    def wide(self) -> bool:
        """True where the numbers are too large for int64."""
        return self.cost[0].dtype == object

    def returns(self, candidate: Candidate) -> list[int]:
        """The return under each way of playing."""
        return [_sum(parts, candidate) for parts in self.worth]

    def reach(self, box: IndexBox) -> tuple[int, int]:
        """The least and the most that a candidate of the box returns: no pay is worse for being higher."""
        low, high = (max(self.returns(tuple(pays_of_line[end] for pays_of_line in box))) for end in (0, -1))
        return low, high

    def misses(self, box: IndexBox) -> bool:
        """True where the least and the most, or the window itself, say that nothing in the box is inside."""
        low, high = self.reach(box)
        return self.lowest > self.highest or high < self.lowest or low > self.highest

    @property
    def filtered(self) -> bool:
        """True where more is asked for than a return."""
        return self.below is not None or self.hit != (0, self.chances)

    def unfiltered(self) -> "Candidates":
        """The candidates, asked for a return alone."""
        return replace(self, below=None, hit=(0, self.chances))


def size(box: IndexBox) -> int:
    """The number of candidates in a box."""
    return prod(map(len, box))


def by_top(candidates: Candidates, fixed: Fraction) -> Iterator[list[IndexBox]]:
    """Boxes that share no candidate and hold all, in groups by their highest pay, which falls.

    fixed   the highest pay that is not free
    """
    free = candidates.free
    for top in sorted({free_pay.pay(g) for free_pay in free for g in range(free_pay.count)}, reverse=True):
        if top <= fixed:
            break
        counts = [free_pay.upto(top) for free_pay in free]
        boxes: list[IndexBox] = []
        for i, free_pay in enumerate(free):
            if counts[i] and free_pay.pay(counts[i] - 1) == top:
                last = range(counts[i] - 1, counts[i])
                boxes.append(tuple(last if j == i else range(n) for j, n in enumerate(counts)))
                counts[i] -= 1  # in the boxes to come only another ending pays so much
        yield [box for box in boxes if all(box)]
    yield [box for box in [tuple(range(free_pay.upto(fixed)) for free_pay in free)] if all(box)]


def candidates_of(
    free: Sequence[FreePay],
    policies: Sequence[Affine],
    fixed: Mapping[str, Fraction],
    returned: Bounds,
    below: Fraction | None = None,
    hit: Bounds = (None, None),
) -> Candidates:
    """The candidates of one or more free endings, the others paying what is fixed.

    returned   what must be returned
    below      what the variance must be below
    hit        what the hit frequency must be
    """
    chances = lcm(*(p.denominator for line in policies for p in line.coefficients.values()))
    coin = lcm(
        *(x.denominator for x in fixed.values()),
        *(x.denominator for free_pay in free for x in (free_pay.first, free_pay.step)),
    )
    unit = chances * coin
    start = [(free_pay.first - free_pay.target) / free_pay.weight for free_pay in free]
    slope = [free_pay.step / free_pay.weight for free_pay in free]
    span = lcm(*(x.denominator for x in (*start, *slope)))

    odds = [[int(line.coefficient(free_pay.ending) * chances) for free_pay in free] for line in policies]
    rest = [
        [(int(x * coin), int(line.coefficient(e) * chances)) for e, x in fixed.items()] for line in policies
    ]
    top = [int(free_pay.pay(free_pay.count - 1) * coin) for free_pay in free]
    most, squares = (
        max(
            sum(p * x**power for p, x in zip(line, top, strict=True)) + sum(p * x**power for x, p in others)
            for line, others in zip(odds, rest, strict=True)
        )
        for power in (1, 2)
    )
    far = sum((abs(a) + s * free_pay.count) * span for a, s, free_pay in zip(start, slope, free, strict=True))
    widest = max(chances * max(squares, 1), most**2, far, *(x * x for x in top))
    kind = np.int64 if widest < _WIDEST else object

    index = [np.arange(free_pay.count).astype(kind) for free_pay in free]
    pays = [int(pay.first * coin) + g * int(pay.step * coin) for pay, g in zip(free, index, strict=True)]

    def parts(of: Callable[[Any], Any]) -> tuple[tuple[IntegerArray, ...], ...]:
        rows = [[p * of(x).astype(kind) for p, x in zip(line, pays, strict=True)] for line in odds]
        for row, others in zip(rows, rest, strict=True):
            row[0] = row[0] + sum(p * int(of(x)) for x, p in others)
        return tuple(map(tuple, rows))

    low, high = returned
    hit_low, hit_high = hit
    return Candidates(
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


def _sum(parts: Sequence[IntegerArray], candidate: Candidate) -> int:
    return sum(int(part[g]) for part, g in zip(parts, candidate, strict=True))


@dataclass(slots=True)
class Shortlist:
    """The best candidates that were found, at most `count`, the best first: (goal, distance, candidate).

    looked    candidates whose figures were computed
    stopped   whether the search was given up before it was known that no other candidate is better
    """

    count: int
    found: list[tuple[int, int, Candidate]] = field(default_factory=list)
    looked: int = 0
    stopped: bool = False

    @property
    def bound(self) -> tuple[int, int] | None:
        """The goal and the distance that another candidate must beat, once there are enough."""
        return self.found[-1][:2] if len(self.found) >= self.count else None


@dataclass(frozen=True, slots=True, eq=False)
class _Half:
    """Every choice of pays for some of the endings, by what the first policy returns.

    worth, square, hits   [policy][choice]
    cost, order           [choice]; order says which choice it was before they were sorted
    """

    endings: tuple[int, ...]
    box: IndexBox
    order: IntegerArray
    worth: IntegerArray
    square: IntegerArray
    hits: IntegerArray
    cost: IntegerArray

    def indices(self, choice: Any) -> dict[int, int]:
        """The index of each ending's pay in a choice."""
        at = np.unravel_index(int(self.order[choice]), [len(pays_of_line) for pays_of_line in self.box])
        return {
            i: pays_of_line[int(g)] for i, pays_of_line, g in zip(self.endings, self.box, at, strict=True)
        }


def affordable(candidates: Candidates, box: IndexBox) -> bool:
    """True where the candidates of the box can be searched."""
    slower = _SLOWER if candidates.wide else 1
    policies = len(candidates.worth)
    largest = max(size(tuple(box[i] for i in half)) for half in _split(box))
    # Under several policies the choices cannot be sorted by what they return, so each is looked at.
    return largest * policies * slower <= _LARGEST and (
        policies == 1 or size(box) * policies * slower <= _WORK
    )


def search(candidates: Candidates, box: IndexBox, best: Shortlist, by_variance: bool = False) -> None:
    """Puts the nearest candidates of the box, or those of the lowest variance, among the best.

    One half is gone through in the order of the least that the goal can be. Of the other half, which is
    sorted by what it returns, the choices that bring the return into the window are a slice. Once the least
    that the goal can be does not beat what is there, no candidate does.
    """
    left, right = _halves(candidates, box)
    variance = candidates.chances * (left.square.min(axis=0) + right.square.min()) - candidates.highest**2
    least = variance if by_variance else left.cost + right.cost.min()
    start, stop = _slices(candidates, left, right)
    possible = start < stop
    if candidates.below is not None:
        possible &= variance < candidates.below
    possible &= left.hits.max(axis=0) + right.hits.max() >= candidates.hit[0]
    possible &= left.hits.min(axis=0) + right.hits.min() <= candidates.hit[1]
    some = np.flatnonzero(possible)
    some = some[np.argsort(least[some], kind="stable")]
    policies, work = len(candidates.worth), _WORK // (_SLOWER if candidates.wide else 1)
    ahead = np.concatenate(([0], np.cumsum(stop[some] - start[some])))
    done, batch = 0, _FIRST
    while done < len(some):
        if best.bound is not None:  # the rest is no better
            side: Literal["left", "right"] = "right" if by_variance else "left"
            some = some[: done + np.searchsorted(least[some[done:]], best.bound[0], side)]
            if done == len(some):
                return
        if best.looked > work:
            best.stopped = True
            return
        upto = max(done + 1, int(np.searchsorted(ahead[: len(some) + 1], ahead[done] + batch, "right")) - 1)
        ours, lengths = some[done:upto], np.diff(ahead[done : upto + 1])
        at = np.arange(lengths.sum()) + np.repeat(start[ours] - (ahead[done:upto] - ahead[done]), lengths)
        _compared(candidates, (left, np.repeat(ours, lengths)), (right, at), best, by_variance)
        best.looked += policies * len(at)
        done, batch = upto, min(2 * batch, _LARGEST // policies)


def _compared(
    candidates: Candidates,
    one: tuple[_Half, IntegerArray],
    other: tuple[_Half, IntegerArray],
    best: Shortlist,
    by_variance: bool,
) -> None:
    """Looks at choices of one half, each beside a choice of the other."""
    (left, p), (right, at) = one, other
    policy: IntegerArray | int = 0
    if len(candidates.worth) == 1:
        worth = left.worth[0][p] + right.worth[0][at]
    else:
        returns = left.worth[:, p] + right.worth[:, at]
        worth, policy = returns.max(axis=0), returns.argmax(axis=0)
    good = (candidates.lowest <= worth) & (worth <= candidates.highest)
    goal = cost = left.cost[p] + right.cost[at]
    if by_variance or candidates.below is not None:
        square = left.square[policy, p] + right.square[policy, at]
        variance = candidates.chances * square - worth * worth
        goal = variance if by_variance else goal
        if candidates.below is not None:
            good &= variance < candidates.below
    if candidates.hit != (0, candidates.chances):
        hits = left.hits[policy, p] + right.hits[policy, at]
        good &= (candidates.hit[0] <= hits) & (hits <= candidates.hit[1])
    if best.bound is not None:
        good &= (goal < best.bound[0]) | ((goal == best.bound[0]) & (cost < best.bound[1]))
    chosen = np.flatnonzero(good)
    if len(chosen) > best.count:
        last = np.partition(goal[chosen], best.count - 1)[best.count - 1]
        chosen = chosen[goal[chosen] <= last]
    for c in chosen[np.lexsort((cost[chosen], goal[chosen]))][: best.count].tolist():
        both = left.indices(p[c]) | right.indices(at[c])
        best.found.append((int(goal[c]), int(cost[c]), tuple(both[i] for i in range(len(both)))))
    best.found = sorted(best.found)[: best.count]


def around(candidates: Candidates, box: IndexBox) -> tuple[int | None, int | None]:
    """The greatest return below the window and the least above it, of candidates in the box."""
    below, above = [], []
    for less, more in _outside(candidates, *_halves(candidates, box)):
        below += [int(less.max())] if less.size else []
        above += [int(more.min())] if more.size else []
    return max(below, default=None), min(above, default=None)


def _outside(
    candidates: Candidates, left: _Half, right: _Half
) -> Iterator[tuple[IntegerArray, IntegerArray]]:
    """Returns below the window and returns above it, those that come next to it among them."""
    if len(candidates.worth) == 1:
        sums, ours = right.worth[0], left.worth[0]
        under = np.searchsorted(sums, candidates.lowest - ours, "left")
        over = np.searchsorted(sums, candidates.highest - ours, "right")
        some, more = under > 0, over < len(sums)
        yield sums[under[some] - 1] + ours[some], sums[over[more]] + ours[more]
        return
    for p in range(len(left.cost)):
        worth = (right.worth + left.worth[:, p, None]).max(axis=0)
        yield worth[worth < candidates.lowest], worth[worth > candidates.highest]


def _slices(candidates: Candidates, left: _Half, right: _Half) -> tuple[IntegerArray, IntegerArray]:
    """For each choice of the left half the slice of the right one that may bring it into the window."""
    sums, ours = right.worth[0], left.worth[0]
    stop = np.searchsorted(sums, candidates.highest - ours, "right")
    if len(candidates.worth) == 1:
        return np.searchsorted(sums, candidates.lowest - ours, "left"), stop
    return np.zeros_like(stop), stop  # another policy may return more, never less


def _split(box: IndexBox) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The endings in two halves with about as many choices."""
    endings = tuple(range(len(box)))
    if len(box) > _MANY:
        return endings[::2], endings[1::2]
    parts = (part for k in range(len(box) // 2 + 1) for part in combinations(endings, k))

    def larger(part: tuple[int, ...]) -> int:
        total = size(tuple(box[i] for i in part))
        return max(total, size(box) // total)

    left = min(parts, key=larger)
    return left, tuple(i for i in endings if i not in left)


def _halves(candidates: Candidates, box: IndexBox) -> tuple[_Half, _Half]:
    left, right = (_half(candidates, box, endings) for endings in _split(box))
    return left, right


def _half(candidates: Candidates, box: IndexBox, endings: tuple[int, ...]) -> _Half:
    ranges = tuple(box[i] for i in endings)
    nothing = np.zeros(1, candidates.cost[0].dtype)

    def sums(parts: tuple[IntegerArray, ...]) -> IntegerArray:
        chosen = (parts[i][span.start : span.stop] for i, span in zip(endings, ranges, strict=True))
        return reduce(lambda a, b: np.add.outer(a, b).ravel(), chosen, nothing)

    families = (candidates.worth, candidates.square, candidates.hits)
    worth, square, hits = (np.array([sums(row) for row in rows]) for rows in families)
    order = np.argsort(worth[0], kind="stable")
    cost = sums(candidates.cost)[order]
    return _Half(endings, ranges, order, worth[:, order], square[:, order], hits[:, order], cost)
