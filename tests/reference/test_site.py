"""The site: its commands run, its links lead to pages, the notebook runs."""

import re
import shlex
import subprocess
import sys
from fractions import Fraction
from posixpath import dirname, join, normpath

import pytest

import markov as mk
from tests.reference import gallery, notebook, site

LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
DOCS = site.ROOT / "docs"


@pytest.fixture(scope="module")
def pages():
    """The pages by path, as the site has them; examples and the notebook are not run."""
    written = {page.relative_to(DOCS).as_posix(): page.read_text() for page in DOCS.rglob("*.md")}
    found = {**written, **site.made(played=False)}
    return {path: site.relinked(text, path) for path, text in found.items()}


def test_links_lead_to_pages(pages):
    links = [(page, link) for page, text in pages.items() for link in LINK.findall(text)]
    there = {*pages, *(file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.svg"))}
    there |= {f"gallery/pages/{name}.html" for name in mk.games()}  # made as the site is built
    assert len(links) > 200
    assert [
        f"{page}: {link}" for page, link in links if normpath(join(dirname(page), link)) not in there
    ] == []


def test_every_example_is_found_from_the_readme():
    links = set(LINK.findall((site.ROOT / "README.md").read_text()))
    linked = {
        path
        for path in gallery.examples()
        if links & {f"examples/{path.name}", f"examples/{path.parent.name}"}
    }
    assert len(linked) > 30
    assert linked == {*gallery.examples()}


def test_every_page_is_listed_once(pages):
    def paths(item):
        values = item.values() if isinstance(item, dict) else item
        return [item] if isinstance(item, str) else [path for one in values for path in paths(one)]

    assert sorted(paths(site.order(list(pages)))) == sorted(pages)


def test_a_command_has_a_page_with_its_options(pages):
    page = pages["reference/commands/price.md"]
    assert "| `--edge`" in page
    assert "markov price" in page
    assert "../../how-to/price-for-an-edge.md" in page


def test_the_tutorials_run(tmp_path):
    for page in site.TOLD:
        text, pictures = site.told((DOCS / page).read_text(), tmp_path)
        assert "$ markov ask" in text
        assert pictures
        assert all(b"<svg" in picture for picture in pictures.values())


ANSWERS = [DOCS / "how-do-i.md", *sorted((DOCS / "how-to").glob("*.md"))]


@pytest.mark.parametrize(
    "command", {line: 0 for page in ANSWERS for line in re.findall(r"\| `(markov [^`]*)`", page.read_text())}
)
def test_a_question_is_answered(command, tmp_path):
    (tmp_path / "examples").symlink_to(DOCS.parent / "examples")
    assert shlex.split(command)[0] == "markov"
    assert len(site.printed(command, tmp_path).splitlines()) > 3


def test_the_notebook_runs():
    names = {}
    shown = [notebook.run(text, names) for kind, text in notebook.cells() if kind == "code"]
    assert (Fraction(9, 49), Fraction(1, 7)) in shown
    assert Fraction(931, 20) in shown
    assert shown[-1] is True
    assert hasattr(shown[0], "_repr_html_")
    assert names["frame"].groupby("play").size().nunique() == 1


def test_an_example_has_its_page_and_its_picture():
    text, picture = gallery.page(gallery.EXAMPLES / "death_saves.py")
    assert picture.startswith(b"<?xml")
    assert text.startswith("# Death saves\n")
    assert "![Death saves](death_saves.svg)" in text
    assert "markov odds examples/death_saves.py" in text
    assert [path.stem for path in gallery.examples()[:3]] == list(gallery.FIRST)


@pytest.mark.slow
def test_the_site_is_built(tmp_path):
    pytest.importorskip("mkdocs")
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", tmp_path / "site"]
    ran = subprocess.run(build, cwd=site.ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert (tmp_path / "site" / "reference" / "python" / "chain.html").is_file()
