"""The most that the house can owe: on one round of a wager, and on one run of spins of a whole layout."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from markov.chain.chain import Chain, explore
from markov.chain.reachability import reach_probabilities
from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution
from markov.race.clocks import TooManyTerms
from markov.statistics.goal_search import fewest_outcomes, highest_sum, levels
from markov.statistics.layout import Endings, Layout, Together, staked
from markov.wager.odds import Answer, Strategy
from markov.wager.rule import End

_NONE = Fraction(0)

MOST = 200_000  # states that all wagers together may have where nothing else is said; some twenty seconds


@dataclass(frozen=True, slots=True)
class WorstCase:
    """The largest total, the chance of it, and a shortest run of spins that comes to it."""

    total: Fraction
    chance: Fraction
    spins: tuple[Any, ...]


def owed(worth: Sequence[Mapping[str, Fraction]], endings: Sequence[str]) -> Fraction:
    """The sum of what the endings return, one of each wager."""
    return sum((pays[end] for pays, end in zip(worth, endings, strict=True)), Fraction(0))


def worst_case_by_chain(
    layout: Layout, worth: Sequence[Mapping[str, Fraction]], limit: int = MOST
) -> WorstCase:
    """The worst case of a layout, from the chain of all its wagers.

    worth   of each wager: what its endings return on its stake

    Raises TooManyStates beyond the limit, and what solving a chain raises.
    """
    together = Together(layout.kinds)
    chain = together.chart(layout.wheel, limit)
    totals = {
        i: owed(worth, [chain.states[i].parts[place] for place in layout.places])
        for i in chain.transitions.absorbing.tolist()
    }
    most = max(totals.values())
    targets = np.array([i for i, total in totals.items() if total == most])
    (chance,) = reach_probabilities(chain.transitions, targets, [0])
    return WorstCase(most, chance, _shortest_run(together, chain, layout.wheel, targets.tolist()))


def worst_trial(
    layout: Layout, worth: Sequence[Mapping[str, Fraction]], limit: int = MOST
) -> tuple[Fraction, Fraction]:
    """The most that one trial can bring back, whenever it comes, and the chance that such a trial comes.

    Both are 0 where no trial is made.

    Raises TooManyStates beyond the limit, and what solving a chain raises.
    """
    chain = Together(layout.kinds).chart(layout.wheel, limit)
    row = chain.transitions.row_reader()
    ended = [_ended(state) for state in chain.states]

    def brought(i: int, j: int) -> Fraction:
        places = zip(layout.places, worth, strict=True)
        return sum((pays[ended[j][k]] for k, pays in places if ended[j][k] and not ended[i][k]), _NONE)

    paid = {(i, j): brought(i, j) for i in range(len(ended)) for j, _ in row(i)}
    if not paid:
        return _NONE, _NONE
    most = max(paid.values())

    def after(i: int) -> dict[int, int]:
        weights: dict[int, int] = {}
        for j, weight in row(i) if i >= 0 else ():
            to = -1 if paid.get((i, j)) == most else j
            weights[to] = weights.get(to, 0) + weight
        return weights

    told = explore(0, after, limit)
    (chance,) = reach_probabilities(told.transitions, np.array([told.states.index(-1)]), [0])
    return most, chance


def _ended(state: Any) -> Sequence[str]:
    """The end of each wager in a joint state; empty where it is not over."""
    if isinstance(state, Endings):
        return state.parts
    return [each.name if isinstance(each, End) else "" for each in state]


def _shortest_run(
    together: Together, chain: Chain[Any], wheel: Distribution[Any], targets: Sequence[int]
) -> tuple[Any, ...]:
    """The outcomes on a shortest way from the start to one of the targets."""
    row, aimed = chain.transitions.row_reader(), set(targets)
    before = {0: 0}
    reached = [0]
    for i in reached:  # grows while it is walked
        if i in aimed:
            break
        for j, _ in row(i):
            if j not in before:
                before[j] = i
                reached.append(j)
    spins = []
    while i:
        state, after = chain.states[before[i]], chain.states[i]
        spins.append(next(outcome for outcome in wheel if together.step(state, outcome) == after))
        i = before[i]
    return tuple(spins[::-1])


@dataclass(frozen=True, slots=True)
class Exposure:
    """The largest total that can be owed on one run of spins, and the spins that cause it.

    total     of stakes times gross returns, over all wagers that are staked on, less what is put down on
              the way; with the dealer's envy where that was asked for
    envy      the part of it that is envy
    outlay    what was taken in for them
    chance    that a run comes to that total
    endings   how each of them is over on the run below
    spins     a shortest run that comes to the total
    separate  the sum of the most that each can be owed by itself, which may never be owed at once
    """

    way: Strategy
    stakes: Mapping[str, Fraction]
    total: Fraction
    outlay: Fraction
    chance: Fraction
    endings: Mapping[str, str]
    spins: tuple[Any, ...]
    separate: Fraction
    envy: Fraction = _NONE


def exposure(
    answers: Mapping[str, Answer],
    stakes: Mapping[str, Fraction],
    way: Strategy,
    limit: int = MOST,
    envied: bool = False,
) -> Exposure:
    """The exposure of the house to wagers made before the same spin, all played that way.

    stakes   by the names that wagers have among the answers; a wager without a stake is not made
    limit    on the states of the wagers together, where they have to be explored
    envied   what is owed to the dealer is counted in, and a run is sought that costs most with it

    Where goals tell how every wager ends, sets of goals that agree are searched; elsewhere all that the
    wagers can come to together. The run of spins is then played through the rules.

    Raises TooManyStates and TooMuchWork where that is out of reach; ValueError for a stake below 0 or on what
    is not there, where nothing is staked, and where the wagers are not on one wheel.
    """
    amounts = dict(zip(answers, staked(stakes, tuple(answers)), strict=True))
    layout = Layout.of({name: answer for name, answer in answers.items() if amounts[name]}, way)
    worth = [
        {
            end: amounts[name] * (pay + (answer.wager.envy.get(end, _NONE) if envied else _NONE))
            for end, pay in pays.items()
        }
        for name, answer, pays in zip(layout.wagers, layout.answers, layout.worth(), strict=True)
    ]
    worst = _by_goals(layout, worth) or worst_case_by_chain(layout, worth, limit)
    endings = layout.endings(worst.spins)
    if owed(worth, endings) != worst.total:
        raise ArithmeticError(f"{worst.spins} comes to {owed(worth, endings)}, not to {worst.total}")
    return Exposure(
        way=way,
        stakes={name: amounts[name] for name in layout.wagers},
        total=worst.total,
        outlay=sum((amounts[a] * answers[a].wager.outlay for a in layout.wagers), _NONE),
        chance=worst.chance,
        endings=dict(zip(layout.wagers, endings, strict=True)),
        spins=worst.spins,
        separate=sum(
            (
                max(pays[e.ending] for e in play.endings)
                for pays, play in zip(worth, layout.plays, strict=True)
            ),
            _NONE,
        ),
        envy=sum(
            (
                amounts[name] * answer.wager.envy.get(end, _NONE) if envied else _NONE
                for name, answer, end in zip(layout.wagers, layout.answers, endings, strict=True)
            ),
            _NONE,
        ),
    )


@dataclass(frozen=True, slots=True)
class RoundCost:
    """The most that one round of a wager can cost the house, per unit staked, whatever the player does.

    ending     the ending that costs so much; of several the likeliest
    chance     of it where the wager is played to its end; None for an ending that comes by a choice alone
    returned   what comes back to the player, the stake included
    total_staked   what the player had put down for it
    envy       what is owed to the dealer
    """

    wager: str
    ending: str
    chance: Fraction | None
    returned: Fraction
    total_staked: Fraction
    envy: Fraction

    @property
    def paid(self) -> Fraction:
        """The gain of the player: the return less what was put down."""
        return self.returned - self.total_staked

    @property
    def cost(self) -> Fraction:
        """The cost to the house: the gain of the player, and the envy."""
        return self.paid + self.envy


def round_cost(answered: Answer) -> RoundCost:
    """The most that one round can cost the house: over every ending that has a pay, as each can come.

    >>> import markov as mk
    >>> found = round_cost(mk.game("repeater-bets-plus")["repeating-2"].odds())
    >>> found.ending, str(found.paid), str(found.envy), str(found.cost)
    ('made', '39', '2', '41')
    """
    wager = answered.wager
    chances: dict[str, Fraction | None] = dict.fromkeys(offer.ending for offer in answered.offers)
    chances |= {ending.ending: ending.probability for ending in answered.never.endings}
    chances |= {ending: None for ending in wager.pays if ending not in chances}  # by actions
    costs = [
        RoundCost(
            wager.name,
            ending,
            chance,
            wager.pays[ending],
            wager.total_staked(ending),
            wager.envy.get(ending, _NONE),
        )
        for ending, chance in chances.items()
    ]
    return max(costs, key=lambda cost: (cost.cost, cost.chance or _NONE))


def _by_goals(layout: Layout, worth: Sequence[Mapping[str, Fraction]]) -> WorstCase | None:
    """The worst case by the goals of the wagers; None where some have none, or another stopper."""
    ladders = [kind.ladder(layout.wheel) for kind in layout.kinds]
    each = [ladder for place in layout.places if (ladder := ladders[place])]
    if len(each) < len(layout.places) or len({ladder.stop for ladder in each}) > 1:
        return None
    wheel, stop = layout.wheel, each[0].stop
    # An end that has no pay never happens, so it does not matter what it returns.
    returned = [
        levels(ladder, [pays.get(end, _NONE) for end in ladder.ends])
        for ladder, pays in zip(each, worth, strict=True)
    ]
    try:
        highest = highest_sum(returned, wheel, stop)
        # A run without a stopper brings every wager to its last goal; this is the shortest such run.
        last = fewest_outcomes([goal for ladder in each for goal in ladder.goals[-1:]], [], wheel) or {}
    except (TooMuchWork, TooManyTerms):
        return None  # the chain may be small all the same
    stopper = max((outcome for outcome in wheel if outcome in stop), key=wheel.__getitem__)
    runs = [
        tuple(outcome for outcome in wheel for _ in range(run.get(outcome, 0)))
        for run in (*highest.runs, last)
    ]
    over = [run if layout.endings(run) else (*run, stopper) for run in runs]
    right = [run for run in over if owed(worth, layout.endings(run)) == highest.total]
    return WorstCase(highest.total, highest.chance, min(right, key=len))
