"""Straights and 8's, round by round and by all three spins counted."""

import random
from functools import partial

import pytest
from markov_games.straights_and_8s import game

from markov.wager.odds import answer
from tests import plays
from tests.oracles import straights

EVERY = list(game.readings(every=True))
SAMPLE = list(game.readings()) + random.Random(81828).sample(EVERY, 24)


# Rounds written out by hand from the rack card and readings.

ROUNDS = """
–                                     lost                  0 | 00 | 17 0 | 8 00
–                                     sequence              5 6 00
–                                     eights                18 28 0
–                                     lost                  5 2 | 5 5 | 5 8
–                                     gap                   5 3 30 | 5 7 30
–                                     sequence              5 4 30 | 5 6 30
–                                     lost                  1 36 | 1 35
–                                     sequence              2 1 0 | 35 36 1
–                                     run                   5 6 7 | 7 6 5 | 5 7 6 | 7 5 6 | 6 5 7 | 6 7 5
–                                     sequence              5 6 6 | 5 6 8
–                                     gap                   5 7 7 | 5 7 9
–                                     eights                8 8 9
–                                     sequence              8 9 18
–                                     run                   8 9 10 | 8 10 9
–                                     gap                   10 8 18
–                                     three-eights          8 8 8 | 28 8 28
–                                     8-18-28               8 18 28 | 28 8 18
run=monotone                          run                   5 6 7 | 7 6 5
run=monotone                          gap                   5 7 6
run=monotone                          sequence              6 5 7
run=ascending                         run                   5 6 7
run=ascending                         sequence              7 6 5 | 6 7 5
wrap=yes                              sequence              36 1 18
wrap=yes                              gap                   35 1 18 | 2 36 18 | 35 1 2
wrap=yes                              lost                  34 1
wrap=yes                              run                   1 35 36 | 36 2 1 | 35 36 1 | 36 1 35
wrap=yes run=monotone                 run                   2 1 36
wrap=yes run=monotone                 gap                   36 2 1
wrap=yes run=ascending                run                   35 36 1 | 36 1 2
wrap=yes run=ascending                sequence              1 36 35 | 1 2 36
same-number=gap                       gap                   5 5 6 | 5 5 5
same-number=gap                       eights                8 8 30
same-number=gap both=yes              gap                   5 5 6
eights-repeat=loses                   lost                  18 18
eights-repeat=loses same-number=gap   lost                  18 18
eights-repeat=loses same-number=gap   gap                   19 19 20
eights-repeat=loses                   three-eights          8 18 18
eights-repeat=loses                   8-18-28               8 18 28
three-eights=pair-only                eights                28 8 28 | 8 8 8
three-eights=pair-only                8-18-28               28 8 18
three-eights=pair-only both=yes       eights                28 8 28
third-zero=loses                      lost                  5 6 0
third-zero=loses zeros=3              lost                  8 18 000
third-zero=loses                      sequence              5 6 30
both=yes                              sequence              5 6 30 | 5 6 0
both=yes                              sequence+run          5 6 7
both=yes                              gap+run               5 7 6
both=yes                              eights+three-eights   8 8 18
both=yes                              eights+8-18-28        8 18 28
"""


@pytest.mark.parametrize(("choices", "spins", "ending"), plays.rounds(ROUNDS))
def test_a_round_by_the_rack_card(choices, spins, ending):
    reading = dict(choice.split("=") for choice in choices.split())
    assert plays.played(game.wager("straights-and-8s", reading).rule, spins) == ending


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


def test_what_the_rack_card_says_in_so_many_words_is_no_open_question():
    """A zero on the third spin is paid by the schedule; three numbers make no combination of two pays."""
    rejected = {one.key: set(one.rejected) for one in game.options if one.rejected}
    assert rejected == {"third-zero": {"loses"}, "both": {"yes"}}
