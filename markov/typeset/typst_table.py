"""Tables in Typst, between rules; numbers stand below each other to the digit."""

from markov.tables.table import Table, Tone
from markov.typeset.manuscript import Tabular
from markov.typeset.table_fit import Fit, Strip, fitted, strips, text_width
from markov.typeset.typst_words import quoted, words

_LINES = 24  # a row of more lines than that may be broken between two pages
_SHORT = 21  # a table of no more rows than that is not broken


def tabular(part: Tabular) -> tuple[str, bool]:
    """The table with its caption as markup, and whether it needs a page on its side."""
    table = part.table
    fits = fitted(strips(table))
    rules = " + v(1em) + ".join(_ruled(fit, part) for fit in fits)
    caption = f"figure.caption(position: top, {words(table.title)})"
    figure = f"#figure(kind: table, supplement: [Table], caption: {caption}, {{{rules}{_notes(table)}}})"
    labelled = f"{figure}#label({quoted(part.label)})"
    short = len(fits) == 1 and len(table.rows) <= _SHORT and not any(fits[0].folded)
    return f"#whole[{labelled}]" if short else labelled, any(fit.sideways for fit in fits)


def _notes(table: Table) -> str:
    return f" + notes({', '.join(map(words, table.notes))})" if table.notes else ""


def _ruled(fit: Fit, part: Tabular) -> str:
    columns = ", ".join(f"{width // 100}fr" if width else "auto" for width in fit.folded)
    sides = ", ".join("left" if strip.column.align == "left" else "right" for strip in fit.strips)
    heads = ", ".join(" + linebreak() + ".join(map(quoted, lines)) for lines in fit.headings)
    body = [_column(strip, width) for strip, width in zip(fit.strips, fit.folded, strict=True)]
    tones = [[row[strip.place].tone for strip in fit.strips] for row in part.table.rows]
    rows = "\n".join(_row(*row) for row in zip(zip(*body, strict=True), tones, strict=True))
    mark = f"label({quoted(part.label)})"
    size = f"{fit.size // 10}.{fit.size % 10}pt"
    return f"ruled({size}, ({columns},), ({sides},), {mark}, ({heads},), (\n{rows}\n), {part.totals})"


def _row(cells: tuple[tuple[str, int], ...], tones: list[Tone]) -> str:
    toned = zip(cells, tones, strict=True)
    line = ", ".join(
        f"dim({shown})" if tone == "faint" and lines == 1 else shown for (shown, lines), tone in toned
    )
    most = max(lines for _, lines in cells)
    if most > _LINES:
        return f"..tall({line}),"
    barred = any(shown.startswith("q(") for shown, _ in cells)
    return f"..level({line})," if barred and most == 1 else f"{line},"


def _column(strip: Strip, width: int) -> list[tuple[str, int]]:
    """Each cell as an expression, and about how many lines it has."""
    return [
        _cell(text, tail, bar, width)
        for text, tail, bar in zip(strip.texts, strip.missing, strip.bars, strict=True)
    ]


def _cell(text: str, tail: str | None, bar: tuple[str, str, str] | None, width: int) -> tuple[str, int]:
    if bar:
        sign, above, below = bar
        return f"q({quoted(text)}, {quoted(sign)}, {words(above)}, {words(below)})", 1
    if tail is not None and not width:
        return f"d({words(text)}, {quoted(tail) if tail else 'none'})", 1
    if not width or text_width(text) <= width:
        return words(text), 1
    over, line, under = text.partition("/")
    if line and " " not in text:  # a fraction: its line ends the upper half
        return f"folded({words(over + line)}, {words(under)})", text_width(over) // width + text_width(
            under
        ) // width + 2
    return f"folded({words(text)}, none)", text_width(text) * 5 // (width * 4) + 1
