"""Progressive meters, against the equation of one more play and against edited pays."""

from fractions import Fraction

import pytest

import markov as mk

F = Fraction


def test_playing_until_it_is_won_solves_the_equation_of_one_more_play():
    bet = mk.game("repeater-bets-plus")["horn"]
    a = F(1, 100)
    found = {m: bet.meter(seed=10, adds=a, now=m) for m in (F(20), 20 + a)}
    now, more = found.values()
    p, e = now.chance, now.edge
    assert now.gain_until == p * 20 + (1 - p) * more.gain_until - e
    assert now.gain_now == p * 20 - e == bet.with_pays({now.ending: "20 for 1"}).odds().never.net
    assert now.long_run == 1 - e + p * (10 + a / p)  # of a cycle: the seed, and what its bets add
    assert bet.meter(adds=a, now=now.one_play).gain_now == 0
    assert bet.meter(adds=a, now=now.until_hit).gain_until == 0


def test_a_meter_that_must_hit_solves_the_equation_of_a_small_step():
    e, r, top, step = F(1, 8), F(1, 100), F(500), F(7, 3)
    law = {-1: F(7, 8), 6: F(1, 8)}

    def value(x):
        return mk.meter(law, adds=r, now=x, must_hit_by=top, seed=100).gain_until

    x, h, q = F(480), r * step, r * step / 20
    half_played = x + h / 2 - e * step / 2  # where the trigger falls, in the middle of the step on average
    assert value(x) == (1 - q) * (value(x + h) - e * step) + q * half_played
    found = mk.meter(law, adds=r, now=480, must_hit_by=500, seed=100)
    assert (found.one_play, found.until_hit) == (top * e / (e + r), top * (e - r) / (e + r))
    assert found.gain_now == r * 480 / 20 - e
    played = (top - 100) / 2 / r  # until it is hit, from the seed on average
    assert found.long_run == 1 - e + (top + 100) / 2 / played


@pytest.mark.parametrize("won", [F(1, 2), F(101, 200), F(11, 20)])
def test_a_player_with_an_edge_needs_no_meter(won):
    """Also where the edge is what a bet adds, or more; of what is left to be added half is, on average."""
    found = mk.meter({-1: 1 - won, 1: won}, must_hit_by=500, adds="1%", now=100)
    assert (found.one_play, found.until_hit) == (None, None)
    assert found.gain_until == F(100 + 500, 2) + (2 * won - 1) * F(400, 2) / F(1, 100)


def test_best_play_with_the_meter_in_sight():
    bet = mk.game("repeater-bets-plus")["repeating-2"]
    found = bet.meter(seed=20, adds="1%", now=60, play="optimal")

    def net(pay):
        return bet.with_pays({"made": pay}).odds().optimal.net

    assert net(found.one_play) == 0
    assert net(found.until_hit - F(1, 100)) == -F(1, 100)
    assert found.gain_now == net(F(60))
    assert found.long_run == 1 + net(F(20)) + F(1, 100)


def test_a_bet_of_five():
    bet = mk.game("craps")["any-seven"]
    single, five = (bet.meter(adds="1%", seed=3 * k, now=7 * k, bet=k) for k in (1, 5))
    assert (five.one_play, five.until_hit, five.gain_now) == tuple(
        5 * amount for amount in (single.one_play, single.until_hit, single.gain_now)
    )
    assert five.long_run == single.long_run


def test_the_long_run_is_of_all_that_is_put_up():
    buy = mk.game("quebec-place-bets")["buy-4"]  # 1/20 is put up on top of the stake, win or lose
    assert buy.odds().never.outlay == F(21, 20)
    hit = buy.meter(seed=100, adds="1%", must_hit_by=500)
    assert hit.long_run == (1 + F(1, 100) * (100 + 500) / (500 - 100)) / F(21, 20)
    assert buy.meter(seed=4, adds="1%").long_run == (F(4, 3) + F(1, 100)) / F(21, 20)


def test_a_law_of_ones_own_has_no_ending():
    with pytest.raises(ValueError, match="no ending"):
        mk.meter({-1: "1/2", 1: "1/2"}, seed=3)
