"""Command lines with all that they print and write, kept as text.

The files beside this one are sessions: the lines behind `$ ` are given to the command one after another, in
one folder, those behind ` < ` from stdin, those behind `TERM=ansi` in colours. Behind `! ` stands what went
to stderr. They are read before they are kept; that a figure is right is proved elsewhere.
"""

import json
import re
import shlex
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from gzip import decompress
from html import unescape
from io import BytesIO, StringIO
from itertools import groupby
from pathlib import Path
from unittest.mock import patch
from zipfile import ZipFile

from markov.package import __version__
from markov.tables.screen import render
from markov.tables.table import Tables

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SESSIONS = sorted(HERE.glob("*.txt"))

Run = Callable[..., tuple[int, str, str]]


def asked(session: str) -> list[str]:
    """The command lines of a session."""
    return re.findall(r"^\$ (.*)", session, re.MULTILINE)


def played(lines: list[str], folder: Path, run: Run) -> str:
    """The session: each line, what it printed, its exit code where that is not 0, and the files it wrote.

    The folder is the working one; in it stand the `examples` of the project, and the files `given` here.
    """
    for place in (ROOT / "examples", HERE / "given"):
        (folder / place.name).symlink_to(place)
    before = _files(folder)
    session = []
    for line in lines:
        words, _, given = line.partition(" < ")
        sys.stdin = StringIO((folder / given).read_text()) if given else None
        look = patch("markov.tables.screen.render", _coloured if words.startswith("TERM=") else render)
        with look, _noted() if "--plot" in words else nullcontext():
            code, out, err = run(*shlex.split(words.removeprefix("TERM=ansi "))[1:])
        session += (f"$ {line}\n", _ended(out), *(f"! {told}\n" for told in err.splitlines()))
        if code:
            session.append(f"exit {code}\n")
        after = _files(folder)
        session += (_written(file, folder) for file in sorted(after) if after[file] != before.get(file))
        before = after
        session.append("\n")
    return "".join(session)


def _coloured(tables: Tables, width: int, whole: bool, _: bool, headline: str) -> str:
    """The tables as at a terminal; a change of colour is written like {31}."""
    return re.sub(r"\x1b\[([\d;]+)m", r"{\1}", render(tables, width, whole, True, headline))


@contextmanager
def _noted() -> Iterator[None]:
    """Notes what is on the axes of each picture."""
    from matplotlib.figure import Figure

    from tests.tables.pictures import drawn

    def savefig(figure: Figure, file: BytesIO, **look: object) -> None:
        save(figure, file, **look)
        _DRAWN[file.getvalue()] = list(drawn(figure))

    save = Figure.savefig
    with patch.object(Figure, "savefig", savefig):
        yield


_DRAWN: dict[bytes, list[str]] = {}


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else f"{text}\n"


def _files(folder: Path) -> dict[Path, bytes]:
    own = [path for path in folder.iterdir() if not path.is_symlink()]
    found = [file for path in own for file in (path, *path.rglob("*")) if file.is_file()]
    return {file: file.read_bytes() for file in found}


def _written(file: Path, folder: Path) -> str:
    """The name of a file; and its text, what a picture shows, the cells of a workbook or what a page holds.

    What differs from one build or machine to the next is left out: digests, versions and sizes.
    """
    name = f"wrote {file.relative_to(folder).as_posix()}\n"
    if file.suffix not in _READ:
        return name
    text = re.sub(r"\b[0-9a-f]{64}\b|(?<=\bbuild ).+?(?=, python|\. )", "…", _READ[file.suffix](file))
    text = re.sub(rf"(?<![\d.]){re.escape(__version__)}(?![\d.])", "…", text)
    text = re.sub(rf"\b({'|'.join(_PACKAGES)}) \d[\w.]*", r"\1 …", text)
    return name + _ended(re.sub(r"[\d,]+ bytes", "… bytes", text))


_PACKAGES = "python", "numpy", "python-flint", "scipy", "typst", "matplotlib", "pypandoc_binary", "xlsxwriter"


