"""The law of the number of spins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from markov.chain.transitions import TooMuchWork
from markov.exact import in_short, one_in, root
from markov.questions.law.law import EndingLaw, SpinLaw
from markov.tables import json_record
from markov.tables import table as t
from markov.tables.drawing import Bars
from markov.tables.picture import NoPicture, falling
from markov.tables.records import Record, Records, members
from markov.tables.table import NOTHING, ROOT, Table, Tables, Word
from markov.tables.view import Document, View
from markov.wager.asked import Asked

QUANTILES = tuple(Fraction(text) for text in ("1/2", "9/10", "99/100", "999/1000"))
_ROWS = 30  # of numbers of spins, or of several in one
_BAR = 30  # characters


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
    return View(Tables(lambda: _tables(figures)), lambda: _records(figures), lambda: _document(figures))


def _tables(figures: Figures) -> tuple[Table, ...]:
    tables = [_laws(figures) if figures.whole else _figures(figures)]
    last = _quantile(figures.law.total, Fraction(99, 100)) if figures.whole else None
    if last is not None and figures.law.total.dear(last):
        of = f"The chance of each number of {figures.trials}"
        note = f"{of} is left out: it takes a while. --plot FILE draws it."
        tables[-1] = tables[-1].noted(note)
    elif last is not None and (found := numbers(figures.law, _ROWS)):
        tables.append(_numbers(figures, found))
    return t.closed(tables, _notes(figures))


def _title(figures: Figures, what: str) -> str:
    law = figures.law
    return f"{law.wager.name} ({figures.asked.game.name}): {what}, {t.way_words(law.play, law.wager)}"


def _laws(figures: Figures) -> Table:
    """The law however the wager ends, and given each ending."""
    every = [figures.law.total, *figures.law.endings.values()]
    means = [one.mean for one in every]
    parts = [
        t.words("ends", [one.ending or "in any way" for one in every]),
        t.decimals("chance", [one.chance for one in every], t.in_percent),
        t.fractions("mean", means, "mean"),
        t.decimals("≈", means, group="mean"),
        t.decimals("standard deviation", [one.variance for one in every], root),
        *(t.counts(in_short(q, 6), [_quantile(one, q) for one in every]) for q in QUANTILES),
        t.counts("most likely", [one.most_likely for one in every]),
    ]
    median = (
        f"50% is the median, the least number of {figures.trials} within which half of all rounds are over; "
        "and so on."
    )
    made = t.table(_title(figures, f"number of {figures.trials}"), parts, [median])
    if not any(cell is NOTHING for row in made.rows for cell in row):
        return made
    most = figures.law.total.most
    return made.noted(f"– stands for numbers of {figures.trials} beyond {most:,}, or not to be told.")


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
    ends = [found.first + k * found.width for k in range(len(found.chances) + 1)]
    single, longest = found.width == 1, max(found.chances)
    cumulative = list(accumulate(found.chances))
    spins = [f"{low:,}" if single else f"{low:,}–{high - 1:,}" for low, high in pairwise(ends)]
    parts = [
        t.column(figures.trials, map(Word, spins)),
        t.decimals("chance", found.chances, t.in_percent),
        t.decimals("cumulative", cumulative, t.in_percent),
        t.words("", ["█" * round(chance / longest * _BAR) for chance in found.chances]),
    ]
    left = 1 - cumulative[-1]
    more = f"The chance of more than {ends[-1] - 1:,} {figures.trials} is {t.in_percent(left)}."
    title = f"{figures.law.wager.name}: chance of each number of {figures.trials}"
    return t.table(title, parts, [more] if left else ())


def _asked(figures: Figures) -> Iterator[tuple[str, Record]]:
    """The figures that were asked for, each in words and as a record."""
    law = figures.law
    if (n := figures.at_least) is not None:
        yield "at least", {"figure": "at_least", "n": n, "value": law.at_least(n)}
    if (n := figures.within) is not None:
        within = {"figure": "within", "n": n}
        yield "over within", {**within, "value": law.within(n)}
        for ending in law.endings:
            yield f"{ending} within", {**within, "ending": ending, "value": law.within(n, ending)}
    for q in figures.quantiles:
        n = law.quantile(q)
        value = law.within(n) if n <= law.total.most else None  # out of reach
        yield f"{in_short(q, 6)} are over within", {"figure": "quantile", "p": q, "n": n, "value": value}


def _figures(figures: Figures) -> Table:
    listed = list(_asked(figures))
    chances = [record["value"] for _, record in listed]
    odds = [NOTHING if p is None else Word(one_in(p).removeprefix("1 in ")) for p in chances]
    parts = [
        t.words("asked", [words for words, _ in listed]),
        t.counts(figures.trials, [record["n"] for _, record in listed]),
        t.decimals("%", chances, t.in_percent, "chance"),
        t.column("1 in", odds, "point", "chance"),
        t.fractions("chance", chances, "chance"),
    ]
    return t.table(_title(figures, f"number of {figures.trials}"), parts)


def _notes(figures: Figures) -> Iterator[str]:
    law = figures.law
    if figures.whole and not law.endings:
        if law.states is None:
            yield "Solved exactly as a race of tallies, without states; it has no law given each ending."
        else:
            yield f"A chain of {law.states:,} states is too large for the law given each ending."
    if not figures.whole:
        mean = f"{t.decimal(law.mean)} {figures.trials}"
        yield f"The mean is {mean}, the standard deviation {root(law.variance)}."
    yield from t.origin(figures.asked.reading, law.wager.source)


def _records(figures: Figures) -> Records:
    law = figures.law
    kinds = {"ending": str, "figure": str, "n": int, "p": Fraction, "value": Fraction}
    return Records.about(figures.asked, law.wager, kinds, _rows(figures), play=law.play)


def _rows(figures: Figures) -> Iterator[Record]:
    """A row for each figure: of an ending, given that the wager ends so."""
    law = figures.law
    for one in (law.total, *law.endings.values()) if figures.whole else ():
        of = {"ending": one.ending or None}
        if one.ending:
            yield {**of, "figure": "probability", "value": one.chance}
        yield {**of, "figure": "spins.mean", "value": one.mean}
        yield {**of, "figure": "spins.variance", "value": one.variance}
        yield {**of, "figure": ROOT, "value": t.value(ROOT, one.variance)}
        yield {**of, "figure": "most_likely", "n": one.most_likely}
        for q in QUANTILES:
            yield {**of, "figure": "quantile", "p": q, "n": _quantile(one, q)}
    yield from (record for _, record in _asked(figures))


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
        **json_record.head("law", figures.asked, law.wager),
        **members(law, "play states mean variance"),
        "at_least": at_least,
        "within": within,
        "quantiles": _quantiles(law.total, quantiles, figures.whole),
        "most_likely": law.most_likely if figures.whole else None,
        "endings": [
            {
                "ending": one.ending,
                "probability": one.chance,
                **members(one, "mean variance"),
                "quantiles": _quantiles(one, quantiles, figures.whole),
            }
            for one in law.endings.values()
        ]
        if figures.whole
        else None,
        "decimals": {"mean": t.decimal(law.mean), "standard_deviation": root(law.variance)},
    }


def _quantiles(one: EndingLaw, asked: Sequence[Fraction], whole: bool) -> list[dict[str, Any]]:
    return [{"p": q, "n": _quantile(one, q) if whole else one.quantile(q)} for q in asked]


_BARS = 130  # more are drawn several in one


def drawn(path: Path, law: SpinLaw) -> None:
    """The chance of each number of spins as bars, and that play is not over by then as a line.

    Raises NoPicture where the numbers of spins are too large to be told one by one.
    """
    found = numbers(law, _BARS)
    if found is None:
        raise NoPicture("the numbers of spins are out of reach; ask for --at-least N or --within N alone")
    marks = ("median", law.quantile("50%")), ("99%", law.quantile("99%"))
    title = f"{law.wager.name}: number of {law.wager.trial}s, {t.way_words(law.play, law.wager)}"
    falling(path, title, Bars(found.chances, f"{law.wager.trial}s", marks), found.first, found.width)
