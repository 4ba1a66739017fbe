"""`markov solve` and `markov chain --to drn` as a script meets them."""

import csv
import io
import json
from fractions import Fraction

import pytest

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
    assert "chance of reaching face6" in out
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
    assert [(row["initial"], row["value_exact"]) for row in rows] == [("0", "1/6"), ("3", "2/3"), ("7", "1")]
    _, out, _ = run("solve", die, "--reach", "face1", "--reward", "flips", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["value"], row["value_exact"]) for row in rows] == [
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
    code, out, err = run("solve", die, *words)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("5 : 0.5", "5 : 0.4", "line 19: found chances out of state 2 that sum to 9/10; expected 1"),
        ("@type: DTMC", "@type: MDP", "line 2: found a model of type 'MDP'; expected DTMC"),
        ("@parameters\n", "@parameters\np q", "line 5: found parameters 'p q'; expected none"),
        (" init", "", "line 45: found no state with the label init"),
    ],
)
def test_a_file_that_is_not_valid(run, die, old, new, said):
    die.write_text(DIE.replace(old, new))
    code, out, err = run("solve", die, "--reach", "face1")
    assert (code, out) == (3, "")
    assert f"{die.name}, {said}" in err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there(run, tmp_path):
    code, out, err = run("solve", tmp_path / "no.drn", "--reach", "over")
    assert (code, out) == (3, "")
    assert "no.drn" in err
    assert run("solve", tmp_path, "--reach", "over")[0] == 3


def test_an_answer_out_of_reach_is_said(run, tmp_path):
    """A line of states, in each of which play goes on or starts over, has an answer as long as itself."""
    path = tmp_path / "long.drn"
    n = 30_000
    rows = "".join(f"state {i}\n0 : 1/2\n{i + 1} : 1/2\n" for i in range(1, n))
    ends = f"state {n} made\n{n} : 1\nstate {n + 1}\n{n + 1} : 1\n"
    first = f"state 0 init\n1 : 1/2\n{n + 1} : 1/2\n"
    path.write_text(f"@type: DTMC\n@nr_states\n{n + 2}\n@model\n{first}{rows}{ends}")
    code, out, err = run("solve", path, "--reach", "made")
    assert (code, out) in {(5, ""), (0, out)}
    assert bool(err) == (code == 5)


@pytest.mark.parametrize("wager", ["repeating-2", "horn"])
def test_the_chain_of_a_wager_is_solved_the_same_from_its_text(run, tmp_path, wager):
    _, text, _ = run("chain", "repeater-bets-plus", wager, "--to", "drn")
    path = tmp_path / "chain.drn"
    path.write_text(text)
    _, out, _ = run("odds", "repeater-bets-plus", wager, "--json")
    never = json.loads(out)["wagers"][0]["never"]
    chances = {one["ending"]: one["probability"] for one in never["endings"]}
    for ending, chance in chances.items():
        _, out, _ = run("solve", path, "--reach", ending, "--json")
        assert json.loads(out)["values"] == [{"initial": 0, "value": chance}]
    _, out, _ = run("solve", path, "--reach", "over", "--reward", "spins", "--json")
    assert Fraction(json.loads(out)["values"][0]["value"]) == Fraction(never["spins"]["mean"])


def test_json_and_drn_are_two_different_things(run):
    code, _, err = run("chain", "repeater-bets-plus", "horn", "--to", "drn", "--json")
    assert code == 2
    assert "--to drn" in err
