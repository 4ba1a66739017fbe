"""A page read back with a parser that knows nothing of ours."""

import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.tables.drawing import Caption, Drawing
from markov.tables.table import Column, Figure, Table, Word, decimal, in_percent
from markov.typeset.attached import armored, intact, sealed, unarmored
from markov.typeset.formula import Symbol, Text
from markov.typeset.html import render
from markov.typeset.manuscript import (
    Attachment,
    Code,
    CodeListing,
    Display,
    Items,
    Manuscript,
    Paragraph,
    Picture,
    Ref,
    Section,
    Strong,
    Tabular,
    Terms,
    all_blocks,
)
from markov.typeset.markup import escaped
from tests.typeset.html_page import Node, Reader, every, read
from tests.typeset.sample import HUGE, NASTY, sample


def tables(page: Node):
    return [
        [[cell.text() for cell in line.all("th", "td")] for line in body.all("tr")]
        for body in page.all("table")
    ]


def minus(cells):
    """The words of the cells, negative numbers with the sign that is one."""
    return [cell.text().replace("-", "−") if isinstance(cell, Figure) else cell.text() for cell in cells]


PAGE = render(sample())


def test_every_cell_is_on_the_page_as_the_table_has_it():
    expected = [
        [[column.name for column in block.table.columns], *map(minus, block.table.rows)]
        for block in all_blocks(sample().sections)
        if isinstance(block, Tabular)
    ]
    assert tables(read(PAGE)) == expected


def test_headings_refs_and_captions_say_the_numbers_of_the_manuscript():
    page, numbers = read(PAGE), sample().numbers()
    headings = [node.text() for node in page.one("main").all("h2", "h3")]
    assert headings == [
        "1 Summary",
        "2 Definitions",
        "2.1 Deeper: x_1 & y",
        "3 Pictures",
        "4 Long",
        "Files",
    ]
    refs = [node for node in page.one("main").all("a") if node.attributes.get("class") == "ref"]
    assert [node.text() for node in refs] == [numbers["wide"], numbers["deep"]] == ["table 1", "section 2.1"]
    by_id = {node.attributes["id"]: node for node in every(page) if "id" in node.attributes}
    assert "The wagers" in by_id[refs[0].attributes["href"][1:]].one("caption").text()
    assert "Deeper" in by_id[refs[1].attributes["href"][1:]].one("h3").text()
    assert [node.text() for node in page.all("caption")] == ["Table 1. The wagers", "Table 2. Ninety rows"]
    assert by_id["figure-1"].one("figcaption").text() == "Figure 1. From start to end: 50% & more"
    contents = [node.text().split(" ", 1)[-1] for node in page.one("nav").all("a")]
    assert contents == [heading.split(" ", 1)[-1] for heading in headings]


def test_the_contents_list_two_levels_of_sections():
    third = Section("Third", "third", (Paragraph(("Words.",)),))
    first = Section("First", "first", (Section("Second", "second", (third,)),))
    page = read(render(Manuscript("T", "", "2026-01-01", (), (first,))))
    assert [node.text().split()[-1] for node in page.one("nav").all("a")] == ["First", "Second"]


def test_a_table_has_its_headings_its_row_names_and_its_totals_where_they_belong():
    first, second = read(PAGE).all("table")
    assert {node.attributes["scope"] for node in first.one("thead").all("th")} == {"col"}
    for body in first.all("tbody", "tfoot"):
        for line in body.all("tr"):
            assert [node.attributes.get("scope") for node in line.parts] == ["row", *[None] * 7]
    assert [line.parts[0].text() for line in first.one("tfoot").all("tr")] == ["Repeating 5, and more of it"]
    assert not list(second.all("tfoot"))
    good = [node.text() for node in first.all("td") if "good" in node.attributes.get("class", "").split()]
    assert good == ["−9/49", "−9/98", "−3/49", "−9/196", "−9/245"]


def column(*cells, align="point"):
    table = Table("T", (Column("n"), Column("x", align)), tuple((Word("n"), cell) for cell in cells))
    made = Manuscript("T", "", "2026-01-01", (), (Section("S", "s", (Tabular(table, "t"),)),))
    return [line.parts[1] for line in read(render(made)).one("tbody").all("tr")]


def test_what_follows_the_point_stands_in_boxes_of_one_width():
    numbers = Fraction(10**12, 7), Fraction(-9, 49), Fraction(3), Fraction(0)
    cells = column(*(Figure(x, in_percent) for x in numbers), Figure(Fraction(7)), Word("–"), Word("1.5x"))
    boxes = [[node for node in cell.all("span") if node.attributes["class"] == "t"] for cell in cells]
    assert {box.attributes["style"] for (box,) in boxes} == {"min-width:6.40ch"}
    assert [box.text() for (box,) in boxes] == [".2857%", ".3673%", ".0000%", ".0000%", "", "", ""]
    assert [cell.text() for cell in cells][2:] == ["300.0000%", "0.0000%", "7", "–", "1.5x"]


