"""The pay of an ending for a wanted edge."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from markov.questions.price.pays_for_edge import Missed, Why
from markov.questions.price.price import Price, Quote, pay_text
from markov.tables import json_record
from markov.tables import table as t
from markov.tables.picture import NoPicture, Trace, curves
from markov.tables.records import Records, members
from markov.tables.table import NOTHING, Part, Table, Tables
from markov.tables.view import Document, View
from markov.wager.asked import Asked
from markov.wager.envelope import Curve, Piece
from markov.wager.outcome import moved_commission

_MANY = 40  # more pieces than this are counted, not listed, for a reader
_LONGEST = 24  # characters of a pay in words; a longer one is read from its decimal


def view(asked: Asked, price: Price, chosen: bool) -> View:
    """The pays at which a wager has an edge, and where play changes with the pay.

    chosen   the ending was not named
    """
    return View(
        Tables(lambda: _tables(asked, price, chosen)),
        lambda: _records(asked, price),
        lambda: _document(asked, price),
    )


def _tables(asked: Asked, price: Price, chosen: bool) -> tuple[Table, ...]:
    parts = [_pays(price)]
    curve = price.curve
    if curve is not None and 1 < len(curve.pieces) <= _MANY:
        parts.append(_pieces(curve, price.wager.trial))
    return t.closed(parts, _notes(asked, price, chosen))


def over(price: Price) -> str:
    """The edge and its base.

    >>> import markov as mk
    >>> over(mk.game("repeater-bets-plus")["repeating-2"].price("made", edge="5%"))
    'edge per stake'
    """
    return f"edge {price.base.replace('_', ' ').replace('spin', price.wager.trial)}"


@dataclass(frozen=True, slots=True)
class _ShownPay:
    """A pay, and why it is listed; what best play takes is None where it was not asked."""

    kind: str
    returned: Fraction
    edge: Fraction | None
    taken: tuple[str, ...] | None


def _listed(price: Price) -> Iterator[_ShownPay]:
    """Every pay that is sought, that can be paid, or that is posted."""
    for span, exact in zip(price.solutions, price.exact, strict=True):
        single = span.low == span.high
        yield _ShownPay("exact" if single else "exact from", span.low, price.edge, exact.taken)
        if span.high is not None and not single:
            yield _ShownPay("exact up to" if span.has_high else "exact below", span.high, price.edge, None)
    for quote in price.payable:
        yield _ShownPay("payable", quote.returned, quote.edge, quote.taken)
    if price.posted:
        yield _ShownPay("posted", price.posted.returned, price.posted.edge, price.posted.taken)


def _pays(price: Price) -> Table:
    listed = list(_listed(price))
    texts = [pay_text(price.wager, price.ending, one.returned) for one in listed]
    parts = [
        t.words("pay", [one.kind for one in listed]),
        t.words(f"of {price.ending}", [text if len(text) <= _LONGEST else NOTHING for text in texts]),
        t.figures("returns", [one.returned for one in listed]),
        t.edges(over(price), [one.edge for one in listed]),
    ]
    if price.play == "optimal" and any(one.taken for one in listed):
        taken = [NOTHING if one.taken is None else ", ".join(one.taken) or "nothing" for one in listed]
        parts.append(t.words("best play takes", taken))
    way = t.way_words(price.play, price.wager)
    title = f"{price.wager.name}: {over(price)} of {t.with_percent(price.edge)}, {way}"
    return t.table(title, parts)


def _pieces(curve: Curve, trial: str) -> Table:
    pieces = curve.pieces
    parts = [
        t.words(
            f"{curve.ending} returns", [f"{'from' if one.has_low else 'above'} {one.low}" for one in pieces]
        ),
        t.words("to", map(_end, pieces)),
        *_affine(curve),
        t.decimals(f"mean {trial}s", [one.outcome.spins.mean for one in pieces]),
        t.words("best play takes", [", ".join(one.taken) or "nothing" for one in pieces]),
    ]
    note = (
        "Returned and put up in all: a constant, and so much for each unit that "
        f"{curve.ending} returns as posted."
        if moved_commission(curve.wager, (curve.ending,))
        else f"Expected return: a fixed part from the other endings, and the chance of {curve.ending} "
        "times what it returns."
    )
    return t.table(f"{curve.wager.name}: best play by the pay of {curve.ending}", parts, [note])


def _affine(curve: Curve) -> Iterator[Part]:
    """The return, and the outlay where the pay moves it: the constant and the factor of the pay."""
    constants = [one.line.constant for one in curve.pieces]
    factors = [one.line.coefficient(curve.ending) for one in curve.pieces]
    if not moved_commission(curve.wager, (curve.ending,)):
        yield t.fractions("fixed part", constants)
        yield t.fractions(f"chance of {curve.ending}", factors)
        return
    yield t.fractions("returned", constants)
    yield t.fractions("and by the pay", factors)
    yield t.fractions("put up", [one.outlay.constant for one in curve.pieces])
    yield t.fractions("and by the pay", [one.outlay.coefficient(curve.ending) for one in curve.pieces])


def _end(piece: Piece) -> str:
    return "and up" if piece.high is None else f"{'up to' if piece.has_high else 'below'} {piece.high}"


def _notes(asked: Asked, price: Price, chosen: bool) -> Iterator[str]:
    if chosen:
        best = (
            "" if price.ending == "made" else f", the best paid ending that a {price.wager.trial} can bring"
        )
        yield f"No ending was named; this is the pay of {price.ending}{best}."
    if price.missed:
        yield f"No pay does it: {_why(price, price.missed)}."
    elif len(price.solutions) > 1:
        yield f"The {over(price)} is just that at {len(price.solutions)} pays, or stretches of pays."
    if any(span.high is None for span in price.solutions):
        yield f"Every pay does it: the pay of {price.ending} changes nothing."
    if price.curve is None:
        yield "Best play has too many choices for all its changes to be followed; only the pay was sought."
    elif len(price.curve.pieces) > _MANY:
        yield f"Best play changes at {len(price.curve.pieces) - 1:,} pays; --json lists the pieces."
    if taken := moved_commission(price.wager, (price.ending,)):
        yield f"{taken.words()} It moves with the pay."
    yield from t.origin(asked.reading, price.wager.source)


def _why(price: Price, missed: Missed) -> str:
    """The reason why there is no pay, in words."""
    base = over(price)
    edge = "" if missed.edge is None else t.with_percent(missed.edge)
    at = "" if missed.at is None else pay_text(price.wager, price.ending, missed.at)
    if missed.why is Why.undefined:
        return f"there is no {base} at any pay"
    if missed.why is Why.idle:
        first = (
            "it never comes of first choices"
            if price.wager.has_actions
            else "played to its end, the wager takes no offer"
        )
        end = first if price.play == "never" else "it never happens"
        return f"{end}, so the pay of {price.ending} changes nothing, and the {base} is {edge}"
    if missed.why is Why.leap:
        ends = " and ".join(t.with_percent(edge) for edge in missed.leap)
        where = f"where {price.ending} pays {at} " if at else ""
        return f"{where}the {base} leaps over it, between {ends}"
    if missed.why is Why.higher:
        return f"the {base} is never below {edge}"
    bound = f"stays below {edge}" if missed.edge == price.edge else f"is never more than {edge}"
    if missed.until is None:
        return f"the {base} {bound}" + (f", where {price.ending} pays {at}" if at else "")
    until = pay_text(price.wager, price.ending, missed.until)
    below = f"below {until} best play never comes to {price.ending}"
    instead = f" but takes {' or '.join(missed.taken)}" if missed.taken else ""
    never = "by first choices" if price.wager.has_actions else "played to its end"
    return f"{below}{instead}, and the {base} {bound}; --play never prices the wager {never}"


def _document(asked: Asked, price: Price) -> Document:
    """The least pay that has the edge comes first."""
    return {
        **json_record.head("price", asked, price.wager),
        **members(price, "ending base play edge"),
        "pay": _pay(price, price.solutions[0].low) if price.solutions else None,
        "why": _why(price, price.missed) if price.missed else None,
        "payable": [_quote(price, quote) for quote in price.payable],
        "posted": _quote(price, price.posted) if price.posted else None,
        "solutions": [
            {
                "from": _pay(price, span.low),
                "to": None if span.high is None else _pay(price, span.high),
                "to_included": span.has_high,
            }
            for span in price.solutions
        ],
        "pieces": price.curve and [_piece(price.curve, piece) for piece in price.curve.pieces],
    }


def _pay(price: Price, pay: Fraction) -> Document:
    return {"returned": pay, "text": pay_text(price.wager, price.ending, pay), "decimal": t.decimal(pay)}


def _quote(price: Price, quote: Quote) -> Document:
    return {**_pay(price, quote.returned), "edge": quote.edge, "taken": quote.taken}


def _piece(curve: Curve, piece: Piece) -> Document:
    """A piece; where the pay moves a commission, the outlay is a function of it too."""
    ending, outlay = curve.ending, piece.outlay
    return {
        "from": piece.low,
        "to": piece.high,
        "from_included": piece.has_low,
        "to_included": piece.has_high,
        "others_bring": piece.line.constant,
        "chance": piece.line.coefficient(ending),
        "mean_spins": piece.outcome.spins.mean,
        "taken": piece.taken,
        **(
            {"outlay": {"constant": outlay.constant, "by_pay": outlay.coefficient(ending)}}
            if moved_commission(curve.wager, (ending,))
            else {}
        ),
    }


def _records(asked: Asked, price: Price) -> Records:
    """A row for each pay that is found, payable or posted."""
    rows = (
        {
            "pay": one.kind,
            "text": pay_text(price.wager, price.ending, one.returned),
            "returned": one.returned,
            "edge": one.edge,
            "takes": None if one.taken is None else "; ".join(one.taken),
        }
        for one in _listed(price)
    )
    kinds = {"pay": str, "text": str, "returned": Fraction, "edge": Fraction, "takes": str}
    return Records.about(
        asked, price.wager, kinds, rows, play=price.play, ending=price.ending, base=price.base
    )


def drawn(path: Path, price: Price) -> None:
    """The edge by the pay of the ending, with its kinks, what is posted, and the pays that were found.

    Raises NoPicture where best play has too many choices to be followed by the pay.
    """
    curve = price.curve
    if curve is None:
        raise NoPicture("best play has too many choices here for a curve; --play never has one")
    known = [*curve.kinks, *(span.low for span in price.solutions)]
    known += [price.posted.returned] if price.posted else []
    last = max((*known, Fraction(1))) * 5 / 4
    points, bends = [], []
    for piece in curve.pieces:
        if piece.low > last:
            break
        for pay in (piece.low, last if piece.high is None else min(piece.high, last)):
            if (number := curve.edge_on(piece, pay).over(price.base)) is not None:
                points.append((pay, number))
        bend = curve.edge_on(piece, piece.low).over(price.base)
        if piece.low in curve.kinks and bend is not None:
            bends.append((piece.low, bend))
    posted = price.posted
    at = (posted.returned, posted.edge) if posted and posted.edge is not None else None
    title = f"{price.wager.name}: edge by the pay of {price.ending}"
    axes = f"{price.ending} returns, per unit staked", over(price)
    asked_for = Trace("asked for", [(Fraction(0), price.edge), (last, price.edge)])
    curves(path, title, axes, [Trace(t.way_words(price.play, price.wager), points, bends), asked_for], at)
