"""Money over many rounds: by enumeration, by equations, by classical formulas and as published."""

from fractions import Fraction
from math import ceil, exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain.transitions import TooMuchWork
from markov.statistics import bankroll
from markov.statistics.bankroll import Gains, endless, limited, most_rounds, unlimited
from tests.draws import examples
from tests.oracles.elimination import gathered

F = Fraction
ROUND, RUIN = "a round", "ruin"
RED = {F(-1): F(19, 37), F(1): F(18, 37)}

# Hands of 9/6 Jacks or Better by best play, of 19,933,230,517,200, by what they pay for one; the counts are
# published with the analysis of the game, and add to a return of 0.995439043695…
PAID = (800, 50, 25, 9, 6, 4, 3, 2, 1)
COUNTS = (493512264, 2178883296, 47093167764, 229475482596, 219554786160, 223837565784, 1484003070324)
JACKS = dict(zip(PAID, (*COUNTS, 2576946164148, 4277372890968), strict=True))
HANDS = 19933230517200


def jacks():
    law = {F(pay - 1): F(hands, HANDS) for pay, hands in JACKS.items()}
    return Gains.of({**law, F(-1): 1 - sum(law.values())})


@st.composite
def laws(draw):
    """Laws of a round: losses of up to 4 units, pays of up to 40."""
    gains = draw(st.sets(st.integers(-4, 40), min_size=1, max_size=4)) | {draw(st.integers(-4, -1))}
    weights = {gain: draw(st.integers(1, 9)) for gain in gains}
    return {F(gain): F(weight, sum(weights.values())) for gain, weight in weights.items()}


def walked(law, low, goal, rounds):
    """The chances of the final x, and the mean number of rounds, by following every x."""
    now, over, played = {0: F(1)}, {}, F(0)
    for _ in range(rounds):
        played += sum(now.values())
        after = {}
        for x, p in now.items():
            for gain, q in law.items():
                to = x + int(gain)
                there = over if to <= low or (goal is not None and to >= goal) else after
                there[to] = there.get(to, F(0)) + p * q
        now = after
    return {x: over.get(x, 0) + now.get(x, 0) for x in {**over, **now}}, played


@settings(max_examples=examples(60), deadline=None)
@given(laws(), st.integers(-9, -1), st.none() | st.integers(1, 30), st.integers(1, 7))
def test_limited_rounds_are_what_following_every_amount_gives(law, low, goal, rounds):
    gains = Gains.of(law)
    unit = int(gains.unit)
    chances, played = walked(law, low, goal, rounds)
    floor, top = low // unit, None if goal is None else -(-goal // unit)
    exact = limited(gains, floor, top, rounds)
    assert exact.error == (0, 0)
    known = {x * unit: F(p, exact.scale) for x, p in exact.chances.items()}
    assert known == {x: p for x, p in chances.items() if p}
    assert exact.rounds.exact == played
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("markov.statistics.bankroll._STEPWISE", 2)
        patched.setattr("markov.statistics.bankroll._MANY", 1)
        near = limited(gains, floor, top, rounds, 64)
    for among in (lambda x: x <= floor, lambda x: x > 0, lambda x: x == 0):
        true, known = exact.chance(among).exact, near.chance(among)
        assert known.lower <= true <= known.upper
        assert known.width < F(1, 2**48)
    assert near.rounds.lower <= played <= near.rounds.upper
    assert all(abs(x) <= min(exact.reach, near.reach) for x in exact.chances)
    for power in (1, 2):
        assert near.moment(power).lower <= exact.moment(power).exact <= near.moment(power).upper


def test_where_no_money_ends_play_every_round_is_played():
    law = limited(Gains.of({F(-1): F(1, 2), F(1): F(1, 2)}), None, None, 1000)
    assert (law.rounds.exact, law.moment(2).exact) == (1000, 1000)


