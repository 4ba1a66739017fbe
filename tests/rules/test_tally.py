"""Reaching tallies before a stopper: played by hand, its chart against the rule, and its lattice."""

import tracemalloc
from collections import namedtuple
from math import comb, prod
from time import monotonic

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from markov.chain.chain import Chain, TooManyStates
from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution, Tally, dice
from markov.rules.tally import TallyRace
from markov.wager.rule import End, description, explored, offer_of
from tests.draws import examples
from tests.oracles import steps
from tests.plays import played, rounds

GOALS = ("first", "all", "each")

every_time_alike = settings(max_examples=examples(150))


def race(goal: str, *tallies: tuple[object, int], stop: object = 7) -> TallyRace:
    """A race of tallies, each of one outcome or of a set of them, and its need."""
    parts = [(counts if isinstance(counts, set) else {counts}, need) for counts, need in tallies]
    return TallyRace(tuple(Tally(frozenset(counts), need) for counts, need in parts), frozenset({stop}), goal)


# Rounds written out by hand.


RACES = """
first  (1, 1)  2 3
first  (1, 2)  2 3 3
first  made    3 3 2 2 | 3 3 3
first  lost    3 3 7
all    (2, 0)  2 2 | 2 2 2 2
all    lost    2 2 7
all    made    2 3 3 2 3
each   (2, 0)  2 2
each   lost    2 7
each   made-1  2 2 7 | 2 2 2 3 3 7
each   made-2  2 2 3 3 3 | 3 3 2 3 2
"""


@pytest.mark.parametrize(("goal", "spins", "end"), rounds(RACES))
def test_two_tallies_racing(goal, spins, end):
    assert str(played(race(goal, (2, 2), (3, 3)), spins)) == end


def test_a_race_without_a_stopper_says_its_rule():
    twice, one, other = (Tally(frozenset({k}), need) for k, need in ((2, 2), (6, 1), (8, 1)))
    assert TallyRace((twice,), frozenset()).words(False)[0] == "The wager wins when 2 has come twice."
    assert TallyRace((one, other), frozenset(), "each").words(False)[0] == (
        "Play goes on until all of 6 and 8 have come."
    )


def test_what_is_no_race():
    for unfit in ((), (Tally(frozenset({6}), 2, exactly=True),), (Tally(frozenset({6, 7}), 1),)):
        with pytest.raises(ValueError, match="none of which counts what stops it"):
            TallyRace(unfit, frozenset({7}))
    with pytest.raises(TooManyStates, match="limit of 40"):
        race("first", ({2, 3}, 50), ({3, 4}, 1)).chart(dice(2), 40)


def test_states_that_are_sure_to_be_reached_are_counted_before_any_is(monkeypatch):
    sizes = {("first", 50): 50**2, ("all", 4): 5**2 - 1, ("each", 4): 5**2 - 1}
    races = {race(goal, ({2, 3}, need), ({3, 4}, need)): size for (goal, need), size in sizes.items()}
    for each, playing in races.items():
        assert sum(isinstance(state, tuple) for state in each.chart(dice(2), 10**4).states) == playing
    monkeypatch.setattr("markov.rules.tally.explored", lambda *_: pytest.fail("explored"))
    for each, playing in races.items():
        with pytest.raises(TooManyStates):
            each.chart(dice(2), playing - 1)


# The chart against the rule.