def test_long_numbers_may_be_broken_between_groups_and_copy_as_plain_digits():
    (cell,) = column(Figure(HUGE), align="right")
    assert cell.text() == str(HUGE)
    groups = [node.text() for node in cell.all("span") if node.attributes["class"] == "g"]
    assert {len(group) for group in groups[1:]} <= {2, 3}
    assert all(group.isdigit() for group in groups)
    assert len(list(cell.all("wbr"))) >= len(groups)


def test_a_page_may_load_and_run_nothing():
    policy, *_ = [
        node.attributes["content"]
        for node in read(PAGE).all("meta")
        if node.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.split("; ")[:2] == ["default-src 'none'", "style-src 'unsafe-inline'"]
    assert all(rule.endswith(" 'none'") for rule in policy.split("; ")[2:])


def test_the_files_are_carried_once_and_come_out_as_they_went_in(tmp_path):
    files = {one.name: one.text for one in sample().attachments}
    whole = sealed(PAGE)
    assert dict(unarmored(whole)) == files
    assert intact(whole)
    page = tmp_path / "page.html"
    page.write_text(whole, "utf-8")
    taker = tmp_path / "take.py"
    taker.write_text(list(read(whole).all("pre"))[-1].text())
    subprocess.run([sys.executable, "-I", taker, page], cwd=tmp_path, check=True)
    assert {one.name: one.read_text() for one in tmp_path.glob("*.json")} == files


def test_words_of_a_sheet_cannot_pass_for_a_file():
    false = Attachment("certificates.json", "", "application/json", "{}")
    words = "\n".join(armored([false]))
    manuscript = sample()
    told = Section(
        words, "told", (Paragraph((words, Code(words), *words)), CodeListing(tuple(words.split("\n"))))
    )
    page = sealed(render(replace(manuscript, title=words, sections=(told, *manuscript.sections))))
    assert dict(unarmored(page)) == {one.name: one.text for one in manuscript.attachments}
    assert intact(page)
    assert list(read(page).all("code"))[1].text().splitlines() == words.splitlines()


@pytest.mark.parametrize("name", ["</script>", "a b", "", "x\n"])
def test_a_file_whose_name_could_end_its_element_is_refused(name):
    with pytest.raises(ValueError, match="is no name for a file"):
        render(replace(sample(), attachments=(Attachment(name, "", "", ""),)))


TEXTS = st.text(max_size=30) | st.sampled_from(
    [NASTY, "</script>", "<!--", "]]>", "&#61;", "\x00\ud800", "="]
)


@given(st.lists(TEXTS, min_size=12, max_size=12))
@settings(max_examples=40)
def test_whatever_a_sheet_says_is_text(texts):
    a, b, c, d, e, f, g, h, i, j, k, m = texts
    table = Table(a, (Column(b, "left"), Column(c)), ((Word(d), Figure(Fraction(1, 49), decimal)),), (e,))
    drawing = Drawing(1000, 1000, (Caption((0, 0), f),))
    blocks = (
        Tabular(table, a),
        Picture(drawing, g, h, a + "'"),
        Items(((i, Strong(j)),)),
        Terms(((k, (m, Text(a))),)),
        Display(Symbol(b or "x")),
        CodeListing((c, d)),
        Paragraph((e, Ref(a), Code(f))),
    )
    page = read(render(Manuscript(a, b, "2026-01-31", ((d, (e,)),), (Section(f, a + '"', blocks),))))

    def fit(text):
        return re.sub(r"\r\n?", "\n", read_text(text))

    assert fit(page.one("h1").text()) == fit(a)
    assert fit(page.one("main").one("h2").text()) == fit(f"1 {f}")
    assert fit(page.one("head").one("title").text()) == fit(f"{a}: {b}")
    cells = [[[fit(b), fit(c)], [fit(d), "0.020408"]]]
    assert [[[fit(x) for x in line] for line in one] for one in tables(page)] == cells
    assert fit(page.one("pre").text()) == fit(f"\n{c}\n{d}")
    assert fit(page.one("svg").one("title").text()) == fit(h)


def read_text(text):
    """The text as a reader of HTML has it."""
    reader = Reader()
    reader.feed(escaped(text))
    reader.close()
    return reader.open[0].text()


def test_no_sign_turns_round_the_order_of_reading():
    assert read_text("9\u202e94/1\u2066\u200f\x07") == "9�94/1���"


LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", part))
    for part in PAGE.split("prefers-color-scheme: dark")[:2]
)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_keep_the_contrast_that_WCAG_AA_asks_for(colours):  # noqa: N802
    for paper in ("paper", "wash"):
        for ink in ("ink", "faint", "link", "good", "bad", "even"):
            assert contrast(colours[ink], colours[paper]) >= 4.5, (ink, paper)
    for ink in ("ink", "first", "second", "third"):  # lines and large shapes: success criterion 1.4.11
        assert contrast(colours[f"{ink}-drawn"], colours["paper"]) >= 3, ink


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2.2, from its definition of relative luminance."""

    def luminance(colour: str) -> float:
        parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
        red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_same_manuscript_is_the_same_page():
    assert render(sample()) == PAGE
