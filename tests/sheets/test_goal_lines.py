"""Lines of a sheet in the wager language: one goal, ladders, and the points of a craps table."""

from fractions import Fraction
from pathlib import Path

import pytest

import markov as mk
from markov.proof.simulation import simulate
from tests.oracles.boards import filling
from tests.plays import chances
from tests.sheets.texts import BOARD, PHASES, SIDE_BETS
from tests.trials import all_within

F = Fraction


def test_a_line_is_what_is_asked(sheet):
    bet, found = sheet(SIDE_BETS)["sixes"], mk.ask("6x6 before 7", pays="90 for 1", surrender={4: "18 for 1"})
    assert bet.odds().optimal == found.odds.optimal
    assert bet.odds().never == found.odds.never
    assert sheet(SIDE_BETS)["small"].odds().never.hit_frequency == mk.ask("all of 2..6 before 7").probability


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
    first, offers, prizes = (whole[name] for name in ("Side bets", "Clean sixes", "Drawn"))
    assert sheet(first)["small"].odds().never.hit_frequency == mk.ask("all of 2..6 before 7").probability
    answer = sheet(offers)["clean-sixes"].odds()
    assert {(one.ending, one.take) for one in answer.offers} == {("cash-out", True), ("withdrawn", False)}
    six = F(5, 11)
    mean = (2 * 6 + 5) * F(1, 7)
    assert sheet(prizes)["sixes"].odds().never.returned == six**3 * 4 * mean + (six**2 - six**3) * mean


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
