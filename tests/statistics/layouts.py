"""Wagers on the same spins by brute force: nothing of markov.statistics is used here.

Every state that the rules can come to together is walked through by `Rule.step`, and the equations over them
are solved in fractions.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from hypothesis import strategies as st

from markov.distribution import Distribution, Tally
from markov.rules.tally import TallyRace
from markov.wager.odds import Answer
from markov.wager.paytable import Paytable
from markov.wager.rule import End, explored, offer_of
from markov.wager.wager import Wager
from tests.oracles.elimination import gathered

NUMBERS = "abc"
STOP = "stop"
WORTH = "worth"


class Walk:
    """All that some wagers can come to together, played never or best."""

    def __init__(self, answers: Sequence[Answer], way: str) -> None:
        self.rules = [answer.wager.rule for answer in answers]
        self.pays = [answer.wager.pays for answer in answers]
        self.wheel = answers[0].wager.wheel
        optimal = way == "optimal"
        self.taken = [{o.state: o.ending for o in a.offers if o.take and optimal} for a in answers]
        self.start = tuple(self._named(k, rule.start) for k, rule in enumerate(self.rules))
        self.rows: dict[tuple, dict[tuple, int]] = {}
        self.nearest = {self.start: 0}  # by state: the fewest spins to it
        waiting = [self.start]
        for state in waiting:
            row: dict[tuple, int] = {}
            for outcome, weight in [] if self.over(state) else self.wheel.items():
                after = tuple(self._after(k, each, outcome) for k, each in enumerate(state))
                row[after] = row.get(after, 0) + weight
                if after not in self.nearest:
                    self.nearest[after] = self.nearest[state] + 1
                    waiting.append(after)
            self.rows[state] = row

    def _named(self, k: int, state: object) -> object:
        if isinstance(state, End):
            return ("over", state.name)
        return ("over", self.taken[k][state]) if state in self.taken[k] else state

    def _after(self, k: int, state: object, outcome: object) -> object:
        over = isinstance(state, tuple) and state[:1] == ("over",)
        return state if over else self._named(k, self.rules[k].step(state, outcome))

    @staticmethod
    def over(state: tuple) -> bool:
        return all(isinstance(each, tuple) and each[:1] == ("over",) for each in state)

    def returned(self, state: tuple) -> list[Fraction]:
        return [pays[name] for pays, (_, name) in zip(self.pays, state, strict=True)]

    def ends(self) -> list[tuple]:
        return [state for state in self.rows if self.over(state)]

    def expected(self, worth: Callable[[list[Fraction]], Fraction]) -> Fraction:
        """The mean of the returns of all wagers."""
        known = {state: Fraction(worth(self.returned(state))) for state in self.ends()}
        if self.start in known:
            return known[self.start]
        rows: dict[tuple, dict] = {}
        for state, row in self.rows.items():
            if state not in known:
                rows[state] = {WORTH: Fraction(0)}
                for to, weight in row.items():
                    at, amount = (WORTH, known[to]) if to in known else (to, 1)
                    rows[state][at] = rows[state].get(at, 0) + amount * Fraction(weight, self.wheel.total)
        _, found = next(gathered(rows))
        return found[WORTH]


counted = st.sets(st.sampled_from(NUMBERS), min_size=1).map(frozenset)
values = st.sampled_from([Fraction(n, 2) for n in range(13)])


@st.composite
def tally_wagers(draw: st.DrawFn, wheel: Distribution, name: str) -> Wager:
    """A race of one to three tallies, which may share numbers, with pays and surrenders of any size."""
    size = draw(st.integers(1, 3))
    tallies = tuple(Tally(draw(counted), draw(st.integers(1, 3))) for _ in range(size))
    stop = frozenset({STOP, "idle"} if draw(st.integers(0, 5)) == 5 else {STOP})
    rule = TallyRace(tallies, stop, draw(st.sampled_from(["first", "all", "each"])))
    chain = explored(rule, wheel)
    ends = {chain.states[i].name for i in chain.transitions.absorbing.tolist()}
    offers = {offer.name for s in chain.states if not isinstance(s, End) and (offer := offer_of(rule, s))}
    offered = draw(st.sets(st.sampled_from(sorted(offers)))) if offers else set()
    pays = Paytable({ending: draw(values) for ending in sorted(ends | offered)})
    return Wager(name, rule, wheel, pays, "drawn")


wheels = st.tuples(*(st.integers(1, 3),) * 5).map(
    lambda weights: Distribution(dict(zip((*NUMBERS, STOP, "idle"), weights, strict=True)))
)


@st.composite
def layouts(draw: st.DrawFn, most: int = 3) -> list[Wager]:
    """From two wagers on, on one wheel."""
    wheel = draw(wheels)
    return [draw(tally_wagers(wheel, f"wager {k}")) for k in range(draw(st.integers(2, most)))]
