"""The law of the number of spins, as tables and as a document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from markov.chain.solve_order import TooMuchWork
from markov.exact import one_in, root, shortened
from markov.questions.law.law import EndingLaw, SpinLaw, in_short
from markov.tables.phrases import PLAYS, said
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.tables.view import View
from markov.wager.asked import Asked
from markov.wager.game import slug

QUANTILES = tuple(Fraction(text) for text in ("1/2", "9/10", "99/100", "999/1000"))
_ROWS = 30  # of numbers of spins, or of several in one
_BAR = 30  # characters
_LONG = 1_000  # bits
_SHORT = 40  # characters


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures that are asked of a law; where none is, the law is shown as a whole.

    at_least, within   numbers of spins; None where it was not asked
    quantiles          chances
    long               no digit is left out of a fraction
    """

    asked: Asked
    law: SpinLaw
    at_least: int | None = None
    within: int | None = None
    quantiles: tuple[Fraction, ...] = ()
    long: bool = False

    @property
    def whole(self) -> bool:
        """Whether no figure was named."""
        return self.at_least is None and self.within is None and not self.quantiles


def view(figures: Figures) -> View:
    """The law, or what was asked of it."""
    tables = [_laws(figures)] if figures.whole else [_figures(figures, short=not figures.long)]
    flat = tables[0] if figures.whole else _figures(figures, short=False)
    if figures.whole and (found := numbers(figures.law, _ROWS)):
        tables.append(_numbers(figures, found))
    last = tables[-1]
    notes = (*last.notes, *_notes(figures))
    tables[-1] = Table(last.title, last.columns, last.rows, notes)
    return View(tuple(tables), flat, lambda: document(figures))


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
    notes = [
        "50% is the median, the least number of spins within which half of all rounds are over; and so on."
    ]
    if any(cell is NOTHING for row in rows for cell in row):
        notes.append(f"– stands for numbers of spins beyond {figures.law.total.most:,}, or not to be told.")
    return Table(_title(figures, "number of spins"), columns, rows, tuple(notes))


def _count(n: int | None) -> Cell:
    return NOTHING if n is None else Word(f"{n:,}")


def _quantile(one: EndingLaw, q: Fraction) -> int | None:
    try:
        return one.quantile(q)
    except TooMuchWork:
        return None


@dataclass(frozen=True, slots=True)
class Numbers:
    """The chances of the numbers of spins up to the 99% quantile; the last of them may reach beyond it.

    first     the least number of spins that can be, or 1
    width     how many numbers are in one
    chances   of `first` and what is in one with it, and so on
    """

    first: int
    width: int
    chances: tuple[Fraction, ...]


def numbers(law: SpinLaw, most: int) -> Numbers | None:
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
    return Numbers(first, width, tuple(after - before for before, after in pairwise(sums)))


def _numbers(figures: Figures, found: Numbers) -> Table:
    """The chance of each number of spins, with a bar."""
    columns = Column("spins"), Column("chance", "point"), Column("so far", "point"), Column("", "left")
    rows: list[tuple[Cell, ...]] = []
    longest = max(found.chances)
    below = Fraction(0)
    for k, chance in enumerate(found.chances):
        below += chance
        first = found.first + k * found.width
        spins = f"{first:,}" if found.width == 1 else f"{first:,}–{first + found.width - 1:,}"
        bar = Word("█" * round(chance / longest * _BAR))
        rows.append((Word(spins), Figure(chance, in_percent), Figure(below, in_percent), bar))
    notes = (f"More spins have a chance of {in_percent(1 - below)}.",) if below < 1 else ()
    return Table(f"{figures.law.wager.name}: chance of each number of spins", columns, tuple(rows), notes)


def _figures(figures: Figures, short: bool) -> Table:
    """What was asked, a row each; short leaves digits out of fractions that nobody reads."""
    columns = (
        Column("asked", "left"),
        Column("spins"),
        Column("%", "point", "chance"),
        Column("1 in", "point", "chance"),
        Column("chance", group="chance"),
    )
    law = figures.law
    rows: list[tuple[Cell, ...]] = []

    def add(what: str, n: int, chance: Fraction) -> None:
        odds = Word(one_in(chance).removeprefix("1 in "))
        long = short and chance.denominator.bit_length() > _LONG
        exact = Figure(chance, _shortened) if long else Figure(chance)
        rows.append((Word(what), Word(f"{n:,}"), Figure(chance, in_percent), odds, exact))

    if figures.at_least is not None:
        add("at least", figures.at_least, law.at_least(figures.at_least))
    if figures.within is not None:
        add("over within", figures.within, law.within(figures.within))
        for ending in law.endings:
            add(f"{ending} within", figures.within, law.within(figures.within, ending))
    for q in figures.quantiles:
        n = law.quantile(q)
        add(f"{in_short(q)} are over within", n, law.within(n))
    return Table(_title(figures, "number of spins"), columns, tuple(rows))


def _shortened(number: Fraction) -> str:
    return shortened(number, _SHORT)


def _notes(figures: Figures) -> Iterator[str]:
    law = figures.law
    if figures.whole and not law.endings:
        yield f"A chain of {law.states:,} states is too large for the law given each ending."
    if not figures.whole:
        yield f"The mean is {decimal(law.mean)} spins, the standard deviation {root(law.variance)}."
    yield said(figures.asked.reading)
    yield f"Source: {law.wager.source}."


def document(figures: Figures) -> dict[str, Any]:
    """The law, exact numbers as texts; what was not asked is null."""
    law = figures.law
    quantiles: Sequence[Fraction] = QUANTILES if figures.whole else figures.quantiles
    within: dict[str, Any] | None = None
    if figures.within is not None:
        within = {
            "n": figures.within,
            "probability": str(law.within(figures.within)),
            "endings": [
                {"ending": ending, "probability": str(law.within(figures.within, ending))}
                for ending in law.endings
            ],
        }
    return {
        "schema": "markov/law/1",
        "game": figures.asked.game.slug,
        "options": dict(figures.asked.reading),
        "wager": slug(law.wager.name),
        "play": law.play,
        "states": law.states,
        "mean": str(law.mean),
        "variance": str(law.variance),
        "at_least": figures.at_least
        if figures.at_least is None
        else {"n": figures.at_least, "probability": str(law.at_least(figures.at_least))},
        "within": within,
        "quantiles": _quantiles(law.total, quantiles, figures.whole),
        "most_likely": law.most_likely if figures.whole else None,
        "endings": [
            {
                "ending": one.ending,
                "probability": str(one.chance),
                "mean": str(one.mean),
                "variance": str(one.variance),
                "quantiles": _quantiles(one, quantiles, figures.whole),
            }
            for one in law.endings.values()
        ]
        if figures.whole
        else None,
        "decimals": {"mean": decimal(law.mean), "standard_deviation": root(law.variance)},
    }


def _quantiles(one: EndingLaw, asked: Sequence[Fraction], whole: bool) -> list[dict[str, Any]]:
    return [{"p": str(q), "n": _quantile(one, q) if whole else one.quantile(q)} for q in asked]
