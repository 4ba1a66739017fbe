"""`markov simulate`: seeded and compared with the odds; and counts that were observed, by binomial sums."""

import json
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

import markov as mk
from markov.proof.simulation import Trial
from markov.questions.simulate import observed as module
from markov.questions.simulate import view as shown

pytestmark = pytest.mark.usefixtures("small_games")


def test_simulation_out_of_bounds_exits_with_1(run, monkeypatch):
    import markov.proof.simulation

    three, one = Fraction(3), Fraction(1)
    far = Trial("plain", "never", 10, {"made": 10}, three, one, float("inf"), one, 0.0, ((10, 10),))
    monkeypatch.setattr(markov.proof.simulation, "simulate", lambda *_: [far])
    code, out, err = run("simulate", "ladders", "plain", "--json")
    assert code == 1
    assert "out of bounds" in err
    told = json.loads(out)
    assert told["ok"] is False
    assert told["wagers"][0]["z"] is None


def test_a_picture_has_each_return_less_what_is_expected(monkeypatch):
    drawn = []
    monkeypatch.setattr(shown, "dots", lambda *given: drawn.append(given))
    played = mk.game("repeater-bets-plus")["repeating-2"].simulate(1000, seed=8)
    shown.picture("a.svg", played)
    *_, marks, spans = drawn[0]
    off = [trial.returned - trial.expected for trial in played.trials]
    assert list(marks.values()) == [off, [0, 0]]
    assert all(low < each < high for each, (low, high) in zip(off, spans, strict=True))


F = Fraction


def tail(least, rounds, p):
    return sum((comb(rounds, k) * p**k * (1 - p) ** (rounds - k) for k in range(least, rounds + 1)), F(0))


@given(st.integers(1, 30), st.integers(0, 30), st.integers(1, 9))
def test_a_p_value_is_the_smaller_tail_twice(rounds, count, tenths):
    count, p = min(count, rounds), F(tenths, 10)
    (row,) = mk.observed({"hit": p, "miss": 1 - p}, {"hit": count}, rounds=rounds, bias=0).endings
    assert row.p_value.exact == min(2 * tail(count, rounds, p), 2 * (1 - tail(count + 1, rounds, p)), 1)


def test_proved_digits_hold_the_fraction(monkeypatch):
    exact = module.at_most(3, 200, F(1, 38))
    monkeypatch.setattr(module, "_EXACT_BITS", 0)
    near = module.at_most(3, 200, F(1, 38))
    assert near.lower <= exact.exact <= near.upper
    assert 0 < near.width < F(1, 10**20)
    rare = module.at_least(190, 200, F(1, 38))
    assert rare.lower <= tail(190, 200, F(1, 38)) <= rare.upper
    assert rare.width < rare.lower / 10**9


@pytest.mark.parametrize("bias", ["60%", "-60%"])
def test_so_many_rounds_show_a_bias_and_one_less_does_not(bias):
    p = F(1, 4)
    (row,) = mk.observed({"hit": p, "miss": 1 - p}, {"hit": 1}, rounds=9, bias=bias).endings
    q = row.biased

    def power(n):
        if q > p:
            least = next(c for c in range(n + 2) if 2 * tail(c, n, p) <= F(1, 20))
            return tail(least, n, q)
        most = next(c for c in range(n, -2, -1) if 2 * (1 - tail(c + 1, n, p)) <= F(1, 20))
        return 1 - tail(most + 1, n, q)

    assert row.power.lower <= power(row.rounds) <= row.power.upper
    assert power(row.rounds) >= F(9, 10) > power(row.rounds - 1)


@given(st.integers(0, 300), st.integers(0, 300), st.integers(1, 9))
def test_the_first_of_the_numbers_from_which_something_is_true_is_found_from_any_guess(least, near, step):
    assert module._first(near, step, lambda number: number >= least) == least


def test_one_hit_in_500():
    bet = mk.game("repeater-bets-plus")["repeating-2"]
    never, _best = bet.observed({"made": 1}, rounds=500).endings
    p = F(1, 49)
    assert never.p_value.exact == 2 * ((1 - p) ** 500 + 500 * p * (1 - p) ** 499)
