"""`markov solve` and `markov chain --to drn` as a script meets them."""

import csv
import io
import json

import pytest

from tests.flat_rows import exact
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


@pytest.fixture
def die(tmp_path):
    path = tmp_path / "die.drn"
    path.write_text(DIE)
    return path


def test_the_table_shows_fraction_and_decimal(run, die):
    code, out, err = run("solve", die, "--reach", "face6")
    assert (code, err) == (0, "")
    assert "Chance of reaching face6: 16.67%" in out
    assert ["0", "1/6", "0.166667"] in [line.split() for line in out.splitlines()]
    assert "13 states, 20 transitions." in out
    code, out, _ = run("solve", die, "--reach", "done", "--reward", "flips")
    assert code == 0
    assert ["0", "11/3", "3.666667"] in [line.split() for line in out.splitlines()]


def test_json(run, die):
    code, out, _ = run("solve", die, "--reach", "face1", "--json")
    assert code == 0
    assert json.loads(out) == {
        "schema": "markov/solve/1",
        "file": str(die),
        "direction": None,
        "states": 13,
        "transitions": 20,
        "reach": "face1",
        "reward": None,
        "values": [{"initial": 0, "value": "1/6"}],
    }


def test_an_expected_reward_that_is_infinite(run, die):
    code, out, _ = run("solve", die, "--reach", "face1", "--reward", "flips", "--json")
    assert code == 0
    assert json.loads(out)["reward"] == "flips"
    assert json.loads(out)["values"] == [{"initial": 0, "value": "inf"}]
    _, out, _ = run("solve", die, "--reach", "face1", "--reward", "flips")
    assert ["0", "inf", "inf"] in [line.split() for line in out.splitlines()]
    assert "never reached" in out


def test_one_answer_for_each_initial_state(run, die):
    die.write_text(DIE.replace("state 3 [1]", "state 3 [1] init").replace("face1", "face1 init"))
    _, out, _ = run("solve", die, "--reach", "face1", "--json")
    values = {one["initial"]: one["value"] for one in json.loads(out)["values"]}
    assert values == {0: "1/6", 3: "2/3", 7: "1"}
    _, out, _ = run("solve", die, "--reach", "face1", "--reward", "flips", "--json")
    assert [one["value"] for one in json.loads(out)["values"]] == ["inf", "inf", "0"]
    _, out, _ = run("solve", die, "--reach", "face1", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["initial"], exact(row, "value")) for row in rows] == [("0", "1/6"), ("3", "2/3"), ("7", "1")]
    _, out, _ = run("solve", die, "--reach", "face1", "--reward", "flips", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["value"], exact(row, "value")) for row in rows] == [
        ("inf", ""),
        ("inf", ""),
        ("0.000000", "0"),
    ]
    _, out, _ = run("solve", die, "--reach", "face1", "--format", "md")
    assert "| 2/3 |" in out.replace("  ", " ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--reach", "face7"), "no label 'face7'; did you mean face"),
        (("--reach", "face1", "--reward", "flip"), "no reward model 'flip'; did you mean flips?"),
        (("--reach", "face1", "--reward", "steps"), "no reward model 'steps'; there is only flips"),
        ((), "Missing option '--reach'"),
        (("--reach", "face1", "--json", "--format", "md"), "choose one"),
    ],
)
def test_a_name_that_is_not_there(run, die, words, said):
    refused(run("solve", die, *words), 2, said)


def test_a_file_that_is_not_there(run, tmp_path):
    refused(run("solve", tmp_path / "no.drn", "--reach", "over"), 3, "no.drn")
    assert run("solve", tmp_path, "--reach", "over")[0] == 3


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
def maze(tmp_path):
    path = tmp_path / "maze.drn"
    path.write_text(MAZE)
    return path


def test_the_greatest_and_the_least_of_a_decision_process(run, maze):
    answers = {}
    for asked in ("--max", "--min"):
        code, out, err = run("solve", maze, "--reach", "prize", asked, "--policy", "--json")
        assert (code, err) == (0, "")
        answers[asked] = json.loads(out)
    assert answers["--max"] == {
        "schema": "markov/solve/1",
        "file": str(maze),
        "states": 5,
        "choices": 8,
        "transitions": 11,
        "reach": "prize",
        "reward": None,
        "direction": "max",
        "values": [{"initial": 0, "value": "1"}],
        "policy": [[0, "road"], [1, "on"], [2, "on"], [3, "stay"], [4, "stay"]],
    }
    assert answers["--min"]["values"] == [{"initial": 0, "value": "0"}]
    assert [answers["--min"]["policy"][i] for i in (0, 2)] == [[0, "road"], [2, "back"]]
    _, out, _ = run("solve", maze, "--reach", "prize", "--max", "--json")
    assert "policy" not in json.loads(out)


def test_expected_rewards_of_a_decision_process(run, maze):
    """The road takes 2 days a try, of which there are 2, and a day more; the bridge one, and one more."""
    _, out, _ = run("solve", maze, "--reach", "prize", "--reward", "days", "--min", "--json")
    assert json.loads(out)["values"] == [{"initial": 0, "value": "5"}]
    _, out, _ = run("solve", maze, "--reach", "over", "--reward", "days", "--min", "--json")
    assert json.loads(out)["values"] == [{"initial": 0, "value": "5/3"}]
    _, out, _ = run("solve", maze, "--reach", "over", "--reward", "days", "--max", "--json")
    assert json.loads(out)["values"] == [{"initial": 0, "value": "inf"}]
    _, out, _ = run("solve", maze, "--reach", "over", "--reward", "days", "--max")
    assert "inf: choices can make it that over is never reached." in out


def test_the_table_of_a_policy_has_the_states_that_it_comes_to(run, maze):
    _, out, _ = run("solve", maze, "--reach", "prize", "--max", "--policy")
    lines = [line.split() for line in out.splitlines()]
    assert out.startswith("Greatest chance of reaching prize: 100%\n")
    assert ["0", "road"] in lines
    assert ["2", "on"] in lines
    assert ["1", "on"] not in lines
    assert "5 states, 8 choices, 11 transitions." in out
    _, out, _ = run("solve", maze, "--reach", "over", "--reward", "days", "--min", "--policy")
    lines = [line.split() for line in out.splitlines()]
    assert ["0", "bridge"] in lines
    assert ["1", "on"] not in lines  # it is come to, with nothing to choose
    _, out, _ = run("solve", maze, "--reach", "prize", "--min", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["direction"], exact(row, "value")) for row in rows] == [("min", "0")]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "maze.drn has choices to make (type MDP); add --max or --min"),
        (("--policy",), "add --max or --min"),
        (("--max", "--min"), "choose one"),
    ],
)
def test_a_decision_process_is_asked_for_its_greatest_or_its_least(run, maze, words, said):
    refused(run("solve", maze, "--reach", "prize", *words), 2, said)


@pytest.mark.parametrize("option", [("--max",), ("--min",), ("--policy",), ("--certificate", "die.json")])
def test_a_chain_has_no_choices(run, die, option):
    asked = run("solve", die, "--reach", "done", *option)
    refused(asked, 2, f"die.drn has no choices to make (type DTMC); leave {option[0]} out")


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