@settings(max_examples=examples(40), deadline=None)
@given(laws(), st.integers(-6, -1), st.integers(1, 12))
def test_barriers_are_what_the_equations_say(law, low, goal):
    """Chances of ruin and mean rounds by elimination, from every amount between."""
    gains = Gains.of(law)
    law = {gain / gains.unit: p for gain, p in law.items()}
    rows = {}
    for x in sorted(range(low + 1, goal), key=abs):  # from 0 on
        rows[x] = {ROUND: F(1)}
        for gain, p in law.items():
            to = RUIN if x + gain <= low else int(x + gain)
            rows[x][to] = rows[x].get(to, F(0)) + p
    _, found = next(gathered(rows))
    chance, rounds = found.get(RUIN, F(0)), found[ROUND]
    exact = unlimited(gains, low, goal)
    assert exact.chance(lambda x: x <= low).exact == chance
    assert exact.rounds.exact == rounds
    near = unlimited(gains, low, goal, 128)
    known = near.chance(lambda x: x <= low)
    assert known.lower <= chance <= known.upper
    assert known.width < F(1, 2**100)
    assert near.rounds.lower <= rounds <= near.rounds.upper
    assert near.rounds.width < F(1, 2**80)


@pytest.mark.parametrize(
    ("zeros", "low", "published"),
    [(1, -49, "0.0559585"), (1, -50, "0.0557484"), (2, -49, "0.0990069"), (2, -50, "0.0989538")],
)
def test_two_dozens_from_50_to_51(zeros, low, published):
    law = {F(-2): F(12 + zeros, 36 + zeros), F(1): F(24, 36 + zeros)}
    assert unlimited(Gains.of(law), low, 1, 160).chance(lambda x: x <= low).rounded(7) == published


@pytest.mark.parametrize(
    ("bets", "hands", "published"), [(160, 1600, "0.0815337"), (132, 1000, "0.04975065")]
)
def test_ruin_at_jacks_or_better(bets, hands, published):
    law = limited(jacks(), -bets, None, hands, 96)
    assert law.chance(lambda x: x <= -bets).rounded(len(published) - 2) == published


def test_ruin_for_ever_is_a_power_where_one_unit_is_lost_at_most():
    gains = Gains.of({F(-1): F(49, 100), F(1): F(51, 100)})
    known = endless(gains, -100).chance(lambda x: x <= -100)
    assert known.lower <= F(49, 51) ** 100 <= known.upper
    assert known.width < F(1, 2**120)


@pytest.mark.parametrize("money", [2**18, 10**9, 10**40, 10**400])
def test_a_ruin_whose_fraction_is_too_long_is_known_all_the_same(money):
    """Of a third to two thirds it is 1/2 to the money; of nearly a half, e to the power of −2 with 10^9."""
    half = endless(Gains.of({F(-1): F(1, 3), F(1): F(2, 3)}), -money).chance(lambda x: x <= -money)
    assert 0 <= half.lower <= half.upper <= F(1, 2**2**18)
    assert (money == 2**18) == (half.exact == F(1, 2**2**18))
    more = F(1, 2) + F(1, 2 * 10**9)
    near = endless(Gains.of({F(-1): 1 - more, F(1): more}), -money).chance(lambda x: x <= -money)
    assert near.width < F(1, 10**20)
    assert float(near.upper) == pytest.approx(exp(-2 * min(F(money, 10**9), 10**6)))


def test_ruin_for_ever_where_more_is_lost_is_that_of_the_roots():
    """From 0, with losses of 2: u(x) = a·r^x + b·s^x, r and s the roots in the disc, u = 1 at −1 and −2."""
    gains = Gains.of({F(-2): F(1, 6), F(1): F(5, 6)})
    # 5r³ − 6r² + 1 = (r − 1)(5r² − r − 1)
    r, s = (1 + 21**0.5) / 10, (1 - 21**0.5) / 10
    a = (1 / s - 1 / s**2) / (1 / (r * s * s) - 1 / (r * r * s)) * -1
    b = (1 - a / r) * s
    assert a / r**2 + b / s**2 == pytest.approx(1)
    known = endless(gains, -1).chance(lambda x: x <= -1)
    assert float(known.lower) == pytest.approx(a + b, abs=1e-14)
    assert known.width < F(1, 2**90)


