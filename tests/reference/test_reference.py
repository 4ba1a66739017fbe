"""The reference page says what the docstrings say; `python -m tests.reference.write` writes it anew."""

import markov as mk
from tests.reference.python import PAGE, PARTS, text


def test_the_page_is_what_the_docstrings_say():
    assert PAGE.read_text() == text()


def test_all_that_is_offered_is_on_the_page():
    listed = [name for names, _ in PARTS.values() for name in names]
    assert sorted([*listed, "__version__"]) == sorted(mk.__all__)


def test_the_page_imports_nothing_but_the_front_door():
    imported = [line for line in PAGE.read_text().splitlines() if "import" in line and line.startswith(">>>")]
    assert [line for line in imported if "markov" in line] == [">>> import markov as mk"]
