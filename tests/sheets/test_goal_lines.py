"""Lines of a sheet in the wager language: one goal, ladders, and the points of a craps table."""

from fractions import Fraction
from pathlib import Path

import pytest

import markov as mk
from markov.chain.transitions import TooMuchWork
from markov.proof.simulation import simulate
from markov.sheets import goal_lines
from markov.wager.game import SheetError
from markov.wager.outcome import Outcome
from markov.wager.rule import explored
from markov.wager.wager import PaytableMismatch
from tests.oracles import clocks
from tests.oracles.boards import filling
from tests.plays import chances
from tests.sheets.texts import BOARD, BOTH, HEAD, PHASES, SIDE_BETS
from tests.trials import all_within

F = Fraction


def test_a_line_is_what_is_asked(sheet):
    bet, found = sheet(SIDE_BETS)["sixes"], mk.ask("6x6 before 7", pays="90 for 1", surrender={4: "18 for 1"})
    assert bet.odds().optimal == found.odds.optimal
    assert bet.odds().never == found.odds.never
    assert sheet(SIDE_BETS)["small"].odds().never.hit_frequency == mk.ask("all of 2..6 before 7").probability


def test_lines_paid_each_with_too_many_states_are_beyond_a_limit(sheet, monkeypatch):
    text = HEAD + '[wagers.Both]\npaid = "each"\nuntil = "7"\nladder = { a = "6 x9", b = "8 x9" }\n'
    text += 'pays = { a = "2 for 1", b = "3 for 1", lost = "nothing" }\n'
    assert sheet(text)["both"].pays["a+b"] == 5
    monkeypatch.setattr(goal_lines, "_MOST_READ", 50)
    with pytest.raises(TooMuchWork, match=r"'Both': .* more than 50 states"):  # no fault of the sheet
        sheet(text)["both"]


def test_a_name_that_is_none_in_a_bag_is_no_harm_to_the_message_of_a_goal(sheet):
    bag = 'wheel = { kind = "bag", holds = { "-2" = 1, c = 2 } }'
    head = HEAD.replace('wheel = "two dice"', bag)
    with pytest.raises(SheetError, match="the text ends too early"):
        sheet(
            f'{head}[wagers.A]\noffers = {{ cash = "c" }}\nwins = "c before"\npays = {{ cash = "evens" }}\n'
        )


@pytest.mark.parametrize(
    "kind", ['"two dice"', '{ kind = "dice" }', '{ kind = "roulette", zeros = 0, shows = "dice" }']
)
def test_wheels_of_sheets_are_wheels_of_the_language(sheet, kind):
    text = f'name = "One"\nsource = "here"\nwheel = {kind}\n[wagers.A]\nwins = "2x2"\nuntil = "7"\n'
    bet = sheet(text + 'pays = { made = "40 for 1", lost = "nothing" }\n')["a"]
    assert bet.odds().never.returned == F(40, 49)


def test_the_examples_of_the_reference_are_valid(sheet):
    page = Path(__file__).parents[2] / "docs" / "reference" / "sheets.md"
    blocks = [block.partition("```\n")[0] for block in page.read_text().split("```toml\n")[1:]]
    whole = {block.split('"')[1]: block for block in blocks if block.startswith("name = ")}
    for block in whole.values():
        assert all(wager.odds() for wager in sheet(block).wagers().values())
    zeros = whole["Lucky Threes"].replace('kind = "dice"', 'kind = "roulette"\nshows = "dice"')
    assert all(sheet(zeros + block).options for block in blocks if block.startswith("[options."))
    (overlay,) = (sheet(block)["repeating-2"] for block in blocks if block.startswith("sheet = "))
    assert (dict(overlay.pays), overlay.wheel.total) == ({"lost": 0, "made": 45}, 39)
    first, offers, prizes = (whole[name] for name in ("Side bets", "Clean sixes", "Drawn"))
    assert sheet(first)["small"].odds().never.hit_frequency == mk.ask("all of 2..6 before 7").probability
    answer = sheet(offers)["clean-sixes"].odds()
    assert {(one.ending, one.take) for one in answer.offers} == {("cash-out", True), ("withdrawn", False)}
    six = F(5, 11)
    mean = (2 * 6 + 5) * F(1, 7)
    assert sheet(prizes)["sixes"].odds().never.returned == six**3 * 4 * mean + (six**2 - six**3) * mean


# Ladders.


