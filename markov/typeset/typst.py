"""A manuscript as a Typst document: one text, compiled with no package and no network."""

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files

from markov.tables.table import Table
from markov.typeset import formula as fm
from markov.typeset import manuscript as ms
from markov.typeset.attached import armored
from markov.typeset.svg import svg
from markov.typeset.table_fit import CellText, Fit, fitted, strips, text_width
from markov.typeset.typst_words import quoted, words

_LINES = 90  # of a table of contents; it leaves out what is deepest until it has no more than that


def render(manuscript: ms.Manuscript) -> str:
    """The manuscript in Typst, its files in a comment at the end: they have no asterisk to end it with."""
    return "\n".join((source(manuscript), "/*", *armored(manuscript.attachments), "*/", ""))


def source(manuscript: ms.Manuscript) -> str:
    """The document without its files."""
    style = files(__package__).joinpath("house.typ").read_text(encoding="utf-8")
    numbers = manuscript.numbers()
    return "\n\n".join((style, *_front(manuscript, numbers), *_run(manuscript.sections, 1, numbers), ""))


def _front(manuscript: ms.Manuscript, numbers: Mapping[str, str]) -> tuple[str, ...]:
    year, month, day = map(int, manuscript.date.split("-"))
    date = f"datetime(year: {year}, month: {month}, day: {day})"
    title, subtitle = quoted(manuscript.title), quoted(manuscript.subtitle)
    language, _, region = ms.LANGUAGE.partition("-")
    lead: tuple[tuple[str, ms.Inlines], ...] = (("Date", (manuscript.day,)), *manuscript.lead)
    return (
        f"#set document(title: {title}, description: {subtitle}, date: {date})",
        f"#set text(lang: {quoted(language)}, region: {quoted(region.lower())})",
        f"#show: body => house({title}, {'false' if manuscript.contents else 'true'}, body)",
        f"#front({words(manuscript.subtitle)})",
        f"#particulars({_rows(lead, numbers)})",
        *_run(manuscript.opening, 1, numbers),
        *([f"#contents({_depth(manuscript.sections)})"] if manuscript.contents else []),
    )


def _rows(rows: Sequence[tuple[str, ms.Inlines]], numbers: Mapping[str, str]) -> str:
    return "".join(f"({words(name)}, [{_words(parts, numbers)}]), " for name, parts in rows)


def _depth(sections: Sequence[ms.Section]) -> int:
    """The levels of headings in the table of contents."""
    level = list(sections)
    lines = len(level)
    for depth in (1, 2):
        level = [block for section in level for block in section.blocks if isinstance(block, ms.Section)]
        lines += len(level)
        if lines > _LINES:
            return depth
    return 3


def _run(blocks: Sequence[ms.Block], level: int, numbers: Mapping[str, str]) -> Iterator[str]:
    """The blocks one after the other, a paragraph that leads to the next of them on the same page."""
    for part, after in zip(blocks, [*blocks[1:], None], strict=False):
        if isinstance(part, ms.Paragraph) and ms.stays(part, after):
            yield f"#lead[{_words(part.parts, numbers)}]"
        else:
            yield _block(part, level, numbers)


def _block(block: ms.Block, level: int, numbers: Mapping[str, str]) -> str:
    match block:
        case ms.Section():
            heading = f"#heading(level: {level}, {words(block.title)})#label({quoted(block.label)})"
            body = "\n\n".join((heading, *_run(block.blocks, level + 1, numbers)))
            return f"#paged[\n{body}\n]" if block.paged else body
        case ms.Paragraph():
            return f"#par[{_words(block.parts, numbers)}]"
        case ms.Items():
            what = "enum" if block.numbered else "list"
            items = ", ".join(f"[{_words(parts, numbers)}]" for parts in block.items)
            return f"#{what}({items})"
        case ms.Terms():
            listed = (
                f"terms.item({words(term)}, [{_words(meaning, numbers)}])" for term, meaning in block.entries
            )
            return "#terms(\n" + ",\n".join(listed) + ",\n)"
        case ms.Display():
            return display(block.formula)
        case ms.Tabular():
            return tabular(block)
        case ms.Picture():
            return _picture(block)
        case ms.CodeListing():
            return f"#listing({', '.join(map(quoted, block.lines))})"
        case ms.Particulars():
            return f"#particulars({_rows(block.rows, numbers)})"
        case ms.SignOff():
            lines = "".join(f"({words(role)}, {words(name)}), " for role, name in block.lines)
            return f"#signed({', '.join(map(quoted, ms.SIGNED))}, {lines})"
        case ms.NumberedFinding():
            return _finding(block, numbers)


