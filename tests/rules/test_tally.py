"""Reaching tallies before a stopper: played by hand, and its chart against the rule step by step."""

import tracemalloc
from fractions import Fraction
from math import prod
from time import monotonic

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from markov.chain.chain import TooManyStates
from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution, Tally, dice
from markov.rules.tally import TallyRace
from markov.wager.odds import answer
from markov.wager.paytable import Paytable
from markov.wager.rule import End, description, explored, offer_of
from markov.wager.wager import Wager
from tests.draws import examples
from tests.oracles import steps
from tests.plays import chances, played

GOALS = ("first", "all", "each")
MADE, LOST = End("made"), End("lost")

every_time_alike = settings(max_examples=examples(150))


def race(goal: str, *tallies: tuple[object, int], stop: object = 7) -> TallyRace:
    """A race of tallies, each of one outcome or of a set of them, and its need."""
    parts = [(counts if isinstance(counts, set) else {counts}, need) for counts, need in tallies]
    return TallyRace(tuple(Tally(frozenset(counts), need) for counts, need in parts), frozenset({stop}), goal)


# Rounds written out by hand.


@pytest.mark.parametrize(
    ("outcomes", "end"),
    [
        ([], (0,)),
        ([6], (1,)),
        ([7], "lost"),
        ([6, 7], "lost"),
        ([6, 5, 8, "0", 6], (2,)),
        ([6, 6, 6], "made"),
        ([6, 5, 6, 5, 6], "made"),
    ],
)
def test_one_number_three_times_before_the_seven(outcomes, end):
    assert played(race("first", (6, 3)), outcomes) == end


@pytest.mark.parametrize(
    ("outcomes", "end"),
    [
        ([2, 3, 11], (3,)),
        ([2, 2, 2, 12], "made"),
        ([2, 3, 11, 12], "made"),
        ([2, 3, 4, 5, 7], "lost"),
    ],
)
def test_numbers_that_are_counted_together(outcomes, end):
    assert played(race("first", ({2, 3, 11, 12}, 4)), outcomes) == end


@pytest.mark.parametrize(
    ("goal", "outcomes", "end"),
    [
        ("first", [2, 3], (1, 1)),
        ("first", [2, 3, 3], (1, 2)),
        ("first", [3, 3, 2, 2], "made"),
        ("first", [3, 3, 3], "made"),
        ("first", [3, 3, 7], "lost"),
        ("all", [2, 2], (2, 0)),
        ("all", [2, 2, 2, 2], (2, 0)),
        ("all", [2, 2, 7], "lost"),
        ("all", [2, 3, 3, 2, 3], "made"),
        ("each", [2, 2], (2, 0)),
        ("each", [2, 7], "lost"),
        ("each", [2, 2, 7], "made-1"),
        ("each", [2, 2, 2, 3, 3, 7], "made-1"),
        ("each", [2, 2, 3, 3, 3], "made-2"),
        ("each", [3, 3, 2, 3, 2], "made-2"),
    ],
)
def test_two_tallies_racing(goal, outcomes, end):
    assert played(race(goal, (2, 2), (3, 3)), outcomes) == end


def test_an_outcome_may_count_for_two_tallies():
    seen = race("all", ({2, 3, 11, 12}, 3), (2, 1), (12, 1))
    assert played(seen, [2, 2, 3]) == (3, 1, 0)
    assert played(seen, [2, 2, 3, 11, 12]) == "made"
    assert played(seen, [2, 12, 3]) == "made"


