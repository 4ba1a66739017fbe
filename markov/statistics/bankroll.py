"""Bankroll: one bet made round after round, until the money is out, a goal is reached, or rounds are over.

Money is counted in units from the start on, so that a round moves it from x to x + k with a chance p(k). Play
stops at the floor or below, at the goal or above, and after the last round.

A limited number of rounds: the chances of all x are one long whole number, a slot an x, and a round
multiplies it with p. Exactly, a slot holds whole numbers over the power of the total weight. Else it holds
so many binary places, rounded down, and what is lost on the way is the proved error: no chance is too high,
and all together they lack it.

Without a limit: v(x), how often play comes to x, solves v = e + vP, with e one visit at the start. Of a
guess w in whole numbers over a power of two the rest r = e + wP − w is known exactly, and play that starts
with r visits ends in any given way at most |r| times: that is the proved error of every chance. Floats only
improve the guess.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import accumulate
from math import ceil, gcd, isqrt, lcm, log, log2
from typing import Any

import numpy as np

from markov.chain.transitions import TooMuchWork
from markov.exact import ball, precision
from markov.statistics.bracket import Bracket
from markov.statistics.normal import bracket

EXACT_BITS = 4_096
"""Binary digits of a denominator up to which a chance is a fraction where nothing else is said."""

_MOST_EXACT_BITS = 2**18  # that are written where a fraction is asked for
_MOST_WORK = 4 * 10**12  # bits that are multiplied, round after round; about a minute
_MOST_SHORT_WORK = 2 * 10**10  # the same, for fractions that nobody asked for
_MOST_CELLS = 2 * 10**7  # of a banded system
_MOST_EXACT_STATES = 2_000
_AT_ONCE, _STEPWISE = 256, 32  # rounds that are multiplied out, and so few that each is followed
_MANY = 512  # rounds, so that it is worth while
_NEGLIGIBLE = 100  # binary places behind which money that is far off is forgotten, with that as an error

_BITS = (80, 160, 320, 640, 1280)  # binary places that are tried until the digits of every chance are proved
_MOST_BITS = 10**7  # of all amounts between two barriers, or of five for each round
_PROVED = Fraction(1, 2**40)  # of a chance: so little of it is left open
_LEFT = Fraction(1, 2**80)  # of play: so little of it may go on for more rounds than are followed
_NONE = Fraction(0)
_FLOAT_BITS = 900  # of a whole number that a float takes, with room for what it is solved for
_ROOT_BITS = 192  # to which the chance to lose a unit at all is known


def common_unit(amounts: Sequence[Fraction]) -> Fraction:
    """The greatest amount of which all of them are multiples; of nothing but zeros 1."""
    over = lcm(*(amount.denominator for amount in amounts))
    return Fraction(gcd(*(int(amount * over) for amount in amounts)) or 1, over)


@dataclass(frozen=True)
class Gains:
    """The gain of the player in a round: whole numbers of a unit of money, with whole-number weights."""

    unit: Fraction
    weights: Mapping[int, int]

    @classmethod
    def of(cls, law: Mapping[Fraction, Fraction]) -> "Gains":
        """The gains of a law: amounts of money with their chances.

        >>> Gains.of({Fraction(-1, 2): Fraction(2, 3), Fraction(3, 4): Fraction(1, 3)})
        Gains(unit=Fraction(1, 4), weights={-2: 2, 3: 1})

        Raises ValueError where the chances are below 0 or do not add to 1.
        """
        if any(chance < 0 for chance in law.values()) or sum(law.values()) != 1:
            raise ValueError(
                f"the chances of a round add to {sum(law.values())}, not to 1, or one is below 0"
            )
        gains = sorted(gain for gain, chance in law.items() if chance)
        unit, total = common_unit(gains), lcm(*(law[gain].denominator for gain in gains))
        return cls(unit, {int(gain / unit): int(law[gain] * total) for gain in gains})

    @cached_property
    def total(self) -> int:
        """The sum of the weights."""
        return sum(self.weights.values())

    @property
    def loss(self) -> int:
        """The greatest loss of a round, in units; 0 where none is lost."""
        return max(-min(self.weights), 0)

    @property
    def win(self) -> int:
        """The greatest gain of a round, in units; 0 where none is won."""
        return max(*self.weights, 0)

    @cached_property
    def mean(self) -> Fraction:
        """The expected gain of a round, in units."""
        return Fraction(sum(gain * weight for gain, weight in self.weights.items()), self.total)

    @cached_property
    def square(self) -> Fraction:
        """The expected square of the gain of a round, in units."""
        return Fraction(sum(gain**2 * weight for gain, weight in self.weights.items()), self.total)


@dataclass(frozen=True)
class FinalLaw:
    """The law of the units won when play is over.

    chances   by x a whole number over `scale`
    error     the chance of any set of x is not below the sum of theirs by more than the first, nor above it
              by more than the second
    reach     no x is further from 0
    rounds    the expected number of rounds; None where that is without end
    partial   play may go on for ever, or ends at unknown x: only the chance of ruin is known
    """

    chances: Mapping[int, int]
    scale: int
    error: tuple[Fraction, Fraction]
    reach: int
    rounds: Bracket | None
    partial: bool = False

    def chance(self, among: Callable[[int], bool]) -> Bracket:
        """The chance that the final x is one of them."""
        about = Fraction(sum(chance for x, chance in self.chances.items() if among(x)), self.scale)
        return Bracket(about - self.error[0], about + self.error[1]).chance()

    def moment(self, power: int) -> Bracket:
        """The expected power of the final x; what is not placed may stand on either side of the start."""
        about = Fraction(sum(x**power * chance for x, chance in self.chances.items()), self.scale)
        off = self.reach**power * max(self.error)
        return Bracket(about - off, about + off)

    def quantile(self, chance: Fraction) -> int | None:
        """The least x that is not passed with that chance at least; None where the error leaves it open."""
        wanted, places = chance * self.scale, sorted(self.chances)
        less, more = (error * self.scale for error in self.error)
        sums = zip(places, accumulate(self.chances[x] for x in places), strict=True)
        x, so_far = next((x, so_far) for x, so_far in sums if so_far + more >= wanted)
        return x if so_far - less >= wanted else None


@dataclass(frozen=True)
class Stages:
    """The states of play within a round, for money that is followed trial by trial.

    rows     of each state, the first before a bet: weight, next state, and the gain in units where the
             round is over and the next state is the first
    total    the weights of each row add to this
    closing  the same where a bet that is open after the last trial is played out; empty where it is refunded
    """

    rows: Sequence[Sequence[tuple[int, int, int | None]]]
    total: int
    closing: Sequence[Sequence[tuple[int, int, int | None]]] = ()
    closing_total: int = 1

    @classmethod
    def of(cls, gains: Gains) -> "Stages":
        """A round that is one trial."""
        return cls(([(weight, 0, gain) for gain, weight in gains.weights.items()],), gains.total)


def limited(
    gains: Gains,
    low: int | None,
    goal: int | None,
    rounds: int,
    bits: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
    stages: Stages | None = None,
) -> FinalLaw:
    """The law after a number of rounds at most, or of trials where the stages of a round are given.

    low    play stops at this x or below; None where it never does
    goal   play stops at this x or above; None where it never does
    bits   binary places that are kept; None for exact chances

    Raises TooMuchWork where that takes too long.
    """
    from flint import fmpz

    stages, loss, win = stages or Stages.of(gains), gains.loss, gains.win
    first = max(-rounds * loss, -rounds * loss if low is None else low + 1)  # from which play goes on
    last = rounds * win if goal is None else min(goal - 1, rounds * win)
    freely = bits is not None and last == rounds * win and len(stages.rows) == 1 and rounds >= _MANY
    # Money spreads like a root of the rounds, or as far as wins carry it; what falls further may be lost.
    spread = 64 + isqrt(int(256 * gains.square * rounds))
    bottom = first if bits is None else max(first, -spread - ceil(abs(gains.mean) * rounds))
    slots = min(last - bottom + 1 + win, spread + 16 * win - bottom)
    digits = ceil(rounds * log2(stages.total) + log2(stages.closing_total)) + 1
    if bits is None and digits > _MOST_EXACT_BITS:
        raise TooMuchWork(f"an exact chance has up to {digits:,} binary digits; ask for proved digits")
    needed = 2 * bits if bits else digits + rounds.bit_length()  # so that a slot has room for a sum of rounds
    width = needed + 8 + -needed % 8  # a whole number of bytes
    if rounds * slots * width * sum(map(len, stages.rows)) > _MOST_WORK * (1 + freely):
        raise TooMuchWork(f"{rounds:,} rounds are too many to be followed; ask for fewer, or for none at all")

    def weighed(rows: Sequence[Sequence[tuple[int, int, int | None]]], total: int) -> Any:
        return [
            [(fmpz((w << bits) // total if bits else w), to, gain) for w, to, gain in row] for row in rows
        ]

    steps, scale = weighed(stages.rows, stages.total), 1 << (bits or 0)
    ones = (fmpz(1) << width) - 1  # a number over it leaves the sum of the slots
    states = [fmpz(scale) << (-bottom * width), *[fmpz(0)] * (len(steps) - 1)]
    below, above, played = fmpz(0), fmpz(0), fmpz(0)
    kept, kept_slots = (fmpz(1) << (width - (bits or 0))) - 1, 1
    cut = None if goal is None or goal > last + 1 else (goal - bottom) * width

    def cut_off(moved: Any) -> Any:
        """The slots in their binary places, rounded down."""
        nonlocal kept, kept_slots
        if bits is None:
            return moved
        while kept_slots * width < int(moved.bit_length()):
            kept, kept_slots = kept | (kept << (kept_slots * width)), 2 * kept_slots
        return (moved >> bits) & kept

    def moved(states: list[Any], steps: Any, total: int) -> list[Any]:
        """The money after a round or a trial; what ends there is put aside."""
        nonlocal below, above, played, scale
        if bits is None:
            below, above, played, scale = below * total, above * total, played * total, scale * total
        over, after = fmpz(0), [fmpz(0)] * len(states)
        for state, step in zip(states, steps, strict=True):
            for weight, to, gain in step if state else ():
                if gain is None:
                    after[to] += state * weight
                else:  # slots are by the greatest loss too high
                    over += (state * weight) << ((gain + loss) * width)
        over = cut_off(over)
        state = over >> (loss * width)
        if bottom == first:  # else it is lost, and counted as such
            below += over - (state << (loss * width))
        if cut is not None:
            beyond = state >> cut
            above += beyond
            state -= beyond << cut
        return [state + cut_off(after[0]), *map(cut_off, after[1:])]

    def played_often(states: list[Any], count: int) -> list[Any]:
        """The money after a power of two of rounds: what cannot be lost in them is multiplied out at once."""
        nonlocal played
        if count < _STEPWISE:
            for _ in range(count):
                played += sum(states, fmpz(0))
                states = moved(states, steps, stages.total)
            return states
        near = states[0] & ((fmpz(1) << (count * loss * width)) - 1)
        played += (far := states[0] - near) * count
        far = cut_off(far * powers[count]) >> (count * loss * width)
        return [far + played_often(played_often([near], count // 2), count // 2)[0] if near else far]

    powers, count = {1: sum((w << (((gain or 0) + loss) * width) for w, _, gain in steps[0]), fmpz(0))}, 1
    while freely and 2 * count <= min(rounds, _AT_ONCE):
        powers[2 * count], count = cut_off(powers[count] ** 2), 2 * count
    number = 0
    while number < rounds and any(states):
        while count > rounds - number:
            count //= 2
        states = played_often(states, count)
        number += count
        progress(number)
    if stages.closing:
        states = moved(states, weighed(stages.closing, stages.closing_total), stages.closing_total)
    chances: dict[int, int] = {}
    left = sum(states, fmpz(0))
    for packed, start in ((below, first - loss), (left, bottom), (above, 0 if goal is None else goal)):
        for x, chance in _slots(int(packed), width, start):
            chances[x] = chances.get(x, 0) + chance
    mean, missing = Fraction(int(played % ones), scale), 1 - Fraction(sum(chances.values()), scale)
    reach = max(abs(first - loss), last + win, -first)
    return FinalLaw(chances, scale, (_NONE, missing), reach, Bracket(mean, mean + rounds * missing))


def _slots(packed: int, width: int, start: int) -> Iterator[tuple[int, int]]:
    """The x and the numbers of the slots in which there is one."""
    octets = width // 8
    data = packed.to_bytes(packed.bit_length() // 8 + 1, "little")
    for k in range(0, len(data), octets):
        if number := int.from_bytes(data[k : k + octets], "little"):
            yield start + k // octets, number


def settled(
    gains: Gains,
    low: int,
    goal: int | None,
    rounds: int | None,
    ends: Sequence[Callable[[int], bool]],
    fraction: bool = False,
    progress: Callable[[int], None] = lambda _: None,
    stages: Stages | None = None,
) -> FinalLaw:
    """The law, exactly where that is short or asked for, else with as many digits as some chances need.

    ends   the chances by what is among them

    Where rounds are too many to be followed it is the law for ever, if the rest is proved small. Raises
    TooMuchWork.
    """
    solve: Callable[[int | None], FinalLaw]
    if rounds is not None:
        stages = stages or Stages.of(gains)
        states = len(stages.rows)  # each of many is as long as its fraction
        digits = (rounds * log2(stages.total) + log2(stages.closing_total)) * max(states / 16, 1)
        slots = min(rounds * gains.win, goal or rounds * gains.win) + min(rounds * gains.loss, -low)
        if rounds * len(gains.weights) * slots * ceil(digits) > _MOST_SHORT_WORK:
            digits = EXACT_BITS + 1
        long = rounds * states * (5 + gains.win // 50)
        solve = partial(limited, gains, low, goal, rounds, progress=progress, stages=stages)
    elif goal is not None:
        digits, long = (goal - low) * log2(gains.total), goal - low
        solve = partial(unlimited, gains, low, goal)
    else:
        return endless(gains, low)
    if fraction or digits <= EXACT_BITS:
        return solve(None)
    try:
        for bits in _BITS:
            law = solve(bits)
            sides = map(law.chance, ends)
            if 2 * bits * long > _MOST_BITS or all(side.width <= side.upper * _PROVED for side in sides):
                break  # of a tiny chance only a bound is worth the time of many rounds, or of far barriers
    except TooMuchWork:
        if rounds is None or states > 1 or not (ever := _nearly_ever(gains, low, goal, rounds, ends)):
            raise
        return ever
    return law


def _nearly_ever(
    gains: Gains, low: int, goal: int | None, rounds: int, ends: Sequence[Callable[[int], bool]]
) -> FinalLaw | None:
    """The law for ever as that of so many rounds, where next to nothing of play is left then; else None.

    Between two barriers, twice the most expected rounds end half of all play (Markov). With no goal z^S, with
    S the gain, has a mean that falls by the factor φ(z) = E z^gain a round, for some z beside 1 (Chernoff);
    for a player with an edge what is left bounds the chance of ruin after these rounds.
    """
    left = more = Fraction(1)  # of play, and of the rounds that are expected
    if goal is not None:
        longest = most_rounds(gains, goal - low - 1)
        left = Fraction(1, 1 << min(int(rounds / (2 * longest)), 2**16))
        more = left * longest
    elif gains.mean:
        step, shrink = -gains.mean / gains.square, Fraction(1)
        with precision(_ROOT_BITS):
            while shrink >= 1:  # near 1 the factor is below 1, as the mean is not 0
                tilt = (1 + step).limit_denominator(2**40)
                shrink, step = bracket(_growth(gains.weights, tilt)).upper, step / 2
            left = bracket(ball(shrink) ** rounds * ball(tilt) ** (-low - 1)).upper
        more = left / (1 - shrink)
    if max(left, more) > _LEFT:
        return None
    law = settled(gains, low, goal, None, ends)
    fine, (less, above) = law.scale << _NEGLIGIBLE, law.error
    far = max(Fraction(1), Fraction(rounds * gains.win, law.reach) ** 2)
    off, more = (Fraction(ceil(each * fine), fine) for each in (left * far, more))
    if law.partial:
        return replace(law, error=(less + more, above))
    played = law.rounds and Bracket(law.rounds.lower - more, law.rounds.upper)
    return replace(law, error=(less + off, above + off), rounds=played)


def unlimited(gains: Gains, low: int, goal: int, bits: int | None = None) -> FinalLaw:
    """The law when play goes on until it is at `low` or below, or at `goal` or above.

    bits   binary places of the guess; None for exact chances

    Raises TooMuchWork where the barriers are too far apart.
    """
    size, loss, win = goal - low - 1, gains.loss, gains.win
    reach = max(-low + loss, goal + win)
    check_reach(gains.weights)
    if bits is None:
        return _exactly(gains, low, goal, reach)
    if size * (min(win, size) + 2 * loss + 1) > _MOST_CELLS:
        raise TooMuchWork(
            f"barriers {size + 1:,} units apart are too far for wins of {win:,}; ask for a nearer goal"
        )
    from flint import fmpz_poly

    law = fmpz_poly([gains.weights.get(gain, 0) for gain in range(-loss, win + 1)])
    # Visits go by what leads to x: the same equations, in falling order of x.
    falling, scale = band_solver(gains, size), gains.total << bits
    visits, known = np.zeros(size, dtype=object), -1
    while True:
        brought = [int(weight) for weight in (law * fmpz_poly(visits.tolist())).coeffs()]
        brought += [0] * (size + loss + win - len(brought))
        rest = np.array(brought[loss : loss + size], dtype=object) - gains.total * visits
        rest[-low - 1] += scale
        off = sum(map(abs, rest.tolist()))
        if not known or off * 4 > known > 0:
            break
        known, played, placed = off, int(visits.sum()), brought
        visits = visits + correction(falling, rest[::-1].tolist(), gains.total)[::-1]
    chances = {x: w for x, w in enumerate(placed, low + 1 - loss) if w and not low < x < goal}
    mean, error = Fraction(gains.total * played, scale), Fraction(known, scale)
    spread = error * most_rounds(gains, size)
    return FinalLaw(chances, scale, (error, error), reach, Bracket(mean - spread, mean + spread))


def _exactly(gains: Gains, low: int, goal: int, reach: int) -> FinalLaw:
    from markov.chain.absorption import expected_visits
    from markov.chain.chain import explore

    size = goal - low - 1
    if size > _MOST_EXACT_STATES or size * log2(gains.total) > _MOST_EXACT_BITS * 16:
        raise TooMuchWork(
            f"exact chances between barriers {size + 1:,} units apart are out of reach; ask for proved digits"
        )
    chain = explore(0, lambda x: {x + gain: w for gain, w in gains.weights.items()} if low < x < goal else {})
    visits = dict(zip(chain.states, expected_visits(chain.transitions), strict=True))
    inside = [visits.pop(x) for x in range(low + 1, goal) if x in visits]
    over = gains.total * lcm(*(number.denominator for number in inside))
    chances = {x: int(chance * over) for x, chance in visits.items()}
    return FinalLaw(chances, over, (_NONE, _NONE), reach, Bracket.of(sum(inside, _NONE)))


def check_reach(weights: Mapping[int, int]) -> None:
    """Raises TooMuchWork where a round moves money too far for one number for each amount."""
    if max(weights) - min(weights) > _MOST_CELLS:
        raise TooMuchWork(
            f"a round moves money by more than {_MOST_CELLS:,} units, which is too far; "
            "ask for smaller pays, or for pays in larger units"
        )


def most_rounds(gains: Gains, size: int) -> Fraction:
    """A bound on the expected number of rounds that start among so many amounts of money side by side."""
    spread = size + gains.loss + gains.win
    return Fraction(spread) / abs(gains.mean) if gains.mean else Fraction(spread**2) / gains.square


def band_solver(gains: Gains, size: int) -> Callable[[Any], Any]:
    """Solves v(x) − Σ p(k)·v(x + k) = r(x) for so many x side by side, 0 beyond them, in floats."""
    from scipy.linalg import solve_banded

    win, loss = min(gains.win, size - 1), min(gains.loss, size - 1)
    bands = np.zeros((loss + win + 1, size))
    bands[win] = 1.0
    for gain, weight in gains.weights.items():
        if -loss <= gain <= win:
            bands[win - gain] -= weight / gains.total
    return partial(solve_banded, (loss, win), bands, check_finite=False)


def correction(solve: Callable[[Any], Any], rest: Sequence[int], total: int) -> Any:
    """The change, in whole numbers, that makes a guess of a solution better by the digits of floats.

    rest    what the guess leaves over of each right side, times the total
    """
    shift = max(max(map(abs, rest)).bit_length() - _FLOAT_BITS, 0)
    return _whole_numbers(solve(np.array([float(number >> shift) for number in rest]) / total), shift)


def _whole_numbers(numbers: Any, bits: int) -> Any:
    """The numbers times a power of two, as whole numbers; what is small beside that is cut off."""
    mantissas, exponents = np.frexp(numbers)
    parts = (mantissas * 2.0**53).astype(np.int64).tolist()
    shifts = (exponents.astype(int) + bits - 53).tolist()
    whole = [
        part << shift if shift >= 0 else part >> -shift for part, shift in zip(parts, shifts, strict=True)
    ]
    made = np.empty(len(whole), dtype=object)
    made[:] = whole
    return made


def endless(gains: Gains, low: int) -> FinalLaw:
    """The law when only coming to `low` or below ends play; of a player with an edge the chance of that.

    Where a round can cost one unit at most it is θ^(−low), with θ the chance to lose a unit at all: the root
    between 0 and 1 of Σ p(k)·θ^k = 1 (Feller, An Introduction to Probability Theory and Its Applications 1,
    XIV.8). Elsewhere a goal is put so far off that who reaches it is ruined, or who has no edge reaches it,
    with a chance below 2^-100: no more than θ^(distance), for any θ below 1 with Σ p(k)·θ^k ≤ 1, where that
    is the law of the losses if the player has no edge.

    Raises TooMuchWork where that is too far.
    """
    loss, mean = gains.loss, gains.mean
    if not loss or (mean <= 0 and (loss == 1 or not mean)):
        rounds = Bracket.of(low / mean) if loss and mean else None
        return FinalLaw({low: 1} if loss else {}, 1, (_NONE, _NONE), -low, rounds, partial=loss != 1)
    distance, far = 1, _NONE
    if gains.win:
        upward = mean > 0
        least, most = _root(gains.weights if upward else {-gain: w for gain, w in gains.weights.items()})
        if upward and loss == 1:
            rate = log2(most.denominator) - log2(most.numerator)
            if least == most and -low * most.denominator.bit_length() <= _MOST_BITS:
                ends = most**-low, most**-low
            elif rate and -low > 2 * _MOST_EXACT_BITS / rate:
                ends = _NONE, Fraction(1, 2**_MOST_EXACT_BITS)
            else:
                ends = _power(least, -low).lower, _power(most, -low).upper
            (above, below), off = ends[0].as_integer_ratio(), ends[1] - ends[0]
            return FinalLaw({low: above}, below, (_NONE, off), -low, None, partial=True)
        distance = ceil(_NEGLIGIBLE * log(2) / -log(most)) + 1
        far = _power(most, distance).upper
    found = unlimited(gains, low, distance, 2 * _NEGLIGIBLE)
    chances = {x: chance for x, chance in found.chances.items() if x <= low}
    less, more = found.error
    law = FinalLaw(chances, found.scale, (less, more + far), -low + loss, None, partial=mean > 0)
    return law if law.partial else replace(law, rounds=law.moment(1) * (1 / mean))


def _power(number: Fraction, exponent: int) -> Bracket:
    with precision(_ROOT_BITS):
        return bracket(ball(number) ** exponent)


def _growth(weights: Mapping[int, int], number: Fraction) -> Any:
    """A ball around the mean of the power of the number by a gain with those weights."""
    from flint import arb_poly

    check_reach(weights)
    least = min(weights)
    powers = arb_poly([weights.get(gain, 0) for gain in range(least, max(weights) + 1)])
    return powers(ball(number)) * ball(number) ** least / sum(weights.values())


def _root(weights: Mapping[int, int]) -> tuple[Fraction, Fraction]:
    """Bounds on the θ between 0 and 1 with Σ p(k)·θ^k = 1, of gains that are positive on average.

    They are one where it is a fraction.
    """
    with precision(4 * _ROOT_BITS):
        least, most = Fraction(0), Fraction(1)
        for _ in range(_ROOT_BITS):
            middle = (least + most) / 2
            least, most = (middle, most) if _growth(weights, middle) > 1 else (least, middle)
        if not _growth(weights, most) <= 1:
            raise ArithmeticError("the bounds of the root do not hold")
    # The denominator of a root that is a fraction divides the weight of the highest power (Gauss).
    near = most.limit_denominator(max(weights.values()))
    exact = near and sum(weight * near**gain for gain, weight in weights.items()) == sum(weights.values())
    return (near, near) if exact and least <= near <= most else (least, most)
