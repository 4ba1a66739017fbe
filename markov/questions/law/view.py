"""The law of the number of spins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from markov.chain.transitions import TooMuchWork
from markov.exact import one_in, root
from markov.questions.law.law import EndingLaw, SpinLaw, in_short
from markov.tables import json_record
from markov.tables.records import Record, Records
from markov.tables.table import (
    NOTHING,
    PLAYS,
    ROOT,
    Cell,
    Column,
    Figure,
    Table,
    Word,
    closed,
    decimal,
    in_percent,
    said,
    value,
)
from markov.tables.view import Document, View
from markov.wager.asked import Asked
from markov.wager.game import slug

QUANTILES = tuple(Fraction(text) for text in ("1/2", "9/10", "99/100", "999/1000"))
_ROWS = 30  # of numbers of spins, or of several in one
_BAR = 30  # characters
_KINDS: dict[str, type] = {
    "game": str,
    "wager": str,
    "play": str,
    "ending": str,
    "figure": str,
    "n": int,
    "p": Fraction,
    "value": Fraction,
}


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures that are asked of a law; where none is, the law is shown as a whole.

    at_least, within   numbers of spins; None where it was not asked
    quantiles          chances
    """

    asked: Asked
    law: SpinLaw
    at_least: int | None = None
    within: int | None = None
    quantiles: tuple[Fraction, ...] = ()

    @property
    def trials(self) -> str:
        """The plural of the trial: rolls, spins, flips."""
        return f"{self.law.wager.trial}s"

    @property
    def whole(self) -> bool:
        """True where no figure was named."""
        return self.at_least is None and self.within is None and not self.quantiles


def view(figures: Figures) -> View:
    """The law, or what was asked of it."""
    tables = [_laws(figures) if figures.whole else _figures(figures)]
    last = _quantile(figures.law.total, Fraction(99, 100)) if figures.whole else None
    if last is not None and figures.law.total.dear(last):
        of = f"The chance of each number of {figures.trials}"
        note = f"{of} is left out: it takes a while. --plot FILE draws it."
        tables[-1] = tables[-1].noted(note)
    elif last is not None and (found := numbers(figures.law, _ROWS)):
        tables.append(_numbers(figures, found))
    return View(
        closed(tables, _notes(figures)),
        lambda: Records(_KINDS, list(_rows(figures))),
        lambda: _document(figures),
    )


def _title(figures: Figures, what: str) -> str:
    return f"{figures.law.wager.name} ({figures.asked.game.name}): {what}, {PLAYS[figures.law.play]}"


def _laws(figures: Figures) -> Table:
    """The law however the wager ends, and given each ending."""
    columns = (
        Column("ends", "left"),
        Column("chance", "point"),
        Column("mean", group="mean"),
        Column("≈", "point", "mean"),
        Column("standard deviation", "point"),
        *(Column(in_short(q)) for q in QUANTILES),
        Column("most likely"),
    )
    rows = tuple(
        (
            Word(one.ending or "in any way"),
            Figure(one.chance, in_percent),
            Figure(one.mean),
            Figure(one.mean, decimal),
            Figure(one.variance, root),
            *(_count(_quantile(one, q)) for q in QUANTILES),
            _count(one.most_likely),
        )
        for one in (figures.law.total, *figures.law.endings.values())
    )
    median = (
        f"50% is the median, the least number of {figures.trials} within which half of all rounds are over; "
        "and so on."
    )
    notes = [median]
    if any(cell is NOTHING for row in rows for cell in row):
        notes.append(
            f"– stands for numbers of {figures.trials} beyond {figures.law.total.most:,}, or not to be told."
        )
    return Table(_title(figures, f"number of {figures.trials}"), columns, rows, tuple(notes))


def _count(n: int | None) -> Cell:
    return NOTHING if n is None else Word(f"{n:,}")


def _within(law: SpinLaw, n: int) -> Fraction | None:
    """The chance of at most n spins; None where it is out of reach."""
    return law.within(n) if n <= law.total.most else None


def _quantile(one: EndingLaw, q: Fraction) -> int | None:
    try:
        return one.quantile(q)
    except TooMuchWork:
        return None


@dataclass(frozen=True, slots=True)
class LawRows:
    """The chances of the numbers of spins up to the 99% quantile; the last of them may reach beyond it.

    first     the least number of spins that can be, or 1
    width     how many numbers are in one
    chances   of `first` and what is in one with it, and so on
    """

    first: int
    width: int
    chances: tuple[Fraction, ...]


