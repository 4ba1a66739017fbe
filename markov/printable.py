"""Words from outside as they may be shown: on one line, unable to drive a terminal, and not too long."""


def printable(text: str, most: int | None = None) -> str:
    r"""The text with every character that cannot be seen escaped, cut short at its end where it is longer.

    Escaped are control characters, line breaks, marks that turn the direction of writing, and bytes that were
    no text.

    >>> print(printable("red\x1b[31m\n\u202e\udcff"), printable("a thousand", 5))
    red\x1b[31m\n\u202e\udcff a tho…
    """
    shown = "".join(map(_seen, text if most is None else text[: most + 1]))
    return shown if most is None or len(shown) <= most else shown[:most] + "…"


def _seen(sign: str) -> str:
    if sign.isprintable():
        return sign
    return " " if sign.isspace() and ord(sign) > 0x9F and sign not in "\u2028\u2029" else repr(sign)[1:-1]
