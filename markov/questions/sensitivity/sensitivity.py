"""Sensitivity: how much the edge moves with each pay, and with each pocket of the wheel."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias, get_args

import numpy as np

from markov.chain.absorption import continuation_value, values
from markov.chain.chain import MAX_STATES, Chain
from markov.chain.transitions import Indices, TooMuchWork, Transitions
from markov.distribution import Distribution
from markov.naming import counted
from markov.race.clocks import TooManyTerms
from markov.race.goals import tallies
from markov.race.race import chance_slopes
from markov.shown import HasView
from markov.wager.envelope import Envelope, Optimum, Slope
from markov.wager.game import check_one_of
from markov.wager.odds import Strategy, prepared
from markov.wager.outcome import RaceLaw
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.rule import ArrayRule, End, NestedRace, after_trial
from markov.wager.stopping import priced
from markov.wager.wager import Wager, goals_played_to_the_end, net_pays

FEW_STATES = 2_000  # so many are solved again and again in no time
# Beyond so many states ties are left alone: every policy that is tried is valued in plain fractions, once an
# outcome at the least, and 3,000 states take half a second each time (measured on 2 cores).
_MOST_TIED = 3_000
# In chains with more states than these, so many, spread over all, are compared and not each: naming the
# 518,402 states of Citywide takes longer than solving it ten times.
_COMPARED = 2_000
MOST_STEPS = 20_000_000  # of a rule, each asked once; as many numbers are kept
_FIT = 2**62  # a total that has room for a pocket more in any array
# Outcomes that lead to the same state from every state, and that state by index. Where it is not known there
# is one outcome alone, or a race whose states are not laid out.
_AlikeOutcomes: TypeAlias = tuple[list[Any], Indices | None]

_NO_ONE_WHEEL = "what can come up depends on how play stands, so there is no one wheel to add a pocket to"
_NO_ONE_PLAY = "the player chooses between actions, and best play may be another with a pocket more"


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
class Sensitivity(HasView):
    """The effects that move the edge of a wager under one way of playing it, the strongest first.

    edge      per stake, as things are
    why       the reason for which derivatives by pocket are left out, for some outcomes or all; else empty
    """

    wager: Wager
    way: Strategy
    states: int
    edge: Fraction
    pays: tuple[Effect, ...]
    pockets: tuple[Effect, ...]
    why: str = ""

    def __repr__(self) -> str:
        effects = f"{counted(len(self.pays), 'pay')}, {counted(len(self.pockets), 'outcome')}"
        return f"Sensitivity({self.wager.name!r}, edge {self.edge}, {effects})"


def sensitivity(
    wager: Wager,
    play: Strategy = "optimal",
    limit: int = MAX_STATES,
    progress: Callable[[int], None] = lambda _: None,
) -> Sensitivity:
    """The change of the edge with each pay, and with each pocket of the wheel.

    play       "optimal", or "never" for no offer taken
    progress   called with the number of wheels that are done, of two for each outcome

    The edge is outlay less return over the stake, so its derivatives are those of return less outlay with the
    other sign: a commission moves with the pay that it is on. Changes by a whole unit are solved anew, with
    best play for the changed wager.

    >>> import markov as mk
    >>> found = mk.game("repeater-bets-plus")["repeating-2"].sensitivity(play="never")
    >>> found.pays[0].name, found.pays[0].more
    ('lost', Fraction(-48, 49))
    """
    check_one_of("way of playing", play, get_args(Strategy))
    rule = prepared(wager, limit)
    optimum = rule.envelope(wager).optimum(play == "never")
    edge = optimum.loss

    chances, offers = optimum.outcome.chances, play == "optimal" and optimum.envelope.problem.decided
    owing = "" if wager.commission is None else wager.commission.ending  # a commission

    def changed(ending: str, by: int) -> Fraction:
        if not offers and ending != owing:  # play stays what it is, and its pay moves nothing else
            return -by * chances.get(ending, Fraction(0))
        other = edited(wager, {ending: wager.line(ending) + by})
        return rule.envelope(other).optimum(play == "never").loss - edge

    pays = [
        Effect(
            ending,
            pay := wager.line(ending),
            slope and _of_edge(slope),
            changed(ending, 1),
            changed(ending, -1) if pay >= 1 else None,
        )
        for ending, slope in optimum.slopes().items()
    ]
    if wager.wheel_varies or wager.has_actions:
        why = _NO_ONE_WHEEL if wager.wheel_varies else _NO_ONE_PLAY
        return Sensitivity(wager, play, len(rule.process), edge, _strongest(pays), (), why)
    chain = rule.chain
    net = _optimum(_netted(wager), chain, play) if wager.later_stakes else optimum
    ladder, why = _large_race(wager, chain), ""
    by_race = ladder and _slopes_by_race(wager, ladder, net.pays)
    if by_race:
        groups, slopes = by_race
    else:
        groups = _groups(wager, chain, limit, progress)
        slopes, why = _slopes(net, [lead for _, lead in groups])

    def change(other: Wager, lead: Indices | None, by: int) -> Fraction:
        """The change of the edge on a wheel with so many pockets more of an outcome that leads there."""
        if ladder:
            with suppress(TooManyTerms):
                return _race_loss(other, ladder) - edge
        known = None if lead is None else pockets_changed(chain, lead, by)
        return _optimum(other, known or other.chain(limit), play).loss - edge

    pockets: dict[Any, Effect] = {}
    for (outcomes, lead), by_weight in zip(groups, slopes, strict=True):
        progress(len(wager.wheel) + len(pockets))
        slope, fewer = by_weight and _of_edge(by_weight), _one_fewer(wager, outcomes)
        more = change(_one_more(wager, outcomes[0]), lead, 1)
        less = None if fewer is None else change(fewer, lead, -1)
        for outcome in outcomes:
            pockets[outcome] = Effect(outcome, Fraction(wager.wheel[outcome]), slope, more, less)
    by_wheel = [pockets[outcome] for outcome in wager.wheel]
    return Sensitivity(wager, play, len(chain.states), edge, _strongest(pays), _strongest(by_wheel), why)


def _one_more(wager: Wager, outcome: Any) -> Wager:
    """The wager on a wheel with one pocket more of an outcome."""
    return replace(wager, wheel=Distribution({**wager.wheel, outcome: wager.wheel[outcome] + 1}))


def _one_fewer(wager: Wager, outcomes: Sequence[Any]) -> Wager | None:
    """The wager with one pocket less of outcomes that lead alike; None where it is the last of them all."""
    largest = max(outcomes, key=wager.wheel.__getitem__)
    weights = {**wager.wheel, largest: wager.wheel[largest] - 1}
    if not weights[largest]:
        if len(outcomes) == 1:
            return None
        del weights[largest]
    return replace(wager, wheel=Distribution(weights))


def _groups(
    wager: Wager, chain: Chain[Any], limit: int, progress: Callable[[int], None]
) -> list[_AlikeOutcomes]:
    """The outcomes of the wheel, those together that lead to the same states."""
    groups: dict[Any, _AlikeOutcomes] = {}
    stepped = _stepped(wager, chain)
    for done, outcome in enumerate(wager.wheel):
        progress(done)
        lead = stepped[outcome] if stepped else next_states(chain, _one_more(wager, outcome).chain(limit))
        key = (outcome,) if lead is None else lead.tobytes()
        groups.setdefault(key, ([], lead))[0].append(outcome)
    return list(groups.values())


def _stepped(wager: Wager, chain: Chain[Any]) -> dict[Any, Indices]:
    """By outcome the index that it leads to from each state, itself at an end, as the rule says.

    Empty for a rule that lays out its chain itself, which is quick, and where there would be too many.
    """
    n = len(chain.states)
    if isinstance(wager.rule, ArrayRule) or n * len(wager.wheel) > MOST_STEPS:
        return {}
    position = {state: i for i, state in enumerate(chain.states)}
    leads = {outcome: np.arange(n) for outcome in wager.wheel}
    for i, state in enumerate(chain.states):
        if not isinstance(state, End):
            for outcome, lead in leads.items():
                lead[i] = position[after_trial(wager.rule, state, outcome)]
    return leads


def _slopes_by_race(
    wager: Wager, ladder: NestedRace, pays: Mapping[str, Fraction]
) -> tuple[list[_AlikeOutcomes], list[Slope | None]] | None:
    """The groups and their derivatives from the clocks of a large race; None where states are needed."""
    try:
        by_weight = _return_slopes(wager, ladder, pays)
    except TooManyTerms:
        return None
    groups: list[_AlikeOutcomes] = [(alike, None) for alike in _alike(wager, ladder)]
    return groups, [Slope(*[by_weight[outcomes[0]]] * 2) for outcomes, _ in groups]


def _slopes(optimum: Optimum, leads: Sequence[Indices | None]) -> tuple[list[Slope | None], str]:
    """The derivatives of the return, and the reason for which some are left out."""
    known = [lead for lead in leads if lead is not None]
    try:
        slopes = iter(weight_derivatives(optimum, known))
    except TooMuchWork as error:
        return [None] * len(leads), str(error)
    why = "" if len(known) == len(leads) else "states that are one on this wheel are not with a pocket more"
    return [None if lead is None else next(slopes) for lead in leads], why


def _netted(wager: Wager) -> Wager:
    """The wager with what is put down on the way taken from the pays, which leaves the loss what it is."""
    return replace(wager, pays=Paytable(net_pays(wager)), later_stakes=Paytable({}), commission=None)


def _optimum(wager: Wager, chain: Chain[Any], way: Strategy) -> Optimum:
    """Best play, or play to the end, of a wager on its chain; its loss is the edge per stake."""
    return Envelope(wager, priced(wager, chain)).optimum(way == "never")


def _of_edge(slope: Slope) -> Slope:
    """The slope of the edge: what the player is worth less, the house is worth more."""
    return Slope(-slope.left, -slope.right)


def _strongest(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    return tuple(sorted(effects, key=lambda effect: effect.size, reverse=True))


# A large race of tallies, without its states.


def _large_race(wager: Wager, chain: Chain[Any]) -> NestedRace | None:
    """The goals of a wager that is played to its end, if it has many states; None where states are needed.

    Each state is to be a way in which the tallies can stand, and no tally full after one spin: then two
    outcomes lead to the same states just where the same tallies count them.
    """
    ladder = goals_played_to_the_end(wager)
    if ladder is None or not ladder.goals:
        return None
    parts = [part for part in tallies(ladder.goals[-1]) if not part.exactly]
    playing = len(chain) - len(chain.transitions.absorbing)
    sizes = prod(part.need for part in parts), prod(part.need + 1 for part in parts) - 1
    apart = not chain.merged and playing in sizes and all(part.need > 1 for part in parts)
    return ladder if apart and playing > FEW_STATES else None


def _alike(wager: Wager, ladder: NestedRace) -> list[list[Any]]:
    """The outcomes of the wheel, those together that do the same."""
    counted = [part.counts for part in tallies(ladder.goals[-1])]
    groups: dict[tuple[bool, ...], list[Any]] = {}
    for outcome in wager.wheel:
        alike = (outcome in ladder.stop, *(outcome in counts for counts in counted))
        groups.setdefault(alike, []).append(outcome)
    return list(groups.values())


def _return_slopes(wager: Wager, ladder: NestedRace, pays: Mapping[str, Fraction]) -> dict[Any, Fraction]:
    """The derivative of the return by the weight of each outcome."""
    sums = dict.fromkeys(wager.wheel, Fraction(0))
    for goal, low, high in zip(ladder.goals, ladder.ends, ladder.ends[1:], strict=False):
        for outcome, slope in chance_slopes(goal, wager.wheel, ladder.stop).items():
            sums[outcome] += (pays[high] - pays[low]) * slope
    return sums


def _race_loss(wager: Wager, ladder: NestedRace) -> Fraction:
    """The player's expected loss in a race that is played to its end; raises TooManyTerms as its law does."""
    chances = RaceLaw(ladder, wager.wheel).chances
    return sum((p * (wager.total_staked(end) - wager.pays[end]) for end, p in chances.items()), Fraction(0))


