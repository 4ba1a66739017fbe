"""Simulation of a wager by its rules, from a seed: to support odds, never to produce or to prove them.

Nothing here looks at the chain. Rounds go through the rule one spin after another, many rounds at a
time: a table remembers what each outcome did to each state that has come up. Rounds are played in lots, each
on random numbers of its own, so that they come to the same figures on any number of processors.
"""

import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from math import copysign, inf, sqrt
from threading import Lock
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution
from markov.processors import processors
from markov.wager.game import slug
from markov.wager.odds import Answer, Odds, Strategy
from markov.wager.rule import End, after_trial, only_stops
from markov.wager.wager import PaytableMismatch, Wager

BOUND = 5
"""The standard errors that a sample mean may be away from what is expected.

A right answer is further away about once in 1.7 million times, so a failure is an error and not bad luck.
"""

LARGE = 2**900  # of a number that floats have, beside which all others are small
_AT_ONCE = 1 << 16  # rounds of a lot: they fit a cache, and four times as many are no faster
_MOST_SPINS = 10**10  # measured: 11 ns each on one processor, so two minutes
_LONGEST = 10**6  # spins of a round, on average: one after the other they take 10 µs each, however few rounds
_MOST_DIGITS = 150  # of a return, whose square a float holds
_LOOKED_UP = 1 << 16  # up to this total a table with an entry for each unit of weight is the fastest draw
_WAITING = 1_000  # lots at most that wait for a processor
_UNKNOWN = -(1 << 31)
_BITS = 32  # of a draw at first; above them an int64 has room for the number of a wheel
_BEYOND = 2**63 - 1  # every edge

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Trial:
    """The figures of a wager that was played many times, beside the exact ones.

    wager      its slug
    counts     how often each ending came up, by name
    returned   mean of what came back per unit staked, and `expected` the same by the answer
    z          returned less expected, in exact standard errors; infinite where the two differ though
               nothing can vary, and where an ending came up that the answer gives no chance
    spins      mean of the number of spins, and `spins_z` how far it is from the answer's, as for z
    lots       the rounds and the spins of each lot; lots are independent of each other
    """

    wager: str
    play: Strategy
    rounds: int
    counts: Mapping[str, int]
    returned: Fraction
    expected: Fraction
    z: float
    spins: Fraction
    spins_z: float
    lots: tuple[tuple[int, int], ...]


