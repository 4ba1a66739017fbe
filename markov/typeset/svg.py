"""Drawings and charts as SVG, fit for a file of its own and for a page with others."""

import re
from hashlib import sha256

from markov.tables.drawing import Bars, Drawing
from markov.tables.picture import drawn
from markov.typeset.markup import element, escaped

_STYLE = re.compile(r"<defs>\s*<style[^>]*>\*\{([^}]*)\}</style>\s*</defs>")
_METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_NAME = re.compile(r' id="([^"]*)"')
_FINE = re.compile(r"(\.[0-9]{2})[0-9]+")  # hundredths of a point are finer than an eye
_LED = re.compile(r'(?:href="|url\()#([^")]*)')


def svg(picture: Drawing | Bars, alternative: str) -> str:
    """The picture as one element that says what is to be seen in it.

    Raises NoPicture where matplotlib is not installed.
    """
    made = drawn(picture, "svg").decode()
    mark = "p" + sha256(made.encode()).hexdigest()[:12]
    shown = _METADATA.sub("", made[made.index("<svg") :], count=1)
    style = _STYLE.search(shown)
    named = {name for tag in _TAG.findall(shown) for name in _LED.findall(tag)}

    def renamed(tag: re.Match[str]) -> str:
        """The tag, its name told apart from those in other pictures on the page; most lead nowhere."""
        kept = _NAME.sub(lambda match: f' id="{mark}-{match[1]}"' if match[1] in named else "", tag[0])
        return _FINE.sub(r"\1", re.sub(r'(href="#|url\(#)', rf"\g<1>{mark}-", kept))

    head, _, body = _TAG.sub(renamed, _STYLE.sub("", shown, count=1)).partition(">")
    shell = element("svg", role="img", aria_label=alternative, style=style[1] if style else "")
    attributes = shell.removeprefix("<svg").removesuffix("</svg>")
    return head + attributes + element("title", escaped(alternative)) + re.sub(r">\s+<", "><", body.strip())
