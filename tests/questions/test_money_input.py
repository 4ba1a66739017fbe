"""What is asked of money in strange terms and has an answer, and what is no wager."""

import pytest

import markov as mk

PASS = ("craps", "pass")
BONUS = ("--deposit", "5", "--bonus", "5", "--rollover")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("session", *PASS, "--bankroll", "9", "--bet", "1/3", "--rounds", "9"), "Ruined 0%"),
        (("session", *PASS, "--bankroll", "9", "--rounds", "1000000000"), "Ruined 100%"),
        (("session", *PASS, "--bankroll", "9", "--rounds", "1000000000", "--pay", "made=3"), "Ruined 0.49%"),
        (
            ("session", *PASS, "--bankroll", "9", "--rounds", "1000000000", "--stop-loss", "4"),
            "Ruined 0.0000% · loss limit reached 100%",
        ),
        (("session", *PASS, "--bankroll", "9", "--pay", "lost=1 for 1", "--goal", "12"), "Ruined 0%"),
        (("session", *PASS, "--risk", "5%", "--pay", "made=3"), "Bankroll 6"),
        (("promotion", *PASS, "--rebate", "10%", "--bet", "1/3"), "Value to the player 0.0154 ·"),
        (("promotion", *PASS, *BONUS, "3x", "--bet", "1/3"), "Value to the player 4.79 ·"),
        (("layout", "craps", "pass=1/3"), "Expected gain -0.0047"),
    ],
)
def test_what_is_strange_and_makes_sense(arguments, line, run):
    code, out, _ = run(*arguments)
    assert (code, out.startswith(line)) == (0, True)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda: mk.layout({"red": 1}), "'red' is no wager; a law of one's own shares no spins"),
        (lambda: mk.session(3, bankroll=5, rounds=4), "3 is no wager, and no law"),
        (lambda: mk.session({-1: "1/2", 1: "1/2"}, bankroll=2.5), "the bankroll: 2.5 is a float"),
    ],
)
def test_what_is_no_wager_and_no_number(asked, sentence):
    with pytest.raises(TypeError, match=sentence):
        asked()