def numbers(law: SpinLaw, most: int) -> LawRows | None:
    """The chances of the numbers of spins, several in one where there are more than most.

    None where they are out of reach.
    """
    last = _quantile(law.total, Fraction(99, 100))
    if last is None:
        return None
    first = 0 if law.at(0) else 1
    count = max(last - first + 1, 1)
    width = next(k * 10**ten for ten in range(count + 1) for k in (1, 2, 5) if count <= most * k * 10**ten)
    bounds = [*range(first, last + 1, width), first + -(-count // width) * width]
    if bounds[-1] - 1 > law.total.most:
        return None
    sums = [law.within(n - 1) if n else Fraction(0) for n in bounds]
    return LawRows(first, width, tuple(after - before for before, after in pairwise(sums)))


def _numbers(figures: Figures, found: LawRows) -> Table:
    """The chance of each number of spins, with a bar."""
    heads = Column("chance", "point"), Column("cumulative", "point"), Column("", "left")
    rows: list[tuple[Cell, ...]] = []
    longest = max(found.chances)
    below = Fraction(0)
    for k, chance in enumerate(found.chances):
        below += chance
        first = found.first + k * found.width
        spins = f"{first:,}" if found.width == 1 else f"{first:,}–{first + found.width - 1:,}"
        bar = Word("█" * round(chance / longest * _BAR))
        rows.append((Word(spins), Figure(chance, in_percent), Figure(below, in_percent), bar))
    last = found.first + len(found.chances) * found.width - 1
    more = f"The chance of more than {last:,} {figures.trials} is {in_percent(1 - below)}."
    return Table(
        f"{figures.law.wager.name}: chance of each number of {figures.trials}",
        (Column(figures.trials), *heads),
        tuple(rows),
        (more,) * (below < 1),
    )


def _figures(figures: Figures) -> Table:
    """The figures that were asked for, a row each."""
    columns = (
        Column("asked", "left"),
        Column(figures.trials),
        Column("%", "point", "chance"),
        Column("1 in", "point", "chance"),
        Column("chance", group="chance"),
    )
    law = figures.law
    rows: list[tuple[Cell, ...]] = []

    def add(what: str, n: int, chance: Fraction | None) -> None:
        if chance is None:
            rows.append((Word(what), Word(f"{n:,}"), NOTHING, NOTHING, NOTHING))
            return
        odds = Word(one_in(chance).removeprefix("1 in "))
        rows.append((Word(what), Word(f"{n:,}"), Figure(chance, in_percent), odds, Figure(chance)))

    if figures.at_least is not None:
        add("at least", figures.at_least, law.at_least(figures.at_least))
    if figures.within is not None:
        add("over within", figures.within, law.within(figures.within))
        for ending in law.endings:
            add(f"{ending} within", figures.within, law.within(figures.within, ending))
    for q in figures.quantiles:
        n = law.quantile(q)
        add(f"{in_short(q)} are over within", n, _within(law, n))
    return Table(_title(figures, f"number of {figures.trials}"), columns, tuple(rows))


def _notes(figures: Figures) -> Iterator[str]:
    law = figures.law
    if figures.whole and not law.endings:
        yield f"A chain of {law.states:,} states is too large for the law given each ending."
    if not figures.whole:
        mean = f"{decimal(law.mean)} {figures.trials}"
        yield f"The mean is {mean}, the standard deviation {root(law.variance)}."
    yield said(figures.asked.reading)
    yield f"Source: {law.wager.source}."


def _rows(figures: Figures) -> Iterator[Record]:
    """A row for each figure: of an ending, given that the wager ends so."""
    law = figures.law
    about = {"game": figures.asked.game.slug, "wager": slug(law.wager.name), "play": law.play}
    for one in (law.total, *law.endings.values()) if figures.whole else ():
        of = about | {"ending": one.ending or None}
        if one.ending:
            yield {**of, "figure": "probability", "value": one.chance}
        yield {**of, "figure": "spins.mean", "value": one.mean}
        yield {**of, "figure": "spins.variance", "value": one.variance}
        yield {**of, "figure": ROOT, "value": value(ROOT, one.variance)}
        yield {**of, "figure": "most_likely", "n": one.most_likely}
        for q in QUANTILES:
            yield {**of, "figure": "quantile", "p": q, "n": _quantile(one, q)}
    if (n := figures.at_least) is not None:
        yield {**about, "figure": "at_least", "n": n, "value": law.at_least(n)}
    if (n := figures.within) is not None:
        yield {**about, "figure": "within", "n": n, "value": law.within(n)}
        for ending in law.endings:
            yield {**about, "ending": ending, "figure": "within", "n": n, "value": law.within(n, ending)}
    for q in figures.quantiles:
        n = law.quantile(q)
        yield {**about, "figure": "quantile", "p": q, "n": n, "value": _within(law, n)}


def _document(figures: Figures) -> Document:
    """The law; what was not asked is null."""
    law = figures.law
    quantiles: Sequence[Fraction] = QUANTILES if figures.whole else figures.quantiles
    at_least: Document | None = None
    if (n := figures.at_least) is not None:
        at_least = {"n": n, "probability": law.at_least(n)}
    within: Document | None = None
    if (n := figures.within) is not None:
        endings = [{"ending": ending, "probability": law.within(n, ending)} for ending in law.endings]
        within = {"n": n, "probability": law.within(n), "endings": endings}
    return {
        **json_record.head("law", figures.asked),
        "wager": slug(law.wager.name),
        "play": law.play,
        "states": law.states,
        "mean": law.mean,
        "variance": law.variance,
        "at_least": at_least,
        "within": within,
        "quantiles": _quantiles(law.total, quantiles, figures.whole),
        "most_likely": law.most_likely if figures.whole else None,
        "endings": [
            {
                "ending": one.ending,
                "probability": one.chance,
                "mean": one.mean,
                "variance": one.variance,
                "quantiles": _quantiles(one, quantiles, figures.whole),
            }
            for one in law.endings.values()
        ]
        if figures.whole
        else None,
        "decimals": {"mean": decimal(law.mean), "standard_deviation": root(law.variance)},
    }


def _quantiles(one: EndingLaw, asked: Sequence[Fraction], whole: bool) -> list[dict[str, Any]]:
    return [{"p": q, "n": _quantile(one, q) if whole else one.quantile(q)} for q in asked]
