"""Expressions of letters at given numbers."""

from fractions import Fraction

from sympy import Rational, Symbol

from markov.wager.odds import answer


def exactly(expression, **numbers):
    """The number that the expression is where letters are these numbers."""
    found = expression.subs(
        {Symbol(name): Rational(x.numerator, x.denominator) for name, x in numbers.items()}
    )
    return Fraction(int(found.p), int(found.q))


def agrees(found, wager, **numbers):
    """Asserts that the expressions are the wager's figures and the conditions say if today's play is best."""
    told = answer(wager)
    assert exactly(found.never.returned, **numbers) == told.never.returned
    assert exactly(found.never.edge, **numbers) == told.never.edge.per_stake
    margins = [(exactly(each.margin, **numbers), each.take) for each in found.kept.conditions]
    best = all(margin >= 0 if take else margin <= 0 for margin, take in margins)
    takes = [offer.take for offer in answer(found.wager).offers]
    assert best == all(
        offer.margin >= 0 if take else offer.margin <= 0
        for offer, take in zip(told.offers, takes, strict=True)
    )
    kept = exactly(found.kept.play.returned, **numbers)
    assert kept == told.optimal.returned if best else kept <= told.optimal.returned
    if found.kept.stays is not None:
        (number,) = numbers.values()
        least, most = found.kept.stays.whole
        assert best or not least <= number or (most is not None and number > most)
