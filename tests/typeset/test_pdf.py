"""Manuscripts as PDF: read by other programs than the one that made them."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.typeset import pdf, typst_words
from markov.typeset.manuscript import Attachment, Code, Manuscript, Paragraph, Section, Strong
from markov.typeset.typst import source
from tests.draws import examples
from tests.typeset.sample import ATTACKS, NASTY, sample, table

pytest.importorskip("typst", reason="the extra 'pdf' is not installed")
pypdf = pytest.importorskip("pypdf", reason="the extra 'pdf' is not installed")

MARGIN = 25 / 25.4 * 72
JAVA = Path("/usr/share/java")
JARS = [JAVA / f"{name}.jar" for name in ("preflight", "pdfbox2", "fontbox2", "xmpbox", "commons-logging")]
STUBS = Path(__file__).parent / "preflight"


@cache
def made() -> bytes:
    """The sample as PDF."""
    return pdf.render(sample())


def read(data: bytes):
    return pypdf.PdfReader(BytesIO(data))


def objects(data: bytes) -> Iterator[object]:
    reader = read(data)
    for number in range(1, reader.trailer["/Size"]):
        if found := reader.get_object(number):
            yield found


def test_the_same_manuscript_gives_the_same_bytes() -> None:
    script = (
        "import sys; from hashlib import sha256; from markov.typeset.pdf import render; "
        "from tests.typeset.sample import sample; sys.stdout.write(sha256(render(sample())).hexdigest())"
    )
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert other.stdout == sha256(made()).hexdigest()


def test_it_says_that_it_is_for_the_archive_and_for_all_readers() -> None:
    root = read(made()).trailer["/Root"]
    about = root["/Metadata"].get_object().get_data().decode()
    assert "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>" in about
    assert "<pdfuaid:part>1</pdfuaid:part>" in about
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert root["/Lang"] == "en-GB"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    (intent,) = root["/OutputIntents"].get_object()
    assert intent.get_object()["/S"] == "/GTS_PDFA1"
    assert intent.get_object()["/DestOutputProfile"].get_object().get_data()[36:40] == b"acsp"


def test_its_title_and_date_are_the_manuscripts() -> None:
    reader = read(made())
    assert reader.metadata.title == sample().title
    assert reader.metadata.subject == sample().subtitle
    assert (reader.metadata.author, reader.metadata["/Keywords"]) == (sample().author, sample().program)
    assert reader.metadata["/CreationDate"] == "D:20260131000000Z"
    about = reader.trailer["/Root"]["/Metadata"].get_object().get_data().decode()
    assert set(re.findall(r"\d{4}-\d\d-\d\dT[\d:]+Z", about)) == {"2026-01-31T00:00:00Z"}


def test_its_files_are_inside_and_related() -> None:
    reader = read(made())
    related = {one.get_object()["/UF"]: one.get_object() for one in reader.trailer["/Root"]["/AF"]}
    assert list(related) == [one.name for one in sample().attachments]
    for one in sample().attachments:
        assert reader.attachments[one.name] == [one.text.encode()]
        held = related[one.name]
        assert (held["/AFRelationship"], held["/Desc"]) == ("/Data", one.about)
        assert held["/EF"]["/F"].get_object()["/Subtype"] == "/" + one.media


def test_of_a_large_file_the_digest_is_inside() -> None:
    text = "".join(f'{{"wager":{k},"p":"{pow(7, k, 10**40)}/{10**40}"}}\n' for k in range(40_000))
    large = replace(sample(), attachments=(Attachment("large.json", "large", "application/json", text),))
    digest = sha256(text.encode()).hexdigest()
    name = f"large-{digest[:8]}.json"
    assert large.beside == {name: text}
    assert read(pdf.render(large)).attachments == {"large.json.sha256": [f"{digest}  {name}\n".encode()]}


def test_every_font_is_inside_and_nothing_runs() -> None:
    reader = read(made())
    assert not reader.is_encrypted
    fonts = 0
    for one in objects(made()):
        if not isinstance(one, dict):
            continue
        assert not {"/JS", "/JavaScript", "/AA", "/OpenAction", "/Launch", "/XFA"} & one.keys()
        assert one.get("/S") not in ("/JavaScript", "/Launch", "/SubmitForm", "/ImportData")
        assert one.get("/Subtype") not in ("/Movie", "/Sound", "/RichMedia")
        if one.get("/Type") == "/FontDescriptor":
            fonts += 1
            assert {"/FontFile2", "/FontFile3"} & one.keys()
        if one.get("/Type") == "/Font" and one["/Subtype"] == "/Type0":
            assert "/ToUnicode" in one
    assert fonts >= 5


def test_every_formula_and_picture_can_be_heard() -> None:
    said = [
        one["/Alt"]
        for one in objects(made())
        if isinstance(one, dict) and one.get("/S") in ("/Formula", "/Figure")
    ]
    assert "A box, a circle and an arrow." in said
    assert r"\mu = \sum_{e \in E} p_e r_e" in said


def test_numbers_links_and_outline_lead_where_they_say() -> None:
    reader = read(made())
    text = [page.extract_text() for page in reader.pages]
    numbers = sample().numbers()
    assert numbers["wide"] == "table 1"
    first, second = text[:2]
    assert "Table 1" in first  # below the contents
    assert "Figure 1" in second
    assert "Table 2" in second
    titles = [one["/Title"] for one in reader.outline if not isinstance(one, list)]
    assert titles == ["1 Summary", "2 Definitions", "3 Pictures", "4 Long"]
    assert reader.outline[2][0]["/Title"] == "2.1 Deeper: x_1 & y"
    links = [one.get_object() for page in reader.pages for one in page.get("/Annots", ())]
    outside = {one["/A"]["/URI"] for one in links if "/A" in one and "/URI" in one["/A"]}
    assert outside == set()
    assert len(links) >= 5 + 2  # the table of contents, two references
    assert re.search(r"4\W+Long[ .]*2", first)


def test_signs_are_there_and_long_numbers_are_copied_without_spaces() -> None:
    text = "\n".join(page.extract_text() for page in read(made()).pages)
    assert not set("√∑≤–…≈−≥∫") - set(text) - {"≤"}
    assert "�" not in text
    assert "5/100000000000000000001" in text
    assert NASTY in text.replace("\n", " ").replace("  ", " ")


def test_heads_are_repeated_on_every_page_of_a_long_table() -> None:
    pages = [page.extract_text() for page in read(made()).pages[1:]]
    assert all("exact" in page and "words" in page for page in pages)
    assert all("table 2, continued" in page for page in pages[1:])
    assert "continued" not in pages[0]


def test_every_character_that_is_let_through_has_a_glyph() -> None:
    shown = [chr(k) for k in range(0x20, 0x2C00) if not typst_words._UNKNOWN.match(chr(k))]
    lines = [" ".join(shown[k : k + 40]) for k in range(0, len(shown), 40)]
    everywhere = tuple(Paragraph((line, Strong(line), Code(line))) for line in lines)
    manuscript = Manuscript("All", " ".join(shown), "2026-01-31", (), (Section("All", "all", everywhere),))
    assert pdf.render(manuscript).startswith(b"%PDF-1.7")  # PDF/A-3 lets no glyph be missing
    assert len(shown) > 2000


@settings(max_examples=examples(8))
@given(st.lists(st.text(st.characters(max_codepoint=0x2C00)), min_size=20, max_size=60))
def test_whatever_a_sheet_says_is_set(texts: list[str]) -> None:
    sections = (Section("S", "s", tuple(Paragraph((text, Code(text))) for text in texts)),)
    assert pdf.render(Manuscript("T", texts[0], "2026-01-31", (), sections)).startswith(b"%PDF")


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_words_do_anything_anywhere(attack: str) -> None:
    base = sample()
    sections = (
        replace(base.sections[0], title=attack, label=attack, blocks=(Paragraph((attack, Code(attack))),)),
        Section("Table", "t " + attack, (replace(table(4), label="u" + attack),)),
    )
    file = Attachment("a.json", attack, "application/json", attack.encode("utf-8", "replace").decode())
    read(pdf.render(Manuscript("T" + attack, attack, base.date, ((attack, (attack,)),), sections, (file,))))


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler's pdftotext is not installed")
def test_nothing_stands_outside_the_margins(tmp_path: Path) -> None:
    wide = tuple(
        Section(f"{n}", f"s{n}", (replace(table(n, 20), label=f"t{n}"),)) for n in (6, 9, 11, 14, 30)
    )
    manuscript = sample()
    (tmp_path / "a.pdf").write_bytes(pdf.render(replace(manuscript, sections=(*manuscript.sections, *wide))))
    command = ["pdftotext", "-bbox", "a.pdf", "-"]
    boxes = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    pages = re.split("<page ", boxes)[1:]
    assert len(pages) == 9
    for page in pages:
        across = float(re.search(r'width="([\d.]+)"', page)[1])
        lefts, rights = (list(map(float, re.findall(rf'x{end}="([\d.]+)"', page))) for end in ("Min", "Max"))
        assert min(lefts) > MARGIN - 1
        assert max(rights) < across - MARGIN + 1


@pytest.mark.skipif(
    shutil.which("javac") is None or not all(jar.exists() for jar in JARS),
    reason="PDFBox's Preflight (Debian's libpdfbox2-java) and a JDK are not installed",
)
def test_preflight_finds_nothing_against_it(tmp_path: Path) -> None:
    """Preflight knows only PDF/A-1b: the same document without its files, as that.

    It does not resolve references in the tree of named destinations (1.2.3), though ISO 32000-1, 7.9.6,
    recommends them.
    """
    from typst import Compiler

    compiler = Compiler(source(sample()).encode(), root=tmp_path, ignore_system_fonts=True)
    (tmp_path / "a.pdf").write_bytes(compiler.compile(format="pdf", pdf_standards=["a-1b"], timestamp=0))
    subprocess.run(["javac", "-d", str(tmp_path), *map(str, STUBS.rglob("*.java"))], check=True)
    path = ":".join(map(str, (tmp_path, *JARS)))
    command = ["java", "-cp", path, "org.apache.pdfbox.preflight.Validator_A1b", "a.pdf"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    found = re.findall(r"^\d.*", result.stdout, re.MULTILINE)
    assert "a.pdf" in result.stdout, result.stderr
    assert [
        one for one in found if "1.2.3 : Body Syntax error, Error: can't convert to Destin" not in one
    ] == []
    assert len(found) == len(read(made()).trailer["/Root"]["/Names"]["/Dests"]["/Names"]) // 2
