"""A second road to the odds of tally wagers: independent Poisson clocks.

Let every outcome ring on a clock of its own, at a rate of its weight. In the order in which they ring the
outcomes are spins of the wheel, and as the clocks know nothing of each other, the chance that one tally
is full by a time t is a matter of that tally alone: 1 - e^(-wt) · sum of (wt)^k / k! for k below its need.
Odds of the wager are integrals over t of products of these, without any state of the wager (Holst, On
birthday, collectors', occupancy and other classical urn problems, 1986).

Nothing of markov or of games is used here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial
from typing import Literal

Sums = dict[int, list[Fraction]]  # rate → coefficients: the sum of c[m] · t^m · e^(-rate·t)


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of the endings, by name, and mean and variance of the number of spins, every spin counted."""

    endings: dict[str, Fraction]
    mean: Fraction
    variance: Fraction


def odds(
    goal: Literal["first", "all", "each"], tallies: Sequence[tuple[int, int]], stopper: int, total: int
) -> Odds:
    """The odds of filling tallies before the stopper comes up.

    goal      "first": over as soon as one tally is full; "all": over when every one is;
              "each": the same, but the ending counts how many are full
    tallies   weight and need of each; no outcome counts for two of them
    stopper   weight of what ends the wager at once, from 1 up
    total     weight of the wheel; what is in no tally and is not the stopper only passes the time
    """
    return _odds(goal, tuple(tallies), stopper, total)


@cache
def _odds(goal: str, tallies: tuple[tuple[int, int], ...], stopper: int, total: int) -> Odds:
    spare = total - stopper - sum(weight for weight, _ in tallies)
    if spare < 0 or stopper < 1 or not tallies or any(w < 1 or need < 1 for w, need in tallies):
        raise ValueError("weights and needs are from 1 up, and fit on the wheel")
    full = _by_number_full(tallies)
    # Spins are a Poisson process at a rate of `total`, and the labels of spins do not depend on when they
    # come. So if play lasts a time T and N spins, E[T] = E[N] / total and E[T²] = E[N(N + 1)] / total².
    stop = {stopper: [Fraction(1)]}
    counts = [stopper * _integral(_product(stop, sums)) for sums in full]
    open_ = full[:1] if goal == "first" else full[:-1]
    monotone = [_product(stop, sums) for sums in open_]
    mean = total * sum(_integral(sums) for sums in monotone)
    square = total**2 * sum(2 * _integral(sums, power=1) for sums in monotone) - mean
    if goal == "each":
        endings = {f"made-{k}" if k else "lost": chance for k, chance in enumerate(counts)}
    else:
        lost = sum(counts[: len(open_)], Fraction(0))
        endings = {"made": 1 - lost, "lost": lost}
    return Odds(endings, Fraction(mean), square - mean**2)


def _by_number_full(tallies: Sequence[tuple[int, int]]) -> list[Sums]:
    """For each k the chance, as a function of time, that k tallies are full if no stopper comes."""
    found: list[Sums] = [{0: [Fraction(1)]}]
    for weight, need in tallies:
        lacking = {weight: [Fraction(weight**k, factorial(k)) for k in range(need)]}
        filled = {0: [Fraction(1)], weight: [-c for c in lacking[weight]]}
        longer: list[Sums] = [{} for _ in range(len(found) + 1)]
        for k, sums in enumerate(found):
            _add(longer[k], _product(sums, lacking))
            _add(longer[k + 1], _product(sums, filled))
        found = longer
    return found


def _product(one: Sums, other: Sums) -> Sums:
    found: Sums = {}
    for rate, left in one.items():
        for faster, right in other.items():
            into = found.setdefault(rate + faster, [])
            into += [Fraction(0)] * (len(left) + len(right) - 1 - len(into))
            for m, a in enumerate(left):
                if a:
                    for n, b in enumerate(right):
                        into[m + n] += a * b
    return found


def _add(into: Sums, more: Sums) -> None:
    for rate, coefficients in more.items():
        there = into.setdefault(rate, [])
        there += [Fraction(0)] * (len(coefficients) - len(there))
        for m, c in enumerate(coefficients):
            there[m] += c


def _integral(sums: Sums, power: int = 0) -> Fraction:
    """The integral over all t of t^power times the sum: each t^m · e^(-rate·t) comes to m! / rate^(m + 1)."""
    return sum(
        (
            c * Fraction(factorial(m + power), rate ** (m + power + 1))
            for rate, coefficients in sums.items()
            for m, c in enumerate(coefficients)
        ),
        Fraction(0),
    )
