"""Plays the rules, seeded: to confirm odds, never to produce them.

Nothing here looks at the chain. Rounds go through `Rule.step` one spin after another, many rounds at a
time: a table remembers what each outcome did to each state that has come up.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import copysign, inf, sqrt
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution
from markov.wager.game import slug
from markov.wager.odds import Answer, Play
from markov.wager.wager import End, Mispriced, Wager

BOUND = 5
"""The standard errors that a sample mean may be away from what is expected.

A right answer is further away about once in 1.7 million times, so a failure is an error and not bad luck.
"""

_AT_ONCE = 1 << 16  # rounds; this bounds memory, and four times as many are no faster
_MOST_SPINS = 10**10  # measured: 40 ns each, so six minutes
_LONGEST = 10**6  # spins of a round, on average: one after the other they take 10 µs each, however few rounds
_LOOKED_UP = 1 << 16  # up to this total a table with an entry for each unit of weight is the fastest draw

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Trial:
    """The figures of a wager that was played many times, beside the exact ones.

    wager      its slug
    play       "never" or "optimal", as in the answer
    counts     how often each ending came up, by name
    returned   mean of what came back per unit staked, and `expected` the same by the answer
    z          returned less expected, in exact standard errors; infinite where the two differ though
               nothing can vary, and where an ending came up that the answer gives no chance
    spins      mean of the number of spins, and `spins_z` how far it is from the answer's, as for z
    """

    wager: str
    play: str
    rounds: int
    counts: Mapping[str, int]
    returned: Fraction
    expected: Fraction
    z: float
    spins: Fraction
    spins_z: float


def simulate(
    wager: Wager,
    answered: Answer,
    rounds: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
) -> list[Trial]:
    """The trials of both plays, never and optimal, over the same spins.

    The spins depend on the seed and on the slug of the wager alone, so a wager comes to the same
    figures by itself and within its sheet. After each lot of rounds progress is told how many are done.

    Raises ValueError for less than one round, a seed below 0, or an offer that the answer does not know;
    Mispriced when an ending comes up that has no pay; TooMuchWork for more spins than can be waited for.
    """
    if rounds < 1:
        raise ValueError(f"{rounds} rounds cannot be played; ask for 1 or more")
    if seed < 0:
        raise ValueError(f"{seed} is not a seed; give a whole number from 0 up")
    if answered.merged and answered.offers:
        raise TooMuchWork(
            "states that play alike are merged, so the rules cannot be held against the offers; a "
            "higher --max-states keeps them apart"
        )
    if (spins := round(rounds * answered.never.spins.mean)) > _MOST_SPINS:
        raise TooMuchWork(f"{rounds:,} rounds take about {spins:,} spins; ask for fewer rounds")
    if (longest := round(answered.never.spins.mean)) > _LONGEST:
        raise TooMuchWork(
            f"a round takes about {longest:,} spins, too many to be played; ask for the odds alone"
        )
    seeds = np.random.SeedSequence(seed, spawn_key=(crc32(slug(wager.name).encode()),))
    moves = _Moves(wager, answered, np.random.Generator(np.random.PCG64(seeds)))
    never, optimal = _Count(), _Count()
    for done in range(0, rounds, _AT_ONCE):
        size = min(_AT_ONCE, rounds - done)
        _play(moves, size, never, optimal)
        if progress:
            progress(done + size)
    return [
        _trial(wager, moves.ends, "never", answered.never, never, rounds),
        _trial(wager, moves.ends, "optimal", answered.optimal, optimal, rounds),
    ]


def all_within(trials: Iterable[Trial], bound: float = BOUND) -> bool:
    """True where every mean, of returns and of spins, is within so many standard errors of the exact one."""
    return all(abs(z) <= bound for trial in trials for z in (trial.z, trial.spins_z))


def _drawing(wheel: Distribution[Any], generator: np.random.Generator) -> Callable[[int], Integers]:
    """Draws so many outcomes, by their positions on the wheel, each exactly by its weight."""
    total = wheel.total
    bounds = list(accumulate(wheel.values()))
    if total <= _LOOKED_UP:
        table = np.repeat(np.arange(len(wheel)), list(wheel.values()))
        return lambda size: table[generator.integers(total, size=size)]
    if total < 2**63:
        edges = np.array(bounds)
        return lambda size: np.searchsorted(edges, generator.integers(total, size=size), side="right")

    def wide() -> int:
        bits = total.bit_length()
        while True:  # a number of so many bits is below the total more often than not
            drawn = int.from_bytes(generator.bytes(-(-bits // 8)), "little") & ((1 << bits) - 1)
            if drawn < total:
                return bisect_right(bounds, drawn)

    return lambda size: np.array([wide() for _ in range(size)])


class _Moves:
    """The successor of each state under each outcome, asked of the rule once, when it first comes up.

    Codes from 0 up are states; those below -1 are ends, -2 being ends[0]; -1 is not known yet. Wheels are
    numbered as they come up, and rows are as wide as the widest of them.
    """

    def __init__(self, wager: Wager, answered: Answer, generator: np.random.Generator) -> None:
        self.ends: list[str] = []
        self._wager, self._generator = wager, generator
        self._taken = {offer.state: offer.take for offer in answered.offers}
        self.stopping = any(self._taken.values())
        self._wheels: dict[Distribution[Any], int] = {}
        self._outcomes: list[list[Any]] = []
        self._draws: list[Callable[[int], Integers]] = []
        self._width = 0
        self._codes: dict[Hashable, int] = {}
        self._states: list[Any] = []
        self._next: Integers = np.full(64, -1)
        self._stops: Integers = np.full(64, -1)
        self._turned: Integers = np.zeros(64, dtype=np.int64)
        self.start = self._code(wager.rule.start)

    def after(self, states: Integers) -> Integers:
        """The codes that the states lead to, each by an outcome that is drawn for it."""
        drawn = self._drawn(states)
        found = self._next.take(states * self._width + drawn)
        unknown = np.flatnonzero(found == -1)
        if unknown.size:
            states, drawn = states[unknown], drawn[unknown]
            self._ask(np.unique(states * self._width + drawn))
            found[unknown] = self._next[states * self._width + drawn]
        return found

    def _drawn(self, states: Integers) -> Integers:
        """An outcome for each of the states, by its position on the wheel of the state."""
        if len(self._draws) == 1:
            return self._draws[0](states.size)
        turned = self._turned.take(states)
        found = np.empty_like(states)
        for number in np.unique(turned).tolist():
            here = turned == number
            found[here] = self._draws[number](int(np.count_nonzero(here)))
        return found

    def taken_ends(self, states: Integers) -> Integers:
        """For each state the code of the end that is taken there, or -1."""
        return self._stops.take(states)

    def _ask(self, pairs: Integers) -> None:
        step, width = self._wager.rule.step, self._width
        found = []
        for state, out in (divmod(pair, width) for pair in pairs.tolist()):
            outcomes = self._outcomes[self._turned[state]]
            found.append((state, out, self._code(step(self._states[state], outcomes[out]))))
        for state, out, code in found:  # a wheel that came up meanwhile may have made the rows wider
            self._next[state * self._width + out] = code

    def _code(self, state: Any) -> int:
        if state not in self._codes:
            self._codes[state] = self._end(state) if isinstance(state, End) else self._state(state)
        return self._codes[state]

    def _end(self, end: End) -> int:
        if end.name not in self._wager.pays:
            raise Mispriced(f"{self._wager.name}: play came to {end.name!r}, which has no pay")
        if end.name not in self.ends:
            self.ends.append(end.name)
        return -2 - self.ends.index(end.name)

    def _state(self, state: Any) -> int:
        code = len(self._states)
        self._states.append(state)
        if code == len(self._stops):
            self._next = np.concatenate((self._next, np.full_like(self._next, -1)))
            self._stops = np.concatenate((self._stops, np.full_like(self._stops, -1)))
            self._turned = np.concatenate((self._turned, np.zeros_like(self._turned)))
        self._turned[code] = self._wheel(self._wager.turned(state))
        offered = self._wager.rule.offer(state)
        if offered is not None and offered.name in self._wager.pays:
            if state not in self._taken:
                name = self._wager.name
                raise ValueError(f"{name}: the answer does not know the offer {offered.name!r} in {state!r}")
            if self._taken[state]:
                self._stops[code] = self._end(offered)
        return code

    def _wheel(self, wheel: Distribution[Any]) -> int:
        """The number of the wheel."""
        if wheel not in self._wheels:
            self._wheels[wheel] = len(self._draws)
            self._outcomes.append(list(wheel))
            self._draws.append(_drawing(wheel, self._generator))
            if (wider := len(wheel) - self._width) > 0:
                rows = self._next.reshape(len(self._stops), -1)[:, : self._width]
                more = np.full((len(self._stops), wider), -1)
                self._next = np.hstack((rows, more)).ravel()
                self._width = len(wheel)
        return self._wheels[wheel]


class _Count:
    """Endings and spins counted so far."""

    def __init__(self) -> None:
        self.spins = 0
        self.ended: list[int] = []

    def count(self, codes: Integers) -> None:
        """Counts rounds that are over, by the codes of their ends."""
        counted = np.bincount(-2 - codes).tolist()
        self.ended += [0] * (len(counted) - len(self.ended))
        for i, times in enumerate(counted):
            self.ended[i] += times


def _play(moves: _Moves, rounds: int, never: _Count, optimal: _Count) -> None:
    """Plays so many rounds at once, until none is left."""
    states = np.full(rounds, moves.start)
    playing = np.ones(rounds, dtype=bool)  # by best play, which may have stopped where the other plays on
    while states.size:
        if moves.stopping:
            stops = moves.taken_ends(states)
            stopping = playing & (stops != -1)
            optimal.count(stops[stopping])
            playing &= ~stopping
        never.spins += states.size
        optimal.spins += int(np.count_nonzero(playing))
        states = moves.after(states)
        over = states < 0
        never.count(states[over])
        optimal.count(states[over & playing])
        states, playing = states[~over], playing[~over]


def _trial(wager: Wager, ends: list[str], play: str, exact: Play, tally: _Count, rounds: int) -> Trial:
    counts = {ending.ending: 0 for ending in exact.endings}
    ended = {name: times for name, times in zip(ends, tally.ended, strict=False) if times}
    impossible = ended.keys() - counts.keys()
    counts |= ended
    returned = sum((wager.pays[name] * times for name, times in counts.items()), Fraction(0)) / rounds
    raised = sum((wager.put_down(name) * times for name, times in counts.items()), Fraction(0)) / rounds
    spins = Fraction(tally.spins, rounds)
    return Trial(
        wager=slug(wager.name),
        play=play,
        rounds=rounds,
        counts=counts,
        returned=returned,
        expected=exact.returned,
        z=inf if impossible else _z((returned - raised) - exact.net, exact.variance, rounds),
        spins=spins,
        spins_z=_z(spins - exact.spins.mean, exact.spins.variance, rounds),
    )


def _z(off: Fraction, variance: Fraction, rounds: int) -> float:
    size = sqrt(off * off * rounds / variance) if variance else inf
    return copysign(size, off) if off else 0.0
