"""Races without states against published odds, chains and closed forms; their limits."""

from fractions import Fraction

import pytest

import markov.race.clocks
import markov.race.race
from markov.distribution import Distribution, Tally, dice_on_roulette
from markov.race.clocks import TooManyTerms
from markov.race.goals import all_of, any_of, at_least, exactly
from markov.race.race import chance_by_stopper, chance_slopes, race

WHEEL = dice_on_roulette(2)
SEVEN = frozenset({7})
NEED = {2: 2, 12: 2, 3: 3, 11: 3, 4: 4, 10: 4, 5: 5, 9: 5, 6: 6, 8: 6}
ONES = Distribution.counted(["s", *range(1, 11)])
S = frozenset("s")


def of(*numbers):
    return frozenset(numbers)


def test_a_stopper_that_is_not_on_the_wheel_beside_one_that_is():
    stop = of(7, "0", "00", "000")
    assert race(Tally(of(2), 1), WHEEL, stop).chance == Fraction(1, 1 + 6 + 2)


# Closed forms.


@pytest.mark.parametrize("need", [1, 2, 50, 1000])
def test_one_tally(need):
    odds = race(Tally(of(2, 12), need), WHEEL, SEVEN)
    assert odds.chance == Fraction(1, 4) ** need
    assert odds.spins.mean == Fraction(38, 6) * (1 - odds.chance)


def test_all_numbers_of_a_wheel():
    # The last of n + 1 in a random order; and the wait for the earlier of all of them and the stopper.
    n = 36
    wheel = Distribution.counted(range(n + 1))
    odds = race(all_of(tuple(Tally(of(i), 1) for i in range(1, n + 1))), wheel, of(0))
    assert odds.chance == Fraction(1, n + 1)
    assert odds.spins.mean == (n + 1) * (1 - odds.chance)


# Sizes that no chain has.


@pytest.fixture(scope="module")
def fifties():
    return tuple(Tally(of(number), 50) for number in NEED)


def test_how_many_of_ten_counters_of_fifty(fifties):
    chances = [race(exactly(k, fifties), WHEEL, SEVEN).chance for k in range(11)]
    assert sum(chances) == 1
    assert chances[0] == 1 - race(any_of(fifties), WHEEL, SEVEN).chance
    assert sum(chances[7:]) == race(at_least(7, fifties), WHEEL, SEVEN).chance
    assert sum(chances[3:]) == race(at_least(3, fifties), WHEEL, SEVEN).chance
    assert chances[10] == race(all_of(fifties), WHEEL, SEVEN).chance
    # The mean number of full tallies is the sum of the chances of each.
    mean = sum(k * chance for k, chance in enumerate(chances))
    assert mean == sum(Fraction(WHEEL[number], WHEEL[number] + 6) ** 50 for number in NEED)


# Goals.


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        (lambda: Tally(frozenset(), 1), "at least one outcome"),
        (lambda: Tally(frozenset(), 1, exactly=True), "at least one outcome"),
        (lambda: Tally(of(1), 0), "a tally needs 1 or more, not 0"),
        (lambda: Tally(of(1), -1, exactly=True), "a tally needs 0 or more, not -1"),
        (lambda: any_of(()), "at least one part"),
        (lambda: all_of(()), "at least one part"),
        (lambda: exactly(0, ()), "at least one part"),
        (lambda: at_least(0, (Tally(of(1), 1),)), "always true"),
        (lambda: at_least(2, (Tally(of(1), 1),)), "2 of 1 parts"),
        (lambda: exactly(-1, (Tally(of(1), 1),)), "-1 of 1 parts"),
    ],
)
def test_what_is_no_goal(goal, message):
    with pytest.raises(ValueError, match=message):
        goal()


# Refusals.


@pytest.mark.parametrize(
    ("counts", "stop", "message"),
    [
        (of(7, 6), SEVEN, "7 is counted and is the stopper too"),
        (of(13), SEVEN, "13 is counted and is not on the wheel"),
        (of(6), of("000"), "no stopper is on the wheel"),
        (of(6), frozenset(), "no stopper is on the wheel"),
    ],
)
def test_what_is_no_race(counts, stop, message):
    with pytest.raises(ValueError, match=message):
        race(Tally(counts, 1), WHEEL, stop)


def test_a_need_past_the_limit_is_refused_before_it_is_tried():
    for tally in (Tally(of(6), 10**9), Tally(of(6), 10**9, exactly=True)):
        with pytest.raises(
            TooManyTerms, match="bits of coefficients or more, and the limit is 1,073,741,824"
        ):
            race(tally, WHEEL, SEVEN)
    with pytest.raises(TooManyTerms, match="counts of one outcome that its goals share"):
        race(all_of((Tally(of(6), 499), Tally(of(6), 10**20))), WHEEL, SEVEN)