@st.composite
def races(draw, shared: bool = False, wide: bool = False, off_wheel: bool = False, most: int = 400):
    """A small race and a wheel for it, with spare outcomes and with tallies that play alike.

    shared      an outcome may be counted by several tallies
    wide        weights may be past 64 bits
    off_wheel   an outcome that is counted, or stops, need not be on the wheel
    """
    weight = st.one_of(st.integers(1, 4), st.integers(2**61, 2**65)) if wide else st.integers(1, 3)
    wheel = {outcome: draw(weight) for outcome in "abcdefg"[: draw(st.integers(2, 7))]}
    names = draw(st.permutations([*wheel, *("xyz" if off_wheel else "")]))
    stop, names = names[:1], names[1:]
    tallies = []
    for _ in range(draw(st.integers(1, 4))):
        if names:
            counts = names[: draw(st.integers(1, 2))]
            names = draw(st.permutations(names)) if shared else names[len(counts) :]
            tallies.append(Tally(frozenset(counts), draw(st.integers(1, 4))))
    assume(
        wheel.keys() & {outcome for part in (stop, *(tally.counts for tally in tallies)) for outcome in part}
    )
    assume(prod(tally.need + 1 for tally in tallies) <= most)
    return TallyRace(tuple(tallies), frozenset(stop), draw(st.sampled_from(GOALS))), Distribution(wheel)


@pytest.mark.parametrize(
    "cases",
    [races(), races(off_wheel=True), races(shared=True), races(wide=True)],
    ids=["plain", "outcomes that are not on the wheel", "outcomes that are shared", "past 64 bits"],
)
@every_time_alike
@given(data=st.data())
def test_the_chart_is_what_the_rule_comes_to(cases, data):
    rule, wheel = data.draw(cases)
    chain = rule.chart(wheel, 10_000)
    assert steps.labelled(chain) == steps.labelled(explored(rule, wheel))
    assert (chain.transitions.weights.dtype == object) == (wheel.total >= 2**62)


@every_time_alike
@given(races(shared=True, off_wheel=True))
def test_nothing_beyond_the_furthest_tally_can_be_surrendered(case):
    rule, wheel = case
    states = [state for state in explored(rule, wheel).states if not isinstance(state, End)]
    offered = {end.name for state in states if (end := offer_of(rule, state)) is not None}
    assert offered <= {f"surrender-{k}" for k in range(1, rule.highest_count + 1)}
    if len(rule.tallies) == 1 and wheel.keys() & rule.tallies[0].counts:
        assert len(offered) == rule.highest_count


# The lattice.

WeightedTally = namedtuple("WeightedTally", "name need weight")
TALLIES = [WeightedTally("a", 2, 3), WeightedTally("b", 1, 2), WeightedTally("c", 3, 1)]


def laid_out(goal, tallies=TALLIES, stopping=2, total=10, limit=10_000, apart=None) -> Chain:
    raced = tuple(Tally(frozenset({tally.name}), tally.need) for tally in tallies)
    wheel = {tally.name: tally.weight for tally in tallies} | {"stop": stopping}
    wheel["other"] = total - sum(wheel.values())
    return TallyRace(raced, frozenset({"stop"}), goal).laid_out(wheel, limit, apart)


@pytest.mark.parametrize("apart", [None, 1], ids=["apart", "merged"])
@pytest.mark.parametrize("goal", GOALS)
def test_the_states_are_a_sequence(goal, apart):
    tallies = [WeightedTally("a", 2, 3), WeightedTally("b", 2, 3), WeightedTally("c", 3, 1)]
    states = laid_out(goal, tallies, 3, apart=apart).states
    listed = list(states)
    assert len(listed) == len(states)
    assert [states[i] for i in range(len(states))] == listed
    assert [states[i - len(states)] for i in range(len(states))] == listed
    assert states[2:9:3] == listed[2:9:3]
    assert states[-3:] == listed[-3:]
    assert listed[0] in states
    assert states.index(listed[4]) == 4
    for outside in (len(states), -len(states) - 1):
        with pytest.raises(IndexError):
            states[outside]


ALIKE = [
    [WeightedTally("a", 2, 3), WeightedTally("b", 2, 3)],
    [WeightedTally("a", 2, 1), WeightedTally("b", 1, 4), WeightedTally("c", 2, 1)],
    [WeightedTally("a", 2, 1), WeightedTally("b", 3, 2), WeightedTally("c", 2, 1), WeightedTally("d", 3, 2)],
    [WeightedTally(name, 2, 2) for name in "abcd"],
    [WeightedTally("a", 2, 2**61), WeightedTally("b", 3, 1), WeightedTally("c", 2, 2**61)],
]