# Derivatives by the weights of the wheel.


def next_states(chain: Chain[Any], more: Chain[Any]) -> Indices | None:
    """The index that an outcome leads to from each state, as one more pocket of it shows; itself at an end.

    more   the chain of the same rule on the wheel with one pocket more of the outcome

    The two chains have the same states, and in each row just one weight is larger, by 1: that of the
    transition which the outcome makes. None where that is not so, because states were merged otherwise.
    """
    now, then = chain.transitions, more.transitions
    if not now.same_links(then):
        return None
    n = len(chain.states)
    if any(chain.states[i] != more.states[i] for i in range(0, n, -(-n // _COMPARED))):
        return None
    grown = then.weights - now.weights
    here = np.flatnonzero(grown)
    origins = now.origins()[here]
    playing = np.flatnonzero(now.indptr[1:] > now.indptr[:-1])
    if not np.array_equal(origins, playing) or (grown[here] != 1).any():
        return None
    leads = np.arange(n)
    leads[origins] = now.successors[here]
    return leads


def pockets_changed(chain: Chain[Any], lead: Indices, by: int) -> Chain[Any] | None:
    """The chain on the wheel with so many pockets more, or less, of an outcome that leads so from each state.

    None where a transition would be left without weight, for then the rule says which states there are, and
    where numbers would not fit.
    """
    now = chain.transitions
    changed = now.successors == lead[now.origins()]
    weights = now.weights + by * changed
    if not (weights > 0).all() or changed.sum() != np.count_nonzero(now.totals) or now.totals.max() >= _FIT:
        return None
    totals = now.totals + by * (now.totals > 0)
    return replace(chain, transitions=replace(now, weights=weights, totals=totals))


def weight_derivatives(optimum: Optimum, leads: Sequence[Indices]) -> list[Slope]:
    """Derivative of the expected return by the weight of each outcome, given where it leads from each state.

    Let W be the total of the wheel, w(o) the weight of outcome o, s·o where it leads from s, and v(s) what
    play is worth, its policy held fixed. Then W v(s) = Σ w(x) v(s·x) over the outcomes x. The derivative by
    w(o), marked ', is  v(s) + W v'(s) = v(s·o) + Σ w(x) v'(s·x),  that is

        v'(s) = (v(s·o) - v(s)) / W + Σ w(x)/W v'(s·x),

    and v' = 0 where play is over or an offer is taken, whose worth no weight changes. So v' is what play
    brings when every spin from s brings (v(s·o) - v(s)) / W. From the start, with n(s) the expected spins
    made in s, that is Σ n(s)/W (v(s·o) - v(s)).

    Under best play the policies that are best now differ at ties, where v is the same either way. By the
    argument of `Optimum.slopes` the slope to the right is the highest such sum among them, to
    the left the lowest.

    Raises TooMuchWork where that would take minutes.
    """
    chain, ties = optimum.outcome.cut, optimum.ties
    if ties and (n := len(chain)) > _MOST_TIED:
        raise TooMuchWork(
            f"offers tie with playing on in a chain of {n:,} states, and {_MOST_TIED:,} are the "
            "most; ask with --play never"
        )
    worth = values(chain, {i: optimum.pays[end.name] for i, end in optimum.outcome.ends.items()})

    def slope(lead: Indices) -> Slope:
        gains = _gains(chain, worth, lead)
        most = _highest(chain, ties, gains)
        return Slope(-_highest(chain, ties, [-gain for gain in gains]) if ties else most, most)

    return list(map(slope, leads))


def _gains(chain: Transitions, worth: Sequence[Fraction], lead: Indices) -> list[Fraction]:
    """(v(s·o) - v(s)) / W for each state; 0 where play is over."""
    totals = chain.totals.tolist()
    return [
        (worth[j] - worth[i]) / totals[i] if totals[i] else Fraction(0) for i, j in enumerate(lead.tolist())
    ]


def _highest(chain: Transitions, ties: Collection[int], gains: Sequence[Fraction]) -> Fraction:
    """The most that spins can bring, stopping at any of the ties for nothing: Howard's policy iteration."""
    stops: set[int] = set()
    row, totals = chain.row_reader(), chain.totals.tolist()
    while True:
        cut = chain.stopped(stops)
        worth = values(cut, {}, gains)
        better = set()
        for i in ties:
            leaving = sum(weight for j, weight in row(i) if j != i)
            if continuation_value(row, worth, i) + gains[i] * totals[i] / leaving < 0:
                better.add(i)
        if better == stops:
            return worth[0]
        stops = better
