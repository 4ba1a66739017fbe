"""Design: the paytables inside an edge window, best first, searched in whole numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Literal, TypeAlias

from markov.chain.transitions import TooMuchWork
from markov.questions.design.candidates import (
    Bounds,
    Candidate,
    Candidates,
    FreePay,
    IndexBox,
    Shortlist,
    affordable,
    around,
    by_top,
    candidates_of,
    search,
    size,
)
from markov.wager.envelope import undominated
from markov.wager.odds import Answer, Odds, Solved, Strategy
from markov.wager.outcome import Affine, moved_commission
from markov.wager.pay_edits import edited
from markov.wager.wager import Wager, needs_one_stake

Aim: TypeAlias = Literal["near", "top", "variance"]

_MOST_PRICED = 20_000  # paytables that are priced one by one; some minutes, measured on bets with 40 states
_FEWER = "free fewer endings, narrow their ranges or take a larger --step"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The bounds and the goal of a design.

    free    the endings whose pay is free
    edge    per stake, both ends included
    goal    near: the least distance; top: the highest pay, then the least distance; variance: the least, then
            the least distance. The distance is the sum over the free endings of |pay - target| / weight
    way     the play that the edge, the variance and the hit frequency are of
    below   what the standard deviation must be below
    hit     the hit frequency, both ends included
    """

    free: tuple[FreePay, ...]
    edge: Bounds
    goal: Aim = "near"
    count: int = 10
    way: Strategy = "optimal"
    below: Fraction | None = None
    hit: Bounds = (None, None)

    def inside(self, play: Odds) -> bool:
        """True where the edge is in the window."""
        return _inside(play.edge.per_stake, self.edge)

    def passes(self, play: Odds) -> bool:
        """True where the hit frequency and the standard deviation are as asked."""
        return _inside(play.hit_frequency, self.hit) and (self.below is None or play.variance < self.below**2)


def _inside(number: Fraction, span: Bounds) -> bool:
    low, high = span
    return (low is None or low <= number) and (high is None or number <= high)


@dataclass(frozen=True, slots=True)
class Design:
    """A paytable in the window, priced exactly.

    pays       by free ending what is returned per unit staked
    play       the play that was asked for
    distance   from the targets
    """

    pays: Mapping[str, Fraction]
    answer: Answer
    play: Odds
    distance: Fraction


@dataclass(frozen=True, slots=True)
class Designs:
    """The designs, best first.

    posted     the paytable of the sheet, as if it were one
    paytables  how many paytables there are on the grid
    stopped    whether the search was given up at a limit of work
    nearest    edges of paytables on the grid that come next to the window; only where none is inside
    least      the least variance inside the window; only where the filters keep nothing that is inside
    """

    wanted: Wanted
    posted: Design
    designs: tuple[Design, ...]
    paytables: int
    stopped: bool = False
    nearest: tuple[Fraction, ...] = ()
    least: Fraction | None = None

    @property
    def wager(self) -> Wager:
        """The wager as posted."""
        return self.posted.answer.wager

    @property
    def complete(self) -> bool:
        """True where it is proved that no other paytable is better, or that there are no more."""
        return not self.stopped


def design(solved: Solved, wager: Wager, wanted: Wanted) -> Designs:
    """The designs of a wager whose rule is solved; each is priced again, by itself, before it is given.

    Raises TooMuchWork where there are too many paytables to be searched, PaytableMismatch as pricing does.
    """
    if why := _why_one_by_one(wager, wanted):
        return _one_by_one(solved, wager, wanted, why)
    candidates, fixed = _candidates(solved, wager, wanted)
    if not affordable(candidates, candidates.box):
        raise TooMuchWork(f"{size(candidates.box):,} paytables are too many to be searched; {_FEWER}")
    top = max(fixed.values(), default=Fraction(0))
    groups = by_top(candidates, top) if wanted.goal == "top" else iter([[candidates.box]])
    open_ = ([box for box in boxes if not candidates.misses(box)] for boxes in groups)
    chosen, stopped = _searched(candidates, open_, wanted)
    designs = tuple(_priced(solved, wager, wanted, candidate) for candidate in chosen)
    for design in designs:
        if not (wanted.inside(design.play) and wanted.passes(design.play)):
            raise ArithmeticError(
                f"{wager.name}: a paytable is not what it was taken for: {dict(design.pays)}"
            )
    designed = Designs(
        wanted,
        _posted(solved, wager, wanted),
        designs,
        size(candidates.box),
        stopped=stopped,
    )
    return designed if chosen or stopped else _explained(candidates, _outlay(solved, wager), designed)


def _why_one_by_one(wager: Wager, wanted: Wanted) -> str:
    """The reason for which every paytable has to be priced by itself; none where sums of its pays tell."""
    if moved_commission(wager, [free_pay.ending for free_pay in wanted.free]):
        return "a commission moves with the pays"
    if wager.later_stakes and (wanted.goal == "variance" or wanted.below is not None):
        return "the variance is of what is won, and money is put down on the way"
    return ""


