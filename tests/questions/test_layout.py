"""Several wagers together, against enumeration by the rules alone."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings

import markov as mk
from markov.wager.odds import answer
from tests.statistics.layouts import Walk, layouts

F = Fraction
FIELD = {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 3}
BETS = {"field": 5, "place-5": 5, "place-6": 6, "place-8": 6}


def table(**reading):
    return mk.game("craps").wagers(reading)


def laid(bets, **more):
    wagers = table(paytable="field-2-3")
    return mk.layout({wagers[bet]: stake for bet, stake in bets.items()}, **more)


def test_what_a_roll_costs_is_what_36_rolls_come_to():
    """Field 5, place 5, 6 and 8: 1/88 of the 22 laid out, by every roll."""
    law = {}
    for a, b in product(range(1, 7), repeat=2):
        field = 5 * FIELD.get(a + b, -1)
        placed = {5: 7, 6: 7, 8: 7, 7: -17}.get(a + b, 0)
        law[F(field + placed)] = law.get(F(field + placed), 0) + F(1, 36)
    total = laid(BETS, until="roll")
    mean = sum(gain * chance for gain, chance in law.items())
    assert total.law == law
    assert (total.mean, total.outlay, total.edge) == (mean, 22, F(1, 88))
    assert total.variance == sum(gain**2 * p for gain, p in law.items()) - mean**2
    assert sum(part.adds for part in total.parts) == total.variance
    assert total.exposure.total == 22 + max(law)


def test_what_a_decision_costs_is_the_sum_of_the_edges():
    total = laid(BETS)
    edges = {"field": F(1, 36), "place-5": F(1, 25), "place-6": F(1, 66), "place-8": F(1, 66)}
    assert total.mean == -sum(edge * BETS[bet] for bet, edge in edges.items())


def test_bets_that_have_nothing_to_do_with_each_other_hedge_nothing():
    pair = [mk.ask(f"({goal}) within 1", on="d4", pays="2 for 1").wager for goal in ("1|2", "1|3")]
    total = mk.layout(dict.fromkeys(pair, 1))
    assert [each.covariance for each in total.pairs] == [0]
    assert "where the other loses" not in str(total)
    assert total.view().to_dict()["game"] == "1-2-within-1"


def test_the_most_that_one_roll_brings_back():
    """Either of two place bets, 10 of 16 times; of Small and Tall either, not both at once."""
    total = laid({"place-6": 6, "place-8": 6})
    assert (total.exposure.total, total.at_once) == (26, (13, 1 - F(6, 16)))
    small = mk.game("craps-side-bets").wagers()
    once = mk.layout({small["small"]: 1, small["tall"]: 1}).at_once
    assert once[0] == 35
    made = {name: 1 - small[name].odds().never.edge.per_stake for name in ("small", "tall", "all")}
    assert once[1] == made["small"] / 35 + made["tall"] / 35 - made["all"] / 176


def test_pass_and_dont_pass_with_odds_on_one_side():
    """By hand: naturals and craps cancel but for a barred 12; on a point only the odds are left."""
    wagers = table()
    total = mk.layout({wagers["pass-with-odds"]: 1, wagers["dont-pass"]: 1})
    law = {F(-1): F(1, 36), F(0): F(8 + 1 + 2, 36)}
    for ways, odds in ((3, 3), (4, 4), (5, 5)):  # on each of two points; the odds win 6
        point, made = F(2 * ways, 36), F(ways, ways + 6)
        for gain, chance in ((F(6), point * made), (F(-odds), point * (1 - made))):
            law[gain] = law.get(gain, 0) + chance
    assert total.law == dict(sorted(law.items()))
    assert total.pairs[0].covariance < 0
    assert total.apart == sum(mk.layout({part.wager: 1}).variance for part in total.parts) > total.variance


def test_bets_on_pairs_beside_bets_on_totals():
    wagers = table()
    total = mk.layout({wagers["hard-8"]: 1, wagers["place-8"]: 6}, until="roll")
    assert total.law == {F(-7): F(6, 36), F(0): F(25, 36), F(6): F(4, 36), F(16): F(1, 36)}


@settings(max_examples=15)
@given(layouts(most=3))
def test_a_law_of_the_total_is_what_brute_force_finds(wagers):
    stakes = {wager: k + 1 for k, wager in enumerate(wagers)}
    total = mk.layout(stakes)
    walk = Walk([answer(wager) for wager in wagers], "never")
    outlay = sum(stakes.values())

    def gain(returned):
        return sum(stake * r for stake, r in zip(stakes.values(), returned, strict=True)) - outlay

    gains = {gain(walk.returned(end)) for end in walk.law}
    law = {g: walk.expected(lambda returned, g=g: F(gain(returned) == g)) for g in gains}
    assert total.law == dict(sorted((g, p) for g, p in law.items() if p))
    assert total.mean == sum(g * p for g, p in law.items())
    assert total.variance == sum(g * g * p for g, p in law.items()) - total.mean**2


def test_what_is_too_much_together_has_a_spread_all_the_same():
    """The wagers of a whole sheet have no law that can be explored, and pairs that can."""
    wagers = mk.game("craps-side-bets").wagers()
    names = ("repeater-2", "repeater-12", "repeater-3", "repeater-11")
    total = mk.layout({wagers[name]: 1 for name in names}, limit=100)
    assert total.law is None
    assert "states" in total.why
    assert total.mean == -sum(wagers[name].odds().never.edge.per_stake for name in names)


def test_a_layout_has_wagers_and_each_has_a_name_of_its_own():
    field = table()["field"]
    for bets, words in (
        ({}, "one wager at least"),
        ({field: 1, replace(field, source="x"): 1}, "the same name"),
    ):
        with pytest.raises(ValueError, match=words):
            mk.layout(bets)


def test_the_data_frame_has_three_parts():
    assert set(laid(BETS).view().to_frame()["part"]) == {"wagers", "law", "pairs"}