def classes(tallies) -> list[list[int]]:
    found: dict[tuple[int, int], list[int]] = {}
    for i, tally in enumerate(tallies):
        found.setdefault((tally.need, tally.weight), []).append(i)
    return list(found.values())


def smallest(state, tallies):
    """The one state that stands for all that play like it: tallies that are alike in rising order."""
    if isinstance(state, End):
        return state
    sorted_ = list(state)
    for members in classes(tallies):
        for i, have in zip(members, sorted(state[i] for i in members), strict=True):
            sorted_[i] = have
    return tuple(sorted_)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("tallies", ALIKE)
def test_merged_states_are_those_that_lead_alike_to_merged_states(goal, tallies):
    """The merged chain is the whole one lumped: every state of a class has the row of its class."""
    total = sum(tally.weight for tally in tallies) + 7
    whole = laid_out(goal, tallies, 3, total)
    merged = laid_out(goal, tallies, 3, total, limit=len(whole.states) - 1)
    rows: dict[object, dict[object, int]] = {}
    for i, state in enumerate(whole.states):
        lumped: dict[object, int] = {}
        for j, weight in whole.transitions.row(i):
            to = smallest(whole.states[j], tallies)
            lumped[to] = lumped.get(to, 0) + weight
        assert rows.setdefault(smallest(state, tallies), lumped) == lumped
    assert set(merged.states) == rows.keys()
    assert len(merged.states) == len(rows) < len(whole.states)
    assert steps.labelled(merged) == rows
    assert merged.states[0] == whole.states[0] == (0,) * len(tallies)
    assert not whole.merged
    for members in classes(tallies):
        names = " and ".join(tallies[i].name for i in members)
        assert (names in merged.merged) == (len(members) > 1)


@pytest.mark.parametrize("goal", GOALS)
def test_how_many_states_there_are_is_known_before_they_are_laid_out(goal):
    tallies = [WeightedTally(name, 4, 1) for name in "abcde"]
    size, ends = 4 + (goal != "first"), 6 if goal == "each" else 2
    whole = size**5 - (goal != "first") + ends
    merged = comb(size + 4, 5) - (goal != "first") + ends
    for limit, states in ((whole, whole), (whole - 1, merged), (merged, merged)):
        assert len(laid_out(goal, tallies, limit=limit).states) == states
    with pytest.raises(
        TooManyStates, match=f"needs {merged:,} states, more than the limit of {merged - 1:,}"
    ):
        laid_out(goal, tallies, limit=merged - 1)


# Limits.


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    "tallies", [[(2, 10**30)], [(2, 10**30), (12, 10**30)], [(2, 3), (3, 10**9), (12, 3)]]
)
def test_a_need_beyond_all_states_is_refused_at_once_and_before_anything_is_laid_out(goal, tallies):
    rule = race(goal, *tallies)
    tracemalloc.start()
    started = monotonic()
    with pytest.raises(TooManyStates, match=r"the chain needs .* states, more than the limit of 5,000,000"):
        rule.chart(dice(2), 5_000_000)
    assert monotonic() - started < 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.parametrize("goal", GOALS)
def test_a_race_that_can_take_too_many_counted_spins_is_refused(goal):
    assert len(race(goal, (2, 100_000)).chart(dice(2), 5_000_000).states) == 100_002
    for tallies in ([(2, 100_001)], [(2, 99_999), (3, 2)]):
        with pytest.raises(TooMuchWork, match="can take 100,001 counted spins, and the limit is 100,000"):
            race(goal, *tallies).chart(dice(2), 5_000_000)


def test_a_rule_without_words_gives_its_description_or_says_that_it_has_none():
    class Flip:
        start = 0

        def step(self, state, outcome):
            return End("made" if outcome == "heads" else "lost")

    class Described(Flip):
        description = "Heads wins."

    assert description(Described(), offers=False) == ("Heads wins.",)
    assert description(Flip(), offers=False) == (
        "The author of this rule gives no description of it in words.",
    )
