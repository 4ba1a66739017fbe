"""The best drafts, exactly: every choice of pays for one half of the endings, beside those for the other."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from typing import Any, Literal

import numpy as np

from markov.questions.design.candidates import Draft, Drafts, IndexBox, IntegerArray, size

_LARGEST = 2**20  # choices of a half; their figures are held in memory
_MANY = 14  # endings; each choice of half of them is tried
_FIRST = 2**12  # drafts of the first batch: often the best are there
_WORK = 3 * 10**8  # drafts looked at before the search is given up: half a minute
_SLOWER = 64  # how much slower Python's own integers are


@dataclass(slots=True)
class Shortlist:
    """The best drafts that were found: (goal, distance, draft), at most `count` of them, the best first.

    looked    drafts whose figures were computed
    stopped   whether the search was given up before it was known that no other draft is better
    """

    count: int
    found: list[tuple[int, int, Draft]] = field(default_factory=list)
    looked: int = 0
    stopped: bool = False

    @property
    def bound(self) -> tuple[int, int] | None:
        """The goal and the distance that another draft must beat, once there are enough."""
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
        """By ending the index of its pay in a choice."""
        at = np.unravel_index(int(self.order[choice]), [len(one) for one in self.box])
        return {i: one[int(g)] for i, one, g in zip(self.endings, self.box, at, strict=True)}


def affordable(drafts: Drafts, box: IndexBox) -> bool:
    """True where the drafts of the box can be searched."""
    slower = _SLOWER if drafts.wide else 1
    policies = len(drafts.worth)
    largest = max(size(tuple(box[i] for i in half)) for half in _split(box))
    # Under several policies the choices cannot be sorted by what they return, so each is looked at.
    return largest * policies * slower <= _LARGEST and (
        policies == 1 or size(box) * policies * slower <= _WORK
    )


def search(drafts: Drafts, box: IndexBox, best: Shortlist, by_variance: bool = False) -> None:
    """Puts the nearest drafts of the box, or those of the lowest variance, among the best.

    One half is gone through in the order of the least that the goal can be. Of the other half, which is
    sorted by what it returns, the choices that bring the return into the window are a slice. Once the least
    that the goal can be does not beat what is there, no draft does.
    """
    left, right = _halves(drafts, box)
    variance = drafts.chances * (left.square.min(axis=0) + right.square.min()) - drafts.highest**2
    least = variance if by_variance else left.cost + right.cost.min()
    start, stop = _slices(drafts, left, right)
    possible = start < stop
    if drafts.below is not None:
        possible &= variance < drafts.below
    possible &= left.hits.max(axis=0) + right.hits.max() >= drafts.hit[0]
    possible &= left.hits.min(axis=0) + right.hits.min() <= drafts.hit[1]
    some = np.flatnonzero(possible)
    some = some[np.argsort(least[some], kind="stable")]
    policies, work = len(drafts.worth), _WORK // (_SLOWER if drafts.wide else 1)
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
        _look(drafts, (left, np.repeat(ours, lengths)), (right, at), best, by_variance)
        best.looked += policies * len(at)
        done, batch = upto, min(2 * batch, _LARGEST // policies)


def _look(
    drafts: Drafts,
    one: tuple[_Half, IntegerArray],
    other: tuple[_Half, IntegerArray],
    best: Shortlist,
    by_variance: bool,
) -> None:
    """Looks at choices of one half, each beside a choice of the other."""
    (left, p), (right, at) = one, other
    policy: IntegerArray | int = 0
    if len(drafts.worth) == 1:
        worth = left.worth[0][p] + right.worth[0][at]
    else:
        returns = left.worth[:, p] + right.worth[:, at]
        worth, policy = returns.max(axis=0), returns.argmax(axis=0)
    good = (drafts.lowest <= worth) & (worth <= drafts.highest)
    goal = cost = left.cost[p] + right.cost[at]
    if by_variance or drafts.below is not None:
        square = left.square[policy, p] + right.square[policy, at]
        variance = drafts.chances * square - worth * worth
        goal = variance if by_variance else goal
        if drafts.below is not None:
            good &= variance < drafts.below
    if drafts.hit != (0, drafts.chances):
        hits = left.hits[policy, p] + right.hits[policy, at]
        good &= (drafts.hit[0] <= hits) & (hits <= drafts.hit[1])
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


def around(drafts: Drafts, box: IndexBox) -> tuple[int | None, int | None]:
    """The greatest return below the window and the least above it, of drafts in the box."""
    left, right = _halves(drafts, box)
    below, above = [], []
    for low, high in _neighbours(drafts, left, right):
        below += [low] if low is not None else []
        above += [high] if high is not None else []
    return max(below, default=None), min(above, default=None)


def _neighbours(drafts: Drafts, left: _Half, right: _Half) -> Iterator[tuple[int | None, int | None]]:
    if len(drafts.worth) == 1:
        sums, ours = right.worth[0], left.worth[0]
        under = np.searchsorted(sums, drafts.lowest - ours, "left")
        over = np.searchsorted(sums, drafts.highest - ours, "right")
        low = (sums[under[under > 0] - 1] + ours[under > 0]).tolist()
        high = (sums[over[over < len(sums)]] + ours[over < len(sums)]).tolist()
        yield max(low, default=None), min(high, default=None)
        return
    for p in range(len(left.cost)):
        worth = (right.worth + left.worth[:, p, None]).max(axis=0)
        low, high = worth[worth < drafts.lowest].tolist(), worth[worth > drafts.highest].tolist()
        yield max(low, default=None), min(high, default=None)


def _slices(drafts: Drafts, left: _Half, right: _Half) -> tuple[IntegerArray, IntegerArray]:
    """For each choice of the left half the slice of the right one that may bring it into the window."""
    sums, ours = right.worth[0], left.worth[0]
    stop = np.searchsorted(sums, drafts.highest - ours, "right")
    if len(drafts.worth) == 1:
        return np.searchsorted(sums, drafts.lowest - ours, "left"), stop
    return np.zeros_like(stop), stop  # another policy may return more, never less


def _split(box: IndexBox) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The endings in two halves with about as many choices."""
    endings = tuple(range(len(box)))
    if len(box) > _MANY:
        return endings[::2], endings[1::2]
    parts = (part for k in range(len(box) // 2 + 1) for part in combinations(endings, k))

    def larger(part: tuple[int, ...]) -> int:
        one = size(tuple(box[i] for i in part))
        return max(one, size(box) // one)

    left = min(parts, key=larger)
    return left, tuple(i for i in endings if i not in left)


def _halves(drafts: Drafts, box: IndexBox) -> tuple[_Half, _Half]:
    left, right = (_half(drafts, box, endings) for endings in _split(box))
    return left, right


def _half(drafts: Drafts, box: IndexBox, endings: tuple[int, ...]) -> _Half:
    ranges = tuple(box[i] for i in endings)
    nothing = np.zeros(1, drafts.cost[0].dtype)

    def sums(parts: tuple[IntegerArray, ...]) -> IntegerArray:
        chosen = (parts[i][one.start : one.stop] for i, one in zip(endings, ranges, strict=True))
        return reduce(lambda a, b: np.add.outer(a, b).ravel(), chosen, nothing)

    families = (drafts.worth, drafts.square, drafts.hits)
    worth, square, hits = (np.array([sums(row) for row in rows]) for rows in families)
    order = np.argsort(worth[0], kind="stable")
    cost = sums(drafts.cost)[order]
    return _Half(endings, ranges, order, worth[:, order], square[:, order], hits[:, order], cost)
