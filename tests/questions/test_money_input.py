"""What is asked of money in strange terms: an answer, or a sentence, each said here once."""

import pytest

import markov as mk

PASS, HITS = ("craps", "pass"), ("--must-hit-by", "500", "--adds", "1%")
BONUS = ("--deposit", "5", "--bonus", "5", "--rollover")
OBSERVED = ("simulate", *PASS, "--observed")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("session", *PASS, "--bankroll", "9", "--goal", "-4"), "the goal is -4; it is more than 0"),
        (("session", *PASS, "--bankroll", "ten"), "the bankroll: 'ten' is not an exact number"),
        (("session", *PASS, "--bankroll", "9", "--rounds", "ten"), "expected a whole number from 1"),
        (("session", *PASS, "--bankroll", "9", "--rounds", "-3"), "expected a whole number from 1"),
        (("session", *PASS, "--bankroll", "9", "--rounds", "4", "--spins", "4"), "choose one"),
        (("session", *PASS, "--bankroll", "9", "--stop-loss", "-5"), "the stop-loss is -5"),
        (("session", *PASS, "--risk", "5"), "has no percent sign"),
        (("session", "craps-side-bets", "shooters-hand", "--bankroll", "9"), "neither wins nor loses money"),
        (("promotion", *PASS, "--rebate", "0%"), "is not between 0 and 1"),
        (("promotion", *PASS, "--rebate", "5"), "has no percent sign"),
        (("promotion", *PASS, "--rebate", "9%", "--pay", "made=3"), "no best time to quit"),
        (("promotion", *PASS, "--rebate", "5%", "--bonus", "3"), "a promotion is"),
        (("promotion", *PASS, *BONUS[:4]), "a promotion is"),
        (("promotion", *PASS, *BONUS, "0x"), "the rollover is 0"),
        (("promotion", *PASS, *BONUS, "x"), "the rollover: '' is not an exact number"),
        (("promotion", *PASS, *BONUS, "2x", "--bets", "25,90"), "less than the 25"),
        (("promotion", *PASS, *BONUS, "2x", "--bets", "1,0"), "the bet is 0"),
        (("meter", *PASS, "lost", *HITS), "name none"),
        (("meter", *PASS, *HITS[:2]), "a meter that must hit grows"),
        (("meter", *PASS, *HITS, "--now", "500"), "is not below the 500"),
        (("meter", *PASS, "nine"), "is no ending that comes"),
        (("meter", *PASS, "--adds", "1"), "has no percent sign"),
        (("meter", *PASS, "--adds", "100%"), "is not from 0 to 1"),
        (("meter", *PASS, "--seed", "-1"), "it is 0 or more"),
        (("layout", "craps", "field=0"), "the stake on Field is 0; it is more than 0"),
        (("layout", "craps", "field=abc"), "field=abc"),
        (("layout", "craps", "field=5", "--until", "now"), "choose resolved, or roll"),
        (("layout", "craps", "feild=5"), "did you mean"),
        ((*OBSERVED, "made"), "is no count; write it like made=1"),
        ((*OBSERVED, "made=-1"), "is no count; write it like made=1"),
        ((*OBSERVED, "nine=1"), "is no ending that comes"),
        ((*OBSERVED, "made=9", "--rounds", "5"), "9 endings were counted in 5 rounds"),
        ((*OBSERVED, "made=9", "--bias", "1"), "has no percent sign"),
    ],
)
def test_what_makes_no_sense(arguments, sentence, run):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert sentence in err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("session", *PASS, "--bankroll", "500", "--rounds", "1000000000", "--exact"), "proved digits"),
        (("session", *PASS, "--risk", "5%", "--rounds", "1000000000"), "ask for fewer"),
        (("session", *PASS, "--bankroll", "1000000", "--rounds", "1000000"), "ask for fewer"),
        (("session", *PASS, "--bankroll", "1000000000", "--goal", "2000000000"), "ask for a nearer goal"),
        (
            ("session", "repeater-bets-plus", "citywide", "--bankroll", "5", "--spins", "9"),
            "ask for --rounds",
        ),
        (("promotion", *PASS, *BONUS[:3], "99999", *BONUS[4:], "999x"), "ask for larger bets"),
    ],
)
def test_what_is_too_much_says_what_would_help(arguments, sentence, run):
    code, out, err = run(*arguments)
    assert (code, out) == (5, "")
    assert sentence in err


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
