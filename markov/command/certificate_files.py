"""Certificates in a file: a line each, or inside a report."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from typer import BadParameter

if TYPE_CHECKING:
    from markov.typeset.report_file import ReportFile

_LARGEST = 1 << 28  # bytes of a file


@dataclass(frozen=True, slots=True)
class Opened:
    """A file with certificates in it, opened.

    data     the file as it is
    lines    the texts of certificates by line number, not looked into yet; none in a zipped document
    report   the report around them; None where there is no report
    parts    of a zipped document, such as a workbook, by name
    """

    data: bytes
    lines: tuple[tuple[int, str], ...]
    report: "ReportFile | None" = None
    parts: Mapping[str, bytes] | None = None


def opened(path: Path) -> Opened:
    """The file with certificates, opened.

    Raises SheetError where nothing is, or a report is damaged, and OSError where the file cannot be read.
    """
    from markov.typeset.archive import kind, parts
    from markov.typeset.attached import CERTIFICATES, Damaged
    from markov.typeset.report_file import NoReader, read_report
    from markov.wager.game import SheetError

    if path.is_file() and path.stat().st_size > _LARGEST:
        raise SheetError(f"{path}: larger than {_LARGEST >> 20} MiB; expected certificates, or a report")
    data = path.read_bytes()
    try:
        inside = read_report(data)
        if inside is not None:
            inside = inside.with_files_beside(path.parent)
        if inside is None and (zipped := parts(data)) is not None and kind(zipped):
            return Opened(data, (), parts=zipped)
        text = data.decode("ascii") if inside is None else "".join(inside.named(CERTIFICATES))
    except NoReader as error:
        raise BadParameter(f"{path}: {error}") from None
    except Damaged as error:
        raise SheetError(f"{path}: {error}") from None
    except UnicodeDecodeError:
        raise SheetError(f"{path}: found bytes that are not ASCII; expected a certificate") from None
    lines = [line.removesuffix("\n") for line in StringIO(text, newline=None)]  # as the checker reads a file
    if not lines and not (inside and inside.missing()):
        raise SheetError(f"{path}: found nothing; expected a certificate, or several, a line each")
    return Opened(data, tuple(enumerate(lines, start=1)), inside)


def certificates(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of certificates in the file by line number, not looked into yet.

    Raises what `opened` raises, and SheetError for a report that was changed and for a document without any.
    """
    from markov.typeset.attached import CERTIFICATES, intact
    from markov.wager.game import SheetError

    certificate = opened(path)
    if certificate.parts is not None:
        raise SheetError(f"{path}: found a workbook or a document, which carries none; expected certificates")
    if (report := certificate.report) is not None:
        if report.text and not intact(report.text):
            raise SheetError(f"{path}: changed since it was written, or its digest taken out")
        if missing := report.missing():
            raise SheetError(f"{path}: {', '.join(missing)} is not beside it")
        if len(report.named(CERTIFICATES)) > 1:
            raise SheetError(f"{path}: it carries two files {CERTIFICATES}; expected one")
    yield from certificate.lines
