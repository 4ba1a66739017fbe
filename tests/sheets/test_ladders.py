"""Ladders of a sheet: each line paid, deadlines, bets that stay, offers with a condition."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

import markov as mk
from markov.proof.simulation import simulate
from tests.oracles import clocks
from tests.plays import chances
from tests.trials import all_within

F = Fraction
HEAD = 'name = "Here"\nsource = "House rules, 2026"\nwheel = "two dice"\n[pays]\nlost = "nothing"\n'
BOTH = """\
[wagers.A]
ladder = { sixes = "6x3", eights = "8x3" }
until = "7"
paid = "each"
pays = { sixes = "2 to 1", eights = "3 to 1" }
"""


@pytest.fixture
def bet(sheet):
    """The wager A of a sheet of two dice with that text."""
    return lambda text, head=HEAD: sheet(head + text)["a"]


def test_each_line_is_paid(bet):
    """Three 6s pay 2 to 1, three 8s 3 to 1, both 5 to 1: what is won adds up, the stake comes back once."""
    found = chances(bet(BOTH).odds().never)
    both = clocks.odds("all", [(5, 3), (5, 3)], 6, 36).endings["made"]
    single = F(5, 11) ** 3
    assert found == {
        "sixes+eights": both,
        "sixes": single - both,
        "eights": single - both,
        "lost": 1 - 2 * single + both,
    }
    pays = bet(BOTH).pays
    assert {end: str(pays[end]) for end in found} == {
        "sixes+eights": "6",
        "sixes": "3",
        "eights": "4",
        "lost": "0",
    }
    assert pays.posted("sixes+eights") == "5 to 1"


def test_a_set_of_lines_may_have_a_pay_of_its_own(bet):
    wager = bet(BOTH.replace('eights = "3 to 1" }', 'eights = "3 to 1", "sixes+eights" = "9 to 1" }'))
    assert wager.pays["sixes+eights"] == 10


def test_a_line_that_never_comes_alone_is_paid_with_those_below_it(bet):
    text = """\
[wagers.A]
ladder = { three = "6x3", two = "6x2" }
until = "7"
paid = "each"
pays = { three = "20 for 1", two = "5 for 1" }
envy = { two = "1x", three = "2x" }
"""
    wager = bet(text)
    p = F(5, 11)
    assert chances(wager.odds().never) == {"three+two": p**3, "two": p**2 - p**3, "lost": 1 - p**2}
    assert {end: wager.pays[end] for end in wager.pays} == {"lost": 0, "two": 5, "three+two": 25}
    assert {end: wager.envy[end] for end in wager.envy} == {"two": 1, "three+two": 3}


def test_a_deadline_judges_the_lines_after_its_last_roll(bet):
    text = """\
[wagers.A]
ladder = { three = "6x3", two = "exactly 6x2", none = "exactly 6x0" }
within = 4
pays = { three = "20 for 1", two = "5 for 1", none = "1 for 1" }
"""
    found, p = chances(bet(text).odds().never), F(5, 36)
    assert found == {
        "three": 4 * p**3 * (1 - p) + p**4,
        "two": 6 * p**2 * (1 - p) ** 2,
        "none": (1 - p) ** 4,
        "lost": 4 * p * (1 - p) ** 3,
    }


def test_a_stopper_and_a_deadline(bet):
    text = '[wagers.A]\nladder = { b = "6x2", c = "6" }\nuntil = "7"\nwithin = 3\n'
    text += 'pays = { b = "5 for 1", c = "evens" }\n'
    law = dict.fromkeys(("b", "c", "lost"), F(0))
    for rolls in product(((6, F(5, 36)), (7, F(1, 6)), (0, F(25, 36))), repeat=3):
        shown = [roll for roll, _ in rolls]
        sixes = shown[: shown.index(7) if 7 in shown else 3].count(6)
        weight = rolls[0][1] * rolls[1][1] * rolls[2][1]
        law[("lost", "c", "b", "b")[sixes]] += weight
    assert chances(bet(text).odds().never) == law


def test_a_bet_that_stays_until_the_stopper(bet):
    """A bet that stays takes more rolls, and its return is the same."""
    text = '[wagers.A]\nwins = "2x2 before 7"\npays = { made = "40 for 1" }\n'
    at_once, stays = bet(text), bet(text.replace("pays", 'over = "stopper"\npays'))
    assert stays.odds().never.returned == at_once.odds().never.returned == F(40, 49)
    assert at_once.odds().never.spins.mean == F(36, 7) * (1 + F(1, 7))
    assert stays.odds().never.spins.mean == 6
    assert stays.odds().never.spins.variance == 30


def test_an_offer_with_a_condition(bet):
    """After two 6s and no 8 the player may leave for 5; playing on is worth 30 times 5 in 11."""
    text = """\
