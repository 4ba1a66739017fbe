"""The reference pages say what the docstrings say; `python -m tests.reference.write` writes them anew."""

import re

import pytest

import markov as mk
from tests.reference.python import PAGE, PAGES, PARTS, pages


@pytest.fixture(scope="module")
def written():
    return {page: page.read_text() for page in (PAGE, *PAGES.glob("*.md"))}


def test_the_pages_are_what_the_docstrings_say(written):
    assert written == pages()


def test_all_that_is_offered_has_a_page(written):
    listed = [name for names, _ in PARTS.values() for name in names]
    assert sorted([*listed, "__version__"]) == sorted(mk.__all__)
    headed = "\n".join(written.values())
    assert [name for name in listed if not re.search(rf"^##? `mk\.{name}`", headed, re.MULTILINE)] == []


def test_the_pages_import_nothing_but_the_front_door(written):
    lines = "\n".join(written.values()).splitlines()
    imported = {line for line in lines if "import" in line and line.startswith(">>>") and "markov" in line}
    assert imported == {">>> import markov as mk"}
