"""Tables as GitHub-flavoured Markdown, fractions whole; and words in Markdown that are no markup."""

import re
from collections.abc import Iterable

from markov.tables.table import Table

# What Markdown, the mathematics in it or GitHub would take for its own.
_SIGNS = re.compile(
    r"[\\`*~$|#\[\]]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=//|[^ ]*@)|(?<=www)\.", re.IGNORECASE
)
_OPENING = re.compile(r"^(?:([-+>=])|([0-9]{1,9})(?=[.)](?: |$)))")


def render(tables: Iterable[Table], headline: str = "") -> str:
    """The line that answers, and a section for each table."""
    first = [f"**{escaped(headline)}**"] if headline else []
    parts = ((f"## {escaped(table.title)}", grid(table), *map(paragraph, table.notes)) for table in tables)
    return "\n\n".join([*first, *(part for section in parts for part in section)]) + "\n"


def grid(table: Table) -> str:
    """The rows under their headings."""
    rules = ["---" + ":" * (column.align != "left") for column in table.columns]
    lines = ([escaped(cell.text()) for cell in row] for row in table.rows)
    head = [escaped(column.name) for column in table.columns]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, rules, *lines])


def paragraph(text: str) -> str:
    r"""The text as a paragraph of its own, which is no list, no quotation and no heading.

    >>> print(paragraph("1. x"), paragraph("- y"))
    1\. x \- y
    """
    return _OPENING.sub(lambda match: f"\\{match[1]}" if match[1] else f"{match[2]}\\", escaped(text))


def escaped(text: str) -> str:
    r"""The text on one line, with what Markdown would take for its own set apart.

    >>> print(escaped("a|b <c>"), escaped("*a* x_1 [b](c)"))
    a\|b &lt;c> \*a\* x_1 \[b\](c)
    """
    marked = _SIGNS.sub(r"\\\g<0>", " ".join(seen(text).split()))
    marked = re.sub(r"&(?=#?[A-Za-z0-9]+;)", "&amp;", marked).replace("<", "&lt;")
    return re.sub(r"@(?=\w)", "@<!-- -->", marked)  # GitHub links names and addresses in what it sets


def seen(text: str) -> str:
    """The text on one line, each character that cannot be seen shown by its number."""
    return "".join(c if c.isprintable() else f"[U+{ord(c):04X}]" for c in re.sub(r"\s", " ", text))