[wagers.A]
wins = "6x3 before 7"
offers = { cash-out = "exactly 6x2 and exactly 8x0" }
pays = { made = "10 for 1", cash-out = "5 for 1" }
"""
    answer = bet(text).odds()
    assert {(one.offered, one.continuing, one.take) for one in answer.offers} == {(5, F(50, 11), True)}
    # Without an 8: each 6 races 7 and 8, which together are 11 in 36.
    clean = F(5, 16) ** 2
    assert answer.never.returned == 10 * F(5, 11) ** 3
    assert answer.optimal.returned == 5 * clean + (F(5, 11) ** 2 - clean) * F(50, 11)


def test_a_bet_may_be_taken_down_at_any_time(bet):
    text = '[wagers.A]\nwins = "4 before 7"\noffers = { withdrawn = "any time" }\n'
    answer = bet(text + 'pays = { made = "9 to 5", withdrawn = "1 for 1" }\n').odds()
    assert answer.optimal.edge.per_stake == 0
    assert answer.never.edge.per_stake == F(1, 15)


def test_the_first_offer_that_is_open_is_on_offer(bet):
    text = '[wagers.A]\nwins = "6x3 before 7"\noffers = { far = "exactly 6x2", near = "6" }\n'
    answer = bet(text + 'pays = { made = "30 for 1", far = "9 for 1", near = "2 for 1" }\n').odds()
    assert {(one.ending, one.offered) for one in answer.offers} == {("far", 9), ("near", 2)}


def test_points_and_offers(bet):
    """Leaving a pass line bet for half of it once the point is 4: playing on is worth two in three."""
    head = HEAD.replace('"two dice"', '"craps"')
    text = '[wagers.A]\nwins = "pass before pass loses"\noffers = { half = "point is 4" }\n'
    answer = bet(text + 'pays = { made = "1 to 1", half = "1 for 2" }\n', head).odds()
    (offer,) = answer.offers
    assert (offer.offered, offer.continuing) == (F(1, 2), F(2, 3))


def test_the_line_that_comes_first_is_paid(bet):
    """A 6 before an 8 or a 7, whatever would come later; the higher line where one roll brings both."""
    text = '[wagers.A]\nladder = { eight = "8", six = "6", even = "even" }\nuntil = "7"\npaid = "first"\n'
    wager = bet(text + 'pays = { eight = "2 to 1", six = "1 to 1", even = "1 for 2" }\n')
    law = {"eight": F(5, 24), "six": F(5, 24), "even": F(8, 24), "lost": F(6, 24)}
    assert chances(wager.odds().never) == law
    assert wager.odds().never.spins.mean == F(36, 24)


def test_goals_that_stop_by_themselves_need_no_stopper(bet):
    head = HEAD.replace('"two dice"', '"coin"').replace('[pays]\nlost = "nothing"\n', "")
    text = """\
