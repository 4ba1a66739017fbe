"""HTML, Word, LaTeX and Markdown, each read back: they say what the manuscript says, in words alone."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.tables.table import Heading, Table, Word
from markov.typeset import manuscript as ms
from markov.typeset.attached import armored, intact
from markov.typeset.digits import shown_text
from markov.typeset.formats import renderer
from markov.typeset.report_file import read_report
from markov.typeset.tables import lines, rows
from tests.appendix.dossiers import made, words
from tests.draws import examples
from tests.typeset.read_back import HARD, Said, read_back, shown
from tests.typeset.sample import formal, sample

pytest.importorskip("pypandoc", reason="the extra 'report' is not installed")
pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")

FORMATS = pytest.mark.parametrize("suffix", [".html", ".docx", ".tex", ".md"])
TEXTS_ALONE = pytest.mark.parametrize("suffix", [".html", ".tex", ".md"])
MANUSCRIPTS = {"sample": sample, "formal": formal} | {
    game: lambda game=game: words(made(game, full=game == "straights-and-8s"))
    for game in ("straights-and-8s", "quebec-place-bets")
}


@cache
def written(name: str, suffix: str) -> bytes:
    return renderer(suffix)(MANUSCRIPTS[name]())


@cache
def said(name: str, suffix: str) -> Said:
    return read_back(written(name, suffix), suffix)


def cell_text(cell) -> str:
    return shown(shown_text(cell, cell.text()))


def sections(manuscript):
    return [one for one in ms.all_blocks(manuscript.sections) if isinstance(one, ms.Section)]


@FORMATS
@pytest.mark.parametrize("name", MANUSCRIPTS)
def test_headings_and_cells_are_there_in_their_order(name, suffix):
    manuscript, found = MANUSCRIPTS[name](), said(name, suffix)
    numbers = manuscript.numbers()
    titles = [shown(f"{numbers[one.label][8:]} {one.title}") for one in sections(manuscript)]
    if suffix == ".docx":  # Word counts headings itself
        titles = [one.split(maxsplit=1)[1] for one in titles]
    assert [one for one in found.headings if one in titles] == titles
    there = {tuple(row) for table in found.tables for row in table}
    cells = {cell for row in there for cell in row}
    for table in (one.table for one in manuscript.blocks if isinstance(one, ms.Tabular)):
        heads = [shown(column.name) for column in table.columns]
        for row in (heads, *([cell_text(cell) for cell in row] for row in table.rows)):
            parted = suffix in (".docx", ".tex") and set(row) <= cells  # side by side on no page
            assert tuple(row) in there or parted, row


@FORMATS
def test_every_kind_of_block_says_its_words(suffix):
    texts = {
        "sample": (
            "31 January 2026",
            "second",
            "expected return",
            "Another note.",
            "start to end: 50% & more",
        ),
        "formal": ("31 January 2026", "F-17", "In short:", "Finding 2. Chips", "It stands.", "Paragraph 39."),
    }
    for name, parts in texts.items():
        found = said(name, suffix)
        everything = "\n".join(
            [*found.lines, *(cell for table in found.tables for row in table for cell in row)]
        )
        for part in parts:
            assert part in everything
    assert "$ markov odds 'a b' | c" in said("sample", suffix).words.replace("\u00a0", " ")
    assert ["Reviewer", "", "", ""] in [row for table in said("formal", suffix).tables for row in table]


@FORMATS
def test_the_files_come_out_as_they_went_in(suffix):
    odd = ms.Attachment("a.txt", "odd", "text/plain", 'a\r\nb\t<c> &amp; "d" ]]> --> é中\U0001f600\n')
    for attachments in (sample().attachments, (odd,)):
        manuscript = ms.Manuscript("t", "s", "2026-01-31", (), (), attachments)
        found = read_report(renderer(suffix)(manuscript))
        assert found.suffix == suffix
        assert found.files == tuple((one.name, one.text) for one in attachments)


HOW_TO = Path(__file__).parents[2] / "docs" / "how-to" / "make-the-appendix.md"


@TEXTS_ALONE
def test_the_program_in_the_documents_takes_the_files_out_of_a_text(suffix, tmp_path):
    (tmp_path / "report").write_bytes(written("sample", suffix))
    (program,) = re.findall(r"```python\n(.*?)```", HOW_TO.read_text(), re.DOTALL)
    (tmp_path / "take.py").write_text(program)
    subprocess.run([sys.executable, "-I", "take.py", "report"], cwd=tmp_path, check=True)
    files = {one.name: one.text for one in sample().attachments}
    assert {one.name: one.read_text() for one in tmp_path.glob("*.json")} == files


@TEXTS_ALONE
def test_words_of_a_sheet_cannot_pass_for_a_file(suffix):
    false = "\n".join(armored([ms.Attachment("certificates.json", "", "application/json", "{}")]))
    blocks = (
        ms.Paragraph((false, ms.Code(false), ms.Strong(false))),
        ms.CodeListing(tuple(false.split("\n"))),
    )
    manuscript = ms.Manuscript(
        false, false, "2026-01-31", (), (ms.Section(false, "s", blocks),), sample().attachments
    )
    data = renderer(suffix)(manuscript)
    assert intact(data.decode())
    assert dict(read_report(data).files) == {one.name: one.text for one in sample().attachments}


@TEXTS_ALONE
@pytest.mark.parametrize("name", ["</script>", "a b", "", "x\n"])
def test_a_file_whose_name_could_end_its_armour_is_refused(suffix, name):
    with pytest.raises(ValueError, match="is no name for a file"):
        renderer(suffix)(ms.Manuscript("t", "s", "2026-01-31", (), (), (ms.Attachment(name, "", "", ""),)))


@pytest.mark.parametrize("suffix", [".html", ".tex", ".md", ".json", ".typ"])
def test_tables_are_found_line_by_line(suffix):
    heads = (Heading("wager", "left"), *(Heading(f"reading {k}") for k in range(30)))
    cells = tuple((Word(name), *(Word(f"{name}{k}.34567") for k in range(30))) for name in ("Horn", "Even"))
    wide = ms.Tabular(Table("Wide", heads, cells, ("A note.",)), "wide", totals=1)
    manuscript = ms.Manuscript(
        "T", "s", "2026-01-31", (), (*formal().sections, ms.Section("S", "s", (wide,)))
    )
    there = lines(renderer(suffix)(manuscript).decode(), suffix)
    tables = [one for one in manuscript.blocks if isinstance(one, ms.Tabular)]
    wanted = rows(tables, suffix)
    assert [*dict.fromkeys(title for title, _ in wanted)] == [one.table.title for one in tables]
    for _, table in wanted:
        assert any(there[k : k + len(table)] == table for k in range(len(there)))


# Whatever a sheet says is text.

MARKS = [
    *("<b>", "**", "a", "1. ", "- ", "&lt;", "{#x}", "[^1]", ":::", "---", "# ", "| ", "```"),
    *("</script>", "\\end{x}"),
]
TEXTS = st.text(max_size=40) | st.text(st.sampled_from(HARD)) | st.lists(st.sampled_from(MARKS)).map("".join)


def told(text: str, suffix: str) -> str:
    """The words as the format has them, told apart from its own quotation marks and dashes."""
    text = shown(text)
    if suffix != ".tex":
        return text
    from markov.typeset.tex import printable

    return printable(text)


@FORMATS
@settings(max_examples=examples(15), deadline=None)
@given(texts=st.lists(TEXTS, min_size=12, max_size=12))
def test_whatever_a_sheet_says_is_text(suffix, texts):
    texts = [f"x {text} y" for text in texts]
    a, b, c, d, e, f, g, h, i, j, k, m = texts
    table = Table(a, (Heading(b, "left"), Heading(c)), ((Word(d), Word(e)),), (f,))
    picture = next(one for one in ms.all_blocks(sample().sections) if isinstance(one, ms.Picture))
    blocks = (
        ms.Tabular(table, "t"),
        ms.Paragraph((g, ms.Code("x"), ms.Strong(h))),
        ms.Items(((i,),)),
        ms.Terms(((j, (k,)),)),
        ms.Particulars(((j, (k,)),)),
        ms.Picture(picture.drawing, m, a, "p"),
        ms.CodeListing((a, b)),
    )
    manuscript = ms.Manuscript(
        a, b, "2026-01-31", ((d, (e,)),), (ms.Section(f, "s", blocks),), contents=False
    )
    found = read_back(renderer(suffix)(manuscript), suffix)
    assert plain(found.headings[-1]) == plain(told(f if suffix == ".docx" else f"1 {f}", suffix))
    there = [[plain(cell) for cell in row] for one in found.tables for row in one]
    for row in ([b, c], [d, e]):
        assert [plain(told(one, suffix)) for one in row] in there
    lines_ = [plain(line) for line in found.lines]
    for line in (f, f"{g}x{h}", i, f"Figure 1. {m}"):
        assert plain(told(line, suffix)) in lines_
    assert plain(told(f"{a} {b}", suffix)) in "".join(lines_)


def plain(text: str) -> str:
    """The text without spaces, and with the signs that LaTeX has one way to write for."""
    for other, sign in {"“": '"', "”": '"', "‘": "'", "’": "'", "`": "'", "–": "--", "—": "---"}.items():
        text = text.replace(other, sign)
    return re.sub(r"\s|''", lambda found: '"' if found[0] == "''" else "", text)