def _text(file: Path) -> str:
    """The text; of pictures in it the words, of a report neither its style nor the files inside."""
    text = file.read_text().rpartition("\n\n\n#set document(")[2].rpartition("\\begin{document}\n")[2]
    text = re.sub(r"(\\texttt\{[0-9a-f]{8}\}\\brk )+\\texttt\{[0-9a-f]+\}", "…", text)
    text = re.sub(r"<svg.*?</svg>", lambda picture: " ".join(_words(picture[0])), text)
    return re.sub(r"\n[^\n]*\n=====TEXT SHA-256 .*", "", text, flags=re.DOTALL)


def _picture(file: Path) -> str:
    """Its width and height, its words, and what is on its axes."""
    text = file.read_text()
    shapes = _DRAWN[file.read_bytes()]
    return "\n".join((*re.findall(r'<svg.*viewBox="0 0 ([^"]+)"', text), *_words(text), *shapes))


def _words(picture: str) -> list[str]:
    return [unescape(word) for word in re.findall(r">([^<>\n]+)</text>", picture)]


def _document(file: Path) -> str:
    """How a Word file is set: its styles, and of each table the style, width, title, columns and cells."""
    text = ZipFile(file).read("word/document.xml").decode()
    parts = re.findall(r'<w:tbl>.*?</w:tbl>|(?<=<w:pStyle w:val=")\w+', text, re.DOTALL)
    lines = []
    for is_table, same in groupby(parts, lambda part: part.startswith("<")):
        for table in same if is_table else ():
            told = re.findall(r'<w:(?:tblStyle|tblW|tblCaption|gridCol)[^>]*? w:(?:val|w)="([^"]+)"', table)
            cells = groupby(re.findall(r'<w:pStyle w:val="(\w+)', table))
            lines.append(" | ".join((*told, *(f"{style} {len([*cell])}" for style, cell in cells))))
        lines.append(" ".join(dict.fromkeys(same)))
    return "\n".join(filter(None, lines))


def _workbook(file: Path) -> str:
    """Each sheet, a row of cells a line: a formula, or what is not worked out; and what else shows of it."""
    from tests.workbook.spreadsheet import looks, position, read

    lines = []
    shown = looks(file.read_bytes())
    for sheet, cells in read(file.read_bytes()).items():
        lines.append(f"== {sheet} ==")
        for _, row in groupby(cells.items(), lambda item: position(item[0])[0]):
            said = (f"{name} {f'={cell.formula}' if cell.formula else cell.value}" for name, cell in row)
            lines.append(" | ".join(said))
        lines += shown[sheet]
    return "\n".join(lines)


def _page(file: Path) -> str:
    """What is read without scripts, a row of a table a line; and the models that scripts read."""
    text = file.read_text()
    seen = re.sub(r"\s+", " ", text[text.index("<main") : text.index("<script")])
    for end, sign in ((r"</t[hd]>", " |"), (r"</(?:caption|d[dt]|div|figcaption|h\d|li|p|pre|tr)>", "\n")):
        seen = re.sub(end, sign, seen)
    words = [line.strip() for line in unescape(re.sub(r"<[^>]*>", "", seen)).split("\n") if line.strip()]
    for name, held in re.findall(r'id="(page|pack-[^"]+)">([^<]*)', text):
        words += (f"== {name} ==", *_lines(json.loads(decompress(b64decode(held)).rpartition(b"\0")[2])))
    return "\n".join(words)


def _certificates(file: Path) -> str:
    """Those of a file; of any other JSON nothing, which is seen as it is printed."""
    lines = file.read_text().splitlines()
    if not lines[0].endswith("}"):
        return ""
    return "\n".join(line for text in lines for line in _lines(json.loads(text)))


def _lines(document: object, place: str = "") -> Iterator[str]:
    """A part a line, with the names that lead to it."""
    text = json.dumps(document, ensure_ascii=False)
    if isinstance(document, dict) and len(text) > 100:
        for name, part in document.items():
            yield from _lines(part, f"{place} {name}".strip())
    else:
        yield f"{place}: {text}"


_READ = {
    **dict.fromkeys((".csv", ".dot", ".drn", ".jsonl", ".md", ".tex", ".toml", ".txt", ".typ"), _text),
    ".svg": _picture,
    ".docx": _document,
    ".xlsx": _workbook,
    ".html": _page,
    ".json": _certificates,
}
