"""Markdown: no word of a sheet is markup, and every reference leads somewhere."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markov.tables.markdown import escaped, grid, paragraph
from markov.tables.table import Heading, Table, Word
from tests.typeset.read_back import HARD, shown
from tests.typeset.sample import HUGE, NASTY, sample

# A reader of Markdown that is not ours; rich brings it along.
pytest.importorskip("pypandoc", reason="the extra 'report' is not installed")
render = pytest.importorskip("markov.typeset.markdown").render
MarkdownIt = pytest.importorskip("markdown_it").MarkdownIt
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])

TEXTS = (
    st.text()
    | st.text(st.sampled_from(HARD))
    | st.lists(st.sampled_from(["<b>", "**", "a", "1. ", "- ", "&lt;"])).map("".join)
)


def _read(source):
    """The kinds of the blocks and of what is in them, and all words."""
    kinds, said = [], []
    for token in READER.parse(source):
        for part in token.children if token.type == "inline" else [token]:
            if part.type in ("text", "softbreak", "code_inline", "fence"):
                said.append(part.content or "\n")
            elif part.content != "<!-- -->":
                kinds.append(part.type)
    return kinds, "".join(said)


@given(TEXTS)
def test_a_paragraph_is_nothing_but_its_words(text):
    kinds, said = _read(paragraph(text))
    assert said == shown(text)
    assert kinds == ["paragraph_open", "paragraph_close"] * bool(said)


@given(TEXTS)
def test_a_heading_too(text):
    kinds, said = _read(f"## {escaped(text)}")
    assert (kinds, said) == (["heading_open", "heading_close"], shown(text))


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=3))
def test_a_table_keeps_its_cells(rows):
    table = Table("t", (Heading("a|b", "left"), Heading("`c`")), tuple((Word(x), Word(y)) for x, y in rows))
    tokens = READER.parse(grid(table))
    assert tokens[0].type == "table_open"
    said = [_said(token) for token in tokens if token.type == "inline"]
    assert said == ["a|b", "`c`", *(shown(text) for row in rows for text in row)]


def _said(token):
    return "".join(part.content for part in token.children if part.type == "text")


# A report in Markdown


def test_the_sample_has_one_of_everything():
    source = render(sample())
    kinds, said = _read(source)
    assert kinds.count("table_open") == 2
    assert kinds.count("blockquote_open") == 1
    assert f"{HUGE.numerator}/{HUGE.denominator}" in said
    assert said.count(" ".join(NASTY.split())) == 3
    assert "$`\\sigma = \\sqrt{" in source
    assert "> A box, a circle and an arrow." in source
    inline = [
        part for token in READER.parse(source) for part in token.children or [] if part.type == "html_inline"
    ]
    assert all(re.fullmatch(r'</?span(?: id="[a-z0-9.-]+")?>', part.content) for part in inline)


def test_the_files_stand_in_a_comment_at_the_end():
    source = render(sample())
    assert source.endswith("\n-->\n")
    assert READER.parse(source)[-1].type == "html_block"
