"""Rules that are written down, and wagers on such rules that are drawn at random."""

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from markov.distribution import Distribution
from markov.wager.paytable import Paytable
from markov.wager.rule import End, explored, stop_or_play_on
from markov.wager.wager import Wager

ENDS, OFFERED = ("a", "b", "c"), ("x", "y", "z")


@dataclass(frozen=True)
class Written:
    """By state where each outcome leads, a text being an end, and the end that is offered there, if any."""

    moves: tuple[tuple[int | str, ...], ...]
    offers: tuple[str, ...]
    start: int = 0

    def step(self, state, outcome):
        to = self.moves[state][outcome]
        return End(to) if isinstance(to, str) else to

    def actions(self, state):
        return stop_or_play_on(state, End(self.offers[state]) if self.offers[state] else None)


@st.composite
def wagers(draw, pays, onward=False, most=4, outcomes=3, heaviest=5, outlay=(1,)):
    """A wager with offers on such a rule: every ending that can come is priced, and no other.

    onward   play goes on to later states only, or back to the same; by the last outcome always, or to an end
    """
    states = draw(st.integers(1, most))
    moves = []
    for state in range(states):
        row = [
            draw(st.sampled_from([*ENDS, *range(state if onward else 0, states)])) for _ in range(outcomes)
        ]
        moves.append((*row[1:], draw(st.sampled_from([*ENDS, *range(state + 1, states)]))))
    offers = tuple(draw(st.sampled_from(["", *OFFERED])) for _ in range(states))
    wheel = Distribution({k: draw(st.integers(1, heaviest)) for k in range(outcomes)})
    rule = Written(tuple(moves), offers)
    met = explored(rule, wheel).states
    names = {state.name if isinstance(state, End) else offers[state] for state in met} - {""}
    priced = Paytable({name: Fraction(draw(pays)) for name in sorted(names)})
    return Wager("Written", rule, wheel, priced, "a test", Fraction(draw(st.sampled_from(outlay))))
