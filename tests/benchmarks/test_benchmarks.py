"""The benchmarks run, and check what they time; no time is asserted."""

import json
from pathlib import Path

import pytest

from markov.chain.absorption import absorption_probabilities
from tests.benchmarks import public, storm, sweep, workloads

MAZE = Path(__file__).parents[2] / "examples" / "maze.drn"


def test_each_sweep_is_checked_and_timed(monkeypatch, capsys):
    monkeypatch.setattr(sweep, "LONGEST", 0)
    few = [one for one in sweep.SWEEPS if one[1] in ("repeating-2", "straights-and-8s", "buy-4")]
    monkeypatch.setattr(sweep, "SWEEPS", few)
    assert sweep.main() == 0
    table = capsys.readouterr().out.splitlines()
    assert [row.split("|")[1].split()[0] for row in table[2:]] == [one[1] for one in few]


def test_decisions_are_solved_from_their_files(tmp_path):
    """Of "days until the prize, state 2 not being met", state 2 is an end."""
    lines = MAZE.read_text().splitlines(keepends=True)
    (tmp_path / "model.drn").write_text("".join(lines))
    (tmp_path / "cut.drn").write_text("".join(storm._cut(iter(lines), {2})))
    asked = [
        ("sure", "model.drn", None, "max"),
        ("days", "model.drn", "days", "min"),
        ("moves", "model.drn", "", "min"),
        ("bridge", "cut.drn", None, "max"),
    ]
    keys = ("name", "file", "reward", "direction")
    listed = tmp_path / "asked.json"
    listed.write_text(json.dumps([{**dict(zip(keys, one, strict=True)), "label": "prize"} for one in asked]))
    told = list(storm.measured(str(listed), public.read))
    values = {"sure": "1", "days": "5", "moves": "3", "bridge": "1/2"}
    assert {each["name"]: each["value"] for each in told} == values
    assert {(each["states"], each["choices"]) for each in told} == {(5, 7)}


@pytest.mark.parametrize(
    "chain", [workloads.grid(5), workloads.birth_and_death(9), workloads.onward(30)], ids=len
)
def test_chains_that_are_timed_surely_end(chain):
    assert sum(absorption_probabilities(chain.transitions).values()) == 1


def test_public_models_are_those_whose_files_and_sizes_are_known(tmp_path):
    folder = tmp_path / "die"
    folder.mkdir()
    (folder / "die.prism").write_text("dtmc")
    (folder / "die.props").write_text('"six": P=? [ F s=6 ];')
    values = [{"name": "N", "value": 3}, {"name": "K", "value": 1}]
    index = {
        "files": [
            {
                "file": "die.jani",
                "original-file": ["die.prism", "die.props"],
                "open-parameter-values": [{"values": values, "states": [{"number": 13}]}, {"values": values}],
            },
            {"file": "lost.jani", "original-file": "lost.prism", "open-parameter-values": []},
        ]
    }
    (folder / "index.json").write_text(json.dumps(index))
    (found,) = public.instances(tmp_path)
    assert (found.name, found.constants, found.states) == ("die 3-1", "N=3,K=1", 13)
    assert (found.model.name, found.properties.name) == ("die.prism", "die.props")
