"""The rounds of a wager, spin by spin, for money that is followed so."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

from markov.chain.chain import MAX_STATES, Chain, TooManyStates, lumped
from markov.chain.transitions import TooMuchWork
from markov.statistics.bankroll import Gains, Stages
from markov.statistics.layout import Endings, Played, Together
from markov.wager.odds import Strategy, by_road
from markov.wager.rule import End, NoAnswer
from markov.wager.wager import Wager, needs_no_choices, needs_one_wheel, net_pays

_MOST_STATES, _MOST_EXPLORED = 2_000, 20_000
_TOO_MANY = "states of play are too many to be followed spin by spin; ask for --rounds"


def stages(
    wager: Wager, gains: Gains, bet: Fraction, play: Strategy, played_out: bool, limit: int = MAX_STATES
) -> Stages:
    """The states of play of a wager, and what each end of it gains in the units of the gains.

    played_out   a bet that is open after the last spin is played to its end; else it is refunded

    Raises TooMuchWork for a wager with many states, and NoAnswer where the player chooses actions, or
    no trial is made.
    """
    explored: Callable[[int], Chain[Any]]
    needs_no_choices(wager, "money that is followed spin by spin")
    if play == "optimal":
        needs_one_wheel(wager, "best play spin by spin")
        chosen = Together((Played.of(by_road(wager, limit).answer(wager), play),))
        explored = partial(chosen.chart, wager.wheel)
    else:
        explored = wager.chain
    try:
        chain = explored(min(limit, _MOST_EXPLORED))
    except TooManyStates:
        raise TooMuchWork(f"more than {min(limit, _MOST_EXPLORED):,} {_TOO_MANY}") from None
    net = net_pays(wager)

    def gain(end: Any) -> int:
        name = end.parts[0] if isinstance(end, Endings) else end.name
        return int((net[name] - wager.outlay) * bet / gains.unit)

    # States that play alike are one state, all but the first: a bet in that is worth its refund.
    kinds = [gain(state) if isinstance(state, End) else i and "open" for i, state in enumerate(chain.states)]
    numbers = {kind: k for k, kind in enumerate(dict.fromkeys(kinds))}
    chain = lumped(chain, [numbers[kind] for kind in kinds]).chain
    going = [i for i, state in enumerate(chain.states) if not isinstance(state, End)]
    if not going:
        raise NoAnswer(f"no {wager.trial} is ever made: best play takes an offer first; ask for --rounds")
    if len(going) > _MOST_STATES:
        raise TooMuchWork(f"{len(going):,} {_TOO_MANY}")
    place = {i: k for k, i in enumerate(going)}
    # A bet that stands as it began is still a bet, where it is played out: the last row is of that.
    open_at = place | {going[0]: len(going)} if played_out else place
    totals, row = chain.transitions.totals.tolist(), chain.transitions.row_reader()
    total = lcm(*(totals[i] for i in going))
    rows = [
        [
            (weight * (total // totals[i]), open_at.get(j, 0), None if j in place else gain(chain.states[j]))
            for j, weight in row(i)
        ]
        for i in going
    ]
    if not played_out:
        return Stages(rows, total)
    ends = {gain(end): chain.values({end: 1}) for j, end in enumerate(chain.states) if j not in place}
    laws = [[(chances[chain.states[i]], k) for k, chances in ends.items()] for i in going]
    rows, laws = [*rows, rows[0]], [[(Fraction(1), 0)], *laws[1:], laws[0]]  # in the first no bet is open
    over = lcm(*(chance.denominator for law in laws for chance, _ in law))
    return Stages(rows, total, [[(int(chance * over), 0, k) for chance, k in law] for law in laws], over)
