"""Near drafts by integer programmes, where there are too many to be searched.

HiGHS, which scipy.optimize.milp calls, computes in doubles: it may call infeasible what is not, or optimal
what is not even feasible (https://github.com/scipy/scipy/issues/24141). So it only proposes. Each proposal is
checked in whole numbers; right or wrong, its box is then split around it and the parts are solved in turn, so
that a wrong proposal hides no other draft. That none is nearer is what HiGHS found, and not proved.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

import numpy as np

from markov.chain.transitions import TooMuchWork
from markov.questions.design.candidates import Draft, Drafts, IndexBox

_SOLVED = 3_000  # programmes before the search is given up
_SECONDS = 20.0  # for one of them
_STEEPEST = 1e7  # coefficients of one row that differ by more are not for doubles
_SLACK = 2e-6  # by which the window is widened, its largest coefficient being 1; HiGHS allows itself 1e-6


@dataclass(slots=True)
class Effort:
    """The number of programmes that were solved; `stopped` is true where the search was given up."""

    solved: int = 0
    stopped: bool = False


def proposals(drafts: Drafts, box: IndexBox, asked: Effort) -> Iterator[Draft]:
    """Drafts of the box in the window, the nearest first as far as HiGHS can tell.

    Under best play the return of a draft is the most over the policies. It must be in the window under no
    policy past the upper end, and under some policy from the lower end on: one programme for each.

    Raises TooMuchWork where the numbers are too far apart for doubles.
    """
    turn = count()
    waiting: list[tuple[int | float, int, int, IndexBox, Draft]] = []
    given: set[Draft] = set()

    def ask(policy: int, part: IndexBox) -> None:
        if asked.solved >= _SOLVED:
            asked.stopped = True
        elif all(part) and _possible(drafts, policy, part):
            asked.solved += 1
            if (draft := _solved(drafts, policy, part, asked)) is not None:
                heappush(waiting, (drafts.distance(draft), next(turn), policy, part, draft))

    for policy in range(len(drafts.worth)):
        ask(policy, box)
    while waiting:
        _, _, policy, part, draft = heappop(waiting)
        if draft not in given and drafts.lowest <= max(drafts.returns(draft)) <= drafts.highest:
            given.add(draft)
            yield draft
        kept = list(part)
        for i, g in enumerate(draft):
            for beside in (range(part[i].start, g), range(g + 1, part[i].stop)):
                ask(policy, (*kept[:i], beside, *part[i + 1 :]))
            kept[i] = range(g, g + 1)


def _possible(drafts: Drafts, policy: int, box: IndexBox) -> bool:
    """True where the lowest and the highest pays leave the window open, in whole numbers."""
    low = max(drafts.returns(tuple(one[0] for one in box)))
    return low <= drafts.highest and drafts.returns(tuple(one[-1] for one in box))[policy] >= drafts.lowest


def _solved(drafts: Drafts, policy: int, box: IndexBox, asked: Effort) -> Draft | None:
    """The nearest draft of the box in the window, by HiGHS; None where it finds none.

    The unknowns are the indices x and, above them, the distances t: t >= a(x - c) and t >= -a(x - c).
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    n = len(box)
    slope = [one.step / one.weight for one in drafts.free]
    slopes = np.diag([float(s / min(slope)) for s in slope])
    centre = np.array([float((one.target - one.first) / one.step) for one in drafts.free])
    rows = [np.hstack((slopes, -np.eye(n))), np.hstack((-slopes, -np.eye(n)))]
    least, most = [np.full(2 * n, -np.inf)], [slopes @ centre, -slopes @ centre]
    first = tuple(0 for _ in box)
    for r, start in enumerate(drafts.returns(first)):
        per = [int(part[1] - part[0]) if len(part) > 1 else 0 for part in drafts.worth[r]]
        largest = max(per)
        if not largest:
            continue
        if min(p for p in per if p) * _STEEPEST < largest:
            raise TooMuchWork(
                "the chances of the endings are too far apart for an integer programme; free fewer of them"
            )
        rows.append(np.array([[p / largest for p in per] + [0.0] * n]))
        lowest = (drafts.lowest - start) / largest - _SLACK if r == policy else -np.inf
        least.append(np.array([lowest]))
        most.append(np.array([(drafts.highest - start) / largest + _SLACK]))
    found = milp(
        np.concatenate((np.zeros(n), np.ones(n))),
        integrality=np.concatenate((np.ones(n), np.zeros(n))),
        bounds=Bounds([one[0] for one in box] + [0] * n, [one[-1] for one in box] + [np.inf] * n),
        constraints=LinearConstraint(np.vstack(rows), np.concatenate(least), np.concatenate(most)),
        options={"mip_rel_gap": 0.0, "time_limit": _SECONDS},
    )
    if found.status == 2:  # infeasible
        return None
    asked.stopped |= found.status != 0  # the time, or a difficulty
    if found.x is None:
        return None
    return tuple(
        min(max(round(x), one[0]), one[-1]) for x, one in zip(found.x[:n].tolist(), box, strict=True)
    )
