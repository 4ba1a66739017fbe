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

    far = Trial("plain", "never", 10, {"made": 10}, Fraction(3), Fraction(1), float("inf"), Fraction(1), 0.0)
    monkeypatch.setattr(markov.proof.simulation, "simulate", lambda *_: [far])
    code, out, err = run("simulate", "ladders", "plain", "--json")
    assert code == 1
    assert "out of bounds" in err
    told = json.loads(out)
    assert told["ok"] is False
    assert told["wagers"][0]["z"] is None


@pytest.mark.parametrize("rounds", ["0", "-5", "some", "1" + "0" * 30])
def test_bad_rounds(run, rounds):
    refused(run("simulate", "ladders", "--rounds", rounds), 2, "--rounds")


def test_bad_seed(run):
    refused(run("simulate", "ladders", "--seed", "-1"), 2, "--seed")
