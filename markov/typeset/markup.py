"""Elements and text of markup, in the way that HTML, SVG and MathML share."""

import re
from html import escape

# XML has no place for these; and a sheet may not turn round the order in which figures are read.
_UNFIT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def escaped(text: str) -> str:
    r"""The text as it may stand in an element or in an attribute; signs that are unfit for it show as �.

    >>> escaped('a < "b"\x00'), escaped("9\u202e94/1")
    ('a &lt; &quot;b&quot;�', '9�94/1')
    """
    return escape(_UNFIT.sub("\ufffd", text))


def element(name: str, content: str = "", /, **attributes: str | int) -> str:
    """The element with its content, which is markup already, and its attributes, which are plain text.

    A name that Python keeps for itself ends in _; a _ inside stands for a hyphen, and attributes that are
    empty are left out.

    >>> element("td", escaped("1 < 2"), class_="good", aria_label="so", id="")
    '<td class="good" aria-label="so">1 &lt; 2</td>'
    """
    shown = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(str(value))}"'
        for key, value in attributes.items()
        if value != ""
    )
    return f"<{name}{shown}>{content}</{name}>"
