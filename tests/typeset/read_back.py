"""What a report says, as pandoc reads it back: its headings, its tables, and all of its words."""

import json
import re
from dataclasses import dataclass
from subprocess import run

from markov.typeset.pandoc import converter

READERS = {".html": "html", ".docx": "docx", ".tex": "latex", ".md": "gfm-yaml_metadata_block"}
BLOCKS = {"Para", "Plain", "Header", "CodeBlock"}
HARD = "\\`*_~[]()<>#+-=|!$&;:@/.{}^%'\"0123 \n\taé√中\0\u202e"


@dataclass(frozen=True)
class Said:
    headings: list[str]
    tables: list[list[list[str]]]
    lines: list[str]

    @property
    def words(self) -> str:
        return "\n".join(self.lines)


def shown(text: str) -> str:
    """The words as they must be read: one line, and a number in the place of what cannot be seen."""
    return "".join(c if c.isprintable() else f"[U+{ord(c):04X}]" for c in " ".join(text.split()))


def read_back(data: bytes, suffix: str) -> Said:
    if (
        suffix == ".tex"
    ):  # pandoc does not read digits with which a cell begins, nor bars, nor our places for breaks
        body = re.sub(rb"\\(?:tsp|brk) ", b"", data[data.index(b"\\begin{document}") :])
        body = body.replace(b"\\tightlist\n", b"")
        # A name before a sign ends there for TeX, and goes on for the reader of pandoc.
        signs = rb"bar|less|greater|asciitilde|asciicircum|backslash|quotesingle"
        body = re.sub(rb"\\text(%b)(?!\{\}|[A-Za-z ])" % signs, rb"\\text\1{}", body)
        body = re.sub(rb"\\textbar(\{\}| )", b"|", body)
        data = re.sub(rb"( & |\n)(?=[0-9.])", rb"\1{}", body)
    if suffix == ".html":  # pandoc reads the main part alone where there is one
        data = re.sub(rb"<(/?)(main|header|nav)\b[^>]*>", rb"<\1div>", data)
    command = [converter(), "--sandbox", f"--from={READERS[suffix]}", "--to=json"]
    document = json.loads(run(command, input=data, capture_output=True, check=True).stdout)
    every = list(nodes(document["blocks"]))
    headings = [flat(node["c"][2]) for node in every if node["t"] == "Header"]
    tables = [
        [[flat(cell[4]) for cell in cells] for _, cells in rows(node["c"])]
        for node in every
        if node["t"] == "Table"
    ]
    lines = [line for node in every for line in said_in(node)]
    return Said(headings, tables, lines)


def said_in(node: dict):
    """The words of a node that has no blocks, and the terms of a list of definitions."""
    if node["t"] in BLOCKS:
        yield flat(node)
    if node["t"] == "DefinitionList":
        yield from (flat(term) for term, _ in node["c"])


def rows(table: list) -> list:
    _, _, _, (_, heads), bodies, (_, foot) = table
    return [*heads, *(row for _, _, above, below in bodies for row in (*above, *below)), *foot]


def nodes(part: object):
    if isinstance(part, dict) and "t" in part:
        yield part
    inside = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    for one in inside:
        yield from nodes(one)


def flat(part: object) -> str:
    """The words, spaces that only make room left out, a formula as a fraction where it is one."""
    text = "".join(pieces(part))
    return " ".join(re.sub("[\u2005\u2007\u2008\u200a]", "", text).split())


def pieces(part: object):
    if isinstance(part, list):
        for one in part:
            yield from pieces(one)
    elif isinstance(part, dict):
        match part["t"]:
            case "Str":
                yield part["c"]
            case "Space" | "SoftBreak" | "LineBreak":
                yield " "
            case "Code" | "CodeBlock":
                yield part["c"][1]
            case "Math":
                plain = re.sub(r"\\(?:,|allowbreak|hspace\{0pt\}|thinspace)| ", "", part["c"][1])
                ratio = re.compile(r"^(-?)\\(?:frac|barred)\{(\d+)\}\{(\d+)\}$")
                yield ratio.sub(r"\1\2/\3", plain).replace("-", "−")
            case "RawInline" | "RawBlock":
                pass
            case _:
                content = part.get("c", [])
                yield from pieces(content)
    elif isinstance(part, str):
        pass
