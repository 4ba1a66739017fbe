"""Certificates in a file, a line each."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any


def certificates(path: Path) -> Iterator[tuple[int, str]]:
    """The texts in the file by line number, not looked into yet.

    Raises SheetError where there is none, and OSError where the file cannot be read.
    """
    from markov.game import SheetError

    try:
        lines = path.read_text("ascii").splitlines()
    except UnicodeDecodeError:
        raise SheetError(f"{path}: found bytes that are not ASCII; expected a certificate") from None
    if not lines:
        raise SheetError(f"{path}: found nothing; expected a certificate, or several, a line each")
    yield from enumerate(lines, start=1)


def about(given: Mapping[str, Any]) -> tuple[str, str, dict[str, str]]:
    """The game, the slug of the wager and the reading that a checked certificate names.

    Raises ValueError, naming the place, where they are no such things: the checker reads no names.
    """
    game, wager, options = (given.get(key) for key in ("game", "wager", "options"))
    if not isinstance(game, str) or not isinstance(wager, str):
        raise ValueError("game, wager: no names")
    if not isinstance(options, dict) or not all(isinstance(choice, str) for choice in options.values()):
        raise ValueError("options: not a choice for each")
    return game, wager, options
