"""Sensitivity: how much the edge moves with each pay, and with each pocket of the wheel."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from markov.chain.chain import MAX_STATES, Chain
from markov.chain.transitions import Indices, TooMuchWork
from markov.distribution import Distribution
from markov.questions.sensitivity.raced import chart, kinds, large_race, return_slopes
from markov.questions.sensitivity.weight_derivatives import next_states, one_pocket_less, weight_derivatives
from markov.race.clocks import TooManyTerms
from markov.shown import Viewed
from markov.wager.envelope import Envelope, Optimum, Slope
from markov.wager.odds import Way, unsolved
from markov.wager.outcome import Outcome
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.wager import Wager


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect on the edge per stake of one unit of a pay, or of one pocket of an outcome.

    name      the ending, or the outcome
    now       what the ending returns per unit staked as posted, or the weight of the outcome
    slope     the derivative of the edge; None where it is left out
    more      the change of the edge by exactly one unit more
    less      by exactly one unit less; None where there is no such unit, or no other wheel would come of it
    """

    name: Any
    now: Fraction
    slope: Slope | None
    more: Fraction
    less: Fraction | None

    @property
    def size(self) -> Fraction:
        """The change of the edge, whichever way; by a whole unit where the derivative is left out."""
        if self.slope is None:
            return abs(self.more)
        return max(abs(self.slope.left), abs(self.slope.right))


@dataclass(frozen=True, slots=True)
class Sensitivity(Viewed):
    """The effects that move the edge of a wager under one way of playing it, the strongest first.

    edge      per stake, as things are
    why       the reason for which derivatives by pocket are left out, for some outcomes or all; else empty
    """

    wager: Wager
    way: Way
    states: int
    edge: Fraction
    pays: tuple[Effect, ...]
    pockets: tuple[Effect, ...]
    why: str = ""

    def __repr__(self) -> str:
        effects = f"{len(self.pays)} pays, {len(self.pockets)} outcomes"
        return f"Sensitivity({self.wager.name!r}, edge {self.edge}, {effects})"


def sensitivity(
    wager: Wager, way: Way, limit: int = MAX_STATES, told: Callable[[int], None] = lambda _: None
) -> Sensitivity:
    """The change of the edge with each pay and with each outcome of the wheel.

    told   hears how many of two wheels an outcome are done

    The edge is outlay less return over the stake, so its derivatives are those of return less outlay with the
    other sign: a commission moves with the pay that it is on. Changes by a whole unit are solved anew, with
    best play for the changed wager.

    Raises what `answer` raises.
    """
    laid_out = unsolved(wager, limit)
    play = laid_out.envelope(wager).optimum(way == "never")
    edge = play.loss

    chances, offers = play.outcome.chances, way == "optimal" and play.envelope.decided
    taxed = "" if wager.commission is None else wager.commission.ending

    def changed(ending: str, by: int) -> Fraction:
        if not offers and ending != taxed:  # play stays what it is, and its pay moves nothing else
            return -by * chances.get(ending, Fraction(0))
        other = edited(wager, {ending: wager.line(ending) + by})
        return laid_out.envelope(other).optimum(way == "never").loss - edge

    pays = [
        Effect(
            ending,
            pay := wager.line(ending),
            slope and _turned(slope),
            changed(ending, 1),
            changed(ending, -1) if pay >= 1 else None,
        )
        for ending, slope in play.slopes().items()
    ]
    if wager.phased or wager.choosing:
        why = _NO_ONE_WHEEL if wager.phased else _NO_ONE_PLAY
        return Sensitivity(wager, way, len(laid_out.process), edge, _strongest(pays), (), why)
    chain = laid_out.chain
    won = Envelope(_netted(wager), chain).optimum(way == "never") if wager.raises else play
    raced = _raced(wager, won, way, edge, limit)
    if raced is None:
        groups = _groups(wager, chain, way, edge, limit, told)
        slopes, why = _slopes(won, [group.lead for group in groups])
    else:
        (groups, slopes), why = raced, ""
    pockets: dict[Any, Effect] = {}
    for group, by_weight in zip(groups, slopes, strict=True):
        told(len(wager.wheel) + len(pockets))
        fewer = group.less(wager)
        change = None
        if fewer is not None:
            cut = None if group.lead is None else one_pocket_less(chain, group.lead)
            short = chart(fewer) if raced else cut
            change = _edge(fewer, short or fewer.chain(limit), way) - edge
        for outcome in group.outcomes:
            now = Fraction(wager.wheel[outcome])
            pockets[outcome] = Effect(outcome, now, by_weight and _turned(by_weight), group.more, change)
    by_wheel = [pockets[outcome] for outcome in wager.wheel]
    return Sensitivity(wager, way, len(chain.states), edge, _strongest(pays), _strongest(by_wheel), why)


