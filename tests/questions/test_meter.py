"""Progressive meters, against the equation of one more play and against edited pays."""

from fractions import Fraction
from unittest.mock import Mock

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


def play_by_play(m, top, added, lost):
    """The mean gain and the mean number of plays until a meter hits: a play after another."""
    gain, plays, at, k = F(0), F(0), m, 0
    while at < top:
        after, k = min(at + added, top), k + 1
        chance = (after - at) / (top - m)
        gain += chance * ((at + after) / 2 - k * lost)
        plays += chance * k
        at = after
    return gain, plays


@pytest.mark.parametrize("rate", [F(1, 500), F(3, 350), F(1, 9)])
@pytest.mark.parametrize(("now", "top", "bet"), [(480, 500, 1), (F(4999, 10), 500, 3), (1, 31, 100)])
def test_a_meter_that_must_hit_is_that_of_one_play_after_another(now, top, bet, rate):
    e, now, top = F(1, 8), F(now), F(top)
    law = {-1: F(7, 8), 6: F(1, 8)}

    def found(m):
        return mk.meter(law, adds=rate, now=m, must_hit_by=top, seed=now, bet=bet)

    added, lost, here = rate * bet, e * bet, found(now)
    gain, plays = play_by_play(now, top, added, lost)
    assert here.gain_until == gain
    assert here.long_run == 1 - e + (now + top) / 2 / plays / bet
    sure = min(now + added, top)  # it hits for certain where no more may be added
    assert here.gain_now == (sure - now) / (top - now) * (now + sure) / 2 - lost
    assert found(here.one_play).gain_now == 0
    before = here.until_hit - F(min(bet, top)) / 10**6
    assert found(before).gain_until < 0 <= found(here.until_hit).gain_until


def test_many_small_plays_are_nearly_a_flow():
    e, r, top = F(1, 8), F(1, 10**6), F(500)
    found = mk.meter({-1: F(7, 8), 6: F(1, 8)}, adds=r, now=480, must_hit_by=top, seed=100)
    assert abs(found.one_play - top * e / (e + r)) < r
    assert abs(found.until_hit - top * (e - r) / (e + r)) < 1 / F(10**5)
    assert abs(found.long_run - (1 - e + r * (top + 100) / (top - 100))) < r


@pytest.mark.parametrize("won", [F(1, 2), F(101, 200), F(11, 20)])
def test_a_player_with_an_edge_needs_no_meter(won):
    """Also where the edge is what a bet adds, or more."""
    found = mk.meter({-1: 1 - won, 1: won}, must_hit_by=500, adds="1%", now=100)
    assert (found.one_play, found.until_hit) == (None, None)
    assert found.gain_until == F(100 + 500, 2) + (2 * won - 1) * F(40_001, 2)


def test_a_meter_below_what_a_bet_loses_is_worth_no_play():
    with pytest.raises(ValueError, match=r"a bet loses .* on average, and the meter is never above 20"):
        mk.meter({-1: F(7, 8), 6: F(1, 8)}, must_hit_by=20, adds="1%", bet=200)


def test_best_play_with_the_meter_in_sight():
    bet = mk.game("repeater-bets-plus")["repeating-2"]
    found = bet.meter(seed=20, adds="1%", now=60, play="optimal")

    def net(pay):
        return bet.with_pays({"made": pay}).odds().optimal.net

    assert net(found.one_play) == 0
    assert net(found.until_hit - F(1, 100)) == -F(1, 100)
    assert found.gain_now == net(F(60))
    assert found.long_run is None  # with 20 on it the offer is taken, and the meter is never won
    rich = bet.meter(seed=60, adds="20%", now=70, play="optimal")
    assert rich.long_run == 1 + net(F(60)) + F(1, 5)
    assert (rich.until_hit, rich.gain_until, rich.gain_now) == (None, None, net(F(70)))


def test_best_play_among_actions_with_the_meter_in_sight():
    bet = mk.game("examples/two_offers.py")["three-6s"]
    low, high = (bet.meter("made-insured", seed=seed, adds="5%", play="optimal") for seed in (1, 50))
    best = bet.with_pays({"made-insured": "50 for 1"}).odds().optimal.rtp
    assert (low.long_run, high.long_run) == (None, best + F(1, 20))
    assert bet.with_pays({"made-insured": low.one_play}).odds().optimal.net == 0


def test_where_no_pay_brings_the_edge_nothing_is_said_to_be_worth_it(monkeypatch):
    bet = mk.game("repeater-bets-plus")["repeating-2"]
    monkeypatch.setattr(mk.Wager, "price", lambda *_, **__: Mock(pay=None))
    with pytest.raises(ValueError, match="under best play no pay of made brings an edge of"):
        bet.meter(seed=20, adds="1%", play="optimal")


def test_best_play_without_an_offer_is_the_same_where_the_player_has_the_edge():
    bet = mk.game("quebec-place-bets")["right-4"]
    found, never = (bet.meter(seed=4, adds="1%", now=5, play=play) for play in ("optimal", "never"))
    assert (found.gain_now, found.one_play) == (never.gain_now, None) == (F(5, 3) - 1, None)


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
    assert hit.long_run == (1 + F(100 + 500, 2) / F(40_001, 2)) / F(21, 20)
    assert buy.meter(seed=4, adds="1%").long_run == (F(4, 3) + F(1, 100)) / F(21, 20)


def test_a_law_of_ones_own_has_no_ending():
    with pytest.raises(ValueError, match="no ending"):
        mk.meter({-1: "1/2", 1: "1/2"}, seed=3)
