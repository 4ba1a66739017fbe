"""Several wagers together, in tables and as a picture."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from markov.exact import one_in, root, short_decimal, signed_root
from markov.naming import counted
from markov.questions.layout.layout import LayoutPart, LayoutTotal
from markov.statistics.bankroll import FinalLaw, Gains
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import money as m
from markov.tables import table as t
from markov.tables.column import Kind
from markov.tables.picture import Canvas
from markov.tables.rows import MANY, Rows
from markov.tables.table import Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked
from markov.wager.game import slug
from markov.wager.rule import label

_CORRELATION = Kind(Fraction, "left", lambda square: Word(signed_root(square, 4)))


def view(asked: Asked, total: LayoutTotal) -> View:
    """The wagers one by one and together, the law of the total, and the correlations."""
    return view_of(
        "layout",
        asked,
        lambda: _parts(asked, total),
        headline=lambda: _headline(total),
        notes=lambda: _notes(asked, total),
        line={"until": total.until, "play": total.play},
        document=lambda: _document(total),
    )


def _headline(total: LayoutTotal) -> str:
    """The expected gain, the edge and the deviation of all together, in a line."""
    return h.clauses(
        f"expected gain {short_decimal(total.mean, 4)}",
        h.edge_words(total.edge),
        f"standard deviation {root(total.variance, 2)}",
    )


def _title(total: LayoutTotal) -> str:
    until = f"after one {total.parts[0].wager.trial}" if total.until == "roll" else "until all are decided"
    return f"{counted(len(total.parts), 'wager')} together, {until}"


def _parts(asked: Asked, total: LayoutTotal) -> Iterator[Rows[Any]]:
    def share(part: LayoutPart) -> Fraction | None:
        return part.adds / total.variance if total.variance else None

    yield Rows(
        _title(total),
        total.parts,
        (
            c.words("wager", lambda part: slug(part.wager.name), "wager", shown=lambda part: part.wager.name),
            c.exact("stake", "stake"),
            c.exact(None, "outlay"),
            *c.figures("expected gain", "mean", "mean"),
            *c.deviations("std deviation", lambda part: part.variance),
            c.exact(None, "adds", "adds"),
            c.percents("of the variance", share),
        ),
        part="wagers",
    )
    whole = c.words("", lambda row: row[1]), *c.both_ways("together", lambda row: row[2:])
    yield Rows("All of them", [row for row in _whole(total, asked.trial) if row[1]], whole, part="")
    law, few = list((total.law or {}).items()), len(total.law or ()) <= MANY
    chances = (
        c.exact("total gain", lambda row: row[0], "gain"),
        *c.chances("exact", lambda row: row[1], "probability"),
    )
    yield Rows("Total gain" if few else "", law, chances, part="law")
    yield from m.shape("Total gain", "total gain", [] if few else _bins(total))
    called = _names(total)
    yield Rows(
        "Correlations" if len(total.pairs) > 1 else "",
        total.pairs,
        (
            c.words("wager", lambda pair: pair.wagers[0], "wager", shown=lambda pair: called[pair.wagers[0]]),
            c.words("with", lambda pair: pair.wagers[1], "with", shown=lambda pair: called[pair.wagers[1]]),
            c.column("correlation", "correlation_square", kind=_CORRELATION),
        ),
        part="pairs",
    )


def _whole(total: LayoutTotal, trial: str) -> Iterator[tuple[str, str, str, Fraction]]:
    """The figures of all together: the key for programs, words for a reader, how they are rounded."""
    yield "outlay", "outlay", "", total.outlay
    yield "mean", "expected gain", "", total.mean
    yield "edge", "house edge", "edge.", total.edge
    yield "variance", "standard deviation", t.ROOT, total.variance
    independent = "standard deviation if independent" if total.pairs else ""
    yield "variance_apart", independent, t.ROOT, total.apart
    if total.law:
        yield "", "greatest loss", "", -min(total.law)
        yield "", "greatest gain", "", max(total.law)
        chances = total.law.items()
        yield "", "chance to gain", "edge.", sum((p for gain, p in chances if gain > 0), Fraction(0))
        yield "", "chance to lose", "edge.", sum((p for gain, p in chances if gain < 0), Fraction(0))
    if total.exposure:
        yield "", "maximum exposure", "", total.exposure.total
    if total.at_once and total.until == "resolved":
        yield "", f"maximum exposure on one {trial}", "", total.at_once[0]
        yield "", "chance of reaching it", "edge.", total.at_once[1]


def _names(total: LayoutTotal) -> dict[str, str]:
    """The names of the wagers by slug."""
    return {slug(part.wager.name): part.wager.name for part in total.parts}


def _notes(asked: Asked, total: LayoutTotal) -> Iterator[str]:
    if total.exposure:
        run = ", ".join(map(label, total.exposure.spins))
        spins = f"a {asked.trial} of {run} brings it" if run else f"no {asked.trial} is made"
        if len(total.exposure.spins) > 1:
            spins = f"the {asked.trial}s {run} bring it"
        yield f"Maximum exposure: {one_in(total.exposure.chance)}; {spins}."
    if total.why:
        yield f"There is no law of the total: {total.why}."
    called = _names(total)
    hedges = [pair for pair in total.pairs if pair.covariance < 0]
    hedges.sort(key=lambda pair: pair.correlation_square or pair.covariance)
    names = [" and ".join(called[key] for key in pair.wagers) for pair in hedges]
    if names:
        more = f", and {len(names) - 5} more" if len(names) > 5 else ""
        yield f"One gains where the other loses: {'; '.join(names[:5])}{more}."
    if total.until == "roll":
        yield "A bet that is still open counts at what was put up for it."
    yield from m.goes_by(asked, total.play, *(part.wager for part in total.parts))


def _document(total: LayoutTotal) -> Document:
    most, once = total.exposure, total.at_once
    owed = most and {
        "total": most.total,
        "probability": most.chance,
        "spins": [label(spin) for spin in most.spins],
        "endings": dict(most.endings),
    }
    return {
        **{key: amount for key, _, _, amount in _whole(total, "") if key},
        "owed": owed,
        "owed_at_once": once and {"total": once[0], "probability": once[1]},
        "why": total.why or None,
    }


def _bins(total: LayoutTotal) -> list[m.Bin]:
    if not total.law:
        return []
    gains = Gains.of(total.law)
    far = max(map(abs, gains.weights))
    return m.binned(FinalLaw(gains.weights, gains.total, (Fraction(0), Fraction(0)), far, None), gains.unit)


def drawn(to: Canvas, total: LayoutTotal) -> None:
    """The chances of the total gain as bars.

    Raises NoPicture where there is no law, or one gain alone.
    """
    marks = {"expected": total.mean}
    m.drawn_bins(to, _title(total), ("total gain", "chance"), _bins(total), marks)
