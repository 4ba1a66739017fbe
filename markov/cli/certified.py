"""Certificates in a file: a line each, or inside a report."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer import BadParameter


@dataclass(frozen=True, slots=True)
class Opened:
    """What is certified in a file.

    lines    the texts of certificates by line number, not looked into yet
    report   what there is to say of the report around them: whether it is as written, and in words; None
             where there is no report
    """

    lines: tuple[tuple[int, str], ...]
    report: tuple[bool, str] | None


def opened(path: Path) -> Opened:
    """What is certified in the file.

    Raises SheetError where nothing is, or a report is damaged, and OSError where the file cannot be read.
    """
    from markov.report.attached import CERTIFICATES, Damaged
    from markov.report.carried import NoReader, carried
    from markov.sheet import SheetError

    data = path.read_bytes()
    try:
        inside = carried(data)
        text = data.decode("ascii") if inside is None else inside[0].get(CERTIFICATES, "")
    except NoReader as error:
        raise BadParameter(f"{path}: {error}") from None
    except Damaged as error:
        raise SheetError(f"{path}: {error}") from None
    except UnicodeDecodeError:
        raise SheetError(f"{path}: found bytes that are not ASCII; expected a certificate") from None
    lines = text.splitlines()
    if not lines:
        raise SheetError(f"{path}: found nothing; expected a certificate, or several, a line each")
    return Opened(tuple(enumerate(lines, start=1)), None if inside is None else _report(inside[1]))


def _report(text: str) -> tuple[bool, str]:
    from markov.report.attached import intact

    if not text:
        return True, "pages not compared: make the report again, and compare the files"
    if intact(text):
        return True, "not a character was changed since it was written"
    return False, "changed since it was written, or its digest taken out"


def certificates(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of certificates in the file by line number, not looked into yet.

    Raises what `opened` raises, and SheetError for a report that was changed.
    """
    from markov.sheet import SheetError

    found = opened(path)
    if found.report and not found.report[0]:
        raise SheetError(f"{path}: {found.report[1]}")
    yield from found.lines


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
