"""Many paytables of one wager, a row each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from markov.questions.sweep.sweep import Sweep
from markov.tables.records import Records, keys
from markov.tables.table import NOTHING, Table, Word, column, counts, decimal, edges, said, table, words
from markov.tables.view import Document, View
from markov.wager.paytable import worded

Swept: TypeAlias = tuple[tuple[str, ...], Sweep]  # the choices of the swept options, and what they make

NAMES = {"edge": "edge", "best-edge": "edge under best play", "rtp": "rtp", "best-rtp": "rtp under best play"}


@dataclass(frozen=True, slots=True)
class Plan:
    """The pays, options and figures of a sweep, by name, so that it can be sent to another process.

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
class SweptRow:
    """One paytable with its figures.

    pays      by ending that is swept; None where the line is taken out
    numbers   by figure
    takes     the offers that best play takes; None where that is not asked
    """

    options: Mapping[str, str]
    pays: Mapping[str, Fraction | None]
    numbers: Mapping[str, Fraction]
    takes: tuple[str, ...] | None


def lines(plan: Plan, swept: Iterable[Swept]) -> Iterator[SweptRow]:
    """The paytables one by one: for each choice of the swept options all of its grid."""
    for choices, sweep in swept:
        options = dict(zip(plan.options, choices, strict=True))
        for start, stop in sweep.chunks(plan.figures):
            found = sweep.figures(plan.figures, start, stop)
            figures = {name: over.values() for name, over in found.items()}
            taken = figures.pop("takes", None)
            for i, row in enumerate(range(start, stop)):
                pays = sweep.grid.pays(row)
                yield SweptRow(
                    options,
                    {ending: pays[ending] for ending in plan.endings},
                    {name: Fraction(*values[i]) for name, values in figures.items()},
                    None if taken is None else sweep.takes(taken[i][0]),
                )


def view(plan: Plan, listed: Sequence[SweptRow]) -> View:
    """The paytables for a reader, numbered, for a narrow page breaks the table; and for a program."""
    return View(
        (_table(plan, listed),),
        lambda: _records(plan, listed),
        lambda: {**about(plan), "rows": [_member(plan, line) for line in listed]},
    )


def about(plan: Plan) -> Document:
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
    found: Document = {
        "options": dict(line.options),
        "pays": dict(line.pays),
    }
    for figure in plan.figures:
        if figure == "takes":
            found["takes"] = line.takes or ()
        else:
            found[key(figure)] = line.numbers[figure]
            found[f"{key(figure)}_decimal"] = decimal(line.numbers[figure])
    return found


def key(figure: str) -> str:
    """The name of the figure in a document."""
    return figure.replace("-", "_")


def schema(plan: Plan) -> dict[str, type]:
    """The keys of the rows: what is swept, then the figures."""
    kinds: dict[str, type] = {"game": str, "wager": str}
    kinds |= dict.fromkeys(keys("option", plan.options).values(), str)
    kinds |= dict.fromkeys(keys("pay", plan.endings).values(), Fraction)
    return kinds | {key(figure): Fraction if figure in NAMES else str for figure in plan.figures}


def _records(plan: Plan, listed: Iterable[SweptRow]) -> Records:
    options, pays = keys("option", plan.options), keys("pay", plan.endings)
    rows: list[dict[str, Any]] = [
        {
            "game": plan.game,
            "wager": plan.wager,
            **{options[name]: choice for name, choice in line.options.items()},
            **{pays[ending]: pay for ending, pay in line.pays.items()},
            **{key(figure): number for figure, number in line.numbers.items()},
            **({} if line.takes is None else {"takes": "; ".join(line.takes)}),
        }
        for line in listed
    ]
    return Records(schema(plan), rows)


def _table(plan: Plan, listed: Sequence[SweptRow]) -> Table:
    parts = [counts("row", range(1, len(listed) + 1))]
    parts += [words(name, [line.options[name] for line in listed]) for name in plan.options]
    for ending, way in zip(plan.endings, plan.ways, strict=True):
        parts.append(column(ending, [_pay(line.pays[ending], way) for line in listed]))
    for figure in plan.figures:
        if figure in NAMES:
            parts.append(edges(NAMES[figure], [line.numbers[figure] for line in listed]))
        else:
            taken = [Word(", ".join(line.takes), "good") if line.takes else NOTHING for line in listed]
            parts.append(words(figure, taken))
    notes = ["Edges are per stake, of play to the end where nothing else is said."]
    if "takes" in plan.figures:
        notes.append(
            "Takes: the offers worth more than playing on, also where best play never comes to them."
        )
    title = f"{plan.title}: {len(listed):,} paytable{'s' * (len(listed) != 1)}"
    return table(title, parts, (*notes, said(plan.reading), f"Source: {plan.source}."))


def _pay(pay: Fraction | None, way: str) -> Word:
    return Word("none", "faint") if pay is None else Word(worded(pay, f"1 {way} 1"))
