"""Documents to be signed, as PDF and JSON: first page, findings, lines to sign, pages begun."""

import json
from dataclasses import replace
from io import BytesIO

import pytest

from markov.tables.table import Heading, Table, Word
from markov.typeset import json as as_json
from markov.typeset.manuscript import Manuscript, Paragraph, Ref, Section, Tabular
from markov.typeset.typst import source
from tests.typeset.sample import NASTY, formal

DIGEST = "fedcba9876543210" * 4


def test_findings_are_numbered_and_can_be_referred_to():
    numbers = formal().numbers()
    assert (numbers["found-1"], numbers["found-2"]) == ("finding 1", "finding 2")
    assert [numbers[label] for label in ("first", "left", "right")] == ["table 1", "table 2", "table 3"]
    with pytest.raises(ValueError, match="a reference to 'found-3'"):
        replace(formal(), opening=(Paragraph((Ref("found-3"),)),))
    with pytest.raises(ValueError, match="two parts have the label 'left'"):
        replace(formal(), opening=tuple(one for one in formal().blocks if isinstance(one, Tabular))[1:2])


def test_no_section_stands_before_the_contents():
    with pytest.raises(ValueError, match="the section 'Early' stands before the contents"):
        replace(formal(), opening=(Section("Early", "early", ()),))


def test_json_says_all_of_it():
    document = json.loads(as_json.render(formal()))
    assert [one["type"] for one in document["opening"]] == ["paragraph", "tabular", "particulars"]
    assert document["opening"][2]["rows"][1] == ["Digest", [{"code": DIGEST}]]
    verdict = document["sections"][1]["blocks"]
    assert [one["type"] for one in verdict] == [
        type(one).__name__.lower() for one in formal().sections[1].blocks
    ]
    assert verdict[0]["disposition"] == ["It stands."]
    assert verdict[5]["lines"][1] == ["Reviewer", ""]


def pages(manuscript: Manuscript) -> list[str]:
    pytest.importorskip("typst", reason="the extra 'pdf' is not installed")
    pypdf = pytest.importorskip("pypdf", reason="the extra 'pdf' is not installed")
    from markov.typeset import pdf

    return [page.extract_text() for page in pypdf.PdfReader(BytesIO(pdf.render(manuscript))).pages]


def test_the_first_page_stands_before_the_contents():
    first, *_ = pages(formal())
    assert first.index("In short: the house keeps a ninth") < first.index(DIGEST) < first.index("Contents")


def test_contents_stand_in_two_columns_on_one_page():
    for above in range(0, 40, 4):
        opening = tuple(Paragraph((f"Line {k}.",)) for k in range(above))
        sections = tuple(Section(f"Title {k};", f"s{k}", (Paragraph(("x",)),)) for k in range(31))
        made = pages(Manuscript("T", "s", "2026-01-31", (), sections, opening=opening))
        (listed,) = (page for page in made if "Contents" in page.splitlines())
        assert all(f"Title {k};" in listed for k in range(31))
        assert listed.index("Title 0;") < listed.index("Title 30;")


@pytest.mark.parametrize(("lines", "parted"), [(8, False), (16, True)])
def test_a_table_of_more_than_a_few_lines_fills_the_page_and_goes_on_over_the_next(lines: int, parted: bool):
    found = set()
    for count in range(20, 50, 3):
        above = tuple(Paragraph((f"Paragraph {k}.",)) for k in range(count))
        rows = tuple((Word(f"line {k};"), Word("1")) for k in range(lines))
        below = Tabular(Table("Lines", (Heading("line", "left"), Heading("figure")), rows), "t")
        section = Section("S", "s", (*above, below))
        with_lines = [
            page
            for page in pages(Manuscript("T", "s", "2026-01-31", (), (section,)))
            if "line 0;" in page or f"line {lines - 1};" in page
        ]
        assert all("figure" in page for page in with_lines)
        found.add(len(with_lines) == 2)
    assert found == ({True, False} if parted else {False})


def test_what_does_not_fit_on_any_page_is_not_cut_off():
    long = tuple(Paragraph((f"Paragraph {k}. {NASTY}",)) for k in range(90))
    text = "\n".join(pages(Manuscript("T", "s", "2026-01-31", (), (Section("L", "l", long),))))
    assert all(f"Paragraph {k}." in text for k in range(90))


def test_what_leads_to_a_table_stays_with_it_and_a_long_paragraph_may_end_a_page():
    rows = tuple((Word(f"line {k};"),) for k in range(8))
    below = Tabular(Table("Lines", (Heading("line", "left"),), rows), "t")
    for words, stays in (("These are the lines:", True), ("All that is said of it. " * 25, False)):
        together = set()
        for count in range(20, 45):
            above = tuple(Paragraph((f"Paragraph {k}.",)) for k in range(count))
            section = Section("S", "s", (*above, Paragraph((words,)), below))
            first = pages(Manuscript("T", "s", "2026-01-31", (), (section,), contents=False))[0]
            together.add((words[:12] in first) == ("line 0;" in first))
        assert together == ({True} if stays else {True, False})


def test_a_short_document_has_no_table_of_contents():
    short = replace(formal(3), contents=False)
    assert "#contents(" not in source(short)
    assert "Contents" not in "".join(pages(short))
