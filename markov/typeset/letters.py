"""Letters of formulas, by their face: Unicode has bold and slanted ones of their own."""

from typing import Literal

_BOLD = {"A": 0x1D400, "a": 0x1D41A, "0": 0x1D7CE, "Α": 0x1D6A8, "α": 0x1D6C2}
_ITALIC = {"A": 0x1D434, "a": 0x1D44E, "Α": 0x1D6E2, "α": 0x1D6FC}
_LENGTHS = {"A": 26, "a": 26, "0": 10, "Α": 25, "α": 25}
_PLANCK = "\u210e"  # the slanted h, which was there before the others


def faced(letters: str, face: Literal["italic", "upright", "bold"]) -> str:
    """The letters, bold or slanted in themselves where MathML would not make them so.

    A single letter is slanted by MathML, more than one are not.

    >>> faced("N", "bold"), faced("p", "italic"), faced("Var", "upright"), faced("hit", "italic")
    ('𝐍', 'p', 'Var', 'ℎ𝑖𝑡')
    """
    if face == "bold":
        return "".join(_moved(letter, _BOLD) for letter in letters)
    if face == "italic" and len(letters) > 1:
        return "".join(_PLANCK if letter == "h" else _moved(letter, _ITALIC) for letter in letters)
    return letters


def _moved(letter: str, to: dict[str, int]) -> str:
    for first, place in to.items():
        if 0 <= (offset := ord(letter) - ord(first)) < _LENGTHS[first]:
            return chr(place + offset)
    return letter
