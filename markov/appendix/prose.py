"""Running words of the appendix, written as they are read."""

import re

from markov.typeset.manuscript import Code, Inline, Paragraph, Ref

_MARKS = re.compile(r"`([^`]+)`|@([\w-]+)|\{(\w+)\}")


def inlines(text: str, **parts: Inline) -> tuple[Inline, ...]:
    """The words with `code`, references to a @label, and {parts} put in.

    The words are ours; what comes from a sheet is put in as a part, and no mark in it is read.

    >>> inlines("See @table-1: `odds` is {p}.", p="1/49")
    ('See ', Ref(label='table-1'), ': ', Code(words='odds'), ' is ', '1/49', '.')
    """
    text = " ".join(text.split())
    found: list[Inline] = []
    end = 0
    for mark in _MARKS.finditer(text):
        code, label, part = mark.groups()
        found.append(text[end : mark.start()])
        found.append(Code(code) if code else Ref(label) if label else parts[part])
        end = mark.end()
    return tuple(part for part in (*found, text[end:]) if part != "")


def prose(text: str, **parts: Inline) -> Paragraph:
    """The words as a paragraph."""
    return Paragraph(inlines(text, **parts))
