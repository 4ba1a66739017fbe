"""Phases of a sheet in which the player may choose an ending."""

import re
from fractions import Fraction

import pytest

import markov as mk
from markov.proof.simulation import simulate
from tests.oracles.boards import filling
from tests.plays import chances
from tests.sheets.texts import PRISON
from tests.texts import text_of
from tests.trials import all_within


@pytest.fixture
def bet(sheet):
    """The wager Red of a sheet with that text."""
    return lambda text=PRISON: sheet(text)["red"]


def test_a_loop_between_phases_with_a_cash_out_in_each(bet):
    """As the Python file, which has its odds from equations of its own."""
    odds, other = bet().odds(), mk.game("examples/en_prison.py")["red"].odds()
    assert odds.never.returned == other.never.returned
    assert odds.optimal.returned == other.optimal.returned
    assert [(one.offered, one.continuing, one.take) for one in odds.offers] == [
        (one.offered, one.continuing, one.take) for one in other.offers
    ]


def test_an_offer_of_a_phase_has_a_condition(bet):
    """By hand: two reds set free, and after the first of them the stake may be bought out for 3/4 of it."""
    found = bet(text_of("slow-prison.toml"))
    (offer,) = found.odds().offers
    assert found.rule.label(offer.state) == "prison: red once"
    assert (offer.continuing, offer.take) == (Fraction(18, 37), True)


# A board as a phase.

BOARD = """
name = "Respins"
source = "this test"
wheel = "coin:1,blank:4,skull:1"

[wagers.Respins]
pays = {{ lost = "nothing", cell = "1 for 1", {pays} }}

[wagers.Respins.phases.reels]
leads = {{ respins = "coin x2", lost = "skull" }}

[wagers.Respins.phases.respins]
wheel = {{ kind = "board", {board} }}
{leads}
"""


THREE = 'cells = 3, chance = "1/2"'


@pytest.fixture
def board(sheet):
    """The wager of a sheet of which one phase is a board."""
    return lambda board, pays, leads="": sheet(BOARD.format(board=board, pays=pays, leads=leads))["respins"]


@pytest.mark.parametrize(("back", "paid"), [("filled-1|filled-3", 2), ("filled-1..2", 3)])
def test_a_board_is_a_phase(board, back, paid):
    wager = board(
        'cells = 4, chance = "1/5", lives = 2, filled = 1',
        f'jackpot = "50 for 1", filled-{paid} = "9 for 1"',
        f'leads = {{ jackpot = "full", reels = "{back}" }}',
    )
    law = {4 - empty: p for empty, p in filling((Fraction(1, 5),) * 3, 2, 2)[0].items()}
    reached = Fraction(1, 2) ** 2  # two coins before a skull, at even weights
    again = law[1] + law[5 - paid]
    ends = {f"filled-{paid}": paid, "jackpot": 4}
    figures = {name: reached * law[n] / (1 - reached * again) for name, n in ends.items()}
    odds = wager.odds()
    assert chances(odds.never) == {**figures, "lost": 1 - sum(figures.values())}
    assert odds.never.returned == 9 * figures[f"filled-{paid}"] + 50 * figures["jackpot"]
    assert all_within(simulate(wager, odds, 4_000, 1))


def test_a_board_that_leads_nowhere_pays_by_its_cells(board):
    wager = board('cells = 3, chance = ["1/2", "1/3", "1/3"]', 'full = "20 for 1"')
    assert dict(wager.pays) == {"lost": 0, "filled-0": 0, "filled-1": 1, "filled-2": 2, "full": 20}
    law = filling((Fraction(1, 2), Fraction(1, 3), Fraction(1, 3)), 3, 3)[0]
    filled = {f"filled-{3 - left}" if left else "full": p / 4 for left, p in law.items()}
    assert chances(wager.odds().never) == {"lost": Fraction(3, 4)} | filled
    assert any("A board has 1 cell with chance 1/2" in line for line in wager.rule.words(False))


@pytest.mark.parametrize(
    ("cells", "leads", "message"),
    [
        ('cells = 3, chance = "2"', "", "phases.respins.wheel: a cell fills with a chance above 0"),
        (THREE, 'leads = { x = "filled-7" }', "found 'filled-7'; expected an ending of"),
        (THREE, 'leads = { x = "full", y = "full" }', "leads.y: found 'full'; expected"),
        (THREE, 'offers = { x = "any time" }', "nothing is chosen while a board fills"),
    ],
)
def test_a_board_that_is_no_phase_is_refused(board, cells, leads, message):
    with pytest.raises(mk.SheetError, match=re.escape(message)):
        board(cells, 'full = "20 for 1"', leads)


# What can come no more.

DRAWN = """
name = "Drawn"
source = "this test"
wheel = "bag a:1,b:1,c:1"
[wagers.Red]
pays = { win = "3 for 1", lost = "nothing" }
phases.one.leads = { win = "a then b" }
"""


@pytest.mark.parametrize(("goal", "chance"), [("a then b", Fraction(1, 3)), ("a within 2", Fraction(2, 3))])
def test_a_phase_in_which_nothing_can_come_any_more_is_lost(bet, goal, chance):
    found = bet(DRAWN.replace("a then b", goal))
    assert chances(found.odds().never) == {"win": chance, "lost": 1 - chance}
    assert "Otherwise it loses." in found.rule.words(False)
    with pytest.raises(mk.SheetError, match=r"phases.lost: .*expected another name"):
        bet(DRAWN.replace("phases.one", "phases.lost"))
