"""Tables in LaTeX: rules above, below and before totals; long ones go over several pages."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from markov.report.manuscript import Tabular
from markov.report.table import Cell, Figure, Table
from markov.report.typeset.digits import grouped
from markov.report.typeset.latex_columns import Block, blocks, breadth, decimals, halves, shown
from markov.report.typeset.tex_words import words

_TYPE = {9: "\\small", 8: "\\footnotesize", 7: "\\scriptsize"}
_WHOLE = 22  # lines of a table that is never broken over pages
_TALL = 30  # lines of a row; a taller one goes on in the next, for a row is never broken over pages
_APART = "[2pt]"  # below a row of several lines


def tabular(part: Tabular, number: str, anchor: str) -> Iterator[str]:
    """The lines of the table; `number` is what its caption begins with, such as "Table 4"."""
    caption = f"\\hypertarget{{{anchor}}}{{}}\\captioned{{{number}.}}{{{words(part.table.title)}}}"
    again = f"\\captioned{{{number},}}{{continued}}"
    texts = shown(part.table)
    parts = list(blocks(part.table, texts))
    for k, block in enumerate(parts):
        rows = _rows(part.table, texts, block)
        notes = [words(note) for note in part.table.notes] if k == len(parts) - 1 else []
        lines = sum(height for row in rows for _, height in row) + 2 * len(notes)
        if lines > _WHOLE:
            yield from _long(block, part, again if k else caption, again, rows, notes)
        else:
            yield from _short(block, part, again if k else caption, rows, notes)


_Row = list[tuple[str, int]]  # the lines in the source of a row, each with its height on the page in lines


def _short(
    block: Block, part: Tabular, caption: str, rows: Sequence[_Row], notes: Sequence[str]
) -> Iterator[str]:
    """A table in one piece, with its caption and its notes."""
    yield "\\begin{together}"
    yield f"{{\\raggedright {caption}\\par}}\\vskip4pt"
    yield f"{_TYPE[block.size]}%"
    yield f"\\begin{{tabular}}{{{_columns(part.table, block)}}}"
    yield from ("\\toprule", *_heading(block), "\\midrule")
    yield from _body(rows, part.totals, tied=0)
    yield from ("\\bottomrule", "\\end{tabular}")
    yield from (f"\\par\\vskip3pt{{\\raggedright\\footnotesize {note}\\par}}" for note in notes)
    yield "\\end{together}"


def _long(
    block: Block, part: Tabular, caption: str, again: str, rows: Sequence[_Row], notes: Sequence[str]
) -> Iterator[str]:
    """A table over several pages, its headings on each."""
    span = f"\\multicolumn{{{len(block.strips)}}}{{@{{}}l@{{}}}}"
    heading = ["\\toprule", *_heading(block), "\\midrule"]
    first = rows[0][0][1] if rows else 1
    yield f"\\room{{{min(first, _TALL) + 9}\\baselineskip}}"
    yield f"{{{_TYPE[block.size]}%"
    yield f"\\begin{{longtable}}{{{_columns(part.table, block)}}}"
    yield from (f"{span}{{\\across{{\\normalsize {caption}}}}}\\\\[4pt]", *heading, "\\endfirsthead")
    yield from (f"{span}{{\\across{{\\normalsize {again}}}}}\\\\[4pt]", *heading, "\\endhead")
    yield from ("\\bottomrule", "\\endfoot", "\\bottomrule")
    yield from (f"{span}{{\\below{{{note}}}}}\\\\" for note in notes)
    yield "\\endlastfoot"
    yield from _body(rows, part.totals, tied=2)
    yield "\\end{longtable}}"


def _columns(table: Table, block: Block) -> str:
    """What LaTeX is told of the columns."""
    said = []
    for strip in block.strips:
        right = table.columns[strip.number].align != "left"
        if strip.width is None:
            said.append("r" if right else "l")
        else:
            side = "\\raggedleft" if right else "\\raggedright"
            said.append(f">{{{side}\\arraybackslash}}p{{{strip.width // 1000}.{strip.width % 1000:03}pt}}")
    return f"@{{}}{''.join(said)}@{{}}"


def _heading(block: Block) -> Iterator[str]:
    """The headings, which stand on the rule."""
    height = max(len(strip.heading) for strip in block.strips)
    for i in range(height):
        lines = [(("",) * (height - len(strip.heading)) + strip.heading)[i] for strip in block.strips]
        yield " & ".join(f"\\textsf{{{words(line)}}}" if line else "" for line in lines) + " \\\\"


def _body(rows: Sequence[_Row], totals: int, tied: int) -> Iterator[str]:
    """The rows, a line before the totals; so many low ones at each end are never alone on a page."""
    last = len(rows) - 1
    for k, row in enumerate(rows):
        if totals and k == len(rows) - totals and k:
            yield "\\midrule"
        low = sum(height for near in rows[k : k + 2] for _, height in near) < _TALL
        together = low and tied and (k < tied - 1 or last - tied - totals < k < last)
        for source, height in row:
            yield f"{source} \\\\{'*' * bool(together)}{_APART * (height > 1)}"


def _rows(table: Table, texts: Sequence[Sequence[str]], block: Block) -> list[_Row]:
    """The rows; one too tall for a page is as many as it takes."""
    columns = []
    for strip in block.strips:
        k = strip.number
        words = [row[k] for row in texts]
        room = decimals(words) if table.columns[k].align == "point" else None
        cells = zip((row[k] for row in table.rows), words, strict=True)
        columns.append(
            [_cell(cell, text, room, strip.width and block.unscaled(strip.width)) for cell, text in cells]
        )
    return [list(_row(cells)) for cells in zip(*columns, strict=True)]


def _row(cells: Sequence[_Row]) -> Iterator[tuple[str, int]]:
    for parts in zip_longest(*cells, fillvalue=("", 1)):
        yield " & ".join(source for source, _ in parts), max(height for _, height in parts)


def _cell(cell: Cell, text: str, room: str | None, width: int | None) -> _Row:
    """The cell, with its height in lines; in parts where it is too tall."""
    if room is not None:
        return [(_toned(cell, _pointed(text, room)), 1)]
    if width is None:
        return [(_toned(cell, words(text)), 1)]
    parts = _parted(text, width * _TALL) if isinstance(cell, Figure) else [text]
    return [(_toned(cell, words(part)), -(-breadth(part) // width)) for part in parts]


def _parted(text: str, most: int) -> list[str]:
    """The number in parts, none wider than that."""
    parts = [""]
    width = 0
    for piece in grouped(text):
        if width + breadth(piece) > most:
            parts.append("")
            width = 0
        parts[-1] += piece
        width += breadth(piece) + 1670
    return parts


def _pointed(text: str, room: str) -> str:
    r"""The number, in as much room behind its point as the widest has.

    >>> _pointed("7.25%", ".0000%"), _pointed("–", ".0"), _pointed("never", ".0")
    ('7.25\\%\\phantom{00}', '\\textendash{}\\phantom{.0}', 'never')
    >>> _pointed("0.25", ".5·10⁻²¹")[:10]
    '0\\tail{.25'
    """
    head, tail = halves(text)
    if tail == room or (text.isalpha() and len(text) > 1):  # a word ends where the column does
        return words(text)
    if room.strip(".0%"):
        return f"{words(head)}\\tail{{{words(tail)}}}{{{words(room)}}}"
    digits = room.count("0") - sum(map(str.isdigit, tail))
    missing = (
        "." * ("." in room and "." not in tail) + "0" * digits + "\\%" * ("%" in room and "%" not in tail)
    )
    return words(text) + (f"\\phantom{{{missing}}}" if missing else "")


def _toned(cell: Cell, source: str) -> str:
    return f"\\textcolor{{faint}}{{{source}}}" if cell.tone == "faint" else source
