"""Place bets of Quebec, paragraph by paragraph of the by-law and by a second road."""

import random
from fractions import Fraction
from functools import partial

import pytest
from markov_games.quebec_place_bets import NUMBERS, game

from markov.exact import rounded
from markov.wager.odds import Answer, answer
from tests import plays
from tests.oracles import place_bets

EVERY = list(game.readings(every=True))
SAMPLE = list(game.readings()) + random.Random(9517).sample(EVERY, 8)
NAMES = [f"{kind}-{number}" for kind in ("right", "buy", "lay") for number in NUMBERS]


def solved(name, **choices) -> Answer:
    return answer(game.wager(name, plays.choices(**choices)))


def played(name, rolls, **choices):
    """The end that the rolls bring, or the state they leave."""
    return plays.played(game.wager(name, plays.choices(**choices)).rule, rolls)


# The by-law, paragraph by paragraph.


@pytest.mark.parametrize(
    ("number", "won"), [(4, "9/5"), (5, "7/5"), (6, "7/6"), (8, "7/6"), (9, "7/5"), (10, "9/5")]
)
def test_95_17_1_right_bet_pays(number, won):
    wager = game.wager(f"right-{number}")
    assert wager.outlay == 1
    assert dict(wager.pays) == {"made": 1 + Fraction(won), "lost": 0, "withdrawn": 1}
    assert "95.17(1)" in wager.source


@pytest.mark.parametrize(
    ("number", "won"), [(4, "2"), (5, "3/2"), (6, "6/5"), (8, "6/5"), (9, "3/2"), (10, "2")]
)
def test_95_17_2_buy_bet_pays_and_commission_of_5_percent_of_the_wager(number, won):
    wager = game.wager(f"buy-{number}")
    assert wager.outlay == 1 + Fraction(5, 100)
    assert dict(wager.pays) == {"made": 1 + Fraction(won), "lost": 0, "withdrawn": 1}
    assert "95.17(2)" in wager.source


@pytest.mark.parametrize(
    ("number", "won"), [(4, "1/2"), (5, "2/3"), (6, "5/6"), (8, "5/6"), (9, "2/3"), (10, "1/2")]
)
def test_95_17_3_lay_bet_pays_and_commission_of_5_percent_of_potential_winnings(number, won):
    wager = game.wager(f"lay-{number}")
    assert wager.outlay == 1 + Fraction(won) * Fraction(5, 100)
    assert dict(wager.pays) == {"made": 1 + Fraction(won), "lost": 0, "withdrawn": 1}
    assert "95.17(3)" in wager.source


def test_95_17_the_wagers():
    assert list(game.wagers()) == NAMES


def test_95_17_options_are_those_of_the_readings():
    assert {option.key: list(option.choices) for option in game.options} == {
        "come-out": ["off", "on"],
        "placed": ["come-out", "4", "5", "6", "8", "9", "10"],
        "commission": ["upfront", "on-win"],
        "withdrawal": ["commission-kept", "commission-refunded"],
    }


def test_commission_on_win_comes_out_of_the_win_only():
    buy, lay = (game.wager(name, {"commission": "on-win"}) for name in ("buy-4", "lay-4"))
    assert (buy.outlay, buy.pays["made"], buy.pays["withdrawn"]) == (1, 3 - Fraction(1, 20), 1)
    assert (lay.outlay, lay.pays["made"], lay.pays["withdrawn"]) == (1, Fraction(3, 2) - Fraction(1, 40), 1)


def test_withdrawal_refunds_a_commission_paid_in_advance_only():
    refunded = {"withdrawal": "commission-refunded"}
    assert game.wager("buy-4", refunded).pays["withdrawn"] == Fraction(21, 20)
    assert game.wager("lay-4", refunded).pays["withdrawn"] == Fraction(41, 40)
    assert game.wager("right-4", refunded).pays["withdrawn"] == 1
    assert game.wager("buy-4", {**refunded, "commission": "on-win"}).pays["withdrawn"] == 1


# Rounds written out by hand.


@pytest.mark.parametrize(
    ("name", "rolls", "end"),
    [
        # 95.17 (1), (2): the number before the 7, and no action on a come-out roll
        ("right-4", [6, 4], "made"),
        ("right-4", [6, 7], "lost"),
        ("right-4", [6, 5], (6, "standing")),
        ("right-4", [6, 6], ("come-out", "standing")),
        ("right-4", [4], (4, "standing")),
        ("right-4", [4, 4], "made"),
        ("right-4", [7], ("come-out", "standing")),
        ("right-4", [7, 4, 7], "lost"),
        ("right-4", [2, 3, 12, 11], ("come-out", "standing")),
        ("right-4", [6, 6, 4], (4, "standing")),
        ("buy-10", [9, 9, 7, 10, 10], "made"),
        ("buy-10", [9, 10], "made"),
        ("buy-10", [9, 7], "lost"),
        # 95.17 (3): the 7 before the number, on every roll
        ("lay-4", [7], "made"),
        ("lay-4", [4], "lost"),
        ("lay-4", [6, 6, 7], "made"),
        ("lay-4", [6, 4], "lost"),
        ("lay-4", [11, 2], ("come-out", "standing")),
    ],
)
def test_95_17_round(name, rolls, end):
    assert played(name, rolls) == end


