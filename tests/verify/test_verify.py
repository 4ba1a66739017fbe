"""The command that checks: what it compared, what it did not, and forgers who mend the digests."""

import json
import re
import sys
import tracemalloc
from base64 import b64encode
from dataclasses import replace
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from unittest.mock import Mock
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile
from zlib import compress

import pytest

from markov import checker, game
from markov.appendix.appendix import appendix
from markov.appendix.dossier import dossier
from markov.appendix.report import library_versions
from markov.package import __version__
from markov.tables.drawing import Bars
from markov.typeset.attached import CERTIFICATES, ODDS, SEAL, sealed
from markov.typeset.formats import renderer
from markov.typeset.manuscript import Picture, Section
from markov.wager.catalogue import find
from markov.wager.game import SheetError
from tests import certificates
from tests.appendix.dossiers import made, terms
from tests.oracles import forger
from tests.process import command
from tests.refused import refused
from tests.texts import LUCKY

LINKED = "names, reading, wheel, pays, outlay, envy, states, offers and rows match those of sheet and rule"

TEXTS = (".md", ".html", ".tex", ".typ", ".json")
GAME = "straights-and-8s"


@pytest.fixture
def file(tmp_path):
    """Where what is verified is written: its name says nothing of what it is."""
    return tmp_path / "given"


@pytest.fixture
def verify(run, file):
    """Verifies a file, or such a text or bytes, which comes to that exit code.

    Answers with what is said of each check, by its verdict and its name.
    """

    def verified(code, given, *arguments):
        if not isinstance(given, Path):
            file.write_bytes(given if isinstance(given, bytes) else given.encode())
            given = file
        left, out, err = run("verify", given, *arguments, "--json")
        told = json.loads(out)
        assert (left, told["ok"]) == (code, {0: True, 1: False, 6: None}[code]), err
        found = {True: {}, False: {}, None: {}}
        for check in told["checks"]:
            found[check["ok"]][check["name"]] = check["detail"]
        return found

    return verified


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A sheet of our own, and the dossier of it, full or not: a report is made again with --sheet alone."""
    sheet = tmp_path_factory.mktemp("lucky") / "lucky.toml"
    sheet.write_text(LUCKY)
    return sheet, cache(lambda full: dossier(terms(find(str(sheet)), rounds=20, file=sheet.name, full=full)))


@pytest.fixture(scope="module")
def manuscripts(own):
    """The manuscript for each format."""
    return cache(lambda suffix, full=False: appendix(own[1](full), __version__, library_versions(suffix)))


@pytest.fixture
def lucky(own, manuscripts, request):
    """The sheet, and the manuscript for the format that the test is about."""
    suffix = request.getfixturevalue("suffix") if "suffix" in request.fixturenames else ".md"
    return own[0], manuscripts(suffix)


def installed():
    """The dossier of a wager of an installed game."""
    return made("repeater-bets-plus", "2-or-12-before-7", rounds=20)


@cache
def rendered(manuscript, suffix):
    return renderer(suffix)(manuscript)


def resealed(text):
    """The text with a digest that fits what it holds now, as a forger would write it."""
    return sealed(re.sub("=====TEXT SHA-256 [0-9a-f]{64}=====", SEAL, text))


def with_files(manuscript, *, more=(), **changed):
    """The manuscript with other contents of its files, by the first part of their names, and more files."""
    files = [
        replace(one, text=changed.get(one.name.partition(".")[0], lambda text: text)(one.text))
        for one in manuscript.attachments
    ]
    return replace(manuscript, attachments=(*files, *more))


def certified(**changed):
    return forger.sealed({**certificates.certified(GAME, GAME), **changed}) + "\n"


# Three verdicts, and what they exit with.


def test_a_failure_outweighs_what_was_not_compared(verify):
    assert verify(1, certified(game="no-such-game") + certified(source="another"))[None]


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"\xff\xfe", b"%PDF-1.7\nnothing", b"PK\x03\x04nothing", b"just words\n", b"{}\n", b"{\n"),
        *(b"=====FILE certificates.json", certified().encode()[:-10]),
    ],
)
def test_what_is_no_valid_file_exits_with_3(file, run, content):
    file.write_bytes(content)
    refused(run("verify", file), 3, str(file))


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("options", [], "certificate, options: no names"),
        ("options", {"zeros": "9"}, "no choice for zeros"),
        ("options", {"zeros": "2"}, "options: not what the rule and the sheet make"),
        ("wager", "repeating-7", "no wager 'repeating-7'"),
        ("wager", 7, "certificate, wager: not of the kind str"),
        ("source", "another", "source: not what the rule and the sheet make"),
        ("states", [[0], [3], "lost", "made"], "states: not what the rule and the sheet make"),
    ],
)
def test_what_the_equations_do_not_say_is_compared_with_the_rules(verify, key, value, why):
    given = certificates.certified("repeater-bets-plus", "repeating-2")
    (failed,) = verify(1, forger.sealed({**given, key: value}))[False].values()
    assert failed.startswith(why)


# Names.


def test_a_name_with_a_look_alike_letter_is_not_the_installed_game(verify):
    detail = verify(6, certified(game="str\u0430ights-and-8s"))[None]["Straights and 8's: rules"]
    assert "[U+0430]" in detail
    assert "the nearest is straights-and-8s" in detail


def test_an_installed_game_that_cannot_be_made_is_not_compared(verify, monkeypatch):
    monkeypatch.setattr("markov.wager.catalogue.find", Mock(side_effect=SheetError("line 3")))
    assert "cannot be made: line 3" in verify(6, certified())[None]["Straights and 8's: rules"]


def test_a_look_alike_wager_fails(verify):
    failed = verify(1, certified(name="Str\u0430ights and 8's"))[False]
    assert "name: not what the rule and the sheet make" in failed.values()


def test_a_name_in_a_certificate_is_no_path(tmp_path, verify):
    sheet = tmp_path / "mine.toml"
    sheet.write_text("this is not a sheet")
    verify(6, certified(game=str(sheet)))


def test_an_order_to_a_terminal_never_reaches_it(file, run):
    file.write_text(certified(game="\x1b]0;owned\x07", name="\x1b[2Jx"))
    code, out, err = run("verify", file)
    assert code == 6
    assert "\x1b" not in out + err
    assert "[U+001B]" in out


# The rules of a sheet given by path.


PUSHED_OR_LOST = """
import markov as mk

