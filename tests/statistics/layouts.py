"""Wagers on the same spins by brute force: nothing of markov.statistics is used here.

Every state that the rules can come to together is walked through by `Rule.step`, and the process is solved
in fractions.
"""

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import cached_property

from hypothesis import strategies as st

from markov.distribution import Distribution, Tally
from markov.rules.tally import TallyRace
from markov.wager.odds import Answer
from markov.wager.paytable import Paytable
from markov.wager.rule import End, explored, offer_of
from markov.wager.wager import Wager
from tests.oracles import process

NUMBERS = "abc"
STOP = "stop"


class Walk:
    """All that some wagers can come to together, played never or best."""

    def __init__(self, answers: Sequence[Answer], way: str) -> None:
        self.pays = [answer.wager.pays for answer in answers]
        self.wheel = answers[0].wager.wheel
        self.rules = [answer.wager.rule for answer in answers]
        optimal = way == "optimal"
        self.taken = [{o.state: End(o.ending) for o in a.offers if o.take and optimal} for a in answers]
        self.start = self.at([rule.start for rule in self.rules])

    def at(self, states: Sequence[object]) -> object:
        """The state of all; where all are over, the names of their ends, with spaces between."""
        offered = zip(states, self.taken, strict=True)
        found = tuple(
            state if isinstance(state, End) else taken.get(state, state) for state, taken in offered
        )
        return " ".join(end.name for end in found) if all(isinstance(end, End) for end in found) else found

    def step(self, states: tuple, outcome: object) -> object:
        going = zip(states, self.rules, strict=True)
        return self.at([s if isinstance(s, End) else rule.step(s, outcome) for s, rule in going])

    @cached_property
    def law(self) -> dict[str, Fraction]:
        """The chance of each end of all."""
        over = isinstance(self.start, str)
        return {self.start: Fraction(1)} if over else process.solved(self.start, self.step, self.wheel)[0]

    def spins_to(self, ends: Collection[str]) -> int:
        """The fewest spins to one of the ends."""
        here, spins = {self.start}, 0
        while here.isdisjoint(ends):
            going = [states for states in here if not isinstance(states, str)]
            here = {self.step(states, outcome) for states in going for outcome in self.wheel}
            spins += 1
        return spins

    def returned(self, ends: str) -> list[Fraction]:
        return [pays[name] for pays, name in zip(self.pays, ends.split(" "), strict=True)]

    def expected(self, worth: Callable[[list[Fraction]], Fraction]) -> Fraction:
        """The mean of the returns of all wagers."""
        return sum((p * worth(self.returned(ends)) for ends, p in self.law.items()), Fraction(0))


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