[wagers.A]
ladder.sweep = "heads x4 before tails"
ladder.series = "heads x4 before tails x4"
ladder.other = "tails x4 before heads x4"
pays = { sweep = "10 for 1", series = "evens", other = "nothing" }
"""
    assert chances(bet(text, head).odds().never) == {"sweep": F(1, 16), "series": F(7, 16), "other": F(1, 2)}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('until = "7"\n', "", "nothing stops play; expected `until`"),
        ('until = "7"', "within = 0", "within: found 0; expected"),
        ('paid = "each"', 'paid = "both"', "found 'both'; expected best or each or first"),
        ('paid = "each"', 'paid = "first"\nover = "stopper"', "does not stay until a stopper"),
        ('eights = "3 to 1" }', 'nines = "3 to 1" }', "expected sixes, eights, lost, sixes+eights"),
        ('paid = "each"', 'offers = { cash = "6" }', "offers.cash: it has no pay"),
        ('paid = "each"', 'offers = { lost = "6" }', "not made, not lost"),
        ('paid = "each"', 'offers = { sixes = "6" }', "an offer has this name too"),
        ('paid = "each"', 'offers = { cash = "13" }', "no outcome of two dice is called '13'"),
        ('ladder = { sixes = "6x3", eights = "8x3" }', 'wins = "6x3"', "one goal is paid once"),
    ],
)
def test_a_mistake_is_told_with_its_line(located, old, new, told):
    assert told in located(HEAD + BOTH.replace(old, new, 1))


# What stops play.


WHEEL = """\
name = "Here"
source = "House rules, 2026"
[wheel]
kind = "weights"
weights = { hit = 2, double = 1, other = 3 }
[pays]
lost = "nothing"
"""


def test_a_ladder_whose_lines_stop_themselves_needs_no_stopper(bet):
    """By hand: a hit before another number with chance 2/5; each trial before that may double it.

    Of what decides, a double has the chance 1/3 to be the next of a hit and itself: twice, and then the hit.
    """
    found = bet(
        """\
[wagers.A]
ladder = { twice = "(hit before other) and (double x2 before hit)", plain = "hit before other" }
pays = { twice = "40 for 1", plain = "3 for 1" }
""",
        WHEEL,
    )
    each = F(1, 6)  # of the six ways: a double, a hit twice, another thrice
    twice = each**2 * F(2, 5)
    assert chances(found.odds().never) == {"twice": twice, "plain": F(2, 5) - twice, "lost": F(3, 5)}
    assert all_within(simulate(found, found.odds(), 20_000, 3))


def test_a_line_that_does_not_stop_itself_is_named(bet):
    with pytest.raises(
        mk.SheetError, match=r"nothing stops play; .* a stopper in every line, and open has none"
    ):
        bet(
            """\
[wagers.A]
ladder = { open = "(hit before other) and double x2", plain = "hit before other" }
pays = { open = "40 for 1", plain = "3 for 1" }
""",
            WHEEL,
        )


EXACT = """\
[wagers.A]
ladder = { two = "exactly 6x2", one = "6" }
until = "7"
pays = { two = "4 for 1", one = "1 for 1" }
"""


def test_an_exact_number_is_told_of(bet, tmp_path, run):
    """At the stopper: two 6s and no third. What was meant may be the second 6, which is another wager."""
    bet(EXACT)
    p = F(5, 11)
    assert chances(bet(EXACT).odds().never)["two"] == p**2 * (1 - p)
    first = EXACT.replace("exactly ", "").replace('"7"', '"7"\npaid = "first"').replace(', one = "6"', "")
    first = first.replace(', one = "1 for 1"', "")
    assert chances(bet(first).odds().never)["two"] == p**2
    assert "for the moment" not in run("games", str(tmp_path / "sheet.toml"))[1].lower()
    bet(EXACT)
    _, out, _ = run("games", str(tmp_path / "sheet.toml"))
    assert "A: an exact number (two) is judged when play stops, not when it is reached." in " ".join(
        out.split()
    )
    assert "An exact number is judged when play stops" in " ".join(bet(EXACT).rule.words(False))


def test_a_pattern_with_a_deadline_as_long_as_itself_begins_at_the_start(bet):
    """By hand: 6 on the first trial and 8 on the second, 25 of 36 squared; anywhere before a 7 it is more."""
    line = '[wagers.A]\nladder = { start = "6 then 8 within 2" }\nuntil = "7"\npays = { start = "9 for 1" }\n'
    assert chances(bet(line).odds().never)["start"] == F(25, 36**2)
    floating = bet(line.replace(" within 2", ""))
    assert chances(floating.odds().never)["start"] > F(25, 36**2)


def test_of_lines_that_come_on_one_trial_the_highest_is_paid(bet):
    text = """\
