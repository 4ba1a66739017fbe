"""The pay of an ending for a wanted edge, as tables and as a document."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markov.questions.price.pays_for_edge import Missed, PayRange, Why
from markov.questions.price.price import Price, Quote
from markov.questions.price.price import said as in_words
from markov.tables.phrases import PLAYS, said
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.tables.view import View
from markov.wager.envelope import Curve, Piece
from markov.wager.game import Game, slug

_MANY = 40  # more pieces than this are counted, not listed, for a reader
_LONGEST = 24  # characters of a pay in words; a longer one is read from its decimal


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked, and what was found.

    chosen   the ending was not named
    """

    game: Game
    reading: Mapping[str, str]
    found: Price
    chosen: bool

    @property
    def over(self) -> str:
        """The edge and its base."""
        return f"edge {self.found.base.replace('_', ' ')}"

    def words(self, pay: Fraction) -> str:
        """A pay said as the sheet says that of the ending, or else its highest one."""
        return in_words(self.found.wager, self.found.ending, pay)


def tables(asked: Asked) -> list[Table]:
    """The pays, and where play changes with the pay."""
    parts = [_pays(asked)]
    curve = asked.found.curve
    if curve is not None and 1 < len(curve.pieces) <= _MANY:
        parts.append(_pieces(curve))
    last = parts[-1]
    notes = (*last.notes, *_notes(asked))
    return [*parts[:-1], Table(last.title, last.columns, last.rows, notes)]


def _pays(asked: Asked) -> Table:
    found = asked.found
    columns = [Column("", "left"), Column(f"pay of {found.ending}", "left"), Column("returns")]
    columns += [Column("≈", "point"), Column(asked.over, group="edge"), Column("%", "point", "edge")]
    offers = found.play == "optimal" and any(quote.taken for quote in _quotes(found))
    if offers:
        columns.append(Column("best play takes", "left"))
    rows: list[tuple[Cell, ...]] = []

    def add(kind: str, pay: Fraction, edge: Fraction | None, taken: tuple[str, ...] | None) -> None:
        text = asked.words(pay)
        row: list[Cell] = [Word(kind), Word(text) if len(text) <= _LONGEST else NOTHING]
        row += [Figure(pay), Figure(pay, decimal), *_edge(edge)]
        if offers:
            row.append(NOTHING if taken is None else Word(", ".join(taken) or "nothing"))
        rows.append(tuple(row))

    for span, exact in zip(found.solutions, found.exact, strict=True):
        single = span.low == span.high
        add("exact" if single else "exact from", span.low, found.edge, exact.taken)
        if span.high is not None and not single:
            add("exact up to" if span.has_high else "exact below", span.high, found.edge, None)
    for quote in found.payable:
        add("payable", quote.returned, quote.edge, quote.taken)
    if found.posted:
        add("posted", found.posted.returned, found.posted.edge, found.posted.taken)
    title = f"{found.wager.name}: {asked.over} of {_both(found.edge)}, {PLAYS[found.play]}"
    return Table(title, tuple(columns), tuple(rows))


def _quotes(found: Price) -> Iterator[Quote]:
    yield from (*found.exact, *found.payable)
    if found.posted:
        yield found.posted


def _edge(edge: Fraction | None) -> tuple[Cell, Cell]:
    if edge is None:
        return NOTHING, NOTHING
    return Figure(edge), Figure(edge, in_percent, "good" if edge < 0 else "")


def _pieces(curve: Curve) -> Table:
    columns = (
        Column(f"{curve.ending} returns", "left"),
        Column("", "left"),
        Column("others bring"),
        Column("its chance"),
        Column("mean spins", "point"),
        Column("best play takes", "left"),
    )
    rows = tuple(
        (
            Word(f"{'from' if piece.has_low else 'above'} {piece.low}"),
            Word(_end(piece)),
            Figure(piece.line.constant),
            Figure(piece.line.coefficient(curve.ending)),
            Figure(piece.outcome.spins.mean, decimal),
            Word(", ".join(piece.taken) or "nothing"),
        )
        for piece in curve.pieces
    )
    note = (
        f"What comes back is what other endings bring and the chance of {curve.ending} times what it returns."
    )
    return Table(f"{curve.wager.name}: best play by the pay of {curve.ending}", columns, rows, (note,))


def _end(piece: Piece) -> str:
    return "on" if piece.high is None else f"{'up to' if piece.has_high else 'below'} {piece.high}"


