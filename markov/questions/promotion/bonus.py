"""Bonus: money that may be taken out once so much has been staked, by best choice among some bets.

With money that cannot be lost any more a bonus is worth the money and what is expected of the rest, or the
cap. A row holds, for what is left to be staked, how far each amount of money falls short of that, and of the
certainty to stake the rest. Both are expected alike: s(r, m) = min over bets b of E s(r − b, m + b·gain). No
bet is larger than what is left, and money below the least bet is lost. Beyond the most that the rest can cost
nothing falls short, so a row ends there.

Short rows hold fractions. Long ones hold floats: each row adds a rounding error of at most
(outcomes + 8)·2⁻⁵³ of the greatest worth, and as much again where a smaller bet is preferred that seems worse
by no more than that. The sum of these is the proved error.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import ceil, log2
from typing import Any, Literal, TypeAlias

import numpy as np

from markov.chain.chain import MAX_STATES
from markov.chain.transitions import TooMuchWork
from markov.shown import HasView
from markov.statistics.bankroll import common_unit
from markov.statistics.bracket import Bracket
from markov.statistics.net_law import Amount, NetLaw, WagerOrLaw, money, optional_money
from markov.wager.odds import Strategy

RolloverBase: TypeAlias = Literal["bonus", "both"]

_MOST_EXACT = 20_000  # amounts of money in all rows that are worked out in fractions
_MOST_DIGITS = 2_000  # binary, of these fractions
_MOST_DIGITS_OF_MONEY = 270  # in floats, which end at 10^308
_MOST_CELLS = 3 * 10**9  # of all rows, times outcomes and bets; about a minute


@dataclass(frozen=True, slots=True)
class BestBets:
    """The best bets with so much left to be staked: from an amount of money up to the next one.

    best   several bets where they are equally good, or too near to be told apart
    """

    left: Fraction
    money: Fraction
    best: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Bonus(HasView):
    """A bonus that has to be played through, with the best choice among some bets.

    rollover     what is to be staked before money may be taken out
    cap          the most that may be taken out; None where there is none
    chance       to stake the whole rollover
    cash         the expected cash at the end
    by_rollover  the value, were so much to be staked
    choices      the best bets with the whole rollover left, three quarters, half and a quarter of it
    """

    net: NetLaw
    deposit: Fraction
    bonus: Fraction
    rollover: Fraction
    bets: tuple[Fraction, ...]
    sticky: bool
    cap: Fraction | None
    chance: Bracket
    cash: Bracket
    by_rollover: tuple[tuple[Fraction, Fraction], ...]
    choices: tuple[BestBets, ...]

    @property
    def value(self) -> Bracket:
        """The expected cash at the end less the deposit: the cost to the house."""
        return self.cash - self.deposit

    @property
    def simple(self) -> Fraction:
        """The bonus, none where it is taken off, less the edge on all that is staked as if without ruin."""
        return (0 if self.sticky else self.bonus) + self.net.mean * self.rollover

    def __repr__(self) -> str:
        return f"Bonus({self.bonus} for {self.deposit}, value {self.value!r})"


def bonus(
    wager: WagerOrLaw,
    amount: Amount,
    *,
    deposit: Amount,
    rollover: Amount,
    of: RolloverBase = "bonus",
    bets: Sequence[Amount] = (1,),
    sticky: bool = False,
    cap: Amount | None = None,
    play: Strategy = "never",
    limit: int = MAX_STATES,
) -> Bonus:
    """The value of a bonus that has to be played through before money may be taken out.

    amount     of the bonus
    rollover   how many times that is to be staked, such as "30x"; pushes count
    of         what is to be staked so often: the "bonus", or "both", the deposit with it
    bets       that may be chosen from, round by round; the last bet is no larger than what is left to stake
    sticky     the bonus is taken off at the end
    cap        the most that may be taken out, before that

    Money below the least bet is lost.

    >>> import markov as mk
    >>> red = {-1: "20/38", 1: "18/38"}
    >>> found = mk.bonus(red, 20, deposit=20, rollover="10x", bets=[1, 5])
    >>> found.value.rounded(4), found.chance.rounded(4), found.simple
    ('10.7216', '0.7057', Fraction(180, 19))

    Raises ValueError for terms that make no sense, and TooMuchWork.
    """
    net = NetLaw.of(wager, play, limit)
    paid, given, most = money("deposit", deposit), money("bonus", amount), optional_money("cap", cap)
    times = money("rollover", rollover.removesuffix("x") if isinstance(rollover, str) else rollover)
    stakes = tuple(sorted({money("bet", bet) for bet in bets}))
    if not (stakes and net.cost):
        raise ValueError(
            "a round costs nothing, so nothing is staked" if stakes else "there is no bet to make"
        )
    if paid + given < stakes[0] * net.cost:
        raise ValueError(f"{paid + given} is less than the {stakes[0] * net.cost} that a round may cost")
    return _best(net, paid, given, times * (given if of == "bonus" else paid + given), stakes, sticky, most)


def _best(
    net: NetLaw,
    deposit: Fraction,
    bonus: Fraction,
    rollover: Fraction,
    bets: tuple[Fraction, ...],
    sticky: bool,
    cap: Fraction | None,
) -> Bonus:
    """The bonus with the best bets, row by row; raises TooMuchWork where the rows are too long."""
    start, back = deposit + bonus, bonus if sticky else Fraction(0)  # at first, and taken off at the end
    step = common_unit([*bets, rollover])
    gains = net.gains(step)
    unit = common_unit([gains.unit, start, *([] if cap is None else [cap])])
    rows, sizes = int(rollover / step), [int(bet / step) for bet in bets]
    free = back if cap is None else max(cap, back)
    tops = [ceil((free + n * step * net.cost) / unit) + 1 for n in (rows, 0)]
    work = rows * (tops[0] + free / unit) / 2
    if work * len(gains.weights) * len(bets) > _MOST_CELLS:
        raise TooMuchWork(
            f"{rows:,} steps of the rollover with up to {tops[0]:,} amounts of money are too many; "
            "ask for larger bets, or fewer of them"
        )
    exact = work <= _MOST_EXACT and rows * log2(gains.total) <= _MOST_DIGITS
    if not exact and max(tops[0] * unit, abs(net.mean) * rollover) > 10**_MOST_DIGITS_OF_MONEY:
        raise TooMuchWork(
            f"amounts of money of more than {_MOST_DIGITS_OF_MONEY} digits are too large; "
            "ask for smaller pays"
        )
    number: Any = Fraction if exact else float
    money = np.arange(tops[0]).astype(object if exact else float) * number(unit)
    law = [(int(k * gains.unit / unit), number(Fraction(w, gains.total))) for k, w in gains.weights.items()]
    error = Fraction(0) if exact else Fraction(rows * (len(law) + 8), 2**52)
    off = error * (tops[0] * unit + max(net.mean, Fraction(0)) * rollover)
    slack = number(off / rows / 2)

    def safe(money: Any, left: int, number: Any = number) -> Any:
        """The worth of money, were it beyond all losses."""
        if cap is not None:
            return 0 * money + number(max(cap - back, Fraction(0)))
        return money + number(net.mean * left * step - back)

    ended = money[: tops[1]]
    cash = np.maximum((ended if cap is None else np.minimum(ended, number(cap))) - number(back), number(0))
    done = [np.stack([safe(ended, 0) - cash, 0 * ended])]
    by_rollover: list[tuple[Fraction, Fraction]] = []
    choices: list[BestBets] = []
    for left in range(rows + 1):
        if left:
            held = money[: ceil((free + left * step * net.cost) / unit) + 1]
            tried: list[tuple[Fraction, Any]] = []
            best: Any = None
            for bet in sorted({min(bet, left) for bet in sizes}):
                needed = ceil(bet * step * net.cost / unit)
                lost = np.stack([safe(held, left), 0 * held + number(1)])
                lost[:, needed:] = number(0)
                for gain, p in law:
                    part = done[-bet][:, needed + gain * bet :]
                    lost[:, needed : needed + part.shape[1]] += p * part
                best = np.where(lost[0] < best[0] - slack, lost, best) if tried else lost
                tried.append((bet * step, lost[0]))
            done = [*done[-sizes[-1] :], best]
            if len(tried) > 1 and left in (rows, 3 * rows // 4, rows // 2, rows // 4):
                choices += _choices(left * step, tried, safe(held, left) - best[0], number(2 * off), unit)
        short = done[-1][:, int(start / unit)] if start / unit < done[-1].shape[1] else (0, 0)
        by_rollover.append((left * step, safe(start, left, Fraction) - Fraction(short[0]) - deposit))
    value, chance = by_rollover[-1][1] + deposit, 1 - Fraction(short[1])
    chances, cash = Bracket(chance - error, chance + error).chance(), Bracket(value - off, value + off)
    terms = net, deposit, bonus, rollover, bets, sticky, cap
    return Bonus(*terms, chances, cash, tuple(by_rollover), tuple(choices[::-1]))


def _choices(
    left: Fraction, tried: Sequence[tuple[Fraction, Any]], worth: Any, near: Any, unit: Fraction
) -> Iterator[BestBets]:
    """The best bets by money, the most first; with money that is worth nothing every bet is as good.

    tried   by bet how far the amounts fall short with it
    """
    least = np.minimum.reduce([lost for _, lost in tried])

    def best(i: int) -> tuple[Fraction, ...]:
        return tuple(bet for bet, lost in tried if lost[i] - least[i] <= near)

    for equal, alike in groupby((i for i in range(len(worth) - 1, -1, -1) if worth[i] > near), best):
        yield BestBets(left, min(alike) * unit, equal)
