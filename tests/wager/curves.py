"""Wagers on chains that are drawn at random, and their return as a curve of one pay."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from hypothesis import strategies as st

from markov.chain.chain import Chain
from markov.distribution import Distribution
from markov.wager.envelope import Curve
from markov.wager.odds import Solved
from markov.wager.paytable import Paytable
from markov.wager.rule import End, stop_or_play_on
from markov.wager.wager import Wager
from tests.laws.chains import small

FORCED = (End("made"), End("lost"), End("void", decides=False))
OFFERED = (End("cash"), End("down", decides=False))
WHEEL = Distribution({"spin": 1})


def optimal(found: Solved, wager: Wager, ending: str) -> Curve:
    return found.by_pay(wager, ending).curve()


def never(found: Solved, wager: Wager, ending: str) -> Curve:
    return found.by_pay(wager, ending).never()


@dataclass(frozen=True, eq=False)
class Drawn:
    """A rule whose chain is given; only its offers are asked for."""

    chain: Chain
    offers: tuple[tuple[int, End], ...]
    only_stops = True

    @property
    def start(self):
        return self.chain.states[0]

    def step(self, state, outcome):
        raise NotImplementedError

    def chart(self, wheel, limit):
        return self.chain

    def actions(self, state):
        return stop_or_play_on(state, dict(self.offers).get(state))


def drawn(chain: Chain, offers: dict[int, End], pays: dict[str, Fraction], outlay=1) -> tuple[Solved, Wager]:
    rule = Drawn(chain, tuple(offers.items()))
    wager = Wager("Drawn", rule, WHEEL, Paytable(pays), "drawn", Fraction(outlay))
    return Solved(rule, WHEEL, chain), wager


@st.composite
def wagers(draw) -> tuple[Solved, Wager, str]:
    """A wager on a random chain, cycles and all, with offers in up to four states; and an ending of it."""
    n = draw(st.integers(1, 5))
    ways = st.tuples(st.integers(0, n + 2), small)
    onward = [(i + 1 if i + 1 < n else draw(st.integers(n, n + 2)), draw(small)) for i in range(n)]
    rows = [[way, *draw(st.lists(ways, min_size=1, max_size=3))] for way in onward]
    chosen = draw(st.lists(st.integers(0, n - 1), unique=True, min_size=1, max_size=4))
    offers = {i: draw(st.sampled_from(OFFERED)) for i in chosen}
    names = sorted({end.name for end in (*FORCED, *offers.values())})
    common = st.one_of(st.integers(0, 3).map(Fraction), st.fractions(0, 4, max_denominator=6))
    pays = {name: draw(common) for name in names}
    outlay = draw(st.sampled_from([1, Fraction(21, 20)]))
    found = drawn(Chain.of([*range(n), *FORCED], [*rows, [], [], []]), offers, pays, outlay)
    return *found, draw(st.sampled_from(names))


def probes(curve: Curve) -> list[Fraction]:
    """Pays on every piece, at every kink, and at the outlay."""
    ends = sorted({Fraction(0), *(piece.low for piece in curve.pieces)})
    between = [(low + high) / 2 for low, high in pairwise([*ends, ends[-1] + 5])]
    return [*ends, *between, curve.wager.outlay]