def _finding(finding: ms.NumberedFinding, numbers: Mapping[str, str]) -> str:
    number = quoted(numbers[finding.label].capitalize())
    texts = f"[{_words(finding.parts, numbers)}], [{_words(finding.disposition, numbers)}]"
    return f"#finding({number}, {words(finding.title)}, {texts})#label({quoted(finding.label)})"


def _picture(picture: ms.Picture) -> str:
    texts = f"alt: {quoted(picture.alternative)}, caption: {words(picture.caption)}"
    shown = f"drawing({quoted(svg(picture.drawing, picture.alternative))}, {quoted(picture.alternative)})"
    figure = f"#figure(kind: image, supplement: [Figure], {texts}, {shown})"
    return f"{figure}#label({quoted(picture.label)})"


def _words(parts: ms.Inlines, numbers: Mapping[str, str]) -> str:
    """The parts as markup: expressions, each closed by a semicolon."""
    return "".join(_part(part, numbers) for part in parts)


def _part(part: ms.Inline, numbers: Mapping[str, str]) -> str:
    match part:
        case str():
            return f"#({words(part)});"
        case ms.Strong():
            return f"#strong({words(part.words)});"
        case ms.Code():
            return f"#raw({quoted(part.words)});"
        case ms.Ref():
            return f"#link(label({quoted(part.label)}), box({quoted(numbers[part.label])}));"
        case _:
            return inline(part)


_TALL = 24  # a row of more lines than that may be broken between two pages


def tabular(part: ms.Tabular) -> str:
    """The table with its caption as markup."""
    table = part.table
    fits = fitted(strips(table))
    rules = " + v(1em) + ".join(_ruled(fit, part) for fit in fits)
    caption = f"figure.caption(position: top, {words(table.title)})"
    figure = f"#figure(kind: table, supplement: [Table], caption: {caption}, {{{rules}{_notes(table)}}})"
    labelled = f"{figure}#label({quoted(part.label)})"
    short = len(fits) == 1 and part.short and not any(fits[0].folded)
    return f"#whole[{labelled}]" if short else labelled


def _notes(table: Table) -> str:
    return f" + notes({', '.join(map(words, table.notes))})" if table.notes else ""


def _ruled(fit: Fit, part: ms.Tabular) -> str:
    columns = ", ".join(f"{width // 100}fr" if width else "auto" for width in fit.folded)
    sides = ", ".join("left" if strip.column.align == "left" else "right" for strip in fit.strips)
    heads = ", ".join(" + linebreak() + ".join(map(quoted, lines)) for lines in fit.headings)
    rows = "\n".join(_table_row(row, fit.folded) for row in fit.rows())
    mark = f"label({quoted(part.label)})"
    size = f"{fit.size // 10}.{fit.size % 10}pt"
    return f"ruled({size}, ({columns},), ({sides},), {mark}, ({heads},), (\n{rows}\n), {part.totals})"


def _table_row(cells: Sequence[CellText], folded: Sequence[int]) -> str:
    shown = [_cell(cell, width) for cell, width in zip(cells, folded, strict=True)]
    line = ", ".join(
        f"dim({text})" if cell.tone == "faint" and lines == 1 else text
        for cell, (text, lines) in zip(cells, shown, strict=True)
    )
    most = max(lines for _, lines in shown)
    if most > _TALL:
        return f"..tall({line}),"
    return f"..level({line})," if most == 1 and any(cell.bar for cell in cells) else f"{line},"


def _cell(cell: CellText, width: int) -> tuple[str, int]:
    """The cell as an expression, and about how many lines it has; `width` is that to which it is folded."""
    text = cell.text
    if cell.bar:
        sign, above, below = cell.bar
        return f"q({quoted(text)}, {quoted(sign)}, {words(above)}, {words(below)})", 1
    if cell.missing is not None and not width:
        return f"d({words(text)}, {quoted(cell.missing) if cell.missing else 'none'})", 1
    if not width or text_width(text) <= width:
        return words(text), 1
    over, line, under = text.partition("/")
    if line and " " not in text:  # a fraction: its line ends the upper half
        lines = text_width(over) // width + text_width(under) // width + 2
        return f"folded({words(over + line)}, {words(under)})", lines
    return f"folded({words(text)}, none)", text_width(text) * 5 // (width * 4) + 1


