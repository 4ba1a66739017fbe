"""`markov chain`: the chain as the text of another tool."""

import json


def test_chain_to_dot_and_json(run):
    _, out, _ = run("chain", "repeater-bets-plus", "repeating-2")
    assert out.startswith("digraph {")
    assert "/38" in out
    assert run("chain", "repeater-bets-plus", "repeating-2", "--to", "dot")[1] == out
    told = json.loads(run("chain", "repeater-bets-plus", "repeating-2", "--to", "json")[1])
    assert {"game", "wager", "states", "transitions", "totals", "start", "endings"} <= told.keys()
    assert sorted(told["endings"].values()) == ["lost", "made"]
    for i, total in enumerate(told["totals"]):
        assert sum(weight for start, _, weight in told["transitions"] if start == i) == total