@pytest.mark.parametrize(
    ("name", "rolls", "choices", "end"),
    [
        ("right-4", [4], {"come_out": "on"}, "made"),
        ("right-4", [7], {"come_out": "on"}, "lost"),
        ("right-4", [11], {"come_out": "on"}, ("come-out", "standing")),
        ("right-4", [4], {"placed": "6"}, "made"),
        ("right-4", [7], {"placed": "6"}, "lost"),
        ("right-4", [6, 7], {"placed": "6"}, ("come-out", "standing")),
        ("right-4", [], {"placed": "6"}, (6, "placed")),
        ("lay-4", [7], {"placed": "6", "come_out": "off"}, "made"),
        ("lay-4", [6, 7], {"placed": "6", "come_out": "off"}, "made"),
    ],
)
def test_readings_round(name, rolls, choices, end):
    assert played(name, rolls, **choices) == end


@pytest.mark.parametrize("name", NAMES)
def test_95_17_withdrawn_in_the_event_of_an_inconclusive_roll(name):
    found = solved(name)
    rule = found.wager.rule
    assert rule.start == ("come-out", "placed")
    assert rule.actions(rule.start) is None
    assert {offer.state[1] for offer in found.offers} == {"standing"}
    # A Lay bet never stands with its own number as the point: the roll that sets it loses.
    points = [n for n in NUMBERS if name != f"lay-{n}"]
    assert sorted(offer.state[0] for offer in found.offers if offer.state[0] != "come-out") == points
    assert found.states == 1 + 1 + len(points) + 2


# First principles.


@pytest.mark.parametrize("reading", SAMPLE, ids=partial(plays.changed, game))
def test_left_alone_it_is_the_number_before_the_seven(reading):
    for name, bet in place_bets.bets(reading):
        play = answer(game.wager(name, reading)).never
        assert plays.chances(play) == {"made": bet.win, "lost": 1 - bet.win}
        assert play.returned == bet.alone
        assert play.variance == bet.made**2 * bet.win * (1 - bet.win)
        assert (play.spins.mean, play.spins.variance) == bet.rolls(frozenset())
        loss = bet.outlay - bet.alone
        edge = play.edge
        assert (edge.per_stake, edge.per_outlay, edge.per_resolved, edge.per_spin) == (
            loss,
            loss / bet.outlay,
            loss,
            loss / play.spins.mean,
        )


@pytest.mark.parametrize("reading", SAMPLE, ids=partial(plays.changed, game))
def test_best_play_is_the_fixed_point(reading):
    for name, bet in place_bets.bets(reading):
        # The worth that is claimed at every table is the better of taking it down and of rolling on.
        x = dict.fromkeys(place_bets.TABLES, bet.best)
        for table in place_bets.TABLES:
            assert x[table] == max(bet.withdrawn, bet.decided(table) * bet.alone + bet.next(table, x)), name

        found = answer(game.wager(name, reading))
        play = found.optimal
        assert play.returned == bet.best_at_start
        chances = bet.chances(bet.best_stops)
        assert plays.chances(play) == chances
        assert (play.spins.mean, play.spins.variance) == bet.rolls(bet.best_stops)
        resolved = 1 - chances.get("withdrawn", Fraction(0))
        loss = bet.outlay - bet.best_at_start
        assert play.edge.per_resolved == (loss / resolved if resolved else None)
        offers = {offer.state[0] if offer.state[0] != "come-out" else 0: offer for offer in found.offers}
        assert offers.keys() == bet.seen
        for table, offer in offers.items():
            assert offer.offered == bet.withdrawn
            assert offer.never == bet.alone
            assert offer.take == (table in bet.best_stops)
            assert offer.tie == (offer.continuing == bet.withdrawn)


@pytest.mark.parametrize("come_out", ["off", "on"])
def test_declining_for_good_is_worth_best_play_elsewhere(come_out):
    # A come-out roll that is off is no tie to a player who declines at the point it may lead to.
    reading = game.reading({"come-out": come_out})
    for name, bet in place_bets.bets(reading):
        for offer in answer(game.wager(name, reading)).offers:
            table = offer.state[0] if offer.state[0] != "come-out" else 0
            assert offer.continuing == bet.continuing(table), (name, offer.state)


@pytest.mark.parametrize("table", place_bets.TABLES)
def test_declining_for_good_by_enumeration(table):
    bet = dict(place_bets.bets(game.reading()))["right-4"]
    declined = [stops for stops in place_bets.policies() if table not in stops]
    assert max(bet.worth(stops)[table] for stops in declined) == bet.continuing(table)


