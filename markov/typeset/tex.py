"""A manuscript in LaTeX, one text with its pictures and files; pandoc sets it, any LaTeX compiles it."""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256

from markov.tables.markdown import escaped
from markov.tables.picture import drawn
from markov.typeset.attached import armored
from markov.typeset.digits import grouped
from markov.typeset.manuscript import SIGNED, Manuscript, Picture, Section, SignOff, Tabular
from markov.typeset.markdown import code
from markov.typeset.pandoc import Paper, pandoc
from markov.typeset.table_fit import Fit
from markov.typeset.tex_formula import WORDS

_FIRST = "% LaTeX, its pictures first, as files that it writes, and the files that it carries behind its end"
_PREAMBLE = r"""
\usepackage{float,graphicx,etoolbox,longtable}
\usepackage[labelformat=empty,labelsep=none,justification=raggedright,singlelinecheck=off]{caption}
\makeatletter\def\fps@figure{H}\makeatother
\AtBeginEnvironment{longtable}{\fontsize{7.6}{9.6}\selectfont}
\setlength\LTleft{0pt}
\setlength\tabcolsep{3.5pt}
% A place where a line may be broken; the same after a thin space; and a formula that is never too wide.
\newcommand\brk{\hspace{0pt}}
\newcommand\tsp{\thinspace\hspace{0pt}}
\newsavebox\fitbox
\newcommand\fitted[1]{\sbox\fitbox{$\displaystyle #1$}\[\ifdim\wd\fitbox>\linewidth
  \resizebox{\linewidth}{!}{\usebox\fitbox}\else\usebox\fitbox\fi\]}
\newcommand\broken[1]{\sbox\fitbox{$\displaystyle #1$}\ifdim\wd\fitbox>\linewidth
  \par\noindent$\displaystyle #1$\par\else\[\usebox\fitbox\]\fi}
\begin{document}"""
_LATIN = re.compile("[À-ÖØ-öø-ĥĨ-ıĴ-ķĹ-ľŁ-ňŊ-ťŨ-žȘ-ț]")  # letters that every LaTeX has
_COLUMNS = re.compile(r"\\begin\{longtable\}\[\]\{.*?@\{\}\}", re.DOTALL)
_ACROSS = 482  # points between the margins
_WIDER = 1.15  # letters of Computer Modern, than those that tables are fitted with
_OUTLINED = re.compile(r"\\(sub)*(section|paragraph)\b|\\title|  pdftitle=")
_MARK = "set_page"  # the name of a place at which a page begins
_PAGE = re.compile(rf"\\protect\\phantomsection\\label\{{{_MARK}\}}\{{\}}")
_LONG = re.compile(r"(?<![.0-9A-Za-z\\])(?:[0-9]{10,}|[0-9A-Za-z]{24,})")
_INLINE = re.compile(r"\\\((.*?)\\\)", re.DOTALL)
_DISPLAY = re.compile(r"\\\[(.*?)\\\]", re.DOTALL)


class _Source(Paper):
    """A manuscript for LaTeX, each picture a file that the text writes out."""

    files_note = (
        "The source of this document, a file of LaTeX, carries the files below behind its end, compressed"
    )

    def __init__(self, manuscript: Manuscript) -> None:
        super().__init__(manuscript)
        self.fits: list[Fit] = []
        self.pictures: dict[str, str] = {}

    def fitted_table(self, fit: Fit, totals: int) -> None:
        self.fits.append(fit)

    def sign_off(self, block: SignOff) -> str:
        """The lines to sign as a list, with a rule for each word that is to be written by hand."""
        _, _, signature, day = SIGNED
        signed = f"{signature} {_rule(45)} {day} {_rule(25)}"
        return "\n".join(
            f"- {self.strong(f'{role}:')} {escaped(name) or _rule(40)} {signed}" for role, name in block.lines
        )

    def section(self, section: Section, level: int) -> Iterator[str]:
        """The section, on a page of its own where it is to begin one."""
        yield from [self.target(_MARK)] * section.paged
        yield from super().section(section, level)

    def image(self, block: Picture) -> str:
        """The name of the file with the picture, which says what is in it."""
        data = _without_spaces(drawn(block.drawing, "pdf"))
        digest = sha256(data).hexdigest()
        name = f"markov-{digest[:4]}-{digest[4:8]}-{digest[8:12]}.pdf"
        self.pictures[name] = data.decode("ascii")
        return name

    def listing(self, lines: Sequence[str]) -> str:
        """The lines as code in a paragraph, where they can be broken."""
        return "\\\n".join(map(_line, lines))


def render(manuscript: Manuscript) -> str:
    """The manuscript in LaTeX; the files that go with it stand behind its end, which TeX does not read.

    Raises NoTypesetter where pandoc is not installed, and NoPicture where matplotlib is not.
    """
    paper = _Source(manuscript)
    geometry = "--variable=geometry:a4paper,margin=2cm"
    text = pandoc(paper, "latex", geometry, "--variable=fontsize:10pt", "--variable=colorlinks:true").decode()
    head, _, body = text.partition("\\begin{document}")
    body = _fitted_to_page(body, paper.fits)
    lines = [_FIRST, *_picture_files(paper.pictures), f"{_signs(head).rstrip()}{_PREAMBLE}{body.rstrip()}"]
    if manuscript.attachments:
        lines += armored(manuscript.attachments)
    return "\n".join(lines) + "\n"


