"""Outcome: one way of playing a wager, money apart; what it returns is an affine function of the pays."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, Literal, Self, TypeAlias

from markov.chain.absorption import (
    absorption_probabilities,
    absorption_with_spins,
    continuation_value,
    values,
)
from markov.chain.chain import Chain
from markov.chain.transitions import SolveOrder, Spins, Transitions
from markov.distribution import Distribution
from markov.wager.commission import Commission, SteppedCommission
from markov.wager.rule import End, NestedRace
from markov.wager.wager import Wager

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Affine:
    """A constant, and a coefficient for each unknown by its name; mostly the pay of an ending.

    A coefficient of 0 is left out, so that equal functions are equal.

    >>> returned = Affine(Fraction(1, 2), {"made": Fraction(1, 49), "lost": Fraction(0)})
    >>> returned.at({"made": Fraction(49)}), returned.coefficient("lost")
    (Fraction(3, 2), Fraction(0, 1))
    """

    constant: Fraction = _NOTHING
    coefficients: Mapping[str, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        kept = {unknown: factor for unknown, factor in self.coefficients.items() if factor}
        object.__setattr__(self, "coefficients", kept)

    def __hash__(self) -> int:
        return hash((self.constant, frozenset(self.coefficients.items())))

    def __repr__(self) -> str:
        terms = (f" + {factor} {unknown}" for unknown, factor in self.coefficients.items())
        return f"Affine({self.constant}{''.join(terms)})"

    @classmethod
    def unknown(cls, name: str) -> Self:
        """The unknown of that name, by itself."""
        return cls(_NOTHING, {name: Fraction(1)})

    def coefficient(self, unknown: str) -> Fraction:
        """The factor of an unknown; 0 for one that does not count."""
        return self.coefficients.get(unknown, _NOTHING)

    def at(self, known: Mapping[str, Fraction]) -> Fraction:
        """The value, each unknown being known."""
        return sum((factor * known[name] for name, factor in self.coefficients.items()), self.constant)

    def substituted(self, known: "Mapping[str, Affine]") -> "Affine":
        """The function of other unknowns that comes of saying each unknown by them."""
        constant, factors = self.constant, dict[str, Fraction]()
        for name, factor in self.coefficients.items():
            constant += factor * known[name].constant
            for other, by in known[name].coefficients.items():
                factors[other] = factors.get(other, _NOTHING) + factor * by
        return Affine(constant, factors)

    def __add__(self, other: "Affine") -> "Affine":
        return self - (Affine() - other)

    def __sub__(self, other: "Affine") -> "Affine":
        factors = dict(self.coefficients)
        for name, factor in other.coefficients.items():
            factors[name] = factors.get(name, _NOTHING) - factor
        return Affine(self.constant - other.constant, factors)

    def solve_for(self, value: Fraction, unknown: str) -> Fraction:
        """The unknown at which the value is so much, it being the only one.

        Raises ZeroDivisionError where it does not count.
        """
        return (value - self.constant) / self.coefficient(unknown)

    def intersection(self, other: "Affine", unknown: str) -> Fraction:
        """The unknown, the only one of both, at which the two are equal; one of them is steeper."""
        return (other - self).solve_for(_NOTHING, unknown)


Base: TypeAlias = Literal["per_stake", "per_outlay", "per_resolved", "per_spin"]  # of an edge


class EndingChances:
    """The chance of each ending of a wager, and its spins, however they were found; priced at will."""

    __slots__ = ()

    @property
    def probabilities(self) -> Mapping[End, Fraction]:
        """The probability of each end that can happen; together exactly 1."""
        raise NotImplementedError

    @property
    def spins(self) -> Spins:
        """The mean and the variance of the number of spins until play is over."""
        raise NotImplementedError

    @property
    def policy(self) -> Mapping[Any, str]:
        """The action that is chosen by state, where a rule offers several."""
        return {}

    @property
    def chances(self) -> dict[str, Fraction]:
        """The probability of each ending that can happen, by name."""
        chances: dict[str, Fraction] = {}
        for end, chance in self.probabilities.items():
            chances[end.name] = chances.get(end.name, _NOTHING) + chance
        return chances

    @property
    def returned(self) -> Affine:
        """The expected return per unit staked, as a function of the pays."""
        return Affine(_NOTHING, self.chances)

    def outlay(self, wager: Wager) -> Fraction:
        """The expected outlay per unit staked, at the pays of the wager."""
        return sum((p * wager.total_staked(name) for name, p in self.chances.items()), _NOTHING)

    def resolved(self, pushes: Collection[str]) -> Fraction:
        """The chance that the wager is neither pushed nor taken down.

        pushes   the endings that bring back just the outlay
        """
        return resolved(self.probabilities, pushes)


@dataclass(frozen=True, slots=True, eq=False)
class RaceLaw(EndingChances):
    """The endings of goals that race a stopper, played to the end, without a chain.

    Raises TooManyTerms where the formula would be too long.
    """

    ladder: NestedRace
    wheel: Distribution[Any]

    @property
    def probabilities(self) -> Mapping[End, Fraction]:
        """The probability of each end: that its goal is true when play stops, and the next one is not."""
        from markov.race.race import joint_chance

        ladder = self.ladder
        reached = [Fraction(1), *(joint_chance((goal,), self.wheel, ladder.stop) for goal in ladder.goals)]
        chances = [chance - other for chance, other in zip(reached, [*reached[1:], _NOTHING], strict=True)]
        return {End(name): p for name, p in zip(ladder.ends, chances, strict=True) if p}

    @property
    def is_short(self) -> bool:
        """True where the formula is not too long."""
        from markov.race.clocks import TooManyTerms

        try:
            return bool(self.probabilities)
        except TooManyTerms:
            return False

    @property
    def spins(self) -> Spins:
        """The spins until the last goal is true or the stopper comes."""
        from markov.race.race import race

        if self.ladder.goals:
            return race(self.ladder.goals[-1], self.wheel, self.ladder.stop).spins
        mean = Fraction(self.wheel.total, sum(self.wheel[outcome] for outcome in self.ladder.stop))
        return Spins(mean, mean * (mean - 1))


@dataclass(frozen=True, slots=True, eq=False)
class Outcome(EndingChances):
    """One way of playing a wager: the offers that are taken, and what comes of it. It is priced at will.

    chain         of the wager, its ends being of type End
    offers        by position of a state: the end that the player may choose there
    taken         the positions of the states in which the offer is taken
    solve_order   of the cut chain, where it is known already
    policy        by state that play comes to and that offers actions: the one that is chosen
    """

    chain: Chain[Any]
    offers: Mapping[int, End] = field(default_factory=dict)
    taken: Collection[int] = ()
    solve_order: SolveOrder | None = field(default=None, repr=False)
    policy: Mapping[Any, str] = field(default_factory=dict, repr=False)
    _found: tuple[Mapping[End, Fraction], Spins | None] | None = field(default=None, init=False, repr=False)

    @property
    def cut(self) -> Transitions:
        """The transitions when play is over wherever an offer is taken; every state keeps its position."""
        cut = self.chain.transitions.stopped(self.taken)
        return cut.with_solve_order(self.solve_order) if self.solve_order else cut

    @property
    def ends(self) -> dict[int, End]:
        """The end of each state in which play is over, taken offers included, by position."""
        ends: dict[int, End] = {i: self.chain.states[i] for i in self.chain.transitions.absorbing.tolist()}
        return ends | {i: self.offers[i] for i in self.taken}

    @property
    def probabilities(self) -> Mapping[End, Fraction]:
        """The probability of each end that can happen; together exactly 1."""
        if self._found is None:
            return self._kept(absorption_probabilities(self.cut), None)
        return self._found[0]

    @property
    def spins(self) -> Spins:
        """The mean and the variance of the number of spins until play is over."""
        if self._found is None or self._found[1] is None:
            over = absorption_with_spins(self.cut)
            self._kept(over.chances, over.spins)
            return over.spins
        return self._found[1]

    def _kept(self, over: Mapping[int, Fraction], spins: Spins | None) -> Mapping[End, Fraction]:
        """The probability of each end; it follows from the fields that are frozen, and is solved once."""
        chances: dict[End, list[Fraction]] = {}
        states = self.chain.states
        for i, chance in over.items():
            if chance:
                chances.setdefault(self.offers[i] if i in self.offers else states[i], []).append(chance)
        sums = {end: _sum(each) for end, each in chances.items()}
        object.__setattr__(self, "_found", (sums, spins))
        return sums

    @property
    def takes(self) -> tuple[str, ...]:
        """The endings of the offers that play comes to and takes."""
        offers = {end.name for end in self.offers.values()}
        return tuple(name for name in self.chances if name in offers)

    def worth(self, pays: Mapping[str, Affine]) -> "Worth":
        """The expected return from every state when play goes this way, with unknowns in the pays."""
        cut = self.cut
        paid = {i: pays[end.name] for i, end in self.ends.items()}
        unknowns = dict.fromkeys(name for pay in pays.values() for name in pay.coefficients)
        return Worth(
            self.chain,
            values(cut, {i: pay.constant for i, pay in paid.items()})
            if any(pay.constant for pay in paid.values())
            else None,
            {name: values(cut, {i: pay.coefficient(name) for i, pay in paid.items()}) for name in unknowns},
        )


def _sum(numbers: Collection[Fraction]) -> Fraction:
    """The sum of many fractions, reduced once."""
    unit = lcm(*{number.denominator for number in numbers})
    return Fraction(sum(number.numerator * (unit // number.denominator) for number in numbers), unit)


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """The expected return from every state of a chain, as a function of some unknowns.

    constant       by position; None where it is 0 everywhere
    coefficients   by unknown, by position
    """

    chain: Chain[Any]
    constant: Sequence[Fraction] | None
    coefficients: Mapping[str, Sequence[Fraction]]

    def at(self, i: int) -> Affine:
        """The expected return from the state at that position."""
        start = _NOTHING if self.constant is None else self.constant[i]
        return Affine(start, {name: by_state[i] for name, by_state in self.coefficients.items()})

    def playing_on(self, positions: Collection[int]) -> dict[int, Affine]:
        """The expected return from some states once play has left them, by position."""
        row = self.chain.transitions.row_reader()
        return {
            i: Affine(
                _NOTHING if self.constant is None else continuation_value(row, self.constant, i),
                {name: continuation_value(row, by_state, i) for name, by_state in self.coefficients.items()},
            )
            for i in positions
        }


@dataclass(frozen=True, slots=True)
class Edge:
    """The player's expected loss, over each base by name.

    per_stake      over the stake
    per_outlay     over what the player is expected to put down in all, commission and raises included
    per_resolved   over the stake times the chance that the wager is neither pushed nor taken down;
                   None where it always is
    per_spin       over the stake times the expected number of spins; None where none is made
    """

    per_stake: Fraction
    per_outlay: Fraction
    per_resolved: Fraction | None
    per_spin: Fraction | None

    def over(self, base: Base) -> Fraction | None:
        """The edge over one base; None where there is none."""
        base_edge: Fraction | None = getattr(self, base)
        return base_edge

    @classmethod
    def of(cls, loss: Fraction, outlay: Fraction, resolved: Fraction, spins: Fraction) -> "Edge":
        """The loss over each base: the outlay, the chance to be resolved, and the mean number of spins."""
        return cls(
            loss, loss / outlay, loss / resolved if resolved else None, loss / spins if spins else None
        )


def resolved(probabilities: Mapping[End, Fraction], pushes: Collection[str]) -> Fraction:
    """The probability that a wager wins or loses: the end is neither a bet taken down nor a push."""
    return sum((p for end, p in probabilities.items() if end.decides and end.name not in pushes), _NOTHING)


@dataclass(frozen=True, slots=True)
class CashFlows:
    """The money of a wager where some pays vary: what each ending brings back, and what was put down for it.

    Both are affine functions of the same unknowns, by ending.
    """

    pays: Mapping[str, Affine]
    total_staked: Mapping[str, Affine]

    def pushes(self) -> frozenset[str]:
        """The endings that bring back just what was put down, whatever the unknowns are."""
        return frozenset(ending for ending, pay in self.pays.items() if pay == self.total_staked[ending])

    def outlay(self, outcome: Outcome) -> Affine:
        """The expected outlay under one way of playing."""
        return outcome.returned.substituted(self.total_staked)

    def loss(self, outcome: Outcome) -> Affine:
        """The player's expected loss under one way of playing."""
        return self.outlay(outcome) - outcome.returned.substituted(self.pays)


