"""Results that were observed, against the exact chances: p-values, and rounds that would show a bias."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, log2, sqrt
from typing import Any

from markov.chain.chain import MAX_STATES
from markov.exact import ball, chance, check_whole, precision, share
from markov.shown import HasView
from markov.statistics.bracket import Bracket
from markov.statistics.net_law import WagerOrLaw
from markov.statistics.normal import bracket, quantile
from markov.wager.odds import Strategy, by_road
from markov.wager.wager import Wager

LEVEL, POWER = Fraction(1, 20), Fraction(9, 10)
_EXACT_BITS = 2**12  # of the denominator of a fraction
_BITS = 96
_MOST_ROUNDS = 10**15


@dataclass(frozen=True, slots=True)
class ObservedEnding:
    """The count of an ending, and the weight of it as evidence.

    p_value   the chance, by the exact odds, of a count so far off to its side, doubled, at most 1
    rounds    that show the bias at the level of 5% with a chance of 90%; None where the biased chance is none
    power     the exact chance that so many rounds show it; a round more or less may tip it
    """

    play: Strategy | None
    ending: str
    count: int
    chance: Fraction
    p_value: Bracket
    biased: Fraction
    rounds: int | None
    power: Bracket | None


@dataclass(frozen=True, slots=True)
class Observed(HasView):
    """Endings that were counted in rounds of a wager, against its odds.

    bias   the part of each chance by which it is taken to be higher, for the rounds that would show that
    """

    wager: Wager | None
    rounds: int
    bias: Fraction
    endings: tuple[ObservedEnding, ...]

    def __repr__(self) -> str:
        return f"Observed({self.rounds:,} rounds, {len(self.endings)} counts)"


def observed(
    wager: WagerOrLaw,
    counts: Mapping[Any, int],
    *,
    rounds: int,
    bias: "str | Fraction" = Fraction(1, 50),
    limit: int = MAX_STATES,
) -> Observed:
    """The exact p-value of each count, and how many rounds would show a bias.

    wager    or a law of one's own: names or gains, with their chances
    counts   how often each ending came
    rounds   how many rounds there were
    bias     of a chance, as a part of it: 1/50 is a chance that is higher by a fiftieth

    >>> import markov as mk
    >>> (hit,) = mk.observed({"hit": "1/38", "miss": "37/38"}, {"hit": 5}, rounds=500).endings
    >>> hit.p_value.rounded(6), hit.rounds
    ('0.018022', 983635)

    Raises ValueError for counts that cannot be, and for a bias with which the chance would be none.
    """
    check_whole("rounds", rounds, 1)
    for name, count in counts.items():
        check_whole(f"the count of {name}", count, 0)
    if sum(counts.values()) > rounds:
        raise ValueError(f"{sum(counts.values())} endings were counted in {rounds} rounds")
    plays: tuple[Strategy, ...] = "never", "optimal"
    by_play: dict[Strategy | None, dict[str, Fraction]]
    if isinstance(wager, Wager):
        answered = by_road(wager, limit).answer(wager)
        by_play = {play: {e.ending: e.probability for e in answered.played(play).endings} for play in plays}
        if by_play["never"] == by_play["optimal"]:
            del by_play["optimal"]
    else:
        by_play = {None: {str(name): chance(said) for name, said in wager.items()}}
    known = {name for chances in by_play.values() for name in chances}
    if strange := [str(name) for name in counts if str(name) not in known]:
        few = ", ".join(sorted(known)[:20])
        raise ValueError(f"{strange[0]} is no ending that comes; choose one of {few}")
    part, nothing = share(bias), Fraction(0)
    rows = tuple(
        _judged(play, str(name), count, rounds, chances.get(str(name), nothing), part)
        for play, chances in by_play.items()
        for name, count in counts.items()
    )
    return Observed(wager if isinstance(wager, Wager) else None, rounds, part, rows)


def _judged(
    play: Strategy | None, name: str, count: int, rounds: int, p: Fraction, bias: Fraction
) -> ObservedEnding:
    below = at_most(count, rounds, p)
    above = at_least(count, rounds, p)
    one_side = below if below.upper <= above.upper else above
    biased = p * (1 + bias)
    shown = shown_by(p, biased) if bias and 0 < p < 1 and 0 < biased < 1 else (None, None)
    return ObservedEnding(play, name, count, p, (one_side * 2).chance(), biased, *shown)


def at_most(count: int, rounds: int, p: Fraction) -> Bracket:
    """The chance of that count at most: a fraction where it is short, else by the beta function in balls.

    >>> at_most(1, 3, Fraction(1, 2)).exact
    Fraction(1, 2)
    """
    if count < 0 or count >= rounds or p in (0, 1):
        return Bracket.of(count >= rounds or (count >= 0 and not p))
    hits, total = p.numerator, p.denominator
    if rounds * log2(total) <= _EXACT_BITS:
        ways = (comb(rounds, k) * hits**k * (total - hits) ** (rounds - k) for k in range(count + 1))
        return Bracket.of(Fraction(sum(ways), total**rounds))
    with precision(_BITS):
        return bracket(ball(1 - p).beta_lower(ball(rounds - count), ball(count + 1), 1)).chance()


def at_least(count: int, rounds: int, p: Fraction) -> Bracket:
    """The chance of that count at least, which may be tiny: so many at most do not come."""
    return at_most(rounds - count, rounds, 1 - p)


def shown_by(p: Fraction, biased: Fraction) -> tuple[int, Bracket]:
    """The rounds that show a biased chance at the level of 5% with a chance of 90%, and that chance exactly.

    They are found by halves: with one round less the chance is below 90%, though with fewer still it may be
    above it again, since counts are whole.

    Raises ValueError for more rounds than can be judged.
    """
    z, beyond = quantile(1 - LEVEL).upper, quantile(2 * POWER - 1).upper
    spread = z * Fraction(sqrt(p * (1 - p))) + beyond * Fraction(sqrt(biased * (1 - biased)))
    about = int((spread / (biased - p)) ** 2) + 1
    if about > _MOST_ROUNDS:
        raise ValueError(f"more than {_MOST_ROUNDS:,} rounds would be needed to show so small a bias")
    least = _first(about, max(about // 200, 1), lambda rounds: _power(rounds, p, biased).lower >= POWER)
    return least, _power(least, p, biased)


def _first(near: int, step: int, true: Callable[[int], bool]) -> int:
    """A number from which something is true that is not true one before; it is looked for near a guess."""
    low, high = (near - step, near) if true(near) else (near, near + step)
    while low > 0 and true(low):
        low, high, step = max(low - 2 * step, 0), low, 2 * step
    while not true(high):
        low, high, step = high, high + 2 * step, 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if true(middle) else (middle, high)
    return high


def _power(rounds: int, p: Fraction, biased: Fraction) -> Bracket:
    """The chance that a biased chance brings a p-value of at most 5%, on the side of the bias."""
    if biased < p:  # the same of what does not come
        p, biased = 1 - p, 1 - biased
    far = quantile(1 - LEVEL).upper * Fraction(sqrt(rounds * p * (1 - p)))

    def rare(count: int) -> bool:
        return at_least(count, rounds, p).upper * 2 <= LEVEL

    least = _first(int(rounds * p + far), 2, rare)
    return at_least(least, rounds, biased)


def counted_endings(texts: "list[str]") -> Iterator[tuple[str, int]]:
    """The counts of texts such as made=1; raises ValueError for another text."""
    for text in texts:
        name, sign, number = text.partition("=")
        if not (name and sign and number.strip().isdecimal()):
            raise ValueError(f"{text!r} is no count; write it like made=1")
        yield name.strip(), int(number)