def test_surrender_is_at_the_tally_that_is_furthest_on():
    rule = race("first", (2, 3), (3, 4))
    assert rule.actions(rule.start) is None
    assert [offer_of(rule, state) for state in ((1, 0), (0, 1), (2, 3), (2, 1))] == [
        End("surrender-1"),
        End("surrender-1"),
        End("surrender-3"),
        End("surrender-2"),
    ]
    assert all(End(name) != End(f"surrender-{k}") for name in ("made", "lost") for k in (1, 2))


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            TallyRace((Tally(frozenset({2}), 2),), frozenset({7}), "first", "roll"),
            (
                "The wager wins when 2 has been rolled twice before a 7.",
                "It loses when a 7 is rolled first. Any other roll changes nothing.",
            ),
        ),
        (
            race("all", ({12, 2}, 1), ("hard", 5)),
            (
                "The wager wins when 2 or 12 has been spun and hard has been spun 5 times before a 7.",
                "It loses when a 7 is spun first. Any other spin changes nothing.",
            ),
        ),
        (
            race("first", ({2, 3, 11, 12}, 7), (6, 1)),
            (
                (
                    "The wager wins when 2, 3, 11 or 12 has been spun 7 times in all or 6 has been spun "
                    "before a 7."
                ),
                "It loses when a 7 is spun first. Any other spin changes nothing.",
            ),
        ),
        (
            TallyRace(
                (Tally(frozenset({6}), 2), Tally(frozenset({8}), 2)), frozenset({"00", "0", 7}), "each"
            ),
            (
                (
                    "Play goes on until a 0, a 7 or a 00, or until all of these are true: "
                    "6 has been spun twice; 8 has been spun twice."
                ),
                "Each that is true by then is made. Any other spin changes nothing.",
            ),
        ),
        (
            TallyRace((Tally(frozenset({2}), 2),), frozenset()),
            ("The wager wins when 2 has been spun twice.", "Any other spin changes nothing."),
        ),
        (
            TallyRace((Tally(frozenset({6}), 1), Tally(frozenset({8}), 1)), frozenset(), "each"),
            (
                "Play goes on until all of these are true: 6 has been spun; 8 has been spun.",
                "Each that is true by then is made. Any other spin changes nothing.",
            ),
        ),
    ],
)
def test_a_race_says_its_rule(rule, words):
    assert rule.words(offers=False) == words
    furthest = "furthest " if len(rule.tallies) > 1 else ""
    left = f"After any {rule.trial} it may be surrendered for the pay posted for its {furthest}count."
    assert rule.words(offers=True) == (*words, left)


@pytest.mark.parametrize("need", [0, -1, -(10**30)])
def test_a_tally_needs_one_or_more(need):
    with pytest.raises(ValueError, match=f"a tally needs 1 or more, not {need}"):
        Tally(frozenset({6}), need)


def test_what_is_no_race():
    with pytest.raises(ValueError, match="a tally counts at least one outcome"):
        Tally(frozenset(), 1)
    with pytest.raises(ValueError, match="there is no tally to race"):
        TallyRace((), frozenset({7}))
    with pytest.raises(ValueError, match="none can need exactly so many"):
        TallyRace((Tally(frozenset({6}), 2, exactly=True),), frozenset({7}))
    with pytest.raises(ValueError, match="7 is counted and is the stopper too"):
        race("first", ({6, 7}, 1))


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
    [races(), races(off_wheel=True), races(shared=True)],
    ids=["plain", "outcomes that are not on the wheel", "outcomes that are shared"],
)
@every_time_alike
@given(data=st.data())
def test_the_chart_is_what_the_rule_comes_to(cases, data):
    rule, wheel = data.draw(cases)
    assert steps.labelled(rule.chart(wheel, 10_000)) == steps.labelled(explored(rule, wheel))


@every_time_alike
@given(races(wide=True))
def test_the_chart_is_what_the_rule_comes_to_on_a_wheel_past_64_bits(case):
    rule, wheel = case
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


@pytest.mark.parametrize("goal", GOALS)
def test_the_chart_starts_at_the_start(goal):
    chain = race(goal, (2, 2), (12, 2), (3, 3)).chart(dice(2), 10_000)
    assert chain.states[0] == (0, 0, 0)
    assert chain.transitions.totals[0] == 36


# Merging.


