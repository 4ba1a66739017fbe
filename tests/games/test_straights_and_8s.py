"""Straights and 8's, line by line of the pay table and by all three spins counted."""

import random
from fractions import Fraction
from functools import partial

import pytest
from markov_games.straights_and_8s import game

from markov.exact import percent
from markov.wager.odds import Odds, answer
from markov.wager.rule import End
from tests import plays
from tests.oracles import straights

EVERY = list(game.readings(every=True))
SAMPLE = list(game.readings()) + random.Random(81828).sample(EVERY, 24)


def never(**choices) -> Odds:
    return answer(game.wager("straights-and-8s", plays.choices(**choices))).never


def chance(ending, **choices):
    return plays.chances(never(**choices))[ending]


def played(spins, **choices):
    """The ending that the spins bring, and how many of them it took."""
    rule = game.wager("straights-and-8s", plays.choices(**choices)).rule
    state = rule.start
    for made, pocket in enumerate(spins, 1):
        state = rule.step(state, pocket)
        if isinstance(state, End):
            return state.name, made
    raise AssertionError(f"{spins} leave the wager at {state}")


# The pay table, line by line. On 38 pockets three spins fall in 38 ** 3 = 54872 ways.


def pays(ending, **choices):
    reading = plays.choices(**choices)
    return game.wager("straights-and-8s", reading).pays[ending]


def test_pay_table_2_numbers_with_a_1_number_gap():
    assert pays("gap") == 4 + 1
    # 34 gaps both ways; the number between makes a run of it.
    assert chance("gap") == Fraction(2 * 34 * (38 - 1), 38**3)


def test_pay_table_2_numbers_with_8s_in_a_row():
    assert pays("eights") == 4 + 1
    assert chance("eights") == Fraction(3 * 3 * (38 - 3), 38**3)


def test_pay_table_2_sequential_numbers_in_a_row():
    assert pays("sequence") == 7 + 1
    # 35 neighbours both ways; two numbers make a run of them, but only one for 1-2 and for 35-36.
    assert chance("sequence") == Fraction(2 * (33 * (38 - 2) + 2 * (38 - 1)), 38**3)


def test_pay_table_3_sequential_numbers_with_8s_in_a_row():
    assert pays("three-eights") == 50 + 1
    assert chance("three-eights") == Fraction(3**3 - 6, 38**3)


def test_pay_table_3_sequential_numbers_in_a_row():
    assert pays("run") == 50 + 1
    assert chance("run") == Fraction(34 * 6, 38**3)


def test_pay_table_8_18_28_in_the_first_three_spins_any_order():
    assert pays("8-18-28") == 299 + 1
    assert chance("8-18-28") == Fraction(6, 38**3)


def test_pay_table_house_edge_on_the_double_zero_wheel():
    play = never()
    assert play.edge.per_stake == play.edge.per_outlay == play.edge.per_resolved == Fraction(3625, 27436)
    assert percent(play.edge.per_stake) == "13.2126%"


@pytest.mark.parametrize(
    ("choices", "ending", "gross"),
    [
        ({"both": "yes"}, "gap+run", 1 + 4 + 50),
        ({"both": "yes"}, "sequence+run", 1 + 7 + 50),
        ({"both": "yes"}, "eights+three-eights", 1 + 4 + 50),
        ({"both": "yes"}, "eights+8-18-28", 1 + 4 + 299),
    ],
)
def test_reading_both_pays_the_pair_and_the_trio_and_the_stake_once(choices, ending, gross):
    assert pays(ending, **choices) == gross


# Rounds written out by hand from the rack card and readings.


