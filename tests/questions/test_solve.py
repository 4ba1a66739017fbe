"""`markov solve` and `markov chain --to drn` as a script meets them."""

import json

import pytest

from tests.cases import elsewhere, misfits, rows
from tests.refused import refused

DIE = """\
// Knuth and Yao's die
@type: DTMC
@value_type: rational
@parameters

@reward_models
flips
@nr_states
13
@nr_choices
13
@model
state 0 [1] init
1 : 1/2
2 : 1/2
state 1 [1]
3 : 1/2
4 : 1/2
state 2 [1]
5 : 0.5
6 : 0.5
state 3 [1]
1 : 1/2
7 : 1/2
state 4 [1]
8 : 1/2
9 : 1/2
state 5 [1]
10 : 1/2
11 : 1/2
state 6 [1]
2 : 1/2
12 : 1/2
""" + "".join(f"state {6 + k}  face{k} done\n{6 + k} : 1\n" for k in range(1, 7))


MAZE = """\
// Two ways to a prize: the bridge may break, the road may lead back to the start
@type: MDP
@value_type: rational
@parameters

@reward_models
days
@nr_states
5
@nr_choices
8
@model
state 0 [0] init
\taction bridge [1]
\t\t1 : 2/3
\t\t4 : 1/3
\taction road [2]
\t\t0 : 1/2
\t\t2 : 1/2
\taction rest [0]
\t\t0 : 1
state 1 [1]
\taction on [0]
\t\t3 : 3/4
\t\t4 : 1/4
state 2 [1]
\taction on [0]
\t\t3 : 1
\taction back [0]
\t\t0 : 1
state 3 [0] prize over
\taction stay [0]
\t\t3 : 1
state 4 [0] over
\taction stay [0]
\t\t4 : 1
"""


@pytest.fixture
def run(run, tmp_path, monkeypatch):
    """Runs the command beside die.drn, a die from two starts, and maze.drn."""
    (tmp_path / "die.drn").write_text(DIE)
    twice = DIE.replace("state 3 [1]", "state 3 [1] init").replace("face1", "face1 init")
    (tmp_path / "two.drn").write_text(twice)
    (tmp_path / "maze.drn").write_text(MAZE)
    monkeypatch.chdir(tmp_path)
    return run


@pytest.fixture
def maze(run, tmp_path):
    return tmp_path / "maze.drn"


# In the maze the road takes 2 days a try, of which there are 2, and a day more; the bridge one, and one more.
DOCUMENTS = """
die.drn --reach face1  schema=markov/solve/1  file=die.drn  direction=null  states=13  transitions=20
    reach=face1  reward=null  values=[{"initial": 0, "value": "1/6"}]
die.drn --reach face1 --reward flips  reward=flips  values=[{"initial": 0, "value": "inf"}]
two.drn --reach face1  values.0={"initial": 0, "value": "1/6"}  values.1={"initial": 3, "value": "2/3"}
    values.2={"initial": 7, "value": "1"}
two.drn --reach face1 --reward flips  values.0.value=inf  values.1.value=inf  values.2.value="0"
maze.drn --reach prize --max --policy  schema=markov/solve/1  file=maze.drn  states=5  choices=8
    transitions=11  reach=prize  reward=null  direction=max  values=[{"initial": 0, "value": "1"}]
    policy=[[0, "road"], [1, "on"], [2, "on"], [3, "stay"], [4, "stay"]]
maze.drn --reach prize --min --policy  values=[{"initial": 0, "value": "0"}]  policy.0=[0, "road"]
    policy.2=[2, "back"]
maze.drn --reach prize --reward days --min  values=[{"initial": 0, "value": "5"}]
maze.drn --reach over --reward days --min  values=[{"initial": 0, "value": "5/3"}]
maze.drn --reach over --reward days --max  values=[{"initial": 0, "value": "inf"}]
"""


@pytest.mark.parametrize(("asked", "values"), [(row[0], row[1:]) for row in rows(DOCUMENTS)])
def test_the_document(document, asked, values):
    found = document("solve", *asked.split())
    assert list(elsewhere(found, values)) == []
    assert ("policy" in found) is ("--policy" in asked)


SAID = """
die.drn --reach face6  Chance of reaching face6: 16.67%  0 1/6 0.166667  13 states, 20 transitions.
die.drn --reach done --reward flips  0 11/3 3.666667
die.drn --reach face1 --reward flips  0 inf inf  never reached
two.drn --reach face1  Chance of reaching face1: 16.67%, the first of 3 initial states
two.drn --reach face1 --format md  | 2/3 |
two.drn --reach face1 --format csv  two.drn,face1,,,3,0.666667,2,3
two.drn --reach face1 --reward flips --format csv  two.drn,face1,flips,,3,inf,,  ,7,0.000000,0,1
maze.drn --reach prize --min --format csv  maze.drn,prize,,min,0,0.000000,0,1
maze.drn --reach over --reward days --max  inf: choices can make it that over is never reached.
maze.drn --reach prize --max --policy  Greatest chance of reaching prize: 100% maze.drn: greatest
    0 road  2 on  ¬1 on
    5 states, 8 choices, 11 transitions.
maze.drn --reach over --reward days --min --policy  0 bridge  ¬1 on
"""


