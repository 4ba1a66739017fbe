"""The law of the number of spins."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

from markov.chain.transitions import TooMuchWork
from markov.exact import decimal, in_percent, in_short, one_in, root
from markov.naming import counted
from markov.questions.law.law import EndingLaw, SpinLaw
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.drawing import Bars
from markov.tables.picture import Canvas, NoPicture, falling
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.view import Document, View, view_of
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
    return view_of(
        "law",
        figures.asked,
        lambda: _parts(figures),
        headline=lambda: _headline(figures),
        wager=figures.law.wager,
        notes=lambda: _notes(figures),
        line={"play": figures.law.play},
        document=lambda: _document(figures),
    )


def _headline(figures: Figures) -> str:
    """The median and the 99% point, or what was asked for, in a line."""
    law = figures.law
    average = h.average(law.mean, law.wager.trial)
    if figures.whole:
        ends = {name: _quantile(law.total, q) for name, q in (("half", QUANTILES[0]), ("99%", QUANTILES[2]))}
        over = [f"{name} of the rounds within {n:,}" for name, n in ends.items() if n is not None]
        return h.clauses(average, f"over in {', '.join(over)}" if over else "")
    asked = [
        f"{h.often(row.value) if row.p is None and row.value is not None else ''} {row.words} "
        f"{counted(row.n, law.wager.trial)}".strip()
        for row in _asked(figures)
        if row.ending is None
    ]
    return h.clauses(*asked, average)


def _parts(figures: Figures) -> Iterator[Rows[Any]]:
    if not figures.whole:
        yield _figures(figures)
        return
    last = _quantile(figures.law.total, Fraction(99, 100))
    dear = last is not None and figures.law.total.dear(last)
    yield _laws(figures, dear)
    if last is not None and not dear and (listed := numbers(figures.law, _ROWS)):
        yield _numbers(figures, listed)


def _title(figures: Figures, what: str) -> str:
    law = figures.law
    return t.in_way(f"{t.in_game(law.wager.name, figures.asked.game.name)}: {what}", law.play, law.wager)


def _laws(figures: Figures, dear: bool) -> Rows[EndingLaw]:
    """The law however the wager ends, and given each ending."""
    every = [figures.law.total, *figures.law.endings.values()]
    columns = (
        c.words("ends", lambda law: law.ending or None, "ending", shown=_ends),
        c.percents("chance", "chance", "probability"),
        c.exact("mean", "mean", group="mean"),
        c.decimals("decimal", lambda law: law.mean, group="mean"),
        *c.deviations("standard deviation", lambda law: law.variance),
        *(c.counts(in_short(q), partial(_quantile, q=q), ("quantile", str(q))) for q in QUANTILES),
        c.counts("most likely", "most_likely"),
    )
    title = _title(figures, f"how many {figures.trials} it lasts")
    return Rows(title, every, columns, _on_laws(figures, every, dear), "laws", nested=True)


def _ends(law: EndingLaw) -> str:
    return law.ending or "all endings"


def _on_laws(figures: Figures, every: Iterable[EndingLaw], dear: bool) -> Iterator[str]:
    yield (
        f"50%, 90% and so on: the fewest {figures.trials} within which that share of rounds is over; 50% is "
        "the median."
    )
    counts = (n for law in every for n in (law.most_likely, *(_quantile(law, q) for q in QUANTILES)))
    if any(n is None for n in counts):
        most = figures.law.total.most
        yield f"–: more than {most:,} {figures.trials}, or not known."
    if dear:
        yield (
            f"The chance of each number of {figures.trials} is left out, as it takes a while; --plot FILE "
            "draws it."
        )


def _quantile(ending_law: EndingLaw, q: Fraction) -> int | None:
    try:
        return ending_law.quantile(q)
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


def _numbers(figures: Figures, listed: LawRows) -> Rows[Any]:
    """The chance of each number of spins, with a bar."""
    ends = [listed.first + k * listed.width for k in range(len(listed.chances) + 1)]
    single, longest = listed.width == 1, max(listed.chances)
    cumulative = list(accumulate(listed.chances))
    spins = [f"{low:,}" if single else f"{low:,}–{high - 1:,}" for low, high in pairwise(ends)]
    columns = (
        c.column(figures.trials, lambda row: row[0], kind=c.COUNT),
        c.percents("chance", lambda row: row[1]),
        c.percents("cumulative", lambda row: row[2]),
        c.words("", lambda row: "█" * round(row[1] / longest * _BAR)),
    )
    left = 1 - cumulative[-1]
    more = f"The chance of more than {ends[-1] - 1:,} {figures.trials} is {in_percent(left)}."
    title = f"{figures.law.wager.name}: chance of each number of {figures.trials}"
    rows = list(zip(spins, listed.chances, cumulative, strict=True))
    return Rows(title, rows, columns, [more] if left else (), part="")


@dataclass(frozen=True, slots=True)
class AskedFigure:
    """A figure that was asked for: a chance, of an ending or of all, or the number of spins for a chance.

    value   the chance; None where it is out of reach
    """

    words: str
    figure: str
    n: int
    value: Fraction | None
    ending: str | None = None
    p: Fraction | None = None


def _asked(figures: Figures) -> Iterator[AskedFigure]:
    law = figures.law
    if (n := figures.at_least) is not None:
        yield AskedFigure("at least", "at_least", n, law.at_least(n))
    if (n := figures.within) is not None:
        yield AskedFigure("over within", "within", n, law.within(n))
        for ending in law.endings:
            yield AskedFigure(f"{ending} within", "within", n, law.within(n, ending), ending)
    for q in figures.quantiles:
        n = law.quantile(q)
        value = law.within(n) if n <= law.total.most else None
        yield AskedFigure(f"{in_short(q)} are over within", "quantile", n, value, p=q)


def _figures(figures: Figures) -> Rows[AskedFigure]:
    def ratio(row: AskedFigure) -> str | None:
        return None if row.value is None else one_in(row.value).removeprefix("1 in ")

    columns = (
        c.words("asked", lambda row: row.words),
        *c.keyed(c.WORDS, "ending figure"),
        c.counts(figures.trials, "n"),
        *c.keyed(c.EXACT, "p"),
        c.percents("%", lambda row: row.value, group="chance"),
        c.column("1 in", ratio, group="chance", kind=c.PERCENT),
        c.exact("chance", "value", group="chance"),
    )
    title = _title(figures, f"how many {figures.trials} it lasts")
    return Rows(title, list(_asked(figures)), columns, part="figures", nested=True)


def _notes(figures: Figures) -> Iterator[str]:
    law = figures.law
    if figures.whole and not law.endings:
        if law.states is None:
            yield "Solved exactly as a race of tallies, without states; it has no law given each ending."
        else:
            yield f"A chain of {law.states:,} states is too large for the law given each ending."
    if not figures.whole:
        yield f"Average {decimal(law.mean)} {figures.trials}, standard deviation {root(law.variance)}."
    yield from t.origin(figures.asked.reading, law.wager.source)


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
        **members(law, "play states mean variance"),
        "at_least": at_least,
        "within": within,
        "quantiles": _quantiles(law.total, quantiles, figures.whole),
        "most_likely": law.most_likely if figures.whole else None,
        "endings": [
            {
                "ending": ending.ending,
                "probability": ending.chance,
                **members(ending, "mean variance"),
                "quantiles": _quantiles(ending, quantiles, figures.whole),
            }
            for ending in law.endings.values()
        ]
        if figures.whole
        else None,
        "decimals": {"mean": decimal(law.mean), "standard_deviation": root(law.variance)},
    }


def _quantiles(ending_law: EndingLaw, asked: Sequence[Fraction], whole: bool) -> list[dict[str, Any]]:
    return [{"p": q, "n": _quantile(ending_law, q) if whole else ending_law.quantile(q)} for q in asked]


_BARS = 130  # more are drawn several in one


def drawn(to: Canvas, law: SpinLaw) -> None:
    """The chance of each number of spins as bars, and that play is not over by then as a line.

    Raises NoPicture where the numbers of spins are too large to be told one by one.
    """
    bars = numbers(law, _BARS)
    if bars is None:
        raise NoPicture("the numbers of spins are out of reach; ask for --at-least N or --within N alone")
    trials = f"{law.wager.trial}s"
    half, most = law.quantile("50%"), law.quantile("99%")
    median, within = (counted(number, law.wager.trial) for number in (half, most))
    marks = (f"median: {median}", half), (f"99% are over within {within}", most)
    title = t.in_way(f"{law.wager.name}: how many {trials} it lasts", law.play, law.wager)
    falling(to, title, Bars(bars.chances, trials, marks), bars.first, bars.width)
