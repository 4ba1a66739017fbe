"""The answer with letters in it: pays, or weights of outcomes, that are left open."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import prod
from types import MappingProxyType
from typing import Any

from markov.chain.chain import MAX_STATES
from markov.questions.letters.algebra import (
    Expression,
    Letter,
    NoLetter,
    Polynomial,
    Quotient,
    letter,
    letters_in,
    polynomial,
    variables,
)
from markov.questions.letters.parametric_chain import FixedPlay, ParametricChain, quotients
from markov.questions.letters.roots import Interval, keeping
from markov.race.clocks import TooManyTerms
from markov.race.goals import outcomes, tallies
from markov.race.race import chance_by_stopper
from markov.wager.envelope import Piece
from markov.wager.game import Unknown
from markov.wager.odds import Solved, solved
from markov.wager.outcome import Affine, cash_flows
from markov.wager.pay_edits import check_ending
from markov.wager.rule import NestedRace
from markov.wager.wager import Wager, goals_played_to_the_end, needs_one_stake, needs_one_wheel

FEW_STATES = 2_000  # about so many are laid out and solved again and again in no time
_LONGEST = 300  # degree of the denominator; polynomials of a higher one take longer than some chains
POCKETS = "pockets."  # what the name of an outcome of the wheel comes after


@dataclass(frozen=True, slots=True)
class Returned:
    """The expected return per unit staked, and the edge over the stake, as sympy's expressions."""

    returned: Expression
    edge: Expression


@dataclass(frozen=True, slots=True)
class PayInterval:
    """Pays, from low to high, over which best play is one and the same.

    high    None where it goes on for ever
    takes   the offers that best play comes to and takes, by ending
    """

    low: Fraction
    high: Fraction | None
    play: Returned
    takes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """A margin, offered less playing on, that is to keep its side of 0: at least 0 if taken, else at most.

    offers   the state and the ending of each offer that has this margin
    """

    margin: Expression
    take: bool
    offers: tuple[tuple[Any, str], ...]


@dataclass(frozen=True, slots=True)
class FixedPolicy:
    """Best play of today, whatever the letters become.

    offers       how many there are
    takes        those that it comes to and takes, by ending
    conditions   it is best from every state exactly where all of them hold; a margin without a letter in
                 it is not among them
    stays        where they all hold, around today's weight; None unless there is one letter
    """

    play: Returned
    offers: int
    takes: tuple[str, ...]
    conditions: tuple[Condition, ...]
    stays: Interval | None


@dataclass(frozen=True, slots=True)
class SymbolicAnswer:
    """A wager with letters for some pays and some weights of outcomes.

    letters     what each letter stands for: an ending, or an outcome after `pockets.`
    today       its number without the letter: what is returned, None where nothing is yet, or the weight
    never       played to its end; where a pay moves a commission, for pays that win
    stretches   best play by the pay, from 0 up, where one pay is the only letter; else there are none
    kept        the play that is best today, where there are no stretches
    merged      which states that play alike were merged in the chain; empty where none were
    """

    wager: Wager
    letters: Mapping[str, str]
    today: Mapping[str, Fraction | None]
    never: Returned
    stretches: tuple[PayInterval, ...]
    kept: FixedPolicy | None
    merged: str


