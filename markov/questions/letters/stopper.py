"""The return as a function of the weight of what stops play, where tallies race it: without any states.

The chance that a goal is true when the stopper comes is a sum of s · c / (s + r)^k, with s the weight of the
stopper (`markov.race`), and so is the return. Over one denominator, in lowest terms, that is the quotient to
which the chain comes: there is but one.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

from markov.questions.letters.algebra import Letter, Polynomial, Quotient, polynomial, variables
from markov.race.clocks import TooManyTerms
from markov.race.goals import Reach, outcomes, tallies
from markov.race.race import chance_by_stopper
from markov.wager.outcome import Affine
from markov.wager.wager import Ladder, Wager, raced_to_its_end

_Terms: TypeAlias = Mapping[int, Sequence[Fraction]]  # by rate, as `chance_by_stopper` gives them

FEW_STATES = 2_000  # about so many are laid out and solved again and again in no time
_LONGEST = 300  # degree of the denominator; polynomials of a higher one take longer than some chains


def returned_by_stopper(
    wager: Wager, weights: Mapping[Letter, Any], pays: Mapping[str, Affine], letters: Sequence[str]
) -> Quotient | None:
    """The return of a wager on which nothing is on offer; None where it has to be found from states.

    weights   by letter the outcome whose weight it is: one that stops play, or that nothing counts
    pays      by ending what it brings back, the endings in `letters` being the unknowns
    """
    if (ladder := _raced(wager, weights)) is None:
        return None
    try:
        chances = [chance_by_stopper(goal, wager.wheel, ladder.stop) for goal in ladder.goals]
    except TooManyTerms:
        return None
    # A goal implies the one before it: an end has the chance of its goal less that of the next one.
    sure: _Terms = {0: [Fraction(1)]}
    following = zip([sure, *chances], [*chances, {}], strict=True)
    each = [_sum([(Fraction(1), one), (Fraction(-1), other)]) for one, other in following]
    lengths = {rate: max(len(one.get(rate, ())) for one in each) for rate in set().union(*each)}
    if not all(any(map(any, one.values())) for one in each) or sum(lengths.values()) > _LONGEST:
        return None
    returned = [pays[end] for end in ladder.ends]
    parts = [
        _sum(list(zip(numbers, each, strict=True)))
        for numbers in (
            [one.constant for one in returned],
            *([one.coefficient(name) for one in returned] for name in letters),
        )
    ]
    return _quotient(parts, lengths, _stopper(wager, weights, ladder))


def _raced(wager: Wager, weights: Mapping[Letter, Any]) -> Ladder | None:
    """The goals of a large race that is played to its end, where they count no outcome that is a letter."""
    ladder = raced_to_its_end(wager)
    if ladder is None:
        return None
    counted = frozenset[Any]().union(*map(outcomes, ladder.goals))
    if counted.intersection(weights.values()):
        return None
    needs = (
        [goal.need for goal in tallies(ladder.goals[-1]) if isinstance(goal, Reach)] if ladder.goals else []
    )
    return ladder if prod(needs) > FEW_STATES else None


def _sum(of: Sequence[tuple[Fraction, _Terms]]) -> _Terms:
    """The sum of multiples."""
    found: dict[int, list[Fraction]] = {}
    for number, terms in of:
        for rate, coefficients in terms.items():
            there = found.setdefault(rate, [])
            there += [Fraction(0)] * (len(coefficients) - len(there))
            for k, c in enumerate(coefficients):
                there[k] += number * c
    return found


def _stopper(wager: Wager, weights: Mapping[Letter, Any], ladder: Ladder) -> Polynomial:
    """The weight of the stopper, in the letters."""
    open_, gens = list(weights.values()), variables(tuple(weights))
    known = sum(weight for outcome, weight in wager.wheel.items() if outcome in ladder.stop - set(open_))
    terms = {(0,) * len(gens): Fraction(known)}
    for i, outcome in enumerate(open_):
        terms[tuple(int(k == i) for k in range(len(gens)))] = Fraction(outcome in ladder.stop)
    return polynomial(gens, terms)


def _quotient(parts: Sequence[_Terms], lengths: Mapping[int, int], stopper: Polynomial) -> Quotient:
    """The parts over one denominator, in the letters of the stopper."""
    one = variables(())

    def in_one(*coefficients: Fraction) -> Polynomial:
        """The polynomial in s alone, its highest coefficient first."""
        return polynomial(one, {(len(coefficients) - 1 - k,): c for k, c in enumerate(coefficients)})

    by_rate = {rate: in_one(Fraction(1), Fraction(rate)) for rate in lengths}
    below = prod((by_rate[rate] ** length for rate, length in lengths.items()), start=in_one(Fraction(1)))
    above = []
    for part in parts:
        found = in_one()
        for rate, coefficients in part.items():
            rest = below.quo(by_rate[rate] ** len(coefficients))
            found += in_one(*coefficients).compose(by_rate[rate]) * rest
        above.append(found * in_one(Fraction(1), Fraction(0)))
    reduced = Quotient.reduced(above, {by_rate[rate]: length for rate, length in lengths.items()})
    numerators = tuple(_composed(part, stopper) for part in reduced.parts)
    factors = tuple((_composed(factor, stopper), power) for factor, power in reduced.below)
    if not stopper.is_ground:
        return Quotient(numerators, factors)
    number = prod((factor.LC() ** power for factor, power in factors), start=1)  # no letter matters
    return Quotient(tuple(part.mul_ground(1 / number) for part in numerators), ())


def _composed(of: Polynomial, stopper: Polynomial) -> Polynomial:
    """The polynomial in s with the stopper in place of s."""
    found = polynomial(stopper.gens, {})
    for c in of.all_coeffs():
        found = found * stopper + c
    return found
