"""Markdown: no word of a sheet is markup, and every reference leads somewhere."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markov.tables.markdown import bold, escaped, grid, paragraph
from markov.tables.table import Column, Table, Word
from markov.typeset.attached import sealed, unarmored
from markov.typeset.manuscript import Code, CodeListing, Manuscript, Paragraph, Section, Strong
from markov.typeset.markdown import render
from tests.typeset.sample import HUGE, NASTY, sample

# A reader of Markdown that is not ours; rich brings it along.
MarkdownIt = pytest.importorskip("markdown_it").MarkdownIt
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])

HARD = "\\`*_~[]()<>#+-=|!$&;:@/.{}0123 \n\taé√中\0\u202e"
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


def _meant(text):
    """The words as they must be read: one line, and a number in the place of what cannot be seen."""
    return "".join(c if c.isprintable() else f"[U+{ord(c):04X}]" for c in " ".join(text.split()))


@given(TEXTS)
def test_a_paragraph_is_nothing_but_its_words(text):
    kinds, said = _read(paragraph(text))
    assert said == _meant(text)
    assert kinds == ["paragraph_open", "paragraph_close"] * bool(said)


@given(TEXTS)
def test_a_heading_too(text):
    kinds, said = _read(f"## {escaped(text)}")
    assert (kinds, said) == (["heading_open", "heading_close"], _meant(text))


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=3))
def test_a_table_keeps_its_cells(rows):
    table = Table("t", (Column("a|b", "left"), Column("`c`")), tuple((Word(x), Word(y)) for x, y in rows))
    tokens = READER.parse(grid(table))
    assert tokens[0].type == "table_open"
    said = [_said(token) for token in tokens if token.type == "inline"]
    assert said == ["a|b", "`c`", *(_meant(text) for row in rows for text in row)]


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=3))
def test_rows_of_totals_are_bold_and_keep_their_words(rows):
    table = Table("t", (Column("a", "left"), Column("b")), tuple((Word(x), Word(y)) for x, y in rows))
    tokens = [token for token in READER.parse(grid(table, totals=len(rows))) if token.type == "inline"][2:]
    for token, text in zip(tokens, (text for row in rows for text in row), strict=True):
        assert _said(token) == _meant(text)
        assert [part.type for part in token.children].count("strong_open") == bool(_meant(text))


def _said(token):
    return "".join(part.content for part in token.children if part.type == "text")


@given(TEXTS)
def test_bold_words_are_bold(text):
    kinds, said = _read(f"a {bold(escaped(text))}b")
    assert said == f"a {_meant(text)}b"
    if said != "a b":
        assert "strong_open" in kinds or kinds.count("html_inline") == 2


@given(TEXTS)
def test_inlines_of_a_paragraph_stay_what_they_are(text):
    blocks = (
        Paragraph(("x ", Code(text), " y")),
        Paragraph((Strong(text), " z ", f"https://e.org/{text}")),
    )
    manuscript = Manuscript("t", "s", "2026-01-31", (), (Section("one", "one", blocks),))
    first, second = render(manuscript).split("</a>1 one\n\n")[1].strip().split("\n\n")
    kinds, said = _read(first)
    assert [kind for kind in kinds if kind != "html_inline"] == ["paragraph_open", "paragraph_close"]
    assert said.split() == ["x", *_meant(text).split(), "y"]
    kinds, said = _read(second)
    assert "link_open" not in kinds
    assert said.endswith(_meant(f"https://e.org/{text}"))


@given(TEXTS)
def test_a_listing_is_one_block(text):
    listing = CodeListing(tuple(text.split("\n")))
    shown = render(Manuscript("t", "s", "2026-01-31", (), (Section("one", "one", (listing,)),)))
    kinds, said = _read(shown.split("</a>1 one\n\n")[1])
    if "=====" in text:
        assert kinds == ["html_block"]
    else:
        assert kinds == []
        assert [line.split() for line in said.split("\n")[:-1]] == [
            _meant(line).split() for line in text.split("\n")
        ]


def test_the_sample_has_one_of_everything():
    source = render(sample())
    kinds, said = _read(source)
    assert kinds.count("table_open") == 2
    assert kinds.count("blockquote_open") == 1
    assert f"{HUGE.numerator}/{HUGE.denominator}" in said
    assert said.count(" ".join(NASTY.split())) == 3
    assert "$\\sigma = \\sqrt{" in source
    assert "> A box, a circle and an arrow." in source
    allowed = re.compile(r'</?a(?: id="[a-z0-9.-]+")?>|<!-- -->|</?b>')
    inline = [
        part for token in READER.parse(source) for part in token.children or [] if part.type == "html_inline"
    ]
    assert all(allowed.fullmatch(part.content) for part in inline)


def test_every_reference_leads_somewhere():
    source = render(sample())
    places = re.findall(r'<a id="([^"]+)"></a>', source)
    targets = set(re.findall(r"\]\(#([^)]+)\)", source))
    assert len(places) == len(set(places))
    assert targets <= set(places)
    assert {"section-2.1", "table-1", "files"} <= targets


def test_the_files_come_out_whole():
    source = sealed(render(sample()))
    assert dict(unarmored(source)) == {one.name: one.text for one in sample().attachments}
    assert source.endswith("\n-->\n")
    assert READER.parse(source)[-1].type == "html_block"
    assert render(sample()) == render(sample())


@pytest.mark.parametrize("part", [Code("=====FILE x====="), Strong("=====FILE x====="), "=====FILE x====="])
def test_no_words_open_a_file(part):
    blocks = (
        Paragraph((part,)),
        CodeListing(("=====FILE x=====",)),
        Paragraph(("https://e.org/=====",)),
    )
    manuscript = Manuscript("=====", "s", "2026-01-31", (), (Section("=====", "one", blocks),))
    assert "=====" not in render(manuscript)


def test_what_github_would_link_is_not_linked():
    shown = escaped("https://e.org www.e.org a@b.org @octocat mailto:a@b.org")
    assert not re.search(r"(?<!\\)://|www\.|@[\w]|:[^ ]*@(?!<)", shown.replace("\\:", ""))