def simulate(
    wager: Wager,
    answered: Answer,
    rounds: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    workers: int | None = None,
) -> list[Trial]:
    """The trials of both plays, never and optimal, each on spins of its own.

    workers   processors that play at the same time; all that this process may use where it is left out

    The spins depend on the seed and on the slug of the wager alone, so a wager comes to the same figures by
    itself and within its sheet. Best play that never takes an offer is not played again: it is the same play.
    After each lot of rounds progress is told how many are done.

    Raises ValueError for less than one round, a seed below 0, or an offer that the answer does not know;
    PaytableMismatch when an ending comes up that has no pay; TooMuchWork for more spins than can be waited
    for, and for pays whose squares are beyond floats.
    """
    if rounds < 1:
        raise ValueError(f"{rounds} rounds cannot be played; ask for 1 or more")
    if seed < 0:
        raise ValueError(f"{seed} is not a seed; give a whole number from 0 up")
    if answered.merged and answered.offers:
        raise TooMuchWork(
            "states that play alike are merged, so the rules cannot be held against the offers; a "
            "higher limit on states (--max-states) keeps them apart"
        )
    if max(map(abs, wager.pays.values())) >= 10**_MOST_DIGITS:
        raise TooMuchWork(
            f"an ending returns a number of more than {_MOST_DIGITS} digits, too long for a simulation; ask "
            "for smaller pays"
        )
    mean = max(answered.never.spins.mean, answered.optimal.spins.mean)
    if (longest := round(mean)) > _LONGEST:
        raise TooMuchWork(
            f"a round takes about {longest:,} spins, too many to be played; ask for the odds alone"
        )
    if (spins := round(rounds * mean)) > _MOST_SPINS:
        most = int(_MOST_SPINS / mean)
        raise TooMuchWork(f"{rounds:,} rounds take about {spins:,} spins; ask for {most:,} rounds at most")
    by_way = _moves_by_way(wager, answered)

    def lot(number: int) -> list[_Lot]:
        size = min(_AT_ONCE, rounds - number * _AT_ONCE)
        return [
            _played(moves, size, _generator(wager, seed, way, number)) for way, moves in enumerate(by_way)
        ]

    lots = -(-rounds // _AT_ONCE)
    played: list[list[_Lot]] = []
    for both in _in_order(lot, lots, min(lots, workers or processors())):
        played.append(both)
        if progress:
            progress(min(rounds, len(played) * _AT_ONCE))
    ways: tuple[Strategy, ...] = "never", "optimal"
    trials = [
        _trial(wager, moves.ends, way, answered.played(way), played_way)
        for moves, way, played_way in zip(by_way, ways, zip(*played, strict=True), strict=False)
    ]
    return trials if len(trials) == len(ways) else [*trials, replace(trials[0], play="optimal")]


def _moves_by_way(wager: Wager, answered: Answer) -> "list[_Successors]":
    """The moves of each way of playing: to the end or by first choices, and best where that is another."""
    from markov.wager.decisions import by_policy

    forced = {ending.ending for ending in answered.never.endings}
    if only_stops(wager.rule) and wager.pays.keys() <= forced and not answered.offers:
        return [_Successors(wager)]  # nothing to choose: no state has to be asked for its actions
    policies = [answered.policy(way) for way in ("never", "optimal")]
    different = policies[: 1 + (policies[0] != policies[1])]
    return [_Successors(by_policy(wager, policy)) for policy in different]


def _generator(wager: Wager, seed: int, way: int, lot: int) -> np.random.Generator:
    """The random numbers of a lot of rounds under one way of playing, and of no other."""
    keys = (crc32(slug(wager.name).encode()), way, lot)
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=keys)))


def _in_order(play: "Callable[[int], list[_Lot]]", lots: int, workers: int) -> "Iterator[list[_Lot]]":
    """All lots, in their order; numpy lets go of the interpreter, so threads share the work."""
    with ThreadPoolExecutor(workers) as pool:
        for first in range(0, lots, _WAITING):
            yield from pool.map(play, range(first, min(first + _WAITING, lots)))


def draws(wager: Wager, seed: int) -> Callable[[Any], Any]:
    """The draw of an outcome in a state, spin by spin in one round of the wager.

    It depends on the seed, the wheel and the slug of the wager alone, and on what was drawn before.
    """
    # A number and not a text is the seed, and whole weights are drawn, so that every Python plays alike.
    numbers = random.Random(1_000 * seed + sum(slug(wager.name).encode()))  # noqa: S311

    def draw(state: Any) -> Any:
        wheel = wager.wheel_at(state)
        return list(wheel)[bisect_right(list(accumulate(wheel.values())), numbers.randrange(wheel.total))]

    return draw


