"""Words in TeX: nothing in them is a command, and no character stops the run."""

import re
from itertools import groupby, pairwise
from unicodedata import normalize
from urllib.parse import quote

from markov.report.typeset.digits import grouped
from markov.report.typeset.tex_signs import LOWERED, RAISED, WORDS

THIN = "\\tsp "
"""A thin space where a line may be broken; the preamble defines it."""

_SIGNS = WORDS | RAISED | LOWERED
_LEVELS = dict.fromkeys(RAISED, "\\textsuperscript") | dict.fromkeys(LOWERED, "\\textsubscript")
_BREAK = "\\brk "  # a place where a line may be broken, and nothing is seen
_LONGEST = 30  # characters of a word that is never broken
_CHUNK = 8  # characters between two places where a longer one is
_AFTER = "/._-=?&:,;"  # a word is broken after one of these rather than anywhere
_DIGITS = re.compile(r"[0-9]{1,3}")
# Two of these would be one sign, -- a dash; and five of = would open a file inside the document.
_PAIR = re.compile(r"(?<=[-,'=])(?=[-,'=])")
_AS_IT_IS = re.compile(r"[A-Za-z0-9 .,:;!?'()=/+@À-ÖØ-öø-ĥĨ-ıĴ-ķĹ-ľŁ-ňŊ-ťŨ-žȘ-ț-]")


def words(text: str) -> str:
    r"""The text for a paragraph; long numbers and long words can be broken.

    >>> print(words("50% of #1: 12345678901 ≤ \\x"))
    50\% of \#1: 12\tsp 345\tsp 678\tsp 901 \ensuremath{\leq} \textbackslash{}x
    """
    pieces = grouped(flat(text))
    shown = escaped(pieces[0])
    for before, piece in pairwise(pieces):
        if _DIGITS.fullmatch(piece) and _DIGITS.fullmatch(before):
            shown += THIN
        elif before.endswith("/"):
            shown += _BREAK
        shown += escaped(piece)
    return shown


def code(text: str) -> str:
    """The text for a machine, in the face of a typewriter; it can be broken where it has long words."""
    shown = escaped(flat(text), longest=12).replace("'", "\\textquotesingle{}")
    shown = shown.replace("\\texttrademark{}", "\\textrm{\\texttrademark{}}")  # typewriters have none
    spaced = re.sub(r"^ +| {2,}", lambda run: "\\ " * len(run.group()), shown)
    return f"\\texttt{{{spaced}}}"


def flat(text: str) -> str:
    """The text on one line: two ends of lines would end a paragraph, and an argument with it."""
    return re.sub(r"[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]", " ", normalize("NFC", text))


def escaped(text: str, longest: int = _LONGEST) -> str:
    """The text, each of its characters for itself and no more."""
    return re.sub(r"[^ ]+", lambda word: _word(word.group(), longest), text)


def bookmark(text: str) -> str:
    r"""The text for the outline of a PDF, where there are no commands; hyperref knows \unichar."""
    plain = re.compile(r"[A-Za-z0-9 .,:;!?'()=/+*@-]")
    signs = (c if plain.fullmatch(c) else f"\\unichar{{{_known(c)}}}" for c in flat(text))
    return "".join(signs)


def address(text: str) -> str:
    r"""An address for \href: what is unusual in one stands as its bytes, as RFC 3986 has it."""
    usual = re.compile(r"[A-Za-z0-9:/?@!'()*+,;=._~&#%-]")
    raw = "".join(c if usual.fullmatch(c) else quote(c, errors="replace") for c in text)
    return re.sub(r"([%#&_~])", r"\\\1", raw)


def _word(word: str, longest: int) -> str:
    if len(word) <= longest:
        return _signs(word)
    after = re.escape(_AFTER)
    parts = re.findall(rf"[^{after}]{{1,{_CHUNK}}}[{after}]*|[{after}]+", word)
    return _BREAK.join(map(_signs, parts))


def _signs(word: str) -> str:
    return "{}".join(_level(part) for part in _PAIR.split(word))


def _level(word: str) -> str:
    """The signs, those above the line together, and those below it."""
    shown = ""
    for command, run in groupby(word, lambda sign: _LEVELS.get(sign, "")):
        signs = "".join(map(_sign, run))
        shown += f"{command}{{{signs}}}" if command else signs
    return shown


def _sign(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    return sign if _AS_IT_IS.fullmatch(sign) else f"{{[}}U+{ord(sign):04X}{{]}}\\brk{{}}"


def _known(sign: str) -> int:
    """The number of the character; half of a surrogate pair has none that may be written."""
    return 0xFFFD if 0xD800 <= ord(sign) < 0xE000 else ord(sign)
