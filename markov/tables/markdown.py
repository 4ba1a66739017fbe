"""Tables as GitHub-flavoured Markdown, fractions whole; and words in Markdown that are no markup."""

import re
from collections.abc import Callable, Iterable
from itertools import repeat

from markov.tables.table import Cell, Table

# What Markdown, the mathematics in it or GitHub would take for its own; five of = open a file inside a text.
_SIGNS = re.compile(
    r"[\\`*~$|#\[\]]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|(?<=====)=|:(?=//|[^ ]*@)|(?<=www)\.", re.IGNORECASE
)
_OPENING = re.compile(r"^(?:([-+>=])|([0-9]{1,9})(?=[.)](?: |$)))")


def render(tables: Iterable[Table]) -> str:
    """A section for each table."""
    parts = ((f"## {escaped(one.title)}", grid(one), *map(paragraph, one.notes)) for one in tables)
    return "\n\n".join(part for section in parts for part in section) + "\n"


def grid(
    table: Table,
    totals: int = 0,
    widths: Iterable[int] = repeat(3),
    shown: Callable[[Cell], str] = lambda cell: escaped(cell.text()),
) -> str:
    """The rows under their headings, so many at the end in bold.

    widths   of the columns: as many hyphens stand below their headings
    shown    a cell in Markdown
    """
    rules = [
        "-" * width + ":" * (one.align != "left") for one, width in zip(table.columns, widths, strict=False)
    ]
    lines = [[*map(shown, row)] for row in table.rows]
    for line in lines[len(lines) - totals :]:
        line[:] = (f"**{text}**" if text.strip() else text for text in line)
    head = [escaped(column.name) for column in table.columns]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, rules, *lines])


def paragraph(text: str) -> str:
    r"""The text as a paragraph of its own, which is no list, no quotation and no heading.

    >>> print(paragraph("1. x"), paragraph("- y"))
    1\. x \- y
    """
    return escaped_start(escaped(text))


def escaped(text: str) -> str:
    r"""The text on one line, with what Markdown would take for its own set apart.

    >>> print(escaped("a|b <c>"), escaped("*a* x_1 [b](c)"))
    a\|b &lt;c> \*a\* x_1 \[b\](c)
    """
    return " ".join(escaped_inline(text).split())


def escaped_inline(text: str) -> str:
    """The text as `escaped` has it, with the spaces at its ends."""
    marked = _SIGNS.sub(r"\\\g<0>", re.sub(" +", " ", seen(text)))
    marked = re.sub(r"&(?=#?[A-Za-z0-9]+;)", "&amp;", marked).replace("<", "&lt;")
    return re.sub(r"@(?=\w)", "@<!-- -->", marked)  # GitHub links names and addresses in what it sets


def seen(text: str) -> str:
    """The text on one line, each character that cannot be seen shown by its number."""
    return "".join(c if c.isprintable() else f"[U+{ord(c):04X}]" for c in re.sub(r"\s", " ", text))


def bold(marked: str) -> str:
    """The words, already escaped, in bold; beside a sign, stars may not be seen as what they are.

    >>> bold("all"), bold("(all)"), bold("")
    ('**all**', '<b>(all)</b>', '')
    """
    plainly = marked[:1].isalnum() and marked[-1:].isalnum()
    return f"**{marked}**" if plainly else f"<b>{marked}</b>" if marked.strip() else marked


def escaped_start(line: str) -> str:
    """The line, already escaped, fit for the start of a paragraph."""
    return _OPENING.sub(lambda match: f"\\{match[1]}" if match[1] else f"{match[2]}\\", line)
