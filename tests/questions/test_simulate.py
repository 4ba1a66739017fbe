"""`markov simulate`: seeded, and compared with the odds."""

import json
from fractions import Fraction

import pytest

from markov.proof.simulation import Trial

pytestmark = pytest.mark.usefixtures("small_games")


def test_simulation_is_seeded(run):
    command = ("simulate", "ladders", "plain", "--rounds", "2000", "--seed", "7", "--json")
    told = run(*command)
    assert run(*command) == told
    never, best = json.loads(told[1])["wagers"]
    assert never["low"] < float(Fraction(never["returned"])) < never["high"]
    assert never == {**best, "play": "never"}


def test_simulation_out_of_bounds_exits_with_1(run, monkeypatch):
    import markov.proof.simulation

    three, one = Fraction(3), Fraction(1)
    far = Trial("plain", "never", 10, {"made": 10}, three, one, float("inf"), one, 0.0, ((10, 10),))
    monkeypatch.setattr(markov.proof.simulation, "simulate", lambda *_: [far])
    code, out, err = run("simulate", "ladders", "plain", "--json")
    assert code == 1
    assert "out of bounds" in err
    told = json.loads(out)
    assert told["ok"] is False
    assert told["wagers"][0]["z"] is None
