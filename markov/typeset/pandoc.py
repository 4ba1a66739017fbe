"""Pandoc, which makes a Word file or LaTeX of our Markdown, and the Markdown that it reads."""

from collections.abc import Iterator
from subprocess import run

from markov.tables.markdown import escaped, grid, seen
from markov.tables.table import Cell, Table
from markov.typeset.digits import barred, shown_text
from markov.typeset.formats import NoTypesetter
from markov.typeset.formula import Formula, Number, Ratio
from markov.typeset.manuscript import LANGUAGE, Picture, Tabular
from markov.typeset.markdown import Setting
from markov.typeset.table_fit import Fit, fitted, strips

_READ = (
    "markdown_strict+all_symbols_escapable+backtick_code_blocks+bracketed_spans+escaped_line_breaks"
    "+header_attributes+implicit_figures+intraword_underscores+link_attributes+pipe_tables+table_captions+tex_math_dollars"
)
_QUOTED = str.maketrans({"\\": "\\\\", "&": "&amp;", '"': "&quot;"})
_LINE = 1  # characters: a table with a longer line in its source has columns as wide as said there


def converter() -> str:
    """The path of pandoc; raises NoTypesetter where it is not installed."""
    try:
        from pypandoc import get_pandoc_path
    except ImportError:
        raise NoTypesetter("a .docx or .tex needs pandoc: pip install 'markov[word]'") from None
    try:
        return str(get_pandoc_path())
    except OSError:
        raise NoTypesetter("pypandoc finds no pandoc: pip install 'markov[word]'") from None


class Paper(Setting):
    """The renderer of a manuscript as Markdown for pandoc, which sets title and contents itself."""

    top = 1

    def front(self) -> Iterator[str]:
        """The particulars, the date among them, and what stands on the first page."""
        yield self.particulars((("Date", (self.manuscript.day,)), *self.manuscript.lead))
        yield from self.run(self.manuscript.opening)

    def fitted_table(self, fit: Fit, totals: int) -> None:
        """Takes note of how a table, or a part of one, fits the page; `totals` rows at its end are sums."""

    def heading(self, words: str, place: str) -> str:
        """The words of a heading and the name of it."""
        return f"{words} {{#{place}}}"

    def target(self, place: str) -> str:
        """A place that a link leads to, as a span of nothing."""
        return f"[]{{#{place}}}"

    def formula(self, formula: Formula) -> str:
        """The formula in TeX, its rows and thin spaces in the signs that pandoc knows."""
        return super().formula(formula).replace("\\cr ", "\\\\ ").replace("\\thinspace ", "\\, ")

    def place(self, label: str) -> str:
        """The name of a place, of letters, digits and _ alone, as a bookmark of Word has to be."""
        return super().place(label).replace("-", "_").replace(".", "_")

    def strong(self, words: str) -> str:
        """The words between stars, wherever they stand; a star beside a space would be one."""
        inner = words.strip()
        before, _, after = words.partition(inner)
        return f"{before}**{escaped(inner)}**{after}" if inner else ""

    def table(self, block: Tabular) -> Iterator[str]:
        """The table in as many parts as the page asks for, each below the caption."""
        table = block.table
        caption = self.caption(block.label, table.title)
        for part, fit in enumerate(fitted(strips(table))):
            self.fitted_table(fit, block.totals)
            columns = tuple(strip.column for strip in fit.strips)
            cells = tuple(tuple(row[strip.place] for strip in fit.strips) for row in table.rows)
            widths = [10 * width for width in fit.widths()]
            yield grid(Table(table.title, columns, cells), block.totals, widths, self.cell)
            yield f": {caption}, continued" if part else f": {self.anchor(block.label)}{caption}"

    def cell(self, cell: Cell) -> str:
        """The words of the cell, or a formula where it is a fraction with its bar."""
        if bar := barred(cell):
            sign, above, below = bar
            return f"${sign and '-'}{self.formula(Ratio(Number(above), Number(below)))}$"
        return escaped(shown_text(cell, cell.text()))

    def picture(self, block: Picture) -> Iterator[str]:
        """The picture above its caption."""
        alternative = " ".join(seen(block.alternative).split()).translate(_QUOTED)
        caption = f"{self.anchor(block.label)}{self.caption(block.label, block.caption)}"
        yield f'![{caption}]({self.image(block)}){{alt="{alternative}"}}'

    def image(self, block: Picture) -> str:
        """The address of the file with the picture."""
        raise NotImplementedError


def pandoc(paper: Paper, to: str, *arguments: str) -> bytes:
    """The bytes that pandoc makes of the Markdown; it can read no other file, and not the network."""
    work = paper.manuscript
    given = {
        "title": work.title,
        "subtitle": work.subtitle,
        "lang": LANGUAGE,
        "toc-title": "Contents",
    }
    command = [converter(), "--sandbox", f"--from={_READ}", f"--to={to}", "--output=-", f"--columns={_LINE}"]
    contents = ["--toc", "--toc-depth=2"] if work.contents else []
    command += ["--standalone", "--wrap=preserve", *contents, *arguments]
    command += [f"--metadata={key}:{seen(value)}" for key, value in given.items()]
    text = "\n\n".join(paper.blocks())
    return run(command, input=text.encode(), capture_output=True, check=True).stdout  # noqa: S603