def lettered(
    wager: Wager,
    letters: Mapping[str, str],
    limit: int = MAX_STATES,
    progress: Callable[[int, int], None] = lambda done, solves: None,
) -> SymbolicAnswer:
    """The return of the wager as a function of letters, by name what each stands for.

    progress   called with the number of times the wager has been solved, and the number of all

    >>> from markov.wager.catalogue import find
    >>> wager = find("repeater-bets-plus").wager("repeating-2")
    >>> found = lettered(wager, {"x": "made"})
    >>> found.never.returned, [(str(one.low), one.play.returned) for one in found.stretches]
    (x/49, [('0', 6/7), ('42', x/49)])
    >>> lettered(wager, {"s": "pockets.7"}).never.returned
    40/(s + 1)**2

    Raises NoLetter for a name that is none and for a thing that has two, Unknown for an ending or an outcome
    that is not there, TooManyStates beyond the limit, TooMuchWork where the answer is out of reach.
    """
    if not letters:
        raise NoLetter("there is no letter")
    if any(map(_is_weight, letters.values())):
        needs_one_wheel(wager, "a letter for pockets")
    weights = {letter(name): _outcome(wager, what) for name, what in letters.items() if _is_weight(what)}
    pays = {letter(name): what for name, what in letters.items() if not _is_weight(what)}
    for things in (weights, pays):
        if len(set(things.values())) < len(things):
            raise NoLetter(f"two of the letters {', '.join(letters)} stand for the same thing")
    for ending in pays.values():
        check_ending(wager, ending)
    today = {
        name: Fraction(wager.wheel[_outcome(wager, what)])
        if _is_weight(what)
        else wager.line(what)
        if what in wager.pays
        else None
        for name, what in letters.items()
    }
    about = wager, MappingProxyType(dict(letters)), MappingProxyType(today)
    if len(pays) == len(letters) == 1:
        rule = solved(wager, limit)
        return SymbolicAnswer(*about, *_by_pay(rule, wager, *pays.items()), None, rule.chain.merged)
    needs_one_stake(wager, "an edge in letters for pockets, or in several letters,")
    if unpaid := [name for name, now in today.items() if now is None]:
        raise NoLetter(f"{letters[unpaid[0]]} has no pay, and without it there is no best play to keep")
    money = cash_flows(wager, {ending: Affine.unknown(ending) for ending in pays.values()})
    if quotient := returned_by_stopper(wager, weights, money.pays, list(pays.values())):
        never = _returned(
            next(iter(money.total_staked.values())), dict(zip(pays.values(), pays, strict=True)), quotient
        )
        now = [Fraction(wager.wheel[outcome]) for outcome in weights.values()]
        stays = keeping((), *now) if len(now) == 1 and not pays else None
        return SymbolicAnswer(*about, never, (), FixedPolicy(never, 0, (), (), stays), "")
    parametric = ParametricChain.of(wager, weights, limit)
    never, kept = _kept(parametric, pays, progress)
    return SymbolicAnswer(*about, never, (), kept, parametric.shape.merged)


def _by_pay(
    rule: Solved, wager: Wager, unknown: tuple[Letter, str]
) -> tuple[Returned, tuple[PayInterval, ...]]:
    """The return played to its end by the one pay that is a letter, and the stretches of best play."""
    pay, ending = unknown
    by_pay = rule.by_pay(wager, ending)

    def returned(piece: Piece) -> Returned:
        line = piece.line
        numbers = (line.constant, line.coefficient(ending))
        parts = tuple(polynomial(variables(()), {(0,): number}) for number in numbers)
        # The outlay is the same for every way of playing, or there is one way.
        return _returned(piece.outlay, {ending: pay}, Quotient(parts, ()))

    stretches = (
        PayInterval(piece.low, piece.high, returned(piece), piece.taken)
        for piece in by_pay.curve().pieces
        if piece.low != piece.high
    )
    return returned(by_pay.never().pieces[-1]), tuple(stretches)


def _returned(outlay: Affine, pays: Mapping[str, Letter], quotient: Quotient) -> Returned:
    """The return and the edge; pays by ending are the letters."""
    put_up = (outlay.constant, *(outlay.coefficient(ending) for ending in pays))
    letters = list(pays.values())
    return Returned(quotient.expression(letters), quotient.taken_from(put_up).expression(letters))


def _kept(
    parametric: ParametricChain, pays: Mapping[Letter, str], progress: Callable[[int, int], None]
) -> tuple[Returned, FixedPolicy]:
    """The return played to its end, and today's best play with what keeps it best."""
    wager, chain = parametric.wager, parametric.chain(parametric.now)
    way = FixedPlay.of(wager, chain, list(pays.values()))
    by_ending = {ending: pay for pay, ending in pays.items()}
    never, *others = quotients(parametric, way, progress)
    played, *margins = others or [never]
    alike: dict[tuple[Quotient, bool], list[tuple[Any, str]]] = {}
    offers, taken = way.outcome.offers, frozenset(way.outcome.taken)
    for (i, end), margin in zip(offers.items(), margins, strict=True):
        alike.setdefault((margin, i in taken), []).append((chain.states[i], end.name))
    conditions = (
        Condition(margin.expression(list(pays)), take, tuple(offers))
        for (margin, take), offers in alike.items()
    )
    single = len(parametric.letters) == 1 and not pays
    outlay = next(iter(way.cash_flows.total_staked.values()))  # the same for every ending
    return _returned(outlay, by_ending, never), FixedPolicy(
        _returned(outlay, by_ending, played),
        len(offers),
        way.outcome.takes,
        tuple(each for each in conditions if letters_in(each.margin)),
        keeping(((margin.parts[0], take) for margin, take in alike), Fraction(parametric.now[0]))
        if single
        else None,
    )


def names(wager: Wager) -> dict[str, Hashable]:
    """The outcomes of the wheel by the names they have after `pockets.`.

    >>> from markov.wager.catalogue import find
    >>> list(names(find("repeater-bets-plus").wager("uptown")))
    ['2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '0', '00']

    Raises NoLetter when two outcomes have one name.
    """
    known: dict[str, Hashable] = {}
    for outcome in wager.wheel:
        name = "".join(str(outcome).split())
        if known.setdefault(name, outcome) is not outcome:
            raise NoLetter(f"two outcomes of {wager.name} are called {name}")
    return known


