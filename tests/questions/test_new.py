"""Every template runs as it is: through games, odds, play, lint, readings and report; and what is refused."""

import json
import shlex
import subprocess
import sys

import pytest

import markov as mk
from markov.questions.new.command import kind_names
from markov.questions.new.template import kinds, template, title
from markov.wager.game import slug

GAMES = [kind for kind in kinds() if kind != "notebook"]


@pytest.fixture
def run(run, tmp_path, monkeypatch):
    """Runs the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return run


@pytest.fixture
def file(run, tmp_path):
    """Writes the template of a kind, and answers with its path as the commands have it."""

    def written(kind):
        code, out, err = run("new", f"lucky-{kind}", "--from", kind)
        assert (code, err) == (0, "")
        (found,) = tmp_path.iterdir()
        assert found.name == f"lucky-{kind}{template(kind).suffix}"
        assert f"{found.name} is written" in out
        return f"./{found.name}"

    return written


@pytest.mark.parametrize("kind", GAMES)
def test_what_the_command_says_to_run_next_runs_and_nothing_is_wrong(run, file, tmp_path, kind):
    """The house has an edge; a reviewer may question what is edited where an installed game is."""
    path = file(kind)
    (tmp_path / path).unlink()
    told = run("new", path.removeprefix("./"), "--from", kind)[1]
    commands = [shlex.split(line.strip().split("  ")[0]) for line in told.splitlines()[1:]]
    assert [command[1] for command in commands] == ["games", "odds", "play", "lint", "report"]
    for _, *command in commands:
        if command[0] == "report":
            command[-1:] = ["report.md", "--rounds", "1000"]  # a million take most of the time
        code, out, err = run(*command)
        expected = "markov: report.md holds the report\n" if command[0] == "report" else ""
        assert (code, err) == (0, expected), command
        assert command[0] != "games" or ("Nothing is wrong" in out and f"Lucky {kind}: wagers" in out)
    counts = json.loads(run("lint", path, "--readings", "--json")[1])["counts"]
    assert (counts["error"], counts["warning"] if kind != "overlay" else 0) == (0, 0)
    for answered in mk.game(path).odds().values():
        assert all(0 < play.edge.per_stake < 1 for play in (answered.never, answered.optimal))


@pytest.mark.parametrize("kind", GAMES)
def test_the_commands_in_the_comments_of_a_template_run(run, file, kind, tmp_path):
    path = file(kind)
    text = (tmp_path / path).read_text()
    assert "my_game" not in text
    assert "My game" not in text
    lines = [line.strip("# ") for line in text.splitlines()]
    commands = [shlex.split(line.split("  ")[0]) for line in lines if line.startswith("markov ")]
    assert len(commands) >= 2
    for _, *command in commands:
        code, _, err = run(*command)
        assert (code, err) == (0, ""), command


@pytest.mark.parametrize("tool", [("check",), ("format", "--check")])
def test_the_python_template_is_as_our_own_files_are(file, tmp_path, tool):
    ruff = [sys.executable, "-m", "ruff", *tool, "--isolated", "--line-length", "110", file("python")]
    ran = subprocess.run(ruff, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


def test_a_notebook_is_one_of_its_name(run, tmp_path):
    code, out, err = run("new", "my questions.ipynb")
    assert (code, err) == (0, "")
    assert "Open it in Jupyter" in out
    made = json.loads((tmp_path / "my questions.ipynb").read_text())
    assert made["nbformat"] == 4
    assert made["cells"][0]["source"][0] == "# My questions\n"
    assert all(not cell.get("outputs") for cell in made["cells"])


@pytest.mark.parametrize(
    ("name", "path", "game"),
    [
        ("lucky-threes", "lucky-threes.toml", "Lucky threes"),
        ("lucky_threes.toml", "lucky_threes.toml", "Lucky threes"),
        ("fire bet.py", "fire bet.py", "Fire bet"),
        ("v1.2", "v1.2.toml", "V1.2"),
        ('the "best"', 'the "best".toml', 'The "best"'),
        ('"""a\\b.py', '"""a\\b.py', '"""a\\b'),
    ],
)
def test_the_file_and_the_game_are_named_by_name(run, tmp_path, name, path, game):
    assert run("new", name)[0] == 0
    assert [one.name for one in tmp_path.iterdir()] == [path]
    found = mk.game(str(tmp_path / path))
    assert (found.name, found.slug) == (game, slug(game))


def test_a_path_is_written_to_its_folder(run, tmp_path):
    (tmp_path / "bets").mkdir()
    code, out, _ = run("new", "bets/lucky")
    assert code == 0
    assert (tmp_path / "bets" / "lucky.toml").is_file()
    assert "markov odds bets/lucky.toml" in out


def test_a_name_is_made_of_words():
    assert kind_names("r") == ["race", "readings"]
    assert title("  a__b-c ") == "A b c"
    with pytest.raises(ValueError, match="no name for a game"):
        title("--")