@pytest.mark.parametrize(("asked", "words"), [(row[0], row[1:]) for row in rows(SAID)])
def test_the_words(run, asked, words):
    """Of a policy the states that it comes to with something to choose are listed."""
    code, out, err = run("solve", *asked.split())
    assert (code, err) == (0, "")
    assert misfits(out, words) == []


REFUSED = """
die.drn --reach face7  2  no label 'face7'; did you mean face
die.drn --reach face1 --reward flip  2  no reward model 'flip'; did you mean flips?
die.drn --reach face1 --reward steps  2  no reward model 'steps'; there is only flips
die.drn  2  Missing option '--reach'
die.drn --reach face1 --json --format md  2  choose one
die.drn --reach done --max  2  die.drn has no choices to make (type DTMC); leave --max out
die.drn --reach done --min  2  die.drn has no choices to make (type DTMC); leave --min out
die.drn --reach done --policy  2  die.drn has no choices to make (type DTMC); leave --policy out
die.drn --reach done --certificate a.json  2  no choices to make (type DTMC); leave --certificate out
maze.drn --reach prize  2  maze.drn has choices to make (type MDP); add --max or --min
maze.drn --reach prize --policy  2  add --max or --min
maze.drn --reach prize --max --min  2  choose one
no.drn --reach over  3  no.drn
. --reach over  3  .
"""


@pytest.mark.parametrize(("asked", "code", "said"), rows(REFUSED))
def test_what_cannot_be_asked_of_the_file(run, asked, code, said):
    refused(run("solve", *asked.split()), int(code), said)


def test_a_certificate_of_the_best_policy(run, maze, tmp_path):
    to = tmp_path / "maze.json"
    asked = "solve", maze, "--reach", "prize", "--reward", "days", "--min", "--certificate", to
    assert run(*asked)[0] == 0
    assert json.loads(to.read_text())["values"][0] == "5"
    code, out, _ = run("verify", to, "--json")
    assert (code, json.loads(out)["ok"]) == (6, None)
    code, out, _ = run("verify", to, "--sheet", maze, "--json")
    assert (code, json.loads(out)["ok"]) == (0, True)
    assert [check["ok"] for check in json.loads(out)["checks"]] == [True] * 4
    assert run(*asked)[0] == 2
    assert run(*asked, "--force")[0] == 0


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("[2]", "[3]", "choices: not what the file has"),
        ("2/3", "1/3 \n3 : 1/3", "choices: not what the file has"),
        ("prize over", "over", "reach: not what the file has"),
        ("days", "nights", "reward: not what the file has"),
        ("state 1 [1]", "state 1 [1] prize", "targets: not what the file has"),
        ("state 1 [1]", "state 1 [1] init", "initial: not what the file has"),
    ],
)
def test_a_certificate_of_another_model(run, maze, tmp_path, old, new, part):
    to = tmp_path / "maze.json"
    run("solve", maze, "--reach", "prize", "--reward", "days", "--min", "--certificate", to)
    maze.write_text(MAZE.replace(old, new))
    code, out, _ = run("verify", to, "--sheet", maze, "--json")
    assert code == 1
    assert json.loads(out)["checks"][-1]["detail"] == part


def test_certificates_of_decisions_and_of_wagers_are_two_things(run, maze, tmp_path):
    decision, wager = tmp_path / "maze.json", tmp_path / "wager.json"
    run("solve", maze, "--reach", "prize", "--max", "--certificate", decision)
    run("certify", "repeater-bets-plus", "horn", "-o", wager)
    code, out, _ = run("verify", wager, "--sheet", maze, "--json")
    assert code == 6
    assert "is a model, and this is the certificate of a wager" in json.loads(out)["checks"][-1]["detail"]
    refused(run("diff", decision, wager), 3, "the certificate of a decision process; expected one of a wager")


def test_a_least_reward_that_could_be_made_less_and_less(run, maze):
    maze.write_text(MAZE.replace("action rest [0]", "action rest [-1]"))
    asked = "solve", maze, "--reach", "over", "--reward", "days"
    refused(run(*asked, "--min"), 5, "from state 0 play can go round as often as it likes")
    assert run(*asked, "--max")[0] == 0