@pytest.mark.parametrize(("need", "digits"), [(499, 435), (5_000, 12)])
def test_counts_of_long_weights_are_refused_before_they_are_multiplied(need, digits):
    wheel = Distribution({"a": 10**digits, "b": 3, "s": 2})
    with pytest.raises(
        TooManyTerms, match="bits to be multiplied or more, and the limit is 1,099,511,627,776"
    ):
        race(all_of((Tally(frozenset("ab"), need), Tally(frozenset("a"), 2))), wheel, S)


def test_too_many_rates(monkeypatch):
    monkeypatch.setattr(markov.race.clocks, "MAX_BITS", 2**20)
    wheel = Distribution({**{i: 2**i for i in range(40)}, "s": 1})
    with pytest.raises(TooManyTerms, match="fewer, or explore the chain instead"):
        race(all_of(tuple(Tally(of(i), 3) for i in range(40))), wheel, S)


@pytest.mark.parametrize(
    ("name", "limit", "words"),
    [
        ("MAX_BITS", 2**13, "bits of coefficients or more, and the limit is 8,192"),
        ("MAX_CASES", 100, "cases of shared outcomes or more, and the limit is 100"),
        ("MAX_CASES", 0, "needs 1 cases of shared outcomes or more, and the limit is 0"),
    ],
)
def test_too_much_shared(monkeypatch, name, limit, words):
    monkeypatch.setattr(markov.race.race, name, limit)
    parts = tuple(Tally(of(i, i % 10 + 1, (i + 4) % 10 + 1), 3) for i in range(1, 11))
    with pytest.raises(TooManyTerms, match=words):
        race(at_least(5, parts), ONES, S)


def test_too_many_outcomes_to_tell_apart():
    wheel = Distribution.counted(["s", *range(200), "last"])
    shared = [Tally(of(i), 1) for i in range(200)]
    few = all_of((Tally(frozenset(range(200)), 2), *shared))
    assert race(few, wheel, S).chance == Fraction(1, 201)
    more = all_of((Tally(frozenset([*range(200), "last"]), 2), *shared, Tally(of("last"), 1)))
    with pytest.raises(TooManyTerms, match="201 outcomes told apart or more, and the limit is 200"):
        race(more, wheel, S)


# The chance as a function of weights.

GOALS = [
    Tally(of(1), 3),
    any_of((Tally(of(1), 2), Tally(of(2), 3))),
    all_of((Tally(of(1, 2), 2), Tally(of(2, 3), 2), Tally(of(4), 1))),
    at_least(2, (Tally(of(1), 1), Tally(of(2, 3), 2), Tally(of(3, 4), 3))),
    exactly(1, (Tally(of(1), 2), Tally(of(2, 1), 1, exactly=True), Tally(of(3), 1))),
    Tally(of(1, 2), 2, exactly=True),
]
UNEVEN = Distribution({"s": 2, "t": 1, 1: 3, 2: 1, 3: 2, 4: 5, 5: 4})
STOPS = frozenset("st")


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("weight", [1, 2, 40])
def test_the_sum_by_the_stopper_is_the_race_at_any_weight_of_it(goal, weight):
    s = weight + 1
    wheel = Distribution({**UNEVEN, "s": weight})
    terms = chance_by_stopper(goal, UNEVEN, STOPS).items()
    assert race(goal, wheel, STOPS).chance == sum(
        s * c / (s + rate) ** (k + 1) for rate, numbers in terms for k, c in enumerate(numbers)
    )


@pytest.mark.parametrize("goal", GOALS)
def test_the_chance_does_not_change_when_all_weights_grow_alike(goal):
    found = chance_slopes(goal, UNEVEN, STOPS)
    assert sum(weight * found[outcome] for outcome, weight in UNEVEN.items()) == 0  # Euler, for degree 0
    assert found["s"] == found["t"]
    assert found[5] == 0


@pytest.mark.parametrize("k", range(4))
def test_slopes_of_a_count_are_what_two_tallies_leave(k):
    found = chance_slopes(Tally(of(1, 2), k, exactly=True), UNEVEN, STOPS)
    reached = chance_slopes(Tally(of(1, 2), k), UNEVEN, STOPS) if k else dict.fromkeys(UNEVEN, 0)
    beyond = chance_slopes(Tally(of(1, 2), k + 1), UNEVEN, STOPS)
    assert found == {outcome: reached[outcome] - beyond[outcome] for outcome in UNEVEN}