class _Wheels:
    """Wheels as they are drawn from together, by the positions of their outcomes; no weight is ever a float.

    A draw is a number of [0, 1) by its first bits, and they nearly always say on which side of every edge
    between outcomes it is; where they do not, more are drawn. The edges of all wheels, rounded down to as
    many bits, are one sorted array, in which the number of a wheel is above the bits.
    """

    def __init__(self) -> None:
        self.outcomes: list[list[Any]] = []
        self._numbers: dict[Distribution[Any], int] = {}
        self._bounds: list[list[int]] = []
        self._first = np.zeros(64, dtype=np.int64)  # by wheel: the place of its first edge
        self._edges = np.full(64, _BEYOND)
        self._size = 0

    def number(self, wheel: Distribution[Any]) -> int:
        """The number of a wheel, which is new or not; one thread at a time asks for it."""
        if wheel not in self._numbers:
            number = len(self.outcomes)
            bounds = list(accumulate(wheel.values()))
            edges = [(number << _BITS) + (bound << _BITS) // wheel.total for bound in (0, *bounds[:-1])]
            self._first = _with_room(self._first, number + 1, 0)
            self._edges = _with_room(self._edges, self._size + len(edges), _BEYOND)
            self._first[number] = self._size
            self._edges[self._size : self._size + len(edges)] = edges
            self._size += len(edges)
            self._bounds.append(bounds)
            self.outcomes.append(list(wheel))
            self._numbers[wheel] = number
        return self._numbers[wheel]

    def draw(self, numbers: Integers, generator: np.random.Generator) -> Integers:
        """An outcome of each of the wheels, drawn exactly by its weight."""
        edges, first = self._edges, self._first
        bits = generator.integers(1 << _BITS, size=numbers.size)
        places = (numbers << _BITS) + bits
        found = edges.searchsorted(places, side="right") - 1
        drawn: Integers = found - first.take(numbers)
        for i in np.flatnonzero(edges.take(found) == places).tolist():
            drawn[i] = _settled(self._bounds[numbers[i]], int(bits[i]), generator)
        return drawn


def _settled(bounds: Sequence[int], drawn: int, generator: np.random.Generator) -> int:
    """The outcome in whose part of the wheel a number lies, with as many more bits as say it."""
    bits, total = _BITS, bounds[-1]
    while True:
        first = bisect_right(bounds, drawn * total >> bits)
        if first == bisect_left(bounds, -(-(drawn + 1) * total >> bits)):
            return first
        drawn = drawn << _BITS | int(generator.integers(1 << _BITS))
        bits += _BITS


def _with_room(array: Integers, size: int, filler: int) -> Integers:
    """The array where it is so long, else one that is at least twice as long, filled up."""
    if size <= len(array):
        return array
    return np.concatenate([array, np.full(max(size, len(array)), filler)])


class _Successors:
    """The successor of each state under each outcome, asked of the rule once, when it first comes up.

    Codes from 0 up are states; those below 0 are ends, -1 being ends[0]. Wheels are numbered as they come
    up, and rows are as wide as the widest of them. Arrays only grow, so that whoever has a code finds it in
    all of them; one that has no room is replaced.
    """

    def __init__(self, wager: Wager) -> None:
        self.ends: list[str] = []
        self._wager = wager
        self._wheels = _Wheels()
        self._units: NDArray[Any] | None = None  # of a small wheel: an entry for each unit of weight
        if not wager.wheel_varies and wager.wheel.total <= _LOOKED_UP:
            units = np.uint8 if wager.wheel.total <= 1 << 8 else np.uint16
            self._units = np.repeat(np.arange(len(wager.wheel), dtype=units), list(wager.wheel.values()))
        self._codes: dict[Hashable, int] = {}
        self._states: list[Any] = []
        self._lock = Lock()  # whoever asks the rule; what is known is read without it
        self._after = np.full(
            (64, 0), _UNKNOWN, dtype=np.int32
        )  # by state and outcome: the code that follows
        self._wheel_at = np.zeros(64, dtype=np.int64)  # by state: the number of its wheel
        self.start = self._code(wager.rule.start)

    def after(self, states: Integers, generator: np.random.Generator) -> Integers:
        """The codes that the states lead to, each by an outcome that is drawn for it."""
        after, drawn = self._after, self._outcomes(states, generator)
        codes: Integers = after.take(states * after.shape[1] + drawn).astype(np.int64)
        if codes.min() == _UNKNOWN:
            unknown = np.flatnonzero(codes == _UNKNOWN)
            states, drawn = states[unknown], drawn[unknown]
            self._ask(states, drawn)
            codes[unknown] = self._after[states, drawn]
        return codes

    def _outcomes(self, states: Integers, generator: np.random.Generator) -> NDArray[Any]:
        """An outcome for each of the states, by its position on the wheel of the state."""
        if self._units is None:
            return self._wheels.draw(self._wheel_at.take(states), generator)
        drawn = generator.integers(self._units.size, size=states.size, dtype=self._units.dtype)
        units: NDArray[Any] = self._units.take(drawn)
        return units

    def _ask(self, states: Integers, drawn: NDArray[Any]) -> None:
        """Asks the rule what follows on those states and outcomes, each once."""
        rule = self._wager.rule
        with self._lock:
            width = self._after.shape[1]
            states, drawn = np.divmod(np.unique(states * width + drawn), width)
            new = self._after[states, drawn] == _UNKNOWN  # nobody has asked meanwhile
            states, drawn = states[new], drawn[new]
            wheels = [self._wheels.outcomes[number] for number in self._wheel_at[states].tolist()]
            codes = [
                self._code(after_trial(rule, self._states[state], outcomes[k]))
                for state, k, outcomes in zip(states.tolist(), drawn.tolist(), wheels, strict=True)
            ]
            self._after[states, drawn] = codes

    def _code(self, state: Any) -> int:
        if state not in self._codes:
            self._codes[state] = self._end(state) if isinstance(state, End) else self._state(state)
        return self._codes[state]

    def _end(self, end: End) -> int:
        if end.name not in self._wager.pays:
            raise PaytableMismatch(f"{self._wager.name}: play came to {end.name!r}, which has no pay")
        if end.name not in self.ends:
            self.ends.append(end.name)
        return -1 - self.ends.index(end.name)

    def _state(self, state: Any) -> int:
        code = len(self._states)
        wager = self._wager
        number = self._wheels.number(wager.wheel_at(state) if wager.wheel_varies else wager.wheel)
        self._make_room(code, len(self._wheels.outcomes[number]))
        self._wheel_at[code] = number
        self._states.append(state)
        return code

    def _make_room(self, code: int, outcomes: int) -> None:
        """Makes room in the arrays for a state of that code, with so many outcomes."""
        self._wheel_at = _with_room(self._wheel_at, code + 1, 0)
        room, width = self._after.shape
        if room < len(self._wheel_at) or width < outcomes:
            after = np.full((len(self._wheel_at), max(width, outcomes)), _UNKNOWN, dtype=np.int32)
            after[:room, :width] = self._after
            self._after = after


@dataclass(frozen=True, slots=True)
class _Lot:
    """Rounds that were played at once: their spins, and how often they came to each end, by its position."""

    spins: int
    ended: Counter[int]


def _played(moves: _Successors, rounds: int, generator: np.random.Generator) -> _Lot:
    """So many rounds, played at once until none is left."""
    spins, ended = 0, Counter[int]()
    codes = np.full(rounds, moves.start)
    while True:
        over = codes < 0
        if over.any():
            ended.update(dict(enumerate(np.bincount(-1 - codes[over]).tolist())))
            codes = codes[~over]
        if not codes.size:
            return _Lot(spins, ended)
        spins += codes.size
        codes = moves.after(codes, generator)


def _trial(wager: Wager, ends: Sequence[str], play: Strategy, exact: Odds, lots: Sequence[_Lot]) -> Trial:
    """The figures of all lots of one way of playing, beside the exact ones; `ends` names the ends."""
    sizes = tuple((lot.ended.total(), lot.spins) for lot in lots)
    rounds, spun = map(sum, zip(*sizes, strict=True))
    ended = Counter[str]()
    for lot in lots:
        ended.update({ends[i]: times for i, times in lot.ended.items() if times})
    counts = {ending.ending: 0 for ending in exact.endings}
    impossible = ended.keys() - counts.keys()
    counts |= {name: ended[name] for name in sorted(ended)}
    returned = sum((wager.pays[name] * times for name, times in counts.items()), Fraction(0)) / rounds
    spins = Fraction(spun, rounds)
    return Trial(
        wager=slug(wager.name),
        play=play,
        rounds=rounds,
        counts=counts,
        returned=returned,
        expected=exact.returned,
        z=inf if impossible else standard_errors(returned - exact.returned, returned_variance(exact), rounds),
        spins=spins,
        spins_z=standard_errors(spins - exact.spins.mean, exact.spins.variance, rounds),
        lots=sizes,
    )


def returned_variance(play: Odds) -> Fraction:
    """The variance of the gross return, whatever is put down on the way."""
    square = sum((e.probability * e.returned**2 for e in play.endings), Fraction(0))
    return square - play.returned**2


def standard_errors(off: Fraction, variance: Fraction, rounds: int) -> float:
    """The number of standard errors that a mean is off; infinite where it is off and nothing can vary."""
    size = sqrt(min(off * off * rounds / variance, Fraction(LARGE))) if variance else inf
    return copysign(size, 1 if off > 0 else -1) if off else 0.0
