"""Cases of a test as a table of text."""

import re


def rows(table):
    """The cells of each row, parted by two spaces or more; – is an empty one, indented lines go on."""
    lines: list[str] = []
    for line in table.strip("\n").splitlines():
        text = line.strip()
        if not line.startswith("    "):
            lines.append(text)
        else:
            lines[-1] += f"  {text}" if lines[-1][-1:] != "\n" else f" {text}"
            lines[-1] += "\n"
    cells = (re.split(r" {2,}", line.replace("\n", "")) for line in lines)
    return [tuple("" if cell == "–" else cell for cell in row) for row in cells]