@pytest.mark.parametrize(
    ("spins", "ending"),
    [
        # a zero
        (["0"], "lost"),
        (["00"], "lost"),
        ([17, "0"], "lost"),
        ([8, "00"], "lost"),
        ([5, 6, "00"], "sequence"),
        ([18, 28, "0"], "eights"),
        # 5 and then 3, 4, 6 or 7 stay on the track, and nothing else does
        ([5, 2], "lost"),
        ([5, 3, 30], "gap"),
        ([5, 4, 30], "sequence"),
        ([5, 5], "lost"),
        ([5, 6, 30], "sequence"),
        ([5, 7, 30], "gap"),
        ([5, 8], "lost"),
        # the ends of the track
        ([1, 36], "lost"),
        ([1, 35], "lost"),
        ([2, 1, "0"], "sequence"),
        ([35, 36, 1], "sequence"),
        # three sequential numbers
        ([5, 6, 7], "run"),
        ([7, 6, 5], "run"),
        ([5, 7, 6], "run"),
        ([7, 5, 6], "run"),
        ([6, 5, 7], "run"),
        ([6, 7, 5], "run"),
        ([5, 6, 6], "sequence"),
        ([5, 6, 8], "sequence"),
        ([5, 7, 7], "gap"),
        ([5, 7, 9], "gap"),
        # 8s
        ([8, 8, 9], "eights"),
        ([8, 9, 18], "sequence"),
        ([8, 9, 10], "run"),
        ([8, 10, 9], "run"),
        ([10, 8, 18], "gap"),
        ([8, 8, 8], "three-eights"),
        ([28, 8, 28], "three-eights"),
        ([8, 18, 28], "8-18-28"),
        ([28, 8, 18], "8-18-28"),
    ],
)
def test_rack_card_round(spins, ending):
    assert played(spins) == (ending, len(spins))


@pytest.mark.parametrize(
    ("choices", "spins", "ending"),
    [
        ({"run": "monotone"}, [5, 6, 7], "run"),
        ({"run": "monotone"}, [7, 6, 5], "run"),
        ({"run": "monotone"}, [5, 7, 6], "gap"),
        ({"run": "monotone"}, [6, 5, 7], "sequence"),
        ({"run": "ascending"}, [5, 6, 7], "run"),
        ({"run": "ascending"}, [7, 6, 5], "sequence"),
        ({"run": "ascending"}, [6, 7, 5], "sequence"),
        ({"wrap": "yes"}, [36, 1, 18], "sequence"),
        ({"wrap": "yes"}, [35, 1, 18], "gap"),
        ({"wrap": "yes"}, [2, 36, 18], "gap"),
        ({"wrap": "yes"}, [34, 1], "lost"),
        ({"wrap": "yes"}, [1, 35, 36], "run"),
        ({"wrap": "yes"}, [36, 2, 1], "run"),
        ({"wrap": "yes"}, [35, 36, 1], "run"),
        ({"wrap": "yes"}, [36, 1, 35], "run"),
        ({"wrap": "yes"}, [35, 1, 2], "gap"),
        ({"wrap": "yes", "run": "monotone"}, [2, 1, 36], "run"),
        ({"wrap": "yes", "run": "monotone"}, [36, 2, 1], "gap"),
        ({"wrap": "yes", "run": "ascending"}, [35, 36, 1], "run"),
        ({"wrap": "yes", "run": "ascending"}, [36, 1, 2], "run"),
        ({"wrap": "yes", "run": "ascending"}, [1, 36, 35], "sequence"),
        ({"wrap": "yes", "run": "ascending"}, [1, 2, 36], "sequence"),
        ({"same_number": "gap"}, [5, 5, 6], "gap"),
        ({"same_number": "gap"}, [5, 5, 5], "gap"),
        ({"same_number": "gap"}, [8, 8, 30], "eights"),
        ({"same_number": "gap", "both": "yes"}, [5, 5, 6], "gap"),
        ({"eights_repeat": "loses"}, [18, 18], "lost"),
        ({"eights_repeat": "loses", "same_number": "gap"}, [18, 18], "lost"),
        ({"eights_repeat": "loses", "same_number": "gap"}, [19, 19, 20], "gap"),
        ({"eights_repeat": "loses"}, [8, 18, 18], "three-eights"),
        ({"eights_repeat": "loses"}, [8, 18, 28], "8-18-28"),
        ({"three_eights": "pair-only"}, [28, 8, 28], "eights"),
        ({"three_eights": "pair-only"}, [8, 8, 8], "eights"),
        ({"three_eights": "pair-only"}, [28, 8, 18], "8-18-28"),
        ({"three_eights": "pair-only", "both": "yes"}, [28, 8, 28], "eights"),
        ({"third_zero": "loses"}, [5, 6, "0"], "lost"),
        ({"third_zero": "loses", "zeros": "3"}, [8, 18, "000"], "lost"),
        ({"third_zero": "loses"}, [5, 6, 30], "sequence"),
        ({"both": "yes"}, [5, 6, 30], "sequence"),
        ({"both": "yes"}, [5, 6, "0"], "sequence"),
        ({"both": "yes"}, [5, 6, 7], "sequence+run"),
        ({"both": "yes"}, [5, 7, 6], "gap+run"),
        ({"both": "yes"}, [8, 8, 18], "eights+three-eights"),
        ({"both": "yes"}, [8, 18, 28], "eights+8-18-28"),
    ],
)
def test_readings_round(choices, spins, ending):
    assert played(spins, **choices) == (ending, len(spins))


