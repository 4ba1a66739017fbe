"""The command that writes the appendix: every format, what it carries, and what it refuses."""

import os
import random
import re
import sys
from hashlib import sha256
from zipfile import ZipFile

import pytest

from markov.appendix.command import SUFFIXES
from markov.typeset.attached import CERTIFICATES, ODDS
from markov.typeset.report_file import read_report
from tests.process import command
from tests.texts import LUCKY

PAGES = [".pdf", ".docx"]
TEXTS = [suffix for suffix in SUFFIXES if suffix not in (*PAGES, ".xlsx")]
ASKED = ["repeater-bets-plus", "repeating-2", "horn", "--date", "2026-01-31", "--rounds", "2000"]


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The same report in every format."""
    folder = tmp_path_factory.mktemp("reports")
    for suffix in SUFFIXES:
        with pytest.raises(SystemExit) as left:
            command()(["report", *ASKED, "-o", str(folder / f"appendix{suffix}")], prog_name="markov")
        assert not left.value.code
    return folder


def test_the_same_files_are_carried_in_every_format(reports):
    carrying = [read_report((reports / f"appendix{suffix}").read_bytes()) for suffix in (*PAGES, *TEXTS)]
    assert all(one.files[:-1] == carrying[0].files[:-1] for one in carrying)  # all but the terms
    assert [name for name, _ in carrying[0].files] == [
        *(CERTIFICATES, "figures.json", ODDS, "partitions.json", "terms.json")
    ]
    assert not [name for name in os.listdir(reports) if name.startswith(".")]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_question_gives_the_same_bytes(suffix, reports, run, tmp_path):
    again = tmp_path / f"again{suffix}"
    held = "workbook" if suffix == ".xlsx" else "report"
    assert run("report", *ASKED, "-o", again) == (0, "", f"markov: {again} holds the {held}\n")
    assert again.read_bytes() == (reports / f"appendix{suffix}").read_bytes()


@pytest.mark.parametrize("places", [1, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize("suffix", TEXTS)
def test_a_report_with_a_changed_character_is_refused(suffix, places, reports, run, tmp_path):
    text = (reports / f"appendix{suffix}").read_text()
    chosen = random.Random(suffix)
    digits = [i for i, letter in enumerate(text) if letter.isascii() and letter.isdigit()]
    for place in chosen.sample(digits, places):
        changed = tmp_path / f"changed{suffix}"
        changed.write_text(text[:place] + ("3" if text[place] == "2" else "2") + text[place + 1 :])
        code, out, err = run("verify", changed)
        assert code in (1, 3), (place, text[place - 40 : place + 40])
        told = ("digest", "cannot be", "has no end", "is cut off", "can be read to its end")
        assert "FAILS" in out or any(words in err for words in told), err


def test_a_word_file_with_a_changed_figure_is_told_apart(reports, run, tmp_path):
    changed = tmp_path / "changed.docx"
    with ZipFile(reports / "appendix.docx") as given, ZipFile(changed, "w") as made:
        for name in given.namelist():
            data = given.read(name)
            if name == "word/document.xml":
                assert data.count(b">49<") > 1  # below a bar
                data = data.replace(b">49<", b">48<", 1)
            made.writestr(name, data)
    code, out, _ = run("verify", changed)
    assert code == 1
    assert "word/document.xml" in out


def test_a_report_can_be_compared(reports, run):
    code, out, _ = run("diff", reports / "appendix.pdf", reports / "appendix.html")
    assert code == 0
    assert "no mathematical change" in out.lower()


@pytest.mark.parametrize("suffix", [".pdf", ".docx", ".json", ".html"])
def test_half_a_report_is_said_to_be_damaged(suffix, reports, run, tmp_path):
    data = (reports / f"appendix{suffix}").read_bytes()
    half = tmp_path / f"half{suffix}"
    half.write_bytes(data[: len(data) * 3 // 4])
    code, out, err = run("verify", half)
    assert (code, out) == (3, "")
    assert str(half) in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("suffix", "package", "extra"),
    [
        ("pdf", "typst", "pdf"),
        *((suffix, "pypandoc", "report") for suffix in ("html", "docx", "tex", "md", "typ")),
        ("xlsx", "xlsxwriter", "xlsx"),
        *((suffix, "matplotlib", "plot") for suffix in ("pdf", "docx", "typ", "tex", "html")),
    ],
)
def test_a_missing_package_is_named_before_any_work(suffix, package, extra, run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr("markov.appendix.dossier.dossier", None)
    code, out, err = run("report", *ASKED, "-o", tmp_path / f"a.{suffix}")
    assert (code, out) == (2, "")
    assert f"pip install 'markov-odds[{extra}]'" in err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("suffix", "packages"), [("md", ["matplotlib"]), ("json", ["matplotlib", "pypandoc"])]
)
def test_what_only_describes_pictures_needs_none(suffix, packages, run, tmp_path, monkeypatch):
    for package in (*packages, "typst"):
        monkeypatch.setitem(sys.modules, package, None)
    assert run("report", *ASKED, "-o", tmp_path / f"a.{suffix}")[0] == 0


def test_a_missing_reader_of_pdf_is_named(reports, run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pypdf", None)
    code, out, err = run("verify", reports / "appendix.pdf")
    assert (code, out) == (2, "")
    assert "pip install 'markov-odds[pdf]'" in err


OVERLAY = """\
sheet = "repeater-bets-plus"
name = "{name}"
[wagers."Repeating 2".pays]
made = "45 for 1"
[wagers."Repeating 3".pays]
made = "55 for 1"
"""


@pytest.mark.parametrize(
    ("name", "pays"),
    [
        ("Ours", ()),
        ("Ours", ("--pay", "made=50 for 1")),
        ("Repeater Bets Plus, edited", ("--pay", "made=45 for 1")),
    ],
)
def test_a_report_on_a_sheet_with_pays_of_its_own_is_made_again_and_verified(run, tmp_path, pays, name):
    """The pays of the file are no options of the command; of two wagers they may be two."""
    sheet, file = tmp_path / "ours.toml", tmp_path / "a.md"
    sheet.write_text(OVERLAY.format(name=name))
    asked = ("report", sheet, "repeating-2", "repeating-3", *pays, "--rounds", "1000")
    assert run(*asked, "-o", file)[0] == 0
    option = "".join(f"--pay '{pay}' " for pay in pays[1:])
    assert f"markov report ours.toml repeating-2 repeating-3 {option}--rounds 1000" in file.read_text()
    assert run("verify", file, "--sheet", sheet)[0] == 0
    other = tmp_path / "other.toml"  # an option has the same pay for both, whatever is in the file
    other.write_text(OVERLAY.format(name=name).replace("5 for 1", "6 for 1"))
    assert run("verify", file, "--sheet", other)[0] == (0 if pays else 1)


def test_a_sheet_by_path_has_the_digest_of_its_file(run, tmp_path):
    sheet = tmp_path / "lucky.toml"
    sheet.write_text(LUCKY)
    assert run("report", sheet, "--rounds", "1000", "-o", tmp_path / "a.md")[0] == 0
    assert sha256(sheet.read_bytes()).hexdigest() in (tmp_path / "a.md").read_text()
    assert run("verify", tmp_path / "a.md", "--sheet", sheet)[0] == 0


# Pages


@pytest.fixture
def pages(run, tmp_path):
    """Reports, as the text of each page: none nearly empty or ending in a heading, no sign below 6 points."""
    pytest.importorskip("typst", reason="the extra 'pdf' is not installed")
    pypdf = pytest.importorskip("pypdf", reason="the extra 'pdf' is not installed")

    def texts(*asked):
        file = tmp_path / "report.pdf"
        assert run("report", *asked, "--rounds", "500", "-o", file)[0] == 0
        sizes: set[float] = set()

        def seen(text, page, line, font, size):
            if text.strip():
                sizes.add(abs(size * line[3] * page[3]))

        shown = [page.extract_text(visitor_text=seen) for page in pypdf.PdfReader(file).pages]
        assert min(sizes) >= 6
        assert all(len(text) > max(map(len, shown)) / 4 for text in shown[:-1])
        numbers = [int(number) for number in re.findall(r"^Table (\d+) ", "\n".join(shown), re.MULTILINE)]
        assert numbers == list(range(1, len(numbers) + 1))
        ends = [text.splitlines()[-2] for text in shown]  # above the number of the page
        assert not any(re.match(r"Table \d+ |\d+(\.\d+)* [A-Z][^.]*$", end) for end in ends)
        return shown

    return texts


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("repeater-bets-plus", "repeating-2-3-11-12"),
        *(
            pytest.param(game, name, marks=pytest.mark.slow)
            for game, name in (
                ("repeater-bets-plus", "repeating-2"),
                ("quebec-place-bets", "lay-4"),
                ("craps", "pass-with-odds"),
                ("craps-side-bets", "replay"),
                ("examples/hold_and_spin.py", "by-prizes"),
                ("examples/keep_dice.py", "three-sixes"),
                ("examples/red_dog.py", "red-dog"),
            )
        ),
    ],
)
def test_one_wager_takes_five_pages_and_none_is_half_empty(pages, game, name):
    texts = pages(game, name)
    assert len(texts) <= 5
    assert "Sign-off" in texts[-1]  # no glossary stands on a page alone
    assert sum("Glossary and references" in text for text in texts) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("repeater-bets-plus", 24),
        ("quebec-place-bets", 20),
        ("straights-and-8s", 5),
        ("craps-side-bets", 29),
        ("examples/lucky_threes.toml", 12),
    ],
)
def test_a_sheet_takes_so_many_pages_at_most(pages, game, most):
    assert len(pages(game)) <= most


DRAWN = """
name = "Drawn"
source = "a test"
wheel = "two dice"
until = "7"
prizes.credits = { "2 for 1" = 3, "5 for 1" = 1 }
pays.lost = "nothing"
[wagers."Sixes"]
wins = "6x3"
pays = { made = "1 + 2 x credits", out = "3 for 4" }
offers = { out = "exactly 6x1" }
[wagers."Six or 8"]
ladder = { big = "6x3", small = "6x2" }
pays = { big = "30 for 1", small = "2 for 1", out = "3 for 4" }
offers = { out = "exactly 6x1" }
"""


def test_what_a_reader_may_misread_is_said(run, tmp_path):
    """An edited amount of a prize, the win that offers flip at, and a choice that the sheet rejects."""
    sheet, file = tmp_path / "drawn.toml", tmp_path / "a.md"
    sheet.write_text(DRAWN)
    short = ("--rounds", "100", "--force", "-o", file)
    assert run("report", sheet, "sixes", "--pay", "made:11=12 to 1", *short)[0] == 0
    assert "In place of what is drawn made:11 pays 12 to 1." in file.read_text()
    assert run("report", sheet, "six-or-8", *short)[0] == 0
    assert "In the last column the win is big." in file.read_text()
    assert run("report", "repeater-bets-plus", "repeating-2", "--option", "zero=loses", *short)[0] == 0
    said = file.read_text()
    assert "The sheet rejects it, since the sheet says that a zero is disregarded." in said
    assert "The sheet rejects zero=loses, which is used here and counts among them." in said