@pytest.fixture
def bet(sheet):
    """The wager A of a sheet of two dice with that text."""
    return lambda text, head=HEAD: sheet(head + text)["a"]


def test_each_line_is_paid(bet):
    """Three 6s pay 2 to 1, three 8s 3 to 1, both 5 to 1: what is won adds up, the stake comes back once."""
    found = chances(bet(BOTH).odds().never)
    both = clocks.odds("all", [(5, 3), (5, 3)], 6, 36).endings["made"]
    single = F(5, 11) ** 3
    alone = dict.fromkeys(("sixes", "eights"), single - both)
    assert found == {**alone, "sixes+eights": both, "lost": 1 - 2 * single + both}
    pays = bet(BOTH).pays
    assert dict(pays) == {"sixes+eights": 6, "sixes": 3, "eights": 4, "lost": 0}
    assert pays.posted("sixes+eights") == "5 to 1"
    own = bet(BOTH.replace('eights = "3 to 1" }', 'eights = "3 to 1", "sixes+eights" = "9 to 1" }')).pays
    assert own["sixes+eights"] == 10


def test_a_wager_that_nothing_stops_is_told_so(bet):
    text = '[wagers.A]\nwins = "6x3"\npays = { made = "3 to 1", lost = "nothing" }\n'
    with pytest.raises(PaytableMismatch, match=r"'lost', which cannot happen.*nothing stops play"):
        bet(text).odds()
    with pytest.raises(SheetError, match=r"found .7 rolls.; expected a whole number$"):
        bet(text + 'within = "7 rolls"\n')


def test_a_line_that_never_comes_alone_is_paid_with_those_below_it(bet):
    text = """\
[wagers.A]
ladder = { three = "6x3", two = "6x2" }
until = "7"
paid = "each"
pays = { three = "20 for 1", two = "5 for 1" }
envy = { two = "1x", three = "2x" }
"""
    wager, p = bet(text), F(5, 11)
    assert chances(wager.odds().never) == {"three+two": p**3, "two": p**2 - p**3, "lost": 1 - p**2}
    assert dict(wager.pays) == {"lost": 0, "two": 5, "three+two": 25}
    assert dict(wager.envy) == {"two": 1, "three+two": 3}


def test_a_list_inside_of_one_that_is_settled_is_left(bet):
    """Of 4 and 10, which play alike, what is left counts no more once there are two 6s; step by step."""
    deep = "all of (any of (all of (4, 10), 6x2), 8x2)"
    text = f'[wagers.A]\nladder = {{ deep = "{deep}", nine = "9" }}\nuntil = "7"\n'
    rule = bet(text + 'pays = { deep = "5 for 1", nine = "1 for 1" }').rule
    found = Outcome(explored(rule, rule.goals.outcomes, 100))
    assert found.chances["deep"] == mk.ask(f"{deep} before 7").probability


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
    told = "A: an exact number (two) is judged when play stops, not when it is reached."
    assert told in " ".join(out.split())
    assert "An exact number is judged when play stops" in " ".join(bet(EXACT).rule.words(False))


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


# Wheels that depend on the state.


def test_a_board_pays_by_cell_where_nothing_else_is_said(sheet):
    law, _ = filling((F(1, 2),) * 2, 2, 2)
    found = sheet(BOARD)
    assert chances(found["a"].odds().never) == {"full": law[0], "filled-2": law[1], "filled-1": law[2]}
    assert found["a"].odds().never.returned == 10 * law[0] + 9 * law[1] + 2 * law[2]
    drawn = chances(found["b"].odds().never)
    assert drawn["filled-1:1"] == drawn["filled-1:3"] == law[2] / 2
    assert drawn["filled-2:4"] == law[1] / 2  # two draws come to 4 in two of four ways


def test_phases_lead_to_one_another(sheet):
    """Heads before two tails is 3/4; a die then brings a six, a 1 that begins anew, or another."""
    bet = sheet(PHASES)["a"]
    die = F(3, 4) / (1 - F(3, 4) * F(1, 6))  # the mean number of times that the die is thrown
    assert chances(bet.odds().never) == {"six": die / 6, "other": die * 4 / 6, "lost": 1 - die * 5 / 6}
    # A toss phase lasts 3/2 flips.
    assert bet.odds().never.spins.mean == (1 + die / 6) * F(3, 2) + die
    assert bet.rule.words(False)[0] == "Play begins in the phase “toss”."
    assert all_within(simulate(bet, bet.odds(), 20_000, 7))