def moved_commission(wager: Wager, endings: Iterable[str]) -> Commission | None:
    """The commission that a pay of one of the endings moves; None where none does."""
    taken = wager.commission
    return taken if taken is not None and taken.moves and taken.ending in endings else None


def all_winning(wager: Wager, low: Fraction, high: Fraction) -> bool:
    """True where pays from low to high, as posted, of the ending that owes a commission win anything.

    Raises SteppedCommission where some do and others do not.
    """
    taken = wager.commission
    if taken is None or high <= 1:
        return False
    if low > 1 or (low == 1 and not (taken.on_win and taken.of_stake)):
        return True
    raise SteppedCommission(
        f"{wager.name}: its commission begins where {taken.ending} brings back more than the stake; ask for "
        "pays up to 1 for 1 and for those above it one after the other"
    )


def cash_flows(wager: Wager, varied: Mapping[str, Affine], winning: bool = True) -> CashFlows:
    """The money of a wager, some of whose pays, as posted, vary with unknowns.

    winning   whether the ending that owes a commission returns more than the stake, if its pay varies: there
              the commission is another function of the pay

    Raises SteppedCommission where a pay that varies moves a commission in steps.
    """
    pays = {ending: Affine(pay) for ending, pay in wager.pays.items()} | dict(varied)
    total_staked = {ending: Affine(wager.total_staked(ending)) for ending in pays}
    taken = wager.commission
    if taken is None or taken.ending not in varied:
        return CashFlows(pays, total_staked)
    if taken.stepped:
        raise SteppedCommission(
            f"{wager.name}: its commission is rounded to whole chips, so it moves in steps with the pay of "
            f"{taken.ending}, and no one function says it; ask for the exact commission, or for one pay at a "
            "time: what-if --pay"
        )
    constant, slope = taken.dues(winning)
    if taken.rounding is not None:
        constant = taken.due(Fraction(2 if winning else 0))
    due = Affine(constant, {taken.ending: slope}).substituted(varied)
    if taken.on_win:
        pays[taken.ending] = varied[taken.ending] - due
        return CashFlows(pays, total_staked)
    more = due - Affine(taken.due(taken.line))
    for ending in taken.refunded - varied.keys():
        pays[ending] += more
    return CashFlows(pays, {ending: each + more for ending, each in total_staked.items()})


def pushes(wager: Wager) -> frozenset[str]:
    """The endings that bring back just the outlay, so that nothing is won or lost."""
    return frozenset(ending for ending, pay in wager.pays.items() if pay == wager.total_staked(ending))