# Every three spins, counted.


@pytest.mark.parametrize("reading", SAMPLE, ids=partial(plays.changed, game))
def test_every_three_spins_counted(reading):
    solved = answer(game.wager("straights-and-8s", reading))
    counted = straights.rounds(reading)
    play = solved.never
    assert plays.chances(play) == {e: counted.chance(e) for e in counted.endings}
    assert play.returned == counted.moment(1)
    assert play.variance == counted.moment(2) - counted.moment(1) ** 2
    assert play.hit_frequency == 1 - counted.chance("lost")
    assert play.spins.mean == counted.moment_of_spins(1)
    assert play.spins.variance == counted.moment_of_spins(2) - counted.moment_of_spins(1) ** 2
    assert play.edge.per_stake == 1 - counted.moment(1)
    assert play.edge.per_spin == (1 - counted.moment(1)) / counted.moment_of_spins(1)
    assert solved.optimal is play
    assert solved.offers == ()


def test_every_reading_prices_exactly_what_can_happen():
    for reading in EVERY:
        priced = dict(game.wager("straights-and-8s", reading).pays)
        counted = {e: straights.gross(e) for e in straights.rounds(reading).endings}
        assert priced == counted, plays.changed(game, reading)


def test_rack_card_spins_until_it_is_over():
    counted = straights.rounds(game.reading())
    # 34 gaps and 35 sequences both ways and 9 pairs of 8s: 147 pairs are spun a third time.
    assert counted.spins == {1: 2 * 38**2, 2: (36 * 38 - 147) * 38, 3: 147 * 38}
    assert never().spins.mean == Fraction(2959, 1444)


def test_options_are_those_of_the_readings():
    assert {option.key: list(option.choices) for option in game.options} == {
        "zeros": ["2", "0", "1", "3"],
        "run": ["any-order", "monotone", "ascending"],
        "wrap": ["no", "yes"],
        "same-number": ["loses", "gap"],
        "eights-repeat": ["wins", "loses"],
        "three-eights": ["pays", "pair-only"],
        "third-zero": ["pays-pair", "loses"],
        "both": ["no", "yes"],
    }


def test_every_other_choice_changes_the_edge():
    edges = [answer(wager).never.edge for r in game.readings() for wager in game.wagers(r).values()]
    assert edges[0] not in edges[1:]


def test_what_the_rack_card_says_in_so_many_words_is_no_open_question():
    """A zero on the third spin is paid by the schedule; three numbers make no combination of two pays."""
    rejected = {one.key: set(one.rejected) for one in game.options if one.rejected}
    assert rejected == {"third-zero": {"loses"}, "both": {"yes"}}
