"""A page of HTML, read by a parser that knows nothing of ours: it loads and runs nothing, and reads well."""

import re
from fractions import Fraction

import pytest

from markov.exact import in_percent
from markov.tables.table import Figure, Heading, Table, Word
from markov.typeset.manuscript import Manuscript, Paragraph, Section, Tabular
from markov.typeset.markup import escaped
from tests.typeset.html_page import Node, read
from tests.typeset.sample import HUGE, sample

pytest.importorskip("pypandoc", reason="the extra 'report' is not installed")
pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")
html = pytest.importorskip("markov.typeset.html")

PAGE = html.render(sample())


def of_table(*columns: Heading, rows) -> Node:
    table = Tabular(Table("T", columns, tuple(rows)), "t")
    return read(html.render(Manuscript("T", "", "2026-01-01", (), (Section("S", "s", (table,)),))))


def column(*cells, align="point"):
    page = of_table(Heading("n"), Heading("x", align), rows=((Word("n"), cell) for cell in cells))
    return [next(line.all("td")) for line in page.one("tbody").all("tr")]


def test_headings_references_and_captions_lead_to_each_other():
    page, numbers = read(PAGE), sample().numbers()
    headings = [node.text() for node in page.one("main").all("h2", "h3")]
    refs = list(page.one("main").all("a"))
    assert [node.text() for node in refs] == [numbers["wide"], numbers["deep"]]
    by_id = {
        node.attributes["id"]: node
        for node in page.all("h2", "h3", "table", "figure", "div")
        if "id" in node.attributes
    }
    assert "The wagers" in by_id[refs[0].attributes["href"][1:]].one("caption").text()
    assert "Deeper" in by_id[refs[1].attributes["href"][1:]].text()
    assert by_id["figure-1"].one("figcaption").text() == "Figure 1. From start to end: 50% & more"
    assert [node.text() for node in page.one("nav").all("a")] == headings
    assert page.one("svg").one("title").text() == "A box, a circle and an arrow."


def test_the_contents_list_two_levels_of_sections():
    third = Section("Third", "third", (Paragraph(("Words.",)),))
    first = Section("First", "first", (Section("Second", "second", (third,)),))
    page = read(html.render(Manuscript("T", "", "2026-01-01", (), (first,))))
    assert [node.text().split()[-1] for node in page.one("nav").all("a")] == ["First", "Second"]


def test_a_table_has_its_headings_its_row_names_and_its_totals_where_they_belong():
    first, second = read(PAGE).all("table")
    for line in first.one("tbody").all("tr"):
        assert [cell.tag for cell in line.all("th", "td")] == ["th", *["td"] * 7]
    assert next(first.one("tfoot").all("td")).text() == "Repeating 5, and more of it"
    assert not list(second.all("tfoot"))
    sides = [node.attributes["style"] for node in first.one("thead").all("th")]
    assert sides == ["text-align: left;"] * 2 + ["text-align: right;"] * 6
    good = [node.text() for node in first.all("td") if node.attributes.get("class") == "good"]
    assert good == ["−9/49", "−9/98", "−3/49", "−9/196", "−9/245"]
    said = [cell.attributes.get("data-of") for cell in next(first.one("tbody").all("tr")).all("td")]
    assert said == [  # on a narrow screen beside each cell
        *("pays", "true odds against", "P(win)", "P(win), %", "house edge", "house edge, %", "mean spins")
    ]


def test_decimal_points_stand_below_each_other():
    cells = column(*(Figure(x, in_percent) for x in (Fraction(-9, 49), Fraction(3))), Figure(Fraction(7)))
    assert [cell.text() for cell in cells] == ["−18.3673%", "300.0000%", "7\u2008\u2007\u2007\u2007\u2007"]


def test_long_numbers_may_be_broken_between_groups_and_copy_as_plain_digits():
    (cell,) = column(Figure(HUGE), align="right")
    assert cell.text() == str(HUGE)
    groups = [node.text() for node in cell.all("span")]
    assert {len(group) for group in groups[1:]} <= {2, 3}
    assert len(list(cell.all("wbr"))) >= len(groups)


def test_fractions_of_up_to_twenty_digits_stand_under_a_bar_and_copy_with_a_slash():
    numbers = Fraction(-9, 49), Fraction(1, 10**19), Fraction(1, 10**20), Fraction(3)
    cells = column(*map(Figure, numbers), align="right")
    assert [cell.text() for cell in cells] == ["−9/49", f"1/{10**19}", f"1/{10**20}", "3"]
    barred = [[one for one in cell.all("span") if one.attributes.get("class") == "q"] for cell in cells]
    assert [len(one) for one in barred] == [1, 1, 0, 0]


def test_a_cell_of_more_than_28_signs_is_long():
    cells = column(Word("a" * 28), Word("a" * 29), align="left")
    assert [cell.attributes.get("class") for cell in cells] == [None, "long"]


def test_a_number_that_names_a_row_is_bare():
    heads, rows = (Heading("n"), Heading("of")), [(Word("100"), Word("a")), (Word("a 1"), Word("1"))]
    page = of_table(*heads, rows=rows)
    assert [cell.attributes.get("class") for cell in page.one("tbody").all("th")] == ["bare", None]


def test_a_table_that_is_wider_than_a_screen_says_so():
    kinds = {}
    for count in (1, 4, 14):
        heads = (Heading("wager", "left"), *(Heading(f"a long heading {k}") for k in range(count)))
        page = of_table(*heads, rows=[(Word("Horn"), *(Word("12345.678901") for _ in range(count)))])
        (scroll,) = (one for one in page.all("div") if one.attributes.get("role") == "region")
        kinds[count] = scroll.attributes["class"].split()
    assert kinds == {
        1: ["scroll", "short"],
        4: ["scroll", "wide", "short"],
        14: ["scroll", "wide", "broad", "short"],
    }


def test_a_page_may_load_and_run_nothing():
    policy, *_ = [
        node.attributes["content"]
        for node in read(PAGE).all("meta")
        if node.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.split("; ")[:2] == ["default-src 'none'", "style-src 'unsafe-inline'"]
    assert all(rule.endswith(" 'none'") for rule in policy.split("; ")[2:])


def test_no_sign_turns_round_the_order_of_reading():
    assert escaped("9\u202e94/1\u2066\u200f\x07") == "9�94/1���"
    named = Manuscript("9\u202e94", "", "2026-01-31", (), (Section("9\u202e94", "s", ()),))
    assert "\u202e" not in html.render(named)


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