[wagers.A]
ladder = { hard = "hard 6", six = "6" }
until = "7"
paid = "first"
pays = { hard = "9 for 1", six = "2 for 1" }
"""
    assert chances(bet(text).odds().never) == {"hard": F(1, 11), "six": F(4, 11), "lost": F(6, 11)}


def test_a_wager_is_over_early_where_too_few_trials_are_left(tmp_path):
    """The return is that of waiting; play is over on the first trial from which one ending alone can come."""
    text = (
        'name = "Early"\nsource = "here"\nwheel = "1:1,2:2,3:3"\n[wagers.A]\nwithin = 6\nover = "early"\n'
        'ladder = { top = "1 then 2 then 1" }\npays = { top = "9 for 1", lost = "nothing" }\n'
    )
    path = tmp_path / "early.toml"
    path.write_text(text)
    early = mk.game(str(path))["a"]
    path.write_text(text.replace('over = "early"\n', ""))
    waited = mk.game(str(path))["a"]
    assert early.odds().never.returned == waited.odds().never.returned
    weights, mean = {1: 1, 2: 2, 3: 3}, 0
    for shown in product(weights, repeat=6):
        said = "".join(map(str, shown))
        over = next(
            n
            for n in range(1, 7)
            if "121" in said[:n]
            or not any("121" in said[:n] + "".join(rest) for rest in product("123", repeat=6 - n))
        )
        mean += F(over * prod(weights[one] for one in shown), 6**6)
    assert early.odds().never.spins.mean == mean < waited.odds().never.spins.mean
    path.write_text(text.replace("within = 6\n", 'until = "3"\n'))
    with pytest.raises(mk.SheetError, match="early is for a wager with a deadline"):
        mk.game(str(path))["a"].odds()


def test_a_line_that_another_always_covers_says_what_may_be_meant(bet):
    """One 6 is there whenever two are; under `first`, with the two above, each has its moment."""
    text = """\
[wagers.A]
ladder = { one = "6", two = "6x2" }
until = "7"
pays = { one = "2 for 1", two = "4 for 1" }
"""
    with pytest.raises(mk.PaytableMismatch, match="a pay for 'two', which cannot happen") as caught:
        bet(text).odds()
    assert 'put it higher, or say paid = "first" where the line that comes first is paid' in str(caught.value)
    with pytest.raises(mk.PaytableMismatch) as caught:
        bet(text.replace('until = "7"', 'until = "7"\npaid = "first"')).odds()
    assert "put it higher" not in str(caught.value)


@pytest.mark.parametrize(
    "said",
    ['of = "sixes", winnings = "5%", due = "on-win"', 'of = "lost", stake = "5%", refunded = ["sixes"]'],
)
def test_a_commission_by_a_line_that_is_paid_with_others_is_refused(refusal, said):
    """Both lines together are an ending of their own: no 5% would be taken out of it, or given back."""
    told = refusal(HEAD + BOTH + f"commission = {{ {said} }}\n")
    assert "wagers.A.commission: 'sixes' is paid together with others too, as 'sixes+eights'" in told


def test_a_commission_in_advance_goes_by_one_of_several_lines(bet):
    assert bet(BOTH + 'commission = { of = "sixes", winnings = "5%" }').outlay == 1 + F(2, 20)
