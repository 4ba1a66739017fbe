"""The return as a function of the weights of some outcomes: solved at whole numbers, and interpolated.

Let the weights of some outcomes be letters s, t, … that are numbers above 0. Every transition has a weight
linear in them, and so has d, the total of a state less the weight of its loop. Which transitions there are
does not depend on them.

*A denominator.* Chances to come from a state to another, and what play is worth there, have a common
denominator D(s, t, …) that is known beforehand. Play passes each level at most once, and the chances of its
ways are products of weight / d, so that the levels give the product of the least common multiples of their d
(`markov.chain.solvers.levels`). States that can all come to each other are left with chances M⁻¹R, where M
is the matrix of total · I - weights among them and R, linear too, leads out: det M is a denominator (Cramer).
M has an inverse for all weights above 0, as play can get out. So D has no root there, and neither have its
factors.

*A degree.* Chances are from 0 to 1 and what play is worth is between the least and the most that is paid,
whatever the weights above 0. A quotient N / D that stays bounded when one letter grows has a numerator of no
higher degree in that letter than D. So N is a polynomial whose degree in each letter is at most that of D,
and with one whole number more than this degree for every letter, at each combination of which the chain is
solved by itself, N is the one polynomial through the values of the answer times D. Nothing is guessed.

The result is an identity of rational functions, and holds for all weights above 0.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeAlias

from markov.chain.solvers import suits_levels
from markov.chain.transitions import TooMuchWork
from markov.questions.letters.affine_return import FixedPlay
from markov.questions.letters.algebra import Polynomial, Quotient, interpolated, variables
from markov.questions.letters.parametric_chain import ParametricChain

Watch: TypeAlias = Callable[[int], AbstractContextManager[Callable[[int], None]]]

MOST = 20_000_000  # solves times states where whole levels are solved at once; Citywide is 17 million, 8 s
MOST_SINGLY = 200_000  # the same where states are, and once more for each pay that is a letter; up to 15 s


@contextmanager
def unwatched(solves: int) -> Iterator[Callable[[int], None]]:
    """For those who do not wait."""
    yield lambda done: None


def quotients(varied: ParametricChain, way: FixedPlay, watched: Watch = unwatched) -> list[Quotient]:
    """The affine returns of `FixedPlay`, as quotients of polynomials in the letters of the wheel.

    Raises TooMuchWork where that would take much more than a quarter of a minute.
    """
    gens, parts = variables(varied.letters), len(way.letters) + 1
    below = varied.denominator(way.solve_order)
    if way.outcome.taken and not way.solve_order.acyclic:
        # Without cycles the levels of the whole chain serve, of which play that stops passes fewer. With
        # them, what play is worth has the denominator of the chain in which it stops, and the margin of an
        # offer that is taken its own d besides: there these states are ends, the first level.
        below |= varied.denominator(way.cut)
    degrees = [sum(factor.degree(x) * power for factor, power in below.items()) for x in varied.letters]
    sizes = [degree + 1 for degree in degrees]
    _affordable(varied, way, prod(sizes))
    values: list[list[Fraction]] = []
    with watched(prod(sizes)) as done:
        for point in product(*(range(1, size + 1) for size in sizes)):
            scale = prod(int(factor(*point)) ** power for factor, power in below.items())
            returns = way.affine_returns(varied.chain(point))
            numbers = (x for one in returns for x in (one.constant, *map(one.coefficient, way.letters)))
            values.append([x * scale for x in numbers])
            done(len(values))
    above = interpolated(gens, sizes, values)
    alike: dict[tuple[Polynomial, ...], Quotient] = {}
    found = []
    for k in range(0, len(above), parts):
        key = tuple(above[k : k + parts])
        if key not in alike:
            alike[key] = Quotient.reduced(key, below)
        found.append(alike[key])
    return found


def _affordable(varied: ParametricChain, way: FixedPlay, solves: int) -> None:
    states, most = len(varied.shape.states), MOST
    if way.outcome.offers or not suits_levels(varied.shape.transitions):
        most = MOST_SINGLY // (len(way.letters) + 1)
    if solves * states > most:
        raise TooMuchWork(
            f"{varied.wager.name} has {states:,} states, to be solved {solves:,} times for these letters; "
            f"the limit is {most // states:,} times; give fewer letters"
        )
