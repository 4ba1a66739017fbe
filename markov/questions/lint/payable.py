"""Pays that cannot be paid at the smallest stake, in the smallest chip."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, lcm

from markov.questions.lint.finding import Finding
from markov.questions.lint.profile import Profile
from markov.wager.odds import Answer, Solved
from markov.wager.payable import in_chips, paid


def payable(solved: Solved, answered: Answer, profile: Profile) -> Iterator[Finding]:
    """Each line that is rounded there, and a commission that no chips make up.

    The pays are priced as `markov.wager.payable.paid` does; the commission is put up exactly.
    """
    stake, chip, wager = profile.minimum, profile.chip, answered.wager
    if stake is None or chip is None:
        return
    sums = [pay * stake for pay in wager.pays.values()]
    owed = (wager.outlay - 1) * stake
    if all((amount / chip).denominator == 1 for amount in (*sums, owed)):
        return
    common = {"stake": stake, "chip": chip, "exact_from": exact_from(answered, stake, chip)}
    faced = paid(solved, answered, stake, chip)
    for line in faced.rounded:
        figures = {
            "exact": line.exact,
            "paid": line.paid,
            "edge_never": answered.never.edge.per_stake,
            "edge_paid": faced.never.per_stake,
        }
        yield Finding("not-payable", wager.name, (line.ending,), figures={**figures, **common})
    if (owed / chip).denominator != 1:
        figures = {"exact": owed, "down": in_chips(owed, chip, "down"), "up": in_chips(owed, chip, "up")}
        yield Finding("commission", wager.name, figures={**figures, **common})


def exact_from(answered: Answer, stake: Fraction, chip: Fraction) -> Fraction:
    """The smallest stake, from this one up, at which every line and the commission are whole chips."""
    wager = answered.wager
    chips = lcm(wager.outlay.denominator, *(pay.denominator for pay in wager.pays.values()))
    return ceil(stake / (chips * chip)) * chips * chip
