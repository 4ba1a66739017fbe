"""Values where they stand in answers that are too long to be kept whole in tests/screens."""

import json
import shlex

import pytest

from tests.cases import elsewhere, rows

pytestmark = pytest.mark.usefixtures("small_games")

# The command line, and values by the place where they stand.
DOCUMENTS = """
design straights-and-8s straights-and-8s --edge ..100% --pays run=40..60 --near posted --near run=44
    designs.0.distance=3/22  designs.1.pays.run.text=44 to 1
games repeater-bets-plus  games.0.readings=null  games.0.wagers.0.states=null
    games.0.wagers.18.wager=3-or-11-before-7  games.0.wagers.18.states=null
games quebec-place-bets -o commission=on-win
    games.0.wagers.6.wager=buy-4  games.0.wagers.6.outlay="1"
lint repeater-bets-plus
    schema=markov/lint/1  counts={"error": 0, "warning": 2, "note": 21}  ok=true  findings.0.code=leak
    findings.0.severity=warning  findings.0.wager=repeating-2  findings.0.states=[[1]]
    findings.0.figures.offered="6"  findings.0.figures.continuing=40/7  findings.0.figures.margin=2/7
    findings.0.figures.cost=2/49  findings.0.figures.edge_best=1/7  findings.0.figures.edge_without=9/49
readings ladders  schema=markov/readings/1  readings.0.options={"outs": "6", "hats": "no"}
    readings.1.options={"outs": "3", "hats": "no"}  readings.2.options={"outs": "6", "hats": "yes"}
    not_compared=[]
readings quebec-place-bets lay-4 --all
    worst.0.wager=lay-4  worst.0.readings.0.edge=1/240  worst.0.readings.27.edge=1/240
    player_edges.0={"wager": "lay-4", "play": "optimal", "readings": []}  deciding.0.wager=lay-4
    deciding.0.sets=[["commission", "withdrawal"]]  deciding.0.never=[["commission"]]
"""


@pytest.mark.parametrize(
    ("asked", "values"), [(row[0], row[1:]) for row in rows(DOCUMENTS)], ids=lambda part: str(part)[:60]
)
def test_the_document_of_an_answer(run, asked, values):
    code, out, err = run(*shlex.split(asked), "--json")
    assert (code, err) == (0, "")
    assert list(elsewhere(json.loads(out), values)) == []