@pytest.mark.parametrize("reading", SAMPLE[:1] + SAMPLE[-3:], ids=partial(plays.changed, game))
@pytest.mark.parametrize("name", ["right-6", "buy-4", "lay-9"])
def test_best_play_beats_every_way_of_withdrawing(name, reading):
    bet = dict(place_bets.bets(reading))[name]
    found = [bet.worth(stops) for stops in place_bets.policies()]
    assert len(found) == 2**7
    for table in place_bets.TABLES:
        assert max(worth[table] for worth in found) == bet.best
    assert bet.worth(bet.best_stops) == dict.fromkeys(place_bets.TABLES, bet.best)
    first = bet.decided(bet.placed) * bet.alone
    assert max(first + bet.next(bet.placed, worth) for worth in found) == (
        answer(game.wager(name, reading)).optimal.returned
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_bet_that_always_acts_waits_a_geometric_number_of_rolls(name):
    chance = Fraction(place_bets.WAYS[int(name.split("-")[1])] + 6, 36)
    spins = solved(name, come_out="on").never.spins
    assert (spins.mean, spins.variance) == (1 / chance, (1 - chance) / chance**2)


def test_a_bet_that_is_off_waits_longer():
    assert solved("right-4", come_out="on").never.spins.mean == 4
    assert solved("right-4", placed="6").never.spins.mean < solved("right-4").never.spins.mean
    assert solved("right-4").never.spins.mean == Fraction(12724, 2089)


# What is published: the bet left alone, to half a unit of the last digit.


@pytest.mark.parametrize(
    ("name", "exactly"),
    [("right-4", "1/15"), ("right-5", "1/25"), ("right-6", "1/66"), ("buy-4", "1/20"), ("lay-4", "1/40")],
)
def test_edge_per_stake(name, exactly):
    assert solved(name).never.edge.per_stake == Fraction(exactly)


@pytest.mark.parametrize(
    ("name", "choices", "published"),
    [
        ("right-4", {}, "6.67"),
        ("right-5", {}, "4.00"),
        ("right-6", {}, "1.515"),
        ("right-6", {}, "1.52"),
        ("buy-4", {}, "4.76"),
        ("buy-5", {}, "4.76"),
        ("buy-6", {}, "4.76"),
        ("lay-4", {}, "2.44"),
        ("lay-5", {}, "3.23"),
        ("lay-6", {}, "4.00"),
        ("buy-4", {"commission": "on-win"}, "1.67"),
        ("buy-5", {"commission": "on-win"}, "2.00"),
        ("buy-6", {"commission": "on-win"}, "2.27"),
        ("lay-4", {"commission": "on-win"}, "1.67"),
        ("lay-5", {"commission": "on-win"}, "2.00"),
        ("lay-6", {"commission": "on-win"}, "2.27"),
    ],
)
def test_published_edge_per_outlay(name, choices, published):
    edge = solved(name, **choices).never.edge.per_outlay
    assert rounded(100 * edge, len(published.partition(".")[2])) == published


def test_edges_per_outlay():
    assert solved("buy-4").never.edge.per_outlay == Fraction(1, 21)
    assert solved("lay-4").never.edge.per_outlay == Fraction(1, 41)


# Best play, where it is worth a sentence.


def test_withdrawal_a_right_bet_that_is_off_is_taken_down_before_it_ever_acts():
    found = solved("right-6")
    assert plays.chances(found.optimal) == {"withdrawn": 1}
    assert found.optimal.edge.per_stake == 0
    assert found.optimal.edge.per_resolved is None


def test_withdrawal_at_a_come_out_that_is_off_is_a_tie_and_plays_on():
    offers = {offer.state: offer for offer in solved("right-6").offers}
    waiting = offers.pop(("come-out", "standing"))
    assert waiting.tie
    assert not waiting.take
    assert waiting.continuing == waiting.offered == 1
    assert all(offer.take for offer in offers.values())


def test_withdrawal_at_a_come_out_that_is_on_is_taken():
    assert all(offer.take for offer in solved("right-6", come_out="on").offers)


@pytest.mark.parametrize("name", ["buy-5", "lay-5"])
def test_withdrawal_of_a_fair_bet_whose_commission_is_kept_is_a_tie(name):
    found = solved(name)
    assert all(offer.tie for offer in found.offers)
    assert found.optimal is found.never


@pytest.mark.parametrize(("name", "first_roll"), [("buy-5", Fraction(0)), ("lay-5", Fraction(10, 36))])
def test_withdrawal_with_the_commission_refunded_costs_only_the_first_roll(name, first_roll):
    found = solved(name, withdrawal="commission-refunded")
    commission = found.wager.outlay - 1
    assert found.optimal.edge.per_stake == first_roll * commission
    assert found.optimal.edge.per_resolved == (commission if first_roll else None)


@pytest.mark.parametrize(
    ("placed", "decided"), [("come-out", 0), ("4", Fraction(9, 36)), ("9", Fraction(9, 36))]
)
def test_withdrawal_after_the_first_roll_leaves_that_roll_its_edge(placed, decided):
    assert solved("right-10", placed=placed).optimal.edge.per_stake == decided * Fraction(1, 15)
