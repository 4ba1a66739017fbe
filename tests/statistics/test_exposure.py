"""The most that can be owed on one run of spins, against all that wagers can come to together."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import markov as mk
from markov.chain.chain import TooManyStates
from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution, Tally
from markov.race.goals import all_of, any_of, at_least
from markov.rules.tally import TallyRace
from markov.statistics import exposure as exposure_module
from markov.statistics.exposure import Exposure, exposure, round_cost
from markov.statistics.goal_search import GoalLevel, fewest_outcomes, highest_sum
from markov.wager.odds import answer
from markov.wager.paytable import Paytable
from markov.wager.rule import End, NestedRace
from markov.wager.wager import Wager
from tests.draws import examples
from tests.statistics.layouts import NUMBERS, Walk, counted, layouts

WAYS = ("never", "optimal")


def ones(answers) -> dict[str, Fraction]:
    """A stake of 1 on every wager."""
    return dict.fromkeys(answers, Fraction(1))


def replayed(answers, way, spins) -> dict[str, str]:
    """The ending of each wager played by its rule on the spins, offers being taken as the answer says."""
    endings = {}
    for name, found in answers.items():
        taken = {o.state: o.ending for o in found.offers if o.take and way == "optimal"}
        state = found.wager.rule.start
        for outcome in spins:
            if name not in endings:
                state = found.wager.rule.step(state, outcome)
                if isinstance(state, End) or state in taken:
                    endings[name] = state.name if isinstance(state, End) else taken[state]
    return endings


def agrees_with_brute_force(answers, stakes, way) -> Exposure:
    """Holds the exposure against a walk through all joint states; what was found."""
    found = exposure(answers, stakes, way)
    walk = Walk(list(answers.values()), way)
    amounts = [stakes[name] for name in answers]

    def total(returned):
        return sum(a * x for a, x in zip(amounts, returned, strict=True))

    most = max(total(walk.returned(end)) for end in walk.law)
    assert found.total == most
    assert found.chance == walk.expected(lambda returned: Fraction(total(returned) == most))
    highest = [end for end in walk.law if total(walk.returned(end)) == most]
    assert len(found.spins) == walk.spins_to(highest)
    assert replayed(answers, way, found.spins) == found.endings
    pays = {name: answers[name].wager.pays for name in answers}
    assert sum(stakes[name] * pays[name][end] for name, end in found.endings.items()) == most
    assert found.outlay == sum(stakes[name] * answers[name].wager.outlay for name in answers)
    own = {name: [pays[name][e.ending] for e in getattr(answers[name], way).endings] for name in answers}
    assert found.separate == sum(stakes[name] * max(own[name]) for name in answers) >= most
    return found


@given(layouts(), st.data())
@settings(max_examples=examples(60))
def test_random_races_are_what_brute_force_finds(wagers, data):
    """Pays are of any size: lost may pay most, and what pays alike may be far apart."""
    answers = {wager.name: answer(wager) for wager in wagers}
    stakes = {name: Fraction(data.draw(st.integers(1, 3)), 2) for name in answers}
    for way in WAYS:
        agrees_with_brute_force(answers, stakes, way)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("choices", [{}, {"come-out": "on"}, {"placed": "6"}, {"commission": "on-win"}])
def test_place_bets_are_what_brute_force_finds(game, solved, choices, way):
    wagers = game("quebec-place-bets").wagers(choices)
    answers = {name: solved(wagers[name]) for name in ("right-4", "buy-4", "lay-4", "lay-10")}
    agrees_with_brute_force(answers, {name: Fraction(k + 1) for k, name in enumerate(answers)}, way)


def test_a_wager_without_a_stake_is_not_made(game, solved):
    wagers = game("repeater-bets-plus").wagers()
    answers = {name: solved(wagers[name]) for name in ("repeating-2", "repeating-3", "horn")}
    stakes = {"repeating-3": Fraction(5), "horn": Fraction(1, 2), "repeating-2": Fraction(0)}
    found = exposure(answers, stakes, "never")
    assert list(found.stakes) == list(found.endings) == ["repeating-3", "horn"]
    assert (found.total, found.outlay, found.spins) == (256, Fraction(11, 2), (3, 3, 3))
    with pytest.raises(ValueError, match="nothing is staked"):
        exposure(answers, {"horn": Fraction(0)}, "never")


def test_out_of_reach_is_refused(game, solved):
    wagers = game("quebec-place-bets").wagers()
    answers = {name: solved(wagers[name]) for name in ("right-4", "lay-4")}
    with pytest.raises(TooManyStates, match="limit of 10"):
        exposure(answers, ones(answers), "never", limit=10)


# The fewest outcomes, and the largest sums.

reaches = st.builds(Tally, counted, st.integers(1, 3))
monotone = st.recursive(
    reaches,
    lambda parts: st.lists(parts, min_size=1, max_size=3).flatmap(
        lambda some: st.sampled_from(
            [any_of(some), all_of(some), at_least((len(some) + 1) // 2, tuple(some))]
        )
    ),
    max_leaves=4,
)
die = Distribution({**dict.fromkeys(NUMBERS, 1), "idle": 3})


def holds(goal, counts) -> bool:
    if isinstance(goal, Tally):
        return sum(counts[outcome] for outcome in goal.counts) >= goal.need
    return sum(holds(part, counts) for part in goal.parts) >= goal.m


TWO_OF_THREE = at_least(
    2, tuple(Tally(frozenset(which), need) for which, need in (("b", 3), ("a", 3), ("a", 4)))
)


@given(st.lists(monotone, max_size=3), st.lists(monotone, max_size=2))
@example([TWO_OF_THREE], [])  # four of a; three of a and three of b lacks less on the way
@settings(max_examples=examples(200))
def test_fewest_is_what_all_counts_say(true, false):
    all_counts = [dict(zip(NUMBERS, counts, strict=True)) for counts in product(range(7), repeat=3)]
    fit = [
        sum(counts.values())
        for counts in all_counts
        if all(holds(goal, counts) for goal in true) and not any(holds(goal, counts) for goal in false)
    ]
    found = fewest_outcomes(true, false, die)
    if found is None:
        assert not fit
    else:
        assert sum(found.values()) == min(fit)
        counts = {name: found.get(name, 0) for name in NUMBERS}
        assert all(holds(goal, counts) for goal in true)
        assert not any(holds(goal, counts) for goal in false)


def test_too_many_counts_are_refused(monkeypatch):
    monkeypatch.setattr("markov.statistics.goal_search.MOST_COUNTS", 50)
    sets = [frozenset(pair) for pair in ("ab", "bc", "ac")]
    with pytest.raises(TooMuchWork, match="50 counts"):
        fewest_outcomes([any_of(Tally(counts, 30) for counts in sets), Tally(frozenset("abc"), 40)], [], die)
    # The search goes the shortest way: 21 counts, where all that cost less would be 166.
    assert fewest_outcomes([Tally(counts, 10) for counts in sets[:2]], [], die) == {"b": 10}


def test_too_many_sums_are_refused(monkeypatch):
    """Twenty wagers that pay most where the first is lost, and cannot be without it."""
    monkeypatch.setattr("markov.statistics.goal_search.MOST_SUMS", 20)
    goal = Tally(frozenset("a"), 1)
    won = (GoalLevel(Fraction(2), (goal,), ()), GoalLevel(Fraction(1), (), (goal,)))
    lost = (GoalLevel(Fraction(2), (), (goal,)), GoalLevel(Fraction(1), (goal,), ()))
    with pytest.raises(TooMuchWork, match="20 combinations"):
        highest_sum([won, *[lost] * 9, *[won] * 9], die, frozenset({"idle"}))
    few = highest_sum([won, lost], die, frozenset({"idle"}))
    assert (few.total, few.chance, list(few.runs)) == (3, 1, [{"a": 1}, {}])


def test_a_search_that_is_too_long_leaves_it_to_the_chain(game, solved, monkeypatch):
    wagers = game("repeater-bets-plus").wagers()
    answers = {name: solved(wagers[name]) for name in ("repeating-3", "repeating-4", "horn")}
    expected = exposure(answers, ones(answers), "never")

    def refused(*_):
        raise TooMuchWork("no")

    monkeypatch.setattr(exposure_module, "highest_sum", refused)
    found = exposure(answers, ones(answers), "never")
    assert (found.total, found.chance) == (expected.total, expected.chance)
    assert len(found.spins) == len(expected.spins)


def test_a_ladder_has_one_end_more_than_goals():
    with pytest.raises(ValueError, match="one end more"):
        NestedRace(frozenset({7}), (Tally(frozenset({6}), 1),), ("lost",))


# With the dealer's envy.


@given(layouts(most=4), st.data())
@settings(max_examples=examples(40))
def test_envy_is_owed_beside_the_pays(wagers, data):
    """As if the pays were higher by it: the same run, and what is owed on it in two parts."""
    envied = []
    for wager in wagers:
        owed = {end: Fraction(data.draw(st.integers(0, 5))) for end in wager.pays}
        envied.append(replace(wager, envy=Paytable(owed)))
    richer = [
        replace(one, envy=Paytable({}), pays=Paytable({e: p + one.envy[e] for e, p in one.pays.items()}))
        for one in envied
    ]
    answers = {one.name: answer(one) for one in envied}
    found = exposure(answers, ones(answers), "never", envied=True)
    twin = exposure({one.name: answer(one) for one in richer}, ones(answers), "never")
    assert (found.total, found.chance, len(found.spins)) == (twin.total, twin.chance, len(twin.spins))
    assert found.envy == sum(answers[name].wager.envy[end] for name, end in found.endings.items())
    paid = sum(answers[name].wager.pays[end] for name, end in found.endings.items())
    assert found.total == paid + found.envy
    plain = exposure(answers, ones(answers), "never")
    assert (plain.envy, plain.total <= found.total) == (0, True)


def test_the_most_that_one_round_costs(game):
    """By hand from the tables: the pay less the stake, and the envy as many times the stake."""
    sheet = {key: round_cost(answer(wager)) for key, wager in game("repeater-bets-plus").wagers().items()}
    assert {key: (sheet[key].paid, sheet[key].envy) for key in ("repeating-2", "repeating-6", "horn")} == {
        "repeating-2": (39, 2),
        "repeating-6": (89, 6),
        "horn": (11, 0),
    }
    found = sheet["repeating-6"]
    assert found.cost == 95
    assert found.chance == Fraction(5, 11) ** 6  # six 6s, each before a seven
    lay = round_cost(answer(game("quebec-place-bets").wager("lay-4")))
    assert (lay.ending, lay.total_staked) == ("made", Fraction(41, 40))
    assert lay.cost == Fraction(3, 2) - Fraction(41, 40)


_SOLD = Wager(
    "Sold",
    TallyRace((Tally(frozenset("a"), 2),), frozenset({"stop"})),
    Distribution.counted(["a", "stop"]),
    Paytable({"made": "7 for 1", "lost": "nothing", "surrender-1": "6 for 1"}),
    "here",
)


def test_a_round_may_cost_most_by_an_action_that_best_play_never_makes():
    odds = mk.game("examples/two_offers.py")["three-6s"].odds()
    assert "made" not in {end.ending for end in odds.optimal.endings}
    assert (round_cost(odds).ending, round_cost(odds).cost) == ("made", 8)
    owed = replace(odds.wager, envy=Paytable({"cash-1": Fraction(9)}))  # what no play of `odds` comes to
    found = round_cost(replace(odds, wager=owed))
    assert (found.ending, found.chance, found.cost) == ("cash-1", None, 2 - 1 + 9)


def test_an_offer_may_cost_more_than_any_end():
    wager = replace(_SOLD, envy=Paytable({"surrender-1": Fraction(3)}))
    found = round_cost(answer(wager))
    assert (found.ending, found.chance, found.cost) == ("surrender-1", None, 6 - 1 + 3)
