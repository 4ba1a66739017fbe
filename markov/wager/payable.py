"""Payable: what a stake and a smallest chip do to posted odds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from markov.wager.commission import Rounding, in_chips
from markov.wager.odds import Answer, Solved, Strategy
from markov.wager.outcome import Edge
from markov.wager.pay_edits import Pay, edited
from markov.wager.wager import needs_one_stake


@dataclass(frozen=True, slots=True)
class RoundedPay:
    """An ending that is not paid as posted: what comes back in all, in money.

    exact   as posted
    paid    in chips
    """

    ending: str
    exact: Fraction
    paid: Fraction


@dataclass(frozen=True, slots=True)
class Paid:
    """A wager of one stake, as it is paid in chips.

    commission   what is put up beside the stake, in money
    rounded      the endings that are not paid as posted
    never        the edge, no offer taken
    optimal      the edge under best play, which need not be best play of the posted pays
    """

    stake: Fraction
    commission: Fraction
    rounded: tuple[RoundedPay, ...]
    never: Edge
    optimal: Edge

    def edge(self, play: Strategy) -> Edge:
        """The edge under one way of playing."""
        return self.optimal if play == "optimal" else self.never


class Unpayable(ValueError):
    """A stake that is not made of chips."""


def paid(
    solved: Solved, posted: Answer, stake: Fraction, chip: Fraction, commission: Rounding | None = None
) -> Paid:
    """A wager of so much money as it is paid where a chip is the least that can be paid.

    posted       the answer for the pays as posted
    commission   how what is put up beside the stake is rounded to the chip; None where it is not

    What a pay brings is rounded down to the chip: 7 to 6 on a stake of 7 wins 49/6, and 8 in chips of 1. The
    stake is a whole number of chips itself, so it is one whether the winnings are rounded, as where a sheet
    says "to", or all that comes back, as where it says "for". Where just the outlay comes back, that is what
    was put up.

    Raises Unpayable for a stake that is not a positive whole number of chips.
    """
    if stake <= 0 or chip <= 0 or (stake / chip).denominator != 1:
        raise Unpayable(f"a stake of {stake} is not a whole number of chips of {chip}")
    wager = posted.wager
    needs_one_stake(wager, "what is paid in chips")
    owed = (wager.outlay - 1) * stake
    put_up = owed if commission is None else in_chips(owed, chip, commission)
    rounded, pays = [], dict[str, Pay]()
    for ending, pay in wager.pays.items():
        exact = pay * stake
        back = stake + put_up if pay == wager.outlay else in_chips(exact, chip, "down")
        if back != exact:
            rounded.append(RoundedPay(ending, exact, back))
            pays[ending] = back / stake
    if rounded or put_up != owed:
        fixed = replace(wager, commission=None)  # what is paid in chips is what it is
        changed = replace(edited(fixed, pays), outlay=1 + put_up / stake)
        faced = solved.answer(changed)
    else:
        faced = posted
    return Paid(stake, put_up, tuple(rounded), faced.never.edge, faced.optimal.edge)


def stakes(lowest: Fraction, highest: Fraction, step: Fraction) -> Iterator[Fraction]:
    """The stakes from the lowest up, a step apart, none above the highest.

    >>> [str(stake) for stake in stakes(Fraction(5), Fraction(6), Fraction("0.4"))]
    ['5', '27/5', '29/5']
    """
    for k in range(floor((highest - lowest) / step) + 1):
        yield lowest + k * step


def lowest_edge(candidates: Iterable[Paid], play: Strategy) -> Paid:
    """The stake with the lowest edge per stake, the first of equal ones; raises ValueError for no stakes."""
    return min(candidates, key=lambda paid: paid.edge(play).per_stake)


def highest_edge(candidates: Iterable[Paid], play: Strategy) -> Paid:
    """The stake with the highest edge per stake, the first of equal ones; raises ValueError for no stakes."""
    return max(candidates, key=lambda paid: paid.edge(play).per_stake)