def table(part: Tabular) -> str:
    """The table as it stands in a document, but for its number."""
    alone = Manuscript("", "", "2000-01-01", (), (Section("", "alone", (part,)),))
    paper = _Source(alone)
    text = pandoc(paper, "latex").decode()
    body = _fitted_to_page(text.partition("\\begin{document}")[2], paper.fits)
    return body[body.index("\\begin{longtable}") : body.rindex("\\end{longtable}")].rstrip()


def _fitted_to_page(body: str, fits: Sequence[Fit]) -> str:
    """The body that pandoc made, its tables, formulas, signs and long words fitted to the page."""
    waiting = iter(fits)
    body = _COLUMNS.sub(lambda match: _narrowed_columns(match[0], next(waiting)), body)
    body = _PAGE.sub(lambda _: r"\clearpage", body)
    body = _INLINE.sub(lambda match: _breakable(match[0]), _DISPLAY.sub(_display, body))
    return _LONG.sub(_with_break_places, _signs(body))


def _narrowed_columns(text: str, fit: Fit) -> str:
    """The columns of a table, which pandoc makes as wide as the page, as wide as they need to be."""
    share = min(1.0, sum(fit.widths()) * 7.6 * _WIDER / (fit.size * _ACROSS))
    return re.sub(r"\\real\{([0-9.]+)\}", lambda width: f"\\real{{{float(width[1]) * share:.4f}}}", text)


def _picture_files(pictures: dict[str, str]) -> Iterator[str]:
    """The pictures as files that LaTeX writes where they are not there yet."""
    for name, text in pictures.items():
        yield f"\\begin{{filecontents*}}{{{name}}}\n{text}\\end{{filecontents*}}"


def _without_spaces(pdf: bytes) -> bytes:
    """The PDF with its table of objects as a stream: lines of a plain one end in spaces, which TeX drops."""
    start = int(pdf.rpartition(b"startxref\n")[2].split()[0])
    head, table, trailer = pdf[:start], *pdf[start:].split(b"trailer", 1)
    places = [line.split() for line in table.splitlines()[2:]]
    rows = "\n".join(f"{kind == b'n':02X}{int(place):08X}00" for place, _, kind in places)
    own = f"01{start:08X}00>"
    root = re.search(rb"/Root ([0-9]+ 0 R)", trailer)
    keys = f"/Type /XRef /Size {len(places) + 1} /W [1 4 1] /Root {root[1].decode() if root else ''}"
    stream = f"{rows}\n{own}"
    dictionary = f"<< {keys} /Filter /ASCIIHexDecode /Length {len(stream)} >>"
    places_object = f"{len(places)} 0 obj\n{dictionary}\nstream\n{stream}\nendstream\nendobj\n"
    tail = f"{places_object}startxref\n{start}\n%%EOF\n"
    return head.replace(b"%PDF-1.4", b"%PDF-1.5", 1) + tail.encode()


def _rule(millimetres: int) -> str:
    """A rule to write on, as a formula, with room above it for a hand."""
    return f"$\\underline{{\\hspace{{{millimetres}mm}}\\rule{{0pt}}{{9mm}}}}$"


def _line(line: str) -> str:
    """The line as code whose spaces stay."""
    shown = line.lstrip()
    room = "\u00a0" * (len(line) - len(shown))
    return room + (code(shown).replace("  ", "\u00a0\u00a0") if shown else "\u00a0")


def _display(match: re.Match[str]) -> str:
    """The formula on a line of its own: broken between the groups of long numbers, or else made smaller."""
    formula = match[1]
    if "\\, " in formula and "\\frac" not in formula:
        return f"\\broken{{{_breakable(formula)}}}"
    return f"\\fitted{{{formula}}}"


def _breakable(formula: str) -> str:
    """The formula, fit to be broken between the groups of long numbers."""
    return formula.replace("\\, ", "\\,\\allowbreak ")


def _signs(text: str) -> str:
    """The text with the signs that few fonts have as commands; the outline of a PDF has no commands."""
    return "\n".join(_line_signs(line, outlined=bool(_OUTLINED.match(line))) for line in text.split("\n"))


def _line_signs(line: str, outlined: bool) -> str:
    def shown(match: re.Match[str]) -> str:
        sign = match[0]
        if sign not in WORDS:
            return sign if _LATIN.fullmatch(sign) else f"{{[}}U+{ord(sign):04X}{{]}}"
        plain = f"\\texorpdfstring{{{WORDS[sign]}}}{{\\unichar{{{ord(sign)}}}}}"
        return plain if outlined else WORDS[sign]

    return re.sub(r"[^\x00-\x7f]", shown, line)


def _with_break_places(match: re.Match[str]) -> str:
    """The long word or number with places where a line can be broken."""
    word = match[0]
    if word.isdigit():
        return "\\tsp ".join(grouped(word))
    return "\\brk ".join(word[k : k + 8] for k in range(0, len(word), 8))