def _notes(asked: Asked) -> Iterator[str]:
    found = asked.found
    if asked.chosen:
        best = "" if found.ending == "made" else ", the best paid ending that a spin can bring"
        yield f"No ending was named; this is the pay of {found.ending}{best}."
    if found.missed:
        yield f"No pay does it: {why(asked, found.missed)}."
    elif len(found.solutions) > 1:
        yield f"The {asked.over} is just that at {len(found.solutions)} pays, or stretches of pays."
    if any(span.high is None for span in found.solutions):
        yield f"Every pay does it: the pay of {found.ending} changes nothing."
    if found.curve is None:
        yield "Best play has too many choices for all its changes to be followed; only the pay was sought."
    elif len(found.curve.pieces) > _MANY:
        yield f"Best play changes at {len(found.curve.pieces) - 1:,} pays; --json lists the pieces."
    yield said(asked.reading)
    yield f"Source: {found.wager.source}."


def why(asked: Asked, missed: Missed) -> str:
    """Why there is no pay, in words."""
    found, over = asked.found, asked.over
    edge = "" if missed.edge is None else _both(missed.edge)
    at = "" if missed.at is None else asked.words(missed.at)
    if missed.why is Why.undefined:
        return f"there is no {over} at any pay"
    if missed.why is Why.idle:
        end = "played to its end, the wager takes no offer" if found.play == "never" else "it never happens"
        return f"{end}, so the pay of {found.ending} changes nothing, and the {over} is {edge}"
    if missed.why is Why.leap:
        ends = " and ".join(_both(edge) for edge in missed.leap)
        where = f"where {found.ending} pays {at} " if at else ""
        return f"{where}the {over} leaps over it, between {ends}"
    if missed.why is Why.higher:
        return f"the {over} is never below {edge}"
    bound = f"stays below {edge}" if missed.edge == found.edge else f"is never more than {edge}"
    if missed.until is None:
        return f"the {over} {bound}, where {found.ending} pays {at}"
    below = f"below {asked.words(missed.until)} best play never comes to {found.ending}"
    instead = f" but takes {' or '.join(missed.taken)}" if missed.taken else ""
    return f"{below}{instead}, and the {over} {bound}; --play never prices the wager played to its end"


def _both(edge: Fraction) -> str:
    return f"{edge} ({in_percent(edge)})"


def document(asked: Asked) -> dict[str, Any]:
    """The pays, exact numbers as texts; the least pay that has the edge comes first."""
    found = asked.found
    return {
        "schema": "markov/price/1",
        "game": asked.game.slug,
        "options": dict(asked.reading),
        "wager": slug(found.wager.name),
        "ending": found.ending,
        "base": found.base,
        "play": found.play,
        "edge": str(found.edge),
        "pay": _pay(asked, found.solutions[0].low) if found.solutions else None,
        "why": why(asked, found.missed) if found.missed else None,
        "payable": [_quote(asked, quote) for quote in found.payable],
        "posted": _quote(asked, found.posted) if found.posted else None,
        "solutions": [_span(asked, span) for span in found.solutions],
        "pieces": found.curve and [_piece(piece, found.ending) for piece in found.curve.pieces],
    }


def _pay(asked: Asked, pay: Fraction) -> dict[str, str]:
    return {"returned": str(pay), "text": asked.words(pay), "decimal": decimal(pay)}


def _quote(asked: Asked, quote: Quote) -> dict[str, Any]:
    edge = None if quote.edge is None else str(quote.edge)
    return {**_pay(asked, quote.returned), "edge": edge, "taken": list(quote.taken)}


def _span(asked: Asked, span: PayRange) -> dict[str, Any]:
    high = None if span.high is None else _pay(asked, span.high)
    return {"from": _pay(asked, span.low), "to": high, "to_included": span.has_high}


def _piece(piece: Piece, ending: str) -> dict[str, Any]:
    return {
        "from": str(piece.low),
        "to": None if piece.high is None else str(piece.high),
        "from_included": piece.has_low,
        "to_included": piece.has_high,
        "others_bring": str(piece.line.constant),
        "chance": str(piece.line.coefficient(ending)),
        "mean_spins": str(piece.outcome.spins.mean),
        "taken": list(piece.taken),
    }


def view(asked: Asked) -> View:
    """The pay for an edge, as tables and as a document."""
    shown = tables(asked)
    return View(tuple(shown), shown[0], lambda: document(asked))
