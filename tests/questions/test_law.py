"""The law of the number of spins: against closed forms, and against the rule stepped forward in fractions."""

from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import islice

import pytest

import markov as mk
from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution, Tally
from markov.questions.law.view import numbers
from markov.rules.tally import TallyRace
from markov.wager.game import Unknown
from markov.wager.paytable import Paytable
from markov.wager.wager import Wager
from tests.plays import forward

REPEATER = "repeater-bets-plus"
# By game, wagers small and large: of 4 to 38 states, of 227 and 722, and two that can come back to a state.
WAGERS = [
    *(
        (REPEATER, name)
        for name in ("repeating-2", "repeating-6", "2-or-12-before-7", "horn", "odd", "uptown")
    ),
    ("straights-and-8s", "straights-and-8s"),
    ("quebec-place-bets", "right-4"),
    ("quebec-place-bets", "lay-6"),
]


def race(need: int, counted: int, stopping: int, other: int) -> Wager:
    """A tally that a stopper may end; where there is none, play goes on until the tally is full."""
    weights = {"counted": counted, "stop": stopping, "other": other}
    wheel = Distribution({name: weight for name, weight in weights.items() if weight})
    pays = {"made": "2 for 1"} | ({"lost": "nothing"} if stopping else {})
    rule = TallyRace((Tally(frozenset({"counted"}), need),), frozenset({"stop"}))
    return Wager(f"{need} before a stop", rule, wheel, Paytable(pays), "this page")


@pytest.mark.parametrize("play", ["never", "optimal"])
@pytest.mark.parametrize(("game", "name"), WAGERS)
def test_the_law_is_that_of_the_rule_stepped_forward(game, name, play):
    wager = mk.game(game)[name]
    law = wager.law(play=play)
    below: dict[str, Fraction] = {}
    for n, over in enumerate(islice(forward(wager, play), 16)):
        assert law.at(n) == sum(over.values())
        assert law.at_least(n) == 1 - sum(below.values())
        for ending, chance in over.items():
            below[ending] = below.get(ending, Fraction(0)) + chance
        assert law.within(n) == sum(below.values())
        for ending in law.endings:
            assert law.within(n, ending) == below.get(ending, 0)


@pytest.mark.parametrize(("game", "name"), WAGERS)
def test_no_number_of_spins_is_likelier_than_the_most_likely(game, name):
    law = mk.game(game)[name].law()
    for one in (law.total, *law.endings.values()):
        chances = [one.at(n) for n in range(200)]
        assert one.within(199) == sum(chances)
        assert 1 - sum(chances) < max(chances)  # so none beyond is likelier
        assert one.most_likely == chances.index(max(chances))


@pytest.mark.parametrize("p", ["1/2", "99%", "99.9999%"])
def test_a_quantile_of_a_trillion_spins_is_found_and_needs_no_fraction_of_that_many(p):
    """One outcome of a trillion ends play, so after n spins (1 - 1 / 10^12)^n of all rounds go on."""
    total = 10**12
    n = race(1, 1, 0, total - 1).law().quantile(p)
    left = 1 - (Fraction(p[:-1]) / 100 if "%" in p else Fraction(p))
    with localcontext(prec=60):
        exact = (Decimal(left.numerator) / left.denominator).ln() / (1 - Decimal(1) / total).ln()
    assert n - 1 < exact <= n


def test_a_quantile_that_is_hit_exactly_is_that_number():
    law = race(1, 1, 0, 1).law()
    for n in (70, 300):  # beyond what is walked, and no ball tells the two apart
        q = 1 - Fraction(1, 2**n)
        assert (law.quantile(q), law.quantile(q + Fraction(1, 4**n))) == (n, n + 1)
        assert (law.at(n), law.within(n), law.at_least(n)) == (1 - q, q, 2 * (1 - q))


def test_a_chance_or_a_number_that_is_none_is_refused():
    law = mk.game(REPEATER)["repeating-2"].law()
    with pytest.raises(TypeError, match="floats aren't exact"):
        law.quantile(0.99)
    with pytest.raises(ValueError, match="-1, is negative"):
        law.within(-1)
    with pytest.raises(TooMuchWork, match="solved as a race, without a law by ending"):
        mk.game(REPEATER)["citywide"].law(limit=10).within(3, "made")
    with pytest.raises(Unknown, match="surrender-1"):
        law.within(3, "surrender-1")
    with pytest.raises(Unknown, match="sometimes"):
        mk.game(REPEATER)["repeating-2"].law(play="sometimes")


def test_rows_go_up_to_the_very_limit():
    law = mk.game(REPEATER)["repeating-2"].law()
    for most, rows in ((26, 26), (25, None)):
        found = numbers(replace(law, total=replace(law.total, most=most)), 30)
        assert (found and len(found.chances)) == rows


def test_what_lies_out_of_reach_is_refused_before_the_work():
    for name in ("repeating-2", "uptown"):
        law = mk.game(REPEATER)[name].law()
        with pytest.raises(TooMuchWork, match=f"up to {law.total.most:,} spins"):
            law.within(law.total.most + 1)
