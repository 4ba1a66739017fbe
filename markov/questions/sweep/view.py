"""Many paytables of one wager: as a table, and as a document."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from markov.questions.sweep.sweep import Sweep
from markov.tables.phrases import said
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.tables.view import Document
from markov.wager.paytable import worded

Swept: TypeAlias = tuple[tuple[str, ...], Sweep]  # the choices of the swept options, and what they make

NAMES = {"edge": "edge", "best-edge": "best play edge", "rtp": "rtp", "best-rtp": "best play rtp"}


@dataclass(frozen=True, slots=True)
class Plan:
    """What is swept, in names.

    reading   the choices of the options that are not swept
    options   the keys of those that are
    endings   whose pays are swept
    ways      for each of them the word with which the sheet says its pay: "for" or "to"
    figures   that are wanted, of `markov.questions.sweep.sweep.FIGURES`
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


@dataclass(frozen=True, slots=True)
class Line:
    """One paytable.

    pays      by ending that is swept; None where the line is taken out
    numbers   by figure
    takes     the offers that best play takes; None where that is not asked
    """

    options: Mapping[str, str]
    pays: Mapping[str, Fraction | None]
    numbers: Mapping[str, Fraction]
    takes: tuple[str, ...] | None


def lines(asked: Plan, swept: Iterable[Swept]) -> Iterator[Line]:
    """The paytables one by one: for each choice of the swept options all of its grid."""
    for choices, sweep in swept:
        options = dict(zip(asked.options, choices, strict=True))
        for start, stop in sweep.chunks(asked.figures):
            figures = sweep.figures(asked.figures, start, stop)
            taken = figures.pop("takes", None)
            for i, row in enumerate(range(start, stop)):
                pays = sweep.grid.pays(row)
                yield Line(
                    options,
                    {ending: pays[ending] for ending in asked.endings},
                    {name: Fraction(over.numerators[i], over.denominator) for name, over in figures.items()},
                    None if taken is None else sweep.takes(taken.numerators[i]),
                )


def document(asked: Plan, listed: Iterable[Line]) -> Document:
    """The paytables, exact numbers as texts."""
    return {**about(asked), "rows": [member(asked, line) for line in listed]}


def about(asked: Plan) -> Document:
    """What the document says before its rows."""
    return {
        "schema": "markov/sweep/1",
        "game": asked.game,
        "wager": asked.wager,
        "source": asked.source,
        "options": dict(asked.reading),
    }


def member(asked: Plan, line: Line) -> Document:
    """One row of the document."""
    found: Document = {
        "options": dict(line.options),
        "pays": {ending: None if pay is None else str(pay) for ending, pay in line.pays.items()},
    }
    for figure in asked.figures:
        if figure == "takes":
            found["takes"] = list(line.takes or ())
        else:
            found[key(figure)] = str(line.numbers[figure])
            found[f"{key(figure)}_decimal"] = decimal(line.numbers[figure])
    return found


def key(figure: str) -> str:
    """The name of the figure in a document."""
    return figure.replace("-", "_")


def table(asked: Plan, listed: Iterable[Line]) -> Table:
    """The paytables for a reader: a row each, numbered, for a narrow terminal breaks the table."""
    columns = [Column("row"), *(Column(name, "left") for name in asked.options)]
    columns += [Column(ending) for ending in asked.endings]
    for figure in asked.figures:
        if name := NAMES.get(figure):
            columns += [Column(name, group=name), Column("%", "point", name)]
        else:
            columns.append(Column(figure, "left"))
    rows = tuple((Word(str(k)), *_cells(asked, line)) for k, line in enumerate(listed, 1))
    notes = ["Edges are per stake, of play to the end unless they are called best."]
    if "takes" in asked.figures:
        notes.append(
            "Takes: the offers worth more than playing on, also where best play never comes to them."
        )
    notes += [said(asked.reading), f"Source: {asked.source}."]
    title = f"{asked.title}: {len(rows):,} paytable{'s' * (len(rows) != 1)}"
    return Table(title, tuple(columns), rows, tuple(notes))


def _cells(asked: Plan, line: Line) -> Iterator[Cell]:
    yield from map(Word, line.options.values())
    for pay, way in zip(line.pays.values(), asked.ways, strict=True):
        yield Word("none", "faint") if pay is None else Word(worded(pay, f"1 {way} 1"))
    for figure in asked.figures:
        if figure == "takes":
            yield Word(", ".join(line.takes), "good") if line.takes else NOTHING
        else:
            number = line.numbers[figure]
            yield from (Figure(number), Figure(number, in_percent))
