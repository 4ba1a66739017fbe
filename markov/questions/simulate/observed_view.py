"""Results that were observed beside the exact chances."""

from collections.abc import Iterator

from markov.questions.simulate.observed import Observed, ObservedEnding
from markov.tables import column as c
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.money import decimal, percent
from markov.tables.rows import Rows
from markov.tables.view import View, view_of
from markov.wager.asked import Asked


def view(asked: Asked | None, answer: Observed) -> View:
    """A row for each ending that was counted, under each way of playing that makes a difference."""
    name = answer.wager.name if answer.wager else "A law of one's own"
    title = f"{name}: counted in {answer.rounds:,} rounds"
    several = len({row.play for row in answer.endings}) > 1

    def expected(row: ObservedEnding) -> str:
        return t.decimal(row.chance * answer.rounds)

    columns: tuple[Column[ObservedEnding], ...] = (
        c.words("play" if several else None, "play", shown=lambda row: t.way_words(row.play or "never")),
        c.words("ending", "ending"),
        c.counts("count", "count"),
        c.exact(None, "chance"),
        Column("expected", expected, c.DECIMAL),
        Column("p-value", lambda row: decimal(row.p_value) or percent(row.p_value), c.DECIMAL),
        c.exact(None, lambda row: row.p_value.lower, ("p_value", "at_least")),
        c.exact(None, lambda row: row.p_value.upper, ("p_value", "at_most")),
        c.counts("rounds to show the bias", "rounds"),
        c.exact(None, lambda row: row.power and row.power.lower, ("power", "at_least")),
        c.exact(None, lambda row: row.power and row.power.upper, ("power", "at_most")),
    )
    return view_of(
        "simulate",
        asked,
        lambda: [Rows(title, answer.endings, columns, part="observed")],
        wager=answer.wager,
        notes=lambda: _notes(asked, answer),
        document=lambda: {"rounds": answer.rounds, "bias": answer.bias},
    )


def _notes(asked: Asked | None, answer: Observed) -> Iterator[str]:
    yield "The p-value is the chance, by the exact odds, of a count so far off to its side, doubled."
    yield (
        f"The rounds show a chance that differs by {t.with_percent(answer.bias)} of itself: a test at 5% "
        "finds it nine times in ten."
    )
    if asked and answer.wager:
        yield from t.origin(asked.reading, answer.wager.source)
