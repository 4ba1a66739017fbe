"""The exact law of the number of spins that a wager lasts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, lcm
from typing import get_args

import numpy as np

from markov.chain.chain import MAX_STATES
from markov.chain.law import Law, duration_law
from markov.chain.transitions import Spins, TooMuchWork, Transitions
from markov.exact import chance, in_short, significant
from markov.race.race import going_on
from markov.shown import HasView
from markov.wager.game import Unknown, check_one_of
from markov.wager.odds import Raced, Solved, Strategy, by_road
from markov.wager.outcome import RaceLaw
from markov.wager.wager import Wager

_JUMPED = 64  # states in play up to which the law reaches a far number of spins without all before it
_BY_ENDING = 2_000  # states in play; a law given the ending is solved anew for each
_WALKED = 200  # spins that are walked one by one where the law could jump
_PEAK = 500  # spins among which the most likely number is looked for
# Measured: both limits take about a minute.
_MOST_BITS = 1_000_000  # of a chance; reducing it takes time with the square
_DEAR = 5  # times fewer take part of a second
_MOST_JUMPED = 30_000_000  # bits times states in play
_MOST_WALKED = 10**9  # transitions times spins, more where chances are long
_MOST_RACED = 1_000  # spins of a race: some seconds
_LONG = 4_000  # bits that take as long again as the step itself


class _Walked:
    """The chances of 0, 1, 2, … spins as far as anyone has asked, and their sums: each is found once."""

    def __init__(self, numbers: Iterator[Fraction]) -> None:
        self.chances: list[Fraction] = []
        self.sums: list[Fraction] = []
        self._numbers = numbers

    def until(self, n: int) -> None:
        """Walks on, until the chance of n is known."""
        while len(self.sums) <= n:
            self.chances.append(next(self._numbers))
            self.sums.append(self.chances[-1] + (self.sums[-1] if self.sums else 0))


@dataclass(frozen=True, slots=True, eq=False)
class EndingLaw:
    """The law of the number of spins, given how the wager ends.

    ending         empty where it may end in any way
    chance         that it ends so
    most           spins up to which the law can be had in about a minute
    spins          their mean and variance
    """

    ending: str
    chance: Fraction
    most: int
    spins: Spins
    _wager: Wager
    _law: Law | None  # that can jump to a far number; others are walked to
    _walked: _Walked
    _loops: bool  # play may come back to a state
    _whole: _Walked  # the same, however the wager ends
    _bound: Fraction  # of the chance of any number of spins, over that of so many or more, in whatever way

    @property
    def mean(self) -> Fraction:
        """The expected number of spins."""
        return self.spins.mean

    @property
    def variance(self) -> Fraction:
        """The variance of the number of spins."""
        return self.spins.variance

    def at(self, n: int) -> Fraction:
        """The chance of exactly n spins."""
        self._reach(n)
        if self._law is not None and self._far(n):
            return self._law.at(n)
        self._walked.until(n)
        return self._walked.chances[n]

    def within(self, n: int) -> Fraction:
        """The chance of at most n spins."""
        self._reach(n)
        if self._law is not None and self._far(n):
            return 1 - self._law.beyond(n)
        self._walked.until(n)
        return self._walked.sums[n]

    def at_least(self, n: int) -> Fraction:
        """The chance of n spins or more."""
        return 1 - self.within(n - 1) if n > 0 else Fraction(1)

    def quantile(self, p: str | Fraction) -> int:
        """The smallest number of spins that is enough with a chance of at least p.

        p   a percentage with its sign, such as "99%", or a fraction

        Raises ValueError where p is no chance, or is 1 and no number of spins is sure to be enough, and
        TooMuchWork where the number is out of reach.
        """
        wanted = chance(p)
        if wanted == 1 and self._law is not None:
            return self._law.quantile(1)
        if self._law is None:
            if wanted == 1 and self._loops:
                raise ValueError(f"no number of {self._wager.trial}s is sure to be enough")
            short = self.most * self._bound < wanted  # no more than that can be over by then
            if short or self.mean > 2 * self.most:
                raise self._too_far(f"the {in_short(wanted)} quantile")
        for n in range(min(self.most, self.most if self._law is None else _WALKED) + 1):
            self._walked.until(n)
            if self._walked.sums[n] >= wanted:
                return n
        if self._law is None:
            raise self._too_far(f"the {in_short(wanted)} quantile")
        return self._law.quantile(wanted, self.most)

    @property
    def most_likely(self) -> int | None:
        """The number of spins with the greatest chance, the least of several; None where it is out of reach.

        From whatever state, the chance that the next spin ends play so is bounded. So are the chances of all
        numbers beyond n, by what is left of play after n spins.
        """
        best, at = Fraction(-1), 0
        for n in range(min(self.most, _PEAK) + 1):
            self._walked.until(n)
            self._whole.until(n)
            if self._walked.chances[n] > best:
                best, at = self._walked.chances[n], n
            if self._bound * (1 - self._whole.sums[n]) <= best:
                return at
        return None

    def dear(self, n: int) -> bool:
        """True where the chance of at most n spins takes seconds to compute."""
        return self._law is not None and n > self.most // _DEAR

    def _far(self, n: int) -> bool:
        return n >= max(_WALKED, len(self._walked.sums))

    def _reach(self, n: int) -> None:
        if n < 0:
            raise ValueError(f"the number of {self._wager.trial}s, {n}, is negative")
        if n > self.most:
            raise self._too_far(f"{n:,} {self._wager.trial}s")

    def _too_far(self, what: str) -> TooMuchWork:
        reach = f"up to {self.most:,} {self._wager.trial}s"
        return TooMuchWork(
            f"{self._wager.name}: {what} cannot be had; its exact law is within reach {reach}; "
            "ask for fewer, or for the mean and the variance alone, which markov odds gives"
        )


@dataclass(frozen=True, slots=True, eq=False)
class SpinLaw(HasView):
    """The exact law of the number of spins that a wager lasts, under one way of playing it.

    wager     the wager
    play      "never", no offer taken, or "optimal", best play
    states    of the chain it is read from; states that play alike may be one there; None for a race
    total     the law, however the wager ends
    endings   the law given each ending that can happen, by its name; empty where there are too many states
    """

    wager: Wager
    play: Strategy
    states: int | None
    total: EndingLaw
    endings: Mapping[str, EndingLaw]

    def __repr__(self) -> str:
        return f"SpinLaw({self.wager.name!r}, {self.play}, mean {significant(self.mean)} {self.wager.trial}s)"

    @property
    def mean(self) -> Fraction:
        """The expected number of spins."""
        return self.total.mean

    @property
    def variance(self) -> Fraction:
        """The variance of the number of spins."""
        return self.total.variance

    @property
    def most_likely(self) -> int | None:
        """The number of spins with the greatest chance, the least of several; None where out of reach."""
        return self.total.most_likely

    def at(self, n: int) -> Fraction:
        """The chance that the wager is over after exactly n spins."""
        return self.total.at(n)

    def within(self, n: int, ending: str | None = None) -> Fraction:
        """The chance that the wager is over within n spins.

        ending   count only those rounds that end so

        >>> import markov as mk
        >>> found = mk.game("repeater-bets-plus")["repeating-2"].law()
        >>> str(found.within(2)), str(found.within(2, "made"))
        ('421/1444', '1/1444')

        Raises Unknown for an ending that cannot happen, and TooMuchWork where n is out of reach.
        """
        if ending is None:
            return self.total.within(n)
        if not self.endings:
            why = (
                "it is solved as a race"
                if self.states is None
                else f"its {self.states:,} states are too many"
            )
            raise TooMuchWork(f"{self.wager.name}: {why}, without a law by ending; leave the ending out")
        if ending not in self.endings:
            raise Unknown("ending", ending, self.endings)
        law = self.endings[ending]
        return law.chance * law.within(n)

    def at_least(self, n: int) -> Fraction:
        """The chance that the wager lasts n spins or more."""
        return self.total.at_least(n)

    def quantile(self, p: str | Fraction) -> int:
        """The smallest number of spins within which the wager is over with a chance of at least p.

        p   a percentage with its sign, such as "99%", or a fraction

        >>> import markov as mk
        >>> mk.game("repeater-bets-plus")["repeating-2"].law().quantile("99%")
        26

        Raises ValueError where p is no chance, or is 1 and no number of spins is sure to be enough, and
        TooMuchWork where the number is out of reach.
        """
        return self.total.quantile(p)


def _raced(race: RaceLaw) -> Iterator[Fraction]:
    """The chances that a race is over after 0, 1, 2, … spins."""
    before = Fraction(1)
    for going in going_on(race.ladder.goals[-1], race.wheel, race.ladder.stop, _MOST_RACED):
        yield before - going
        before = going


def spin_law(
    wager: Wager, *, play: Strategy = "never", limit: int = MAX_STATES, solution: Solved | Raced | None = None
) -> SpinLaw:
    """The exact law of the number of spins until the wager is over; of a race however it ends.

    play       "never", no offer taken, or "optimal", best play
    solution   of the rule on its wheel, where it is solved already

    >>> import markov as mk
    >>> found = mk.game("repeater-bets-plus")["repeating-2"].law()
    >>> found.mean, found.within(1), found.quantile("90%"), found.most_likely
    (Fraction(304, 49), Fraction(3, 19), 14, 1)

    Raises PaytableMismatch where the paytable does not fit what can happen.
    """
    check_one_of("way of playing", play, get_args(Strategy))
    solution = solution or by_road(wager, limit)
    if isinstance(solution, Raced):
        walked, sure = _Walked(_raced(solution.law)), Fraction(1)
        every = EndingLaw("", sure, _MOST_RACED, solution.law.spins, wager, None, walked, True, walked, sure)
        return SpinLaw(wager, play, None, every, {})
    envelope = solution.envelope(wager)
    outcome = envelope.optimum().outcome if play == "optimal" else envelope.never
    chain = outcome.cut
    ends = {i: end.name for i, end in outcome.ends.items()}
    if np.count_nonzero(chain.totals) > _JUMPED:
        chain, ends = _alike(chain, ends)
    playing = int(np.count_nonzero(chain.totals))
    most = _most(chain, playing)
    law = duration_law(chain)
    jumps = playing <= _JUMPED

    loops = bool(chain.solve_order.cycles) or bool((chain.origins() == chain.successors).any())
    whole = _Walked(law.numbers())

    def given(ending: str, law: Law, members: list[int]) -> EndingLaw:
        walked = _Walked(law.numbers()) if ending else whole
        bound = _bound(chain, members) / law.chance
        far = law if jumps else None
        return EndingLaw(ending, law.chance, most, law.spins, wager, far, walked, loops, whole, bound)

    by_name: dict[str, list[int]] = {}
    for i, name in ends.items():
        by_name.setdefault(name, []).append(i)
    laws: dict[str, EndingLaw] = {}
    if playing <= _BY_ENDING:
        for name in outcome.chances:
            laws[name] = given(name, duration_law(chain, by_name[name]), by_name[name])
    return SpinLaw(wager, play, len(chain), given("", law, list(ends)), laws)


def _alike(chain: Transitions, ends: Mapping[int, str]) -> tuple[Transitions, dict[int, str]]:
    """The smallest chain that has the same law for each ending, and its ends by name."""
    from markov.chain.lumping import lump

    names = {name: k for k, name in enumerate(dict.fromkeys(ends.values()), start=1)}
    classes = np.zeros(len(chain), dtype=np.int64)
    classes[list(ends)] = [names[name] for name in ends.values()]
    lumping = lump(chain, classes)
    return lumping.chain, {int(lumping.block[i]): name for i, name in ends.items()}


def _bound(chain: Transitions, ends: list[int]) -> Fraction:
    """The greatest chance that one spin, from whatever state, ends play in one of the ends."""
    leads = np.isin(chain.successors, ends)
    leaving = np.zeros(len(chain), dtype=object)
    np.add.at(leaving, chain.origins()[leads], chain.weights[leads])
    chances = (
        Fraction(int(leaving[chain.totals == total].max()), int(total))
        for total in set(chain.totals.tolist())
        if total
    )
    return max(chances, default=Fraction(0))


def _most(chain: Transitions, playing: int) -> int:
    """The number of spins up to which the law can be had in about a minute."""
    bits = lcm(*(total for total in set(chain.totals.tolist()) if total)).bit_length()
    if playing <= _JUMPED:
        return min(_MOST_BITS, _MOST_JUMPED // max(playing, 1)) // bits
    steps = _MOST_WALKED // len(chain.weights)
    # The last n with n (1 + n bits / LONG) <= steps, n spins being of so many bits each.
    return max(1, (isqrt(_LONG**2 + 4 * bits * _LONG * steps) - _LONG) // (2 * bits))
