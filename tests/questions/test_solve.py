"""`markov solve`: certificates of the answer, and of other models; the sessions have what it prints."""

import json

import pytest

from tests.refused import refused
from tests.screens.screens import HERE

MAZE = (HERE / "given" / "maze.drn").read_text()


@pytest.fixture
def maze(tmp_path):
    path = tmp_path / "maze.drn"
    path.write_text(MAZE)
    return path


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
