"""Prizes of a sheet: pays that are drawn from a weighted table, and sums of such draws."""

from fractions import Fraction
from itertools import product

import pytest

import markov as mk
from markov.proof.simulation import simulate
from markov.statistics.moments import returns
from markov.wager.prize import Prize
from tests.sheets.texts import PRIZES
from tests.trials import all_within

F = Fraction


@pytest.fixture
def bet(sheet):
    """The wager A of a sheet with that text."""
    return lambda text=PRIZES: sheet(text)["a"]


def by_hand():
    """By what is returned: its chance, each draw told one by one."""
    p, credit = F(5, 11), {2: F(3, 4), 5: F(1, 4)}
    law = {F(0): 1 - p}
    for value, chance in {2: F(1, 3), 5: F(2, 3)}.items():
        law[F(value)] = law.get(F(value), 0) + (p - p**2) * chance
    for three in product(credit.items(), repeat=3):
        value, chance = F(sum(v for v, _ in three)), F(1)
        for _, q in three:
            chance *= q
        law[value] = law.get(value, 0) + (p**2 - p**3) * chance
    for value, chance in {20: F(9, 10), 50: F(9, 100), 1000: F(1, 100)}.items():
        law[F(value)] = law.get(F(value), 0) + p**3 * chance
    return law


def test_the_whole_law_of_the_return(bet):
    play, law = bet().odds().never, by_hand()
    assert returns(play) == law
    mean = sum(value * p for value, p in law.items())
    assert play.returned == mean
    assert play.variance == sum(value**2 * p for value, p in law.items()) - mean**2
    assert play.hit_frequency == F(5, 11)
    assert play.spins == mk.ask("6x3 before 7").spins  # a drawing takes no roll


def test_each_amount_is_a_line_of_its_own(bet):
    wager = bet()
    assert wager.pays.posted("three:1000") == "1000 for 1"
    assert wager.pays.posted("one:5") == "4 to 1"
    assert wager.pays.posted("two:12") == "12 for 1"
    assert wager.pays["two:12"] == 12
    dearer = wager.with_pays({"three:1000": "2000 for 1"}).odds().never.returned
    assert dearer - wager.odds().never.returned == 1000 * F(5, 11) ** 3 / 100


def test_a_prize_stands_beside_an_offer(bet):
    text = PRIZES.partition("[wagers.A]")[0]
    text += "[wagers.A]\ntallies = [{ counts = [2], need = 2 }]\nstop = [7]\n"
    answer = bet(text + 'pays = { made = "jackpots", surrender-1 = "5 for 1" }\n').odds()
    (offer,) = answer.offers
    assert offer.continuing == F(1, 7) * F(18 * 10 + 45 + 100, 10)


def test_sums_of_wins_pay_the_stake_back_once():
    assert Prize((("1 to 1", 1), ("nothing", 1)), 2).law() == {0: F(1, 4), 2: F(1, 2), 3: F(1, 4)}


def test_too_many_amounts_are_refused(bet):
    text = PRIZES.replace('"2 for 1" = 3', ", ".join(f'"{k * k * k + 1} for 7" = 1' for k in range(40)))
    with pytest.raises(mk.SheetError, match="different amounts"):
        bet(text.replace("3 x credits", "9 x credits"))


# A fixed part.


@pytest.mark.parametrize(
    "said", ["3 + 2 x credits", "3 for 1 + 2 x credits", "3+2x credits", "2 to 1 + 2 x credits"]
)
def test_a_fixed_part_is_added_to_what_is_drawn(bet, said):
    """By hand: 3 more than the two draws bring; 2 to 1 brings 3 with the stake."""
    found = bet(PRIZES.replace('"3 x credits"', f'"{said}"'))
    two = {end.ending: end for end in found.odds().never.endings if end.ending.startswith("two:")}
    p = F(5, 11)
    chance = p**2 - p**3
    assert {name: (end.returned, end.probability) for name, end in two.items()} == {
        "two:7": (7, chance * F(9, 16)),
        "two:10": (10, chance * F(6, 16)),
        "two:13": (13, chance * F(1, 16)),
    }
    assert all_within(simulate(found, found.odds(), 20_000, 5))


def test_a_stake_that_is_in_both_parts_comes_back_once():
    assert Prize((("1 to 1", 1), ("nothing", 1)), 1, "2 to 1").law() == {3: F(1, 2), 4: F(1, 2)}


def test_draws_from_a_table_that_is_not_there_are_told_of_it(bet):
    text = PRIZES[: PRIZES.index("[prizes]")] + PRIZES[PRIZES.index("[wagers.A]") :]
    with pytest.raises(mk.SheetError, match=r"'3 x credits' is not a pay; .* has its table in \[prizes\]"):
        bet(text.replace("jackpots", "1 to 1").replace("wins", "1 to 1"))


def test_a_pay_of_the_wager_takes_the_place_of_a_prize_of_the_sheet(bet):
    text = PRIZES.replace('lost = "nothing"', 'lost = "nothing"\none = "credits"')
    assert bet(text.replace('"wins" }', '"4 for 1" }')).pays["one"] == 4


def test_a_commission_follows_a_pay_that_stands_beside_a_prize(bet):
    """5% of what `one` wins, in advance: another pay of `one` is another commission."""
    text = PRIZES.replace('one = "wins"', 'one = "2 to 1"')
    found = bet(text + 'commission = { of = "one", winnings = "5%" }')
    assert found.outlay == 1 + F(2, 20)
    assert found.with_pays(one="4 to 1").outlay == 1 + F(4, 20)


def test_a_commission_of_the_stake_stands_beside_prizes(bet):
    found = bet(PRIZES + 'commission = { of = "one", stake = "5%" }')
    assert (found.outlay, found.odds().never.returned) == (F(21, 20), bet().odds().never.returned)
