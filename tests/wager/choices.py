"""Wagers that are drawn at random and whose player chooses between actions."""

from dataclasses import dataclass, replace
from fractions import Fraction

from hypothesis import strategies as st

import markov as mk
from markov.distribution import Distribution
from markov.wager.decisions import decisions

ENDS = ("lost", "won", "third")
WHEEL = Distribution({"a": 1, "b": 2})


@dataclass(frozen=True)
class Table:
    """A rule that is written down: by state what each outcome does, and what may be chosen."""

    steps: tuple
    options: tuple
    start: int = 0

    def step(self, state, outcome):
        return self.steps[state][outcome == "b"]

    def actions(self, state):
        return dict(self.options[state]) or None


@st.composite
def tables(draw):
    """Up to four states: loops, free moves round in a circle, ends that are chosen, ties."""
    n = draw(st.integers(1, 4))
    states = st.integers(0, n - 1)
    ends = st.sampled_from([mk.End(name) for name in ENDS])
    steps = tuple(draw(st.tuples(states | ends, states | ends)) for _ in range(n))
    options = []
    for i in range(n):
        chosen = st.sampled_from([mk.End("cash-0"), mk.End("cash-1"), mk.End("won")])
        targets = draw(st.lists(st.just(i) | states | chosen, max_size=3))
        options.append(tuple((f"to {k}", to) for k, to in enumerate(targets)))
    return Table(steps, tuple(options))


@st.composite
def wagers(draw):
    """A wager on such a rule: every ending that can come is priced, and no other."""
    rule = draw(tables())
    names = {to.name for row in rule.steps for to in row if isinstance(to, mk.End)}
    names |= {to.name for row in rule.options for _, to in row if isinstance(to, mk.End)}
    pay = st.sampled_from([Fraction(0), Fraction(1), Fraction(2), Fraction(5, 2), Fraction(3)])
    whole = mk.Wager("Table", rule, WHEEL, mk.Paytable({name: Fraction(0) for name in names}), "a test")
    met = decisions(whole)
    met_ends = {end.name for end in met.ends.values()}
    return replace(whole, pays=mk.Paytable({name: draw(pay) for name in sorted(met_ends)}))


def ends_everywhere(wager):
    """True where some end can be reached from each state, and from the start by first choices."""
    try:
        return bool(wager.odds())
    except mk.NotAbsorbing:
        return False