_NO_ONE_WHEEL = "what can come up depends on how play stands, so there is no one wheel to add a pocket to"
_NO_ONE_PLAY = "the player chooses between actions, and best play may be another with a pocket more"


@dataclass(frozen=True, slots=True)
class _Group:
    """Outcomes that lead to the same state from every state.

    lead   that state, by index; None where it is not known, and then there is but one outcome
    more   the change of the edge by one pocket more of any of them
    """

    outcomes: list[Any]
    lead: Indices | None
    more: Fraction

    def less(self, wager: Wager) -> Wager | None:
        """The wager with one pocket less; a last pocket goes where another outcome leads to the same."""
        largest = max(self.outcomes, key=wager.wheel.__getitem__)
        if wager.wheel[largest] > 1:
            return _with(wager, largest, -1)
        if len(self.outcomes) == 1:
            return None
        left = {outcome: weight for outcome, weight in wager.wheel.items() if outcome != largest}
        return replace(wager, wheel=Distribution(left))


def _with(wager: Wager, outcome: Any, pockets: int) -> Wager:
    """The wager on a wheel with so many pockets more of an outcome."""
    weights = {**wager.wheel, outcome: wager.wheel[outcome] + pockets}
    return replace(wager, wheel=Distribution(weights))


def _groups(
    wager: Wager, chain: Chain[Any], way: Way, edge: Fraction, limit: int, told: Callable[[int], None]
) -> list[_Group]:
    groups: dict[Any, _Group] = {}
    for done, outcome in enumerate(wager.wheel):
        told(done)
        other = _with(wager, outcome, 1)
        more = other.chain(limit)
        lead = next_states(chain, more)
        key = (outcome,) if lead is None else lead.tobytes()
        if key in groups:
            groups[key].outcomes.append(outcome)
        else:
            groups[key] = _Group([outcome], lead, _edge(other, more, way) - edge)
    return list(groups.values())


def _raced(
    wager: Wager, play: Optimum, way: Way, edge: Fraction, limit: int
) -> tuple[list[_Group], list[Slope | None]] | None:
    """The groups and their derivatives from the clocks of a large race; None where states are needed."""
    ladder = large_race(wager, play.outcome.chain)
    if ladder is None:
        return None
    groups = []
    try:
        by_weight = return_slopes(wager, ladder, play.pays)
        for alike in kinds(wager, ladder):
            other = _with(wager, alike[0], 1)
            groups.append(_Group(alike, None, _edge(other, chart(other) or other.chain(limit), way) - edge))
    except TooManyTerms:
        return None
    return groups, [Slope(*[by_weight[group.outcomes[0]]] * 2) for group in groups]


def _slopes(play: Optimum, leads: Sequence[Indices | None]) -> tuple[list[Slope | None], str]:
    """The derivatives of the return, and the reason for which some are left out."""
    known = [lead for lead in leads if lead is not None]
    try:
        found = iter(weight_derivatives(play, known))
    except TooMuchWork as error:
        return [None] * len(leads), str(error)
    why = "" if len(known) == len(leads) else "states that are one on this wheel are not with a pocket more"
    return [None if lead is None else next(found) for lead in leads], why


def _netted(wager: Wager) -> Wager:
    """The wager with what is put down on the way taken from the pays, which leaves the loss what it is."""
    net = {end: pay - wager.raises.get(end, Fraction(0)) for end, pay in wager.pays.items()}
    return replace(wager, pays=Paytable(net), raises=Paytable({}), commission=None)


def _edge(wager: Wager, chain: Chain[Any], way: Way, never: Outcome | None = None) -> Fraction:
    return Envelope(wager, chain, never).optimum(way == "never").loss


def _turned(slope: Slope) -> Slope:
    """The slope of the edge: what the player is worth less, the house is worth more."""
    return Slope(-slope.left, -slope.right)


def _strongest(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    return tuple(sorted(effects, key=lambda effect: effect.size, reverse=True))
