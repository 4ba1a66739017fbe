"""Tables as GitHub-flavoured Markdown, fractions whole."""

from collections.abc import Iterable

from markov.report.table import Table


def render(tables: Iterable[Table]) -> str:
    """A section for each table."""
    return "\n\n".join(map(_section, tables)) + "\n"


def _section(table: Table) -> str:
    rules = ["---" if column.align == "left" else "---:" for column in table.columns]
    lines = [[escaped(column.name) for column in table.columns], rules]
    lines += [[escaped(text) for text in row] for row in table.texts()]
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return "\n\n".join([f"## {escaped(table.title)}", body, *map(escaped, table.notes)])


def escaped(text: str) -> str:
    r"""The text with what Markdown would take for its own set apart.

    >>> print(escaped("a|b <c>"))
    a\|b &lt;c>
    """
    return " ".join(text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").split())
