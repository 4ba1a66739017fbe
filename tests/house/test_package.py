"""The package as it is installed: its names, its version, its extras, and what a hint says of them."""

import ast
import re
import tomllib
from pathlib import Path

import markov as mk
import markov_games

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]
DISTRIBUTED = {"pandoc": "pypandoc_binary", "dask.distributed": "distributed"}  # under another name


def brought(extra):
    """The packages that an extra brings, with those of the extras that it names."""
    for line in EXTRAS[extra]:
        name, _, extras = re.match(r"([\w-]+)(\[([\w,-]+)\])?", line).groups()
        yield name
        for other in extras.split(",") if extras else ():
            yield from brought(other)


def test_a_hint_names_an_extra_that_brings_the_package():
    """By the calls of `needs`, the one place where such words are made."""
    texts = {path: path.read_text() for path in (ROOT / "markov").rglob("*.py")}
    hints = [
        [ast.literal_eval(argument) for argument in node.args[1:]]
        for text in texts.values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "needs"
    ]
    assert len(hints) > 7
    for package, extra in hints:
        assert DISTRIBUTED.get(package, package) in brought(extra)
    assert [path.name for path, text in texts.items() if "pip install" in text] == ["package.py"]


def test_hints_of_the_documents_name_extras():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    named = re.findall(r"'markov([\w-]*)\[([\w,]+)\]'", "".join(page.read_text() for page in pages))
    assert named
    assert {name for name, _ in named} == {"-odds"}
    assert {extra for _, extras in named for extra in extras.split(",")} <= EXTRAS.keys()


def test_the_version_is_that_of_the_changelog_and_the_citation():
    (version,) = re.findall(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    (newest, *_) = re.findall(r"^## (\S+) ·", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert mk.__version__ == version == newest


def test_the_wheel_puts_the_games_where_the_entry_point_finds_them():
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["sources"] == {"games": PROJECT["project"]["entry-points"]["markov.games"]["games"]}
    assert wheel["only-include"] == ["markov", "games"]
    assert [Path(place) for place in markov_games.__path__] == [ROOT / "games"]