_LONG = 40  # digits: a number in a line of text that is longer is set where it can be broken
_PLAIN = re.compile(r"[0-9]+(\.[0-9]+)?")
_SAFE = frozenset("+−·×=≠≤≥<>∈→≈∞…±∑∏∫!")
_BIG = {"∑": "sum", "∏": "product", "∫": "integral"}


def inline(formula: fm.Formula) -> str:
    """The formula within a line, as markup."""
    if _longest(formula) > _LONG:
        return f"#({words(fm.linear(formula))});"
    return f"#math.equation(alt: {quoted(fm.linear(formula))}, ${_set(formula)}$);"


def display(formula: fm.Formula) -> str:
    """The formula on a line of its own, as markup."""
    text = fm.linear(formula)
    equation = f"math.equation(block: true, alt: {quoted(text)}, $ {_set(formula)} $)"
    return f"#display({equation}, {words(text)})"


def _longest(formula: fm.Formula) -> int:
    """The number of digits of its longest number."""
    match formula:
        case fm.Number(digits):
            return len(digits)
        case fm.Row(parts):
            return max(map(_longest, parts), default=0)
        case fm.Ratio(above, below):
            return max(_longest(above), _longest(below))
        case fm.Matrix(rows):
            return max((_longest(part) for line in rows for part in line), default=0)
        case fm.SquareRoot(inside) | fm.Fenced(inside, _):
            return _longest(inside)
        case _:
            return 0


def _set(formula: fm.Formula) -> str:
    match formula:
        case fm.Symbol():
            return _symbol(formula)
        case fm.Number(digits):
            return _number(digits)
        case fm.Sign(sign):
            return "".join(map(_sign, sign))
        case fm.Text(words_):
            return quoted(words_)
        case fm.Row(parts):
            return _formula_row(parts)
        case fm.Ratio(above, below):
            return f"frac({_set(above)}, {_set(below)})"
        case fm.Script(base, below, above):
            return _attached(_set(base), below, above)
        case fm.SquareRoot(under):
            return f"sqrt({_set(under)})"
        case fm.Big(sign, below, above):
            return _attached(_BIG[sign], below, above)
        case fm.Fenced(inside, fences):
            return f"lr({fences[0]} {_set(inside)} {fences[1]})"
        case fm.Matrix(rows):
            return f'mat(delim: "(", {"; ".join(", ".join(map(_set, line)) for line in rows)})'


def _sign(sign: str) -> str:
    if sign in _SAFE:
        return sign
    shown = quoted(sign)  # as a number where the fonts have no such sign
    return shown if len(shown) > 4 else f"\\u{{{ord(sign):x}}}"


def _symbol(symbol: fm.Symbol) -> str:
    letter = symbol.letter
    if len(letter) > 1 or not letter.isalpha():
        return f"op({quoted(letter)})" if symbol.face == "upright" else f"italic({quoted(letter)})"
    shown = letter if quoted(letter) == f'"{letter}"' else quoted(letter)
    match symbol.face:
        case "italic":
            return shown
        case "upright":
            return f"upright({shown})"
        case "bold":
            return f"upright(bold({shown}))"


def _number(digits: str) -> str:
    shown = digits.replace("-", "−")
    if not _PLAIN.fullmatch(shown):
        return quoted(shown)
    return shown if len(shown) < 10 else f"#({words(shown)});"


def _formula_row(parts: tuple[fm.Formula, ...]) -> str:
    """The parts; a space beside words would be seen, one between other parts is not and keeps them apart."""
    shown = ""
    spaced = False
    for part in parts:
        piece = _set(part)
        if not piece:
            continue
        wordy = piece[0] == '"'
        shown += (" " if spaced and not wordy else "") + piece
        spaced = not wordy and piece[-1] not in '";'
    return shown


def _attached(base: str, below: fm.Formula | None, above: fm.Formula | None) -> str:
    scripts = [f"{place}: {_set(part)}" for place, part in (("b", below), ("t", above)) if part is not None]
    return f"attach({', '.join((base, *scripts))})" if scripts else base
