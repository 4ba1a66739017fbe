"""`markov odds`: what it prints of one wager, of several and of a sheet."""

import json

import pytest

import markov as mk
from tests.process import process
from tests.refused import refused

REPEATER = ("odds", "repeater-bets-plus", "repeating-2")

pytestmark = pytest.mark.usefixtures("small_games")


@pytest.mark.parametrize("asked", ["Repeating 2", "REPEATING-2", "repeating 2"])
def test_names_are_found_in_any_case(run, asked):
    assert run("odds", "Repeater Bets Plus", asked, "--json") == run(*REPEATER, "--json")


def test_no_number_in_json_but_counts(run):
    _, out, _ = run(*REPEATER, "--json")
    numbers = []
    json.loads(out, parse_float=numbers.append)
    assert numbers == []


def test_several_wagers_are_asked_at_once(run):
    """By name, in the order that is said, each once; or by how names begin, in the order of the sheet."""

    def asked(*names):
        code, out, _ = run("odds", "quebec-place-bets", *names, "--json")
        assert code == 0
        return json.loads(out)["wagers"]

    told = asked("lay-10", "Right 4", "lay-10", "BUY 1")
    assert [one["wager"] for one in told] == ["lay-10", "right-4", "buy-10"]
    assert [one["wager"] for one in asked("right")] == [f"right-{n}" for n in (4, 5, 6, 8, 9, 10)]
    for one in told:
        assert asked(one["wager"]) == [one]


def test_whole_csv_and_json_have_every_digit_on_a_pipe():
    exact = str(mk.game("repeater-bets-plus")["uptown"].odds().never.variance)
    short = process("odds", "repeater-bets-plus", "uptown", COLUMNS="80").stdout
    assert "… stands for digits left out; --whole shows them." in short
    assert exact not in short
    for asked in ("--whole", "--json", "--format=csv", "--format=md"):
        done = process("odds", "repeater-bets-plus", "uptown", asked, COLUMNS="160")
        digits = exact.split("/") if asked == "--format=csv" else [exact]
        assert ",".join(digits) in done.stdout
        assert "…" not in done.stdout


def test_a_sheet_is_one_block_of_100_columns():
    for name in ("repeater-bets-plus", "quebec-place-bets"):
        lines = process("odds", name).stdout.splitlines()
        assert sum(set(line) == {"─"} for line in lines) == 1
        assert sum("Repeating 2, Repeating 12  " in line for line in lines) == (name == "repeater-bets-plus")


@pytest.mark.parametrize(
    ("wager", "word"),
    [(("quebec-place-bets", "lay-4"), "rolls"), (("repeater-bets-plus", "repeating-2"), "spins")],
)
def test_a_trial_is_called_as_at_the_table(run, document, wager, word):
    """Rolls of dice, spins of a wheel, in every text; the keys of JSON are the same for both."""
    other = {"rolls": "spin", "spins": "roll"}[word]
    asked = [
        ("odds", *wager),
        ("odds", wager[0]),
        ("what-if", *wager, "--pay", "made=7 for 1"),
        ("readings", *wager, "--all"),
        ("price", *wager, "made", "--edge", "1%", "--base", "per_spin"),
        ("simulate", *wager, "--rounds", "2000"),
    ]
    for command in asked:
        told = " ".join(run(*command)[1].split("Reading:")[0].split("Default:")[0].split())
        figures = told.split("zeros: How")[0].split("come-out: Do")[0]
        assert word.removesuffix("s") in figures, command
        assert other not in figures, command
    assert document("odds", *wager)["wagers"][0]["never"]["spins"]


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
