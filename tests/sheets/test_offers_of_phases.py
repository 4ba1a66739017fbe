"""Phases of a sheet in which the player may choose an ending."""

from fractions import Fraction

import pytest

import markov as mk

PRISON = """\
name = "En prison"
source = "House rules, 2026"
wheel = "single zero"
pays = { lost = "nothing" }

[wagers.Red.phases.open]
leads = { won = "red", lost = "black", prison = "zero" }

[wagers.Red.phases.prison]
leads = { freed = "red", lost = "black", double = "zero" }
offers = { bought-out = "any time" }

[wagers.Red.phases.double]
leads = { prison = "red", lost = "black|zero" }
offers = { from-double = "any time" }

[wagers.Red]
pays = { won = "evens", freed = "1 for 1", bought-out = "9 for 20", from-double = "1/4 for 1" }
"""


@pytest.fixture
def bet(sheet):
    """The wager Red of a sheet with that text."""
    return lambda text=PRISON: sheet(text)["red"]


def test_a_loop_between_phases_with_a_cash_out_in_each(bet):
    """By its equations: prison p = 18/37 + d/37, double prison d = 18/37 p; and as the Python file."""
    red, zero = Fraction(18, 37), Fraction(1, 37)
    p = red / (1 - zero * red)
    odds, other = bet().odds(), mk.game("examples/en_prison.py")["red"].odds()
    assert odds.never.returned == other.never.returned == 2 * red + zero * p
    assert odds.optimal.returned == other.optimal.returned == Fraction(5401, 5476)
    assert [(one.offered, one.continuing, one.take) for one in odds.offers] == [
        (one.offered, one.continuing, one.take) for one in other.offers
    ]


def test_a_phase_says_its_offers_and_its_name(bet):
    rule = bet().rule
    told = "In the phase “prison”, before any spin the player may choose an offer: bought-out, at any time."
    assert told in rule.words(True)
    assert not any("offer" in sentence for sentence in rule.words(False))
    assert [rule.label(one.state) for one in bet().odds().offers] == ["prison", "double"]


SLOW = """\
name = "Slow prison"
source = "House rules, 2026"
wheel = "single zero"

[wagers.Red.phases.open]
leads = { won = "red", lost = "black", prison = "zero" }

[wagers.Red.phases.prison]
leads = { freed = "red x2", lost = "black|zero" }
offers = { bought-out = "exactly red x1" }

[wagers.Red]
pays = { won = "evens", freed = "1 for 1", lost = "nothing", bought-out = "3 for 4" }
"""


def test_an_offer_of_a_phase_has_a_condition(bet):
    """By hand: two reds set free, and after the first of them the stake may be bought out for 3/4 of it."""
    found = bet(SLOW)
    (offer,) = found.odds().offers
    assert found.rule.label(offer.state) == "prison: red once"
    assert (offer.continuing, offer.take) == (Fraction(18, 37), True)


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        ('bought-out = "9 for 20", ', "", "offers.bought-out: it has no pay; expected one in `pays`"),
        ('bought-out = "any time"', 'lost = "any time"', "not made, not lost"),
        ('bought-out = "any time"', 'freed = "any time"', "an ending or a phase has this name too"),
        ('bought-out = "any time"', 'bought-out = "37"', "no outcome of single zero is called '37'"),
        (
            'bought-out = "any time"',
            'bought-out = "any tme"',
            "phases.prison.offers.bought-out: no outcome of single zero is called 'tme'",
        ),
    ],
)
def test_offers_that_cannot_be_are_refused_where_they_stand(refusal, was, now, words):
    assert words in refusal(PRISON.replace(was, now))


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        (
            'leads = { freed = "red", lost = "black", double = "zero" }',
            'leads = "red"',
            "line 10: wagers.Red.phases.prison.leads: found 'red'; expected a table",
        ),
        (
            'leads = { freed = "red", lost = "black", double = "zero" }\n',
            "",
            "wagers.Red.phases.prison: found no key 'leads'; expected one",
        ),
        (
            'offers = { from-double = "any time" }',
            "offers = { from-double = 1 }",
            "line 15: wagers.Red.phases.double.offers.from-double: found 1; expected text",
        ),
        (
            'offers = { from-double = "any time" }',
            'offer = { from-double = "any time" }',
            "line 15: wagers.Red.phases.double.offer: no sheet has this key here; did you mean offers?",
        ),
        (
            'offers = { from-double = "any time" }',
            'wheel = { kind = "roulete" }',
            "wagers.Red.phases.double.wheel.kind: found 'roulete'; expected roulette or dice",
        ),
    ],
)
def test_what_is_wrong_in_a_phase_is_told_with_the_name_of_the_phase(refusal, was, now, words):
    assert words in refusal(PRISON.replace(was, now))
