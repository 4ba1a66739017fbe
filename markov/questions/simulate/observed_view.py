"""Results that were observed beside the exact chances, in a table and as a picture."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from operator import attrgetter

from markov.exact import decimal, scientific, short_decimal
from markov.naming import counted
from markov.questions.simulate.observed import Observed, ObservedEnding, at_most
from markov.statistics.bracket import Bracket
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import money as m
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.picture import Canvas
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.view import View, view_of
from markov.wager.asked import Asked
from markov.wager.odds import Strategy

_LONGEST = 100  # characters of a fraction, for programs


def view(asked: Asked | None, answer: Observed) -> View:
    """A row for each ending that was counted, under each way of playing that makes a difference."""
    return view_of(
        "simulate",
        asked,
        lambda: _parts(answer),
        headline=lambda: _headline(answer),
        wager=answer.wager,
        notes=lambda: (*_notes(answer), *m.goes_by(asked, None, answer.wager)),
        document=lambda: members(answer, "rounds bias"),
    )


def _parts(answer: Observed) -> Iterator[Rows[ObservedEnding]]:
    several = len({row.play for row in answer.endings}) > 1

    def proved(chance: Bracket | None) -> object:
        return chance and (m.decimal(chance) or m.percent(chance))

    def for_programs(key: str) -> Column[ObservedEnding]:
        known = attrgetter(key)
        of, shown = (lambda row: m.number(known(row), _LONGEST)), (lambda row: proved(known(row)))
        return Column(None, of, c.LISTED, key, shown=shown)

    columns: tuple[Column[ObservedEnding], ...] = (
        c.words("play" if several else None, "play", shown=lambda row: _way(answer, row.play)),
        c.words("ending", "ending"),
        c.counts("count", "count"),
        c.exact(None, "chance"),
        Column("expected", lambda row: decimal(row.chance * answer.rounds), c.DECIMAL),
        Column("p-value", lambda row: proved(row.p_value), c.DECIMAL),
        for_programs("p_value"),
        c.counts("rounds to show the bias", "rounds"),
        for_programs("power"),
    )
    title = f"{m.called(answer.wager)}: counted in {counted(answer.rounds, 'round')}"
    yield Rows(title, answer.endings, columns, part="observed")


def _headline(answer: Observed) -> str:
    """The count that is furthest off under each way of playing, in a line."""
    plays = t.grouped(answer.endings, lambda row: row.play)
    said = [counted(answer.rounds, "round") + ", furthest off" * (len(plays) < len(answer.endings))]
    for play, rows in plays.items():
        row = min(rows, key=lambda each: each.p_value.upper)
        way = f" ({_way(answer, play)})" * (len(plays) > 1)
        expected = short_decimal(row.chance * answer.rounds)
        said.append(f"{row.ending} {row.count:,}, expected {expected}, p-value {_brief(row.p_value)}{way}")
    return h.clauses(*said)


def _way(answer: Observed, play: Strategy | None) -> str:
    return t.way_words(play or "never", *([answer.wager] if answer.wager else []))


def _brief(chance: Bracket) -> str:
    """The chance to four places, or to three digits where it is small; its bounds where these differ."""
    low, high = (
        "{}e{}".format(*scientific(p, 3)) if 0 < p * 1000 < 1 else short_decimal(p, 4)
        for p in (chance.lower, chance.upper)
    )
    return low if low == high else f"{low} to {high}"


def _notes(answer: Observed) -> Iterator[str]:
    yield "The p-value is the chance, by the exact odds, of a count so far off to its side, doubled."
    if any(row.rounds for row in answer.endings):
        yield (
            f"The rounds show a chance that differs by {t.with_percent(answer.bias)} of itself: a test at 5% "
            "finds it nine times in ten."
        )


def drawn(to: Canvas, answer: Observed) -> None:
    """The exact chances of the counts of the first ending as bars, and the count that was observed.

    Raises what drawing does.
    """
    row, n = answer.endings[0], answer.rounds
    middle, spread = int(row.chance * n), 4 * isqrt(int(n * row.chance * (1 - row.chance)) + 1)
    least, most = max(min(middle - spread, row.count), 0), min(max(middle + spread, row.count), n)
    step = -(-(most - least + 1) // 40)
    ends = [least - 1, *range(least + step - 1, most, step), most]
    below = [at_most(end, n, row.chance) for end in ends]
    bins = [
        m.Bin(Fraction(low + 1), Fraction(high), (to_high - to_low).chance())
        for (low, to_low), (high, to_high) in pairwise(zip(ends, below, strict=True))
    ]
    title = f"{m.called(answer.wager)}: {row.ending} in {counted(n, 'round')}"
    m.drawn_bins(to, title, ("count", "chance"), bins, {"observed": Fraction(row.count)})