@pytest.mark.parametrize(
    "law", [{-2: F(1, 2), 1: F(1, 2)}, {-3: F(1, 2), 2: F(1, 2)}, {-2: F(1, 3), 0: F(2, 3)}]
)
def test_sure_ruin_is_the_limit_of_a_far_goal(law):
    gains = Gains.of({F(gain): p for gain, p in law.items()})
    low = -5
    law, far = endless(gains, low), unlimited(gains, low, 120)
    for x in range(low - gains.loss + 1, low + 1):
        true = far.chance(lambda final, x=x: final == x)
        known = law.chance(lambda final, x=x: final == x)
        assert known.lower - F(1, 10**6) <= true.exact <= known.upper
    assert abs(float(law.rounds.lower) - float(far.rounds.exact)) < 1e-4


def test_play_that_only_falls_or_only_rises_takes_no_more_rounds_than_the_bound():
    for gain in (-1, 1):
        assert 5 <= most_rounds(Gains.of({F(gain): F(1)}), 5) <= 6
    assert 3**2 <= most_rounds(Gains.of({F(-1): F(1, 2), F(1): F(1, 2)}), 5) <= 7**2


def test_next_to_nothing_of_play_is_left_after_80_times_twice_the_most_expected_rounds():
    gains = Gains.of({F(-1): F(1, 2), F(1): F(1, 2)})
    most = 2 * ceil(most_rounds(gains, 39))
    ever = [
        bankroll._nearly_ever(gains, -20, 20, rounds, []) is not None for rounds in (80 * most, 200 * most)
    ]
    assert ever == [False, True]


def test_sure_ruin_of_single_units_is_exact():
    law = endless(Gains.of(RED), -20)
    assert (law.chances, law.rounds.exact, law.partial) == ({-20: 1}, F(20 * 37), False)
    assert endless(Gains.of({F(-1): F(1, 2), F(1): F(1, 2)}), -3).rounds is None
    assert endless(Gains.of({F(-1): F(1, 3), F(1): F(2, 3)}), -3).partial


def test_quantiles_are_told_where_the_error_leaves_no_doubt():
    law = limited(Gains.of(RED), -5, None, 8)
    places = sorted(law.chances)
    for share in (F(1, 100), F(1, 2), F(99, 100)):
        x = law.quantile(share)
        assert law.chance(lambda final, x=x: final <= x).exact >= share
        assert x == places[0] or law.chance(lambda final, x=x: final < x).exact < share
        assert limited(Gains.of(RED), -5, None, 8, 64).quantile(share) == x
    half = limited(Gains.of({F(-1): F(1, 2), F(1): F(1, 2)}), None, None, 1)
    assert half.quantile(F(1, 2)) == -1
    third = limited(Gains.of({F(-1): F(1, 3), F(1): F(2, 3)}), None, None, 1, 16)
    assert third.quantile(F(1, 3)) is None  # rounded down, less than a third is known to be there


@pytest.mark.parametrize(
    "work",
    [
        lambda: limited(Gains.of(RED), -(10**6), None, 10**8, 96),
        lambda: limited(Gains.of(RED), -5, None, 10**5),
        lambda: unlimited(jacks(), -(10**5), 10**5, 96),
        lambda: unlimited(Gains.of(RED), -(10**4), 10**4),
    ],
    ids=["rounds", "exact rounds", "wide wins", "exact barriers"],
)
def test_what_is_out_of_reach_is_refused_before_the_work(work):
    with pytest.raises(TooMuchWork):
        work()


@pytest.mark.parametrize("law", [{F(-1): F(1, 2)}, {F(-1): F(3, 2), F(1): F(-1, 2)}])
def test_chances_that_are_none(law):
    with pytest.raises(ValueError, match="chances of a round"):
        Gains.of(law)
