"""`markov simulate`: seeded, and compared with the odds."""

import json
from fractions import Fraction

import pytest

from markov.proof.simulation import Trial
from tests.refused import refused

pytestmark = pytest.mark.usefixtures("small_games")


def test_simulation_is_seeded_and_compares(run):
    command = ("simulate", "ladders", "plain", "--rounds", "2000", "--seed", "7", "--json")
    code, out, err = run(*command)
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["schema"], told["rounds"], told["seed"], told["ok"]) == ("markov/simulate/1", 2000, 7, True)
    assert [trial["play"] for trial in told["wagers"]] == ["never", "optimal"]
    assert told["wagers"][0]["expected"] == "1"
    assert run(*command) == (code, out, err)


def test_simulation_out_of_bounds_exits_with_1(run, monkeypatch):
    import markov.proof.simulation

    far = Trial(
        "plain",
        "never",
        10,
        {"made": 10},
        Fraction(3),
        Fraction(1),
        float("inf"),
        Fraction(1),
        0.0,
        ((10, 10),),
    )
    monkeypatch.setattr(markov.proof.simulation, "simulate", lambda *_: [far])
    code, out, err = run("simulate", "ladders", "plain", "--json")
    assert code == 1
    assert "out of bounds" in err
    told = json.loads(out)
    assert told["ok"] is False
    assert told["wagers"][0]["z"] is None


def test_the_document_states_the_criterion_and_every_comparison(run):
    told = json.loads(run("simulate", "ladders", "plain", "--rounds", "2000", "--json")[1])
    stated = told["criterion"]
    assert (stated["method"], stated["false_alarm"], stated["confidence"]) == (
        "Bonferroni",
        "1/1000",
        "99/100",
    )
    assert stated["comparisons"] == len(told["comparisons"]) == 4
    assert stated["threshold"] == "1/4000"
    assert [one["figure"] for one in told["comparisons"]] == ["returned", "spins", "ending", "ending"]
    assert all(one["passed"] is True for one in told["comparisons"])
    first = told["wagers"][0]
    assert first["low"] < float(Fraction(first["returned"])) < first["high"]
    assert told["wagers"][0] == {**told["wagers"][1], "play": "never"}


def test_the_words_claim_support_and_no_proof(run):
    out = " ".join(run("simulate", "ladders", "plain", "--rounds", "2000")[1].split())
    assert "Fixed before play: 4 comparisons" in out
    assert out.startswith("2,000 rounds agree with the exact odds: ")
    assert "A simulation supports the odds; it does not prove them." in out


def test_dice_are_rolled(run):
    assert "  rolls  " in run("simulate", "quebec-place-bets", "lay-4", "--rounds", "2000")[1]


@pytest.mark.parametrize("rounds", ["0", "-5", "some", "1" + "0" * 30])
def test_bad_rounds(run, rounds):
    refused(run("simulate", "ladders", "--rounds", rounds), 2, "--rounds")


def test_bad_seed(run):
    refused(run("simulate", "ladders", "--seed", "-1"), 2, "--seed")
