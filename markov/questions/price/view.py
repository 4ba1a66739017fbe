"""The pay of an ending for a wanted edge."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markov.exact import brief, decimal, short_decimal
from markov.questions.price.pays_for_edge import Missed, Why
from markov.questions.price.price import Price, Quote, pay_text
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.picture import Canvas, NoPicture, Trace, curves
from markov.tables.records import members
from markov.tables.rows import MANY, Rows
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked
from markov.wager.envelope import Curve, Piece
from markov.wager.outcome import moved_commission

_LONGEST = 24  # characters of a pay in words; a longer one is read from its decimal


def view(asked: Asked, price: Price, chosen: bool) -> View:
    """The pays at which a wager has an edge, and where play changes with the pay.

    chosen   the ending was not named
    """
    return view_of(
        "price",
        asked,
        lambda: _parts(price),
        headline=lambda: headline(price),
        wager=price.wager,
        notes=lambda: _notes(asked, price, chosen),
        line=members(price, "play ending base"),
        document=lambda: _document(price),
    )


def headline(price: Price) -> str:
    """The pay for the edge, and the payable one nearest to it, in a line."""
    edge = brief(price.edge)
    if price.pay is None:
        return f"No pay of {price.ending} gives {_article(over(price))} of {edge}"
    exact = price.solutions[0]
    words = _in_words(price, exact.low)
    if exact.high is None:
        words = f"Every pay from {words}"
    elif exact.high != exact.low:
        to = "to" if exact.has_high else "to below"
        words = f"Every pay from {words} {to} {_in_words(price, exact.high)}"
    edges = {quote.text: quote.edge for quote in price.payable if quote.edge not in (None, price.edge)}
    whole = [quote.text for quote in price.payable if quote.returned.denominator == 1 and exact.low >= 10]
    kept = [name for name, given in edges.items() if given is not None and given > price.edge]
    nearest = [name for name in kept if name in whole] or kept or list(edges)
    gives = edges[nearest[-1]] if nearest else None
    other = "" if gives is None else f"; {nearest[-1]} gives {brief(gives)}"
    return f"{words} gives {_article(over(price))} of exactly {edge}{other}"


def _article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _in_words(price: Price, pay: Fraction) -> str:
    """The pay as the sheet says it, as a decimal to 1; rounded where it has many digits."""
    to = " to " in pay_text(price.wager, price.ending, pay)
    number = pay - 1 if to else pay
    text = short_decimal(number, 6)
    return f"{'' if Fraction(text) == number else '≈ '}{text} {'to' if to else 'for'} 1"


def _parts(price: Price) -> Iterator[Rows[Any]]:
    yield _pays(price)
    if price.curve is not None:
        yield _pieces(price, price.curve)


def over(price: Price) -> str:
    """The edge and its base.

    >>> import markov as mk
    >>> over(mk.game("repeater-bets-plus")["repeating-2"].price("made", edge="5%"))
    'house edge'
    """
    return t.named(f"edge.{price.base}", price.wager.trial).replace(",", " with")


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


def _pays(price: Price) -> Rows[_ShownPay]:
    def text(pay: _ShownPay) -> str:
        return pay_text(price.wager, price.ending, pay.returned)

    def short(pay: _ShownPay) -> str | None:
        return words if len(words := text(pay)) <= _LONGEST else None

    listed = list(_listed(price))
    takes = price.play == "optimal" and any(pay.taken for pay in listed)
    columns = (
        c.words("pay", "kind", "pay"),
        c.words(f"of {price.ending}", text, "text", shown=short),
        *c.figures("total returned", "returned", "returned"),
        *c.edges(over(price), "edge"),
        c.words("best play takes" if takes else None, "taken", "takes", kind=c.LISTED, shown=_takes(price)),
    )
    title = f"{price.wager.name}: {over(price)} of {t.with_percent(price.edge)}"
    title = t.in_way(title, price.play, price.wager)
    return Rows(title, listed, columns, part="pays", nested=True)


def _takes(price: Price) -> Callable[[_ShownPay | Piece], str | None]:
    """The offers taken; where none is and there are other actions, that is not all of best play."""
    none = None if price.wager.has_actions else "nothing"
    return lambda pay: None if pay.taken is None else ", ".join(pay.taken) or none


def _pieces(price: Price, curve: Curve) -> Rows[Piece]:
    """The stretches of pays over which play is the same; a reader sees them where they are few."""
    ending, moved = curve.ending, moved_commission(curve.wager, (curve.ending,))

    def factor(piece: Piece) -> Fraction:
        return piece.line.coefficient(ending)

    def outlay_by_pay(piece: Piece) -> Fraction:
        return piece.outlay.coefficient(ending)

    columns = [
        c.words(f"total returned on {ending}", _start),
        c.words("to", _end),
        c.exact(None, "low", "from"),
        c.exact(None, "high", "to"),
        c.words(None, "has_low", "from_included", kind=c.FLAG),
        c.words(None, "has_high", "to_included", kind=c.FLAG),
        c.exact("returned" if moved else "return without it", "line.constant", "others_bring"),
        c.exact("and by the pay" if moved else f"chance of {ending}", factor, "chance"),
    ]
    note = "Returned in all: the return without it, plus the chance of "
    note += f"{ending} times the total returned on it, stake included."
    if moved:
        columns.append(c.exact("outlay", "outlay.constant"))
        columns.append(c.exact("and by the pay", outlay_by_pay, ("outlay", "by_pay")))
        note = "Returned, and outlay: a constant, plus so much for each unit that "
        note += f"{ending} returns as posted."
    columns.append(c.decimals(f"average {price.wager.trial}s", "outcome.spins.mean", "mean_spins"))
    heading = "best play takes" if any(piece.taken for piece in curve.pieces) else None
    columns.append(c.words(heading, "taken", kind=c.LISTED, shown=_takes(price)))
    what = "best play" if heading else "return"
    title = f"{curve.wager.name}: {what} by the pay of {ending}" if 1 < len(curve.pieces) <= MANY else ""
    return Rows(title, curve.pieces, columns, [note], "pieces")


def _start(piece: Piece) -> str:
    return f"{'from' if piece.has_low else 'above'} {piece.low}"


def _end(piece: Piece) -> str:
    return "and up" if piece.high is None else f"{'up to' if piece.has_high else 'below'} {piece.high}"


def _notes(asked: Asked, price: Price, chosen: bool) -> Iterator[str]:
    if chosen:
        best = (
            "" if price.ending == "made" else f", the best paid ending that a {price.wager.trial} can bring"
        )
        yield f"Priced: the win ({price.ending}){best}."
    if price.missed:
        yield f"No pay gives it: {_why(price, price.missed)}."
    elif len(price.solutions) > 1:
        yield f"{len(price.solutions)} pays, or ranges of pays, give exactly that {over(price)}."
    if any(span.low == 0 and span.high is None for span in price.solutions):
        yield f"Every pay gives it: the pay of {price.ending} changes nothing."
    if price.curve is None:
        yield "Best play has too many choices for all its changes to be followed; only the pay was sought."
    elif len(price.curve.pieces) > MANY:
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
            else "with no offer taken it does not come"
        )
        end = first if price.play == "never" else "it never happens"
        return f"{end}, so the pay of {price.ending} changes nothing, and the {base} is {edge}"
    if missed.why is Why.leap:
        low, high = map(t.with_percent, missed.leap)
        if low == high:
            return f"the {base} comes near {low} beside {at}, where all endings push"
        where = f"where {price.ending} pays {at} " if at else ""
        return f"{where}the {base} leaps over it, between {low} and {high}"
    if missed.why is Why.higher:
        return f"the {base} is never below {edge}"
    bound = f"stays below {edge}" if missed.edge == price.edge else f"is never more than {edge}"
    if missed.until is None:
        return f"the {base} {bound}" + (f", where {price.ending} pays {at}" if at else "")
    until = pay_text(price.wager, price.ending, missed.until)
    below = f"below {until} best play never comes to {price.ending}"
    instead = f" but takes {' or '.join(missed.taken)}" if missed.taken else ""
    never = h.without(price.wager)
    return f"{below}{instead}, and the {base} {bound}; --play never prices the wager {never}"


def _document(price: Price) -> Document:
    """The least pay that has the edge comes first."""
    return {
        "edge": price.edge,
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
        **({} if price.curve else {"pieces": None}),
    }


def _pay(price: Price, pay: Fraction) -> Document:
    return {"returned": pay, "text": pay_text(price.wager, price.ending, pay), "decimal": decimal(pay)}


def _quote(price: Price, quote: Quote) -> Document:
    return {**_pay(price, quote.returned), "edge": quote.edge, "taken": quote.taken}


def drawn(to: Canvas, price: Price) -> None:
    """The edge by the pay of the ending, with its kinks, and marks at the pays that were found, and posted.

    Raises NoPicture where best play has too many choices to be followed by the pay.
    """
    curve = price.curve
    if curve is None:
        raise NoPicture("best play has too many choices here for a curve; --play never has one")
    quotes = [*price.payable, *([price.posted] if price.posted else [])]
    known = [*(span.low for span in price.solutions), *(quote.returned for quote in quotes)]
    least, most = min(known, default=Fraction(0)), max(known, default=Fraction(1))
    beside = max((most - least) / 2, most / 10)
    first, last = max(least - beside, Fraction(0)), most + beside
    points, bends = [], []
    for piece in curve.pieces:
        low, high = max(piece.low, first), last if piece.high is None else min(piece.high, last)
        for pay in (low, high) if low <= high else ():
            if (number := curve.edge_on(piece, pay).over(price.base)) is not None:
                points.append((pay, number))
                if pay == piece.low in curve.kinks:
                    bends.append((pay, number))
    title = f"{price.wager.name}: {over(price)} by the pay of {price.ending}"
    axes = f"{price.ending}: total returned (stake included)", over(price)
    asked_for = Trace(f"asked for, {brief(price.edge)}", [(first, price.edge), (last, price.edge)])
    lines = [Trace(t.way_words(price.play, price.wager), points, bends), asked_for]
    curves(to, title, axes, lines, dict(_marks(price)))


def _marks(price: Price) -> Iterator[tuple[str, list[tuple[Fraction, Fraction]]]]:
    """The answer, the payable pays and the posted one, each by its words."""
    if price.solutions:
        pay = price.solutions[0].low
        yield f"answer: {_in_words(price, pay)}", [(pay, price.edge)]
    for name, quotes in (("payable", price.payable), ("posted", [price.posted] if price.posted else [])):
        known = [(quote, quote.edge) for quote in quotes if quote.edge is not None]
        if known:
            pays = ", ".join(
                f"{pay_text(price.wager, price.ending, quote.returned)} ({brief(edge)})"
                for quote, edge in known
            )
            yield f"{name}: {pays}", [(quote.returned, edge) for quote, edge in known]
