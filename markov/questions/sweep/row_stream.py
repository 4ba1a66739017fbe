"""The rows of a sweep as the text of a file of any length: columns of text, made once for equal numbers."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from json import dumps
from typing import Literal, TypeAlias

import numpy as np

from markov.questions.sweep.grid import Window
from markov.questions.sweep.sweep import Over, Sweep
from markov.questions.sweep.view import Plan, Swept, about, key, schema
from markov.tables.csv import as_text, line
from markov.tables.records import Records
from markov.tables.table import decimal

FileFormat: TypeAlias = Literal[
    "csv", "json", "jsonl", "parquet"
]  # the last is made of values like those of the first
TextColumn: TypeAlias = list[str]


@dataclass(frozen=True, slots=True)
class SweepPart:
    """Rows that are to be written: those of one sweep from one up to another.

    choices   of the options that are swept
    first     whether no row stands before them
    """

    plan: Plan
    style: FileFormat
    choices: tuple[str, ...]
    sweep: Sweep
    start: int
    stop: int
    first: bool


def parts(plan: Plan, style: FileFormat, swept: Iterable[Swept]) -> Iterator[SweepPart]:
    """All rows, as many at once as are best worked out together."""
    first = True
    for choices, sweep in swept:
        for start, stop in sweep.chunks(plan.figures):
            yield SweepPart(plan, style, choices, sweep, start, stop, first)
            first = False


def written(part: SweepPart) -> bytes:
    """The text of the rows, for a file that begins with `head` and ends with `tail`."""
    rows = map("".join, zip(*(_members if part.style in ("json", "jsonl") else _cells)(part), strict=True))
    if part.style == "json":
        return (("" if part.first else ",\n") + ",\n".join(rows)).encode()
    return "".join(rows).encode()


def head(plan: Plan, style: FileFormat) -> bytes:
    """The beginning of a file."""
    if style in ("csv", "parquet"):
        return line(_texts(style, headings(plan))).encode()
    return (dumps(about(plan))[:-1] + ', "rows": [\n').encode() if style == "json" else b""


def tail(style: FileFormat) -> bytes:
    """The last bytes of a file."""
    return b"\n]}\n" if style == "json" else b""


def headings(plan: Plan) -> list[str]:
    """The names of the columns."""
    return Records(schema(plan), ()).headings()


def _cells(part: SweepPart) -> Iterator[TextColumn]:
    """The columns of comma-separated values, each cell with the comma or the end of line after it."""
    rows = part.stop - part.start
    same = _texts(part.style, (part.plan.game, part.plan.wager, *part.choices))
    yield ["".join(f"{line([words])[:-1]}," for words in same)] * rows
    for window in part.sweep.windows(part.start, part.stop):
        yield _spread(window, rows, [f"{_paid(pay)}," for pay in _swept_pays(window)])
    for figure, over in _figures(part):
        words = partial(_taken, part) if figure == "takes" else _cell
        yield _each(over, words, "\n" if figure == part.plan.figures[-1] else ",")


def _paid(pay: Fraction | None) -> str:
    return "," if pay is None else f"{decimal(pay)},{pay}"


def _cell(number: int, over: int) -> str:
    exact, about = _said(number, over)
    return f"{about},{exact}"


def _taken(part: SweepPart, mask: int, _: int) -> str:
    takes = "; ".join(part.sweep.takes(mask))
    return line(_texts(part.style, [takes]))[:-1] if takes else ""  # alone in its row it would be quoted


def _texts(style: FileFormat, words: Iterable[str]) -> Iterable[str]:
    """The words as cells: a spreadsheet may open comma-separated values, and no other file."""
    return map(as_text, words) if style == "csv" else words


def _members(part: SweepPart) -> Iterator[TextColumn]:
    """The columns of JSON objects, each member with the punctuation around it."""
    rows = part.stop - part.start
    options = dumps(dict(zip(part.plan.options, part.choices, strict=True)))
    yield [f'{{"options": {options}, "pays": {{'] * rows
    comma = ""
    for window in part.sweep.windows(part.start, part.stop):
        name = f"{comma}{dumps(window.axis.ending)}: "
        pays = _swept_pays(window)
        yield _spread(window, rows, [f"{name}null" if pay is None else f'{name}"{pay}"' for pay in pays])
        comma = ", "
    yield ["}, "] * rows
    close = "}" if part.style == "json" else "}\n"
    for figure, over in _figures(part):
        words = partial(_listed, part.sweep) if figure == "takes" else partial(_member, key(figure))
        yield _each(over, words, close if figure == part.plan.figures[-1] else ", ")


def _member(name: str, number: int, over: int) -> str:
    exact, shown = _said(number, over)
    return f'"{name}": "{exact}", "{name}_decimal": "{shown}"'


def _listed(sweep: Sweep, mask: int, _: int) -> str:
    return f'"takes": {dumps(sweep.takes(mask))}'


@lru_cache(2**16)
def _said(number: int, over: int) -> tuple[str, str]:
    fraction = Fraction(number, over)
    return str(fraction), decimal(fraction)


def _figures(part: SweepPart) -> Iterable[tuple[str, Over]]:
    return part.sweep.figures(part.plan.figures, part.start, part.stop).items()


def _swept_pays(window: Window) -> list[Fraction | None]:
    return window.axis.pays(window.start, window.stop)


def _spread(window: Window, rows: int, texts: TextColumn) -> TextColumn:
    """For each row the text of its pay."""
    if len(texts) == 1:
        return texts * rows
    spread: TextColumn = np.array(texts, dtype=object)[window.at].tolist()
    return spread


def _each(over: Over, words: Callable[[int, int], str], end: str) -> TextColumn:
    """The text of every number, made once where it comes again."""
    values = over.values()
    texts = {each: words(*each) + end for each in set(values)}
    return [texts[each] for each in values]