def step(state, total):
    if total == 7:
        return mk.End("back", decides={decides})
    return mk.End("won") if total == 6 else min(state + 1, 1)

pays = mk.Paytable({{"won": "2 for 1", "back": "1 for 2"}})
bet = mk.Wager("Six", mk.PlainRule(0, step), mk.dice(2), pays, "ours")
"""


@pytest.mark.parametrize(
    "command", [("certify", "-o", "proof.json"), ("report", "--rounds", 20, "-o", "proof.md")]
)
def test_rules_of_which_no_certificate_can_be_made_fail(tmp_path, monkeypatch, run, verify, command):
    monkeypatch.chdir(tmp_path)
    program, (name, *options) = Path("six.py"), command
    program.write_text(PUSHED_OR_LOST.format(decides="True"))
    assert run(name, program, *options)[0] == 0
    verify(0, Path(options[-1]), "--sheet", program)
    program.write_text(PUSHED_OR_LOST.format(decides="state > 0"))  # one name for two kinds of ends
    failed = verify(1, Path(options[-1]), "--sheet", program)[False]
    assert failed["Six: rules"].startswith("Six: the ending 'back' decides the bet in some states")


@pytest.mark.parametrize("between", ["\x1c", "\x1d", "\x0b", "\x0c", "\r"])
def test_lines_end_where_they_end_for_the_checker(file, run, between):
    file.write_bytes(between.join([certified().removesuffix("\n")] * 2).encode())
    assert run("verify", file)[0] == checker.main([str(file)]) == (0 if between == "\r" else 3)


# Reports.


@pytest.mark.parametrize("suffix", [*TEXTS, ".pdf", ".docx"])
def test_a_full_report_is_made_again_and_is_the_same(own, manuscripts, verify, suffix):
    held = verify(0, rendered(manuscripts(suffix, full=True), suffix), "--sheet", own[0])[True]
    assert {"report", "odds.json", "Threes: rules", "Threes: best play"} <= held.keys()
    assert ("tables" in held) == (suffix in TEXTS)


@pytest.mark.parametrize("suffix", [*TEXTS, ".pdf"])
def test_a_report_of_an_unknown_sheet_is_compared_with_its_certificates_alone(lucky, verify, suffix):
    _, manuscript = lucky
    assert verify(6, rendered(manuscript, suffix))[None].keys() == {"report", "Threes: rules"}


SHOWN = ("18.7500", "1/16")  # in every format
FIGURES = ("18.7500", "3.3333", "81.2500", "6.2500", "3.1468", "5.6250", "12 to 1", "1/16")
BARRED = {".html": "<span>1</span><i>/</i><span>16", ".tex": "\\barred{1}{16"}


@pytest.mark.parametrize(
    ("suffix", "figure"),
    [
        pytest.param(suffix, figure, marks=() if suffix == ".md" or figure in SHOWN else pytest.mark.slow)
        for suffix in TEXTS
        for figure in FIGURES
    ],
)
def test_a_changed_figure_is_found_without_the_rules(lucky, verify, suffix, figure):
    """The forger mends the digest; the certificates inside still say what is right."""
    _, manuscript = lucky
    text = rendered(manuscript, suffix).decode()
    first = "Results: pay" if suffix == ".json" else "The wagers"  # the first certified table of each
    summary = text.index(first)
    shown = BARRED.get(suffix, figure) if "/" in figure else figure
    start, sign, end = re.search(r"(\D*)([\d.]*\d)(.*)", shown).groups()
    pattern = re.escape(start) + "".join(rf"(?:<[^>]*>)*{re.escape(c)}" for c in sign) + re.escape(end)
    place = re.compile(pattern).search(text, summary)
    forged = place[0][: -len(end) or None]
    forged = forged[:-1] + ("3" if forged[-1] != "3" else "4") + end
    found = verify(1, resealed(text[: place.start()] + forged + text[place.end() :]))
    assert "digest" in found[True]
    assert "stands where" in found[False]["tables"]


@pytest.mark.parametrize("suffix", TEXTS)
def test_a_changed_word_is_found_with_the_rules(lucky, verify, suffix):
    """No certificate covers it; the report made again does."""
    sheet, manuscript = lucky
    text = rendered(manuscript, suffix).decode()
    found = verify(1, resealed(text.replace("House rules", "House ruled", 1)), "--sheet", sheet)
    assert "tables" in found[True]
    said = r"^line \d+: .*House ruled.* stands where .*House rules.* belongs$"
    assert re.search(said, found[False]["report"])


@pytest.mark.parametrize("suffix", [".md", ".html"])
def test_a_change_in_a_report_of_choices_is_found(verify, suffix):
    sheet = Path("examples/two_offers.py")
    asked = terms(game(str(sheet)), ("three-6s",), rounds=20, file=sheet.name)
    text = rendered(appendix(dossier(asked), __version__, library_versions(suffix)), suffix).decode()
    assert verify(0, text, "--sheet", sheet)[False] == {}
    for old, new in (("7.5883", "7.5884"), ("insure", "ensure")):
        failed = verify(1, resealed(text.replace(old, new)), "--sheet", sheet)[False]
        assert failed.keys() == {"tables", "report"}


def test_a_report_on_more_money_whatever_comes_has_the_figures_of_its_certificate(verify):
    sheet = Path("tests/screens/given/flips.py")
    asked = terms(game(str(sheet)), ("raised",), rounds=20, file=sheet.name)
    text = rendered(appendix(dossier(asked), __version__, library_versions(".md")), ".md").decode()
    assert verify(0, text, "--sheet", sheet)[False] == {}


@pytest.mark.parametrize("suffix", [".pdf"])
def test_a_changed_page_of_a_pdf_is_found_with_the_rules(lucky, verify, suffix):
    sheet, manuscript = lucky
    forged = replace(manuscript, subtitle="Odds, expected returns and best play")
    failed = verify(1, rendered(forged, ".pdf"), "--sheet", sheet)[False]
    assert failed["report"].startswith("page 1, line ")
    failed = verify(1, rendered(manuscript, ".pdf") + b"\n", "--sheet", sheet)[False]
    assert failed["report"] == "it reads the same, and is not the same to the last byte"


@pytest.mark.parametrize("suffix", [".pdf"])
def test_a_pdf_whose_pages_cannot_be_read_fails(lucky, verify, suffix):
    sheet, manuscript = lucky
    data = rendered(manuscript, ".pdf")
    for key, why in ((b"/Pages ", "its pages: it is no PDF"), (b"/Kids", "it has 0 pages where ")):
        assert key in data
        failed = verify(1, data.replace(key, key.replace(b"s", b"z")), "--sheet", sheet)[False]
        assert failed["report"].startswith(why)


@pytest.mark.parametrize(
    ("suffix", "package", "extra"), [(".pdf", "typst", "pdf"), (".md", "pypandoc", "report")]
)
def test_a_report_is_not_compared_where_nothing_sets_it(lucky, verify, monkeypatch, suffix, package, extra):
    sheet, manuscript = lucky
    given = rendered(manuscript, suffix)
    monkeypatch.setitem(sys.modules, package, None)
    skipped = verify(6, given, "--sheet", sheet)[None]
    assert skipped.keys() == {"report", *["tables"] * (suffix == ".md")}
    assert all(f"pip install 'markov-odds[{extra}]'" in why for why in skipped.values())


def test_tables_that_another_pandoc_has_set_are_not_said_to_be_wrong(lucky, verify):
    sheet, manuscript = lucky
    older = with_files(manuscript, terms=lambda text: re.sub('(?<="pypandoc_binary":")[^"]*', "0.1", text))
    text = renderer(".md")(older).decode()
    padded = re.sub(r"(?m)^(\|.*) \|$", r"\1  |", text)  # as it might pad its cells
    skipped = verify(6, resealed(padded), "--sheet", sheet)[None]
    assert "tables" in skipped
    assert "set by pypandoc_binary 0.1, and" in skipped["report"]


@pytest.mark.parametrize(
    "hidden",
    ["-->\n**The edge is １．００％**\n<!--\n", "Edge5percent\n", "=\n", "=====FILE x SHA-256 0=====\n"],
)
def test_words_among_the_lines_of_a_file_are_refused(file, lucky, run, hidden):
    """No reader of Base64 has to trip over them, and no digest of a file covers them."""
    sheet, manuscript = lucky
    text = rendered(manuscript, ".md").decode()
    file.write_text(resealed(text.replace("=====END odds.json", f"{hidden}=====END odds.json")))
    refused(run("verify", file, "--sheet", sheet), 3, "inside it")


@pytest.mark.parametrize("suffix", [".md", ".json"])
def test_a_report_of_another_version_is_not_made_again(verify, suffix):
    found = verify(6, rendered(appendix(installed(), "9.9", library_versions(suffix)), suffix))
    assert (found[False], [*found[None]]) == ({}, ["report"])
    assert "made by markov 9.9, and" in found[None]["report"]


def test_a_changed_figure_of_another_version_fails_and_another_way_to_say_it_is_not_compared(lucky, verify):
    sheet, manuscript = lucky
    older = with_files(manuscript, terms=lambda text: text.replace(f'"{__version__}"', '"9.9"'))
    for other, code, verdict in (("17.7500", 1, False), ("18.75", 6, None)):
        text = renderer(".md")(older).decode().replace("18.7500", other)
        found = verify(code, resealed(text), "--sheet", sheet)
        assert "tables" in found[verdict]
        assert "report" in found[None]


@pytest.mark.parametrize("suffix", [".pdf"])
def test_a_pdf_that_another_typst_has_set_is_not_compared(lucky, verify, suffix):
    """Its files are; how its pages look depends on what set them."""
    sheet, manuscript = lucky
    older = with_files(manuscript, terms=lambda text: re.sub('(?<="typst":")[^"]*', "0.1", text))
    forged = replace(older, subtitle="Odds, expected returns and best play")
    skipped = verify(6, rendered(forged, ".pdf"), "--sheet", sheet)[None]
    assert "set by typst 0.1, and" in skipped["report"]
    forged = with_files(older, partitions=lambda text: text.replace("1", "2"))
    verify(1, rendered(forged, ".pdf"), "--sheet", sheet)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"rounds":"20"', '"rounds":"1000000000"', "made with --rounds 1000000000; verify it with the same"),
        ('"max_states":"', '"max_states":"9', "made with --max-states 9"),
        ('"pays":{}', '"pays":{"threes":{"lots":"2 for 1"}}', "pays that it was made with do not fit"),
        (
            '"pays":{}',
            '"pays":{"threes":{"made":"x"}}',
            "the pays that it was made with do not fit the sheet",
        ),
    ],
)
def test_terms_that_are_not_made_again(lucky, verify, old, new, why):
    sheet, manuscript = lucky
    forged = with_files(manuscript, terms=lambda text: text.replace(old, new))
    assert why in verify(6, rendered(forged, ".md"), "--sheet", sheet)[None]["report"]
    text = rendered(forged, ".md").decode()
    verify(1, resealed(text.replace("18.7500", "17.7500")), "--sheet", sheet)
    verify(6, rendered(manuscript, ".md"), "--sheet", sheet, "--rounds", 19)
    verify(0, rendered(manuscript, ".md"), "--sheet", sheet, "--rounds", 20)


# Pictures that another matplotlib has drawn.


@pytest.fixture
def redrawn(own, suffix):
    """The sheet, and a report with other pictures, whose terms say what drew them."""

    def changed(block):
        if isinstance(block, Section):
            return replace(block, blocks=tuple(map(changed, block.blocks)))
        if isinstance(block, Picture) and isinstance(block.drawing, Bars):
            return replace(block, drawing=replace(block.drawing, chances=block.drawing.chances[::-1]))
        return block

    sheet, found = own
    made = appendix(found(True), __version__, {**library_versions(suffix), "matplotlib": "0.0"})
    return sheet, replace(made, sections=tuple(map(changed, made.sections)))


DRAWN = pytest.mark.parametrize("suffix", [".html", ".typ", ".tex", ".docx"])


@DRAWN
def test_other_pictures_by_another_matplotlib_are_not_compared(redrawn, verify, suffix):
    sheet, manuscript = redrawn
    skipped = verify(6, rendered(manuscript, suffix), "--sheet", sheet)[None]
    assert "identical but for pictures" in skipped["report"]
    assert "set by matplotlib 0.0, and" in skipped["report"]


@DRAWN
def test_other_words_beside_pictures_by_another_matplotlib_fail(redrawn, verify, suffix):
    sheet, manuscript = redrawn
    forged = replace(manuscript, subtitle="Approved by the board")
    assert "Approved" in verify(1, rendered(forged, suffix), "--sheet", sheet)[False]["report"]


# The files in a report.


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"1/16"', '"1/15"'),
        ('"edge_per_stake":"0.187500"', '"edge_per_stake":"0.087500"'),
        ('"never":', '"edge":"1/100","never":'),
        ('"trial":"roll"', '"trial":7'),
    ],
)
@pytest.mark.parametrize("suffix", [".pdf", ".md", ".json"])
def test_altered_odds_are_found_without_the_rules(lucky, verify, suffix, old, new):
    _, manuscript = lucky
    forged = with_files(manuscript, odds=lambda text: text.replace(old, new))
    said = verify(1, rendered(forged, suffix))[False]["odds.json"]
    assert re.search("is said.*is certified|^no odds of the wagers", said)


@pytest.mark.parametrize("suffix", [".pdf", ".md", ".json"])
def test_altered_partitions_are_found_with_the_rules(lucky, verify, suffix):
    sheet, manuscript = lucky
    forged = with_files(manuscript, partitions=lambda text: text.replace("1", "2"))
    failed = verify(1, rendered(forged, suffix), "--sheet", sheet)[False]
    assert failed["report"].startswith("partitions.json: line 1: ")


NONE = ["", "{", "[]", "null", "[" * 100_000]


@pytest.mark.parametrize(
    ("part", "failing", "text"),
    [
        *(
            ("odds", "odds.json", text)
            for text in (*NONE, "{}", '{"schema":"markov/odds/1","wagers":' + "9" * 10**6)
        ),
        *(
            ("terms", "report", text)
            for text in (*NONE, '{"schema":"markov/terms/1"}', '{"rounds":' + "9" * 10**6 + "}")
        ),
    ],
)
def test_files_that_are_no_odds_and_no_terms(lucky, verify, part, failing, text):
    _, manuscript = lucky
    failed = verify(1, rendered(with_files(manuscript, **{part: lambda _: text}), ".md"))[False]
    assert failed[failing].startswith("terms.json: " if part == "terms" else "")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"rounds":"20"', '"rounds":"0"'),
        ('"rounds":"20"', '"rounds":20'),
        ('"rounds":"20"', '"rounds":"1000000001"'),
        ('"seed":"0"', '"seed":"-1"'),
        ('"stakes":{"threes":"1"}', '"stakes":{"threes":"2/2"}'),
        ('"stakes":{"threes":"1"}', '"stakes":{}'),
        ('"date":"2026-01-31"', '"date":"31.1.2026"'),
        ('"file":"lucky.toml"', '"file":"/etc/lucky.toml"'),
        ('"wagers":["threes"]', '"wagers":["fours"]'),
        ('"wagers":["threes"]', '"wagers":"threes"'),
        ('"wagers":["threes"],"stakes":{', '"wagers":["threes","Threes"],"stakes":{"Threes":"1",'),
        ('"wagers":["threes"],"stakes":{"threes"', '"wagers":["Threes"],"stakes":{"Threes"'),
        ('"options":{}', '"options":{"hats":"no"}'),
        ('"pypandoc_binary":', '"pandoc":'),
        ('"libraries":{', '"libraries":[],"others":{'),
    ],
)
def test_altered_terms_fail(lucky, verify, old, new):
    sheet, manuscript = lucky
    forged = with_files(manuscript, terms=lambda text: text.replace(old, new))
    assert forged != manuscript
    assert "report" in verify(1, rendered(forged, ".md"), "--sheet", sheet)[False]


@pytest.mark.parametrize("suffix", [".md", ".html", ".json"])
@pytest.mark.parametrize("name", [CERTIFICATES, ODDS])
def test_two_files_of_one_name_fail(lucky, verify, suffix, name):
    _, manuscript = lucky
    (one,) = (one for one in manuscript.attachments if one.name == name)
    failed = verify(1, rendered(with_files(manuscript, more=[one]), suffix))[False]
    assert failed["files"] == f"{name} is there 2 times; a report carries it once"


@pytest.mark.parametrize("suffix", [".pdf"])
def test_two_certificates_in_a_pdf_fail(file, lucky, verify, suffix, run):
    from pypdf import PdfWriter

    _, manuscript = lucky
    writer = PdfWriter(BytesIO(rendered(manuscript, ".pdf")))
    writer.add_attachment(CERTIFICATES, manuscript.attachments[0].text.encode())
    writer.write(file)
    assert verify(1, file)[False]["files"] == f"{CERTIFICATES} is there 2 times; a report carries it once"
    refused(run("diff", file, GAME), 3, f"it carries two files {CERTIFICATES}")


@pytest.mark.parametrize("suffix", [".pdf", ".md", ".json"])
def test_a_file_more_or_less_fails(lucky, verify, suffix):
    sheet, manuscript = lucky
    more = with_files(manuscript, more=[replace(manuscript.attachments[1], name="w" * 61)])
    less = replace(manuscript, attachments=manuscript.attachments[:-1])
    for forged, why, again in (
        (more, f"{'w' * 60} is there, which no report carries", "it has 6 files where 5 belong"),
        (less, "terms.json is there 0 times; a report carries it once", ""),
    ):
        failed = verify(1, rendered(forged, suffix), "--sheet", sheet)[False]
        assert (failed["files"], failed.get("report", "")) == (why, again)


@pytest.mark.parametrize("suffix", [".pdf", ".docx", ".html", ".json"])
def test_a_large_file_stands_beside_its_report_and_its_digest_inside(
    tmp_path, file, lucky, verify, run, suffix, monkeypatch
):
    monkeypatch.setattr("markov.typeset.manuscript.LARGE", 2000)
    sheet, manuscript = lucky
    given = renderer(suffix)(manuscript)
    beside = {tmp_path / name: text for name, text in manuscript.beside.items()}
    (path,) = (path for path in beside if path.name.startswith("certificates-"))
    assert [*verify(6, given, "--sheet", sheet)[None]] == ["files", "odds.json"]
    for place, text in beside.items():
        place.write_text(text)
    monkeypatch.setattr("markov.typeset.report_file._LARGEST", max(map(len, beside.values())))
    assert verify(0, given, "--sheet", sheet)[True]["Threes: rules"] == LINKED
    path.write_text(beside[path].replace('"13/16"', '"14/16"'))
    assert run("verify", file)[0] == 3


def test_the_command_writes_what_stands_beside(tmp_path, lucky, run, monkeypatch):
    monkeypatch.setattr("markov.typeset.manuscript.LARGE", 2000)
    sheet, _ = lucky
    _, _, err = run("report", sheet, "--rounds", 20, "-o", tmp_path / "r.md")
    beside = [one.name for one in tmp_path.glob("*.json")]
    assert beside
    assert all(f"{name}, beside it, goes with it" in err for name in beside)
    (lost,) = (name for name in beside if name.startswith("certificates-"))
    assert run("diff", tmp_path / "r.md", sheet)[0] == 0
    (tmp_path / lost).unlink()
    refused(run("diff", tmp_path / "r.md", sheet), 3, f"{lost} is not beside it")


def test_a_certificate_that_does_not_hold_leaves_the_figures_uncompared(lucky, verify):
    _, manuscript = lucky
    forged = with_files(manuscript, certificates=lambda text: text.replace('"13/16"', '"14/16"'))
    assert verify(1, rendered(forged, ".md"))[None]["odds.json"] == "a certificate does not hold"


def test_tables_that_cannot_be_read_fail(lucky, verify):
    text = rendered(lucky[1], ".json").decode().replace('"opening"', '"closing"')
    assert verify(1, resealed(text))[False]["tables"] == "it has no tables that can be read"


def test_words_before_the_beginning_fail(lucky, verify):
    sheet, manuscript = lucky
    forged = resealed("edge: 0\n" + rendered(manuscript, ".md").decode())
    assert verify(1, forged, "--sheet", sheet)[False]["report"] == "it begins as no report does"


# Bombs.

ZEROS = 1 << 26


def bomb_in_text():
    data = bytes(ZEROS)
    digest = sha256(data).hexdigest()
    packed = b64encode(compress(data)).decode()
    name = CERTIFICATES
    return sealed(
        f"# x\n{SEAL}\n=====FILE {name} SHA-256 {digest}=====\n{packed}\n=====END {name}=====\n"
    ).encode()


def bomb_in_zip(method=ZIP_DEFLATED):
    packed = BytesIO()
    with ZipFile(packed, "w", method) as archive:
        archive.writestr("xl/workbook.xml", bytes(ZEROS))
    return packed.getvalue()


def bomb_in_pdf(files=1, size=ZEROS):
    from pypdf import PdfWriter

    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    packed = compress(bytes(size))
    for _ in range(files):
        writer.add_attachment(CERTIFICATES, packed)
    whole = BytesIO()
    writer.write(whole)
    length = f"/Length {len(packed)}\n".encode()
    assert whole.getvalue().count(length) == files
    return whole.getvalue().replace(length, b"/Filter /FlateDecode " + length)


def bomb_that_says_it_is_small(method=ZIP_DEFLATED):
    return bomb_in_zip(method).replace(ZEROS.to_bytes(4, "little"), (10).to_bytes(4, "little"))


def bomb_in_many_of_one_name():
    """Eight files, each of which there is room for."""
    return bomb_in_pdf(8, ZEROS // 16)


@pytest.mark.parametrize(
    "bomb",
    [
        *(bomb_in_text, bomb_in_zip, bomb_in_pdf, bomb_that_says_it_is_small),
        lambda: bomb_that_says_it_is_small(ZIP_BZIP2),  # packed in another way
        lambda: b"PK\x03\x04" + b"PK\x01\x02" * 10_001,  # of too many parts
        bomb_in_many_of_one_name,
    ],
)
def test_what_would_unpack_to_much_is_not_unpacked(tmp_path, file, run, bomb):
    file.write_bytes(bomb())
    assert file.stat().st_size < 100_000
    run("verify", tmp_path / "none")  # what is imported is not counted
    tracemalloc.start()
    code, out, err = run("verify", file)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (code, out) == (3, "")
    assert re.search("unpacked|packed in another way", err)
    assert peak < ZEROS / 2


@pytest.mark.parametrize(
    "attached",
    ["[" * 100_000, "9" * 10**6, '[{"name":"x","sha256":"","text":"\\ud800"}]', "[1]", "{}", '[{"name":[]}]'],
)
def test_json_that_is_hostile_is_refused(file, run, attached):
    file.write_text('{"schema": "markov/report/2", "sections": [], "attachments": ' + attached + "}")
    refused(run("verify", file), 3, str(file))


# Workbooks.


@pytest.fixture(scope="module")
def workbook(own):
    sheet, _ = own
    file = sheet.with_name("r.xlsx")
    with pytest.raises(SystemExit):
        command()(["report", str(sheet), "-o", str(file), "--date", "2026-01-31"], prog_name="markov")
    return file


def repacked(data, change):
    """The workbook with its parts changed, zipped without compression."""
    packed = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(packed, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return packed.getvalue()


def test_a_workbook_is_made_again_and_is_the_same(lucky, workbook, verify):
    sheet, _ = lucky
    assert [*verify(0, workbook, "--sheet", sheet)[True]] == ["workbook"]
    verify(0, repacked(workbook.read_bytes(), lambda _, part: part), "--sheet", sheet)


OLDER = re.compile(rb"(xlsxwriter(?:&quot;|\"):(?:&quot;|\"))[\d.]+")


def test_a_workbook_that_another_xlsxwriter_has_set_is_not_compared(lucky, workbook, verify):
    sheet, _ = lucky

    def styled(name, part):
        return (
            part.replace(b"Calibri", b"Carlito") if name == "xl/styles.xml" else OLDER.sub(rb"\g<1>0.1", part)
        )

    skipped = verify(6, repacked(workbook.read_bytes(), styled), "--sheet", sheet)[None]
    assert "set by xlsxwriter 0.1, and" in skipped["workbook"]


@pytest.mark.parametrize(
    "forged",
    [
        lambda name, part: part.replace(b"<v>0.8125</v>", b"<v>0.9125</v>"),
        lambda name, part: part.replace(b"</f>", b"+1</f>") if "/sheet" in name else part,
        lambda name, part: part.replace(b">Threes", b">Fours") if name == "xl/sharedStrings.xml" else part,
        lambda name, part: part.replace(b'name="Threes"', b'name="Fours"') if "workbook" in name else part,
    ],
)
def test_another_xlsxwriter_accounts_for_no_cell(lucky, workbook, verify, forged):
    sheet, _ = lucky
    assert repacked(workbook.read_bytes(), forged) != repacked(workbook.read_bytes(), lambda _, part: part)

    def changed(name, part):
        return OLDER.sub(rb"\g<1>0.1", forged(name, part))

    failed = verify(1, repacked(workbook.read_bytes(), changed), "--sheet", sheet)[False]
    assert re.search("cell|sheet|sharedStrings|workbook", failed["workbook"])


def heavier(data):
    return repacked(data, lambda _, part: re.sub(rb'(r="B6" s="18"><v>1)<', rb"\g<1>7<", part))


def longer(data):
    return repacked(data, lambda name, part: part + b'<c r="Z9">' * name.endswith("sheet1.xml"))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (heavier, r"^xl/worksheets/sheet2.xml, cell B6: .*<v>17</v>.* stands where"),
        (longer, "^xl/worksheets/sheet1.xml: it is longer, or shorter$"),
        (lambda data: data.replace(b"xl/styles", b"xl/stiles"), "^xl/styles.xml is missing$"),
    ],
)
def test_a_changed_part_of_a_workbook_is_named(lucky, workbook, verify, changed, said):
    failed = verify(1, changed(workbook.read_bytes()), "--sheet", lucky[0])[False]
    assert re.search(said, failed["workbook"])


@pytest.mark.parametrize("part", ["xl/workbook.xml", "word/document.xml"])
def test_another_workbook_or_document_is_named_as_not_compared(file, verify, part):
    with ZipFile(file, "w") as archive:
        archive.writestr(part, "<x/>")
    found = verify(6, file)
    assert (found[True], len(found[None])) == ({}, 1)


def forged(data):
    return repacked(data, lambda _, part: part.replace(b"0.8125", b"0.9125"))


def before(data, more):
    """The workbook behind other bytes, its directory pointing to where its parts now are."""
    packed = BytesIO(more)
    with ZipFile(BytesIO(data)) as old, ZipFile(packed, "a") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    return packed.getvalue()


def commented(data):
    packed = BytesIO(data)
    with ZipFile(packed, "a") as archive:
        archive.comment = b"1/49 is now 2/49"
    return packed.getvalue()


def twice(data):
    packed = BytesIO(data)
    with pytest.warns(UserWarning, match="Duplicate name"), ZipFile(packed, "a") as archive:
        archive.writestr("xl/workbook.xml", archive.read("xl/workbook.xml"))
    return packed.getvalue()


def with_extra(data):
    packed = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(packed, "w") as new:
        for one in old.infolist():
            one.extra = b"\xfe\xca\x04\x00more"
            new.writestr(one, old.read(one.filename))
    return packed.getvalue()


def only_parts(data):
    with ZipFile(BytesIO(data)) as archive:
        return data[: archive.start_dir]


@pytest.mark.parametrize(
    "changed",
    [
        lambda data: forged(data) + data,
        lambda data: before(data, only_parts(forged(data))),
        lambda data: before(data, b"PK\x03\x04" + bytes(40)),
        lambda data: data + b"trailing",
        lambda data: data[:49] + b"\xff" + data[50:],  # what begins the first part, packed
        lambda data: repacked(data, lambda _, part: part).replace(b"0.8125", b"0.9125"),
        commented,
        twice,
        with_extra,
    ],
)
def test_a_workbook_with_bytes_that_belong_to_no_part_is_refused(file, lucky, workbook, run, changed):
    sheet, _ = lucky
    file.write_bytes(changed(workbook.read_bytes()))
    refused(run("verify", file, "--sheet", sheet), 3, str(file))


def test_a_workbook_that_is_a_word_document_too_is_refused(file, workbook, run):
    file.write_bytes(workbook.read_bytes())
    with ZipFile(file, "a") as archive:
        archive.writestr("word/document.xml", "")
    refused(run("verify", file), 3, "at once")


def test_a_comment_that_never_ends_is_read_once(file, verify):
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<x/>")
        archive.writestr("docProps/core.xml", "<dc:description>" * 60_000)
    verify(6, file)
