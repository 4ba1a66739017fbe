"""`markov odds` of a sheet."""

import pytest

import markov as mk
from tests.refused import refused

pytestmark = pytest.mark.usefixtures("small_games")


def test_a_wager_with_an_offer_is_no_race_because_another_on_its_rule_is(run, tmp_path):
    """The sheet was solved by the first wager on a rule, so that an offer of the second was left out."""
    sheet = tmp_path / "two.toml"
    needs = ", ".join(f"{{ counts = [{n}], need = 3 }}" for n in (2, 3, 4, 5))
    common = f'tallies = [{needs}]\npays = {{ made = "40 for 1", lost = "nothing"'
    sheet.write_text(
        f'name = "Two"\nsource = "here"\nwheel = "two dice"\nstop = [7]\n'
        f"[wagers.Plain]\n{common} }}\n"
        f'[wagers."With offer"]\n{common}, surrender-2 = "30 for 1" }}\n'
    )
    game = mk.game(str(sheet))
    odds = game.odds()
    assert odds["plain"].never.returned < odds["with-offer"].optimal.returned
    assert odds["with-offer"].optimal == game["with-offer"].odds().optimal
    refused(run("odds", sheet, "--max-states", "50"), 5, "With offer: the chain needs")
