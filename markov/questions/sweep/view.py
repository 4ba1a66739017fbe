"""Many paytables of one wager, a row each."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, repeat
from json import dumps
from typing import Literal, TypeAlias, TypeVar

import numpy as np

from markov.command.pays import worded_like
from markov.exact import brief, decimal
from markov.naming import counted
from markov.questions.sweep.grid import Window
from markov.questions.sweep.sweep import Quotients, Sweep
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.csv import as_text, lines
from markov.tables.picture import Canvas, NoPicture, Trace, curves, heat
from markov.tables.records import Records, keys
from markov.tables.rows import Rows
from markov.tables.table import Word
from markov.tables.view import Document, View, view_of
from markov.wager.wager import Wager

Swept: TypeAlias = tuple[tuple[str, ...], Sweep]  # the choices of the swept options, and what they make
FileFormat: TypeAlias = Literal["csv", "json", "jsonl", "parquet"]  # the last is made of one like the first
TextColumn: TypeAlias = list[str]
T = TypeVar("T")

NAMES = {"edge": "edge", "best-edge": "edge under best play", "rtp": "rtp", "best-rtp": "rtp under best play"}


@dataclass(frozen=True, slots=True)
class Plan:
    """The pays, options and figures of a sweep, by name, so that it can be sent to another process.

    reading   the choices of the options that are not swept
    options   the keys of those that are
    endings   whose pays are swept
    ways      for each of them the word with which the sheet says its pay: "for" or "to"
    figures   that are wanted: edge, best-edge, takes, rtp, best-rtp
    actions   whether the player has to choose, so that play without best play is of the first choices
    """

    game: str
    wager: str
    title: str
    source: str
    reading: Mapping[str, str]
    options: tuple[str, ...]
    endings: tuple[str, ...]
    ways: tuple[str, ...]
    figures: tuple[str, ...]
    actions: bool = False


@dataclass(frozen=True, slots=True)
class SweptRow:
    """One paytable with its figures.

    number    of the row, from 1
    pays      by ending that is swept; None where the line is taken out
    numbers   by figure
    takes     the offers that best play takes; None where that is not asked
    """

    number: int
    options: Mapping[str, str]
    pays: Mapping[str, Fraction | None]
    numbers: Mapping[str, Fraction]
    takes: tuple[str, ...] | None


def swept_rows(plan: Plan, swept: Iterable[Swept]) -> Iterator[SweptRow]:
    """The paytables one by one: for each choice of the swept options all of its grid."""
    number = 0
    for choices, sweep in swept:
        options = dict(zip(plan.options, choices, strict=True))
        for start, stop in sweep.chunks(plan.figures):
            figures = sweep.figures(plan.figures, start, stop)
            taken = figures.pop("takes", None)
            pays = {
                window.axis.ending: _spread(window, stop - start, window.pays)
                for window in sweep.windows(start, stop)
            }
            for i in range(stop - start):
                number += 1
                yield SweptRow(
                    number,
                    options,
                    {ending: listed[i] for ending, listed in pays.items()},
                    {name: Fraction(*values[i]) for name, values in figures.items()},
                    None if taken is None else sweep.takes(taken[i][0]),
                )


def view(plan: Plan, listed: Sequence[SweptRow]) -> View:
    """The paytables for a reader, numbered, for a narrow page breaks the table; and for a program."""
    return view_of(
        "sweep",
        None,
        lambda: [_table(plan, listed)],
        headline=lambda: _headline(listed),
        line={"game": plan.game, "wager": plan.wager},
        document=lambda: {**document_head(plan), "rows": [_member(plan, row) for row in listed]},
    )


def _headline(listed: Sequence[SweptRow]) -> str:
    """The lowest and the highest edge of the paytables, in a line."""
    names = [name for name in NAMES if name in listed[0].numbers]
    spans = []
    for name in names:
        least, most = (brief(end(row.numbers[name] for row in listed)) for end in (min, max))
        spans.append(f"{NAMES[name]} {least}" + (f" to {most}" if least != most else ""))
    return h.clauses(counted(len(listed), "paytable"), *spans)


def document_head(plan: Plan) -> Document:
    """The head of the document, before its rows."""
    return {
        "schema": "markov/sweep/1",
        "game": plan.game,
        "wager": plan.wager,
        "source": plan.source,
        "options": dict(plan.reading),
    }


def _member(plan: Plan, line: SweptRow) -> Document:
    """One row of the document."""
    document: Document = {
        "options": dict(line.options),
        "pays": dict(line.pays),
    }
    for figure in plan.figures:
        if figure == "takes":
            document["takes"] = line.takes or ()
        else:
            document[key(figure)] = line.numbers[figure]
            document[f"{key(figure)}_decimal"] = decimal(line.numbers[figure])
    return document


def key(figure: str) -> str:
    """The name of the figure in a document."""
    return figure.replace("-", "_")


def _table(plan: Plan, listed: Sequence[SweptRow]) -> Rows[SweptRow]:
    edges = any(name.endswith("edge") for name in plan.figures)
    plainly = "by the first choices" if plan.actions else "with no offer taken"
    notes = [f"Edges are per stake, {plainly} where nothing else is said."] * edges
    if "takes" in plan.figures:
        notes.append(
            "Takes: the offers worth more than playing on, also where best play never comes to them."
        )
    title = f"{plan.title}: {counted(len(listed), 'paytable')}"
    return Rows(
        title,
        listed,
        _columns(plan),
        (*notes, *t.origin({**plan.reading, **dict.fromkeys(plan.options, "swept")}, plan.source)),
    )


def _columns(plan: Plan) -> Iterator[Column[SweptRow]]:
    """The columns of a paytable: what is swept, then the figures."""
    yield c.counts("row", lambda row: row.number)
    for name, record_key in keys("option", plan.options).items():
        yield c.words(name, c.item("options", name), record_key)
    pays = keys("pay", plan.endings)
    for ending, way in zip(plan.endings, plan.ways, strict=True):
        pay = partial(_pay, ending, way)
        yield c.exact(ending, c.item("pays", ending), pays[ending], shown=pay)
    for figure in plan.figures:
        if figure in NAMES:
            yield from c.edges(NAMES[figure], c.item("numbers", figure), key(figure))
        else:
            yield c.words(None, lambda row: "; ".join(row.takes or ()), figure)
            yield c.words(figure, lambda row: Word(", ".join(row.takes), "good") if row.takes else None)


def _pay(ending: str, way: str, row: SweptRow) -> Word:
    pay = row.pays[ending]
    return Word("none", "faint") if pay is None else Word(worded_like(pay, way))


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

    @property
    def windows(self) -> tuple[Window, ...]:
        """The pays that are swept."""
        return self.sweep.windows(self.start, self.stop)

    @property
    def figures(self) -> Mapping[str, Quotients]:
        """The figures that are wanted."""
        return self.sweep.figures(self.plan.figures, self.start, self.stop)


def parts(plan: Plan, style: FileFormat, swept: Iterable[Swept]) -> Iterator[SweepPart]:
    """All rows, as many at once as are best worked out together."""
    first = True
    for choices, sweep in swept:
        for start, stop in sweep.chunks(plan.figures):
            yield SweepPart(plan, style, choices, sweep, start, stop, first)
            first = False


def rendered(part: SweepPart) -> bytes:
    """The text of the rows, the first of them with the head of the file; `tail` is what it ends with."""
    head = _head(part.plan, part.style) if part.first else b""
    rows = map("".join, zip(*(_members if part.style in ("json", "jsonl") else _cells)(part), strict=True))
    if part.style == "json":
        return head + (("" if part.first else ",\n") + ",\n".join(rows)).encode()
    return head + "".join(rows).encode()


def _head(plan: Plan, style: FileFormat) -> bytes:
    if style in ("csv", "parquet"):
        kinds = {"game": str, "wager": str, **Rows("", (), _columns(plan)).kinds()}
        return lines([_texts(style, Records(kinds, ()).headings())]).encode()
    return (dumps(document_head(plan))[:-1] + ', "rows": [\n').encode() if style == "json" else b""


def tail(style: FileFormat) -> bytes:
    """The last bytes of a file."""
    return b"\n]}\n" if style == "json" else b""


def _cells(part: SweepPart) -> Iterator[TextColumn]:
    """The columns of comma-separated values, each cell with the comma or the end of line after it."""
    rows = part.stop - part.start
    same = _texts(part.style, (part.plan.game, part.plan.wager, *part.choices))
    yield [f"{lines([same])[:-1]},"] * rows
    for window in part.windows:
        yield _spread(window, rows, [",,," if p is None else f"{_three(p)}," for p in window.pays])
    for figure, values in part.figures.items():
        words = partial(_taken, part) if figure == "takes" else _cell
        yield _each(values, words, "\n" if figure == part.plan.figures[-1] else ",")


def _cell(number: int, over: int) -> str:
    return _three(Fraction(number, over))


@lru_cache(2**16)
def _three(number: Fraction) -> str:
    """The decimal, the numerator and the denominator."""
    return f"{decimal(number)},{number.numerator},{number.denominator}"


def _taken(part: SweepPart, mask: int, _: int) -> str:
    takes = "; ".join(part.sweep.takes(mask))
    return lines([_texts(part.style, [takes])])[:-1] if takes else ""  # alone in its row it would be quoted


def _texts(style: FileFormat, words: Iterable[str]) -> Iterable[str]:
    """The words as cells: a spreadsheet may open comma-separated values, and no other file."""
    return map(as_text, words) if style == "csv" else words


def _members(part: SweepPart) -> Iterator[TextColumn]:
    """The columns of JSON objects, each member with the punctuation around it."""
    rows = part.stop - part.start
    options = dumps(dict(zip(part.plan.options, part.choices, strict=True)))
    yield [f'{{"options": {options}, "pays": {{'] * rows
    for window, comma in zip(part.windows, chain([""], repeat(", ")), strict=False):
        name = f"{comma}{dumps(window.axis.ending)}: "
        yield _spread(window, rows, [f"{name}null" if p is None else f'{name}"{p}"' for p in window.pays])
    yield ["}, "] * rows
    close = "}" if part.style == "json" else "}\n"
    for figure, values in part.figures.items():
        words = partial(_offers, part.sweep) if figure == "takes" else partial(_number, key(figure))
        yield _each(values, words, close if figure == part.plan.figures[-1] else ", ")


def _number(name: str, number: int, over: int) -> str:
    exact, shown = _said(number, over)
    return f'"{name}": "{exact}", "{name}_decimal": "{shown}"'


def _offers(sweep: Sweep, mask: int, _: int) -> str:
    return f'"takes": {dumps(sweep.takes(mask))}'


@lru_cache(2**16)
def _said(number: int, over: int) -> tuple[str, str]:
    fraction = Fraction(number, over)
    return str(fraction), decimal(fraction)


def _spread(window: Window, rows: int, pays: list[T]) -> list[T]:
    """For each row its pay, or the text of it."""
    if len(pays) == 1:
        return pays * rows
    spread: list[T] = np.array(pays, dtype=object)[window.at].tolist()
    return spread


def _each(values: Quotients, words: Callable[[int, int], str], end: str) -> TextColumn:
    """The text of every number, made once where it comes again."""
    texts = {each: words(*each) + end for each in set(values)}
    return [texts[each] for each in values]


def drawn(to: Canvas, title: str, lines: Sequence[SweptRow], sheet: Wager) -> None:
    """Edges over one swept pay, or a heat map over two; the last figure that is wanted is drawn in a map.

    sheet   the wager as posted, whose pays are marked where they are among those that are swept

    Raises NoPicture where something else than one or two pays is swept.
    """
    first = lines[0]
    swept = [name for name in first.pays if len({line.pays[name] for line in lines}) > 1]
    if any(line.options != first.options for line in lines) or len(swept) not in (1, 2):
        raise NoPicture("a picture is drawn of one or two swept pays under one reading")
    at = {tuple(pay for name in swept if (pay := line.pays[name]) is not None): line for line in lines}
    if any(len(pays) < len(swept) for pays in at):
        raise NoPicture("a pay of none has no place on an axis; leave it out for a picture")
    names = [name for name in first.numbers if name in NAMES]
    axes = [f"{name}: total returned (stake included)" for name in swept]
    here = tuple(sheet.line(name) for name in swept if name in sheet.pays)
    figures = " and ".join(NAMES[name] for name in names)
    if len(swept) == 1:
        drawn = [
            Trace(NAMES[name], sorted((pay, line.numbers[name]) for (pay, *_), line in at.items()))
            for name in names
        ]
        marked = [(here[0], at[here].numbers[name]) for name in names] if here in at else []
        marks = {f"posted: {sheet.posted(swept[0])}": marked} if marked else {}
        curves(to, f"{title}: {figures} by the pay of {swept[0]}", (axes[0], figures), drawn, marks)
        return
    xs, ys = (sorted({pays[k] for pays in at}) for k in (0, 1))
    rows = [[at[x, y].numbers[names[-1]] for x in xs] for y in ys]
    field = (xs.index(here[0]), ys.index(here[1])) if here in at else None
    what = f"{title}: {NAMES[names[-1]]}"
    heat(to, what, (axes[0], axes[1]), ([str(x) for x in xs], [str(y) for y in ys]), rows, field)
