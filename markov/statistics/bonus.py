"""Bonus: money that may be taken out once so much has been staked, by best choice among some bets.

A row holds, for what is left to be staked, the value of each amount of money: v(r, m) = max over bets b of
E v(r − b, m + b·gain). No bet is larger than what is left, and money below the least bet is lost. Beyond the
most that the rest can cost nothing can be lost any more, so a row ends there: the value goes on as a line, or
stays at the cap.

Short rows hold fractions. Long ones hold floats; all terms are at least 0, so that each row adds a rounding
error of at most (outcomes + 8)·2⁻⁵³ of the greatest money in it, and the sum of these is the proved error.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, gcd, lcm, log2
from typing import Any

import numpy as np

from markov.chain.transitions import TooMuchWork
from markov.statistics.bracket import Bracket
from markov.statistics.net_law import NetLaw

_MOST_EXACT = 20_000  # amounts of money in all rows that are worked out in fractions
_MOST_DIGITS = 2_000  # binary, of these fractions
_MOST_CELLS = 3 * 10**9  # of all rows, times outcomes and bets; about a minute


@dataclass(frozen=True, slots=True)
class BonusTerms:
    """The terms of a bonus, in money.

    start    the deposit and the bonus
    rollover what is to be staked before money may be taken out
    bets     that may be chosen from, the least first
    back     what is taken off at the end: the bonus, where it is sticky
    cap      the most that may be taken out; None where there is none
    """

    start: Fraction
    rollover: Fraction
    bets: tuple[Fraction, ...]
    back: Fraction
    cap: Fraction | None

    def cash(self, money: Any, number: Any) -> Any:
        """The cash that amounts of money are at the end, in numbers of that type."""
        capped = money if self.cap is None else np.minimum(money, number(self.cap))
        return np.maximum(capped - number(self.back), number(0))


@dataclass(frozen=True, slots=True)
class BestBets:
    """The best bets with so much left to be staked: from an amount of money up to the next one.

    best   several bets where they are equally good, or too near to be told apart
    """

    left: Fraction
    money: Fraction
    best: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Cleared:
    """The value of a bonus by best choice of bets.

    cash      the expected cash at the end
    chance    to stake the whole rollover
    by_left   the expected cash, were so much to be staked
    choices   the best bets with the whole rollover left, three quarters, half and a quarter of it
    """

    cash: Bracket
    chance: Bracket
    by_left: tuple[tuple[Fraction, Fraction], ...]
    choices: tuple[BestBets, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    """The values, and the chances to stake the rest, of the first amounts of money.

    line   what is added to money beyond them; None where the value stays at the last of them
    """

    values: Any
    chances: Any
    line: Any

    def value(self, i: int, unit: Any) -> Any:
        """The value of an amount of money."""
        if i < len(self.values):
            return self.values[i]
        return self.values[-1] if self.line is None else i * unit + self.line


def cleared(net: NetLaw, terms: BonusTerms) -> Cleared:
    """The expected cash and the chance to come to it.

    Raises TooMuchWork where the rows are too long.
    """
    step = _common([*terms.bets, terms.rollover])
    outcomes = net.gains(step)
    unit = _common([outcomes.unit, terms.start, *([terms.cap] if terms.cap is not None else [])])
    gains = [
        (gain * int(outcomes.unit / unit), Fraction(w, outcomes.total))
        for gain, w in outcomes.weights.items()
    ]
    rows, start = int(terms.rollover / step), int(terms.start / unit)
    bets = [int(bet / step) for bet in terms.bets]
    free = terms.back if terms.cap is None else max(terms.cap, terms.back)
    most = ceil((free + rows * step * net.cost) / unit) + 1  # amounts of money in the longest row
    work = rows * (most + free / unit) / 2
    if work * len(gains) * len(bets) > _MOST_CELLS:
        raise TooMuchWork(
            f"{rows:,} steps of the rollover with up to {most:,} amounts of money are too many; "
            "ask for larger bets, or fewer of them"
        )
    tops = [ceil((free + n * step * net.cost) / unit) + 1 for n in range(rows + 1)]
    exact = work <= _MOST_EXACT and rows * log2(outcomes.total) <= _MOST_DIGITS
    kind: Any = object if exact else float
    number: Any = Fraction if exact else float
    law = [(gain, number(p)) for gain, p in gains]
    error = Fraction(0) if exact else Fraction(rows * (len(law) + 8), 2**52)
    worth = number(unit)

    def amounts(count: int) -> Any:
        return np.arange(count).astype(kind) * worth

    capped = terms.cap is not None
    money = np.arange(tops[-1]).astype(kind) * worth
    ended = terms.cash(money[: tops[0]], number)
    done = [_Row(ended, np.full(tops[0], number(1)), None if capped else number(-terms.back))]
    by_left = [(Fraction(0), done[0].value(start, worth))]
    near = number(2 * error) * money[-1]
    asked = {rows, 3 * rows // 4, rows // 2, rows // 4}
    choices: list[BestBets] = []
    for left in range(1, rows + 1):
        best = chances = money[: tops[left]] * 0
        tried: list[tuple[Fraction, Any]] = []
        for bet in sorted({min(bet, left) for bet in bets}):
            needed = ceil(bet * step * net.cost / unit)
            value, chance = _played(done[-bet], law, bet, needed, money[: tops[left]], worth)
            better = (value > best) if tried else value >= 0
            best, chances = np.where(better, value, best), np.where(better, chance, chances)
            tried.append((bet * step, value))
        if left in asked:
            choices += _choices(left * step, tried, best, near, unit)
        line = None if capped else number(net.mean * left * step - terms.back)
        done = [*done[-bets[-1] :], _Row(best, chances, line)]
        by_left.append((left * step, done[-1].value(start, worth)))
    chance = done[-1].chances[start] if start < tops[-1] else Fraction(1)
    return Cleared(
        _around(Fraction(by_left[-1][1]), error * tops[-1] * unit),
        _around(Fraction(chance), error).chance(),
        tuple((left, Fraction(value)) for left, value in by_left),
        tuple(choices[::-1]),
    )


def _played(row: _Row, law: Sequence[tuple[int, Any]], bet: int, needed: int, money: Any, unit: Any) -> Any:
    """The value of a bet, and the chance to stake the rest after it, for each amount of money."""
    value, chance = money * 0, money * 0
    top, held = len(money), len(row.values)
    for gain, p in law:
        shift = gain * bet
        cut = max(needed, min(top, held - shift))
        value[needed:cut] += p * row.values[needed + shift : cut + shift]
        chance[needed:cut] += p * row.chances[needed + shift : cut + shift]
        beyond = row.values[-1] if row.line is None else money[cut:] + (shift * unit + row.line)
        value[cut:] += p * beyond
        chance[cut:] += p
    return value, chance


def _choices(
    left: Fraction, tried: Sequence[tuple[Fraction, Any]], best: Any, near: Any, unit: Fraction
) -> list[BestBets]:
    """The best bets from the most money down, where there are several to choose from."""
    found: list[BestBets] = []
    for i in range(len(best) - 1, -1, -1) if len(tried) > 1 else ():
        if best[i]:
            equal = tuple(bet for bet, value in tried if best[i] - value[i] <= near)
            if found and found[-1].best == equal:
                found.pop()
            found.append(BestBets(left, i * unit, equal))
    return found


def _common(amounts: Sequence[Fraction]) -> Fraction:
    """The greatest amount of which all of them are multiples."""
    over = lcm(*(amount.denominator for amount in amounts))
    return Fraction(gcd(*(int(amount * over) for amount in amounts)), over)


def _around(number: Fraction, error: Fraction) -> Bracket:
    return Bracket(number - error, number + error)