def _is_weight(what: str) -> bool:
    return what.startswith(POCKETS)


def _outcome(wager: Wager, what: str) -> Hashable:
    known = names(wager)
    name = "".join(what.removeprefix(POCKETS).split())
    if name not in known:
        raise Unknown("outcome", what.removeprefix(POCKETS), known)
    return known[name]


def returned_by_stopper(
    wager: Wager, weights: Mapping[Letter, Any], pays: Mapping[str, Affine], letters: Sequence[str]
) -> Quotient | None:
    """The return by the weight of what stops play, where tallies race it: without any states; else None.

    The chance that a goal is true when the stopper comes is a sum of s · c / (s + r)^k, with s the weight of
    the stopper (`markov.race`), and so is the return. Over one denominator, in lowest terms, that is the
    quotient to which the chain comes: there is but one.

    weights   by letter the outcome whose weight it is: one that stops play, or that nothing counts
    pays      by ending what it brings back, the endings in `letters` being the unknowns
    """
    if (ladder := _large_race(wager, weights)) is None:
        return None
    try:
        chances = [chance_by_stopper(goal, wager.wheel, ladder.stop) for goal in ladder.goals]
    except TooManyTerms:
        return None
    lengths = {rate: max(len(chance.get(rate, ())) for chance in chances) for rate in set().union(*chances)}
    if sum(lengths.values()) > _LONGEST:
        return None
    s = polynomial(variables(()), {(1,): Fraction(1)})
    by_rate = {rate: s + rate for rate in lengths}
    below = prod(by_rate[rate] ** length for rate, length in lengths.items())

    def above(chance: Mapping[int, Sequence[Fraction]]) -> Polynomial:
        """The numerator of a chance over that denominator."""
        over_s = 0 * s
        for rate, coefficients in chance.items():
            over_s += _horner(coefficients, by_rate[rate]) * below.quo(by_rate[rate] ** len(coefficients))
        return over_s * s

    # A goal implies the one before it: an end has the chance of its goal less that of the next one.
    each = [one - other for one, other in pairwise([below, *map(above, chances), 0 * s])]
    if any(chance.is_zero for chance in each):
        return None
    returned = [pays[end] for end in ladder.ends]
    parts = [
        # A multiple of 0 keeps leading terms in sympy, which then cannot divide it.
        sum((chance * number for number, chance in zip(numbers, each, strict=True) if number), 0 * s)
        for numbers in (
            [line.constant for line in returned],
            *([line.coefficient(name) for line in returned] for name in letters),
        )
    ]
    in_one = Quotient.reduced(parts, {by_rate[rate]: length for rate, length in lengths.items()})
    # In several letters polynomials are slow, so they come last.
    stopper = _stopper(wager, weights, ladder)
    numerators = tuple(_horner(part.all_coeffs(), stopper) for part in in_one.parts)
    factors = {_horner(factor.all_coeffs(), stopper): power for factor, power in in_one.below}
    if stopper.is_ground:  # no letter matters
        return Quotient.reduced(numerators, factors)
    return Quotient(numerators, tuple(factors.items()))


def _horner(coefficients: Iterable[Any], at: Polynomial) -> Polynomial:
    """The value of a polynomial, by its coefficients from the highest power down, at another polynomial."""
    value = 0 * at
    for c in coefficients:
        value = value * at + c
    return value


def _large_race(wager: Wager, weights: Mapping[Letter, Any]) -> NestedRace | None:
    """The goals of a large race that is played to its end, where they count no outcome that is a letter."""
    ladder = goals_played_to_the_end(wager)
    if ladder is None or not ladder.goals:
        return None
    counted = frozenset[Any]().union(*map(outcomes, ladder.goals))
    if counted.intersection(weights.values()):
        return None
    needs = [goal.need for goal in tallies(ladder.goals[-1]) if not goal.exactly]
    return ladder if prod(needs) > FEW_STATES else None


def _stopper(wager: Wager, weights: Mapping[Letter, Any], ladder: NestedRace) -> Polynomial:
    """The weight of the stopper, in the letters."""
    open_, gens = list(weights.values()), variables(tuple(weights))
    known = sum(weight for outcome, weight in wager.wheel.items() if outcome in ladder.stop - set(open_))
    terms = {(0,) * len(gens): Fraction(known)}
    for i, outcome in enumerate(open_):
        terms[tuple(int(k == i) for k in range(len(gens)))] = Fraction(outcome in ladder.stop)
    return polynomial(gens, terms)