def _one_by_one(solved: Solved, wager: Wager, wanted: Wanted, why: str) -> Designs:
    """The designs, every paytable being priced by itself.

    why   the reason for which that is needed

    Raises TooMuchWork where there are too many.
    """
    box = tuple(range(free_pay.count) for free_pay in wanted.free)
    if size(box) > _MOST_PRICED:
        raise TooMuchWork(
            f"{why}, so {size(box):,} paytables would have to be priced one by one, more than "
            f"{_MOST_PRICED:,}; {_FEWER}"
        )
    inside: list[Design] = []
    edges, posted = set[Fraction](), _posted(solved, wager, wanted)
    for candidate in product(*box):
        priced = _priced(solved, wager, wanted, candidate)
        edges.add(priced.play.edge.per_stake)
        if wanted.inside(priced.play):
            inside.append(priced)
    kept = [candidate_design for candidate_design in inside if wanted.passes(candidate_design.play)]
    fixed = [pay for ending, pay in wager.pays.items() if ending not in posted.pays]

    def better(design: Design) -> tuple[Fraction, ...]:
        if wanted.goal == "top":
            return -max([*design.pays.values(), *fixed]), design.distance
        return (design.play.variance, design.distance) if wanted.goal == "variance" else (design.distance,)

    low, high = wanted.edge
    below = [edge for edge in edges if low is not None and edge < low]
    above = [edge for edge in edges if high is not None and edge > high]
    return Designs(
        wanted,
        posted,
        tuple(sorted(kept, key=better)[: wanted.count]),
        size(box),
        nearest=() if inside else tuple(of(chosen) for of, chosen in ((max, below), (min, above)) if chosen),
        least=min((candidate_design.play.variance for candidate_design in inside), default=None)
        if not kept
        else None,
    )


def _design(wanted: Wanted, pays: Mapping[str, Fraction], answered: Answer) -> Design:
    distance = sum(
        (abs(pays[free_pay.ending] - free_pay.target) / free_pay.weight for free_pay in wanted.free),
        Fraction(0),
    )
    return Design(MappingProxyType(dict(pays)), answered, answered.played(wanted.way), distance)


def _candidates(solved: Solved, wager: Wager, wanted: Wanted) -> tuple[Candidates, Mapping[str, Fraction]]:
    free = {free_pay.ending for free_pay in wanted.free}
    fixed = {ending: pay for ending, pay in wager.pays.items() if ending not in free}
    if wanted.way == "never":
        returns: list[Affine] = [solved.envelope(wager).never.returned]
    else:
        if wager.has_actions:
            needs_one_stake(wager, "a design under best play")
        low, high = (
            fixed
            | {free_pay.ending: free_pay.pay(end) for free_pay, end in zip(wanted.free, ends, strict=True)}
            for ends in ([0] * len(free), [free_pay.count - 1 for free_pay in wanted.free])
        )
        every = solved.envelope(wager).every()
        returns = undominated([outcome.returned for outcome in every], low, high)
    low_edge, high_edge = wanted.edge
    outlay = _outlay(solved, wager)
    returned = (
        None if high_edge is None else outlay - high_edge,
        None if low_edge is None else outlay - low_edge,
    )
    below = None if wanted.below is None else wanted.below**2
    return candidates_of(wanted.free, returns, fixed, returned, below, wanted.hit), fixed


def _outlay(solved: Solved, wager: Wager) -> Fraction:
    """The expected outlay; where money is put down on the way nothing is on offer, so there is one play."""
    return solved.never.outlay(wager)


def _searched(
    candidates: Candidates, groups: Iterable[list[IndexBox]], wanted: Wanted
) -> tuple[list[Candidate], bool]:
    """The best of each group of boxes, until there are enough; and whether the search was given up."""
    chosen: list[Candidate] = []
    best = Shortlist(wanted.count)
    for boxes in groups:
        best = Shortlist(wanted.count - len(chosen), looked=best.looked)
        for box in boxes:
            search(candidates, box, best, by_variance=wanted.goal == "variance")
        chosen += [candidate for _, _, candidate in best.found]
        if best.stopped or len(chosen) == wanted.count:
            break
    return chosen, best.stopped


def _posted(solved: Solved, wager: Wager, wanted: Wanted) -> Design:
    return _design(
        wanted,
        {free_pay.ending: wager.line(free_pay.ending) for free_pay in wanted.free},
        solved.answer(wager),
    )


def _priced(solved: Solved, wager: Wager, wanted: Wanted, candidate: Candidate) -> Design:
    """The design, all its figures found from the edited wager alone."""
    pays = {free_pay.ending: free_pay.pay(g) for free_pay, g in zip(wanted.free, candidate, strict=True)}
    return _design(wanted, pays, solved.answer(edited(wager, pays)))


def _explained(candidates: Candidates, outlay: Fraction, designs: Designs) -> Designs:
    """The answer where nothing is inside: what comes nearest."""
    low, high = candidates.reach(candidates.box)
    if high < candidates.lowest or low > candidates.highest:
        ends = [high if high < candidates.lowest else low]
        return replace(designs, nearest=_edges(candidates, outlay, ends))
    if candidates.filtered:
        plain, best = candidates.unfiltered(), Shortlist(1)
        search(plain, plain.box, best, by_variance=True)
        if best.found:
            least = Fraction(best.found[0][0], candidates.unit**2)
            return replace(designs, least=None if best.stopped else least)
    ends = [worth for worth in around(candidates, candidates.box) if worth is not None]
    return replace(designs, nearest=_edges(candidates, outlay, ends))


def _edges(candidates: Candidates, outlay: Fraction, returns: list[int]) -> tuple[Fraction, ...]:
    return tuple(sorted(outlay - Fraction(worth, candidates.unit) for worth in returns))