def wager(rule: TallyRace, wheel: Distribution, surrender: str | None = None) -> Wager:
    made = [f"made-{k + 1}" for k in range(len(rule.tallies))] if rule.goal == "each" else ["made"]
    pays = {"lost": "nothing", **{name: f"{10 * (k + 1)} for 1" for k, name in enumerate(made)}}
    if surrender:
        pays |= {f"surrender-{k}": surrender for k in range(1, rule.highest_count + 1)}
    return Wager("race", rule, wheel, Paytable(pays), "by hand")


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("surrender", [None, "3 for 1"])
@pytest.mark.parametrize(
    "tallies",
    [
        [(2, 2), (12, 2)],
        [(2, 3), (12, 3), (5, 2)],
        [(4, 2), (10, 2), (3, 3), (11, 3)],
        [({2, 3}, 2), (4, 2), ({11, 12}, 2)],  # weights 3, 3 and 3
    ],
)
def test_merged_races_have_the_same_answers(goal, surrender, tallies):
    bet = wager(race(goal, *tallies), dice(2), surrender)
    whole = answer(bet)
    fewest = len(whole.wager.chain().states) - 1
    merged = answer(bet, limit=fewest)
    assert whole.merged == ""
    assert merged.merged.startswith("tallies that play alike are one: ")
    assert merged.states < whole.states
    for play in ("never", "optimal"):
        one, other = getattr(whole, play), getattr(merged, play)
        assert (one.returned, one.variance, one.spins, one.edge) == (
            other.returned,
            other.variance,
            other.spins,
            other.edge,
        )
        assert chances(one) == chances(other)
    # Each offer stands for those of the states that were merged with it.
    worth = {(tuple(sorted(o.state)), o.ending, o.continuing, o.take) for o in whole.offers}
    assert {(tuple(sorted(o.state)), o.ending, o.continuing, o.take) for o in merged.offers} <= worth
    assert {(o.ending, o.continuing) for o in merged.offers} == {
        (o.ending, o.continuing) for o in whole.offers
    }
    assert bool(merged.offers) == bool(surrender and race(goal, *tallies).highest_count)


@pytest.mark.parametrize("goal", GOALS)
def test_only_tallies_of_the_same_need_and_weight_are_merged(goal):
    rule = race(goal, (2, 2), (12, 2), (3, 3), (11, 2), (4, 3))
    whole = len(rule.chart(dice(2), 10_000).states)
    assert rule.chart(dice(2), whole - 1).merged == "tallies that play alike are one: 2 and 12"
    apart = race(goal, (2, 2), (12, 3), (3, 2))
    with pytest.raises(TooManyStates):
        apart.chart(dice(2), len(apart.chart(dice(2), 10_000).states) - 1)


# Limits.


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("tallies", [[(2, 1)], [(2, 4)], [(2, 2), (3, 3)], [(4, 2), (5, 1), (6, 3)]])
def test_too_many_states_exactly_beyond_the_limit(goal, tallies):
    rule = race(goal, *tallies)
    needed = len(explored(rule, dice(2)).states)
    assert len(rule.chart(dice(2), needed).states) == needed
    for limit in (needed - 1, needed // 2, 1):
        with pytest.raises(TooManyStates):
            rule.chart(dice(2), limit)
        with pytest.raises(TooManyStates):
            explored(rule, dice(2), limit)


def test_an_exploration_stops_at_its_limit():
    rule = race("all", ({2, 3}, 10**30), (2, 10**30))
    with pytest.raises(TooManyStates, match=r"1,000; --max-states .* sets another"):
        rule.chart(dice(2), 1_000)


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


def test_a_tally_with_a_large_weight_is_exact():
    wheel = Distribution({"a": 10**40, "b": 1, "stop": 10**20})
    found = answer(wager(race("first", ("a", 2), ("b", 1), stop="stop"), wheel)).never
    total = 10**40 + 1 + 10**20
    lost = Fraction(10**20, total) * (1 + Fraction(10**40, total))
    assert chances(found) == {"made": 1 - lost, "lost": lost}


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
